"""conjuntos-like: an open-data catalogue. Themes hold data sets, a data set holds resources: one table per year.

A resource's page shows its table in a frame, with a dictionary of its columns beside it; the same table is a CSV file to download.
What is ``file`` in the definition has no preview: it stands in the file only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from uuid import NAMESPACE_URL, uuid5

from flask import Response, abort, request

from lab import files
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen, plain_word

LISTED = 10  # data sets per page of a list
SHOWN = 50  # rows of a preview


@dataclass(frozen=True)
class Resource:
    """One year of a view. ``path`` is its page, ``file`` its download."""

    view: View
    year: int
    name: str
    path: str
    file: str


class Conjuntos(Unseen, Paginas):
    name = "conjuntos"
    batch = "a"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:06d}",
        "data": lambda r: r.when.isoformat(),
        "categoria": lambda r: r.nature[0].upper(),
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        own = f"dataset/{page.path or plain_word(page.title)}" if page.views else page.path or f"pages/{page.id}"
        return f"/{portal.entity}/{own}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Texts and forms stand in the head and the foot of every page."""
        return list(page.menu) if page.views else list(page.menu[-1:])

    @classmethod
    def theme(cls, portal: Portal, group: str) -> str:
        return f"/{portal.entity}/group/{plain_word(group)}"

    @classmethod
    def resources(cls, portal: Portal, page: Page) -> list[Resource]:
        """The resources of a data set, the oldest year first; a year without records has none."""
        found = []
        for view in page.views:
            for year in sorted(y for y, count in view.years.items() if count):
                number = uuid5(NAMESPACE_URL, f"{portal.slug}/{page.id}/{view.id}/{year}")
                base = f"{cls.path(portal, page)}/resource/{number}"
                name = f"{view.tab or page.title} {year}"
                found.append(Resource(view, year, name, base, f"{base}/download/{plain_word(name)}.csv"))
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """The resource's page, and its file's own path; with the words of the newest year."""
        found = [r for r in cls.resources(portal, page) if r.view is view][::-1]
        pages = [] if view.file else [f"{r.path} › {' › '.join(page.menu)} › {r.name}" for r in found]
        return [*pages, *(f"{r.file} › {' › '.join(page.menu)} › {r.name} › Baixar" for r in found)]

    @classmethod
    def catalogue(cls, portal: Portal) -> list[Page]:
        """Every data set, by title."""
        return sorted((p for p in portal.pages_on(cls.name) if p.views), key=lambda p: plain_word(p.title))

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """By its theme, or by the list of all data sets, which has several pages."""
        sheet = cls.catalogue(portal).index(page) // LISTED + 1
        lists = tuple(f"lista {n}" for n in range(1, sheet + 1))
        return [(ENTRY, f"tema {page.menu[0]}", page.id), (ENTRY, *lists, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [(f"{page.id}/{view.id}/{year}",) for year, count in view.years.items() if count]

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        return self.draw("dataset.html", portal, page, resources=self.resources(portal, page))

    def other(self, portal: Portal, here: str) -> Response | None:
        if here.rstrip("/") == f"/{portal.entity}/dataset":
            return self.listing_page(portal, "Conjuntos de dados", self.searched(portal))
        for group, pages in self.themes(portal).items():
            if here == self.theme(portal, group):
                return self.listing_page(portal, group, pages)
        for page in self.catalogue(portal):
            for resource in self.resources(portal, page):
                if here.startswith(resource.path):
                    return self.resource_page(portal, page, resource, here.removeprefix(resource.path))
        return None

    def themes(self, portal: Portal) -> dict[str, list[Page]]:
        found: dict[str, list[Page]] = {}
        for page in self.catalogue(portal):
            found.setdefault(page.menu[0], []).append(page)
        return found

    def searched(self, portal: Portal) -> list[Page]:
        """The data sets whose title or description holds every word that was looked for."""
        words = plain_word(request.args.get("q", "")).split("-")
        return [p for p in self.catalogue(portal) if all(w in plain_word(f"{p.title} {p.text}") for w in words)]

    def listing_page(self, portal: Portal, title: str, pages: list[Page]) -> Response:
        sheet, sheets = self.sheet("page"), max(1, -(-len(pages) // LISTED))
        shown = pages[(sheet - 1) * LISTED : sheet * LISTED]
        return self.draw(
            "list.html", portal, None, title=title, total=len(pages), pages=shown, sheet=sheet, sheets=sheets
        )

    def resource_page(self, portal: Portal, page: Page, resource: Resource, rest: str) -> Response:
        """A resource's page, its preview, or its file."""
        if not rest:
            return self.draw("resource.html", portal, page, resource=resource)
        if rest == "/view" and resource.view.file is None:
            view = replace(resource.view, total=False)
            grid = self.grid(portal, page, view, Query(resource.year), self.sheet("pg"), SHOWN)
            return self.draw("view.html", portal, page, resource=resource, g=grid)
        if resource.path + rest == resource.file:
            return self.download(portal, page, resource)
        return abort(404)

    def download(self, portal: Portal, page: Page, resource: Resource) -> Response:
        columns = resource.view.columns
        rows = portal.rows(page, resource.view, Query(resource.year))
        cells = tuple(tuple(text_of(self.dress(c, r)) for c in columns) for r in rows)
        sheet = files.Sheet((), tuple(c.label for c in columns), cells)
        response = Response(files.made("csv", sheet), content_type=files.TYPES["csv"])
        response.headers["Content-Disposition"] = f'attachment; filename="{resource.file.rpartition("/")[2]}"'
        return response

    @staticmethod
    def kind(maker: str) -> str:
        """What a dictionary says of the type of a column."""
        return (
            "timestamp"
            if maker.startswith("data")
            else "numeric"
            if re.search("pago|empenhado|valor", maker)
            else "text"
        )
