"""Finding record sets by their repeating shape: tables, ARIA and div grids, card lists, label-value details, file lists.

What is looked for is structure, never a framework's or a portal's names, save a few habits (``data-label``, ``col-id``) that
many frameworks share. Filters, menus, footers, glossaries and contact blocks are not record sets.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from statistics import median

from lxml.html import HtmlElement

from transparency.items import Box, Column, RecordSet, Shape, ValueType
from transparency.judge import dom, microdata
from transparency.judge.text import normalize
from transparency.judge.values import (
    column_type,
    is_action,
    is_empty_message,
    is_file,
    is_period,
    is_placeholder,
    value_type,
)

SAMPLE = 50
"""Data rows read closely; further ones are only counted."""
MAX_COLUMNS = 60
MAX_SETS = 200
_TOTAL = re.compile(r"^(?:sub ?)?(?:total|totais|soma|somatorio|totalizador)\b")
_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label|lbl|rotulo|titulo|title|title-?field|field-?(?:label|name|title)|caption|key|chave|term|nome-?campo|campo-?nome|header|head|name|column-title|text-muted|font-weight-bold|fw-bold|fw-semibold|font-bold|font-semibold|bold|negrito|strong)(?:$|[-_\s\d])",
    re.I,
)
_HEAD_CLASS = re.compile(
    r"(?:^|[-_\s])(?:\w*head(?:er|ers|ing)?|\w*header\w*|th|titulos?|title|cabecalho|cab|columnheader|legenda)(?:$|[-_\s\d])",
    re.I,
)
_CELL_LABELS = (
    "data-label",
    "data-title",
    "data-th",
    "data-header",
    "data-heading",
    "data-column",
    "data-colname",
    "data-name",
    "data-content-label",
    "aria-label",
)
_COLUMN_IDS = ("col-id", "data-col-id", "data-column-id", "data-field", "data-colid", "data-column-field")
_INLINE_PAIR = re.compile(r"^([^\W\d_][^:]{1,58}?)\s?:\s+(\S.*)$", re.S)
_CONTACT = re.compile(
    r"^(?:telefones?|tel|fone|fax|e mail|email|endereco|cep|horario\b.*|expediente|atendimento|site|whatsapp|celular|contato|localizacao|bairro|ouvidoria)$"
)
_REGION_CLASS = re.compile(
    r"(?:^|[-_\s])(?:modal\w*|card|panel|box|detalhes?|details?|ficha|dados|section|conteudo|content|accordion\S*|collapse|tab-pane|item|well|bloco|block|fieldset|record|registro)(?:$|[-_\s\d])",
    re.I,
)
_QUERY = re.compile(
    r"(?:consult|pesquis|filtr|busc|list|exib|gerar|atualiz|limpar|aplicar|procurar|visualizar|mostrar)"
)
_PAGER = re.compile(
    r"\W*|(?:pagina )?\d{1,4}(?: (?:de|of) \d{1,4})?|(?:(?:proxim|anterior|primeir|ultim|seguinte|pagina)\w* ?){1,2}\W*"
)
_COUNTS = re.compile(
    r"pagina (?:\d+ )?de \d*|\d+ (?:a |ate )?\d* ?de \d+(?: \w+)?|"
    r"(?:exibindo|mostrando|vendo|visualizando|registros?|itens|total|linhas)\b[^a-z]*(?:\w{1,10}[^a-z]*){0,6}"
)
"""How much there is, beside what turns the pages."""
_ASKING_ROLES = frozenset("combobox listbox searchbox spinbutton slider".split())
_EDITABLE_TYPES = frozenset("text search number date month datetime-local email tel url password".split()) | {""}


@dataclass
class Cell:
    """A cell: its words, what they look like and where it stands."""

    text: str
    kind: ValueType
    element: HtmlElement | None = None

    @property
    def filled(self) -> bool:
        return self.kind != "empty"


@dataclass
class Grid:
    """A record set in the making: header cells (label, element) over rows of cells."""

    element: HtmlElement
    shape: Shape
    header: list[tuple[str, HtmlElement | None]]
    rows: list[list[Cell]]
    count: int
    title: str = ""
    empty_message: str = ""
    itemtype: str = ""
    order: int = 0
    inferred: bool = False
    """The header is the first row, by its look alone."""
    groups: list[tuple[str, HtmlElement, Cell]] = field(default_factory=list)
    """Fields that are said once over each group of rows, of a body whose header stands elsewhere."""
    anchor: HtmlElement | None = None
    """Where to look for headings from, when not the element itself."""


@dataclass
class Pair:
    """A label with its value."""

    label: str
    value: Cell
    element: HtmlElement
    strong: bool
    host: HtmlElement | None = None
    """The element whose children label and value are."""
    stressed: bool = False
    """The value is set in bold, the label above it is not."""


@dataclass
class Record:
    """Pairs of one record, and the element that holds them. ``closed``: a section or card, not to be joined with others."""

    pairs: list[Pair]
    element: HtmlElement
    closed: bool = False

    @property
    def labels(self) -> set[str]:
        return {normalize(p.label) for p in self.pairs}


Bundle = list[Record]
"""One record, or the alike records of a list."""


_RECORD = re.compile(r"\b\d{3,}/(?:19|20)\d\d\b")
"""A number with its year ("Pregão 011/2026"): the name of a record."""
_PERIOD = re.compile(
    r"(?:19|20)\d\d|(?:(?:jan|fever|mar|abr|mai|jun|jul|agost|set|out|nov|dez)\w*|todos|13o?(?: salario)?)(?: (?:de )?(?:19|20)\d\d)?"
)
_FIELD_AND_VALUE = re.compile(
    r"(?:nome d[oe] )?(?:campo|atributo|coluna|propriedade|chave|rotulo|variavel|field|column|key|property|attribute)s?"
    r"\|(?:valor|conteudo|value|dado|informacao|preenchimento|resposta|detalhe)s?"
)
"""Headings of a table that lists the fields of one record; "campo | descrição" explains them instead."""
_GROUP_FIELD = re.compile(r"\W*([^\W\d][^:]{2,40}):\s*(\S.*)", re.S)
_SORTS = re.compile(r"sort|order|orden|classif", re.I)

EMPTY = Cell("", "empty")


def find_record_sets(html: str) -> list[RecordSet]:
    """All record sets of an annotated HTML document, in document order. Text that is no HTML holds none."""
    return _Search(dom.parse(html)).run()


def find_grids(root: HtmlElement) -> list[Grid]:
    """What lies behind the record sets of a document: header cells and sample rows with their elements. The tree is as before."""
    tags = [(element, element.tag) for element in root.iter()]
    search = _Search(root)
    search.run()
    for element, tag in tags:  # tables that only lay out the words of a cell were read as plain elements
        if element.tag != tag:
            element.tag = tag
    return search.kept


# ---------------------------------------------------------------- cells


def _is_editable(control: HtmlElement) -> bool:
    if (
        control.get("disabled") is not None
        or control.get("readonly") is not None
        or control.get("aria-readonly") == "true"
    ):
        return False
    if control.tag in ("select", "textarea"):
        return True
    return control.tag == "input" and (control.get("type") or "").lower() in _EDITABLE_TYPES


def _is_field(cell: HtmlElement) -> bool:
    """Whether a cell holds what a person fills in, drawn by the browser or by a script."""
    return any(_is_editable(control) for control in _controls(cell)) or bool(
        cell.xpath("boolean(descendant-or-self::*[@role='combobox' or @role='listbox' or @role='spinbutton'])")
    )


def _control_value(control: HtmlElement) -> str:
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]") or control.xpath(".//option")[:1]
        return dom.tidy(chosen[0].text_content()) if chosen else ""
    if control.tag == "textarea":
        return dom.tidy(control.get("value") or control.text_content())
    return dom.tidy(control.get("value") or "")


def _controls(element: HtmlElement) -> list[HtmlElement]:
    return [
        c
        for c in element.iter("input", "select", "textarea")
        if c.tag != "input"
        or (c.get("type") or "").lower()
        not in ("hidden", "checkbox", "radio", "button", "submit", "image", "reset", "file")
    ]


def _link(element: HtmlElement) -> HtmlElement | None:
    """What can be followed or fetched from a cell."""
    for candidate in element.iter("a", "button", "img", "input", "svg", "i", "object", "embed", "iframe"):
        tag = candidate.tag
        if tag == "a" and (candidate.get("href") or candidate.get("onclick")):
            return candidate
        if tag == "button" or (tag == "input" and (candidate.get("type") or "") in ("image", "button", "submit")):
            return candidate
        if tag in ("img", "svg", "i") and (candidate.get("onclick") or candidate.get("title") or candidate.get("alt")):
            return candidate
    if element.get("onclick") and element.tag == "a":
        return element
    return None


def read_cell(element: HtmlElement, label: str = "") -> Cell:
    """The value of a cell. Under ``label``, a copy of that label inside the cell (responsive tables) is left out."""
    words = dom.text(element)
    if label and words.casefold().startswith(label.casefold()):
        words = words[len(label) :].lstrip(" :")
    if not words:
        for control in _controls(element):
            if not _is_editable(control):
                words = _control_value(control)
                break
    link = _link(element) if (not words or len(words) <= 60) else None
    if link is None and words and len(words) > 60:
        return Cell(words, value_type(words), element)
    if not words:
        return Cell(_link_name(link), "link", element) if link is not None else Cell("", "empty", element)
    if link is not None and (
        is_action(words) or (link.tag == "a" and is_file(link.get("href") or "") and value_type(words) == "text")
    ):
        return Cell(words, "link", element)
    if is_action(words):
        # handlers that a script attached are not seen in the page; a word that invites to open is link enough
        return Cell(words, "link", element)
    return Cell(words, value_type(words), element)


def _link_name(link: HtmlElement) -> str:
    for element in link.iter():
        for name in (
            "title",
            "aria-label",
            "alt",
            "value",
            "data-original-title",
            "data-bs-original-title",
            "mattooltip",
        ):
            if isinstance(element.tag, str) and element.get(name):
                return dom.tidy(element.get(name) or "")
    return ""


def _is_total(cells: Sequence[Cell]) -> bool:
    first = next((c.text for c in cells if c.text), "")
    return bool(_TOTAL.match(normalize(first))) and len(first) < 60


def _header_like(texts: Sequence[str]) -> bool:
    """Texts that could be column labels: short words, hardly any twice, none a value."""
    present = [t for t in texts if any(map(str.isalnum, t))]  # "%" heads a column as well as nothing does
    if len(present) < 2 or len(present) * 2 < len(texts):
        return False
    if len({t.casefold() for t in present}) < len(present) * 0.7:
        return False
    return all(
        dom.label_like(t) and not _RECORD.search(t) and (value_type(t) == "text" or _code_word(t)) for t in present
    )


def _shows_value(cell: HtmlElement) -> bool:
    """Whether a part of a cell is a value: the cell is a field of a record, a label over its value, and heads no column."""
    return any(value_type(dom.text(part)) in ("money", "date", "cpf", "cnpj") for part in dom.children(cell))


def _code_word(label: str) -> bool:
    """Labels such as ``CPF``, ``Nº`` or ``Empenho 1`` whose form is that of a code."""
    return not any(c.isdigit() for c in label)


def _styled_as_header(element: HtmlElement) -> bool:
    if element.tag == "th" or element.get("role") == "columnheader":
        return True
    if (
        _HEAD_CLASS.search(dom.classes(element))
        or (element.get("style") or "").lower().find("bold") >= 0
        or element.get("bgcolor")
    ):
        return True
    node = element
    while True:
        kids = dom.children(node)
        if len(kids) != 1 or dom.own_text(node):
            return False
        node = kids[0]
        if node.tag in ("b", "strong", "th") or _HEAD_CLASS.search(dom.classes(node)):
            return True


def _labelled(element: HtmlElement) -> int:
    """How surely an element's words are a label: 2 by tag or colon, 1 by class or heading, 0 not."""
    node = element
    while True:
        if node.tag in ("dt", "th", "label", "b", "strong") or node.tag.endswith("-label"):
            return 2
        if node.tag in ("h4", "h5", "h6", "small") or _LABEL_CLASS.search(dom.classes(node)):
            return 1
        kids = dom.children(node)
        if len(kids) != 1 or dom.own_text(node):
            return 0
        node = kids[0]


# ---------------------------------------------------------------- the search


class _Search:
    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.body: HtmlElement = next(iter(root.iter("body")), root)
        self.titles = dom.Titles(root)
        self.order = {element: position for position, element in enumerate(root.iter()) if isinstance(element.tag, str)}
        self.claimed: set[HtmlElement] = set()
        self.holding: set[HtmlElement] = set()
        """What was claimed, and what holds it."""
        self.rows_of: dict[HtmlElement, frozenset[HtmlElement]] = {}
        """The rows of a grid; between them a record may have been opened."""
        self.opened_in: dict[HtmlElement, frozenset[HtmlElement]] = {}
        """Grid of plain elements → what was opened between its rows."""
        self.grids: list[Grid] = []
        self.kept: list[Grid] = []
        """Those that became record sets."""
        self._skip: dict[HtmlElement, bool] = {}

    def run(self) -> list[RecordSet]:
        self._aria_grids()
        self._tables()
        self._join_split()
        self._div_grids()
        self._details()
        self._empty_grids()
        self._file_lists()
        self._microdata()
        self.grids.sort(key=lambda grid: (self.order.get(grid.element, 0), grid.order))
        found: list[RecordSet] = []
        for grid in self.grids:
            made = self._record_set(grid)
            if made is not None:
                found.append(made)
                self.kept.append(grid)
        return found[:MAX_SETS]

    # -- shared

    def skipped(self, element: HtmlElement) -> bool:
        """Inside navigation or a footer."""
        known = self._skip.get(element)
        if known is None:
            parent = element.getparent()
            known = dom.is_navigation(element) or (parent is not None and self.skipped(parent))
            self._skip[element] = known
        return known

    def claim(self, element: HtmlElement) -> None:
        self.claimed.add(element)
        self.holding.add(element)
        self.holding.update(element.iterancestors())

    def is_claimed(self, element: HtmlElement) -> bool:
        return element in self.claimed or any(a in self.claimed for a in element.iterancestors())

    def add(self, grid: Grid) -> None:
        self.grids.append(grid)

    def _record_set(self, grid: Grid) -> RecordSet | None:
        rows = grid.rows
        columns: list[Column] = []
        for index, (label, element) in enumerate(grid.header[:MAX_COLUMNS]):
            cells = [row[index] for row in rows if index < len(row)]
            filled = [c for c in cells if c.filled]
            if filled and all(c.kind == "number" and c.text == "0" for c in filled):
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
        if len(amounts) > 1 and not any(set(c.text) & set("123456789") for c in amounts):
            # a sheet of zeros is how some portals say that there is nothing
            columns = [replace(c, filled=0) if c.value_type == "money" else c for c in columns]
        if (
            (grid.shape == "table" and self._only_navigation(grid))
            or self._headed_by_a_menu(grid)
            or _only_periods(grid)
        ):
            return None
        headings = self.titles.over(grid.element if grid.anchor is None else grid.anchor)
        if grid.title:
            headings.append(grid.title)
        return RecordSet(
            shape=grid.shape,
            columns=tuple(columns),
            rows=grid.count,
            headings=tuple(dict.fromkeys(h for h in headings if h)),
            path=dom.path(grid.element),
            empty_message=grid.empty_message,
            itemtype=grid.itemtype or self._itemtype(grid.element, rows),
            hidden=dom.is_hidden(grid.element)
            or (bool(rows) and all(c.element is not None and dom.is_hidden(c.element) for c in rows[0])),
        )

    @staticmethod
    def _headed_by_a_menu(grid: Grid) -> bool:
        """Labels that mostly lead to other pages, over what happens to stand below them. Links that sort stay on the page."""
        if grid.shape != "grid":
            return False
        links = [link for _, element in grid.header if element is not None and (link := _link(element)) is not None]
        targets = {link.get("href") or "#" for link in links}
        leading = {t.split("?")[0] for t in targets if not t.startswith(("#", "javascript:")) and not _SORTS.search(t)}
        return len(leading) > 1 and len(leading) >= 0.6 * len(grid.header)

    @staticmethod
    def _only_navigation(grid: Grid) -> bool:
        cells = [c for row in grid.rows for c in row if c.filled]
        return (
            bool(cells)
            and all(c.kind == "link" for c in cells)
            and len({normalize(c.text) for c in cells}) == 1
            and len(grid.header) == 1
        )

    @staticmethod
    def _itemtype(element: HtmlElement, rows: Sequence[Sequence[Cell]]) -> str:
        first = next((c.element for c in rows[0] if c.element is not None), None) if rows else None
        return microdata.type_of(element if first is None else first)

    # -- native tables

    def _tables(self) -> None:
        for row in list(self.body.iter("tr")):
            if _is_filter(row):
                row.drop_tree()
        for table in list(self.body.iter("table")):
            if _is_wrapper(table):
                # Around the words of one cell and the arrow that sorts by it: no table of its own.
                dom.unwrap(table)
        for table in self.body.iter("table"):
            if (
                self.skipped(table)
                or table in self.claimed
                or any(a in self.claimed and a.tag != "table" for a in table.iterancestors())
            ):
                continue
            rows = list(_table_rows(table))
            nested = next((t for t in table.iterdescendants("table")), None)
            if _is_layout(table, rows) if nested is not None else _frames_a_page(table, rows):
                continue
            if _turns_pages(table, rows):
                self.claim(table)
                continue
            if self._boxed_form(table, rows) or self._table_of_pairs(table, rows):
                continue
            own = [row for row in rows if not _holds_record(row)]
            grids = self._table_grids(table, own)
            if grids:
                for position, grid in enumerate(grids):
                    grid.order = position
                    self.add(grid)
                lone = all(len(grid.header) == 1 for grid in grids)
                self.rows_of[table] = frozenset(row for row in own if lone or len(_row_cells(row)) > 1)
                self.claim(table)

    def _boxed_form(self, table: HtmlElement, rows: list[HtmlElement]) -> bool:
        """A printed form: cells of which most hold a label over its value; wide ones between them head its parts."""
        told = [[(cell, _boxed(cell)) for cell in _row_cells(row) if dom.text(cell)] for row in rows]
        # a title of two lines in the middle of a sheet is no field
        told = [[(c, None if len(cells) == 1 and p and p.element is c else p) for c, p in cells] for cells in told]
        pairs = [pair for cells in told for _, pair in cells if pair is not None]
        labels = {normalize(pair.label) for pair in pairs}
        others = sum(pair is None for cells in told if len(cells) > 1 for _, pair in cells)
        if sum(pair.value.filled for pair in pairs) < max(2, 0.4 * len(pairs)):
            return False  # headings of what stands in another table
        if len(pairs) < 3 or others > max(1, 0.3 * len(pairs)) or len(labels) < 0.8 * len(pairs):
            return False
        if not any(len([pair for _, pair in cells if pair]) > 1 for cells in told):
            return False  # lines of a list, each with its small print
        heads = [dom.text(cells[0][0]) for cells in told if len(cells) == 1 and cells[0][1] is None]
        self._add_pairs(table, pairs, title=" - ".join(filter(None, (_caption(table), *heads[:1])))[:200])
        self.claim(table)
        return True

    def _table_of_pairs(self, table: HtmlElement, rows: list[HtmlElement]) -> bool:
        """Label-value tables: ``th`` + ``td`` in each row, or first cells that are labels."""
        body = [cells for row in rows if (cells := _row_cells(row))]
        if not body:
            return False
        width = Counter(len(cells) for cells in body).most_common(1)[0][0]
        listed = len(body) > 2 and bool(_FIELD_AND_VALUE.fullmatch("|".join(normalize(dom.text(c)) for c in body[0])))
        if listed:
            body, width = body[1:], 2
        elif all(c.tag == "th" for c in body[0]) and len(body[0]) > 1 and len(body) > 1:
            return False
        pairs: list[Pair] = []
        columnwise = [cells for cells in body if len(cells) % 2 == 0 and cells]
        if not columnwise or len(columnwise) < len(body) * 0.5:
            return False
        if any(
            _controls(cell) and _is_editable(_controls(cell)[0]) for cells in columnwise[:6] for cell in cells[1::2]
        ):
            # a layout table of filters: neither data nor details
            editable = sum(
                1 for cells in columnwise for cell in cells[1::2] if any(_is_editable(c) for c in _controls(cell))
            )
            if editable * 2 >= sum(len(cells) // 2 for cells in columnwise):
                self.claim(table)
                return True
        if width > 6 or (width > 2 and len({len(c) for c in body}) == 1 and len(body) > 12):
            return False
        strong = marked = total = 0
        for cells in columnwise:
            for label_cell, value_cell in zip(cells[::2], cells[1::2], strict=True):
                label = dom.text(label_cell)
                if not label:
                    continue
                total += 1
                is_th = label_cell.tag == "th" and value_cell.tag != "th"
                colon = label.endswith(":")
                sure = is_th or colon or (_labelled(label_cell) > 0 and _labelled(value_cell) == 0)
                strong += is_th or colon
                marked += sure
                pairs.append(Pair(label, read_cell(value_cell), label_cell, sure))
        if not total or not all(dom.label_like(p.label.rstrip(": ")) for p in pairs[:40]):
            return False
        if marked < total * 0.6 and not listed:
            kinds = {p.value.kind for p in pairs if p.value.filled}
            distinct = len({normalize(p.label) for p in pairs}) == len(pairs)
            plain = all(value_type(p.label) in ("text",) or _code_word(p.label) for p in pairs)
            apart = len(kinds) >= 3 or (kinds - {"money", "number"} and _apart([row[:2] for row in columnwise]))
            if not (width == 2 and len(pairs) >= 3 and distinct and plain and apart and _looks_named(pairs)):
                return False
        labels = [normalize(p.label) for p in pairs]
        if strong < total * 0.6 and len(set(labels)) < len(labels) * 0.7:
            return False
        self._add_pairs(table, pairs, title=_caption(table))
        self.claim(table)
        return True

    def _table_grids(self, table: HtmlElement, rows: list[HtmlElement]) -> list[Grid]:
        caption = _caption(table)
        blocks = _blocks(rows)
        grids: list[Grid] = []
        for block in blocks:
            grid = self._block(table, block, caption)
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

    def _block(self, table: HtmlElement, block: _Block, caption: str) -> Grid | None:
        width = max((w for w in block.widths), default=0)
        if width < 1:
            return None
        header = _header_labels(block.header, width) if block.header else []
        rows, count, message = self._data_rows(block.body, header, width)
        titles = list(block.titles)
        taken = False
        if not header:
            header, rows, count, taken = self._inferred_header(rows, count)
            if not header and width == 1:
                lone, rows, count = _lone_column(rows, count)
                titles += [text for text, _ in lone[:-1]]
                header = lone[-1:]
            if not header:
                header = [("", None)] * width
        if width == 1 and not any(label for label, _ in header):
            return None
        title = " - ".join([*([caption] if caption else []), *titles])[:200]
        shape: Shape = "grid" if table.get("role") in ("grid", "treegrid") else "table"
        groups = list(_grouped_by(block.body, width)) if rows else []
        grid = Grid(table, shape, header, rows, count, title, message, inferred=taken, groups=groups)
        if any(label for label, _ in header):
            _tell_groups(grid)
        return grid

    def _data_rows(
        self, body: list[HtmlElement], header: list[tuple[str, HtmlElement | None]], width: int
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
            cells, spans = _expand(row, spans, width)
            unique = {cell for cell in cells if cell is not None}
            if len(unique) == 1 and width > 1:
                words = dom.text(next(iter(unique)))
                if is_empty_message(words):
                    message = words
                continue
            if _heads_a_group(row, width):
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
            if not any(v.filled for v in values) or _is_total(values):
                continue
            editable = sum(1 for cell in unique if any(_is_editable(c) for c in _controls(cell)))
            if editable * 2 >= len(unique) and editable:
                continue
            rows.append(values)
            count += 1
        return rows, count, message

    def _inferred_header(
        self, rows: list[list[Cell]], count: int
    ) -> tuple[list[tuple[str, HtmlElement | None]], list[list[Cell]], int, bool]:
        """Take the first row as header when it reads like one and the others do not. Cells may carry their labels instead."""
        labelled = _cell_labels(rows)
        if labelled:
            return labelled, _without_labels(rows, labelled), count, False
        if len(rows) < 2:
            return [], rows, count, False
        first = rows[0]
        texts = [c.text for c in first]
        if not _header_like(texts) or len(first) < 2:
            return [], rows, count, False
        rest = rows[1:]
        styled = sum(1 for c in first if c.element is not None and _styled_as_header(c.element)) * 2 >= len(first)
        rest_styled = sum(
            1 for row in rest[:5] for c in row if c.element is not None and c.text and _styled_as_header(c.element)
        )
        differs = any(
            column_type(row[i].kind for row in rest if i < len(row))
            in ("money", "date", "cpf", "cnpj", "number", "code", "link")
            and first[i].kind == "text"
            for i in range(len(first))
        )
        full = all(c.text for c in first)
        if (
            differs
            or (styled and not rest_styled)
            or (full and len(rest) >= 2 and all(len(c.text.split()) <= 4 for c in first) and len(first) >= 3)
        ):
            return [(c.text, c.element) for c in first], rest, max(0, count - 1), True
        return [], rows, count, False

    # -- header and body apart

    def _join_split(self) -> None:
        """Header and body in tables of their own (scrolling bodies): the header's labels go to the body's columns."""
        self.grids.sort(key=lambda grid: self.order.get(grid.element, 0))
        joined: list[Grid] = []
        for grid in self.grids:
            previous = joined[-1] if joined else None
            if previous is None or not self._near(previous.element, grid.element) or not self._joined(previous, grid):
                joined.append(grid)
            elif grid.count:
                joined[-1] = grid
        self.grids = [g for g in joined if any(label for label, _ in g.header)]

    @staticmethod
    def _joined(previous: Grid, grid: Grid) -> bool:
        """Give the labels of a table without rows to the body after it. False where they do not belong together."""
        head = previous.header
        if previous.count == 1 and not any(label for label, _ in head) and len(previous.rows) == 1:
            # a header of plain cells, alone in its table
            head = [(c.text, c.element) for c in previous.rows[0]]
            if not _header_like([label for label, _ in head]) or len(head) < 2:
                return False
            if grid.inferred:
                styled = all(e is not None and _styled_as_header(e) for _, e in grid.header)
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
            grid.header = _keep_visible(grid.header, head)
            return True
        width = max((len(r) for r in grid.rows), default=len(grid.header))
        if not grid.rows and grid.empty_message:
            previous.header, previous.empty_message = head, grid.empty_message
            previous.rows, previous.count = [], 0
            return True
        if abs(width - len(head)) > 2:
            return False
        grid.header = _align(head, grid.rows, width)
        _tell_groups(grid)
        return True

    def _near(self, one: HtmlElement, other: HtmlElement) -> bool:
        ancestors = list(one.iterancestors())[:7]
        return any(a in ancestors for a in list(other.iterancestors())[:7])

    # -- ARIA grids

    def _aria_grids(self) -> None:
        for element in self.body.xpath(
            ".//*[@role='grid' or @role='table' or @role='treegrid' or self::mat-table or self::cdk-table]"
        ):
            if element.tag == "table" or self.is_claimed(element) or self.skipped(element):
                continue
            grid = self._aria_grid(element)
            if grid is not None:
                self.add(grid)
                self._claim_grid(element)

    def _claim_grid(self, element: HtmlElement) -> None:
        """Claim a grid, save for the records that were opened between its rows."""
        opened = self.opened_in.get(element)
        if not opened:
            self.claim(element)
            return
        for row in self.rows_of[element]:
            self.claim(next((a for a in _up_to(row, element) if a.tag == "table"), row))

    def _aria_grid(self, element: HtmlElement) -> Grid | None:
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
            and not any(
                _is_aria_cell(a) for a in r.iterancestors() if a is not element and element in a.iterancestors()
            )
        ]
        opened = frozenset(row for row in rows if _opens_record(row))
        rows = [row for row in rows if row not in opened]
        header_cells: list[HtmlElement] = []
        header_rows: list[list[HtmlElement]] = []
        lines: dict[str, list[HtmlElement]] = {}
        lone: set[HtmlElement] = set()
        head_lines: list[HtmlElement] = []
        for number, row in enumerate(rows):
            cells = [c for c in row.iter() if c is not row and _is_aria_cell(c) and _closest_row(c) is row]
            if len(cells) < 2:
                lone.add(row)
            if not cells:
                continue
            heads = [
                c
                for c in cells
                if c.get("role") == "columnheader" or c.tag in ("th", "mat-header-cell", "cdk-header-cell")
            ]
            if heads and len(heads) * 2 > len(cells):
                header_rows.append(heads)
                head_lines.append(row)
                continue
            key = (
                row.get("row-id") or row.get("aria-rowindex") or row.get("row-index") or row.get("data-rowindex") or ""
            )
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
            header = [(dom.text(c), c) for c in body[0]]
            if not _header_like([label for label, _ in header]):
                header = _cell_labels([[read_cell(c) for c in r] for r in body[:SAMPLE]])
                if not header:
                    return None
            else:
                body = body[1:]
        else:
            header = [(dom.text(c) or dom.attribute(c, ("aria-label", "title")), c) for c in header_cells]
            if identifier is None and any(_span(c, "colspan") > 1 for c in header_cells if c.tag == "th"):
                header = _header_labels(head_lines, _width(head_lines[0]))  # headings over headings
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
                    ordered = _by_box(header, cells) or ordered
            values = [
                read_cell(c, header[i][0] if i < len(header) else "") if c is not None else EMPTY
                for i, c in enumerate(ordered)
            ]
            if not any(v.filled for v in values) or _is_total(values):
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
        self.rows_of[element] = frozenset(rows) - lone if len(header) > 1 else frozenset(rows)
        self.opened_in[element] = opened
        return Grid(element, "grid", header, result, count, empty_message=message)

    # -- grids of plain elements

    def _div_grids(self) -> None:
        for parent in self.body.iter(
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
            if len(parent) < 2 or self.skipped(parent) or self.is_claimed(parent) or parent in self.holding:
                continue
            grid = self._repeating(parent) or self._flat(parent)
            if grid is not None:
                self.add(grid)
                self._claim_rows(parent)
        # custom elements of component frameworks
        for parent in self.body.iter():
            if (
                isinstance(parent.tag, str)
                and "-" in parent.tag
                and len(parent) >= 2
                and not self.is_claimed(parent)
                and parent not in self.holding
                and not self.skipped(parent)
            ):
                grid = self._repeating(parent)
                if grid is not None:
                    self.add(grid)
                    self.claim(parent)

    def _claim_rows(self, parent: HtmlElement) -> None:
        """Claim a grid, save for what was opened between its rows: a group's records, a record's details."""
        opened = self.opened_in.get(parent)
        if not opened:
            self.claim(parent)
            return
        rows = [child for child in dom.children(parent) if child not in opened]
        for row in rows:
            self.claim(row)
        self.rows_of[parent] = frozenset(rows)

    def _empty_grids(self) -> None:
        """Header cells of plain elements over no rows, where a message says that there are none."""
        known = {e for grid in self.grids for _, e in grid.header if e is not None}
        for row in self.body.iter("div", "ul", "section", "header"):
            cells = dom.children(row)
            if not 3 <= len(cells) <= MAX_COLUMNS or self.is_claimed(row) or self.skipped(row) or known & set(cells):
                continue
            if not _HEAD_CLASS.search(dom.classes(row)) and not all(_styled_as_header(c) for c in cells):
                continue
            if any(len(dom.children(c)) > 2 or _controls(c) for c in cells) or not _header_like(
                [dom.text(c) for c in cells]
            ):
                continue
            for ancestor in list(row.iterancestors())[:3]:
                message = next(
                    (t for t in map(dom.text, ancestor.iter("div", "p", "span", "li", "td")) if is_empty_message(t)), ""
                )
                if message:
                    self.add(Grid(row, "grid", [(label_text(c), c) for c in cells], [], 0, empty_message=message))
                    break

    def _repeating(self, parent: HtmlElement) -> Grid | None:
        kids = [
            c
            for c in dom.children(parent)
            if (c not in self.claimed and c.get("data-t-hidden") is None) or dom.is_hidden(parent)
        ]
        if len(kids) < 1 or len(kids) > 20000:
            return None
        rows: list[tuple[HtmlElement, list[HtmlElement]]] = []
        for kid in kids[: SAMPLE * 4]:
            if kid.tag in ("nav", "footer", "form", "table", "button", "select", "label") or kid in self.claimed:
                continue
            if dom.is_window(kid):
                continue
            cells = _cells_of(kid)
            if 2 <= len(cells) <= MAX_COLUMNS:
                rows.append((kid, cells))
        plain = [(kid, cells) for kid, cells in rows if not all(len(dom.children(cell)) > 1 for cell in cells)]
        if len(plain) * 2 > len(rows):
            rows = plain  # a grid opened between them has rows for cells
        if not rows:
            return None
        widths = [len(cells) for _, cells in rows]
        width, frequency = Counter(widths).most_common(1)[0]
        same = [(row, cells) for row, cells in rows if len(cells) == width]
        if len({row.tag for row, _ in same}) > 2 or frequency * 2 < len(rows):
            return None
        if any(_has_block_data(cell) for _, cells in same[:3] for cell in cells):
            return None
        editable = sum(1 for _, cells in same[:6] for cell in cells if _is_field(cell))
        if editable * 3 >= len(same[:6]) * width:
            return None
        if self._mostly_pairs(same):
            return None
        texts = [dom.text(c) for c in same[0][1]]
        header: list[tuple[str, HtmlElement | None]] = []
        data = same
        first_is_header = _header_like(texts) and self._heads(same)
        if first_is_header:
            header = [(t, c) for t, c in zip(texts, same[0][1], strict=True)]
            data = same[1:]
        else:
            header = self._header_before(same[0][0], width)
        if not header and len(same) >= 1:
            header = _cell_labels([[read_cell(c) for c in cells] for _, cells in same[:SAMPLE]])
        if not header or not data:
            return None
        if len(data) < 1:
            return None
        result: list[list[Cell]] = []
        for row, cells in data[:SAMPLE]:
            values = [read_cell(c, header[i][0] if i < len(header) else "") for i, c in enumerate(cells)]
            if any(v.filled for v in values) and not _is_total(values) and row is not None:
                result.append(values)
        if not result or _is_menu(result):
            return None
        count = (
            len(result)
            if len(data) <= SAMPLE and len(kids) <= SAMPLE * 4
            else len(result) + sum(1 for kid in kids[SAMPLE:] if len(kid))
        )
        if len(header) != width:
            header = _align(header, result, width)
        own = {row for row, _ in same}
        after = kids[kids.index(data[0][0]) + 1 :]
        self.opened_in[parent] = frozenset(kid for kid in after if kid not in own and kid.xpath("boolean(*/*/*)"))
        return Grid(parent, "grid", header, result, count, anchor=self._first(header, data[0][0]))

    @staticmethod
    def _first(header: list[tuple[str, HtmlElement | None]], row: HtmlElement) -> HtmlElement:
        """The first element of a grid that brings its own header: what stands before it stands over the grid."""
        return next((element for _, element in header if element is not None), row)

    def _heads(self, same: list[tuple[HtmlElement, list[HtmlElement]]]) -> bool:
        """Whether the first of the repeating rows is the header of the others."""
        if len(same) < 2:
            return False
        first_row, first = same[0]
        if any(map(_shows_value, first)):
            return False
        rest = same[1:6]
        if first_row.tag in ("header", "thead") or _HEAD_CLASS.search(dom.classes(first_row)):
            return not _HEAD_CLASS.search(dom.classes(rest[0][0]))
        styled = sum(_styled_as_header(c) for c in first)
        if styled * 2 >= len(first):
            return sum(_styled_as_header(c) for _, cells in rest for c in cells) * 3 < len(rest) * len(first)
        kinds = [column_type(read_cell(cells[i]).kind for _, cells in rest) for i in range(len(first))]
        telling = sum(kind in ("money", "date", "cpf", "cnpj", "number", "code", "link") for kind in kinds)
        if len(first) == 2:
            # two columns without style: more likely labels with values
            return (
                telling >= 1 and len(rest) >= 2 and column_type(read_cell(cells[0]).kind for _, cells in rest) != "text"
            )
        return telling >= 1

    def _header_before(self, first: HtmlElement, width: int) -> list[tuple[str, HtmlElement | None]]:
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
                    if seen > 4 or sibling in self.holding or self.skipped(sibling):
                        break
                    found = _label_row(sibling, allowed)
                    if found and not (climb and _among_others(found)):
                        return [(dom.text(c), c) for c in found]
                    if dom.text(sibling) and climb:
                        break
                node = node.getparent()
        return []

    def _mostly_pairs(self, same: list[tuple[HtmlElement, list[HtmlElement]]]) -> bool:
        """Cards and details, where each cell brings its own label, are left to the pairs."""
        labels: list[set[str]] = []
        every: list[set[str]] = []
        amounts: list[int] = []
        for row, cells in same[:4]:
            pairs = _Pairs(self).read(row)
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
        if sum(a >= 2 for a in amounts) * 2 > len(labels):
            return True
        again = set.intersection(*every)
        if len(every) >= 3 and len(again) >= 2 and len(again) * 2 >= len(same[0][1]):
            return True  # what the rows have in common are labels
        width = len(same[0][1])
        if width in (2, 4):
            # rows of label and value: first cells all different and styled as labels, or plain before a value in bold
            named = sum(
                dom.text(cells[0]).endswith(":")
                or bool(_labelled(cells[0]) and not _labelled(same[0][1][1]))
                or (not _labelled(cells[0]) and _labelled(cells[1]) == 2 and dom.label_like(dom.text(cells[0])))
                for _, cells in same
            )
            return named >= len(same) * 0.6
        return False

    def _flat(self, parent: HtmlElement) -> Grid | None:
        """Cells of a CSS grid: n×k siblings without rows."""
        kids = [c for c in dom.children(parent) if c.get("data-t-hidden") is None or dom.is_hidden(parent)]
        if len(kids) < 6 or len(kids) > 40000:
            return None
        if any(_cells_of(k) and len(dom.text(k)) > 120 for k in kids[:4]) or parent.tag in (
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
        if not width or width < 2 or len(kids) < 2 * width:
            return None
        head = kids[:width]
        texts = [dom.text(c) for c in head]
        if not _header_like(texts):
            return None
        if any(_controls(c) and any(_is_editable(x) for x in _controls(c)) for c in kids[: 4 * width]):
            return None
        rows = [kids[i : i + width] for i in range(width, len(kids) - len(kids) % width, width)]
        header: list[tuple[str, HtmlElement | None]] = list(zip(texts, head, strict=True))
        result = []
        for cells in rows[:SAMPLE]:
            values = [read_cell(c) for c in cells]
            if any(v.filled for v in values) and not _is_total(values):
                result.append(values)
        if not result or _is_menu(result):
            return None
        return Grid(parent, "grid", header, result, len(result) + max(0, len(rows) - SAMPLE), anchor=head[0])

    # -- details and cards

    def _details(self) -> None:
        """Groups label-value pairs into records, bottom up, and alike records into lists."""
        hosts: dict[HtmlElement, list[Pair]] = {}
        inner: dict[HtmlElement, dict[HtmlElement, None]] = {}
        labels: set[HtmlElement] = set()
        pairs = _Pairs(self).read(self.body)
        alike = Counter(map(_make, pairs))
        for pair in pairs:
            # A section with two fields is one like its larger neighbours.
            pair.strong = pair.strong or (bool(_make(pair)) and alike[_make(pair)] >= 5)
            if self.skipped(pair.element) or pair.host is None:
                continue
            labels.update(_up_to(pair.element, pair.host))
            hosts.setdefault(pair.host, []).append(pair)
            node = pair.host
            while node is not self.body and (parent := node.getparent()) is not None:
                siblings = inner.setdefault(parent, {})
                if node in siblings:
                    break
                siblings[node] = None
                node = parent
        for bundle in self._bundles(self.body, hosts, inner, labels):
            if len(bundle) == 1:
                self._add_pairs(bundle[0].element, bundle[0].pairs)
            else:
                self._add_cards(bundle)

    def _bundles(
        self,
        element: HtmlElement,
        hosts: dict[HtmlElement, list[Pair]],
        inner: dict[HtmlElement, dict[HtmlElement, None]],
        labels: set[HtmlElement],
    ) -> list[Bundle]:
        """The records and lists below an element, in document order."""
        order = self.order
        parts = inner.get(element, {})
        own: list[Bundle] = [[Record(split, element)] for split in _split_records(hosts.get(element, []))]
        below = [bundle for child in parts for bundle in self._bundles(child, hosts, inner, labels)]
        entries: list[tuple[int, Bundle | None]] = [(order.get(b[0].pairs[0].element, 0), b) for b in (*own, *below)]
        if len(entries) > 1:
            # headings between records part them
            for child in dom.children(element):
                if child not in parts and child not in labels:
                    entries += [(order[h], None) for h in child.iter(*dom.HEADINGS, "legend") if h not in labels]
        entries.sort(key=lambda entry: entry[0])
        lists = [b for _, b in entries if b is not None and len(b) > 1]
        cards = _alike_groups([b[0] for _, b in entries if b is not None and len(b) == 1])
        taken = {id(record) for group in cards for record in group}
        merged: list[Record] = []
        current: Record | None = None
        for _, entry in entries:
            if entry is None or len(entry) > 1 or id(entry[0]) in taken:
                if current is not None:
                    current.closed = True
                current = None
                continue
            record = entry[0]
            if current is not None and not record.closed and not current.closed and not record.labels & current.labels:
                current.pairs += record.pairs
                current.element = element
            else:
                merged.append(record)
                current = record
        again = _alike_groups(merged)
        taken |= {id(record) for group in again for record in group}
        records = [m for m in merged if id(m) not in taken]
        if _is_region(element) or any(entry is None for _, entry in entries):
            for record in records:
                record.closed = record.closed or len(record.pairs) > 1
        found = [*lists, *cards, *again, *([r] for r in records)]
        return sorted(found, key=lambda bundle: order.get(bundle[0].pairs[0].element, 0))

    def _region(self, element: HtmlElement) -> HtmlElement:
        return next((a for a in element.iterancestors() if _is_region(a)), self.body)

    def _add_pairs(self, region: HtmlElement, pairs: list[Pair], title: str = "") -> None:
        seen: dict[str, Pair] = {}
        for pair in pairs:
            key = normalize(pair.label)
            if key and (key not in seen or not seen[key].value.filled):
                seen[key] = pair
        kept = list(seen.values())
        filled = [p for p in kept if p.value.filled]
        if len(kept) < 2 or (len(filled) < 1):
            return
        if sum(not p.strong for p in kept) and len(kept) < 3 and not any(p.strong for p in kept):
            return
        lengths = [len(p.value.text) for p in filled]
        if median(lengths) > 130:
            return
        contact = sum(bool(_CONTACT.match(normalize(p.label))) for p in kept)
        if contact * 2 >= len(kept):
            return
        self.add(
            Grid(
                region,
                "details",
                [(p.label, p.element) for p in kept],
                [[p.value for p in kept]],
                1,
                title,
                order=self.order.get(kept[0].element, 0),
                anchor=None if region.tag == "table" else kept[0].element,
            )
        )

    def _add_cards(self, group: Bundle) -> None:
        header: dict[str, tuple[str, HtmlElement | None]] = {}
        for record in group[:SAMPLE]:
            for pair in record.pairs:
                header.setdefault(normalize(pair.label), (pair.label, pair.element))
        if len(header) > MAX_COLUMNS:
            return
        rows: list[list[Cell]] = []
        lengths: list[int] = []
        for record in group[:SAMPLE]:
            by_label = {normalize(p.label): p.value for p in record.pairs}
            rows.append([by_label.get(key, EMPTY) for key in header])
            lengths += [len(p.value.text) for p in record.pairs if p.value.filled]
        contact = sum(bool(_CONTACT.match(key)) for key in header)
        if not lengths or median(lengths) > 130 or contact * 2 >= len(header):
            return
        first, other = group[0].pairs[0].element, group[1].pairs[0].element
        ancestors = set(other.iterancestors())
        common = next((a for a in first.iterancestors() if a in ancestors), self.body)
        card = next((a for a in (first, *first.iterancestors()) if a.getparent() is common), first)
        self.add(
            Grid(
                common,
                "list",
                list(header.values()),
                rows,
                len(group),
                order=self.order.get(first, 0),
                anchor=card,
            )
        )

    # -- files

    def _file_lists(self) -> None:
        """Documents offered for download: each name is a column that holds a link."""
        groups: dict[HtmlElement, dict[str, HtmlElement]] = {}
        for link in self.body.iter("a", "button"):
            address = f"{link.get('href') or ''} {link.get('onclick') or ''} {link.get('download') or ''}"
            title = link.get("title") or link.get("aria-label") or ""
            if link.tag == "a" and not link.get("href") and not link.get("onclick"):
                continue
            if not (is_file(address) or normalize(title).startswith(("baixar", "download"))) or self.skipped(link):
                continue
            name = _file_name(link)
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
            holder = table if table is not None else self._region(link)
            groups.setdefault(holder, {}).setdefault(name, link)
        for holder, names in groups.items():
            header: list[tuple[str, HtmlElement | None]] = [
                (name, link) for name, link in list(names.items())[:MAX_COLUMNS]
            ]
            self.add(
                Grid(
                    holder,
                    "list",
                    header,
                    [[Cell(name, "link", link) for name, link in names.items()][:MAX_COLUMNS]],
                    len(names),
                    order=10**6,
                )
            )

    # -- microdata

    def _microdata(self) -> None:
        """Fields marked up for machines outside any record set found so far."""
        covered = {c.element for g in self.grids for row in g.rows for c in row if c.element is not None}
        covered |= {head for g in self.grids for _, head in g.header if head is not None}
        holding = {a for element in covered for a in element.iterancestors()}

        def taken(node: HtmlElement) -> bool:
            within = node in covered or any(a in covered for a in node.iterancestors())
            return within or node in holding or self.is_claimed(node) or self.skipped(node)

        for group in microdata.loose(self.body, taken):
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
            self.add(Grid(group.element, shape, header, rows, count, itemtype=group.itemtype))


# ---------------------------------------------------------------- tables, row by row


@dataclass
class _Block:
    header: list[HtmlElement]
    body: list[HtmlElement]
    titles: list[str]
    widths: list[int]


def _table_rows(table: HtmlElement) -> Iterator[HtmlElement]:
    for child in table:
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            for row in child:
                if row.tag == "tr":
                    yield row


def _row_cells(row: HtmlElement) -> list[HtmlElement]:
    return [c for c in row if c.tag in ("td", "th")]


def _span(cell: HtmlElement, name: str) -> int:
    value = (cell.get(name) or "1").strip()
    return min(MAX_COLUMNS, max(1, int(value))) if value.isdigit() else 1


def _width(row: HtmlElement) -> int:
    return sum(_span(c, "colspan") for c in _row_cells(row))


def _heads_a_group(row: HtmlElement, width: int) -> bool:
    """A cell over nearly all columns, alone or beside a sign that opens the group or a sum."""
    cells = _row_cells(row)
    return width >= 4 and len(cells) == 2 and max(_span(cell, "colspan") for cell in cells) >= width - 2


def _grouped_by(body: Sequence[HtmlElement], width: int) -> Iterator[tuple[str, HtmlElement, Cell]]:
    """Fields that are said once over each group of rows: "Unidade Gestora: 01 - Gabinete"."""
    told: set[str] = set()
    for row in body[: SAMPLE * 2]:
        cells = _row_cells(row)
        wide = max(cells, key=lambda cell: _span(cell, "colspan"), default=None)
        if wide is None or not (
            _heads_a_group(row, width) or (len(cells) == 1 and _span(wide, "colspan") >= width - 1)
        ):
            continue
        said = _GROUP_FIELD.fullmatch(dom.text(wide))
        if said and normalize(said.group(1)) not in told and dom.label_like(said.group(1)):
            told.add(normalize(said.group(1)))
            yield said.group(1), wide, Cell(said.group(2), value_type(said.group(2)), wide)


def _tell_groups(grid: Grid) -> None:
    """Make columns of the fields that are said over groups of rows."""
    for label, cell, value in grid.groups:
        grid.header.append((label, cell))
        grid.rows = [[*row, *[EMPTY] * (len(grid.header) - 1 - len(row)), value] for row in grid.rows]
    grid.groups = []


def _is_wrapper(table: HtmlElement) -> bool:
    """A table of one row inside a cell, with one cell that says something."""
    cell = table.getparent()
    if cell is None or cell.tag not in ("td", "th") or len(dom.children(cell)) != 1 or dom.own_text(cell):
        return False
    rows = list(_table_rows(table))
    if len(rows) != 1 or next(rows[0].iter("table"), None) is not None:
        return False
    cells = _row_cells(rows[0])
    return len(cells) <= 3 and sum(bool(dom.text(c)) for c in cells) == 1 and not any(_controls(c) for c in cells)


def _turns_pages(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """Whether a table lays out what turns the pages of another: arrows, numbers, how many there are."""
    if len(rows) > 2 or next(table.iter("th"), None) is not None:
        return False
    cells = [cell for row in rows for cell in _row_cells(row)]
    told = [words for cell in cells if (words := normalize(dom.text(cell)))]
    signs = sum(bool(_controls(cell)) or not normalize(dom.text(cell)) for cell in cells)
    return signs > 1 and all(
        _PAGER.fullmatch(text) or _COUNTS.fullmatch(text) or is_empty_message(text) for text in told
    )


def _is_filter(row: HtmlElement) -> bool:
    """A row of fields under the headings of a table, which ask for values and show none; beside them signs at most."""
    cells = _row_cells(row)
    if len(cells) < 3 or next(row.iter("input", "select"), None) is None:
        return False
    asked = [cell for cell in cells if any(map(_is_editable, _controls(cell)))]
    return 2 * len(asked) >= len(cells) and all(sum(map(str.isalnum, dom.text(cell))) <= 1 for cell in cells)


def _holds_record(row: HtmlElement) -> bool:
    """A row opened between the others: one wide cell with a record laid out in it."""
    told = [cell for cell in _row_cells(row) if dom.text(cell)]
    return (
        len(told) == 1
        and _span(told[0], "colspan") > 1
        and sum(1 for _ in told[0].iter("div", "p", "dl", "li", "span")) >= 4
    )


_BLOCKS = ("div", "p", "ul", "ol", "li", "dl", "section", "article", "form", "fieldset", "nav", *dom.HEADINGS)
LAYOUT_ROWS, LAYOUT_BLOCKS = 6, 6


def _is_layout(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A table that holds others is for layout, unless they hang in rows of their own under a header (detail rows)."""
    holding = [row for row in rows if next(row.iter("table"), None) is not None]
    plain = [row for row in rows if row not in holding]
    headed = any(len([c for c in _row_cells(row) if c.tag == "th"]) >= 2 for row in plain)
    widths = [_width(row) for row in rows if _row_cells(row)]
    if len(plain) > 1 and min(widths) == max(widths) >= 4:  # rows of one width, whose headings stand in another table
        told = [{value_type(dom.text(cell)) for cell in _row_cells(row)} for row in plain]
        headed |= sum(not kinds.isdisjoint(("money", "date", "code", "cnpj")) for kinds in told) > 0.5 * len(plain)
    return not (headed and len(plain) > 1 and all(len(_row_cells(row)) <= 2 for row in holding))


def _frames_a_page(table: HtmlElement, rows: list[HtmlElement]) -> bool:
    """A few cells without headings, one of which holds a page's worth of blocks: menu here, content there."""
    if len(rows) > LAYOUT_ROWS or next(table.iter("th", "thead", "caption"), None) is not None:
        return False
    cells = [cell for row in rows for cell in _row_cells(row)]
    return any(sum(1 for _ in cell.iter(*_BLOCKS)) >= LAYOUT_BLOCKS for cell in cells)


def _boxed(cell: HtmlElement) -> Pair | None:
    """A cell that holds a label over its value: the label has a line of its own, and is set apart from what stands below it
    by its mark-up."""
    node = cell
    while len(kids := dom.children(node)) == 1 and not dom.own_text(node) and dom.children(kids[0]):
        node = kids[0]
    lines: list[tuple[str, HtmlElement | None, bool]] = []
    """Words, the element that holds them, whether a new line begins before them."""
    broken = False

    def add(words: str, element: HtmlElement | None) -> None:
        nonlocal broken
        block = element is not None and element.tag in _BLOCKS
        if words or (element is not None and _link(element) is not None):
            lines.append((words, element, broken or block))
            broken = block

    add(dom.tidy(node.text or ""), None)
    for child in node:
        if child.tag == "br":
            broken = True
        elif isinstance(child.tag, str) and child.tag not in dom.SILENT and not dom.is_hidden(child):
            add(dom.text(child), child)
        add(dom.tidy(child.tail or ""), None)
    if not lines:
        return None
    (label, head, _), rest = lines[0], lines[1:]
    below = rest[0][2] if rest else broken
    if rest and head is not None and rest[0][1] is not None:
        above, under = dom.box(head), dom.box(rest[0][1])
        below = below or (above is not None and under is not None and above[1] + above[3] <= under[1] + 2)
    marked = head is not None or (len(rest) == 1 and rest[0][1] is not None)
    label = label.rstrip(": ")
    if not below or not marked or len(label) > 50 or not dom.label_like(label) or _is_value(label):
        return None
    if head is not None and (_link(head) is not None or _controls(cell)):
        return None
    if len(rest) == 1 and (only := rest[0][1]) is not None:
        value = read_cell(only)
    else:
        words = dom.tidy(" ".join(words for words, _, _ in rest))
        value = Cell(words, value_type(words), cell)
    return Pair(label, value, cell if head is None else head, True, cell)


def _caption(table: HtmlElement) -> str:
    for child in table:
        if child.tag == "caption":
            return dom.text(child)
    return ""


def _blocks(rows: list[HtmlElement]) -> list[_Block]:
    """Split a table's rows where a new header starts; title rows (one cell over all columns) go to the block that follows."""
    widest = max((_width(r) for r in rows[: SAMPLE * 2]), default=0)
    storeys = _storeys(rows[:8])
    blocks: list[_Block] = []
    current = _Block([], [], [], [])
    pending: list[str] = []
    for number, row in enumerate(rows):
        if number > SAMPLE * 4:
            current.body.append(row)
            continue
        cells = _row_cells(row)
        if not cells:
            continue
        parent = row.getparent()
        in_head = parent is not None and parent.tag == "thead"
        in_foot = parent is not None and parent.tag == "tfoot"
        if in_foot:
            continue
        ths = sum(c.tag == "th" or c.get("role") == "columnheader" for c in cells)
        styled = len(cells) > 1 and all(_HEAD_CLASS.search(dom.classes(c)) for c in cells)
        is_header = (
            in_head or styled or row in storeys or ths == len(cells) or (ths >= 2 and ths * 2 > len(cells))
        ) and not (len(cells) == 1 and widest > 1)
        if len(cells) == 1 and widest > 1 and (_span(cells[0], "colspan") >= widest - 1 or in_head or ths == 1):
            words = dom.text(cells[0])
            if (
                words
                and not is_empty_message(words)
                and len(words) <= 150
                and (ths or in_head or not current.body or _labelled(cells[0]))
            ):
                pending.append(words)
                continue
            current.body.append(row)
            continue
        if is_header:
            if not in_head and _is_total([Cell(dom.text(c), "text") for c in cells[:1]]):
                continue
            if sum(1 for c in cells if _controls(c)) * 2 >= len(cells) and not any(dom.text(c) for c in cells):
                continue
            if current.body:
                blocks.append(current)
                current = _Block([], [], [], [])
            current.header.append(row)
        else:
            current.body.append(row)
        if pending:
            if current.body and not is_header and len(current.body) > 1:
                pending.clear()
            else:
                current.titles += pending
                pending = []
        current.widths.append(min(MAX_COLUMNS, _width(row)))
    blocks.append(current)
    return [b for b in blocks if b.widths]


def _storeys(rows: list[HtmlElement]) -> list[HtmlElement]:
    """The two rows that head a table of ordinary cells: names over groups of columns, and the columns' names under them."""
    told = [row for row in rows if len(_row_cells(row)) > 1]
    if len(told) < 3 or any(c.tag == "th" for row in told[:3] for c in _row_cells(row)):
        return []
    upper, lower, below = told[:3]
    width = _width(upper)
    over, spans = _expand(upper, {}, width)
    under, _ = _expand(lower, spans, width)
    if width < 3 or None in under or _width(below) != width or len(_row_cells(below)) != width:
        return []
    if not any(_span(c, "colspan") > 1 for c in _row_cells(upper)) or len(set(under)) != width:
        return []
    labels = [dom.text(c) for c in dict.fromkeys((*over, *under)) if c is not None]
    named = all(
        not label or (dom.label_like(label) and (value_type(label) == "text" or _code_word(label))) for label in labels
    )
    values = [read_cell(cell).kind for cell in _row_cells(below)]
    bold = [all(_styled_as_header(c) for c in _row_cells(row) if dom.text(c)) for row in (lower, below)]
    told_apart = any(kind not in ("text", "empty") for kind in values) or bold == [True, False]
    return [upper, lower] if named and told_apart and all(c is not None and dom.text(c) for c in under) else []


def _expand(
    row: HtmlElement, spans: dict[int, tuple[int, HtmlElement]], width: int
) -> tuple[list[HtmlElement | None], dict[int, tuple[int, HtmlElement]]]:
    """The cells of a row by column; ``spans`` are the cells that reach down from rows above, with the rows left to them."""
    line: list[HtmlElement | None] = []
    left: dict[int, tuple[int, HtmlElement]] = {}
    cells = iter(_row_cells(row))
    position = 0
    cell = next(cells, None)
    while position < width and (cell is not None or any(p >= position for p in spans)):
        if position in spans:
            remaining, above = spans[position]
            line.append(above)
            if remaining > 1:
                left[position] = (remaining - 1, above)
            position += 1
            continue
        if cell is None:
            line.append(None)
            position += 1
            continue
        across, down = _span(cell, "colspan"), _span(cell, "rowspan")
        for _ in range(across):
            if position >= width:
                break
            line.append(cell)
            if down > 1:
                left[position] = (down - 1, cell)
            position += 1
        cell = next(cells, None)
    return line, left


def _header_labels(header: list[HtmlElement], width: int) -> list[tuple[str, HtmlElement | None]]:
    """Labels by column; over several header rows joined with " / ", outermost first."""
    columns: list[list[tuple[str, HtmlElement]]] = [[] for _ in range(width)]
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for row in header[-4:]:
        cells, spans = _expand(row, spans, width)
        for position, cell in enumerate(cells):
            if cell is None or any(c is cell for _, c in columns[position]):
                continue
            label = label_text(cell)
            if label and label not in (text for text, _ in columns[position]):
                columns[position].append((label, cell))
    return [(" / ".join(text for text, _ in column), column[-1][1]) if column else ("", None) for column in columns]


def label_text(cell: HtmlElement) -> str:
    """The words of a header cell; a slash inside them is closed up, for ``" / "`` joins the rows of a header."""
    words = dom.text(cell) or dom.attribute(cell, ("aria-label", "title", "data-title", "abbr"))
    if not words:
        link = _link(cell)
        words = _link_name(link) if link is not None else ""
    return re.sub(r"\s+/\s+", "/", words)


def _cell_labels(rows: list[list[Cell]]) -> list[tuple[str, HtmlElement | None]]:
    """Labels that each cell carries as an attribute (responsive tables)."""
    if not rows:
        return []
    first = rows[0]
    labels: list[tuple[str, HtmlElement | None]] = []
    for index, cell in enumerate(first):
        labelled = cell.element is not None and cell.element.tag not in ("a", "button")  # those have names of their own
        label = dom.attribute(cell.element, _CELL_LABELS) if labelled and cell.element is not None else ""
        shared = all(
            row[index].element is not None and dom.attribute(row[index].element, _CELL_LABELS) == label
            for row in rows[1:4]
            if index < len(row)
        )
        labels.append((label if shared and label != cell.text else "", cell.element))
    named = [label for label, _ in labels if label]
    if len(named) * 2 >= len(labels) and len(set(named)) == len(named) and named:
        return labels
    return _labels_inside(rows)


def _labels_inside(rows: list[list[Cell]]) -> list[tuple[str, HtmlElement | None]]:
    """Labels that each cell writes over its value, the same in every row: tables as small screens show them. In one row
    alone they have to be set apart by their class."""
    parts = [[_label_in(cell.element) for cell in row] for row in rows[:4]]
    labels: list[tuple[str, HtmlElement | None]] = []
    for index, part in enumerate(parts[0]):
        told = {dom.text(row[index]) for row in parts if index < len(row) and row[index] is not None}
        whole = all(row[index] is not None for row in parts if index < len(row))
        labels.append((told.pop() if part is not None and whole and len(told) == 1 else "", part))
    named = [label for label, _ in labels if label]
    if len(named) < 2 or len(named) * 2 < len(labels) or len(set(named)) < len(named):
        return []
    if len(parts) < 2:
        made = {dom.classes(part) for label, part in labels if label and part is not None}
        values = {
            dom.classes(part.getnext())
            for label, part in labels
            if label and part is not None and part.getnext() is not None
        }
        if len(made) > 1 or "" in made or made & values:
            return []
    return labels


def _label_in(cell: HtmlElement | None) -> HtmlElement | None:
    """The first part of a cell of two, where it may be the label of the other."""
    kids = dom.children(cell) if cell is not None else []
    if cell is None or not kids or cell.tag in ("a", "button") or dom.tidy(cell.text or ""):
        return None
    if kids[0].get("data-t-hidden") is not None:
        return None  # written for smaller screens
    label = dom.text(kids[0]).rstrip(": ")
    beside = len(kids) == 2 or (len(kids) == 1 and bool(dom.tidy(kids[0].tail or "")))
    return kids[0] if beside and dom.label_like(label) and not _is_value(label) and not _pressed(kids[0]) else None


def _without_labels(rows: list[list[Cell]], header: list[tuple[str, HtmlElement | None]]) -> list[list[Cell]]:
    """Rows whose cells are read without the labels inside them."""
    return [
        [
            read_cell(cell.element, header[i][0]) if i < len(header) and cell.element is not None else cell
            for i, cell in enumerate(row)
        ]
        for row in rows
    ]


def _lone_column(
    rows: list[list[Cell]], count: int
) -> tuple[list[tuple[str, HtmlElement | None]], list[list[Cell]], int]:
    """Of a table of one column: the words set off over its values (a title, the label of the column), and the values."""
    cells = [row[0] for row in rows]
    heads = list(
        takewhile(lambda c: c.element is not None and dom.label_like(c.text) and _styled_as_header(c.element), cells)
    )
    rest = cells[len(heads) :]
    names = all(
        c.kind == "text"
        and len(c.text.split()) <= 8
        and c.element is not None
        and not _styled_as_header(c.element)
        and not _pressed(c.element)
        for c in rest
    )
    if not 1 <= len(heads) <= 2 or len(heads) + len(rest) < 3 or not names:
        return [], rows, count
    return [(c.text, c.element) for c in heads], rows[len(heads) :], count - len(heads)


def _align(
    header: list[tuple[str, HtmlElement | None]], rows: list[list[Cell]], width: int
) -> list[tuple[str, HtmlElement | None]]:
    """Put a header over a body of another width: by boxes, else from the left."""
    if rows and len(header) != width:
        boxes = [dom.box(c.element) if c.element is not None else None for c in rows[0]]
        tops = [dom.box(e) if e is not None else None for _, e in header]
        if sum(b is not None for b in boxes) * 2 > len(boxes) and sum(b is not None for b in tops) * 2 > len(tops):
            return [_over(b, header, tops) for b in boxes]
    silent = [i for i in range(width) if rows and all(i >= len(r) or r[i].kind in ("empty", "link") for r in rows)]
    if 0 < width - len(header) <= len(silent):
        spare = set(silent[: width - len(header)]) if silent[0] == 0 else set(silent[-(width - len(header)) :])
        labels = iter(header)
        return [("", None) if i in spare else next(labels) for i in range(width)]
    trimmed = header[:width]
    return trimmed + [("", None)] * (width - len(trimmed))


def _over(
    cell: Box | None, header: list[tuple[str, HtmlElement | None]], boxes: list[Box | None]
) -> tuple[str, HtmlElement | None]:
    best: tuple[float, int] = (0.0, -1)
    if cell is not None:
        for index, head in enumerate(boxes):
            if head is not None:
                overlap = min(cell[0] + cell[2], head[0] + head[2]) - max(cell[0], head[0])
                if overlap > best[0]:
                    best = (overlap, index)
    return header[best[1]] if best[1] >= 0 else ("", None)


def _by_box(header: list[tuple[str, HtmlElement | None]], cells: list[HtmlElement]) -> list[HtmlElement | None] | None:
    """The cell under each header by where they stand; None without boxes."""
    tops = [dom.box(e) if e is not None else None for _, e in header]
    boxes = [dom.box(c) for c in cells]
    if not all(tops) or not all(boxes):
        return None
    result: list[HtmlElement | None] = []
    for top in tops:
        best: HtmlElement | None = None
        widest = 0
        for cell, place in zip(cells, boxes, strict=True):
            if top is not None and place is not None:
                overlap = min(top[0] + top[2], place[0] + place[2]) - max(top[0], place[0])
                if overlap > widest:
                    best, widest = cell, overlap
        result.append(best)
    return result


def _keep_visible(
    own: list[tuple[str, HtmlElement | None]], theirs: list[tuple[str, HtmlElement | None]]
) -> list[tuple[str, HtmlElement | None]]:
    """Labels of the body's columns with the elements of the header that is seen."""
    seen = {normalize(label): element for label, element in theirs}
    return [(label, seen.get(normalize(label), element)) for label, element in own]


# ---------------------------------------------------------------- ARIA and plain elements


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
    return len(told) == 1 and _has_block_data(told[0]) and next(told[0].iter("table", "dl"), None) is not None


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


def _cells_of(row: HtmlElement) -> list[HtmlElement]:
    """The cells of a would-be row: its children, wrappers of one child looked through. None where it has words of its own."""
    node = row
    for _ in range(4):
        if dom.own_text(node) or (node.tag in ("table", "tbody", "dl", "ul", "ol") and node is not row):
            return []
        kids = dom.children(node)
        if len(kids) != 1:
            return kids
        node = kids[0]
    return []


def _has_block_data(cell: HtmlElement) -> bool:
    """A cell with tables, lists or much text in it is no cell."""
    return (
        next(cell.iter("table", "ul", "dl", "form", "h1", "h2", "section", "article"), None) is not None
        or len(dom.text(cell)) > 600
    )


def _says_two_things(cell: HtmlElement) -> bool:
    """Whether a cell holds blocks of words below each other: the label and the value of a field, no heading."""
    inner = _inmost(cell)
    blocks = [child for child in dom.children(inner) if child.tag in ("div", "p", "dt", "dd", "li") and dom.text(child)]
    return len(blocks) > 1 and not dom.own_text(inner)


def _label_row(element: HtmlElement, widths: tuple[int, ...]) -> list[HtmlElement]:
    """The first run of as many label-like cells in an element, however wrapped."""
    for candidate in [element, *[e for e in element.iterdescendants() if isinstance(e.tag, str)][:12]]:
        cells = _cells_of(candidate)
        if len(cells) not in widths or len(cells) < 2 or any(_controls(c) or _shows_value(c) for c in cells):
            continue
        if sum(map(_says_two_things, cells)) * 2 >= len(cells):
            continue
        if not _header_like([dom.text(c) for c in cells]) or any(
            c.xpath("boolean(descendant-or-self::h1)") for c in cells
        ):
            continue
        if len(cells) == 2 and not any(_styled_as_header(c) for c in (candidate, element, *cells)):
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
    return sum(len(_cells_of(_inmost(s))) == len(cells) for s in alike) > 1


def _inmost(element: HtmlElement) -> HtmlElement:
    """What is inside wrappers of one child each."""
    while len(kids := dom.children(element)) == 1:
        element = kids[0]
    return element


def _is_menu(rows: list[list[Cell]]) -> bool:
    """Rows whose every value is a link of words, or a page number: shortcuts, not data."""
    cells = [c for row in rows for c in row if c.filled]
    if len(rows) <= 2 and all(_PAGER.fullmatch(normalize(c.text)) for c in cells):
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
        if (
            kid.get("role") == "columnheader"
            or kid.tag in ("th", "b", "strong")
            or _HEAD_CLASS.search(dom.classes(kid))
        ):
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


# ---------------------------------------------------------------- labels and values


@dataclass
class _Segment:
    kind: str
    """``text``, ``control``, ``break``."""
    text: str
    element: HtmlElement
    labelled: int = 0
    inline: bool = False


class _Pairs:
    """Reads label-value pairs out of any markup below an element, bottom up."""

    def __init__(self, search: _Search) -> None:
        self.search = search
        self.found: list[Pair] = []
        self.turned: dict[HtmlElement, bool] = {}
        """What holds cards → whether their values stand over their labels."""

    def read(self, element: HtmlElement) -> list[Pair]:
        self.found = []
        self._visit(element, top=True)
        order = self.search.order
        self.found.sort(key=lambda p: order.get(p.element, 0))
        return self._believable(self.found)

    def _believable(self, pairs: list[Pair]) -> list[Pair]:
        """Pairs told only by style count where several stand together with different labels."""
        weak: dict[HtmlElement | None, list[Pair]] = {}
        for pair in pairs:
            if not pair.strong:
                weak.setdefault(_grandparent(pair.element), []).append(pair)
        dropped = {id(p) for group in weak.values() if len({normalize(p.label) for p in group}) < 2 for p in group}
        repeated = Counter(normalize(p.label) for p in pairs)
        return [p for p in pairs if id(p) not in dropped or repeated[normalize(p.label)] >= 2]

    def _visit(self, element: HtmlElement, top: bool = False) -> _Segment | None:
        """The element as one segment, or None when it is more than that (its pairs are then found already)."""
        search = self.search
        if not top and element in search.rows_of:
            self._between(element, search.rows_of[element])
            return None
        if not top and (
            element in search.claimed
            or element.tag in dom.SILENT - {"select", "textarea"}
            or dom.is_navigation(element)
        ):
            return None
        if element.tag in ("input", "select", "textarea"):
            return _Segment("control", "", element) if _controls(element) else _Segment("break", "", element)
        if element.tag in ("br", "hr"):
            return _Segment("break", "", element)
        if element.get("role") in _ASKING_ROLES or element.get("aria-haspopup") == "listbox":
            return _Segment("break", "", element)  # a filter drawn by a script
        if _is_choice(element):
            return _Segment("break", "", element)
        if element.tag == "dl" and self._definition_list(element):
            return None
        segments: list[_Segment] = []
        complex_child = False
        if element.text and element.text.strip():
            segments.append(_Segment("text", dom.tidy(element.text), element, inline=True))
        for child in element:
            if isinstance(child.tag, str):
                unseen = child.get("data-t-hidden") is not None and child.tag in ("span", "i", "small")
                if not unseen and not dom.is_icon(child):
                    if child.tag in dom.GLUED | {"a", "font"} and not child.xpath("boolean(.//*)") and child.text:
                        above = _small_above(child)
                        segments.append(
                            _Segment(
                                "text",
                                dom.tidy(child.text),
                                child,
                                2 if child.tag in ("b", "strong") else int(above),
                                inline=child.tag not in ("b", "strong") and not above,
                            )
                        )
                    else:
                        made = self._visit(child)
                        if made is None:
                            complex_child = True
                            segments.append(_Segment("break", "", child))
                        elif made.text or made.kind != "text" or _link(child) is not None:
                            segments.append(made)
                        elif next(child.iter("img", "map", "canvas", "object", "embed"), None) is not None:
                            segments.append(_Segment("break", "", child))  # a picture stands between
                        elif child.tag in ("div", "span", "td", "dd", "p", "strong", "b"):
                            segments.append(_Segment("text", "", child))
            if child.tail and child.tail.strip():
                segments.append(_Segment("text", dom.tidy(child.tail), element, inline=True))
        made_pairs = self._pair_up(element, segments)
        if made_pairs or complex_child:
            return None
        solid = [s for s in segments if s.kind == "text" and s.text]
        controls = [s for s in segments if s.kind == "control"]
        if controls:
            return _Segment("control", dom.text(element), controls[0].element) if not solid else None
        if not solid:
            return _Segment("text", "", element)
        words = dom.text(element)
        if (
            len(solid) == 1
            or (all(s.inline for s in solid) and len(words) <= 400)
            or (
                element.tag in ("span", "p", "a", "label", "td", "dd", "li")
                and len(words) <= 300
                and not any(s.labelled == 2 for s in solid)
            )
        ):
            return _Segment("text", words, element, max(_labelled(element), 0))
        if len(solid) <= 3 and len(words) <= 80 and not any(s.labelled for s in solid):
            return _Segment("text", words, element)
        return None

    def _between(self, element: HtmlElement, rows: frozenset[HtmlElement]) -> None:
        """The pairs of what stands between the rows of a grid."""
        for child in element:
            if not isinstance(child.tag, str) or child in rows:
                continue
            if any(inner in rows for inner in child.iter()):
                self._between(child, rows)
            elif len(child) and not child.xpath("boolean(descendant-or-self::*[@role='columnheader'])"):
                self._visit(child)

    def _definition_list(self, element: HtmlElement) -> bool:
        terms = list(element.iter("dt"))
        if not terms:
            return False
        for term in terms:
            values: list[HtmlElement] = []
            for sibling in term.itersiblings():
                if sibling.tag == "dt":
                    break
                if sibling.tag == "dd":
                    values.append(sibling)
            label = dom.text(term).rstrip(": ")
            if dom.label_like(label):
                value = read_cell(values[0]) if values else EMPTY
                self.found.append(Pair(label, value, term, True, element))
        return True

    def _pair_up(self, element: HtmlElement, segments: list[_Segment]) -> bool:
        made = False
        index = 0
        lined = _lined(element, segments)
        if lined:
            del segments[1]
        plain = [s for s in segments if s.kind != "break"]
        two = len(plain) == 2 and len(segments) == 2 and not any(s.inline for s in plain) and plain[0].kind == "text"
        two = two or lined
        bold = two and (plain[1].labelled == 2 or plain[1].element.tag in ("b", "strong"))
        stressed = bold and not plain[0].labelled and sum(map(str.isalpha, plain[0].text)) > 1  # "R$" is no label
        if two and not any(s.text.endswith(":") for s in plain) and self._value_first(element):
            said = replace_text(read_cell(plain[0].element), plain[0].text)
            self.found.append(Pair(plain[1].text, said, plain[1].element, False, element))
            return True
        while index < len(segments):
            segment = segments[index]
            if segment.kind != "text" or not segment.text:
                index += 1
                continue
            label = segment.text.rstrip(": ").strip()
            colon = segment.text.endswith(":")
            called = colon or segment.labelled or (two and not _pressed(segment.element))
            if called and dom.label_like(label) and not _is_value(label):
                value, used = self._value_after(segments, index + 1, colon or segment.labelled == 2 or stressed)
                if used and not colon and element.tag in ("table", "tbody") and value is not None and _leads_on(value):
                    used = 0  # a heading over a menu
                if used and value is not None and _are_headings(segment.element, value.element):
                    used = 0
                if used and not colon and value is not None and _lists_places(value):
                    index = used
                    continue
                if used:
                    strong = colon or (segment.labelled == 2)
                    if value is not None and (strong or (len(label.split()) <= 5 and len(value.text) <= 160)):
                        if lined or not (two and not strong and not segment.labelled and not _repeats(element)):
                            self.found.append(Pair(label, value, segment.element, strong, element, stressed))
                            made = True
                    elif value is None:
                        made = True
                    index = used
                    continue
            match = _INLINE_PAIR.match(segment.text)
            if (
                match
                and len(match.group(1).split()) <= 6
                and dom.label_like(match.group(1))
                and len(match.group(2)) <= 300
                and not match.group(2).startswith("//")
                and not is_empty_message(segment.text)
            ):
                text_value = match.group(2)
                self.found.append(
                    Pair(
                        match.group(1),
                        Cell(text_value, value_type(text_value), segment.element),
                        segment.element,
                        True,
                        element,
                    )
                )
                made = True
            index += 1
        return made

    def _value_first(self, element: HtmlElement) -> bool:
        """Whether an element is one of several cards with a value over its label."""
        parent = element.getparent()
        if parent is None:
            return False
        if parent not in self.turned:
            cards = [dom.children(c) for c in dom.children(parent) if c.tag == element.tag]
            self.turned[parent] = _turned([(c[0], c[1]) for c in cards if len(c) == 2], len(cards))
        return self.turned[parent]

    def _value_after(self, segments: list[_Segment], start: int, sure: bool) -> tuple[Cell | None, int]:
        """The value that follows a label and the index after it. None for a filter's control; index 0: no value, no pair."""
        index = start
        if index < len(segments) and segments[index].kind == "break" and segments[index].element.tag == "br" and sure:
            index += 1
        if index >= len(segments):
            return (EMPTY, index) if sure and start < len(segments) else (None, 0)
        segment = segments[index]
        if segment.kind == "control":
            control = next(iter(_controls(segment.element)), segment.element)
            if (_is_editable(control) and not _shown_as_text(control)) or _asks(control):
                return None, index + 1
            words = _control_value(control)
            return Cell(words, value_type(words), segment.element), index + 1
        if segment.kind == "break":
            return (None, 0)
        if segment.text.endswith(":") or (segment.labelled == 2 and not sure):
            return (EMPTY, index) if sure else (None, 0)
        if (
            segment.labelled == 2
            and index + 1 < len(segments)
            and segments[index + 1].kind == "text"
            and not segments[index + 1].labelled
        ):
            return EMPTY, index
        run = [segment.text]
        index += 1
        if segment.inline:
            while (
                index < len(segments)
                and segments[index].kind == "text"
                and segments[index].inline
                and not segments[index].labelled
                and not segments[index].text.endswith(":")
            ):
                run.append(segments[index].text)
                index += 1
        joined = dom.tidy(" ".join(run)).strip(" |;,–-") or " ".join(run)
        if not segment.inline:
            return replace_text(read_cell(segment.element), joined), index
        return Cell(joined, value_type(joined), segment.element), index


def replace_text(cell: Cell, words: str) -> Cell:
    """A cell read from an element, with the words found to be its value when it has none of its own."""
    return cell if cell.text or cell.filled else replace(cell, text=words, kind=value_type(words))


def _grandparent(element: HtmlElement) -> HtmlElement | None:
    """The element that holds a label's pair among others; wrappers of one child are looked through."""
    parent = element.getparent()
    above = parent.getparent() if parent is not None else None
    for _ in range(3):
        if above is None or len(dom.children(above)) != 1:
            break
        above = above.getparent()
    return above


def _is_value(label: str) -> bool:
    return value_type(label) in ("money", "date", "cpf", "cnpj", "number") or is_placeholder(label) or is_action(label)


def _pressed(element: HtmlElement) -> bool:
    """Whether words stand on a button or link: what is said beside it is no value of theirs."""
    return next(element.iter("a", "button"), None) is not None or element.get("role") in ("button", "link", "tab")


_LEGEND_CLASS = re.compile(
    r"(?:^|[-_\s])(?:\w*legend\w*|\w*label|rotulo|caption|sub-?titul\w*|subtitle|descri\w+)(?:$|[-_\s\d])", re.I
)


def _turned(cards: list[tuple[HtmlElement, HtmlElement]], among: int) -> bool:
    """Whether the second words of cards are the labels of the first: no values themselves, each another, and below values,
    or set smaller than what stands above them, or called so."""
    labels = [dom.text(label) for _, label in cards]
    values = [dom.text(value) for value, _ in cards]
    if len(cards) < 2 or len(cards) < among or len({normalize(text) for text in labels}) < len(labels):
        return False
    if not all(dom.label_like(text) and not _is_value(text) and not text.endswith(("?", ".")) for text in labels):
        return False
    if any(_pressed(label) or next(label.iter(*dom.HEADINGS), None) is not None for _, label in cards):
        return False
    kinds = {value_type(text) for text in values} - {"text", "empty"}
    called = all(_LEGEND_CLASS.search(dom.classes(label)) for _, label in cards)
    if any(_labelled(value) > _labelled(label) for value, label in cards) and not kinds:
        return False
    heights = [(a[3], b[3]) for value, label in cards if (a := dom.box(value)) and (b := dom.box(label))]
    smaller = len(heights) == len(cards) and all(below < 0.85 * above for above, below in heights)
    return bool(kinds - {"date"}) or (bool(kinds) and "text" in map(value_type, values)) or called or smaller


def _are_headings(one: HtmlElement, other: HtmlElement | None) -> bool:
    """Whether two headings of one rank follow each other, what stands between them being folded."""
    return other is not None and one.tag in dom.HEADINGS and other.tag == one.tag


def _leads_on(value: Cell) -> bool:
    """Whether a value is the name of a link, and neither a file nor the data of a record."""
    return value.kind == "text" and value.element is not None and _pressed(value.element)


def _lists_places(value: Cell) -> bool:
    """Whether a value is a menu: nothing but a list of links, neither to files nor to records that are named by numbers."""
    if value.element is None or value.kind != "text" or value.element.tag not in ("ul", "ol"):
        return False
    links = list(value.element.iter("a"))
    told = [dom.text(link) for link in links]
    return (
        bool(links)
        and normalize(" ".join(told)) == normalize(value.text)
        and not any(any(c.isdigit() for c in text) for text in told)
        and not any(is_file(text) or is_file(link.get("href") or "") for text, link in zip(told, links, strict=True))
    )


def _repeats(element: HtmlElement) -> bool:
    """Whether siblings of the same tag hold two texts as well, each alone in as many wrappers."""
    wrapped = 0
    while (parent := element.getparent()) is not None and wrapped < 3:
        kids = dom.children(parent)
        if len(kids) > 1:
            alike = [c for c in kids if c.tag == element.tag and len(_unwrapped(c, wrapped)) == 2]
            return len(alike) >= 2
        element, wrapped = parent, wrapped + 1
    return False


def _lined(element: HtmlElement, segments: list[_Segment]) -> bool:
    """Whether an element is one of several alike in which a label stands on a line over its value: one of both has an
    element of its own."""
    if [s.kind for s in segments] != ["text", "break", "text"] or segments[1].element.tag != "br":
        return False
    parent, shape = element.getparent(), [c.tag for c in element]
    label_set = shape[1:2] == ["br"] and len(shape) <= 3 and shape[0] not in ("a", "img")
    value_set = shape[0] == "br" and shape[1:] in (["b"], ["strong"], ["span"])
    if parent is None or not (label_set or value_set):
        return False
    return sum(c.tag == element.tag and [g.tag for g in c] == shape for c in parent) >= 3


def _unwrapped(element: HtmlElement, wrappers: int) -> list[HtmlElement]:
    """What is inside so many wrappers of one child each."""
    kids = dom.children(element)
    while wrappers and len(kids) == 1:
        kids, wrappers = dom.children(kids[0]), wrappers - 1
    return [] if wrappers else kids


def _asks(control: HtmlElement) -> bool:
    """Whether a control stands among those of a query: its form or group has a button that runs one."""
    for height, ancestor in enumerate(control.iterancestors()):
        formal = ancestor.tag in ("form", "dialog", "fieldset") or ancestor.get("role") in ("search", "form", "dialog")
        if (formal or height < 4) and _has_query_button(ancestor):
            return True
        if ancestor.tag in ("form", "dialog") or ancestor.get("role") in ("search", "form", "dialog") or height > 12:
            return False
    return False


def _has_query_button(element: HtmlElement) -> bool:
    for button in element.iter("button", "input", "a"):
        if button.tag == "input" and (button.get("type") or "") not in ("submit", "button", "image"):
            continue
        if button.tag == "a" and button.get("role") != "button" and "bt" not in dom.classes(button).lower():
            continue
        words = normalize(dom.text(button) or button.get("value") or button.get("title") or "")
        if len(words) <= 30 and _QUERY.match(words):
            return True
    return False


def _is_choice(element: HtmlElement) -> bool:
    """A check box or radio button with its words, or one of the options of a list."""
    if element.get("role") in ("checkbox", "menuitemcheckbox", "menuitemradio", "radio", "option", "switch"):
        return True
    return element.tag == "label" and bool(element.xpath("boolean(.//input[@type='checkbox' or @type='radio'])"))


def _shown_as_text(control: HtmlElement) -> bool:
    """A filled text field in a form that asks nothing, nearly every field of which is filled."""
    if (
        control.tag != "input"
        or not (control.get("value") or "").strip()
        or (control.get("type") or "text").lower() not in ("text", "")
    ):
        return False
    form = next((a for a in control.iterancestors() if a.tag in ("form", "body", "fieldset", "dialog")), None)
    if form is None:
        return False
    fields = [c for c in _controls(form) if c.tag == "input"]
    filled = [c for c in fields if (c.get("value") or "").strip()]
    return len(filled) >= 4 and len(filled) >= len(fields) * 0.7


def _up_to(element: HtmlElement, top: HtmlElement) -> Iterator[HtmlElement]:
    """An element and its ancestors below another one."""
    node: HtmlElement | None = element
    while node is not None and node is not top:
        yield node
        node = node.getparent()


def _is_region(element: HtmlElement) -> bool:
    """A section, card or the like, whose labels belong together."""
    if element.tag in (
        "dl",
        "fieldset",
        "section",
        "article",
        "form",
        "table",
        "body",
        "main",
        "details",
        "dialog",
        "li",
    ):
        return True
    if element.get("role") in ("dialog", "tabpanel", "region", "listitem") or dom.is_section(element):
        return True
    return element.tag == "div" and bool(_REGION_CLASS.search(dom.classes(element)))


def _only_periods(grid: Grid) -> bool:
    """Years or months to choose from, laid out as a table."""
    texts = [normalize(t) for t in (*(label for label, _ in grid.header), *(c.text for row in grid.rows for c in row))]
    texts = [t for t in texts if t]
    return bool(texts) and all(_PERIOD.fullmatch(t) for t in texts)


def _small_above(element: HtmlElement) -> bool:
    """Small print that stands alone before one other element: the label of a card's field."""
    parent, after = element.getparent(), element.getnext()
    return (
        element.tag == "small"
        and parent is not None
        and after is not None
        and len(parent) == 2
        and after.tag not in dom.GLUED
        and not dom.own_text(parent)
    )


def _make(pair: Pair) -> str:
    """How the label of a pair is made, where the page's author gave it a class or set the value off from it."""
    small = pair.element.tag == "small" and "(small)"
    own = dom.classes(pair.element) or ("(stressed)" if pair.stressed else small or "")
    parent = pair.element.getparent()
    return f"{pair.element.tag} {own} {dom.classes(parent) if parent is not None else ''}" if own.strip() else ""


def _alike_groups(records: list[Record]) -> list[Bundle]:
    """Records with the same labels, or nearly: the cards of a list."""
    groups: list[tuple[set[str], Bundle]] = []
    for record in records:
        labels = record.labels
        for known, members in groups[-60:]:
            common = len(labels & known)
            if labels == known or common >= max(2, 0.6 * max(len(labels), len(known))):
                members.append(record)
                break
        else:
            groups.append((labels, [record]))
    return [members for _, members in groups if len(members) > 1]


def _split_records(pairs: list[Pair]) -> list[list[Pair]]:
    """A run of pairs, cut where labels start over."""
    records: list[list[Pair]] = [[]]
    seen: set[str] = set()
    for pair in pairs:
        key = normalize(pair.label)
        if key in seen:
            records.append([])
            seen = set()
        seen.add(key)
        records[-1].append(pair)
    return [r for r in records if r]


def _apart(rows: Sequence[Sequence[HtmlElement]]) -> bool:
    """Whether all first cells are of one class that no second cell has: labels that are set apart from their values."""
    first, second = ({cell.get("class") or "" for cell in cells} for cells in zip(*rows, strict=True))
    return len(first) == 1 and "" not in first and not first & second


def _looks_named(pairs: list[Pair]) -> bool:
    """First cells read as field names: few words, no two alike, hardly any with a digit."""
    return all(len(p.label.split()) <= 6 for p in pairs) and sum(
        any(c.isdigit() for c in p.label) for p in pairs
    ) * 4 <= len(pairs)


def _file_name(link: HtmlElement) -> str:
    """What a document is called: the link's own words, or those beside it when the link only says "download"."""
    own = dom.text(link)
    if own and not is_action(own):
        return re.sub(r"\.(?:pdf|docx?|odt|xlsx?|zip|rar)$", "", own, flags=re.I)
    row = next((a for a in link.iterancestors() if a.tag in ("tr", "li", "dd") or a.get("role") == "row"), None)
    if row is None:
        row = link.getparent()
    if row is not None:
        for cell in [
            c
            for c in row.iter("td", "span", "div", "strong", "b", "p", "h4", "h5")
            if not len(c.xpath(".//td | .//div | .//p"))
        ]:
            words = dom.text(cell)
            if words and value_type(words) == "text" and not is_action(words) and len(words) <= 120:
                return words
        words = dom.text(row)
        if words and not is_action(words) and len(words) <= 120:
            return words
    title = link.get("title") or link.get("aria-label") or ""
    return re.sub(r"^(?:baixar|download|abrir|visualizar|ver)\s+(?:d[oae]\s+|o\s+|a\s+)?", "", title, flags=re.I)
