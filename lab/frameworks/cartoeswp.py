"""cartoeswp-like: a town's WordPress site. "Portal da Transparência" is a page of cards; a card leads to a page whose years are folded.

A year unfolds to links: the pages of its months, each with a table typed or pasted into it, or files (spreadsheets, prints) to download. A
subject without months has a page per year. A bid is a post of its own. Nothing is asked for: there is no form but those of contact.
"""

from __future__ import annotations

import re

from flask import Response
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.arquivos import Arquivos
from lab.frameworks.base import Opener, Way
from lab.frameworks.cartoes import Cartoes
from lab.frameworks.unseen import NAMES, plain_word


class CartoesWp(Cartoes, Arquivos):
    name = "cartoeswp"
    batch = "f"
    hall = "Portal da Transparência"
    cookie = ""
    currency = "R$"
    tabs = False
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}/{r.index + 1}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    # ------------------------------------------------ years, months, files

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        """A page with ``auto`` is its latest year alone."""
        return cls.first(portal, page, page.views[0])[0] if page.auto and page.views else None

    @classmethod
    def year_word(cls, year: int) -> str:
        return f"Ano {year}"

    @classmethod
    def drawer_word(cls, word: str, year: int) -> str:
        return f"{word} de {year}"

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if page.auto:
            return cls.path(portal, page)
        return f"{cls.path(portal, page)}{f'{plain_word(word)}-de-' if word else ''}{year}/"

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return f"{cls.path(portal, page)}processo"

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """A year that holds months unfolds in place: no state."""
        return [
            (word, "" if cls.by(portal, page) and word.startswith("Ano ") else state)
            for word, state in super().passed(portal, page, view)
        ]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        if view.file is None:
            return [tuple(state for _, state in cls.passed(portal, page, view) if state)]
        return [(f"{page.id}/{view.id}/arquivo {y}",) for y, count in view.years.items() if count]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """Of a file its subject's page, the year, its own words; and its address."""
        if view.file is None:
            return super().where(portal, page, view, in_detail)
        links = [n for y in sorted(view.years, reverse=True) for n in cls.links(portal, page, y) if n.view is view]
        words = [*cls.way(portal, page), cls.year_word(links[0].year), links[0].caption] if links else []
        paths = dict.fromkeys(n.href.partition("?")[0] for n in links)
        return [" › ".join([cls.path(portal, page), *words]), *(f"{p} › (arquivo)" for p in paths)]

    @classmethod
    def years_of(cls, page: Page) -> list[int]:
        return sorted({y for v in page.views for y in v.years}, reverse=True)

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super(Arquivos, self).show(portal, page)
        alone = self.at_first(portal, page)
        if alone is not None:
            return self.sheet_of(portal, page, alone, "")
        folds = []
        for year in self.years_of(page):
            found = [(n.caption, n.href, n.view.file) for n in self.links(portal, page, year)]
            months = self.contents(portal, page, year) if self.by(portal, page) else {}
            found += [(self.drawer_word(w, year), self.drawer_path(portal, page, year, w), None) for w in months]
            folds.append((self.year_word(year), self.drawer_path(portal, page, year, ""), found))
        return self.draw("subject.html", portal, page, folds=folds)

    def other(self, portal: Portal, here: str) -> Response | None:
        """The cards, a year, a month, a record, a file."""
        if here == self.hall_path(portal):
            groups = {g: ps for g, ps in self.tree(portal).items() if len(ps[0].menu) > 1}
            return self.draw("cards.html", portal, groups=groups)
        for page in (p for p in portal.pages_on(self.name) if p.views):
            if found := re.fullmatch(rf"{re.escape(self.path(portal, page))}processo/(v\d+)-(\d{{9}})/", here):
                opened = self.opened_of(portal, page, self.view_of(page, found[1]), found[2])
                return self.draw("post.html", portal, page, opened=opened)
            for year in [] if page.auto else self.years_of(page):
                words = [*self.contents(portal, page, year)] if self.by(portal, page) else [""]
                for word in words:
                    if here == self.drawer_path(portal, page, year, word) and not page.views[0].file:
                        return self.sheet_of(portal, page, year, word)
        return Arquivos.other(self, portal, here)

    def sheet_of(self, portal: Portal, page: Page, year: int, word: str) -> Response:
        found = [(v, self.drawers(portal, page, v, year).get(word, [])) for v in page.views]
        grids = [self.grid_of(page, v, rows, size=10**6) for v, rows in found]
        over = self.drawer_word(word, year) if word else str(year)
        return self.draw("sheet.html", portal, page, grids=grids, over=over)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        base = self.record_path(portal, page, 0, "")
        return lambda row_id: Markup('href="{}/{}-{}/"').format(base, view.id, row_id)
