"""What portals share that list the records of all years, the newest first, where no year is chosen.

Not a host.
"""

from __future__ import annotations

from dataclasses import replace

from lab.definition import Page, Portal, Query, View
from lab.frameworks.unseen import Unseen
from lab.values import Row


class AllYears(Unseen):
    """Base; a filter ``ano`` with a default has that year chosen at first."""

    @classmethod
    def at_once(cls, portal: Portal, page: Page, view: View) -> bool:
        year = next((f for f in page.filters if f.kind == "ano"), None)
        chosen = page.query({}).year if year and year.default else None
        return page.auto and (bool(view.years.get(chosen)) if chosen else view.has_rows)

    def of_years(self, portal: Portal, page: Page, view: View, asked: Query, *, one: bool) -> list[Row]:
        """The records of the query's year, or of all."""
        years = [asked.year] if one else sorted(view.years, reverse=True)
        return [r for year in years for r in self.records(portal, page, view, replace(asked, year=year))]
