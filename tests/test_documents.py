"""Files that portals publish instead of pages: built here with other programs' writers, read, and judged as a whole."""

from __future__ import annotations

import datetime
import io
import random
import re
import zipfile
import zlib
from collections.abc import Callable, Sequence
from functools import cache

import openpyxl
import pytest
import xlwt
from fpdf import FPDF
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from pdf_files import page_of
from PIL import Image

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.extract.documents import Document, DocumentLimits, mask, read_document, sniff
from transparency.matrix import load_matrix
from transparency.matrix.matrix import ORDER

MATRIX = load_matrix()
DO, DE, RO, RE, LI, QP = ORDER
CPF = "529.982.247-25"
BARE = "52998224725"

PAYROLL = ("Matrícula", "Nome do Servidor", "CPF", "Cargo", "Vínculo", "Proventos (R$)", "Líquido (R$)")
BIDS = ("Nº Processo", "Modalidade", "Objeto", "Data de Abertura", "Valor Estimado")


def payroll(count: int) -> list[tuple[str, ...]]:
    jobs = ("Professor", "Médica", "Agente Administrativo", "Motorista")
    links = ("Efetivo", "Contratado", "Comissionado")
    return [
        (
            str(1000 + n),
            f"SERVIDOR FICTÍCIO {n}",
            CPF if n % 2 else "***.456.789-**",
            jobs[n % 4],
            links[n % 3],
            f"{3 + n % 5}.{100 + n:03d},50",
            f"{2 + n % 5}.{100 + n:03d},10",
        )
        for n in range(count)
    ]


def bids(count: int) -> list[tuple[str, ...]]:
    kinds = ("Pregão Eletrônico", "Dispensa", "Concorrência")
    things = ("Aquisição de pneus", "Reforma da escola do centro", "Medicamentos para a rede básica", "Limpeza urbana")
    return [
        (f"{n + 1:03d}/2025", kinds[n % 3], things[n % 4], f"{n % 27 + 1:02d}/03/2025", f"{(n + 1) * 7}.500,00")
        for n in range(count)
    ]


def judged(document: Document, labels: Sequence[str] = (), title: str = "") -> dict[str, set[str]]:
    """The items with data, by criterion."""
    _, findings = judge_frame(document.html, page_context(document.html, [], labels, title), MATRIX)
    found: dict[str, set[str]] = {}
    for finding in findings:
        if finding.has_data:
            found.setdefault(finding.criterion, set()).add(finding.item)
    return found


def items(**expected: str) -> dict[str, set[str]]:
    return {criterion: set(names.split()) for criterion, names in expected.items()}


# ------------------------------------------------------------ files of every kind


def pdf_bytes(pdf: FPDF) -> bytes:
    return bytes(pdf.output())


def new_pdf(head: Sequence[str] = (), landscape: bool = False) -> FPDF:
    class Report(FPDF):
        def header(self) -> None:
            self.set_font("Helvetica", "B", 11)
            for line in head:
                self.cell(0, 6, line, new_x="LMARGIN", new_y="NEXT", align="C")
            self.ln(3)

        def footer(self) -> None:
            self.set_y(-12)
            self.set_font("Helvetica", "", 7)
            self.cell(0, 5, f"Emitido em 10/10/2025 08:00 - Página {self.page_no()}", align="R")

    pdf = Report("L" if landscape else "P", "mm", "A4")
    pdf.set_font("Helvetica", size=8)
    return pdf


@cache
def ruled_payroll() -> bytes:
    """Three pages of ruled cells, titles and headings on each."""
    pdf = new_pdf(("PREFEITURA MUNICIPAL", "Folha de Pagamento - Maio de 2025"), landscape=True)
    widths = (22, 60, 35, 50, 35, 30, 30)
    for page in range(3):
        pdf.add_page()
        pdf.set_font("Helvetica", "B", 8)
        for width, label in zip(widths, PAYROLL, strict=True):
            pdf.cell(width, 6, label, border=1)
        pdf.ln()
        pdf.set_font("Helvetica", "", 8)
        for line in payroll(60)[page * 20 : page * 20 + 20]:
            for width, text in zip(widths, line, strict=True):
                pdf.cell(width, 6, text, border=1, align="R" if "," in text else "L")
            pdf.ln()
    return pdf_bytes(pdf)


def plain_bids(font: str = "Helvetica", pages: int = 1, wrapped: bool = False) -> bytes:
    """Columns by alignment alone."""
    pdf = new_pdf(("PREFEITURA MUNICIPAL", "Relação de Licitações"), landscape=True)
    widths = (34, 48, 92, 45, 38)
    for page in range(pages):
        pdf.add_page()
        pdf.set_font(font, "B", 9)
        for width, label in zip(widths, BIDS, strict=True):
            pdf.cell(width, 6, label, align="R" if label.startswith("Valor") else "L")
        pdf.ln()
        pdf.set_font(font, "", 9)
        for n, line in enumerate(bids(12 * pages)[page * 12 : page * 12 + 12]):
            for width, text in zip(widths, line, strict=True):
                pdf.cell(width, 5, text, align="R" if text.endswith(",00") else "L")
            pdf.ln()
            if wrapped and n % 3 == 0:
                pdf.set_x(pdf.l_margin + widths[0] + widths[1])
                pdf.cell(widths[2], 4, "conforme o termo de referência")
                pdf.ln()
    return pdf_bytes(pdf)


def xlsx(sheets: dict[str, list[list[object]]], merged: Sequence[str] = (), formats: str = "") -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        for area in merged:
            sheet.merge_cells(area)
        if formats:
            for line in sheet.iter_rows():
                for cell in line:
                    if isinstance(cell.value, int | float):
                        cell.number_format = formats
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def xls(rows: list[list[object]], name: str = "Plan1", money: Sequence[int] = ()) -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet(name)
    styles = {True: xlwt.easyxf(num_format_str="#,##0.00"), False: xlwt.easyxf()}
    day = xlwt.easyxf(num_format_str="DD/MM/YYYY")
    for y, row in enumerate(rows):
        for x, value in enumerate(row):
            if value is not None:
                sheet.write(y, x, value, day if isinstance(value, datetime.date) else styles[x in money])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def ods(rows: list[list[str]], name: str = "Planilha1", repeated: int = 0) -> bytes:
    document = OpenDocumentSpreadsheet()
    table = Table(name=name)
    for row in rows:
        line = TableRow()
        for text in row:
            cell = TableCell(valuetype="string")
            if text:
                cell.addElement(P(text=text))
            line.addElement(cell)
        table.addElement(line)
    if repeated:
        line = TableRow(numberrowsrepeated=repeated)
        line.addElement(TableCell(numbercolumnsrepeated=16000))
        table.addElement(line)
    document.spreadsheet.addElement(table)
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


REVENUE = [
    ["Prefeitura Municipal", "", "", ""],
    ["Receita Orçamentária - Exercício de 2025", "", "", ""],
    [],
    ["Código", "Descrição da Receita", "Valor Previsto", "Valor Arrecadado"],
    ["1.1.1.2", "IPTU", "10.000,00", "8.500,20"],
    ["1.1.1.3", "ISS", "20.000,00", "12.345,67"],
    ["1.7.1.8", "Cota-parte do FPM", "90.000,00", "45.000,00"],
]


def csv_bytes(rows: Sequence[Sequence[str]], delimiter: str = ";", encoding: str = "utf-8") -> bytes:
    return "\r\n".join(delimiter.join(row) for row in rows).encode(encoding)


# ------------------------------------------------------------ what is published

QP_ALL = items(**{QP: "nome cpf cargo tipo_cargo salario_cargo"})
LI_ALL = items(**{LI: "numero_licitacao modalidade_licitacao pregao objeto_licitacao data_realizacao valor"})
RO_ALL = items(**{RO: "origem previsao arrecadacao"})


def test_payroll_of_three_ruled_pages_is_one_table() -> None:
    document = read_document(ruled_payroll(), "https://x.gov.br/folha.pdf", "application/pdf", "Folha de Pagamento")
    assert (document.kind, document.problem, document.pages, document.tables) == ("pdf", "", 3, 1)
    assert judged(document) == QP_ALL
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    assert [c.label for c in sets[0].columns] == list(PAYROLL)
    assert sets[0].rows == 30
    assert "Folha de Pagamento - Maio de 2025" in sets[0].headings
    assert "Página" not in document.html and "Emitido" not in document.html


@pytest.mark.parametrize("font", ["Helvetica", "Courier", "Times"])
@pytest.mark.parametrize("wrapped", [False, True], ids=["one line", "wrapped"])
def test_bids_without_rules(font: str, wrapped: bool) -> None:
    document = read_document(plain_bids(font, pages=2, wrapped=wrapped), title="Licitações")
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    assert [[c.label for c in s.columns] for s in sets] == [list(BIDS)]
    assert sets[0].rows == 24
    assert judged(document) == LI_ALL


def columns(document: Document) -> list[list[str]]:
    """The labels of every record set."""
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    return [[c.label for c in s.columns] for s in sets]


def test_zebra_rows_and_rules_between_rows_only() -> None:
    pdf = new_pdf(("Folha de Pagamento",), landscape=True)
    pdf.add_page()
    widths = (22, 60, 35, 50, 35, 30, 30)
    pdf.set_fill_color(225)
    for n, line in enumerate([PAYROLL, *payroll(20)]):
        pdf.set_font("Helvetica", "B" if n == 0 else "", 8)
        for width, text in zip(widths, line, strict=True):
            pdf.cell(width, 6, text, fill=n % 2 == 0, border="B", align="R" if "," in text or "R$" in text else "L")
        pdf.ln()
    document = read_document(pdf_bytes(pdf))
    assert columns(document) == [list(PAYROLL)]
    assert judged(document) == QP_ALL


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "plain"])
def test_header_over_two_rows_and_labels_over_two_lines(ruled: bool) -> None:
    pdf = new_pdf(("Despesas por Credor",), landscape=True)
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 9)
    border = 1 if ruled else 0
    top = pdf.get_y()
    for x, width, height, text in ((10, 30, 12, "Nº do\nEmpenho"), (40, 80, 12, "Credor")):
        pdf.set_xy(x, top)
        pdf.multi_cell(width, 6 if "\n" in text else height, text, border=border, align="L")
    pdf.set_xy(120, top)
    pdf.cell(120, 6, "Valores (R$)", border=border, align="C")
    for n, text in enumerate(("Empenhado", "Liquidado", "Pago")):
        pdf.set_xy(120 + 40 * n, top + 6)
        pdf.cell(40, 6, text, border=border, align="R")
    pdf.set_font("Helvetica", "", 9)
    pdf.set_y(top + 12)
    for n in range(15):
        for width, text in zip(
            (30, 80, 40, 40, 40),
            (f"{n + 100}", f"EMPRESA FICTÍCIA {n} LTDA", "9.100,00", "8.000,00", f"{n}.000,00"),
            strict=True,
        ):
            pdf.cell(width, 5, text, border=border, align="R" if "," in text else "L")
        pdf.ln()
    document = read_document(pdf_bytes(pdf), title="Despesas")
    # Without rules nobody can tell how far the group reaches.
    group = "Valores (R$) / " if ruled else ""
    assert columns(document) == [["Nº do Empenho", "Credor", *(group + x for x in ("Empenhado", "Liquidado", "Pago"))]]
    assert judged(document) == items(**{DO: "emp_numero nome emp_valor valor_liquidado valor_pago"})


def grouped_payroll() -> bytes:
    """Names of departments and subtotals between the rows, no rules."""
    pdf = new_pdf(("Folha de Pagamento",), landscape=True)
    pdf.add_page()
    pdf.set_font("Helvetica", "", 8)
    widths = (22, 60, 35, 50, 35, 30, 30)
    for n, line in enumerate([PAYROLL, *payroll(24)]):
        if n % 6 == 1:
            pdf.cell(0, 5, f"SECRETARIA MUNICIPAL DE ASSUNTOS {n}")
            pdf.ln()
        for width, text in zip(widths, line, strict=True):
            pdf.cell(width, 5, text, align="R" if "," in text or "R$" in text else "L")
        pdf.ln()
        if n and n % 6 == 0:
            pdf.cell(202, 5, "Subtotal")
            pdf.cell(30, 5, "9.999,00", align="R")
            pdf.ln()
    return pdf_bytes(pdf)


def boxed_header() -> bytes:
    """Rules round the header alone."""
    pdf = new_pdf(("Licitações",), landscape=True)
    pdf.add_page()
    pdf.set_font("Helvetica", "", 9)
    for n, line in enumerate([BIDS, *bids(15)]):
        for width, text in zip((34, 48, 92, 45, 38), line, strict=True):
            pdf.cell(width, 5, text, border=n == 0)
        pdf.ln()
    return pdf_bytes(pdf)


EMPENHOS = ("EMPENHO", "DATA", "CREDOR", "CPF/CNPJ", "EMPENHADO", "PAGO")


def line_printer() -> bytes:
    """One space between some columns, rules of dashes."""
    lines = [
        "PREFEITURA MUNICIPAL                                   PAGINA: 1",
        "RELACAO DE EMPENHOS EMITIDOS       PERIODO: 01/01/2025 A 31/01/2025",
        "=" * 105,
        "EMPENHO   DATA       CREDOR                              CPF/CNPJ              EMPENHADO       PAGO",
        "-" * 105,
        *(
            f"{n + 1:07d}   {n % 28 + 1:02d}/01/2025 {f'EMPRESA FICTICIA {n} COMERCIO':35s} 11.222.333/0001-81 "
            f"{f'{n + 1}.000,00':>12s} {f'{n}00,00':>10s}"
            for n in range(30)
        ),
        "-" * 105,
        f"{'TOTAL DO DIA':78s}{'465.000,00':>12s}{'43.500,00':>11s}",
    ]
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Courier", "", 8)
    for line in lines:
        pdf.cell(0, 4, line, new_x="LMARGIN", new_y="NEXT")
    return pdf_bytes(pdf)


@pytest.mark.parametrize(
    ("make", "labels", "rows", "expected"),
    [
        (grouped_payroll, PAYROLL, 24, QP_ALL),
        (boxed_header, BIDS, 15, LI_ALL),
        (line_printer, EMPENHOS, 30, items(**{DO: "emp_numero emp_data nome emp_cnpj_cpf emp_valor valor_pago"})),
    ],
    ids="groups boxed-header line-printer".split(),
)
def test_layouts_of_reports(
    make: Callable[[], bytes], labels: tuple[str, ...], rows: int, expected: dict[str, set[str]]
) -> None:
    document = read_document(make())
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    assert [([c.label for c in s.columns], s.rows) for s in sets] == [(list(labels), rows)]
    assert judged(document) == expected


def test_label_value_pdf() -> None:
    pdf = new_pdf(("PREFEITURA MUNICIPAL",))
    pdf.add_page()
    pdf.set_font("Helvetica", "", 10)
    pdf.cell(0, 8, "Licitação", new_x="LMARGIN", new_y="NEXT")
    for label, value in (
        ("Número da Licitação", "12/2025"),
        ("Modalidade", "Pregão Eletrônico"),
        ("Objeto", "Aquisição de pneus para a frota"),
        ("Data de Abertura", "10/03/2025"),
        ("Valor Estimado", "R$ 10.000,00"),
    ):
        pdf.cell(0, 6, f"{label}: {value}", new_x="LMARGIN", new_y="NEXT")
    document = read_document(pdf_bytes(pdf), title="Licitações")
    assert judged(document) == LI_ALL


@pytest.mark.parametrize(("rows", "named"), [([], True), ([["Merenda", "R$ 10,00"]] * 3, False)])
def test_a_paper_is_what_the_link_to_it_says(rows: list[list[str]], named: bool) -> None:
    """Whatever its address is; a file that lists records is those."""
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    body = (
        f"<table><tr><th>Objeto</th><th>Valor</th></tr>{table or '<tr><td>Merenda</td><td>R$ 10,00</td></tr>'}</table>"
    )
    document = read_document(body.encode(), "http://x/baixar?id=7", "application/vnd.ms-excel", "Termo de ratificação")
    context = page_context(document.html, ["http://x/licitacoes"], ("Licitações", "Termo de ratificação"))
    _, findings = judge_frame(document.html, context, MATRIX)
    assert any(f.item == "termo_ratificacao" and f.has_data for f in findings) is named


@pytest.mark.parametrize(("title", "named"), [("Termo de ratificação", True), ("Empenhos de maio", False)])
def test_of_a_scanned_paper_the_name_is_known(title: str, named: bool) -> None:
    """Not of a scanned list."""
    document = read_document(scanned(), "http://x/baixar?id=7", title=title)
    context = page_context(document.html, ["http://x/licitacoes"], ("Licitações", title))
    _, findings = judge_frame(document.html, context, MATRIX)
    assert document.problem and {f.item for f in findings if f.has_data} == ({"termo_ratificacao"} if named else set())


def test_prose_is_no_table() -> None:
    pdf = new_pdf(("Relatório de Gestão",))
    pdf.add_page()
    text = (
        "A despesa empenhada no exercício cresceu, e o valor pago aos credores seguiu a mesma ordem. A receita prevista foi "
        "superada pela arrecadada em 12,5% conforme o balanço. Os servidores efetivos receberam o salário em dia, e as "
        "licitações na modalidade pregão somaram R$ 1.234.567,89 até 31/12/2025. "
    )
    pdf.multi_cell(0, 5, text * 8, align="J")
    document = read_document(pdf_bytes(pdf))
    assert (document.kind, document.problem, document.tables, judged(document)) == ("pdf", "", 0, {})
    assert document.render() is None
    assert document.text.startswith("Relatório de Gestão\nA despesa empenhada") and document.text.count("em dia") == 8


def test_two_tables_of_one_pdf_keep_their_own_titles() -> None:
    pdf = new_pdf(("PREFEITURA MUNICIPAL",))
    pdf.add_page()
    for title, labels, line in (
        ("Receitas", ("Descrição da Receita", "Valor Previsto", "Valor Arrecadado"), ("IPTU", "10.000,00", "9.000,00")),
        ("Despesas por Função", ("Função", "Valor Empenhado", "Valor Pago"), ("Saúde", "10.000,00", "9.000,00")),
    ):
        pdf.set_font("Helvetica", "B", 12)
        pdf.cell(0, 10, title, new_x="LMARGIN", new_y="NEXT")
        pdf.set_font("Helvetica", "", 9)
        for row in (labels, *[line] * 4):
            for text in row:
                pdf.cell(60, 6, text, border=1)
            pdf.ln()
        pdf.ln(8)
    document = read_document(pdf_bytes(pdf))
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    assert [s.headings[-1] for s in sets] == ["Receitas", "Despesas por Função"]
    assert judged(document) == {**RO_ALL, **items(**{DO: "funcao emp_valor valor_pago"})}


# ------------------------------------------------------------ spreadsheets


SHEET_ROWS = [
    ["PREFEITURA MUNICIPAL"],
    ["Folha de Pagamento - Maio de 2025"],
    [],
    list(PAYROLL),
    *[[*line[:5], 3000.5 + n, 2500.25 + n] for n, line in enumerate(payroll(50))],
]


def test_xlsx_with_merged_titles_and_two_sheets() -> None:
    body = xlsx({"Servidores": SHEET_ROWS, "Receita": REVENUE}, merged=("A1:G1", "A2:G2"))
    document = read_document(body, "https://x.gov.br/a.xlsx")
    assert (document.kind, document.problem, document.pages, document.tables) == ("xlsx", "", 2, 2)
    assert judged(document) == {**QP_ALL, **RO_ALL}
    sets, _ = judge_frame(document.html, page_context(document.html), MATRIX)
    assert sets[0].headings == ("Servidores", "PREFEITURA MUNICIPAL", "Folha de Pagamento - Maio de 2025")
    assert [c.value_type for c in sets[0].columns][-2:] == ["money", "money"]


def test_numbers_are_shown_by_their_format() -> None:
    body = xlsx({"a": [["Cargo", "Vencimento Base"], ["Professor", 3000], ["Médica", 9000]]}, formats='"R$" #,##0.00')
    assert "<td" in (html := read_document(body).html) and ">3.000,00<" in html and ">9.000,00<" in html


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda: ods(REVENUE), "ods"),
        (lambda: ods(REVENUE, repeated=1_048_000), "ods"),
        (lambda: xls(REVENUE), "xls"),
        (lambda: csv_bytes(REVENUE, ";", "latin-1"), "csv"),
        (lambda: csv_bytes(REVENUE, "\t", "utf-16"), "csv"),
        (lambda: csv_bytes(REVENUE, "|", "utf-8-sig"), "csv"),
        (lambda: csv_bytes(REVENUE, ";", "cp850"), "csv"),
        (lambda: b"sep=;\r\n" + csv_bytes(REVENUE, ";", "cp1252"), "csv"),
        (lambda: csv_bytes([[f'"{cell}"' for cell in row] for row in REVENUE], ",", "utf-8"), "csv"),
        (lambda: html_table(REVENUE).encode("latin-1"), "html"),
        (lambda: xml_workbook(REVENUE).encode(), "xls"),
    ],
    ids="ods ods-repeated xls latin1 utf16 bom cp850 sep quoted html xml".split(),
)
def test_the_same_revenue_in_every_dress(make: Callable[[], bytes], kind: str) -> None:
    document = read_document(make(), "https://x.gov.br/receita.xls")
    assert (document.kind, document.problem) == (kind, "")
    assert columns(document) == [REVENUE[3]]
    assert "Receita Orçamentária - Exercício de 2025" in document.html
    assert judged(document) == RO_ALL


def html_table(rows: Sequence[Sequence[str]]) -> str:
    lines = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<html><head><style>td {{color: red}}</style></head><body><table>{lines}</table><script>1</script></body></html>"


def xml_workbook(rows: Sequence[Sequence[str]]) -> str:
    lines = "".join(
        "<Row>" + "".join(f'<Cell><Data ss:Type="String">{cell}</Data></Cell>' for cell in row) + "</Row>"
        for row in rows
    )
    names = (
        'xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"'
    )
    return f'<?xml version="1.0"?><Workbook {names}><Worksheet ss:Name="Plan1"><Table>{lines}</Table></Worksheet></Workbook>'


def test_csv_with_preamble_pairs_and_line_breaks_in_quotes() -> None:
    text = "\r\n".join(
        (
            "Portal da Transparência;;;;",
            "Órgão:;Prefeitura Municipal;;;",
            "Período:;01/01/2025 a 31/12/2025;;;",
            ";;;;",
            "Licitações;;;;",
            ";".join(BIDS),
            '001/2025;Pregão Eletrônico;"Aquisição de pneus;\nconforme edital";01/03/2025;7.500,00',
            '002/2025;Dispensa;"Reforma ""urgente"" da escola";02/03/2025;9.500,00',
            ";;;Total;17.000,00",
        )
    )
    document = read_document(text.encode("latin-1"), "https://x.gov.br/exportar?formato=csv")
    assert columns(document) == [list(BIDS)]
    assert judged(document) == LI_ALL
    assert "Aquisição de pneus; conforme edital" in document.html


@pytest.mark.parametrize("width", [2, 4])
def test_headings_of_columns_may_end_with_a_colon_each(width: int) -> None:
    heads = [f"{label} :" for label in ("Credor", "Valor Pago", "Valor do Empenho", "Nº do Empenho")[:width]]
    rows = [[f"Loja {n} Ltda", f"{n}00,00", f"{n}50,00", f"{n}/2026"][:width] for n in range(1, 5)]
    assert columns(read_document(csv_bytes([["Despesas"], heads, *rows]), "a.csv")) == [[h[:-2] for h in heads]]


def test_labels_of_a_record_that_nobody_filled_in_head_no_columns() -> None:
    rows = [
        ["Credor:", "Loja Ltda", "Valor:", "100,00"],
        ["CNPJ:", "", "Nota:", ""],
        ["Nº:", "12/2026", "Fonte:", "500"],
    ]
    (labels,) = columns(read_document(csv_bytes([["Despesas"], *rows]), "a.csv"))
    assert {"Credor", "Valor", "Nº"} <= set(labels)


def test_a_header_over_nothing_is_found_without_data() -> None:
    document = read_document(csv_bytes([["Licitações"], BIDS, ["Nenhum registro encontrado"]]), "a.csv")
    sets, findings = judge_frame(document.html, page_context(document.html), MATRIX)
    assert [(s.rows, [c.label for c in s.columns]) for s in sets] == [(0, list(BIDS))]
    assert findings and not any(f.has_data for f in findings)


def test_group_headers_blank_rows_and_two_tables_on_one_sheet() -> None:
    rows: list[list[object]] = [
        ["Despesas"],
        ["Identificação", None, "Valores", None, None],
        ["Empenho", "Credor", "Empenhado", "Liquidado", "Pago"],
        [],
        ["100", "EMPRESA A LTDA", 100.5, 100.5, 0.5],
        ["101", "EMPRESA B LTDA", 200.5, 100.5, 100.5],
        [],
        ["Receitas"],
        ["Descrição da Receita", "Valor Previsto", "Valor Arrecadado"],
        ["IPTU", 10.5, 9.5],
        ["ISS", 20.5, 19.5],
    ]
    document = read_document(xlsx({"Plan1": rows}))
    assert columns(document) == [
        [
            "Identificação / Empenho",
            "Identificação / Credor",
            "Valores / Empenhado",
            "Valores / Liquidado",
            "Valores / Pago",
        ],
        ["Descrição da Receita", "Valor Previsto", "Valor Arrecadado"],
    ]
    assert judged(document) == {**items(**{DO: "emp_numero nome emp_valor valor_liquidado valor_pago"}), **RO_ALL}


def test_label_value_sheet_and_words_only() -> None:
    bid = [
        ["Licitação"],
        ["Número", "12/2025"],
        ["Modalidade", "Pregão"],
        ["Objeto", "Pneus"],
        ["Valor", "R$ 10,00"],
        ["Data de Abertura", "10/03/2025"],
    ]
    assert judged(read_document(xlsx({"Plan1": bid}), title="Licitações")) == LI_ALL
    staff = [["Servidores"], ["Nome", "Cargo", "Vínculo"], *[[f"ANA {c}", "Professora", "Efetivo"] for c in "ABCDEF"]]
    assert columns(read_document(xlsx({"Plan1": staff}))) == [["Nome", "Cargo", "Vínculo"]]


def test_xls_shows_amounts_and_days() -> None:
    rows: list[list[object]] = [
        ["Quadro de Pessoal"],
        ["Nome", "Cargo", "Admissão", "Salário"],
        ["ANA", "Médica", datetime.date(2020, 2, 1), 9000],
    ]
    document = read_document(xls([*rows, rows[-1]], money=[3]))
    assert "01/02/2020" in document.html and "9.000,00" in document.html
    assert judged(document) == items(**{QP: "nome cargo salario_cargo"})


# ------------------------------------------------------------ CPFs


@pytest.mark.parametrize(
    ("text", "hidden"),
    [
        (f"CPF {CPF}", "CPF ***.982.247-**"),
        (BARE, "***.982.247-**"),
        ("529 982 247 25", "***.982.247-**"),
        ("529.982.247- 25", "***.982.247-**"),
        ("111.222.333-44", "***.222.333-**"),
        ("11122233344", "11122233344"),
        ("12.345.678/0001-95", "12.345.678/0001-95"),
        ("2025.529.982.247-25", "2025.529.982.247-25"),
        (f"{CPF};{CPF}", "***.982.247-**;***.982.247-**"),
        ("52998224725/2025", "52998224725/2025"),
    ],
)
def test_mask(text: str, hidden: str) -> None:
    assert mask(text) == hidden


@pytest.mark.parametrize(
    "make",
    [
        lambda rows: xlsx({"a": [[int(c) if c.isdecimal() else c for c in row] for row in rows]}),
        lambda rows: xls([[float(c) if c.isdecimal() else c for c in row] for row in rows]),
        lambda rows: ods(rows),
        lambda rows: csv_bytes(rows),
        lambda rows: html_table(rows).encode(),
    ],
    ids="xlsx xls ods csv html".split(),
)
def test_no_cpf_is_left_in_any_file(make: Callable[[list[list[str]]], bytes]) -> None:
    # 012.345.678-90 as a number loses its zero
    rows = [
        [f"Servidores {CPF}"],
        ["Nome", "CPF", "Salário"],
        ["ANA", CPF, "1,00"],
        ["EVA", BARE, "1,00"],
        ["BIA", "1234567890", "2,00"],
    ]
    html = read_document(make(rows), "https://x.gov.br/a.xls", title=f"Ficha de {CPF}").html
    assert "***.982.247-**" in html and "***.345.678-**" in html
    assert not re.search(r"529[.]?982|1234567890", html)


def test_cpfs_are_black_in_the_picture() -> None:
    pdf = new_pdf(landscape=True)
    pdf.add_page()
    pdf.set_font("Helvetica", "", 10)
    for row in (("Nome", "CPF", "Cargo", "Salário"), *[("ANA", "529.982.247-\n25", "Médica", "9.000,00")] * 6):
        top = pdf.get_y()
        for n, text in enumerate(row):
            pdf.set_xy(10 + 30 * n, top)
            pdf.multi_cell(30, 6 if "\n" in text else 12, text, border=1)
        pdf.set_y(top + 12)
    document = read_document(pdf_bytes(pdf))
    assert "***.982.247-**" in document.html and "529.982" not in document.html
    picture = document.render()
    assert picture
    image = Image.open(io.BytesIO(picture.jpeg)).convert("L")
    boxes = [tuple(map(int, b.split(","))) for b in re.findall(r'data-t-box="([\d,]+)"[^>]*>\*\*\*', document.html)]
    assert len(boxes) == 6
    for x, y, width, height in boxes:
        dark = sum(image.crop((x, y, x + width, y + height)).histogram()[:40])
        assert dark > 350  # two bars; letters alone are far less


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_cpfs_of_turned_words_are_black_and_the_words_are_not_read(turn: int) -> None:
    pdf = new_pdf(("Folha de Pagamento",), landscape=True)
    pdf.add_page()
    pdf.set_font("Helvetica", "", 8)
    with pdf.rotation(turn, 280, 100):
        pdf.text(280, 100, f"FULANO DE TAL:{BARE}")
    for line in (PAYROLL, *payroll(12)):
        for text in line:
            pdf.cell(36, 5, text.replace(CPF, "-"), border=1)
        pdf.ln()
    document = read_document(pdf_bytes(pdf))
    assert len(set(document._leaves[0].blacked)) >= 2
    assert "FULANO" not in document.html and "ONALUF" not in document.html
    assert judged(document) == QP_ALL


def test_boxes_lie_over_their_words() -> None:
    document = read_document(ruled_payroll())
    picture = document.render()
    assert picture
    image = Image.open(io.BytesIO(picture.jpeg)).convert("L")
    found = re.findall(r'<th data-t-box="(\d+),(\d+),(\d+),(\d+)"', document.html)
    assert len(found) == len(PAYROLL)
    for x, y, width, height in (map(int, box) for box in found):
        inside = image.crop((x + 3, y + 3, x + width - 3, y + height - 3)).histogram()
        assert sum(inside[:128]) > 30


def test_render_takes_the_page_that_holds_the_boxes() -> None:
    document = read_document(xlsx({"Folha": SHEET_ROWS, "Receita": REVENUE}))
    boxes = [
        tuple(map(int, b.split(",")))
        for b in re.findall(r'data-t-box="([\d,]+)"[^>]*>(?:IPTU|ISS|Valor Previsto)<', document.html)
    ]
    picture = document.render(boxes)  # type: ignore[arg-type]
    assert picture and picture.origin[1] > 0
    assert all(picture.origin[1] <= y < picture.origin[1] + picture.size[1] for _, y, _, _ in boxes)
    best = document.render()
    assert best and best.origin == (0, 0) and document.picture == best.jpeg


# ------------------------------------------------------------ what is no document


PAGE = b"<!DOCTYPE html><html><body><h1>Erro</h1><p>Entre para continuar</p></body></html>"


@pytest.mark.parametrize(
    ("body", "media", "url", "kind"),
    [
        (b"%PDF-1.4\n", "text/html", "a.html", "pdf"),
        (b"\r\n%PDF-1.4\n", "", "", "pdf"),
        (PAGE, "application/pdf", "a.pdf", "html"),
        (b"\xef\xbb\xbf  <html>", "", "", "html"),
        (b"\x00\x01\x02\xff" * 300, "text/html", "a.html", "other"),
        (random.Random(5).randbytes(1024), "text/csv", "a.csv", "other"),
        (b"a;b;c\n1;2;3\n", "", "", "csv"),
        ("Função;Órgão\nSaúde;Ação\n".encode("latin-1"), "text/csv; charset=x", "", "csv"),
        (b"Nome,Cargo\n", "", "https://x/a.csv?x=1", "csv"),
        (b'{"a": 1, "b": [1, 2]}', "", "a.csv", "other"),
        (b"just some words, nothing else\n", "text/plain", "", "other"),
        (b"PK\x03\x04junk", "", "a.xlsx", "other"),
        (b"\xff\xd8\xff\xe0jpeg", "application/pdf", "a.pdf", "other"),
        (b"", "", "http://[", "other"),
    ],
)
def test_sniff(body: bytes, media: str, url: str, kind: str) -> None:
    assert sniff(body, media, url) == kind


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return out.getvalue()


def bomb() -> bytes:
    """A workbook that says it grows to four gigabytes."""
    body = bytearray(zipped({"xl/workbook.xml": b"\0" * 1000}))
    at = body.index(b"PK\x01\x02") + 24  # the uncompressed size in the central directory
    body[at : at + 4] = b"\xf0\xff\xff\xff"
    return bytes(body)


def scanned() -> bytes:
    pdf = FPDF()
    for _ in range(2):
        pdf.add_page()
        pdf.image(Image.effect_noise((400, 600), 80), 0, 0, 210)
    return pdf_bytes(pdf)


def locked() -> bytes:
    pdf = new_pdf()
    pdf.add_page()
    pdf.cell(text="x")
    pdf.set_encryption("owner", "user")
    return pdf_bytes(pdf)


def test_a_pdf_whose_objects_run_together_is_mended() -> None:
    """As programs that write PDF by hand do: no line between the end of a stream and that of its object."""
    drawn = b"BT /F1 12 Tf 60 780 Td (TERMO DE RATIFICACAO da dispensa 12/2026, Valor R$ 1.200,00) Tj ET"
    document = read_document(page_of(drawn).replace(b"\nendobj", b"endobj"), "a.pdf")
    assert not document.problem and "TERMO DE RATIFICACAO da dispensa 12/2026" in document.text


@pytest.mark.parametrize(
    ("make", "url", "problem"),
    [
        (scanned, "a.pdf", "o PDF é só imagem, sem texto"),
        (locked, "a.pdf", "o PDF é protegido por senha"),
        (lambda: PAGE, "a.pdf", "no lugar do arquivo PDF veio uma página da internet"),
        (lambda: PAGE, "a.xls", "no lugar do arquivo XLS veio uma página da internet"),
        (lambda: b"%PDF-1.7\n" + b"x" * 500, "a.pdf", "o arquivo está corrompido ou incompleto"),
        (lambda: b"", "a.pdf", "o arquivo está vazio"),
        (lambda: b"\xff\xd8\xff\xe0" + b"x" * 50, "a.pdf", "é uma imagem, sem texto"),
        (lambda: zipped({"a.pdf": b"x"}), "a.zip", "é um arquivo compactado (ZIP), que não é lido"),
        (lambda: zipped({"word/document.xml": b"x"}), "a.docx", "é um documento de texto, que não é lido"),
        (
            lambda: bomb(),
            "a.xlsx",
            "o arquivo, descompactado, é grande demais",
        ),
        (lambda: csv_bytes([["só um título"]]), "a.csv", "o arquivo não tem linhas com dados"),
        (lambda: ruled_payroll() + b"\n" * 20_000_000, "a.pdf", "o arquivo tem mais de 20 MB"),
    ],
    ids="scanned locked page-pdf page-xls broken empty image zip docx bomb title big".split(),
)
def test_problems_have_names(make: Callable[[], bytes], url: str, problem: str) -> None:
    document = read_document(make(), url)
    assert (document.problem, document.html, document.render()) == (problem, "", None)


def test_limits_are_kept() -> None:
    limits = DocumentLimits(pages=2, rows=5)
    document = read_document(ruled_payroll(), limits=limits)
    assert document.html.count("<tr>") == 6
    assert document.partial == "foram lidas as primeiras 2 de 3 páginas"
    few = read_document(ruled_payroll(), limits=DocumentLimits(characters=100))
    assert few.partial == "há páginas complexas demais, que não foram lidas" and few.tables == 0
    far = xlsx({"a": [["Nome", "Cargo", "Salário"], ["ANA", "Médica", 1.5], ["EVA", "Médica", 2.5]]})
    book = openpyxl.load_workbook(io.BytesIO(far))
    book.active["XFD1048576"] = "x"
    out = io.BytesIO()
    book.save(out)
    assert columns(read_document(out.getvalue())) == [["Nome", "Cargo", "Salário"]]


def test_a_pdf_that_calls_itself_ends() -> None:
    """Forms that draw forms: ten of each on eight levels, a hundred million in all."""
    forms = "".join(
        f"{n} 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</F {n + 1} 0 R>>>>/Length 60>>"
        f"stream\n{'/F Do ' * 10}\nendstream endobj\n"
        for n in range(5, 13)
    )
    body = (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>endobj\n"
        f"4 0 obj<</Length 6>>stream\n/F Do \nendstream endobj\n{forms}"
        "13 0 obj<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 1>>stream\n \nendstream endobj\n"
        "trailer<</Root 1 0 R>>\n%%EOF"
    )
    document = read_document(body.encode(), limits=DocumentLimits(characters=2000))
    assert document.partial or document.problem


def test_a_page_of_endless_orders_is_left_out() -> None:
    orders = zlib.compress(b"q Q " * 10_000_000)
    body = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n"
        b"4 0 obj<</Filter/FlateDecode/Length " + str(len(orders)).encode() + b">>stream\n"
    )
    body += orders + b"\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF"
    assert read_document(body).partial == "há páginas complexas demais, que não foram lidas"
    few = DocumentLimits(inflated=10_000_000)
    assert read_document(body, limits=few).problem == "o PDF, descompactado, é grande demais"


FUZZED: dict[str, Callable[[], bytes]] = {
    "pdf": lambda: plain_bids(),
    "xlsx": lambda: xlsx({"a": REVENUE}),  # type: ignore[dict-item]
    "xls": lambda: xls(REVENUE),  # type: ignore[arg-type]
    "ods": lambda: ods(REVENUE),
    "csv": lambda: csv_bytes(REVENUE, ";", "latin-1"),
    "html": lambda: html_table(REVENUE).encode(),
    "xml": lambda: xml_workbook(REVENUE).encode(),
}


@pytest.mark.parametrize("name", FUZZED)
def test_nothing_is_raised_whatever_the_bytes(name: str) -> None:
    whole = FUZZED[name]()
    chance = random.Random(name)
    for turn in range(40):
        body = bytearray(whole)
        if turn % 4 == 0:
            del body[chance.randrange(len(body)) :]
        else:
            for _ in range(chance.choice((1, 4, 40))):
                body[chance.randrange(len(body))] ^= 1 << chance.randrange(8)
        document = read_document(bytes(body), f"https://x.gov.br/a.{name}")
        assert document.problem or document.html
        document.render()
