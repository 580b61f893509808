"""laravel-like: forms sent by POST with a CSRF token, whose answer is the POST's own page.

The entity must be chosen; its units are filled in by script; the period is two dates (empty, the present month or the year,
as ``options.periods`` says). Some pages drill down: function, programme, commitments (``options.drill``). A post without the
session's token answers 419.
"""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

from flask import Response, abort, jsonify, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View
from lab.frameworks.base import Way
from lab.frameworks.national import OFFICES, National
from lab.table import Grid
from lab.values import FUNCTIONS, TODAY, Row

AREAS = tuple(dict.fromkeys(f[0] for f in FUNCTIONS))
PROGRAMMES = tuple(dict.fromkeys(f[2] for f in FUNCTIONS))
DRILLED = 9  # summaries have fewer records than this, one per area or programme


def read_day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


class Laravel(National):
    name = "laravel"
    cookie = "laravel_session"
    currency = "R$"
    makers = {
        "funcao": lambda r: AREAS[r.index % len(AREAS)] if r.count < DRILLED else r["funcao"],
        "programa": lambda r: PROGRAMMES[r.index % len(PROGRAMMES)] if r.count < DRILLED else r["programa"],
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/portal"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        asked = page.views and not page.auto
        return f"/{portal.entity}/{page.path or page.id}{'/resultado' if asked else ''}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/{portal.entity}/{page.path or page.id}/registro"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        words = super().steps(portal, page, view)
        return words + ["(link)"] * page.views.index(view) if page.id in portal.options.get("drill", ()) else words

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        place = super().where(portal, page, view, in_detail)[0]
        depth = page.views.index(view)
        if depth and not in_detail:
            place = place.replace("/resultado", f"/nivel/{depth}", 1)
        return [place]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """The answer holds the first view; of a page that drills down each next one is a level below."""
        first = () if cls.at_once(portal, page, page.views[0]) else (f"{page.id}/lista",)
        return [(*first, *(f"{page.id}/nível {n}" for n in range(1, page.views.index(view) + 1)))]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/portal", "front", self.front)
        rule("/<entity>/api/unidades", "units", self.units)
        rule("/<entity>/<path:path>/resultado", "result", self.result, methods=["GET", "POST"])
        rule("/<entity>/<path:path>/nivel/<int:depth>", "level", self.level)
        rule("/<entity>/<path:path>/registro/<view_id>/<row_id>", "record", self.detail)
        rule("/<entity>/<path:path>", "form_page", self.page, methods=["GET", "POST"])

    # ------------------------------------------------ session and token

    def visit(self) -> tuple[str, dict[str, Any]]:
        sid, session = self.session()
        session.setdefault("token", secrets.token_urlsafe(30))
        return sid, session

    def answer(self, template: str, status: int = 200, **context: Any) -> Response:
        sid, session = self.visit()
        response = make_response(self.render(template, token=session["token"], **context), status)
        response.set_cookie(self.cookie, sid, httponly=True, samesite="Lax")
        return response

    def expired(self) -> bool:
        session = self.known_session()
        return session is None or request.form.get("_token") != session.get("token")

    # ------------------------------------------------ pages

    def front(self, entity: str) -> Response:
        return self.answer("home.html", portal=self.portal_by(entity=entity), page=None)

    def units(self, entity: str) -> Response:
        self.portal_by(entity=entity)
        chosen = request.args.get("entidade", "")
        return jsonify(list(OFFICES) if chosen.startswith("Prefeitura") else [chosen] if chosen else [])

    def needed(self, entity: str, path: str) -> tuple[Portal, Page]:
        portal = self.portal_by(entity=entity)
        page = next((p for p in portal.pages_on(self.name) if (p.path or p.id) == path), None)
        return portal, page or abort(404)

    def page(self, entity: str, path: str) -> Response:
        portal, page = self.needed(entity, path)
        if request.method == "POST":
            if page.kind in FORBIDDEN_FORMS:
                self.forbid()
            return make_response(redirect(self.entry(portal)))
        if page.auto and page.views:
            view = page.views[0]
            grid = self.grid(portal, page, view, page.query({}), self.sheet())
            return self.answer(
                "page.html", portal=portal, page=page, grid=grid, opener=self.opener(portal, page, view), asked={}
            )
        return self.answer("page.html", portal=portal, page=page, asked=self.defaults(portal, page), errors=[])

    def sheet(self) -> int:
        number = request.values.get("page", "1")
        return int(number) if number.isdigit() else 1

    def period(self, portal: Portal, page: Page) -> str:
        """ "" (no dates), empty, required, month or year."""
        return str(portal.options.get("periods", {}).get(page.id, ""))

    def defaults(self, portal: Portal, page: Page) -> dict[str, str]:
        """What the form holds before anybody touched it."""
        first = {"month": TODAY.replace(day=1), "year": TODAY.replace(month=1, day=1)}.get(self.period(portal, page))
        return {"data_inicial": first.isoformat(), "data_final": TODAY.isoformat()} if first else {}

    def result(self, entity: str, path: str) -> Response:
        portal, page = self.needed(entity, path)
        if request.method == "GET":  # what a reload of a POST's page gives
            return self.answer("error.html", 405, code="405", message="Method Not Allowed")
        if self.expired():
            return self.answer("error.html", 419, code="419", message="Page Expired")
        asked = {k: v for k, v in request.form.items() if k not in ("_token", "page")}
        errors = self.wrong(portal, page, asked)
        if errors or not page.views:
            return self.answer("page.html", portal=portal, page=page, asked=asked, errors=errors)
        _, session = self.visit()
        session[page.id] = asked
        view = page.views[0]
        grid = self.grid_of(page, view, self.answering(portal, page, view, asked), self.sheet())
        opener = self.opener(portal, page, view)
        return self.answer("page.html", portal=portal, page=page, asked=asked, errors=[], grid=grid, opener=opener)

    def wrong(self, portal: Portal, page: Page, asked: dict[str, str]) -> list[str]:
        needed = [
            f"O campo {f.label.lower()} é obrigatório."
            for f in page.filters
            if f.kind == "unidade" and not asked.get(f.name)
        ]
        if self.period(portal, page) == "required":
            names = {"data_inicial": "data inicial", "data_final": "data final"}
            needed += [f"O campo {label} é obrigatório." for name, label in names.items() if not asked.get(name)]
        return needed

    def answering(self, portal: Portal, page: Page, view: View, asked: dict[str, str]) -> list[Row]:
        query = page.query(asked)
        if not self.period(portal, page):
            return self.records(portal, page, view, query)
        first = read_day(asked.get("data_inicial", "")) or date(min(view.years), 1, 1)
        last = read_day(asked.get("data_final", "")) or TODAY
        rows = [
            r for y in sorted(view.years) for r in self.records(portal, page, view, Query(y, 0, query.unit, query.text))
        ]
        return [r for r in rows if first <= r.when <= last]

    def level(self, entity: str, path: str, depth: int) -> Response:
        portal, page = self.needed(entity, path)
        asked = (self.known_session() or {}).get(page.id)
        if asked is None or not 0 < depth < len(page.views):
            return make_response(redirect(f"/{portal.entity}/{path}"))
        view = page.views[depth]
        grid = self.grid_of(page, view, self.answering(portal, page, view, asked), self.sheet())
        trail = request.args.get("de", "")
        opener = self.opener(portal, page, view)
        return self.answer("level.html", portal=portal, page=page, grid=grid, opener=opener, depth=depth, trail=trail)

    def detail(self, entity: str, path: str, view_id: str, row_id: str) -> Response:
        portal, page = self.needed(entity, path)
        view = next((v for v in page.views if v.id == view_id), None)
        row = portal.row(page, view, row_id) if view else None
        if row is None or view is None or view.detail is None:
            abort(404)
        return self.answer("detail.html", portal=portal, page=page, opened=self.opened(view.detail, row))

    def drilled(self, grid: Grid, opener: object) -> Markup:
        """A summary whose first cells lead one level down. Our own template's answer: safe."""
        return Markup(self.render("drilled.html", g=grid, opener=opener))  # noqa: S704

    def opener(self, portal: Portal, page: Page, view: View) -> object:
        """Deeper levels and records are plain links."""
        base = f"/{portal.entity}/{page.path or page.id}"
        deeper = page.views.index(view) + 1

        def attrs(row_id: str) -> Markup:
            if page.id in portal.options.get("drill", ()) and deeper < len(page.views):
                return Markup('href="{}/nivel/{}?de={}"').format(base, deeper, row_id)
            if view.detail is None:
                return Markup("")
            href = f"{base}/registro/{view.id}/{row_id}"
            if view.detail.open in ("row", "button"):
                return Markup("onclick=\"window.location='{}'\"").format(href)
            return Markup('href="{}"').format(href)

        return attrs
