"""What portals share that keep records in drawers: a page shows years, a year its months (or departments), each of them a table.

Not a host. ``options.drawers`` says of a page which drawers it has: ``mes``, or the maker whose values they are; a page that is not
named has none, and a year of it is one table.
"""

from __future__ import annotations

from typing import ClassVar

from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.base import Way
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import Unseen, plain_word
from lab.values import MONTHS, Row


class Gavetas(Paginas, Unseen):
    """Base; a subclass says its addresses and what its links say."""

    tabs: ClassVar[bool] = True
    """Whether the views of a page are tabs; else they stand one below the other."""

    @classmethod
    def at_first(cls, portal: Portal, page: Page) -> int | None:
        """The year that a page shows before one is chosen, if any."""
        return None

    @classmethod
    def year_word(cls, year: int) -> str:
        return str(year)

    @classmethod
    def drawer_word(cls, word: str, year: int) -> str:
        return word

    @classmethod
    def drawer_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        """Address of a year, where ``word`` is empty, or of a drawer of it, without arguments."""
        raise NotImplementedError

    @classmethod
    def record_path(cls, portal: Portal, page: Page, year: int, word: str) -> str:
        """What the addresses of the records in there begin with."""
        raise NotImplementedError

    @classmethod
    def by(cls, portal: Portal, page: Page) -> str:
        return str(portal.options.get("drawers", {}).get(page.id, ""))

    @classmethod
    def drawers(cls, portal: Portal, page: Page, view: View, year: int) -> dict[str, list[Row]]:
        """Word of a drawer → its records, in the order that they are shown; "" holds all where there are no drawers."""
        by, found = cls.by(portal, page), dict[str, list[Row]]()
        for row in portal.rows(page, view, Query(year)):
            value = MONTHS[row.when.month - 1] if by == "mes" else text_of(cls.makers[by](row)) if by else ""
            found.setdefault(value, []).append(row)
        return found if by == "mes" else dict(sorted(found.items()))

    @classmethod
    def first(cls, portal: Portal, page: Page, view: View) -> tuple[int, str]:
        """The latest year that holds records of a view, and its first drawer."""
        year = max((y for y, n in view.years.items() if n), default=max(view.years))
        return year, next(iter(cls.drawers(portal, page, view, year)), "")

    @classmethod
    def passed(cls, portal: Portal, page: Page, view: View) -> list[tuple[str, str]]:
        """What is clicked on a page until a view's first records are in sight, each with the state that it leads to."""
        year, word = cls.first(portal, page, view)
        found = []
        if year != cls.at_first(portal, page):
            found.append((cls.year_word(year), f"{page.id}/{year}"))
        if word:
            found.append((cls.drawer_word(word, year), f"{page.id}/{year}/{word}"))
        if cls.tabs and view is not page.views[0]:
            found.append((view.tab, f"{page.id}/{view.id}"))
        return found

    @classmethod
    def where(cls, portal: Portal, page: Page, view: View, in_detail: bool) -> list[str]:
        opening = cls.opening(view) if in_detail else []
        path = (cls.record_path if opening else cls.drawer_path)(portal, page, *cls.first(portal, page, view))
        clicked = [word for word, _ in cls.passed(portal, page, view)]
        return [" › ".join([path, *cls.way(portal, page), *clicked, *opening])]

    @classmethod
    def fillings(cls, portal: Portal, page: Page, view: View) -> list[Way]:
        return [tuple(state for _, state in cls.passed(portal, page, view))]

    @staticmethod
    def short(word: str) -> str:
        """A drawer in an address."""
        return f"{MONTHS.index(word) + 1:02d}" if word in MONTHS else plain_word(word)

    def contents(self, portal: Portal, page: Page, year: int) -> dict[str, int]:
        """Word of a drawer → how many records it holds, of all views."""
        found: dict[str, int] = {}
        for view in page.views:
            for word, rows in self.drawers(portal, page, view, year).items():
                found[word] = found.get(word, 0) + len(rows)
        months = self.by(portal, page) == "mes"
        return dict(sorted(found.items(), key=lambda item: MONTHS.index(item[0]) if months else item[0]))
