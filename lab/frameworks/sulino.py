"""sulino-like: a vendor of the South. The home page lists all queries under their subjects; a query asks for a period and a creditor.

The period is empty and required, at most twelve months; "Ano atual" and its like fill it in. Answers are grouped (``options.groups``: page →
label of a column, whose values are headings, with sums below each group); "+" opens a record below its row: pairs, and a table each of
items, liquidations and payments.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from flask import Response, make_response, request
from markupsafe import Markup

from lab import table
from lab.definition import Column, Page, Portal, Query, View, text_of
from lab.frameworks.base import Opener, Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.table import Grid
from lab.values import Row, Value

QUICK = ("Mês atual", "Mês anterior", "Ano atual", "Ano anterior")


class Sulino(Paginas, Unseen):
    name = "sulino"
    batch = "i"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}/{r.index + 1}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 3:02d} {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 3:02d}.01 {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/portal/{portal.entity}/inicio"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/portal/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """Below its row."""
        return cls.path(portal, page)

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Subjects are headings."""
        return [page.menu[-1]]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return super(Paginas, cls).fillings(portal, page, view)

    def routes(self) -> None:
        self.app.add_url_rule("/portal/<entity>/<page_id>/<view_id>/<row_id>/mais", "more", self.more)
        super().routes()

    def more(self, entity: str, page_id: str, view_id: str, row_id: str) -> str:
        portal, page = self.needed(entity, page_id)
        return self.html("more.html", opened=self.opened_of(portal, page, self.view_of(page, view_id), row_id))

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        view, wrong, groups = page.views[0], "", None
        grid = None
        if page.auto or request.args:
            wrong = self.wrong(page)
            grid = None if wrong else self.grid_of(page, view, self.chosen(portal, page, view), self.sheet())
            groups = self.grouped(portal, page, grid) if grid else None
        context = {"view": view, "grid": grid, "groups": groups, "wrong": wrong, "column": self.grouping(portal, page)}
        return make_response(self.draw("page.html", portal, page, query=self.asked(page), quick=QUICK, **context))

    # ------------------------------------------------ what is asked

    @staticmethod
    def wrong(page: Page) -> str:
        """What is said of a period that cannot be."""
        if not any(f.kind == "de" for f in page.filters):
            return ""
        first, last = (read_day(request.args.get(name, "")) for name in ("de", "ate"))
        if not first or not last:
            return "Informe o período da consulta (data inicial e data final)."
        if last < first or (last - first).days > 366:
            return "O período informado é inválido ou superior a 12 meses."
        return ""

    def chosen(self, portal: Portal, page: Page, view: View) -> list[Row]:
        """The records of the period, or of the year."""
        query = self.asked(page)
        if any(f.kind == "de" for f in page.filters):
            first, last = (read_day(request.args.get(name, "")) for name in ("de", "ate"))
            if not first or not last:
                return []
            years = (replace(query, year=year) for year in range(first.year, last.year + 1))
            return [r for q in years for r in self.records(portal, page, view, q) if first <= r.when <= last]
        return self.records(portal, page, view, query)

    @classmethod
    def grouping(cls, portal: Portal, page: Page) -> Column | None:
        """The column whose values are headings."""
        label = portal.options.get("groups", {}).get(page.id)
        return next((c for c in page.views[0].columns if c.label == label), None) if label else None

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        """Those of a group stand together; days are in order already."""
        rows, column = super().records(portal, page, view, query), self.grouping(portal, page)
        if column is None or column.maker == "data":
            return rows
        return sorted(rows, key=lambda r: text_of(self.dress(column, r)))

    def grouped(
        self, portal: Portal, page: Page, grid: Grid
    ) -> list[tuple[str, list[tuple[str, list[Value]]], list[str]]]:
        """Heading, records (id, cells) and sums of every group of a sheet; one without a heading where nothing is grouped."""
        column = self.grouping(portal, page)
        lines = list(zip(grid.ids, grid.rows, strict=True))
        if column is None:
            return [("", lines, [])]
        place = grid.view.columns.index(column)
        found = []
        for name, some in groupby(lines, key=lambda line: text_of(line[1][place])):
            of_group = list(some)
            rows = [r for i, _ in of_group if (r := portal.row(page, grid.view, i))]
            sums = table.sums(grid.view, rows) if grid.view.total else []
            cells = [(i, [v for n, v in enumerate(row) if n != place]) for i, row in of_group]
            found.append((name, cells, [s for n, s in enumerate(sums) if n != place]))
        return found

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: Markup('data-mais="/portal/{}/{}/{}/{}/mais"').format(
            portal.entity, page.id, view.id, row_id
        )
