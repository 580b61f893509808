"""grademvc-like: ASP.NET MVC pages with grids of Kendo's make: headers of several rows in a table of their own, masters and details.

A notice on cookies covers every page until it is accepted, and a survey comes over it after some seconds, until it is put off.
Records are read by post with the page's anti-forgery token; a small arrow opens a record below its row, its sections in tabs.
"""

from __future__ import annotations

import hmac
import secrets
import time

from flask import Response, abort, jsonify, request

from lab.definition import Page, Portal, View, text_of
from lab.files import TYPES, Sheet, made
from lab.frameworks.paginas import Paginas
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen

ACCEPT = "Aceitar todos"
FIELD = "__RequestVerificationToken"
DELAY = 0.1  # seconds per answer
SIZES = (10, 20, 50)


class GradeMvc(Paginas, Unseen):
    name = "grademvc"
    batch = "b"
    cookie = "ASP.NET_Grade_SessionId"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:06d}",
        "funcao": lambda r: area(r)[0],
        "programa": lambda r: area(r)[2],
        "acao": lambda r: area(r)[3],
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/Home"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [ACCEPT, *page.menu]

    def show(self, portal: Portal, page: Page) -> Response:
        sid, session = self.session()
        token = session.setdefault("token", secrets.token_urlsafe(40))
        drawn = {"structure": self.structure(portal, page), "token": token}
        response = self.draw("page.html", portal, page, **drawn) if page.views else super().show(portal, page)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def other(self, portal: Portal, here: str) -> Response | None:
        """What the grids ask for, below the address of their page; and the survey."""
        if here == f"/{portal.entity}/Pesquisa/Responder" and request.method == "POST":
            self.forbid()
            return jsonify({"ok": True})
        path, _, action = here.rpartition("/")
        page = next((p for p in portal.pages_on(self.name) if p.views and self.path(portal, p) == path), None)
        act = {"Read": self.read, "Detail": self.detail, "Exportar": self.export}.get(action)
        if page is None or act is None:
            return None
        if action != "Exportar" and not self.trusted():
            return Response("The required anti-forgery form field is not present.", 400)
        time.sleep(DELAY)
        return act(portal, page, self.view_of(page, request.values.get("grade", page.views[0].id)))

    def trusted(self) -> bool:
        """Whether a script of our own page posts, in its session."""
        session = self.known_session()
        given = request.form.get(FIELD, "")
        return session is not None and hmac.compare_digest(given.encode(), session.get("token", "").encode())

    def read(self, portal: Portal, page: Page, view: View) -> Response:
        """A sheet as Kendo's data source has it."""
        size = request.form.get("pageSize", "")
        number = int(size) if size.isdigit() and int(size) in SIZES else SIZES[0]
        g = self.grid(portal, page, view, page.query(request.form), self.sheet("page"), number)
        data = [{"Id": i, "Cells": [self.as_json(v) for v in r]} for i, r in zip(g.ids, g.rows, strict=True)]
        return jsonify({"Data": data, "Total": g.total, "AggregateResults": g.sums, "Errors": None})

    def detail(self, portal: Portal, page: Page, view: View) -> Response:
        return jsonify(self.record_of(portal, page, view.id, request.form.get("id", "")))

    def export(self, portal: Portal, page: Page, view: View) -> Response:
        """The whole answer as a workbook."""
        g = self.grid(portal, page, view, page.query(request.args), size=10**6)
        if not g.total:
            abort(404)
        rows = tuple(tuple(text_of(v) for v in row) for row in g.rows)
        groups = tuple(c.group for c in g.headers) if g.grouped else ()
        content = made("xlsx", Sheet((page.title,), tuple(c.label for c in g.headers), rows, groups))
        named = {"Content-Disposition": f'attachment; filename="{page.id}.xlsx"'}
        return Response(content, mimetype=TYPES["xlsx"], headers=named)
