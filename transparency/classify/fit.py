"""How well columns are those of a criterion, or of a subject that is none."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from transparency.classify.matching import Match, Matcher
from transparency.classify.topics import Topics
from transparency.items import RecordSet
from transparency.matrix import Criterion, Matrix

ALONE = 0.55
"""Least fit of the columns where the context is mute."""
LEAST_FIT = 0.12
"""Columns that fit less well are not those of the criterion."""
SECTION_FIT = 0.4
"""A section of a record that fits so well speaks for the others."""


def fit_of(record_set: RecordSet, matches: dict[str, list[Match]], criterion: Criterion, topics: Topics) -> float:
    """How well the columns are those of a criterion: distinctive items count most, columns without item weigh against."""
    own = matches[criterion.id]
    if not own:
        return 0.0
    groups: dict[int, set[str]] = {}
    for other in topics.matrix.criteria:
        for m in matches[other.id]:
            if not m.weak:
                groups.setdefault(m.column, set()).add(other.group)
    total = 0.0
    used: set[str] = set()
    for m in sorted(own, key=lambda m: m.weak):
        if m.item.key in used:
            continue
        used.add(m.item.key)
        total += 1.0 if m.settled else 0.3 if m.weak else 1 / max(1, len(groups.get(m.column, ())))
    labelled = [
        i
        for i, c in enumerate(record_set.columns)
        if len(c.label) > 1 and c.value_type != "link" and not (c.value_type == "empty" and not c.label)
    ]
    covered = {m.column for m in own}
    coverage = min(1.0, len(covered) / max(1, len(set(labelled) | covered)))
    few = len(criterion.items) <= 5
    if record_set.shape == "details" and total < 0.9 and coverage < 0.5 and not few:
        return 0.0  # the page's own particulars (entity, year, last update) are no record
    return min(1.0, total / (1.5 if few else 2.5)) * (0.4 + 0.6 * coverage)


def subject_fit(record_set: RecordSet, matcher: Matcher, subject: str) -> float:
    """As ``_fit`` for a subject that is no criterion; labels that criteria use too count less."""
    terms = matcher.subjects[subject]
    total = 0.0
    columns = 0
    for column in record_set.columns:
        if not column.label or len(column.label) > 60:
            continue
        if matcher.names(column.label, terms) < 0.9:
            continue
        columns += 1
        shared = any(
            not weak and score >= 0.9
            for c in matcher.matrix.criteria
            for _, score, weak, _ in matcher.readings(column.label, c.id)
        )
        total += 0.4 if shared else 1.0
    labelled = sum(1 for c in record_set.columns if len(c.label) > 1 and c.value_type != "link")
    return min(1.0, total / 2.5) * (0.4 + 0.6 * min(1.0, columns / max(1, labelled)))


def strongest(subjects: dict[str, float], others: dict[str, float], own: list[Match]) -> tuple[str, float]:
    """The subject outside the criteria with most behind it."""
    best, score = "", 0.0
    for subject, fit in others.items():
        total = subjects.get(subject, 0.0) + 0.7 * fit
        if total > score:
            best, score = subject, total
    # columns of the criterion already weigh on the other side: a subject named without any column of its own needs the nearer word
    return best, score + (0.12 if best and others[best] == 0 and len(own) <= 3 else 0.0)


def stands_alone(criterion: Criterion, fits: dict[str, float], own: Sequence[Match], matrix: Matrix) -> bool:
    """Whether columns tell by themselves that a record set is of a criterion, and of no other group."""
    fit = fits[criterion.id]
    runner = max((v for k, v in fits.items() if matrix.by_id[k].group != criterion.group), default=0.0)
    return fit >= ALONE and len({match.item.key for match in own if not match.weak}) >= 3 and fit - runner >= 0.12


def is_other_kind(matches: dict[str, list[Match]], criterion: Criterion, matrix: Matrix, width: int) -> bool:
    """Whether a criterion has nothing of its own there and another of another group has that and far more, or all of its columns
    (``width``): the payments of a budget's "Pessoal e encargos" tell "Função" and "Valor pago", as a payroll may, among a dozen
    fields of expenses."""

    def strong(name: str) -> list[Match]:
        return [match for match in matches[name] if not match.weak]

    own = strong(criterion.id)
    columns, items = {match.column for match in own}, {match.item.key for match in own}

    def tells_more(other: Sequence[Match]) -> bool:
        theirs, named = {match.column for match in other}, {match.item.key for match in other}
        whole = len(columns) == 1 and len(theirs) == len(named) == width >= 3
        return columns <= theirs and (whole or len(named) >= 3 * max(len(items), 2))

    return any(tells_more(strong(other.id)) for other in matrix.criteria if other.group != criterion.group)


def shared(record_set: RecordSet, beside: Sequence[RecordSet], topics: Topics) -> set[str]:
    """The criteria that another section of the same record serves: a section of a few fields says little by itself."""
    if record_set.shape != "details" or not record_set.headings:
        return set()
    over = record_set.headings[:-1]
    others = [other for other in beside if other.shape == "details" and other.headings and other.headings[:-1] == over]
    if not over:  # a window has its title in its bar: its sections stand side by side, each under a heading of its own
        others = [other for other in others if _stand_alike(other.path, record_set.path)]
    found = set()
    for other in others:
        matches = {c.id: topics.matcher.match(other, c) for c in topics.matrix.criteria}
        found |= {c.id for c in topics.matrix.criteria if fit_of(other, matches, c, topics) >= SECTION_FIT}
    return found


def _stand_alike(one: str, other: str) -> bool:
    """Whether two elements stand side by side, or at the same place in two that do.

    >>> _stand_alike("/body/form/div[1]/table", "/body/form/div[3]/table"), _stand_alike("/body/div[1]/dl", "/body/div[2]/p/dl")
    (True, False)
    """
    apart = [pair for pair in zip_longest(one.split("/"), other.split("/"), fillvalue="") if pair[0] != pair[1]]
    return len(apart) == 1 and len({part.partition("[")[0] for part in apart[0]}) == 1
