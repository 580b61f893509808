"""janelas-like: a desktop in the browser. Icon tiles behind a hash-bang, floating windows, frames within frames.

A tile opens a window whose frame holds the query; some frames frame the grid once more (``options.nested``), some windows hold
their content without a frame (``options.direct``). A grid keeps its header and its body in separate containers, and a record
opens by choosing its row and pressing a button of the toolbar, in one more window.
"""

from __future__ import annotations

import time

from flask import Response, abort, jsonify, redirect, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.national import National


class Janelas(National):
    name = "janelas"
    cookie = ""
    shouting = True

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/?pg=transparencia#!/"

    def address(self, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/?pg=transparencia#!{self.route(portal, page)}"

    @classmethod
    def route(cls, portal: Portal, page: Page) -> str:
        """The hash route of a window: the number of its group and its own."""
        pages = portal.pages_on(cls.name)
        groups = list(dict.fromkeys(p.menu[0] for p in pages))
        return f"/grupo/{groups.index(page.menu[0]) + 1}/item/{pages.index(page) + 1}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/#!{cls.route(portal, page)}"

    @classmethod
    def opening(cls, view: View) -> list[str]:
        if view.detail and view.detail.open == "button":
            return ["(linha)", view.detail.word]
        return super().opening(view)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        tab = [view.tab] if view.tab else []
        return [*page.menu, *tab, *([] if page.auto else [page.button])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The tiles of a group are made when it opens."""
        return [(ENTRY, f"menu {page.menu[0]}", page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "desk", lambda entity: self.render("desk.html", portal=self.portal_by(entity=entity)))
        rule("/<entity>/atende.php", "router", self.router, methods=["GET", "POST"])

    def router(self, entity: str) -> Response | str:
        """Everything goes through one address, as ``rot`` (what) and ``aca`` (how) say."""
        portal = self.portal_by(entity=entity)
        page = self.found(portal, request.values.get("rot", ""))
        if page is None:
            abort(404)
        action = request.values.get("aca", "")
        if action == "enviar":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return "<p>Registrado.</p>"
        if action == "dados":
            time.sleep(0.2)
            sheet = request.values.get("pagina", "1")
            view = page.view(request.values.get("visao", "v0"))
            return jsonify(
                self.listing(portal, page, view, page.query(request.values), int(sheet) if sheet.isdigit() else 1)
            )
        if action == "registro":
            view = page.view(request.values.get("visao", "v0"))
            row = portal.row(page, view, request.values.get("chave", ""))
            if row is None or view.detail is None:
                abort(404)
            return self.render("record.html", portal=portal, opened=self.opened(view.detail, row))
        if action == "moldura":
            return self.render("nest.html", portal=portal, page=page)
        post_to = f"/{entity}/atende.php?rot={page.id}&aca=enviar"
        structure = self.structure(portal, page, post_to)
        alone = action != "miolo"
        return self.render("query.html", portal=portal, page=page, structure=structure, alone=alone)
