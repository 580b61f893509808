"""arvoremvc-like: ASP.NET MVC with Bootstrap 4. A tree of consultations at the left, folded; a form whose answer is a partial view.

Periods are two dates, the present month at first, which holds no record yet; a date that is none, or a period turned round, is told. The
views of a page are radio buttons of its form. A record is a partial view too, fetched into a modal. Where a person's browser runs no
script, the form's answer is the whole page.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import Opener, Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, firm, office, person
from lab.table import Grid
from lab.values import TODAY, Row, cnpj, day, masked

Tree = dict[str, "Tree | Page"]


class ArvoreMvc(Paginas, Unseen):
    name = "arvoremvc"
    batch = "f"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}-000",
        "credor": lambda r: f"{cnpj(r)} - {firm(r)}" if r.is_firm else f"{masked(r)} - {person(r)}",
        "unidade": lambda r: f"02.{OFFICES.index(office(r)) + 1:03d} {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/Home"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """A modal."""
        return cls.path(portal, page)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """The view is chosen in the form."""
        return [*page.menu, *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return super(Paginas, cls).fillings(portal, page, view)

    # ------------------------------------------------ addresses

    def routes(self) -> None:
        self.app.add_url_rule("/<entity>/Detalhes/<page_id>/<view_id>/<row_id>", "record", self.record_view)
        super().routes()

    def other(self, portal: Portal, here: str) -> Response | None:
        home = here in (f"/{portal.entity}", f"/{portal.entity}/")
        return make_response(redirect(self.entry(portal))) if home else None

    def record_view(self, entity: str, page_id: str, view_id: str, row_id: str) -> str:
        portal, page = self.needed(entity, page_id)
        return self.html("modal.html", opened=self.opened_of(portal, page, self.view_of(page, view_id), row_id))

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        view = next((v for v in page.views if v.id == request.args.get("visao")), page.views[0])
        part = request.headers.get("X-Requested-With") == "XMLHttpRequest"
        asked = page.auto or part or bool(request.args)
        wrong = self.wrong(page) if asked else ""
        grid = None
        if asked and not wrong:
            grid = self.grid_of(page, view, self.found_rows(portal, page, view), self.sheet("page"))
        context: dict[str, Any] = {"view": view, "grid": grid, "wrong": wrong, "chosen": self.chosen(page)}
        if part:
            return make_response(self.html("result.html", portal=portal, page=page, **context))
        return self.draw("page.html", portal, page, query=self.asked(page), **context)

    # ------------------------------------------------ what is asked

    @staticmethod
    def chosen(page: Page) -> dict[str, str]:
        """Name → value of every field; the period begins as the present month."""
        first = {"de": day(TODAY.replace(day=1)), "ate": day(TODAY)}
        fields = {f.name: f.default or first.get(f.kind, "") or (f.options or ("",))[0] for f in page.filters}
        return {name: request.args.get(name, value).strip() for name, value in fields.items()}

    def wrong(self, page: Page) -> str:
        """What is said of fields that cannot be."""
        chosen = self.chosen(page)
        for f in page.filters:
            if f.kind in ("de", "ate") and read_day(chosen[f.name]) is None:
                return f"O campo {f.label} deve ser uma data."
            if f.options and f.options[0].startswith("Selecione") and chosen[f.name].startswith("Selecione"):
                return f"O campo {f.label} é obrigatório."
        first, last = read_day(chosen.get("de", "")), read_day(chosen.get("ate", ""))
        return "A data final deve ser posterior à data inicial." if first and last and last < first else ""

    def found_rows(self, portal: Portal, page: Page, view: View) -> list[Row]:
        query, chosen = self.asked(page), self.chosen(page)
        first, last = read_day(chosen.get("de", "")), read_day(chosen.get("ate", ""))
        if not (first and last):
            return self.records(portal, page, view, query)
        years = (Query(y, 0, query.unit, query.text) for y in range(first.year, last.year + 1))
        found = [r for q in years for r in self.records(portal, page, view, q)]
        return [r for r in found if first <= r.when <= last]

    # ------------------------------------------------ what templates draw with

    def branches(self, portal: Portal) -> Tree:
        """The tree: word → branch, or page."""
        root: Tree = {}
        for page in portal.pages:
            branch = root
            for word in page.menu[:-1]:
                branch = branch.setdefault(word, {})  # type: ignore[assignment]
            branch[page.menu[-1]] = page
        return root

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: Markup('data-url="/{}/Detalhes/{}/{}/{}"').format(portal.entity, page.id, view.id, row_id)

    @staticmethod
    def numbers(grid: Grid) -> list[int]:
        return [n for n in range(1, grid.pages + 1) if abs(n - grid.page) < 5]
