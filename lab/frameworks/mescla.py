"""mescla-like: a town that publishes on three systems. Its own pages ask for parts of themselves (htmx): a year that is chosen
fetches the list, "Carregar mais" the next sheet, "Detalhar" a record below its row. Expenditure is a report painted on a canvas in
a frame (`QuadroBi`), which only the eye reads (``options.opaque``); payroll is another vendor's (`FolhaWeb`), reached by a page
that says so.

Subjects stand on pages of their own (hubs); the entry names those alone.
"""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.national import National
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import Unseen, plain_word

LEAVE = "Acessar o sistema da folha"
INSIDE = "Transparência da Folha"
MASK = b"\x5a\x13\xc7\x2e\x91"  # figures of a report travel veiled


class Mescla(Paginas, Unseen):
    name = "mescla"
    batch = "d"
    cookie = ""
    currency = "R$"

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/transparencia/"

    @classmethod
    def hub(cls, portal: Portal, group: str) -> str:
        return f"/{portal.entity}/transparencia/{plain_word(group)}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"{cls.hub(portal, page.menu[0])}{page.path or page.id}/"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return cls.path(portal, page)

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        """The choice of a year asks by itself."""
        return [*page.menu, *([view.tab] if view.tab else [])]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Hubs; to the payroll by a page of this site and the front of the other vendor's."""
        way = (ENTRY, *([f"assunto {page.menu[0]}"] if len(page.menu) > 1 else []))
        return [
            (*way, f"{page.id}/aviso", f"{page.id}/frente", page.id) if page.host == FolhaWeb.name else (*way, page.id)
        ]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """A tab is a page, with a form of its own."""
        tab = () if view is page.views[0] else (f"{page.id}/{view.id}",)
        return [tab if cls.at_once(portal, page, view) else (*tab, f"{page.id}/{view.id}/lista")]

    def link(self, portal: Portal, page: Page) -> str:
        """Pages of the other systems have an address of this site too."""
        return self.outside(portal, page) if page.kind == "externo" else self.path(portal, page)

    def other(self, portal: Portal, here: str) -> Response | None:
        for group, pages in self.tree(portal).items():
            if here == self.hub(portal, group) and len(pages[0].menu) > 1:
                return self.draw("hub.html", portal, group=group, pages=pages)
        page = next((p for p in portal.pages if p.host != self.name and here == self.path(portal, p)), None)
        if page is None:
            return None
        template = "leave.html" if page.host == FolhaWeb.name else "frame.html"
        return self.draw(template, portal, page, source=self.outside(portal, page), word=LEAVE)

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        view = self.view_of(page, request.args.get("aba", page.views[0].id))
        query = self.asked(page)
        part = request.headers.get("HX-Request") == "true"
        if "registro" in request.args and part:
            opened = self.opened_of(portal, page, view, request.args["registro"])
            return self.draw("detail.html", portal, page, view=view, opened=opened)
        waits = any(f.kind == "ano" and not request.args.get(f.name, f.default)[:4].isdigit() for f in page.filters)
        sheet = request.args.get("pg", "1")
        grid = self.grid(portal, page, view, query, int(sheet) if sheet.isdigit() else 1)
        context: dict[str, Any] = {"view": view, "query": query, "grid": None if waits else grid}
        template = "rows.html" if part and "pg" in request.args else "part.html" if part else "page.html"
        return self.draw(template, portal, page, **context, opener=self.opener(portal, page, view))

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            address = f"{self.path(portal, page)}?aba={view.id}&registro={row_id}"
            return Markup('hx-get="{}" hx-target="closest tr" hx-swap="afterend"').format(address)

        return attrs


class QuadroBi(National):
    """The service of reports: one canvas, its pages turned by clicks on it; figures come veiled, in one block of bytes."""

    name = "quadrobi"
    cookie = ""

    def entry(self, portal: Portal) -> str:
        return "/"

    def address(self, portal: Portal, page: Page) -> str:
        return f"/embed/reporting/{plain_word(portal.entity)}-{page.id}/page/1"

    def routes(self) -> None:
        self.app.add_url_rule("/", "root", lambda: make_response("", 404))
        self.app.add_url_rule("/embed/reporting/<key>/page/1", "view", lambda key: self.render("view.html", key=key))
        self.app.add_url_rule("/batchedDataV2/<key>", "data", self.data, methods=["POST"])

    def data(self, key: str) -> Response:
        portal = next((p for p in self.host.portals if key.startswith(f"{plain_word(p.entity)}-")), None) or abort(404)
        page = self.found(portal, key.removeprefix(f"{plain_word(portal.entity)}-")) or abort(404)
        figures = [round(1000 + portal.seed * 7919 * n % 899_999 / 7, 2) for n in range(1, 80)]
        plain = json.dumps([page.title, figures]).encode()
        veiled = bytes(b ^ MASK[n % len(MASK)] for n, b in enumerate(plain))
        return Response(veiled, mimetype="application/octet-stream")


class FolhaWeb(Paginas, Unseen):
    """A payroll vendor's system: a front of buttons, a query by year and month, a servant's sheet as a page."""

    name = "folhaweb"
    cookie = "FOLHAWEBSESS"
    encoding = "iso-8859-1"
    shouting = True
    carried = frozenset({"empresa"})

    def entry(self, portal: Portal) -> str:
        return f"/folhaweb/index.php?empresa={quote(str(portal.options['payroll']))}"

    def address(self, portal: Portal, page: Page) -> str:
        return self.entry(portal)

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return "/folhaweb/transparencia.php"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return "/folhaweb/ficha.php"

    @classmethod
    def steps(cls, portal: Portal, page: Page, view: View) -> list[str]:
        return [*page.menu, LEAVE, INSIDE, page.button]

    def dispatch(self, path: str) -> Response:
        """Whose payroll it is stays in the session, as chosen by the address that one came in by."""
        sid, session = self.session()
        asked = request.args.get("empresa", "")
        session["town"] = asked or session.get("town", "")
        portal = next((p for p in self.host.portals if str(p.options["payroll"]) == session["town"]), None)
        page = portal.pages_on(self.name)[0] if portal else None
        if portal is None or page is None:
            response = self.draw("expired.html", self.host.portals[0])
        elif path == "folhaweb/index.php":
            response = self.draw("home.html", portal, inside=INSIDE, target=self.path(portal, page))
        elif path == "folhaweb/transparencia.php":
            unchosen = request.args.get("exercicio", "").startswith("Escolha")
            lacking = self.draw("page.html", portal, page, grid=None, lacking="Escolha o ano.") if unchosen else None
            response = lacking or self.show(portal, page)
        elif path == "folhaweb/ficha.php":
            response = self.record_page(portal, page, page.views[0], request.args.get("id", ""))
        elif path == "folhaweb/login.php":
            if request.method == "POST":
                self.forbid()
            response = self.draw("login.html", portal)
        else:
            response = redirect(self.entry(portal)) if path == "folhaweb/" else abort(404)  # type: ignore[assignment]
        response.set_cookie(self.cookie, sid, httponly=True)
        return response
