"""mosaiconet-like: an accounting vendor's Web Forms. Big tiles on the home page, each a button of the form that redirects to a page
with a filter; whole pages are posted back.

A query answers with a line per entity; on the pages of ``options.levels`` the first cell leads down, level by level (each view is the
level below the one before, its lines the sums of the last view's records), until the records, whose first cell opens a document.
What begins with "Selecione" must be chosen; periods are typed, this year's at first.
"""

from __future__ import annotations

from datetime import date
from typing import Any

from flask import Response, abort, g, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.levels import Levels
from lab.frameworks.postback import Postback, State
from lab.frameworks.unseen import NAMES, OFFICES, office
from lab.values import TODAY, Row, day

ENTITIES = (
    "1 - Prefeitura Municipal",
    "2 - Fundo Municipal de Saúde",
    "3 - Fundo Municipal de Assistência Social",
    "4 - Instituto de Previdência",
)
SECTIONS = ("Gabinete e Administração", "Departamento Técnico", "Programas e Convênios")
SHARES = (0, 0, 0, 0, 1, 1, 2, 3)
"""How often an entity is that of a record."""


def section(row: Row) -> int:
    """Which unit of its department a record is of."""
    return row.rng("section").randrange(len(SECTIONS))


class MosaicoNet(Postback, Levels):
    name = "mosaiconet"
    batch = "g"
    cookie = "ASP.NET_SessionId_MN"
    makers = {
        **NAMES,
        "gestora": lambda r: ENTITIES[r.pick("entity", SHARES)],
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}0{section(r) + 1} {SECTIONS[section(r)]}",
        "numero_empenho": lambda r: f"{r.index + 101}/{r.year}-{'OGE'[r.index % 3]}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/Default.aspx"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/Consultas/{page.path or page.id}.aspx"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Groups are headings over their tiles."""
        return [page.menu[-1]]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        if not cls.levels(portal, page):
            return super().steps(portal, page, view)
        return [*cls.way(portal, page), page.button, *cls.first_names(portal, page)[: page.views.index(view)]]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Each level is an answer of its own."""
        if not cls.levels(portal, page):
            return super().fillings(portal, page, view)
        return [tuple(f"{page.id}/nível {n}" for n in range(1, page.views.index(view) + 2))]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, page.id)]

    # ------------------------------------------------ addresses and events

    def dispatch(self, path: str) -> Response:
        for portal in self.host.portals:
            if f"/{path}".rstrip("/") in (self.entry(portal), f"/{portal.entity}"):
                g.page = None
                tile = self.found(portal, self.event()[1]) if request.method == "POST" else None
                return make_response(redirect(self.path(portal, tile))) if tile else self.turn(portal)
            for page in portal.pages_on(self.name):
                if f"/{path}" == self.path(portal, page):
                    g.page = page
                    return self.turn(portal)
        return abort(404)

    def begun(self, portal: Portal) -> State:
        return {"town": portal.slug, "page": "", "row": "", "trail": []} | (self.untouched(g.page) if g.page else {})

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        page = self.found(portal, state["page"])
        if kind == "menu" or page is None:
            return
        if kind == "gvNivel" and argument.isdigit():
            names = [name for name, _ in self.sums(portal, page, state)]
            if int(argument) < len(names):
                state |= {"trail": [*state["trail"], names[int(argument)]], "sheet": 1}
        elif kind == "lnkNivel" and argument.isdigit():
            state |= {"trail": state["trail"][: int(argument)], "sheet": 1, "row": ""}
        else:
            super().command(portal, state, kind, argument)
            if kind == "consultar":
                state |= {"trail": [], "lacking": self.lacking(page, state["chosen"])}
                state["asked"] = not state["lacking"]

    @staticmethod
    def lacking(page: Page, chosen: dict[str, str]) -> str:
        """Label of the first filter that is not filled as it must be."""
        for given in page.filters:
            value = chosen.get(given.name) or given.default or (given.options or ("",))[0]
            if value.startswith("Selecione") or (given.kind in ("de", "ate") and not read_day(chosen[given.name])):
                return given.label
        return ""

    @staticmethod
    def field(name: str) -> str:
        return f"ctl00$MainContent${name}"

    def fire(self, kind: str, argument: str = "") -> Markup:
        return Markup("href=\"javascript:__doPostBack('ctl00$MainContent${}','{}')\"").format(kind, argument)

    # ------------------------------------------------ records

    def context(self, portal: Portal, state: State, token: str) -> dict[str, Any]:
        context = super().context(portal, state, token)
        page = context["page"]
        context["period"] = {"de": day(date(TODAY.year, 1, 1)), "ate": day(TODAY)} | state.get("chosen", {})
        if page and self.levels(portal, page):
            depth = len(state["trail"])
            context |= {"view": page.views[depth], "sums": None}
            if state["asked"] and depth + 1 < len(page.views):
                context["sums"] = self.sums(portal, page, state)
            elif state["asked"]:
                rows = self.below(page, self.chosen_rows(portal, page, state), state["trail"])
                context["grid"] = self.grid_of(page, page.views[-1], rows, state["sheet"])
                row = portal.row(page, page.views[-1], state["row"])
                detail = page.views[-1].detail
                context["opened"] = self.opened(detail, row) if row is not None and detail else None
        return context

    def chosen_rows(self, portal: Portal, page: Page, state: State) -> list[Row]:
        """The records, of a page's last view, that the query asks for."""
        chosen, view = state["chosen"], page.views[-1]
        if not any(f.kind == "de" for f in page.filters):
            return self.records(portal, page, view, page.query(chosen))
        first, last = read_day(chosen["de"]), read_day(chosen["ate"])
        if not first or not last:
            return []
        rows = [r for y in sorted(view.years) for r in self.records(portal, page, view, Query(y))]
        return [r for r in rows if first <= r.when <= last]

    def sums(self, portal: Portal, page: Page, state: State) -> list[tuple[str, list[str]]]:
        """Name → sums, of the level that a trail leads to."""
        rows = self.below(page, self.chosen_rows(portal, page, state), state["trail"])
        return self.added(page.views[len(state["trail"])], rows)
