"""Menus: what the neighbours of an entry led to, what stands around a record, and what is deeper than a walk goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from candidates import candidate

from transparency.crawl.agenda import Agenda
from transparency.crawl.arrival import Arrival
from transparency.crawl.candidates import Move
from transparency.crawl.harvest import Harvest
from transparency.crawl.offering import Offering, offering_of
from transparency.crawl.onward import Onward
from transparency.crawl.request import Candidate
from transparency.crawl.signposts import Rating
from transparency.crawl.standing import Standing, menus_on_both
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


def test_pages_of_persons_are_of_one_kind_though_each_has_a_name_of_its_own() -> None:
    """Pages of subjects, whose names are looked for, are none."""
    harvest = Harvest()

    def page(name: str, number: int, criterion: str = "") -> Candidate:
        node, tier = Node(f"http://a.example/pessoas/{number}"), 0 if criterion else 2
        return candidate(node, label=name, name=name, tier=tier, criterion=criterion, subject="quadro_pessoal")

    for n, name in enumerate(("ana", "beto", "caio", "davi", "eva", "fabio")):
        assert not harvest.shown_enough(page(name, n))
        harvest.took_in(page(name, n), 0, has_data=True)
    assert harvest.shown_enough(page("gil", 7)) and harvest.familiar(page("gil", 7))
    assert not harvest.shown_enough(page("folha de pagamento", 8, "quadro_pessoal"))


def test_a_query_that_stands_on_page_after_page_is_asked_a_few_times() -> None:
    """ "Consultar" over the cards of persons, and over each person whose card was pressed."""
    harvest = Harvest()

    def query(persons: int, before: bool = True) -> Candidate:
        steps = tuple(Step("click", FrameKey(), Target("", "div", f"pessoa {n}"), "") for n in range(persons + 1))
        node = Node("http://a.example/pessoal", steps=steps)
        return candidate(node, "query", component="form|consultar", subject="quadro_pessoal", asked_before=before)

    for n in range(6):
        assert not harvest.shown_enough(query(n))
        harvest.took_in(query(n), 0, has_data=False)
    assert harvest.shown_enough(query(9))
    assert not harvest.shown_enough(query(9, before=False))


@pytest.mark.parametrize(
    ("identity", "kind", "region", "asked"),
    [("form", "click", "main", True), ("form", "click", "nav", False), ("other", "click", "main", False), ("form", "link", "main", False)],
)  # fmt: skip
def test_a_query_was_asked_before_where_its_form_stood_on_the_page_before(
    identity: str, kind: str, region: str, asked: bool
) -> None:
    """What an entry of a menu brings is another view."""
    source = candidate(HOME, kind, region=region, parent="before")
    made = offering([], source=source)
    made.audit.portal = cast(Any, SimpleNamespace(offered={"before": (frozenset(), frozenset({"form"}))}))
    assert made._asked_before(replace(move("", "", "query"), identity=identity)) is asked


def test_what_lies_too_deep_on_a_page_of_a_criterion_is_of_that_criterion() -> None:
    ledger = SimpleNamespace(cut_short=set(), wanted=lambda: {"licitacao", "receita_orcamentaria"})
    spending = SimpleNamespace(dropped=Counter[str]())
    agenda = Agenda(cast(Any, ledger), cast(Any, spending), cast(Any, None), lambda: None)
    level = Move(Node(f"{HOME}receita"), "row", "1.1 Impostos", Rating(1, 0.3, ""), "")
    agenda.too_deep([level], "receita_orcamentaria")
    agenda.end()
    assert ledger.cut_short == {"receita_orcamentaria"}


@pytest.mark.parametrize(
    ("kind", "before", "now", "adds"),
    [
        ("click", "receita despesa", "receita despesa empenhos", True),  # a folder of a menu
        ("row", "1 receitas correntes ⊞", "1 receitas correntes ⊟ 1.1 impostos ⊞", True),  # a level of a tree
        ("click", "receita despesa", "receita impostos", False),
        ("link", "receita despesa", "receita despesa empenhos", False),
        ("click", "receita despesa", "receita despesa", False),
    ],
)
def test_what_a_press_unfolds_lies_no_deeper(kind: str, before: str, now: str, adds: bool) -> None:
    step = Step(cast(Any, kind), FrameKey(), Target("div", "div", "⊞"), "")
    node = Node(HOME, depth=2, steps=() if kind == "link" else (step,))
    portal = SimpleNamespace(stood={"before": Standing(words=Counter(before.split()))})
    snapshot = SimpleNamespace(node=node, text=now, frames=())
    pressed = candidate(node, kind, parent="before")
    arrival = Arrival(
        cast(Any, SimpleNamespace(portal=portal)),
        *cast(Any, (None, snapshot, pressed, False, set(), None, False, None)),
    )
    assert arrival.adds_only is adds
    found = [Move(replace(node, depth=3), "click", "1.1.1", Rating(1, 0.3, ""), "")]
    here, moves = Onward._no_deeper(node, found)
    assert (here.depth, moves[0].node.depth) == (1, 2)


def test_a_place_whose_like_has_answered_leaves_no_doubt_when_it_is_dropped() -> None:
    """A month of the payroll of a further department; a page that names the payroll itself might show more."""
    withdrawn = list[str]()
    ledger = SimpleNamespace(withdraw=lambda candidate, _: withdrawn.append(candidate.name))
    agenda = Agenda(
        cast(Any, ledger), cast(Any, SimpleNamespace(dropped=Counter[str]())), cast(Any, None), lambda: None
    )

    def month(name: str, criterion: str = "") -> Candidate:
        node = Node(f"{HOME}folha?mes={len(name)}")
        return candidate(node, name=name, tier=0 if criterion else 2, criterion=criterion, subject="quadro_pessoal")

    for name in ("jan", "abril"):
        agenda.harvest.took_in(month(name), 0, has_data=True)
        agenda._drop(month("julho"), 2, "patience")
    assert not withdrawn
    agenda.harvest.took_in(month("janeiro"), 0, has_data=True)
    agenda._drop(month("folha", "quadro_pessoal"), 0, "patience")
    agenda._drop(month("julho"), 2, "patience")
    assert withdrawn == ["julho"]


@pytest.mark.parametrize(
    ("kind", "given"), [("row", {"shape": "div>ul>li"}), ("click", {"opens_selection": True, "shape": "div>button"})]
)
def test_rows_that_a_script_opens_in_one_place_are_of_one_kind(kind: str, given: dict[str, Any]) -> None:
    """Branches of a tree, and what opens the row that was selected."""
    harvest = Harvest()

    def opened(rows: int) -> Candidate:
        steps = tuple(Step("click", FrameKey(), Target("", "li", f"conta {n}"), "") for n in range(rows + 1))
        node = Node("http://a.example/receita", steps=steps)
        return candidate(node, kind, criterion="receita_orcamentaria", subject="receita_orcamentaria", **given)

    for n in range(3):
        assert not harvest.shown_enough(opened(n))
        harvest.took_in(opened(n), 0, has_data=True)
    assert harvest.shown_enough(opened(5))
