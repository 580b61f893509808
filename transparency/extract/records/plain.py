"""Grids of plain elements: repeating rows under a header, cells of a CSS grid, headings over no rows."""

from __future__ import annotations

import re
from collections import Counter
from itertools import takewhile

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import (
    HEAD_CLASS,
    closed_up,
    controls_of,
    has_block_data,
    header_like,
    inmost,
    is_editable,
    is_field,
    is_total,
    label_style,
    read_cell,
    says_two_things,
    shows_value,
    styled_as_header,
)
from transparency.extract.records.model import MAX_COLUMNS, SAMPLE, Cell, Grid, Page
from transparency.extract.records.pairs import PairReader, has_query_button
from transparency.extract.records.rows import PAGER, align_header, label_text, labels_in_cells, tells_pages
from transparency.extract.values import column_type, is_empty_message
from transparency.text import normalize


def find_plain_grids(page: Page) -> None:
    """Grids of repeating rows or of cells without rows."""
    for parent in page.body.iter(
        "div",
        "ul",
        "ol",
        "section",
        "main",
        "article",
        "form",
        "span",
        "tbody",
        "fieldset",
        "li",
        "p",
        "td",
        "body",
    ):
        if len(parent) < 2 or page.skipped(parent) or page.is_claimed(parent) or parent in page.holding:
            continue
        grid = _repeating(page, parent) or _flat_grid(page, parent)
        if grid is not None:
            page.add(grid)
            _claim_rows(page, parent)
    # custom elements of component frameworks
    for parent in page.body.iter():
        if (
            isinstance(parent.tag, str)
            and "-" in parent.tag
            and len(parent) >= 2
            and not page.is_claimed(parent)
            and parent not in page.holding
            and not page.skipped(parent)
        ):
            grid = _repeating(page, parent)
            if grid is not None:
                page.add(grid)
                page.claim(parent)


def _claim_rows(page: Page, parent: HtmlElement) -> None:
    """Claim a grid, save for what was opened between its rows: a group's records, a record's details."""
    opened = page.opened_in.get(parent)
    if not opened:
        page.claim(parent)
        return
    rows = [child for child in dom.children(parent) if child not in opened]
    for row in rows:
        page.claim(row)
    page.rows_of[parent] = frozenset(rows)


def find_empty_grids(page: Page) -> None:
    """Header cells of plain elements over no rows, where a message says that there are none."""
    known = {e for grid in page.grids for _, e in grid.header if e is not None}
    for row in page.body.iter("div", "ul", "section", "header"):
        cells = dom.children(row)
        if not 3 <= len(cells) <= MAX_COLUMNS or page.is_claimed(row) or page.skipped(row) or known & set(cells):
            continue
        if not HEAD_CLASS.search(dom.classes(row)) and not all(styled_as_header(c) for c in cells):
            continue
        if any(len(dom.children(c)) > 2 or controls_of(c) for c in cells) or not header_like(
            [dom.text(c) for c in cells]
        ):
            continue
        for ancestor in list(row.iterancestors())[:3]:
            message = next(
                (t for t in map(dom.text, ancestor.iter("div", "p", "span", "li", "td")) if is_empty_message(t)), ""
            )
            if message:
                page.add(Grid(row, "grid", [(label_text(c), c) for c in cells], [], 0, empty_message=message))
                break


def _repeating(page: Page, parent: HtmlElement) -> Grid | None:
    kids = [
        c
        for c in dom.children(parent)
        if (c not in page.claimed and c.get("data-t-hidden") is None) or dom.is_hidden(parent)
    ]
    if len(kids) < 1 or len(kids) > 20000:
        return None
    rows: list[tuple[HtmlElement, list[HtmlElement]]] = []
    for kid in kids[: SAMPLE * 4]:
        if kid.tag in ("nav", "footer", "form", "table", "button", "select", "label") or kid in page.claimed:
            continue
        if dom.is_window(kid):
            continue
        cells = dom.row_parts(kid)
        if controls_of(kid) and has_query_button(kid):
            continue  # the fields of a query under a bar of tabs
        if 2 <= len(cells) <= MAX_COLUMNS and not tells_pages(dom.text(kid)):
            rows.append((kid, cells))
    plain = [(kid, cells) for kid, cells in rows if not all(len(dom.children(cell)) > 1 for cell in cells)]
    if len(plain) * 2 > len(rows):
        rows = plain  # a grid opened between them has rows for cells
    rows = _without_opened(rows)
    if not rows:
        return None
    widths = [len(cells) for _, cells in rows]
    width, frequency = Counter(widths).most_common(1)[0]
    same = [(row, cells) for row, cells in rows if len(cells) == width]
    if len({row.tag for row, _ in same}) > 2 or frequency * 2 < len(rows):
        return None
    if any(has_block_data(cell) for _, cells in same[:3] for cell in cells):
        return None
    if all(2 * sum(map(_is_choice, cells)) > len(cells) for _, cells in same[:6]):
        return None  # what may be ticked, line by line
    editable = sum(1 for _, cells in same[:6] for cell in cells if is_field(cell))
    if editable * 3 >= len(same[:6]) * width:
        return None
    if _mostly_pairs(page, same):
        return None
    titles = _titles(same)
    same = same[len(titles) :]
    texts = [dom.text(c) for c in same[0][1]]
    header: list[tuple[str, HtmlElement | None]] = []
    data = same
    first_is_header = header_like(texts) and _heads(page, same)
    if first_is_header:
        header = [(closed_up(t), c) for t, c in zip(texts, same[0][1], strict=True)]
        data = same[1:]
    else:
        header = header_before(page, same[0][0], width)
        styled = sum(map(styled_as_header, same[0][1])) * 2 >= width
        if header and len(same) == 1 and header_like(texts) and (styled or len(header) != width):
            return None  # headings over nothing, under a bar of tabs
    if not header and len(same) >= 1:
        header = labels_in_cells([[read_cell(c) for c in cells] for _, cells in same[:SAMPLE]])
    if not header or not data:
        return None
    if len(data) < 1:
        return None
    result: list[list[Cell]] = []
    for row, cells in data[:SAMPLE]:
        values = [read_cell(c, header[i][0] if i < len(header) else "") for i, c in enumerate(cells)]
        if any(v.filled for v in values) and not is_total(values) and row is not None:
            result.append(values)
    if not result or is_menu(result):
        return None
    count = (
        len(result)
        if len(data) <= SAMPLE and len(kids) <= SAMPLE * 4
        else len(result) + sum(1 for kid in kids[SAMPLE:] if len(kid))
    )
    if len(header) != width:
        header = align_header(header, result, width)
    own = {row for row, _ in same}
    first = kids.index(data[0][0])
    page.opened_in[parent] = frozenset(
        kid
        for place, kid in enumerate(kids)
        if kid not in own
        and kid.xpath("boolean(*/*/*)")
        # the first row may be the open one, with what it opened
        and (place > first or any(len(dom.row_parts(part)) == width for part in dom.children(kid)))
    )
    title = " - ".join(filter(None, titles))[:200]
    return Grid(parent, "grid", header, result, count, title, anchor=_first_of(header, data[0][0]))


def _without_opened(rows: list[tuple[HtmlElement, list[HtmlElement]]]) -> list[tuple[HtmlElement, list[HtmlElement]]]:
    """The rows but for the record that one of them opened: it is made of nothing that the others are made of, and its parts
    have parts. As many of them as a row has cells make no row."""
    made = [frozenset((cell.tag, dom.classes(cell)) for cell in cells) for _, cells in rows]
    usual = {part for part, times in Counter(part for parts in made for part in parts).items() if 2 * times > len(rows)}
    if len(rows) < 4 or not usual:
        return rows
    return [
        row
        for place, (row, parts) in enumerate(zip(rows, made, strict=True))
        if not place or parts & usual or not row[0].xpath("boolean(*/*/*)")
    ]


def _titles(same: list[tuple[HtmlElement, list[HtmlElement]]]) -> list[str]:
    """What the first rows say where they fill one cell or none, as over the headings of a sheet. Some rows are left."""
    told = [[text for cell in cells if (text := dom.text(cell))] for _, cells in same[: SAMPLE // 2]]
    lone = list(takewhile(lambda texts: len(texts) < 2, told)) if len(same[0][1]) > 2 else []
    return ["".join(texts) for texts in lone] if len(lone) + 2 < len(same) and len(lone) < len(told) else []


def _is_choice(cell: HtmlElement) -> bool:
    return bool(cell.xpath("boolean(descendant-or-self::input[@type='checkbox' or @type='radio'])"))


def _first_of(header: list[tuple[str, HtmlElement | None]], row: HtmlElement) -> HtmlElement:
    """The first element of a grid that brings its own header: what stands before it stands over the grid."""
    return next((element for _, element in header if element is not None), row)


def _heads(page: Page, same: list[tuple[HtmlElement, list[HtmlElement]]]) -> bool:
    """Whether the first of the repeating rows is the header of the others."""
    if len(same) < 2:
        return False
    first_row, first = same[0]
    if any(map(shows_value, first)) or all(_leads_on(*row) for row in same[:3]):
        return False
    rest = same[1:6]
    if first_row.tag in ("header", "thead") or HEAD_CLASS.search(dom.classes(first_row)):
        return not HEAD_CLASS.search(dom.classes(rest[0][0]))
    styled = sum(styled_as_header(c) for c in first)
    if styled * 2 >= len(first):
        return sum(styled_as_header(c) for _, cells in rest for c in cells) * 3 < len(rest) * len(first)
    kinds = [column_type(read_cell(cells[i]).kind for _, cells in rest) for i in range(len(first))]
    telling = sum(kind in ("money", "date", "cpf", "cnpj", "number", "code", "link") for kind in kinds)
    if len(first) == 2:
        # two columns without style: more likely labels with values
        return telling >= 1 and len(rest) >= 2 and column_type(read_cell(cells[0]).kind for _, cells in rest) != "text"
    return telling >= 1


def _leads_on(row: HtmlElement, cells: list[HtmlElement]) -> bool:
    """Whether a row is one link as a whole: of rows that all are, the first heads none of the others."""
    return any(node.tag == "a" for node in (*dom.up_to(cells[0], row), row))


def header_before(page: Page, first: HtmlElement, width: int) -> list[tuple[str, HtmlElement | None]]:
    """A row of labels before the rows, under the same parent or beside it or its wrappers. It may lack columns of
    buttons that the rows have, or have more by a scroll bar."""
    for allowed in ((width,), (width - 1, width + 1, width - 2) if width > 2 else ()):
        node: HtmlElement | None = first
        for climb in range(4):
            if node is None or node.tag == "body" or dom.is_window(node):
                break  # what is in a window has its labels there
            for seen, sibling in enumerate(node.itersiblings(preceding=True)):
                if not isinstance(sibling.tag, str) or sibling.tag in dom.SILENT:
                    continue
                if dom.is_hidden(sibling) and not dom.is_hidden(first):
                    continue
                if seen > 4 or sibling in page.holding or page.skipped(sibling):
                    break
                found = _label_row(sibling, allowed)
                if found and not (climb and _among_others(found)):
                    return [(closed_up(dom.text(c)), c) for c in found]
                if dom.text(sibling) and climb:
                    break
            node = node.getparent()
    return []


def _mostly_pairs(page: Page, same: list[tuple[HtmlElement, list[HtmlElement]]]) -> bool:
    """Cards and details, where each cell brings its own label, are left to the pairs."""
    labels: list[set[str]] = []
    every: list[set[str]] = []
    amounts: list[int] = []
    for row, cells in same[:4]:
        pairs = PairReader(page).read(row)
        every.append({normalize(p.label) for p in pairs})
        sure = [p for p in pairs if p.strong or p.stressed]
        amounts.append(len(sure))
        labels.append({normalize(p.label) for p in sure})
        if len(sure) * 2 >= len(cells) and len(sure) >= 1 and len(cells) == 2 and len(same) == 1:
            return True
    if not labels:
        return False
    if len(same) == 1 and all(len(dom.children(cell)) > 1 for cell in same[0][1]):
        return True  # fields of one record side by side, each a label over its value; or the rows of a grid
    if sum(a >= 2 for a in amounts) * 2 > len(labels) or _fields_of_records(same):
        return True
    again = set.intersection(*every)
    if len(every) >= 3 and len(again) >= 2 and len(again) * 2 >= len(same[0][1]):
        return True  # what the rows have in common are labels
    width = len(same[0][1])
    if width in (2, 4):
        # rows of label and value: first cells all different and styled as labels, or plain before a value in bold
        named = sum(
            dom.text(cells[0]).endswith(":")
            or bool(label_style(cells[0]) and not label_style(same[0][1][1]))
            or (not label_style(cells[0]) and label_style(cells[1]) == 2 and dom.label_like(dom.text(cells[0])))
            for _, cells in same
        )
        return named >= len(same) * 0.6
    return False


def _fields_of_records(same: list[tuple[HtmlElement, list[HtmlElement]]]) -> bool:
    """Whether every cell is a label over its value, told by what both are made of, and not all rows have the same labels: the
    parts of a record, some of which may come again."""
    rows = [cells for _, cells in same[:SAMPLE]]
    labels = {tuple(dom.text(part) for cell in cells for part in dom.children(cell)[:1]) for cells in rows}
    return len(labels) > 1 and _are_fields([cell for cells in rows for cell in cells])


def _are_fields(cells: list[HtmlElement]) -> bool:
    """Whether each of the cells is a label over its value, told by what both are made of."""
    pairs = [dom.children(cell) for cell in cells[:SAMPLE]]
    if any(len(pair) != 2 for pair in pairs):
        return False
    heads, values = ({(pair[n].tag, dom.classes(pair[n])) for pair in pairs} for n in (0, 1))
    return len(heads) == 1 and not heads & values and all(dom.label_like(dom.text(pair[0])) for pair in pairs)


def _flat_grid(page: Page, parent: HtmlElement) -> Grid | None:
    """Cells of a CSS grid: n×k siblings without rows."""
    kids = [c for c in dom.children(parent) if c.get("data-t-hidden") is None or dom.is_hidden(parent)]
    if len(kids) < 6 or len(kids) > 40000:
        return None
    if any(dom.row_parts(k) and len(dom.text(k)) > 120 for k in kids[:4]) or parent.tag in (
        "ul",
        "ol",
        "p",
        "form",
        "body",
    ):
        return None
    if (
        sum(
            1
            for k in kids[:20]
            if k.tag in ("a", "button", "table", "form", "ul", "h1", "h2", "h3", "p", "nav", "section")
        )
        > 4
    ):
        return None
    width = _flat_width(parent, kids)
    if not width or width < 2 or len(kids) < 2 * width or dom.own_text(parent) or _are_fields(kids):
        return None
    head = kids[:width]
    texts = [dom.text(c) for c in head]
    if not header_like(texts):
        return None
    if any(controls_of(c) and any(is_editable(x) for x in controls_of(c)) for c in kids[: 4 * width]):
        return None
    rows = [kids[i : i + width] for i in range(width, len(kids) - len(kids) % width, width)]
    header: list[tuple[str, HtmlElement | None]] = [(closed_up(t), c) for t, c in zip(texts, head, strict=True)]
    result = []
    for cells in rows[:SAMPLE]:
        values = [read_cell(c) for c in cells]
        if any(v.filled for v in values) and not is_total(values):
            result.append(values)
    if not result or is_menu(result):
        return None
    return Grid(parent, "grid", header, result, len(result) + max(0, len(rows) - SAMPLE), anchor=head[0])


def _label_row(element: HtmlElement, widths: tuple[int, ...]) -> list[HtmlElement]:
    """The first run of as many label-like cells in an element, however wrapped."""
    for candidate in [element, *[e for e in element.iterdescendants() if isinstance(e.tag, str)][:12]]:
        cells = dom.row_parts(candidate)
        if len(cells) not in widths or len(cells) < 2 or any(controls_of(c) or shows_value(c) for c in cells):
            continue
        if sum(map(says_two_things, cells)) * 2 >= len(cells):
            continue
        if not header_like([dom.text(c) for c in cells]) or any(
            c.xpath("boolean(descendant-or-self::h1)") for c in cells
        ):
            continue
        if len(cells) == 2 and not any(styled_as_header(c) for c in (candidate, element, *cells)):
            return []
        return cells
    return []


def _among_others(cells: list[HtmlElement]) -> bool:
    """Whether what looks like a row of labels is one of several rows of the same make: another list, not a header."""
    row = cells[0].getparent()
    while row is not None and (parent := row.getparent()) is not None and len(dom.children(parent)) == 1:
        row = parent
    if row is None:
        return False
    alike = (s for s in row.itersiblings() if s.tag == row.tag and dom.classes(s) == dom.classes(row))
    return sum(len(dom.row_parts(inmost(s))) == len(cells) for s in alike) > 1


def is_menu(rows: list[list[Cell]]) -> bool:
    """Rows whose every value is a link of words, or a page number: shortcuts, not data."""
    cells = [c for row in rows for c in row if c.filled]
    if len(rows) <= 2 and all(PAGER.fullmatch(normalize(c.text)) for c in cells):
        return True
    return bool(cells) and sum(
        c.kind in ("link", "text") and c.element is not None and next(c.element.iter("a", "button"), None) is not None
        for c in cells
    ) == len(cells)


def _flat_width(parent: HtmlElement, kids: list[HtmlElement]) -> int:
    """Columns of a CSS grid: as its style says, as its header cells say, or as the boxes stand."""
    style = parent.get("style") or ""
    found = re.search(r"grid-template-columns:\s*repeat\(\s*(\d+)", style)
    if found:
        return int(found.group(1))
    found = re.search(r"(?:^|\s)(?:\w+:)?grid-cols-(\d+)", dom.classes(parent))
    if found and len(kids) % int(found.group(1)) == 0:
        return int(found.group(1))
    heads = 0
    for kid in kids:
        if kid.get("role") == "columnheader" or kid.tag in ("th", "b", "strong") or HEAD_CLASS.search(dom.classes(kid)):
            heads += 1
        else:
            break
    if 2 <= heads < len(kids) and len(kids) % heads == 0:
        return heads
    boxes = [dom.own_box(k) for k in kids[: MAX_COLUMNS * 3]]
    if all(boxes) and "grid-template" not in style:
        lines: dict[int, list[int]] = {}
        for place in boxes:
            if place is not None:
                lines.setdefault(place[1], []).append(place[0])
        shapes = [tuple(x) for x in lines.values()]
        if len(shapes) >= 2 and len(set(shapes[:-1])) == 1 and len(shapes[0]) >= 2 and len(kids) % len(shapes[0]) == 0:
            return len(shapes[0])
    return 0
