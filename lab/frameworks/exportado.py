"""exportado-like: a site in frames of the end of the nineties, in Windows-1252. The frame set's script writes the menu, one group
open at a time; what is published are prints that the accounting program exported to HTML, one after the other, by month or year.

A print has pages: each begins with the town, the title and the headings again. Rows are broken by a column, told above them, with
sums below (``options.breaks``: page → label). Narrow empty cells stand between all cells. A print of ``style: cards`` is analytic:
blocks of label and value. Views of a page are kinds of prints; ``options.monthly`` are the pages printed by month.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from flask import Response, redirect

from lab.definition import Column, Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen
from lab.table import sums
from lab.values import MONTHS, Row, Value

LINES = 28  # rows on one page of a print
BLOCKS = 5  # records on one page of an analytic print


@dataclass(frozen=True)
class Line:
    """A row of a print. ``kind``: grupo, registro, subtotal, total."""

    kind: str
    cells: tuple[Value, ...]


class Exportado(Paginas, Unseen):
    name = "exportado"
    batch = "d"
    cookie = ""
    encoding = "windows-1252"
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:05d}/000"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.htm"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.htm"

    @classmethod
    def print_path(cls, portal: Portal, page: Page, view: View, year: int, month: int) -> str:
        number = f"{portal.pages.index(page) + 1:02d}{page.views.index(view) + 1}"
        return f"/{portal.entity}/rel/R{number}_{year}{month:02d}.HTM"

    @classmethod
    def prints(cls, portal: Portal, page: Page, view: View) -> dict[str, tuple[int, int]]:
        """Words of the link → year and month (0: all of it), of the prints that hold something; the latest year first."""
        found = {}
        kind = f"{view.tab} " if view.tab else ""
        for year in sorted((y for y, n in view.years.items() if n), reverse=True):
            months = sorted({r.when.month for r in portal.rows(page, view, Query(year))})
            by_month = page.id in portal.options.get("monthly", ())
            for month in months if by_month else [0]:
                found[f"{kind}{MONTHS[month - 1][:3].upper()}/{year}" if month else f"{kind}{year}"] = (year, month)
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        word, (year, month) = next(iter(cls.prints(portal, page, view).items()), ("", (0, 0)))
        return [" › ".join([cls.print_path(portal, page, view, year, month), *page.menu, word])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Each group is written when it is opened, and the others without their entries."""
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A print; every one of its kind shows the same columns."""
        return [(f"{page.id}/{view.id}/impresso",)]

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        listed = [
            (view, [(word, self.print_path(portal, page, view, *when)) for word, when in found.items()])
            for view in page.views
            for found in [self.prints(portal, page, view)]
        ]
        return self.draw("list.html", portal, page, listed=listed)

    def other(self, portal: Portal, here: str) -> Response | None:
        if here == f"/{portal.entity}/":
            return redirect(self.entry(portal))  # type: ignore[return-value]
        if found := re.fullmatch(rf"/{re.escape(portal.entity)}/(topo|branco|abertura)\.htm", here):
            return self.draw(f"{found[1]}.html", portal)
        for page in portal.pages_on(self.name):
            for view in page.views:
                for year, month in self.prints(portal, page, view).values():
                    if here == self.print_path(portal, page, view, year, month):
                        return self.printed(portal, page, view, year, month)
        return None

    def printed(self, portal: Portal, page: Page, view: View, year: int, month: int) -> Response:
        rows = self.records(portal, page, view, Query(year, month))
        period = f"{MONTHS[month - 1]} de {year}" if month else f"Janeiro a Dezembro de {year}"
        if view.style == "cards":
            blocks = [[(c, self.dress(c, row)) for c in view.columns] for row in rows]
            sheets = [blocks[n : n + BLOCKS] for n in range(0, len(blocks), BLOCKS)]
            return self.draw("blocks.html", portal, page, view=view, sheets=sheets, period=period)
        by = self.broken_by(portal, page, view)
        columns = tuple(c for c in view.columns if c is not by)
        lines = self.lines(view, columns, by, rows)
        pages = [lines[n : n + LINES] for n in range(0, len(lines), LINES)]
        return self.draw("print.html", portal, page, view=view, columns=columns, sheets=pages, period=period)

    @classmethod
    def broken_by(cls, portal: Portal, page: Page, view: View) -> Column | None:
        label = portal.options.get("breaks", {}).get(page.id, "")
        return next((c for c in view.columns if c.label == label), None)

    def lines(self, view: View, columns: tuple[Column, ...], by: Column | None, rows: list[Row]) -> list[Line]:
        """Records under the value that they are broken by, with its sums; the sum of all at the end."""
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(text_of(self.dress(by, row)) if by else "", []).append(row)

        def summed(kind: str, title: str, of: list[Row]) -> Line:
            shown = View(view.id, columns, view.years)
            return Line(kind, (title, *sums(shown, of)[1:]))

        found = []
        for word, members in sorted(groups.items()):
            found += [Line("grupo", (f"{by.label}: {word}",))] if by else []
            found += [Line("registro", tuple(self.dress(c, row) for c in columns)) for row in members]
            found += [summed("subtotal", f"Total {by.label}", members)] if by else []
        return [*found, summed("total", "TOTAL GERAL", rows)] if view.total or by else found
