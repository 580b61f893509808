"""What portals share whose queries lead down, level by level, from sums to records.

Not a host. The views of the pages of ``options.levels`` are the levels, the last holds the records: the lines of a level above are sums of
them, by its first column.
"""

from __future__ import annotations

from collections.abc import Iterator

from lab.definition import Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks.unseen import Unseen
from lab.values import Row, Value, money


class Levels(Unseen):
    """Base of portals that drill down."""

    @classmethod
    def levels(cls, portal: Portal, page: Page) -> bool:
        return page.id in portal.options.get("levels", ())

    @classmethod
    def first_names(cls, portal: Portal, page: Page) -> list[str]:
        """The first line of each level that leads down, in the latest year with records."""
        last = page.views[-1]
        year = max(y for y, count in last.years.items() if count)
        rows, trail = portal.rows(page, last, Query(year)), list[str]()
        for head in (view.columns[0] for view in page.views[:-1]):
            trail.append(min(text_of(cls.dress(head, r)) for r in rows))
            rows = [r for r in rows if text_of(cls.dress(head, r)) == trail[-1]]
        return trail

    @classmethod
    def below(cls, page: Page, rows: list[Row], trail: list[str]) -> list[Row]:
        """The records under the names of a trail."""
        heads = [v.columns[0] for v in page.views[: len(trail)]]
        return [r for r in rows if [text_of(cls.dress(c, r)) for c in heads] == trail]

    @classmethod
    def added(cls, view: View, rows: list[Row]) -> list[tuple[str, list[str]]]:
        """The lines of a level over these records, by name."""
        found: dict[str, list[float]] = {}
        for row in rows:
            line = found.setdefault(text_of(cls.dress(view.columns[0], row)), [0.0] * (len(view.columns) - 1))
            for n, column in enumerate(view.columns[1:]):
                line[n] += number(text_of(cls.dress(column, row))) or 0
        return [(name, [money(amount) for amount in line]) for name, line in sorted(found.items())]

    def cells(self, portal: Portal, page: Page, view: View, query: Query) -> Iterator[list[Value]]:
        if not self.levels(portal, page) or view is page.views[-1]:
            yield from super().cells(portal, page, view, query)
            return
        heads = [v.columns[0] for v in page.views[: page.views.index(view)]]
        under: dict[tuple[str, ...], list[Row]] = {}
        for row in portal.rows(page, page.views[-1], query):
            under.setdefault(tuple(text_of(self.dress(c, row)) for c in heads), []).append(row)
        for rows in under.values():
            for name, amounts in self.added(view, rows):
                yield [name, *amounts]
