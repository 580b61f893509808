"""Documents offered for download: each name is a column that holds a link."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.page import Page
from transparency.extract.tables.records import is_region
from transparency.extract.tables.table import MAX_COLUMNS, Cell, Column, Table
from transparency.extract.values import heads_files, is_action, is_file, names_format, value_type
from transparency.text import normalize

_ONLY_SIZE = re.compile(r"\W*\b\d+(?:[.,]\d+)?\s?(?:[kmg]i?b|bytes)\b\W*", re.I)
_SIZE = re.compile(f"{_ONLY_SIZE.pattern}$", re.I)
_COUNTED = re.compile(r"([^\W\d]+)\W*\d{1,3}\W*")
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
LONGEST = 150
"""Characters of the name of a document."""
_LISTS = (
    "ancestor::*[self::table or self::ul or self::ol or self::dl or @role='grid' or @role='table' or @role='list'][1]"
)


def tables_of_files(page: Page, tables: Sequence[Table]) -> list[Table]:
    """The documents of a page, those of each list or section as one table. ``tables``: what was read of the page before; under a
    record (``fields``) its files are believed by less."""
    records = [table for table in tables if table.kind == "fields"]
    fields = {
        cell.element: column.label
        for table in records
        for column, cell in zip(table.columns, table.rows[0], strict=True)
        if cell.element is not None
    }
    groups: dict[HtmlElement, dict[str, HtmlElement]] = defaultdict(dict)
    for name, link in _files(page, bool(records), fields, tables):
        holder = next(iter(link.xpath(_LISTS)), None) if link.tag not in _VIEWERS else None
        if holder is None:
            holder = next(filter(is_region, link.iterancestors()), page.body)
        groups[holder].setdefault(name, link)
    return [_table(holder, names) for holder, names in groups.items()]


def _table(holder: HtmlElement, names: Mapping[str, HtmlElement]) -> Table:
    shown = list(names.items())[:MAX_COLUMNS]
    columns = [Column(name, link) for name, link in shown]
    return Table("files", columns, [[Cell(name, "link", link) for name, link in shown]], holder, number=len(names))


def _files(
    page: Page, record: bool, fields: Mapping[HtmlElement, str], tables: Sequence[Table]
) -> Iterator[tuple[str, HtmlElement]]:
    """The name of each document, and what hands it out or shows it."""
    labelled = [
        (table, column.label, cell.element)
        for table in tables
        for row in table.rows
        for column, cell in zip(table.columns, row, strict=False)
        if cell.element is not None
    ]
    heads = {element: label for table, label, element in labelled if table.apart or table.kind == "grid"}
    # values of fields of files; of several links the first may stand for all
    listed = {element for _, label, element in labelled if heads_files(label)}
    for link in page.body.xpath(".//a | .//button | .//*[@data-t-press] | .//iframe | .//embed | .//object"):
        if link.tag in _VIEWERS:
            name = _shown_file_name(link) if record else ""
        elif link.tag == "a" and not (
            _leads(link) or any(heads_files(heads.get(up, "")) for up in dom.up_to(link, None))
        ):
            continue
        else:
            beside = link.tag == "a" and not listed.isdisjoint((*_links_before(link), *link.iterancestors()))
            handed = beside or _hands_out(page, link, record, heads) or _fetched_by_script(link, record)
            name = _file_name(link, fields, listed) if handed else ""
        counted = _COUNTED.fullmatch(name)  # the tab "Arquivos (4)"
        opens_list = counted is not None and heads_files(counted[1])
        if name and len(name) <= LONGEST and not opens_list and not page.skipped(link):
            yield name, link


def _leads(link: HtmlElement) -> bool:
    """Whether a link says that it can be pressed; of others it is a script that makes them so."""
    return bool(link.get("href") or link.get("onclick")) or link.get("role") == "button"


def _links_before(link: HtmlElement) -> Iterator[HtmlElement]:
    """A link and those right before it."""
    at: HtmlElement | None = link
    while at is not None and at.tag == "a":
        yield at
        at = at.getprevious()


def _hands_out(page: Page, link: HtmlElement, record: bool, heads: Mapping[HtmlElement, str]) -> bool:
    """Whether what can be pressed says that it is a document: by its address or hint, or by what stands over it; under a record
    the heading of its files is enough, though they lie on pages of their own."""
    if record and (_FETCHES.fullmatch(dom.text(link)) or any(map(heads_files, page.titles.over(link)[-1:]))):
        return True
    if link.tag not in ("a", "button"):
        return False
    address = f"{link.get('href') or ''} {link.get('onclick') or ''} {link.get('download') or ''}"
    title = link.get("title") or link.get("aria-label") or ""
    fetched = (
        is_file(address)
        or names_format(dom.text(link))
        or normalize(title).startswith(("baixar", "download"))
        or _tells_file_beside(link)
    )
    return fetched or _is_listed_file(page, link, heads)


def _tells_file_beside(link: HtmlElement) -> bool:
    """Whether right after a link stands how large a file it brings, or of what format."""
    beside = link.getnext()
    words = link.tail if (link.tail or "").strip() or beside is None else dom.text(beside)
    if words != link.tail and beside is not None and beside.tag in ("a", "button"):
        return False  # what it says is its own
    return bool(_ONLY_SIZE.fullmatch(words or "") or _FORMAT.fullmatch(words or ""))


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
    parts = [told for part in link.iterdescendants() if (told := dom.text(part))]
    if not parts or not _FORMAT.fullmatch(parts[-1]) or not words.endswith(parts[-1]) or _PUTS_OUT.fullmatch(words):
        return words
    return words[: -len(parts[-1])].rstrip()


def _is_listed_file(page: Page, link: HtmlElement, over: Mapping[HtmlElement, str]) -> bool:
    """Whether a link of a table whose address is a script's is that of a file: the heading of its column says so, in a table of
    its own (``over``), too, or what stands over the table."""
    address = (link.get("href") or "").strip().casefold()
    if not (address in ("", "#") or address.startswith("javascript:")):
        return False
    if any(heads_files(over.get(up, "")) for up in dom.up_to(link, None)):
        return True
    row = next((a for a in link.iterancestors() if a.tag == "tr"), None)
    table = next((a for a in link.iterancestors() if a.tag == "table"), None)
    if table is None or row is None:
        return False
    cell = next((a for a in link.iterancestors() if a.tag in ("td", "th")), None)
    if cell is None:
        return False
    first = next(table.iter("tr"))
    if first is row:
        return False
    heads, cells = dom.children(first), dom.children(row)
    head = dom.text(heads[cells.index(cell)]) if len(heads) == len(cells) and cell in cells else ""
    return heads_files(head) or any(map(heads_files, page.titles.over(table)[-1:]))


def _file_name(link: HtmlElement, fields: Mapping[HtmlElement, str], listed: Collection[HtmlElement]) -> str:
    """What a document is called: the link's own words, or, when the link only says "download", the field of a record whose
    value it is, or the words beside it, of those in a table the ones under the heading of the documents. ``fields``: values of
    records → their labels; ``listed``: cells under such headings."""
    own = _SIZE.sub("", _without_format(link) or dom.text(link))
    if own and not is_action(own):
        return _EXTENSION.sub("", own)
    field = next((fields[node] for node in (link, *link.iterancestors()) if node in fields), "")
    if field:
        return f"{field} {own}" if _FETCH.sub("", own) else field
    named = _FETCH.sub("", own)
    if named not in ("", own) and not (_FETCHES.fullmatch(own) or is_action(named) or heads_files(named)):
        return named  # "Baixar edital"
    row = next((a for a in link.iterancestors() if a.tag in ("tr", "li", "dd") or a.get("role") == "row"), None)
    if row is None:
        row = next((up for up in dom.up_to(link, None) if up in listed), link).getparent()
    if row is not None:
        cells = [
            c
            for c in row.iter("td", "span", "div", "strong", "b", "p", "h4", "h5")
            if c is not row and not dom.finds(c, ".//td | .//div | .//p")
        ]
        for cell in sorted(cells, key=lambda c: c not in listed):
            words = dom.text(cell)
            if words and value_type(words) == "text" and not is_action(words) and len(words) <= 120:
                return words
        words = dom.text(row)
        if words and not is_action(words) and len(words) <= 120:
            return words
    title = link.get("title") or link.get("aria-label") or ""
    return _FETCH.sub("", title)
