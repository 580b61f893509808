"""infopublic-like: ASP.NET Web Forms. One form per page, ``__doPostBack``, a signed ``__VIEWSTATE``, many views of one criterion.

The entity enters by ``Entidade=`` and stays in the session. A post-back whose ``__VIEWSTATE`` is not of this host, this
page and this session answers as ASP.NET does: 500, "Validation of viewstate MAC failed".
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import secrets
from typing import Any

from flask import make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Framework, Opener, Way

Answer = Response | str


class Infopublic(Framework):
    name = "infopublic"
    cookie = "ASP.NET_SessionId"

    def entry(self, portal: Portal) -> str:
        return f"/Principal.aspx?Entidade={portal.entity}"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{self.path(portal, page)}?Entidade={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{page.path or page.id + '.aspx'}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        if view.detail and view.detail.shown == "page":
            return "/" + (view.detail.path or f"Detalhes{page.id}.aspx")
        return cls.path(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab posts back: its form is another page."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/lista")]

    def routes(self) -> None:
        self.key = secrets.token_bytes(16)
        self.app.add_url_rule("/", "root", self.front)
        self.app.add_url_rule("/Principal.aspx", "front", self.front, methods=["GET", "POST"])
        self.app.add_url_rule("/<path:path>.aspx", "page", self.page, methods=["GET", "POST"])

    # ------------------------------------------------ view state

    def seal(self, sid: str, path: str, state: dict[str, Any]) -> str:
        body = json.dumps({"path": path, **state}, ensure_ascii=False).encode()
        return base64.b64encode(hmac.digest(self.key + sid.encode(), body, hashlib.sha256) + body).decode()

    def unseal(self, sid: str, path: str) -> dict[str, Any] | None:
        """The posted view state, or None when it was not made here for this page and session."""
        try:
            raw = base64.b64decode(request.form.get("__VIEWSTATE", ""), validate=True)
        except binascii.Error:
            return None
        mac, body = raw[:32], raw[32:]
        if not hmac.compare_digest(mac, hmac.digest(self.key + sid.encode(), body, hashlib.sha256)):
            return None
        state: dict[str, Any] = json.loads(body)
        return state if state["path"] == path else None

    # ------------------------------------------------ pages

    def town(self, session: dict[str, Any]) -> Portal | None:
        entity = request.args.get("Entidade", session.get("entity"))
        town = next((p for p in self.host.portals if p.entity == entity), None)
        if town:
            session["entity"] = town.entity
        return town

    def answer(self, sid: str, body: str | Response, status: int = 200) -> Response:
        response = body if isinstance(body, Response) else make_response(body, status)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def front(self) -> Response:
        sid, session = self.session()
        portal = self.town(session)
        if portal is None:
            return self.answer(sid, self.render("none.html", message="Selecione uma entidade no endereço de acesso."))
        if request.method == "POST":
            return self.answer(sid, self.command(portal, sid, "/Principal.aspx", None))
        return self.answer(sid, self.render("home.html", portal=portal, state=self.seal(sid, "/Principal.aspx", {})))

    def page(self, path: str) -> Response:
        path = f"/{path}.aspx"
        sid, session = self.session()
        portal = self.town(session)
        if portal is None:
            return self.answer(sid, redirect("/Principal.aspx"))
        page = next((p for p in portal.pages_on(self.name) if self.path(portal, p) == path), None)
        if request.method == "POST":
            return self.answer(sid, self.command(portal, sid, path, page))
        if page is not None:
            return self.answer(
                sid,
                self.show(
                    portal,
                    sid,
                    page,
                    {"asked": page.auto, "chosen": {}, "sheet": 1, "view": page.views[0].id if page.views else ""},
                ),
            )
        for p in portal.pages_on(self.name):
            for view in p.views:
                if (
                    self.detail_path(portal, p, view) == path
                    and request.args.get("v", view.id) == view.id
                    and request.args.get("p", p.id) == p.id
                ):
                    row = portal.row(p, view, request.args.get("chave", ""))
                    if row is not None and view.detail is not None:
                        opened = table.opened(view.detail, row)
                        state = self.seal(sid, path, {})
                        return self.answer(
                            sid, self.render("detail.html", portal=portal, page=p, opened=opened, state=state)
                        )
        return self.answer(sid, self.render("none.html", message="Página não encontrada."), 404)

    def command(self, portal: Portal, sid: str, path: str, page: Page | None) -> Answer:
        state = self.unseal(sid, path)
        if state is None:
            return make_response(self.render("none.html", message="Validation of viewstate MAC failed."), 500)
        target, argument = request.form.get("__EVENTTARGET", ""), request.form.get("__EVENTARGUMENT", "")
        if target == "ctl00$Menu1":
            chosen = next((p for p in portal.pages_on(self.name) if p.id == argument), None)
            return redirect(self.path(portal, chosen) if chosen else "/Principal.aspx")
        if page is None:
            return redirect("/Principal.aspx")
        if page.kind in FORBIDDEN_FORMS:
            self.forbid()
            return self.render("none.html", message="Mensagem enviada.")
        state["chosen"] = {k.rpartition("$")[2]: v for k, v in request.form.items() if k.startswith("ctl00$")}
        if target == "ctl00$Abas":
            state |= {"view": argument, "asked": page.auto, "sheet": 1}
        elif target == "ctl00$GridView1" and argument.startswith("Page$"):
            state["sheet"] = int(argument[5:])
        elif target == "ctl00$GridView1" and argument.startswith("Select$"):
            view = page.view(state["view"])
            if view.detail and view.detail.shown == "page":
                return redirect(f"{self.detail_path(portal, page, view)}?p={page.id}&v={view.id}&chave={argument[7:]}")
            state["open"] = argument[7:]
            return self.show(portal, sid, page, state)
        elif "ctl00$btnPesquisar" in request.form or target.startswith("ctl00$ddl"):
            state |= {"asked": state["asked"] or not target, "sheet": 1}
        state.pop("open", None)
        return self.show(portal, sid, page, state)

    def show(self, portal: Portal, sid: str, page: Page, state: dict[str, Any]) -> str:
        opened_id = state.pop("open", "")
        context: dict[str, Any] = {
            "portal": portal,
            "page": page,
            "state": self.seal(sid, self.path(portal, page), state),
        }
        if page.views:
            view = page.view(state["view"])
            query = page.query(state["chosen"])
            context |= {"view": view, "query": query, "opener": self.opener(view)}
            if state["asked"]:
                context["grid"] = table.grid(portal, page, view, query, state["sheet"])
            row = portal.row(page, view, opened_id) if opened_id else None
            if row is not None and view.detail is not None:
                context["opened"] = table.opened(view.detail, row)
        return self.render("page.html", **context)

    def opener(self, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            call = Markup("javascript:__doPostBack('ctl00$GridView1','Select${}')").format(row_id)
            as_link = view.detail is not None and view.detail.open in ("link", "icon")
            return Markup('href="{}"').format(call) if as_link else Markup('onclick="{}"').format(call)

        return attrs
