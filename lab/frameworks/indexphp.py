"""indexphp-like: a vendor's portal in PHP, one script for everything: ``index.php?pg=despesa_empenho&exercicio=2026``.

The menu at the left names subjects, a subject is a list of queries. Every address carries the exercise, which a bar of links on every
page changes; a query's form asks for the month, at first the one that runs, in which nothing has been entered yet. "Detalhar" leads to
a page of pairs, two to a line, a label and its value in one cell.
"""

from __future__ import annotations

from urllib.parse import urlencode

from flask import Response, abort, redirect, request
from markupsafe import Markup

from lab.definition import YEARS, Page, Portal, Query, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import NAMES, Unseen

DETAIL = "_detalhar"


class IndexPhp(Paginas, Unseen):
    name = "indexphp"
    batch = "g"
    cookie = ""
    sheet_name = "pagina"
    carried = frozenset({"pg", "exercicio"})
    years = YEARS
    makers = {**NAMES, "numero_empenho": lambda r: f"{r.when:%m%d}{r.index + 1:04d}/{r.year}"}

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/index.php"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        return f"/{portal.entity}/index.php?pg={page.path or page.id}"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.path(portal, page)}{DETAIL}"

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        """A subject is a page of its own."""
        return [(ENTRY, *([f"assunto {page.menu[0]}"] if len(page.menu) > 1 else []), page.id)]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        """Another exercise is a link, a month a query; a tab comes with the first answer."""
        year = not view.years.get(page.query({}).year)
        first = page.views[0]
        waits = not page.auto or not (year or portal.rows(page, first, page.query({})))
        found = [
            *([f"{page.id}/exercício"] if year else []),
            *([f"{page.id}/{first.id}"] if waits else []),
            *([f"{page.id}/{view.id}"] if view is not first else []),
        ]
        return [tuple(found)]

    def dispatch(self, path: str) -> Response:
        portal = next((p for p in self.host.portals if f"/{path}" == self.entry(p)), None)
        if portal is None:
            town = next((p for p in self.host.portals if path.strip("/") == p.entity), None)
            return redirect(self.entry(town)) if town else abort(404)  # type: ignore[return-value]
        asked = request.args.get("pg", "inicio")
        if asked == "inicio":
            return self.draw("home.html", portal)
        groups = list(self.tree(portal))
        if asked == "assunto":
            number = request.args.get("n", "")
            group = groups[int(number) - 1] if number.isdigit() and 0 < int(number) <= len(groups) else abort(404)
            return self.draw("subject.html", portal, group=group, pages=self.tree(portal)[group])
        for page in portal.pages_on(self.name):
            name = page.path or page.id
            if asked == name:
                return self.show(portal, page)
            if asked == f"{name}{DETAIL}":
                view = self.view_of(page, request.args.get("v", "v0"))
                return self.record_page(portal, page, view, request.args.get("id", ""))
        return self.draw("missing.html", portal)

    def asked(self, page: Page) -> Query:
        return page.query({**request.values.to_dict(), "exercicio": str(self.year())})

    def year(self) -> int:
        """The exercise that the present address carries."""
        given = request.args.get("exercicio", "")
        return int(given) if given.isdigit() and int(given) in YEARS else YEARS[0]

    def link(self, portal: Portal, page: Page) -> str:
        if page.kind == "externo":
            return self.outside(portal, page)
        return f"{self.path(portal, page)}&exercicio={self.year()}"

    def of_year(self, year: int) -> str:
        """The present page of another exercise."""
        given = {k: v for k, v in request.args.items() if k in ("pg", "n")} or {"pg": "inicio"}
        if given["pg"].endswith(DETAIL):
            given = {"pg": given["pg"].removesuffix(DETAIL)}
        return f"{request.path}?{urlencode({**given, 'exercicio': year})}"

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        def attrs(row_id: str) -> Markup:
            more = urlencode({"exercicio": self.year(), "v": view.id, "id": row_id})
            return Markup('href="{}&{}"').format(self.detail_path(portal, page, view), more)

        return attrs
