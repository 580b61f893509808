"""etapas-like: an Angular application whose queries are steppers: period, then origin, then the answer, a step drawn when it is reached.

The menu is a bar of buttons whose entries come in an overlay, drop-downs and records likewise; what a step requires must be chosen
before the next. A record's values stand above their labels. Answers need the token that the application fetches when it starts.
"""

from __future__ import annotations

import secrets
import time

from flask import Response, abort, jsonify, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen

DELAY = 0.06  # seconds per answer
LATER = frozenset({"unidade", "texto", "opcoes"})
"""Kinds of filters that a second step asks for."""


class Etapas(Unseen):
    name = "etapas"
    batch = "e"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}.{r.index + 1:05d}",
        "matricula": lambda r: f"{r.rng('badge').randrange(1000, 9999)}-{r.index % 9}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/app/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/app/#/{page.path or page.id}"

    @classmethod
    def stages(cls, page: Page) -> int:
        """How many steps stand before the answer."""
        late = any(f.kind in LATER for f in page.filters)
        return int(late) + int(any(f.kind not in LATER for f in page.filters))

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A step has a button that leads on; the answer's views are buttons above it."""
        return [*cls.way(portal, page), *[page.button] * cls.stages(page), *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """An entry of the bar is made when its menu opens; another menu closes it."""
        return [(ENTRY, f"menu {page.menu[0]}", page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Step after step; the answer shows its first view."""
        first = page.views[0]
        count = cls.stages(page)
        passed = [f"{page.id}/passo {n}" for n in range(2, count + 1)]
        answer = (*passed, *([f"{page.id}/{first.id}"] if count else []))
        return [answer if view is first else (*answer, f"{page.id}/{view.id}")]

    def routes(self) -> None:
        self.tokens: dict[str, str] = {}  # token → entity
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/app/", "shell", self.shell)
        rule("/<entity>/api/v2/autenticacao/anonimo", "token", self.token, methods=["POST"])
        rule("/<entity>/api/v2/modulos", "modules", self.modules)
        rule("/<entity>/api/v2/consultas/<page_id>", "screen", self.screen)
        rule("/<entity>/api/v2/consultas/<page_id>/<view_id>/pesquisa", "rows", self.rows, methods=["POST"])
        rule("/<entity>/api/v2/consultas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/api/v2/mensagens/<form>", "message", self.message, methods=["POST"])

    def shell(self, entity: str) -> str:
        return self.render("index.html", portal=self.portal_by(entity=entity))

    def token(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        token = secrets.token_urlsafe(24)
        with self.lock:
            self.tokens[token] = portal.entity
        return jsonify({"access_token": token, "token_type": "Bearer"})

    def let_in(self, entity: str) -> Portal:
        """The portal, for whom this application's token is of it; 401 else."""
        time.sleep(DELAY)
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        if self.tokens.get(given) != entity:
            abort(401)
        return self.portal_by(entity=entity)

    def page_of(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        portal = self.let_in(entity)
        return portal, self.found(portal, page_id) or abort(404)

    def modules(self, entity: str) -> Response:
        groups = self.menu(self.let_in(entity))
        return jsonify(
            [
                {"nome": g, "itens": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id} for p in pages]}
                for g, pages in groups.items()
            ]
        )

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.page_of(entity, page_id)
        found = self.structure(portal, page, f"/{entity}/api/v2/mensagens/{page.kind}")
        for asked, given in zip(found["filtros"], page.filters, strict=True):
            asked |= {"etapa": int(given.kind in LATER), "exige": (given.options or ("",))[0].startswith("Selecione")}
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.page_of(entity, page_id)
        view = self.view_of(page, view_id)
        asked = request.get_json(silent=True) or {}
        chosen = {k: str(v) for k, v in dict(asked.get("filtros") or {}).items()}
        for given in page.filters:
            value = chosen.get(given.name) or given.default or (given.options or ("",))[0]
            if value.startswith("Selecione"):
                return jsonify({"erro": f"{given.label}: campo obrigatório"}), 422  # type: ignore[return-value]
        number, size = int(asked.get("pageIndex", 0)) + 1, int(asked.get("pageSize", 10))
        return jsonify(self.listing(portal, page, view, page.query(chosen), number, min(size, 50)))

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.page_of(entity, page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026.000001"})
