"""gxweb-like: GeneXus web panels. Objects under ``/servlet/wp…``, parameters encrypted per session, every event by script.

An address is worth nothing in another session. A menu entry, a search and a paging button are events; a record opens in a
pop-up frame, or in a web panel of its own (``detail.shown: page``).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.unseen import NAMES, Unseen


class GxWeb(Unseen):
    name = "gxweb"
    cookie = "GX_SESSION_ID"
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year % 100}.{r.index + 1:05d}-0"}

    def entry(self, portal: Portal) -> str:
        return f"/transparencia/servlet/wpinicio?{portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/servlet/wp{page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        own = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page)}{'reg' if own else ''}"

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/transparencia/servlet/wpinicio", "front", self.front)
        rule("/transparencia/servlet/<name>", "panel", self.panel, methods=["GET", "POST"])

    def front(self) -> Response:
        portal = next((p for p in self.host.portals if p.entity == request.query_string.decode()), self.host.portals[0])
        sid, state = self.session()
        state.setdefault("key", secrets.token_bytes(16))
        state.setdefault("known", {})
        state["town"] = portal.slug
        response = make_response(self.render("home.html", portal=portal, state=state, page=None))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def sealed(self, state: dict[str, Any], *parts: str) -> str:
        """The encrypted parameter that stands for ``parts`` in this session."""
        digest = hmac.new(state["key"], "\0".join((state["town"], *parts)).encode(), hashlib.sha256).hexdigest()
        state["known"][digest] = (state["town"], *parts)
        return digest

    def panel(self, name: str) -> Response:
        state = self.known_session()
        parts = state["known"].get(request.query_string.decode().partition(",")[0]) if state else None
        if state is None or parts is None or name.removesuffix("reg") != f"wp{parts[1]}":
            return make_response(self.render("expired.html", again=self.entry(self.host.portals[0])))
        portal = self.portal_by(slug=parts[0])
        page = self.found(portal, parts[1]) or abort(404)
        if len(parts) == 4:
            view = self.view_of(page, parts[2])
            opened = self.opened_of(portal, page, view, parts[3])
            framed = bool(view.detail and view.detail.shown != "page")
            html = self.render(
                "record.html", portal=portal, page=page, state=state, opened=opened, framed=framed, view=view
            )
            return make_response(html)
        if request.method == "POST":
            asked = request.get_json(silent=True) or {}
            return jsonify({"gxGrids": self.grids(portal, page, state, asked)})
        grids = self.grids(portal, page, state, {}) if page.views and page.auto else {}
        return make_response(self.render("page.html", portal=portal, page=page, state=state, grids=grids))

    def grids(self, portal: Portal, page: Page, state: dict[str, Any], asked: dict[str, Any]) -> dict[str, Markup]:
        """The grid of every tab, drawn. Our own template's answer: safe."""
        drawn = {}
        for view in page.views:
            sheet = asked.get("pagina") if asked.get("visao") == view.id else 1
            grid = self.grid(portal, page, view, page.query(asked), int(sheet or 1))
            params = [self.sealed(state, page.id, view.id, i) for i in grid.ids] if view.detail else []
            drawn[view.id] = Markup(self.render("grid.html", g=grid, page=page, view=view, params=params))  # noqa: S704
        return drawn
