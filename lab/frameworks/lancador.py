"""lancador-like: applications in SAP's UI5 behind a launchpad. Spaces are tabs over a page of tiles; a tile opens an application, whose
address is an intent behind the hash.

A list has a bar of filters and "Iniciar", or asks as soon as one chooses; before that its columns stand over a sentence. Some columns
(``options.popin``: page → labels) have no heading: they pop in below their row, as label and value. ``style: divs`` is a grid whose first
column and whose headings are tables of their own, and of whose rows only those in sight exist. A record is an object page at an address of
its own, or a dialog. What has options opens in an area at the end of the document.
"""

from __future__ import annotations

from flask import Response, jsonify, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.servico import Servico
from lab.frameworks.unseen import NAMES, OFFICES, office

TOP = 100
"""Records that an answer holds at the most."""


class Lancador(Servico):
    name = "lancador"
    batch = "n"
    cookie = ""
    front = "/site/<entity>"
    service = "/site/<entity>/~odata"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:06d}",
        "orgao": lambda r: f"{office(r)} ({1000 + 100 * OFFICES.index(office(r))})",
        "unidade": lambda r: f"{office(r)} ({1001 + 100 * OFFICES.index(office(r))})",
    }

    def address(self, portal: Portal, page: Page) -> str:
        return self.path(portal, page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/site/{portal.entity}#{page.path}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        """An object page has an address, a dialog none."""
        own = view.detail is not None and view.detail.shown == "page"
        return f"{cls.path(portal, page)}&/" if own else cls.path(portal, page)

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """A space and a tile; the middle word heads the tile's section."""
        return [page.menu[0], page.menu[-1]]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The first space is open; the tiles of another are drawn when it is chosen."""
        first = page.menu[0] == portal.pages[0].menu[0]
        return [(ENTRY, page.id)] if first else [(ENTRY, f"menu {page.menu[0]}", page.id)]

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.asked_of(entity, page_id)
        found = self.structure(portal, page, f"{self.service.replace('<entity>', entity)}/mensagem/{page.kind}")
        below = portal.options.get("popin", {}).get(page.id, ())
        for shown, view in zip(found["visoes"], page.views, strict=True):
            shown["janela"] = view.detail is not None and view.detail.shown == "dialog"
            for column in shown["colunas"]:
                column["abaixo"] = column["rotulo"] in below
        return jsonify(found | {"texto": page.text, "mensagem": page.message})

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """``$skip`` and ``$top`` as OData has them."""
        portal, page = self.asked_of(entity, page_id)
        view = self.view_of(page, view_id)
        rows = self.records(portal, page, view, page.query(request.args))
        skip, top = (int(n) if (n := request.args.get(k, "")).isdigit() else 0 for k in ("$skip", "$top"))
        shown = rows[skip : skip + min(top or TOP, TOP)]
        results = [{"id": r.id, "celulas": [self.as_json(self.dress(c, r)) for c in view.columns]} for r in shown]
        return jsonify({"d": {"__count": str(len(rows)), "results": results}})
