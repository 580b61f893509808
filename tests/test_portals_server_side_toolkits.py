"""Toolkits whose components live on the server: boxes to type in beside an arrow, popups at the end of the page, grids whose
cells all have the pointer, calendars that call themselves comboboxes, windows over a mask."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from audited import audit, served
from flask import Flask
from playwright.sync_api import Browser
from server_side import PUBLISHED, flow, zul
from test_choices_in_sight import read  # noqa: F401
from views import built, reader_of

from transparency.browse.operations import ASK, INSTALL, OBSERVER
from transparency.crawl.candidates.groups import one_cell_of_each_row
from transparency.extract.controls import finding
from transparency.model import Pressable


@pytest.mark.parametrize(("site", "most"), [(zul, 25), pytest.param(flow, 18, marks=pytest.mark.soak)])
def test_all_that_is_published_is_found(site: Callable[[Flask], None], most: int, tmp_path: Path) -> None:
    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {(criterion, item) for criterion, items in PUBLISHED.items() for item in items}
    assert summary["nodes"]["visited"] <= most


BUTTON = "<a id=b style='display:inline-block;width:20px;height:20px;cursor:pointer'><i></i></a>"
POPUP = "<div style='display:none'><ul><li style='cursor:pointer'>Mensal</li><li style='cursor:pointer'>13º salário</li></ul></div>"


def asked(field: str) -> str:
    return f"<table><tr><td>Pergunta</td><td>{field}</td></tr></table><button>Consultar</button>"


@pytest.mark.parametrize(
    ("field", "tag"),
    [
        (f"<span class=x-combobox><input>{BUTTON}{POPUP}</span>", "list"),
        (f"<span class=x><input>{BUTTON.replace('<i>', '<i class=fa-caret-down>')}{POPUP}</span>", "list"),
        (f"<div><div class=wrap><input></div>{BUTTON.replace('id=b', 'class=arrow-trigger')}</div>", "list"),
        (f"<table><tr><td><input readonly></td><td class=x-arrow style='cursor:pointer'><img alt=v></td></tr></table>{POPUP}", "list"),
        # what is asked in its popup is none of the fields of the form
        (f"<span class=bandbox><input readonly>{BUTTON}<div style='display:none'><input><table><tr><td>01</table></div></span>", "list"),
        (f"<span class=datebox><input>{BUTTON}<div style='display:none'></div></span>", "input"),
        (f"<span class=combo-datepicker><input>{BUTTON}</span>", "input"),
        # the shell is pressed, not a button in it; its popup stands beside the shell, or is filled when it opens
        (f"<i style='cursor:pointer'><input readonly><span title=Pesquisar></span></i>{POPUP}", "list"),
        ("<i style='cursor:pointer'><input readonly><span title=Pesquisar></span></i><div></div>", "list"),
        ("<i style='cursor:pointer'><input readonly value=01/02/2026><span></span></i><div></div>", "none"),
        (f"<span class=busca><input>{BUTTON}</span>", "input"),
        ("<span class=combobox><input></span>", "input"),
        ("<input role=combobox aria-haspopup=dialog>", "input"),
        ("<input role=combobox aria-haspopup=listbox>", "list"),
    ],
)  # fmt: skip
def test_boxes_with_a_button(read: Any, field: str, tag: str) -> None:  # noqa: F811
    data = read(asked(field))
    found = [(control.tag, control.label) for form in data.forms for control in form.controls]
    assert found == ([] if tag == "none" else [(tag, "Pergunta")])
    listed = [c.label for c in data.candidates if c.path.endswith("li[1]")]
    assert not (tag == "list" and ("Mensal" in data.html or listed))


SHOWN = "<div class=shown style='cursor:pointer'><span role=combobox aria-haspopup=listbox>2026</span><b role=button aria-haspopup=listbox><i></i></b></div>"
SMALL = "<div style='width:1px;height:1px;overflow:hidden'><input readonly role=combobox aria-haspopup=listbox></div><div>2026</div>"


READ = "<div style='width:1px;height:1px;overflow:hidden'><input readonly role=listbox aria-haspopup=listbox></div>"
ARROW = "<div role=button aria-haspopup=listbox><i></i></div>"


@pytest.mark.parametrize(
    "field",
    [
        SHOWN,
        f"<x-lista><div onclick=go()>{READ}<span>2026</span>{ARROW}</div></x-lista>",
        f"<x-lista><div onclick=go()>{SMALL}</div></x-lista>",
    ],
)
def test_lists_that_are_fields_for_keys(read: Any, field: str) -> None:  # noqa: F811
    data = read(f"<div><div><label>Exercício</label>{field}</div><button>Consultar</button></div>")
    ((control,),) = (form.controls for form in data.forms)
    assert (control.label, control.value) == ("Exercício", "2026")
    assert [c.label for c in data.candidates] == ["Consultar"]


def test_the_button_of_a_calendar_leads_nowhere(read: Any) -> None:  # noqa: F811
    data = read(asked(f"<span class=datebox><input>{BUTTON}</span>"))
    assert [c.label for c in data.candidates] == ["Consultar"]


@pytest.mark.parametrize(
    ("box", "pressed"),
    [
        ("<x-campo onclick=go()><label for=a>Unidade</label><input id=a></x-campo>", False),
        ("<x-campo onclick=go()><label>Ano</label><b role=button aria-haspopup=listbox>2026</b></x-campo>", False),
        ("<x-campo onclick=go()><h3>Despesas</h3><label>Ano<input></label></x-campo>", True),
        ("<div onclick=go()>Receitas</div>", True),
    ],
)
def test_what_is_pressed_to_get_into_a_field(read: Any, box: str, pressed: bool) -> None:  # noqa: F811
    assert bool(read(box).candidates) is pressed


@pytest.mark.parametrize(("role", "rows"), [("role=grid", 2), ("", 0)])
def test_grids_that_listen_for_their_rows(read: Any, role: str, rows: int) -> None:  # noqa: F811
    lines = "".join(f"<tr><td>{n}/2026<td>Obra {n}" for n in (1, 2))
    data = read(
        f"<table id=t {role}><thead><tr><th>Nº<th>Objeto</thead><tbody>{lines}</table><script>t.addEventListener('click', go => 0)</script>"
    )
    assert sum(c.tag == "tr" and "Obra" in c.label for c in data.candidates) == rows


def test_headings_that_are_cells_called_so(read: Any) -> None:  # noqa: F811
    icon = "<img alt='[Filter]' onclick=filtrar()>"
    head = "".join(
        f"<td class=gvHeader onclick=ordenar()><table><tr><td>{n}<td>{icon}</table>" for n in ("Número", "Objeto")
    )
    row = "<tr><td><img alt='[Collapse]' onclick=dobrar()><td>1/2026<td>Obra"
    found = read(f"<table><tr>{head}</table><table>{row}</table>").candidates
    said = {c.label or c.title: (c.row.heading, c.row.count, c.expanded) for c in found}
    assert {said[name] for name in ("Número", "Objeto", "[Filter]")} == {(True, 0, "")}
    assert said["[Collapse]"] == (False, 1, "true")


@pytest.mark.parametrize("bar", ["<i>/ 3</i> <i>[ 1 - 10 / 24 ]</i>", "<i>1 – 10 de 57</i>", "<i>Página 1 de 3</i>"])
def test_what_turns_pages_without_words(read: Any, bar: str) -> None:  # noqa: F811
    (arrow,) = read(f"<div><button><b></b></button>{bar}</div>").candidates
    assert arrow.turns


LIST = "<table><tr><th>Código<th>Nome</table><table><tr><td>01<td>Câmara<tr><td>02<td>Prefeitura</table>"


@pytest.mark.parametrize(
    ("popup", "offered"),
    [
        (f"<p>Nome: <input> <button>Filtrar</button></p>{LIST}<a>›</a>", ["01 Câmara", "02 Prefeitura"]),
        ("<ul><li><span>2026</span></li><li><span>2025</span></li></ul>", ["2026", "2025"]),
        ("<table><tr><td>Jan<td>Fev<tr><td>Mar<td>Abr</table>", ["Jan", "Fev", "Mar", "Abr"]),
        ("<table><tr><td>1<td>2<tr><td>8<td>9</table>", ["1 2", "8 9"]),  # a calendar has no names to choose from
    ],
)
def test_rows_that_a_list_offers(browser: Browser, popup: str, offered: list[str]) -> None:
    page = browser.new_page()
    page.add_init_script(OBSERVER)
    page.goto("about:blank")
    page.evaluate(INSTALL)
    page.evaluate(ASK, ["mark", None])
    page.evaluate("html => { document.body.innerHTML = html; }", popup)
    assert [option.text.split("\n")[0] for option in finding.options(reader_of(page))] == offered
    page.close()


def cells(*rows: list[str], hint: str = "celula") -> list[Pressable]:
    return [
        built(Pressable, {"path": f"table[1]>tr[{n}]>td[{m}]", "tag": "td", "kind": "click", "label": label, "hint": hint,
         "row": {"table": "table[1]", "index": n, "heading": False, "cells": len(row), "column": m}})
        for n, row in enumerate(rows)
        for m, label in enumerate(row)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("candidates", "left"),
    [
        (cells(["01/2026", "Pregão", "Merenda"], ["02/2026", "Dispensa", "Obra"]), ["01/2026", "02/2026"]),
        (cells(["001/2026", "Pregão", "01/02/2026"], ["002/2026", "Obra", "02/02/2026"]), ["001/2026", "002/2026"]),
        (cells(["Jan", "Fev"], ["Mar", "Abr"]), ["Jan", "Fev", "Mar", "Abr"]),
        (cells(["", "Pregão"], ["", "Dispensa"]), ["Pregão", "Dispensa"]),
        (cells(["2024", "2025"], ["2022", "2023"]), ["2024", "2025", "2022", "2023"]),
        (cells(["Jan", "Fev"], hint="abrir(1)"), ["Jan", "Fev"]),  # each has its own script
        (cells(["Receitas"], ["Despesas"]), ["Receitas", "Despesas"]),
    ],
)
def test_cells_that_are_pressed_like_their_row(candidates: list[Pressable], left: list[str]) -> None:
    assert [c.label for c in one_cell_of_each_row(candidates)] == left
