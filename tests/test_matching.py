"""Labels to items, one by one: what forgives, what vetoes, what the values decide."""

from __future__ import annotations

import pytest

from transparency.classify import terms
from transparency.classify.compatibility import agrees, compatible
from transparency.classify.language import same_word, stem
from transparency.classify.matching import Matcher, match, matcher_of
from transparency.classify.parts import parts
from transparency.classify.topics import topics_of
from transparency.extract.values import (
    column_type,
    is_action,
    is_empty_message,
    is_placeholder,
    says_nothing_there,
    value_type,
)
from transparency.items import Column, RecordSet, ValueType
from transparency.matrix import load_matrix
from transparency.matrix.matrix import ORDER

MATRIX = load_matrix()
DO, DE, RO, RE, LI, QP = map(MATRIX.criterion, ORDER)
MONEY, DATE, TEXT, CODE, NUMBER, LINK, CNPJ, CPF = "money date text code number link cnpj cpf".split()


def items(criterion: object, label: str, kind: str = TEXT, *samples: str, sections: tuple[str, ...] = ()) -> set[str]:
    """The items that one label names, standing alone."""
    column = Column(label, value_type=kind, filled=3, samples=samples)  # type: ignore[arg-type]
    found = matcher_of(MATRIX).match(RecordSet("table", (column,), 3), criterion, sections)  # type: ignore[arg-type]
    return {m.item.key for m in found}


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        # plain, plural, gender, accents, case, punctuation
        ("Função", TEXT, "funcao"),
        ("FUNCAO:", TEXT, "funcao"),
        ("Funções de Governo", TEXT, "funcao"),
        ("Código da Função", NUMBER, "funcao"),
        ("Nº da Função", NUMBER, "funcao"),
        ("Nível Função", TEXT, "funcao"),
        ("Subfunção", TEXT, "sub_funcao"),
        ("Sub-Função", CODE, "sub_funcao"),
        ("Descrição da Subfunção", TEXT, "sub_funcao"),
        ("Ação de Governo", TEXT, "acao"),
        ("Projeto/Atividade", TEXT, "acao"),
        ("Programa de Governo", TEXT, "programa"),
        ("Cat. Econ.", TEXT, "categoria_economica"),
        ("Natureza da Despesa", CODE, "natureza_despesa"),
        ("Nat. Desp.", CODE, "natureza_despesa"),
        ("Elemento da Despesa", TEXT, "elemento"),
        ("Elem. Despesa", TEXT, "elemento"),
        ("Subelemento", TEXT, "sub_elemento"),
        ("Sub-elemento da despesa", CODE, "sub_elemento"),
        ("Desdobramento", TEXT, "sub_elemento"),
        ("Mod. Aplicação", TEXT, "modalidade"),
        ("Modalidade de Aplicação", CODE, "modalidade"),
        # the empenho
        ("Nº Empenho", NUMBER, "emp_numero"),
        ("N. do Empenho", CODE, "emp_numero"),
        ("Num. Empenho", NUMBER, "emp_numero"),
        ("Nota de Empenho", CODE, "emp_numero"),
        ("NE", CODE, "emp_numero"),
        ("nrEmpenho", NUMBER, "emp_numero"),
        ("Data do Empenho", DATE, "emp_data"),
        ("Dt. Emp.", DATE, "emp_data"),
        ("Emissão", DATE, "emp_data"),
        ("dt_empenho", DATE, "emp_data"),
        ("Empenho", DATE, "emp_data"),
        ("CPF/CNPJ", CNPJ, "emp_cnpj_cpf"),
        ("CNPJ - CPF", CPF, "emp_cnpj_cpf"),
        ("C.N.P.J.", CNPJ, "emp_cnpj_cpf"),
        ("CPF/CNPJ do Credor", CNPJ, "emp_cnpj_cpf"),
        ("Credor", TEXT, "nome"),
        ("Favorecido(a)", TEXT, "nome"),
        ("Fornecedor/Credor", TEXT, "nome"),
        ("Nome do Beneficiário", TEXT, "nome"),
        ("Razão Social", TEXT, "nome"),
        # money, abbreviated, with units and periods
        ("Vl. Empenhado", MONEY, "emp_valor"),
        ("Reservado (empenhado)", MONEY, "emp_valor"),
        ("Valor gasto (pago)", MONEY, "valor_pago"),
        ("Saiu do caixa (pago)", MONEY, "valor_pago"),
        ("Prometido a quem vende (empenhado)", MONEY, "emp_valor"),
        ("Saldo (empenhado)", MONEY, ""),
        ("Comprometido", MONEY, "emp_valor"),
        ("Desembolsado", MONEY, "valor_pago"),
        ("Vlr Empenho (R$)", MONEY, "emp_valor"),
        ("Empenhado no Mês", MONEY, "emp_valor"),
        ("Total Empenhado", MONEY, "emp_valor"),
        ("vl_empenhado", MONEY, "emp_valor"),
        ("Despesas Empenhadas", MONEY, "emp_valor"),
        ("Valor Liquidado R$", MONEY, "valor_liquidado"),
        ("Liquidada até o mês", MONEY, "valor_liquidado"),
        ("Vl. Liq.", MONEY, "valor_liquidado"),
        ("Pago", MONEY, "valor_pago"),
        ("Valor Pago no Exercício", MONEY, "valor_pago"),
        ("valorPago", MONEY, "valor_pago"),
        ("Pagamentos", MONEY, "valor_pago"),
        ("Vlr. Pagto", MONEY, "valor_pago"),
        ("Dotação Inicial", MONEY, "valor_fixado"),
        ("Dotação Atualizada", MONEY, "valor_fixado"),
        ("Vl. Orçado", MONEY, "valor_fixado"),
        ("Despesa Fixada", MONEY, "valor_fixado"),
        ("Crédito Autorizado", MONEY, "valor_fixado"),
        # bids, contracts and payments on the expense
        ("Nº da Licitação", CODE, "lic_numero emp_indicacao_licitacao"),
        ("Nº Proc. Licit.", CODE, "lic_numero emp_indicacao_licitacao"),
        ("Licitação", CODE, "lic_numero emp_indicacao_licitacao"),
        ("Modalidade da Licitação", TEXT, "lic_modalidade emp_indicacao_licitacao"),
        ("Mod. Licitação", TEXT, "lic_modalidade emp_indicacao_licitacao"),
        ("Nº do Procedimento", CODE, "lic_numero emp_indicacao_licitacao"),
        ("Modalidade do Certame", TEXT, "lic_modalidade emp_indicacao_licitacao"),
        ("Tipo e nº da licitação", TEXT, "lic_modalidade emp_indicacao_licitacao"),
        ("Contrato", CODE, "lic_num_contrato"),
        ("Área (função)", TEXT, "funcao"),  # what it is called by others
        ("Valor (contrato)", MONEY, ""),
        ("Nº do Contrato", CODE, "lic_num_contrato"),
        ("Dt. Pag. Última Parcela", DATE, "lic_data_pag_ultima"),
        ("Data do último pagamento", DATE, "lic_data_pag_ultima"),
        ("Tipo do Objeto", TEXT, "lic_obj_servico"),
        ("Bem ou serviço prestado", TEXT, "lic_obj_servico"),
        # header rows joined
        ("Valor / Pago", MONEY, "valor_pago"),
        ("Valores (R$) / Empenhado", MONEY, "emp_valor"),
        ("Empenho / Número", NUMBER, "emp_numero"),
        ("Empenho / Data", DATE, "emp_data"),
        ("Licitação / Modalidade", TEXT, "lic_modalidade emp_indicacao_licitacao"),
        ("Credor / Nome", TEXT, "nome"),
        ("Função Programática / Função", TEXT, "funcao"),
        ("Anulado / Pago", MONEY, ""),
        ("Restos a pagar / Pago", MONEY, ""),
        # slips of the pen
        ("Unidade Orçamentria", TEXT, "orgao_or_uni_orcamentaria nome"),
        ("Valor Empehado", MONEY, "emp_valor"),
        ("Favorcido", TEXT, "nome"),
        # compounds
        ("Função/Subfunção", TEXT, "funcao sub_funcao"),
        ("Programa/Ação", TEXT, "programa acao"),
        ("Órgão/Unidade", TEXT, "orgao_or_uni_orcamentaria nome"),
        # words that make it another thing
        ("Valor Anulado", MONEY, ""),
        ("Valor Retido", MONEY, ""),
        ("Valor a Pagar", MONEY, ""),
        ("Saldo a Liquidar", MONEY, ""),
        ("Estorno de pagamento", MONEY, ""),
        ("Não pago", MONEY, ""),
        ("% Pago", NUMBER, ""),
        ("Quantidade de Empenhos", NUMBER, ""),
        ("Tipo de Empenho", TEXT, ""),
        ("Histórico do Empenho", TEXT, ""),
        ("Data do Contrato", DATE, ""),
        ("Valor do Contrato", MONEY, ""),
        ("Data de Vencimento", DATE, ""),
        ("Nome do Responsável", TEXT, ""),
        ("CPF do Ordenador", CPF, ""),
        ("Situação", TEXT, ""),
        ("Fonte de Recursos", TEXT, ""),
        ("Nota Fiscal", NUMBER, ""),
        ("Telefone", TEXT, ""),
        ("Natureza Jurídica", TEXT, ""),
        ("Função Gratificada", TEXT, ""),
        ("Nome", TEXT, "nome"),
        ("Saldo", MONEY, ""),
        ("Data da Liquidação", DATE, ""),
        # what values deny
        ("Data do Empenho", MONEY, ""),
        ("Valor Pago", DATE, ""),
        ("CPF/CNPJ", DATE, ""),
        ("Credor", MONEY, ""),
        ("Dotação", CODE, ""),
        ("Valor", MONEY, "emp_valor"),
        ("Valor", TEXT, ""),
        ("Data", DATE, "emp_data"),
        ("Data", TEXT, ""),
    ],
)
def test_expenditure_labels(label: str, kind: str, expected: str) -> None:
    assert items(DO, label, kind) == set(expected.split())


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("Unidade Gestora", TEXT, "uni_gestora"),
        ("Descrição da Conta", TEXT, "origem"),
        ("Entidade", TEXT, "uni_gestora"),
        ("Nome da Entidade", TEXT, "uni_gestora"),
        ("UG", TEXT, "uni_gestora"),
        ("Previsão", MONEY, "previsao"),
        ("Prev. Inicial", MONEY, "previsao"),
        ("Receita Prevista", MONEY, "previsao"),
        ("Valor Orçado (R$)", MONEY, "previsao"),
        ("Previsão Atualizada", MONEY, "previsao"),
        ("Valor Previsto Atualizado", MONEY, "previsao"),
        ("Prevista até o mês", MONEY, "previsao"),
        ("Receita Prevista", NUMBER, "previsao"),  # whole sums of a sheet
        ("Arrecadado", MONEY, "arrecadacao"),
        ("Valor Arrecadado", MONEY, "arrecadacao"),
        ("Arrec. Total", MONEY, "arrecadacao"),
        ("Realizada até o Mês", MONEY, "arrecadacao"),
        ("Arrecadação / Total", MONEY, "arrecadacao"),
        ("No período / Arrecadada", MONEY, "arrecadacao"),
        ("Arrecadado até o momento", MONEY, "arrecadacao"),
        ("Lançado", MONEY, "lancado"),
        ("Valor Lançado R$", MONEY, "lancado"),
        ("Receita lançada", MONEY, "lancado"),
        ("Data de Lançamento", DATE, ""),
        ("Categoria da Receita", TEXT, "categoria_economica"),
        ("Categoria Econômica", TEXT, "categoria_economica"),
        ("Origem", TEXT, "origem"),
        ("Fonte de Recurso", TEXT, "origem"),
        ("Descrição da Receita", TEXT, "origem"),
        ("Especificação", TEXT, "origem"),
        ("Descrição Receita (STN)", TEXT, "origem"),
        ("Espécie", TEXT, "especie"),
        ("Rubrica", CODE, "rubrica"),
        ("Alínea", CODE, "alinea"),
        ("Sub-alínea", CODE, "sub_alinea"),
        ("Subalínea", TEXT, "sub_alinea"),
        ("A arrecadar", MONEY, ""),
        ("Diferença", MONEY, ""),
        ("% Arrecadado", NUMBER, ""),
        ("Arrecadado anulado", MONEY, ""),
        ("Deduções", MONEY, ""),
        ("Valor", MONEY, ""),
        ("Mês", TEXT, ""),
        ("Código", CODE, ""),
    ],
)
def test_revenue_labels(label: str, kind: str, expected: str) -> None:
    assert items(RO, label, kind) == set(expected.split())


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("Nº Licitação", CODE, "numero_licitacao"),
        ("Processo", CODE, "numero_licitacao"),
        ("Nº do Processo Administrativo", CODE, "numero_licitacao"),
        ("Número/Ano", CODE, "numero_licitacao"),
        ("Edital nº", CODE, "numero_licitacao"),
        ("Objeto", TEXT, "objeto_licitacao"),
        ("Objeto Resumido", TEXT, "objeto_licitacao"),
        ("Descrição do Objeto", TEXT, "objeto_licitacao"),
        ("Modalidade", TEXT, "modalidade_licitacao"),
        ("Tipo de Licitação", TEXT, "modalidade_licitacao"),
        ("Modalidade/Nº", TEXT, "modalidade_licitacao numero_licitacao"),
        ("Publicação", DATE, "data_publicacao_licitacao"),
        ("Dt. Publicação do Edital", DATE, "data_publicacao_licitacao"),
        ("Data da Homologação", DATE, "data_publicacao_licitacao"),
        ("Data de Publicação do Edital", DATE, "data_publicacao_licitacao"),
        ("Abertura", DATE, "data_realizacao"),
        ("Data/Hora da Sessão", DATE, "data_realizacao"),
        ("Data de Realização", DATE, "data_realizacao"),
        ("Dt. Abertura / Realização", DATE, "data_realizacao"),
        ("Julgamento", DATE, "data_realizacao"),
        ("Valor Estimado", MONEY, "valor"),
        ("Vlr. Homologado", MONEY, "valor"),
        ("Valor da proposta ou do último lance", MONEY, "valor"),
        ("Valor do Contrato", MONEY, ""),
        ("CNPJ", CNPJ, "cnpj_cpf"),
        ("CNPJ do Vencedor", CNPJ, "cnpj_cpf"),
        ("Fornecedor", TEXT, "nome_vencedores"),
        ("Empresa Vencedora", TEXT, "nome_vencedores"),
        ("Adjudicatário", TEXT, "nome_vencedores"),
        ("Licitantes", TEXT, "nome_perdedores nome_vencedores"),
        ("Demais Participantes", TEXT, "nome_perdedores"),
        ("Perdedores", TEXT, "nome_perdedores"),
        ("Secretaria Requisitante", TEXT, "setor_interessado"),
        ("Repartição interessada", TEXT, "setor_interessado"),
        ("Órgão", TEXT, "setor_interessado"),
        ("Edital", LINK, "edital"),
        ("📄 Edital nº 043-2026", LINK, "edital"),
        ("Termo de Ratificação nº 7/2026", LINK, "termo_ratificacao"),
        ("Edital e anexos", LINK, "edital"),
        ("Íntegra", LINK, "integra"),
        ("Íntegra do Edital", LINK, "integra"),
        ("Termo de Ratificação", LINK, "termo_ratificacao"),
        ("Ratificação", DATE, "termo_ratificacao"),
        ("Aviso de Licitação", LINK, "aviso"),
        ("Pregão Eletrônico", LINK, "pregao"),
        ("Licitado", TEXT, "licitado"),
        ("Data do Edital", DATE, "data_publicacao_licitacao"),
        ("Situação", TEXT, ""),
        ("Nº Contrato", CODE, ""),
        ("Vigência", DATE, ""),
        ("Pregoeiro", TEXT, ""),
    ],
)
def test_bid_labels(label: str, kind: str, expected: str) -> None:
    assert items(LI, label, kind) == set(expected.split())


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("CNPJ da contratada", CNPJ, True),
        ("CPF/CNPJ do arrematante", CNPJ, True),
        ("Documento da proponente", CNPJ, True),
        ("CNPJ do órgão", CNPJ, False),
        ("CNPJ da conta", CNPJ, False),
        ("Contratada CNPJ antigo", CNPJ, False),
    ],
)
def test_whose_number_it_is(label: str, kind: str, expected: bool) -> None:
    assert ("cnpj_cpf" in items(LI, label, kind)) is expected


@pytest.mark.parametrize(
    ("label", "value", "expected"),
    [
        ("Modalidade", "Pregão Eletrônico", {"lic_modalidade", "emp_indicacao_licitacao"}),
        ("Modalidade", "Aplicações Diretas", {"modalidade"}),
        ("Tipo de compra", "Pregão Presencial", {"lic_modalidade", "emp_indicacao_licitacao"}),
        ("Tipo de compra", "Material de consumo", set()),
    ],
)
def test_values_tell_what_a_heading_would_complete_otherwise(label: str, value: str, expected: set[str]) -> None:
    assert items(DO, label, TEXT, value, sections=("Despesa por Órgão",)) == expected


@pytest.mark.parametrize(
    ("label", "kind", "value", "expected"),
    [
        ("Edital", LINK, "Baixar", {"edital"}),
        ("Edital", NUMBER, "3", set()),  # how many there are
        ("Edital/Anexos", TEXT, "edital-3.pdf", {"edital"}),
        ("Processo/Edital", TEXT, "P: 12 E: 3", {"numero_licitacao"}),
    ],
)
def test_numbers_of_documents_are_no_documents(label: str, kind: str, value: str, expected: set[str]) -> None:
    assert items(LI, label, kind, value) == expected


def test_a_heading_that_says_the_label_again_may_deny_it() -> None:
    assert "nome_perdedores" in items(LI, "Licitante")
    assert "nome_perdedores" not in items(LI, "Licitante", sections=("Licitantes vencedores",))
    assert "nome" in items(QP, "Servidor", sections=("Servidores por lotação",))


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        # names of a database, with the type that an explorer writes beside them
        ("abc NR_EMPENHO", NUMBER, {"emp_numero"}),
        ("data DT_EMPENHO", DATE, {"emp_data"}),
        ("DT_EMPENHO date", DATE, {"emp_data"}),
        ("VL_PAGO numeric(15,2)", MONEY, {"valor_pago"}),
        ("vlPago decimal (15, 2)", MONEY, {"valor_pago"}),
        ("123 VlLiquidado", MONEY, {"valor_liquidado"}),
        ("nm_credor varchar(80)", TEXT, {"nome"}),
        ("abc elemento", TEXT, {"elemento"}),
        ("DS_ELEMENTO", TEXT, {"elemento"}),
        ("CD_NATUREZA", TEXT, {"natureza_despesa"}),
        ("VL_NATUREZA", MONEY, set()),  # a sum for each
        ("Data empenho", DATE, {"emp_data"}),  # no type, but a word of the label
        ("Número liquidado", MONEY, set()),
    ],
)
def test_names_of_columns_in_a_database(label: str, kind: ValueType, expected: set[str]) -> None:
    assert items(DO, label, kind) == expected


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("Perdedores", {"nome_perdedores"}),
        ("Vencedores", {"nome_vencedores"}),
        ("Concorrentes", {"nome_perdedores", "nome_vencedores"}),
    ],
)
def test_a_heading_that_names_the_item_settles_whose_names_they_are(heading: str, expected: set[str]) -> None:
    assert items(LI, "Razão Social", sections=(heading,)) == expected
    assert items(LI, "Fornecedor", sections=(heading,)) == expected  # of those who have won, where it stands alone


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("Detalhamento (subelemento)", TEXT, {"sub_elemento"}),
        ("Classificação (elemento de despesa)", TEXT, {"elemento"}),
        ("Saldo (dotação)", MONEY, set()),  # of the allotment, and not the allotment
        ("Quantidade (empenhos)", NUMBER, set()),
    ],
)
def test_what_a_bracket_explains(label: str, kind: ValueType, expected: set[str]) -> None:
    assert items(DO, label, kind) == expected


@pytest.mark.parametrize(
    ("before", "label", "kind", "value", "expected"),
    [
        ("Procedimento licitatório", "Número", "number", "0012/2025", {"lic_numero", "emp_indicacao_licitacao"}),
        ("Contrato", "Nº", "number", "45/2025", {"lic_num_contrato"}),
        ("Situação", "Número", "number", "45/2025", {"emp_numero"}),  # completes nothing
        ("Credor", "Órgão", TEXT, "Saúde", {"orgao_or_uni_orcamentaria"}),  # says enough by itself
    ],
)
def test_a_field_of_one_word_is_completed_by_the_field_before_it(
    before: str, label: str, kind: ValueType, value: str, expected: set[str]
) -> None:
    fields = (
        Column(before, value_type="text", filled=1, samples=("x",)),
        Column(label, value_type=kind, filled=1, samples=(value,)),
    )
    for sections in (
        [],
        ["Nota de Empenho 00002/2026"],
    ):  # the field before it stands nearer than the title of the record
        found = matcher_of(MATRIX).match(RecordSet("details", fields, 1), DO, sections)
        assert {m.item.key for m in found if m.column == 1} == expected


def test_papers_after_an_empty_field_are_not_what_that_field_is_for() -> None:
    """The edital is to be had at a desk, and a notice hangs on the record."""
    fields = (Column("Edital", "empty", 0), Column("Anexos", "link", 1, samples=("Aviso (PDF)",)))
    found = matcher_of(MATRIX).match(RecordSet("details", fields, 1), LI, [])
    assert not [m.item.key for m in found if m.column == 1]


@pytest.mark.parametrize(("state", "published"), [("Licitado", True), ("LICITADA", True), ("Homologado", False)])
def test_the_state_of_a_bid_may_say_that_it_was_put_to_bid(state: str, published: bool) -> None:
    assert ("licitado" in items(LI, "Situação", TEXT, state)) is published


def test_a_heading_adds_nothing_to_a_label_that_names_an_item_of_its_own() -> None:
    assert items(LI, "Pregão Nº", "code", "PE 12/2026", sections=("Licitações",)) == {"pregao", "numero_licitacao"}


def test_a_heading_that_joins_the_label_with_another_thing_denies_nothing() -> None:
    assert items(DO, "Função", sections=("Função e subfunção",)) == {"funcao"}
    assert "previsao" in items(RO, "Orçado", "money", sections=("Orçado x arrecadado",))
    assert "arrecadacao" in items(RO, "Receita Arrecadada", "money", sections=("Receita Prevista e Arrecadada",))
    assert "nome_perdedores" not in items(LI, "Licitante", sections=("Licitantes vencedores e valores",))


@pytest.mark.parametrize("label", ["Pago até a data", "Vl. Pago (até o momento)", "Valor pago até hoje"])
def test_when_a_sum_was_made_is_no_part_of_its_name(label: str) -> None:
    assert items(DO, label, MONEY) == {"valor_pago"}


@pytest.mark.parametrize(
    ("beside", "values", "expected"),
    [
        ("Posição", ("1º", "2º"), True),
        ("CLASSIFICAÇÃO", ("Inabilitado", "Classificado"), True),
        ("Colocação", ("1º lugar",), False),  # only those who came first
        ("Posição", ("10º",), True),
        ("Resultado", ("Vencedor", "Inabilitado"), True),  # what it is of is told by its values
        ("Situação", ("Classificada", "Desclassificada"), True),
        ("Como ficou", ("1º lugar", "2º lugar"), False),
        ("Resultado", ("Vencedor",), False),
        ("Item", ("1", "2"), False),
        ("Posição", (), False),
        ("Endereço", ("Rua 2",), False),
    ],
)
def test_bidders_with_their_places_are_losers_too(beside: str, values: tuple[str, ...], expected: bool) -> None:
    columns = (Column("Fornecedor", "text", 3), Column(beside, "text", 3, samples=values))
    bidders = RecordSet("table", columns, 3)
    assert ("nome_perdedores" in {m.item.key for m in match(bidders, LI, MATRIX)}) is expected


@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("Nome", TEXT, "nome"),
        ("Servidor", TEXT, "nome"),
        ("Nome do Servidor", TEXT, "nome"),
        ("Matrícula/Servidor", TEXT, "nome"),
        ("Nome do Cargo", TEXT, "cargo"),
        ("Nome da Mãe", TEXT, ""),
        ("CPF", CPF, "cpf"),
        ("CPF", TEXT, ""),
        ("Cargo/Função", TEXT, "cargo"),
        ("Cargo", TEXT, "cargo"),
        ("Função", TEXT, "cargo"),
        ("Cargo/Vínculo", TEXT, "cargo tipo_cargo"),
        ("Vínculo", TEXT, "tipo_cargo"),
        ("Regime Jurídico", TEXT, "tipo_cargo"),
        ("Tipo de Contratação", TEXT, "tipo_cargo"),
        ("Tipo do Ato", TEXT, "tipo_cargo"),
        ("Lotação", TEXT, ""),
        ("Secretaria", TEXT, ""),
        ("Matrícula", NUMBER, ""),
        ("Carga Horária", TEXT, ""),
        ("Admissão", DATE, ""),
        ("Salário", MONEY, "salario_cargo"),
        ("Sal. Base", MONEY, "salario_cargo"),
        ("Remuneração Bruta", MONEY, "salario_cargo"),
        ("Proventos", MONEY, "salario_cargo"),
        ("Vantagens (bruto)", MONEY, "salario_cargo"),
        ("Total Líquido R$", MONEY, "salario_cargo"),
        ("Vencimento Base", MONEY, "salario_cargo"),
        ("Descontos", MONEY, ""),
        ("13º Salário", MONEY, ""),
        ("Salário Família", MONEY, ""),
        ("Data de Vencimento", DATE, ""),
        ("Função Gratificada", MONEY, ""),
        ("Outros Descontos", MONEY, ""),
    ],
)
def test_staff_labels(label: str, kind: str, expected: str) -> None:
    assert items(QP, label, kind) == set(expected.split())


@pytest.mark.parametrize("criterion", [DE, RE], ids=lambda c: c.id)
@pytest.mark.parametrize(
    ("label", "kind", "expected"),
    [
        ("Código", CODE, "codigo"),
        ("Ficha", NUMBER, "codigo"),
        ("Conta", CODE, "codigo"),
        ("Conta", TEXT, "nomenclatura"),
        ("Conta extraorçamentária", NUMBER, "codigo"),
        ("Conta extraorçamentária", TEXT, "nomenclatura"),
        ("Consignação", CODE, "codigo"),
        ("Retenção", TEXT, "nomenclatura"),
        ("Descrição", TEXT, "nomenclatura"),
        ("Especificação", TEXT, "nomenclatura"),
        ("Valor", MONEY, "valor"),
        ("Valor até Mês R$", MONEY, "valor"),
        ("Valor Total", MONEY, "valor"),
        ("Credor", TEXT, ""),
        ("Data", DATE, ""),
        ("Saldo anterior", MONEY, ""),
    ],
)
def test_extra_budgetary_labels(criterion: object, label: str, kind: str, expected: str) -> None:
    assert items(criterion, label, kind) == set(expected.split())


@pytest.mark.parametrize(
    ("criterion", "label", "samples", "expected"),
    [
        (DO, "Modalidade", ("Pregão Eletrônico", "Dispensa"), "lic_modalidade emp_indicacao_licitacao"),
        (DO, "Modalidade", ("90 - Aplicações Diretas",), "modalidade"),
        (DO, "Tipo", ("Ordinário", "Global"), ""),
        (DO, "Tipo", ("Dispensado", "Pregão"), "emp_indicacao_licitacao"),
        (DO, "Classificação", ("Despesas Correntes", "Despesas de Capital"), "categoria_economica"),
        (DO, "Classificação", ("Material de Consumo",), "elemento"),
        (QP, "Tipo", ("Efetivo", "Comissionado"), "tipo_cargo"),
        (QP, "Tipo", ("Manhã", "Tarde"), ""),
        (RO, "Nome", ("Prefeitura Municipal", "Fundo Municipal de Saúde"), "uni_gestora"),
        (RO, "Nome", ("IPTU", "ISS"), "origem"),
        (RO, "Órgão recebedor", ("Prefeitura Municipal", "SAAE"), "uni_gestora"),
        (RO, "Entidade que arrecada", ("Fundo Municipal de Saúde", "Prefeitura"), "uni_gestora"),
        (RO, "Órgão recebedor", ("União", "Estado"), ""),
        (LI, "Modalidade adotada", ("Pregão Eletrônico", "Dispensa"), "modalidade_licitacao pregao"),
        (
            LI,
            "Modalidade",
            ("Dispensa", "Concorrência", "Inexigibilidade", "Pregão Eletrônico"),
            "modalidade_licitacao pregao",
        ),
        (LI, "Modalidade", ("Dispensa", "Concorrência"), "modalidade_licitacao"),
        (LI, "Modalidade anulada", ("Pregão Eletrônico", "Dispensa"), ""),
        (LI, "Disputante", ("ABC Ltda", "Silva ME"), "nome_perdedores nome_vencedores"),
        (LI, "Foi adjudicado?", ("Sim", "Não"), "licitado"),
        (DO, "Credor", ("ABC LTDA - 11.222.333/0001-81",), "nome emp_cnpj_cpf"),
        (LI, "Contratada", ("ABC LTDA – CNPJ 11.222.333/0001-81",), "cnpj_cpf nome_vencedores"),
    ],
)
def test_values_decide(criterion: object, label: str, samples: tuple[str, ...], expected: str) -> None:
    assert items(criterion, label, TEXT, *samples) == set(expected.split())


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Valor licitado", "valor licitado"),
        ("Licitado (R$)", "valor licitado"),
        ("Total licitado", "valor licitado"),
        ("Valor estimado", "valor"),
        ("Valor homologado", "valor"),
    ],
)
def test_an_amount_says_that_something_was_put_to_bid(label: str, expected: str) -> None:
    assert items(LI, label, MONEY, "R$ 1.200,00") == set(expected.split())


@pytest.mark.parametrize(
    ("label", "kind", "section", "expected"),
    [
        ("Data", DATE, "Pagamentos", ""),
        ("Data", DATE, "Empenhos e pagamentos", "emp_data"),
        ("Data", DATE, "Pagamentos do empenho", ""),
        ("Valor", MONEY, "Pagamentos", "valor_pago"),
        ("Valor", MONEY, "Liquidações", "valor_liquidado"),
        ("Data", DATE, "Liquidações", ""),
        ("Número", CODE, "Licitação", "lic_numero emp_indicacao_licitacao"),
        ("Número", CODE, "Contrato", "lic_num_contrato"),
        ("Número", CODE, "Dados do Empenho", "emp_numero"),
        ("Nome", TEXT, "Favorecido", "nome"),
        ("Valor", MONEY, "Itens do Empenho", ""),
        ("Paga em", DATE, "Parcelas pagas", "lic_data_pag_ultima"),
        ("Data", DATE, "Parcelas", ""),
        ("Data do pagamento", DATE, "Parcelas", "lic_data_pag_ultima"),
        ("Vencimento", DATE, "Parcelas", ""),
        ("Credor", TEXT, "Pagamentos", "nome"),
    ],
)
def test_headings_complete_or_deny(label: str, kind: str, section: str, expected: str) -> None:
    assert items(DO, label, kind, sections=(section,)) == set(expected.split())


def test_strong_columns_put_weak_ones_aside() -> None:
    columns = (
        Column("Data", "date", 3),
        Column("Data do Empenho", "date", 3),
        Column("Valor", "money", 3),
        Column("Valor Empenhado", "money", 3),
    )
    found = match(RecordSet("table", columns, 3), DO, MATRIX)
    assert {(m.item.key, m.column) for m in found} == {("emp_data", 1), ("emp_valor", 3)}


def test_payment_dates_need_a_bid_or_contract_beside_them() -> None:
    alone = match(
        RecordSet("table", (Column("Data do Pagamento", "date", 3), Column("Credor", "text", 3)), 3), DO, MATRIX
    )
    beside = match(
        RecordSet("table", (Column("Data do Pagamento", "date", 3), Column("Nº Contrato", "code", 3)), 3), DO, MATRIX
    )
    payments = [
        match(RecordSet("table", (Column(order, "number", 3), *columns), 3), DO, MATRIX)
        for order in ("OP", "Ordem", "Nº Ordem")
        for columns in [(Column("Data Pgto", "date", 3), Column("Nº Licitação", "code", 3))]
    ]
    assert "lic_data_pag_ultima" not in {m.item.key for m in alone}
    assert "lic_data_pag_ultima" in {m.item.key for m in beside}
    assert "lic_data_pag_ultima" not in {m.item.key for found in payments for m in found}


def test_microdata_is_the_surest_label() -> None:
    found = match(RecordSet("table", (Column("X", "money", 3, microdata="FixedAmount"),), 3), DO, MATRIX)
    assert [(m.item.key, m.score) for m in found] == [("valor_fixado", 1.0)]


def test_long_names_of_documents() -> None:
    names = (
        "Edital do Pregão Eletrônico 12/2026 - merenda escolar",
        "Aviso de licitação publicado no diário",
        "Ata da sessão",
    )
    columns = tuple(Column(n, "link", 1) for n in names)
    assert {m.item.key for m in match(RecordSet("list", columns, 3), LI, MATRIX)} == {"edital", "aviso"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("receitas", "receita"),
        ("arrecadadas", "arrecadado"),
        ("licitações", "licitação"),
        ("servidores", "servidor"),
        ("órgãos", "órgão"),
        ("totais", "total"),
        ("itens", "item"),
        ("meses", "mês"),
    ],
)
def test_stems_fold_plural_and_gender(one: str, other: str) -> None:
    from transparency.text import normalize

    if one != "meses":
        assert stem(normalize(one)) == stem(normalize(other))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("▦Receitas", "▦ receitas"),
        ("\uf0e7Diárias", "\uf0e7 diarias"),
        ("Saúde😀", "saude 😀"),
        ("10 m²", "10 m²"),
        ("✕", "✕"),
    ],
)
def test_a_picture_among_letters_is_a_word_of_its_own(text: str, said: str) -> None:
    from transparency.text import normalize

    assert normalize(text) == said


def test_parts_of_a_label() -> None:
    assert [p for p, _ in parts("Valor / Pago")] == ["Pago", "Valor / Pago"]
    assert {p for p, _ in parts("CPF/CNPJ")} == {"CPF/CNPJ", "CPF", "CNPJ"}
    assert {"Tipo da licitação", "nº da licitação"} <= {p for p, _ in parts("Tipo e nº da licitação")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("R$ 1.234,56", MONEY),
        ("1.234,56", MONEY),
        ("(1.234,56)", MONEY),
        ("-0,50", MONEY),
        ("1,234.56", MONEY),
        ("1234.56", MONEY),
        ("85500.0", MONEY),
        ("2025.1", CODE),
        ("00021.25", CODE),  # the 21st of a year
        ("0.25", MONEY),
        ("R$ 0,00", MONEY),
        ("R$ 12", MONEY),
        ("10/02/2025", DATE),
        ("2025-02-10", DATE),
        ("2025-02-10T10:00:00", DATE),
        ("10/02/2025 às 09:00", DATE),
        ("10/02/2025 09h30", DATE),
        ("12 de março de 2025", DATE),
        ("mar/2025", DATE),
        ("02/2025", DATE),
        ("***.456.789-**", CPF),
        ("123.***.***-09", CPF),
        ("111.444.777-35", CPF),
        ("11144477735", CPF),
        ("11.222.333/0001-81", CNPJ),
        ("438,19 BRL", MONEY),
        ("BRL 1.438,19", MONEY),
        ("438,19 R$", MONEY),
        ("11222333000181", CNPJ),
        ("123", NUMBER),
        ("1.234", NUMBER),
        ("50,00%", NUMBER),
        ("3.3.90.39.00", CODE),
        ("001/2026", CODE),
        ("2025NE000123", CODE),
        ("PE 012/2019", CODE),
        ("COMERCIAL ABC LTDA", TEXT),
        ("10 - Saúde", TEXT),
        ("-", "empty"),
        ("---", "empty"),
        ("", "empty"),
        ("N/A", "empty"),
        ("não informado", "empty"),
        ("00/00/0000", "empty"),
        ("3.3.90", "code"),  # a class of expenses; no day of 1990
        ("03.03.26", "date"),
        ("***.***.***-**", "empty"),
        ("R$", "empty"),
        ("Ｒ＄ １．２３４，５６", "money"),
        ("０３／０２／２０２６", "date"),
        ("１２．３４５．６７８／０００１－９０", "cnpj"),
        ("12.ABC.345/01DE-35", "cnpj"),
        ("12ABC34501DE35", "cnpj"),
        ("12ABC34501DE36", "code"),  # wrong check digits
        ("𝟓𝟐𝟗.𝟗𝟖𝟐.𝟐𝟒𝟕-𝟐𝟓", "cpf"),
        ("52\u200b9.982.247\u201125", "cpf"),
        ("１２３", "number"),
        ("٣٤٥,٦٧", "money"),
        ("1.773,17 (em reais)", "money"),
        ("1.773,17 (R$)", "money"),
        ("1.773,17 (em quilos)", "text"),
        ("²", "text"),
    ],
)
def test_types_of_values(text: str, expected: ValueType) -> None:
    assert value_type(text) == expected


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ([], "empty"),
        (["money", "number", "money"], "money"),
        (["cpf", "cnpj", "cnpj"], "cnpj"),
        (["number", "code", "code"], "code"),
        (["text", "number"], "text"),
        (["empty", "date"], "date"),
    ],
)
def test_types_of_columns(kinds: list[ValueType], expected: ValueType) -> None:
    assert column_type(kinds) == expected


def test_small_words_about_values() -> None:
    assert is_placeholder("Sem informação") and not is_placeholder("0,00")
    assert is_placeholder("Retirada na sala da Comissão, das 7h às 13h")
    assert not is_placeholder("Retirada de entulho na sede do município")
    assert is_action("Ver detalhes") and not is_action("Edital 12")
    assert (
        is_empty_message("Nenhum registro encontrado.")
        and is_empty_message("Não há dados a exibir")
        and is_empty_message("0 registros")
        and is_empty_message("No data available")
    )
    assert not is_empty_message("Nenhuma Empresa Ltda")


def test_periods_may_be_numbers() -> None:
    assert compatible(Column("Processo", "date", 2, samples=("05/2026", "11/2026")), ("code",))
    assert not compatible(Column("Data", "date", 2, samples=("05/06/2026",)), ("code",))
    assert compatible(Column("dtSessao", "number", 2, samples=("20260105", "20261231")), ("date",))
    assert compatible(Column("Dotação", "number", 3, samples=("4320000", "85500", "0")), ("money",))
    assert not compatible(Column("Dotação", "number", 3, samples=("43200", "85500", "0")), ("money",))
    assert not compatible(Column("dtSessao", "number", 2, samples=("20260105", "20261331")), ("date",))


def test_agreement_of_samples() -> None:
    column = Column("Tipo", "text", 2, samples=("1 - Efetivo", "Comissionados"))
    assert agrees(column, ("efetivo", "comissionado")) is True
    assert agrees(column, ("pregao",)) is False
    assert agrees(Column("Tipo", "text", 2), ("efetivo",)) is None


@pytest.mark.parametrize(
    "label",
    [
        "Vl. Empenhado (R$)", "Nº Proc. Licit.", "Favorecido/Credor", "Funçoes", "Rec. Extra-Orç.", "Mod. Lic.", "Cargo ou Função", "Arrecadaçao",
        "Receita Prevista Atualizada", "Glosário de termos", "DtPagamento", "%",
    ],
)  # fmt: skip
def test_no_term_that_a_label_says_is_passed_over(label: str) -> None:
    matcher = matcher_of(MATRIX)
    tokens, apart = matcher.language.tokens(label), matcher.language.apart
    for compiled in (one for named in matcher.compiled.values() for one in named):
        said = [
            term for term in compiled.terms if all(any(same_word(t, w, apart) for t in tokens) for w in term.tokens)
        ]
        assert matcher.sayable(label, compiled.terms) == said


def test_a_word_is_compared_with_those_alone_that_it_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    matcher = Matcher(MATRIX)
    monkeypatch.setattr(
        terms, "same_word", lambda token, *words: compared.append(token.stem) or same_word(token, *words)
    )
    for word in ("empenho", "descirção", "vlr", "função"):
        matcher.reach(word)
    assert 0 < len(compared) < len(matcher._numbers) / 2


def test_a_term_that_comes_late_is_reached() -> None:
    matcher = Matcher(MATRIX)
    assert matcher.score("Nº do alvará", matcher.compiled[LI.id][0].terms[0]) == 0
    (late,) = matcher.terms(["número do alvará"])
    assert matcher.sayable("Nº do alvará", [late]) == [late] and matcher.score("Nº do alvará", late) > 0.9


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, True) for text in (
            "A consulta não retornou resultados.", "0 registros encontrados", "Total de registros: 0", "Sua pesquisa não encontrou nada", "Nada consta",
            "Sem movimento no período", "Informação não disponível", "Em construção", "Ainda não há publicações", "Não encontramos resultados",
            "Mostrando 0 de 0", "Foram encontrados 0 registros", "Resultado: nenhum", "Aguardando envio pela contabilidade",
            "Dados não encontrados", "Informações não localizadas", "Não houve movimentação no período", "Não encontramos nada", "Inexistem registros",
            "Não foi possível encontrar registros", "Não há conteúdo para exibir", "Não se realizou licitação neste exercício", "Nenhum encontrado",
            "Não ocorreram licitações", "Registro inexistente", "Resultado da pesquisa: nenhum", "Inexistência de lançamentos",
        )),
        *((text, False) for text in (
            "Nenhum filtro aplicado", "Nenhum arquivo selecionado", "Nenhum arquivo escolhido", "Nenhuma coluna oculta", "Compra sem licitação",
            "Nenhum dos anteriores", "Não há prazo para resposta", "Nenhuma opção selecionada",
            "Total de registros: 10", "10 registros encontrados", "Exibindo 1 a 10 de 120 resultados", "Registros 0 1 2 3", "R$ 0,00 despesas",
            "Página 0 de 10", "Empenhos emitidos em 2020", "R$ 10.000,00 em empenhos",
        )),
    ],
)  # fmt: skip
def test_a_page_says_that_there_is_nothing(text: str, expected: bool) -> None:
    assert says_nothing_there(f"Despesas\n{text}") is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((text, True) for text in (
            "Sua pesquisa não retornou resultados", "Nada foi encontrado", "Sem movimentação no mês", "Total de registros: 0", "Nenhuma ocorrência",
            "Ainda não há dados publicados", "Consulta sem resultados", "Inexistem registros", "Nenhuma publicação até o momento", "Não temos registros",
        )),
        *((text, False) for text in ("Nenhum item selecionado", "Total de registros: 10", "Sem licitação", "Nenhum filtro aplicado")),
    ],
)  # fmt: skip
def test_a_row_says_that_there_are_no_rows(text: str, expected: bool) -> None:
    assert is_empty_message(text) is expected


@pytest.mark.parametrize(
    ("criterion", "label", "item"),
    [
        ("despesa_extra_orcamentaria", "ESPECIFICA\ufffd\ufffdO", "nomenclatura"),
        ("receita_extra_orcamentaria", "C\ufffdD.", "codigo"),
        ("despesa_orcamentaria", "Fun\ufffd\ufffdo", "funcao"),
        ("despesa_orcamentaria", "A\ufffd\ufffdo", "acao"),
        ("despesa_orcamentaria", "N\ufffd do empenho", "emp_numero"),
        ("despesa_orcamentaria", "\ufffd\ufffd\ufffd", ""),
    ],
)
def test_labels_of_which_a_server_lost_letters(criterion: str, label: str, item: str) -> None:
    """A part of a page that a script reads in the wrong encoding has marks where its accents were."""
    named = {
        compiled.item.key
        for compiled, score, weak, _ in topics_of(MATRIX).matcher.readings(label, criterion)
        if score > 0.9 and not weak
    }
    assert named == ({item} if item else set())
