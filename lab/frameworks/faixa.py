"""faixa-like: ASP.NET Web Forms with DevExpress's controls. A ribbon whose buttons fly out under the mouse, a page per query, its grid
drawn anew by client callbacks.

The grid stands there empty from the first. Each callback carries its state, opaque and signed for the session, and may turn a sheet,
sort, filter by the row below the headings, or group by a column that is dragged to the panel above; ``options.grouped`` (page → label)
groups so from the first, its groups shut. A record is a page of its own in a frame of a pop-up control.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

from flask import Response, abort, make_response, request
from itsdangerous import BadSignature, URLSafeSerializer

from lab.definition import Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks.base import Way
from lab.frameworks.facesnovo import read_day
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import Row, Value

EXPAND = "[Expandir]"
FIELD = "ctl00$Conteudo$"
State = dict[str, Any]


def order_of(value: Value) -> tuple[float, str]:
    """What a cell is sorted by: a day, a number, or its text."""
    text = text_of(value)
    when = read_day(text)
    amount = when.toordinal() if when else number(text)
    return (float(amount), "") if amount is not None else (float("inf"), text.casefold())


class Faixa(Paginas, Unseen):
    name = "faixa"
    batch = "h"
    cookie = "ASP.NET_SessionId_FX"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}/{r.index + 1:05d}-{r.index % 7}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} {office(r)}".upper(),
    }
    secret = secrets.token_hex()

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/Default.aspx"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path}.aspx"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/popDetalhe.aspx"

    @classmethod
    def grouped(cls, portal: Portal, page: Page) -> str:
        """The heading by which a page's records are grouped at first, if any."""
        return str(portal.options.get("grouped", {}).get(page.id, ""))

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        tab = [view.tab] if view.tab else []
        return [*page.menu, *tab, page.button, *([EXPAND] if cls.grouped(portal, page) else [])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab shows its empty grid, the button fills it, a group unfolds."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        opened = (f"{page.id}/{view.id}/grupo",) if cls.grouped(portal, page) else ()
        return [(*tab, f"{page.id}/{view.id}/dados", *opened)]

    # ------------------------------------------------ the session and its signed states

    def signer(self, sid: str) -> URLSafeSerializer:
        return URLSafeSerializer(self.secret, salt=sid)

    def read(self, given: str) -> Any:
        """What this session signed; None otherwise."""
        try:
            return self.signer(request.cookies.get(self.cookie, "")).loads(given)
        except BadSignature:
            return None

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        if request.method == "POST":
            return self.callback(portal, page)
        sid, _ = self.session()
        token = self.signer(sid).dumps(self.begun(portal, page, page.views[0]))
        drawn = self.draw(
            "page.html", portal, page, token=token, grid=self.grid_part(portal, page, page.views[0], None)
        )
        drawn.set_cookie(self.cookie, sid, httponly=True)
        return drawn

    def begun(self, portal: Portal, page: Page, view: View) -> State:
        """A grid before anything is asked of it."""
        labels = [c.label for c in view.columns]
        by = self.grouped(portal, page)
        group = labels.index(by) if by in labels else None
        return {"page": page.id, "view": view.id, "sheet": 1, "sort": None, "group": group, "open": [], "row": {}}

    def callback(self, portal: Portal, page: Page) -> Response:
        """``0|command|argument`` applied to the state that was sent along; the grid anew, and its new state."""
        state = self.read(request.form.get(f"{FIELD}gvDados$CallbackState", ""))
        if state is None or state["page"] != page.id or request.form.get("__CALLBACKID") != f"{FIELD}gvDados":
            return self.told({"generalError": "Sua sessão expirou. Atualize a página para continuar."})
        view = self.view_of(page, state["view"])
        _, command, argument = (*request.form.get("__CALLBACKPARAM", "").split("|", 2), "", "")[:3]
        if command == "TAB":
            view = self.view_of(page, argument)
            state = self.begun(portal, page, view)
        else:
            self.apply(view, state, command, argument)
        chosen = {k.removeprefix(FIELD): v for k, v in request.form.items() if k.startswith(FIELD)}
        shown = self.lines(portal, page, view, page.query(chosen), state) if "asked" in state else None
        html = self.grid_part(portal, page, view, shown, state)
        token = self.signer(request.cookies[self.cookie]).dumps(state)
        return self.told({"result": {"html": html, "callbackState": token}})

    @staticmethod
    def told(content: dict[str, Any]) -> Response:
        """As DevExpress's client scripts expect it."""
        return Response(
            f"0|/*DX*/({json.dumps(content, ensure_ascii=False)})", content_type="text/plain; charset=utf-8"
        )

    @staticmethod
    def apply(view: View, state: State, command: str, argument: str) -> None:
        """What a command changes; one that is not known changes nothing."""
        column = int(argument) if argument.isdigit() and int(argument) < len(view.columns) else None
        if command == "CUSTOM":
            state |= {"asked": True, "sheet": 1, "open": []}
        elif command == "PAGERONCLICK" and argument[:2] == "PN" and argument[2:].isdigit():
            state["sheet"] = int(argument[2:]) + 1
        elif command == "SORT" and column is not None:
            state |= {"sort": [column, state["sort"] == [column, False]], "sheet": 1}
        elif command == "GROUP":
            state |= {"group": column, "open": [], "sheet": 1}
        elif command == "TOGGLE":
            state["open"] = [g for g in state["open"] if g != argument] + [argument] * (argument not in state["open"])
        elif command == "APPLYCOLUMNFILTER":
            at, _, text = argument.partition("|")
            if at.isdigit() and int(at) < len(view.columns):
                state |= {"row": {**state["row"], at: text.casefold().strip()}, "sheet": 1, "open": []}

    # ------------------------------------------------ the grid

    def lines(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> dict[str, Any]:
        """The lines of one sheet, each a group's ``(name, count, is open)`` or a record's ``(key, cells)``."""
        found = [(r, [self.dress(c, r) for c in view.columns]) for r in self.records(portal, page, view, query)]
        for at, text in state["row"].items():
            found = [(r, cells) for r, cells in found if text in text_of(cells[int(at)]).casefold()]
        if state["sort"]:
            column, down = state["sort"]
            found.sort(key=lambda one: order_of(one[1][column]), reverse=down)
        by = state["group"]
        if by is None:
            lines = [self.line(page, view, r, cells) for r, cells in found]
        else:
            lines = []
            for name in sorted({text_of(cells[by]) for _, cells in found}):
                under = [(r, cells) for r, cells in found if text_of(cells[by]) == name]
                lines.append({"group": name, "count": len(under), "open": name in state["open"]})
                if name in state["open"]:
                    lines += [self.line(page, view, r, cells) for r, cells in under]
        size = view.per_page or len(lines) or 1
        pages = max(1, -(-len(lines) // size))
        sheet = min(max(state["sheet"], 1), pages)
        shown = lines[(sheet - 1) * size : sheet * size]
        return {"lines": shown, "sheet": sheet, "pages": pages, "total": len(lines)}

    def line(self, page: Page, view: View, row: Row, cells: list[Value]) -> dict[str, Any]:
        """A record, and the key that opens it."""
        key = self.signer(request.cookies.get(self.cookie, "")).dumps([page.id, view.id, row.id]) if view.detail else ""
        return {"key": key, "cells": cells}

    def grid_part(
        self, portal: Portal, page: Page, view: View, shown: dict[str, Any] | None, state: State | None = None
    ) -> str:
        state = state or self.begun(portal, page, view)
        columns = [(n, c) for n, c in enumerate(view.columns) if n != state["group"]]
        by = view.columns[state["group"]] if state["group"] is not None else None
        return self.html(
            "grid.html", portal=portal, page=page, view=view, shown=shown, columns=columns, by=by, state=state
        )

    def record_page(self, portal: Portal, page: Page, view: View, row_id: str) -> Response:
        """The frame of the pop-up control; what it shows is told by the key alone."""
        key = self.read(request.args.get("k", ""))
        if not key:
            return make_response("Sessão expirada.", 403)
        page = self.found(portal, key[0]) or abort(404)
        opened = self.opened_of(portal, page, self.view_of(page, key[1]), key[2])
        return make_response(self.html("popup.html", opened=opened))

    # ------------------------------------------------ the ribbon

    def ribbon(self, portal: Portal) -> dict[str, dict[str, list[Page]]]:
        """Tab → button → the pages that fly out of it; a button that is a page itself holds that one."""
        tabs: dict[str, dict[str, list[Page]]] = {}
        for page in portal.pages:
            tabs.setdefault(page.menu[0], {}).setdefault(page.menu[1], []).append(page)
        return tabs
