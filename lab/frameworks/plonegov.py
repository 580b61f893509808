"""plonegov-like: a town's site in Plone, dressed as the federal government's. Folders list folders, pages and files, with their
types and dates; a file has a page of its own before it is downloaded.

A subject is a folder of years. A year is a page, its tables in accordions by month or office (``options.accordions``: page →
``mes`` or a maker), with the files of that year below; one of nothing but files is a folder again, in sheets. A record is a
folder too, whose documents are its contents. A page with ``auto`` is its latest year alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from flask import Response, abort, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.arquivos import Arquivos, Link
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import MONTHS, Row

ROOT = "/acesso-a-informacao"
BATCH = 10  # contents of a folder on one sheet
DOWNLOAD = "Baixar o arquivo"


class PloneGov(Arquivos, Unseen):
    name = "plonegov"
    batch = "d"
    cookie = ""
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:04d}-{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"{ROOT}/{portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return "/".join([ROOT, portal.entity, *map(plain_word, page.menu)])

    @classmethod
    def folder(cls, portal: Portal, group: str) -> str:
        return f"{ROOT}/{portal.entity}/{plain_word(group)}"

    @classmethod
    def years_of(cls, page: Page) -> list[int]:
        return sorted({y for v in page.views for y in v.years}, reverse=True)

    @classmethod
    def year_path(cls, portal: Portal, page: Page, year: int) -> str:
        return cls.path(portal, page) if page.auto else f"{cls.path(portal, page)}/{year}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.year_path(portal, page, cls.shown_year(page, view))}/registro-{view.id}"

    @classmethod
    def shown_year(cls, page: Page, view: View) -> int:
        """The latest year in which a view holds something."""
        return next((y for y in sorted(view.years, reverse=True) if view.years[y]), cls.years_of(page)[0])

    @classmethod
    def links(cls, portal: Portal, page: Page, year: int) -> list[Link]:
        found = []
        for view in (v for v in page.views if v.file):
            rows = portal.rows(page, view, Query(year))
            monthly = view.file is not None and view.file.each == "mes"
            for month in sorted({r.when.month for r in rows}) if monthly else [0] if rows else []:
                of = f"{MONTHS[month - 1]} de {year}" if month else f"Exercício {year}"
                caption = f"{view.caption or page.menu[-1]} - {of}"
                name = f"{plain_word(caption)}.{view.file.extension if view.file else ''}"
                found.append(Link(view, year, month, caption, f"{cls.year_path(portal, page, year)}/{name}"))
        return found

    @classmethod
    def accordion(cls, portal: Portal, page: Page) -> str:
        return str(portal.options.get("accordions", {}).get(page.id, ""))

    @classmethod
    def folds(cls, portal: Portal, page: Page, rows: list[Row]) -> Mapping[str, list[Row]]:
        """Summary of an accordion → its records; all under "" where the page has none."""
        by, found = cls.accordion(portal, page), dict[str, list[Row]]()
        for row in rows:
            maker = cls.makers.get(by)
            word = (
                MONTHS[row.when.month - 1] if by == "mes" else text_of(maker(row) if maker else row[by]) if by else ""
            )
            found.setdefault(word, []).append(row)
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """Of a file its page, and where it is downloaded; of a table the year's page and the accordion to open."""
        year = cls.shown_year(page, view)
        steps = [*page.menu, *([] if page.auto else [str(year)])]
        if view.file is not None:
            links = [n for y in sorted(view.years, reverse=True) for n in cls.links(portal, page, y) if n.view is view]
            first = " › ".join([f"{links[0].href}/view", *steps, links[0].caption, DOWNLOAD])
            return [first, *(f"{n.href}/@@download/file › (arquivo)" for n in links)]
        folds = cls.folds(portal, page, portal.rows(page, view, Query(year)))
        steps += [next(iter(folds))] if folds and cls.accordion(portal, page) else []
        path = cls.detail_path(portal, page, view) if in_detail else cls.year_path(portal, page, year)
        return [" › ".join([path, *steps, *(cls.opening(view) if in_detail else [])])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The entry names folders; within one, its contents stand at the side of each of its pages."""
        return [(ENTRY, *([f"pasta {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A year, the page of a file, the file; accordions are in the DOM. Any year with records will do."""
        years = [y for y, count in view.years.items() if count]
        if page.auto:
            years = [y for y in years if y == cls.years_of(page)[0]]
        opened = [(y, () if page.auto else (f"{page.id}/{y}",)) for y in years]
        file = (f"{page.id}/{view.id}/ficha {{}}", f"{page.id}/{view.id}/arquivo {{}}") if view.file else ()
        return [(*way, *(f.format(y) for f in file)) for y, way in opened]

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super(Arquivos, self).show(portal, page)
        if page.auto:
            return self.year_page(portal, page, self.years_of(page)[0])
        contents = [(str(y), "Pasta", self.year_path(portal, page, y), "") for y in self.years_of(page)]
        return self.listed(portal, page, page.title, contents)

    def listed(
        self, portal: Portal, page: Page | None, title: str, contents: list[tuple[str, str, str, str]], **more: Any
    ) -> Response:
        """A folder: title, type, address, description of what it holds."""
        start = request.args.get("b_start:int", "0")
        first = int(start) if start.isdigit() and int(start) < max(len(contents), 1) else 0
        return self.draw(
            "folder.html", portal, page, title=title, contents=contents[first : first + BATCH], first=first,
            total=len(contents), batch=BATCH, **more,
        )  # fmt: skip

    def other(self, portal: Portal, here: str) -> Response | None:
        """A group's folder, a year of a page, a record, a file's page, or the file."""
        for group, pages in self.tree(portal).items():
            if here == self.folder(portal, group) and len(pages[0].menu) > 1:
                contents = [
                    (p.menu[-1], "Link" if p.kind == "externo" else "Pasta" if p.views and not p.auto else "Página", self.link(portal, p), p.text)
                    for p in pages
                ]  # fmt: skip
                return self.listed(portal, None, group, contents, group=group)
        for page in (p for p in portal.pages_on(self.name) if p.views):
            for year in self.years_of(page):
                at = self.year_path(portal, page, year)
                if here == at:
                    return self.year_page(portal, page, year)
                if here.startswith(f"{at}/"):
                    return self.below(portal, page, year, here)
        return None

    def below(self, portal: Portal, page: Page, year: int, here: str) -> Response | None:
        at = self.year_path(portal, page, year)
        if found := re.fullmatch(rf"{re.escape(at)}/registro-(v\d+)-(\d{{9}})", here):
            view = self.view_of(page, found[1])
            opened = self.opened_of(portal, page, view, found[2])
            return self.draw("record.html", portal, page, opened=opened, year=year)
        for link in self.links(portal, page, year):
            if here == f"{link.href}/view":
                sized = replace(link, size=len(self.content(portal, page, link)))
                return self.draw("file.html", portal, page, file=sized, year=year, word=DOWNLOAD)
            if here == f"{link.href}/@@download/file":
                return self.send(portal, page, link)
        return None

    def year_page(self, portal: Portal, page: Page, year: int) -> Response:
        tables = [v for v in page.views if v.file is None]
        links = self.links(portal, page, year)
        contents = [(n.caption, "Arquivo", f"{n.href}/view", "") for n in links]
        if not tables:
            return self.listed(portal, page, f"{page.title} - {year}", contents, year=year)
        drawn = []
        for view in tables:
            folds = self.folds(portal, page, self.records(portal, page, view, Query(year)))
            grids = [(word, self.grid_of(page, view, rows, size=10**6)) for word, rows in folds.items()]
            drawn.append((view, grids or [("", self.grid_of(page, view, []))]))
        return self.draw("year.html", portal, page, year=year, drawn=drawn, contents=contents)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            at = self.year_path(portal, page, int(row_id[:4]))
            return Markup('href="{}/registro-{}-{}"').format(at, view.id, row_id)

        return attrs

    def send(self, portal: Portal, page: Page, link: Link) -> Response:
        if link.view.file is None:
            abort(404)
        response = Response(self.content(portal, page, link), content_type=link.view.file.media_type)
        name = quote(link.href.rpartition("/")[2])
        response.headers["Content-Disposition"] = f"attachment; filename*=UTF-8''{name}"
        return response
