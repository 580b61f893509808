"""The least walk: counted by hand, found by search, and gone in a real browser."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Frame, Page

from lab import Lab, Portal, all_portals, serve
from lab.definition import Column
from lab.definition import Page as LabPage
from lab.frameworks.base import ENTRY
from lab.key import places, write_key
from lab.least import Route, cover, greedy, least_nodes, least_walk, routes

PORTALS = {p.slug: p for p in all_portals()}

BY_HAND = {
    # nothing gets past the protection page, and nothing is published
    "lab-capao-da-seriema": 0,
    # entry; servants: form, answer. All else is empty.
    "lab-pontal-das-andorinhas": 3,
    # entry; expenditure (framed form, answer, record 3); revenue (2); bids at once (1)
    "lab-poco-da-craibeira": 1 + 3 + 2 + 1,
    # entry; panels: expenditure 3, by body at once 1, extra 2, revenue (answer for another year, record) 3; bids: list at once
    # and a record 2; servants at once 1; extra revenue has no item that extra panels lack in its other year
    "lab-vale-da-maritaca": 13,
    # entry; commitments 3, fixed 2, bids of expenditure 2, extra 2, revenue 3, extra revenue 2, bids 3; servants: form of the
    # first tab, form of the second (drawn anew), answer 3
    "lab-serra-do-umbuzeiro": 1 + 3 + 2 + 2 + 2 + 3 + 2 + 3 + 3,
    # entry; four groups of tiles; commitments 3, fixed 2, extra 2, revenue 3, extra revenue at once 1, bids 3, payroll 2
    "lab-nova-saira": 1 + 4 + 3 + 2 + 2 + 3 + 1 + 3 + 2,
    # entry; the first page of each group shows its mates, so no menu: details 3, budget at once 1, extra 2, revenue at once and
    # a record 2, extra revenue 2, bids 3; payroll: form, answer of the second tab (same form) 2
    "lab-porto-das-jangadas": 1 + 3 + 1 + 2 + 2 + 2 + 3 + 2,
    # entry; by function: form, answer, two levels, record 5; extra 2; revenue 3; bids 3; payroll 2
    "lab-chapada-do-uirapuru": 1 + 5 + 2 + 3 + 3 + 2,
    # entity, year, list of queries 3; commitments 3; by class: form, answer, second tab 3; extra 2; revenue 3; extra revenue 2;
    # bids: page, two tabs, a record 4; salaries 2 (all in 2025, the only year that all of them hold)
    "lab-pedra-do-curiango": 3 + 3 + 3 + 2 + 3 + 2 + 4 + 2,
}


@pytest.mark.parametrize(("slug", "nodes"), BY_HAND.items())
def test_counted_by_hand(slug: str, nodes: int) -> None:
    assert least_nodes(PORTALS[slug]) == nodes, least_walk(PORTALS[slug]).states


@pytest.mark.parametrize("slug", PORTALS)
def test_the_walk_shows_everything_and_is_whole(slug: str) -> None:
    """Every item is on a route that the walk holds whole, and the search came to its end."""
    portal = PORTALS[slug]
    walk = least_walk(portal)
    held = [route for route in routes(portal) if set(route.states) <= set(walk.states)]
    assert frozenset[str]().union(*(route.items for route in held)) == set(places(portal))
    assert walk.exact and len(set(walk.states)) == walk.nodes
    for route in held:
        assert route.states[0] == ENTRY and len(set(route.states)) == len(route.states)


# ---------------------------------------------------------------- the search


def route(states: str, items: str) -> Route:
    return Route(tuple(states), frozenset(items))


@pytest.mark.parametrize(
    ("given", "items", "nodes"),
    [
        ([], "", 0),
        ([route("eab", "1")], "1", 3),
        ([route("ea", "1"), route("eb", "2"), route("ecd", "12")], "12", 3),  # one deep page, or two near ones: as many
        ([route("ea", "1"), route("eb", "2"), route("ec", "12")], "12", 2),
        # The best item per state is a trap: abcd in three states, where ef and gh share theirs.
        ([route("exyz", "abcd"), route("ep", "ab"), route("epq", "abc"), route("epqr", "abcd")], "abcd", 4),
        ([route("ea", "12"), route("eb", "34"), route("ecd", "1234"), route("ef", "135"), route("eg", "246")], "123456", 3),
    ],
)  # fmt: skip
def test_cover(given: list[Route], items: str, nodes: int) -> None:
    found = cover(given, items)
    assert (found.nodes, found.exact) == (nodes, True)


def test_cover_is_the_least_of_all() -> None:
    """Against trying every set of routes, on small made-up portals."""
    rng = random.Random(3)
    for _ in range(60):
        tree = {"e": ("e",)}
        for state in "abcdefgh":
            tree[state] = (*tree[rng.choice(sorted(tree))], state)
        given = [
            Route(tree[s], frozenset(rng.sample("123456", rng.randint(1, 3)))) for s in rng.choices("abcdefgh", k=8)
        ]
        items = frozenset[str]().union(*(r.items for r in given))
        best = min(
            len({s for r in chosen for s in r.states})
            for size in range(len(given) + 1)
            for chosen in itertools.combinations(given, size)
            if frozenset[str]().union(*(r.items for r in chosen)) >= items
        )
        assert cover(given, items).nodes == best <= len(greedy(given, items))


def test_a_search_that_is_cut_short_says_so() -> None:
    given = [route("ea", "1234"), route("ebc", "1235"), route("ebd", "46")]  # "ea" looks best and is needless
    assert (cover(given, "123456").nodes, cover(given, "123456").exact) == (4, True)
    assert (cover(given, "123456", tries=0).nodes, cover(given, "123456", tries=0).exact) == (5, False)


def test_an_item_without_a_route_is_a_bug() -> None:
    with pytest.raises(ValueError, match="no route"):
        cover([route("ea", "1")], "12")


def test_it_stands_beside_the_key(tmp_path: Path) -> None:
    write_key(tmp_path / "key.csv", [PORTALS["lab-poco-da-craibeira"]])
    facts = json.loads((tmp_path / "key.least.json").read_text(encoding="utf-8"))
    assert facts["lab-poco-da-craibeira"]["least_nodes"] == 7
    assert facts["lab-poco-da-craibeira"]["published"] == 9
    assert facts["lab-poco-da-craibeira"]["held_out"] is False


# ---------------------------------------------------------------- in a browser


@pytest.fixture(scope="module")
def lab() -> Iterator[Lab]:
    with serve() as running:
        yield running


OWN_TEXTS = """() => {
  const found = new Set();
  const look = (root) => {
    for (const e of root.querySelectorAll('*')) {
      if (['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'TITLE'].includes(e.tagName)) continue;
      const own = [...e.childNodes].filter((n) => n.nodeType === 3).map((n) => n.textContent).join(' ');
      for (const t of [own, e.textContent.length < 120 ? e.textContent : '', e.title, e.getAttribute('aria-label'), e.alt])
        if (t && t.trim()) found.add(t.replace(/[▾▴›»+–]/g, '').replace(/\\s+/g, ' ').trim().toLowerCase());
      if (e.shadowRoot) look(e.shadowRoot);
    }
  };
  look(document);
  return [...found];
}"""
"""Words of every element, hidden ones too, as an auditor finds them in the DOM."""


def in_the_dom(page: Page) -> set[str]:
    try:
        return {text for frame in page.frames for text in frame.evaluate(OWN_TEXTS)}
    except Error:  # an entry that goes on to another address by itself
        return set()


@pytest.mark.parametrize("slug", [s for s, p in PORTALS.items() if places(p)])
def test_what_the_entry_holds_is_as_the_ways_say(lab: Lab, browser: Browser, slug: str) -> None:
    """A page one state from the entry is named in its DOM (or its group, if it is the first of it); one behind a menu is not."""
    portal = PORTALS[slug]
    first = {r.states[1] for r in routes(portal) if len(r.states) > 1}
    wanted = {place.page.id for found in places(portal).values() for place in found}
    near = [portal.page(page_id) for page_id in wanted & first]
    far = [portal.page(page_id) for page_id in wanted - first if any(state.startswith("menu ") for state in first)]
    heads = {p.menu[0]: p for p in reversed(portal.pages)}

    def named(texts: set[str]) -> list[LabPage]:
        return [
            p
            for p in near
            if any(w.lower() in t for t in texts for w in (p.menu[-1], *p.menu[:1][: heads[p.menu[0]] is p]))
        ]

    page = browser.new_page()
    page.goto(lab.portal(slug).url)
    before: set[str] = set()
    for _ in range(100):  # until all is there, and stands still
        words = in_the_dom(page)
        if words and words == before and len(named(words)) == len(near):
            break
        before = words
        page.wait_for_timeout(120)
    page.close()
    assert named(words) == near
    assert not [p.id for p in far if p.menu[-1].lower() in words]


class Walk:
    """Nodes visited one by one, each from the entry on, and what is in sight at each."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.seen: dict[str, str] = {}

    def visit(self, state: str, labels: list[str], *steps: str) -> None:
        """Steps: a text to click, ``ano=`` a year to choose, ``css=`` what to click by its place; looks until all labels are there."""
        page = self.browser.new_page(viewport={"width": 1366, "height": 900})
        page.goto(self.url)
        for step in steps:
            self.do(page, step)
        for _ in range(60):
            # Windows over the page, and frames, show what they hold.
            self.seen[state] = " ".join(f.locator("body").inner_text() for f in page.frames).lower()
            if all(label in self.seen[state] for label in labels):
                break
            page.wait_for_timeout(100)
        page.close()

    @staticmethod
    def do(page: Page, step: str) -> None:
        for _ in range(60):
            for frame in reversed(page.frames):
                if Walk.done(frame, step):
                    page.wait_for_timeout(250)
                    return
            page.wait_for_timeout(100)
        pytest.fail(f"cannot do {step!r}: {[f.locator('body').inner_text()[:300] for f in page.frames]}")

    @staticmethod
    def done(frame: Frame, step: str) -> bool:
        if step.startswith("ano="):
            year = frame.locator("select[name=exercicio]:visible")
            if year.count():
                year.first.select_option(step[4:])
            return bool(year.count())
        target = frame.locator(step if step.startswith("css=") else f'text="{step}" >> visible=true')
        there = bool(target.count())
        if there:
            # What stands in a closed menu can be stepped through: the click is sent to it wherever it is.
            target.first.dispatch_event("click")
        return there


GONE = {
    "lab-poco-da-craibeira": {
        "entrada": (),
        "despesas": ("css=a[href$='/despesas']",),
        "despesas/v0/lista": ("css=a[href$='/despesas']", "ano=2024", "Pesquisar"),
        "despesas/v0/lista/registro de v0": ("css=a[href$='/despesas']", "ano=2024", "Pesquisar", "css=table a[data-modal]"),
        "receitas": ("css=a[href$='/receitas']",),
        "receitas/v0/lista": ("css=a[href$='/receitas']", "ano=2024", "Pesquisar"),
        "licitacoes": ("css=a[href$='/licitacoes']",),
    },
    "lab-porto-das-jangadas": {
        "entrada": (),
        "detalhamento": ("css=.jp-card:has-text('Despesas')",),
        "detalhamento/v0": ("css=.jp-card:has-text('Despesas')", "Consultar"),
        "detalhamento/v0/registro de v0": ("css=.jp-card:has-text('Despesas')", "Consultar", "css=.jp-linha[data-id]"),
        "orcamento": ("css=.jp-card:has-text('Despesas')", "Orçamento Fixado e Executado"),
        "extra": ("css=.jp-card:has-text('Despesas')", "Despesas Extraorçamentárias"),
        "extra/v0": ("css=.jp-card:has-text('Despesas')", "Despesas Extraorçamentárias", "Consultar"),
        "receitas": ("css=.jp-card:has-text('Receitas')",),
        "receitas/registro de v0": ("css=.jp-card:has-text('Receitas')", "css=.jp-linha[data-id]"),
        "receitas_extra": ("css=.jp-card:has-text('Receitas')", "Receitas Extraorçamentárias"),
        "receitas_extra/v0": ("css=.jp-card:has-text('Receitas')", "Receitas Extraorçamentárias", "Consultar"),
        "licitacoes": ("css=.jp-card:has-text('Licitações')",),
        "licitacoes/v0": ("css=.jp-card:has-text('Licitações')", "Buscar"),
        "licitacoes/v0/registro de v0": ("css=.jp-card:has-text('Licitações')", "Buscar", "css=.jp-linha button"),
        "pessoal": ("css=.jp-card:has-text('Pessoal')",),
        "pessoal/v1": ("css=.jp-card:has-text('Pessoal')", "Remuneração", "Atualizar consulta"),
    },
}  # fmt: skip


def shown(portal: Portal, state: str) -> list[Column]:
    """The columns that a state must show."""
    found = []
    for place in itertools.chain.from_iterable(places(portal).values()):
        last = {r.states[-1] for r in routes(portal) if r.states[-1].startswith(place.page.id)}
        here = (
            state.endswith(f"registro de {place.view.id}")
            if place.in_detail
            else state.removesuffix("/lista") in (place.page.id, f"{place.page.id}/{place.view.id}")
        )
        if state in last and state.startswith(place.page.id) and here:
            found.append(place.column)
    return found


@pytest.mark.parametrize("slug", GONE)
def test_gone_in_a_browser(lab: Lab, browser: Browser, slug: str) -> None:
    """Each state of the least walk is reached through what the states before it hold, and shows its items."""
    portal, walk = PORTALS[slug], least_walk(PORTALS[slug])
    assert set(GONE[slug]) == set(walk.states)
    gone = Walk(browser, lab.portal(slug).url)
    items: set[str] = set()
    for state, steps in GONE[slug].items():
        columns = shown(portal, state)
        if not columns:
            continue
        gone.visit(state, [column.label.lower() for column in columns], *steps)
        for column in columns:
            assert column.label.lower() in gone.seen[state], (state, column.label, gone.seen[state][:1500])
            items |= set(column.publishes)
    assert items == set(places(portal))
    assert not [hit for hit in lab.forbidden_posts if hit.host in portal.frameworks]
