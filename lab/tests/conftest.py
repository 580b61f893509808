"""The lab's own tests: ``make lab``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lab import serve
from lab.server import Lab


@pytest.fixture(scope="module")
def lab(request: pytest.FixtureRequest) -> Iterator[Lab]:
    """The portals that the module names: its ``PORTALS``, by slug."""
    with serve(list(request.module.PORTALS)) as served:
        yield served
