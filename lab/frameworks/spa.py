"""spa-like: a single-page application over a slow JSON API. Nothing but ``div``s with listeners: no link, no route, no button.

The address never changes; bids are cards, a record opens in a drawer at the side, more rows come by "Carregar mais".
"""

from __future__ import annotations

import time
import zlib
from typing import Any

from flask import Response, abort, jsonify, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.national import National

HOME_BLOCKS = 8  # as in spa.js


class Spa(National):
    name = "spa"
    cookie = ""
    currency = "R$"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The first pages stand on the home page. An open group shows its pages, and so does a page of it."""
        groups = cls.groups(portal)
        near = [p for pages in groups.values() for p in pages][:HOME_BLOCKS]
        mates = groups[page.menu[0]]
        if page in near or (len(mates) == 1 and page.menu[-1] == page.menu[0]):
            return [(ENTRY, page.id)]
        return [(ENTRY, f"menu {page.menu[0]}", page.id), *((ENTRY, p.id, page.id) for p in mates if p in near)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "shell", lambda entity: self.render("index.html", portal=self.portal_by(entity=entity)))
        rule("/api/<entity>/inicio", "start", self.start)
        rule("/api/<entity>/paginas/<page_id>", "page", self.page)
        rule("/api/<entity>/consulta/<page_id>/<view_id>", "rows", self.rows)
        rule("/api/<entity>/registro/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/api/<entity>/mensagens/<form>", "message", self.message, methods=["POST"])

    @staticmethod
    def wait() -> None:
        """Answers take 0.2 to 0.9 s, always the same for the same question."""
        time.sleep(0.2 + zlib.crc32(request.full_path.encode()) % 700 / 1000)

    def start(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        self.wait()
        groups = [
            {"nome": g, "paginas": [{"id": p.id, "nome": p.menu[-1]} for p in ps]}
            for g, ps in self.menu(portal).items()
        ]
        return jsonify({"municipio": portal.name, "uf": portal.uf.upper(), "grupos": groups})

    def needed(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        portal = self.portal_by(entity=entity)
        page = self.found(portal, page_id)
        if page is None:
            abort(404)
        return portal, page

    def page(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        return jsonify(self.structure(portal, page, f"/api/{entity}/mensagens/{page.kind}"))

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        sheet = request.args.get("pagina", "1")
        found = self.listing(
            portal, page, page.view(view_id), page.query(request.args), int(sheet) if sheet.isdigit() else 1
        )
        return jsonify(found)

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        record: dict[str, Any] | None = self.record(portal, page, page.view(view_id), row_id)
        if record is None:
            abort(404)
        return jsonify(record)

    def message(self, entity: str, form: str) -> Response:
        if form in FORBIDDEN_FORMS:
            self.forbid()
        return jsonify({"situacao": "recebida"})
