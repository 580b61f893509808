"""What promises something: ratings, moves, and their order."""

import datetime as dt
from typing import Any

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler

from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.portal_words import load_portal_words
from transparency.walk.candidates import Ground, Move, moves, next_attempt, volatile_parameters, without_tokens
from transparency.walk.frontier import Frontier
from transparency.walk.node import META, FrameKey, Node
from transparency.walk.signposts import Signposts
from transparency.walk.strategies import strategy_named

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.generic_links, WORDS.returns, WORDS.downloads, WORDS.wizard)
ALL = frozenset(c.id for c in MATRIX.criteria)
HOME = "http://portal.gov.br/inicio"


def component(label: str, kind: str = "click", path: str = "body[1]>div[1]>a[1]", **more: Any) -> dict[str, Any]:
    base = {
        "kind": kind, "tag": "a", "type": "", "role": "", "label": label, "title": "", "hint": "", "href": "", "target": "", "path": path, "around": [], "region": "",
        "row": None, "hidden": False, "box": [0, 0, 1, 1], "expanded": "", "current": False, "disabled": False, "sends": False,
    }  # fmt: skip
    return {**base, **more}


def found(*candidates: dict[str, Any], ground: Ground | None = None, **data: Any) -> list[Move]:
    snapshot = {"candidates": list(candidates), "forms": [], "selects": [], "theme": "", **data}
    start = ground or Ground(Node(HOME), HOME)
    return moves([(FrameKey(), HOME, snapshot)], start, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)


@pytest.mark.parametrize(
    ("label", "around", "tier"),
    [
        ("Despesas Orçamentárias", [], 0),
        ("DESPESA EXTRA-ORÇAMENTÁRIA", [], 0),
        ("Licitações", [], 0),
        ("Folha de Pagamento", [], 0),
        ("Empenhos", [], 0),
        ("Acessar", ["Receitas Orçamentárias"], 1),
        ("Portal da Transparência", [], 1),
        ("Acessar", [], 2),
        ("Convênios", [], 3),
        ("Diárias e Passagens", [], 3),
        ("Glossário", [], 3),
        ("Turismo", [], 3),
    ],
)
def test_tiers(label: str, around: list[str], tier: int) -> None:
    rating = SIGNPOSTS.rate(label, "", around, "", "", ALL)
    assert rating is not None
    assert rating.tier == tier


@pytest.mark.parametrize(
    "label",
    [
        "Ouvidoria", "Fale Conosco", "Área restrita", "e-SIC", "Cadastre-se", "Câmara Municipal", "Voltar", "Imprimir", "Exportar CSV", "Baixar edital",
        "Como acompanho uma licitação?", "Esqueci minha senha", "Receber notícias",
    ],
)  # fmt: skip
def test_left_alone(label: str) -> None:
    assert SIGNPOSTS.rate(label, "", [], "", "", ALL) is None
    assert found(component(label)) == []


def test_extra_is_not_taken_for_budgetary() -> None:
    rating = SIGNPOSTS.rate("Receitas Extraorçamentárias", "", [], "", "", ALL)
    assert rating is not None
    assert rating.criterion == "receita_extra_orcamentaria"


def test_links_are_addresses_and_clicks_are_steps() -> None:
    link, click = sorted(
        found(
            component("Despesas", "link", href="http://portal.gov.br/despesas"),
            component("Receitas", path="body[1]>div[1]>a[2]"),
        ),
        key=lambda move: move.kind,
        reverse=True,
    )
    assert (link.node.url, link.node.steps) == ("http://portal.gov.br/despesas", ())
    assert (click.node.url, [s.op for s in click.node.steps]) == (HOME, ["click"])
    assert click.node.words[-1] == "clique em “Receitas”"


@pytest.mark.parametrize("href", ["http://portal.gov.br/folha.pdf", "mailto:x@y", "javascript:void(0)", HOME + "#topo"])
def test_links_that_are_no_pages(href: str) -> None:
    assert found(component("Folha de pagamento", "link", href=href)) == []


def row(index: int, label: str, cells: int = 5) -> dict[str, Any]:
    place = {
        "table": "body[1]>table[1]",
        "index": index,
        "count": 40,
        "column": 4,
        "cells": cells,
        "heading": index < 0,
        "head": "Empenho Data Credor",
    }
    return component(label, path=f"body[1]>table[1]>tr[{index + 1}]>td[5]>a[1]", row=place)


def test_one_row_of_a_record_set_is_opened() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    opened = found(row(-1, "Ordenar"), *(row(i, "Detalhes") for i in range(40)), ground=ground)
    assert [(m.kind, m.rating.tier) for m in opened] == [("row", 0)]
    assert opened[0].node.steps[0].target.path.endswith("tr[1]>td[5]>a[1]")


def test_div_rows_with_data_are_records_and_menu_entries_are_not() -> None:
    records = [
        component(f"0000{i} 04/01/2026 Fulano 1.000,00", path=f"body[1]>div[{i}]", tag="div") for i in range(1, 9)
    ]
    menu = [
        component(text, path=f"body[1]>nav[1]>div[{i}]", tag="div")
        for i, text in enumerate(("Despesas", "Receitas", "Licitações", "Pessoal"), 1)
    ]
    opened = found(*records, *menu, ground=Ground(Node(HOME), HOME, records=True, promising=True))
    assert sorted(m.label for m in opened if m.kind == "click") == ["Despesas", "Licitações", "Pessoal", "Receitas"]
    assert [m.kind for m in opened].count("row") == 1


def test_cards_with_one_button_text_are_told_apart_by_their_titles() -> None:
    cards = [
        component("Acessar", path=f"body[1]>div[{i}]>a[1]", around=[title])
        for i, title in enumerate(("Despesas", "Receitas", "Pessoal"), 1)
    ]
    assert len(found(*cards)) == 3


def test_a_menu_entry_is_not_offered_again_below() -> None:
    (first,) = found(component("Despesas +"))
    below = Ground(first.node, HOME, state="other", inherited=frozenset({first.identity}))
    assert found(component("Despesas –"), ground=below) == []


def form(**more: Any) -> dict[str, Any]:
    year = {
        "tag": "select",
        "type": "",
        "label": "Exercício",
        "name": "",
        "value": 0,
        "placeholder": "",
        "options": [{"text": y, "value": y, "disabled": False} for y in ("2026", "2025")],
    }
    return {
        "region": "body[1]>form[1]",
        "button": "body[1]>form[1]>button[1]",
        "tag": "button",
        "label": "Consultar",
        "text": "Exercício",
        "personal": False,
        "method": "get",
        "row": None,
        "controls": [year],
        **more,
    }


def test_query_forms_are_filled_and_personal_ones_never() -> None:
    (query,) = found(forms=[form()])
    assert (query.kind, query.rating.tier, query.node.steps[0].op) == ("query", 0, "query")
    assert found(forms=[form(personal=True)]) == []
    assert found(forms=[form(text="Ouvidoria Municipal")]) == []
    assert found(forms=[form(label="Carregar mais")]) == []
    named = {"tag": "input", "type": "text", "label": "Senha", "name": "", "value": "", "placeholder": ""}
    assert found(forms=[form(controls=[named])]) == []


def test_buttons_that_send_what_was_written_are_not_pressed() -> None:
    assert found(component("Quero receber licitações", tag="button", sends=True)) == []
    written = {"tag": "input", "type": "text", "label": "", "name": "q", "value": "", "placeholder": ""}
    assert found(forms=[form(controls=[written], method="post")]) == []
    assert len(found(forms=[form(controls=[written], method="get")])) == 1


def test_a_query_goes_back_year_by_year() -> None:
    node: Node | None = found(forms=[form()])[0].node
    attempts = []
    while node is not None:
        attempts.append(node.steps[-1].attempt)
        node = next_attempt(node)
    assert attempts == [0, 1, 2, 3]


def test_options_that_name_criteria_are_a_menu() -> None:
    def options(*texts: str) -> dict[str, Any]:
        listed = [{"text": t, "value": t, "disabled": False} for t in texts]
        return {
            "tag": "select",
            "type": "",
            "label": "Consulta",
            "name": "",
            "value": 0,
            "options": listed,
            "path": "body[1]>select[1]",
            "personal": False,
            "row": None,
            "visible": True,
        }

    chosen = [
        m for m in found(selects=[options("Selecione", "Despesas", "Receitas", "Licitações")]) if m.kind == "choice"
    ]
    assert [m.node.steps[0].choices for m in chosen] == [
        (("Consulta", t),) for t in ("Despesas", "Receitas", "Licitações")
    ]
    assert [m for m in found(selects=[options("Todas", "Pregão", "Dispensa")]) if m.kind == "choice"] == []


def test_volatile_parameters_are_learnt() -> None:
    def page(token: str) -> list[tuple[FrameKey, str, dict[str, Any]]]:
        href = f"http://portal.gov.br/despesas?e=201&ctx={token}"
        return [(FrameKey(), HOME, {"candidates": [component("Despesas", "link", href=href)]})]

    known: dict[tuple[str, str, str], str] = {}
    assert volatile_parameters(known, page("9fd4e0da1c93")) == set()
    assert volatile_parameters(known, page("6fc12e170bf4")) == {("portal.gov.br", "ctx")}


def test_without_tokens() -> None:
    assert without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=2") == without_tokens("http://a/x?ctx=6fc12e170bf4&tab=2")
    assert without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=2") != without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=3")


class Town:
    """A walker that admits what it is told to."""

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.dropped: list[str] = []
        self.waiting = 0

    def admits(self, request: Request) -> bool:
        return request.url not in self.refused

    def opened(self, request: Request) -> None:
        self.waiting += 1

    def left(self, request: Request) -> None:
        self.dropped.append(request.url)


def frontier(strategy: str = "bfs") -> tuple[Frontier, dict[str, Town]]:
    crawler = get_crawler(settings_dict={"REQUEST_FINGERPRINTER_CLASS": "transparency.walk.node.NodeFingerprinter"})
    towns = {"pb/a": Town(), "pb/b": Town()}
    spider: Any = type("S", (), {"audits": towns, "strategy": strategy})()
    made = Frontier.from_crawler(crawler)
    made.open(spider)
    return made, towns


def ask(url: str, audit: str = "pb/a", tier: int = 0, depth: int = 0, score: float = 1.0) -> Request:
    return Request(url, meta={META: Node(url).to_dict(), "audit": audit, "tier": tier, "depth": depth, "score": score})


def order(made: Frontier) -> list[str]:
    given = []
    while (request := made.next_request()) is not None:
        given.append(request.url.removeprefix("http://"))
    return given


def test_breadth_first() -> None:
    made, _ = frontier()
    for url, tier, depth, score in (("deep", 0, 2, 1.0), ("far", 3, 1, 1.0), ("poor", 0, 1, 0.2), ("good", 0, 1, 0.9)):
        made.enqueue_request(ask(f"http://{url}", tier=tier, depth=depth, score=score))
    assert order(made) == ["good", "poor", "deep", "far"]


def test_depth_first() -> None:
    made, _ = frontier("dfs")
    for url, depth in (("one", 1), ("two", 2), ("three", 3)):
        made.enqueue_request(ask(f"http://{url}", depth=depth))
    assert order(made) == ["three", "two", "one"]


def test_municipalities_take_turns_and_share_nothing() -> None:
    made, _ = frontier()
    for url in ("one", "two"):
        for audit in ("pb/a", "pb/b"):
            assert made.enqueue_request(ask(f"http://{url}", audit))
    assert not made.enqueue_request(ask("http://one", "pb/a"))
    assert order(made) == ["one", "one", "two", "two"]
    assert not made.has_pending_requests()


def test_what_is_no_longer_wanted_is_given_back() -> None:
    made, towns = frontier()
    towns["pb/a"].refused = {"http://one"}
    made.enqueue_request(ask("http://one"))
    made.enqueue_request(ask("http://two", depth=1))
    assert order(made) == ["two"]
    assert towns["pb/a"].dropped == ["http://one"]


def test_unknown_strategy() -> None:
    with pytest.raises(UserError, match="Estratégia desconhecida"):
        strategy_named("aleatória")
