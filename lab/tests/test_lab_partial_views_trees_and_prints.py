"""Six portals more that nobody who makes the program looks at: a person's way by the words of the key; state is kept."""

from __future__ import annotations

import csv
import html
import io
import re
import zipfile

import openpyxl
import pytest
import requests
from lab_visits import Prepare, batch, check_place, choose, choose_year, one_form_each, posts_of, press, publishing
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab
from test_lab_more import read
from test_lab_national import first_year, missing, plain, seen

from lab.definition import Page, Portal, Query, View, text_of
from lab.files import number
from lab.frameworks import framework
from lab.frameworks.national import National
from lab.frameworks.unseen import OFFICES
from lab.key import key_rows
from lab.least import least_nodes
from lab.server import Lab

pytestmark = pytest.mark.soak  # these replicas rest; their keys are held by test_lab.py and test_least.py

PORTALS = batch("d")


def of(name: str) -> Portal:
    """The portal on this framework."""
    return next(p for p in PORTALS.values() if p.framework == name)


def cascade(tab: Tab, page: Page, view: View) -> None:
    """The first unit, where one must be chosen: the years come with it."""
    for given in page.filters:
        if given.kind == "unidade":
            choose(tab, given.label, given.options[1])
    choose_year(tab, page, view)


def components(tab: Tab, page: Page, view: View) -> None:
    """The days of the period, typed; the year, in the drop-down's panel."""
    year = first_year(view)
    for given in page.filters:
        if given.kind in ("de", "ate"):
            tab.locator(f"#frm\\:{given.kind}_input").fill(f"{'01/01' if given.kind == 'de' else '31/12'}/{year}")
        elif given.kind == "ano" and given.default != str(year):
            tab.locator(f"#frm\\:{given.name}_label").click()
            tab.locator(f"#frm\\:{given.name}_panel li[data-label='{year}']").click()


def chips(tab: Tab, page: Page, view: View) -> None:
    """The entity, in the field that completes; the year, a chip."""
    for given in page.filters:
        if given.kind == "unidade":
            tab.locator(f"#input-{given.name}").click()
            press(tab, given.options[0])
        elif given.kind == "ano" and given.default != str(first_year(view)):
            press(tab, str(first_year(view)))


def ask(tab: Tab, page: Page, view: View) -> None:
    """The year, wherever none is chosen or another one."""
    for given in page.filters:
        if given.kind == "ano" and given.default != str(first_year(view)):
            choose(tab, given.label, str(first_year(view)))


def nothing(tab: Tab, page: Page, view: View) -> None:
    """The year is a word of the place."""


PREPARE: dict[str, Prepare] = {
    "ajaxnet": cascade,
    "facesnovo": components,
    "vuetal": chips,
    "plonegov": nothing,
    "exportado": nothing,
    "mescla": ask,
    "folhaweb": ask,
}
"""What a person does with a framework's forms; by default chooses the year, where the form's own is empty."""


@pytest.mark.parametrize("slug", PORTALS)
def test_the_key_is_derived_and_withholds(slug: str) -> None:
    portal = PORTALS[slug]
    rows = key_rows(portal)
    assert len(rows) == 61
    assert all(bool(r.local) == bool(r.encontrado) for r in rows)
    seen_only = portal.options.get("opaque", ())
    assert not any(r.encontrado for r in rows if r.criterio in seen_only)
    assert 10 <= sum(not r.encontrado for r in rows) <= (40 if seen_only else 25)


VIEWS = [(s, q.id, v.id) for s, p in PORTALS.items() for q, v in publishing(p) if not v.file]
FILES = [(s, q.id, v.id) for s, p in PORTALS.items() for q, v in publishing(p) if v.file]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), VIEWS)
def test_a_place_shows_what_the_key_claims(lab: Lab, tab: Tab, slug: str, page_id: str, view_id: str) -> None:
    portal = PORTALS[slug]
    page = portal.page(page_id)
    check_place(lab, tab, portal, page, page.view(view_id), PREPARE.get(page.host, choose_year))
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]


@pytest.mark.parametrize(("slug", "page_id", "view_id"), FILES)
def test_a_file_holds_what_the_key_claims(lab: Lab, slug: str, page_id: str, view_id: str) -> None:
    """Every word of the place is a link of the page before; the last leads to the file."""
    portal = PORTALS[slug]
    page = portal.page(page_id)
    view = page.view(view_id)
    host = lab.hosts[page.host]
    path, *words = framework(page.host).where(portal, page, view, False)[0].split(" › ")
    address = lab.portal(slug).url
    for word in words:
        if word == words[-1]:
            assert address.endswith(path)
        text = requests.get(address, timeout=10).text
        links = re.findall(rf'<a href="([^"]+)"[^>]*>{re.escape(word)}</a>', text)
        assert links, (address, word)
        address = host.url + html.unescape(links[-1])
    answer = requests.get(address, timeout=10)
    if view.file and view.file.extension == "pdf":
        shown = plain(read(view.file.kind, answer.content))
        assert not missing(lab, slug, page, view, [c for c in view.columns if c.publishes], False, shown)
        return
    lines = [[str(cell) for cell in line] for line in rows_of(answer)]
    head = next(n for n, line in enumerate(lines) if view.columns[0].label in line)
    assert [c.label for c in view.columns] == lines[head]
    year, month = first_year(view), int(portal.rows(page, view, Query(first_year(view)))[0].when.month)
    rows = portal.rows(page, view, Query(year, month if view.file and view.file.each == "mes" else 0))
    listed = [line for line in lines[head + 1 :] if len([cell for cell in line if cell not in ("", "None")]) > 1]
    assert len(listed) == len(rows) > 0
    dressed = host.framework
    assert isinstance(dressed, National)
    for n, column in enumerate(view.columns):
        if not isinstance(number(value := text_of(dressed.dress(column, rows[0]))), float):
            assert listed[0][n] == value


def rows_of(answer: requests.Response) -> list[list[object]]:
    """The lines of a CSV, of an XLSX or of an ODS."""
    name = answer.headers["Content-Disposition"]
    if ".csv" in name:
        return [list(line) for line in csv.reader(io.StringIO(answer.content.decode("latin-1")), delimiter=";")]
    if ".xlsx" in name:
        sheet = openpyxl.load_workbook(io.BytesIO(answer.content)).active
        assert sheet is not None
        return [list(line) for line in sheet.iter_rows(values_only=True)]
    content = zipfile.ZipFile(io.BytesIO(answer.content)).read("content.xml").decode()
    rows = re.findall(r"<table:table-row>(.*?)</table:table-row>", content)
    cells = [re.findall(r"<table:table-cell[^>]*?(?:/>|>(.*?)</table:table-cell>)", row) for row in rows]
    return [[html.unescape(re.sub(r"<[^>]+>", "", cell)) for cell in line] for line in cells]


FORMS = one_form_each(PORTALS)


@pytest.mark.parametrize(("slug", "page_id"), FORMS.items())
def test_forms_never_to_be_sent_are_counted(browser: Browser, slug: str, page_id: str) -> None:
    assert posts_of(browser, PORTALS[slug], PORTALS[slug].page(page_id)) == [0, 1]


# ------------------------------------------------------------ what each framework keeps to itself


def post(who: requests.Session, url: str, state: str, target: str, argument: str = "", **fields: str) -> str:
    """A partial post-back of a Web Form."""
    given = {f"ctl00$cph${name}": value for name, value in fields.items()}
    asked = {"__EVENTTARGET": f"ctl00${target}", "__EVENTARGUMENT": argument, "__VIEWSTATE": state, **given}
    return who.post(url, data=asked, headers={"X-MicrosoftAjax": "Delta=true"}, timeout=10).text


def test_years_come_with_the_unit_and_rows_by_their_number(lab: Lab) -> None:
    url = lab.portal(of("ajaxnet").slug).url
    visitor = requests.Session()
    first = re.findall(r'id="__VIEWSTATE" value="([^"]+)"', visitor.get(url, timeout=10).text)[0]

    def turn(answer: str, target: str, argument: str = "", **fields: str) -> str:
        state = re.findall(r"hiddenField\|__VIEWSTATE\|([^|]+)\|", answer)
        return post(visitor, url, state[0] if state else first, target, argument, **fields)

    form = turn("", "tvMenu", r"sGastos\Execução\credores")
    assert form.startswith("1|#||4|") and "disabled" in form and "2025" not in form
    assert "informe a unidade" in turn(form, "cph$btnFiltrar")
    chosen = turn(form, "cph$unidade", unidade="Prefeitura")
    assert "<option" in chosen and "2025" in chosen and "gvDados" not in chosen
    listed = turn(chosen, "cph$btnFiltrar", unidade="Prefeitura", exercicio="2025")
    assert listed.count("Select$") == 15 and "Page$11" in listed
    later = turn(listed, "cph$gvDados", "Page$16", unidade="Prefeitura", exercicio="2025")
    assert later.count("Select$") == 5 and "000230/25" in later
    assert "Un. Orçamentária" in turn(later, "cph$gvDados", "Select$4") and "000230/25" in later
    assert "Sua sessão foi encerrada" in post(requests.Session(), url, first, "tvMenu", r"sx\credores")


def test_views_of_a_session_are_partial_and_its_own(lab: Lab) -> None:
    portal = of("facesnovo")
    url = lab.hosts["facesnovo"].url + framework("facesnovo").path(portal, portal.page("empenhada"))
    visitor, other = requests.Session(), requests.Session()
    state = re.findall(r'ViewState:0" value="([^"]+)"', visitor.get(url, timeout=10).text)[0]

    def ajax(who: requests.Session, source: str, **fields: str) -> str:
        nonlocal state
        asked = {"javax.faces.ViewState": state, "javax.faces.source": f"frm:{source}"}
        asked |= {f"frm:{name}": value for name, value in fields.items()}
        answer = who.post(url, data=asked, headers={"Faces-Request": "partial/ajax"}, timeout=10)
        state = (re.findall(r'ViewState:0"><!\[CDATA\[([^\]]+)', answer.text) or [state])[0]
        return answer.text

    assert "ViewExpiredException" in ajax(other, "consultar")
    assert portal.page("empenhada").message in ajax(visitor, "consultar", de_input="01/11/2026", ate_input="20/11/2026")
    found = ajax(visitor, "consultar", de_input="01/03/2025", ate_input="30/04/2025", busca_input="")
    days = re.findall(r"</span>(\d\d)/(\d\d)/2025", found)
    assert days and {month for _, month in days} == {"03"} and len(days) == 10
    sheet = ajax(visitor, "tabela", tabela_first="25", tabela_rows="25")
    assert sheet.count("data-ri=") == len(re.findall(r"</span>\d\d/04/2025", sheet)) > 0 and "<thead" not in sheet
    record = re.findall(r"frm:ver:(\d+)", sheet)[0]
    assert "Sub-função" in ajax(visitor, f"ver:{record}")


def test_the_branches_of_a_tree_are_fetched_one_by_one(lab: Lab, tab: Tab) -> None:
    portal = of("facesnovo")
    page = portal.page("previsao")
    tab.goto(lab.hosts["facesnovo"].url + framework("facesnovo").path(portal, page))
    components(tab, page, page.views[0])
    press(tab, page.button)
    rows = tab.locator("#frm\\:arvore_data tr")
    rows.nth(1).wait_for()
    assert rows.count() == 2, "current and capital revenue"
    rows.nth(1).locator(".ui-treetable-toggler").click()
    tab.locator("text=Alienação de Bens").wait_for()
    assert rows.count() == 4 and rows.nth(2).get_attribute("aria-level") == "2"
    rows.nth(1).locator(".ui-treetable-toggler").click()
    tab.wait_for_function("document.querySelectorAll('[data-rk]').length === 2")


def test_the_service_waits_for_entity_and_year(lab: Lab) -> None:
    portal = of("vuetal")
    url = f"{lab.hosts['vuetal'].url}/api/v1/{portal.entity}/dados/pagamentos/v0"
    asked = {"unidade": portal.page("pagamentos").filters[0].options[0], "exercicio": "2025"}
    for left_out, label in (("unidade", "Entidade"), ("exercicio", "Ano")):
        answer = requests.get(url, params={**asked, left_out: ""}, timeout=10)
        assert answer.status_code == 422 and answer.json()["erro"].endswith(label)
    found = requests.get(url, params=asked | {"pagina": "15"}, timeout=10).json()
    assert (found["total"], found["paginas"], len(found["linhas"])) == (150, 15, 10)
    assert not requests.get(url, params=asked | {"exercicio": "2026"}, timeout=10).json()["linhas"]


def test_a_reload_forgets_the_entity(lab: Lab, tab: Tab) -> None:
    portal = of("vuetal")
    page = portal.page("gente")
    host = lab.hosts["vuetal"]
    tab.goto(host.url + host.framework.address(portal, page))
    chips(tab, page, page.views[0])
    tab.locator("tbody tr >> nth=9").wait_for()
    assert tab.locator("nav.v-navigation-drawer").count() == 0, "made when it opens"
    tab.reload()
    press(tab, "Falta escolher: Entidade", only_wait=True)
    tab.locator("#input-unidade").fill("saúde")
    assert tab.locator("[role=option]").all_inner_texts() == ["Fundo Municipal de Saúde"]


def test_folders_come_in_sheets_and_hold_files_with_pages(lab: Lab) -> None:
    portal = of("plonegov")
    host = lab.hosts["plonegov"].url
    folder = host + framework("plonegov").path(portal, portal.page("empenhos"))
    assert "Pasta</td>" in requests.get(folder, timeout=10).text
    assert "não existem itens" in requests.get(f"{folder}/2026", timeout=10).text
    first = requests.get(f"{folder}/2025", timeout=10).text
    assert first.count("Arquivo</td>") == 10 and "Próximo 2 itens" in first
    assert requests.get(f"{folder}/2025?b_start:int=10", timeout=10).text.count("Arquivo</td>") == 2
    file = re.findall(r'href="([^"]+\.ods)/view"', first)[0]
    assert "<table" not in requests.get(f"{host}{file}/view", timeout=10).text
    sent = requests.get(f"{host}{file}/@@download/file", timeout=10)
    assert sent.headers["Content-Type"].endswith("spreadsheet")
    for wrong in ("2022", "2025/x.ods/view", "2025/registro-v0-202500001"):
        assert requests.get(f"{folder}/{wrong}", timeout=10).status_code == 404, wrong


def test_a_print_begins_anew_on_every_page_and_adds_up(lab: Lab) -> None:
    portal = of("exportado")
    host = lab.hosts["exportado"].url
    index = requests.get(host + framework("exportado").path(portal, portal.page("qdd")), timeout=10)
    assert "windows-1252" in index.headers["Content-Type"].lower()
    found = re.findall(r'HREF="(/[^"]+_202500.HTM)"', index.text)[0]
    text = requests.get(host + found, timeout=10).text
    assert text.count("TOTAL GERAL") == 1 and text.count(">Fixada<") == text.count("<TABLE") == 1
    monthly = requests.get(host + framework("exportado").path(portal, portal.page("empenhos")), timeout=10).text
    assert monthly.count(">Sintético ") == 24 and monthly.count(">Analítico ") == 12
    assert "Aguardando fechamento" in requests.get(f"{host}/{portal.entity}/metas.htm", timeout=10).text
    page = portal.page("folha")
    place = framework("exportado").where(portal, page, page.views[0], False)[0].split(" › ")[0]
    payroll = requests.get(host + place, timeout=10).text
    assert payroll.count("page-break-after") == 4 and payroll.count(">Funcionário<") == 5 and "(continua)" in payroll
    sums: list[str] = re.findall(r'<TR CLASS="subtotal">(.*?)</TR>', payroll)
    amounts = [number(re.findall(r">([\d.]+,\d\d)<", line)[0]) or 0 for line in sums]
    total = re.findall(r'<TR CLASS="total">.*?>([\d.]+,\d\d)<', payroll)[0]
    assert len(sums) == len(OFFICES) and abs(sum(amounts) - (number(total) or 0)) < 0.01
    assert payroll.count("Local de Trabalho: ") == len(OFFICES) and ">Local de Trabalho<" not in payroll


def test_the_menu_is_written_a_group_at_a_time(lab: Lab, tab: Tab) -> None:
    tab.goto(lab.portal(of("exportado").slug).url)
    menu = tab.frame(name="menu")
    assert menu
    menu.locator("text='Empenhos'").wait_for()
    assert menu.locator("text='Folha Analítica'").count() == 0
    press(tab, "Pessoal")
    press(tab, "Folha Analítica", only_wait=True)
    press(tab, "Compras")
    press(tab, "Licitações Homologadas", only_wait=True)
    assert menu.locator("text='Folha Analítica'").count() == 0


def test_what_is_painted_cannot_be_read(lab: Lab, tab: Tab) -> None:
    portal = of("mescla")
    page = portal.page("gastos")
    tab.goto(lab.hosts["mescla"].url + framework("mescla").path(portal, page))
    (frame,) = tab.frames[1:]
    frame.wait_for_function("document.querySelector('canvas').getContext('2d').getImageData(5, 5, 1, 1).data[2] > 200")
    assert frame.locator("body").inner_text().strip() == "" and frame.locator("body > *").count() == 2
    before = frame.locator("canvas").evaluate("c => c.toDataURL()")
    frame.locator("canvas").click(position={"x": 580, "y": 570})
    assert frame.locator("canvas").evaluate("c => c.toDataURL()") != before, "the next page"
    assert "favorecido 1" not in seen(tab)
    sent = requests.post(f"{lab.hosts['quadrobi'].url}/batchedDataV2/{portal.entity}-gastos", timeout=10)
    assert sent.ok and b"Painel" not in sent.content


def test_parts_of_a_page_are_fetched(lab: Lab, tab: Tab) -> None:
    portal = of("mescla")
    page = portal.page("tributos")
    tab.goto(lab.hosts["mescla"].url + framework("mescla").path(portal, page))
    press(tab, "Selecione o ano para ver os dados.", only_wait=True)
    ask(tab, page, page.views[0])
    for shown in (12, 24, 36):
        tab.wait_for_function("n => document.querySelectorAll('th[scope=row]').length === n", arg=shown)
        if shown < 36:
            press(tab, "Carregar mais")
    assert tab.locator("text='Carregar mais'").count() == 0
    press(tab, "Detalhar")
    tab.locator(".me-detalhe").wait_for()
    press(tab, "Detalhar")
    tab.wait_for_function("!document.querySelector('.me-detalhe')")


def test_the_payroll_is_whose_address_one_came_in_by(lab: Lab) -> None:
    host = lab.hosts["folhaweb"].url
    visitor = requests.Session()
    asked = f"{host}/folhaweb/transparencia.php?exercicio=2025&consulta=1"
    assert "Empresa n" in visitor.get(asked, timeout=10).text
    entry = visitor.get(f"{host}/folhaweb/index.php?empresa={of('mescla').options['payroll']}", timeout=10)
    assert "Contracheque" in entry.text
    found = visitor.get(asked, timeout=10).text
    assert "1 de 6" in found
    assert "Escolha o ano." in visitor.get(asked.replace("2025", "Escolha"), timeout=10).text
    record = re.findall(r"ficha.php\?id=(\d+)", found)[0]
    assert "Salário Base" in visitor.get(f"{host}/folhaweb/ficha.php?id={record}", timeout=10).text
    assert "Salário Base" not in requests.get(f"{host}/folhaweb/ficha.php?id={record}", timeout=10).text


BY_HAND = {
    # entry; commitments 4 (page, unit, list, record), budget 2, extra 3; revenue 4, deposits at once 1; bids: page, list, tab,
    # record 4; servants 3
    "ajaxnet": 1 + 4 + 2 + 3 + 4 + 1 + 4 + 3,
    # entry; commitments 3, credits at once 1, extra 2; revenue: page, tree, three levels, record 6; extra revenue 2; bids at
    # once, a record, a tab 3; pay 2
    "facesnovo": 1 + 3 + 1 + 2 + 6 + 2 + 3 + 2,
    # entry, drawer, four groups; commitments 3, budget at once 1, extra 2; revenue 3, extra revenue (nothing of its own but
    # name and value) 2; bids: page, tab, a record, another tab 4; pay 2
    "vuetal": 1 + 1 + 4 + 3 + 1 + 2 + 3 + 2 + 4 + 2,
    # entry, four folders; commitments: folder, year, file's page, file 4; budget 2, extra 4; revenue and a record 3, extra
    # revenue at once 1; bids and a record 3; servants at once 1, salaries 4
    "plonegov": 1 + 4 + 4 + 2 + 4 + 3 + 1 + 3 + 1 + 4,
    # entry, five groups; commitments, two prints 3, budget 2, extra 2; revenue 2, extra revenue 2; bids, two prints 3; payroll 2
    "exportado": 1 + 5 + 3 + 2 + 2 + 2 + 2 + 3 + 2,
    # entry, four subjects; extra 2; revenue and a record 3, extra revenue at once 1; bids: page, two tabs with their lists, a
    # record 6; payroll: notice, front, form, list, sheet 5
    "mescla": 1 + 4 + 2 + 3 + 1 + 6 + 5,
}


@pytest.mark.parametrize(("name", "nodes"), BY_HAND.items())
def test_least_nodes_counted_by_hand(name: str, nodes: int) -> None:
    assert least_nodes(of(name)) == nodes
