"""Nodes and addresses."""

import pickle

import pytest

from tests.candidates import request
from transparency.crawl.request import NodeFingerprinter
from transparency.node import (
    FrameKey,
    Node,
    Step,
    Target,
    canonical_url,
    pattern_of,
    place_of,
    without_parameters,
)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.gov.br/x", "https://a.gov.br/x", True),
        ("http://www.a.gov.br/x", "http://a.gov.br/x", True),
        ("https://www.a.gov.br", "http://a.gov.br/", True),
        ("http://a.gov.br/x/", "http://a.gov.br/x", True),
        ("http://a.gov.br/x/?b=2&a=1#topo", "https://www.a.gov.br/x;jsessionid=9?a=1&b=2", True),
        ("http://a.gov.br/x", "http://b.gov.br/x", False),
        ("http://wwwa.gov.br/x", "http://a.gov.br/x", False),
        ("http://a.gov.br:8080/x", "http://a.gov.br/x", False),
        ("http://a.gov.br/#/despesas", "http://a.gov.br/#/receitas", False),
        ("http://a.gov.br/x?c=1/", "http://a.gov.br/x?c=1", False),
    ],
)
def test_r12_one_place_by_many_spellings(one: str, other: str, same: bool) -> None:
    assert (place_of(canonical_url(one)) == place_of(canonical_url(other))) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.gov.br/x?b=2&a=1", "http://A.gov.br/x?a=1&b=2", True),
        ("http://a.gov.br/x;jsessionid=AF01?a=1", "http://a.gov.br/x?a=1", True),
        ("http://a.gov.br/x?PHPSESSID=99&a=1", "http://a.gov.br/x?a=1", True),
        ("http://a.gov.br/(S(abcdefghijklmnopqrstuvwx))/x", "http://a.gov.br/x", True),
        ("http://a.gov.br/x#topo", "http://a.gov.br/x", True),
        ("http://a.gov.br/x?_=1700000000", "http://a.gov.br/x", True),
        ("http://a.gov.br/#/despesas", "http://a.gov.br/#/receitas", False),
        ("http://a.gov.br/#!/pg=1", "http://a.gov.br/", False),
        ("http://a.gov.br/x?ano=2025", "http://a.gov.br/x?ano=2024", False),
        ("http://a.gov.br/x", "https://a.gov.br/x", False),
        ("http://a.gov.br/?e=201", "http://a.gov.br/?e=202", False),
    ],
)
def test_canonical_url(one: str, other: str, same: bool) -> None:
    assert (canonical_url(one) == canonical_url(other)) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("http://a.gov.br/agenda/2026/11/21", "http://a.gov.br/agenda/2027/1/3", True),
        (
            "http://a.gov.br/noticias/prefeitura-publica-edital-de-pregao",
            "http://a.gov.br/noticias/receita-cresce-no-mes-de-maio",
            True,
        ),
        ("http://a.gov.br/lista?pagina=1", "http://a.gov.br/lista?pagina=27", True),
        ("http://a.gov.br/vista?abre=1", "http://a.gov.br/vista?abre=2.10.3", True),
        ("http://a.gov.br/despesas", "http://a.gov.br/receitas", False),
        ("http://a.gov.br/ords/f?p=12:25:881", "http://a.gov.br/ords/f?p=12:26:881", False),
        ("http://a.gov.br/ords/f?p=12:25:881", "http://a.gov.br/ords/f?p=12:25:992", True),
        ("http://a.gov.br/lista?tipo=empenhos", "http://a.gov.br/lista?tipo=receitas", False),
    ],
)
def test_pattern_of(one: str, other: str, same: bool) -> None:
    assert (pattern_of(Node(one)) == pattern_of(Node(other))) is same


def test_without_parameters() -> None:
    assert without_parameters("http://a.gov.br/x?e=1&ctx=9f3&tab=2", {"ctx"}) == "http://a.gov.br/x?e=1&tab=2"


STEP = Step(
    "click", FrameKey(1, "miolo", "http://v/x"), Target("body[1]>a[2]", "a", "Despesas"), "clique em “Despesas”"
)
QUERY = Step("query", FrameKey(), Target("body[1]>button[1]"), region="body[1]>form[1]", choices=(("Tipo", "Extra"),))


def test_node_survives_meta() -> None:
    node = Node("http://a/", (STEP, QUERY), "http://a/entrada", 2, ("abra",), ("Despesas",))
    again = Node.from_dict(pickle.loads(pickle.dumps(node.to_dict())))  # noqa: S301 - our own bytes
    assert again == node
    assert (again.entry, again.depth, again.words, again.labels) == (node.entry, 2, ("abra",), ("Despesas",))
    assert again.fingerprint() == node.fingerprint()


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (Node("http://a/"), Node("http://a/", depth=3, words=("x",)), True),
        (Node("http://a/"), Node("http://a/", (STEP,)), False),
        (Node("http://a/", (STEP, QUERY)), Node("http://a/", (QUERY, STEP)), False),
    ],
)
def test_fingerprint_is_address_and_steps(one: Node, other: Node, same: bool) -> None:
    assert (one.fingerprint() == other.fingerprint()) is same
    requests = [request(node) for node in (one, other)]
    fingerprint = NodeFingerprinter().fingerprint
    assert (fingerprint(requests[0]) == fingerprint(requests[1])) is same


def test_fingerprint_tells_municipalities_apart() -> None:
    one, other = (request("http://a/", audit=audit) for audit in ("pb/x", "pb/y"))
    fingerprint = NodeFingerprinter().fingerprint
    assert fingerprint(one) != fingerprint(other)
