"""servrel-like: a report server that a town opens to the public. Folders hold reports, a report asks for its parameters, and "Visualizar
relatório" runs it in a frame with a toolbar: sections, zoom, a search, formats to export.

A run belongs to the session that began it. Reports are laid out as such servers lay them out: tables of text boxes over rows and columns
of space, no headings but in looks, the sum on the last sheet alone. A link in the first column runs a report of that record in its place.
"""

from __future__ import annotations

import secrets
import time
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, View, text_of
from lab.files import TYPES, Sheet, made
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office, plain_word

DELAY = 0.05  # seconds that a section takes
FORMATS = ("csv", "xlsx")


class ServRel(Paginas, Unseen):
    name = "servrel"
    batch = "h"
    cookie = "sqlrsauth"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} - {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/Reports/{portal.entity}/browse/"

    @classmethod
    def item(cls, portal: Portal, page: Page) -> str:
        """Address of what a folder holds."""
        return f"/Reports/{portal.entity}/report/{'/'.join(map(plain_word, page.menu))}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/ReportServer/{portal.entity}/ReportViewer.aspx" if page.views else cls.item(portal, page)

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *([f"pasta {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [(f"{page.id}/relatório",)]

    # ------------------------------------------------ folders, parameters, runs

    def link(self, portal: Portal, page: Page) -> str:
        return self.item(portal, page)

    def dispatch(self, path: str) -> Response:
        """Folders and items; all else is the server of reports itself."""
        here = f"/{path}"
        for portal in self.host.portals:
            if here == self.entry(portal):
                return self.draw("home.html", portal)
            for page in portal.pages:
                if here == self.item(portal, page):
                    return self.draw("page.html", portal, page) if page.views else self.show(portal, page)
                if here == f"{self.entry(portal)}{plain_word(page.menu[0])}":
                    pages = self.tree(portal)[page.menu[0]]
                    return self.draw("folder.html", portal, folder=page.menu[0], pages=pages)
            action = {
                "Render": self.run,
                "ReportViewer.aspx": self.viewer,
                "Section": self.section,
                "Export": self.export,
            }.get(here.removeprefix(f"/ReportServer/{portal.entity}/"))
            if action:
                return action(portal)
        return abort(404)

    def run(self, portal: Portal) -> Response:
        """Begins a run with the parameters that were posted, and sends the frame on to it."""
        page = self.found(portal, request.args.get("item", "")) or abort(404)
        chosen = request.form.to_dict()
        missing = unchosen(page, chosen)
        if missing:
            return make_response(self.html("refused.html", missing=missing))
        sid, session = self.session()
        number = secrets.token_urlsafe(18)
        with self.lock:
            session.setdefault("runs", {})[number] = {"page": page.id, "chosen": chosen, "town": portal.slug}
        response = make_response(redirect(f"{self.path(portal, page)}?ExecutionID={number}"))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def running(self, portal: Portal) -> tuple[Page, dict[str, Any]]:
        """The run that a request names; it must be one of this session."""
        runs = (self.known_session() or {}).get("runs", {})
        run = runs.get(request.values.get("ExecutionID", ""))
        if run is None or run["town"] != portal.slug:
            abort(make_response("A execução do relatório expirou ou não foi encontrada. (rsExecutionNotFound)", 404))
        return self.found(portal, run["page"]) or abort(404), run

    def viewer(self, portal: Portal) -> Response:
        page, _ = self.running(portal)
        return make_response(self.html("viewer.html", portal=portal, page=page))

    def section(self, portal: Portal) -> Response:
        """One sheet of a run, or the report of a record."""
        page, run = self.running(portal)
        view, number = page.views[0], request.form.get("Drill", "")
        time.sleep(DELAY)
        if number:
            opened = self.opened_of(portal, page, view, number)
            return jsonify({"html": self.html("drill.html", portal=portal, opened=opened), "section": 1, "sections": 1})
        query = page.query(run["chosen"])
        grid = self.grid(portal, page, view, query, self.sheet("Section"))
        told = [(f.label, run["chosen"].get(f.name) or "(todos)") for f in page.filters]
        opener = self.opener(portal, page, view) if view.detail else None
        html = self.html("sheet.html", portal=portal, page=page, view=view, g=grid, told=told, opener=opener)
        return jsonify({"html": html, "section": grid.page, "sections": grid.pages})

    def export(self, portal: Portal) -> Response:
        """The whole of a run as a file."""
        page, run = self.running(portal)
        kind = request.args.get("Format", "").lower()
        if kind not in FORMATS:
            abort(400)
        grid = self.grid(portal, page, page.views[0], page.query(run["chosen"]), size=10**6)
        rows = tuple(tuple(text_of(v) for v in row) for row in grid.rows)
        content = made(kind, Sheet((page.title,), tuple(c.label for c in grid.headers), rows))
        return Response(
            content,
            mimetype=TYPES[kind],
            headers={"Content-Disposition": f'attachment; filename="{page.id}.{kind}"'},
        )

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        return lambda row_id: Markup('href="javascript:void(0)" data-drill="{}"').format(row_id)
