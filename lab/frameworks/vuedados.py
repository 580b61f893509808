"""vuedados-like: a Vue application with Vuetify's components on a desk. A toolbar with a tab per subject, and a menu with the exercise, which
holds for all; a subject is a list of expansion panels, each a query, made when it opens, one open at a time.

Labels float in their fields; the options of a select hang on the application's root. Records open in a dialog: a list of two lines each,
the value above its label. Routes stand behind the hash, per subject only.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, redirect, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office, plain_word

DELAY = 0.08  # seconds per answer
SIZES = (5, 10, 15)


class VueDados(Unseen):
    name = "vuedados"
    batch = "i"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"NE {r.index + 1:04d}/{r.year}",
        "unidade": lambda r: f"{office(r)} ({OFFICES.index(office(r)) + 1:02d}.001)",
        "orgao": lambda r: f"{office(r)} ({OFFICES.index(office(r)) + 1:02d})",
    }

    def entry(self, portal: Portal) -> str:
        return f"/cidadao/{portal.entity}/"

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/cidadao/{portal.entity}/#/{plain_word(page.menu[0])}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A subject is drawn when its tab is chosen, a panel when it opens."""
        return [(ENTRY, f"assunto {page.menu[0]}", page.id)]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A tab is chosen before the button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule(
            "/cidadao/<entity>/",
            "front",
            lambda entity: self.render("index.html", portal=self.portal_by(entity=entity)),
        )
        rule("/cidadao/<entity>/servico/assuntos", "subjects", self.subjects)
        rule("/cidadao/<entity>/servico/consulta/<page_id>", "screen", self.screen)
        rule("/cidadao/<entity>/servico/consulta/<page_id>/<view_id>", "rows", self.rows)
        rule("/cidadao/<entity>/servico/consulta/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/cidadao/<entity>/servico/recado/<form>", "message", self.message, methods=["POST"])

    def subjects(self, entity: str) -> Response:
        found = [
            {
                "nome": group,
                "rota": plain_word(group),
                "consultas": [{"id": p.id, "nome": p.menu[-1], "ajuda": p.text} for p in pages],
            }
            for group, pages in self.menu(self.portal_by(entity=entity)).items()
        ]
        return jsonify(found)

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        found = self.structure(portal, page, f"/cidadao/{entity}/servico/recado/{page.kind}")
        found["filtros"] = [f for f in found["filtros"] if f["tipo"] != "ano"]
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        chosen = {f.label: request.args.get(f.name) or f.options[0] for f in page.filters if f.options}
        missing = [label for label, option in chosen.items() if option.startswith("Selecione")]
        if missing or not request.args.get("exercicio"):
            return make_response(jsonify({"erros": missing or ["Exercício"]}), 400)
        size = self.sheet("itensPorPagina")
        view = self.view_of(page, view_id)
        return jsonify(
            self.listing(
                portal, page, view, page.query(request.args), self.sheet(), size if size in SIZES else SIZES[1]
            )
        )

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        time.sleep(DELAY)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"protocolo": "2026000001"})
