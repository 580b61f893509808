"""Sections of a record that speak of another criterion: the bid of an empenho, the contract of a payment."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transparency.classify.anchors import anchored
from transparency.classify.compatibility import compatible
from transparency.classify.fit import subject_fit
from transparency.classify.matching import Match
from transparency.classify.terms import STRONG
from transparency.classify.topics import Reading, Topics
from transparency.items import PageContext, RecordSet
from transparency.matrix import Criterion


def embed(
    record_set: RecordSet,
    context: PageContext,
    topics: Topics,
    readings: list[tuple[Reading, float]],
    subjects: dict[str, float],
    beside: Sequence[RecordSet],
) -> list[tuple[Criterion, set[str]]]:
    """A section "Licitação" in the record of one empenho speaks of that empenho. The criteria whose record it is a part of,
    with what the section is about. Whose record it is, the way there tells, or a section before it (``beside``)."""
    if record_set.shape != "details" and record_set.rows > 3:
        return []
    parted = []
    nearest = topics.read(record_set.headings[-1]).subjects if record_set.headings else {}
    holders = {name for reading, weight in readings if weight >= 0.45 for name in reading.records}
    holders |= _led_by(record_set, context, topics, beside)
    for holder in holders:
        criterion = topics.matrix.by_id[holder]
        inner = [s for s in criterion.embeds if s in subjects]
        own = nearest.keys() - {criterion.group}
        if inner and (not own or own <= set(criterion.embeds)) and (record_set.shape == "details" or own):
            subjects[criterion.group] = max(subjects.get(criterion.group, 0.0), 1.05)
            for name in inner:
                subjects[name] *= 0.5
            if own:
                parted.append((criterion, own))
    return parted


WHOLE_RECORD = 8
"""So many fields are more than one section of a record."""


def _led_by(record_set: RecordSet, context: PageContext, topics: Topics, beside: Sequence[RecordSet]) -> set[str]:
    """The criteria whose record begins above a section: the first of its sections identifies one, under the same headings,
    and the way there names it."""
    first = next((r for r in beside if r.shape == "details" and len(r.columns) > 1), None)
    if record_set.shape != "details":
        return set()
    about = topics.read(record_set.headings[-1]).subjects if record_set.headings else {}
    if not about and len(record_set.columns) >= WHOLE_RECORD:
        first = record_set  # all tabs of a record are read as one, whichever is in sight
    elif (
        first is None
        or not first.headings
        or first.headings[:-1] != record_set.headings[: len(first.headings) - 1]
        or _place(first.path) >= _place(record_set.path)
    ):
        return set()
    if any(subject_fit(first, topics.matcher, s.id) >= 0.3 for s in topics.matrix.vocabulary.subjects):
        return set()  # a contract has its bid, too
    named = {subject for label in context.labels for subject in topics.read(label).subjects}
    return {
        c.id
        for c in topics.matrix.criteria
        if c.embeds and c.group in named and anchored(first, c, topics.matcher.match(first, c), topics.matcher)
    }


def _place(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"\[(\d+)\]", path)]


def embedded(record_set: RecordSet, holder: Criterion, told: set[str], matches: dict[str, list[Match]]) -> list[Match]:
    """What the labels of a section about another criterion say of the record that it is a part of: "Modalidade" is that of
    its bid."""
    known = {match.item.key for match in matches[holder.id] if not match.weak}
    return [
        Match(item, match.column, match.score, False, match.term)
        for name in holder.embeds
        if name in told
        for match in matches.get(name, ())
        if not match.weak and match.score >= STRONG
        for item in holder.items
        if match.item.key in item.embedded
        and item.key not in known
        and compatible(record_set.columns[match.column], item.types)
    ]
