"""portlets-like: a town's site on Liferay. Pages hold portlets, one below the other (those of the same menu words), each with a form and a search
container; addresses are long: ``p_p_id``, ``p_p_state``, and the portlet's own arguments behind its name.

A form is an action: posted with the session's ``p_auth``, it answers with a redirection. What begins with "Selecione" must be chosen. A record
is the portlet maximised. The pages of ``options.assets`` are asset publishers: articles in the categories of their years, an address each.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Any
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, Page, Portal, View, text_of
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.servico import unchosen
from lab.frameworks.unseen import NAMES, OFFICES, Unseen, office, plain_word

DELTAS = (5, 10, 20, 30, 50, 75)


class Portlets(Paginas, Unseen):
    name = "portlets"
    batch = "j"
    cookie = "JSESSIONID_LR"
    currency = "R$"
    deltas = DELTAS
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:06d}-{r.year % 100}",
        "unidade": lambda r: f"{OFFICES.index(office(r)) + 3:02d}.102 {office(r)}",
    }

    def entry(self, portal: Portal) -> str:
        return f"/web/{portal.entity}/home"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """Of the page (layout) that holds the portlet."""
        return f"/web/{portal.entity}/{'/'.join(map(plain_word, page.menu))}"

    @classmethod
    def portlet(cls, page: Page) -> str:
        """The portlet's name."""
        instance = hashlib.sha256(page.id.encode()).hexdigest()[:6]
        return f"{page.id}_WAR_transparenciaportlet_INSTANCE_{instance}"

    @classmethod
    def asset(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("assets", ())

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        base = cls.path(portal, page)
        if cls.asset(portal, page):
            return f"{base}/-/asset_publisher/{cls.portlet(page)[-6:]}/content/"
        return f"{base}?p_p_id={cls.portlet(page)}&p_p_lifecycle=0&p_p_state=maximized"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """Portlets of one page are seen together."""
        return [(ENTRY, f"página {' › '.join(page.menu)}")]

    @classmethod
    def year_at_first(cls, page: Page) -> int:
        return max(y for v in page.views for y in v.years)

    # ------------------------------------------------ pages, actions, renderings

    def dispatch(self, path: str) -> Response:
        here = f"/{path}"
        portal = next((p for p in self.host.portals if here.startswith(f"/web/{p.entity}")), None) or abort(404)
        if here in (self.entry(portal), f"/web/{portal.entity}"):
            return self.shown("home.html", portal, [])
        inside = [p for p in portal.pages_on(self.name) if here == self.path(portal, p)]
        if not inside:
            return self.article(portal, here)
        named = next((p for p in inside if request.args.get("p_p_id") == self.portlet(p)), None)
        if request.method == "POST":
            return self.action(portal, inside, named)
        if named and request.args.get("p_p_state") == "maximized":
            view = self.view_of(named, self.told(named).get("visao", "v0"))
            opened = self.opened_of(portal, named, view, self.told(named).get("id", ""))
            return self.shown("record.html", portal, [named], opened=opened)
        return self.shown("portlets.html", portal, inside)

    def action(self, portal: Portal, inside: list[Page], named: Page | None) -> Response:
        """What a form posts: a query is kept in the address that follows."""
        page = named or inside[0]
        if page.kind in FORBIDDEN_FORMS:
            self.forbid()
            return self.shown("sent.html", portal, inside)
        if not request.args.get("p_auth") or request.args["p_auth"] != (self.known_session() or {}).get("auth"):
            return self.shown("refused.html", portal, inside)
        prefix = f"_{self.portlet(page)}_"
        asked = {k.removeprefix(prefix): v for k, v in request.form.items() if k.startswith(prefix)}
        return make_response(redirect(self.rendering(portal, page, {**asked, "acao": "pesquisar"})))

    def article(self, portal: Portal, here: str) -> Response:
        """A record of an asset publisher."""
        for page in portal.pages_on(self.name):
            base = self.detail_path(portal, page, page.views[0]) if self.asset(portal, page) else ""
            if base and (found := re.fullmatch(rf"{re.escape(base)}[a-z0-9-]+-(\d{{9}})", here)):
                opened = self.opened_of(portal, page, page.views[0], found[1])
                row = portal.row(page, page.views[0], found[1])
                pairs = [(c, self.dress(c, row)) for c in page.views[0].columns] if row else []
                return self.shown("article.html", portal, [page], opened=opened, pairs=pairs)
        return abort(404)

    def shown(self, template: str, portal: Portal, inside: list[Page], **context: Any) -> Response:
        sid, session = self.session()
        auth = session.setdefault("auth", secrets.token_urlsafe(6))
        response = self.draw(template, portal, inside[0] if inside else None, inside=inside, auth=auth, **context)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    def told(self, page: Page) -> dict[str, str]:
        """The arguments of one portlet in the present address."""
        prefix = f"_{self.portlet(page)}_"
        return {k.removeprefix(prefix): v for k, v in request.args.items() if k.startswith(prefix)}

    def rendering(self, portal: Portal, page: Page, told: dict[str, Any], state: str = "normal") -> str:
        """The address that shows a portlet with such arguments."""
        name = self.portlet(page)
        own = {f"_{name}_{k}": v for k, v in told.items()}
        given = {"p_p_id": name, "p_p_lifecycle": 0, "p_p_state": state, "p_p_mode": "view", **own}
        return f"{self.path(portal, page)}?{urlencode(given)}"

    def answered(self, portal: Portal, page: Page) -> dict[str, Any]:
        """What a portlet shows in the present address: its view, its query, what it lacks, its grid."""
        told = self.told(page)
        view = next((v for v in page.views if v.id == told.get("aba")), page.views[0])
        chosen = {"exercicio": str(self.year_at_first(page)), **told} if self.asset(portal, page) else told
        query, asks = page.query(chosen), page.auto or "acao" in told
        lacking = unchosen(page, told) if asks else []
        cur, delta = (int(n) if n.isdigit() else 0 for n in (told.get("cur", "1"), told.get("delta", "20")))
        size = delta if delta in DELTAS else 20
        grid = self.grid(portal, page, view, query, cur, size) if asks and not lacking else None
        return {"view": view, "query": query, "lacking": lacking, "grid": grid, "told": told, "size": size}

    def title_of(self, portal: Portal, page: Page, row_id: str) -> str:
        """An article's title: its first two columns."""
        row = portal.row(page, page.views[0], row_id)
        return " nº ".join(text_of(self.dress(c, row)) for c in page.views[0].columns[:2]) if row else ""

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            if self.asset(portal, page):
                name = plain_word(self.title_of(portal, page, row_id))
                return Markup('href="{}{}-{}"').format(self.detail_path(portal, page, view), name, row_id)
            told = {"mvcPath": "/registro/view.jsp", "visao": view.id, "id": row_id}
            return Markup('href="{}"').format(self.rendering(portal, page, told, "maximized"))

        return attrs
