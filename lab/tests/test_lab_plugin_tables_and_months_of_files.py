"""Six portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import csv
import html
import io
import re

import openpyxl
import pdfplumber
import pytest
import requests
from lab_visits import (
    Prepare,
    batch,
    check_key,
    choose,
    choose_year,
    form_test,
    place_test,
    press,
    publishing,
)
from playwright.sync_api import Page as Tab
from resting import resting
from test_lab_national import first_year

from lab.definition import Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks import framework
from lab.frameworks.national import National
from lab.least import least_nodes
from lab.server import Lab

PORTALS = batch("f")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def selects(tab: Tab, page: Page, view: View) -> None:
    """The first entity where one must be chosen, a month that holds records, the year where the select's own is empty."""
    for given in page.filters:
        if given.kind == "unidade" and given.options[0].startswith("Selecione"):
            choose(tab, given.label, given.options[1])
        elif given.kind == "mes":
            choose(tab, given.label, "Março")
    choose_year(tab, page, view)


def ant(tab: Tab, page: Page, view: View) -> None:
    """The same in drop-downs whose options hang on the body."""
    for given in page.filters:
        wanted = given.options[1] if given.kind == "unidade" and given.options[0].startswith("Selecione") else ""
        if given.kind == "ano" and not view.years.get(int(given.default)):
            wanted = str(first_year(view))
        if wanted:
            tab.locator(f".ant-select:has(#form_{given.name})").click()
            tab.locator(f".ant-select-item-option[title='{wanted}']").click()


def period(tab: Tab, page: Page, view: View) -> None:
    """The days of a year that holds records; the year where it must be chosen; a month that is over."""
    for given in page.filters:
        if given.kind in ("de", "ate"):
            tab.fill(f"#{given.name}", f"{'01/01' if given.kind == 'de' else '31/12'}/{first_year(view)}")
        elif given.kind == "mes" and given.default:
            choose(tab, given.label, "Agosto")
        elif given.kind == "ano" and not view.years.get(int(given.default or 0)):
            choose(tab, given.label, str(first_year(view)))


def nothing(tab: Tab, page: Page, view: View) -> None:
    """The year is a word of the place."""


PREPARE: dict[str, Prepare] = {
    "richweb": selects,
    "formiga": ant,
    "cartoeswp": nothing,
    "arvoremvc": period,
    "paginaunica": nothing,
}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    check_key(PORTALS[slug])


VIEWS = [(s, q.id, v.id) for s, p in PORTALS.items() for q, v in publishing(p) if not v.file]

test_a_place_shows_what_the_key_claims = place_test(PORTALS, resting(VIEWS), PREPARE)


FILES = [(s, q.id, v.id) for s, p in PORTALS.items() for q, v in publishing(p) if v.file]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), FILES)
def test_a_file_holds_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    """Words of the place are links, but the year, which unfolds in place; the last leads to the file."""
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view, host = page.view(view_id), lab.hosts[page.host]
    path, *words = framework(page.host).where(portal, page, view, False)[0].split(" › ")
    address = lab.portal(slug).url
    for word in words:
        text = requests.get(address, timeout=10).text
        if f">{word}</button>" in text:
            assert address.endswith(path)
            continue
        links = re.findall(r'<a [^>]*href="([^"]+)"[^>]*>(.*?)</a>', text, re.DOTALL)
        found = [href for href, inner in links if word == inner or f"<h3>{word}</h3>" in inner]
        assert found, (address, word)
        address = host.url + html.unescape(found[-1])
    lines = [[str(cell or "") for cell in line] for line in rows_of(requests.get(address, timeout=10), address)]
    labels = [c.label for c in view.columns]
    year = first_year(view)
    month = portal.rows(page, view, Query(year))[0].when.month if view.file and view.file.each == "mes" else 0
    rows = portal.rows(page, view, Query(year, month))
    below = lines[lines.index(labels) + 1 :]
    assert len([line for line in below if sum(map(bool, line)) > 1]) == len(rows) > 0
    dressed = host.framework
    assert isinstance(dressed, National)
    for n, column in enumerate(view.columns):
        if number(value := text_of(dressed.dress(column, rows[0])).removeprefix("R$ ")) is None:
            assert below[0][n] == value


def rows_of(answer: requests.Response, address: str) -> list[list[object]]:
    """The lines of a CSV, of an XLSX or of the tables of a PDF."""
    if address.endswith(".csv"):
        return [list(line) for line in csv.reader(io.StringIO(answer.content.decode("latin-1")), delimiter=";")]
    if address.endswith(".xlsx"):
        sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
        assert sheet is not None
        return [list(line) for line in sheet.iter_rows(values_only=True)]
    with pdfplumber.open(io.BytesIO(answer.content)) as document:
        return [list(line) for sheet in document.pages for table in sheet.extract_tables() for line in table]


test_forms_never_to_be_sent_are_counted = form_test(PORTALS)


# ------------------------------------------------------------ what each framework keeps to itself


def test_rows_come_by_the_protocol_of_a_table_plug_in(lab: Lab, tab: Tab) -> None:
    portal = of("gestorweb")
    entry = lab.portal(portal.slug).url
    rows = f"{entry}/ajax/empenhos/v0"
    asked = {"draw": "7", "start": "200", "length": "25", "exercicio": "2025", "unidade": "Prefeitura Municipal"}
    script = {"X-Requested-With": "XMLHttpRequest"}
    assert requests.post(rows, data=asked, timeout=10).status_code == 403
    found = requests.post(rows, data=asked, headers=script, timeout=10).json()
    assert (found["draw"], found["recordsTotal"], found["recordsFiltered"], len(found["data"])) == (7, 210, 210, 10)
    one = requests.post(
        rows, data=asked | {"search[value]": "jaraqui", "start": "0"}, headers=script, timeout=10
    ).json()
    assert 0 < one["recordsFiltered"] < one["recordsTotal"]
    assert requests.get(f"{entry}/despesas/empenhos/visualizar/v0/202500999", timeout=10).status_code == 404
    front = requests.get(f"{entry}/despesas/empenhos", timeout=10).text
    assert "<th>Nº Empenho</th>" in front and "<tbody></tbody>" in front, "headings without rows"
    tab.goto(entry)
    for word in ("Despesas", "Por Órgão"):
        press(tab, word)
    tab.locator(".dataTables_info >> text='Mostrando de 1 até 8 de 8 registros'").wait_for()


def test_a_choice_posts_back_and_a_state_belongs_to_its_session(lab: Lab, tab: Tab) -> None:
    portal = of("richweb")
    entry = lab.portal(portal.slug).url
    visitor, token = requests.Session(), r'id="javax.faces.ViewState" value="([^"]+)"'

    def post(who: requests.Session, state: str, **fields: str) -> requests.Response:
        data = {"javax.faces.ViewState": state, **{f"frm:{k}": v for k, v in fields.items()}}
        return who.post(entry, data=data | ({} if "menu" in fields else {"AJAXREQUEST": "_viewRoot"}), timeout=10)

    page = post(visitor, re.findall(token, visitor.get(entry, timeout=10).text)[0], menu="empenhos").text
    assert "Selecione: Entidade" in page and 'id="frm:lista"' not in page
    state, asked = (
        re.findall(token, page)[0],
        {"consultar": "1", "unidade": "PREFEITURA MUNICIPAL", "exercicio": "2025"},
    )
    november = post(visitor, state, **asked, mes="Novembro")
    assert november.headers["Ajax-Response"] == "true" and 'content="frm:conteudo"' in november.text
    assert "<html" in november.text and november.text.count("rich-table-row") == 12
    assert "Nenhum registro" in post(visitor, state, **asked | {"exercicio": "2026"}, mes="Novembro").text
    assert "Ajax-Expired" in post(requests.Session(), state, **asked, mes="Novembro").headers
    tab.goto(entry)
    press(tab, "Execução da Despesa")
    press(tab, "Empenhos Emitidos")
    tab.locator("text='Selecione: Entidade'").wait_for()
    assert tab.evaluate("[...document.querySelectorAll('.rich-pmenu-item')].every(i => !i.onclick && !i.closest('a'))")


def test_a_branch_is_made_when_it_opens_and_a_route_opens_cold(lab: Lab, tab: Tab) -> None:
    portal = of("formiga")
    entry = lab.portal(portal.slug).url
    api = f"{lab.hosts['formiga'].url}/api/v1/{portal.entity}/consultas/empenhado/v0"
    assert requests.get(api, params={"unidade": "Prefeitura Municipal"}, timeout=10).status_code == 400
    asked = {"exercicio": "2025", "unidade": "Prefeitura Municipal", "atual": "4", "tamanho": "50"}
    found = requests.get(api, params=asked, timeout=10).json()["data"]
    assert (found["total"], found["paginas"], len(found["linhas"])) == (170, 4, 20)
    tab.goto(entry)
    press(tab, "Contratações")
    tab.locator(".ant-menu-submenu-title >> text=Processos").wait_for()
    assert tab.locator("text=Contratação direta").count() == 0
    tab.goto(f"{entry}contratacoes/diretas")
    tab.locator("th >> text=Ratificação").wait_for()
    crumbs = tab.locator(".ant-breadcrumb-link").all_inner_texts()
    assert crumbs == ["Início", "Contratações", "Processos", "Contratação direta"]
    tab.goto(f"{entry}gastos/pagamentos")
    tab.locator(".ant-table-header th >> text=Liquidado").wait_for()
    assert tab.locator(".ant-table-body th").count() == 0, "headings stand in a table of their own"


def test_a_year_unfolds_to_months_and_files(lab: Lab, tab: Tab) -> None:
    portal = of("cartoeswp")
    entry = lab.portal(portal.slug).url
    tab.goto(entry)
    for word in ("Portal da Transparência", "Notas de empenho"):
        press(tab, word)
    tab.locator("text='Ano 2025'").wait_for()
    assert tab.locator("text='Março de 2025'").is_hidden()
    press(tab, "Ano 2025")
    press(tab, "Março de 2025")
    tab.locator("h1 >> text='Notas de empenho – Março de 2025'").wait_for()
    assert tab.locator("main form").count() == 0, "nothing is asked for"
    rows = tab.locator("td.column-2").all_inner_texts()
    assert len(rows) > 8 and all(day[3:] == "03/2025" for day in rows)
    press(tab, "Transparência")
    tab.locator("h1 >> text='Portal da Transparência'").wait_for()
    empty = requests.get(f"{entry}ingressos-extraorcamentarios/", timeout=10).text
    assert "Em breve." in empty and empty.count('class="wp-block-file"') == 2
    for wrong in (
        "notas-de-empenho/marco-de-2019/",
        "processos-licitatorios/processo/v0-202500999/",
        "uploads/2026/x.xlsx",
    ):
        assert requests.get(entry + wrong, timeout=10).status_code == 404, wrong


def test_the_present_month_is_empty_and_a_record_is_a_partial_view(lab: Lab, tab: Tab) -> None:
    portal = of("arvoremvc")
    base = f"{lab.hosts['arvoremvc'].url}/{portal.entity}"
    script = {"X-Requested-With": "XMLHttpRequest"}

    def ask(**chosen: str) -> str:
        return requests.get(f"{base}/Despesa/Empenhos", params=chosen, headers=script, timeout=10).text

    assert "Nenhum registro" in ask() and "<html" not in ask()
    assert "A data final deve ser posterior" in ask(de="01/05/2025", ate="01/04/2025")
    assert "O campo Data inicial deve ser uma data." in ask(de="31/02/2025", ate="01/04/2025")
    later = ask(de="01/12/2024", ate="31/01/2025", page="2")
    assert "Página 2 de 2 - 23 registro(s)" in later
    assert (
        "O campo Exercício é obrigatório."
        in requests.get(f"{base}/Receita/Orcamentaria", headers=script, timeout=10).text
    )
    whole = requests.get(f"{base}/Despesa/Empenhos", params={"de": "01/01/2025", "ate": "31/01/2025"}, timeout=10).text
    assert "<html" in whole and "Vr. Empenhado" in whole, "the form works without a script"
    record = re.findall(r'data-url="([^"]+)"', later)[0]
    assert "Projeto/Atividade" in requests.get(lab.hosts["arvoremvc"].url + record, timeout=10).text
    assert requests.get(f"{base}/Detalhes/empenhos/v0/202500999", timeout=10).status_code == 404
    tab.goto(f"{base}/Despesa/Empenhos")
    press(tab, "Gerar consulta")
    tab.locator("#divResultado >> text='Nenhum registro encontrado.'").wait_for()
    tab.fill("#de", "01012025")
    assert tab.input_value("#de") == "01/01/2025"
    press(tab, "Gerar consulta")
    press(tab, "Exibir detalhes")
    tab.locator(".modal-title >> text='Dados do empenho'").wait_for()
    press(tab, "Sair")
    assert tab.locator(".modal-dialog").count() == 0


def test_tables_grow_and_lines_unfold(lab: Lab, tab: Tab) -> None:
    portal = of("paginaunica")
    entry = lab.portal(portal.slug).url
    found = requests.get(f"{entry}dados/2025/despesa.json", timeout=10).json()
    assert [len(s["linhas"]) for s in found["secoes"]] == [160, 22, 24, 16]
    assert requests.get(f"{entry}dados/2025/outra.json", timeout=10).status_code == 404
    assert requests.get(f"{entry}dados/2019/despesa.json", timeout=10).status_code == 404
    tab.goto(entry)
    tab.locator("h2 >> text='Receita do município – 2026'").wait_for()
    press(tab, "Despesa")
    section = tab.locator("section", has_text="Empenhos e pagamentos – 2026")
    section.locator(".proximas >> text='Mostrar mais linhas (110)'").click()
    assert section.locator("tbody tr").count() == 40
    section.locator("input").fill("posto")
    assert 0 < section.locator("tbody tr").count() < 40
    assert all("POSTO" in line for line in section.locator("tbody tr").all_inner_texts())
    section.locator(".mais").first.click()
    section.locator(".rot >> text='Último pagamento em'").wait_for()
    press(tab, "ver menos")
    assert section.locator(".dobra").count() == 0
    press(tab, "2025")
    tab.locator("h2 >> text='Saídas extraorçamentárias – 2025'").wait_for()


BY_HAND = {
    # entry; creditors 2, commitments and one 3, by body at once 1, extra 2; revenue 3, extra revenue 2; servants 2; bids 3
    "gestorweb": 1 + 2 + 3 + 1 + 2 + 3 + 2 + 2 + 3,
    # entry; commitments of another month and one 3; allotments at once 1; extra of another year 2; revenue and one 3; extra revenue at
    # once 1; servants of the second tab 2; bids: page, second tab, one 3
    "richweb": 1 + 3 + 1 + 2 + 3 + 1 + 2 + 3,
    # entry; two branches 2, commitments and one 3, payments 1, by body 1, extra 2; revenue (its card) of another year and one 3; two
    # branches 2, bids and one 3, direct ones 1; servants (its card) of the second tab 2
    "formiga": 1 + 2 + 3 + 1 + 1 + 2 + 3 + 2 + 3 + 1 + 2,
    # entry, cards; commitments and payments of a month 4; by function, by nature, extra, revenue, of a year each 8; files of extra
    # revenue, payroll and dispensations 6; bids of a year and one 3
    "cartoeswp": 2 + 4 + 8 + 6 + 3,
    # entry; commitments and one 3, liquidations 2, by modality at once 1, extra 2; revenue in two models and one 4, extra revenue 2;
    # bids, one, direct ones 4; servants 2
    # entry (revenue) and a line 2, extra revenue of another year 1; expenditure and a line 2; staff 1; bids of another year and a line 3
    "paginaunica": 2 + 1 + 2 + 1 + 3,
    "arvoremvc": 1 + 3 + 2 + 1 + 2 + 4 + 2 + 4 + 2,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
