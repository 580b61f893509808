"""What the portals of the rest of the country share: values of their own look, and pages as JSON for scripts to draw.

Not a host: the frameworks that are hosts subclass `National`. Surnames here are birds, so nobody is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from lab import table
from lab.definition import Column, Detail, Page, Portal, Query, View, text_of
from lab.frameworks.base import Framework
from lab.values import Doc, Row, Value

FIRST = (
    "Ademar Alzira Anselmo Araci Benedito Clarice Cleusa Dirceu Edson Eliane Geraldo Gislaine Ilda Irineu Ivone Jandir "
    "Juvenal Leonilda Lurdes Marlene Moacir Neusa Osvaldo Roseli Sebastião Sueli Valdir Vilma"
).split()
BIRDS = (
    "Andorinha Araponga Bicudo Canário Chopim Coleiro Corruíra Curiango Gavião Jacutinga Jaó Maritaca Pintassilgo Saíra "
    "Sanhaço Seriema Tangará Tesourinha Tico-Tico Trinca-Ferro Tucano Uirapuru"
).split()
FIRMS = (
    "{b} Comércio de Alimentos Ltda",
    "Construtora {b} S/A",
    "{b} Distribuidora Hospitalar Ltda",
    "Auto Posto {b} Ltda",
    "Transportes {b} Eireli",
    "{b} Papelaria e Informática ME",
    "Laboratório {b} Ltda",
    "{b} Pneus e Peças Ltda",
    "Cerealista {b} Ltda",
    "Consultoria {b} S/S",
)
OFFICES = (
    "Gabinete do Prefeito",
    "Secretaria Municipal de Administração e Planejamento",
    "Secretaria Municipal da Fazenda",
    "Secretaria Municipal de Educação",
    "Secretaria Municipal de Saúde",
    "Secretaria Municipal de Obras e Viação",
    "Secretaria Municipal de Agropecuária e Meio Ambiente",
    "Secretaria Municipal de Esporte e Lazer",
)


def person(row: Row, what: str = "person") -> str:
    rng = row.rng(what)
    return f"{rng.choice(FIRST)} {rng.choice(BIRDS)} {rng.choice(BIRDS)}"


def firm(row: Row, what: str = "firm name") -> str:
    rng = row.rng(what)
    return rng.choice(FIRMS).format(b=rng.choice(BIRDS))


def office(row: Row) -> str:
    return row.pick("unit", OFFICES)


def numbered_office(row: Row, width: str) -> str:
    return f"{OFFICES.index(office(row)) + 1:{width}} - {office(row)}"


MAKERS: Mapping[str, Callable[[Row], Value]] = {
    "servidor": person,
    "vereador": lambda r: f"Vereador {person(r)}",
    "empresa": firm,
    "empresa_perdedora": lambda r: firm(r, "loser"),
    "credor": lambda r: firm(r) if r.is_firm else person(r),
    "secretaria": office,
    "orgao": lambda r: numbered_office(r, "02d"),
    "unidade": lambda r: f"{numbered_office(r, '02d')[:2]}.001{numbered_office(r, '02d')[2:]}",
    "gestora": lambda r: r.pick(
        "manager", ("Prefeitura Municipal", "Fundo Municipal de Saúde", "SAAE", "Instituto de Previdência")
    ),
    "numero_processo": lambda r: f"{r.rng('process').randrange(1, 400):03d}/{r.year}",
    "destino": lambda r: r.pick(
        "destination", ("Belo Horizonte/MG", "Curitiba/PR", "Goiânia/GO", "Brasília/DF", "São Paulo/SP")
    ),
}
"""Makers of the core's names that look otherwise in the rest of the country."""
NAMES = frozenset({"servidor", "vereador", "empresa", "empresa_perdedora", "credor"})


class National(Framework):
    """Base of the frameworks of other states."""

    shouting: ClassVar[bool] = False
    """People and firms in capitals."""
    currency: ClassVar[str] = ""
    """What stands before amounts, e.g. ``R$``."""
    makers: ClassVar[Mapping[str, Callable[[Row], Value]]] = {}
    """Makers that look otherwise on this framework only."""

    @classmethod
    def dress(cls, column: Column, row: Row) -> Value:
        """The value this framework shows for a column of a record."""
        own = cls.makers.get(column.maker) or MAKERS.get(column.maker)
        value = own(row) if own else row[column.maker]
        if isinstance(value, Doc):
            return value
        if cls.shouting and column.maker in NAMES:
            return value.upper()
        if cls.currency and value[-3:-2] == "," and value[:1].isdigit():
            return f"{cls.currency} {value}"
        return value

    @classmethod
    def opening(cls, view: View) -> list[str]:
        """The words that open a record: of a row or of its first cell none can be told, so they stand in brackets."""
        if view.detail is None:
            return []
        return {"row": ["(linha)"], "link": ["(link)"]}.get(view.detail.open, [view.detail.word])

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        opened = in_detail and view.detail is not None
        path = cls.detail_path(portal, page, view) if opened else cls.path(portal, page)
        return [" › ".join([path, *cls.steps(portal, page, view), *(cls.opening(view) if opened else [])])]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """What is clicked, in order, until the records of a view are in sight."""
        return [*page.menu, *([] if page.auto else [page.button]), *([view.tab] if view.tab else [])]

    # ------------------------------------------------ records, dressed

    def cells(self, portal: Portal, page: Page, view: View, query: Query) -> Iterator[list[Value]]:
        """The cells of every line that a view can show in answer to a query."""
        return ([self.dress(c, row) for c in view.columns] for row in portal.rows(page, view, query))

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        """As ``portal.rows``; the text is looked for in what is shown."""
        rows = portal.rows(page, view, replace(query, text=""))
        if not query.text:
            return rows
        return [r for r in rows if query.text in " ".join(text_of(self.dress(c, r)) for c in view.columns).casefold()]

    def grid_of(self, page: Page, view: View, rows: list[Row], sheet: int = 1, size: int = 0) -> table.Grid:
        """One sheet of ``rows``; ``size`` 0 is the view's own."""
        size = size or view.per_page or len(rows) or 1
        sheets = max(1, -(-len(rows) // size))
        sheet = min(max(sheet, 1), sheets)
        shown = rows[(sheet - 1) * size : sheet * size]
        cells = [[self.dress(c, r) for c in view.columns] for r in shown]
        sums = table.sums(view, rows) if view.total and rows else None
        return table.Grid(view, cells, [r.id for r in shown], sheet, sheets, len(rows), page.message, sums)

    def grid(self, portal: Portal, page: Page, view: View, query: Query, sheet: int = 1, size: int = 0) -> table.Grid:
        return self.grid_of(page, view, self.records(portal, page, view, query), sheet, size)

    def opened(self, detail: Detail, row: Row) -> table.Opened:
        sections = [(s.title, [(c, self.dress(c, row)) for c in s.fields]) for s in detail.sections]
        tables = []
        for t in detail.tables:
            inner = [Row(f"{row.seed}/{t.title}", row.year, i, t.rows) for i in range(t.rows)]
            tables.append((t, [[self.dress(c, r) for c in t.columns] for r in inner]))
        return table.Opened(detail, row, sections, tables)

    # ------------------------------------------------ the same as JSON

    @staticmethod
    def as_json(value: Value) -> str | dict[str, str]:
        return {"texto": value.text, "arquivo": f"/arquivos/{value.file}"} if isinstance(value, Doc) else value

    def listing(
        self, portal: Portal, page: Page, view: View, query: Query, sheet: int = 1, size: int = 0
    ) -> dict[str, Any]:
        g = self.grid(portal, page, view, query, sheet, size)
        rows = [{"id": i, "celulas": [self.as_json(v) for v in r]} for i, r in zip(g.ids, g.rows, strict=True)]
        return {
            "linhas": rows,
            "pagina": g.page,
            "paginas": g.pages,
            "total": g.total,
            "mensagem": g.message,
            "somas": g.sums,
        }

    def record(self, portal: Portal, page: Page, view: View, row_id: str) -> dict[str, Any] | None:
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            return None
        o = self.opened(view.detail, row)
        sections = [{"titulo": t, "campos": [[c.label, self.as_json(v)] for c, v in pairs]} for t, pairs in o.sections]
        tables = [
            {
                "titulo": t.title,
                "colunas": [c.label for c in t.columns],
                "linhas": [[self.as_json(v) for v in r] for r in rows],
            }
            for t, rows in o.tables
        ]
        return {"titulo": view.detail.title, "secoes": sections, "tabelas": tables}

    def structure(self, portal: Portal, page: Page, post_to: str = "") -> dict[str, Any]:
        """What a script must know to draw a page: its filters and views, or its text as HTML."""
        filters = [
            {
                "rotulo": f.label,
                "nome": f.name,
                "tipo": f.kind,
                "opcoes": list(f.options),
                "padrao": f.default or (f.options or ("",))[0],
            }
            for f in page.filters
        ]
        views = [
            {
                "id": v.id,
                "aba": v.tab,
                "estilo": v.style,
                "legenda": v.caption,
                "colunas": [{"rotulo": c.label, "grupo": c.group} for c in v.columns],
                "abre": v.detail.open if v.detail else "",
                "palavra": v.detail.word if v.detail else "",
            }
            for v in page.views
        ]
        prose = "" if page.views else self.prose(portal, page, post_to)
        return {
            "id": page.id,
            "titulo": page.title,
            "menu": list(page.menu),
            "dono": page.owner,
            "filtros": filters,
            "botao": page.button,
            "automatico": page.auto,
            "visoes": views,
            "html": prose,
        }

    def prose(self, portal: Portal, page: Page, post_to: str = "") -> str:
        """A text page or form as HTML."""
        source = "{% import 'parts.html' as parts with context %}{{ parts.prose(page, portal, to) }}"
        with self.app.app_context():
            return self.app.jinja_env.from_string(source).render(page=page, portal=portal, to=post_to)

    def found(self, portal: Portal, page_id: str) -> Page | None:
        """The page of this id that this host serves."""
        return next((p for p in portal.pages_on(self.name) if p.id == page_id), None)
