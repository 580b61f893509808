"""nuvemang-like: the portal of a vendor of a government's cloud, an Angular application in Material's components of about version 14.

The menu at the left is an accordion, its items have no addresses; the home page has cards of some pages (``options.near``). Filters stand in a
drawer that slides in from the right, their options in an overlay at the end of the body; what begins with "Selecione" is empty at first and
required. A grid's headings stay in sight, its records have "Ver mais", which opens a sheet at the right side. Routes stand behind the hash and
open cold. The service refuses requests without the tenant's header.
"""

from __future__ import annotations

from typing import Any

from flask import Response, abort, jsonify, make_response, request

from lab.definition import Page, Portal, View, text_of
from lab.files import TYPES, Sheet, made
from lab.frameworks.servico import Servico, unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word

TENANT = "X-Entidade"
FILTER = "Filtros"
SIZES = (10, 25, 50)


class NuvemAng(Servico):
    name = "nuvemang"
    batch = "l"
    cookie = ""
    front = "/cidadao/<entity>/"
    service = "/cidadao/<entity>/api/v1"
    delay = 0.06
    currency = "R$"
    makers = {
        **NAMES,
        "percentual": lambda r: f"{100 * r.budget[2] / r.budget[0]:.2f}%".replace(".", ","),
        "numero_empenho": lambda r: f"{r.index + 1}/{r.year}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 2:02d} - {office(r).upper()}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 2:02d}.001 - {office(r).upper()}",
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/cidadao/{portal.entity}/#/{cls.route(page)}"

    @staticmethod
    def route(page: Page) -> str:
        return f"{plain_word(page.menu[0])}/{page.path or page.id}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        asked = [] if page.auto else [FILTER, page.button]
        return [*cls.way(portal, page), *asked, *([view.tab] if view.tab and view is not page.views[0] else [])]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        return not unchosen(page, {f.name: f.default for f in page.filters}) and super().at_once(portal, page, view)

    def routes(self) -> None:
        super().routes()
        rule = f"{self.service}/exportar/<page_id>/<view_id>/<kind>"
        self.app.add_url_rule(rule, "export", self.export)

    def allowed(self) -> None:
        entity = (request.view_args or {}).get("entity", "")
        if request.headers.get(TENANT) != entity:
            abort(make_response(jsonify({"codigo": 403, "mensagem": "Entidade não informada."}), 403))

    def tree(self, entity: str) -> Response:
        self.allowed()
        portal = self.portal_by(entity=entity)
        near = portal.options.get("near", ())
        found = [
            {"id": p.id, "menu": list(p.menu), "rota": self.route(p), "titulo": p.title, "atalho": p.id in near}
            for p in portal.pages
        ]
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """One sheet of an answer."""
        portal, page = self.asked_of(entity, page_id)
        view = self.view_of(page, view_id)
        asked: dict[str, Any] = request.get_json(silent=True) or {}
        chosen = dict(asked.get("filtros") or {})
        missing = unchosen(page, chosen)
        if missing:
            text = f"Campo obrigatório não informado: {', '.join(missing)}"
            return make_response(jsonify({"codigo": 422, "mensagem": text}), 422)
        size = asked.get("tamanho")
        number = int(asked.get("pagina") or 0) + 1
        g = self.grid(portal, page, view, page.query(chosen), number, size if size in SIZES else SIZES[0])
        content = [{"id": i, "valores": [self.as_json(v) for v in r]} for i, r in zip(g.ids, g.rows, strict=True)]
        return jsonify({"conteudo": content, "totalRegistros": g.total, "totais": g.sums, "mensagem": g.message})

    def export(self, entity: str, page_id: str, view_id: str, kind: str) -> Response:
        """The whole answer as a file; a link, so without the header."""
        portal, page = self.needed(entity, page_id)
        view = self.view_of(page, view_id)
        if kind not in ("csv", "xlsx"):
            abort(404)
        g = self.grid(portal, page, view, page.query(request.args), size=10**6)
        rows = tuple(tuple(text_of(v) for v in row) for row in g.rows)
        content = made(kind, Sheet((page.title,), tuple(c.label for c in g.headers), rows, ()))
        named = {"Content-Disposition": f'attachment; filename="{page.id}.{kind}"'}
        return Response(content, mimetype=TYPES[kind], headers=named)
