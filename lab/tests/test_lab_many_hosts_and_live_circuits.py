"""Portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import re

import pytest
import requests
from lab_visits import (
    Look,
    Prepare,
    batch,
    check_key,
    choose,
    form_test,
    place_test,
    press,
    views_of,
)
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year, seen

from lab.definition import YEARS, Page, Portal, View
from lab.files import number
from lab.frameworks import framework
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("g")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def exercise(tab: Tab, page: Page, view: View) -> None:
    """The exercise, a link of the bar, where this one has no records; the whole year in place of this month."""
    if first_year(view) != page.query({}).year:
        press(tab, str(first_year(view)))
    for given in page.filters:
        if given.kind == "mes":
            choose(tab, given.label, given.options[0])


def required(tab: Tab, page: Page, view: View) -> None:
    """The first unit, and the year, where they must be chosen."""
    for given in page.filters:
        if given.kind == "unidade":
            choose(tab, given.label, given.options[1])
        elif given.kind == "ano" and given.options[0].startswith("Selecione"):
            choose(tab, given.label, str(first_year(view)))


def header(tab: Tab, page: Page, view: View) -> None:
    """The year, in the header of every page, where this one has no records."""
    if not view.years.get(YEARS[0]):
        choose(tab, "Exercício", str(first_year(view)))


def listed(tab: Tab, page: Page, view: View) -> None:
    """The year, where another than the form's own has records, which must be asked for."""
    year = first_year(view)
    if year != page.query({}).year:
        choose(tab, "Ano", str(year))
        press(tab, page.button)


def at_once(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen, and the year where the form's own has no records: each choice applies by itself."""
    required(tab, page, view)
    for given in page.filters:
        if given.kind == "ano" and given.default and not view.years.get(int(given.default)):
            choose(tab, given.label, str(first_year(view)))


def searched(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen, and another year where there is need of one."""
    at_once(tab, page, view)
    for given in page.filters:
        if given.kind == "mes":
            choose(tab, given.label, "Março")
    if page.auto and not view.years.get(page.query({}).year):
        press(tab, page.button)


def swept(tab: Tab) -> str:
    """All columns of the grids, as they are scrolled into view; first those that were not ticked are."""
    chooser, boxes = tab.locator(".ag-side-button-button"), tab.locator(".ag-column-panel input")
    if chooser.count() and not boxes.count():
        chooser.click()
    for n in range(boxes.count()):
        boxes.nth(n).check()
    texts, ports = [seen(tab)], tab.locator(".ag-center-cols-viewport")
    if ports.count():
        for left in range(0, ports.first.evaluate("p => p.scrollWidth"), 500):
            ports.first.evaluate("(p, left) => { p.scrollLeft = left; }", left)
            tab.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            texts.append(seen(tab))
    return "\n".join(texts)


LOOK: dict[str, Look] = {"gradeag": swept}
"""How a person reads what does not stand in sight all at once."""
PREPARE: dict[str, Prepare] = {
    "indexphp": exercise,
    "mosaiconet": required,
    "strutsdo": required,
    "siscontas": header,
    "circuito": at_once,
    "gradeag": searched,
    "pessoalweb": listed,
}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = views_of(PORTALS)

test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(VIEWS), PREPARE, LOOK)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_an_exercise_goes_along_and_this_month_is_empty(lab: Lab) -> None:
    portal = of("indexphp")
    url = lab.portal(portal.slug).url

    def get(**asked: str) -> str:
        return requests.get(url, params=asked, timeout=10).text

    assert "index.php?pg=assunto&amp;n=1&amp;exercicio=2025" in get(exercicio="2025").replace(f"/{portal.entity}/", "")
    assert "pg=despesa_empenho&exercicio=2025" in get(pg="assunto", n="1", exercicio="2025").replace("&amp;", "&")
    asked = {"pg": "despesa_empenho", "exercicio": "2026"}
    form = get(**asked)
    assert '<option value="11" selected>Novembro' in form and 'class="lista"' not in form
    assert portal.page("emp").message in get(**asked, mes="11", busca="")
    year = get(**asked, mes="0", busca="", pagina="10")
    assert "Página 10 de 10 - 190 registro(s)" in year and year.count(">Detalhar<") == 10
    assert "Página não encontrada" in get(pg="nada")
    wrong = {"pg": "despesa_empenho_detalhar", "exercicio": "2026", "v": "v0", "id": "202600191"}
    assert requests.get(url, params=wrong, timeout=10).status_code == 404


def test_levels_add_up_and_a_state_belongs_to_its_session(lab: Lab) -> None:
    portal = of("mosaiconet")
    url = lab.hosts["mosaiconet"].url + framework("mosaiconet").path(portal, portal.page("despesa"))
    visitor = requests.Session()

    def turn(who: requests.Session, before: str, target: str, argument: str = "", **fields: str) -> str:
        state = re.findall(r'id="__VIEWSTATE" value="([^"]+)"', before)[0]
        asked = {"__VIEWSTATE": state, "__EVENTTARGET": f"ctl00$MainContent${target}", "__EVENTARGUMENT": argument}
        fields = {f"ctl00$MainContent${name}": value for name, value in fields.items()}
        return who.post(url, data=asked | fields, timeout=10).text

    def lines(answer: str) -> list[list[str]]:
        return [
            re.findall(r">([^<>]+)</(?:a|td)>", line) for line in re.findall(r'<tr class="(?:alt)?">.*?</tr>', answer)
        ]

    def total(answer: str) -> float:
        return round(sum(number(line[-1]) or 0 for line in lines(answer)), 2)

    form = visitor.get(url, timeout=10).text
    assert 'value="01/01/2026"' in form and not lines(form)
    assert "* Informe: Data final" in turn(visitor, form, "consultar", de="01/01/2026", ate="ontem")
    entities = turn(visitor, form, "consultar", de="01/03/2026", ate="31/05/2026")
    assert len(lines(entities)) == 4
    below = entities
    for head in ("Órgão", "Unidade", "Elemento de Despesa"):
        above, below = below, turn(visitor, below, "gvNivel", "0")
        assert f'<th scope="col">{head}</th>' in below and total(below) == number(lines(above)[0][-1])
    above, records = below, turn(visitor, below, "gvNivel", "0")
    assert total(records) == number(lines(above)[0][-1]) and re.search(r">\d\d/0[345]/2026<", records)
    assert "Documento de Empenho" in turn(visitor, records, "abrir", re.findall(r"abrir','(\d+)", records)[0])
    assert lines(turn(visitor, records, "lnkNivel", "0")) == lines(entities)
    assert "Sua sessão foi encerrada" in turn(requests.Session(), records, "lnkNivel", "0")


def test_a_query_stays_in_the_session_and_headings_stand_in_three_rows(lab: Lab) -> None:
    portal = of("strutsdo")
    base = f"{lab.hosts['strutsdo'].url}/{portal.entity}/"
    action = f"{base}despesaEmpenho.do"
    visitor, other = requests.Session(), requests.Session()
    form = visitor.get(action, timeout=10).text
    assert "displaytag" not in form
    asked = {"unidade": "PREFEITURA MUNICIPAL", "exercicio": "Selecione", "busca": ""}
    refused = visitor.post(action, params={"method": "pesquisar"}, data=asked, timeout=10).text
    assert "O campo Exercício é obrigatório." in refused and "displaytag" not in refused
    found = visitor.post(action, params={"method": "pesquisar"}, data=asked | {"exercicio": "2025"}, timeout=10).text
    heads = re.findall(r"<tr>(<th.*?)</tr>", found)
    assert len(heads) == 3 and '<th colspan="3">Valores (R$)</th>' in heads[0]
    assert '<th rowspan="2">Empenho</th><th colspan="2">Execução</th>' in heads[1]
    sheet = {"method": "paginar", "d-16544-p": "11"}
    assert "220 registros encontrados, exibindo página 11 de 11." in visitor.get(action, params=sheet, timeout=10).text
    assert "displaytag" not in other.get(action, params=sheet, timeout=10).text, "another session has asked for nothing"
    query = {"method": "pesquisar"}
    sums = visitor.post(f"{base}despesaOrgao.do", params=query, data={"exercicio": "2026"}, timeout=10).text
    over = [int(n) for n in re.findall(r'<td rowspan="(\d+)"', sums)]
    rows = re.findall(r'<tr class="(?:odd|even)">(.*?)</tr>', sums)
    assert len(rows) == 30 and sum(n - 1 for n in over) == sum(row.count("<td") == 6 for row in rows) > 0
    months = visitor.get(f"{base}folhaPagamento.do", timeout=10).text
    assert re.findall(r">([A-ZÇ]+/20\d\d)</a>", months)[:1] == ["OUTUBRO/2026"] and months.count("mes=") == 10 + 12


def test_three_hosts_make_one_portal_each_with_a_memory_of_its_own(lab: Lab) -> None:
    portal = of("sitioproprio")
    visitor, other = requests.Session(), requests.Session()
    links = requests.get(f"{lab.portal(portal.slug).url}acesso-a-informacao/", timeout=10).text
    away = re.findall(r'<a href="(http://[^"]+)"[^>]*>([^<]+)</a>', links)
    assert [words for _, words in away] == [door.split(" | ")[0] for door in portal.options["doors"]]
    assert [next(n for n, h in lab.hosts.items() if a.startswith(h.url)) for a, _ in away] == [
        "siscontas",
        "pessoalweb",
        "pessoalweb",
    ]
    accounts = lab.hosts["siscontas"].url
    quadro = framework("siscontas").path(portal, portal.page("elementos"))
    empty = portal.page("elementos").message
    assert empty in visitor.get(accounts + quadro, timeout=10).text
    year = {"ano": "2025", "volta": quadro}
    chosen = visitor.get(f"{accounts}/transparencia/exercicio", params=year, timeout=10)
    assert chosen.url == accounts + quadro and empty not in chosen.text and "<tfoot>" in chosen.text
    assert empty in other.get(accounts + quadro, timeout=10).text, "another visitor's year is another"
    bids = lab.hosts["pessoalweb"].url + framework("pessoalweb").path(portal, portal.page("licitacoes"))
    asked = {"handler": "Lista", "ano": "2025", "exercicio": "2025", "opcao": "Concorrência"}
    assert requests.get(bids, params=asked, timeout=10).status_code == 400
    assert "<form" in requests.get(bids, timeout=10).text
    script = {"X-Requested-With": "XMLHttpRequest"}
    found = requests.get(bids, params=asked, headers=script, timeout=10).text
    kinds = re.findall(r"<small>Modalidade</small><div>([^<]+)</div>", found)
    assert kinds and set(kinds) == {"Concorrência"}
    every = requests.get(bids, params=asked | {"opcao": "Todas"}, headers=script, timeout=10).text
    assert every.count("Ver processo") == 12 and 'data-pagina="4"' in every and "<html" not in every


def test_a_circuit_renders_what_changed_and_knows_its_own_handlers(lab: Lab, tab: Tab) -> None:
    portal = of("circuito")
    base = lab.hosts["circuito"].url
    first = requests.get(lab.portal(portal.slug).url, timeout=10).text
    assert "href" not in first.partition("<body>")[2] and "Receita Detalhada" not in first
    asked = {"address": f"/{portal.entity}/despesa/favorecidos"}
    begun = requests.post(f"{base}/_blazor/negotiate", json=asked, timeout=10).json()

    def tell(token: str = begun["connectionToken"], **event: object) -> requests.Response:
        return requests.post(f"{base}/_blazor", params={"id": token}, json=event, timeout=10)

    assert set(begun["render"]) == {"menu", "corpo", "gaveta"} and "15 de 130" in begun["render"]["corpo"]
    more = int(re.findall(r'b-h="(\d+)"><span[^>]*>Carregar mais', begun["render"]["corpo"])[0])
    answer = tell(handler=more).json()["render"]
    assert list(answer) == ["corpo"] and "30 de 130" in answer["corpo"]
    record = int(re.findall(r'aria-label="Ver detalhes" b-h="(\d+)"', answer["corpo"])[-1])
    assert list(tell(handler=record).json()["render"])[-1] == "gaveta"
    assert tell(handler=9999).status_code == 400 and tell(token="outro", handler=more).status_code == 404
    receipts = tell(address=f"/{portal.entity}/receita/detalhada").json()
    assert "Selecione entidade e ano para visualizar" in receipts["render"]["corpo"]
    tab.goto(base + framework("circuito").path(portal, portal.page("emp")))
    tab.locator("text=15 de 130").wait_for()
    for count in (30, 45):
        press(tab, "Carregar mais")
        tab.locator(f"text={count} de 130").wait_for()
    assert tab.locator(".mud-table-body tr").count() == 45 and not tab.locator("[b-h]").count()
    tab.go_back()


def test_columns_are_there_while_they_are_in_sight_and_ticked(lab: Lab, tab: Tab) -> None:
    portal = of("gradeag")
    page = portal.page("empenhos")
    base = f"{lab.hosts['gradeag'].url}/{portal.entity}"
    asked = {"filtros": {"exercicio": "2025"}, "startRow": 180, "endRow": 200}
    refused = requests.post(f"{base}/api/tela/empenhos/v0", json=asked, timeout=10)
    assert refused.status_code == 422 and refused.json()["erro"] == "O campo Unidade gestora é obrigatório."
    asked["filtros"] = {"exercicio": "2025", "unidade": "Prefeitura Municipal"}
    found = requests.post(f"{base}/api/tela/empenhos/v0", json=asked, timeout=10).json()
    assert (found["rowCount"], len(found["rowData"]), len(found["rowData"][0])) == (190, 10, 1 + 15)
    tab.goto(f"{base}/portal/despesas/empenhos")
    searched(tab, page, page.views[0])
    press(tab, page.button)
    heads = tab.locator(".ag-header-cell-text")
    heads.first.wait_for()
    at_first = heads.all_inner_texts()
    assert at_first[0] == "Nº Empenho" and len(at_first) < 8 and "Vlr. Pago (R$)" not in at_first
    tab.locator(".ag-center-cols-viewport").evaluate("p => { p.scrollLeft = p.scrollWidth; }")
    tab.locator("text='Vlr. Pago (R$)'").wait_for()
    assert "Nº Empenho" not in heads.all_inner_texts() and "Programa" not in heads.all_inner_texts()
    column = next(c for c in page.views[0].columns if c.label == "Programa")
    words = framework("gradeag").where_column(portal, page, page.views[0], column, False)[0].split(" › ")
    assert words[-2:] == ["Colunas", "Programa"]
    for word in words[-2:]:
        press(tab, word)
    tab.locator(".ag-center-cols-viewport").evaluate("p => { p.scrollLeft = 5 * 190; }")
    tab.locator(".ag-header-cell-text >> text='Programa'").wait_for()
    row = framework("gradeag").detail_path(portal, page, page.views[0])
    tab.goto(f"{lab.hosts['gradeag'].url}{row}/202500190")
    tab.locator("label >> text='Categoria econômica'").wait_for()


BY_HAND = {
    # entry; four subjects; commitments, the whole year and a record 3, payments 2, departments at once; extra of another exercise 3;
    # revenue and a record 3; bids at once, a record 2; servants 2
    "indexphp": 1 + 4 + 3 + 2 + 1 + 3 + 3 + 2 + 2,
    # entry; expenditure, five levels and a document 7; extra 2; revenue and three levels 4; extra revenue 2; a purchase 3; pay 2
    "mosaiconet": 1 + 7 + 2 + 4 + 2 + 3 + 2,
    # entry; commitments and a record 3; departments 2; extra 2; revenue 2; extra revenue 2; bids at once, a record 2; a month, a payslip 3
    "strutsdo": 1 + 3 + 2 + 2 + 2 + 2 + 2 + 3,
    # entry, its page of links, three fronts; commitments at once, a record 2; elements of another year 2; extra 1; revenue, its other tab,
    # a record 3; extra revenue of another year 2; servants and a record 3; bids of another year and a record 3
    "sitioproprio": 2 + 3 + 2 + 2 + 1 + 3 + 2 + 3 + 3,
    # entry, four menus; expenses at once, a record 2; the budget of a year 2; extra of another year 2; revenue and a record 3; extra revenue
    # at once; bids at once, a record, direct ones 3; salaries 2
    "circuito": 1 + 4 + 2 + 2 + 2 + 3 + 1 + 3 + 2,
    # entry, four menus; commitments, the tool panel, its columns and a record 5; extra 2; revenue 2; bids, the agenda, a record 4; servants,
    # the tool panel, its column 4
    "gradeag": 1 + 4 + 5 + 2 + 2 + 4 + 4,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
