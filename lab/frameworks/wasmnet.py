"""wasmnet-like: Blazor WebAssembly. The page is an empty shell that fetches a runtime and its assemblies, counting percent, before
anything is drawn; a second visit takes them from the browser's store.

No link anywhere: menu, tabs and records are buttons, a group's entries are rendered when it opens. Routes stand in the query string
(``?tela=empenhos&exercicio=2025``) and open cold. A table is virtual: only the rows in sight exist, the service is asked for a range.
What begins with "Selecione" must be chosen.
"""

from __future__ import annotations

import time

from flask import Response, jsonify, make_response, request

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.servico import Servico, unchosen
from lab.frameworks.unseen import NAMES, OFFICES, office

ASSEMBLIES = (
    *(
        "dotnet.runtime.js",
        "dotnet.native.wasm",
        "icudt_EFIGS.dat",
        "System.Private.CoreLib.wasm",
        "System.Runtime.wasm",
    ),
    *("System.Collections.wasm", "System.Linq.wasm", "System.Net.Http.Json.wasm", "System.Text.Json.wasm"),
    *("Microsoft.AspNetCore.Components.wasm", "Microsoft.AspNetCore.Components.Web.wasm", "Microsoft.JSInterop.wasm"),
    *("Portal.Cidadao.Componentes.wasm", "Portal.Cidadao.Modelos.wasm", "Portal.Cidadao.wasm"),
)
FETCH = 0.25  # seconds per assembly
LIMIT = 60  # records per range


class WasmNet(Servico):
    name = "wasmnet"
    batch = "k"
    cookie = ""
    currency = "R$"
    delay = 0.06
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 11} | {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 11}001 | {office(r)}",
    }

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/?tela={page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}&registro={view.id}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *([f"menu {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A tab is chosen before the button is pressed."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), *([] if page.auto else [page.button])]

    def routes(self) -> None:
        super().routes()
        self.app.add_url_rule("/_framework/blazor.boot.json", "boot", lambda: jsonify({"recursos": ASSEMBLIES}))
        self.app.add_url_rule("/_framework/<name>", "assembly", self.assembly)

    def assembly(self, name: str) -> Response:
        time.sleep(FETCH)
        return Response(b"\0asm\1\0\0\0" + name.encode(), mimetype="application/wasm")

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        """The records of a range, and how many there are."""
        portal, page = self.asked_of(entity, page_id)
        asked = request.get_json(silent=True) or {}
        chosen = {str(k): str(v) for k, v in dict(asked.get("filtro") or {}).items()}
        missing = unchosen(page, chosen)
        if missing:
            return make_response(jsonify({"erros": [f"O campo {label} é obrigatório." for label in missing]}), 400)
        start, count = (int(asked.get(k) or 0) for k in ("startIndex", "count"))
        if start < 0 or not 0 < count <= LIMIT:
            return make_response(jsonify({"erros": ["Intervalo inválido."]}), 400)
        view = self.view_of(page, view_id)
        records = self.records(portal, page, view, page.query(chosen))
        grid = self.grid_of(page, view, records, size=10**6)
        lines = [
            {"id": i, "celulas": [self.as_json(v) for v in row]} for i, row in zip(grid.ids, grid.rows, strict=True)
        ]
        found = {"items": lines[start : start + count], "totalItemCount": grid.total}
        return jsonify({**found, "mensagem": page.message, "somas": grid.sums})
