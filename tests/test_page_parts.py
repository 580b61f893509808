"""Menus that scripts draw are no records, nor is what the head, the middle and the foot of a page say together."""

from __future__ import annotations

from dataclasses import replace

import pytest
from test_walk import component, found
from views import built, like

from transparency.crawl.candidates import Ground, folders
from transparency.extract.record_sets import find_record_sets
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node, Step, Target

P = 'data-t-press=""'
FOLDED = 'data-t-hidden=""'


def menu(item: str, group: str, entries: str = "") -> str:
    """Two groups of two entries each, as a component library draws them."""
    return "".join(
        f'<div class="pn"><div {P} class="gr"><span class="{group}">{name}</span><i>▾</i></div><div {entries}>'
        + "".join(f'<div {P} class="it"><span class="{item}">{entry}</span></div>' for entry in listed)
        + "</div></div>"
        for name, listed in (("Despesa", ("Empenhos", "Diárias")), ("Receita", ("Arrecadação", "Convênios")))
    )


def node(entry: str, below: str = "") -> str:
    """A node of a tree that is laid out by tables, over those that it unfolds."""
    sign = "<td><a href='javascript:abre(1)'><img alt='Expandir grupo'></a></td>" if below else "<td><i></i></td>"
    return f"<div><table><tr>{sign}<td>{entry}</td></tr></table><div>{below}</div></div>"


def detail(pressed: str) -> str:
    return "".join(
        f'<div class="cp"><span class="rotulo">{label}</span><span class="valor" {pressed}>{value}</span></div>'
        for label, value in (("Credor", "Padaria Lua"), ("Objeto", "Pães"), ("Modalidade", "Pregão"))
    )


@pytest.mark.parametrize(
    "html",
    [
        menu("item-label", "group-label", FOLDED),
        menu("item-label", "group-label"),
        menu("texto", "titulo"),
        f"<div><b {P}>Despesa</b><span {P}>Empenhos</span><b {P}>Receita</b><span {P}>Arrecadação</span></div>",
        node(f"<span {P}>Despesas</span>", node(f"<span {P}>Empenhos</span>") + node(f"<span {P}>Diárias</span>")),
        node("<a href=#>Despesas</a>", node("<a href=#>Empenhos</a>")),
        "".join(
            f"<p><b>{n}</b><br><a href=1>01/2026</a> <a href=2>02/2026</a></p>"
            for n in ("Empenhos", "Receita", "Folha")
        ),
        "<div><a><label>Despesa</label></a><a>Empenhos</a><a><label>Receita</label></a><a>Arrecadação</a></div>",
    ],
)
def test_entries_of_a_menu_are_no_fields(html: str) -> None:
    assert find_record_sets(html) == []


@pytest.mark.parametrize("pressed", ["", P])
def test_values_that_can_be_pressed_are_values(pressed: str) -> None:
    """The name of a creditor often opens what was paid to him."""
    (found,) = find_record_sets(detail(pressed))
    assert [column.label for column in found.columns] == ["Credor", "Objeto", "Modalidade"]


FOOT = '<div class="pe">Última importação: 20/11/2026</div>'


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (f"<div class=topo><b>PREFEITURA</b><br>Estado de Goiás</div><form>Selecione: Entidade</form>{FOOT}", []),
        (f'<div id="app"><div class=topo>Portal: Transparência</div><main>Filtro: Ano</main>{FOOT}</div>', []),
        ("<p>Número: 12/2026</p><p>Objeto: Pães</p><p>Valor: 10,00</p>", [["Número", "Objeto", "Valor"]]),
        (
            f"<div class=topo>Portal: Transparência</div><div>{detail('')}</div>{FOOT}",
            [["Credor", "Objeto", "Modalidade"]],
        ),
    ],
)
def test_parts_of_a_page_are_not_one_record(html: str, found: list[list[str]]) -> None:
    assert [[c.label for c in s.columns] for s in find_record_sets(f"<body>{html}</body>")] == found


HOME = Node("http://portal.gov.br/")
GROUP = component("Despesas ▴", path="body[1]>div[1]>div[1]", discloses=False)
ENTRY = component("Diárias", path="body[1]>div[1]>div[2]>div[1]")


def below(candidates: list[Pressable], state: str = "") -> Ground:
    """A page below one that had such components."""
    known = frozenset(folders([(FrameKey(), HOME.url, built(View, {"candidates": candidates}))], menu=True))
    return Ground(HOME, HOME.url, state=state, inherited=known)


@pytest.mark.parametrize(
    ("before", "pressed"),
    [
        ([], ["Despesas ▴", "Diárias"]),
        ([like(GROUP, label="Despesas ▾", discloses=True)], ["Diárias"]),
        ([like(GROUP, label="Receitas ▾", discloses=True)], ["Despesas ▴", "Diárias"]),
    ],
)
def test_what_opened_a_part_of_the_menu_is_not_pressed_again(before: list[Pressable], pressed: list[str]) -> None:
    """Before, its part was folded; now a press would fold it again."""
    assert sorted(move.label for move in found(GROUP, ENTRY, ground=below(before))) == pressed


@pytest.mark.parametrize(("hidden", "same"), [(True, True), (False, False)])
def test_an_entry_of_the_menu_is_one_beside_any_view(hidden: bool, same: bool) -> None:
    before = [like(ENTRY, hidden=hidden)]
    keys = {found(ENTRY, ground=below(before, state))[0].key for state in ("empenhos", "receitas")}
    assert (len(keys) == 1) == same


def test_months_under_the_names_of_reports_lead_to_each_of_them() -> None:
    """A list of months by itself is one report; under several names, one month of each is opened."""
    links = [
        component(f"0{m}/2026", "link", f"body[1]>p[{p}]>a[{m}]", href=f"http://portal.gov.br/{p}{m}", around=[name])
        for p, name in enumerate(("Empenhos", "Folha de Pagamento", "Lei Orgânica"), 1)
        for m in (1, 2, 3)
    ]
    made = {move.node.labels: move.rating.tier for move in found(*links)}
    assert made == {("Empenhos", "01/2026"): 1, ("Folha de Pagamento", "01/2026"): 1, ("Lei Orgânica", "01/2026"): 3}
    assert len(found(*(like(link, around=[]) for link in links))) == 1
    bids = [like(link, label=f"000{n}/2026", around=[f"Pregão {chr(97 + n)}"]) for n, link in enumerate(links)]
    assert len(found(*bids)) == 1


@pytest.mark.parametrize("badge", ["", " CSV", "CSV"])
def test_files_of_two_kinds_by_year_are_opened_one_of_each(badge: str) -> None:
    """A badge may stand in the link, without a space before it."""
    named = [f"{kind} {year}{badge}" for kind in ("Empenhos", "Pagamentos") for year in (2023, 2024, 2025)]
    links = [
        component(label, "link", f"body[1]>ul[1]>li[{n}]>a[1]", href=f"http://portal.gov.br/recurso/{n}f{n}")
        for n, label in enumerate(named)
    ]
    assert [move.label.split()[0] for move in found(*links)] == ["Empenhos", "Pagamentos"]


@pytest.mark.parametrize(
    ("sought", "label", "tier"), [(True, "Concluídos", 1), (False, "Concluídos", 3), (True, "Diárias", 3)]
)
def test_a_tab_over_what_was_asked_for_is_a_part_of_it(sought: bool, label: str, tier: int) -> None:
    tab = component(label, tag="li", path="body[1]>ul[1]>li[2]", panel="closed", region="main")
    (move,) = found(tab, ground=Ground(HOME, HOME.url, sought=sought))
    assert move.rating.tier == tier


@pytest.mark.parametrize(
    ("inner", "before", "tiers"),
    [(True, "Despesas", [1]), (False, "Despesas", [3]), (True, "Vencedores", [])],  # not of a list; was there before
)
def test_what_came_up_with_a_record_is_a_part_of_it(inner: bool, before: str, tiers: list[int]) -> None:
    tab = component("Vencedores", tag="li", path="body[1]>ul[1]>li[2]")
    ground = Ground(HOME, HOME.url, True, True, inner=inner, before=frozenset({(tab.path, before)}))
    assert [move.rating.tier for move in found(tab, like(tab, label="Frota", hidden=True), ground=ground)] == tiers


@pytest.mark.parametrize(("pressed", "opens"), [(0, "a primeira linha"), (1, "a linha 2")])
def test_a_tree_is_unfolded_level_by_level_by_signs_without_words(pressed: int, opens: str) -> None:
    """Its signs do not say what is open, and are made as the pictures that open a record."""
    said = ("1 Receitas correntes 9,00", "1.1 Impostos 7,00", "1.2 Taxas 2,00", "2 Receitas de capital 4,00")
    pictures = [
        component(label, tag="img", path=f"body[1]>table[1]>tbody[1]>tr[{n + 1}]>td[{column + 1}]>img[1]", box=[x, 9, 16, 16],
            row={"table": "body[1]>table[1]", "index": n, "count": 4, "column": column, "cells": 3, "heading": False, "head": "", "says": words})
        for n, words in enumerate(said)
        for label, column, x in (("", 0, 20 + 16 * (words[1] == ".")), ("Detalhes", 2, 300))
    ]  # fmt: skip
    steps = tuple(Step("click", FrameKey(), Target(one.path, "img"), "") for one in pictures[:pressed])
    rows = found(*pictures, ground=Ground(HOME, HOME.url, True, True, origin=replace(HOME, steps=steps)))
    assert [move.node.words[-1] for move in rows if not move.label] == [f"abra {opens}"]
    assert [move.label for move in rows if move.label] == ["Detalhes"]
