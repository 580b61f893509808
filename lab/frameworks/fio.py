"""fio-like: pages of Laravel Livewire. A component carries its state, signed, and every change posts it and gets it back redrawn.

Entity and year must be chosen, and where a page has no button the choice itself asks. Tabs show the phases of the expense; a row
opens in place, below itself. A post without the session's token answers 419, one whose state was tampered with 403.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from typing import Any

from flask import Response, abort, jsonify, request

from lab.definition import Page, Portal, View
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen

UPDATE = "/livewire/update"
DELAY = 0.08  # seconds per update
State = dict[str, Any]


class Fio(Paginas, Unseen):
    name = "fio"
    batch = "b"
    cookie = "transparencia_session"
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:06d}/{r.year % 100}"}

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [word for word in super().steps(portal, page, view) if word]

    def routes(self) -> None:
        self.key = secrets.token_bytes(16)
        self.app.add_url_rule(UPDATE, "update", self.update, methods=["POST"])
        super().routes()

    # ------------------------------------------------ a component's state

    def sign(self, state: State) -> str:
        """The state as it travels: data and their checksum."""
        data = json.dumps(state, ensure_ascii=False, sort_keys=True)
        return json.dumps({"data": data, "checksum": hmac.new(self.key, data.encode(), hashlib.sha256).hexdigest()})

    def read(self, snapshot: str) -> State:
        """The state of a snapshot; 403 for one that this server did not sign."""
        try:
            given = json.loads(snapshot)
            state: State = json.loads(given["data"])
            checksum = str(given["checksum"])
        except (ValueError, KeyError, TypeError):
            abort(403)
        if not hmac.compare_digest(checksum.encode(), json.loads(self.sign(state))["checksum"].encode()):
            abort(403)
        return state

    def show(self, portal: Portal, page: Page) -> Response:
        sid, session = self.session()
        token = session.setdefault("token", secrets.token_urlsafe(30))
        if not page.views:
            response = super().show(portal, page)
        else:
            state = {
                "town": portal.slug,
                "page": page.id,
                "view": page.views[0].id,
                "chosen": {},
                "sheet": 1,
                "row": "",
            }
            state["asked"] = page.auto
            response = self.draw("page.html", portal, page, component=self.component(state), token=token)
        response.set_cookie(self.cookie, sid, httponly=True, samesite="Lax")
        return response

    def update(self) -> Response:
        """One component, its changes and calls, as Livewire posts them."""
        asked = request.get_json(silent=True) or {}
        session = self.known_session()
        if session is None or asked.get("_token") != session.get("token"):
            return Response("Page Expired", 419)
        time.sleep(DELAY)
        redrawn = []
        for component in asked.get("components", ()):
            state = self.read(component.get("snapshot", ""))
            for name, value in component.get("updates", {}).items():
                state["chosen"][str(name)] = str(value)
                state |= {"sheet": 1, "row": ""}
            page = self.portal_by(slug=state["town"]).page(state["page"])
            if not page.button:
                state["asked"] = True
            for call in component.get("calls", ()):
                self.call(page, state, str(call.get("method")), [str(p) for p in call.get("params", ())])
            redrawn.append({"snapshot": self.sign(state), "effects": {"html": self.component(state)}})
        return jsonify({"components": redrawn})

    def call(self, page: Page, state: State, method: str, params: list[str]) -> None:
        """Changes the state as the method says; one that is not known is refused."""
        argument = params[0] if params else ""
        if method == "consultar":
            state |= {"asked": True, "sheet": 1, "row": ""}
        elif method == "aba":
            state |= {"view": self.view_of(page, argument).id, "sheet": 1, "row": ""}
        elif method == "gotoPage" and argument.isdigit():
            state |= {"sheet": int(argument), "row": ""}
        elif method == "expandir":
            state["row"] = "" if state["row"] == argument else argument
        else:
            abort(403)

    def lacking(self, page: Page, chosen: dict[str, str]) -> list[str]:
        """Labels of the filters that are still to be chosen."""
        return [f.label for f in page.filters if f.options and self.value(f.name, page, chosen).startswith("Selecione")]

    @staticmethod
    def value(name: str, page: Page, chosen: dict[str, str]) -> str:
        """What a filter holds: what was chosen, else what it held at first."""
        given = next(f for f in page.filters if f.name == name)
        return chosen.get(name) or given.default or (given.options or ("",))[0]

    def component(self, state: State) -> str:
        portal = self.portal_by(slug=state["town"])
        page = portal.page(state["page"])
        view, chosen = self.view_of(page, state["view"]), state["chosen"]
        lacking = self.lacking(page, chosen)
        context: dict[str, Any] = {"grid": None, "opened": None}
        if state["asked"] and not lacking:
            context["grid"] = self.grid(portal, page, view, page.query(chosen), state["sheet"])
            row = portal.row(page, view, state["row"])
            if row is not None and view.detail is not None:
                context["opened"] = self.opened(view.detail, row)
        name = hashlib.sha1(f"{state['town']}{page.id}".encode(), usedforsecurity=False).hexdigest()[:20]
        return self.html(
            "component.html",
            portal=portal,
            page=page,
            view=view,
            state=state,
            lacking=lacking,
            snapshot=self.sign(state),
            component_id=name,
            **context,
        )
