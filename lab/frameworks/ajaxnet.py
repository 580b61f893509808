"""ajaxnet-like: ASP.NET Web Forms with update panels. A tree of three levels for a menu, a grid with its pager in the last row.

A query needs a managing unit; the years come in a post-back of their own once it is chosen. "Selecionar" posts the number of a
row, whose record comes as a modal panel. Everything is at one address; the state that a post names is the session's.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import Way
from lab.frameworks.postback import Postback, State
from lab.frameworks.unseen import NAMES, OFFICES, Unseen
from lab.table import Grid

ADDRESS = "/PortalTransparencia/Default.aspx"
CONTROLS = {"btnFiltrar": "consultar", "btnFechar": "fechar", "btnEnviar": "enviar", "mnuVisoes": "aba"}
GRID = {"Page": "pagina", "Select": "selecionar"}
WINDOW = 10  # numbers in a pager


class AjaxNet(Postback, Unseen):
    name = "ajaxnet"
    batch = "d"
    cookie = "ASP.NET_SessionId_TW"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:06d}/{r.year % 100}",
        "unidade": lambda r: f"02.{OFFICES.index(r.pick('unit', OFFICES)) + 1:02d}.01 - {r.pick('unit', OFFICES)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"{ADDRESS}?ent={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return ADDRESS

    @classmethod
    def cascades(cls, page: Page) -> bool:
        """Whether the other fields wait for the unit."""
        return any(f.kind == "unidade" and f.options[0].startswith("Selecione") for f in page.filters)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """The choice of a unit draws the form anew; tabs come with the first answer."""
        first = () if page.auto else (f"{page.id}/lista",)
        chosen = (f"{page.id}/unidade",) if cls.cascades(page) else ()
        return [(*chosen, *first, *(() if view is page.views[0] else (f"{page.id}/{view.id}",)))]

    def dispatch(self, path: str) -> Response:
        if f"/{path}" != ADDRESS:
            return make_response("The resource cannot be found.", 404)
        entity = request.args.get("ent", "")
        return self.turn(next((p for p in self.host.portals if p.entity == entity), self.host.portals[0]))

    # ------------------------------------------------ events

    def event(self) -> tuple[str, str]:
        target, argument = request.form.get("__EVENTTARGET", ""), request.form.get("__EVENTARGUMENT", "")
        control = target.rpartition("$")[2]
        if control == "tvMenu":
            return "menu", argument.rpartition("\\")[2]
        if control == "gvDados":
            kind, _, number = argument.partition("$")
            return GRID.get(kind, ""), number
        return CONTROLS.get(control, control), argument

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        page = self.found(portal, state["page"])
        if kind == "unidade" and page and page.views:
            super().command(portal, state, "consultar", "")
            state["asked"] = False
        elif kind == "selecionar" and page and page.views and argument.isdigit():
            view = page.view(state["view"])
            ids = self.answer(portal, page, view, page.query(state["chosen"]), state).ids
            state["row"] = ids[int(argument)] if int(argument) < len(ids) else ""
        elif kind == "consultar" and page and self.cascades(page):
            super().command(portal, state, kind, argument)
            state["asked"] = not self.unchosen(page, state)
            state["refused"] = not state["asked"]
        else:
            super().command(portal, state, kind, argument)

    @classmethod
    def unchosen(cls, page: Page, state: State) -> bool:
        """Whether the form still waits for its unit."""
        return cls.cascades(page) and str(state["chosen"].get("unidade", "Selecione")).startswith("Selecione")

    @staticmethod
    def field(name: str) -> str:
        return f"ctl00$cph${name}"

    def fire(self, kind: str, argument: str = "") -> Markup:
        return Markup("href=\"javascript:__doPostBack('ctl00$cph${}','{}')\"").format(kind, argument)

    def wants_part(self) -> bool:
        """The tree posts the whole page; what stands in the panel posts for the panel."""
        return request.headers.get("X-MicrosoftAjax") == "Delta=true"

    def part(self, html: str, token: str, context: dict[str, Any]) -> Response:
        """``length|type|id|content|`` for each part, lengths in characters; the first is the version of the format."""
        parts = (
            ("updatePanel", "ctl00_cph_upDados", html),
            ("hiddenField", "__EVENTTARGET", ""),
            ("hiddenField", "__VIEWSTATE", token),
            ("asyncPostBackTimeout", "", "90"),
        )
        body = "".join(f"{len(content)}|{kind}|{name}|{content}|" for kind, name, content in parts)
        return Response(f"1|#||4|{body}", content_type="text/plain; charset=utf-8")

    # ------------------------------------------------ drawing

    def branches(self, portal: Portal) -> dict[str, dict[str, list[Page]]]:
        """The tree: root → branch → leaves; a leaf of the root itself stands under the branch ""."""
        tree: dict[str, dict[str, list[Page]]] = {}
        for page in portal.pages:
            branch = page.menu[1] if len(page.menu) > 2 else ""
            tree.setdefault(page.menu[0], {}).setdefault(branch, []).append(page)
        return tree

    @staticmethod
    def pager(grid: Grid) -> list[tuple[int, str]]:
        """Numbers of the pager's window, and "..." for the windows before and after it."""
        first = (grid.page - 1) // WINDOW * WINDOW + 1
        last = min(first + WINDOW - 1, grid.pages)
        before = [(first - 1, "...")] if first > 1 else []
        after = [(last + 1, "...")] if last < grid.pages else []
        return [*before, *((n, str(n)) for n in range(first, last + 1)), *after]

    def answer(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> Grid:
        return self.grid(portal, page, view, query, state["sheet"])
