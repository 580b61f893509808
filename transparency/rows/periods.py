"""What a list may be asked for: the years and months that the fields of its query offer, or links and tabs beside it; and which of
them it shows."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.candidates import PERIODS, Ground, Move, bars_of, queries_of, reached_by
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import (
    QueryWords,
    field_kind,
    is_undecided,
    mark_ranges,
    month_of,
    number_of_month,
    period,
    takes_several,
    without_count,
    written_date,
    written_year,
)
from transparency.items import Box
from transparency.model import Field, Pressable
from transparency.node import FrameKey, Node, Step, Target
from transparency.rows.paging import distance
from transparency.rows.spans import MONTHS, Span
from transparency.text import normalize

When = str
"""A year ("2025"), a month ("2025-03"), or nothing where that is not known."""


@dataclass(frozen=True)
class Ways:
    """How a list is asked for another period."""

    shown: When
    """The one that is in sight, as far as it is told."""
    offered: Callable[[Span], list[When]]
    """The periods of a range that it may be asked for."""
    reach: Callable[[When], Node]
    """The node that one of them leads to."""


@dataclass(frozen=True)
class Asking:
    """The fields of a query, and what is chosen in them."""

    fields: Sequence[Field]
    choices: Mapping[str, str]
    words: QueryWords
    whole: bool = True
    """It answers for a whole year where it takes one."""

    def of(self, *kinds: str) -> list[Field]:
        """The fields that ask for something of these kinds."""
        return [one for one in self.fields if field_kind(one, self.words) in kinds]

    def said(self, field: Field) -> str:
        """What a field says, normalised."""
        label = field.caption
        if label in self.choices:
            return normalize(without_count(self.choices[label]))
        if field.ticked is not None:
            return " ".join(normalize(without_count(field.options[n].text)) for n in field.ticked)
        return normalize(without_count(field.content) if isinstance(field.value, int) else field.content)

    def shown(self) -> When:
        """The period that is chosen, as far as the fields tell."""
        dated = [said for one in self.of("month") if (said := month_of(self.said(one)))]
        if dated:
            return _between(dated[0], dated[-1])
        years = {found for one in self.of("year") if (found := written_year(self.said(one)))}
        if years:
            month = self._month() if len(years) == 1 else None
            return "" if month is None else _when(years.pop(), month)
        days = [day for one in self.of("date", "period") for day in self._days(one)]
        return _between((days[0].year, days[0].month), (days[-1].year, days[-1].month)) if len(days) == 2 else ""

    def _month(self) -> int | None:
        """The month that is chosen, 0 for all of them; None where nobody can tell."""
        fields = self.of("month")
        numbers = {number_of_month(self.said(one)) for one in fields}
        undecided = any(is_undecided(one, self.words) and one.caption not in self.choices for one in fields)
        if undecided or not fields:
            return None if undecided else 0
        return numbers.pop() if len(numbers) == 1 else 0

    def _days(self, field: Field) -> list[dt.date]:
        label = field.caption
        text = self.choices.get(label, str(field.value or ""))
        parts = text.replace("–", " ").split()  # a period in one field: day, sign, day
        return [day for part in parts if (day := written_date(part))]

    def tells_years(self) -> bool:
        """Whether it asks for a year in any way: a field of months alone leaves that to another one beside it."""
        return bool(self.of("year", "date", "period") or self._dated())

    def periods(self, span: Span) -> list[When]:
        """The periods of a range that the fields offer: whole years where that is possible, else months."""
        found: list[When] = []
        for year in span.years():
            if not self._has_year(year):
                continue
            whole = self._takes_year() and (span.has(str(year)) or not self._takes_month())
            found += [str(year)] if whole else [month for month in span.months(year) if self._has_month(month)]
        return found

    def _has_year(self, year: int) -> bool:
        dated = self._dated()
        if dated:
            return any(one[0] == year for one in dated)
        lists = [field for field in self.of("year") if field.options]
        if not lists:
            return True
        offered = {written_year(normalize(without_count(option.text))) for one in lists for option in one.options if not option.disabled}  # fmt: skip
        return year in offered

    def _dated(self) -> set[tuple[int, int]]:
        texts = (normalize(option.text) for field in self.of("month") for option in field.options)
        return {said for text in texts if (said := month_of(text))}

    def _takes_year(self) -> bool:
        """Whether all months may be had at once."""
        if not self.whole or self._dated():
            return False
        months = self.of("month")
        at_once = (o for field in months for o in field.options if normalize(o.text) in self.words.everything)
        unread = any(not field.options for field in months)  # what a list offers is not known until it is opened
        return not months or unread or len(months) > 1 or any(at_once) or any(map(takes_several, months))

    def _takes_month(self) -> bool:
        return bool(self.of("month", "date", "period"))

    def _has_month(self, when: When) -> bool:
        year, _, month = when.partition("-")
        dated = self._dated()
        if dated:
            return (int(year), int(month)) in dated
        lists = [field for field in self.of("month") if field.options]
        numbers = {number_of_month(normalize(option.text)) for one in lists for option in one.options}
        return not lists or int(month) in numbers


def _when(year: int, month: int = 0) -> When:
    return f"{year}-{month:02}" if month else str(year)


def _between(first: tuple[int, int], last: tuple[int, int]) -> When:
    """What a range of months is called: a year, a month, or nothing."""
    if first == last:
        return _when(*first)
    return str(first[0]) if first[0] == last[0] and first[1] == 1 else ""


# ---- of a page -------------------------------------------------------------------------------------------------------


def asking_of(snapshot: Snapshot, words: QueryWords) -> Asking | None:
    """What the last step of the way has asked, where that was a query for a period."""
    steps = snapshot.node.steps
    query = next((step for step in reversed(steps) if step.op == "query"), None)
    if query is None or not snapshot.asked:
        return None
    fields = mark_ranges(snapshot.asked, words)
    asked = period(query.attempt, fields, words)
    for_days = any(written_date(text) for _, text in query.choices)  # it searches no longer time at once
    asking = Asking(fields, dict(snapshot.choices), words, asked.whole_year and not for_days)
    return asking if asking.of(*PERIODS) else None


def ways_of(
    snapshot: Snapshot, view: FrameView, box: Box | None, words: QueryWords, signposts: Signposts, today: dt.date
) -> Ways | None:
    """How the list of a page is asked for another period: by the query that has led to it, by one beside it, by links or tabs."""
    node = snapshot.node
    asking = asking_of(snapshot, words)
    asked = asking if node.steps and node.steps[-1].op == "query" else None
    ground, beside = Ground(node, snapshot.url), list[tuple[Move, Asking]]()
    if asked is None or not asked.tells_years():
        found = queries_of(view.key, view.url, view.data, ground, signposts, words, today)
        beside = [(move, Asking(mark_ranges(fields, words), {}, words)) for move, fields in found]
        beside = [(move, one) for move, one in beside if one.of(*PERIODS) and (asked is None or one.tells_years())]
    for move, one in beside:
        steps = (*node.steps, replace(move.node.steps[-1], attempt=0))
        onward = _sent_as_before(replace(move.node, steps=steps), view.data.candidates)
        return Ways(one.shown(), one.periods, partial(_asked_for, onward, len(onward.steps) - 1))
    if asked is not None:
        labels = {field.caption for field in asked.of(*PERIODS)}
        return Ways(asked.shown(), asked.periods, lambda when: _asked_for(node, len(node.steps) - 1, when, labels))
    return _bar_ways(view, box, ground, words, today) or _earlier_ways(node)


def _sent_as_before(node: Node, candidates: Sequence[Pressable]) -> Node:
    """A query of fields without a button, after a click that has brought the list and can still be made: that click sends it."""
    *before, query = node.steps
    click = before[-1] if before else None
    if click is None or click.op != "click" or query.target.path:
        return node
    if not any((one.path, one.label) == (click.target.path, click.target.label) for one in candidates):
        return node
    return replace(
        node, steps=(*before[:-1], replace(query, target=click.target, words=click.words, frame=click.frame))
    )


def _asked_for(node: Node, place: int, when: When, without: Iterable[str] = ()) -> Node:
    """A node whose step at a place is a query for a period. ``without``: labels of fields whose choices it replaces."""
    step = node.steps[place]
    kept = tuple(choice for choice in step.choices if choice[0] not in without)
    step = replace(step, when=when, choices=kept)
    return replace(node, steps=(*node.steps[:place], step, *node.steps[place + 1 :]))


def _earlier_ways(node: Node) -> Ways | None:
    """A query further back on the way, at the door of a portal."""
    places = [place for place, step in enumerate(node.steps) if step.op == "query"]
    if not places:
        return None
    return Ways("", lambda span: [str(year) for year in span.years()], lambda when: _asked_for(node, places[-1], when))


def _bar_ways(view: FrameView, box: Box | None, ground: Ground, words: QueryWords, today: dt.date) -> Ways | None:
    """Years, or months of the year in sight, that stand beside the list as links or tabs."""
    found = bars_of(view.data.candidates, view.url, words)  # a year alone may stand in the trail of where one is
    bars = sorted(
        found, key=lambda bar: (len(bar) == 1, min(distance(one.box, box) for one in bar.values()), -len(bar))
    )
    bars = [bar for bar in bars if not _is_months(bar)] or bars
    if not bars or _is_months(bars[0]):
        return None
    bar = bars[0]
    shown = _current(bar, view.url) or _left_out(bar, today)

    def offered(span: Span) -> list[When]:
        told = {*bar, *filter(None, [shown])}
        return [str(year) for year in span.years() if str(year) in told]

    return Ways(shown, offered, lambda when: reached_by(bar[when], view.key, ground))


def month_ways(view: FrameView, listed: bool, node: Node, year: str, words: QueryWords) -> Ways | None:
    """The months of a year as links or tabs, where one of them is in sight or the list is not (``listed``); None where there are
    none."""
    ground = Ground(node, view.url)
    for bar in bars_of(view.data.candidates, view.url, words):
        current = _current(bar, view.url) if _is_months(bar) else ""
        if current or (_is_months(bar) and not listed):
            shown = f"{year}-{current}" if current else ""
            return Ways(shown, partial(_months_in, bar, int(year)), partial(_month_reached, bar, view.key, ground))
    return None


def month_field(view: FrameView, node: Node, year: str, words: QueryWords) -> Ways | None:
    """A list of months beside a list of rows that leaves one month of the year that was pressed."""
    for field in view.data.selects:
        asking = Asking([field], {}, words)
        said = asking.said(field)
        if field_kind(field, words) == "month" and number_of_month(said) and not month_of(said):
            step = Step("query", view.key, Target(""), "", field.path)
            onward = replace(node, steps=(*node.steps, step))
            return Ways("", partial(_periods_of, asking, year), partial(_asked_for, onward, len(node.steps)))
    return None


def _periods_of(asking: Asking, year: str, span: Span) -> list[When]:
    return [when for when in asking.periods(span) if when[:4] == year]


def _months_in(bar: Mapping[str, Pressable], year: int, span: Span) -> list[When]:
    return [month for month in span.months(year) if month[-2:] in bar]


def _month_reached(bar: Mapping[str, Pressable], key: FrameKey, ground: Ground, when: When) -> Node:
    return reached_by(bar[when[-2:]], key, ground)


def _is_months(bar: Mapping[str, Pressable]) -> bool:
    return all(int(name) <= MONTHS for name in bar)


def _current(bar: Mapping[str, Pressable], url: str) -> When:
    """The member of a bar that is in sight."""
    marked = [name for name, one in bar.items() if one.current or (one.href and one.href == url)]
    return marked[0] if len(marked) == 1 else ""


def _left_out(bar: Mapping[str, Pressable], today: dt.date) -> When:
    """The one year that a bar does not offer: it is in sight, and no link."""
    years = {*map(int, bar)}
    missing = [year for year in range(min(years), max(*years, today.year) + 1) if year not in years]
    return str(missing[0]) if len(missing) == 1 else ""
