"""What is read from the facts of a frame, without a browser."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from views import words_of

from transparency.extract.controls import finding, read_view
from transparency.extract.controls.frame_tree import Dom
from transparency.extract.controls.part import Part
from transparency.extract.controls.selectors import matcher
from transparency.extract.controls.view import Reader
from transparency.model import Element, Page
from transparency.node import Target

QUERY = words_of({"queryWords": ["consultar"]})
BLANK = {
    "title": "", "type": "text/html", "base": "http://a.example/p/", "truncated": False, "turn": 1, "marked": False, "desktop": False,
    "scripted": False, "refresh": "", "middle": [-1, -1, -1], "withheld": [], "far": 0, "width": 1280, "height": 900, "scroll": (0, 0),
    "window": (1280, 900),
}  # fmt: skip


def page(*elements: dict[str, Any], **more: Any) -> Page:
    """A frame of some elements in a body, decoded as the answer of the page script is."""
    whole = [{"tag": "html", "parent": -1}, {"tag": "body", "parent": 0}, *({"parent": 1, "box": (0, 0, 90, 20), **e} for e in elements)]  # fmt: skip
    return msgspec.json.decode(msgspec.json.encode({**BLANK, "elements": whole, **more}), type=Page)


@pytest.mark.parametrize(
    ("selector", "attributes", "found"),
    [
        ("a,button", {}, True),
        ("button:not([type=reset])", {"type": "RESET"}, False),
        ("[role=button][aria-expanded]", {"role": "button"}, False),
        ("[role=button][aria-expanded]", {"role": "button", "aria-expanded": "false"}, True),
        ("[class*=pager i]", {"class": "GridPager"}, True),
        ("a[href^='#'],input", {}, False),
        ("[role=menu],[tabindex='0']", {"tabindex": "0"}, True),
    ],
)
def test_selectors(selector: str, attributes: dict[str, str], found: bool) -> None:
    assert matcher(selector)(Part(Element(tag="button", parent=-1, attributes=attributes), 0, None)) is found


def test_paths_lead_through_shadow_roots_and_not_through_slots() -> None:
    """What is put into a slot stands in the component, as the document has it."""
    dom = Dom(
        page(
            {"tag": "x-app", "host": True},
            {"tag": "slot", "parent": 2, "shadow": True},
            {"tag": "a", "parent": 3, "slotted": True, "number": 2, "attributes": {"id": "um"}},
            {"tag": "a", "parent": 2, "shadow": True, "attributes": {"id": "um"}},
        )
    )
    slotted, inner = dom.order[4], dom.order[5]
    assert dom.path(slotted) == "body[1]>x-app[1]>a[2]"
    assert dom.path(inner) == "body[1]>x-app[1]>::shadow>a[1]"
    assert dom.by_id(dom.body, "um") is slotted
    assert dom.by_id(inner, "um") is inner


def test_the_same_element_is_found_again() -> None:
    """By its path and label, else by the name that the page gave it, else by its label alone, whatever figures are in that."""
    links = [{"tag": "a", "number": n, "text": [f"Empenho {n}"], "attributes": {"href": "#", "name": f"e{n}"}} for n in (1, 2, 3)]  # fmt: skip
    reader = Reader(page(*links), QUERY, 100)

    def found(*target: str) -> str:
        part = finding.locate(reader, Target(*target))
        return reader.path(part) if part is not None else ""

    assert found("body[1]>a[2]", "a", "Empenho 9") == "body[1]>a[2]"
    assert found("body[1]>a[9]", "a", "Empenho 2", "e3") == "body[1]>a[3]"
    assert found("body[1]>a[2]", "a", "Despesas") == ""
    assert found("body[1]>a[2]", "a", "") == "body[1]>a[2]"
    assert found("body[1]>a[9]", "a", "Empenho 9") == "body[1]>a[3]", "of a list that is shorter now the last"


@pytest.mark.parametrize(
    ("now", "found"),
    [
        ("26000001-0 04/01/2026 Silva e Souza Ltda 1.910,45", True),  # fewer of its columns are drawn
        ("26000001-0 04/01/2026", False),
        ("26000001-0 04/01/2026 Outro Credor Ltda 1.910,45", False),
    ],
)
def test_a_record_is_found_again_in_a_narrower_grid(now: str, found: bool) -> None:
    reader = Reader(page({"tag": "a", "text": [now], "attributes": {"href": "#"}}), QUERY, 100)
    before = "26000001-0 04/01/2026 Silva e Souza Ltda 1.910,45 0201 Secretaria de Governo"
    assert (finding.locate(reader, Target("body[1]>a[1]", "a", before)) is not None) is found


def test_a_form_is_read_without_a_browser() -> None:
    facts = page(
        {"tag": "form", "attributes": {"action": "/consulta"}},
        {"tag": "label", "parent": 2, "display": "inline", "text": ["Exercício"]},
        {"tag": "select", "parent": 2, "display": "inline-block", "value": "2026", "form": 2, "label": 3},
        {"tag": "option", "parent": 4, "shown": False, "text": ["2026"], "selected": True},
        {"tag": "option", "parent": 4, "shown": False, "text": ["2025"], "number": 2},
        {"tag": "button", "parent": 2, "display": "inline-block", "text": ["Consultar"], "form": 2},
    )
    view = read_view(facts, QUERY)
    (form,) = view.forms
    (field,) = form.controls
    assert (form.label, form.method, form.action, form.button) == (
        "Consultar",
        "get",
        "/consulta",
        "body[1]>form[1]>button[1]",
    )
    assert (field.label, field.value, [option.text for option in field.options]) == ("Exercício", 0, ["2026", "2025"])
    assert [c.label for c in view.candidates] == ["Consultar"]


def test_a_crowd_counts_those_that_were_left_out() -> None:
    row = {"tag": "tr", "parent": 3, "attributes": {"onclick": "go()"}}
    cells = [{"tag": "td", "parent": 4 + 2 * n, "text": [f"{n}"]} for n in range(2)]
    facts = page(
        {"tag": "table"}, {"tag": "tbody", "parent": 2, "left": 4000}, row, cells[0], {**row, "number": 2}, cells[1]
    )
    assert [c.row.count for c in read_view(facts, QUERY).candidates if c.row] == [4002, 4002]


def test_a_page_may_be_nested_deeper_than_calls_go() -> None:
    shells = [{"tag": "div", "parent": n + 1} for n in range(3000)]
    last = {
        "tag": "a",
        "parent": 3001,
        "text": ["Despesas", ""],
        "address": "http://a.example/d",
        "attributes": {"href": "/d"},
    }
    glyph = {"tag": "i", "parent": 3002, "text": ["search"], "attributes": {"class": "material-icons"}}
    view = read_view(page(*shells, last, glyph), QUERY)
    assert [(c.label, c.path.count(">")) for c in view.candidates] == [("Despesas", 3001)]


def test_time_grows_with_the_page_and_not_with_its_square() -> None:
    def seconds(rows: int) -> float:
        elements: list[dict[str, Any]] = [{"tag": "table"}]
        for n in range(rows):
            elements.append({"tag": "tr", "parent": 2, "number": n + 1})
            row = len(elements) + 1
            link = {"text": [str(n)], "address": f"http://a.example/{n}", "attributes": {"href": "/"}}
            elements += [{"tag": "td", "parent": row}, {"tag": "a", "parent": row + 1, **link}]
            elements += [{"tag": "td", "parent": row, "number": m, "text": [f"valor {n}"]} for m in (2, 3)]
        facts = page(*elements)
        started = time.process_time()
        read_view(facts, QUERY)
        return time.process_time() - started

    seconds(50)
    assert seconds(1600) < 16 * max(seconds(200), 0.005)


@pytest.mark.parametrize(
    ("told", "region"),
    [
        (("Empenho 1", "Credor", "Padaria Lua", "Pago", "1.234,56"), ""),  # a record came up in it
        (("Atualizado em", "24/11/2026"), "nav"),
        (("Olá", "Credor", "Padaria Lua"), "nav"),
    ],
)
def test_a_drawer_with_a_record_is_no_menu(told: tuple[str, ...], region: str) -> None:
    words = [{"tag": "p", "parent": 2, "text": [text]} for text in told]
    entry = {"tag": "a", "parent": 2, "text": ["Itens"], "address": "http://a.example/i", "attributes": {"href": "/i"}}
    view = read_view(page({"tag": "nav"}, *words, entry, {**entry, "number": 2}), QUERY)
    assert {candidate.region for candidate in view.candidates} == {region}


@pytest.mark.parametrize(
    ("tag", "role", "region"),
    [("aside", "", "aside"), ("aside", "dialog", "dialog"), ("dialog", "", "dialog"), ("nav", "dialog", "nav"), ("div", "dialog", "dialog")],
)  # fmt: skip
def test_what_stands_aside_is_what_its_role_says(tag: str, role: str, region: str) -> None:
    entry = {"tag": "a", "parent": 2, "text": ["Itens"], "address": "http://a.example/i", "attributes": {"href": "/i"}}
    view = read_view(page({"tag": tag, "attributes": {"role": role} if role else {}}, entry), QUERY)
    assert [candidate.region for candidate in view.candidates] == [region]


@pytest.mark.parametrize(
    ("opens", "over"),
    [
        ({}, []),  # an entry of a bar
        ({"aria-expanded": "true"}, ["Por função"]),  # what unfolds it
    ],
)
def test_an_entry_of_a_bar_heads_no_other_one(opens: dict[str, str], over: list[str]) -> None:
    entry = {"tag": "li", "parent": 2, "listens": True, "box": [0, 0, 90, 30]}
    names = ("Por função", "Fora do orçamento", "Viagens e diárias", "Maiores recebedores", "Relatórios fiscais")
    bar = [{**entry, "number": n, "text": [name]} for n, name in enumerate(names, 1)]
    view = read_view(page({"tag": "ul"}, {**bar[0], "attributes": opens}, *bar[1:]), QUERY)
    assert view.candidates[1].around == over


@pytest.mark.parametrize(
    ("arrow", "column", "expanded"),
    [
        ({}, 0, "false"),  # as of a tree of rows: the row says it, and the cell does not
        ({"aria-expanded": "true"}, 0, "true"),
        ({"title": "Ver o registro"}, 0, ""),
        ({}, 1, ""),  # a sign at the end of a row opens its record
    ],
)
def test_an_arrow_without_words_folds_what_its_row_says(arrow: dict[str, str], column: int, expanded: str) -> None:
    row = {"tag": "div", "attributes": {"role": "row", "aria-expanded": "false"}}
    cells: list[dict[str, Any]] = [{"tag": "div", "parent": 2, "attributes": {"role": "gridcell"}} for _ in range(2)]
    sign = {"tag": "div", "parent": 3 + column, "number": 1, "text": ["▸"], "listens": True, "attributes": arrow}
    (one,) = read_view(page(row, *cells, sign), QUERY).candidates
    assert one.expanded == expanded


@pytest.mark.parametrize(("sign", "expanded"), [("⊟", "true"), ("−", "true"), ("[-]", "true"), ("⊞", ""), ("▸", "")])
def test_a_sign_that_folds_says_that_its_level_is_open(sign: str, expanded: str) -> None:
    """In a tree of boxes, which are neither rows nor cells."""
    (one,) = read_view(page({"tag": "span", "text": [sign], "listens": True}), QUERY).candidates
    assert one.expanded == expanded


@pytest.mark.parametrize(("beside", "role"), [(False, "tab"), (True, "")])
def test_all_that_stands_in_a_tab_is_the_tab(beside: bool, role: str) -> None:
    tab = {"tag": "li", "attributes": {"role": "tab"}}
    inner = {
        "tag": "a",
        "parent": 2,
        "number": 1,
        "text": ["Classificação"],
        "listens": True,
        "attributes": {"href": "#c"},
    }
    badge = [{"tag": "b", "parent": 2, "number": 1, "text": ["3"]}] if beside else []
    (one,) = (c for c in read_view(page(tab, inner, *badge), QUERY).candidates if c.tag == "a")
    assert one.role == role
