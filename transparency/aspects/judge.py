"""The answers to all aspects of a requirement over what was seen of it: a function for each kind, and one for each aspect."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from transparency.aspects.available import of_records, whole_statement
from transparency.aspects.case import Case
from transparency.aspects.content import of_content
from transparency.aspects.current import judge_current
from transparency.aspects.documents import of_documents
from transparency.aspects.export import judge_export
from transparency.aspects.features import of_feature
from transparency.aspects.filters import judge_filter
from transparency.aspects.history import judge_history, knows_years
from transparency.aspects.prose import of_text
from transparency.aspects.seen import Answer, Gathered, Proof
from transparency.aspects.words import Words, load_words
from transparency.matrix.cycle import Aspect, Kind, Requirement

_KINDS: Mapping[Kind, Callable[[Case], Answer]] = {
    "records": of_records,
    "documents": of_documents,
    "text": of_text,
    "feature": of_feature,
    "service": of_feature,
}
_ASPECTS: Mapping[Aspect, Callable[[Case], Answer]] = {
    "current": judge_current,
    "history": judge_history,
    "export": judge_export,
    "filter": judge_filter,
}
_BY_STATEMENT = frozenset(("export", "filter"))
"""Aspects that a statement that there was none meets with the content (the others go by its dates)."""
_FOR_A_PERSON = frozenset(("available", "current"))
"""Aspects of a requirement that a person must judge; fields and files a machine sees as well."""


def judge(requirement: Requirement, gathered: Gathered, today: dt.date, words: Words | None = None) -> list[Answer]:
    """One answer for each aspect of a requirement, in order. ``today``: the day of the visit. ``words``: by default those that come
    with the program."""
    return [*_answers(requirement, gathered, today, words or load_words())]


def judge_available(requirement: Requirement, gathered: Gathered, today: dt.date, words: Words) -> Answer:
    """The answer to the first aspect alone, as ``judge`` gives it."""
    return next(_answers(requirement, gathered, today, words))


def judge_alone(requirement: Requirement, gathered: Gathered, today: dt.date, words: Words, aspect: Aspect) -> Answer:
    """The answer to an aspect but the first as if the content were there."""
    case = _of_content(Case(requirement, gathered, today, words))
    return replace(_ASPECTS[aspect](case), aspect=aspect)


def needs_years(requirement: Requirement, gathered: Gathered, today: dt.date, words: Words, key: str) -> bool:
    """Whether the answer still needs other years of a page."""
    case = _of_content(Case(requirement, gathered, today, words))
    return requirement.history is not None and not knows_years(case, key)


def _answers(requirement: Requirement, gathered: Gathered, today: dt.date, words: Words) -> Iterator[Answer]:
    """The answers one after the other, none judged before it is asked for."""
    case = Case(requirement, gathered, today, words)
    available = _KINDS[requirement.kind](case)
    yield _for_a_person(case, available)
    if available.status != "not_met":
        case = _of_content(case)
    for name in requirement.aspects[1:]:
        yield _for_a_person(case, replace(_follow(case, available, name), aspect=name))


def _of_content(case: Case) -> Case:
    """The case of the pages that show the content, where it is a list or documents."""
    return of_content(case) if case.requirement.kind in ("records", "documents") else case


def _follow(case: Case, available: Answer, aspect: Aspect) -> Answer:
    """The answer to an aspect: without the content none is met."""
    if available.status == "not_met":
        return replace(available, reason=f"Sem o conteúdo, nada mais é atendido. {available.reason}")
    if available.status == "undecided" and not case.seen:
        return available
    said = whole_statement(case) if aspect in _BY_STATEMENT else None
    if said is not None and (available.label == said.text or not case.listings):
        return case.met("A declaração de que não houve dispensa este item.", Proof(said.sight, said.text))
    answer = _ASPECTS[aspect](case)
    if available.status == "undecided" and answer.status == "met":
        reason = f"{answer.reason} Mas não se sabe se o conteúdo está lá inteiro."
        return replace(answer, status="undecided", reason=reason, look=available.look)
    return answer


def _for_a_person(case: Case, answer: Answer) -> Answer:
    """What a machine found, as a question, where a person must judge it."""
    if case.requirement.decidable != "person" or answer.aspect not in _FOR_A_PERSON or answer.status != "met":
        return answer
    reason = f"{answer.reason} Se basta, só uma pessoa pode dizer."
    look = case.requirement.look or "Abra o endereço e confira se é o que o critério pede."
    return replace(answer, status="undecided", reason=reason, look=look)
