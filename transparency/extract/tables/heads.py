"""Headings that stand apart from the rows under them: in a table of their own, or in a line of plain elements before the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.grids import Part, head_evidence, headed, label_text
from transparency.extract.tables.labels import ENOUGH, evidence_of_place, head_of, heads_column
from transparency.extract.tables.lines import cells_in, is_heavy, matrix_of_table, piece_of, rows_of
from transparency.extract.tables.page import Page, asks, controls
from transparency.extract.tables.table import EMPTY, Line, Matrix, Piece
from transparency.items import Box

Named = tuple[str, Piece]
"""The label of a column, and a piece as wide as that."""

NEAR = 10
"""So many elements up, headings and rows in tables of their own have one that holds both."""
CLIMBS = 4
"""So many elements around rows may have their headings before them."""
BEFORE, INNER = 5, 14
"""So many elements before rows, and so many in one of these, are tried as their headings."""
SPARE = 2
"""Headings may be so many more or fewer than the cells of a row: buttons, a scroll bar."""
SAMPLE = 12
"""Rows by which headings are judged."""
SURE_HEAD = 3.0
"""What a heading has that is marked as one."""


class HeadFinder:
    """Looks for the headings of rows that have none."""

    def __init__(self, page: Page, claimed: set[HtmlElement]) -> None:
        self.page = page
        self.claimed = claimed
        self.over_nothing: list[Part] = []
        """Headings without rows, in tables of their own."""

    def find(self, matrix: Matrix, rows: Sequence[Line], near: bool) -> tuple[list[Named], list[Part]]:
        """The headings of rows, one for each cell, and the tables of headings that are used up by it. ``near``: lines before the rows
        may be headings, too."""
        width = Counter(len(line.cells) for line in rows).most_common(1)[0][0]
        full = next(line for line in rows if len(line.cells) == width)
        for part in self._in_tables(full, len(rows)):
            return aligned(self.page, list(zip(part.labels, part.heads, strict=True)), rows, full), [part]
        many = [line for line in rows if len(line.cells) > 1]
        if near and width > 1:
            for line, labels in self._before(many[0].element if not matrix.native else matrix.element, many, full):
                around = {line.element, *line.element.iterancestors()} if line.element is not None else set()
                used = [part for part in self.over_nothing if part.matrix.element in around]
                return aligned(self.page, list(zip(labels, line.cells, strict=True)), many, full), used
        return [], []

    def _in_tables(self, row: Line, count: int) -> Iterator[Part]:
        """Tables of headings that a row may belong to: the nearest that stands right over its cells as drawn; of what is not drawn
        the first one near it that has as many."""
        cells, first = boxes_of(row.cells), row.cells[0].cell.element
        for part in reversed(self.over_nothing) if all(cells) else ():
            heads = [head for head, top in zip(part.heads, boxes_of(part.heads), strict=True) if top]
            leads = sum(self._leads(head.cell.element) for head in heads if head.cell.element is not None)
            place = evidence_of_place(boxes_of(heads), boxes_of(_telling(row)), leads, count)
            if heads and sum(place.values()) >= 0 and abs(len(heads) - len(cells)) <= SPARE:
                yield part
        if any(cells) or first is None:
            return
        near = set(islice(first.iterancestors(), NEAR))
        for part in self.over_nothing:
            table = part.matrix.element
            before = self.page.order[table] < self.page.order[first] and dom.is_hidden(table) == dom.is_hidden(first)
            if (
                before
                and sum(map(bool, part.labels)) == len(row.cells)
                and near.intersection(islice(table.iterancestors(), NEAR))
            ):
                yield part

    def _before(self, at: HtmlElement | None, rows: Sequence[Line], full: Line) -> Iterator[tuple[Line, list[str]]]:
        """Lines of labels before an element, or before what holds it, the nearest first."""
        climb = 0
        while at is not None and climb < CLIMBS and at.tag != "body" and not dom.is_window(at):
            for before in islice(at.itersiblings(preceding=True), BEFORE):
                if before.tag in dom.SILENT:
                    continue
                fellow = (
                    climb and before.tag == at.tag and dom.classes(before) == dom.classes(at) != ""
                )  # another record
                aside = fellow or (dom.is_hidden(before) and not dom.is_hidden(at))
                if aside or self.page.skipped(before) or before in self.claimed:
                    break
                yield from self._lines_in(before, rows, full)
                if climb and self.page.text(before):
                    break
            at = at.getparent()
            climb += at is not None and sum(bool(self.page.text(kid)) for kid in self.page.kids(at)) > 1

    def _lines_in(self, element: HtmlElement, rows: Sequence[Line], full: Line) -> Iterator[tuple[Line, list[str]]]:
        """The cells in an element that head rows, told by their looks, words and places; with their labels."""
        for candidate in islice(element.iter(), INNER):
            line, labels = self._storeys(candidate) if candidate.tag == "table" else self._line(candidate, full)
            if line is None:
                continue
            evidence = head_evidence([Line(line.cells), *rows[:SAMPLE]], 0, False, True)
            if len(line.cells) != len(full.cells):
                evidence["fits"] = -1.0
            if len(line.pieces) < 2:
                evidence["counts"] = 1.0 if not line.cells[0].text and _counts(rows) else -ENOUGH
            cells = [piece.cell.element for piece in line.cells if piece.cell.element is not None]
            leads = sum(map(self._leads, cells))
            evidence |= evidence_of_place(boxes_of(line.pieces), boxes_of(_telling(full)), leads, len(rows))
            if sum(evidence.values()) >= ENOUGH:
                yield line, labels

    def _line(self, row: HtmlElement, full: Line) -> tuple[Line | None, list[str]]:
        """The parts of an element as a line, where they are about as many as a row has and could be headings."""
        if row.tag in (*dom.SILENT, "thead", "tbody") or asks(row):
            return None, []
        cells = cells_in(row) if row.tag == "tr" else dom.row_parts(row)
        if len(cells) < 2 or abs(len(cells) - len(full.cells)) > SPARE or any(map(controls, cells)):
            return None, []
        if (
            any(map(self._closes, cells))
            or any(map(self._says_two, cells))
            or any(is_heavy(self.page, cell) for cell in cells)
        ):
            return None, []
        line = Line([piece_of(self.page, cell, n, n + 1) for n, cell in enumerate(cells)], row)
        return (line, [label_text(piece) for piece in line.cells]) if line.pieces else (None, [])

    def _closes(self, cell: HtmlElement) -> bool:
        """Whether a cell is a sign that can be pressed, as in the bar of a window ("×")."""
        words = self.page.text(cell)
        return bool(words) and not any(map(str.isalnum, words)) and self.page.pressed(cell)

    def _storeys(self, table: HtmlElement) -> tuple[Line | None, list[str]]:
        """The headings of a table of two lines, the first of which stands over several cells of the second."""
        matrix = matrix_of_table(self.page, table) if len(rows_of(table)) == 2 else None
        if matrix is None or len(matrix.lines) != 2 or matrix.drawn:
            return None, []
        upper, lower = matrix.lines
        if len(lower.cells) <= len(upper.cells) or not all(
            heads_column(piece.text) for piece in (*upper.pieces, *lower.pieces)
        ):
            return None, []
        part = headed(matrix, matrix.lines, 0, 0, 1)
        return Line(part.heads, table), part.labels

    def _says_two(self, cell: HtmlElement) -> bool:
        """Whether a cell holds blocks of words below each other."""
        inner = self.page.inmost(cell)
        blocks = [k for k in self.page.kids(inner) if k.tag in ("div", "p", "dt", "dd", "li") and self.page.text(k)]
        return len(blocks) > 1 and not dom.own_text(inner)

    def _leads(self, cell: HtmlElement) -> bool:
        """Whether a would-be heading can be pressed, and does not merely sort."""
        least = SURE_HEAD if cell.tag in ("a", "button", "li") else 0.1
        return head_of(self.page, cell) < least and self.page.pressed(cell)


def boxes_of(pieces: Sequence[Piece]) -> list[Box | None]:
    """Where pieces are drawn."""
    return [dom.box(piece.cell.element) if piece.cell.element is not None else None for piece in pieces]


def _counts(rows: Sequence[Line]) -> bool:
    """Whether the first cells of rows only number them."""
    told = [line.cells[0].text for line in rows]
    return len(told) > 1 and all(map(str.isdecimal, told)) and all(int(b) - int(a) == 1 for a, b in pairwise(told))


def _telling(line: Line) -> list[Piece]:
    return [piece for piece in line.pieces if piece.cell.filled and piece.cell.type != "link"]


def aligned(page: Page, heads: Sequence[Named], rows: Sequence[Line], full: Line) -> list[Named]:
    """Headings, one for each cell of a full row: in order where they are as many; else by their boxes, else by their columns, and
    without any of these columns without values go without."""
    cells = full.cells
    named = list(heads)
    if len(named) > len(cells) and sum(bool(label) for label, _ in named) == len(cells):
        named = [(label, head) for label, head in named if label]
    if len(named) == len(cells):
        return [_as_wide(cell, label, head) for (label, head), cell in zip(named, cells, strict=True)]
    tops, boxes = boxes_of([head for _, head in named]), boxes_of(cells)
    if all(tops) and all(boxes):
        drawn = [Piece(EMPTY, top[0], top[0] + top[2]) for top in tops if top]
        return [_most_over(Piece(EMPTY, box[0], box[0] + box[2]), cell, named, drawn) for cell, box in zip(cells, boxes, strict=True) if box]  # fmt: skip
    places = [head for _, head in named]
    if max(head.right for head in places) == max(line.right for line in rows):  # columns that say nothing were left out
        return [_most_over(cell, cell, named, places) for cell in cells]
    missing = len(cells) - len(named)
    silent = [
        n
        for n in range(len(cells))
        if all(n >= len(r.cells) or r.cells[n].cell.type in ("empty", "link") for r in rows)
    ]
    spare = set(silent[:missing] if silent[:1] == [0] else silent[-missing:]) if missing > 0 else set()
    labels = iter(named)
    return [
        ("", _as_wide(cell, "", cell)[1]) if n in spare else _as_wide(cell, *next(labels, ("", cell)))
        for n, cell in enumerate(cells)
    ]


def _most_over(place: Piece, cell: Piece, named: Sequence[Named], tops: Sequence[Piece]) -> Named:
    """The heading that stands widest over a place, for a cell."""
    shared = [place.over(top) for top in tops]
    best = max(range(len(shared)), key=shared.__getitem__)
    return _as_wide(cell, *(named[best] if shared[best] > 0 else ("", cell)))


def _as_wide(cell: Piece, label: str, head: Piece) -> Named:
    return label, Piece(head.cell if label else EMPTY, cell.left, cell.right)
