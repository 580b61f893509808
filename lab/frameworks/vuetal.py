"""vuetal-like: a Vue application with Vuetify's components, made for telephones first. The menu is a drawer behind an icon, its
groups' entries are made when they open; routes stand behind the hash.

A query waits for an entity, picked in a field that completes what is typed, and for a year, a chip. No button: the choice asks.
Tables are dense; those of ``style: cards`` are the ones of narrow screens, a label beside each value. A record opens below its
row (``detail.shown: inline``), or as a sheet of panels of which the first is open. The service refuses to answer for no entity.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import Column, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

DRAWER = "Abrir menu"
DELAY = 0.1  # seconds per answer
SIZES = (10, 25, 50)


class Vuetal(Unseen):
    name = "vuetal"
    batch = "d"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}.{r.index + 1:04d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/#/{page.path or page.id}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [DRAWER, *page.menu]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def opening(cls, view: View) -> list[str]:
        """A record, and every panel of it that is shut."""
        return [*super().opening(view), *cls.panels(view)[1:]]

    @classmethod
    def panels(cls, view: View) -> list[str]:
        if view.detail is None or view.detail.shown == "inline":
            return []
        return [*(s.title for s in view.detail.sections), *(t.title for t in view.detail.tables)]

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        """Of the shut panels, only the one in which a field stands."""
        if not in_detail or view.detail is None:
            return cls.where(portal, page, view, in_detail)
        parts = [
            *((s.title, s.fields) for s in view.detail.sections),
            *((t.title, t.columns) for t in view.detail.tables),
        ]
        panel = next(title for title, fields in parts if any(column is f for f in fields))
        shut = [panel] if panel in cls.panels(view)[1:] else []
        words = [*cls.steps(portal, page, view), *super().opening(view), *shut]
        return [" › ".join([cls.path(portal, page), *words])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Drawer and groups are made when they open."""
        return [(ENTRY, "gaveta", *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "front", lambda entity: self.render("index.html", portal=self.portal_by(entity=entity)))
        rule("/api/v1/<entity>/menu", "tree", self.tree)
        rule("/api/v1/<entity>/telas/<page_id>", "screen", self.screen)
        rule("/api/v1/<entity>/dados/<page_id>/<view_id>", "rows", self.rows)
        rule("/api/v1/<entity>/dados/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/api/v1/<entity>/mensagens/<form>", "message", self.message, methods=["POST"])

    def tree(self, entity: str) -> Response:
        groups = [
            {
                "nome": group,
                "so": len(pages) == 1 and len(pages[0].menu) == 1,
                "itens": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id} for p in pages],
            }
            for group, pages in self.menu(self.portal_by(entity=entity)).items()
        ]
        return jsonify(groups)

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        found = self.structure(portal, page, f"/api/v1/{entity}/mensagens/{page.kind}")
        for shown, view in zip(found["visoes"], page.views, strict=True):
            shown["dentro"] = view.detail is not None and view.detail.shown == "inline"
        for shown, given in zip(found["filtros"], page.filters, strict=True):
            shown["padrao"] = given.default
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        missing = [f.label for f in page.filters if f.kind in ("unidade", "ano") and not request.args.get(f.name)]
        if missing:
            return make_response(jsonify({"erro": f"Parâmetro obrigatório: {', '.join(missing)}"}), 422)
        size = request.args.get("itens", "")
        size_of = int(size) if size.isdigit() and int(size) in SIZES else SIZES[0]
        found = self.listing(portal, page, self.view_of(page, view_id), page.query(request.args), self.sheet(), size_of)
        return jsonify(found)

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026000001"})
