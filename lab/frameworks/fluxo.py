"""fluxo-like: a user interface that the server drives. The browser draws the components it is told to draw, all of them ``div``s.

Nothing has an address: each event (a click on the component of a number) is posted, and the answer is the regions that changed.
The menu is a tree whose branches are made when they open. A grid holds only the columns in sight, and fetches rows as it is
scrolled. A record opens in a window of captions and read-only fields.
"""

from __future__ import annotations

import itertools
import secrets
import time
from dataclasses import replace
from typing import Any

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import FORBIDDEN_FORMS, Filter, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import Doc, Value

Component = dict[str, Any]
Branch = tuple[str, ...]
"""The words of a menu down to one of its branches."""


class Fluxo(Unseen):
    name = "fluxo"
    batch = "a"
    cookie = "FLUXOSESSID"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year % 100}{r.index + 1:06d}-{r.index % 9}",
        "matricula": lambda r: f"{r.rng('badge').randrange(1000, 99999):07d}-1",
    }
    pace = 0.12  # seconds an answer takes

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/ui"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/ui"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Every branch of the tree on the way is a state of its own."""
        return [(ENTRY, *(f"menu {' › '.join(page.menu[:n])}" for n in range(1, len(page.menu))), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab is drawn anew, with no records if they need the button."""
        first = view is page.views[0]
        if cls.at_once(portal, page, view):
            return [()] if first else [(f"{page.id}/{view.id}",)]
        return [(*(() if first else (f"{page.id}/{view.id}/aba",)), f"{page.id}/{view.id}")]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*page.menu, *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/<entity>/", "front", lambda entity: redirect(f"/{entity}/ui"))
        self.app.add_url_rule("/<entity>/ui", "ui", self.ui)
        self.app.add_url_rule("/<entity>/UIDL", "turn", self.turn, methods=["POST"])

    def ui(self, entity: str) -> Response:
        """A new user interface in the visitor's session; it begins by asking for all regions."""
        portal = self.portal_by(entity=entity)
        sid, session = self.session()
        screens = session.setdefault("screens", {})
        number = len(screens) + 1
        token = secrets.token_hex(12)
        screens[number] = {
            "token": token,
            "open": set(),
            "acts": {},
            "ids": itertools.count(14),
            "page": "",
            "row": None,
        }
        response = make_response(self.render("index.html", portal=portal, number=number, token=token))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def turn(self, entity: str) -> Response:
        """One event, or none, and the regions that it changed."""
        portal = self.portal_by(entity=entity)
        asked = request.get_json(silent=True) or {}
        number = request.args.get("v-uiId", "")
        screens = (self.known_session() or {}).get("screens", {})
        screen = screens.get(int(number)) if number.isdigit() else None
        if screen is None or asked.get("csrfToken") != screen["token"]:
            return jsonify({"meta": {"sessionExpired": True}})
        time.sleep(self.pace)
        with self.lock:
            changed = {"menu", "area", "janela"}
            if asked.get("rpc"):
                node, value = (*asked["rpc"], None)[:2]
                changed = self.act(portal, screen, screen["acts"].get(node, ("", "")), value)
            drawn = {r: getattr(self, f"draw_{r}")(portal, screen) for r in sorted(changed - {"rows"})}
            if "rows" in changed:
                drawn["rows"] = self.lines(portal, screen)
        return jsonify({"changes": drawn})

    # ------------------------------------------------ events

    def act(self, portal: Portal, screen: dict[str, Any], what: tuple[str, Any], value: Any) -> set[str]:
        """Does what a component stands for; returns the regions to draw anew."""
        kind, argument = what
        if kind == "branch":
            screen["open"] ^= {argument}
            return {"menu"}
        if kind == "page":
            page = portal.page(argument)
            view = page.views[0].id if page.views else ""
            screen |= {"page": page.id, "view": view, "asked": page.auto, "chosen": {}, "sheet": 1, "row": None}
            return {"menu", "area", "janela"}
        if kind == "send":
            self.forbid()
            screen["sent"] = True
        elif kind == "tab":
            auto = portal.page(screen["page"]).auto
            screen |= {"view": argument, "asked": auto, "chosen": {}, "sheet": 1}
        elif kind == "choose":
            screen["chosen"][argument] = str(value or "")
            return {"area"} if portal.page(screen["page"]).auto else set()
        elif kind == "ask":
            screen |= {"asked": True, "sheet": 1}
        elif kind == "more":
            screen["sheet"] += 1
            return {"rows"}
        elif kind in ("open", "close"):
            screen["row"] = str(value) if kind == "open" else None
            return {"janela"}
        else:
            return set()
        return {"area"}

    # ------------------------------------------------ components

    def new(
        self, screen: dict[str, Any], css: str, *kids: Component | str | None, act: Any = None, **more: Any
    ) -> Component:
        """A component; ``act`` is what an event of it does."""
        number = next(screen["ids"])
        made: Component = {"id": number, "c": css, "k": [k for k in kids if k is not None], **more}
        if act:
            screen["acts"][number] = act
            made["e"] = 1
        return made

    def draw_menu(self, portal: Portal, screen: dict[str, Any]) -> Component:
        return self.new(screen, "v-tree", *self.branches(portal, screen, ()))

    def branches(self, portal: Portal, screen: dict[str, Any], above: Branch) -> list[Component]:
        """What stands under a branch: further branches, and pages."""
        depth, drawn = len(above), []
        below = [p for p in portal.pages if p.menu[:depth] == above]
        for word in dict.fromkeys(p.menu[depth] for p in below):
            here = (*above, word)
            page = next((p for p in below if p.menu == here), None)
            is_open = here in screen["open"]
            css = "v-tree-node v-leaf" if page else f"v-tree-node v-{'expanded' if is_open else 'collapsed'}"
            if page and page.id == screen["page"]:
                css += " v-selected"
            act = ("page", page.id) if page else ("branch", here)
            caption = self.new(screen, "v-tree-node-caption", self.new(screen, "v-captiontext", word), act=act)
            inside = self.branches(portal, screen, here) if is_open else []
            drawn.append(
                self.new(screen, css, caption, self.new(screen, "v-tree-node-children", *inside) if inside else None)
            )
        return drawn

    def draw_area(self, portal: Portal, screen: dict[str, Any]) -> Component:
        page = self.found(portal, screen["page"])
        if page is None:
            return self.new(
                screen,
                "v-panel v-boasvindas",
                self.new(screen, "v-label h1", "Transparência Pública"),
                self.new(screen, "v-label", "Abra os ramos da árvore ao lado para escolher uma consulta."),
            )
        title = self.new(screen, "v-label h1", page.title)
        owner = self.new(screen, "v-label v-dono", page.owner) if page.owner else None
        if not page.views:
            return self.new(screen, "v-panel", title, owner, self.words(portal, screen, page))
        tabs = [
            self.new(screen, f"v-tabsheet-tabitem{' v-selected' * (v.id == screen['view'])}", v.tab, act=("tab", v.id))
            for v in page.views
            if v.tab
        ]
        bar = [self.control(screen, page, n) for n in range(len(page.filters))]
        if not page.auto:
            caption = self.new(screen, "v-button-caption", page.button)
            bar.append(self.new(screen, "v-button", caption, act=("ask", None), role="button"))
        return self.new(
            screen,
            "v-panel",
            title,
            owner,
            self.new(screen, "v-tabsheet-tabs", *tabs) if tabs else None,
            self.new(screen, "v-horizontallayout", *bar) if bar else None,
            self.grid_component(portal, screen, page) if screen["asked"] else None,
        )

    def words(self, portal: Portal, screen: dict[str, Any], page: Page) -> Component:
        if screen.pop("sent", False):
            return self.new(screen, "v-label v-notification", "Mensagem enviada. Protocolo 2026.000001.")
        act = ("send", None) if page.kind in FORBIDDEN_FORMS else None
        return self.new(screen, "v-customlayout", html=self.prose(portal, page, "#"), act=act)

    def control(self, screen: dict[str, Any], page: Page, number: int) -> Component:
        """A combo box or a field; in a page that asks at once, choosing asks again."""
        f = page.filters[number]
        value = self.value(screen, f)
        kind = "field" if f.kind == "texto" else "combo"
        return self.new(
            screen, "v-filter", kind=kind, caption=f.label, value=value, options=list(f.options), act=("choose", f.name)
        )  # fmt: skip

    @staticmethod
    def value(screen: dict[str, Any], f: Filter) -> str:
        """What a filter holds now."""
        return str(screen["chosen"].get(f.name, f.default or (f.options or ("",))[0]))

    def grid_component(self, portal: Portal, screen: dict[str, Any], page: Page) -> Component:
        view = page.view(screen["view"])
        screen["sheet"] = 1
        lines = self.lines(portal, screen)
        if not lines["lines"]:
            return self.new(screen, "v-label v-vazio", page.message)
        more = self.new(screen, "v-grid-more", act=("more", None))["id"]
        opens = self.new(screen, "v-grid-open", act=("open", None))["id"] if view.detail else 0
        columns = [
            {"t": c.label, "g": c.group, "w": max(104, 9 * len(c.label) + 26, self.width(c.maker))}
            for c in view.columns
        ]
        return self.new(screen, "v-grid", kind="grid", columns=columns, more=more, opens=opens, **lines)

    @staticmethod
    def width(maker: str) -> int:
        """Pixels that a column of names or texts takes."""
        wide = (
            "credor",
            "servidor",
            "empresa",
            "objeto",
            "historico",
            "unidade",
            "secretaria",
            "orgao",
            "acao",
            "natureza",
        )
        return 270 if maker in wide else 170

    def lines(self, portal: Portal, screen: dict[str, Any]) -> Component:
        page = portal.page(screen["page"])
        view = page.view(screen["view"])
        query = page.query(screen["chosen"])
        if any(self.value(screen, f).startswith("Selecione") for f in page.filters if f.kind == "ano"):
            query = replace(query, year=0)
        grid = self.grid(portal, page, view, query, screen["sheet"])
        rows = [[i, *(self.cell(v) for v in row)] for i, row in zip(grid.ids, grid.rows, strict=True)]
        return {"lines": rows if screen["sheet"] <= grid.pages else [], "total": grid.total}

    @staticmethod
    def cell(value: Value) -> str | list[str]:
        return [value.text, f"/arquivos/{value.file}"] if isinstance(value, Doc) else value

    def draw_janela(self, portal: Portal, screen: dict[str, Any]) -> Component | None:
        page = self.found(portal, screen["page"])
        view = page.view(screen["view"]) if page and page.views else None
        row = portal.row(page, view, screen["row"]) if page and view and screen["row"] else None
        if view is None or row is None or view.detail is None:
            return None
        opened = self.opened(view.detail, row)
        parts: list[Component] = []
        for title, pairs in opened.sections:
            if title != view.detail.title:
                parts.append(self.new(screen, "v-label h2", title))
            fields = [self.new(screen, "v-field", kind="value", caption=c.label, value=self.cell(v)) for c, v in pairs]
            parts.append(self.new(screen, "v-formlayout", *fields))
        for table, rows in opened.tables:
            parts.append(self.new(screen, "v-label h2", table.title))
            columns = [{"t": c.label, "g": "", "w": max(110, self.width(c.maker))} for c in table.columns]
            lines = [["", *(self.cell(v) for v in r)] for r in rows]
            parts.append(
                self.new(screen, "v-grid", kind="grid", columns=columns, lines=lines, total=len(lines), more=0, opens=0)
            )
        head = self.new(
            screen,
            "v-window-header",
            self.new(screen, "v-window-title", view.detail.title),
            self.new(screen, "v-window-closebox", "×", act=("close", None), role="button"),
        )
        return self.new(screen, "v-window", head, self.new(screen, "v-window-contents", *parts))
