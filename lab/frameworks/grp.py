"""grp-like: an ASP.NET citizen's portal whose update panel answers in deltas; every query has an opaque hash route.

Some grids are grouped by a column (``options.grouped``: page → label): groups are folded, their records come when one is opened.
"""

from __future__ import annotations

import hashlib
from typing import Any

from flask import Response, make_response, request
from markupsafe import Markup

from lab import table
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.postback import Postback, State

ADDRESS = "/portalcidadao/"
OPEN = "Expandir grupo"


class Grp(Postback):
    name = "grp"
    cookie = "GRP_SessionId"
    currency = "R$"
    makers = {"numero_empenho": lambda r: f"{r.year}/{r.index + 1}"}

    def entry(self, portal: Portal) -> str:
        return ADDRESS

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{ADDRESS}#{cls.route(portal, page)}"

    @classmethod
    def route(cls, portal: Portal, page: Page) -> str:
        """Opaque, and always the same."""
        return hashlib.sha256(f"{portal.slug}/{page.id}".encode()).hexdigest()[:40]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        folded = [OPEN] if page.id in portal.options.get("grouped", {}) else []
        return [*super().steps(portal, page, view), *folded]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        folded = page.id in portal.options.get("grouped", {})
        return [(*way, f"{page.id}/{view.id}/grupo") if folded else way for way in super().fillings(portal, page, view)]

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    def dispatch(self, path: str) -> Response:
        return self.turn(self.host.portals[0]) if f"/{path}" == ADDRESS else make_response("", 404)

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        if kind == "rota":
            page = next((p for p in portal.pages_on(self.name) if self.route(portal, p) == argument), None)
            self.enter(portal, state, page.id if page else "")
        else:
            super().command(portal, state, kind, argument)

    @staticmethod
    def field(name: str) -> str:
        return f"ctl00$upConteudo${name}"

    def fire(self, kind: str, argument: str = "") -> Markup:
        return Markup("href=\"javascript:__doPostBack('ctl00$upConteudo${}','{}')\"").format(kind, argument)

    def wants_part(self) -> bool:
        return request.headers.get("X-MicrosoftAjax") == "Delta=true"

    def part(self, html: str, token: str, context: dict[str, Any]) -> Response:
        """``length|type|id|content|`` for each part, as ScriptManager writes them; lengths in characters."""
        page = context["page"]
        route = self.route(context["portal"], page) if page else ""
        parts = (
            ("updatePanel", "ctl00_upConteudo", html),
            ("hiddenField", "__VIEWSTATE", token),
            ("scriptBlock", "rota", route),
        )
        body = "".join(f"{len(content)}|{kind}|{name}|{content}|" for kind, name, content in parts)
        return Response(body, mimetype="text/plain")

    def answer(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> table.Grid:
        if page.id in portal.options.get("grouped", {}):
            return self.grid(portal, page, view, query, size=10**6)
        return super().answer(portal, page, view, query, state)

    def folded(self, portal: Portal, page: Page, grid: table.Grid) -> tuple[str, list[tuple[str, list[int]]]]:
        """The grouping label and, for each value of it, the indexes of its rows; ("", []) when the grid is flat."""
        label = portal.options.get("grouped", {}).get(page.id, "")
        at = next((n for n, c in enumerate(grid.headers) if c.label == label), None)
        if at is None:
            return "", []
        groups: dict[str, list[int]] = {}
        for n, row in enumerate(grid.rows):
            groups.setdefault(text_of(row[at]), []).append(n)
        return label, sorted(groups.items())
