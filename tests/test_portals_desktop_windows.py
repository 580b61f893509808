"""A desktop in the browser: windows over windows on one address, grids whose rows are tables of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from audited import audit, served
from test_portals_odd_sites import page
from views import built

from transparency.crawl.candidates.groups import rows_of_own_tables
from transparency.extract import dom
from transparency.extract.record_sets import find_record_sets
from transparency.extract.titles import Titles
from transparency.model import Pressable


@pytest.mark.soak
def test_windows_of_a_desktop(tmp_path: Path) -> None:
    with served(page("desktop")) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    items = "emp_numero emp_data nome emp_valor emp_cnpj_cpf funcao sub_funcao natureza_despesa valor_pago"
    assert published == {("despesa_orcamentaria", item) for item in items.split()}
    assert summary["nodes"]["visited"] <= 12


def cells(top: int, *words: str) -> str:
    return "".join(f"<td data-t-box='{n * 90},{top},90,20'>{word}</td>" for n, word in enumerate(words))


HEADS = "<div><div><span>Empenho</span></div><div><span>Credor</span></div><div><span>Valor pago</span></div></div>"
ROWS = [("401", "Alfa Ltda", "10,50"), ("402", "Beta Ltda", "20,50"), ("403", "Gama Ltda", "30,50")]
TABLES = [f"<table><tr>{cells(40 + 20 * n, *row)}</tr></table>" for n, row in enumerate(ROWS)]


@pytest.mark.parametrize(
    ("name", "html"),
    [
        ("tables side by side under boxes", f"<div>{HEADS}<div>{''.join(TABLES)}</div></div>"),
        ("each in a box", f"<div>{HEADS}<div>{''.join(f'<div class=r>{t}</div>' for t in TABLES)}</div></div>"),
        (
            "under a table of headings",
            f"<div><div><table><tr>{cells(10, 'Empenho', 'Credor', 'Valor pago')}</tr></table></div>"
            f"<div>{''.join(f'<div class=r>{t}</div>' for t in TABLES)}</div></div>",
        ),
    ],
)
def test_rows_that_are_tables(name: str, html: str) -> None:
    (found,) = find_record_sets(html)
    assert ([c.label for c in found.columns], found.rows) == (["Empenho", "Credor", "Valor pago"], 3), name


@pytest.mark.parametrize(
    ("name", "html"),
    [
        (
            "a paging bar",
            f"<div>{HEADS}<div></div><div><span>Página</span><input value=1 readonly><span>de 9</span></div></div>",
        ),
        (
            "the fields of a query over headings",
            "<div><div><table><tr><td>Exercício</td><td><input readonly value=Selecione></td><td>Pesquisar</td></tr>"
            "</table></div><div><table><tr><td>Empenho</td><td>Credor</td><td>Valor pago</td></tr></table></div></div>",
        ),
        (
            "headings under a bar of tabs",
            "<div><div><div>Empenhos</div><div>Liquidações</div><div>Pagamentos</div></div><div><div class=x>"
            "<div><span>Número</span></div><div><span>Credor</span></div><div><span>Emissão</span></div>"
            "<div><span>Valor</span></div></div><div></div></div></div>",
        ),
    ],
)
def test_what_is_no_row(name: str, html: str) -> None:
    assert not [found for found in find_record_sets(html) if found.rows], name


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("<div><div data-t-press=''>Despesas</div><div data-t-press=''>Diárias</div></div>", []),
        ("<div><ul><li><a href='#'>Despesas</a></li><li><a href='#'>Diárias</a></li></ul></div>", []),
        ("<div><span data-t-press=''>Despesas</span></div>", ["Despesas"]),
        ("<div>Despesas <i data-t-press=''>ajuda</i> e <i data-t-press=''>mais</i></div>", ["Despesas ajuda e mais"]),
    ],
)
def test_a_tree_is_no_title(before: str, expected: list[str]) -> None:
    root = dom.parse(f"<body>{before}<table><tr><td>1</td></tr></table></body>")
    assert Titles(root).over(next(root.iter("table"))) == expected


def entry(path: str, table: str, count: int = 1) -> Pressable:
    row = {"table": table, "index": 0, "count": count, "heading": False, "head": "401 Alfa", "cells": 3, "column": 0}
    return built(Pressable, {"path": path, "row": row})


@pytest.mark.parametrize(
    ("tables", "count", "joined"),
    [
        (["div[1]>table[1]", "div[1]>table[2]", "div[1]>table[3]"], 1, True),
        (["div[1]>div[1]>table[1]", "div[1]>div[2]>table[1]", "div[1]>div[3]>table[1]"], 1, True),
        (["div[1]>table[1]", "div[1]>table[2]"], 1, False),
        (["div[1]>table[1]", "div[1]>table[2]", "div[1]>table[3]"], 5, False),
    ],
)
def test_rows_of_one_grid(tables: list[str], count: int, joined: bool) -> None:
    rows = [c.row for c in rows_of_own_tables([entry(f"{table}>td[1]", table, count) for table in tables])]
    assert (len({row.table for row in rows}) == 1) is joined
    assert [row.index for row in rows] == (list(range(len(tables))) if joined else [0] * len(tables))
