"""Windows of older toolkits and viewers of reports: buttons drawn by tables, bars that turn pages, records laid out in cells."""

from __future__ import annotations

import pytest
from test_portals_desktop_windows import HEADS, ROWS, cells, entry
from test_walk import component, form, found
from views import like

from transparency.crawl.candidates.groups import rows_of_own_tables
from transparency.extract.record_sets import find_record_sets
from transparency.model import Form, Pressable

STRIPES = ("row", "row alt", "row", "row last")


def grid(second: str) -> str:
    """A grid whose rows are striped tables, each with a ``second`` row below its cells."""
    rows = "".join(
        f"<div class='{stripe}'><table><tr>{cells(40 + 40 * n, *row)}</tr>{second}</table></div>"
        for n, (row, stripe) in enumerate(zip([*ROWS, ("404", "Delta Ltda", "40,50")], STRIPES, strict=True))
    )
    return f"<div>{HEADS}<div>{rows}</div></div>"


@pytest.mark.parametrize(
    "second",
    [
        "",
        "<tr data-t-hidden=''><td colspan=3><div></div></td></tr>",
        "<tr><td colspan=3><div></div></td></tr>",
    ],
)
def test_striped_rows_are_one_grid(second: str) -> None:
    (found_set,) = find_record_sets(grid(second))
    assert ([c.label for c in found_set.columns], found_set.rows) == (["Empenho", "Credor", "Valor pago"], 4)


def test_headings_of_another_tab() -> None:
    """Of two tabs the one in sight is empty: its headings are no record under those of the other."""
    tab = "<div {0}><div><table><tr>{1}</tr></table></div><div></div></div>"
    html = tab.format("data-t-hidden=''", cells(10, "Natureza", "Denominação", "Arrecadado"))
    html += tab.format("", cells(10, "Tributo", "Lançado", "Recebido"))
    assert not any(s.rows for s in find_record_sets(f"<div>{html}</div>"))


@pytest.mark.parametrize(
    ("second", "below", "joined"), [(True, False, True), (True, True, False), (False, False, True)]
)
def test_rows_with_a_second_one_below(second: bool, below: bool, joined: bool) -> None:
    """What can be pressed stands in the first row of each; a table with its own list of things to press is no row."""
    made = [
        entry(f"div[1]>div[{n}]>table[1]>tr[1]", f"div[1]>div[{n}]>table[1]", 2 if second else 1) for n in (1, 2, 3)
    ]
    made += [like(c, row=like(c.row, index=1)) for c in made] if below else []
    rows = [c.row for c in rows_of_own_tables(made)]
    assert (len({row.table for row in rows}) == 1) is joined


FIELDS = [
    ("Função", "12 - Educação", "Subfunção", "361 - Ensino"),
    ("Programa", "1005 - Escola", "Ação", ""),
    ("Natureza", "3.3.90.39", "Contrato", "0092/2025"),
]
PIXEL = "<img src=px>"


def cell(x: int, y: int, width: int, words: str, kind: str = "", height: int = 20) -> str:
    return f"<td class='{kind}' data-t-box='{x},{y},{width},{height}'>{words}</td>"


def classed() -> str:
    """Labels and values of two classes, an empty column between the pairs, a line of no height on top."""
    lines = [
        cell(0, 20 * n, 150, a, "l") + cell(150, 20 * n, 200, b, "v") + cell(350, 20 * n, 60, "")
        + cell(410, 20 * n, 150, c, "l") + cell(560, 20 * n, 200, d, "v")
        for n, (a, b, c, d) in enumerate(FIELDS, 1)
    ]  # fmt: skip
    top = "".join(f"<td data-t-box='{x},0,{w},1'></td>" for x, w in ((0, 150), (150, 200), (350, 60), (410, 150)))
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def ruled() -> str:
    """No classes at all; pictures of one pixel keep what is printed in its place."""
    lines = [
        cell(0, 20 * n, 20, PIXEL) + cell(20, 20 * n, 130, f"<span>{a}:</span>") + cell(150, 20 * n, 200, f"<span>{b}</span>")
        + cell(350, 20 * n, 30, PIXEL) + cell(380, 20 * n, 150, f"<span>{c}:</span>") + cell(530, 20 * n, 200, d and f"<span>{d}</span>")
        for n, (a, b, c, d) in enumerate(FIELDS, 1)
    ]  # fmt: skip
    top = "".join(cell(x, 0, 150, PIXEL, height=0) for x in (0, 20, 150, 350, 380, 530))
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def placed() -> str:
    """Every word in a box of its own, put where it stands."""
    boxes = [
        f"<div class=p{n}{m}><span class={kind} data-t-box='{x},{20 * n},120,14'>{words}</span></div>"
        for n, line in enumerate(FIELDS)
        for m, (x, words, kind) in enumerate(zip((10, 160, 380, 530), line, ("l", "v", "l", "v"), strict=True))
        if words
    ]
    told = "".join(boxes).replace("</span></div><div", "</span></div>\n<div")
    for a, _, c, _ in FIELDS:
        told = told.replace(f">{a}<", f">{a}:<").replace(f">{c}<", f">{c}:<")
    return f"<div>Página 1 de 1</div><div>{told}</div>"


@pytest.mark.parametrize("html", [classed(), ruled(), placed()], ids=["classed", "ruled", "placed"])
def test_records_of_report_writers(html: str) -> None:
    (record,) = find_record_sets(f"<body>{html}</body>")
    assert [c.label for c in record.columns] == ["Função", "Subfunção", "Programa", "Ação", "Natureza", "Contrato"]
    assert [c.label for c in record.columns if not c.filled] == ["Ação"]


@pytest.mark.parametrize(
    ("after", "filled"),
    [
        ("<p class=h><u>Dados da compra</u></p>", False),  # the heading of the next part
        ("<p>Serviços de limpeza</p>", True),  # a long value in a line of its own
        ("", False),
    ],
)
def test_a_label_alone_in_its_line(after: str, filled: bool) -> None:
    told = "".join(f"<p><b>{a}:</b> {b}</p>" for a, b in (("Função", "12"), ("Programa", "1005"), ("Elemento", "39")))
    html = f"<div>{told}<p><b>Item de despesa:</b> </p>{after}<p><b>Licitação:</b> 96/2025</p></div>"
    columns = {c.label: bool(c.filled) for s in find_record_sets(html) for c in s.columns}
    assert columns.get("Item de despesa", False) is filled
    assert columns["Licitação"]


def tools(asks: str, top: int) -> tuple[list[Pressable], Form]:
    """A bar: two buttons that turn pages at its top, a field and its button at ``top``."""
    bar = "body[1]>div[1]>"
    made = [
        component("◁", path=f"{bar}button[1]", title="Página anterior", box=[10, 5, 20, 20]),
        component("▷", path=f"{bar}button[2]", title="Próxima página", box=[40, 5, 20, 20]),
        component("Localizar", path=f"{bar}button[3]", box=[200, top, 60, 20]),
    ]
    options = [{"text": t, "value": t} for t in ("75%", "100%")]
    field = like(form().controls[0], label=asks, options=options)
    return made, form(region=bar[:-1], button=f"{bar}button[3]", label="Localizar", method="", controls=[field])


@pytest.mark.parametrize(("asks", "top", "query"), [("Zoom", 5, False), ("Exercício", 5, True), ("Zoom", 400, True)])
def test_looking_for_words_is_no_query(asks: str, top: int, query: bool) -> None:
    """In a line with what turns the pages; not where it asks for a period, nor over a list whose pages turn below."""
    made, asked = tools(asks, top)
    assert any(move.kind == "query" for move in found(*made, forms=[asked])) is query
