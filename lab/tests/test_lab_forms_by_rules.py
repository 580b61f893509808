"""A portal that nobody who makes the program looks at, of forms and rules: a person's way by the words of the key."""

from __future__ import annotations

import pytest
import requests
from lab_visits import Prepare, batch, check_key, choose, choose_year, form_test, place_test, press, views_of
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year

from lab.definition import Page, Portal, View
from lab.frameworks import framework
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("p")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def looked_up(tab: Tab, page: Page, view: View) -> None:
    """The year, and what must be chosen or looked up; a page that has answered already is asked once more."""
    choose_year(tab, page, view)
    for given in page.filters:
        if not (given.options and given.options[0].startswith("Selecione")):
            continue
        if given.kind == "unidade":
            press(tab, "Abrir lista")
            press(tab, given.options[1])
        else:
            choose(tab, given.label, "Março" if given.kind == "mes" else str(first_year(view)))
    if page.auto and page.filters and not view.years.get(page.query({}).year):
        press(tab, page.button)


PREPARE: dict[str, Prepare] = {"makerun": looked_up}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_forms_need_the_session_of_their_system_and_rules_answer_scripts(lab: Lab) -> None:
    portal = of("makerun")
    host = lab.hosts["makerun"].url
    address = host + framework("makerun").path(portal, portal.page("empenhos"))
    assert "sessão expirou" in requests.get(address, timeout=10).text
    visit = requests.Session()
    entry = visit.get(lab.portal(portal.slug).url, timeout=10).text
    assert "Notas de empenho" in entry and "href" not in entry.partition("<body")[2], "menus have no addresses"
    form = visit.get(address, timeout=10).text
    assert "new HTMLComboBox(110, 12, 42" in form and "<table" not in form
    asked = {"sys": portal.entity, "formID": "464569210", "grid": "v0", "WFRInput110": "2025", "page": "2"}
    rule = f"{host}/makerun/executeRule.do"
    answer = visit.post(rule, asked, timeout=10).text
    assert answer.startswith("$c('v0').setData(") and '"de": 16' in answer and '"total": 262' in answer
    assert "reload" in requests.post(rule, asked, timeout=10).text
    lacking = visit.post(rule, {**asked, "formID": "464569310", "WFRInput110": "2025"}, timeout=10).text
    assert lacking == 'interactionError("É necessário informar o campo Unidade Gestora.");'
    words = {"sys": portal.entity, "formID": "464569310", "field": "111", "q": "fundo"}
    assert visit.get(f"{host}/makerun/lookup.do", params=words, timeout=10).json() == ["Fundo Municipal de Saúde"]


def test_a_record_opens_in_a_window_or_in_the_frame_for_the_row_selected(lab: Lab, tab: Tab) -> None:
    portal = of("makerun")
    tab.goto(lab.portal(portal.slug).url)
    form = tab.frame_locator("#mainform")
    press(tab, "Despesas")
    press(tab, "Notas de empenho")
    press(tab, "Pesquisar")
    form.locator("text='1 - 15 de 205'").wait_for()
    press(tab, "Próxima página")
    form.locator("text='16 - 30 de 205'").wait_for()
    press(tab, "Visualizar")
    record = tab.frame_locator(".WFRFloat iframe")
    record.locator("input[readonly]").first.wait_for()
    assert record.locator("input[readonly]").nth(1).input_value() == "00016/26"
    press(tab, "Liquidações")
    assert not record.locator("input[readonly]").first.is_visible()
    press(tab, "Fechar")
    assert not tab.locator(".WFRFloat").count()
    press(tab, "Receitas")
    press(tab, "Arrecadação por rubrica")
    press(tab, "Pesquisar")
    form.locator("text='É necessário informar o campo Exercício.'").wait_for()
    press(tab, "OK")
    looked_up(tab, portal.page("receita"), portal.page("receita").views[0])
    press(tab, "Pesquisar")
    form.locator(".gridLines tr").nth(2).click()
    press(tab, "Abrir registro")
    form.locator(".HTMLLabel.rotulo").first.wait_for()
    assert any("filter=ID%3D202600003" in f.url for f in tab.frames)
    press(tab, "Voltar")
    form.locator("text='Pesquisar'").wait_for()


def test_the_least_walk() -> None:
    assert least_nodes(of("makerun")) == 19
