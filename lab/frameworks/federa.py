"""federa-like: towns' sites on the content manager of their regional association, put together by people without code.

"Transparência" is a page of cards, one per subject; a subject is a page of cards again. What one leads to is a page of years that fold
(the latest is open), each with a button per month or, where ``options.drawers`` names none, one for the whole year; a button fetches a table and
puts it into the box below. A record of such a table has more columns, which unfold below its row (as FooTable does). The pages of
``options.posts`` are lists of posts, by year: a post is a list of labels and values, and its attachments.
"""

from __future__ import annotations

import zlib

from flask import Response, abort, request

from lab.definition import YEARS, Page, Portal, Query, View, text_of
from lab.frameworks.base import ENTRY, Way
from lab.frameworks.gavetas import Gavetas
from lab.frameworks.unseen import NAMES, OFFICES, office, plain_word
from lab.values import MONTHS

HALL = "Transparência"
WHOLE = "Visualizar dados"
POSTS = 8
"""Posts on a sheet of a list."""


class Federa(Gavetas):
    name = "federa"
    batch = "l"
    cookie = ""
    tabs = False
    currency = "R$"
    makers = {
        **NAMES,
        "percentual": lambda r: f"{100 * r.budget[2] / r.budget[0]:.2f}%".replace(".", ","),
        "numero_empenho": lambda r: f"{r.index + 1}",
        "secretaria": lambda r: office(r).replace("Sec. Mun.", "Secretaria"),
        "unidade": lambda r: office(r).replace("Sec. Mun.", "Secretaria"),
        "orgao": lambda r: f"{OFFICES.index(office(r)) + 3:02d} {office(r).replace('Sec. Mun.', 'Secretaria')}",
        "funcao": lambda r: r.function[0][5:],
        "subfuncao": lambda r: r.function[1][6:],
    }

    def entry(self, portal: Portal) -> str:
        return f"/{portal.entity}/"

    @classmethod
    def path(cls, portal: Portal, page: Page) -> str:
        number = zlib.crc32(f"{portal.entity}/{page.id}".encode()) % 90000 + 10000
        return f"/{portal.entity}/pagina-{number}/{page.path or plain_word(page.menu[-1])}/"

    @classmethod
    def hall_path(cls, portal: Portal, subject: str = "") -> str:
        """The page of cards of all subjects, or of one."""
        return f"/{portal.entity}/transparencia/{plain_word(subject) + '/' if subject else ''}"

    @classmethod
    def is_posts(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("posts", ())

    @classmethod
    def way(cls, portal: Portal, page: Page) -> list[str]:
        """A page of one word stands in the site's own menu."""
        return [HALL, page.menu[0], page.menu[-1]] if len(page.menu) > 1 else list(page.menu)

    @classmethod
    def ways(cls, portal: Portal, page: Page) -> list[Way]:
        if len(page.menu) == 1:
            return [(ENTRY, page.id)]
        return [(ENTRY, "cartões", f"cartões {page.menu[0]}", page.id)]

    # ------------------------------------------------ years and months

    @classmethod
    def years(cls, page: Page) -> list[int]:
        return [y for y in YEARS if any(y in v.years for v in page.views)]

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        return cls.years(page)[0]

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """The years that fold are in the document; so a fetched table is the only state, and a year of posts."""
        year, word = cls.first(portal, page, view)
        opened = [(str(year), f"{page.id}/{year}")] if year != cls.at_first(portal, page) else []
        if cls.is_posts(portal, page):
            return opened
        return [*opened, (word or WHOLE, f"{page.id}/{year}/{word or 'ano'}")]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [tuple(state for _, state in cls.passed(portal, page, view))[-1:]]

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        return cls.path(portal, page)

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        if not cls.is_posts(portal, page):
            return cls.path(portal, page)
        return f"/{portal.entity}/publicacao-{portal.options['posts'].index(page.id) + 1}"

    # ------------------------------------------------ pages

    def show(self, portal: Portal, page: Page) -> Response:
        if not self.is_posts(portal, page):
            return super().show(portal, page)
        view = page.views[0]
        years = self.years(page)
        asked = request.args.get("ano", "")
        year = int(asked) if asked.isdigit() and int(asked) in years else years[0]
        rows = list(reversed(self.records(portal, page, view, Query(year))))
        grid = self.grid_of(page, view, rows, self.sheet(), POSTS)
        named = [self.title(portal, page, i) for i in grid.ids]
        return self.draw("posts.html", portal, page, view=view, year=year, grid=grid, named=named)

    def title(self, portal: Portal, page: Page, row_id: str) -> tuple[str, str]:
        """What a post is called, and when it was published: its first fields."""
        view = page.views[0]
        row = portal.row(page, view, row_id)
        if row is None or view.detail is None:
            abort(404)
        kind, number, day = (text_of(self.dress(c, row)) for c in view.detail.columns[:3])
        return f"{kind} nº {number}", day

    def other(self, portal: Portal, here: str) -> Response | None:
        """Pages of cards, fetched tables, posts."""
        if here == self.hall_path(portal):
            return self.draw("hall.html", portal, subject="")
        for subject in self.subjects(portal):
            if here == self.hall_path(portal, subject):
                return self.draw("hall.html", portal, subject=subject)
        kind, _, rest = here.removeprefix(f"/{portal.entity}/").partition("/")
        if kind == "quadro" and rest.count("/") == 2:
            return self.fragment(portal, *rest.split("/"))
        for page in (portal.page(p) for p in portal.options.get("posts", ())):
            begins = self.record_path(portal, page, 0, "")
            if here.startswith(begins):
                return self.post(portal, page, here.removeprefix(begins).partition("/")[0])
        return None

    def subjects(self, portal: Portal) -> dict[str, list[Page]]:
        """The cards of the hall."""
        return {g: pages for g, pages in self.tree(portal).items() if len(pages[0].menu) > 1}

    def fragment(self, portal: Portal, page_id: str, year: str, month: str) -> Response:
        """The tables of a month, or of a year where the month is ``ano``, without a page around them."""
        page = self.found(portal, page_id)
        if page is None or not year.isdigit() or int(year) not in self.years(page):
            abort(404)
        whole = month == "ano"
        if not whole and not (month.isdigit() and 1 <= int(month) <= 12):
            abort(404)
        word = "" if whole else MONTHS[int(month) - 1]
        tables = []
        for view in page.views:
            rows = self.drawers(portal, page, view, int(year)).get(word, [])
            more = [[self.dress(c, r) for c in view.detail.columns] for r in rows] if view.detail else []
            tables.append((view, self.grid_of(page, view, rows, 1, max(1, len(rows))), more))
        name = f"{word}/{year}" if word else year
        return Response(self.html("fragment.html", portal=portal, page=page, tables=tables, drawer=name))

    def post(self, portal: Portal, page: Page, row_id: str) -> Response:
        view = page.views[0]
        opened = self.opened_of(portal, page, view, row_id)
        title, day = self.title(portal, page, row_id)
        shown = {"view": view, "opened": opened, "title": title, "day": day, "row_id": row_id}
        return self.draw("post.html", portal, page, **shown)

    def post_path(self, portal: Portal, page: Page, row_id: str) -> str:
        words = plain_word(self.title(portal, page, row_id)[0])
        return f"{self.record_path(portal, page, 0, '')}{row_id}/{words}/"
