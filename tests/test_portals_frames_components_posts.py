"""End to end on the portals of three makers: frames of an old PHP system, a library of components, posts of the older Java;
and, part by part, what they ask of the walk and of the judge."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import portal_of_components
import portal_of_frames
import portal_of_posts
import pytest
from audited import audit, served
from flask import Flask
from playwright.sync_api import Browser, Page
from views import answer_of, built, reader_of

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.classify.matching import matcher_of
from transparency.crawl.candidates import Ground, Move, moves
from transparency.crawl.candidates.groups import is_pager, one_cell_of_each_row
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.controls import finding
from transparency.extract.forms import Period, choose, field_kind, mark_ranges, month_of, ways_to_write
from transparency.extract.record_sets import find_record_sets
from transparency.items import Column, RecordSet
from transparency.matrix import load_matrix
from transparency.model import Field, Pressable, View
from transparency.node import FrameKey, Node, Step, Target

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
TODAY = dt.date(2026, 11, 21)
HERE = "http://portal.example/contas"
ALL = frozenset(criterion.id for criterion in MATRIX.criteria)
SNAPSHOT = {"queryWords": ["pesquisar"], "onwardWords": [], "maxElements": 5000, "maxCandidates": 300}


@pytest.mark.parametrize(
    ("make", "key", "nodes"),
    [
        pytest.param(portal_of_frames.frames, portal_of_frames.PUBLISHED, 65, marks=pytest.mark.soak),
        pytest.param(portal_of_components.components, portal_of_components.PUBLISHED, 60, marks=pytest.mark.soak),
        pytest.param(portal_of_posts.posts, portal_of_posts.PUBLISHED, 45, marks=pytest.mark.soak),
    ],
)
def test_portals_of_makers(
    tmp_path: Path, make: Callable[[Flask], None], key: dict[str, list[str]], nodes: int
) -> None:
    with served(make) as url:
        verdicts, summary = audit(url, tmp_path)
    published = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    assert published == {(criterion, item) for criterion, items in key.items() for item in items}
    assert summary["nodes"]["visited"] <= nodes


# ---- what is read from a page ----------------------------------------------------------------------------------


@pytest.fixture
def asked(browser: Browser) -> Any:
    page = browser.new_page()
    page.add_init_script(OBSERVER)
    page.goto("about:blank")

    def ask(html: str, operation: str, argument: Any = None) -> Any:
        if html:
            page.set_content(html)
            page.evaluate(INSTALL)
        return answer_of(page, operation, argument)

    ask.page = page  # type: ignore[attr-defined]
    yield ask
    page.close()


SEGMENTS = "".join(
    f"<label><input type=radio style='width:0;opacity:0' {more}><div>{year}</div></label>"
    for year, more in ((2026, "checked"), (2025, ""), (2024, ""))
)
FORM = "<form><fieldset><legend>Parâmetros</legend>{}<input name=credor><input type=image alt=Pesquisar width=9 height=9></fieldset></form>"


@pytest.mark.parametrize(
    ("name", "inner", "years", "chosen"),
    [
        ("round buttons without names", f"<div>{SEGMENTS}</div>", ["2026", "2025", "2024"], 0),
        (
            "links of years in a cell, the present one none of them",
            "<table><tr><td>Exercício:<td><b>2026</b> | <a href='#' onclick=f()>2025</a> | <a href='#' onclick=f()>2024</a></table>",
            ["2026", "2025", "2024"],
            0,
        ),
        (
            "those of several reports",
            "<table>"
            + "<tr><td>Relatório<td><a href='#' onclick=f()>2025</a> <a href='#' onclick=f()>2024</a>" * 2
            + "</table>",
            None,
            None,
        ),
    ],
)
def test_years_of_a_query(asked: Any, name: str, inner: str, years: list[str] | None, chosen: int | None) -> None:
    (form,) = asked(FORM.format(inner), "snapshot", SNAPSHOT).forms
    found = [c for c in form.controls if c.tag == "radio"]
    assert [[o.text for o in c.options] for c in found] == ([years] if years else []), name
    assert [c.value for c in found] == ([chosen] if years else [])


@pytest.mark.parametrize(
    ("before", "label"),
    [
        ("<div class=form-item-label><label>Competência</label></div>", "Competência"),
        ("<label>Ano</label>", "Ano"),
        ("<h2>Notas de empenho</h2>", ""),  # the title of the page
        ("<label>Nome <input></label>", ""),
    ],
)
def test_a_label_before_the_shells_of_a_field(asked: Any, before: str, label: str) -> None:
    field = "<div><div><div><div><span><select><option>1</select></span></div></div></div></div>"
    controls = asked(f"<div>{before}{field}</div>", "snapshot", SNAPSHOT).selects
    assert [c.label for c in controls if c.tag == "select"] == [label]


LIST = """<div style='height:0;overflow:hidden' role=listbox id=l><div role=option>12/2026</div></div>
  <div id=h style='height:90px;overflow-y:auto'><div style='height:360px'><div id=i></div></div></div>
  <script>const all=[...Array(12).keys()].map(n=>(12-n)+'/2026');h.onscroll=()=>{const n=Math.floor(h.scrollTop/30);
  i.style.transform=`translateY(${n*30}px)`;i.innerHTML=all.slice(n,n+4).map(t=>`<div style='height:30px;cursor:pointer'>${t}</div>`).join('')};h.onscroll()</script>"""


def test_a_list_that_draws_what_is_in_sight(asked: Any) -> None:
    """What stands in a box of no size is for readers aloud; the rest comes as the list is moved on, to its end."""
    page: Page = asked.page
    asked("<p>", "mark")
    page.evaluate("html => { document.body.append(document.createRange().createContextualFragment(html)); }", LIST)
    seen: list[str] = []
    for _ in range(20):
        reader = reader_of(page)
        seen += [o.text for o in finding.options(reader) if o.text not in seen]
        drawn = finding.offered(reader)
        place = {"first": drawn[0].index, "last": drawn[-1].index}
        if asked("", "further", {**place, "top": None}) is None:
            break
        page.wait_for_timeout(40)
    assert seen == [f"{n}/2026" for n in range(12, 0, -1)]
    assert asked("", "further", {**place, "top": 0}) == 0


POPUP = "<div style='display:none'><div role=listbox id=lista></div><div class=v><div style='cursor:pointer'>{}</div></div></div>"


def test_a_closed_list_elsewhere_is_no_part_of_the_page(asked: Any) -> None:
    field = "<span onmousedown=f()><input role=combobox readonly aria-haspopup=listbox aria-controls=lista></span>"
    read = asked(f"<body>{field}<p>Despesas</p>{POPUP.format(2025)}", "snapshot", SNAPSHOT)
    assert [c.label for c in read.candidates] == []
    assert "2025" not in read.html


ITEMS = "".join(
    f"<li><div><div><h4>Pregão nº {n}/2026</h4></div></div><ul><li><button>ver detalhes</button></li></ul></li>"
    for n in (14, 15, 16)
)


def test_cards_are_told_by_their_own_titles(asked: Any) -> None:
    read = asked(f"<h2>Certames</h2><ul>{ITEMS}</ul>", "snapshot", SNAPSHOT)
    assert [c.around[0] for c in read.candidates] == [f"Pregão nº {n}/2026" for n in (14, 15, 16)]
    ground = Ground(Node(HERE, labels=("Licitações",)), HERE)
    (move,) = moves([(FrameKey(), HERE, read)], ground, SIGNPOSTS, WORDS.query, TODAY, ALL)
    assert move.kind == "row"  # one of them shows what the others are like


def test_the_arrow_of_a_pager_may_be_a_picture_with_a_name(asked: Any) -> None:
    bar = "<ul><li>1-10 de 23 itens</li><li><button><span role=img aria-label=right></span></button></li></ul>"
    assert [c.turns for c in asked(bar, "snapshot", SNAPSHOT).candidates] == [True]


# ---- what is chosen --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("11 2026", (2026, 11)),
        ("nov 2026", (2026, 11)),
        ("novembro de 2026", (2026, 11)),
        ("2026 11", (2026, 11)),
        ("01 2025 janeiro", (2025, 1)),
        ("novembro", None),
        ("00012 2026", None),
        ("2026", None),
    ],
)
def test_months_of_years(option: str, expected: tuple[int, int] | None) -> None:
    assert month_of(option) == expected


def listed(texts: list[str], label: str = "Competência") -> Field:
    options = [{"text": text, "value": text, "disabled": False} for text in texts]
    return built(Field, {"tag": "list", "type": "", "label": label, "name": "", "value": texts[0], "options": options})


MONTHS = [f"{m:02}/{year}" for year in (2026, 2025, 2024) for m in range(11, 0, -1)]


@pytest.mark.parametrize(
    ("texts", "back", "expected"),
    [
        (MONTHS, 0, "10/2026"),  # the last that is over
        (MONTHS, 1, "11/2025"),
        (MONTHS, 2, "11/2024"),
        (MONTHS, 3, "01/2024"),  # none of that year: the oldest
        (["Selecione", *(f"{m}/2025" for m in ("Março", "Fevereiro", "Janeiro"))], 0, "Março/2025"),
    ],
)
def test_the_month_of_a_year_back(texts: list[str], back: int, expected: str) -> None:
    control = listed(texts, "Mês de pagamento")
    assert field_kind(control, WORDS.query) == "month"
    choice = choose(control, Period(back), TODAY, WORDS.query, {})
    assert choice is not None and choice.text == expected


def test_two_months_without_a_mask_are_a_range() -> None:
    def month(label: str) -> Field:
        return built(
            Field, {"tag": "input", "type": "text", "label": label, "name": "", "value": "", "placeholder": label}
        )

    controls = mark_ranges([month("Mês inicial"), month("Mês final")], WORDS.query)
    choices = [choose(control, Period(1), TODAY, WORDS.query, {}) for control in controls]
    assert [choice and choice.text for choice in choices] == ["01/2025", "12/2025"]
    assert ways_to_write(controls[0], "01/2025") == ["01/2025", "2025-01"]
    assert choose(mark_ranges([month("Mês")], WORDS.query)[0], Period(1), TODAY, WORDS.query, {}) is None


# ---- where to go -----------------------------------------------------------------------------------------------


@pytest.fixture
def offered(snapshot_of: Callable[..., View]) -> Callable[..., list[Move]]:
    def moves_of(body: str, *steps: Step, records: bool = False, columns: frozenset[str] = frozenset()) -> list[Move]:
        read = snapshot_of(f"<!DOCTYPE html>{body}", HERE)
        ground = Ground(Node(HERE, steps=steps, labels=("Servidores",)), HERE, records, columns=columns)
        return moves([(FrameKey(), HERE, read)], ground, SIGNPOSTS, WORDS.query, TODAY, ALL)

    return moves_of


def test_an_index_of_letters_is_tried_where_nothing_is_in_sight(offered: Callable[..., list[Move]]) -> None:
    letters = "".join(f"<a href='/nomes?letra={c}'>{c}</a> " for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    tried = offered(f"<p>{letters}</p>")
    assert [(move.label, move.kind, move.in_series) for move in tried] == [(c, "query", True) for c in "AMJ"]
    assert offered(f"<p>{letters}</p>", records=True) == []
    assert offered("<p><a href='/a'>A</a> <a href='/b'>B</a></p>") == []


KINDS = "<form action=x><select name=tipo><option>{}</select><input name=n><button>Consultar</button></form>".format(
    "<option>".join(("Notas de empenho", "Receita por rubrica", "Licitações"))
)


@pytest.mark.parametrize(("before", "options"), [("", 3), ("Notas de empenho", 2), ("Receita por rubrica", 2)])
def test_what_is_chosen_anew_is_one_place_from_wherever(
    offered: Callable[..., list[Move]], before: str, options: int
) -> None:
    step = Step("query", FrameKey(), Target(""), "", "select", choices=(("tipo", before),))
    label = KINDS.replace("<select name=tipo", "<label for=t>tipo</label><select id=t name=tipo")
    chosen = [m for m in offered(label, *([step] if before else [])) if m.kind == "choice"]
    assert len(chosen) == options
    if before:
        others = {
            m.key
            for m in offered(label, Step("query", FrameKey(), Target(""), "", "select", choices=(("tipo", "Outra"),)))
        }
        assert {m.key for m in chosen} < others


def row(n: int, hint: str, *labels: str, tag: str = "td") -> list[Pressable]:
    return [
        built(Pressable, {"path": f"table[1]>tr[{n}]>td[{m}]", "tag": tag, "kind": "click", "label": label, "title": "", "hint": hint, "box": [m * 20, n * 20, 20, 20],
         "row": {"table": "table[1]", "index": n, "heading": False, "cells": len(labels), "column": m}})
        for m, label in enumerate(labels)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("candidates", "left"),
    [
        ([*row(0, "linha ver(7)", "02", "Saúde"), *row(1, "linha ver(8)", "03", "Obras")], ["02", "03"]),
        ([*row(0, "ver(7)", "02", "Saúde", tag="a"), *row(1, "ver(8)", "03", "Obras", tag="a")], ["02", "03"]),
        (row(0, "celula", "««", "1", "2", "»»"), []),
    ],
)
def test_cells_that_call_with_the_number_of_their_row(candidates: list[Pressable], left: list[str]) -> None:
    assert [c.label for c in one_cell_of_each_row(candidates)] == left


@pytest.mark.parametrize(
    ("candidates", "expected"),
    [
        (row(0, "pagina(1)", "2", "3", "»", "»»"), True),
        (row(0, "abre(1)", "›"), False),  # it opens the only record
        ([*row(0, "abre(1)", "›"), *row(1, "abre(2)", "›")], False),
    ],
)
def test_pages_of_a_scroller(candidates: list[Pressable], expected: bool) -> None:
    assert is_pager(candidates) is expected


@pytest.mark.parametrize(
    ("labels", "down", "expected"),
    [
        (("1", "2", "3"), 0, True),
        (("1", "2"), 20, False),  # numbers of records stand below each other
        (("1", "Saúde"), 0, False),
        (("1", "2"), None, False),  # out of sight, each in a part of its own
    ],
)
def test_page_numbers_stand_side_by_side(labels: tuple[str, ...], down: int | None, expected: bool) -> None:
    candidates = [
        built(Pressable, {"path": f"p[{n}]>a[1]", "tag": "a", "kind": "link", "label": label, "title": "", "hint": "",
         "box": None if down is None else [n * 20, n * down, 20, 20]})
        for n, label in enumerate(labels, 1)
    ]  # fmt: skip
    assert is_pager(candidates) is expected


def test_headings_that_are_buttons_sort(offered: Callable[..., list[Move]]) -> None:
    heads = "<tr><td><input type=submit value=Matrícula><td><input type=submit value=Nome><td><input type=submit value=Cargo>"
    rows = "".join(f"<tr><td><a href='' onclick='ver({n})'>{n}</a><td>Ana {n}<td>Agente" for n in (801, 802))
    columns = frozenset(("matricula", "nome", "cargo"))
    found = offered(f"<table><tr><td>Foi retornado 2 registros{heads}{rows}</table>", records=True, columns=columns)
    assert [move.node.steps[-1].target.label for move in found] == ["801"]


@pytest.mark.parametrize(
    ("criterion", "label", "kind", "sample", "item"),
    [
        ("despesa_extra_orcamentaria", "Reduzido", "number", "810101", "codigo"),
        ("despesa_extra_orcamentaria", "Estrutural", "code", "2.1.8.81.01", "codigo"),
        ("receita_extra_orcamentaria", "Conta Reduzida", "number", "4512", "codigo"),
        ("receita_orcamentaria", "Instituição", "text", "PREFEITURA MUNICIPAL", "uni_gestora"),
        ("receita_orcamentaria", "Instituição", "text", "Banco do Brasil", ""),
    ],
)
def test_words_of_public_accounting(criterion: str, label: str, kind: Any, sample: str, item: str) -> None:
    record_set = RecordSet("table", (Column(label, value_type=kind, filled=3, samples=(sample,)),), 3)
    (about,) = (c for c in MATRIX.criteria if c.id == criterion)
    found = {m.item.key for m in matcher_of(MATRIX).match(record_set, about, ())}
    assert found == ({item} if item else set())


# ---- what it shows ---------------------------------------------------------------------------------------------


def box(left: int, width: int = 150) -> str:
    return f"data-t-box='{left},10,{width},20'"


def test_the_scroll_bar_of_a_body_heads_no_column() -> None:
    """Its columns have been moved sideways under the headings, which stay."""
    heads = "".join(
        f"<th {box(n * 90, 90)}>{head}</th>" for n, head in enumerate(("Código", "Previsto", "Arrecadado", ""))
    )
    rows = "".join(
        f"<tr><td {box(0)}>1.{n}</td><td {box(150)}>{n}.000,00</td><td {box(300)}>{n}00,00</td></tr>" for n in (1, 2, 3)
    )
    (found,) = find_record_sets(
        f"<div><div><table><thead><tr>{heads}</tr></thead></table></div><div><table><tbody>{rows}</tbody></table></div></div>"
    )
    assert [(c.label, c.samples[0]) for c in found.columns] == [
        ("Código", "1.1"),
        ("Previsto", "1.000,00"),
        ("Arrecadado", "100,00"),
    ]


def part(label: str, value: str, name: str = "item-label") -> str:
    return f"<td><div><span class={name}>{label}</span><span class=item-content>{value}</span></div></td>"


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        (part("Modalidade", "Pregão") + part("Nº do certame", "12/2026"), ["Modalidade", "Nº do certame"]),
        (part("Modalidade", "Pregão", "a") + part("Nº do certame", "12/2026", "a"), ["Modalidade", "Nº do certame"]),
    ],
)
def test_a_part_of_a_record_with_two_fields(cells: str, labels: list[str]) -> None:
    found = find_record_sets(f"<div><table><tbody><tr>{cells}</tr></tbody></table></div>")
    assert [c.label for s in found for c in s.columns] == labels


@pytest.mark.parametrize(
    ("head", "over", "files"),
    [
        ("Documento", "", ["Edital", "Aviso de Licitação"]),
        ("Descrição", "<legend>Documentos da licitação</legend>", ["Edital", "Aviso de Licitação"]),
        ("Modalidade", "", []),
    ],
)
def test_files_that_a_script_hands_out(head: str, over: str, files: list[str]) -> None:
    rows = "".join(
        f"<tr><td>0{n}/03/2026</td><td><a href='#'>{name}</a></td></tr>"
        for n, name in ((1, "Edital"), (2, "Aviso de Licitação"))
    )
    found = find_record_sets(f"<fieldset>{over}<table><tr><th>Data</th><th>{head}</th></tr>{rows}</table></fieldset>")
    assert [
        c.label
        for s in found
        for c in s.columns
        if c.value_type == "link" and c.label in ("Edital", "Aviso de Licitação")
    ] == files
