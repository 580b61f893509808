"""Finding record sets by their repeating shape: tables, ARIA and div grids, card lists, label-value details, file lists.

What is looked for is structure, never a framework's or a portal's names, save a few habits (``data-label``, ``col-id``) that
many frameworks share. Filters, menus, footers, glossaries and contact blocks are not record sets.
"""

from __future__ import annotations

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.aria import find_aria_grids
from transparency.extract.records.cards import find_cards
from transparency.extract.records.details import find_details
from transparency.extract.records.loose import find_file_lists, find_microdata
from transparency.extract.records.model import MAX_SETS, Grid, Page
from transparency.extract.records.plain import find_empty_grids, find_plain_grids
from transparency.extract.records.printed import find_printed
from transparency.extract.records.sets import record_set
from transparency.extract.records.tables import find_tables, join_split
from transparency.items import RecordSet

FINDERS = (
    find_aria_grids,
    find_tables,
    join_split,
    find_cards,
    find_plain_grids,
    find_printed,
    find_details,
    find_empty_grids,
    find_file_lists,
    find_microdata,
)
"""In this order: each leaves alone what those before it have claimed."""


def find_record_sets(html: str) -> list[RecordSet]:
    """All record sets of an annotated HTML document, in document order. Text that is no HTML holds none."""
    return [found for _, found in _search(dom.parse(html))][:MAX_SETS]


def find_grids(root: HtmlElement) -> tuple[list[Grid], list[RecordSet]]:
    """What lies behind the record sets of a document, header cells and sample rows with their elements; and the record sets, as
    ``find_record_sets`` gives them. The tree is as before."""
    tags = [(element, element.tag) for element in root.iter()]
    found = _search(root)
    for element, tag in tags:  # tables that only lay out the words of a cell were read as plain elements
        if element.tag != tag:
            element.tag = tag
    return [grid for grid, _ in found], [record_set for _, record_set in found][:MAX_SETS]


def _search(root: HtmlElement) -> list[tuple[Grid, RecordSet]]:
    page = Page(root)
    for find in FINDERS:
        find(page)
    page.grids.sort(key=lambda grid: (page.order.get(grid.element, 0), grid.order))
    made = ((grid, record_set(page, grid)) for grid in page.grids)
    return [(grid, found) for grid, found in made if found is not None]
