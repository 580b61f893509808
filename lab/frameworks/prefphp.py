"""prefphp-like: a town's own site of the 2000s. Plain PHP in Latin-1, layout tables, a picture with areas for a menu.

Every year, and on some pages (``options.monthly``) every month, is a folder of its own; there are no forms to query with.
"""

from __future__ import annotations

import re

from flask import Response, abort

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.values import MONTHS

Period = tuple[int, int]
"""Year and month; month 0 is the whole year."""


class PrefPhp(Paginas):
    name = "prefphp"
    cookie = ""
    encoding = "iso-8859-1"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.php"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or 'transparencia/' + page.id}/index.php"

    @classmethod
    def folder(cls, portal: Portal, page: Page, period: Period) -> str:
        year, month = period
        return cls.path(portal, page).replace("index.php", f"{year}/{f'{month:02d}/' if month else ''}index.php")

    @classmethod
    def periods(cls, portal: Portal, page: Page, view: View) -> list[Period]:
        """The folders that hold records, the newest first."""
        monthly = page.id in portal.options.get("monthly", ())
        found: set[Period] = set()
        for year in view.years:
            rows = portal.rows(page, view, Query(year))
            found |= {(year, r.when.month if monthly else 0) for r in rows}
        return sorted(found, reverse=True)

    @classmethod
    def section(cls, portal: Portal, group: str) -> str:
        number = list(dict.fromkeys(p.menu[0] for p in portal.pages)).index(group) + 1
        return f"/{portal.entity}/secao{number}.php"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The picture leads to a page per group."""
        return [(ENTRY, *([f"grupo {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        monthly = page.id in portal.options.get("monthly", ())
        year, month = cls.periods(portal, page, view)[0]
        return [(f"{page.id}/{year}", *([f"{page.id}/{year}/{month}"] if monthly else []))]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        periods = cls.periods(portal, page, view)
        year, month = periods[0]
        words = [*page.menu, str(year), *([MONTHS[month - 1]] if month else [])]
        if in_detail and view.detail:
            return [" › ".join([cls.detail_path(portal, page, view), *words, *cls.opening(view)])]
        first, *others = (cls.folder(portal, page, p) for p in periods)
        return [" › ".join([first, *words]), *(" › ".join([o, *page.menu]) for o in others)]

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page).replace("index.php", "ver.php")

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        years = sorted(page.views[0].years, reverse=True)
        return self.draw("years.html", portal, page, folders=[(str(y), f"{y}/index.php") for y in years])

    def other(self, portal: Portal, here: str) -> Response | None:
        groups = dict.fromkeys(p.menu[0] for p in portal.pages)
        group = next((g for g in groups if here == self.section(portal, g)), None)
        if group is not None:
            return self.draw("section.html", portal, None, group=group, pages=self.tree(portal)[group])
        for page in portal.pages_on(self.name):
            base = self.path(portal, page).removesuffix("index.php")
            found = re.fullmatch(rf"{re.escape(base)}(\d{{4}})/(?:(\d\d)/)?index\.php", here)
            if found and page.views:
                return self.period(portal, page, int(found[1]), int(found[2] or 0))
        return None

    def period(self, portal: Portal, page: Page, year: int, month: int) -> Response:
        view = page.views[0]
        if year not in view.years:
            abort(404)
        if page.id in portal.options.get("monthly", ()) and not month:
            months = sorted(m for y, m in self.periods(portal, page, view) if y == year)
            folders = [(MONTHS[m - 1], f"{m:02d}/index.php") for m in months]
            return self.draw("years.html", portal, page, folders=folders, year=year)
        grid = self.grid(portal, page, view, Query(year, month), size=10**6)
        title = f"{page.title} - {MONTHS[month - 1] + '/' if month else ''}{year}"
        drawn = self.grid_html(portal, page, view, grid, over=title)
        return self.draw("period.html", portal, page, drawn=drawn)
