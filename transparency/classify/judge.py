"""From pages to findings: which columns and fields on a page publish which items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from transparency.classify.assignment import MUTE_CONTEXT, Assignment, examine
from transparency.classify.context import page_context
from transparency.classify.topics import topics_of
from transparency.classify.unread import unread_of
from transparency.extract.record_sets import find_record_sets
from transparency.items import Box, Finding, Page, PageContext, RecordSet, Unread
from transparency.matrix import Matrix
from transparency.text import normalize

HIDDEN = 0.8
"""Factor on the score of what is in the page but not in sight (closed tabs, accordions)."""


LEVELS = 3
"""So many options of a list that name items are levels, and no filter."""


def judge_frame(
    html: str, context: PageContext, matrix: Matrix, known: Sequence[RecordSet] | None = None
) -> tuple[list[RecordSet], list[Finding]]:
    """The record sets of a frame that stands alone, and what they publish (``look_at_frame``)."""
    return look_at_frame(html, context, matrix, known=known)[:2]


def look_at_frame(
    html: str,
    context: PageContext,
    matrix: Matrix,
    frame: int = 0,
    offset: tuple[int, int] = (0, 0),
    around: Sequence[RecordSet] = (),
    known: Sequence[RecordSet] | None = None,
) -> tuple[list[RecordSet], list[Finding], list[Unread]]:
    """The record sets of a frame, what they publish, and what of them was not understood. Boxes of findings are in page
    coordinates (``offset`` added).
    ``around``: the record sets of the frames that hold it, one of whose records it may be the details of.
    ``known``: the record sets of that very HTML, when they were looked for before."""
    record_sets = find_record_sets(html) if known is None else [*known]
    findings: list[list[Finding]] = []
    unread: list[Unread] = []
    for index, record_set in enumerate(record_sets):
        others = [*around, *(r for r in record_sets if r is not record_set)]
        assignment = examine(record_set, context, matrix, others)
        findings.append(_findings(record_set, assignment, frame, index, offset))
        if (level := _at_chosen_level(record_set, assignment, context, matrix)) is not None:
            renamed, column = level
            found = _findings(renamed, examine(renamed, context, matrix, others), frame, index, offset)
            findings[-1] += [finding for finding in found if finding.column == column]
        unread += unread_of(record_set, assignment, topics_of(matrix))
    told = {f.criterion for r, found in zip(record_sets, findings, strict=True) for f in found if r.shape == "details"}
    if len(told) == 1 and all(f.criterion in told for found in findings for f in found):
        # The page is one record's: lists under it that say nothing of themselves are its own ("Participantes").
        named = replace(context, labels=(*context.labels, matrix.criterion(*told).name))
        for index, record_set in enumerate(record_sets):
            if not findings[index] and examine(record_set, context, matrix).reason == MUTE_CONTEXT:
                others = [r for r in record_sets if r is not record_set]
                findings[index] = _findings(
                    record_set, examine(record_set, named, matrix, others), frame, index, offset
                )
    return record_sets, [finding for found in findings for finding in found], unread


def _findings(
    record_set: RecordSet, assignment: Assignment, frame: int, index: int, offset: tuple[int, int]
) -> list[Finding]:
    """What one record set publishes, best column first for each item."""
    findings: list[Finding] = []
    for criterion, certainty in assignment.scores.items():
        for found in assignment.matches[criterion]:
            column = record_set.columns[found.column]
            score = found.score * (0.5 + 0.5 * certainty) * (HIDDEN if record_set.hidden else 1.0)
            findings.append(
                Finding(
                    criterion=criterion,
                    item=found.item.key,
                    label=found.label or column.label,
                    score=round(score, 3),
                    has_data=record_set.rows > 0 and (found.titled or column.filled > 0),
                    frame=frame,
                    record_set=index,
                    column=found.column,
                    box=_moved(record_set.title_box if found.titled and column.label else column.box, offset),
                )
            )
    findings.sort(key=lambda f: (f.criterion, f.item, not f.has_data, -f.score, f.column))
    return findings


def _at_chosen_level(
    record_set: RecordSet, assignment: Assignment, context: PageContext, matrix: Matrix
) -> tuple[RecordSet, int] | None:
    """A list whose rows are of the level that is chosen over it ("Nível: Espécie"), with the column of their names called by that;
    None where no list of options has several levels of what it is a list of."""
    if not assignment.scores or not context.choices:
        return None
    taken = {found.column for criterion in assignment.scores for found in assignment.matches[criterion]}
    texts = [n for n, c in enumerate(record_set.columns) if c.value_type == "text" and c.filled]
    names = next((n for n in texts if n not in taken), texts[0] if texts else None)
    if names is None:
        return None
    shown = {normalize(column.label) for column in record_set.columns}
    for options in context.choices:
        if not shown.isdisjoint(map(normalize, options)):
            continue  # by what it is sorted
        named = (_items_of(examine(_called(record_set, names, one), context, matrix), names) for one in options)
        chosen = next(named)
        if chosen and len(chosen.union(*named)) >= LEVELS:
            return _called(record_set, names, options[0]), names
    return None


def _called(record_set: RecordSet, column: int, label: str) -> RecordSet:
    columns = [replace(c, label=label) if n == column else c for n, c in enumerate(record_set.columns)]
    return replace(record_set, columns=tuple(columns))


def _items_of(assignment: Assignment, column: int) -> set[tuple[str, str]]:
    """(criterion, item) of what a column was matched with."""
    matches = ((c, found) for c in assignment.scores for found in assignment.matches[c])
    return {(criterion, found.item.key) for criterion, found in matches if found.column == column}


def judge_page(page: Page, matrix: Matrix, known: Sequence[Sequence[RecordSet] | None] = ()) -> list[Finding]:
    """The findings of all frames of a page; fills ``record_sets`` of its frames, and ``unread``. A child frame inherits what its page says.
    ``known``: of the first frames, the record sets that were found before in the very same HTML."""
    findings: list[Finding] = []
    page.unread = []
    outer: PageContext | None = None
    around: list[RecordSet] = []
    for number, frame in enumerate(page.frames):
        urls = _distinct([page.url, page.final_url, frame.url])
        context = page_context(frame.html, urls, page.labels, frame.title or page.title)
        if outer is None:
            outer = context
        else:
            context = replace(
                context,
                headings=tuple(_distinct([*outer.headings, *context.headings])),
                active_menu=tuple(_distinct([*outer.active_menu, *context.active_menu])),
                breadcrumb=context.breadcrumb or outer.breadcrumb,
            )
        before = known[number] if number < len(known) else None
        frame.record_sets, found, unread = look_at_frame(
            frame.html, context, matrix, number, frame.offset, around, before
        )
        page.unread += unread
        around += frame.record_sets
        findings += found
    return findings


def _distinct(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(t for t in texts if t))


def _moved(box: Box | None, offset: tuple[int, int]) -> Box | None:
    return (box[0] + offset[0], box[1] + offset[1], box[2], box[3]) if box else None
