"""Blank cells that lay out a sheet of labels and values: margins, and room between a label, its value and the next pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import label_style, link_of
from transparency.extract.records.rows import span_of

MOST = 0.8
"""So many of the rows have to be explained by the labels in them."""

Line = list[HtmlElement]


def without_spacers(lines: list[Line]) -> list[Line]:
    """Rows of a table with each label right before its value, if its rows are labels and values with blank cells around
    them; else the same rows. A label whose own value is blank keeps a blank cell."""
    told = [[cell for cell in cells if not is_blank(cell)] for cells in lines]
    if told == lines:
        return lines
    for is_label in (_ends_with_colon, _is_heading_cell, _looks_like_label):
        found = [_pairs_of(cells, kept, is_label) for cells, kept in zip(lines, told, strict=True) if kept]
        paired = [line for line in found if line is not None and len(line) > 1]
        if paired and sum(line is not None for line in found) >= MOST * len(found):
            rows = (kept for kept in told if kept)
            return [kept if line is None else line for line, kept in zip(found, rows, strict=True)]
    return _without_blank_columns(lines)


def is_blank(cell: HtmlElement) -> bool:
    """Whether a cell says nothing and nothing can be done with it; the picture that holds it open may be in it."""
    return (
        not dom.text(cell)
        and link_of(cell) is None
        and not cell.xpath("boolean(.//input[not(@type='hidden')] | .//select | .//textarea | .//table | .//iframe)")
    )


def _ends_with_colon(cell: HtmlElement) -> bool:
    return dom.text(cell).endswith(":")


def _is_heading_cell(cell: HtmlElement) -> bool:
    return bool(cell.tag == "th")


def _looks_like_label(cell: HtmlElement) -> bool:
    return _ends_with_colon(cell) or label_style(cell) > 0


def _is_title(cell: HtmlElement) -> bool:
    return span_of(cell, "colspan") > 1 and not _ends_with_colon(cell)


def _pairs_of(cells: Line, told: Line, is_label: Callable[[HtmlElement], bool]) -> Line | None:
    """A row as label, value, label, value …; a row that says one thing, no label, as that; None for any other row."""
    if len(told) == 1 and (not is_label(told[0]) or told[0] is cells[-1] or _is_title(told[0])):
        return told
    line: Line = []
    label: HtmlElement | None = None
    blank: HtmlElement | None = None
    """The first blank cell after the label."""
    for cell in [*cells, None]:
        if cell is not None and is_blank(cell):
            blank = cell if blank is None else blank
        elif cell is not None and not is_label(cell):
            if label is None:
                return None
            line += [label, cell]
            label = None
        else:
            if label is not None and blank is None:
                return None
            if label is not None and blank is not None:
                line += [label, blank]
            label, blank = cell, None
    return line


def _without_blank_columns(lines: list[Line]) -> list[Line]:
    """Rows without the columns that are blank in all of them, where these stand outside of pairs: at the edges, or between
    a pair and the next. What is blank between a label and its value may be a value itself."""
    if any(span_of(cell, "rowspan") > 1 for cells in lines for cell in cells):
        return lines
    placed = [list(_placed(cells)) for cells in lines]
    told = [[place for place, cell in row if not is_blank(cell)] for row in placed]
    columns = sorted({place for row in told if len(row) > 1 for place in row})
    pairs = list(zip(columns[::2], columns[1::2], strict=False))
    blank = {place for row in placed for place, cell in row if is_blank(cell)} - set(columns)
    if not pairs or len(columns) % 2 or any(first < place < second for place in blank for first, second in pairs):
        return lines
    left = [[cell for place, cell in row if place not in blank or not is_blank(cell)] for row in placed]
    return [cells for cells, row in zip(left, told, strict=True) if row]


def _placed(cells: Sequence[HtmlElement]) -> Iterator[tuple[int, HtmlElement]]:
    """Cells with the columns in which they begin."""
    place = 0
    for cell in cells:
        yield place, cell
        place += span_of(cell, "colspan")
