"""cidadewp-like: a town's own WordPress site. News, forms, bids and payroll as plain tables in pages, the rest in a frame.

Years are links to pages of their own, a bid is a post; what another vendor serves is framed in a page under "Transparência".
"""

from __future__ import annotations

from dataclasses import replace

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.national import National


class CidadeWp(National):
    name = "cidadewp"
    cookie = ""
    currency = "R$"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """Also of a page that frames another host's."""
        own = page.path if page.host == cls.name and page.path else f"transparencia/{page.id}"
        return f"/{portal.entity}/{own}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/{page.id}/{view.id}/"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return list(page.menu)

    @classmethod
    def where_framed(cls, portal: Portal, page: Page) -> list[str]:
        return [" › ".join([cls.path(portal, page), *page.menu])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A year is a page of its own, with all views."""
        if cls.at_once(portal, page, view):
            return [()]
        return [(f"{page.id}/{year}",) for year, count in view.years.items() if count]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "front", self.front)
        rule("/<entity>/<path:path>/", "page", self.page, methods=["GET", "POST"])

    def tree(self, portal: Portal) -> dict[str, list[Page]]:
        """The menu, framed pages of other hosts included."""
        found: dict[str, list[Page]] = {}
        for page in portal.pages:
            found.setdefault(page.menu[0], []).append(page)
        return found

    def front(self, entity: str) -> str:
        portal = self.portal_by(entity=entity)
        if "s" in request.args:
            return self.render("search.html", portal=portal, page=None, words=request.args["s"])
        return self.render("home.html", portal=portal, page=None)

    def page(self, entity: str, path: str) -> Response:
        portal = self.portal_by(entity=entity)
        here = f"/{entity}/{path}/"
        for page in portal.pages:
            year = here.removeprefix(self.path(portal, page)).strip("/")
            if here.startswith(self.path(portal, page)) and (not year or year.isdigit()):
                return make_response(self.show(portal, page, year))
        return make_response(self.post(portal, here) or abort(404))

    def post(self, portal: Portal, here: str) -> str | None:
        """A record's own post, where ``here`` is the address of one."""
        for page in portal.pages_on(self.name):
            for view in page.views:
                row = portal.row(page, view, here.removeprefix(self.detail_path(portal, page, view)).strip("/"))
                if row and view.detail:
                    opened = self.opened(view.detail, row)
                    return self.render("post.html", portal=portal, page=page, opened=opened)
        return None

    def show(self, portal: Portal, page: Page, year: str) -> str:
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return "Obrigado! Sua mensagem foi enviada."
        if page.host != self.name:
            return self.render("frame.html", portal=portal, page=page, source=self.outside(portal, page))
        if not page.views:
            return self.render("page.html", portal=portal, page=page)
        query = page.query({})
        query = replace(query, year=int(year)) if year else query
        grids = [(v, self.grid(portal, page, v, query, size=v.per_page or 10**6)) for v in page.views]
        return self.render("page.html", portal=portal, page=page, grids=grids, year=query.year)

    def opener(self, portal: Portal, page: Page, view: View) -> object:
        return lambda row_id: Markup('href="{}"').format(f"{self.detail_path(portal, page, view)}{row_id}/")
