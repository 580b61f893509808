"""yiigrade-like: a small firm's portal in PHP on the framework Yii, as its generator of code makes it: ``index.php?r=empenho%2Findex``.

A list is a grid with a row of filters in its heading: a text or a select per column, which asks by itself when it changes; the grid is
fetched anew in its place and the address follows. A filter that no column is named after stands in a form above the grid. An eye leads to
a record's page, or opens it in a window over the list. What is empty says "(não definido)". ``style: cards`` is a list of items.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Filter, Page, Portal, View, text_of
from lab.frameworks.allyears import AllYears
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word
from lab.values import Row


class YiiGrade(Paginas, AllYears):
    name = "yiigrade"
    batch = "o"
    cookie = ""
    sheet_name = "page"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.{OFFICES.index(office(r)) % 3 + 1:02d} {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.php"

    @staticmethod
    def controller(page: Page) -> str:
        return (page.path or f"{page.id}/index").partition("/")[0]

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/index.php?r={(page.path or f'{page.id}/index').replace('/', '%2F')}"

    @classmethod
    def record_path(cls, portal: Portal, page: Page, view: View) -> str:
        action = "view" if view is page.views[0] else f"view-{plain_word(view.tab)}"
        return f"/{portal.entity}/index.php?r={cls.controller(page)}%2F{action}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        own = view.detail is not None and view.detail.shown == "page"
        return cls.record_path(portal, page, view) if own else cls.path(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab is a link of the page; a filter is changed once it is open."""
        tab = [f"{page.id}/aba {view.id}"] if view is not page.views[0] else []
        asks = [] if cls.at_once(portal, page, view) else [f"{page.id}/{view.id}"]
        return [(*tab, *asks)]

    def dispatch(self, path: str) -> Response:
        portal = next((p for p in self.host.portals if f"/{path}" == self.entry(p)), None)
        if portal is None:
            town = next((p for p in self.host.portals if path.strip("/") == p.entity), None)
            return redirect(self.entry(town)) if town else abort(404)  # type: ignore[return-value]
        route = request.args.get("r", "site/index")
        if route == "site/index":
            return self.draw("home.html", portal)
        for page in portal.pages_on(self.name):
            if route == (page.path or f"{page.id}/index"):
                return self.show(portal, page)
            for view in page.views:
                if view.detail and route == self.record_path(portal, page, view).partition("r=")[2].replace("%2F", "/"):
                    return self.viewed(portal, page, view)
        return make_response(self.draw("error.html", portal), 404)

    def viewed(self, portal: Portal, page: Page, view: View) -> Response:
        opened = self.opened_of(portal, page, view, request.args.get("id", ""))
        if request.headers.get("X-Requested-With") == "XMLHttpRequest":
            return make_response(self.html("_view.html", opened=opened))
        return self.draw("detail.html", portal, page, view=view, opened=opened)

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        view = next((v for v in page.views if v.id == request.args.get("aba")), page.views[0])
        shown = page.auto or f"{self.model(page)}[" in "".join(request.args)
        grid = self.grid_of(page, view, self.chosen(portal, page, view) if shown else [], self.sheet("page"))
        context = {"portal": portal, "page": page, "view": view, "grid": grid, "given": self.given(page)}
        if request.headers.get("X-PJAX"):
            return make_response(self.html("_grid.html", **context))
        del context["portal"], context["page"]
        return self.draw("page.html", portal, page, **context)

    # ------------------------------------------------ what is asked

    @classmethod
    def model(cls, page: Page) -> str:
        return "".join(w.capitalize() for w in cls.controller(page).split("-")) + "Search"

    @classmethod
    def field(cls, page: Page, what: Filter | Column) -> str:
        """The name of a filter, or of what is written above a column."""
        own = what.name if isinstance(what, Filter) else plain_word(what.label).replace("-", "_")
        return f"{cls.model(page)}[{own}]"

    @classmethod
    def given(cls, page: Page) -> dict[str, str]:
        """What is chosen in the filters of a page, by their names."""
        return {
            f.name: request.args.get(
                cls.field(page, f), f.default or (f.options[0] if f.options and f.kind != "ano" else "")
            )
            for f in page.filters
        }

    @staticmethod
    def above(page: Page, view: View, column: Column) -> Filter | None:
        """The filter that stands as a select above a column."""
        return next((f for f in page.filters if f.label == column.label and f.options), None)

    @classmethod
    def apart(cls, page: Page, view: View) -> list[Filter]:
        """The filters that stand in a form above the grid."""
        heads = {c.label for c in view.columns} if view.style != "cards" else set()
        return [f for f in page.filters if f.label not in heads]

    @classmethod
    def typed(cls, view: View, column: Column) -> bool:
        """Whether one can write above a column: not above amounts and files."""
        sample = cls.dress(column, Row("0/0/0", 2026, 0, 1))
        return isinstance(sample, str) and bool(sample) and sample[-3:-2] != ","

    def chosen(self, portal: Portal, page: Page, view: View) -> list[Row]:
        given = self.given(page)
        if unchosen(page, given):
            return []
        asked = page.query(given)
        rows = self.of_years(portal, page, view, asked, one=bool(given.get("exercicio")))
        for column in view.columns:
            word = request.args.get(self.field(page, column), "").casefold().strip()
            if word and not self.above(page, view, column):
                rows = [r for r in rows if word in text_of(self.dress(column, r)).casefold()]
        return self.sorted(view, rows, request.args.get("sort", ""))

    def sorted(self, view: View, rows: list[Row], by: str) -> list[Row]:
        column = next((c for c in view.columns if plain_word(c.label) == by.removeprefix("-")), None)
        if column is None:
            return rows
        return sorted(rows, key=lambda r: text_of(self.dress(column, r)), reverse=by.startswith("-"))

    # ------------------------------------------------ addresses of what stands in a grid

    def again(self, **changes: str) -> str:
        given: Mapping[str, str] = {**request.args.to_dict(), **{k: str(v) for k, v in changes.items()}}
        return f"{request.path}?{urlencode({k: v for k, v in given.items() if v})}"

    def sort_link(self, column: Column) -> str:
        word = plain_word(column.label)
        return self.again(sort=f"-{word}" if request.args.get("sort") == word else word, page="")

    def eye(self, portal: Portal, page: Page, view: View, row_id: str) -> str:
        return f"{self.record_path(portal, page, view)}&id={row_id}"

    @staticmethod
    def window(grid: table.Grid) -> range:
        """Ten numbers of sheets about the present one."""
        first = max(1, min(grid.page - 5, grid.pages - 9))
        return range(first, min(first + 9, grid.pages) + 1)
