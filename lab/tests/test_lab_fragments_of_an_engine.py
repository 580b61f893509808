"""A portal that nobody who makes the program looks at, of classes and an engine: a person's way by the words of the key."""

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

PORTALS = batch("q")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def searched(tab: Tab, page: Page, view: View) -> None:
    """The year, and what must be chosen; a page that has answered already is asked once more."""
    choose_year(tab, page, view)
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, "Março" if given.kind == "mes" else str(first_year(view)))
    if page.auto and page.filters and not view.years.get(page.query({}).year):
        press(tab, page.button)
        if view.tab and view is not page.views[0]:
            tab.locator(".nav-item.active >> text=" + page.views[0].tab).wait_for()
            press(tab, view.tab)


PREPARE: dict[str, Prepare] = {"motorphp": searched}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_the_engine_answers_fragments_and_keeps_filters_by_class(lab: Lab) -> None:
    portal = of("motorphp")
    entry = lab.portal(portal.slug).url
    engine = entry.replace("index.php", "engine.php")
    visit = requests.Session()
    shell = visit.get(
        lab.hosts["motorphp"].url + framework("motorphp").path(portal, portal.page("empenhos")), timeout=10
    )
    assert "Empenhado (R$)" not in shell.text and "Empenhos por credor" in shell.text, "the middle comes by script"
    asked = {"class": "EmpenhoList", "method": "onSearch"}
    assert "0 registro" not in visit.get(engine, params={"class": "EmpenhoList"}, timeout=10).text
    assert "231 registro(s)" in visit.post(engine, {"exercicio": "2025"}, params=asked, timeout=10).text
    again = visit.get(engine, params={"class": "EmpenhoList", "method": "onReload", "page": "2"}, timeout=10).text
    assert "231 registro(s)" in again and "2025000011" in again and "2025000001" not in again
    assert "registro(s)" not in requests.get(engine, params={"class": "EmpenhoList"}, timeout=10).text
    assert "registro(s)" not in visit.get(engine, params={**asked, "method": "onClear"}, timeout=10).text
    lacking = visit.post(engine, {"exercicio": ""}, params={**asked, "class": "DespesaExtraList"}, timeout=10).text
    assert "obrigat" in lacking and "registro(s)" not in lacking
    none = visit.post(engine, {"exercicio": "2023"}, params=asked, timeout=10).text
    assert "Nenhum registro localizado" in none
    assert visit.get(engine, params={"class": "EmpenhoView", "key": "1"}, timeout=10).status_code == 404
    assert "encontrada" in visit.get(engine, params={"class": "Outra"}, timeout=10).text


def test_records_open_where_their_answer_says(lab: Lab, tab: Tab) -> None:
    portal = of("motorphp")
    tab.context.clear_cookies()
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Despesa pública")
    press(tab, "Empenhos por credor")
    press(tab, "Buscar")
    tab.locator("text='184 registro(s)'").wait_for()
    press(tab, "Próxima página")
    tab.locator("text=2026000011").wait_for()
    assert "class=EmpenhoList&method=onReload" in tab.url
    press(tab, "Ver empenho")
    tab.locator(".ui-dialog input[readonly]").first.wait_for()
    assert "EmpenhoView" not in tab.url, "a window moves no address"
    press(tab, "Fechar")
    assert not tab.locator(".ui-dialog").count()
    press(tab, "Receita pública")
    press(tab, "Receita orçada e realizada")
    tab.locator("label >> text=Entidade").wait_for()
    press(tab, "Buscar")
    press(tab, "Expandir")
    tab.locator(".tdatagrid_detail >> text=Espécie").wait_for()
    press(tab, "Expandir")
    tab.locator(".tdatagrid_detail").wait_for(state="detached")
    press(tab, "Gestão de pessoas")
    press(tab, "Servidores e remuneração")
    tab.locator("label >> text=Competência").wait_for()
    press(tab, "Buscar")
    tab.locator(".modal-body:has-text('O campo Competência é obrigatório.')").wait_for()
    press(tab, "OK")
    searched(tab, portal.page("servidores"), portal.page("servidores").views[0])
    press(tab, "Buscar")
    press(tab, "Ver ficha")
    tab.locator("#adianti_right_panel >> text=Ficha financeira").wait_for()
    assert "class=ServidorView" in tab.url
    tab.go_back()
    tab.locator("#adianti_right_panel").wait_for(state="hidden")
    assert tab.url.endswith("class=ServidorList")


def test_a_grid_is_grouped_and_sorted(lab: Lab) -> None:
    portal = of("motorphp")
    engine = lab.portal(portal.slug).url.replace("index.php", "engine.php")
    visit = requests.Session()
    params = {"class": "DotacaoList", "method": "onSearch"}
    text = visit.post(engine, {"exercicio": "2025"}, params=params, timeout=10).text
    groups = [part.partition("</i>")[0] for part in text.split("<b>Órgão</b>: <i>")[1:]]
    assert len(groups) > 2 and groups == sorted(set(groups))
    sorting = {"class": "EmpenhoList", "method": "onReload", "order": "0", "direction": "desc"}
    visit.post(engine, {"exercicio": "2025"}, params={**params, "class": "EmpenhoList"}, timeout=10)
    assert "2025000231" in visit.get(engine, params=sorting, timeout=10).text


def test_the_least_walk() -> None:
    assert least_nodes(of("motorphp")) == 19
