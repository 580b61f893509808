"""jqgrade-like: a desk of jQuery UI with grids of jqGrid's make. An accordion opens pages as tabs; the address never changes.

A grid's headings, records and sums are tables of their own; below the headings a row of filters, whose columns say what was chosen.
A page's later views are grids rolled up below the first. A grid of ``options.groups`` (page → label) has the values of that column
as rows between its records; the + of a record unrolls tables of one row. Records come as XML, to those who have a session.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar
from xml.sax.saxutils import escape, quoteattr

from flask import Response, abort, make_response, redirect, request

from lab.definition import Filter, Page, Portal, Query, View, text_of
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import MONTHS, Doc, Row, Value

T = TypeVar("T")
TOOLBAR = ("ano", "mes", "unidade")
"""Kinds of filters that are columns of their own; a text is looked for below the first heading."""
SIZES = (10, 20, 30)


class Jqgrade(Unseen):
    name = "jqgrade"
    batch = "e"
    cookie = "SIPSESSID"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:04d}NE{r.year % 100}",
        "funcao": lambda r: area(r)[0].upper(),
        "subfuncao": lambda r: area(r)[1].upper(),
    }

    def entry(self, portal: Portal) -> str:
        return f"/sip/portal.do?cli={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/sip/portal.do?cli={portal.entity}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """The first grid is open; the others unroll at their captions."""
        return [*cls.way(portal, page), *([] if view is page.views[0] else [view.tab])]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        """A grid waits for what begins with "Selecione"."""
        waits = any(not f.default and f.options and f.options[0].startswith("Selecione") for f in page.filters)
        return not waits and super().at_once(portal, page, view)

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/sip/portal.do", "desk", self.desk)
        rule("/sip/tela.do", "screen", self.screen)
        rule("/sip/grade.do", "rows", self.rows, methods=["POST"])
        rule("/sip/sub.do", "under", self.under)

    def desk(self) -> Response:
        portal = self.portal_by(entity=request.args.get("cli", ""))
        sid, session = self.session()
        session["cli"] = portal.entity
        response = make_response(self.render("desk.html", portal=portal))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def asked(self) -> tuple[Portal, Page]:
        """The page that a visitor of this desk asks for; 403 without a session."""
        session = self.known_session() or abort(403)
        return self.needed(str(session["cli"]), request.values.get("op", ""))

    def screen(self) -> str:
        portal, page = self.asked()
        return self.render("screen.html", portal=portal, page=page, toolbar=self.toolbar(page), sizes=SIZES)

    @staticmethod
    def toolbar(page: Page) -> list[Filter]:
        return [f for f in page.filters if f.kind in TOOLBAR]

    def grouped(self, portal: Portal, page: Page, view: View) -> int | None:
        """The column whose values are rows of their own."""
        label = portal.options.get("groups", {}).get(page.id)
        return next((n for n, c in enumerate(view.columns) if c.label == label), None)

    @staticmethod
    def beside(line: Sequence[T], at: int | None) -> list[T]:
        """All but the column that records are grouped by."""
        return [x for n, x in enumerate(line) if n != at]

    def rows(self) -> Response:
        portal, page = self.asked()
        view = self.view_of(page, request.form.get("visao", ""))
        given = [(f, request.form.get(f.name) or f.default or (f.options or ("",))[0]) for f in self.toolbar(page)]
        query = page.query(request.form)
        waits = any(not value or value.startswith("Selecione") for _, value in given)
        rows = [] if waits else self.records(portal, page, view, query)
        at = self.grouped(portal, page, view)
        if at is not None:
            rows = sorted(rows, key=lambda r: text_of(self.dress(view.columns[at], r)))
        size = request.form.get("rows", "")
        grid = self.grid_of(page, view, rows, self.sheet("page"), int(size) if size.isdigit() else 0)
        byid = {r.id: r for r in rows}
        lines = []
        for row_id, cells in zip(grid.ids, grid.rows, strict=True):
            said = [self.said(f, value, byid[row_id], query) for f, value in given]
            name = "" if at is None else f" grupo={quoteattr(text_of(cells[at]))}"
            rest = [self.markup(v) for v in self.beside(cells, at)]
            texts = "".join(f"<cell>{escape(t)}</cell>" for t in (*map(escape, said), *rest))
            lines.append(f'<row id="{row_id}"{name}>{texts}</row>')
        sums = (
            ""
            if grid.sums is None
            else "".join(f"<userdata>{escape(s)}</userdata>" for s in self.beside(grid.sums, at))
        )
        head = f"<page>{grid.page}</page><total>{grid.pages}</total><records>{grid.total}</records>"
        body = f'<?xml version="1.0" encoding="utf-8"?><rows>{head}{"".join(lines)}{sums}</rows>'
        return Response(body, content_type="text/xml; charset=utf-8")

    @staticmethod
    def said(given: Filter, value: str, row: Row, query: Query) -> str:
        """What the column of a filter says of a record."""
        if given.kind == "mes":
            return MONTHS[row.when.month - 1]
        return str(query.year) if given.kind == "ano" else value.replace("Todas", "Prefeitura")

    @staticmethod
    def markup(value: Value) -> str:
        """As HTML: cells of such a grid are."""
        if isinstance(value, Doc):
            return f'<a href="/arquivos/{value.file}" target="_blank">{escape(value.text)}</a>'
        return escape(value)

    def under(self) -> str:
        """What unrolls below a record."""
        portal, page = self.asked()
        view = self.view_of(page, request.args.get("visao", ""))
        opened = self.opened_of(portal, page, view, request.args.get("id", ""))
        blocks = [(title, pairs[n : n + 4]) for title, pairs in opened.sections for n in range(0, len(pairs), 4)]
        return self.render("under.html", opened=opened, blocks=blocks)
