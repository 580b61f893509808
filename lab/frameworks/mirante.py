"""mirante-like: dashboards. Subjects are icons without a word (their titles say what they are), figures are charts.

Behind a chart stand its data: "Ver dados" turns the card's chart (drawn bars, or a painted ring) into a table, and any other card back
into its chart. A year's button, above the cards, holds for all of them. A record slides in from the right, its labels in a list.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from flask import Response, abort, jsonify, redirect, request

from lab.definition import FORBIDDEN_FORMS, Filter, Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import MONTHS

DELAY = 0.05  # seconds per answer
SLICES = 5  # of a ring
ICONS = (
    "M3 20h18M6 17V9M11 17V5M16 17v-6",
    "M4 7h16v12H4zM4 11h16M9 15h3",
    "M6 3h9l4 4v14H6zM9 12h7M9 16h7",
    "M8 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2 20c0-4 3-6 6-6s6 2 6 6M16 6a3 3 0 0 1 0 6M17 14c3 0 5 2 5 6",
    "M4 21V8l8-5 8 5v13M9 21v-6h6v6",
    "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 8v5M12 16v1",
    "M3 6l9 6 9-6M3 6h18v12H3z",
    "M5 4h14v16H5zM8 8h8M8 12h8M8 16h4",
)
"""Strokes on a field of 24, one picture per subject."""


class Mirante(Unseen):
    name = "mirante"
    batch = "e"
    cookie = ""
    currency = "R$"
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"NE {r.index + 1}/{r.year}",
        "data": lambda r: f"{r.when.day} {MONTHS[r.when.month - 1][:3].lower()} {r.year}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/m/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        own = f"/m/{portal.entity}/{plain_word(page.menu[0])}"
        return own if page.views else f"{own}/{page.path or page.id}"

    @classmethod
    def cards(cls, portal: Portal, group: str) -> list[tuple[Page, View]]:
        """The charts of a subject."""
        return [(p, v) for p in cls.groups(portal).get(group, []) for v in p.views]

    @staticmethod
    def turns(page: Page, view: View) -> str:
        """What the button says that turns a chart into a table."""
        return f"{page.button}: {view.tab or page.menu[-1]}"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return list(page.menu[:1]) if page.views else list(page.menu)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*cls.way(portal, page), cls.turns(page, view)]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """All charts of a subject stand on one page."""
        return [(ENTRY, f"painel {page.menu[0]}")]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """One table at a time."""
        return [(f"{page.id}/{view.id}",)]

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/m/<entity>/", "front", self.front)
        rule("/m/<entity>/<group>", "board", self.board)
        rule("/m/<entity>/<group>/<page_id>", "words", self.words)
        rule("/m/<entity>/api/<page_id>/<view_id>/serie", "series", self.series)
        rule("/m/<entity>/api/<page_id>/<view_id>/dados", "rows", self.rows)
        rule("/m/<entity>/api/<page_id>/<view_id>/<row_id>", "one", self.one)

    # ------------------------------------------------ pages

    def subjects(self, portal: Portal) -> list[tuple[str, str, str]]:
        """Name, address and picture of each subject."""
        groups = self.groups(portal)
        return [(g, f"/m/{portal.entity}/{plain_word(g)}", ICONS[n % len(ICONS)]) for n, g in enumerate(groups)]

    def front(self, entity: str) -> str:
        return self.render("front.html", portal=self.portal_by(entity=entity))

    def group_of(self, portal: Portal, slug: str) -> str:
        return next((g for g in self.groups(portal) if plain_word(g) == slug), None) or abort(404)

    def board(self, entity: str, group: str) -> str:
        portal = self.portal_by(entity=entity)
        name = self.group_of(portal, group)
        cards = self.cards(portal, name)
        texts = [p for p in self.groups(portal)[name] if not p.views]
        given: dict[str, Filter] = {}
        for page, _ in cards:
            for asked in page.filters:
                given.setdefault(asked.kind, asked)
        return self.render(
            "board.html", portal=portal, group=name, cards=cards, texts=texts, filters=list(given.values())
        )

    def words(self, entity: str, group: str, page_id: str) -> str:
        portal = self.portal_by(entity=entity)
        here = f"/m/{entity}/{group}/{page_id}"
        page = next((p for p in portal.pages_on(self.name) if not p.views and self.path(portal, p) == here), None)
        return self.render("words.html", portal=portal, page=page or abort(404), forbidden=FORBIDDEN_FORMS)

    # ------------------------------------------------ figures

    def asked(self, entity: str, page_id: str, view_id: str) -> tuple[Portal, Page, View, Query]:
        time.sleep(DELAY)
        portal, page = self.needed(entity, page_id)
        return portal, page, self.view_of(page, view_id), page.query(request.args)

    def series(self, entity: str, page_id: str, view_id: str) -> Response:
        """What a chart is drawn from: a sum per month, or records per month as a ring; never a record."""
        portal, page, view, query = self.asked(entity, page_id, view_id)
        rows = self.records(portal, page, view, query)
        money = next(
            (c for c in reversed(view.columns) if rows and number(text_of(rows[0][c.maker])) is not None), None
        )
        if money is None or view is not page.views[0]:
            shares = Counter(MONTHS[r.when.month - 1][:3] for r in rows)
            return jsonify({"tipo": "rosca", "pontos": shares.most_common(SLICES), "total": f"{len(rows)} registros"})
        sums: dict[str, float] = {}
        for row in rows:
            month = MONTHS[row.when.month - 1][:3]
            sums[month] = sums.get(month, 0) + (number(text_of(row[money.maker])) or 0)
        total = f"{sum(sums.values()) / 1000:,.0f}".replace(",", ".")
        return jsonify({"tipo": "barras", "pontos": list(sums.items()), "total": f"R$ {total} mil"})

    def rows(self, entity: str, page_id: str, view_id: str) -> Response:
        portal, page, view, query = self.asked(entity, page_id, view_id)
        found: dict[str, Any] = self.listing(portal, page, view, query, self.sheet("p"))
        found["colunas"] = [f"{c.group} {c.label}".strip() for c in view.columns]
        return jsonify(found | {"abre": view.detail.open if view.detail else ""})

    def one(self, entity: str, page_id: str, view_id: str, row_id: str) -> Response:
        portal, page, _, _ = self.asked(entity, page_id, view_id)
        return jsonify(self.record_of(portal, page, view_id, row_id))
