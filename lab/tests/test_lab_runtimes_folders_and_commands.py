"""Portals that nobody who makes the program looks at, of vendors and tools that towns use: a person's way by the words of the key."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest
import requests
from lab_visits import (
    Prepare,
    batch,
    check_key,
    choose,
    followed,
    form_test,
    place_test,
    press,
    untold,
    views_of,
)
from playwright.sync_api import Browser, Route
from playwright.sync_api import Page as Tab
from test_lab_national import first_year, plain

from lab.definition import Page, Portal, Query, View
from lab.frameworks import framework, wasmnet
from lab.frameworks.unseen import OFFICES, Unseen
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("k")


@pytest.fixture(scope="module", autouse=True)
def quick_runtime() -> Iterator[None]:
    """A runtime that need not be waited for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wasmnet, "FETCH", 0.01)
        yield


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def typed_period(tab: Tab, page: Page, view: View) -> None:
    """A period of the year that has records, digits only; else what must be chosen."""
    year = first_year(view)
    for given in page.filters:
        if given.kind in ("de", "ate"):
            tab.locator(f"#{given.kind}").fill(f"0101{year}" if given.kind == "de" else f"3112{year}")
        elif given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, str(year) if given.kind == "ano" else "Março")


def selects(tab: Tab, page: Page, view: View) -> None:
    """What must be chosen in native selects, and the year where the form's own has no records."""
    for given in page.filters:
        must = bool(given.options) and given.options[0].startswith("Selecione")
        if given.kind == "ano" and (must or not view.years.get(page.query({}).year)):
            choose(tab, given.label, str(first_year(view)))


def over_the_frame(tab: Tab, page: Page, view: View) -> None:
    """The exercise of the whole portal, where this one has no records; then what the form of the frame requires."""
    if not view.years.get(2026):
        frame = tab.frame_locator("iframe")
        frame.locator(
            "text=/Exercício 20\\d\\d/"
        ).first.wait_for()  # what is chosen while the frame is on its way is lost
        choose(tab, "Exercício", str(first_year(view)))
        frame.locator(f"text='Exercício {first_year(view)}'").wait_for()
    for given in page.filters:
        if given.options and given.options[0].startswith("Selecione"):
            choose(tab, given.label, given.options[1])


PREPARE: dict[str, Prepare] = {"ladrilho": typed_period, "wasmnet": selects, "scgrade": over_the_frame}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


PLAIN = {"listapoint"}
"""Frameworks gone through without a browser: all their places are addresses."""
POSTED = {"ladrilho", "scgrade"}
"""Frameworks of which only what opens a record, or a later view, is gone to in the browser: the rest is a form and its answer."""


def how(slug: str, page_id: str, view_id: str) -> str:
    """How a place is gone to."""
    name, view = PORTALS[slug].framework, PORTALS[slug].page(page_id).view(view_id)
    if name in PLAIN:
        return "address"
    return "form" if name in POSTED and view.detail is None and view.id == "v0" else "browser"


VIEWS = [place for place in views_of(PORTALS) if how(*place) == "browser"]
ADDRESSES = [place for place in views_of(PORTALS) if how(*place) == "address"]
FORMS = [place for place in views_of(PORTALS) if how(*place) == "form"]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), ADDRESSES)
def test_an_address_shows_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view = page.view(view_id)
    host = lab.hosts[page.host].framework
    assert isinstance(host, Unseen)
    in_detail = view.detail is not None and any(c.publishes for c in view.detail.columns)
    path, *words = framework(page.host).where(portal, page, view, in_detail)[0].split(" › ")
    address, texts = lab.portal(slug).url, [""]
    for word in words:
        address = followed(address, word)
        texts.append(plain(html.unescape(requests.get(address, timeout=10).text)))
    assert path in address
    assert not untold(host, portal, page, view, texts[-2] if in_detail else texts[-1], texts[-1])


def linked(text: str, word: str) -> str:
    """Where the last link, or tile, before a word leads."""
    before = text[: text.index(f">{word}<")]
    return re.findall(r"""(?:href="(?:javascript:nm_menu\(')?|location\.href=')([^"']+)""", before)[-1]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), FORMS)
def test_a_form_answers_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view, host = page.view(view_id), lab.hosts[page.host].framework
    assert isinstance(host, Unseen)
    year, visitor = first_year(view), requests.Session()
    address = lab.portal(slug).url
    text = visitor.get(address, timeout=10).text
    if page.host == "scgrade":
        visitor.post(f"{address}exercicio.php", data={"glo_exercicio": year}, timeout=10)
    for word in host.way(portal, page)[-1 if page.host == "scgrade" else 0 :]:
        address = urljoin(address, linked(text, word))
        text = visitor.get(address, timeout=10).text
    assert page.auto or f">{page.button}<" in text
    asked = {"de": f"01/01/{year}", "ate": f"31/12/{year}", "exercicio": str(year), "mes": "Março"}
    if page.host == "scgrade":
        hidden = re.findall(r'script_case_init" value="(\d+)"', text)[0]
        text = visitor.post(address, data=asked | {"nmgp_opcao": "pesq", "script_case_init": hidden}, timeout=10).text
    else:
        text = visitor.post(f"{address}/localizar", data=asked, timeout=10).text
    listed = plain(html.unescape(re.sub("<[^>]+>", "\n", text)))
    assert framework(page.host).path(portal, page) in address and not untold(host, portal, page, view, listed, "")


test_a_place_shows_what_the_key_claims = place_test(PORTALS, VIEWS, PREPARE)
test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_a_period_lies_within_one_exercise_and_a_town_in_the_session(lab: Lab, tab: Tab) -> None:
    portal = of("ladrilho")
    entry = lab.portal(portal.slug).url
    ask = f"{lab.hosts['ladrilho'].url}{framework('ladrilho').path(portal, portal.page('empenhos'))}/localizar"
    assert requests.post(ask, data={"de": "01/01/2025", "ate": "31/12/2025"}, timeout=10).status_code == 403
    visitor = requests.Session()
    visitor.get(entry, timeout=10)

    def answer(**asked: str) -> tuple[int, str]:
        found = visitor.post(ask, data=asked, timeout=10)
        return found.status_code, found.text

    assert answer() == (400, "Informe o período inicial e final (dd/mm/aaaa).")
    assert answer(de="01/12/2024", ate="31/01/2025") == (400, "O período deve estar dentro de um mesmo exercício.")
    assert "Página 1 de 11 - 220 registro(s)" in answer(de="01/01/2025", ate="31/12/2025")[1]
    assert "Nenhum empenho localizado" in answer(de="19/11/2026", ate="20/11/2026")[1]
    tab.goto(entry)
    for word in framework("ladrilho").way(portal, portal.page("empenhos")):
        press(tab, word)
    press(tab, "Localizar")
    tab.locator("#alerta >> text='Informe o período inicial e final (dd/mm/aaaa).'").wait_for()
    press(tab, "OK")
    tab.locator("#de").press_sequentially("15032026")
    tab.locator("#ate").press_sequentially("31122026")
    assert tab.input_value("#de") == "15/03/2026"
    press(tab, "Localizar")
    press(tab, "Última")
    tab.locator(".mt-p.off >> text=Próxima").wait_for()


def test_a_runtime_comes_first_and_a_table_holds_what_is_in_sight(lab: Lab, browser: Browser) -> None:
    portal = of("wasmnet")
    entry = lab.portal(portal.slug).url
    rows = f"{entry}api/lista/empenhos/v0"
    refused = requests.post(rows, json={"filtro": {}, "startIndex": 0, "count": 20}, timeout=10)
    assert (refused.status_code, refused.json()) == (400, {"erros": ["O campo Exercício é obrigatório."]})
    last = requests.post(
        rows, json={"filtro": {"exercicio": "2025"}, "startIndex": 250, "count": 20}, timeout=10
    ).json()
    assert (last["totalItemCount"], len(last["items"])) == (260, 10)
    context = browser.new_context()
    tab = context.new_page()
    held: list[Route] = []
    tab.route("**/Portal.Cidadao.wasm", lambda route: held.append(route))
    tab.goto(f"{entry}?tela=empenhos&exercicio=2025")
    tab.locator("text='Carregando… 93%'").wait_for()
    assert tab.locator(".sidebar").count() == 0
    held[0].continue_()
    tab.locator("text='260 registros'").wait_for()
    assert tab.locator("tbody tr").count() < 40 and tab.locator("a").count() == 0
    bottom = requests.post(rows, json={"filtro": {"exercicio": "2025"}, "startIndex": 259, "count": 1}, timeout=10)
    number = bottom.json()["items"][0]["celulas"][0]
    tab.locator(".tabela-rolagem").evaluate("e => e.scrollTop = e.scrollHeight")
    tab.locator(f"td >> text='{number}'").wait_for()
    fetched = len(lab.hits)
    tab.reload()
    tab.locator("text='260 registros'").wait_for()
    assert not [hit for hit in lab.hits[fetched:] if hit.path.endswith(".wasm")], "the browser keeps the runtime"
    press(tab, "Ver nota")
    tab.locator("text='Onde foi gasto'").wait_for()
    assert "&registro=v0-2025" in tab.url
    context.close()


def test_folders_lead_down_and_a_group_fetches_its_items(lab: Lab, tab: Tab) -> None:
    portal = of("listapoint")
    entry = lab.portal(portal.slug).url
    folder = followed(followed(followed(entry, "Empenhos"), "2025"), "01 - Janeiro")
    assert "RootFolder=%2Fsites%2Ftransparenciacdi%2FLists%2FEmpenhos%2F2025%2F01%20-%20Janeiro" in folder
    january = len(portal.rows(portal.page("empenhos"), portal.page("empenhos").views[0], Query(2025, 1)))
    assert requests.get(folder, timeout=10).text.count("DispForm.aspx?ID=2025") == january > 0
    office = followed(followed(followed(entry, "Remuneração dos Servidores"), "2026"), OFFICES[0])
    assert requests.get(office, timeout=10).text.count("ms-itmhover") < 40
    query = requests.get(followed(office, "Exportar para o Excel"), timeout=10)
    assert query.headers["Content-Disposition"].endswith('"query.iqy"') and query.text.startswith("WEB")
    assert "Dispensas e Inexigibilidades" not in requests.get(entry, timeout=10).text
    tab.goto(entry)
    press(tab, "Processos Licitatórios")
    press(tab, "2025")
    tab.locator(".ms-paging >> text='1 - 30'").wait_for()
    press(tab, "Avançar")
    tab.locator(".ms-paging >> text='31 - 52'").wait_for()
    press(tab, "Comparativo da Receita")
    assert tab.locator(".ms-listviewtable").count() == 0
    press(tab, "Exercício : 2024")
    tab.locator("td >> text='Contagem= 36'").wait_for()


def test_commands_need_the_number_of_a_state_in_the_session(lab: Lab, tab: Tab) -> None:
    portal = of("scgrade")
    entry = lab.portal(portal.slug).url
    app = lab.hosts["scgrade"].url + framework("scgrade").path(portal, portal.page("empenhos"))
    assert "não definida(s): glo_entidade" in requests.get(app, timeout=10).text
    visitor = requests.Session()
    visitor.get(entry, timeout=10)
    state = re.findall(r'script_case_init" value="(\d+)"', visitor.get(app, timeout=10).text)[0]

    def post(option: str, parms: str = "", **more: str) -> str:
        asked = {"script_case_init": state, "nmgp_opcao": option, "nmgp_parms": parms, **more}
        return visitor.post(app, data=asked, timeout=10).text

    assert "Unidade Gestora: campo obrigatório" in post("pesq")
    assert "[1 a 20 de 170]" in post("pesq", unidade="PREFEITURA MUNICIPAL")
    assert "[21 a 40 de 170]" in post("avanca") and "Total Geral" not in post("avanca")
    assert "[151 a 170 de 170]" not in post("final") and "Total Geral (170)" in post("final")
    assert "[1 a 50 de 170]" in post("quant_linhas", "50")
    visitor.post(f"{entry}exercicio.php", data={"glo_exercicio": "2025"}, timeout=10)
    assert "[1 a 50 de 210]" in post("inicio") and "Registros não encontrados" in post("fast_search", "xyz")
    other = requests.Session()
    other.get(entry, timeout=10)
    assert "glo_exercicio" in other.post(app, data={"script_case_init": state}, timeout=10).text
    tab.goto(entry)
    for word in framework("scgrade").way(portal, portal.page("servidores")):
        press(tab, word)
    frame = tab.frame_locator("iframe")
    press(tab, "Pesquisar")
    frame.locator("text='Mês de Referência: campo obrigatório'").wait_for()
    choose(tab, "Mês de Referência", "Maio")
    press(tab, "Pesquisar")
    frame.locator(".scGridBlockFont >> text=/^Lotação => /").first.wait_for()
    assert frame.locator(".scGridSubtotal").count() == frame.locator(".scGridBlock").count()


@pytest.mark.parametrize(("name", "nodes"), [("ladrilho", 25), ("wasmnet", 21), ("listapoint", 23), ("scgrade", 19)])
def test_the_least_walk(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
