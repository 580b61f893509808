"""Five portals that nobody who makes the program looks at, of designs towns buy or build: a person's way by the words of the key."""

from __future__ import annotations

import html
import re
from typing import Any

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
    untold,
    views_of,
)
from playwright.sync_api import Page as Tab
from test_lab_national import first_year, plain

from lab.definition import Page, Portal, View
from lab.frameworks.blocosite import BlocoSite
from lab.frameworks.personaliza import Personaliza
from lab.frameworks.portlets import Portlets
from lab.frameworks.unseen import Unseen
from lab.least import least_nodes
from lab.server import Lab
from lab.values import MONTHS

PORTALS = batch("j")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def month_of(view: View) -> tuple[int, int]:
    """A year and a month in which a view has records."""
    return first_year(view), 3


def prime(tab: Tab, page: Page, view: View) -> None:
    """The exercise in the drop-down, the month in the picker."""
    for given in page.filters:
        field = tab.locator(f".field:has(label:text-is('{given.label}'))")
        year, month = month_of(view)
        if given.kind == "ano":
            field.locator(".p-dropdown").click()
            tab.locator(f"li[role=option] >> text='{year}'").click()
        elif given.kind == "de":
            field.locator(".p-datepicker-trigger").click()
            while tab.locator(".p-datepicker-year").inner_text() != str(year):
                tab.locator(".p-datepicker-prev").click()
            tab.locator(".p-monthpicker-month").nth(month - 1).click()


def assembled(tab: Tab, page: Page, view: View) -> None:
    """Every column ticked, the year, all months; of a ready-made consultation the year's link."""
    if not page.auto:
        press(tab, "Marcar todas")
        tab.select_option("#ano", str(first_year(view)))
        if any(f.kind == "mes" for f in page.filters):
            press(tab, "Todos os meses")
    elif not view.years.get(page.query({}).year):
        press(tab, str(first_year(view)))


def boxed(tab: Tab, page: Page, view: View) -> None:
    """An entity in the bandbox, the year in the combobox, a longer period."""
    for given in page.filters:
        row = tab.locator(f".z-row:has(.z-label:text-is('{given.label}:')) >> visible=true")
        year = first_year(view)
        if given.options and given.options[0] == "Selecione":
            row.locator(".z-bandbox").click()
            press(tab, given.options[1])
            tab.locator(".z-bandpopup >> visible=true").wait_for(state="hidden")
        elif given.kind == "ano" and page.query({}).year != year:
            row.locator(".z-combobox-btn").click()
            press(tab, str(year))
            if page.auto:
                press(tab, "Atualizar")
        elif given.kind == "de":
            row.locator("input").fill(f"01/02/{year}")


def portlet(tab: Tab, page: Page, view: View) -> None:
    """The year of a form, where none is chosen or it holds nothing; a category of an asset publisher."""
    year = str(first_year(view))
    given = next((f for f in page.filters if f.kind == "ano"), None)
    if given and (given.options[0] != year or not page.auto):
        if given.label == "Ano":
            press(tab, year)
        else:
            choose(tab, given.label, year)
            if page.auto:
                press(tab, "Atualizar")


PREPARE: dict[str, Prepare] = {"primang": prime, "personaliza": assembled, "comandos": boxed, "portlets": portlet}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


SERVED = {"personaliza", "portlets", "blocosite"}
"""Frameworks whose server draws everything: what opens a record, and a later view, alone is gone to in the browser."""


def is_asked(slug: str, page_id: str, view_id: str) -> bool:
    """Whether a place is asked for without a browser."""
    portal = PORTALS[slug]
    view = portal.page(page_id).view(view_id)
    seen = view.style == "cards" or page_id in portal.options.get("buttons", ())
    return portal.framework in SERVED and view.detail is None and view.id == "v0" and not seen


ASKED = [place for place in views_of(PORTALS) if is_asked(*place)]
VIEWS = [place for place in views_of(PORTALS) if not is_asked(*place)]


def answer_of(lab: Lab, portal: Portal, page: Page, view: View) -> str:
    """What the server answers to who asks for a year of a page."""
    url, year = lab.hosts[page.host].url, first_year(view)
    if page.host == "blocosite":
        return requests.get(url + BlocoSite.drawer_path(portal, page, year, ""), timeout=10).text
    if page.host == "portlets":
        name = Portlets.portlet(page)
        given = {"p_p_id": name, f"_{name}_exercicio": str(year), f"_{name}_acao": "pesquisar"}
        return requests.get(url + Portlets.path(portal, page), params=given, timeout=10).text
    if page.auto:
        return requests.get(url + Personaliza.path(portal, page), params={"ano": year}, timeout=10).text
    ticked = [str(n) for n in range(len(view.columns))]
    form = {"base": page.id, "ano": str(year), "meses[]": ["0"], "colunas[]": ticked}
    return requests.Session().post(f"{url}/municipios/{portal.entity}/gerar.php", data=form, timeout=10).text


@pytest.mark.parametrize(("slug", "page_id", "view_id"), ASKED)
def test_an_answer_shows_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view, host = page.view(view_id), lab.hosts[page.host].framework
    assert isinstance(host, Unseen)
    listed = plain(html.unescape(re.sub("<[^>]+>", "\n", answer_of(lab, portal, page, view))))
    assert not untold(host, portal, page, view, listed, "")


test_a_place_shows_what_the_key_claims = place_test(PORTALS, VIEWS, PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_toast_asks_for_the_exercise_and_modules_load_when_entered(lab: Lab, tab: Tab) -> None:
    portal = of("primang")
    rows = f"{lab.portal(portal.slug).url}rest/lista/empenhos/v0"

    def ask(**event: Any) -> requests.Response:
        return requests.post(rows, json=event, timeout=10)

    assert ask().status_code == 422 and ask(filters={"exercicio": "Selecione o exercício"}).status_code == 422
    year = {"exercicio": "2025"}
    whole, last = ask(filters=year).json(), ask(filters=year, first=125, rows=25).json()
    assert (whole["totalRecords"], len(whole["content"]), len(last["content"])) == (150, 10, 25)
    some = ask(filters=year | {"unidade": ["Fundo Municipal de Saúde"]}).json()
    assert 0 < some["totalRecords"] < 150
    dearest = ask(filters=year, sortField=3, sortOrder=-1, rows=50).json()["content"]
    amounts = [float(r["c"][3].removeprefix("R$ ").replace(".", "").replace(",", ".")) for r in dearest]
    assert amounts == sorted(amounts, reverse=True)
    loaded = len([h for h in lab.hits if "modulo-" in h.path])
    tab.goto(lab.portal(portal.slug).url)
    for word in portal.page("remuneracao").menu:
        press(tab, word)
    press(tab, "Pesquisar")
    tab.locator(".p-toast-detail >> text='Selecione a competência'").wait_for()
    assert [h.path.rpartition("/")[2] for h in lab.hits if "modulo-" in h.path][loaded:] == ["modulo-servidores.js"]


def test_a_query_is_put_together_and_kept_in_the_session(lab: Lab, tab: Tab) -> None:
    portal = of("personaliza")
    entry = lab.portal(portal.slug).url
    visitor = requests.Session()

    def ask(**chosen: Any) -> requests.Response:
        return visitor.post(entry.replace("index", "gerar"), data={"base": "empenhos", **chosen}, timeout=10)

    lacking = ask().text
    assert [f"{word}." in lacking for word in ("ao menos uma coluna", "Informe o exercício", "ao menos um mês")] == [
        True
    ] * 3
    columns = {"colunas[]": ["1", "15"], "ano": "2025"}
    march = ask(**columns, **{"meses[]": ["3"]})
    assert march.history[0].status_code == 302 and march.url.endswith("resultado.php?consulta=1")
    assert re.findall(r"<th>([^<]+)</th>", march.text) == ["Data", "Liquidado R$"]
    days = re.findall(r"<td[^>]*>\d\d/(\d\d)/2025</td>", march.text)
    assert days and set(days) == {"03"}
    both = ask(**columns, **{"meses[]": ["3", "7"]}).text
    assert set(re.findall(r"<td[^>]*>\d\d/(\d\d)/2025</td>", both)) == {"03", "07"}
    assert "Sua consulta expirou" in requests.get(march.url, timeout=10).text
    tab.goto(entry)
    for word in ("Funcionários", "Folha de pagamento", "Continuar"):
        press(tab, word)
    ticked = tab.locator("label:has([name='colunas[]']:checked)")
    assert [t.strip() for t in ticked.all_inner_texts()] == portal.options["ticked"]["folha"]
    press(tab, "Gerar consulta")
    tab.locator(".erros >> text='Informe o exercício.'").wait_for()


def test_events_are_answered_by_commands_for_one_desktop(lab: Lab, tab: Tab) -> None:
    portal = of("comandos")
    entry = lab.portal(portal.slug).url
    visitor = requests.Session()
    page = visitor.get(entry, timeout=10).text
    desk = re.findall(r'z.dtid="([^"]+)"', page)[0]

    def act(who: requests.Session, number: str, data: str = "") -> str:
        asked = {"dtid": desk, "cmd.0": "onClick", "uuid.0": number, "data.0": data}
        return html.unescape(who.post(entry.replace("index.zul", "zkau"), data=asked, timeout=10).text)

    number = re.findall(r'<div id="([^"]+)" class="z-toolbarbutton" z.on="onClick"><span[^>]+>Servidores<', page)[0]
    assert "<c>obsolete</c>" in act(requests.Session(), number)
    opened = act(visitor, number)
    assert re.findall(r"<c>(\w+)</c>", opened) == ["addChd", "addChd", "select"]
    assert re.findall(r"<c>(\w+)</c>", act(visitor, number)) == ["select"], "it stays open"
    button = re.findall(r'<span id="([^"]+)" class="z-button"', opened)[0]
    assert "É obrigatório informar: Entidade." in act(visitor, button)
    band = re.findall(r'<i id="([^"]+)" class="z-bandbox"', opened)[0]
    found = re.findall(r'<tr id="([^"]+)" class="z-listitem"', act(visitor, band))
    assert len(found) == 2 and "closePopup" in act(visitor, found[0])
    assert act(visitor, button).count('class="z-listitem') > 10
    tab.goto(entry)
    for word in ("Despesas", "Fases da despesa", "Consultar"):
        press(tab, word)
    tab.locator(".z-listbox-emptybody >> text='Nenhum registro encontrado.'").wait_for()
    boxed(tab, portal.page("execucao"), portal.page("execucao").views[0])
    press(tab, "Consultar")
    tab.locator(".z-paging-btn >> nth=2").click()
    tab.locator(".z-paging-info >> text=16 - 30").wait_for()


def test_a_workbook_is_framed_when_its_year_unfolds_and_numbered_like_one(lab: Lab, tab: Tab) -> None:
    portal = of("blocosite")
    page = portal.page("empenhos")
    url = lab.hosts["blocosite"].url
    cards = requests.get(url + BlocoSite.hall_path(portal), timeout=10).text
    assert cards.count("Acesse aqui") == sum(len(p.menu) > 1 for p in portal.pages)
    book = requests.get(url + BlocoSite.drawer_path(portal, page, 2025, ""), timeout=10).text
    sheets = re.split(r'<div id="\d+" style="display', book)[1:]
    assert re.findall(r"switchToSheet\('\d+'\)\">(\w+)<", book) == list(MONTHS) and len(sheets) == 12
    total = 0
    for month, sheet in enumerate(sheets, 1):
        days = re.findall(r">\d\d/(\d\d)/2025<", sheet)
        assert set(days) == {f"{month:02d}"}
        numbers = [int(n) for n in re.findall(r"line-height: 20px\">(\d+)<", sheet)]
        assert numbers == list(range(1, len(numbers) + 1)) and ">J</th>" in sheet and ">K</th>" not in sheet
        total += len(days)
    assert total == 180
    assert requests.get(url + "/planilhas/d/e/2PACX-1vX/pubhtml", timeout=10).status_code == 404
    before = sum("pubhtml" in h.path for h in lab.hits)
    tab.goto(url + BlocoSite.path(portal, page))
    tab.locator(".elementor-accordion-title >> nth=2").wait_for()
    assert sum("pubhtml" in h.path for h in lab.hits) == before, "no frame is loaded while it is folded"
    press(tab, "2024")
    press(tab, "Junho")
    tab.frame_locator("iframe >> visible=true").locator("td >> text=/^\\d\\d.06.2024$/").first.wait_for()


def test_actions_want_the_sessions_token_and_portlets_keep_their_own_arguments(lab: Lab) -> None:
    portal = of("portlets")
    page = portal.page("empenhos")
    url = lab.hosts["portlets"].url
    layout = url + Portlets.path(portal, page)
    visitor = requests.Session()
    shown = visitor.get(layout, timeout=10).text
    assert shown.count('<section class="portlet"') == 2, "two portlets on a page"
    action = url + html.unescape(re.findall(r'action="([^"]+)"', shown)[0])
    name = f"_{Portlets.portlet(page)}_"
    asked = {f"{name}exercicio": "2025", f"{name}mes": "Todos"}
    assert "Sua sessão expirou" in requests.post(action, data=asked, timeout=10).text
    lacking = visitor.post(action, data={f"{name}exercicio": "Selecione o ano"}, timeout=10)
    assert "Por favor, informe: ano de exercício." in lacking.text
    found = visitor.post(action, data=asked, timeout=10)
    assert found.history[0].status_code == 302 and f"p_p_id={name.strip('_')}" in found.url
    assert "Mostrando 1 - 20 de 170 resultados." in found.text
    links = dict(re.findall(r'<a href="([^"]+)">(\d+ itens por página|Próximo)</a>', found.text))
    longer = next(html.unescape(a) for a, word in links.items() if word == "75 itens por página")
    many = requests.get(url + longer, timeout=10).text  # a rendering needs no session
    assert "Mostrando 1 - 75 de 170" in many and many.count("Ver detalhes") == 75
    record = url + html.unescape(re.findall(r'href="([^"]+p_p_state=maximized[^"]+)"', many)[0])
    opened = requests.get(record, timeout=10).text
    assert "Sub-elemento" in opened and "Despesa fixada por categoria" not in opened, "maximised, it is alone"
    bids = url + Portlets.path(portal, portal.page("licitacoes"))
    assert "Nenhuma publicação nesta categoria." in requests.get(bids, timeout=10).text
    assert requests.get(f"{bids}/-/asset_publisher/abc/content/x-202500001", timeout=10).status_code == 404


BY_HAND = {
    # entry; a page of commitments and the budget 1, one commitment 2, extra at once 1; revenue 1, both tabs 2, extra of 2025 2; bids of
    # 2025 and one 3; pay and one 3
    "portlets": 1 + 1 + 2 + 1 + 1 + 2 + 2 + 3 + 3,
    # entry, blocks; revenue in a window 2, extra of 2025 2; commitments 2, budget at once 1, extra of 2025 2; bids at once 1; pay 2
    "blocosite": 2 + 2 + 2 + 2 + 1 + 2 + 1 + 2,
    # entry; revenue and one 3, extra at once 1; notes and one 3, phases of a period 3, extra of 2025 2; bids and one 3; staff 2
    "comandos": 1 + 3 + 1 + 3 + 3 + 2 + 3 + 2,
    # entry; spending, by body at once 1, commitments and one 3, extra 2; revenue 2, extra of 2025 2 and their subject; bids of 2025 and one 3
    # and their subject; pay 2 and its subject
    "personaliza": 1 + 1 + 1 + 3 + 2 + 1 + 2 + 2 + 1 + 3 + 1 + 2,
    # entry; commitments and one 3, natures of 2025 2, extra 2; revenue and one 3, extra at once 1; bids, one, direct ones 4; pay of a month 2
    "primang": 1 + 3 + 2 + 2 + 3 + 1 + 4 + 2,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
