"""delfos-like: a Delphi program put on the web. A frame holds a tree of menus and windows that a script draws; grids keep their
headers in one table and their body in another.

Every click is an event posted to one address with the session's id. Dates are today's at first (``de``, ``ate``), so that the
first search finds nothing and says so in a box. A record opens by choosing its row and pressing a button of the toolbar.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.prazo import read_day
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import TODAY, Row, day

PROGRAM = "ServTransparencia.dll"
DELAY = 0.06  # seconds per event


class Delfos(Unseen):
    name = "delfos"
    batch = "b"
    cookie = "UNI_GUI_SESSION"
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%m%d}{r.index % 90 + 10}"}

    def entry(self, portal: Portal) -> str:
        return self.path(portal, portal.pages[0])

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{PROGRAM}"

    @classmethod
    def opening(cls, view: View) -> list[str]:
        return ["(linha)", view.detail.word] if view.detail else []

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        tab = [view.tab] if view.tab else []
        return [*cls.way(portal, page), *tab, *([] if page.auto else [page.button])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """What a branch of the tree holds is asked for when it opens."""
        branches = ("/".join(page.menu[:n]) for n in range(1, len(page.menu)))
        return [(ENTRY, *(f"ramo {b}" for b in branches), page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule(f"/<entity>/{PROGRAM}", "outer", self.outer)
        rule(f"/<entity>/{PROGRAM}/main", "main", self.main)
        rule(f"/<entity>/{PROGRAM}/HandleEvent", "event", self.event, methods=["POST"])

    # ------------------------------------------------ the session

    def outer(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        sid, session = self.session()
        session.setdefault("number", secrets.token_urlsafe(12))
        response = make_response(self.render("outer.html", portal=portal, number=session["number"]))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def ours(self) -> bool:
        """Whether the id in the request is that of the visitor's session."""
        session = self.known_session()
        return session is not None and request.values.get("_S_ID") == session["number"]

    def main(self, entity: str) -> str:
        portal = self.portal_by(entity=entity)
        return self.render("main.html" if self.ours() else "invalid.html", portal=portal)

    # ------------------------------------------------ events

    def event(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        if not self.ours():
            return make_response("Session is invalid or expired.", 403)
        time.sleep(DELAY)
        kind, target = request.form.get("Evt", ""), request.form.get("Obj", "")
        if kind == "beforeexpand":
            return jsonify(self.branch(portal, tuple(filter(None, target.split("/")))))
        page = self.found(portal, target) or abort(404)
        if kind == "itemclick":
            return jsonify({**self.structure(portal, page), "hoje": day(TODAY)})
        if kind == "post":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return jsonify({"aviso": "Registro incluído."})
        view = self.view_of(page, request.form.get("view", ""))
        if kind == "search":
            return jsonify(self.search(portal, page, view))
        if kind == "rowdetail":
            return jsonify(self.record_of(portal, page, view.id, request.form.get("row", "")))
        return abort(400)

    def branch(self, portal: Portal, above: tuple[str, ...]) -> list[dict[str, Any]]:
        """The nodes under one of the tree: branches once each, leaves with what they open."""
        nodes: dict[str, dict[str, Any]] = {}
        for page in portal.pages_on(self.name):
            if page.menu[: len(above)] == above:
                name, leaf = page.menu[len(above)], len(page.menu) == len(above) + 1
                nodes.setdefault(name, {"nome": name, "abre": page.id if leaf else ""})
        return list(nodes.values())

    def search(self, portal: Portal, page: Page, view: View) -> dict[str, Any]:
        asked = request.form.to_dict()
        given = {f.kind for f in page.filters}
        if "de" not in given:
            rows = self.records(portal, page, view, page.query(asked))
        else:
            first, last = (read_day(asked.get(n, "")) for n in ("de", "ate"))
            if first is None or last is None or last < first:
                return {"aviso": "Período inválido. Verifique as datas informadas."}
            query = page.query(asked)
            rows = [
                r
                for year in range(first.year, last.year + 1)
                for r in self.records(portal, page, view, Query(year, 0, query.unit, query.text))
                if first <= r.when <= last
            ]
        return self.sheet_of(page, view, rows) if rows else {"aviso": page.message}

    def sheet_of(self, page: Page, view: View, rows: list[Row]) -> dict[str, Any]:
        g = self.grid_of(page, view, rows, self.sheet())
        lines = [{"id": i, "celulas": [self.as_json(v) for v in r]} for i, r in zip(g.ids, g.rows, strict=True)]
        return {"linhas": lines, "pagina": g.page, "paginas": g.pages, "total": g.total, "somas": g.sums}
