"""The index of a cycle: points, level and seal of a body, from the answers to its aspects. Pure arithmetic, in exact fractions.

points of a requirement = 100 x weight of its dimension / weights of all dimensions x weight of its rank / ranks of the dimension
points of an aspect = points of its requirement x weight of the aspect / weights of the aspects that apply to it
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Literal

from transparency.matrix.cycle import Aspect, Cycle, Level, Requirement

Answered = Literal["met", "not_met", "undecided", "not_applicable"]
Key = tuple[str, Aspect]
SITE = "own_site"
"""The feature without which nothing else is evaluated."""
GAINED: tuple[tuple[Answered, ...], ...] = (("met",), ("met", "undecided"))
"""Which answers count at the low end of the interval, and which at the high end."""


@dataclass(frozen=True)
class Essentials:
    """The aspects of the essential requirements: how many are met, missed and undecided."""

    met: int
    not_met: int
    undecided: int

    @property
    def share(self) -> tuple[float, float]:
        """The least and the most that may be met, from 0 to 1."""
        of = self.met + self.not_met + self.undecided
        return (self.met / of, (self.met + self.undecided) / of) if of else (1.0, 1.0)


@dataclass(frozen=True)
class Score:
    """The index of a body as an interval: what is undecided counts as not met at its low end, and as met at its high end."""

    low: float
    high: float
    level_low: Level
    level_high: Level
    dimensions: dict[int, tuple[float, float]]
    """Number of a dimension → its points at both ends."""
    requirements: dict[str, tuple[float, float]]
    """Requirement → its points at both ends."""
    most: dict[str, float]
    """Requirement → the points that it brings when all of it is met."""
    essentials: Essentials


def score(cycle: Cycle, answers: Mapping[Key, Answered]) -> Score:
    """The index of a body. ``answers``: of every aspect of every requirement of the cycle; one that is missing is undecided."""
    told = {
        (one.id, aspect): answers.get((one.id, aspect), "undecided")
        for one in cycle.requirements
        for aspect in one.aspects
    }
    asked = [one for one in cycle.requirements if _applies(one, told)]
    points = _points(cycle, asked)
    ends = [{one.id: points[one.id] * _share(cycle, one, told, gained) for one in asked} for gained in GAINED]
    for end, gained in zip(ends, GAINED, strict=True):
        if any(one.feature == SITE and told[one.id, "available"] not in gained for one in asked):
            end.update(dict.fromkeys(end, Fraction(0)))
    low, high = (sum(end.values(), Fraction(0)) for end in ends)
    essentials = _essentials(cycle, asked, told)
    return Score(
        low=_shown(cycle, low),
        high=_shown(cycle, high),
        level_low=_level(cycle, low, not (essentials.not_met or essentials.undecided)),
        level_high=_level(cycle, high, not essentials.not_met),
        dimensions={
            dimension.number: (_sum(ends[0], asked, dimension.number), _sum(ends[1], asked, dimension.number))
            for dimension in cycle.dimensions
        },
        requirements={one.id: (_rounded(ends[0][one.id]), _rounded(ends[1][one.id])) for one in asked},
        most={key: _rounded(value) for key, value in points.items()},
        essentials=essentials,
    )


def _applies(requirement: Requirement, told: Mapping[Key, Answered]) -> bool:
    return any(told[requirement.id, aspect] != "not_applicable" for aspect in requirement.aspects)


def _points(cycle: Cycle, asked: Iterable[Requirement]) -> dict[str, Fraction]:
    """What each requirement brings. What does not apply is shared among the rest of its dimension, or of the index."""
    asked = list(asked)
    ranks: dict[int, Fraction] = {}
    for one in asked:
        ranks[one.dimension] = ranks.get(one.dimension, Fraction(0)) + Fraction(cycle.ranks[one.rank])
    weights = {one.number: Fraction(one.weight) for one in cycle.dimensions if one.number in ranks}
    total = sum(weights.values(), Fraction(0))
    return {
        one.id: 100 * weights[one.dimension] / total * Fraction(cycle.ranks[one.rank]) / ranks[one.dimension]
        for one in asked
    }


def _share(
    cycle: Cycle, requirement: Requirement, told: Mapping[Key, Answered], gained: tuple[Answered, ...]
) -> Fraction:
    """The share of its points that a requirement brings: nothing where its content is not available."""
    asked = [aspect for aspect in requirement.aspects if told[requirement.id, aspect] != "not_applicable"]
    if "available" in asked and told[requirement.id, "available"] not in gained:
        return Fraction(0)
    of = sum(Fraction(cycle.weights[aspect]) for aspect in asked)
    return sum((Fraction(cycle.weights[a]) for a in asked if told[requirement.id, a] in gained), Fraction(0)) / of


def _essentials(cycle: Cycle, asked: Iterable[Requirement], told: Mapping[Key, Answered]) -> Essentials:
    """What a seal depends on: every aspect of the essential requirements, or (a doubt) whether each has its content, without which
    nothing of it is met."""
    by_requirement = any(doubt.key == "essentials" and doubt.chosen == "requirements" for doubt in cycle.doubts)
    found = [
        "not_met" if told[one.id, "available"] == "not_met" else told[one.id, aspect]
        for one in asked
        if one.rank == "essencial"
        for aspect in one.aspects
        if aspect == "available" or not by_requirement
    ]
    return Essentials(found.count("met"), found.count("not_met"), found.count("undecided"))


def _level(cycle: Cycle, index: Fraction, whole: bool) -> Level:
    """The level of an exact index: it is never rounded up to one. ``whole``: nothing essential is missing."""
    fitting = (level for level in cycle.levels if index >= Fraction(level.least) and (whole or not level.seal))
    return next(fitting, cycle.levels[-1])


def _sum(end: Mapping[str, Fraction], asked: Iterable[Requirement], number: int) -> float:
    return _rounded(sum((end[one.id] for one in asked if one.dimension == number), Fraction(0)))


def _shown(cycle: Cycle, index: Fraction) -> float:
    """An index with two decimals: rounded, but down where rounding would show a level that is not reached."""
    rounded = round(index, 2)
    passed = any(index < Fraction(level.least) <= rounded for level in cycle.levels)
    return float(Fraction(floor(100 * index), 100) if passed else rounded)


def _rounded(value: Fraction) -> float:
    return float(round(value, 2))
