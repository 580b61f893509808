"""Portals that nobody who makes the program looks at, of vendors and of an association of towns: a person's way by the words of the key."""

from __future__ import annotations

import re

import pytest
import requests
from lab_visits import Prepare, batch, check_key, choose, form_test, place_test, press, views_of
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year

from lab.definition import Page, Portal, Query, View
from lab.frameworks.federa import Federa
from lab.frameworks.gridforms import GridForms
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("l")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def in_the_drawer(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen in the drawer of filters, and the year where the drawer's own has no records."""
    year = first_year(view)
    wanted = {}
    for given in page.filters:
        if given.options and (given.options[0].startswith("Selecione") or given.kind == "ano"):
            wanted[given.label] = str(year) if given.kind == "ano" else given.options[3]
    if page.auto and view.years.get(page.query({}).year):
        return
    if page.auto:
        press(tab, "Filtros")
    for label, option in wanted.items():
        choose(tab, label, option)
    if page.auto:
        press(tab, page.button)


def posted_back(tab: Tab, page: Page, view: View) -> None:
    """The exercise, which posts by itself, where the form's own has no records; a month that has some."""
    year = str(first_year(view))
    if GridForms.must_choose(page, view):
        choose(tab, "Exercício", year)
        tab.locator(f"select[name$=ddlExercicio]:enabled >> option[selected]:text-is('{year}')").wait_for(
            state="attached"
        )


PREPARE: dict[str, Prepare] = {"nuvemang": in_the_drawer, "gridforms": posted_back, "federa": lambda *_: None}
"""What a person does with a framework's forms."""
VIEWS = views_of(PORTALS)


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(VIEWS), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_service_wants_the_tenant_and_a_drawer_what_is_required(lab: Lab, tab: Tab) -> None:
    portal = of("nuvemang")
    entry = lab.portal(portal.slug).url
    rows = f"{entry}api/v1/lista/empenhos/v0"
    tenant = {"X-Entidade": portal.entity}

    def ask(**given: object) -> requests.Response:
        return requests.post(rows, json=given, headers=tenant, timeout=10)

    assert requests.post(rows, json={"filtros": {"exercicio": "2025"}}, timeout=10).status_code == 403
    assert (ask().status_code, ask().json()["mensagem"]) == (422, "Campo obrigatório não informado: Exercício")
    last = ask(filtros={"exercicio": "2025"}, pagina=4, tamanho=50).json()
    assert (last["totalRegistros"], len(last["conteudo"])) == (230, 30)
    file = requests.get(f"{entry}api/v1/exportar/empenhos/v0/csv?exercicio=2024", timeout=10)
    assert file.text.count("\n") >= 210 and "Favorecido" in file.text
    tab.goto(entry)
    tab.locator("mat-card.atalho >> text='Notas de Empenho'").first.click()
    tab.locator("text='Utilize os filtros para realizar a consulta.'").wait_for()
    assert not tab.locator("text='Filtrar resultados'").is_visible() and tab.locator("table").count() == 0
    press(tab, "Filtros")
    press(tab, "Aplicar")
    tab.locator("mat-error >> text='Campo obrigatório'").wait_for()
    choose(tab, "Exercício", "2025")
    assert tab.locator(".mat-option").count() == 0, "an overlay goes with its choice"
    press(tab, "Aplicar")
    tab.locator("text='1 – 10 de 230'").wait_for()
    choose(tab, "Itens por página:", "50")
    tab.locator("text='1 – 50 de 230'").wait_for()
    tab.locator(".tabela-rolagem").evaluate("e => e.scrollTop = e.scrollHeight")
    assert tab.locator("th >> text='Favorecido'").is_visible()
    tab.locator("[aria-label='Próxima página']").click()
    tab.locator("text='51 – 100 de 230'").wait_for()


def hidden(text: str) -> dict[str, str]:
    """The fields of a page's form that nobody sees."""
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" id="[^"]+" value="([^"]*)"', text))


def test_a_form_refuses_what_it_did_not_offer(lab: Lab) -> None:
    portal = of("gridforms")
    address = lab.hosts["gridforms"].url + GridForms.path(portal, portal.page("empenhos"))
    content, grid = "ctl00$cphConteudo$", "ctl00$cphConteudo$gvDados"
    now = requests.get(address, timeout=10).text
    assert '<option selected="selected" value="--">' not in now and 'disabled="disabled"><option value="--">' in now

    def post(target: str = "", argument: str = "", **given: str) -> str:
        nonlocal now
        fields = {**hidden(now), "__EVENTTARGET": target, "__EVENTARGUMENT": argument}
        answer = requests.post(address, data=fields | {content + k: v for k, v in given.items()}, timeout=10)
        if answer.status_code == 200:
            now = answer.text
        return answer.text

    year = {"ddlExercicio": "2025"}
    assert "Argumento de postback" in post(ddlExercicio="2019", btnConsultar="Pesquisar")
    assert "* Selecione o campo Exercício." in post(ddlExercicio="Selecione", btnConsultar="Pesquisar")
    chosen = post(f"{content}ddlExercicio", **year)
    assert 'value="Março"' in chosen and "gvDados" not in chosen, "the months come with the year, the records do not"
    assert "Total de registros: 260" in post(ddlMes="Todos", btnConsultar="Pesquisar", **year)
    assert "Page$11" in now and "Page$12" not in now
    assert "Argumento de postback" in post(grid, "Page$40", **year)
    assert "<span>11</span>" in post(grid, "Page$11", **year) and ">...</a>" in now
    assert ">000151</a>" in now and "Função:" in post(f"{grid}$ctl03$lnkItem", **year) and "gvDados" not in now
    assert "gvDados" in post(f"{content}lnkVoltar", **year) and "<span>11</span>" in now
    first = re.findall(r'class="num">([\d.,]+)<', post(grid, "Sort$3", **year))
    assert [float(v.replace(".", "").replace(",", ".")) for v in first] == sorted(
        float(v.replace(".", "").replace(",", ".")) for v in first
    )
    assert post(**{"imgExcel.x": "4", "imgExcel.y": "7"}, **year).count("<tr>") == 261
    torn = requests.post(address, data={**hidden(now), "__VIEWSTATE": "AAAA"}, timeout=10)
    assert torn.status_code == 500 and "MAC do viewstate" in torn.text


def test_an_update_panel_gets_what_changed_alone(lab: Lab, tab: Tab) -> None:
    portal = of("gridforms")
    page = portal.page("folha")
    loads: list[str] = []
    tab.on("load", lambda _: loads.append(tab.url))
    tab.goto(lab.hosts["gridforms"].url + GridForms.path(portal, page))
    choose(tab, "Exercício", "2025")
    tab.locator("select[name$=ddlMes]:enabled").select_option("Maio")
    press(tab, "Pesquisar")
    count = len(portal.rows(page, page.views[0], Query(2025, 5)))
    tab.locator(f"text='Total de registros: {count}'").wait_for()
    tab.locator(".gv-pager a >> text='2'").click()
    tab.locator(".gv-pager span >> text='2'").wait_for()
    assert len(loads) == 1


def test_a_button_fetches_the_table_of_a_month_and_a_row_unfolds(lab: Lab, tab: Tab) -> None:
    portal = of("federa")
    page = portal.page("empenhos")
    url = lab.hosts["federa"].url
    shown = requests.get(url + Federa.path(portal, page), timeout=10).text
    tables = [t for t in re.findall(r'data-quadro="([^"]+)"', shown) if "/2025/" in t]
    assert len(tables) == 12 and "Informações em processo de atualização." in shown and "<table" not in shown
    found = [requests.get(url + t, timeout=10).text for t in tables]
    assert sum(text.count('<tr class="toca">') for text in found) == 150 and "<html" not in found[0]
    assert requests.get(url + tables[0].replace("2025", "2019"), timeout=10).status_code == 404
    strange = f"{url}{Federa.record_path(portal, portal.page('dispensas'), 0, '')}202500033/x/"
    assert requests.get(strange, timeout=10).status_code == 404
    tab.goto(url + Federa.path(portal, page))
    press(tab, "2024")
    press(tab, "Junho")
    tab.locator("h3 >> text='Empenhos Emitidos - Junho/2024'").wait_for()
    assert not tab.locator("text='CPF/CNPJ do Credor' >> visible=true").count()
    press(tab, "(linha)")
    tab.locator(".footable-detail-row th >> text='CPF/CNPJ do Credor'").wait_for()
    press(tab, "(linha)")
    assert tab.locator(".footable-detail-row").count() == 0


BY_HAND = {
    # entry; by body at once 1, by function 1; notes of 2025 and one 3; extra of 2025 2; revenue at once and one 2; taxes of 2025 2; extra
    # revenue at once 1; bids of 2025 and one 3; pay of a month and one 3
    "nuvemang": 1 + 1 + 1 + 3 + 2 + 2 + 2 + 1 + 3 + 3,
    # entry; notes: exercise, answer, one 4; budget of 2025 2; extra: exercise, answer 3; revenue, answer, one 3; extra revenue of 2025 2;
    # bids: exercise, answer, one 4; price auctions at once 1; pay: exercise, answer 3
    "gridforms": 1 + 4 + 2 + 3 + 3 + 2 + 4 + 1 + 3,
    # entry, cards, four subjects; budget 2, notes and one 3, payments 2, extra 2; revenue and one 3, extra 2; bids of 2025 and one 3, direct
    # ones at once and one 2; pay 2
    "federa": 2 + 4 + 2 + 3 + 2 + 2 + 3 + 2 + 3 + 2 + 2,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
