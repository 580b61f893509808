"""eticons-like: JSF / PrimeFaces. The town lives only in the session that the entry address opens.

Every command is a post-back that carries ``javax.faces.ViewState``; the token is checked against the session. Commands of
the menu answer with a redirect, those of a page with a ``partial-response``.
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import secrets
from typing import Any

from flask import make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View, read_page
from lab.frameworks.base import Framework, Way

ROOT = "/portal/faces/pages/"
EXPIRED = f"{ROOT}expirada.xhtml"


class Eticons(Framework):
    name = "eticons"
    cookie = "JSESSIONID"

    def entry(self, portal: Portal) -> str:
        return f"/portal/ws/empresa/{base64.b64encode(portal.entity.encode()).decode()}"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.entry(portal)}/{page.id}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{ROOT}{page.path or page.id + '/inicio.xhtml'}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        shown_as_page = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page).rpartition('/')[0]}/detalhe.xhtml" if shown_as_page else cls.path(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab draws its form anew."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/lista")]

    def routes(self) -> None:
        self.tenants = [*self.host.portals, *(council(p) for p in self.host.portals if "council" in p.options)]
        self.app.add_url_rule("/", "root", lambda: redirect("/portal/"))
        self.app.add_url_rule("/portal/", "front", lambda: self.render("expired.html", reason="Informe a entidade."))
        self.app.add_url_rule("/portal/ws/empresa/<token>", "enter", self.enter)
        self.app.add_url_rule("/portal/ws/empresa/<token>/<page_id>", "enter_page", self.enter)
        self.app.add_url_rule(f"{ROOT}<path:path>", "page", self.page, methods=["GET", "POST"])

    # ------------------------------------------------ entry and session

    def enter(self, token: str, page_id: str = "") -> Response:
        try:
            entity = base64.b64decode(token, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            entity = ""
        town = next((p for p in self.tenants if p.entity == entity), None)
        if town is None:
            return make_response(self.render("expired.html", reason="Entidade não encontrada."), 404)
        sid, session = self.session()
        session["town"] = town.slug
        page = next((p for p in town.pages_on(self.name) if p.id == page_id), None)
        target = self.path(town, page) if page else f"{ROOT}inicio.xhtml"
        fresh = request.cookies.get(self.cookie) != sid
        # as servlet containers do: the first answer carries the session id in the address too
        response = make_response(redirect(f"{target};jsessionid={sid}" if fresh else target))
        response.set_cookie(self.cookie, sid, path="/", httponly=True)
        return response

    def page(self, path: str) -> Response | str:
        path = f"{ROOT}{path}".split(";")[0]
        session = self.known_session()
        if session is None and ";jsessionid=" in request.path:
            session = self.sessions.get(request.path.partition(";jsessionid=")[2])
        if path == EXPIRED or session is None or "town" not in session:
            return self.expired()
        portal = next(p for p in self.tenants if p.slug == session["town"])
        page = next((p for p in portal.pages_on(self.name) if self.path(portal, p) == path), None)
        if request.method == "POST":
            return self.command(portal, session, path, page)
        if path.endswith("/detalhe.xhtml"):
            return self.detail(portal, session, path)
        if page is None and path != f"{ROOT}inicio.xhtml":
            return make_response(self.render("expired.html", reason="Página não encontrada."), 404)
        state = {
            "path": path,
            "view": page.views[0].id if page and page.views else "",
            "query": {},
            "asked": bool(page and page.auto),
        }
        return self.show(portal, session, page, state)

    def expired(self) -> Response | str:
        if request.headers.get("Faces-Request") == "partial/ajax":
            error = "<error><error-name>javax.faces.application.ViewExpiredException</error-name></error>"
            return Response(f"<?xml version='1.0'?><partial-response>{error}</partial-response>", mimetype="text/xml")
        return make_response(
            self.render("expired.html", reason="Sua sessão expirou. Acesse novamente pelo sítio oficial."), 200
        )

    def remember(self, session: dict[str, Any], state: dict[str, Any]) -> str:
        """Keeps a view's state on the server; the token is what the page carries."""
        token = f"{secrets.randbits(63)}:{secrets.randbits(63)}"
        with self.lock:
            views = session.setdefault("views", {})
            views[token] = state
            while len(views) > 400:
                views.pop(next(iter(views)))
        return token

    # ------------------------------------------------ commands

    def command(self, portal: Portal, session: dict[str, Any], path: str, page: Page | None) -> Response | str:
        state = session.get("views", {}).get(request.form.get("javax.faces.ViewState", ""))
        if state is None or state["path"] != path:
            return self.expired()
        source = request.form.get("javax.faces.source") or next(
            (k for k in request.form if k.startswith(("menu:", "ini:"))), ""
        )
        kind, _, argument = source.rpartition(":")
        if kind in ("menu", "ini"):
            target = next((p for p in portal.pages_on(self.name) if p.id == argument), None)
            return self.go(self.path(portal, target) if target else f"{ROOT}inicio.xhtml")
        if page is None:
            return self.expired()
        if page.kind in FORBIDDEN_FORMS:
            return self.form(page.kind)
        state = {**state}
        if kind == "frm:tab":
            state.update(view=argument, asked=page.auto, sheet=1)
        elif source == "frm:consultar":
            state.update(asked=True, sheet=1, query={k.removeprefix("frm:"): v for k, v in request.form.items()})
        elif kind == "frm:pag":
            state["sheet"] = int(argument)
        elif kind == "frm:det":
            return self.open(portal, session, page, {**state, "row": argument})
        return self.show(portal, session, page, state)

    def go(self, address: str) -> Response:
        if request.headers.get("Faces-Request") == "partial/ajax":
            body = f"<?xml version='1.0'?><partial-response><redirect url='{address}'/></partial-response>"
            return Response(body, mimetype="text/xml")
        return redirect(address)

    def open(self, portal: Portal, session: dict[str, Any], page: Page, state: dict[str, Any]) -> Response | str:
        view = page.view(state["view"])
        row = portal.row(page, view, state["row"])
        if row is None or view.detail is None:
            return self.expired()
        if view.detail.shown == "page":
            address = self.detail_path(portal, page, view)
            session[f"detail {address}"] = (portal.slug, page.id, view.id, row.id)
            return self.go(address)
        dialog = self.render("dialog.html", portal=portal, opened=table.opened(view.detail, row))
        return self.partial({"dialogo": dialog}, self.remember(session, state))

    def detail(self, portal: Portal, session: dict[str, Any], path: str) -> Response | str:
        slug, page_id, view_id, row_id = session.get(f"detail {path}", ("", "", "", ""))
        if slug != portal.slug:
            return self.expired()
        page = portal.page(page_id)
        view = page.view(view_id)
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            return self.expired()
        token = self.remember(session, {"path": path, "view": view_id, "query": {}, "asked": False})
        opened = table.opened(view.detail, row)
        return self.render("detail.html", portal=portal, page=page, opened=opened, token=token, action=path)

    def show(self, portal: Portal, session: dict[str, Any], page: Page | None, state: dict[str, Any]) -> Response | str:
        token = self.remember(session, state)
        context: dict[str, Any] = {
            "portal": portal,
            "page": page,
            "token": token,
            "action": state["path"],
            "state": state,
        }
        if page is None:
            return self.render("home.html", **context)
        if page.views:
            view = page.view(state["view"])
            query = page.query(state["query"])
            context |= {"view": view, "query": query, "opener": lambda row_id: self.fire(f"frm:det:{row_id}")}
            if state["asked"]:
                context["grid"] = table.grid(portal, page, view, query, state.get("sheet", 1))
        if request.method == "POST":
            return self.partial({"resultado": self.render("result.html", **context)}, token)
        return self.render("page.html", **context)

    def partial(self, updates: dict[str, str], token: str) -> Response:
        changes = "".join(f'<update id="{k}"><![CDATA[{v}]]></update>' for k, v in updates.items())
        body = (
            f"<?xml version='1.0' encoding='UTF-8'?><partial-response><changes>{changes}"
            f'<update id="javax.faces.ViewState"><![CDATA[{token}]]></update></changes></partial-response>'
        )
        return Response(body, mimetype="text/xml; charset=utf-8")

    def fire(self, source: str) -> Markup:
        """Attributes of an element whose click posts back by AJAX."""
        return Markup('href="#" onclick="PrimeFaces.ab(\'{}\');return false;"').format(source)

    def outside(self, portal: Portal, page: Page) -> str:
        """The chamber's entry, on this very host: whoever follows it leaves the session with the chamber, not the town."""
        return self.entry(council(portal)) if page.path == "council" else super().outside(portal, page)


def council(portal: Portal) -> Portal:
    """The town's chamber as a tenant of its own, with data that belong to no answer key."""
    page = {"like": "camara", "menu": ["Despesas", "Despesas Orçamentárias"], "path": "despesa/empenho/inicio.xhtml"}
    return dataclasses.replace(
        portal,
        slug=f"{portal.slug}/camara",
        name=f"{portal.name} - Câmara Municipal",
        entity=str(portal.options["council"]),
        seed=portal.seed + 500,
        pages=(read_page(page, Eticons.name),),
    )
