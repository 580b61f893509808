"""What the page script returns is checked where it comes in."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser
from views import answer_of, built, read_answer

from transparency.browse.operations import CHANGED, INSTALL, OBSERVER
from transparency.browse.snapshot import VisitFailed
from transparency.model import Line, Pressable, View

OPTIONS = {"queryWords": ["consultar"], "onwardWords": [], "maxElements": 5000, "maxCandidates": 300}
LINE = {"pieces": ["529.982.247-25"], "about": "CPF", "box": [8, 8, 90, 18]}


def test_an_answer_becomes_what_it_is_called() -> None:
    assert read_answer("texts", json.dumps([LINE])) == [
        Line(pieces=["529.982.247-25"], about="CPF", box=(8, 8, 90, 18))
    ]
    assert read_answer("further", "null") is None


@pytest.mark.parametrize(
    ("operation", "answer"),
    [
        ("texts", json.dumps([{**LINE, "about": None}])),
        ("texts", json.dumps([{**LINE, "pieces": {"0": ""}}])),
        ("texts", json.dumps([{**LINE, "box": [8, 8, 90]}])),
        ("texts", json.dumps([{**LINE, "boxes": []}])),
        ("snapshot", "{}"),
        ("snapshot", "null"),
        ("quiet", "null"),
        ("texts", '[{"pieces": ["20'),
        ("texts", None),
    ],
    ids=["no text", "no list", "a part is missing", "unknown", "nothing in it", "nothing", "no number", "cut off", "no answer"],
)  # fmt: skip
def test_an_answer_of_another_make_fails_where_it_comes_in(operation: str, answer: Any) -> None:
    with pytest.raises(VisitFailed) as failure:
        read_answer(operation, answer)
    assert failure.value.kind == CHANGED
    assert operation in failure.value.reason


def test_a_kind_of_piece_says_of_each_field_whether_it_may_be_missing() -> None:
    view = built(View, candidates=[{"label": "Despesas", "path": "a[1]"}])
    assert view.candidates == [Pressable(kind="", path="a[1]", label="Despesas", tag="")]
    again = msgspec.json.decode(msgspec.json.encode(view), type=View)
    assert again == view, "a view that was stored is read again"


@pytest.fixture
def page(browser: Browser) -> Any:
    page = browser.new_page()
    page.add_init_script(OBSERVER)
    page.goto("about:blank")
    yield page
    page.close()


def test_properties_of_components_may_be_anything(page: Any) -> None:
    """Scripts give their components properties of their own, under the names that native elements have texts under."""
    page.set_content(
        "<x-card tabindex=0 style='cursor:pointer'>Despesas</x-card><form name=title></form>"
        "<div><x-list role=combobox tabindex=0>Exercício 2026</x-list><button type=button>Consultar</button></div>"
    )
    page.evaluate(
        """() => {
          Object.assign(document.querySelector('x-card'), { type: { of: 'card' }, target: ['a'], onclick: () => 0 });
          Object.assign(document.querySelector('x-list'), { value: [2026], placeholder: { text: 'Ano' } });
        }"""
    )
    page.evaluate(INSTALL)
    view = answer_of(page, "snapshot", OPTIONS)
    assert view.title == ""
    assert next((c.label, c.type, c.target) for c in view.candidates) == ("Despesas", "", "")
    fields = [*view.selects, *(field for form in view.forms for field in form.controls)]
    assert [(field.tag, field.placeholder) for field in fields] == [("x-list", "")]


def test_a_page_that_changes_how_answers_are_written_is_named(page: Any) -> None:
    page.set_content("<a href='http://a.example/'>Despesas</a>")
    page.evaluate(INSTALL)
    assert answer_of(page, "snapshot", OPTIONS).candidates[0].label == "Despesas"
    page.evaluate("() => { JSON.stringify = () => '{\"candidates\": []}'; }")
    with pytest.raises(VisitFailed, match=CHANGED):
        answer_of(page, "snapshot", OPTIONS)
