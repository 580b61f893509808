"""gestorweb-like: a vendor's PHP portal on Bootstrap 3. A mega menu that a click opens, a panel of filters, "Pesquisar".

Headings stand in the page; rows come by post from a service of the table plug-in's protocol (``draw``, ``start``, ``length``), which
answers scripts alone. A magnifier leads to a record's page. Tabs share the filters and ask for their rows when they are shown.
"""

from __future__ import annotations

from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request

from lab import table
from lab.definition import Column, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import Row

SIZES = (10, 25, 50, 100)


class GestorWeb(Paginas, Unseen):
    name = "gestorweb"
    batch = "f"
    cookie = ""
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%m%d}{r.index % 1000:03d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:02d} - {office(r).upper()}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.01 - {office(r).upper()}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/transparencia/{portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/visualizar/{view.id}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Headings of the mega menu's columns are no links."""
        return [page.menu[0], *page.menu[-1:]] if len(page.menu) > 1 else list(page.menu)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab can be chosen before the first query, which then is its own."""
        return super(Paginas, cls).fillings(portal, page, view)

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule = "/transparencia/<entity>/ajax/<page_id>/<view_id>"
        self.app.add_url_rule(rule, "ajax", self.ajax, methods=["GET", "POST"])
        self.app.add_url_rule("/<path:path>", "any", self.dispatch, methods=["GET", "POST"])

    def show(self, portal: Portal, page: Page) -> Response:
        """The page with empty tables; filters of the address are taken over."""
        if not page.views:
            return super().show(portal, page)
        return self.draw("page.html", portal, page, query=self.asked(page))

    def other(self, portal: Portal, here: str) -> Response | None:
        for page in portal.pages_on(self.name):
            for view in page.views:
                begin = f"{self.detail_path(portal, page, view)}/"
                if view.detail and here.startswith(begin):
                    opened = self.opened_of(portal, page, view, here.removeprefix(begin))
                    return self.draw("detail.html", portal, page, view=view, opened=opened)
        return None

    def ajax(self, entity: str, page_id: str, view_id: str) -> Response:
        """One sheet in the protocol of the plug-in: cells as HTML, counts, the number of the draw."""
        portal, page = self.needed(entity, page_id)
        view = self.view_of(page, view_id)
        if request.headers.get("X-Requested-With") != "XMLHttpRequest":
            return make_response("No direct script access allowed", 403)
        if request.method != "POST":
            abort(405)
        size, start, draw = (self.number(name) for name in ("length", "start", "draw"))
        size = size if size in SIZES else SIZES[0]
        word = request.form.get("search[value]", "").casefold().strip()
        rows = self.records(portal, page, view, self.asked(page))
        found = [r for r in rows if word in " ".join(self.texts(view, r)).casefold()] if word else rows
        grid = self.grid_of(page, view, found, start // size + 1, size)
        opener = self.opener(portal, page, view)
        data = [
            [self.cell("cell.html", v=v) for v in cells]
            + ([self.cell("lupa.html", d=view.detail, href=opener(i))] if view.detail else [])
            for i, cells in zip(grid.ids, grid.rows, strict=True)
        ]
        sums = table.sums(view, found) if view.total and found else None
        counts = {"recordsTotal": len(rows), "recordsFiltered": len(found)}
        return jsonify({"draw": draw, **counts, "data": data if start < len(found) else [], "totais": sums})

    @staticmethod
    def heads(view: View) -> list[tuple[str, list[Column]]]:
        """The upper of two heading rows; a column without a group stands alone."""
        return table.Grid(view, [], [], 1, 1, 0, "").groups

    def shortcuts(self, portal: Portal) -> list[Page]:
        return [portal.page(i) for i in portal.options.get("shortcuts", ())]

    @staticmethod
    def number(name: str) -> int:
        given = request.form.get(name, "")
        return int(given) if given.isdigit() else 0

    def texts(self, view: View, row: Row) -> list[str]:
        return [v if isinstance(v, str) else v.text for v in (self.dress(c, row) for c in view.columns)]

    def cell(self, template: str, **context: Any) -> str:
        return self.html(template, **context).strip()

    def opener(self, portal: Portal, page: Page, view: View) -> Any:
        return lambda row_id: f"{self.detail_path(portal, page, view)}/{row_id}"
