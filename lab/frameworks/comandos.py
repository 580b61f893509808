"""comandos-like: Java with ZK of about 2009. One page, ``index.zul``; every event is posted to ``zkau`` with the desktop's and the component's
number, and answered by commands in XML (``outer``, ``addChd``, ``setAttr``, ``rm``) that carry HTML.

The tab "Início" lists all queries in group boxes, of which the first alone is open; each opens in a closable tab of its own, which stays.
A ``unidade`` is a bandbox whose list comes when it opens; one that begins with "Selecione" is required. ``de`` and ``ate`` are heeded, this
month at first. Lists have their headings in a table of their own; a record is a modal window. A desktop of another session is obsolete.
"""

from __future__ import annotations

import itertools
import re
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from xml.sax.saxutils import escape

from flask import Response, make_response, redirect, request

from lab.definition import YEARS, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import TODAY, Row

Command = tuple[str, ...]
"""A command's name and its data: the component's number, then HTML or words."""


@dataclass
class Sheet:
    """A query's tab, as far as it has got."""

    page: Page
    view: View | None
    chosen: dict[str, str]
    asked: bool
    ids: dict[str, str] = field(default_factory=dict)


@dataclass
class Desktop:
    """What the server keeps of one opened page: what each component does, and the tabs."""

    portal: Portal
    id: str = field(default_factory=lambda: f"z_{secrets.token_hex(4)}")
    numbers: Any = field(default_factory=lambda: itertools.count(36))
    acts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    tabs: dict[str, Sheet] = field(default_factory=dict)

    def component(self, *act: str) -> str:
        """A number for a component, and what an event of it does."""
        number = f"{self.id[2:6]}_{next(self.numbers):x}"
        if act:
            self.acts[number] = act
        return number


def day_of(text: str) -> date | None:
    """``"05/03/2026"`` as a day."""
    found = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text)
    try:
        return date(int(found[3]), int(found[2]), int(found[1])) if found else None
    except ValueError:
        return None


class Comandos(Paginas, Unseen):
    name = "comandos"
    batch = "j"
    cookie = "JSESSIONID_ZK"
    shared = ()
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%y%m}{r.index + 1:05d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:03d}001 - {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal/index.zul"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/portal/index.zul"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """The first group box is open."""
        return [*([page.menu[0]] if page.menu[0] != portal.pages[0].menu[0] else []), page.menu[-1]]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Shut group boxes are in the page."""
        return [(ENTRY, page.id)]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        return not cls.lacking(page, {}) and super().at_once(portal, page, view)

    @staticmethod
    def lacking(page: Page, chosen: dict[str, str]) -> list[str]:
        """Labels of what must be chosen first."""
        required = (f for f in page.filters if f.options and f.options[0].startswith("Selecione"))
        return [f.label for f in required if not chosen.get(f.name)]

    # ------------------------------------------------ the page and its events

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/portal/index.zul", "page", self.page)
        rule("/<entity>/portal/zkau", "turn", self.turn, methods=["POST"])

    def page(self, entity: str) -> Response:
        """A new desktop in the visitor's session."""
        portal = self.portal_by(entity=entity)
        sid, session = self.session()
        desk = Desktop(portal)
        with self.lock:
            session[desk.id] = desk
        response = make_response(self.html("index.html", portal=portal, desk=desk))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def turn(self, entity: str) -> Response:
        """One event and the commands that it causes."""
        portal = self.portal_by(entity=entity)
        desk = (self.known_session() or {}).get(request.form.get("dtid", ""))
        time.sleep(0.05)
        if not isinstance(desk, Desktop) or desk.portal is not portal:
            return self.commands([("obsolete", "Esta página expirou. Deseja recarregá-la?")])
        kind, *given = desk.acts.get(request.form.get("uuid.0", ""), ("", ""))
        act: Callable[..., list[Command]] | None = getattr(self, f"on_{kind}", None)
        with self.lock:
            return self.commands(act(desk, request.form.get("data.0", ""), *given) if act else [])

    @staticmethod
    def commands(found: list[Command]) -> Response:
        told = "".join(f"<r><c>{name}</c>{''.join(f'<d>{escape(d)}</d>' for d in data)}</r>" for name, *data in found)
        return Response(f'<?xml version="1.0" encoding="UTF-8"?><rs>{told}</rs>', mimetype="text/xml")

    # ------------------------------------------------ what events do

    def on_open(self, desk: Desktop, data: str, page_id: str) -> list[Command]:
        """A query opens in a tab of its own, once."""
        if page_id in desk.tabs:
            return [("select", desk.tabs[page_id].ids["tab"])]
        page = desk.portal.page(page_id)
        days = {"de": TODAY.replace(day=1), "ate": TODAY}
        chosen = {f.name: f"{days[f.kind]:%d/%m/%Y}" for f in page.filters if f.kind in days}
        chosen |= {f.name: f.default for f in page.filters if f.default}
        made = Sheet(page, page.views[0] if page.views else None, chosen, page.auto and not self.lacking(page, chosen))
        desk.tabs[page_id] = made
        made.ids = {"tab": desk.component(), "panel": desk.component(), "answer": desk.component()}
        context = {"desk": desk, "q": made, "page": page, "portal": desk.portal}
        return [
            ("addChd", "abas", self.html("tab.html", **context)),
            ("addChd", "paineis", self.html("panel.html", answer=self.answered(desk, made), **context)),
            ("select", made.ids["tab"]),
        ]

    def on_shut(self, desk: Desktop, data: str, page_id: str) -> list[Command]:
        gone = desk.tabs.pop(page_id, None)
        return [("rm", gone.ids["panel"]), ("rm", gone.ids["tab"]), ("select", "inicio")] if gone else []

    def on_choose(self, desk: Desktop, data: str, page_id: str, name: str) -> list[Command]:
        desk.tabs[page_id].chosen[name] = data
        return []

    def on_band(self, desk: Desktop, data: str, page_id: str, name: str) -> list[Command]:
        """The list of a bandbox, of what begins with the typed word."""
        q = desk.tabs[page_id]
        options = next(f.options for f in q.page.filters if f.name == name)
        found = [
            (n, o) for n, o in enumerate(options) if data.casefold() in o.casefold() and not o.startswith("Selecione")
        ]
        return [("inner", q.ids[f"{name}-popup"], self.html("bandpopup.html", desk=desk, q=q, found=found, name=name))]

    def on_pick(self, desk: Desktop, data: str, page_id: str, name: str, option: str) -> list[Command]:
        q = desk.tabs[page_id]
        q.chosen[name] = option
        return [("setAttr", q.ids[f"{name}-input"], "value", option), ("closePopup", q.ids[f"{name}-popup"])]

    def on_ask(self, desk: Desktop, data: str, page_id: str) -> list[Command]:
        q = desk.tabs[page_id]
        lacking = self.lacking(q.page, q.chosen)
        wrong = [f.label for f in q.page.filters if f.kind in ("de", "ate") and not day_of(q.chosen.get(f.name, ""))]
        if lacking or wrong:
            words = f"É obrigatório informar: {', '.join([*lacking, *wrong])}."
            return [("addChd", "corpo", self.html("message.html", desk=desk, words=words))]
        q.asked = True
        return self.redrawn(desk, q)

    def on_view(self, desk: Desktop, data: str, page_id: str, view_id: str) -> list[Command]:
        q = desk.tabs[page_id]
        q.view = q.page.view(view_id)
        return self.redrawn(desk, q)

    def on_sheet(self, desk: Desktop, data: str, page_id: str) -> list[Command]:
        return self.redrawn(desk, desk.tabs[page_id], int(data) if data.isdigit() else 1)

    def on_row(self, desk: Desktop, data: str, page_id: str, view_id: str, row_id: str) -> list[Command]:
        q = desk.tabs[page_id]
        opened = self.opened_of(desk.portal, q.page, q.page.view(view_id), row_id)
        return [("addChd", "corpo", self.html("window.html", desk=desk, opened=opened))]

    def on_close(self, desk: Desktop, data: str, number: str) -> list[Command]:
        return [("rm", number)]

    def on_send(self, desk: Desktop, data: str, page_id: str) -> list[Command]:
        q = desk.tabs[page_id]
        self.forbid(q.page.kind)
        return [("inner", q.ids["answer"], "Mensagem enviada. Protocolo 2026.000001.")]

    # ------------------------------------------------ answers

    def redrawn(self, desk: Desktop, q: Sheet, sheet: int = 1) -> list[Command]:
        return [("inner", q.ids["answer"], self.answered(desk, q, sheet))]

    def answered(self, desk: Desktop, q: Sheet, sheet: int = 1) -> str:
        """The list of a query, once it is asked."""
        if not q.asked or q.view is None:
            return ""
        rows = self.in_period(desk.portal, q)
        grid = self.grid_of(q.page, q.view, rows, sheet)
        return self.html("answer.html", desk=desk, q=q, page=q.page, view=q.view, grid=grid, portal=desk.portal)

    def in_period(self, portal: Portal, q: Sheet) -> list[Row]:
        """The records that a tab asks for; of a period, those of its days."""
        assert q.view is not None
        query = q.page.query(q.chosen)
        since, until = (day_of(q.chosen.get(name, "")) for name in ("de", "ate"))
        if since is None or until is None:
            return self.records(portal, q.page, q.view, query)
        found = [
            r for y in sorted(YEARS) for r in self.records(portal, q.page, q.view, Query(y, 0, query.unit, query.text))
        ]
        return [r for r in found if since <= r.when <= until]
