"""Which hosts are read without a browser."""

from __future__ import annotations

import json
from typing import Any

import pytest

from transparency.items import Column, RecordSet
from transparency.walk.adaptive import (  # fmt: skip
    AGREEING,
    AGREEING_AGAIN,
    PATIENCE,
    SAMPLE,
    Adaptive,
    differences,
    record_shapes,
    same,
)

HOST = "a.example"


def taught(answers: str, seed: int = 0) -> Adaptive:
    """After checks that agreed (``=``) or not (``x``)."""
    adaptive = Adaptive(seed)
    for answer in answers:
        adaptive.learn(HOST, answer == "=")
    return adaptive


@pytest.mark.parametrize(
    ("answers", "static"),
    [
        ("", False),
        ("=" * (AGREEING - 1), False),
        ("=" * AGREEING, True),
        ("=" * 40, True),
        ("x" + "=" * AGREEING, False),
        ("x" + "=" * AGREEING_AGAIN, True),
        ("=" * 40 + "x", False),
        ("=" * 40 + "x" + "=" * (AGREEING_AGAIN - 1), False),
        ("=" * 40 + "x" + "=" * AGREEING_AGAIN, True),
        ("x" * PATIENCE + "=" * 99, False),
        (("x" + "=" * 99) * PATIENCE, False),
    ],
)
def test_a_host_is_static_after_enough_agreement(answers: str, static: bool) -> None:
    adaptive = taught(answers)
    assert adaptive.static(HOST) is static
    assert not adaptive.static("another.example")


@pytest.mark.parametrize(
    ("answers", "pages", "checks"),
    [
        ("", 5, 5),  # nothing is known: every page
        ("=" * AGREEING, 8 * SAMPLE, 8),
        ("x", 20, 10),
        ("xx", 20, 5),
        ("x" * PATIENCE, 100, 0),
    ],
)
def test_how_many_pages_are_checked(answers: str, pages: int, checks: int) -> None:
    adaptive = taught(answers)
    asked = [adaptive.wants_check(HOST) for _ in range(pages)]
    assert abs(sum(asked) - checks) <= 1


def test_first_pages_are_checked_until_they_agree() -> None:
    adaptive = Adaptive()
    for _ in range(AGREEING):
        assert adaptive.wants_check(HOST)
        assert not adaptive.static(HOST)
        adaptive.learn(HOST, True)
    assert adaptive.static(HOST)


def test_chance_comes_from_the_seed() -> None:
    def asked(seed: int) -> list[bool]:
        adaptive = taught("===", seed)
        return [adaptive.wants_check(HOST) for _ in range(200)]

    assert asked(1) == asked(1) != asked(2)


def test_goes_on_from_stored_state() -> None:
    adaptive = taught("===x====", 7)
    for _ in range(9):
        adaptive.wants_check(HOST)
    again = Adaptive.from_dict(json.loads(json.dumps(adaptive.to_dict())))
    assert again == adaptive
    assert [again.wants_check(HOST) for _ in range(50)] == [adaptive.wants_check(HOST) for _ in range(50)]


def candidate(**own: Any) -> dict[str, Any]:
    plain = {
        "kind": "link",
        "tag": "a",
        "label": "Despesas",
        "title": "",
        "href": "http://a.example/d",
        "path": "body[1]>a[1]",
    }
    return {**plain, "disabled": False, "discloses": False, "sends": False, "hidden": False, "box": None, **own}


def snapshot(*candidates: dict[str, Any], **own: Any) -> dict[str, Any]:
    return {"candidates": list(candidates), "forms": [], "selects": [], "html": "", **own}


def form(
    label: str = "Consultar", personal: bool = False, options: tuple[str, ...] = ("2025", "2026")
) -> dict[str, Any]:
    control = {"tag": "select", "label": "Exercício", "options": [{"text": text} for text in options]}
    return {"label": label, "personal": personal, "controls": [control]}


BASE = snapshot(candidate(), candidate(kind="click", label="Abrir", href="", path="body[1]>a[2]"), forms=[form()])


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (BASE, []),
        (snapshot(candidate(label="DESPESAS", box=[1, 2, 3, 4]), *BASE["candidates"][1:], forms=[form()]), []),
        (snapshot(candidate(href="http://a.example/d?phpsessid=1"), *BASE["candidates"][1:], forms=[form()]), []),
        (snapshot(*BASE["candidates"], candidate(disabled=True), candidate(sends=True), candidate(discloses=True), forms=[form()]), []),
        (snapshot(*BASE["candidates"], forms=[form(), form("Enviar", personal=True)]), []),
        (snapshot(*BASE["candidates"][:1], forms=[form()]), ["- click abrir"]),
        (snapshot(*BASE["candidates"], candidate(), forms=[form()]), ["+ link despesas http://a.example/d"]),
        (snapshot(candidate(href="http://a.example/e"), *BASE["candidates"][1:], forms=[form()]),
         ["- link despesas http://a.example/d", "+ link despesas http://a.example/e"]),
        (snapshot(*BASE["candidates"], forms=[form(options=())]),
         ["- query consultar select exercicio [2025,2026]", "+ query consultar select exercicio []"]),
        (snapshot(*BASE["candidates"]), ["- query consultar select exercicio [2025,2026]"]),
    ],
)  # fmt: skip
def test_moves_are_compared(other: dict[str, Any], what: list[str]) -> None:
    assert differences(BASE, other, lambda data: None) == what
    assert same(BASE, other, lambda data: None) is (not what)


@pytest.mark.parametrize(
    ("one", "two", "equal"),
    [
        ("/d?ctx=22ee801827d8&e=3", "/d?ctx=974288426984&e=3", True),  # a token, made anew for each reading
        ("/d?ctx=22ee801827d8&e=3", "/d?ctx=974288426984&e=4", False),
        ("/d?ano=2025", "/d?ano=2026", False),
    ],
)
def test_tokens_are_no_difference(one: str, two: str, equal: bool) -> None:
    pages = (snapshot(candidate(href=f"http://a.example{address}")) for address in (one, two))
    assert same(*pages, lambda data: None) is equal


def test_judgements_are_compared() -> None:
    table = RecordSet("table", (Column("Valor Pago", "money", 3), Column("Nº", "code", 0)), 3, ("Empenhos",))
    empty = RecordSet("table", table.columns, 0, ("Empenhos",))
    shouted = RecordSet("table", (Column("VALOR PAGO", "money", 9), Column("Nº")), 9, ("EMPENHOS",), hidden=True)
    assert record_shapes([table]) == record_shapes([shouted]) == [("table", "empenhos", "valorpago True", "n False")]
    judged = {"a": [table], "b": [empty], "c": [shouted]}

    def agree(one: str, two: str) -> bool:
        return same(snapshot(html=one), snapshot(html=two), lambda data: record_shapes(judged[data["html"]]))

    assert agree("a", "c")
    assert not agree("a", "b")
