"""paginaunica-like: the portal that a small town had made: one page of tabs, each with long tables one below the other.

A tab is drawn when it opens, from a file of the year that its button names; the first one is open at once. A table shows its first lines,
a button more of them, a box above it those that hold what is typed. "ver mais" unfolds a line below itself. The first menu word is the
tab, a page is a section of it; of one tab only one section has lines that unfold.
"""

from __future__ import annotations

from typing import Any

from flask import Response, abort, jsonify, redirect

from lab.definition import YEARS, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word

NOW = YEARS[0]


class PaginaUnica(Unseen):
    name = "paginaunica"
    batch = "f"
    cookie = ""
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:03d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [page.menu[0]]

    @classmethod
    def year(cls, view: View) -> int:
        """The latest year that holds records."""
        return max((y for y, n in view.years.items() if n), default=NOW)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        year = cls.year(view)
        return [*cls.way(portal, page), *([str(year)] if year != NOW else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        first = page.menu[0] == portal.pages[0].menu[0]
        return [(ENTRY, *([] if first else [f"aba {page.menu[0]}"]))]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [() if y == NOW else (f"aba {page.menu[0]}/{y}",) for y, count in view.years.items() if count]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/<entity>/", "front", self.front)
        self.app.add_url_rule("/<entity>/dados/<int:year>/<tab>.json", "data", self.data)

    def front(self, entity: str) -> str:
        portal = self.portal_by(entity=entity)
        tabs = [(plain_word(word), word) for word in self.menu(portal)]
        return self.render("index.html", portal=portal, tabs=tabs, years=YEARS[:3])

    def data(self, entity: str, year: int, tab: str) -> Response:
        """What stands under a tab in a year, as the town's clerk exported it."""
        portal = self.portal_by(entity=entity)
        pages = next((ps for word, ps in self.menu(portal).items() if plain_word(word) == tab), None)
        if pages is None or year not in YEARS:
            abort(404)
        return jsonify({"ano": year, "secoes": [self.section(portal, p, year) for p in pages]})

    def section(self, portal: Portal, page: Page, year: int) -> dict[str, Any]:
        found: dict[str, Any] = {"titulo": page.title, "texto": page.text if page.views else "", "dono": page.owner}
        if not page.views:
            return found | {"html": self.prose(portal, page)}
        view = page.views[0]
        grid = self.grid(portal, page, view, Query(year), size=10**6)
        rows = zip(grid.ids, grid.rows, strict=True)
        more = view.detail is not None
        return found | {
            "colunas": [c.label for c in view.columns],
            "estilo": view.style,
            "mais": view.detail.word if view.detail else "",
            "vazio": page.message,
            "total": grid.sums,
            "linhas": [
                {"v": [self.as_json(v) for v in row], "d": self.record(portal, page, view, i) if more else None}
                for i, row in rows
            ],
        }
