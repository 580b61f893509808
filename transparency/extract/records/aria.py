"""Grids told by their roles (and the elements of component frameworks that imply them)."""

from __future__ import annotations

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import closed_up, has_block_data, header_like, is_total, read_cell
from transparency.extract.records.margins import is_lettered, numbers_before
from transparency.extract.records.model import EMPTY, SAMPLE, Cell, Grid, Page
from transparency.extract.records.printed import grids_of_sheet, lines_of_rows
from transparency.extract.records.rows import header_labels, labels_in_cells, ordered_by_box, row_width, span_of
from transparency.extract.values import is_empty_message

_COLUMN_IDS = ("col-id", "data-col-id", "data-column-id", "data-field", "data-colid", "data-column-field")


def find_aria_grids(page: Page) -> None:
    """Grids by role, and what their rows hold."""
    for element in page.body.xpath(
        ".//*[@role='grid' or @role='table' or @role='treegrid' or self::mat-table or self::cdk-table]"
    ):
        if element.tag == "table" or page.is_claimed(element) or page.skipped(element):
            continue
        grid = _aria_grid(page, element)
        if grid is not None and not _read_spreadsheet(page, grid):
            page.add(grid)
            _claim_grid(page, element)


def _read_spreadsheet(page: Page, grid: Grid) -> bool:
    """A grid that calls its columns A, B, C … and numbers its rows: the headings of the list are among these."""
    if not is_lettered([label for label, _ in grid.header]):
        return False
    lines = sorted(page.rows_of[grid.element], key=page.order.__getitem__)
    rows = [[c for c in _cells_of(row) if c.get("role") != "columnheader"] for row in lines]
    numbers = numbers_before([cells for cells in rows if cells], lettered=True)
    if not numbers:
        return False
    lists = lines_of_rows([[cell for cell in cells if cell not in numbers] for cells in rows])
    for found in grids_of_sheet(grid.element, lists):
        page.add(found)
    page.rows_of[grid.element] = frozenset()
    page.claim(grid.element)
    return True


def _claim_grid(page: Page, element: HtmlElement) -> None:
    """Claim a grid, save for the records that were opened between its rows."""
    opened = page.opened_in.get(element)
    if not opened:
        page.claim(element)
        return
    for row in page.rows_of[element]:
        page.claim(next((a for a in dom.up_to(row, element) if a.tag == "table"), row))


def _aria_grid(page: Page, element: HtmlElement) -> Grid | None:
    rows = [
        r
        for r in element.iter()
        if isinstance(r.tag, str)
        and r is not element
        and (
            r.get("role") == "row"
            or r.tag in ("mat-row", "mat-header-row", "cdk-row", "cdk-header-row")
            or (r.tag == "tr" and r.get("role") in (None, "row"))
        )
        and not any(_is_aria_cell(a) for a in r.iterancestors() if a is not element and element in a.iterancestors())
    ]
    opened = frozenset(row for row in rows if _opens_record(row))
    rows = [row for row in rows if row not in opened]
    header_cells: list[HtmlElement] = []
    header_rows: list[list[HtmlElement]] = []
    lines: dict[str, list[HtmlElement]] = {}
    lone: set[HtmlElement] = set()
    head_lines: list[HtmlElement] = []
    for number, row in enumerate(rows):
        cells = _cells_of(row)
        if len(cells) < 2:
            lone.add(row)
        if not cells:
            continue
        heads = [
            c for c in cells if c.get("role") == "columnheader" or c.tag in ("th", "mat-header-cell", "cdk-header-cell")
        ]
        if heads and len(heads) * 2 > len(cells):
            header_rows.append(heads)
            head_lines.append(row)
            continue
        key = row.get("row-id") or row.get("aria-rowindex") or row.get("row-index") or row.get("data-rowindex") or ""
        lines.setdefault(key if key else f"#{number}", []).extend(cells)
    if not header_rows:
        loose = [c for c in element.iter() if isinstance(c.tag, str) and c.get("role") == "columnheader"]
        if loose:
            header_rows = [loose]
    identifier = _shared_identifier(header_rows, lines)
    if header_rows:
        header_cells = (
            max(header_rows, key=len)
            if identifier is None
            else list({c.get(identifier): c for r in header_rows for c in r if c.get(identifier)}.values())
        )
    body = list(lines.values())
    header: list[tuple[str, HtmlElement | None]]
    if not header_cells:
        if len(body) < 2:
            return None
        header = [(closed_up(dom.text(c)), c) for c in body[0]]
        if not header_like([label for label, _ in header]):
            header = labels_in_cells([[read_cell(c) for c in r] for r in body[:SAMPLE]])
            if not header:
                return None
        else:
            body = body[1:]
    else:
        header = [(closed_up(dom.text(c) or dom.attribute(c, ("aria-label", "title"))), c) for c in header_cells]
        if identifier is None and any(span_of(c, "colspan") > 1 for c in header_cells if c.tag == "th"):
            header = header_labels(head_lines, row_width(head_lines[0]))  # headings over headings
    result: list[list[Cell]] = []
    count = 0
    message = ""
    keys = [c.get(identifier) for c in header_cells] if identifier else []
    for cells in body:
        if len(result) >= SAMPLE:
            count += 1
            continue
        if len(cells) == 1 and len(header) > 1:
            words = dom.text(cells[0])
            message = words if is_empty_message(words) else message
            continue
        if identifier:
            by_key = {c.get(identifier): c for c in cells}
            ordered = [by_key.get(k) for k in keys]
        else:
            ordered = list(cells)
            if len(ordered) != len(header):
                ordered = ordered_by_box(header, cells) or ordered
        values = [
            read_cell(c, header[i][0] if i < len(header) else "") if c is not None else EMPTY
            for i, c in enumerate(ordered)
        ]
        if not any(v.filled for v in values) or is_total(values):
            continue
        result.append(values)
        count += 1
    if not result and not message:
        words = next(
            (
                t
                for t in (dom.text(e) for e in element.iter("div", "span", "p", "td") if len(e) < 3)
                if is_empty_message(t)
            ),
            "",
        )
        message = words
    if len(header) < 1:
        return None
    page.rows_of[element] = frozenset(rows) - lone if len(header) > 1 else frozenset(rows)
    page.opened_in[element] = opened
    return Grid(element, "grid", header, result, count, empty_message=message)


def _cells_of(row: HtmlElement) -> list[HtmlElement]:
    return [c for c in row.iter() if c is not row and _is_aria_cell(c) and _closest_row(c) is row]


def _is_aria_cell(element: HtmlElement) -> bool:
    return isinstance(element.tag, str) and (
        element.get("role") in ("cell", "gridcell", "columnheader", "rowheader")
        or element.tag in ("mat-cell", "mat-header-cell", "cdk-cell", "cdk-header-cell", "td", "th")
    )


def _closest_row(cell: HtmlElement) -> HtmlElement | None:
    return next(
        (
            a
            for a in cell.iterancestors()
            if a.get("role") == "row" or a.tag in ("tr", "mat-row", "mat-header-row", "cdk-row", "cdk-header-row")
        ),
        None,
    )


def _opens_record(row: HtmlElement) -> bool:
    """A row of a grid that was opened between the others: one cell says it all, and a record is laid out in it."""
    told = [c for c in row.iter() if _is_aria_cell(c) and _closest_row(c) is row and dom.text(c)]
    return len(told) == 1 and has_block_data(told[0]) and next(told[0].iter("table", "dl"), None) is not None


def _shared_identifier(header_rows: list[list[HtmlElement]], lines: dict[str, list[HtmlElement]]) -> str | None:
    """An attribute that ties cells to columns, found on both."""
    if not header_rows or not lines:
        return None
    cells = next(iter(lines.values()))
    for name in (*_COLUMN_IDS, "aria-colindex"):
        heads = {c.get(name) for row in header_rows for c in row if c.get(name)}
        bodies = [c.get(name) for c in cells]
        if len(heads) >= 2 and all(bodies) and len(heads & set(bodies)) * 2 >= len(bodies):
            return name
    return None
