"""Whole pages against what a human auditor would say: which items are published, on portals of many makes.

Expected answers are written from the criteria, before looking at the program's. Each case is a snippet of the markup that a
framework or a vendor's style produces, with the labels followed to reach it, and the items published there by criterion.
"""

from __future__ import annotations

import gc
import time
from dataclasses import dataclass

import pytest

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame, judge_page
from transparency.items import Frame, Page
from transparency.matrix import load_matrix
from transparency.matrix.matrix import ORDER

MATRIX = load_matrix()
DO, DE, RO, RE, LI, QP = ORDER


@dataclass(frozen=True)
class Case:
    """A page, how it was reached, and its published items."""

    name: str
    html: str
    expected: dict[str, str]
    labels: tuple[str, ...] = ()
    url: str = ""
    title: str = ""


CASES: list[Case] = []


def case(name: str, html: str, expected: dict[str, str], labels: str = "", url: str = "", title: str = "") -> None:
    CASES.append(Case(name, html, expected, tuple(x for x in labels.split(">") if x), url, title))


def row(*cells: str, tag: str = "td", attributes: str = "") -> str:
    return f"<tr{attributes}>" + "".join(f"<{tag}>{c}</{tag}>" for c in cells) + "</tr>"


def published(html: str, labels: tuple[str, ...] = (), url: str = "", title: str = "") -> dict[str, set[str]]:
    """The items with data, by criterion."""
    _, findings = judge_frame(html, page_context(html, [url] if url else [], labels, title), MATRIX)
    result: dict[str, set[str]] = {}
    for finding in findings:
        if finding.has_data:
            result.setdefault(finding.criterion, set()).add(finding.item)
    return result


# ------------------------------------------------------------ expenditure

case(
    "bootstrap table of empenhos",
    """<div class="container"><h1>Portal da Transparência</h1><div class="page-header"><h2>Despesas</h2></div>
    <form class="form-inline"><label>Credor</label><input type="text"><label>Função</label><select><option>Todas</option><option>Saúde</option>
    </select><button>Consultar</button></form>
    <div class="table-responsive"><table class="table table-striped"><thead><tr><th>Nº Empenho</th><th>Data</th><th>Credor</th>
    <th>CPF/CNPJ</th><th>Empenhado</th><th>Liquidado</th><th>Pago</th><th></th></tr></thead><tbody>"""
    + row(
        "2025000123",
        "10/01/2025",
        "COMERCIAL ABC LTDA",
        "12.345.678/0001-95",
        "R$ 1.200,00",
        "R$ 1.200,00",
        "R$ 0,00",
        '<a href="/empenho/123"><i class="fa fa-search"></i></a>',
    )
    + row(
        "2025000124",
        "11/01/2025",
        "MARIA DAS DORES",
        "***.456.789-**",
        "R$ 300,00",
        "R$ 300,00",
        "R$ 300,00",
        '<a href="/empenho/124"><i class="fa fa-search"></i></a>',
    )
    + """</tbody><tfoot><tr><td colspan="4">Total</td><td>R$ 1.500,00</td><td>R$ 1.500,00</td><td>R$ 300,00</td><td></td></tr></tfoot></table>
    </div></div>""",
    {DO: "emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_liquidado valor_pago"},
    "Despesas>Consultar",
)
case(
    "primefaces datatable, titles repeated in the cells",
    """<div class="ui-panel"><div class="ui-panel-titlebar ui-widget-header"><span class="ui-panel-title">Despesas por Órgão</span></div>
    <div class="ui-panel-content"><div id="f:t" class="ui-datatable ui-widget"><div class="ui-datatable-tablewrapper"><table role="grid">
    <thead id="f:t_head"><tr role="row">
    <th class="ui-state-default" role="columnheader"><span class="ui-column-title">Unidade Orçamentária</span></th><th role="columnheader">
    <span class="ui-column-title">Dotação Inicial</span></th>
    <th role="columnheader"><span class="ui-column-title">Dotação Atualizada</span></th><th role="columnheader">
    <span class="ui-column-title">Vl. Empenhado</span></th>
    <th role="columnheader"><span class="ui-column-title">Vl. Liquidado</span></th><th role="columnheader">
    <span class="ui-column-title">Vl. Pago</span></th></tr></thead>
    <tbody class="ui-datatable-data ui-widget-content"><tr class="ui-widget-content ui-datatable-even" role="row"><td role="gridcell">
    <span class="ui-column-title" data-t-hidden="">Unidade Orçamentária</span>02.001 - GABINETE DO PREFEITO</td>
    <td role="gridcell">100.000,00</td><td role="gridcell">120.000,00</td><td role="gridcell">50.000,00</td><td role="gridcell">40.000,00</td>
    <td role="gridcell">30.000,00</td></tr></tbody></table></div></div></div></div>""",
    {DO: "orgao_or_uni_orcamentaria nome valor_fixado emp_valor valor_liquidado valor_pago"},
    url="https://x.gov.br/portal/faces/pages/despesa/unidade/inicio.xhtml",
)
case(
    "asp.net gridview without thead, by element",
    """<form id="aspnetForm"><span id="ctl00_lblTitulo" class="titulo">Despesas por Elemento</span><div>
    <table cellspacing="0" rules="all" border="1" id="ctl00_gv" style="border-collapse:collapse;">
    <tr style="color:White;background-color:#507CD1;font-weight:bold;"><th scope="col">Código</th><th scope="col">Elemento de Despesa</th>
    <th scope="col">Orçado</th><th scope="col">Empenhado</th><th scope="col">Pago</th></tr>"""
    + row("3.3.90.30", "MATERIAL DE CONSUMO", "500.000,00", "120.000,00", "110.000,00")
    + row("3.3.90.36", "OUTROS SERVIÇOS DE TERCEIROS - PESSOA FÍSICA", "200.000,00", "90.000,00", "80.000,00")
    + "</table></div></form>",
    {DO: "elemento valor_fixado emp_valor valor_pago"},
)
case(
    "angularjs ng-repeat divs with a header row",
    """<div ng-view><h3 class="ng-binding">Despesas por Função</h3><div class="lista"><div class="linha cabecalho">
    <div class="col-md-4">Função</div><div class="col-md-4">Subfunção</div><div class="col-md-4">Valor Pago (R$)</div></div>
    <div class="linha ng-scope" ng-repeat="d in ds"><div class="col-md-4 ng-binding">10 - Saúde</div>
    <div class="col-md-4 ng-binding">301 - Atenção Básica</div><div class="col-md-4 ng-binding">1.234.567,89</div></div>
    <div class="linha ng-scope" ng-repeat="d in ds"><div class="col-md-4 ng-binding">12 - Educação</div>
    <div class="col-md-4 ng-binding">361 - Ensino Fundamental</div><div class="col-md-4 ng-binding">234.567,89</div></div></div></div>""",
    {DO: "funcao sub_funcao valor_pago"},
    url="https://x.gov.br/#/despesas/funcao",
)
case(
    "modal of one empenho: label spans and values, with a bid section",
    """<div class="modal-dialog" role="dialog"><div class="modal-header"><h4 class="modal-title">Detalhes do Empenho</h4></div>
    <div class="modal-body">
    <div class="row"><div class="col-md-3"><label>Número</label><p class="form-control-static">123/2025</p></div><div class="col-md-3">
    <label>Data de Emissão</label><p>10/02/2025</p></div><div class="col-md-6"><label>Credor</label><p>COMERCIAL ABC LTDA</p></div></div>
    <div class="row"><div class="col-md-4"><label>Órgão</label><p>SECRETARIA DE SAÚDE</p></div><div class="col-md-4"><label>Função</label>
    <p>10 - Saúde</p></div><div class="col-md-4"><label>Subfunção</label><p>301 - Atenção Básica</p></div></div>
    <div class="row"><div class="col-md-4"><label>Natureza da Despesa</label><p>3.3.90.30.00</p></div><div class="col-md-4">
    <label>Valor</label><p>R$ 1.000,00</p></div><div class="col-md-4"><label>Histórico</label>
    <p>Aquisição de material de limpeza para a secretaria</p></div></div>
    <fieldset><legend>Licitação</legend><div class="row"><div class="col-md-4"><label>Modalidade</label><p>Pregão Eletrônico</p></div>
    <div class="col-md-4"><label>Número</label><p>012/2024</p></div><div class="col-md-4"><label>Contrato</label><p>045/2024</p></div></div>
    </fieldset>
    </div></div>""",
    {
        DO: (
            "emp_numero emp_data nome orgao_or_uni_orcamentaria funcao sub_funcao natureza_despesa emp_valor "
            "lic_modalidade lic_numero lic_num_contrato emp_indicacao_licitacao"
        )
    },
    "Despesas>123/2025",
)
case(
    "detail page as bold labels in paragraphs",
    """<h1>Nota de Empenho 450/2024</h1><div id="conteudo"><p><b>Empenho:</b> 450<br><b>Data do Empenho:</b> 05/03/2024<br>
    <b>Favorecido:</b> JOSÉ DA SILVA ME<br><b>CNPJ:</b> 11.222.333/0001-81</p>
    <p><b>Programa:</b> 0012 - Gestão da Saúde</p><p><b>Ação:</b> 2045 - Manutenção do FMS</p><p>
    <b>Elemento da Despesa:</b> 30 - Material de Consumo</p><p><b>Modalidade de Aplicação:</b> 90 - Aplicações Diretas</p><p>
    <b>Valor Empenhado:</b> R$ 10.000,00</p></div>""",
    {DO: "emp_numero emp_data nome emp_cnpj_cpf programa acao elemento modalidade emp_valor"},
    "Despesas>Detalhes",
)
case(
    "label-value table, four cells per row",
    """<h2>Empenho</h2><table class="detalhe">"""
    + "<tr><td class='rotulo'>Unidade Gestora:</td><td>PREFEITURA MUNICIPAL</td><td class='rotulo'>Nº Empenho:</td><td>0001234</td></tr>"
    + (
        "<tr><td class='rotulo'>Categoria Econômica:</td><td>3 - Despesas Correntes</td>"
        "<td class='rotulo'>Grupo de Natureza:</td><td>3 - Outras Despesas Correntes</td></tr>"
    )
    + "<tr><td class='rotulo'>Subelemento:</td><td>07 - Gêneros de Alimentação</td><td class='rotulo'>Processo Licitatório:</td><td>15/2024</td></tr></table>",
    {
        DO: "orgao_or_uni_orcamentaria emp_numero categoria_economica natureza_despesa sub_elemento emp_indicacao_licitacao lic_numero"
    },
    "Despesa>Empenho",
)
case(
    "react div table with roles",
    """<main><h1>Consulta de Despesas</h1><div role="table" class="sc-a"><div role="rowgroup"><div role="row">
    <div role="columnheader">Favorecido</div><div role="columnheader">Data de Pagamento</div><div role="columnheader">Valor Pago</div></div>
    </div>
    <div role="rowgroup"><div role="row"><div role="cell">ENERGISA S/A</div><div role="cell">2025-03-10</div>
    <div role="cell">R$ 12.000,00</div></div><div role="row"><div role="cell">CAGEPA</div><div role="cell">2025-03-11</div>
    <div role="cell">R$ 9.000,00</div></div></div></div></main>""",
    {DO: "nome valor_pago"},
)
case(
    "ag-grid, columns tied by col-id over three containers",
    """<h2>Despesas empenhadas</h2><div class="ag-root" role="treegrid"><div class="ag-header" role="presentation">
    <div class="ag-pinned-left-header" role="rowgroup"><div class="ag-header-row" role="row" aria-rowindex="1">
    <div class="ag-header-cell" role="columnheader" col-id="numero"><span class="ag-header-cell-text">Nº Empenho</span></div></div></div>
    <div class="ag-header-container" role="rowgroup"><div class="ag-header-row" role="row" aria-rowindex="1">
    <div class="ag-header-cell" role="columnheader" col-id="credor"><span>Credor</span></div>
    <div class="ag-header-cell" role="columnheader" col-id="valor"><span>Valor Empenhado</span></div>
    <div class="ag-header-cell" role="columnheader" col-id="fonte"><span>Fonte</span></div></div></div></div>
    <div class="ag-body"><div class="ag-pinned-left-cols-container" role="rowgroup"><div role="row" row-id="0">
    <div role="gridcell" col-id="numero">2025NE001</div></div><div role="row" row-id="1"><div role="gridcell" col-id="numero">2025NE002</div>
    </div></div>
    <div class="ag-center-cols-container" role="rowgroup"><div role="row" row-id="0"><div role="gridcell" col-id="credor">ABC LTDA</div>
    <div role="gridcell" col-id="valor">1.000,00</div><div role="gridcell" col-id="fonte">500</div></div><div role="row" row-id="1">
    <div role="gridcell" col-id="valor">2.000,00</div><div role="gridcell" col-id="credor">DEF LTDA</div>
    <div role="gridcell" col-id="fonte">500</div></div></div></div></div>""",
    {DO: "emp_numero nome emp_valor"},
)
case(
    "datatables scrollX: header and body apart, body with a flat copy",
    """<div class="card"><div class="card-header">Despesa Orçamentária - Empenhos</div><div class="card-body"><div class="dataTables_wrapper">
    <div class="dataTables_scroll"><div class="dataTables_scrollHead"><div class="dataTables_scrollHeadInner"><table class="display dataTable">
    <thead><tr><th>Empenho</th><th>Emissão</th><th>Credor</th><th>Valor (R$)</th></tr></thead></table></div></div>
    <div class="dataTables_scrollBody"><table id="t" class="display dataTable"><thead><tr style="height:0px"><th>
    <div class="dataTables_sizing">Empenho</div></th><th><div class="dataTables_sizing">Emissão</div></th><th>
    <div class="dataTables_sizing">Credor</div></th><th><div class="dataTables_sizing">Valor (R$)</div></th></tr></thead><tbody>"""
    + row("1001", "02/01/2025", "PAPELARIA X", "150,00")
    + row("1002", "03/01/2025", "POSTO Y", "2.150,00")
    + """</tbody></table></div></div></div></div></div>""",
    {DO: "emp_numero emp_data nome emp_valor"},
)
case(
    "devexpress: header table and rows table inside a grid role",
    """<div class="title">Despesas por Nota de Empenho</div><div class="dx-datagrid" role="grid"><div class="dx-datagrid-headers">
    <div class="dx-datagrid-content"><table class="dx-datagrid-table" role="presentation"><tbody><tr class="dx-row dx-header-row" role="row">
    <td role="columnheader" aria-colindex="1"><div class="dx-datagrid-text-content">Número</div></td><td role="columnheader" aria-colindex="2">
    <div>Dt. Empenho</div></td><td role="columnheader" aria-colindex="3"><div>Fornecedor</div></td><td role="columnheader" aria-colindex="4">
    <div>Vlr. Empenhado</div></td></tr>
    <tr class="dx-row dx-datagrid-filter-row" role="row"><td role="gridcell"><input type="text"></td><td role="gridcell"><input type="text">
    </td><td role="gridcell"><input type="text"></td><td role="gridcell"><input type="text"></td></tr></tbody></table></div></div>
    <div class="dx-datagrid-rowsview"><div><table class="dx-datagrid-table" role="presentation"><tbody>
    <tr class="dx-row dx-data-row" role="row"><td role="gridcell" aria-colindex="1">77</td>
    <td role="gridcell" aria-colindex="2">05/05/2025</td><td role="gridcell" aria-colindex="3">ALFA COMÉRCIO</td>
    <td role="gridcell" aria-colindex="4">7.700,00</td></tr></tbody></table></div></div></div>""",
    {DO: "emp_numero emp_data nome emp_valor"},
    url="http://x.gov.br/Default.aspx?AcessoIndividual=lnkDespesasPor_NotaEmpenho",
)
case(
    "jqgrid: header table, body table with an empty first row",
    """<div class="ui-jqgrid"><div class="ui-jqgrid-titlebar">Pagamentos de Despesas</div><div class="ui-jqgrid-hdiv">
    <table class="ui-jqgrid-htable"><thead><tr class="ui-jqgrid-labels" role="rowheader"><th role="columnheader"><div>Favorecido</div></th>
    <th role="columnheader"><div>CNPJ/CPF</div></th><th role="columnheader"><div>Data Pagto</div></th><th role="columnheader">
    <div>Valor Pago</div></th></tr></thead></table></div>
    <div class="ui-jqgrid-bdiv"><table role="grid" class="ui-jqgrid-btable"><tbody><tr class="jqgfirstrow"><td></td><td></td><td></td><td></td>
    </tr><tr role="row" class="jqgrow"><td role="gridcell">BETA SERVIÇOS</td><td role="gridcell">11.222.333/0001-81</td>
    <td role="gridcell">10/10/2024</td><td role="gridcell">900,00</td></tr></tbody></table></div></div>""",
    {DO: "nome emp_cnpj_cpf valor_pago"},
    "Despesas>Pagamentos",
)
case(
    "two header rows with colspan and rowspan",
    """<h3>Execução da Despesa por Programa</h3><table class="tabela"><tr><th rowspan="2">Programa</th><th rowspan="2">Ação</th>
    <th rowspan="2">Dotação</th><th colspan="3">Execução até o mês</th></tr><tr><th>Empenhada</th><th>Liquidada</th><th>Paga</th></tr>"""
    + row("0001 - Gestão", "2001 - Manutenção", "10.000,00", "9.000,00", "8.000,00", "7.000,00")
    + row("0002 - Saúde", "2002 - Atenção", "10.000,00", "9.000,00", "8.000,00", "7.000,00")
    + "</table>",
    {DO: "programa acao valor_fixado emp_valor valor_liquidado valor_pago"},
)
case(
    "cards with labels inside each card",
    """<h2>Empenhos emitidos</h2><div class="cards">"""
    + "".join(
        f"""<div class="card"><div class="card-body"><div class="info"><span class="label">Empenho</span><span class="valor">{n}</span></div>
    <div class="info"><span class="label">Credor</span><span class="valor">{who}</span></div><div class="info"><span class="label">Data</span>
    <span class="valor">0{n}/02/2025</span></div><div class="info"><span class="label">Valor</span><span class="valor">R$ {n}00,00</span></div>
    </div></div>"""
        for n, who in enumerate(["ABC LTDA", "DEF ME", "GHI SA"], 1)
    )
    + "</div>",
    {DO: "emp_numero nome emp_data emp_valor"},
)
case(
    "responsive table with data-label only",
    """<h2>Despesas por Modalidade de Aplicação</h2><div class="rt">"""
    + "".join(
        f"""<div class="rt-row"><div class="rt-cell" data-label="Modalidade">{m}</div><div class="rt-cell" data-label="Empenhado">{v}</div>
    <div class="rt-cell" data-label="Pago">{v}</div></div>"""
        for m, v in (("90 - Aplicações Diretas", "100.000,00"), ("50 - Transferências a Instituições", "2.000,00"))
    )
    + "</div>",
    {DO: "modalidade emp_valor valor_pago"},
)
case(
    "plain text lines in list items",
    """<h2>Detalhamento da Despesa</h2><ul class="list-group"><li class="list-group-item">Credor: PADARIA PÃO QUENTE</li>
    <li class="list-group-item">CPF/CNPJ: 11.222.333/0001-81</li><li class="list-group-item">Número do Empenho: 55/2025</li>
    <li class="list-group-item">Valor Liquidado: 1.000,00</li></ul>""",
    {DO: "nome emp_cnpj_cpf emp_numero valor_liquidado"},
)
case(
    "read-only form of one record",
    """<form><fieldset><legend>Nota de Empenho</legend><div class="form-group"><label for="a">Empenho</label>
    <input id="a" readonly value="00345/2025"></div><div class="form-group"><label for="b">Data</label>
    <input id="b" readonly value="01/02/2025"></div><div class="form-group"><label for="c">Fornecedor</label>
    <input id="c" disabled value="LOJAS TUDO"></div><div class="form-group"><label for="d">Contrato</label>
    <input id="d" readonly value="12/2024"></div><div class="form-group"><label for="e">Sub-elemento</label><input id="e" readonly value="">
    </div></fieldset></form>""",
    {DO: "emp_numero emp_data nome lic_num_contrato"},
    "Despesas",
)
case(
    "definition list details",
    """<section><h3>Empenho nº 12</h3><dl class="row"><dt class="col-sm-3">Favorecido</dt><dd class="col-sm-9">TRANSPORTES LTDA</dd>
    <dt>Data do empenho</dt><dd>12/12/2024</dd><dt>Valor do empenho</dt><dd>R$ 2.000,00</dd><dt>Licitação</dt><dd>Dispensa nº 4/2024</dd></dl>
    </section>""",
    {DO: "emp_numero nome emp_data emp_valor emp_indicacao_licitacao lic_numero"},
    "Despesas",
)
case(
    "css grid of flat cells, header cells by class",
    """<h2>Despesas por Secretaria</h2><div class="grade">"""
    + "".join(f'<div class="grade-header">{h}</div>' for h in ("Secretaria", "Fixado", "Empenhado", "Pago"))
    + "".join(
        f'<div class="grade-item">{c}</div>'
        for c in ("Saúde", "1.000,00", "900,00", "800,00", "Educação", "2.000,00", "1.900,00", "1.800,00")
    )
    + "</div>",
    {DO: "orgao_or_uni_orcamentaria valor_fixado emp_valor valor_pago"},
)
case(
    "vuetify data table, abbreviations",
    """<div class="v-card"><div class="v-card__title">Empenhos</div><div class="v-data-table"><div class="v-data-table__wrapper"><table>
    <thead class="v-data-table-header"><tr><th role="columnheader"><span>Nº Emp.</span></th><th role="columnheader"><span>Dt. Emp.</span></th>
    <th role="columnheader"><span>Und. Orç.</span></th><th role="columnheader"><span>Nat. Desp.</span></th><th role="columnheader">
    <span>Nº Proc. Licit.</span></th><th role="columnheader"><span>Vl. Liq.</span></th></tr></thead><tbody>"""
    + row("12", "10/10/2024", "SEC. SAÚDE", "3.3.90.39", "44/2024", "100,00")
    + "</tbody></table></div></div></div>",
    {
        DO: "emp_numero emp_data orgao_or_uni_orcamentaria nome natureza_despesa lic_numero emp_indicacao_licitacao valor_liquidado"
    },
    "Despesas",
)
case(
    "columns alone decide where no word of context helps",
    """<h1>Consulta 04</h1><table><thead><tr><th>Nota de Empenho</th><th>Emissão</th><th>Credor</th><th>Elemento de Despesa</th>
    <th>Valor Empenhado</th><th>Valor Liquidado</th><th>Valor Pago</th></tr></thead><tbody>"""
    + row("12/2025", "10/10/2025", "ABC", "30 - Material", "1,00", "1,00", "1,00")
    + "</tbody></table>",
    {DO: "emp_numero emp_data nome elemento emp_valor valor_liquidado valor_pago"},
)
case(
    "empty result: labels without data",
    """<h2>Despesas</h2><table><thead><tr><th>Empenho</th><th>Credor</th><th>Valor Pago</th></tr></thead><tbody><tr>
    <td colspan="3" class="dataTables_empty">Nenhum registro encontrado</td></tr></tbody></table>""",
    {},
)
case(
    "a column that is always empty is not published",
    """<h2>Empenhos</h2><table><thead><tr><th>Empenho</th><th>Data</th><th>Credor</th><th>Nº Contrato</th><th>Modalidade de Licitação</th>
    <th>Valor</th></tr></thead><tbody>"""
    + row("1", "01/01/2025", "ABC", "-", "", "1,00")
    + row("2", "01/01/2025", "DEF", "---", "Não informado", "1,00")
    + "</tbody></table>",
    {DO: "emp_numero emp_data nome emp_valor"},
)
case(
    "words that change the meaning: annulled, retained, to be paid",
    """<h2>Despesas</h2><table><thead><tr><th>Empenho</th><th>Credor</th><th>Valor Anulado</th><th>Valor Retido</th><th>Saldo a Pagar</th>
    <th>A Liquidar</th><th>Pago</th></tr></thead><tbody>"""
    + row("1", "ABC", "1,00", "1,00", "1,00", "1,00", "1,00")
    + row("2", "DEF", "1,00", "1,00", "1,00", "1,00", "1,00")
    + "</tbody></table>",
    {DO: "emp_numero nome valor_pago"},
)
case(
    "payments table under its own heading",
    """<h2>Empenho 12/2025</h2><h4>Liquidações</h4><table><tr><th>Data</th><th>Valor</th></tr>"""
    + row("01/02/2025", "1,00")
    + "</table><h4>Pagamentos</h4><table><tr><th>Data</th><th>Valor</th></tr>"
    + row("02/02/2025", "1,00")
    + "</table>",
    {DO: "valor_liquidado valor_pago lic_data_pag_ultima"},
    "Despesas>Empenhos",
)
case(
    "oracle apex classic report with header ids",
    """<div class="t-Region"><div class="t-Region-header"><h2 class="t-Region-title">Despesas por Credor</h2></div><div class="t-Report">
    <table class="t-Report-report"><thead><tr><th class="t-Report-colHead" id="CREDOR"><a href="#">Credor</a></th>
    <th class="t-Report-colHead" id="CNPJ"><a href="#">CNPJ / CPF</a></th><th class="t-Report-colHead" id="TOTAL_PAGO">
    <a href="#">Total Pago</a></th></tr></thead><tbody><tr><td headers="CREDOR">ABC LTDA</td><td headers="CNPJ">11.222.333/0001-81</td>
    <td headers="TOTAL_PAGO">10.000,00</td></tr></tbody></table></div></div>""",
    {DO: "nome emp_cnpj_cpf valor_pago"},
)
case(
    "genexus grid: spans in cells, header in the first row",
    """<span class="TextBlock">Consulta de Empenhos</span><table id="Grid1ContainerTbl" class="Grid"><thead><tr class="GridHeader"><th>
    <span>Exercício</span></th><th><span>Núm. Empenho</span></th><th><span>Nome do Credor</span></th><th><span>Vlr Empenho</span></th></tr>
    </thead><tbody><tr class="GridOdd"><td><span class="ReadonlyAttribute">2025</span></td><td><span class="ReadonlyAttribute">33</span></td>
    <td><span class="ReadonlyAttribute">ABC</span></td><td><span class="ReadonlyAttribute">33,00</span></td></tr></tbody></table>""",
    {DO: "emp_numero nome emp_valor"},
)
case(
    "camel case labels of a raw api table",
    """<h1>despesas</h1><table><thead><tr><th>numeroEmpenho</th><th>dataEmpenho</th><th>nomeCredor</th><th>vl_empenhado</th><th>vl_pago</th>
    </tr></thead><tbody>"""
    + row("12", "2025-01-01", "ABC", "12.50", "12.50")
    + "</tbody></table>",
    {DO: "emp_numero emp_data nome emp_valor valor_pago"},
)
case(
    "compound labels",
    """<h2>Despesas</h2><table><thead><tr><th>Função/Subfunção</th><th>Favorecido/CPF-CNPJ</th><th>Pago</th></tr></thead><tbody>"""
    + row("10 - Saúde / 301 - Atenção Básica", "ABC LTDA - 11.222.333/0001-81", "1,00")
    + row("12 - Educação / 361 - Ensino", "DEF LTDA - 11.222.333/0001-81", "1,00")
    + "</tbody></table>",
    {DO: "funcao sub_funcao nome emp_cnpj_cpf valor_pago"},
)
case(
    "hidden tab still counts, under its own tab's name",
    """<ul class="nav nav-tabs"><li class="active"><a href="#r">Receitas</a></li><li><a href="#d">Despesas</a></li></ul>
    <div class="tab-content"><div id="r" class="tab-pane active"><p>Selecione o mês</p></div><div id="d" class="tab-pane" data-t-hidden="">
    <table><tr><th>Credor</th><th>Valor Pago</th></tr>"""
    + row("ABC", "1,00")
    + row("DEF", "1,00")
    + "</table></div></div>",
    {DO: "nome valor_pago"},
)
case(
    "expandable rows with nested tables",
    """<h2>Despesas</h2><table><thead><tr><th></th><th>Órgão</th><th>Pago</th></tr></thead><tbody><tr><td>+</td><td>Saúde</td><td>10,00</td>
    </tr><tr><td colspan="3"><table><tr><th>Empenho</th><th>Credor</th></tr>"""
    + row("1", "ABC")
    + "</table></td></tr><tr><td>+</td><td>Educação</td><td>10,00</td></tr></tbody></table>",
    {DO: "orgao_or_uni_orcamentaria nome valor_pago emp_numero"},
)
case(
    "layout tables around the data",
    """<table width="100%"><tr><td><table><tr><td>Menu</td></tr></table></td><td><font size="4"><b>DESPESAS POR FAVORECIDO</b></font><br>
    <table border="1"><tr bgcolor="#ccc"><td><b>Favorecido</b></td><td><b>Empenhado</b></td><td><b>Pago</b></td></tr>"""
    + row("ABC", "1,00", "1,00")
    + row("DEF", "1,00", "1,00")
    + "</table></td></tr></table>",
    {DO: "nome emp_valor valor_pago"},
)

# ------------------------------------------------------------ extra-budgetary expenditure

case(
    "extra: plain words, told by the heading",
    """<h2>Despesas Extra-Orçamentárias</h2><table><thead><tr><th>Código</th><th>Descrição</th><th>Valor</th></tr></thead><tbody>"""
    + row("101", "INSS CONSIGNAÇÃO", "1.000,00")
    + row("102", "EMPRÉSTIMOS CONSIGNADOS", "2.000,00")
    + "</tbody></table>",
    {DE: "codigo nomenclatura valor"},
    "Despesas>Extra-orçamentárias",
)
case(
    "extra: told by address only, one word",
    """<table><thead><tr><th>Conta</th><th>Nome da Despesa</th><th>Valor Pago</th></tr></thead><tbody>"""
    + row("2.1.8.8.1", "ISS RETIDO", "1.000,00")
    + row("2.1.8.8.2", "IRRF", "2.000,00")
    + "</tbody></table>",
    {DE: "codigo nomenclatura valor"},
    url="https://x.gov.br/despesaextraorcamentaria.aspx",
)
case(
    "extra: active tab under a page of expenditures",
    """<h1>Despesas</h1><ul class="nav nav-tabs"><li><a href="?t=1">Orçamentária</a></li><li class="active">
    <a href="?t=2">Extra-orçamentária</a></li></ul><table><thead><tr><th>Ficha</th><th>Especificação</th><th>Credor</th><th>Data</th>
    <th>Valor Pago</th></tr></thead><tbody>"""
    + row("12", "PENSÃO ALIMENTÍCIA", "MARIA", "10/10/2025", "100,00")
    + "</tbody></table>",
    {DE: "codigo nomenclatura valor"},
)
case(
    "extra and budgetary side by side: the local heading decides",
    """<h1>Receitas</h1><div class="row"><div class="col"><h3>Receitas Orçamentárias</h3><table><tr><th>Descrição</th><th>Prevista</th>
    <th>Arrecadada</th></tr>"""
    + row("IPTU", "10,00", "5,00")
    + row("ISS", "10,00", "5,00")
    + """</table></div><div class="col"><h3>Receitas Extraorçamentárias</h3><table><tr><th>Código</th><th>Descrição</th><th>Arrecadado</th></tr>"""
    + row("1", "INSS", "5,00")
    + row("2", "CAUÇÕES", "5,00")
    + "</table></div></div>",
    {RO: "origem previsao arrecadacao", RE: "codigo nomenclatura valor"},
)

# ------------------------------------------------------------ revenue

case(
    "revenue by nature, all levels",
    """<h2>Receita Orçamentária</h2><table><thead><tr><th>Unidade Gestora</th><th>Categoria Econômica</th><th>Origem</th><th>Espécie</th>
    <th>Rubrica</th><th>Alínea</th><th>Subalínea</th><th>Previsão Inicial</th><th>Lançado</th><th>Arrecadado</th></tr></thead><tbody>"""
    + row(
        "PREFEITURA",
        "Receitas Correntes",
        "Impostos",
        "Impostos sobre o patrimônio",
        "1112",
        "01",
        "00",
        "10,00",
        "9,00",
        "8,00",
    )
    + "</tbody></table>",
    {RO: "uni_gestora categoria_economica origem especie rubrica alinea sub_alinea previsao lancado arrecadacao"},
)
case(
    "revenue: an updated forecast is no assessment",
    """<h2>Receitas</h2><table><thead><tr><th>Código</th><th>Especificação</th><th>Prev. Inicial</th><th>Prev. Atualizada</th>
    <th>Realizada até o mês</th><th>Diferença</th></tr></thead><tbody>"""
    + row("1.1.1.2.01", "IPTU", "10,00", "10,00", "5,00", "5,00")
    + row("1.1.1.3.01", "ISS", "10,00", "10,00", "5,00", "5,00")
    + "</tbody></table>",
    {RO: "origem previsao arrecadacao"},
)
case(
    "angular material table",
    """<h1 class="mat-h1">Receitas</h1><mat-table role="table" class="mat-table"><mat-header-row role="row" class="mat-header-row">
    <mat-header-cell role="columnheader" class="mat-header-cell">Descrição da Receita</mat-header-cell>
    <mat-header-cell role="columnheader">Valor Previsto</mat-header-cell>
    <mat-header-cell role="columnheader">Valor Arrecadado</mat-header-cell></mat-header-row><mat-row role="row">
    <mat-cell role="cell">IPTU</mat-cell><mat-cell role="cell">R$ 10,00</mat-cell><mat-cell role="cell">R$ 5,00</mat-cell></mat-row>
    </mat-table>""",
    {RO: "origem previsao arrecadacao"},
    url="https://x.gov.br/#/receitas/receitas-quadro-geral",
)
case(
    "revenue by source with entity, percent column",
    """<div class="panel"><div class="panel-heading">Receitas por Fonte de Recursos</div><table><tr><th>Entidade</th><th>Fonte de Recursos</th>
    <th>Orçado</th><th>Arrecadado</th><th>% Arrecadado</th></tr>"""
    + row("Prefeitura Municipal", "500 - Recursos Livres", "10,00", "5,00", "50,00%")
    + row("Fundo de Saúde", "600 - SUS", "10,00", "5,00", "50,00%")
    + "</table></div>",
    {RO: "uni_gestora origem previsao arrecadacao"},
)
case(
    "revenue extra in a guide list",
    """<h2>Guias de Receita Extra</h2><table><tr><th>Nº Guia</th><th>Data</th><th>Cód. Receita</th><th>Descrição da Receita</th><th>Valor</th></tr>"""
    + row("1", "01/01/2025", "218810101", "INSS SERVIDORES", "10,00")
    + row("2", "01/01/2025", "218810102", "IRRF", "10,00")
    + "</table>",
    {RE: "codigo nomenclatura valor"},
    url="https://x/views/Receitas/FormCPRCGuiasReceitaExtra.php",
)
case(
    "microdata says it all, labels say nothing",
    """<table itemscope itemtype="http://turmalina.tcepb.tc.br/documentation/BudgetRevenue"><thead><tr><th>A</th><th>B</th><th>C</th></tr>
    </thead><tbody><tr><td itemprop="managementUnitName">PREFEITURA</td><td itemprop="predictedAmount">10,00</td>
    <td itemprop="collectionAmount">5,00</td></tr></tbody></table>""",
    {RO: "uni_gestora previsao arrecadacao"},
)
case(
    "revenue and expenditure in one summary: each line is neither",
    """<h2>Resumo</h2><table><tr><th>Mês</th><th>Receitas</th><th>Despesas</th><th>Resultado</th></tr>"""
    + row("Janeiro", "10,00", "5,00", "5,00")
    + row("Fevereiro", "10,00", "5,00", "5,00")
    + "</table>",
    {},
)

# ------------------------------------------------------------ bids

case(
    "bids: wordpress table",
    """<article><h1 class="entry-title">Licitações</h1><div class="entry-content"><figure class="wp-block-table"><table><tbody><tr><td>
    <strong>Modalidade</strong></td><td><strong>Nº Processo</strong></td><td><strong>Objeto</strong></td><td><strong>Abertura</strong></td><td>
    <strong>Edital</strong></td></tr>"""
    + row(
        "Pregão Eletrônico",
        "001/2025",
        "Aquisição de merenda escolar para a rede municipal",
        "10/02/2025",
        '<a href="/wp/edital1.pdf">Baixar</a>',
    )
    + row("Dispensa", "002/2025", "Locação de imóvel", "11/02/2025", '<a href="/wp/edital2.pdf">Baixar</a>')
    + "</tbody></table></figure></div></article>",
    {LI: "modalidade_licitacao numero_licitacao objeto_licitacao data_realizacao edital pregao"},
)
case(
    "bid details with winners and losers",
    """<h2>Detalhes da Licitação</h2><div class="ficha"><p><strong>Número da Licitação:</strong> 012/2025</p><p>
    <strong>Modalidade:</strong> Concorrência</p><p><strong>Objeto:</strong> Pavimentação de ruas</p><p>
    <strong>Data de Publicação:</strong> 01/02/2025</p><p><strong>Data da Sessão:</strong> 20/02/2025</p><p>
    <strong>Secretaria Requisitante:</strong> Infraestrutura</p><p><strong>Valor Estimado:</strong> R$ 100.000,00</p></div>
    <h3>Vencedores</h3><table><tr><th>Empresa Vencedora</th><th>CNPJ</th><th>Valor Homologado</th></tr>"""
    + row("CONSTRUTORA X", "11.222.333/0001-81", "90.000,00")
    + "</table><h3>Participantes</h3><table><tr><th>Licitante</th><th>CNPJ</th><th>Situação</th></tr>"
    + row("CONSTRUTORA Y", "11.222.333/0001-81", "Desclassificado")
    + "</table>",
    {
        LI: (
            "numero_licitacao modalidade_licitacao objeto_licitacao data_publicacao_licitacao data_realizacao "
            "setor_interessado valor nome_vencedores cnpj_cpf nome_perdedores"
        )
    },
    "Licitações>012/2025",
)
case(
    "bid documents by name",
    """<h2>Licitação 012/2025</h2><h4>Documentos</h4><ul><li><a href="/arquivos/1.pdf">Aviso de Licitação</a></li><li>
    <a href="/arquivos/2.pdf">Edital nº 012/2025</a></li><li><a href="/arquivos/3.pdf">Termo de Ratificação</a></li><li>
    <a href="/arquivos/4.pdf">Ata da sessão</a></li></ul>""",
    {LI: "aviso edital termo_ratificacao"},
    "Licitações>012/2025",
)
case(
    "bid documents in a table with download icons",
    """<h2>Licitações e documentos</h2><p><b>Objeto:</b> Compra de pneus</p><p><b>Modalidade:</b> Pregão</p><table><tr><th>Descrição</th>
    <th>Data</th><th>Arquivo</th></tr>"""
    + row("Edital", "01/01/2025", '<a href="/download/1" title="Baixar"><i class="fa fa-download"></i></a>')
    + row(
        "Íntegra do processo", "01/01/2025", '<a href="/download/2" title="Baixar"><i class="fa fa-download"></i></a>'
    )
    + "</table>",
    {LI: "objeto_licitacao modalidade_licitacao edital integra pregao"},
    "Licitações",
)
case(
    "bids as cards with heading and paragraphs",
    """<h1>Licitações</h1><div class="lista">"""
    + "".join(
        f"""<div class="item-licitacao"><h4>Processo {n}/2025</h4><p><b>Modalidade:</b> Pregão Presencial</p><p><b>Objeto:</b> {o}</p><p>
    <b>Valor:</b> R$ 1{n}.000,00</p><p><b>Órgão:</b> Secretaria de Educação</p></div>"""
        for n, o in ((1, "Merenda"), (2, "Transporte"))
    )
    + "</div>",
    {LI: "modalidade_licitacao objeto_licitacao valor setor_interessado pregao"},
)
case(
    "bids and contracts page: the bid table counts, the contract table does not",
    """<h1>Licitações e Contratos</h1><h3>Licitações</h3><table><tr><th>Nº</th><th>Modalidade</th><th>Objeto</th><th>Data</th></tr>"""
    + row("1/2025", "Convite", "Pneus", "01/02/2025")
    + row("2/2025", "Pregão", "Papel", "01/02/2025")
    + "</table><h3>Contratos</h3><table><tr><th>Nº Contrato</th><th>Contratado</th><th>CNPJ</th><th>Objeto</th><th>Vigência</th><th>Valor</th></tr>"
    + row("1/2025", "ABC", "11.222.333/0001-81", "Pneus", "31/12/2025", "1,00")
    + row("2/2025", "DEF", "11.222.333/0001-81", "Papel", "31/12/2025", "1,00")
    + "</table>",
    {LI: "numero_licitacao modalidade_licitacao objeto_licitacao data_publicacao_licitacao pregao"},
)

# ------------------------------------------------------------ staff

case(
    "the rest of a person's record, whose name only the list tells",
    "<h3>Gastos com Pessoal - Detalhes</h3><dl><dt>DESCONTOS</dt><dd>354,65</dd><dt>VALOR LÍQUIDO</dt><dd>1.688,27</dd>"
    "<dt>CARGA HORÁRIA</dt><dd>40h</dd></dl>",
    {QP: "salario_cargo"},
    "Gastos com Pessoal",
)
case(
    "sums of the payroll, which are nobody's",
    "<h3>Gastos com Pessoal</h3><dl><dt>DESCONTOS</dt><dd>354,65</dd><dt>VALOR LÍQUIDO</dt><dd>1.688,27</dd></dl>",
    {},
    "Gastos com Pessoal",
)
case(
    "payroll, person by person",
    """<h2>Folha de Pagamento</h2><table><thead><tr><th>Matrícula</th><th>Nome</th><th>CPF</th><th>Cargo</th><th>Vínculo</th><th>Lotação</th>
    <th>Proventos</th><th>Descontos</th><th>Líquido</th></tr></thead><tbody>"""
    + row("123", "ANA LIMA", "***.456.789-**", "PROFESSOR", "EFETIVO", "EDUCAÇÃO", "3.000,00", "300,00", "2.700,00")
    + "</tbody></table>",
    {QP: "nome cpf cargo tipo_cargo salario_cargo"},
)
case(
    "servants without pay or cpf",
    """<div id="app"><h1>Servidores</h1><div class="tabela"><div class="tr th"><div>Servidor</div><div>Função</div>
    <div>Tipo de Contratação</div></div><div class="tr"><div>ANA LIMA</div><div>AGENTE ADMINISTRATIVO</div><div>Comissionado</div></div>
    <div class="tr"><div>BIA SOUZA</div><div>MÉDICA</div><div>Contratado</div></div></div></div>""",
    {QP: "nome cargo tipo_cargo"},
)
case(
    "kind told by values under a vague label",
    """<h2>Quadro de Pessoal</h2><table><tr><th>Nome</th><th>Cargo</th><th>Tipo</th><th>Admissão</th></tr>"""
    + row("ANA LIMA", "PROFESSOR", "Efetivo", "01/02/2010")
    + row("BIA SOUZA", "MOTORISTA", "Comissionado", "01/02/2010")
    + "</table>",
    {QP: "nome cargo tipo_cargo"},
)
case(
    "payslip of one person",
    """<h3>Servidor</h3><div class="grid grid-cols-2"><div><span class="text-muted">Nome</span><p>ANA LIMA</p></div><div>
    <span class="text-muted">Cargo</span><p>PROFESSOR</p></div><div><span class="text-muted">Vínculo</span><p>Estatutário</p></div><div>
    <span class="text-muted">Remuneração Bruta</span><p>R$ 4.000,00</p></div></div>""",
    {QP: "nome cargo tipo_cargo salario_cargo"},
    "Folha de Pagamento>ANA LIMA",
)
case(
    "payroll by secretariat is no payroll by person",
    """<h2>Folha de Pagamento por Secretaria</h2><table><tr><th>Secretaria</th><th>Qtd. Servidores</th><th>Total Bruto</th>
    <th>Total Líquido</th></tr>"""
    + row("Saúde", "120", "100.000,00", "90.000,00")
    + row("Educação", "220", "200.000,00", "190.000,00")
    + "</table>",
    {},
)
case(
    "staff counts by post are no payroll",
    """<h2>Quadro de Pessoal</h2><table><tr><th>Cargo</th><th>Vínculo</th><th>Quantidade</th></tr>"""
    + row("Professor", "Efetivo", "120")
    + row("Médico", "Contratado", "20")
    + "</table>",
    {},
)
case(
    "table of pay grades is no payroll",
    """<h2>Plano de Cargos e Salários</h2><table><tr><th>Cargo</th><th>Classe</th><th>Nível</th><th>Vencimento Base</th></tr>"""
    + row("Professor", "A", "I", "3.000,00")
    + row("Professor", "B", "II", "3.300,00")
    + "</table>",
    {},
    "Pessoal>Plano de Cargos",
)

# ------------------------------------------------------------ more makes

case(
    "tailwind list of grids with a header of the same columns",
    """<main class="p-6"><h1 class="text-2xl font-bold">Execução da despesa</h1><p class="text-sm">Dados de 2025</p>
    <div class="rounded-lg border"><div class="grid grid-cols-4 gap-4 bg-gray-50 px-4 py-2 font-semibold"><span>Beneficiário</span>
    <span>Objeto do gasto</span><span>Empenhado</span><span>Quitado</span></div>
    <ul role="list"><li class="grid grid-cols-4 gap-4 px-4 py-2"><span>ABC LTDA</span><span>Compra de papel</span><span>R$ 100,00</span>
    <span>R$ 90,00</span></li><li class="grid grid-cols-4 gap-4 px-4 py-2"><span>DEF LTDA</span><span>Compra de tinta</span>
    <span>R$ 200,00</span><span>R$ 190,00</span></li></ul></div></main>""",
    {DO: "nome emp_valor valor_pago"},
)
case(
    "summary elements that open a list of terms",
    """<h2>Notas de empenho</h2>"""
    + "".join(
        f"""<details><summary>Empenho {n}/2025 - {w}</summary><dl data-t-hidden=""><dt>Credor</dt><dd>{w}</dd><dt>Emitido em</dt>
    <dd>0{n}/03/2025</dd><dt>Unidade Orçamentária</dt><dd>Secretaria de Saúde</dd><dt>Valor empenhado</dt><dd>R$ {n}0,00</dd></dl>
    </details>"""
        for n, w in ((1, "ABC"), (2, "DEF"), (3, "GHI"))
    ),
    {DO: "emp_numero nome orgao_or_uni_orcamentaria emp_valor emp_data"},
)
case(
    "labels plain, values bold",
    """<h3>Dados da licitação</h3><div class="dados"><p>Modalidade: <strong>Pregão Eletrônico</strong></p>
    <p>Processo nº: <strong>15/2025</strong></p><p>Objeto: <strong>Aquisição de pneus para a frota</strong></p>
    <p>Abertura: <strong>10/05/2025 09:00</strong></p></div>""",
    {LI: "modalidade_licitacao numero_licitacao objeto_licitacao data_realizacao pregao"},
)
case(
    "several fields in one line, parted by bars",
    """<h1>Licitações</h1><ul class="lista"><li><h4>Aquisição de pneus</h4>
    <span>Modalidade: Pregão</span> | <span>Número: 1/2025</span> | <span>Publicação: 01/01/2025</span></li><li><h4>Obras na praça</h4>
    <span>Modalidade: Concorrência</span> | <span>Número: 2/2025</span> | <span>Publicação: 01/02/2025</span></li></ul>""",
    {LI: "modalidade_licitacao numero_licitacao data_publicacao_licitacao pregao"},
)
case(
    "treegrid of revenue with code and name in one column",
    """<h2>Arrecadação</h2><table role="treegrid"><thead><tr><th>Natureza da Receita</th><th>Previsão Atualizada (R$)</th>
    <th>Realizado (R$)</th></tr></thead><tbody>"""
    + (
        "<tr aria-level='1'><td>1 - Receitas Correntes</td><td>10,00</td><td>5,00</td></tr>"
        "<tr aria-level='2'><td>1.1 - Impostos, Taxas</td><td>10,00</td><td>5,00</td></tr></tbody></table>"
    ),
    {RO: "origem previsao arrecadacao"},
)
case(
    "custom elements for rows and cells",
    """<x-painel><h2>Receitas</h2><x-grade><x-linha class="cab"><x-celula>Descrição</x-celula><x-celula>Prevista</x-celula>
    <x-celula>Arrecadada</x-celula></x-linha><x-linha><x-celula>IPTU</x-celula><x-celula>10,00</x-celula><x-celula>5,00</x-celula></x-linha>
    <x-linha><x-celula>ISS</x-celula><x-celula>10,00</x-celula><x-celula>5,00</x-celula></x-linha></x-grade></x-painel>""",
    {RO: "origem previsao arrecadacao"},
)
case(
    "title rows inside the table, header in the third row",
    """<table class="relatorio"><tr><td colspan="4"><b>PREFEITURA MUNICIPAL</b></td></tr><tr><td colspan="4"><b>Relação de Empenhos</b></td>
    </tr><tr><td>Nº</td><td>Data</td><td>Credor</td><td>Valor</td></tr>"""
    + row("1", "01/01/2025", "ABC", "10,00")
    + row("2", "01/02/2025", "DEF", "10,00")
    + row("Total", "", "", "20,00")
    + "</table>",
    {DO: "emp_numero emp_data nome emp_valor"},
)
case(
    "sort marks and tips in header cells, total row first",
    """<h2>Gastos por fornecedor</h2><table><thead><tr><th class="sorting">Fornecedor <i class="fa fa-sort"></i></th>
    <th class="sorting">CNPJ/CPF <span class="sr-only">ordenar</span></th><th title="soma">Valor Total Pago ⇅</th></tr></thead><tbody>
    <tr class="total"><td>TOTAL GERAL</td><td></td><td>20,00</td></tr>"""
    + row("ABC", "11.222.333/0001-81", "10,00")
    + row("DEF", "***.222.333-**", "10,00")
    + "</tbody></table>",
    {DO: "nome emp_cnpj_cpf valor_pago"},
)
case(
    "payroll as cards",
    """<section><h2>Remuneração dos servidores</h2>"""
    + "".join(
        f"""<article class="pessoa"><h3>{w}</h3><div><strong>Servidor:</strong> {w}</div><div><strong>Cargo/Função:</strong> {c}</div><div>
    <strong>Regime Jurídico:</strong> Estatutário</div><div><strong>Total de Vantagens:</strong> 3.{n}00,00</div></article>"""
        for n, (w, c) in enumerate((("ANA LIMA", "Professora"), ("BIA REIS", "Médica")), 1)
    )
    + "</section>",
    {QP: "nome cargo tipo_cargo salario_cargo"},
)
case(
    "modality of a bid under the bare word",
    """<h2>Empenhos</h2><table><tr><th>Empenho</th><th>Favorecido</th><th>Modalidade</th><th>Valor</th></tr>"""
    + row("1/2025", "ABC", "Pregão Eletrônico", "10,00")
    + row("2/2025", "DEF", "Dispensa de Licitação", "10,00")
    + "</table>",
    {DO: "emp_numero nome lic_modalidade emp_indicacao_licitacao emp_valor"},
)
case(
    "modality of application under the bare word",
    """<h2>Despesas</h2><table><tr><th>Categoria</th><th>Modalidade</th><th>Elemento</th><th>Pago</th></tr>"""
    + row("Despesas Correntes", "Aplicações Diretas", "Material de Consumo", "10,00")
    + row("Despesas de Capital", "Aplicações Diretas", "Obras e Instalações", "10,00")
    + "</table>",
    {DO: "categoria_economica modalidade elemento valor_pago"},
)
case(
    "typing slips",
    """<h2>Despesas</h2><table><tr><th>Unidade Orçametária</th><th>Elemeto de Despesa</th><th>Valor Empehado</th></tr>"""
    + row("Saúde", "Material", "10,00")
    + row("Educação", "Material", "10,00")
    + "</table>",
    {DO: "orgao_or_uni_orcamentaria nome elemento emp_valor"},
)
case(
    "look-alike fields in the record of an empenho",
    """<h2>Detalhes do empenho</h2><table>"""
    + "".join(
        f"<tr><th>{a}</th><td>{b}</td></tr>"
        for a, b in (
            ("Nº do empenho", "12/2025"),
            ("Tipo de empenho", "Ordinário"),
            ("CPF do ordenador", "***.111.222-**"),
            ("Nome do responsável", "ANA"),
            ("Data de vencimento", "01/01/2025"),
            ("Valor do contrato", "10,00"),
            ("Valor anulado", "10,00"),
            ("Telefone", "3333-3333"),
            ("Situação", "Pago"),
        )
    )
    + "</table>",
    {DO: "emp_numero"},
    "Despesas",
)
case(
    "read-only dates belong to the query form",
    """<h2>Licitações</h2><form><label>Data de abertura</label><input readonly class="datepicker" value="01/01/2025"><label>Modalidade</label>
    <input readonly value="Todas"><label>Número</label><input readonly value=""><button>Pesquisar</button></form><p>Use os filtros.</p>""",
    {},
)
case(
    "figures on a panel of revenue",
    """<h1>Receitas 2025</h1><div class="row"><div class="small-box"><div class="inner"><h3>R$ 10.000.000,00</h3><p>Receita Prevista</p></div>
    </div><div class="small-box"><div class="inner"><h3>R$ 5.000.000,00</h3><p>Receita Arrecadada</p></div></div></div>
    <table><thead><tr><th>Mês</th><th>Valor previsto</th><th>Valor arrecadado</th></tr></thead><tbody>"""
    + row("Janeiro", "10,00", "5,00")
    + row("Fevereiro", "10,00", "5,00")
    + "</tbody></table>",
    {RO: "previsao arrecadacao"},
)
case(
    "contracts under a page of expenditures",
    """<h1>Despesas</h1><h3>Contratos vinculados</h3><table><tr><th>Contrato</th><th>Contratada</th><th>Vigência</th><th>Fiscal</th>
    <th>Valor do Contrato</th></tr>"""
    + row("1/2025", "ABC", "01/01/2026", "ANA", "10,00")
    + row("2/2025", "DEF", "01/01/2026", "ANA", "10,00")
    + "</table>",
    {},
    "Despesas",
)
case(
    "travel expenses among expenditures",
    """<h2>Despesas com Diárias</h2><table><tr><th>Empenho</th><th>Favorecido</th><th>Cargo</th><th>Destino</th><th>Período</th>
    <th>Valor Pago</th></tr>"""
    + row("1", "ANA", "Motorista", "Capital", "2 dias", "10,00")
    + row("2", "BIA", "Médica", "Capital", "2 dias", "10,00")
    + "</table>",
    {},
    "Despesas>Diárias",
)
case(
    "expenditure on staff is expenditure",
    """<h2>Despesas com Pessoal</h2><table><tr><th>Órgão</th><th>Elemento</th><th>Empenhado</th><th>Liquidado</th><th>Pago</th></tr>"""
    + row("Saúde", "Vencimentos e Vantagens Fixas", "10,00", "10,00", "10,00")
    + row("Educação", "Vencimentos e Vantagens Fixas", "10,00", "10,00", "10,00")
    + "</table>",
    {DO: "orgao_or_uni_orcamentaria nome elemento emp_valor valor_liquidado valor_pago"},
)
case(
    "bids shown with expenditure",
    """<h2>Despesas com Licitação</h2><table><tr><th>Nº Licitação</th><th>Modalidade da Licitação</th><th>Credor</th><th>Empenho</th>
    <th>Valor Empenhado</th></tr>"""
    + row("1/2025", "Pregão", "ABC", "33", "10,00")
    + row("2/2025", "Pregão", "DEF", "34", "10,00")
    + "</table>",
    {DO: "lic_numero emp_indicacao_licitacao lic_modalidade nome emp_numero emp_valor"},
)
case(
    "extra-budgetary in the breadcrumb, plain heading",
    """<nav aria-label="breadcrumb"><ol class="breadcrumb"><li>Início</li><li>Receitas</li><li class="active">Extraorçamentária</li></ol></nav>
    <h2>Consulta</h2><table><tr><th>Código</th><th>Receita</th><th>Valor Arrecadado</th></tr>"""
    + row("218", "CAUÇÕES", "10,00")
    + row("219", "INSS", "10,00")
    + "</table>",
    {RE: "codigo nomenclatura valor"},
)
case(
    "extra-budgetary chosen in a filter",
    """<h1>Consulta de Despesas</h1><form><label>Tipo</label><select><option>Orçamentária</option><option selected>Extraorçamentária</option>
    </select><button>Consultar</button></form><table><tr><th>Conta</th><th>Descrição</th><th>Saldo Anterior</th><th>Pago</th></tr>"""
    + row("218.1", "CONSIGNAÇÕES", "1,00", "10,00")
    + row("218.2", "ISS", "1,00", "10,00")
    + "</table>",
    {DE: "codigo nomenclatura valor"},
)
case(
    "legislative house chosen in a filter is another body",
    """<h1>Servidores</h1><form><label>Entidade</label><select><option>Prefeitura Municipal</option><option selected>Câmara Municipal</option>
    </select></form><table><tr><th>Nome</th><th>Cargo</th><th>Salário</th></tr>"""
    + row("ANA", "Assessora", "1.000,00")
    + row("BIA", "Assessora", "1.000,00")
    + "</table>",
    {},
)
case(
    "bids: abbreviated labels, winner and interested office",
    """<div class="box"><div class="box-header"><h3 class="box-title">Processos Licitatórios</h3></div><table><thead><tr><th>Nº Proc.</th>
    <th>Modal.</th><th>Dt. Public.</th><th>Dt. Abert.</th><th>Vlr. Homolog.</th><th>Vencedor(es)</th><th>Órgão Requisitante</th>
    <th>Situação</th></tr></thead><tbody>"""
    + row("12/2025", "PE", "01/01/2025", "02/01/2025", "10,00", "ABC", "Saúde", "Homologada")
    + row("13/2025", "DL", "01/01/2025", "02/01/2025", "10,00", "DEF", "Saúde", "Homologada")
    + "</tbody></table></div>",
    {
        LI: "numero_licitacao modalidade_licitacao data_publicacao_licitacao data_realizacao valor nome_vencedores setor_interessado"
    },
)
case(
    "monthly payroll as files only",
    """<h1>Folha de Pagamento</h1><table><tr><th>Mês</th><th>Descrição</th><th>Arquivo</th></tr>"""
    + row("Maio", "Folha de pagamento maio 2025", '<a href="/f/maio.pdf">Baixar</a>')
    + row("Junho", "Folha de pagamento junho 2025", '<a href="/f/junho.pdf">Baixar</a>')
    + "</table>",
    {},
)
case(
    "employees with registration only, names left out",
    """<h2>Quadro funcional</h2><table><tr><th>Matrícula</th><th>Cargo</th><th>Vínculo</th><th>Remuneração</th></tr>"""
    + row("1001", "Professor", "Efetivo", "3.000,00")
    + row("1002", "Médico", "Contratado", "9.000,00")
    + "</table>",
    {QP: "cargo tipo_cargo salario_cargo"},
)
case(
    "flat grid aligned by boxes, no class to tell the header",
    """<h2>Despesas por programa</h2><div id="g">"""
    + "".join(
        f'<div data-t-box="{x},{y},90,20">{c}</div>'
        for y, line in (
            (0, ("Programa", "Fixada", "Paga")),
            (20, ("Saúde para todos", "10,00", "9,00")),
            (40, ("Escola viva", "20,00", "19,00")),
        )
        for x, c in zip((0, 100, 200), line, strict=True)
    )
    + "</div>",
    {DO: "programa valor_fixado valor_pago"},
)
case(
    "header over a body with a leading column of buttons, aligned by boxes",
    """<h2>Receitas</h2><div class="w"><div class="cabeca"><div data-t-box="40,0,100,20">Descrição</div>
    <div data-t-box="140,0,100,20">Previsto</div><div data-t-box="240,0,100,20">Arrecadado</div></div><div class="corpo">"""
    + "".join(
        f"""<div class="l"><div data-t-box="0,{y},40,20"><button>+</button></div><div data-t-box="40,{y},100,20">{d}</div>
    <div data-t-box="140,{y},100,20">10,00</div><div data-t-box="240,{y},100,20">5,00</div></div>"""
        for y, d in ((20, "IPTU"), (40, "ISS"), (60, "ITBI"))
    )
    + "</div></div>",
    {RO: "origem previsao arrecadacao"},
)
case(
    "antd table with fixed header",
    """<div class="ant-card"><div class="ant-card-head"><div class="ant-card-head-title">Pagamentos por credor</div></div>
    <div class="ant-table"><div class="ant-table-header"><table><colgroup><col></colgroup><thead class="ant-table-thead"><tr>
    <th class="ant-table-cell">Credor</th><th class="ant-table-cell">Nº do Empenho</th><th class="ant-table-cell">Pago</th>
    <th class="ant-table-cell ant-table-cell-scrollbar"></th></tr></thead></table></div><div class="ant-table-body"><table>
    <tbody class="ant-table-tbody"><tr aria-hidden="true" class="ant-table-measure-row"><td></td><td></td><td></td></tr>
    <tr class="ant-table-row"><td>ABC</td><td>12</td><td>10,00</td></tr><tr class="ant-table-row"><td>DEF</td><td>13</td><td>10,00</td></tr>
    </tbody></table></div></div></div>""",
    {DO: "nome emp_numero valor_pago"},
)
case(
    "mui data grid",
    """<h4>Servidores municipais</h4><div role="grid" class="MuiDataGrid-root"><div class="MuiDataGrid-columnHeaders" role="presentation">
    <div role="row" aria-rowindex="1"><div role="columnheader" data-field="nome" aria-colindex="1">
    <div class="MuiDataGrid-columnHeaderTitle">Nome</div></div><div role="columnheader" data-field="cargo" aria-colindex="2">Cargo</div>
    <div role="columnheader" data-field="liq" aria-colindex="3">Valor Líquido</div></div></div><div class="MuiDataGrid-virtualScroller">
    <div role="row" data-rowindex="0" aria-rowindex="2"><div role="gridcell" data-field="nome">ANA LIMA</div>
    <div role="gridcell" data-field="cargo">Médica</div><div role="gridcell" data-field="liq">R$ 8.000,00</div></div></div></div>""",
    {QP: "nome cargo salario_cargo"},
)
case(
    "two columns of labels and values without any style",
    """<h2>Empenho 33/2025</h2><div class="d"><div><span>Credor</span><span>ABC LTDA</span></div><div><span>Emissão</span>
    <span>01/02/2025</span></div><div><span>Programa</span><span>Saúde para todos</span></div><div><span>Valor empenhado</span>
    <span>R$ 10,00</span></div></div>""",
    {DO: "emp_numero nome emp_data programa emp_valor"},
    "Despesas",
)
case(
    "transposed table without th",
    """<h2>Receita detalhada</h2><table><tr><td>Unidade gestora</td><td>Prefeitura</td></tr><tr><td>Espécie</td><td>Impostos</td></tr><tr>
    <td>Rubrica</td><td>1.1.1.2</td></tr><tr><td>Valor lançado</td><td>10,00</td></tr><tr><td>Data</td><td>01/01/2025</td></tr></table>""",
    {RO: "uni_gestora especie rubrica lancado"},
    "Receitas",
)
case(
    "bid with result and missing fields",
    """<h2>Licitação</h2><dl><dt>Modalidade</dt><dd>Pregão</dd><dt>Nº</dt><dd>12/2025</dd><dt>Objeto</dt><dd>Pneus</dd><dt>Edital</dt>
    <dd>-</dd><dt>Termo de Ratificação</dt><dd>Não disponível</dd><dt>Licitado</dt><dd>Sim</dd><dt>Aviso</dt><dd>
    <a href="aviso.pdf">Aviso publicado</a></dd></dl>""",
    {LI: "modalidade_licitacao numero_licitacao objeto_licitacao licitado aviso pregao"},
    "Licitações",
)

# ------------------------------------------------------------ look-alikes that must not count

NEGATIVES = {
    "contracts": (
        "Contratos",
        ("Nº Contrato", "Contratado", "CNPJ", "Objeto", "Data da Assinatura", "Vigência", "Valor"),
        ("1/2025", "ABC", "11.222.333/0001-81", "Pneus", "01/01/2025", "31/12/2025", "1,00"),
    ),
    "agreements": (
        "Convênios",
        ("Número", "Concedente", "Objeto", "Valor do Repasse", "Contrapartida", "Data"),
        ("1/2025", "União", "Praça", "1,00", "1,00", "01/01/2025"),
    ),
    "travel": (
        "Diárias",
        ("Servidor", "Cargo", "CPF", "Destino", "Motivo", "Data da Saída", "Valor"),
        ("ANA", "MOTORISTA", "***.456.789-**", "Capital", "Curso", "01/01/2025", "100,00"),
    ),
    "works": (
        "Obras Públicas",
        ("Obra", "Empresa", "Valor", "Data de Início da Obra", "% Executado"),
        ("Praça", "ABC", "1,00", "01/01/2025", "10%"),
    ),
    "assets": (
        "Patrimônio",
        ("Tombo", "Descrição", "Valor de Aquisição", "Data de Aquisição"),
        ("1", "Mesa", "1,00", "01/01/2025"),
    ),
    "fleet": (
        "Frota",
        ("Placa", "Marca", "Órgão", "Combustível", "Valor"),
        ("ABC1D23", "Fiat", "Saúde", "Álcool", "1,00"),
    ),
    "tax debt": ("Dívida Ativa", ("Nome", "CPF/CNPJ", "Valor da Dívida"), ("ABC", "11.222.333/0001-81", "1,00")),
    "contest": (
        "Concursos Públicos",
        ("Candidato", "Cargo", "Nota", "Classificação"),
        ("ANA", "PROFESSOR", "9,5", "1"),
    ),
    "fiscal reports": (
        "RREO",
        ("Bimestre", "Descrição", "Data", "Arquivo"),
        ("1", "Anexo I - Balanço Orçamentário", "01/01/2025", '<a href="a.pdf">Baixar</a>'),
    ),
    "planning": (
        "Lei Orçamentária Anual",
        ("Número", "Descrição", "Data", "Arquivo"),
        ("1", "LOA 2025", "01/01/2025", '<a href="a.pdf">Baixar</a>'),
    ),
    "transfers": (
        "Repasses Federais",
        ("Data", "Origem", "Descrição", "Valor"),
        ("01/01/2025", "FPM", "1º decêndio", "1,00"),
    ),
    "arrears": ("Restos a Pagar", ("Empenho", "Credor", "Valor Inscrito", "Valor Pago"), ("1", "ABC", "1,00", "1,00")),
    "balances": ("Saldos Bancários", ("Banco", "Agência", "Conta", "Saldo"), ("BB", "1", "2", "1,00")),
    "sanctioned": (
        "Fornecedores Sancionados",
        ("Fornecedor", "CNPJ", "Sanção", "Data"),
        ("ABC", "11.222.333/0001-81", "Impedimento", "01/01/2025"),
    ),
    "amendments": (
        "Emendas Parlamentares",
        ("Autor", "Número", "Objeto", "Função", "Valor"),
        ("Dep. X", "1", "Praça", "Saúde", "1,00"),
    ),
    "price records": (
        "Atas de Registro de Preços",
        ("Nº da Ata", "Fornecedor", "Objeto", "Validade", "Valor"),
        ("1", "ABC", "Pneus", "01/01/2026", "1,00"),
    ),
    "interns": (
        "Estagiários",
        ("Nome", "Curso", "Instituição de Ensino", "Bolsa"),
        ("ANA", "Direito", "UFPB", "500,00"),
    ),
    "outsourced": ("Terceirizados", ("Nome", "Função", "Empresa"), ("ANA", "Vigia", "ABC")),
    "laws": (
        "Legislação",
        ("Número", "Data", "Ementa", "Arquivo"),
        ("1", "01/01/2025", "Dispõe sobre", '<a href="a.pdf">PDF</a>'),
    ),
    "offices": (
        "Secretarias",
        ("Secretaria", "Secretário", "Telefone", "E-mail"),
        ("Saúde", "ANA", "3333-3333", "a@b.c"),
    ),
    "chamber": (
        "Câmara Municipal - Despesas",
        ("Empenho", "Credor", "Data", "Valor Empenhado", "Valor Pago"),
        ("1", "ABC", "01/01/2025", "1,00", "1,00"),
    ),
    "medicines": ("Estoque de Medicamentos", ("Medicamento", "Unidade", "Quantidade"), ("Dipirona", "UBS", "10")),
    "waiver": (
        "Renúncia de Receitas",
        ("Tributo", "Modalidade", "Beneficiário", "Valor Previsto"),
        ("IPTU", "Isenção", "ABC", "1,00"),
    ),
    "payment queue": (
        "Ordem Cronológica de Pagamentos",
        ("Ordem", "Credor", "Data de Exigibilidade", "Valor"),
        ("1", "ABC", "01/01/2025", "1,00"),
    ),
    "open data": (
        "Dados Abertos",
        ("Descrição", "Formato", "Tamanho", "Arquivo"),
        ("Despesas 2025", "CSV", "1 MB", '<a href="a.csv">Baixar</a>'),
    ),
    "information requests": (
        "Relatório Estatístico e-SIC",
        ("Ano", "Recebidos", "Atendidos", "Indeferidos"),
        ("2025", "10", "9", "1"),
    ),
}
for _name, (_title, _heads, _cells) in NEGATIVES.items():
    case(
        f"not ours: {_name}",
        f"<h1>Portal da Transparência</h1><h2>{_title}</h2><table class='table'><thead>{row(*_heads, tag='th')}</thead><tbody>{row(*_cells) * 3}</tbody></table>",
        {},
        _title,
    )
case(
    "not ours: glossary",
    """<h1>Glossário</h1><dl><dt>Empenho</dt>
    <dd>Ato emanado de autoridade competente que cria para o Estado obrigação de pagamento pendente ou não de implemento de condição, conforme a Lei 4.320 de 1964.</dd>
    <dt>Liquidação</dt>
    <dd>Verificação do direito adquirido pelo credor, tendo por base os títulos e documentos comprobatórios do respectivo crédito junto à administração pública.</dd>
    <dt>Função</dt>
    <dd>Maior nível de agregação das diversas áreas de despesa que competem ao setor público, como saúde, educação, transporte e outras.</dd>
    </dl>""",
    {},
)
case(
    "not ours: a query form",
    """<h2>Despesas</h2><form><div class="form-group"><label>Credor</label><input type="text" name="credor"></div><div class="form-group">
    <label>Nº do Empenho</label><input type="text"></div><div class="form-group"><label>Função</label><select><option>Todas</option>
    <option selected>10 - Saúde</option></select></div><div class="form-group"><label>Data</label><input type="text" value="01/01/2025"></div>
    <button type="submit">Pesquisar</button></form>""",
    {},
)
case(
    "not ours: a query form laid out as a table",
    """<h2>Licitações</h2><table><tr><td>Modalidade:</td><td><select><option selected>Todas</option></select></td></tr><tr><td>Número:</td><td>
    <input type="text"></td></tr><tr><td>Objeto:</td><td><input type="text"></td></tr><tr><td colspan="2">
    <input type="submit" value="Consultar"></td></tr></table>""",
    {},
)
case(
    "not ours: columns of a menu, each with one entry",
    """<h2>Receitas extraorçamentárias</h2><div><div><strong>Aquisições</strong><ul><li><a href=/4>Processos Licitatórios</a></ul></div>
    <div><strong>Receitas</strong><ul><li><a href=/3>Arrecadação</a></ul></div></div>""",
    {},
)

case(
    "staff: more rows than kinds are persons",
    "<h2>Folha de pagamento</h2><table><tr><th>Vínculo</th><th>Salário</th></tr>"
    + "".join(
        row(bond, f"{n}.000,00")
        for n, bond in enumerate(["Efetivo", "Comissionado", "Efetivo", "Efetivo", "Eletivo"], 1)
    )
    + "</table>",
    {"quadro_pessoal": "tipo_cargo salario_cargo"},
)

case(
    "not ours: sums of each kind, month by month",
    "<h2>Folha de pagamento</h2><table><tr><th>Vínculo</th><th>Quantidade de servidores</th><th>Salário</th></tr>"
    + "".join(
        row(bond, str(n % 3), f"{n}00.000,00") for n, bond in enumerate(["Efetivo", "Comissionado", "Eletivo"] * 4, 1)
    )
    + "</table>",
    {},
)

case(
    "not ours: a sum for each kind",
    "<h2>Folha de pagamento</h2><table><tr><th>Vínculo</th><th>Salário</th></tr>"
    + "".join(
        row(bond, f"{n}00.000,00") for n, bond in enumerate(["Efetivo", "Comissionado", "Eletivo", "Contratado"], 1)
    )
    + "</table>",
    {},
)

case(
    "not ours: menu of links",
    """<div class="row"><div class="col"><a href="/d"><i class="icon"></i><span>Despesas</span></a></div><div class="col"><a href="/r">
    <i class="icon"></i><span>Receitas</span></a></div><div class="col"><a href="/l"><span>Licitações</span></a></div></div><ul><li>
    <a href="/e">Empenho</a></li><li><a href="/f">Função</a></li><li><a href="/p">Valor Pago</a></li></ul>""",
    {},
    "Despesas",
)
case(
    "not ours: footer of the town hall",
    """<h1>Despesas</h1><p>Escolha uma consulta.</p><footer><p>CNPJ: 08.111.222/0001-33</p><p>Endereço: Rua A, 1</p>
    <p>Telefone: (83) 3333-3333</p><p>Horário: 8h às 14h</p></footer>""",
    {},
)
case(
    "not ours: news about bids",
    """<h1>Notícias</h1><div class="lista"><div class="n"><h4>Prefeitura abre licitação para reforma</h4>
    <p>A licitação foi publicada ontem e o edital está disponível na sede.</p></div><div class="n"><h4>Folha de pagamento antecipada</h4>
    <p>Servidores recebem o salário antes do feriado, anuncia a gestão.</p></div></div>""",
    {},
)
case(
    "not ours: page header echo of the entity",
    """<h2>Receitas</h2><div class="info"><p><b>Entidade:</b> Prefeitura Municipal</p><p><b>Exercício:</b> 2025</p><p>
    <b>Última atualização:</b> 10/10/2025</p></div>""",
    {},
)


case(
    "a tree whose rows say of which level they are",
    "<h1>Receitas por Natureza</h1><table><tr><th>Código</th><th>Nível</th><th>Descrição</th><th>Previsto</th><th>Arrecadado</th></tr>"
    + row("1", "Categoria econômica", "Receitas Correntes", "900,00", "800,00")
    + row("1.1", "Origem", "Impostos", "500,00", "400,00")
    + row("1.1.1", "Espécie", "Impostos", "500,00", "400,00")
    + row("1.7", "Origem", "Transferências", "400,00", "400,00")
    + "</table>",
    {"receita_orcamentaria": "categoria_economica origem especie previsao arrecadacao"},
)
case(
    "values of a column that are called like items of bids",
    "<h1>Licitações</h1><table><tr><th>Número</th><th>Objeto</th><th>Situação</th><th>Valor</th></tr>"
    + row("1/2026", "Merenda", "Homologada", "900,00")
    + row("2/2026", "Obra", "Ratificada", "500,00")
    + "</table>",
    {"licitacao": "numero_licitacao objeto_licitacao valor"},
)
case(
    "the tab of the payments of one commitment, and nothing else of it",
    """<h2>Detalhamento do Empenho</h2><p><a href=#>Dados</a> <a href=#>Classificação</a> <b>Pagamentos</b></p>
    <table><tr><th>Data do Pagamento</th><th>Conta Bancária</th><th>Valor Pago</th></tr>"""
    + row("13/11/2025", "BANCO C/C 71", "1.554,29")
    + "</table>",
    {DO: "lic_data_pag_ultima valor_pago"},
    "Despesas>Empenhos>Pagamentos",
)
case(
    "items and payments inside the record of a commitment",
    """<h2>Empenho 12/2025</h2><h4>Itens</h4><table><tr><th>Descrição</th><th>Unid.</th><th>Qtde</th><th>Vl. Total</th></tr>"""
    + row("Papel A4", "UN", "2", "10,00")
    + "</table><h4>Pagamentos</h4><table><tr><th>Ordem</th><th>Data</th><th>Valor</th></tr>"
    + row("31", "02/02/2025", "1,00")
    + "</table>",
    {DO: "lic_obj_servico lic_data_pag_ultima valor_pago"},
    "Despesas>Empenhos",
)
case(
    "a label in bold and its value over the rows that all have it",
    "<center><b>BALANCETE DA RECEITA</b></center><font size=2><b>Unidade Gestora:</b> Prefeitura Municipal<table border=1><tr><td><b>RUBRICA</b><td>"
    "<b>ORÇADA</b><td><b>ARRECADADA NO MÊS</b>"
    + row("1.1.1.2 IPTU", "1.000,00", "10,00")
    + row("1.1.1.3 ISS", "2.000,00", "20,00")
    + "</table></font>",
    {"receita_orcamentaria": "rubrica previsao arrecadacao uni_gestora"},
    "Receitas>Balancete",
)
for _title, _named in (
    ("PREGÃO ELETRÔNICO Nº 006/2026", " modalidade_licitacao pregao"),
    ("Pregão Eletrônico", ""),
    ("Edital nº 6/2026", ""),
):
    case(
        f"how was bid, told by the title of the record: {_title}",
        f"<article><h2>{_title}</h2><p><b>Processo Administrativo:</b> 61/2026</p><p><b>Objeto:</b> Merenda escolar</p>"
        "<p><b>Data de abertura:</b> 02/03/2026</p><p><b>Valor estimado:</b> R$ 900,00</p></article>",
        {"licitacao": f"numero_licitacao objeto_licitacao data_realizacao valor{_named}"},
        "Licitações",
    )
for _label, _named in (("Pregão Nº", " pregao"), ("Dispensa Nº", ""), ("Nº da Licitação", "")):
    case(
        f"the number of a bid names its modality: {_label}",
        f"<h1>Processos Licitatórios</h1><table><tr><th>{_label}<th>Objeto<th>Data de abertura</tr>"
        + row("PE 00015/2026", "Merenda escolar", "02/03/2026")
        + row("PE 00016/2026", "Material de limpeza", "03/03/2026")
        + "</table>",
        {"licitacao": f"numero_licitacao objeto_licitacao data_realizacao{_named}"},
        "Licitações>Processos Licitatórios",
    )
case(
    "what a servant was paid in each month, in the window of that servant",
    "<h1>Servidores</h1><table><tr><th>Nome</th><th>Cargo</th></tr>"
    + row("Ana Lima", "Fiscal")
    + row("Rui Paz", "Médico")
    + "</table><div role=dialog><h2>Ana Lima</h2><dl><dt>Cargo</dt><dd>Fiscal</dd><dt>Admissão</dt><dd>19/01/2001</dd></dl>"
    + "<table><tr><th>Competência</th><th>Remuneração bruta</th><th>Descontos</th></tr>"
    + "".join(row(f"{n:02}/2026", f"1.{n:02}0,00", "10,00") for n in range(1, 11))
    + "</table></div>",
    {"quadro_pessoal": "nome cargo salario_cargo"},
    "Servidores",
)
_SERVANT = (
    "<h1>Quadro de Servidores</h1><fieldset><legend>{title}</legend><table><tr><td>Matrícula:</td><td>1350</td><td>Nome:</td>"
    "<td>Rui Paz</td></tr><tr><td>Cargo:</td><td>Médico</td><td>Vínculo:</td><td>Efetivo</td></tr></table></fieldset>"
)
_EVENTS = ("Vencimento Base", "Adicional Noturno", "Insalubridade", "Descontos Legais", "Consignações")
_PERSON = "nome cargo tipo_cargo"
for _name, _heads, _events, _named in (
    ("proventos apart from descontos", "Evento|Descrição|Proventos|Descontos", [*enumerate(_EVENTS)], "salario_cargo"),
    ("each of a kind", "Código|Descrição|Tipo P/D|Valor", [*enumerate(_EVENTS)], "salario_cargo"),
    (
        "with numbers before them",
        "Evento|Ref.|Valor",
        [*enumerate(("001 - SALARIO BASE", *_EVENTS[1:]))],
        "salario_cargo",
    ),
    ("deductions alone", "Código|Descrição|Tipo P/D|Valor", [*enumerate(_EVENTS)][1:], ""),
    ("without amounts", "Código|Descrição|Tipo P/D|Incidência", [*enumerate(_EVENTS)], ""),
):
    _cells = {
        "Evento": "{1}" if "Ref." in _heads else "{0}",
        "Código": "{0:03}",
        "Descrição": "{1}",
        "Ref.": "30,00",
        "Proventos": "{2}",
        "Descontos": "{3}",
        "Tipo P/D": "{4}",
        "Valor": "1.{0}50,00",
        "Incidência": "IRRF",
    }
    for _title in ("Servidor", "Identificação"):
        case(
            f"the pay of one servant, event by event, {_name}: {_title}",
            _SERVANT.format(title=_title)
            + "<fieldset><legend>Contracheque - Ref.: Outubro/2026</legend><table>"
            + row(*_heads.split("|"), tag="th")
            + "".join(
                row(
                    *(
                        _cells[head].format(
                            n, event, *((f"1.{n}50,00", "") if n < 3 else ("", f"{n}0,50")), "PD"[n > 2]
                        )
                        for head in _heads.split("|")
                    )
                )
                for n, event in _events
            )
            + "</table></fieldset>",
            {"quadro_pessoal": f"{_PERSON} {_named}".strip()},
            "Quadro de Servidores",
        )
case(
    "what was paid to all of one post, event by event, under what was asked",
    "<h1>Servidores</h1><fieldset><legend>Consulta</legend><table><tr><td>Cargo:</td><td>Médico</td><td>Mês:</td><td>Outubro</td>"
    "</tr></table></fieldset><fieldset><legend>Resultado</legend><table>"
    + row("Evento", "Descrição", "Proventos", "Descontos", tag="th")
    + "".join(row(f"{n}", event, f"{n}1.385,00", "") for n, event in enumerate(_EVENTS))
    + "</table></fieldset>",
    {"quadro_pessoal": "cargo"},
    "Servidores",
)
for _title, _named in (
    ("Servidor", True),
    ("Detalhes do Servidor", True),
    ("Servidores", False),
    ("Resumo da Folha de Pagamento", False),
    ("Tabela de verbas", False),
):
    case(
        f"the pay of one servant in a tab of the window of that: {_title}",
        f"<div class=janela><div class=titulo><h2>{_title}</h2><i title=Fechar>✕</i></div><p>Competência 10/2026</p><table>"
        + row("Evento", "Referência", "Valor", tag="th")
        + "".join(
            row(event, "30,00" if n < 2 else "", f"{n}.385,00")
            for n, event in enumerate((*_EVENTS, "Remuneração Bruta", "Remuneração Líquida"), 1)
        )
        + "</table></div>",
        {"quadro_pessoal": "salario_cargo"} if _named else {},
        "Recursos Humanos>Servidores e Remuneração>Detalhar>Proventos e Descontos",
    )
for _title, _named in (("Empenho", True), ("Dados do Empenho", True), ("Empenhos", False), ("Despesa", False)):
    case(
        f"the payments of one commitment in a tab of the window of that: {_title}",
        f"<div class=janela><div class=titulo><h2>{_title}</h2><i title=Fechar>✕</i></div><table>"
        + row("Nº da OP", "Data do Pagamento", "Conta Bancária", "Valor Pago", tag="th")
        + row("9", "18/01/2026", "Banco do Brasil", "13.061,95")
        + row("10", "07/02/2026", "Banco do Brasil", "13.061,95")
        + "</table></div>",
        {DO: "valor_pago lic_data_pag_ultima" if _named else "valor_pago"},
        "Despesas>Empenhos Emitidos>Detalhar>Pagamentos",
    )
for _over, _window, _named in (
    ("Notas de Empenho", "Detalhamento ✖", True),
    ("Notas de Empenho", "Resumo ✖", False),
    ("Despesas", "Detalhamento ✖", False),
):
    case(
        f"the payments of one commitment in a tab of a window over their list: {_over}, {_window}",
        f"<h2>{_over}</h2><div role=dialog><h3>{_window}</h3><table>"
        + row("Data Pgto.", "Ordem de Pagamento", "Valor pago", tag="th")
        + row("18/01/2026", "0473", "13.061,95")
        + "</table></div>",
        {DO: "valor_pago lic_data_pag_ultima" if _named else "valor_pago"},
        "Despesas>Empenhos Emitidos>Visualizar>Pagamentos",
    )
for _number, _own in (("N.E.", True), ("Nº", False)):
    case(
        f"the payments of one commitment beside its fields: {_number}",
        f"<div><h3>Detalhes ✖</h3><h4>Nota</h4><table>{row(_number, '00005/2026')}{row('Lavrada em', '04/01/2026')}"
        f"{row('A favor de', 'Auto Posto Ltda')}{row('Importância empenhada', '900,00')}</table>"
        "<h4>Ordens de pagamento desta nota</h4><table>"
        + row("O.P.", "Saldada em", "Importância", tag="th")
        + row("31", "02/02/2026", "400,00")
        + row("32", "03/03/2026", "500,00")
        + "</table></div>",
        {DO: f"emp_numero emp_data nome emp_valor{' lic_data_pag_ultima' if _own else ''}"},
        "Despesas>Notas de Empenho>Visualizar",
    )
for _title, _named in (("QDD", True), ("Restos a pagar", False)):
    case(
        f"columns that are all of expenditure, under the title of another subject: {_title}",
        f"<h1>{_title}</h1><table>"
        + row(
            "Secretaria",
            "Função",
            "Subfunção",
            "Programa",
            "Projeto/Atividade",
            "Elemento",
            "Dotação inicial",
            tag="th",
        )
        + row(
            "Gabinete",
            "04 Administração",
            "122 Geral",
            "0001 Gestão",
            "2001 Manutenção",
            "Obras e instalações",
            "447.541,22",
        )
        + row("Saúde", "10 Saúde", "301 Básica", "0002 Saúde", "2004 Postos", "Material de consumo", "36.584,96")
        + "</table>",
        {DO: "orgao_or_uni_orcamentaria funcao sub_funcao programa acao elemento valor_fixado"} if _named else {},
        f"Orçamento>{_title}" if _named else f"Despesas>{_title}",
    )
case(
    "a list of the payments of many commitments",
    "<h1>Despesas 2025</h1><h4>Pagamentos</h4><table><tr><th>Empenho</th><th>Data</th><th>Valor</th></tr>"
    + row("31/2025", "02/02/2025", "1,00")
    + row("32/2025", "03/02/2025", "1,00")
    + "</table>",
    {DO: "emp_numero valor_pago"},
    "Despesas>Pagamentos",
)


for _unit in ("Órgão Orçamentário", "Descrição do Órgão"):
    case(
        f"the unit that spends, where no creditor is named: {_unit}",
        f"<h1>Despesa Orçamentária</h1><table><tr><th>Empenho</th><th>{_unit}</th><th>Valor Empenhado</th></tr>"
        + "".join(
            row(f"{n}/2026", f"Secretaria de {of}", f"1.{n}00,00")
            for n, of in enumerate(("Saúde", "Obras", "Cultura"), 1)
        )
        + "</table>",
        {"despesa_orcamentaria": "emp_numero emp_valor nome orgao_or_uni_orcamentaria"},
    )


@pytest.mark.parametrize("one", CASES, ids=[c.name for c in CASES])
def test_items_published(one: Case) -> None:
    found = published(one.html, one.labels, one.url, one.title)
    assert found == {criterion: set(items.split()) for criterion, items in one.expected.items()}


def test_an_empty_result_gives_findings_without_data() -> None:
    html = """<h2>Despesas</h2><table><thead><tr><th>Empenho</th><th>Credor</th><th>Valor Pago</th></tr></thead><tbody><tr>
    <td colspan="3">Nenhum registro encontrado.</td></tr></tbody></table>"""
    sets, findings = judge_frame(html, page_context(html, [], [], ""), MATRIX)
    assert sets[0].rows == 0 and sets[0].empty_message == "Nenhum registro encontrado."
    assert {(f.item, f.has_data) for f in findings} >= {("nome", False), ("valor_pago", False)}


def test_boxes_are_moved_to_the_page_and_frames_inherit_headings() -> None:
    inner = """<table><tr><th data-t-box="10,20,100,18">Descrição da Receita</th><th data-t-box="110,20,100,18">Valor Arrecadado</th></tr><tr>
    <td>IPTU</td><td>5,00</td></tr></table>"""
    page = Page("x", "PB", "https://x.gov.br/", "https://x.gov.br/", 200, "Portal", 1)
    page.frames = [
        Frame("https://x.gov.br/", "<html><body><h1>Receitas</h1><iframe></iframe></body></html>"),
        Frame("https://v.com.br/q", inner, offset=(5, 300)),
    ]
    findings = judge_page(page, MATRIX)
    assert {(f.item, f.frame, f.box) for f in findings if f.criterion == RO} == {
        ("origem", 1, (15, 320, 100, 18)),
        ("arrecadacao", 1, (115, 320, 100, 18)),
    }
    assert len(page.frames[1].record_sets) == 1


@pytest.mark.parametrize(
    ("title", "fields", "expected"),
    [
        ("Processo", ("DtPublicacao", "NmSetorSolicitante", "IdArquivoEdital"), {"nome_perdedores", "cnpj_cpf"}),
        ("Contrato", ("DtAssinatura", "VlContrato", "NrContrato"), set()),  # the record is of nothing that is asked for
    ],
)
def test_a_list_that_says_nothing_is_of_the_record_over_it(
    title: str, fields: tuple[str, ...], expected: set[str]
) -> None:
    values = ("2026-02-01", "Secretaria de Obras", "Edital.pdf")
    record = "".join(row(*pair) for pair in zip(fields, values, strict=True))
    bidders = "".join(row(f"Alfa {n} Ltda", "11.222.333/0001-81", f"{n}") for n in range(1, 4))
    html = (
        f"<table><tr><th>campo</th><th>valor</th></tr>{record}</table>"
        f"<table>{row('NmLicitante', 'NrCnpj', 'NrOrdem', tag='th')}{bidders}</table>"
    )
    assert published(html, title=title).get("licitacao", set()) & {"nome_perdedores", "cnpj_cpf"} == expected


def test_hidden_scores_less() -> None:
    table = "<table><tr><th>Credor</th><th>Valor Pago</th></tr>" + row("ABC", "1,00") + "</table>"
    score = {}
    for name, wrapper in {"shown": "<div>", "hidden": '<div data-t-hidden="">'}.items():
        html = f"<h2>Despesas</h2>{wrapper}{table}</div>"
        _, findings = judge_frame(html, page_context(html, [], [], ""), MATRIX)
        score[name] = max(f.score for f in findings if f.item == "valor_pago")
    assert score["hidden"] < score["shown"]


def test_work_grows_with_the_rows_and_no_faster() -> None:
    """Ten times the rows may take ten times the processor time and a bit, not a hundred times: the best of three, and
    without the collector, which walks over all that the tests before this one have left."""
    head = row("Empenho", "Data", "Credor", "CNPJ", "Empenhado", "Pago", tag="th")
    spent: dict[int, list[float]] = {200: [], 2000: []}
    gc.collect()
    gc.disable()
    try:
        for rows in (200, 200, 200, 2000, 2000, 2000):
            body = "".join(
                row(str(n), "01/01/2025", f"CREDOR {n}", "11.222.333/0001-81", "1.000,00", "900,00")
                for n in range(rows)
            )
            html = f"<h2>Despesas</h2><table><thead>{head}</thead><tbody>{body}</tbody></table>"
            start = time.process_time()
            sets, findings = judge_frame(html, page_context(html, [], [], ""), MATRIX)
            spent[rows].append(time.process_time() - start)
            assert sets[0].rows == rows and findings
    finally:
        gc.enable()
    assert min(spent[2000]) < 30 * min(spent[200])


LEVELS = "<option>Categoria econômica<option selected>Espécie<option>Rubrica<option>Alínea"
INCOME = f"<h1>Receita orçamentária</h1>{{}}<table>{row('Código', 'Descrição', 'Prevista', 'Arrecadada', tag='th')}{row('1.1', 'Impostos', '90,00', '80,00')}</table>"


def test_a_level_that_is_chosen_over_a_list_names_its_rows() -> None:
    found = published(INCOME.format(f"<form>Nível <select>{LEVELS}</select><button>Consultar</button></form>"))
    assert found[RO] >= {"especie", "previsao", "arrecadacao"} and not found[RO] & {"rubrica", "alinea"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("<p><b>Unidade Gestora:</b> Prefeitura Municipal &nbsp; <b>Exercício:</b> 2026</p>", True),
        ("<p><b>Unidade Gestora:</b></p>", False),
        ("<h2>Prefeitura Municipal</h2>", False),
    ],
)
def test_the_line_over_a_list_tells_what_all_its_rows_have(line: str, told: bool) -> None:
    found = published(INCOME.format(line))
    assert ("uni_gestora" in found[RO]) == told and found[RO] >= {"previsao", "arrecadacao"}


@pytest.mark.parametrize(
    "form",
    [
        f"<form>Pesquisar por <select>{LEVELS}</select><input><button>Pesquisar</button></form>",
        f"<form>Ordenar por <select>{LEVELS}<option>Arrecadada</select><button>Ordenar</button></form>",
        "<form>Situação <select><option selected>Espécie<option>Todas<option>Outras</select><button>Consultar</button></form>",
        "",
    ],
)
def test_what_a_list_is_searched_or_sorted_by_is_not_published(form: str) -> None:
    assert "especie" not in published(INCOME.format(form))[RO]
