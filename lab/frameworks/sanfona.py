"""sanfona-like: a WordPress site put together with a page builder. Accordions and tabs over tables of a plug-in, all in the page.

The menu is off the canvas until its three lines are clicked, at any width. A page holds every year, folded; some records stand in
prints (PDF) that a page links month by month. A bid is a post.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response, abort

from lab import files, table
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import MONTHS

MENU = "Menu"
"""What the button with three lines says to who cannot see it."""
BLOCKS = ("acordeao", "abas")
"""How a page unfolds its years, in turn."""


@dataclass(frozen=True)
class Print:
    """A month's or a year's file of a view; ``month`` 0 is the whole year."""

    view: View
    year: int
    month: int
    caption: str
    href: str


class Sanfona(Unseen, Paginas):
    name = "sanfona"
    batch = "a"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:04d}-{r.when.month:02d}/{r.year}"}

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/{page.id}-detalhes/"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [MENU, *page.menu]

    @classmethod
    def label(cls, page: Page, view: View, year: int) -> str:
        """The heading that is clicked to unfold a year of a view."""
        return f"{view.tab or page.title} – {year}"

    @classmethod
    def years(cls, page: Page) -> list[int]:
        return sorted({y for v in page.views for y in v.years}, reverse=True)

    @classmethod
    def prints(cls, portal: Portal, page: Page, view: View, year: int) -> list[Print]:
        """The files of one year of a view; months without records have none."""
        if view.file is None:
            return []
        rows = portal.rows(page, view, Query(year))
        months = sorted({r.when.month for r in rows}) if view.file.each == "mes" else [0] if rows else []
        found = []
        for month in months:
            caption = f"{MONTHS[month - 1]} {year}" if month else f"{view.tab or page.title} {year}"
            stem = f"{plain_word(view.tab or page.title)}-{month:02d}-{year}"
            href = f"/{portal.entity}/wp-content/uploads/{year}/{month or 12:02d}/{stem}.{view.file.extension}"
            found.append(Print(view, year, month, caption, href))
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """The page with the words of the newest year that holds records; for prints also the files' own paths."""
        newest = max((y for y, count in view.years.items() if count), default=max(view.years))
        words = [*cls.way(portal, page), cls.label(page, view, newest)]
        if in_detail:
            return [" › ".join([cls.detail_path(portal, page, view), *words, *cls.opening(view)])]
        listed = [p for y in cls.years(page) for p in cls.prints(portal, page, view, y)]
        first = [" › ".join([cls.path(portal, page), *words, *(p.caption for p in listed[:1])])]
        return [*first, *(f"{p.href} › (arquivo)" for p in listed)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Whatever is folded is in the page; a print is one more state."""
        if view.file is None:
            return [()]
        return [(f"{page.id}/{view.id}/arquivo {year}",) for year, count in view.years.items() if count]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The menu is in every page, off the canvas."""
        return [(ENTRY, page.id)]

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        blocks = [
            (self.label(page, view, year), self.grid(portal, page, view, Query(year), size=10**6), self.prints(portal, page, view, year))
            for view in page.views
            for year in self.years(page)
            if year in view.years
        ]  # fmt: skip
        kind = BLOCKS[portal.pages.index(page) % len(BLOCKS)]
        return self.draw("page.html", portal, page, blocks=blocks, kind=kind)

    def other(self, portal: Portal, here: str) -> Response | None:
        for page in portal.pages_on(self.name):
            for view in page.views:
                for year in view.years if view.file else ():
                    for found in self.prints(portal, page, view, year):
                        if found.href == here:
                            return self.send(portal, page, found)
        return None

    def send(self, portal: Portal, page: Page, wanted: Print) -> Response:
        view = wanted.view
        if view.file is None:
            abort(404)
        rows = portal.rows(page, view, Query(wanted.year, wanted.month))
        sheet = files.Sheet(
            (
                f"Estado - Prefeitura Municipal de {portal.name}",
                view.tab or page.title,
                f"Competência: {wanted.caption}",
            ),
            tuple(c.label for c in view.columns),
            tuple(tuple(text_of(self.dress(c, r)) for c in view.columns) for r in rows),
            tuple(c.group for c in view.columns),
            tuple(table.sums(view, rows)) if view.total else (),
            "Documento gerado eletronicamente.",
        )
        return Response(files.made(view.file.kind, sheet), content_type=view.file.media_type)
