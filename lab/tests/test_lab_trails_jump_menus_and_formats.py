"""Six portals that nobody who makes the program looks at, of designs the country has much of: a person's way by the words of the key."""

from __future__ import annotations

import csv
import html
import io
import re
from urllib.parse import parse_qsl, urlencode

import openpyxl
import pytest
import requests
from lab_visits import (
    Prepare,
    batch,
    check_key,
    choose,
    choose_year,
    followed,
    form_test,
    place_test,
    press,
    publishing,
    untold,
)
from playwright.sync_api import Page as Tab
from test_lab_national import first_year, plain

from lab.definition import Page, Portal, Query, View
from lab.files import number
from lab.frameworks import framework
from lab.frameworks.dadoslivres import FORMATS
from lab.frameworks.unseen import OFFICES, Unseen
from lab.least import least_nodes
from lab.server import Lab
from lab.values import MONTHS

PORTALS = batch("i")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def brlist(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen, in the design system's selects."""
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            word = str(first_year(view)) if given.kind == "ano" else given.options[1]
            box = tab.locator(".br-select", has=tab.locator(f"label >> text='{given.label} *'"))
            box.get_by_label("Exibir lista").click()
            box.locator(f".br-item label >> text='{word}'").click()


def period(tab: Tab, page: Page, view: View) -> None:
    """The period, empty at first, by the link of a year; else the year."""
    if any(f.kind == "de" for f in page.filters):
        press(tab, {2026: "Ano atual", 2025: "Ano anterior"}[first_year(view)])
    else:
        choose_year(tab, page, view)


def exercise(tab: Tab, page: Page, view: View) -> None:
    """The exercise of the toolbar, where this one has no records; what must be chosen in floating labels' selects."""
    if not view.years.get(2026):
        press(tab, "Exercício 2026")
        press(tab, str(first_year(view)))
    for given in page.filters:
        if given.kind == "unidade":
            tab.locator(".v-select .v-input__slot", has=tab.locator(f"label >> text='{given.label}'")).click()
            press(tab, given.options[1])


PREPARE: dict[str, Prepare] = {"padraogov": brlist, "sulino": period, "vuedados": exercise}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


PLAIN = {"aspsalto", "dadoslivres"}
"""Frameworks gone through without a browser: all their places are addresses."""
VIEWS = [
    (s, q.id, v.id)
    for s, p in PORTALS.items()
    for q, v in publishing(p)
    if p.framework not in PLAIN and (q.id not in p.options.get("levels", ()) or v is q.views[-1])
]
"""Of levels only the last is gone to in the browser, past those above it."""
ADDRESSES = [(s, q.id, v.id) for s, p in PORTALS.items() if p.framework in PLAIN for q, v in publishing(p)]


test_a_place_shows_what_the_key_claims = place_test(PORTALS, VIEWS, PREPARE)


def asked_for(portal: Portal, page: Page, view: View, address: str, word: str) -> str:
    """The address that a form's button sends to, a year and a month with records chosen."""
    year = first_year(view)
    month = MONTHS[portal.rows(page, view, Query(year))[-1].when.month - 1]
    chosen = {f.name: month if f.kind == "mes" else str(year) for f in page.filters}
    return f"{address}?{urlencode({**chosen, 'formato': next(k for k, v in FORMATS.items() if v == word)})}"


@pytest.mark.parametrize(("slug", "page_id", "view_id"), ADDRESSES)
def test_an_address_shows_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view = page.view(view_id)
    host = lab.hosts[page.host].framework
    assert isinstance(host, Unseen)
    in_detail = view.detail is not None and any(c.publishes for c in view.detail.columns)
    path, *words = framework(page.host).where(portal, page, view, in_detail)[0].split(" › ")
    address, year, listed = lab.portal(slug).url, first_year(view), ""
    for word in words:
        if word == "(link)":
            listed = plain(html.unescape(requests.get(address, timeout=10).text))
        address = asked_for(portal, page, view, address, word) if word in FORMATS.values() else followed(address, word)
        if word == page.menu[-1] and page.host == "aspsalto" and (not page.auto or page.query({}).year != year):
            address = followed(address, str(year))
    assert path in address
    text = plain(html.unescape(requests.get(address, timeout=10).text))
    assert not untold(host, portal, page, view, listed or text, text)


test_forms_never_to_be_sent_are_counted = form_test(PORTALS, but="login")  # one stands in the bar above its portal


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_select_is_a_list_of_radios_and_the_service_knows_what_it_requires(lab: Lab, tab: Tab) -> None:
    portal = of("padraogov")
    entry = lab.portal(portal.slug).url
    api = f"{lab.hosts['padraogov'].url}/api/{portal.entity}/v1/empenhos/v0"
    refused = requests.get(api, params={"exercicio": "2025"}, timeout=10)
    assert refused.status_code == 422 and "Unidade gestora" in refused.json()["mensagem"]
    asked = {"exercicio": "2025", "unidade": "Prefeitura Municipal", "pagina": "4", "porPagina": "50"}
    found = requests.get(api, params=asked, timeout=10).json()
    assert (found["total"], found["paginas"], len(found["linhas"])) == (190, 4, 40)
    tab.goto(entry)
    assert tab.locator("text='Consulta de empenhos'").is_hidden(), "folders are shut"
    for word in framework("padraogov").way(portal, portal.page("empenhos")):
        press(tab, word)
    press(tab, "Consultar")
    tab.locator(".br-message.danger >> text=Campo obrigatório").wait_for()
    page = portal.page("empenhos")
    brlist(tab, page, page.views[0])
    press(tab, "Consultar")
    tab.locator(".pagination-information >> text='140'").wait_for()
    press(tab, "Ver mais opções de densidade")
    press(tab, "Densidade alta")
    tab.locator(".br-table.small tbody tr").first.wait_for()
    press(tab, "Avançar página")
    tab.locator(".pagination-information .current >> text='11'").wait_for()


def test_a_trail_leads_down_and_asks_for_the_front_door(lab: Lab) -> None:
    portal = of("classifica")
    url = lab.portal(portal.slug).url
    visitor = requests.Session()
    assert "nextSibling" not in visitor.get(url, timeout=10).text

    def post(who: requests.Session, **position: str) -> str:
        return who.post(url.replace("index", "conteudo"), data=position, timeout=10).text

    def total(answer: str) -> float:
        """The sum of the column of what was paid."""
        lines = re.findall(r'<tr class="l[12].*?</tr>', answer, re.DOTALL)
        return round(sum(number(re.findall(r">([^<>]+)</td>", line)[-1]) or 0 for line in lines), 2)

    assert "sessão expirou" in post(requests.Session(), c="classif")
    trail, before = list[str](), 0.0
    for n in range(len(portal.page("classif").views)):
        answer = post(visitor, c="classif", n="~".join(trail), exercicio="2025")
        assert not n or "Exercício:</td><td>2025" in answer
        assert not n or total(answer) == before, trail
        labels = [c.label for c in portal.page("classif").views[n].columns]
        assert [f">{label}<" in answer for label in labels] == [True] * len(labels)
        leads = re.findall(r"onclick=\"carrega\('([^']+)'\)\" title=", answer)
        if leads:
            there = dict(parse_qsl(html.unescape(leads[0])))
            trail, before = there["n"].split("~"), total(post(visitor, **there))
    assert "Vlr. Pago" in answer and len(trail) == 5
    record = re.findall(r"onclick=\"carrega\('([^']+)'\)\">", answer)[0]
    opened = post(visitor, **dict(parse_qsl(html.unescape(record))))
    back = re.findall(r'value="Voltar" onclick="carrega\(\'([^\']+)', opened)[0]
    assert "DADOS DO EMPENHO" in opened and post(visitor, **dict(parse_qsl(html.unescape(back)))) == answer
    assert "Nenhum processo localizado." in post(visitor, c="licit", p="1", exercicio="2026")


def test_a_period_is_asked_for_and_days_add_up(lab: Lab, tab: Tab) -> None:
    portal = of("sulino")
    page = portal.page("empenhados")
    url = lab.hosts["sulino"].url + framework("sulino").path(portal, page)

    def get(**asked: str) -> str:
        return requests.get(url, params=asked | {"consultar": "1"}, timeout=10).text

    assert "su-lista" not in requests.get(url, timeout=10).text
    assert "Informe o período da consulta" in get(de="01/01/2026", ate="")
    assert "superior a 12 meses" in get(de="01/01/2024", ate="31/12/2025")
    march = get(de="01/03/2026", ate="31/03/2026")
    days = march.split('<tr class="su-grupo">')[1:]
    assert len(days) > 10 and len(days) == march.count("Subtotal")
    for day in days:
        assert re.findall(r"Data do empenho: \d\d/03/2026", day)
        lines = [
            re.findall(r">([^<>]+)</td>", line) for line in re.findall(r"<tr.*?</tr>", day) if 'class="num"' in line
        ]
        paid = [number(line[-1]) or 0 for line in lines]
        assert round(sum(paid[:-1]), 2) == paid[-1] > 0
    tab.goto(url)
    press(tab, "Mês atual")
    assert (tab.input_value("#de"), tab.input_value("#ate")) == ("01/11/2026", "20/11/2026")
    press(tab, "Pesquisar")
    tab.locator(".su-nada").wait_for()
    tab.fill("#de", "01102026")
    press(tab, "Pesquisar")
    press(tab, "Abrir empenho")
    captions = tab.locator(".su-dentro caption")
    captions.first.wait_for()
    assert captions.all_inner_texts() == ["Itens do empenho", "Liquidações", "Pagamentos"]


def test_panels_are_made_when_they_open_and_one_exercise_holds_for_all(lab: Lab, tab: Tab) -> None:
    portal = of("vuedados")
    entry = lab.portal(portal.slug).url
    rows = f"{entry}servico/consulta/notas/v0"
    assert requests.get(rows, params={"exercicio": "2025"}, timeout=10).json() == {"erros": ["Unidade gestora"]}
    unit = {"unidade": "Prefeitura de Porto da Embaúba"}
    assert requests.get(rows, params=unit, timeout=10).status_code == 400
    found = requests.get(
        rows, params=unit | {"exercicio": "2025", "itensPorPagina": "15", "pagina": "12"}, timeout=10
    ).json()
    assert (found["total"], found["paginas"], len(found["linhas"])) == (170, 12, 5)
    tab.goto(f"{entry}#/despesas")
    tab.locator("h1 >> text=Despesas").wait_for()
    assert tab.locator(".v-expansion-panel").count() == 5 and tab.locator(".v-input").count() == 0
    press(tab, "Liquidações e pagamentos")
    tab.locator(".v-data-table__empty-wrapper").wait_for()
    press(tab, "Exercício 2026")
    press(tab, "2025")
    tab.locator("text='1-10 de 140'").wait_for()
    press(tab, "Notas de empenho")
    press(tab, "Filtrar")
    tab.locator(".v-alert.error >> text='Preencha: Unidade gestora'").wait_for()
    assert tab.locator(".v-expansion-panel--active").count() == 1


def test_jump_menus_lead_on_and_one_cell_stands_over_many(lab: Lab, tab: Tab) -> None:
    portal = of("aspsalto")
    entry = lab.portal(portal.slug).url
    answer = requests.get(entry, timeout=10)
    assert answer.encoding == "ISO-8859-1" and "P\xfablicas".encode("latin-1") in answer.content
    pay = requests.get(followed(followed(entry, "Folha de pagamento"), "2026"), timeout=10).text
    over = [int(n) for n in re.findall(r'ROWSPAN="(\d+)"', pay)]
    cells = [line.count("<TD") for line in re.findall(r'<TR BGCOLOR="#(?:FFFFFF|EEF2FA)">.*?</TR>', pay)]
    assert len(cells) == 40 and sum(n - 1 for n in over) == cells.count(5) > 0
    assert (
        requests.get(f"{entry.removesuffix('default.asp')}det_empenho.asp?v=v0&id=202600999", timeout=10).status_code
        == 404
    )
    tab.goto(entry)
    tab.select_option("select.salto >> nth=0", label="Relação de empenhos")
    tab.select_option("select:has(option:text-is('Março'))", label="Março")
    tab.locator("td >> text=/^\\d\\d.03.2026$/").first.wait_for()
    with tab.expect_popup() as window:
        tab.locator("td a[href^='javascript:abre']").first.click()
    window.value.locator("text='DOTAÇÃO ORÇAMENTÁRIA'").wait_for()
    window.value.close()


def test_every_format_wants_a_year_and_a_month_and_holds_the_same(lab: Lab, tab: Tab) -> None:
    portal = of("dadoslivres")
    page = portal.page("gastos")
    entry = lab.portal(portal.slug).url
    address = followed(entry, page.menu[-1])
    assert "informe: ano e mês." in requests.get(address, params={"formato": "tela"}, timeout=10).text
    asked = {"exercicio": "2025", "mes": "Maio"}

    def get(form: str, at: str = address, **more: str) -> requests.Response:
        return requests.get(at, params=asked | {"formato": form, **more}, timeout=10)

    lines = list(csv.reader(io.StringIO(get("csv").content.decode("latin-1")), delimiter=";"))
    book = openpyxl.load_workbook(io.BytesIO(get("xls").content)).active
    found = get("json").json()["registros"]
    assert book is not None and lines[0] == list(found[0]) and len(lines) - 1 == len(found) == book.max_row - 4
    assert all(line["dt_emissao"][3:] == "05/2025" for line in found)
    assert get("pdf").content.startswith(b"%PDF-") and get("tela").text.count("/05/2025</td>") == len(found)
    assert get("tela", followed(entry, "Recebimentos extraorçamentários")).status_code == 404
    pay = followed(entry, "Remuneração de agentes públicos")
    whole = get("json", pay).json()["registros"]
    assert sum(len(get("json", pay, grupo=g).json()["registros"]) for g in OFFICES) == len(whole) > 60
    tab.goto(pay)
    press(tab, "Ver na tela")
    tab.locator("text='Para continuar, informe: ano e mês.'").wait_for()
    choose(tab, "Ano", "2026")
    choose(tab, "Mês", "Agosto")
    press(tab, "Ver na tela")
    assert tab.locator("table").count() == 0, "departments before people"
    press(tab, OFFICES[3])
    tab.locator("th >> text='Agente público'").wait_for()


BY_HAND = {
    # entry; spending of a month 2, budget at once 1, extra 2; revenue 2, a file 2; contracting and one 3; pay of a month, a department 3
    "dadoslivres": 1 + 2 + 1 + 2 + 2 + 2 + 3 + 3,
    # entry; commitments at once and one 2, by body 2; extra, both tables 2; revenue 2; bids of another year 2, notices at once 1; pay 2
    "aspsalto": 1 + 2 + 2 + 2 + 2 + 2 + 1 + 2,
    # entry, four subjects; revenue at once and one 2, extra revenue at once 1; notes and one 3, liquidations of another year 2, extra 2;
    # processes and one 3; pay 2
    "vuedados": 1 + 4 + 2 + 1 + 3 + 2 + 2 + 3 + 2,
    # entry; commitments of a period and one 3, balance 2, extra 2; daily revenue 2 or its balance 2, both for rubric and the rest 4; bids
    # and one 3; pay 2
    "sulino": 1 + 3 + 2 + 2 + 4 + 3 + 2,
    # entry; by classification at once, five levels, one commitment 7; extra at once 1; revenue, its four levels 4; extra revenue at once 1;
    # bids of another year and one 3; pay, a department 2
    "classifica": 1 + 7 + 1 + 4 + 1 + 3 + 2,
    # entry; revenue and one 3, extra revenue 2; commitments and one 3, by nature at once 1, extra 2; bids and one 3; pay 2
    "padraogov": 1 + 3 + 2 + 3 + 1 + 2 + 3 + 2,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
