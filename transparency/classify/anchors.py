"""What identifies the records of a set: what each of them has, and whether a set is a part of one record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod

from transparency.classify.matching import Match, Matcher
from transparency.classify.terms import STRONG
from transparency.extract.record_sets import SAMPLES
from transparency.items import RecordSet
from transparency.matrix import Criterion
from transparency.text import normalize

FEW = 3
"""A part of a record has few rows where nothing says whose it is."""
MONTHS = 13
"""One that has a row for each month may have so many."""
_ONE = re.compile(r"\W*(\D{3,40}?)(?:\s*:\s*|\s+(?P<numbered>n[º°o]\.?\s*)?(?:n\.?\s*)?(?=\d))(?P<number>\S.*)")
_YEAR = re.compile(r"(?:\d\d?/)?(?:19|20)\d\d\b")


def anchored(record_set: RecordSet, criterion: Criterion, own: list[Match], matcher: Matcher) -> bool:
    """Whether the set has what every set of the criterion has, and nothing that only totals have."""
    keys = {m.item.key for m in own if m.score >= STRONG or m.weak}
    if criterion.anchors:
        terms = matcher.anchors[criterion.id]
        if not keys & set(criterion.anchors) and not any(
            matcher.names(c.label, terms) >= 0.9 for c in record_set.columns if c.label
        ):
            return False
    return bool(keys & {"nome", "cpf"}) or not tells_totals(record_set, criterion, matcher)


def tells_totals(record_set: RecordSet, criterion: Criterion, matcher: Matcher) -> bool:
    """Whether it has what only totals have."""
    terms = matcher.aggregates[criterion.id]
    return any(
        matcher.names(c.label, terms) >= 0.9
        for c in record_set.columns
        if c.label and c.value_type in ("number", "money", "empty")
    )


def tells_single_records(record_set: RecordSet, criterion: Criterion, matcher: Matcher) -> bool:
    """Whether the rows of a list cannot be sums of each kind: there are more of them than kinds ("Vínculo", "Remuneração", and
    fifteen rows of four bonds), and nothing that only totals have. ``samples`` are all the kinds of a column where they are few."""
    columns = [c for c in record_set.columns if c.filled and c.label and c.value_type != "link"]
    kinds = [len(c.samples) for c in columns if c.value_type != "money"]
    if record_set.shape == "details" or len(columns) < 2 or not kinds:
        return False
    return max(kinds) < SAMPLES and prod(kinds) < record_set.rows and not tells_totals(record_set, criterion, matcher)


def part_of_one(
    record_set: RecordSet, criterion: Criterion, beside: Sequence[RecordSet], whose: bool, matcher: Matcher
) -> bool:
    """Whether a set that has nothing to identify its records is a part of one: its fields, or a table in a section of it.
    ``whose``: whether something beside it says whose record it is."""
    if record_set.shape == "details":
        return whose
    if tells_totals(record_set, criterion, matcher):
        return False
    named = [other for other in beside if anchored(other, criterion, matcher.match(other, criterion), matcher)]
    if record_set.rows == 1 and named and all(other.rows == 1 for other in named):
        return whose  # boxes of one printed form, each a table of one row
    few = whose and record_set.rows <= FEW and record_set.shape != "list"
    if few and any(record_set.path.startswith(f"{other.path}/") for other in named):
        return True  # unfolded between the rows of their list
    if any(names_one(heading, criterion, matcher) for heading in record_set.headings):
        return True
    over = record_set.headings[:-1]
    monthly = record_set.rows <= MONTHS and record_set.columns[0].value_type == "date"
    if (record_set.rows <= FEW or monthly) and _beside_its_fields(record_set, criterion, beside, matcher):
        return True
    fields = any(other.shape == "details" and other.headings[:-1] == over for other in beside)
    return whose and bool(over) and fields and record_set.rows <= FEW


def _beside_its_fields(
    record_set: RecordSet, criterion: Criterion, beside: Sequence[RecordSet], matcher: Matcher
) -> bool:
    """Whether a set stands in a window of one record, under the name of that: what identifies it is among the fields there,
    and no list of others is."""
    there = [other for other in beside if other.headings == record_set.headings and other is not record_set]
    if not record_set.headings or any(other.shape != "details" and other.rows > FEW for other in there):
        return False
    return any(
        other.shape == "details" and anchored(other, criterion, matcher.match(other, criterion), matcher)
        for other in there
    )


def names_one(heading: str, criterion: Criterion, matcher: Matcher) -> bool:
    """Whether a heading names one record by what identifies it: "Servidor 001236", "Matrícula: 4512", "Pregão Eletrônico nº 16/2026". No
    year does."""
    said = _ONE.fullmatch(heading)
    if said is None or (_YEAR.match(said["number"]) and not said["numbered"]):
        return False
    label = said[1]
    if said["numbered"]:
        kinds = {normalize(v) for item in criterion.items if item.key in criterion.anchors for v in item.values}
        if kinds.intersection(normalize(label).split()[:1]):
            return True
    if matcher.names(label, matcher.anchors[criterion.id]) >= 0.9:
        return True
    return any(
        compiled.item.key in criterion.anchors and not weak and score >= 0.9
        for compiled, score, weak, _ in matcher.readings(label, criterion.id)
    )
