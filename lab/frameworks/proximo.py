"""proximo-like: a Next.js site. Subjects stand in a mega-menu that only the mouse opens; a subject is a page of month cards.

Pages come drawn by the server; a script then takes the links over, asks for the next page's part as JSON and keeps the address.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import Response, abort, g, jsonify, make_response, request
from markupsafe import Markup

from lab.definition import YEARS, Page, Portal, View
from lab.frameworks.base import Opener
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES

BUILD = "kQ3xVtq0r1Zc"
BELOW = re.compile(r"(.+?)(?:/(\d{4})/([\w-]+))?(?:/registro/(v\d+)/(\d{9}))?")
"""An address: a page's, then a year and a drawer, then a record."""


class Proximo(Gavetas):
    name = "proximo"
    batch = "b"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"E-{r.index + 1:05d}",
        "funcao": lambda r: area(r)[0],
        "subfuncao": lambda r: area(r)[1],
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}"

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        return YEARS[0]

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return cls.path(portal, page) + (f"/{year}/{cls.short(word)}" if word else "")

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return f"{cls.drawer_path(portal, page, year, word)}/registro"

    def routes(self) -> None:
        self.app.add_url_rule(f"/_next/data/{BUILD}/<path:path>.json", "data", self.data)
        super().routes()

    def dispatch(self, path: str) -> Response:
        g.here = f"/{path}"
        return super().dispatch(path)

    def data(self, path: str) -> Response:
        """The part of a page that changes, as Next's router asks for it."""
        g.part = True
        answer = self.dispatch(path)
        return jsonify({"pageProps": {"html": answer.get_data(as_text=True)}, "__N_SSG": True})

    def draw(self, template: str, portal: Portal, page: Page | None = None, **context: object) -> Response:
        layout = f"{self.name}/{'part' if g.get('part') else 'layout'}.html"
        return make_response(self.html(template, portal=portal, page=page, layout=layout, build=BUILD, **context))

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        given = request.args.get("year", "")
        return self.year(portal, page, int(given) if given.isdigit() else YEARS[0])

    def year(self, portal: Portal, page: Page, year: int) -> Response:
        """A year of a page: its month cards, or its only table."""
        if not self.by(portal, page):
            return self.sheet_of(portal, page, year, "")
        return self.draw("page.html", portal, page, year=year, cards=self.contents(portal, page, year), grid=None)

    def sheet_of(self, portal: Portal, page: Page, year: int, word: str) -> Response:
        view = next((v for v in page.views if v.id == request.args.get("tab")), page.views[0])
        rows = self.drawers(portal, page, view, year).get(word, [])
        grid = self.grid_of(page, view, rows, self.sheet("page"))
        return self.draw("page.html", portal, page, year=year, word=word, view=view, grid=grid, cards=None)

    def other(self, portal: Portal, here: str) -> Response | None:
        """``…/2025/03`` and ``…/registro/v0/202500012``, below the address of a page."""
        found = BELOW.fullmatch(here)
        path, year, short, view_id, row_id = found.groups() if found else ("", "", "", "", "")
        page = next((p for p in portal.pages_on(self.name) if p.views and self.path(portal, p) == path), None)
        if page is None:
            return None
        if row_id:
            opened = self.opened_of(portal, page, self.view_of(page, view_id), row_id)
            return self.draw("detail.html", portal, page, opened=opened, year=year, short=short)
        word = next((w for w in self.contents(portal, page, int(year or 0)) if w and self.short(w) == short), None)
        return self.sheet_of(portal, page, int(year or 0), word or abort(404))

    # ------------------------------------------------ what templates draw with

    def here(self, **changes: object) -> str:
        """The present address, of the page and not of its part, with other arguments."""
        kept = {k: v for k, v in request.args.items() if k in ("year", "tab")}
        return f"{g.here}?{urlencode({**kept, **changes})}"

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: Markup('href="{}/registro/{}/{}"').format(g.here, view.id, row_id)
