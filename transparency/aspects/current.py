"""Atualidade: how new the newest content is, by its own dates. A stamp that follows the clock does not count."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import holidays

from transparency.aspects.blocks import blocks_of
from transparency.aspects.case import Case, Listing
from transparency.aspects.columns import main_lists
from transparency.aspects.dates import When, bare_month, periods, span, written
from transparency.aspects.documents import dated
from transparency.aspects.fields import chosen_period, chosen_year, goes_on, newest_offered
from transparency.aspects.labels import holds
from transparency.aspects.papers import Paper
from transparency.aspects.seen import Answer, Proof, Sight
from transparency.aspects.statements import ends_with, place_of, statements
from transparency.extract.tables.table import Cell
from transparency.matrix.cycle import Current
from transparency.text import normalize

BEFORE = 45
"""So many characters before a date tell what happened on it."""
LONGEST_TITLE = 160
"""A cell that says more is no title: the dates in it are told of, and none of its own."""
DUE = 30
"""Days after the end of a period until its report is due (LC 101/2000, arts. 52 and 55)."""
ACCOUNTS = 4
"""The month until whose end the accounts of the year before may still be missing."""


@dataclass(frozen=True)
class Evidence:
    """A date that tells how new something is."""

    when: When
    proof: Proof
    stamp: bool = False
    """It is the day of today, and stands where a clock would."""
    since: bool = False
    """Somebody began then: a new one tells that the list is new, an old one nothing."""
    content: bool = True
    """It is a date of the content itself, and not of its renewal."""


def judge_current(case: Case) -> Answer:
    """Whether the newest content is new enough."""
    current = case.requirement.current
    assert current is not None
    found = list(evidence(case))
    telling = [one for one in found if not one.stamp and not one.since]
    answer = _by_limit(case, current, telling) if telling else _undated(case, found)
    began = [one for one in found if one.since]
    if answer.status != "met" and began and (fresh := _by_limit(case, current, began)).status == "met":
        return fresh
    if answer.status != "met" and (note := _note(case, current)):
        return case.met(f"A página diz que é o que vale hoje: “{note.label}”.", note)
    return answer


# ---- what tells ----------------------------------------------------------------------------------------------------------


def evidence(case: Case) -> Iterator[Evidence]:
    """All dates of the content, in no order. What lies ahead tells nothing."""
    for one in _all(case):
        if one.when.first <= case.today:
            yield one


def _all(case: Case) -> Iterator[Evidence]:
    for listing in main_lists(case):
        yield from _of_rows(case, listing)
        yield from _of_headings(case, listing)
    for paper in case.papers:
        if paper.is_file and not (paper.opened and paper.opened.problem):
            yield from _of_paper(case, paper)
    for sight in case.seen:
        yield from _of_updates(case, sight)
        when = chosen_period(sight, case.words) if case.listings_of(sight) else None
        if when:
            yield Evidence(when, Proof(sight, when.words))
    for told in statements(case):
        if told.dated:
            yield Evidence(_day(told.dated), Proof(told.sight, told.text))


def _of_paper(case: Case, paper: Paper) -> Iterator[Evidence]:
    """The dates of a document. Where it says which year or month it is of, a day beside that tells when it was published, and nothing of
    what it is of."""
    rows = bool(case.listings_of(paper.sight))  # their cells tell which date is which
    own = dated(case, paper)
    of_period = any(when.unit != "day" for when in own)
    for when in own:
        if not rows or when.unit != "day" or when.words in paper.name:
            yield Evidence(when, paper.proof, content=not (of_period and when.unit == "day"))


def _day(day: dt.date) -> When:
    return When(day, day, "day", written(day))


def _of_rows(case: Case, listing: Listing) -> Iterator[Evidence]:
    year = chosen_year(listing.sight, case.words) or _year_over(case, listing)
    kinds = [_column_kind(case, label) for label in listing.all_labels]
    for row in listing.table.rows:
        if _is_zero(row):
            continue
        for kind, label, cell in zip(kinds, listing.all_labels, row, strict=False):
            for when in _of_cell(case, cell, kind, year):
                proof = Proof(listing.sight, f"{label}: {cell.text[:60]}" if label else cell.text[:60])
                yield Evidence(when, proof, since=kind == "since")


def _column_kind(case: Case, label: str) -> str:
    """ "end" for the end of something, "since" for the beginning, "period" for years and months, else ""."""
    folded = normalize(label)
    if holds(folded, case.words.since):
        return "since"
    if holds(folded, case.words.ends):
        return "end"
    return "period" if holds(folded, (*case.words.year_words, *case.words.month_words)) else ""


def _of_cell(case: Case, cell: Cell, kind: str, year: int) -> list[When]:
    """The dates of a cell that tell how new its row is."""
    if not cell.filled or len(cell.text) > LONGEST_TITLE or cell.type in ("money", "cpf", "cnpj"):
        return []
    month = bare_month(cell.text, year)
    if month:
        return [month]
    found = periods(cell.text, case.words, year, numeric=kind == "period")
    if cell.type not in ("date", "code", "number", "link") and not kind:
        found = [when for when in found if when.unit not in ("day", "year")]
    if cell.type == "number" and kind != "period":
        return []
    if kind == "end":  # of a period from … to … its beginning
        return [min(found, key=lambda when: when.first)] if len(found) > 1 else []
    return found


def _is_zero(row: Iterable[Cell]) -> bool:
    """Whether all amounts of a row are zero: a month that is still to come."""
    amounts = [cell.text for cell in row if cell.type == "money"]
    return bool(amounts) and not any(set(text) & set("123456789") for text in amounts)


def _year_over(case: Case, listing: Listing) -> int:
    texts = (*reversed(listing.headings), *reversed(listing.sight.labels), listing.sight.title)
    return next((when.year for text in texts for when in periods(text, case.words)), 0)


def _of_headings(case: Case, listing: Listing) -> Iterator[Evidence]:
    for heading in listing.headings:
        for when in periods(heading, case.words, numeric=True):
            if when.unit != "day":
                yield Evidence(when, Proof(listing.sight, heading))


def _of_updates(case: Case, sight: Sight) -> Iterator[Evidence]:
    """The days on which a page says that its content was renewed. That of today may be the clock's."""
    for block in blocks_of(sight):
        text = f"{block.heading}\n{block.text}"
        for when in periods(text, case.words):
            place = place_of(text, when.words) if when.unit == "day" else -1
            if place < 0:
                continue
            before = normalize(text[max(0, place - BEFORE) : place])
            if ends_with(before, case.words.updates):
                line = " ".join(text[max(0, place - BEFORE) : place + len(when.words)].split("\n")[-1:])
                yield Evidence(when, Proof(sight, line.strip()), stamp=when.last == case.today, content=False)
            elif when.last == case.today and (ends_with(before, case.words.stamps) or block.region):
                yield Evidence(when, Proof(sight, when.words), stamp=True)


def _note(case: Case, current: Current) -> Proof | None:
    """Where a page says that what is there is in force."""
    if not current.notes:
        return None
    notes = tuple(map(normalize, current.notes))
    for sight in case.seen:
        for block in blocks_of(sight):
            for line in (*block.headings, *block.text.split("\n")):
                if holds(normalize(line), notes):
                    return Proof(sight, line[:160])
    named = (paper for paper in case.papers if paper.is_file and holds(normalize(paper.own), notes))
    paper = next(named, None)
    return Proof(paper.sight, paper.name) if paper else None


def _undated(case: Case, found: list[Evidence]) -> Answer:
    """The answer where nothing in the content is dated."""
    if not case.seen:
        return case.missing("Não há conteúdo cuja data se possa ver.")
    look = "Veja de quando é o conteúdo mais recente."
    fresh = _in_files(case)
    if fresh:
        return _by_limit(case, case.requirement.current or Current("days"), [fresh])
    stamp = next((one for one in found if one.stamp), None)
    if stamp is not None:
        reason = "A única data da página é a de hoje, que acompanha o relógio; nenhuma linha tem data."
        return case.missing(reason, look, stamp.proof)
    if case.listings or case.papers:
        return case.undecided("Nem as linhas nem os nomes dos arquivos têm data.", look)
    return case.missing("A página não mostra nenhuma data do conteúdo.", look)


def _in_files(case: Case) -> Evidence | None:
    """The newest date that stands in a file that was opened."""
    found = [
        Evidence(when, Proof(case.by_key[file.of], file.label or file.url, file.url))
        for file in [*case.files, *(tried.file for tried in case.gathered.exports)]
        if file.of in case.by_key and not file.problem
        for when in periods(file.text, case.words)
        if when.last <= case.today
    ]
    return max(found, key=lambda one: one.when.last, default=None)


# ---- limits --------------------------------------------------------------------------------------------------------------


def _by_limit(case: Case, current: Current, found: list[Evidence]) -> Answer:
    if current.limit in ("bimester", "four_months"):
        return _of_report(case, current, found)
    if current.limit in ("same_year", "previous_year", "closed_year"):
        return _of_year(case, current, found)
    if current.limit == "in_force":
        return _in_force(case, found)
    return _of_days(case, current, found)


def _newest(case: Case, found: list[Evidence]) -> Evidence:
    """The newest of some dates; of those that end on one day the finest."""
    return max(found, key=lambda one: (one.when.until(case.today), -(one.when.last - one.when.first).days))


def _of_days(case: Case, current: Current, found: list[Evidence]) -> Answer:
    """By so many days, working days or years."""
    fine = [one for one in found if one.when.unit != "year"]
    newest = _newest(case, fine or found)
    coarse = _newest(case, found)
    last = newest.when.until(case.today)
    told = _sentence(case, current, newest)
    if newest.when.unit != "year" and _within(case, current, last):
        return case.met(told, newest.proof)
    unsure = newest.when.unit == "year" or (coarse.when.unit == "year" and coarse.when.year > newest.when.year)
    if unsure and _within(case, current, coarse.when.until(case.today)):
        return _by_year_only(case, current, coarse)
    return _stale(case, told, newest)


def _by_year_only(case: Case, current: Current, coarse: Evidence) -> Answer:
    """The answer where the newest content is told by its year alone."""
    if current.limit == "years" and coarse.when.year >= case.today.year - current.amount + 1:
        return case.met(f"O conteúdo mais recente é de {coarse.when.year}.", coarse.proof)
    reason = f"O conteúdo mais recente é de {coarse.when.year}, sem dia nem mês; o limite são {_limit(current)}."
    return case.undecided(reason, "Veja o dia ou o mês do conteúdo mais recente.", coarse.proof)


def _within(case: Case, current: Current, last: dt.date) -> bool:
    if current.limit == "years":
        return last >= _years_before(case.today, current.amount or 1)
    if current.limit == "working_days":
        return working_days(last, case.today) <= current.amount
    return (case.today - last).days <= current.amount


def _years_before(day: dt.date, years: int) -> dt.date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:  # 29 February
        return day.replace(year=day.year - years, day=28)


@lru_cache(maxsize=64)
def _free_days(year: int) -> frozenset[dt.date]:
    return frozenset(holidays.country_holidays("BR", years=year))


def working_days(first: dt.date, last: dt.date) -> int:
    """How many working days lie behind one day up to another, without weekends and national holidays.

    >>> working_days(dt.date(2026, 4, 17), dt.date(2026, 4, 22))
    2
    """
    days = (first + dt.timedelta(days=n) for n in range(1, (last - first).days + 1))
    return sum(day.weekday() < 5 and day not in _free_days(day.year) for day in days)


def _limit(current: Current) -> str:
    names = {"days": "dias", "working_days": "dias úteis", "years": "anos"}
    name = names.get(current.limit, "dias")
    return f"{current.amount} {name.replace('anos', 'ano') if current.amount == 1 else name}"


def _sentence(case: Case, current: Current, one: Evidence) -> str:
    last = one.when.until(case.today)
    days = working_days(last, case.today) if current.limit == "working_days" else (case.today - last).days
    unit = "dias úteis" if current.limit == "working_days" else "dias"
    ago = (
        "hoje"
        if days == 0
        else f"há {days} {unit}"
        if days != 1
        else f"há 1 {unit.replace('dias', 'dia').replace('úteis', 'útil')}"
    )
    of = written(last) if one.when.unit == "day" else f"“{one.when.words}”"
    verb = "é o limite" if current.amount == 1 else "são o limite"
    return f"O conteúdo mais recente é de {of}, {ago}; {_limit(current)} {verb}."


def _stale(case: Case, told: str, newest: Evidence) -> Answer:
    """Too old, unless newer content may stand on a page that was not opened."""
    look = "Veja se há conteúdo mais recente do que o que foi visto."
    opened = {year.year for year in case.gathered.years if year.sight is not None}
    for sight in case.read:
        offered = newest_offered(sight, case.words, case.today.year)
        if offered > newest.when.year and offered not in opened and offered != chosen_year(sight, case.words):
            return case.undecided(f"{told} O ano de {offered} é oferecido e não foi aberto.", look, newest.proof)
    beyond = (sight for sight in case.read if goes_on(sight, case.words) and not _newest_first(case, sight))
    if newest.content and next(beyond, None) is not None:  # what a page says of its renewal holds for all of its list
        return case.undecided(f"{told} A lista continua em outras páginas.", look, newest.proof)
    return case.missing(told, look, newest.proof)


def _newest_first(case: Case, sight: Sight) -> bool:
    """Whether the rows of a page begin with the newest, by any of their dates."""
    for listing in case.listings_of(sight):
        columns: dict[str, list[dt.date]] = {}
        for one in _of_rows(case, listing):
            if one.when.unit != "year":
                columns.setdefault(one.proof.label.partition(": ")[0], []).append(one.when.last)
        for days in columns.values():
            if days[0] > days[-1] and days == sorted(days, reverse=True):
                return True
    return False


def _of_year(case: Case, current: Current, found: list[Evidence]) -> Answer:
    """By the year that the content is of."""
    due = case.today.year - (0 if current.limit == "same_year" else 1)
    newest = _newest(case, [one for one in found if one.content] or found)
    year = newest.when.until(case.today).year
    if year >= due:
        return case.met(f"O conteúdo mais recente é de {year}; o ano pedido é {due}.", newest.proof)
    told = f"O conteúdo mais recente é de {year}; o ano pedido é {due}."
    if current.limit == "closed_year" and year == due - 1 and case.today.month <= ACCOUNTS:
        look = f"Veja se o prazo das contas de {due} já venceu."
        return case.undecided(told, look, newest.proof)
    return _stale(case, told, newest)


def _in_force(case: Case, found: list[Evidence]) -> Answer:
    """By the years of what is there, which hold this one."""
    holding = [one for one in found if one.when.first.year <= case.today.year <= one.when.last.year]
    if holding:
        return case.met(f"O que está lá vale para {case.today.year}: “{holding[0].when.words}”.", holding[0].proof)
    newest = _newest(case, found)
    return case.undecided(
        f"O mais recente é de {newest.when.year}; a página não diz se ainda vale.",
        "Veja se o que está publicado é o que está em vigor.",
        newest.proof,
    )


def due_period(today: dt.date, months: int) -> When:
    """The last period of so many months whose report is due: 30 days after its end.

    >>> due_period(dt.date(2026, 11, 23), 2).last, due_period(dt.date(2026, 11, 30), 2).last
    (datetime.date(2026, 8, 31), datetime.date(2026, 10, 31))
    """
    unit = {2: "bimester", 4: "four_months", 6: "semester"}[months]
    spans = (span(year, n, unit, "") for year in (today.year, today.year - 1) for n in range(12 // months, 0, -1))  # type: ignore[arg-type]
    return next(one for one in spans if one and one.last + dt.timedelta(days=DUE) <= today)


_REPORTS = {
    "bimester": (("bimester", 2, "bimestre"),),
    "four_months": (("four_months", 4, "quadrimestre"), ("semester", 6, "semestre")),
}


def _of_report(case: Case, current: Current, found: list[Evidence]) -> Answer:
    """By the last report of fiscal responsibility that is due."""
    best: Evidence | None = None
    names = []
    for unit, months, name in _REPORTS[current.limit]:
        due = due_period(case.today, months)
        names.append(f"{due.last.month // months}º {name} de {due.last.year}")
        own = [one for one in found if one.when.unit == unit]
        newest = _newest(case, own) if own else None
        if newest and newest.when.last >= due.last:
            return case.met(
                f"O relatório mais recente é “{newest.when.words}”; o último devido é o {names[-1]}.",
                newest.proof,
            )
        best = best or newest
    wanted = " ou ".join(names)
    if best is None:
        return _of_other_periods(case, found, wanted)
    return _stale(
        case, f"O relatório mais recente é “{best.when.words}” de {best.when.year}; o último devido é o {wanted}.", best
    )


def _of_other_periods(case: Case, found: list[Evidence], wanted: str) -> Answer:
    """The answer where no report says of which part of the year it is."""
    newest = _newest(case, found)
    told = f"Nenhum relatório diz o seu período; o último devido é o {wanted}."
    if newest.when.year < case.today.year - 1:
        return _stale(case, f"O mais recente é de {newest.when.year}; o último devido é o {wanted}.", newest)
    return case.undecided(told, f"Veja se o relatório do {wanted} está publicado.", newest.proof)
