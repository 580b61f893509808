"""vitrine-like: a communication agency's site. Every word that a law asks for is in the menu; behind them stand works in progress,
explanations, laws, news, and queries that find nothing whatever is asked.
"""

from __future__ import annotations

from flask import abort, redirect, request

from lab.definition import Page, Portal
from lab.frameworks.unseen import Unseen, plain_word


class Vitrine(Unseen):
    name = "vitrine"
    cookie = ""

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/acesso-a-informacao"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return "/".join((f"/{portal.entity}/acesso-a-informacao", *map(plain_word, page.menu)))

    @staticmethod
    def word(text: str) -> str:
        return plain_word(text)

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/<entity>/acesso-a-informacao", "front", self.front)
        self.app.add_url_rule("/<entity>/acesso-a-informacao/<path:path>", "page", self.page)

    def front(self, entity: str) -> str:
        return self.render("home.html", portal=self.portal_by(entity=entity), page=None, group="")

    def page(self, entity: str, path: str) -> str:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if self.path(portal, p) == request.path), None)
        group = next((g for g in self.menu(portal) if plain_word(g) == path.partition("/")[0]), None)
        if group is None or (page is None and "/" in path):
            abort(404)
        asked = page is not None and (page.auto or bool(request.args))
        grids = []
        if page and asked:
            grids = [(v, self.grid(portal, page, v, page.query(request.args), self.sheet())) for v in page.views]
        return self.render("page.html", portal=portal, page=page, group=group, grids=grids, asked=request.args)
