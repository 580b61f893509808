"""makerun-like: forms made with a Brazilian tool without code, run by its servlets: ``openform.do?sys=ABC&action=openform&formID=464569``.

The entry opens a session and holds a bar of menus that the mouse opens, over a frame; the menus' items have no addresses, the frame takes
the form of their number. A form is a script that makes components, each with a number, a place and a size. A button runs a rule on the
server, whose answer is a script (``executeRule.do``); a grid has its headings in a table of their own, and a bar that turns its sheets. A
unit is looked up in a list that the lens beside its field brings, or typed. A tab asks when it is first shown. A record is a form too, in
a window over all (``shown: dialog``) or in the frame; what hangs on it stands behind tabs. ``open: button`` is for the row that is
selected, the first one at first.
"""

from __future__ import annotations

import json
import time
from typing import Any

from flask import Response, abort, make_response, redirect, request
from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from lab.definition import Column, Filter, Page, Portal, View
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.table import Opened
from lab.values import Doc, Value

ROOT = "/makerun"
MAIN = 464569200
"""The number of the form that the frame holds at first."""
TITLE, FIELD, BUTTON, TABS, GRID, RECORD = 100, 110, 170, 180, 190, 200
"""Numbers of a form's components."""
GENERAL = "Dados gerais"
"""The first tab of a record that has others."""
WIDE = frozenset({"historico", "objeto", "empresa", "natureza"})
"""Makers whose fields take a whole line of a record."""
WIDTH = 1130
"""What stands in a line of a form."""
SIZES = {"ano": 120, "mes": 150, "unidade": 330, "texto": 300, "opcoes": 230}
DELAY = 0.12
"""Seconds that a rule takes."""
Part = tuple[str, tuple[Any, ...], str]
"""A component: its class, what it is made with, and the pane it stands in ("" is the form)."""


class Makerun(Unseen):
    name = "makerun"
    batch = "p"
    cookie = "JSESSIONIDMKR"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}/{r.year % 100}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} - {office(r)}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 1:02d}.{OFFICES.index(office(r)) + 1:02d} - {office(r)}",
        "secretaria": lambda r: office(r).upper(),
        "matricula": lambda r: f"{r.rng('badge').randrange(100, 99999)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"{ROOT}/open.do?sys={portal.entity}"

    @staticmethod
    def at(portal: Portal, number: int) -> str:
        """The address of the form of a number."""
        return f"{ROOT}/openform.do?sys={portal.entity}&action=openform&formID={number}"

    @classmethod
    def number(cls, page: Page, view: View | None = None) -> int:
        """Of a page's form, or of that of a view's records."""
        return int(page.path) + (page.views.index(view) + 1 if view else 0)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return cls.at(portal, cls.number(page))

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.at(portal, cls.number(page, view))

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        tabs = [t.title for t in view.detail.tables] if in_detail and view.detail else []
        return [" › ".join([place, *tabs]) for place in super().where(portal, page, view, in_detail)]

    @classmethod
    def where_column(cls, portal: Portal, page: Page, view: View, column: Column, in_detail: bool) -> list[str]:
        tables = view.detail.tables if in_detail and view.detail else ()
        tab = [t.title for t in tables if any(column is c for c in t.columns)]
        return [" › ".join([place, *tab]) for place in super().where(portal, page, view, in_detail)]

    # ------------------------------------------------ what is asked of the servlets

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule(f"{ROOT}/open.do", "open", self.open)
        rule(f"{ROOT}/openform.do", "openform", self.openform)
        rule(f"{ROOT}/executeRule.do", "rule", self.rule, methods=["POST"])
        rule(f"{ROOT}/lookup.do", "lookup", self.lookup)

    def town(self) -> Portal:
        return self.portal_by(entity=request.values.get("sys", ""))

    def page_at(self, portal: Portal, number: str) -> tuple[Page, View | None]:
        """The page whose form, or whose view's record's form, has this number."""
        for page in portal.pages_on(self.name):
            for view in (None, *(v for v in page.views if v.detail)):
                if number == str(self.number(page, view)):
                    return page, view
        return abort(404)

    def open(self) -> Response:
        portal = self.town()
        sid, session = self.session()
        session["sys"] = portal.entity
        response = make_response(self.render("open.html", portal=portal, first=self.at(portal, MAIN)))
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def known(self, portal: Portal) -> bool:
        """Whether the entry has opened a session of this system for the visitor."""
        session = self.known_session()
        return session is not None and session.get("sys") == portal.entity

    def openform(self) -> Response:
        portal = self.town()
        if not self.known(portal):
            return make_response(self.render("expired.html", again=self.entry(portal)))
        number = request.args.get("formID", "")
        if number == str(MAIN):
            return make_response(self.render("home.html", portal=portal))
        page, view = self.page_at(portal, number)
        if view is None:
            return self.drawn(portal, page, number, self.query_parts(portal, page), asks=bool(page.views and page.auto))
        key, _, row_id = request.args.get("filter", "").partition("=")
        opened = self.opened_of(portal, page, view, row_id if key == "ID" else "")
        floats = opened.detail.shown != "page"
        return self.drawn(portal, page, number, self.record_parts(portal, page, opened, floats=floats))

    def drawn(self, portal: Portal, page: Page, number: str, parts: list[Part], *, asks: bool = False) -> Response:
        calls = [
            (kind, Markup(", ").join(htmlsafe_json_dumps(a, ensure_ascii=False) for a in args), pane)
            for kind, args, pane in parts
        ]
        return make_response(
            self.render("form.html", portal=portal, page=page, number=number, calls=calls, asks=asks, root=ROOT)
        )

    def rule(self) -> Response:
        """What a rule answers: a script that fills a grid, or says what is missing."""
        portal = self.town()
        if not self.known(portal):
            return self.script("top.location.reload();")
        time.sleep(DELAY)
        page, _ = self.page_at(portal, request.form.get("formID", ""))
        given = {f.name: request.form.get(f"WFRInput{FIELD + n}", "") for n, f in enumerate(page.filters)}
        missing = unchosen(page, given)
        if missing:
            said = f"É necessário informar o campo {missing[0]}."
            return self.script(f"interactionError({json.dumps(said, ensure_ascii=False)});")
        view = self.view_of(page, request.form.get("grid", ""))
        found = self.listing(portal, page, view, page.query(given), self.sheet("page"))
        found["de"] = (found["pagina"] - 1) * (view.per_page or found["total"]) + 1
        return self.script(f"$c('{view.id}').setData({json.dumps(found, ensure_ascii=False)});")

    @staticmethod
    def script(text: str) -> Response:
        return Response(text, mimetype="text/javascript")

    def lookup(self) -> Response:
        """The lines of a field's list that hold what is typed."""
        portal = self.town()
        if not self.known(portal):
            abort(403)
        page, _ = self.page_at(portal, request.args.get("formID", ""))
        place, word = request.args.get("field", ""), request.args.get("q", "").casefold()
        if not place.isdigit() or not 0 <= int(place) - FIELD < len(page.filters):
            abort(404)
        words = [o for o in page.filters[int(place) - FIELD].options if not o.startswith("Selecione")]
        return self.script(json.dumps([w for w in words if word in w.casefold()], ensure_ascii=False))

    # ------------------------------------------------ what forms are made of

    @staticmethod
    def field(f: Filter, number: int, left: int, top: int) -> Part:
        at = (number, left, top, SIZES[f.kind], 42, f.label)
        first = f.default or (f.options[0] if f.options else "")
        if f.kind == "unidade":
            return ("HTMLLookup", (*at, "" if first.startswith("Selecione") else first), "")
        if f.options:
            return ("HTMLComboBox", (*at, list(f.options), first), "")
        return ("HTMLEdit", (*at, "", False), "")

    def query_parts(self, portal: Portal, page: Page) -> list[Part]:
        """A title, the fields of the query side by side, the button, the grids."""
        parts: list[Part] = [("HTMLLabel", (TITLE, 12, 8, WIDTH, 26, page.title, "titulo"), "")]
        top = 42
        if page.owner:
            parts.append(("HTMLLabel", (TITLE + 1, 12, top, WIDTH, 22, page.owner, "texto"), ""))
            top += 28
        if not page.views:
            return [*parts, ("HTMLContainer", (TITLE + 2, 12, top, WIDTH, 480, self.prose(portal, page)), "")]
        if page.text:
            parts.append(("HTMLLabel", (TITLE + 3, 12, top, WIDTH, 22, page.text, "texto"), ""))
            top += 28
        if page.filters or not page.auto:
            left = 12
            for n, f in enumerate(page.filters):
                if left + SIZES[f.kind] > WIDTH:
                    left, top = 12, top + 50
                parts.append(self.field(f, FIELD + n, left, top))
                left += SIZES[f.kind] + 16
            if left + 110 > WIDTH:
                left, top = 12, top + 50
            parts.append(("HTMLButton", (BUTTON, left, top + 15, 110, 27, page.button), ""))
            top += 58
        many = len(page.views) > 1
        if many:
            parts.append(("HTMLTab", (TABS, 12, top, WIDTH, 474, [v.tab for v in page.views]), ""))
        for n, view in enumerate(page.views):
            place = (GRID + n, 8, 8, WIDTH - 16, 420) if many else (GRID + n, 12, top, WIDTH, 440)
            parts.append(("HTMLGrid", (*place, self.grid_spec(portal, page, view)), f"{TABS}_{n}" if many else ""))
        return parts

    def grid_spec(self, portal: Portal, page: Page, view: View) -> dict[str, Any]:
        d = view.detail
        return {
            "nome": view.id,
            "legenda": view.caption,
            "colunas": [{"rotulo": c.label, "grupo": c.group} for c in view.columns],
            "abre": d.open if d else "",
            "palavra": d.word if d else "",
            "titulo": d.title if d else "",
            "destino": self.detail_path(portal, page, view) if d else "",
            "flutua": bool(d and d.shown != "page"),
        }

    def record_parts(self, portal: Portal, page: Page, opened: Opened, *, floats: bool) -> list[Part]:
        """Boxes of fields in two columns; behind tabs the tables."""
        width = 860 if floats else WIDTH
        parts: list[Part] = [("HTMLLabel", (TITLE, 12, 8, width, 26, opened.detail.title, "titulo"), "")]
        pane, top, number = "", 44, RECORD
        boxes: list[Part] = []
        if opened.tables:
            pane, top = f"{TABS}_0", 8
        for title, pairs in opened.sections:
            fields, height = self.box(pairs, number + 1, top + 22, width, pane, asked=opened.detail.style == "inputs")
            boxes.append(("HTMLGroupBox", (number, 8, top, width - 24, height + 30, title), pane))
            boxes += fields
            number += 100
            top += height + 42
        if opened.tables:
            titles = [GENERAL, *(t.title for t, _ in opened.tables)]
            parts.append(("HTMLTab", (TABS, 12, 44, width, max(top + 40, 300), titles), ""))
        parts += boxes
        for n, (table, rows) in enumerate(opened.tables):
            spec = {
                "nome": f"t{n}",
                "colunas": [{"rotulo": c.label, "grupo": c.group} for c in table.columns],
                "linhas": [[self.as_json(v) for v in row] for row in rows],
            }
            parts.append(("HTMLGrid", (GRID + n, 8, 8, width - 24, 220, spec), f"{TABS}_{n + 1}"))
        if not floats:
            parts.append(("HTMLButton", (BUTTON, width - 100, 8, 90, 27, "Voltar", self.path(portal, page)), ""))
        return parts

    def box(
        self, pairs: list[tuple[Column, Value]], number: int, top: int, width: int, pane: str, *, asked: bool
    ) -> tuple[list[Part], int]:
        """The components of a box, and how high they stand: ``asked`` are fields that cannot be changed, else texts."""
        parts: list[Part] = []
        half, step = (width - 48) // 2, 46 if asked else 24
        left, line = 0, 0
        for column, value in pairs:
            wide = column.maker in WIDE
            if wide and left:
                left, line = 0, line + 1
            x, y, w = 20 + left * (half + 8), top + line * step, 2 * half if wide else half - 8
            if asked and not isinstance(value, Doc):
                parts.append(("HTMLEdit", (number, x, y, w, 42, column.label, value, True), pane))
            else:
                parts.append(("HTMLLabel", (number, x, y, 160, 20, f"{column.label}:", "rotulo"), pane))
                at = (number + 1, x + 166, y, w - 166, 20)
                if isinstance(value, Doc):
                    parts.append(("HTMLLink", (*at, value.text, f"/arquivos/{value.file}"), pane))
                else:
                    parts.append(("HTMLLabel", (*at, value, "valor"), pane))
            number += 2
            left = 0 if wide else 1 - left
            line += left == 0
        return parts, (line + (left == 1)) * step
