"""What was due on a day: the last bimester, the last four months, the accounts of a year."""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta

GRACE = timedelta(days=30)
"""What the fiscal law leaves for publishing a report after its period has ended."""


@dataclass(frozen=True)
class Period:
    """A part of a year: its number from 1, and how many months it has."""

    year: int
    number: int
    months: int

    @property
    def end(self) -> date:
        month = self.number * self.months
        return date(self.year, month, calendar.monthrange(self.year, month)[1])

    @property
    def before(self) -> Period:
        if self.number > 1:
            return Period(self.year, self.number - 1, self.months)
        return Period(self.year - 1, 12 // self.months, self.months)

    @property
    def name(self) -> str:
        kind = {2: "Bimestre", 4: "Quadrimestre", 6: "Semestre"}[self.months]
        return f"{self.number}º {kind}"


def last_due(today: date, months: int) -> Period:
    """The newest period whose report had to be out."""
    period = Period(today.year, 12 // months, months)
    while period.end + GRACE >= today:
        period = period.before
    return period


def back_to(period: Period, year: int) -> list[Period]:
    """This period and all before it, down to the first of that year."""
    found = []
    while period.year >= year:
        found.append(period)
        period = period.before
    return found


def accounts_year(today: date) -> int:
    """The last year whose accounts had to be out: they are due by the end of April."""
    return today.year - (1 if today.month >= 5 else 2)


def ppa_start(today: date) -> int:
    """The first year of the plan that is in force: 2026, 2030 …"""
    return today.year - (today.year - 2026) % 4


def written(when: date) -> str:
    return f"{when:%d/%m/%Y}"
