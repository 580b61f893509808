"""What comes before what among the moves of a page."""

from __future__ import annotations

from dataclasses import replace

import pytest
from views import built

from transparency.crawl.candidates import Ground, Move
from transparency.crawl.candidates.columns import is_column_head
from transparency.crawl.candidates.order import in_order, ways_on
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Rating, Signposts
from transparency.matrix import load_matrix
from transparency.model import Pressable
from transparency.node import Node

MATRIX = load_matrix()
WORDS = load_portal_words(MATRIX.vocabulary.query_buttons, None, MATRIX.labels)
SIGNPOSTS = Signposts(MATRIX, WORDS.links)
URL = "http://a.example/"


def entry(label: str, kind: str = "link") -> Move:
    rating = SIGNPOSTS.rate(label, "", (), "", "nav", frozenset(SIGNPOSTS.criteria))
    assert rating is not None
    return Move(Node(URL + label), kind, label, rating, label, label)  # type: ignore[arg-type]


MENU = ("Contas Públicas", "Quantitativo de Pessoal", "Resumo da Folha", "Empenhos", "Receitas", "Folha de Pagamento")


def test_pointers_and_sums_come_after_what_they_may_hide() -> None:
    moves = in_order([entry(label) for label in MENU], Ground(Node(URL), URL), SIGNPOSTS)
    assert {m.label for m in moves[:3]} == {"Empenhos", "Receitas", "Folha de Pagamento"}


@pytest.mark.parametrize("menu", [("Contas Públicas", "Receitas"), ("Contas Públicas", "O Município")])
def test_a_page_that_names_less_is_no_portal(menu: tuple[str, ...]) -> None:
    moves = {m.label: m.rating for m in in_order([entry(m) for m in menu], Ground(Node(URL), URL), SIGNPOSTS)}
    assert moves["Contas Públicas"] == Rating(0, 0.7, "")


PROMISE = Rating(0, 0.9, "licitacao")


def test_where_a_page_only_links_on_its_links_are_of_what_it_promised() -> None:
    """A list of reports under "Licitações": four links that say nothing of bids, beside the menu and a news item."""
    reports = [
        replace(entry(f"{name} {year}"), region="main") for name in ("Resumido", "Ficha") for year in (2025, 2026)
    ]
    beside = [replace(entry("Festa junina"), region="footer"), replace(entry("Obras públicas"), region="main")]
    found = {
        m.label: m.rating for m in ways_on([*reports, *beside, replace(entry("Glossário"), region="nav")], PROMISE)
    }
    assert {found[m.label].tier for m in reports} == {2}
    assert {found[m.label].criterion for m in reports} == {"licitacao"}
    assert {found[label].tier for label in ("Festa junina", "Obras públicas", "Glossário")} == {3}


def test_where_a_page_names_what_it_leads_to_the_rest_is_beside_it() -> None:
    found = [replace(entry(label), region="main") for label in ("Licitações homologadas", "Resumido 2026")]
    assert ways_on(found, PROMISE) == found


def test_sums_are_all_there_is() -> None:
    moves = in_order([entry("Quantitativo de Pessoal"), entry("Receitas")], Ground(Node(URL), URL), SIGNPOSTS)
    assert [m.rating.tier for m in moves] == [0, 0]


@pytest.mark.parametrize(
    ("records", "kind", "tier"),
    [(True, "click", 3), (True, "link", 0), (False, "click", 0)],
    ids=["the tab of the view", "a page of its own", "an entry of the menu that opened"],
)
def test_what_is_called_as_the_view_in_sight(records: bool, kind: str, tier: int) -> None:
    here = Node(URL, labels=("Receitas",))
    moves = in_order([entry("Receitas", kind)], Ground(here, URL, records=records), SIGNPOSTS)
    assert moves[0].rating.tier == tier


@pytest.mark.parametrize(
    ("says", "label", "heads"),
    [
        ("Arquivo Tamanho Baixar", "Tamanho", True),
        ("Arquivo ▲ Tamanho Baixar", "Baixar", True),
        ("Arquivo Tamanho Baixar", "", True),  # what stands over the sign of each row
        ("Arquivo completo 2 KB Baixar", "Baixar", False),
        ("Arquivo completo 2 KB Baixar", "", False),
        ("Balancete do arquivo municipal, 1 KB Baixar", "Baixar", False),
    ],
)
def test_headings_say_nothing_but_columns(says: str, label: str, heads: bool) -> None:
    row = {"table": "t", "index": 0, "cells": 3, "says": says}
    columns = frozenset(("arquivo", "tamanho", "baixar"))
    ground = Ground(Node(URL), URL, columns=columns)
    assert is_column_head(built(Pressable, label=label, row=row), ground) is heads
    # of a list without rows they sort nothing, and of one beside another they are not its own
    assert is_column_head(built(Pressable, label=label, row=row), Ground(Node(URL), URL, headings=columns)) is heads
    assert not is_column_head(built(Pressable, label=label, row=row), Ground(Node(URL), URL, True, headings=columns))
    sorts, leads = (
        built(Pressable, label=label, row=row, kind="link", href=f"{URL}{end}") for end in ("?por=nome", "/2026.htm")
    )
    assert is_column_head(sorts, ground) is heads
    assert not is_column_head(leads, ground), "the only line of a list of links looks like headings"


def test_where_a_page_only_has_tabs_they_are_of_what_it_promised() -> None:
    """A summary with tabs ("Por órgão"), years and the way back; a lone button and a bar of many are none."""
    tabs = [
        replace(entry(label), kind="click", region="main", shape="main>div>div") for label in ("Resumo", "Por órgão")
    ]
    lone = replace(entry("Festa junina"), kind="click", region="main", shape="main>button")
    many = [replace(entry(f"Linha {n}"), kind="click", region="main", shape="main>tr") for n in range(9)]
    back = replace(entry("Transparência"), region="main", rating=Rating(1, 0.5, "licitacao"))
    year = replace(entry("2026"), kind="query", region="main", rating=Rating(1, 0.6, ""))
    found = {m.label: m.rating.tier for m in ways_on([*tabs, lone, *many, back, year], PROMISE)}
    assert {label for label, tier in found.items() if tier == 1} == {"Resumo", "Por órgão", "Transparência", "2026"}
