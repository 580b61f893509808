"""pivo-like: a panel of business figures that can be read. Tabs without addresses, slicers of check boxes, a pivot that unfolds.

Nothing is asked before "Aplicar", and nothing answers without an entity. The first columns of some pages are levels
(``options.pivot``: page → how many): a row of a level unfolds into those of the next, the last into records. A record opens as
cards that have their label under the value. Answers need the key that the page was given in this session.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request

from lab.definition import Page, Portal, View, text_of
from lab.files import number
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import Row, money

UNFOLD = "Expandir"
LEAVES = 60  # records under one row of the last level


class Pivo(Unseen):
    name = "pivo"
    batch = "a"
    cookie = "PVSESSAO"
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:05d}.{r.year % 100}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/painel"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/painel"

    @classmethod
    def levels(cls, portal: Portal, page: Page, view: View) -> int:
        """How many of a view's columns are levels of the pivot."""
        return int(portal.options.get("pivot", {}).get(page.id, 0)) if view is page.views[0] else 0

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        tab = [view.tab] if view.tab else []
        unfold = [UNFOLD] * cls.levels(portal, page, view)
        return [*page.menu, *tab, *([] if page.auto else [page.button]), *unfold]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A tab of the first row opens its first page, and makes the second row of tabs."""
        first = cls.groups(portal)[page.menu[0]][0]
        return [(ENTRY, page.id) if page is first else (ENTRY, first.id, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Each level is asked for when the one above it unfolds."""
        filled = super().fillings(portal, page, view)[0]
        levels = range(1, cls.levels(portal, page, view) + 1)
        return [(*filled, *(f"{page.id}/{view.id}/nível {n}" for n in levels))]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/painel", "panel", self.panel)
        rule("/<entity>/api/paginas/<page_id>", "screen", self.screen)
        rule("/<entity>/api/paginas/<page_id>/<view_id>", "figures", self.figures, methods=["POST"])
        rule("/<entity>/api/paginas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/api/recados/<form>", "message", self.message, methods=["POST"])

    def panel(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        sid, session = self.session()
        session.setdefault("key", secrets.token_hex(10))
        tabs = [
            {"nome": g, "paginas": [{"id": p.id, "nome": p.menu[-1]} for p in pages]}
            for g, pages in self.menu(portal).items()
        ]
        response = make_response(self.render("index.html", portal=portal, tabs=tabs, key=session["key"]))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def allowed(self, entity: str, page_id: str) -> tuple[Portal, Page]:
        """The page asked for; 403 without the key of the visitor's session."""
        key = (self.known_session() or {}).get("key")
        if not key or request.headers.get("X-Chave") != key:
            abort(403)
        time.sleep(0.15)
        return self.needed(entity, page_id)

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.allowed(entity, page_id)
        found = self.structure(portal, page, f"/{entity}/api/recados/{page.kind}")
        for view, shown in zip(page.views, found["visoes"], strict=True):
            shown["niveis"] = self.levels(portal, page, view)
        return jsonify(found)

    def figures(self, entity: str, page_id: str, view_id: str) -> Response:
        """Rows of one level, under the path of the rows unfolded above it."""
        portal, page = self.allowed(entity, page_id)
        view = self.view_of(page, view_id)
        asked: dict[str, Any] = request.get_json(silent=True) or {}
        units = asked.get("unidade")
        if any(f.kind == "unidade" for f in page.filters) and not units:
            return jsonify({"linhas": [], "mensagem": "Selecione ao menos uma entidade e clique em Aplicar."})
        query = page.query({**asked, "unidade": self.unit(units or [])})
        above = [str(word) for word in asked.get("caminho", [])]
        levels = self.levels(portal, page, view)
        if not levels:
            sheet = asked.get("pagina", 1)
            return jsonify(self.listing(portal, page, view, query, sheet if isinstance(sheet, int) else 1))
        rows = self.under(self.records(portal, page, view, query), view, above)
        lines = self.sums(rows, view, len(above)) if len(above) < levels else self.leaves(rows, view, levels)
        return jsonify({"linhas": lines, "mensagem": page.message, "pagina": 1, "paginas": 1, "total": len(lines)})

    @staticmethod
    def unit(chosen: list[str]) -> str:
        """The one entity of a query that stands for all that were ticked."""
        whole = [u for u in chosen if not u.casefold().startswith(("câmara", "fundo", "instituto"))]
        return "" if whole or not chosen else sorted(chosen, key=lambda u: u.startswith("Câmara"))[0]

    def under(self, rows: list[Row], view: View, above: list[str]) -> list[Row]:
        """The rows whose first columns hold these words."""
        wanted = list(zip(view.columns, above, strict=False))
        return [r for r in rows if all(text_of(self.dress(c, r)) == word for c, word in wanted)]

    def sums(self, rows: list[Row], view: View, level: int) -> list[dict[str, Any]]:
        """One line per word of a level: the word, and the sum of every column of amounts."""
        groups: dict[str, list[Row]] = {}
        for row in rows:
            groups.setdefault(text_of(self.dress(view.columns[level], row)), []).append(row)
        lines = []
        for word, members in sorted(groups.items()):
            cells = []
            for n, column in enumerate(view.columns):
                amounts = [number(text_of(r[column.maker])) for r in members]
                known = [a for a in amounts if a is not None]
                summed = f"R$ {money(sum(known))}" if len(known) == len(amounts) else ""
                cells.append(word if n == level else summed)
            lines.append({"id": "", "palavra": word, "celulas": cells})
        return lines

    def leaves(self, rows: list[Row], view: View, levels: int) -> list[dict[str, Any]]:
        """Records, without the words of the levels that they stand under."""
        return [
            {
                "id": r.id,
                "celulas": [self.as_json(self.dress(c, r)) if n >= levels else "" for n, c in enumerate(view.columns)],
            }
            for r in rows[:LEAVES]
        ]

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.allowed(entity, page_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"ok": True})
