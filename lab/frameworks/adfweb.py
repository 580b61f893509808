"""adfweb-like: Java with Oracle's ADF Faces. The first answer is a script that comes back with the window's number ("loopback"); then there is
one address, and a page of an accordion and a region.

Panes of the accordion get their links when they are disclosed. Every event is posted with the view state and answered in XML by the parts
that changed. A query's selects hold the numbers of their options; what begins with "Selecione" must be chosen. A table comes with its
headings (a table of their own) and "Obtendo dados..."; its rows are fetched then, and more as it is scrolled. A record is opened by a link
and takes the list's place, or by a button of the tool bar once its row is selected, as a dialog.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Response, make_response, redirect, request

from lab import table
from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.postback import Postback, State
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office

ADDRESS = "/transparencia/faces/publico"
RANGE = 25
"""Rows that a fetch brings."""


class AdfWeb(Postback, Unseen):
    name = "adfweb"
    batch = "n"
    cookie = "JSESSIONID_ADF"
    state_field = "javax.faces.ViewState"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}{r.index + 1:06d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} - {office(r)}".upper(),
        "unidade": lambda r: (
            f"{OFFICES.index(office(r)) + 1:02d}.00.{OFFICES.index(office(r)) + 1:02d} - {office(r)}".upper()
        ),
        "secretaria": lambda r: office(r).upper(),
    }

    def entry(self, portal: Portal) -> str:
        return f"{ADDRESS}?entidade={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return ADDRESS

    @classmethod
    def opening(cls, view: View) -> list[str]:
        """A dialog is of the row that is selected."""
        if view.detail and view.detail.shown == "dialog":
            return ["(linha)", view.detail.word]
        return super().opening(view)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The first pane is disclosed; another gets its links when it is."""
        first = page.menu[0] == portal.pages[0].menu[0]
        return [(ENTRY, page.id)] if first else [(ENTRY, f"menu {page.menu[0]}", page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab can be chosen before "Pesquisar"."""
        return super(Paginas, cls).fillings(portal, page, view)

    # ------------------------------------------------ events

    def dispatch(self, path: str) -> Response:
        if f"/{path}" != ADDRESS:
            return make_response("<html><body><h2>Error 404--Not Found</h2></body></html>", 404)
        entity = request.args.get("entidade", "")
        portal = next((p for p in self.host.portals if p.entity == entity), self.host.portals[0])
        if request.method == "GET" and "_afrLoop" not in request.args:
            return make_response(self.render("loop.html", portal=portal, loop=secrets.randbelow(10**14)))
        if request.method == "GET" and "_adf.ctrl-state" not in request.args:
            kept = request.args.to_dict() | {"_adf.ctrl-state": f"{secrets.token_hex(5)}_3"}
            return make_response(redirect(f"{ADDRESS}?{urlencode(kept)}"))
        return self.turn(portal)

    def event(self) -> tuple[str, str]:
        """``pt1:r1:0:t1:4:cl1`` and the like → what happened, and to which of them."""
        parts = request.form.get("event", "").split(":")
        what = parts[-1]
        if parts[1:2] and parts[1].startswith("m") and what == "cl1":
            return "menu", parts[1][1:]
        if what == "disAcr":
            return ("grupo" if len(parts) < 5 else "aba"), parts[-3][3:]
        if what == "cl1":
            return "abrir", parts[-2]
        known = {
            "search": "consultar",
            "reset": "limpar",
            "cb1": "abrir",
            "cb2": "fechar",
            "ok": "fechar",
            "cb3": "enviar",
        }
        if what == "t1":
            return ("buscar" if request.form.get("type") == "fetch" else "marcar"), request.form.get("row", "")
        return known.get(what, ""), ""

    def begun(self, portal: Portal) -> State:
        return {**super().begun(portal), "pane": 0}

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        page, pane, number = (
            self.found(portal, state["page"]),
            state["pane"],
            int(argument) if argument.isdigit() else 0,
        )
        pages = portal.pages_on(self.name)
        if kind == "grupo":
            state["pane"] = number
        elif kind == "menu" and number < len(pages):
            self.enter(portal, state, pages[number].id)
            state |= {"pane": pane, "have": 0, "mark": "", "lacking": []}
        elif page is None or not page.views:
            super().command(portal, state, kind, argument)
        elif kind == "buscar":
            state["have"] = min(state["have"], 10_000) + RANGE
        elif kind == "marcar":
            state["mark"] = argument
        elif kind == "abrir":
            state["row"] = argument or state["mark"]
        elif kind == "limpar":
            state |= {"chosen": {}, "asked": page.auto, "have": 0, "row": "", "mark": "", "lacking": []}
        elif kind == "consultar":
            chosen = self.read(page)
            lacking = unchosen(page, chosen)
            state |= {"chosen": chosen, "lacking": lacking, "asked": not lacking, "have": 0, "row": "", "mark": ""}
        elif kind == "aba" and number < len(page.views):
            state |= {"view": page.views[number].id, "have": 0, "row": "", "mark": ""}
        else:
            super().command(portal, state, kind, argument)

    @staticmethod
    def read(page: Page) -> dict[str, str]:
        """What a query's fields hold: a select holds the number of its option."""
        chosen = {}
        for n, f in enumerate(page.filters):
            given = request.form.get(f"pt1:r1:0:qry1:value{n}0", "")
            if f.kind == "texto":
                chosen[f.name] = given
            elif given.isdigit() and int(given) < len(f.options):
                chosen[f.name] = f.options[int(given)]
        return chosen

    # ------------------------------------------------ drawing

    def answer(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> table.Grid:
        """As many rows as have been fetched."""
        found = self.grid(portal, page, view, query, 1, max(state["have"], 1))
        if not state["have"]:
            found.rows, found.ids = [], []
        return found

    def wants_part(self) -> bool:
        return request.headers.get("Adf-Rich-Message") == "true"

    def expired(self, portal: Portal) -> Response:
        answer = make_response(self.render("expired.xml", again=self.entry(portal)))
        answer.content_type = "text/xml; charset=UTF-8"
        return answer

    def drawn(self, portal: Portal, state: State, token: str) -> Response:
        context: dict[str, Any] = self.context(portal, state, token)
        if not self.wants_part():
            return make_response(self.html("page.html", action=request.full_path, **context))
        kind, _ = self.event()
        answer = make_response(self.html("part.xml", kind=kind, **context))
        answer.content_type = "text/xml; charset=UTF-8"
        return answer
