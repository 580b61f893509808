"""Which ways through the lab continuous integration goes, and which only ``make soak``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def resting(places: Iterable[tuple[str, ...]]) -> list[Any]:
    """Of replicas that are not being changed the first place of each portal; ``make soak`` goes to all of them.

    What a key claims is held by ``test_lab.py`` and ``test_least.py`` in any case, without a browser.
    """
    found, met = [], set()
    for place in places:
        found.append(pytest.param(*place, marks=pytest.mark.soak) if place[0] in met else pytest.param(*place))
        met.add(place[0])
    return found
