"""What is chosen already, read by a browser: years that look pressed, lists whose value stands beside their field."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser
from views import answer_of

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.model import View

OPTIONS = {"queryWords": ["consultar"], "onwardWords": [], "maxElements": 5000, "maxCandidates": 300}


@pytest.fixture(scope="module")
def read(browser: Browser) -> Any:
    page = browser.new_page()
    page.add_init_script(OBSERVER)

    def snapshot(html: str) -> View:
        page.goto("about:blank")
        page.set_content(html)
        page.evaluate(INSTALL)
        return answer_of(page, "snapshot", OPTIONS)

    yield snapshot
    page.close()


def years(pressed: str, tag: str = "button", others: str = "") -> str:
    made = [f"<{tag} {pressed if y == 2025 else others} onclick=go()>{y}</{tag}>" for y in (2026, 2025, 2024)]
    return f"<style>.on{{background:navy}}</style><div>{''.join(made)}</div><p>Despesas</p>"


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        (years("class=on"), "2025"),
        (years("style='font-weight:700'", "span"), "2025"),
        (years("style='border-bottom:2px solid red'", "li"), "2025"),
        (years("disabled"), "2025"),
        (years("aria-pressed=true", others="aria-pressed=false"), "2025"),
        (years("class=is-active"), "2025"),
        (years(""), ""),
        (years("class=on", others="class=on"), ""),
        ("<button class=on onclick=go()>2026</button><button onclick=go()>2025</button>", ""),  # either may be
    ],
)
def test_the_year_that_is_in_sight(read: Any, html: str, chosen: str) -> None:
    shown = [c.label for c in read(html).candidates if c.panel == "shown"]
    assert shown == ([chosen] if chosen else [])


def listed(inner: str) -> str:
    return f"<form><div><label for=a>Exercício</label>{inner}</div><label>Nome <input type=text></label><button type=button>Consultar</button></form>"


FIELD = "<input type=search id=a role=combobox readonly aria-haspopup=listbox value='{}'>"


@pytest.mark.parametrize(
    "inner",
    [
        # the value beside the field, in a box that opens the list
        f"<div style='cursor:pointer' onclick=go()><span>{FIELD.format('')}</span><b title=2026>2026</b></div>",
        f"<div onmousedown=go()><div><span>{FIELD.format('')}</span></div><em>2026</em></div>",
        f"<span class=box>{FIELD.format('2026')}<i class=arrow></i></span>",
    ],
)
def test_a_list_is_a_field_and_nothing_to_click(read: Any, inner: str) -> None:
    data = read(listed(inner))
    ((year, name),) = (form.controls for form in data.forms)
    assert (year.label, year.value, name.label) == ("Exercício", "2026", "Nome")
    assert [c.label for c in data.candidates] == ["Consultar"]


@pytest.mark.parametrize(
    ("shell", "pressed"),
    [
        (
            "<div tabindex=0 onclick=go()>{}<i></i><div>2026</div></div>",
            [],
        ),  # what is written beside it is what it holds
        ("<div tabindex=0 onclick=go()>{}<div>Ver outros anos</div></div>", ["2025 2026 Ver outros anos"]),
        (
            "<div tabindex=0 onclick=go()>{}<div>2026</div><div class=menu style='display:none' onclick=go()><p>2025<p>2026</div></div>",
            [],
        ),
        (
            "<div tabindex=0 onclick=go()>{}<div>2026</div><div class=menu style='display:none' onclick=go()><p>Mês<p>Ano</div></div>",
            ["Mês Ano"],
        ),
    ],
)
def test_a_drawn_list_around_a_native_one_is_that_field(read: Any, shell: str, pressed: list[str]) -> None:
    hidden = "<select name=ano style='position:absolute;opacity:0;width:1px'><option>2025<option selected>2026</select>"
    data = read(f"<form><label>Exercício</label>{shell.format(hidden)}<button type=button>Consultar</button></form>")
    assert [c.label for c in data.candidates] == [*pressed, "Consultar"]
    ((year,),) = (form.controls for form in data.forms)
    assert [option.text for option in year.options] == ["2025", "2026"]


def test_a_field_may_be_named_as_what_a_form_has(read: Any) -> None:
    data = read(
        "<form onclick=go()><input name=title><input name=innerText><input name=id><button type=button>Consultar</button></form><p>Despesas"
    )
    assert "Consultar" in [c.label for c in data.candidates]


@pytest.mark.parametrize(
    "tabs",
    [
        "<div class='t{}'><div role=tab>Por secretaria</div></div><div class='t{}'><div role=tab>Por servidor</div></div>",
        "<button role=tab class='{}'>Por secretaria</button><button role=tab class='{}'>Por servidor</button>",
    ],
)
def test_the_tab_that_is_open_tells_views_apart(read: Any, tabs: str) -> None:
    first, second = (read(f"<h2>Folha</h2>{tabs.format(*on)}").theme for on in ((" active", ""), ("", " active")))
    assert (first, second) == ("Folha | Por secretaria", "Folha | Por servidor")


ARROW = "<i style='display:inline-block;width:18px;height:18px'></i>"


@pytest.mark.parametrize(
    ("button", "year"),
    [
        (f"<button type=button><span>Exercício 2026</span>{ARROW}</button>", "2026"),
        ("<button type=button>Exercício 2026 ▾</button>", "2026"),
        ("<button type=button aria-haspopup=menu>2026</button>", "2026"),
        ("<button type=button>Orçamento 2026</button>", None),  # it may lead anywhere
        (f"<button type=button>{ARROW}<span>Exercício 2026</span></button>", None),  # a picture before its name
    ],
)
def test_the_year_of_a_toolbar_has_an_arrow(read: Any, button: str, year: str | None) -> None:
    fields = [s for s in read(f"<header>{button}</header><p>Despesas").selects if s.type == "year"]
    assert [field.value for field in fields] == ([year] if year else [])


def rows(style: str = "", button: str = "") -> str:
    made = "".join(f"<tr{style}><td>{n}/2026<td>Obra {n}<td>{button}" for n in (1, 2, 3))
    return f"<table><tr><th>Nº<th>Objeto<th>{made}</table><script>for (const r of document.querySelectorAll('tr')) r.addEventListener('click', () => 0)</script>"


@pytest.mark.parametrize(("style", "bare"), [("", True), (" style='cursor:pointer'", False)])
def test_rows_that_only_listen(read: Any, style: str, bare: bool) -> None:
    told = [c.bare for c in read(rows(style)).candidates if c.tag == "tr" and not c.row.heading]
    assert told == [bare] * 3


def test_what_only_says_whether_it_is_open_is_not_pressed(read: Any) -> None:
    page = read(
        "<div aria-expanded=true><button aria-expanded=true>Receitas</button><div><button>Filtrar</button></div></div>"
    )
    assert [c.label for c in page.candidates] == ["Receitas", "Filtrar"]


STAR = "<button title='Adicionar aos favoritos'><i></i></button>"


@pytest.mark.parametrize(
    ("inner", "title"),
    [
        (f"<h3>Empenhos</h3><p>Do órgão ao documento</p>{STAR}", ""),
        ("<h3>Empenhos</h3><img alt='Ver empenhos'>", "Ver empenhos"),
    ],
)
def test_the_star_on_a_card_does_not_name_it(read: Any, inner: str, title: str) -> None:
    card, *_ = read(f"<div style='cursor:pointer' onclick=go()>{inner}</div>").candidates
    assert card.title == title


@pytest.mark.parametrize(("role", "field"), [("button", True), ("", True), ("tab", False)])
def test_a_drawn_list_may_call_itself_a_button(read: Any, role: str, field: bool) -> None:
    box = f"<div {role and f'role={role}'} onclick=go() style='width:300px'><span>Todas as entidades</span> ▾</div>"
    data = read(
        f"<section><div><label>Entidades</label>{box}</div><p><input name=x></p><button>Consultar</button></section>"
    )
    controls = [(c.tag, c.label, c.value) for form in data.forms for c in form.controls]
    assert (("div", "Entidades", "Todas as entidades") in controls) is field


def test_a_field_that_is_a_table_of_its_own_is_called_by_what_stands_before_it(read: Any) -> None:
    field = "<table><tr><td><input name=c{0} value={1}></td><td onclick=go()>▾</td></tr></table>"
    parts = (f"<div><span>{name}:</span>{field.format(*given)}</div>" for name, given in (("Exercício", (1, 2026)), ("Mês", (2, "Todos"))))  # fmt: skip
    data = read(f"<div>{''.join(parts)}<div><button>Consultar</button></div></div>")
    assert [c.label for form in data.forms for c in form.controls] == ["Exercício:", "Mês:"]
