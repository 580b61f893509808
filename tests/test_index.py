"""The index of a cycle against sheets of answers that were worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from transparency.matrix.cycle import Aspect, Current, Cycle, Dimension, Filter, Level, Rank, Requirement
from transparency.matrix.cycle_file import load_cycle
from transparency.matrix.index import Answered, Score, score

NATIONAL = load_cycle("pntp-2026")
LEVELS = (
    Level("Ouro", 85, True),
    Level("Prata", 75, True),
    Level("Elevado", 75),
    Level("Básico", 30),
    Level("Nada", 0),
)


def _asked(number: str, dimension: int, rank: Rank, *more: str, feature: str = "") -> Requirement:
    current = Current("days", 30) if "current" in more else None
    filtered = Filter() if "filter" in more else None
    return Requirement(
        number, dimension, rank, "records", "?", (), ("x",), feature=feature, current=current, filter=filtered
    )


SMALL = Cycle(
    "small", "Pequena", 2026, (Dimension(1, "A", 1), Dimension(2, "B", 3)), {"essencial": 2, "obrigatória": 1.5, "recomendada": 1},
    {"available": 30, "current": 30, "history": 20, "export": 10, "filter": 10}, LEVELS,
    (_asked("1.1", 1, "essencial", feature="own_site"), _asked("2.1", 2, "essencial", "current", "filter"), _asked("2.2", 2, "recomendada")),
)  # fmt: skip
"""1.1: 100 x 1/4 = 25 points. 2.1: 100 x 3/4 x 2/3 = 50, of which 30/70, 30/70 and 10/70. 2.2: 100 x 3/4 x 1/3 = 25."""


def _small(**changed: Answered) -> Score:
    answers: dict[tuple[str, Aspect], Answered] = {
        (one.id, a): "met" for one in SMALL.requirements for a in one.aspects
    }
    names: dict[str, tuple[str, Aspect]] = {
        "site": ("1.1", "available"), "list": ("2.1", "available"), "current": ("2.1", "current"), "filter": ("2.1", "filter"), "text": ("2.2", "available")
    }  # fmt: skip
    return score(SMALL, {**answers, **{names[name]: answer for name, answer in changed.items()}})


def test_all_met_is_a_hundred_with_a_seal() -> None:
    found = _small()
    assert (found.low, found.high, found.level_low.name, found.level_high.name) == (100, 100, "Ouro", "Ouro")
    assert found.dimensions == {1: (25, 25), 2: (75, 75)} and not found.gains


def test_none_met_is_nought() -> None:
    found = _small(site="not_met", list="not_met", current="not_met", filter="not_met", text="not_met")
    assert (found.low, found.high, found.level_low.name) == (0, 0, "Nada")


def test_without_a_site_nothing_else_counts() -> None:
    found = _small(site="not_met")
    assert (found.low, found.high, found.level_high.name) == (0, 0, "Nada")


def test_without_its_content_nothing_of_a_requirement_counts() -> None:
    found = _small(list="not_met")  # current and filter are said to be met
    assert (found.low, found.requirements["2.1"]) == (50, (0, 0))
    assert (found.essentials.met, found.essentials.not_met) == (1, 3)


def test_a_filter_that_is_missing_costs_the_seal() -> None:
    found = _small(filter="not_met")  # 50 x 10/70 = 7.142857 are lost: 92.857143
    assert (found.low, found.level_low.name) == (92.86, "Elevado")
    assert [(gain.requirement, gain.aspect, gain.points) for gain in found.gains] == [("2.1", "filter", 7.14)]


def test_what_is_not_essential_may_be_missing_under_a_seal() -> None:
    found = _small(text="not_met")  # 100 - 25
    assert (found.low, found.level_low.name) == (75, "Prata")


def test_what_is_undecided_opens_an_interval() -> None:
    found = _small(current="undecided", text="not_met")  # 75, less 50 x 30/70 = 21.428571
    assert (found.low, found.high) == (53.57, 75)
    assert (found.level_low.name, found.level_high.name) == ("Básico", "Prata")
    assert found.essentials.share == (0.75, 1.0)


def test_what_does_not_apply_is_shared_among_the_rest() -> None:
    found = _small(filter="not_applicable", current="not_met")  # 2.1: 50 x 30/60
    assert (found.low, found.requirements["2.1"]) == (75, (25, 25))
    whole = _small(text="not_applicable")  # 2.1 has all 75 of its dimension
    assert whole.most == {"1.1": 25, "2.1": 75} and whole.low == 100
    alone = _small(list="not_applicable", current="not_applicable", filter="not_applicable", text="not_applicable")
    assert alone.most == {"1.1": 100}


def test_a_level_is_not_reached_by_rounding() -> None:
    # 84.996 of 100 is 85.00 when it is rounded, and no gold
    fine = Cycle("f", "F", 2026, (Dimension(1, "A", 1),), {"essencial": 2, "obrigatória": 84.996, "recomendada": 13.004},
                 SMALL.weights, LEVELS, (_asked("1.1", 1, "essencial"), _asked("1.2", 1, "obrigatória"), _asked("1.3", 1, "recomendada")))  # fmt: skip
    found = score(fine, {("1.1", "available"): "not_met", ("1.2", "available"): "met", ("1.3", "available"): "not_met"})
    assert (found.low, found.level_low.name) == (85.0, "Elevado")
    assert Fraction(84.996) < 85


@pytest.mark.parametrize(
    ("requirement", "points"),
    # 100 x weight of the dimension / 38 x weight of the rank / ranks of the dimension
    [("1.1", 1.5), ("3.1", 3.83), ("3.3", 2.87), ("4.3", 3.51), ("9.4", 1.97), ("2.1", 0.63), ("19.3", 0.79)],
)
def test_the_points_of_the_national_matrix(requirement: str, points: float) -> None:
    assert score(NATIONAL, {}).most[requirement] == pytest.approx(points, abs=0.006)


def test_the_national_matrix_adds_up() -> None:
    everything: dict[tuple[str, Aspect], Answered] = {
        (r.id, a): "met" for r in NATIONAL.requirements for a in r.aspects
    }
    found = score(NATIONAL, everything)
    assert (found.low, found.level_low.name, found.essentials.met) == (100, "Diamante", 38)
    unknown = score(NATIONAL, {})
    assert (unknown.low, unknown.high, unknown.level_low.name) == (0, 100, "Inexistente")
    content = score(NATIONAL, {key: "met" if key[1] == "available" else "not_met" for key in everything})
    assert content.low == pytest.approx(52.0, abs=0.1)


def test_the_ranks_of_the_national_matrix() -> None:
    ranks = [one.rank for one in NATIONAL.requirements]
    assert (ranks.count("essencial"), ranks.count("obrigatória"), ranks.count("recomendada")) == (12, 65, 19)
