"""Reports made to be printed: sheets of cells with blanks between them, pieces of text in their places, pages that go on."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from lxml.html import document_fromstring

from transparency.extract.record_sets import find_record_sets, find_tables
from transparency.extract.redact import redact
from transparency.extract.tables.page import Page
from transparency.items import RecordSet


def sheet(*rows: Sequence[str | tuple[str, int]]) -> str:
    """A table of plain cells; (text, n) covers n columns."""
    made = ""
    for row in rows:
        cells = [(cell, 1) if isinstance(cell, str) else cell for cell in row]
        made += "<tr>" + "".join(f"<td colspan={span}>{text}</td>" for text, span in cells) + "</tr>"
    return f"<table>{made}</table>"


def spaced(*texts: str) -> list[tuple[str, int]]:
    """Values, each before a blank cell."""
    return [(cell, 1) for text in texts for cell in (text, " ")]


def double(*texts: str) -> list[tuple[str, int]]:
    return [(text, 2) for text in texts]


HEAD = (
    [("PREFEITURA DE LUA", 6), ("Página: 1 / 2", 2)],
    [("PAGAMENTOS EXTRAORÇAMENTÁRIOS", 6), ("Emissão: 19/11/2026", 2)],
    [("Unidade Gestora: 01 - Prefeitura", 8)],
)
NAMES = double("Conta", "Especificação", "Data", "Vlr. Pago")
ROWS = (spaced("2188", "INSS", "04/01/2026", "5.676,13"), spaced("2189", "Cauções", "18/01/2026", "899,67"))
LABELS = ["Conta", "Especificação", "Data", "Vlr. Pago", "Unidade Gestora"]


def at(x: int, y: int, width: int, text: str, span: int = 1) -> str:
    """A cell that knows where it stands."""
    return f'<td colspan={span} data-t-box="{x},{y},{width},14">{text}</td>'


GENERATED = (
    f"<table><tr><td></td>{at(10, 10, 400, 'Município de Lua', 4)}</tr><tr><td></td>{at(10, 30, 90, 'Empenho', 2)}"
    f"{at(100, 30, 200, 'Credor')}{at(310, 30, 60, 'Pago')}{at(380, 30, 60, 'Saldo')}</tr><tr><td rowspan=2></td>"
    f"{at(12, 50, 40, '00001')}<td></td>{at(100, 50, 205, 'Padaria Sol', 2)}{at(320, 50, 55, '1.000,00')}"
    f"{at(390, 50, 50, '0,00')}</tr><tr>{at(12, 70, 40, '00002')}<td></td>{at(100, 70, 205, 'Posto Mar', 2)}"
    f"{at(320, 70, 55, '2.000,00')}{at(390, 70, 50, '10,00')}</tr>"
    f"<tr><td></td>{at(12, 90, 200, 'Total geral', 3)}{at(320, 90, 55, '3.000,00')}</tr></table>"
)
"""Headings and values have cells of other widths; what counts is where they stand."""


def placed(*lines: tuple[int, list[tuple[int, int, str]]]) -> str:
    """Pieces of text at (x, width), each an element of its own."""
    return "<div>" + "".join(
        f'<div data-t-box="{x},{y},{width},12"><span data-t-box="{x},{y},{width},12">{text}</span></div>'
        for y, pieces in lines
        for x, width, text in pieces
    ) + "</div>"  # fmt: skip


PLACED = placed(
    (10, [(200, 150, "PREFEITURA DE LUA")]),
    (30, [(200, 150, "Folha de Pagamento")]),
    (50, [(10, 60, "Matrícula"), (80, 40, "Nome"), (250, 40, "Cargo"), (400, 50, "Líquido")]),
    (70, [(10, 40, "00012"), (80, 120, "Ana da Silva"), (250, 60, "Médica"), (395, 56, "9.100,00")]),
    (91, [(10, 40, "00015"), (80, 120, "Bia de Souza"), (250, 90, "Professora"), (395, 56, "4.200,00")]),
    (110, [(10, 40, "00019"), (80, 120, "Caio Pereira"), (250, 60, "Vigia"), (395, 56, "1.800,00")]),
    (130, [(10, 60, "Total geral"), (390, 61, "15.100,00")]),
)


TYPED = """<pre>
PREFEITURA MUNICIPAL DE LUA                                   PAG.:   1
RELACAO DE EMPENHOS EMITIDOS
ORGAO: 02 - GABINETE
------------------------------------------------------------------------
EMPENHO   DATA        CREDOR                         VALOR         VALOR
                                                 EMPENHADO          PAGO
------------------------------------------------------------------------
00012     04/01/2026  PADARIA SOL LTDA           12.562,36     10.000,00
00013     05/01/2026  POSTO MAR                     899,67           ---
00014     05/01/2026  ANA DA SILVA                1.000,00      1.000,00
TOTAL                                            14.462,03     11.000,00
</pre>"""
COLONS = """<pre>
-------------------------------------------
Credor :     Data :      Empenhado :  Nota :
-------------------------------------------
PADARIA SOL  04/01/2026  12.562,36    00012
POSTO MAR    05/01/2026  13.899,67    00013
ANA LIMA     06/01/2026  10.899,67    00014
RUI PAZ      07/01/2026  11.899,67    00015
</pre>"""
"""A colon ends each heading, behind a space where sums end right before it."""
BARS = """<pre>
+--------+------------+----------+
| Ficha  | Natureza   |  Fixado  |
+--------+------------+----------+
| 12     | 3.3.90.30  | 1.000,00 |
| 13     | 3.1.90.11  | 2.000,00 |
+--------+------------+----------+</pre>"""
DRESSED = """<pre><font size="1">MUNICIPIO DE LUA                                  EMISSAO: 24/11/2026
DEMONSTRATIVO DA DESPESA POR FUNCAO
------------------------------------------------------------------------
FUNCAO SUBFUNCAO DENOMINACAO                        ORCADO          PAGO
------------------------------------------------------------------------
<b>01               LEGISLATIVA                    575.000,00    242.720,59</b>
       031         ACAO LEGISLATIVA               575.000,00    242.720,59
<b>04               ADMINISTRACAO                1.973.800,00  1.326.305,70</b>
       <a href="f?s=121">121</a>         PLANEJAMENTO E ORCAMENTO       749.900,00    437.901,51
       122         ADMINISTRACAO GERAL            661.900,00    537.227,53
------------------------------------------------------------------------
TOTAL GERAL                                    2.548.800,00  1.569.026,29
</font></pre>"""
"""In a font of its own, with bold rows and links; narrow columns have headings a single space apart."""
FORM = """<pre>
PREFEITURA MUNICIPAL DE LUA
Empenho....: 12/2026      Data.......: 04/01/2026
Credor.....: PADARIA SOL  Valor......: 1.000,00

Empenho....: 13/2026      Data.......: 05/01/2026
Credor.....: POSTO MAR    Valor......: 2.000,00
</pre>"""


@pytest.mark.parametrize(
    ("html", "labels", "rows", "title"),
    [
        (
            TYPED,
            ["EMPENHO", "DATA", "CREDOR", "VALOR EMPENHADO", "VALOR PAGO", "ORGAO"],
            3,
            "PREFEITURA MUNICIPAL DE LUA - RELACAO DE EMPENHOS EMITIDOS",
        ),
        (COLONS, ["Credor", "Data", "Empenhado", "Nota"], 4, ""),
        (BARS, ["Ficha", "Natureza", "Fixado"], 2, ""),
        (
            DRESSED,
            ["FUNCAO", "SUBFUNCAO", "DENOMINACAO", "ORCADO", "PAGO"],
            5,
            "MUNICIPIO DE LUA - DEMONSTRATIVO DA DESPESA POR FUNCAO",
        ),
        (FORM, ["Empenho", "Data", "Credor", "Valor"], 2, "PREFEITURA MUNICIPAL DE LUA"),
        (sheet(*HEAD, NAMES, *ROWS), LABELS, 2, "PREFEITURA DE LUA - PAGAMENTOS EXTRAORÇAMENTÁRIOS"),
        (
            sheet(*HEAD, NAMES, *ROWS, spaced("TOTAL", "", "", "6.575,80"), [("*** FIM ***", 8)]),
            LABELS,
            2,
            "PREFEITURA DE LUA - PAGAMENTOS EXTRAORÇAMENTÁRIOS",
        ),
        (
            sheet(*HEAD, NAMES, ROWS[0], *HEAD, NAMES, ROWS[1]),
            LABELS,
            2,
            "PREFEITURA DE LUA - PAGAMENTOS EXTRAORÇAMENTÁRIOS",
        ),
        (
            sheet(*HEAD, NAMES, *ROWS) + "<a name=PG2></a>" + sheet(*HEAD, NAMES, *ROWS),
            LABELS,
            4,
            "PREFEITURA DE LUA - PAGAMENTOS EXTRAORÇAMENTÁRIOS",
        ),
        (
            sheet(NAMES, [("Fonte: Próprios", 8)], ROWS[0], [("Fonte: Federais", 8)], ROWS[1]),
            [*LABELS[:4], "Fonte"],
            2,
            "",
        ),
        (
            sheet([("LUA", 8)], [("", 4), ("Valores", 4)], NAMES, *ROWS),
            ["Conta", "Especificação", "Valores / Data", "Valores / Vlr. Pago"],
            2,
            "LUA",
        ),
        (sheet([("LUA", 4), ("Exercício 2026", 4)], NAMES, *ROWS), LABELS[:4], 2, "LUA - Exercício 2026"),
        (GENERATED, ["Empenho", "Credor", "Pago", "Saldo"], 2, "Município de Lua"),
        (PLACED, ["Matrícula", "Nome", "Cargo", "Líquido"], 3, "PREFEITURA DE LUA - Folha de Pagamento"),
        (
            sheet(*HEAD, NAMES, [("Nenhum registro encontrado.", 8)]),
            LABELS[:4],
            0,
            "PREFEITURA DE LUA - PAGAMENTOS EXTRAORÇAMENTÁRIOS",
        ),
    ],
)
def test_sheets(html: str, labels: list[str], rows: int, title: str) -> None:
    found = find_record_sets(html)
    assert [([c.label for c in s.columns], s.rows) for s in found] == [(labels, rows)]
    assert (found[0].headings or ("",))[-1] == title


def test_values_of_a_sheet() -> None:
    found = find_record_sets(GENERATED)[0]
    assert [(c.samples, c.value_type) for c in found.columns] == [
        (("00001", "00002"), "number"),
        (("Padaria Sol", "Posto Mar"), "text"),
        (("1.000,00", "2.000,00"), "money"),
        (("0,00", "10,00"), "money"),
    ]


LINKS = "".join(f'<div data-t-box="10,{20 * n},80,12">Receita {n}</div>' for n in range(20))


@pytest.mark.parametrize(
    "html",
    [
        "<pre>Prezados,\n\nSegue  o aviso  de licitação.\nData: 10/10/2026\nAtenciosamente</pre>",
        sheet([("Portal de Lua", 4)], double("Despesas", "Receitas"), double("Pessoal", "Licitações")),
        sheet([("Portal de Lua", 4)], double("Atendimento", "Endereço"), double("8h às 17h", "Rua do Sol, 10")),
        f"<div>{LINKS}</div>",
        placed(*[(20 * n, [(10, 60, "Ver"), (80, 60, "Notícia"), (150, 60, "Mais")]) for n in range(6)]),
    ],
)
def test_no_sheets(html: str) -> None:
    labelled: list[RecordSet] = [
        s for s in find_record_sets(html) if any(c.value_type not in ("text", "link") for c in s.columns)
    ]
    assert labelled == []


def test_names_in_typed_text_are_hidden_but_in_the_first_rows() -> None:
    """However many rows; what is left is the same sheet."""
    people = "\n".join(f"{n:05}  {'PESSOA ' + chr(97 + n % 26) * 5:<20}1.234,00" for n in range(80))
    html = f"<pre>FOLHA\nMATR   NOME                 LIQUIDO\n{people}</pre>"
    hidden = redact(html).html
    assert hidden.count("PESSOA") == 3
    before, after = find_record_sets(html), find_record_sets(hidden)
    assert [(s.rows, [c.label for c in s.columns]) for s in after] == [(80, ["MATR", "NOME", "LIQUIDO"])]
    assert [s.columns[0] for s in after] == [s.columns[0] for s in before]


def test_a_link_in_typed_text_stays_one() -> None:
    """What is typed around it is put into elements of its own."""
    root = document_fromstring(DRESSED)
    Page(root)
    assert [link.text for link in root.iter("a")] == ["121"]
    assert root.xpath("string(//pre)") == document_fromstring(DRESSED).xpath("string(//pre)")


def test_levels_are_indented_under_one_heading_and_led_to_their_sums_by_dots() -> None:
    """The letter of a level stands apart from its name, by one space or by several."""
    levels = ("C 1 RECEITAS CORRENTES", "O  1.1 RECEITA TRIBUTÁRIA", "E   1.1.1 IMPOSTOS", "R    1.1.1.2 IPTU")
    lines = [f"{level + ' ':.<59}  {n}.500.000,00  {n}.400.000,00" for n, level in enumerate(levels, 1)]
    head = f"{'N CÓDIGO / ESPECIFICAÇÃO':<61}{'ORÇADA':>12}  {'ARRECADADA':>12}"
    (found,) = find_record_sets("<h1>Balancete da receita</h1><pre>" + "\n".join((head, "-" * 90, *lines)) + "</pre>")
    assert [(c.label, c.filled) for c in found.columns] == [
        ("N CÓDIGO / ESPECIFICAÇÃO", 4),
        ("ORÇADA", 4),
        ("ARRECADADA", 4),
    ]


def test_the_group_of_the_last_row_goes_on_on_the_next_page_of_a_report() -> None:
    def page(number: int, *rows: Sequence[str | tuple[str, int]]) -> str:
        return sheet([("PREFEITURA DE LUA", 6), (f"Página: {number} / 3", 2)], *HEAD[1:2], NAMES, *rows)

    def row(number: int) -> list[tuple[str, int]]:
        return spaced(f"218{number}", "INSS", "04/01/2026", f"{number}.676,13")

    def group(name: str) -> list[tuple[str, int]]:
        return [(f"Local de Trabalho: {name}", 8)]

    html = page(1, group("Saúde"), row(1), row(2), group("Obras"), row(3)) + page(
        2, row(4), row(5), group("Fazenda"), row(6)
    )
    (table,) = find_tables(Page(document_fromstring(html + page(3, row(7), row(8)))))[0]
    assert table.grouped_by == ["Local de Trabalho"]
    assert [cells[-1].text for cells in table.rows] == [
        "Saúde",
        "Saúde",
        "Obras",
        "Obras",
        "Obras",
        "Fazenda",
        "Fazenda",
        "Fazenda",
    ]


ORDERS = [
    [(20, 80, "Nº"), (110, 70, "Emissão"), (190, 250, "Credor"), (450, 90, "Valor empenhado")],
    [(110, 150, "Elemento"), (280, 80, "Fonte"), (370, 70, "Licitação"), (450, 90, "Valor pago")],
]
"""Headings of two lines, of which the lower one begins farther right."""


def order(number: int, *, bid: str = "Dispensa") -> list[list[tuple[int, int, str]]]:
    return [
        [(20, 80, f"0000{number}"), (110, 70, f"0{number}/03/2026"), (190, 250, f"Padaria {'ABC'[number]}"), (450, 90, f"{number}.100,00")],
        [(110, 150, "30 Material"), (280, 80, "Própria"), (370, 70, bid), (450, 90, f"{number}.090,00")],
    ]  # fmt: skip


def report(lines: Sequence[list[tuple[int, int, str]]]) -> str:
    return placed((10, [(20, 500, "PREFEITURA DE LUA")]), *((30 + 15 * n, line) for n, line in enumerate(lines)))


def told(html: str) -> list[list[tuple[str, tuple[str, ...]]]]:
    return [[(column.label, column.samples) for column in one.columns] for one in find_record_sets(html)]


def test_a_record_takes_as_many_lines_as_the_headings() -> None:
    """With what is said over its group; one says nothing of a bid, and a sum stands below."""
    group, total = [(20, 500, "Órgão: 02 Obras")], [(190, 250, "Total"), (450, 90, "6.300,00")]
    (found,) = told(report([*ORDERS, group, *order(0), *order(1, bid=""), *order(2), total]))
    assert found == [
        ("Nº", ("00000", "00001", "00002")),
        ("Emissão", ("00/03/2026", "01/03/2026", "02/03/2026")),
        ("Credor", ("Padaria A", "Padaria B", "Padaria C")),
        ("Valor empenhado", ("0.100,00", "1.100,00", "2.100,00")),
        ("Elemento", ("30 Material",)),
        ("Fonte", ("Própria",)),
        ("Licitação", ("Dispensa",)),
        ("Valor pago", ("0.090,00", "1.090,00", "2.090,00")),
        ("Órgão", ("02 Obras",)),
    ]


def test_the_headings_of_records_of_two_lines_come_again_on_every_page() -> None:
    (found,) = find_record_sets(report([*ORDERS, *order(0), *order(1), *ORDERS, *order(2)]))
    assert (found.rows, len(found.columns)) == (3, 8)


def test_a_heading_alone_in_its_line_names_what_stands_over_several_lines() -> None:
    heads = [[(60, 300, "Rubrica")], [(80, 290, "Alínea"), (380, 130, "Prevista"), (560, 130, "Arrecadada")]]

    def line(name: str, sum_: str) -> list[tuple[int, int, str]]:
        return [(80, 290, name), (380, 130, sum_), (560, 130, sum_)]

    group = [(20, 500, "Origem: 11 Impostos")]
    rows = [
        *([(60, 400, "1112 Patrimônio")], line("1112.50 IPTU", "357,51"), line("1112.53 ITBI", "424,87")),
        *([(60, 400, "1114 Serviços")], line("1114.51 ISS", "12,00"), line("1114.52 Outros", "13,00")),
    ]
    (found,) = told(report([*heads, group, *rows]))
    assert found[:2] == [
        ("Rubrica", ("1112 Patrimônio", "1114 Serviços")),
        ("Alínea", ("1112.50 IPTU", "1112.53 ITBI", "1114.51 ISS", "1114.52 Outros")),
    ]
    assert [label for label, _ in found[2:]] == ["Prevista", "Arrecadada", "Origem"]


def test_records_of_two_lines_in_typed_text() -> None:
    heads = "EMPENHO  DATA        CREDOR                   VALOR\n         FONTE           LICITACAO            PAGO"
    rows = "\n".join(
        f"{n:<9}0{n}/03/2026  {'PADARIA ' + 'ABCD'[n]:<20}{n}.100,00\n{'':9}{'PROPRIA':<16}{'DISPENSA':<16}{n}.050,00" for n in range(1, 4)
    )  # fmt: skip
    (found,) = told(f"<pre>PREFEITURA DE LUA\n{heads}\n{rows}</pre>")
    assert [label for label, _ in found] == ["EMPENHO", "DATA", "CREDOR", "VALOR", "FONTE", "LICITACAO", "PAGO"]
    assert dict(found)["LICITACAO"] == ("DISPENSA",)


def test_lines_under_the_same_headings_are_records_of_one_line() -> None:
    """Every other one says nothing of its sum, so that the words of the first might be headings too."""
    places = ((20, 80), (110, 70), (190, 250), (450, 90))
    rows = [("Nome", "Cargo", "Lotação", "Valor"), ("Ana", "Vigia", "Obras")]
    for name in ("Bia", "Caio", "Davi"):
        rows += [(name, "Médica", "Saúde", "12,00"), (f"{name} Lima", "Gari", "Praças")]
    found = find_record_sets(report([[(*at, text) for at, text in zip(places, row, strict=False)] for row in rows]))
    assert [(one.rows, len(one.columns)) for one in found] == [(7, 4)]


def test_a_report_that_is_the_whole_page_says_no_fields_besides() -> None:
    """Its pieces stand in the body itself, names of groups among them."""
    said = [[(20, 500, f"{level}: 0{n} Obras")] for n, level in enumerate(("Órgão", "Função", "Subfunção"))]
    lines = enumerate([*ORDERS, *said, *order(0), *order(1), *order(2)])
    pieces = "".join(f'<div data-t-box="{x},{15 * y},{w},15">{text}</div>' for y, line in lines for x, w, text in line)
    assert [one.rows for one in find_record_sets(f"<body>{pieces}</body>")] == [3]
