"""Microdata: the names of the Turmalina schema as its documentation shows them, and what must not pass for them.

Sources of names, types and forms (table, bare divs, names on headings and values alike): the documentation of the schema
(types at .../documentation/<Type>) and the mark-up that a vendor of the state puts on its pages.
"""

from __future__ import annotations

import pytest

from transparency.classify.assignment import examine
from transparency.classify.judge import judge_frame
from transparency.classify.matching import match
from transparency.extract import dom, microdata
from transparency.items import Column, PageContext, RecordSet
from transparency.matrix import load_matrix

MATRIX = load_matrix()
DOC = "https://turmalina.tcepb.tc.br/documentation/"
BIDS = {
    "managementUnitName": "Secretaria de Saúde",
    "managementUnitID": "201151",
    "bidID": "00012/2021",
    "bidModality": "Pregão Eletrônico",
    "object": "Seguro de estagiários da prefeitura",
    "publicationDate": "08/07/2021",
    "realizationDate": "20/08/2021",
    "bidderName": "ARARA SEGUROS LTDA",
    "identificationNumber": "28.196.889/0001-43",
    "bidderProposalAmount": "1440.00",
    "notice": '<a href="/arquivo?id=7">Baixar</a>',
}
BID_LABELS = "Unidade,Código,Número,Modalidade,Objeto,Publicada,Realizada,Licitante,CNPJ,Proposta,Edital".split(",")
BID_ITEMS = (
    "setor_interessado numero_licitacao modalidade_licitacao objeto_licitacao data_publicacao_licitacao data_realizacao "
    "nome_vencedores nome_perdedores cnpj_cpf valor edital pregao"
)


def found(html: str, context: PageContext | None = None, with_data: bool = True) -> dict[str, set[str]]:
    """Items by criterion that a page publishes."""
    _, findings = judge_frame(html, context or PageContext(), MATRIX)
    result: dict[str, set[str]] = {}
    for finding in findings:
        if finding.has_data or not with_data:
            result.setdefault(finding.criterion, set()).add(finding.item)
    return result


def line(values: dict[str, str], row: str = "tr", cell: str = "td", marked: bool = True) -> str:
    """A row; ``marked``: each cell with its property."""
    cells = (f'<{cell} itemprop="{n}">{v}</{cell}>' if marked else f"<{cell}>{v}</{cell}>" for n, v in values.items())
    return f"<{row}>{''.join(cells)}</{row}>"


def sheet(
    kind: str, *rows: dict[str, str], heads: list[str] | None = None, outer: str = "table", both: bool = True
) -> str:
    """A typed table, or the same of bare ``div``; ``heads`` letters by default, so that they say nothing."""
    names = list(rows[0])
    labels = heads or [chr(65 + n) for n in range(len(names))]
    row, cell, head = ("tr", "td", "th") if outer == "table" else ("div", "div", "div")
    body = line(dict(zip(names, labels, strict=True)), row, head) + "".join(line(r, row, cell, both) for r in rows)
    return f'<{outer} itemscope itemtype="{DOC}{kind}">{body}</{outer}>'


SPENDING = {
    "managementUnitName": "Fundo de Cultura",
    "creditorName": "ALARIDO PRODUÇÕES LTDA",
    "identificationNumber": "20.929.082/0001-60",
    "fixedAmount": "1230000.00",
    "comittedValue": "300000.00",
    "paymentAmount": "300000.00",
    "comittedExpenditureID": "000006",
    "comittedExpenditureDate": "05/10/2021",
    "bidID": "00002/2020",
    "bidModality": "Concurso",
    "budgetExpenditureFunction": "13 - Cultura",
    "budgetExpenditureSubfunction": "392 - Difusão Cultural",
    "budgetExpenditureProgram": "5382 - Incentivo à Cultura",
    "budgetExpenditureAction": "1415 - Incentivo a Projetos",
    "economicCategory": "3 - Despesas Correntes",
    "budgetNature": "3 - Outras Despesas Correntes",
    "budgetExpenditureModality": "90 - Aplicações Diretas",
    "budgetExpenditureElement": "31 - Premiações",
    "comittedExpenditureHistory": "Parcela 01/03 do prêmio",
}
EARLY = {
    "function": "15 - Urbanismo",
    "subfunction": "451 - Infraestrutura",
    "program": "1005 - Ordenamento",
    "action": "2018 - Manutenção",
    "modality": "90 - Aplicações Diretas",
    "element": "30 - Material de Consumo",
    "subelement": "019 - Outros Materiais",
    "settledAmount": "R$ 10.000,00",
    "contractID": "00042/2021",
    "comittedExpenditureObject": "Papel para impressora",
    "paymentInstallmentDate": "16/07/2021",
}
REVENUE = {
    "managementUnitName": "Fundo de Saúde",
    "budgetRevenueSource": "E0.229-Outros Recursos Vinculados à Saúde",
    "predictedAmount": "100.00",
    "collectionAmount": "69825.55",
}
EARLY_REVENUE = {
    "revenueSpecie": "Impostos",
    "revenueRubric": "1112",
    "revenueParagraph": "50",
    "revenueSubparagraph": "01",
    "revenueEntryAmount": "10,00",
}
EXTRA_REVENUE = {
    "extraBudgetRevenueID": "218810108",
    "extraBudgetRevenueDescription": "ISS",
    "managementUnitID": "08778326000156",
    "nomenclature": "ISS retido",
    "extraBudgetRevenueHistory": "Retenção de janeiro",
    "realizedAmount": "2527.07",
}
EXTRA_SPENDING = {
    "managementUnitID": "0101",
    "creditorName": "ARARA LTDA",
    "paymentAmount": "59.63",
    "tabID": "0018030/2021",
    "tabDate": "19/02/2021",
    "extraBudgetExpenditureID": "218810199",
    "extraBudgetExpenditureNomenclature": "Consignações",
    "moveDate": "19/02/2021",
}
STAFF = {
    "employeeName": "Ademar Tucano",
    "identificationNumber": "XXX.582.004-XX",
    "employmentContractType": "Excepcional interesse público",
    "employeePosition": "Instrutor de banda",
    "employeeSalary": "1439.17",
}


@pytest.mark.parametrize("outer", ["table", "div"])
@pytest.mark.parametrize("both", [True, False], ids=["names on all", "names on headings"])
@pytest.mark.parametrize(
    ("kind", "record", "criterion", "items"),
    [
        ("Bidding", BIDS, "licitacao", BID_ITEMS),
        ("bid", {n[0].upper() + n[1:]: v for n, v in BIDS.items()}, "licitacao", BID_ITEMS),
        (
            "budgetExpenditure",
            SPENDING,
            "despesa_orcamentaria",
            "orgao_or_uni_orcamentaria nome emp_cnpj_cpf valor_fixado emp_valor valor_pago emp_numero emp_data lic_numero "
            "emp_indicacao_licitacao lic_modalidade funcao sub_funcao programa acao categoria_economica natureza_despesa modalidade "
            "elemento",
        ),
        (
            "BudgetExpenditure",
            EARLY,
            "despesa_orcamentaria",
            "funcao sub_funcao programa acao modalidade elemento sub_elemento valor_liquidado lic_num_contrato lic_obj_servico "
            "lic_data_pag_ultima",
        ),
        ("BudgetRevenue", REVENUE, "receita_orcamentaria", "uni_gestora origem previsao arrecadacao"),
        ("BudgetRevenue", EARLY_REVENUE, "receita_orcamentaria", "especie rubrica alinea sub_alinea lancado"),
        ("ExtraBudgetRevenue", EXTRA_REVENUE, "receita_extra_orcamentaria", "codigo nomenclatura valor"),
        ("ExtraBudgetExpenditure/", EXTRA_SPENDING, "despesa_extra_orcamentaria", "codigo nomenclatura valor"),
        ("EmployeeInformation", STAFF, "quadro_pessoal", "nome cpf tipo_cargo cargo salario_cargo"),
    ],
)
def test_the_schema_is_read_under_labels_that_say_nothing(
    kind: str, record: dict[str, str], criterion: str, items: str, outer: str, both: bool
) -> None:
    heads = None if outer == "table" else [f"Campo {chr(65 + n)}" for n in range(len(record))]
    html = sheet(kind, record, record, record, heads=heads, outer=outer, both=both)
    assert found(html) == {criterion: set(items.split())}


@pytest.mark.parametrize("outer", ["table", "div"])
@pytest.mark.parametrize("rows", [[], [dict.fromkeys(BIDS, "")], [dict.fromkeys(BIDS, "-")] * 3])
def test_names_over_nothing_publish_nothing(rows: list[dict[str, str]], outer: str) -> None:
    row, cell, head = ("tr", "td", "th") if outer == "table" else ("div", "div", "div")
    body = line(dict(zip(BIDS, BID_LABELS, strict=True)), row, head) + "".join(line(r, row, cell) for r in rows)
    html = f'<h1>Licitações</h1><{outer} itemscope itemtype="{DOC}Bidding">{body}</{outer}>'
    assert found(html) == {}


@pytest.mark.parametrize(
    "html",
    [
        f'<table itemscope itemtype="{DOC}Bidding"><tr><th itemprop="bidID">Nº</th><th itemprop="object">Objeto</th></tr>'
        '<tr><td colspan="2">Nenhum registro encontrado</td></tr></table>',
        f'<div itemscope itemtype="{DOC}Bidding"><meta itemprop="bidID" content="10/2026"><meta itemprop="object" content="Papel"></div>',
        f'<form itemscope itemtype="{DOC}Bidding"><label itemprop="bidModality">Modalidade</label>'
        '<select itemprop="bidModality"><option>Pregão</option></select><label>Nº</label><input itemprop="bidID"><button>Pesquisar</button></form>',
        f'<nav itemscope itemtype="{DOC}Bidding"><a href="/l" itemprop="object">Licitações</a></nav>',
        # A council's own sheet is not the town hall's.
        f"<h1>Câmara Municipal</h1>{sheet('Bidding', BIDS, BIDS)}",
        # Marked as what is no criterion, among bids.
        f"<h1>Licitações</h1>{sheet('Contract', BIDS, BIDS, heads=BID_LABELS)}",
    ],
    ids=["message", "meta", "filters", "menu", "council", "contracts"],
)
def test_marked_and_yet_no_publication(html: str) -> None:
    assert found(html) == {}


@pytest.mark.parametrize(
    "html",
    [
        '<div itemscope itemtype="https://schema.org/Person"><span itemprop="name">Clarice Jaó</span><span itemprop="jobTitle">Prefeita</span>'
        '<span itemprop="identificationNumber">123.456.789-09</span></div>',
        '<div itemscope itemtype="http://schema.org/Organization"><span itemprop="legalName">Prefeitura</span><span itemprop="taxID">08.778.326/0001-56</span></div>',
        '<ul><li itemscope itemtype="https://schema.org/GovernmentService"><span itemprop="name">Folha de Pagamento</span>'
        '<span itemprop="object">Salário</span></li></ul>',
        '<article itemscope itemtype="https://schema.org/NewsArticle"><h2 itemprop="headline">Pregão 10/2026</h2><time itemprop="datePublished">10/02/2026</time>'
        '<span itemprop="author">Assessoria</span></article>',
        '<table itemscope itemtype="https://schema.org/Offer"><tr><th>A</th><th>B</th></tr>'
        '<tr><td itemprop="object">Pneus</td><td itemprop="fixedAmount">R$ 10,00</td></tr></table>',
    ],
    ids=["person", "organization", "service", "news", "offer"],
)
@pytest.mark.parametrize("heading", ["Licitações", "Quadro de Pessoal", "Despesas Orçamentárias"])
def test_other_vocabularies_name_no_item(html: str, heading: str) -> None:
    assert found(f"<h1>{heading}</h1>{html}", PageContext(headings=(heading,), labels=(heading,))) == {}


def test_a_page_typed_by_its_framework_keeps_what_stands_in_it() -> None:
    html = f'<html itemscope itemtype="https://schema.org/WebPage"><body>{sheet("Bidding", BIDS, BIDS)}</body></html>'
    assert found(html) == {"licitacao": set(BID_ITEMS.split())}


def test_what_an_item_holds_of_another_vocabulary_is_not_its_own() -> None:
    html = (
        f'<div itemscope itemtype="{DOC}Bidding"><span itemprop="bidID">10/2026</span>'
        '<div itemprop="buyer" itemscope itemtype="https://schema.org/Organization"><span itemprop="object">Papel</span></div></div>'
    )
    assert found(html) == {"licitacao": {"numero_licitacao"}}


@pytest.mark.parametrize(
    ("html", "items"),
    [
        (
            '<dl itemscope itemtype="{}"><dt>A</dt><dd itemprop="bidID">10/2026</dd><dt>B</dt><dd itemprop="object"></dd><dt>C</dt>'
            '<dd itemprop="publicationDate">10/02/2026</dd></dl>',
            "numero_licitacao data_publicacao_licitacao",
        ),
        (
            '<div itemscope itemtype="{}"><p itemprop="bidID"><b>A:</b> 10/2026</p><p itemprop="bidModality"><b>B:</b> Convite</p></div>',
            "numero_licitacao modalidade_licitacao",
        ),
        (
            '<table itemscope itemtype="{}"><tr itemprop="bidID"><th>A</th><td>10/2026</td></tr><tr itemprop="object"><th>B</th><td>Papel</td></tr>'
            '<tr itemprop="notice"><th>C</th><td></td></tr></table>',
            "numero_licitacao objeto_licitacao",
        ),
        (
            '<section itemscope itemtype="{}"><h3><span itemprop="bidModality">Pregão</span> <span itemprop="bidID">10/2026</span></h3>'
            '<div itemprop="object">Papel</div><span itemprop="bidderProposalAmount">R$ 5,00</span></section>',
            "objeto_licitacao valor",
        ),
        (
            '<ul><li itemscope itemtype="{0}"><span itemprop="bidID">1/2026</span> <span itemprop="object">Papel</span></li>'
            '<li itemscope itemtype="{0}"><span itemprop="bidID">2/2026</span> <span itemprop="object">Tinta</span></li></ul>',
            "numero_licitacao objeto_licitacao",
        ),
        (
            '<table itemscope itemtype="{}"><tr><th>A</th><th>B</th></tr>'
            '<tr><td itemprop="bidID bidModality">Convite 10/2026</td><td><b itemprop="bidderName">ARARA LTDA</b><br>'
            '<i itemprop="identificationNumber">28.196.889/0001-43</i></td></tr></table>',
            "numero_licitacao modalidade_licitacao nome_vencedores nome_perdedores cnpj_cpf",
        ),
        (
            '<table itemscope itemtype="{}"><tr><th>A</th><th>B</th></tr>'
            '<tr><td itemprop="bid-id">10/2026</td><td itemprop="Bid_Modality">Convite</td></tr></table>',
            "numero_licitacao modalidade_licitacao",
        ),
    ],
    ids=["dl", "paragraphs", "rows", "loose", "items of a list", "two in a cell", "separators"],
)
def test_forms(html: str, items: str) -> None:
    assert found(html.format(f"{DOC}Bidding")) == {"licitacao": set(items.split())}


@pytest.mark.parametrize(
    ("label", "name", "kind", "itemtype", "items"),
    [
        ("Valor Pago", "comittedValue", "money", "BudgetExpenditure", {"emp_valor"}),  # the mark-up is surer
        ("Valor Pago", "comittedValue", "date", "BudgetExpenditure", set()),  # but a date is no sum, nor paid
        ("Valor Pago", "", "money", "BudgetExpenditure", {"valor_pago"}),
        ("Valor Pago", "F.Recurso", "money", "BudgetExpenditure", {"valor_pago"}),  # a name that says nothing
        ("Código", "managementUnitID", "code", "ExtraBudgetRevenue", set()),  # of the unit, not of the revenue
        ("Ação", "action", "text", "", {"acao"}),
        ("X", "action", "text", "", set()),  # one common word, outside the schema's types
        ("X", "budgetExpenditureAction", "text", "", {"acao"}),
        ("X", "valorEmpenhado", "money", "", {"emp_valor"}),
        ("Valor", "valor-liquidado", "money", "DespesaOrcamentaria", {"valor_liquidado"}),
        ("X", "valor_pago", "text", "", set()),
        ("X", "valor", "money", "", set()),
        ("X", "https://x/docs#comittedExpenditureID", "number", "", {"emp_numero"}),
        ("CNPJ", "identificationNumber", "text", "PaymentDocument", set()),
    ],
)
def test_names_and_labels(label: str, name: str, kind: str, itemtype: str, items: set[str]) -> None:
    columns = (Column(label, kind, 3, microdata=name),)  # type: ignore[arg-type]
    for criterion in ("despesa_orcamentaria", "receita_extra_orcamentaria"):
        named = {
            m.item.key
            for m in match(RecordSet("table", columns, 3, itemtype=itemtype), MATRIX.criterion(criterion), MATRIX)
        }
        if criterion == "despesa_orcamentaria" or itemtype.startswith("Extra"):
            assert named == items


@pytest.mark.parametrize(
    ("label", "items"),
    [
        ("Vencedor", {"nome_vencedores"}),
        ("Licitantes perdedores", {"nome_perdedores"}),
        ("Licitante", {"nome_vencedores", "nome_perdedores"}),
        ("A", {"nome_vencedores", "nome_perdedores"}),  # the schema: winner or loser
        ("Modalidade", {"nome_vencedores", "nome_perdedores"}),
    ],
)
def test_of_items_that_share_a_name_the_label_tells_which(label: str, items: set[str]) -> None:
    columns = (Column(label, "text", 3, microdata="bidderName"),)
    named = match(RecordSet("table", columns, 3, itemtype="Bidding"), MATRIX.criterion("licitacao"), MATRIX)
    assert {m.item.key for m in named} == items


def test_a_type_copied_by_mistake_does_not_decide() -> None:
    """An early page of the schema's own documentation showed expenditure under the type of revenue."""
    html = f"<h2>Despesa Orçamentária</h2>{sheet('BudgetRevenue', SPENDING, SPENDING)}"
    assert list(found(html)) == ["despesa_orcamentaria"]


def test_a_type_over_a_page_speaks_like_a_heading() -> None:
    rows = "<tr><td>2/2026</td><td>Convite</td><td>Papel</td><td>10/02/2026</td></tr>" * 2
    head = "<tr><th>Número</th><th>Modalidade</th><th>Objeto</th><th>Abertura</th></tr>"
    contracts = "<h3>Contratos</h3><table><tr><th>Contratado</th><th>Vigência</th></tr><tr><td>ARARA LTDA</td><td>10/02/2026</td></tr></table>"
    html = f'<main itemscope itemtype="{DOC}Bidding"><table>{head}{rows}</table>{contracts}</main>'
    assert found(html) == {
        "licitacao": {"numero_licitacao", "modalidade_licitacao", "objeto_licitacao", "data_realizacao"}
    }


@pytest.mark.parametrize(
    "itemtype", ["despesa-extra-orcamentaria", "DespesaExtraOrcamentaria", "x/despesa_extra_orcamentaria"]
)
def test_types_of_unknown_vocabularies_are_read_as_words(itemtype: str) -> None:
    columns = (Column("Código", "code", 3), Column("Descrição", "text", 3), Column("Valor", "money", 3))
    kind = microdata.type_of(dom.parse(f'<p itemtype="https://x.gov.br/{itemtype}"></p>').find(".//p"))
    sheet_ = RecordSet("table", columns, 3, itemtype=kind)
    assert list(examine(sheet_, PageContext(), MATRIX).scores) == ["despesa_extra_orcamentaria"]


def test_a_withheld_figure_does_not_turn_a_person_into_a_label() -> None:
    html = f'<div itemscope itemtype="{DOC}EmployeeInformation"><b itemprop="employeeName">Ademar Tucano</b> <i itemprop="employeeSalary">Sigiloso</i></div>'
    record_sets, _ = judge_frame(html, PageContext(), MATRIX)
    assert [c.label for r in record_sets for c in r.columns] == ["employeeName", "employeeSalary"]


@pytest.mark.parametrize(
    ("itemtype", "foreign"),
    [
        ("https://schema.org/Person", True),
        ("http://www.schema.org/GovernmentService", True),
        ("schema.org/Table", True),
        ("http://purl.org/goodrelations/v1#Offering", True),
        ("http://data-vocabulary.org/Breadcrumb", True),
        (f"{DOC}Bidding", False),
        ("https://turmalinaschema.vercel.app/documentation/bidding", False),
        ("Unipt.org/Bid", False),
        ("https://myschema.org/Bid", False),
    ],
)
def test_foreign_types(itemtype: str, foreign: bool) -> None:
    assert microdata.is_foreign(itemtype) is foreign
