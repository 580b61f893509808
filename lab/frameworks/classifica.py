"""classifica-like: a vendor's PHP of about 2009. One address for all; every click sends the whole position (query, trail, sheet) to
``conteudo.php``, whose answer replaces the middle of the page. "Voltar" goes a level up.

On the pages of ``options.levels`` a line's row leads down, from the body to the commitments and to one of them; the trail stands above as
labels. Codes and names are two columns. The session that the address opens only says that one has come by the front door.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.levels import Levels
from lab.frameworks.unseen import NAMES, OFFICES, office
from lab.table import Grid
from lab.values import Row, Value

BETWEEN = "~"


class Classifica(Levels):
    name = "classifica"
    batch = "i"
    cookie = "PHPSESSID_CL"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}/{r.year % 100}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:02d} - {office(r).upper()}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.{r.function[1][:1]}1 - {r.function[1][6:].upper()}",
        "funcao": lambda r: r.function[0].upper(),
        "programa": lambda r: r.function[2].upper(),
    }

    def entry(self, portal: Portal) -> str:
        return self.path(portal, portal.pages[0])

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/index.php"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        button = [] if page.auto else [page.button]
        below = cls.first_names(portal, page)[: page.views.index(view)] if cls.levels(portal, page) else []
        return [*cls.way(portal, page), *button, *(name.partition(" - ")[2] or name for name in below)]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Each level is an answer of its own."""
        if not cls.levels(portal, page):
            return super().fillings(portal, page, view)
        first = [] if cls.at_once(portal, page, page.views[-1]) else [f"{page.id}/consulta"]
        return [(*first, *(f"{page.id}/nível {n}" for n in range(1, page.views.index(view) + 1)))]

    # ------------------------------------------------ addresses

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "town", lambda entity: redirect(f"/{entity}/index.php"))
        rule("/<entity>/index.php", "front", self.front)
        rule("/<entity>/conteudo.php", "middle", self.middle, methods=["POST"])

    def latin(self, template: str, **context: object) -> Response:
        html = self.render(template, **context).encode("iso-8859-1", "xmlcharrefreplace")
        return Response(html, content_type="text/html; charset=ISO-8859-1")

    def front(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        sid, _ = self.session()
        response = make_response(self.latin("index.html", portal=portal))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def middle(self, entity: str) -> Response:
        """What the position that is sent shows."""
        portal = self.portal_by(entity=entity)
        if self.known_session() is None:
            return self.latin("expired.html", portal=portal)
        page = self.found(portal, request.form.get("c", "")) or abort(404)
        if not page.views:
            if page.kind in FORBIDDEN_FORMS and request.form.get("enviar"):
                self.forbid()
            return self.latin("text.html", portal=portal, page=page, sent=bool(request.form.get("enviar")))
        query = page.query(request.form)
        deep = self.levels(portal, page)
        trail = (
            [name for name in request.form.get("n", "").split(BETWEEN) if name][: len(page.views) - 1] if deep else []
        )
        view = page.views[len(trail)]
        row = portal.row(page, page.views[-1], request.form.get("ver", ""))
        if row is not None and page.views[-1].detail:
            opened = self.opened(page.views[-1].detail, row)
            return self.latin("detail.html", portal=portal, page=page, opened=opened, back=self.position(ver=""))
        grid = None
        if page.auto or request.form.get("p"):
            rows = self.below(page, self.records(portal, page, page.views[-1] if deep else view, query), trail)
            grid = (
                self.summed(page, view, rows)
                if view is not page.views[-1]
                else self.grid_of(page, view, rows, self.sheet("pg"))
            )
        place = [(v.columns[0].label, name) for v, name in zip(page.views, trail, strict=False)]
        up = self.position(n=BETWEEN.join(trail[:-1]), pg="1") if trail else ""
        context = {
            "view": view,
            "grid": grid,
            "place": place,
            "up": up,
            "query": query,
            "leads": view is not page.views[-1],
        }
        return self.latin("content.html", portal=portal, page=page, trail=trail, **context)

    def summed(self, page: Page, view: View, rows: list[Row]) -> Grid:
        """A level above the records."""
        lines = [[name, *amounts] for name, amounts in self.added(view, rows)]
        return Grid(view, [[*line] for line in lines], [line[0] for line in lines], 1, 1, len(lines), page.message)

    def cells(self, portal: Portal, page: Page, view: View, query: Query) -> Iterator[list[Value]]:
        """Above the records, names stand apart from their codes."""
        for line in super().cells(portal, page, view, query):
            yield line if view is page.views[-1] else [self.parted(line[0])[1], *line[1:]]

    # ------------------------------------------------ what templates draw with

    @staticmethod
    def position(**changes: str) -> Markup:
        """A call that goes from the present position to another."""
        there = {k: v for k, v in {**request.form.to_dict(), **changes}.items() if v}
        return Markup("carrega('{}')").format(urlencode(there))

    def down(self, trail: list[str], name: str) -> Markup:
        return self.position(n=BETWEEN.join([*trail, name]), pg="1")

    @staticmethod
    def parted(value: Value) -> tuple[str, str]:
        """Code and name of a line; a name alone has no code."""
        code, dash, name = text_of(value).partition(" - ")
        return (code, name) if dash else ("", code)
