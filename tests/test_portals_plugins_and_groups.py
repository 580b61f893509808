"""Portals of products that many towns have, audited whole: tables of a plug-in, headless components, groups of rows, an
enterprise's toolkit."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import portal_bstable
import portal_groups
import portal_radix
import portal_ui5
import pytest
from audited import audit, served
from flask import Flask
from playwright.sync_api import Page
from views import answer_of, built

from transparency.browse.operations import INSTALL
from transparency.crawl.candidates import Ground, moves
from transparency.crawl.candidates.groups import GROWS
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import Period, choose
from transparency.extract.record_sets import find_record_sets
from transparency.matrix import load_matrix
from transparency.model import Field, Pressable, View
from transparency.node import FrameKey, Node

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
ALL = frozenset(criterion.id for criterion in MATRIX.criteria)
SNAPSHOT = {"queryWords": ["consultar"], "onwardWords": [], "maxElements": 5000, "maxCandidates": 300}


@pytest.mark.parametrize(
    ("site", "published", "unread", "most"),
    [
        pytest.param(portal_bstable.portal, portal_bstable.PUBLISHED, set(), 55, marks=pytest.mark.soak),
        pytest.param(portal_radix.portal, portal_radix.PUBLISHED, set(), 50, marks=pytest.mark.soak),
        pytest.param(portal_groups.portal, portal_groups.PUBLISHED, portal_groups.UNREAD, 45, marks=pytest.mark.soak),
        pytest.param(portal_ui5.portal, portal_ui5.PUBLISHED, set(), 50, marks=pytest.mark.soak),
    ],
    ids=["bstable", "radix", "groups", "ui5"],
)
def test_all_that_is_published_is_found(
    site: Callable[[Flask], None],
    published: dict[str, list[str]],
    unread: set[tuple[str, str]],
    most: int,
    tmp_path: Path,
) -> None:
    with served(site) as url:
        verdicts, summary = audit(url, tmp_path)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert found == {(criterion, item) for criterion, items in published.items() for item in items} - unread
    assert summary["nodes"]["visited"] <= most


# ---- records ---------------------------------------------------------------------------------------------------------


def labels(html: str) -> list[list[str]]:
    return [[column.label for column in record.columns] for record in find_record_sets(f"<body>{html}</body>")]


def popin(n: int, below: str) -> str:
    """A row, and below it a row of its own for what the screen is too narrow for."""
    return (
        f"<tr><td></td><td>000{n}</td><td>0{n}/01/2025</td></tr><tr><td></td><td colspan=2><div>{below}</div></td></tr>"
    )


def part(label: str, value: str) -> str:
    return f"<div><div><span class=sapMLabel>{label}</span></div><span>:</span><div><span>{value}</span></div></div>"


HEAD = "<thead><tr><th></th><th>Nota de empenho</th><th>Emissão</th></tr></thead>"


@pytest.mark.parametrize(
    ("below", "told"),
    [
        ([part("Credor", f"Firma {n} Ltda") + part("Empenhado", f"{n}.200,00") for n in (1, 2, 3)], ["Credor", "Empenhado"]),
        ([part("Credor", "Firma 1 Ltda") + part("Empenhado", "1.200,00"), "", ""], []),  # one record that was opened
        ([f"<p>Histórico do empenho de número {n}, sem mais.</p>" for n in (1, 2, 3)], []),
    ],
)  # fmt: skip
def test_fields_below_each_row(below: list[str], told: list[str]) -> None:
    rows = "".join(popin(n, text) for n, text in enumerate(below, 1))
    assert ["Nota de empenho", "Emissão", *told] in [
        [label for label in found if label] for found in labels(f"<table>{HEAD}<tbody>{rows}</tbody></table>")
    ]


@pytest.mark.parametrize(
    "label",
    [
        "<span class=sapMLabel><span class=sapMLabelTextWrapper><bdi>{}</bdi></span><span data-colon=:></span></span>",
        "<span class=fieldLabel>{}</span>",
        "<span class=sapMText>{}</span>",
    ],
)
def test_labels_and_values_that_take_turns(label: str) -> None:
    told = {"Processo": "2025.262", "Modalidade": "Dispensa", "Data da sessão": "16/01/2025"}
    html = "".join(f"<div>{label.format(name)}</div><div><span>{value}</span></div>" for name, value in told.items())
    assert list(told) in labels(f"<div>{html}</div>")


def test_a_heading_without_a_name_is_a_heading() -> None:
    """Toolkits lay out each heading by a table of its own, that over a column of buttons, too."""
    names = ("Empenho", "Emissão", "Valor", "")
    heads = "".join(f"<td class=gvHeader><table><tr><td>{n or '&nbsp;'}</td><td></td></tr></table></td>" for n in names)
    group = "<tr><td colspan=4>Unidade: Gabinete</td></tr>"
    rows = "".join(f"<tr><td>000{n}</td><td>0{n}/01/2025</td><td>{n}.200,00</td><td><a href='#'>...</a></td></tr>" for n in (1, 2, 3))  # fmt: skip
    (found,) = labels(f"<table><tr>{heads}</tr>{group}{rows}</table>")
    assert found[:3] == ["Empenho", "Emissão", "Valor"]


# ---- forms -----------------------------------------------------------------------------------------------------------


def field(value: str, **more: Any) -> Field:
    told = {"tag": "input", "type": "text", "label": "Período", "name": "", "placeholder": "", "required": False}
    return built(
        Field,
        {**told, "value": value, "path": "input[1]", "checked": False, "multiple": False, "visible": True, **more},
    )


MASK = "dd/MM/yyyy - dd/MM/yyyy"


@pytest.mark.parametrize(
    ("control", "back", "written"),
    [
        (field("01/11/2026 - 30/11/2026"), 0, None),  # what is written counts, as two fields do
        (field("01/11/2026 - 30/11/2026"), 1, "01/01/2025 - 31/12/2025"),
        (field("20/11/2026 - 20/11/2026"), 0, "01/01/2026 - 20/11/2026"),
        (field("01/11/2026 a 30/11/2026"), 1, "01/01/2025 a 31/12/2025"),
        (field("", placeholder=MASK), 0, "01/01/2026 - 20/11/2026"),
        (field("", placeholder="dd/mm/aaaa"), 1, None),  # one day
        (field("20/11/2026"), 1, None),
    ],
)
def test_two_dates_in_one_box(control: Field, back: int, written: str | None) -> None:
    made = choose(control, Period(back), dt.date(2026, 11, 20), WORDS.query, {})
    assert (made and made.text) == written


@pytest.mark.parametrize("text", ["Digite 3 ou mais caracteres", "Buscando…", "Nenhum resultado encontrado"])
def test_a_message_is_no_choice(text: str) -> None:
    asked = field("", tag="span", type="combobox", label="Credor", typed="", options=[{"text": text, "value": "li[1]", "disabled": False}])  # fmt: skip
    assert choose(asked, Period(), dt.date(2026, 11, 20), WORDS.query, {}) is None


# ---- what is read from a page ----------------------------------------------------------------------------------------

COMBO = "<button role=combobox aria-expanded=false aria-controls=l>2026</button>"
CHOSEN = "<div class=chosen style='width:200px'><a class=single style='cursor:pointer'><span>2026</span></a><div style='clip-path:inset(100%)'><input></div></div>"
SELECT = "<select id=a {}><option>2026</option><option>2025</option></select>"
TABLED = "<table><tr><td>Entidade</td><td>{}</td><td>Exercício</td><td>{}</td></tr></table>"
BOXED = (
    "<table id={0}><tr><td style='display:none'><input type=hidden></td><td><input value={1} readonly></td><td style='cursor:pointer'><img width=9 height=9>"
    "</td></tr></table>"
)
SHELLED = "<div><div><span class=sapMLabel><bdi>Exercício</bdi></span></div><div><div><div><div><input placeholder=aaaa></div></div></div></div></div>"


@pytest.mark.parametrize(
    ("html", "fields", "pressed"),
    [
        (f"<label for=a>Ano</label>{SELECT.format('style=display:none')}{CHOSEN}", ["Ano"], []),  # drawn for the select
        (f"<label for=a>Ano</label>{SELECT.format('')}{CHOSEN.replace('<input>', '')}", ["Ano"], ["2026"]),  # beside one that is seen
        (f"<div>Ano {COMBO}</div>", ["Ano"], []),
        (TABLED.format(BOXED.format("e", "Prefeitura"), BOXED.format("y", "2026")), ["Entidade", "Exercício"], []),
        (SHELLED, ["Exercício"], []),
    ],
)  # fmt: skip
def test_fields_that_scripts_draw(tab: Page, html: str, fields: list[str], pressed: list[str]) -> None:
    tab.set_content(f"<form>{html}<button>Consultar</button></form>")
    tab.evaluate(INSTALL)
    told = answer_of(tab, "snapshot", SNAPSHOT)
    controls = [c for form in told.forms for c in form.controls]
    assert [c.label for c in controls] == fields
    assert [c.label for c in told.candidates if c.label != "Consultar"] == pressed


def test_an_entry_of_a_list_of_columns_is_its_check_box(tab: Page) -> None:
    entry = "<li role=menuitem><label><input type=checkbox checked> <span>{}</span></label>{}</li>"
    menu = "<ul>" + entry.format("Credor", "") + entry.format("Despesas", "<a href='#x'>Abrir</a>") + "</ul>"
    tab.set_content(menu)
    tab.evaluate(INSTALL)
    told = answer_of(tab, "snapshot", SNAPSHOT)
    assert "Credor" not in [c.label for c in told.candidates]
    assert any(c.label.startswith("Despesas") for c in told.candidates)
    assert [t.label for t in told.toggles] == ["Credor", "Despesas"]


@pytest.mark.parametrize(
    ("label", "grows"),
    [
        ("Mais [ 20 / 45 ]", True),
        ("Carregar mais (10 de 48)", True),
        ("Mais", False),
        ("Mais despesas 2 / 2025", False),
    ],
)
def test_lists_that_grow(label: str, grows: bool) -> None:
    assert bool(GROWS.fullmatch(label)) is grows


# ---- where it leads --------------------------------------------------------------------------------------------------

HERE = "http://portal.example/despesas/empenhos"


def entry(label: str, n: int, **more: Any) -> Pressable:
    told = {"kind": "click", "tag": "div", "role": "menuitemcheckbox", "label": label, "region": "nav"}
    return built(Pressable, told, **{"path": f"body[1]>div[2]>div[{n}]", "box": [0, 20 * n, 90, 18], **more})


def led(data: dict[str, Any], **known: Any) -> list[str]:
    ground = Ground(Node(HERE), HERE, promising=True, **known)
    view = built(View, data)
    found = moves([(FrameKey(HERE, ""), HERE, view)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    return [move.label for move in found]


@pytest.mark.parametrize(
    ("known", "offered"),
    [
        ({"records": True, "columns": frozenset(("empenho", "credor"))}, ["colunas"]),  # what is hidden is shown
        ({"headings": frozenset(("empenho", "credor"))}, []),  # over no rows nothing is chosen, nor anything hidden
    ],
)
def test_a_list_of_columns_is_no_list_of_moves(known: dict[str, Any], offered: list[str]) -> None:
    entries = [entry(label, n) for n, label in enumerate(("Empenho", "Credor", "Valor pago"), 1)]
    toggles = [{"path": e.path, "tag": "div", "label": e.label, "checked": e.label != "Valor pago", "hidden": False} for e in entries]  # fmt: skip
    assert led({"candidates": entries, "toggles": toggles}, **known) == offered


@pytest.mark.parametrize(("region", "offered"), [("", True), ("main", True), ("nav", False), ("footer", False)])
def test_tabs_of_a_record_in_the_main_part_of_a_page(region: str, offered: bool) -> None:
    tab = entry("Vencedores", 1, tag="button", role="tab", panel="tab", region=region)
    ground = Ground(Node(HERE), HERE, promising=True, records=True)
    told = built(View, candidates=[tab])
    found = moves([(FrameKey(HERE, ""), HERE, told)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    assert [move.rating.tier == 1 for move in found if move.label == "Vencedores"] == [offered]


@pytest.mark.parametrize(
    ("first", "cells", "known", "pressed"),
    [
        ("true", 1, {"records": True}, []),  # what the open month holds, the others hold
        ("true", 1, {}, ["Março/2026 (2)", "Abril/2026 (3)"]),
        ("false", 1, {"records": True}, ["Março/2026 (2)"]),
        ("true", 2, {"records": True}, ["Março/2026 (2)"]),  # sums, each of something else
    ],
)
def test_one_group_of_records_that_is_open_speaks_for_the_others(
    first: str, cells: int, known: dict[str, Any], pressed: list[str]
) -> None:
    months = ("Fevereiro/2026 (1)", "Março/2026 (2)", "Abril/2026 (3)")
    entries = [
        {
            "kind": "click", "tag": "td", "label": label, "path": f"body[1]>table[1]>tbody[1]>tr[{n}]>td[1]", "box": [0, 20 * n, 90, 18],
            "expanded": "false" if n > 1 else first,
            "row": {"table": "body[1]>table[1]", "index": n, "count": 9, "cells": cells, "head": "Empenho Valor", "says": label},
        }
        for n, label in enumerate(months, 1)
    ]  # fmt: skip
    found = led({"candidates": entries}, **known)
    assert [label for label in found if label in pressed] == pressed and (pressed or not found), found
