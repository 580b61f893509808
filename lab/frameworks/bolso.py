"""bolso-like: made for telephones. No table anywhere: records are cards that more are appended to as the page is scrolled.

The menu is off the canvas until it is opened, filters are a sheet at the bottom, a record is a drawer. Routes are real paths.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.unseen import NAMES, Unseen

CARDS = 8  # cards per answer
DELAY = 0.15  # seconds per answer


class Bolso(Unseen):
    name = "bolso"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"/m/{portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/m/{portal.entity}/t/{page.path or page.id}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return ["Menu", *page.menu]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        asked = [] if page.auto else ["Filtros", page.button]
        return [*cls.way(portal, page), *asked, *([view.tab] if view.tab else [])]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/m/<entity>/api/<page_id>", "screen", self.screen)
        rule("/m/<entity>/api/<page_id>/<view_id>", "cards", self.cards)
        rule("/m/<entity>/api/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/m/<entity>", "front", self.shell)
        rule("/m/<entity>/t/<path:path>", "shell", self.shell)

    def shell(self, entity: str, path: str = "") -> str:
        portal = self.portal_by(entity=entity)
        pages = {self.path(portal, p): p.id for p in portal.pages_on(self.name)}
        return self.render("index.html", portal=portal, pages=pages)

    def screen(self, entity: str, page_id: str) -> Response:
        time.sleep(DELAY)
        return jsonify(self.structure(*self.needed(entity, page_id)))

    def cards(self, entity: str, page_id: str, view_id: str) -> Response:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        view = self.view_of(page, view_id)
        return jsonify(self.listing(portal, page, view, page.query(request.args), self.sheet(), CARDS))

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))
