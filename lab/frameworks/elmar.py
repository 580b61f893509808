"""elmar-like: ASP.NET MVC. The tenant travels as ``e=`` in every address, tabs as ``Tab=``; there is no session.

"Pesquisar" is a GET; a record opens in a modal whose link also works on its own. ``menu=off&header=off&footer=off`` drops
the chrome, for other sites' frames; ``ctx`` is a token of the visit that every link carries. Without ``e`` the host offers
all its entities.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import abort, make_response, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Framework, Opener, Way

BARE = {"menu": "off", "header": "off", "footer": "off"}


class Elmar(Framework):
    name = "elmar"
    cookie = ""

    def entry(self, portal: Portal) -> str:
        return f"/?e={portal.entity}"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.path(portal, page)}?{urlencode({'e': portal.entity, **BARE})}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return "/" + (page.path or page.id)

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return "/" + ((view.detail.path if view.detail else "") or f"{page.path or page.id}/Detalhes")

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """A modal shows over the page's own address, and its link opens by itself too."""
        alone = super().where(portal, page, view, in_detail)
        if not in_detail:
            return alone
        words = alone[0].partition(" › ")[2]
        return [f"{cls.path(portal, page)} › {words}", *alone]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab is a page of its own, with its form."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/lista")]

    def routes(self) -> None:
        self.app.add_url_rule("/", "index", self.index)
        self.app.add_url_rule("/<path:path>", "page", self.page, methods=["GET", "POST"])

    def tenant(self) -> Portal | None:
        return next((p for p in self.host.portals if p.entity == request.args.get("e")), None)

    def link(self, path: str, **more: Any) -> str:
        """An address of this visit: entity, context and missing chrome are carried along."""
        kept = {k: request.args[k] for k in ("e", *BARE) if k in request.args}
        ctx = request.args.get("ctx") or secrets.token_hex(6)
        return f"{path}?{urlencode({**kept, 'ctx': ctx, **more})}"

    def index(self) -> Response:
        portal = self.tenant()
        if portal is None:
            return make_response(self.render("entities.html", portals=self.host.portals))
        return make_response(self.render("home.html", portal=portal))

    def page(self, path: str) -> Response:
        portal = self.tenant()
        if portal is None:
            return make_response(self.render("entities.html", portals=self.host.portals))
        for page in portal.pages_on(self.name):
            if "/" + path == self.path(portal, page):
                return make_response(self.show(portal, page))
            for view in page.views:
                if (
                    view.detail
                    and "/" + path == self.detail_path(portal, page, view)
                    and request.args.get("v", view.id) == view.id
                ):
                    return make_response(self.detail(portal, page, view))
        return abort(404)

    def show(self, portal: Portal, page: Page) -> str:
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return "Mensagem enviada."
        context: dict[str, Any] = {"portal": portal, "page": page}
        if page.views:
            tab = request.args.get("Tab", "1")
            number = min(int(tab), len(page.views)) - 1 if tab.isdigit() and tab != "0" else 0
            view, query = page.views[number], page.query(request.args)
            sheet = request.args.get("pagina", "1")
            context |= {"view": view, "number": number + 1, "query": query, "opener": self.opener(portal, page, view)}
            if page.auto or "exercicio" in request.args or "busca" in request.args:
                context["grid"] = table.grid(portal, page, view, query, int(sheet) if sheet.isdigit() else 1)
            context["kept"] = {k: v for k, v in request.args.items() if k not in ("pagina", "e", "ctx", "Tab", *BARE)}
        return self.render("page.html", **context)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            href = self.link(self.detail_path(portal, page, view), v=view.id, id=row_id, isModal="true")
            if view.detail and view.detail.open in ("row", "button"):
                return Markup('data-modal="{}"').format(href)
            return Markup('href="{}" data-modal="{}"').format(href, href)

        return attrs

    def detail(self, portal: Portal, page: Page, view: View) -> str:
        row = portal.row(page, view, request.args.get("id", ""))
        if row is None or view.detail is None:
            abort(404)
        ajax = request.headers.get("X-Requested-With") == "XMLHttpRequest"
        return self.render("detail.html", portal=portal, opened=table.opened(view.detail, row), ajax=ajax)
