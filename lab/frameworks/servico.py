"""What portals share that a script draws from a service: what it says of a page, and of a record, and where it takes messages.

Not a host: a subclass says how records are listed.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any, ClassVar

from flask import Response, jsonify, make_response, redirect

from lab.definition import Page, Portal
from lab.frameworks.unseen import Unseen


def unchosen(page: Page, chosen: Mapping[str, Any]) -> list[str]:
    """The labels of what must be chosen before a page lists anything."""
    required = (f for f in page.filters if f.options and f.options[0].startswith("Selecione"))
    return [f.label for f in required if str(chosen.get(f.name) or "Selecione").startswith("Selecione")]


class Servico(Unseen):
    """Base; its subclasses draw ``index.html`` at ``front`` and below it."""

    front: ClassVar[str] = "/<entity>/"
    """Address of the application."""
    service: ClassVar[str] = "/<entity>/api"
    """What the addresses of the service begin with."""
    delay: ClassVar[float] = 0.04
    """Seconds that an answer takes."""

    def entry(self, portal: Portal) -> str:
        return self.front.replace("<entity>", portal.entity)

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule(self.front, "front", self.shell)
        rule(f"{self.service}/menu", "tree", self.tree)
        rule(f"{self.service}/tela/<page_id>", "screen", self.screen)
        rule(f"{self.service}/lista/<page_id>/<view_id>", "rows", self.rows, methods=["GET", "POST"])
        rule(f"{self.service}/registro/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule(f"{self.service}/mensagem/<form>", "message", self.message, methods=["POST"])

    def shell(self, entity: str, path: str = "") -> Response:
        """The same document at every address."""
        return make_response(self.render("index.html", portal=self.portal_by(entity=entity)))

    def allowed(self) -> None:
        """Aborts where the service does not answer this visitor."""

    def asked_of(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        self.allowed()
        time.sleep(self.delay)
        return self.needed(entity, page_id)

    def tree(self, entity: str) -> Response:
        self.allowed()
        pages = self.portal_by(entity=entity).pages
        return jsonify([{"id": p.id, "menu": list(p.menu), "rota": p.path or p.id, "titulo": p.title} for p in pages])

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.asked_of(entity, page_id)
        found = self.structure(portal, page, f"{self.service.replace('<entity>', entity)}/mensagem/{page.kind}")
        for shown, view in zip(found["visoes"], page.views, strict=True):
            shown["dentro"] = view.detail is not None and view.detail.shown == "inline"
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        raise NotImplementedError

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.asked_of(entity, page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"success": True, "protocolo": "2026000001"})
