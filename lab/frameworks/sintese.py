"""sintese-like: JSF of the first hour (``faces/user/portal.xhtml?Param=<town>``). One address, full post-backs, a tree for a menu.

Links post a hidden field of the form they stand in; a record opens as a modal panel; the town stays in the session.
"""

from __future__ import annotations

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.base import Opener
from lab.frameworks.postback import Postback

ADDRESS = "/portaltransparencia/faces/user/portal.xhtml"


class Sintese(Postback):
    name = "sintese"
    cookie = "JSESSIONID_SIN"
    state_field = "javax.faces.ViewState"
    currency = "R$"
    makers = {"numero_empenho": lambda r: f"{r.index + 1:05d}-000"}

    def entry(self, portal: Portal) -> str:
        return f"{ADDRESS}?Param={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return ADDRESS

    def dispatch(self, path: str) -> Response:
        if f"/{path}" == "/portaltransparencia/":
            return make_response(redirect(self.entry(self.host.portals[0])))
        if f"/{path}" != ADDRESS:
            abort(404)
        sid, session = self.session()
        town = request.args.get("Param") or session.get("town", "")
        portal = next((p for p in self.host.portals if p.entity == town), None)
        if portal is None:
            return self.expired(self.host.portals[0])
        session["town"] = town
        return self.turn(portal, (sid, session))

    def event(self) -> tuple[str, str]:
        """The link's own hidden field: ``frm:_link_hidden_`` holds ``frm:kind:argument``."""
        _, kind, argument = (request.form.get("frm:_link_hidden_", "") + "::").split(":")[:3]
        return kind, argument

    @staticmethod
    def field(name: str) -> str:
        return f"frm:{name}"

    def fire(self, kind: str, argument: str = "") -> Markup:
        return Markup("href=\"#\" onclick=\"return oamSubmitForm('frm','frm:{}:{}');\"").format(kind, argument)

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: self.fire("abrir", row_id)
