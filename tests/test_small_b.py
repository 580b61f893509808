"""Portals of three kinds of applications, audited whole: a desktop of windows whose events all go to one address, an application of
AngularJS with grids drawn where they are in sight, a panel whose tables go back and forth with a signed snapshot."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import portal_angularone
import portal_livewire
import portal_unigui
import pytest
from test_small_sites import audit, served


@pytest.mark.soak
@pytest.mark.parametrize(
    ("site", "most"),
    [(portal_unigui, 60), (portal_angularone, 60), (portal_livewire, 60)],
    ids=["unigui", "angularone", "livewire"],
)
def test_all_that_is_published_is_found(site: ModuleType, most: int, tmp_path: Path) -> None:
    with served(site.portal) as url:
        verdicts, summary = audit(url, tmp_path)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert found == {(criterion, item) for criterion, items in site.PUBLISHED.items() for item in items}
    assert summary["nodes"]["visited"] <= most
