"""explorador-like: a window on the tables of a warehouse, as developers make it. Schemas fold, tables and columns have machine names.

Values are a machine's too: days as ISO has them, a point before the cents. At the left stand facets, links with counts; one of a year
is chosen at first. "Linhas por página" is a form of its own. A record is two columns, field and value. A dictionary (``options.dictionary``)
explains every name, also those that no table has.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from lab.definition import Column, Filter, Page, Portal, View, text_of
from lab.files import TYPES, Sheet, as_csv
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import Doc, Row, Value

SIZES = ("10", "25", "50", "100")
MONEY = re.compile(r"[\d.]+,\d\d")
DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})")


class Explorador(Unseen):
    name = "explorador"
    batch = "e"
    cookie = ""
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:06d}",
        "numero_processo": lambda r: f"{r.rng('process').randrange(1, 900):05d}.{r.year}",
        "cpf_mascarado": lambda r: f"***{r['cpf_mascarado'][4:7]}{r['cpf_mascarado'][8:11]}**",  # type: ignore[index]
    }

    @classmethod
    def dress(cls, column: Column, row: Row) -> Value:
        """As a warehouse keeps it."""
        value = super().dress(column, row)
        if isinstance(value, Doc):
            return value
        if MONEY.fullmatch(value):
            return value.replace(".", "").replace(",", ".")
        return DAY.sub(r"\3-\2-\1", value)

    def entry(self, portal: Portal) -> str:
        return f"/dados/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        if not page.views:
            return f"/dados/{portal.entity}/sobre/{page.id}"
        return f"/dados/{portal.entity}/t/{plain_word(page.menu[0])}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/registro/"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Schemas fold; what is no table stands at the foot of every page."""
        return list(page.menu) if page.views else list(page.menu[-1:])

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Facets are links: there is no button."""
        return [*cls.way(portal, page), *([] if view is page.views[0] else [view.tab])]

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """The table, and its rows as a file."""
        places = super().where(portal, page, view, in_detail)
        return (
            places
            if in_detail
            else [*places, " › ".join([f"{cls.path(portal, page)}/csv", *cls.steps(portal, page, view), "CSV"])]
        )

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Another partition of a table is an address of its own, a facet's year one more."""
        first = () if view is page.views[0] else (f"{page.id}/{view.id}/partição",)
        return [(*first, *(() if cls.at_once(portal, page, view) else (f"{page.id}/{view.id}",)))]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/dados/<entity>/", "front", self.front)
        rule("/dados/<entity>/dicionario", "dictionary", self.dictionary)
        rule("/dados/<entity>/sobre/<page_id>", "about", self.about)
        rule("/dados/<entity>/t/<schema>/<table>", "table", self.table)
        rule("/dados/<entity>/t/<schema>/<table>/csv", "csv", self.csv)
        rule("/dados/<entity>/t/<schema>/<table>/registro/<row_id>", "one", self.one)

    def draw(self, template: str, portal: Portal, **context: object) -> Response:
        return make_response(self.render(template, portal=portal, **context))

    def front(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        tables = {g: t for g, pages in self.groups(portal).items() if (t := [p for p in pages if p.views])}
        return self.draw("front.html", portal, schemas=tables)

    def dictionary(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        lines = [tuple(w.strip() for w in line.split("|")) for line in portal.options.get("dictionary", ())]
        return self.draw("dictionary.html", portal, lines=lines)

    def about(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        return self.draw("about.html", portal, page=page)

    # ------------------------------------------------ tables

    def table_of(self, entity: str, schema: str, table: str) -> tuple[Portal, Page, View]:
        portal = self.portal_by(entity=entity)
        here = f"/dados/{entity}/t/{schema}/{table}"
        page = next((p for p in portal.pages if p.views and self.path(portal, p) == here), None) or abort(404)
        return portal, page, self.view_of(page, request.args.get("particao", page.views[0].id))

    @staticmethod
    def kind(column: Column, row: Row | None) -> str:
        """What a heading says of the type of its values."""
        text = "" if row is None else text_of(Explorador.dress(column, row))
        return "123" if re.fullmatch(r"\d+\.\d\d", text) else "data" if re.match(r"\d{4}-\d\d-\d\d$", text) else "abc"

    def facets(self, portal: Portal, page: Page, view: View) -> list[tuple[Filter, list[tuple[str, int, str, bool]]]]:
        """Each facet with its values: the value, how many records, where it leads, whether it is chosen."""
        asked = request.args.to_dict()
        found = []
        for given in page.filters:
            chosen = asked.get(given.name, given.default or (given.options or ("",))[0])
            values = []
            for option in given.options:
                rest = {k: v for k, v in asked.items() if k not in (given.name, "pagina")} | {given.name: option}
                count = len(portal.rows(page, view, page.query(rest)))
                values.append((option, count, f"?{urlencode(rest)}", option == chosen))
            found.append((given, values))
        return found

    def table(self, entity: str, schema: str, table: str) -> Response:
        portal, page, view = self.table_of(entity, schema, table)
        size = request.args.get("linhas", "")
        query = page.query(request.args)
        grid = self.grid(portal, page, view, query, self.sheet(), int(size) if size in SIZES else 0)
        first = portal.row(page, view, grid.ids[0]) if grid.ids else None
        return self.draw(
            "table.html",
            portal,
            page=page,
            view=view,
            g=grid,
            facets=self.facets(portal, page, view),
            kinds=[self.kind(c, first) for c in view.columns],
            sizes=SIZES,
            size=size if size in SIZES else str(view.per_page),
        )

    def again(self, **changes: object) -> str:
        """The present table with other arguments."""
        return f"?{urlencode({**request.args.to_dict(), **changes})}"

    def csv(self, entity: str, schema: str, table: str) -> Answer:
        portal, page, view = self.table_of(entity, schema, table)
        rows = self.records(portal, page, view, page.query(request.args))
        cells = tuple(tuple(text_of(self.dress(c, r)) for c in view.columns) for r in rows)
        response = Response(as_csv(Sheet((), tuple(c.label for c in view.columns), cells)), content_type=TYPES["csv"])
        response.headers["Content-Disposition"] = f'attachment; filename="{table}.csv"'
        return response

    def one(self, entity: str, schema: str, table: str, row_id: str) -> Response:
        portal, page, view = self.table_of(entity, schema, table)
        opened = self.opened_of(portal, page, view, row_id)
        return self.draw("record.html", portal, page=page, view=view, opened=opened, row_id=row_id)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The tables of a folded schema are in the page."""
        return [(ENTRY, page.id)]
