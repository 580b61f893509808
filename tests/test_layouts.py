"""The same records in the layouts that makers give them, with values left out by chance: no value is lost, none is made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

from transparency.extract.record_sets import find_record_sets

Field = tuple[str, str]
FIELDS: list[Field] = [
    ("Número do Processo", "00017/2025"),
    ("Modalidade", "Pregão Eletrônico"),
    ("Objeto", "Aquisição de material de expediente"),
    ("Data da Abertura", "12/02/2025"),
    ("Valor Homologado", "100.974,30"),
    ("Edital", "<a href='/e.pdf'>Edital.pdf</a>"),
    ("Aviso", "<a href='/a.pdf'>Baixar</a>"),
    ("Situação", "Homologada"),
    ("Vencedor", "COMERCIAL LTDA"),
    ("CNPJ", "12.345.678/0001-90"),
]


def each(pattern: str, around: str = "%s") -> Callable[[Sequence[Field]], str]:
    """Every field after the other."""
    return lambda fields: around % "".join(pattern.format(label=label, value=value) for label, value in fields)


def in_rows(pattern: str, width: int = 2) -> Callable[[Sequence[Field]], str]:
    """So many fields to a row of a table."""

    def made(fields: Sequence[Field]) -> str:
        cells = [pattern.format(label=label, value=value) for label, value in fields]
        rows = ("".join(cells[start : start + width]) for start in range(0, len(cells), width))
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"

    return made


BLANKS = ("", "&nbsp;", "<img src=ponto.gif width=1 height=1>", "<font size=1>&nbsp;</font>")


def in_margins(label: str, width: int = 2, *, inside: bool = True) -> Callable[[Sequence[Field]], str]:
    """Fields in a table with blank cells around the pairs, and, if ``inside``, between a label and its value; as many of
    them, and as wide, as chance has it, the same in every row."""

    def made(fields: Sequence[Field]) -> str:
        draw = Random("".join(name + value for name, value in fields))
        blank = draw.choice(BLANKS)
        wide = draw.choice(("", " colspan=2"))
        before, between, after = (
            f"<td{wide}>{blank}</td>" * draw.randint(*bounds) for bounds in ((0, 2), (0, 1), (1, 2))
        )
        gap = f"<td>{blank}</td>" * draw.randint(0, 1) if inside else ""
        rows = []
        for start in range(0, len(fields), width):
            row = fields[start : start + width]
            pairs = [
                f"{label.format(label=name)}{gap}<td>{value or draw.choice(BLANKS[:2])}</td>" for name, value in row
            ]
            pairs += [f"<td></td>{gap}<td></td>"] * (width - len(pairs))
            rows.append(f"<tr>{before}{between.join(pairs)}{after}</tr>")
            if draw.random() < 0.3:
                rows.append(f"<tr><td colspan=9>{BLANKS[2]}</td></tr>")
        return f"<table width=100% border=0>{''.join(rows)}</table>"

    return made


RECORDS = {
    "definitions": each("<dt>{label}</dt><dd>{value}</dd>", "<dl>%s</dl>"),
    "definitions in boxes": each("<div><dt>{label}</dt><dd>{value}</dd></div>", "<dl>%s</dl>"),
    "heading cells": in_rows("<th>{label}</th><td>{value}</td>", 1),
    "cells with colons": in_rows("<td>{label}:</td><td>{value}</td>", 1),
    "bold cells": in_rows("<td><b>{label}</b></td><td>{value}</td>", 1),
    "two to a row": in_rows("<th>{label}</th><td>{value}</td>"),
    "two to a row with colons": in_rows("<td>{label}:</td><td>{value}</td>"),
    "margins and colons": in_margins("<td>{label}:</td>", 1),
    "margins and colons in old letters": in_margins("<td><font face=Arial><b>{label} :</b></font></td>", 1),
    "margins and bold": in_margins("<td><b>{label}</b></td>", 1),
    "margins and heading cells": in_margins("<th align=right>{label}</th>", 1),
    "spacers between two": in_margins("<td class=r>{label}:</td>"),
    "spacers between two in bold": in_margins("<td><font size=2><b>{label}</b></font></td>"),
    "spacers between three": in_margins("<th>{label}</th>", 3),
    "printed form": in_rows("<td><small>{label}</small><div>{value}</div></td>"),
    "printed form with breaks": in_rows("<td><b>{label}</b><br>{value}</td>"),
    "a table each": in_rows(
        "<td><table><tr><td class=l><label>{label}</label></td><td class=v><span>{value}</span></td></tr></table></td>"
    ),
    "a bare table each": in_rows("<td><table><tr><td><b>{label}</b></td><td>{value}</td></tr></table></td>"),
    "a table after the other": each(
        "<table class=f><tr><td class=l><label>{label}:</label></td><td class=v><div>{value}</div></td></tr></table>",
        "<fieldset><legend>Identificação</legend>%s</fieldset>",
    ),
    "spans": each("<div class=f><span class=l>{label}</span><span class=v>{value}</span></div>", "<div>%s</div>"),
    "labels": each("<div class=f><label>{label}</label><p>{value}</p></div>", "<div>%s</div>"),
    "columns": each("<div class=col-4><strong>{label}</strong><br>{value}</div>", "<div class=row>%s</div>"),
    "list": each("<li><b>{label}</b>: {value}</li>", "<ul>%s</ul>"),
    "list with badges": each(
        "<li class=list-group-item><span class=l>{label}</span> <span class=badge>{value}</span></li>", "<ul>%s</ul>"
    ),
    "rows of columns": each(
        "<div class=row><div class='col-3 lab'>{label}</div><div class=col-9>{value}</div></div>", "<div>%s</div>"
    ),
    "headings": each("<div class=item><h6>{label}</h6><p>{value}</p></div>", "<div>%s</div>"),
}


def alone(pattern: str, without: str, around: str = "<div>%s</div>") -> Callable[[Sequence[Field]], str]:
    """Every field after the other; of one without a value the label alone."""
    return lambda fields: (
        around % "".join((pattern if value else without).format(label=label, value=value) for label, value in fields)
    )


LABELS_ALONE = {
    "label and block": alone("<div class=f><label>{label}</label><p>{value}</p></div>", "<div class=f><label>{label}</label></div>"),
    "label and words": alone("<div class=f><label>{label}</label>{value}</div>", "<div class=f><label>{label}</label></div>"),
    "label over words": alone("<div class=f><label>{label}</label><br>{value}</div>", "<div class=f><label>{label}</label><br></div>"),
    "bold over words": alone("<div><strong>{label}</strong><br>{value}</div>", "<div><strong>{label}</strong><br></div>"),
    "bold before words": alone("<p><strong>{label}</strong> <span>{value}</span></p>", "<p><strong>{label}</strong> </p>"),
    "bold with colons": alone("<p><b>{label}:</b> {value}</p>", "<p><b>{label}:</b></p>"),
    "spans in boxes": alone(
        "<div class=f><span class=l>{label}</span><span class=v>{value}</span></div>", "<div class=f><span class=l>{label}</span></div>"
    ),
    "boxes in boxes": alone(
        "<div class=f><div class=l>{label}</div><div class=v>{value}</div></div>", "<div class=f><div class=l>{label}</div></div>"
    ),
    "headings in boxes": alone("<div class=f><h6>{label}</h6><p>{value}</p></div>", "<div class=f><h6>{label}</h6></div>"),
    "small print in boxes": alone("<div class=f><small>{label}</small><div>{value}</div></div>", "<div class=f><small>{label}</small></div>"),
    "a column each": alone(
        "<div class=col><div class=f><label>{label}</label><span>{value}</span></div></div>",
        "<div class=col><div class=f><label>{label}</label></div></div>",
    ),
    "list in bold": alone("<li><b>{label}</b> {value}</li>", "<li><b>{label}</b></li>", "<ul>%s</ul>"),
    "list of spans": alone(
        "<li><span class=l>{label}</span><span class=v>{value}</span></li>", "<li><span class=l>{label}</span></li>", "<ul>%s</ul>"
    ),
    "one after the other": alone("<label>{label}</label><p>{value}</p>", "<label>{label}</label>"),
    "lines in bold": alone("<b>{label}</b> {value}<br>", "<b>{label}</b><br>"),
    "lines of spans": alone("<span class=l>{label}</span> <span class=v>{value}</span><br>", "<span class=l>{label}</span><br>"),
    "terms": alone("<dt>{label}</dt><dd>{value}</dd>", "<dt>{label}</dt>", "<dl>%s</dl>"),
}  # fmt: skip


def filled(html: str) -> dict[str, int]:
    """Label → values."""
    told: dict[str, int] = {}
    for found in find_record_sets(html):
        for column in found.columns:
            label = column.label.strip(": ")
            told[label] = max(told.get(label, 0), column.filled)
    return told


@pytest.mark.parametrize("layout", RECORDS)
def test_a_record_with_fields_left_blank(layout: str) -> None:
    draw = Random(layout)
    for _ in range(25):
        blank = draw.choice((0.1, 0.3, 0.6))
        chosen = draw.sample(FIELDS, draw.randint(4, len(FIELDS)))
        fields = [(label, "" if draw.random() < blank else value) for label, value in chosen]
        if sum(bool(value) for _, value in fields) < 2:
            continue
        told = filled(f"<h1>Licitação</h1><h3>Dados do processo</h3>{RECORDS[layout](fields)}")
        assert {label: bool(told.get(label)) for label, _ in fields} == {label: bool(v) for label, v in fields}, fields


@pytest.mark.parametrize("layout", LABELS_ALONE)
def test_a_record_with_labels_that_have_no_value(layout: str) -> None:
    draw = Random(layout)
    for _ in range(25):
        blank = draw.choice((0.1, 0.3, 0.6))
        chosen = draw.sample(FIELDS, draw.randint(4, len(FIELDS)))
        fields = [(label, "" if draw.random() < blank else value) for label, value in chosen]
        if sum(bool(value) for _, value in fields) < 3:
            continue
        told = filled(f"<h1>Licitação</h1><h3>Dados do processo</h3>{LABELS_ALONE[layout](fields)}")
        assert {label: bool(told.get(label)) for label, _ in fields} == {label: bool(v) for label, v in fields}, fields


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("Baixar", "Íntegra"),
        ("Baixar edital", "Íntegra Baixar edital"),
        ("Abrir", "Íntegra"),
        ("Edital 3/2025", "Edital 3/2025"),
    ],
)
def test_what_a_document_of_a_record_is_called(words: str, name: str) -> None:
    fields = [
        ("Processo", "3/2025"),
        ("Valor", "1.000,00"),
        ("Aviso", ""),
        ("Íntegra", f"<a href='/i.pdf'>{words}</a>"),
    ]
    (files,) = (found for found in find_record_sets(RECORDS["two to a row"](fields)) if found.shape == "list")
    assert [column.label for column in files.columns] == [name]


NAMES = ("JOSÉ DA SILVA", "COMERCIAL ALFA LTDA", "POSTO SÃO JOÃO ME", "ANA PAULA REIS")
COLUMNS: dict[str, Callable[[Random, int], str]] = {
    "Empenho": lambda draw, n: f"{2025000 + n}",
    "Data": lambda draw, n: f"{n % 28 + 1:02d}/03/2025",
    "Credor": lambda draw, n: draw.choice(NAMES),
    "CPF/CNPJ": lambda draw, n: f"12.345.{n:03d}/0001-90",
    "Função": lambda draw, n: draw.choice(("10 - Saúde", "12 - Educação")),
    "Empenhado (R$)": lambda draw, n: f"{draw.randint(1, 99)}.{draw.randint(100, 999)},{draw.randint(10, 99)}",
    "Pago (R$)": lambda draw, n: f"R$ {draw.randint(100, 999)},{draw.randint(10, 99)}",
}
Heads = Sequence[str]
Rows = Sequence[Sequence[str]]


def row(cells: Sequence[str], pattern: str = "<td>%s</td>", around: str = "<tr>%s</tr>") -> str:
    return around % "".join(pattern % cell for cell in cells)


def lined(head: str, line: str, cell: str, around: str) -> Callable[[Heads, Rows], str]:
    """A grid without tables."""
    return lambda heads, rows: around % (row(heads, cell, head) + "".join(row(cells, cell, line) for cells in rows))


def carded(field: str, around: str) -> Callable[[Heads, Rows], str]:
    """A card a record."""
    return lambda heads, rows: "".join(
        around % "".join(field.format(label=h, value=c) for h, c in zip(heads, cells, strict=True)) for cells in rows
    )


LISTS: dict[str, Callable[[Heads, Rows], str]] = {
    "table": lambda heads, rows: f"<table>{row(heads, '<th>%s</th>')}{''.join(map(row, rows))}</table>",
    "bold headings": lambda heads, rows: f"<table>{row(heads, '<td><b>%s</b></td>')}{''.join(map(row, rows))}</table>",
    "filters under headings": lambda heads, rows: (
        f"<table><thead>{row(heads, '<th>%s</th>')}{row(['<input>' for _ in heads])}</thead><tbody>{''.join(map(row, rows))}</tbody></table>"
    ),
    "headings that sort": lambda heads, rows: (
        f"<table>{row(heads, '<td><table><tr><td>%s</td><td><img src=s.gif></td></tr></table></td>')}"
        f"{''.join(row(cells, '<td><div><span>%s</span></div></td>') for cells in rows)}</table>"
    ),
    "boxes": lined("<div class='row head'>%s</div>", "<div class=row>%s</div>", "<div>%s</div>", "<div>%s</div>"),
    "spans": lined("<div class=hd>%s</div>", "<div class=ln>%s</div>", "<span>%s</span>", "<div>%s</div>"),
    "cards": carded("<p><b>{label}:</b> {value}</p>", "<div class=card>%s</div>"),
    "cards of definitions": carded("<dt>{label}</dt><dd>{value}</dd>", "<div class=card><dl>%s</dl></div>"),
    "cards of spans": carded("<div><span class=k>{label}</span><span class=v>{value}</span></div>", "<article>%s</article>"),
    "cells that name themselves": lambda heads, rows: (
        "<table><tbody>"
        + "".join(
            "<tr>" + "".join(f"<td data-label='{h}'>{c}</td>" for h, c in zip(heads, cells, strict=True)) + "</tr>"
            for cells in rows
        )
        + "</tbody></table>"
    ),
}  # fmt: skip


@pytest.mark.parametrize("layout", LISTS)
def test_a_list_with_columns_left_blank(layout: str) -> None:
    draw = Random(layout)
    for _ in range(20):
        heads = draw.sample(list(COLUMNS), draw.randint(3, 6))
        blank = {head for head in heads[1:-1] if draw.random() < 0.4}
        count = draw.choice((2, 3, 5, 12))
        rows = [["" if head in blank else COLUMNS[head](draw, n) for head in heads] for n in range(count)]
        told = filled(f"<h1>Despesas</h1><h2>Empenhos emitidos</h2>{LISTS[layout](heads, rows)}")
        assert {head: bool(told.get(head)) for head in heads} == {head: head not in blank for head in heads}, rows[0]


def test_the_head_of_a_page_and_what_opens_beside_it_are_no_list() -> None:
    """Both have two parts: a coat of arms and a name, what closes a panel and the record in it."""
    fields = "".join(f"<div><label>{label}</label><input readonly value='{n}.250,00'></div>" for n, label in enumerate(("Empenhado", "Liquidado", "Pago")))  # fmt: skip
    html = f"""<header><svg role=img aria-label=Brasão></svg><div><b>Vila</b><br>Transparência</div></header>
        <main><h2>Despesas</h2><p>Consulta</p></main><aside><a href=#>fechar</a><div><h3>Detalhes</h3>{fields}</div></aside>"""
    (details,) = find_record_sets(html)
    assert (details.shape, [column.label for column in details.columns]) == ("details", ["Empenhado", "Liquidado", "Pago"])  # fmt: skip


INCOME = [
    ("1", "CE", "RECEITAS CORRENTES", "13.174.000,00", "0,00", "12.355.207,32"),
    ("11", "OR", "IMPOSTOS E TAXAS", "2.374.000,00", "0,00", "2.156.343,60"),
    ("12", "OR", "CONTRIBUICOES", "210.000,00", "0,00", "210.786,85"),
    ("13", "OR", "RECEITA PATRIMONIAL", "203.000,00", "0,00", "204.546,76"),
    ("2", "CE", "RECEITAS DE CAPITAL", "1.306.000,00", "0,00", "1.184.000,80"),
]
HEADS = ("CODIGO", "NV", "ESPECIFICACAO DA RECEITA", "ORCADA", "ARREC. NO MES", "ARREC. ATE O MES")
REPORT = "\n".join("{:<8} {:<2} {:<30}{:>15}{:>16} {:>16}".format(*line) for line in (HEADS, *INCOME))


def test_columns_of_a_typed_report_that_a_single_space_parts() -> None:
    """Between the levels and the names all lines have a space in one place; between two headings one stands over the end of sums."""
    (found,) = find_record_sets(f"<pre>{REPORT}</pre>")
    assert tuple(column.label for column in found.columns) == HEADS
    assert found.rows == 5 and found.columns[1].samples == ("CE", "OR")


def test_names_that_begin_alike_are_no_columns() -> None:
    names = ("OBRAS", "SAUDE", "CULTURA", "EDUCACAO", "FINANCAS", "TURISMO")
    lines = [f"{n:<9}SECRETARIA DE {name:<20}{n}.000,00" for n, name in enumerate(names, 1)]
    (found,) = find_record_sets(
        "<pre>" + "\n".join(["CODIGO   UNIDADE DA DESPESA             FIXADO", *lines]) + "</pre>"
    )
    assert [column.label for column in found.columns] == ["CODIGO", "UNIDADE DA DESPESA", "FIXADO"]
