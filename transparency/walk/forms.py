"""Query forms: which of them may be filled, and what is chosen in each field.

The choice is a function of the field, the attempt and the day alone, so that a replay makes the same choices.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from transparency.judge.text import identifier_words, normalize
from transparency.walk.towns import NOWHERE, Place

ATTEMPTS = 4
"""How many periods are tried before a query counts as empty."""

NARROW_DAYS = 20
"""A range of dates below this is widened to the year."""

PRESSED = "pressed"
"""Type of a field whose options are pressed to be taken, and pressed again to be left (``page/``)."""
LEAST_COLUMNS = 3
"""So many labels of items a field, or a form, offers that chooses columns without saying so."""
EVERY_COLUMN = "todas"
"""What is chosen in such a field, in the words of a report."""
FEW_STATES = 5
"""A list of no more than these that holds a state is no list of states."""
_YEAR = re.compile(r"(?<!\d)(20[0-4]\d|199\d)(?!\d)")
_HELD = re.compile(r"\s*[(\[]\s*(\d[\d.]*)\s*(?:[^\W\d]+\s*)?[)\]]\s*$")
"""How many records a facet says are behind an option: "2026 (0)"."""
MONTHS = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro".split()


@dataclass(frozen=True)
class QueryWords:
    """Words of query forms, as written in ``keywords/``; compared after normalisation."""

    buttons: tuple[str, ...]
    year: tuple[str, ...]
    month: tuple[str, ...]
    entity: tuple[str, ...]
    everything: tuple[str, ...]
    placeholder: tuple[str, ...]
    town: tuple[str, ...]
    start: tuple[str, ...]
    end: tuple[str, ...]
    views: tuple[str, ...]
    """Fields that choose what is shown, and do not narrow it: "Relatório", "Agrupar por"."""
    reports: tuple[str, ...]
    """First words of what such fields offer: "Relação", "Demonstrativo"."""
    screen: tuple[str, ...]
    """Of several ways to put out a report, those that show it as a page."""
    formats: tuple[str, ...]
    """Those that make a file of it."""
    readable: tuple[str, ...] = ()
    """Of files, those whose tables are read, the best first."""
    onward: tuple[str, ...] = ()
    """Buttons that lead to the next step of a form."""
    towns: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    """In a window with the choices of a field, what makes them count …"""
    leave: tuple[str, ...] = ()
    """… and what leaves them as they are."""
    columns: tuple[str, ...] = ()
    """Fields that choose what is said of each record: "Colunas", "Campos"."""
    labels: frozenset[str] = frozenset()
    """What such fields offer: labels that name items."""
    asking: tuple[str, ...] = ()
    """What stands in a label beside what is asked for ("Digite o nome do município")."""
    people: tuple[str, ...] = ()
    """Fields that take somebody's name ("Nome do servidor") …"""
    surnames: tuple[str, ...] = ()
    """… names that many have …"""
    insisting: tuple[str, ...] = ()
    """… and what a page says that will not search without one."""
    spans: tuple[str, ...] = ()
    """What a page says before the number of days that it searches at once ("período máximo de 31 dias")."""
    place: Place = NOWHERE
    """The town that is audited."""

    @classmethod
    def from_mapping(cls, data: Mapping[str, Any]) -> QueryWords:
        """From lists of words, each normalised."""
        said = {name: tuple(map(normalize, data[name])) for name in cls.__dataclass_fields__ if name in data}
        return cls(**said)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Choice:
    """What to put in a field: the index of an option, a text, or the path of an option drawn by a script."""

    value: Any
    label: str
    text: str
    forced: bool = False


@dataclass(frozen=True)
class Period:
    """What a query asks for: so many years back, and all months and all bodies at once where the form lets it."""

    back: int = 0
    whole_year: bool = True
    together: bool = True
    """All bodies of the town; else the town hall alone, since some portals answer for one body only."""


def period(attempt: int, controls: Iterable[Mapping[str, Any]], words: QueryWords) -> Period:
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


def _held(option: Mapping[str, Any]) -> int | None:
    """How many records are behind an option, where it says so."""
    said = _HELD.search(option["text"])
    count = said[1] if said else option.get("count") or ""
    return int(count.replace(".", "")) if count else None


def is_facet(control: Mapping[str, Any]) -> bool:
    """Whether boxes narrow a list that is in sight without them: each says how many records it would leave."""
    options = control.get("options") or []
    return control["tag"] == "boxes" and bool(options) and sum(_held(o) is not None for o in options) * 2 > len(options)


def _offers(control: Mapping[str, Any], terms: tuple[str, ...]) -> bool:
    texts = [str(control["value"]), *(o["text"] for o in control.get("options") or [])]
    return any(_has(normalize(text), terms) for text in texts)


def shown_in(control: Mapping[str, Any]) -> bool:
    """Whether the options of a field are known without opening it: those of a list drawn by a script are not."""
    return control["tag"] in ("select", "input", "textarea", "radio", "boxes", "pick")


def left_alone(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a list that is narrowed by what is typed stays empty: it looks for one creditor, one servant, one word."""
    return bool(control.get("typed")) and not control["required"] and not field_kind(control, words)


_PAGE_SIZE = re.compile(r"[58]|[1-9]0|[12357]5|12|16|18|24|32|36|48|[1-9]00|[12]50|[1-9]000")
_ALL_ROWS = re.compile(r"tod[ao]s?|tudo|all")


def sizes_pages(control: Mapping[str, Any]) -> bool:
    """Whether a list says how many rows stand on a page ("Itens por página 10"): it asks for nothing. One that a script draws
    is told by its label and its value, one that shows what it offers by that."""
    if shown_in(control):
        sizes = [
            s for o in control.get("options") or () if not _ALL_ROWS.fullmatch(s := normalize(o["text"]).split(" ")[0])
        ]
        return len(sizes) > 1 and all(map(_PAGE_SIZE.fullmatch, sizes))
    sized = re.search(r"\b(pagina|linhas|itens|registros|rows)\b", normalize(control["label"]))
    return bool(_PAGE_SIZE.fullmatch(str(control.get("value") or "").strip())) and sized is not None


def would_change(control: Mapping[str, Any], asked: Period, today: dt.date, words: QueryWords) -> bool:
    """Whether a period changes what a field says. A list that a script draws shows its options only when it is opened:
    of such a one the label and the value tell."""
    if shown_in(control):
        return choose(control, asked, today, words, {}) is not None
    if left_alone(control, words):
        return False
    value = normalize(control.get("value") or "")
    kind = field_kind(control, words)
    if control.get("typed") and not value:
        return True
    if kind == "year" or _YEAR.fullmatch(value):
        return value != str(today.year - asked.back)
    if kind == "town" and words.place.name:
        return not words.place.named(value)
    if kind == "entity" and not asked.together:
        return not _has(value, words.town)
    if value and is_placeholder(value, {}, words):
        return True
    return kind == "month" and asked.whole_year and not _has(value, words.everything)


def describe_choice(label: str, value: str) -> str:
    """In words a person can follow: ``Exercício: “2025”``."""
    return f"{label.rstrip(':* ')}: “{value}”" if label else f"“{value}”"


def _has(text: str, terms: tuple[str, ...]) -> bool:
    padded = f" {text} "
    return any(f" {term} " in padded for term in terms)


def field_kind(control: Mapping[str, Any], words: QueryWords) -> str:
    """What a field asks for: ``year``, ``month``, ``entity``, ``date``, ``period`` (two dates in one), ``town``, ``state`` or
    ``""``.

    Its options tell more surely than its label.
    """
    label = normalize(control["label"])
    name = " ".join(identifier_words(f"{control.get('name', '')}"))
    options = [normalize(_HELD.sub("", o["text"])) for o in control.get("options") or []]
    if options:
        years = sum(bool(_YEAR.fullmatch(o.replace("exercicio", "").replace("ano", "").strip())) for o in options)
        if years and years >= len(options) - 2:
            return "year"
        months = sum(map(_names_month, options))
        if months >= 3 and months >= len(options) - 3:
            return "month"
        if are_dated(options):
            return "month"
        if years:
            return "year" if _has(label, words.year) or _has(name, words.year) else ""
    elif writes_month(control) or (not shown_in(control) and month_of(normalize(str(control.get("value") or "")))):
        return "month"
    elif between_days(control):
        return "period"
    elif control["tag"] == "input" and (
        control["type"] in ("date", "month")
        or control.get("day")
        or re.search(r"dd\s*/?\s*mm|__/__", control.get("placeholder", "").lower())
        or re.fullmatch(r"\d\d/\d\d/\d{4}", control.get("value") or "")
    ):
        return "date"
    told = {
        " ".join(word for word in text.split() if word not in words.asking)
        for text in (label, normalize(control.get("placeholder", "")))
    }
    if not told.isdisjoint(words.towns):
        return "town"
    if not any(_has(o, words.everything) for o in options) and words.place.one_of_many(options) is not None:
        return "town"
    if len(options) > FEW_STATES and any(map(words.place.in_state, options)):
        return "state"
    for kind, terms in (("year", words.year), ("month", words.month), ("entity", words.entity)):
        if _has(label, terms) or _has(name, terms):
            return kind
    if control["tag"] == "input" and _has(f"{label} {name}", ("data", "periodo")):
        return "date"
    return ""


def _names_month(option: str) -> bool:
    """Whether an option (normalised) is a month, in whole or as calendars write it ("Jan")."""
    return any(option.endswith(m) or option.startswith(m) or option == m[:3] for m in MONTHS)


_DATED_MONTH = re.compile(
    rf"(?P<month>0?[1-9]|1[0-2]|{'|'.join(f'{m}|{m[:3]}' for m in MONTHS)})\W+(?:de )?(?P<year>20[0-4]\d)(?!\d)(?:\W.*)?|(?P<iso>20[0-4]\d)\W(?P<of>0[1-9]|1[0-2])"
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
    return int(said["year"]), int(month) if month.isdigit() else 1 + [m[:3] for m in MONTHS].index(month[:3])


def are_dated(options: Sequence[str]) -> bool:
    """Whether options (normalised) are months of several years."""
    return len(options) > 2 and sum(month_of(o) is not None for o in options) >= max(3, len(options) - 3)


_DAY = r"(?:\d\d|d{1,2}|_{2})/(?:\d\d|m{1,2}|_{2})/(?:\d{4}|[ay]{2,4}|_{4})"
_TWO_DAYS = re.compile(rf"\W*{_DAY}(\s*(?:[-–—~>→|]|a|até|to)\s*){_DAY}\W*", re.IGNORECASE)


def between_days(control: Mapping[str, Any]) -> str:
    """What stands between the two dates of a period that one field holds ("01/11/2026 - 30/11/2026"), or asks for; nothing
    in other fields."""
    if control["tag"] != "input" or control["type"] not in ("text", ""):
        return ""
    shown = (_TWO_DAYS.fullmatch(str(text or "")) for text in (control.get("value"), control.get("placeholder")))
    return next((found[1] for found in shown if found), "")


_MONTH_MASK = re.compile(r"\W*(?:m{1,2}\s*[/-]\s*[ay]{2,4}|__/____)\W*|m[eê]s\s*/\s*ano", re.IGNORECASE)


def writes_month(control: Mapping[str, Any]) -> bool:
    """Whether a month is typed in a field, as a picker of months shows it ("mm/aaaa")."""
    masked = _MONTH_MASK.fullmatch(control.get("placeholder") or "") or re.fullmatch(
        r"\d\d/\d{4}", str(control.get("value") or "")
    )
    return control["tag"] == "input" and control["type"] in ("text", "") and masked is not None


def is_jump(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field is a menu: what is chosen is gone to. A list of years or bodies is asked as ever, though it may go to
    an address for each."""
    return bool(control.get("leads")) and not field_kind(control, words)


_NUMBERED = re.compile(r"^[\d\s]+")


def chooses_view(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field chooses what is shown, as a menu does, and does not narrow it: its label says so, or most of what it
    offers is called a report ("101 - Relação de Empenhos")."""
    if (
        field_kind(control, words)
        or control["tag"] in ("textarea", "boxes", "pick")
        or control.get("type") == "checkbox"
    ):
        return False
    options = [normalize(option["text"]) for option in control.get("options") or []]
    if puts_out(options, words):
        return False
    names = (normalize(control["label"]), " ".join(identifier_words(f"{control.get('name', '')}")))
    if any(_has(name, words.views) for name in names):
        return bool(options) or not shown_in(control)
    called = sum(f"{_NUMBERED.sub('', text)} ".startswith(tuple(f"{r} " for r in words.reports)) for text in options)
    return len(options) >= 2 and called >= 0.6 * len(options)


def puts_out(options: Sequence[str], words: QueryWords) -> bool:
    """Whether options (normalised) are ways to put out a report: on screen or as a file."""
    files = sum(_has(text, words.formats) for text in options)
    return files > 0 and any(_has(text, words.screen) and not _has(text, words.formats) for text in options)


def best_file(options: Sequence[str], words: QueryWords) -> int | None:
    """Of options (normalised) that are all kinds of files the place of the one whose tables are read best; None of others."""
    if len(options) < 2 or not all(_has(text, words.formats) for text in options):
        return None
    return next((n for term in words.readable for n, text in enumerate(options) if _has(text, (term,))), None)


def chooses_columns(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field lets a visitor choose what is said of each record, and narrows nothing: several of its options may be
    taken, and its label says so, or most of them are labels of items."""
    options = control.get("options") or []
    if control.get("columns"):
        return True
    if not takes_several(control) or len(options) < 2 or field_kind(control, words) or is_facet(control):
        return False
    return _has(normalize(control["label"]), words.columns) or _labels(control, words) >= max(
        LEAST_COLUMNS, len(options) / 2
    )


def mark_columns(controls: Iterable[Mapping[str, Any]], words: QueryWords) -> list[dict[str, Any]]:
    """The fields of a form, those marked that choose ``columns`` together: lists that are parted by what they are about, and
    single boxes beside them."""
    marked = [dict(control) for control in controls]
    parts = [c for c in marked if _is_part(c, words)]
    if any(chooses_columns(c, words) for c in marked) or sum(_labels(c, words) for c in parts) >= LEAST_COLUMNS:
        for control in parts:
            control["columns"] = True
    return marked


def without_toggles(controls: Iterable[Mapping[str, Any]], words: QueryWords) -> list[Mapping[str, Any]]:
    """The fields of a form that ask for something: what is pressed there, or moved from list to list, does where it chooses
    columns."""
    return [c for c in mark_columns(controls, words) if not _is_drawn(c) or chooses_columns(c, words)]


def _is_drawn(control: Mapping[str, Any]) -> bool:
    return control["type"] == PRESSED or control["tag"] == "pick"


def _is_part(control: Mapping[str, Any], words: QueryWords) -> bool:
    told = len(control.get("options") or [control])
    free = not field_kind(control, words) and not is_facet(control)
    return (control["type"] == "checkbox" or takes_several(control)) and free and 2 * _labels(control, words) >= told


def _labels(control: Mapping[str, Any], words: QueryWords) -> int:
    """How many options of a field, or the box that it is, are labels of items."""
    texts = [option["text"] for option in control.get("options") or []] or [control["label"]]
    return sum(normalize(text) in words.labels for text in texts)


def takes_several(control: Mapping[str, Any]) -> bool:
    """Whether more than one option of a field may be taken."""
    if control["tag"] == "select":
        return bool(control.get("multiple"))
    return control["tag"] in ("boxes", "pick") or any(o.get("several") for o in control.get("options") or [])


def _all_columns(control: Mapping[str, Any], label: str, words: QueryWords) -> Choice | None:
    """All options of a field that chooses columns, the one that stands for all first; nothing of a list that another fills."""
    if control.get("filled"):
        return None
    ticked = control.get("ticked") or [n for n, option in enumerate(control["options"]) if option.get("taken")]
    left = [(n, o) for n, o in enumerate(control["options"]) if n not in ticked and not o["disabled"]]
    left = [(n, o) for n, o in left if not is_placeholder(normalize(o["text"]), o, words) or _every(o, words)]
    if not left:
        return None
    if control["tag"] == "select":
        return Choice(((*sorted({*ticked, *(n for n, _ in left)}),),), label, EVERY_COLUMN)
    if control["tag"] == "pick":
        return Choice(control["path"], label, EVERY_COLUMN)
    left.sort(key=lambda one: not _every(one[1], words))
    boxes = control["tag"] == "boxes"
    return Choice(tuple((o["value"], True) if boxes else o["value"] for _, o in left), label, EVERY_COLUMN)


def _every(option: Mapping[str, Any], words: QueryWords) -> bool:
    return _has(normalize(option["text"]), words.everything)


def is_undecided(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether nothing is chosen yet in a field with options."""
    options, value = control.get("options") or [], control["value"]
    if not isinstance(value, int):
        return not value
    return not 0 <= value < len(options) or is_placeholder(normalize(options[value]["text"]), options[value], words)


def choose(
    control: Mapping[str, Any], asked: Period, today: dt.date, words: QueryWords, forced: Mapping[str, str]
) -> Choice | None:
    """What to choose in a field, or None to leave it as it is.

    ``control`` is described by ``describe`` in ``page/``; ``forced`` maps labels of fields to texts of options that
    were asked for.
    """

    label = control["label"] or control.get("name", "")
    tag, kind = control["tag"], control["type"]
    if kind == "checkbox" and not control.get("checked") and _has(normalize(label), words.everything):
        return Choice(True, "", label)
    if kind == "checkbox" and not control.get("checked") and control.get("columns"):
        return Choice(True, "", label)
    if kind in ("checkbox", "radio", "file", "password") or tag == "textarea":
        return None
    asks = field_kind(control, words)
    if is_jump(control, words) and control["label"] not in forced:
        return None
    if asks == "town" and words.place.name:
        return _town(control, label, words)
    if tag == "input" and not control.get("options"):
        if label in forced:
            return _as_asked(control, label, forced[label])
        return _type_in(control, asks, label, asked.back, today, words)
    options = [
        (index, o, normalize(o["text"])) for index, o in enumerate(control.get("options") or []) if not o["disabled"]
    ]
    # a drawn list says what is in it in words, and is asked for one option
    several = takes_several(control) and isinstance(control["value"], int)
    if not options:
        return None
    if label not in forced and chooses_columns(control, words):
        return _all_columns(control, label, words)
    if _is_drawn(control):
        return None
    if tag == "boxes" and asks == "year":
        return _tick_year(control, asked.back, today)
    if several and (control["value"] >= 0 or (is_facet(control) and not control.get("required"))):
        return None

    by_place = tag in ("select", "radio")
    here = control["value"] if by_place else normalize(str(control.get("value") or ""))
    chosen_now = next((o for o in options if (o[0] if by_place else o[2]) == here), None)

    def take(picked: tuple[int, Mapping[str, Any], str] | None, by_force: bool = False) -> Choice | None:
        if picked is None:
            return None
        index, option, _ = picked
        if picked is chosen_now and not by_force:
            return None
        return Choice(index if tag == "select" else option["value"], label, option["text"], by_force)

    if control["label"] in forced:
        return take(next((o for o in options if o[1]["text"] == forced[control["label"]]), None), by_force=True)
    # "Selecionar todos" is no invitation where several may be ticked
    real = [
        o for o in options if not is_placeholder(o[2], o[1], words) or (tag == "boxes" and _has(o[2], words.everything))
    ]
    if not real:
        return None
    if not asks and puts_out([o[2] for o in real], words):
        return take(next(o for o in real if _has(o[2], words.screen) and not _has(o[2], words.formats)))
    everything = next((o for o in real if _has(o[2], words.everything)), None)
    # what a drawn list shows while nothing narrows it ("Todas") need not be one of its options
    open_to_all = not (by_place or several) and _has(here, words.everything) and not is_placeholder(here, {}, words)
    undecided = (chosen_now is None and not open_to_all) or (chosen_now is not None and chosen_now not in real)
    if undecided and not asks and (file := best_file([o[2] for o in real], words)) is not None:
        return take(real[file])
    if asks == "year":
        years = sorted((-int(m.group()), o) for o in real if (m := _YEAR.search(o[2])) and int(m.group()) <= today.year)
        years = [y for y in years if _held(y[1][1]) != 0] or years
        if years:
            return take(years[min(asked.back, len(years) - 1)][1])
        return take(everything or real[0]) if undecided else None
    if asks == "state":
        return take(next((o for o in real if words.place.in_state(o[2])), None))
    if asks == "month" and control.get("between"):
        return _months_between(real, label, asked.back, today)
    if asks == "month" and are_dated([o[2] for o in real]):
        return take(_month_of_year(real, asked.back, today))
    if asks == "month":
        if sum(_names_month(o[2]) for o in real) == len(MONTHS):  # a calendar shows its year over them, which is none
            real = [o for o in real if _names_month(o[2]) or o is everything]
        if _has(normalize(label), words.end) and not (everything and asked.whole_year):
            return take(real[-1])
        if _has(normalize(label), words.start):
            return take(next((o for o in real if o is not everything), real[0]))
        if everything and asked.whole_year:
            return take(everything)
        single = [o for o in real if o is not everything]
        return take(single[0]) if single and (undecided or asked != Period()) else None
    if asks == "entity" and open_to_all and everything is None:
        return None  # all are ticked, as its words sum up: the town's own would be left out
    if asks == "entity":
        town = next((o for o in real if _has(o[2], words.town)), None)
        if not asked.together:
            single = [o for o in real if o is not everything]
            return take(town or (single[0] if single and (undecided or chosen_now is everything) else None))
        return take(everything or town or (real[0] if undecided else None))
    # of several that may be ticked none often means all
    return take(everything or (None if several and not control.get("required") else real[0])) if undecided else None


def _month_of_year(
    real: Sequence[tuple[int, Mapping[str, Any], str]], back: int, today: dt.date
) -> tuple[int, Mapping[str, Any], str] | None:
    """Of the months of several years the last of a year that is over, which shows what the others are like; where that year
    is not offered, the last before."""
    dated = sorted(((said, o) for o in real if (said := month_of(o[2]))), key=lambda one: one[0], reverse=True)
    over = [one for one in dated if one[0] < (today.year, today.month)] or dated
    return next((o for (year, _), o in over if year <= today.year - back), over[-1][1] if over else None)


def _months_between(
    real: Sequence[tuple[int, Mapping[str, Any], str]], label: str, back: int, today: dt.date
) -> Choice | None:
    """The first and the last month of a year in the calendar of a period, which shows each year over its months; of this year
    the last that is over."""
    year, months = 0, list[tuple[int, int, Mapping[str, Any]]]()
    for _, option, text in real:
        if said := _YEAR.fullmatch(text):
            year = int(said[0])
        elif _names_month(text) and year:
            months.append((year, 1 + next(n for n, m in enumerate(MONTHS) if text[:3] == m[:3]), option))
    wanted = [one for one in months if one[0] == today.year - back]
    over = [one for one in wanted if one[:2] < (today.year, today.month)] or wanted[:1]
    if not over:
        return None
    (_, first, start), (of, last, end) = over[0], over[-1]
    return Choice((start["value"], end["value"]), label, f"{first:02}/{of} a {last:02}/{of}")


def ways_to_write(control: Mapping[str, Any], value: str) -> list[str]:
    """How a text is written in a field: the month of a picker that does not tell how it wants it is tried in two ways."""
    if control.get("range") and not writes_month(control) and (said := month_of(normalize(value))):
        return [value, f"{said[0]}-{said[1]:02}"]
    return [value]


def _tick_year(control: Mapping[str, Any], back: int, today: dt.date) -> Choice | None:
    """One year of those that may be ticked together, and none of the others: the year is ticked before those are taken away,
    since a list of no year is often that of all or of the current one. Years that say they hold nothing are passed over."""
    ticked = control.get("ticked", [control["value"]] if control["value"] >= 0 else [])
    years = [
        (int(said.group()), place)
        for place, option in enumerate(control["options"])
        if not option["disabled"] and (said := _YEAR.search(_HELD.sub("", option["text"])))
    ]
    past = sorted(((year, place) for year, place in years if year <= today.year), reverse=True)
    past = [(y, place) for y, place in past if _held(control["options"][place]) != 0]
    if not past:
        return None
    _, place = past[min(back, len(past) - 1)]
    if ticked == [place]:
        return None
    paths = [
        (control["options"][n]["value"], n == place) for n in (place, *ticked) if n != place or place not in ticked
    ]
    return Choice(tuple(paths), control["label"], _HELD.sub("", control["options"][place]["text"]))


def changing_attempt(
    asked: Sequence[Mapping[str, Any]], attempt: int, today: dt.date, words: QueryWords, forced: Mapping[str, str]
) -> int | None:
    """The next attempt that asks something else than the one before, of fields that were read before they were filled in;
    None when there is none left."""

    def choices(number: int) -> list[tuple[str, str]]:
        made = ((c["path"], choose(c, period(number, asked, words), today, words, forced)) for c in asked)
        return [(path, choice.text) for path, choice in made if choice is not None]

    known = [choices(number) for number in range(attempt + 1)]
    return next((number for number in range(attempt + 1, ATTEMPTS) if choices(number) not in known), None)


def _town(control: Mapping[str, Any], label: str, words: QueryWords) -> Choice | None:
    """The town that is audited, and never another one: where it is not offered, its name is typed or nothing is chosen."""
    options = [o for o in control.get("options") or [] if not o["disabled"]]
    place = words.place.pick([o["text"] for o in options])
    if place is not None:
        index = control["options"].index(options[place])
        if control["tag"] == "select" and control["value"] == index:
            return None
        option = options[place]
        return Choice(index if control["tag"] == "select" else option["value"], label, option["text"], forced=True)
    if control["tag"] != "input" or control.get("options") or control.get("value") or not _asks_town(control, words):
        return None
    return Choice(words.place.name, label, words.place.name)


def mark_ranges(controls: Iterable[Mapping[str, Any]], words: QueryWords) -> list[dict[str, Any]]:
    """The fields of a form, the two dates of a form that has just two marked as the ``start`` and ``end`` of its range,
    and as ``narrow`` where what they hold leaves less than some weeks (many portals propose the day of today); those of a
    form that asks for a town and nothing else as ``lone``."""
    marked = [dict(control) for control in controls]
    lone = only_town(marked, words)
    for control in marked:
        control["lone"] = lone
    dates = [control for control in marked if field_kind(control, words) == "date"]
    if len(dates) == 2:
        start, end = (written_date(control.get("value") or "") for control in dates)
        narrow = start is not None and end is not None and (end - start).days < NARROW_DAYS
        for control, side in zip(dates, ("start", "end"), strict=True):
            control.update(range=side, narrow=narrow)
    months = [c for c in marked if c["tag"] == "input" and not c.get("options") and field_kind(c, words) == "month"]
    sides = [next((side for side, terms in (("start", words.start), ("end", words.end)) if _has(normalize(c["label"]), terms)), "") for c in months]  # fmt: skip
    if sides == ["start", "end"]:
        for control, side in zip(months, sides, strict=True):
            control["range"] = side
    return marked


def fields_of(form: Mapping[str, Any]) -> tuple[str, ...]:
    """What tells the form of one step from that of the next, which often stands in its very place."""
    return tuple(sorted(f"{control['tag']} {normalize(control['label'])}" for control in form["controls"]))


def in_sight(data: Mapping[str, Any]) -> set[tuple[str, ...]]:
    """The forms and buttons that are shown, to tell what comes with the next step."""
    buttons = {(c["path"], c["label"]) for c in data["candidates"] if not c["hidden"]}
    return buttons | {fields_of(form) for form in data["forms"]}


def next_form(data: Mapping[str, Any], seen: Collection[tuple[str, ...]], words: QueryWords) -> dict[str, Any] | None:
    """What a form asks in its next step: fields that were not in ``seen`` and their button, or only a button that sends what
    was chosen before. None where the steps have an end."""
    fresh = [
        form for form in data["forms"] if fields_of(form) not in seen and any(c["visible"] for c in form["controls"])
    ]
    if fresh:
        return None if fresh[0]["personal"] else dict(fresh[0])
    for candidate in data["candidates"]:
        says = normalize(candidate["label"])
        if (candidate["path"], candidate["label"]) in seen:
            continue
        if (
            candidate["kind"] == "click"
            and (says in words.buttons or says in words.onward)
            and not (candidate["hidden"] or candidate["disabled"] or candidate["row"] or candidate["sends"])
            and candidate["region"] not in ("nav", "header", "footer", "aside")
        ):
            place = {"region": "", "button": candidate["path"], "text": "", "controls": []}
            return {**place, "tag": candidate["tag"], "label": candidate["label"]}
    return None


def only_town(controls: Sequence[Mapping[str, Any]], words: QueryWords) -> bool:
    """Whether fields ask for a town, and for nothing but that."""
    kinds = [field_kind(c, words) for c in controls if c.get("visible", True)]
    return "town" in kinds and set(kinds) <= {"town", "state"}


def written_date(text: str) -> dt.date | None:
    """The day (or the first of the month) that a field holds; None when it holds no date.

    >>> written_date("20/11/2026")
    datetime.date(2026, 11, 20)
    """
    for form in ("%d/%m/%Y", "%Y-%m-%d", "%Y-%m", "%m/%Y"):
        with contextlib.suppress(ValueError):
            return dt.datetime.strptime(text.strip(), form).replace(tzinfo=dt.UTC).date()
    return None


def wants_suggestion(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field has to be given one of the values that it offers for what is typed."""
    if control["tag"] != "input" or control.get("value"):
        return False
    if _asks_town(control, words):
        return not control.get("options")
    return bool(control.get("suggests")) and _must_pick(control, words)


def _asks_town(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether the name of the town is to be typed: a filter by the city of suppliers may stay empty."""
    typed = control["tag"] == "input" and control.get("type") in ("text", "search", "")
    asked = control.get("lone") or control.get("required")
    return bool(typed and asked and words.place.name) and field_kind(control, words) == "town"


def _must_pick(control: Mapping[str, Any], words: QueryWords) -> bool:
    return bool(control["required"]) or field_kind(control, words) == "entity"


def offers(control: Mapping[str, Any], options: Sequence[Mapping[str, Any]], words: QueryWords) -> bool:
    """Whether what a field offers is what was asked for: of towns only the one that is audited will do."""
    return not _asks_town(control, words) or words.place.pick([o["text"] for o in options]) is not None


def beginnings(control: Mapping[str, Any], words: QueryWords) -> list[str]:
    """What to type to be offered the town, or the town hall: the first letters of its usual names, then a letter that most
    names hold. Of years, what all begin with."""
    if field_kind(control, words) == "year":
        return ["20"]
    if _asks_town(control, words):
        return list(dict.fromkeys((words.place.name, words.place.name[:4])))
    longest = [term for term in words.town if len(term) > 4]
    return list(dict.fromkeys([*(term[:5] for term in longest), "a"]))[:4]


def is_placeholder(text: str, option: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether an option only asks to choose ("Selecione", "--"), or to wait ("Buscando…")."""
    text = text.rstrip(".… ")
    return not text or any(text == word or text.startswith(f"{word} ") for word in words.placeholder)


def _type_in(
    control: Mapping[str, Any], asks: str, label: str, back: int, today: dt.date, words: QueryWords
) -> Choice | None:
    value = control.get("value") or ""
    if asks == "year":
        written = str(today.year - back)
        return Choice(written, label, written) if value != written else None
    year = today.year - back
    if asks == "month" and (writes_month(control) or control.get("range")) and (not value or back):
        # of one month the last that is over shows what the others are like
        over = today.replace(day=1) - dt.timedelta(days=1)
        whole = over if over.year == year else dt.date(year, 12, 31)
        written = (dt.date(year, 1, 1) if _has(normalize(label), words.start) else whole).strftime("%m/%Y")
        return Choice(written, label, written) if value != written else None
    if asks == "period":
        return _write_period(control, label, back, today)
    if control.get("required") and asks_person(control, words) and words.surnames:
        return Choice(words.surnames[0], label, words.surnames[0])
    if asks != "date":
        return None
    names = f"{normalize(label)} {' '.join(identifier_words(control.get('name', '')))}"
    last = control.get("range") == "end" or _has(names, words.end)
    if not last and control.get("range") != "start" and not _has(names, words.start) and not control.get("required"):
        return None  # a lone date narrows the search to one day
    day = min(dt.date(year, 12, 31), today) if last else dt.date(year, 1, 1)
    if value and back == 0 and not control.get("narrow"):
        return None
    if control["type"] == "date":
        return Choice(day.isoformat(), label, day.strftime("%d/%m/%Y"))
    if control["type"] == "month":
        return Choice(day.strftime("%Y-%m"), label, day.strftime("%m/%Y"))
    return Choice(day.strftime("%d/%m/%Y"), label, day.strftime("%d/%m/%Y"))


def asks_person(control: Mapping[str, Any], words: QueryWords) -> bool:
    """Whether a field takes somebody's name, as a search for servants does."""
    if control["tag"] != "input" or control.get("type") not in ("text", "search", "") or control.get("options"):
        return False
    told = {normalize(control["label"]).rstrip(" *:"), normalize(control.get("placeholder", ""))}
    bare = {" ".join(word for word in text.split() if word not in words.asking) for text in told}
    named = bool((told | bare).intersection(words.people))
    return named and not control.get("value") and not field_kind(control, words)


def insists(text: str, words: QueryWords) -> bool:
    """Whether a page says that it will not search without more to search for."""
    return _has(normalize(text), words.insisting)


def _as_asked(control: Mapping[str, Any], label: str, text: str) -> Choice:
    """A text that was asked for; a day as the field wants it."""
    day = written_date(text) if control.get("type") == "date" else None
    return Choice(day.isoformat() if day else text, label, text)


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


def _write_period(control: Mapping[str, Any], label: str, back: int, today: dt.date) -> Choice | None:
    """A year as the two dates of one field; one that is written already counts as the first attempt, as two fields do."""
    between = between_days(control)
    held = [written_date(part) for part in str(control.get("value") or "").split(between)]
    start, end = held if len(held) == 2 else (None, None)
    if start and end and not back and (end - start).days >= NARROW_DAYS:
        return None
    year = today.year - back
    days = (dt.date(year, 1, 1), min(dt.date(year, 12, 31), today))
    written = between.join(day.strftime("%d/%m/%Y") for day in days)
    return Choice(written, label, written)
