"""Tables, row by row: headings in storeys, spans, groups, totals, what only lays out a page, and labels inside cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import (
    HEAD_CLASS,
    closed_up,
    controls_of,
    is_code_word,
    is_editable,
    is_own_value,
    is_pressed,
    is_total,
    label_style,
    link_name,
    link_of,
    read_cell,
    styled_as_header,
)
from transparency.extract.records.model import EMPTY, MAX_COLUMNS, SAMPLE, Cell, Grid, Pair
from transparency.extract.values import is_empty_message, value_type
from transparency.items import Box
from transparency.text import normalize

PAGER = re.compile(
    r"\W*|(?:pagina )?\d{1,4}(?: (?:de|of) \d{1,4})?|(?:(?:proxim|anterior|primeir|ultim|seguinte|pagina)\w* ?){1,2}\W*"
)
_COUNTS = re.compile(
    r"pagina (?:\d+ )?de \d*|\d+ (?:a |ate )?\d* ?de \d+(?: \w+)?|"
    r"(?:exibindo|mostrando|vendo|visualizando|registros?|itens|total|linhas)\b[^a-z]*(?:\w{1,10}[^a-z]*){0,6}"
)
"""How much there is, beside what turns the pages."""
_PAGES = re.compile(r"(?:pagina|pag) (?:\d+ )?(?:de|of) \d+(?! de)\b")
_TOLD = re.compile(r"\W*([^\W\d][^:]{1,58}?)\s?:(?!\S)\s*(.*)", re.S)
_GROUP_FIELD = re.compile(r"\W*([^\W\d][^:]{2,40}):\s*(\S.*)", re.S)
_BLOCKS = ("div", "p", "ul", "ol", "li", "dl", "section", "article", "form", "fieldset", "nav", *dom.HEADINGS)
LAYOUT_ROWS, LAYOUT_BLOCKS = 6, 6


@dataclass
class Block:
    """Rows under one header: its lines, what stands over it, the widths of its rows."""

    header: list[HtmlElement]
    body: list[HtmlElement]
    titles: list[str]
    widths: list[int]


def table_rows(table: HtmlElement) -> Iterator[HtmlElement]:
    """Rows of a table, not those of tables in it."""
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            for row in child:
                if row.tag == "tr":
                    yield row


def row_cells(row: HtmlElement) -> list[HtmlElement]:
    """The cells of a row."""
    return [c for c in row if c.tag in ("td", "th")]


def span_of(cell: HtmlElement, name: str) -> int:
    """How many rows or columns a cell takes (``rowspan``, ``colspan``)."""
    value = (cell.get(name) or "1").strip()
    return min(MAX_COLUMNS, max(1, int(value))) if value.isdecimal() else 1


def row_width(row: HtmlElement) -> int:
    """How many columns a row takes."""
    return sum(span_of(c, "colspan") for c in row_cells(row))


def heads_a_group(row: HtmlElement, width: int) -> bool:
    """A cell over nearly all columns, alone or beside a sign that opens the group or a sum."""
    cells = row_cells(row)
    return width >= 4 and len(cells) == 2 and max(span_of(cell, "colspan") for cell in cells) >= width - 2


def heads_groups(rows: Sequence[HtmlElement], width: int) -> bool:
    """Whether the first row stands over a row that heads a group: it holds the labels, however it looks, for a record would
    stand below the head of its group. Groups of which none is open need not say what they are."""
    if len(rows) < 2 or heads_a_group(rows[0], width) or not heads_a_group(rows[1], width):
        return False
    return bool(list(fields_over_groups(rows[1:2], width))) or all(heads_a_group(row, width) for row in rows[2:])


def fields_over_groups(body: Sequence[HtmlElement], width: int) -> Iterator[tuple[str, HtmlElement, Cell]]:
    """Fields that are said once over each group of rows: "Unidade Gestora: 01 - Gabinete"."""
    told: set[str] = set()
    for row in body[: SAMPLE * 2]:
        cells = row_cells(row)
        wide = max(cells, key=lambda cell: span_of(cell, "colspan"), default=None)
        if wide is None or not (
            heads_a_group(row, width) or (len(cells) == 1 and span_of(wide, "colspan") >= width - 1)
        ):
            continue
        said = _GROUP_FIELD.fullmatch(dom.text(wide))
        if said and normalize(said.group(1)) not in told and dom.label_like(said.group(1)):
            told.add(normalize(said.group(1)))
            yield said.group(1), wide, Cell(said.group(2), value_type(said.group(2)), wide)


def tell_groups(grid: Grid) -> None:
    """Make columns of the fields that are said over groups of rows."""
    for label, cell, value in grid.groups:
        grid.header.append((label, cell))
        grid.rows = [[*row, *[EMPTY] * (len(grid.header) - 1 - len(row)), value] for row in grid.rows]
    grid.groups = []


def tell_lines(grid: Grid) -> None:
    """Make columns of the fields that the cells of a column tell in a line below what they hold: "CPF: …" under the name."""
    told = [{label: cell for value in row for label, cell in _lines_below(value.element)} for row in grid.rows]
    known = {normalize(label) for label, _ in grid.header}
    again = Counter(label for lines in told for label in lines)
    for label, times in again.items():
        if len(told) < 2 or times < 0.8 * len(told) or normalize(label) in known:
            continue
        first = next(lines[label] for lines in told if label in lines)
        width = len(grid.header)
        grid.header.append((label, first.element))
        grid.rows = [
            [*row, *[EMPTY] * (width - len(row)), lines.get(label, EMPTY)]
            for row, lines in zip(grid.rows, told, strict=True)
        ]


def _lines_below(cell: HtmlElement | None) -> Iterator[tuple[str, Cell]]:
    """The parts of a cell that say label, colon and value, below another part of it."""
    for part in dom.children(cell)[1:] if cell is not None else ():
        said = _GROUP_FIELD.fullmatch(dom.text(part)) if part.tag in ("small", "span", "div", "p") else None
        if said and dom.label_like(said.group(1)) and not dom.is_hidden(part):
            yield said.group(1), Cell(said.group(2), value_type(said.group(2)), part)


def is_wrapper(table: HtmlElement) -> bool:
    """A table of one row inside a cell, with one cell that says something, or a field's label and its value; of a heading
    that has no name, with none."""
    cell = table.getparent()
    if cell is None or cell.tag not in ("td", "th") or len(dom.children(cell)) != 1 or dom.own_text(cell):
        return False
    rows = list(table_rows(table))
    if len(rows) != 1 or next(rows[0].iter("table"), None) is not None:
        return False
    cells = row_cells(rows[0])
    if len(cells) > 3 or any(controls_of(c) for c in cells):
        return False
    told = sum(bool(dom.text(c)) for c in cells)
    named = (
        len(cells) == 2
        and label_style(cells[0]) > 0
        and not label_style(cells[1])
        and dom.label_like(dom.text(cells[0]))
    )
    return told == 1 or (told == 2 and named) or (not told and _is_unnamed_head(cell))


def _is_unnamed_head(cell: HtmlElement) -> bool:
    """Whether a cell without words is one of a row of headings, which are made like it and have names."""
    row = cell.getparent()
    if row is None or next(cell.iter("img", "input", "button", "a"), None) is not None:
        return False
    others = [other for other in row_cells(row) if other is not cell and dom.text(other)]
    heads = cell.tag == "th" or HEAD_CLASS.search(dom.classes(cell)) is not None
    return heads and len(others) > 1 and all(dom.classes(other) == dom.classes(cell) for other in others)


def turns_pages(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """Whether a table lays out what turns the pages of another: arrows, numbers, how many there are."""
    if len(rows) > 2 or next(table.iter("th"), None) is not None:
        return False
    cells = [cell for row in rows for cell in row_cells(row)]
    told = [words for cell in cells if (words := normalize(dom.text(cell)))]
    signs = sum(bool(controls_of(cell)) or not normalize(dom.text(cell)) for cell in cells)
    return signs > 1 and all(
        PAGER.fullmatch(text) or _COUNTS.fullmatch(text) or is_empty_message(text) for text in told
    )


def tells_pages(words: str) -> bool:
    """Whether a row is the paging bar of a grid: "Página 1 de 9"."""
    return bool(_PAGES.match(normalize(words)))


def is_filter_row(row: HtmlElement) -> bool:
    """A row of fields under the headings of a table, which ask for values and show none; beside them signs at most."""
    cells = row_cells(row)
    if len(cells) < 3 or next(row.iter("input", "select"), None) is None:
        return False
    asked = [cell for cell in cells if any(map(is_editable, controls_of(cell)))]
    return 2 * len(asked) >= len(cells) and all(sum(map(str.isalnum, dom.text(cell))) <= 1 for cell in cells)


def holds_record(row: HtmlElement) -> bool:
    """A row opened between the others: one wide cell with a record laid out in it."""
    told = [cell for cell in row_cells(row) if dom.text(cell)]
    return (
        len(told) == 1
        and span_of(told[0], "colspan") > 1
        and sum(1 for _ in told[0].iter("div", "p", "dl", "li", "span")) >= 4
    )


def is_layout(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A table that holds others is for layout, unless they hang in rows of their own under a header (detail rows)."""
    holding = [row for row in rows if next(row.iter("table"), None) is not None]
    plain = [row for row in rows if row not in holding]
    headed = any(len([c for c in row_cells(row) if c.tag == "th"]) >= 2 for row in plain)
    widths = [row_width(row) for row in rows if row_cells(row)]
    if len(plain) > 1 and min(widths) == max(widths) >= 4:  # rows of one width, whose headings stand in another table
        told = [{value_type(dom.text(cell)) for cell in row_cells(row)} for row in plain]
        headed |= sum(not kinds.isdisjoint(("money", "date", "code", "cnpj")) for kinds in told) > 0.5 * len(plain)
    return not (headed and len(plain) > 1 and all(len(row_cells(row)) <= 2 for row in holding))


def frames_a_page(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A few cells without headings, one of which holds a page's worth of blocks: menu here, content there."""
    if len(rows) > LAYOUT_ROWS or next(table.iter("th", "thead", "caption"), None) is not None:
        return False
    cells = [cell for row in rows for cell in row_cells(row)]
    return any(sum(1 for _ in cell.iter(*_BLOCKS)) >= LAYOUT_BLOCKS for cell in cells)


def tells_fields(rows: list[HtmlElement]) -> bool:
    """Whether a table lays out the fields of one record, the lines of its cells with label, colon and value: each label
    stands there once. A list whose cells repeat their labels for small screens is none."""
    cells = [cell for row in rows for cell in row_cells(row) if not any(map(is_editable, controls_of(cell)))]
    texts = [text for cell in cells for text in _lines(cell)]
    told = [found for text in texts if (found := _TOLD.match(text)) and dom.label_like(found[1])]
    labels = {normalize(found[1]) for found in told}
    valued = sum(bool(found[2].strip()) for found in told)
    return (
        valued >= 3 and valued >= 0.5 * len(told) and len(told) >= 0.7 * len(texts) and len(labels) >= 0.8 * len(told)
    )


def _lines(cell: HtmlElement) -> list[str]:
    """The words of a cell, line by line as its breaks part them."""
    if next(cell.iter("br"), None) is None:
        return [text] if (text := dom.text(cell)) else []
    lines = [""]
    for node in cell.iter():
        if node.tag == "br":
            lines.append("")
        if node.tag != "br" and isinstance(node.tag, str) and node.tag not in dom.SILENT:
            lines[-1] += f" {node.text or ''}"
        if node is not cell:
            lines[-1] += f" {node.tail or ''}"
    return [text for line in lines if (text := dom.tidy(line))]


def boxed_pair(cell: HtmlElement) -> Pair | None:
    """A cell that holds a label over its value: the label has a line of its own, and is set apart from what stands below it
    by its mark-up."""
    node = cell
    while len(kids := dom.children(node)) == 1 and not dom.own_text(node) and dom.children(kids[0]):
        node = kids[0]
    lines: list[tuple[str, HtmlElement | None, bool]] = []
    """Words, the element that holds them, whether a new line begins before them."""
    broken = False

    def add(words: str, element: HtmlElement | None) -> None:
        nonlocal broken
        block = element is not None and element.tag in _BLOCKS
        if words or (element is not None and link_of(element) is not None):
            lines.append((words, element, broken or block))
            broken = block
        else:
            broken = broken or block

    add(dom.tidy(node.text or ""), None)
    for child in node:
        if child.tag == "br":
            broken = True
        elif isinstance(child.tag, str) and child.tag not in dom.SILENT and not dom.is_hidden(child):
            add(dom.text(child), child)
        add(dom.tidy(child.tail or ""), None)
    if not lines:
        return None
    (label, head, _), rest = lines[0], lines[1:]
    below = rest[0][2] if rest else broken
    if rest and head is not None and rest[0][1] is not None:
        above, under = dom.box(head), dom.box(rest[0][1])
        below = below or (above is not None and under is not None and above[1] + above[3] <= under[1] + 2)
    marked = head is not None or (len(rest) == 1 and rest[0][1] is not None)
    label = label.rstrip(": ")
    if not below or not marked or len(label) > 50 or not dom.label_like(label) or is_own_value(label):
        return None
    if head is not None and (link_of(head) is not None or controls_of(cell)):
        return None
    if len(rest) == 1 and (only := rest[0][1]) is not None:
        value = read_cell(only)
    else:
        words = dom.tidy(" ".join(words for words, _, _ in rest))
        value = Cell(words, value_type(words), cell)
    return Pair(label, value, cell if head is None else head, True, cell)


def paired_parts(cell: HtmlElement) -> Pair | None:
    """A cell that holds two elements and nothing else, the first of which may be the label of the second."""
    node = cell
    while len(kids := dom.children(node)) == 1 and not dom.own_text(node):
        node = kids[0]
    if len(kids) != 2 or dom.own_text(node) or len(node) != 2 or next(node.iter("table", "ul", "ol"), None) is not None:
        return None
    label = dom.text(kids[0]).rstrip(": ")
    if len(label) > 50 or not dom.label_like(label) or is_own_value(label) or is_pressed(kids[0]) or controls_of(cell):
        return None
    return Pair(label, read_cell(kids[1]), kids[0], True, cell)


def caption_of(table: HtmlElement) -> str:
    """What stands over a table, in it."""
    for child in table:
        if child.tag == "caption":
            return dom.text(child)
    return ""


def split_blocks(rows: list[HtmlElement]) -> list[Block]:
    """Split a table's rows where a new header starts; title rows (one cell over all columns) go to the block that follows."""
    widest = max((row_width(r) for r in rows[: SAMPLE * 2]), default=0)
    storeys = _storeys(rows[:8])
    blocks: list[Block] = []
    current = Block([], [], [], [])
    pending: list[str] = []
    for number, row in enumerate(rows):
        if number > SAMPLE * 4:
            current.body.append(row)
            continue
        cells = row_cells(row)
        if not cells:
            continue
        parent = row.getparent()
        in_head = parent is not None and parent.tag == "thead"
        in_foot = parent is not None and parent.tag == "tfoot"
        if in_foot:
            continue
        ths = sum(c.tag == "th" or c.get("role") == "columnheader" for c in cells)
        styled = len(cells) > 1 and all(HEAD_CLASS.search(dom.classes(c)) for c in cells)
        is_header = (
            in_head or styled or row in storeys or ths == len(cells) or (ths >= 2 and ths * 2 > len(cells))
        ) and not (len(cells) == 1 and widest > 1)
        if len(cells) == 1 and widest > 1 and (span_of(cells[0], "colspan") >= widest - 1 or in_head or ths == 1):
            words = dom.text(cells[0])
            if (
                words
                and not is_empty_message(words)
                and len(words) <= 150
                and (ths or in_head or not current.body or label_style(cells[0]))
            ):
                pending.append(words)
                continue
            current.body.append(row)
            continue
        if is_header:
            if not in_head and is_total([Cell(dom.text(c), "text") for c in cells[:1]]):
                continue
            if sum(1 for c in cells if controls_of(c)) * 2 >= len(cells) and not any(dom.text(c) for c in cells):
                continue
            if current.body:
                blocks.append(current)
                current = Block([], [], [], [])
            current.header.append(row)
        else:
            current.body.append(row)
        if pending:
            if current.body and not is_header and len(current.body) > 1:
                pending.clear()
            else:
                current.titles += pending
                pending = []
        current.widths.append(min(MAX_COLUMNS, row_width(row)))
    blocks.append(current)
    return [b for b in blocks if b.widths]


def _storeys(rows: list[HtmlElement]) -> list[HtmlElement]:
    """The two rows that head a table of ordinary cells: names over groups of columns, and the columns' names under them."""
    told = [row for row in rows if len(row_cells(row)) > 1]
    if len(told) < 3 or any(c.tag == "th" for row in told[:3] for c in row_cells(row)):
        return []
    upper, lower, below = told[:3]
    width = row_width(upper)
    over, spans = expand_row(upper, {}, width)
    under, _ = expand_row(lower, spans, width)
    if width < 3 or None in under or row_width(below) != width or len(row_cells(below)) != width:
        return []
    if not any(span_of(c, "colspan") > 1 for c in row_cells(upper)) or len(set(under)) != width:
        return []
    labels = [dom.text(c) for c in dict.fromkeys((*over, *under)) if c is not None]
    named = all(
        not label or (dom.label_like(label) and (value_type(label) == "text" or is_code_word(label)))
        for label in labels
    )
    values = [read_cell(cell).kind for cell in row_cells(below)]
    bold = [all(styled_as_header(c) for c in row_cells(row) if dom.text(c)) for row in (lower, below)]
    told_apart = any(kind not in ("text", "empty") for kind in values) or bold == [True, False]
    # only over the tools of a row nothing is said
    headed = all(dom.text(head) or not dom.text(value) for head, value in zip(under, row_cells(below), strict=True))
    return [upper, lower] if named and told_apart and headed else []


def expand_row(
    row: HtmlElement, spans: dict[int, tuple[int, HtmlElement]], width: int
) -> tuple[list[HtmlElement | None], dict[int, tuple[int, HtmlElement]]]:
    """The cells of a row by column; ``spans`` are the cells that reach down from rows above, with the rows left to them."""
    line: list[HtmlElement | None] = []
    left: dict[int, tuple[int, HtmlElement]] = {}
    cells = iter(row_cells(row))
    position = 0
    cell = next(cells, None)
    while position < width and (cell is not None or any(p >= position for p in spans)):
        if position in spans:
            remaining, above = spans[position]
            line.append(above)
            if remaining > 1:
                left[position] = (remaining - 1, above)
            position += 1
            continue
        if cell is None:
            line.append(None)
            position += 1
            continue
        across, down = span_of(cell, "colspan"), span_of(cell, "rowspan")
        for _ in range(across):
            if position >= width:
                break
            line.append(cell)
            if down > 1:
                left[position] = (down - 1, cell)
            position += 1
        cell = next(cells, None)
    return line, left


def header_labels(header: list[HtmlElement], width: int) -> list[tuple[str, HtmlElement | None]]:
    """Labels by column; over several header rows joined with " / ", outermost first."""
    columns: list[list[tuple[str, HtmlElement]]] = [[] for _ in range(width)]
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for row in header[-4:]:
        cells, spans = expand_row(row, spans, width)
        for position, cell in enumerate(cells):
            if cell is None or any(c is cell for _, c in columns[position]):
                continue
            label = label_text(cell)
            if label and label not in (text for text, _ in columns[position]):
                columns[position].append((label, cell))
    return [(" / ".join(text for text, _ in column), column[-1][1]) if column else ("", None) for column in columns]


def label_text(cell: HtmlElement) -> str:
    """The words of a header cell."""
    words = dom.text(cell) or dom.attribute(cell, ("aria-label", "title", "data-title", "abbr"))
    if not words:
        link = link_of(cell)
        words = link_name(link) if link is not None else ""
    return closed_up(words)


def labels_in_cells(rows: list[list[Cell]]) -> list[tuple[str, HtmlElement | None]]:
    """Labels that each cell carries as an attribute (responsive tables)."""
    if not rows:
        return []
    first = rows[0]
    labels: list[tuple[str, HtmlElement | None]] = []
    for index, cell in enumerate(first):
        # what is pressed has a name of its own
        labelled = cell.element is not None and "button" not in (cell.element.tag, cell.element.get("role"))
        labelled = labelled and cell.element.tag != "a"  # type: ignore[union-attr]
        label = dom.attribute(cell.element, dom.CELL_LABELS) if labelled and cell.element is not None else ""
        shared = all(
            row[index].element is not None and dom.attribute(row[index].element, dom.CELL_LABELS) == label
            for row in rows[1:4]
            if index < len(row)
        )
        labels.append((closed_up(label) if shared and label != cell.text else "", cell.element))
    named = [label for label, _ in labels if label]
    if len(named) * 2 >= len(labels) and len(set(named)) == len(named) and named:
        return labels
    return _labels_inside(rows)


def _labels_inside(rows: list[list[Cell]]) -> list[tuple[str, HtmlElement | None]]:
    """Labels that each cell writes over its value, the same in every row: tables as small screens show them. In one row
    alone they have to be set apart by their class."""
    parts = [[_label_in(cell.element) for cell in row] for row in rows[:4]]
    labels: list[tuple[str, HtmlElement | None]] = []
    for index, part in enumerate(parts[0]):
        told = {dom.text(row[index]) for row in parts if index < len(row) and row[index] is not None}
        whole = all(row[index] is not None for row in parts if index < len(row))
        labels.append((closed_up(told.pop()) if part is not None and whole and len(told) == 1 else "", part))
    named = [label for label, _ in labels if label]
    if len(named) < 2 or len(named) * 2 < len(labels) or len(set(named)) < len(named):
        return []
    if len(parts) < 2:
        made = {dom.classes(part) for label, part in labels if label and part is not None}
        values = {
            dom.classes(part.getnext())
            for label, part in labels
            if label and part is not None and part.getnext() is not None
        }
        if len(made) > 1 or "" in made or made & values:
            return []
    return labels


def _label_in(cell: HtmlElement | None) -> HtmlElement | None:
    """The first part of a cell of two, where it may be the label of the other."""
    kids = dom.children(cell) if cell is not None else []
    if cell is None or not kids or cell.tag in ("a", "button") or dom.tidy(cell.text or ""):
        return None
    if kids[0].get("data-t-hidden") is not None:
        return None  # written for smaller screens
    label = dom.text(kids[0]).rstrip(": ")
    beside = len(kids) == 2 or (len(kids) == 1 and bool(dom.tidy(kids[0].tail or "")))
    return kids[0] if beside and dom.label_like(label) and not is_own_value(label) and not is_pressed(kids[0]) else None


def without_labels(rows: list[list[Cell]], header: list[tuple[str, HtmlElement | None]]) -> list[list[Cell]]:
    """Rows whose cells are read without the labels inside them."""
    return [
        [
            read_cell(cell.element, header[i][0]) if i < len(header) and cell.element is not None else cell
            for i, cell in enumerate(row)
        ]
        for row in rows
    ]


def lone_column(
    rows: list[list[Cell]], count: int
) -> tuple[list[tuple[str, HtmlElement | None]], list[list[Cell]], int]:
    """Of a table of one column: the words set off over its values (a title, the label of the column), and the values."""
    cells = [row[0] for row in rows]
    heads = list(
        takewhile(lambda c: c.element is not None and dom.label_like(c.text) and styled_as_header(c.element), cells)
    )
    rest = cells[len(heads) :]
    names = all(
        c.kind == "text"
        and len(c.text.split()) <= 8
        and c.element is not None
        and not styled_as_header(c.element)
        and not is_pressed(c.element)
        for c in rest
    )
    if not 1 <= len(heads) <= 2 or len(heads) + len(rest) < 3 or not names:
        return [], rows, count
    return [(c.text, c.element) for c in heads], rows[len(heads) :], count - len(heads)


def align_header(
    header: list[tuple[str, HtmlElement | None]], rows: list[list[Cell]], width: int
) -> list[tuple[str, HtmlElement | None]]:
    """Put a header over a body of another width: by boxes, else from the left. What only stands over the scroll bar of the
    body is no column, wherever the boxes of a body that was moved sideways stand."""
    if rows and len(header) > width and not any(label for label, _ in header[width:]):
        return header[:width]
    if rows and len(header) != width:
        boxes = [dom.box(c.element) if c.element is not None else None for c in rows[0]]
        tops = [dom.box(e) if e is not None else None for _, e in header]
        if sum(b is not None for b in boxes) * 2 > len(boxes) and sum(b is not None for b in tops) * 2 > len(tops):
            return [_over(b, header, tops) for b in boxes]
    silent = [i for i in range(width) if rows and all(i >= len(r) or r[i].kind in ("empty", "link") for r in rows)]
    if 0 < width - len(header) <= len(silent):
        spare = set(silent[: width - len(header)]) if silent[0] == 0 else set(silent[-(width - len(header)) :])
        labels = iter(header)
        return [("", None) if i in spare else next(labels) for i in range(width)]
    trimmed = header[:width]
    return trimmed + [("", None)] * (width - len(trimmed))


def _over(
    cell: Box | None, header: list[tuple[str, HtmlElement | None]], boxes: list[Box | None]
) -> tuple[str, HtmlElement | None]:
    best: tuple[float, int] = (0.0, -1)
    if cell is not None:
        for index, head in enumerate(boxes):
            if head is not None:
                overlap = min(cell[0] + cell[2], head[0] + head[2]) - max(cell[0], head[0])
                if overlap > best[0]:
                    best = (overlap, index)
    return header[best[1]] if best[1] >= 0 else ("", None)


def ordered_by_box(
    header: list[tuple[str, HtmlElement | None]], cells: list[HtmlElement]
) -> list[HtmlElement | None] | None:
    """The cell under each header by where they stand; None without boxes."""
    tops = [dom.box(e) if e is not None else None for _, e in header]
    boxes = [dom.box(c) for c in cells]
    if not all(tops) or not all(boxes):
        return None
    result: list[HtmlElement | None] = []
    for top in tops:
        best: HtmlElement | None = None
        widest = 0
        for cell, place in zip(cells, boxes, strict=True):
            if top is not None and place is not None:
                overlap = min(top[0] + top[2], place[0] + place[2]) - max(top[0], place[0])
                if overlap > widest:
                    best, widest = cell, overlap
        result.append(best)
    return result


def keep_visible(
    own: list[tuple[str, HtmlElement | None]], theirs: list[tuple[str, HtmlElement | None]]
) -> list[tuple[str, HtmlElement | None]]:
    """Labels of the body's columns with the elements of the header that is seen."""
    seen = {normalize(label): element for label, element in theirs}
    return [(label, seen.get(normalize(label), element)) for label, element in own]
