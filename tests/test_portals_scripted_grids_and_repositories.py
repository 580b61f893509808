"""Portals of three kinds, audited whole: panels and grids of 2013 drawn by a script, a kit of components for Vue, the data sets and
communities of repositories; and by themselves what each of them needs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import portal_easyui
import portal_elplus
import portal_repository
import pytest
from audited import audited_whole
from playwright.sync_api import Browser, Page
from views import answer_of, built

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.classify.assignment import examine
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.forms import Period, choose
from transparency.extract.record_sets import find_record_sets
from transparency.items import Column, PageContext, RecordSet
from transparency.matrix import load_matrix
from transparency.model import Field, View

OPTIONS: dict[str, Any] = {
    "queryWords": ["consultar", "pesquisar"],
    "onwardWords": [],
    "maxElements": 5000,
    "maxCandidates": 300,
}


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(OBSERVER)
    yield context.new_page()
    context.close()


def seen(page: Page, html: str) -> View:
    page.goto("about:blank")
    page.set_content(html)
    page.evaluate(INSTALL)
    return answer_of(page, "snapshot", OPTIONS)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("site", "most"),
    [(portal_easyui, 65), (portal_elplus, 60), (portal_repository, 130)],
    ids=["easyui", "elplus", "repository"],
)
def test_all_that_is_published_is_found(site: ModuleType, most: int, tmp_path: Path) -> None:
    found, published, visited = audited_whole(site, tmp_path)
    assert found == published
    assert visited <= most


# ---- what is pressed ---------------------------------------------------------------------------------------------------

LINES = "".join(f"<tr><td>{n}</td><td>{{}}</td></tr>" for n in range(1, 4))
PLAIN = LINES.format("Ana", "Bia", "Caio")
HEARS = "<script>for (const el of document.querySelectorAll('.ear')) el.addEventListener('{}', () => {{}})</script>"


@pytest.mark.parametrize(
    ("html", "opened"),
    [
        (f"<div class=ear><table>{PLAIN}</table></div>" + HEARS.format("dblclick"), ["1 Ana", "2 Bia", "3 Caio"]),
        (f"<div class=ear><table>{PLAIN}</table></div>" + HEARS.format("wheel"), []),
        # a link in each line opens it
        (
            f"<div class=ear><table>{LINES.format(*['<a href=/x>ver</a>'] * 3)}</table></div>"
            + HEARS.format("dblclick"),
            [],
        ),
        # parts of one list, side by side: a line is opened once
        (
            f"<div style='display:flex'><div class=ear><table>{PLAIN}</table></div><div class=ear><table>{LINES.format('R$ 1', 'R$ 2', 'R$ 3')}</table></div></div>"
            + HEARS.format("dblclick"),
            ["1 R$ 1", "2 R$ 2", "3 R$ 3"],
        ),
        (
            f"<div class=ear><div><div><div><div><table>{PLAIN}</table></div></div></div></div></div>"
            + HEARS.format("dblclick"),
            [],
        ),
    ],
    ids=["ear", "none", "links", "sides", "far"],
)
def test_lines_that_two_clicks_open(page: Page, html: str, opened: list[str]) -> None:
    assert [c.label for c in seen(page, html).candidates if c.tag == "tr"] == opened


def test_what_has_no_name_in_a_heading_only_folds_it(page: Page) -> None:
    head = "<div class=ear style='height:30px'><div>{}</div><div><a href='javascript:void(0)' style='display:inline-block;width:16px;height:16px'></a></div></div>"
    pressed = seen(page, head.format("Despesas") + head.format("") + HEARS.format("click")).candidates
    assert [(c.tag, c.label) for c in pressed] == [("div", "Despesas"), ("a", "")]


CLOSED = "<div class=p style='position:absolute;display:none'><div><div class=ear>{}</div><div class=ear>{}</div></div></div>"
LIST = (
    "<label>Ano <span><input readonly value=2026><span class=ear style='display:inline-block;width:18px;height:20px'></span></span></label>"
    "<a href='javascript:void(0)'>Pesquisar</a>"
)


@pytest.mark.parametrize(
    ("lists", "offered"),
    [
        (CLOSED.format(2026, 2025) + CLOSED.format("Todas", "Dispensa"), []),
        (CLOSED.format("Empenhos", "Receitas"), ["Empenhos", "Receitas"]),  # a menu that nothing is chosen from
    ],
)
def test_closed_lists_at_the_end_of_the_page_are_no_menus(page: Page, lists: str, offered: list[str]) -> None:
    found = seen(page, LIST + lists + HEARS.format("click")).candidates
    assert [c.label for c in found if c.hidden] == offered


# ---- a period of months ------------------------------------------------------------------------------------------------

SHELL = (
    "<style>input{{cursor:pointer}}</style><div><label for=a>Período</label><div><input id=a readonly {}><span>{}</span>"
    "<input readonly {}></div><button onclick=go()>Consultar</button></div>"
)


@pytest.mark.parametrize(
    ("first", "between", "second", "fields"),
    [
        ("", "a", "", 1),
        ("placeholder='Mês inicial'", "", "placeholder='Mês final'", 1),
        ("value=01/2026", "até", "value=10/2026", 1),
        ("", "Unidade gestora", "", 2),
        ("value=Novembro", "/", "value=2026", 2),
        ("placeholder=Mês", "/", "placeholder=Ano", 2),
    ],
)
def test_two_fields_of_one_period_are_one(page: Page, first: str, between: str, second: str, fields: int) -> None:
    (form,) = seen(page, SHELL.format(first, between, second)).forms
    assert [bool(c.between) for c in form.controls] == [fields == 1] * fields


MONTHS = "Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez".split()


@pytest.mark.parametrize(
    ("years", "back", "chosen"),
    [
        ((2026, 2027), 0, ("2026 Jan", "2026 Out")),  # the last month that is over
        ((2025, 2026), 0, ("2026 Jan", "2026 Out")),
        ((2025, 2026), 1, ("2025 Jan", "2025 Dez")),
        ((2026, 2027), 1, None),  # it is not in sight
    ],
)
def test_a_year_in_a_calendar_of_months(years: tuple[int, ...], back: int, chosen: tuple[str, str] | None) -> None:
    texts = [(f"{year} {month}".strip(), month or str(year)) for year in years for month in ("", *MONTHS)]
    options = [{"text": text, "value": value, "disabled": False} for value, text in texts]
    control = built(Field, tag="list", type="text", label="Período", options=options, between=True)
    choice = choose(control, Period(back), dt.date(2026, 11, 20), load_portal_words(("consultar",)).query, {})
    assert (choice and choice.value) == chosen


# ---- tables ------------------------------------------------------------------------------------------------------------


def head(*cells: str) -> str:
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in cells)}</table>"


def cells(*texts: str) -> str:
    return "".join(f"<td><div class=cell>{text}</div></td>" for text in texts)


STOREYS = head("<td colspan=2>Previsão</td><td rowspan=2>Unidade Gestora</td>", "<td>Inicial</td><td>Atualizada</td>")
AMOUNTS = "".join(f"<tr>{cells(f'{n}.000,00', f'{n}.500,00', 'Prefeitura')}</tr>" for n in range(1, 5))
NUMBERED = "".join(f"<tr>{cells(str(n), f'000{n}/2026')}</tr>" for n in range(11, 15))
CODES = "".join(f"<tr>{cells(str(n * n), f'000{n}/2026')}</tr>" for n in range(1, 5))


@pytest.mark.parametrize(
    ("heads", "lines", "labels"),
    [
        (STOREYS, AMOUNTS, ["Previsão / Inicial", "Previsão / Atualizada", "Unidade Gestora"]),
        (head(cells("", "Nº Empenho")), NUMBERED, ["", "Nº Empenho"]),
        (head(cells("", "Nº Empenho")), CODES, None),  # a column of something that has no name
    ],
    ids=["storeys", "numbered", "nameless"],
)
def test_heads_of_plain_cells_in_a_table_of_their_own(heads: str, lines: str, labels: list[str] | None) -> None:
    found = find_record_sets(f"<div><div>{heads}</div><div><table>{lines}</table></div></div>")
    assert [[c.label for c in s.columns] for s in found] == ([labels] if labels else [])


PARTS = [
    [("Matrícula", "002428"), ("Vínculo", "Efetivo"), ("Admissão", "31/05/2021"), ("Carga horária", "40h")],
    [("Proventos", "7.054,93"), ("Descontos", "1.953,87"), ("Líquido", "5.101,06")],
]
LISTED = [("Saúde", "7.054,93"), ("Educação", "1.953,87"), ("Saúde", "5.101,06")]


def parts(*told: list[tuple[str, str]], made: str = "cell") -> str:
    tables = (f"<table>{''.join(f'<tr>{cells(*pair)}</tr>' for pair in part)}</table>" for part in told)
    first, second = tables
    return f"<div><div>Dados</div>{first}<div>Financeiro</div>{second.replace('class=cell', f'class={made}')}</div>"


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        (parts(*PARTS), [["Matrícula", "Vínculo", "Admissão", "Carga horária"], ["Proventos", "Descontos", "Líquido"]]),
        (parts(PARTS[0], LISTED), [["Matrícula", "Vínculo", "Admissão", "Carga horária"]]),
        (parts(*PARTS, made="outra"), [["Matrícula", "Vínculo", "Admissão", "Carga horária"]]),
    ],
    ids=["record", "list", "other make"],
)
def test_parts_of_a_record_in_tables_of_their_own(html: str, labels: list[list[str]]) -> None:
    assert [[c.label for c in s.columns] for s in find_record_sets(html)] == labels


@pytest.mark.parametrize(
    ("types", "served_by"),
    [
        (("text", "numeric(15,2)", "date"), ""),
        (("varchar(200)", "inteiro"), ""),
        (("Consignação", "Retenção", "Caução"), "receita_extra_orcamentaria"),
        (("Texto", "Consignação"), "receita_extra_orcamentaria"),
    ],
)
def test_a_dictionary_of_data_publishes_nothing(types: tuple[str, ...], served_by: str) -> None:
    columns = (
        Column("Campo", "text", 3, samples=("codigo_conta", "nome_conta", "valor")),
        Column("Tipo", "text", 3, samples=types),
        Column("Código", "code", 3, samples=("218810101", "218810102")),
        Column("Descrição", "text", 3, samples=("Código da conta", "Nome da conta")),
        Column("Valor", "money", 3, samples=("1,00", "2,00")),
    )
    told = RecordSet("table", columns, 3, ("Receita extraorçamentária",))
    assert (
        next(iter(examine(told, PageContext(labels=("Receita extraorçamentária",)), load_matrix()).scores), "")
        == served_by
    )
