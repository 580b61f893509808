"""facesnovo-like: JSF with PrimeFaces of the last years. A bar of menus that the mouse opens, drop-downs made of ``div``s whose
panels hang on the body, calendars, tables that fetch their sheets, dialogs filled when they open.

Pages have addresses; what happens on one is a partial post-back with a view state of the session. A query by period shows the
month that runs until other days are given. Some pages are trees (``options.trees``): each view is the level below the one
before, its first column the level itself, told in a column of its own; a row's children are fetched when it opens.
"""

from __future__ import annotations

import time
from datetime import date, datetime
from typing import Any

from flask import Response, abort, g, make_response, redirect, request
from markupsafe import Markup

from lab import table
from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.postback import Postback, State
from lab.frameworks.unseen import NAMES, Unseen
from lab.values import TODAY, Row, day

DELAY = 0.08  # seconds per partial answer
SIZES = (10, 25, 50)


def read_day(text: str) -> date | None:
    """``dd/mm/aaaa``; None for anything else."""
    try:
        return datetime.strptime(text, "%d/%m/%Y").date()  # noqa: DTZ007 - a calendar day has no zone
    except ValueError:
        return None


class FacesNovo(Postback, Unseen):
    name = "facesnovo"
    batch = "d"
    cookie = "JSESSIONID_FN"
    state_field = "javax.faces.ViewState"
    currency = "R$"
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%m}/{r.index + 1:05d}"}

    def entry(self, portal: Portal) -> str:
        return f"/transparencia-web/{portal.entity}/index.xhtml"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia-web/{portal.entity}/pages/{page.path or page.id}.xhtml"

    @classmethod
    def is_tree(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("trees", ())

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        button = [] if page.auto else [page.button]
        if cls.is_tree(portal, page):
            return [*page.menu, *button, *["(linha)"] * page.views.index(view)]
        return [*page.menu, *button, *([view.tab] if view.tab else [])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A level of a tree is fetched when one of the level above opens."""
        if not cls.is_tree(portal, page):
            return super().fillings(portal, page, view)
        first = super().fillings(portal, page, page.views[0])[0]
        return [(*first, *(f"{page.id}/nível {n}" for n in range(1, page.views.index(view) + 1)))]

    # ------------------------------------------------ addresses and events

    def dispatch(self, path: str) -> Response:
        for portal in self.host.portals:
            at = {self.entry(portal): None} | {self.path(portal, p): p for p in portal.pages_on(self.name)}
            if f"/{path}" in at:
                g.page = at[f"/{path}"]
                return self.turn(portal)
            if f"/{path}" == f"/transparencia-web/{portal.entity}/":
                return make_response(redirect(self.entry(portal)))
        return abort(404)

    def begun(self, portal: Portal) -> State:
        return {"town": portal.slug, "page": "", "row": ""} | (self.untouched(g.page) if g.page else {})

    def event(self) -> tuple[str, str]:
        """The component that posts, and what of it."""
        source = request.form.get("javax.faces.source", "").split(":")
        return (source[1], source[-1]) if len(source) > 1 else ("", "")

    def command(self, portal: Portal, state: State, kind: str, argument: str) -> None:
        time.sleep(DELAY)
        state["changed"] = kind
        form = request.form
        if kind == "tabela":
            first, rows = (form.get(f"frm:tabela_{n}", "") for n in ("first", "rows"))
            size = int(rows) if rows.isdigit() and int(rows) in SIZES else SIZES[0]
            state |= {"size": size, "sheet": (int(first) if first.isdigit() else 0) // size + 1}
        elif kind == "arvore":
            state["opened"] = form.get("frm:arvore_expand", "")
        elif kind == "abas":
            state["size"] = SIZES[0]
            super().command(portal, state, "aba", argument)
        elif kind == "consultar":
            super().command(portal, state, kind, argument)
            state["chosen"] = {k.removesuffix("_input"): v for k, v in state["chosen"].items()}
            page = portal.page(state["page"])
            chosen = ((f.label, state["chosen"].get(f.name, "")) for f in page.filters)
            state["lacking"] = ", ".join(label for label, value in chosen if value.startswith("Selecione"))
            state["asked"] = not state["lacking"]
        elif kind == "ver":
            state |= {"row": argument, "level": form.get("frm:nivel", state.get("view", ""))}
        else:
            super().command(portal, state, kind, argument)

    def wants_part(self) -> bool:
        return request.headers.get("Faces-Request") == "partial/ajax"

    def expired(self, portal: Portal) -> Response:
        if not self.wants_part():
            return super().expired(portal)
        name = "javax.faces.application.ViewExpiredException"
        return self.partial(f"<error><error-name>{name}</error-name></error>")

    @staticmethod
    def partial(body: str) -> Response:
        xml = f"<?xml version='1.0' encoding='UTF-8'?><partial-response>{body}</partial-response>"
        return Response(xml, content_type="text/xml; charset=utf-8")

    def drawn(self, portal: Portal, state: State, token: str) -> Response:
        context = self.context(portal, state, token)
        if not self.wants_part():
            return make_response(self.html("page.html", **context))
        kind = state.get("changed", "")
        if kind == "arvore":
            context["lines"] = self.lines(portal, context["page"], context["query"], state["opened"])
        target, template = {
            "tabela": ("frm:tabela", "rows.html"),
            "arvore": ("frm:arvore", "lines.html"),
            "ver": ("frm:dlg", "dialog.html"),
        }.get(kind, ("frm:painel", "result.html"))
        html = self.html(template, **context)
        changes = {target: html, "j_id1:javax.faces.ViewState:0": token}
        updates = "".join(f'<update id="{k}"><![CDATA[{v}]]></update>' for k, v in changes.items())
        return self.partial(f"<changes>{updates}</changes>")

    def context(self, portal: Portal, state: State, token: str) -> dict[str, Any]:
        view, row = state.get("view", ""), state["row"]
        context = super().context(portal, {**state, "row": ""}, token)
        page = context["page"]
        if page and page.views:
            if self.is_tree(portal, page):
                context["grid"] = None
                context["lines"] = self.lines(portal, page, context["query"], "") if state["asked"] else None
            if row:
                shown = self.view_of(page, state.get("level") or view)
                context["opened"] = self.opened_of(portal, page, shown, row)
        return context | {"default": {"de": day(TODAY.replace(day=1)), "ate": day(TODAY)}, "sizes": SIZES}

    # ------------------------------------------------ records

    def answer(self, portal: Portal, page: Page, view: View, query: Query, state: State) -> table.Grid:
        size = state.get("size", SIZES[0])
        chosen = {"de": day(TODAY.replace(day=1)), "ate": day(TODAY)} | state["chosen"]
        first, last = read_day(chosen["de"]), read_day(chosen["ate"])
        if not any(f.kind == "de" for f in page.filters):
            return self.grid(portal, page, view, query, state["sheet"], size)
        rows: list[Row] = []
        if first and last:
            years = range(first.year, last.year + 1)
            found = [r for y in years for r in self.records(portal, page, view, Query(y, 0, query.unit, query.text))]
            rows = [r for r in found if first <= r.when <= last]
        return self.grid_of(page, view, rows, state["sheet"], size)

    def lines(self, portal: Portal, page: Page, query: Query, above: str) -> list[dict[str, Any]]:
        """The rows of a tree below one of its rows (``"2_0"``: the first below the third), or its roots."""
        numbers = [int(n) for n in above.split("_") if n.isdigit()]
        if len(numbers) >= len(page.views):
            return []
        trail: list[str] = []
        for depth, number in enumerate(numbers):
            names = list(self.level(portal, page, query, depth, trail))
            if number >= len(names):
                return []
            trail.append(names[number])
        depth, view = len(numbers), page.views[len(numbers)]
        return [
            {
                "key": f"{above}_{n}" if above else str(n),
                "name": name,
                "level": view.columns[0].label,
                "cells": [self.dress(c, row) for c in view.columns[1:]],
                "leaf": depth + 1 == len(page.views),
                "view": view,
                "id": row.id,
                "depth": depth,
            }
            for n, (name, row) in enumerate(self.level(portal, page, query, depth, trail).items())
        ]

    def level(self, portal: Portal, page: Page, query: Query, depth: int, trail: list[str]) -> dict[str, Row]:
        """Name → record, of one level below a trail of names."""
        heads = [v.columns[0] for v in page.views]
        found: dict[str, Row] = {}
        for row in self.records(portal, page, page.views[depth], query):
            if [text_of(self.dress(c, row)) for c in heads[:depth]] == trail:
                found.setdefault(text_of(self.dress(heads[depth], row)), row)
        return found

    @staticmethod
    def cid(name: str) -> Markup:
        """A component's id in its form."""
        return Markup("frm:{}").format(name)
