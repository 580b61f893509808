"""emissor-like: reports are issued, not browsed. A module's form lists its reports as radio buttons, each with parameters of its own.

"Gerar relatório" posts the form into a new window, which is sent on to the report in the session's spool: sheets of paper one below
the other, the headings on each. The year is typed. A first cell opens its document in one more window: boxes with a small label.
"""

from __future__ import annotations

import secrets

from flask import Response, abort, make_response, redirect, request
from werkzeug.wrappers import Response as Answer

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View, text_of
from lab.files import TYPES, Sheet, made
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen

LINES = 32  # records on a sheet of paper
FORMATS = {"Tela (HTML)": "html", "PDF": "pdf", "Planilha": "xlsx"}


class Emissor(Unseen):
    name = "emissor"
    batch = "e"
    cookie = "PHPSESSID_REL"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:06d}/{r.year}",
        "funcao": lambda r: f"Função {area(r)[0]}",
        "subfuncao": lambda r: f"Subfunção {area(r)[1]}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/rel/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/rel/{portal.entity}/saida/" if page.views else f"/rel/{portal.entity}/p/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/rel/{portal.entity}/documento"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """Reports by their module; texts and forms stand on the home page."""
        return list(page.menu) if page.views else list(page.menu[-1:])

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """A report of several models asks which."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else []), page.button]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """All reports of a module stand in one form, with their parameters."""
        return [(ENTRY, f"módulo {page.menu[0]}")]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [(f"{page.id}/{view.id}",)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/rel/<entity>/", "home", self.home_page)
        rule("/rel/<entity>/modulo/<int:number>", "module", self.module)
        rule("/rel/<entity>/p/<page_id>", "prose_page", self.prose_page)
        rule("/rel/<entity>/emitir", "issue", self.issue, methods=["POST"])
        rule("/rel/<entity>/saida/<name>", "spooled", self.spooled)
        rule("/rel/<entity>/documento", "paper", self.paper)

    # ------------------------------------------------ forms

    def modules(self, portal: Portal) -> dict[str, list[Page]]:
        """Module → its reports."""
        return {g: pages for g, found in self.groups(portal).items() if (pages := [p for p in found if p.views])}

    def home_page(self, entity: str) -> Answer:
        portal = self.portal_by(entity=entity)
        sid, _ = self.session()
        texts = [p for p in portal.pages_on(self.name) if not p.views]
        response = make_response(self.render("home.html", portal=portal, modules=self.modules(portal), texts=texts))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def module(self, entity: str, number: int) -> str:
        portal = self.portal_by(entity=entity)
        found = list(self.modules(portal).items())
        if not 0 < number <= len(found):
            abort(404)
        name, pages = found[number - 1]
        return self.render("module.html", portal=portal, name=name, pages=pages, formats=FORMATS)

    def prose_page(self, entity: str, page_id: str) -> str:
        portal = self.portal_by(entity=entity)
        here = f"/rel/{entity}/p/{page_id}"
        page = next((p for p in portal.pages_on(self.name) if not p.views and self.path(portal, p) == here), None)
        return self.render("prose.html", portal=portal, page=page or abort(404), forbidden=FORBIDDEN_FORMS)

    # ------------------------------------------------ reports

    def issue(self, entity: str) -> Answer:
        """Makes the report, in the session's spool, and sends on to it."""
        portal = self.portal_by(entity=entity)
        session = self.known_session()
        if session is None:
            return self.say(portal, "Sessão expirada. Retorne à página inicial do emissor.", 403)
        page = self.found(portal, request.form.get("relatorio", ""))
        if page is None or not page.views:
            return self.say(portal, "Nenhum relatório foi selecionado.")
        asked = {k.partition("__")[2]: v for k, v in request.form.items() if k.startswith(f"{page.id}__")}
        label = next((f.label for f in page.filters if f.kind == "ano"), "")
        if label and not (asked.get("exercicio", "").isdigit() and len(asked["exercicio"]) == 4):
            return self.say(portal, f"Informe o parâmetro {label} com quatro algarismos.")
        view = self.view_of(page, asked.get("modelo", page.views[0].id))
        kind = FORMATS.get(request.form.get("formato", ""), "html")
        number = f"REL{secrets.randbelow(10**6):06d}"
        session[number] = (portal.entity, page.id, view.id, page.query(asked))
        return redirect(f"/rel/{entity}/saida/{number}.{kind}")

    def say(self, portal: Portal, words: str, status: int = 200) -> Response:
        return make_response(self.render("said.html", portal=portal, words=words), status)

    def issued(self, portal: Portal, number: str) -> tuple[Page, View, Query]:
        """A report of the session; 404 where it has none of this number."""
        entity, page_id, view_id, query = (self.known_session() or {}).get(number) or abort(404)
        if entity != portal.entity:
            abort(404)
        page = portal.page(page_id)
        return page, page.view(view_id), query

    def spooled(self, entity: str, name: str) -> Response:
        portal = self.portal_by(entity=entity)
        number, _, kind = name.partition(".")
        page, view, query = self.issued(portal, number)
        rows = self.records(portal, page, view, query)
        grid = self.grid_of(page, view, rows, size=max(len(rows), 1))
        if kind != "html":
            cells = tuple(tuple(text_of(v) for v in line) for line in grid.rows)
            sheet = Sheet((portal.name, page.title), tuple(c.label for c in view.columns), cells)
            return Response(made(kind, sheet), content_type=TYPES[kind]) if kind in TYPES else abort(404)
        lines = list(zip(grid.ids, grid.rows, strict=True))
        sheets = [lines[n : n + LINES] for n in range(0, len(lines), LINES)]
        context = {"page": page, "view": view, "query": query, "g": grid, "sheets": sheets, "number": number}
        return make_response(self.render("report.html", portal=portal, **context))

    def paper(self, entity: str) -> str:
        portal = self.portal_by(entity=entity)
        page, view, _ = self.issued(portal, request.args.get("rel", ""))
        return self.render(
            "paper.html", portal=portal, opened=self.opened_of(portal, page, view, request.args.get("id", ""))
        )
