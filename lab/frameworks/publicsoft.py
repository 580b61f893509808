"""publicsoft-like: PHP. A token in the entry address chooses the town and is kept in the session.

A menu of accordions loads forms in place; "Consultar" fills the grid by AJAX; a row opens the record in place, in a dialog
or in a window of its own. Cold, an inner address knows no town.
"""

from __future__ import annotations

import base64
import binascii

from flask import make_response, redirect, request
from markupsafe import Markup
from werkzeug.wrappers import Response

from lab import table
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks.base import Framework, Opener

ROOT = "/sistemas/ContabilidadePublica"
INDEX = f"{ROOT}/views/views_control/index.php"


def token(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def untoken(text: str) -> str:
    """Empty for anything that is not base64 of a text."""
    try:
        return base64.b64decode(text, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return ""


class Publicsoft(Framework):
    name = "publicsoft"
    cookie = "PHPSESSID"

    def entry(self, portal: Portal) -> str:
        return f"{INDEX}?cidade={token(portal.entity)}&uf={portal.uf.upper()}"

    def address(self, portal: Portal, page: Page) -> str:
        return f"{ROOT}/accessdirect.php?link={token(f'{portal.entity};{page.id}')}"

    @classmethod
    def form_path(cls, page: Page) -> str:
        return f"{ROOT}/views/{page.path or page.id + '/Form.php'}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        alone = page.opens != "same" or portal.framework != cls.name
        return cls.form_path(page) if alone else INDEX

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        if view.detail and view.detail.shown == "popup":
            return cls.form_path(page).rpartition("/")[0] + "/Detalhe.php"
        return cls.path(portal, page)

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(INDEX))
        rule(INDEX, "index", self.index)
        rule(f"{ROOT}/accessdirect.php", "direct", self.direct)
        rule(f"{ROOT}/views/", "fragment", self.fragment)
        rule(f"{ROOT}/views/<path:path>", "alone", self.alone)
        rule(f"{ROOT}/consultas-ajax/<page_id>.php", "ajax", self.ajax, methods=["POST"])
        rule(f"{ROOT}/consultas-ajax/<page_id>_detalhe.php", "detail", self.detail)

    def town(self) -> Portal | None:
        session = self.known_session() or {}
        return next((p for p in self.host.portals if p.slug == session.get("town")), None)

    def enter(self, entity: str) -> tuple[Portal | None, str]:
        """Keeps the town in the session; gives it and the session's id."""
        town = next((p for p in self.host.portals if p.entity == entity), None)
        if town is None:
            return None, ""
        sid, session = self.session()
        session["town"] = town.slug
        return town, sid

    def with_cookie(self, answer: Response, sid: str) -> Response:
        answer.set_cookie(self.cookie, sid, path="/sistemas")
        return answer

    def cold(self, message: str = "Sessão encerrada. Acesse o portal pelo endereço do seu município.") -> Response:
        return make_response(self.render("cold.html", message=message))

    def index(self) -> Response:
        if "cidade" not in request.args:
            town, sid = self.town(), request.cookies.get(self.cookie, "")
        else:
            town, sid = self.enter(untoken(request.args["cidade"]))
        if town is None:
            return self.cold("Município não informado.")
        return self.with_cookie(make_response(self.render("index.html", portal=town)), sid)

    def direct(self) -> Response:
        entity, _, page_id = untoken(request.args.get("link", "")).partition(";")
        town, sid = self.enter(entity)
        page = next((p for p in town.pages_on(self.name) if p.id == page_id), None) if town else None
        if page is None:
            return self.cold("Link inválido.")
        return self.with_cookie(make_response(redirect(self.form_path(page))), sid)

    def one(self, page_id: str) -> tuple[Portal, Page] | None:
        town = self.town()
        page = next((p for p in town.pages_on(self.name) if p.id == page_id), None) if town else None
        return (town, page) if town and page else None

    def fragment(self) -> Response | str:
        found = self.one(request.args.get("url", ""))
        if found is None:
            return self.cold()
        return self.form_of(*found)

    def form_of(self, portal: Portal, page: Page) -> str:
        view = page.views[0] if page.views else None
        query = page.query({}) if view else None
        grid = table.grid(portal, page, view, query) if view and query and page.auto else None
        return self.render(
            "form.html", portal=portal, page=page, query=query, view=view, grid=grid, opener=self.opener(page, view)
        )

    def alone(self, path: str) -> Response | str:
        town = self.town()
        if town is None:
            return self.cold()
        folder = f"{ROOT}/views/{path}"
        for page in town.pages_on(self.name):
            if self.form_path(page) == folder:
                return self.render("alone.html", portal=town, title=page.title, body=self.form_of(town, page))
            for view in page.views:
                if view.detail and view.detail.shown == "popup" and self.detail_path(town, page, view) == folder:
                    row = town.row(page, view, request.args.get("codigo", ""))
                    if row is not None:
                        body = self.render("detail.html", opened=table.opened(view.detail, row), shown="popup")
                        return self.render("alone.html", portal=town, title=view.detail.title, body=body)
        return make_response(self.cold("Página não encontrada."), 404)

    def ajax(self, page_id: str) -> Response | str:
        found = self.one(page_id)
        if found is None:
            return self.cold()
        portal, page = found
        if page.kind in FORBIDDEN_FORMS:
            self.forbid()
            return "Mensagem enviada."
        view = page.view(request.form.get("visao") or page.views[0].id)
        grid = table.grid(portal, page, view, page.query(request.form), int(request.form.get("pagina") or 1))
        return self.render("grid.html", portal=portal, page=page, view=view, grid=grid, opener=self.opener(page, view))

    def opener(self, page: Page, view: View | None) -> Opener:
        def attrs(row_id: str) -> Markup:
            if view is None or view.detail is None:
                return Markup("")
            call = Markup("{}('{}','{}','{}')").format(
                "abrePopup" if view.detail.shown == "popup" else "abreDetalhe",
                self.form_path(page).rpartition("/")[0] if view.detail.shown == "popup" else page.id,
                view.id,
                row_id,
            )
            anchor = view.detail.open in ("link", "icon")
            return Markup('{}onclick="{}"').format(Markup('href="javascript:void(0)" ') if anchor else "", call)

        return attrs

    def detail(self, page_id: str) -> Response | str:
        found = self.one(page_id)
        if found is None:
            return self.cold()
        portal, page = found
        view = page.view(request.args.get("visao", "v0"))
        row = portal.row(page, view, request.args.get("codigo", ""))
        if row is None or view.detail is None:
            return self.cold("Registro não encontrado.")
        return self.render("detail.html", opened=table.opened(view.detail, row), shown=view.detail.shown)
