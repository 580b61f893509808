"""Portals that an engine draws, audited whole: an application painted on a canvas, frames and streams over pages of a server, widgets
drawn by commands; and by itself what each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import portal_canvas
import portal_turboframes
import portal_zkdesk
import pytest
from audited import audited_whole
from playwright.sync_api import Browser, Page
from views import answer_of, reader_of

from transparency.browse.cover import pieces
from transparency.browse.operations import INSTALL
from transparency.crawl.candidates.groups import one_cell_of_each_row
from transparency.extract.controls import finding
from transparency.extract.record_sets import find_record_sets
from transparency.model import View

OPTIONS: dict[str, Any] = {
    "queryWords": ["pesquisar"],
    "outputWords": {"screen": [], "formats": [], "readable": [], "placeholder": []},
    "maxElements": 5000,
    "maxCandidates": 300,
}


@pytest.mark.parametrize(
    ("site", "most"),
    [
        (portal_canvas, 44),
        pytest.param(portal_turboframes, 39, marks=pytest.mark.soak),
        pytest.param(portal_zkdesk, 47, marks=pytest.mark.soak),
    ],
    ids=["canvas", "turboframes", "zkdesk"],
)
def test_all_that_is_published_is_found(site: ModuleType, most: int, tmp_path: Path) -> None:
    found, published, visited = audited_whole(site, tmp_path)
    assert found == published
    assert visited <= most


# ---- what is painted -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def asked(page: Page, html: str, operation: str, argument: Any = None) -> Any:
    page.goto("about:blank")
    page.set_content(f"<body style='margin:0'>{html}")
    page.evaluate(INSTALL)
    return answer_of(page, operation, argument)


def seen(page: Page, html: str) -> View:
    made: View = asked(page, html, "snapshot", OPTIONS)
    return made


def columns(html: str) -> list[list[str]]:
    return [[column.label for column in found.columns] for found in find_record_sets(html)]


CANVAS = "<x-view><canvas width=800 height=600></canvas></x-view>"
BUTTON = "<x-key role=button tabindex=0 aria-label='Enable accessibility' style='position:absolute;left:{}px;top:-1px;width:1px;height:1px'></x-key>"


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (BUTTON.format(-1) + CANVAS, True),
        (BUTTON.format(20) + CANVAS.replace("<x-view>", "<x-view style='position:absolute;top:9px'>"), True),
        (BUTTON.replace("top:-1px", "top:20px").format(20) + CANVAS, False),  # anybody can press it
        (BUTTON.format(-1) + CANVAS + "<p>Gastos por função</p>", False),
        (BUTTON.format(-1) + CANVAS + "<button style='width:90px'></button>", False),
        (BUTTON.format(-1) + CANVAS + "<a href='/despesas'><img></a>", False),
        (BUTTON.format(-1), False),
    ],
)
def test_what_has_a_painted_page_read_aloud(page: Page, html: str, found: bool) -> None:
    asked(page, html, "mark")
    assert (finding.unread(reader_of(page)) is not None) is found


@pytest.mark.parametrize(
    ("html", "waits"),
    [
        ("<script src='app.js'></script>", True),
        ("", False),
        ("<script src='app.js'></script><img>", False),
        ("<script src='app.js'></script><p>Portal</p>", False),
    ],
)
def test_a_page_that_a_script_is_yet_to_draw(page: Page, html: str, waits: bool) -> None:
    asked(page, html, "mark")
    assert (finding.moving(reader_of(page)) is not None) is waits


def aloud(*texts: tuple[str, int, int], more: str = "") -> str:
    """Texts read aloud, each in its place."""
    told = "".join(
        f"<x-node {more} style='position:absolute;left:{x}px;top:{y}px;width:120px;height:20px'><span>{text}</span></x-node>"
        for text, x, y in texts
    )
    return f"<x-host style='position:absolute;color:rgba(0,0,0,0)'><x-box>{told}</x-box></x-host>"


def test_labels_close_over_their_values(page: Page) -> None:
    record = [("Função", 0), ("10 - Saúde", 20), ("Programa", 52), ("1012 - Saúde da Família", 72)]
    apart = aloud(*((text, 20, y) for text, y in record))
    assert columns(seen(page, apart).html) == [["Função", "Programa"]]
    evenly = aloud(*((text, 20, 30 * n) for n, (text, _) in enumerate(record)))
    assert columns(seen(page, evenly).html) == []


HEADS = ["Empenho", "Data", "Credor", "Valor"]
ROWS = [HEADS, *(["0001", "04/01/2026", f"Posto {n} Ltda", f"{n}.234,56"] for n in range(1, 5))]
LINES = [(text, 200 * c, 40 * r) for r, row in enumerate(ROWS) for c, text in enumerate(row)]


def test_texts_side_by_side_are_lines(page: Page) -> None:
    (found,) = find_record_sets(seen(page, aloud(*LINES)).html)
    assert ([column.label for column in found.columns], found.rows) == (["Empenho", "Data", "Credor", "Valor"], 4)


def test_cells_that_are_pressed_one_by_one_are_rows(page: Page) -> None:
    """Engines without roles for tables: every cell hears, and all of a row open the same record."""
    html = aloud(*LINES[:4]).replace("</x-box></x-host>", "")
    html += aloud(*LINES[4:], more="onclick='1' tabindex=0").partition("<x-box>")[2]
    data = seen(page, html)
    assert columns(data.html) == [["Empenho", "Data", "Credor", "Valor"]]
    cells = [c for c in data.candidates if c.kind == "click"]
    assert len(cells) == 16
    assert [(c.label, c.row.index) for c in one_cell_of_each_row(cells)] == [("0001", n) for n in range(4)]


def test_cells_of_roles_stand_in_a_box_of_their_own(page: Page) -> None:
    def row(*cells: str) -> str:
        return f"<div role=row><div>{''.join(f'<div role=cell onclick=1>{cell}</div>' for cell in cells)}</div></div>"

    heads = "".join(f"<div role=columnheader>{head}</div>" for head in ("Natureza", "Previsto", "Arrecadado"))
    rows = row("IPTU", "10,00", "9,00") + row("ISS", "20,00", "11,00")
    data = seen(page, f"<div role=table><div role=row><div>{heads}</div></div>{rows}</div>")
    (first, second) = one_cell_of_each_row([c for c in data.candidates if c.kind == "click"])
    assert [(c.label, c.row.cells, c.row.column) for c in (first, second)] == [("IPTU", 3, 0), ("ISS", 3, 0)]  # fmt: skip


@pytest.mark.parametrize(
    ("texts", "told"),
    [
        (["Conta\n2188\nTítulo\nINSS\nValor\n1,00", "Conta\n2189\nTítulo\nIRRF\nValor\n2,00"], ["Conta", "Título", "Valor"]),
        (["Cargo\nProfessor", "Vínculo\nEfetivo", "Lotação\nEducação"], ["Cargo", "Vínculo", "Lotação"]),
        (["Maria\nProfessora", "Maria\nMerendeira", "João\nVigia"], []),  # fields are not said twice
        (["2024\nAberta", "2025\nAberta", "2026\nFechada"], []),
    ],
)  # fmt: skip
def test_texts_of_several_lines(page: Page, texts: list[str], told: list[str]) -> None:
    html = seen(page, aloud(*((text, 20, 100 * n) for n, text in enumerate(texts)))).html
    assert ("<dl>" in html) is bool(told)
    assert not told or columns(html) == [told]


def test_what_holds_a_button_says_its_texts_as_its_name(page: Page) -> None:
    names = [
        "Processo\n0001/2026\nObjeto\nMerenda",
        "Processo\n0002/2026\nObjeto\nObras",
        "Processo\n0003/2026\nObjeto\nVeículos",
    ]
    button = (
        "<x-node role=button tabindex=0 onclick=1 style='position:absolute;width:90px;height:20px'>Detalhes</x-node>"
    )
    cards = "".join(
        f"<x-node role=group aria-label='{name}' style='display:block;height:90px'><x-box>{button}</x-box></x-node>"
        for name in names
    )
    data = seen(page, f"<x-host style='color:rgba(0,0,0,0)'><x-box>{cards}</x-box></x-host>")
    (found,) = find_record_sets(data.html)
    assert ([column.label for column in found.columns], found.rows) == (["Processo", "Objeto"], 3)
    assert "0002/2026" in data.text
    assert [c.label for c in data.candidates] == ["Detalhes"] * 3


def test_lines_of_what_is_not_painted_are_one_text(page: Page) -> None:
    html = "<x-box><x-node>Cargo\nProfessor</x-node><x-node>Vínculo\nEfetivo</x-node><x-node>Lotação\nSaúde</x-node></x-box>"
    read = seen(page, html).html
    assert "Cargo\nProfessor" in read
    assert "<dl>" not in read


def test_lines_at_the_edge_of_a_shadow_stand_in_no_element(page: Page) -> None:
    html = "<x-card><template shadowrootmode=open>Cargo\nProfessor</template></x-card>"
    assert "Cargo\nProfessor" in seen(page, html).html


FIELD = "<x-node role=button tabindex=0 onclick=1 style='position:absolute;left:{}px;top:0;width:180px;height:40px'>{}</x-node>"


@pytest.mark.parametrize(
    ("before", "said", "options"),
    [
        ("", "Exercício\n2026", ["Exercício"]),
        ("<x-node><span>Competência</span></x-node>", "11/2026", ["Competência"]),
        ("<x-node><span>Competência</span></x-node>", "Limpar", []),
        ("", "Maria\nProfessora", []),
    ],
)
def test_a_painted_field_has_no_arrow(page: Page, before: str, said: str, options: list[str]) -> None:
    html = f"<x-host style='color:rgba(0,0,0,0)'><x-box>{before}{FIELD.format(0, said)}{FIELD.format(300, 'Pesquisar')}</x-box></x-host>"
    data = seen(page, html)
    asks = [c.label for form in data.forms for c in form.controls] or [c.label for c in data.selects]
    assert asks == options


def test_what_is_painted_is_hidden_in_the_picture_itself(page: Page) -> None:
    """Other letters in the tree leave the picture as it is."""
    shown = aloud(("CPF: 529.982.247-25", 20, 40))
    lines = asked(page, shown, "texts")
    hidden, _ = pieces(lines)
    told = answer_of(page, "cover", {"hidden": hidden, "veils": [], "marks": []})
    assert told.missed == [(20, 40, 120, 20)]
    lines = asked(page, "<p>CPF: 529.982.247-25</p>", "texts")
    told = answer_of(page, "cover", {"hidden": pieces(lines)[0], "veils": [], "marks": []})
    assert told.missed == []


# ---- files ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("button", "named"),
    [
        ("<div data-t-press=''><div>Edital</div><div>PDF</div></div>", [["Edital"]]),
        ("<div data-t-press=''><div>Exportar</div><div>PDF</div></div>", []),
        ("<div data-t-press=''><div>Edital</div><div>Aberto</div></div>", []),
        ("<div data-t-press=''><div>PDF</div></div>", []),
    ],
)
def test_a_format_beside_the_name_of_a_file(button: str, named: list[list[str]]) -> None:
    assert columns(f"<html><body><main>{button}</main></body></html>") == named


def test_headings_of_files_stand_in_a_table_of_their_own() -> None:
    def body(heading: str) -> str:
        rows = "".join(
            f"<tr><td>{name}</td><td><a href='javascript:;'>Baixar</a></td></tr>" for name in ("Edital", "Ata")
        )
        heads = f"<tr><th><div>Documento</div></th><th><div>{heading}</div></th></tr>"
        return f"<html><body><div><div><table>{heads}</table></div><div><table>{rows}</table></div></div></body></html>"

    assert ["Edital", "Ata"] in columns(body("Arquivo"))
    assert ["Edital", "Ata"] not in columns(body("Situação"))
