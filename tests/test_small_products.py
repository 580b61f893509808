"""Portals of products that many towns have, audited whole: tables of a plug-in, headless components, groups of rows, an
enterprise's toolkit."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import portal_bstable
import portal_groups
import portal_radix
import portal_ui5
import pytest
from flask import Flask
from test_small_sites import audit, served


@pytest.mark.parametrize(
    ("site", "published", "most"),
    [
        pytest.param(portal_bstable.portal, portal_bstable.PUBLISHED, 60, marks=pytest.mark.soak),
        pytest.param(portal_radix.portal, portal_radix.PUBLISHED, 60, marks=pytest.mark.soak),
        pytest.param(portal_groups.portal, portal_groups.PUBLISHED, 60, marks=pytest.mark.soak),
        pytest.param(portal_ui5.portal, portal_ui5.PUBLISHED, 60, marks=pytest.mark.soak),
    ],
    ids=["bstable", "radix", "groups", "ui5"],
)
def test_all_that_is_published_is_found(
    site: Callable[[Flask], None], published: dict[str, list[str]], most: int, tmp_path: Path
) -> None:
    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert found == {(criterion, item) for criterion, items in published.items() for item in items}
    assert summary["nodes"]["visited"] <= most
