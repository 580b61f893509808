"""The one way from the entry to a list is an address or a label of any kind (``tests/ways/addresses.yml``, ``labels.yml``)."""

from __future__ import annotations

from typing import Any

import pytest
from ways import judge, names, share_open, walk_twice

TABLES = ("addresses", "labels")


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What is found on all portals of these tables."""
    return walk_twice(TABLES, tmp_path_factory.mktemp("ways"))


@pytest.mark.parametrize("name", names(*TABLES))
def test_the_list_is_found(name: str, walked: dict[str, dict[str, Any]]) -> None:
    judge(name, TABLES, walked)


def test_at_least_48_of_50_are_found() -> None:
    assert share_open("addresses", "labels", "presses", "fields") <= 2 / 50
