"""Lines of a page that no table holds: what its readers have left."""

from __future__ import annotations

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.record_sets import find_tables
from transparency.extract.tables.page import Page

_NO_LINES = frozenset("a button label select option textarea script style title h1 h2 h3 h4 h5 h6".split())
"""What is pressed, asked or over others."""


def loose_lines(html: str) -> list[str]:
    """The lines in sight of an annotated document, in its order, that stand in no table, menu, heading or control."""
    page = Page(dom.parse(html))
    tables = find_tables(page)[0]
    held = {column.element for table in tables for column in table.columns}
    held |= {cell.element for table in tables for row in table.rows for cell in row}
    found: list[str] = []
    waiting: list[HtmlElement] = [page.root]
    while waiting:
        element = waiting.pop()
        if element in held or element.tag in _NO_LINES or element.get("data-t-hidden") is not None:
            continue
        if dom.is_navigation(element) or element.get("role") == "tab":
            continue
        if line := dom.own_text(element):
            found.append(line)
        waiting += reversed(dom.children(element))
    return found
