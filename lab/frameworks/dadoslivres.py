"""dadoslivres-like: a portal of open data first. Each query is a form with a button per format: "Ver na tela", CSV, XLS, PDF, JSON; all of
them, the screen too, want the year (and the month) first.

On the pages of ``options.split`` (page → maker) the screen lists departments, each a table of its own. What is ``file`` in the definition
has no screen: it is a file per year. A page with ``auto`` shows its year on the screen at once.
"""

from __future__ import annotations

import json
from urllib.parse import urlencode

from flask import Response, abort, request

from lab import files, table
from lab.definition import Column, Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import Row

SCREEN = "Ver na tela"
FORMATS = {"tela": SCREEN, "csv": "CSV", "xls": "XLS", "pdf": "PDF", "json": "JSON"}
PLACES = {"secretaria": OFFICES}
"""Maker of a split → all its values."""


class DadosLivres(Paginas, Unseen):
    name = "dadoslivres"
    batch = "i"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:07d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:03d}.{r.index % 3 + 1:03d} - {office(r)}",
    }

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Themes are headings of the home page."""
        return [page.menu[-1]]

    @classmethod
    def split(cls, portal: Portal, page: Page) -> tuple[str, ...]:
        """The departments of a page."""
        return PLACES.get(portal.options.get("split", {}).get(page.id, ""), ())

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        shown = FORMATS[view.file.extension] if view.file else SCREEN
        return [*cls.way(portal, page), *([] if page.auto else [shown]), *cls.split(portal, page)[:1]]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """On the screen, and in the file with the same columns."""
        found = super().where(portal, page, view, in_detail)
        if view.file or in_detail or cls.split(portal, page):
            return found
        return [*found, " › ".join([cls.path(portal, page), *cls.way(portal, page), FORMATS["csv"]])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        department = [f"{page.id}/departamento"] if cls.split(portal, page) else []
        return [(*way, *department) for way in super().fillings(portal, page, view)]

    # ------------------------------------------------ answers

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        view, query, asked = page.views[0], self.asked(page), request.args.get("formato", "tela" if page.auto else "")
        lacking = [f.label for f in page.filters if self.lacks(f.options, request.args.get(f.name) or f.default)]
        if asked and (asked not in FORMATS or asked not in self.formats(view)):
            abort(404)
        group = request.args.get("grupo", "")
        if asked and not lacking:
            rows = self.of_group(portal, page, self.records(portal, page, view, query), group)
            if asked != "tela":
                return self.download(page, view, rows, asked, query)
            if group or not self.split(portal, page):
                grid = self.grid_of(page, view, rows, self.sheet(self.sheet_name))
                return self.draw("page.html", portal, page, view=view, query=query, grid=grid, group=group)
        context = {
            "lacking": lacking if asked else [],
            "groups": self.split(portal, page) if asked and not lacking else (),
        }
        return self.draw("page.html", portal, page, view=view, query=query, grid=None, **context)

    @staticmethod
    def lacks(options: tuple[str, ...], given: str) -> bool:
        """Whether nothing is chosen of options that begin with a request to choose."""
        return bool(options) and options[0].startswith("Selecione") and given in ("", options[0])

    def of_group(self, portal: Portal, page: Page, rows: list[Row], group: str) -> list[Row]:
        if not group:
            return rows
        column = Column("", (), portal.options["split"][page.id])
        return [r for r in rows if text_of(self.dress(column, r)) == group]

    def download(self, page: Page, view: View, rows: list[Row], asked: str, query: Query) -> Response:
        """The same records as a file."""
        cells = [[text_of(self.dress(c, r)) for c in view.columns] for r in rows]
        labels = [c.label for c in view.columns]
        name = f"{page.id}_{query.year}{f'_{query.month:02d}' if query.month else ''}"
        if asked == "json":
            records = {"consulta": page.title, "registros": [dict(zip(labels, line, strict=True)) for line in cells]}
            return Response(json.dumps(records, ensure_ascii=False), content_type="application/json; charset=utf-8")
        over = () if asked == "csv" else (page.title.upper(), f"Exercício {query.year}")
        sums = tuple(table.sums(view, rows)) if view.total and rows and asked != "csv" else ()
        sheet = files.Sheet(over, tuple(labels), tuple(map(tuple, cells)), sums=sums)
        kind = {"xls": "xlsx"}.get(asked, asked)
        response = Response(files.made(kind, sheet), content_type=files.TYPES[kind])
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
        return response

    # ------------------------------------------------ what templates draw with

    @staticmethod
    def formats(view: View) -> dict[str, str]:
        """The buttons of a query."""
        return {k: v for k, v in FORMATS.items() if not view.file or k in (view.file.extension, "pdf")}

    def turned(self, **changes: str) -> str:
        """The present query otherwise."""
        return f"{request.path}?{urlencode({**request.args.to_dict(), **changes})}"
