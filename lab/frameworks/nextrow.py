"""nextrow-like: a portal of this decade, made in React on a server's framework, drawn with utility classes. Routes without a hash.

The head of every page comes from the server, what is below it from the service. Menus are drawn when they open. The year is a row of
buttons, choosing asks; lists are divs whose lines are buttons that unfold, tables, or cards that lead to routes of their own; there is
"Carregar mais" at their end. What has options hangs on the body.
"""

from __future__ import annotations

import json

from flask import Response, jsonify, make_response, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.servico import Servico
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word

SIZE = 12


class NextRow(Servico):
    name = "nextrow"
    batch = "m"
    cookie = ""
    front = "/transparencia/<entity>"
    service = "/transparencia/<entity>/_api"
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.when:%y}{r.index + 1:06d}",
        "orgao": lambda r: f"{office(r)} · {OFFICES.index(office(r)) + 1:02d}",
        "unidade": lambda r: f"{office(r)} · {OFFICES.index(office(r)) + 1:02d}.01",
    }

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/{portal.entity}/{page.path or plain_word(page.menu[-1])}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """Cards lead to routes, lines unfold where they stand."""
        own = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page)}/" if own else cls.path(portal, page)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Choosing asks: no button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A menu is drawn when it opens; some pages have a card on the home page."""
        near = page.id in portal.options["near"] or len(page.menu) == 1
        return [(ENTRY, page.id)] if near else [(ENTRY, f"menu {page.menu[0]}", page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Another year is a choice that holds for all tabs; a tab fetches its own."""
        year = not portal.rows(page, view, page.query({}))
        tab = [f"{page.id}/{view.id}"] if view is not page.views[0] else []
        return [(*([f"{page.id}/ano"] if year else []), *tab)]

    def routes(self) -> None:
        super().routes()
        self.app.add_url_rule(f"{self.front}/<path:path>", "inside", self.shell)

    def shell(self, entity: str, path: str = "") -> Response:
        """The document of a route: head, navigation and, at home, the cards; the rest is fetched."""
        portal = self.portal_by(entity=entity)
        here = f"{self.front.replace('<entity>', entity)}/{path}/"
        if path and not any(here.startswith(f"{self.path(portal, p)}/") for p in portal.pages):
            return make_response(self.render("missing.html"), 404)
        pages = [{"id": p.id, "menu": p.menu, "rota": self.path(portal, p), "resumo": p.text} for p in portal.pages]
        props = {"entidade": entity, "base": self.entry(portal), "paginas": pages}
        whole = {"props": {"pageProps": props}, "page": "/[[...rota]]", "buildId": "k3Jx-9dQw"}
        data = Markup(json.dumps(whole, ensure_ascii=False).replace("<", "\\u003c"))  # noqa: S704
        return make_response(self.render("index.html", portal=portal, path=path, data=data))

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.asked_of(entity, page_id)
        view = self.view_of(page, view_id)
        found = self.listing(portal, page, view, page.query(request.args), self.sheet("page"), view.per_page and SIZE)
        return jsonify(
            {"data": found["linhas"], "meta": {k: found[k] for k in ("pagina", "paginas", "total", "mensagem")}}
        )
