"""What portals share in whose tables one cell stands over all rows with its value (``options.spans``: page → label of the first column).

Not a host.
"""

from __future__ import annotations

from itertools import groupby

from lab.definition import Page, Portal, Query, View, text_of
from lab.frameworks.unseen import Unseen
from lab.table import Grid
from lab.values import Row, Value


class Spans(Unseen):
    """Base of portals with such tables."""

    def span_of(self, portal: Portal, page: Page) -> str:
        """Label of the column whose cells stand over several rows."""
        return str(portal.options.get("spans", {}).get(page.id, ""))

    def records(self, portal: Portal, page: Page, view: View, query: Query) -> list[Row]:
        """Those under one cell stand together."""
        rows = super().records(portal, page, view, query)
        column = next((c for c in view.columns if c.label == self.span_of(portal, page)), None)
        return sorted(rows, key=lambda r: text_of(self.dress(column, r))) if column else rows

    def spanned(self, portal: Portal, page: Page, grid: Grid) -> list[list[tuple[Value, int]]]:
        """Cells with the rows that each stands over; 0 for one that another covers."""
        lines = [[(v, 1) for v in row] for row in grid.rows]
        if self.span_of(portal, page) == grid.view.columns[0].label:
            for _, same in groupby(range(len(lines)), key=lambda n: grid.rows[n][0]):
                first, *others = same
                lines[first][0] = (grid.rows[first][0], 1 + len(others))
                for n in others:
                    lines[n][0] = (grid.rows[n][0], 0)
        return lines
