"""fichario-like: a vendor's portal in PHP. Filters are check boxes at the left, with counts, sent by GET; results are cards on sheets.

The years that are ticked are listed together, the latest first; a filter ``ano`` says which is ticked at first, without one all are
listed. ``options.facets`` (page → labels) are the columns by whose values one can filter too; within a filter ticks add up, between
filters they narrow. Each record has a page of its own, each label above its value. Nothing is kept between requests.
"""

from __future__ import annotations

from collections import Counter
from urllib.parse import urlencode

from flask import Response, request

from lab.definition import YEARS, Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen, office
from lab.values import Row

Facet = tuple[str, str, list[tuple[str, int, bool]]]
"""Name of the argument, heading, and each value with its count and whether it is ticked."""


class Fichario(Paginas, Unseen):
    name = "fichario"
    batch = "h"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"NE {r.index + 1}/{r.year}",
        "orgao": lambda r: office(r).replace("Sec. Mun.", "Secretaria"),
        "unidade": lambda r: office(r).replace("Sec. Mun.", "Secretaria"),
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}/lista.php"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/{page.path or page.id}/ficha.php"

    @staticmethod
    def at_first(page: Page) -> list[int]:
        """The years that are ticked at first."""
        return [int(f.default) for f in page.filters if f.kind == "ano" and f.default]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        return any(view.years.get(y) for y in cls.at_first(page) or view.years)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A pill leads to a view with the ticks of the first time."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/filtro")]

    # ------------------------------------------------ queries

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        view = self.view_of(page, request.args.get("visao", page.views[0].id))
        ticked = self.years_asked(page)
        years = [y for y in YEARS if y in (ticked or view.years)]
        text = request.args.get("q", "").casefold().strip()
        rows = [r for y in years for r in reversed(self.records(portal, page, view, Query(y, text=text)))]
        facets = self.facets(portal, page, view, rows)
        for name, _, values in facets:
            wanted = {value for value, _, chosen in values if chosen}
            maker = view.columns[int(name[1:])]
            rows = [r for r in rows if not wanted or text_of(self.dress(maker, r)) in wanted]
        if request.args.get("ordem") == "antigos":
            rows.reverse()
        counts = [(y, view.years.get(y, 0), y in ticked) for y in YEARS]
        grid = self.grid_of(page, view, rows, self.sheet())
        return self.draw("page.html", portal, page, view=view, grid=grid, facets=facets, years=counts)

    def years_asked(self, page: Page) -> list[int]:
        """The years ticked; those ticked at first where the form was not sent."""
        if "filtrar" not in request.args:
            return self.at_first(page)
        return [int(y) for y in request.args.getlist("ano[]") if y.isdigit()]

    def facets(self, portal: Portal, page: Page, view: View, rows: list[Row]) -> list[Facet]:
        found: list[Facet] = []
        for label in portal.options.get("facets", {}).get(page.id, ()):
            place = next((n for n, c in enumerate(view.columns) if c.label == label), None)
            if place is None:
                continue
            chosen = request.args.getlist(f"f{place}[]")
            counts = Counter(text_of(self.dress(view.columns[place], r)) for r in rows)
            values = [(value, counts[value], value in chosen) for value in sorted({*counts, *chosen})]
            found.append((f"f{place}", label, values))
        return found

    def asked_again(self, **changes: str) -> str:
        """The present address with other arguments, every tick kept."""
        return f"{request.path}?{urlencode({**request.args.to_dict(flat=False), **changes}, doseq=True)}"
