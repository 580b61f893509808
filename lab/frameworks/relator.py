"""relator-like: Oracle APEX in its modern theme. Subjects are cards, addresses ``f?p=APP:PAGE:SESSION``, lists interactive reports.

Facets stand at the left; where one begins with "Selecione" a report asks for it first. Reports come as fragments by post; records
are modal pages in a frame of their own, their addresses signed for the session. A report of ``options.breaks`` (page → label) is
broken by that column, whose values become headings.
"""

from __future__ import annotations

import csv
import hashlib
import hmac
import io
import itertools
import secrets
from typing import Any

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Filter, Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.rotas import area
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import Row

HOME = 1
CHECKSUM = "cs"


class Relator(Unseen):
    name = "relator"
    batch = "c"
    cookie = "ORA_WWV_APP"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:05d}/{r.year % 100}", "funcao": lambda r: area(r)[0]}

    # ------------------------------------------------ numbers of pages

    @classmethod
    def numbers(cls, portal: Portal) -> dict[int, tuple[str, Page | None, View | None]]:
        """Page number → what stands there: a group's cards, a report, a record of a view."""
        found: dict[int, tuple[str, Page | None, View | None]] = {
            2 + n: (group, None, None) for n, group in enumerate(cls.groups(portal))
        }
        for n, page in enumerate(portal.pages_on(cls.name)):
            found[20 + n] = (page.menu[0], page, None)
            found |= {1000 + 10 * n + m: (page.menu[0], page, view) for m, view in enumerate(page.views)}
        return found

    @classmethod
    def number(cls, portal: Portal, page: Page, view: View | None = None) -> int:
        return next(n for n, (_, p, v) in cls.numbers(portal).items() if p is page and v is view)

    def entry(self, portal: Portal) -> str:
        return f"/ords/f?p={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/ords/f?p={portal.entity}:{cls.number(portal, page)}:"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/ords/f?p={portal.entity}:{cls.number(portal, page, view)}:"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """Facets ask by themselves."""
        return [*cls.way(portal, page), *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The cards of a group stand on a page of their own."""
        return [(ENTRY, f"cartões {page.menu[0]}", page.id)]

    # ------------------------------------------------ pages

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/ords/f", "flow", self.flow)
        rule("/ords/wwv_flow.ajax", "ajax", self.ajax, methods=["POST"])

    def flow(self) -> Response:
        """``p``: application, page, session, request, debug, cache to clear, items and their values; all but the first may lack."""
        given = [*request.args.get("p", "").split(":"), *[""] * 8]
        portal = self.portal_by(entity=given[0])
        number = int(given[1]) if given[1].isdigit() else HOME
        sid, session = self.session()
        mine = session.setdefault("number", str(10**13 + secrets.randbelow(9 * 10**13)))
        if given[2] != mine:  # nobody enters with the number of another, or without one
            response = make_response(redirect(f"/ords/f?p={given[0]}:{number if number < 1000 else HOME}:{mine}"))
        else:
            response = self.at(portal, number, mine, given)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def at(self, portal: Portal, number: int, session: str, given: list[str]) -> Response:
        if number == HOME:
            return self.draw("home.html", portal, session, cards=list(self.groups(portal)))
        group, page, view = self.numbers(portal).get(number) or abort(404)
        if page is None:
            return self.draw("group.html", portal, session, group=group, pages=self.groups(portal)[group])
        if view is not None:
            return self.modal(portal, page, view, session, given[7])
        if given[3].startswith("CSV_") and page.views:
            return self.csv(portal, page, self.view_of(page, given[3].removeprefix("CSV_")))
        return self.draw("page.html", portal, session, group=group, page=page, number=number)

    def draw(self, template: str, portal: Portal, session: str, **context: Any) -> Response:
        return make_response(self.render(template, portal=portal, session=session, **context))

    def modal(self, portal: Portal, page: Page, view: View, session: str, row_id: str) -> Response:
        """A record; only at the address that was made for this session."""
        if not hmac.compare_digest(request.args.get(CHECKSUM, "").encode(), self.sign(session, row_id).encode()):
            return make_response(self.render("violation.html", portal=portal), 403)
        return self.draw("modal.html", portal, session, opened=self.opened_of(portal, page, view, row_id))

    @staticmethod
    def sign(session: str, row_id: str) -> str:
        return hashlib.sha256(f"{session}/{row_id}".encode()).hexdigest()[:32].upper()

    # ------------------------------------------------ reports

    @staticmethod
    def must(page: Page) -> list[Filter]:
        """Facets that a report waits for."""
        return [f for f in page.filters if f.options and not f.default and f.options[0].startswith("Selecione")]

    def ajax(self) -> Response:
        """A report's fragment; what was asked becomes session state, which a download uses."""
        session = self.known_session()
        asked = request.form
        if session is None or asked.get("p_instance") != session.get("number"):
            return Response("Sua sessão expirou.", 403)
        portal = self.portal_by(entity=asked.get("p_flow_id", ""))
        step = asked.get("p_flow_step_id", "")
        _, page, _ = self.numbers(portal).get(int(step) if step.isdigit() else 0) or abort(404)
        if page is None:
            abort(404)
        view = self.view_of(page, asked.get("p_request", "").removeprefix("PLUGIN="))
        waits = [f.label for f in self.must(page) if not asked.get(f.name)]
        if waits:
            return make_response(self.render("waits.html", waits=waits))
        query = page.query(asked)
        session[f"{portal.entity}/{page.id}/{view.id}"] = query
        broken = portal.options.get("breaks", {}).get(page.id, "")
        at = next((n for n, c in enumerate(view.columns) if c.label == broken), None)
        rows = self.broken(portal, page, view, query, at)
        grid = self.grid_of(page, view, rows, self.sheet())

        def rest(line: list[Any]) -> list[Any]:
            return [cell for n, cell in enumerate(line) if n != at]

        lines = [("" if at is None else text_of(r[at]), i, rest(r)) for i, r in zip(grid.ids, grid.rows, strict=True)]
        return make_response(
            self.render(
                "report.html",
                g=grid,
                broken=broken,
                heads=rest(list(grid.headers)),
                blocks=[(name, list(block)) for name, block in itertools.groupby(lines, lambda line: line[0])],
                sums=rest(grid.sums or []),
                opener=self.opener(portal, page, view, session["number"]),
            )
        )

    def broken(self, portal: Portal, page: Page, view: View, query: Query, at: int | None) -> list[Row]:
        rows = self.records(portal, page, view, query)
        return rows if at is None else sorted(rows, key=lambda r: text_of(self.dress(view.columns[at], r)))

    def opener(self, portal: Portal, page: Page, view: View, session: str) -> Opener:
        number = self.number(portal, page, view)

        def attrs(row_id: str) -> Markup:
            href = f"f?p={portal.entity}:{number}:{session}::NO:RP,{number}:P{number}_ID:{row_id}"
            return Markup('href="{}&{}={}" class="ap-modal"').format(href, CHECKSUM, self.sign(session, row_id))

        return attrs

    def csv(self, portal: Portal, page: Page, view: View) -> Response:
        """All of the report that the session last looked at."""
        query = (self.known_session() or {}).get(f"{portal.entity}/{page.id}/{view.id}")
        if query is None:
            abort(404)
        out = io.StringIO()
        writer = csv.writer(out, delimiter=";")
        writer.writerow([c.label for c in view.columns])
        for row in self.records(portal, page, view, query):
            writer.writerow([text_of(self.dress(c, row)) for c in view.columns])
        named = {"Content-Disposition": f'attachment; filename="{page.id}.csv"'}
        return Response(out.getvalue().encode("utf-8-sig"), mimetype="text/csv", headers=named)
