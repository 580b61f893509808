"""listadj-like: a town's own system in Python, whose public pages are the administration of Django made read-only.

Home lists the applications with their models; elsewhere they stand in a bar at the left. A model is a list of changes: a search, filters
at the right that are lists of links, a line of years and months (``options.dates``: page ids), the first cell of a row a link to the record.
A record is field sets of labels and texts, with tables for what hangs on it; of ``style: pairs`` the last set is folded. No year
chosen lists all. What is empty says "-", a file its path. A filter that begins with "Selecione" must be chosen.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from urllib.parse import urlencode

from flask import Response, redirect, request

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Filter, Page, Portal, View, text_of
from lab.frameworks.allyears import AllYears
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word
from lab.values import MONTHS, Doc, Row, Value

EVERY = "all"
MOST = 200
"""Records up to which "Mostrar tudo" is offered."""


class ListaDj(Paginas, AllYears):
    name = "listadj"
    batch = "o"
    cookie = ""
    sheet_name = "p"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}",
        "data": lambda r: written(str(r["data"])),
        "data_publicacao": lambda r: written(str(r["data_publicacao"])),
        "data_realizacao": lambda r: written(str(r["data_realizacao"])),
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:03d} | {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:03d}.001 | {office(r)}",
    }

    @classmethod
    def dress(cls, column: Column, row: Row) -> Value:
        value = super().dress(column, row)
        return Doc(f"uploads/{row.year}/{value.file}", value.file) if isinstance(value, Doc) else value

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}view/"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Filters are links: nothing is sent."""
        return cls.way(portal, page)

    @classmethod
    def folded(cls, view: View) -> str:
        """The title of the field set that is folded."""
        d = view.detail
        return d.sections[-1].title if d and d.style == "pairs" and len(d.sections) > 1 else ""

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        hides = (
            in_detail and view.detail and cls.folded(view) and any(column is f for f in view.detail.sections[-1].fields)
        )
        return [f"{place} › Mostrar" if hides else place for place in super().where(portal, page, view, in_detail)]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        found = super().where(portal, page, view, in_detail)
        return [f"{place} › Mostrar" for place in found] if in_detail and cls.folded(view) else found

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A filter is a link of the page."""
        return [()] if cls.at_once(portal, page, view) else [(f"{page.id}/{view.id}",)]

    # ------------------------------------------------ pages

    def other(self, portal: Portal, here: str) -> Response | None:
        """An application's page; a record."""
        for group, pages in self.tree(portal).items():
            if here == self.app_link(portal, group):
                return self.draw("app.html", portal, group=group, pages=pages)
        for page in portal.pages_on(self.name):
            for view in page.views:
                begin = self.detail_path(portal, page, view)
                if view.detail and here.startswith(begin):
                    opened = self.opened_of(portal, page, view, here.removeprefix(begin).rstrip("/"))
                    return self.draw("detail.html", portal, page, view=view, opened=opened)
        return redirect(f"{here}/") if not here.endswith("/") else None  # type: ignore[return-value]

    def app_link(self, portal: Portal, group: str) -> str:
        return f"/{portal.entity}/{plain_word(group)}/"

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        view = page.views[0]
        rows = self.chosen(portal, page, view)
        grid = self.grid_of(
            page, view, rows, self.sheet("p"), MOST if EVERY in request.args and len(rows) <= MOST else 0
        )
        waits = unchosen(page, self.given(page))
        return self.draw("page.html", portal, page, view=view, grid=grid, waits=waits, given=self.given(page))

    # ------------------------------------------------ what is asked

    @staticmethod
    def param(f: Filter) -> str:
        return "q" if f.kind == "texto" else f"{f.name}__exact"

    def given(self, page: Page) -> dict[str, str]:
        found = {f.name: request.args.get(self.param(f), f.default if f.kind == "ano" else "") for f in page.filters}
        return {name: "" if word == EVERY else word for name, word in found.items()}

    def choices(self, page: Page, f: Filter) -> list[tuple[str, str, bool]]:
        """Word, address and whether it is chosen, of the links of a filter."""
        chosen = self.given(page)[f.name]
        words = [o for o in f.options if not o.startswith(("Tod", "Selecione"))]
        links = [(o, self.again(**{self.param(f): o}), chosen == o) for o in words]
        if f.options and f.options[0].startswith("Selecione"):
            return links
        return [("Todos", self.again(**{self.param(f): EVERY if f.default else ""}), not chosen), *links]

    def chosen(self, portal: Portal, page: Page, view: View) -> list[Row]:
        given = self.given(page)
        if unchosen(page, given):
            return []
        asked = page.query({k: v for k, v in given.items() if v})
        if not given.get("mes"):
            asked = replace(asked, month=0)
        year, month = (request.args.get(f"data__{what}", "") for what in ("year", "month"))
        if year.isdigit():
            asked = replace(asked, year=int(year), month=int(month) if month.isdigit() else 0)
        rows = self.of_years(portal, page, view, asked, one=bool(given.get("exercicio") or year))
        order = request.args.get("o", "")
        if order.lstrip("-").isdigit() and 0 < int(order.lstrip("-")) <= len(view.columns):
            column = view.columns[int(order.lstrip("-")) - 1]
            rows = sorted(rows, key=lambda r: text_of(self.dress(column, r)), reverse=order.startswith("-"))
        return rows

    def dates(self, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """The line of years, or of a year's months."""
        if page.id not in portal.options.get("dates", ()):
            return []
        year, month = (request.args.get(f"data__{what}", "") for what in ("year", "month"))
        if month.isdigit():
            return [(f"‹ {year}", self.again(data__month=""))]
        if year.isdigit():
            months = [(f"{m} {year}", self.again(data__month=str(n))) for n, m in enumerate(MONTHS, 1)]
            return [("‹ Todas as datas", self.again(data__year="")), *months]
        return [(str(y), self.again(data__year=str(y))) for y in sorted(view.years) if view.years[y]]

    def again(self, **changes: str) -> str:
        given = {**request.args.to_dict(), "p": "", **{k: str(v) for k, v in changes.items()}}
        return f"?{urlencode({k: v for k, v in given.items() if v})}"

    def record_link(self, portal: Portal, page: Page, view: View, row_id: str) -> str:
        return f"{self.detail_path(portal, page, view)}{row_id}/"

    @staticmethod
    def window(grid: table.Grid) -> list[int]:
        """Numbers of sheets, 0 where some are left out."""
        near = [n for n in range(1, grid.pages + 1) if n <= 2 or n > grid.pages - 2 or abs(n - grid.page) <= 3]
        return [m for n in near for m in ([0, n] if n > 1 and n - 1 not in near else [n])]


def written(day: str) -> str:
    """``"04/01/2026"`` → ``"4 de Janeiro de 2026"``."""
    when = datetime.strptime(day, "%d/%m/%Y")  # noqa: DTZ007
    return f"{when.day} de {MONTHS[when.month - 1]} de {when.year}"
