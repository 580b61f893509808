"""strutsdo-like: a Java portal of the Struts years. Actions ``/despesaEmpenho.do?method=pesquisar``, a bar of menus that the mouse opens,
crumbs, Latin-1. The query is posted and stays in the session, its sheets are turned by display tag's ``d-16544-p``.

Headings stand in rows one over another (``"A >> B >> label"``); on the pages of ``options.spans`` (page → label) records stand under the
value of their first column, one cell over all of its rows. On those of ``options.monthly`` a month is a link of a list. A record opens as
a page, or in a window of its own (``detail.shown: popup``). What begins with "Selecione" must be chosen.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, abort, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, Query, View
from lab.frameworks.base import Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.spans import Spans
from lab.frameworks.unseen import NAMES
from lab.values import MONTHS

SHEET = "d-16544-p"


class StrutsDo(Paginas, Spans):
    name = "strutsdo"
    batch = "g"
    cookie = "JSESSIONID_SD"
    encoding = "iso-8859-1"
    shouting = True
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:05d}",
        "matricula": lambda r: f"{r.rng('badge').randrange(10, 9999)}/{1 + r.index % 2}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/inicio.do"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}.do"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        method = "abrirPopup" if view.detail and view.detail.shown == "popup" else "detalhar"
        return f"{cls.path(portal, page)}?method={method}"

    @classmethod
    def monthly(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("monthly", ())

    @classmethod
    def months(cls, portal: Portal, page: Page) -> list[tuple[int, int]]:
        """Years and months that hold records, the latest first."""
        view = page.views[0]
        return sorted({(y, r.when.month) for y in view.years for r in portal.rows(page, view, Query(y))}, reverse=True)

    @staticmethod
    def month_word(year: int, month: int) -> str:
        return f"{MONTHS[month - 1].upper()}/{year}"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        if cls.monthly(portal, page):
            return [*cls.way(portal, page), cls.month_word(*cls.months(portal, page)[0])]
        return super().steps(portal, page, view)

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [(f"{page.id}/mês",)] if cls.monthly(portal, page) else super().fillings(portal, page, view)

    # ------------------------------------------------ actions

    def dispatch(self, path: str) -> Response:
        for portal in self.host.portals:
            if f"/{path}" == self.entry(portal):
                return self.draw("home.html", portal)
            for page in portal.pages_on(self.name):
                if f"/{path}" == self.path(portal, page):
                    return self.act(portal, page, request.args.get("method", "abrir"))
        return redirect(self.entry(self.host.portals[0])) if "/" not in path.strip("/") else abort(404)  # type: ignore[return-value]

    def act(self, portal: Portal, page: Page, method: str) -> Response:
        """One action of a page; the query stays in the session."""
        if not page.views:
            if page.kind in FORBIDDEN_FORMS and request.method == "POST":
                self.forbid()
                return self.draw("sent.html", portal, page)
            return self.draw("page.html", portal, page)
        if method in ("detalhar", "abrirPopup"):
            view = self.view_of(page, request.args.get("visao", "v0"))
            return self.record_page(portal, page, view, request.args.get("codigo", ""))
        sid, session = self.session()
        kept = session.setdefault("queries", {})
        if method == "abrir":
            kept.pop(page.id, None)
        elif method == "pesquisar" and request.method == "POST":
            kept[page.id] = request.form.to_dict()
        elif method == "listar" and self.monthly(portal, page):
            kept[page.id] = {"exercicio": request.args.get("ano", ""), "mes": request.args.get("mes", "")}
        asked = kept.get(page.id)
        if method != "abrir" and asked is None:
            return redirect(self.path(portal, page))  # type: ignore[return-value]
        response = self.answer(portal, page, asked)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def answer(self, portal: Portal, page: Page, asked: dict[str, str] | None) -> Response:
        """The page as a query, or none, leaves it."""
        errors = self.lacking(page, asked) if asked is not None else []
        view = next((v for v in page.views if v.id == request.args.get("visao")), page.views[0])
        query = page.query(asked or {})
        if asked and self.monthly(portal, page):
            year, month = (asked[k] if asked[k].isdigit() else "0" for k in ("exercicio", "mes"))
            query = Query(int(year), int(month))
        at_once = page.auto and not self.monthly(portal, page)
        shown = at_once or (asked is not None and not errors)
        grid = self.grid(portal, page, view, query, self.sheet(SHEET)) if shown else None
        return self.draw("page.html", portal, page, view=view, query=query, grid=grid, errors=errors, asked=asked or {})

    @staticmethod
    def lacking(page: Page, asked: dict[str, str]) -> list[str]:
        """Labels of what must still be chosen."""
        return [f.label for f in page.filters if asked.get(f.name, f.default).startswith("Selecione")]

    # ------------------------------------------------ tables

    @staticmethod
    def headings(view: View) -> list[list[tuple[str, int, int]]]:
        """Rows of headings: text, columns and rows that each stands over."""
        paths = [[*(w.strip() for w in c.group.split(">>") if w.strip()), c.label] for c in view.columns]
        depth = max(map(len, paths))
        rows: list[list[tuple[str, int, int]]] = []
        for level in range(depth):
            row, before = list[tuple[str, int, int]](), None
            for path in (p for p in paths if len(p) > level):
                leaf = len(path) == level + 1
                if not leaf and before == path[: level + 1]:
                    row[-1] = (row[-1][0], row[-1][1] + 1, 1)
                else:
                    row.append((path[level], 1, depth - level if leaf else 1))
                before = None if leaf else path[: level + 1]
            rows.append(row)
        return rows

    def turned(self, page: Page, view: View, sheet: int) -> str:
        """Address of another sheet of the query in the session."""
        return f"?{urlencode({'method': 'paginar', 'visao': view.id, SHEET: sheet})}"

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            address = f"{self.detail_path(portal, page, view)}&{urlencode({'visao': view.id, 'codigo': row_id})}"
            if view.detail and view.detail.shown == "popup":
                return Markup("href=\"javascript:abreJanela('{}')\"").format(address)
            return Markup('href="{}"').format(address)

        return attrs
