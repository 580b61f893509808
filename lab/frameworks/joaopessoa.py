"""joaopessoa-like: a city's own single-page application, hash routes over a JSON API that takes its time.

The server sends one empty page; script draws everything. Rows and cards are plain elements with listeners, no anchors.
A portal's ``entity`` is the folder it lives in (empty: the root of the host).
"""

from __future__ import annotations

import random
import time
from typing import Any

from flask import abort, jsonify, request
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, View
from lab.frameworks.base import ENTRY, Framework, Way
from lab.values import Doc, Value

LATENCY = (0.12, 0.38)
"""Least and most seconds an answer of the API takes."""


def plain(value: Value) -> Any:
    return {"texto": value.text, "url": f"/arquivos/{value.file}"} if isinstance(value, Doc) else value


class JoaoPessoa(Framework):
    name = "joaopessoa"

    def entry(self, portal: Portal) -> str:
        return self.base(portal)

    @classmethod
    def base(cls, portal: Portal) -> str:
        return f"/{portal.entity}/" if portal.entity else "/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{cls.base(portal)}#/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        as_page = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page)}/detalhe" if as_page else cls.path(portal, page)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The home page leads to the first page of a group, which shows its mates, as the open group does."""
        first = cls.groups(portal)[page.menu[0]][0]
        if page is first:
            return [(ENTRY, page.id)]
        return [(ENTRY, f"menu {page.menu[0]}", page.id), (ENTRY, first.id, page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        for prefix in {self.base(p) for p in self.host.portals}:
            portal = next(p for p in self.host.portals if self.base(p) == prefix)
            given = {"portal": portal}
            rule(prefix, f"app{prefix}", self.shell, defaults=given)
            rule(f"{prefix}api/modulos", f"modules{prefix}", self.modules, defaults=given)
            rule(f"{prefix}api/consulta/<page_id>/<view_id>", f"query{prefix}", self.query, defaults=given)
            rule(f"{prefix}api/registro/<page_id>/<view_id>/<row_id>", f"record{prefix}", self.record, defaults=given)
            rule(f"{prefix}api/mensagem/<page_id>", f"message{prefix}", self.message, defaults=given, methods=["POST"])

    def shell(self, portal: Portal) -> str:
        return self.render("app.html", portal=portal)

    def wait(self) -> None:
        """The API's latency, seeded by what is asked."""
        time.sleep(random.Random(request.full_path).uniform(*LATENCY))

    def modules(self, portal: Portal) -> Response:
        """Menu and forms: what the application's bundle would know."""
        self.wait()
        pages = [
            {
                "id": p.id,
                "rota": "#/" + (p.path or p.id),
                "menu": p.menu,
                "titulo": p.title,
                "tipo": p.kind,
                "auto": p.auto,
                "botao": p.button,
                "vazio": p.message,
                "dono": p.owner,
                "html": self.render("prose.html", page=p, portal=portal) if p.kind != "records" else "",
                "filtros": [
                    {"rotulo": f.label, "nome": f.name, "tipo": f.kind, "opcoes": f.options, "padrao": f.default}
                    for f in p.filters
                ],
                "visoes": [
                    {
                        "id": v.id,
                        "aba": v.tab,
                        "abre": v.detail.open if v.detail else "",
                        "palavra": v.detail.word if v.detail else "",
                        "modo": v.detail.shown if v.detail else "",
                        "colunas": [c.label for c in v.columns],
                    }
                    for v in p.views
                ],
            }
            for p in portal.pages_on(self.name)
        ]
        return jsonify(pages)

    def one(self, portal: Portal, page_id: str, view_id: str) -> tuple[Page, View]:
        for page in portal.pages_on(self.name):
            for view in page.views:
                if (page.id, view.id) == (page_id, view_id):
                    return page, view
        return abort(404)

    def query(self, portal: Portal, page_id: str, view_id: str) -> Response:
        self.wait()
        page, view = self.one(portal, page_id, view_id)
        sheet = request.args.get("pagina", "1")
        grid = table.grid(portal, page, view, page.query(request.args), int(sheet) if sheet.isdigit() else 1)
        rows = [{"id": i, "valores": [plain(v) for v in row]} for i, row in zip(grid.ids, grid.rows, strict=True)]
        return jsonify({"total": grid.total, "pagina": grid.page, "paginas": grid.pages, "registros": rows})

    def record(self, portal: Portal, page_id: str, view_id: str, row_id: str) -> Response:
        self.wait()
        page, view = self.one(portal, page_id, view_id)
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            abort(404)
        opened = table.opened(view.detail, row)

        def pair(column: Column, value: Value) -> dict[str, Any]:
            return {"rotulo": column.label, "valor": plain(value)}

        return jsonify(
            {
                "titulo": view.detail.title,
                "estilo": view.detail.style,
                "secoes": [
                    {"titulo": title, "campos": [pair(c, v) for c, v in pairs]} for title, pairs in opened.sections
                ],
                "tabelas": [
                    {
                        "titulo": t.title,
                        "colunas": [c.label for c in t.columns],
                        "linhas": [[plain(v) for v in r] for r in rows],
                    }
                    for t, rows in opened.tables
                ],
            }
        )

    def message(self, portal: Portal, page_id: str) -> Response:
        if portal.page(page_id).kind in FORBIDDEN_FORMS:
            self.forbid()
        return jsonify({"protocolo": "2026.000001"})
