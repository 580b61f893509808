"""Native tables: grids, printed forms and tables of fields; headings and body that stand in tables of their own."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import (
    controls_of,
    header_like,
    inmost,
    is_code_word,
    is_editable,
    is_pressed,
    is_total,
    label_style,
    read_cell,
    styled_as_header,
)
from transparency.extract.records.details import add_pairs
from transparency.extract.records.frozen import heads_to_bodies, side_by_side
from transparency.extract.records.margins import look_through_margins
from transparency.extract.records.model import EMPTY, SAMPLE, Cell, Grid, Look, Page, Pair
from transparency.extract.records.pairs import PairReader
from transparency.extract.records.plain import header_before
from transparency.extract.records.printed import goes_on, grids_of_sheet, lines_of_table
from transparency.extract.records.rows import (
    Block,
    align_header,
    boxed_pair,
    caption_of,
    expand_row,
    fields_over_groups,
    frames_a_page,
    header_labels,
    heads_a_group,
    heads_groups,
    holds_record,
    is_filter_row,
    is_layout,
    is_wrapper,
    keep_visible,
    labels_in_cells,
    lone_column,
    paired_parts,
    row_cells,
    span_of,
    split_blocks,
    table_rows,
    tell_groups,
    tell_lines,
    tells_fields,
    turns_pages,
    without_labels,
)
from transparency.extract.records.spacers import without_spacers
from transparency.extract.values import column_type, is_empty_message, value_type
from transparency.items import Shape
from transparency.text import normalize

_FIELD_AND_VALUE = re.compile(
    r"(?:nome d[oe] )?(?:campo|atributo|coluna|propriedade|chave|rotulo|variavel|field|column|key|property|attribute)s?"
    r"\|(?:valor|conteudo|value|dado|informacao|preenchimento|resposta|detalhe)s?"
)
"""Headings of a table that lists the fields of one record; "campo | descrição" explains them instead."""

GAP = 40
"""Widest cell (CSS px) that only keeps others apart."""
_READ = 12 * SAMPLE
"""Lines of a printed sheet that are read; further ones are only counted."""


def find_tables(page: Page) -> None:
    """Tables of the page. Rows of filters and tables inside words are taken out of the tree first."""
    for row in list(page.body.iter("tr")):
        if is_filter_row(row):
            row.drop_tree()
    for table in list(page.body.iter("table")):
        if is_wrapper(table):
            # Around the words of one cell and the arrow that sorts by it: no table of its own.
            dom.unwrap(table)
        else:
            look_through_margins(page, list(table_rows(table)))
    for table in page.body.iter("table"):
        if (
            page.skipped(table)
            or table in page.claimed
            or any(a in page.claimed and a.tag != "table" for a in table.iterancestors())
        ):
            continue
        rows = list(table_rows(table))
        nested = next((t for t in table.iterdescendants("table")), None)
        if is_layout(table, rows) if nested is not None else frames_a_page(table, rows):
            continue
        if turns_pages(table, rows):
            page.claim(table)
            continue
        if _boxed_form(page, table, rows):
            continue
        if nested is None and tells_fields(rows):
            page.fields.update(cell for row in rows for cell in row_cells(row))
            continue  # read with the fields that stand outside of tables
        if _table_of_pairs(page, table, rows):
            continue
        own = [row for row in rows if not holds_record(row)]
        grids = _table_grids(page, table, own)
        if not any(label for grid in grids for label, _ in grid.header) and _read_sheet(page, table, own):
            continue
        if grids:
            for position, grid in enumerate(grids):
                grid.order = position
                page.add(grid)
            lone = all(len(grid.header) == 1 for grid in grids)
            page.rows_of[table] = frozenset(row for row in own if lone or len(row_cells(row)) > 1)
            page.claim(table)
    _tell_lone(page)


def _tell_lone(page: Page) -> None:
    """Tables of one field each: a record where several that are made alike stand under one element. One alone is believed
    beside larger ones that are made like it."""
    alike: dict[tuple[HtmlElement | None, tuple[str, ...]], list[tuple[HtmlElement, Pair]]] = {}
    for table, pair in page.lone:
        alike.setdefault((table.getparent(), _make(pair)), []).append((table, replace(pair, strong=True)))
    for (parent, make), told in alike.items():
        pairs = [pair for _, pair in told]
        if parent is not None and len({normalize(pair.label) for pair in pairs}) > 1:
            page.makes.add(make)
            add_pairs(page, parent, pairs)
    for (_, make), told in alike.items():
        if len(told) == 1 and make in page.makes:
            table, pair = told[0]
            add_pairs(page, table, [pair], caption_of(table), few=1)


def _read_sheet(page: Page, table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A table that is a printed sheet; the next pages of a report go on with the list of the first."""
    grids = grids_of_sheet(table, lines_of_table(rows[:_READ]))
    if not grids:
        return False
    grids[-1].count += len(rows[_READ:])
    if page.grids and goes_on(page.grids[-1], grids[0]):
        grids = grids[1:]
    for grid in grids:
        page.add(grid)
    page.rows_of[table] = frozenset(rows)
    page.claim(table)
    return True


def _boxed_form(page: Page, table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A printed form: cells of which most hold a label over its value; wide ones between them head its parts."""
    return _form_of(page, table, rows, boxed_pair) or (_is_uniform(rows) and _form_of(page, table, rows, paired_parts))


def _is_uniform(rows: list[HtmlElement]) -> bool:
    """Whether cells with a label beside its value are all made alike, and label and value of a table are not."""
    pairs = [pair for row in rows for cell in row_cells(row) if (pair := paired_parts(cell)) is not None]
    made = {(dom.classes(pair.element), dom.classes(pair.element.getnext())) for pair in pairs}
    marked = all(label_style(pair.element) for pair in pairs)
    apart = all(label != value for label, value in made) or (
        marked and not any(label_style(pair.element.getnext()) for pair in pairs)
    )
    # two are a small part of a record
    return (len(pairs) > 2 or (len(pairs) == 2 and marked)) and len(made) == 1 and apart


def _form_of(
    page: Page, table: HtmlElement, rows: list[HtmlElement], read: Callable[[HtmlElement], Pair | None]
) -> bool:
    told = [[(cell, read(cell)) for cell in row_cells(row) if dom.text(cell)] for row in rows]
    # a title of two lines in the middle of a sheet is no field
    told = [[(c, None if len(cells) == 1 and p and p.element is c else p) for c, p in cells] for cells in told]
    pairs = [pair for cells in told for _, pair in cells if pair is not None]
    labels = {normalize(pair.label) for pair in pairs}
    others = sum(pair is None for cells in told if len(cells) > 1 for _, pair in cells)
    lines = sum(any(pair for _, pair in cells) for cells in told)
    if sum(pair.value.filled for pair in pairs) < (1 if lines > 1 else max(2, 0.4 * len(pairs))):
        return False  # headings of what stands in another table
    if (
        len(pairs) < (3 if read is boxed_pair else 2)
        or others > max(1, 0.3 * len(pairs))
        or len(labels) < 0.8 * len(pairs)
    ):
        return False
    if not any(len([pair for _, pair in cells if pair]) > 1 for cells in told):
        return False  # lines of a list, each with its small print
    heads = [dom.text(cells[0][0]) for cells in told if len(cells) == 1 and cells[0][1] is None]
    add_pairs(page, table, pairs, title=" - ".join(filter(None, (caption_of(table), *heads[:1])))[:200])
    page.claim(table)
    return True


def _table_of_pairs(page: Page, table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """Label-value tables: ``th`` + ``td`` in each row, or first cells that are labels."""
    lines = _without_gaps([cells for row in rows if (cells := row_cells(row))])
    colons = [cell for cells in lines for cell in cells if dom.text(cell) == ":"]  # of the label before them
    lines = [[cell for cell in cells if cell not in colons] for cells in lines] if colons else lines
    body = [_without_filler(cells) for cells in without_spacers(lines)]
    if not body:
        return False
    width = Counter(len(cells) for cells in body).most_common(1)[0][0]
    listed = len(body) > 2 and bool(_FIELD_AND_VALUE.fullmatch("|".join(normalize(dom.text(c)) for c in body[0])))
    if listed:
        body, width = body[1:], 2
    elif all(c.tag == "th" for c in body[0]) and len(body[0]) > 1 and len(body) > 1:
        return False
    pairs: list[Pair] = []
    sections: list[tuple[str, list[Pair]]] = [(caption_of(table), [])]
    columnwise = [cells for cells in body if len(cells) % 2 == 0 and cells]
    if not columnwise or len(columnwise) < len(body) * 0.5:
        return False
    if any(controls_of(cell) and is_editable(controls_of(cell)[0]) for cells in columnwise[:6] for cell in cells[1::2]):
        # a layout table of filters: neither data nor details
        editable = sum(
            1 for cells in columnwise for cell in cells[1::2] if any(is_editable(c) for c in controls_of(cell))
        )
        if editable * 2 >= sum(len(cells) // 2 for cells in columnwise):
            page.claim(table)
            return True
    if width > 6 or (width > 2 and len({len(c) for c in body}) == 1 and len(body) > 12):
        return False
    strong = marked = total = 0
    looks: set[tuple[Look, Look] | None] = set()
    for cells in body:
        if len(cells) == 1 and (head := dom.text(cells[0])) and len(head) <= 80:
            sections.append((head, []))
        if len(cells) % 2:
            continue
        for label_cell, value_cell in zip(cells[::2], cells[1::2], strict=True):
            label = dom.text(label_cell)
            if not label:
                continue
            total += 1
            is_th = label_cell.tag == "th" and value_cell.tag != "th"
            colon = label.endswith(":") or dom.text(value_cell).startswith(":") or label_cell.getnext() in colons
            sure = is_th or colon or (label_style(label_cell) > 0 and label_style(value_cell) == 0)
            strong += is_th or colon
            looks.add(_unlike(label_cell, value_cell))
            marked += sure
            pairs.append(Pair(label, read_cell(value_cell), label_cell, sure))
            sections[-1][1].append(pairs[-1])
    if not total or not all(dom.label_like(p.label.rstrip(": ")) for p in pairs[:40]):
        return False
    known = (bool(looks) and looks <= page.labels) or (width == 2 and _is_next_part(page, table, pairs))
    if marked < total * 0.6 and not listed and not known:
        kinds = {p.value.kind for p in pairs if p.value.filled}
        distinct = len({normalize(p.label) for p in pairs}) == len(pairs)
        plain = all(value_type(p.label) in ("text",) or is_code_word(p.label) for p in pairs)
        classed = _apart([row[n : n + 2] for row in columnwise for n in range(0, len(row), 2)])
        apart = (width == 2 and len(kinds) >= 3) or (kinds - {"money", "number"} and classed)
        if not (len(pairs) >= 3 and distinct and plain and apart and _looks_named(pairs)):
            return False
    if len(pairs) == 1:
        page.lone.append((table, pairs[0]))
        page.claim(table)
        return True
    labels = [normalize(p.label) for p in pairs]
    if strong < total * 0.6 and len(set(labels)) < len(labels) * 0.7:
        return False
    told = [(head, part) for head, part in sections if part]
    if min(len(part) for _, part in told) < 2:
        told = [(caption_of(table) or told[0][0], pairs)]
    for head, part in told:
        # what the whole table is, its sections are, and what looks like it
        add_pairs(page, table, [replace(p, strong=p.strong or known or len(told) > 1) for p in part], title=head)
    page.claim(table)
    page.makes.update(map(_make, pairs))
    page.records[table] = set(map(_make, pairs))
    if len(pairs) > 2:
        page.labels |= {look for look in looks if look is not None}
    return True


def _is_next_part(page: Page, table: HtmlElement, pairs: Sequence[Pair]) -> bool:
    """Whether a table is the next part of a record whose parts are tables of their own under one element: one before it was
    read as fields, and is made as it is."""
    before = (part for part in table.itersiblings("table", preceding=True))
    made = next((page.records[part] for part in before if part in page.records), None)
    return (
        made is not None and len({normalize(p.label) for p in pairs}) == len(pairs) and made >= set(map(_make, pairs))
    )


def _make(pair: Pair) -> tuple[str, ...]:
    """How the label and the value of a row are made."""
    label, value = pair.element, pair.value.element
    parts = (label, inmost(label), *((value, inmost(value)) if value is not None else ()))
    return ("colon" * pair.label.endswith(":"), *(f"{part.tag} {dom.classes(part)}" for part in parts))


def _without_filler(cells: list[HtmlElement]) -> list[HtmlElement]:
    """A line of labels and values without the empty cell that fills up what is left of it."""
    fills = len(cells) > 2 and len(cells) % 2 == 1 and span_of(cells[-1], "colspan") > 1 and not dom.text(cells[-1])
    return cells[:-1] if fills else cells


def _without_gaps(body: list[list[HtmlElement]]) -> list[list[HtmlElement]]:
    """Rows of cells without those that keep others apart, as report writers lay out a page: narrow ones without words, and
    columns and rows that hold nothing and are of no class that a cell with words has."""
    told = {dom.classes(cell) for cells in body for cell in cells if dom.text(cell) or len(cell)}

    def is_bare(cell: HtmlElement) -> bool:
        return not dom.text(cell) and all(e.tag == "img" and not e.get("alt") for e in cell.iterdescendants())

    def is_narrow(cell: HtmlElement) -> bool:
        place = dom.box(cell)
        return is_bare(cell) and place is not None and (place[2] <= GAP or place[3] <= 2) and not is_pressed(cell)

    def is_gap(cell: HtmlElement) -> bool:
        return not len(cell) and is_bare(cell) and dom.classes(cell) not in told and span_of(cell, "rowspan") == 1

    body = [[cell for cell in cells if not is_narrow(cell)] for cells in body]
    width = max(map(len, body), default=0)
    gaps = {n for n in range(width) if all(is_gap(cells[n]) for cells in body if n < len(cells))}
    if len(gaps) == width:
        return []
    left = [[cell for n, cell in enumerate(cells) if n not in gaps] for cells in body]
    return [cells for cells in left if not all(map(is_gap, cells))]


def _table_grids(page: Page, table: HtmlElement, rows: list[HtmlElement]) -> list[Grid]:
    caption = caption_of(table)
    blocks = split_blocks(rows)
    grids: list[Grid] = []
    for block in blocks:
        grid = _grid_of_block(page, table, block, caption)
        if grid is None:
            continue
        if grids and [normalize(h) for h, _ in grid.header] == [normalize(h) for h, _ in grids[-1].header]:
            grids[-1].rows.extend(grid.rows[: SAMPLE - len(grids[-1].rows)] if len(grids[-1].rows) < SAMPLE else [])
            grids[-1].count += grid.count
        else:
            grids.append(grid)
    if len(grids) > 1 and all(g.count <= 1 for g in grids):
        for grid in grids:
            grid.shape = "details"
    return grids


def _grid_of_block(page: Page, table: HtmlElement, block: Block, caption: str) -> Grid | None:
    width = max((w for w in block.widths), default=0)
    if width < 1:
        return None
    body = block.body
    labels = block.header
    if not labels and heads_groups(body, width):
        labels, body = body[:1], body[1:]
    header = header_labels(labels, width) if labels else []
    rows, count, message = _data_rows(page, body, header, width)
    titles = list(block.titles)
    taken = False
    if not header:
        header, rows, count, taken = _inferred_header(page, rows, count)
        if not header and width == 1:
            lone, rows, count = lone_column(rows, count)
            titles += [text for text, _ in lone[:-1]]
            header = lone[-1:]
        if not header:
            header = [("", None)] * width
    if width == 1 and not any(label for label, _ in header):
        return None
    title = " - ".join([*([caption] if caption else []), *titles])[:200]
    shape: Shape = "grid" if table.get("role") in ("grid", "treegrid") else "table"
    groups = list(fields_over_groups(body, width))
    grid = Grid(table, shape, header, rows, count, title, message, inferred=taken, groups=groups if rows else [])
    grid.grouped_by = [label for label, _, _ in groups]
    if any(label for label, _ in header):
        tell_groups(grid)
        _tell_below(page, grid)
        tell_lines(grid)
    return grid


def _tell_below(page: Page, grid: Grid) -> None:
    """Make columns of the fields that each row tells in a row of its own below it, label by label: tables put there the
    columns for which a screen is too narrow."""
    lines = [next((c.element.getparent() for c in row if c.element is not None), None) for row in grid.rows]
    below = [_told_below(page, line) if line is not None else [] for line in lines]
    told = Counter(normalize(pair.label) for pairs in below for pair in {normalize(p.label): p for p in pairs}.values())
    common = [
        pair for pair in max(below, key=len, default=[]) if told[normalize(pair.label)] >= max(2, 0.8 * len(below))
    ]
    if not common:
        return
    labels = list(dict.fromkeys(normalize(pair.label) for pair in common))
    heads = {normalize(pair.label): pair for pair in reversed(common)}
    grid.header += [(heads[label].label, heads[label].element) for label in labels]
    for row, pairs in zip(grid.rows, below, strict=True):
        values = {normalize(pair.label): pair.value for pair in pairs}
        row += [EMPTY] * (len(grid.header) - len(labels) - len(row)) + [values.get(label, EMPTY) for label in labels]
    for line in lines:
        if line is not None and (under := line.getnext()) is not None:
            page.claim(under)


def _told_below(page: Page, line: HtmlElement) -> list[Pair]:
    """The fields in the row below another, which has one wide cell. A table in there is a record, opened or to be opened."""
    under = line.getnext()
    told = [cell for cell in row_cells(under) if dom.text(cell)] if under is not None and under.tag == "tr" else []
    if len(told) != 1 or span_of(told[0], "colspan") < 2 or not told[0].xpath("boolean(*)"):
        return []
    if told[0].xpath("boolean(.//table)"):
        return []
    return [pair for pair in PairReader(page).read(told[0]) if pair.strong]


def _data_rows(
    page: Page, body: list[HtmlElement], header: list[tuple[str, HtmlElement | None]], width: int
) -> tuple[list[list[Cell]], int, str]:
    rows: list[list[Cell]] = []
    count = 0
    message = ""
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for row in body:
        if len(rows) >= SAMPLE:
            if len(row) * 2 >= width or len(row) >= 2:
                count += 1
            continue
        cells, spans = expand_row(row, spans, width)
        unique = {cell for cell in cells if cell is not None}
        if len(unique) == 1 and width > 1:
            words = dom.text(next(iter(unique)))
            if is_empty_message(words):
                message = words
            continue
        if heads_a_group(row, width):
            continue
        if width == 1 and len(unique) == 1 and is_empty_message(dom.text(next(iter(unique)))):
            message = dom.text(next(iter(unique)))
            continue
        if (
            row.get("data-t-hidden") is not None
            and not dom.is_hidden(row.getparent())
            and width > 1
            and len(unique) < width / 2
        ):
            continue
        values = [
            read_cell(cell, header[i][0] if i < len(header) else "") if cell is not None else EMPTY
            for i, cell in enumerate(cells)
        ]
        if not any(v.filled for v in values) or is_total(values):
            continue
        editable = sum(1 for cell in unique if any(is_editable(c) for c in controls_of(cell)))
        if editable * 2 >= len(unique) and editable:
            continue
        rows.append(values)
        count += 1
    return rows, count, message


def _inferred_header(
    page: Page, rows: list[list[Cell]], count: int
) -> tuple[list[tuple[str, HtmlElement | None]], list[list[Cell]], int, bool]:
    """Take the first row as header when it reads like one and the others do not. Cells may carry their labels instead."""
    labelled = labels_in_cells(rows)
    if labelled:
        return labelled, without_labels(rows, labelled), count, False
    if len(rows) < 2:
        return [], rows, count, False
    first = rows[0]
    texts = [c.text for c in first]
    if not header_like(texts) or len(first) < 2:
        return [], rows, count, False
    rest = rows[1:]
    styled = sum(1 for c in first if c.element is not None and styled_as_header(c.element)) * 2 >= len(first)
    rest_styled = sum(
        1 for row in rest[:5] for c in row if c.element is not None and c.text and styled_as_header(c.element)
    )
    differs = any(
        column_type(row[i].kind for row in rest if i < len(row))
        in ("money", "date", "cpf", "cnpj", "number", "code", "link")
        and first[i].kind == "text"
        for i in range(len(first))
    )
    full = all(c.text for c in first)
    made = _unlike(first[0].element, rest[0][0].element)
    if (
        differs
        or made in page.heads
        or (styled and not rest_styled)
        or (full and len(rest) >= 2 and all(len(c.text.split()) <= 4 for c in first) and len(first) >= 3)
    ):
        if made:
            page.heads.add(made)
        return [(c.text, c.element) for c in first], rest, max(0, count - 1), True
    return [], rows, count, False


def _unlike(one: HtmlElement | None, other: HtmlElement | None) -> tuple[Look, Look] | None:
    """How two cells look, when they look unlike."""
    looks = (_look(one), _look(other)) if one is not None and other is not None else None
    return looks if looks and looks[0] != looks[1] and all(looks) else None


def join_split(page: Page) -> None:
    """Header and body in tables of their own (scrolling bodies): the header's labels go to the body's columns."""
    page.grids.sort(key=lambda grid: page.order.get(grid.element, 0))
    joined: list[Grid] = []
    for grid in heads_to_bodies(list(_stacked(page.grids))):
        previous = joined[-1] if joined else None
        if previous is None or not _near(page, previous.element, grid.element) or not _joined(previous, grid):
            joined.append(grid)
        elif grid.count:
            grid.split = True
            joined[-1] = grid
    joined = side_by_side(joined)
    for grid in joined:
        if not any(label for label, _ in grid.header) and grid.count and len(grid.header) > 2:
            head = header_before(page, grid.element, len(grid.header))
            grid.header = align_header(head, grid.rows, len(grid.header)) if head else grid.header
            grid.anchor = next((element for _, element in head if element is not None), None)
    page.grids = [g for g in joined if any(label for label, _ in g.header)]


def _stacked(grids: Sequence[Grid]) -> Iterator[Grid]:
    """The same grids; rows that are tables of their own, one below the other, are one grid."""
    stack: Grid | None = None
    last: HtmlElement | None = None
    for grid in grids:
        bare = grid.count == 1 and len(grid.header) > 1 and not any(label for label, _ in grid.header)
        heads = stack is not None and stack.count == 1 and _reads_like_header(stack) and not _reads_like_header(grid)
        if (
            stack is not None
            and bare
            and not heads
            and len(grid.header) == len(stack.header)
            and _below(last, grid.element)
        ):
            stack.rows += grid.rows[: SAMPLE - len(stack.rows)]
            stack.count += 1
        else:
            stack = grid if bare else None
            yield grid
        last = grid.element


def _reads_like_header(grid: Grid) -> bool:
    return bool(grid.rows) and header_like([cell.text for cell in grid.rows[0]])


def _below(one: HtmlElement | None, other: HtmlElement) -> bool:
    """Whether two tables hang on one element in the same way, each in a box of its own if any, and do not stand side by
    side."""
    tops = [next(filter(None, map(dom.box, table.iter("td"))), None) for table in (one, other) if table is not None]
    if one is None or (all(tops) and (tops[0][0] != tops[1][0] or tops[0][1] >= tops[1][1])):  # type: ignore[index]
        return False
    for _ in range(3):
        up, beside = one.getparent(), other.getparent()
        if up is None or beside is None or one.tag != other.tag or not _alike(up, beside):
            return False
        if up is beside:
            return True
        one, other = up, beside
    return False


def _alike(one: HtmlElement, other: HtmlElement) -> bool:
    """Whether two elements are of one kind by their classes: every other one, or the first, may have one more."""
    theirs = [set(dom.classes(element).split()) for element in (one, other)]
    return theirs[0] == theirs[1] or bool(theirs[0] & theirs[1])


def _joined(previous: Grid, grid: Grid) -> bool:
    """Give the labels of a table without rows to the body after it. False where they do not belong together."""
    head = previous.header
    if dom.is_hidden(previous.element) != dom.is_hidden(grid.element):
        return False  # of another tab
    if previous.count == len(previous.rows) and not any(label for label, _ in head) and (told := _plain_head(previous)):
        # a header of plain cells, alone in its table
        head = told
        if any(e is not None and controls_of(e) for _, e in head):
            return False  # the fields of a query
        heads = header_like([label for label, _ in head]) or _numbers_lines(head, grid)
        if not heads or len(head) < 2 or _is_menu(previous.rows + grid.rows):
            return False
        if grid.inferred:
            styled = all(e is not None and styled_as_header(e) for _, e in grid.header)
            if styled or abs(len(grid.header) - len(head)) > 2:
                return False  # it has a header of its own: what stands before it is a menu, or another table
            grid.rows.insert(0, [read_cell(e) if e is not None else EMPTY for _, e in grid.header])
            grid.count += 1
            grid.header = [("", None)] * len(grid.header)
    elif previous.count or previous.empty_message or not any(label for label, _ in head):
        return False
    own = [label for label, _ in grid.header if label]
    theirs = {normalize(label) for label, _ in head if label}
    if own:
        if not {normalize(x) for x in own} <= theirs:
            return False
        # the body carries a copy of the header, often of no height
        grid.header = keep_visible(grid.header, head)
        return True
    width = max((len(r) for r in grid.rows), default=len(grid.header))
    if not grid.rows and grid.empty_message:
        previous.header, previous.empty_message = head, grid.empty_message
        previous.rows, previous.count = [], 0
        return True
    if abs(width - len(head)) > 2:
        return False
    grid.header = align_header(head, grid.rows, width)
    tell_groups(grid)
    return True


def _plain_head(grid: Grid) -> list[tuple[str, HtmlElement | None]]:
    """The labels of a table without headings, which may itself be the header of another one: of its only row, or of two rows
    the first of which stands over several columns of the second."""
    if len(grid.rows) == 1:
        return [(cell.text, cell.element) for cell in grid.rows[0]]
    if len(grid.rows) != 2 or len(grid.rows[0]) != len(grid.rows[1]):
        return []
    upper, lower = grid.rows
    if len({cell.element for cell in upper}) == len(upper) or len({cell.element for cell in lower}) < len(lower):
        return []
    pairs = zip(upper, lower, strict=True)
    return [(" / ".join(dict.fromkeys((over.text, cell.text))), cell.element) for over, cell in pairs]


def _numbers_lines(head: Sequence[tuple[str, HtmlElement | None]], grid: Grid) -> bool:
    """Whether of two columns the first has no name and only counts the lines, and the other one has a name."""
    if len(head) != 2 or head[0][0] or any(len(row) != 2 for row in grid.rows):
        return False
    label = head[1][0]
    if not label or not dom.label_like(label) or not (value_type(label) == "text" or is_code_word(label)):
        return False
    told = [row[0].text for row in grid.rows]
    counted = all(map(str.isdecimal, told)) and [int(text) - int(told[0]) for text in told] == list(range(len(told)))
    return counted and len(told) > 1


def _is_menu(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether all that rows say can be pressed, and is no value: the nodes of a tree, each a table of its own."""
    told = [cell for row in rows for cell in row if cell.filled]
    return all(cell.kind in ("text", "link") and cell.element is not None and is_pressed(cell.element) for cell in told)


def _near(page: Page, one: HtmlElement, other: HtmlElement) -> bool:
    ancestors = list(one.iterancestors())[:7]
    return any(a in ancestors for a in list(other.iterancestors())[:7])


def _apart(rows: Sequence[Sequence[HtmlElement]]) -> bool:
    """Whether all first cells are of one look that no second cell has: labels that are set apart from their values."""
    first, second = ({_look(cell) for cell in cells} for cells in zip(*rows, strict=True))
    return len(first) == 1 and first != {()} and not first & second


def _look(cell: HtmlElement) -> Look:
    """Class, ground and letters of a cell, as attributes of old pages say them too."""
    inner = inmost(cell)
    said = (("class", cell.get("class")), ("ground", cell.get("bgcolor")), ("letters", inner.get("color")))
    return tuple((name, value) for name, value in said if value)


def _looks_named(pairs: list[Pair]) -> bool:
    """First cells read as field names: few words, no two alike, hardly any with a digit."""
    return all(len(p.label.split()) <= 6 for p in pairs) and sum(
        any(c.isdigit() for c in p.label) for p in pairs
    ) * 4 <= len(pairs)
