"""Six kinds of portal nobody prepared the program for: a person's way to what the key claims, and what each keeps to itself."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import urlencode, urljoin

import pytest
import requests
from lab_visits import absent, choose_year, posts_of, publishing
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_more import read
from test_lab_national import PATIENCE, missing, plain

from lab import serve
from lab.definition import FORBIDDEN_FORMS, Column, Page, Portal, View, all_portals
from lab.frameworks import framework
from lab.frameworks.unseen import Unseen
from lab.key import key_rows
from lab.least import least_walk
from lab.server import Lab

PORTALS = {p.slug: p for p in all_portals() if issubclass(cls := framework(p.framework), Unseen) and cls.batch == "a"}
SCRIPTS = frozenset({"fluxo", "pivo"})
"""Frameworks that only a browser can visit."""
SCRIPTED = [(s, p.id, v.id) for s, q in PORTALS.items() if q.framework in SCRIPTS for p, v in publishing(q)]

DRAWN = [(s, p.id, v.id) for s, q in PORTALS.items() if q.framework not in SCRIPTS for p, v in publishing(q)]


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def published(columns: Iterable[Column]) -> list[Column]:
    return [c for c in columns if c.publishes]


def place(portal: Portal, page_id: str, view_id: str) -> tuple[Page, View]:
    page = portal.page(page_id)
    return page, page.view(view_id)


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    portal = PORTALS[slug]
    rows = key_rows(portal)
    unpublished = sum(not r.encontrado for r in rows)
    assert len(rows) == 61
    assert all(bool(r.local) == bool(r.encontrado) for r in rows)
    half = portal.framework == "radar"
    assert 25 < unpublished < 40 if half else 10 <= unpublished <= 25, unpublished


BY_HAND = {
    # entry; two branches; commitments 3, credit at once 1; a branch, revenue 3; a branch, extra 2, extra revenue at once 1;
    # a branch, bids 3; a branch, payroll 2
    "lab-igapo-do-jacamim": 1 + 2 + 3 + 1 + 1 + 3 + 1 + 2 + 1 + 1 + 3 + 1 + 2,
    # entry; four groups; commitments 3, by function at once 1, extra of another year 2; revenue 3, extra revenue 2; bids of
    # another year and a record 3, auctions at once 1; payroll 2
    "lab-furnas-da-macambira": 1 + 4 + 3 + 1 + 2 + 3 + 2 + 3 + 1 + 2,
    # entry; two pages of the list of data sets; seven sets; nine resources
    "lab-enseada-do-maguari": 1 + 2 + 7 + 9,
    # entry; by body: page, answer, three levels, record 6; by function: page, answer, two levels 4; extra at once 1; revenue 4,
    # extra revenue 2; purchases 3; payroll 2
    "lab-barranco-do-aracua": 1 + 6 + 4 + 1 + 4 + 2 + 3 + 2,
    # entry; expenditure and revenue unfold in the page; two prints of extras; bids and a post; a print of the payroll
    "lab-tabuleiro-das-mangabas": 1 + 1 + 1 + 2 + 2 + 2 + 2,
    # entry; commitments 3, by unit at once 1, revenue 2, bids 3
    "lab-ladeira-do-visgueiro": 1 + 3 + 1 + 2 + 3,
}


@pytest.mark.parametrize("slug", PORTALS)
def test_the_least_walk_is_as_counted_by_hand(slug: str) -> None:
    least = least_walk(PORTALS[slug])
    assert least.exact and least.nodes == BY_HAND[slug], least.states


def prepare(tab: Tab, page: Page, view: View) -> None:
    """The year, and an entry of every combo box that still asks for a choice."""
    choose_year(tab, page, view)
    for box in tab.locator("input[role=combobox]").all():
        if box.input_value().startswith("Selecione"):
            box.click()
            tab.locator("[role=option]:visible").nth(1).click()
    for box in tab.locator("[role=button][aria-haspopup=listbox]:visible").all():
        box.click()
        tab.locator("label:visible", has_text="Selecionar tudo").click()
        box.click()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A visitor of his own, before a screen wide enough for every column."""
    context = browser.new_context(viewport={"width": 2200, "height": 900})
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("slug", "page_id", "view_id"), resting(SCRIPTED))
def test_scripts_show_what_the_key_claims(lab: Lab, tab: Tab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page, view = place(portal, page_id, view_id)
    assert not absent(lab, tab, portal, page, view, prepare)
    path = framework(page.host).where(portal, page, view, False)[0].split(" › ")[0]
    assert any(path in f.url for f in tab.frames)
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


FORMS = [(s, p.id) for s, q in PORTALS.items() for p in q.pages if p.kind in FORBIDDEN_FORMS]


@pytest.mark.parametrize(("slug", "page_id"), resting(FORMS))
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    portal = PORTALS[slug]
    form = portal.page(page_id)
    if portal.framework in SCRIPTS:
        assert posts_of(browser, portal, form) == [0, 1]
        return
    host = framework(form.host)
    assert issubclass(host, Unseen)
    with serve([slug]) as own:
        reader = Reader(own.portals[0].url)
        for word in host.way(portal, form):
            reader.follow(word)
        action = re.findall(r'<form [^>]*method="post" action="([^"]+)"', reader.text)
        assert action and own.forbidden_posts == []
        reader.session.post(urljoin(reader.url, action[-1]), data={"texto": "?"}, timeout=10)
        assert len(own.forbidden_posts) == 1


class Reader:
    """A person without scripts: follows links, areas and picture buttons by their words, with the cookies of one visit."""

    def __init__(self, url: str) -> None:
        self.session = requests.Session()
        self.url = url
        self.go(url)

    def go(self, address: str) -> None:
        given = re.search(r"javascript:abre\('([^']+)'", address)
        answer = self.session.get(urljoin(self.url, html.unescape(given[1] if given else address)), timeout=10)
        assert answer.status_code == 200, (answer.status_code, answer.url)
        self.content = answer.content
        if answer.headers["Content-Type"].startswith("text/"):
            self.url, self.text = answer.url, answer.text

    def links(self) -> list[tuple[str, str]]:
        """Address and words of what can be followed; words are a text, title or alt."""
        anchors = re.findall(r'<a\b([^>]*?)href="([^"]+)"([^>]*)>(.*?)</a>', self.text, re.S | re.I)
        areas = re.findall(r'<area\b([^>]*?)href="([^"]+)"([^>]*)>()', self.text, re.I)
        frames = re.findall(r'<iframe\b([^>]*?)src="([^"]+)"([^>]*)>()', self.text, re.I)
        buttons = re.findall(
            r"<button\b([^>]*?)onclick=\"location.href='([^']+)'\"([^>]*)>(.*?)</button>", self.text, re.S
        )
        action = (re.findall(r'<form action="([^"]+)"', self.text, re.I) or [""])[0]
        images = re.findall(r'<input type="image" name="(\w+)" ()()[^>]*alt="([^"]+)"', self.text, re.I)
        found = [
            *anchors,
            *areas,
            *frames,
            *buttons,
            *(("", f"{action}?{n}.x=9&{n}.y=9", "", words) for n, _, _, words in images),
        ]
        listed = []
        for before, href, after, inner in found:
            named = re.findall(r'(?:title|alt|aria-label)="([^"]*)"', before + after + inner, re.I)
            listed += [(href, plain(html.unescape(w))) for w in (re.sub(r"<[^>]+>", " ", inner), *named)]
        return listed

    @property
    def framed(self) -> bool:
        return "<iframe" in self.text

    def follow(self, words: str) -> None:
        """Go where the first link with exactly these words leads; what only unfolds is in the page already."""
        href = next((h for h, w in self.links() if w == plain(words)), None)
        folded = plain(words) in self.words or f'aria-label="{words}"' in self.text
        assert href or folded, (words, [w for _, w in self.links()])
        if href:
            self.go(href)

    def pick(self, year: int) -> None:
        """Choose a year in the form of the page."""
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', self.text, re.I)
        self.go("?" + urlencode({**dict(hidden), "exercicio": str(year)}))

    @property
    def words(self) -> str:
        """The text of the page without its tags."""
        return plain(
            html.unescape(re.sub(r"<(script|style)\b.*?</\1>|<br>|<[^>]+>", " ", self.text, flags=re.S | re.I))
        )


def year_with_records(portal: Portal, page: Page, view: View) -> int:
    """The newest that has some when nothing else is chosen."""
    years = sorted(view.years, reverse=True)
    return next(y for y in years if portal.rows(page, view, replace(page.query({}), year=y)))


def years_offered(reader: Reader) -> list[str]:
    return re.findall(r'<option value="(\d{4})"', reader.text, re.I)


@pytest.mark.parametrize(("slug", "page_id", "view_id"), DRAWN)
def test_pages_show_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    """The words of the place, link by link; the year that holds records where there is one to choose."""
    portal = PORTALS[slug]
    page, view = place(portal, page_id, view_id)
    host = framework(page.host)
    path, *words = host.where(portal, page, view, False)[0].split(" › ")
    reader = Reader(lab.portal(slug).url)
    for word in words:
        reader.follow(word)
    if years_offered(reader):
        year = year_with_records(portal, page, view)
        assert str(year) in years_offered(reader)
        reader.pick(year)
    assert path in reader.url
    if reader.framed:
        reader.follow("Pré-visualização")
    printed = view.file and view.file.extension == "pdf"
    shown = plain(read(view.file.kind, reader.content)) if view.file and printed else reader.words
    lost = missing(lab, slug, page, view, published(view.columns), False, shown)
    if view.detail and published(view.detail.columns):
        path, *opened = host.where(portal, page, view, True)[0].split(" › ")
        for word in opened[len(words) :]:
            reader.follow(word)
        assert path in reader.url
        lost += missing(lab, slug, page, view, published(view.detail.columns), True, reader.words)
    assert not lost


# ------------------------------------------------------------ fluxo: the server drives the interface


class Interface:
    """A visitor's interface of fluxo, told what happened by the number of a component."""

    def __init__(self, lab: Lab) -> None:
        portal = of("fluxo")
        self.session = requests.Session()
        shell = self.session.get(lab.portal(portal.slug).url, timeout=10).text
        self.address = lab.hosts["fluxo"].url + shell.split('data-uidl="')[1].split('"')[0]
        self.token = shell.split('data-token="')[1].split('"')[0]

    def post(self, *rpc: object, token: str = "") -> dict[str, dict[str, object]]:
        body = {"csrfToken": token or self.token, "rpc": rpc or None}
        return dict(self.session.post(self.address, json=body, timeout=10).json())


def numbers(component: object) -> dict[str, int]:
    """Caption → number of the component that heeds its clicks."""
    found: dict[str, int] = {}
    if isinstance(component, dict):
        for kid in component.get("k", ()):
            found |= numbers(kid)
            if component.get("e") and isinstance(kid, dict) and kid.get("k") and isinstance(kid["k"][0], str):
                found[kid["k"][0]] = component["id"]
    return found


def test_branches_are_made_when_they_open(lab: Lab) -> None:
    visitor = Interface(lab)
    roots = numbers(visitor.post()["changes"]["menu"])
    assert "Pessoal" in roots and "Remuneração Nominal" not in roots
    opened = numbers(visitor.post(roots["Pessoal"], "")["changes"]["menu"])
    changed = visitor.post(opened["Remuneração Nominal"], "")["changes"]
    assert set(changed) == {"menu", "area", "janela"} and "Executar Consulta" in numbers(changed["area"])


def test_interfaces_are_of_one_session(lab: Lab) -> None:
    visitor, other = Interface(lab), Interface(lab)
    expired = {"meta": {"sessionExpired": True}}
    assert visitor.post(token="x") == expired
    assert visitor.post(token=other.token) == expired
    assert requests.post(visitor.address, json={"csrfToken": visitor.token}, timeout=10).json() == expired
    assert set(visitor.post()["changes"]) == {"menu", "area", "janela"}
    assert visitor.post(999999, "")["changes"] == {}


def test_columns_out_of_sight_are_not_there(lab: Lab, browser: Browser) -> None:
    tab = browser.new_page(viewport={"width": 1280, "height": 900})
    tab.goto(lab.portal(of("fluxo").slug).url)
    for word in ("Pessoal", "Remuneração Nominal", "Executar Consulta"):
        tab.get_by_text(word, exact=True).click()
    tab.locator(".v-grid-row").first.wait_for(timeout=PATIENCE * 1000)
    assert "Agente Público" in tab.inner_text(".v-grid-header") and "Líquido" not in tab.inner_text(".v-grid-header")
    assert "Líquido" in tab.evaluate(
        "() => { const g = document.querySelector('.v-grid-scroller'); g.scrollLeft = 9999; return new Promise(r => "
        "setTimeout(() => r(document.querySelector('.v-grid-header').innerText), 200)) }"
    )
    assert tab.locator(".v-grid-row").count() < 30 and tab.locator("table, th, a").count() == 0
    tab.close()


# ------------------------------------------------------------ guiche: pictures for a menu, windows for pages


def test_a_click_on_a_picture_opens_windows(lab: Lab, tab: Tab) -> None:
    """Button, area, list, record: each window stays open, and choosing a year needs no button."""
    tab.goto(lab.portal(of("guiche").slug).url)
    tab.locator("input[type=image][alt=DESPESAS]").click()
    with tab.context.expect_page() as opened:
        tab.locator("img[usemap]").click(position={"x": 90, "y": 60})
    window = opened.value
    window.wait_for_load_state()
    assert "Escolha acima" in window.inner_text("body") and window.locator("th, input:visible, button").count() == 0
    window.locator("select[name=exercicio]").select_option("2025")
    window.get_by_text("Beneficiário").wait_for(timeout=PATIENCE * 1000)
    with tab.context.expect_page() as record:
        window.locator("img[alt='Ver empenho']").first.click()
    record.value.get_by_text("Desdobramento:").wait_for(timeout=PATIENCE * 1000)
    assert len(tab.context.pages) == 3


def test_the_counter_is_latin(lab: Lab) -> None:
    answer = requests.get(lab.portal(of("guiche").slug).url, timeout=10)
    assert answer.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
    assert "LICITAÇÕES".encode("latin-1") in answer.content
    picture = requests.get(answer.url.replace("default.php", "img/mapa1.gif"), timeout=10)
    assert picture.headers["Content-Type"].startswith("image/svg") and "Diárias" in picture.text
    assert requests.get(answer.url.replace("default.php", "menu.php?bt99.x=1"), timeout=10).status_code == 404


# ------------------------------------------------------------ conjuntos: a catalogue of open data


def test_a_file_holds_what_its_preview_shows(lab: Lab) -> None:
    portal = of("conjuntos")
    reader = Reader(lab.portal(portal.slug).url)
    for words in ("Economia e Finanças", "Execução da despesa", "Empenhos 2024"):
        reader.follow(words)
    resource = reader.url
    reader.follow("Pré-visualização")
    shown = [html.unescape(t) for t in re.findall(r"<t[hd]>(.*?)</t[hd]>", reader.text)]
    assert "Mostrando 50 de 150 registros" in reader.text
    reader.go(resource)
    reader.follow("Baixar")
    rows = list(csv.reader(io.StringIO(reader.text), delimiter=";"))
    assert len(rows) == 151 and shown[: len(rows[0]) + 1] == ["_id", *rows[0]]
    assert shown[len(rows[0]) + 2 : 2 * len(rows[0]) + 2] == rows[1]
    assert requests.get(f"{resource}/outra", timeout=10).status_code == 404


def test_what_stands_in_files_only_has_no_preview(lab: Lab) -> None:
    portal = of("conjuntos")
    reader = Reader(lab.portal(portal.slug).url)
    for words in ("Economia e Finanças", "Orçamento anual - QDD", "Quadro de detalhamento 2026"):
        reader.follow(words)
    assert not reader.framed and "VALOR ORÇADO" in reader.text  # in the dictionary only
    assert requests.get(f"{reader.url}/view", timeout=10).status_code == 404


def test_data_sets_are_searched_and_listed(lab: Lab) -> None:
    host, portal = lab.hosts["conjuntos"], of("conjuntos")
    address = f"{host.url}/{portal.entity}/dataset/"

    def titles(**asked: str) -> list[str]:
        return re.findall(r'dataset-item"><h2><a [^>]*>([^<]+)', requests.get(address, params=asked, timeout=10).text)

    everything = [t for n in "12" for t in titles(page=n)]
    assert len(everything) == len(set(everything)) == len([p for p in portal.pages if p.views])
    assert titles(q="folha nominal") == ["Folha de pagamento nominal"] and titles(q="nada disso") == []


# ------------------------------------------------------------ pivo: slicers and levels


def test_figures_need_the_key_of_the_session(lab: Lab) -> None:
    portal = of("pivo")
    api = f"{lab.hosts['pivo'].url}/{portal.entity}/api/paginas/despesa/v0"
    visitor = requests.Session()
    key = re.findall(r'data-chave="(\w+)"', visitor.get(lab.portal(portal.slug).url, timeout=10).text)[0]
    asked: dict[str, object] = {"exercicio": "2025", "unidade": ["Prefeitura"]}

    def ask(**more: object) -> list[dict[str, list[str]]]:
        answer = visitor.post(api, json=asked | more, headers={"X-Chave": key}, timeout=10)
        return list(answer.json()["linhas"])

    assert requests.post(api, json=asked, headers={"X-Chave": key}, timeout=10).status_code == 403
    assert visitor.post(api, json=asked, headers={"X-Chave": "x"}, timeout=10).status_code == 403
    assert ask(unidade=[]) == [] and ask(exercicio="2026") == [] and ask(unidade=["Câmara Municipal"]) == []
    levels: list[str] = []
    for depth in range(4):
        first = ask(caminho=levels)[0]["celulas"]
        assert [bool(c) for c in first[:6]] == [n == depth if depth < 3 else n > 2 for n in range(6)]
        assert all(c.startswith("R$") for c in first[6:]), "amounts are sums until they are records"
        levels.append(first[depth])
    assert len(ask(unidade=["Instituto de Previdência"])) <= len(
        ask(unidade=["Instituto de Previdência", "Prefeitura"])
    )


def test_tabs_and_cells_are_neither_links_nor_tables(lab: Lab, tab: Tab) -> None:
    tab.goto(lab.portal(of("pivo").slug).url)
    for word in ("Gastos", "Quem recebeu"):
        tab.locator("li", has_text=word).first.click()
    tab.get_by_text("Aplicar", exact=True).click()
    tab.get_by_text("Selecione ao menos uma entidade").wait_for(timeout=PATIENCE * 1000)
    assert tab.locator("a, table, button, select").count() == 0


# ------------------------------------------------------------ sanfona: off the canvas, folded, month by month


def test_the_menu_slides_in_and_years_unfold(lab: Lab, tab: Tab) -> None:
    """The campaign must be closed; before the three lines are clicked no entry of the menu can be seen, at this width either."""
    tab.goto(lab.portal(of("sanfona").slug).url)
    tab.get_by_label("Fechar aviso").click()
    entry = tab.get_by_text("Despesas do Município", exact=True)
    assert entry.count() == 1 and not entry.is_visible()
    tab.get_by_label("Menu").click()
    tab.get_by_text("Portal da Transparência", exact=True).click()
    entry.click()
    heading, cell = tab.get_by_text("Relação de Empenhos – 2025"), tab.get_by_text("0001-01/2025")
    heading.wait_for()
    assert cell.count() == 1 and not cell.is_visible()
    heading.click()
    cell.wait_for(timeout=PATIENCE * 1000)
    assert "120 registros" in tab.inner_text("body") and not tab.locator(".pum-overlay").is_visible()


def test_every_month_with_records_has_its_print(lab: Lab) -> None:
    portal = of("sanfona")
    page = portal.page("folha")
    rows = {r.item: r for r in key_rows(portal) if r.criterio == "quadro_pessoal"}
    places = rows["nome"].local.split(" | ")
    assert len(places) == 1 + 24 and rows["nome"].local == rows["salario_cargo"].local
    host = lab.hosts["sanfona"].url
    for found in places[1:3]:
        answer = requests.get(host + found.split(" › ")[0], timeout=10)
        assert answer.headers["Content-Type"] == "application/pdf"
    assert (
        requests.get(f"{host}/mangabas/wp-content/uploads/2026/01/folha-nominal-01-2026.pdf", timeout=10).status_code
        == 404
    )
    assert "Em breve." in requests.get(host + framework("sanfona").path(portal, page), timeout=10).text


# ------------------------------------------------------------ radar: ticks for everything, data for half


def test_the_check_list_claims_more_than_there_is(lab: Lab) -> None:
    portal = of("radar")
    reader = Reader(lab.portal(portal.slug).url)
    reader.follow("Ver o radar completo")
    assert len(re.findall(r"✔ Sim", reader.text)) == 16 and "tipo de vínculo" in reader.words
    answers = {
        h: requests.get(urljoin(reader.url, h), timeout=10).status_code for h, w in reader.links() if w == "acessar"
    }
    assert sorted(answers.values()) == [200] * 7 + [404] * 5 + [500] * 2
    assert requests.get(urljoin(reader.url, "/visgueiro/nada"), timeout=10).status_code == 404


@pytest.mark.parametrize(
    ("page_id", "asked", "found"),
    [
        ("despesas", "?exercicio=2026&mes=Novembro", False),  # what the form holds at first
        ("despesas", "?exercicio=2026&mes=Todos", True),
        ("receitas", "", False),
        ("receitas", "?exercicio=Selecione", False),
        ("receitas", "?exercicio=2024", True),
        ("servidores", "?exercicio=2025&mes=Todos", False),
    ],
)
def test_forms_are_empty_until_something_is_chosen(lab: Lab, page_id: str, asked: str, found: bool) -> None:
    portal = of("radar")
    address = lab.hosts["radar"].url + framework("radar").path(portal, portal.page(page_id))
    assert bool(re.search(r"\d,\d\d</td>", requests.get(address + asked, timeout=10).text)) == found
