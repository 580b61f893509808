"""What was never thought of together is tried together: portals put together at random."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from audited import audit, served
from flask import Flask
from portal_composed import SUBJECTS, compose

SOAKED = range(2, 24)


@pytest.mark.parametrize("seed", range(40))
def test_a_composed_portal_answers(seed: int) -> None:
    portal, app = compose(seed), Flask(__name__)
    portal.serve(app)
    client = app.test_client()
    assert len({part.place for part in portal.parts}) == len(portal.parts) <= len(SUBJECTS)
    for part in portal.parts:
        asked = {"ano": "2025", "ent": "1", "inicial": "01/01/2025", "final": "31/12/2025", "lista": "1"}
        answer = client.get(f"/{part.place}", query_string=asked)
        assert answer.status_code == 200
        assert all(label in answer.text for label, _ in part.listed)
        told = client.get(f"/{part.place}/3?ano=2025").text
        assert all(field.value(3, "2025") in told for _, field in part.told)
    menu = client.get("/").text + client.get("/grupo/0").text + client.get("/grupo/1").text
    assert all(re.search(rf"['\"]/{part.place}['\"]", menu) for part in portal.parts)


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.soak) for n in SOAKED)])
def test_all_that_a_composed_portal_publishes_is_found(seed: int, tmp_path: Path) -> None:
    portal = compose(seed)
    with served(portal.serve) as url:
        verdicts, _ = audit(url, tmp_path)
    assert {key for key, verdict in verdicts.items() if verdict["status"] == "published"} == portal.published
