"""Portals of toolkits and builders whose pages are drawn by their scripts: every item that is published is found, no other is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import portal_kendo
import portal_quasar
import portal_wordpress
import pytest
from flask import Flask
from test_small_sites import audit, served


@pytest.mark.parametrize(
    ("site", "published"),
    [
        (portal_kendo.portal, portal_kendo.PUBLISHED),
        (portal_quasar.portal, portal_quasar.PUBLISHED),
        (portal_wordpress.portal, portal_wordpress.PUBLISHED),
    ],
    ids=["kendo", "quasar", "wordpress"],
)
def test_all_that_is_published_is_found(
    site: Callable[[Flask], None], published: dict[str, list[str]], tmp_path: Path
) -> None:
    with served(site) as url:
        verdicts, _ = audit(url, tmp_path)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert found == {(criterion, item) for criterion, items in published.items() for item in items}
