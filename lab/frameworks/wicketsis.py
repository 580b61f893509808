"""wicketsis-like: a state university's system for towns, in Java with Wicket 7. Pages keep their state on the server, by number.

An address without a number leads to a page of its own (``/despesas?3``). A button, a tab, a sheet asks by script (``?3-1.0-form-pesquisar``)
and gets the parts that changed as XML; a link of a row leads to the page's next number (``?4``), on which the record has taken the place of
the list; of ``shown: dialog`` it stands in a window that can be dragged. Options have numbers for values; what begins with "Selecione"
is required. In a grid the line of sheets stands above the headings.
"""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Response, abort, make_response, redirect, request

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office
from lab.values import Row

State = dict[str, Any]
ASKS = re.compile(r"(\d+)(?:-\d+\.(\d*)-([\w-]+))?(?:&_=\d+)?")
XML = "text/xml; charset=UTF-8"
KEPT = 200
"""Pages that a session keeps."""


class WicketSis(Paginas, Unseen):
    name = "wicketsis"
    batch = "o"
    cookie = "JSESSIONID_WKT"
    shouting = True
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.year}.{r.index + 1:06d}",
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 1:02d} - {office(r).upper()}",
        "unidade": lambda r: (
            f"{OFFICES.index(office(r)) + 1:02d}.{OFFICES.index(office(r)) + 11} - {office(r).upper()}"
        ),
        "cpf_mascarado": lambda r: f"***.***.{str(r['cpf'])[8:11]}-{str(r['cpf'])[-2:]}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/app/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/app/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab can be shown before the first query."""
        return super(Paginas, cls).fillings(portal, page, view)

    def draw(self, template: str, portal: Portal, page: Page | None = None, **context: Any) -> Response:
        sid, _ = self.session()
        response = super().draw(template, portal, page, **context)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    # ------------------------------------------------ pages by number

    def show(self, portal: Portal, page: Page) -> Response:
        if page.kind in FORBIDDEN_FORMS and request.method == "POST":
            self.forbid()
            return self.draw("sent.html", portal, page)
        if not page.views:
            return self.draw("page.html", portal, page)
        sid, session = self.session()
        asked = ASKS.fullmatch(request.query_string.decode())
        number = int(asked[1]) if asked else -1
        state = session.get("pages", {}).get(number)
        if state is None or state["page"] != (portal.slug, page.id):
            return self.begun(portal, page, sid, session)
        if asked and asked[3]:
            return self.heard(portal, page, session, number, asked[3], script=bool(asked[2]))
        return self.draw("page.html", portal, page, **self.context(portal, page, number, state))

    def keep(self, session: State, state: State) -> int:
        with self.lock:
            pages = session.setdefault("pages", {})
            number: int = session.get("next", 0)
            session["next"] = number + 1
            pages[number] = state
            while len(pages) > KEPT:
                pages.pop(next(iter(pages)))
        return number

    def begun(self, portal: Portal, page: Page, sid: str, session: State) -> Response:
        """A page of its own for who comes without a number, or with one that is not known (any more)."""
        if request.headers.get("Wicket-Ajax"):
            answer = f"<ajax-response><redirect><![CDATA[./{page.path or page.id}]]></redirect></ajax-response>"
            return make_response(answer, {"Content-Type": XML, "Ajax-Location": f"./{page.path or page.id}"})
        state: State = {
            "page": (portal.slug, page.id),
            "view": page.views[0].id,
            "given": None,
            "sheet": 1,
            "row": "",
            "errors": [],
        }
        response = redirect(f"{self.path(portal, page)}?{self.keep(session, state)}")
        response.set_cookie(self.cookie, sid, httponly=True)
        return response  # type: ignore[return-value]

    def heard(self, portal: Portal, page: Page, session: State, number: int, what: str, *, script: bool) -> Response:
        """What a listener does: a script gets the parts that changed, a link leads to the page's next number."""
        state = session["pages"][number]
        view = page.view(state["view"])
        kind, _, rest = what.partition("-")
        if not script:
            opened = self.row_at(portal, page, view, state, rest) if kind == "linha" else ""
            sent = {"given": request.form.to_dict(), "sheet": 1} if kind == "form" else {}
            new = self.keep(session, {**state, **sent, "row": opened})
            return redirect(f"{self.path(portal, page)}?{new}")  # type: ignore[return-value]
        if not request.headers.get("Wicket-Ajax"):
            abort(400)
        if kind == "linha":
            row = portal.row(page, view, self.row_at(portal, page, view, state, rest)) or abort(404)
            assert view.detail
            content = self.html("record.html", portal=portal, page=page, opened=self.opened(view.detail, row))
            words = {"title": view.detail.title, "content": content}
            return self.answer("", f"Wicket.Window.create({json.dumps(words)}).show();")
        if kind == "form":
            state.update(given=request.form.to_dict(), sheet=1)
            state["errors"] = [f"Campo '{w}' é obrigatório." for w in unchosen(page, self.given(page, state))]
        elif kind == "abas":
            state.update(view=page.views[int(rest)].id, sheet=1)
        elif kind == "nav":
            state["sheet"] = int(rest)
        context = self.context(portal, page, number, state)
        parts = (
            {"parametros": "form.html", "resultado": "result.html"} if kind == "form" else {"resultado": "result.html"}
        )
        changed = ""
        for name, template in parts.items():
            html = self.html(template, portal=portal, page=page, **context)
            changed += f'<component id="{name}"><![CDATA[{html}]]></component>'
        return self.answer(changed, "".join(f"Wicket.Ajax.ajax({json.dumps(c)});" for c in context["calls"]))

    @staticmethod
    def answer(components: str, script: str) -> Response:
        text = f'<?xml version="1.0" encoding="UTF-8"?><ajax-response>{components}<evaluate><![CDATA[{script}]]></evaluate></ajax-response>'
        return make_response(text, {"Content-Type": XML})

    # ------------------------------------------------ what is asked, and shown

    @staticmethod
    def given(page: Page, state: State) -> dict[str, str]:
        """The words of what is chosen, by the names of the filters; what a form posts are numbers of options."""
        found = {}
        for f in page.filters:
            word = (state["given"] or {}).get(f.name)
            if not f.options:
                found[f.name] = word or ""
            elif word is None:
                found[f.name] = f.default or f.options[0]
            else:
                found[f.name] = f.options[int(word)] if word.isdigit() and int(word) < len(f.options) else f.options[0]
        return found

    def listed(self, portal: Portal, page: Page, view: View, state: State) -> list[Row] | None:
        """The records in sight, None before a query."""
        given = self.given(page, state)
        if state["errors"] or not (page.auto or state["given"] is not None) or unchosen(page, given):
            return None
        return self.records(portal, page, view, page.query(given))

    def row_at(self, portal: Portal, page: Page, view: View, state: State, at: str) -> str:
        """The id of the record in a line of the present sheet."""
        rows = self.listed(portal, page, view, state) or []
        place = (state["sheet"] - 1) * (view.per_page or len(rows)) + int(at)
        return rows[place].id if place < len(rows) else abort(404)

    def context(self, portal: Portal, page: Page, number: int, state: State) -> State:
        """What templates draw with; they note in ``calls`` what the page's script shall bind."""
        view = page.view(state["view"])
        rows = self.listed(portal, page, view, state)
        grid = None if rows is None else self.grid_of(page, view, rows, state["sheet"])
        row = portal.row(page, view, state["row"]) if state["row"] else None
        opened = self.opened(view.detail, row) if row and view.detail else None
        calls: list[dict[str, str]] = []

        def bind(listener: str, event: str = "click", form: str = "") -> str:
            """An id for an element whose event asks."""
            state["ids"] = state.get("ids", 15) + 1  # none is used twice on a page
            name = f"id{state['ids']:x}"
            call = {"u": f"./{page.path or page.id}?{number}-1.0-{listener}", "c": name, "e": event}
            calls.append({**call, "m": "POST", "f": form} if form else call)
            return name

        more = {"bind": bind, "calls": calls, "number": number, "errors": state["errors"]}
        return {"view": view, "grid": grid, "opened": opened, "given": self.given(page, state), **more}

    @staticmethod
    def window(grid: table.Grid) -> range:
        first = max(1, min(grid.page - 5, grid.pages - 9))
        return range(first, min(first + 9, grid.pages) + 1)
