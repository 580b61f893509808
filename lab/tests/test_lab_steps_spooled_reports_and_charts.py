"""Six portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import re

import pytest
import requests
from lab_visits import (
    Prepare,
    batch,
    check_key,
    choose,
    choose_year,
    form_test,
    place_test,
    press,
    views_of,
)
from playwright.sync_api import Page as Tab
from test_lab_national import first_year

from lab.definition import Page, Portal, View
from lab.frameworks import framework
from lab.least import least_nodes
from lab.server import Lab

pytestmark = pytest.mark.soak  # these replicas rest; their keys are held by test_lab.py and test_least.py

PORTALS = batch("e")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def stage(tab: Tab, page: Page, view: View) -> None:
    """What the step in sight must know, and the year where its own is empty."""
    for given in page.filters:
        here = tab.locator(f'[role=combobox][aria-label="{given.label}"]:visible').count()
        if here and given.options[0].startswith("Selecione"):
            choose(tab, given.label, str(first_year(view)) if given.kind == "ano" else given.options[1])
        elif here and given.kind == "ano":
            choose_year(tab, page, view)


def toolbar(tab: Tab, page: Page, view: View) -> None:
    """The first entity where one must be chosen, and the year that holds records, in the row of filters of the view's own grid."""
    title = f"{view.tab or view.caption or page.menu[-1]}"
    row = tab.locator(f'.ui-jqgrid:has(.ui-jqgrid-title:text-is("{title}"):visible) .ui-search-toolbar')
    for given in page.filters:
        box = row.locator(f'select[aria-label="{given.label}"]')
        if given.kind == "unidade" and given.options[0].startswith("Selecione"):
            box.select_option(given.options[1])
        elif given.kind == "ano" and not view.years.get(int(given.default or 0)):
            box.select_option(str(first_year(view)))


def typed(tab: Tab, page: Page, view: View) -> None:
    """The year is typed, where the form's own holds nothing."""
    for given in page.filters:
        if given.kind == "ano" and not view.years.get(int(given.default or 0)):
            tab.fill(f"#{page.id}__exercicio", str(first_year(view)))


def pressed(tab: Tab, page: Page, view: View) -> None:
    """The year's button, or facet, where the one pressed at first has no records."""
    for given in page.filters:
        if given.kind == "ano" and not view.years.get(int(given.default)):
            press(tab, str(first_year(view)))


def nothing(tab: Tab, page: Page, view: View) -> None:
    """The year is a word of the place."""


PREPARE: dict[str, Prepare] = {
    "etapas": stage,
    "jqgrade": toolbar,
    "emissor": typed,
    "mirante": pressed,
    "consolidado": nothing,
    "explorador": pressed,
}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = views_of(PORTALS)

test_a_place_shows_what_the_key_claims = place_test(PORTALS, VIEWS, PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_steps_ask_for_a_token_and_for_what_they_require(lab: Lab) -> None:
    portal = of("etapas")
    api = f"{lab.hosts['etapas'].url}/{portal.entity}/api/v2/"
    token = requests.post(f"{api}autenticacao/anonimo", timeout=10).json()["access_token"]

    def ask(chosen: dict[str, str], bearer: str = token, **sheet: int) -> requests.Response:
        headers = {"Authorization": f"Bearer {bearer}"}
        return requests.post(
            f"{api}consultas/empenhos/v0/pesquisa", json={"filtros": chosen, **sheet}, headers=headers, timeout=10
        )

    assert ask({}, bearer="").status_code == 401
    assert ask({"exercicio": "2025"}).json() == {"erro": "Entidade: campo obrigatório"}
    both = {"exercicio": "2025", "unidade": "Prefeitura"}
    assert ask(both).json()["total"] == 170
    assert len(ask(both, pageIndex=3, pageSize=50).json()["linhas"]) == 20


def test_a_step_is_not_left_without_what_it_requires(lab: Lab, tab: Tab) -> None:
    portal = of("etapas")
    tab.goto(lab.portal(portal.slug).url)
    for word in (*portal.page("empenhos").menu, "Avançar"):
        press(tab, word)
    tab.locator("text='Campo obrigatório'").wait_for()
    assert tab.locator("[role=combobox][aria-label=Entidade]").count() == 0, "made when its step is reached"
    choose(tab, "Ano de referência", "2026")
    press(tab, "Avançar")
    tab.locator("[role=combobox][aria-label=Entidade]").wait_for()
    assert tab.locator("table").count() == 0


def test_a_grid_belongs_to_a_session_and_is_grouped(lab: Lab, tab: Tab) -> None:
    portal = of("jqgrade")
    base = lab.hosts["jqgrade"].url + "/sip/"
    asked = {"op": "receita", "visao": "v0", "exercicio": "2026", "rows": "30"}
    assert requests.post(f"{base}grade.do", data=asked, timeout=10).status_code == 403
    visitor = requests.Session()
    visitor.get(f"{base}portal.do", params={"cli": portal.entity}, timeout=10)
    assert "<records>0</records>" in visitor.post(f"{base}grade.do", data=asked, timeout=10).text, (
        "an entity is required"
    )
    found = visitor.post(f"{base}grade.do", data=asked | {"unidade": "Prefeitura", "page": "2"}, timeout=10).text
    assert "<page>2</page><total>2</total><records>36</records>" in found and found.count("<row ") == 6
    assert 'grupo="Transferências de Capital"' in found
    tab.goto(lab.portal(portal.slug).url)
    for word in portal.page("receita").menu:
        press(tab, word)
    tab.locator("text='Prev. Inicial'").wait_for()
    assert tab.locator(".ui-jqgrid-btable th").count() == 0, "headings stand in a table of their own"
    toolbar(tab, portal.page("receita"), portal.page("receita").views[0])
    tab.locator(".jqgroup >> text=Fonte de Receita (origem): Contribuições (2)").wait_for()
    assert tab.locator(".ui-jqgrid-labels >> text=origem").count() == 0


def test_a_report_lies_in_the_spool_of_its_session(lab: Lab) -> None:
    portal = of("emissor")
    base = f"{lab.hosts['emissor'].url}/rel/{portal.entity}/"
    asked = {"relatorio": "rel101", "rel101__exercicio": "2025", "rel101__unidade": "Prefeitura"}
    assert requests.post(f"{base}emitir", data=asked, timeout=10).status_code == 403
    visitor, other = requests.Session(), requests.Session()
    for who in (visitor, other):
        who.get(base, timeout=10)
    assert "Nenhum relatório" in visitor.post(f"{base}emitir", data={}, timeout=10).text
    assert (
        "Informe o parâmetro Exercício"
        in visitor.post(f"{base}emitir", data=asked | {"rel101__exercicio": ""}, timeout=10).text
    )
    report = visitor.post(f"{base}emitir", data=asked, timeout=10)
    assert report.url.startswith(f"{base}saida/REL") and "Folha: 5/5" in report.text and "Total geral" in report.text
    assert other.get(report.url, timeout=10).status_code == 404
    document = re.findall(r'href="([^"]+/documento[^"]+)"', report.text)[0].replace("&amp;", "&")
    assert "Inscrição do credor" in visitor.get(lab.hosts["emissor"].url + document, timeout=10).text
    assert other.get(lab.hosts["emissor"].url + document, timeout=10).status_code == 404
    assert visitor.post(f"{base}emitir", data=asked | {"formato": "PDF"}, timeout=10).content.startswith(b"%PDF")


def test_a_report_asks_for_its_own_parameters_only(lab: Lab, tab: Tab) -> None:
    portal = of("emissor")
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Contabilidade")
    assert tab.locator("fieldset:visible").count() == 0
    press(tab, "114 - Demonstrativo da Despesa Autorizada")
    assert tab.locator("fieldset:visible").count() == 1
    assert tab.locator("#rel114__exercicio").input_value() == ""


def test_charts_tell_no_record_and_one_table_is_open_at_a_time(lab: Lab, tab: Tab) -> None:
    portal = of("mirante")
    base = f"{lab.hosts['mirante'].url}/m/{portal.entity}/"
    series = requests.get(f"{base}api/quem-recebe/v0/serie", params={"exercicio": "2025"}, timeout=10).json()
    assert len(series["pontos"]) == 12 and series["total"].startswith("R$ ")
    data = requests.get(f"{base}api/quem-recebe/v0/dados", params={"exercicio": "2025", "p": "8"}, timeout=10).json()
    assert (data["total"], data["pagina"], len(data["linhas"])) == (150, 8, 10)
    front = requests.get(base, timeout=10).text
    assert 'title="Gastos"' in front and ">Gastos<" not in front, "icons without a word"
    tab.goto(base)
    press(tab, "Gastos")
    tab.locator("svg.barras").first.wait_for()
    assert tab.locator("table").count() == 0
    press(tab, "Ver dados: Quem recebe do município")
    tab.locator("th >> text='Recebedor'").wait_for()
    press(tab, "Tabela: Saídas extraorçamentárias")
    tab.locator("text=Nenhum registro encontrado.").wait_for()
    assert tab.locator("table").count() == 0
    press(tab, "2025")
    tab.locator("th >> text=Código da conta").wait_for()


def test_another_town_sends_what_this_one_withholds(lab: Lab) -> None:
    portal = of("consolidado")
    host = lab.hosts["consolidado"].url

    def get(path: str) -> str:
        return requests.get(host + path, timeout=10).text

    assert portal.name not in get("/"), "the entry is the state's"
    assert requests.get(f"{host}/api/municipios", params={"q": "ri"}, timeout=10).json() == []
    found = requests.get(f"{host}/api/municipios", params={"q": "jacurutu"}, timeout=10).json()
    assert [t["nome"] for t in found] == [
        "Jacurutu do Norte",
        "Nova Ribeira do Jacurutu",
        "Ribeira do Jacurutu",
        "Ribeirão do Jacurutu",
    ]
    others = [t["codigo"] for t in found if t["codigo"] != portal.entity]
    assert "não remeteu dados" in get(f"/municipio/{portal.entity}/extra-recebidos")
    own = get(f"/municipio/{portal.entity}/empenhos/2025")
    records = re.compile(r'<th scope="row">[^<]+</th>(.*?)</tr>')
    for number in others:
        assert ">2025</a>" in get(f"/municipio/{number}/extra-recebidos")
        sheet = get(f"/municipio/{number}/empenhos/2025")
        assert "página 1 de 6 (150 registros)" in sheet and ">***." in sheet
        assert not set(records.findall(own)) & set(records.findall(sheet))
    assert len(records.findall(own)) == 25 and ">***." not in own
    for wrong in (
        "/municipio/129999",
        f"/municipio/{portal.entity}/outra",
        f"/municipio/{portal.entity}/empenhos/2025/202500999",
    ):
        assert requests.get(host + wrong, timeout=10).status_code == 404, wrong


def test_a_name_is_picked_from_suggestions(lab: Lab, tab: Tab) -> None:
    portal = of("consolidado")
    tab.goto(lab.portal(portal.slug).url)
    tab.fill("#municipio", "ribeira")
    press(tab, portal.name)
    tab.locator("dd >> text='120000'").wait_for()


def test_facets_count_and_a_machine_writes_the_values(lab: Lab) -> None:
    portal = of("explorador")
    table = lab.hosts["explorador"].url + framework("explorador").path(portal, portal.page("vw_empenho"))

    def get(**asked: str) -> str:
        return requests.get(table, params=asked, timeout=10).text

    first = get()
    assert "0 linhas retornadas" in first and "<span>2025</span></a> <em>160</em>" in first
    found = get(exercicio="2025", linhas="50", pagina="4")
    assert "<b>160</b> linhas" in found and found.count("/registro/") == 10 and "4 / 4" in found
    assert re.search(r"<td>2025-\d\d-\d\d</td>", found) and re.search(r"<td>\d+\.\d\d</td>", found)
    assert "<i>123</i> VL_PAGO" in found and found.count(">null<") == 10
    lines = (
        requests.get(f"{table}/csv", params={"exercicio": "2025"}, timeout=10).content.decode("latin-1").splitlines()
    )
    assert len(lines) == 161 and lines[0].startswith("NR_EMPENHO;DT_EMPENHO")
    assert requests.get(f"{table}/registro/202500161", timeout=10).status_code == 404


BY_HAND = {
    # entry; four menus; commitments: period, origin, answer, record 4; budget 2; extra 3 (its code is nowhere else); revenue 4;
    # retentions 2; bids: two steps, answer, direct contracts, record 5; pay 3
    "etapas": 1 + 4 + 4 + 2 + 3 + 4 + 2 + 5 + 3,
    # entry; commitments 3; allotments of another year 2; extra at once; revenue 3; extra revenue of another year 2; bids at once,
    # a record, direct contracts 3; servants at once
    "jqgrade": 1 + 3 + 2 + 1 + 3 + 2 + 3 + 1,
    # entry; four modules; commitments and a document 2, authorised expenditure 1, extra 1; revenue in two models 2, extra revenue 1;
    # bids and an extract 2, auctions 1; servants 1
    "emissor": 1 + 4 + 2 + 1 + 1 + 2 + 1 + 2 + 1 + 1,
    # entry; four dashboards; who receives and a record 2, extra 1; revenue and a record 2, extra revenue 1; bids and a record 2,
    # direct purchases 1; servants 1
    "mirante": 1 + 4 + 2 + 1 + 2 + 1 + 2 + 1 + 1,
    # entry, letter, town; commitments: years, a year, a record 3; budget 2; extra 2; revenue: years, a year, a record 3; bids: years,
    # 2025, auctions, a record 4; servants 2
    "consolidado": 3 + 3 + 2 + 2 + 3 + 4 + 2,
    # entry; commitments of another year and a record 3; allotments at once; extra at once; revenue of another year and a record 3;
    # extra revenue at once; bids at once, a record, dispensations of another year 4; servants at once
    "explorador": 1 + 3 + 1 + 1 + 3 + 1 + 4 + 1,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
