"""What promises something: ratings, moves, and their order."""

import datetime as dt
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from scrapy import Request
from scrapy.utils.test import get_crawler
from views import built, like

from tests.candidates import candidate, request
from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.arrival import offered_before
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.crawl.candidates import (
    Ground,
    Kind,
    Move,
    bar_of,
    folders,
    further_views,
    in_its_place,
    loose_fields,
    moves,
    next_attempt,
    of_other_year,
    openers,
    spots,
    turn_moves,
    volatile_parameters,
    without_tokens,
)
from transparency.crawl.candidates.forms import in_record
from transparency.crawl.candidates.labels import level_of
from transparency.crawl.candidates.periods import name_of_series, period_moves
from transparency.crawl.candidates.query_moves import of_record
from transparency.crawl.endings import records_in
from transparency.crawl.frontier import Frontier
from transparency.crawl.harvest import RECORDS, SIBLINGS
from transparency.crawl.judged_pages import state_of
from transparency.crawl.offering import Offering, leads_round, title_of
from transparency.crawl.onward import Onward
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.presses import INERT
from transparency.crawl.request import CANDIDATE, Candidate, candidate_of
from transparency.crawl.shown import holds_data, none_finished
from transparency.crawl.signposts import Rating, Signposts
from transparency.crawl.standing import standing_of
from transparency.crawl.strategies import Learning, Offer, Walk, strategy_named
from transparency.extract.forms import MONTHS
from transparency.items import Column, Finding, Page, RecordSet, UserError
from transparency.matrix import load_matrix
from transparency.model import Field, Form, Pressable, Toggle, View
from transparency.node import FrameKey, Node, Step, Target
from transparency.portals.catalogue import Municipality

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
ALL = frozenset(c.id for c in MATRIX.criteria)
HOME = "http://portal.gov.br/inicio"


def component(label: str, kind: str = "click", path: str = "body[1]>div[1]>a[1]", **more: Any) -> Pressable:
    base = {
        "kind": kind, "tag": "a", "type": "", "role": "", "label": label, "title": "", "hint": "", "href": "", "target": "", "path": path, "around": [], "region": "",
        "row": None, "hidden": False, "box": [0, 0, 1, 1], "expanded": "", "current": False, "disabled": False, "sends": False,
    }  # fmt: skip
    return built(Pressable, {**base, **more})


def found(
    *candidates: Pressable,
    ground: Ground | None = None,
    records: bool = False,
    promising: bool = False,
    **data: Any,
) -> list[Move]:
    snapshot = built(View, {"candidates": list(candidates), "forms": [], "selects": [], "theme": "", **data})
    start = ground or Ground(Node(HOME), HOME, records, promising)
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
        ("Portal da Transparência", [], 0),
        ("Prefeito anuncia novo pregão para compra de merenda", [], 1),
        ("Acessar", [], 2),
        ("Leia mais…", [], 2),
        ("Acesso do cidadão (sem senha)", [], 1),
        ("Entrar como visitante", [], 1),
        ("Dados abertos", [], 1),
        ("Convênios", [], 3),
        ("Diárias e Passagens", [], 3),
        ("Despesas com diárias", [], 3),
        ("Despesas diárias", [], 0),
        ("Execução diária", [], 0),
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
        "Registrar manifestação sem identificação", "Ouvidoria", "Fale Conosco",
        "Área restrita", "e-SIC", "Cadastre-se", "Câmara Municipal", "Voltar", "Imprimir", "Exportar CSV", "Baixar edital",
        "Como acompanho uma licitação?", "Esqueci minha senha", "Receber notícias",
    ],
)  # fmt: skip
def test_left_alone(label: str) -> None:
    assert SIGNPOSTS.rate(label, "", [], "", "", ALL) is None
    assert found(component(label)) == []


@pytest.mark.parametrize(
    ("label", "criterion"),
    [
        ("O que a prefeitura licitou?", "licitacao"), ("Quanto cada secretaria gastou?", "despesa_orcamentaria"),
        ("Quanto foi retido de terceiros?", "receita_extra_orcamentaria"), ("Quem são os servidores?", "quadro_pessoal"),
        ("O que é despesa orçamentária?", None), ("Onde encontro as licitações?", None), ("Por que a receita caiu?", None),
    ],
)  # fmt: skip
def test_a_question_may_be_what_a_page_of_records_is_called(label: str, criterion: str | None) -> None:
    rating = SIGNPOSTS.rate(label, "", [], "", "", ALL)
    assert (rating and rating.criterion) == criterion


@pytest.mark.parametrize(
    ("label", "href", "followed"),
    [
        (
            "Receita",
            "http://portal.gov.br/empenhos?form=1&open=2",
            False,
        ),  # the menu of the entry, with its folder open
        ("Receita", "http://portal.gov.br/empenhos?form=1&open=3", True),
        ("Receita por natureza", "http://portal.gov.br/empenhos?form=1&open=2", True),
        ("Receita", "http://portal.gov.br/receitas?form=1&open=2", True),
    ],
)
def test_a_menu_whose_open_folder_is_part_of_the_address_is_followed_once(
    label: str, href: str, followed: bool
) -> None:
    entry = component("Receita", "link", href="http://portal.gov.br/inicio?open=2")
    menu = folders([(FrameKey(), HOME, built(View, {"candidates": [entry]}))], menu=True)
    page = "http://portal.gov.br/empenhos?form=1"
    view = built(View, {"candidates": [component(label, "link", href=href)], "forms": [], "selects": [], "theme": ""})
    ground = Ground(Node(page), page, inherited=frozenset(menu))
    assert (
        bool(moves([(FrameKey(), page, view)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)) is followed
    )


@pytest.mark.parametrize(
    ("says", "is_head"), [("Natureza Empenhado Pago", True), ("Natureza 3.3.90 Empenhado 1.200,00", False)]
)
def test_headings_in_a_row_like_others_are_not_pressed(says: str, is_head: bool) -> None:
    ground = Ground(Node(HOME), HOME, True, True, columns=frozenset({"natureza", "empenhado", "pago"}))
    row = {"table": "t", "index": 0, "count": 9, "column": 1, "cells": 3, "heading": False, "head": says, "says": says}
    head = component("Empenhado", row=row, path="body[1]>table[1]>tbody[1]>tr[1]>td[2]>a[1]")
    assert bool(found(head, ground=ground)) == (not is_head)


def test_the_list_of_columns_over_groups_and_over_their_records() -> None:
    opener = component("Colunas", tag="button", path="body[1]>button[1]")
    over = Ground(Node(HOME), HOME, True, True, columns=frozenset({"orgao", "pago"}))
    (opened,) = found(opener, ground=over)
    again = replace(over, inherited=frozenset({opened.identity}))
    assert found(opener, ground=again) == []
    assert found(opener, ground=replace(again, columns=frozenset({"empenho", "data", "pago"})))
    # what is ticked in it one by one, where none of it is a heading in sight, shows nothing
    ticks = [
        built(Toggle, {"path": f"div[{n}]", "tag": "div", "label": f"Coluna {n}", "checked": n > 1, "hidden": False})
        for n in (1, 2, 3)
    ]
    entries = [component(tick.label, path=tick.path, tag="div", role="menuitemcheckbox") for tick in ticks]
    assert found(*entries, ground=replace(again, node=opened.node), toggles=ticks) == []


def test_filters_beside_what_opens_the_list_of_columns_are_not_that_list() -> None:
    bar = [
        component(label, tag="button", path=f"body[1]>div[1]>button[{n}]")
        for n, label in enumerate(("Cargo", "Lotação", "Colunas", "Exportar"), 1)
    ]
    ground = Ground(Node(HOME), HOME, True, True, columns=frozenset({"cargo", "lotacao", "nome"}))
    assert [m.node.words[-1] for m in found(*bar, ground=ground) if m.kind == "choice"] == ["clique em “Colunas”"]


@pytest.mark.parametrize(
    ("label", "tier", "criterion"),
    [
        # one of several things side by side
        ("Licitações e Contratos", 0, "licitacao"),
        ("Contratos e Licitações", 0, "licitacao"),
        ("Licitações, Contratos e Convênios", 0, "licitacao"),
        ("Licitação/Contratos", 0, "licitacao"),
        ("Licitações & Contratos", 0, "licitacao"),
        ("Licitações - Contratos - Obras", 0, "licitacao"),
        ("Atas de registro de preços e licitações", 0, "licitacao"),
        ("Servidores e Estagiários", 0, "quadro_pessoal"),
        ("Convênios e Receitas", 0, "receita_orcamentaria"),
        # what a common head or end speaks for, or one name
        ("Balancetes de Receita e Despesa", 3, ""),
        ("Receitas e Despesas de Convênios", 3, ""),
        ("Despesas com Diárias e Passagens", 3, ""),
        ("Cargos e Salários", 3, ""),
        ("Contratos e Convênios", 3, ""),
        ("Contratos de licitação", 3, ""),
    ],
)
def test_of_things_that_a_label_joins_one_may_be_wanted(label: str, tier: int, criterion: str) -> None:
    rating = SIGNPOSTS.rate(label, "", [], "", "", ALL)
    assert rating is not None
    assert (rating.tier, rating.criterion) == (tier, criterion)
    assert SIGNPOSTS.leads_astray(label) is (tier == 3)


def test_what_is_joined_leads_nowhere_once_it_is_known() -> None:
    rating = SIGNPOSTS.rate("Licitações e Contratos", "", [], "", "", ALL - {"licitacao"})
    assert rating is not None
    assert rating.tier == 3


def test_extra_is_not_taken_for_budgetary() -> None:
    rating = SIGNPOSTS.rate("Receitas Extraorçamentárias", "", [], "", "", ALL)
    assert rating is not None
    assert rating.criterion == "receita_extra_orcamentaria"


@pytest.mark.parametrize(
    ("label", "over", "labels"),
    [
        ("Extra Orçamentária", "Despesas", ("Despesas", "Extra Orçamentária")),
        ("Extraorçamentárias", "Receitas", ("Receitas", "Extraorçamentárias")),
        ("Despesas extraorçamentárias", "Execução", ("Despesas extraorçamentárias",)),  # it says which
        ("Despesas", "Contas do município", ("Despesas",)),
        ("Extra Orçamentária", "O que entra e o que sai sem passar pelo orçamento", ("Extra Orçamentária",)),
    ],
)
def test_what_may_be_income_or_expenditure_is_told_by_its_heading(
    label: str, over: str, labels: tuple[str, ...]
) -> None:
    for kind in ("click", "link"):
        (move,) = found(component(label, kind, href=f"{HOME}/extra" if kind == "link" else "", around=[over]))
        assert move.node.labels == labels


@pytest.mark.parametrize(
    ("over", "criterion"),
    [
        (["Orçamentárias", "Receitas"], "receita_extra_orcamentaria"),
        (["Por função", "Despesas"], "despesa_extra_orcamentaria"),
        (["Contas do município"], "despesa_extra_orcamentaria"),
    ],
)
def test_what_may_be_income_or_expenditure_promises_what_stands_over_it(over: list[str], criterion: str) -> None:
    (move,) = found(component("Extraorçamentárias", around=over))
    assert move.rating.criterion == criterion


def test_a_tab_of_income_is_another_one_than_that_of_expenditure() -> None:
    """Both pages have the same bar, and one leads to the other."""

    def tab(over: str, **ground: Any) -> list[Move]:
        return found(component("Extraorçamentárias", around=[over]), ground=Ground(Node(HOME), HOME, **ground))

    (of_expenditure,) = tab("Despesas")
    offered = frozenset({of_expenditure.identity})
    assert not tab("Despesas", inherited=offered)
    assert [move.label for move in tab("Receitas", inherited=offered)] == ["Extraorçamentárias"]


@pytest.mark.parametrize(
    ("tier", "gone", "came", "inherits"),
    [
        (3, (), ("Colunas", "Filtrar"), True),  # "Ações" over the list
        (3, ("Consultar",), ("Colunas",), False),  # another view in its place
        (3, (), (), False),  # a tab over one form, pressed before it is asked
        (1, (), ("Origem 1.3",), True),  # the next level of a tree
        (0, (), ("Colunas",), False),  # it promised something of its own
    ],
)
def test_what_lies_below_a_menu_was_offered_before(
    tier: int, gone: tuple[str, ...], came: tuple[str, ...], inherits: bool
) -> None:
    def seen(*names: str) -> Snapshot:
        pressed = [component(name, path=f"body[1]>button[{name}]") for name in names]
        view = built(View, html="", text=" ".join(names), candidates=pressed, forms=[], selects=[])
        return Snapshot(HOME, "", 200, [FrameView(FrameKey(), HOME, "", view)], Node(HOME))

    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.portal.stood["page"] = standing_of(seen("Consultar", "Ações"))
    audit.portal.offered["page"] = frozenset({"menu"}), frozenset({"form"})
    after = seen(*({"Consultar", "Ações"} - set(gone)), *came)
    page = Page("a", "PB", HOME, HOME, 200, "", 1, node="after", findings=[])
    opened = candidate(kind="click", tier=tier, parent="page")
    assert offered_before(audit, page, after, opened, True)[1] == (frozenset({"form"}) if inherits else frozenset())


@pytest.mark.parametrize(
    ("over", "tier"),
    [("Concursos e seletivos", 2), ("Publicações", 0)],  # the first have notices of their own
)
def test_a_file_is_of_what_stands_over_it(over: str, tier: int) -> None:
    (move,) = found(component("Edital 01/2023", "link", href=f"{HOME}/edital-1.pdf", around=[over]))
    assert move.rating.tier == tier


@pytest.mark.parametrize(
    "drawn", [{}, {"expanded": "false", "box": [276, 0, 900, 20]}], ids=["plain", "as wide as the table"]
)
def test_rows_that_came_up_when_another_was_pressed_are_of_another_level(drawn: dict[str, Any]) -> None:
    """Categories of a tree, and the origins below the first of them."""

    def line(n: int, label: str) -> Pressable:
        place = f"body[1]>table[1]>tr[{n + 1}]"
        of = {"table": "body[1]>table[1]", "index": n, "count": 3, "column": -1, "cells": 2, "heading": False, "head": "Receita Valor", "says": label}  # fmt: skip
        return component(label, path=place, tag="tr", row=of, **drawn)

    top = [line(0, "▸ Receitas Correntes 90,00"), line(1, "▸ Receitas de Capital 7,00")]
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (opened,) = found(*top, ground=ground)
    below = [line(0, "▾ Receitas Correntes 90,00"), line(1, "▸ Impostos 60,00"), line(2, "▸ Receitas de Capital 7,00")]
    before = frozenset((row.path, row.label) for row in top)
    inside = replace(ground, node=opened.node, inherited=frozenset({opened.identity}), inner=True, before=before)
    assert [move.label for move in found(*below, ground=inside)] == ["▸ Impostos 60,00"]
    assert found(*below, ground=replace(inside, before=frozenset())) == []


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (["Servidor", "Cargo", "Líquido", "Matrícula"], False),
        (
            ["Efetivos", "Comissionados", "Estagiários", "Matrícula"],
            True,
        ),  # kinds, and one that is called like a column
    ],
)
def test_a_field_that_offers_the_columns_in_sight_asks_for_nothing(options: list[str], asked: bool) -> None:
    field = {"tag": "select", "type": "", "label": "Filtrar", "name": "", "value": 0, "placeholder": ""}
    chosen = {**field, "options": [{"text": text, "value": text, "disabled": False} for text in options]}
    columns = frozenset({"servidor", "cargo", "liquido", "matricula"})
    ground = Ground(Node(HOME), HOME, records=True, columns=columns)
    assert bool(found(ground=ground, forms=[form(controls=[chosen], label="Aplicar")])) is asked


@pytest.mark.parametrize(
    ("region", "label", "labels"),
    [
        ("nav", "Empenhos", ("Finanças", "Empenhos")),
        ("main", "Empenhos", ("Finanças", "Receita extra", "Empenhos")),  # what a page shows is a part of it
        ("nav", "Extraorçamentária", ("Finanças", "Receita extra", "Extraorçamentária")),  # the way says of what
    ],
)
def test_an_entry_of_a_menu_replaces_the_one_beside_it(region: str, label: str, labels: tuple[str, ...]) -> None:
    names = ("Receita extra", label)
    for kind in ("click", "link"):
        menu = [
            component(
                name, kind, f"body[1]>ul[1]>li[{n}]>a[1]", href=f"{HOME}/{n}" if kind == "link" else "", region=region
            )
            for n, name in enumerate(names, 1)
        ]
        made = found(*menu, ground=Ground(Node(HOME, labels=("Finanças", "Receita extra")), HOME))
        assert [move.node.labels for move in made if move.label == label] == [labels]


def years_of(name: str, row: int, *years: str) -> list[Pressable]:
    """Links of years in a row of a table, behind what they are of."""
    says = f"{name} {' - '.join(years)}"
    of = {"table": "t", "index": row, "count": 3, "column": 1, "cells": 2, "heading": False, "head": "", "says": says}
    return [
        component(
            year, "link", href=f"{HOME}{row}/{year}.htm", row=of, path=f"body[1]>table[1]>tr[{row + 1}]>td[2]>a[{n}]"
        )
        for n, year in enumerate(years, 1)
    ]


def test_years_promise_what_stands_before_them() -> None:
    bars = [
        ("Balancete da Receita", "receita_orcamentaria"),
        ("Extra - Pagamentos", "despesa_extra_orcamentaria"),
        ("Ano", ""),
    ]
    links = [link for n, (name, _) in enumerate(bars) for link in years_of(name, n, "2025", "2026")]
    first = {move.node.labels: move for move in found(*links) if move.label == "2026"}
    assert {labels[:-1]: move.rating.criterion for labels, move in first.items()} == {
        ("Balancete da Receita",): "receita_orcamentaria", ("Extra - Pagamentos",): "despesa_extra_orcamentaria", (): "",
    }  # fmt: skip
    assert (
        len({move.identity.rpartition("|")[0] for move in first.values()}) == 3
    )  # what one shows answers for no other


@pytest.mark.parametrize(
    ("text", "members", "name"),
    [
        ("Receitas: 2024 | 2025 | 2026", ("2024", "2025", "2026"), "Receitas"),
        ("2024 2025 2026", ("2024", "2025", "2026"), ""),
        ("Folha Jan Fev Mar", ("Jan", "Fev", "Mar"), "Folha"),
        ("Receitas 2025 2026 Leia a nota", ("2025", "2026"), ""),  # more than a bar
        (f"{'Texto ' * 20} 2025 2026", ("2025", "2026"), ""),
    ],
)
def test_what_years_are_of(text: str, members: tuple[str, ...], name: str) -> None:
    assert name_of_series([component(one, "link", around=[text]) for one in members]) == name


def test_facets_beside_the_year_that_was_chosen_are_left_alone() -> None:
    page = f"{HOME}busca?ano=2026"
    chosen = component("☑ 2026", "link", href=f"{HOME}busca", around=["(61)"], path="body[1]>ul[1]>li[1]>a[1]")
    others = [
        component(f"☐ {name}", "link", href=f"{page}&m={n}", around=[f"({n})"], path=f"body[1]>ul[2]>li[{n}]>a[1]")
        for n, name in enumerate(("Pregão Eletrônico", "Dispensa de Licitação", "Inexigibilidade"), 1)
    ]
    view = built(View, {"candidates": [chosen, *others], "forms": [], "selects": [], "theme": ""})
    made = moves(
        [(FrameKey(), page, view)], Ground(Node(page), page), SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL
    )
    assert [move.label for move in made] == ["☑ 2026"]


def test_what_another_link_says_promises_nothing() -> None:
    labels = ("Folha de pagamento", "Riacho Seco", "Licitações")
    around = [" · ".join(label for label in labels if label != one) for one in labels]
    links = [
        component(one, "link", href=f"{HOME}{n}", around=[around[n]], path=f"body[1]>p[1]>a[{n}]")
        for n, one in enumerate(labels)
    ]
    promised = {move.label: move.rating.criterion for move in found(*links)}
    assert promised == {"Folha de pagamento": "quadro_pessoal", "Riacho Seco": "", "Licitações": "licitacao"}
    alone = component("Riacho Seco", "link", href=f"{HOME}1", around=["Folha de pagamento de 2026"])
    assert [move.rating.criterion for move in found(alone)] == ["quadro_pessoal"]


def test_links_of_one_address_are_no_records() -> None:
    def posts(*addresses: str) -> list[Pressable]:
        return [
            component(
                "ascom", "link", href=address, card=f"Pregão nº {n}/2026 12/0{n}/2026 por", around=[f"Pregão nº {n}/2026"], path=f"body[1]>article[{n}]>a[1]"
            )
            for n, address in enumerate(addresses, 1)
        ]  # fmt: skip

    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    same, other = (
        found(*posts(*hrefs), ground=ground) for hrefs in ([f"{HOME}a"] * 4, [f"{HOME}{n}" for n in range(4)])
    )
    assert {move.kind for move in same} == {"link"}
    assert {move.kind for move in other} == {"row"}


def test_entries_of_a_menu_with_numbers_are_no_records() -> None:
    """A menu that a table lays out, an entry in each row."""
    names = ("História", "Fotos de 2014", "Secretarias", "Concurso 2019", "Diárias", "LC 131/2009", "Leis", "Obras")
    links = []
    for n, name in enumerate(names):
        row = {
            "table": "t",
            "index": n,
            "count": 8,
            "column": 0,
            "cells": 1,
            "heading": False,
            "head": "",
            "says": name,
        }
        path = f"body[1]>table[1]>tbody[1]>tr[{n + 1}]>td[1]>a[1]"
        links.append(component(name, "link", path, href=f"{HOME}{n}", row=row))
    made = found(*links, ground=Ground(Node(HOME), HOME, records=True, promising=True))
    assert {move.label for move in made if move.kind == "row"} == set()


@pytest.mark.parametrize("listed", [True, False])
def test_bodies_that_a_list_offers_too_are_asked_for_there(listed: bool) -> None:
    names = ("Prefeitura Municipal de Vila Rica", "Câmara Municipal de Vila Rica", "Fundo Municipal de Saúde")
    links = [
        component(one, "link", href=f"{HOME}{n}", path=f"body[1]>ul[1]>li[{n}]>a[1]") for n, one in enumerate(names)
    ]
    options = [{"text": name, "value": name} for name in (names if listed else ("2025", "2026"))]
    control = {"path": "body[1]>form[1]>select[1]", "tag": "select", "label": "Entidade", "options": options}
    form = {
        "region": "body[1]>form[1]",
        "button": "body[1]>form[1]>button[1]",
        "label": "Acessar",
        "controls": [control],
    }
    halls = [move.label for move in found(*links, forms=[form]) if move.kind == "link"]
    assert halls == ([] if listed else [names[0]])


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


@pytest.mark.parametrize(
    "href", ["http://portal.gov.br/folha.docx", "mailto:x@y", "javascript:void(0)", HOME + "#topo"]
)
def test_links_that_are_no_pages(href: str) -> None:
    assert found(component("Folha de pagamento", "link", href=href)) == []


@pytest.mark.parametrize(
    ("label", "around", "ground", "opened"),
    [
        ("Folha de pagamento outubro 2026", [], {}, True),
        ("Baixar", ["Folha de pagamento"], {}, True),
        ("PDF", ["Licitações"], {}, True),
        ("Lei Orgânica", [], {}, False),  # names no criterion
        ("PDF", ["Folha de pagamento"], {"records": True}, False),  # what is in sight, handed out
        ("Edital", ["Licitação 12/2026"], {"records": True, "promising": True}, False),  # hangs on a record
        ("Licitação - outubro 2026", ["Ano 2026"], {"records": True, "promising": True}, True),  # has a name of its own
        ("Abril", ["Mapas"], {"records": True, "promising": True}, False),
    ],
)
def test_files_that_may_hold_tables(label: str, around: list[str], ground: dict[str, Any], opened: bool) -> None:
    file = component(label, "link", href="http://portal.gov.br/arquivos/1.pdf", around=around)
    made = found(file, **ground)
    assert [move.kind for move in made] == (["document"] if opened else [])
    if opened:
        assert made[0].node.url == "http://portal.gov.br/arquivos/1.pdf"


@pytest.mark.parametrize(
    ("titles", "opened"),
    [
        (["Folha - Janeiro", "Folha - Fevereiro"], ["folha-0.csv"]),
        (["Folha de 2026", "Licitações de 2026"], ["folha-0.csv", "folha-1.csv"]),
    ],
)
def test_a_file_that_its_title_and_a_button_fetch(titles: list[str], opened: list[str]) -> None:
    links = [
        component(
            label,
            "link",
            path=f"body[1]>div[{n + 1}]>a[{m}]",
            href=f"http://portal.gov.br/folha-{n}.csv",
            around=around,
        )
        for n, title in enumerate(titles)
        for m, label, around in ((1, title, ["Folha de pagamento"]), (2, "Baixar", [title]))
    ]
    assert sorted(move.node.url.rpartition("/")[2] for move in found(*links)) == opened


@pytest.mark.parametrize(
    ("there", "here", "other"),
    [
        ("http://a/index.php?pg=despesa&ano=2025", "http://a/index.php?ano=2026&pg=despesa", True),
        ("http://a/index.php?pg=despesa&ano=2025", "http://a/index.php?pg=despesa", True),
        ("http://a/despesa/2025/lista", "http://a/despesa/2026/lista", True),
        ("http://a/#/despesa/2025", "http://a/#/despesa/2026", True),
        ("http://a/despesa/2025/", "http://a/despesa", True),
        ("http://a/2025/", "http://a/", True),
        ("http://a/despesa/2025/3", "http://a/despesa/", False),
        ("http://a/index.php?pg=despesa&ano=2025", "http://a/index.php?pg=receita&ano=2026", False),
        ("http://a/index.php?pg=despesa", "http://a/index.php?pg=despesa", False),
    ],
)
def test_addresses_of_another_year(there: str, here: str, other: bool) -> None:
    assert of_other_year(there, here) is other


def test_a_menu_whose_addresses_hold_a_year_is_the_same_one_in_another() -> None:
    def entry(label: str, year: int) -> Pressable:
        return component(label, "link", path="body[1]>ul[1]>li[1]>a[1]", href=f"http://portal.gov.br/{year}/despesas")

    for label, offered in (("Despesas", 0), ("Janeiro", 1)):
        before = found(entry(label, 2026))
        ground = Ground(Node(HOME), HOME, inherited=frozenset(move.identity for move in before))
        assert len(found(entry(label, 2025), ground=ground)) == offered


def bar(*years: int) -> list[Pressable]:
    """The years that the page in sight may be switched to."""
    return [
        component(str(year), "link", path=f"body[1]>p[1]>a[{n}]", href=f"{HOME}?ano={year}")
        for n, year in enumerate(years, 1)
    ]


def chips(place: str, *labels: str) -> list[Pressable]:
    """Years or months that a script shows."""
    return [component(label, path=f"body[1]>{place}[1]>button[{n}]") for n, label in enumerate(labels, 1)]


def test_a_bar_of_years_that_was_used_on_the_way_is_not_used_again() -> None:
    """Behind a year and a month the same bars still stand: other years are pressed in place of the first one."""
    years, months = chips("p", "2026", "2025", "2024"), chips("ul", "Janeiro", "Fevereiro", "Março")
    first, *_ = [move for move in found(*years) if move.in_series]
    assert first.label == "2026"
    behind = found(*years, *months, ground=Ground(first.node, HOME, origin=first.node))
    assert not {move.label for move in behind} & {"2026", "2025", "2024"}
    month = next(move for move in behind if move.in_series)
    assert month.node.steps[:1] == first.node.steps
    deeper = found(*years, *months, ground=Ground(month.node, HOME, origin=month.node))
    assert not [move for move in deeper if move.in_series]


def test_pages_of_the_months_of_one_thing_are_a_series_of_which_one_is_opened() -> None:
    pages = [f"Folha {month} 2025" for month in ("Dezembro", "Novembro", "Outubro", "Setembro")]
    made = []
    for n, label in enumerate(pages, 1):
        made.append(component(label, "link", path=f"body[1]>p[{n}]>a[1]", href=f"{HOME}p{n}"))
        made.append(component("planilha", "link", path=f"body[1]>p[{n}]>a[2]", href=f"{HOME}p{n}.xlsx"))
    opened = [move for move in found(*made) if "Folha" in move.label]
    assert [move.label for move in opened] == ["Folha Dezembro 2025"] and opened[0].others
    others = [
        component(what, "link", path=f"body[1]>p[{n}]>a[1]", href=f"{HOME}o{n}")
        for n, what in enumerate(("Receitas 2025", "Licitações 2025", "Folha 2025"))
    ]
    assert len(found(*others)) == 3


@pytest.mark.parametrize(
    ("labels", "known", "inner", "beside", "tiers"),
    [
        ((), False, False, "", {"2025": 1, "2024": 1}),
        ((), False, False, "form", {}),
        ((), True, False, "form", {}),
        ((), False, False, "menu", {"2025": 3, "2024": 3}),  # the first page that has the bar
        (("Despesas",), True, False, "menu", {}),
        (("Despesas",), True, False, "", {"2025": 1, "2024": 1}),
        (("Despesas", "2025"), True, False, "", {}),  # the page before has offered all
        (("Despesas",), True, True, "", {}),  # a record has no other years
        (("Turismo",), True, False, "", {}),
    ],
)
def test_a_bar_of_years_comes_after_what_is_on_the_page(
    labels: tuple[str, ...], known: bool, inner: bool, beside: str, tiers: dict[str, int]
) -> None:
    years = bar(2025, 2024)
    inherited = frozenset(bar_of(move) for move in found(*years)) if known else frozenset()
    ground = Ground(Node(HOME, labels=labels), HOME, inherited=inherited, inner=inner)
    menu = [component("Receitas", "link", path="body[1]>ul[1]>li[1]>a[1]", href="http://portal.gov.br/receitas")]
    made = found(*years, *(menu if beside == "menu" else []), ground=ground, forms=[form()] if beside == "form" else [])
    assert {move.label: move.rating.tier for move in made if move.in_series} == tiers
    assert len(made) == len(tiers) + bool(beside)


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (["2024", "2025", "2026", "2027"], ["2026", "2025", "2024"]),
        (
            ["Exercício de 2025 (12 arquivos)", "Exercício de 2026 (0)"],
            ["Exercício de 2026 (0)", "Exercício de 2025 (12 arquivos)"],
        ),
        (["Jan", "Fev", "Mar", "Abr", "Mai", "Jun", "Todos"], ["Todos"]),
        (["Janeiro", "Fevereiro", "Março", "Abril", "Maio", "Junho"], ["Janeiro"]),
        (["Janeiro 13 registros", "Fevereiro 12 registros", "Março: 9"], ["Janeiro 13 registros"]),
        (["2025 - 40 itens", "2026 · 3 itens"], ["2026 · 3 itens", "2025 - 40 itens"]),
    ],
)
def test_years_and_months_that_are_clicked(labels: list[str], expected: list[str]) -> None:
    chips = [component(label, path=f"body[1]>div[1]>div[{n}]") for n, label in enumerate(labels, 1)]
    assert [move.label for move in found(*chips)] == expected
    assert all(move.in_series and move.kind == "query" for move in found(*chips))
    assert found(*chips, records=True) == []


def facets(*entries: tuple[str, str, str], path: str = "/t/empenho") -> list[Pressable]:
    """(label, count beside it, parameter)"""
    return [
        component(
            label, "link", f"body[1]>ul[1]>li[{n}]>a[1]", href=f"http://portal.gov.br{path}?{asked}", around=[count]
        )
        for n, (label, count, asked) in enumerate(entries, 1)
    ]


YEARS_LEFT = [("2026", "0", "ano=2026"), ("2025", "160", "ano=2025"), ("2024", "(0)", "ano=2024")]
COUNTED = [("2026 (0)", "", "ano=2026"), ("2025 (1.160)", "", "ano=2025")]
BODIES = [
    ("Câmara", "3", "ug=3"),
    ("Prefeitura", "9", "ug=1"),
    ("Todas", "12", "ug=0"),
    ("Fundo de Saúde", "0", "ug=2"),
]


@pytest.mark.parametrize(
    ("entries", "path", "records", "labels"),
    [
        (YEARS_LEFT, "/t/empenho", False, ["2025"]),
        (COUNTED, "/t/empenho", False, ["2025 (1.160)"]),
        (YEARS_LEFT, "/t/empenho", True, []),
        (
            [("2026", "0", "ano=2026"), ("2025", "0", "ano=2025")],
            "/t/empenho",
            False,
            [],
        ),  # of no year is there anything
        (BODIES, "/t/empenho", False, ["Todas", "Prefeitura", "Câmara"]),
        (BODIES, "/t/empenho", True, []),  # fewer of the same records
        (
            [("Licitações", "0", "x=1")],
            "/outra",
            False,
            ["Licitações"],
        ),  # a figure on a card, before it has been counted
    ],
)
def test_facets(entries: list[tuple[str, str, str]], path: str, records: bool, labels: list[str]) -> None:
    here = "http://portal.gov.br/t/empenho"
    snapshot = built(View, {"candidates": facets(*entries, path=path), "forms": [], "selects": [], "theme": ""})
    ground = Ground(Node(here), here, records)
    made = moves([(FrameKey(), here, snapshot)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    assert [m.label for m in made] == labels


@pytest.mark.parametrize(("cells", "opened"), [(3, 1), (2, 0)])
def test_rows_that_end_with_a_number_are_no_facets(cells: int, opened: int) -> None:
    """Records whose addresses differ by a parameter alone, and whose last column is a number."""
    here = "http://portal.gov.br/Consulta.aspx?Tela=guias"
    rows = [
        like(
            row(n, f"INSS retido 2.79{n},69 0066{n}", cells),
            tag="tr",
            href=f"{here}&reg={n}",
            path=f"body[1]>table[1]>tr[{n}]",
        )
        for n in (1, 2, 3)
    ]
    snapshot = built(View, {"candidates": rows, "forms": [], "selects": [], "theme": ""})
    ground = Ground(Node(here), here, records=True, promising=True)
    made = moves([(FrameKey(), here, snapshot)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    assert len(made) == opened


@pytest.mark.parametrize("box", ["div[2]", "div[1]"])  # each in a box of its own, and both in one
def test_bars_of_years_and_months_side_by_side(box: str) -> None:
    years = [component(y, path=f"body[1]>div[1]>div[{n}]") for n, y in enumerate(["2025", "2026"], 1)]
    months = [
        component(m, path=f"body[1]>{box}>div[{n}]")
        for n, m in enumerate(["Jan", "Fev", "Mar", "Abr", "Mai", "Jun"], 3)
    ]
    assert [move.label for move in found(*years, *months)] == ["2026", "Jan", "2025"]
    assert not found(*years, *months, records=True)  # what is in sight is of a year and a month


def test_files_in_sight_stand_for_those_of_other_years() -> None:
    chips = [component(year, path=f"body[1]>div[1]>div[{n}]") for n, year in enumerate(("2026", "2025"), 1)]
    file = component("Folha de pagamento", "link", path="body[1]>p[1]>a[1]", href="http://portal.gov.br/folha.pdf")
    law = component("Lei Orgânica", "link", path="body[1]>p[1]>a[1]", href="http://portal.gov.br/lei.pdf")
    assert [move.kind for move in found(*chips, file)] == ["document"]
    assert [move.kind for move in found(*chips, law)] == ["query", "query"]
    # the table of this year as a file: there is nothing in it, as the page says
    assert [move.kind for move in found(*chips, file, text="0 linhas")] == ["document", "query", "query"]


def test_facets_of_one_list_are_told_apart_though_each_has_a_wrapper() -> None:
    def facet(names: tuple[str, ...], place: int) -> list[Pressable]:
        return [
            component(name, "link", path=f"body[1]>div[{place}]>p[{n}]>a[1]", href=f"{HOME}?{place}={name}")
            for n, name in enumerate(names, 1)
        ]

    years, months = facet(("2026", "2025"), 1), facet(MONTHS[:6], 2)
    assert period_moves([*years, *months], HOME, WORDS.query, dt.date(2026, 11, 21), SIGNPOSTS) == (
        [years, months[:1]],
        [],
    )


def in_rows(names: tuple[str, ...], across: int) -> list[Pressable]:
    """Links in the cells of a table, ``across`` of them in a row."""
    cells = [
        (f"body[1]>table[1]>tr[{n // across + 1}]>td[{n % across + 1}]>a[1]", name) for n, name in enumerate(names)
    ]
    return [component(name, "link", path=path, href=f"{HOME}2025/{name}/") for path, name in cells]


def test_a_series_that_is_set_in_several_rows_is_one() -> None:
    today = dt.date(2026, 11, 21)
    months, years = in_rows(MONTHS, 4), in_rows(("2023", "2024", "2025", "2026"), 2)
    assert period_moves(months, HOME, WORDS.query, today, SIGNPOSTS) == ([months[:1]], [])
    assert period_moves(years, HOME, WORDS.query, today, SIGNPOSTS) == ([years[::-1]], [])


@pytest.mark.parametrize("count", [1, 3])
def test_of_a_year_that_has_begun_there_are_few_months(count: int) -> None:
    months = in_rows(MONTHS[:count], 4)
    assert period_moves(months, HOME, WORDS.query, dt.date(2026, 3, 21), SIGNPOSTS) == ([months[:1]], [])


def test_files_of_months_are_files() -> None:
    files = [like(link, href=f"{link.href}folha.pdf") for link in in_rows(MONTHS, 4)]
    assert period_moves(files, HOME, WORDS.query, dt.date(2026, 3, 21), SIGNPOSTS) == ([], files)


@pytest.mark.parametrize(
    ("href", "label", "is_period"),
    [
        (f"{HOME}?ano=2025", "2025", True), (f"{HOME}?p=3&ano=2025", "2025", False),
        (f"{HOME}?ano=2025", "Anexo 2025", False), (f"{HOME}outra?ano=2025", "2025", False),
    ],
)  # fmt: skip
def test_the_page_of_one_other_year_is_a_period(href: str, label: str, is_period: bool) -> None:
    """The year in sight is no link where it is in bold: "**2026** 2025"."""
    link = component(label, "link", href=href)
    periods, rest = period_moves([link], HOME, WORDS.query, dt.date(2026, 11, 21), SIGNPOSTS)
    assert (periods, rest) == (([[link]], []) if is_period else ([], [link]))


def card(title: str, place: int, label: str = "Ver dados", **more: Any) -> Pressable:
    """What shows the data behind the chart of a card."""
    return component(label, tag="button", path=f"body[1]>article[{place}]>button[1]", around=["Gráfico", title], **more)


YEARS = [component(year, path=f"body[1]>p[1]>button[{n}]", tag="button") for n, year in enumerate(("2026", "2025"), 1)]


@pytest.mark.parametrize(
    ("ground", "asked"),
    [
        ({}, {"2026": 1, "2025": 1}),
        ({"records": True}, {}),  # what is in sight is of the year in sight
        ({"records": True, "lacks": frozenset({"licitacao"})}, {"2026": 1, "2025": 1}),
        ({"remote": True}, {"2026": 3, "2025": 3}),  # nothing recommended the page
        ({"remote": True, "promising": True}, {"2026": 1, "2025": 1}),
        ({"records": True, "remote": True, "lacks": frozenset({"licitacao"})}, {"2026": 1, "2025": 1}),
    ],
)
def test_years_are_pressed_for_what_a_page_lacks(ground: dict[str, Any], asked: dict[str, int]) -> None:
    made = found(*YEARS, ground=Ground(Node(HOME), HOME, **ground))
    assert {move.label: move.rating.tier for move in made} == asked
    assert {move.seeks for move in made} == ({("licitacao",)} if "lacks" in ground else {()} if asked else set())


@pytest.mark.parametrize(
    ("current", "expected"), [("2026", ["2025", "2024"]), ("2024", ["2026", "2025"]), ("", ["2026", "2025", "2024"])]
)
def test_the_address_of_the_year_in_sight_is_not_gone_to(current: str, expected: list[str]) -> None:
    links = [
        component(year, "link", f"body[1]>ul[1]>li[{n}]>a[1]", href=f"{HOME}/empenhos/{year}", current=year == current)
        for n, year in enumerate(("2026", "2025", "2024"), 1)
    ]
    assert [move.label for move in found(*links)] == expected


def test_a_crumb_with_the_year_in_sight_leads_nowhere() -> None:
    chosen = component("2026", "link", "body[1]>ul[1]>li[1]>a[1]", href=f"{HOME}/empenhos?ano=2026", current=True)
    for label, offered in (("Ano 2026", []), ("Ano 2025", ["Ano 2025"]), ("Empenhos 2026", ["Empenhos 2026"])):
        crumb = component(label, "link", "body[1]>ol[1]>li[3]>a[1]", href=f"{HOME}/empenhos?year={label[-4:]}")
        assert [move.label for move in found(chosen, crumb) if move.label == label] == offered


def test_a_tab_that_keeps_the_year_in_its_address_is_another_one_of_another_year() -> None:
    def tab(year: str, region: str) -> Pressable:
        path = "body[1]>div[1]>a[2]"
        return component("Dispensas", "link", path, href=f"{HOME}/compras?aba=2{year}", region=region)

    for region, last, offered in (("main", "2025", ["Dispensas"]), ("nav", "2025", []), ("main", "Obras", [])):
        before = found(tab("", region))
        ground = Ground(Node(HOME, labels=(last,)), HOME, inherited=frozenset(move.identity for move in before))
        assert [move.label for move in found(tab("&ano=2025", region), ground=ground)] == offered


def test_the_year_that_is_chosen_is_not_pressed() -> None:
    chosen = [like(YEARS[0], panel="shown"), YEARS[1]]
    assert [move.label for move in found(*chosen)] == ["2025"]


@pytest.mark.parametrize(
    ("states", "lacks"),
    [
        ("Pregão: Homologada, Pregão: Publicada, Dispensa: Em andamento, Dispensa: Em andamento", True),
        ("Pregão: Homologada, Pregão: Publicada, Dispensa: Em andamento, Dispensa: Homologada", False),
        ("Pregão: Homologada, Pregão: Publicada, Concorrência: Em andamento", False),
        ("Pregão: Em andamento, Pregão: Publicada, Pregão: Em andamento 3, Pregão: Suspensa", True),
        ("Pregão: Em andamento, Pregão: Publicada", False),
    ],
)
def test_another_year_has_finished_records_where_none_of_a_kind_is(states: str, lacks: bool) -> None:
    assert none_finished(states.split(", "), SIGNPOSTS.unripe, [("dispensa", "inexigibilidade")]) is lacks


def test_a_query_asks_another_year_for_what_a_page_lacks() -> None:
    year = like(form().controls[0], path="body[1]>p[2]>select[1]")
    lacking = Ground(Node(HOME), HOME, records=True, lacks=frozenset({"licitacao"}))
    filled = Ground(Node(HOME), HOME, records=True)
    assert [(m.rating.tier, m.node.steps[-1].attempt) for m in found(ground=lacking, selects=[year])] == [(1, 1)]
    assert not found(ground=filled, selects=[year])
    assert [(m.rating.tier, m.node.steps[-1].attempt) for m in found(ground=lacking, forms=[form()])] == [(1, 1)]
    assert [(m.rating.tier, m.node.steps[-1].attempt) for m in found(ground=filled, forms=[form()])] == [(2, 0)]


def test_two_ways_to_one_view_offer_its_moves_once() -> None:
    def keys(state: str, content: str, **more: Any) -> set[str]:
        ground = Ground(Node(HOME), HOME, state=state, content=content)
        return {m.key for m in found(component("Acessar", **more), *YEARS, ground=ground, forms=[form()])}

    assert keys("a", "x") == keys("b", "x") != keys("b", "y")
    assert keys("a", "") != keys("b", "")
    menu = {"region": "nav"}
    assert keys("a", "x", **menu) != keys("b", "x", **menu)  # an entry of a menu that was opened meanwhile


@pytest.mark.parametrize(
    ("label", "offered"),
    [
        ("Mostrar mais linhas (16)", False),
        ("Carregar mais 20 registros", False),
        ("Exibir os próximos 50", False),
        ("Ver mais 10", False),
        ("Ver mais resultados", False),
        ("Load more rows", False),
        ("Ver mais", True),
        ("Mostrar mais detalhes", True),
        ("Ver mais informações", True),
    ],
)
def test_more_rows_of_the_same_are_not_asked_for(label: str, offered: bool) -> None:
    assert bool(found(component(label, tag="button"))) is offered


@pytest.mark.parametrize("named", [{}, {"label": "", "hint": "btn bi bi-table"}, {"label": "Abrir painel"}])
def test_cards_are_opened_one_by_one(named: dict[str, Any]) -> None:
    made = found(*(card(title, n, **named) for n, title in enumerate(("Despesas", "Quem recebe", "Convênios"), 1)))
    assert len({move.identity for move in made}) == 3
    assert all("(“" in move.node.words[-1] for move in made)
    if named.get("label") != "Abrir painel":
        assert {move.node.labels[0]: move.rating.tier for move in made} == {
            "Despesas": 1,
            "Quem recebe": 1,
            "Convênios": 3,
        }
        assert all(move.opens_chart_data and move.kind == "click" for move in made)


def test_another_year_of_a_board_is_asked_for_behind_its_charts() -> None:
    cards = [card("Despesas", 1), card("Receitas", 2)]
    assert {move.label for move in found(*cards, *YEARS)} == {"Ver dados"}
    shown = found(*cards)[0].node
    behind = found(
        *cards, *YEARS, ground=Ground(shown, HOME, charted=True, inherited=frozenset(m.identity for m in found(*cards)))
    )
    assert [move.label for move in behind] == ["2026", "2025"]
    asked = behind[1].node  # the view begins anew: its charts are in sight again
    inherited = frozenset(m.identity for m in found(*cards))
    anew = found(*cards, *YEARS, ground=Ground(asked, HOME, charted=True, inherited=inherited))
    assert [move.node.words[-1] for move in anew] == [shown.words[-1]]


@pytest.mark.parametrize("label", ["Gráfico", "Ver gráfico", "Tela cheia"])
def test_charts_are_left_alone(label: str) -> None:
    assert found(component(label)) == []
    assert found(component("", hint="btn bi bi-bar-chart")) == []
    assert found(component("Resumo", panel="shown")) == []


def folder(year: str, index: int, **more: Any) -> Pressable:
    """A year that is a row of a list of folders."""
    place = {
        "table": "body[1]>table[1]",
        "index": index,
        "count": 3,
        "column": 0,
        "cells": 4,
        "head": "Título Autor Tipo Modificado",
        "heading": False,
    }
    path = f"body[1]>table[1]>tbody[1]>tr[{index + 1}]>td[1]>a[1]"
    return component(year, "link", path=path, href=f"{HOME}/{year}", row=place, **more)


@pytest.mark.parametrize(
    ("ground", "expected"),
    [
        ({}, ["2026", "2025", "2024"]),
        ({"listing": True}, ["2026", "2025", "2024"]),
        ({"promising": True}, ["2026", "2025", "2024"]),  # of the sums of a year
        ({"astray": True}, []),  # travel expenses
    ],
)
def test_years_that_are_folders(ground: dict[str, Any], expected: list[str]) -> None:
    folders = [folder(year, n) for n, year in enumerate(("2024", "2026", "2025"))]
    made = found(*folders, ground=Ground(Node(HOME), HOME, **{"records": True, **ground}))
    assert [move.label for move in made] == expected
    assert all(move.in_series for move in made)


def months(second_head: str = "Natureza Valor", around: str = "Fevereiro") -> list[Pressable]:
    """Records of two months, a table for each."""
    made = []
    for table, head, heading in ((1, "Natureza Valor", "Janeiro"), (2, second_head, around)):
        for n in range(3):
            place = {
                "table": f"body[1]>details[{table}]>table[1]",
                "index": n,
                "count": 3,
                "column": 0,
                "cells": 3,
                "head": head,
                "heading": False,
            }
            path = f"body[1]>details[{table}]>table[1]>tbody[1]>tr[{n + 1}]>td[1]>a[1]"
            href = f"{HOME}/{table}{n}"
            around_it = [f"Imposto {n}", heading]  # its row, and what stands over the table
            made.append(component(f"1.1.{table}.{n}", "link", path=path, href=href, row=place, around=around_it))
    return made


@pytest.mark.parametrize(
    ("records", "opened"),
    [
        (months(), ["10"]),
        (months("Conta Saldo"), ["10", "20"]),
        (months(around="Folha de pagamento"), ["10", "20"]),
    ],
)
def test_one_record_stands_for_tables_with_the_same_headings(records: list[Pressable], opened: list[str]) -> None:
    made = found(*records, records=True, promising=True)
    assert sorted(move.node.url[-2:] for move in made) == opened
    if len(opened) == 1:  # then another of its table, then one of the next
        assert [node.url[-2:] for _, node in made[0].others] == ["11", "20"]
        inherited = Ground(Node(HOME), HOME, records=True, promising=True, inherited=frozenset({made[0].likeness}))
        assert found(*records, ground=inherited) == []


@pytest.mark.parametrize(
    ("held", "labels", "opened"),
    [
        (["Nome Cargo", "Nome Cargo"], ["Gabinete", "Procuradoria"], ["Gabinete"]),
        (["Nome Cargo", "Conta Valor"], ["Gabinete", "Procuradoria"], ["Gabinete", "Procuradoria"]),
        (["Conta Valor", "Conta Valor"], ["Receitas", "Despesas"], ["Receitas", "Despesas"]),
        (["", ""], ["Gabinete", "Procuradoria"], ["Gabinete", "Procuradoria"]),
    ],
)
def test_one_closed_panel_stands_for_those_with_the_same_headings(
    held: list[str], labels: list[str], opened: list[str]
) -> None:
    openers = [
        component(label, tag="summary", path=f"body[1]>details[{n}]>summary[1]", panel="closed", holds=head)
        for n, (label, head) in enumerate(zip(labels, held, strict=True), 1)
    ]
    assert sorted(move.label for move in found(*openers, records=True)) == sorted(opened)


@pytest.mark.parametrize(
    "label", ["Próximo 2 itens »", "Próximos 10 registros", "« Anterior", "Página seguinte", "Últimas"]
)
def test_pagers_are_left_alone(label: str) -> None:
    assert found(component(label, "link", href=f"{HOME}?p=2"), records=True) == []


def row(index: int, label: str, cells: int = 5, says: str = "") -> Pressable:
    place = {
        "table": "body[1]>table[1]",
        "index": index,
        "count": 40,
        "column": 4,
        "cells": cells,
        "heading": index < 0,
        "head": "Empenho Data Credor",
        "says": says,
    }
    return component(
        label, path=f"body[1]>table[1]>tr[{index + 1}]>td[5]>a[1]", row=place, around=[says] if says else []
    )


def test_one_row_of_a_record_set_is_opened() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    opened = found(row(-1, "Ordenar"), *(row(i, "Detalhes") for i in range(40)), ground=ground)
    assert [(m.kind, m.rating.tier) for m in opened] == [("row", 0)]
    assert opened[0].node.steps[0].target.path.endswith("tr[1]>td[5]>a[1]")


def test_entries_of_one_row_are_no_records_though_sums_stand_beside_them() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    labels = ("Início", "Pessoal", "Imprensa")
    entries = [like(row(1, label, 2, "Início Pessoal Imprensa 1.000,00"), kind="click") for label in labels]
    assert not [m for m in found(*entries, ground=ground) if m.kind == "row"]
    accounts = [like(row(n, label, 2, f"{label} {n}.000,00"), kind="click") for n, label in enumerate(labels)]
    assert [m.kind for m in found(*accounts, ground=ground)] == ["row"]


@pytest.mark.parametrize(
    ("states", "first", "words"),
    [
        (("", "", ""), 0, "a primeira linha"),
        (("Em andamento", "Homologada", "Deserta"), 1, "a linha 2"),
        (("Revogada", "Fracassada", "Pregão"), 2, "a linha 3"),
        (("Aberta", "Aberta", "Aberta"), 0, "a primeira linha"),
        (("80,00 0,00", "80,00 10,00", "80,00 0,00"), 1, "a linha 2"),
    ],
)
def test_a_record_that_has_run_its_course_is_opened_before_others(
    states: tuple[str, ...], first: int, words: str
) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    rows = [
        row(i, "Detalhes", says=f"{i}/2026 {what} {state}")
        for i, (what, state) in enumerate(zip(("Merenda", "Obra", "Material"), states, strict=True))
    ]
    (opened,) = found(*rows, ground=ground)
    assert f"tr[{first + 1}]" in opened.node.steps[0].target.path and words in opened.node.words[-1]
    assert [kind for kind, _ in opened.others] == ["row", "row"], "for when the first leaves a field blank"
    assert len({opened.node.fingerprint(), *(node.fingerprint() for _, node in opened.others)}) == 3


@pytest.mark.parametrize(
    ("before", "now", "again"),
    [
        ("Aberta", "Homologada", True),
        ("Homologada", "Homologada", False),
        ("Homologada", "Aberta", True),
        ("Aberta", "Em julgamento", False),
        ("", "", False),
    ],
)
def test_parts_of_a_finished_record_are_asked_for_beside_those_of_others(before: str, now: str, again: bool) -> None:
    """The tab of the results says nothing yet while a bid is under way."""

    def proposed(state: str) -> str:
        ground = Ground(Node(HOME), HOME, records=True, promising=True)
        (record,) = found(*(row(i, "Detalhes", says=f"{i}/2026 Obra {state}") for i in range(3)), ground=ground)
        source = Candidate("pb/x", record)
        part = Move(Node(HOME, words=("clique em “Resultado”",)), "click", "Resultado", Rating(1, 0.5, ""), "tab")
        offering = Offering(
            cast(Any, None), record.node, cast(Any, None), source, False, "", Counter(), Counter(), frozenset(), False
        )
        return offering.key(part)

    assert (proposed(before) != proposed(now)) is again


@pytest.mark.parametrize(
    ("record", "part", "others"),
    [
        ("empenhos/781", "empenhos/781?aba=4", ["empenhos/782?aba=4", "empenhos/783?aba=4"]),
        ("ver?id=781", "ver?id=781&aba=4", ["ver?id=782&aba=4", "ver?id=783&aba=4"]),
        ("ver?id=781", "ver?id=9", []),  # another record
        ("empenhos/781", "empenhos", []),  # back to the list
    ],
)
def test_a_part_with_an_address_of_its_own_is_looked_at_of_other_records(
    record: str, part: str, others: list[str]
) -> None:
    """Tabs that are links: "Contrato" of a commitment that has none."""
    nodes = [Node(f"{HOME}{record.replace('781', str(n))}", words=(f"abra {n}",)) for n in (781, 782, 783)]
    opened = Move(nodes[0], "row", "781", Rating(0, 1.0, ""), "row", others=tuple(("link", one) for one in nodes[1:]))
    link = Move(
        Node(f"{HOME}{part}", words=("abra 781", "abra “Contrato”")), "link", "Contrato", Rating(0, 1.0, ""), "part"
    )
    source = Candidate("pb/x", opened)
    led = Offering(
        cast(Any, None), nodes[0], cast(Any, None), source, False, "", Counter(), Counter(), frozenset(), False
    ).led(link)
    assert led is not None
    assert [node.url.removeprefix(HOME) for _, node in led.others] == others
    assert [node.words[-1] for _, node in led.others] == ["abra “Contrato”"] * len(others)


@pytest.mark.parametrize(
    ("labels", "rating", "title"),
    [
        (("Extraorçamentárias", "Acessar"), Rating(1, 0.5, "", generic=True), "extraorcamentarias"),
        (
            ("Receita Arrecadada", "Guias Extraorçamentárias"),
            Rating(0, 1.0, "", apart=True),
            "guias extraorcamentarias receita arrecadada",
        ),
        (("Pagamentos",), Rating(0, 1.0, ""), "pagamentos"),
        (("Acessar",), Rating(1, 0.5, "", generic=True), ""),
    ],
)
def test_the_name_of_an_entry_is_not_that_of_the_entry_before_it(
    labels: tuple[str, ...], rating: Rating, title: str
) -> None:
    """By its name an entry is passed over that says what another one said which led nowhere new."""
    move = Move(Node(HOME, labels=("Portal", *labels)), "click", labels[-1], rating, "entry")
    assert title_of(move, 1) == title


@pytest.mark.parametrize(
    ("around", "opened"),
    [
        (("Ana Lima", "Rui Paz", "Eva Sol", "Ivo Rio", "Lia Mar"), 1),  # one stands for all of them
        (("Ana Lima", "Rui Paz", "Eva Sol"), 3),  # too few to tell
        (("Despesas", "Receitas", "Licitações", "Servidores", "Contratos"), 5),  # places of their own
    ],
)
def test_buttons_of_one_label_beside_many_names_open_alike_records(around: tuple[str, ...], opened: int) -> None:
    buttons = [
        component("Ver remuneração", path=f"body[1]>main[1]>div[{n}]>span[1]", region="main", around=[name])
        for n, name in enumerate(around, 1)
    ]
    assert len(found(*buttons)) == opened


def test_the_next_page_of_what_shows_nothing_is_gone_to() -> None:
    """A board may have its tables on its second page; one promise is kept from page to page."""
    labels = ("Página anterior", "Próxima página", "Imprimir")
    view = built(
        View,
        {"candidates": [component(text, region="main") for text in labels], "forms": [], "selects": [], "theme": ""},
    )
    ground = Ground(Node(HOME), HOME, state="a")
    (turn,) = turn_moves([(FrameKey(), HOME, view)], ground, Rating(0, 1.0, "receita_orcamentaria"))
    (later,) = turn_moves([(FrameKey(), HOME, view)], replace(ground, state="b"), turn.rating)
    assert turn.label == "Próxima página" and turn.rating.criterion == later.rating.criterion == "receita_orcamentaria"
    assert turn.key != later.key


@pytest.mark.parametrize(
    ("label", "turned"), [("Próximos 20 itens »", 1), ("« 20 itens anteriores", 0), ("Próxima sessão", 0)]
)
def test_the_next_page_of_a_folder_is_gone_to(label: str, turned: int) -> None:
    """What a link leads on to is the same folder further on, and no entry of it."""
    link = component(label, "link", href=f"{HOME}/folder?start=20", region="main")
    view = built(View, {"candidates": [link], "forms": [], "selects": [], "theme": ""})
    ground = Ground(Node(HOME), HOME, state="a")
    assert len([*turn_moves([(FrameKey(), HOME, view)], ground, Rating(0, 1.0, "licitacao"))]) == turned
    assert label == "Próxima sessão" or not found(link, ground=ground)


@pytest.mark.parametrize(
    ("labels", "kinds", "rows"),
    [
        (("DESP 2026", "REC 2026", "DESP 2025", "REC 2025"), ["click"], 0),  # the sheets of a workbook
        (("Empenho 10001", "Empenho 10002", "Empenho 10003"), ["click", "link"], 1),
        (("00016/2026 Obra", "00017/2026 Merenda", "00018/2026 Rua"), ["click", "link"], 1),
        (
            ("Empenhos de novembro de 2026", "Despesa por função - 2026", "QDD 2026"),
            ["click", "link"],
            0,
        ),  # what a folder holds
    ],
)
def test_a_year_in_a_name_makes_no_record(labels: tuple[str, ...], kinds: list[str], rows: int) -> None:
    for kind in kinds:
        entries = [
            component(text, kind, f"body[1]>ul[1]>li[{n}]", tag="li", href=f"{HOME}/{n}" if kind == "link" else "")
            for n, text in enumerate(labels, 1)
        ]
        opened = found(*entries, ground=Ground(Node(HOME), HOME, records=True, promising=True))
        assert sum(move.kind == "row" for move in opened) == rows
        assert len(opened) == (rows or len(labels))


@pytest.mark.parametrize(
    ("sums", "kinds"), [(("27/11/2026 R$ 12.256,46", "26/11/2026 R$ 34.620,28"), {"row"}), (("", ""), {"click"})]
)
def test_what_says_a_date_and_a_sum_is_a_record(sums: tuple[str, str], kinds: set[str]) -> None:
    """A card of a commitment with the payroll is no entry of a menu that leads to it."""
    names = ("Despesas com fornecedores", "Folha de pagamento", "Despesas com serviços", "Folha de pessoal")
    cards = [
        component(f"{name} {sums[n % 2]}".strip(), path=f"body[1]>main[1]>div[{n}]", tag="div", region="main")
        for n, name in enumerate(names, 1)
    ]
    assert {move.kind for move in found(*cards, ground=Ground(Node(HOME), HOME, records=True, promising=True))} == kinds


def test_what_puts_away_a_notice_leads_nowhere() -> None:
    """ "Ok, entendi" under a notice about the data of servants promises no payroll."""
    notice = "Usamos cookies e dados pessoais dos servidores."
    assert SIGNPOSTS.is_return("Ok, entendi") and not SIGNPOSTS.is_return("Ok, servidores")
    assert not found(component("Ok, entendi", around=[notice]), ground=Ground(Node(HOME), HOME))


@pytest.mark.parametrize(
    ("says", "inner", "opened"),
    [
        (("Participantes 2", "Itens 6", "Lances 14"), True, 3),
        (("Participantes 2", "Itens 6", "Lances 14"), False, 1),  # a list of what is counted
        (("Item 1 12,00", "Item 2 13,00", "Item 3 14,00"), True, 1),
        (("Parcela 1", "Parcela 2", "Parcela 3"), True, 1),  # records of one name
    ],
)
def test_each_part_of_a_record_is_opened_though_all_openers_are_called_alike(
    says: tuple[str, ...], inner: bool, opened: int
) -> None:
    parts = [row(n, "Detalhar", 3, f"Detalhar {text}") for n, text in enumerate(says)]
    ground = Ground(Node(HOME), HOME, records=True, promising=True, inner=inner)
    assert len(found(*parts, ground=ground)) == opened


def test_what_unfolds_a_group_is_no_record_in_it() -> None:
    """Pictures of one kind at the head of each group and of each of its rows."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (group,) = (m for m in found(*(row(i, "Expandir", 1, f"Unid. Gestora: {i}") for i in range(3)), ground=ground))
    (record,) = (m for m in found(*(row(i, "+", 6, f"1.1.{i} IPTU 10,00") for i in range(3)), ground=ground))
    assert group.identity != record.identity


def test_of_cards_the_one_that_has_run_its_course_is_opened() -> None:
    """What a card says of its course need not stand beside the link."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    links = [
        component(
            "Ver detalhes", "link", f"body[1]>main[1]>div[{n}]>div[1]>a[1]", href=f"{HOME}/{n}", region="main",
            card=f"Licitação nº {n}/2026 {state} Valor estimado: R$ {n}.000,00", around=[f"Valor estimado: R$ {n}.000,00", "Licitações"],
        )
        for n, state in enumerate(("Em andamento", "Suspensa", "Homologada"), 1)
    ]  # fmt: skip
    opened = [move for move in found(*links, ground=ground) if move.label == "Ver detalhes"]
    assert opened[0].node.url == f"{HOME}/3"


@pytest.mark.parametrize(
    ("numbers", "states", "opened"),
    [
        (("019/2026", "007/2026", "059/2026"), ("Aberta", "Em julgamento", "Homologada"), [3]),
        (("Pregão nº 3/2026", "Pregão nº 2/2026", "Pregão nº 1/2026", "Pregão nº 4/2026"), ("Aberta", "Aberta", "Homologada", ""), [3]),
    ],
    ids=["links that are only numbers", "links of one subject"],
)  # fmt: skip
def test_of_records_that_links_open_one_that_has_run_its_course(
    numbers: tuple[str, ...], states: tuple[str, ...], opened: list[int]
) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    links = [
        like(row(n, number, says=f"{number} Obra {state}"), kind="link", href=f"{HOME}/{n + 1}")
        for n, (number, state) in enumerate(zip(numbers, states, strict=True))
    ]
    assert [m.node.url for m in found(*links, ground=ground)] == [f"{HOME}/{n}" for n in opened]


def test_what_a_record_leaves_blank_is_looked_for_in_the_last_of_its_list_too() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (opened,) = found(*(row(n, "Detalhes", says=f"{n}/2026 Obra") for n in range(9)), ground=ground)
    assert [node.steps[0].target.path.rpartition(">td")[0] for _, node in opened.others] == [
        f"body[1]>table[1]>tr[{n}]" for n in (2, 9)
    ]


def test_a_button_that_makes_a_sheet_is_called_as_its_card() -> None:
    """The page of open data of an application: "CSV" in a card "Receitas"."""
    (sheet,) = found(component("CSV", tag="button", around=["Receitas", "Dados abertos"]))
    assert (sheet.kind, sheet.rating.criterion) == ("click", "receita_orcamentaria")


def test_a_sheet_that_the_server_makes_of_the_list_in_sight_is_pressed_once() -> None:
    ground = Ground(Node(HOME, labels=("Empenhos",)), HOME, records=True, promising=True)
    formats = [component(name, path=f"body[1]>div[1]>a[{n}]") for n, name in enumerate(("CSV", "XLS", "PDF"), start=1)]
    (sheet,) = found(*formats, ground=ground)
    assert (sheet.kind, sheet.label, sheet.rating.tier) == ("click", "CSV", 2)


def test_of_the_named_files_in_the_rows_of_a_list_one_of_each_is_opened() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    files = [
        like(
            row(n, name, says=f"{n}/2026 Pregão de obras"),
            kind="link",
            href=f"{HOME}/{n}-{name}.pdf",
            path=f"body[1]>table[1]>tr[{n}]>td[{place}]>a[1]",
        )
        for n in (1, 2, 3)
        for place, name in enumerate(("Edital", "Homologação", "PDF"), 3)
    ]
    assert [(m.label, m.rating.tier) for m in found(*files, ground=ground)] == [("Edital", 2), ("Homologação", 2)]


def test_a_record_that_has_run_its_course_is_opened_after_one_that_has_not() -> None:
    """The bids of this year are all open still; those of the year before stand in the same list."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (opened,) = found(*(row(n, "Detalhes", says=f"{n}/2026 Obra Aberta") for n in range(3)), ground=ground)
    ground = replace(ground, inherited=frozenset({opened.identity}))
    for state, left in (("Aberta", 0), ("Homologada", 1)):
        rows = [row(n, "Detalhes", says=f"{n}/2025 Obra {state}") for n in range(3)]
        assert len(found(*rows, ground=ground)) == left


@pytest.mark.parametrize(
    ("label", "inner", "tiers"),
    [
        ("Exportar CSV", False, [2]),
        ("Imprimir nota de empenho", True, [2]),
        ("Imprimir nota de empenho", False, []),
        ("Imprimir", True, []),
        ("Imprimir página", True, []),
        ("Compartilhar empenho", True, []),
    ],
)
def test_what_a_list_or_a_record_is_handed_out_as_is_a_last_resort(label: str, inner: bool, tiers: list[int]) -> None:
    ground = Ground(Node(HOME, labels=("Empenhos",)), HOME, records=True, promising=True, inner=inner)
    assert [move.rating.tier for move in found(component(label, tag="button"), ground=ground)] == tiers


def test_buttons_called_as_their_columns_open_records() -> None:
    """A grid whose columns of buttons are headed by what is written on these, and a row of headings that sort."""
    ground = Ground(
        Node(HOME), HOME, records=True, promising=True, columns=frozenset(("empenho", "credor", "detalhes", ""))
    )
    heads = [
        component(text, path=f"body[1]>table[1]>tr[1]>th[{n}]", row=row(0, text).row)
        for n, text in enumerate(("Empenho", "Credor"), 1)
    ]
    rows = [
        component(
            label,
            path=f"body[1]>table[1]>tr[{n}]>td[{place}]>a[1]",
            row=row(n, label, says=f"{n}/2026 Fulano 10,00").row,
        )
        for n in (1, 2, 3)
        for label, place in (("", 1), ("Detalhes", 5))
    ]
    opened = found(*heads, *rows, ground=ground)
    assert {m.kind for m in opened} == {"row"} and "th[" not in "".join(m.key for m in opened)


@pytest.mark.parametrize(
    ("says", "kinds", "opened"),
    [
        (("Pregão 1/2026", "Pregão 2/2026", "Dispensa 1/2026"), (("dispensa", "inexigibilidade"),), [1, 3]),
        (("Pregão 1/2026", "Dispensa 1/2026", "Inexigibilidade 1/2026"), (("dispensa", "inexigibilidade"),), [1, 2]),
        (("Dispensa 1/2026", "Pregão 2/2026", "Dispensa 2/2026"), (("dispensa", "inexigibilidade"),), [1]),
        (("Pregão 1/2026", "Pregão 2/2026", "Dispensa 1/2026"), (), [1]),
    ],
)
def test_a_record_of_the_kind_that_alone_has_an_open_item(
    says: tuple[str, ...], kinds: tuple[tuple[str, ...], ...], opened: list[int]
) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True, kinds=kinds)
    places = [
        m.node.steps[0].target.path
        for m in found(*(row(n, "Detalhes", says=t) for n, t in enumerate(says)), ground=ground)
    ]
    assert sorted(places) == [f"body[1]>table[1]>tr[{n}]>td[5]>a[1]" for n in opened]


@pytest.mark.parametrize(("label", "opened"), [("Detalhes", True), ("Confirmar", False), ("Votar", False)])
def test_a_button_that_sends_a_form_as_large_as_its_list_opens_a_record(label: str, opened: bool) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    buttons = (like(row(n, label, says=f"{n}/2026 Loja {n}0,00"), tag="input", sends=True) for n in range(4))
    assert bool(found(*buttons, ground=ground)) is opened


@pytest.mark.parametrize(
    ("labels", "given", "count"),
    [
        (("Ana Lima", "Rui Paz", "Eva Sá", "Ivo Reis", "Lia Melo"), {"sought": True}, 1),
        (("Ana Lima", "Rui Paz", "Eva Sá", "Ivo Reis", "Lia Melo"), {}, 5),
        (("Despesas", "Rui Paz", "Eva Sá", "Ivo Reis", "Lia Melo"), {"sought": True}, 5),
    ],
)
def test_names_that_lead_to_one_address_but_for_a_number_are_records(
    labels: tuple[str, ...], given: dict[str, bool], count: int
) -> None:
    links = (
        component(label, "link", f"body[1]>ul[1]>li[{n}]>a[1]", href=f"{HOME}servidores/{n}7?ano=2026", region="main")
        for n, label in enumerate(labels, 1)
    )
    assert len(found(*links, ground=Ground(Node(HOME), HOME, **given))) == count


def test_cards_of_persons_after_a_letter_are_records() -> None:
    """What a script opens has no address; the letters are not combined with one another."""
    names = ("Ana Lima Motorista", "Ari Paz Médico", "Ada Sá Dentista", "Ari Reis Vigia", "Ada Melo Professora")
    cards = [component(name, "click", f"body[1]>div[2]>div[{n}]", tag="div") for n, name in enumerate(names, 1)]
    letters = [component(letter, "click", f"body[1]>div[1]>button[{n}]") for n, letter in enumerate("ABCDEFGHIJM", 1)]
    first = replace(Node(HOME), steps=(Step("click", FrameKey(), Target(letters[0].path), ""),))
    (move,) = found(*letters, *cards, ground=Ground(first, HOME, sought=True))
    assert move.kind == "row" and len(move.others) == 2


def test_a_row_with_a_company_is_opened_first() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    says = ("1/2026 Ana Lima 10,00", "2/2026 Folha de pagamento 10,00", "3/2026 Papelaria Sol Ltda 10,00")
    (first,) = found(*(row(n, "Detalhes", says=t) for n, t in enumerate(says)), ground=ground)
    assert first.node.steps[0].target.path == "body[1]>table[1]>tr[3]>td[5]>a[1]" and len(first.others) == 2


def test_a_row_that_only_measures_out_the_columns_is_none() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    rows = [like(row(i, label), tag="tr") for i, label in enumerate(("", "1/2026 Acme 10,00", "2/2026 Beta 20,00"))]
    (opened,) = found(*rows, ground=ground)
    assert opened.label == "1/2026 Acme 10,00" and len(opened.others) == 1


def test_what_leads_back_along_the_trail_is_not_pressed() -> None:
    assert found(component("Despesas por órgão", back=True)) == []
    assert found(component("Despesas por órgão", back=False))


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ((("Data inicial", "date", "01/01/2026"), ("Data final", "date", "31/01/2026")), False),
        ((("Data inicial", "date", "01/01/2026"), ("Valor", "money", "10,00")), True),
        ((("Exercício", "number", "2026"), ("Mês", "text", "Todos"), ("Objeto", "text", "(todos)")), False),
        ((("Exercício", "number", "2026"), ("Mês", "text", "Todos"), ("Empenhos", "number", "312")), True),
        ((("Entidade", "text", "Prefeitura"), ("Cidade", "text", "Vila")), False),
        (tuple((name, "link", "Acessar") for name in ("Receitas", "Despesas", "Contratos", "Pessoal")), False),
        (tuple((name, "link", "Baixar") for name in ("Edital", "Ata", "Contrato", "Anexo I")), True),
    ],
)
def test_the_period_that_was_asked_for_and_cards_that_lead_on_are_no_answer(
    columns: tuple[tuple[str, Any, str], ...], expected: bool
) -> None:
    told = tuple(Column(label, kind, 1, samples=(value,)) for label, kind, value in columns)
    assert holds_data(RecordSet("details", told, 1)) is expected


@pytest.mark.parametrize(
    ("label", "kind", "expected"), [("", "text", False), ("Nome", "text", True), ("", "money", True)]
)
def test_a_head_laid_out_as_a_table_is_no_answer(label: str, kind: Any, expected: bool) -> None:
    """A coat of arms beside two lines of text once hid that the list below was empty: no other year was asked for."""
    columns = (Column("Brasão", "empty", 0), Column(label, kind, 2, samples=("Prefeitura", "Transparência")))
    assert holds_data(RecordSet("grid", columns, 2)) is expected


def test_headings_over_a_list_without_rows_sort_nothing() -> None:
    heads = [like(row(-1, label), row=like(row(-1, label).row, count=0)) for label in ("Despesa", "Valor pago")]
    assert found(*heads) == []


@pytest.mark.parametrize(("depth", "offered"), [(1, 1), (2, 0)])
def test_the_trail_is_followed_from_where_one_begins_only(depth: int, offered: int) -> None:
    ground = Ground(Node(HOME, depth=depth), HOME)
    assert len(found(component("Despesas", "link", href=f"{HOME}/despesas", back=True), ground=ground)) == offered


@pytest.mark.parametrize(("value", "expected"), [("R$ 1.000,00", True), ("", False)])
def test_two_columns_of_names_and_sums_are_records(value: str, expected: bool) -> None:
    names = ["Saúde", "Educação", "Obras", "Cultura"]
    links = [
        component(
            name,
            "link",
            f"body[1]>table[1]>tr[{n}]>td[1]>a[1]",
            href=f"{HOME}/{name}",
            row=like(row(n, name).row, cells=2, column=0, says=f"{name} {value}"),
        )
        for n, name in enumerate(names)
    ]
    moved = found(*links, ground=Ground(Node(HOME), HOME, records=True, promising=True))
    assert [m.kind for m in moved] == (["row"] if expected else ["link"] * len(moved))


def test_rows_that_are_open_are_not_folded() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    rows = [like(row(n, "Expandir"), expanded=state) for n, state in enumerate(("true", "false", "false"))]
    assert [m.node.steps[0].target.path for m in found(*rows, ground=ground)] == ["body[1]>table[1]>tr[2]>td[5]>a[1]"]


def test_a_record_that_was_opened_on_the_way_is_left() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (winner,) = found(*cards("Empresa Laboratório", ["Fulano", "Beltrano", "Sicrano"]), ground=ground)
    (details,) = found(*(row(i, "Detalhes") for i in range(3)), ground=ground)
    assert leads_round(winner, winner.node) and not leads_round(winner, details.node)
    assert not leads_round(details, details.node), "may open the parts of what it has opened"
    first = replace(winner, node=replace(winner.node, words=("abra a primeira linha",)))
    assert leads_round(first, first.node), "a level that leads back to itself"
    assert not leads_round(replace(first, label="Receitas de Contribuições"), first.node), (
        "the first row of the next level"
    )


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


def cards(labels: str, values: list[str]) -> list[Pressable]:
    return [
        component(f"{labels} {v} R$ 10,00", path=f"body[1]>main[1]>article[{i}]", tag="article")
        for i, v in enumerate(values, 1)
    ]


def test_each_list_of_cards_has_its_record_opened() -> None:
    """Lists of one make at one address are told apart by the labels of their cards."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True, state="a")
    people = ["Fulano", "Beltrano", "Sicrano"]
    (bid,) = found(*cards("Processo 12/2026 Vencedor", people), ground=ground)
    (expense,) = found(*cards("Favorecido", people), ground=ground)
    (again,) = found(*cards("Favorecido", people[::-1]), ground=ground)
    assert bid.kind == expense.kind == "row"
    assert bid.identity != expense.identity == again.identity


@pytest.mark.parametrize(
    ("titles", "opened"),
    [
        ("Pregão|Pregão|Dispensa|Pregão|Dispensa|Concorrência|Concorrência|Pregão", [1, 3]),
        ("Dispensa|Pregão|Pregão|Pregão|Dispensa|Dispensa", [1]),
        ("Pregão|Pregão|Pregão", [1]),
    ],
)
def test_cards_that_buttons_open_are_of_kinds_too(titles: str, opened: list[int]) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True, kinds=(("dispensa", "inexigibilidade"),))
    buttons = [
        component(
            "Ver mais", path=f"body[1]>main[1]>div[{n}]>button[1]", around=[f"{title} nº {n:03}/2026", "Licitações"]
        )
        for n, title in enumerate(titles.split("|"), 1)
    ]
    places = sorted(m.node.steps[0].target.path for m in found(*buttons, ground=ground) if m.kind == "row")
    assert places == [f"body[1]>main[1]>div[{n}]>button[1]" for n in opened]
    told = [
        like(b, around=["Merenda", "Licitações"], card=f"Merenda {b.around[0]} Publicada em 3/2/2026") for b in buttons
    ]
    places = sorted(m.node.steps[0].target.path for m in found(*told, ground=ground) if m.kind == "row")
    assert places == [f"body[1]>main[1]>div[{n}]>button[1]" for n in opened], "what a card says need not be its title"


def test_the_head_of_a_list_drawn_of_boxes_does_not_hide_what_unfolds_its_records() -> None:
    """The place of the arrow is blank in the head; what a record says is not beside its arrow but in the box around both."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    boxes = [
        component(
            "▸" if n else "", path=f"body[1]>main[1]>div[{n + 1}]>div[1]", hint="x", around=["Receitas"], region="main",
            card=f"▸ IPTU {n} Receita Tributária R$ 2.{n}00,00" if n else "",
        )
        for n in range(5)
    ]  # fmt: skip
    (move,) = found(*boxes, ground=ground)
    assert move.kind == "row" and "div[2]" in move.node.steps[0].target.path


@pytest.mark.parametrize(("records", "kind"), [(True, "row"), (False, "click")])
def test_one_card_alone_is_a_record_where_records_are(records: bool, kind: str) -> None:
    (move,) = found(*cards("Favorecido 04/01/2026", ["Fulano"]), ground=Ground(Node(HOME), HOME, records, records))
    assert move.kind == kind


@pytest.mark.parametrize("doubles", [True, False])
def test_what_listens_for_double_clicks_is_pressed_so_where_a_click_does_nothing(doubles: bool) -> None:
    (move,) = found(component("Gestão Financeira", doubles=doubles, path="body[1]>ul[1]>li[1]>a[1]"))
    assert move.node.steps[-1].insists is doubles


@pytest.mark.parametrize(("region", "offered"), [("nav", 1), ("aside", 1), ("", 0)])
def test_entries_of_closed_menus_are_offered(region: str, offered: int) -> None:
    assert len(found(component("Mural do cidadão", hidden=True, region=region))) == offered


@pytest.mark.parametrize(
    ("panel", "records", "op", "offered"),
    [
        ("closed", False, "click", True),
        ("shown", False, "click", False),  # open already
        ("hollow", False, "click", False),  # over the results of a query that was not run yet
        ("hollow", False, "query", True),
        ("hollow", True, "click", True),
    ],
)
def test_tabs_over_the_results_of_a_query_wait_for_it(panel: str, records: bool, op: Any, offered: bool) -> None:
    node = Node(HOME, (Step(op, FrameKey(), Target("body[1]>a[1]"), "clique"),))
    tab = component("Pregões", path="body[1]>ul[1]>li[1]>a[1]", panel=panel)
    labels = [m.label for m in found(tab, ground=Ground(node, HOME, records), forms=[form()])]
    assert ("Pregões" in labels) is offered


def test_a_form_beside_tabs_is_the_same_one_under_each() -> None:
    frames = [
        (
            FrameKey(),
            HOME,
            built(View, {"forms": [form()], "candidates": [component("Resumo", path="p", panel="shown")]}),
        )
    ]
    asked = Node(HOME, (Step("query", FrameKey(), Target(form().button)), Step("click", FrameKey(), Target("q"))))

    def under(node: Node, records: bool) -> list[str]:
        ground = Ground(node, HOME, records, inherited=frozenset(spots(frames)))
        return sorted(
            m.kind for m in found(component("Resumo", path="p", panel="closed"), ground=ground, forms=[form()])
        )

    assert under(asked, records=True) == []
    assert under(asked, records=False) == ["query"]  # the tab shows nothing yet
    assert under(Node(HOME, asked.steps[1:]), records=True) == ["query"]  # the tab stands over the form


def test_cards_with_one_button_text_are_told_apart_by_their_titles() -> None:
    cards = [
        component("Acessar", path=f"body[1]>div[{i}]>a[1]", around=[title])
        for i, title in enumerate(("Despesas", "Receitas", "Pessoal"), 1)
    ]
    assert len(found(*cards)) == 3


def test_a_link_that_fits_anything_is_left_to_the_title_that_leads_there() -> None:
    titles = ("Receita arrecadada", "Audiências públicas", "Folha de pagamento")

    def link(n: int, label: str, tag: str, **more: Any) -> Pressable:
        return component(label, "link", f"body[1]>div[{n}]>{tag}[1]>a[1]", href=f"http://portal.gov.br/{n}", **more)

    cards = [link(n, title, "h2") for n, title in enumerate(titles)]
    below = [link(n, "Leia mais…", "p", around=[title]) for n, title in enumerate(titles)]
    assert sorted(m.label for m in found(*cards, *below)) == sorted(titles)
    assert {m.label for m in found(*below)} == {"Leia mais…"}


@pytest.mark.parametrize(
    ("page", "offered"), [("Balancete da receita - janeiro/2026", 1), ("Receitas - janeiro/2026", 0)]
)
def test_a_file_called_as_its_page_is_of_no_other_subject(page: str, offered: int) -> None:
    file = component(
        "balancete-01-2026.pdf", "link", href="http://portal.gov.br/balancete-01-2026.pdf/at_download/file"
    )
    ground = Ground(Node(HOME, labels=(page,)), HOME)
    assert len(found(file, ground=ground)) == offered


@pytest.mark.parametrize(
    ("way", "offered"),
    [
        (("Planejamento (PPA, LDO e LOA)", "QDD 2026"), 1),
        (("Balancetes", "Balancete da Despesa - Outubro de 2026"), 0),
        (("Planejamento (PPA, LDO e LOA)", "LDO 2026"), 0),
    ],
)
def test_the_folder_of_a_file_that_lies_on_the_way_is_no_other_subject(way: tuple[str, ...], offered: int) -> None:
    card = ["Versão 1.0 Arquivos 1 Categoria Planejamento"]
    file = component("Baixar", "link", href="http://portal.gov.br/2400.pdf", around=card)
    assert len(found(file, ground=Ground(Node(HOME, labels=way), HOME))) == offered


def test_a_menu_entry_is_not_offered_again_below() -> None:
    (first,) = found(component("Despesas +"))
    below = Ground(first.node, HOME, state="other", inherited=frozenset({first.identity}))
    assert found(component("Despesas –"), ground=below) == []


def form(**more: Any) -> Form:
    year = {
        "tag": "select",
        "type": "",
        "label": "Exercício",
        "name": "",
        "value": 0,
        "placeholder": "",
        "options": [{"text": y, "value": y, "disabled": False} for y in ("2026", "2025")],
    }
    return built(
        Form,
        {
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
        },
    )


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
    def options(*texts: str) -> Field:
        listed = [{"text": t, "value": t, "disabled": False} for t in texts]
        return built(
            Field,
            {
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
            },
        )

    chosen = [
        m for m in found(selects=[options("Selecione", "Despesas", "Receitas", "Licitações")]) if m.kind == "choice"
    ]
    assert [m.node.steps[0].choices for m in chosen] == [
        (("Consulta", t),) for t in ("Despesas", "Receitas", "Licitações")
    ]
    assert [m for m in found(selects=[options("Todas", "Pregão", "Dispensa")]) if m.kind == "choice"] == []


def radios(label: str, *texts: str, value: int = -1, **more: Any) -> Field:
    listed = [{"text": text, "value": f"body[1]>input[{n}]", "disabled": False} for n, text in enumerate(texts, 1)]
    field = {"tag": "radio", "type": "", "label": label, "name": "", "placeholder": "", "path": label}
    return built(Field, {**field, "value": value, "options": listed, **more})


PRINTED = ("301 - Processos de Licitação", "310 - Pregões do Exercício", "320 - Frota", "330 - Analítico")


@pytest.mark.parametrize(
    ("control", "method", "asked"),
    [
        # of reports, those of other subjects are left, and what would be chosen anyway is one of the others
        (radios("Relatório", *PRINTED), "post", [PRINTED[0], PRINTED[1], PRINTED[3]]),
        (radios("Modelo", "Analítico", "Por origem", value=0), "post", [None, "Por origem"]),
        (radios("", "Despesas", "Receitas"), "get", ["Despesas", "Receitas"]),
        (radios("Situação", "Homologada", "Deserta"), "get", [None]),
        (radios("Situação", "Homologada", "Deserta"), "post", []),  # nothing that is plainly a query
    ],
)
def test_reports_that_are_chosen_in_a_form(control: Field, method: str, asked: list[str | None]) -> None:
    made = found(forms=[form(controls=[control], method=method, label="Gerar relatório")])
    chosen = [dict(move.node.steps[-1].choices).get(control.label) for move in made]
    assert sorted(chosen, key=str) == sorted(asked, key=str)


@pytest.mark.parametrize(
    ("control", "texts"),
    [
        (radios("Modelo", "Analítico", "Por origem", "Frota", value=0, late=True), ["Por origem"]),
        (
            radios("Modelo", "Analítico", "Por origem", value=0, late=False),
            [],
        ),  # was there before: proposed with the form
        (radios("Relatório", "Analítico", "Por origem", value=0, late=True), []),  # chosen already
        (radios("Situação", "Paga", "A pagar", value=0, late=True), []),
        (
            like(radios("Modelo", "Sintético", "Analítico"), tag="div", value="Sintético"),
            ["Sintético", "Analítico"],
        ),
    ],
)
def test_views_that_come_up_while_a_form_is_filled_in(control: Field, texts: list[str]) -> None:
    step = Step(
        "query", FrameKey(), Target("body[1]>button[1]", "button", "Gerar"), "", choices=(("Relatório", "201"),)
    )
    node = Node(HOME, (step,))
    made = further_views(node, [control], "form", Rating(0, 0.8, "licitacao"), SIGNPOSTS, WORDS.query, ALL)
    assert [move.node.steps[-1].choices for move in made] == [(*step.choices, (control.label, t)) for t in texts]


def test_the_sheets_of_a_printed_report_are_one_table() -> None:
    def link(sheet: int, head: str, title: str = "") -> Pressable:
        row: dict[str, Any] = {
            "table": f"body[1]>div[{sheet}]>table[2]",
            "index": 0,
            "count": 1,
            "column": 0,
            "cells": 4,
            "heading": False,
        }
        path = f"body[1]>div[{sheet}]>table[2]>tr[1]>td[1]>a[1]"
        row |= {"head": head, "says": f"00{sheet}/2026 Alfa 1,00", "level": ""}
        around = [f"Alfa {sheet}", *filter(None, [title])]
        return component(f"00{sheet}/2026", "link", path, href=f"{HOME}/{sheet}", row=row, around=around)

    def opened(*links: Pressable) -> int:
        return len([m for m in found(*links, records=True, promising=True) if m.kind == "row"])

    assert opened(link(1, "Empenho Credor Valor"), link(2, "Empenho Credor Valor")) == 1
    assert opened(link(1, "Empenho Credor Valor"), link(2, "Contrato Credor Valor")) == 2
    assert opened(link(1, "001/2026 Alfa 1,00"), link(2, "002/2026 Alfa 1,00")) == 2  # no headings at all


@pytest.mark.parametrize(
    ("titles", "followed"),
    [
        (("Empenhos 2026", "Liquidações 2026", "Pagamentos 2026"), 3),
        (("Pregão 001/2026", "Pregão 002/2026", "Pregão 003/2026"), 1),  # records: one shows what the others are like
    ],
)
def test_links_of_one_label_under_titles(titles: tuple[str, ...], followed: int) -> None:
    links = [
        component("Abrir planilha em nova janela", "link", f"body[1]>section[{n}]>p[1]>a[1]", href=f"{HOME}/p?gid={n}", around=[title])
        for n, title in enumerate(titles, start=1)
    ]  # fmt: skip
    made = found(*links, records=True, promising=True)
    assert len([move for move in made if move.rating.tier <= 1]) == followed


def test_volatile_parameters_are_learnt() -> None:
    def page(token: str) -> list[tuple[FrameKey, str, View]]:
        href = f"http://portal.gov.br/despesas?e=201&ctx={token}"
        return [(FrameKey(), HOME, built(View, {"candidates": [component("Despesas", "link", href=href)]}))]

    known: dict[tuple[str, str, str], str] = {}
    assert volatile_parameters(known, page("9fd4e0da1c93")) == set()
    assert volatile_parameters(known, page("6fc12e170bf4")) == {("portal.gov.br", "ctx")}


def test_without_tokens() -> None:
    assert without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=2") == without_tokens("http://a/x?ctx=6fc12e170bf4&tab=2")
    assert without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=2") != without_tokens("http://a/x?ctx=9fd4e0da1c93&tab=3")
    # page and session in one parameter
    assert without_tokens("http://a/f?p=220:22:1859763282464::NO") == without_tokens(
        "http://a/f?p=220:22:8170718141031::NO"
    )
    assert without_tokens("http://a/f?p=220:22:1859763282464::NO") != without_tokens(
        "http://a/f?p=220:14:1859763282464::NO"
    )


@pytest.mark.parametrize(
    ("here", "there", "same"),
    [
        ("http://a/s/999330849/inicio", "http://a/s/407004189/inicio", True),
        ("http://a/s/4f2a6c1e9b3d47aa8c10/inicio", "http://a/s/9e03bb1c55d04e1fa2c7/inicio", True),
        ("http://a/s/999330849/inicio", "http://a/s/407004189/despesas", False),
        ("http://a/empenho/999330849", "http://a/empenho/407004189", False),  # the number of a record
        ("http://a/2025/despesas", "http://a/2026/despesas", False),
    ],
)
def test_a_page_is_the_same_in_another_session(here: str, there: str, same: bool) -> None:
    one, other = (state_of([url], ["claro"], "Despesas 10 empenhos") for url in (here, there))
    assert (one == other) is same
    assert state_of([here], ["claro"], "Receitas") != one


class Town:
    """A walker that admits what it is told to."""

    def __init__(self) -> None:
        self.refused: set[str] = set()
        self.repeated: set[str] = set()
        self.dropped: list[str] = []
        self.waiting = 0
        self.alone = False

    def repeats(self, request: Request) -> bool:
        return request.url in self.repeated

    def holds(self, request: Request) -> bool:
        return False

    def admits(self, request: Request) -> bool:
        return request.url not in self.refused

    def busy(self, request: Request) -> bool:
        return False

    def one_by_one(self) -> bool:
        return self.alone

    def opened(self, request: Request) -> None:
        self.waiting += 1

    def folded(self, request: Request) -> None:
        pass

    def left(self, request: Request) -> None:
        self.dropped.append(request.url)


def frontier(strategy: str = "bfs") -> tuple[Frontier, dict[str, Town]]:
    crawler = get_crawler(settings_dict={"REQUEST_FINGERPRINTER_CLASS": "transparency.crawl.request.NodeFingerprinter"})
    towns = {"pb/a": Town(), "pb/b": Town()}
    chosen = strategy_named(strategy)
    spider: Any = SimpleNamespace(agendas=towns, make_strategy=lambda audit: Walk(chosen, Learning(), audit))
    made = Frontier.from_crawler(crawler)
    made.open(spider)
    return made, towns


def ask(url: str, audit: str = "pb/a", kind: str = "link", depth: int = 0, score: float = 1.0, **given: Any) -> Request:
    return request(Node(url, depth=depth), kind, audit, score=score, **given)


def offer(name: str, number: int = 0, depth: int = 0, **given: Any) -> Offer:
    return Offer(name, number, candidate(Node(HOME, depth=depth), **given))


def order(made: Frontier) -> list[str]:
    given = []
    while (request := made.next_request()) is not None:
        given.append(request.url.removeprefix("http://"))
    return given


def test_what_names_another_subject_is_picked_after_what_names_none() -> None:
    """It is rated a little, and the other not at all."""
    aside = offer("aside", 0, off_topic=True, tier=3, score=0.1)
    waiting = [aside, offer("unknown", 1, depth=1, tier=3, score=0.0)]
    assert Walk(strategy_named("bfs"), Learning()).pick(waiting) == 1


def test_what_repeats_comes_after_what_is_new_and_promises_something() -> None:
    made, towns = frontier()
    towns["pb/a"].repeated = {"http://tile", "http://entry"}
    for url, tier in (("tile", 0), ("menu", 1), ("help", 3), ("entry", 1)):
        made.enqueue_request(ask(f"http://{url}", tier=tier))
    assert order(made) == ["menu", "tile", "entry", "help"]


@pytest.mark.parametrize("alone", [True, False])
def test_a_portal_may_be_visited_one_page_at_a_time(alone: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    made, towns = frontier()
    towns["pb/a"].alone = alone
    under_way: list[str] = []
    monkeypatch.setattr(made, "_under_way", lambda audit: audit in under_way)
    for url, audit in (("http://one", "pb/a"), ("http://two", "pb/a"), ("http://other", "pb/b")):
        made.enqueue_request(ask(url, audit))
    first = made.next_request()
    assert first is not None and first.url == "http://one"
    under_way.append("pb/a")
    assert order(made) == (["other"] if alone else ["other", "two"])
    under_way.clear()
    assert order(made) == (["two"] if alone else [])


def test_what_repeats_is_not_taken_over_before_what_is_new() -> None:
    made, towns = frontier()
    towns["pb/a"].repeated = {"http://tile"}
    made.enqueue_request(ask("http://new", tier=1))
    assert made.take_over([ask("http://tile", tier=0)]) is None
    assert order(made) == ["new"]
    taken = made.take_over([ask("http://tile", tier=0)])
    assert taken is not None and taken.url == "http://tile"


def test_breadth_first() -> None:
    made, _ = frontier()
    for url, tier, depth, score in (("deep", 0, 2, 1.0), ("far", 3, 1, 1.0), ("poor", 0, 1, 0.2), ("good", 0, 1, 0.9)):
        made.enqueue_request(ask(f"http://{url}", tier=tier, depth=depth, score=score))
    assert order(made) == ["good", "poor", "deep", "far"]


def test_a_place_waits_under_the_label_that_promises_most() -> None:
    """Linked from the menu ("Avisos"), and from a page about it ("Avisos de licitação")."""
    made, towns = frontier()
    for url, tier in (("notices", 3), ("page", 1), ("notices", 0), ("page", 2)):
        made.enqueue_request(ask(f"http://{url}", tier=tier))
    assert towns["pb/a"].dropped == ["http://notices"]
    assert order(made) == ["notices", "page"]


def test_a_view_is_looked_at_before_another_is_opened() -> None:
    """Its query, a record of it; not what promises less, and another record last."""
    made, _ = frontier("best")
    for url, kind, given in (
        ("entry of the menu", "link", {}),
        ("query", "query", {}),
        ("record", "row", {"depth": 3}),
        ("query for another year", "query", {"again": True}),
        ("another record", "row", {"another": True}),
        ("vague query", "query", {"tier": 1}),
    ):
        made.enqueue_request(ask(f"http://{url}", kind=kind, **{"depth": 2} | given))
    assert order(made) == [
        "query", "record", "entry of the menu", "query for another year", "vague query", "another record",
    ]  # fmt: skip


def test_what_is_behind_another_record_is_of_another_record() -> None:
    record = candidate(Node(HOME), kind="row")
    assert not record.another and record.again(Node(HOME)).another


@pytest.mark.parametrize(
    ("text", "sets", "others"),
    [
        ("Ainda não houve desembolso.", ("list", "part"), 1),
        ("Nenhum registro", ("list", "part"), 1),
        ("Ainda não houve aditivo.", ("list", "part"), 0),
        ("Pago 1,00", ("list", "part"), 0),
        ("Não se aplica", (), 1),  # a word, and no record
        ("Fundamento Não se aplica", ("list",), 1),  # nor one besides those of the list behind its window
    ],
)
def test_a_part_that_says_there_is_none_of_what_it_is_called_is_opened_of_another_record(
    text: str, sets: tuple[str, ...], others: int
) -> None:
    sums = Column("Valor", "money", 2, samples=("1,00", "2,00"))
    filled = {"list": RecordSet("grid", (sums,), 36), "part": RecordSet("grid", (sums,), 2)}
    part = candidate(
        Node(HOME), kind="click", name="desembolsos ▾", subject="despesa_orcamentaria", of_record=True,
        others=(("click", Node(f"{HOME}/2")),),
    )  # fmt: skip
    audit: Any = SimpleNamespace(
        ledger=SimpleNamespace(
            wanted=lambda: {"despesa_orcamentaria"},
            open_items=frozenset[tuple[str, str]],
            shows_unripe=lambda node: False,
        ),
        portal=SimpleNamespace(records={part.parent: records_in([filled["list"]])}),
    )
    made = Onward(MATRIX, WORDS, SIGNPOSTS, dt.date(2026, 5, 1), lambda _, one: Request(one.node.url))
    frame = SimpleNamespace(record_sets=[filled[name] for name in sets])
    page: Any = SimpleNamespace(findings=[], frames=[frame], node="part")
    assert len(list(made.another(audit, page, part, True, text=f"Empenho 12 {text}"))) == others
    barren = made.another(
        audit, page, replace(part, move=replace(part.move, rating=Rating(0, 1.0, ""))), text="Empenho 12"
    )
    assert len(list(barren)) == 1  # the list that stands behind a window is not its own


@pytest.mark.parametrize(
    ("unripe", "asked"), [(True, ["older", "2", "3"]), (False, [])], ids=["not run its course", "has run its course"]
)
def test_after_a_record_that_has_not_run_its_course_one_of_the_year_before_is_opened(
    unripe: bool, asked: list[str]
) -> None:
    """And where that has not, either, those beside it."""
    others: tuple[tuple[Kind, Node], ...] = tuple(("click", Node(f"{HOME}/{n}")) for n in (2, 3))
    part = candidate(
        Node(HOME), kind="click", name="movimentação", subject="despesa_orcamentaria", of_record=True,
        others=others, older=(("click", Node(f"{HOME}/older")),),
    )  # fmt: skip
    ledger = SimpleNamespace(
        wanted=lambda: {"despesa_orcamentaria"},
        open_items=frozenset[tuple[str, str]],
        shows_unripe=lambda node: unripe and node == "part",
    )
    audit: Any = SimpleNamespace(ledger=ledger, portal=SimpleNamespace(records={}))
    shown = RecordSet("grid", (Column("Valor", "money", 2, samples=("1,00", "2,00")),), 2)
    page: Any = SimpleNamespace(findings=[], frames=[SimpleNamespace(record_sets=[shown])], node="part")
    made = Onward(
        MATRIX, WORDS, SIGNPOSTS, dt.date(2026, 5, 1), lambda _, one: Request(one.node.url, meta={CANDIDATE: one})
    )
    opened = []
    for _ in range(4):
        for again in made.another(audit, page, part, True):
            part = candidate_of(again)
            opened.append(part.node.url.rpartition("/")[2])
    assert opened == asked


def test_what_stands_in_the_place_of_a_record_is_told_by_its_place_alone() -> None:
    """Its own label is that of another record."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    (opened,) = found(*(row(n, f"{n}/2026 Obra") for n in range(3)), ground=ground)
    record = in_its_place(opened.node, Node(HOME, (Step("query", FrameKey(), Target("body[1]>button[1]"), attempt=1),)))
    query, press = record.steps
    assert (query.attempt, press.target.path, press.target.label) == (1, opened.node.steps[0].target.path, "")
    assert "2026" in opened.node.words[-1] and "2026" not in record.words[-1]


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


@pytest.mark.parametrize(("strategy", "picked"), [("bfs", None), ("dfs", "http://child")])
def test_what_is_picked_next_anyway_is_visited_in_place(strategy: str, picked: str | None) -> None:
    made, _ = frontier(strategy)
    made.enqueue_request(ask("http://one", depth=1))
    child = ask("http://child", depth=2)
    taken = made.take_over([child])
    assert (taken.url if taken else None) == picked
    assert made.enqueue_request(child) is (picked is None)
    if taken:
        made.give_back(taken)
        assert made.enqueue_request(child)


def test_what_is_refused_is_not_taken_over() -> None:
    made, towns = frontier("dfs")
    towns["pb/a"].refused = {"http://child"}
    assert made.take_over([ask("http://child")]) is None
    assert made.take_over([]) is None


def walk_over(
    strategy: str, rewards: dict[str, int], offers: list[tuple[str, dict[str, Any]]], seed: int = 0
) -> list[str]:
    """The order in which a strategy visits offers that are all there from the start."""
    made = Walk(strategy_named(strategy), Learning(epsilon=0.5, seed=seed), "pb/a")
    waiting = [offer(name, number, **given) for number, (name, given) in enumerate(offers)]
    visited = []
    while waiting:
        taken = waiting.pop(made.pick(waiting))
        made.visiting(taken)
        made.rewarded(taken.node, rewards.get(taken.node, 0))
        visited.append(taken.node)
    return visited


ALIKE = [(f"{group}{n}", {"parent": group, "shape": group, "tier": 2, "depth": 1}) for n in range(6) for group in "ab"]


def test_bandit_prefers_the_siblings_of_what_brought_something() -> None:
    rewards = {f"b{n}": 5 for n in range(6)}
    made = Walk(strategy_named("bandit"), Learning(epsilon=0.0), "pb/a")
    waiting = [offer(name, number, **given) for number, (name, given) in enumerate(ALIKE)]
    first, second = waiting[0], waiting[1]
    for tried in (first, second):
        made.visiting(tried)
        made.rewarded(tried.node, rewards.get(tried.node, 0))
    left = [other for other in waiting if other not in (first, second)]
    assert left[made.pick(left)].node.startswith("b")


def test_a_find_is_credited_to_the_nodes_above_it() -> None:
    made = Walk(strategy_named("bandit"), Learning(epsilon=0.0), "pb/a")
    for node, parent in (("home", ""), ("menu", "home"), ("list", "menu")):
        made.visiting(offer(node, parent=parent))
        made.rewarded(node, 0 if node != "list" else 10)
    assert [round(made.tree[node].total, 2) for node in ("list", "menu", "home")] == [10, 7, 4.9]


@pytest.mark.parametrize("strategy", ["bandit", "bandit-bfs"])
def test_bandits_repeat_with_a_seed_and_differ_with_another(strategy: str) -> None:
    rewards = {"a3": 4}
    runs = [walk_over(strategy, rewards, ALIKE, seed) for seed in (1, 1, 2, 3)]
    assert runs[0] == runs[1]
    assert strategy == "bandit-bfs" or any(run != runs[0] for run in runs[2:])
    assert sorted(runs[0]) == sorted(name for name, _ in ALIKE)


def test_exploring_breadth_first_takes_what_names_a_criterion() -> None:
    made = Walk(strategy_named("bandit-bfs"), Learning(epsilon=1.0), "pb/a")
    assert made.pick([offer("poor", 0, tier=3), offer("good", 1, tier=0)]) == 1


def test_best_first_is_breadth_first_where_nothing_is_remembered() -> None:
    offers = [
        *((f"empty{n}", {"parent": "home", "shape": "li", "tier": 1, "depth": 1, "score": 0.4}) for n in range(8)),
        ("other", {"parent": "page", "shape": "td", "tier": 2, "depth": 2}),
        ("named", {"parent": "home", "shape": "li", "tier": 0, "depth": 1, "score": 0.9}),
    ]
    assert walk_over("best", {}, offers) == walk_over("bfs", {}, offers)


def test_a_place_that_did_not_open_by_itself_is_visited_where_the_portal_leads_there() -> None:
    made, _ = frontier()
    place, row = ask("http://record", revisit=True), ask("http://record")
    made.enqueue_request(place)
    assert order(made) == ["record"]
    for again in (row, ask("http://record")):  # its query offers it meanwhile
        assert not made.enqueue_request(again)
    assert made.give_back(place)
    assert order(made) == ["record"]
    assert not made.give_back(ask("http://other", revisit=True))  # nothing leads there any more


def test_a_node_that_was_begun_is_finished_first() -> None:
    made, _ = frontier()
    made.enqueue_request(ask("http://good", tier=0))
    made.enqueue_request(ask("http://begun", tier=3, restart=True))
    assert order(made) == ["begun", "good"]


def test_unknown_strategy() -> None:
    with pytest.raises(UserError, match="Estratégia desconhecida"):
        strategy_named("aleatória")


def test_a_component_that_does_nothing_is_left_alone() -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    asked = ask("http://x", component="form", kind="query", tier=0)
    for _ in range(INERT):
        assert audit.agenda.admits(asked)
        audit.agenda.acted(candidate(component="form"), changed=False)
    assert not audit.agenda.admits(asked)
    audit.agenda.acted(candidate(component="form"), changed=True)
    audit.agenda.acted(candidate(component="form"), changed=False)
    assert audit.agenda.admits(asked)


@pytest.mark.parametrize(("changes", "another"), [([False], True), ([False, False], False), ([True, False], True)])
def test_years_that_change_nothing_when_they_are_pressed(changes: list[bool], another: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    for changed in changes:
        audit.agenda.pressed("page|div>button", changed)
    assert audit.agenda.admits(ask("http://x", series="page|div>button", kind="query", tier=1)) is another


@pytest.mark.parametrize(
    ("title", "trail", "other", "again"),
    [
        ("despesas por secretaria", [], {}, True),
        ("despesas por secretaria", ["gastos publicos"], {}, True),
        ("despesas por secretaria gastos publicos", [], {}, True),  # a tile that says its menu, too
        ("despesas por secretaria", [], {"component": "tile"}, False),  # itself
        ("despesas por secretaria", ["despesas por secretaria"], {}, False),  # a menu, and the entry of that name in it
        ("despesas por funcao", [], {}, False),
        ("despesas", [], {}, False),
        ("despesas por secretaria", [], {"kind": "row"}, False),
        ("", [], {}, False),
        ("licitacoes", ["compras"], {}, True),
        ("licitacoes compras", [], {}, True),  # one word, and the menu that it stood in
        ("licitacoes arquivadas", [], {}, False),
        ("licitacoes 4 consultas", [], {}, True),  # a tile that says how much is behind it
        ("licitacoes 4", [], {}, False),
        ("licitacoes compras licitacoes", [], {}, True),
        ("licitacoes obras licitacoes", [], {}, False),
        ("licitacoes 4 consultas abertas", [], {}, False),
        ("fora do orcamento", ["despesas"], {"tier": 0}, True),
        ("fora do orcamento", ["receitas"], {"tier": 0}, False),  # the way says of what
        ("fora do orcamento", ["receitas"], {"tier": 1}, True),
        ("fora do orcamento receitas", [], {"tier": 0}, False),
        ("fora do orcamento despesas", [], {"tier": 0}, True),
    ],
)
def test_components_that_lead_to_the_same_place(
    title: str, trail: list[str], other: dict[str, Any], again: bool
) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    asked = ask(
        "http://x", **{"title": title, "trail": tuple(trail), "kind": "click", "component": "menu", "tier": 1, **other}
    )
    assert not audit.agenda.repeats(asked)
    for component, told, under in (
        ("tile", "despesas por secretaria", ()),
        ("entry", "licitacoes", ("compras",)),
        ("entry", "fora do orcamento", ("despesas",)),
    ):
        audit.agenda.acted(candidate(kind="click", component=component, title=told, trail=under), True)
    assert audit.agenda.repeats(asked) is again


def test_what_leads_there_again_waits_for_what_is_under_way() -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    menu, tile = (
        ask(f"http://{name}", kind="click", component=name, title="licitacoes", region=region)
        for name, region in (("menu", "nav"), ("tile", ""))
    )
    assert audit.agenda.admits(menu)
    assert audit.agenda.repeats(tile) and audit.agenda.busy(tile) and not audit.agenda.busy(menu)
    audit.agenda.acted(candidate_of(menu), False)
    audit.agenda.tried(menu, False)
    assert not audit.agenda.repeats(tile) and not audit.agenda.busy(tile)  # it opened nothing
    audit.agenda.acted(candidate_of(menu), True)
    assert audit.agenda.repeats(tile) and not audit.agenda.busy(tile)
    part = ask("http://tab", kind="click", component="tab", title="licitacoes", of_record=True)
    assert not audit.agenda.repeats(part)  # the bids of a contract that is open
    assert audit.agenda.admits(tile) and audit.spending.tiers == {0: 1, 3: 1}


@pytest.mark.parametrize(
    ("seen", "admitted"),
    [
        ([], True),
        ([True], True),
        ([True, True], False),
        ([True, True, False], False),
        ([True, False, True, False], True),
    ],
)
def test_tiles_named_like_menus_that_all_lead_back_are_left_out(seen: list[bool], admitted: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    menu, tile = (ask(f"http://{n}", kind="click", component=n, title="licitacoes") for n in ("menu", "tile"))
    audit.agenda.acted(candidate_of(menu), True)
    for known in seen:
        audit.agenda.followed.came_again(candidate_of(tile), known)
        audit.agenda.followed.came_again(candidate_of(menu), True)  # which repeats nothing
    assert audit.agenda.admits(tile) is admitted
    assert audit.agenda.admits(menu)


@pytest.mark.parametrize(
    ("kind", "view", "entries", "opened"),
    [
        ("click", "form", 9, True),
        ("click", "form", 5, False),  # a tab over one form for all that the bar names
        ("click", "table", 9, False),
        ("click", "", 9, False),
        ("query", "form", 9, False),
    ],
)
def test_what_only_opens_a_menu_is_clicked_on_one_page(kind: str, view: str, entries: int, opened: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    audit.portal.views |= {"page": ("form", 5), "after": (view, entries)}
    assert audit.agenda.opened_menu("after", candidate(kind=kind, parent="page", component="Despesas")) is opened
    elsewhere = ask("http://x", kind="click", component="Despesas", parent="other")
    assert audit.agenda.admits(elsewhere) is not opened
    assert audit.agenda.admits(ask("http://y", kind="click", component="Receitas", parent="other"))
    assert audit.agenda.admits(ask("http://z", kind="query", component=""))


@pytest.mark.parametrize(
    ("era", "criterion", "seen", "empty", "admitted"),
    [
        (1, "quadro_pessoal", [], [], True),
        (1, "quadro_pessoal", ["quadro_pessoal"], [], False),
        (
            1,
            "quadro_pessoal",
            ["quadro_pessoal"],
            ["nome", "cargo", "salario_cargo"],
            True,
        ),  # sums, and a list without rows
        (2, "quadro_pessoal", ["quadro_pessoal"], ["nome", "cargo", "salario_cargo"], False),
        (2, "quadro_pessoal", ["licitacao"], [], True),
        (1, "", [criterion.id for criterion in MATRIX.criteria], [], False),
        (1, "", [criterion.id for criterion in MATRIX.criteria][1:], [], True),
    ],
)
def test_another_year_of_the_whole_portal_is_asked_for_what_is_missing(
    era: int, criterion: str, seen: list[str], empty: list[str], admitted: bool
) -> None:
    audit = Audit(Municipality("a", "A", "PB"), MATRIX, False, Budget(), lambda: None)
    audit.begin()
    first, later = (
        ask("http://x", kind="query", years_back=era - 1),
        ask("http://y", kind="query", years_back=era, criterion=criterion),
    )
    audit.agenda.opened(first)
    audit.agenda.opened(later)
    assert audit.agenda.holds(later) and not audit.agenda.holds(first)
    audit.agenda.left(first)
    assert not audit.agenda.holds(later)
    audit.ledger.seen_criteria.update(seen)
    audit.ledger.empty |= {(criterion, item): Finding(criterion, item, "", 1.0, False) for item in empty}
    assert audit.agenda.admits(later) is admitted


def test_siblings_that_bring_nothing_are_skipped() -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    audit.agenda.harvest.groups["list"] = [False] * SIBLINGS[2]
    assert not audit.agenda.admits(ask("http://x", group="list", tier=2))
    assert audit.agenda.admits(ask("http://y", group="list", tier=0))
    audit.agenda.harvest.groups["list"].append(True)
    assert audit.agenda.admits(ask("http://z", group="list", tier=2))
    audit.agenda.harvest.groups["list"] += [False] * 3 * SIBLINGS[2]
    assert not audit.agenda.admits(ask("http://w", group="list", tier=2))


@pytest.mark.parametrize(
    ("label", "aside"),
    [
        ("Perguntas Frequentes", True),
        ("Obras Públicas", True),
        ("Contratos Vigentes", True),
        ("Dez maiores fornecedores", True),
        ("Tributos e transferências", False),  # says more
        ("Turismo", False),  # nothing that is known
        ("Licitações e Contratos", False),
        ("Licitações", False),
    ],
)
def test_labels_that_name_another_subject_and_little_more(label: str, aside: bool) -> None:
    rating = SIGNPOSTS.rate(label, "", [], "", "", ALL)
    assert rating is not None
    assert rating.aside is aside


def test_what_names_another_subject_waits_for_everything_else() -> None:
    audit = Audit(Municipality("a", "A", "PB", portal_url="http://a"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    other, faq, works = (
        ask("http://other"),
        ask("http://faq", tier=3, off_topic=True),
        ask("http://works", tier=3, off_topic=True),
    )
    for asked in (other, faq, works):
        audit.agenda.opened(asked)
    assert audit.agenda.holds(faq)
    assert not audit.agenda.holds(other)
    audit.agenda.left(other)
    assert not audit.agenda.holds(faq), "others of its kind do not keep it waiting"


def test_what_names_another_subject_is_looked_at_a_few_times() -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(aside=2), lambda: None)
    audit.begin()
    admitted = [audit.agenda.admits(ask(f"http://x/{name}", tier=3, off_topic=True)) for name in "abc"]
    assert admitted == [True, True, False]
    assert audit.agenda.admits(ask("http://x/d", tier=3)), "what says nothing at all is another matter"
    audit.ledger.seen_criteria.update(ALL)
    assert not audit.agenda.admits(ask("http://x/e", tier=3))


def test_trace_counts_nodes_as_they_were_picked() -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.found = [(1, 0, 0.5), (4, 3, 1.0), (2, 5, 2.0)]
    assert [(t["nodes"], t["items"], t["seconds"]) for t in audit.trace()] == [(1, 0, 0.5), (2, 5, 2.0), (4, 8, 2.0)]


@pytest.mark.parametrize(
    ("cookie", "url", "sent"),
    [
        ({"domain": "portal.gov.br", "path": "/"}, "http://portal.gov.br/a", True),
        ({"domain": ".gov.br", "path": "/"}, "http://portal.gov.br/a", True),
        ({"domain": "portal.gov.br", "path": "/b"}, "http://portal.gov.br/a", False),
        ({"domain": "gov.br.evil", "path": "/"}, "http://portal.gov.br/a", False),
        ({"domain": "portal.gov.br", "path": "/", "secure": True}, "http://portal.gov.br/a", False),
    ],
)
def test_cookies_of_the_browser_are_shared(cookie: dict[str, Any], url: str, sent: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.portal.cookies = [{"name": "s", "value": "1", "secure": False, **cookie}]
    assert audit.portal.cookie_header(url) == ({"Cookie": "s=1"} if sent else {})


@pytest.mark.parametrize(("forms", "inside", "query"), [(1, True, True), (3, True, False), (1, False, False)])
def test_a_form_laid_out_in_a_table_is_a_query(forms: int, inside: bool, query: bool) -> None:
    """One button with its fields in the table asks; one in every row, or one without fields, opens a record."""
    table = "body[1]>table[1]"
    field = {"path": f"{table}>tr[1]>td[1]>select[1]" if inside else "body[1]>div[1]>select[1]"}
    made = [built(Form, row={"table": table, "index": n}, label="OK", controls=[field]) for n in range(forms)]
    assert in_record(made[0], made) is not query


def files(names: list[str], label: str = "Baixar", **more: Any) -> list[Pressable]:
    """Links to files in a list, under what each is called."""
    return [
        component(
            label,
            "link",
            path=f"body[1]>ul[1]>li[{n}]>a[1]",
            href=f"http://portal.gov.br/post/?wpdmdl={n}",
            around=[name, "Arquivos"],
            **more,
        )
        for n, name in enumerate(names, 1)
    ]


def post(*labels: str, listing: bool = True, **more: Any) -> Ground:
    """A page that lists files, and the labels that led to it."""
    return Ground(Node(HOME, labels=labels), HOME, records=True, listing=listing, **more)


@pytest.mark.parametrize(
    ("labels", "names", "ground", "opened"),
    [
        (("Despesas", "Relação de Empenhos"), ["Janeiro de 2026 6 KB", "Fevereiro de 2026 6 KB"], {}, 1),
        (("Despesas", "2026"), ["01", "02"], {}, 1),
        (("Folha de Pagamento", "Ver mais"), ["Arquivo completo"], {}, 1),
        (("Receitas", "Resumo por Categoria"), ["Arquivo único"], {"inner": True}, 1),
        (("Receitas", "Notícias"), ["Arquivo único"], {}, 0),  # a menu led on to something else
        (("Despesas", "Contratos"), ["Janeiro", "Fevereiro"], {}, 0),  # another subject
        (("Despesas", "Empenhos"), ["Contrato 1", "Contrato 2"], {}, 0),
        (("Despesas", "QDD 2026"), ["QDD 2026 - anexo da LOA"], {}, 1),  # its page by name, which is of the expenses
        (("Despesas", "PPA 2026"), ["PPA 2026 - anexo da LOA"], {}, 1),
        (("Notícias", "PPA 2026"), ["PPA 2026 - anexo da LOA"], {}, 0),
        (("Despesas", "Empenhos"), ["Janeiro"], {"listing": False}, 0),  # hangs on a table of data
        (("Despesas", "Empenhos"), ["Janeiro"], {"promising": True}, 0),
        (("Despesa", "Anexo 2 (impresso)"), ["Janeiro"], {"title": "Anexo 2 - Despesa segundo as categorias econômicas"}, 1),
        (("Despesa", "Anexo 2 (impresso)"), ["Janeiro"], {"title": "Portal da Transparência"}, 0),
        (("Despesas", "Contratos"), ["Janeiro"], {"title": "Despesas com contratos"}, 0),
        ((), ["Balancete da Receita - janeiro", "Folha de Pagamento - janeiro", "Balancete da Receita - fevereiro"], {}, 2),
    ],
)  # fmt: skip
def test_files_that_the_way_names(
    labels: tuple[str, ...], names: list[str], ground: dict[str, Any], opened: int
) -> None:
    made = found(*files(names), ground=post(*labels, **ground))
    assert [move.kind for move in made] == ["document"] * opened


def test_other_months_wait_for_when_the_first_brings_nothing() -> None:
    (move,) = found(*files(["Janeiro", "Fevereiro", "Março", "Abril"]), ground=post("Empenhos"))
    assert move.node.url.endswith("=1")
    assert [(kind, node.url[-2:]) for kind, node in move.others] == [("document", "=2")]
    assert move.node.words[-1] == "abra o arquivo “Janeiro”"


@pytest.mark.parametrize(
    ("label", "more", "kind"),
    [
        ("Download", {"kind": "click", "href": "http://portal.gov.br/post/?wpdmdl=7"}, "document"),
        ("Baixar arquivo", {"kind": "click"}, "click"),  # a script fetches it
        ("Ver", {"kind": "link", "href": "http://portal.gov.br/baixar.php?id=7"}, "document"),
        ("Ver", {"kind": "link", "href": "http://portal.gov.br/x?arquivo=folha.pdf"}, "document"),
        ("Baixar", {"kind": "link", "href": "http://portal.gov.br/fotos.zip"}, None),
        ("Imprimir", {"kind": "click"}, None),
    ],
)  # fmt: skip
def test_what_brings_a_file(label: str, more: dict[str, Any], kind: str | None) -> None:
    made = found(component(label, **{"around": ["Folha de pagamento"], **more}), ground=post("Pessoal"))
    assert [move.kind for move in made] == ([kind] if kind else [])


def test_posts_of_a_series_are_told_by_their_cards() -> None:
    cards = [
        component("Leia mais", "link", path=f"body[1]>div[{n}]>a[1]", href=f"{HOME}/{n}", around=[title])
        for n, title in enumerate(["Empenhos 2026", "Empenhos 2025", "Pagamentos 2026", "Empenhos 2024"], 1)
    ]
    assert sorted(move.node.url[-1] for move in found(*cards)) == ["1", "3"]


def test_twins_of_posts_that_another_stands_for() -> None:
    names = ["Empenhos - 2026", "Empenhos - 2025", "Empenhos - 2024"]
    titles = [component(t, "link", path=f"body[1]>p[{n}]>b[1]>a[1]", href=f"{HOME}/{n}") for n, t in enumerate(names)]
    buttons = [component("Ver arquivos", "link", path=f"body[1]>p[{n}]>a[1]", href=f"{HOME}/{n}") for n in range(3)]
    for button, title in zip(buttons, names, strict=True):
        button.around = [title]
    assert {move.node.url[-1] for move in found(*titles, *buttons)} == {"0"}


COLUMNS = frozenset(("empenho", "data", "credor", "valor"))
SHOWN = ["Empenho", "Data", "Credor", "Valor"]


def entries(labels: list[str], form: str) -> dict[str, Any]:
    """A list of columns: clickable words, or check boxes in labels."""
    if form == "clicks":
        return {
            "candidates": [component(c, path=f"body[1]>div[2]>div[{n}]", tag="div") for n, c in enumerate(labels, 1)]
        }
    return {
        "toggles": [
            {"path": f"body[1]>div[2]>label[{n}]>input[1]", "tag": "input", "label": c, "checked": c in SHOWN, "hidden": False}
            for n, c in enumerate(labels, 1)
        ]
    }  # fmt: skip


@pytest.mark.parametrize("form", ["clicks", "boxes"])
@pytest.mark.parametrize(
    ("labels", "promising", "shown"),
    [
        ([*SHOWN, "CPF/CNPJ", "Licitação"], True, ["CPF/CNPJ", "Licitação"]),
        (SHOWN, True, []),  # all are shown
        ([*SHOWN, "CPF/CNPJ"], False, []),  # the table is not ours
        (["Pregão", "Dispensa", "Credor", "Leilão"], True, []),  # a filter
        (["Empenho", "Data", "2026NE0001", "01/02/2026"], True, []),  # cells
    ],
)  # fmt: skip
def test_columns_behind_a_menu(form: str, labels: list[str], promising: bool, shown: list[str]) -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=promising, columns=COLUMNS)
    data = built(View, {"forms": [], "selects": [], "theme": "", "candidates": [], **entries(labels, form)})
    made = moves([(FrameKey(), HOME, data)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    steps = [move.node.steps[-1] for move in made if move.kind == "choice"]
    assert [[label for label, _ in step.choices] for step in steps] == ([shown] if shown else [])


@pytest.mark.parametrize(("columns", "opened"), [(COLUMNS, True), (frozenset(), False)])
def test_the_list_of_columns_is_opened_where_records_are(columns: frozenset[str], opened: bool) -> None:
    ground = Ground(Node(HOME), HOME, records=bool(columns), promising=bool(columns), columns=columns)
    made = found(component("Exibir colunas"), ground=ground)
    assert [(move.kind, move.rating.tier) for move in made] == ([("choice", 0)] if opened else [])


def drawn(value: str, label: str = "Exercício") -> Field:
    """A list of options that a script draws, closed."""
    place = {"path": "body[1]>div[1]", "row": None, "visible": True, "personal": False, "around": []}
    return built(
        Field,
        {**place, "tag": "div", "type": "combobox", "label": label, "name": "", "value": value, "placeholder": ""},
    )


@pytest.mark.parametrize(
    ("control", "records", "attempt"),
    [
        (drawn("2026"), False, 1),
        (drawn("2023"), False, 0),
        (drawn("Selecione"), False, 0),
        (drawn("Janeiro", "Mês"), False, 0),
        (drawn("Todos", "Mês"), False, None),
        (drawn("Todas", "Modalidade"), False, None),
        (drawn("2026"), True, None),
    ],
)
def test_lists_without_a_button(control: Field, records: bool, attempt: int | None) -> None:
    made = found(records=records, selects=[control])
    assert [move.node.steps[-1].attempt for move in made] == ([] if attempt is None else [attempt])


def pressed(*texts: str, chosen: int = -1, label: str = "Ano") -> Field:
    """Choices that are pressed, side by side."""
    options = [{"text": t, "value": f"body[1]>p[1]>b[{n}]", "disabled": False} for n, t in enumerate(texts, 1)]
    return like(drawn("", label), path="body[1]>p[1]", tag="radio", type="", value=chosen, options=options)


BODY = like(drawn("", "Entidade"), path="body[1]>div[2]", tag="list", typed="body[1]>input[1]", required=False)


@pytest.mark.parametrize(
    ("selects", "moves_made"),
    [
        ([], ["2026", "2025"]),  # one by one
        ([BODY, pressed("2026", "2025")], [""]),  # with the list beside them
        ([drawn("10", "Itens por página"), pressed("Sim", "Não", chosen=0, label="Ativo")], ["2026", "2025"]),
    ],
)
def test_years_are_pressed_with_the_other_fields_of_a_query(selects: list[Any], moves_made: list[str]) -> None:
    years = [component(y, tag="b", path=f"body[1]>p[1]>b[{n}]") for n, y in enumerate(("2026", "2025"), 1)]
    assert [move.label for move in found(*years, selects=selects)] == moves_made


@pytest.mark.parametrize(
    ("selects", "queries"),
    [([BODY, pressed("2026", "2025")], 0), ([BODY, pressed("2026", "2025"), drawn("10", "Itens por página")], 0), ([BODY, drawn("2024", "Mês")], 0),
     ([BODY, pressed("2026", "2025"), drawn("Selecione", "Unidade")], 1)],
)  # fmt: skip
def test_a_query_is_asked_again_only_when_it_brings_a_new_field(selects: list[Any], queries: int) -> None:
    known = loose_fields(
        [(FrameKey(), HOME, built(View, {"selects": [BODY, pressed("2026", "2025"), drawn("2024", "Mês")]}))]
    )
    made = found(ground=Ground(Node(HOME), HOME, inherited=frozenset(known)), selects=selects)
    assert len(made) == queries


@pytest.mark.parametrize(
    ("selects", "text", "html", "asked"),
    [
        ([like(drawn("2026"), type="year")], "Despesas Receitas", "<main>", 0),  # nothing is asked yet
        ([like(drawn("2026"), type="year")], "Nenhum dado disponível", "<main>", 1),
        ([like(drawn("2026"), type="year")], "Carregando", "<main><table>", 1),
        ([like(drawn("2026"), type="year"), drawn("10", "Itens por página")], "Despesas", "<main>", 0),
        ([like(drawn("2026"), type="year"), drawn("Selecione", "Unidade")], "Despesas", "<main>", 1),
        ([drawn("2026")], "Despesas", "<main>", 1),  # a field of the view
    ],
)
def test_the_year_of_a_toolbar_is_asked_where_nothing_is_shown(
    selects: list[Any], text: str, html: str, asked: int
) -> None:
    made = found(selects=selects, text=text, html=html)
    assert len(made) == asked


@pytest.mark.parametrize(("way", "same"), [(("Compras", "Contratos"), True), (("Portal", "Contratos"), False)])
def test_a_tab_is_the_same_one_in_views_of_its_bar(way: tuple[str, ...], same: bool) -> None:
    """ "Despesas" names several criteria: what it is depends on where it stands, but not on the tab beside it."""

    def key(*labels: str) -> str:
        step = Step(
            "click", FrameKey(), Target(f"body[1]>div[1]>{'button' if labels[0] == 'Compras' else 'a'}[2]", "a"), "x"
        )
        ground = Ground(Node(HOME, steps=(step,), labels=labels), HOME)
        (move,) = found(component("Despesas", tag="button", role="tab", path="body[1]>div[1]>button[1]"), ground=ground)
        return move.key

    assert (key(*way) == key(way[0], "Licitações")) is same


def test_groups_with_sums_are_rows() -> None:
    groups = [
        component(f"{g} 990,00", path=f"body[1]>div[{n}]", tag="div") for n, g in enumerate(("Correntes", "Capital"), 1)
    ]
    assert [move.kind for move in found(*groups, records=True, promising=True)] == ["row"]


def test_a_message_that_nothing_was_found_is_no_component() -> None:
    assert found(component("Nenhum registro encontrado.")) == []


def test_nodes_of_a_tree_are_no_rows_though_they_have_their_shape() -> None:
    """Where all is made of alike boxes, a grid's rows and the entries of a menu are told apart by what they hold."""
    tree = [
        component(label, tag="div", path=f"body[1]>div[1]>div[{n}]>div[1]")
        for n, label in enumerate(("Empenhos", "Receitas", "Obras"), 1)
    ]
    rows = [
        component(f"2026NE{n} 0{n}/02/2026 ACME 1.{n}00,00", tag="div", path=f"body[1]>div[2]>div[{n}]>div[1]")
        for n in (1, 2, 3)
    ]
    made = found(*tree, *rows, records=True, promising=True)
    assert sorted((move.kind, move.label[:8]) for move in made) == [
        ("click", "Empenhos"),
        ("click", "Obras"),
        ("click", "Receitas"),
        ("row", "2026NE1 "),
    ]


@pytest.mark.parametrize(
    "label", ["Ir para a próxima página", "Primeira página", "Voltar à lista", "← Retornar à consulta", "Agora não"]
)
def test_what_turns_pages_or_leads_back_is_no_move(label: str) -> None:
    assert not found(component(label), component("Empenhos", path="body[1]>a[1]"))[1:]


def tiles(labels: list[str], head: str = "", columns: int = 3) -> list[Pressable]:
    """Components in the cells of a table, so many side by side."""
    made = []
    for place, label in enumerate(labels):
        index, column = divmod(place, columns)
        spot = {"table": "body[1]>table[1]", "index": index, "count": 9, "column": column, "cells": columns, "heading": False, "head": head}  # fmt: skip
        made.append(component(label, path=f"body[1]>table[1]>tr[{index + 1}]>td[{column + 1}]>a[1]", row=spot))
    return made


TILES = ["Despesas", "Receitas", "Licitações", "Pessoal", "A Cidade", "Leis"]


@pytest.mark.parametrize(
    ("labels", "head", "menu"),
    [
        (TILES, "", True),  # pictures: the table has no words
        (TILES, "Despesas Receitas Licitações", True),
        (TILES, "Número Credor Objeto", False),  # under headings
        (["Despesas", "Pessoal", "Receitas", "Despesas", "Obras", "Leis"], "", False),  # values that come again
        (["00001/2026", "Fulano", "Pregão", "00002/2026", "Beltrano", "Dispensa"], "", False),
    ],
)
def test_a_menu_laid_out_by_a_table(labels: list[str], head: str, menu: bool) -> None:
    kinds = [move.kind for move in found(*tiles(labels, head))]
    assert ("row" not in kinds) is menu


@pytest.mark.parametrize(("alike", "asked"), [(1, True), (2, True), (3, False)])
def test_selects_in_the_rows_of_records_ask_nothing(alike: int, asked: bool) -> None:
    selects = [
        built(Field, row={"table": "body[1]>table[1]", "index": n}, options=[{"text": "Sim"}, {"text": "Não"}])
        for n in range(alike)
    ]
    assert of_record(selects[0], selects) is not asked


@pytest.mark.parametrize(
    ("label", "level", "x", "column", "expected"),
    [
        ("+", "2", 90, 0, "2"),
        ("+", "", 90, 0, "15"),  # as far as it is indented
        ("Expandir", "", 108, -1, "18"),
        ("+", "", 400, 3, ""),  # its column tells
        ("Detalhar empenho", "2", 90, 0, ""),
    ],
)
def test_levels_of_a_tree(label: str, level: str, x: int, column: int, expected: str) -> None:
    place = {"table": "body[1]>table[1]", "index": 1, "count": 9, "column": column, "cells": 4, "heading": False, "head": "", "level": level}  # fmt: skip
    assert level_of(component(label, tag="span", row=place, box=[x, 0, 9, 9])) == expected


GROUP = {"table": "body[1]>table[1]", "count": 9, "column": 0, "cells": 1, "heading": False, "head": ""}


@pytest.mark.parametrize(
    ("labels", "opened"),
    [
        (["▾ Lotação: Gabinete (2)", "▾ Lotação: Saúde (5)", "▾ Lotação: Obras (1)"], []),  # they are open
        (["▸ Lotação: Gabinete (2)", "▸ Lotação: Saúde (5)", "▸ Lotação: Obras (1)"], ["▸ Lotação: Gabinete (2)"]),
        (["Lotação: Gabinete", "Lotação: Saúde", "Lotação: Obras"], ["Lotação: Gabinete"]),
        (["Gabinete: folha", "Saúde: folha", "Obras: folha"], ["Gabinete: folha", "Obras: folha", "Saúde: folha"]),
    ],
)
def test_one_group_of_rows_shows_what_the_others_are_like(labels: list[str], opened: list[str]) -> None:
    groups = [component(g, tag="td", path=f"body[1]>table[1]>tr[{n}]>td[1]", row={**GROUP, "index": n}) for n, g in enumerate(labels)]  # fmt: skip
    assert sorted(move.label for move in found(*groups, records=True, promising=True)) == opened


@pytest.mark.parametrize(
    ("label", "hint", "region", "offered"),
    [
        ("", "ui-jqgrid-titlebar-close HeaderButton", "", False),
        ("", "btn-minimizar", "dialog", False),
        ("", "menu-toggle close", "nav", True),  # the state of a menu
        ("", "btn-detalhes", "", True),
        ("Fechamento", "btn-close", "", True),  # has words of its own
        ("Close", "", "", False),
        ("Despesa Extra ×", "", "", False),
        ("Receita ×", "", "", True),  # another view's
        ("Despesa Extra", "", "", False),  # the title of the records in sight
        ("Despesa Extra", "", "nav", True),
    ],
)
def test_what_only_closes_or_shrinks_a_view(label: str, hint: str, region: str, offered: bool) -> None:
    here = Ground(Node(HOME, labels=("Despesa Extra",)), HOME, records=True)
    assert bool(found(component(label, tag="span", hint=hint, region=region), ground=here)) is offered


@pytest.mark.parametrize(
    ("label", "criterion"),
    [("Rec. Extraorçamentária", "receita_extra_orcamentaria"), ("Desp. Orç.", "despesa_orcamentaria"), ("Licit.", "licitacao")],
)  # fmt: skip
def test_abbreviations_in_menus(label: str, criterion: str) -> None:
    rating = SIGNPOSTS.rate(label, "", [], "", "", ALL)
    assert rating is not None
    assert (rating.tier, rating.criterion) == (0, criterion)


@pytest.mark.parametrize("text", ["Imprimir", "Compartilhar", "Sair"])
def test_tools_beside_the_button_say_nothing_about_a_form(text: str) -> None:
    bar = component(text, path="body[1]>form[1]>a[2]")
    asked = form(text=f"Licitações Exercício: Pesquisar {text}")
    assert [m.kind for m in found(bar, forms=[asked])] == ["query"]
    assert found(forms=[form(text=f"Ouvidoria {text}")]) == []


@pytest.mark.parametrize(
    ("label", "rows", "records", "forms", "offered"),
    [
        ("Visualizar ficha", True, True, True, False),  # tried when a row was chosen
        ("Abrir processo", False, False, True, False),  # nothing was asked yet
        ("Abrir processo", False, True, True, True),
        ("Ver despesas", False, False, False, True),
        ("Licitações", True, True, True, True),
    ],
)
def test_what_opens_a_chosen_row_waits_for_it(
    label: str, rows: bool, records: bool, forms: bool, offered: bool
) -> None:
    components = [component(label, path="body[1]>form[1]>a[1]")]
    if rows:
        components.append(component("1/2026 Fulano", path="body[1]>table[1]>tr[1]", tag="tr"))
    ground = Ground(Node(HOME), HOME, records, records)
    moved = found(*components, ground=ground, forms=[form()] if forms else [])
    assert (label in {move.label for move in moved if move.kind == "click"}) is offered


def test_a_list_without_rows_has_nothing_to_open() -> None:
    ran = Step("query", FrameKey(), Target("body[1]>form[1]>button[1]", "button", "Consultar"), "clique em “Consultar”")
    ground = Ground(Node(HOME, (ran,)), HOME, False, False, headings=frozenset({"processo", "objeto"}))
    assert not [
        m
        for m in found(component("Abrir processo", path="body[1]>form[1]>a[1]"), ground=ground, forms=[form()])
        if m.kind == "click"
    ]


@pytest.mark.parametrize(
    "label",
    ["Última página", "Primeira página", "Próxima página", "Página anterior", "OK", "× Nenhum registro encontrado."],
)
def test_what_turns_pages_or_closes_a_message_leads_nowhere(label: str) -> None:
    assert found(component(label)) == []


@pytest.mark.parametrize(
    ("label", "opens"),
    [("Visualizar ficha", True), ("Abrir", True), ("Ver o empenho", True), ("Receitas", False), ("Ver a lista de todos", False)],
)  # fmt: skip
def test_words_that_open_what_was_chosen(label: str, opens: bool) -> None:
    assert SIGNPOSTS.opens(label) is opens


def facet(**more: Any) -> Field:
    options = [{"text": y, "value": f"body[1]>input[{n}]", "disabled": False} for n, y in enumerate(("2026", "2025"))]
    return built(Field, {
        "tag": "radio", "type": "", "label": "Exercício", "name": "", "path": "body[1]>ul[1]", "value": -1, "placeholder": "", "options": options,
        "row": None, "personal": False, "visible": True, "around": [], **more,
    })  # fmt: skip


@pytest.mark.parametrize(
    ("more", "kinds"),
    [
        ({}, ["query"]),
        ({"value": 0}, ["query"]),  # the years before
        ({"label": "Enquete", "options": [{"text": t, "value": t, "disabled": False} for t in ("Ótimo", "Ruim")]}, []),
    ],
)
def test_facets_ask_without_a_button(more: dict[str, Any], kinds: list[str]) -> None:
    assert [move.kind for move in found(selects=[facet(**more)])] == kinds
    assert found(selects=[facet(**more)], records=True) == []


def counted(counts: tuple[int, int], ticked: int) -> Form:
    """A form of years to tick, each with the number of records behind it."""
    options = [
        {"text": y, "value": y, "disabled": False, "count": str(n)}
        for y, n in zip(("2026", "2025"), counts, strict=True)
    ]
    box = facet(tag="boxes", options=options, value=ticked, ticked=[ticked] if ticked >= 0 else [])
    return form(label="Aplicar filtros", controls=[box])


@pytest.mark.parametrize(
    ("counts", "ticked", "ground", "asked"),
    [
        ((0, 0), 0, {}, []),  # there is nothing, whatever is asked
        ((0, 0), -1, {}, []),
        ((0, 24), 0, {}, [0]),
        ((12, 40), 0, {"records": True}, []),  # it is in sight
        ((12, 40), 0, {"records": True, "lacks": frozenset({"licitacao"})}, [1]),
        ((12, 0), 0, {"records": True, "lacks": frozenset({"licitacao"})}, []),
    ],
)
def test_facets_that_say_what_they_hold(
    counts: tuple[int, int], ticked: int, ground: dict[str, Any], asked: list[int]
) -> None:
    made = found(ground=Ground(Node(HOME), HOME, **ground), forms=[counted(counts, ticked)])
    assert [move.node.steps[-1].attempt for move in made] == asked


@pytest.mark.parametrize(
    ("label", "hint", "offered"),
    [
        ("« Voltar aos resultados", "", False),
        ("Retornar para Licitações", "", False),
        ("Resultados", "btn javascript:history.back()", False),
        ("Resultados", "btn history.go( -1 )", False),
        ("Resultados", "historico.php", True),
    ],
)
def test_ways_back_are_left_alone(label: str, hint: str, offered: bool) -> None:
    assert bool(found(component(label, hint=hint))) is offered


def record_links(ids: list[str], around: list[str]) -> list[Pressable]:
    return [
        component("Ver ficha", "link", f"body[1]>div[{n}]>a[1]", href=f"http://portal.gov.br/{id}", around=[told])
        for n, (id, told) in enumerate(zip(ids, around, strict=True), 1)
    ]


@pytest.mark.parametrize(
    ("ids", "ground", "kinds"),
    [
        (["f?id=1", "f?id=2", "f?id=3"], {"records": True, "promising": True}, ["row"]),
        (["f?id=1", "f?id=2", "f?id=3"], {"listing": True, "promising": True}, ["row"]),
        (["p/ana-sa", "p/bia-reis", "p/eva-luz"], {"listing": True, "promising": True}, ["row"]),
        (["p/ana-sa", "q/bia-reis", "r/eva-luz"], {"listing": True, "promising": True}, ["link"] * 3),
        (["f?id=1", "f?id=2", "f?id=3"], {}, ["link"] * 3),  # a menu of numbers, as far as is known
    ],
)
def test_links_of_one_label_open_the_records_in_sight(ids: list[str], ground: dict[str, Any], kinds: list[str]) -> None:
    made = found(*record_links(ids, ["Ana Sá", "Bia Reis", "Eva Luz"]), ground=Ground(Node(HOME), HOME, **ground))
    assert [move.kind for move in made] == kinds


def test_a_row_that_only_listens_is_not_opened_beside_what_opens_its_record() -> None:
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    buttons = [row(i, "Mais informações") for i in range(3)]
    whole = [
        like(row(i, f"00{i}/2026 Obra"), tag="tr", path=f"body[1]>table[1]>tr[{i + 1}]", bare=True) for i in range(3)
    ]
    assert [move.label for move in found(*buttons, *whole, ground=ground)] == ["Mais informações"]
    assert [(move.kind, move.unmarked) for move in found(*whole, ground=ground)] == [("row", True)]


@pytest.mark.parametrize(
    ("changes", "admitted"), [([], True), ([False], True), ([False, False], False), ([True, False, False, False], True)]
)
def test_rows_that_do_nothing_speak_for_the_others(changes: list[bool], admitted: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    for changed in changes:
        audit.agenda.acted(candidate(kind="row", unmarked=True, component="row"), changed)
    assert audit.agenda.admits(ask("http://x", component="another", kind="row", tier=0, unmarked=True)) is admitted


@pytest.mark.parametrize(
    ("seen", "left"),
    [
        ([(0, True)] * 3, False),
        ([(0, True)] * 2, True),
        ([(0, True), (0, True), (1, True), (0, True)], True),  # one of them has shown something new
        ([(0, False)] * 5, True),  # no data: whether they are records is not known
    ],
)
def test_records_that_show_nothing_new_speak_for_the_others(seen: list[tuple[int, bool]], left: bool) -> None:
    audit = Audit(Municipality("x", "X", "PB", "", HOME, "", ()), MATRIX, False, Budget(), lambda: None)
    audit.begin()
    for n, (new, has_data) in enumerate(seen):
        audit.agenda.harvest.took_in(candidate(f"{HOME}compras/2026/{n}", name="abrir"), new, has_data)
    assert audit.agenda.admits(ask(f"{HOME}compras/2025/99", name="abrir")) is left
    for other in (ask(f"{HOME}gastos/2025/99", name="abrir"), ask(f"{HOME}compras/2025/98", name="resumo")):
        assert audit.agenda.admits(other)


def test_the_parts_of_a_few_records_speak_for_those_of_all() -> None:
    audit = Audit(Municipality("x", "X", "PB", "", HOME, "", ()), MATRIX, False, Budget(), lambda: None)
    audit.begin()
    tab = {"kind": "click", "component": "x.example|li|itens|div>ul>li", "of_record": True}
    for n in range(RECORDS):
        assert audit.agenda.admits(ask(f"{HOME}processo/{n}", **tab))
        audit.agenda.harvest.took_in(candidate(f"{HOME}processo/{n}", **tab), 0, has_data=True)
    assert not audit.agenda.admits(ask(f"{HOME}processo/99", **tab))
    assert audit.agenda.admits(ask(f"{HOME}processo/98", **tab | {"component": "x.example|li|propostas|div>ul>li"}))


@pytest.mark.parametrize(("subject", "left"), [("quadro_pessoal", False), ("", True)])
def test_cards_that_scripts_open_speak_for_those_made_like_them(subject: str, left: bool) -> None:
    audit = Audit(Municipality("x", "X", "PB", "", HOME, "", ()), MATRIX, False, Budget(), lambda: None)
    audit.begin()
    for n in range(RECORDS):
        card = candidate(f"{HOME}#{n}", kind="click", shape="div>button", subject=subject, name=f"pessoa {n}")
        audit.agenda.harvest.took_in(card, 0, has_data=True)
    other = {"kind": "click", "shape": "div>button", "subject": subject, "name": "pessoa"}
    assert audit.agenda.admits(ask(f"{HOME}#99", **other)) is left


@pytest.mark.parametrize(
    ("changes", "admitted"), [([False] * 4, True), ([False] * 5, False), ([True] + [False] * 5, True)]
)
def test_labels_that_look_like_buttons_speak_for_those_made_like_them(changes: list[bool], admitted: bool) -> None:
    audit = Audit(Municipality("a", "A", "PB"), load_matrix(), False, Budget(), lambda: None)
    audit.begin()
    for n, changed in enumerate(changes):
        audit.agenda.acted(candidate(kind="click", component=f"chip {n}", shape="div>span", name="homologada"), changed)
    given = {"component": "chip 9", "kind": "click", "tier": 0, "shape": "div>span", "name": "homologada"}
    assert audit.agenda.admits(ask("http://x", **given)) is admitted
    for other in ({"shape": "nav>a"}, {"name": "quem participou"}):
        assert audit.agenda.admits(ask("http://x", **given | other))


def test_a_page_that_asks_is_not_barren() -> None:
    audit = Audit(Municipality("x", "X", "PB", "", HOME, "", ()), MATRIX, False, Budget(), lambda: None)
    for n in range(5):
        audit.agenda.harvest.took_in(candidate(f"{HOME}?p={n}"), 0, has_data=False)
        audit.agenda.harvest.asked(Node(f"{HOME}?p={n}"))
    assert not any(audit.agenda.harvest.barren.values())


@pytest.mark.parametrize(
    ("label", "several"),
    [("Fora do orçamento", True), ("Despesas extraorçamentárias", False), ("Licitações", False), ("Notícias", False)],
)
def test_words_that_several_criteria_share_are_told_by_the_way(label: str, several: bool) -> None:
    """The same entry of two menus is two places, and none of them is settled with the first criterion that it may mean."""
    entry = component(label, path="body[1]>ul[2]>li[1]")
    below = [Ground(Node(HOME, labels=(way,)), HOME, state="s") for way in ("Despesas", "Receitas")]
    (one,), (other,) = (found(entry, ground=ground) for ground in below)
    assert one.rating.several is several
    assert (one.key != other.key) is several


def test_a_label_is_of_the_same_place_when_its_criterion_is_answered() -> None:
    """ "Despesas Extras" may be of other criteria then, but it is no other entry of the menu beside each of its views."""
    rated = [
        SIGNPOSTS.rate("Despesas Extras", "", ["Despesas"], "", "", wanted)
        for wanted in (ALL, ALL - {"despesa_extra_orcamentaria"})
    ]
    assert [rating is not None and rating.apart for rating in rated] == [False, False]


def narrowing(label: str, asked: str, place: int, beside: str = "", **more: Any) -> Pressable:
    path = f"body[1]>aside[1]>ul[1]>li[{place}]>a[1]"
    return component(label, "link", path, href=f"{HOME}?{asked}", around=[beside] if beside else [], **more)


@pytest.mark.parametrize(
    ("candidates", "records", "expected"),
    [
        ([narrowing("Maior valor", "ordem=v", 1), narrowing("Nome A-Z", "ordem=n", 2)], False, []),
        ([narrowing("Por credor", "orderby=credor", 1), narrowing("Por data", "orderby=data", 2)], True, []),
        (
            [narrowing("Pregão", "m=1", 1, "12"), narrowing("Dispensa (3)", "m=2", 2), narrowing("Leilão 9", "m=3", 3)],
            True,
            [],
        ),
        (
            [narrowing("Empenhos (9)", "v=1", 1), narrowing("Receitas (7)", "v=2", 2)],
            True,
            ["Empenhos (9)", "Receitas (7)"],
        ),
        (
            [narrowing("Licitações", "pg=lic", 1), narrowing("Servidores", "pg=serv", 2)],
            True,
            ["Licitações", "Servidores"],
        ),
        ([narrowing("2026 0", "ano=2026", 1), narrowing("2025 312", "ano=2025", 2)], False, ["2025 312"]),
    ],
    ids=["sorts by words", "sorts by addresses", "counted", "of several criteria", "a menu", "years"],
)
def test_what_narrows_or_reorders_a_list(candidates: list[Pressable], records: bool, expected: list[str]) -> None:
    assert sorted(move.label for move in found(*candidates, records=records)) == expected


@pytest.mark.parametrize(
    ("way", "opened"),
    [
        ([], ["Ver processo"]),
        ([("Ver processo", "body[1]>div[2]>a[1]")], []),  # the list's own, beside those of its other records
        ([("Ver processo", "body[1]>main[1]>a[1]")], ["Ver processo"]),
        ([("Licitações", "body[1]>div[2]>a[1]")], ["Ver processo"]),
    ],
)
def test_what_opened_a_record_opens_no_row_in_it(way: list[tuple[str, str]], opened: list[str]) -> None:
    steps = [Step("click", FrameKey(), Target(path, "a", label), label) for label, path in way]
    row = Step("click", FrameKey(), Target("body[1]>table[1]>tr[1]", "tr", "Acme 12"), "Acme 12")
    data = built(View, {"candidates": [component("Ver processo", path="body[1]>div[5]>a[1]")]})
    node = Node(HOME, steps=(*steps, row))
    assert [move.label for move in openers(FrameKey(), data, node, SIGNPOSTS)] == opened


def opener(label: str, place: int, around: str, href: str = "") -> Pressable:
    path = f"body[1]>div[{place}]>a[1]"
    return component(label, "link", path, href=href or f"http://portal.gov.br/ficha/{place}", around=[around])


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        ([opener("Ver ficha", n, f"Servidor Ana {n} Cargo Agente {n}") for n in range(1, 6)], 1),
        (
            [opener("Detalhes", n, f"Favorecido Acme {n} Histórico {n}") for n in range(1, 6)]
            + [opener(f"{n}", n + 5, "", f"{HOME}?pagina={n}") for n in range(1, 4)],
            1,
        ),
        (
            [opener("Acessar", n, t) for n, t in enumerate(("Frota municipal", "Obras em curso", "Nossa história"), 1)],
            3,
        ),
        (
            [
                opener("Acessar", n, f"{t} do município consolidado")
                for n, t in enumerate(("Receitas", "Servidores", "Licitações"), 1)
            ],
            3,
        ),
    ],
    ids=["cards", "cards and page numbers", "a menu of cards", "a menu of criteria"],
)
def test_one_card_shows_what_the_others_are_like(candidates: list[Pressable], expected: int) -> None:
    assert len(found(*candidates)) == expected


def test_what_folds_a_menu_or_turns_pages_opens_no_row() -> None:
    data = built(
        View,
        {
            "candidates": [
                component("Prefeitura ▾", path="body[1]>ul[1]>li[2]>a[1]", discloses=True),
                component("Próxima", path="body[1]>div[3]>a[1]"),
                component("Detalhar", path="body[1]>div[4]>a[1]"),
            ]
        },
    )
    row = Step("click", FrameKey(), Target("body[1]>table[1]>tr[1]", "tr", "Acme 12"), "Acme 12")
    assert [m.label for m in openers(FrameKey(), data, Node(HOME, steps=(row,)), SIGNPOSTS)] == ["Detalhar"]


def test_a_row_to_search_by_is_no_record() -> None:
    columns = frozenset({"empenho", "data", "credor"})
    ground = Ground(Node(HOME), HOME, True, True, columns=columns)
    search, record = row(1, "Filtrar"), row(2, "Visualizar", says="0012 03/04/2026 Acme")
    (move,) = (m for m in found(search, record, ground=ground) if m.kind == "row")
    assert (move.label, move.others) == ("Visualizar", ())


def test_a_link_where_the_button_of_the_query_stood_is_another() -> None:
    """ "Arquivo gerado: Visualizar", in the place that "Pesquisar" had on the page of the query."""
    place = "body[1]>form[1]>div[1]>a[1]"
    step = Step("query", FrameKey(), Target(place, "a", "Pesquisar"), "clique em “Pesquisar”")
    ground = Ground(Node(HOME, steps=(step,), labels=("Consulta de Empenhos",)), HOME)
    file = component("Visualizar", "link", path=place, href="http://portal.gov.br/tmp/empenhos.xls")
    assert [move.kind for move in found(file, ground=ground)] == ["document"]
    assert found(component("Despesas", path=place), ground=ground) == []


@pytest.mark.parametrize(
    ("names", "kinds"),
    [
        (("Pregão eletrônico 1/2026 Reforma", "Dispensa 3/2026 Software", "Pregão eletrônico 5/2026 Tubos", "Dispensa 9/2026 Pneus"), ["row"]),
        (("Pregões", "Dispensas", "Inexigibilidades", "Concorrências"), ["click"] * 4),  # of which sort they are
        (("Pregão eletrônico 1/2026", "Fale conosco", "Mapa do portal", "Dispensa"), ["click", "click"]),  # one number among names
    ],
)  # fmt: skip
def test_cards_that_are_called_by_the_number_of_their_record(names: tuple[str, ...], kinds: list[str]) -> None:
    """Of boxes that a script opens, each called as a bid, one is opened, not all."""
    boxes = [
        component(name, path=f"body[1]>main[1]>div[{n}]", tag="div", region="main") for n, name in enumerate(names, 1)
    ]
    assert [move.kind for move in found(*boxes, promising=True) if move.rating.tier < 3] == kinds


@pytest.mark.parametrize(
    ("labels", "turns"), [((), 1), (("Próxima página",), 1), (("Próxima página", "Próxima página"), 0)]
)
def test_pages_that_show_nothing_are_turned_twice(labels: tuple[str, ...], turns: int) -> None:
    pager = component("Próxima página", path="body[1]>main[1]>button[1]", tag="button", region="main")
    snapshot = built(View, {"candidates": [pager], "forms": [], "selects": [], "theme": ""})
    words = ("abra “Pessoal”", *(f"clique em “{label}”" for label in labels))
    ground = Ground(Node(HOME, labels=("Pessoal",), words=words), HOME)
    assert len([*turn_moves([(FrameKey(), HOME, snapshot)], ground, Rating(0, 1.0, "quadro_pessoal"))]) == turns


def test_rows_of_lists_without_headings_are_told_apart_by_what_led_there() -> None:
    """A desktop of windows: each line of a grid is a table of its own."""

    def first_row(window: str) -> str:
        lines = [
            component(
                f"000{n} Loja {n} 1.00{n},00", path=f"body[1]>div[{n}]>table[1]>tr[1]", tag="tr",
                row={"table": f"body[1]>div[{n}]>table[1]", "index": 0, "count": 1, "column": -1, "cells": 3, "head": "", "says": f"000{n} Loja"},
            )
            for n in range(1, 5)
        ]  # fmt: skip
        ground = Ground(Node(HOME, labels=(window,)), HOME, records=True, promising=True)
        return next(move.key for move in found(*lines, ground=ground) if move.kind == "row")

    assert first_row("Notas de Empenho") == first_row("Notas de Empenho")
    assert first_row("Notas de Empenho") != first_row("Servidores")


@pytest.mark.parametrize(
    ("label", "boxed", "level"), [("⊞", True, "37"), ("⊞", False, ""), ("", True, ""), ("Empenhos", True, "")]
)
def test_signs_in_a_tree_of_boxes_stand_on_a_level(label: str, boxed: bool, level: str) -> None:
    """What has no words and no sign is the picture of a button."""
    sign = component(label, tag="span")
    assert level_of(like(sign, box=(222, 157, 14, 15) if boxed else None)) == level


def test_a_sign_that_folds_its_branch_is_not_pressed() -> None:
    """In a tree of boxes, and of rows that begin with it."""
    ground = Ground(Node(HOME), HOME, records=True, promising=True)
    signs = [
        like(component(sign, path=f"body[1]>div[{n}]>span[1]", tag="span"), expanded="true" if sign == "⊟" else "")
        for n, sign in enumerate("⊟⊞⊞", 1)
    ]
    assert [move.label for move in found(*signs, ground=ground) if move.label == "⊟"] == []
    rows = [row(n, f"{sign}Receitas correntes {n}") for n, sign in enumerate("⊟⊞⊞")]
    assert not [move.label for move in found(*rows, ground=ground) if move.label.startswith("⊟")]
