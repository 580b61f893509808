"""aspquadros-like: classic ASP of about 2003, in ISO-8859-1: framesets within framesets (top, menu, filter, list).

The town lives in the session that ``default.asp`` opens; the filter frame posts into the list frame; the list keeps its query in
the session. A record replaces the list or opens in a window of its own (``detail.shown: popup``).
"""

from __future__ import annotations

from typing import Any
from urllib.parse import parse_qsl

from flask import Response, redirect, request
from markupsafe import Markup, escape

from lab.definition import Page, Portal, View
from lab.frameworks.base import Way
from lab.frameworks.unseen import NAMES, Unseen


class AspQuadros(Unseen):
    name = "aspquadros"
    cookie = "ASPSESSIONIDQABCRTSD"
    shouting = True
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1:05d}-{r.when.month:02d}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"/transp/default.asp?cod={portal.entity}"

    @classmethod
    def number(cls, portal: Portal, page: Page) -> int:
        return 11 + portal.pages_on(cls.name).index(page)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transp/lista.asp?c={cls.number(portal, page)}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"/transp/detalhe.asp?c={cls.number(portal, page)}"

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Tabs stand in the list frame, over the answer."""
        first = () if cls.at_once(portal, page, page.views[0]) else (f"{page.id}/lista",)
        return [first if view is page.views[0] else (*first, f"{page.id}/{view.id}")]

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        self.app.add_url_rule("/transp/<name>.asp", "script", self.script, methods=["GET", "POST"])

    def latin(self, template: str, **context: Any) -> Response:
        html = self.render(template, **context)
        return Response(html.encode("iso-8859-1", "xmlcharrefreplace"), content_type="text/html; charset=ISO-8859-1")

    def script(self, name: str) -> Response:
        if name == "default":
            return self.begin()
        state = self.known_session()
        if state is None:
            return self.latin("expired.html", again=self.entry(self.host.portals[0]))
        portal = self.portal_by(slug=state["town"])
        if name in ("topo", "menu", "abertura"):
            return self.latin(f"{name}.html", portal=portal)
        number = request.args.get("c", "")
        page = next((p for p in portal.pages_on(self.name) if str(self.number(portal, p)) == number), None)
        if page is None or name not in ("consulta", "filtro", "lista", "detalhe"):
            return self.latin("expired.html", again=self.entry(portal))
        context: dict[str, Any] = {"portal": portal, "page": page, "n": number}
        if name == "lista":
            return self.listed(state, portal, page, context)
        if name == "detalhe":
            view = self.view_of(page, request.args.get("v", ""))
            opened = self.opened_of(portal, page, view, request.args.get("r", ""))
            return self.latin("detalhe.html", opened=opened, view=view, **context)
        return self.latin(f"{name}.html", **context)

    def begin(self) -> Response:
        portal = next((p for p in self.host.portals if p.entity == request.args.get("cod")), self.host.portals[0])
        sid, state = self.session()
        state["town"] = portal.slug
        response = self.latin("default.html", portal=portal)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def listed(self, state: dict[str, Any], portal: Portal, page: Page, context: dict[str, Any]) -> Response:
        """The list frame. Forms arrive in the encoding of their page."""
        if request.method == "POST":
            state[page.id] = dict(parse_qsl(request.get_data().decode("ascii", "ignore"), encoding="iso-8859-1"))
        asked = state.get(page.id)
        if not page.views or (asked is None and not page.auto):
            return self.latin("lista.html", grid=None, **context)
        view = self.view_of(page, request.args.get("v", page.views[0].id))
        grid = self.grid(portal, page, view, page.query(asked or {}), self.sheet("p"))
        return self.latin("lista.html", grid=grid, view=view, opener=self.opener(page, view, context["n"]), **context)

    @staticmethod
    def opener(page: Page, view: View, number: str) -> object:
        def attrs(row_id: str) -> Markup:
            href = f"detalhe.asp?c={number}&v={view.id}&r={row_id}"
            if view.detail and view.detail.shown == "popup":
                return Markup("href=\"javascript:janela('{}')\"").format(href)
            return Markup('href="{}"').format(href)

        return attrs

    @staticmethod
    def two_lines(label: str) -> Markup:
        """A long heading is broken by hand, as such pages do."""
        head, _, tail = label.partition(" ")
        return Markup("{}<BR>{}").format(head, tail) if tail and len(label) > 13 else escape(label)
