"""What portals share that answer every click by a post to one address: the view state, the commands, the redrawing.

Not a host. A token in the page names a state kept in the visitor's session; a token of another session is refused.
"""

from __future__ import annotations

import secrets
from typing import Any, ClassVar

from flask import Response, make_response, request
from markupsafe import Markup

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View
from lab.frameworks.base import Opener
from lab.frameworks.paginas import Paginas

State = dict[str, Any]
KEPT = 300  # states a session keeps, as servers do


class Postback(Paginas):
    """Base; a subclass says how an event is posted (`event`) and fired (`fire`), and what a part of a page looks like."""

    state_field: ClassVar[str] = "__VIEWSTATE"
    shared = ("postback", "paginas")

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        raise NotImplementedError

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    def event(self) -> tuple[str, str]:
        """Kind and argument of what was posted."""
        target, argument = request.form.get("__EVENTTARGET", ""), request.form.get("__EVENTARGUMENT", "")
        return target.rpartition("$")[2], argument

    def fire(self, kind: str, argument: str = "") -> Markup:
        """Attributes of a link whose click posts."""
        return Markup("href=\"javascript:__doPostBack('ctl00${}','{}')\"").format(kind, argument)

    # ------------------------------------------------ one address

    def turn(self, portal: Portal, visit: tuple[str, dict[str, Any]] | None = None) -> Response:
        """A get begins; a post goes on from the state its token names. ``visit``: the session, when it is known already."""
        sid, session = visit or self.session()
        if request.method == "POST":
            kept = session.get("states", {}).get(request.form.get(self.state_field, ""))
            if kept is None or kept["town"] != portal.slug:
                return self.expired(portal)
            state = {**kept}
            self.command(portal, state, *self.event())
        else:
            state = self.begun(portal)
        response = self.drawn(portal, state, self.remember(session, state))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def begun(self, portal: Portal) -> State:
        return {"town": portal.slug, "page": "", "row": ""}

    def expired(self, portal: Portal) -> Response:
        return self.draw("expired.html", portal)

    def remember(self, session: dict[str, Any], state: State) -> str:
        token = secrets.token_urlsafe(24)
        with self.lock:
            states = session.setdefault("states", {})
            states[token] = state
            while len(states) > KEPT:
                states.pop(next(iter(states)))
        return token

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        """Changes the state as the event says; an event that is not known changes nothing."""
        page = self.found(portal, state["page"])
        if kind == "menu":
            self.enter(portal, state, argument)
        elif page is None:
            return
        elif page.kind in FORBIDDEN_FORMS:
            self.forbid()
            state["sent"] = True
        elif kind == "aba":
            state |= {"view": argument, "asked": page.auto or state["asked"], "sheet": 1, "row": "", "open": []}
        elif kind == "consultar":
            chosen = {k.rpartition("$")[2].rpartition(":")[2]: v for k, v in request.form.items()}
            state |= {"asked": True, "sheet": 1, "row": "", "open": [], "chosen": chosen}
        elif kind == "pagina" and argument.isdigit():
            state |= {"sheet": int(argument), "row": ""}
        elif kind == "abrir":
            state["row"] = "" if state["row"] == argument else argument
        elif kind == "fechar":
            state["row"] = ""
        elif kind == "grupo":
            state["open"] = [g for g in state["open"] if g != argument] + [argument] * (argument not in state["open"])

    def enter(self, portal: Portal, state: State, page_id: str) -> None:
        page = self.found(portal, page_id)
        state.clear()
        state |= {"town": portal.slug, "page": "", "row": ""} | (self.untouched(page) if page else {})

    @staticmethod
    def untouched(page: Page) -> State:
        """A page as it opens."""
        view = page.views[0].id if page.views else ""
        return {"page": page.id, "view": view, "asked": page.auto, "chosen": {}, "sheet": 1, "open": []}

    # ------------------------------------------------ drawing

    def drawn(self, portal: Portal, state: State, token: str) -> Response:
        """The whole page, or the part that changed where a script asked for it."""
        context = self.context(portal, state, token)
        if self.wants_part():
            return self.part(self.html("result.html", **context), token, context)
        return make_response(self.html("page.html", **context))

    def wants_part(self) -> bool:
        return False

    def part(self, html: str, token: str, context: dict[str, Any]) -> Response:
        raise NotImplementedError

    def context(self, portal: Portal, state: State, token: str) -> dict[str, Any]:
        page = self.found(portal, state["page"])
        context: dict[str, Any] = {"portal": portal, "page": page, "state": state, "token": token}
        context["layout"] = f"{self.name}/layout.html"
        if page and page.views:
            view, query = page.view(state["view"]), page.query(state["chosen"])
            context |= {"view": view, "query": query, "grid": None, "opened": None}
            if state["asked"]:
                context["grid"] = self.answer(portal, page, view, query, state)
            row = portal.row(page, view, state["row"])
            if row is not None and view.detail is not None:
                context["opened"] = self.opened(view.detail, row)
        return context

    def answer(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> table.Grid:
        return self.grid(portal, page, view, query, state["sheet"])

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            fired = self.fire("abrir", row_id)
            if view.detail and view.detail.open in ("row", "button"):
                return Markup(str(fired).replace("href=", "onclick=", 1))  # noqa: S704
            return fired

        return attrs
