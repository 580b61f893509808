"""Fields marked up for machines (microdata) that stand in no table."""

from __future__ import annotations

from collections.abc import Container, Sequence

from lxml.html import HtmlElement

from transparency.extract import microdata
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import EMPTY, MAX_COLUMNS, Column, Kind, Table


def tables_of_microdata(page: Page, tables: Sequence[Table], claimed: Container[HtmlElement]) -> list[Table]:
    """The marked records of a page that no table holds yet. ``claimed``: elements that were read with all in them."""
    covered = {cell.element for table in tables for row in table.rows for cell in row if cell.element is not None}
    covered |= {column.element for table in tables for column in table.columns if column.element is not None}
    holding = {above for element in covered for above in element.iterancestors()}

    def taken(node: HtmlElement) -> bool:
        within = any(up in covered or up in claimed for up in (node, *node.iterancestors()))
        return within or node in holding or page.skipped(node)

    found = []
    for group in microdata.loose(page.body, taken):
        names = group.names[:MAX_COLUMNS]
        nodes = {name: node for record in reversed(group.records) for name, node in record}
        labels = [group.labels.get(name) or (name, nodes[name]) for name in names]
        records = [{name: page.cell(node) for name, node in record} for record in group.records]
        rows = [
            [cells.get(name, EMPTY) for name in names] for cells in records if any(c.filled for c in cells.values())
        ]
        if group.labels or rows:
            columns = [Column(label, node) for label, node in labels]
            kind: Kind = "fields" if len(rows) == 1 else "cards"
            found.append(Table(kind, columns, rows, group.element, itemtype=group.itemtype))
    return found
