"""A portal that nobody who makes the program looks at, of views and documents: a person's way by the words of the key."""

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

PORTALS = batch("r")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def filled(tab: Tab, page: Page, view: View) -> None:
    """The year, and what must be chosen."""
    choose_year(tab, page, view)
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, "Março" if given.kind == "mes" else str(first_year(view)))


PREPARE: dict[str, Prepare] = {"dominonsf": filled}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_categories_open_one_by_one_or_all_at_once(lab: Lab) -> None:
    portal = of("dominonsf")
    view = lab.hosts["dominonsf"].url + framework("dominonsf").path(portal, portal.page("empenhos"))
    shut = requests.get(f"{view}?OpenView", timeout=10).text
    assert "detalhes de 2026" in shut and "detalhes de 2023" not in shut and "2026.01.0001" not in shut
    year = requests.get(f"{view}?OpenView&Expand=2", timeout=10).text
    assert "Ocultar detalhes de 2025" in year and "detalhes de 02 - Fevereiro" in year and "2025.02." not in year
    month = requests.get(f"{view}?OpenView&Expand=2.2&Count=100", timeout=10).text
    assert "2025.02.0020" in month and "2025.01.0001" not in month
    every = requests.get(f"{view}?OpenView&ExpandView", timeout=10).text
    assert "2026.01.0001" in every and "Start=1.2.9&amp;Count=30&amp;ExpandView" in every and "2026.12" not in every
    assert "2026.02.0037" in requests.get(f"{view}?OpenView&ExpandView&Start=1.2.9", timeout=10).text
    assert "Mostrar detalhes de 2025" in requests.get(f"{view}?OpenView&Collapse=2", timeout=10).text


def test_a_search_leads_to_the_view_that_answers(lab: Lab) -> None:
    portal = of("dominonsf")
    root = lab.hosts["dominonsf"].url
    host = lab.hosts["dominonsf"].framework
    form = root + host.link(portal, portal.page("servidores"))
    lacking = requests.post(form, {"Exercicio": "2025", "Mes": "Selecione o mês"}, timeout=10)
    assert "Mês de competência&quot; deve ser preenchido" in lacking.text
    found = requests.post(form, {"Exercicio": "2025", "Mes": "Março", "Busca": "piau"}, timeout=10)
    assert "SearchView&Query=" in found.url and "Piau" in found.text and "Abrir documento" in found.text
    cold = root + framework("dominonsf").path(portal, portal.page("servidores"))
    assert requests.get(f"{cold}?OpenView", timeout=10).url == form, "the view does not open without a question"
    assert requests.get(f"{cold}/{'0' * 32}?OpenDocument", timeout=10).status_code == 404


def test_groups_and_sections_fold(lab: Lab, tab: Tab) -> None:
    portal = of("dominonsf")
    tab.goto(lab.portal(portal.slug).url)
    assert not tab.locator("text='Licitações'").count()
    press(tab, "Compras")
    press(tab, "Licitações")
    press(tab, "Expandir tudo")
    press(tab, "Abrir documento")
    tab.locator("text='Empresa vencedora'").wait_for()
    tab.locator("img[alt='Ocultar detalhes da seção']").first.click()
    tab.locator("img[alt='Mostrar detalhes da seção']").wait_for()
    assert not tab.locator("text='Secretaria solicitante'").count()
    with tab.expect_popup() as opened:
        press(tab, "Baixar edital")
    opened.value.close()


def test_the_least_walk() -> None:
    assert least_nodes(of("dominonsf")) == 23
