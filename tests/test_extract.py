"""The reader of records: pages as people make them, and the tables that are on them."""

from __future__ import annotations

import re

import pytest

from transparency.extract import dom
from transparency.extract.tables import read_tables
from transparency.extract.tables.page import Page

Rows = list[tuple[str, ...]]
Expected = list[tuple[str, tuple[str, ...], Rows]]
"""Kind, labels and rows of each table."""


def read(html: str) -> Expected:
    tables, _ = read_tables(Page(dom.parse(html)))
    return [
        (t.kind, tuple(c.label for c in t.columns), [tuple(cell.text for cell in row) for row in t.rows])
        for t in tables
    ]


EMPTY_MARGINS = """<table>
<tr><td></td><td>Função:</td><td>10 - Saúde</td><td></td></tr>
<tr><td></td><td>Programa:</td><td>Vida</td><td></td></tr></table>"""

FONT_TAGS = """<table width=100%><tr><td><table bgcolor=#ffffff><tr><td><font size=1><b>Nota</b></font></td><td><font size=1><b>Credor</b>
</font></td><td><font size=1><b>Pago</b></font></td></tr><tr><td><font size=1>1/2026</font></td><td><font size=1>Padaria Sol</font></td>
<td><font size=1>10,00</font></td></tr><tr><td><font size=1>2/2026</font></td><td><font size=1>Posto Mar</font></td><td><font size=1>20,00
</font></td></tr></table></td></tr></table>"""

TWO_STOREYS = """<table><tr><td></td><td></td><td colspan=2>Valores</td></tr>
<tr><td>Nota</td><td>Credor</td><td>Empenhado</td><td>Pago</td></tr>
<tr><td>1</td><td>Padaria Sol</td><td>10,00</td><td>5,00</td></tr><tr><td>2</td><td>Posto Mar</td><td>20,00</td><td>0,00</td></tr></table>"""

TITLES_AND_GROUPS = """<table><tr><td colspan=3>MUNICÍPIO DE LUA</td></tr><tr><td>Nota</td><td>Credor</td><td>Pago</td></tr>
<tr><td colspan=3>Unidade: 01 - Gabinete</td></tr><tr><td>1</td><td>Padaria Sol</td><td>10,00</td></tr>
<tr><td>2</td><td>Posto Mar</td><td>20,00</td></tr><tr><td colspan=2>Total</td><td>30,00</td></tr></table>"""

GROUPS_OF_ROWS = """<table><tr><th>Nota</th><th>Credor</th><th>Pago</th></tr><tr><td colspan=3>Secretaria: Saúde (1)</td></tr>
<tr><td>1</td><td>Padaria Sol</td><td>10,00</td></tr><tr><td colspan=3>Secretaria: Obras (1)</td></tr>
<tr><td>2</td><td>Posto Mar</td><td>20,00</td></tr></table>"""

TOLD_BELOW = """<table><tr><th>Nota</th><th>Pago</th></tr><tr><td>1</td><td>10,00</td></tr><tr><td colspan=2><div><b>Objeto:</b> Pneus</div></td></tr>
<tr><td>2</td><td>20,00</td></tr><tr><td colspan=2><div><b>Objeto:</b> Areia</div></td></tr></table>"""

SECRETARIAT = """<div><p><b>Secretaria</b> <span>Secretaria Municipal de Saúde</span></p><p><b>Pago</b> <span>10,00</span></p></div>"""

HEADINGS_APART = """<div><div class=topo><table><tr><th>Nota</th><th>Credor</th></tr></table></div>
<div class=corpo><table><tr><td>1</td><td>Padaria Sol</td></tr><tr><td>2</td><td>Posto Mar</td></tr></table></div></div>"""

FROZEN_COLUMNS = """<div><table><tr><th data-t-box="0,0,50,20">Nota</th></tr></table><table><tr><th data-t-box="50,0,90,20">Credor</th>
<th data-t-box="140,0,60,20">Pago</th></tr></table></div><div><table><tr><td data-t-box="0,20,50,20">1</td></tr><tr>
<td data-t-box="0,40,50,20">2</td></tr></table><table><tr><td data-t-box="50,20,90,20">Padaria Sol</td><td data-t-box="140,20,60,20">10,00</td>
</tr><tr><td data-t-box="50,40,90,20">Posto Mar</td><td data-t-box="140,40,60,20">20,00</td></tr></table></div>"""

FROZEN_OUT_OF_SIGHT = re.sub(r' data-t-box="[^"]*"', "", FROZEN_COLUMNS)

ROWS_ARE_TABLES = """<div><div class=cab><table><tr><td>Nota</td><td>Data</td><td>Credor</td></tr></table></div><div class=linhas>
<div><table class=l><tr><td>1</td><td>01/02/2026</td><td>Padaria Sol</td></tr></table></div>
<div><table class=l><tr><td>2</td><td>02/02/2026</td><td>Posto Mar</td></tr></table></div></div></div>"""

OPENED_ROW = """<table><thead><tr><th>Nota</th><th>Credor</th></tr></thead><tbody><tr><td>1</td><td>Padaria Sol</td></tr>
<tr><td colspan=2><div><p><b>Função:</b> Saúde</p><p><b>Programa:</b> Vida</p><p><b>Fonte:</b> 500</p></div></td></tr>
<tr><td>2</td><td>Posto Mar</td></tr></tbody></table>"""

TWO_PANES = """<div role=grid><div><div role=row aria-rowindex=1><span role=columnheader aria-colindex=1>Nota</span></div>
<div role=row aria-rowindex=2><span role=gridcell aria-colindex=1>1</span></div></div><div><div role=row aria-rowindex=1>
<span role=columnheader aria-colindex=2>Credor</span></div><div role=row aria-rowindex=2><span role=gridcell aria-colindex=2>Sol</span></div></div></div>"""

PLAIN_ROWS = """<div class=lista><div class=cabecalho><div>Nota</div><div>Data</div><div>Pago</div></div>
<div class=linha><div>1</div><div>01/02/2026</div><div>10,00</div></div><div class=linha><div>2</div><div>02/02/2026</div><div>20,00</div></div>
</div><div class=barra><button>1</button><button>2</button><button>3</button></div>"""

CARDS = """<section><article><h5>Nome</h5><p>Ana Prado</p><h5>Cargo</h5><p>Médica</p></article>
<article><h5>Nome</h5><p>Beto Lima</p><h5>Cargo</h5><p>Vigia</p></article></section>"""

PEOPLE = ("Ana Prado", "Beto Lima", "Caio Reis")
CARDS_BY_REPETITION = "".join(
    f"<li><div><span>Código</span> {n}01 <span>Titular</span> {name}</div></li>" for n, name in enumerate(PEOPLE)
)

VALUES_OVER_LABELS = """<section><div><p>1.204,00</p><p class=legenda>Empenhado</p></div><div><p>904,00</p><p class=legenda>Pago</p></div>
<div><p>300,00</p><p class=legenda>A pagar</p></div></section>"""

PRINTED_FORM = """<table><tr><td colspan=2>Ficha</td></tr><tr><td><small>Objeto</small><br>Pneus</td><td><small>Situação</small><br>Aberta</td></tr>
<tr><td><small>Abertura</small><br>01/02/2026</td><td><small>Contrato</small><br></td></tr></table>"""

TYPED = """<pre>
PREFEITURA DE LUA                          PAG.: 1
EMPENHO   DATA        CREDOR              VALOR
                                           PAGO
00012     04/01/2026  PADARIA SOL      1.000,00
00013     05/01/2026  POSTO MAR          899,67
TOTAL                                  1.899,67
</pre>"""

TYPED_FORM = """<pre>
Empenho....: 12/2026      Data.......: 04/01/2026
Credor.....: PADARIA SOL  Valor......: 1.000,00
</pre>"""

LINES = (("Nota", "Credor", "Pago"), ("1", "Padaria Sol", "10,00"), ("2", "Posto Mar", "20,00"), ("3", "Ana", "5,00"))
PLACED = "".join(
    f'<span data-t-box="{x},{20 * y},{width},12">{text}</span>'
    for y, line in enumerate(LINES)
    for (x, width), text in zip(((10, 30), (60, 90), (170, 50)), line, strict=True)
)

SHEET_LINES = (("", "A", "B", "C"), *((str(n), *line) for n, line in enumerate(LINES, 1)))
SHEET = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>" for line in SHEET_LINES)

BOLD_BETWEEN_MARGINS = """<table><tr><td></td><td><b>Função</b></td><td>10 - Saúde</td></tr><tr><td></td><td><b>Programa</b></td><td>Vida</td>
</tr></table>"""

A_COLUMN_WITHOUT_WORDS = """<div><div><table><tr><td><b>Nota</b></td><td><b>CPF</b></td><td><b>Pago</b></td></tr></table></div><div><div><div><div>
<span>Exportar</span></div></div></div></div><div><table><tr><td>1</td><td></td><td>10,00</td></tr><tr><td>2</td><td></td><td>20,00</td></tr>
</table></div></div>"""

FIELDS_IN_COLUMNS = """<div><div class=row><div><p>Objeto</p><p>Pneus</p></div><div><p>Sessão</p><p>01/02/2026</p></div></div>
<div class=row><div><p>Situação</p><p>Aberta</p></div><div><p>Valor</p><p>10,00</p></div></div></div>"""

PLACES_UNDER_WORDS = """<div><div class=cabecalho><div>Despesas</div><div>Receitas</div><div>Pessoal</div></div>
<div class=linha><div><a href=/1>Empenhos</a></div><div><a href=/2>Tributos</a></div><div><a href=/3>Folha</a></div></div>
<div class=linha><div><a href=/4>Diárias</a></div><div><a href=/5>Repasses</a></div><div><a href=/6>Cargos</a></div></div></div>"""

COPIED_LABELS = """<table><thead><tr><th>Secretaria</th><th>Pago</th></tr></thead>
<tr><td>Secretaria de Saúde</td><td><span>Pago</span> 10,00</td></tr><tr><td>Gabinete</td><td><span>Pago</span> 20,00</td></tr></table>"""

IDENTIFIERS = """<table><tr><th>Campo</th><th>Valor</th></tr><tr><td>NR_CONTRATO</td><td>7/2026</td></tr><tr><td>DT_PAGTO</td>
<td>01/02/2026</td></tr><tr><td>VL_PAGO</td><td>10,00</td></tr></table>"""

TWO_PLAIN_COLUMNS = """<div class=lista><div class='linha cab'><div>Lotação</div><div>Servidores</div></div><div class=linha><div>Obras</div>
<div>136</div></div><div class=linha><div>Saúde</div><div>49</div></div><div class=linha><div>Saúde</div><div>33</div></div></div>"""

QUERY = """<form><table><tr><td>Exercício</td><td><select><option>2026</select></td></tr>
<tr><td>Credor</td><td><input name=credor></td></tr></table></form>"""

MENU = "<div><div><a href=/d>Despesas</a><a href=/r>Receitas</a></div><div><a href=/p>Pessoal</a><a href=/l>Licitações</a></div></div>"

CASES: dict[str, tuple[str, Expected]] = {
    "headings in th": (
        "<table><tr><th>Nota</th><th>Credor</th></tr><tr><td>1</td><td>Sol</td></tr></table>",
        [("table", ("Nota", "Credor"), [("1", "Sol")])],
    ),
    "the first row of a bare table": (
        "<table><tr><td>Credor</td><td>Pago</td></tr><tr><td>Sol</td><td>10,00</td></tr><tr><td>Mar</td><td>9,00</td></tr></table>",
        [("table", ("Credor", "Pago"), [("Sol", "10,00"), ("Mar", "9,00")])],
    ),
    "a record between empty margin cells": (EMPTY_MARGINS, [("fields", ("Função", "Programa"), [("10 - Saúde", "Vida")])]),
    "font tags, in a table that lays out the page": (
        FONT_TAGS,
        [("table", ("Nota", "Credor", "Pago"), [("1/2026", "Padaria Sol", "10,00"), ("2/2026", "Posto Mar", "20,00")])],
    ),
    "headings in two storeys": (
        TWO_STOREYS,
        [("table", ("Nota", "Credor", "Valores / Empenhado", "Valores / Pago"), [("1", "Padaria Sol", "10,00", "5,00"), ("2", "Posto Mar", "20,00", "0,00")])],
    ),
    "a title, a group and a total": (
        TITLES_AND_GROUPS,
        [("table", ("Nota", "Credor", "Pago", "Unidade"), [("1", "Padaria Sol", "10,00", "01 - Gabinete"), ("2", "Posto Mar", "20,00", "01 - Gabinete")])],
    ),
    "fields said over groups of rows, each with the rows of its own": (
        GROUPS_OF_ROWS,
        [("table", ("Nota", "Credor", "Pago", "Secretaria"), [("1", "Padaria Sol", "10,00", "Saúde (1)"), ("2", "Posto Mar", "20,00", "Obras (1)")])],
    ),
    "a field told below each row": (TOLD_BELOW, [("table", ("Nota", "Pago", "Objeto"), [("1", "10,00", "Pneus"), ("2", "20,00", "Areia")])]),
    "a value that begins like its label": (SECRETARIAT, [("fields", ("Secretaria", "Pago"), [("Secretaria Municipal de Saúde", "10,00")])]),
    "headings in a table of their own": (HEADINGS_APART, [("table", ("Nota", "Credor"), [("1", "Padaria Sol"), ("2", "Posto Mar")])]),
    "first columns that stay in sight": (
        FROZEN_COLUMNS,
        [("table", ("Nota", "Credor", "Pago"), [("1", "Padaria Sol", "10,00"), ("2", "Posto Mar", "20,00")])],
    ),
    "first columns that stay in sight, in a closed tab": (
        FROZEN_OUT_OF_SIGHT,
        [("table", ("Nota",), [("1",), ("2",)]), ("table", ("Credor", "Pago"), [("Padaria Sol", "10,00"), ("Posto Mar", "20,00")])],
    ),
    "rows that are tables": (
        ROWS_ARE_TABLES,
        [("table", ("Nota", "Data", "Credor"), [("1", "01/02/2026", "Padaria Sol"), ("2", "02/02/2026", "Posto Mar")])],
    ),
    "a record opened between rows": (
        OPENED_ROW,
        [
            ("table", ("Nota", "Credor"), [("1", "Padaria Sol"), ("2", "Posto Mar")]),
            ("fields", ("Função", "Programa", "Fonte"), [("Saúde", "Vida", "500")]),
        ],
    ),
    "a grid in two panes": (TWO_PANES, [("grid", ("Nota", "Credor"), [("1", "Sol")])]),
    "rows of plain elements over a bar of pages": (
        PLAIN_ROWS,
        [("grid", ("Nota", "Data", "Pago"), [("1", "01/02/2026", "10,00"), ("2", "02/02/2026", "20,00")])],
    ),
    "cards": (CARDS, [("cards", ("Nome", "Cargo"), [("Ana Prado", "Médica"), ("Beto Lima", "Vigia")])]),
    "cards whose labels only come again": (
        f"<ul>{CARDS_BY_REPETITION}</ul>",
        [("cards", ("Código", "Titular"), [("001", "Ana Prado"), ("101", "Beto Lima"), ("201", "Caio Reis")])],
    ),
    "values over their labels": (VALUES_OVER_LABELS, [("fields", ("Empenhado", "Pago", "A pagar"), [("1.204,00", "904,00", "300,00")])]),
    "a printed form": (PRINTED_FORM, [("fields", ("Objeto", "Situação", "Abertura", "Contrato"), [("Pneus", "Aberta", "01/02/2026", "")])]),
    "typed text": (
        TYPED,
        [("grid", ("EMPENHO", "DATA", "CREDOR", "VALOR PAGO"), [("00012", "04/01/2026", "PADARIA SOL", "1.000,00"), ("00013", "05/01/2026", "POSTO MAR", "899,67")])],
    ),
    "a typed form": (TYPED_FORM, [("fields", ("Empenho", "Data", "Credor", "Valor"), [("12/2026", "04/01/2026", "PADARIA SOL", "1.000,00")])]),
    "pieces put in their places": (
        f"<div>{PLACED}</div>",
        [("grid", LINES[0], [*LINES[1:]])],
    ),
    "a spreadsheet with its margins": (f"<table>{SHEET}</table>", [("table", LINES[0], [*LINES[1:]])]),
    "bold labels between empty margin cells": (
        BOLD_BETWEEN_MARGINS,
        [("fields", ("Função", "Programa"), [("10 - Saúde", "Vida")])],
    ),
    "rows apart from their headings, with a column that says nothing": (
        A_COLUMN_WITHOUT_WORDS,
        [("table", ("Nota", "Pago"), [("1", "10,00"), ("2", "20,00")])],
    ),
    "fields side by side": (
        FIELDS_IN_COLUMNS,
        [("fields", ("Objeto", "Sessão", "Situação", "Valor"), [("Pneus", "01/02/2026", "Aberta", "10,00")])],
    ),
    "places to go under words": (PLACES_UNDER_WORDS, []),
    "labels copied into cells, and values that begin like them": (
        COPIED_LABELS,
        [("table", ("Secretaria", "Pago"), [("Secretaria de Saúde", "10,00"), ("Gabinete", "20,00")])],
    ),
    "the columns of a database as fields": (
        IDENTIFIERS,
        [("fields", ("NR_CONTRATO", "DT_PAGTO", "VL_PAGO"), [("7/2026", "01/02/2026", "10,00")])],
    ),
    "two plain columns under headings": (
        TWO_PLAIN_COLUMNS,
        [("grid", ("Lotação", "Servidores"), [("Obras", "136"), ("Saúde", "49"), ("Saúde", "33")])],
    ),
    "fields to fill": (QUERY, []),
    "a menu": (MENU, []),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_the_tables_of_a_page(case: str) -> None:
    html, expected = CASES[case]
    assert read(f"<html><body><main>{html}</main></body></html>") == expected
