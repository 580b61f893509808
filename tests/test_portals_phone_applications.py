"""Applications made for phones, as three makers build them: filters that open a window of choices, a bar of places along the
bottom, views put away under others, cards whose heads are fields."""

# ruff: noqa: E501
from __future__ import annotations

import asyncio
import datetime as dt
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, Response
from playwright.async_api import async_playwright
from playwright.sync_api import Browser
from views import answer_of, element_of, reader_of
from werkzeug.serving import make_server

from transparency.browse.chromium import launch_options
from transparency.browse.operations import INSTALL, OBSERVER
from transparency.browse.visit import Limits, Snapshot, Visit, prepare
from transparency.crawl.candidates import Ground, moves
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.controls import finding
from transparency.extract.forms import field_kind
from transparency.extract.record_sets import find_record_sets
from transparency.items import Box
from transparency.matrix import load_matrix
from transparency.node import Node, Target

MATRIX = load_matrix()
SAID = load_portal_words(MATRIX.vocabulary.query_buttons)
SIGNPOSTS = Signposts(MATRIX, SAID.links)
ALL = frozenset(c.id for c in MATRIX.criteria)
TODAY = dt.date(2026, 11, 21)
OPTIONS = {"queryWords": SAID.query.buttons, "onwardWords": [], "maxElements": 5000, "maxCandidates": 300}

BAR = "<style>body{{margin:0;height:100vh;display:flex;flex-direction:column}}.all{{flex:1;overflow:auto}}.bar{{display:flex;height:56px}}.bar>*{{flex:1}}.page{{height:100%}}</style>"
LIST = "<ul id=list></ul>"
DRAW = """function draw() { const year = document.querySelector('.year').textContent;
  list.innerHTML = /20/.test(year) ? [1, 2, 3].map(n => `<li class=card><header><i>Empenho</i><b>${n}/${year}</b></header><div><p><span>Valor</span><span>R$ ${n}00,00</span></p></div></li>`).join('') : 'Escolha o ano'; }"""
MAKERS = {
    # a window with round choices, to be confirmed there
    "alert": """<div class=f role=button tabindex=0 aria-haspopup=dialog onclick=ask()><span>Ano</span><b class=year>Selecione</b></div>
      <script>function ask() { const w = document.createElement('div'); w.innerHTML = `<div role=alertdialog style="position:fixed;inset:0;background:#fff"><h2>Ano</h2>
        <div>${[2027, 2026, 2025].map(y => `<button role=radio aria-checked=false onclick="this.setAttribute('aria-checked', true)">${y}</button>`).join('')}</div>
        <div><button onclick="shut()">Cancelar</button><button onclick="take()">OK</button></div></div>`; document.body.append(w);
        window.shut = () => w.remove(); window.take = () => { const c = w.querySelector('[aria-checked=true]'); if (c) document.querySelector('.year').textContent = c.textContent; w.remove(); draw(); }; }</script>""",
    # a sheet of plain buttons, one of which leaves things as they are
    "sheet": """<button aria-haspopup=dialog onclick=ask()><span>Exercício</span> <span class=year>Escolha</span></button>
      <script>function ask() { const w = document.createElement('section'); w.setAttribute('role', 'dialog'); w.style = 'position:fixed;bottom:0;left:0;right:0;background:#fff';
        w.innerHTML = '<h4>Exercício</h4>' + [2027, 2026, 2025].map(y => `<button class=o>${y}</button>`).join('') + '<button class=c>Cancelar</button>';
        w.onclick = e => { if (e.target.matches('.o')) { document.querySelector('.year').textContent = e.target.textContent; draw(); } if (e.target.matches('button')) w.remove(); };
        document.body.append(w); }</script>""",
    # an item that says a period and shows an arrow: its choices are a list with a button of its own
    "item": """<style>.a::after{content:'\\25be'}</style><a href="#" class=a onclick="ask();return false"><span>Ano</span> <span class=year>2027</span></a>
      <script>function ask() { const w = document.createElement('div'); w.setAttribute('role', 'dialog'); w.style = 'position:fixed;inset:20px;background:#fff';
        w.innerHTML = '<ul>' + [2027, 2026, 2025].map(y => `<li role=option tabindex=0>${y}</li>`).join('') + '</ul><button>Concluído</button>';
        let c = ''; w.onclick = e => { if (e.target.matches('li')) c = e.target.textContent;
        if (e.target.matches('button')) { if (c) document.querySelector('.year').textContent = c; w.remove(); draw(); } }; document.body.append(w); }</script>""",
}
PLACES = (
    "<div class=bar{}>"
    + "".join(f"<div role=tab onclick=go()>{p}</div>" for p in ("Início", "Gastos", "Mais"))
    + "</div>"
)


def application(maker: str) -> str:
    return f"<!DOCTYPE html><title>App</title>{BAR.format()}<div class=all><div class=page><div>{MAKERS[maker]}</div>{LIST}</div></div>{PLACES.format(' role=tablist')}<script>{DRAW}draw()</script>"


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    app = Flask(__name__)
    app.add_url_rule("/<maker>", view_func=lambda maker: Response(application(maker), mimetype="text/html"))
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join(5)


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Any]:
    one = browser.new_page(viewport={"width": 900, "height": 700})
    one.add_init_script(OBSERVER)
    yield one
    one.close()


def ask(page: Any, operation: str, argument: Any = None) -> Any:
    page.evaluate(INSTALL)
    return answer_of(page, operation, argument)


class Guest:
    """Looks at what a visit brings, and goes on to what a page offers first as a query."""

    def __init__(self) -> None:
        self.seen: list[Snapshot] = []

    def expects(self, snapshot: Snapshot) -> bool:
        return False

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        self.seen.append(snapshot)
        return None

    def closed(self, snapshot: Snapshot) -> bool:
        return False

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        if len(self.seen) > 1:
            return None
        frames = [(v.key, v.url, v.data) for v in snapshot.frames]
        found = moves(frames, Ground(snapshot.node, snapshot.url), SIGNPOSTS, SAID.query, TODAY, ALL)
        return next((m.node for m in found if m.kind == "query"), None)

    def stuck(self, error: Exception) -> None:
        raise error


def test_filters_that_open_a_window(site: str) -> None:
    """Of each maker's filter the latest year that has begun is chosen, and the records come."""

    async def run() -> dict[str, list[Snapshot]]:
        found = {}
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            try:
                for maker in MAKERS:
                    page = await browser.new_page(viewport={"width": 900, "height": 700})
                    await prepare(page)
                    await page.goto(f"{site}/{maker}")
                    guest = Guest()
                    await Visit(Node(f"{site}/{maker}"), SAID.query, guest, today=TODAY, limits=Limits())(page)
                    found[maker] = guest.seen
            finally:
                await browser.close()
        return found

    for maker, (_, *seen) in asyncio.run(run()).items():
        assert [s.choices for s in seen] == [[("Exercício" if maker == "sheet" else "Ano", "2026")]], maker
        ((columns, rows),) = [([c.label for c in s.columns], s.rows) for s in find_record_sets(seen[0].frames[0].data.html) if s.rows > 1]  # fmt: skip
        assert (columns[-1], rows) == ("Valor", 3), maker


@pytest.mark.parametrize("maker", MAKERS)
def test_a_filter_is_a_field_and_nothing_to_press(page: Any, maker: str) -> None:
    page.set_content(application(maker))
    data = ask(page, "snapshot", OPTIONS)
    (field,) = data.selects
    assert field_kind(field, SAID.query) == "year"
    assert [(c.label, c.region, c.panel) for c in data.candidates] == [(p, "nav", "") for p in ("Início", "Gastos", "Mais")]  # fmt: skip


@pytest.mark.parametrize(
    "html",
    [
        "<button aria-haspopup=dialog>Filtros</button>",  # one thing said
        "<button aria-haspopup=dialog aria-controls=w><b>Ano</b> <i>2026</i></button><div id=w hidden>2026 2025</div>",  # in the page
        "<div role=button><span>Gastos</span> <span>2026</span></div>",  # no arrow: a tile
        "<table><tr><td><button aria-haspopup=dialog><b>Nota</b> <i>12</i></button></table>",
    ],
)  # fmt: skip
def test_no_filters(page: Any, html: str) -> None:
    page.set_content(html)
    assert ask(page, "snapshot", OPTIONS).selects == []


def test_tabs_in_the_page_are_no_bar_of_places(page: Any) -> None:
    page.set_content(
        f"<div style='height:200px'>Empenhos</div>{PLACES.format(' role=tablist')}<div style='height:900px'></div>"
    )
    assert {(c.region, c.panel) for c in ask(page, "snapshot", OPTIONS).candidates} == {("", "tab")}


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (
            "<section class=page id=a><button onclick=go()>Empenhos</button></section>",
            ["Voltar"],
        ),  # a view under another
        ("<nav id=a><button onclick=go()>Empenhos</button></nav>", ["Empenhos", "Voltar"]),  # a menu that was closed
    ],
)
def test_what_was_left_is_read_once(page: Any, left: str, told: list[str]) -> None:
    """A view that lies under the one in sight was read when it was in sight."""
    page.set_content(
        f"<style>body{{margin:0}}.page{{height:700px}}</style>{left}<section class=page id=b hidden><button onclick=back()>Voltar</button></section>"
    )
    target = ask(page, "snapshot", OPTIONS).candidates[0]
    reader = reader_of(page)
    assert element_of(page, reader, finding.locate(reader, Target(target.path, "button", "Empenhos"))) is not None
    page.evaluate("a.hidden = true; b.hidden = false")
    assert [c.label for c in ask(page, "snapshot", OPTIONS).candidates] == told
    assert ("Empenhos" in ask(page, "snapshot", OPTIONS).html) is ("Empenhos" in told)


def cards(*heads: tuple[str, str], wrap: str = "{}", tag: str = "div") -> str:
    made = "".join(wrap.format(f"<{tag} class=c><header><i>{a}</i><b>{b}</b></header><p><span>Valor</span><span>R$ {n},00</span></p></{tag}>") for n, (a, b) in enumerate(heads, 1))  # fmt: skip
    return f"<html><body><main>{made}</main></body></html>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (cards(("Credor", "Alfa Ltda"), ("Credor", "Beta ME"), ("Credor", "Gama SA")), True),
        (cards(("Credor", "Alfa Ltda"), ("Credor", "Beta ME"), ("Credor", "Gama SA"), wrap="<div>{}</div>", tag="x-card"), True),
        (cards(("Alfa Ltda", "ME"), ("Beta", "EPP"), ("Gama", "SA")), False),  # each another: a title and its small print
    ],
    ids=["heads", "wrapped", "titles"],
)  # fmt: skip
def test_heads_of_cards(html: str, expected: bool) -> None:
    labels = {c.label for s in find_record_sets(html) for c in s.columns}
    assert ("Credor" in labels) is expected, labels
