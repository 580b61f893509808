"""Filtro de pesquisa: whether the content can be narrowed by the fields that are asked for, and these do something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from transparency.aspects.case import Case, listed
from transparency.aspects.documents import is_nameless
from transparency.aspects.fields import asks_month, asks_year, goes_on, name_of, own_fields, says, searches
from transparency.aspects.labels import holds
from transparency.aspects.seen import Answer, Proof, Sight, TriedFilter
from transparency.matrix.cycle import Content, Filter
from transparency.model import Field
from transparency.text import normalize

FEW = 40
"""So many records fit one page at most; more need a filter."""
NAMED = 0.8
"""This share of the files has names that tell them apart, where names do as well as a filter."""


def judge_filter(case: Case) -> Answer:
    """Whether the fields are there and change what is shown."""
    asked = case.requirement.filter
    assert asked is not None
    if asked.files_suffice and (paper := _well_named(case)):
        return case.met(f"Os arquivos se distinguem pelo nome, como “{paper.label}”.", paper)
    sights = case.read
    found = {sight.key: _found(case, sight, asked.fields) for sight in sights}
    best = max(sights, key=lambda sight: len(found[sight.key]), default=None)
    if best is None:
        return case.missing("Não há página com o conteúdo.")
    lacks = [one for one in asked.fields if one.key not in found[best.key]]
    if lacks:
        reason = f"A página não tem filtro por {listed(one.label for one in lacks)}."
        return _waived(case, asked) or case.missing(reason, proof=Proof(best, _names(found[best.key].values())))
    narrowing = [field for sight in sights for field in own_fields(sight, case.homes)]
    tried = [one for one in case.gathered.filters if one.of in case.by_key]
    if not narrowing and not tried:
        return _waived(case, asked) or case.missing(
            "A página não tem nenhum filtro desse conteúdo.", proof=Proof(best, "")
        )
    return _by_trial(case, best, list(found[best.key].values()) or narrowing, tried)


def _by_trial(case: Case, sight: Sight, fields: Sequence[Field], tried: Sequence[TriedFilter]) -> Answer:
    """The answer by what came of giving fields another value."""
    names = _names(fields)
    look = f"Filtre por {names or 'um dos campos'} e veja se a lista muda."
    worked = next((one for one in tried if one.changed), None)
    idle = next((one for one in tried if one.idle), None)
    working = {one.field for one in tried if one.changed}
    minimum = [one for one in tried if one.field not in working and any(_same(one.field, field) for field in fields)]
    one = next((one for one in minimum if one.idle), None) or (idle if worked is None else None)
    if one is not None:
        return case.not_met(
            f"O filtro “{one.field}” não muda o que a página mostra.", Proof(case.by_key.get(one.of, sight), one.field)
        )
    if worked is not None:
        told = (
            f"Há filtro por {names}; “{worked.field}” muda a lista."
            if names
            else f"O filtro “{worked.field}” muda a lista."
        )
        return case.met(told, Proof(case.by_key.get(worked.of, sight), names or worked.field))
    failed = next((one for one in tried if one.problem), None)
    why = (
        f"o filtro “{failed.field}” não pôde ser experimentado: {failed.problem.rstrip('.')}"
        if failed
        else "nenhum foi experimentado"
    )
    return case.undecided(f"Há filtro por {names}, mas {why}.", look, Proof(sight, names))


def _same(name: str, field: Field) -> bool:
    return normalize(name) in {normalize(text) for text in (*says(field), field.name, name_of(field))}


def _names(fields: Iterable[Field]) -> str:
    return listed(name for field in fields if (name := name_of(field)))


def _found(case: Case, sight: Sight, wanted: Sequence[Content]) -> dict[str, Field]:
    """Key of a field that is asked for → the field of the page that does."""
    fields = own_fields(sight, case.homes)
    found = {}
    for one in wanted:
        field = next((field for field in fields if _asks(case, field, one)), None)
        if field is not None:
            found[one.key] = field
    return found


def _asks(case: Case, field: Field, one: Content) -> bool:
    """Whether a field of a page asks for what is wanted."""
    terms = (one.label, *one.terms)
    if any(case.labels.says(text, terms) or case.labels.tells(text, one.terms) for text in says(field)):
        return True
    year = not {*map(normalize, terms)}.isdisjoint(case.words.year_words)  # "mês/ano" is no year
    month = bool(holds(normalize(one.label), case.words.month_words))
    if (year and asks_year(field, case.words)) or (month and asks_month(field, case.words)):
        return True
    if (year or month) and (field.type == "date" or field.day or field.between):
        return True
    return not (year or month) and searches(field, case.words)


def _waived(case: Case, asked: Filter) -> Answer | None:
    """The answer where all fits one page, and the rule names no fields."""
    if asked.fields and not asked.files_suffice:
        return None
    for sight in case.read:
        rows = max((listing.table.count for listing in case.listings_of(sight)), default=0)
        papers = sum(paper.is_file for paper in case.papers if paper.sight is sight)
        if 0 < max(rows, papers) <= FEW and not goes_on(sight, case.words):
            return case.met("O conteúdo inteiro cabe em uma página, o que dispensa o filtro.", Proof(sight, ""))
    return None


def _well_named(case: Case) -> Proof | None:
    """A file whose name tells what it is, where nearly all have such names."""
    files = [paper for paper in case.papers if paper.is_file]
    named = [paper for paper in files if not is_nameless(case, paper) or paper.row.strip() != paper.name.strip()]
    telling = bool(files) and len(named) >= NAMED * len(files)
    return Proof(named[0].sight, named[0].name) if telling else None
