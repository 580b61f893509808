"""lteboot-like: a vendor's portal in PHP on a theme for dashboards. A sidebar whose groups unfold, a box with the form, a box with the grid.

A form is sent by GET; the grid is an empty table that a script fills from the server, a sheet at a time, with the token of the page's
head. The button with an eye opens a window over the page, whose body is fetched. Tabs make their grid when they are first shown.
"""

from __future__ import annotations

import secrets
from dataclasses import replace

from flask import Response, jsonify, make_response, request
from markupsafe import Markup, escape

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import Doc, Value

LENGTHS = (10, 25, 50, 100)
EXPIRED = 419


class LteBoot(Paginas, Unseen):
    name = "lteboot"
    batch = "m"
    cookie = "ci_session_lte"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}/{r.year}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:02d} - {office(r)}".upper(),
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.001 - {office(r)}".upper(),
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/index.php/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """A record is a window over its list."""
        return cls.path(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab makes its grid when it is shown; the form stands over all tabs."""
        asks = not page.auto or not portal.rows(page, view, page.query({}))
        tab = [f"{page.id}/{view.id}"] if view is not page.views[0] else []
        return [(*([f"{page.id}/consulta"] if asks else []), *tab)]

    def other(self, portal: Portal, here: str) -> Response | None:
        """The services behind a page: its grid's rows, and a record's window."""
        for page in portal.pages_on(self.name):
            for view in page.views:
                if here == f"{self.path(portal, page)}/listar/{view.id}" and request.method == "POST":
                    return self.listed(portal, page, view)
                opened = f"{self.path(portal, page)}/detalhe/{view.id}/"
                if here.startswith(opened) and view.detail:
                    o = self.opened_of(portal, page, view, here.removeprefix(opened))
                    return make_response(self.html("modal.html", portal=portal, page=page, opened=o))
        return None

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        shown = page.auto or bool(request.args)
        query = page.query(request.args) if page.views else None
        return self.draw("page.html", portal, page, query=query, shown=shown)

    def draw(self, template: str, portal: Portal, page: Page | None = None, **context: object) -> Response:
        sid, session = self.session()
        response = super().draw(
            template, portal, page, token=session.setdefault("token", secrets.token_hex(20)), **context
        )
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def listed(self, portal: Portal, page: Page, view: View) -> Response:
        session = self.known_session()
        if session is None or request.headers.get("X-CSRF-TOKEN") != session.get("token"):
            return make_response(jsonify({"message": "CSRF token mismatch."}), EXPIRED)
        given = request.form
        length = int(given.get("length", "10")) if given.get("length", "").isdigit() else LENGTHS[0]
        start = int(given.get("start", "0")) if given.get("start", "").isdigit() else 0
        query = page.query(given)
        everything = len(self.records(portal, page, view, query))
        query = replace(query, text=given.get("search[value]", "").casefold().strip() or query.text)
        size = length if length in LENGTHS else LENGTHS[0]
        g = self.grid(portal, page, view, query, start // size + 1, size)
        rows = [
            [*map(self.cell, line), *([self.eye(portal, page, view, i)] if view.detail else [])]
            for i, line in zip(g.ids, g.rows, strict=True)
        ]
        answer = {"recordsTotal": everything, "recordsFiltered": g.total, "data": rows if start < g.total else []}
        return jsonify({"draw": int(given.get("draw", "1")), **answer})

    @staticmethod
    def cell(value: Value) -> str:
        if isinstance(value, Doc):
            link = Markup('<a href="/arquivos/{}" target="_blank"><i class="fa fa-file-pdf-o"></i> {}</a>')
            return link.format(value.file, value.text)
        return escape(value)

    def eye(self, portal: Portal, page: Page, view: View, row_id: str) -> str:
        """The button of a row; its window is fetched from the address it carries."""
        assert view.detail
        button = (
            '<button type="button" class="btn btn-default btn-xs" data-toggle="modal" data-target="#modalDetalhe" '
            'data-remoto="{}/detalhe/{}/{}" title="{}"><i class="fa fa-eye"></i></button>'
        )
        return Markup(button).format(self.path(portal, page), view.id, row_id, view.detail.word)  # noqa: S704
