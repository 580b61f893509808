"""blocosite-like: a town's site of blocks, put together by dragging them (Elementor, Wix). "Transparência" is a page of cards with a button
"Acesse aqui" each; a card leads to a page of accordions, one per year, in which a spreadsheet published on the web is framed.

A workbook has letters over its columns and numbers before its rows; its sheets, chosen by tabs, are months or departments (``options.drawers``)
or the views of the page. ``options.buttons`` are the pages that open workbooks in new windows instead, a button per year. A view with ``style:
cards`` has no workbook: the years are tabs, a record is an item that unfolds. A page with ``auto`` has its latest year open. A frame is given
its address when it comes in sight.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64encode

from flask import Response

from lab.definition import Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.cartoes import Cartoes
from lab.frameworks.unseen import NAMES
from lab.table import Grid

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class BlocoSite(Cartoes):
    name = "blocosite"
    batch = "j"
    cookie = ""
    shouting = True
    hall = "Transparência"
    hall_state = "blocos"
    letters = LETTERS
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1}-{r.when:%m}/{r.year}"}

    # ------------------------------------------------ years and workbooks

    @classmethod
    def cards(cls, page: Page) -> bool:
        return bool(page.views) and page.views[0].style == "cards"

    @classmethod
    def in_windows(cls, portal: Portal, page: Page) -> bool:
        """Whether the workbooks open in new windows."""
        return page.id in portal.options.get("buttons", ())

    @classmethod
    def years_of(cls, page: Page) -> list[int]:
        return sorted({y for v in page.views for y in v.years}, reverse=True)

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        return cls.years_of(page)[0] if page.auto else None

    @classmethod
    def word_of(cls, portal: Portal, page: Page, year: int) -> str:
        """What unfolds a year, or opens its workbook."""
        return f"Exercício {year}" if cls.in_windows(portal, page) else str(year)

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if cls.cards(page):
            return cls.path(portal, page)
        digest = hashlib.sha256(f"{portal.seed}/{page.id}/{year}".encode()).digest() * 2
        return f"/planilhas/d/e/2PACX-1v{urlsafe_b64encode(digest[:60]).decode()}/pubhtml"

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """A year; then the tab of a sheet, or the first item, all of which are there by then."""
        year, word = cls.first(portal, page, view)
        found = [] if year == cls.at_first(portal, page) else [(cls.word_of(portal, page, year), f"{page.id}/{year}")]
        names = [name for name, _, _ in cls.sheets(portal, page, year)]
        if cls.cards(page):
            found = [(word, "" if year != cls.at_first(portal, page) else state) for word, state in found]
            return [*found, ("(linha)", "")]
        name = cls.named_sheet(view, word)
        return [*found, *([(name, "")] if len(names) > 1 else [])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Sheets, tabs and folded items are in the document; a frame is not, before its year unfolds."""
        return [tuple(state for _, state in cls.passed(portal, page, view) if state)]

    @staticmethod
    def named_sheet(view: View, word: str) -> str:
        return word or view.tab or "Página1"

    @classmethod
    def sheets(cls, portal: Portal, page: Page, year: int) -> list[tuple[str, View, str]]:
        """The sheets of a year's workbook: name, view, drawer."""
        drawers = ((v, word) for v in page.views for word in cls.drawers(portal, page, v, year))
        return [(cls.named_sheet(view, word), view, word) for view, word in drawers]

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        years = [(y, self.sheets(portal, page, y)) for y in self.years_of(page)]
        return self.draw("subject.html", portal, page, years=years)

    def items(self, portal: Portal, page: Page, year: int) -> Grid:
        """The records that unfold in the page itself."""
        view = page.views[0]
        return self.grid_of(page, view, self.drawers(portal, page, view, year).get("", []), size=10**6)

    def other(self, portal: Portal, here: str) -> Response | None:
        """The page of cards, a workbook."""
        if here == self.hall_path(portal):
            groups = {g: ps for g, ps in self.tree(portal).items() if len(ps[0].menu) > 1}
            return self.draw("blocks.html", portal, groups=groups)
        for page in (p for p in portal.pages_on(self.name) if p.views and not self.cards(p)):
            for year in self.years_of(page):
                if here == self.drawer_path(portal, page, year, ""):
                    return self.workbook(portal, page, year)
        return None

    def workbook(self, portal: Portal, page: Page, year: int) -> Response:
        found = []
        for name, view, word in self.sheets(portal, page, year):
            rows = self.drawers(portal, page, view, year)[word]
            found.append(
                (name, f"{view.caption or page.title} - {word or year}", self.grid_of(page, view, rows, size=10**6))
            )
        return self.draw("workbook.html", portal, page, found=found, year=year)
