"""Spreadsheets published as pages: letters over the columns, numbers before the rows, and the headings somewhere below a title."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from transparency.extract.record_sets import find_record_sets
from transparency.items import RecordSet

Cells = Sequence[str | tuple[str, int]]
HEADS = ["Empenho", "Data", "Credor", "Valor pago"]
BODY = [[f"{n}/2026", f"0{n}/02/2026", f"Loja {n}", f"{n}00,00"] for n in range(1, 6)]
TITLE = ["PREFEITURA DE LUA", "", "", ""]
BLANK = [""] * 4
STAFF = [["Ana Lima", "Agente", "Efetivo"], ["Bia Reis", "Médica", "Efetivo"], ["Caio Sá", "Agente", "Comissionado"]]


def waffle(*rows: Cells, heads: int = -1, hidden: bool = False) -> str:
    """A published sheet; (text, n) covers n columns. The cells of line ``heads`` have a class of their own."""
    unseen = " data-t-hidden" if hidden else ""
    width = max(sum(1 if isinstance(cell, str) else cell[1] for cell in row) for row in rows)
    top = "".join(f"<th{unseen}>{chr(65 + n)}</th>" for n in range(width))
    body = ""
    for number, row in enumerate(rows):
        cells = [(cell, 1) if isinstance(cell, str) else cell for cell in row]
        made = "".join(
            f"<td class=s{3 if number == heads else 5 + n % 2} colspan={span}>{text}</td>"
            for n, (text, span) in enumerate(cells)
        )
        body += f"<tr><th{unseen}><div>{number + 1}</div></th>{made}</tr>"
    return f"<div><table><thead><tr><th{unseen}></th>{top}</tr></thead><tbody>{body}</tbody></table></div>"


def office(*rows: Sequence[str]) -> str:
    """A sheet of an office on the web, drawn by a script."""
    letters = "".join(f"<div role=columnheader>{chr(65 + n)}</div>" for n in range(len(rows[-1])))
    body = "".join(
        f"<div role=row><div role=rowheader>{n}</div>{''.join(f'<div role=gridcell>{text}</div>' for text in row)}</div>"
        for n, row in enumerate(rows, start=1)
    )
    return f"<div role=grid><div role=row><div role=columnheader></div>{letters}</div>{body}</div>"


def blocks(*rows: Sequence[str]) -> str:
    """The same as blocks of letters, numbers and values."""
    letters = "".join(f"<div>{chr(65 + n)}</div>" for n in range(len(rows[-1])))
    numbers = "".join(f"<div>{n}</div>" for n in range(1, len(rows) + 1))
    body = "".join(f"<div>{''.join(f'<div>{text}</div>' for text in row)}</div>" for row in rows)
    return f"<div><div>{letters}</div><div>{numbers}</div><div>{body}</div></div>"


def labels(found: Sequence[RecordSet]) -> list[list[str]]:
    return [[column.label for column in one.columns if column.label] for one in found]


@pytest.mark.parametrize(
    ("html", "names", "rows"),
    [
        (waffle(HEADS, *BODY), HEADS, 5),
        (waffle(HEADS, *BODY, hidden=True), HEADS, 5),
        (waffle(TITLE, ["Pagamentos 2026", "", "", ""], BLANK, HEADS, *BODY, BLANK), HEADS, 5),
        (waffle([("PREFEITURA DE LUA", 5)], BLANK, [*HEADS, ""], *([*line, ""] for line in BODY)), HEADS, 5),
        (waffle(["", *TITLE], ["", *HEADS], *(["", *line] for line in BODY)), HEADS, 5),
        (waffle([("LUA", 4)], [("Empenho", 2), ("Pagamento", 2)], ["Número", "Data", "Credor", "Valor"], *BODY),
         ["Empenho / Número", "Empenho / Data", "Pagamento / Credor", "Pagamento / Valor"], 5),
        (waffle([("SERVIDORES", 3)], ["Nome", "Cargo", "Vínculo"], *STAFF, heads=1), ["Nome", "Cargo", "Vínculo"], 3),
        (waffle(["Nome", "Cargo", "Vínculo"], *STAFF, heads=0), ["Nome", "Cargo", "Vínculo"], 3),
        (waffle(["SERVIDORES", "", ""], ["", "", ""], ["Nome", "Cargo", "Vínculo"], *STAFF, heads=2), ["Nome", "Cargo", "Vínculo"], 3),
        (office(TITLE, HEADS, *BODY), HEADS, 5),
        (office(HEADS, *BODY), HEADS, 5),
        (blocks(HEADS, *BODY), HEADS, 5),
        (blocks(TITLE, BLANK, HEADS, *BODY), HEADS, 5),
    ],
)  # fmt: skip
def test_the_headings_of_a_sheet(html: str, names: list[str], rows: int) -> None:
    found = find_record_sets(f"<html><body>{html}</body></html>")
    assert labels(found) == [names]
    assert found[0].rows == rows


COUNTED = "".join(f"<tr><th>{n}</th><td>Loja {n}</td><td>{n}00,00</td></tr>" for n in range(1, 5))
GRADES = "".join(f"<tr><td>Nível {n}</td><td>{n}.100,00</td><td>{n}.200,00</td></tr>" for n in range(1, 5))


@pytest.mark.parametrize(
    ("html", "names"),
    [
        (f"<table><tr><th>Item</th><th>Credor</th><th>Valor</th></tr>{COUNTED}</table>", ["Item", "Credor", "Valor"]),
        (f"<table><tr><th>#</th><th>Credor</th><th>Valor</th></tr>{COUNTED}</table>", ["#", "Credor", "Valor"]),
        (f"<table><tr><th>Cargo</th><th>A</th><th>B</th></tr>{GRADES}</table>", ["Cargo", "A", "B"]),
    ],
)
def test_columns_that_are_no_margins(html: str, names: list[str]) -> None:
    assert labels(find_record_sets(f"<html><body>{html}</body></html>")) == [names]


def test_lists_of_boxes_are_no_records() -> None:
    """Columns to tick, list below list, under a menu of subjects."""
    boxes = "".join(
        f"<fieldset><legend>{head}</legend>{''.join(f'<label><input type=checkbox> {name}</label><br>' for name in names)}</fieldset>"
        for head, names in (("Registro", HEADS), ("Detalhes", ["Função", "Elemento", "Programa", "Órgão"]))
    )
    subjects = "".join(
        f"<option>{name}</option>" for name in ("Selecione", "Despesas", "Receitas", "Pessoal", "Licitações")
    )
    menu = f"<section><h3>Assunto</h3><select>{subjects}</select></section>"
    html = f"<html><body><main>{menu}<section><h3>O que mostrar</h3><div>{boxes}</div></section></main></body></html>"
    assert not find_record_sets(html)
