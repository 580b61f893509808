"""gradeag-like: an Angular application with ng-select's combos and grids of ag-Grid's make. Columns exist only while they are scrolled into
view, some (``options.hidden``: page → labels) not before they are ticked in the tool panel "Colunas", which is made when it opens.

The entries of a group of the menu are made when it opens. A query posts its filters and the range of rows; what begins with "Selecione"
must be chosen. A record has a route of its own, reached by the button of a pinned column. Every route also opens cold.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import Column, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

CHOOSER = "Colunas"
DELAY = 0.08  # seconds per answer


class GradeAg(Unseen):
    name = "gradeag"
    batch = "g"
    cookie = ""
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}/{r.index + 1:06d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/portal/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/detalhe/{view.id}"

    @classmethod
    def hidden(cls, portal: Portal, page: Page, view: View) -> frozenset[str]:
        """Labels of the columns that are not ticked at first."""
        return frozenset(portal.options.get("hidden", {}).get(page.id, ())) & {c.label for c in view.columns}

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        found = cls.where(portal, page, view, in_detail)
        ticked = in_detail or column.label not in cls.hidden(portal, page, view)
        return found if ticked else [" › ".join([*found, CHOOSER, column.label])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab keeps the query; the tool panel opens, then its columns are ticked. Scrolling sideways is part of looking."""
        first = page.views[0]
        way = [] if cls.at_once(portal, page, first) else [f"{page.id}/{first.id}"]
        way += [] if view is first else [f"{page.id}/{view.id}"]
        if cls.hidden(portal, page, view):
            way += [f"{page.id}/{view.id}/colunas", f"{page.id}/{view.id}/colunas marcadas"]
        return [tuple(way)]

    # ------------------------------------------------ shell and service

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/portal", "front", self.shell)
        rule("/<entity>/portal/<path:path>", "shell", self.shell)
        rule("/<entity>/api/menu", "tree", self.tree)
        rule("/<entity>/api/tela/<page_id>", "screen", self.screen)
        rule("/<entity>/api/tela/<page_id>/<view_id>", "rows", self.rows, methods=["POST"])
        rule("/<entity>/api/tela/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/api/mensagem/<form>", "message", self.message, methods=["POST"])

    def shell(self, entity: str, path: str = "") -> str:
        return self.render("index.html", portal=self.portal_by(entity=entity))

    def tree(self, entity: str) -> Response:
        groups = self.menu(self.portal_by(entity=entity))
        return jsonify(
            [
                {
                    "nome": group,
                    "so": len(pages[0].menu) == 1,
                    "itens": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id} for p in pages],
                }
                for group, pages in groups.items()
            ]
        )

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        found = self.structure(portal, page, f"/{entity}/api/mensagem/{page.kind}")
        for shown, view in zip(found["visoes"], page.views, strict=True):
            hidden = self.hidden(portal, page, view)
            for column in shown["colunas"]:
                column["oculta"] = column["rotulo"] in hidden
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """A block of rows, each an object whose fields are the columns' numbers."""
        portal, page = self.needed(entity, page_id)
        view = self.view_of(page, view_id)
        time.sleep(DELAY)
        asked = request.get_json(silent=True) or {}
        chosen = {str(k): str(v) for k, v in dict(asked.get("filtros") or {}).items()}
        for given in page.filters:
            value = chosen.get(given.name) or given.default or (given.options or ("",))[0]
            if value.startswith("Selecione"):
                return make_response(jsonify({"erro": f"O campo {given.label} é obrigatório."}), 422)
        first, last = (int(asked.get(k) or 0) for k in ("startRow", "endRow"))
        if not 0 <= first < last <= first + 100:
            return make_response(jsonify({"erro": "Intervalo inválido."}), 400)
        records = self.records(portal, page, view, page.query(chosen))
        cells = [
            {f"c{n}": self.as_json(self.dress(c, r)) for n, c in enumerate(view.columns)} for r in records[first:last]
        ]
        rows = [{"id": r.id, **c} for r, c in zip(records[first:last], cells, strict=True)]
        return jsonify({"rowData": rows, "rowCount": len(records), "mensagem": page.message})

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026000001"})
