"""Portals that nobody who makes the program looks at, of three decades: a person's way by the words of the key."""

from __future__ import annotations

import re

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

PORTALS = batch("m")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def asked_again(tab: Tab, page: Page, view: View) -> None:
    """The year, where the form's own has no records; a page that has answered already is asked once more."""
    choose_year(tab, page, view)
    if page.auto and page.filters and not view.years.get(page.query({}).year):
        press(tab, page.button)


def required(tab: Tab, page: Page, view: View) -> None:
    """The year, and what must be chosen."""
    choose_year(tab, page, view)
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, "Março")


def segment(tab: Tab, page: Page, view: View) -> None:
    """The button of a year that has records, where the page's own has none."""
    if page.filters and not view.years.get(page.query({}).year):
        press(tab, str(first_year(view)))


PREPARE: dict[str, Prepare] = {"lteboot": asked_again, "displaytag": required, "nextrow": segment}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_grid_asks_for_sheets_with_the_token_of_its_page(lab: Lab, tab: Tab) -> None:
    portal = of("lteboot")
    page = lab.hosts["lteboot"].url + framework("lteboot").path(portal, portal.page("empenho"))
    rows, asked = f"{page}/listar/v0", {"draw": "3", "start": "20", "length": "10", "exercicio": "2025"}
    assert requests.post(rows, data=asked, timeout=10).status_code == 419
    visitor = requests.Session()
    form = visitor.get(page, timeout=10).text
    assert "<table" not in form, "a grid comes with the query"
    token = {"X-CSRF-TOKEN": re.findall(r'csrf-token" content="(\w+)"', form)[0]}
    found = visitor.post(rows, data=asked, headers=token, timeout=10).json()
    assert (found["draw"], found["recordsTotal"], found["recordsFiltered"], len(found["data"])) == (3, 310, 310, 10)
    name = found["data"][0][2]
    narrowed = visitor.post(rows, data=asked | {"start": "0", "search[value]": name}, headers=token, timeout=10).json()
    assert 0 < narrowed["recordsFiltered"] < 310 == narrowed["recordsTotal"]
    tab.goto(lab.portal(portal.slug).url)
    assert not tab.locator("text='Empenhos Emitidos'").is_visible()
    press(tab, "Despesas")
    press(tab, "Empenhos Emitidos")
    choose(tab, "Ano", "2025")
    press(tab, "Buscar")
    tab.locator("text='Mostrando de 1 até 10 de 310 registros'").wait_for()
    press(tab, "Próximo")
    tab.locator("text='Mostrando de 11 até 20 de 310 registros'").wait_for()
    press(tab, "Visualizar")
    tab.locator(".modal-title >> text='Detalhes do Empenho'").wait_for()
    press(tab, "Fechar")
    tab.locator("#modalDetalhe").wait_for(state="hidden")


def test_a_town_stands_in_the_session_and_a_listing_in_its_links(lab: Lab) -> None:
    portal = of("displaytag")
    entry = lab.portal(portal.slug).url
    ask = lab.hosts["displaytag"].url + framework("displaytag").path(portal, portal.page("empenho"))
    asked = {"method": "pesquisar", "tipo": "v0", "exercicio": "2025"}
    assert "Sua sessão expirou" in requests.post(ask, data=asked, timeout=10).text
    visitor = requests.Session()
    first = visitor.get(entry, timeout=10)
    assert first.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
    carried = re.findall(r'href="(/portalmunicipios/consultaEmpenho.do;jsessionid=\w+[^"]*)"', first.text)[0]
    assert "Tipo de listagem" in requests.get(lab.hosts["displaytag"].url + carried, timeout=10).text, (
        "without a cookie"
    )
    assert ";jsessionid=" not in visitor.get(entry, timeout=10).text
    text = visitor.post(ask, data=asked, timeout=10).text
    assert "280 registros encontrados, exibindo 1 até 20." in text
    last = re.findall(r'<a href="([^"]+)">Última', text)[0].replace("&amp;", "&")
    assert "exibindo 261 até 280" in visitor.get(lab.hosts["displaytag"].url + last, timeout=10).text
    csv = re.findall(r'<a href="([^"]+)"><span class="export csv"', text)[0].replace("&amp;", "&")
    assert len(visitor.get(lab.hosts["displaytag"].url + csv, timeout=10).text.splitlines()) == 281
    assert "120 registros" in visitor.post(ask, data=asked | {"tipo": "v1"}, timeout=10).text
    staff = ask.replace("consultaEmpenho", "consultaPessoal")
    refused = visitor.post(staff, data={"method": "pesquisar"}, timeout=10).text
    assert "O campo Mês de Referência é obrigatório." in refused and "pagebanner" not in refused


def test_lines_unfold_and_cards_lead_to_routes(lab: Lab, tab: Tab) -> None:
    portal = of("nextrow")
    entry = lab.portal(portal.slug).url
    assert requests.get(f"{entry}/nada", timeout=10).status_code == 404
    tab.goto(entry)
    assert tab.locator("a >> text='Orçamento por área'").count() == 0
    press(tab, "Gastos")
    press(tab, "Notas de empenho")
    tab.locator("text='Exibindo 12 de 180'").wait_for()
    assert tab.locator("table").count() == 0
    press(tab, "Carregar mais")
    tab.locator("text='Exibindo 24 de 180'").wait_for()
    line = tab.locator("main button[aria-controls]").first
    line.click()
    tab.locator("text='Área (função)'").wait_for()
    line.click()
    assert line.get_attribute("aria-expanded") == "false" and tab.locator("text='Área (função)'").count() == 0
    choose(tab, "Período", "Março")
    tab.locator("text=/^Exibindo 12 de (?!180)/").wait_for()
    tab.get_by_placeholder("Busque por favorecido").fill("nada que exista")
    tab.locator("text='Nenhum registro encontrado.'").wait_for()
    press(tab, "Contratações")
    press(tab, "Licitações")
    press(tab, "Ver processo completo")
    tab.locator("dt >> text='Publicado em'").wait_for()
    tab.reload()
    tab.locator("dt >> text='Publicado em'").wait_for()
    tab.go_back()
    tab.locator("text='Exibindo 12 de 30'").wait_for()


@pytest.mark.parametrize(("name", "nodes"), [("lteboot", 17), ("displaytag", 19), ("nextrow", 17)])
def test_the_least_walk(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
