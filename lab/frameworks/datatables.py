"""datatables-like: PHP of the 2010s on Bootstrap, in ISO-8859-1. A mega menu, and tables that a script pages and searches.

The server sends every record of the year at once; the script shows ten. Details are pages behind links. The town is a folder.
"""

from __future__ import annotations

from flask import Response, abort, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.national import National


class Datatables(National):
    name = "datatables"
    cookie = ""
    shouting = True

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/transparencia/index.php"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/transparencia/{page.path or page.id + '.php'}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page).replace(".php", "_detalhe.php")

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """One query answers for all tabs, which come with the answer; the first one is shown."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        if cls.at_once(portal, page, view):
            return [tab]
        return [(f"{page.id}/{year}", *(f"{t}/{year}" for t in tab)) for year, count in view.years.items() if count]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/<entity>/transparencia/", "folder", self.index)
        self.app.add_url_rule("/<entity>/transparencia/index.php", "index", self.index)
        self.app.add_url_rule("/<entity>/transparencia/<path:path>", "page", self.page, methods=["GET", "POST"])

    def latin(self, html: str) -> Response:
        """Pages of this vendor never left ISO-8859-1."""
        return Response(html.encode("iso-8859-1", "xmlcharrefreplace"), content_type="text/html; charset=ISO-8859-1")

    def index(self, entity: str) -> Response:
        return self.latin(self.render("home.html", portal=self.portal_by(entity=entity)))

    def page(self, entity: str, path: str) -> Response:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if request.path == self.path(portal, p)), None)
        return self.show(portal, page) if page else self.detail(portal)

    def detail(self, portal: Portal) -> Response:
        for page in portal.pages_on(self.name):
            for view in page.views:
                here = view.detail and request.path == self.detail_path(portal, page, view)
                if here and view.detail and request.args.get("aba", view.id) == view.id:
                    row = portal.row(page, view, request.args.get("id", "")) or abort(404)
                    opened = self.opened(view.detail, row)
                    return self.latin(self.render("detail.html", portal=portal, page=page, opened=opened))
        return abort(404)

    def show(self, portal: Portal, page: Page) -> Response:
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return self.latin("Mensagem registrada.")
        if not page.views:
            return self.latin(self.render("page.html", portal=portal, page=page))
        query = page.query(request.args)
        asked = page.auto or bool(request.args)
        grids = [(v, self.grid(portal, page, v, query, size=10**6)) for v in page.views] if asked else []
        return self.latin(self.render("page.html", portal=portal, page=page, query=query, grids=grids))

    def opener(self, portal: Portal, page: Page, view: View) -> object:
        def attrs(row_id: str) -> Markup:
            href = f"{self.detail_path(portal, page, view)}?aba={view.id}&id={row_id}"
            if view.detail and view.detail.open in ("row", "button"):
                return Markup("onclick=\"location.href='{}'\"").format(href)
            return Markup('href="{}"').format(href)

        return attrs
