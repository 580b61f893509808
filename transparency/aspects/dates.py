"""Days and periods that words name: "12/03/2026", "março de 2026", "4º bimestre de 2026", "2026"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from transparency.aspects.words import Words
from transparency.extract.forms.dates import NAMED_MONTH, month_named
from transparency.text import legible, normalize, strip_accents

Unit = Literal["day", "month", "bimester", "three_months", "four_months", "semester", "year"]
_MONTHS_OF: dict[Unit, int] = {
    "month": 1,
    "bimester": 2,
    "three_months": 3,
    "four_months": 4,
    "semester": 6,
    "year": 12,
}
_OLDEST, _NEWEST = 1990, 2049
_NEAR = 30
"""So many characters before a month in digits tell whether it is one."""
_NUMBERED = re.compile(
    r"(?<![\d/.,-])(?P<day>0?[1-9]|[12]\d|3[01])(?P<sign>[/.-])(?P<month>0?[1-9]|1[0-2])(?P=sign)(?P<year>(?:19|20)\d\d|\d\d(?!\d))(?![\d])"
    r"|(?<![\d/.,-])(?P<iso>(?:19|20)\d\d)-(?P<of>0[1-9]|1[0-2])-(?P<on>0[1-9]|[12]\d|3[01])(?!\d)"
)
_NAMED = re.compile(
    rf"(?<!\d)(?P<day>0?[1-9]|[12]\d|3[01])[ºo°]?\s+(?:de\s+)?(?P<month>{NAMED_MONTH})\.?,?\s+(?:de\s+)?(?P<year>(?:19|20)\d\d)"
)
_MONTH = re.compile(rf"\b(?P<name>{NAMED_MONTH})\.?\s*(?:/|-|–|\bde\b|,)?\s*(?P<of>(?:19|20)\d\d|(?<=/)\d\d)(?!\d)")
_NUMERIC_MONTH = re.compile(
    r"(?<![\d/.,-])(?P<number>0?[1-9]|1[0-2])\s?/\s?(?P<year>(?:19|20)\d\d)(?![\d/])"
    r"|(?<![\d/.,-])(?P<iso>(?:19|20)\d\d)-(?P<on>0[1-9]|1[0-2])(?![\d-])"
)
_YEAR = re.compile(
    r"(?<![\d.,/-])(?P<first>(?:19|20)\d\d)(?:\s*(?:-|–|/|a|ate)\s*(?P<last>(?:19|20)\d\d))?(?![\d,]|\.\d|-\d)"
)
_YEAR_OF_NUMBER = re.compile(r"(?<!\d)(?:\d{1,3}|\d{5,})\s?[/-]\s?(?P<year>(?:19|20)\d\d)(?![\d/])")
_BARE_MONTH = re.compile(rf"(?:\d{{1,2}}\s*[-–.]?\s*)?(?P<name>{NAMED_MONTH})\.?")


@dataclass(frozen=True)
class When:
    """A day or a period. ``words``: how it was written."""

    first: dt.date
    last: dt.date
    unit: Unit
    words: str

    @property
    def year(self) -> int:
        """The year that it ends in."""
        return self.last.year

    def until(self, today: dt.date) -> dt.date:
        """Its last day that has come."""
        return min(self.last, today)


def written(day: dt.date) -> str:
    """A day as people write it: "12/03/2026"."""
    return f"{day:%d/%m/%Y}"


def span(year: int, number: int, unit: Unit, words: str) -> When | None:
    """The period of a year with that number ("4th bimester"); None where the year has no such."""
    months = _MONTHS_OF[unit]
    if not 1 <= number * months <= 12 or not _OLDEST <= year <= _NEWEST:
        return None
    end = number * months
    return When(
        dt.date(year, end - months + 1, 1), dt.date(year, end, calendar.monthrange(year, end)[1]), unit, words.strip()
    )


def periods(text: str, words: Words, year: int = 0, numeric: bool = False) -> list[When]:
    """The days and periods that a text names, in no order; a year only where nothing finer names it. ``year``: the one that is
    meant where a period stands without. ``numeric``: "10/2026" is a month wherever it stands; else it is one behind words like
    "competência" only, and the number of something elsewhere.

    >>> from transparency.aspects.words import load_words
    >>> [w.last.isoformat() for w in periods("RREO 4º bimestre de 2026, publicado em 28/09/2026", load_words())]
    ['2026-09-28', '2026-08-31']
    >>> [w.unit for w in periods("Folha de outubro/2026", load_words())], [w.unit for w in periods("Exercício 2025", load_words())]
    (['month'], ['year'])
    """
    return [*_periods(text, words, year, numeric)]


@lru_cache(maxsize=65536)
def _periods(text: str, words: Words, year: int, numeric: bool) -> tuple[When, ...]:
    left = legible(text)
    lowered = strip_accents(left).casefold()
    found: list[When] = []
    for read in (_days, _days_by_name, _Parts(words, year), _months, _NumericMonths(words, numeric)):
        for when, place in read(lowered):
            found.append(when)
            lowered = f"{lowered[: place[0]]}{'#' * (place[1] - place[0])}{lowered[place[1] :]}"
    dated = {when.year for when in found}
    return (*found, *(when for when in _years(lowered) if when.year not in dated))


Read = tuple[When, tuple[int, int]]


def _days(text: str) -> list[Read]:
    return [
        (When(day, day, "day", found[0]), found.span())
        for found in _NUMBERED.finditer(text)
        if (day := _day(found["year"] or found["iso"], found["month"] or found["of"], found["day"] or found["on"]))
    ]


def _days_by_name(text: str) -> list[Read]:
    return [
        (When(day, day, "day", found[0]), found.span())
        for found in _NAMED.finditer(text)
        if (day := _day(found["year"], str(month_named(found["month"])), found["day"]))
    ]


def _day(year: str, month: str, day: str) -> dt.date | None:
    full = int(year) + (2000 if len(year) == 2 else 0)
    try:
        return dt.date(full, int(month), int(day)) if _OLDEST <= full <= _NEWEST else None
    except ValueError:
        return None


class _Parts:
    """Reads the numbered parts of years: "4º bimestre/2026", "2º quadrimestre", "bimestre: 4 exercício: 2026"."""

    def __init__(self, words: Words, year: int) -> None:
        self.year = year
        names: dict[Unit, Sequence[str]] = {
            "bimester": words.bimesters,
            "four_months": words.four_months,
            "three_months": words.three_months,
            "semester": words.semesters,
        }
        self.units = {name: unit for unit, told in names.items() for name in told}
        either = "|".join(sorted(map(re.escape, self.units), key=len, reverse=True))
        self.form = re.compile(
            rf"(?<![\d/.])(?P<number>[1-6])\s?[ºoª°a]?\.?\s?(?P<name>{either})\b\.?"
            rf"|\b(?P<named>{either})\b\.?\s?[:nº°o.-]*\s?(?P<of>[1-6])(?![\d/])"
        )

    def __call__(self, text: str) -> list[Read]:
        """What stands in a text, with its place."""
        found = []
        for part in self.form.finditer(text):
            unit = self.units[part["name"] or part["named"]]
            year = self._year_beside(text, part.span())
            when = span(year, int(part["number"] or part["of"]), unit, part[0]) if year else None
            if when:
                found.append((when, part.span()))
        return found

    def _year_beside(self, text: str, place: tuple[int, int]) -> int:
        """The year that stands nearest behind a part, else before it, else the one that is meant."""
        behind = re.search(r"(?<!\d)(20[0-4]\d)(?!\d)", text[place[1] : place[1] + 40])
        before = re.findall(r"(?<!\d)(20[0-4]\d)(?!\d)", text[max(0, place[0] - 40) : place[0]])
        return int(behind[1]) if behind else int(before[-1]) if before else self.year


def _months(text: str) -> list[Read]:
    found = []
    for one in _MONTH.finditer(text):
        year = int(one["of"])
        when = span(year + (2000 if year < 100 else 0), month_named(one["name"]), "month", one[0])
        if when:
            found.append((when, one.span()))
    return found


class _NumericMonths:
    """Reads months that are written in digits."""

    def __init__(self, words: Words, everywhere: bool) -> None:
        self.words, self.everywhere = words, everywhere

    def __call__(self, text: str) -> list[Read]:
        """What stands in a text, with its place."""
        found = []
        for one in _NUMERIC_MONTH.finditer(text):
            when = span(int(one["year"] or one["iso"]), int(one["number"] or one["on"]), "month", one[0])
            if when and (self.everywhere or self._named_before(text[: one.start()])):
                found.append((when, one.span()))
        return found

    def _named_before(self, text: str) -> bool:
        before = normalize(text[-_NEAR:]).split()
        return any(" ".join(before[-size:]) in self.words.month_words for size in (1, 2, 3)) or "a" in before[-1:]


def _years(text: str) -> Iterator[When]:
    for found in _YEAR.finditer(text):
        first, last = int(found["first"]), int(found["last"] or found["first"])
        if _OLDEST <= first <= last <= _NEWEST:
            yield When(dt.date(first, 1, 1), dt.date(last, 12, 31), "year", found[0])
    for found in _YEAR_OF_NUMBER.finditer(text):
        yield When(dt.date(int(found["year"]), 1, 1), dt.date(int(found["year"]), 12, 31), "year", found["year"])


def bare_month(text: str, year: int) -> When | None:
    """The month that a text names and nothing besides, of that year."""
    found = _BARE_MONTH.fullmatch(strip_accents(legible(text)).casefold().strip())
    return span(year, month_named(found["name"]), "month", text) if found and year else None
