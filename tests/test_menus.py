"""Menus: what the neighbours of an entry led to, what stands around a record, and what is deeper than a walk goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from candidates import candidate

from transparency.crawl.agenda import Agenda
from transparency.crawl.candidates import Move
from transparency.crawl.harvest import Harvest
from transparency.crawl.offering import Offering, offering_of
from transparency.crawl.request import Candidate
from transparency.crawl.signposts import Rating
from transparency.crawl.standing import menus_on_both
from transparency.crawl.strategies import Anywhere, Learning, Offer, Walk, best_first
from transparency.node import FrameKey, Node, Step, Target

HOME = "http://vila.example/"
NAV = "body[1]>nav[1]>ul[1]"
SHAPE = "body>nav>ul>li>ul>li>a"


def move(path: str, label: str = "", kind: str = "link", tier: int = 3, **given: Any) -> Move:
    made: dict[str, Any] = {"path": path, "shape": SHAPE, "region": "nav", **given}
    return Move(Node(f"{HOME}{label}"), cast(Any, kind), label, Rating(tier, 0.0, ""), label, **made)


def entries(part: int, count: int) -> list[Move]:
    """The entries of a part of a menu."""
    return [move(f"{NAV}>li[{part}]>ul[1]>li[{n}]>a[1]", f"{part}-{n}") for n in range(1, count + 1)]


def offering(found: list[Move], menus: frozenset[str] = frozenset(), source: Any = None) -> Offering:
    page = SimpleNamespace(node="home", findings=[])
    audit = SimpleNamespace(agenda=SimpleNamespace(known=None))
    origin = source or candidate(HOME)
    return offering_of(cast(Any, audit), Node(HOME), found, cast(Any, page), origin, False, menus)


def test_an_entry_belongs_to_its_part_of_a_menu() -> None:
    town, accounts, short = entries(1, 9), entries(2, 14), entries(3, 2)
    made = offering([*town, *accounts, *short])
    assert len({made.list_of(one) for one in town}) == len({made.list_of(one) for one in accounts}) == 1
    assert made.list_of(town[0]) != made.list_of(accounts[0])
    assert made.list_of(short[0]) == f"home|{SHAPE}|{NAV}"  # two are no list: the menu as a whole
    assert not offering(short).list_of(short[0])
    assert not made.list_of(move("", "of a row"))
    assert not offering([replace(one, region="main") for one in town]).list_of(
        replace(town[0], region="main")
    )  # records


def test_siblings_of_a_list_that_bears_are_tried_where_those_of_others_are_left() -> None:
    harvest = Harvest()
    barren, good = candidate(group="page", listed="town", tier=3), candidate(group="page", listed="accounts", tier=3)
    assert not harvest.bears(good)
    harvest.tried(good, fruitful=True)
    for _ in range(9):
        harvest.tried(barren, fruitful=False)
    assert harvest.bears(good)
    assert not harvest.bears(barren)
    assert harvest.spent(barren, 3)
    assert not harvest.spent(good, 3)
    for _ in range(9):
        harvest.tried(good, fruitful=False)
    assert harvest.spent(good, 3)  # it has brought nothing for long


def test_what_stands_beside_what_has_led_on_comes_first() -> None:
    class Town(Anywhere):
        def bears(self, candidate: Any) -> bool:
            return bool(candidate.listed == "accounts")

    walk = Walk(best_first, Learning(), "pb/a", Town())
    other = Offer("other", 0, candidate(listed="town", tier=3, score=0.9))
    beside = Offer("beside", 1, candidate(listed="accounts", tier=3, score=0.0))
    astray = Offer("astray", 2, candidate(listed="accounts", tier=3, score=0.0, off_topic=True))
    near = Offer("near", 3, candidate(tier=2))
    assert walk.pick([other, beside, astray]) == 1
    assert walk.pick([other, astray]) == 0
    assert walk.pick([beside, near]) == 1


@pytest.mark.parametrize(("listed", "doubt"), [("accounts", {"quadro_pessoal"}), ("town", set())])
def test_a_list_that_bears_and_was_not_read_to_its_end_leaves_a_doubt(listed: str, doubt: set[str]) -> None:
    ledger = SimpleNamespace(cut_short=set(), unpromised=lambda: {"quadro_pessoal"}, withdraw=lambda *_: None)
    spending = SimpleNamespace(dropped=Counter[str]())
    portal = SimpleNamespace(question=lambda node: "")
    agenda = Agenda(cast(Any, ledger), cast(Any, spending), cast(Any, portal), lambda: None)
    agenda.harvest.tried(candidate(listed="accounts"), fruitful=True)
    agenda._drop(candidate(listed=listed, tier=3), 3, "nodes")
    assert ledger.cut_short == doubt


def test_what_lies_deeper_leaves_no_doubt_where_its_like_was_seen() -> None:
    ledger = SimpleNamespace(cut_short=set(), wanted=lambda: {"licitacao"})
    agenda = Agenda(
        cast(Any, ledger), cast(Any, SimpleNamespace(dropped=Counter[str]())), cast(Any, None), lambda: None
    )
    agenda.harvest.patterns.add("http://vila.example/editais/0")
    bid = Move(Node(f"{HOME}editais/77"), "link", "Edital 77", Rating(0, 0.9, "licitacao"), "")
    agenda.too_deep([bid])
    agenda.end()
    assert not ledger.cut_short
    agenda.too_deep([Move(Node(f"{HOME}atas/77"), "link", "Ata 77", Rating(0, 0.9, "licitacao"), "")])
    agenda.harvest.patterns.add("http://vila.example/atas/0")  # one nearer was looked at since
    agenda.end()
    assert not ledger.cut_short
    agenda.harvest.patterns.clear()
    agenda.end()
    assert ledger.cut_short == {"licitacao"}


TREE = "body[1]>form[1]>div[1]"


def presses(*labels: str, at: str = TREE) -> frozenset[tuple[str, str]]:
    return frozenset((f"{at}>div[{n}]>a[1]", label) for n, label in enumerate(labels, 1))


def test_a_menu_that_stands_around_a_list_is_none_of_its_records() -> None:
    """What is unfolded in it may differ from page to page."""
    before = presses("Receita", "Despesa", "Pessoal", "Contas", "Ajuda") | presses(
        "1/2026", "2/2026", at="body[1]>main[1]"
    )
    after = presses("Receita", "Despesa", "Empenhos", "Pessoal", "Contas", "PPA", "Ajuda")
    tabs = presses("Dados", "Vencedor", at="body[1]>main[1]")
    assert menus_on_both(before, after | tabs) == {TREE}
    assert not menus_on_both(before, tabs)
    steps = (Step("click", FrameKey(), Target("a")),)
    record = candidate(Node(HOME, steps=steps), kind="row")
    made = offering([], frozenset({TREE}), record)
    assert not made._of_record(move(f"{TREE}>div[6]>a[1]", "PPA", "click"))
    assert made._of_record(move("body[1]>main[1]>div[2]>a[1]", "Vencedor", "click"))


def test_names_on_a_deeper_level_of_a_tree_are_records_of_another_kind() -> None:
    """Three accounts of one level that show nothing new say nothing of those below them."""
    harvest, tree = Harvest(), Node("http://a.example/")

    def account(name: str, levels: int) -> Candidate:
        steps = tuple(Step("click", FrameKey(), Target("", "a", f"Expandir {n}"), "") for n in range(levels + 1))
        return candidate(
            replace(tree, steps=steps), "click", label=name, tier=1, subject="receita_orcamentaria", shape="div>a"
        )

    for name in ("1.1 IMPOSTOS", "1.2 CONTRIBUIÇÕES", "1.3 PATRIMONIAL"):
        assert not harvest.shown_enough(account(name, 1))
        harvest.took_in(account(name, 1), 0, has_data=True)
    assert harvest.shown_enough(account("1.7 TRANSFERÊNCIAS", 1))
    assert harvest.familiar(account("1.7 TRANSFERÊNCIAS", 1))
    assert not harvest.shown_enough(account("1.1.1 IMPOSTO SOBRE A RENDA", 2))
    assert not harvest.familiar(account("1.1.1 IMPOSTO SOBRE A RENDA", 2))  # it comes before another of the level above
    for n in range(6):  # levels that show no data by themselves
        assert not harvest.shown_enough(account(f"1.1.{n}", 2))
        harvest.took_in(account(f"1.1.{n}", 2), 0, has_data=False)
    assert harvest.shown_enough(account("1.1.7", 2))


def test_bids_of_one_modality_are_of_one_kind_however_they_are_come_to() -> None:
    harvest = Harvest()

    def bid(name: str, chips: int) -> Candidate:
        steps = tuple(Step("click", FrameKey(), Target("", "a", f"chip {n}"), "") for n in range(chips + 1))
        node = Node("http://a.example/", steps=steps)
        return candidate(
            node, "click", label=name, name=name, tier=0, criterion="licitacao", subject="licitacao", shape="div>div"
        )

    for n in range(3):
        harvest.took_in(bid(f"Pregão {n}/2026 Pneus", n), 0, has_data=True)
    assert harvest.shown_enough(bid("Pregão 9/2026 Tubos", 0))
    assert not harvest.shown_enough(bid("Dispensa 9/2026 Tubos", 0))


def test_files_of_one_name_are_of_one_kind_wherever_they_hang() -> None:
    harvest = Harvest()

    def paper(name: str, bid: int) -> Candidate:
        node = Node(f"http://a.example/pregao-{bid}/edital.pdf")
        return candidate(node, "document", label=name, name=name, tier=0, criterion="licitacao", subject="licitacao")

    for n in range(3):
        harvest.took_in(paper("Edital e anexos", n), 0, has_data=True)
    assert harvest.shown_enough(paper("Edital e anexos", 9))
    assert not harvest.shown_enough(paper("Ata da sessão", 9))


def test_cards_on_pages_that_were_turned_are_of_one_kind() -> None:
    harvest = Harvest()

    def person(name: str, turned: int) -> Candidate:
        turns = tuple(Step("click", FrameKey(), Target("", "a", "Próxima página"), "") for _ in range(turned))
        opened = Step("click", FrameKey(), Target("", "div", name), "")
        node = Node("http://a.example/", steps=(*turns, opened))
        return candidate(node, "click", label=name, tier=2, subject="quadro_pessoal", shape="div>div")

    for n, name in enumerate(("Ana", "Beto", "Caio")):
        harvest.took_in(person(name, n), 0, has_data=True)
    assert harvest.shown_enough(person("Davi", 7))
