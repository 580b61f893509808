"""Portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import json
import re

import pytest
import requests
from lab_visits import (
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
from test_lab_national import first_year

from lab.definition import Page, Portal, View
from lab.frameworks import framework
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("h")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def picks(field: str, opener: str, option: str) -> Prepare:
    """Chooses in drop-downs of the page's own: the year, where theirs has no records, and what must be chosen."""

    def prepare(tab: Tab, page: Page, view: View) -> None:
        for given in page.filters:
            wanted = ""
            if given.kind == "ano" and not view.years.get(page.query({}).year if given.default[:1].isdigit() else 0):
                wanted = str(first_year(view))
            elif given.options and given.options[0].startswith("Selecione"):
                wanted = given.options[1]
            if wanted:
                tab.locator(f"{field}:has-text('{given.label}') {opener} >> visible=true").last.click()
                tab.locator(f"{option}:text-is('{wanted}') >> visible=true").last.click()

    return prepare


def nothing(tab: Tab, page: Page, view: View) -> None:
    """The year is a word of the place."""


def ticked(tab: Tab, page: Page, view: View) -> None:
    """A year that has records, in place of the one that is ticked at first."""
    given = next((f.default for f in page.filters if f.kind == "ano"), "")
    if given and not view.years.get(int(given)):
        tab.uncheck(f"#ano{given}")
        tab.check(f"#ano{first_year(view)}")
        press(tab, page.button)


def parameters(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen, and the year where the report's own has no records."""
    for given in page.filters:
        must = bool(given.options) and given.options[0].startswith("Selecione")
        if given.kind == "ano" and (must or not view.years.get(int(given.default))):
            choose(tab, given.label, str(first_year(view)))
        elif must:
            choose(tab, given.label, given.options[1])


def asked_in_an_alert(tab: Tab, page: Page, view: View) -> None:
    """The same; each choice is asked for in an alert, and confirmed."""
    for given in page.filters:
        must = bool(given.options) and given.options[0].startswith("Selecione")
        if given.kind == "ano" and (must or not view.years.get(int(given.default))):
            wanted = str(first_year(view))
        elif must:
            wanted = given.options[1]
        else:
            continue
        tab.locator(f"ion-item.filtro:has(ion-label:text-is('{given.label}')) >> visible=true").click()
        press(tab, wanted)
        press(tab, "OK")


PREPARE: dict[str, Prepare] = {
    "nodal": nothing,
    "fichario": ticked,
    "servrel": parameters,
    "ionico": asked_in_an_alert,
    "faixa": picks(".dxflItem", ".dxeButton", ".dxeListBoxItem"),
    "areaweb": picks(".xtb", ".x-form-trigger", ".x-combo-list-item"),
}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = views_of(PORTALS)

test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(VIEWS), PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_callback_carries_its_state_and_a_column_dragged_up_groups(lab: Lab, tab: Tab) -> None:
    portal = of("faixa")
    page, visitor = portal.page("empenhos"), requests.Session()
    url = lab.hosts["faixa"].url + framework("faixa").path(portal, page)

    def call(who: requests.Session, state: str, command: str, argument: str = "", year: str = "2025") -> dict[str, str]:
        field = "ctl00$Conteudo$"
        asked = {"__CALLBACKID": f"{field}gvDados", "__CALLBACKPARAM": f"c0:KV|{command}|{argument}"}
        asked |= {f"{field}exercicio": year, f"{field}gvDados$CallbackState": state}
        told = json.loads(who.post(url, data=asked, timeout=10).text.removeprefix("0|/*DX*/(")[:-1])
        assert isinstance(told, dict)
        return told.get("result", told)

    front = visitor.get(url, timeout=10).text
    state = re.findall(r'id="cbstate" name="[^"]+" value="([^"]+)"', front)[0]
    assert "Nota de Empenho" in front and "Não há dados para exibir" in front and "dxgvDataRow" not in front
    assert "Não há dados" in call(visitor, state, "CUSTOM", year="2026")["html"]
    found = call(visitor, state, "CUSTOM")
    assert "Página 1 de 16 (240 itens)" in found["html"] and found["html"].count("dxgvDataRow") == 15
    last = call(visitor, found["callbackState"], "PAGERONCLICK", "PN15")
    assert "Página 16 de 16" in last["html"] and "2025/00240-" in last["html"]
    sharp = call(visitor, found["callbackState"], "APPLYCOLUMNFILTER", "2|fundo municipal")["html"]
    assert 0 < sharp.count("dxgvDataRow") <= 15 and sharp.count("FUNDO MUNICIPAL") == sharp.count("dxgvDataRow")
    assert "sessão expirou" in call(requests.Session(), found["callbackState"], "CUSTOM")["generalError"]
    key = re.findall(r'data-k="([^"]+)"', found["html"])[0]
    frame = f"{lab.hosts['faixa'].url}/{portal.entity}/popDetalhe.aspx"
    assert "Projeto/Atividade" in visitor.get(frame, params={"k": key}, timeout=10).text
    assert requests.get(frame, params={"k": key}, timeout=10).status_code == 403
    tab.goto(url)
    assert not tab.locator("text='Ordens de Pagamento'").is_visible()
    press(tab, "Atualizar")
    PREPARE["faixa"](tab, page, page.views[0])
    press(tab, "Atualizar")
    tab.locator("text='Página 1 de 16 (240 itens)'").wait_for()
    tab.locator("td.dxgvHeader[data-col] >> text='Órgão'").drag_to(tab.locator(".dxgvGroupPanel"))
    tab.locator("span.dxgvHeader >> text='Órgão'").wait_for()
    assert tab.locator(".dxgvGroupRow").count() == 8 and not tab.locator(".dxgvDataRow").count()


def test_a_desktop_is_served_its_store_and_draws_what_is_opened(lab: Lab, tab: Tab) -> None:
    portal = of("areaweb")
    rows, visitor = f"{lab.hosts['areaweb'].url}/{portal.entity}/servico/lista/empenhos/v0", requests.Session()
    asked = {"start": "180", "limit": "20", "exercicio": "2025"}
    assert visitor.post(rows, data=asked, timeout=10).json() == {"success": False, "msg": "Sessão expirada."}
    visitor.get(lab.portal(portal.slug).url, timeout=10)
    assert visitor.post(rows, data=asked, timeout=10).json()["msg"] == "Informe: Unidade gestora."
    asked["unidade"] = "Prefeitura Municipal"
    found = visitor.post(rows, data=asked, timeout=10).json()
    assert (found["total"], len(found["records"]), len(found["records"][0])) == (190, 10, 1 + 5)
    assert visitor.post(rows, data=asked | {"limit": "9999"}, timeout=10).status_code == 400
    tab.goto(lab.portal(portal.slug).url)
    press(tab, "Gastos")
    tab.locator("text='Execução diária'").wait_for()
    assert tab.locator("text='Pagamentos'").count() == 0, "a node is made when the one above it opens"
    press(tab, "Por credor")
    press(tab, "Pesquisar")
    tab.locator(".x-window-dlg >> text='Informe: Ano.'").wait_for()
    press(tab, "OK")
    tab.locator(".x-form-trigger").click()
    press(tab, "2024")
    press(tab, "Pesquisar")
    tab.locator("text='Exibindo 1 - 20 de 90'").wait_for()
    assert tab.locator(".x-grid3-body .x-grid3-row table").count() == 20
    tab.locator(".x-tbar-page-last").click()
    tab.locator("text='Exibindo 81 - 90 de 90'").wait_for()
    assert tab.locator(".x-grid3-row").count() == 10


def test_pasted_tables_have_titles_merged_cells_and_paragraphs(lab: Lab) -> None:
    portal = of("nodal")
    entry = lab.portal(portal.slug).url
    front = requests.get(entry, timeout=10).text
    assert "Folha de Pagamento" not in front, "a category names what it holds on its own page"
    months = requests.get(f"{entry}periodo/folha-de-pagamento-2025", timeout=10).text
    assert re.findall(r"<h2><a [^>]+>[^<]+ – ([^<]+)/2025</a>", months)[::11] == ["Janeiro", "Dezembro"]
    may = requests.get(f"{entry}content/folha-de-pagamento-maio-2025", timeout=10).text
    assert "FOLHA DE PAGAMENTO - MAIO/2025" in may and "<th>" not in may.partition("anexos")[0]
    rows = re.findall(r"<tr>(<td class=\"xl70\".*?)</tr>", may)
    over = [int(n) for n in re.findall(r'class="xl70" rowspan="(\d+)"', may)]
    assert sum(n - 1 for n in over) == sum(row.count("<td") == 7 for row in rows) > 0
    assert {row.count("<td") for row in rows} == {7, 8}
    january = requests.get(f"{entry}content/relacao-de-empenhos-janeiro-2025", timeout=10).text
    assert 'colspan="3"><p class="MsoNormal" style="text-align:center"><strong>' in january and "TOTAL GERAL" in january
    assert 'rowspan="2"' in january and january.count("&nbsp;") == 2
    empty = requests.get(f"{entry}content/receitas-extra-orcamentarias-2025", timeout=10)
    assert "Em atualização." in empty.text
    for wrong in ("content/folha-de-pagamento-maio-2019", "node/licitacoes-202500999", "periodo/empenhos"):
        assert requests.get(entry + wrong, timeout=10).status_code == 404, wrong


def test_ticks_add_up_within_a_filter_and_narrow_between_filters(lab: Lab) -> None:
    portal = of("fichario")
    url = lab.hosts["fichario"].url + framework("fichario").path(portal, portal.page("empenhos"))

    def count(*ticks: tuple[str, str]) -> int:
        text = requests.get(url, params=[("filtrar", "1"), *ticks], timeout=10).text
        return int(re.findall(r"<span>(\d+) resultados?</span>", text)[0])

    front = requests.get(url, timeout=10).text
    assert "Nenhum resultado para os filtros marcados." in front and 'value="2026" checked' in front
    last, before = ("ano[]", "2025"), ("ano[]", "2024")
    assert (count(last), count(before), count(last, before), count()) == (210, 160, 370, 370)
    health, works = ("f3[]", "Fundo Municipal de Saúde"), ("f4[]", "Concorrência")
    farms = ("f3[]", "Secretaria de Desenvolvimento Rural")
    assert count(last, health, farms) == count(last, health) + count(last, farms) > 0
    assert 0 < count(last, health, works) < min(count(last, health), count(last, works))
    sheet = requests.get(url, params=[("filtrar", "1"), last, before, ("pagina", "37")], timeout=10).text
    assert sheet.count("Ver ficha") == 10 and "NE 1/2024" in sheet and "ano%5B%5D=2025&amp;ano%5B%5D=2024" in sheet
    assert (
        requests.get(url.replace("lista", "ficha"), params={"v": "v0", "id": "202600001"}, timeout=10).status_code
        == 404
    )
    record = requests.get(url.replace("lista", "ficha"), params={"v": "v0", "id": "202500210"}, timeout=10).text
    assert (
        '<div class="rotulo">Número</div><div class="conteudo">NE 210/2025</div>' in record and "<table" not in record
    )


def test_a_run_belongs_to_its_session_and_is_shown_by_sections(lab: Lab, tab: Tab) -> None:
    portal = of("servrel")
    server, visitor = f"{lab.hosts['servrel'].url}/ReportServer/{portal.entity}", requests.Session()
    asked = {"exercicio": "2025", "mes": "Todos", "unidade": ""}
    refused = visitor.post(f"{server}/Render", params={"item": "empenhos"}, data=asked, timeout=10).text
    assert "O parâmetro 'Entidade' não tem um valor." in refused and "Exercício" not in refused
    asked["unidade"] = "Consolidado"
    viewer = visitor.post(f"{server}/Render", params={"item": "empenhos"}, data=asked, timeout=10)
    run = viewer.url.partition("ExecutionID=")[2]
    assert "ReportViewer.aspx?" in viewer.url and "<table" not in viewer.text

    def section(who: requests.Session, **more: str) -> requests.Response:
        return who.post(f"{server}/Section", data={"ExecutionID": run, "Section": "10", **more}, timeout=10)

    last = section(visitor).json()
    assert (last["section"], last["sections"]) == (10, 10) and "Total do relatório" in last["html"]
    assert "Total do relatório" not in section(visitor, Section="1").json()["html"]
    assert "<th" not in last["html"] and last["html"].count("data-drill") == 10
    assert "Desdobramento da despesa" in section(visitor, Drill="202500190").json()["html"]
    assert section(requests.Session()).status_code == 404, "another session has begun no such run"
    exported = visitor.get(f"{server}/Export", params={"ExecutionID": run, "Format": "CSV"}, timeout=10)
    assert exported.content.decode("latin-1").count("\r\n") == 191
    tab.goto(lab.portal(portal.slug).url)
    for word in ("Compras", "Processos Licitatórios"):
        press(tab, word)
    choose(tab, "Exercício", "2025")
    press(tab, "Visualizar relatório")
    frame = tab.frame_locator("#rvFrame")
    frame.locator("#tot >> text='2'").wait_for()
    frame.locator("#ult").click()
    frame.locator("text='Emitido em 20/11/2026 às 10:42 – Página 2 de 2'").wait_for()


def test_pages_are_pushed_and_a_list_grows_under_the_eye(lab: Lab, tab: Tab) -> None:
    portal = of("ionico")
    entry = lab.portal(portal.slug).url
    rows = f"{entry}api/v2/lista/empenhos/v0"
    refused = requests.get(rows, params={"exercicio": "2025", "page": "1"}, timeout=10)
    assert (refused.status_code, refused.json()["message"]) == (400, "Selecione: Órgão")
    asked = {"exercicio": "2025", "unidade": "Prefeitura", "page": "14"}
    last = requests.get(rows, params=asked, timeout=10).json()
    assert (last["totalElements"], len(last["content"]), last["last"]) == (160, 4, True)
    tab.goto(f"{entry}tabs/gastos/favorecidos")
    cards, shown = tab.locator("ion-card >> visible=true"), tab.locator(".ion-page:not(.ion-page-hidden)")
    cards.nth(11).wait_for()
    before = cards.count()
    assert before < 90 and shown.count() == 1
    for _ in range(40):  # what is scrolled while the list is being loaded does not make it grow
        cards.last.scroll_into_view_if_needed()
        tab.mouse.wheel(0, 3000)
        if cards.count() > before:
            break
        tab.wait_for_timeout(250)
    assert cards.count() > before
    tab.locator("ion-tab-button >> text='Receitas'").click()
    press(tab, "Do orçamento")
    press(tab, "(linha)")
    tab.locator("h3 >> text='Quem arrecadou'").wait_for()
    assert tab.locator(".ion-page").count() == 3 and shown.count() == 1, "what was there stays, hidden"
    press(tab, "Voltar")
    tab.locator("ion-segment-button >> text='Lançamentos'").wait_for()
    assert tab.locator(".ion-page").count() == 2 and tab.url.endswith("/tabs/receitas/receitas")
    tab.goto(f"{entry}tabs/receitas/receitas/v0/202600003")
    tab.locator("h3 >> text='Quem arrecadou'").wait_for()
    press(tab, "Voltar")
    tab.locator("ion-segment-button >> text='Lançamentos'").wait_for()


BY_HAND = {
    # entry, four tabs; who received 1; a list in the list, commitments of a year and body and one 4, payments of another year 2, by function
    # 1, extra 1; revenue and one 2, entries of another year 2, extra revenue 2; bids of another year and one 3; servants and one 2
    "ionico": 1 + 4 + 1 + 4 + 2 + 1 + 1 + 2 + 2 + 2 + 3 + 2,
    # entry, four folders; commitments and one 3, payments 2, allotments 2, extra of another year 2; revenue and a code 3, extra revenue 2;
    # bids and one 3; payroll 2
    "servrel": 1 + 4 + 3 + 2 + 2 + 2 + 3 + 2 + 3 + 2,
    # entry; commitments of another year and one 3, payments 1, extra of another year 2; revenue and one 2, extra revenue 1; bids, one, and
    # auctions of another year 4; servants and one 2
    "fichario": 1 + 3 + 1 + 2 + 2 + 1 + 4 + 2,
    # entry, four categories; commitments and payments of a month 6; allotments and extra of a year 4; revenue of a month 3, its forecast of a
    # year 2; bids of a year and one 3; a month's payroll 3
    "nodal": 1 + 4 + 6 + 4 + 3 + 2 + 3 + 3,
    # entry; commitments and a note 3, payments 2, by modality 2; extra 2; revenue, a group, a record 4; extra revenue 2; bids and one 3,
    # direct ones 2; servants and a department 3
    # entry, four icons; creditors 2, a node, commitments and one 3, payments 2, extra 2; revenue, a record, entries 5, extra revenue 2;
    # bids and one 3; staff 2
    "areaweb": 1 + 4 + 2 + 1 + 3 + 2 + 2 + 5 + 2 + 3 + 2,
    "faixa": 1 + 3 + 2 + 2 + 2 + 4 + 2 + 3 + 2 + 3,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
