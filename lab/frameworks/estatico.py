"""estatico-like: a small town's site made by hand, HTML 4 of tables in tables. No form, no script: pages of years, of their months
or departments, and of records, as the accountant's program wrote them.

Some reports are text in columns (``options.reports``). Views of a page stand one below the other.
"""

from __future__ import annotations

import re

from flask import Response, redirect
from markupsafe import Markup, escape

from lab.definition import Page, Portal, text_of
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.unseen import NAMES
from lab.table import Grid

MONEY = re.compile(r"[\d.]+,\d\d")


class Estatico(Gavetas):
    name = "estatico"
    batch = "b"
    cookie = ""
    encoding = "iso-8859-1"
    shouting = True
    tabs = False
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%m}{r.index % 100:03d}-{r.rng('digit').randrange(10)}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.htm"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.htm"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """The groups of the menu are headings only."""
        return [page.menu[-1]]

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        """A page without drawers that shows records at once shows its latest year, and no other."""
        alone = page.auto and page.views and not cls.by(portal, page)
        return cls.first(portal, page, page.views[0])[0] if alone else None

    @classmethod
    def year_word(cls, year: int) -> str:
        return f"Exercício de {year}"

    @classmethod
    def drawer_word(cls, word: str, year: int) -> str:
        return f"{word}/{year}" if cls.short(word).isdigit() else word

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if not word and year == cls.at_first(portal, page):
            return cls.path(portal, page)
        below = f"_{year}" + (f"_{cls.short(word)}" if word else "")
        return f"{cls.path(portal, page).removesuffix('.htm')}{below}.htm"

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return f"{cls.path(portal, page).removesuffix('.htm')}_ficha"

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        alone = self.at_first(portal, page)
        if alone is not None:
            return self.sheet_of(portal, page, alone, "")
        years = sorted({y for v in page.views for y in v.years}, reverse=True)
        links = [(self.year_word(y), self.drawer_path(portal, page, y, "")) for y in years]
        return self.draw("list.html", portal, page, links=links, year=None)

    def other(self, portal: Portal, here: str) -> Response | None:
        """A year of a page, a drawer of it, or a record; and the folder without the name of its first page."""
        if here == f"/{portal.entity}/":
            return redirect(self.entry(portal))  # type: ignore[return-value]
        for page in (p for p in portal.pages_on(self.name) if p.views):
            stem = re.escape(self.path(portal, page).removesuffix(".htm"))
            if found := re.fullmatch(rf"{stem}_ficha_(v\d+)_(\d{{9}})\.htm", here):
                opened = self.opened_of(portal, page, self.view_of(page, found[1]), found[2])
                return self.draw("detail.html", portal, page, opened=opened)
            if found := re.fullmatch(rf"{stem}_(\d{{4}})(?:_([\w-]+))?\.htm", here):
                return self.year_of(portal, page, int(found[1]), found[2] or "")
        return None

    def year_of(self, portal: Portal, page: Page, year: int, short: str) -> Response | None:
        drawers = self.contents(portal, page, year)
        if short:
            word = next((w for w in drawers if self.short(w) == short), None)
            return self.sheet_of(portal, page, year, word) if word else None
        if not any(year in v.years for v in page.views):
            return None
        if not self.by(portal, page):
            return self.sheet_of(portal, page, year, "")
        links = [(self.drawer_word(w, year), self.drawer_path(portal, page, year, w)) for w in drawers]
        return self.draw("list.html", portal, page, links=links, year=year)

    def sheet_of(self, portal: Portal, page: Page, year: int, word: str) -> Response:
        grids = [
            self.grid_of(page, v, self.drawers(portal, page, v, year).get(word, []), size=10**6) for v in page.views
        ]
        draw = self.report if page.id in portal.options.get("reports", ()) else self.grid_table
        over = self.drawer_word(word, year) if word else self.year_word(year)
        return self.draw("sheet.html", portal, page, drawn=[draw(portal, page, g, over) for g in grids], over=over)

    def grid_table(self, portal: Portal, page: Page, grid: Grid, over: str) -> Markup:
        """Our own template's answer: safe."""
        link = f"{self.record_path(portal, page, 0, '')}_{grid.view.id}"
        return Markup(self.html("table.html", page=page, view=grid.view, g=grid, link=link))  # noqa: S704

    def report(self, portal: Portal, page: Page, grid: Grid, over: str) -> Markup:
        """Text in columns, amounts to the right, as programs printed on continuous paper."""
        rows = [[text_of(v) for v in row] for row in grid.rows]
        labels = [c.label for c in grid.headers]
        widths = [max(len(line[n]) for line in [labels, *rows]) for n in range(len(labels))]
        amounts = [bool(rows) and all(MONEY.fullmatch(r[n]) for r in rows) for n in range(len(labels))]

        def line(cells: list[str]) -> str:
            sized = zip(cells, widths, amounts, strict=True)
            return "  ".join(c.rjust(w) if right else c.ljust(w) for c, w, right in sized).rstrip()

        rule = "-" * (sum(widths) + 2 * len(widths) - 2)
        title = [f"PREFEITURA MUNICIPAL DE {portal.name.upper()}", page.title.upper(), f"PERIODO: {over.upper()}"]
        body = [line(r) for r in rows] or [page.message.upper()]
        sums = [rule, line(grid.sums)] if grid.sums else []
        return Markup("<PRE>{}</PRE>").format(escape("\n".join([*title, rule, line(labels), rule, *body, *sums, rule])))
