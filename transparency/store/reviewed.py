"""The answers of an audit with what people have said of them since: a person's word counts, and is named as such."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from transparency.aspects.seen import Answer, Status
from transparency.matrix.cycle import Cycle
from transparency.matrix.index import Key
from transparency.store.answers import read_answers
from transparency.store.audits import StoredAudit, id_of
from transparency.store.reviews import Conclusion, Reviews, conclusions, read_reviews, reviews_name, stamp_of

ABOVE = 3
"""So many folders over an audit may be the one whose audits were reviewed: that of the town, of the state, of all."""
_SAID: dict[str, tuple[Status, str]] = {"sim": ("met", "atende"), "não": ("not_met", "não atende")}
_UNSEEN = "Uma pessoa viu que o conteúdo está lá; este item não foi conferido."

Said = Mapping[Key, Conclusion]
"""Requirement and aspect → what people said of it, where they decided it."""


def read_reviewed(stored: StoredAudit, cycle: Cycle) -> tuple[list[Answer], int]:
    """The answers of an audit as its reviews leave them, and how many people have decided. UserError when there are none, or when
    something cannot be read."""
    answers, said = read_answers(stored, cycle), reviews_of(stored, cycle)
    return with_reviews(answers, said), len(said)


def reviews_of(stored: StoredAudit, cycle: Cycle) -> dict[Key, Conclusion]:
    """What people decided of this very audit; where they differ or do not know, nothing is decided."""
    folder = stored.folder.resolve()
    lines = (
        review
        for root in folder.parents[:ABOVE]
        for review in _read(root / reviews_name(cycle.id)).lines
        if review.auditoria == id_of(str(folder.relative_to(root)))
    )
    asked = {(one.id, aspect) for one in cycle.requirements for aspect in one.aspects}
    found = {one.key[2:]: one for one in conclusions(Reviews(tuple(lines))) if one.encontrado in _SAID}
    return {key: found[key] for key in asked if key in found}


def _read(path: Path) -> Reviews:
    stamp = stamp_of(path)
    return _kept(path, stamp) if stamp else Reviews()


@lru_cache(maxsize=8)
def _kept(path: Path, stamp: str) -> Reviews:
    """The reviews of a file, read once while it is the same: there may be thousands of audits beside it."""
    return read_reviews(path)


def with_reviews(answers: Iterable[Answer], said: Said) -> list[Answer]:
    """Answers with what people decided. Where somebody saw the content that an audit had missed, what else was missed for that alone is
    open again."""
    answers = list(answers)
    there = {
        one.requirement
        for one in answers
        if one.aspect == "available" and one.status == "not_met" and _is_met(said, one)
    }
    return [
        _decided(one, said[one.requirement, one.aspect])
        if (one.requirement, one.aspect) in said
        else replace(one, status="undecided", reason=_UNSEEN, look=one.look or "Veja se este item também é atendido.")
        if one.requirement in there and one.status == "not_met"
        else one
        for one in answers
    ]


def _is_met(said: Said, answer: Answer) -> bool:
    told = said.get((answer.requirement, answer.aspect))
    return told is not None and told.encontrado == "sim"


def _decided(answer: Answer, said: Conclusion) -> Answer:
    """An answer as people have decided it, with the day, what they noted, and what the program had said."""
    status, word = _SAID[said.encontrado]
    day = "/".join(reversed(max(one.quando for one in said.reviews)[:10].split("-")))
    notes = " ".join(f"“{one.nota}”" for one in said.reviews if one.nota)
    before = answer.reason if status == answer.status else f"Antes, o programa disse: {answer.reason}"
    told = " ".join(part for part in (f"Revisado por uma pessoa em {day}: {word}.", notes, before) if part)
    decided = replace(answer, status=status, reason=told, look="")
    place = next(iter(said.places), "")
    return decided if place in ("", answer.url) else replace(decided, url=place, steps=(), label="", sight="")
