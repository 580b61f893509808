"""The lab's portals of other states: a person who clicks what the key's places say really sees what the key claims."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest
import requests
from playwright.sync_api import Browser, Error, Frame, Locator, Page
from resting import resting

from lab import serve
from lab.definition import FORBIDDEN_FORMS, Column, Portal, View, all_portals, text_of
from lab.definition import Page as LabPage
from lab.frameworks import framework
from lab.frameworks.national import National
from lab.frameworks.paginas import Paginas
from lab.frameworks.unseen import Unseen
from lab.key import key_rows
from lab.server import Lab

PORTALS = [
    p
    for p in all_portals()
    if issubclass(framework(p.framework), National) and not issubclass(framework(p.framework), Paginas | Unseen)
]
NEARLY_EMPTY = {"lab-pontal-das-andorinhas", "lab-capao-da-seriema"}
PATIENCE = 8.0  # seconds for something to appear; the slowest portal answers after 0.9

FIRST_OF = {"(linha)": "[data-linha], .clicavel, .abre, .expande", "(link)": "td a, [data-link]"}

DEEP_TEXT = """() => {
  const out = [];
  const visit = root => {
    for (const e of root.querySelectorAll('*')) {
      if (e.shadowRoot) { for (const c of e.shadowRoot.children) if (c.innerText) out.push(c.innerText); visit(e.shadowRoot); }
      if (e.tagName === 'INPUT' && e.type !== 'hidden' && e.offsetParent) out.push(e.value);
    }
  };
  if (document.body) { out.push(document.body.innerText); visit(document); }
  return out.join('\\n');
}"""


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with serve([p.slug for p in PORTALS]) as served:
        yield served


def plain(text: str) -> str:
    return " ".join(text.casefold().split())


def frames(page: Page) -> list[Frame]:
    """Every frame of every window, the newest first."""
    return [f for p in reversed(page.context.pages) for f in reversed(p.frames)]


def seen(page: Page) -> str:
    texts = []
    for frame in frames(page):
        try:
            texts.append(frame.evaluate(DEEP_TEXT))
        except Error:  # the frame is being replaced
            continue
    return plain("\n".join(texts))


def visible(frame: Frame, word: str) -> Locator | None:
    """The first visible element with this text or title, the deepest of its nest."""
    if word in FIRST_OF:
        tries = [frame.locator(FIRST_OF[word])]
    else:
        named = f'[title="{word}"], [aria-label="{word}"], input[type=submit][value="{word}"], input[type=button][value="{word}"]'
        tries = [frame.get_by_text(word, exact=True), frame.locator(named)]
    for found in tries:
        try:
            for n in range(min(found.count(), 12)):
                if found.nth(n).is_visible():
                    return found.nth(n)
        except Error:
            continue
    return None


def click(page: Page, word: str, only_wait: bool = False) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in frames(page):
            target = visible(frame, word)
            if target is not None:
                if only_wait:
                    return
                try:
                    target.click(timeout=1500)
                except Error:
                    continue
                page.wait_for_timeout(120)
                return
        page.wait_for_timeout(100)
    pytest.fail(f"nothing to click says {word!r}: {seen(page)[-1500:]}")


def choose_year(page: Page, label: str, year: int) -> None:
    """A native select, a drop-down of the page's own, or a button with the year on it."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in frames(page):
            try:
                native = frame.locator("select[name$=exercicio]:visible")
                if native.count():
                    native.first.select_option(str(year))
                    page.wait_for_timeout(100)
                    return
                own = frame.locator(f'[role=combobox][aria-label="{label}"]:visible')
                if own.count():
                    own.first.click(timeout=1500)
                    click(page, str(year))
                    return
                chip = frame.locator(f'text="{year}" >> visible=true')
                if chip.count():
                    chip.first.click(timeout=1500)
                    return
            except Error:
                continue
        page.wait_for_timeout(100)
    pytest.fail(f"no year to choose: {seen(page)[-1500:]}")


def fill(page: Page, year: int) -> None:
    """What a person does with a form before sending it: chooses where something must be chosen, widens the period."""
    for frame in frames(page):
        try:
            for select in frame.locator("select:visible").all():
                if select.locator("option:checked").inner_text().startswith("Selecione"):
                    select.select_option(index=1)
            for box in frame.locator("[role=combobox]:visible", has_text="Selecione").all():
                box.click(timeout=1500)
                frame.locator("[role=option]:visible").nth(1).click(timeout=1500)
            days = frame.locator("input[type=date]:visible").all()
            for day, text in zip(days, (f"{year}-01-01", f"{year}-12-31"), strict=False):
                day.fill(text)
        except Error:
            continue


def choose_in_wizard(page: Page, year: int) -> None:
    """The year is one step of the way in."""
    select = page.locator("select[name=exercicio]:visible")
    if select.count():
        select.select_option(str(year))


def first_year(view: View) -> int:
    return next(y for y in sorted(view.years, reverse=True) if view.years[y])


def missing(
    lab: Lab, slug: str, page: LabPage, view: View, columns: list[Column], in_detail: bool, text: str
) -> list[str]:
    """The columns whose label, or whose values, the text does not hold."""
    portal = next(p for p in lab.definitions if p.slug == slug)
    host = lab.hosts[page.host].framework
    assert isinstance(host, National)
    rows = [r for y in view.years for r in portal.rows(page, view, replace(page.query({}), year=y, unit=""))]
    rows = rows or [r for y, n in view.years.items() if n for r in [portal.row(page, view, f"{y}00001")] if r]
    absent = []
    for column in columns:
        if in_detail and view.detail:
            values = []
            for row in rows:
                opened = host.opened(view.detail, row)
                values += [v for _, pairs in opened.sections for c, v in pairs if c is column]
                values += [
                    r[t.columns.index(column)] for t, inner in opened.tables if column in t.columns for r in inner
                ]
        else:
            values = [host.dress(column, row) for row in rows]
        if plain(column.label) not in text or not any(plain(text_of(v)) in text for v in values if text_of(v)):
            absent.append(f"{page.id}/{view.id}: {column.label} ({'detail' if in_detail else 'list'})")
    return absent


def publishing(portal: Portal) -> list[tuple[LabPage, View]]:
    """The record sets in which some item is published."""
    shown = [(p, v) for p in portal.pages for v in p.views if v.has_rows]
    return [(p, v) for p, v in shown if any(c.publishes for c in (*v.columns, *(v.detail.columns if v.detail else ())))]


def test_the_key_covers_all_items() -> None:
    for portal in PORTALS:
        rows = key_rows(portal)
        unpublished = [r for r in rows if not r.encontrado]
        assert len(rows) == 61
        assert all(bool(r.local) == bool(r.encontrado) for r in rows), portal.slug
        if portal.slug not in NEARLY_EMPTY:
            assert 8 <= len(unpublished) <= 25, (portal.slug, len(unpublished))


VIEWS = [(p.slug, q.id, v.id) for p in PORTALS if p.slug != "lab-capao-da-seriema" for q, v in publishing(p)]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), resting(VIEWS))
def test_a_place_shows_what_the_key_claims(lab: Lab, browser: Browser, slug: str, page_id: str, view_id: str) -> None:
    portal = next(p for p in lab.definitions if p.slug == slug)
    served = lab.portal(slug)
    lab_page = portal.page(page_id)
    view = lab_page.view(view_id)
    absent: list[str] = []
    host = framework(lab_page.host)
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page = context.new_page()
    page.goto(served.url)
    places = host.where(portal, lab_page, view, False)
    if lab_page.host != portal.framework:
        places = framework(portal.framework).where_framed(portal, lab_page)
    words = places[0].split(" › ")[1:]
    if lab_page.host != portal.framework:
        words += host.where(portal, lab_page, view, False)[0].split(" › ")[1 + len(lab_page.menu) :]
    year_filter = next((f for f in lab_page.filters if f.kind == "ano"), None)
    wants_year = year_filter and not view.years.get(int(year_filter.default or year_filter.options[0]))
    for word in words:
        if word == "Avançar":
            choose_in_wizard(page, first_year(view))
        if word == lab_page.button:
            click(page, word, only_wait=True)
            if wants_year and year_filter:
                choose_year(page, year_filter.label, first_year(view))
                wants_year = None
            fill(page, first_year(view))
        click(page, word)
    if wants_year and year_filter:
        choose_year(page, year_filter.label, first_year(view))
    for in_detail, columns in ((False, view.columns), (True, view.detail.columns if view.detail else ())):
        published = [c for c in columns if c.publishes]
        if not published:
            continue
        if in_detail:
            listed = host.where(portal, lab_page, view, False)[0].split(" › ")
            for word in host.where(portal, lab_page, view, True)[0].split(" › ")[len(listed) :]:
                click(page, word)
        deadline = time.monotonic() + PATIENCE
        while (
            lost := missing(lab, slug, lab_page, view, published, in_detail, seen(page))
        ) and time.monotonic() < deadline:
            page.wait_for_timeout(150)
        absent += lost
    context.close()
    assert not absent
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


FORMS = [(p.slug, q.id) for p in PORTALS for q in p.pages if q.kind in FORBIDDEN_FORMS]


@pytest.mark.parametrize(("slug", "page_id"), resting(FORMS))
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    portal = next(p for p in PORTALS if p.slug == slug)
    form = portal.page(page_id)
    way_in = [
        w for w in ("Prefeitura Municipal de Pedra do Curiango", "Avançar", "Avançar") if portal.framework == "servlet"
    ]
    with serve([slug]) as own:
        context = browser.new_context()
        page = context.new_page()
        page.goto(own.portals[0].url)
        for word in (*way_in, *(form.menu[-1:] if way_in else form.menu)):
            click(page, word)
        word = {"esic": "Registrar pedido", "login": "Acessar"}.get(form.kind, "Enviar")
        click(page, word, only_wait=True)
        assert own.forbidden_posts == []
        click(page, word)
        deadline = time.monotonic() + PATIENCE
        while not own.forbidden_posts and time.monotonic() < deadline:
            page.wait_for_timeout(50)
        assert len(own.forbidden_posts) == 1
        context.close()


def test_old_pages_are_latin(lab: Lab) -> None:
    answer = requests.get(lab.portal("lab-ribeirao-das-gameleiras").url, timeout=10)
    assert answer.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
    assert "Ribeirão das Gameleiras".encode("latin-1") in answer.content


def test_posts_need_the_token_of_the_session(lab: Lab) -> None:
    host = lab.hosts["laravel"]
    portal = host.portals[0]
    page = portal.page("receitas")
    visitor = requests.Session()
    form = visitor.get(f"{host.url}/{portal.entity}/{page.path}", timeout=10).text
    token = re.search(r'name="_token" value="([^"]+)"', form)
    assert token
    url = host.url + framework("laravel").path(portal, page)
    asked = {"_token": token[1], "unidade": "Prefeitura Municipal", "exercicio": "2025"}
    assert visitor.post(url, data=asked, timeout=10).status_code == 200
    assert "Nomenclatura" in visitor.post(url, data=asked, timeout=10).text
    assert "entidade é obrigatório" in visitor.post(url, data=asked | {"unidade": ""}, timeout=10).text
    assert visitor.post(url, data=asked | {"_token": "x"}, timeout=10).status_code == 419
    assert requests.post(url, data=asked, timeout=10).status_code == 419
    assert visitor.get(url, timeout=10).status_code == 405


def test_addresses_of_a_session_are_worthless_without_it(lab: Lab) -> None:
    host = lab.hosts["servlet"]
    visitor = requests.Session()
    first = visitor.get(lab.portal("lab-pedra-do-curiango").url, timeout=10)
    assert "Selecione a entidade" in first.text
    assert "Sua sessão terminou" in requests.get(first.url, timeout=10).text
    assert "Sua sessão terminou" in requests.get(f"{host.url}/portal/servlet/hwpdespesaextra", timeout=10).text


def test_nothing_gets_past_the_gate() -> None:
    with serve(["lab-capao-da-seriema"]) as own:
        for path in ("", "seriema/transparencia", "seriema/despesas", "api/despesas"):
            answer = requests.get(f"{own.hosts['barreira'].url}/{path}", timeout=10)
            assert "não é um robô" in answer.text and "<table" not in answer.text
        requests.post(own.portals[0].url, data={"captcha": "XXXXX"}, timeout=10)
        assert len(own.forbidden_posts) == 1


def test_virtual_grids_hold_only_what_is_in_sight(lab: Lab, browser: Browser) -> None:
    host = lab.hosts["rolagem"]
    portal = host.portals[0]
    page = browser.new_page()
    page.goto(host.url + host.framework.address(portal, portal.page("por-orgao")))
    page.wait_for_selector("[role=gridcell]")
    assert page.locator("[role=row]").count() < 25
    assert page.locator("[role=grid]").get_attribute("aria-rowcount") == "60"
    page.goto(host.url + host.framework.address(portal, portal.page("despesas")))
    page.click("text=Pesquisar")
    page.wait_for_selector("tbody tr")
    page.locator(".rl-caixa").evaluate("box => box.scrollTo(0, box.scrollHeight)")
    page.wait_for_function("document.querySelectorAll('tbody tr').length > 25", timeout=PATIENCE * 1000)
    page.close()
