"""motorphp-like: PHP applications on a Brazilian framework of components (Adianti's): ``index.php?class=EmpenhoList``, ``engine.php`` behind it.

The page is a theme with a side menu whose groups fold. A script takes over every link with ``generator="adianti"``: it asks ``engine.php``
for the same class and puts the answer in the middle, in a window over it or in a panel at the right, as the answer says of itself, and moves
the address bar. A form is posted to the method of its class; its filter is kept in the session, by class, until "Limpar". A list is a
datagrid whose headings sort, or cards (``style: cards``); several are tabs. ``options.grouped`` (page → label) is the column by whose values
a grid is grouped. A record stands in a window (``shown: dialog``), in the panel (``drawer``), below its row (``inline``), or in the middle.
"""

from __future__ import annotations

import time
from typing import Any
from urllib.parse import urlencode

from flask import Response, make_response, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.table import Grid
from lab.values import Row

WELCOME = "WelcomeView"
"""The class that is shown at first."""
DELAY = 0.08
"""Seconds that the engine takes."""
LINKS = 10
"""Sheets that a pager names at once."""
Chosen = dict[str, str]


class MotorPhp(Unseen):
    name = "motorphp"
    batch = "q"
    cookie = "PHPSESSID_portal"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:06d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.00{r.index % 2 + 1} {office(r)}",
        "numero_processo": lambda r: f"{r.rng('process').randrange(1, 900)}/{r.year}",
        "matricula": lambda r: f"{r.rng('badge').randrange(100, 9999)}-{r.index % 2 + 1}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.php"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/index.php?class={page.path}"

    @staticmethod
    def record_class(page: Page, view: View) -> str:
        place = page.views.index(view)
        return f"{page.path.removesuffix('List')}View{place + 1 if place else ''}"

    @staticmethod
    def moves(view: View) -> bool:
        """Whether the address bar follows when a record is opened: not for windows, nor below a row."""
        return view.detail is not None and view.detail.shown not in ("dialog", "inline")

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        if not cls.moves(view):
            return cls.path(portal, page)
        return f"/{portal.entity}/index.php?class={cls.record_class(page, view)}"

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Tabs come with the first answer."""
        first = page.views[0]
        if view is first:
            return super().fillings(portal, page, view)
        return [(*([] if page.auto else [f"{page.id}/{first.id}"]), f"{page.id}/{view.id}")]

    # ------------------------------------------------ addresses

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "folder", lambda entity: redirect(f"/{entity}/index.php"))
        rule("/<entity>/index.php", "index", self.index)
        rule("/<entity>/engine.php", "engine", self.engine, methods=["GET", "POST"])

    def index(self, entity: str) -> Response:
        """The theme, whose script loads what the address names."""
        portal = self.portal_by(entity=entity)
        first = request.query_string.decode() if "class" in request.args else f"class={WELCOME}"
        return self.kept(make_response(self.render("index.html", portal=portal, first=f"index.php?{first}")))

    def kept(self, response: Response) -> Response:
        """With the visitor's session."""
        sid, _ = self.session()
        if request.cookies.get(self.cookie) != sid:
            response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def engine(self, entity: str) -> Response:
        """What the method of a class answers, without a theme around it."""
        portal = self.portal_by(entity=entity)
        time.sleep(DELAY)
        asked, method = request.args.get("class", ""), request.args.get("method", "")
        if asked == WELCOME:
            return make_response(self.render("home.html", portal=portal))
        for page in portal.pages_on(self.name):
            if asked == page.path:
                return self.listed(portal, page, method) if page.views else self.prosaic(portal, page, method)
            for view in page.views:
                if view.detail and asked == self.record_class(page, view):
                    return self.record_shown(portal, page, view)
        return make_response(
            self.render("message.html", kind="error", text=f"Classe <b>{asked[:60]!a}</b> não encontrada")
        )

    # ------------------------------------------------ what classes answer

    def prosaic(self, portal: Portal, page: Page, method: str) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return make_response(self.render("message.html", kind="info", text="Registro salvo"))
        to = f"engine.php?class={page.path}&method=onSave"
        return make_response(self.render("prose.html", portal=portal, page=page, html=self.prose(portal, page, to)))

    def listed(self, portal: Portal, page: Page, method: str) -> Response:
        sid, session = self.session()
        filters: dict[str, Chosen] = session.setdefault("filters", {})
        error, given = "", filters.get(page.path)
        if method == "onClear":
            filters.pop(page.path, None)
            given = None
        elif method == "onSearch":
            given = {f.name: request.form.get(f.name, "") for f in page.filters}
            missing = unchosen(page, given)
            error = "<br>".join(f"O campo <b>{label}</b> é obrigatório." for label in missing)
            if not missing:
                filters[page.path] = given
        asked = not error and (page.auto or page.path in filters)
        named = request.args.get("grid", page.views[0].id)
        current = self.view_of(page, named)
        grids = [(v, self.answer(portal, page, v, given or {}, v is current) if asked else None) for v in page.views]
        shown = {"grids": grids, "current": current, "given": given or {}, "error": error, "links": self.links}
        response = make_response(self.render("list.html", portal=portal, page=page, **shown))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def answer(self, portal: Portal, page: Page, view: View, given: Chosen, turned: bool) -> Grid:
        """The sheet of a grid that the address names, sorted as it says; of the other grids the first."""
        query = page.query(given)
        rows = self.records(portal, page, view, query)
        for f in page.filters:
            chosen = given.get(f.name, "")
            if f.kind == "opcoes" and chosen in f.options[1:]:
                rows = [r for r in rows if chosen in (text_of(self.dress(c, r)) for c in view.columns)]
        place, sheet = request.args.get("order", ""), 1
        if turned:
            sheet = self.sheet("page")
            if place.isdigit() and int(place) < len(view.columns):
                column = view.columns[int(place)]
                rows.sort(key=lambda r: text_of(self.dress(column, r)), reverse=request.args.get("direction") == "desc")
        return self.grid_of(page, view, rows, sheet)

    @staticmethod
    def grouped_by(portal: Portal, page: Page, view: View) -> int | None:
        """The column by whose values a grid is grouped."""
        label = portal.options.get("grouped", {}).get(page.id)
        return next((n for n, c in enumerate(view.columns) if c.label == label), None)

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        rows, place = super().records(portal, page, view, query), self.grouped_by(portal, page, view)
        if place is not None:
            rows.sort(key=lambda r: text_of(self.dress(view.columns[place], r)))
        return rows

    def record_shown(self, portal: Portal, page: Page, view: View) -> Response:
        key = request.args.get("key", "")
        opened = self.opened_of(portal, page, view, key)
        shown = {"portal": portal, "page": page, "view": view, "opened": opened, "key": key}
        return make_response(self.render("record.html", **shown))

    # ------------------------------------------------ what templates draw with

    def reload(self, of: Page, view: View, **more: Any) -> str:
        """The address of a grid's other sheet, or other order; what the present one says of the order stays."""
        order = {n: request.args[n] for n in ("order", "direction") if n in request.args}
        return f"index.php?{urlencode({'class': of.path, 'method': 'onReload', 'grid': view.id, **order, **more})}"

    def sorted_by(self, page: Page, view: View, place: int) -> str:
        down = request.args.get("order") == str(place) and request.args.get("direction") == "asc"
        return self.reload(page, view, order=place, direction="desc" if down else "asc")

    def record_link(self, page: Page, view: View, key: str) -> str:
        asked = {"class": self.record_class(page, view), "method": "onView", "key": key, "id": key}
        inline = view.detail is not None and view.detail.shown == "inline"
        return f"index.php?{urlencode({**asked, **({'static': '1'} if inline else {})})}"

    @staticmethod
    def links(grid: Grid) -> range:
        """The sheets that a pager names."""
        first = (grid.page - 1) // LINKS * LINKS + 1
        return range(first, min(first + LINKS, grid.pages + 1))
