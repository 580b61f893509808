"""Portals that were held out when they were made: a person who clicks what the key's places say sees what the key claims; their servers keep state."""

from __future__ import annotations

import html
import re
import time
from collections.abc import Callable

import pytest
import requests
from playwright.sync_api import Browser, Error
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_more import read
from test_lab_national import PATIENCE, choose_year, click, fill, first_year, missing, plain, publishing, seen

from lab import serve
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, View, all_portals
from lab.frameworks import framework
from lab.frameworks.cofre import Cofre
from lab.frameworks.unseen import Unseen
from lab.key import key_rows
from lab.server import Lab

PORTALS = {p.slug: p for p in all_portals() for f in [framework(p.framework)] if issubclass(f, Unseen) and not f.batch}
NOTHING = {"lab-serra-da-ararinha"}
"""Publishes nothing, though it has every menu word."""
IN_FILES = {"lab-foz-do-taquari-mirim"}
"""What it publishes stands in files."""
WALKED = [s for s in PORTALS if s not in NOTHING | IN_FILES]


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def fill_period(tab: Tab, page: Page, year: int) -> None:
    """Types the dates, and picks the first entity suggested."""
    for name, digits in (("de", f"0101{year}"), ("ate", f"3112{year}")):
        if tab.locator(f"#f_{name}").count():
            tab.locator(f"#f_{name}").fill("")
            tab.locator(f"#f_{name}").type(digits)
            tab.locator("h1").click()
    if tab.locator("#f_sugestao_nome").count():
        tab.locator("#f_sugestao_nome").type("prefeit")
        tab.locator(".ui-menu-item-wrapper").first.click()


BEFORE_SENDING: dict[str, Callable[[Tab, Page, int], None]] = {"prazo": fill_period}
"""What a person does with a framework's forms besides choosing the year."""


FIRST = {"(linha)": "[data-linha]", "(link)": "[data-link]"}


def press(tab: Tab, word: str) -> None:
    """Click what says ``word``; of what has no words the first in sight."""
    if word not in FIRST:
        return click(tab, word)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in (f for p in reversed(tab.context.pages) for f in reversed(p.frames)):
            try:
                bones = frame.locator(".q-osso >> visible=true").count()  # a person waits for what is to come
                if not bones and frame.locator(f"{FIRST[word]} >> visible=true").count():
                    frame.locator(f"{FIRST[word]} >> visible=true").first.click(timeout=1500)
                    return None
            except Error:  # the frame is being replaced
                continue
        tab.wait_for_timeout(100)
    pytest.fail(f"no {word}: {seen(tab)[-1500:]}")


def choose(tab: Tab, label: str, year: int) -> None:
    """The year in any select that has it, whatever its name; else in a drop-down of the page's own."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if tab.locator(f'[role=combobox][aria-label="{label}"]:visible').count():
            return choose_year(tab, label, year)
        for frame in tab.frames:
            has_year = frame.locator("select:visible", has=frame.locator(f'option:text-is("{year}")'))
            if has_year.count():
                has_year.first.select_option(label=str(year))
                tab.wait_for_timeout(100)
                return None
        tab.wait_for_timeout(100)
    pytest.fail(f"no {label} to choose: {seen(tab)[-1500:]}")


def walk(tab: Tab, portal: Portal, page: Page, view: View) -> None:
    """From the entry to a view's records, by the words of its place."""
    year_filter = next((f for f in page.filters if f.kind == "ano"), None)
    chosen = year_filter and (year_filter.default or year_filter.options[0])
    wants_year = year_filter if year_filter and not view.years.get(int(chosen or 0)) else None
    for word in framework(page.host).where(portal, page, view, False)[0].split(" › ")[1:]:
        if word == page.button and not page.auto:
            click(tab, word, only_wait=True)
            if wants_year:
                choose(tab, wants_year.label, first_year(view))
                wants_year = None
            fill(tab, first_year(view))
            BEFORE_SENDING.get(page.host, lambda *_: None)(tab, page, first_year(view))
        press(tab, word)
    if wants_year:
        choose(tab, wants_year.label, first_year(view))


def show_columns(tab: Tab, portal: Portal, page: Page, view: View, columns: list[Column]) -> None:
    """What the place of a column says beyond that of its list, once each."""
    host = framework(page.host)
    listed = host.where(portal, page, view, False)[0].split(" › ")
    extra = (w for c in columns for w in host.where_column(portal, page, view, c, False)[0].split(" › ")[len(listed) :])
    for word in dict.fromkeys(extra):
        press(tab, word)


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    portal = PORTALS[slug]
    rows = key_rows(portal)
    unpublished = sum(not r.encontrado for r in rows)
    assert len(rows) == 61
    assert all(bool(r.local) == bool(r.encontrado) for r in rows)
    assert unpublished == 61 if slug in NOTHING else 10 <= unpublished <= 25, unpublished


VIEWS = [(s, p.id, v.id) for s in WALKED for p, v in publishing(PORTALS[s])]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), resting(VIEWS))
def test_a_place_shows_what_the_key_claims(lab: Lab, browser: Browser, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view = page.view(view_id)
    absent: list[str] = []
    host = framework(page.host)
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    tab = context.new_page()
    tab.goto(lab.portal(slug).url)
    walk(tab, portal, page, view)
    for in_detail, columns in ((False, view.columns), (True, view.detail.columns if view.detail else ())):
        published = [c for c in columns if c.publishes]
        if not published:
            continue
        if not in_detail:
            show_columns(tab, portal, page, view, published)
        if in_detail:
            listed = host.where(portal, page, view, False)[0].split(" › ")
            for word in host.where(portal, page, view, True)[0].split(" › ")[len(listed) :]:
                press(tab, word)
        deadline = time.monotonic() + PATIENCE
        while (lost := missing(lab, slug, page, view, published, in_detail, seen(tab))) and time.monotonic() < deadline:
            tab.wait_for_timeout(150)
        absent += lost
    context.close()
    assert not absent
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


@pytest.mark.parametrize("slug", WALKED)
def test_places_name_the_address_that_is_shown(lab: Lab, browser: Browser, slug: str) -> None:
    """Of the first view only: the path of the key is one that the browser, or a frame in it, shows."""
    portal = PORTALS[slug]
    page, view = publishing(portal)[0]
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    tab = context.new_page()
    tab.goto(lab.portal(slug).url)
    walk(tab, portal, page, view)
    path = framework(page.host).where(portal, page, view, False)[0].split(" › ")[0]
    deadline = time.monotonic() + PATIENCE
    while not any(path in f.url for f in tab.frames) and time.monotonic() < deadline:
        tab.wait_for_timeout(100)
    assert any(path in f.url for f in tab.frames), (path, [f.url for f in tab.frames])
    context.close()


FORMS = [(s, q.id) for s, p in PORTALS.items() for q in p.pages if q.kind in FORBIDDEN_FORMS]


@pytest.mark.parametrize(("slug", "page_id"), resting(FORMS))
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    portal = PORTALS[slug]
    form = portal.page(page_id)
    with serve([slug]) as own:
        context = browser.new_context(viewport={"width": 1366, "height": 900})
        tab = context.new_page()
        tab.goto(own.portals[0].url)
        host = framework(form.host)
        assert issubclass(host, Unseen)
        for word in host.way(portal, form):
            click(tab, word)
        word = {"esic": "Registrar pedido", "login": "Acessar", "newsletter": "Assinar"}.get(form.kind, "Enviar")
        click(tab, word, only_wait=True)
        assert own.forbidden_posts == []
        click(tab, word)
        deadline = time.monotonic() + PATIENCE
        while not own.forbidden_posts and time.monotonic() < deadline:
            tab.wait_for_timeout(50)
        assert len(own.forbidden_posts) == 1
        context.close()


# ------------------------------------------------------------ what each framework keeps to itself


def test_encrypted_parameters_are_of_one_session(lab: Lab) -> None:
    portal = of("gxweb")
    host = lab.hosts["gxweb"].url
    visitor = requests.Session()
    home = visitor.get(lab.portal(portal.slug).url, timeout=10).text
    name, parm = re.findall(r"gx\.evt\.ir\('(wp\w+)','(\w+)'\)", home)[0]
    address = f"{host}/transparencia/servlet/{name}?{parm}"
    assert "Notas de Empenho Emitidas" in visitor.get(address, timeout=10).text
    assert "não autorizado" in requests.get(address, timeout=10).text
    assert "não autorizado" in visitor.get(address[:-1], timeout=10).text
    assert "não autorizado" in visitor.get(address.replace(name, "wpquadro"), timeout=10).text
    asked = visitor.post(address, json={"exercicio": "2025"}, timeout=10).json()["gxGrids"]["v0"]
    assert "GridTitle" in asked and "Nenhum registro" not in asked
    assert "Nenhum registro" in visitor.post(address, json={"exercicio": "2026"}, timeout=10).json()["gxGrids"]["v0"]


def test_frames_need_the_session_that_the_entry_opens(lab: Lab) -> None:
    portal = of("aspquadros")
    host = lab.hosts["aspquadros"]
    inner = host.url + framework("aspquadros").path(portal, portal.page("folha"))
    assert "Sessão encerrada" in requests.get(inner, timeout=10).text
    visitor = requests.Session()
    entry = visitor.get(lab.portal(portal.slug).url, timeout=10)
    assert entry.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
    assert "CONTAS PÚBLICAS".encode("latin-1") in entry.content and "<FRAMESET" in entry.text
    assert "Informe os dados acima" in visitor.get(inner, timeout=10).text
    asked = {"exercicio": "2025", "mes": "Março".encode("latin-1")}
    march = visitor.post(inner, data=asked, timeout=10).text
    everything = visitor.post(inner, data={"exercicio": "2025", "mes": "Todos"}, timeout=10).text
    count = [int(re.findall(r"(\d+) registro", t)[0]) for t in (march, everything)]
    assert 0 < count[0] < count[1] == 130
    assert "130 registro" in visitor.get(inner, timeout=10).text, "the list keeps its query"


def test_everything_stands_in_shadow_roots(lab: Lab, browser: Browser) -> None:
    portal = of("vitral")
    tab = browser.new_page()
    tab.goto(lab.hosts["vitral"].url + framework("vitral").path(portal, portal.page("fixada")))
    tab.locator("td", has_text="Gabinete").first.wait_for(timeout=PATIENCE * 1000)
    assert tab.evaluate("document.body.innerText.trim()") in (
        "",
        tab.evaluate("document.querySelector('vt-app').innerText.trim()"),
    )
    assert tab.evaluate("document.querySelectorAll('td, th, select, a, nav').length") == 0
    tab.close()


def test_a_period_and_a_picked_entity_are_needed(lab: Lab) -> None:
    portal = of("prazo")
    host = f"{lab.hosts['prazo'].url}/{portal.entity}"
    assert requests.get(f"{host}/sugestoes?term=pr", timeout=10).json() == []
    found = requests.get(f"{host}/sugestoes?term=Pref", timeout=10).json()
    assert [f["label"] for f in found] == ["Prefeitura Municipal de Coxilha do Quero-Quero"]

    def ask(**given: str) -> str:
        asked = {"de": "01/01/2025", "ate": "31/12/2025", "sugestao": found[0]["id"], **given}
        return requests.get(f"{host}/resultado/empenhos/v0", params=asked, timeout=10).text

    assert "160 registro" in ask()
    assert "na lista de sugestões" in ask(sugestao="Prefeitura")
    assert "datas válidas" in ask(de="") and "datas válidas" in ask(de="2025-01-01")
    assert "posterior" in ask(ate="01/12/2024")
    assert "12 meses" in ask(de="01/12/2024")
    assert "Nenhum registro" in ask(de="20/11/2026", ate="20/11/2026"), "what the form holds at first"
    assert "Nenhum registro" in ask(sugestao="102"), "the council"


def test_cards_are_appended_as_the_page_is_scrolled(lab: Lab, browser: Browser) -> None:
    portal = of("bolso")
    tab = browser.new_page(viewport={"width": 390, "height": 700})
    tab.goto(lab.hosts["bolso"].url + framework("bolso").path(portal, portal.page("extras")))
    tab.locator("article").first.wait_for(timeout=PATIENCE * 1000)
    before = tab.locator("article").count()
    assert 0 < before < 30 and tab.locator("table").count() == 0
    for _ in range(6):
        tab.mouse.wheel(0, 5000)
        tab.wait_for_timeout(300)
    assert tab.locator("article").count() == 30
    tab.close()


def test_entities_of_a_town_hold_their_own_records(lab: Lab) -> None:
    portal = of("cofre")
    host = lab.hosts["cofre"]
    kind = host.framework
    assert isinstance(kind, Cofre)
    number = kind.number(portal, portal.page("emp"))
    picker = requests.get(lab.portal(portal.slug).url, timeout=10).text
    totals = []
    for entity in range(3):
        token = kind.token(portal, entity)
        assert f"#/{token}/consultas" in picker
        totals.append(
            requests.get(f"{host.url}/transparencia/api/{token}/consultas/{number}/v0", timeout=10).json()["total"]
        )
    assert totals == [0, 100, 25]
    assert requests.get(f"{host.url}/transparencia/api/outra/inicio", timeout=10).status_code == 404
    screen = requests.get(f"{host.url}/transparencia/api/{token}/consultas/{number}", timeout=10).json()
    assert not {f["nome"] for f in screen["filtros"]} & {"exercicio", "mes", "busca"}, "names are generated"


FILED = [(s, q.id, v.id) for s in sorted(IN_FILES & set(PORTALS)) for q, v in publishing(PORTALS[s])]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), FILED)
def test_files_and_documents_show_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    """Home, category, post, file: by the links of each page and the words of the place."""
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view = page.view(view_id)
    host = lab.hosts[page.host]

    def follow(text: str, words: str) -> str:
        found = re.search(rf'href="([^"]+)"[^>]*?(?: title="{re.escape(words)}"[^>]*>|>{re.escape(words)}</a>)', text)
        assert found, words
        return host.url + html.unescape(found[1])

    path, *words = framework(page.host).where(portal, page, view, view.file is None)[0].split(" › ")
    text = requests.get(lab.portal(slug).url, timeout=10).text
    text = requests.get(follow(text, page.menu[-1]), timeout=10).text
    address = follow(text, words[len(page.menu)])
    assert address.startswith(host.url + path)
    text = requests.get(address, timeout=10).text
    if view.file is None:
        assert view.detail and not missing(
            lab, slug, page, view, [c for c in view.detail.columns if c.publishes], True, plain(text)
        )
        return
    answer = requests.get(follow(text, words[-1]), timeout=10)
    assert answer.headers["Content-Type"] == view.file.media_type
    assert ("Content-Disposition" in answer.headers) == (view.file.by == "download")
    content = plain(read(view.file.kind, answer.content))
    assert not missing(lab, slug, page, view, [c for c in view.columns if c.publishes], False, content)


def test_a_shop_window_holds_no_goods(lab: Lab) -> None:
    """Every page opens, every query of every year finds nothing, and what has records names no item."""
    portal = of("vitrine")
    host = lab.hosts["vitrine"]
    for page in portal.pages:
        url = host.url + framework("vitrine").path(portal, page)
        for asked in ({}, *({"exercicio": str(y)} for y in (2026, 2025, 2024, 2023) if page.criterion)):
            answer = requests.get(url, params=asked, timeout=10)
            assert answer.status_code == 200 and page.title in html.unescape(answer.text)
            if page.criterion and (asked or page.auto):
                assert page.message in answer.text
        if not page.criterion:
            assert not [c for v in page.views for c in v.columns if c.items]
    assert requests.get(host.url + "/ararinha/acesso-a-informacao/despesas/nada", timeout=10).status_code == 404


def test_hidden_columns_are_shown_by_the_chooser(lab: Lab, browser: Browser) -> None:
    """They are not in the page before; and the year in the address is heeded when it is opened cold."""
    portal = of("rotas")
    page = portal.page("empenhos")
    tab = browser.new_page(viewport={"width": 1366, "height": 900})
    tab.goto(lab.hosts["rotas"].url + framework("rotas").path(portal, page) + "?ano=2025")
    tab.locator("text=2025NE00001").wait_for(timeout=PATIENCE * 1000)
    assert "CPF/CNPJ" not in tab.inner_text("body") and "Liquidado" not in tab.inner_text("body")
    place = next(r.local for r in key_rows(portal) if r.item == "emp_cnpj_cpf")
    assert place == "/jacaranda/despesas/empenhos › Despesas › Consultar empenhos › Colunas › CPF/CNPJ"
    press(tab, "Colunas")
    press(tab, "CPF/CNPJ")
    assert tab.locator(".q-th >> text=CPF/CNPJ").count() == 1
    tab.close()


def test_records_have_routes_that_open_cold(lab: Lab, browser: Browser) -> None:
    portal = of("rotas")
    page = portal.page("por-funcao")
    tab = browser.new_page()
    tab.goto(
        f"{lab.hosts['rotas'].url}{framework('rotas').detail_path(portal, page, page.views[3])}/202500007?ano=2025"
    )
    tab.locator("text=Data do último pagamento").wait_for(timeout=PATIENCE * 1000)
    tab.close()
