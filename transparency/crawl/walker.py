"""Between the visit and the walk: what is done with a page while it is open."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from scrapy import Request

from transparency.browse.snapshot import HandedOut, Snapshot, VisitFailed
from transparency.classify.absence import Ending, Fault, Outcome
from transparency.classify.obstacle import CLOSED, hint, session_closed, session_over
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import Kind, without_tokens
from transparency.crawl.endings import TOO_LONG, Records, ending_of, passing_faults, records_in, records_of, shows_year
from transparency.crawl.frontier import Frontier
from transparency.crawl.onward import Onward, own_entries
from transparency.crawl.portal_words import PortalWords
from transparency.crawl.request import CANDIDATE, Candidate, Retry, candidate_of, progress_of
from transparency.crawl.signposts import MENUS, Signposts
from transparency.crawl.standing import Standing, standing_of
from transparency.extract.loose_lines import loose_lines
from transparency.extract.values import counts_records, denials
from transparency.items import GONE, Box, Page
from transparency.node import Node, canonical_url
from transparency.text import normalize

FEW_LETTERS = 60
"""Letters besides links of its own that a page has at most that only leads on: a trail, a greeting."""
KEPT_YEAR: Fault = ("kept year", "pode ser do ano que se escolheu antes noutra página")
"""Of a page that says that there are no records, while the session may be of an old year."""
LABEL = 60
"""Characters of a line that may be a label, or the value of one; of prose most lines are longer."""
LOOSE = 6
"""So many such lines are the fields of a part of a record, whether they are understood or not."""
NOT_UNDERSTOOD = "mostra um texto que o programa não soube ler como campos de um registro"
SILENT: frozenset[Outcome] = frozenset({"no_answer", "inert", "refused"})
"""How a place ends that has shown something in an earlier audit, and now shows nothing."""


class Guide(Protocol):
    """What a walker needs of the spider that sent it."""

    audits: dict[str, Audit]
    today: dt.date
    frontier: Frontier
    words: PortalWords
    signposts: Signposts
    onward: Onward

    def page_of(self, audit: Audit, snapshot: Snapshot) -> Page:
        """What was seen, judged."""

    def saw(self, audit: Audit, snapshot: Snapshot, page: Page) -> None:
        """A page of the walk, for what else is asked of the town."""

    def refusal(self, snapshot: Snapshot) -> str:
        """Why a form of the page is not sent (Portuguese); "" where none is held back."""

    def second_chance(self, audit: Audit, request: Request, kind: str) -> bool:
        """Whether what failed is asked once more."""

    def handed_out(self, audit: Audit, request: Request, file: HandedOut | None) -> Iterator[Request]:
        """What becomes of a file that a step brought instead of a page."""


def _asks(candidate: Candidate) -> bool:
    """Whether a candidate is a query that is worth an answer."""
    return candidate.kind == "query" and candidate.tier <= 1


def _is_whole(snapshot: Snapshot) -> bool:
    """Whether a page has a title, scripts or styles, or a menu, as most have; a part of one has none of them."""
    frame = snapshot.frames[0]
    return bool(snapshot.title or frame.made.strip() or any(one.region in MENUS for one in frame.data.candidates))


def _asks_or_opens(snapshot: Snapshot) -> bool:
    """Whether a page asks for something, or has something pressed."""
    data = snapshot.frames[0].data
    return bool(data.forms) or any(one.kind == "click" for one in data.candidates)


def _shows_data(page: Page) -> bool:
    return any(finding.has_data for finding in page.findings or ())


def _faults(snapshot: Snapshot, withheld: Sequence[str]) -> tuple[Fault, ...]:
    """What failed on a page: requests and scripts of it, frames that did not open, what it was not let do."""
    lost = ((f"frame {words}", words) for words in snapshot.lost)
    return (*snapshot.faults, *lost, *((f"withheld {words}", words) for words in withheld))


@dataclass
class Sight:
    """One node that a visit has seen."""

    request: Request
    page: Page
    requests: list[Request] = field(default_factory=list)
    """The moves that lead on from it."""
    followed: bool = False


class Walker:
    """Judges what a visit sees while the page is still open, and lets the strategy decide whether to go on from there:
    what it would pick next anyway, and is one step away, needs no visit of its own."""

    def __init__(self, spider: Guide, request: Request) -> None:
        self.spider = spider
        self.request = request
        self.audit = spider.audits[candidate_of(request).audit]
        self.audit.current = candidate_of(request).node.words[-1]
        self.sights: list[Sight] = []
        self.withheld: tuple[str, ...] = ()
        """What the document in sight was not let do, up to the sight before."""

    @property
    def candidate(self) -> Candidate:
        """What is looked at just now."""
        return candidate_of(self.request)

    def _passing(self, snapshot: Snapshot) -> tuple[Fault, ...]:
        """What the page has told for a moment that went wrong."""
        told = passing_faults(snapshot, self.spider.words.obstacles)
        return tuple((key, self.audit.ledger.readable(why)) for key, why in told)

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the page promises something that is still wanted, or is the entry, and shows nothing of its own yet."""
        candidate = self.candidate
        if not candidate.node.depth:
            return all(one.disabled for view in snapshot.frames for one in view.data.candidates)
        if candidate.tier > 1 or candidate.promised not in self.audit.ledger.wanted():
            return False
        found = records_in(s for view in snapshot.frames for s in view.redacted.record_sets or ())
        return not found - self._seen_before(("link", "click", "row"))  # a record may open in a window over its list

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Judge the page; the boxes of what it proves better than any page before. None where it need not be pictured."""
        page = self.spider.page_of(self.audit, snapshot)
        page.of_town = self.candidate.of_town
        self.audit.of_town(page)
        better = self.audit.ledger.improves(page.findings or [])
        new = self.audit.consider(page, page.findings) if page.findings is not None else 0
        self.spider.frontier.strategy_of(self.audit.name).rewarded(page.node, new, self.audit.shown(page))
        self.audit.agenda.harvest.took_in(self.candidate, new, _shows_data(page))
        self.sights.append(Sight(self.request, page))
        if better:
            self.audit.portal.pictured.setdefault(page.state, page.node)
            return [f.box for f in better if f.box]
        return [] if self.audit.to_picture(self.candidate, page) else None

    def closed(self, snapshot: Snapshot) -> bool:
        """An error, the entry page again, or words that say so."""
        first = snapshot.frames[0].data
        return (
            snapshot.status >= 400
            or canonical_url(snapshot.url) == canonical_url(snapshot.node.entry)
            or session_closed(first.title, first.text, self.spider.words.obstacles)
        )

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """Take the moves of the page in sight, and one of them right away."""
        sight, audit, candidate = self.sights[-1], self.audit, self.candidate
        page = sight.page
        page.screenshot, page.shot_origin = snapshot.screenshot, snapshot.shot_origin
        page.moved = snapshot.moved
        if not candidate.retry.afresh:  # whose session nobody else has
            audit.portal.cookies = snapshot.cookies
            audit.portal.heed_session(snapshot)
        if _is_whole(snapshot):
            audit.portal.whole.add(page.node)
        page.seconds = round(snapshot.seconds, 3)
        self.spider.saw(audit, snapshot, page)
        state = f"{era}|{page.state}" if (era := candidate.years_back) else page.state
        unfolded = self._unfolds(snapshot)
        known = state in audit.portal.states and not unfolded
        audit.portal.states.setdefault(state, page.node)
        withheld = self._withheld_since(snapshot)
        self._take_in(sight, snapshot, known, withheld)
        self._note_unread(page, snapshot, withheld)
        if not page.depth and not page.problem:
            audit.ledger.entry_problem = ""
        sight.followed = True
        changed = unfolded or page.state != candidate.page_state
        audit.agenda.followed.came_again(candidate, known)
        audit.agenda.acted(candidate, changed)
        audit.agenda.pressed(candidate.series, changed)
        found = [*map(candidate_of, sight.requests)]
        audit.ledger.offered(page.node, found)
        if candidate.kind in ("link", "click") and candidate.tier == 0 and any(map(_asks, found)):
            audit.agenda.harvest.asked(snapshot.node)
        fruitful = audit.ledger.proves(page) or any(one.tier <= 1 for one in found)
        audit.agenda.tried(self.request, fruitful)
        sight.requests += self.spider.onward.another(audit, page, candidate, fruitful, snapshot.text)
        if not further or snapshot.base or page.problem:
            return None
        next_one = self.spider.frontier.take_over([r for r in sight.requests if self._within_reach(snapshot.node, r)])
        if next_one is None:
            return None
        sight.requests.remove(next_one)
        self.request = next_one
        audit.current = self.candidate.node.words[-1]
        return self.candidate.node

    def _take_in(self, sight: Sight, snapshot: Snapshot, known: bool, withheld: Sequence[str]) -> None:
        """Follow a page on, or note why it is no answer. ``known``: its state was seen before."""
        page, audit, candidate = sight.page, self.audit, self.candidate
        if page.problem and candidate.revisit and page.status in GONE:
            # Where the portal still leads there, that counts.
            audit.agenda.gone(candidate, self.spider.frontier.give_back(self.request))
        elif page.problem and page.status in GONE and candidate.tier <= 1 and candidate.move.by_click:
            # The address may be one that only the page itself knows, as a route of an application. Till that was tried it has failed.
            audit.failed(snapshot.node, candidate.promised, "obstacle", page.problem, candidate)
            sight.requests = [self.spider.onward.again(audit, candidate.move.by_click, candidate)]
        elif candidate.move.by_click and candidate.kind == "link" and self._is_fragment(snapshot):
            # Opened by itself it has none of the scripts by which it is asked, and opens its records.
            sight.requests = [self.spider.onward.again(audit, candidate.move.by_click, candidate, "click")]
        elif self._closed_by_another(page, snapshot):
            # Till it was asked once more it has failed.
            audit.failed(snapshot.node, candidate.promised, "obstacle", page.problem or CLOSED, candidate)
            retry = Retry(restart=True, second_chance=True)
            sight.requests = [self.spider.onward.again(audit, snapshot.node, candidate, retry=retry)]
        elif page.problem:
            audit.failed(snapshot.node, candidate.promised, "obstacle", page.problem, candidate)
        else:
            leads = set[str]()
            sight.requests = list(self.spider.onward.follow(audit, page, snapshot, candidate, known, leads))
            faults = (*_faults(snapshot, withheld), *self._passing(snapshot))
            self._answer(page, snapshot, faults, leads, known)

    def _is_fragment(self, snapshot: Snapshot) -> bool:
        """Whether what an address brings is a part of the page that leads there, which loads it into a tab."""
        whole = self.candidate.parent in self.audit.portal.whole
        return whole and not _is_whole(snapshot) and _asks_or_opens(snapshot)

    def _closed_by_another(self, page: Page, snapshot: Snapshot) -> bool:
        """Whether a page says that its session is over, which another visit may have ended: it is asked once more, with no other
        beside it."""
        over = session_over(snapshot.title, snapshot.text, self.spider.words.obstacles)
        if (
            not over
            or page.findings
            or not snapshot.node.depth
            or not self.spider.second_chance(self.audit, self.request, "session")
        ):
            return False
        self.audit.portal.one_by_one = True
        return True

    def _unfolds(self, snapshot: Snapshot) -> bool:
        """Whether a press has brought links that no page had before and that are not in sight either: a folder of a menu was
        opened in a drawer that is closed."""
        every = (one for view in snapshot.frames for one in view.data.candidates)
        hidden = {without_tokens(one.href) for one in every if one.hidden and one.kind == "link"}
        fresh = hidden - self.audit.portal.out_of_sight
        self.audit.portal.out_of_sight |= fresh
        return self.candidate.kind == "click" and bool(fresh)

    def _note_unread(self, page: Page, snapshot: Snapshot, withheld: Sequence[str]) -> None:
        """Keep what of a page could not be read, or was not let out of it."""
        audit, candidate = self.audit, self.candidate
        for lost in snapshot.lost:
            audit.failed(snapshot.node, candidate.promised, "frame", lost)
        if page.truncated and not page.findings and not page.problem:
            audit.failed(snapshot.node, candidate.promised, "unreadable", TOO_LONG, candidate)
        for words in withheld:
            unrelated = bool(page.findings) or not page.depth
            audit.ledger.withheld(snapshot.node, candidate.promised, words, unrelated)
        unheard = [*snapshot.denied.values()] if _asks(candidate) and not _shows_data(page) else []
        for words in [*(() if page.findings else snapshot.refused), *unheard][:1]:
            audit.failed(snapshot.node, candidate.promised, "data", words)

    def _answer(
        self, page: Page, snapshot: Snapshot, faults: tuple[Fault, ...], leads: Collection[str], known: bool
    ) -> None:
        """Enter in the ledger what the place of the candidate has answered."""
        audit, candidate, entry = self.audit, self.candidate, not page.depth
        found = records_of(page)
        audit.portal.records["" if entry else page.node] = found
        refusal = self.spider.refusal(snapshot)
        if entry:
            audit.portal.says = "\n".join((snapshot.text, *snapshot.alerts, *snapshot.passed))
            audit.portal.refusal = refusal
            audit.ledger.entry_faults = faults
        elif refusal == audit.portal.refusal:
            refusal = ""
        # What is gone from the page counts where it was the answer of a query.
        gone = snapshot.passed if candidate.kind in ("query", "choice") else ()
        text = "\n".join((snapshot.text, *snapshot.alerts, *gone))
        name = candidate.name if candidate.criterion else ""
        everywhere = frozenset() if entry else denials(audit.portal.says, name)
        fresh = found - self._seen_before()
        around = audit.portal.told.get(candidate.parent, frozenset()) if candidate.of_record else frozenset[str]()
        audit.portal.told[page.node] = counts_records(text) | denials(text, name)
        ending = ending_of(page, text, fresh, faults, leads, refusal, everywhere, name, around)
        if ending.outcome in ("no_answer", "refused"):
            ending = self._without_answer(page, snapshot, ending, known)
        if ending.outcome == "no_answer" and self._not_understood(snapshot):
            ending = replace(ending, reason=NOT_UNDERSTOOD)
            audit.ledger.expects(candidate)
        ending = self._of_its_year(snapshot, ending)
        if candidate.revisit and ending.outcome in SILENT:
            # Its way may need what this session has not: where the portal still leads there, that counts.
            audit.agenda.gone(candidate, self.spider.frontier.give_back(self.request))
            return
        audit.portal.stood["" if entry else page.node] = standing_of(snapshot)
        if entry:
            audit.ledger.entry_silence = self._why_silent(snapshot, ending)
            withheld = {key for key, _ in faults if key.startswith("withheld ")}
            audit.ledger.faults_beside_data.update({key: {page.node, ""} for key in withheld})
        # Where the entry has led to another address its own links name that.
        node = replace(candidate.node, url=page.final_url) if entry else candidate.node
        audit.ledger.answer(candidate, ending, page, audit.portal.question(node))

    def _of_its_year(self, snapshot: Snapshot, ending: Ending) -> Ending:
        """A page without a year of its own, after another one was asked for an old year by a post, may be of that year: that it
        has no records says nothing of this one."""
        queries = [step for step in snapshot.node.steps if step.op == "query"]
        portal = self.audit.portal
        if any(step.attempt for step in queries) and snapshot.posted and snapshot.cookies:
            portal.asked_back = True
        if queries or not portal.asked_back or ending.outcome not in ("none", "empty"):
            return ending
        views = [view.data for view in snapshot.frames]
        if shows_year(views, self.spider.words.query, self.spider.today.year):
            return ending
        return replace(ending, faults=(*ending.faults, KEPT_YEAR))

    def _seen_before(self, leading: Collection[Kind] = ("link", "click")) -> Records:
        """The records that stood on the entry page; of what leads to another page, on the page before it, too. ``leading``: kinds
        of moves that do."""
        records, candidate = self.audit.portal.records, self.candidate
        before = records.get("", frozenset()) if candidate.node.depth else frozenset()
        return before | records.get(candidate.parent, frozenset()) if candidate.kind in leading else before

    def _without_answer(self, page: Page, snapshot: Snapshot, ending: Ending, known: bool) -> Ending:
        """A page that shows nothing of its own: a menu that opened, a page with places of its own, or one that was seen before
        by another way (neither the entry nor the page from which it was asked)."""
        audit, candidate = self.audit, self.candidate
        if audit.agenda.opened_menu(page.node, candidate):
            return replace(ending, outcome="leads_on")
        if shows := self._unfolded(page, snapshot):
            return replace(ending, outcome="records", shows=shows)
        first = audit.portal.states.get(page.state, page.node)
        if (
            known
            and first not in (page.node, candidate.parent)
            and page.state not in (audit.portal.home, candidate.page_state)
        ):
            audit.ledger.repeats(page.node, first)
            before = audit.ledger.endings.get(first)
            if before is not None:
                return replace(before, faults=(*before.faults, *ending.faults))
        offered = self.spider.onward.offers(audit, snapshot, candidate)
        inert = candidate.kind == "click" and page.state == candidate.page_state and not ending.faults
        if inert and ending.outcome == "no_answer" and not ending.leads | offered:
            return replace(ending, outcome="inert")
        if ending.outcome == "no_answer" and self._only_leads_on(snapshot):
            return replace(ending, outcome="leads_on", leads=ending.leads | offered)
        reason = self._why_silent(snapshot, ending)
        return replace(ending, reason=reason, leads=ending.leads | offered)

    def _unfolded(self, page: Page, snapshot: Snapshot) -> frozenset[str]:
        """The criteria of what came in sight of a record when a part of it was opened, and was read before, folded as it was."""
        if not self.candidate.of_record:
            return frozenset()
        fresh = self._own(snapshot).words
        shown = (
            (finding.criterion, column)
            for finding in page.findings or ()
            if finding.has_data
            for column in page.frames[finding.frame].record_sets[finding.record_set].columns
            if column.filled and column.samples
        )
        said = ((criterion, normalize(f"{column.label} {column.samples[0]}").split()) for criterion, column in shown)
        return frozenset(criterion for criterion, words in said if words and fresh >= Counter(words))

    def _not_understood(self, snapshot: Snapshot) -> bool:
        """Whether a part of a record of a criterion has brought short lines of words that no table holds."""
        candidate = self.candidate
        aside = candidate.off_topic or candidate.move.rating.aside  # a glossary beside the record
        if aside or not (candidate.of_record and candidate.promised):
            return False
        fresh = self._own(snapshot).words
        lines = [normalize(line) for view in snapshot.frames for line in loose_lines(view.redacted.html)]
        own = [line for line in lines if 2 * sum(word in fresh for word in line.split()) > len(line.split())]
        short = [line for line in own if len(line) <= LABEL]
        return len(short) >= LOOSE and 2 * len(short) > len(own)

    def _why_silent(self, snapshot: Snapshot, ending: Ending) -> str:
        """Why a page shows nothing (Portuguese), if that can be told. That it asks for a password says more than any form of it."""
        asks_password = self._own(snapshot).asks_password
        told = hint(snapshot.text, self.spider.words.obstacles, asks_password)
        return told if asks_password else ending.reason or told

    def _own(self, snapshot: Snapshot) -> Standing:
        """What stands on a page, and neither on the one before it nor on the entry."""
        standing = standing_of(snapshot)
        return standing - self.audit.portal.stood_before(self.candidate.parent) if snapshot.node.depth else standing

    def _only_leads_on(self, snapshot: Snapshot) -> bool:
        """Whether a page shows nothing besides links of its own, asks for nothing, and its session is not over."""
        own = self._own(snapshot)
        if own.asked or own.asks_password or session_over(snapshot.title, snapshot.text, self.spider.words.obstacles):
            return False
        links = [one.label for _, one in own_entries(self.audit, snapshot, self.candidate) if one.label]
        named = Counter(normalize(" ".join((*links, *snapshot.node.labels, snapshot.title))).split())
        return bool(links) and sum(len(word) * n for word, n in (own.words - named).items()) < FEW_LETTERS

    def _withheld_since(self, snapshot: Snapshot) -> tuple[str, ...]:
        """What the page was not let do since the sight before: a document keeps on telling all of it."""
        before, now = self.withheld, tuple(snapshot.withheld)
        self.withheld = now
        return now[len(before) :] if now[: len(before)] == before else now

    def _within_reach(self, here: Node, request: Request) -> bool:
        """Whether a node is one step away from the one in sight, or its last query once more."""
        candidate = candidate_of(request)
        there = candidate.node
        return (
            bool(there.steps)
            and there.url == here.url
            and not candidate.retry.restart
            and (
                there.steps[:-1] == here.steps
                or (
                    candidate.kind == "query"
                    and there.steps[:-1] == here.steps[:-1]
                    # a form in steps stands at its last step now
                    and not self.spider.signposts.advances(there.steps[-1].target.label)
                )
            )
        )

    def stuck(self, error: Exception) -> None:
        """The step in place failed: the node gets a visit of its own, unless it brought a file."""
        if isinstance(error, VisitFailed) and error.kind == "document":
            self.sights[-1].requests += self.spider.handed_out(self.audit, self.request, error.file)
            return
        self.spider.frontier.give_back(self.request)
        self.audit.agenda.readmit(self.candidate)
        retry = replace(self.candidate.retry, restart=True)
        self.request.meta[CANDIDATE] = replace(self.candidate, retry=retry)
        self.sights[-1].requests.append(self.request)

    def results(self) -> Iterator[Page | Request]:
        """The pages that were seen, and the moves that wait; then the nodes are done."""
        for sight in self.sights:
            self.audit.pages_in_pipeline += 1
            yield sight.page
            yield from sight.requests
            self.audit.agenda.left(sight.request)


def walker_of(request: Request) -> Walker | None:
    """The walker that looks at the page of a request, once it is open."""
    walker = progress_of(request).walker
    return walker if isinstance(walker, Walker) else None
