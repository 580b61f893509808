"""Which queries a list is asked: one for each year or month of a range that it offers, none of them twice."""

from __future__ import annotations

import datetime as dt
from collections import deque
from dataclasses import dataclass, field, replace

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import QueryWords
from transparency.items import Box
from transparency.node import Node
from transparency.rows.items import QuerySummary
from transparency.rows.periods import Ways, When, asking_of, month_field, month_ways, ways_of
from transparency.rows.spans import Span
from transparency.rows.units import units_of

NO_PERIODS = "a lista não oferece ano, mês nem período: foi colhido o que ela mostra"
NOT_OFFERED = "o portal não oferece este período na lista"
OTHER_UNIT = "o portal mostrou “{}” no lugar de “{}”"
OTHER_SHOWN = "o portal mostrou {} no lugar deste período"


@dataclass(frozen=True)
class ListQuery:
    """One query of a list. Without ``when`` it is the one that the audit has asked."""

    node: Node
    when: When = ""
    unit: str = ""
    """The body of the town that it asks for; without one that which the list shows by itself."""
    insists: bool = False
    """It was asked before, and nothing came of it."""
    sought: bool = False
    """The list may be there: it is not where its wrapper says."""
    on_screen: bool = False
    """No file is wanted: what was pressed for one has led away from the list."""


@dataclass(frozen=True)
class Sight:
    """What is in sight of a list: its frame, and its box if that is known."""

    view: FrameView
    listed: bool
    """The list itself is there."""
    box: Box | None = None


@dataclass
class Plan:
    """The queries of one list: the first is what the audit has asked; its page tells which others there are."""

    node: Node
    """What the audit has asked."""
    way: Node | None
    """Where years and months are chosen that lead on to the list, if anywhere."""
    span: Span | None
    words: QueryWords
    signposts: Signposts
    today: dt.date
    waiting: deque[ListQuery] = field(default_factory=deque)
    known: set[When] = field(default_factory=set)
    """The periods that were asked for, or are to be."""
    kept: set[When] = field(default_factory=set)
    """Periods of which all is known already: they are not asked for …"""
    recalled: list[When] = field(default_factory=list)
    """… and those of them that are offered."""
    alike: bool = False
    """The list was seen to be the same for each body of the town."""
    notes: list[tuple[str, When]] = field(default_factory=list)
    """What of the range is not had, and why (Portuguese)."""

    def __post_init__(self) -> None:
        self.waiting.append(ListQuery(self.way if self.span and self.way else self.node))

    def arrive(self, query: ListQuery, snapshot: Snapshot, seen: Sight) -> When | None:
        """The period of the page that a query has led to, or None where its rows are not wanted. The queries that the page offers wait
        from now on."""
        if self.span is None:
            return ""
        if query.when:
            return self._of_period(self.span, query, snapshot, seen)
        ways = ways_of(snapshot, seen.view, seen.box, self.words, self.signposts, self.today)
        if ways is None and query.node is self.way:
            return self._without_bar(self.span, query, snapshot, seen)
        if ways is None:
            self.notes.append((NO_PERIODS, ""))
            return ""
        offered = ways.offered(self.span)
        years = {when[:4] for when in offered}
        self.notes += [(NOT_OFFERED, str(year)) for year in self.span.years() if str(year) not in years]
        here = self._choose(ways, offered)
        return here and self._of_period(self.span, ListQuery(query.node, here), snapshot, seen)

    def ask_units(self, query: ListQuery, snapshot: Snapshot, seen: Sight, told: QuerySummary) -> bool:
        """Whether the page of a query shows the body that it asks for; ``told`` takes which it is. Where it asks for none, and the list shows
        one at a time, the others wait from now on."""
        found = units_of(snapshot, seen.view, told.query, self.words, self.signposts, self.today)
        if query.unit:
            told.unit = query.unit
            if found is not None and found.shown != query.unit:
                self.notes.append((OTHER_UNIT.format(found.shown, query.unit), told.query))
            return found is None or found.shown == query.unit
        if found is not None:
            told.unit, told.units = found.shown, found.others
            if not self.alike:
                self.waiting.extendleft(ListQuery(found.reach(one), told.query, one) for one in reversed(found.others))
        return True

    def forget_units(self) -> None:
        """The list is the same for each body: no other one is asked for."""
        self.alike = True
        self.waiting = deque(query for query in self.waiting if not query.unit)

    def insist(self, query: ListQuery, snapshot: Snapshot) -> bool:
        """Have a period asked for once more that was pressed, where that has changed nothing: with what has brought the list, if that
        can still be pressed. Whether it can. A query that has a button of its own was sent by that."""
        sent = any(step.op == "query" and step.target.path for step in query.node.steps[-1:])
        before = () if sent else query.node.steps[-2:-1]
        pressable = {(one.path, one.label) for view in snapshot.frames for one in view.data.candidates}
        if query.insists or not before or (before[0].target.path, before[0].target.label) not in pressable:
            return False
        node = replace(query.node, steps=(*query.node.steps, before[0]))
        self.waiting.appendleft(replace(query, node=node, insists=True))
        return True

    def fall_back(self) -> None:
        """What leads to other periods does not lead to the list: it is asked for as the audit has asked."""
        self.notes.append((NO_PERIODS, ""))
        self.span = None
        self.waiting.append(ListQuery(self.node))

    def _without_bar(self, span: Span, query: ListQuery, snapshot: Snapshot, seen: Sight) -> When | None:
        """A page of months that does not say of which year they are: of the present one. Else the list is asked for itself."""
        year = str(self.today.year)
        months = month_ways(seen.view, seen.listed, snapshot.node, year, self.words)
        if months is None:
            self.waiting.append(ListQuery(self.node))
            return None
        return self._choose(months, months.offered(span))

    def _choose(self, ways: Ways, offered: list[When]) -> When | None:
        """Have the periods that are offered asked for, apart from the one in sight, which is given where it is wanted."""
        fresh = [when for when in offered if when not in self.known]
        self.recalled += [when for when in fresh if when in self.kept]
        self.known |= self.kept.intersection(offered)
        here = ways.shown if ways.shown in offered and ways.shown not in self.known else None
        self.waiting += [ListQuery(ways.reach(when), when) for when in offered if when not in {*self.known, here}]
        self.known |= {*offered}
        return here

    def _of_period(self, span: Span, query: ListQuery, snapshot: Snapshot, seen: Sight) -> When | None:
        """What the page of a query for a period shows: that, one month of it, or another one."""
        asking = asking_of(snapshot, self.words)
        shown = asking.shown() if asking else ""
        if shown.startswith(f"{query.when}-") and asking:  # of the year one month alone
            ways = ways_of(snapshot, seen.view, seen.box, self.words, self.signposts, self.today)
            return self._choose(ways, list(span.months(int(query.when)))) if ways else shown
        if shown and shown != query.when:
            self.notes.append((OTHER_SHOWN.format(shown), query.when))
            return None
        if "-" in query.when:
            return query.when
        if asking is None and (months := month_field(seen.view, snapshot.node, query.when, self.words)):
            self.known.discard(query.when)  # it is asked for with all of its months
            return self._choose(months, months.offered(span))
        if months := month_ways(seen.view, seen.listed, snapshot.node, query.when, self.words):
            return self._choose(months, months.offered(span))
        return query.when
