"""Menus that are selects: what is chosen is gone to; and the pages behind them, as they were made before style sheets."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from transparency.classify.context import page_context
from transparency.crawl.candidates import Ground, Move, moves
from transparency.crawl.candidates.places import is_within
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import is_jump
from transparency.extract.record_sets import find_record_sets
from transparency.extract.values import is_address
from transparency.matrix import load_matrix
from transparency.model import View
from transparency.node import FrameKey, Node

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
ALL = frozenset(c.id for c in MATRIX.criteria)
HERE = "http://portal.example/contas/inicio.php"
Read = Callable[[str, str], View]

HEADED = """<script>function pula(s){if(s.value)location.href=s.value}</script>
  <table><tr><td><select onchange=pula(this)><option value="">=&gt; DESPESA &lt;=</option><option value="emp.asp">Relação de empenhos</option>
  <option value="quadro.asp">Por órgão e natureza</option></select><tr><td><select onchange=pula(this)><option value="">=&gt; PESSOAL &lt;=</option>
  <option value="folha.asp">Folha de pagamento</option></select></table>"""
GROUPED = """<form action=ir.php><label>Consultas</label><select name=p><option value="#">Selecione a consulta</option><optgroup label=Receitas>
  <option value="index.php?pg=arrec">Arrecadação</option></optgroup><optgroup label=Despesas><option value="index.php?pg=emp">Empenhos</option>
  <option value="index.php?pg=extra">Extra-orçamentárias</option></optgroup></select><input type=submit value=Ir></form>"""
SCRIPTED = """<script>function abrir(s){ top.location = 'consulta.jsp?op=' + s.options[s.selectedIndex].value; }</script>
  <select name=op onchange=abrir(this)><option value=0>Serviços</option><option value=17>Licitações</option><option value=21>Servidores</option>
  <option value=33>Telefones úteis</option></select>"""
RUN = """<label for=q>Consulta:</label> <select id=q onchange="if(this.value)eval(this.value)"><option value="">Escolha</option>
  <option value="location.href='/p/licitacoes'">Licitações</option><option value="irPara('servidores')">Servidores</option></select>
  <p>Nenhum registro encontrado.</p>
  <form><select name=exercicio onchange="this.form.submit()"><option selected>2026</option><option>2025</option></select></form>"""
NARROWING = SCRIPTED.replace("Servidores", "Pregões eletrônicos")
YEARS = """<select onchange="location=this.value"><option value="rec.asp">Escolha</option><option value="rec.asp?a=2026">2026</option>
  <option value="rec.asp?a=2025">2025</option></select>"""
PAGES = """<table><tr><th>Nº empenho<th>Data<th>Valor</tr><tr><td>1/2026<td>01/02/2026<td>1.000,00<tr><td>2/2026<td>02/02/2026<td>2.000,00</table>
  <select onchange="location=this.value"><option value="emp.asp?pag=1">1</option><option value="emp.asp?pag=2">2</option></select>"""


def offered(data: View, body: str, *labels: str) -> list[Move]:
    ground = Ground(Node(HERE, labels=labels), HERE, "<th>" in body)
    return moves([(FrameKey(), HERE, data)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)


@pytest.mark.parametrize(
    ("body", "way", "expected"),
    [
        (
            HEADED,
            (),
            {
                ("link", "Relação de empenhos", 0, "emp.asp"),
                ("link", "Por órgão e natureza", 1, "quadro.asp"),
                ("link", "Folha de pagamento", 0, "folha.asp"),
            },
        ),
        (
            GROUPED,
            (),
            {
                ("link", "Arrecadação", 0, "index.php?pg=arrec"),
                ("link", "Empenhos", 0, "index.php?pg=emp"),
                ("link", "Extra-orçamentárias", 0, "index.php?pg=extra"),
            },
        ),
        (SCRIPTED, (), {("choice", "Licitações", 0, ""), ("choice", "Servidores", 0, "")}),
        (RUN, (), {("choice", "Licitações", 0, ""), ("choice", "Servidores", 0, ""), ("query", "", 1, "")}),
        (NARROWING, ("Licitações",), set()),  # all its entries are of the list that the way named
        (NARROWING, (), {("choice", "Licitações", 0, ""), ("choice", "Pregões eletrônicos", 0, "")}),
        (YEARS, ("Receitas",), {("query", "", 1, "")}),  # asked as any list of years is
        (PAGES, ("Empenhos",), set()),
    ],
    ids=["headed", "grouped", "scripted", "run", "narrowing", "named", "years", "pages"],
)  # fmt: skip
def test_entries(snapshot_of: Read, body: str, way: tuple[str, ...], expected: set[tuple[str, str, int, str]]) -> None:
    found = {
        (
            m.kind,
            plain_label(m),
            m.rating.tier,
            "" if m.node.steps else m.node.url.removeprefix("http://portal.example/contas/"),
        )
        for m in offered(snapshot_of(f"<!DOCTYPE html>{body}", HERE), body, *way)
    }
    assert found == expected


def test_a_menu_of_scripts_is_left_alone_by_a_query(snapshot_of: Read) -> None:
    """Its list runs what is chosen: the year is asked of the page in sight, not of the one that the menu goes to."""
    data = snapshot_of(f"<!DOCTYPE html>{RUN}", HERE)
    menu, year = data.selects
    assert (is_jump(menu, WORDS.query), is_jump(year, WORDS.query)) == (True, False)
    (query,) = [m for m in offered(data, RUN, "Servidores") if m.kind == "query"]
    assert not is_within(menu.path, query.node.steps[-1].region)


def plain_label(move: Move) -> str:
    said = move.node.labels[-1] if move.node.labels and move.kind != "query" else move.label
    return said if move.kind != "query" else ""


def test_a_menu_reached_by_steps_is_chosen_from_again(snapshot_of: Read) -> None:
    """Where an address leads elsewhere when opened by itself, the entry is chosen in the menu."""
    data = snapshot_of(f"<!DOCTYPE html>{HEADED}", HERE)
    ground = Ground(Node(HERE), HERE, origin=Node(HERE))
    found = moves([(FrameKey(), HERE, data)], ground, SIGNPOSTS, WORDS.query, dt.date(2026, 11, 21), ALL)
    steps = {m.node.labels[-1]: m.by_click.steps[-1] for m in found if m.by_click}
    assert {label: (step.op, step.choices[0][1]) for label, step in steps.items()} == {
        "Relação de empenhos": ("query", "Relação de empenhos"),
        "Por órgão e natureza": ("query", "Por órgão e natureza"),
        "Folha de pagamento": ("query", "Folha de pagamento"),
    }
    assert len({step.region for step in steps.values()}) == 2


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("empenho.asp", True),
        ("/serv/despesa", True),
        ("../rec.php?ano=2026", True),
        ("?pg=3", True),
        ("#/despesas", True),
        ("https://a.example/x", True),
        ("index.jsf;jsessionid=1?x=2", False),
        ("01/2026", False),
        ("2026", False),
        ("#", False),
        ("", False),
        ("Pregão / Concorrência", False),
    ],
)
def test_addresses_of_options(value: str, expected: bool) -> None:
    assert is_address(value) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "<select><option value='' selected>=> EXTRA-ORÇAMENTÁRIO</option><option value=extra.asp>Movimento</option></select>",
            (),
        ),
        (
            "<select><option value=extra.asp selected>Extra-orçamentária</option><option value=rec.asp>Receita</option></select>",
            (),
        ),
        (
            "<select><option value=rec.asp>Receita</option><option value=desp.asp?a=1 selected>Despesa</option></select>",
            ("Despesa",),
        ),
        ("<select><option value=7>Receita</option><option value=8 selected>Despesa</option></select>", ("Despesa",)),
        ("<select><option>Receita</option><option selected>Despesa</option></select>", ("Despesa",)),
    ],
    ids=["heads the list", "first of a menu", "of this page", "a code", "no value"],
)
def test_what_a_select_says_of_its_page(body: str, expected: tuple[str, ...]) -> None:
    found = page_context(f"<html><body>{body}</body></html>", ["http://a.example/", "http://a.example/desp.asp?a=1"])
    assert found.active_menu == expected


def _row(label: str, value: str, look: str = 'bgcolor="#EEEEEE"', inner: str = "") -> str:
    return f"<tr><td {look}><font size=1 {inner}>{label}</font></td><td><font size=1>{value}</font></td></tr>"


FIELDS = [("Função", "10 - Saúde"), ("Programa", "1041 - Vida"), ("Elemento", "30 - Material"), ("Fonte", "500")]
HEAD = "<tr><td colspan=2 bgcolor=#CCCCCC><b>{}</b></td></tr>"
BID = [("Modalidade", "Pregão"), ("Número", "12/2026")]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        # the ground of the cell, or the colour of its letters, sets labels apart; wide rows head sections
        ("".join(_row(*f) for f in FIELDS), {"": [label for label, _ in FIELDS]}),
        ("".join(_row(*f, look="", inner="color=#336699") for f in FIELDS), {"": [label for label, _ in FIELDS]}),
        (
            HEAD.format("DOTAÇÃO") + "".join(_row(*f) for f in FIELDS) + HEAD.format("LICITAÇÃO") + "".join(_row(*f) for f in BID),
            {"DOTAÇÃO": [label for label, _ in FIELDS], "LICITAÇÃO": [label for label, _ in BID]},
        ),
        # a section with one field alone stays part of the whole
        (
            HEAD.format("DOTAÇÃO") + "".join(_row(*f) for f in FIELDS) + HEAD.format("OUTROS") + _row(*BID[0]),
            {"DOTAÇÃO": [*(label for label, _ in FIELDS), "Modalidade"]},
        ),
        # all cells alike: nothing says which are labels
        ("".join(_row(*f, look="") for f in FIELDS), {}),
    ],
    ids=["ground", "letters", "sections", "lone field", "plain"],
)  # fmt: skip
def test_fields_without_style_sheets(table: str, expected: dict[str, list[str]]) -> None:
    found = find_record_sets(f"<html><body><table border=1>{table}</table></body></html>")
    details = {
        s.headings[-1] if s.headings else "": [c.label for c in s.columns] for s in found if s.shape == "details"
    }
    assert details == expected
