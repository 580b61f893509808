"""primang-like: an Angular application in PrimeNG's components. A menubar whose items fly out, a module of each subject that is loaded when
its first route is entered, a panel of filters, tables that ask the service for their sheet ("lazy").

An exercise whose options begin with "Selecione" is required: a toast says so. ``de`` is a month picker (mm/aaaa), empty at first and required;
``unidade`` is a multi-select, nothing ticked being all. ``shown: inline`` unfolds below a row, else a dialog opens. Nothing is asked before
the button, but on pages with ``auto``; a tab is chosen before it, too.
"""

from __future__ import annotations

import json
import re
import time
from typing import Any

from flask import Response, jsonify, make_response, request

from lab.definition import Filter, Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks.servico import Servico, unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word

SIZES = (10, 25, 50)
MONTH = re.compile(r"(\d\d)/(\d{4})")


def rank(text: str) -> tuple[int, float, str]:
    """Where a cell stands in a sorted column: amounts by size, days by date, words by their letters."""
    day = re.fullmatch(r"(\d\d)/(\d\d)/(\d{4})", text)
    amount = None if day else number(text.removeprefix("R$ "))
    return (
        (0, float(f"{day[3]}{day[2]}{day[1]}"), "") if day else (0, amount, "") if amount is not None else (1, 0, text)
    )


class PrimaNg(Servico):
    name = "primang"
    batch = "j"
    cookie = ""
    front = "/cidadao-web/<entity>/"
    service = "/cidadao-web/<entity>/rest"
    delay = 0.05
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.{OFFICES.index(office(r)) + 21} {office(r)}",
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/cidadao-web/{portal.entity}/{plain_word(page.menu[0])}/{page.path or page.id}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A tab is chosen before the button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    def routes(self) -> None:
        super().routes()
        rule = self.app.add_url_rule
        rule("/cidadao-web/<entity>/<module>", "module", self.shell, defaults={"path": ""})
        rule("/cidadao-web/<entity>/<module>/<path:path>", "route", self.shell)
        rule("/cidadao-web/<entity>/modulo-<module>.js", "chunk", self.chunk)

    def shell(self, entity: str, path: str = "", module: str = "") -> Response:
        return super().shell(entity)

    def chunk(self, entity: str, module: str) -> Response:
        """The screens of a subject, as a script."""
        portal = self.portal_by(entity=entity)
        screens: dict[str, Any] = {}
        for page in (p for p in portal.pages if plain_word(p.menu[0]) == module):
            shown = self.structure(portal, page, f"/cidadao-web/{entity}/rest/mensagem/{page.kind}")
            for told, view in zip(shown["visoes"], page.views, strict=True):
                told["dentro"] = view.detail is not None and view.detail.shown == "inline"
            screens[page.path or page.id] = shown
        body = json.dumps(screens, ensure_ascii=False)
        return Response(f'modulos["{module}"] = {body};', mimetype="text/javascript")

    @staticmethod
    def lacking(page: Page, given: dict[str, Any]) -> list[str]:
        """Labels of what must be chosen first."""
        months = [f.label for f in page.filters if f.kind == "de" and not MONTH.fullmatch(str(given.get(f.name) or ""))]
        return [*unchosen(page, given), *months]

    @staticmethod
    def asked_month(page: Page, given: dict[str, Any]) -> Query:
        """What a query asks for; a picked month says the year too."""
        query = page.query({k: v for k, v in given.items() if not isinstance(v, list)})
        month: Filter | None = next((f for f in page.filters if f.kind == "de"), None)
        picked = MONTH.fullmatch(str(given.get(month.name))) if month else None
        units = given.get("unidade") or []
        unit = "" if any(not str(u).startswith(("Fundo", "Instituto")) for u in units) else "".join(units[:1])
        year, number_ = (int(picked[2]), int(picked[1])) if picked else (query.year, query.month)
        return Query(year, number_, unit, query.text)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """One sheet, in the order that is asked for."""
        portal, page = self.needed(entity, page_id)
        time.sleep(self.delay)
        view = self.view_of(page, view_id)
        event: dict[str, Any] = request.get_json(silent=True) or {}
        given = event.get("filters") or {}
        lacking = self.lacking(page, given)
        if lacking:
            return make_response(jsonify({"mensagens": [f"Selecione: {', '.join(lacking)}"]}), 422)
        rows = self.records(portal, page, view, self.asked_month(page, given))
        if isinstance(event.get("sortField"), int) and 0 <= event["sortField"] < len(view.columns):
            column = view.columns[event["sortField"]]
            rows.sort(key=lambda r: rank(text_of(self.dress(column, r))), reverse=event.get("sortOrder") == -1)
        wanted = int(event.get("rows") or 0)
        size = wanted if wanted in SIZES else SIZES[0]
        grid = self.grid_of(page, view, rows, int(event.get("first") or 0) // size + 1, size)
        content = [{"id": i, "c": [self.as_json(v) for v in r]} for i, r in zip(grid.ids, grid.rows, strict=True)]
        return jsonify({"content": content, "totalRecords": grid.total, "sums": grid.sums, "message": page.message})
