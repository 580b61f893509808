"""Sites of cities that wrap vendors' pages: easyweb-like (the framed address in base64 in ``acao``) and alfa-like (WordPress).

Each town lives in a folder of the host, in place of a domain of its own. Its pages of records, news and forms are served
here; pages of other hosts are framed.
"""

from __future__ import annotations

import base64
import binascii
from typing import Any
from urllib.parse import quote

from flask import abort, make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Framework


def folder(portal: Portal) -> str:
    return "/" + portal.slug.removeprefix("lab-").replace("-", "")


class CitySite(Framework):
    """What both share; a subclass says how a framed page is addressed and what stands around it."""

    def home(self, portal: Portal) -> str:
        return f"{folder(portal)}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{folder(portal)}/{page.path or page.id}"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/ver"

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", self.root)
        self.app.add_url_rule("/<town>/", "home", self.front)
        self.app.add_url_rule("/<town>/<path:path>", "page", self.page, methods=["GET", "POST"])

    def root(self) -> Response:
        return redirect(self.home(self.host.portals[0]))

    def portal_of(self, town: str) -> Portal:
        return next((p for p in self.host.portals if folder(p) == f"/{town}"), None) or abort(404)

    def front(self, town: str) -> str:
        portal = self.portal_of(town)
        news = next((p for p in portal.pages_on(self.name) if p.kind == "noticias"), None)
        return self.render("home.html", portal=portal, news=news)

    def transparency(self, portal: Portal) -> str:
        """Where the site's "Transparência" button leads: its own section, or the vendor's host."""
        return self.entry(portal) if portal.framework == self.name else self.host.lab.entry(portal)

    def framed(self, portal: Portal) -> dict[str, list[Page]]:
        """Every page of a wrapped portal, own or framed, under its first menu word."""
        tree: dict[str, list[Page]] = {}
        for page in portal.pages if portal.framework == self.name else portal.pages_on(self.name):
            tree.setdefault(page.menu[0], []).append(page)
        return tree

    def link(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page) if page.host == self.name else self.frame_link(portal, page)

    def frame_link(self, portal: Portal, page: Page) -> str:
        raise NotImplementedError

    def page(self, town: str, path: str) -> Response:
        portal = self.portal_of(town)
        here = f"{folder(portal)}/{path}"
        for page in portal.pages_on(self.name):
            if here == self.path(portal, page):
                return make_response(self.show(portal, page))
            for view in page.views:
                row = portal.row(page, view, request.args.get("id", ""))
                if view.detail and row and here == self.detail_path(portal, page, view):
                    return make_response(
                        self.render("page.html", portal=portal, page=page, opened=table.opened(view.detail, row))
                    )
        return self.other(portal, here)

    def other(self, portal: Portal, here: str) -> Response:
        abort(404)

    def show(self, portal: Portal, page: Page) -> str:
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return "Mensagem enviada."
        context: dict[str, Any] = {"portal": portal, "page": page}
        if page.views:
            view, query = page.views[0], page.query(request.args)
            sheet = request.args.get("pagina", "1")
            context |= {"query": query, "kept": {k: v for k, v in request.args.items() if k != "pagina"}}
            if page.auto or request.args:
                context["grid"] = table.grid(portal, page, view, query, int(sheet) if sheet.isdigit() else 1)
            context["opener"] = lambda row_id: Markup('href="{}?id={}"').format(
                self.detail_path(portal, page, view), row_id
            )
        return self.render("page.html", **context)


class Easyweb(CitySite):
    name = "easyweb"
    section = "assuntos/portal-da-transparencia"

    def entry(self, portal: Portal) -> str:
        return f"{folder(portal)}/{self.section}"

    @classmethod
    def where_framed(cls, portal: Portal, page: Page) -> list[str]:
        return [" › ".join([f"{folder(portal)}/{cls.section}", *page.menu])]

    def frame_link(self, portal: Portal, page: Page) -> str:
        target = base64.b64encode(self.outside(portal, page).encode()).decode()
        return f"{self.entry(portal)}?acao={quote(target)}&m={quote(page.menu[0].lower())}"

    def other(self, portal: Portal, here: str) -> Response:
        if here != self.entry(portal):
            abort(404)
        try:
            target = base64.b64decode(request.args.get("acao", ""), validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            target = ""
        if not target.startswith(tuple(h.url + "/" for h in self.host.lab.hosts.values())):
            target = ""
        return make_response(self.render("section.html", portal=portal, target=target))


class Alfa(CitySite):
    name = "alfa"
    section = "transparencia"

    def entry(self, portal: Portal) -> str:
        return f"{folder(portal)}/{self.section}/"

    @classmethod
    def frame_path(cls, portal: Portal, page: Page) -> str:
        return f"{folder(portal)}/{page.id}"

    @classmethod
    def where_framed(cls, portal: Portal, page: Page) -> list[str]:
        return [" › ".join([cls.frame_path(portal, page), *page.menu])]

    def frame_link(self, portal: Portal, page: Page) -> str:
        return self.frame_path(portal, page)

    def other(self, portal: Portal, here: str) -> Response:
        if here.rstrip("/") == self.entry(portal).rstrip("/"):
            return make_response(self.render("section.html", portal=portal))
        for page in portal.pages:
            if page.host != self.name and portal.framework == self.name and here == self.frame_path(portal, page):
                return make_response(
                    self.render("page.html", portal=portal, page=page, target=self.outside(portal, page))
                )
        return abort(404)
