"""sitioproprio-like: a town whose own site has a page "Acesso à Informação" of links, some of which lead into the systems of two vendors,
each a host of its own (``options.doors``: what the link says | host | module).

`SisContas` keeps the accounts: server pages, a year in the header that the session remembers. `PessoalWeb` keeps payroll and bids: a
module's front of buttons, forms whose answer a script fetches into the page, processes as cards.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, abort, make_response, redirect, request
from markupsafe import Markup

from lab.definition import YEARS, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen, plain_word
from lab.values import Row

ACCESS = "Acesso à Informação"


def doors(portal: Portal) -> list[tuple[str, str, str]]:
    """What a link to another system says, the host, and the module of it."""
    found = [[w.strip() for w in door.split("|")] for door in portal.options["doors"]]
    return [(label, host, module) for label, host, module in found]


def door_to(portal: Portal, page: Page) -> str:
    """What the link to the system of a page says."""
    wanted = {(page.host, ""), (page.host, plain_word(page.menu[0]))}
    return next(label for label, host, module in doors(portal) if (host, module) in wanted)


class SitioProprio(Paginas, Unseen):
    name = "sitioproprio"
    batch = "g"
    cookie = ""
    access = ACCESS

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/{page.path or page.id}/"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """By the page of links; into another system by its front."""
        if page.host == cls.name:
            return [(ENTRY, *(["acesso"] if len(page.menu) > 1 else []), page.id)]
        return [(ENTRY, "acesso", f"frente {door_to(portal, page)}", page.id)]

    def other(self, portal: Portal, here: str) -> Response | None:
        return self.draw("access.html", portal) if here == f"/{portal.entity}/acesso-a-informacao/" else None

    def topics(self, portal: Portal) -> list[tuple[str, str, bool]]:
        """Links of the page of links: words, address, whether it leads away."""
        own = [(p.menu[-1], self.link(portal, p), False) for p in portal.pages_on(self.name) if len(p.menu) > 1]
        found = []
        for label, name, module in doors(portal):
            host = self.host.lab.hosts[name]
            found.append((label, f"{host.url}{host.framework.entry(portal)}{module}", True))
        return [*own[:2], *found, *own[2:]]


class SisContas(Paginas, Unseen):
    """The accounts."""

    name = "siscontas"
    cookie = "siscontas_sessao"
    sheet_name = "pagina"
    currency = "R$"
    carried = frozenset({"aba", "pagina"})
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.index + 1}-{(r.index * 7) % 10}"}

    def entry(self, portal: Portal) -> str:
        return f"/transparencia/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/transparencia/{portal.entity}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/detalhe"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [ACCESS, door_to(portal, page), *page.menu]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Records are there at once, of the year in the header; another year draws the page anew."""
        year = [] if view.years.get(YEARS[0]) else [f"{page.id}/exercício"]
        tab = [] if view is page.views[0] else [f"{page.id}/{view.id}"]
        return [(*year, *tab)]

    def dispatch(self, path: str) -> Response:
        sid, session = self.session()
        if path == "transparencia/exercicio":
            asked, back = request.args.get("ano", ""), request.args.get("volta", "/")
            session["year"] = int(asked) if asked.isdigit() and int(asked) in YEARS else YEARS[0]
            response = make_response(redirect(back if back.startswith("/transparencia/") else "/"))
        else:
            response = super().dispatch(path)
        response.set_cookie(self.cookie, sid, httponly=True)
        return response

    @property
    def year(self) -> int:
        """What the visitor's session remembers."""
        return int((self.known_session() or {}).get("year", YEARS[0]))

    def asked(self, page: Page) -> Query:
        asked = page.query(request.values)
        return Query(self.year, asked.month, asked.unit, asked.text)

    @property
    def years(self) -> tuple[int, ...]:
        return YEARS

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            asked = urlencode({"v": view.id, "id": row_id})
            return Markup('href="{}?{}"').format(self.detail_path(portal, page, view), asked)

        return attrs


class PessoalWeb(Paginas, Unseen):
    """Payroll, and bids."""

    name = "pessoalweb"
    cookie = ""
    sheet_name = "p"
    shouting = True
    makers = {**NAMES, "matricula": lambda r: f"{r.rng('badge').randrange(1000, 99999)}"}

    def entry(self, portal: Portal) -> str:
        return f"/gw/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/gw/{portal.entity}/{plain_word(page.menu[0])}/{page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}/ficha"

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [ACCESS, door_to(portal, page), page.menu[-1]]

    def other(self, portal: Portal, here: str) -> Response | None:
        for group, pages in self.menu(portal).items():
            if here.rstrip("/") == f"{self.entry(portal)}{plain_word(group)}":
                return self.draw("module.html", portal, group=group, pages=pages)
        return None

    def show(self, portal: Portal, page: Page) -> Response:
        """The page, or what its script asks for: the answer alone."""
        if not page.views:
            return super().show(portal, page)
        view = self.view_of(page, request.args.get("aba", page.views[0].id))
        context: dict[str, Any] = {"view": view, "query": self.asked(page), "grid": None}
        if request.args.get("handler") == "Lista":
            if request.headers.get("X-Requested-With") != "XMLHttpRequest":
                abort(400)
            context["grid"] = self.grid(portal, page, view, self.asked(page), self.sheet(self.sheet_name))
            return self.draw("answer.html", portal, page, **context)
        return self.draw("page.html", portal, page, **context)

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        """Those of another modality are left out, where one is asked for."""
        rows = super().records(portal, page, view, query)
        asked = next((request.values.get(f.name, "") for f in page.filters if f.kind == "opcoes"), "")
        kinds = [c for c in view.columns if c.maker == "modalidade_licitacao"]
        return [r for r in rows if self.dress(kinds[0], r) == asked] if kinds and asked not in ("", "Todas") else rows
