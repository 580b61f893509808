"""What a record set is about: nearness of words, neighbours that refuse, columns that decide where words are mute."""

from __future__ import annotations

from dataclasses import replace

import pytest

from transparency.classify.anchors import names_one
from transparency.classify.assignment import examine
from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.classify.matching import matcher_of
from transparency.classify.topics import OTHER_BODY, topics_of
from transparency.items import Column, PageContext, RecordSet
from transparency.matrix import load_matrix
from transparency.matrix.matrix import ORDER

MATRIX = load_matrix()
DO, DE, RO, RE, LI, QP = ORDER

TYPES = {
    "Valor": "money",
    "Pago": "money",
    "Empenhado": "money",
    "Arrecadado": "money",
    "Previsto": "money",
    "Salário": "money",
    "Data": "date",
    "Código": "code",
    "Empenho": "code",
    "Nº": "code",
    "Valor Empenhado": "money",
    "Valor Pago": "money",
    "Total": "money",
    "Quantidade": "number",
    "Vigência": "date",
    "CNPJ": "cnpj",
    "Nº Contrato": "code",
}
SPENDING = ("Empenho", "Credor", "Valor Empenhado", "Valor Pago")
PLAIN = ("Código", "Descrição", "Valor")


def table(
    *labels: str,
    headings: tuple[str, ...] = (),
    shape: str = "table",
    rows: int = 5,
    itemtype: str = "",
    hidden: bool = False,
) -> RecordSet:
    columns = tuple(Column(label, TYPES.get(label, "text"), rows) for label in labels)  # type: ignore[arg-type]
    return RecordSet(shape, columns, rows, headings, itemtype=itemtype, hidden=hidden)  # type: ignore[arg-type]


def about(record_set: RecordSet, **context: object) -> str:
    """The criterion that a record set serves, or nothing."""
    return next(iter(examine(record_set, PageContext(**context), MATRIX).scores), "")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("headings", "context", "labels", "expected"),
    [
        # a list of folders is no list of revenues
        (("Receitas",), {"labels": ("Receitas",)}, ("Título", "Autor", "Tipo", "Modificado"), ""),
        # one source at a time
        (("Despesas",), {}, SPENDING, DO),
        ((), {"labels": ("Despesas",)}, SPENDING, DO),
        ((), {"headings": ("Despesas por Favorecido",)}, SPENDING, DO),
        ((), {"breadcrumb": "Início > Despesas > Empenhos"}, SPENDING, DO),
        ((), {"active_menu": ("Despesas",)}, SPENDING, DO),
        ((), {"urls": ("https://x.gov.br/detalhesEmpenho.aspx?id=1",)}, SPENDING, DO),
        ((), {"title": "Despesas - Portal"}, SPENDING, DO),
        # what the rows are grouped by, over a table that says it of each; under no other heading it is all that is said
        (("Servidores", "Secretaria"), {}, ("Matrícula", "Servidor", "Cargo", "Secretaria"), QP),
        (("Servidores", "Secretaria"), {}, ("Sigla", "Endereço", "Telefone"), ""),
        (("Contratos",), {}, ("Contratos", "Credor", "Valor"), ""),
        # extra-budgetary, told in many ways
        (("Despesas Extra-Orçamentárias",), {}, PLAIN, DE),
        (("Receitas Extraorçamentárias",), {}, PLAIN, RE),
        ((), {"urls": ("https://x/despesasextras",)}, PLAIN, DE),
        ((), {"urls": ("https://x/Contab/Receitas/Extra",)}, PLAIN, RE),
        ((), {"urls": ("https://x/ReceitaExtraOrcamentaria.aspx",)}, PLAIN, RE),
        (("Extra-Orçamentária",), {"headings": ("Despesas",)}, PLAIN, DE),
        (("Extra-Orçamentária",), {"labels": ("Receitas", "Extra-Orçamentária")}, PLAIN, RE),
        ((), {"active_menu": ("Despesas", "Extraorçamentárias")}, PLAIN, DE),
        (("Pagamentos Extra-Orçamentários",), {}, ("Data", "Credor", "Descrição", "Valor Pago"), DE),
        # budgetary when said, or by default
        (("Receitas Orçamentárias",), {"urls": ("https://x/extra",)}, ("Descrição", "Previsto", "Arrecadado"), RO),
        (("Receitas",), {}, ("Descrição", "Previsto", "Arrecadado"), RO),
        (("Execução Orçamentária",), {"labels": ("Despesas Extras",)}, PLAIN, DE),
        # the nearer word
        (("Despesas", "Contratos"), {}, ("Nº Contrato", "Contratado", "Vigência", "Valor"), ""),
        (("Contratos", "Despesas"), {}, SPENDING, DO),
        (("Licitações",), {"labels": ("Contratos", "Licitações")}, ("Nº", "Modalidade", "Objeto"), LI),
        (("Despesas",), {"labels": ("Receitas",)}, SPENDING, DO),
        ((), {"labels": ("Despesas", "Diárias")}, ("Nome", "Destino", "Valor"), ""),
        ((), {"labels": ("Servidores", "Diárias")}, ("Nome", "Cargo", "Valor"), ""),
        # other bodies
        (("Câmara Municipal",), {"labels": ("Despesas",)}, SPENDING, ""),
        (("Despesas",), {"active_menu": ("Câmara Municipal",)}, SPENDING, ""),
        (("Despesas",), {"title": "Prefeitura Municipal"}, SPENDING, DO),
        # columns against words
        (("Despesas",), {}, ("Telefone", "Endereço", "Horário"), ""),
        (("Despesas",), {}, ("Secretaria", "Telefone", "E-mail", "Responsável"), ""),
        (("Servidores",), {}, ("Nome", "Cargo", "Destino", "Motivo da viagem", "Valor"), ""),
        (("Licitações e Contratos",), {}, ("Nº Contrato", "Contratado", "Vigência", "Valor"), ""),
        (("Licitações e Contratos",), {}, ("Nº", "Modalidade", "Objeto", "Data"), LI),
        # staff
        (("Folha de Pagamento",), {}, ("Nome", "Cargo", "Salário"), QP),
        (("Folha de Pagamento",), {}, ("Secretaria", "Quantidade", "Total"), ""),
        (("Despesas com Pessoal",), {}, ("Nome", "Cargo", "Salário"), QP),
        (("Despesas com Pessoal",), {}, ("Órgão", "Elemento", "Empenhado", "Pago"), DO),
        # mute
        ((), {}, ("Código", "Descrição", "Valor"), ""),
        ((), {}, ("Nome", "Data", "Valor"), ""),
        ((), {}, (*SPENDING, "Elemento de Despesa"), DO),
        ((), {}, ("Nome do Servidor", "Cargo", "Vínculo", "Salário"), QP),
        ((), {}, ("Modalidade", "Objeto", "Vencedor", "Abertura", "Edital"), LI),
    ],
)
def test_assignment(
    headings: tuple[str, ...], context: dict[str, object], labels: tuple[str, ...], expected: str
) -> None:
    assert about(table(*labels, headings=headings), **context) == expected


@pytest.mark.parametrize(
    "heading",
    [
        "Contratos",
        "Convênios",
        "Diárias e Passagens",
        "Obras",
        "Frota",
        "Dívida Ativa",
        "Restos a Pagar",
        "Repasses",
        "Emendas Parlamentares",
        "Ordem Cronológica de Pagamentos",
        "RREO",
        "LOA",
        "Glossário",
        "Renúncia de Receitas",
        "Fornecedores Sancionados",
        "Saldos Bancários",
        "Dez maiores fornecedores",
        "Ranking de credores",
    ],
)
def test_other_subjects_refuse_even_good_columns(heading: str) -> None:
    assert about(table(*SPENDING, headings=(heading,)), labels=("Despesas", heading)) == ""


def test_a_bid_section_in_the_record_of_an_empenho() -> None:
    section = table("Modalidade", "Nº", shape="details", rows=1, headings=("Detalhes do Empenho", "Licitação"))
    found = examine(section, PageContext(labels=("Despesas",)), MATRIX)
    assert list(found.scores) == [DO] and {m.item.key for m in found.matches[DO]} >= {"lic_numero", "lic_modalidade"}
    alone = table("Modalidade", "Nº", "Objeto", shape="details", rows=1, headings=("Licitação",))
    assert about(alone, labels=("Licitações",)) == LI


def test_the_record_of_an_empenho_is_its_own_in_whichever_of_its_tabs() -> None:
    told = ("Número do empenho", "Data do empenho", "Valor empenhado", "Unidade orçamentária", "Função", "Programa")
    fields = (*told, "Modalidade da licitação", "Número da licitação")
    record = table(*fields, shape="details", rows=1, headings=("Ficha",))
    assert about(record, labels=("Despesas", "Ver ficha", "Licitação")) == DO


@pytest.mark.parametrize(
    ("labels", "first", "places", "expected"),
    [
        (("Despesas", "Ver ficha"), ("Número do empenho", "Data do empenho", "Valor empenhado"), (1, 2), DO),
        (("Despesas", "Ver ficha"), ("Número do empenho", "Data do empenho", "Valor empenhado"), (2, 1), LI),
        (("Licitações", "Ver ficha"), ("Número do empenho", "Data do empenho", "Valor empenhado"), (1, 2), LI),
        (("Despesas", "Ver ficha"), ("Número do contrato", "Contratada"), (1, 2), LI),
    ],
    ids=["below the empenho", "above it", "from the bids", "below something else"],
)
def test_a_bid_section_speaks_of_the_record_that_begins_above_it(
    labels: tuple[str, ...], first: tuple[str, ...], places: tuple[int, int], expected: str
) -> None:
    above = table(*first, shape="details", rows=1, headings=("Ficha", "Dados gerais"))
    bid = table(
        "Modalidade da licitação", "Número da licitação", shape="details", rows=1, headings=("Ficha", "Licitação")
    )
    above, bid = (replace(r, path=f"body[1]>section[{n}]") for r, n in zip((above, bid), places, strict=True))
    assert list(examine(bid, PageContext(labels=labels), MATRIX, [above]).scores) == [expected]


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (("Nota de empenho", "Procedimento de contratação"), {"lic_modalidade", "lic_numero", "lic_obj_servico"}),
        (("Detalhes do Empenho", "Como foi comprado: licitação"), {"lic_modalidade", "lic_numero", "lic_obj_servico"}),
        (("Nota de empenho", "Contratos"), set()),  # the fields are not of a bid
        (("Nota de empenho", "Diárias"), set()),
        (("Despesas", "Procedimento de contratação"), set()),  # of no record
    ],
)
def test_labels_of_a_bid_tell_of_the_expense_that_holds_it(headings: tuple[str, ...], expected: set[str]) -> None:
    columns = ("Forma de contratação", "Número do processo", "Objeto: compra, obra ou serviço")
    held = tuple(Column(label, kind, 1) for label, kind in zip(columns, ("text", "code", "text"), strict=True))  # type: ignore[arg-type]
    found = examine(RecordSet("details", held, 1, headings), PageContext(labels=("Despesas",)), MATRIX)
    named = {m.item.key for m in found.matches[DO]} & {"lic_modalidade", "lic_numero", "lic_obj_servico"}
    assert named >= expected and (expected or "lic_obj_servico" not in named)


def test_what_identifies_a_record_may_stand_beside() -> None:
    name = table("Nome", "Cargo", shape="details", rows=1, headings=("Servidor",))
    pay = table("Salário", shape="details", rows=1, headings=("Remuneração",))
    context = PageContext(labels=("Folha de Pagamento",))
    assert not examine(pay, context, MATRIX).scores
    assert list(examine(pay, context, MATRIX, [name]).scores) == [QP]


@pytest.mark.parametrize(
    ("heading", "columns", "part"),
    [
        ("Servidor 001236", ("Vencimentos", "Descontos"), True),
        ("Matrícula: 4512", ("Total de proventos", "Líquido"), True),
        ("Servidores 2026", ("Total de proventos", "Líquido"), False),
        ("Servidor 05/2026", ("Total de proventos", "Líquido"), False),
        ("Secretaria 12", ("Total de proventos", "Líquido"), False),
        ("Servidor 001236", ("Total da folha", "Líquido"), False),
    ],
)
def test_a_heading_may_name_whose_record_a_table_is_part_of(heading: str, columns: tuple[str, ...], part: bool) -> None:
    pay = RecordSet("table", tuple(Column(c, "money", 1) for c in columns), 9, (heading, "Proventos"))
    assert bool(examine(pay, PageContext(labels=("Folha de Pagamento",)), MATRIX).scores) is part


@pytest.mark.parametrize(
    ("heading", "part"),
    [
        ("Pregão Eletrônico nº 16/2026", True),
        ("Dispensa de Licitação nº 00012/2026", True),
        ("Licitação nº 3/2026", True),
        ("Pregão 05/2026", False),  # of May
        ("Lei nº 16/2026", False),
        ("— nº 3", False),
    ],
)
def test_a_kind_with_a_number_names_a_bid(heading: str, part: bool) -> None:
    bids = next(criterion for criterion in MATRIX.criteria if criterion.id == "licitacao")
    assert names_one(heading, bids, matcher_of(MATRIX)) is part


@pytest.mark.parametrize(("rows", "part"), [(1, True), (9, False)])
def test_a_small_table_beside_the_fields_of_a_record_is_a_part_of_it(rows: int, part: bool) -> None:
    name = table("Nome", "Cargo", shape="details", rows=1, headings=("Detalhes", "Dados"))
    pay = RecordSet(
        "table", tuple(Column(c, "money", 1) for c in ("Proventos", "Líquido")), rows, ("Detalhes", "Pagamento")
    )
    assert bool(examine(pay, PageContext(labels=("Folha de Pagamento",)), MATRIX, [name]).scores) is part


@pytest.mark.parametrize(
    ("heading", "context", "expected"),
    [
        ("Boletim COVID-19", {"labels": ("Despesas",), "title": "Despesas", "urls": ("https://x/despesas",)}, DO),
        ("Boletim COVID-19", {"labels": ("Despesas",), "breadcrumb": "Início > Empenhos", "active_menu": ("Despesas",)}, DO),
        ("Boletim COVID-19", {"labels": ("Despesas",), "title": "Despesas"}, ""),  # few speak against it
        ("Boletim COVID-19", {"labels": ("COVID-19",), "breadcrumb": "Despesas", "title": "Despesas", "urls": ("https://x/despesas",)}, ""),
        ("Diárias", {"labels": ("Despesas",), "title": "Despesas", "urls": ("https://x/despesas",)}, ""),
        ("Câmara Municipal", {"labels": ("Despesas",), "title": "Despesas", "urls": ("https://x/despesas",)}, ""),
    ],
)  # fmt: skip
def test_a_heading_alone_against_all_other_evidence_is_a_notice(
    heading: str, context: dict[str, object], expected: str
) -> None:
    assert about(table("Empenho", "Data do empenho", *SPENDING[1:], headings=(heading,)), **context) == expected
    few = table("Código", "Descrição", "Valor Pago", headings=(heading,))
    assert about(few, **context) == ""


def test_microdata_decides() -> None:
    assert about(table(*SPENDING, itemtype="BudgetExpenditure", headings=("Contratos",))) == DO
    assert about(table(*PLAIN, itemtype="ExtraBudgetRevenue")) == RE


def test_hidden_sets_do_not_take_the_active_tab() -> None:
    assert about(table(*SPENDING, headings=("Despesas",), hidden=True), active_menu=("Contratos",)) == DO


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Despesas com Diárias", {"diarias"}),
        ("Despesas Diárias", {"despesa"}),
        ("Licitações e Contratos", {"licitacao", "contratos"}),
        ("Receita Corrente Líquida", {"lrf"}),
        ("Renúncia de Receita", {"renuncias"}),
        ("Relatório Resumido da Execução Orçamentária", {"lrf"}),
        ("Câmara Municipal", {OTHER_BODY}),
        ("Transferências de Recursos", {"repasses"}),
        ("Receitas de Transferências", {"receita"}),
        ("Consulta", set()),
        ("Rec. Extraorçamentária", {"receita"}),
        ("Desp. por Função", {"despesa"}),
        ("Plano de Cargos e Salários", {"plano_de_cargos"}),
        ("Execução por Secretaria", set()),  # how it is grouped says nothing of what it is
        ("Pagamentos por Unidades de Saúde", {"despesa"}),
        ("Por unidade gestora", set()),
        ("Unidade gestora", set()),  # no person who manages
        ("Gestores municipais", {"estrutura"}),
        ("Quadro por função e secretarias", {"estrutura"}),
        ("Licitações por Contrato", {"licitacao"}),
        ("Secretarias", {"estrutura"}),
        ("Competências e atribuições", {"estrutura"}),
        ("Competência: 09/2026", set()),
        ("Lei de Acesso à Informação", set()),  # what portals are made for
        ("Leis municipais", {"legislacao"}),
        ("Lei da Transparência: despesas", {"despesa"}),
    ],
)
def test_subjects_of_texts(text: str, subjects: set[str]) -> None:
    assert set(topics_of(MATRIX).read(text).subjects) == subjects


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Repasses a terceiros", {DE, RE}),
        ("Despesas - repasses a terceiros", {DE, RE}),
        ("Gastos públicos: empenho, dotação e repasses a terceiros", set()),
        ("Pagamento de consignações, empenhos e dotação", set()),
        ("Repasses a terceiros e devolução de cauções", {DE, RE}),
        ("Retenções e consignações", {DE, RE}),
        ("Receitas e despesas extraorçamentárias", {DE, RE}),
        ("Despesas e pagamentos extraorçamentários", {DE, RE}),
    ],
)
def test_what_is_listed_with_others_of_its_group_marks_nothing(text: str, marks: set[str]) -> None:
    assert topics_of(MATRIX).read(text).marks == marks


@pytest.mark.parametrize(
    ("url", "subjects"),
    [
        ("https://camara.x.gov.br/despesas", {"despesa"}),
        ("https://x/DespesaPorFavorecido.aspx", {"despesa"}),
        ("https://x/despesaextraorcamentaria.aspx", {"despesa"}),
        ("https://x/#/licitacoes?pagina=2", {"licitacao"}),
        ("https://x/FolhaPag/Index/QuadroFuncional", {"pessoal"}),
        ("https://x/index.php?id=12", set()),
    ],
)
def test_subjects_of_addresses(url: str, subjects: set[str]) -> None:
    assert set(topics_of(MATRIX).read(url, True).subjects) == subjects


def test_page_context() -> None:
    html = """<html><head><title>Portal</title></head><body><nav><ul><li class="active"><a href="#">Despesas</a></li><li><a>Receitas</a></li></ul></nav>
    <ol class="breadcrumb"><li>Início</li><li>Despesas</li></ol><h1>Consulta de Despesas</h1><div data-t-hidden=""><h1>Outra</h1></div>
    <div role="tablist"><button role="tab" aria-selected="true">Extra-orçamentária</button><button role="tab" aria-selected="false">Orçamentária</button></div>
    <select><option>Orçamentária</option><option selected>Empenhos</option></select><label><input type="radio" name="a" checked>Prefeitura</label></body></html>"""
    found = page_context(html, ["https://x"], ["Despesas"])
    assert found.title == "Portal" and found.headings == ("Consulta de Despesas",)
    assert found.breadcrumb == "Início > Despesas"
    assert set(found.active_menu) == {"Empenhos", "Prefeitura", "Despesas", "Extra-orçamentária"}
    assert found.active_menu[-1] == "Extra-orçamentária"


@pytest.mark.parametrize(("opened", "expected"), [("Entraram", RE), ("Saíram", DE)])
def test_of_a_bar_of_tabs_the_one_that_was_opened_counts(opened: str, expected: str) -> None:
    found = table(*PLAIN, headings=("Movimento extraorçamentário", "Entraram | Saíram"))
    assert about(found, labels=("Recursos de terceiros", opened)) == expected


@pytest.mark.parametrize(
    ("bar", "opened", "expected"),
    [
        ("Dados | Contratos", "Ver", LI),
        ("Dados | Contratos", "Contratos", ""),
        ("Contratos | Aditivos", "Ver", ""),
    ],
)
def test_a_tab_that_was_not_opened_does_not_take_what_is_shown_at_first(bar: str, opened: str, expected: str) -> None:
    found = table(
        "Nº do processo", "Data de abertura", "Modalidade", "Valor estimado", headings=(bar,), shape="details"
    )
    assert about(found, labels=("Licitações", opened)) == expected


def figures(*facts: tuple[str, str, str]) -> RecordSet:
    """Numbers side by side: (label, type, value)."""
    return RecordSet("details", tuple(Column(label, kind, 1, samples=(value,)) for label, kind, value in facts), 1)  # type: ignore[arg-type]


PAID, RAISED = ("Despesa empenhada", "money", "R$ 38.412,30"), ("Receita arrecadada", "money", "R$ 40.112,30")


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ((PAID, RAISED, ("Servidores", "number", "412")), ""),  # sums of everything
        ((("Valor empenhado", "money", "R$ 38,4 mi"), ("Valor pago", "money", "R$ 571 mil")), ""),
        ((("Valor empenhado", "money", "R$ 1.000,00"), ("Valor pago", "money", "R$ 500,00")), DO),
        (
            (
                PAID,
                ("Nº do empenho", "code", "12/2026"),
                ("Credor", "text", "Loja Ltda"),
                ("Valor pago", "money", "1,00"),
            ),
            DO,
        ),
    ],
)
def test_numbers_of_a_board_are_no_record(facts: tuple[tuple[str, str, str], ...], expected: str) -> None:
    assert about(figures(*facts), labels=("Despesas",), headings=("Despesas",)) == expected


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ((), QP),
        (("Subfunção", "Ação", "Programa", "Elemento", "Subelemento", "Credor", "Natureza da despesa"), ""),
    ],
)
def test_fields_of_another_kind_outnumber_the_choice_that_led_there(more: tuple[str, ...], expected: str) -> None:
    told = table("Função", "Valor Pago", *more)
    assert about(told, labels=("Consultas", "Pessoal e Encargos"), headings=("Quadro de pessoal",)) == expected


@pytest.mark.parametrize(
    ("names", "said", "expected"),
    [
        (("Despesas", "Receitas", "Processos licitatórios", "Contratos"), "Ver detalhes", ""),  # leads to each
        (("Dispensas de licitação", "Processos licitatórios", "Processos encerrados"), "Ver detalhes", ""),
        (("Edital", "Ata da sessão", "Aviso de licitação"), "Ver detalhes", LI),
        (("Edital", "Ata da sessão", "Nota de empenho"), "Baixar", LI),
    ],
)
def test_names_over_links_that_say_the_same_are_a_menu(names: tuple[str, ...], said: str, expected: str) -> None:
    cards = figures(*((name, "link", said) for name in names))
    assert about(cards, labels=("Licitações",), headings=("Licitações",)) == expected


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (
            ("Receita Orçamentária", "Empenhos", "Contratos", "Licitações", "Servidores"),
            "",
        ),  # each over a line about it
        (("Fonte de receita", "Nº do empenho", "Licitação", "Função", "Histórico"), DO),
    ],
)
def test_fields_that_name_all_areas_are_the_cards_of_a_home_page(names: tuple[str, ...], expected: str) -> None:
    cards = figures(*((name, "text", "o que se lê ali") for name in names))
    assert about(cards, labels=(), headings=("Início",)) == expected


def test_a_section_of_few_fields_is_of_the_record_that_another_section_tells() -> None:
    def section(name: str, *labels: str) -> RecordSet:
        return table(*labels, headings=("Empenhos", "Ficha do empenho", name), shape="details", rows=1)

    part = section("Credor", "CNPJ", "Histórico", "Espécie de empenho")
    whole = section("Dotação", "Unidade orçamentária", "Função", "Subfunção", "Programa", "Natureza da despesa")
    context = PageContext(headings=("Empenhos",), labels=("Empenhos por credor",))
    assert not examine(part, context, MATRIX).scores
    assert list(examine(part, context, MATRIX, [whole]).scores) == ["despesa_orcamentaria"]
    elsewhere = replace(whole, headings=("Empenhos", "Contrato", "Dotação"))
    assert not examine(part, context, MATRIX, [elsewhere]).scores


@pytest.mark.parametrize(("other", "expected"), [("/body/div[3]/table", DO), ("/body/footer/table", "")])
def test_the_sections_of_a_window_are_one_record(other: str, expected: str) -> None:
    """Its title is in its bar: they stand side by side, under no common heading."""
    budget = table(
        "Função", "Programa", "Elemento", "Projeto/Atividade", headings=("Dotação",), shape="details", rows=1
    )
    whose = table("CNPJ", "Histórico", "Espécie", "Fonte", headings=("Beneficiário",), shape="details", rows=1)
    budget, whose = replace(budget, path="/body/div[1]/table"), replace(whose, path=other)
    found = examine(whose, PageContext(labels=("Despesas", "Notas de Empenho")), MATRIX, [budget])
    assert next(iter(found.scores), "") == expected


@pytest.mark.parametrize(
    ("pressed", "expected"),
    [
        ("Ana Dias Enfermeira Secretaria de Saúde", QP),  # the record itself
        ("Secretaria de Saúde", ""),  # what the portal tells of the secretary
        ("Contratos Enfermeira", ""),
    ],
)
def test_what_is_pressed_to_open_a_record_is_no_subject_of_its(pressed: str, expected: str) -> None:
    told = {"Cargo": "Enfermeira", "Vínculo": "Efetivo", "Lotação": "Secretaria de Saúde", "Salário-base": "4.000,00"}
    columns = tuple(
        Column(label, "money" if "Sal" in label else "text", 1, samples=(value,)) for label, value in told.items()
    )
    person = RecordSet("details", (Column("Matrícula", "code", 1, samples=("5033",)), *columns), 1)
    assert about(person, labels=("Folha mensal", pressed), headings=("Folha mensal",)) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("Depósitos e cauções",) * 3, DE),  # the account that was chosen
        (("Pensão", "Consignações", "Cauções"), RE),  # a menu of what comes in
    ],
)
def test_what_all_rows_have_as_a_value_was_chosen(values: tuple[str, ...], expected: str) -> None:
    """A list of what was paid outside of the budget, of one account, which is called as what comes in may be."""
    account = Column("Título", "text", 3, samples=values)
    paid = RecordSet("table", (Column("Data", "date", 3), account, Column("Valor", "money", 3)), 3)
    labels = ("Movimento extra - pagamentos", "Depósitos e cauções")
    assert about(paid, labels=labels, headings=("Movimento extra - pagamentos",)) == expected


def test_the_row_that_was_pressed_is_no_subject_of_its_record() -> None:
    told = {"Data": "24/10/2026", "Título da conta": "Depósitos e cauções", "Valor": "1.667,48"}
    columns = tuple(Column(label, "text", 1, samples=(value,)) for label, value in told.items())
    paid = RecordSet("details", (Column("Código da conta", "code", 1, samples=("218810401",)), *columns), 1)
    labels = ("Movimento extra - pagamentos", "24/10/2026 Depósitos e cauções 1.667,48 Visualizar")
    assert about(paid, labels=labels, headings=("Movimento extra - pagamentos",)) == DE


def test_a_heading_that_is_a_value_of_its_record_is_no_subject() -> None:
    title = "Salário-família e maternidade pagos"
    name = Column("Nomenclatura da conta", "text", 1, samples=(title,))
    account = RecordSet("details", (Column("Código", "code", 1, samples=("1.1.3.8.1.06",)), name), 1)
    account = replace(account, headings=(title, "Conta extraorçamentária"))
    assert about(account, labels=("Despesas extraorçamentárias", "Conta extraorçamentária")) == DE


@pytest.mark.parametrize(("heading", "expected"), [("Empenhos", DO), ("Pagamentos", "despesa_extra_orcamentaria")])
def test_a_heading_that_names_the_records_speaks_before_the_way_there(heading: str, expected: str) -> None:
    """Opened from the menu beside the list of extra-budgetary expenditure."""
    html = f"""<h1>{heading}</h1><table><tr><th>Nº do empenho<th>Emissão<th>Favorecido<th>Empenhado (R$)</tr>
    <tr><td>12/2026<td>02/01/2026<td>Loja Ltda<td>10,00</tr><tr><td>13/2026<td>03/01/2026<td>Casa Ltda<td>20,00</tr></table>"""
    context = PageContext(labels=("Despesas extraorçamentárias", heading), headings=(heading,))
    _, findings = judge_frame(html, context, MATRIX)
    assert {finding.criterion for finding in findings if finding.has_data} == {expected}


@pytest.mark.parametrize("heading", ["Itens licitados", "≡ Itens licitados ▾"])
def test_the_heading_of_a_list_completes_its_labels_whatever_signs_stand_beside_it(heading: str) -> None:
    """What is bid for, unfolded in the record of one bid."""
    bid = table("Número", "Modalidade", "Objeto", headings=("Pregões", "Pregão 1/2026"), shape="details", rows=1)
    bid = replace(bid, columns=tuple(replace(c, samples=("x",)) for c in bid.columns))
    items = table("Item", "Descrição", "Unidade", headings=("Pregões", heading), rows=5)
    found = examine(items, PageContext(labels=("Licitações", heading)), MATRIX, [bid])
    assert "licitado" in {match.item.key for match in found.matches[LI]}
