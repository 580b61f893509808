"""arquivos-like: the transparency page of a town that exports spreadsheets and prints. What it publishes stands in linked files.

A page lists years, a year lists files: PDF, CSV, XLSX, ODS; some links end in a file's name, some are ``download?id=``, and
one kind of PDF comes as text/html.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, abort, request

from lab import files, table
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.values import MONTHS


@dataclass(frozen=True)
class Link:
    """A file that a page lists. ``month`` 0 is the whole year."""

    view: View
    year: int
    month: int
    caption: str
    href: str
    size: int = 0


class Arquivos(Paginas):
    name = "arquivos"
    cookie = ""

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/transparencia/{page.path or page.id}/"

    @classmethod
    def links(cls, portal: Portal, page: Page, year: int) -> list[Link]:
        """The files of one year, in the order of the page; months without records have none."""
        found = []
        for n, view in enumerate(page.views):
            if view.file is None:
                continue
            rows = portal.rows(page, view, Query(year))
            months = sorted({r.when.month for r in rows}) if view.file.each == "mes" else [0] if rows else []
            for month in months:
                period = f"{MONTHS[month - 1]}/{year}" if month else str(year)
                caption = f"{view.caption or page.title} - {period}"
                number = f"{portal.pages.index(page) + 1}{n}{year}{month:02d}"
                stem = f"{view.caption or page.id}-{period}".casefold().replace("/", "-").replace(" ", "_")
                href = {
                    "arquivo": f"/{portal.entity}/uploads/{year}/{stem}.{view.file.extension}",
                    "download": f"/{portal.entity}/download?id={number}",
                    "html": f"/{portal.entity}/documento.php?id={number}",
                }[view.file.by]
                found.append(Link(view, year, month, caption, href))
        return found

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """The page lists the newest year's files; another year is a page of its own. A file is one more state."""
        if view.file is None:
            return super().fillings(portal, page, view)
        newest = max(y for v in page.views for y in v.years)
        years = [year for year, count in view.years.items() if count]
        return [(*(() if y == newest else (f"{page.id}/{y}",)), f"{page.id}/{view.id}/arquivo {y}") for y in years]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """The page that lists the files, with the first link's words; and the files' own paths."""
        if view.file is None:
            return super().where(portal, page, view, in_detail)
        links = [
            link for y in sorted(view.years, reverse=True) for link in cls.links(portal, page, y) if link.view is view
        ]
        steps = [*page.menu, str(links[0].year), links[0].caption]
        paths = dict.fromkeys(link.href.partition("?")[0] for link in links)
        return [" › ".join([cls.path(portal, page), *steps]), *(f"{p} › (arquivo)" for p in paths)]

    def show(self, portal: Portal, page: Page) -> Response:
        if not any(v.file for v in page.views):
            return super().show(portal, page)
        years = sorted({y for v in page.views for y in v.years}, reverse=True)
        asked = request.args.get("ano", "")
        year = int(asked) if asked.isdigit() and int(asked) in years else years[0]
        listed = [replace(n, size=len(self.content(portal, page, n))) for n in self.links(portal, page, year)]
        return self.draw("files.html", portal, page, years=years, year=year, links=listed)

    def other(self, portal: Portal, here: str) -> Response | None:
        asked = f"{here}?id={request.args['id']}" if "id" in request.args else here
        for page in portal.pages_on(self.name):
            for year in sorted({y for v in page.views if v.file for y in v.years}):
                for link in self.links(portal, page, year):
                    if link.href == asked:
                        return self.send(portal, page, link)
        return None

    def printed(self, portal: Portal, page: Page, link: Link) -> files.Sheet:
        rows = portal.rows(page, link.view, Query(link.year, link.month))
        over = (
            f"PREFEITURA MUNICIPAL DE {portal.name.upper()}",
            link.view.caption or page.title,
            f"Período: {link.caption.rpartition(' - ')[2]}",
        )
        columns = link.view.columns
        return files.Sheet(
            over,
            tuple(c.label for c in columns),
            tuple(tuple(text_of(self.dress(c, r)) for c in columns) for r in rows),
            tuple(c.group for c in columns),
            tuple(table.sums(link.view, rows)) if link.view.total else (),
            "Fonte: Sistema de Gestão Municipal. Emitido em 19/11/2026 22:14.",
        )

    def content(self, portal: Portal, page: Page, link: Link) -> bytes:
        if link.view.file is None:
            abort(404)
        return files.made(link.view.file.kind, self.printed(portal, page, link))

    def send(self, portal: Portal, page: Page, link: Link) -> Response:
        published = link.view.file
        if published is None:
            abort(404)
        response = Response(self.content(portal, page, link), content_type=published.media_type)
        if published.by == "download":
            name = f"relatorio_{request.args['id']}.{published.extension}"
            response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response
