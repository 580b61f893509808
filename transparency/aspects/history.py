"""Série histórica: whether the years before are there, too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from transparency.aspects.case import Case, Listing, joined
from transparency.aspects.current import evidence
from transparency.aspects.dates import periods
from transparency.aspects.documents import dated
from transparency.aspects.fields import asks_year, chosen_year, fields_of, goes_on, years_offered
from transparency.aspects.seen import Answer, OpenedYear, Proof, Sight
from transparency.aspects.statements import statements

FUTURE = 5
"""A year of a period that reaches further ahead is none of a series."""


def judge_history(case: Case) -> Answer:
    """Whether the years that are asked for have rows, documents, or a statement that there was none."""
    there = dict(_there(case))
    wanted = _wanted(case, there)
    gone = [year for year in wanted if year not in there]
    if not gone:
        first = there[wanted[0]]
        return case.met(f"Há conteúdo de {_in_words(wanted)}.", first)
    return _gone(case, there, wanted, gone)


def knows_years(case: Case, key: str) -> bool:
    """Whether no other year of a page need be opened: all that are asked for have content, or one of the page has none."""
    there = dict(_there(case))
    wanted = _wanted(case, there)
    return all(year in there for year in wanted) or any(one.of == key and one.year in wanted for one in _empty(case))


def _wanted(case: Case, there: dict[int, Proof]) -> list[int]:
    """The years that must be there, the newest first."""
    history = case.requirement.history
    assert history is not None
    newest = case.today.year
    if history.before == "newest":
        newest = max((year for year in there if year <= case.today.year), default=case.today.year)
    return [newest - n for n in range(1, history.years + 1)]


def _there(case: Case) -> Iterator[tuple[int, Proof]]:
    """The years that have something, each with what shows it. What is opened for a year tells more than what only names it."""
    empty = {one.year for one in _empty(case)}
    yield from ((year, proof) for year, proof in _in_sight(case) if year not in empty)
    for year in case.gathered.years:
        if year.sight is not None and _has_year(case, year, year.sight):
            yield year.year, Proof(year.sight, str(year.year))
    for told in statements(case) if case.requirement.none == "yes" else ():
        if told.dated or told.period:
            yield from ((year, Proof(told.sight, told.text)) for year in told.years(case.today))


def _empty(case: Case) -> list[OpenedYear]:
    """The years that were asked for and have nothing."""
    return [
        year
        for year in case.gathered.years
        if year.sight is not None
        and not year.problem
        and not _has_year(case, year, year.sight)
        and not _is_deaf(case, year, year.sight)
    ]


def _is_deaf(case: Case, year: OpenedYear, sight: Sight) -> bool:
    """Whether a list goes on showing the same rows whatever year it is asked for: what it holds of that year is not known."""
    return bool(_content(case, sight)) and _shows_the_same(case, year, sight)


def _in_sight(case: Case) -> Iterator[tuple[int, Proof]]:
    """The years that the content in sight is of. A list that is shown for one year holds no other, whatever dates stand in it."""
    asked = {sight.key: chosen_year(sight, case.words) for sight in case.seen}
    for one in evidence(case):
        if one.content and not one.stamp and not one.since:
            last = min(one.when.last.year, one.when.first.year + FUTURE)
            for year in range(one.when.first.year, last + 1):
                if asked.get(one.proof.sight.key) in (0, year):
                    yield year, one.proof


def _has_year(case: Case, year: OpenedYear, sight: Sight) -> bool:
    """Whether a page that was asked for a year has rows or documents, and these are not those of another year."""
    if not sight.answers:
        return False
    rows = case.listings_of(sight)
    papers = [paper for paper in case.papers if paper.sight is sight and paper.is_file]
    if not (rows or papers) or _shows_the_same(case, year, sight):
        return False
    named = _years_of_rows(case, rows) | {when.year for paper in papers for when in dated(case, paper)}
    return not named or not named.isdisjoint((year.year, year.year + 1))  # paid or published in the year after


def _shows_the_same(case: Case, year: OpenedYear, sight: Sight) -> bool:
    """Whether a page shows for a year what it shows for another: choosing it does nothing."""
    own = _content(case, sight)
    others = [other.sight for other in case.gathered.years if other.year != year.year and other.of == year.of]
    others += [
        place for place in case.read if place.key == year.of and chosen_year(place, case.words) not in (0, year.year)
    ]
    return any(other is not None and other.key != sight.key and _content(case, other) == own for other in others)


def _content(case: Case, sight: Sight) -> tuple[str, ...]:
    rows = (cell.text for listing in case.listings_of(sight) for row in listing.table.rows for cell in row)
    return (*rows, *(paper.name for paper in case.papers if paper.sight is sight and paper.is_file))


def _years_of_rows(case: Case, rows: Sequence[Listing]) -> set[int]:
    """The years of the dates in lists."""
    cells = (cell for listing in rows for row in listing.table.rows for cell in row if cell.type == "date")
    return {when.year for cell in cells for when in periods(cell.text, case.words, numeric=True)}


def _gone(case: Case, there: dict[int, Proof], wanted: list[int], gone: list[int]) -> Answer:
    """The answer where years are missing."""
    look = f"Escolha {_in_words(gone)} e veja se há conteúdo."
    failed = next((one for one in case.gathered.years if one.year in gone and one.problem), None)
    if failed is not None:
        reason = f"O ano de {failed.year} não pôde ser aberto: {failed.problem.rstrip('.')}."
        return case.undecided(reason, look)
    heard = [one for one in case.gathered.years if one.sight is not None and not _is_deaf(case, one, one.sight)]
    opened = {one.year for one in case.gathered.years if one.sight is not None}
    settled = any(one.year in gone for one in _empty(case))
    asked = (field for sight in case.read for field in fields_of(sight))
    offered = {year for field in asked if asks_year(field, case.words) for year in years_offered(field)}
    untried = [year for year in gone if year in offered and year not in opened and not settled]
    if untried:
        return case.undecided(f"{_in_words(untried).capitalize()}: oferecido na página, mas não aberto.", look)
    found = [year for year in wanted if year in there]
    told = f"Não há conteúdo de {_in_words(gone)}{f'; há de {_in_words(found)}' if found else ''}."
    if not heard and any(goes_on(sight, case.words) for sight in case.read):
        return case.undecided(f"{told} A lista continua em outras páginas.", look)
    return case.missing(told, look)


def _in_words(years: list[int]) -> str:
    return joined([str(year) for year in sorted(set(years), reverse=True)])
