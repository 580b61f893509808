"""abasbs-like: PHP pages of about 2014 with Bootstrap-3-like parts. A page per subject; each query is a modal with its own form and
tabs with a table in each, fetched when it is asked for; a record is a second modal over the first.
"""

from __future__ import annotations

from flask import Response, abort, redirect, request
from markupsafe import Markup

from lab.definition import Page, Portal, View
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.unseen import NAMES, Unseen, plain_word


class AbasBs(Unseen):
    name = "abasbs"
    cookie = ""
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"{r.index + 1:06d}",
        "cpf_mascarado": lambda r: f"{r['cpf']!s:.3}.***.***-**",
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.php"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        """The page of its subject; of a page that is alone in the menu the one where it is clicked."""
        if page.views:
            return f"/{portal.entity}/{cls.subject_of(page.menu[0]) if len(page.menu) > 1 else 'index'}.php"
        return f"/{portal.entity}/pagina.php?p={page.id}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """The modals of a subject stand, closed, in its page; those alone in the menu in every page."""
        return [(ENTRY, f"assunto {page.menu[0]}")] if len(page.menu) > 1 else [(ENTRY,)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [(f"{page.id}/{view.id}",)]

    @staticmethod
    def subject_of(group: str) -> str:
        return plain_word(group)

    def routes(self) -> None:
        rule = self.app.add_url_rule
        rule("/", "root", lambda: redirect(self.entry(self.host.portals[0])))
        rule("/<entity>/", "folder", lambda entity: redirect(f"/{entity}/index.php"))
        rule("/<entity>/ajax/tela.php", "listed", self.listed)
        rule("/<entity>/ajax/ficha.php", "sheet_of", self.one)
        rule("/<entity>/<name>.php", "subject", self.subject)

    def subject(self, entity: str, name: str) -> str:
        portal = self.portal_by(entity=entity)
        if name == "pagina":
            page = self.found(portal, request.args.get("p", "")) or abort(404)
            return self.render("page.html", portal=portal, page=page)
        group = next((g for g in self.menu(portal) if self.subject_of(g) == name), None)
        if group is None and name != "index":
            abort(404)
        return self.render("subject.html", portal=portal, group=group)

    def listed(self, entity: str) -> str:
        """The table of one tab, as a piece of a page."""
        portal, page = self.needed(entity, request.args.get("tela", ""))
        view = self.view_of(page, request.args.get("aba", ""))
        grid = self.grid(portal, page, view, page.query(request.args), self.sheet("pag"))
        return self.render("grid.html", portal=portal, page=page, view=view, g=grid, opener=self.opener(page, view))

    def one(self, entity: str) -> Response | str:
        portal, page = self.needed(entity, request.args.get("tela", ""))
        view = self.view_of(page, request.args.get("aba", ""))
        return self.render("record.html", opened=self.opened_of(portal, page, view, request.args.get("cod", "")))

    @staticmethod
    def opener(page: Page, view: View) -> object:
        return lambda row_id: Markup('data-ficha="tela={}&amp;aba={}&amp;cod={}"').format(page.id, view.id, row_id)
