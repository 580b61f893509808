"""bstabela-like: a vendor's PHP on Bootstrap 4, its grids of Bootstrap Table's make, its selects of Select2's, its periods of a date range picker's.

A select is drawn anew beside the real one, which is clipped to a dot; its options hang on the body, and listen to the mouse going down and
up. A period is one field with two days (``Período | de | | Este mês``); "Filtrar" refreshes the grid, which fetches a sheet at a time. A
record unfolds below its row, stands in a window over the page, or on a page of its own whose parts fold (one at a time). ``style: divs`` is
a grid of fixed height, with its heading twice; ``style: cards`` one that begins in its card view.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date, timedelta

from flask import Response, jsonify, make_response, request
from markupsafe import Markup, escape

from lab import table
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import TODAY, Doc, Row, Value

MOST = 100
FIRST_OF_MONTH = TODAY.replace(day=1)
RANGES: dict[str, tuple[date, date]] = {
    "Hoje": (TODAY, TODAY),
    "Últimos 7 dias": (TODAY - timedelta(days=6), TODAY),
    "Últimos 30 dias": (TODAY - timedelta(days=29), TODAY),
    "Este mês": (FIRST_OF_MONTH, TODAY),
    "Mês passado": ((FIRST_OF_MONTH - timedelta(days=1)).replace(day=1), FIRST_OF_MONTH - timedelta(days=1)),
    "Este ano": (date(TODAY.year, 1, 1), date(TODAY.year, 12, 31)),
    "Ano passado": (date(TODAY.year - 1, 1, 1), date(TODAY.year - 1, 12, 31)),
}


class BsTabela(Paginas, Unseen):
    name = "bstabela"
    batch = "n"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}-{r.year % 100:02d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 10} - {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 10}.101 - {office(r)}",
        "cpf_mascarado": lambda r: f"XXX{str(r['cpf'])[3:11]}-XX",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/portal/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        own = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page)}/visualizar" if own else cls.path(portal, page)

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """A middle word is a heading in the menu."""
        return list(dict.fromkeys((page.menu[0], page.menu[-1])))

    @classmethod
    def folds(cls, view: View) -> list[str]:
        """The headings of a record's page; the first is unfolded."""
        if view.detail is None or view.detail.shown != "page":
            return []
        return [*(s.title for s in view.detail.sections), *(t.title for t in view.detail.tables)]

    @classmethod
    def opening(cls, view: View) -> list[str]:
        return [*super().opening(view), *cls.folds(view)[1:]]

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        """Of the headings, only the one below which a field stands."""
        folds = cls.folds(view)
        if not in_detail or view.detail is None or not folds:
            return cls.where(portal, page, view, in_detail)
        parts = [s.fields for s in view.detail.sections] + [t.columns for t in view.detail.tables]
        at = next(n for n, fields in enumerate(parts) if any(column is f for f in fields))
        words = [*cls.steps(portal, page, view), *super().opening(view), *([folds[at]] if at else [])]
        return [" › ".join([cls.detail_path(portal, page, view), *words])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab can be shown before "Filtrar"; what it holds is in the document."""
        return super(Paginas, cls).fillings(portal, page, view)

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        """The present month has no records yet."""
        return super().at_once(portal, page, view) and cls.period(page) != "Este mês"

    # ------------------------------------------------ what is asked

    @staticmethod
    def period(page: Page) -> str:
        """The range that stands in a page's period at first, "" where it has none."""
        return next((f.default for f in page.filters if f.kind == "de"), "")

    @staticmethod
    def as_text(first: date, last: date) -> str:
        return f"{first:%d/%m/%Y} - {last:%d/%m/%Y}"

    def ranges(self) -> dict[str, str]:
        return {words: self.as_text(*days) for words, days in RANGES.items()}

    def chosen(self, portal: Portal, page: Page, view: View) -> list[Row]:
        """The records of the period, or of the year; none while something must still be chosen."""
        if unchosen(page, request.args):
            return []
        query = page.query(request.args)
        search = request.args.get("search", "").casefold().strip()
        query = replace(query, text=search or query.text)
        if not self.period(page):
            return self.records(portal, page, view, query)
        given = re.findall(r"\d{2}/\d{2}/\d{4}", request.args.get("de", ""))
        first, last = (read_day(given[0]), read_day(given[1])) if len(given) == 2 else RANGES[self.period(page)]
        if not first or not last:
            return []
        years = (replace(query, year=year) for year in range(first.year, min(last.year, TODAY.year) + 1))
        return [r for q in years for r in self.records(portal, page, view, q) if first <= r.when <= last]

    # ------------------------------------------------ pages, and the services behind them

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        return self.draw("page.html", portal, page)

    def other(self, portal: Portal, here: str) -> Response | None:
        for page in portal.pages_on(self.name):
            for view in page.views:
                if here == f"{self.path(portal, page)}/dados/{view.id}":
                    return self.listed(portal, page, view)
                opened = f"{self.path(portal, page)}/ficha/{view.id}/"
                if here.startswith(opened) and view.detail:
                    o = self.opened_of(portal, page, view, here.removeprefix(opened))
                    return make_response(self.html("sheet.html", opened=o))
        return None

    def listed(self, portal: Portal, page: Page, view: View) -> Response:
        rows = self.chosen(portal, page, view)
        offset, limit = (int(n) if (n := request.args.get(k, "")).isdigit() else 0 for k in ("offset", "limit"))
        shown = rows[offset : offset + min(limit or 10, MOST)]
        lines = []
        for row in shown:
            line = {f"c{n}": self.cell(self.dress(c, row)) for n, c in enumerate(view.columns)}
            lines.append(line | {"id": row.id, "acoes": self.action(portal, page, view, row.id)})
        found = {"total": len(rows), "totalNotFiltered": len(rows), "rows": lines}
        return jsonify(found | ({"somas": table.sums(view, rows)} if view.total and rows else {}))

    @staticmethod
    def cell(value: Value) -> str:
        if isinstance(value, Doc):
            link = Markup('<a href="/arquivos/{}" target="_blank"><i class="fas fa-file-download"></i> {}</a>')
            return link.format(value.file, value.text)
        return escape(value)

    def action(self, portal: Portal, page: Page, view: View, row_id: str) -> str:
        """What stands in the last column of a row, where a record does not unfold."""
        d = view.detail
        if d is None or d.shown == "inline":
            return ""
        if d.shown == "page":
            link = '<a class="btn btn-sm btn-outline-primary" href="{}?v={}&amp;id={}" title="{}"><i class="fas fa-eye"></i></a>'
            return Markup(link).format(self.detail_path(portal, page, view), view.id, row_id, d.word)  # noqa: S704
        button = '<button type="button" class="btn btn-sm btn-info" data-ficha="{}/ficha/{}/{}">{}</button>'
        return Markup(button).format(self.path(portal, page), view.id, row_id, d.word)  # noqa: S704
