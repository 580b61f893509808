"""The reader of records: walks through a page, weighs what its parts may be, and returns the tables."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.couples import couples_of
from transparency.extract.tables.grids import (
    Part,
    add_cells,
    closed_up,
    field_in,
    is_small_print,
    parts_of_matrix,
    read_group,
    without_copies,
)
from transparency.extract.tables.habits import Habits
from transparency.extract.tables.heads import SURE_HEAD, HeadFinder
from transparency.extract.tables.label_values import FieldReader
from transparency.extract.tables.labels import ENOUGH, SURE, could_label, head_of, heads_column
from transparency.extract.tables.levels import levels_of
from transparency.extract.tables.lines import (
    GRID_ROLES,
    is_grid,
    matrix_of_places,
    matrix_of_roles,
    matrix_of_rows,
    matrix_of_run,
    matrix_of_table,
    matrix_of_typed,
    span,
)
from transparency.extract.tables.page import HEAD_CLASS, TYPED_IN, Page, asks, controls
from transparency.extract.tables.records import Pair, tables_of_pairs
from transparency.extract.tables.table import EMPTY, MAX_COLUMNS, Cell, Column, Kind, Line, Make, Matrix, Piece, Table
from transparency.extract.tables.trees import matrices_of_trees
from transparency.extract.values import counts_records, is_empty_message, tells_page, value_type
from transparency.text import normalize

_HOLDERS = frozenset("div ul ol section main article form span tbody fieldset li p td body center".split())
SETTLED = 4.8
"""Evidence (of 6, which is every row) that rows are fields, and hold no list of plain elements."""
IN_PLACE = 4.0
"""Evidence that lines are fields which are lines by their places on the page alone."""
ALONE = 6.0
"""Evidence by which one field alone is a record: a colon, and mark-up or letters that say so, too."""
NEXT = 3.0
"""Evidence of a table that is made as a table of fields beside it."""
NAME_WORDS = 8
"""Words that no value of a lone column exceeds."""
MOST = 0.8
"""The share of rows that have a line of fields below them."""
SAMPLE = 12
"""Lines by which a list is judged before all are read."""


def read_tables(page: Page) -> tuple[list[Table], set[HtmlElement]]:
    """All tables of a page, in document order, and the elements that were read with all in them."""
    reader = Reader(page)
    reader.scan(page.body)
    return reader.tables(), reader.claimed


class Reader:
    """One page while it is read."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.claimed: set[HtmlElement] = set()
        self.holding: set[HtmlElement] = set()
        """What holds an element that was read."""
        self.opened: dict[HtmlElement, list[HtmlElement]] = {}
        self.fields = FieldReader(page, Habits(page), self.claimed, self.opened)
        self.found: list[tuple[int, Table]] = []
        self.makes: set[Make] = set()
        """How the labels of records are made."""
        self.made: dict[HtmlElement | None, set[tuple[Make, Make]]] = defaultdict(set)
        """Element → how labels and values are made in the tables of fields in it."""
        self.settled: set[HtmlElement] = set()
        """Rows that are fields: no list of plain elements is looked for in them."""
        self.later: list[Matrix] = []
        """Single lines, whose headings may stand in what is still to be read."""
        self.heads = HeadFinder(page, self.claimed)

    def tables(self) -> list[Table]:
        """What was found, and what the rest of the page says in fields."""
        heads = {up for part in self.heads.over_nothing for up in part.matrix.element.iterancestors()}
        for matrix in _stacked(self.later):
            around = {matrix.element, *matrix.element.iterancestors()}
            if not around & self.claimed and matrix.element not in self.holding | heads:
                self._read_matrix(matrix, "table" if matrix.native else "grid", last=True)
        self._find_empty_lists()
        for part in self.heads.over_nothing:
            if sum(map(bool, part.labels)) > 1 or part.heads[0].head >= SURE_HEAD:
                self._claim(part.matrix)
                self._add_part(part, "table")
        self._join_beside()
        for matrix in matrices_of_trees(self.page, self.claimed):
            self._read_tree(matrix)
        rest = [] if self.page.body in self.claimed else self.fields.read(self.page.body)
        pairs = [pair for pair in rest if not self.page.skipped(pair.element)]
        for table in tables_of_pairs(self.page, pairs, self.makes):
            head = table.columns[0].element
            self._add(table, head if head is not None else table.element)
        return [table for _, table in sorted(self.found, key=lambda found: found[0])]

    def _find_empty_lists(self) -> None:
        """Headings of plain elements over no rows, where a message near them says that there are none."""
        heads = {column.element for _, table in self.found for column in table.columns}
        for row in self.page.body.iter("div", "ul", "section", "header"):
            cells = dom.children(row)
            if not 3 <= len(cells) <= MAX_COLUMNS or self.page.skipped(row) or heads.intersection(cells):
                continue
            if row in self.claimed or not (
                HEAD_CLASS.search(dom.classes(row)) or all(head_of(self.page, c) for c in cells)
            ):
                continue
            if any(
                len(dom.children(cell)) > 2 or controls(cell) or not heads_column(self.page.text(cell))
                for cell in cells
            ):
                continue
            around = (
                self.page.text(e)
                for up in islice(row.iterancestors(), 3)
                for e in up.iter("div", "p", "span", "li", "td")
            )
            message = next(filter(is_empty_message, around), "")
            if message:
                columns = [Column(closed_up(self.page.text(cell)), cell) for cell in cells]
                self._add(Table("grid", columns, [], row, message=message), row)

    def scan(self, element: HtmlElement) -> None:
        """Look for lists in an element, outermost first."""
        if self.page.skipped(element) or element in self.claimed or element.tag in dom.SILENT:
            return
        if self._read(element):
            for row in self.opened.get(element, ()):
                self.scan(row)
            return
        for child in element:
            if len(child) or child.tag in TYPED_IN:
                self.scan(child)

    def _read(self, element: HtmlElement) -> bool:
        """Read an element as a list, if it is one."""
        if element.tag == "table":
            matrix = matrix_of_table(self.page, element)
            kind: Kind = "grid" if element.get("role") in GRID_ROLES else "table"
            return matrix is not None and self._read_matrix(matrix, kind)
        if is_grid(element):
            matrix = matrix_of_roles(self.page, element)
            return matrix is not None and self._read_matrix(matrix, "grid")
        if element.tag in TYPED_IN:
            matrix = matrix_of_typed(self.page, element)
            return matrix is not None and self._read_matrix(matrix, "grid")
        if (element.tag not in _HOLDERS and "-" not in str(element.tag)) or len(element) < 2:
            return False
        if any(up in self.settled for up in (element, *element.iterancestors())):
            return False
        for make in (matrix_of_rows, matrix_of_run, matrix_of_places):
            matrix = make(self.page, element)
            if matrix is not None and self._read_matrix(matrix, "grid"):
                return True
            if element in self.settled:
                return False
        return False

    def _read_matrix(self, matrix: Matrix, kind: Kind, last: bool = False) -> bool:
        """Decide what a matrix is, and take it in. ``last``: all else was read."""
        if len(matrix.lines) > SAMPLE and not matrix.native and not matrix.drawn and not self._may_be_list(matrix):
            return False
        headed = [part for part in parts_of_matrix(matrix) if part.heads]
        telling = [part for part in headed if part.rows or part.message or matrix.native]
        score = max((sum(part.evidence.values()) for part in telling), default=0.0)
        if score < SURE and not matrix.drawn and _labels_of_cells([line for line in matrix.lines if line.pieces]):
            return self._take_in(matrix, self._with_heads(matrix), kind)
        sections, evidence = couples_of(matrix, self.makes) if matrix.native else ([], {})
        if sections and _makes_of(sections) <= self.made[matrix.element.getparent()]:
            evidence["next"] = NEXT
        as_fields = sum(evidence.values())
        if self._is_of_fields(matrix, max(score, as_fields, ENOUGH), score):
            return False  # every cell brings its label: read with the fields outside of tables
        if evidence.get("fetched") and (parts := self._with_heads(matrix, last, near=False)):
            return self._take_in(matrix, parts, kind)  # files under headings of another table
        if as_fields >= ENOUGH and as_fields > score:
            return self._add_couples(matrix, sections, as_fields >= ALONE)
        if score < ENOUGH and matrix.drawn:
            return self._add_typed(matrix)
        if score < ENOUGH or not headed:
            return self._read_headless(matrix, kind, last)
        if matrix.native and not any(part.rows or part.message for part in headed):
            self.heads.over_nothing += headed[:1]
            return True
        return self._take_in(matrix, telling, kind)

    def _is_of_fields(self, matrix: Matrix, least: float, score: float) -> bool:
        """Whether the cells of a matrix hold a label and a value each, for which more speaks than for anything else; no list is
        looked for in the rows of one that surely is so. ``score``: what speaks for its headings."""
        inside = self._inside(matrix, score)
        if inside > least and all(line.element is None for line in matrix.lines):
            self.settled.add(matrix.element)
        if inside > least and len(matrix.lines) > 1 and inside >= SETTLED:
            self.settled.update(line.element for line in matrix.lines if line.element is not None)
        return inside > least

    def _read_headless(self, matrix: Matrix, kind: Kind, last: bool) -> bool:
        """Take in rows without headings of their own; a single line waits until all else was read, which tells what stands over it."""
        if len(matrix.lines) == 1 and not last:
            self.later.append(matrix)
            return False
        parts = self._with_heads(matrix, last)
        return not (parts and self._holds_list(matrix)) and self._take_in(matrix, parts, kind)

    def _holds_list(self, matrix: Matrix) -> bool:
        """Whether a part of a line of plain elements holds lines under headings of their own: it is no cell, but a part of the page."""
        if matrix.native or matrix.drawn:
            return False
        cells = [p.cell.element for line in matrix.lines for p in line.pieces if p.cell.element is not None]
        holders = (inner for cell in cells for inner in cell.iter(*_HOLDERS) if len(inner) > 1)
        lists = (inner for holder in holders if (inner := matrix_of_rows(self.page, holder)) is not None)
        return any(len(part.heads) > 1 and part.rows for inner in lists for part in parts_of_matrix(inner))

    def _take_in(self, matrix: Matrix, parts: Sequence[Part], kind: Kind) -> bool:
        """Add the lists in a matrix; whether there is one."""
        lists = [part for part in parts if not self._is_menu(part)]
        for part in lists:
            self._add_part(part, kind)
        if lists:
            self._claim(matrix)
        return bool(lists)

    def _may_be_list(self, matrix: Matrix) -> bool:
        """Whether the first lines of plain elements look like a list; all of them are many to read in vain."""
        some = Matrix(matrix.element, matrix.lines[:SAMPLE])
        return any(part.heads for part in parts_of_matrix(some)) or bool(self._with_heads(some))

    def _inside(self, matrix: Matrix, score: float) -> float:
        """What speaks for cells that each hold a label and its value."""
        lines = [line for line in matrix.lines if len(line.pieces) > 1 or matrix.native][:SAMPLE]
        cells = [p for line in lines if len(line.cells) > 1 for p in line.pieces if p.cell.element is not None]
        if matrix.drawn or len(cells) < 2:
            return 0.0
        if not matrix.native and all(line.element is None for line in lines):
            read = {normalize(pair.label) for pair in self.fields.read(matrix.element) if pair.score >= ENOUGH}
            couples = [line for line in lines if len(line.pieces) == 2]
            return IN_PLACE * sum(normalize(line.pieces[0].text.rstrip(": ")) in read for line in couples) / len(lines)
        if not matrix.native:
            told = [self.fields.read(line.element) for line in lines if line.element is not None]
            sure = [len({normalize(p.label) for p in pairs if p.score >= ENOUGH}) for pairs in told]
            width = len(lines[0].cells)
            whole = sum(n >= max(1 if width == 2 else 2, 0.5 * width) for n in sure)
            labels = [pairs[0].label for pairs in told if len(pairs) == 1] if width == 2 else []
            again = 1 - len(set(labels)) / len(labels) if labels else 0.0  # a record has no label twice
            headed = 2.0 if lines[0].headed and not lines[-1].headed else 0.0
            return (6.0 if len(lines) > 1 or width == 2 else 5.0) * whole / len(lines) - 6.0 * again - headed
        pairs = [self.fields.read(piece.cell.element) if len(piece.cell.element) else [] for piece in cells]  # type: ignore[arg-type]
        holding = [found for found in pairs if found]
        holding += [[]] * sum(map(_is_blank, (p.cell.element for p in cells))) if len(holding) > 1 else []
        if len(holding) < 2:
            return 0.0
        return 6.0 * len(holding) / len(cells)

    def _with_heads(self, matrix: Matrix, last: bool = False, near: bool = True) -> list[Part]:
        """Rows without headings, with those that their cells carry, or that stand in another table or (``near``) before them."""
        rows = [line for line in matrix.lines if line.pieces]
        few = len(rows) < 2 or not matrix.native
        if not rows or matrix.drawn or ((few or last) and all(map(_turns_pages, rows))):
            return []
        heads = _labels_of_cells(rows)
        if not heads:
            heads, used = self.heads.find(matrix, rows, near)
            for part in used:
                self.heads.over_nothing.remove(part)
                self._claim(part.matrix)
        if not heads:
            return []
        labels = [label for label, _ in heads]
        pieces = [piece for _, piece in heads]
        part = Part(matrix, pieces, labels, [], [matrix.caption] if matrix.caption else [])
        for line in rows:
            cells = {n: c for c in line.cells for n, head in enumerate(pieces) if c.over(head) > 0}
            if len(line.pieces) > 1 or len(pieces) < 3 or not read_group(part, line):
                add_cells(part, [cells[n].cell if n in cells else EMPTY for n in range(len(pieces))])
                part.lines.append(line)
        return [part] if part.rows else []

    def _read_tree(self, matrix: Matrix) -> None:
        """Take in the rows of a tree: under headings, or as the levels that they tell."""
        headed = [part for part in parts_of_matrix(matrix) if part.heads and part.rows]
        if headed and sum(headed[0].evidence.values()) >= ENOUGH:
            self._take_in(matrix, headed, "grid")
        elif levels := levels_of([[piece.cell for piece in line.cells] for line in matrix.lines]):
            rows = [[*row] for row in zip(*(cells for _, cells in levels), strict=True)]
            self._add(Table("grid", [column for column, _ in levels], rows, matrix.element), matrix.element)
            self._claim(matrix)

    def _join_beside(self) -> None:
        """Make one table of those that are parts of one list, side by side: its first columns stay in sight while others are
        scrolled."""
        for one, other in pairwise([table for _, table in self.found if table.apart]):
            if len(one.rows) == len(other.rows) > 1 and all(map(_in_line, one.rows, other.rows)):
                other.columns = [*one.columns, *other.columns]
                other.rows = [[*left, *right] for left, right in zip(one.rows, other.rows, strict=True)]
                self.found = [(place, table) for place, table in self.found if table is not one]

    def _is_menu(self, part: Part) -> bool:
        """Whether all that rows say is links to places or, in one column, texts. A table with headings of its own may be a list of
        links."""
        told = [cell for row in part.rows for cell in row if cell.filled]
        if not told or not all(cell.type in ("link", "text") for cell in told):
            return False
        alone = len(part.heads) == 1 and part.heads[0].head < SURE_HEAD
        if alone and (len(told) < 2 or any(len(cell.text.split()) > NAME_WORDS for cell in told)):
            return True
        return (alone or not part.matrix.native or not part.evidence) and all(
            cell.element is not None and (self.page.presses(cell.element) or self.page.pressed(cell.element))
            for cell in told
        )

    # -------------------------------------------------------------------------------------------- taking in

    def _claim(self, matrix: Matrix) -> None:
        lines = [line.element for line in matrix.lines]
        apart = not matrix.native and not matrix.drawn and None not in lines
        for element in lines if apart else (matrix.element, *matrix.others):
            if element is None:
                continue
            self.claimed.add(element)
            self.holding.update(element.iterancestors())
        self.opened[matrix.element] = matrix.opened

    def _add(self, table: Table, at: HtmlElement) -> None:
        self.found.append((self.page.order.get(at, 0), table))

    def _add_part(self, part: Part, kind: Kind) -> None:
        without_copies(part)
        columns, rows = part.columns(), part.rows
        told = self._told_in_rows(part)
        known = {normalize(column.label) for column in (*columns, *(column for column, _ in told))}
        told += [level for level in levels_of(part.rows) if normalize(level[0].label) not in known]
        below = {normalize(column.label) for column, _ in told}
        groups = {label: column for label, column in part.groups.items() if label not in below}
        told += [(column, [said.get(label, EMPTY) for said in part.said_of]) for label, column in groups.items()]
        for column, cells in told if rows else ():
            columns = [*columns, column]
            rows = [[*row, cell] for row, cell in zip(rows, cells, strict=True)]
        empty = [n for n, c in enumerate(columns) if not c.label and not any(n < len(r) and r[n].filled for r in rows)]
        columns = [c for n, c in enumerate(columns) if n not in empty]
        rows = [[cell for n, cell in enumerate(row) if n not in empty] for row in rows]
        if any(column.label for column in columns):
            title = " - ".join(part.titles[-4:])[:200]
            rows = [row for row in rows if any(cell.filled for cell in row)]
            table = Table(kind, columns, rows, part.matrix.element, title, part.message)
            table.grouped_by = [column.label for column in groups.values()]
            table.anchor = self._anchor_of(part)
            table.apart = not part.evidence
            if not self._goes_on(table):
                self._add(table, part.matrix.element)

    def _goes_on(self, table: Table) -> bool:
        """Add the rows of a table to the one before it, where both are pages of one printed report."""
        before = self.found[-1][1] if self.found else None
        labels = [column.label for column in table.columns]
        if before is None or not table.title or before.title != table.title or before.message:
            return False
        known = [column.label for column in before.columns]
        own = [label for label in known if label not in before.grouped_by]
        if labels not in (known, own) or table.element.getparent() is not before.element.getparent():
            return False
        before.rows += _grouped_as_before(before, table.rows)
        return True

    def _told_in_rows(self, part: Part) -> list[tuple[Column, list[Cell]]]:
        """Fields with labels of their own that nearly every row of a table tells: in small print in its cells, or in a line of its
        own below it, for which a screen is too narrow."""
        lines = (
            part.lines[-len(part.rows) :] if part.matrix.native and part.rows else []
        )  # the first may be the headings
        told = [{**_small_print(line), **self._fields_below(line)} for line in lines]
        often = Counter(label for fields in told for label in fields)
        known = {normalize(label) for label in part.labels}
        labels = [label for label, times in often.items() if times >= max(2, MOST * len(told)) and label not in known]
        for line in lines if labels else ():
            if line.element is not None and (under := line.element.getnext()) is not None and self._fields_below(line):
                self.claimed.add(under)
        heads = {label: next(fields[label][0] for fields in told if label in fields) for label in labels}
        return [(heads[label], [fields[label][1] if label in fields else EMPTY for fields in told]) for label in labels]

    def _fields_below(self, line: Line) -> dict[str, tuple[Column, Cell]]:
        """The fields in the row below another one, which has one wide cell and no table in it."""
        under = line.element.getnext() if line.element is not None else None
        cells = [cell for cell in under if self.page.text(cell)] if under is not None and under.tag == "tr" else []
        if len(cells) != 1 or span(cells[0], "colspan") < 2 or not len(cells[0]) or dom.finds(cells[0], ".//table"):
            return {}
        pairs = self.fields.read(cells[0])
        return {normalize(pair.label): (Column(pair.label, pair.element), pair.value) for pair in pairs}

    def _anchor_of(self, part: Part) -> HtmlElement | None:
        """The first element of a list whose headings stand elsewhere, or of one in plain elements: its titles stand before that."""
        heads = [head.cell.element for head in part.heads if head.cell.element is not None and head.text]
        if part.matrix.element.tag in TYPED_IN:
            return None
        within = heads and part.matrix.element in heads[0].iterancestors()
        if heads and (not part.matrix.native or not within):
            return heads[0]
        return None if part.matrix.native or not part.lines else part.lines[0].element

    def _add_typed(self, matrix: Matrix) -> bool:
        """Records of typed text, each field with its label ("Empenho....: 12   Data: 01/02/2026")."""
        pairs: list[Pair] = []
        for line in matrix.lines:
            parts = [(piece, part) for piece in line.pieces for part in _parted(piece)]
            said = [field_in(part) for _, part in parts]
            for (piece, _), told in zip(parts, said, strict=True):
                if told is None or None in said or piece.cell.element is None:
                    continue
                label, words = told[0].rstrip(". "), told[1]
                if could_label(label) and (len(parts) > 1 or not is_small_print(label)):
                    value = Cell(words, value_type(words), piece.cell.element)
                    pairs.append(Pair(label, value, piece.cell.element, matrix.element, 3.0))
        found = [table for table in tables_of_pairs(self.page, pairs, set()) if len(table.columns) > 2]
        lone = [line.pieces[0].text for line in matrix.lines[:1] if len(line.pieces) == 1]
        for table in found:
            table.title = next((text for text in lone if field_in(text) is None), "")
            self._add(table, matrix.element)
        if found:
            self._claim(matrix)
        return bool(found)

    def _add_couples(
        self, matrix: Matrix, sections: Sequence[tuple[str, Sequence[tuple[Piece, Piece]]]], sure: bool
    ) -> bool:
        """Add the records of a table of fields, each section of more than one field as one. ``sure``: its labels surely are labels, so
        that one field alone is a record, too."""
        told = [(title, self._pairs_of(matrix, couples, SURE if sure else ENOUGH)) for title, couples in sections]
        told = [(title, pairs) for title, pairs in told if pairs]
        pairs = [pair for _, part in told for pair in part]
        asked = sum(pair.value.element is not None and asks(pair.value.element) for pair in pairs)
        if 2 * asked >= len(pairs) or len(pairs) < (1 if sure else 2):
            return False  # the fields of a query; or one field, which others beside it must confirm
        if min(len(part) for _, part in told) < 2:
            told = [(matrix.caption or told[0][0], pairs)]
        made = [(title, table) for title, part in told for table in tables_of_pairs(self.page, part, self.makes)]
        if len(pairs) < 2 and not made:
            return False
        for title, table in made:
            head = table.columns[0].element
            table.title = title
            self._add(table, head if head is not None else matrix.element)
        self._claim(matrix)
        self.made[matrix.element.getparent()] |= _makes_of(sections)
        return True

    def _pairs_of(self, matrix: Matrix, couples: Sequence[tuple[Piece, Piece]], score: float) -> list[Pair]:
        return [
            Pair(text, value.cell, label.cell.element, matrix.element, score, label.make)
            for label, value in couples
            if label.cell.element is not None and could_label(text := label.text.rstrip(": "))
        ]


def _grouped_as_before(before: Table, rows: Sequence[list[Cell]]) -> list[list[Cell]]:
    """Rows that go on with a table, whose first ones are of the group that was last on the page before."""
    rows = [row + [EMPTY] * (len(before.columns) - len(row)) for row in rows]
    for place, column in enumerate(before.columns):
        group = before.rows[-1][place] if before.rows and column.label in before.grouped_by else EMPTY
        for row in rows if group.filled else ():
            if row[place].filled:
                break
            row[place] = group
    return rows


def _small_print(line: Line) -> dict[str, tuple[Column, Cell]]:
    """The fields that cells tell in elements of their own below their value ("CPF: 123")."""
    found = {}
    for piece in line.pieces:
        if ":" not in piece.text or piece.cell.element is None:
            continue
        for element in piece.cell.element.iterdescendants():
            said = field_in(dom.text(element)) if not len(element) else None
            if said is not None and could_label(said[0]):
                found[normalize(said[0])] = (Column(said[0], element), Cell(said[1], value_type(said[1]), element))
    return found


def _makes_of(sections: Sequence[tuple[str, Sequence[tuple[Piece, Piece]]]]) -> set[tuple[Make, Make]]:
    return {(label.make, value.make) for _, couples in sections for label, value in couples}


def _in_line(left: Sequence[Cell], right: Sequence[Cell]) -> bool:
    """Whether a row goes on in another table, right beside it."""
    boxes = [[b for c in cells if c.element is not None and (b := dom.box(c.element))] for cells in (left, right)]
    if not all(boxes):
        return False
    edge = max(b[0] + b[2] for b in boxes[0])
    return abs(boxes[0][0][1] - boxes[1][0][1]) <= 3 and -3 <= min(b[0] for b in boxes[1]) - edge <= 24


def _stacked(single: Sequence[Matrix]) -> Iterator[Matrix]:
    """Single lines; those that are tables of their own, made alike one below the other, as one list."""
    piles: dict[tuple[Make, int, float], list[Matrix]] = {}
    for matrix in single:
        table = matrix.element
        box = (
            dom.box(matrix.lines[0].cells[0].cell.element)
            if matrix.lines[0].cells[0].cell.element is not None
            else None
        )
        key = ((str(table.tag), dom.classes(table)), len(matrix.lines[0].cells), float(box[0]) if box else 0.0)
        piles.setdefault(key if matrix.native else (("", ""), len(piles), -1.0), []).append(matrix)
    for pile in piles.values():
        first = pile[0]
        whole = Matrix(first.element, [line for matrix in pile for line in matrix.lines], first.native)
        whole.others = [matrix.element for matrix in pile[1:]]
        yield whole


def _parted(piece: Piece) -> list[str]:
    """The words of a piece, as what stands between the gaps in them."""
    element = piece.cell.element
    return [piece.text] if element is None or len(element) else [*map(dom.tidy, dom.GAP.split(element.text or ""))]


def _turns_pages(line: Line) -> bool:
    """Whether all that a line says can be pressed, counts or says nothing, or one fills it in, or it names what stands beside."""
    asked = any(p.cell.element is not None and (asks(p.cell.element) or controls(p.cell.element)) for p in line.cells)
    asked = asked or line.pieces[0].text.endswith(":")
    told = (p for p in line.pieces if p.cell.filled and p.cell.type not in ("number", "link") and not p.pressed)
    return asked or all(tells_page(p.text) or counts_records(p.text) for p in told)


def _is_blank(cell: HtmlElement | None) -> bool:
    """Whether a cell is a label in bold over nothing."""
    if cell is None or dom.own_text(cell):
        return False
    return [kid.tag for kid in cell][:2] in (["b", "br"], ["strong", "br"], ["small", "br"]) and len(cell) == 2


def _labels_of_cells(rows: Sequence[Line]) -> list[tuple[str, Piece]]:
    """Labels that cells carry as an attribute, for small screens."""
    first = rows[0].cells if rows else []
    found = []
    for n, cell in enumerate(first):
        beside = [line.cells[n].cell.element for line in rows[:4] if n < len(line.cells)]
        told = {dom.attribute(e, dom.CELL_LABELS) for e in beside if e is not None and e.tag not in ("a", "button")}
        label = told.pop() if len(told) == 1 else ""
        found.append((closed_up(label) if label != cell.text else "", cell))
    named = [label for label, _ in found if label]
    enough = len(named) > (len(rows) < 2) and 2 * len(named) >= len(found)
    return found if enough and len(set(named)) == len(named) else []
