"""What a page publishes, as the judge needs it: the tables of a document, its files and its marked fields, each as a record set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from lxml.html import HtmlElement

from transparency.extract import dom, microdata
from transparency.extract.files import tables_of_files
from transparency.extract.marked import tables_of_microdata
from transparency.extract.paper import tables_of_paper
from transparency.extract.tables import read_tables
from transparency.extract.tables.page import Page, link_in
from transparency.extract.tables.table import MAX_COLUMNS, Cell, Kind, Table
from transparency.extract.titles import Titles
from transparency.extract.values import column_type, counts_records, is_file, is_period, names_period
from transparency.items import Column, RecordSet, Shape
from transparency.text import normalize, plain, words

MAX_SETS = 200
SAMPLES = 8
"""So many values of a column are kept, as far as they differ."""
MENU, FEW = 5, 0.3
"""So many entries a menu of links has at least; up to this share of its cells are headings, and up to this share hold a number."""
DAYS, LAST_DAY = 14, 31
"""So many days in a row are those of a month, the first of which may be taken for headings; it has no more than the other."""
LETTERHEAD = 4
"""So many fields a letterhead has at most."""
_SHEET = re.compile(r"(\d{1,3})\s*(?:/|de)\s*(\d{1,3})")
_SHAPES: dict[Kind, Shape] = {"table": "table", "grid": "grid", "cards": "list", "files": "list", "fields": "details"}
_YEAR = re.compile(r"(?:19|20)\d\d")
_CONTACT = re.compile(
    r"telefones?|tel|fone|fax|e mail|email|endereco|cep|horario\b.*|expediente|atendimento|site|whatsapp|celular|contato|localizacao|bairro|ouvidoria"
)
PROSE = 130
"""Characters that half of the values of no record have."""
TELLING = 3
"""Words that a sentence has more of."""
_AMOUNT = re.compile(r"R\$|\bem reais\b", re.I)
"""What the heading of a column of amounts says."""
_SORTS = re.compile(r"sort|order|orden|classif", re.I)


def find_record_sets(html: str) -> list[RecordSet]:
    """All record sets of an annotated HTML document, in document order. Text that is no HTML holds none."""
    return find_tables(Page(dom.parse(html)))[1]


def find_tables(page: Page) -> tuple[list[Table], list[RecordSet]]:
    """The tables of a page that publish something, and the record sets made of the first of them."""
    tables, claimed = read_tables(page)
    tables += tables_of_files(page, tables)
    tables += tables_of_microdata(page, tables, claimed)
    tables = [table for table in tables if not _publishes_nothing(table)]
    tables += [paper for paper in tables_of_paper(page, tables) if not _publishes_nothing(paper)]
    tables.sort(
        key=lambda table: page.order[table.start] if table.kind != "files" else page.order[_last(table.element)]
    )
    found = [(table, record_set) for table in tables if (record_set := _record_set(page.titles, table)) is not None]
    return [table for table, _ in found], [record_set for _, record_set in found[:MAX_SETS]]


def _last(element: HtmlElement) -> HtmlElement:
    """The last element in another one: files come after the record that they belong to."""
    while kids := dom.children(element):
        element = kids[-1]
    return element


def _publishes_nothing(table: Table) -> bool:
    """Whether a table is navigation, prose, a calendar or the like."""
    return any(refuses(table) for refuses in _REFUSALS)


def _record_set(titles: Titles, table: Table) -> RecordSet | None:
    """What a table publishes; None for what has no labels."""
    columns = _without_zeros(table, [c for n in range(len(table.columns[:MAX_COLUMNS])) if (c := _column(table, n)) is not None])  # fmt: skip
    if not any(c.label for c in columns):
        return None
    headings = [heading for heading in titles.over(table.start) if not _says_grouping(heading, table.grouped_by)]
    aside = dom.is_hidden(table.element)
    first = [cell.element for cell in table.rows[0]] if table.rows else []
    covered = bool(first) and all(element is not None and dom.is_hidden(element) for element in first)
    marked = next((element for element in first if element is not None), table.element)
    return RecordSet(
        shape=_SHAPES[table.kind],
        columns=tuple(columns),
        rows=table.count,
        headings=tuple(dict.fromkeys(h for h in (*headings, table.title) if h)),
        path=dom.path(table.element),
        empty_message=table.message,
        itemtype=table.itemtype or microdata.type_of(marked),
        hidden=aside or covered,
        folded=covered and not aside and table.kind in ("cards", "files") and table.count > 1,
        title_box=titles.boxes.get(headings[-1]) if headings else None,
    )


def _column(table: Table, place: int) -> Column | None:
    """A column of a table with the type of its values; None where it says nothing."""
    head = table.columns[place]
    cells = [row[place] for row in table.rows if place < len(row)]
    filled = [cell for cell in cells if cell.filled]
    if filled and all(cell.type == "number" and plain(cell.text) == "0" for cell in filled):
        filled = []
    kind = column_type((cell.type for cell in filled), sum(is_period(cell.text) for cell in filled))
    if kind == "number" and _AMOUNT.search(head.label):
        kind = "money"  # a sheet keeps whole amounts as any number
    samples = [text for text in dict.fromkeys(cell.text[:60] for cell in filled) if text][:SAMPLES]
    label = dom.tidy(head.label).strip(" :") or (samples[0] if kind == "link" and samples else "")
    if not label and not filled:
        return None
    marked = [cell.element for cell in (filled or cells)[:3] if cell.element is not None]
    return Column(
        label=label,
        value_type=kind,
        filled=round(len(filled) * max(1.0, table.count / max(1, len(table.rows)))),
        box=dom.box(head.element) if head.element is not None else None,
        microdata=microdata.names_of(head.element, marked, together=table.kind == "fields"),
        samples=tuple(samples),
    )


def _without_zeros(table: Table, columns: list[Column]) -> list[Column]:
    """Columns, those of money without values where all amounts are zero: so some portals say that there is nothing."""
    amounts = [cell for row in table.rows for cell in row if cell.type == "money"]
    if len(amounts) > 1 and not any(set(plain(cell.text)) & set("123456789") for cell in amounts):
        return [replace(column, filled=0) if column.value_type == "money" else column for column in columns]
    return columns


def _says_grouping(heading: str, grouped_by: Sequence[str]) -> bool:
    """Whether words over a table only name what its rows are grouped by: "Secretaria" over "Secretaria: Saúde (25)"."""
    rest = normalize(heading)
    for label in sorted(map(normalize, grouped_by), key=len, reverse=True):
        rest = rest.replace(label, " ")
    return bool(grouped_by) and not rest.strip()


def _headed_by_a_menu(table: Table) -> bool:
    """Labels that mostly lead to other pages, over what happens to stand below them. Links that sort stay on the page."""
    if table.kind != "grid":
        return False
    links = [link for column in table.columns if column.element is not None and (link := link_in(column.element)) is not None]  # fmt: skip
    targets = {link.get("href") or "#" for link in links}
    leading = {t.split("?")[0] for t in targets if not t.startswith(("#", "javascript:")) and not _SORTS.search(t)}
    return len(leading) > 1 and len(leading) >= 0.6 * len(table.columns)


def _tells_how_to_reach(table: Table) -> bool:
    """Addresses and hours of an office."""
    told = sum(bool(_CONTACT.fullmatch(normalize(column.label))) for column in table.columns)
    return table.kind in ("fields", "cards") and 2 * told >= len(table.columns)


def _is_prose(table: Table) -> bool:
    """Texts, each under a heading."""
    lengths = [len(cell.text) for row in table.rows for cell in row if cell.filled]
    return table.kind in ("fields", "cards") and bool(lengths) and median(lengths) > PROSE


def _explains_words(table: Table) -> bool:
    """A glossary: most values are sentences, and none is exact."""
    cells = [cell for row in table.rows for cell in row if cell.filled]
    sentences = sum(cell.text.rstrip().endswith((".", "!", "?")) and len(cell.text.split()) > TELLING for cell in cells)
    exact = any(cell.type in ("money", "date", "code") for cell in cells)
    return table.kind in ("fields", "cards") and 2 * sentences > len(cells) and not exact


def _says_what_is_shown(table: Table) -> bool:
    """A year and a body, for which a page is shown ("Exercício: 2026", "Entidade: Prefeitura"). An amount is no body."""
    cells = table.rows[0] if table.rows else []
    years = any(_YEAR.fullmatch(cell.text.strip()) for cell in cells)
    return table.kind == "fields" and len(cells) == 2 and years and all(cell.type != "money" for cell in cells)


def _only_navigation(table: Table) -> bool:
    """One column of links that all say the same, or of nothing but links without a number: the entries of a menu."""
    cells: list[Cell] = [cell for row in table.rows for cell in row if cell.filled]
    if table.kind != "table" or len(table.columns) != 1 or not cells:
        return False
    alike = all(cell.type == "link" for cell in cells) and len({normalize(cell.text) for cell in cells}) == 1
    numbered = sum(any(map(str.isdigit, cell.text)) for cell in cells)
    entries = sum(map(_only_leads_on, cells))  # the others are headings over them
    return alike or _is_parted(cells) or (entries >= max(MENU, (1 - FEW) * len(cells)) and numbered <= FEW * len(cells))


def _is_parted(cells: Sequence[Cell]) -> bool:
    """Whether all cells are pressed but those that head them: groups of entries."""
    elements = [cell.element for cell in cells if cell.element is not None]
    pressed = sum(element.get("data-t-press") is not None for element in elements)
    heads = sum(element.tag == "th" for element in elements)
    return 0 < heads < pressed + heads == len(cells) and pressed >= MENU


def _only_leads_on(cell: Cell) -> bool:
    """Whether a cell says nothing but what a link in it says, which fetches no file."""
    link = cell.element.find(".//a[@href]") if cell.element is not None else None
    if link is None or is_file(link.get("href") or ""):
        return False
    return words(dom.text(link)) == words(re.sub(r"^\W+", "", cell.text))


def _only_periods(table: Table) -> bool:
    """Years or months to choose from, laid out as a table."""
    texts = [normalize(t) for t in (*(c.label for c in table.columns), *(c.text for row in table.rows for c in row))]
    told = [text for text in texts if text]
    return bool(told) and all(map(names_period, told))


def _only_counts(table: Table) -> bool:
    """Fields of which none but the number of records says anything ("Total de registros: 35")."""
    if table.kind != "fields" or not table.rows:
        return False
    told = [
        f"{column.label}: {cell.text}"
        for column, cell in zip(table.columns, table.rows[0], strict=False)
        if cell.filled
    ]
    return bool(told) and all(map(counts_records, told))


def _is_calendar(table: Table) -> bool:
    """The days of a month, one after the other, under those of the week."""
    texts = [cell.text.strip() for row in table.rows for cell in row if cell.filled]
    days = [int(text) for text in texts if text.isdecimal() and len(text) < 3]
    one_by_one = len(days) >= DAYS and all(after == before + 1 for before, after in pairwise(days))
    return one_by_one and len(days) == len(texts) and days[-1] <= LAST_DAY


def _is_letterhead(table: Table) -> bool:
    """The head of a printed sheet: one of a few fields tells its number among the sheets ("1/2", "1 de 2")."""
    if table.kind != "fields" or not table.rows or len(table.rows[0]) > LETTERHEAD:
        return False
    numbers = (_SHEET.fullmatch(cell.text.strip()) for cell in table.rows[0])
    return any(number is not None and int(number[1]) <= int(number[2]) for number in numbers)


_REFUSALS = (
    _is_calendar,
    _only_counts,
    _is_letterhead,
    _only_navigation,
    _headed_by_a_menu,
    _only_periods,
    _tells_how_to_reach,
    _is_prose,
    _explains_words,
    _says_what_is_shown,
)
"""What is made like records and publishes none."""
