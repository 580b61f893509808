"""Labels that a vendor could use, each alone over one column: just the items that it names are found."""

from __future__ import annotations

from pathlib import Path

import pytest

from transparency.classify.matching import matcher_of
from transparency.extract.values import value_type
from transparency.items import Column, RecordSet
from transparency.matrix import load_matrix

MATRIX = load_matrix()


def _cases() -> list[tuple[str, str, str, str]]:
    """(criterion, label, value, items)."""
    found, criterion = [], ""
    for line in Path(__file__).with_name("labels.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            criterion = line.strip("[]")
        elif not line.startswith("#"):
            told, _, items = line.rpartition(">")
            label, _, value = told.rpartition("=")
            found.append((criterion, label, value, items))
    return found


@pytest.mark.parametrize(("criterion", "label", "value", "items"), _cases())
def test_label_names_its_items(criterion: str, label: str, value: str, items: str) -> None:
    kind = "link" if value == "@" else value_type(value)
    column = Column(label, value_type=kind, filled=3, samples=(value,))
    found = matcher_of(MATRIX).match(RecordSet("table", (column,), 3), MATRIX.criterion(criterion))
    assert {m.item.key for m in found} == set(items.split(",")) - {"-"}
