"""artigos-like: a town's site made with Joomla. Accounts are another vendor's pages in a frame; bids and payroll are its own.

Records stand in a category per year, on sheets by ``?start=``; a record with a detail is an article of its own. Every page has
a form to log in at its side.
"""

from __future__ import annotations

import re
from typing import Any

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import Opener, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word

BELOW = re.compile(r"(?:/(\d+)-ano-(\d{4}))?(?:/(\d{9})-registro)?")
"""Under a page's address: a year's category, then an article."""


class Artigos(Unseen):
    name = "artigos"
    batch = "c"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_licitacao": lambda r: f"{r.index + 1:03d}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """Also of a page that frames another host's."""
        own = page.path if page.host == cls.name else ""
        return f"/{portal.entity}/index.php/{own or '/'.join(map(plain_word, page.menu))}"

    @classmethod
    def by_year(cls, page: Page) -> bool:
        return any(f.kind == "ano" for f in page.filters)

    @classmethod
    def category(cls, portal: Portal, page: Page, year: int) -> str:
        """Address of a year's records; of a page without years its own."""
        here = cls.path(portal, page)
        return f"{here}/{portal.pages.index(page) * 10 + year % 10 + 40}-ano-{year}" if cls.by_year(page) else here

    @classmethod
    def latest(cls, view: View) -> int:
        """The year whose records are shown, where none is asked for."""
        return max((y for y, count in view.years.items() if count), default=max(view.years))

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.category(portal, page, cls.latest(view))

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*page.menu, *([str(cls.latest(view))] if cls.by_year(page) else [])]

    @classmethod
    def where_framed(cls, portal: Portal, page: Page) -> list[str]:
        return [" › ".join([cls.path(portal, page), *page.menu, *([] if page.auto else [page.button])])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        if not cls.by_year(page):
            return [()]
        return [(f"{page.id}/{year}",) for year, count in view.years.items() if count]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "front", self.front)
        rule("/<entity>/index.php/<path:path>", "inner", self.inner)

    def draw(self, template: str, portal: Portal, page: Page | None = None, **context: Any) -> Response:
        return make_response(self.render(template, portal=portal, page=page, **context))

    def front(self, entity: str) -> Response:
        return self.draw("home.html", self.portal_by(entity=entity))

    def inner(self, entity: str, path: str) -> Response:
        portal = self.portal_by(entity=entity)
        here = f"/{entity}/index.php/{path}"
        for page in sorted(portal.pages, key=lambda p: -len(self.path(portal, p))):
            below = here.removeprefix(self.path(portal, page))
            found = BELOW.fullmatch(below) if here.startswith(self.path(portal, page)) else None
            if found and (page.views or not below):
                return self.show(portal, page, found)
        return abort(404)

    def show(self, portal: Portal, page: Page, below: re.Match[str]) -> Response:
        if page.host != self.name:
            return (
                self.draw("frame.html", portal, page, source=self.outside(portal, page)) if not below[0] else abort(404)
            )
        if not page.views:
            return self.draw("text.html", portal, page)
        view = page.views[0]
        year = int(below[2] or 0)
        if (
            year
            and below[0].partition("/")[2].partition("/")[0] != self.category(portal, page, year).rpartition("/")[2]
        ):
            abort(404)
        if below[3]:
            opened = self.opened_of(portal, page, view, below[3])
            return self.draw("article.html", portal, page, opened=opened, year=year)
        if self.by_year(page) and not year:
            years = {y: (self.category(portal, page, y), n) for y, n in sorted(view.years.items(), reverse=True)}
            return self.draw("years.html", portal, page, years=years)
        return self.listed(portal, page, view, year or self.latest(view))

    def listed(self, portal: Portal, page: Page, view: View, year: int) -> Response:
        """A sheet of a year, from the record ``start`` on."""
        size = view.per_page or 10**6
        start = request.args.get("start", "")
        rows = self.records(portal, page, view, Query(year))
        grid = self.grid_of(page, view, rows, (int(start) if start.isdigit() else 0) // size + 1, size)
        opener = self.opener(portal, page, view, year) if view.detail else None
        return self.draw("category.html", portal, page, grid=grid, opener=opener, year=year, size=size)

    def opener(self, portal: Portal, page: Page, view: View, year: int) -> Opener:
        return lambda row_id: Markup('href="{}/{}-registro"').format(self.category(portal, page, year), row_id)

    def tree(self, portal: Portal) -> dict[str, list[Page]]:
        """The menu, framed pages of other hosts included."""
        found: dict[str, list[Page]] = {}
        for page in portal.pages:
            found.setdefault(page.menu[0], []).append(page)
        return found
