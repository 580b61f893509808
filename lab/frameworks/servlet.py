"""servlet-like: Oracle APEX addresses (``f?p=app:page:session``) next to GeneXus servlets, behind a wizard.

Entity, then year, then the list of queries. The session stands in the address and in a cookie, both must agree. Some queries
open in a modal frame with tabs (``options.modal``), some are servlets (``options.servlet``), some are web components whose
table lives in a shadow root (``options.shadow``).
"""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, YEARS, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.national import National

APP = 110
ENTITIES = ("Prefeitura Municipal de {}", "Câmara Municipal de {}", "Serviço Autônomo de Água e Esgoto de {}")
NEXT = "Avançar"


class Servlet(National):
    name = "servlet"
    cookie = "ORA_WWV_APP_110"
    shouting = True
    makers = {"numero_empenho": lambda r: f"{r.index + 1}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"/ords/f?p={APP}&owner={portal.entity}"

    @classmethod
    def number(cls, portal: Portal, page: Page) -> int:
        return 10 + portal.pages_on(cls.name).index(page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        if page.id in portal.options.get("servlet", ()):
            return f"/portal/servlet/hwp{page.id}"
        return f"/ords/f?p={APP}:{cls.number(portal, page)}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        tab = [view.tab] if view.tab else []
        button = [] if page.auto else [page.button]
        return [ENTITIES[0].format(portal.name), NEXT, NEXT, page.menu[-1], *button, *tab]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The wizard asks for the entity, then for the year, of which everything further on is."""
        return [(ENTRY, "exercício")]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """The list of queries of a year, the page; one answer holds all tabs, of which the first one is shown."""
        found: list[Way] = []
        for year, count in view.years.items():
            here = f"{page.id}/{year}"
            asked = () if page.auto else (f"{here}/lista",)
            tab = () if view is page.views[0] else (f"{here}/{view.id}",)
            found += [(f"consultas {year}", here, *asked, *tab)] if count else []
        return found

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/ords/f", "flow", self.flow)
        rule("/ords/wwv_flow.accept", "accept", self.accept, methods=["POST"])
        rule("/portal/servlet/hwp<page_id>", "hwp", self.hwp, methods=["GET", "POST"])
        rule("/ords/registro/<page_id>/<view_id>/<row_id>", "record_of", self.record_of)
        rule("/ords/dados/<page_id>/<view_id>", "data", self.data)

    # ------------------------------------------------ session

    def flow(self) -> Response:
        parts = (request.args.get("p", "") + "::").split(":")
        if parts[0] != str(APP):
            abort(404)
        if not parts[2]:
            return self.begin()
        state = self.state(parts[2])
        if state is None:
            return make_response(self.render("expired.html", again=self.entry(self.host.portals[0])), 200)
        portal = self.portal_by(slug=state["town"])
        if parts[1] in ("1", "2", "3"):
            if parts[1] == "3" and "year" not in state:
                return self.to(state, 1)
            return self.page_of(
                state, "wizard.html", portal=portal, step=int(parts[1]), entities=self.entities(portal), years=YEARS
            )
        page = next((p for p in portal.pages_on(self.name) if str(self.number(portal, p)) == parts[1]), None)
        if page is None or "year" not in state:
            return self.to(state, 1)
        return self.show(portal, page, state)

    def begin(self) -> Response:
        portal = next((p for p in self.host.portals if p.entity == request.args.get("owner")), self.host.portals[0])
        sid, state = self.session()
        state.setdefault("id", str(secrets.randbelow(9 * 10**12) + 10**12))
        state["town"] = portal.slug
        response = self.to(state, 1)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def state(self, number: str) -> dict[str, Any] | None:
        """The visitor's session, when the address carries its number."""
        state = self.known_session()
        return state if state and state.get("id") == number else None

    def to(self, state: dict[str, Any], step: int) -> Response:
        return make_response(redirect(f"/ords/f?p={APP}:{step}:{state['id']}::NO:::"))

    @staticmethod
    def entities(portal: Portal) -> list[str]:
        return [e.format(portal.name) for e in ENTITIES]

    def page_of(self, state: dict[str, Any], template: str, **context: Any) -> Response:
        return make_response(self.render(template, state=state, app_id=APP, next_word=NEXT, **context))

    def link(self, portal: Portal, page: Page, state: dict[str, Any]) -> str:
        if page.id in portal.options.get("servlet", ()):
            return f"{self.path(portal, page)}?{state['id']}"
        return f"{self.path(portal, page)}:{state['id']}::NO:RP::"

    # ------------------------------------------------ posts

    def accept(self) -> Response:
        """Every form of the application posts here; ``p_flow_step_id`` says from where."""
        state = self.state(request.form.get("p_instance", ""))
        if state is None:
            return make_response(self.render("expired.html", again=self.entry(self.host.portals[0])), 200)
        portal = self.portal_by(slug=state["town"])
        step = request.form.get("p_flow_step_id", "")
        if step == "1":
            if request.form.get("P1_ENTIDADE") not in self.entities(portal):
                return self.page_of(
                    state, "wizard.html", portal=portal, step=1, entities=self.entities(portal), error=True
                )
            state["entity"] = request.form["P1_ENTIDADE"]
            state.pop("year", None)
            return self.to(state, 2)
        if step == "2":
            year = request.form.get("exercicio", "")
            state["year"] = int(year) if year.isdigit() else YEARS[0]
            return self.to(state, 3)
        page = next((p for p in portal.pages_on(self.name) if str(self.number(portal, p)) == step), None)
        if page is None:
            abort(404)
        if page.kind in FORBIDDEN_FORMS:
            self.forbid()
            return self.to(state, 3)
        state[page.id] = dict(request.form)
        return make_response(redirect(self.link(portal, page, state)))

    def hwp(self, page_id: str) -> Response:
        state = self.known_session()
        if state is None or "year" not in state:
            return make_response(self.render("expired.html", again=self.entry(self.host.portals[0])), 200)
        portal = self.portal_by(slug=state["town"])
        page = self.found(portal, page_id)
        if page is None:
            abort(404)
        if request.method == "POST":
            state[page.id] = dict(request.form)
        return self.show(portal, page, state)

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page, state: dict[str, Any]) -> Response:
        shape = next((s for s in ("servlet", "shadow") if page.id in portal.options.get(s, ())), "apex")
        framed = page.id in portal.options.get("modal", ())
        asked = state.get(page.id)
        grids = []
        if page.views and shape != "shadow" and (page.auto or asked is not None):
            grids = [(v, self.answer(portal, page, v, state)) for v in page.views]
        return self.page_of(
            state, "page.html", portal=portal, page=page, shape=shape, framed=framed, grids=grids, asked=asked or {}
        )

    def answer(self, portal: Portal, page: Page, view: View, state: dict[str, Any]) -> Any:
        asked = state.get(page.id, {})
        query = replace(
            page.query(asked), year=state["year"], unit="câmara" if state["entity"].startswith("Câmara") else ""
        )
        sheet = request.args.get("pg") or asked.get("pg", "1")
        return self.grid(portal, page, view, query, int(sheet) if sheet.isdigit() else 1)

    def data(self, page_id: str, view_id: str) -> Response | dict[str, Any]:
        """What a web component asks for."""
        state = self.known_session()
        if state is None or "year" not in state:
            abort(403)
        portal = self.portal_by(slug=state["town"])
        page = self.found(portal, page_id)
        if page is None:
            abort(404)
        view = page.view(view_id)
        unit = "câmara" if state["entity"].startswith("Câmara") else ""
        query = replace(page.query(request.args), year=state["year"], unit=unit)
        heads = [{"rotulo": c.label, "grupo": c.group} for c in view.columns]
        sheet = request.args.get("pg", "1")
        return {"colunas": heads, **self.listing(portal, page, view, query, int(sheet) if sheet.isdigit() else 1)}

    def record_of(self, page_id: str, view_id: str, row_id: str) -> Response:
        state = self.known_session()
        if state is None:
            abort(403)
        portal = self.portal_by(slug=state["town"])
        page = self.found(portal, page_id)
        view = page.view(view_id) if page else None
        row = portal.row(page, view, row_id) if page and view else None
        if row is None or view is None or view.detail is None:
            abort(404)
        return self.page_of(state, "record.html", portal=portal, opened=self.opened(view.detail, row))

    def opener(self, page: Page, view: View) -> object:
        def attrs(row_id: str) -> Markup:
            call = f"apex.dialog('/ords/registro/{page.id}/{view.id}/{row_id}','{view.detail.title if view.detail else ''}')"
            if view.detail and view.detail.open in ("row", "button"):
                return Markup('onclick="{}"').format(call)
            return Markup('href="javascript:{}"').format(call)

        return attrs
