"""What stands in no grid: documents for download, and fields marked up for machines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml.html import HtmlElement

from transparency.extract import dom, microdata
from transparency.extract.records.cells import read_cell
from transparency.extract.records.details import region_of
from transparency.extract.records.model import EMPTY, MAX_COLUMNS, SAMPLE, Cell, Grid, Page
from transparency.extract.values import heads_files, is_action, is_file, value_type
from transparency.items import Shape
from transparency.text import normalize

_SIZE = re.compile(r"\W*\b\d+(?:[.,]\d+)?\s?(?:[kmg]i?b|bytes)\b\W*$", re.I)
_FILE_ICON = re.compile(r"pdf|attach|paperclip|download", re.I)
"""In the class or the glyph's name of a picture of a file."""
_FORMAT = re.compile(r"\W*(?:pdf|docx?|odt|xlsx?|ods|zip|rar)\W*", re.I)
"""What stands apart from the name of a file, in what hands it out."""
_PUTS_OUT = re.compile(r"\W*(?:exportar|gerar|imprimir|salvar|emitir|compartilhar|enviar)\b.*", re.I | re.S)
"""What makes a file of the list in sight."""
_FETCH = re.compile(r"^(?:baixar|download|abrir|visualizar|ver)\b\s*(?:(?:d[oae]|o|a)\s+)?", re.I)
_FETCHES = re.compile(r"\W*(?:baixar|download|fazer download)(?: (?:o )?(?:arquivo|documento|anexo))?\W*", re.I)
"""All that a component of any make says, beside the name of a file of the record in sight, which a script fetches."""


_VIEWERS = frozenset(("iframe", "embed", "object"))
_OVER = 3
"""So many boxes around a viewer may have its name over them."""
_EXTENSION = re.compile(r"\.(?:pdf|docx?|odt|xlsx?|zip|rar)$", re.I)


def find_file_lists(page: Page) -> None:
    """Documents offered for download: each name is a column that holds a link."""
    groups: dict[HtmlElement, dict[str, HtmlElement]] = {}
    details = [grid for grid in page.grids if grid.shape == "details"]
    record = bool(details)
    fields = {
        cell.element: label
        for grid in details
        for row in grid.rows
        for (label, _), cell in zip(grid.header, row, strict=False)
        if cell.element is not None
    }
    for link in page.body.xpath(".//a | .//button | .//*[@data-t-press] | .//iframe | .//embed | .//object"):
        if link.tag in _VIEWERS:
            if record and not page.skipped(link) and (name := _shown_file_name(link)):
                groups.setdefault(region_of(page, link), {}).setdefault(name, link)
            continue
        address = f"{link.get('href') or ''} {link.get('onclick') or ''} {link.get('download') or ''}"
        title = link.get("title") or link.get("aria-label") or ""
        pressed = link.tag not in ("a", "button")
        if link.tag == "a" and not (link.get("href") or link.get("onclick") or link.get("role") == "button"):
            continue
        told = (record and bool(_FETCHES.fullmatch(dom.text(link)))) or (
            not pressed
            and (is_file(address) or normalize(title).startswith(("baixar", "download")) or _is_listed_file(page, link))
        )
        if not (told or _fetched_by_script(link, record)) or page.skipped(link):
            continue
        name = _file_name(link, fields)
        if not name or len(name) > 150:
            continue
        table = next(
            (
                a
                for a in link.iterancestors()
                if a.tag in ("table", "ul", "ol", "dl", "tbody") or a.get("role") in ("grid", "table", "list")
            ),
            None,
        )
        if table is not None and table.tag == "tbody":
            table = table.getparent()
        holder = table if table is not None else region_of(page, link)
        groups.setdefault(holder, {}).setdefault(name, link)
    for holder, names in groups.items():
        header: list[tuple[str, HtmlElement | None]] = [
            (name, link) for name, link in list(names.items())[:MAX_COLUMNS]
        ]
        page.add(
            Grid(
                holder,
                "list",
                header,
                [[Cell(name, "link", link) for name, link in names.items()][:MAX_COLUMNS]],
                len(names),
                order=10**6,
            )
        )


def _shown_file_name(viewer: HtmlElement) -> str:
    """What a file of the record in sight is called that is shown in the page itself: a few words right over it, or its title.
    Nothing of a viewer that shows no file."""
    if not is_file(viewer.get("data" if viewer.tag == "object" else "src") or ""):
        return ""
    at = viewer
    for _ in range(_OVER):
        over = at.getprevious()
        if over is not None or dom.own_text(at):
            words = dom.text(over) if over is not None and over.tag not in _VIEWERS else ""
            if words and len(words) <= 60:
                return words.rstrip(": ")
            break
        at = at.getparent()
        if at is None:
            break
    return _EXTENSION.sub("", viewer.get("title") or "")


def _fetched_by_script(link: HtmlElement, record: bool) -> bool:
    """Whether what can be pressed names a file that its script fetches: the name ends like that of a file, its size stands
    beside it, or, under a record, a picture of a file."""
    if link.tag == "a" and not (link.get("href") or "").startswith(("#", "javascript:")):
        return False
    words = dom.text(link)
    name = _SIZE.sub("", _without_format(link))
    if not any(map(str.isalpha, name)) or is_action(name) or len(name) > 120:
        return False
    if name != words or is_file(words):
        return True
    return record and any(_FILE_ICON.search(f"{i.get('class') or ''} {i.text or ''}") for i in link.iter("i", "svg", "mat-icon", "span"))  # fmt: skip


def _without_format(link: HtmlElement) -> str:
    """The words of what hands out a file, without its format where that is said in an element of its own."""
    words = dom.text(link)
    parts = [told for part in link.iterdescendants() if isinstance(part.tag, str) and (told := dom.text(part))]
    if not parts or not _FORMAT.fullmatch(parts[-1]) or not words.endswith(parts[-1]) or _PUTS_OUT.fullmatch(words):
        return words
    return words[: -len(parts[-1])].rstrip()


def find_microdata(page: Page) -> None:
    """Fields marked up for machines outside any record set found so far."""
    covered = {c.element for g in page.grids for row in g.rows for c in row if c.element is not None}
    covered |= {head for g in page.grids for _, head in g.header if head is not None}
    holding = {a for element in covered for a in element.iterancestors()}

    def taken(node: HtmlElement) -> bool:
        within = node in covered or any(a in covered for a in node.iterancestors())
        return within or node in holding or page.is_claimed(node) or page.skipped(node)

    for group in microdata.loose(page.body, taken):
        nodes = {name: node for record in reversed(group.records) for name, node in record}
        header = [group.labels.get(name) or (name, nodes[name]) for name in group.names][:MAX_COLUMNS]
        rows = []
        for record in group.records[:SAMPLE]:
            cells = {name: read_cell(node) for name, node in record}
            if any(cell.filled for cell in cells.values()):
                rows.append([cells.get(name, EMPTY) for name in group.names][:MAX_COLUMNS])
        count = len(rows) + max(0, len(group.records) - SAMPLE)
        if not group.labels and not rows:
            continue
        shape: Shape = "list" if count > 1 or not rows else "details"
        page.add(Grid(group.element, shape, header, rows, count, itemtype=group.itemtype))


def _is_listed_file(page: Page, link: HtmlElement) -> bool:
    """Whether a link of a table whose address is a script's is that of a file: the heading of its column says so, in a table of
    its own, too, or what stands over the table."""
    address = (link.get("href") or "").strip().casefold()
    row = next((a for a in link.iterancestors() if a.tag == "tr"), None)
    table = next((a for a in link.iterancestors() if a.tag == "table"), None)
    if table is None or row is None or not (address in ("", "#") or address.startswith("javascript:")):
        return False
    cell = next((a for a in link.iterancestors() if a.tag in ("td", "th")), None)
    first = next(table.iter("tr"))
    if cell is None or heads_files(_heading_over(page, cell)):
        return cell is not None
    if first is row:
        return False
    heads, cells = dom.children(first), dom.children(row)
    over = dom.text(heads[cells.index(cell)]) if len(heads) == len(cells) and cell in cells else ""
    return heads_files(over) or any(map(heads_files, page.titles.over(table)[-1:]))


def _heading_over(page: Page, cell: HtmlElement) -> str:
    """The heading of a cell whose headings stand in a table of their own."""
    for grid in page.grids:
        for cells in grid.rows if grid.split else ():
            for (label, _), told in zip(grid.header, cells, strict=False):
                if told.element is cell:
                    return label
    return ""


def _file_name(link: HtmlElement, fields: Mapping[HtmlElement, str]) -> str:
    """What a document is called: the link's own words, or, when the link only says "download", the field of a record whose
    value it is, or the words beside it. ``fields``: values of records → their labels."""
    own = _SIZE.sub("", _without_format(link) or dom.text(link))
    if own and not is_action(own):
        return _EXTENSION.sub("", own)
    field = next((fields[node] for node in (link, *link.iterancestors()) if node in fields), "")
    if field:
        return f"{field} {own}" if _FETCH.sub("", own) else field
    row = next((a for a in link.iterancestors() if a.tag in ("tr", "li", "dd") or a.get("role") == "row"), None)
    if row is None:
        row = link.getparent()
    if row is not None:
        for cell in [
            c
            for c in row.iter("td", "span", "div", "strong", "b", "p", "h4", "h5")
            if c is not row and not len(c.xpath(".//td | .//div | .//p"))
        ]:
            words = dom.text(cell)
            if words and value_type(words) == "text" and not is_action(words) and len(words) <= 120:
                return words
        words = dom.text(row)
        if words and not is_action(words) and len(words) <= 120:
            return words
    title = link.get("title") or link.get("aria-label") or ""
    return _FETCH.sub("", title)
