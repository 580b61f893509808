"""What templates draw: a grid of one answer's rows, and the detail view of one record."""

from __future__ import annotations

from dataclasses import dataclass

from lab.definition import Column, Detail, Inner, Page, Portal, Query, View
from lab.values import Row, Value, money


@dataclass
class Grid:
    """One sheet of a view. ``pages`` counts sheets, ``page`` is 1-based."""

    view: View
    rows: list[list[Value]]
    ids: list[str]
    page: int
    pages: int
    total: int
    message: str
    sums: list[str] | None = None

    @property
    def headers(self) -> tuple[Column, ...]:
        return self.view.columns

    @property
    def groups(self) -> list[tuple[str, list[Column]]]:
        """Neighbouring columns under one heading; an ungrouped column stands alone under ""."""
        found: list[tuple[str, list[Column]]] = []
        for c in self.view.columns:
            if c.group and found and found[-1][0] == c.group:
                found[-1][1].append(c)
            else:
                found.append((c.group, [c]))
        return found

    @property
    def grouped(self) -> bool:
        return any(c.group for c in self.view.columns)


def grid(portal: Portal, page: Page, view: View, query: Query, sheet: int = 1) -> Grid:
    """The sheet ``sheet`` of the view's answer to ``query``."""
    rows = portal.rows(page, view, query)
    size = view.per_page or len(rows) or 1
    sheets = max(1, -(-len(rows) // size))
    sheet = min(max(sheet, 1), sheets)
    shown = rows[(sheet - 1) * size : sheet * size]
    return Grid(
        view,
        [[r[c.maker] for c in view.columns] for r in shown],
        [r.id for r in shown],
        sheet,
        sheets,
        len(rows),
        page.message,
        sums(view, rows) if view.total and rows else None,
    )


def sums(view: View, rows: list[Row]) -> list[str]:
    """A totals line: "Total" first, the sum under every money column."""
    line = []
    for n, c in enumerate(view.columns):
        values = [r[c.maker] for r in rows[:500]]
        texts = [
            v
            for v in values
            if isinstance(v, str) and v[-3:-2] == "," and v.replace(".", "").replace(",", "").isdigit()
        ]
        total = (
            money(sum(float(t.replace(".", "").replace(",", ".")) for t in texts)) if len(texts) == len(values) else ""
        )
        line.append("Total" if n == 0 else total)
    return line


@dataclass
class Opened:
    """A record's detail view."""

    detail: Detail
    row: Row
    sections: list[tuple[str, list[tuple[Column, Value]]]]
    tables: list[tuple[Inner, list[list[Value]]]]


def opened(detail: Detail, row: Row) -> Opened:
    """The detail view of ``row``; its inner tables hold records of their own."""
    sections = [(s.title, [(c, row[c.maker]) for c in s.fields]) for s in detail.sections]
    tables = []
    for t in detail.tables:
        inner = [Row(f"{row.seed}/{t.title}", row.year, i, t.rows) for i in range(t.rows)]
        tables.append((t, [[r[c.maker] for c in t.columns] for r in inner]))
    return Opened(detail, row, sections, tables)
