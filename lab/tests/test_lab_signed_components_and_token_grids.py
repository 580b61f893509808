"""Six portals nobody who makes the program looks at: a person who clicks what the key says sees what it claims; state is kept."""

from __future__ import annotations

import html
import io
import re

import openpyxl
import pytest
import requests
from lab_visits import Prepare, absent, batch, check_key, choose, choose_year, posts_of, press, views_of
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from test_lab_national import first_year

from lab import serve
from lab.definition import FORBIDDEN_FORMS, Page, Portal, View
from lab.frameworks import framework
from lab.frameworks.grademvc import FIELD
from lab.frameworks.unseen import OFFICES
from lab.least import least_nodes
from lab.server import Lab
from lab.values import MONTHS

pytestmark = pytest.mark.soak  # these replicas rest; their keys are held by test_lab.py and test_least.py

PORTALS = batch("b")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def period(tab: Tab, page: Page, view: View) -> None:
    """The year, and its first and last day where a period is asked for."""
    choose_year(tab, page, view)
    for name, text in (("de", f"01/01/{first_year(view)}"), ("ate", f"31/12/{first_year(view)}")):
        for frame in tab.frames:
            for box in frame.locator(f"input[name=f_{name}]").all():
                box.fill(text)


def all_that_must_be_chosen(tab: Tab, page: Page, view: View) -> None:
    """The first entity, and the year, where a select says "Selecione"; else the year where the form's own is empty."""
    for given in page.filters:
        if given.options and not given.default and given.options[0].startswith("Selecione"):
            choose(tab, given.label, str(first_year(view)) if given.kind == "ano" else given.options[1])
            tab.wait_for_function("!document.querySelector('.ocupado')")
    if not any(f.kind == "ano" and f.options[0].startswith("Selecione") for f in page.filters):
        choose_year(tab, page, view)


PREPARE: dict[str, Prepare] = {"delfos": period, "fio": all_that_must_be_chosen}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = views_of(PORTALS)


@pytest.mark.parametrize(("slug", "page_id", "view_id"), VIEWS)
def test_a_place_shows_what_the_key_claims(lab: Lab, tab: Tab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    prepare = PREPARE.get(page.host, choose_year)
    tab.context.clear_cookies()
    view = page.view(view_id)
    assert not absent(lab, tab, portal, page, view, prepare)
    opened = view.detail is not None and any(c.publishes for c in view.detail.columns)
    path = framework(page.host).where(portal, page, view, opened)[0].split(" › ")[0]
    assert any(path in f.url for f in tab.frames), "the key names an address that is shown"
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


FORMS = {(s, q.kind == "newsletter"): q.id for s, p in PORTALS.items() for q in p.pages if q.kind in FORBIDDEN_FORMS}
"""One form of each way to post: those of a portal are sent alike, but for newsletters."""


@pytest.mark.parametrize(("slug", "page_id"), [(slug, page_id) for (slug, _), page_id in FORMS.items()])
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    assert posts_of(browser, PORTALS[slug], PORTALS[slug].page(page_id)) == [0, 1]


# ------------------------------------------------------------ what each framework keeps to itself


def test_records_come_by_offset_and_limit(lab: Lab) -> None:
    portal = of("paleta")
    host = f"{lab.hosts['paleta'].url}{framework('paleta').path(portal, portal.pages[0])}/bff/assuntos"

    def ids(**asked: str) -> list[str]:
        return [r["id"] for r in requests.get(f"{host}/gastos/v0", params=asked, timeout=10).json()["linhas"]]

    everything = ids(limite="100", exercicio="2025") + ids(limite="100", pular="100", exercicio="2025")
    assert len(set(everything)) == 150 and everything[15:30] == ids(limite="15", pular="15", exercicio="2025")
    assert [s["id"] for s in requests.get(host, timeout=10).json() if s["perto"]] == portal.options["near"]
    assert requests.get(f"{host}/gastos/v7", timeout=10).status_code == 404


def test_subjects_are_found_by_typing_too(lab: Lab, tab: Tab) -> None:
    tab.goto(lab.portal(of("paleta").slug).url)
    tab.locator("text=Salários dos servidores").wait_for()
    assert tab.locator("text=Veículos oficiais").count() == 0
    tab.keyboard.press("Control+k")
    tab.get_by_label("Buscar assunto").fill("veiculos")
    tab.locator("text=Veículos oficiais").click()
    tab.locator("th >> text=Placa").wait_for()


def test_events_need_the_id_of_the_session(lab: Lab) -> None:
    portal = of("delfos")
    visitor, other = requests.Session(), requests.Session()
    url = lab.portal(portal.slug).url
    number = re.findall(r"_S_ID=([^\"]+)", visitor.get(url, timeout=10).text)[0]
    assert number not in other.get(url, timeout=10).text

    def post(who: requests.Session, **given: str) -> requests.Response:
        asked = {"Evt": "search", "Obj": "LancDespesa", "view": "v0", "_S_ID": number, **given}
        return who.post(f"{url}/HandleEvent", data=asked, timeout=10)

    year = {"de": "01/01/2025", "ate": "31/12/2025"}
    assert post(visitor, **year).json()["total"] == 150
    assert post(other, **year).status_code == post(visitor, _S_ID="").status_code == 403
    assert "Sessão inválida" in other.get(f"{url}/main?_S_ID={number}", timeout=10).text
    today = post(visitor, de="20/11/2026", ate="20/11/2026").json()
    assert today == {"aviso": "Não há dados para os filtros informados."}, "what the form holds at first"
    assert "Período inválido" in post(visitor, de="31/12/2025", ate="01/01/2025").json()["aviso"]
    assert 0 < post(visitor, de="01/02/2025", ate="28/02/2025").json()["total"] < 20
    tree = [n["nome"] for n in post(visitor, Evt="beforeexpand", Obj="Contabilidade").json()]
    assert tree == ["Despesa", "Extraorçamentário", "Receita"]


def test_a_first_search_finds_nothing_and_headers_stand_apart(lab: Lab, tab: Tab) -> None:
    portal = of("delfos")
    tab.goto(lab.portal(portal.slug).url)
    for word in (*portal.page("LancDespesa").menu, "Pesquisar"):
        press(tab, word)
    press(tab, "OK")
    inner = tab.frames[1]
    assert inner.locator("table").count() == 1 and inner.locator("th").count() == 0
    period(tab, portal.page("LancDespesa"), portal.page("LancDespesa").views[0])
    press(tab, "Pesquisar")
    inner.locator(".x-grid-row").first.wait_for()
    assert inner.locator("table").count() == 2


def test_a_component_travels_signed(lab: Lab) -> None:
    portal = of("fio")
    host = lab.hosts["fio"].url
    visitor, other = requests.Session(), requests.Session()

    def opened(who: requests.Session) -> tuple[str, str]:
        text = who.get(host + framework("fio").path(portal, portal.page("execucao")), timeout=10).text
        token, snapshot = (
            re.findall(pattern, text)[0] for pattern in (r'csrf-token" content="([^"]+)"', r'snapshot="([^"]+)"')
        )
        return token, html.unescape(snapshot)

    def post(who: requests.Session, token: str, snapshot: str, *calls: str, **updates: str) -> requests.Response:
        asked = [{"method": c.split()[0], "params": c.split()[1:]} for c in calls]
        component = {"snapshot": snapshot, "updates": updates, "calls": asked}
        return who.post(f"{host}/livewire/update", json={"_token": token, "components": [component]}, timeout=10)

    token, snapshot = opened(visitor)
    chosen = {"unidade": "Prefeitura Municipal", "exercicio": "2025"}
    half = post(visitor, token, snapshot, exercicio="2025").json()["components"][0]
    assert "informe: órgão da administração" in half["effects"]["html"]
    whole = post(visitor, token, half["snapshot"], unidade="Prefeitura Municipal").json()["components"][0]
    assert "de 140 resultados" in whole["effects"]["html"]
    open_row = post(visitor, token, whole["snapshot"], "expandir 202500003").json()["components"][0]["effects"]["html"]
    assert "Ação Governamental" in open_row and "Ação Governamental" not in whole["effects"]["html"]
    assert "Favorecido" in post(visitor, token, whole["snapshot"], "aba v2").json()["components"][0]["effects"]["html"]
    assert post(other, token, snapshot, **chosen).status_code == 419
    opened(other)
    assert post(other, token, snapshot, **chosen).status_code == 419, "the token of another session"
    forged = snapshot.replace("execucao", "servidores")
    assert forged != snapshot and post(visitor, token, forged, **chosen).status_code == 403
    assert post(visitor, token, "{}").status_code == post(visitor, token, snapshot, "apagar").status_code == 403


def test_grids_are_read_with_the_token_of_the_page(lab: Lab) -> None:
    portal = of("grademvc")
    url = lab.hosts["grademvc"].url + framework("grademvc").path(portal, portal.page("Empenhos"))
    visitor = requests.Session()
    page = visitor.get(url, timeout=10).text
    assert "Notas" not in page and "NE000001" not in page
    asked = {FIELD: re.findall(rf'name="{FIELD}" type="hidden" value="([^"]+)"', page)[0], "exercicio": "2025"}
    sheet = visitor.post(f"{url}/Read", data=asked | {"page": "15", "pageSize": "10"}, timeout=10).json()
    assert sheet["Total"] == 150 and len(sheet["Data"]) == 10 and sheet["Data"][-1]["Cells"][0] == "2025NE000150"
    assert requests.post(f"{url}/Read", data=asked, timeout=10).status_code == 400
    assert visitor.post(f"{url}/Read", data={"exercicio": "2025"}, timeout=10).status_code == 400
    book = openpyxl.load_workbook(io.BytesIO(visitor.get(f"{url}/Exportar?exercicio=2025", timeout=10).content))
    assert [c.value for c in book.active["A"]][-1] == "2025NE000150"
    assert visitor.get(f"{url}/Exportar?exercicio=2019", timeout=10).status_code == 404


def test_a_notice_covers_the_page_and_a_survey_comes(browser: Browser) -> None:
    portal = of("grademvc")
    with serve([portal.slug]) as own:
        context = browser.new_context(viewport={"width": 1366, "height": 900})
        context.clock.install()
        page = context.new_page()
        page.goto(own.portals[0].url)
        covering = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('.gm-veu')?.id"
        assert page.evaluate(covering) == "lgpd"
        press(page, "Aceitar todos")
        assert page.evaluate(covering) is None
        context.clock.run_for(6500)
        assert page.evaluate(covering) == "pesquisa" and own.forbidden_posts == []
        press(page, "Enviar avaliação")
        page.wait_for_function("document.getElementById('pesquisa').hidden")
        assert len(own.forbidden_posts) == 1
        page.reload()
        context.clock.run_for(6500)
        assert page.evaluate(covering) is None, "neither comes back"
        context.close()


def test_months_are_asked_for_as_parts_of_pages(lab: Lab) -> None:
    portal = of("proximo")
    host = lab.hosts["proximo"].url
    build = re.findall(r'data-build="(\w+)"', requests.get(lab.portal(portal.slug).url, timeout=10).text)[0]
    path = framework("proximo").path(portal, portal.page("commitments"))

    def part(below: str) -> str:
        return str(requests.get(f"{host}/_next/data/{build}{path}{below}", timeout=10).json()["pageProps"]["html"])

    assert "Ainda não há publicações em 2026" in part(".json")
    cards = re.findall(r"<strong>(\w+)</strong><span>(\d+) registro", part(".json?year=2025"))
    assert [c[0] for c in cards] == list(MONTHS) and sum(int(c[1]) for c in cards) == 170
    march = part("/2025/03.json")
    dates = re.findall(r"\d\d/(\d\d)/2025", march)
    assert set(dates) == {"03"} and len(dates) == int(dict(cards)["Março"])
    link = re.findall(rf'href="({path}/2025/03/registro/v0/\d{{9}})"', march)[0]
    whole = requests.get(host + link, timeout=10).text
    assert "<!DOCTYPE html>" in whole and "Ação orçamentária" in whole and "<!DOCTYPE" not in march
    assert requests.get(f"{host}{path}/2025/13", timeout=10).status_code == 404
    assert requests.get(f"{host}{path}/2026/03", timeout=10).status_code == 404, "a month without records has no page"


def test_the_menu_opens_by_the_mouse_only(lab: Lab, tab: Tab) -> None:
    tab.goto(lab.portal(of("proximo").slug).url)
    entry = tab.locator("#menu-revenues")
    tab.mouse.move(5, 500)
    assert entry.count() == 1 and not entry.is_visible()
    tab.keyboard.press("Tab")
    assert not entry.is_visible()
    tab.locator("nav span", has_text="Receitas").hover()
    assert entry.is_visible()
    loads: list[str] = []
    tab.on("load", lambda page: loads.append(page.url))
    entry.click()
    tab.wait_for_url("**/revenues/monthly")
    assert loads == []


def test_a_site_made_by_hand_is_files_of_the_old_web(lab: Lab) -> None:
    portal = of("estatico")
    host = f"{lab.hosts['estatico'].url}/{portal.entity}"

    def get(name: str) -> requests.Response:
        return requests.get(f"{host}/{name}", timeout=10)

    entry = get("")
    assert entry.url.endswith("/index.htm") and entry.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
    assert "Sanhaçu".encode("latin-1") in entry.content and not re.search(r"(?i)<(form|script|th)\b", entry.text)
    assert "Em constru" in get("empenho_2026.htm").text
    months = re.findall(r'HREF="/sanhacu/(empenho_2025_\d\d\.htm)"', get("empenho_2025.htm").text)
    assert len(months) == 12
    sheet = get(months[2]).text
    assert set(re.findall(r"\d\d/(\d\d)/2025</FONT>", sheet)) == {"03"} and not re.search(r"(?i)<th\b", sheet)
    assert "Categoria Econômica" in get(re.findall(r"empenho_ficha_v0_\d{9}\.htm", sheet)[0]).text
    offices = [*dict.fromkeys(re.findall(r"folha_2026_[\w-]+\.htm", get("folha_2026.htm").text))]
    rows = [get(name).text.count("<TR><TD><FONT") for name in offices]
    assert len(offices) == len(OFFICES) and min(rows) > 0
    for name in ("empenho_2019.htm", "empenho_2025_13.htm", "folha_2026_outra.htm", "empenho_ficha_v0_202600001.htm"):
        assert get(name).status_code == 404, name


def test_a_report_is_text_whose_columns_stand_under_each_other(lab: Lab) -> None:
    portal = of("estatico")
    url = f"{lab.hosts['estatico'].url}/{portal.entity}/extrades_2025_05.htm"
    lines = re.findall(r"(?s)<PRE>(.+?)</PRE>", requests.get(url, timeout=10).text)[0].splitlines()
    head = next(n for n, line in enumerate(lines) if line.startswith("CONTA"))
    assert lines[2] == "PERIODO: MAIO/2025" and set(lines[head + 1]) == {"-"}
    body = lines[head + 2 : -3]
    assert body and all(len(line) == len(lines[head]) and re.search(r" [\d.]+,\d\d$", line) for line in body)
    at = lines[head].index("ESPECIFICACAO")
    assert all(line[at - 1] == " " and line[at] != " " for line in body)


BY_HAND = {
    # entry; expenses at once, record 2; all subjects 1; budget 1; consignments 2; revenue: page, 2025, record 3; extra revenue 2;
    # purchases: page, two tabs, record 4; servants at once, record 2
    "paleta": 1 + 2 + 1 + 1 + 2 + 3 + 2 + 4 + 2,
    # entry; six branches; commitments 3, by nature 2, extra 2, extra revenue 2, revenue at once and a record 2, bids 3, payroll 2
    "delfos": 1 + 6 + 3 + 2 + 2 + 2 + 2 + 3 + 2,
    # entry; form, three phases, record 5; by nature at once 1; extra 2; revenue 3; extra revenue 2; bids 3; servants 2
    "fio": 1 + 5 + 1 + 2 + 3 + 2 + 3 + 2,
    # entry; commitments 3; by function at once, by element 2; extra 2; revenue 3; extra revenue at once 1; bids 3; servants 2
    "grademvc": 1 + 3 + 2 + 2 + 3 + 1 + 3 + 2,
    # entry; page, year, month, record 4; payments of this year 2; extra at once 1; revenue 4; forecast at once 1; extra revenue 2;
    # bids: page, year, tab, record 4; payroll 2
    "proximo": 1 + 4 + 2 + 1 + 4 + 1 + 2 + 4 + 2,
    # entry; page, year, month, record 4; budget 2; extra 3; revenue 4; extra revenue 2; bids 3; payroll of a department 3
    "estatico": 1 + 4 + 2 + 3 + 4 + 2 + 3 + 3,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
