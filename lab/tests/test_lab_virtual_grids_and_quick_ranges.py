"""Portals that nobody who makes the program looks at, of three toolkits: a person's way by the words of the key."""

from __future__ import annotations

import re

import pytest
import requests
from lab_visits import Prepare, batch, check_key, form_test, place_test, press, views_of
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year

from lab.definition import Page, Portal, View
from lab.frameworks import framework
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("n")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def wanted_year(page: Page, view: View) -> tuple[str, str] | None:
    """Label and option of the year, where the form's own has no records or none is chosen."""
    given = next((f for f in page.filters if f.kind == "ano"), None)
    if given is None or (given.default[:4].isdigit() and view.years.get(page.query({}).year)):
        return None
    return given.label, str(first_year(view))


def picked(tab: Tab, page: Page, view: View) -> None:
    """The year, from the list that hangs at the end of the document."""
    if wanted := wanted_year(page, view):
        tab.get_by_role("combobox", name=wanted[0]).click()
        press(tab, wanted[1])


def of_selects_drawn_anew(tab: Tab, page: Page, view: View) -> None:
    """The year, what must be chosen, and a period that has records; a page that has answered already is asked once more."""
    done = False
    for label, option in (
        (f.label, "Março") for f in page.filters if f.options and f.options[0].startswith("Selecione")
    ):
        select(tab, label, option)
    if any(f.kind == "de" and f.default == "Este mês" for f in page.filters):
        tab.locator("input.daterange").click()
        press(tab, "Este ano")
        done = True
    if wanted := wanted_year(page, view):
        select(tab, *wanted)
        done = True
    if done and page.auto:
        press(tab, page.button)


def select(tab: Tab, label: str, option: str) -> None:
    """An option of what is drawn beside a clipped select."""
    tab.locator(".form-group", has_text=label).locator(".select2-selection").click()
    press(tab, option)


def of_a_query(tab: Tab, page: Page, view: View) -> None:
    """The year and the month of a query's selects; a page that has answered already is asked once more."""
    if wanted := wanted_year(page, view):
        tab.get_by_label(wanted[0]).select_option(label=wanted[1])
    for given in page.filters:
        if given.kind == "mes" and given.default == "Selecione":
            tab.get_by_label(given.label).select_option(label="Março")
    if page.auto and wanted:
        press(tab, page.button)


PREPARE: dict[str, Prepare] = {"lancador": picked, "bstabela": of_selects_drawn_anew, "adfweb": of_a_query}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_grid_has_only_the_rows_in_sight_and_a_record_an_address(lab: Lab, tab: Tab) -> None:
    portal = of("lancador")
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Gastos")
    assert tab.locator("text='Certames e compras diretas'").count() == 0, "the tiles of a space come with it"
    press(tab, "Orçamento da despesa")
    rows = tab.locator(".sapUiTableCtrlScroll tr.sapUiTableTr")
    tab.locator("text='Orçamento da despesa - previsto x realizado (44)'").wait_for()
    assert rows.count() == 12
    first = rows.first.inner_text()
    rows.first.hover()
    tab.mouse.wheel(0, 400)
    tab.wait_for_function(
        "first => document.querySelector('.sapUiTableCtrlScroll tr.sapUiTableTr').innerText !== first", arg=first
    )
    assert rows.count() == 12
    tab.locator("[title='Página inicial']").click()
    press(tab, "Receitas")
    press(tab, "Receita por conta")
    press(tab, "Iniciar")
    tab.locator(".sapMInputBaseContentWrapperError").wait_for()
    tab.get_by_role("combobox", name="Exercício").click()
    press(tab, "2025")
    press(tab, "Iniciar")
    tab.locator("text='Por conta de receita (36)'").wait_for()
    tab.locator(".toca").first.click()
    tab.locator("text='Hierarquia da conta'").first.wait_for()
    press(tab, "Voltar")
    tab.locator("text='Por conta de receita (36)'").wait_for()
    tab.locator(".toca").nth(2).click()
    tab.locator("text='Hierarquia da conta'").first.wait_for()
    tab.reload()
    tab.locator("text='Origem da receita'").wait_for()
    press(tab, "Voltar")
    tab.get_by_role("combobox", name="Exercício").wait_for()


def test_a_grid_has_its_heading_twice_and_a_period_its_quick_ranges(lab: Lab, tab: Tab) -> None:
    portal = of("bstabela")
    page = portal.page("despesas")
    address = lab.hosts["bstabela"].url + framework("bstabela").path(portal, page)
    rows = f"{address}/dados/v0"
    found = requests.get(
        rows, params={"offset": "10", "limit": "10", "de": "01/01/2025 - 31/12/2025"}, timeout=10
    ).json()
    assert (found["total"], len(found["rows"])) == (290, 10) and len(found["somas"]) == 6
    march = requests.get(rows, params={"de": "01/03/2025 - 31/03/2025", "search": "Ltda"}, timeout=10).json()
    assert 0 < march["total"] < 40 and all("/03/2025" in row["c1"] for row in march["rows"])
    assert requests.get(rows, params={"de": "01/11/2026 - 20/11/2026"}, timeout=10).json()["total"] == 0
    staff = f"{lab.hosts['bstabela'].url}{framework('bstabela').path(portal, portal.page('servidores'))}/dados/v0"
    assert requests.get(staff, params={"exercicio": "2026"}, timeout=10).json()["total"] == 0, "no month is chosen"
    tab.goto(address)
    press(tab, "Entendi")
    assert tab.locator("text='Selecione os filtros e clique no botão'").count() == 1
    tab.locator("input.daterange").click()
    press(tab, "Ano passado")
    press(tab, "Filtrar")
    tab.locator("text=/Exibindo 1 até 10 de 290 linhas/").wait_for()
    heads = tab.locator("table.tabela thead th").all_inner_texts()
    line = tab.locator("table.tabela tbody tr").first.locator("td").all_inner_texts()
    told = dict(zip([h.strip() for h in heads], line, strict=True))
    assert re.fullmatch(r"\d{5}-25", told["N. Empenho"]) and told["Emissão"].endswith("/2025")
    tab.locator(".detail-icon").first.click()
    tab.locator("text='Unidade orçamentária:'").wait_for()
    press(tab, "Alternar")
    tab.locator(".card-view-title >> text='Vlr. Pago'").first.wait_for()
    tab.goto(lab.hosts["bstabela"].url + framework("bstabela").path(portal, portal.page("orcamento")))
    tab.locator("text=/Exibindo 1 até 10 de 26 linhas/").wait_for()
    assert (
        tab.locator(".fixed-table-header thead").count() == 1
        and tab.locator(".th-inner >> text='Fixado (LOA)'").count() == 2
    )


def test_a_page_comes_back_with_its_window_and_rows_come_after_headings(lab: Lab, tab: Tab) -> None:
    portal = of("adfweb")
    entry = lab.portal(portal.slug).url
    first = requests.get(entry, timeout=10).text
    assert "_afrLoopBack" in first and portal.page("empenho").title not in first
    second = requests.get(f"{entry}&_afrLoop=1&_afrWindowMode=0", timeout=10)
    assert "_adf.ctrl-state=" in second.url and "Empenhos por Credor" in second.text
    lost = requests.post(second.url, data={"event": "pt1:m0:cl1"}, headers={"Adf-Rich-Message": "true"}, timeout=10)
    assert "<redirect" in lost.text, "the view state is the session's"
    tab.goto(entry)
    tab.locator("text='Execução da Despesa'").wait_for()
    assert tab.locator("text='Comparativo da Receita'").count() == 0
    press(tab, "Receita")
    press(tab, "Comparativo da Receita")
    press(tab, "Pesquisar")
    tab.locator("text='Erro: uma seleção é obrigatória.'").wait_for()
    tab.get_by_label("Exercício").select_option(label="2025")
    press(tab, "Pesquisar")
    rows = tab.locator("[_afrrk]")
    rows.nth(24).wait_for()
    assert rows.count() == 25 and rows.first.locator("td").first.inner_text().startswith("1.1.1.2")
    opens = tab.get_by_role("button", name="Visualizar Classificação")
    assert opens.is_disabled()
    rows.first.click()
    opens.and_(tab.locator(":enabled")).click()
    tab.locator("text='Categoria da Receita'").wait_for()
    press(tab, "OK")
    tab.locator("text='Categoria da Receita'").wait_for(state="detached")
    tab.locator("[id='pt1:r1:0:t1::scroller']").evaluate("e => { e.scrollTop = e.scrollHeight; }")
    rows.nth(35).wait_for()
    assert rows.count() == 36


@pytest.mark.parametrize(("name", "nodes"), [("lancador", 22), ("bstabela", 20), ("adfweb", 21)])
def test_the_least_walk(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
