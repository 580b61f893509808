"""guiche-like: a counter of picture buttons. Plain PHP in Latin-1, ``input type=image`` for a menu, an image map for each group.

The areas of a map open windows by script. In a window the records stand in tables within tables, headings in bold in the first
row; a year is picked from a list that sends its form by itself, and a record opens in one more window.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen

TILE = (196, 118)
"""Width and height of an area, in pixels."""
ROW = 4  # areas side by side


class Guiche(Unseen, Paginas):
    name = "guiche"
    batch = "a"
    cookie = ""
    encoding = "iso-8859-1"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}/{r.year}-{'OGE'[r.index % 3]}",
        "matricula": lambda r: f"{r.rng('badge').randrange(10, 4000)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/default.php"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.php"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/ver_{page.path or page.id}.php"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Choosing sends the form: there is no button."""
        return [*page.menu, *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A picture button leads to a page with the group's map."""
        return [(ENTRY, f"grupo {page.menu[0]}", page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Another view is an address of its own, which asks anew."""
        shown = cls.at_once(portal, page, view)
        first = () if view is page.views[0] else (f"{page.id}/{view.id}/aba",)
        return [(*first, *(() if shown else (f"{page.id}/{view.id}",)))]

    def other(self, portal: Portal, here: str) -> Response | None:
        groups = list(self.tree(portal))
        if here == f"/{portal.entity}/menu.php":
            number = next((k.partition(".")[0].removeprefix("bt") for k in request.args if k.startswith("bt")), "")
            if number.isdigit() and 0 < int(number) <= len(groups):
                return self.draw("map.html", portal, None, group=groups[int(number) - 1], number=int(number))
        stem = here.removeprefix(f"/{portal.entity}/img/").removesuffix(".gif")
        if stem.startswith("bt") and stem[2:].isdigit() and 0 < int(stem[2:]) <= len(groups):
            return self.picture("button.svg", portal, words=[groups[int(stem[2:]) - 1]])
        if stem.startswith("mapa") and stem[4:].isdigit() and 0 < int(stem[4:]) <= len(groups):
            pages = self.tree(portal)[groups[int(stem[4:]) - 1]]
            return self.picture("map.svg", portal, words=[p.menu[-1] for p in pages])
        return None

    def picture(self, template: str, portal: Portal, words: list[str]) -> Response:
        """A picture with words painted on it."""
        svg = self.html(template, portal=portal, words=words, tile=TILE, row=ROW)
        return Response(svg, mimetype="image/svg+xml")

    def areas(self, portal: Portal, group: str) -> list[tuple[str, Page]]:
        """Corners and page of each area of a group's map."""
        wide, high = TILE
        found = []
        for n, page in enumerate(self.tree(portal)[group]):
            x, y = n % ROW * wide, n // ROW * high
            found.append((f"{x + 4},{y + 4},{x + wide - 4},{y + high - 4}", page))
        return found

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS or not page.views:
            return super().show(portal, page)
        query = self.asked(page)
        view = next((v for v in page.views if v.id == request.args.get("aba")), page.views[0])
        shown = page.auto or bool(request.args.get("exercicio", "").isdigit())
        grid = self.grid(portal, page, view, query, self.sheet("pg")) if shown else None
        return self.draw("query.html", portal, page, view=view, query=query, grid=grid)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            href = f"{self.detail_path(portal, page, view)}?{urlencode({'v': view.id, 'id': row_id})}"
            return Markup("HREF=\"javascript:abre('{}','ver')\"").format(href)

        return attrs
