"""displaytag-like: the portal that a state's data-processing company made for its towns, in Struts and JSP, in ISO-8859-1.

A menu of drop-downs under the mouse; a form whose radio buttons say which listing is wanted; the answer a table of displaytag's, with its
banner, its links to sheets and to exports, and a link in the first column to a page of labels and values. The town stands in the
session, which the first page writes into its addresses until it knows that cookies are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from xml.sax.saxutils import escape

from flask import Response, make_response, redirect, request
from markupsafe import Markup

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View, text_of
from lab.frameworks.base import Opener
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office

APP = "/portalmunicipios"
EXPORTS = {"1": "text/csv", "2": "text/xml"}
NEAR = 4
"""Links to sheets on either side of the present one."""


class DisplayTag(Paginas, Unseen):
    name = "displaytag"
    batch = "m"
    cookie = "JSESSIONID"
    method = "post"
    encoding = "iso-8859-1"
    sheet_name = "d-16544-p"
    export_name = "d-16544-e"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "orgao": lambda r: f"{(OFFICES.index(office(r)) + 1) * 10:03d} - {office(r)}",
        "unidade": lambda r: f"{(OFFICES.index(office(r)) + 1) * 10:03d}101 - {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"{APP}/inicio.do?municipio={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{APP}/{page.path or page.id}.do"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page).replace(".do", "Detalhe.do")

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """The listing is picked before the button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, ...]]:
        """Every listing is an answer of its own."""
        return super(Paginas, cls).fillings(portal, page, view)

    # ------------------------------------------------ the town in the session

    def dispatch(self, path: str) -> Response:
        plain, _, given = path.partition(";jsessionid=")
        sid = given or request.cookies.get(self.cookie, "")
        here = f"/{plain}"
        if here in (f"{APP}/inicio.do", APP, f"{APP}/"):
            return self.begin()
        with self.lock:
            town = self.sessions.get(sid, {}).get("municipio")
        portal = next((p for p in self.host.portals if p.entity == town), None)
        if portal is None:
            expired = make_response(self.html("expired.html", app=APP).encode(self.encoding))
            expired.content_type = f"text/html; charset={self.encoding.upper()}"
            return expired
        if here == f"{APP}/principal.do":
            return self.draw("home.html", portal)
        for page in portal.pages_on(self.name):
            if here == self.path(portal, page):
                return self.show(portal, page)
            for view in page.views:
                opens = view.detail and here == self.detail_path(portal, page, view)
                if opens and request.args.get("tipo", view.id) == view.id:
                    return self.record_page(portal, page, view, request.args.get("codigo", ""))
        return make_response("HTTP Status 404", 404)

    def begin(self) -> Response:
        """Takes the town into the session; asks for one where none is named."""
        town = request.args.get("municipio") or request.form.get("municipio", "")
        portal = next((p for p in self.host.portals if p.entity == town), None)
        if portal is None:
            return redirect(self.entry(self.host.portals[0]))  # type: ignore[return-value]
        known = request.cookies.get(self.cookie, "") in self.sessions
        sid, session = self.session()
        session["municipio"] = town
        response = self.draw("home.html", portal, suffix="" if known else f";jsessionid={sid}")
        response.set_cookie(self.cookie, sid, path=APP, httponly=True)
        return response

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        asked = "pesquisar" in request.values.get("method", "")
        query = page.query(request.values)
        view = next((v for v in page.views if v.id == request.values.get("tipo")), page.views[0])
        errors = [f"O campo {label} é obrigatório." for label in unchosen(page, request.values)] if asked else []
        if errors or not (asked or page.auto):
            return self.draw("page.html", portal, page, view=view, query=query, grid=None, errors=errors)
        kind = EXPORTS.get(request.values.get(self.export_name, ""))
        if kind:
            return self.exported(portal, page, view, kind)
        grid = self.grid(portal, page, view, query, self.sheet(self.sheet_name))
        return self.draw("page.html", portal, page, view=view, query=query, grid=grid, errors=errors)

    def exported(self, portal: Portal, page: Page, view: View, kind: str) -> Response:
        """The whole listing as text."""
        labels = [c.label for c in view.columns]
        lines = [list(map(text_of, r)) for r in self.cells(portal, page, view, page.query(request.values))]
        if kind.endswith("csv"):
            text = "\n".join(",".join(f'"{v}"' for v in line) for line in [labels, *lines])
        else:
            rows = ("".join(f"<column>{escape(v)}</column>" for v in line) for line in [labels, *lines])
            text = f'<?xml version="1.0"?>\n<table>{"".join(f"<row>{r}</row>" for r in rows)}</table>'
        response = make_response(text.encode(self.encoding, "xmlcharrefreplace"))
        response.content_type = f"{kind}; charset={self.encoding.upper()}"
        response.headers["Content-Disposition"] = f'attachment; filename="{page.id}.{kind[-3:]}"'
        return response

    # ------------------------------------------------ what templates draw with

    def banner(self, grid: table.Grid) -> str:
        if not grid.total:
            return "Nenhum registro encontrado."
        if grid.pages == 1:
            return f"{grid.total} registros encontrados, exibindo todos os registros."
        first = (grid.page - 1) * grid.view.per_page + 1
        return f"{grid.total} registros encontrados, exibindo {first} até {min(first + grid.view.per_page - 1, grid.total)}."

    def carried_on(self, page: Page, view: View, **more: Any) -> str:
        """The present query as a link, as displaytag writes it."""
        names = {f.name for f in page.filters}
        given = {k: v for k, v in request.values.items() if k in names}
        sent = {"method": "pesquisar", "tipo": view.id, **given, **more}
        return f"{re.sub(';.*', '', request.path)}?{urlencode(sent, encoding=self.encoding, errors='replace')}"

    @staticmethod
    def near(grid: table.Grid) -> Iterator[int]:
        """The sheets that are offered beside the present one."""
        first = max(1, min(grid.page - NEAR, grid.pages - 2 * NEAR + 1))
        yield from range(first, min(first + 2 * NEAR, grid.pages + 1))

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            more = urlencode({"method": "detalhar", "tipo": view.id, "codigo": row_id})
            return Markup('href="{}?{}"').format(self.detail_path(portal, page, view), more)

        return attrs
