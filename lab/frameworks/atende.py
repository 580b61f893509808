"""atende-like: an application behind hash-bang routes (``/?pg=transparencia#!/grupo/3/item/12``). Groups, then queries, then a window.

Only the groups are there at first; the list of a group comes with its route. Data come from ``atende.php?rot=``.
"""

from __future__ import annotations

from flask import Response, abort, jsonify, request

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.paginas import Paginas

ADDRESS = "/?pg=transparencia"


class Atende(Paginas):
    name = "atende"
    cookie = ""
    shouting = True
    makers = {"numero_empenho": lambda r: f"{r.index + 1}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return ADDRESS

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        group = list(dict.fromkeys(p.menu[0] for p in portal.pages)).index(page.menu[0]) + 1
        return f"{ADDRESS}#!/grupo/{group}/item/{portal.pages.index(page) + 1}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, f"grupo {page.menu[0]}", page.id)]

    def routes(self) -> None:
        self.app.add_url_rule("/", "shell", lambda: self.draw("index.html", self.host.portals[0]))
        self.app.add_url_rule("/atende.php", "api", self.api, methods=["GET", "POST"])

    def api(self) -> Response:
        portal = self.host.portals[0]
        wanted = request.args.get("rot")
        if wanted == "menu":
            groups = self.tree(portal)
            listed = [
                {"nome": g, "itens": [{"n": portal.pages.index(p) + 1, "nome": p.menu[-1], "fora": self.away(portal, p)} for p in ps]}
                for g, ps in groups.items()
            ]  # fmt: skip
            return jsonify(listed)
        number = request.args.get("item", "")
        page = (
            portal.pages[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(portal.pages) else abort(404)
        )
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return jsonify({"mensagem": "Solicitação registrada. Protocolo 2026.000001."})
        if wanted == "estrutura":
            return jsonify(self.structure(portal, page, f"/atende.php?item={number}"))
        view = next((v for v in page.views if v.id == request.args.get("visao")), None) or abort(404)
        if wanted == "registro":
            return jsonify(self.record(portal, page, view, request.args.get("id", "")) or abort(404))
        sheet = request.args.get("pagina", "1")
        return jsonify(self.listing(portal, page, view, page.query(request.args), int(sheet) if sheet.isdigit() else 1))

    def away(self, portal: Portal, page: Page) -> str:
        """Address of an item that leads out of the application; "" for the others."""
        return self.outside(portal, page) if page.kind == "externo" else ""
