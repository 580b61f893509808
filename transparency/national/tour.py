"""The tour of one town: which places are still to be visited, in which order, and all that was seen. It asks for what brings most
points first."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from transparency.aspects.judge import judge_alone, judge_available, needs_years
from transparency.aspects.seen import (
    Gathered,
    OpenedFile,
    OpenedYear,
    Side,
    Sight,
    Status,
    TriedExport,
    TriedFilter,
    Unread,
)
from transparency.browse.snapshot import Snapshot
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import Signposts
from transparency.extract.sections import bare_headings
from transparency.matrix.cycle import Aspect, Cycle, Requirement
from transparency.national.leads import Lead, leads_of, records_of
from transparency.national.names import Names
from transparency.node import Node, canonical_url, host_of

What = Literal["entry", "place", "record", "menu", "year", "file", "export"]

PLACES = 3
"""So many places are visited at most for one requirement."""
QUESTIONS = 8
"""So many leads that the answer to one requirement names are followed at most."""
FILES = 3
"""So many files are opened at most for one requirement."""
RECORDS = 3
"""So many records are opened at most for one requirement."""
MENUS = 12
"""So many menus and tiles that name nothing are opened at most to see where they lead."""
ENTRY = 60
"""Characters of the longest label of an entry of a menu: more is a headline."""
DEEPEST = 5
"""Steps from the entry."""
HEADING = 0.7
"""A page whose heading names a requirement is a place of it, if the heading speaks of little else."""
ONWARD = 2
"""A page that leads so few ways besides its menus, and shows no list, leads on to it."""
_YEAR = re.compile(r"\b20\d\d\b")


@dataclass(frozen=True)
class Stop:
    """A visit: where, and what for."""

    node: Node
    what: What
    side: Side
    requirements: tuple[str, ...] = ()
    label: str = ""
    of: str = ""
    """Key of the page that leads there."""
    year: int = 0

    @property
    def key(self) -> str:
        """Of its node."""
        return self.node.fingerprint()

    @property
    def called(self) -> tuple[Side, str]:
        """As ``Lead.called``."""
        return self.side, phrase(self.label)


@dataclass(frozen=True)
class Seen:
    """A page as the tour takes it in."""

    sight: Sight
    node: Node
    leads: tuple[Lead, ...] = ()
    records: tuple[Node, ...] = ()
    """What opens records of its list."""
    of_town: bool = False
    """Its portal serves several towns, of which this one was chosen on the way."""


@dataclass
class Tour:
    """What a tour knows of one town. ``bound``: pages that are visited at most; files are bounded for each requirement."""

    cycle: Cycle
    site_url: str
    portal_url: str
    signposts: Signposts
    today: dt.date
    bound: int = 140
    names: Names = field(init=False)
    walked: list[Seen] = field(default_factory=list)
    """Pages of the walk that are not taken in yet."""
    door: Node | None = None
    """Where the part of the town begins on a portal that serves several."""
    sights: dict[str, Sight] = field(default_factory=dict)
    """Key → page, in the order in which they were seen."""
    places: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    """Requirement → key of a page → how fully the way there, or its heading, names it."""
    leads: dict[str, Lead] = field(default_factory=dict)
    """What may be visited, once each."""
    asked: dict[str, Stop] = field(default_factory=dict)
    """What was asked for."""
    failed: dict[str, str] = field(default_factory=dict)
    """Key of a node → why it gave no answer (Portuguese)."""
    tried: Counter[str] = field(default_factory=Counter)
    """Requirement → visits to places for it."""
    opened: Counter[str] = field(default_factory=Counter)
    """Requirement → files that were opened for it."""
    files: list[OpenedFile] = field(default_factory=list)
    exports: list[TriedExport] = field(default_factory=list)
    filters: list[TriedFilter] = field(default_factory=list)
    years: list[OpenedYear] = field(default_factory=list)
    records: dict[str, Sequence[Node]] = field(default_factory=dict)
    """Key of a page with a list → what opens records of it."""
    detailed: Counter[str] = field(default_factory=Counter)
    """Requirement → records that were opened for it."""
    waiting: list[Stop] = field(default_factory=list)
    """What a page has asked for: another year of its list, its export."""
    answered: dict[str, str] = field(default_factory=dict)
    """Requirement whose content is there, so that no other place is needed → key of the page that proves it."""
    nodes: dict[str, Node] = field(default_factory=dict)
    """Key of a page that the walk has seen and the tour has not → its node."""
    followed: set[tuple[Side, str]] = field(default_factory=set)
    """Sides and labels of the places that were visited: one that is called alike is the same by another way."""
    touched: set[str] = field(default_factory=set)
    """Requirements of which something was seen since they were last judged."""
    told: list[Stop] = field(default_factory=list)
    """What answers have named as not opened."""
    asked_at: int = 0
    """Pages and files that were known when answers were last asked for that."""
    questions: Counter[str] = field(default_factory=Counter)
    """Requirement → leads that were followed since its answer has named them."""
    menus: int = 0
    spent: bool = False
    """There was more to visit than could be."""

    def __post_init__(self) -> None:
        self.names = Names(self.cycle)

    # ---- where to go -------------------------------------------------------------------------------------------------

    def entries(self) -> list[Stop]:
        """The site and the portal, to begin with."""
        found: list[Stop] = []
        if self.site_url:
            found.append(self._entry(_home(self.site_url), "site"))
        if canonical_url(self.portal_url) != canonical_url(self.site_url):
            found.append(self._entry(self.door or _home(self.portal_url), "portal"))
        return found

    def _entry(self, node: Node, side: Side) -> Stop:
        stop = Stop(node, "entry", side)
        self.asked[stop.key] = stop
        return stop

    def next_stops(self, most: int) -> list[Stop]:
        """What is visited next: what pages have asked for, then the places that bring most, then menus. Nothing: it is over."""
        self._weigh()
        found: list[Stop] = []
        while len(found) < most:
            stop = self._waiting() or self._best_place() or self._proof() or self._record() or self._best_file()
            stop = stop or self._told() or self._menu()
            self.spent = stop is not None and self._visits() >= self.bound
            if stop is None or self.spent:
                return found
            self._begin(stop)
            found.append(stop)
        return found

    def _visits(self) -> int:
        return sum(stop.what not in ("file", "export") for stop in self.asked.values())

    def _begin(self, stop: Stop) -> None:
        """A stop is visited now: it counts for what it is visited for."""
        self.asked[stop.key] = stop
        if stop.what == "place":
            self.tried.update(stop.requirements)
            self.followed.add(stop.called)
        elif stop.what == "file":
            self.opened.update(stop.requirements)
        elif stop.what == "record":
            self.detailed.update(stop.requirements)
        elif stop.what == "menu":
            self.menus += 1
            self.followed.add(stop.called)

    def _weigh(self) -> None:
        """Which of the requirements that something was seen of need no other place."""
        for key in sorted(self.touched):
            requirement = self.cycle.by_id[key]
            answer = judge_available(requirement, self.gathered(requirement), self.today)
            if answer.status == "met":
                self.answered[key] = answer.sight
        self.touched.clear()

    def _waiting(self) -> Stop | None:
        while self.waiting:
            stop = self.waiting.pop(0)
            if stop.key not in self.asked and (stop.what != "export" or self._needs_export(stop)):
                return stop
        return None

    def _needs_export(self, stop: Stop) -> bool:
        """Whether no other export has brought what an answer needs."""
        asked = [self.cycle.by_id[key] for key in stop.requirements]
        return any(one.export and self.status(one, "export") != "met" for one in asked)

    def _proof(self) -> Stop | None:
        """The page that proves that the content is there, where only the walk has seen it and the other aspects are still to be
        tried."""
        for key, at in self.answered.items():
            if at in self.nodes and at not in self.asked and self._is_open(self.cycle.by_id[key]):
                sight = self.sights[at]
                return Stop(
                    self.nodes[at], "place", sight.side, tuple(self._of_page(sight)), (sight.labels or ("",))[-1]
                )
        return None

    def _is_open(self, requirement: Requirement) -> bool:
        """Whether an aspect of a list or of documents is not met yet."""
        if requirement.kind not in ("records", "documents"):
            return False
        tried: tuple[Aspect, ...] = ("history", "export", "filter")
        return any(one in requirement.aspects and self.status(requirement, one) != "met" for one in tried)

    def _told(self) -> Stop | None:
        """What the answer to the most valuable requirement names as not opened: a document, a page."""
        seen = len(self.sights) + len(self.files)
        if not self.told and seen != self.asked_at:
            self.told, self.asked_at = [*self._questions()], seen
        while self.told:
            stop = self.told.pop(0)
            if stop.key not in self.asked:
                return stop
        return None

    def _questions(self) -> Iterator[Stop]:
        """The leads that undecided answers name, those of what is worth most first."""
        by_address = {canonical_url(lead.node.url): lead for lead in self.leads.values() if not lead.node.steps}
        by_label = {lead.called: lead for lead in self.leads.values()}
        for requirement in sorted(self.cycle.requirements, key=lambda one: -self._points(one.id)):
            if requirement.id in self.answered or self.questions[requirement.id] >= QUESTIONS:
                continue
            answer = judge_available(requirement, self.gathered(requirement), self.today)
            side = self.sights[answer.sight].side if answer.sight in self.sights else "portal"
            lead = by_label.get((side, phrase(answer.label))) or by_address.get(canonical_url(answer.url))
            known = lead is None or lead.key in self.asked or lead.node.depth > DEEPEST
            if answer.status == "undecided" and lead is not None and not known:
                self.questions[requirement.id] += 1
                yield self._stop(lead, "file" if lead.file else "place", (requirement.id,))

    def _record(self) -> Stop | None:
        """The first record of a list that does not show all that is asked for by itself."""
        for key, nodes in self.records.items():
            sight = self.sights[key]
            wanted = tuple(one for one in self._of_page(sight) if self._wants_record(one))
            node = next((one for one in nodes if one.fingerprint() not in self.asked), None)
            if wanted and node is not None:
                return Stop(node, "record", sight.side, wanted, node.labels[-1], key)
        return None

    def _best_place(self) -> Stop | None:
        """The lead that names what is worth most and was least visited."""
        best: tuple[float, Stop] | None = None
        for key, lead in self.leads.items():
            if (
                key in self.asked
                or lead.file
                or lead.hidden
                or lead.node.depth > DEEPEST
                or lead.called in self.followed
            ):
                continue
            wanted = [one for one, value in lead.promised.items() if self._wants(one, value)]
            worth = sum(self._points(one) * lead.named[one] ** 2 / (1 + self._seen(one)) ** 2 for one in wanted)
            if wanted and (best is None or worth > best[0]):
                best = worth, self._stop(lead, "place", tuple(wanted))
        return best[1] if best else None

    def _best_file(self) -> Stop | None:
        """A file that is named as what a requirement asks for, the newest first."""
        best: tuple[tuple[float, str], Stop] | None = None
        for key, lead in self.leads.items():
            if key in self.asked or not lead.file:
                continue
            wanted = [one for one in lead.promised if self.opened[one] < FILES and self._takes_files(one)]
            if not wanted:
                continue
            newest = max(_YEAR.findall(lead.label), default="")
            worth = max(self._points(one) * lead.named[one] / (1 + self.opened[one]) ** 2 for one in wanted), newest
            if best is None or worth > best[0]:
                best = worth, self._stop(lead, "file", tuple(wanted))
        return best[1] if best else None

    def _menu(self) -> Stop | None:
        """A menu or tile that names nothing, while something is wanted that nothing names."""
        if self.menus >= MENUS or all(self._seen(one.id) for one in self.cycle.requirements if _has_place(one)):
            return None
        lead = min(self._unopened(), key=lambda one: (not one.portal, not one.folder, one.node.depth), default=None)
        return self._stop(lead, "menu", ()) if lead else None

    def _unopened(self) -> Iterator[Lead]:
        """The menus and tiles that name nothing and were not opened, by whatever way. A headline is none."""
        for key, lead in self.leads.items():
            known = key in self.asked or lead.file or lead.row or lead.hidden or lead.promised
            if known or lead.called in self.followed or lead.node.depth > DEEPEST:
                continue
            short = lead.menu and len(lead.label) <= ENTRY
            if (short or lead.portal) and self._is_inside(lead):
                yield lead

    def _menus_read(self) -> bool:
        """Whether site and portal answered, and all that their menus only show once it is pressed was read."""
        homes = {sight.side: sight for sight in self.homes()}
        asked = {side for side, url in (("site", self.site_url), ("portal", self.portal_url)) if url}
        if self._is_one_site():
            asked.discard("portal")
        if any(side not in homes or homes[side].problem for side in asked):
            return False
        shown = {lead.called for lead in self.leads.values() if not lead.hidden} | self.followed
        folded = (lead for lead in self.leads.values() if lead.hidden)
        return not any(lead.folder for lead in self._unopened()) and all(lead.called in shown for lead in folded)

    @staticmethod
    def _stop(lead: Lead, what: What, requirements: tuple[str, ...]) -> Stop:
        return Stop(lead.node, what, lead.side, requirements, lead.label, lead.of)

    def _points(self, key: str) -> float:
        requirement = self.cycle.by_id[key]
        return self.cycle.ranks[requirement.rank] * self.cycle.dimensions[requirement.dimension - 1].weight

    def _wants(self, key: str, value: float) -> bool:
        """Whether a requirement wants a place that is named so fully: what a page proves that is named less stands there by the way."""
        proved = self.places[key].get(self.answered[key], 1.0) if key in self.answered else 0.0
        return _has_place(self.cycle.by_id[key]) and self.tried[key] < PLACES and value > proved

    def _wants_record(self, key: str) -> bool:
        most = {"records": 1, "documents": RECORDS}.get(
            self.cycle.by_id[key].kind, 0
        )  # records all have the same fields
        return key not in self.answered and self.detailed[key] < most

    def _seen(self, key: str) -> int:
        return len(self.places.get(key, ())) + self.tried[key]

    def _takes_files(self, key: str) -> bool:
        return self.cycle.by_id[key].kind in ("documents", "text", "records") and key not in self.answered

    def _is_inside(self, lead: Lead) -> bool:
        """Whether a lead stays on the site or the portal of the town."""
        return lead.portal or bool(lead.node.steps) or host_of(lead.node.url) in self._hosts()

    def _hosts(self) -> set[str]:
        return {host_of(url) for url in (self.site_url, self.portal_url) if url}

    def side_of(self, url: str, before: Side) -> Side:
        """On which side an address is; where both are on one host, by the way there."""
        site, portal = host_of(self.site_url), host_of(self.portal_url)
        if site == portal or host_of(url) not in (site, portal):
            path = urlsplit(self.portal_url).path.rstrip("/")
            below = site == portal and bool(path) and urlsplit(url).path.startswith(path)
            return "portal" if below else before
        return "portal" if host_of(url) == portal else "site"

    # ---- what was seen -----------------------------------------------------------------------------------------------

    def saw(self, snapshot: Snapshot, stop: Stop, problem: str) -> Sight:
        """Take in a page of the tour."""
        sight = self._take(self._read(snapshot, stop.side, problem), stop.requirements)
        self.nodes.pop(sight.key, None)
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, sight, problem))
        return sight

    def walk_saw(self, snapshot: Snapshot, problem: str, of_town: bool) -> None:
        """Keep a page of the walk until it is known whether a town must be chosen on the portal."""
        self.walked.append(self._read(snapshot, "portal", problem, of_town))

    def take_walk(self, chosen: bool) -> None:
        """Take in the pages of the walk. ``chosen``: the town was chosen on a portal of several, so that the pages before lead to
        other towns, too; they count no more for the tour than for the walk."""
        inside = [one for one in self.walked if one.of_town or not chosen]
        if chosen and inside:
            door = min((one.node for one in inside), key=lambda node: node.depth)
            self.door = replace(door, depth=0, labels=())
            outside = _home(self.portal_url)
            self.asked[outside.fingerprint()] = Stop(outside, "place", "portal")
        for one in inside:
            self._take(one)
        self.walked.clear()

    def _read(self, snapshot: Snapshot, side: Side, problem: str, of_town: bool = False) -> Seen:
        node = snapshot.node
        side = self.side_of(snapshot.url, side)
        sight = Sight(
            key=node.fingerprint(),
            side=side,
            url=snapshot.url,
            steps=(*node.words[: len(node.words) - len(snapshot.done)], *snapshot.done),
            labels=node.labels,
            title=snapshot.title,
            status=snapshot.status,
            problem=problem,
            views=tuple(view.data for view in snapshot.frames),
            addresses=tuple(view.url for view in snapshot.frames),
            depth=node.depth,
        )
        if problem:
            return Seen(sight, node, of_town=of_town)
        leads = leads_of(snapshot, sight.key, side, self.names, self.signposts)
        listed = any(table.rows for table in sight.tables)
        records = records_of(snapshot, self.signposts) if listed else ()
        return Seen(sight, node, tuple(leads), tuple(records), of_town)

    def _take(self, seen: Seen, asked: Iterable[str] = ()) -> Sight:
        """Take in a page: what it is a place of, and where it leads. ``asked``: the requirements that it was visited for."""
        sight = seen.sight
        self.sights[sight.key], self.nodes[sight.key] = sight, seen.node
        self.note(sight, asked)
        for lead in self._leading_on(seen):
            self._offer(lead, sight)
        if seen.records:
            self.records[sight.key] = seen.records
        return sight

    def _leading_on(self, seen: Seen) -> list[Lead]:
        """The leads of a page. Where it is a place of lists but shows none, what leads on from it alone ("Consultar no sítio do
        órgão") is what the place is of."""
        own = {lead.key for lead in seen.leads if not (lead.menu or lead.file or lead.folder or lead.key in self.leads)}
        lists = [one.id for one in self.requirements_of(seen.sight) if one.kind == "records"]
        if len(own) > ONWARD or any(table.rows for table in seen.sight.tables):
            return [*seen.leads]
        inherited = dict.fromkeys(lists, HEADING)
        return [
            replace(lead, named={**lead.named, **inherited}) if lead.key in own and not lead.promised else lead
            for lead in seen.leads
        ]

    def note(self, sight: Sight, asked: Iterable[str] = ()) -> None:
        """Note of which requirements a page is a place: those that it was visited for, and those that its headings name."""
        for key, value in self._named_by(sight, frozenset(asked)).items():
            self.places[key][sight.key] = max(value, self.places[key].get(sight.key, 0.0))
            self.touched.add(key)

    def _named_by(self, sight: Sight, asked: frozenset[str]) -> Mapping[str, float]:
        found: dict[str, float] = {}
        for label in sight.labels[-1:]:
            found.update(
                {key: value for key, value in self.names.of(label).items() if value >= HEADING or key in asked}
            )
        if sight.depth:
            heads = [head for view in sight.views for head in bare_headings(view.html)]
            for head in (sight.title, *heads):
                for key, value in self.names.of(head).items():
                    if value >= HEADING:
                        found[key] = max(value, found.get(key, 0.0))
        lead = self.leads.get(sight.key)
        found.update({key: lead.named.get(key, HEADING) if lead else HEADING for key in asked if key not in found})
        return found

    def _offer(self, lead: Lead, sight: Sight) -> None:
        """Keep a lead; a file makes the page that links it a place of what it is."""
        if lead.file:
            inherited = {key: HEADING for key in self._of_page(sight) if self.cycle.by_id[key].kind == "documents"}
            lead = lead if lead.promised else replace(lead, named={**lead.named, **inherited})
            for one, value in lead.named.items():
                if self.cycle.by_id[one].kind == "documents" and value >= HEADING:
                    self.places[one].setdefault(sight.key, value * HEADING)
        key = lead.key
        before = self.leads.get(key)
        if before is None or _promise(lead) > _promise(before):
            self.leads[key] = lead

    def _of_page(self, sight: Sight) -> Iterator[str]:
        return (key for key, of in self.places.items() if sight.key in of)

    def took(self, stop: Stop, file: OpenedFile) -> None:
        """Keep what a stop has brought: the export of a list, or a document."""
        if stop.what == "export":
            self.exports.append(TriedExport(stop.of, stop.label, file))
        else:
            self.files.append(file)
            self.touched.update(stop.requirements)

    def lost(self, stop: Stop, reason: str) -> None:
        """A visit brought nothing. ``reason``: Portuguese."""
        self.failed[stop.key] = reason
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, None, reason))

    def homes(self) -> list[Sight]:
        """The home pages, as far as they were seen."""
        return [sight for sight in self.sights.values() if not sight.depth]

    def status(self, requirement: Requirement, aspect: Aspect) -> Status:
        """What an aspect comes to by now, if the content is there."""
        return judge_alone(requirement, self.gathered(requirement), self.today, aspect).status

    def needs_years(self, requirement: Requirement, key: str) -> bool:
        """Whether an answer still needs other years of a page."""
        return needs_years(requirement, self.gathered(requirement), self.today, key)

    def requirements_of(self, sight: Sight) -> list[Requirement]:
        """Those that a page is a place of."""
        return [self.cycle.by_id[key] for key in self._of_page(sight)]

    # ---- what it comes to --------------------------------------------------------------------------------------------

    def gathered(self, requirement: Requirement) -> Gathered:
        """All that was seen of one requirement."""
        ranked = sorted(self.places.get(requirement.id, {}).items(), key=lambda one: -one[1])
        places = [self.sights[key] for key, _ in ranked]
        keys = {sight.key for sight in places}
        entries = {sight.side: sight for sight in self.homes()}
        searched = {sight.key for sight in entries.values()}
        return Gathered(
            places=places,
            site=entries.get("site"),
            portal=entries.get("portal") or (entries.get("site") if self._is_one_site() else None),
            around=[sight for key, sight in self.sights.items() if key not in keys],
            files=[one for one in self.files if one.of in keys or requirement.id in self.names.of(one.label)],
            exports=[one for one in self.exports if one.of in keys],
            filters=[one for one in self.filters if one.of in keys or one.of in searched],
            years=[one for one in self.years if one.of in keys],
            unread=[*self._unread(requirement.id)],
            finished=not self.spent,
            menus_read=self._menus_read(),
        )

    def _was_visited(self, key: str, lead: Lead) -> bool:
        """Whether a lead, or one that is called alike, was visited, or would never be."""
        known = key in self.asked or key in self.sights or lead.called in self.followed
        return known or lead.hidden or lead.node.depth > DEEPEST

    def _is_one_site(self) -> bool:
        return canonical_url(self.portal_url) == canonical_url(self.site_url)

    def _unread(self, key: str) -> Iterator[Unread]:
        """What promised a requirement and gave no answer, and what was not visited though more places might have been."""
        owed = self.tried[key] < PLACES and _has_place(self.cycle.by_id[key])
        for place, lead in self.leads.items():
            if key not in lead.promised or (lead.file and self.opened[key] >= FILES):
                continue
            reason = self.failed.get(place, "")
            if not reason and owed and not lead.file and not self._was_visited(place, lead):
                reason = "não foi visitado: o limite de páginas"
            if reason:
                yield Unread(" › ".join(lead.node.words), lead.node.url, reason)


def _promise(lead: Lead) -> tuple[float, float]:
    """How fully a lead names what it promises, else what it names."""
    return max(lead.promised.values(), default=0.0), max(lead.named.values(), default=0.0)


def _home(url: str) -> Node:
    return Node(url=url, words=(f"abra {url}",))


def _has_place(requirement: Requirement) -> bool:
    """Whether a requirement is answered by a place of its own, and not by what any page shows."""
    return requirement.kind != "feature"


def digest_of(sight: Sight) -> tuple[int, str]:
    """How many rows a page shows, and a digest of them; of its words where it shows none."""
    rows = [[cell.text for cell in row] for table in sight.tables for row in table.rows]
    told = hashlib.sha1(repr(rows or sight.text).encode(), usedforsecurity=False).hexdigest()[:16]
    return len(rows), told
