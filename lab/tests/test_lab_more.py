"""The lab's portals of files, post-backs, opaque frames and endless sites: a person's way to what the key claims."""

from __future__ import annotations

import csv
import io
import re
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from html import unescape

import openpyxl
import pytest
import requests
from odf.opendocument import load
from odf.table import TableCell, TableRow
from odf.teletype import extractText
from playwright.sync_api import Browser, Error, Locator, Page
from resting import resting
from test_lab_national import PATIENCE, choose_year, click, fill, first_year, frames, plain, publishing, seen, visible

from lab import DefinitionError, serve, table
from lab.definition import FORBIDDEN_FORMS, Column, Portal, Query, View, all_portals, read_view, text_of
from lab.definition import Page as LabPage
from lab.files import TYPES, Sheet, made
from lab.frameworks import framework
from lab.frameworks.arquivos import Arquivos
from lab.frameworks.lento import Lento
from lab.frameworks.national import National
from lab.key import key_rows
from lab.server import Lab

FRAMEWORKS = frozenset(
    "arquivos turmalina lhsystem prefphp dcsolucoes sintese grp atende painelbi agenda lento".split()
)
PORTALS = [p for p in all_portals() if p.framework in FRAMEWORKS]


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with pytest.MonkeyPatch.context() as patch, serve([p.slug for p in PORTALS]) as served:
        patch.setattr(Lento, "pace", 0.2)
        yield served


def values(lab: Lab, portal: Portal, page: LabPage, view: View, column: Column, in_detail: bool) -> list[str]:
    """What a column holds in any year."""
    host = lab.hosts[page.host].framework
    rows = [r for y in view.years for r in portal.rows(page, view, replace(page.query({}), year=y, unit="", month=0))]
    if not (in_detail and view.detail):
        return [text_of(host.dress(column, r) if isinstance(host, National) else r[column.maker]) for r in rows]
    found = []
    for row in rows:
        opened = host.opened(view.detail, row) if isinstance(host, National) else table.opened(view.detail, row)
        found += [text_of(v) for _, pairs in opened.sections for c, v in pairs if c is column]
        found += [text_of(r[t.columns.index(column)]) for t, rs in opened.tables if column in t.columns for r in rs]
    return found


def lacking(lab: Lab, portal: Portal, page: LabPage, view: View, in_detail: bool, text: str) -> list[str]:
    """The published columns whose label, or whose values, the text does not hold."""
    columns = view.detail.columns if in_detail and view.detail else view.columns
    absent = []
    for column in (c for c in columns if c.publishes):
        held = (plain(v) for v in values(lab, portal, page, view, column, in_detail) if v)
        if plain(column.label) not in text or not any(v in text for v in held):
            absent.append(f"{portal.slug} {page.id}/{view.id}: {column.label} ({'detail' if in_detail else 'list'})")
    return absent


def press(page: Page, word: str) -> None:
    """Also an area of an image map, which has no box of its own, and the links of a grid among layout tables. Patient."""
    special = page.locator(".pp-dados td a" if word == "(link)" else f'area[title="{word}"]')
    if special.count():
        special.first.evaluate("a => a.click()")
        page.wait_for_timeout(120)
        return
    target = await_word(page, word)
    try:
        target.click(timeout=PATIENCE * 1000)
    except Error:  # redrawn meanwhile
        click(page, word)
    page.wait_for_timeout(60)


def await_word(page: Page, word: str) -> Locator:
    """The element that says it, in any frame of any window, once it is there."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        for frame in frames(page):
            if target := visible(frame, word):
                return target
        page.wait_for_timeout(60)
    pytest.fail(f"nothing says {word!r}: {seen(page)[-1500:]}")


def test_the_key_covers_all_items() -> None:
    for portal in PORTALS:
        rows = key_rows(portal)
        assert all(bool(r.local) == bool(r.encontrado) for r in rows), portal.slug
        unpublished = sum(not r.encontrado for r in rows)
        assert 10 <= unpublished <= (50 if "opaque" in portal.options else 25), (portal.slug, unpublished)


VIEWS = [(p.slug, q.id, v.id) for p in PORTALS for q, v in publishing(p) if not v.file]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), resting(VIEWS))
def test_a_place_shows_what_the_key_claims(lab: Lab, browser: Browser, slug: str, page_id: str, view_id: str) -> None:
    portal = next(p for p in lab.definitions if p.slug == slug)
    lab_page = portal.page(page_id)
    view = lab_page.view(view_id)
    absent: list[str] = []
    host = framework(lab_page.host)
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    page = context.new_page()
    page.goto(lab.portal(slug).url)
    words = host.where(portal, lab_page, view, False)[0].split(" › ")[1:]
    chooser = next((f for f in lab_page.filters if f.kind == "ano"), None)
    wanted = chooser and not view.years.get(lab_page.query({}).year)
    for word in words:
        if word == lab_page.button and not lab_page.auto:
            await_word(page, word)
            if wanted and chooser:
                choose_year(page, chooser.label, first_year(view))
                wanted = None
            fill(page, first_year(view))
        press(page, word)
    if wanted and chooser:
        choose_year(page, chooser.label, first_year(view))
    for in_detail in (False, True):
        if in_detail and not (view.detail and any(c.publishes for c in view.detail.columns)):
            continue
        if in_detail:
            for word in host.where(portal, lab_page, view, True)[0].split(" › ")[len(words) + 1 :]:
                press(page, word)
        deadline = time.monotonic() + PATIENCE
        while lost := lacking(lab, portal, lab_page, view, in_detail, seen(page)):
            if time.monotonic() > deadline:
                break
            page.wait_for_timeout(150)
        absent += lost
    context.close()
    assert not absent
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


FORMS = [(p.slug, q.id) for p in PORTALS for q in p.pages if q.kind in FORBIDDEN_FORMS and q.host == p.framework]


@pytest.mark.parametrize(("slug", "page_id"), resting(FORMS))
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    form = next(p for p in PORTALS if p.slug == slug).page(page_id)
    with serve([slug]) as own:
        context = browser.new_context()
        page = context.new_page()
        page.goto(own.portals[0].url)
        for word in form.menu:
            press(page, word)
        word = {"esic": "Registrar pedido", "login": "Acessar"}.get(form.kind, "Enviar")
        await_word(page, word)
        assert own.forbidden_posts == []
        press(page, word)
        deadline = time.monotonic() + PATIENCE
        while not own.forbidden_posts and time.monotonic() < deadline:
            page.wait_for_timeout(50)
        assert len(own.forbidden_posts) == 1
        context.close()


# ------------------------------------------------------------ files


def read(kind: str, content: bytes) -> str:
    """The text of a file of the lab, as a program of its kind reads it."""
    if kind == "csv":
        return "\n".join(" ".join(line) for line in csv.reader(io.StringIO(content.decode("latin-1")), delimiter=";"))
    if kind == "xlsx":
        lines = openpyxl.load_workbook(io.BytesIO(content)).worksheets[0].iter_rows(values_only=True)
        shown = [
            [f"{c:,.2f}".translate(str.maketrans(",.", ".,")) if isinstance(c, int | float) else c for c in r]
            for r in lines
        ]
        return "\n".join(" ".join(str(c) for c in r if c is not None) for r in shown)
    if kind == "ods":
        rows = load(io.BytesIO(content)).getElementsByType(TableRow)
        return "\n".join(" ".join(extractText(c) for c in r.getElementsByType(TableCell)) for r in rows)
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    texts = []
    for stream in streams:
        try:
            drawn = zlib.decompress(stream).decode("latin-1")
        except zlib.error:
            continue
        texts += [re.sub(r"\\([()\\])", r"\1", t) for t in re.findall(r"\(((?:[^()\\]|\\.)*)\) Tj", drawn)]
    return " ".join(texts)


@pytest.mark.parametrize("kind", TYPES)
def test_files_hold_their_records(kind: str) -> None:
    sheet = Sheet(
        ("MUNICÍPIO", "Folha"), ("Servidor", "Bruto (R$)"), (("Zenaide Ipê (A)", "1.234,50"), ("Odete Cumaru", "-9,00"))
    )
    text = read(kind, made(kind, sheet))
    for word in ("Servidor", "Bruto (R$)", "Zenaide Ipê (A)", "1.234,50", "Odete Cumaru", "-9,00"):
        assert word in text
    assert ("MUNICÍPIO" in text) == (kind != "csv")
    assert made(kind, sheet) is made(kind, sheet)


def test_unknown_file_is_told() -> None:
    with pytest.raises(DefinitionError):
        read_view({"columns": [], "file": "docx"}, "", 0)


FILED = [(p.slug, q.id, v.id) for p in PORTALS for q, v in publishing(p) if v.file]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), FILED)
def test_files_show_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    portal = next(p for p in lab.definitions if p.slug == slug)
    page = portal.page(page_id)
    view = page.view(view_id)
    host = lab.hosts[page.host]
    assert isinstance(host.framework, Arquivos) and view.file
    places = Arquivos.where(portal, page, view, False)
    path, *_, year, caption = places[0].split(" › ")
    listed = requests.get(f"{host.url}{path}", params={"ano": year}, timeout=10).text
    link = re.search(rf'<a href="([^"]+)"[^>]*>{re.escape(caption)}</a>', listed)
    assert link, caption
    assert unescape(link[1]).partition("?")[0] in [p.partition(" › ")[0] for p in places[1:]]
    answer = requests.get(host.url + unescape(link[1]), timeout=10)
    assert answer.headers["Content-Type"] == view.file.media_type
    assert ("Content-Disposition" in answer.headers) == (view.file.by == "download")
    assert not lacking(lab, portal, page, view, False, plain(read(view.file.kind, answer.content)))


def test_years_without_files_say_so(lab: Lab) -> None:
    host = lab.hosts["arquivos"]
    portal = host.portals[0]
    url = host.url + host.framework.address(portal, portal.page("licitacoes"))
    assert "Nenhum arquivo" in requests.get(url, timeout=10).text
    assert "Relação de Certames - 2025" in requests.get(url, params={"ano": 2025}, timeout=10).text
    assert requests.get(f"{host.url}/{portal.entity}/download?id=1", timeout=10).status_code == 404


# ------------------------------------------------------------ manners of single frameworks


def test_marks_name_what_the_robot_reads(lab: Lab) -> None:
    host = lab.hosts["turmalina"]
    portal = host.portals[0]
    text = requests.get(
        host.url + host.framework.address(portal, portal.page("emp")), {"exercicio": "2026"}, timeout=10
    ).text
    assert text.count('itemtype="https://turmalina.tribunal.example/documentation/BudgetExpenditure"') == 20
    assert "<th>Insc. Fed.</th>" in text and 'itemprop="identificationNumber">' in text
    council = requests.get(host.url + host.framework.address(portal, portal.page("diarias")), timeout=10).text
    assert "itemprop" not in council


def test_old_pages_are_latin_and_folders_hold_months(lab: Lab) -> None:
    host = lab.hosts["prefphp"]
    portal = host.portals[0]
    answer = requests.get(lab.portal(portal.slug).url, timeout=10)
    assert (
        answer.headers["Content-Type"] == "text/html; charset=ISO-8859-1"
        and "Notícias".encode("latin-1") in answer.content
    )
    page = portal.page("folha")
    folder = f"{host.url}/{portal.entity}/transparencia/folha/"
    assert "Janeiro" in requests.get(f"{folder}2026/index.php", timeout=10).text
    march = requests.get(f"{folder}2026/03/index.php", timeout=10).text
    row = portal.rows(page, page.views[0], Query(2026, 3))[0]
    assert "MARÇO/2026" in march and str(row["matricula"]) in march
    assert requests.get(f"{folder}1999/index.php", timeout=10).status_code == 404


@pytest.mark.parametrize(
    ("name", "field"), [("dcsolucoes", "__VIEWSTATE"), ("sintese", "javax.faces.ViewState"), ("grp", "__VIEWSTATE")]
)
def test_post_backs_need_the_state_of_the_session(lab: Lab, name: str, field: str) -> None:
    host = lab.hosts[name]
    portal = host.portals[0]
    url = lab.portal(portal.slug).url
    visitor, other = requests.Session(), requests.Session()
    first = visitor.get(url, timeout=10).text
    other.get(url, timeout=10)
    state = re.search(rf'name="{re.escape(field)}"[^>]* value="([^"]+)"', first)
    assert state
    page = next(p for p in portal.pages_on(name) if p.criterion)
    fired = {
        "dcsolucoes": {"__EVENTTARGET": f"lnkPagina_{page.id}"},
        "sintese": {"frm:_link_hidden_": f"frm:menu:{page.id}"},
    }
    data = {field: state[1], **fired.get(name, {"__EVENTTARGET": "ctl00$menu", "__EVENTARGUMENT": page.id})}
    assert page.title in unescape(visitor.post(url, data=data, timeout=10).text)
    assert "sessão foi encerrada" in other.post(url, data=data, timeout=10).text
    assert "sessão foi encerrada" in visitor.post(url, data=data | {field: "x"}, timeout=10).text


def test_individual_access_opens_one_view(lab: Lab) -> None:
    host = lab.hosts["dcsolucoes"]
    portal = host.portals[0]
    url = f"{host.url}/{portal.entity}/Default.aspx?AcessoIndividual=lnkReceitaExtraOrcamentaria"
    assert "Receita Extra-Orçamentária</h2>" in requests.get(url, timeout=10).text
    assert "não informada" in requests.get(f"{lab.hosts['portaldc'].url}/Pages/RH/v1.aspx", timeout=10).text


def test_hash_routes_open_by_themselves_and_groups_are_folded(lab: Lab, browser: Browser) -> None:
    host = lab.hosts["grp"]
    portal = host.portals[0]
    page = browser.new_page()
    page.goto(host.url + host.framework.address(portal, portal.page("empenhos")))
    press(page, "Gerar consulta")
    await_word(page, "Expandir grupo")
    row = portal.rows(portal.page("empenhos"), portal.page("empenhos").views[0], Query(2026))[0]
    assert plain(str(row["cpf_cnpj"])) not in seen(page) and "R$" not in page.locator("#ctl00_upConteudo").inner_text()
    press(page, "Expandir grupo")
    page.wait_for_selector("text=R$")
    page.close()


def test_nothing_can_be_read_in_the_painted_frame(lab: Lab, browser: Browser) -> None:
    host = lab.hosts["painelbi"]
    portal = host.portals[0]
    page = browser.new_page()
    page.goto(f"{host.url}/{portal.entity}/despesas")
    frame = next(f for f in page.frames if "/view" in f.url)
    frame.wait_for_selector("canvas")
    assert frame.locator("body").inner_text().strip() == ""
    opaque = [r for r in key_rows(portal) if r.criterio in portal.options["opaque"]]
    assert len(opaque) == 40 and not any(r.encontrado for r in opaque)
    page.close()


def test_calendar_and_news_have_no_end(lab: Lab) -> None:
    host = lab.hosts["agenda"]
    portal = host.portals[0]
    root = f"{host.url}/{portal.entity}"
    seen_links: set[str] = set()
    for path in ("/agenda/2031/12/", "/agenda/2031/12/05/", "/noticias/12345/", "/assunto/despesa/977/"):
        text = requests.get(root + path, timeout=10).text
        links = set(re.findall(rf'href="/{portal.entity}(/(?:agenda|noticias|assunto)/[^"]+)"', text))
        assert len(links - seen_links) >= 4
        seen_links |= links
    assert "/agenda/2032/01/" in seen_links
    assert requests.get(f"{root}/agenda/2026/13/", timeout=10).status_code == 404


def test_slow_sessions_end_and_begin_again(lab: Lab) -> None:
    host = lab.hosts["lento"]
    portal = host.portals[0]
    inner = host.url + host.framework.address(portal, portal.page("receita"))
    visitor = requests.Session()
    assert "sessão expirou" in visitor.get(inner, timeout=10).text
    visitor.get(lab.portal(portal.slug).url, timeout=10)
    assert "Receita Detalhada" in visitor.get(inner, timeout=10).text
    for state in host.framework.sessions.values():
        state["asked"] = portal.options["limit"]
    assert "sessão expirou" in visitor.get(inner, timeout=10).text
    visitor.get(lab.portal(portal.slug).url, timeout=10)
    assert "Receita Detalhada" in visitor.get(inner, timeout=10).text
