"""The answers of one audit by a cycle of the national matrix, put in the order that reports, spreadsheets and letters need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from transparency.aspects.seen import Answer, Status
from transparency.eval.charts import decimal
from transparency.matrix.cycle import Aspect, Cycle, Dimension, Level, Requirement
from transparency.matrix.index import Score, score
from transparency.report.elsewhere import Example, of_requirements
from transparency.store.answers import read_answers
from transparency.store.audits import StoredAudit
from transparency.store.evidence import on_errand, picture_name
from transparency.store.reviewed import read_reviewed

NAMES: dict[Aspect, str] = {
    "available": "Disponibilidade",
    "current": "Atualidade",
    "history": "Série histórica",
    "export": "Gravação de relatórios",
    "filter": "Filtro de pesquisa",
}
"""Of the aspects, as the national programme calls them."""
LETTERS: dict[Aspect, str] = {"available": "D", "current": "A", "history": "S", "export": "G", "filter": "F"}
STATUSES: tuple[Status, ...] = ("met", "not_met", "undecided")
WORDS: dict[Status, str] = {"met": "atende", "not_met": "não atende", "undecided": "a verificar"}
ICONS: dict[Status, str] = {"met": "published", "not_met": "absent", "undecided": "inconclusive"}
"""Status → the status of the six criteria whose icon and colour stand for it."""
UNASKED = "Esta auditoria não chegou a este critério."
"""Reason of an aspect without an answer."""


@dataclass(frozen=True)
class Files:
    """What an audit has stored of the page that an answer cites, relative to its folder; empty where it has nothing."""

    picture: str = ""
    page: str = ""


@dataclass(frozen=True)
class Same:
    """Aspects of a requirement that have one answer for one reason."""

    aspects: tuple[Aspect, ...]
    answer: Answer


@dataclass(frozen=True)
class Asked:
    """A requirement with its answers, in the order of its aspects. ``gain``: points of the index that mending it brings, at most."""

    requirement: Requirement
    answers: tuple[Answer, ...]
    gain: float

    @cached_property
    def counts(self) -> dict[Status, int]:
        """Status → number of aspects."""
        return count(self.answers)

    @property
    def status(self) -> Status:
        """Of the requirement as a whole: what is not met weighs most, then what is undecided."""
        return "not_met" if self.counts["not_met"] else "undecided" if self.counts["undecided"] else "met"

    @cached_property
    def groups(self) -> tuple[Same, ...]:
        """Aspects that have the same answer stand together, with the places of all of them."""
        found: dict[tuple[str, ...], list[Answer]] = {}
        for one in self.answers:
            found.setdefault((one.status, one.reason, one.url, one.label, one.look), []).append(one)
        return tuple(
            Same(tuple(one.aspect for one in same), replace(same[0], places=_all_places(same)))
            for same in found.values()
        )


def _all_places(answers: Iterable[Answer]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place for one in answers for place in one.places))


@dataclass(frozen=True)
class Section:
    """A dimension with its requirements."""

    dimension: Dimension
    asked: tuple[Asked, ...]

    @cached_property
    def counts(self) -> dict[Status, int]:
        """Status → number of aspects."""
        return count(answer for one in self.asked for answer in one.answers)


@dataclass(frozen=True)
class Part:
    """Points of the index: at least, at most, and how many there are."""

    low: float
    high: float
    whole: float


@dataclass(frozen=True, eq=False)
class Sheet:
    """All answers of an audit, and what they count."""

    audit: StoredAudit
    cycle: Cycle
    asked: tuple[Asked, ...]
    score: Score
    reviewed: int = 0
    """So many answers are those of people."""

    @property
    def low(self) -> float:
        """The index if nothing is met of what is undecided …"""
        return self.score.low

    @property
    def high(self) -> float:
        """… and if all of it is."""
        return self.score.high

    @property
    def levels(self) -> tuple[Level, Level]:
        """The level of the least index, and that of the highest."""
        return self.score.level_low, self.score.level_high

    @property
    def level(self) -> str:
        """The level, or the two that it lies between."""
        low, high = (level.name for level in self.levels)
        return low if low == high else f"entre {low} e {high}"

    @cached_property
    def _stored(self) -> frozenset[str]:
        """Pictures and pages that lie in the audit."""
        folder = self.audit.folder
        found = (*folder.glob("evidence/*.jpg"), *folder.glob("pages/*.html.gz"))
        return frozenset(f"{file.parent.name}/{file.name}" for file in found)

    def files(self, answer: Answer) -> Files:
        """What is stored of the page that an answer cites: its picture and the page itself, as the tour has seen it, else the walk."""
        nodes = (on_errand(answer.sight, self.cycle.id), answer.sight)

        def first(names: Iterable[str]) -> str:
            return next((name for name in names if name in self._stored), "")

        return Files(first(map(picture_name, nodes)), first(f"pages/{node}.html.gz" for node in nodes))

    def of_dimension(self, dimension: Dimension) -> Part:
        """What a dimension brings to the index."""
        low, high = self.score.dimensions[dimension.number]
        whole = 100 * dimension.weight / sum(one.weight for one in self.cycle.dimensions)
        return Part(low, high, whole)

    @cached_property
    def counts(self) -> dict[Status, int]:
        """Status → number of aspects."""
        return count(answer for one in self.asked for answer in one.answers)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Dimension by dimension."""
        return tuple(
            Section(dimension, tuple(one for one in self.asked if one.requirement.dimension == dimension.number))
            for dimension in self.cycle.dimensions
        )

    @cached_property
    def essentials(self) -> tuple[Asked, ...]:
        """Essential requirements; first those that are not met."""
        return tuple(sorted(_of_rank(self.asked, "essencial"), key=lambda one: -STATUSES_BY_WEIGHT[one.status]))

    @property
    def essential_counts(self) -> dict[Status, int]:
        """Status → number of aspects of essential requirements; without its content nothing of a requirement is met."""
        of = self.score.essentials
        return {"met": of.met, "not_met": of.not_met, "undecided": of.undecided}

    @cached_property
    def dearest(self) -> tuple[Asked, ...]:
        """What is not met, the most points first."""
        return tuple(sorted((one for one in self.asked if one.counts["not_met"]), key=lambda one: -one.gain))

    @cached_property
    def to_look_at(self) -> tuple[tuple[Requirement, Same], ...]:
        """What a person must look at."""
        return tuple(
            (one.requirement, same) for one in self.asked for same in one.groups if same.answer.status == "undecided"
        )


def elsewhere(sheet: Sheet) -> dict[str, list[Example]]:
    """Requirement → where other towns of the vendor meet what is not met here."""
    lacking = [
        (one.requirement, one.aspect) for asked in sheet.asked for one in asked.answers if one.status == "not_met"
    ]
    found: dict[str, list[Example]] = {}
    for (requirement, _), examples in of_requirements(sheet.audit, sheet.cycle, lacking).items():
        known = found.setdefault(requirement, [])
        known += [one for one in examples if one not in known]
    return found


STATUSES_BY_WEIGHT: dict[Status, int] = {"met": 0, "undecided": 1, "not_met": 2}


def _of_rank(asked: Iterable[Asked], rank: str) -> list[Asked]:
    return [one for one in asked if one.requirement.rank == rank]


def count(answers: Iterable[Answer]) -> dict[Status, int]:
    """Status → number of answers."""
    found = Counter(answer.status for answer in answers)
    return {status: found[status] for status in STATUSES}


def open_sheet(audit: StoredAudit, cycle: Cycle) -> Sheet:
    """The answers of an audit, with what people have said of them since. UserError when it has none of that cycle, or broken ones."""
    return make_sheet(audit, cycle, *read_reviewed(audit, cycle))


def open_unreviewed(audit: StoredAudit, cycle: Cycle) -> Sheet:
    """The answers of an audit as it gave them, whatever people have said since."""
    return make_sheet(audit, cycle, read_answers(audit, cycle))


def make_sheet(audit: StoredAudit, cycle: Cycle, answers: Iterable[Answer], reviewed: int = 0) -> Sheet:
    """Answers with what they count. What has no answer is undecided. ``reviewed``: how many are those of people."""
    given = {(answer.requirement, answer.aspect): answer for answer in answers}
    full = {
        (requirement.id, aspect): given.get((requirement.id, aspect)) or _unasked(requirement, aspect)
        for requirement in cycle.requirements
        for aspect in requirement.aspects
    }
    found = score(cycle, {key: answer.status for key, answer in full.items()})
    asked = tuple(
        Asked(
            requirement,
            tuple(full[requirement.id, aspect] for aspect in requirement.aspects),
            _gain(found, requirement),
        )
        for requirement in cycle.requirements
    )
    return Sheet(audit, cycle, asked, found, reviewed)


def _unasked(requirement: Requirement, aspect: Aspect) -> Answer:
    return Answer(requirement.id, aspect, "undecided", UNASKED, look=requirement.look or requirement.question)


def _gain(found: Score, requirement: Requirement) -> float:
    """How many points the index has more, at most, once everything is met that a requirement lacks."""
    return max(0.0, found.most[requirement.id] - found.requirements[requirement.id][1])


def interval(low: float, high: float, digits: int = 2) -> str:
    """An index that lies between two.

    >>> interval(61.2, 68.4), interval(68.4, 68.4)
    ('entre 61,20 e 68,40', '68,40')
    """
    first, last = decimal(low, digits), decimal(high, digits)
    return first if first == last else f"entre {first} e {last}"
