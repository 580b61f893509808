"""matricial-like: an Angular application of a vendor of whole regions. Routes carry matrix parameters (``/despesa;exercicio=2026``).

The groups of the menu are made when they open. Chips above the list say the year and the entity, and open a popover over the
page; where an entity must be chosen the list waits for it. Tables are ``div``s with roles, their totals in the first row; "Ver
mais" leads to a record's own route. The service answers those alone who say whose data they want, in a header.
"""

from __future__ import annotations

import time

from flask import Response, abort, jsonify, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen

TENANT = "X-Entidade"
DELAY = 0.12  # seconds per answer


class Matricial(Unseen):
    name = "matricial"
    batch = "c"
    cookie = ""
    shouting = True
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}/{r.index + 1:06d}",
        "funcao": lambda r: area(r)[0],
        "subfuncao": lambda r: area(r)[1],
    }

    def entry(self, portal: Portal) -> str:
        return f"/transparencia/{portal.entity}/inicio"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/detalhe;visao={view.id}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Chips ask by themselves."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The entries of a group are made when it opens; of those that are open the others stay so."""
        return [(ENTRY, f"menu {page.menu[0]}", page.id)] if len(page.menu) > 1 else [(ENTRY, page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/api/menu", "tree", self.tree)
        rule("/api/consultas/<page_id>", "screen", self.screen)
        rule("/api/consultas/<page_id>/<view_id>", "rows", self.rows)
        rule("/api/consultas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/api/manifestacoes/<form>", "message", self.message, methods=["POST"])
        rule("/transparencia/<entity>/<path:path>", "shell", self.shell)

    def shell(self, entity: str, path: str) -> str:
        return self.render("index.html", portal=self.portal_by(entity=entity))

    def tenant(self) -> Portal:
        """Whose data is asked for; 400 where the request does not say."""
        given = request.headers.get(TENANT, "")
        time.sleep(DELAY)
        return next((p for p in self.host.portals if p.entity == given), None) or abort(400)

    def page_of(self, page_id: str) -> tuple[Portal, Page]:
        portal = self.tenant()
        return portal, self.found(portal, page_id) or abort(404)

    def tree(self) -> Response:
        groups = [
            {"nome": g, "itens": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id} for p in pages]}
            for g, pages in self.menu(self.tenant()).items()
        ]
        return jsonify(groups)

    def screen(self, page_id: str) -> Response:
        portal, page = self.page_of(page_id)
        return jsonify(self.structure(portal, page, f"/api/manifestacoes/{page.kind}"))

    def rows(self, page_id: str, view_id: str) -> Response:
        portal, page = self.page_of(page_id)
        view = self.view_of(page, view_id)
        given = {f.label: request.args.get(f.name) or f.default or (f.options or ("",))[0] for f in page.filters}
        waits = [label for label, chosen in given.items() if chosen.startswith("Selecion")]
        if waits:
            return jsonify({"falta": waits})
        return jsonify(self.listing(portal, page, view, page.query(request.args), self.sheet()))

    def one(self, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.page_of(page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, form: str) -> Response:
        self.tenant()
        self.forbid(form)
        return jsonify({"numero": "000001/2026"})
