"""paleta-like: an application that begins with a search. Subjects are cards, filtered as one types; the address never changes.

A few cards stand on the home page (``options.near``), the others behind "Ver todos os assuntos" or the palette of Ctrl+K. Records
come by offset and limit; one opens in a drawer at the right.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, redirect, request

from lab.definition import Page, Portal
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

ALL = "Ver todos os assuntos"
DELAY = 0.09  # seconds per answer


class Paleta(Unseen):
    name = "paleta"
    batch = "b"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}.{r.index + 1:04d}-{r.rng('digit').randrange(10)}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}"

    @classmethod
    def near(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("near", ())

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [*([] if cls.near(portal, page) else [ALL]), page.menu[-1]]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The cards of the other subjects are made when all are asked for."""
        return [(ENTRY, page.id) if cls.near(portal, page) else (ENTRY, "todos os assuntos", page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>", "shell", lambda entity: self.render("index.html", portal=self.portal_by(entity=entity)))
        rule("/<entity>/bff/assuntos", "subjects", self.subjects)
        rule("/<entity>/bff/assuntos/<page_id>", "subject", self.subject)
        rule("/<entity>/bff/assuntos/<page_id>/<view_id>", "rows", self.rows)
        rule("/<entity>/bff/assuntos/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/bff/mensagens/<form>", "message", self.message, methods=["POST"])

    def subjects(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        time.sleep(DELAY)
        return jsonify(
            [
                {
                    "id": p.id,
                    "grupo": p.menu[0],
                    "nome": p.menu[-1],
                    "sobre": portal.options["about"].get(p.id, p.title),
                    "perto": self.near(portal, p),
                }
                for p in portal.pages_on(self.name)
            ]
        )

    def subject(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.structure(portal, page, f"/{entity}/bff/mensagens/{page.kind}"))

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """``pular`` records are left out, at most ``limite`` are given, as such services have it."""
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        skipped, limit = (request.args.get(n, "") for n in ("pular", "limite"))
        size = min(max(int(limit), 1), 100) if limit.isdigit() else 20
        first = int(skipped) if skipped.isdigit() else 0
        found = self.listing(
            portal, page, self.view_of(page, view_id), page.query(request.args), first // size + 1, size
        )
        return jsonify(found)

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026.000001"})
