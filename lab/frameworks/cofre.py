"""cofre-like: a big vendor's cloud. An entity is picked first; then an application behind the hash lists groups and their queries.

Ids and names of columns and fields are generated, filters stand in a drawer, what can be done with a record in a menu of its
row. The entity is a token in the hash; that of another kind of entity answers, but holds other records or none.
"""

from __future__ import annotations

import base64
import hashlib
import time
from dataclasses import replace

from flask import Response, abort, jsonify, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

ENTITIES = ("Câmara Municipal de {}", "Município de {}", "Fundo de Previdência de {}")
OURS = 1
FILTERS, MENU = "Filtros", "Mais ações"
DELAY = 0.14  # seconds per answer


def made_up(*parts: str) -> str:
    """A generated name, the same every time."""
    return "c" + hashlib.sha1("/".join(parts).encode(), usedforsecurity=False).hexdigest()[:9]


class Cofre(Unseen):
    name = "cofre"
    cookie = ""
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:d}"}

    def entry(self, portal: Portal) -> str:
        return f"/transparencia/municipio/{portal.entity}"

    @classmethod
    def token(cls, portal: Portal, entity: int) -> str:
        return base64.urlsafe_b64encode(f"db_{portal.entity}_ent{entity}".encode()).decode().rstrip("=")

    @classmethod
    def number(cls, portal: Portal, page: Page) -> int:
        return 31040 + 7 * portal.pages_on(cls.name).index(page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/#/{cls.token(portal, OURS)}/consulta/{cls.number(portal, page)}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [ENTITIES[OURS].format(portal.name), *page.menu]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        asked = [] if page.auto else [FILTERS, page.button]
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *asked]

    @classmethod
    def opening(cls, view: View) -> list[str]:
        return [MENU, view.detail.word] if view.detail and view.detail.open == "icon" else super().opening(view)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The list of entities, then the application, whose side menu makes the entries of a group when it opens."""
        return [
            (ENTRY, "consultas", f"grupo {page.menu[0]}", page.id)
            if len(page.menu) > 1
            else (ENTRY, "consultas", page.id)
        ]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """The drawer is in the DOM; a tab draws its view anew, with what the drawer holds."""
        if cls.at_once(portal, page, view):
            return [() if view is page.views[0] else (f"{page.id}/{view.id}",)]
        return [(f"{page.id}/{view.id}",)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/transparencia/municipio/<entity>", "pick", self.pick)
        rule("/transparencia/", "shell", lambda: self.render("app.html"))
        rule("/transparencia/api/<token>/inicio", "start", self.start)
        rule("/transparencia/api/<token>/consultas/<int:number>", "screen", self.screen)
        rule("/transparencia/api/<token>/consultas/<int:number>/<view_id>", "rows", self.rows)
        rule("/transparencia/api/<token>/registros/<int:number>/<view_id>/<row_id>", "one", self.one)
        rule("/transparencia/api/<token>/mensagens/<form>", "message", self.message, methods=["POST"])

    def pick(self, entity: str) -> str:
        portal = self.portal_by(entity=entity)
        found = [(name.format(portal.name), self.token(portal, n)) for n, name in enumerate(ENTITIES)]
        return self.render("pick.html", portal=portal, entities=found)

    def tenant(self, token: str) -> tuple[Portal, int]:
        """Whose token this is: the town, and which of its entities."""
        for portal in self.host.portals:
            for entity in range(len(ENTITIES)):
                if self.token(portal, entity) == token:
                    return portal, entity
        return abort(404)

    def start(self, token: str) -> Response:
        portal, entity = self.tenant(token)
        groups = [
            {
                "nome": g,
                "itens": [{"nome": p.menu[-1], "n": self.number(portal, p), "so": len(p.menu) == 1} for p in ps],
            }
            for g, ps in self.menu(portal).items()
        ]
        return jsonify({"entidade": ENTITIES[entity].format(portal.name), "uf": portal.uf.upper(), "grupos": groups})

    def wanted(self, token: str, number: int) -> tuple[Portal, Page, int]:
        time.sleep(DELAY)
        portal, entity = self.tenant(token)
        page = next((p for p in portal.pages_on(self.name) if self.number(portal, p) == number), None)
        return portal, page or abort(404), entity

    def screen(self, token: str, number: int) -> Response:
        portal, page, _ = self.wanted(token, number)
        found = self.structure(portal, page, f"api/{token}/mensagens/{page.kind}")
        for given in found["filtros"]:
            given["nome"] = made_up(page.id, given["nome"])
        for view, shown in zip(page.views, found["visoes"], strict=True):
            for n, column in enumerate(shown["colunas"]):
                column["id"] = made_up(page.id, view.id, str(n))
        return jsonify(found)

    def rows(self, token: str, number: int, view_id: str) -> Response:
        portal, page, entity = self.wanted(token, number)
        asked = {f.name: request.args.get(made_up(page.id, f.name), "") for f in page.filters}
        query = replace(page.query(asked), unit=("câmara", "", "fundo")[entity])
        return jsonify(self.listing(portal, page, self.view_of(page, view_id), query, self.sheet()))

    def one(self, token: str, number: int, view_id: str, row_id: str) -> Response:
        portal, page, _ = self.wanted(token, number)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, token: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026/1"})
