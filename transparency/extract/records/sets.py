"""A grid as a record set: its columns, their types, and the headings over it; None for what turns out to be navigation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from lxml.html import HtmlElement

from transparency.extract import dom, microdata
from transparency.extract.records.cells import link_of
from transparency.extract.records.model import MAX_COLUMNS, Cell, Grid, Page
from transparency.extract.values import column_type, is_period
from transparency.items import Column, RecordSet
from transparency.text import normalize, plain

_PERIOD = re.compile(
    r"(?:19|20)\d\d|(?:(?:jan|fever|mar|abr|mai|jun|jul|agost|set|out|nov|dez)\w*|todos|13o?(?: salario)?)(?: (?:de )?(?:19|20)\d\d)?"
)
_SORTS = re.compile(r"sort|order|orden|classif", re.I)


def record_set(page: Page, grid: Grid) -> RecordSet | None:
    """What a grid publishes; None for navigation and for what has no labels."""
    rows = grid.rows
    columns: list[Column] = []
    for index, (label, element) in enumerate(grid.header[:MAX_COLUMNS]):
        cells = [row[index] for row in rows if index < len(row)]
        filled = [c for c in cells if c.filled]
        if filled and all(c.kind == "number" and plain(c.text) == "0" for c in filled):
            filled = []
        kind = column_type((c.kind for c in filled), sum(is_period(c.text) for c in filled))
        clean = dom.tidy(label).strip(" :")
        if not clean and not filled:
            continue
        samples: list[str] = []
        for cell in filled:
            if cell.text and cell.text not in samples:
                samples.append(cell.text[:60])
            if len(samples) == 5:
                break
        if not clean and kind == "link":
            clean = samples[0] if samples else ""
        ratio = max(1.0, grid.count / max(1, len(rows)))
        columns.append(
            Column(
                label=clean,
                value_type=kind,
                filled=min(grid.count, round(len(filled) * ratio)) if filled else 0,
                box=dom.box(element) if element is not None else None,
                microdata=microdata.names_of(
                    element,
                    [c.element for c in (filled or cells)[:3] if c.element is not None],
                    together=grid.shape == "details",
                ),
                samples=tuple(samples),
            )
        )
    if not any(c.label for c in columns):
        return None
    amounts = [c for i in range(len(grid.header)) for row in rows if i < len(row) and (c := row[i]).kind == "money"]
    if len(amounts) > 1 and not any(set(plain(c.text)) & set("123456789") for c in amounts):
        # a sheet of zeros is how some portals say that there is nothing
        columns = [replace(c, filled=0) if c.value_type == "money" else c for c in columns]
    if (grid.shape == "table" and _only_navigation(grid)) or _headed_by_a_menu(grid) or _only_periods(grid):
        return None
    headings = page.titles.over(grid.element if grid.anchor is None else grid.anchor)
    headings = [heading for heading in headings if not _says_grouping(heading, grid.grouped_by)]
    if grid.title:
        headings.append(grid.title)
    aside = dom.is_hidden(grid.element)
    covered = bool(rows) and all(c.element is not None and dom.is_hidden(c.element) for c in rows[0])
    return RecordSet(
        shape=grid.shape,
        columns=tuple(columns),
        rows=grid.count,
        headings=tuple(dict.fromkeys(h for h in headings if h)),
        path=dom.path(grid.element),
        empty_message=grid.empty_message,
        itemtype=grid.itemtype or _itemtype(grid.element, rows),
        hidden=aside or covered,
        folded=covered and not aside and grid.shape == "list" and grid.count > 1,
    )


def _says_grouping(heading: str, grouped_by: Sequence[str]) -> bool:
    """Whether words over a table only name what its rows are grouped by: "Secretaria" over "Secretaria: Saúde (25)"."""
    rest = normalize(heading)
    for label in sorted(map(normalize, grouped_by), key=len, reverse=True):
        rest = rest.replace(label, " ")
    return bool(grouped_by) and not rest.strip()


def _headed_by_a_menu(grid: Grid) -> bool:
    """Labels that mostly lead to other pages, over what happens to stand below them. Links that sort stay on the page."""
    if grid.shape != "grid":
        return False
    links = [link for _, element in grid.header if element is not None and (link := link_of(element)) is not None]
    targets = {link.get("href") or "#" for link in links}
    leading = {t.split("?")[0] for t in targets if not t.startswith(("#", "javascript:")) and not _SORTS.search(t)}
    return len(leading) > 1 and len(leading) >= 0.6 * len(grid.header)


def _only_navigation(grid: Grid) -> bool:
    cells = [c for row in grid.rows for c in row if c.filled]
    return (
        bool(cells)
        and all(c.kind == "link" for c in cells)
        and len({normalize(c.text) for c in cells}) == 1
        and len(grid.header) == 1
    )


def _itemtype(element: HtmlElement, rows: Sequence[Sequence[Cell]]) -> str:
    first = next((c.element for c in rows[0] if c.element is not None), None) if rows else None
    return microdata.type_of(element if first is None else first)


def _only_periods(grid: Grid) -> bool:
    """Years or months to choose from, laid out as a table."""
    texts = [normalize(t) for t in (*(label for label, _ in grid.header), *(c.text for row in grid.rows for c in row))]
    texts = [t for t in texts if t]
    return bool(texts) and all(_PERIOD.fullmatch(t) for t in texts)
