"""Trees drawn with plain elements: rows that are made alike and stand at several depths, each with a sum."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.labels import could_label
from transparency.extract.tables.levels import MOST_LEVELS
from transparency.extract.tables.lines import piece_of
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import Cell, Line, Make, Matrix, Piece
from transparency.extract.values import value_type

LEAST_ROWS = 3
SUMMED = 0.6
"""The share of the rows that have a sum; headings have none."""
LONGEST = 200
"""Characters of a row; what is longer is a part of the page."""


def matrices_of_trees(page: Page, claimed: set[HtmlElement]) -> Iterator[Matrix]:
    """The rows of each tree of a page as lines, in document order. ``claimed``: what was read before."""
    made: defaultdict[Make, list[HtmlElement]] = defaultdict(list)
    for element in page.body.iter("div", "li"):
        make = str(element.tag), dom.classes(element)
        if make[1] and element not in claimed and 0 < len(page.text(element)) <= LONGEST and not dom.is_hidden(element):
            made[make].append(element)
    for rows in made.values():
        if len(rows) >= LEAST_ROWS and _stand_at_several_depths(rows) and claimed.isdisjoint(_around(rows)):
            lines = _lines(page, rows)
            if len(lines) >= LEAST_ROWS:
                yield Matrix(_holder(rows), lines)


def _stand_at_several_depths(rows: Sequence[HtmlElement]) -> bool:
    """Whether some rows stand deeper than others, and none within another."""
    own = set(rows)
    above = [[*row.iterancestors()] for row in rows]
    return len({len(ups) for ups in above}) > 1 and all(own.isdisjoint(ups) for ups in above)


def _around(rows: Sequence[HtmlElement]) -> set[HtmlElement]:
    return {up for row in rows for up in row.iterancestors()}


def _holder(rows: Sequence[HtmlElement]) -> HtmlElement:
    """The smallest element that holds all rows."""
    return next(up for up in rows[0].iterancestors() if all(up in [*row.iterancestors()] for row in rows[1:]))


def _lines(page: Page, rows: Sequence[HtmlElement]) -> list[Line]:
    """Rows as lines of as many cells as most of them have, where most have a sum."""
    cells = {row: [part for part in dom.row_parts(row) if any(map(str.isalnum, page.text(part)))] for row in rows}
    width, _ = Counter(map(len, cells.values())).most_common(1)[0]
    alike = [row for row in rows if len(cells[row]) == width]
    summed = sum(any(value_type(page.text(part)) == "money" for part in cells[row]) for row in alike)
    if width < 2 or summed < SUMMED * len(alike):
        return []
    lines = [Line([piece_of(page, part, n, n + 1) for n, part in enumerate(cells[row])], row) for row in alike]
    levels = [_level(page, line.cells[0]) for line in lines]
    names = Counter(name for name, _ in filter(None, levels))
    if len(names) <= MOST_LEVELS and names.total() > len(names):
        for line, level in zip(lines, levels, strict=True):
            if level is not None:
                text = f"{level[0]}: {level[1]}"
                cell = Cell(text, value_type(text), line.cells[0].cell.element)
                line.cells[0] = replace(line.cells[0], cell=cell)
                line.pieces[0] = line.cells[0]
    return lines


def _level(page: Page, piece: Piece) -> tuple[str, str] | None:
    """The level and the name that the first cell of a row says, the level set off ("<b>Origem</b> 1.1 Impostos"); None for one that
    says a name alone."""
    element = piece.cell.element
    first = next(iter(dom.children(element)), None) if element is not None else None
    if element is None or first is None or (element.text or "").strip():
        return None
    label, whole = page.text(first), page.text(element)
    name = whole.removeprefix(label).strip(" :–-")
    return (label, name) if label and name and name != whole and could_label(label) else None
