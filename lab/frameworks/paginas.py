"""What portals share whose pages the server draws, an address each: queries, tabs, sheets, details, prose.

Not a host: a subclass says its addresses, and what its menu looks like (``layout.html``). Its folder of templates may replace
any of those in ``templates/paginas``.
"""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, render_template, request
from markupsafe import Markup

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View
from lab.frameworks.base import Opener, Way
from lab.frameworks.national import National

POSTED = ("ouvidoria", "esic", "login", "contato")


class Paginas(National):
    """Base of plain sites."""

    method: ClassVar[str] = "get"
    """How a query is sent."""
    carried: ClassVar[frozenset[str]] = frozenset()
    """Arguments that every address carries and that ask for nothing."""
    sheet_name: ClassVar[str] = "pg"
    """The argument that turns to another sheet."""
    encoding: ClassVar[str] = "utf-8"
    shared: ClassVar[tuple[str, ...]] = ("paginas",)
    """Folders of templates after the framework's own."""

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/visualizar"

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Tabs come with the first answer."""
        first = page.views[0]
        if view is first:
            return super().fillings(portal, page, view)
        return [(*([] if page.auto else [f"{page.id}/{first.id}"]), f"{page.id}/{view.id}")]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/<path:path>", "any", self.dispatch, methods=["GET", "POST"])

    def dispatch(self, path: str) -> Response:
        """The page at an address of any portal of this host."""
        here = f"/{path}"
        for portal in self.host.portals:
            if here == self.entry(portal).partition("?")[0]:
                return self.draw("home.html", portal)
            for page in portal.pages_on(self.name):
                if here == self.path(portal, page):
                    return self.show(portal, page)
                for view in page.views:
                    opens = view.detail and here == self.detail_path(portal, page, view)
                    if opens and request.args.get("v", view.id) == view.id:
                        return self.record_page(portal, page, view, request.args.get("id", ""))
        for portal in self.host.portals:
            found = self.other(portal, here)
            if found is not None:
                return found
        return abort(404)

    def other(self, portal: Portal, here: str) -> Response | None:
        """A page that stands in no definition, or None."""
        return None

    # ------------------------------------------------ pages

    def draw(self, template: str, portal: Portal, page: Page | None = None, **context: Any) -> Response:
        html = self.html(template, portal=portal, page=page, layout=f"{self.name}/layout.html", **context)
        response = make_response(html.encode(self.encoding, "xmlcharrefreplace"))
        response.content_type = f"text/html; charset={self.encoding.upper()}"
        return response

    def html(self, template: str, **context: Any) -> str:
        return render_template([f"{folder}/{template}" for folder in (self.name, *self.shared)], **context)

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        query = self.asked(page)
        given = request.values.get("aba")
        view = next((v for v in page.views if v.id == given), page.views[0])
        sheet = request.values.get(self.sheet_name, "1")
        shown = page.auto or bool(set(request.values) - self.carried)
        grid = self.grid(portal, page, view, query, int(sheet) if sheet.isdigit() else 1) if shown else None
        return self.draw("page.html", portal, page, view=view, query=query, grid=grid)

    def asked(self, page: Page) -> Query:
        return page.query(request.values)

    def record_page(self, portal: Portal, page: Page, view: View, row_id: str) -> Response:
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            abort(404)
        return self.draw("detail.html", portal, page, view=view, opened=self.opened(view.detail, row))

    # ------------------------------------------------ what templates draw with

    def link(self, portal: Portal, page: Page) -> str:
        """Address of a page, also of another host's."""
        here = page.host == self.name and page.kind != "externo"
        return self.path(portal, page) if here else self.outside(portal, page)

    def tree(self, portal: Portal) -> dict[str, list[Page]]:
        """The menu, pages of other hosts included."""
        found: dict[str, list[Page]] = {}
        for page in portal.pages:
            found.setdefault(page.menu[0], []).append(page)
        return found

    def again(self, **changes: str) -> str:
        """The present address with other arguments: the next sheet, another tab."""
        return f"{request.path}?{urlencode({**request.values.to_dict(), **changes})}"

    def grid_html(self, portal: Portal, page: Page, view: View, grid: table.Grid, **more: Any) -> Markup:
        opener = self.opener(portal, page, view) if view.detail else None
        context = {"portal": portal, "page": page, "view": view, "g": grid, "opener": opener, **more}
        return Markup(self.html("grid.html", **context))  # noqa: S704

    def post_to(self, portal: Portal, page: Page) -> str:
        """Where a form that nobody should send posts to; "" is the common address."""
        return self.link(portal, page) if page.kind in POSTED else ""

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            href = f"{self.detail_path(portal, page, view)}?{urlencode({'v': view.id, 'id': row_id})}"
            if view.detail and view.detail.open in ("row", "button"):
                return Markup("onclick=\"location.href='{}'\"").format(href)
            return Markup('href="{}"').format(href)

        return attrs
