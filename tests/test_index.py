"""The index of a cycle against sheets of answers that were worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

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
    assert found.dimensions == {1: (25, 25), 2: (75, 75)}


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
    # 84.996 of 100 would be 85.00 when it is rounded, which is gold
    fine = Cycle("f", "F", 2026, (Dimension(1, "A", 1),), {"essencial": 2, "obrigatória": 84.996, "recomendada": 13.004},
                 SMALL.weights, LEVELS, (_asked("1.1", 1, "essencial"), _asked("1.2", 1, "obrigatória"), _asked("1.3", 1, "recomendada")))  # fmt: skip
    found = score(fine, {("1.1", "available"): "not_met", ("1.2", "available"): "met", ("1.3", "available"): "not_met"})
    assert (found.low, found.level_low.name) == (84.99, "Elevado")
    assert Fraction(84.996) < 85


def _national(**changed: Answered) -> Score:
    """A sheet on which all is met but what is given: ``r4_3_export="not_met"``."""
    answers: dict[tuple[str, Aspect], Answered] = {(r.id, a): "met" for r in NATIONAL.requirements for a in r.aspects}
    for name, answer in changed.items():
        dimension, place, aspect = name.removeprefix("r").split("_")
        answers[f"{dimension}.{place}", cast(Aspect, aspect)] = answer
    return score(NATIONAL, answers)


def test_a_just_missed_seal_of_the_national_matrix() -> None:
    # 4.3: 100 x 4/38 x 2/6 = 3.508772; its export is 10 of 100: 0.350877. 100 - 0.350877 = 99.649123
    found = _national(r4_3_export="not_met")
    assert (found.low, found.high, found.level_low.name) == (99.65, 99.65, "Elevado")
    assert (found.essentials.met, found.essentials.not_met) == (37, 1)
    # Undecided instead, it may yet be the highest seal.
    found = _national(r4_3_export="undecided")
    assert (found.low, found.high) == (99.65, 100)
    assert (found.level_low.name, found.level_high.name) == ("Elevado", "Diamante")


def test_what_does_not_apply_to_a_town() -> None:
    # 17.1 to 17.3 do not apply: the weights of the other dimensions are 37, and 3.1 brings 100 x 4/37 x 2/5.5 = 3.931204
    away: dict[tuple[str, Aspect], Answered] = {
        (r.id, a): "not_applicable" if r.dimension == 17 else "met" for r in NATIONAL.requirements for a in r.aspects
    }
    found = score(NATIONAL, away)
    assert (found.low, found.most["3.1"], found.dimensions[17]) == (100, 3.93, (0, 0))
    # Of 9.4 (100 x 3/38 x 1.5/6 = 1.973684) the filter does not apply, and its currency is missed: 30 of 90 are lost, 0.657895
    found = _national(r9_4_filter="not_applicable", r9_4_current="not_met")
    assert found.low == 99.34


def test_the_first_requirement_is_the_gate() -> None:
    assert _national(r1_1_available="not_met").level_high.name == "Inexistente"
    unsure = _national(r1_1_available="undecided")
    assert (unsure.low, unsure.high) == (0, 100)
    assert (unsure.level_low.name, unsure.level_high.name) == ("Inexistente", "Diamante")


@pytest.mark.parametrize(
    ("choices", "essentials", "level"),
    [
        ({}, (37, 1), "Elevado"),
        ({"export_of_4_3": "dropped"}, (37, 0), "Diamante"),
        ({"essentials": "requirements"}, (12, 0), "Diamante"),
    ],
)
def test_doubts_change_what_a_seal_depends_on(choices: dict[str, str], essentials: tuple[int, int], level: str) -> None:
    cycle = load_cycle("pntp-2026", choices=choices)
    answers: dict[tuple[str, Aspect], Answered] = {(r.id, a): "met" for r in NATIONAL.requirements for a in r.aspects}
    answers["4.3", "export"] = "not_met"
    found = score(cycle, answers)
    assert ((found.essentials.met, found.essentials.not_met), found.level_low.name) == (essentials, level)


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
