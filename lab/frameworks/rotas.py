"""rotas-like: a single-page application with routes of its own (``/despesas/empenhos?ano=``), all of ``div``s with listeners.

Bones stand where records are to come. Some columns are hidden until they are chosen under "Colunas" (``options.hidden``). Some
pages are accordions of sums that drill down, from area to programme to commitment (``options.drill``: each view is the level
below the one before). A record has a route of its own.
"""

from __future__ import annotations

import time
import zlib

from flask import Response, jsonify, redirect, request

from lab.definition import Column, Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import FUNCTIONS, Row

CHOOSER = "Colunas"
BELOW = 5  # records under one sum
SUMS = 12  # a view with fewer records than this has one per area


def area(row: Row) -> tuple[str, ...]:
    """Sums stand one per line of the functional classification, in its order."""
    return FUNCTIONS[row.index % len(FUNCTIONS)] if row.count < SUMS else row.function


class Rotas(Unseen):
    name = "rotas"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}NE{r.index + 1:05d}",
        "funcao": lambda r: area(r)[0],
        "subfuncao": lambda r: area(r)[1],
        "programa": lambda r: area(r)[2],
        "acao": lambda r: area(r)[3],
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/registro/{view.id}"

    @classmethod
    def drills(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("drill", ())

    @classmethod
    def hidden(cls, portal: Portal, page: Page, view: View) -> frozenset[str]:
        """Labels of the columns that are not shown at first."""
        given = portal.options.get("hidden", {}).get(page.id, ())
        return frozenset(given) & {c.label for c in view.columns}

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        if cls.drills(portal, page):
            return [*cls.way(portal, page), *["(linha)"] * page.views.index(view)]
        return super().steps(portal, page, view)

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        found = cls.where(portal, page, view, in_detail)
        shown = in_detail or column.label not in cls.hidden(portal, page, view)
        return found if shown else [" › ".join([*found, CHOOSER, column.label])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The entries of a group are made when it opens."""
        return [(ENTRY, f"menu {page.menu[0]}", page.id)] if len(page.menu) > 1 else [(ENTRY, page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Each level of an accordion is made when the one above it opens; the chooser stands over a filled list."""
        if cls.drills(portal, page):
            return [tuple(f"{page.id}/nível {n}" for n in range(1, page.views.index(view) + 1))]
        filled = super().fillings(portal, page, view)[0]
        return [(*filled, f"{page.id}/{view.id}/colunas") if cls.hidden(portal, page, view) else filled]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/servico/menu", "tree", self.tree)
        rule("/<entity>/servico/telas/<page_id>", "screen", self.screen)
        rule("/<entity>/servico/telas/<page_id>/<view_id>", "rows", self.rows)
        rule("/<entity>/servico/telas/<page_id>/<view_id>/<row_id>", "one", self.one)
        rule("/<entity>/servico/mensagens/<form>", "message", self.message, methods=["POST"])
        rule("/<entity>/", "front", self.shell)
        rule("/<entity>/<path:path>", "shell", self.shell)

    def shell(self, entity: str, path: str = "") -> str:
        return self.render("index.html", portal=self.portal_by(entity=entity))

    @staticmethod
    def wait() -> None:
        """Answers take 0.2 to 0.6 s, always the same for the same question."""
        time.sleep(0.2 + zlib.crc32(request.full_path.encode()) % 400 / 1000)

    def tree(self, entity: str) -> Response:
        portal = self.portal_by(entity=entity)
        groups = [
            {
                "nome": g,
                "itens": [{"id": p.id, "nome": p.menu[-1], "rota": p.path or p.id, "so": len(p.menu) == 1} for p in ps],
            }
            for g, ps in self.menu(portal).items()
        ]
        return jsonify({"municipio": portal.name, "uf": portal.uf.upper(), "grupos": groups})

    def screen(self, entity: str, page_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        found = self.structure(portal, page, f"/{entity}/servico/mensagens/{page.kind}")
        found["niveis"] = self.drills(portal, page)
        for view, shown in zip(page.views, found["visoes"], strict=True):
            for column in shown["colunas"]:
                column["oculta"] = column["rotulo"] in self.hidden(portal, page, view)
        return jsonify(found)

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        view = self.view_of(page, view_id)
        above = request.args.get("de", "")
        if not above:
            return jsonify(self.listing(portal, page, view, page.query(request.args), self.sheet()))
        rows = self.records(portal, page, view, page.query(request.args))
        first = zlib.crc32(above.encode()) % max(len(rows) - BELOW, 1)
        grid = self.grid_of(page, view, rows[first : first + BELOW])
        lines = [{"id": i, "celulas": [self.as_json(v) for v in r]} for i, r in zip(grid.ids, grid.rows, strict=True)]
        return jsonify({"linhas": lines, "total": len(lines), "pagina": 1, "paginas": 1, "mensagem": page.message})

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, page_id)
        self.wait()
        return jsonify(self.record_of(portal, page, view_id, row_id))

    def message(self, entity: str, form: str) -> Response:
        self.forbid(form)
        return jsonify({"ok": True})
