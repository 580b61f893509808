"""How portals, laws, reports and files call what the items show: each wording names its item, and what is like it does not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from transparency.classify.matching import matcher_of
from transparency.classify.topics import criterion_named
from transparency.extract.values import value_type
from transparency.items import Column, RecordSet
from transparency.matrix import load_matrix
from transparency.matrix.keyword_file import alternatives

MATRIX = load_matrix()
WORDINGS = yaml.safe_load(Path(__file__).with_name("wordings.yml").read_text("utf-8"))
ITEMS = [(criterion, item) for criterion, items in WORDINGS.items() for item in items if item != "subject"]


def _column(label: str, value: str) -> Column:
    return Column(label, value_type="link" if value == "@" else value_type(value), filled=3, samples=(value,))


def _named(criterion: str, label: str, told: dict[str, Any]) -> set[str]:
    """The items that a label names over the value of an item, with what has to stand beside it."""
    columns = [_column(label, told["value"]), *(_column(*pair) for pair in told.get("beside", {}).items())]
    found = matcher_of(MATRIX).match(RecordSet("table", tuple(columns), 3), MATRIX.criterion(criterion))
    return {match.item.key for match in found if match.column == 0}


@pytest.mark.parametrize(("criterion", "item"), ITEMS)
def test_wordings_of_an_item(criterion: str, item: str) -> None:
    told = WORDINGS[criterion][item]
    called, denied = ([label for text in told[key] for label in alternatives(text)] for key in ("called", "denied"))
    assert [label for label in called if item not in _named(criterion, label, told)] == []
    assert [label for label in denied if item in _named(criterion, label, told)] == []


@pytest.mark.parametrize("criterion", WORDINGS)
def test_wordings_of_a_subject(criterion: str) -> None:
    told = WORDINGS[criterion]["subject"]
    assert [text for text in told["called"] if criterion_named(text, MATRIX) != criterion] == []
    assert [text for text in told["denied"] if criterion_named(text, MATRIX) == criterion] == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nomecredor", "nome credor"),
        ("VLEMPENHO", "vl empenho"),
        ("dtemissao", "dt emissão"),
        ("cd_naturezadespesa", "cd natureza despesa"),
        ("Número de contratos", "quantidade contratos"),
        ("Nº de Empenhos", "quantidade empenhos"),
    ],
)
def test_names_that_run_together_and_counts(name: str, said: str) -> None:
    tokens = matcher_of(MATRIX).language.tokens
    assert tokens(name) == tokens(said)


@pytest.mark.parametrize(
    "word", ["Contrapartida", "Contratante", "Desempenho", "Naturalidade", "Nomeado", "Subfunção", "Valorização"]
)
def test_words_that_are_one(word: str) -> None:
    assert len(matcher_of(MATRIX).language.tokens(word)) == 1


def test_every_item_has_wordings() -> None:
    assert {(c.id, item.key) for c in MATRIX.criteria for item in c.items} == set(ITEMS)


@pytest.mark.parametrize("said", ["Importes Lavrados", "IMPORTE LAVRADO", "importâncias exaradas"])
def test_synonyms_in_any_number_and_gender(said: str) -> None:
    assert matcher_of(MATRIX).language.spells(said, "valor emitido")
