"""aspsalto-like: classic ASP of about 2001 without frames, in ISO-8859-1, all of FONT tags and tables in tables.

Subjects are jump menus: a select whose options are addresses, which its script opens. So are exercises, months and sheets; a page whose
exercise stands on "Escolha" shows nothing before. Views stand one below the other; on the pages of ``options.spans`` one cell stands over
all rows with its value. A record opens in a window of its own.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, YEARS, Page, Portal, View
from lab.frameworks.base import Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.spans import Spans
from lab.frameworks.unseen import NAMES, OFFICES, office
from lab.values import MONTHS


class AspSalto(Paginas, Spans):
    name = "aspsalto"
    batch = "i"
    cookie = ""
    encoding = "iso-8859-1"
    sheet_name = "pag"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%d%m}{r.index + 1:04d}",
        "secretaria": lambda r: office(r).upper(),
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}01-{office(r).upper()}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/default.asp"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.asp"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/det_{page.path or page.id}.asp"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """A subject is a jump menu, its words its first option."""
        return [page.menu[-1]]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return cls.way(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Every view of a page stands in its answer."""
        return [()] if cls.at_once(portal, page, page.views[0]) else [(f"{page.id}/exercício",)]

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS or not page.views:
            return super().show(portal, page)
        shown = page.auto or "exercicio" in request.args
        query = self.asked(page)
        grids = (
            [self.grid(portal, page, view, query, self.sheet(self.sheet_name)) for view in page.views] if shown else []
        )
        return self.draw("page.html", portal, page, query=query, grids=grids, months=MONTHS)

    # ------------------------------------------------ what templates draw with

    def jump(self, **changes: str | int) -> str:
        """The present page, as it would be otherwise."""
        kept = {k: v for k, v in request.args.items() if k in ("exercicio", "mes", "busca")}
        return f"{request.path}?{urlencode({**kept, **changes})}"

    @staticmethod
    def years(page: Page) -> list[int]:
        """The exercises of a page's jump menu."""
        given = next(f for f in page.filters if f.kind == "ano")
        return [int(o) for o in given.options if o.isdigit() and int(o) in YEARS]

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            address = f"{self.detail_path(portal, page, view)}?{urlencode({'v': view.id, 'id': row_id})}"
            return Markup("HREF=\"javascript:abre('{}')\"").format(address)

        return attrs
