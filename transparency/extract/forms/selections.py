"""What is chosen in each field of a query form.

The choice is a function of the field, the attempt and the day alone, so that a replay makes the same choices.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from transparency.extract.forms.columns import all_columns, chooses_columns, is_drawn
from transparency.extract.forms.dates import (
    NARROW_DAYS,
    WRITTEN_YEAR,
    between_days,
    month_of,
    names_month,
    number_of_month,
    span_of,
    writes_month,
    written_date,
)
from transparency.extract.forms.field_purposes import (
    asks_person,
    asks_town,
    count_behind,
    field_kind,
    is_facet,
    is_jump,
    is_placeholder,
    left_alone,
    shown_in,
    takes_several,
    without_count,
)
from transparency.extract.forms.picks import Listed, offered_by, picked
from transparency.extract.forms.query_words import ATTEMPTS, Choice, Period, QueryWords, has_term, says_side
from transparency.model import Field, Option
from transparency.text import identifier_words, normalize


def period(attempt: int, controls: Iterable[Field], words: QueryWords) -> Period:
    """The period of the n-th attempt, the current year first.

    A form that offers all months or all bodies at once may yet answer only for one of them, so that is tried early.
    """
    at_once = {field_kind(c, words) for c in controls if _offers(c, words.everything)}
    asked = Period(attempt)
    if "month" in at_once:
        asked = (Period(0), Period(1, whole_year=False), Period(1), Period(2))[min(attempt, ATTEMPTS - 1)]
    elif "entity" in at_once:
        asked = (Period(0), Period(1), Period(0), Period(2))[min(attempt, ATTEMPTS - 1)]
    return replace(asked, together=not attempt)


def exactly(asked: Period, when: str, today: dt.date) -> Period:
    """The period of a query that is asked for a year ("2025") or a month ("2025-03"); without one as it is.

    >>> exactly(Period(), "2025-03", dt.date(2026, 11, 20))
    Period(back=1, whole_year=False, together=True, exact=True, month=3)
    """
    year, _, month = when.partition("-")
    if not year:
        return asked
    return replace(asked, back=today.year - int(year), whole_year=not month, exact=True, month=int(month or 0))


def _offers(control: Field, terms: tuple[str, ...]) -> bool:
    texts = [str(control.value), *(o.text for o in control.options)]
    return any(has_term(normalize(text), terms) for text in texts)


def would_change(control: Field, asked: Period, today: dt.date, words: QueryWords) -> bool:
    """Whether a period changes what a field says. A list that a script draws shows its options only when it is opened:
    of such a one the label and the value tell."""
    if shown_in(control):
        return choose(control, asked, today, words, {}) is not None
    if left_alone(control, words):
        return False
    value = normalize(control.value or "")
    kind = field_kind(control, words)
    if control.typed and not value:
        return True
    if kind == "year" or WRITTEN_YEAR.fullmatch(value):
        return value != str(today.year - asked.back)
    if kind == "town" and words.place.name:
        return not words.place.named(value)
    if kind == "entity" and not asked.together:
        return not has_term(value, words.town)
    if value and is_placeholder(value, words):
        return True
    if kind == "month" and asked.month:
        return True
    return kind == "month" and asked.whole_year and not has_term(value, words.everything)


def describe_choice(label: str, value: str) -> str:
    """In words a person can follow: ``Exercício: “2025”``."""
    return f"{label.rstrip(':* ')}: “{value}”" if label else f"“{value}”"


def choose(
    control: Field, asked: Period, today: dt.date, words: QueryWords, forced: Mapping[str, str]
) -> Choice | None:
    """What to choose in a field, or None to leave it as it is.

    ``control`` is described by ``describe`` in ``controls/``; ``forced`` maps labels of fields to texts of options that
    were asked for.
    """
    label = control.caption
    if control.type == "checkbox" and not control.checked:
        return Choice(True, "", label) if control.columns or has_term(normalize(label), words.everything) else None
    if control.type in ("checkbox", "radio", "file", "password") or control.tag == "textarea":
        return None
    asks = field_kind(control, words)
    if is_jump(control, words) and control.label not in forced:
        return None
    if asks == "town" and words.place.name:
        return _town(control, label, words)
    if control.tag == "input" and not control.options:
        if label in forced:
            return _as_asked(control, label, forced[label])
        return _type_in(control, asks, label, asked, today, words)
    return _pick(control, asks, asked, today, words, forced)


def _pick(
    control: Field, asks: str, asked: Period, today: dt.date, words: QueryWords, forced: Mapping[str, str]
) -> Choice | None:
    """What to choose of the options of a field."""
    label = control.caption
    options = [(index, o, normalize(o.text)) for index, o in enumerate(control.options) if not o.disabled]
    if not options:
        return None
    if label not in forced and chooses_columns(control, words):
        return all_columns(control, label, words)
    if is_drawn(control):
        return None
    if control.tag == "boxes" and asks == "year":
        return _tick_year(control, asked, today)
    # a drawn list says what is in it in words, and is asked for one option
    several = takes_several(control) and isinstance(control.value, int)
    wanted = asked.exact and asks in ("year", "month")
    if several and not wanted and (control.chosen >= 0 or (is_facet(control) and not control.required)):
        return None
    offered = offered_by(control, options, several, words)
    if control.label in forced:
        return _taken(control, next((o for o in options if o[1].text == forced[control.label]), None), by_force=True)
    if asks == "month" and control.between:
        return _months_between(offered.real, label, asked, today)
    option = picked(control, offered, asks, asked, today, words) if offered.real else None
    return None if option is offered.now else _taken(control, option)


def _taken(control: Field, option: Listed | None, by_force: bool = False) -> Choice | None:
    """An option as a choice."""
    if option is None:
        return None
    place, described, _ = option
    value = place if control.tag == "select" else described.value
    return Choice(value, control.caption, described.text, by_force)


def _months_between(real: Sequence[Listed], label: str, asked: Period, today: dt.date) -> Choice | None:
    """The first and the last month of a year in the calendar of a period, which shows each year over its months; of this year
    the last that is over."""
    year, months = 0, list[tuple[int, int, Option]]()
    for _, option, text in real:
        if said := WRITTEN_YEAR.fullmatch(text):
            year = int(said[0])
        elif names_month(text) and year:
            months.append((year, number_of_month(text), option))
    wanted = [one for one in months if one[0] == today.year - asked.back and asked.month in (0, one[1])]
    over = [one for one in wanted if one[:2] < (today.year, today.month)] or wanted[:1]
    if not over:
        return None
    (_, first, start), (of, last, end) = over[0], over[-1]
    return Choice((start.value, end.value), label, f"{first:02}/{of} a {last:02}/{of}")


def ways_to_write(control: Field, value: str) -> list[str]:
    """How a text is written in a field: the month of a picker that does not tell how it wants it is tried in two ways."""
    if control.range and not writes_month(control) and (said := month_of(normalize(value))):
        return [value, f"{said[0]}-{said[1]:02}"]
    return [value]


def _tick_year(control: Field, asked: Period, today: dt.date) -> Choice | None:
    """One year of those that may be ticked together, and none of the others: the year is ticked before those are taken away,
    since a list of no year is often that of all or of the current one. Years that say they hold nothing are passed over."""
    ticked = control.ticked
    if ticked is None:
        ticked = [control.chosen] if control.chosen >= 0 else []
    years = [
        (int(said.group()), place)
        for place, option in enumerate(control.options)
        if not option.disabled and (said := WRITTEN_YEAR.search(without_count(option.text)))
    ]
    past = sorted(((year, place) for year, place in years if year <= today.year), reverse=True)
    if asked.exact:
        past = [(y, place) for y, place in past if y == today.year - asked.back]
    past = [(y, place) for y, place in past if count_behind(control.options[place]) != 0]
    if not past:
        return None
    _, place = past[min(asked.back, len(past) - 1)]
    if ticked == [place]:
        return None
    paths = [(control.options[n].value, n == place) for n in (place, *ticked) if n != place or place not in ticked]
    return Choice(tuple(paths), control.label, without_count(control.options[place].text))


def changing_attempt(
    asked: Sequence[Field], attempt: int, today: dt.date, words: QueryWords, forced: Mapping[str, str]
) -> int | None:
    """The next attempt that asks something else than the one before, of fields that were read before they were filled in;
    None when there is none left."""

    def choices(number: int) -> list[tuple[str, str]]:
        made = ((c.path, choose(c, period(number, asked, words), today, words, forced)) for c in asked)
        return [(path, choice.text) for path, choice in made if choice is not None]

    known = [choices(number) for number in range(attempt + 1)]
    return next((number for number in range(attempt + 1, ATTEMPTS) if choices(number) not in known), None)


def _town(control: Field, label: str, words: QueryWords) -> Choice | None:
    """The town that is audited, and never another one: where it is not offered, its name is typed or nothing is chosen."""
    options = [o for o in control.options if not o.disabled]
    place = words.place.pick([o.text for o in options])
    if place is not None:
        index = control.options.index(options[place])
        if control.tag == "select" and control.value == index:
            return None
        option = options[place]
        return Choice(index if control.tag == "select" else option.value, label, option.text, forced=True)
    if control.tag != "input" or control.options or control.value or not asks_town(control, words):
        return None
    return Choice(words.place.name, label, words.place.name)


def offers(control: Field, options: Sequence[Option], words: QueryWords) -> bool:
    """Whether what a field offers is what was asked for: of towns only the one that is audited will do."""
    return not asks_town(control, words) or words.place.pick([o.text for o in options]) is not None


def beginnings(control: Field, words: QueryWords) -> list[str]:
    """What to type to be offered the town, or the town hall: the first letters of its usual names, then a letter that most
    names hold. Of years, what all begin with."""
    if field_kind(control, words) == "year":
        return ["20"]
    if asks_town(control, words):
        return list(dict.fromkeys((words.place.name, words.place.name[:4])))
    longest = [term for term in words.town if len(term) > 4]
    return list(dict.fromkeys([*(term[:5] for term in longest), "a"]))[:4]


def _type_in(control: Field, asks: str, label: str, asked: Period, today: dt.date, words: QueryWords) -> Choice | None:
    value = control.value or ""
    if asks == "year":
        written = str(today.year - asked.back)
        return Choice(written, label, written) if value != written else None
    if asks == "month" and (writes_month(control) or control.range) and (not value or asked.back or asked.exact):
        return _type_month(control, label, asked, today, words)
    if asks == "period":
        return _write_period(control, label, asked, today)
    if control.required and asks_person(control, words) and words.surnames:
        return Choice(words.surnames[0], label, words.surnames[0])
    return _type_day(control, label, asked, today, words) if asks == "date" else None


def _type_month(control: Field, label: str, asked: Period, today: dt.date, words: QueryWords) -> Choice | None:
    """A month; of one month that nobody asked for the last that is over shows what the others are like."""
    first, last = span_of(asked, today)
    over = today.replace(day=1) - dt.timedelta(days=1)
    whole = over if over.year == last.year and not asked.month else last.replace(day=1)
    if last.year < today.year and not asked.month:
        whole = last
    written = (first if says_side(normalize(label), words.start) else whole).strftime("%m/%Y")
    return Choice(written, label, written) if control.value != written else None


def _type_day(control: Field, label: str, asked: Period, today: dt.date, words: QueryWords) -> Choice | None:
    """The first or the last day of a period."""
    names = (normalize(label), " ".join(identifier_words(control.name)))
    first, last = (  # the place in its range decides: "Período [ ] a [ ]" is what both fields are called
        control.range == side if control.range else any(says_side(name, terms) for name in names)
        for side, terms in (("start", words.start), ("end", words.end))
    )
    if not (first or last or control.required):
        return None  # a lone date narrows the search to one day
    day = span_of(asked, today)[last]
    if control.value and not (asked.back or asked.exact or control.narrow):
        return None
    if control.type == "date":
        return Choice(day.isoformat(), label, day.strftime("%d/%m/%Y"))
    if control.type == "month":
        return Choice(day.strftime("%Y-%m"), label, day.strftime("%m/%Y"))
    return Choice(day.strftime("%d/%m/%Y"), label, day.strftime("%d/%m/%Y"))


def _as_asked(control: Field, label: str, text: str) -> Choice:
    """A text that was asked for; a day as the field wants it."""
    day = written_date(text) if control.type == "date" else None
    return Choice(day.isoformat() if day else text, label, text)


def _write_period(control: Field, label: str, asked: Period, today: dt.date) -> Choice | None:
    """A year or month as the two dates of one field; one that is written already counts as the first attempt, as two fields do."""
    between = between_days(control)
    held = [written_date(part) for part in str(control.value or "").split(between)]
    start, end = held if len(held) == 2 else (None, None)
    if start and end and not (asked.back or asked.exact) and (end - start).days >= NARROW_DAYS:
        return None
    written = between.join(day.strftime("%d/%m/%Y") for day in span_of(asked, today))
    return Choice(written, label, written)
