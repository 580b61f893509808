"""The fields that a page can be asked by, what is chosen in them, and whether its list goes on over further pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from transparency.aspects.dates import When, bare_month, span
from transparency.aspects.labels import holds
from transparency.aspects.seen import Sight
from transparency.aspects.words import Words
from transparency.extract.forms.dates import month_of, names_month, number_of_month, written_year
from transparency.extract.values import tells_page
from transparency.model import Field
from transparency.text import identifier_words, normalize

MOST_OTHERS = 3
"""So many options of a list of years or months may be none ("Todos", "Selecione")."""

_FIRST_OF_TWO = re.compile(r"(?<!\S)1\s+2(?!\S)")
"""The numbers of two pages, of which the first is no link."""


def fields_of(sight: Sight) -> Iterator[Field]:
    """All fields of a page that can be filled in."""
    for view in sight.views:
        for form in view.forms:
            if not form.personal:
                yield from form.controls
        yield from view.selects
        yield from view.inputs
        yield from view.entries


def name_of(field: Field) -> str:
    """What a field is called for a reader of an answer."""
    return field.label or field.placeholder or field.name


def says(field: Field) -> list[str]:
    """All that tells what a field asks for."""
    return [text for text in (field.label, field.placeholder, " ".join(identifier_words(field.name))) if text]


def asks_year(field: Field, words: Words) -> bool:
    """Whether a field asks for a year, by its options, else by its name."""
    years = years_offered(field)
    if field.options:
        return bool(years) and len(years) >= len(field.options) - MOST_OTHERS
    return any(holds(normalize(text), words.year_words) for text in says(field))


def asks_month(field: Field, words: Words) -> bool:
    """Whether a field asks for a month or for days."""
    options = [normalize(option.text) for option in field.options]
    if options:
        return sum(map(names_month, options)) >= max(2, len(options) - MOST_OTHERS) or any(map(month_of, options))
    dated = field.type in ("date", "month") or field.day or field.between
    return dated or any(holds(normalize(text), words.month_words) for text in says(field))


def years_offered(field: Field) -> set[int]:
    """The years that a list offers."""
    return {year for option in field.options if not option.disabled and (year := written_year(option.text))}


def chosen_year(sight: Sight, words: Words) -> int:
    """The year that a page is shown for, by its fields; 0 where they do not tell."""
    told = [written_year(field.content) for field in fields_of(sight) if asks_year(field, words)]
    return next((year for year in told if year), 0)


def chosen_period(sight: Sight, words: Words) -> When | None:
    """The year or month that a page is shown for, by its fields."""
    year = chosen_year(sight, words)
    for field in fields_of(sight):
        said = normalize(field.content)
        dated = month_of(said) if said and asks_month(field, words) else None
        if dated:
            return span(dated[0], dated[1], "month", field.content)
        if said and asks_month(field, words) and number_of_month(said) and year:
            return bare_month(said, year) or span(year, number_of_month(said), "month", f"{field.content}/{year}")
    return span(year, 1, "year", str(year)) if year else None


def newest_offered(sight: Sight, words: Words, this_year: int) -> int:
    """The newest year up to this one that a field of a page offers; 0 for none."""
    years = [year for field in fields_of(sight) if asks_year(field, words) for year in years_offered(field)]
    return max((year for year in years if year <= this_year), default=0)


def goes_on(sight: Sight, words: Words) -> bool:
    """Whether the list of a page goes on over further pages: it says so, or has a button or the numbers of pages for that."""
    turns = [
        candidate
        for view in sight.views
        for candidate in view.candidates
        if not candidate.disabled and not candidate.hidden and candidate.region not in ("nav", "footer", "header")
    ]
    labels = {normalize(candidate.label) for candidate in turns}
    two = "2" in labels and _FIRST_OF_TWO.search(sight.text) is not None
    told = tells_page(sight.text) or not labels.isdisjoint(words.next_page) or labels >= {"2", "3"} or two
    return told or any(candidate.turns for candidate in turns)


def own_fields(sight: Sight, homes: Iterable[Sight], fields: Iterable[Field] | None = None) -> list[Field]:
    """The fields of a page (or those of them that are given) that are not those of every page: the search of the whole site."""
    common = {_mark(field) for home in homes if home.key != sight.key for field in fields_of(home)}
    given = fields_of(sight) if fields is None else fields
    return [field for field in given if _mark(field) not in common and field.tag != "textarea"]


def _mark(field: Field) -> tuple[str, str, str]:
    return field.label, field.placeholder, field.name


def searches(field: Field, words: Words) -> bool:
    """Whether a field looks for words anywhere in what is shown."""
    typed = field.tag == "input" and field.type in ("", "text", "search") and not field.options
    return typed and any(holds(normalize(text), words.searches) for text in (*says(field), field.type))
