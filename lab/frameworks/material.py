"""material-like: an Angular application with Material components, drawn from a REST service, with routes of its own.

Tables are custom elements with roles, drop-downs are comboboxes whose options live in an overlay at the end of the body, tabs
fetch their content when they are first shown, records open in a dialog or below their row. Every route also opens cold.
"""

from __future__ import annotations

import time

from flask import Response, abort, jsonify, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.national import National

DELAY = 0.15  # seconds per answer
HOME_CARDS = 9  # as in material.js


class Material(National):
    name = "material"
    cookie = ""
    makers = {"numero_empenho": lambda r: f"{r.year}NE{r.index + 1:06d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/inicio"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A tab shows its own query: it is chosen before the button."""
        tab = [view.tab] if view.tab else []
        return [*page.menu, *tab, *([] if page.auto else [page.button])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The first screens stand on the home page; the others are made when their group opens."""
        screens = [p for pages in cls.groups(portal).values() for p in pages]
        near = page in screens[:HOME_CARDS] or len(page.menu) == 1 == len(cls.groups(portal)[page.menu[0]])
        return [(ENTRY, page.id)] if near else [(ENTRY, f"menu {page.menu[0]}", page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab's query is made when it is first shown."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/lista")]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/rest/menu", "menu_rest", self.menu_of)
        rule("/<entity>/rest/telas/<page_id>", "structure_rest", self.screen)
        rule("/<entity>/rest/telas/<page_id>/<view_id>/lista", "rows_rest", self.rows, methods=["POST"])
        rule("/<entity>/rest/telas/<page_id>/<view_id>/<row_id>", "one_rest", self.one)
        rule("/<entity>/rest/formularios/<form>", "message", self.message, methods=["POST"])
        rule("/<entity>/", "shell_root", self.shell)
        rule("/<entity>/<path:path>", "shell", self.shell)

    def shell(self, entity: str, path: str = "") -> str:
        return self.render("index.html", portal=self.portal_by(entity=entity))

    def menu_of(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        groups = [
            {
                "nome": g,
                "telas": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id, "so": len(p.menu) == 1} for p in ps],
            }
            for g, ps in self.menu(portal).items()
        ]
        return jsonify({"municipio": portal.name, "uf": portal.uf.upper(), "grupos": groups})

    def needed(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        time.sleep(DELAY)
        portal = self.portal_by(entity=entity)
        page = self.found(portal, page_id)
        if page is None:
            abort(404)
        return portal, page

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        shown = {v.id: v.detail.shown for v in page.views if v.detail}
        return jsonify({**self.structure(portal, page, f"/{entity}/rest/formularios/{page.kind}"), "mostra": shown})

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """A search is a POST with a JSON body, as REST services of this kind have it."""
        portal, page = self.needed(entity, page_id)
        asked = request.get_json(silent=True) or {}
        sheet, size = int(asked.get("pagina", 1)), int(asked.get("tamanho", 0))
        return jsonify(self.listing(portal, page, page.view(view_id), page.query(asked), sheet, size))

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        record = self.record(portal, page, page.view(view_id), row_id)
        if record is None:
            abort(404)
        return jsonify(record)

    def message(self, entity: str, form: str) -> Response:
        if form in FORBIDDEN_FORMS:
            self.forbid()
        return jsonify({"ok": True})
