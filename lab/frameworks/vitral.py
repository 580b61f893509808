"""vitral-like: an application of web components. Menu, fields, grid, rows and record are custom elements with open shadow roots,
several deep; outside of them the page holds one empty element. Routes stand behind the hash.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, redirect, request

from lab.definition import Page, Portal
from lab.frameworks.unseen import NAMES, Unseen

DELAY = 0.12  # seconds per answer


class Vitral(Unseen):
    name = "vitral"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}/{r.index + 1}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/#/{page.path or page.id}"

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "shell", lambda entity: self.render("index.html", portal=self.portal_by(entity=entity)))
        rule("/<entity>/v1/telas", "screens", self.screens)
        rule("/<entity>/v1/telas/<page_id>", "screen", self.screen)
        rule("/<entity>/v1/telas/<page_id>/<view_id>", "rows", self.rows)
        rule("/<entity>/v1/telas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/v1/mensagens/<form>", "message", self.message, methods=["POST"])

    def screens(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        groups = [
            {"nome": g, "telas": [{"nome": p.menu[-1], "rota": f"#/{p.path or p.id}"} for p in ps]}
            for g, ps in self.menu(portal).items()
        ]
        routes = {f"#/{p.path or p.id}": p.id for p in portal.pages_on(self.name)}
        return jsonify({"municipio": portal.name, "uf": portal.uf.upper(), "grupos": groups, "rotas": routes})

    def screen(self, entity: str, page_id: str) -> Response:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        return jsonify(self.structure(portal, page, f"v1/mensagens/{page.kind}"))

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        query = page.query(request.args)
        return jsonify(self.listing(portal, page, self.view_of(page, view_id), query, self.sheet()))

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"recebida": True})
