"""The learned estimate: what it takes in, what it keeps, and what it does with a bad file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transparency.items import UserError
from transparency.walk.estimate import VERSION, Estimate, Model, features

ROW = {"one": 1.0, "tier0": 1.0}
OTHER = {"one": 1.0, "tier3": 1.0}


def test_learns_what_a_feature_brings() -> None:
    estimate = Estimate(Model())
    estimate.fit([(ROW, 8.0), (OTHER, 0.0)] * 10)
    assert estimate.of(ROW)[0] > 1.2 > 0.4 > estimate.of(OTHER)[0]


def test_doubts_what_it_has_not_seen() -> None:
    estimate = Estimate(Model())
    before = estimate.of(ROW)[1]
    estimate.fit([(ROW, 1.0)] * 20)
    assert estimate.of(ROW)[1] < before
    assert estimate.of({"new": 1.0})[1] > estimate.of({"one": 1.0})[1]


def test_fitting_starts_from_the_model_each_time() -> None:
    estimate = Estimate(Model.packaged())
    estimate.fit([(ROW, 9.0)])
    once = estimate.of(ROW)
    estimate.fit([(ROW, 9.0)])
    assert estimate.of(ROW) == once


def test_state_survives_the_file(tmp_path: Path) -> None:
    path = tmp_path / "family" / "state.json"
    model = Model.kept_at(path)
    model.absorb([(ROW, 5.0)] * 5)
    again = Model.kept_at(path)
    assert again.audits == model.audits
    assert again.mean == pytest.approx(model.mean, abs=1e-4)
    assert again.to_json() == model.to_json()
    assert not list(path.parent.glob("*.json.*"))


def test_a_model_without_a_file_keeps_nothing(tmp_path: Path) -> None:
    model = Model.packaged()
    model.absorb([(ROW, 5.0)])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", json.dumps({"version": VERSION + 1, "weights": {}, "audits": 0}),
                json.dumps({"version": VERSION, "weights": {"one": [1]}, "audits": 0}), json.dumps({"version": VERSION, "weights": [], "audits": 0})]
)  # fmt: skip
def test_a_broken_file_is_one_clear_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="não pôde ser lido"):
        Model.kept_at(path)
    assert path.read_text(encoding="utf-8") == content


def test_features_mean_the_same_on_every_site() -> None:
    meta = {
        "tier": 0,
        "kind": "row",
        "score": 0.8,
        "depth": 2,
        "promising": True,
        "about": "licitacao",
        "words": ["detalhe"],
    }
    row = features(meta, 1.0, [3.0, 0.0], 5.0)
    assert row["tier0 row"] == row["promising row"] == row["fresh"] == 1.0
    assert row["fruitless"] == 0.2
    assert "repeated" not in row
    assert sum(name.startswith("word") for name in row) == 1
    assert not any("licitacao" in name or "detalhe" in name for name in row)
