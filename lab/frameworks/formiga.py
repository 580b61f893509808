"""formiga-like: a React application in Ant Design's components. A menu at the left whose branches are made when they open, routes of the
address bar, crumbs, tables with a pager, drop-downs whose options hang on the body, drawers.

A page with ``auto`` asks when it opens and whenever a choice changes; any other waits for its button. A record opens below its row
(``detail.shown: inline``) or in a drawer at the right. Tables of ``style: bare`` scroll under a heading that is a table of its own.
``options.near`` are the pages whose cards stand on the home page.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office

DELAY = 0.1  # seconds per answer
SIZES = (10, 20, 50)


class Formiga(Unseen):
    name = "formiga"
    batch = "f"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:06d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.10 · {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/app/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/app/{portal.entity}/{page.path or page.id}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Branches of the menu are made when they open; some pages have a card on the home page."""
        branches = tuple(f"menu {'/'.join(page.menu[:n])}" for n in range(1, len(page.menu)))
        return [(ENTRY, *branches, page.id), *([(ENTRY, page.id)] if page.id in portal.options["near"] else [])]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/app/<entity>/", "front", self.front, defaults={"route": ""})
        rule("/app/<entity>/<path:route>", "route", self.front)
        rule("/api/v1/<entity>/rotas", "tree", self.tree)
        rule("/api/v1/<entity>/paginas/<page_id>", "screen", self.screen)
        rule("/api/v1/<entity>/consultas/<page_id>/<view_id>", "rows", self.rows)
        rule("/api/v1/<entity>/consultas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/api/v1/<entity>/mensagens/<form>", "message", self.message, methods=["POST"])

    def front(self, entity: str, route: str) -> str:
        """The same document at every route."""
        return self.render("index.html", portal=self.portal_by(entity=entity))

    def tree(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        near = portal.options["near"]
        pages = [
            {"id": p.id, "menu": list(p.menu), "rota": p.path or p.id, "titulo": p.title, "perto": p.id in near}
            for p in portal.pages
        ]
        return jsonify({"success": True, "data": pages})

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        found = self.structure(portal, page, f"/api/v1/{entity}/mensagens/{page.kind}")
        for shown, view in zip(found["visoes"], page.views, strict=True):
            shown["dentro"] = view.detail is not None and view.detail.shown == "inline"
        return jsonify({"success": True, "data": found})

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        missing = [f.label for f in page.filters if f.kind == "ano" and not request.args.get(f.name)]
        if missing:
            return make_response(jsonify({"success": False, "message": f"Informe: {', '.join(missing)}"}), 400)
        size = self.sheet("tamanho")
        found = self.listing(
            portal,
            page,
            self.view_of(page, view_id),
            page.query(request.args),
            self.sheet("atual"),
            size if size in SIZES else SIZES[0],
        )
        return jsonify({"success": True, "data": found})

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify({"success": True, "data": self.record_of(portal, page, view_id, row_id)})

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"success": True, "data": {"protocolo": "2026000001"}})

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A tab is chosen before the button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]
