"""Trees drawn with plain elements: rows that are made alike and stand at several depths, each with a sum."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.labels import could_label
from transparency.extract.tables.levels import MOST_LEVELS, begun
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
        if len(rows) < LEAST_ROWS:
            continue
        holder = _holder(rows, claimed)
        lines = _lines(page, rows) if holder is not None else []
        if holder is not None and len(lines) >= LEAST_ROWS:
            yield Matrix(holder, lines)


def _holder(rows: Sequence[HtmlElement], claimed: set[HtmlElement]) -> HtmlElement | None:
    """The smallest element that holds all rows; None unless some stand deeper than others, and none within another or in what was
    read before."""
    above = [[*row.iterancestors()] for row in rows]
    around = {up for ups in above for up in ups}
    if len({*map(len, above)}) == 1 or not around.isdisjoint(rows) or not around.isdisjoint(claimed):
        return None
    shared = set.intersection(*map(set, above))
    return next(up for up in above[0] if up in shared)


def _lines(page: Page, rows: Sequence[HtmlElement]) -> list[Line]:
    """Rows as lines of as many cells as most of them have, where most have a sum."""
    cells = {row: [part for part in dom.row_parts(row) if any(map(str.isalnum, page.text(part)))] for row in rows}
    width, _ = Counter(map(len, cells.values())).most_common(1)[0]
    alike = [row for row in rows if len(cells[row]) == width]
    summed = sum(any(value_type(page.text(part)) == "money" for part in cells[row]) for row in alike)
    if width < 2 or summed < SUMMED * len(alike):
        return []
    lines = [Line([piece_of(page, part, n, n + 1) for n, part in enumerate(cells[row])], row) for row in alike]
    levels = [_level(line.cells[0]) for line in lines]
    names = Counter(name for name, _ in filter(None, levels))
    if len(names) <= MOST_LEVELS and names.total() > len(names):
        for line, level in zip(lines, levels, strict=True):
            if level is not None:
                text = f"{level[0]}: {level[1]}"
                cell = Cell(text, value_type(text), line.cells[0].cell.element)
                line.cells[0] = replace(line.cells[0], cell=cell)
                line.pieces[0] = line.cells[0]
    return lines


def _level(piece: Piece) -> tuple[str, str] | None:
    """The level and the name that the first cell of a row says ("<b>Origem</b> 1.1 Impostos"); None for one that says a name alone."""
    told = begun(piece.cell)
    name = told[1].text.strip(" :–-") if told is not None else ""
    return (told[0], name) if told is not None and name and could_label(told[0]) else None
