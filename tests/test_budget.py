"""The budget of a walk: each limit ends visits of its kind, and nothing else."""

from __future__ import annotations

import pytest

from tests.candidates import candidate
from transparency.crawl.budget import Budget, Spending


@pytest.mark.parametrize(
    ("tier", "spent", "unseen", "limit"),
    [
        (0, {}, True, ""),
        (0, {"nodes": 3}, True, "nodes"),
        (2, {"near": 2}, True, "near"),
        (1, {"near": 2}, True, ""),
        (3, {"far": 1}, True, "far"),
        (3, {}, False, "far"),  # every criterion was seen: what says nothing is not visited
        (2, {"fruitless": 2}, False, "patience"),
        (2, {"fruitless": 2}, True, ""),
    ],
)
def test_each_limit_ends_visits_of_its_kind(tier: int, spent: dict[str, int], unseen: bool, limit: str) -> None:
    spending = Spending(Budget(nodes=3, near=2, far=1, patience=2), fruitless=spent.get("fruitless", 0))
    spending.started = float("inf")
    spending.visited["link"] = spent.get("nodes", 0)
    spending.tiers.update({2: spent.get("near", 0), 3: spent.get("far", 0)})
    assert spending.objection(candidate(tier=tier), tier, unseen) == limit


@pytest.mark.parametrize(
    ("criterion", "identity", "tier", "limit"),
    [
        ("licitacao", "sheet licitacao", 2, ""),
        ("licitacao", "edital", 2, "patience"),  # a file of one of many records
        ("receita_orcamentaria", "sheet receita", 2, "patience"),  # nothing of it is open
        ("licitacao", "sheet licitacao", 3, "patience"),  # it repeats what was followed
    ],
)
def test_patience_does_not_end_before_the_sheet_of_a_list_that_has_not_shown_all(
    criterion: str, identity: str, tier: int, limit: str
) -> None:
    spending = Spending(Budget(patience=2), started=float("inf"), fruitless=2)
    sheet = candidate(kind="document", tier=2, criterion=criterion, identity=identity)
    assert spending.objection(sheet, tier, False, {"licitacao"}) == limit


def test_the_time_is_over() -> None:
    assert Spending(Budget(minutes=0)).objection(candidate(), 0, True) == "time"
