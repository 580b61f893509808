"""Portals that nobody who makes the program looks at, of three frameworks in three languages: a person's way by the words of the key."""

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

PORTALS = batch("o")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def required(tab: Tab, page: Page, view: View) -> None:
    """The year, and what must be chosen."""
    choose_year(tab, page, view)
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, "Março" if given.kind == "mes" else str(first_year(view)))


def of_links(tab: Tab, page: Page, view: View) -> None:
    """The link of a year that has records, where the page's own has none, and of the month that must be chosen."""
    given = next((f for f in page.filters if f.kind == "ano"), None)
    words = [str(first_year(view))] if given and given.default and not view.years.get(page.query({}).year) else []
    words += ["Março" for f in page.filters if f.options and f.options[0].startswith("Selecione")]
    for word in words:
        tab.locator("#changelist-filter").get_by_text(word, exact=True).click()


def sent(tab: Tab, page: Page, view: View) -> None:
    """What is required; a page that has answered already is asked once more."""
    required(tab, page, view)
    if page.auto and page.filters and not view.years.get(page.query({}).year):
        press(tab, page.button)


PREPARE: dict[str, Prepare] = {"yiigrade": required, "listadj": of_links, "wicketsis": sent}
"""What a person does with a framework's forms."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(views_of(PORTALS)), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_row_of_filters_asks_by_itself_and_the_address_follows(lab: Lab, tab: Tab) -> None:
    portal = of("yiigrade")
    address = lab.hosts["yiigrade"].url + framework("yiigrade").path(portal, portal.page("empenho"))
    tab.goto(address)
    tab.locator("text=/Exibindo 1-20 de 230 itens/").wait_for()
    assert tab.locator("tr.filters td").count() == tab.locator("thead tr").first.locator("th").count()
    tab.locator("tr.filters select").select_option("2025")
    tab.locator("text=/Exibindo 1-20 de 310 itens/").wait_for()
    assert "EmpenhoSearch%5Bexercicio%5D=2025" in tab.url
    tab.locator("tr.filters input").nth(2).fill("Ltda")
    tab.keyboard.press("Enter")
    tab.wait_for_function("() => !document.body.innerText.includes('de 310 itens')")
    assert all("Ltda" in row for row in tab.locator("tbody tr").all_inner_texts())
    tab.locator("[title=Exibir]").first.click()
    tab.locator("text='(não definido)'").first.wait_for()
    assert re.search(r"r=empenho%2Fview&id=\d{9}", tab.url)
    part = requests.get(address, headers={"X-PJAX": "true"}, timeout=10).text
    assert "grid-view" in part and "<nav" not in part
    staff = lab.hosts["yiigrade"].url + framework("yiigrade").path(portal, portal.page("servidor"))
    assert "Nenhum resultado" in requests.get(f"{staff}&ServidorSearch[exercicio]=2026", timeout=10).text


def test_filters_are_links_and_the_last_set_of_a_record_is_folded(lab: Lab, tab: Tab) -> None:
    portal = of("listadj")
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Arrecadação")
    press(tab, "Contas de receita")
    tab.locator("text='0 contas de receita'").wait_for()
    assert not tab.locator("#result_list").count(), "no heading without records"
    tab.locator("#changelist-filter >> text='2025'").click()
    tab.locator("text='40 contas de receita'").wait_for()
    assert "exercicio__exact=2025" in tab.url
    press(tab, "Notas de empenho")
    tab.locator("text=/890 notas de empenho/").wait_for()
    press(tab, "2024")
    press(tab, "Março 2024")
    tab.locator("text='‹ 2024'").wait_for()
    assert all("Março de 2024" in row for row in tab.locator("#result_list tbody tr").all_inner_texts())
    tab.locator("#result_list tbody th a").first.click()
    fields = tab.locator(".collapse .form-row")
    assert fields.count() == 9 and not fields.first.is_visible()
    press(tab, "Mostrar")
    assert fields.first.is_visible() and fields.first.locator("label").inner_text() == "Unidade:"
    assert re.search(r"/notaempenho/view/2024\d{5}/", tab.url)


def test_pages_have_numbers_and_answer_in_parts(lab: Lab, tab: Tab) -> None:
    portal = of("wicketsis")
    address = lab.hosts["wicketsis"].url + framework("wicketsis").path(portal, portal.page("credores"))
    visit = requests.Session()
    assert visit.get(address, timeout=10).url == f"{address}?0"
    assert visit.get(f"{address}?77", timeout=10).url == f"{address}?1", "an unknown number is a new page"
    part = visit.post(
        f"{address}?1-1.0-form-pesquisar", {"exercicio": "1"}, headers={"Wicket-Ajax": "true"}, timeout=10
    )
    assert part.text.startswith("<?xml") and "Exibindo 1 a 15 de 240" in part.text and "<h2>" not in part.text
    assert "<redirect>" in requests.get(f"{address}?1-1.0-nav-2", headers={"Wicket-Ajax": "true"}, timeout=10).text
    record = visit.get(f"{address}?1-1.-linha-3", timeout=10)
    assert (
        record.url == f"{address}?2" and "Classificação funcional" in record.text and "2025.000004" not in record.text
    )
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Contabilidade")
    press(tab, "Receita por natureza")
    press(tab, "Executar consulta")
    tab.locator("text=\"Campo 'Ano base' é obrigatório.\"").wait_for()
    choose(tab, "Ano base", "2026")
    press(tab, "Executar consulta")
    tab.locator("text='Exibindo 1 a 15 de 34'").wait_for()
    assert tab.locator("table.dataview thead tr").first.get_attribute("class") == "navigation"
    press(tab, "3")
    tab.locator("text='Exibindo 31 a 34 de 34'").wait_for()
    press(tab, "Detalhes")
    tab.locator(".wicket-modal >> text='Origem'").wait_for()
    press(tab, "Fechar")
    assert not tab.locator(".wicket-modal").count() and "?" in tab.url


@pytest.mark.parametrize(("name", "nodes"), [("yiigrade", 14), ("listadj", 16), ("wicketsis", 19)])
def test_the_least_walk(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
