"""The judges of aspects: each aspect met and missed in many ways (``tests/aspects/*.yml``)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from tests.seen_pages import TODAY, gathered_of, requirement_of, tables
from transparency.aspects.current import due_period, working_days
from transparency.aspects.judge import judge
from transparency.aspects.seen import Answer, Gathered
from transparency.matrix.cycle import Requirement

ROWS = [*tables()]


@pytest.mark.parametrize(("name", "requirement", "case"), ROWS, ids=[name for name, _, _ in ROWS])
def test_aspect(name: str, requirement: Requirement, case: dict[str, Any]) -> None:
    """Each row says which aspects are met, not met and undecided, and what the reasons hold."""
    answers = {answer.aspect: answer for answer in judge(requirement, gathered_of(case), case.get("today", TODAY))}
    assert tuple(answers) == requirement.aspects
    found = {aspect: answers[aspect].status for aspect in case["expect"]}
    assert found == case["expect"], {aspect: answers[aspect].reason for aspect in found}
    for aspect, words in case.get("says", {}).items():
        assert words in answers[aspect].reason
    for answer in answers.values():
        _is_sound(answer)


def _is_sound(answer: Answer) -> None:
    """Each answer stands for itself: proof, places, or a question."""
    assert answer.reason.strip().endswith((".", "”", "…")), answer.reason
    if answer.status == "met":
        assert answer.url and answer.sight
    if answer.status == "undecided":
        assert answer.look


def test_there_are_many_rows() -> None:
    """The tables are read."""
    assert len(ROWS) >= 80


@pytest.mark.parametrize(
    ("today", "months", "due"),
    [
        (dt.date(2026, 11, 29), 2, dt.date(2026, 8, 31)),
        (dt.date(2026, 11, 30), 2, dt.date(2026, 10, 31)),
        (dt.date(2026, 1, 29), 2, dt.date(2025, 10, 31)),
        (dt.date(2026, 1, 30), 2, dt.date(2025, 12, 31)),
        (dt.date(2026, 11, 23), 4, dt.date(2026, 8, 31)),
        (dt.date(2026, 3, 1), 6, dt.date(2025, 12, 31)),
    ],
)
def test_due_period(today: dt.date, months: int, due: dt.date) -> None:
    """The last report that must be there is the one whose 30 days are over."""
    assert due_period(today, months).last == due


@pytest.mark.parametrize(
    ("first", "last", "days"),
    [
        (dt.date(2026, 11, 20), dt.date(2026, 11, 23), 1),  # over a weekend
        (dt.date(2026, 4, 17), dt.date(2026, 4, 22), 2),  # Tiradentes
        (dt.date(2026, 12, 24), dt.date(2026, 12, 28), 1),  # Christmas, a Friday
        (dt.date(2026, 11, 23), dt.date(2026, 11, 23), 0),
    ],
)
def test_working_days(first: dt.date, last: dt.date, days: int) -> None:
    """Weekends and national holidays are none."""
    assert working_days(first, last) == days


def test_unknown_feature_is_for_a_person() -> None:
    """A feature that no function looks for is never said to be missing."""
    requirement = requirement_of({"kind": "feature", "feature": "smell"})
    assert [answer.status for answer in judge(requirement, Gathered(), TODAY)] == ["undecided"]
