"""consolidado-like: the accounts of all towns of a state on one site, as a state's court of accounts publishes them.

The entry is the state's. A town is picked by its letter, or from suggestions while its name is typed; then a table, then a year.
The other towns (``options.towns``, some of nearly the same name) fill the same tables with their own data, also where the portal's
own town sent nothing. The state's own expenses, and a comparison of all towns, stand beside them.
"""

from __future__ import annotations

import random
from dataclasses import replace

from flask import Response, abort, jsonify, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from lab.criteria import DEFAULT_MAKER
from lab.definition import FORBIDDEN_FORMS, Column, Detail, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import EMPTY, money

STATE = "Governo do Estado"
"""First word of the menu of what is the state's own."""
SENT = {2026: 30, 2025: 34}
"""Records of another town where the portal's own has none."""
SHORTEST = 3  # letters before towns are suggested


def filled(column: Column) -> Column:
    """The column as a town has it that sends everything."""
    return replace(column, maker=DEFAULT_MAKER[column.items[0]]) if column.items and column.maker in EMPTY else column


def filled_detail(detail: Detail) -> Detail:
    sections = tuple(replace(s, fields=tuple(map(filled, s.fields))) for s in detail.sections)
    return replace(
        detail,
        sections=sections,
        tables=tuple(replace(t, columns=tuple(map(filled, t.columns))) for t in detail.tables),
    )


def filled_view(view: View) -> View:
    return replace(
        view,
        columns=tuple(map(filled, view.columns)),
        years=view.years if view.has_rows else SENT,
        detail=filled_detail(view.detail) if view.detail else None,
    )


def neighbour(portal: Portal, name: str, number: int) -> Portal:
    """Another town: the same tables, other records."""
    pages = tuple(replace(p, views=tuple(map(filled_view, p.views))) for p in portal.pages)
    return replace(portal, name=name, seed=portal.seed * 100 + number, entity=code(portal, number), pages=pages)


def code(portal: Portal, number: int) -> str:
    return str(int(portal.entity) // 100 * 100 + number)


class Consolidado(Unseen):
    name = "consolidado"
    batch = "e"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:07d}",
        "funcao": lambda r: area(r)[0],
        "subfuncao": lambda r: area(r)[1],
        "gestora": lambda r: r.pick(
            "manager", ("PREFEITURA MUNICIPAL", "FUNDO MUN. DE SAÚDE", "FUNDO MUN. DE EDUCAÇÃO")
        ),
    }

    def entry(self, portal: Portal) -> str:
        return "/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        own = page.path or page.id
        if not page.views:
            return f"/p/{own}"
        return f"/estado/{own}" if page.menu[0] == STATE else f"/municipio/{portal.entity}/{own}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        town = [portal.name[0], portal.name] if page.views and page.menu[0] != STATE else []
        return [*town, page.menu[-1]]

    @staticmethod
    def sent(page: Page, view: View | None = None) -> list[int]:
        """The years of which there are records, the latest first."""
        views = page.views if view is None else (view,)
        return sorted({y for v in views for y, count in v.years.items() if count}, reverse=True)

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        """A place per year."""
        tab = [] if view is page.views[0] else [view.tab]
        opening = cls.opening(view) if in_detail else []
        words = cls.way(portal, page)
        return [
            " › ".join([f"{cls.path(portal, page)}/{year}", *words, str(year), *tab, *opening])
            for year in cls.sent(page, view)
        ]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Towns stand on a page per letter; a town's page names every table; a table's the years that were sent."""
        if page.menu[0] == STATE:
            return [(ENTRY, page.id)]
        return [(ENTRY, f"letra {portal.name[0]}", portal.name, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A year's first table, and from there the others."""
        tab = [] if view is page.views[0] else [view.id]
        return [(f"{page.id}/{y}", *(f"{page.id}/{y}/{t}" for t in tab)) for y in cls.sent(page, view)]

    def routes(self) -> None:
        self.known: dict[str, Portal] = {}  # towns that were asked for
        rule = self.app.add_url_rule
        rule("/", "root", self.state)
        rule("/municipios", "letter", self.letter)
        rule("/api/municipios", "suggest", self.suggest)
        rule("/comparativo", "compare", self.compare)
        rule("/p/<page_id>", "words", self.words)
        rule("/municipio/<number>", "town", self.town)
        for start in ("/municipio/<number>", "/estado"):
            rule(f"{start}/<table>", f"years{start}", self.years)
            rule(f"{start}/<table>/<int:year>", f"sheet{start}", self.sheet_of)
            rule(f"{start}/<table>/<int:year>/<row_id>", f"record{start}", self.one)

    # ------------------------------------------------ towns

    def own(self) -> Portal:
        return self.host.portals[0]

    def towns(self) -> dict[str, str]:
        """Number → name, by name; the portals' own among the others."""
        own = self.own()
        others = {code(own, n): name for n, name in enumerate(own.options["towns"], 1)}
        return dict(sorted({own.entity: own.name, **others}.items(), key=lambda town: plain_word(town[1])))

    def town_by(self, number: str) -> Portal:
        own = self.own()
        name = self.towns().get(number) or abort(404)
        if number not in self.known:
            self.known[number] = own if number == own.entity else neighbour(own, name, int(number) % 100)
        return self.known[number]

    def draw(self, template: str, town: Portal | None = None, **context: object) -> Response:
        return make_response(self.render(template, portal=town or self.own(), town=town, state=STATE, **context))

    def state(self) -> Response:
        letters = dict.fromkeys(name[0] for name in self.towns().values())
        return self.draw("state.html", letters=letters)

    def letter(self) -> Response:
        letter = request.args.get("letra", "")
        found = {n: t for n, t in self.towns().items() if t.startswith(letter)} if len(letter) == 1 else {}
        return self.draw("letter.html", letter=letter, found=found)

    def suggest(self) -> Response:
        words = plain_word(request.args.get("q", ""))
        found = [] if len(words) < SHORTEST else [(n, t) for n, t in self.towns().items() if words in plain_word(t)]
        return jsonify([{"codigo": n, "nome": t} for n, t in found])

    def compare(self) -> Response:
        def sums(number: str) -> list[str]:
            rng = random.Random(number)
            return [money(rng.uniform(2e7, 9e7)) for _ in range(4)]

        return self.draw("compare.html", lines=[(t, sums(n)) for n, t in self.towns().items()])

    def words(self, page_id: str) -> Response:
        page = next((p for p in self.own().pages if not p.views and page_id == (p.path or p.id)), None) or abort(404)
        return self.draw("words.html", page=page, forbidden=FORBIDDEN_FORMS)

    def town(self, number: str) -> Response:
        town = self.town_by(number)
        groups = {g: p for g, pages in self.groups(town).items() if g != STATE and (p := [x for x in pages if x.views])}
        return self.draw("town.html", town, groups=groups)

    # ------------------------------------------------ tables

    def table_of(self, number: str, table: str) -> tuple[Portal, Page]:
        town = self.town_by(number) if number else self.own()
        wanted = f"/municipio/{number}/{table}" if number else f"/estado/{table}"
        return town, next((p for p in town.pages if p.views and self.path(town, p) == wanted), None) or abort(404)

    def years(self, table: str, number: str = "") -> Response:
        town, page = self.table_of(number, table)
        counts = [(y, sum(v.years.get(y, 0) for v in page.views)) for y in self.sent(page)]
        return self.draw("years.html", town if number else None, page=page, counts=counts)

    def sheet_of(self, table: str, year: int, number: str = "") -> Answer:
        town, page = self.table_of(number, table)
        if year not in self.sent(page):
            return redirect(self.path(town, page))
        view = self.view_of(page, request.args.get("quadro", page.views[0].id))
        grid = self.grid(town, page, view, Query(year), self.sheet("pg"))
        return self.draw("sheet.html", town if number else None, page=page, year=year, view=view, g=grid)

    def one(self, table: str, year: int, row_id: str, number: str = "") -> Response:
        town, page = self.table_of(number, table)
        view = self.view_of(page, request.args.get("quadro", page.views[0].id))
        opened = self.opened_of(town, page, view, row_id)
        return self.draw("record.html", town if number else None, page=page, year=year, opened=opened)
