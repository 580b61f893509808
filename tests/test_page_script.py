"""What the page script reads of pages of many kinds: ``tests/pages/<kind>/page.html``, and beside it what is expected of it.

``pytest tests/test_page_script.py --accept`` writes what is read now; the difference is for a person to look at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from transparency.extract.record_sets import find_record_sets
from transparency.model import View

PAGES = Path(__file__).parent / "pages"
ADDRESS = "http://a.example/p/{}"
PARTS = (
    "title",
    "theme",
    "type",
    "challenge",
    "truncated",
    "candidates",
    "forms",
    "selects",
    "inputs",
    "toggles",
    "text",
    "html",
)
Read = Callable[..., View]


def without_places(part: Any) -> Any:
    """Where things stand differs with the fonts of a machine; what is empty or false need not be written."""
    if isinstance(part, str):
        return re.sub(r' data-t-box="[^"]*"', "", part)
    if isinstance(part, list):
        return [without_places(one) for one in part]
    if isinstance(part, dict):
        return {
            key: without_places(one) for key, one in part.items() if key != "box" and one not in ("", [], None, False)
        }
    return part


def written(data: dict[str, Any]) -> Iterator[str]:
    """JSON with a line for each component, form and field."""
    for n, part in enumerate(PARTS):
        end = "," if n < len(PARTS) - 1 else ""
        told = without_places(data[part])
        if isinstance(told, list) and told:
            lines = ",\n    ".join(json.dumps(one, ensure_ascii=False) for one in told)
            yield f'  "{part}": [\n    {lines}\n  ]{end}'
        else:
            yield f'  "{part}": {json.dumps(told, ensure_ascii=False)}{end}'


@pytest.fixture(scope="module")
def read(snapshot_of: Read) -> Read:
    return lambda kind: snapshot_of((PAGES / kind / "page.html").read_text("utf-8"), ADDRESS.format(kind))


@pytest.mark.parametrize("kind", sorted(path.parent.name for path in PAGES.glob("*/snapshot.json")))
def test_reads_pages_of_every_kind(read: Read, kind: str, request: pytest.FixtureRequest) -> None:
    expected = PAGES / kind / "snapshot.json"
    found = "{\n" + "\n".join(written(msgspec.to_builtins(read(kind)))) + "\n}\n"
    if request.config.getoption("--accept"):
        expected.write_text(found, "utf-8")
    assert json.loads(found) == json.loads(expected.read_text("utf-8"))


def test_elements_are_counted(snapshot_of: Read) -> None:
    data = snapshot_of("<p>a<p>b<p>c<p>d", maxElements=5)
    assert data.truncated
    assert data.text == "a b"


def test_a_page_that_takes_too_long_is_read_in_part(snapshot_of: Read) -> None:
    data = snapshot_of("<h1>Empenhos</h1>" + ("<p>" + "<b>x</b>" * 99) * 500, maxTime=100)
    assert data.truncated
    assert data.text.startswith("Empenhos")


def test_what_draws_a_list_over_its_field_does_not_cover_it(snapshot_of: Read) -> None:
    """As a message over the fields does, which has a button of its own."""
    drawn = """<h2>Receita</h2><form><label for=y>Exercício:</label><div style="position:relative;width:160px;height:26px;overflow:hidden">
      <div style="position:absolute"><select id=y><option>Selecione...<option>2026<option>2025</select></div>
      <label style="display:block;position:relative;height:26px;background:white">Selecione...</label></div>
      <button type=button onclick="go()">Filtrar</button></form>"""
    message = "<div style='position:fixed;inset:0;background:white'>Aviso <button type=button>Consultar</button></div>"
    (form,) = snapshot_of(drawn).forms
    assert [control.label for control in form.controls] == ["Exercício:"]
    assert not [form for form in snapshot_of(drawn + message).forms if form.label == "Filtrar"]


def test_a_tree_of_tables_is_a_menu(read: Read) -> None:
    """Each entry in a table of its own, the entries under it in a closed box after that."""
    data = read("tree")
    entries = {c.label: c for c in data.candidates}
    assert entries["Gastos"].discloses and entries["+"].discloses and not entries["Receitas"].discloses
    assert entries["Dotação"].around[0] == "+ Gastos"
    assert {entries[label].row.table for label in ("Gastos", "Dotação")} == {"body[1]>table[1]"}
    assert entries["1/2026"].row.count == 2
    assert [select.label for select in data.selects] == ["Exercício:"]


def test_a_folder_right_in_the_body_heads_its_entries(snapshot_of: Read) -> None:
    """The frame of a menu."""
    html = "<div onclick='g.hidden = !g.hidden'>[+] Despesas</div><div id=g hidden><div>» <a href=e>Por Elemento</a></div></div>"
    assert [c.around for c in snapshot_of(html).candidates if c.label == "Por Elemento"] == [["[+] Despesas"]]


@pytest.mark.parametrize(
    ("last", "titles"), [("<a href=f>PDF</a>", ["Empenhos", "Folha"]), ("10,00", [""])], ids=["a file of each kind", "a list of records"]
)  # fmt: skip
def test_a_file_is_called_as_its_column_where_each_month_has_one_of_each_kind(
    last: str, titles: list[str], snapshot_of: Read
) -> None:
    html = f"<table><tr><td>Mês<td>Empenhos<td>Folha<tr><td>Janeiro<td><a href=e>XLSX</a><td>{last}</table>"
    assert [c.title for c in snapshot_of(html).candidates] == titles


def test_a_window_to_be_filled_is_no_menu_and_a_card_has_a_head(read: Read) -> None:
    data = read("window")
    entries = {c.label: c for c in data.candidates}
    assert {label: entries[label].discloses for label in ("Ver", "Menu")} == {"Ver": False, "Menu": True}
    assert {label: entries[label].disabled for label in ("Anterior", "Próximo")} == {
        "Anterior": True,
        "Próximo": False,
    }
    assert [c.lead for c in data.candidates if c.kind == "link"][:2] == ["Gastos por área", ""]


def test_the_headings_of_a_list_may_stand_in_a_table_before_it_and_a_trail_leads_back(read: Read) -> None:
    data = read("split")
    heads = {c.row.head for c in data.candidates if c.row}
    assert heads == {"Órgão Pago"}
    assert [c.label for c in data.candidates if c.back] == ["Início", "Despesas", "Órgãos"]


def test_a_panel_that_says_it_is_open_and_is_would_be_closed(read: Read) -> None:
    panels = {c.label: c.panel for c in read("panels").candidates}
    assert panels == {"Empenhos": "shown", "Pagamentos": "closed", "Liquidações": "closed"}


def test_rows_that_a_button_waits_for_can_be_pressed(read: Read) -> None:
    assert [c.label for c in read("chosen").candidates if c.tag == "tr"] == ["1.1 10,00", "1.2 20,00"]


def test_entries_beside_a_list_stand_in_no_row_of_it(read: Read) -> None:
    rows = {c.label: bool(c.row) for c in read("laid_out").candidates}
    told = [rows[label] for label in ("Empenhos", "Folha", "Voltar", "2026NE0001", "Mapa")]
    assert told == [False, False, False, True, True]


def test_the_row_that_a_page_stands_in_is_none_of_a_list(snapshot_of: Read) -> None:
    """Its title is in it; what stands in there is of the whole page, a sheet of its list as well."""
    page = "<td>Menu<td><h2>Receitas</h2><a href=/r.csv>CSV</a><ul><li>IPTU: 10,00<li>ISS: 20,00</ul>"
    data = snapshot_of(f"<table><tr><td colspan=2>Prefeitura<tr>{page}<tr><td colspan=2>Rua A</table>")
    assert [(c.label, c.row) for c in data.candidates] == [("CSV", None)]


def test_a_table_around_a_button_is_no_row(read: Read) -> None:
    """And what says nothing in a bar that tells the page turns the pages."""
    data = read("drawn")
    by_label = {c.label: c for c in data.candidates}
    assert by_label["Consultar"].row is None
    assert by_label["2026NE0002"].row.count == 6
    assert [c.path.rpartition(">")[2] for c in data.candidates if c.turns] == ["button[1]", "button[2]"]
    assert [f.label for f in data.forms] == ["Consultar"]


@pytest.mark.parametrize(
    ("row", "chosen"),
    [
        ("<td><input type=radio name=r value={n}><td>{n}/2026<td>Loja {n}<td>{n}0,00", True),  # a list of records
        ("<td><input type=radio name=r value={n}><td>Por credor {n}", False),  # choices of a form, laid out in rows
        ("<td><input type=radio name=r{n}><td>{n}/2026<td>Loja {n}<td>{n}0,00", False),
        ("<td><input type=radio name=r value={n}><td><input name=v{n}><td>{n}/2026<td>Loja {n}<td>{n}0,00", False),
    ],
)
def test_a_round_button_in_each_record_of_a_list_is_pressed(snapshot_of: Read, row: str, chosen: bool) -> None:
    """It opens the record, and is no field of the query above."""
    rows = "".join(f"<tr>{row.format(n=n)}" for n in range(1, 5))
    data = snapshot_of(
        f"<label>Ano <input name=ano></label> <button>Consultar</button><table><tr><td>Nº<td>Credor<td>Valor</tr>{rows}</table>"
    )
    pressed = [c for c in data.candidates if c.type == "radio"]
    assert [c.row.index for c in pressed] == ([1, 2, 3, 4] if chosen else [])
    assert [f.label for f in data.forms] == ["Consultar"]
    assert ("radio" in {c.tag for f in data.forms for c in f.controls}) is not chosen


@pytest.mark.parametrize(
    "asked",
    [
        "<table><tr><td>Consultar por:<td>{0} Órgão<br>{1} Função<br>{2} Credor</table>",
        "<p>Consultar por: {0} Órgão {1} <b>Função</b> {2} Credor</p>",
        "<p>Consultar por</p><p>Órgão {0} Função {1} Credor {2}</p>",
        "<table><tr><td>Consultar por<td>{0}<td>Órgão<td>{1}<td>Função<td>{2}<td>Credor</table>",
        "<div>Consultar por</div><div><span>{0}</span> Órgão <span>{1}</span> Função <span>{2}</span> Credor</div>",
    ],
)
@pytest.mark.parametrize("kind", ["radio", "checkbox"])
def test_words_beside_a_button_name_its_option(snapshot_of: Read, asked: str, kind: str) -> None:
    """Bare words after each of them, or before."""
    buttons = (f"<input type={kind} name=por value={n}>" for n in range(3))
    data = snapshot_of(f"<form>{asked.format(*buttons)}<button>Consultar</button></form>")
    assert [[o.text for o in c.options] for c in data.forms[0].controls] == [["Órgão", "Função", "Credor"]]


def test_the_one_cell_of_a_row_is_open_where_its_row_says_so(snapshot_of: Read) -> None:
    """Records under rows of their months, the first of which is open."""
    months = "".join(
        f"<tr aria-expanded={opened}><td colspan=2 onclick=fold()>{month}/2026 (2)</tr><tr><td>{n}/2026<td>{n}0,00</tr>"
        for n, (month, opened) in enumerate((("Março", "true"), ("Abril", "false")), 1)
    )
    data = snapshot_of(f"<table><tr><th>Empenho<th>Valor</tr>{months}</table>")
    assert [(c.label, c.expanded) for c in data.candidates] == [("Março/2026 (2)", "true"), ("Abril/2026 (2)", "false")]


def test_what_is_folded_and_still_to_come_is_no_menu(snapshot_of: Read) -> None:
    """The details of a record, fetched when they are opened; and a menu whose entries are there already."""
    rows = "".join(
        f"<tr><td>{n}/2026<td>{n}0,00</tr><tr><td colspan=2><details><summary>Mais informações</summary><div>...</div></details></tr>"
        for n in (1, 2, 3)
    )
    menu = "<details><summary>Despesas</summary><a href=/e>Empenhos</a> <a href=/p>Pagamentos</a></details>"
    data = snapshot_of(f"{menu}<table><tr><th>Empenho<th>Valor</tr>{rows}</table>")
    told = [(c.label, c.discloses) for c in data.candidates if c.tag == "summary"]
    assert told == [("Despesas", True), *[("Mais informações", False)] * 3]


def test_what_stands_before_a_field_names_it_rather_than_the_cell_beside(snapshot_of: Callable[..., View]) -> None:
    """A page that a table of one row lays out: menu, content."""
    form = "<form>Período de <input name=i> até <input name=f> Unidade <select name=u><option>1</select> <button>Consultar</button></form>"
    view = snapshot_of(f"<table><tr><td><a href=/a>Empenhos</a><td>{form}</table>")
    assert [control.label for control in view.forms[0].controls] == ["Período de", "até", "Unidade"]


def test_a_login_beside_a_query_without_a_form_is_none_of_its_fields(snapshot_of: Callable[..., View]) -> None:
    """Columns of one table: the content, and the box of the servants' login."""
    asked = "<label>Exercício <select name=e><option>2026<option>2025</select></label> <a role=button tabindex=0>Filtrar</a>"
    login = "<form method=post action=/e><input name=u><input type=password name=s><button>Entrar</button></form>"
    view = snapshot_of(f"<table><tr><td><h2>Licitações</h2><div>{asked}</div><td>{login}</table>")
    (query,) = (form for form in view.forms if form.label == "Filtrar")
    assert [control.label for control in query.controls] == ["Exercício"]


@pytest.mark.parametrize(
    ("form", "field", "asked"),
    [
        ("method=get action=/emp", "Credor <input name=c>", True),
        ("method=get action=/emp", "E-mail <input name=email>", False),  # who is asking
        ("method=post action=/emp", "Credor <input name=c>", False),
        ("", "Credor <input name=c>", False),  # a script may send it anywhere
    ],
)
def test_a_form_that_only_asks_for_a_page_is_a_query_whatever_its_button_says(
    form: str, field: str, asked: bool, snapshot_of: Callable[..., View]
) -> None:
    menu = "".join(f"<a href=/{n}>Página {n}</a> " for n in range(12))
    year = "Ano <select name=ano><option>2026<option>2025</select>"
    view = snapshot_of(f"{menu}<form {form}>{year} {field} <input type=submit value=Executa></form>")
    assert [query.label for query in view.forms] == (["Executa"] if asked else [])


def test_what_listens_for_double_clicks(snapshot_of: Read) -> None:
    """A folder on a desktop: what is written on it, and the box around it, which says no more."""
    html = (
        "<ul><li><div id=folder><a href='#'>Gestão Financeira</a></div><li><div><a href='#'>Saúde</a></div></ul><i id=icon>Certames</i>"
        "<script>for (const id of ['folder', 'icon']) document.getElementById(id).ondblclick = () => {}</script>"
    )
    read = {c.label: c.doubles for c in snapshot_of(html).candidates}
    assert read == {"Gestão Financeira": True, "Saúde": False, "Certames": True}


def test_lines_that_are_tables_of_their_own_under_one_head(snapshot_of: Read) -> None:
    """The head tells the lines of one grid from those of another."""
    line = "<div><table><tr onclick=x()><td>{0}/2026</td><td>Merenda</td></tr></table></div>"
    grid = "<div><div><table><thead><tr><td>Nota</td><td>Histórico</td></tr></thead></table></div><div>{}</div></div>"
    read = snapshot_of(grid.format("".join(map(line.format, range(3))))).candidates
    assert {c.row.over for c in read if c.row and c.tag == "tr"} == {"NotaHistórico"}


@pytest.mark.parametrize("bold", [True, False])
def test_what_a_style_sheet_makes_bold_is_a_label(snapshot_of: Read, bold: bool) -> None:
    """A record in a table of two columns, all of it words: nothing but their letters tells the labels."""
    fields = (("Função", "13 Cultura"), ("Subfunção", "392 Difusão Cultural"), ("Programa", "0035 Raízes do Sertão"))
    rows = "".join(f"<tr><td>{name}</td><td>{value}</td></tr>" for name, value in fields)
    style = "<style>td:first-child { font-weight: bold }</style>" if bold else ""
    read = snapshot_of(f"{style}<h3>Nota de Empenho</h3><table>{rows}</table>").html
    labels = [[column.label for column in found.columns] for found in find_record_sets(read)]
    assert labels == ([[name for name, _ in fields]] if bold else [])


def test_bold_letters_begin_where_those_around_are_not(snapshot_of: Read) -> None:
    """What stands in bold letters altogether has no labels by them; a tag that says so says it itself."""
    style = "<style>.all { font-weight: 700 }</style>"
    read = snapshot_of(
        f"{style}<div class=all><p>Um <b>dois</b></p></div><p style='font-weight: 600'>Três</p><b>Quatro</b>"
    )
    assert re.findall(r"<(\w+)[^>]* data-t-bold", read.html) == ["div", "p"]
