"""Three portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import re

import pytest
import requests
from lab_visits import (
    Prepare,
    absent,
    batch,
    check_key,
    choose,
    choose_year,
    one_form_each,
    posts_of,
    press,
    views_of,
)
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from test_lab_national import first_year

from lab import serve
from lab.definition import Page, Portal, View
from lab.frameworks import framework
from lab.frameworks.matricial import TENANT
from lab.frameworks.unseen import OFFICES
from lab.least import least_nodes
from lab.server import Lab

pytestmark = pytest.mark.soak  # these replicas rest; their keys are held by test_lab.py and test_least.py

PORTALS = batch("c")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def facet(tab: Tab, page: Page, view: View) -> None:
    """The year that holds records, a word beside the list."""
    if any(f.kind == "ano" for f in page.filters):
        press(tab, str(first_year(view)))


def chips(tab: Tab, page: Page, view: View) -> None:
    """The first entity where one must be chosen, and the year where the chip's own is empty; each in its popover."""
    for given in page.filters:
        if given.kind == "unidade" and given.options[0].startswith("Selecion"):
            press(tab, given.label)
            press(tab, given.options[1])
        elif given.kind == "ano" and not view.years.get(int(given.default)):
            press(tab, given.label)
            press(tab, str(first_year(view)))


def accounts(tab: Tab, page: Page, view: View) -> None:
    """The first entity where one must be chosen, and the year that holds records; the first answer may be the wrong one."""
    for given in page.filters:
        if given.kind == "unidade":
            choose(tab, given.label, given.options[1])
    choose_year(tab, page, view)
    if page.auto and not view.years[page.query({}).year]:
        press(tab, page.button)


def nothing(tab: Tab, page: Page, view: View) -> None:
    """The year is a word of the place."""


PREPARE: dict[str, Prepare] = {"relator": facet, "matricial": chips, "moldura": accounts, "artigos": nothing}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = views_of(PORTALS)


@pytest.mark.parametrize(("slug", "page_id", "view_id"), VIEWS)
def test_a_place_shows_what_the_key_claims(lab: Lab, tab: Tab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    tab.context.clear_cookies()
    view = page.view(view_id)
    assert not absent(lab, tab, portal, page, view, PREPARE.get(page.host, choose_year))
    opened = view.detail is not None and any(c.publishes for c in view.detail.columns)
    path = framework(page.host).where(portal, page, view, opened)[0].split(" › ")[0]
    assert any(path in f.url for f in tab.frames), "the key names an address that is shown"
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


FORMS = one_form_each(PORTALS)


@pytest.mark.parametrize(("slug", "page_id"), FORMS.items())
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    assert posts_of(browser, PORTALS[slug], PORTALS[slug].page(page_id)) == [0, 1]


# ------------------------------------------------------------ what each framework keeps to itself


def flow(answer: requests.Response) -> str:
    """The session's number in the address that was landed on."""
    return re.findall(r"f\?p=128:\d+:(\d+)", answer.url)[0]


def test_reports_belong_to_the_session_in_their_address(lab: Lab) -> None:
    portal = of("relator")
    host = lab.hosts["relator"].url
    url = host + framework("relator").path(portal, portal.page("empenhos"))
    visitor, other = requests.Session(), requests.Session()
    number = flow(visitor.get(url, timeout=10))
    assert flow(other.get(url + number, timeout=10)) != number, "a number of one's own instead of another's"
    step = re.findall(r":(\d+):", url)[-1]

    def report(who: requests.Session, **facets: str) -> requests.Response:
        asked = {"p_flow_id": "128", "p_flow_step_id": step, "p_instance": number, "p_request": "PLUGIN=v0", **facets}
        return who.post(f"{host}/ords/wwv_flow.ajax", data=asked, timeout=10)

    assert report(other, exercicio="2025").status_code == 403
    assert "escolha ao lado: Exercício" in report(visitor).text
    assert "1 - 15 de 180" in report(visitor, exercicio="2025").text
    sheet = report(visitor, exercicio="2025", pagina="12").text
    assert "166 - 180 de 180" in sheet
    link = f"{host}/ords/" + re.findall(r'href="([^"]+)" class="ap-modal"', sheet)[0].replace("&amp;", "&")
    assert "Projeto/Atividade" in visitor.get(link, timeout=10).text
    assert visitor.get(link.replace("ID:2025", "ID:2024"), timeout=10).status_code == 403, "signed"
    assert "Projeto/Atividade" not in other.get(link, timeout=10).text
    lines = visitor.get(f"{url}{number}:CSV_v0", timeout=10).content.decode("utf-8-sig").splitlines()
    assert len(lines) == 181 and lines[0].startswith("Nro. Empenho;Dt. Emissão")
    assert other.get(f"{url}{flow(other.get(url, timeout=10))}:CSV_v0", timeout=10).status_code == 404


def test_a_report_waits_for_its_facet_and_breaks_by_a_column(lab: Lab, tab: Tab) -> None:
    portal = of("relator")
    tab.goto(lab.portal(portal.slug).url)
    for word in portal.page("empenhos").menu:
        press(tab, word)
    tab.locator("text=Para exibir o relatório").wait_for()
    assert tab.locator("table").count() == 0
    press(tab, "2025")
    tab.locator("td >> nth=0").wait_for()
    tab.go_back()
    tab.goto(lab.portal(portal.slug).url)
    for word in portal.page("servidores").menu:
        press(tab, word)
    tab.locator(f"th >> text='Lotação : {min(OFFICES)}'").first.wait_for()
    assert tab.locator("text='Lotação'").count() == 0, "no column of its own"


def test_the_service_wants_to_know_whose_data(lab: Lab) -> None:
    portal = of("matricial")
    url = f"{lab.hosts['matricial'].url}/api/consultas/receita/v0"
    asked = {"exercicio": "2025", "unidade": "Prefeitura Municipal"}

    def get(**headers: str) -> requests.Response:
        return requests.get(url, params=asked, headers=headers, timeout=10)

    assert get().status_code == get(**{TENANT: "outra"}).status_code == 400
    found = get(**{TENANT: portal.entity}).json()
    assert found["total"] == 36 and found["somas"][0] == "Total"
    for left_open in ({"unidade": "Selecionar"}, {"unidade": ""}):
        asked |= left_open
        assert get(**{TENANT: portal.entity}).json() == {"falta": ["Unidade Gestora"]}


def test_a_route_says_what_is_chosen(lab: Lab, tab: Tab) -> None:
    portal = of("matricial")
    url = lab.hosts["matricial"].url + framework("matricial").path(portal, portal.page("receita"))
    tab.goto(f"{url};exercicio=2025;unidade=C%C3%A2mara%20Municipal")
    tab.locator("text=Nenhum registro encontrado").wait_for()
    assert tab.locator("nav a").count() == 0, "made when a group opens"
    press(tab, "Unidade Gestora")
    press(tab, "Prefeitura Municipal")
    tab.locator("[role=cell]").first.wait_for()
    assert tab.url == f"{url};exercicio=2025;unidade=Prefeitura%20Municipal"
    assert tab.locator("[role=row]").nth(1).inner_text().startswith("Total")
    assert tab.locator("table").count() == 0
    tab.locator("button >> text='Ver mais'").first.click()
    tab.locator("h2 >> text=Lançamento").wait_for()
    assert "/receita/detalhe;visao=v0;registro=2025" in tab.url
    tab.reload()
    tab.locator("h2 >> text=Lançamento").wait_for()
    press(tab, "← Retornar à consulta")
    tab.locator("[role=cell]").first.wait_for()
    assert tab.url.endswith("unidade=Prefeitura%20Municipal")


def test_a_frame_keeps_its_session_in_its_address(lab: Lab) -> None:
    portal = of("artigos")
    outer = requests.get(
        lab.hosts["artigos"].url + framework("artigos").path(portal, portal.page("DespesaEmpenhada")), timeout=10
    )
    source = re.findall(r'<iframe[^>]+src="([^"]+)"', outer.text)[0]
    assert source == lab.hosts["moldura"].url + framework("moldura").path(portal, portal.page("DespesaEmpenhada"))
    mine, other = (requests.get(source, timeout=10).url for _ in range(2))
    assert mine != other and mine.startswith(f"{source};jsessionid=")
    asked = {"unidade": "Selecione a entidade", "exercicio": "2025"}
    assert "Campo obrigatório: Entidade" in requests.post(mine, data=asked, timeout=10).text
    found = requests.post(mine, data=asked | {"unidade": "Prefeitura Municipal"}, timeout=10)
    assert "Pág. 1/8 (150 reg.)" in found.text and found.url == f"{mine}?pg=1"
    assert "Pág. 8/8 (150 reg.)" in requests.get(f"{mine}?pg=8", timeout=10).text
    assert "reg.)" not in requests.get(f"{other}?pg=8", timeout=10).text
    record = re.findall(r'href="(/sicop/[^"]+Detalhe.jsp;[^"]+)"', found.text)[0]
    assert "Proj./Ativ." in requests.get(lab.hosts["moldura"].url + record, timeout=10).text
    assert "expirou" in requests.get(re.sub("=[0-9A-F]{32}", "=0", mine), timeout=10).text


def test_a_bid_is_an_article_of_its_year(lab: Lab) -> None:
    portal = of("artigos")
    host = lab.hosts["artigos"].url
    path = framework("artigos").path(portal, portal.page("licitacoes"))

    def get(address: str) -> requests.Response:
        return requests.get(host + address, timeout=10)

    years = re.findall(rf'href="({path}/\d+-ano-(\d+))">\d+</a> <span class="badge"[^>]*>(\d+)', get(path).text)
    assert [(y, n) for _, y, n in years] == [("2026", "0"), ("2025", "38"), ("2024", "30")]
    assert "Não há artigos nesta categoria" in get(years[0][0]).text
    last = get(f"{years[1][0]}?start=32").text
    assert "Página 5 de 5" in last and last.count("<article") == 6
    article = re.findall(rf'href="({years[1][0]}/\d{{9}}-registro)"', last)[0]
    assert "Secretaria demandante" in get(article).text and "Secretaria demandante" not in last
    for wrong in (f"{path}/1-ano-2025", f"{path}/x", f"{years[1][0]}/202500039-registro"):
        assert get(wrong).status_code == 404, wrong


def test_the_form_at_the_side_of_every_page_is_counted(lab: Lab) -> None:
    portal = of("artigos")
    page = requests.get(lab.hosts["artigos"].url + framework("artigos").path(portal, portal.page("folha")), timeout=10)
    assert 'action="/formularios/login"' in page.text
    with serve([portal.slug]) as own:
        requests.post(f"{own.hosts['artigos'].url}/formularios/login", data={"username": "x"}, timeout=10)
        assert len(own.forbidden_posts) == 1


BY_HAND = {
    # entry; cards of four groups; commitments 3, allotment at once, transfers 2; revenue 3, deposits; bids: page, record, tab;
    # servants at once
    "relator": 1 + 4 + 3 + 1 + 2 + 3 + 1 + 3 + 1,
    # entry; four groups; commitments 3, budget at once, extra 2; revenue 3, extra revenue 2; bids at once and a record 2;
    # servants at once
    "matricial": 1 + 4 + 3 + 1 + 2 + 3 + 2 + 2 + 1,
    # entry; commitments 3, budget 2, extra 2; revenue 3, extra revenue at once; bids: page, year, article, dispensations 2;
    # payroll of a year 2
    "artigos": 1 + 3 + 2 + 2 + 3 + 1 + 3 + 2 + 2,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
