"""Lines of cells in any mark-up: tables, grids by their roles, elements that repeat, pieces put in their places, typed text."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.labels import head_of, mark_of
from transparency.extract.tables.page import HEAD_CLASS, Page, asks, controls, is_asked
from transparency.extract.tables.storeys import EXACTLY, records_joined
from transparency.extract.tables.table import MAX_COLUMNS, NARROW, Cell, Line, Matrix, Piece
from transparency.extract.values import value_type
from transparency.text import normalize

GRID_ROLES = ("grid", "table", "treegrid")
GRID_TAGS = ("mat-table", "cdk-table")
_ROW_TAGS = ("mat-row", "mat-header-row", "cdk-row", "cdk-header-row")
_CELL_TAGS = ("mat-cell", "mat-header-cell", "cdk-cell", "cdk-header-cell", "td", "th")
_CELL_ROLES = ("cell", "gridcell", "columnheader", "rowheader")
_COLUMN_IDS = (
    "col-id",
    "data-col-id",
    "data-column-id",
    "data-field",
    "data-colid",
    "data-column-field",
    "aria-colindex",
)
_ROW_IDS = ("row-id", "aria-rowindex", "row-index", "data-rowindex")
_BLOCKS = ("div", "p", "ul", "ol", "li", "dl", "section", "article", "form", "fieldset", "nav", *dom.HEADINGS)
_WORDS = frozenset("div span p b i font nobr label strong".split())
_PAGES = re.compile(r"^(?:pagina|pag) (?:\d+ )?(?:de|of) \d+(?! de)\b")
_FRAMES = ("header", "footer", "nav")
LAYOUT_ROWS, LAYOUT_BLOCKS = 6, 6
"""A table of so few rows, with so many blocks in one cell, lays out a page."""
WORD_SPACE = 0.6
"""A space between words is no wider than this share of their height; columns stand farther apart."""
TOUCHING = 0.15
"""Boxes less of that space apart touch, as cells do."""
LONG = 600
"""Words (characters) of which a cell has no more."""
LEAST_PIECES = 12
"""Pieces of text of which fewer make no sheet."""
LEAST_LETTERS = 3
"""So many letters over columns, or numbers before rows, are the margins of a spreadsheet."""


def piece_of(page: Page, cell: HtmlElement, left: float, right: float, above: bool = False) -> Piece:
    """A cell with what its mark-up says."""
    mark, head = mark_of(page, cell), head_of(page, cell)
    return Piece(page.cell(cell), left, right, page.make(cell), mark, head, page.presses(cell), above)


# ------------------------------------------------------------------------------------------------ tables


def rows_of(table: HtmlElement) -> list[HtmlElement]:
    """Rows of a table, not those of tables in it."""
    found = [table] if table.tag == "table" else []
    parts = [part for top in found for part in top if part.tag in ("tr", "thead", "tbody", "tfoot")]
    return [row for part in parts for row in ([part] if part.tag == "tr" else part) if row.tag == "tr"]


def cells_in(row: HtmlElement) -> list[HtmlElement]:
    """The cells of a row of a table."""
    return [cell for cell in row if cell.tag in ("td", "th")]


def span(cell: HtmlElement, name: str) -> int:
    """How many rows or columns a cell takes."""
    value = (cell.get(name) or "1").strip()
    return min(MAX_COLUMNS, max(1, int(value))) if value.isdecimal() else 1


def matrix_of_table(page: Page, table: HtmlElement) -> Matrix | None:
    """The lines of a table; None where it lays out a page, or the fields of a query."""
    rows = rows_of(table)
    opened = [row for row in rows if _holds_others(page, row)]
    plain = [row for row in rows if row not in opened and not _asks(page, row)]
    if _lays_out(page, table, rows, opened) or not plain:
        return None
    lines: list[Line] = []
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for row in plain:
        if not cells_in(row):
            continue
        cells, spans = _spread(row, spans)
        parent = row.getparent()
        headed = parent is not None and parent.tag == "thead"
        if parent is not None and parent.tag == "tfoot":
            continue
        if row.get("data-t-hidden") is not None and not dom.is_hidden(table) and len(cells) < 2:
            continue
        lines.append(Line([piece_of(page, *cell) for cell in cells], row, headed))
    caption = next((page.text(child) for child in table if child.tag == "caption"), "")
    lines = without_margins(lines)
    drawn = _as_drawn(page, lines)
    lines = lines if drawn else records_joined(lines, EXACTLY)
    return Matrix(table, lines if drawn else without_gaps(page, lines), True, drawn, caption=caption, opened=opened)


def _as_drawn(page: Page, lines: list[Line]) -> bool:
    """Take places from boxes where rows are of several widths, as those of printed sheets are: their columns do not meet."""
    told = [line for line in lines if len(line.pieces) > 1]
    pieces = [piece for line in lines for piece in line.pieces if piece.cell.element is not None]
    if len({line.right for line in told}) < 2 or any(
        p.head >= 3 or p.above or not page.box(p.cell.element) for p in pieces
    ):
        return False
    for piece in (cell for line in lines for cell in line.cells):
        box = page.box(piece.cell.element) if piece.cell.element is not None else None
        if box is not None:
            piece.left, piece.right = box[0], box[0] + box[2]
    return True


def _spread(
    row: HtmlElement, spans: dict[int, tuple[int, HtmlElement]]
) -> tuple[list[tuple[HtmlElement, int, int, bool]], dict[int, tuple[int, HtmlElement]]]:
    """The cells of a row with their columns; ``spans`` are those that reach down from above, and the rows left to them."""
    found: list[tuple[HtmlElement, int, int, bool]] = []
    left: dict[int, tuple[int, HtmlElement]] = {}
    place = 0
    for cell in [*cells_in(row), None]:
        while place in spans or (cell is None and any(p > place for p in spans)):
            if place in spans:
                rest, above = spans[place]
                if found and found[-1][0] is above:
                    found[-1] = (above, found[-1][1], place + 1, True)
                else:
                    found.append((above, place, place + 1, True))
                if rest > 1:
                    left[place] = (rest - 1, above)
            place += 1
        if cell is not None:
            across, down = span(cell, "colspan"), span(cell, "rowspan")
            found.append((cell, place, place + across, False))
            left |= {place + n: (down - 1, cell) for n in range(across) if down > 1}
            place += across
    return found, left


def _telling_cells(page: Page, element: HtmlElement) -> int:
    return sum(bool(page.text(cell)) for cell in element.iter("td", "th") if not dom.finds(cell, ".//td"))


def _holds_others(page: Page, row: HtmlElement) -> bool:
    """Whether a row holds a table of its own (with more than one cell), or one wide cell with a record laid out in it."""
    if any(_telling_cells(page, inner) > 1 for inner in row.iterdescendants("table")):
        return True
    told = [cell for cell in cells_in(row) if page.text(cell)]
    if len(told) != 1 or span(told[0], "colspan") < 2:
        return False
    return sum(1 for _ in told[0].iter("div", "p", "dl", "dt", "dd", "li", "span", "b", "strong")) >= 4


def _asks(page: Page, row: HtmlElement) -> bool:
    """Whether a row is fields to fill, under headings or beside their names. Headings may have one each to search by; a row that
    says nothing else may have them under some of its headings only."""
    cells = cells_in(row)
    headed = all(cell.tag == "th" for cell in cells)
    asked = [cell for cell in cells if asks(cell) and not (headed and page.text(cell))]
    silent = not any(page.text(cell) for cell in cells if cell not in asked)
    return len(cells) > 1 and bool(asked) and (silent or 2 * len(asked) >= len(cells))


def _lays_out(page: Page, table: HtmlElement, rows: list[HtmlElement], opened: list[HtmlElement]) -> bool:
    """Whether a table only puts parts of a page in their places."""
    plain = [row for row in rows if row not in opened]
    if opened:
        headed = any(sum(cell.tag == "th" for cell in cells_in(row)) > 1 for row in plain)
        widths = {sum(span(cell, "colspan") for cell in cells_in(row)) for row in rows if cells_in(row)}
        if not headed and len(plain) > 1 and len(widths) == 1 and max(widths) > 3:
            typed = [any(value_type(page.text(cell)) in ("money", "date", "code", "cnpj") for cell in row) for row in map(cells_in, plain)]  # fmt: skip
            headed = sum(typed) > 0.5 * len(plain)
        return not (headed and len(plain) > 1 and all(len(cells_in(row)) <= 2 for row in opened))
    if len(rows) > LAYOUT_ROWS or next(table.iter("th", "thead", "caption"), None) is not None:
        return False
    return any(sum(1 for _ in cell.iter(*_BLOCKS)) >= LAYOUT_BLOCKS for row in rows for cell in cells_in(row))


WIDE = 2 * NARROW
"""A cell of a record sheet that keeps others apart is no wider (CSS px)."""


def without_gaps(page: Page, lines: list[Line]) -> list[Line]:
    """Lines without the cells that keep others apart: columns that say nothing in any line, and narrow cells. Where the headings
    stand elsewhere a wide column that says nothing has one there."""
    told = {n for line in lines for cell in line.cells if _says(cell) for n in range(int(cell.left), int(cell.right))}
    width = int(max((line.right for line in lines), default=0))
    gaps = [n for n in range(width) if n not in told]
    headed = any(line.headed or any(cell.head > 0 for cell in line.cells) for line in lines)

    def is_gap(cell: Piece) -> bool:
        if _says(cell) or cell.cell.element is None or cell.head >= 3:
            return False
        box = page.box(cell.cell.element)
        if all(n in gaps for n in range(int(cell.left), int(cell.right))):
            return headed or box is None or box[2] <= WIDE
        return box is not None and box[2] <= NARROW and not page.pressed(cell.cell.element)

    if gaps or any(map(is_gap, (cell for line in lines for cell in line.cells))):
        lines = [Line([c for c in line.cells if not is_gap(c)], line.element, line.headed) for line in lines]
    return [line for line in lines if any(map(_says, line.cells))]


def _says(cell: Piece) -> bool:
    element = cell.cell.element
    return bool(cell.text) or cell.cell.filled or (element is not None and bool(controls(element)))


def without_margins(lines: list[Line]) -> list[Line]:
    """Lines without the letters over the columns of a spreadsheet and the numbers before its rows."""
    lettered = next((line for line in lines[:2] if _is_lettered([piece.text for piece in line.pieces])), None)
    body = [line for line in lines if line is not lettered and line.cells]
    first = [line.cells[0] for line in body]
    told = [piece.text for piece in first if piece.text]
    if len(told) < LEAST_LETTERS or not all(map(str.isdecimal, told)):
        return lines
    counts = list(map(int, told))
    rises = all(0 < after - before <= LEAST_LETTERS for before, after in pairwise(counts))
    if not rises or not (lettered is not None or (counts[0] == 1 and all(piece.head >= 3 for piece in first))):
        return lines
    return [Line(line.cells[1:], line.element, line.headed) for line in body]


def _is_lettered(labels: Sequence[str]) -> bool:
    return len(labels) >= LEAST_LETTERS and list(labels) == [_column_name(n) for n in range(len(labels))]


def _column_name(place: int) -> str:
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


# ------------------------------------------------------------------------------------------------ roles


def is_grid(element: HtmlElement) -> bool:
    """Whether an element says that it is a grid."""
    return element.tag in GRID_TAGS or (element.tag != "table" and element.get("role") in GRID_ROLES)


def matrix_of_roles(page: Page, grid: HtmlElement) -> Matrix | None:
    """The lines of a grid by the roles of its parts. Parts of one row that stand in several panes are one line."""
    opened: list[HtmlElement] = []
    rows: dict[str, list[HtmlElement]] = {}
    for number, row in enumerate(e for e in grid.iter() if _is_row(e, grid)):
        cells = [c for c in row.iter() if c is not row and _is_cell(c) and _row_over(c) is row] or _parts(row)
        told = [cell for cell in cells if page.text(cell)]
        if len(told) == 1 and is_heavy(page, told[0]) and next(told[0].iter("table", "dl"), None) is not None:
            opened.append(row)
            continue
        heads = sum(
            c.get("role") == "columnheader" or c.tag in ("th", "mat-header-cell", "cdk-header-cell") for c in cells
        )
        key = next((f"{name}{row.get(name)}" for name in _ROW_IDS if row.get(name)), f"#{number}")
        rows.setdefault(f"head{number}" if 2 * heads > len(cells) else key, []).extend(cells)
    loose = [c for c in grid.iter() if c.get("role") == "columnheader"]
    if loose and not any(key.startswith("head") for key in rows):
        rows = {"head": loose, **rows}
    heads = [cell for key, cells in rows.items() if key.startswith("head") for cell in cells]
    name = _column_id(heads, [cells for key, cells in rows.items() if not key.startswith("head")])
    if name:
        rows = {"head": heads, **{key: cells for key, cells in rows.items() if not key.startswith("head")}}
    places: dict[str, int] = {}
    for cell in heads if name else ():
        places.setdefault(cell.get(name) or "", len(places))
    lines = []
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for key, cells in rows.items():
        if not cells:
            continue
        row = _row_over(cells[0])
        if key.startswith("head") and row is not None and row.tag == "tr" and not name:
            placed, spans = _spread(row, spans)
        elif name:
            known = {places[c.get(name) or ""]: c for c in reversed(cells) if (c.get(name) or "") in places}
            placed = (
                [(cell, place, place + 1, False) for place, cell in sorted(known.items())] if len(known) > 1 else []
            )
        else:
            placed = list(_side_by_side(cells))
        placed = placed or list(_side_by_side(cells))
        lines.append(Line([piece_of(page, *cell) for cell in placed], row, key.startswith("head")))
    holders = {line.element.getparent() for line in lines if line.element is not None}
    between = (kid for holder in holders if holder is not None for kid in holder if len(kid) and kid not in holders)
    own = {line.element for line in lines}
    opened += [kid for kid in between if kid not in own and not any(map(_is_cell, kid.iter())) and page.text(kid)]
    return Matrix(grid, _in_place(page, without_margins(lines)), True, opened=opened) if lines else None


def _side_by_side(cells: Iterable[HtmlElement]) -> Iterator[tuple[HtmlElement, int, int, bool]]:
    place = 0
    for cell in cells:
        across = span(cell, "colspan")
        yield cell, place, place + across, False
        place += across


def _in_place(page: Page, lines: list[Line]) -> list[Line]:
    """Lines whose cells are as many as the headings by their order; others by their boxes, where all have one."""
    heads = next((line for line in reversed(lines) if line.headed), None)
    if heads is None:
        return lines
    tops = [page.box(piece.cell.element) for piece in heads.cells if piece.cell.element is not None]
    if not all(tops):
        return lines
    for line in lines:
        boxes = [page.box(piece.cell.element) for piece in line.cells if piece.cell.element is not None]
        if line.headed or len(line.cells) in (1, len(heads.cells)) or line.right == heads.right or not all(boxes):
            continue
        for piece, box in zip(line.cells, boxes, strict=True):
            shared = [min(box[0] + box[2], t[0] + t[2]) - max(box[0], t[0]) if box and t else 0 for t in tops]
            best = max(range(len(shared)), key=shared.__getitem__)
            piece.left, piece.right = heads.cells[best].left, heads.cells[best].right
    return lines


def _column_id(heads: Sequence[HtmlElement], lines: Sequence[Sequence[HtmlElement]]) -> str:
    """An attribute that ties cells to their headings."""
    for name in _COLUMN_IDS if lines else ():
        told = {cell.get(name) for cell in heads if cell.get(name)}
        cells = [cell.get(name) for cell in lines[0]]
        if len(told) > 1 and all(cells) and 2 * len(told & set(cells)) >= len(cells):
            return name
    return ""


def _is_cell(element: HtmlElement) -> bool:
    return element.get("role") in _CELL_ROLES or element.tag in _CELL_TAGS


def _is_row(element: HtmlElement, grid: HtmlElement) -> bool:
    if element is grid:
        return False
    if element.get("role") != "row" and element.tag not in _ROW_TAGS and (element.tag != "tr" or element.get("role")):
        return False
    return not any(_is_cell(up) for up in dom.up_to(element.getparent(), grid))


def _parts(row: HtmlElement) -> list[HtmlElement]:
    """The cells of a row that says it is one and gives them no roles."""
    return [] if row.tag == "tr" or any(kid.get("role") == "row" for kid in row.iterdescendants()) else list(row)


def _row_over(cell: HtmlElement) -> HtmlElement | None:
    return next((a for a in cell.iterancestors() if a.get("role") == "row" or a.tag in ("tr", *_ROW_TAGS)), None)


def is_heavy(page: Page, cell: HtmlElement) -> bool:
    """Whether it holds more than a cell does: a list, a form, a section."""
    blocks = ("table", "ul", "dl", "form", "h1", "h2", "section", "article", *GRID_TAGS)
    if next(cell.iter(*blocks), None) is not None or len(page.text(cell)) > LONG:
        return True
    return dom.finds(cell, ".//*[@role='row' or @role='grid' or @role='table' or @role='tablist']")


# ------------------------------------------------------------------------------------------------ what repeats


def matrix_of_rows(page: Page, parent: HtmlElement) -> Matrix | None:
    """The children of an element that have as many parts as each other, as lines."""
    kids = [kid for kid in dom.children(parent) if kid.get("data-t-hidden") is None or dom.is_hidden(parent)]
    no_row = ("nav", "footer", "form", "table", "dl", "button", "select", "label")
    rows = [
        (kid, parts) for kid in kids if kid.tag not in no_row and 2 <= len(parts := dom.row_parts(kid)) <= MAX_COLUMNS
    ]
    rows = [
        (kid, parts)
        for kid, parts in rows
        if not dom.is_window(kid)
        and not any(part.tag in _FRAMES and page.skipped(part) for part in parts)
        and not _is_panel(parts)
    ]
    leafy = [(kid, parts) for kid, parts in rows if not all(len(page.kids(part)) > 1 for part in parts)]
    rows = leafy if 2 * len(leafy) > len(rows) else rows
    if not rows:
        return None
    width, often = Counter(len(parts) for _, parts in rows).most_common(1)[0]
    if 2 * often < len(rows):
        return None
    same = _made_alike(page, [(kid, parts) for kid, parts in rows if len(parts) == width])
    if (
        not same
        or len({kid.tag for kid, _ in same}) > (1 if parent.tag == "body" else 2)  # parts of a page are no rows
        or any(is_heavy(page, part) for _, parts in same[:3] for part in parts)
    ):
        return None
    if all(2 * sum(map(_is_choice, parts)) > width for _, parts in same[:6]):
        return None  # what may be ticked
    asked = sum(asks(part) for _, parts in same[:6] for part in parts)
    if 3 * asked >= len(same[:6]) * width:
        return None
    heads = [kid.tag in ("header", "thead") or bool(HEAD_CLASS.search(dom.classes(kid))) for kid, _ in same]
    first = len(same) > 2 and heads[0] and 2 * sum(heads) <= len(heads)
    lines = [Line([piece_of(page, part, n, n + 1) for n, part in enumerate(parts)], kid) for kid, parts in same]
    lines[0].headed = first
    own = {kid for kid, _ in same}
    return Matrix(parent, lines, opened=[kid for kid in kids if kid not in own and dom.finds(kid, "*/*/*")])


def _is_panel(parts: Sequence[HtmlElement]) -> bool:
    """Whether the parts of a row are fields to fill, with a label each: they head no records."""
    return 2 * sum(asks(part) and next(part.iter("label"), None) is not None for part in parts) > len(parts)


def _is_choice(part: HtmlElement) -> bool:
    return dom.finds(part, "descendant-or-self::input[@type='checkbox' or @type='radio']")


def _made_alike(
    page: Page, rows: list[tuple[HtmlElement, list[HtmlElement]]]
) -> list[tuple[HtmlElement, list[HtmlElement]]]:
    """Rows but for those made of nothing that most of the others are made of, and those that can only be pressed (what turns
    pages, a bar of tools). The first may be headings, which are made otherwise."""
    makes = [{(str(part.tag), dom.classes(part)) for part in parts} for _, parts in rows]
    usual = {make for make, often in Counter(make for made in makes for make in made).items() if 2 * often > len(rows)}
    kept = []
    for place, (row, made) in enumerate(zip(rows, makes, strict=True)):
        if place and len(rows) > 3 and usual and not made & usual:
            continue
        told = [part for part in row[1] if page.text(part)]
        if _PAGES.search(normalize(" ".join(page.text(part) for part in row[1]))):
            continue
        typed = any(value_type(page.text(part)) in ("money", "date", "cpf", "cnpj") for part in told)
        if (
            not typed
            and all(page.text(part).isdecimal() or page.presses(part) for part in told)
            and not all(len(page.text(part)) > 40 for part in told)
        ):
            continue
        kept.append(row)
    return kept


def matrix_of_run(page: Page, parent: HtmlElement) -> Matrix | None:
    """Children that are cells in columns without rows (a CSS grid)."""
    kids = page.kids(parent)
    if len(kids) < 6 or parent.tag in ("ul", "ol", "p", "form", "body") or dom.own_text(parent):
        return None
    blocks = ("a", "button", "table", "form", "ul", "h1", "h2", "h3", "p", "nav", "section")
    if sum(kid.tag in blocks for kid in kids[:20]) > 4 or any(len(page.text(kid)) > 120 for kid in kids[:4]):
        return None
    width = _columns_of_run(page, parent, kids)
    if width < 2 or len(kids) < 2 * width or any(map(is_heavy, (page,) * 12, kids[:12])):
        return None
    if any(map(is_asked, (c for kid in kids[: 4 * width] for c in controls(kid)))):
        return None
    rows = [kids[n : n + width] for n in range(0, len(kids) - len(kids) % width, width)]
    return Matrix(parent, [Line([piece_of(page, c, n, n + 1) for n, c in enumerate(cells)]) for cells in rows])


def _columns_of_run(page: Page, parent: HtmlElement, kids: list[HtmlElement]) -> int:
    told = re.search(r"grid-template-columns:\s*repeat\(\s*(\d+)", parent.get("style") or "")
    told = told or re.search(r"(?:^|\s)(?:\w+:)?grid-cols-(\d+)", dom.classes(parent))
    if told and len(kids) % int(told[1]) == 0:
        return int(told[1])
    heads = 0
    while heads < len(kids) and head_of(page, kids[heads]) > 0:
        heads += 1
    if 2 <= heads < len(kids) and len(kids) % heads == 0:
        return heads
    rows: dict[int, list[int]] = defaultdict(list)
    for kid in kids[: 3 * MAX_COLUMNS]:
        box = page.box(kid)
        if box is None:
            return 0
        rows[box[1]].append(box[0])
    shapes = list(map(tuple, rows.values()))
    even = len(shapes) > 1 and len(set(shapes[:-1])) == 1 and len(kids) % len(shapes[0]) == 0
    return len(shapes[0]) if even else 0


# ------------------------------------------------------------------------------------------------ places


def matrix_of_places(page: Page, holder: HtmlElement) -> Matrix | None:
    """Pieces of text that are put in their places one by one, as lines."""
    if len(holder) < LEAST_PIECES:
        return None
    kids = [kid for kid in page.kids(holder) if len(kid) or dom.own_text(kid)]
    if sum(_is_placed(page, kid) for kid in kids[:LEAST_PIECES]) < 0.7 * LEAST_PIECES:
        return None
    pieces = [page.inmost(kid) for kid in kids if _is_placed(page, kid)]
    if len(pieces) < max(LEAST_PIECES, 0.7 * len(kids)):
        return None
    lines = _in_lines(page, [*_pieces_over(page, holder), *pieces])
    return Matrix(holder, lines, drawn=True) if len(lines) > 1 else None


def _in_lines(page: Page, elements: Iterable[HtmlElement]) -> list[Line]:
    placed = [(box, element) for element in elements if (box := page.box(element)) is not None and box[3] > 0]
    placed.sort(key=lambda one: (one[0][1], one[0][0]))
    lines: list[list[Piece]] = []
    top = height = 0
    for box, element in placed:
        if not lines or not top <= box[1] + box[3] / 2 <= top + height:
            lines.append([])
            top, height = box[1], box[3]
        lines[-1].append(piece_of(page, element, box[0], box[0] + box[2]))
    heights = [box[3] for box, _ in placed]
    room = WORD_SPACE * median(heights) if heights else 0
    return [Line(_words_joined(sorted(line, key=lambda piece: piece.left), room)) for line in lines]


def _is_tight(piece: Piece, room: float) -> bool:
    """Whether a box is no wider than its words, as that of a cell is. ``room``: the widest space between words."""
    return piece.right - piece.left <= len(piece.text) * room


def _words_joined(pieces: Sequence[Piece], room: float) -> list[Piece]:
    """Pieces of a line, as one where they are words no farther apart than a space is wide."""
    joined: list[Piece] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        near = last is not None and _is_tight(last, room) and room * TOUCHING < piece.left - last.right <= room
        if last is None or not near or {last.cell.type, piece.cell.type} != {"text"}:
            joined.append(piece)
            continue
        cell = replace(last.cell, text=f"{last.text} {piece.text}")
        joined[-1] = replace(last, cell=cell, right=piece.right, pressed=last.pressed or piece.pressed)
    return joined


def _pieces_over(page: Page, holder: HtmlElement) -> list[HtmlElement]:
    """The pieces of one line in the element right before: headings that stay while the list is scrolled."""
    for at in (holder, *list(holder.iterancestors())[:2]):
        over = at.getprevious()
        if over is not None:
            kids = page.kids(page.inmost(over))
            tops = {box[1] for kid in kids if (box := dom.box(kid)) is not None}
            return [page.inmost(kid) for kid in kids] if len(kids) > 1 and len(tops) == 1 and all(_is_placed(page, k) for k in kids) else []  # fmt: skip
    return []


def _is_placed(page: Page, element: HtmlElement) -> bool:
    inner = page.inmost(element)
    if inner.tag not in _WORDS or page.box(inner) is None:
        return False
    return not len(inner) or not dom.finds(inner, ".//div | .//table | .//p | .//ul | .//input | .//select | .//button")


def matrix_of_typed(page: Page, text: HtmlElement) -> Matrix | None:
    """Typed text: pieces are parted by two spaces or by bars, and stand where they are typed."""
    lines = []
    for typed in page.typed.get(text, ()):
        cells = [
            (Cell(words, value_type(words), element), place)
            for element, place in typed
            if (words := page.text(element))
        ]
        pieces = [Piece(cell, *place, ("span", "")) for cell, place in cells if any(map(str.isalnum, cell.text))]
        if pieces:
            lines.append(Line(pieces))
    return Matrix(text, lines, drawn=True) if lines else None
