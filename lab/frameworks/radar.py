"""radar-like: a portal that praises itself. A check list ticks every criterion and links it; some of the links are broken.

``options.checks``: ``dimension | question | answer | where``; where is a page's id, or a path that ends in ``!404`` or ``!500``.
``options.ticks``: title → labels under which the list shows nothing but ticks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import Response, make_response, request

from lab.definition import DefinitionError, Page, Portal, Query
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen

PAGE = "radar"
"""Id of the page that holds the list."""


@dataclass(frozen=True)
class Check:
    """A line of the list. ``status`` 200 leads to a page."""

    dimension: str
    question: str
    answer: str
    href: str
    status: int = 200


class Radar(Unseen, Paginas):
    name = "radar"
    batch = "a"
    cookie = ""
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.year}/{r.index + 1:05d}"}

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        number = 100 + 7 * portal.pages.index(page)
        return f"/{portal.entity}/conteudo/{number}/{page.path or page.id}"

    @classmethod
    def checks(cls, portal: Portal) -> list[Check]:
        found = []
        for line in portal.options.get("checks", ()):
            dimension, question, answer, where = (w.strip() for w in line.split("|"))
            path, broken, status = where.partition("!")
            page = next((p for p in portal.pages if p.id == where), None)
            if page is None and not broken:
                raise DefinitionError(f"{portal.slug}: no page {where!r}")
            href = cls.path(portal, page) if page else f"/{portal.entity}/{path}"
            found.append(Check(dimension, question, answer, href, int(status or 200)))
        return found

    def show(self, portal: Portal, page: Page) -> Response:
        if page.id != PAGE:
            return super().show(portal, page)
        dimensions: dict[str, list[Check]] = {}
        for check in self.checks(portal):
            dimensions.setdefault(check.dimension, []).append(check)
        return self.draw("checks.html", portal, page, dimensions=dimensions, ticks=portal.options.get("ticks", {}))

    def asked(self, page: Page) -> Query:
        """A year that was not chosen finds nothing."""
        query = super().asked(page)
        years = (f for f in page.filters if f.kind == "ano")
        given = next((request.values.get(f.name) or f.default or f.options[0] for f in years), str(query.year))
        return replace(query, year=int(given) if given.isdigit() else 0)

    def other(self, portal: Portal, here: str) -> Response | None:
        broken = next((c for c in self.checks(portal) if c.href == here and c.status != 200), None)
        if broken is None:
            return None
        return make_response(self.html("broken.html", portal=portal, status=broken.status), broken.status)
