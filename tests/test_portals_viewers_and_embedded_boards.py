"""Portals that show their data in what is not theirs, audited whole: boards of other servers in frames, an application that calls its
server and draws tables, documents in viewers; and by itself what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType
from typing import Any

import portal_dashboards
import portal_docviewers
import portal_gwtrpc
import pytest
from audited import audit, served
from playwright.sync_api import Browser, Page
from test_judge import published as published_in
from views import answer_of

from transparency.browse.operations import INSTALL, OBSERVER
from transparency.crawl.candidates.files import shows_file
from transparency.extract.record_sets import find_record_sets
from transparency.model import View

WORDS = ["consultar", "adicionar filtro"]
OPTIONS: dict[str, Any] = {
    "queryWords": WORDS,
    "outputWords": {"screen": [], "formats": [], "readable": [], "placeholder": ["selecione"]},
    "maxElements": 5000,
    "maxCandidates": 300,
}


def found_of(site: ModuleType, folder: Path) -> tuple[set[tuple[str, str]], int]:
    """(what is found published, nodes) of an audit of the portal of a module, whose boards another server may have."""
    with ExitStack() as servers:
        boards = servers.enter_context(served(site.boards)) if hasattr(site, "boards") else ""
        url = servers.enter_context(served(site.town(boards) if boards else site.portal))
        allowed = ("-s", f"EGRESS_ALLOWED={boards.removeprefix('http://').rstrip('/')}") if boards else ()
        verdicts, summary = audit(url, folder, *allowed)
    return {key for key, verdict in verdicts.items() if verdict["status"] == "published"}, summary["nodes"]["visited"]


@pytest.mark.parametrize(
    ("site", "most"),
    [
        pytest.param(portal_dashboards, 66, marks=pytest.mark.soak, id="dashboards"),
        pytest.param(portal_gwtrpc, 78, marks=pytest.mark.soak, id="gwtrpc"),
        pytest.param(portal_docviewers, 52, id="docviewers"),
    ],
)
def test_all_that_is_published_is_found(site: ModuleType, most: int, tmp_path: Path) -> None:
    found, visited = found_of(site, tmp_path)
    published = {(criterion, item) for criterion, items in site.PUBLISHED.items() for item in items}
    assert published - getattr(site, "UNSURE", set()) <= found <= published
    assert visited <= most


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.add_init_script(OBSERVER)
    context.route("**/*", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    yield context.new_page()
    context.close()


def seen(page: Page, html: str) -> View:
    page.goto("http://a.example/p/")
    page.set_content(html)
    page.evaluate(INSTALL)
    made: View = answer_of(page, "snapshot", OPTIONS)
    return made


# ---- files that are shown ----------------------------------------------------------------------------------------------

SHOWN = [
    ("<embed src=/f/a.pdf type=application/pdf>", "/f/a.pdf"),
    ("<embed src='/baixar/7' type=application/pdf>", "/baixar/7"),
    ("<object data='a.pdf#toolbar=1' type=application/pdf><p>Seu navegador não exibe.</p></object>", "/p/a.pdf#toolbar=1"),
    ("<iframe src='/pdfjs/web/viewer.html?file=%2Ff%2Fa.pdf'></iframe>", "/f/a.pdf"),
    ("<iframe src='/pdfjs/web/viewer.html?file=../../f/a.pdf#page=2'></iframe>", "/f/a.pdf"),
    ("<iframe src='http://b.example/gview?url=http%3A%2F%2Fa.example%2Ff%2Fa.xlsx&embedded=true'></iframe>", "/f/a.xlsx"),
    ("<iframe src='/mostrar.php?arquivo=a.pdf'></iframe>", "/mostrar.php?arquivo=a.pdf"),
    ("<div data-source='/f/a.pdf' data-pages=4></div>", "/f/a.pdf"),
    ("<iframe src='https://b.example/mapa?q=prefeitura'></iframe>", ""),
    ("<embed src=/f/a.swf><object data=/f/a.svg type=image/svg+xml></object>", ""),
    ("<div data-source='/api/dados.json' data-total=4></div>", ""),
]  # fmt: skip


@pytest.mark.parametrize(("html", "address"), SHOWN, ids=[str(n) for n in range(len(SHOWN))])
def test_a_file_that_is_shown_is_one_to_open(page: Page, html: str, address: str) -> None:
    whole = f"<!DOCTYPE html><h1>Folha de pagamento</h1><div>{html}</div>"
    assert [(c.kind, c.href, c.label) for c in seen(page, whole).candidates] == (
        [("link", f"http://a.example{address}", "")] if address else []
    )


def test_what_is_said_where_a_file_cannot_be_shown_says_nothing_of_it(page: Page) -> None:
    html = "<!DOCTYPE html><main><h1>Folha de pagamento</h1><div><object data=a.pdf type=application/pdf><p>Seu navegador não exibe.</p></object></div></main>"
    assert [c.around for c in seen(page, html).candidates] == [["Folha de pagamento"]]


@pytest.mark.parametrize(
    ("url", "shows"),
    [
        ("http://a.example/pdfjs/viewer.html?file=%2Ff%2Fa.pdf", True),
        ("http://a.example/empenhos?formato=pdf", False),
        ("http://a.example/a.pdf", False),
    ],
)
def test_a_viewer_is_told_by_what_it_is_asked_with(url: str, shows: bool) -> None:
    assert shows_file(url) is shows


BID = "<dl><dt>Número</dt><dd>00012/2025</dd><dt>Modalidade</dt><dd>Pregão Eletrônico</dd><dt>Objeto</dt><dd>Merenda</dd></dl>"
VIEWER = "<div><div>{}</div><div><iframe src='{}' title='{}'></iframe></div></div>"


@pytest.mark.parametrize(
    ("record", "paper", "told"),
    [
        (BID, VIEWER.format("Edital", "/v?file=%2Fa.pdf", "x.pdf"), True),
        (BID, VIEWER.format("", "/v?file=%2Fa.pdf", "Edital.pdf"), True),
        (BID, VIEWER.format("Edital", "https://b.example/mapa", ""), False),
        ("", VIEWER.format("Edital", "/v?file=%2Fa.pdf", ""), False),
    ],
)
def test_a_paper_of_a_record_in_a_viewer(record: str, paper: str, told: bool) -> None:
    found = published_in(f"<h1>Licitações</h1>{record}{paper}", ("Licitações",))
    assert ("edital" in found.get("licitacao", set())) is told


FILES = "".join(f"<tr><td>Receita orçamentária {y}</td>{{}}<td>{y}</td><td><a href=/f/r{y}.csv>receita-{y}.csv</a></td></tr>" for y in (2025, 2024, 2023))  # fmt: skip


@pytest.mark.parametrize(
    ("more", "cell", "expected"),
    [
        ("", "", set()),  # titles of files
        ("<th>Previsão inicial</th><th>Arrecadado</th>", "<td>1.000,00</td><td>900,00</td>", {"origem", "previsao", "arrecadacao"}),
    ],
)  # fmt: skip
def test_titles_of_files_are_no_data(more: str, cell: str, expected: set[str]) -> None:
    head = f"<tr><th>Título</th>{more}<th>Exercício</th><th>Arquivo</th></tr>"
    html = f"<h1>Receita orçamentária</h1><table>{head}{FILES.format(cell, cell, cell)}</table>"
    assert published_in(html, ("Receita orçamentária",)).get("receita_orcamentaria", set()) == expected


# ---- cells that are put in their places --------------------------------------------------------------------------------

HEADS = ("Empenho", "Credor", "Valor empenhado")


def placed(rows: int, attributes: str = "role=row", pressed: bool = False) -> str:
    """Headings in a box of their own, over a box of cells without rows."""

    def cell(text: str, column: int, top: int, hand: bool = False) -> str:
        look = "cursor:pointer" if hand else ""
        return f"<div style='position:absolute;left:{column * 200}px;top:{top}px;width:200px;height:36px'><div style='{look}'>{text}</div></div>"

    heads = "".join(cell(text, column, 0) for column, text in enumerate(HEADS))
    cells = "".join(
        cell(text, column, n * 36, pressed and not column)
        for n in range(rows)
        for column, text in enumerate((f"{n + 1:05d}/2025", f"Comercial {'ABCDEFGH'[n]} Ltda", f"{n + 1}.234,56"))
    )
    return (
        f"<h1>Empenhos</h1><div role=grid style='position:relative;height:36px'><div {attributes} style='position:relative'>{heads}</div></div>"
        f"<div role=grid style='position:relative;height:300px'><div {attributes} style='position:relative'>{cells}</div></div>"
    )


def test_placed_cells_under_headings_of_their_own(page: Page) -> None:
    (found,) = find_record_sets(seen(page, placed(6)).html)
    assert [c.label for c in found.columns] == list(HEADS)
    assert (found.rows, found.columns[1].samples[0]) == (6, "Comercial A Ltda")


@pytest.mark.parametrize(("rows", "places"), [(6, [(n, 3) for n in range(6)]), (3, None)])
def test_lines_of_placed_cells(page: Page, rows: int, places: list[tuple[int, int]] | None) -> None:
    """Of few cells it is not told whether they are a list."""
    pressed = [c.row for c in seen(page, placed(rows, pressed=True)).candidates]
    told = [(row.index, row.cells) for row in pressed if row.count > 1]
    assert (told or None) == places


def test_the_button_of_a_filter_that_waits_for_a_choice(page: Page) -> None:
    boxes = "".join(f"<div><input type=checkbox id=b{n}><label for=b{n}>{m}/2026</label></div>" for n, m in enumerate(("Outubro", "Setembro")))  # fmt: skip
    (form,) = seen(page, f"<div role=dialog>{boxes}<button disabled>Adicionar filtro</button></div>").forms
    assert (form.label, [c.tag for c in form.controls]) == ("Adicionar filtro", ["boxes"])


# ---- a desktop of tables -----------------------------------------------------------------------------------------------

EAR = "<script>document.addEventListener('{}', () => 0)</script>"
LIST = "<style>td{{cursor:{}}}</style><table>" + "".join(f"<tr><td>{n}</td><td>Empresa {n}</td><td>{n},00</td></tr>" for n in range(1, 7)) + "</table>"  # fmt: skip


@pytest.mark.parametrize(
    ("ear", "cursor", "rows"), [("dblclick", "default", 6), ("dblclick", "auto", 0), ("click", "default", 0)]
)
def test_rows_of_a_desktop_that_listens_at_the_document(page: Page, ear: str, cursor: str, rows: int) -> None:
    html = f"{LIST.format(cursor)}{EAR.format(ear)}"
    assert [c.tag for c in seen(page, html).candidates] == ["tr"] * rows


PICTURE = (
    "<img width=18 height=20 src='data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=='>"
)
LABELLED = "<form><table><tr><td><label>Exercício:</label></td><td>{}</td></tr></table></form>"
CHOICE = LABELLED.format(
    "<table><tr><td style='width:150px;height:20px'>2026</td><td style='width:18px'>{}</td></tr></table>"
)
BUTTON = "<div><table><tr><td style='cursor:pointer'>{}</td></tr></table></div>"


@pytest.mark.parametrize(
    ("arrow", "button", "asked"),
    [(PICTURE, "Consultar", [("Exercício:", "2026")]), ("", "Consultar", []), (PICTURE, "Contratos", [])],
)
def test_a_list_and_a_button_drawn_by_tables(page: Page, arrow: str, button: str, asked: list[tuple[str, str]]) -> None:
    made = seen(page, f"<h1>Empenhos</h1><div>{CHOICE.format(arrow)}{BUTTON.format(button)}</div>")
    assert [(c.label, c.value) for form in made.forms for c in form.controls] == asked
    assert [form.row for form in made.forms] == [None] * len(made.forms)  # no record's


@pytest.mark.parametrize(
    ("cells", "alone"),
    [
        ("<td onclick=x()>Receitas</td>", True),
        ("<td>1</td><td onclick=x()>Receitas</td>", False),
        ("<td><button>&nbsp;</button></td>", True),  # of a bar that turns pages
        ("<td>1</td><td><button>&nbsp;</button></td>", False),
    ],
)
def test_a_button_that_is_the_only_cell_of_its_table(page: Page, cells: str, alone: bool) -> None:
    html = f"<!DOCTYPE html><p>Menu</p><table><tr>{cells}</tr></table>"
    assert [c.row is None for c in seen(page, html).candidates] == [alone]
