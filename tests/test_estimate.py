"""The learned estimate: what it takes in, what it keeps, and what it does with a bad file."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from tests.candidates import candidate
from transparency.crawl.estimate import (
    PRIOR,
    RESIDUE,
    SPREAD,
    VERSION,
    Estimate,
    Model,
    features,
    note_visits,
    read_visits,
    trained,
)
from transparency.items import UserError
from transparency.node import Node

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
    node = Node("http://a.example/", depth=2)
    record = candidate(node, "row", score=0.8, promising=True, subject="licitacao", words=("detalhe",))
    row = features(record, 1.0, [3.0, 0.0], 5.0)
    assert row["tier0 row"] == row["promising row"] == row["fresh"] == 1.0
    assert row["tried row"] == 1.0 and row["fruitless row"] == 0.2
    assert row["siblings row"] == pytest.approx(math.log1p(1.5))  # what is true of records is not of links
    assert "tried row" not in features(record, 1.0, [], 5.0)
    assert "repeated" not in row
    assert sum(name.startswith("word") for name in row) == 1
    assert not any("licitacao" in name or "detalhe" in name for name in row)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, {}),
        ({"namesakes": []}, {"repeated row": 1.0}),
        ({"namesakes": [0.0, 0.0, 0.0, 0.0]}, {"repeated row": 1.0, "barren row": 1.0, "namesakes row": 0.0}),
        ({"namesakes": [0.0, 6.0]}, {"barren row": pytest.approx(1 / 3), "namesakes row": pytest.approx(1.3863, abs=1e-4)}),
        ({"unfilled": 3}, {"unfilled row": pytest.approx(1.3863, abs=1e-4)}),
        ({"unfilled": 3, "attempt": 1}, {"unfilled attempt": pytest.approx(1.3863, abs=1e-4), "attempt1": 1.0}),
    ],
)  # fmt: skip
def test_what_namesakes_and_empty_labels_tell(given: dict[str, Any], expected: dict[str, float]) -> None:
    record = candidate(kind="row", attempt=given.get("attempt", 0))
    row = features(record, 1.0, [], 0.0, given.get("namesakes"), unfilled=given.get("unfilled", 0))
    assert {name: row.get(name) for name in expected} == expected
    told = ("repeated", "barren", "namesakes", "unfilled", "attempt")
    assert {n for n in row if n.startswith(told)} == {*expected} | (
        {"repeated row"} if "namesakes" in given else set()
    ) | ({"unfilled row"} if "unfilled" in given else set())


@pytest.mark.parametrize(
    ("tier", "score", "astray"), [(3, 0.1, True), (3, 0.0, False), (2, 0.1, False)]
)  # fmt: skip
def test_what_names_another_subject_is_told_from_what_says_nothing(tier: int, score: float, astray: bool) -> None:
    row = features(candidate(tier=tier, score=score), 1.0, [], 0.0)
    assert ("astray" in row) is astray and (f"score{tier}" in row) is not astray


def test_trained_at_once_agrees_with_learning_one_by_one() -> None:
    """The exact regression and the one by one estimate agree where features do not overlap."""
    visits = [({"a": 1.0}, 6.0), ({"b": 1.0}, 0.0)] * 12
    model = trained([visits[:8], visits[8:]])
    assert model.audits == 2
    assert Estimate(model).of({"a": 1.0})[0] == pytest.approx(math.log1p(6) * 12 / (12 + RESIDUE / PRIOR))
    assert model.mean["b"] == 0.0
    assert model.variance["a"] == pytest.approx(max(SPREAD, RESIDUE / (12 + RESIDUE / PRIOR)))


def test_trained_shares_what_features_have_in_common() -> None:
    """Features that always come together share the credit; the order of the audits does not matter."""
    one, other = [({"x": 1.0, "y": 1.0}, 5.0)] * 9, [({"x": 1.0, "z": 0.5}, 1.0)] * 4
    model = trained([one, other])
    assert model.mean == pytest.approx(trained([other, one]).mean)
    assert model.mean["y"] > 0 > model.mean["z"]
    assert trained([]).mean == {}


def test_visits_survive_the_file(tmp_path: Path) -> None:
    path = tmp_path / "new" / "visits.jsonl"
    assert list(read_visits(path)) == []
    note_visits(path, "pb/a", [(ROW, 3.0)])
    note_visits(path, "pb/b", [])
    assert list(read_visits(path)) == [("pb/a", [(ROW, 3.0)]), ("pb/b", [])]


@pytest.mark.parametrize("line", ["{", "[]", '{"version": 0, "town": "a", "visits": []}', '{"version": 1, "town": "a", "visits": [[{"x": "y"}, 1]]}'])  # fmt: skip
def test_broken_visits_are_one_clear_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "visits.jsonl"
    note_visits(path, "pb/a", [])
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    with pytest.raises(UserError, match=r"linha 2: não são visitas de uma auditoria"):
        list(read_visits(path))
