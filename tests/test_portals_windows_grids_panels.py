"""Portals of three kinds of applications, audited whole: a desktop of windows whose events all go to one address, an application of
AngularJS with grids drawn where they are in sight, a panel whose tables go back and forth with a signed snapshot; and by itself what
each of them needs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import portal_angularone
import portal_livewire
import portal_unigui
import pytest
from audited import audited_whole
from playwright.sync_api import Browser, Page
from test_judge import QP, published
from views import answer_of, reader_of

from transparency.browse.operations import ASK, INSTALL
from transparency.crawl.candidates.groups import rows_of_own_tables
from transparency.extract.controls import finding
from transparency.extract.record_sets import find_record_sets
from transparency.model import View
from transparency.node import Target

OPTIONS: dict[str, Any] = {
    "queryWords": ["consultar", "filtrar"],
    "outputWords": {"screen": [], "formats": [], "readable": [], "placeholder": ["selecione"]},
    "maxElements": 5000,
    "maxCandidates": 300,
}
DEMANDS_ANOTHER_EXERCISE = {("receita_extra_orcamentaria", item) for item in ("codigo", "nomenclatura", "valor")}
"""What is told of no other exercise than one asked for before the windows open: it is not gone back for."""


@pytest.mark.soak
@pytest.mark.parametrize(
    ("site", "unread", "most"),
    [
        (portal_unigui, DEMANDS_ANOTHER_EXERCISE, 62),
        (portal_angularone, set(), 56),
        (portal_livewire, set(), 52),
    ],
    ids=["unigui", "angularone", "livewire"],
)
def test_all_that_is_published_is_found(
    site: ModuleType, unread: set[tuple[str, str]], most: int, tmp_path: Path
) -> None:
    found, published, visited = audited_whole(site, tmp_path)
    assert found == published - unread
    assert visited <= most


# ---- queries -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context.new_page()
    context.close()


def seen(page: Page, html: str) -> View:
    page.goto("about:blank")
    page.set_content(html)
    page.evaluate(INSTALL)
    made: View = answer_of(page, "snapshot", OPTIONS)
    return made


YEAR = "<label>Exercício <select><option>{}</option><option>2025</option></select></label>"


@pytest.mark.parametrize(
    ("form", "buttons"),
    [
        (f"{YEAR.format('Selecione')}<button disabled>Consultar</button>", ["Consultar"]),
        (f"{YEAR.format('2026')}<button disabled>Consultar</button>", []),  # it waits for nothing that is in sight
        (f"{YEAR.format('Selecione')}<button disabled>Filtrar</button><button>Consultar</button>", ["Consultar"]),
    ],
)
def test_a_button_that_is_dead_until_a_field_is_chosen(page: Page, form: str, buttons: list[str]) -> None:
    forms = seen(
        page,
        f"<nav><a href=http://a.example/>Início</a></nav><div><h1>Empenhos</h1><label>Credor <input></label>{form}</div>",
    ).forms
    assert [one.label for one in forms] == buttons


POPUP = "<div style='position:absolute;{}'><select><option>2026</option><option>2025</option></select></div>"
SEARCH = "<h1>Empenhos</h1><div><label>Pesquisar <input type=search></label>{}</div>"
FUNNEL = "<div><button title=Filtrar><span style='position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)'>Filtrar</span><svg></svg></button></div>"


@pytest.mark.parametrize(
    ("button", "asks"),
    [
        (f"{FUNNEL}{POPUP.format('')}", False),
        (f"{FUNNEL}{POPUP.format('display:none')}", False),
        (
            f"<div><button><svg></svg>Filtrar</button></div>{POPUP.format('')}",
            True,
        ),  # it says so, as buttons of queries do
        (f"{FUNNEL}{POPUP.format('').replace('absolute', 'static')}", True),
    ],
)
def test_a_funnel_opens_the_fields_and_asks_for_nothing(page: Page, button: str, asks: bool) -> None:
    assert bool(seen(page, SEARCH.format(button)).forms) is asks


LIST = """<style>.no{{display:none}} .open{{cursor:pointer;width:200px}} i:before{{content:'v'}}</style><form><div>{label}
<div class=list><div><span class=open aria-label="Select box activate" ng-click="a()"><span>Selecione...</span> <i></i></span></div>
<input class=no type=search role=combobox><ul class=no role=listbox><li></li></ul></div></div>
<button type=button>Consultar</button></form>"""


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("<label>Exercício *</label>", "Exercício *"),
        ("<label>Exercício</label>", "Exercício"),
        (
            "<label for=other>Outro</label><input id=other class=no>",
            "Select box activate",
        ),  # it is tied to another field
    ],
)
def test_a_drawn_list_is_called_by_the_label_before_it(page: Page, label: str, expected: str) -> None:
    ((control,),) = (form.controls for form in seen(page, LIST.format(label=label)).forms)
    assert (control.label, control.value) == (expected, "Selecione...")


def test_what_holds_the_options_is_none(page: Page) -> None:
    seen(page, "<div id=a></div>")
    page.evaluate(ASK, ["mark", None])
    page.evaluate(
        "a.innerHTML = '<ul role=listbox><li><div role=option>2026</div><div role=option>2025</div></li></ul>'"
    )
    assert [o.text for o in finding.options(reader_of(page))] == ["2026", "2025"]


# ---- grids of a desktop ------------------------------------------------------------------------------------------------


def grid(rows: int, attributes: str = "aria-multiselectable=false", heads: str = "Empenho Credor Valor") -> str:
    cells = "".join(f"<div role=columnheader style='cursor:pointer'>{head}</div>" for head in heads.split())
    lines = "".join(
        f"<table role=presentation><tr role=row><td role=gridcell>{n}</td><td role=gridcell>Empresa {n}</td><td role=gridcell>{n},00</td></tr></table>"
        for n in range(1, rows + 1)
    )
    return f"<div role=grid {attributes}><div role=rowgroup><div role=row><div role=presentation>{cells}</div></div></div><div role=rowgroup>{lines}</div></div>"


@pytest.mark.parametrize(
    ("attributes", "rows", "pressed"),
    [("aria-multiselectable=false", 6, 6), ("", 6, 0), ("aria-multiselectable=true", 3, 0)],
    ids=["a list", "nothing says so", "a part of a record"],
)
def test_rows_that_can_be_selected_are_pressed(page: Page, attributes: str, rows: int, pressed: int) -> None:
    found = [c for c in seen(page, grid(rows, attributes)).candidates if c.tag == "tr"]
    assert len(found) == pressed
    assert all(c.bare for c in found)


def test_rows_of_two_grids_are_told_apart_by_their_headings(page: Page) -> None:
    heads = set()
    for names in ("Empenho Credor Valor", "Matrícula Nome Cargo"):
        rows = [c for c in seen(page, grid(6, heads=names)).candidates if c.tag == "tr"]
        heads |= {c.row.head for c in rows_of_own_tables(rows)}
    assert heads == {"Empenho Credor Valor", "Matrícula Nome Cargo"}


def test_headings_in_a_shell_of_their_own_are_those_of_one_row(page: Page) -> None:
    heads = [c.row for c in seen(page, grid(0)).candidates if c.label in ("Empenho", "Credor", "Valor")]
    assert [(row.heading, row.count, row.cells) for row in heads] == [(True, 0, 3)] * 3


def test_a_menu_that_says_that_it_is_open_is_not_pressed(page: Page) -> None:
    menu = "<div role=menu aria-expanded=true><a role=menuitem href='#'>Empenhos</a><a role=menuitem href='#'>Diárias</a></div>"
    assert [c.label for c in seen(page, menu).candidates] == ["Empenhos", "Diárias"]


@pytest.mark.parametrize(
    ("buttons", "opens"),
    [
        ("<button>Consultar</button><button>Detalhar</button>", "Detalhar"),
        ("<button>Consultar</button><button disabled>Detalhar</button>", None),
        ("<button>Exportar</button><button>Ver o relatório de todos os meses</button>", None),
    ],
)
def test_what_opens_the_row_that_is_selected(page: Page, buttons: str, opens: str | None) -> None:
    found = seen(page, f"<div>{buttons}{grid(6)}</div>").candidates
    row = next(c for c in found if c.tag == "tr")
    reader = reader_of(page, OPTIONS)
    part = finding.locate(reader, Target(row.path, "tr", row.label))
    assert part is not None
    button = reader.opener_beside(part)
    assert (reader.label(button) if button else None) == opens


# ---- records -----------------------------------------------------------------------------------------------------------


def told(*pairs: str) -> str:
    made = (pair.split("=") for pair in pairs)
    boxes = "".join(f"<div><div><div><dt>{k}</dt></div><div><dd><div>{v}</div></dd></div></div></div>" for k, v in made)
    return f"<dl><div class=grid>{boxes}</div></dl>"


def test_terms_in_boxes_of_their_own(page: Page) -> None:
    (found,) = find_record_sets(told("Órgão=Saúde", "Função=10 - Saúde", "Elemento="))
    assert [(c.label, c.samples) for c in found.columns] == [
        ("Órgão", ("Saúde",)),
        ("Função", ("10 - Saúde",)),
        ("Elemento", ()),
    ]


@pytest.mark.parametrize(
    ("pairs", "records"),
    [
        (("Exercício=2026", "Entidade=Prefeitura Municipal"), 0),
        (("Exercício=2026", "Entidade=Prefeitura Municipal", "Empenho=12"), 1),
        (("Função=10 - Saúde", "Entidade=Prefeitura Municipal"), 1),
    ],
)
def test_what_a_page_is_shown_for_is_no_record(pairs: tuple[str, ...], records: int) -> None:
    labels = "".join(
        f"<label>{label}:</label> <span>{value}</span><br>" for label, value in (p.split("=") for p in pairs)
    )
    assert len(find_record_sets(f"<div>{labels}</div>")) == records


DOWNLOAD = "<span data-t-press=''><i class='fa fa-x'></i> Download</span>"


@pytest.mark.parametrize(
    ("record", "button", "files"),
    [
        (told("Objeto=Merenda", "Modalidade=Pregão"), DOWNLOAD, ["Edital"]),
        (told("Objeto=Merenda", "Modalidade=Pregão"), "<a role=button tabindex=0><span>Baixar</span></a>", ["Edital"]),
        (told("Objeto=Merenda", "Modalidade=Pregão"), DOWNLOAD.replace("Download", "Compartilhar"), []),
        ("", DOWNLOAD, []),
    ],
)
def test_files_that_a_script_fetches_beside_their_names(record: str, button: str, files: list[str]) -> None:
    sets = find_record_sets(f"{record}<div><div class=list-group-item><span>Edital</span> {button}</div></div>")
    assert [c.label for s in sets for c in s.columns if c.label == "Edital"] == files


WINDOW = "<div><h4>{}</h4>{}<table><tr><th>Proventos</th><th>Descontos</th><th>Líquido</th></tr><tr><td>2.935,02</td><td>705,30</td><td>2.229,72</td></tr></table></div>"
NAMES = "<table><tr><th>Nome</th><th>Cargo</th></tr>{}</table>".format(
    "".join(f"<tr><td>Servidor {n}</td><td>Agente</td></tr>" for n in "ABCDE")
)


@pytest.mark.parametrize(
    ("title", "beside", "paid"),
    [
        ("Francineide Oiticica", told("Nome=Francineide Oiticica", "Vínculo=Efetivo"), True),
        ("Folha de pagamento", told("Competência=10/2026", "Situação=Fechada"), False),  # of all
        ("Servidores", told("Nome=Todos", "Vínculo=Efetivo") + NAMES, False),  # under the list, what it comes to
    ],
)
def test_the_pay_in_the_window_of_a_servant(title: str, beside: str, paid: bool) -> None:
    found = published(WINDOW.format(title, beside), ("Servidores",))
    assert ("salario_cargo" in found.get(QP, set())) is paid
