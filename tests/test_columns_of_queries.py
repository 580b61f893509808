"""Queries whose columns a visitor chooses: which fields those are, and how all of them are taken."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from playwright.sync_api import Browser
from test_portals_output_formats import OPTIONS
from views import answer_of, built, like

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.forms import Period, choose, chooses_columns, mark_columns, without_toggles
from transparency.matrix import load_matrix
from transparency.model import Field

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons, labels=MATRIX.labels).query
TODAY = dt.date(2026, 11, 21)
ITEMS = ["Nº do empenho", "Credor", "Valor pago", "Função"]


def several(label: str, texts: list[str], tag: str = "boxes", ticked: tuple[int, ...] = (), **more: Any) -> Field:  # fmt: skip
    """A field of which several options may be taken; each stands at the place of its number."""
    options = [{"text": text, "value": str(n), "disabled": False} for n, text in enumerate(texts)]
    first = min(ticked, default=-1)
    return built(Field, {"tag": tag, "type": "", "label": label, "name": "", "path": label, "value": first, "ticked": list(ticked),
            "options": options, "multiple": tag == "select", "required": False, **more})  # fmt: skip


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (several("Colunas", ["a", "b", "c"]), True),
        (several("Campos a exibir", ["a", "b"], "select"), True),
        (several("O que você quer ver?", ITEMS), True),
        (several("", ITEMS, "pick"), True),
        (several("Colunas", ["a", "b"], "select", multiple=False), False),
        (several("Modalidade", ["Pregão", "Dispensa", "Concorrência"]), False),
        (several("Meses", ["Janeiro", "Fevereiro", "Março", "Abril"]), False),
        (several("Colunas", ["2026 (3)", "2025 (0)"]), False),  # a facet
    ],
)
def test_chooses_columns(control: Field, expected: bool) -> None:
    assert chooses_columns(control, WORDS) is expected


def test_a_drawn_list_of_several_bodies_is_asked_for_one() -> None:
    bodies = several("Unidade", ["Prefeitura Municipal", "Câmara"], "list", required=True)
    bodies.value, bodies.options = "Selecione", [like(option, several=True) for option in bodies.options]
    made = choose(bodies, Period(0), TODAY, WORDS, {})
    assert made is not None and made.text == "Prefeitura Municipal"


@pytest.mark.parametrize(
    ("control", "value"),
    [
        (several("Colunas", ["a", "b", "c"], ticked=(0,)), (("1", True), ("2", True))),
        (several("Colunas", ["a", "b", "Selecionar todas"], ticked=(0,)), (("2", True), ("1", True))),
        (several("Colunas", ["a", "b", "c"], "select", ticked=(0, 1)), ((0, 1, 2),)),
        (several("Campos disponíveis", ["a", "b"], "select", movers=["x"]), ((0, 1),)),
        (several("Campos selecionados", ["a", "b"], "select", filled=True), None),
        (several("Colunas", ["a", "b"], "pick", movers=["x"]), "Colunas"),
        (several("Colunas", ["a", "b"], ticked=(0, 1)), None),
        (several("Ordem", ["Loja", "Casa", "Rua"], type="pressed"), None),  # pressed for other reasons
    ],
)
def test_all_columns_are_taken(control: Field, value: Any) -> None:
    choice = choose(control, Period(), TODAY, WORDS, {})
    assert (choice and choice.value) == value
    assert choice is None or choice.text == "todas"


def test_a_list_that_opens_says_what_is_taken() -> None:
    options = [{"text": t, "value": t, "disabled": False, "several": True, "taken": t == "Código"} for t in ("Código", "Nome", "Valor")]  # fmt: skip
    control = like(several("Colunas", []), tag="list", options=options, value="1 selecionada")
    choice = choose(control, Period(), TODAY, WORDS, {})
    assert choice is not None
    assert choice.value == ("Nome", "Valor")


def test_groups_of_columns_are_told_together() -> None:
    """Two columns and one more would be no list of columns; a box that says something else is left alone."""
    box = {"tag": "input", "type": "checkbox", "name": "", "value": "on", "checked": False, "placeholder": ""}
    alone = [built(Field, box, label=label) for label in ("Programa", "Somente com saldo")]
    asked = [several("Identificação", ITEMS[:2]), several("Valores", ITEMS[2:]), *alone]
    assert [bool(c.columns) for c in mark_columns(asked, WORDS)] == [True, True, True, False]
    assert not any(c.columns for c in mark_columns(asked[:1], WORDS))


def test_what_is_pressed_for_other_reasons_is_no_field() -> None:
    asked = [several("Letras", ["A-", "A", "A+"], type="pressed"), several("Colunas", ["x", "y", "z"], type="pressed")]
    assert [c.label for c in without_toggles(asked, WORDS)] == ["Colunas"]


@pytest.fixture(scope="module")
def asked(browser: Browser) -> Any:
    page = browser.new_page()
    page.add_init_script(OBSERVER)

    def read(html: str) -> list[Field]:
        """The controls of the only form that choose columns."""
        page.goto("about:blank")
        page.set_content(html)
        page.evaluate(INSTALL)
        (form,) = answer_of(page, "snapshot", OPTIONS).forms
        return [c for c in mark_columns(form.controls, WORDS) if chooses_columns(c, WORDS)]

    yield read
    page.close()


PERIOD = "<label>Ano <select><option>2026<option>2025</select></label><button>Gerar consulta</button>"
BUTTONS = "<div>" + "".join(f"<button type=button>{sign}</button>" for sign in ("&gt;", "&gt;&gt;", "&lt;")) + "</div>"
SWITCH = "<p><span>{text}</span><span role=switch aria-label='{text}' aria-checked={on} style='display:inline-block;width:30px;height:9px'></span></p>"
LISTED = "".join(f"<li>{text}</li>" for text in ITEMS[:3])


def each(made: str) -> str:
    """The items, each written as ``made`` says; the first two are taken."""
    return "".join(made.format(text=text, on=str(n < 2).lower(), chosen="selecionado" * (n < 2)) for n, text in enumerate(ITEMS))  # fmt: skip


@pytest.mark.parametrize(
    ("html", "tag", "label", "ticked"),
    [
        ("<h4>Colunas</h4><div>" + each("<button type=button aria-pressed={on}>{text}</button>") + "</div>", "boxes", "Colunas", [0, 1]),
        ("<h4>Colunas</h4><div>" + each(SWITCH) + "</div>", "boxes", "Colunas", [0, 1]),
        ("<h4>Mostrar</h4><div>" + each("<span class='x {chosen}' onclick='1'>{text}</span> ") + "</div>", "boxes", "Mostrar", [0, 1]),
        (f"<div><div>Disponíveis<ul>{LISTED}</ul></div>{BUTTONS}<div><p>Colunas do relatório</p><ul><li>Órgão</li></ul></div></div>", "pick", "Colunas do relatório", []),
        ("<label>Colunas <select multiple><option selected>Órgão<option>Credor<option selected>Valor pago</select></label>", "select", "Colunas", [0, 2]),
    ],
)  # fmt: skip
def test_how_columns_are_offered(asked: Any, html: str, tag: str, label: str, ticked: list[int]) -> None:
    (control,) = asked(f"<main><form>{html}{PERIOD}</form></main>")
    assert (control.tag, control.label, control.ticked) == (tag, label, ticked)
    assert len(control.movers) == (3 if tag == "pick" else 0)


def test_lists_side_by_side(asked: Any) -> None:
    there = "<label>Campos disponíveis <select multiple><option>Credor<option>Órgão</select></label>"
    taken = "<label>Campos selecionados <select multiple><option>Valor pago<option>Nº do empenho</select></label>"
    source, target = asked(f"<form><div>{there}{BUTTONS}{taken}</div><p>{PERIOD}</p></form>")
    assert len(source.movers) == 3
    assert target.filled


@pytest.mark.parametrize(
    "html",
    [
        "<div>" + "".join(f"<button type=button aria-pressed={n == 0}>{t}</button>" for n, t in enumerate(("Tabela", "Gráfico", "Mapa"))) + "</div>",
        "<ol><li class=ativo onclick='1'>Assunto<li class=ativo onclick='1'>Período<li onclick='1'>Resultado</ol>",
        "<div>" + "".join(f"<span class='{'ativo' * (n < 2)}' onclick='1'>{m}</span>" for n, m in enumerate(("Jan", "Fev", "Mar"))) + "</div>",
    ],
)  # fmt: skip
def test_what_is_no_choice_of_columns(asked: Any, html: str) -> None:
    assert asked(f"<main><form>{html}{PERIOD}</form></main>") == []
