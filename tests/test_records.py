"""Record sets by their repeating shape: what is one, with which labels, rows and headings, and what is none."""

from __future__ import annotations

import re

import pytest

from transparency.extract.record_sets import SAMPLES, find_record_sets
from transparency.items import RecordSet


def only(html: str) -> RecordSet:
    """The one record set of a snippet."""
    found = find_record_sets(html)
    assert len(found) == 1, [(r.shape, [c.label for c in r.columns]) for r in found]
    return found[0]


def labels(record_set: RecordSet) -> list[str]:
    return [c.label for c in record_set.columns]


def row(*cells: str, tag: str = "td") -> str:
    return "<tr>" + "".join(f"<{tag}>{c}</{tag}>" for c in cells) + "</tr>"


TABLE = f"<table><thead>{row('Nome', 'Cargo', tag='th')}</thead><tbody>{row('ANA', 'Médica')}{row('BIA', 'Professora')}</tbody></table>"


CALENDAR = f"<table><caption>Novembro 2026</caption>{row(*'DSTQQSS', tag='th')}{row(*([''] * 6), '1')}" + "".join(
    row(*(str(day) if day <= 30 else "" for day in range(first, first + 7))) for first in range(2, 31, 7)
)


@pytest.mark.parametrize(
    ("name", "html", "shape", "names", "rows"),
    [
        ("thead", TABLE, "table", ["Nome", "Cargo"], 2),
        (
            "header of plain cells in bold",
            f"<table>{row('<b>Nome</b>', '<b>Cargo</b>')}{row('ANA', 'Médica')}{row('BIA', 'Professora')}</table>",
            "table",
            ["Nome", "Cargo"],
            2,
        ),
        (
            "header told by the types below",
            f"<table>{row('Nome', 'Salário')}{row('ANA', '1.000,00')}</table>",
            "table",
            ["Nome", "Salário"],
            1,
        ),
        (
            "total left out",
            f"<table>{row('Mês', 'Valor', tag='th')}{row('Janeiro', '1,00')}{row('Total geral', '1,00')}</table>",
            "table",
            ["Mês", "Valor"],
            1,
        ),
        (
            "header repeated every few rows",
            f"<table>{row('A', 'B', tag='th')}{row('x', '1')}{row('A', 'B', tag='th')}{row('y', '2')}</table>",
            "table",
            ["A", "B"],
            2,
        ),
        (
            "colspan and rowspan",
            "<table><tr><th rowspan=2>Órgão</th><th colspan=2>Valor</th></tr><tr><th>Fixado</th><th>Pago</th></tr>"
            + row("Saúde", "2,00", "1,00")
            + "</table>",
            "table",
            ["Órgão", "Valor / Fixado", "Valor / Pago"],
            1,
        ),
        (
            "slash inside a label is closed up",
            f"<table>{row('CPF / CNPJ', 'Nome', tag='th')}{row('11.222.333/0001-81', 'ABC')}</table>",
            "table",
            ["CPF/CNPJ", "Nome"],
            1,
        ),
        (
            "row of filters under the header",
            f"<table><thead>{row('Nome', 'Cargo', tag='th')}{row('<input>', '<input>', tag='th')}</thead><tbody>{row('ANA', 'Médica')}</tbody></table>",
            "table",
            ["Nome", "Cargo"],
            1,
        ),
        (
            "fields under some of the headings, which sort",
            f"<table>{row('', '<a>Nome</a>', '<a>CPF</a>', '<a>Valor</a>').replace('<tr>', '<tr class=over>')}"
            f"{row('', '<input type=text><a><img alt=Filtrar></a>', '', '')}"
            + "".join(
                row("<a>ver</a>", name, cpf, pay).replace("<tr>", f"<tr class={side}>")
                for name, cpf, pay, side in (
                    ("ANA", "***.508.385-**", "4.342,80", "odd"),
                    ("BIA", "***.416.108-**", "1.974,00", "even"),
                    ("EVA", "***.782.854-**", "2.031,60", "odd"),
                )
            )
            + "</table>",
            "table",
            ["ver", "Nome", "CPF", "Valor"],
            3,
        ),
        (
            "header and body apart",
            f"<div><div><table>{row('Nome', 'Cargo', tag='th')}</table></div><div><table>{row('ANA', 'Médica')}{row('BIA', 'Motorista')}</table></div></div>",
            "table",
            ["Nome", "Cargo"],
            2,
        ),
        (
            "header of plain cells and body apart",
            f"<div><div><table>{row('Nome', 'Data', 'Valor')}</table></div><div><table>{row('ANA', '01/01/2025', '1,00')}</table></div></div>",
            "table",
            ["Nome", "Data", "Valor"],
            1,
        ),
        (
            "labels on the cells",
            (
                '<div><div><span data-label="Nome">ANA</span><span data-label="Valor">1,00</span></div><div>'
                '<span data-label="Nome">BIA</span><span data-label="Valor">2,00</span></div></div>'
            ),
            "grid",
            ["Nome", "Valor"],
            2,
        ),
        (
            "rows of roles",
            (
                '<div role="grid"><div role="row"><span role="columnheader">Nome</span>'
                '<span role="columnheader">Valor</span></div><div role="row"><span role="gridcell">ANA</span>'
                '<span role="gridcell">1,00</span></div></div>'
            ),
            "grid",
            ["Nome", "Valor"],
            1,
        ),
        (
            "flex rows with a header of its class",
            (
                '<div><div class="header-row"><div>Nome</div><div>Cargo</div></div><div class="r"><div>ANA</div>'
                '<div>Médica</div></div><div class="r"><div>BIA</div><div>Motorista</div></div></div>'
            ),
            "grid",
            ["Nome", "Cargo"],
            2,
        ),
        (
            "grid with its columns in the style",
            '<div style="display:grid;grid-template-columns:repeat(3,1fr)">'
            + "".join(
                f"<div>{t}</div>"
                for t in ("Nome", "Data", "Valor", "ANA", "01/01/2025", "1,00", "BIA", "02/01/2025", "2,00")
            )
            + "</div>",
            "grid",
            ["Nome", "Data", "Valor"],
            2,
        ),
        (
            "terms and definitions",
            "<dl><dt>Credor</dt><dd>ABC</dd><dt>Valor</dt><dd>1,00</dd></dl>",
            "details",
            ["Credor", "Valor"],
            1,
        ),
        (
            "th and td in each row",
            f"<table>{''.join(f'<tr><th>{a}</th><td>{b}</td></tr>' for a, b in (('Credor', 'ABC'), ('Valor', '1,00')))}</table>",
            "details",
            ["Credor", "Valor"],
            1,
        ),
        ("lines of text", "<div><p>Credor: ABC</p><p>Valor: 1,00</p></div>", "details", ["Credor", "Valor"], 1),
        (
            "bold labels and line breaks",
            "<div><b>Credor:</b> ABC<br><b>Valor:</b> 1,00<br></div>",
            "details",
            ["Credor", "Valor"],
            1,
        ),
        (
            "read-only controls",
            '<div><p><label>Credor</label><input readonly value="ABC"></p><p><label>Valor</label><input readonly value="1,00"></p></div>',
            "details",
            ["Credor", "Valor"],
            1,
        ),
        (
            "cards",
            "<div>"
            + "".join(f"<div class='c'><p><b>Nome:</b> {n}</p><p><b>Valor:</b> 1,00</p></div>" for n in "ABC")
            + "</div>",
            "list",
            ["Nome", "Valor"],
            3,
        ),
        (
            "list items with spans",
            "<ul>"
            + "".join(f"<li><span>Nome: {n}</span> <span>Valor: 1,00</span></li>" for n in ("ANA", "BIA"))
            + "</ul>",
            "list",
            ["Nome", "Valor"],
            2,
        ),
        (
            "sentences beside a sum",
            "<dl><dt>Objeto</dt><dd>Compra de pneus para a frota.</dd><dt>Credor</dt><dd>Comércio de Peças Ltda.</dd><dt>Valor</dt><dd>1.500,00</dd></dl>",
            "details",
            ["Objeto", "Credor", "Valor"],
            1,
        ),
        (
            "files",
            '<ul><li><a href="a.pdf">Edital</a></li><li><a href="b.pdf">Aviso</a></li></ul>',
            "list",
            ["Edital", "Aviso"],
            2,
        ),
    ],
    ids=lambda v: v if isinstance(v, str) and len(v) < 50 and "<" not in v else "",
)
def test_shapes(name: str, html: str, shape: str, names: list[str], rows: int) -> None:
    found = only(html)
    assert (found.shape, labels(found), found.rows) == (shape, names, rows)


@pytest.mark.parametrize(
    "html",
    [
        "",
        "nothing but text",
        "<nav><ul><li><a href='/a'>Despesas</a></li><li><a href='/b'>Receitas</a></li></ul></nav>",
        # menus, with the words beside their entries
        "<nav><p>Olá, visitante</p><p>Atualizado em</p><p>24/11/2026</p>"
        + "".join(
            f"<div data-t-press><div>{entry}</div></div>" for entry in ("Início", "Despesas", "Receitas", "Folha")
        )
        + "</nav>",
        "<nav><span>Você está em</span><a href=/>Início</a><a href=/l>Licitações</a><span>012/2026</span></nav>",
        "<nav><span>Linhas:</span><span>10</span><span>1-10 de 233</span><a>1</a><a>2</a><a>3</a><a>4</a></nav>",
        "<ul class='breadcrumb'><li>Início</li><li>Despesas</li></ul>",
        "<form><label>Nome</label><input type='text' value='ANA'><label>Ano</label><select><option selected>2025</option></select><button>Consultar</button></form>",
        (
            "<form><p><label>De</label><input readonly value='01/01/2025'></p><p><label>Até</label>"
            "<input readonly value='01/02/2025'></p><button>Pesquisar</button></form>"
        ),
        "<table><tr><td>Nome:</td><td><input type='text'></td></tr><tr><td>Ano:</td><td><select><option>2025</option></select></td></tr></table>",
        "<footer><p>Telefone: (83) 3333-3333</p><p>E-mail: a@b.c</p></footer>",
        "<div><p>Telefone: (83) 3333-3333</p><p>Endereço: Rua A</p><p>CEP: 58000-000</p></div>",
        "<dl><dt>Empenho</dt><dd>" + "palavra " * 40 + "</dd><dt>Credor</dt><dd>" + "palavra " * 40 + "</dd></dl>",
        "<dl><dt>Receita Prevista</dt><dd>Quanto se espera arrecadar no ano.</dd><dt>Vínculo</dt><dd>Relação de trabalho com o município.</dd></dl>",
        "<p>Total de registros: 35</p><dl><dt>Credor</dt><dd>Quem tem a receber do município.</dd><dt>Cargo</dt><dd>O lugar que o servidor ocupa.</dd></dl>",
        "<div class='pagination'><a>1</a><a>2</a><a>3</a></div>",
        (
            "<div><div><h3>Notícia um</h3>"
            "<p>Um texto comprido que conta o que houve ontem na cidade, com muitos pormenores e nenhuma tabela que se leia.</p>"
            "</div><div><h3>Outra</h3>"
            "<p>Mais um texto comprido que conta o que houve ontem na cidade, sem que nada disso seja um registro de despesa.</p>"
            "</div></div>"
        ),
        "<div class='row'><div><a href='/d'><span>Despesas</span></a></div><div><a href='/r'><span>Receitas</span></a></div></div>",
        "<p>Licitações (PDF), por mês:</p><table><tr><th>2026</th><td><a href=/1.pdf>Jan</a></td></tr></table><p>Total de registros: 35</p>",
        CALENDAR,
        "<table><tr><th>Compras</th></tr><tr><td data-t-press>Licitações</td></tr><tr><th>Receitas</th></tr>"
        + "".join(f"<tr><td data-t-press>{entry}</td></tr>" for entry in ("Receita", "Repasses", "ISS", "IPTU"))
        + "</table>",
    ],
)
def test_what_is_no_record_set(html: str) -> None:
    assert find_record_sets(html) == []


@pytest.mark.parametrize(
    "message",
    [
        "Nenhum registro encontrado",
        "Não há dados para exibir",
        "Sem resultados",
        "0 registros",
        "No data available in table",
        "Não foram encontrados registros.",
        "Para ver os dados, informe: órgão e exercício.",
        "Selecione o exercício e a unidade para visualizar os dados",
    ],
)
def test_empty_results(message: str) -> None:
    found = only(
        f"<table><thead>{row('Nome', 'Valor', tag='th')}</thead><tbody><tr><td colspan=2>{message}</td></tr></tbody></table>"
    )
    assert (found.rows, found.empty_message, [c.filled for c in found.columns]) == (0, message, [0, 0])


def test_headings_that_sort_over_no_rows() -> None:
    filters = row("", "<input type=text><a><img alt=Filtrar></a>", "")
    names = row(*(f"<a href='javascript:sort()'>{name}</a>" for name in ("Data", "Credor", "Valor")))
    found = only(f"<table>{names}{filters}<tr><td colspan=3>Nenhum registro encontrado</td></tr></table>")
    assert (found.rows, labels(found)) == (0, ["Data", "Credor", "Valor"])


def test_empty_results_of_plain_elements() -> None:
    html = "<section><p>Nenhum registro encontrado.</p><div><div class='linha cabecalho'><div>Empenho</div><div>Data</div><div>Credor</div></div></div></section>"
    found = only(html)
    assert (found.rows, labels(found)) == (0, ["Empenho", "Data", "Credor"])


def test_filled_counts_values_only() -> None:
    html = f"<table>{row('A', 'B', 'C', 'D', 'E', tag='th')}{row('x', '-', '0', '0,00', '***')}{row('y', 'N/A', '0', '1,00', 'não informado')}</table>"
    assert [c.filled for c in only(html).columns] == [2, 0, 0, 2, 0]


def test_a_sheet_of_zeros_is_empty() -> None:
    html = f"<table>{row('Mês', 'Pago', tag='th')}{row('Janeiro', '0,00')}{row('Fevereiro', 'R$ 0,00')}</table>"
    assert [c.filled for c in only(html).columns] == [2, 0]


def test_types_of_columns() -> None:
    html = f"<table>{row('Nome', 'CNPJ', 'Data', 'Valor', 'Nº', 'Ano', 'Edital', tag='th')}" + "".join(
        row(
            "ABC",
            "11.222.333/0001-81",
            "01/02/2025",
            "R$ 1,00",
            f"00{n}/2025",
            "2025",
            "<a href='x.pdf'><i class='fa fa-download'></i></a>",
        )
        for n in (1, 2)
    )
    found = find_record_sets(html + "</table>")[0]
    assert [c.value_type for c in found.columns] == ["text", "cnpj", "date", "money", "code", "number", "link"]


def test_link_icons_are_data() -> None:
    found = find_record_sets(
        f"<table>{row('Objeto', 'Arquivo', tag='th')}{row('Pneus', '<button title=Baixar><i></i></button>')}</table>"
    )
    assert [(c.label, c.value_type, c.filled) for c in found[0].columns] == [
        ("Objeto", "text", 1),
        ("Arquivo", "link", 1),
    ]


def test_headings_nearest_last() -> None:
    html = f"""<h1>Portal</h1><div><div class="card"><div class="card-header">Cartão</div></div></div>
    <section><h2>Despesas</h2><div class="panel"><div class="panel-heading">Por função</div><div class="panel-body"><table>
    <caption>Legenda</caption>{row("Nome", "Cargo", tag="th")}{row("ANA", "X")}</table></div></div></section>"""
    assert only(html).headings[-3:] == ("Despesas", "Por função", "Legenda")


def test_headings_of_the_next_section_do_not_leak() -> None:
    html = f"<div><div><h3>Receitas</h3>{TABLE}</div><div>{TABLE}</div></div>"
    first, second = find_record_sets(html)
    assert "Receitas" in first.headings and "Receitas" not in second.headings


def test_the_tab_that_opens_a_panel_is_a_heading() -> None:
    html = (
        f"<ul role='tablist'><li><a href='#um'>Orçamentária</a></li><li><a href='#dois'>Extra</a></li></ul>"
        f"<div id='um'>{TABLE}</div><div id='dois' data-t-hidden=''>{TABLE}</div>"
    )
    shown, hidden = find_record_sets(html)
    assert shown.headings[-1] == "Orçamentária" and not shown.hidden
    assert hidden.headings[-1] == "Extra" and hidden.hidden


def test_titles_in_the_table_and_small_print_over_it() -> None:
    html = (
        f"<p>Publicado por Fulano em 10 de maio de 2025</p><table><tr><td colspan=2><b>Folha de Pagamento</b>"
        f"</td></tr>{row('Nome', 'Salário')}{row('ANA', '1,00')}</table>"
    )
    assert only(html).headings == ("Folha de Pagamento",)


def test_boxes_of_header_cells() -> None:
    html = f'<table><tr><th data-t-box="1,2,30,4">Nome</th><th><span data-t-box="40,2,30,4">Valor</span></th></tr>{row("ANA", "1,00")}</table>'
    assert [c.box for c in only(html).columns] == [(1, 2, 30, 4), (40, 2, 30, 4)]


def test_nested_tables_are_read_apart() -> None:
    html = f"<table>{row('Órgão', 'Pago', tag='th')}{row('Saúde', '1,00')}<tr><td colspan=2>{TABLE}</td></tr>{row('Educação', '1,00')}</table>"
    outer, inner = find_record_sets(html)
    assert (labels(outer), outer.rows, labels(inner), inner.rows) == (["Órgão", "Pago"], 2, ["Nome", "Cargo"], 2)


def test_layout_tables_are_looked_through() -> None:
    assert labels(only(f"<table><tr><td>Menu</td><td>{TABLE}</td></tr></table>")) == ["Nome", "Cargo"]


def test_cards_after_the_fields_of_a_record() -> None:
    html = """<div class="gaveta"><h3>Licitação</h3><div class="par"><div>Objeto</div><div>Pneus</div></div><div class="par"><div>Situação</div>
    <div>Aberta</div></div><div class="par"><div>Nº</div><div>1/2025</div></div>
    <h4>Participantes</h4>""" + "".join(
        (
            f"<div class='cartao'><div><span class='titulo'>Empresa</span><span>{n}</span></div><div>"
            f"<span class='titulo'>CNPJ</span><span>11.222.333/0001-81</span></div></div>"
        )
        for n in ("ABC", "DEF")
    )
    record, cards = find_record_sets(html + "</div>")
    assert (record.shape, labels(record), record.headings[-1]) == ("details", ["Objeto", "Situação", "Nº"], "Licitação")
    assert (cards.shape, labels(cards), cards.rows, cards.headings[-1]) == (
        "list",
        ["Empresa", "CNPJ"],
        2,
        "Participantes",
    )


def test_sections_of_a_record_keep_their_headings() -> None:
    html = (
        "<div><h2>Empenho</h2><h4>Credor</h4><p>Nome: ABC</p><p>CNPJ: 11.222.333/0001-81</p>"
        "<h4>Licitação</h4><p>Número: 1/2025</p><p>Modalidade: Pregão</p></div>"
    )
    assert [(r.headings[-1], labels(r)) for r in find_record_sets(html)] == [
        ("Credor", ["Nome", "CNPJ"]),
        ("Licitação", ["Número", "Modalidade"]),
    ]


def test_microdata() -> None:
    html = """<table itemscope itemtype="https://x/docs/Bidding"><tr><th>A</th><th>B</th></tr><tr>
    <td itemprop="bidID">1</td><td><span itemprop="object">Pneus</span></td></tr></table>"""
    found = only(html)
    assert (found.itemtype, [c.microdata for c in found.columns]) == ("Bidding", ["bidID", "object"])


def test_microdata_without_labels() -> None:
    html = "<div itemscope itemtype='https://x/BudgetRevenue'><span itemprop='predictedAmount'>10,00</span><span itemprop='collectionAmount'>5,00</span></div>"
    found = only(html)
    assert (found.itemtype, [c.microdata for c in found.columns]) == (
        "BudgetRevenue",
        ["predictedAmount", "collectionAmount"],
    )


def test_rows_beyond_the_sample_are_counted() -> None:
    body = "".join(row(f"P{n}", "1,00") for n in range(300))
    found = only(f"<table><thead>{row('Nome', 'Valor', tag='th')}</thead><tbody>{body}</tbody></table>")
    assert (found.rows, [c.filled for c in found.columns]) == (300, [300, 300])
    assert len(found.columns[0].samples) == SAMPLES


@pytest.mark.parametrize(
    "html",
    [
        "<table></table>",
        "<table><tr></tr></table>",
        "<div role='grid'></div>",
        "<dl></dl>",
        "<table><tr><td colspan='x'>a</td></tr></table>",
        "\x00<p>",
        "<td>solto</td>",
        "<table><tr><th>A</th></tr></table>" * 50,
    ],
)
def test_broken_markup_is_borne(html: str) -> None:
    find_record_sets(html)


ROWS = "".join(
    f"<tr><td>{n}</td><td>0{n}/02/2026</td><td>ACME Ltda</td><td>1.234,0{n}</td></tr>{'{opened}' if n == 1 else ''}"
    for n in (1, 2, 3)
)
PAIRS = (
    "<div class='d'><div><span class='r'>Função</span><span>04 - Administração</span></div>"
    "<div><span class='r'>Subfunção</span><span>122 - Geral</span></div>"
    "<div><span class='r'>Programa</span><span>2001 - Gestão</span></div></div>"
)
HEAD = "<thead><tr><th>Nº</th><th>Data</th><th>Credor</th><th>Valor</th></tr></thead>"


@pytest.mark.parametrize(
    "opened",
    [
        f"<tr class='child'><td colspan='4'>{PAIRS}</td></tr>",
        f"<tr class='detail'><td></td><td colspan='3'>{PAIRS}</td></tr>",
    ],
)
def test_a_record_opened_between_the_rows(opened: str) -> None:
    found = find_record_sets(f"<table>{HEAD}<tbody>{ROWS.format(opened=opened)}</tbody></table>")
    assert [(s.shape, s.rows, [c.label for c in s.columns]) for s in found] == [
        ("table", 3, ["Nº", "Data", "Credor", "Valor"]),
        ("details", 1, ["Função", "Subfunção", "Programa"]),
    ]


def test_a_record_opened_in_a_grid_of_roles() -> None:
    html = f"<table>{HEAD}<tbody>{ROWS.format(opened=f'<div>{PAIRS}</div>')}</tbody></table>"
    for tag, role in (("table", "table"), ("tr", "row"), ("th", "columnheader"), ("td", "cell")):
        html = html.replace(f"<{tag}>", f'<div role="{role}">').replace(f"</{tag}>", "</div>")
    found = find_record_sets(html.replace("thead", "div").replace("tbody", "div"))
    assert [(s.shape, [c.label for c in s.columns][:2]) for s in found] == [
        ("grid", ["Nº", "Data"]),
        ("details", ["Função", "Subfunção"]),
    ]


def test_records_laid_out_below_the_rows_of_a_list_are_no_columns_of_it() -> None:
    tabs = "<ul><li>Dados do empenho</li><li>Itens do empenho</li><li>Histórico do empenho</li></ul>"
    fields = "".join(row(f"<b>{label}: </b>", value) for label, value in (("Função", "Saúde"), ("Órgão", "Fundo")))
    lines = "".join(
        row(n, "Acme", "1,00") + f"<tr><td colspan=3>{tabs}<table>{fields}</table></td></tr>" for n in ("1", "2")
    )
    found = find_record_sets(
        f"<table><thead>{row('Nº', 'Credor', 'Pago', tag='th')}</thead><tbody>{lines}</tbody></table>"
    )
    assert ["Nº", "Credor", "Pago"] in [labels(r) for r in found], [labels(r) for r in found]


def test_what_cells_tell_in_a_line_below_is_a_column() -> None:
    people = [("ANA", "111"), ("BIA", "222"), ("CAIO", "333")]
    rows = "".join(
        row(f"<b>{name}</b><small>CPF: ***.{n}.***-**</small><small>{name} Lima: {n}</small>", "1,00")
        for name, n in people
    )
    assert labels(only(f"<table>{row('Servidor', 'Líquido', tag='th')}{rows}</table>")) == [
        "Servidor",
        "Líquido",
        "CPF",
    ]
    alone = f"<table>{row('Servidor', 'Líquido', tag='th')}{row('<b>ANA</b><small>CPF: 1</small>', '1,00')}</table>"
    assert labels(only(alone)) == ["Servidor", "Líquido"]


def test_what_fills_up_a_line_of_fields_is_no_field() -> None:
    lines = [
        row("Competência:", "<b>09/2026</b>", "").replace("<td></td>", "<td colspan=4></td>"),
        row("Nome:", "ANA LIMA").replace("<td>ANA", "<td colspan=5>ANA"),
        row("CPF:", "***.456.789-**", "Salário base:", "2.500,00", "").replace("<td></td>", "<td colspan=2></td>"),
        row("Cargo:", "Professora", "Admissão:", "01/02/2020", "Rescisão:", ""),
    ]
    for html in ("".join(lines), "".join(lines).replace(":</td><td", ":</td><th")):  # old pages set values in bold so
        found = only(f"<h3>Dados do servidor</h3><table>{html}</table>")
        assert labels(found) == ["Competência", "Nome", "CPF", "Salário base", "Cargo", "Admissão", "Rescisão"]


TOLD = [("Número", "00012/2026"), ("Data", "01/02/2026"), ("Credor", "Acme Ltda"), ("Valor", "10,00"), ("Contrato", "")]


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("<b>{}:</b> {}", 2),
        ("<b>{}</b>: {}", 2),
        ("<font size=2><strong>{} :</strong> <u>{}</u></font>", 1),
        ("<span class=rotulo>{}:</span> <span>{}</span>", 3),
        ("{}: {}", 2),
    ],
)
def test_fields_of_one_record_told_within_the_cells_of_a_table(field: str, line: int) -> None:
    cells = [field.format(*pair) for pair in TOLD]
    rows = [row(*cells[n : n + line]) for n in range(0, len(cells), line)]
    parted = [row("Dados do empenho").replace("<td", f"<td colspan={line}"), *rows]
    lines = row("<br>".join(cells[:3]), "<br>".join(cells[3:]))
    for html in (*(["".join(rows), "".join(parted)] if line > 1 else ["".join(rows)]), lines):
        found = only(f"<h2>Empenho</h2><table width=100%>{html}</table>")
        assert found.shape == "details"
        assert labels(found)[:4] == ["Número", "Data", "Credor", "Valor"], html
        assert found.columns[0].samples == ("00012/2026",)
        assert all(column.filled == (column.label != "Contrato") for column in found.columns)


@pytest.mark.parametrize(
    "rows",
    [
        [["<b>Nº:</b> 1", "<b>Data:</b> 01/02/2026"], ["<b>Nº:</b> 2", "<b>Data:</b> 02/02/2026"]],
        [["Nº:", "1", "Data:", "01/02/2026"], ["Credor:", "Acme", "Valor:", "10,00"]],
    ],
)
def test_cells_that_repeat_their_labels_or_hold_nothing_else_are_read_as_before(rows: list[list[str]]) -> None:
    found = only(f"<table>{''.join(row(*cells) for cells in rows)}</table>")
    assert "Data" in labels(found)
    assert found.rows == (2 if len(rows[0]) == 2 else 1)


@pytest.mark.parametrize("role", ["", " role=grid"])
def test_a_grid_of_two_tables_with_headings_over_headings_and_a_record_opened_in_it(role: str) -> None:
    """Headings in a table of their own, rows in another, and in a row of its own what belongs to the row above."""
    pairs = "".join(
        f"<tr><td class=rot>{a}</td><td>{b}</td></tr>"
        for a, b in (("Função", "10 - Saúde"), ("Programa", "12 - Mais"), ("Natureza", "3.3.90"))
    )
    paid = f"<h5>Pagamentos</h5><table>{row('OB', 'Pago em', tag='th')}{row('OP 1', '25/01/2026')}{row('OP 2', '26/01/2026')}</table>"
    heads = "<tr><th rowspan=2></th><th colspan=2>Nota</th><th rowspan=2>Credor</th></tr><tr><th>Número</th><th>Emissão</th></tr>"
    rows = [
        f"<tr role=row><td><a title=Expandir></a></td><td role=gridcell>NE{n}</td><td role=gridcell>0{n}/01/2026</td><td role=gridcell>ACME {n}</td></tr>"
        for n in (1, 2, 3)
    ]
    rows.insert(1, f"<tr><td></td><td colspan=3><h4>Detalhes</h4><table>{pairs}</table>{paid}</td></tr>")
    html = f"<div role=grid><table{role}><thead>{heads}</thead></table><table{role}><tbody>{''.join(rows)}</tbody></table></div>"
    found = find_record_sets(html)
    assert [(s.shape, s.rows, labels(s)) for s in found] == [
        ("grid", 3, ["Nota / Número", "Nota / Emissão", "Credor"]),
        ("details", 1, ["Função", "Programa", "Natureza"]),
        ("table", 2, ["OB", "Pago em"]),
    ]


@pytest.mark.parametrize(
    ("first", "second", "values", "names"),
    [
        ("rot", "val", ("10 - Saúde", "12 - Mais", "Folha"), ["Função", "Programa", "Origem"]),
        ("rot", "", ("10 - Saúde", "12 - Mais", "Folha"), ["Função", "Programa", "Origem"]),
        ("cel", "cel", ("10 - Saúde", "12 - Mais", "Folha"), None),
        ("nome", "num", ("1,00", "2,00", "3,00"), None),  # sums of a list, whose heads are not known
    ],
)
def test_labels_set_apart_by_a_class(first: str, second: str, values: tuple[str, ...], names: list[str] | None) -> None:
    told = zip(("Função", "Programa", "Origem"), values, strict=True)
    rows = "".join(f"<tr><td class='{first}'>{a}</td><td class='{second}'>{b}</td></tr>" for a, b in told)
    details = [labels(s) for s in find_record_sets(f"<table>{rows}</table>") if s.shape == "details"]
    assert details == ([names] if names else [])


def test_filters_that_say_what_is_chosen_are_no_headings() -> None:
    chips = "".join(
        f"<button aria-haspopup=listbox><span>{a}</span><b>{b}</b></button>"
        for a, b in (("Exercício", "2026"), ("Unidade Gestora", "Prefeitura"))
    )
    found = only(f"<main><h1>Receitas</h1><div>{chips}</div><div>{TABLE}</div></main>")
    assert found.headings == ("Receitas",)


@pytest.mark.parametrize(
    ("buttons", "heading"),
    [
        (("Download", "Imprimir"), None),
        (("Exportar para Excel", "Copiar dados", "PDF"), None),
        (("Imprimir",), None),
        (("Pagas", "A pagar"), "Pagas | A pagar"),
    ],
)
def test_buttons_over_a_table_that_take_it_away_are_no_tabs(buttons: tuple[str, ...], heading: str | None) -> None:
    bar = "".join(f"<button type=button>{word}</button>" for word in buttons)
    found = only(f"<main><h1>Empenhos</h1><div>{bar}</div><div>{TABLE}</div></main>")
    assert found.headings == ("Empenhos", *filter(None, [heading]))


def test_headings_wrapped_in_tables_of_their_own() -> None:
    """Grids that sort by an arrow beside the words; groups of columns above."""

    def heading(text: str) -> str:
        return f"<td class='gvHeader'><table><tbody><tr><td>{text}</td><td><span title='Filtrar'></span></td></tr></tbody></table></td>"

    group = "<td class='gvHeader' colspan='3'> </td><td class='gvHeader' colspan='2'>Valores (R$)</td>"
    heads = "".join(map(heading, ("N.E.", "Data", "Credor", "Empenhado", "Pago")))
    rows = "".join(
        f"<tr><td>{n}</td><td>01/02/2026</td><td>ACME</td><td>{n},00</td><td>1,00</td></tr>" for n in range(1, 5)
    )
    (found,) = find_record_sets(f"<table><tr>{group}</tr><tr>{heads}</tr>{rows}</table>")
    assert [c.label for c in found.columns] == [
        "N.E.",
        "Data",
        "Credor",
        "Valores (R$) / Empenhado",
        "Valores (R$) / Pago",
    ]


@pytest.mark.parametrize(
    "html",
    [
        # months to choose from
        "<table><tr><td><a href='1'>Janeiro</a></td><td><a href='2'>Fevereiro</a></td></tr>"
        "<tr><td><a href='3'>Março</a></td><td><a href='4'>Abril</a></td></tr></table>",
        # a menu over a bar of years
        "<div><aside><details><summary>Despesas</summary><a href='/e/'>Empenhos</a><a href='/x/'>Extras</a>"
        "<a href='/d/'>Diárias</a></details></aside><ul><li>2026</li><li>2025</li><li>2024</li><li>2023</li></ul></div>",
        # a filter drawn by a script
        "<div><div><label>Exercício</label><div role='combobox'>2026</div></div>"
        "<div><label>Entidade</label><div role='combobox'>Prefeitura</div></div></div>",
    ],
)
def test_what_is_chosen_from_is_no_record(html: str) -> None:
    assert find_record_sets(html) == []


def test_the_look_of_the_menu_named_on_the_body_hides_nothing() -> None:
    pairs = PAIRS.replace("class='r'", "")
    assert find_record_sets(f"<body class='sidebar-mini layout-navbar-fixed'><h1>Empenho</h1>{pairs}</body>")


def test_a_section_with_two_fields_is_one_like_its_neighbours() -> None:
    small = "<h3>Credor</h3><div class='d'><div><span class='r'>CPF/CNPJ</span><span>80.842.364/0001-07</span></div>"
    small += "<div><span class='r'>Histórico</span><span>Valor que se empenha</span></div></div>"
    labels = [c.label for s in find_record_sets(f"<h3>Classificação</h3>{PAIRS}{small}") for c in s.columns]
    assert {"CPF/CNPJ", "Histórico", "Função"} <= set(labels)


@pytest.mark.parametrize("make", ["<small>{}</small>", "<div class=text-caption>{}</div>", "<span>{}</span>"])
def test_values_over_their_labels_in_a_dialog(make: str) -> None:
    fields = {"Número": "101/2025", "Data": "01/03/2025", "Credor": "Acme Ltda", "Valor empenhado": "R$ 1.101,00"}
    grid = "".join(f"<div><div>{value}</div>{make.format(label)}</div>" for label, value in fields.items())
    (found,) = find_record_sets(f"<div role=dialog><h3>Empenho</h3><div>{grid}</div></div>")
    assert {c.label: c.samples[0] for c in found.columns} == fields


def test_cards_with_small_print_over_each_value() -> None:
    fields = ("Receita", "IPTU {n}"), ("Natureza", "1.1.{n}"), ("Estimada no ano", "R$ {n}.000,00")
    cards = "".join(
        f"<article>{''.join(f'<div><small>{k}</small><span>{v.format(n=n)}</span></div>' for k, v in fields)}</article>"
        for n in range(1, 5)
    )
    (found,) = find_record_sets(f"<main><h2>Receitas</h2><div>{cards}</div></main>")
    assert [c.label for c in found.columns] == ["Receita", "Natureza", "Estimada no ano"]


@pytest.mark.parametrize(
    "field",
    [
        "<tr><td>{}</td><td>: <small>{}</small></td></tr>",
        "<tr><td>{}</td><td>:</td><td>{}</td></tr>",
        "<tr><td>{}</td><td>: {}</td></tr>",
        "<div><span>{}</span><span>: {}</span></div>",
    ],
)
@pytest.mark.parametrize("fields", [2, 4])
def test_a_colon_before_the_value_tells_the_label(field: str, fields: int) -> None:
    told = (
        ("Função", "04 - Administração"),
        ("Ação", "2004 - Manutenção"),
        ("Elemento", "30 - Material"),
        ("Ano", "2026"),
    )
    lines = "".join(field.format(*pair) for pair in told[:fields])
    found = only(f"<main><h6>Classificação</h6>{f'<table>{lines}</table>' if 'td' in field else lines}</main>")
    assert [(c.label, *c.samples) for c in found.columns] == list(told[:fields])


DRAWN = "<svg><path d='M0 0'></path></svg>"


@pytest.mark.parametrize(
    "field",
    [
        f"<div><div>{DRAWN}</div><div><p>{{}}</p><p>{{}}</p></div></div>",
        f"<div>{DRAWN}<div><p>{{}}</p><p>{{}}</p></div></div>",
        "<div><div><p>{}</p><p>{}</p></div><span><i></i></span></div>",
        f"<div><p>{DRAWN} {{}}</p><p>{{}}</p></div>",
        f"<div><p>{{}}{DRAWN}</p><p>{{}}</p></div>",
    ],
)
def test_a_picture_beside_a_field_is_none_of_its_words(field: str) -> None:
    told = (("Processo", "31/2026"), ("Sessão", "11/03/2026"), ("Critério", "Menor preço"), ("Valor", "R$ 900,00"))
    found = only(f"<main><h1>Licitação</h1><div>{''.join(field.format(*pair) for pair in told)}</div></main>")
    assert [(c.label, *c.samples) for c in found.columns] == list(told)


def test_fields_of_a_record_that_scripts_fetch_files_for() -> None:
    told = [("Publicado em", "01/01/2026"), ("Situação", "Deserta"), ("Órgão", "Secretaria da Fazenda")]
    files = [("Edital e anexos", "Baixar edital"), ("Aviso de licitação", "Aviso de licitação")]
    fields = [f"<div><div>{label}</div><div>{value}</div></div>" for label, value in told]
    fields += [f"<div><div>{label}</div><div><i class=f data-t-press>{value}</i></div></div>" for label, value in files]
    found = only(f"<main><h1>Processo</h1><section>{''.join(fields)}</section></main>")
    assert [(c.label, *c.samples) for c in found.columns] == told + files


@pytest.mark.parametrize(
    "entry",
    [
        f"<div data-t-press=''><p>{DRAWN}{{}}</p><p>R$ 10,00</p></div>",
        "<div data-t-press=''><h3>{}</h3><p>Consulte aqui</p></div>",
        "<li data-t-press=''><div><h3>{}</h3><p>42 registros</p></div></li>",
    ],
)
def test_the_words_of_what_can_be_pressed_are_no_fields(entry: str) -> None:
    entries = "".join(map(entry.format, ("Despesas", "Receitas", "Contratos", "Licitações")))
    assert find_record_sets(f"<main><h1>Transparência</h1><div>{entries}</div></main>") == []


@pytest.mark.parametrize(("aside", "folded"), [("", True), (" data-t-hidden=''", False)])
def test_records_under_headings_in_sight_are_folded(aside: str, folded: bool) -> None:
    record = "<details><summary>{0}</summary><p data-t-hidden=''>Servidor: {0}</p><p data-t-hidden=''>Cargo: Agente</p></details>"
    records = "".join(map(record.format, ("Ana Lima", "Bia Reis", "Caio Melo")))
    (found,) = find_record_sets(f"<main><h1>Servidores</h1><div{aside}>{records}</div></main>")
    assert (found.rows, found.hidden, found.folded) == (3, True, folded)


def test_words_side_by_side_are_no_title() -> None:
    menu = (
        "<div>"
        + "".join(f"<div>{word}</div>" for word in ("Despesas", "Receitas", "Compras", "Câmara", "Ajuda"))
        + "</div>"
    )
    (found,) = find_record_sets(f"<body>{menu}<table>{HEAD}<tbody>{ROWS.format(opened='')}</tbody></table></body>")
    assert not any("Câmara" in heading for heading in found.headings)


def test_a_page_laid_out_by_a_table_is_no_table() -> None:
    field = "<div><span class=rotulo>{}:</span> <span>{}</span></div>"
    fields = "".join(
        field.format(*pair)
        for pair in (("Categoria", "Correntes"), ("Rubrica", "IPTU"), ("Alínea", "Principal"), ("Origem", "Impostos"))
    )
    menu = "<div><span>Início</span></div><div><span>Gastos</span></div>"
    page = f"<table><tr><td>Prefeitura</td></tr><tr><td>{menu}</td><td><section><div>{fields}</div></section></td></tr></table>"
    (found,) = find_record_sets(page)
    assert (found.shape, [c.label for c in found.columns]) == ("details", ["Categoria", "Rubrica", "Alínea", "Origem"])


@pytest.mark.parametrize("tabs", [2, 3, 4])
def test_a_bar_of_tabs_in_a_table_is_no_header_of_the_next(tabs: int) -> None:
    bar = "".join(f"<td><a href='?v={n}'>ABA {chr(65 + n)}</a></td>" for n in range(tabs))
    head = "".join(f"<td><b>{label}</b></td>" for label in ("PROCESSO", "MODALIDADE", "OBJETO", "VALOR"))
    rows = "".join(
        f"<tr><td>{n}/2025</td><td>Pregão</td><td>Merenda {n}</td><td>{n}.000,00</td></tr>" for n in range(1, 4)
    )
    found = find_record_sets(f"<table><tr>{bar}</tr></table><table><tr>{head}</tr>{rows}</table>")
    assert [([c.label for c in s.columns], s.rows) for s in found] == [
        (["PROCESSO", "MODALIDADE", "OBJETO", "VALOR"], 3)
    ]


def test_rows_grouped_under_a_field() -> None:
    head = "<tr><th></th><th>Empenho</th><th>Credor</th><th>Valor</th></tr>"
    group = "<tr><td><a title='Recolher grupo'>-</a></td><td colspan=4><b>Unidade Gestora:</b> {} <small>(2 registros)</small></td></tr>"
    row = "<tr><td></td><td>{0}/2026</td><td>Fornecedor {0}</td><td>{0}.000,00</td></tr>"
    body = group.format("Gabinete") + row.format(1) + row.format(2) + group.format("Saúde")
    (found,) = find_record_sets(f"<table>{head}{body}</table>")
    assert found.rows == 2
    assert [(c.label, c.filled) for c in found.columns] == [
        ("Empenho", 2),
        ("Credor", 2),
        ("Valor", 2),
        ("Unidade Gestora", 2),
    ]


def test_groups_in_a_body_whose_header_stands_in_a_table_of_its_own() -> None:
    """Scrolling grids of an older make: header, body and pager are three tables; the sign of an open group is a letter."""
    head = row("Exercício", "Favorecido", "Valor pago", tag="th") + row(
        "<select><option>2026</select>", "", "", tag="th"
    )
    body = f"{row('', '', '')}<tr><td colspan=3><i>▾</i>Conta extra: Cauções (2)</td></tr>{row('2026', 'ACME', 'R$ 1,00')}{row('2026', 'BETA', 'R$ 2,00')}"
    pager = "<td title=Anterior>◀</td><td>Página <input value=1> de <span>9</span></td><td title=Próxima>▶</td><td>1 - 20 de 180</td>"
    html = "<div><div><div><table><thead>{}</thead></table></div><div><table>{}</table></div></div><div class=pager><table><tr>{}</tr></table></div></div>"
    grid = find_record_sets(html.format(head, body, pager))[0]
    assert [(c.label, c.filled) for c in grid.columns] == [
        ("Exercício", 2),
        ("Favorecido", 2),
        ("Valor pago", 2),
        ("Conta extra", 2),
    ]
    (empty,) = find_record_sets(html.format(head, row("", "", ""), pager))
    assert (empty.rows, labels(empty)) == (0, ["Exercício", "Favorecido", "Valor pago"])


@pytest.mark.parametrize(
    ("cells", "turns"),
    [
        (["◀", "Página <input> de 7", "▶", "Exibindo 1 a 20 de 140 registros"], True),
        (["«", "1", "2", "»"], True),
        (["<a>◀</a>", "<select><option>10</select>", "▶", "Nenhum registro encontrado."], True),
        (["ACME", "R$ 1,00", "", ""], False),
    ],
)
def test_a_table_that_turns_the_pages_of_another(cells: list[str], turns: bool) -> None:
    html = f"<table><tr><th>Credor</th><th>Valor</th><th>Data</th><th>Nº</th></tr></table><table>{row(*cells)}</table>"
    assert (find_record_sets(html)[0].rows == 0) is turns


@pytest.mark.parametrize(("entries", "headings"), [(1, ("Despesas", "Empenhos")), (4, ("Empenhos",))])
def test_the_entries_of_a_folded_menu_are_no_headings(entries: int, headings: tuple[str, ...]) -> None:
    names = ["Despesas", "Receitas", "Pessoal", "Cidadão"][:entries]
    menu = "".join(
        f"<h3>{name}</h3><div data-t-hidden=''><ul><li><a href=#>Consulta</a></li></ul></div>" for name in names
    )
    found = find_record_sets(f"<div><div>{menu}</div></div><div><h2>Empenhos</h2>{TABLE}</div>")
    assert found[-1].headings == headings


def test_groups_that_are_folded_are_no_records() -> None:
    head = "<tr><th></th><th>Empenho</th><th>Credor</th><th>Valor</th></tr>"
    group = "<tr><td><a title='Expandir grupo'>+</a></td><td colspan=4>Unidade Gestora: {}</td></tr>"
    groups = f"{group.format('Gabinete')}{group.format('Saúde')}"
    (found,) = find_record_sets(f"<table>{head}{groups}</table>")
    assert found.rows == 0
    # whatever the labels are set in, and whatever stands over them
    tabs = "<ul>" + "".join(f"<li data-t-box='{40 * n} 0 40 20'>{name}</li>" for n, name in enumerate("ABCD")) + "</ul>"
    (plain,) = find_record_sets(f"{tabs}<table>{head.replace('th', 'td')}{groups}</table>")
    assert plain.rows == 0
    assert [c.label for c in plain.columns] == [c.label for c in found.columns] == ["Empenho", "Credor", "Valor"]
    record = "<tr><td></td><td>12/2026</td><td>Acme Ltda</td><td>10,00</td></tr>"
    (opened,) = find_record_sets(f"<table>{head.replace('th', 'td')}{group.format('Gabinete')}{record}</table>")
    assert (opened.rows, [c.label for c in opened.columns]) == (1, ["Empenho", "Credor", "Valor", "Unidade Gestora"])


@pytest.mark.parametrize(
    ("over", "headings"),
    [("Secretaria", ("Servidores",)), ("Secretaria Cargo", ("Servidores",)), ("Secretarias", ("Servidores", "Secretarias"))],
)  # fmt: skip
def test_what_rows_are_grouped_by_is_no_heading(over: str, headings: tuple[str, ...]) -> None:
    head = "<tr><th></th><th>Matrícula</th><th>Nome</th><th>Vínculo</th><th>Salário</th></tr>"
    group = "<tr><td><a title='Recolher'>-</a></td><td colspan=4>{}</td></tr>"
    rows = "".join(
        f"<tr><td></td><td>{n}</td><td>Ana Lima</td><td>Efetivo</td><td>{n}.000,00</td></tr>" for n in range(3)
    )
    table = f"<table>{head}{group.format('Secretaria: Saúde')}{group.format('Cargo: Médica')}{rows}</table>"
    for shown in (table, table.replace(rows, "")):  # open, or folded
        (found,) = find_record_sets(f"<h2>Servidores</h2><div><div><span>{over}</span></div>{shown}</div>")
        assert found.headings == headings
        assert [c.label for c in found.columns][4:] == (["Secretaria", "Cargo"] if shown == table else [])


PAIR = "<div><div><span>{}</span><b>{}</b></div></div>"
STRESSED = [
    ("Função", "10 - Saúde"),
    ("Subfunção", "301 - Atenção básica"),
    ("Programa", "2001"),
    ("Fonte", ""),
    ("Elemento", "30 - Material"),
]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        # labels as plain words over values in bold, each pair in a shell of its own, in sections
        (
            "<h2>Ficha</h2><section><h3>Classificação</h3><div>" + "".join(PAIR.format(*p) for p in STRESSED[:2]) + "</div></section>"
            "<section><h3>Natureza</h3><div>" + "".join(PAIR.format(*p) for p in STRESSED[2:]) + "</div></section>",
            [p[0] for p in STRESSED],
        ),
        # the sign of a currency before its sum is no label
        ("<div>" + "".join(f"<div><span>R$</span><b>{n}.000,00</b></div>" for n in range(1, 6)) + "</div>", []),
    ],
)  # fmt: skip
def test_values_in_bold_under_plain_labels(html: str, labels: list[str]) -> None:
    assert [c.label for s in find_record_sets(html) for c in s.columns] == labels


LINES = [
    ("Categoria econômica", "1 - Receitas Correntes"),
    ("Rubrica", ""),
    ("Espécie", "Impostos"),
    ("Lançada", "911,06"),
]


@pytest.mark.parametrize(
    ("field", "read"),
    [
        ("<div><span>{}</span><br><span>{}</span></div>", [True, False, True, True]),
        ("<p><small>{}</small><br>{}</p>", [True, False, True, True]),
        ("<p>{}<br><b>{}</b></p>", [True, False, True, True]),
        ("<p>{}<br>{}</p>", []),  # lines of an address
        ("<p><a href=x>{}</a><br><span>{}</span></p>", []),  # a menu with remarks
    ],
)
def test_labels_on_a_line_over_their_values(field: str, read: list[bool]) -> None:
    sets = find_record_sets("<h1>Receita</h1>" + "".join(field.format(*line) for line in LINES))
    expected = {label: filled for (label, _), filled in zip(LINES, read, strict=False)}
    assert {c.label: bool(c.filled) for s in sets for c in s.columns} == expected


BAR = "<h1>Extraorçamentárias</h1><div><button role=tab{}>Entraram</button><button role=tab{}>Saíram</button></div>"


@pytest.mark.parametrize(
    ("bar", "heading"),
    [(BAR.format("", ""), "Entraram | Saíram"), (BAR.format("", " aria-selected=true"), "Saíram")],
)
def test_a_bar_of_tabs_is_read_tab_by_tab(bar: str, heading: str) -> None:
    table = "<table><tr><th>Código<th>Valor</tr><tr><td>218<td>1,00</tr><tr><td>219<td>2,00</tr></table>"
    assert find_record_sets(bar + table)[0].headings == ("Extraorçamentárias", heading)


NAMES = ("Empenhos", "Receitas", "Pessoal", "Pagamentos")


@pytest.mark.parametrize(
    "html",
    [
        # a menu of cards: a button with a remark under it
        "<div>" + "".join(f"<div><p><button>{name}</button></p><p>Consulta por período</p></div>" for name in ("Processos", "Contratos", "Avisos")) + "</div>",
        # the frame of a window: its title beside the button that closes it, a form, an empty place
        "<div><div role=dialog><div><div><button aria-label=Fechar>×</button><h4>Contratos</h4></div>"
        "<div><form><select><option>2026</select></form><div></div></div></div></div></div>",
        # a menu of lists under headings
        "<div>" + "".join(f"<div><h2>{n}</h2><ul><li><a href=a>{n} do ano</a></li><li><a href=b>Por órgão</a></li></ul></div>" for n in ("Despesa", "Receita", "Pessoal"))
        + "</div>",
        # a menu of links in boxes under headings
        *(f"<main><h1>Portal</h1>{''.join(f'<section><h2>{n}</h2><{box}><a href=a>{n} do ano</a><a href=b>Por órgão</a></{box}></section>' for n in NAMES)}</main>"
          for box in ("div", "nav", "p")),
        # a menu of tiles, each a link with words about what it leads to
        "<div>" + "".join(f"<a href=x><i class=icone></i><br><strong>{n}</strong><br><small>Saiba mais</small></a>" for n in NAMES) + "</div>",
        "<div>" + "".join(f"<a href=x><strong>{n}</strong><small>Consulte {n.lower()} do município</small></a>" for n in NAMES) + "</div>",
        # what stands on the page under a window is no header of what is in there
        "<div><div><b>Processos</b></div><div><b>Consulta por período</b></div></div><div role=dialog><div><span>×</span><h4>Contratos</h4></div></div>",
    ],
)  # fmt: skip
def test_menus_and_windows_are_no_records(html: str) -> None:
    assert find_record_sets(html) == []


@pytest.mark.parametrize(
    ("html", "names"),
    [
        # sums that are links to what they sum up
        ("".join(f"<a href=x><strong>{n}</strong><span>{m}.000,00</span></a>" for m, n in enumerate(NAMES, 1)), [*NAMES]),
        # records that are links as a whole, under headings that are none
        ("<div><b>Nome</b><b>Cargo</b><b>Salário</b></div>" + "".join(f"<a href={n}><b>{n}</b><i>Médica</i><i>9,00</i></a>" for n in ("ANA", "EVA")),
         ["Nome", "Cargo", "Salário"]),
        # a record with links to what it is of
        ("<dl><dt>Processo<dd><a href=a>Obras</a><dt>Órgão<dd><a href=b>Saúde</a> <a href=c>Educação</a> e outros<dt>Valor<dd>1,00</dl>", ["Processo", "Órgão", "Valor"]),
    ],
)  # fmt: skip
def test_links_that_are_records(html: str, names: list[str]) -> None:
    assert labels(only(f"<main><h1>Consulta</h1><div>{html}</div></main>")) == names


def boxes(*rows: str) -> str:
    """Rows of plain elements; what holds no "|" is taken as it is."""
    cells = ("".join(f"<div>{cell}</div>" for cell in row.split("|")) for row in rows)
    return "".join(f"<div>{made}</div>" if "|" in row else row for row, made in zip(rows, cells, strict=True))


HEADED = ("Função|Empenhado|Pago", "04 - Administração|R$ 8,00|R$ 6,00")
INNER = ("Programa|Empenhado|Pago", "1012 - Saúde|R$ 5,00|R$ 4,00", "2004 - Escola|R$ 3,00|R$ 2,00")


@pytest.mark.parametrize(
    ("name", "opened", "expected"),
    [
        ("nothing", "", []),
        ("a grid of as many columns", f"<div><div>{boxes(*INNER)}</div></div>", [(["Programa", "Empenhado", "Pago"], 2)]),
        ("a grid of fewer", f"<div><div>{boxes('Ação|Pago', '1|R$ 5,00', '2|R$ 3,00')}</div></div>", [(["Ação", "Pago"], 2)]),
        (
            "the fields of one record",
            f"<div><div>{''.join(f'<div><b>{k}</b><span>{v}</span></div>' for k, v in (('Credor', 'Ana'), ('Fonte', '1500')))}</div></div>",
            [(["Credor", "Fonte"], 1)],
        ),
        (
            "as many sections as there are columns",
            "<div class=aberto><h4>Vínculo</h4><div class=campos><div><b>Regime</b><span>CLT</span></div><div><b>Fonte</b><span>1500</span></div></div><p></p></div>",
            [(["Regime", "Fonte"], 1)],
        ),
    ],
)  # fmt: skip
def test_what_is_opened_between_the_rows_of_plain_elements(name: str, opened: str, expected: list[object]) -> None:
    rows = boxes(*HEADED, opened, "12 - Educação|R$ 9,00|R$ 7,00", "15 - Urbanismo|R$ 2,00|R$ 1,00")
    found = find_record_sets(f"<main><div>{rows}<div>Total 19,00 14,00</div></div></main>")
    assert [(labels(s), s.rows) for s in found] == [(["Função", "Empenhado", "Pago"], 3), *expected], name


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("a filter that a script draws", "<div><div>Ano</div><div role=combobox aria-label=Ano><div>2026</div></div></div>"),
        ("check boxes for columns", "".join(f"<label><input type=checkbox>{c}</label>" for c in ("Credor", "CPF", "Data", "Valor"))),
        ("options of a menu", "".join(f"<div role=menuitemcheckbox>{c}</div>" for c in ("Credor", "CPF", "Data", "Valor"))),
        ("a title over a card", "<header><p>Categoria:</p><h1>Despesas</h1></header><div><div><a href=/x>Empenhos</a></div><div>12/02</div></div>"),
    ],
)  # fmt: skip
def test_what_surrounds_records_is_none(name: str, html: str) -> None:
    grid = boxes("Código|Conta|Pago", "1|ISS|R$ 1,00", "2|INSS|R$ 2,00")
    found = find_record_sets(
        f"<main><h2>Extras</h2><section>{html}</section><section><div>{grid}</div></section></main>"
    )
    assert [labels(s) for s in found] == [["Código", "Conta", "Pago"]], name


def test_a_pager_below_plain_rows_is_none() -> None:
    grid = boxes("Código|Conta|Pago", "1|ISS|R$ 1,00", "2|INSS|R$ 2,00")
    html = f"<header><b>Mata</b><i>SP</i><u>2026</u></header><div><div><div>{grid}</div></div>{boxes('Anterior|Página 1 de 2|Próxima')}</div>"
    assert [labels(s) for s in find_record_sets(f"<body>{html}</body>")] == [["Código", "Conta", "Pago"]]


def test_a_hidden_menu_heads_no_record() -> None:
    menu = boxes("Consultar empenhos|Navegar por função|Repasses").replace("<div>", "<div data-t-hidden>", 1)
    fields = (("Secretaria", "Saúde"), ("Data do pagamento", "23/06/2026"), ("Histórico", "Ruas"))
    record = "".join(f"<div><div>{label}</div><div>{value}</div></div>" for label, value in fields)
    (found,) = find_record_sets(f"<body>{menu}<main><h2>Empenho</h2><div>{record}</div></main></body>")
    assert (found.shape, labels(found)) == ("details", [label for label, _ in fields])


def test_a_heading_that_is_a_sign() -> None:
    """Rows of plain elements under headings in a row of their own, one of which is "%"."""

    def line(*cells: str) -> str:
        return f"<div class=linha>{''.join(f'<div class=celula>{c}</div>' for c in cells)}</div>"

    rows = "".join(line(f"1.1.1.{n}", f"Imposto {n}", f"{n}.000,00", "99,8%") for n in range(1, 5))
    heads = line("Natureza", "Especificação", "Realizada", "%")
    found = only(
        f"<div class=grade><div class=topo>{heads}</div><div class=rola><div class=corpo>{rows}</div></div></div>"
    )
    assert (found.rows, labels(found)) == (4, ["Natureza", "Especificação", "Realizada", "%"])


STOREYS = (
    row("", "<b>Créditos</b>", "<b>Execução</b>")
    .replace("<td><b>Cr", "<td colspan=2><b>Cr")
    .replace("<td><b>Ex", "<td colspan=2><b>Ex")
)


@pytest.mark.parametrize(
    ("name", "rows", "labels_of"),
    [
        (
            "names over groups of columns",
            [STOREYS, row("Função", "Fixado", "Atual", "Empenhado", "Pago"), row("12", "1,00", "1,00", "1,00", "1,00")],
            ["Função", "Créditos / Fixado", "Créditos / Atual", "Execução / Empenhado", "Execução / Pago"],
        ),
        (
            "a column without a name over it reaches down",
            [
                "<tr><td rowspan=2>Órgão</td><td colspan=2>Valores</td></tr>",
                row("Fixado", "Pago"),
                row("Saúde", "1,00", "2,00"),
            ],
            ["Órgão", "Valores / Fixado", "Valores / Pago"],
        ),
        (
            "one column under a title",
            [row("<b>PERDEDORES</b>"), row("<b>Firma</b>"), row("Alfa"), row("Beta")],
            ["Firma"],
        ),
        ("one column", [row("<b>Participantes</b>"), row("Alfa Ltda"), row("Beta Ltda")], ["Participantes"]),
    ],
)
def test_headings_of_ordinary_cells(name: str, rows: list[str], labels_of: list[str]) -> None:
    assert labels(only(f"<table>{''.join(rows)}</table>")) == labels_of


@pytest.mark.parametrize(
    "html",
    [
        f"<table>{row('<b>Aviso</b>')}{row('A licitação do transporte escolar foi adiada para o mês que vem, veja')}{row('Outra')}</table>",
        f"<table>{row('<b>Licitações</b>')}{row('<a href=1>Pregões</a>')}{row('<a href=2>Dispensas</a>')}</table>",
        # the head of the page and the name of a menu, each over something else
        f"<table>{row('<b>MUNICÍPIO</b><br>Contas')}<tr><td><table>{row('<b>LICITAÇÕES</b>')}{row('<img src=m.gif usemap=#m>')}"
        f"{row('<a href=/>menu principal</a>')}</table></td></tr></table>",
        f"<div><b>MUNICÍPIO</b><br>Contas</div><table>{row('<b>RECEITAS</b>')}{row('<a href=1>Receita prevista</a>')}</table>",
    ],
)
def test_headings_over_a_menu_are_no_labels(html: str) -> None:
    assert find_record_sets(html) == []


def figures(pairs: list[tuple[str, str]], value: str = "", label: str = "") -> str:
    return "".join(f"<div><p{value}>{v}</p><p{label}>{t}</p></div>" for v, t in pairs)


FIGURES = [("2026NE0007", "Nota de empenho"), ("12/03/2026", "Data"), ("Combustíveis", "Subelemento")]
WORDS_ONLY = [("Despesas Correntes", "Categoria"), ("Combustíveis", "Subelemento"), ("Saúde", "Função")]


@pytest.mark.parametrize(
    ("html", "names"),
    [
        (figures(FIGURES), ["Nota de empenho", "Data", "Subelemento"]),
        (figures([(t, v) for v, t in FIGURES]), ["Nota de empenho", "Data", "Subelemento"]),  # labels come first
        (figures(WORDS_ONLY, label=" class=legenda"), ["Categoria", "Subelemento", "Função"]),
        (
            figures(WORDS_ONLY, ' data-t-box="0,0,90,30"', ' data-t-box="0,30,90,14"'),
            ["Categoria", "Subelemento", "Função"],
        ),
        (figures([("12/03/2026", "Prefeitura abre licitação"), ("11/03/2026", "Obras começam")]), []),  # news
    ],
)
def test_cards_with_the_value_over_its_label(html: str, names: list[str]) -> None:
    found = find_record_sets(f"<section>{html}</section>")
    assert [labels(r) for r in found] == ([names] if names else [])


def printed(*rows: str) -> str:
    return f"<table border=1>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


SMALL = (
    "<td><small>Órgão</small><br>04 - Educação</td><td><small>Programa</small><br>1041 - Campo</td>",
    "<td><small>Elemento</small><br>51 - Obras</td><td><small>Fonte</small><br></td>",
)
FIELDS = ["Órgão", "Programa", "Elemento", "Fonte"]


@pytest.mark.parametrize(
    ("name", "html", "expected"),
    [
        ("small print", printed(*SMALL), FIELDS),
        ("titles between", printed("<td colspan=2>PREFEITURA<br><b>NOTA DE EMPENHO</b></td>", *SMALL, "<td colspan=2>Credor</td>"), FIELDS),
        ("blocks", printed(*(row.replace("small", "div").replace("<br>", "") for row in SMALL)), FIELDS),
        ("bold values", printed(*(re.sub(r"<small>(.*?)</small><br>([^<]*)", r"\1<br><b>\2</b>", row) for row in SMALL)), FIELDS),
        ("wrapped", printed(*(row.replace("<td>", "<td><div>").replace("</td>", "</div></td>") for row in SMALL)), FIELDS),
        ("by place", printed(*(
            row.replace("<small>", '<i data-t-box="0,0,50,10">').replace("</small><br>", '</i><span data-t-box="0,12,80,12">').replace("</td>", "</span></td>")
            for row in SMALL)), FIELDS),
        ("side by side", printed(*(row.replace("<br>", "") for row in SMALL)), FIELDS),
        ("lines of a list", printed(*(f"<td><b>Pregão {n}</b><br>Merenda</td><td>{n}/02/2026</td>" for n in range(1, 5))), None),
        ("labels of a small screen", printed(*(
            f"<td><small>Credor</small><br>Alfa {n}</td><td><small>Pago</small><br>{n},00</td>" for n in range(1, 5))), None),
    ],
)  # fmt: skip
def test_printed_forms(name: str, html: str, expected: list[str] | None) -> None:
    found = [labels(r) for r in find_record_sets(f"<html><body>{html}</body></html>") if r.shape == "details"]
    assert [n for n in (found[0] if found else []) if n in FIELDS] == (expected or [])


LISTED = [("VL_PAGO", "12.50"), ("NM_CREDOR", "Alfa Ltda"), ("DT_PAGTO", "2026-01-02"), ("NR_CONTRATO", "null")]


@pytest.mark.parametrize(
    ("heads", "pairs", "shape"),
    [
        (("campo", "valor"), LISTED, "details"),
        (("Atributo", "Conteúdo"), LISTED, "details"),
        (("field", "value"), [("credor", "Alfa Ltda"), ("objeto", "Merenda"), ("fonte", "Livres")], "details"),
        (("coluna", "descrição"), LISTED, "table"),  # a dictionary explains the fields
        (("Órgão", "Valor"), [("Saúde", "1,00"), ("Educação", "2,00"), ("Obras", "3,00")], "table"),
    ],
)
def test_fields_of_a_record_that_are_listed(heads: tuple[str, str], pairs: list[tuple[str, str]], shape: str) -> None:
    body = "".join(row(f"<code>{name}</code>", value) for name, value in pairs)
    read = only(f"<table><thead>{row(*heads, tag='th')}</thead><tbody>{body}</tbody></table>")
    assert (read.shape, labels(read)) == (shape, [name for name, _ in pairs] if shape == "details" else list(heads))


def small(label: str, value: str) -> str:
    """A cell as component libraries draw it on a small screen."""
    return f"<td><div class=cab>{label}</div><div class=val>{value}</div></td>"


@pytest.mark.parametrize(
    ("name", "rows", "names", "samples"),
    [
        (
            "over the value, with a button beside the fields",
            [small("Credor", "ACME") + small("Valor", "R$ 1,00") + "<td><button aria-label='Ver mais'></button></td>"] * 2,
            ["Credor", "Valor"],
            ("ACME",),
        ),
        (
            "before the value, as bare text",
            [f"<td><b>Credor:</b> {n}</td><td><b>Data:</b> 01/02/2026</td>" for n in ("ACME", "BETA")],
            ["Credor", "Data"],
            ("ACME", "BETA"),
        ),
        (
            "hidden where the screen is wide",
            [
                f"<td><span data-t-hidden=''>Credor</span><span>{n}</span></td><td><span data-t-hidden=''>Pago</span><span>1,00</span></td>"
                for n in ("ACME", "BETA")
            ],
            [],
            (),
        ),
        ("one record", [small("Credor", "ACME") + small("Valor", "R$ 1,00")], ["Credor", "Valor"], ("ACME",)),
        ("words and signs", ["<td><b>Lei</b> 10/2020</td><td><b>Ata</b> 3</td>", "<td><b>Ato</b> 1</td><td><b>Ata</b> 4</td>"], [], ()),
    ],
)  # fmt: skip
def test_labels_that_each_cell_writes_itself(
    name: str, rows: list[str], names: list[str], samples: tuple[str, ...]
) -> None:
    found = find_record_sets(f"<table><tbody>{''.join(f'<tr>{r}</tr>' for r in rows)}</tbody></table>")
    if not names:
        assert all(set(labels(record_set)) <= {""} or "Credor" not in labels(record_set) for record_set in found)
        return
    record_set = found[0]
    assert (labels(record_set), record_set.columns[0].samples) == (names, samples)


def panel(title: str, fields: dict[str, str], hidden: bool) -> str:
    item = "<div class=it><div><div class=sub>{}</div><div class=tit>{}</div></div></div>"
    items = "".join(item.format(*pair) for pair in fields.items())
    opener = f"<button aria-expanded={str(not hidden).lower()}><span>{title}</span></button>"
    return (
        f"<div class=painel>{opener}<div{' data-t-hidden' if hidden else ''}><div class=lst>{items}</div></div></div>"
    )


CLASSED = {"Órgão": "Secretaria de Obras", "Função": "12 - Educação", "Ação": "Merenda", "Natureza": "Outros Serviços"}
BOUGHT = {"Modalidade": "Concorrência", "Indicação": "Concorrência 45/2025", "Contrato": "", "Objeto": "Compras"}


@pytest.mark.parametrize(
    "bar", ["<header class=toolbar><button>×</button><div>Empenho</div></header>", "<h2>Empenho</h2>"]
)
@pytest.mark.parametrize("closed", [(True, True), (True, False), (False, True), (False, False)])
def test_the_panels_of_a_record_in_a_window(bar: str, closed: tuple[bool, bool]) -> None:
    """Each panel is a part of the record: none heads the next, and all stand under what the window says."""
    html = f"<div role=dialog>{bar}<div>{panel('Classificação', CLASSED, closed[0])}{panel('De que compra veio', BOUGHT, closed[1])}</div></div>"
    found = find_record_sets(html)
    assert [(r.shape, labels(r)) for r in found] == [("details", list(CLASSED)), ("details", list(BOUGHT))]
    assert [r.headings for r in found] == [("Empenho", "Classificação"), ("Empenho", "De que compra veio")]


def test_steps_that_are_tabs_hold_records() -> None:
    rows = "".join(f"<tr><td>{n}/2026</td><td>0{n}/02/2026</td><td>R$ {n}.000,00</td></tr>" for n in range(1, 5))
    table = f"<table><tr><th>Empenho</th><th>Data</th><th>Valor</th></tr>{rows}</table>"
    html = f"<div role=tablist><div><b role=tab>1 Período</b><b role=tab>2 Resultado</b></div><div role=tabpanel>{table}</div></div>"
    (found,) = find_record_sets(html)
    assert (labels(found), found.rows) == (["Empenho", "Data", "Valor"], 4)


@pytest.mark.parametrize(
    "panels", ["<div role=tabpanel>{}</div>", "<div role=tabpanel hidden>x</div><div role=tabpanel>{}</div>"]
)
def test_panels_inside_their_list_of_tabs_hold_records(panels: str) -> None:
    """Some makers call the whole of tabs and panels a list of tabs."""
    told = "".join(f"<div><div>{k}</div><div>{v}</div></div>" for k, v in (("Função", "10 - Saúde"), ("Programa", "1012 - Família"), ("Ação", "2031")))  # fmt: skip
    html = f"<div role=tablist><ul><li role=tab>Dados</li><li role=tab>Outros</li></ul>{panels.format(told)}</div>"
    assert labels(only(html)) == ["Função", "Programa", "Ação"]


def _part(heads: list[str], x: int, y: int, lines: list[list[str]], apart: bool = True) -> tuple[str, str]:
    """The headings of a part of a list, and its rows, as tables of their own at a place."""
    box = [f"data-t-box='{x + 90 * n},{{}},88,20'" for n in range(len(heads))]
    head = "".join(f"<th {b.format(y)}>{text}</th>" for b, text in zip(box, heads, strict=True))
    body = "".join(
        f"<tr>{''.join(f'<td {b.format(y + 22 + 22 * n)}>{text}</td>' for b, text in zip(box, line, strict=True))}</tr>"
        for n, line in enumerate(lines)
    )
    if not apart:
        return f"<div><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>", ""
    return f"<div><table><thead><tr>{head}</tr></thead></table></div>", f"<div><table><tbody>{body}</tbody></table></div>"  # fmt: skip


_FROZEN = ["Matrícula", "Servidor"], [[f"90{n}", f"Pessoa {n}"] for n in range(1, 5)]
_SCROLLED = ["Cargo", "Vínculo", "Líquido"], [["Agente", "Efetivo", f"{n}.500,00"] for n in range(1, 5)]


@pytest.mark.parametrize("first", ["heads", "left"])
def test_columns_that_stay_in_sight(first: str) -> None:
    """Parts side by side of one list: the headings of both first, or each with its rows."""
    one, two = _part(_FROZEN[0], 0, 0, _FROZEN[1]), _part(_SCROLLED[0], 180, 0, _SCROLLED[1])
    order = (one[0], two[0], one[1], two[1]) if first == "heads" else (*one, *two)
    found = only(f"<h2>Folha</h2><div>{''.join(order)}</div>")
    assert (labels(found), found.rows) == ([*_FROZEN[0], *_SCROLLED[0]], 4)
    assert found.columns[0].samples[0] == "901" and found.columns[4].samples[0] == "1.500,00"


@pytest.mark.parametrize(
    ("x", "y", "lines", "apart"),
    [
        (180, 300, 4, True),  # below each other
        (260, 0, 4, True),  # far from each other
        (180, 0, 3, True),  # of other rows
        (180, 0, 4, False),  # each with its own headings
    ],
)
def test_lists_that_stand_beside_each_other_are_two(x: int, y: int, lines: int, apart: bool) -> None:
    one, two = _part(_FROZEN[0], 0, 0, _FROZEN[1], apart), _part(_SCROLLED[0], x, y, _SCROLLED[1][:lines], apart)
    assert [labels(f) for f in find_record_sets(f"<div>{''.join((*one, *two))}</div>")] == [_FROZEN[0], _SCROLLED[0]]


@pytest.mark.parametrize(
    ("entry", "names"),
    [
        ("<div data-t-press=''><i class=material-icons>attach_file</i><b>Edital completo</b> <small>412 KB</small></div>", ["Edital completo"]),
        ("<a href=# class=bt><i class='fa fa-file-pdf'></i>Edital</a>", ["Edital"]),
        ("<button>edital-12.pdf</button>", ["edital-12"]),
        ("<div data-t-press=''><i class=material-icons>home</i>Edital</div>", []),
        ("<a href='/licitacoes/'><i class='fa fa-file-pdf'></i>Editais</a>", []),
        ("<p><a href=/arquivos/7/edital>Edital e anexos</a> <small>371 KB</small></p>", ["Edital e anexos"]),
        ("<p><a href=/arquivos/7/edital>Edital e anexos</a> (1,2 MB)</p>", ["Edital e anexos"]),
        ("<p><a href=/edital>Edital e anexos</a> <small>371 páginas</small></p>", []),
    ],
)  # fmt: skip
def test_files_that_a_script_fetches(entry: str, names: list[str]) -> None:
    record = (
        "<dl><dt>Modalidade</dt><dd>Pregão</dd><dt>Objeto</dt><dd>Merenda</dd><dt>Abertura</dt><dd>02/01/2026</dd></dl>"
    )
    found = find_record_sets(f"<section>{record}</section><section><div>{entry}</div></section>")
    assert [label for f in found if f.shape == "list" for label in labels(f)] == names


_GRID = ("Empenho", "Data", "Credor", "Valor Empenhado")


@pytest.mark.parametrize("sorts", ["", " data-t-press=''"])
def test_headings_that_sort_stand_in_a_table_of_their_own(sorts: str) -> None:
    """As in a grid of ExtJS: each row is a table, too, and all of a row is pressed."""
    head = "".join(f"<td class=g-hd><div{sorts}>{name}</div></td>" for name in _GRID)
    values = ("{n}/2026", "0{n}/02/2026", "Loja {n} Ltda", "{n}.500,00")
    row = "".join(f"<td class=g-cell><div>{value}</div></td>" for value in values)
    rows = "".join(
        f"<div class=g-row data-t-press=''><table><tbody><tr>{row.format(n=n)}</tr></tbody></table></div>"
        for n in range(1, 6)
    )
    grid = f"<div><div><table><thead><tr>{head}</tr></thead></table></div><div><div>{rows}</div></div></div>"
    found = only(f"<h2>Empenhos</h2>{grid}")
    assert (found.rows, tuple(labels(found))) == (5, _GRID)


def _scrolling(body: str, fields: bool = True) -> str:
    """A grid whose headings, and the fields to filter by, stand in a table of their own."""
    asked = "<tr>" + "".join(f"<th><table><tr><td>~</td><td><input name={n}></td><td><a>x</a></td></tr></table></th>" for n in range(5)) + "</tr>"  # fmt: skip
    head = "<th></th>" + "".join(f"<th role=columnheader><div>{name}</div></th>" for name in _GRID)
    first = "<tr>" + "<td style='height:0'></td>" * 5 + "</tr>"
    return (
        f"<h2>Empenhos</h2><div><div><table><thead><tr>{head}</tr>{asked if fields else ''}</thead></table></div>"
        f"<div><table role=grid><tbody>{first}{body}</tbody></table></div></div>"
    )


def _note(n: int) -> str:
    return f"<tr><td><a href=#>+</a></td><td>2026NE{n}</td><td>0{n}/02/2026</td><td>Loja {n} Ltda</td><td>R$ {n}.500,00</td></tr>"


_PAID = "<tr><td></td><td colspan=4><div><div><p><table><tr><th>Ordem</th><th>Data do pagamento</th><th>Valor pago</th></tr>" + "".join(
    f"<tr><td>{n}</td><td>0{n}/03/2026</td><td>R$ {n}0,00</td></tr>" for n in (1, 2)
) + "</table></div></div></td></tr>"  # fmt: skip


@pytest.mark.parametrize(
    ("body", "fields", "rows", "opened"),
    [
        (_note(1) + _note(2) + _note(3), False, 3, None),
        (_note(1) + _note(2) + _note(3), True, 3, None),
        ("<tr><td colspan=5><b>Saúde - 2 Item(s)</b></td></tr>" + _note(1) + _note(2), True, 2, None),
        (_note(1) + _PAID + _note(2) + _note(3), True, 3, ["Ordem", "Data do pagamento", "Valor pago"]),
    ],
)
def test_a_body_under_headings_and_fields_of_another_table(
    body: str, fields: bool, rows: int, opened: list[str] | None
) -> None:
    found = [s for s in find_record_sets(_scrolling(body, fields)) if s.rows]
    assert (labels(found[0])[-4:], found[0].rows) == ([*_GRID], rows)
    assert [labels(other) for other in found[1:]] == ([opened] if opened else [])


def fields(
    *pairs: tuple[str, str], made: str = "<p><span class=k>{}</span><span class=v>{}</span></p>", wide: int = 3
) -> str:
    cells = [f"<td>{made.format(label, value)}</td>" for label, value in pairs]
    lines = (cells[at : at + wide] for at in range(0, len(cells), wide))
    return f"<table>{''.join(f'<tr>{chr(32).join(line)}</tr>' for line in lines)}</table>"


CLASSIFIED = (
    ("Categoria", "Correntes"),
    ("Origem", "Impostos"),
    ("Espécie", "ISS"),
    ("Unidade", ""),
    ("Lançada", "9,50"),
)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (fields(*CLASSIFIED), ["Categoria", "Origem", "Espécie", "Unidade", "Lançada"]),
        (fields(*CLASSIFIED, wide=1), ["Categoria", "Origem", "Espécie", "Unidade", "Lançada"]),
        # opened under the row of a grid
        (
            f"<table>{row('Conta', 'Valor', 'Data', tag='th')}{row('1.1', '9,00', '01/01/2026')}"
            f"<tr><td colspan=3><div>{fields(*CLASSIFIED)}</div></td></tr>{row('1.2', '8,00', '02/01/2026')}</table>",
            ["Categoria", "Origem", "Espécie", "Unidade", "Lançada"],
        ),
        # label and value of one make
        (
            fields(*CLASSIFIED, made="<span class=k>{}</span><span class=k>{}</span>"),
            ["Categoria", "Origem", "Espécie", "Unidade", "Lançada"],
        ),
        # the same labels again: rows of a list
        (fields(*(("Nome", f"Ana {n}") for n in range(6)), wide=1), []),
        # sums with their signs
        (fields(*(("R$", f"{n},00") for n in range(6))), []),
    ],
)  # fmt: skip
def test_cells_of_label_and_value_of_one_make(html: str, expected: list[str]) -> None:
    found = [labels(one) for one in find_record_sets(html) if one.shape == "details"]
    assert found == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<div><input type=checkbox id=a{0}><label for=a{0}>{1}</label><span>{0}8</span></div>", 0),
        ("<div><label><input type=checkbox> {1}</label> <i>({0}8)</i></div>", 0),
        ("<div><input type=radio id=a{0}><label for=a{0}>{1}</label></div>", 0),
        ("<div><span>{1}</span><span>{0}8</span></div>", 1),
        (
            "<div><input type=checkbox id=a{0}><label for=a{0}>Escolher</label><p>Objeto: {1}</p><p>Valor: 8,00</p></div>",
            1,
        ),
    ],
)
def test_boxes_that_narrow_a_list_are_no_fields(body: str, expected: int) -> None:
    kinds = ("Pregão Eletrônico", "Concorrência", "Dispensa", "Inexigibilidade")
    html = "<main><div>" + "".join(body.format(n, kind) for n, kind in enumerate(kinds, 1)) + "</div></main>"
    assert len(find_record_sets(html)) == expected


def test_headings_in_plain_cells_over_the_tools_of_a_row() -> None:
    heads = (
        "<tr><td rowspan=2></td><td rowspan=2>Empenho</td><td rowspan=2>Credor</td><td colspan=2>Valores (R$)</td></tr>"
    )
    rows = "".join(
        row("<img title=Expandir>", f"2025000{n}", f"Loja {n}", f"{n}00,00", f"{n}0,00") for n in range(1, 5)
    )
    (found,) = find_record_sets(f"<table>{heads}{row('Empenhado', 'Pago')}{rows}</table>")
    assert [label for label in labels(found) if label] == [
        "Expandir", "Empenho", "Credor", "Valores (R$) / Empenhado", "Valores (R$) / Pago"
    ]  # fmt: skip


def test_what_looks_like_headings_and_labels_elsewhere_on_the_page_is() -> None:
    """By what they hold alone two fields would tell nothing."""

    def cells(kind: str, *texts: str) -> str:
        return "".join(f"<td class={kind}>{text}</td>" for text in texts)

    def grid(heads: tuple[str, ...], values: tuple[str, ...]) -> str:
        return f"<table><tr>{cells('rotulo', *heads)}</tr><tr>{cells('dado', *values)}</tr></table>"

    told = grid(("CPF/CNPJ", "Função"), ("12.345.678/0001-95", "Saúde"))
    silent = grid(("Programa", "Ação"), ("Escola Viva", "Merenda"))
    assert [labels(s) for s in find_record_sets(told + silent)] == [["CPF/CNPJ", "Função"], ["Programa", "Ação"]]

    def fields(title: str, *pairs: tuple[str, str]) -> str:
        lines = "".join(f"<tr>{cells('rotulo', label)}{cells('dado', value)}</tr>" for label, value in pairs)
        return f"<table><tr><td colspan=2>{title}</td></tr>{lines}</table>"

    whole = fields(
        "Classificação", ("Origem", "Impostos"), ("Espécie", "IPTU"), ("Alínea", "Próprio"), ("Data", "01/02/2026")
    )
    part = fields("Outros", ("Unidade gestora", "SAAE"), ("Lançado", "Sim"))
    assert [labels(s) for s in find_record_sets(whole + part)][1:] == [["Unidade gestora", "Lançado"]]


@pytest.mark.parametrize(
    "value", ["001/2026", "<a href=/l/7>001/2026</a>", "<a href=/l/7>Pregão um</a>", "<b>001/2026</b>"]
)
def test_one_value_among_others_is_made_in_another_way(value: str) -> None:
    fields = [("Modalidade", "Pregão"), ("Número da licitação", value), ("Processo", "25/2026"), ("Objeto", "Merenda")]
    html = "".join(f"<div><span>{label}</span>{told}</div>" for label, told in fields)
    assert labels(only(f"<h2>Empenho</h2><div>{html}</div>")) == [label for label, _ in fields]


@pytest.mark.parametrize(("title", "read"), [("Concorrência nº 4/2026", True), ("Licitações de 2026", False)])
def test_a_field_alone_counts_under_the_number_of_its_record(title: str, read: bool) -> None:
    found = find_record_sets(
        f"<div><h2>{title}</h2><p><b>Objeto:</b> Construção de quadra</p><p>Fale com a comissão.</p></div>"
    )
    assert [labels(f) for f in found] == ([["Objeto"]] if read else [])


@pytest.mark.parametrize(("beside", "read"), [("Loja Ltda", [2, 0]), ("", [])])
def test_a_blank_part_of_a_record_counts_beside_parts_that_are_filled(beside: str, read: list[int]) -> None:
    """Parts in tables with margin cells; a template that nothing fills in is no record."""

    def part(title: str, *fields: tuple[str, str]) -> str:
        cells = "<td width=6>".join(f"<td>{label}:<td width=6><td>{value}" for label, value in fields)
        return f"<fieldset><legend>{title}</legend><table><tr>{cells}</table></fieldset>"

    html = part("Credor", ("Nome", beside), ("CNPJ", beside and "12.345.678/0001-90"))
    html += part(
        "Licitação", ("Modalidade da Licitação", "Não se aplica" if beside else ""), ("Nº do Processo", beside and "-")
    )
    assert [sum(c.filled for c in found.columns) for found in find_record_sets(html)] == read


def test_labels_without_a_value_are_a_record() -> None:
    """What a commitment without a bid shows in the tab of its bid: another commitment may have one."""
    fields = "<dt>Modalidade<dd>Não se aplica<dt>Nº Licitação<dd>-<dt>Nº Contrato<dd>-"
    record = "<h3>Empenho</h3><dl><dt>Número<dd>12/2026<dt>Credor<dd>Loja Ltda</dl>"
    blank = f"<h3>Licitação</h3><dl>{fields}</dl>"
    told = [(len(r.columns), sum(c.filled for c in r.columns)) for r in find_record_sets(record + blank)]
    assert told == [(2, 2), (3, 0)]
    assert find_record_sets("<ul><li>Modalidade</li><li>-</li><li>Nº Licitação</li><li>-</li></ul>") == []


DRAWN = "<div><div class=lb>{}</div><div class=vl>{}</div></div>"


@pytest.mark.parametrize(
    "drawer", ["<nav>", "<nav class='x-navigation-drawer'>", "<div role=navigation>", "<div class=sidebar>"]
)
def test_a_record_in_what_calls_itself_a_menu(drawer: str) -> None:
    fields = {"Nº do empenho": "00001/2026", "Credor": "Padaria Lua", "Valor pago": "1.234,56"}
    tabs = "<div role=tablist>" + "".join(f"<button role=tab>{tab}</button>" for tab in "ABCDEF") + "</div>"
    record = "".join(DRAWN.format(*field) for field in fields.items())
    end = f"</{drawer[1:4].rstrip()}>"
    found = only(
        f"<main><p>Lista</p></main>{drawer}<h5>Empenho</h5><button>Fechar</button>{tabs}<div>{record}</div>{end}"
    )
    assert (found.shape, labels(found), found.headings) == ("details", [*fields], ("Empenho",))


@pytest.mark.parametrize("pressed", ["", " data-t-press"])
def test_the_files_of_a_record_in_what_calls_itself_a_menu(pressed: str) -> None:
    entry = f"<div{pressed}><p>{{0}}</p><small>{{0}}.pdf · 03/01/2026</small><button title=Baixar></button></div>"
    drawer = f"<nav><h5>Dispensa 1/2026</h5>{entry.format('Termo')}{entry.format('Edital')}</nav>"
    assert {"Termo", "Edital"} <= {label for found in find_record_sets(drawer) for label in labels(found)}


def lines(tag: str, first: str, *rows: tuple[str, ...]) -> str:
    """Lines of plain elements."""
    cells = ["".join(f"<{tag}>{cell}</{tag}>" for cell in row) for row in rows]
    return "".join(f"<div class='{'lin' if n else first}'>{line}</div>" for n, line in enumerate(cells))


MAST = "<div><i></i><div>{}</div><span data-t-press>Início</span></div>"


@pytest.mark.parametrize(
    "mast",
    [
        "<h1>Município de Vila Nova</h1><span>Portal do Cidadão</span>",
        "<div class=titulo>Município de Vila Nova</div><span class=subtitulo>Portal do Cidadão</span>",
    ],
)
@pytest.mark.parametrize("rows", [1, 2, 3])
def test_few_lines_in_a_page_of_plain_elements(mast: str, rows: int) -> None:
    told = [("Despesas Correntes", "3.925,09", "2.903,90"), ("Despesas de Capital", "5.293,12", "2.796,52")]
    listed = lines("div", "cab", ("Categoria Econômica", "Empenhado", "Pago"), *(told * 2)[:rows])
    tree = "<div><b>Transparência</b><div><div data-t-press>Despesas</div><div data-t-press>Receitas</div></div></div>"
    page = f"<div>{tree}<div><p>Selecione ao lado.</p><div><p>Despesas</p><div>{listed}</div></div></div></div>"
    found = only(MAST.format(mast) + page)
    assert (found.shape, labels(found), found.rows) == ("grid", ["Categoria Econômica", "Empenhado", "Pago"], rows)


@pytest.mark.parametrize("head", ["header", "div class=card-header"])
def test_two_lines_of_a_card_are_no_list(head: str) -> None:
    card = f"<li><{head}><i>Empenho</i><b>{{0}}/2026</b></{head.split()[0]}><div><p><span>Valor</span><span>R$ {{0}}0,00</span></p></div></li>"
    found = only(f"<ul>{''.join(map(card.format, range(1, 4)))}</ul>")
    assert (labels(found)[-1], found.rows) == ("Valor", 3)


def test_the_only_field_of_a_part_is_made_like_those_of_the_others() -> None:
    field = "<div class=kv><div class=k>{}</div><div class=v>{}</div></div>".format
    part = "<section><div role=button>{}</div><div><div class=kvs>{}</div></div></section>".format
    first = field("Nº Emp.", "260/2026") + field("Dt. Emp.", "20/11/2026") + field("Favorecido", "Loja Fictícia")
    parts = part("Classif.", field("Função", "12 Educação") + field("Prog.", "10 Escola"))
    found = find_record_sets(
        f"<aside><h3>Empenho</h3><div class=kvs>{first}</div>{parts}{part('Licit.', field('Nº Proc. Licit.', '83/2026'))}</aside>"
    )
    assert "Nº Proc. Licit." in [column.label for one in found for column in one.columns]


def test_levels_of_a_tree_with_their_sums_beside_them() -> None:
    """A heading that is pressed says its level, its name and sums of both, each in words of its own."""

    def level(name: str, words: str, sums: str, inner: str = "") -> str:
        spans = "".join(f"<span>{label} R$ {sums}</span>" for label in ("Prevista", "Arrecadada"))
        head = f"<div class='head' data-t-press=''><span class='chip'>{name}</span><span class='t'>{words}</span>{spans}</div>"
        return f"<div class='level'>{head}<div class='body'{'' if inner else ' data-t-hidden'}>{inner}</div></div>"

    taxes = level("Rubrica", "1.1.2.1 Taxas de polícia", "146.300,00") + level(
        "Rubrica", "1.1.2.2 Taxas de serviços", "105.800,00"
    )
    tree = level("Origem", "1.1 Impostos e taxas", "4.911.500,00", level("Espécie", "1.1.2 Taxas", "252.100,00", taxes))
    (found,) = find_record_sets(f"<main><h2>Arrecadação</h2>{tree}</main>")
    assert {column.label for column in found.columns} == {"Origem", "Espécie", "Rubrica", "Prevista", "Arrecadada"}
    assert found.rows == 4


@pytest.mark.parametrize("words", ["Valor – R$ 1.902,40", "Lote 2 R$ 10,00", "Total de 3 contratos: R$ 10,00"])
def test_what_is_no_label_before_a_sum(words: str) -> None:
    labels = {
        column.label for one in find_record_sets(f"<main><p>{words}</p><p>{words}</p></main>") for column in one.columns
    }
    assert labels.isdisjoint({"Valor –", "Lote 2", "Total de 3 contratos"})


BADGE = ("1 Receitas Correntes <i>Categoria</i>", "1.1 Impostos <i>Origem</i>", "1.2 Taxas <i>Origem</i>")
BRACKETS = ("10000000 Receitas Correntes (Categoria)", "11000000 Impostos (Origem)", "12000000 Taxas (Origem)")


@pytest.mark.parametrize(
    ("names", "beside"),
    [(BADGE, ()), (BRACKETS, ()), (("1 - Receitas Correntes", "1.1 - Impostos", "1.2 - Taxas"), ("Categoria", "Origem", "Origem"))],
)  # fmt: skip
def test_what_goes_with_the_depth_of_codes_names_the_levels_of_a_tree(
    names: tuple[str, ...], beside: tuple[str, ...]
) -> None:
    sums = ("30,00", "20,00", "10,00")
    heads = ("Classificação", "Nível", "Valor")
    cells = [*zip(names, beside, sums, strict=True)] if beside else [*zip(names, sums, strict=True)]
    table = only(
        f"<table>{row(*(heads if beside else heads[::2]), tag='th')}{''.join(row(*line) for line in cells)}</table>"
    )
    columns = {column.label: column for column in table.columns}
    assert "Receitas Correntes" in columns["Categoria"].samples[0] and columns["Categoria"].filled == 1
    assert columns["Origem"].filled == 2


@pytest.mark.parametrize(("last", "levels"), [("3.1.90.11 - Vencimentos", True), ("Vencimentos e vantagens", False)])
def test_levels_before_a_colon_with_codes_alone_below_them(last: str, levels: bool) -> None:
    """A balance sheet of the expenditure names its upper levels only."""
    names = (
        "Categoria: 3 - Correntes",
        "Grupo: 3.1 - Pessoal",
        "Modalidade: 90 - Diretas",
        last,
        last,
        "Modalidade: 91 - Intra",
        last,
    )
    lines = "".join(row(name, "10,00") for name in names)
    found = labels(only(f"<table>{row('Especificação', 'Fixada', tag='th')}{lines}</table>"))
    assert found == ["Especificação", "Fixada", *(("Categoria", "Grupo", "Modalidade") if levels else ())]


def test_rows_of_a_grid_whose_cells_say_nothing_of_themselves() -> None:
    heads = "".join(f"<div role=columnheader>{head}</div>" for head in ("Conta", "Especificação", "Ingressos"))
    lines = "".join(
        f"<div role=row><div>2.1.8.{n}</div><div>Consignação {n}</div><div>{n}.000,00</div></div>" for n in range(1, 5)
    )
    (found,) = find_record_sets(f"<div role=grid><div role=row>{heads}</div><div class=body>{lines}</div></div>")
    assert (labels(found), found.rows) == (["Conta", "Especificação", "Ingressos"], 4)


@pytest.mark.parametrize(
    "states",
    [("Aberta", "Aberta", "Encerrada"), ("Aberta", "Aberta", "Aberta"), ("Aberta", "Suspensa", "Encerrada")],
)
def test_states_beside_codes_are_no_levels(states: tuple[str, str, str]) -> None:
    """Those of one depth, and those that change within a depth."""
    for codes in (("1", "2", "3"), ("1", "1.1", "1.2")):
        lines = "".join(row(f"{code} Obra <i>{state}</i>", "10,00") for code, state in zip(codes, states, strict=True))
        assert labels(only(f"<table>{row('Obra', 'Valor', tag='th')}{lines}</table>")) == ["Obra", "Valor"]


def test_bars_part_fields_in_a_line() -> None:
    """With values in bold after labels in plain words, as where a row of a payroll unfolds."""
    html = """<div>Vínculo: <b>Efetivo</b> | Lotação: Secretaria de Saúde | Admissão: 23/07/2007<br>
        Vencimento base: 1.980,00 | Descontos: 78,19 | Líquido: <b>1.901,81</b></div>"""
    told = {column.label: column.samples[:1] for column in only(html).columns}
    assert told["Vínculo"] == ("Efetivo",) and told["Lotação"] == ("Secretaria de Saúde",)
    assert told["Admissão"] == ("23/07/2007",) and told["Vencimento base"] == ("1.980,00",)
    assert told["Líquido"] == ("1.901,81",)
    assert not find_record_sets("<div><p>Secretaria de Saúde | Prefeitura | Ouvidoria</p></div>")


def test_the_number_of_a_record_is_no_label() -> None:
    """Cards that say a number and a state, as those of bids do."""
    cards = "".join(
        f"<div><b>Concorrência 0000{n}/2026</b> <span>{state}</span></div>"
        for n, state in enumerate(("Aberta", "Deserta", "Suspensa"))
    )
    assert not [
        column.label
        for found in find_record_sets(f"<main>{cards}</main>")
        for column in found.columns
        if "2026" in column.label
    ]


def test_what_opens_a_row_beyond_all_headings_takes_nothing_from_it() -> None:
    """A table of two widths, as its total shows, is read by its boxes; the sign at the end of a row stands under no heading."""

    def cell(place: int, words: str) -> str:
        return f"<td data-t-box='{[9, 201, 630, 1227][place]},{{top}},{[191, 428, 400, 44][place]},19'>{words}</td>"

    def line(top: int, *texts: str) -> str:
        return f"<tr>{''.join(cell(n, text) for n, text in enumerate(texts)).format(top=top)}</tr>"

    heads = line(9, "<b>Código</b>", "<b>Especificação</b>", "<b>Orçada</b>", "")
    rows = line(42, "2.4.2.2", "Convênios", "277.949,88", "<a href=/1 title=Composição><svg></svg></a>")
    found = only(f"<table>{heads}{rows}{line(62, 'Total', '', '277.949,88')}</table>")
    assert (labels(found)[:3], found.rows) == (["Código", "Especificação", "Orçada"], 1)
