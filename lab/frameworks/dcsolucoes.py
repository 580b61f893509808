"""dcsolucoes-like: ASP.NET with component grids. One ``Default.aspx`` per town; links post, grids call back by script.

``AcessoIndividual=<link>`` in the address opens one view, which is how town sites point at it. Payroll stands on the vendor's
second host (`PortalDc`), by the number of the company.
"""

from __future__ import annotations

import json
from typing import Any

from flask import Response, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.paginas import Paginas
from lab.frameworks.postback import Postback, State


class DcSolucoes(Postback):
    name = "dcsolucoes"
    cookie = "ASP.NET_SessionId_DC"
    shouting = True

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/Default.aspx"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/Default.aspx"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.entry(portal)}?AcessoIndividual={page.path or page.id}"

    def dispatch(self, path: str) -> Response:
        return self.turn(self.portal_by(entity=path.partition("/")[0]))

    def begun(self, portal: Portal) -> State:
        state = super().begun(portal)
        wanted = request.args.get("AcessoIndividual", "")
        page = next((p for p in portal.pages_on(self.name) if wanted and wanted == p.path), None)
        return state | (self.untouched(page) if page else {})

    def event(self) -> tuple[str, str]:
        """A callback of the grid, or a post-back: links of the menu have names of their own."""
        if request.form.get("__CALLBACKID"):
            kind, _, argument = request.form.get("__CALLBACKPARAM", "").partition("|")
            return kind, argument
        target = request.form.get("__EVENTTARGET", "")
        if target.startswith("lnk"):
            return "menu", target.removeprefix("lnkPagina_")
        return target.rpartition("$")[2], request.form.get("__EVENTARGUMENT", "")

    @staticmethod
    def field(name: str) -> str:
        return f"ctl00$cph${name}"

    def fire(self, kind: str, argument: str = "") -> Markup:
        if kind in ("pagina", "abrir"):
            return Markup("href=\"javascript:ASPx.GVCallback('gvDados','{}|{}')\"").format(kind, argument)
        return super().fire(kind, argument)

    def wants_part(self) -> bool:
        return bool(request.form.get("__CALLBACKID"))

    def part(self, html: str, token: str, context: dict[str, Any]) -> Response:
        """Only the grid is redrawn."""
        drawn = self.grid_html(
            context["portal"],
            context["page"],
            context["view"],
            context["grid"],
            state=context["state"],
            opened=context["opened"],
        )
        body = json.dumps({"result": str(drawn), "viewstate": token})
        return Response(f"0|/*DX*/({body})", mimetype="text/plain")


class PortalDc(Paginas):
    """The vendor's host for payroll: ``/Pages/RH/v1.aspx?nemp=<company>``."""

    name = "portaldc"
    cookie = ""
    shouting = True
    carried = frozenset({"nemp"})

    def entry(self, portal: Portal) -> str:
        return "/Pages/"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.path(portal, page)}?nemp={portal.options['company']}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/Pages/{page.path}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page).replace("v1", "v2")

    def dispatch(self, path: str) -> Response:
        wanted = request.values.get("nemp", "")
        for portal in self.host.portals:
            for page in portal.pages_on(self.name):
                if wanted == str(portal.options["company"]) and f"/{path}" == self.path(portal, page):
                    return self.show(portal, page)
        return Response("<p>Empresa não informada.</p>", mimetype="text/html; charset=utf-8")
