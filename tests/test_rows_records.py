"""The details of records: what opens them in the rows of a list, what their pages tell, and that each is opened once."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from test_rows import wrapper
from views import built

from transparency.browse.snapshot import FrameView
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.rows.items import Row, row_class
from transparency.rows.kept import Kept
from transparency.rows.records import Openings, RecordLook, contradicts, fields_told, openers, read_record
from transparency.rows.wrapper import ColumnRule, Details, Wrapper, read_wrapper, write_wrapper

COLUMNS = [ColumnRule(label="Nº", item="numero_licitacao"), ColumnRule(label="Objeto", item="objeto_licitacao")]
FIELDS = [
    ColumnRule(label="Setor", item="setor_interessado"),
    ColumnRule(label="Publicação", item="data_publicacao_licitacao", kind="date"),
    ColumnRule(label="Valor", item="valor", kind="money"),
]
ADDRESS = "https://a.example/1"


def _wrapper() -> Wrapper:
    return wrapper(COLUMNS, details=Details(columns=FIELDS, label="Ver"))


def _record(told: dict[str, str]) -> str:
    return f"<h1>Licitação</h1><dl>{''.join(f'<dt>{label}</dt><dd>{value}</dd>' for label, value in told.items())}</dl>"


PAGE = _record(
    {"Nº": "1/2026", "Setor": "Saúde", "Publicação": "05/02/2026", "Valor": "1.234,50", "Situação": "Aberta"}
)


def test_what_the_page_of_a_record_tells() -> None:
    told = fields_told([(ADDRESS, PAGE)])
    read = read_record(told, _wrapper())
    assert read is not None and read.extra == {"Situação": "Aberta"}  # what the list has too is not taken
    day = dt.date(2026, 2, 5)
    assert read.values == {"setor_interessado": "Saúde", "data_publicacao_licitacao": day, "valor": Decimal("1234.50")}
    assert read_record(fields_told([(ADDRESS, _record({"Nome": "Ana", "Cargo": "Professora"}))]), _wrapper()) is None


def test_a_label_that_says_two_things_says_none() -> None:
    other = _record({"Setor": "Educação", "Situação": "Aberta"})
    assert "Setor" not in fields_told([(ADDRESS, PAGE + other)])


@pytest.mark.parametrize(
    ("label", "column", "found"), [("Ver", 2, ["/2", "/4"]), ("", 0, ["/1", "/3"]), ("Abrir", 2, [None, None])]
)
def test_what_opens_the_record_of_each_row(label: str, column: int, found: list[str | None]) -> None:
    """By its label, else by its cell; of two rows that say the same each has its own."""

    def control(path: str, label: str, place: int) -> dict[str, Any]:
        row = {
            "table": "t",
            "index": 0,
            "count": 2,
            "column": place,
            "cells": 3,
            "heading": False,
            "says": "1/2026 Merenda Ver",
        }
        return {"kind": "click", "path": path, "tag": "a", "label": label, "row": row}

    view = built(
        View,
        candidates=[
            control("/1", "1/2026", 0),
            control("/2", "Ver", 2),
            control("/3", "1/2026", 0),
            control("/4", "Ver", 2),
        ],
    )
    frame = FrameView(FrameKey(), ADDRESS, "", view)
    details = Details(columns=FIELDS, label=label, column=column)
    opened = openers(frame, [["1/2026", "Merenda"], ["1/2026", "Merenda"]], details)
    assert [one.path if one else None for one in opened] == found
    assert [*openers(frame, [["2/2026", "Merenda"]], details)] == [None]


@pytest.mark.parametrize(("said", "other"), [("1/2026", False), ("2/2026", True), ("", False)])
def test_a_page_that_contradicts_its_row_is_of_another_record(said: str, other: bool) -> None:
    assert contradicts({"nº": said, "Setor": "Saúde"}, ["Nº", "Objeto"], ["1/2026", "Merenda"]) is other


def test_so_many_records_are_opened_and_none_twice(tmp_path: Path, matrix: Matrix) -> None:
    one, make = _wrapper(), row_class(matrix.by_id["licitacao"])
    gaps: list[str] = []

    def run() -> list[Row]:
        rows = [
            make(municipio="a", uf="PB", criterion="licitacao", key=str(n), raw={"numero_licitacao": f"{n}/2026"})
            for n in range(1, 6)
        ]
        query = SimpleNamespace(wrapper=one, records={row.key: Node(ADDRESS) for row in rows}, lacks=gaps.append)
        openings = Openings(query, Kept(tmp_path / "licitacao.json", one, False, True), 2)
        assert [row.key for row in rows if openings.holds(row)] == [row.key for row, _ in openings.held]
        for row, _ in openings.held:
            look = RecordLook(one)
            look.told = fields_told(
                [(ADDRESS, PAGE.replace("1/2026", "1/2026" if row.key == "4" else f"{row.key}/2026"))]
            )
            look.read = read_record(look.told, one)
            openings.take(row, look)
        openings.tell()
        return rows

    assert [row.setor_interessado for row in run()] == ["Saúde", "Saúde", None, None, None]  # type: ignore[attr-defined]
    assert gaps.pop().startswith("os detalhes de 3 registros não foram abertos")
    with open(tmp_path / "licitacao.details.jsonl", "ab") as file:
        file.write(b'{"key": "3", "re')  # a run was killed while it wrote
    rows = run()
    assert [row.setor_interessado for row in rows] == ["Saúde", "Saúde", "Saúde", None, None]  # type: ignore[attr-defined]
    assert gaps == [
        "os detalhes de 1 registro não foram abertos: o limite de detalhes; peça outra vez para abrir mais",
        "o portal mostrou outro registro no lugar de 4/2026",
    ]
    assert rows[0].valor == Decimal("1234.50") and rows[0].extra == {"Situação": "Aberta"}  # type: ignore[attr-defined]
    run()
    assert len((tmp_path / "licitacao.details.jsonl").read_bytes().splitlines()) == 5  # one of them half


def test_details_of_items_that_the_list_has_are_nonsense(tmp_path: Path, matrix: Matrix) -> None:
    details = Details(columns=[ColumnRule(label="Objeto", item="objeto_licitacao")])
    write_wrapper(tmp_path / "licitacao.json", wrapper(COLUMNS, details=details))
    with pytest.raises(UserError, match="item dos detalhes"):
        read_wrapper(tmp_path / "licitacao.json", matrix)
