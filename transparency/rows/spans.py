"""The range of years and months that rows are asked for, and the periods within it."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from transparency.items import UserError

MONTHS = 12
_YEARS = re.compile(r"(\d{4})(?:\s*-\s*(\d{4}))?")
_MONTH = re.compile(r"(\d{4})(?:-(0[1-9]|1[0-2]))?")
OLDEST = 1990


@dataclass(frozen=True)
class Span:
    """From one month to another, both included, each as year and month."""

    first: tuple[int, int]
    last: tuple[int, int]
    now: tuple[int, int] = (9999, MONTHS)
    """The month of today: no year has come further."""

    def years(self) -> range:
        """Its years, the latest first."""
        return range(self.last[0], self.first[0] - 1, -1)

    def has(self, when: str) -> bool:
        """Whether a year, or a month, is wholly in it; of the year of its end as far as that has come.

        >>> span = Span((2024, 3), (2025, 12))
        >>> span.has("2025"), span.has("2024"), span.has("2024-03"), span.has("2026-01")
        (True, False, True, False)
        """
        year, _, month = when.partition("-")
        first = (int(year), int(month or 1))
        last = (int(year), int(month)) if month else min((int(year), MONTHS), self.now)
        return self.first <= first <= last <= self.last

    def months(self, year: int) -> Iterator[str]:
        """Its months of a year, the latest first."""
        return (f"{year}-{month:02}" for month in range(MONTHS, 0, -1) if self.first <= (year, month) <= self.last)


def in_words(periods: Sequence[str]) -> str:
    """Years and months in words, those that follow each other as a range.

    >>> in_words(["2026-03", "2026-02", "2026-01", "2024"]), in_words([""])
    ('2024, 2026-01 a 2026-03', '')
    """
    ranges: list[list[str]] = []
    for one in sorted(filter(None, periods)):
        if ranges and _next(ranges[-1][-1]) == one:
            ranges[-1].append(one)
        else:
            ranges.append([one])
    return ", ".join(one[0] if len(one) == 1 else f"{one[0]} a {one[-1]}" for one in ranges)


def _next(when: str) -> str:
    """The year after a year, the month after a month."""
    year, _, month = when.partition("-")
    if not month:
        return str(int(year) + 1)
    return f"{year}-{int(month) + 1:02}" if int(month) < MONTHS else f"{int(year) + 1}-01"


def read_span(years: str, since: str, until: str, today: dt.date) -> Span | None:
    """The range that ``anos``, ``desde`` and ``ate`` ask for, up to today; None where they ask for none. UserError for what is none.

    >>> read_span("2024-2026", "", "", dt.date(2026, 11, 20))
    Span(first=(2024, 1), last=(2026, 11), now=(2026, 11))
    >>> read_span("", "2025-03", "2025", dt.date(2026, 11, 20))
    Span(first=(2025, 3), last=(2025, 12), now=(2026, 11))
    """
    if not (years or since or until):
        return None
    if years and (since or until):
        raise UserError("Diga anos, ou desde e ate: não os dois.", "Por exemplo: anos=2024-2026, ou desde=2025-01.")
    found = _YEARS.fullmatch(years.strip()) if years else None
    if years and found is None:
        raise UserError(f"Valor inválido para anos: “{years}”.", "Por exemplo: anos=2024-2026 ou anos=2025.")
    now = (today.year, today.month)
    if found:
        first, last = (int(found[1]), 1), (int(found[2] or found[1]), MONTHS)
    else:
        last = _month("ate", until, MONTHS) if until else now
        first = _month("desde", since, 1) if since else (last[0], 1)
    if not (OLDEST, 1) <= first <= min(last, now):
        raise UserError("O período pedido não tem nenhum mês até hoje.", "Confira anos, desde e ate.")
    return Span(first, min(last, now), now)


def _month(name: str, text: str, month: int) -> tuple[int, int]:
    found = _MONTH.fullmatch(text.strip())
    if found is None:
        raise UserError(f"Valor inválido para {name}: “{text}”.", f"Por exemplo: {name}=2025-01 ou {name}=2025.")
    return int(found[1]), int(found[2] or month)
