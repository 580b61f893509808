"""What a field of a query form asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import copy

from transparency.extract.forms.dates import (
    NARROW_DAYS,
    WRITTEN_YEAR,
    are_dated,
    between_days,
    month_of,
    names_month,
    writes_month,
    written_date,
)
from transparency.extract.forms.query_words import QueryWords, has_term, says_side
from transparency.model import Field, Option
from transparency.text import identifier_words, normalize

FEW_STATES = 5
"""A list of no more than these that holds a state is no list of states."""
_COUNT = re.compile(r"\s*[(\[]\s*(\d[\d.]*)\s*(?:[^\W\d]+\s*)?[)\]]\s*$")
"""How many records a facet says are behind an option: "2026 (0)"."""


def count_behind(option: Option) -> int | None:
    """How many records are behind an option, where it says so."""
    said = _COUNT.search(option.text)
    count = said[1] if said else option.count or ""
    return int(count.replace(".", "")) if count else None


def without_count(text: str) -> str:
    """What an option says besides how many records are behind it."""
    return _COUNT.sub("", text)


def is_facet(control: Field) -> bool:
    """Whether boxes narrow a list that is in sight without them: each says how many records it would leave."""
    options = control.options
    return (
        control.tag == "boxes"
        and bool(options)
        and sum(count_behind(o) is not None for o in options) * 2 > len(options)
    )


def shown_in(control: Field) -> bool:
    """Whether the options of a field are known without opening it: those of a list drawn by a script are not."""
    return control.tag in ("select", "input", "textarea", "radio", "boxes", "pick")


def left_alone(control: Field, words: QueryWords) -> bool:
    """Whether a list that is narrowed by what is typed stays empty: it looks for one creditor, one servant, one word."""
    return bool(control.typed) and not control.required and not field_kind(control, words)


_PAGE_SIZE = re.compile(r"[58]|[1-9]0|[12357]5|12|16|18|24|32|36|48|[1-9]00|[12]50|[1-9]000")
_ALL_ROWS = re.compile(r"tod[ao]s?|tudo|all")


def sizes_pages(control: Field) -> bool:
    """Whether a list says how many rows stand on a page ("Itens por página 10"): it asks for nothing. One that a script draws
    is told by its label and its value, one that shows what it offers by that."""
    if shown_in(control):
        sizes = [s for o in control.options if not _ALL_ROWS.fullmatch(s := normalize(o.text).split(" ")[0])]
        return len(sizes) > 1 and all(map(_PAGE_SIZE.fullmatch, sizes))
    sized = re.search(r"\b(pagina|linhas|itens|registros|rows)\b", normalize(control.label))
    return bool(_PAGE_SIZE.fullmatch(str(control.value or "").strip())) and sized is not None


def field_kind(control: Field, words: QueryWords) -> str:
    """What a field asks for: ``year``, ``month``, ``entity``, ``date``, ``period`` (two dates in one), ``town``, ``state`` or
    ``""``.

    Its options tell more surely than its label.
    """
    options = [normalize(without_count(o.text)) for o in control.options]
    kind = _kind_of_options(control, options, words) if options else _kind_as_written(control)
    if kind is not None:
        return kind
    if _asks_where(control, options, words):
        return "town"
    if len(options) > FEW_STATES and any(map(words.place.in_state, options)):
        return "state"
    return _kind_by_name(control, words)


def _kind_of_options(control: Field, options: Sequence[str], words: QueryWords) -> str | None:
    """The kind of what is offered (normalised); None where that says nothing."""
    bare = (option.replace("exercicio", "").replace("ano", "").strip() for option in options)
    years = sum(bool(WRITTEN_YEAR.fullmatch(option)) for option in bare)
    if years and years >= len(options) - 2:
        return "year"
    months = sum(map(names_month, options))
    if (months >= 3 and months >= len(options) - 3) or are_dated(options):
        return "month"
    if years:
        return "year" if _is_named(control, words.year) else ""
    return None


def _kind_as_written(control: Field) -> str | None:
    """The kind of what is typed, by how it is to be written; None where that says nothing."""
    if writes_month(control) or (not shown_in(control) and month_of(normalize(str(control.value or "")))):
        return "month"
    if between_days(control):
        return "period"
    if control.tag != "input":
        return None
    dated = control.type in ("date", "month") or control.day
    masked = re.search(r"dd\s*/?\s*mm|__/__", control.placeholder.lower())
    return "date" if dated or masked or re.fullmatch(r"\d\d/\d\d/\d{4}", str(control.value or "")) else None


def _asks_where(control: Field, options: Sequence[str], words: QueryWords) -> bool:
    """Whether a field asks for a town: it says so, or offers the one that is audited among others."""
    texts = (normalize(control.label), normalize(control.placeholder))
    bare = {" ".join(word for word in text.split() if word not in words.asking) for text in texts}
    if not bare.isdisjoint(words.towns):
        return True
    return not any(has_term(o, words.everything) for o in options) and words.place.one_of_many(options) is not None


def _kind_by_name(control: Field, words: QueryWords) -> str:
    for kind, terms in (("year", words.year), ("month", words.month), ("entity", words.entity)):
        if _is_named(control, terms):
            return kind
    both = f"{normalize(control.label)} {' '.join(identifier_words(control.name))}"
    return "date" if control.tag == "input" and has_term(both, ("data", "periodo")) else ""


def _is_named(control: Field, terms: tuple[str, ...]) -> bool:
    """Whether the label of a field holds one of some terms, or its name in the page does."""
    return has_term(normalize(control.label), terms) or has_term(" ".join(identifier_words(control.name)), terms)


def is_jump(control: Field, words: QueryWords) -> bool:
    """Whether a field is a menu: what is chosen is gone to. A list of years or bodies is asked as ever, though it may go to
    an address for each."""
    return bool(control.leads) and not field_kind(control, words)


_NUMBERED = re.compile(r"^[\d\s]+")
LEVELS = 3
"""So many labels of records at least make a list of levels; fewer may be anything."""


def chooses_view(control: Field, words: QueryWords) -> bool:
    """Whether a field chooses what is shown, as a menu does, and does not narrow it: its label says so, or most of what it
    offers is called a report ("101 - Relação de Empenhos") or like what is told of a record ("Função", "Subfunção")."""
    if field_kind(control, words) or control.tag in ("textarea", "boxes", "pick") or control.type == "checkbox":
        return False
    options = [normalize(option.text) for option in control.options]
    if puts_out(options, words):
        return False
    names = (normalize(control.label), " ".join(identifier_words(f"{control.name}")))
    if any(has_term(name, words.views) for name in names):
        return bool(options) or not shown_in(control)
    called = sum(f"{_NUMBERED.sub('', text)} ".startswith(tuple(f"{r} " for r in words.reports)) for text in options)
    several = takes_several(control) or any(map(words.searches, names))  # the columns of what is shown
    levels = 0 if several else sum(text in words.labels for text in options)
    return (len(options) >= 2 and called >= 0.6 * len(options)) or levels >= max(LEVELS, 0.6 * len(options))


def puts_out(options: Sequence[str], words: QueryWords) -> bool:
    """Whether options (normalised) are ways to put out a report: on screen or as a file."""
    files = sum(has_term(text, words.formats) for text in options)
    return files > 0 and any(has_term(text, words.screen) and not has_term(text, words.formats) for text in options)


def best_file(options: Sequence[str], words: QueryWords) -> int | None:
    """Of options (normalised) that are all kinds of files the place of the one whose tables are read best; None of others."""
    if len(options) < 2 or not all(has_term(text, words.formats) for text in options):
        return None
    return next((n for term in words.readable for n, text in enumerate(options) if has_term(text, (term,))), None)


def takes_several(control: Field) -> bool:
    """Whether more than one option of a field may be taken."""
    if control.tag == "select":
        return bool(control.multiple)
    return control.tag in ("boxes", "pick") or any(o.several for o in control.options)


def is_undecided(control: Field, words: QueryWords) -> bool:
    """Whether nothing is chosen yet in a field with options."""
    options, value = control.options, control.value
    if not isinstance(value, int):
        return not value
    return not 0 <= value < len(options) or is_placeholder(normalize(options[value].text), words)


def mark_ranges(controls: Iterable[Field], words: QueryWords) -> list[Field]:
    """The fields of a form, the two dates of a form that has just two marked as the ``start`` and ``end`` of its range,
    and as ``narrow`` where what they hold leaves less than some weeks (many portals propose the day of today); those of a
    form that asks for a town and nothing else as ``lone``."""
    marked = [copy(control) for control in controls]
    lone = only_town(marked, words)
    for control in marked:
        control.lone = lone
    dates = [control for control in marked if field_kind(control, words) == "date"]
    if len(dates) == 2:
        start, end = (written_date(str(control.value or "")) for control in dates)
        narrow = start is not None and end is not None and (end - start).days < NARROW_DAYS
        alike = dates[0].label == dates[1].label  # "Período [ ] a [ ]": what is chosen is known by its label
        for control, side, name in zip(dates, ("start", "end"), ("início", "fim"), strict=True):
            control.range, control.narrow = side, narrow
            if alike:
                control.label = f"{control.label.rstrip(': ')} ({name})".strip()
    months = [c for c in marked if c.tag == "input" and not c.options and field_kind(c, words) == "month"]
    sides = [next((side for side, terms in (("start", words.start), ("end", words.end)) if says_side(normalize(c.label), terms)), "") for c in months]  # fmt: skip
    if sides == ["start", "end"]:
        for control, side in zip(months, sides, strict=True):
            control.range = side
    return marked


def only_town(controls: Sequence[Field], words: QueryWords) -> bool:
    """Whether fields ask for a town, and for nothing but that."""
    kinds = [field_kind(c, words) for c in controls if c.visible]
    return "town" in kinds and set(kinds) <= {"town", "state"}


def wants_suggestion(control: Field, words: QueryWords) -> bool:
    """Whether a field has to be given one of the values that it offers for what is typed."""
    if control.tag != "input" or control.value:
        return False
    if asks_town(control, words):
        return not control.options
    return bool(control.suggests) and _must_pick(control, words)


def asks_town(control: Field, words: QueryWords) -> bool:
    """Whether the name of the town is to be typed: a filter by the city of suppliers may stay empty."""
    typed = control.tag == "input" and control.type in ("text", "search", "")
    asked = control.lone or control.required
    return bool(typed and asked and words.place.name) and field_kind(control, words) == "town"


def _must_pick(control: Field, words: QueryWords) -> bool:
    return bool(control.required) or field_kind(control, words) == "entity"


def is_placeholder(text: str, words: QueryWords) -> bool:
    """Whether an option only asks to choose ("Selecione", "--"), or to wait ("Buscando…")."""
    text = text.rstrip(".… ")
    return not text or any(text == word or text.startswith(f"{word} ") for word in words.placeholder)


def asks_person(control: Field, words: QueryWords) -> bool:
    """Whether a field takes somebody's name, as a search for servants does."""
    if control.tag != "input" or control.type not in ("text", "search", "") or control.options:
        return False
    told = {normalize(control.label).rstrip(" *:"), normalize(control.placeholder)}
    bare = {" ".join(word for word in text.split() if word not in words.asking) for text in told}
    named = bool((told | bare).intersection(words.people))
    return named and not control.value and not field_kind(control, words)


def insists(text: str, words: QueryWords) -> bool:
    """Whether a page says that it will not search without more to search for."""
    return has_term(normalize(text), words.insisting)
