"""The definition language: one YAML file says what a portal publishes, where, under which labels, and what it does not.

Everything the servers show and everything the answer key claims is derived from these objects; see ``README.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

import yaml

from lab.criteria import CRITERIA, DEFAULT_MAKER, ITEMS
from lab.files import FileError, Published
from lab.values import EMPTY, MAKERS, MONTHS, Doc, Row, Value

PORTALS = Path(__file__).parent / "portals"
KINDS = frozenset(
    "records glossario faq ouvidoria esic login contato newsletter noticias documentos texto externo".split()
)
FORBIDDEN_FORMS = frozenset({"ouvidoria", "esic", "login", "contato", "newsletter"})
OPENERS = frozenset({"row", "link", "icon", "button"})
STYLES = frozenset({"table", "bare", "divs", "cards"})
DETAIL_STYLES = frozenset({"dl", "spans", "inputs", "pairs", "pairs4", "bold"})
YEARS = (2026, 2025, 2024, 2023)


class DefinitionError(ValueError):
    """A portal's definition says something the language does not know."""


INDICATED = "despesa_orcamentaria.emp_indicacao_licitacao"
INDICATES = {"despesa_orcamentaria.lic_numero", "despesa_orcamentaria.lic_modalidade"}
AUCTION = "licitacao.pregao"
MODALITIES = "modalidade_licitacao"
"""The maker of modalities, some of which are auctions."""


@dataclass(frozen=True)
class Column:
    """A column of a grid or a field of a detail view. ``items``: what it names, each ``criterion.item``."""

    label: str
    items: tuple[str, ...]
    maker: str
    group: str = ""

    @property
    def publishes(self) -> tuple[str, ...]:
        """The items it really shows: a label over no data publishes nothing. An expense that names the number or the modality
        of its bid indicates the bid, as the study has it; where the modalities of bids are shown, auctions are among them."""
        if self.maker in EMPTY or self.maker == "=":
            return ()
        told = ((INDICATED, INDICATES & {*self.items}), (AUCTION, self.maker == MODALITIES))
        return (*self.items, *(item for item, is_told in told if is_told and item not in self.items))


@dataclass(frozen=True)
class Section:
    title: str
    fields: tuple[Column, ...]


@dataclass(frozen=True)
class Inner:
    """A small table inside a detail view (participants of a bid, payments of an empenho)."""

    title: str
    columns: tuple[Column, ...]
    rows: int = 3


@dataclass(frozen=True)
class Detail:
    """What opening a row shows. ``open``: what is clicked; ``shown``: page, dialog, popup or inline, as the framework can."""

    sections: tuple[Section, ...]
    tables: tuple[Inner, ...] = ()
    title: str = "Detalhes"
    open: str = "icon"
    word: str = "Detalhar"
    shown: str = "page"
    style: str = "dl"
    path: str = ""

    @property
    def columns(self) -> tuple[Column, ...]:
        return tuple(c for s in self.sections for c in s.fields) + tuple(c for t in self.tables for c in t.columns)


@dataclass(frozen=True)
class Filter:
    """``kind``: ano, mes, unidade, texto, opcoes; de and ate (days), sugestao (a name to pick from suggestions)."""

    label: str
    kind: str
    options: tuple[str, ...] = ()
    default: str = ""

    @property
    def name(self) -> str:
        return {"ano": "exercicio", "texto": "busca", "opcoes": "opcao"}.get(self.kind, self.kind)


@dataclass(frozen=True)
class Query:
    """What the visitor chose. ``month`` 0 is all; ``unit`` "" is all."""

    year: int
    month: int = 0
    unit: str = ""
    text: str = ""


@dataclass(frozen=True)
class View:
    """One record set of a page; several are tabs."""

    id: str
    columns: tuple[Column, ...]
    years: Mapping[int, int]
    tab: str = ""
    caption: str = ""
    per_page: int = 20
    style: str = "table"
    total: bool = False
    detail: Detail | None = None
    file: Published | None = None
    """Given when the records stand in files that the page links, and not in the page."""

    @property
    def has_rows(self) -> bool:
        return any(self.years.values())


@dataclass(frozen=True)
class Page:
    """A page, or form in place, of a portal. ``host`` names the framework (host) that serves it."""

    id: str
    host: str
    title: str
    menu: tuple[str, ...]
    path: str = ""
    kind: str = "records"
    criterion: str = ""
    filters: tuple[Filter, ...] = ()
    button: str = "Consultar"
    auto: bool = False
    opens: str = "same"
    text: str = ""
    links: tuple[str, ...] = ()
    owner: str = ""
    message: str = "Nenhum registro encontrado."
    views: tuple[View, ...] = ()

    def view(self, view_id: str) -> View:
        return next(v for v in self.views if v.id == view_id)

    def query(self, values: Mapping[str, Any]) -> Query:
        """Reads the visitor's choices; what is not given is the form's default."""
        chosen = {
            f.kind: str(values.get(f.name) or f.default or (f.options[0] if f.options else "")) for f in self.filters
        }
        year = re.sub(r"\D", "", chosen.get("ano", "")) or str(max(max(v.years) for v in self.views))
        month = chosen.get("mes", "")
        number = MONTHS.index(month) + 1 if month in MONTHS else int(month) if month.isdigit() else 0
        return Query(int(year), number, chosen.get("unidade", ""), chosen.get("texto", "").casefold().strip())


@dataclass(frozen=True)
class Portal:
    """A municipality's portal. ``framework`` is where its entry address lives; ``council`` its chamber's own pages."""

    slug: str
    name: str
    framework: str
    families: tuple[str, ...]
    pages: tuple[Page, ...]
    uf: str = "pb"
    seed: int = 1
    entity: str = ""
    site: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def frameworks(self) -> tuple[str, ...]:
        """Every framework this portal lives on, its entry's first."""
        return tuple(
            dict.fromkeys((self.framework, *((self.site,) if self.site else ()), *(p.host for p in self.pages)))
        )

    def page(self, page_id: str) -> Page:
        return next(p for p in self.pages if p.id == page_id)

    def pages_on(self, framework: str) -> tuple[Page, ...]:
        return tuple(p for p in self.pages if p.host == framework)

    def rows(self, page: Page, view: View, query: Query) -> list[Row]:
        """The records that answer a query, in order."""
        count = view.years.get(query.year, 0)
        rows = [Row(f"{self.seed}/{page.id}/{view.id}", query.year, i, count) for i in range(count)]
        if query.month:
            rows = [r for r in rows if r.when.month == query.month]
        unit = query.unit.casefold()
        if unit.startswith(("selecione", "câmara")):
            return []
        if unit.startswith(("fundo", "instituto")):
            rows = rows[1::4]
        if query.text:
            rows = [r for r in rows if query.text in " ".join(text_of(r[c.maker]) for c in view.columns).casefold()]
        return rows

    def row(self, page: Page, view: View, row_id: str) -> Row | None:
        """The record with this id, or None when there is none."""
        if not re.fullmatch(r"\d{9}", row_id):
            return None
        year, index = int(row_id[:4]), int(row_id[4:]) - 1
        count = view.years.get(year, 0)
        return Row(f"{self.seed}/{page.id}/{view.id}", year, index, count) if 0 <= index < count else None

    @cached_property
    def colour(self) -> int:
        """A hue for the coat of arms."""
        return self.seed * 47 % 360


def text_of(value: Value) -> str:
    return value.text if isinstance(value, Doc) else value


# ---------------------------------------------------------------- reading YAML


def column(spec: str, criterion: str = "") -> Column:
    """``"Valores >> Vl. Pago (R$) | valor_pago | pago"``: group, label, item, maker; the last two may be left out.

    An item needs no criterion when the page has one; "a+b" names two. Without a maker the first item's own is taken.
    """
    parts = [p.strip() for p in str(spec).split("|")]
    label, item, maker = (*parts, "", "")[:3]
    group, _, label = label.rpartition(">>")
    items = tuple(i if "." in i else f"{criterion}.{i}" for i in item.split("+") if i)
    if wrong := set(items) - set(ITEMS):
        raise DefinitionError(f"unknown item {sorted(wrong)} in {spec!r}")
    maker = maker or (DEFAULT_MAKER[items[0]] if items else "vazio")
    if maker not in MAKERS and not maker.startswith("="):
        raise DefinitionError(f"unknown maker {maker!r} in {spec!r}")
    return Column(label.strip(), items, maker, group.strip())


def columns(specs: Iterable[str], criterion: str) -> tuple[Column, ...]:
    return tuple(column(s, criterion) for s in specs)


def read_filter(spec: str) -> Filter:
    """``"Unidade Gestora | unidade | Consolidar; Prefeitura | Prefeitura"``: label, kind, options, the one chosen at first."""
    label, kind, options, default = (*[p.strip() for p in str(spec).split("|")], "", "", "")[:4]
    given = tuple(o.strip() for o in options.split(";") if o.strip())
    if not given and kind == "mes":
        given = ("Todos", *MONTHS)
    if not given and kind == "ano":
        given = tuple(map(str, YEARS))
    if kind not in {"ano", "mes", "unidade", "texto", "opcoes", "de", "ate", "sugestao"}:
        raise DefinitionError(f"unknown filter kind {kind!r} in {spec!r}")
    return Filter(label, kind, given, default)


def known(raw: Mapping[str, Any], allowed: Iterable[str], where: str) -> None:
    unknown = set(raw) - set(allowed)
    if unknown:
        raise DefinitionError(f"{where}: unknown {sorted(unknown)}")


def read_detail(raw: Mapping[str, Any], criterion: str) -> Detail:
    known(raw, {"fields", "sections", "tables", *(f.name for f in fields(Detail))}, "detail")
    sections = [Section(raw.get("title", "Detalhes"), columns(raw["fields"], criterion))] if "fields" in raw else []
    sections += [Section(title, columns(specs, criterion)) for title, specs in raw.get("sections", {}).items()]
    tables = tuple(
        Inner(title, columns(t["columns"], criterion), int(t.get("rows", 3)))
        for title, t in raw.get("tables", {}).items()
    )
    plain = {k: v for k, v in raw.items() if k not in ("fields", "sections", "tables")}
    detail = Detail(tuple(sections), tables, **plain)
    if detail.open not in OPENERS or detail.style not in DETAIL_STYLES:
        raise DefinitionError(f"detail: open {detail.open!r}, style {detail.style!r}")
    return detail


VIEW_KEYS = ("columns", "rows", "years", "per_page", "style", "total", "caption", "detail", "file")


def read_view(raw: Mapping[str, Any], criterion: str, number: int) -> View:
    known(raw, (*VIEW_KEYS, "tab", "criterion"), "view")
    criterion = raw.get("criterion", criterion)
    years = {int(y): int(n) for y, n in raw.get("years", {}).items()} or dict.fromkeys(YEARS, int(raw.get("rows", 40)))
    style = raw.get("style", "table")
    if style not in STYLES:
        raise DefinitionError(f"view style {style!r}")
    try:
        file = Published.read(raw["file"]) if "file" in raw else None
    except FileError as error:
        raise DefinitionError(f"view: {error}") from error
    return View(
        id=f"v{number}",
        columns=columns(raw["columns"], criterion),
        years=years,
        tab=raw.get("tab", ""),
        caption=raw.get("caption", ""),
        per_page=int(raw.get("per_page", 20)),
        style=style,
        total=bool(raw.get("total", False)),
        detail=read_detail(raw["detail"], criterion) if "detail" in raw else None,
        file=file,
    )


def read_yaml(file: Path) -> Any:
    """A YAML file as plain data, by libyaml where there is one: in Python alone the portals take seconds."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return loader(file.read_text("utf-8")).get_single_data()


@lru_cache(maxsize=1)
def common_pages() -> Mapping[str, Mapping[str, Any]]:
    """The look-alikes that portals name by ``like``."""
    return dict(read_yaml(PORTALS / "_common.yml"))


def read_page(raw: Mapping[str, Any], framework: str) -> Page:
    if "like" in raw:
        raw = {"id": raw["like"], **common_pages()[raw["like"]], **{k: v for k, v in raw.items() if k != "like"}}
    known(raw, (*VIEW_KEYS, *(f.name for f in fields(Page))), f"page {raw.get('id')}")
    criterion = raw.get("criterion", "")
    kind = raw.get("kind", "records")
    if (criterion and criterion not in CRITERIA) or kind not in KINDS:
        raise DefinitionError(f"page {raw['id']}: criterion {criterion!r}, kind {kind!r}")
    flat = {k: raw[k] for k in VIEW_KEYS if k in raw}
    raw_views = raw.get("views") or ([flat] if "columns" in raw else [])
    if kind == "records" and not raw_views:
        raise DefinitionError(f"page {raw['id']}: records need columns or views")
    plain = {k: v for k, v in raw.items() if k not in (*VIEW_KEYS, "views", "filters", "menu", "links")}
    menu = raw["menu"] if isinstance(raw["menu"], list) else [raw["menu"]]
    return Page(
        **{"host": framework, "title": menu[-1], **plain},
        menu=tuple(menu),
        links=tuple(raw.get("links", ())),
        filters=tuple(read_filter(f) for f in raw.get("filters", ())),
        views=tuple(read_view(v, criterion, n) for n, v in enumerate(raw_views)),
    )


def read_portal(raw: Mapping[str, Any]) -> Portal:
    """One portal from its YAML mapping.

    :raises DefinitionError: for a word, item or value maker that is not known.
    """
    known(raw, (f.name for f in fields(Portal)), str(raw.get("slug")))
    pages = tuple(read_page(p, raw["framework"]) for p in raw["pages"])
    ids = [p.id for p in pages]
    if len(ids) != len(set(ids)):
        raise DefinitionError(f"{raw['slug']}: page ids repeat: {sorted({i for i in ids if ids.count(i) > 1})}")
    families = tuple(raw.get("families") or dict.fromkeys((raw["framework"], *(p.host for p in pages))))
    return Portal(**{**raw, "pages": pages, "families": families})


@lru_cache(maxsize=1)
def all_portals() -> tuple[Portal, ...]:
    """Every portal of ``lab/portals``, by file name."""
    files = sorted(p for p in PORTALS.glob("*.yml") if not p.name.startswith("_"))
    return tuple(read_portal(read_yaml(f)) for f in files)
