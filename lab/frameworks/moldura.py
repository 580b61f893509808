"""moldura-like: an old Java system of accounts that towns frame in their own sites. Its session travels in the address
(``;jsessionid=``), so that it works where cookies of frames are refused. A query is posted, kept there, and shown by a redirect.

Where a select begins with "Selecione" it must be chosen. A record is a page of its own in the same frame.
"""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import Opener
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen

SESSION = ";jsessionid="


class Moldura(Unseen):
    name = "moldura"
    batch = "c"
    cookie = ""
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%m}{r.index + 1:04d}-{r.rng('digit').randrange(10)}",
        "funcao": lambda r: area(r)[0],
    }

    def entry(self, portal: Portal) -> str:
        return self.path(portal, portal.pages_on(self.name)[0])

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/sicop/{portal.entity}/{page.path or page.id}.jsp"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/sicop/{portal.entity}/{page.path or page.id}Detalhe.jsp"

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/sicop/<path:path>", "any", self.dispatch, methods=["GET", "POST"])

    def dispatch(self, path: str) -> Response:
        here, _, number = f"/sicop/{path}".partition(SESSION)
        for portal in self.host.portals:
            for page in portal.pages_on(self.name):
                view = page.views[0]
                if here not in (self.path(portal, page), self.detail_path(portal, page, view)):
                    continue
                if not number:
                    number = secrets.token_hex(16).upper()
                    self.sessions[number] = {}
                    return make_response(redirect(f"{here}{SESSION}{number}"))
                if number not in self.sessions:
                    return self.draw("expired.html", portal, page=page, again=self.path(portal, page))
                drawn = {"page": page, "view": view, "me": f"{self.path(portal, page)}{SESSION}{number}"}
                if here == self.path(portal, page):
                    return self.listed(portal, page, view, self.sessions[number], drawn)
                opened = self.opened_of(portal, page, view, request.args.get("id", ""))
                return self.draw("detail.html", portal, **drawn, opened=opened)
        return abort(404)

    def draw(self, template: str, portal: Portal, **context: Any) -> Response:
        return make_response(self.render(template, portal=portal, **context))

    def listed(
        self, portal: Portal, page: Page, view: View, session: dict[str, Any], drawn: dict[str, Any]
    ) -> Response:
        """The form, and under it the answer to what this session asked last."""
        if request.method == "POST":
            session[page.id] = (page.query(request.form), self.lacking(page))
            return make_response(redirect(f"{drawn['me']}?pg=1"))
        kept: tuple[Query, list[str]] | None = session.get(page.id)
        query, lacking = kept or (page.query({}), [])
        shown = (page.auto or kept) and not lacking
        grid = self.grid(portal, page, view, query, self.sheet("pg")) if shown else None
        opener = self.opener(portal, page, view, drawn["me"]) if view.detail else None
        return self.draw("list.html", portal, **drawn, query=query, lacking=lacking, grid=grid, opener=opener)

    @staticmethod
    def lacking(page: Page) -> list[str]:
        """Labels of what must be chosen and was not."""
        return [f.label for f in page.filters if request.form.get(f.name, "").startswith("Selecione")]

    def opener(self, portal: Portal, page: Page, view: View, me: str) -> Opener:
        session = me.partition(SESSION)[2]

        def attrs(row_id: str) -> Markup:
            address = f"{self.detail_path(portal, page, view)}{SESSION}{session}?{urlencode({'id': row_id})}"
            return Markup('href="{}"').format(address)

        return attrs
