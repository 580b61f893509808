"""Which of many towns a text names, and what is chosen where a town is asked for."""

from __future__ import annotations

import datetime as dt

import pytest
from test_forms import field, select

from transparency.crawl.portal_words import load_portal_words
from transparency.extract.forms import Period, choose, field_kind, mark_ranges, wants_suggestion
from transparency.extract.forms.towns import BARE, FOLLOWED, MARKED
from transparency.matrix import load_matrix
from transparency.model import Field

TODAY = dt.date(2026, 11, 21)
WORDS = load_portal_words(load_matrix().vocabulary.query_buttons).query_of("Rio Claro", "SP")
PLACE = WORDS.place


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Rio Claro", BARE),
        ("RIO CLARO/SP", BARE),
        ("Rio Claro - São Paulo", BARE),
        ("Prefeitura Municipal de Rio Claro", BARE),
        ("3543907 - Rio Claro", BARE),
        ("Município de Rio Claro (SP)", BARE),
        ("Rio Claro cód. 3543907", MARKED),
        ("Rio Claro 208.008 habitantes", MARKED),
        ("Rio Claro Acessar", FOLLOWED),
        ("Rio Claro do Sul", 0),
        ("São José do Rio Claro", 0),
        ("Rio Clarinho", 0),
        ("Câmara Municipal de Rio Claro", 0),
        ("Fundo Municipal de Saúde de Rio Claro", 0),
        ("", 0),
    ],
)
def test_names_the_town(text: str, sure: int) -> None:
    assert PLACE.named(text) == sure


@pytest.mark.parametrize(
    ("texts", "picked"),
    [
        (["Rio Bonito", "Rio Claro do Sul", "Rio Claro"], "Rio Claro"),
        (["3500105 Adamantina Ver", "3543907 Rio Claro Ver", "4122156 Rio Bonito Ver"], "3543907 Rio Claro Ver"),
        (["Prefeitura de Santos", "Prefeitura de Rio Claro", "Prefeitura de Campinas"], "Prefeitura de Rio Claro"),
        (["Rio Claro Norte", "Rio Claro Sul", "Santos"], None),  # which of them is not told
        (["Prefeitura de Rio Claro", "Câmara de Rio Claro", "Fundo de Saúde de Rio Claro"], None),  # bodies of one town
        (["Rio Claro", "Santos"], None),  # no list
        (["Rio Claro 2026001 Ver", "Rio Claro 2026002 Ver", "Rio Claro 2026003 Ver"], None),  # records
        (["Santos", "Campinas", "São José do Rio Claro"], None),
        (["Santos Ver", "Campinas Ver", "Rio Claro Ver"], "Rio Claro Ver"),
        (
            ["Rio Claro celebra a padroeira", "Prefeitura recupera estradas", "Estudantes vencem olimpíada"],
            None,
        ),  # news
    ],
)
def test_picks_one_of_many(texts: list[str], picked: str | None) -> None:
    found = PLACE.one_of_many(texts)
    assert (None if found is None else texts[found]) == picked


@pytest.mark.parametrize(
    ("labels", "picked"),
    [
        (list("ABCPRS"), "R"),
        (["A-C", "D-G", "H-L", "M-P", "Q-Z"], "Q-Z"),
        (["a até e", "f até i", "j até m", "n até q", "r até z"], "r até z"),
        (list("ABC"), None),
        (["A", "B", "C", "D", "Todos"], None),
        (list("ABCDE"), None),
        (["1", "2", "3", "4", "5"], None),
    ],
)
def test_picks_a_letter(labels: list[str], picked: str | None) -> None:
    found = PLACE.letter(labels)
    assert (None if found is None else labels[found]) == picked


TOWNS = ["Selecione", "Campinas - SP", "Rio Claro - SP", "Santos - SP"]
STATES = ["UF", "BA", "MG", "PR", "RJ", "RS", "SP"]


@pytest.mark.parametrize(
    ("control", "kind", "chosen"),
    [
        (select("Município", TOWNS), "town", "Rio Claro - SP"),
        (select("Município", ["Todos", *TOWNS[1:]]), "town", "Rio Claro - SP"),
        (select("Selecione a cidade", ["Campinas", "Santos"]), "town", None),  # never another one
        (select("Jurisdicionado", ["Prefeitura de Santos", "Prefeitura de Rio Claro", "Câmara de Santos"]), "town", "Prefeitura de Rio Claro"),
        (select("", TOWNS), "town", "Rio Claro - SP"),
        (select("Destino", ["Todos", *TOWNS[1:]]), "", None),  # of a journey
        (select("UF", STATES), "state", "SP"),
        (select("Estado", ["Acre", "Bahia", "Goiás", "Paraná", "Piauí", "São Paulo"]), "state", "São Paulo"),
        (select("Estado", ["Aberta", "Encerrada"]), "", None),  # of a bid
        (field("Município"), "town", None),  # a filter: the suppliers of any city
        (field("Município", required=True), "town", "Rio Claro"),
        (field("", placeholder="Digite o nome do município", lone=True), "town", "Rio Claro"),
        (field("", placeholder="Qual a sua cidade", lone=True), "town", "Rio Claro"),
        (field("Município do credor", required=True), "", None),
        (select("Entidade", ["Todas", "Prefeitura Municipal de Rio Claro", "Câmara de Rio Claro"]), "entity", None),
    ],
)  # fmt: skip
def test_chooses_the_town_and_no_other(control: Field, kind: str, chosen: str | None) -> None:
    assert field_kind(control, WORDS) == kind
    made = choose(control, Period(), TODAY, WORDS, {})
    assert (made and made.text) == chosen


@pytest.mark.parametrize(
    ("controls", "typed"),
    [
        ([field("Município")], True),
        ([select("UF", STATES), field("Cidade")], True),
        ([field("Município"), field("Favorecido")], False),
        ([field("Favorecido")], False),
    ],
)
def test_the_name_is_typed_where_nothing_else_is_asked(controls: list[Field], typed: bool) -> None:
    assert any(wants_suggestion(control, WORDS) for control in mark_ranges(controls, WORDS)) == typed
