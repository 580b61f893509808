"""circuito-like: Blazor Server with components of Mud's make. The page holds a connection to a circuit on the server: every click and
every choice is told to it by the number of its handler, the answer is the markup of the regions that changed.

Nothing has an address to follow; the server moves the address bar. The menu's groups are rendered when they open, choices apply at once,
"Carregar mais" renders more rows, a record comes in a drawer at the side. An unknown circuit answers 404: the page offers to reload.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from flask import Response, abort, jsonify, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

MORE = "Carregar mais"
CHUNK = 15  # records per "Carregar mais"
DELAY = 0.05  # seconds per render
REGIONS = ("menu", "corpo", "gaveta")
Circuit = dict[str, Any]


class Circuito(Unseen):
    name = "circuito"
    batch = "g"
    cookie = ""
    currency = "R$"
    more = MORE
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year % 100}{r.index + 1:06d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A group's entries are rendered when it opens."""
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: Any) -> list[str]:
        """No button: a choice applies at once."""
        return [*page.menu, *([view.tab] if view.tab else [])]

    def routes(self) -> None:
        self.circuits: dict[str, Circuit] = {}
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/_blazor/negotiate", "negotiate", self.negotiate, methods=["POST"])
        rule("/_blazor", "event", self.event, methods=["POST"])
        rule("/<entity>/", "front", self.shell)
        rule("/<entity>/<path:path>", "shell", self.shell)

    # ------------------------------------------------ the page, and its circuit

    def shell(self, entity: str, path: str = "") -> str:
        """The page as it is before its circuit begins: all of it drawn, nothing of it alive."""
        portal = self.portal_by(entity=entity)
        return self.render("shell.html", portal=portal, **self.regions(self.begun(portal, path)))

    def at(self, portal: Portal, path: str) -> Page | None:
        """The page at an address of a portal; 404 for an address without one."""
        page = next((p for p in portal.pages_on(self.name) if path == (p.path or p.id)), None)
        return page if page or not path else abort(404)

    def begun(self, portal: Portal, path: str) -> Circuit:
        page = self.at(portal, path)
        opened = [page.menu[0]] if page else []
        return {"town": portal.slug, "open": opened, "handlers": {}, "sent": {}} | self.entered(page)

    @staticmethod
    def entered(page: Page | None) -> Circuit:
        view = page.views[0].id if page and page.views else ""
        return {"page": page.id if page else "", "view": view, "chosen": {}, "sheets": 1, "row": "", "said": ""}

    def negotiate(self) -> Response:
        """A new circuit, of the address that the browser shows."""
        asked = request.get_json(silent=True) or {}
        _, entity, path = (*str(asked.get("address", "")).split("/", 2), "", "")[:3]
        circuit = self.begun(self.portal_by(entity=entity), path)
        token = secrets.token_urlsafe(24)
        with self.lock:
            self.circuits[token] = circuit
        return jsonify({"connectionToken": token, "render": self.changed(circuit)})

    def event(self) -> Response:
        circuit = self.circuits.get(request.args.get("id", "")) or abort(404)
        time.sleep(DELAY)
        asked = request.get_json(silent=True) or {}
        with self.lock:
            names = {number: fired for fired, number in circuit["handlers"].items()}
        if "address" in asked:  # back and forward
            _, _, path = str(asked["address"]).split("/", 2)
            circuit |= self.entered(self.at(self.portal_by(slug=circuit["town"]), path))
        else:
            kind, argument = names.get(asked.get("handler")) or abort(400)
            self.fired(circuit, kind, argument, str(asked.get("value", "")))
        portal = self.portal_by(slug=circuit["town"])
        page = self.found(portal, circuit["page"])
        address = self.path(portal, page) if page else self.entry(portal)
        return jsonify({"render": self.changed(circuit), "address": address})

    def fired(self, circuit: Circuit, kind: str, argument: str, value: str) -> None:
        """What an event does to a circuit."""
        portal = self.portal_by(slug=circuit["town"])
        if kind == "grupo":
            shown = circuit["open"]
            circuit["open"] = [g for g in shown if g != argument] if argument in shown else [*shown, argument]
        elif kind == "pagina":
            circuit |= self.entered(self.found(portal, argument))
        elif kind == "filtro":
            circuit |= {"chosen": {**circuit["chosen"], argument: value}, "sheets": 1, "row": ""}
        elif kind == "aba":
            circuit |= {"view": argument, "sheets": 1, "row": ""}
        elif kind == "mais":
            circuit["sheets"] += 1
        elif kind == "registro":
            circuit["row"] = argument
        elif kind == "enviar" and portal.page(circuit["page"]).kind in FORBIDDEN_FORMS:
            self.forbid()
            circuit["said"] = "Solicitação registrada."

    # ------------------------------------------------ rendering

    def changed(self, circuit: Circuit) -> dict[str, str]:
        """Region → its markup, of those that are not as they were sent last."""
        found = {k: v for k, v in self.regions(circuit).items() if circuit["sent"].get(k) != v}
        circuit["sent"] |= found
        return found

    def regions(self, circuit: Circuit) -> dict[str, str]:
        portal = self.portal_by(slug=circuit["town"])
        page = self.found(portal, circuit["page"])
        context: dict[str, Any] = {"portal": portal, "page": page, "circuit": circuit, "on": self.on(circuit)}
        context |= {"grid": None, "opened": None, "lacking": []}
        if page and page.views:
            view, chosen = page.view(circuit["view"]), circuit["chosen"]
            lacking = [f.label for f in page.filters if self.value(page, f.name, chosen).startswith("Selecione")]
            context |= {"view": view, "lacking": lacking, "value": lambda name: self.value(page, name, chosen)}
            if not lacking:
                rows = self.records(portal, page, view, page.query(chosen))
                context |= {"grid": self.grid_of(page, view, rows, 1, CHUNK * circuit["sheets"]), "all": len(rows)}
            if circuit["row"]:
                context["opened"] = self.opened_of(portal, page, view, circuit["row"])
        return {name: Markup(self.render(f"{name}.html", **context)) for name in REGIONS}  # noqa: S704

    @staticmethod
    def value(page: Page, name: str, chosen: dict[str, str]) -> str:
        given = next(f for f in page.filters if f.name == name)
        return str(chosen.get(name) or given.default or (given.options or ("",))[0])

    @staticmethod
    def on(circuit: Circuit) -> Any:
        """Attribute of an element whose click, or choice, is told to the circuit: the handler's number, always the same for the same."""

        def attribute(kind: str, argument: str = "") -> Markup:
            handlers = circuit["handlers"]
            return Markup('b-h="{}"').format(handlers.setdefault((kind, argument), len(handlers) + 1))

        return attribute
