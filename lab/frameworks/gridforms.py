"""gridforms-like: an accounting vendor's portal in ASP.NET Web Forms of about 2012. A page per subject, each a form that posts to itself.

The state of a page travels in its view state, signed; nothing is kept by the server. Choosing an exercise posts by itself (AutoPostBack), and
fills the selects that depend on it: an exercise that begins with "Selecione" must be chosen before them, and before the button. A grid's pager,
headings and records post back (``Page$2``, ``Sort$0``, ``Select$3``, or a link in the first cell); a record takes the place of the list on the
same page. The pages of ``options.panels`` are redrawn by an UpdatePanel. What was not offered is refused, as event validation does.
"""

from __future__ import annotations

import hmac
import json
from base64 import b64decode, b64encode
from binascii import Error
from typing import Any
from urllib.parse import quote

from flask import Response, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.table import Grid
from lab.values import Row

FOLDER = "/TransparenciaWeb"
CONTENT = "ctl00$cphConteudo$"
GRID = f"{CONTENT}gvDados"
KEY = b"machineKey"
BEGIN = b"\xff\x01"
FIELDS = {"ano": "ddlExercicio", "mes": "ddlMes", "unidade": "ddlEntidade", "opcoes": "ddlTipo", "texto": "txtFiltro"}
PAGER = 10
"""Numbers of sheets that a pager shows."""
State = dict[str, Any]


class Refused(Exception):
    """A post that event validation, or the view state's signature, does not let through."""


class GridForms(Paginas, Unseen):
    name = "gridforms"
    batch = "l"
    cookie = ""
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:06d}",
        "secretaria": lambda r: office(r).upper(),
        "unidade": lambda r: f"02.{OFFICES.index(office(r)) + 1:02d} {office(r).upper()}",
        "orgao": lambda r: f"02.{OFFICES.index(office(r)) + 1:02d} {office(r).upper()}",
    }

    def entry(self, portal: Portal) -> str:
        return f"{FOLDER}/Default.aspx?cli={portal.entity}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{FOLDER}/{page.path or page.id.title()}.aspx?cli={portal.entity}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @staticmethod
    def at_first(page: Page) -> dict[str, str]:
        """What stands in the form of a page as it opens."""
        return {f.name: f.default or (f.options or ("",))[0] for f in page.filters}

    @classmethod
    def must_choose(cls, page: Page, view: View) -> bool:
        """Whether a view has records only after an exercise is chosen."""
        waits = any(f.kind == "ano" and f.options[0].startswith("Selecione") for f in page.filters)
        return waits or not view.years.get(page.query({}).year)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """An exercise posts by itself; a tab keeps what was asked."""
        passed = [f"{page.id}/exercicio"] if cls.must_choose(page, view) else []
        passed += [] if page.auto else [f"{page.id}/{page.views[0].id}"]
        passed += [f"{page.id}/{view.id}"] if view is not page.views[0] else []
        return [tuple(passed)]

    # ------------------------------------------------ posts

    def dispatch(self, path: str) -> Response:
        entity = request.args.get("cli", "")
        portal = next((p for p in self.host.portals if p.entity == entity), None)
        if portal is None:
            return make_response(redirect(self.entry(self.host.portals[0])))
        here = f"/{path}?cli={entity}"
        if here == self.entry(portal):
            return self.draw("home.html", portal)
        page = next((p for p in portal.pages_on(self.name) if here == self.path(portal, p)), None)
        if page is None:
            return make_response("O recurso não pode ser encontrado. (HTTP 404)", 404)
        try:
            return self.answered(portal, page)
        except Refused as fault:
            return make_response(self.html("fault.html", portal=portal, fault=str(fault)), 500)

    def answered(self, portal: Portal, page: Page) -> Response:
        state = self.unsealed(page) if request.method == "POST" else self.begun(page)
        if request.method == "POST":
            self.command(portal, page, state)
            if f"{CONTENT}imgExcel.x" in request.form and page.views and state["asked"]:
                return self.excel(portal, page, state)
        context = {**self.context(portal, page, state), "sealed": self.sealed(page, state)}
        if request.headers.get("X-MicrosoftAjax") == "Delta=true":
            return self.delta(portal, page, context)
        return self.draw("page.html", portal, page, **context)

    @classmethod
    def begun(cls, page: Page) -> State:
        view = page.views[0].id if page.views else ""
        waits = bool(unchosen(page, cls.at_first(page)))
        asked = page.auto and not waits
        return {"view": view, "chosen": cls.at_first(page), "asked": asked, "sheet": 1, "row": "", "sort": ""}

    @staticmethod
    def signature(page: Page, content: bytes) -> bytes:
        return hmac.digest(KEY, page.id.encode() + content, "sha1")

    @classmethod
    def sealed(cls, page: Page, state: State) -> str:
        """The state as a view state: base64, with the page's signature."""
        content = json.dumps(state, ensure_ascii=False).encode()
        return b64encode(BEGIN + cls.signature(page, content) + content).decode()

    @classmethod
    def unsealed(cls, page: Page) -> State:
        try:
            raw = b64decode(request.form.get("__VIEWSTATE", ""), validate=True)
        except (Error, ValueError):
            raw = b""
        given, content = raw[len(BEGIN) : len(BEGIN) + 20], raw[len(BEGIN) + 20 :]
        if not hmac.compare_digest(given, cls.signature(page, content)):
            raise Refused("Falha na validação do MAC do viewstate.")
        return dict(json.loads(content))

    def command(self, portal: Portal, page: Page, state: State) -> None:
        """Changes the state as the post says."""
        target, argument = request.form.get("__EVENTTARGET", ""), request.form.get("__EVENTARGUMENT", "")
        if page.kind in FORBIDDEN_FORMS:
            if f"{CONTENT}btnEnviar" in request.form:
                self.forbid()
                state["sent"] = True
            return
        if not page.views:
            return
        self.choose(page, state)
        if target == CONTENT + FIELDS["ano"]:
            state |= {"sheet": 1, "row": "", "sort": "", "asked": page.auto and not unchosen(page, state["chosen"])}
        elif f"{CONTENT}btnConsultar" in request.form:
            state |= {"sheet": 1, "row": "", "sort": "", "asked": not unchosen(page, state["chosen"])}
        elif target == f"{CONTENT}mnuAbas" and argument in {v.id for v in page.views}:
            state |= {"view": argument, "sheet": 1, "row": "", "sort": ""}
        elif target == f"{CONTENT}lnkVoltar":
            state["row"] = ""
        elif target.startswith(GRID):
            self.in_grid(portal, page, state, target, argument)

    def choose(self, page: Page, state: State) -> None:
        """Keeps what the filters of the post say; one that was not offered is refused."""
        was = dict(state["chosen"])
        for f in page.filters:
            given = request.form.get(CONTENT + FIELDS[f.kind])
            if given is not None:
                if f.options and given not in self.offered(page, f.name, was):
                    raise Refused("Argumento de postback ou retorno de chamada inválido.")
                state["chosen"][f.name] = given

    def in_grid(self, portal: Portal, page: Page, state: State, target: str, argument: str) -> None:
        grid = self.answer(portal, page, state)
        kind, _, given = argument.partition("$")
        if target.startswith(f"{GRID}$ctl"):  # a link in the cell of a row, the first of which is ctl02
            kind, given = "Select", str(int(target.removeprefix(f"{GRID}$ctl").partition("$")[0]) - 2)
        limit = {"Page": grid.pages + 1, "Sort": len(grid.headers), "Select": len(grid.ids)}.get(kind, 0)
        if not state["asked"] or not given.isdigit() or int(given) >= limit:
            raise Refused("Argumento de postback ou retorno de chamada inválido.")
        if kind == "Page":
            state["sheet"] = max(1, int(given))
        elif kind == "Sort":
            state |= {"sort": f"-{given}" if state["sort"] == given else given, "sheet": 1}
        else:
            state["row"] = grid.ids[int(given)]

    @classmethod
    def offered(cls, page: Page, name: str, chosen: dict[str, str]) -> list[str]:
        """The options of a select: what depends on the exercise has none before one is chosen."""
        given = next(f for f in page.filters if f.name == name)
        year = next((f for f in page.filters if f.kind == "ano"), None)
        waits = year is not None and chosen.get(year.name, "").startswith("Selecione")
        return ["--"] if waits and given.kind in ("mes", "unidade") else list(given.options)

    # ------------------------------------------------ answers

    @staticmethod
    def query_of(page: Page, state: State) -> Query:
        return page.query({k: "" if v == "--" else v for k, v in state["chosen"].items()})

    def answer(self, portal: Portal, page: Page, state: State) -> Grid:
        """The sheet that the state says, sorted as it says."""
        view = self.view_of(page, state["view"])
        rows = self.records(portal, page, view, self.query_of(page, state))
        if state["sort"]:
            column = view.columns[int(state["sort"].lstrip("-"))]

            def key(row: Row) -> tuple[float, str]:
                text = text_of(self.dress(column, row))
                return number(text) or 0.0, text

            rows = sorted(rows, key=key, reverse=state["sort"].startswith("-"))
        return self.grid_of(page, view, rows, state["sheet"])

    def context(self, portal: Portal, page: Page, state: State) -> dict[str, Any]:
        if not page.views:
            return {"state": state}
        view = self.view_of(page, state["view"])
        row = portal.row(page, view, state["row"])
        return {
            "state": state,
            "view": view,
            "grid": self.answer(portal, page, state) if state["asked"] else None,
            "opened": self.opened(view.detail, row) if row is not None and view.detail else None,
            "lacking": unchosen(page, state["chosen"]) if f"{CONTENT}btnConsultar" in request.form else [],
            "panel": page.id in portal.options.get("panels", ()),
        }

    def delta(self, portal: Portal, page: Page, context: dict[str, Any]) -> Response:
        """A partial answer: length, type, id, content, of each thing that changed."""
        part = self.html("form.html", portal=portal, page=page, **context)
        found = [
            ("#", "", "4"),
            ("updatePanel", "ctl00_cphConteudo_upConteudo", part),
            ("hiddenField", "__EVENTTARGET", ""),
            ("hiddenField", "__EVENTARGUMENT", ""),
            ("hiddenField", "__VIEWSTATE", str(context["sealed"])),
            ("formAction", "", f"./{self.path(portal, page).rpartition('/')[2]}"),
        ]
        answer = make_response("".join(f"{len(text)}|{kind}|{name}|{text}|" for kind, name, text in found))
        answer.content_type = "text/plain; charset=utf-8"
        return answer

    def excel(self, portal: Portal, page: Page, state: State) -> Response:
        """The grid as such pages export it: a table that is called a workbook."""
        view = self.view_of(page, state["view"])
        grid = self.grid(portal, page, view, self.query_of(page, state), size=10**6)
        answer = make_response(self.html("excel.html", grid=grid))
        answer.content_type = "application/vnd.ms-excel; charset=utf-8"
        answer.headers["Content-Disposition"] = f"attachment; filename={page.id}.xls"
        return answer

    # ------------------------------------------------ what templates draw with

    @staticmethod
    def posts(target: str, argument: str = "") -> Markup:
        """The address of a link that posts back."""
        return Markup("javascript:__doPostBack('{}','{}')").format(target, argument)

    @staticmethod
    def field(kind: str) -> str:
        return CONTENT + FIELDS[kind]

    @staticmethod
    def pager(grid: Grid) -> list[tuple[str, int]]:
        """Words and numbers of the sheets that a pager leads to, ten at a time."""
        first = (grid.page - 1) // PAGER * PAGER + 1
        last = min(first + PAGER - 1, grid.pages)
        found = [(str(n), n) for n in range(first, last + 1)]
        before = [("...", first - 1)] if first > 1 else []
        return [*before, *found, *([("...", last + 1)] if last < grid.pages else [])]

    def stem(self, page: Page) -> str:
        return quote(page.path or page.id.title())
