"""Years, months and days in the fields of query forms."""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from collections.abc import Sequence

from transparency.extract.forms.query_words import Period, QueryWords
from transparency.model import Field
from transparency.text import normalize

NARROW_DAYS = 20
"""A range of dates below this is widened to the year."""
WRITTEN_YEAR = re.compile(r"(?<!\d)(20[0-4]\d|199\d)(?!\d)")
MONTHS = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro".split()
NAMED_MONTH = "|".join((*MONTHS, *(month[:3] for month in MONTHS)))
"""For patterns: the names of months, in whole or by their first letters."""


def names_month(option: str) -> bool:
    """Whether an option (normalised) is a month, in whole or as calendars write it ("Jan")."""
    return any(option.endswith(m) or option.startswith(m) or option == m[:3] for m in MONTHS)


def written_year(text: str) -> int:
    """The year that a text names; 0 for none."""
    found = WRITTEN_YEAR.search(text)
    return int(found[0]) if found else 0


def number_of_month(option: str) -> int:
    """The number of the month that an option (normalised) names; 0 for none.

    >>> number_of_month("marco"), number_of_month("03 marco"), number_of_month("set"), number_of_month("todos")
    (3, 3, 9, 0)
    """
    named = (n for n, m in enumerate(MONTHS, 1) if option.endswith(m) or option.startswith(m) or option == m[:3])
    return next(named, 0)


def month_named(name: str) -> int:
    """The number of a month by its name (normalised), or the first letters of it."""
    return 1 + [month[:3] for month in MONTHS].index(name[:3])


_DATED_MONTH = re.compile(
    rf"(?P<month>0?[1-9]|1[0-2]|{NAMED_MONTH})\W+(?:de )?(?P<year>20[0-4]\d)(?!\d)(?:\W.*)?|(?P<iso>20[0-4]\d)\W(?P<of>0[1-9]|1[0-2])"
)


def month_of(option: str) -> tuple[int, int] | None:
    """The month of a year that an option (normalised) names.

    >>> month_of("11 2026"), month_of("novembro de 2026"), month_of("2026 11"), month_of("novembro")
    ((2026, 11), (2026, 11), (2026, 11), None)
    """
    said = _DATED_MONTH.fullmatch(option)
    if said is None:
        return None
    if said["iso"]:
        return int(said["iso"]), int(said["of"])
    month = said["month"]
    return int(said["year"]), int(month) if month.isdigit() else month_named(month)


def are_dated(options: Sequence[str]) -> bool:
    """Whether options (normalised) are months of several years."""
    return len(options) > 2 and sum(month_of(o) is not None for o in options) >= max(3, len(options) - 3)


_DAY = r"(?:\d\d|d{1,2}|_{2})/(?:\d\d|m{1,2}|_{2})/(?:\d{4}|[ay]{2,4}|_{4})"
_TWO_DAYS = re.compile(rf"\W*{_DAY}(\s*(?:[-–—~>→|]|a|até|to)\s*){_DAY}\W*", re.IGNORECASE)


def between_days(control: Field) -> str:
    """What stands between the two dates of a period that one field holds ("01/11/2026 - 30/11/2026"), or asks for; nothing
    in other fields."""
    if control.tag != "input" or control.type not in ("text", ""):
        return ""
    shown = (_TWO_DAYS.fullmatch(str(text or "")) for text in (control.value, control.placeholder))
    return next((found[1] for found in shown if found), "")


_MONTH_MASK = re.compile(r"\W*(?:m{1,2}\s*[/-]\s*[ay]{2,4}|__/____)\W*|m[eê]s\s*/\s*ano", re.IGNORECASE)


def writes_month(control: Field) -> bool:
    """Whether a month is typed in a field, as a picker of months shows it ("mm/aaaa")."""
    masked = _MONTH_MASK.fullmatch(control.placeholder or "") or re.fullmatch(r"\d\d/\d{4}", str(control.value or ""))
    return control.tag == "input" and control.type in ("text", "") and masked is not None


def written_date(text: str) -> dt.date | None:
    """The day (or the first of the month) that a field holds; None when it holds no date.

    >>> written_date("20/11/2026")
    datetime.date(2026, 11, 20)
    """
    for form in ("%d/%m/%Y", "%Y-%m-%d", "%Y-%m", "%m/%Y"):
        with contextlib.suppress(ValueError):
            return dt.datetime.strptime(text.strip(), form).replace(tzinfo=dt.UTC).date()
    return None


def span_of(asked: Period, today: dt.date) -> tuple[dt.date, dt.date]:
    """First and last day of a period, which does not reach beyond today.

    >>> span_of(Period(back=1, month=2), dt.date(2026, 11, 20))
    (datetime.date(2025, 2, 1), datetime.date(2025, 2, 28))
    """
    first = dt.date(today.year - asked.back, asked.month or 1, 1)
    after = dt.date(first.year + (asked.month in (0, 12)), asked.month % 12 + 1 if asked.month else 1, 1)
    return first, min(after - dt.timedelta(days=1), max(today, first))


def longest_span(text: str, words: QueryWords) -> int | None:
    """For how many days at most a page says that it searches at once; None where it says nothing of the kind.

    >>> words = QueryWords.from_mapping({**dict.fromkeys(QueryWords.__dataclass_fields__, ()), "spans": ["superior a"]})
    >>> longest_span("O período não pode ser superior a 3 (três) meses.", words)
    90
    """
    told = "|".join(map(re.escape, words.spans))
    found = (
        re.search(rf"\b(?:{told})(?: de| e)? (\d+|um|uma)(?: \w+)? (dias?|mes|meses)\b", normalize(text))
        if told
        else None
    )
    if found is None:
        return None
    number = int(found[1]) if found[1].isdigit() else 1
    return number * (1 if found[2].startswith("dia") else 30)


def last_month(today: dt.date, back: int, days: int) -> tuple[dt.date, dt.date]:
    """First and last day of the last month that is over, so many years ago; no longer than so many days."""
    last = today.replace(year=today.year - back, day=1) - dt.timedelta(days=1)
    return max(last.replace(day=1), last - dt.timedelta(days=max(days, 1) - 1)), last
