"""Lists that stand inside one record: the payments of one commitment, the pay of one servant event by event."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transparency.classify.anchors import names_one
from transparency.classify.language import Language, stem
from transparency.classify.topics import Topics
from transparency.items import RecordSet
from transparency.matrix import Criterion
from transparency.text import normalize

LEAST_ANCHORS = 2
"""Fields of so many kinds identify one record; a single one may be what a query asked for ("Cargo: Professor")."""

NAMES = 0.9
"""What a label calls so well is a record."""
_NUMBER = re.compile(r"(?<!\d)(?!(?:19|20)\d\d(?!\d))\d+")
"""A number that is no year."""


def is_inside(record_set: RecordSet, criterion: Criterion, beside: Sequence[RecordSet], topics: Topics) -> bool:
    """Whether it is a list inside one record of a criterion: a heading over it is what one record is called, or that heading or
    the fields there tell which one it is. No column of the list tells that of others."""
    if record_set.shape == "details" or not any(item.within or item.rows for item in criterion.items):
        return False
    if any(_names_record(column.label, criterion, topics) for column in record_set.columns):
        return False
    if any(_calls_one(heading, criterion, topics) for heading in record_set.headings):
        return True
    if _is_window_of_one(record_set.headings, criterion, topics):
        return True
    fields = _fields_there(record_set, beside)
    return (_is_anchored if criterion.anchors else _is_numbered)(record_set, fields, criterion, topics)


def _is_anchored(record_set: RecordSet, fields: Sequence[RecordSet], criterion: Criterion, topics: Topics) -> bool:
    """Whether what identifies the records of a criterion is told of one: by a heading, or by fields there."""
    by_heading = any(names_one(heading, criterion, topics.matcher) for heading in record_set.headings)
    return by_heading or any(_identifies(one, criterion, topics) for one in fields)


def _is_numbered(record_set: RecordSet, fields: Sequence[RecordSet], criterion: Criterion, topics: Topics) -> bool:
    """Whether a heading, or one of the fields there, tells the number of a record."""
    told = [(column.label, sample) for one in fields for column in one.columns for sample in column.samples[:1]]
    return any(
        _NUMBER.search(number) and _names_record(name, criterion, topics)
        for name, number in (*zip(record_set.headings, record_set.headings, strict=True), *told)
    )


def _names_record(text: str, criterion: Criterion, topics: Topics) -> bool:
    """Whether a text tells of a record of a criterion: "Nº do Empenho", "N.E."."""
    matcher = topics.matcher
    return criterion.id in topics.read(text).records or matcher.names(text, matcher.records[criterion.id]) >= NAMES


def _fields_there(record_set: RecordSet, beside: Sequence[RecordSet]) -> list[RecordSet]:
    """The fields that stand under a heading of the list, or like the list under none but their own."""
    heads = record_set.headings[:-1]
    records = (one for one in beside if one.shape == "details")
    return [one for one in records if set(heads) & set(one.headings) or not (heads or one.headings[1:])]


def _calls_one(heading: str, criterion: Criterion, topics: Topics) -> bool:
    """Whether a heading is what a single record is called, and no more: "Servidor ✕", "Detalhes do Empenho"."""
    language = topics.matcher.language
    said = re.findall(r"\w+", normalize(heading))
    for name in criterion.records:
        words = normalize(name).split()
        over = said[: -len(words)]
        if said == over + words and _says_nothing(over, language):
            return True
    return False


def _says_nothing(words: Sequence[str], language: Language) -> bool:
    """Whether words of a heading say no more than that it is about something: "Detalhes do", "Dados"."""
    return all(word in language.stops or stem(word) in language.harmless for word in words)


def _is_window_of_one(headings: Sequence[str], criterion: Criterion, topics: Topics) -> bool:
    """Whether the innermost heading says nothing but that it is about one of those that the heading over it names: "Detalhamento ✕"
    under "Notas de Empenho"."""
    if len(headings) < 2 or not _names_record(headings[-2], criterion, topics):
        return False
    said = re.findall(r"\w+", normalize(headings[-1]))
    return bool(said) and _says_nothing(said, topics.matcher.language)


def _identifies(fields: RecordSet, criterion: Criterion, topics: Topics) -> bool:
    """Whether the values of some fields identify a record, as those of one of them alone may not."""
    matcher = topics.matcher
    told = RecordSet("details", tuple(column for column in fields.columns if column.samples), 1)
    found = {match.item.key for match in matcher.match(told, criterion) if not match.weak} & {*criterion.anchors}
    found |= {c.label for c in told.columns if matcher.names(c.label, matcher.anchors[criterion.id]) >= NAMES}
    return len(found) >= LEAST_ANCHORS
