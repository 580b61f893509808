"""What a run over rows will take, as it is told before."""

from __future__ import annotations

from typing import Any

import pytest
from test_rows import wrapper

from transparency.node import Node, Step, Target
from transparency.rows.estimate import Estimate, estimate, in_words
from transparency.rows.items import ListSummary, QuerySummary
from transparency.rows.spans import Span
from transparency.rows.wrapper import ColumnRule

STEP = Step("click", None, Target(""))  # type: ignore[arg-type]
COLUMNS = [ColumnRule(label="Objeto", item="objeto_licitacao")]


def _last(*queries: tuple[str, int], seconds: float) -> ListSummary:
    made = [QuerySummary(query=when, pages=pages) for when, pages in queries]
    return ListSummary(municipio="a", uf="PB", criterion="licitacao", queries=made, seconds=seconds)


@pytest.mark.parametrize(
    ("more", "last", "span", "had", "made"),
    [
        ({"told": 95, "at_once": 10, "paging": "next", "seconds": 4.0}, None, None, (), (1, 10, 11, 44.0, True)),
        ({"paging": "next"}, None, None, (), (1, 1, 2, 6.0, False)),
        ({}, None, None, (), (1, 1, 2, 6.0, True)),
        ({"told": 95, "at_once": 10}, None, Span((2024, 1), (2026, 3)), (), (3, 10, 33, 99.0, True)),
        ({"told": 95, "at_once": 10}, _last(("2025", 7), ("2026", 3), seconds=20), Span((2024, 1), (2026, 3)), ("2024", "2025"), (1, 5, 6, 12.0, True)),
        ({}, _last(("2026-02", 1), ("2026-01", 2), seconds=9), Span((2025, 12), (2026, 3)), (), (4, 2, 12, 36.0, True)),
    ],
)  # fmt: skip
def test_what_a_list_will_take(more: dict[str, Any], last: Any, span: Any, had: Any, made: Any) -> None:
    one = wrapper(COLUMNS, node=Node("https://a.example/", (STEP,)), **more)
    found = estimate(one, last, span, had, 1.0)
    assert (found.queries, found.pages, found.requests, found.seconds, found.known) == made


def test_what_a_spared_portal_takes_is_its_distance_between_requests() -> None:
    assert estimate(wrapper(COLUMNS, told=40, at_once=10, seconds=2.0), None, None, (), 5.0).seconds == 20.0


def test_what_is_told_before_a_run_and_what_its_limits_will_leave_out() -> None:
    one, other = Estimate("vila, licitacao", 3, 40, 123, 615.0, True), Estimate("vila, receita", 1, 1, 2, 9000.0, False)
    assert [*in_words([one], 100, 5)] == [
        "Estimativa: vila, licitacao: cerca de 123 pedidos, 11 minutos",
        "vila, licitacao: o limite de 100 páginas deixa 20 de fora: para todas, paginas=120",
        "vila, licitacao: passa do limite de 5 minutos: para tudo, minutos=22",
    ]
    assert [*in_words([Estimate("vila, obras", 1, 1, 1, 2.0, True)], 9, 9)] == [
        "Estimativa: vila, obras: cerca de 1 pedido, 1 minuto"
    ]
    assert [*in_words([other, one], 500, 999)] == [
        "Estimativa: vila, receita: ao menos 2 pedidos, 2,5 horas (quantas páginas são não se sabe)",
        "Estimativa: vila, licitacao: cerca de 123 pedidos, 11 minutos",
        "Ao todo: cerca de 125 pedidos, 2,7 horas",
    ]
