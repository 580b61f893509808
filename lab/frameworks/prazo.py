"""prazo-like: a query needs a period, two masked dates of at most a year, and an entity picked from suggestions, as jQuery UI has it.

What is only typed, not picked, counts as nothing; the entity's number goes into a hidden field. The dates are today's at first,
or empty (``options.empty``). Answers come as HTML into the page; a record opens in a dialog.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from flask import Response, abort, jsonify, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import TODAY, Row, day

LONGEST = 366  # days of a period
SHORTEST_TERM = 3  # letters before suggestions come
ENTITIES = {
    "101": "Prefeitura Municipal de {}",
    "102": "Câmara Municipal de {}",
    "201": "Fundo Municipal de Saúde de {}",
    "202": "Fundo Municipal de Educação de {}",
}


def read_day(text: str) -> date | None:
    """``dd/mm/aaaa``; None for anything else."""
    try:
        return datetime.strptime(text, "%d/%m/%Y").date()  # noqa: DTZ007 - a calendar day has no zone
    except ValueError:
        return None


class Prazo(Unseen):
    name = "prazo"
    cookie = ""
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%m%d}{r.index + 1:04d}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/portal/{page.path or page.id}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Subjects are tiles on the entry; the menu of every page is in the DOM."""
        return [(ENTRY, page.id)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/portal", "front", lambda entity: self.render("home.html", portal=self.portal_by(entity=entity)))
        rule("/<entity>/sugestoes", "suggestions", self.suggestions)
        rule("/<entity>/resultado/<page_id>/<view_id>", "result", self.result)
        rule("/<entity>/registro/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/portal/<path:path>", "page", self.page)

    def page(self, entity: str, path: str) -> str:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if (p.path or p.id) == path), None) or abort(404)
        grids = {v.id: self.drawn(portal, page, v, page.query({})) for v in page.views} if page.auto else {}
        default = "" if page.id in portal.options.get("empty", ()) else day(TODAY)
        return self.render("page.html", portal=portal, page=page, grids=grids, default=default)

    @staticmethod
    def entities(portal: Portal) -> dict[str, str]:
        return {number: name.format(portal.name) for number, name in ENTITIES.items()}

    def suggestions(self, entity: str) -> Response:
        term = request.args.get("term", "").casefold()
        names = self.entities(self.portal_by(entity=entity)) if len(term) >= SHORTEST_TERM else {}
        return jsonify(
            [{"id": n, "label": name, "value": name} for n, name in names.items() if term in name.casefold()]
        )

    def wrong(self, portal: Portal, page: Page) -> str:
        """Why a query cannot be answered; "" when it can."""
        kinds = {f.kind for f in page.filters}
        if "sugestao" in kinds and request.args.get("sugestao", "") not in ENTITIES:
            return "Selecione a entidade na lista de sugestões."
        if "de" not in kinds:
            return ""
        first, last = (read_day(request.args.get(n, "")) for n in ("de", "ate"))
        if first is None or last is None:
            return "Informe o período com datas válidas (dd/mm/aaaa)."
        if last < first:
            return "A data final deve ser posterior à data inicial."
        return "O período não pode exceder 12 meses." if (last - first).days >= LONGEST else ""

    def answering(self, portal: Portal, page: Page, view: View) -> list[Row]:
        args: dict[str, Any] = request.args.to_dict()
        unit = self.entities(portal).get(args.get("sugestao", ""), "")
        query = page.query(args)
        first, last = read_day(args.get("de", "")), read_day(args.get("ate", ""))
        if first is None or last is None:
            return self.records(portal, page, view, Query(query.year, query.month, unit, query.text))
        years = range(first.year, last.year + 1)
        rows = [r for y in years for r in self.records(portal, page, view, Query(y, 0, unit, query.text))]
        return [r for r in rows if first <= r.when <= last]

    def drawn(self, portal: Portal, page: Page, view: View, query: Query | None = None) -> Markup:
        """A view's sheet. Our own template's answer: safe."""
        rows = self.records(portal, page, view, query) if query else self.answering(portal, page, view)
        grid = self.grid_of(page, view, rows, self.sheet())
        opener = lambda row_id: Markup('data-registro="{}/{}/{}"').format(page.id, view.id, row_id)  # noqa: E731
        return Markup(self.render("grid.html", g=grid, page=page, view=view, opener=opener))  # noqa: S704

    def result(self, entity: str, page_id: str, view_id: str) -> Response | str:
        portal, page = self.needed(entity, page_id)
        if error := self.wrong(portal, page):
            return Response(error, 422, content_type="text/plain; charset=utf-8")
        return self.drawn(portal, page, self.view_of(page, view_id))

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> str:
        portal, page = self.needed(entity, page_id)
        return self.render("record.html", opened=self.opened_of(portal, page, self.view_of(page, view_id), row_id))
