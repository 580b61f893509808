"""One run over one municipality: what is open, what was proved, what went wrong, and what it cost."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request

from transparency.classify.verdict import PLACES, Sight, decide
from transparency.crawl.harvest import Harvest
from transparency.crawl.known import Known, Way, Ways
from transparency.crawl.presses import Presses
from transparency.crawl.repeats import Repeats
from transparency.crawl.request import Candidate, candidate_of
from transparency.crawl.series import Series
from transparency.items import Finding, Page, Verdict
from transparency.matrix import Criterion, Item, Matrix
from transparency.node import Node, grows, host_of, place_of, without_parameters
from transparency.portals.catalogue import OWN_SITE, Municipality
from transparency.privacy.cleaning import clean, clean_address
from transparency.privacy.people import initials
from transparency.store.audits import now
from transparency.text import normalize

DENIALS = 2
"""So often a page is opened anew whose posts to an address the portal would not take."""
HEADINGS = 3
"""So many headings over nothing are those of a list."""


@dataclass(frozen=True)
class Budget:
    """Limits of the walk over one municipality. ``minutes`` of wall time; ``far`` nodes that nothing recommends."""

    nodes: int = 150
    depth: int = 8
    minutes: float = 40.0
    near: int = 90
    far: int = 30
    aside: int = 8
    """So many of those that name another subject, once all others were seen."""
    patience: int = 15
    """So many nodes without a new item, and what nothing recommends is no longer visited (when every criterion was seen)."""


@dataclass
class Proof:
    """The best finding for an item so far, and the page it was seen on."""

    finding: Finding
    page: Page


@dataclass
class Audit:
    """The state of the audit of one municipality. The frontier asks it what is still worth a visit."""

    municipality: Municipality
    matrix: Matrix
    essential_only: bool
    budget: Budget
    changed: Callable[[], None]
    """Called whenever a node or a page is done."""
    known: Known | None = None
    """What an earlier audit knows of the portal."""
    ways: Ways = field(default_factory=Ways)
    offered_again: set[str] = field(default_factory=set)
    """Nodes that an earlier audit knew, that did not open by themselves, and that the portal leads to."""
    proofs: dict[tuple[str, str], Proof] = field(default_factory=dict)
    empty: dict[tuple[str, str], Finding] = field(default_factory=dict)
    """Items whose label stands over no data."""
    open_nodes: set[str] = field(default_factory=set)
    aside: set[str] = field(default_factory=set)
    """Those of them that name another subject."""
    asides: int = 0
    eras: dict[str, int] = field(default_factory=dict)
    """Open node → the year that it is of, where all of the portal is of the year that is chosen at its door: 1 for the one before
    that which was chosen first."""
    pages_in_pipeline: int = 0
    visited: Counter[str] = field(default_factory=Counter)
    tiers: Counter[int] = field(default_factory=Counter)
    states: dict[str, str] = field(default_factory=dict)
    """State fingerprint → node that showed it first."""
    second_chances: int = 0
    """Nodes that were asked for again after a failure that may pass."""
    home: str = ""
    """State of the entry page."""
    keys: set[str] = field(default_factory=set)
    """Moves that were already proposed."""
    offered: dict[str, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    """Node → identities of what it and the nodes above it offered: menus, and the rows and forms of its view."""
    views: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Node → what it shows besides its menus, and how many of their entries are in sight."""
    said: dict[str, frozenset[str]] = field(default_factory=dict)
    """Node that asks → labels of all that can be pressed there."""
    entries: dict[str, str] = field(default_factory=dict)
    links: dict[tuple[str, str, str], str] = field(default_factory=dict)
    volatile: set[tuple[str, str]] = field(default_factory=set)
    """(host, parameter) whose value changes from page to page without a meaning."""
    families: dict[str, str] = field(default_factory=dict)
    """Host → the vendor family its pages were recognised as; empty when they were not."""
    looked_at: Counter[str] = field(default_factory=Counter)
    """Host → pages looked at for marks of a family."""
    unended: Counter[str] = field(default_factory=Counter)
    """Host → compressed pages that do not say where they end and were asked for once more."""
    cookies: Sequence[Mapping[str, Any]] = ()
    """Of the browser context, for the files that Scrapy fetches."""
    addresses: dict[str, str] = field(default_factory=dict)
    """Addresses opened directly: without their volatile parameters → as they were."""
    seen_criteria: Counter[str] = field(default_factory=Counter)
    """Criterion → pages with a record set of it that holds data."""
    pages_of: Counter[str] = field(default_factory=Counter)
    series: Series = field(default_factory=Series)
    followed: Repeats = field(default_factory=Repeats)
    presses: Presses = field(default_factory=Presses)
    harvest: Harvest = field(default_factory=Harvest)
    fruitless: int = 0
    """Nodes seen since the last new item."""
    counted: dict[str, int] = field(default_factory=dict)
    """Node → the tier as which its visit was counted."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Node → as which it was picked for a visit."""
    found: list[tuple[int, int, float]] = field(default_factory=list)
    """Of each page: the number of its node, the items it proved for the first time, seconds since the start."""
    several: bool = False
    """A page led to several criteria before any town was chosen."""
    chosen: bool = False
    """In a portal of many towns the one that is audited was found: only what is seen of it counts."""
    problems: list[dict[str, str]] = field(default_factory=list)
    sideline: set[str] = field(default_factory=set)
    """Requests that were held back, in words, and that the data of a page do not depend on."""
    refused: Counter[str] = field(default_factory=Counter)
    """``host:port`` → connections to it that the egress filter refused meanwhile: private networks."""
    robots: dict[str, Counter[str]] = field(default_factory=dict)
    """Host → what its robots.txt was, and for how many pages; with those that it forbids."""
    certificates: dict[str, str] = field(default_factory=dict)
    """Host → what is wrong with its certificate; its pages were read all the same."""
    truncated: int = 0
    """Pages of which only a part was read: too large."""
    places: dict[str, dict[str, str]] = field(default_factory=dict)
    """Criterion → node → the place in words: pages that promised the criterion, or showed it, and could be judged. Under no
    criterion: the other pages that could be judged, the first of them."""
    says_none: set[str] = field(default_factory=set)
    """Criteria whose places said themselves that there is nothing."""
    unanswered: set[str] = field(default_factory=set)
    """Criteria of which a query was run and the page stayed as it was."""
    denials: Counter[str] = field(default_factory=Counter)
    """Address → how often the portal would not take what a page posted there."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """Criterion → places that promised it and were not visited, since others like them had brought nothing."""
    dropped: Counter[str] = field(default_factory=Counter)
    dropped_criteria: set[str] = field(default_factory=set)
    requests: int = 0
    bytes: int = 0
    started: float = 0.0
    started_at: str = ""
    ended: float = 0.0
    entry_problem: str = ""
    current: str = ""
    """What is being looked at, for the progress line."""
    on_begin: Callable[[Audit], None] | None = None
    verdicts_given: list[Verdict] = field(default_factory=list)
    run: str = ""
    """The run that it is part of."""
    unkept: str = ""
    """Why what was seen could not be written to disk: nothing of this audit counts."""
    namesakes: int = 0
    """Audits of the same town that began in the same second."""
    folder: str = ""
    """Where the whole audit lies, once it is."""

    @property
    def name(self) -> str:
        """Unique in a run; also the browser context."""
        return f"{self.municipality.uf.lower()}/{self.municipality.slug}"

    def items(self) -> list[tuple[Criterion, Item]]:
        """The items of the matrix that are asked for, each with its criterion."""
        return [(self.matrix.criterion(item.criterion), item) for item in self.matrix.items(self.essential_only)]

    def open_items(self) -> set[tuple[str, str]]:
        """(criterion, item) of what is not proved yet."""
        return {(c.id, i.key) for c, i in self.items()} - {
            key for key, proof in self.proofs.items() if proof.finding.has_data
        }

    def kinds(self, criteria: Collection[str]) -> tuple[tuple[str, ...], ...]:
        """For each open item of some criteria that only some records have the words that tell those."""
        kinds = ((c.id, i) for c, i in self.items() if i.kinds and c.id in criteria)
        still = self.open_items()
        return tuple(tuple(map(normalize, item.kinds)) for name, item in kinds if (name, item.key) in still)

    def wanted(self) -> frozenset[str]:
        """Criteria with open items."""
        return frozenset(criterion for criterion, _ in self.open_items())

    def town(self) -> str:
        """The name of the municipality."""
        return self.municipality.name

    def makers(self) -> frozenset[str]:
        """The vendor families of its portal: those of the catalogue, and those that its pages were recognised as."""
        return frozenset({*self.municipality.families, *self.families.values()} - {"", OWN_SITE})

    @staticmethod
    def shown(page: Page) -> set[tuple[str, str]] | None:
        """(criterion, item) of what a page shows data of; None where it could not be judged."""
        return None if page.findings is None else {(f.criterion, f.item) for f in page.findings if f.has_data}

    # ---- the walk ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the clock."""
        self.started = time.monotonic()
        self.started_at = now()
        if self.on_begin is not None:
            self.on_begin(self)

    @property
    def finished(self) -> bool:
        """Whether nothing is under way any more."""
        return bool(self.started) and not self.open_nodes and not self.pages_in_pipeline

    def overdue(self) -> bool:
        """Whether the walk should have ended by itself two minutes ago."""
        return time.monotonic() - self.started > self.budget.minutes * 60 + 120

    def abandon(self) -> None:
        """End a walk that does not end by itself; what it leaves open is named."""
        self.dropped["abandoned"] += len(self.open_nodes)
        self.dropped_criteria.update(self.wanted())
        self.open_nodes.clear()
        self.aside.clear()
        self.pages_in_pipeline = 0

    def release(self) -> None:
        """It is whole: what only the walk needed is given back, since a run may be over thousands."""
        for held in (
            self.keys,
            self.offered,
            self.views,
            self.said,
            self.links,
            self.addresses,
            self.states,
            self.counted,
            self.numbers,
        ):
            held.clear()
        self.followed, self.presses, self.harvest = Repeats(), Presses(), Harvest()
        self.ways.clear()
        self.known = None

    def opened(self, request: Request) -> None:
        """A node waits in the frontier."""
        candidate = candidate_of(request)
        node = candidate.node.fingerprint()
        self.open_nodes.add(node)
        if candidate.off_topic:
            self.aside.add(node)
        if candidate.years_back:
            self.eras[node] = candidate.years_back

    def left(self, request: Request) -> None:
        """A node was visited, failed, or was dropped."""
        candidate = candidate_of(request)
        fingerprint = candidate.node.fingerprint()
        if not (candidate.revisit and fingerprint in self.offered_again):
            self.open_nodes.discard(fingerprint)
        self.aside.discard(fingerprint)
        self.eras.pop(fingerprint, None)
        self.followed.ended(fingerprint)
        self.series.asked(fingerprint, (candidate.series, candidate.parent_series))
        self.changed()

    def holds(self, request: Request) -> bool:
        """Whether a node waits for others of the portal: all for the entry, and then for the places that are known; what
        names another subject for everything else; another year of the whole portal for the one that was chosen first."""
        candidate = candidate_of(request)
        if candidate.off_topic and self.open_nodes - self.aside:
            return True
        era = candidate.years_back  # the session is of one year at a time
        if era and any(self.eras.get(node, 0) < era for node in self.open_nodes - self.aside):
            return True
        if self.known is None or candidate.kind == "entry":
            return False
        if Node(url=self.municipality.portal_url).fingerprint() in self.open_nodes:
            return True
        return not candidate.revisit and not (self.open_nodes & self.known.nodes) <= self.offered_again

    def asks_on(self, request: Request) -> None:
        """What answers for a series goes on with a request (a query on the page of a year): its other members wait for it."""
        candidate = candidate_of(request)
        self.series.ask(candidate.parent_series, candidate.node.fingerprint())

    def busy(self, request: Request) -> bool:
        """Whether another way to the same thing is under way: it may make this one needless."""
        candidate = candidate_of(request)
        node = candidate.node.fingerprint()
        return self.series.waits(node, candidate) or self.followed.meets(node, candidate)

    def repeats(self, request: Request) -> bool:
        """Whether a component says what another one said that was followed, or is just now."""
        candidate = candidate_of(request)
        return bool(self.followed.tier(candidate)) or self.followed.meets(candidate.node.fingerprint(), candidate)

    def admits(self, request: Request) -> bool:
        """Whether a node is still worth a visit: then the visit is counted, else why it is not."""
        if self.ended:
            return False
        candidate = candidate_of(request)
        tier = max(candidate.tier, self.followed.tier(candidate))
        again = candidate.retry.restart or bool(request.meta.get("retry_times"))
        reason = self._objection(candidate, tier, again)
        if reason:
            self._passes_over(candidate, tier, reason)
        else:
            self._sets_out(candidate, tier)
        return not reason

    def _objection(self, candidate: Candidate, tier: int, again: bool) -> str:
        """Why a node is not worth a visit any more; "" when it is. ``again``: its address was opened before, in vain."""
        criterion, kind, node, wanted = candidate.criterion, candidate.kind, candidate.node, self.wanted()
        era = candidate.years_back
        tests: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("elsewhere", lambda: self.chosen and not candidate.of_town),
            ("settled", lambda: not wanted or (criterion and criterion not in wanted and kind != "entry")),
            ("entry", lambda: candidate.revisit and self.entry_problem),
            ("unmoved", lambda: self._unmoved(candidate)),
            ("era", lambda: era and not self._lacking(candidate.promised, era)),
            ("answered", lambda: self.series.is_answered(candidate)),
            ("unfolded", lambda: self.presses.unfolds_again(candidate)),
            ("known", lambda: kind == "link" and not again and self._address(node) in self.addresses),
            ("siblings", lambda: self.harvest.spent(candidate.group, tier)),
            ("pattern", lambda: self.harvest.worn_out(node, candidate.page_pattern, tier)),
            ("grows", lambda: grows(node.url) and kind != "entry"),
            ("again", lambda: self.followed.tier(candidate) and self.followed.in_vain()),
            ("inert", lambda: self.presses.does_nothing(candidate)),
            ("nodes", lambda: sum(self.visited.values()) >= self.budget.nodes),
            ("time", lambda: time.monotonic() - self.started > self.budget.minutes * 60),
            ("patience", lambda: tier >= 2 and self.fruitless >= self.budget.patience and not self._unseen()),
            ("aside", lambda: candidate.off_topic and self.asides >= self.budget.aside),
            ("near", lambda: tier == 2 and self.tiers[2] >= self.budget.near),
            ("far", lambda: tier >= 3 and (self.tiers[3] >= self.budget.far or not self._unseen())),
        )
        return next((reason for reason, holds in tests if holds()), "")

    def _unseen(self) -> frozenset[str]:
        """Wanted criteria that no page has shown data of."""
        return self.wanted() - set(self.seen_criteria)

    def _lacking(self, criterion: str, era: int) -> bool:
        """Whether another year of the whole portal may show what is missing of a criterion ("" for any): nothing of it was seen
        yet, or a list without rows."""
        still = [key for key in self.open_items() if not criterion or key[0] == criterion]
        empty = Counter(c for c, item in still if (c, item) in self.empty)
        unseen = {c for c, _ in still} - set(self.seen_criteria)
        return bool(unseen) or (era == 1 and max(empty.values(), default=0) >= HEADINGS)

    def _unmoved(self, candidate: Candidate) -> bool:
        """Whether an earlier audit saw that nothing open is to be found at a node."""
        if self.known is None or candidate.revisit:
            return False
        node, familiar = candidate.node.fingerprint(), candidate.offered_before
        return self.known.passes_over(node, familiar, candidate.promised, self.open_items())

    def _address(self, node: Node) -> str:
        """What the address of a node stands for; "" for one that is reached by steps."""
        return "" if node.steps else self.plain(node.url)

    def _passes_over(self, candidate: Candidate, tier: int, reason: str) -> None:
        """A node is not visited; where it promised something the verdicts tell."""
        criterion = candidate.criterion
        self.dropped[reason] += 1
        self.ways.passed_over.add(candidate.node.fingerprint())
        if criterion and reason in ("siblings", "pattern", "inert"):
            self.passed_over[criterion] += 1
        if reason in ("nodes", "time") and tier <= 1:
            self.dropped_criteria.update([criterion] if criterion else self.wanted())

    def _sets_out(self, candidate: Candidate, tier: int) -> None:
        """A node is visited now."""
        node, kind = candidate.node, candidate.kind
        fingerprint = node.fingerprint()
        if address := self._address(node):
            self.addresses[address] = node.url
        self.series.ask(candidate.series, fingerprint)
        self.followed.begun(fingerprint, candidate)
        self.counted[fingerprint] = min(tier, 3)
        self.tiers[min(tier, 3)] += 1
        self.asides += candidate.off_topic
        self.visited[kind] += 1
        self.numbers[fingerprint] = sum(self.visited.values())
        self.ways.visited[fingerprint] = Way(node, kind, candidate.promised, candidate.move.retries)

    def cookie_header(self, url: str) -> dict[str, str]:
        """The header that the browser would send to an address."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path or "/"
        sent = []
        for cookie in self.cookies:
            domain, base = cookie["domain"], cookie["path"].rstrip("/")
            # A host-only cookie has no dot before its domain.
            known = host == domain or (domain.startswith(".") and f".{host}".endswith(domain))
            if (
                known
                and (path == base or path.startswith(f"{base}/"))
                and (parts.scheme == "https" or not cookie["secure"])
            ):
                sent.append(f"{cookie['name']}={cookie['value']}")
        return {"Cookie": "; ".join(sent)} if sent else {}

    def acted(self, candidate: Candidate, changed: bool) -> None:
        """A component was used, and the page is another one now or still the same."""
        self.presses.acted(candidate, changed)
        if changed:
            self.followed.led_on(candidate)

    def pressed(self, series: str, changed: bool) -> None:
        """A member of a series (a year) was pressed."""
        if series and not changed and self.presses.stays(series):
            self.series.answer(series)

    def opened_menu(self, node: str, candidate: Candidate) -> bool:
        """Whether a click brought more entries of a menu into sight, and left the view beside it as it was."""
        (view, entries), (before, fewer) = (self.views.get(n, ("", 0)) for n in (node, candidate.parent))
        opened = candidate.kind == "click" and bool(view) and view == before and entries > fewer
        if opened:
            self.presses.opened_menu(candidate)
        return opened

    def tried(self, request: Request, fruitful: bool) -> None:
        """A node was seen, or failed: whether it brought or led to anything counts for its siblings."""
        candidate = candidate_of(request)
        self.followed.ended(candidate.node.fingerprint())
        self.harvest.tried(candidate.group, fruitful)

    def too_deep(self, criteria: Iterable[str]) -> None:
        """Moves that promise something lie deeper than the budget allows."""
        for criterion in criteria:
            self.dropped["depth"] += 1
            self.dropped_criteria.update([criterion] if criterion else self.wanted())

    def readmit(self, candidate: Candidate) -> None:
        """A node that was admitted was not visited after all: it will be asked for again."""
        fingerprint = candidate.node.fingerprint()
        self.followed.ended(fingerprint)
        self.tiers[self.counted.pop(fingerprint, min(candidate.tier, 3))] -= 1
        self.visited[candidate.kind] -= 1

    def learn_volatile(self, found: set[tuple[str, str]]) -> None:
        """Take in what changes from page to page without a meaning."""
        if not found <= self.volatile:
            self.volatile |= found
            self.addresses = {self.plain(url): url for url in self.addresses.values()}

    def plain(self, url: str) -> str:
        """What an address stands for, without the parameters that are known to be volatile on its host."""
        host = host_of(url)
        return place_of(without_parameters(url, [name for at, name in self.volatile if at == host]))

    def opens_anew(self, addresses: Collection[str]) -> bool:
        """Whether pages that posted there in vain are opened anew: a few times, since some posts are never taken."""
        anew = any(self.denials[address] < DENIALS for address in addresses)
        self.denials.update(list(addresses))
        return anew

    def gone(self, node: Node, offered: bool) -> None:
        """A place that an earlier audit knew is not there any more: what it was about has moved. ``offered``: the portal leads
        there still (a record that opens after its query only), and it waits for a second visit."""
        self.dropped["moved"] += 1
        if offered:
            self.offered_again.add(node.fingerprint())
        self.addresses.pop(self.plain(node.url), None)

    def told(self, words: str) -> str:
        """Words of a portal as they may be kept: no numbers of people, no secrets, names as initials but the town's own."""
        return initials(clean(words, self.municipality.portal_url), self.municipality.name)

    def failed(self, node: Node, criterion: str, kind: str, reason: str, candidate: Candidate | None = None) -> None:
        """A visit brought nothing back. ``candidate`` tells whether its place was a way to anything."""
        way = {"way": "yes"} if candidate and _is_way(candidate) else {}
        self.problems.append(self._problem(node, criterion, kind, reason) | way)
        self.ways.failed(node.fingerprint(), reason)
        if not node.depth:
            self.entry_problem = clean(reason)

    def withheld(self, node: Node, criterion: str, reason: str, spares: bool = False) -> None:
        """What a page would have changed on the portal was held back. ``criterion``: of which data may be missing for that;
        ``spares``: the page is the entry, or shows data all the same. What was held back on such a page (the call of a counter,
        of a widget) explains no missing data on another."""
        if spares:
            self.sideline.add(reason)
        problem = self._problem(node, "" if reason in self.sideline else criterion, "withheld", reason)
        if problem not in self.problems:
            self.problems.append(problem)

    def _problem(self, node: Node, criterion: str, kind: str, reason: str) -> dict[str, str]:
        return {
            "url": clean_address(node.url, self.municipality.portal_url),
            "steps": self.told(" › ".join(node.words)),
            "criterion": criterion,
            "kind": kind,
            "reason": clean(reason),
        }

    # ---- what was seen -----------------------------------------------------------------------------------------

    def of_town(self, page: Page) -> None:
        """What a page shows counts if no town had to be chosen, or was on the way. The first that shows data of
        the chosen one ends what was seen of all towns together."""
        if self.chosen and not page.of_town:
            page.findings = page.findings and []
        elif page.of_town and any(finding.has_data for finding in page.findings or []):
            self.choose_town()

    def choose_town(self) -> None:
        """The pages of the town that is audited were found: what was seen of all towns together is forgotten."""
        if not self.chosen:
            self.chosen = True
            for held in (self.proofs, self.empty, self.seen_criteria, self.pages_of, self.places):
                held.clear()

    def improves(self, findings: Iterable[Finding]) -> list[Finding]:
        """The findings that would prove an item, or prove it better."""
        asked = {(c.id, i.key) for c, i in self.items()}
        better = []
        for finding in findings:
            key = (finding.criterion, finding.item)
            known = self.proofs.get(key)
            if key in asked and finding.has_data and (known is None or finding.score > known.finding.score + 0.05):
                better.append(finding)
        return better

    def consider(self, page: Page, findings: Iterable[Finding]) -> int:
        """Take in what a page proves; how many items it proves for the first time."""
        findings = list(findings)
        new = 0
        for finding in self.improves(findings):
            key = (finding.criterion, finding.item)
            known = self.proofs.get(key)
            if known is None:
                new += 1
            elif finding.score <= known.finding.score + 0.05:
                continue  # two columns of one page
            self.proofs[key] = Proof(finding, page)
        for finding in findings:
            if not finding.has_data:
                self.empty.setdefault((finding.criterion, finding.item), finding)
        if findings:
            self.ways.labels[page.node] = {(f.criterion, f.item) for f in findings}
            self.ways.shows[page.node] = {(f.criterion, f.item) for f in findings if f.has_data}
        self.seen_criteria.update({f.criterion for f in findings if f.has_data})
        self.pages_of.update({f.criterion for f in findings})
        self.fruitless = 0 if new else self.fruitless + 1
        self.found.append((self.numbers.get(page.node, 0), new, round(time.monotonic() - self.started, 2)))
        page.turn = page.turn or len(self.found)  # one judged again from the store keeps its turn
        return new

    def judged(self, page: Page, promised: str, says_none: bool = False, mute: bool = False) -> None:
        """A page that promised a criterion, or none, could be judged. ``says_none``: it says that there is nothing to show;
        ``mute``: a query was run and changed nothing."""
        portal = self.municipality.portal_url
        place = f"{clean(' › '.join(page.steps), portal)} ({clean_address(page.final_url, portal)})"
        served = {finding.criterion for finding in page.findings or []}
        for criterion in served | ({promised} if promised else set()):
            self.places.setdefault(criterion, {}).setdefault(page.node, place)
        if not served and not promised and len(self.places.setdefault("", {})) < PLACES:
            self.places[""].setdefault(page.node, place)
        if promised and says_none:
            self.says_none.add(promised)
        elif promised and mute:
            self.unanswered.add(promised)

    def proves(self, page: Page) -> bool:
        """Whether a page is the proof of any item."""
        return any(proof.page is page for proof in self.proofs.values())

    def sight(self, criterion: str) -> Sight:
        """What the walk can say of a criterion."""
        reached = self.pages_of[criterion]
        problems = tuple(p["reason"] for p in self.problems if p["criterion"] == criterion)
        return Sight(
            pages=sum(self.visited.values()),
            pages_of_criterion=reached,
            entry_problem=self.entry_problem,
            problems=problems,
            anything=bool(self.pages_of or self.says_none),
            budget_spent=criterion in self.dropped_criteria,
            places=tuple([*self.places.get(criterion, {}).values(), *self.places.get("", {}).values()][:PLACES]),
            in_place=max(reached, len(self.places.get(criterion, {}))),
            left=self.passed_over[criterion],
            unanswered=bool(self.seen_criteria) and criterion in self.unanswered - self.says_none,
            ways=tuple(p["reason"] for p in self.problems if p.get("way")),
        )

    def verdicts(self) -> list[Verdict]:
        """One verdict per item asked for, in the order of the matrix."""
        self.ended = time.monotonic()
        found = []
        for criterion, item in self.items():
            proof = self.proofs.get((criterion.id, item.key))
            verdict = decide(
                self.municipality.slug,
                self.municipality.uf,
                criterion,
                item,
                proof.finding if proof else None,
                proof.page if proof else None,
                self.empty.get((criterion.id, item.key)),
                self.sight(criterion.id),
            )
            verdict.time = now()
            found.append(verdict)
        self.verdicts_given = found
        return found

    def trace(self) -> list[dict[str, float]]:
        """Items proved against nodes, in the order in which nodes were picked (several are under way at once)."""
        items, latest, lines = 0, 0.0, []
        for number, new, seconds in sorted(self.found):
            items, latest = items + new, max(latest, seconds)
            lines.append({"nodes": number, "items": items, "seconds": latest})
        return lines

    def summary(self, verdicts: Iterable[Verdict]) -> dict[str, Any]:
        """Counts for ``audit.json``."""
        per_criterion: dict[str, Counter[str]] = {}
        for verdict in verdicts:
            per_criterion.setdefault(verdict.criterion, Counter())[verdict.status] += 1
        return {
            "criteria": {
                c: {
                    "name": self.matrix.criterion(c).name,
                    **{s: counts[s] for s in ("published", "absent", "inconclusive")},
                }
                for c, counts in per_criterion.items()
            },
            "nodes": {
                "visited": sum(self.visited.values()),
                "by_kind": dict(self.visited),
                "dropped": dict(self.dropped),
                "states": len(self.states),
            },
            "trace": self.trace(),
            "families": {host: family for host, family in self.families.items() if family},
            "requests": self.requests,
            "bytes": self.bytes,
            "refused": dict(self.refused),
            "robots": {host: dict(told) for host, told in sorted(self.robots.items())},
            "certificates": dict(sorted(self.certificates.items())),
            "truncated": self.truncated,
            "run": self.run,
            "revisit": {"of": self.known.of, "full": self.known.full} if self.known else None,
            "problems": self.problems,
            "entry_problem": self.entry_problem,
            "unvisited_criteria": sorted(self.dropped_criteria),
            "places": {criterion: list(places.values()) for criterion, places in sorted(self.places.items())},
            "says_none": sorted(self.says_none),
            "unanswered": sorted(self.unanswered),
            "passed_over": dict(self.passed_over),
            "matrix": self.matrix.to_dict(self.essential_only),
        }


def _is_way(candidate: Candidate) -> bool:
    """Whether a place promised something, and no criterion by name: the only link to the portal, a menu."""
    inner = candidate.move.rating.generic or candidate.promising or candidate.kind in ("row", "query", "document")
    return candidate.tier <= 1 and not candidate.criterion and not inner
