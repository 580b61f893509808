"""ionico-like: an application for telephones made with Ionic, opened in any browser. Tabs stand at the bottom, each with a list of its own;
what one opens is pushed over what was there, which stays in the document, hidden, until the arrow leads back.

Records are cards, more of which come as the list is scrolled. A select asks in an alert and asks the service by itself; where it begins with
"Selecione" nothing is listed before. Views are segments. A record is a page with an address of its own; every address also opens cold.
"""

from __future__ import annotations

from flask import Response, jsonify, make_response, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.servico import Servico, unchosen
from lab.frameworks.unseen import NAMES, office, plain_word

CHUNK = 12


class Ionico(Servico):
    name = "ionico"
    batch = "h"
    cookie = ""
    front = "/app/<entity>/"
    service = "/app/<entity>/api/v2"
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}.{r.index + 1:05d}",
        "unidade": lambda r: office(r).replace("Sec. Mun. de", "SM").upper(),
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/app/{portal.entity}/tabs/{plain_word(page.menu[0])}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/{view.id}/"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        return not unchosen(page, {f.name: f.default for f in page.filters}) and super().at_once(portal, page, view)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Of the tabs the first is there; a list within a list is one more page."""
        first = page.menu[0] == portal.pages[0].menu[0]
        lists = [f"lista {'/'.join(page.menu[:n])}" for n in range(1, len(page.menu))]
        return [(ENTRY, *(lists[1:] if first else lists), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A segment keeps what was chosen."""
        chosen = () if cls.at_once(portal, page, view) else (f"{page.id}/escolha",)
        return [(*chosen, *(() if view is page.views[0] else (f"{page.id}/{view.id}",)))]

    def routes(self) -> None:
        super().routes()
        self.app.add_url_rule("/app/<entity>/tabs/<path:path>", "route", self.shell)
        self.app.add_url_rule("/app/<entity>/manifest.webmanifest", "manifest", self.manifest)

    def manifest(self, entity: str) -> Response:
        """What a telephone asks for before it keeps the application."""
        portal = self.portal_by(entity=entity)
        return jsonify(
            {"name": f"Transparência {portal.name}", "display": "standalone", "start_url": self.entry(portal)}
        )

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """One chunk of the list."""
        portal, page = self.asked_of(entity, page_id)
        view, chosen = self.view_of(page, view_id), request.args.to_dict()
        missing = unchosen(page, chosen)
        if missing:
            return make_response(jsonify({"message": f"Selecione: {', '.join(missing)}"}), 400)
        found = self.listing(portal, page, view, page.query(chosen), self.sheet("page"), CHUNK)
        last = found["pagina"] >= found["paginas"]
        return jsonify(
            {"content": found["linhas"], "totalElements": found["total"], "last": last, "message": page.message}
        )
