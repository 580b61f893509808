"""scgrade-like: PHP applications as a Brazilian generator makes them. A menu over a frame; each entry is an application of its own, a form
that searches and the grid that answers. Every click posts a command to the application's address (``nmgp_opcao``), with the number of
its state in the session.

The exercise is a select over the frame, for all: a script tells it to the session and loads the frame anew. A grid has a quick search, headings
of one or two rows in plain cells, lines broken by a column (``options.breaks``: page → label) with sums, its total on the last sheet;
a page's second view is its "Resumo". ``shown: inline`` unrolls below its row, else a record takes the grid's place. What begins with
"Selecione" must be chosen. Without the session of the entry an application says that its global variables are missing.
"""

from __future__ import annotations

import secrets
from itertools import groupby
from typing import Any

from flask import Response, abort, make_response, request

from lab import table
from lab.definition import FORBIDDEN_FORMS, YEARS, Page, Portal, Query, View, text_of
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.table import Grid
from lab.values import Row, Value

SIZES = (10, 20, 50)
Block = tuple[str, list[tuple[str, list[Value]]], list[str]]
"""Heading, records (id, cells) and sums of the lines between two breaks."""


class ScGrade(Paginas, Unseen):
    name = "scgrade"
    batch = "k"
    cookie = "PHPSESSID_SC"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: str(r.year * 10000 + r.index + 1),
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2} - {office(r).upper()}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2}.{r.index % 2 + 1} - {office(r).upper()}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/menu_portal/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """The address of a frame; the browser's own never changes."""
        return f"/{portal.entity}/{page.path or page.id}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    # ------------------------------------------------ addresses

    def dispatch(self, path: str) -> Response:
        for portal in self.host.portals:
            if f"/{path}".startswith(f"/{portal.entity}/"):
                return self.of_town(portal, f"/{path}")
        return abort(404)

    def of_town(self, portal: Portal, here: str) -> Response:
        """The menu, the exercise, or an application."""
        if here == self.entry(portal):
            sid, session = self.session()
            session |= {"town": portal.slug, "year": session.get("year", YEARS[0])}
            response = self.draw("menu.html", portal, years=YEARS, year=session["year"])
            response.set_cookie(self.cookie, sid, httponly=True)
            return response
        session = self.known_session() or {}
        if session.get("town") != portal.slug:
            return self.draw("lost.html", portal)
        if here == f"{self.entry(portal)}exercicio.php" and request.form.get("glo_exercicio", "") in map(str, YEARS):
            session["year"] = int(request.form["glo_exercicio"])
            return make_response("ok")
        if here == f"/{portal.entity}/blank_inicio/":
            return self.draw("home.html", portal)
        page = next((p for p in portal.pages_on(self.name) if here.startswith(self.path(portal, p))), None)
        if page is None:
            abort(404)
        if not page.views:
            return self.prosaic(portal, page)
        nested = here == f"{self.path(portal, page)}nested.php"
        return self.below(portal, page) if nested else self.application(portal, page, session)

    def prosaic(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        return self.draw("page.html", portal, page)

    def below(self, portal: Portal, page: Page) -> Response:
        """What unrolls below a record."""
        view = self.view_of(page, request.form.get("visao", ""))
        opened = self.opened_of(portal, page, view, request.form.get("id", ""))
        return make_response(self.html("nested.html", opened=opened))

    # ------------------------------------------------ an application

    def application(self, portal: Portal, page: Page, session: dict[str, Any]) -> Response:
        states: dict[str, dict[str, Any]] = session.setdefault("states", {})
        number = request.form.get("script_case_init", "")
        if request.method == "POST" and states.get(number, {}).get("page") != page.id:
            return self.draw("lost.html", portal)
        if request.method == "GET":
            number = str(secrets.randbelow(9000) + 1000)
            states[number] = {"page": page.id, "chosen": {}, "asked": page.auto, "view": "v0", "sheet": 1, "size": 20, "quick": "", "record": ""}  # fmt: skip
        state = states[number]
        wrong = self.command(page, state) if request.method == "POST" else []
        return self.answered(portal, page, state, session["year"], number, wrong)

    def command(self, page: Page, state: dict[str, Any]) -> list[str]:
        """Does what a click asks for; returns the labels of what is missing."""
        asked, given = request.form.get("nmgp_opcao", ""), request.form.get("nmgp_parms", "")
        turned = {"inicio": 1, "retorna": state["sheet"] - 1, "avanca": state["sheet"] + 1, "final": 10**6}
        if asked == "pesq":
            chosen = {f.name: request.form.get(f.name, "") for f in page.filters}
            missing = unchosen(page, chosen)
            state |= {"chosen": chosen, "asked": not missing, "sheet": 1, "quick": "", "view": "v0"}
            return missing
        if asked == "busca":
            state |= {"asked": page.auto, "record": ""}
        elif asked in turned:
            state["sheet"] = turned[asked]
        elif asked == "rec" and given.isdigit():
            state["sheet"] = int(given)
        elif asked == "quant_linhas" and given.isdigit() and int(given) in SIZES:
            state |= {"size": int(given), "sheet": 1}
        elif asked == "fast_search":
            state |= {"quick": given.casefold().strip(), "sheet": 1}
        elif asked == "visao":
            state |= {"view": self.view_of(page, given).id, "sheet": 1}
        elif asked == "detalhe":
            state["record"] = given
        elif asked == "volta_grid":
            state["record"] = ""
        return []

    def answered(
        self, portal: Portal, page: Page, state: dict[str, Any], year: int, number: str, wrong: list[str]
    ) -> Response:
        more = {"year": year, "number": number, "state": state}
        if not state["asked"]:
            return self.draw("search.html", portal, page, wrong=wrong, **more)
        view = page.view(state["view"])
        if state["record"]:
            opened = self.opened_of(portal, page, view, state["record"])
            return self.draw("record.html", portal, page, opened=opened, **more)
        values = state["chosen"] | {"exercicio": str(year)} | ({"busca": state["quick"]} if state["quick"] else {})
        query = page.query(values)
        rows = self.records(portal, page, view, Query(query.year, query.month, query.unit, values.get("busca", "")))
        grid = self.grid_of(page, view, rows, state["sheet"], state["size"])
        state["sheet"] = grid.page
        blocks, place = self.blocks(portal, page, grid)
        return self.draw("grid.html", portal, page, view=view, g=grid, blocks=blocks, place=place, sizes=SIZES, **more)

    # ------------------------------------------------ records

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        """Those between two breaks stand together."""
        rows, place = super().records(portal, page, view, query), self.broken_by(portal, page, view)
        if place is None:
            return rows
        return sorted(rows, key=lambda r: text_of(self.dress(view.columns[place], r)))

    @staticmethod
    def broken_by(portal: Portal, page: Page, view: View) -> int | None:
        """The column whose values are headings."""
        label = portal.options.get("breaks", {}).get(page.id)
        return next((n for n, c in enumerate(view.columns) if c.label == label), None)

    def blocks(self, portal: Portal, page: Page, grid: Grid) -> tuple[list[Block], int | None]:
        place, lines = self.broken_by(portal, page, grid.view), list(zip(grid.ids, grid.rows, strict=True))
        if place is None:
            return [("", lines, [])], None
        found: list[Block] = []
        for name, same in groupby(lines, key=lambda line: text_of(line[1][place])):
            some = list(same)
            rows = [r for i, _ in some if (r := portal.row(page, grid.view, i))]
            cells = [(i, [v for n, v in enumerate(row) if n != place]) for i, row in some]
            found.append((name, cells, [s for n, s in enumerate(table.sums(grid.view, rows)) if n != place]))
        return found, place
