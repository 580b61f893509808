"""How a page answers for the place that led to it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from transparency.browse.snapshot import Snapshot
from transparency.classify.absence import Ending, Fault
from transparency.classify.obstacle import Obstacles, complaint
from transparency.crawl.shown import holds_data, is_at_hand
from transparency.extract.forms import QueryWords, field_kind
from transparency.extract.values import asks_to_choose, counts_records, denials
from transparency.items import Page, RecordSet
from transparency.model import View
from transparency.text import normalize

Records = frozenset[tuple[object, ...]]
"""What is the same of a record set wherever it stands: its shape, labels, rows and first values."""


def records_in(record_sets: Iterable[RecordSet], named: bool = False) -> Records:
    """Of some record sets those that hold data and are in sight. ``named``: several items are named over values of theirs, however
    few those are (the rest of a record, in words)."""
    return frozenset(
        (s.shape, s.rows, *((c.label, c.filled, c.samples[:2]) for c in s.columns))
        for s in record_sets
        if (named or holds_data(s)) and is_at_hand(s)
    )


def records_of(page: Page) -> Records:
    """The record sets of a page that hold data and are in sight."""
    named = Counter((f.frame, f.record_set) for f in page.findings or () if f.has_data)
    return frozenset(
        one
        for n, frame in enumerate(page.frames)
        for m, record_set in enumerate(frame.record_sets)
        for one in records_in([record_set], named=named[n, m] > 1)
    )


_TEMPLATE = re.compile(
    r"\{\{.{1,80}?\}\}|\$\{\w.{0,60}?\}|<%|<\?php|\?\?\?[\w.]+\?\?\?|#[A-Z_]{4,}#|: undefined\b|\bNaN\b"
)
"""What a page shows whose template nobody has filled in."""
TOO_LONG = "a página é longa demais: só uma parte dela foi lida"
UNFILLED = ("template", "a página mostra o seu modelo em vez dos dados")
_BLANKS = re.compile(r"(?:(?<!\S)[-–—]+(?!\S)\s*){4}")
"""Cells in a row that hold a dash alone: of rows that nobody has filled in."""
COUNTED = ("answer counted", "a página conta registros, e não mostra nenhum")
UNLIKE_NONE = ("answer other", "a resposta que a página recebeu do servidor não é a de uma lista vazia")
_LETTERS, _SUM = re.compile(r"[^\W\d_]{3}"), re.compile(r"\d,\d\d\b")
SUMS = 10
"""A text with so many sums may be a list."""
SHORTEST = 120
"""So many characters of an alert are told."""


def passing_faults(snapshot: Snapshot, obstacles: Obstacles) -> tuple[Fault, ...]:
    """What a page without records has told for a moment that went wrong, and what it was answered that is not "none"."""
    told = [(text, f"a página avisou: “{text[:SHORTEST]}”") for text in snapshot.alerts if not denials(text)]
    told += [(text, why) for text in snapshot.passed if (why := complaint(text, obstacles))]
    drawn = UNLIKE_NONE if snapshot.unlike_none and denials("\n".join(snapshot.written)) else None
    return (*((f"told {normalize(text)}", why) for text, why in told), *filter(None, (drawn,)))


def ending_of(
    page: Page,
    text: str,
    fresh: Records,
    faults: tuple[Fault, ...],
    leads: Collection[str],
    refusal: str,
    everywhere: frozenset[str] = frozenset(),
    name: str = "",
    around: frozenset[str] = frozenset(),
) -> Ending:
    """How a page that could be judged answers. ``text``: what it says; ``everywhere``: sentences that the entry says, too
    (``denials``); ``name``: what leads there calls it, where that names a criterion; ``around``: of a part of a record, what the page
    counted and denied before it was opened; ``fresh``: records that did not stand on the page before;
    ``faults``: what failed on it; ``leads``: the criteria that it offers further places for; ``refusal``: why a form of it
    is not sent (Portuguese), if one is not."""
    findings, led = page.findings or [], frozenset(leads)
    if _TEMPLATE.search(text):
        faults, fresh = (*faults, UNFILLED), fresh if any(f.has_data for f in findings) else frozenset()
    if page.truncated:
        faults = (*faults, ("truncated", TOO_LONG))
    shows = frozenset(finding.criterion for finding in findings if finding.has_data)
    if fresh and shows:
        return Ending("records", "", faults, led, shows)
    denied, counted = denials(text, name) - everywhere, counts_records(text)
    if not fresh and counted and not (denied - around and counted <= around):
        faults = (*faults, COUNTED)
    if denied:
        return Ending("none", "", faults, led)
    if fresh:
        return Ending("other", "", faults, led)
    if any(not finding.has_data for finding in findings) and not _awaits(page, text):
        return Ending("empty", "", faults, led)
    if refusal and not led:
        return Ending("refused", refusal, faults, led)
    return Ending("no_answer", "", faults, led)


def ending_of_paper(ending: Ending, text: str) -> Ending:
    """How a file answers that hangs on a page of records, was read to its end, and shows none itself: a notice of hardly any sums is
    a paper of one of those records, and no list. Of one with many the records may just not have been understood."""
    prose = bool(_LETTERS.search(text)) and len(_SUM.findall(text)) < SUMS
    return replace(ending, outcome="other") if ending.outcome == "no_answer" and not ending.faults and prose else ending


def shows_year(views: Iterable[View], words: QueryWords, year: int) -> bool:
    """Whether a field in sight says that a page is of a year."""
    fields = (c for view in views for c in (*view.selects, *(c for form in view.forms for c in form.controls)))
    return any(
        0 <= c.chosen < len(c.options) and str(year) in c.options[c.chosen].text and field_kind(c, words) == "year"
        for c in fields
    )


def _awaits(page: Page, text: str) -> bool:
    """Whether a list of a page is without records for another reason than that there are none: it asks for a choice first, or its
    rows hold no value."""
    lists = [page.frames[f.frame].record_sets[f.record_set] for f in page.findings or ()]
    return bool(_BLANKS.search(text)) or any(asks_to_choose(s.empty_message) for s in lists)
