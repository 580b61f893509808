"""nodal-like: a town's own site in Drupal. Categories hold articles, and all accounts are tables pasted into them from spreadsheets.

A subject is a category of years; a year is an article, or a list of one per month (``options.drawers``). The pasted tables begin with
title rows, their headings are bold paragraphs, groups are merged cells; ``options.spans`` (page → label) merges a column's equal cells.
A page with ``auto`` is its latest year's article. A record with a link is an article of its own: running text and attachments.
"""

from __future__ import annotations

from itertools import groupby
from typing import Any

from flask import Response, request
from markupsafe import Markup

from lab.definition import Page, Portal, View, text_of
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.unseen import NAMES, plain_word
from lab.table import Grid


class Nodal(Gavetas):
    name = "nodal"
    batch = "h"
    cookie = ""
    tabs = False
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%d%m}{r.index % 100:03d}"}

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{'/'.join(map(plain_word, page.menu))}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The menu names categories; what one holds stands on its page."""
        return [(ENTRY, *([f"categoria {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        return cls.first(portal, page, page.views[0])[0] if page.auto and page.views else None

    @classmethod
    def drawer_word(cls, word: str, year: int) -> str:
        return f"{word}/{year}"

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """Articles are named after their subject."""
        return [(cls.named(page, word), state) for word, state in super().passed(portal, page, view)]

    @staticmethod
    def named(page: Page, word: str) -> str:
        return f"{page.title} – {word}"

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if page.auto:
            return cls.path(portal, page)
        named = plain_word(cls.named(page, cls.drawer_word(word, year) if word else str(year)))
        return f"/{portal.entity}/{'content' if word or not cls.by(portal, page) else 'periodo'}/{named}"

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return f"/{portal.entity}/node/{page.id}"

    @staticmethod
    def years_of(page: Page) -> list[int]:
        return sorted({y for v in page.views for y in v.years}, reverse=True)

    # ------------------------------------------------ categories and articles

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        alone = self.at_first(portal, page)
        if alone is not None:
            return self.article(portal, page, alone, "")
        found = [(self.named(page, str(y)), self.drawer_path(portal, page, y, "")) for y in self.years_of(page)]
        return self.listed(portal, page, page.title, found)

    def listed(self, portal: Portal, page: Page | None, title: str, found: list[tuple[str, str]]) -> Response:
        """A category: a teaser per article, or category, in it."""
        return self.draw("category.html", portal, page, title=title, found=found)

    def other(self, portal: Portal, here: str) -> Response | None:
        """A category of the menu, a year, an article, a record."""
        for group, pages in self.tree(portal).items():
            if len(pages[0].menu) > 1 and here == f"/{portal.entity}/{plain_word(group)}":
                return self.listed(portal, None, group, [(p.menu[-1], self.link(portal, p)) for p in pages])
        for page in (p for p in portal.pages_on(self.name) if p.views):
            base, _, number = here.rpartition("-")
            if base == self.record_path(portal, page, 0, ""):
                opened = self.opened_of(portal, page, self.view_of(page, request.args.get("v", "v0")), number)
                return self.draw("record.html", portal, page, opened=opened)
            for year in [] if page.auto else self.years_of(page):
                months = [*self.contents(portal, page, year)] if self.by(portal, page) else []
                if here == self.drawer_path(portal, page, year, ""):
                    found = [
                        (self.named(page, self.drawer_word(m, year)), self.drawer_path(portal, page, year, m))
                        for m in months
                    ]
                    title = self.named(page, str(year))
                    return self.listed(portal, page, title, found) if months else self.article(portal, page, year, "")
                for month in months:
                    if here == self.drawer_path(portal, page, year, month):
                        return self.article(portal, page, year, month)
        return None

    def article(self, portal: Portal, page: Page, year: int, word: str) -> Response:
        """The tables of a year or month, one below the other."""
        grids = []
        for view in page.views:
            rows = self.drawers(portal, page, view, year).get(word, [])
            opener = self.opener(portal, page, view) if view.detail else None
            grid = self.grid_of(page, view, rows, size=10**6)
            grids.append((view, grid, self.merged(portal, page, grid), opener))
        over = self.drawer_word(word, year) if word else str(year)
        return self.draw("article.html", portal, page, grids=grids, over=over)

    @staticmethod
    def merged(portal: Portal, page: Page, grid: Grid) -> dict[tuple[int, int], int]:
        """``(row, column)`` → how many rows a cell runs over, 0 where one above does; nothing for cells of their own."""
        label = portal.options.get("spans", {}).get(page.id)
        spans: dict[tuple[int, int], int] = {}
        for column in (n for n, c in enumerate(grid.headers) if c.label == label):
            grid_rows: list[tuple[int, Any]] = sorted(
                enumerate(zip(grid.rows, grid.ids, strict=True)), key=lambda one: text_of(one[1][0][column])
            )
            grid.rows[:], grid.ids[:] = [r for _, (r, _) in grid_rows], [i for _, (_, i) in grid_rows]
            for _, same in groupby(range(len(grid.rows)), key=lambda n: text_of(grid.rows[n][column])):
                block = list(same)
                spans |= {(n, column): 0 for n in block} | {(block[0], column): len(block)}
        return spans

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        base = self.record_path(portal, page, 0, "")
        return lambda row_id: Markup('href="{}-{}?v={}"').format(base, row_id, view.id)
