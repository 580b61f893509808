"""rolagem-like: a vendor's panel made to be framed. Grids without pages: one appends rows as it is scrolled, one is virtual.

A virtual grid (``options.virtual``) holds only the rows in sight, its header stands in a container of its own. A record opens in
place of the grid.
"""

from __future__ import annotations

import time

from flask import Response, abort, jsonify, redirect, request

from lab.definition import Page, Portal
from lab.frameworks.national import National

CHUNK = 25  # rows per answer of a grid that appends


class Rolagem(National):
    name = "rolagem"
    cookie = ""

    def entry(self, portal: Portal) -> str:
        return f"/painel/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.path(portal, page)}?embed=1"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/painel/{portal.entity}/{page.path or page.id}"

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule(
            "/painel/<entity>/", "index", lambda entity: self.render("index.html", portal=self.portal_by(entity=entity))
        )
        rule("/painel/<entity>/<path:path>", "panel", self.panel)
        rule("/dados/<entity>/<page_id>/<view_id>", "rows", self.rows)
        rule("/dados/<entity>/<page_id>/<view_id>/<row_id>", "one", self.one)

    def panel(self, entity: str, path: str) -> str:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if (p.path or p.id) == path), None)
        if page is None:
            abort(404)
        virtual = page.id in portal.options.get("virtual", ())
        return self.render(
            "panel.html", portal=portal, page=page, structure={**self.structure(portal, page), "virtual": virtual}
        )

    def needed(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        time.sleep(0.12)
        portal = self.portal_by(entity=entity)
        page = self.found(portal, page_id)
        if page is None:
            abort(404)
        return portal, page

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        size = 10**6 if page.id in portal.options.get("virtual", ()) else CHUNK
        sheet = request.args.get("pagina", "1")
        query = page.query(request.args)
        return jsonify(
            self.listing(portal, page, page.view(view_id), query, int(sheet) if sheet.isdigit() else 1, size)
        )

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        record = self.record(portal, page, page.view(view_id), row_id)
        if record is None:
            abort(404)
        return jsonify(record)
