"""Where a page leads: the moves of it that are proposed, and other tries at what brought nothing."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scrapy import Request

from transparency.browse.snapshot import NO_WEB, FrameView, Snapshot
from transparency.crawl.arrival import NOTHING, Arrival, Offered, offered_before, offered_by, ran_query, view_of
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import (
    ENTRIES,
    PERIODS,
    Ground,
    Kind,
    Move,
    answers_of,
    by_name,
    further_views,
    in_a_month,
    in_its_place,
    last_resorts,
    leads_to_several,
    moves,
    next_attempt,
    openers,
    plain,
    says_only_when,
    turn_moves,
    volatile_parameters,
    ways_on,
    without_tokens,
)
from transparency.crawl.endings import records_of
from transparency.crawl.offering import offering_of
from transparency.crawl.portal_words import PortalWords
from transparency.crawl.request import FIRST, Candidate, Retry
from transparency.crawl.shown import Shown, labels_of, shown_on
from transparency.crawl.signposts import MENUS, Signposts
from transparency.crawl.standing import Standing, menus_on_both, presses_of
from transparency.extract.forms import QueryWords, field_kind, insists, longest_span, written_date
from transparency.extract.values import says_nothing_there
from transparency.items import Page
from transparency.matrix import Matrix
from transparency.model import Pressable
from transparency.node import Node, canonical_url, host_of, is_web
from transparency.text import words

MONTH_OF_DAYS, YEAR_OF_DAYS = 31, 300
"""A query of a longest time is run for one month, if that time is no year."""
LACKING = 2
"""So many earlier years are asked for what one section of a page lacks."""
FEW = 8
"""So few things to press, where a record has taken the place of its list, are parts of it and ways back."""


@dataclass
class Onward:
    """Proposes the moves of pages. ``request`` makes the request for a candidate."""

    matrix: Matrix
    words: PortalWords
    signposts: Signposts
    today: dt.date
    request: Callable[[Audit, Candidate], Request]

    def asking(self, audit: Audit) -> QueryWords:
        """What is chosen in the forms of a municipality's portal."""
        return self.words.query_of(audit.municipality.name, audit.municipality.uf)

    def follow(
        self, audit: Audit, page: Page, snapshot: Snapshot, candidate: Candidate, known: bool, leads: set[str]
    ) -> Iterator[Request]:
        """The moves that lead on from the page of a candidate. One that was seen before still owes the earlier years of its query.
        ``leads``: here the criteria are put that its moves promise."""
        wanted = audit.ledger.wanted()
        kinds = audit.ledger.kinds(wanted)
        shown = shown_on(page, snapshot, self.matrix, wanted, self.words.query, self.signposts.unripe, kinds)
        if shown.answers(set(candidate.move.seeks)):
            audit.agenda.series.answer(candidate.series, candidate.parent_series)
        opens, again = self._asked(audit, page, snapshot, candidate, shown) if ran_query(snapshot) else (False, None)
        arrival = Arrival(audit, page, snapshot, candidate, known, leads, shown, opens, again)
        yield from self._further_queries(arrival)
        if not snapshot.node.depth:
            audit.portal.home = page.state
        elif page.state == audit.portal.home and candidate.move.on_the_way:
            # Opened by itself the address leads back home: its place depends on the way (a wizard, a chosen town).
            yield self.again(audit, candidate.move.on_the_way, candidate)
            return
        audit.portal.views[page.node] = view_of(snapshot)
        offered = offered_before(audit, page, snapshot, candidate, shown.filled)
        if arrival.of_other_year:
            offered = NOTHING  # what was offered is of another year
        yield from self._openers(arrival, offered) if arrival.comes_again else self._moves(arrival, offered)

    def _further_queries(self, arrival: Arrival) -> Iterator[Request]:
        """What the query that was run is asked after it: another period, other views."""
        audit, page, snapshot, candidate = arrival.audit, arrival.page, arrival.snapshot, arrival.candidate
        asking = self.asking(audit)
        if arrival.opens:
            # The year of all that follows was chosen: another one is for what is still missing when the rest was seen.
            if other := next_attempt(snapshot.node, snapshot.asked, self.today, asking):
                later = replace(candidate, years_back=candidate.years_back + 1)
                yield self.again(audit, other, later, "query", arrival.after)
        elif arrival.again is not None and not arrival.unanswered:
            yield self.again(audit, arrival.again, candidate, "query", arrival.after)
        if ran_query(snapshot) and arrival.again is None and not page.problem:
            component, wanted = candidate.component, audit.ledger.wanted()
            views = further_views(
                snapshot.node, snapshot.asked, component, arrival.promise, self.signposts, asking, wanted
            )
            yield from self._propose(audit, snapshot.node, views, page, candidate, arrival.leads)

    def _openers(self, arrival: Arrival, offered: Offered) -> Iterator[Request]:
        """What leads on from a page that was seen before: a row that was only selected is opened by what stands elsewhere."""
        audit, page, candidate, node = arrival.audit, arrival.page, arrival.candidate, arrival.snapshot.node
        audit.portal.offered[page.node] = offered
        if candidate.kind != "row" or candidate.opens_selection or node.depth >= audit.budget.depth:
            return
        for view in arrival.snapshot.frames:
            found = openers(view.key, view.data, node, self.signposts)
            yield from self._propose(audit, node, found, page, candidate, arrival.leads, opens_selection=True)

    def _moves(self, arrival: Arrival, offered: Offered) -> Iterator[Request]:
        """What leads on from a page that was not seen before."""
        audit, page, candidate, node = arrival.audit, arrival.page, arrival.candidate, arrival.snapshot.node
        menus, content = offered
        for view in arrival.snapshot.frames:
            if view.url.startswith("http"):
                audit.portal.entries.setdefault(host_of(view.url), view.url)
        ground = self._ground(audit, page, arrival.snapshot, candidate, arrival.shown, menus | content)
        audit.portal.learn_volatile(volatile_parameters(audit.portal.links, arrival.frames))
        found = moves(arrival.frames, ground, self.signposts, self.asking(audit), self.today, audit.ledger.wanted())
        if arrival.unanswered:
            answers = self._answers(arrival, found)
            if answers is not None:
                found = answers
            elif arrival.again is not None:
                yield self.again(audit, arrival.again, candidate, "query", arrival.after)
        else:
            found += last_resorts(arrival.frames, ground, found, self.signposts, audit.ledger.unpromised())
            if self._shows_nothing(arrival):
                # where one of its records can be opened, the others are like it
                turned = not any(move.kind == "row" for move in found)
                turns = turn_moves(arrival.frames, ground, arrival.promise) if turned else ()
                found = [*(found if arrival.shown.filled else ways_on(found, arrival.promise)), *turns]
        found = self._with_older(arrival, ground, found)
        self._learn(arrival, found, ground)
        if arrival.of_other_year:  # its query asks for years, and they are asked for in turn
            found = [move for move in found if move.kind in ENTRIES]
        if any(move.kind == "query" for move in found):
            every = (c for view in arrival.snapshot.frames for c in view.data.candidates)
            audit.portal.pressable[page.node] = frozenset(plain(c.caption) for c in every)
        node, found = self._no_deeper(node, found) if arrival.adds_only else (node, found)
        if node.depth >= audit.budget.depth:
            near = (move for move in found if move.rating.tier <= 1 and move.key not in audit.portal.proposed)
            audit.agenda.too_deep(near, candidate.promised)
            return
        here = offered_by(found, arrival.frames, node)
        audit.portal.offered[page.node] = (menus | here[0], content | here[1])
        yield from self._propose(audit, node, found, page, candidate, arrival.leads, around=ground.menus)

    @staticmethod
    def _no_deeper(node: Node, found: Sequence[Move]) -> tuple[Node, list[Move]]:
        """A node and its moves, where a press has only unfolded something on the page before: they lie no deeper than that."""
        up = [replace(move, node=replace(move.node, depth=move.node.depth - 1)) for move in found]
        return replace(node, depth=node.depth - 1), up

    def _with_older(self, arrival: Arrival, ground: Ground, found: list[Move]) -> list[Move]:
        """The records of a list, each with what stands in its place in the list of the year before."""
        wanted = arrival.shown.served & arrival.audit.ledger.wanted()
        opened = {move.key for move in found if move.kind == "row" and move.node.steps}
        listing = self._year_before(arrival, ground, wanted) if opened and wanted and not ground.inner else None
        if listing is None:
            return found
        return [
            replace(move, older=((move.kind, in_its_place(move.node, listing)),)) if move.key in opened else move
            for move in found
        ]

    def _year_before(self, arrival: Arrival, ground: Ground, lacks: frozenset[str]) -> Node | None:
        """A list as its own query or its bar of years shows it for the year before; None where it has none."""
        snapshot, asking = arrival.snapshot, self.asking(arrival.audit)
        if ran_query(snapshot) and self._asks_when(snapshot, arrival.candidate):
            return next_attempt(snapshot.node, snapshot.asked, self.today, asking)
        ground = replace(ground, lacks=lacks)
        found = moves(arrival.frames, ground, self.signposts, asking, self.today, lacks)
        this_year = str(self.today.year)
        asked = (m.node for m in found if m.retries and m.kind == "query")
        chosen = (m.node for m in found if m.in_series and says_only_when(m.label) and this_year not in m.label)
        return next(chosen, None) or next(
            (node if node.steps[-1].attempt else next_attempt(node) for node in asked), None
        )

    @staticmethod
    def _shows_nothing(arrival: Arrival) -> bool:
        """Whether a page that promised what is still wanted shows none of it but what leads on, and does not say that there is none."""
        candidate, shown = arrival.candidate, arrival.shown
        promised = candidate.tier <= 1 and candidate.promised in arrival.audit.ledger.wanted()
        silent = not ((shown.filled and not shown.listing) or shown.in_sight or arrival.page.problem)
        return promised and silent and not says_nothing_there(arrival.snapshot.text)

    def _answers(self, arrival: Arrival, found: list[Move]) -> list[Move] | None:
        """Of the moves of a page that answers a query without records those that may be its answer; None where none is."""
        if says_nothing_there(arrival.snapshot.text):
            return None
        panels = {c.path for view in arrival.snapshot.frames for c in view.data.candidates if c.panel}
        return answers_of(found, arrival.promise, arrival.again, panels)

    @staticmethod
    def _learn(arrival: Arrival, found: Sequence[Move], ground: Ground) -> None:
        """Keep what the moves of a page say of its portal: whether a year has what was looked for, and whether it is of several
        towns."""
        audit, candidate = arrival.audit, arrival.candidate
        if candidate.series and any(m.kind in ("document", "row") and m.rating.tier <= 1 for m in found):
            audit.agenda.series.answer(candidate.series)  # the files of a year are of the others, too
        if not leads_to_several(found):
            return
        if ground.chosen:
            audit.choose_town()
        elif not any(move.town == "chosen" for move in found):
            audit.portal.several = True

    def _asked(
        self, audit: Audit, page: Page, snapshot: Snapshot, candidate: Candidate, shown: Shown
    ) -> tuple[bool, Node | None]:
        """Whether the query that was run opened a portal for a year; else the query that is to be run after it, if any."""
        if page.problem:
            return False, self._earlier(audit, snapshot, candidate, shown)
        if self._opens(audit, page, snapshot, candidate, shown):
            return True, None
        earlier = self._earlier(audit, snapshot, candidate, shown)
        if shown.filled:
            return False, earlier
        return False, self._shorter(audit, snapshot) or earlier or self._insists(snapshot)

    def _shorter(self, audit: Audit, snapshot: Snapshot) -> Node | None:
        """The query that was run for one month, where its page says that it searches no longer time at once; and for one month
        of the year before, where it was."""
        asking, step = self.asking(audit), snapshot.node.steps[-1]
        days = longest_span(_said(snapshot), asking)
        for_month = any(written_date(text) for _, text in step.choices)
        if not for_month and (days is None or days >= YEAR_OF_DAYS):
            return None
        return in_a_month(snapshot.node, snapshot.asked, min(days or MONTH_OF_DAYS, MONTH_OF_DAYS), self.today, asking)

    def _insists(self, snapshot: Snapshot) -> Node | None:
        """The query that was run for a common name, where its page says that it will not search without one."""
        said = insists(_said(snapshot), self.words.query)
        return by_name(snapshot.node, snapshot.asked, self.words.query) if said else None

    def _opens(self, audit: Audit, page: Page, snapshot: Snapshot, candidate: Candidate, shown: Shown) -> bool:
        """Whether a query that was asked for nothing in particular, but for a year, has led to menus that were not there before:
        a portal that asks at its door for the year of all that is in it."""
        if candidate.promised or shown.promising or not self._asks_when(snapshot, candidate):
            return False
        ground = self._ground(audit, page, snapshot, candidate, shown, frozenset())
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        every = frozenset(self.signposts.criteria)
        found = moves(frames, ground, self.signposts, self.asking(audit), self.today, every)
        before = audit.portal.pressable.get(candidate.parent, frozenset())
        return leads_to_several(m for m in found if m.kind in ENTRIES and plain(m.label) not in before)

    def _asks_when(self, snapshot: Snapshot, candidate: Candidate) -> bool:
        """Whether the query that was run asks for a period."""
        return candidate.move.retries or any(field_kind(c, self.words.query) in PERIODS for c in snapshot.asked)

    def _earlier(self, audit: Audit, snapshot: Snapshot, candidate: Candidate, shown: Shown) -> Node | None:
        """The query that was run, for an earlier year, when it brought nothing or left a section of the page bare."""
        node = snapshot.node
        if not self._asks_when(snapshot, candidate) or candidate.parent_series:
            return None  # the next year is that of a bar of links
        if shown.has_records and not (shown.lacks and node.steps[-1].attempt < LACKING):
            return None
        # without a button nothing happens where nothing is chosen
        same = tuple(snapshot.choices) == candidate.retry.choices
        idle = same if snapshot.choices else not node.steps[-1].target.path
        return None if idle else next_attempt(node, snapshot.asked, self.today, self.asking(audit))

    def _ground(
        self, audit: Audit, page: Page, snapshot: Snapshot, candidate: Candidate, shown: Shown, offered: frozenset[str]
    ) -> Ground:
        """Where the moves of a page start, and what is known of it. ``offered``: what was there before, too."""
        node = snapshot.node
        telling = [t for t in node.labels if not self.signposts.is_generic(t) and not says_only_when(t)]
        return Ground(
            # An address alone does not tell the year that was chosen on the way.
            replace(node, url=snapshot.base, steps=()) if snapshot.base and not candidate.years_back else node,
            snapshot.url,
            shown.filled,
            shown.promising,
            sought=bool(node.steps)
            and (node.steps[-1].op == "query" or candidate.kind == "query")
            and not shown.filled
            and candidate.promised in audit.ledger.wanted(),
            before=self._before(audit, snapshot, candidate),
            listing=shown.listing,
            state=page.state,
            inherited=offered,
            astray=bool(telling) and not shown.promising and self.signposts.leads_astray(telling[-1]),
            origin=node if node.steps else None,
            entries=audit.portal.entries,
            columns=labels_of(page, True),
            headings=labels_of(page, False),
            inner=candidate.kind == "row" or candidate.of_record,
            menus=self._menus_around(audit, snapshot, candidate),
            charted=candidate.move.opens_chart_data,
            content=self._content(snapshot, candidate),
            lacks=shown.lacks,
            # a year that waited for the rest is as near as what it is a year of
            remote=candidate.tier >= 2 and bool(page.depth) and not self._is_wanted(telling, audit),
            opened=audit.portal.several,
            chosen=candidate.of_town,
            title=snapshot.title,
            kinds=audit.ledger.kinds(shown.served or {candidate.promised}),
        )

    @staticmethod
    def _menus_around(audit: Audit, snapshot: Snapshot, candidate: Candidate) -> frozenset[str]:
        """Of a page that shows a record, or a part of one: where menus stand that stand around its list as well."""
        before = audit.portal.stood.get(candidate.listed_by)
        return menus_on_both(before.presses, presses_of(snapshot)) if before else frozenset()

    @staticmethod
    def _before(audit: Audit, snapshot: Snapshot, candidate: Candidate) -> frozenset[tuple[str, str]]:
        """What could be pressed before a query was run that has brought nothing, or a record was opened on the page of its list, or
        in its place with few things to press: what came up since may hold the rest."""
        before = audit.portal.stood.get(candidate.parent, Standing()).presses
        if says_nothing_there(snapshot.text):
            return before
        if not (candidate.kind == "row" or candidate.of_record):
            return frozenset()
        still = presses_of(snapshot)
        # What unfolds moves the rest down: labels tell it, and not places.
        labels, known = ({label for _, label in presses} for presses in (still, before))
        opened_here = len(known & labels) > len(known) / 2 or len(still - before) <= FEW
        return before if opened_here else frozenset()

    def _is_wanted(self, telling: Sequence[str], audit: Audit) -> bool:
        """Whether the last label of a way that says more than a year names something that is still wanted."""
        wanted = audit.ledger.wanted()
        rating = self.signposts.rate(telling[-1], "", (), "", "", wanted) if telling else None
        return rating is not None and rating.tier == 0 and rating.criterion in wanted

    @staticmethod
    def _content(snapshot: Snapshot, candidate: Candidate) -> str:
        """What a view with an address of its own shows besides its menus, and what it was opened for."""
        if not snapshot.node.steps or canonical_url(snapshot.url) == canonical_url(snapshot.node.url):
            return ""
        seen = (f"{without_tokens(view.url)} {view.content}" for view in snapshot.frames)
        told = "\n".join((candidate.promised, *seen))
        return hashlib.sha1(told.encode(), usedforsecurity=False).hexdigest()[:16]

    def _propose(
        self,
        audit: Audit,
        here: Node,
        found: list[Move],
        page: Page,
        source: Candidate,
        leads: set[str],
        opens_selection: bool = False,
        around: frozenset[str] = frozenset(),
    ) -> Iterator[Request]:
        """Requests for the moves that were not proposed before. ``source``: the candidate that led to the page; ``around``: of a
        record, the bars of the menus around its list."""
        offering = offering_of(audit, here, found, page, source, opens_selection, around)
        for place, move in enumerate(found):
            audit.agenda.ways.offered.add(offering.trace(move))
            led = offering.led(move)
            if led is None:
                continue
            key = offering.key(move)
            candidate = offering.candidate(led, key, place)
            promised = audit.ledger.promise(candidate, led.also)
            if candidate.question != source.question:
                leads |= promised
            if key in audit.portal.proposed:
                audit.ledger.again.setdefault(page.node, set()).add(audit.portal.proposed[key])
                continue
            audit.portal.proposed[key] = candidate.question
            if not is_web(led.node.url):
                audit.failed(led.node, led.rating.criterion, "egress", NO_WEB, candidate)
                continue
            request = self.request(audit, candidate)
            audit.agenda.asks_on(request)
            yield request

    def offers(self, audit: Audit, snapshot: Snapshot, candidate: Candidate) -> set[str]:
        """The criteria that a page offers places for in its content: what it shows there, and the page before it and the entry
        do not, names them."""
        every = frozenset(self.signposts.criteria)
        found = set[str]()
        for view, one in own_entries(audit, snapshot, candidate):
            if " ".join(words(one.label)) == candidate.name:  # in the trail of where one is
                continue
            rating = self.signposts.rate(one.label, one.title, one.around, one.hint, one.region, every)
            if rating is not None and rating.tier == 0 and canonical_url(one.href) != canonical_url(view.url):
                found.update(rating.named)
        return found

    def again(
        self, audit: Audit, node: Node, candidate: Candidate, kind: Kind | None = None, retry: Retry = FIRST
    ) -> Request:
        """Another try at what a candidate was for: by another year, or by another way."""
        attempt = node.steps[-1].attempt if node.steps else 0
        other = candidate.again(node, kind, replace(retry, attempt=attempt))
        request = self.request(audit, other)
        if other.kind == "document" or retry.restart:  # the same node, in another way
            request = request.replace(dont_filter=True)
            audit.agenda.readmit(candidate)
        return request

    def another(
        self, audit: Audit, page: Page, candidate: Candidate, fruitful: bool = False, text: str = ""
    ) -> Iterator[Request]:
        """The next member of a series: another month after one that brought nothing, another record after one that
        leaves a field blank, or says that of a part there is nothing ("Não houve desembolso" under "Desembolsos"), or shows no more
        of it than a word ("Não se aplica"). ``text``: what the page says. After one that has not run its course first one of the
        year before."""
        found, unripe = page.findings or [], False
        if candidate.kind == "row" or candidate.of_record:
            blank = {(finding.criterion, finding.item) for finding in found if not finding.has_data}
            unripe = audit.ledger.shows_unripe(page.node)
            # the list that stands behind a window stood there before, too
            own = records_of(page) - audit.portal.records.get(candidate.parent, frozenset())
            nothing = candidate.of_record and (not own or (candidate.tier == 0 and not fruitful))
            bare = candidate.promised in audit.ledger.wanted() and (nothing or says_nothing_there(text, candidate.name))
            wants = bare or unripe or not blank.isdisjoint(audit.ledger.open_items())
        else:
            wants = not fruitful and not any(finding.has_data for finding in found)
        if wants and unripe and candidate.move.older:
            ((kind, node),) = candidate.move.older
            yield self.request(audit, replace(candidate, move=replace(candidate.move, older=())).again(node, kind))
        elif wants:
            yield from self._next_of(audit, candidate)

    def instead(self, audit: Audit, candidate: Candidate) -> Iterator[Request]:
        """Another record of a list, after one that could not be opened."""
        if candidate.kind == "row" or (candidate.of_record and audit.ledger.awaits_riper(candidate.promised)):
            yield from self._next_of(audit, candidate)

    def _next_of(self, audit: Audit, candidate: Candidate) -> Iterator[Request]:
        if candidate.move.others:
            (kind, node), *others = candidate.move.others
            yield self.request(audit, candidate.again(node, kind, others=tuple(others)))


def own_entries(audit: Audit, snapshot: Snapshot, candidate: Candidate) -> Iterator[tuple[FrameView, Pressable]]:
    """What can be pressed in the content of a page, and could not on the page before it, nor on the entry; with its frame."""
    elsewhere = audit.portal.stood_before(candidate.parent).presses
    for view in snapshot.frames:
        for one in view.data.candidates:
            if not (one.hidden or one.region in (*MENUS, "footer") or (one.path, one.label) in elsewhere):
                yield view, one


def _said(snapshot: Snapshot) -> str:
    """What a page says, in windows of the browser, too."""
    return " ".join((snapshot.text, *snapshot.dialogs))
