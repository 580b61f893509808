"""richweb-like: JSF 1.2 with RichFaces 3 of about 2010, at one address. A panel menu at the left whose items are ``div``s with listeners.

No button: each select posts back, one request at a time, and the answer is the part of the page that changed, with the ids of what it
replaces in a ``meta``. An entity that begins with "Selecione" must be chosen; months are the present one at first, which is empty. A
record takes the place of the list, its sections in tabs that a script changes. A state of another session is an expired view.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, request

from lab.definition import Column, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.postback import Postback, State
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office

ADDRESS = "/siplan/portal/principal.jsf"
KINDS = ("menu", "consultar", "aba", "abrir", "fechar", "pagina", "enviar")


class RichWeb(Postback, Unseen):
    name = "richweb"
    batch = "f"
    cookie = "JSESSIONID_RW"
    state_field = "javax.faces.ViewState"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}/{r.year}",
        "secretaria": lambda r: office(r).replace("Sec. Mun. de ", "SECRETARIA DE ").upper(),
        "unidade": lambda r: f"0201{OFFICES.index(office(r)) + 1:02d} {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"{ADDRESS}?orgao={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return ADDRESS

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Choosing asks."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def tabs(cls, view: View) -> list[str]:
        """The tabs of a record; the first is open."""
        return [*(s.title for s in view.detail.sections), *(t.title for t in view.detail.tables)] if view.detail else []

    @classmethod
    def opening(cls, view: View) -> list[str]:
        return [*super().opening(view), *cls.tabs(view)[1:]]

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        """Of the tabs, only the one in which a field stands."""
        if not in_detail or view.detail is None:
            return cls.where(portal, page, view, in_detail)
        parts = [s.fields for s in view.detail.sections] + [t.columns for t in view.detail.tables]
        at = next(n for n, fields in enumerate(parts) if any(column is f for f in fields))
        words = [*cls.steps(portal, page, view), view.detail.word, *([cls.tabs(view)[at]] if at else [])]
        return [" › ".join([cls.path(portal, page), *words])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab can be chosen before the selects."""
        return super(Paginas, cls).fillings(portal, page, view)

    # ------------------------------------------------ events

    def dispatch(self, path: str) -> Response:
        if f"/{path}" != ADDRESS:
            return make_response("JBWEB000065: HTTP Status 404", 404)
        entity = request.args.get("orgao", "")
        return self.turn(next((p for p in self.host.portals if p.entity == entity), self.host.portals[0]))

    def event(self) -> tuple[str, str]:
        return next(((k, request.form[f"frm:{k}"]) for k in KINDS if f"frm:{k}" in request.form), ("", ""))

    @staticmethod
    def lacking(page: Page, chosen: State) -> str:
        """Labels of what must still be chosen."""
        empty = [f.label for f in page.filters if f.options and f.options[0].startswith("Selecione")]
        given = {f.label: chosen.get(f.name) or f.default or f.options[0] for f in page.filters if f.label in empty}
        return " e ".join(label for label in empty if given[label].startswith("Selecione"))

    def context(self, portal: Portal, state: State, token: str) -> dict[str, Any]:
        page = self.found(portal, state["page"])
        if page and page.views:
            state["lacking"] = self.lacking(page, state["chosen"])
            state["asked"] = not state["lacking"]
        return super().context(portal, state, token)

    def wants_part(self) -> bool:
        return "AJAXREQUEST" in request.form

    def expired(self, portal: Portal) -> Response:
        response = super().expired(portal)
        if self.wants_part():
            response.headers["Ajax-Expired"] = "View state could't be restored - reload page ?"
        return response

    def part(self, html: str, token: str, context: dict[str, Any]) -> Response:
        answer = make_response(self.html("ajax.html", part=html, **context))
        answer.content_type = "text/xml; charset=UTF-8"
        answer.headers["Ajax-Response"] = "true"
        return answer
