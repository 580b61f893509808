"""ladrilho-like: an accounting vendor of the Centre-West. Big coloured tiles on the home page, a subject is a page of smaller ones.

A query asks for a period, two typed dates of one exercise, empty and required; "Localizar" fetches the grid below the form. A record's
magnifying glass opens it in a window of its own, the printer beside it a print. What begins with "Selecione" must be chosen. The
town is the session's: an address without it leads to a notice.
"""

from __future__ import annotations

from dataclasses import replace

from flask import Response, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office, plain_word
from lab.values import Row


class Ladrilho(Paginas, Unseen):
    name = "ladrilho"
    batch = "k"
    cookie = "SCPI_SESSAO"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}-{'OGE'[r.index % 3]}/{r.year % 100}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} {office(r)}".upper(),
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.{10 + r.index % 3} {office(r)}".upper(),
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/portal/consulta/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/portal/visualizar/{page.path or page.id}"

    @classmethod
    def group_path(cls, portal: Portal, group: str) -> str:
        return f"/{portal.entity}/portal/menu/{plain_word(group)}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A tile of the home page leads to the smaller ones of its subject."""
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    def dispatch(self, path: str) -> Response:
        """Any address but a portal's entry needs the town in the session."""
        here = f"/{path}"
        portal = next((p for p in self.host.portals if here == self.entry(p)), None)
        if portal is not None:
            sid, session = self.session()
            session["town"] = portal.slug
            response = super().dispatch(path)
            response.set_cookie(self.cookie, sid, httponly=True)
            return response
        session = self.known_session() or {}
        town = next((p for p in self.host.portals if here.startswith(self.entry(p))), None)
        if town is not None and session.get("town") != town.slug:
            return make_response(self.html("lost.html", portal=town), 403)
        return super().dispatch(path)

    def other(self, portal: Portal, here: str) -> Response | None:
        """A subject's tiles, or the grid that a query fetches."""
        for group, pages in self.tree(portal).items():
            if here == self.group_path(portal, group) and len(pages[0].menu) > 1:
                return self.draw("group.html", portal, group=group, pages=pages)
        for page in (p for p in portal.pages_on(self.name) if p.views):
            if here == f"{self.path(portal, page)}/localizar" and request.method == "POST":
                return self.located(portal, page)
        return None

    def show(self, portal: Portal, page: Page) -> Response:
        """The form; its answer is fetched, also where a page has one at once."""
        if page.views and request.method == "POST":
            return make_response(redirect(self.path(portal, page)))
        return super().show(portal, page)

    def located(self, portal: Portal, page: Page) -> Response:
        view = self.view_of(page, request.form.get("visao", "v0"))
        wrong = self.wrong(page)
        if wrong:
            return make_response(wrong, 400)
        rows = self.records(portal, page, view, self.asked(page))
        grid = self.grid_of(page, view, rows, self.sheet("pag"))
        return make_response(
            self.html("grid.html", portal=portal, page=page, view=view, g=grid, opener=self.opener(portal, page, view))
        )

    @staticmethod
    def period(page: Page) -> Query | None:
        """The exercise of the period that is asked for, where a page asks for one."""
        first = read_day(request.form.get("de", ""))
        return Query(first.year) if first and any(f.kind == "de" for f in page.filters) else None

    @staticmethod
    def wrong(page: Page) -> str:
        """What is said of a form that is not filled as it must be."""
        for given in page.filters:
            if given.options and (request.form.get(given.name) or given.options[0]).startswith("Selecione"):
                return f"Selecione: {given.label}."
        if not any(f.kind == "de" for f in page.filters):
            return ""
        first, last = (read_day(request.form.get(name, "")) for name in ("de", "ate"))
        if not first or not last or last < first:
            return "Informe o período inicial e final (dd/mm/aaaa)."
        return "" if first.year == last.year else "O período deve estar dentro de um mesmo exercício."

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        asked = self.period(page) if request.method == "POST" else None
        if asked is None:
            return super().records(portal, page, view, query)
        first, last = (read_day(request.form.get(name, "")) for name in ("de", "ate"))
        rows = super().records(portal, page, view, replace(query, year=asked.year))
        return [r for r in rows if first and last and first <= r.when <= last]

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: Markup("onclick=\"visualizar('{}?v={}&amp;id={}')\"").format(
            self.detail_path(portal, page, view), view.id, row_id
        )
