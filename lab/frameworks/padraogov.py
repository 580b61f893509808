"""padraogov-like: a town's portal in the federal government's design system. A header, a side menu behind "Menu principal" whose
folders are in the page, crumbs, selects made of an input, a button and a list of radios, one table component with a menu of densities.

Pages are the server's, records come as JSON once "Consultar" is pressed (or at once where a page is ``auto``). A field that begins with
"Selecione" stands empty and is required. A record unfolds below its row (``detail.shown: inline``) or opens in a modal.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import Filter, Page, Portal, View
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office

DELAY = 0.08  # seconds per answer
SIZES = (10, 20, 50)
MENU = "Menu principal"


class PadraoGov(Paginas, Unseen):
    name = "padraogov"
    batch = "i"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 20}000 - {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 20}101 - {office(r)}",
        "funcao": lambda r: r.function[0].partition(" - ")[2],
    }

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [MENU, *page.menu]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*cls.way(portal, page), *([] if page.auto else [page.button]), *([view.tab] if view.tab else [])]

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/api/<entity>/v1/<page_id>/<view_id>", "rows", self.rows)
        rule("/api/<entity>/v1/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<path:path>", "any", self.dispatch, methods=["GET", "POST"])

    def show(self, portal: Portal, page: Page) -> Response:
        """The page with its form; what its script must know stands in it."""
        if not page.views:
            return super().show(portal, page)
        screen = self.structure(portal, page)
        for shown, view in zip(screen["visoes"], page.views, strict=True):
            shown["dentro"] = view.detail is not None and view.detail.shown == "inline"
        return self.draw("page.html", portal, page, screen=screen)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        query, size = self.asked(page), self.sheet("porPagina")
        time.sleep(DELAY)
        lacking = [f.label for f in page.filters if self.lacking(f)]
        if lacking:
            return make_response(jsonify({"mensagem": f"Campo obrigatório não informado: {', '.join(lacking)}"}), 422)
        view = self.view_of(page, view_id)
        return jsonify(self.listing(portal, page, view, query, self.sheet(), size if size in SIZES else SIZES[0]))

    @staticmethod
    def lacking(given: Filter) -> bool:
        """Whether a field that must be chosen is not."""
        empty = not given.default and bool(given.options) and given.options[0].startswith("Selecione")
        return empty and request.args.get(given.name, "") in ("", given.options[0])

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.record_of(portal, page, view_id, row_id))
