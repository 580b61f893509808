"""listapoint-like: a town's intranet product turned to the public, as SharePoint is. What it publishes are lists; in a list, folders of
years and in these of months or offices (``options.drawers``), as ``RootFolder=`` of one address says; then items, on sheets of thirty.

The lists of ``options.quick`` stand at the left of every page, the others only under "Conteúdo do Site". The lists of ``options.grouped``
have no folders: their items stand under a heading per year, shut, and are fetched when it opens. An item with a detail has a form of
its own, label beside value, a table being the text of one field. "Exportar para o Excel" is a query file, as the product has it.
"""

from __future__ import annotations

from urllib.parse import quote

from flask import Response, request
from markupsafe import Markup

from lab.definition import FORBIDDEN_FORMS, YEARS, Page, Portal, View
from lab.frameworks.base import ENTRY, Opener, Way
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word
from lab.values import MONTHS

CONTENTS = "Conteúdo do Site"
SIZE = 30  # items on a sheet


class ListaPoint(Gavetas):
    name = "listapoint"
    batch = "k"
    cookie = ""
    currency = "R$"
    contents_word = CONTENTS
    makers = {
        **NAMES,
        "numero_empenho": lambda r: f"EMP-{r.year}-{r.index + 1:04d}",
        "orgao": lambda r: f"{office(r)} ({(OFFICES.index(office(r)) + 1) * 100})",
        "unidade": lambda r: f"{office(r)} ({(OFFICES.index(office(r)) + 1) * 100 + 1})",
    }

    def entry(self, portal: Portal) -> str:
        return f"/sites/{portal.entity}/Paginas/default.aspx"

    # ------------------------------------------------ addresses

    @classmethod
    def root(cls, portal: Portal, page: Page) -> str:
        """The folder of a list."""
        return f"/sites/{portal.entity}/Lists/{page.path or plain_word(page.menu[-1]).title().replace('-', '')}"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        if page.views:
            return f"{cls.root(portal, page)}/AllItems.aspx"
        if page.kind in FORBIDDEN_FORMS:
            return f"{cls.root(portal, page)}/NewForm.aspx"
        return f"{cls.root(portal, page).replace('/Lists/', '/Paginas/')}.aspx"

    @classmethod
    def detail_path(cls, portal: Portal, page: Page, view: View) -> str:
        return f"{cls.root(portal, page)}/DispForm.aspx"

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return cls.detail_path(portal, page, page.views[0])

    @classmethod
    def contents_path(cls, portal: Portal) -> str:
        return f"/sites/{portal.entity}/_layouts/15/viewlsts.aspx"

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if page.auto or cls.by_group(portal, page):
            return cls.path(portal, page)
        folder = "/".join([cls.root(portal, page), str(year), *([cls.drawer_word(word, year)] if word else [])])
        return f"{cls.path(portal, page)}?RootFolder={quote(folder, safe='')}"

    @classmethod
    def drawer_word(cls, word: str, year: int) -> str:
        return f"{MONTHS.index(word) + 1:02d} - {word}" if word in MONTHS else word

    # ------------------------------------------------ ways

    @classmethod
    def quick(cls, portal: Portal, page: Page) -> bool:
        """Whether a page stands at the left of all."""
        return page.id in portal.options.get("quick", ())

    @classmethod
    def by_group(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("grouped", ())

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        return [*([] if cls.quick(portal, page) else [CONTENTS]), page.menu[-1]]

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        return [(ENTRY, *([] if cls.quick(portal, page) else ["conteúdo"]), page.id)]

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        return cls.first(portal, page, page.views[0])[0] if page.auto and page.views else None

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """A group's heading says what it is grouped by."""
        heading = "Exercício : " if cls.by_group(portal, page) else ""
        return [(f"{heading}{w}" if w.isdigit() else w, state) for w, state in super().passed(portal, page, view)]

    # ------------------------------------------------ lists

    def show(self, portal: Portal, page: Page) -> Response:
        if not page.views:
            return super().show(portal, page)
        alone = self.at_first(portal, page)
        years = sorted({y for v in page.views for y in v.years}, reverse=True)
        if self.by_group(portal, page):
            if request.args.get("GroupString", "") in map(str, years):
                return self.items(portal, page, int(request.args["GroupString"]), "", "items.html")
            found = [(y, sum(v.years.get(y, 0) for v in page.views)) for y in years]
            return self.draw("groups.html", portal, page, view=page.views[0], found=found)
        if alone is not None:
            return self.items(portal, page, alone, "")
        year, _, folder = (
            request.args.get("RootFolder", "").removeprefix(self.root(portal, page)).strip("/").partition("/")
        )
        if not year.isdigit() or int(year) not in YEARS:
            return self.folders(portal, page, [(str(y), y, "") for y in years])
        drawers = [(self.drawer_word(w, int(year)), w) for w in self.contents(portal, page, int(year))]
        if not self.by(portal, page):
            return self.items(portal, page, int(year), "")
        if not folder:
            return self.folders(portal, page, [(said, int(year), word) for said, word in drawers], year)
        return self.items(portal, page, int(year), dict(drawers).get(folder, folder))

    def folders(self, portal: Portal, page: Page, found: list[tuple[str, int, str]], *trail: str) -> Response:
        """A list, or a folder, of folders: name, year and word of each."""
        rows = [(said, self.drawer_path(portal, page, year, word)) for said, year, word in found]
        return self.draw("list.html", portal, page, folders=rows, trail=trail)

    def items(self, portal: Portal, page: Page, year: int, word: str, template: str = "list.html") -> Response:
        view = self.view_of(page, request.args.get("View", "v0"))
        rows = self.drawers(portal, page, view, year).get(word, [])
        first = self.sheet("PageFirstRow")
        size = len(rows) if template == "items.html" else SIZE
        grid = self.grid_of(page, view, rows, (first - 1) // SIZE + 1, size)
        named = [str(year), *([self.drawer_word(word, year)] if word else [])]
        return self.draw(template, portal, page, view=view, g=grid, size=SIZE, trail=[] if page.auto else named,
                         opener=self.opener(portal, page, view), n=len(view.columns))  # fmt: skip

    def record_page(self, portal: Portal, page: Page, view: View, row_id: str) -> Response:
        view = self.view_of(page, request.args.get("View", "v0"))
        opened = self.opened_of(portal, page, view, request.args.get("ID", ""))
        return self.draw("form.html", portal, page, opened=opened)

    def other(self, portal: Portal, here: str) -> Response | None:
        """All lists of the site, or the query file of one."""
        if here == self.contents_path(portal):
            return self.draw("contents.html", portal)
        for page in (p for p in portal.pages_on(self.name) if p.views):
            if here == f"{self.root(portal, page)}/owssvr.dll":
                lines = [
                    "WEB",
                    "1",
                    f"{self.host.url}{self.path(portal, page)}?XMLDATA=1&RowLimit=0",
                    "",
                    "Selection=1",
                ]
                kept = {"Content-Disposition": 'attachment; filename="query.iqy"'}
                return Response("\r\n".join(lines), content_type="text/x-ms-iqy", headers=kept)
        return None

    def opener(self, portal: Portal, page: Page, view: View) -> Opener:
        form = self.detail_path(portal, page, view)
        return lambda row_id: Markup('href="{}?ID={}&amp;View={}"').format(form, row_id, view.id)
