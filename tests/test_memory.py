"""What sister towns teach: signs of places, what is remembered of them, and what a walk makes of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.signals import engine_started

from tests.candidates import candidate, request
from tests.frontiers import frontier
from transparency.crawl.memory import PLACES, VERSION, Maker, Memory, Place, Recollection, fold, sign_of
from transparency.crawl.request import Candidate, Retry
from transparency.crawl.strategies import Learning, Offer, Walk, best_first, breadth_first
from transparency.items import UserError
from transparency.node import FrameKey, Node, Step, Target

URL = "http://a.example/"
KEYS = [("despesa", item) for item in ("valor", "data", "nome")]
VALUE, DATE, NAME = map(".".join, KEYS)


def move(label: str, kind: str = "link", *, trail: tuple[str, ...] = (), depth: int = 0, **given: Any) -> Candidate:
    """A candidate that is reached by a label, on a page that is reached by others."""
    node = Node(URL, depth=depth, labels=(*trail, label))
    return candidate(node, kind, label=label, name=label, trail=trail, **{"tier": 1, **given})


@pytest.mark.parametrize(
    ("place", "above", "sign"),
    [
        (move("Empenhos"), "", "empenhos"),
        (move("Empenhos – 2026 (31)"), "", "empenhos # #"),
        (move("Consultar", generic=True), "despesas", "despesas › consultar"),
        (move("Consultar", region="nav", generic=True), "despesas", "despesas › consultar"),
        (move("Receitas", region="nav"), "despesas › empenhos", "receitas"),  # a menu stands on every page
        (move("Pesquisar", "query", attempt=2), "empenhos", "empenhos › query pesquisar"),  # whichever year has data
        (move("Portal de Água Fria"), "", "portal de @"),
        (move("0012 Maria de Souza", "row", subject="despesa", shape="table tr"), "empenhos", "empenhos › row despesa de7c"),
        (move("9931 João Lima", "row", subject="despesa", shape="table tr"), "empenhos", "empenhos › row despesa de7c"),
        (move("Edital 3 - José Alves.pdf", "document", criterion="licitacao", tier=0), "editais", "editais › document licitacao"),
        (move("Maria de Souza", shape="ul li"), "servidores", "servidores › link 6bae"),
        (move("Prefeitura entrega à população da zona rural as chaves de casas"), "noticias", "noticias › link"),
        (move("Chácara da Lua", tier=3, shape="ul li"), "servidores", "servidores › link 6bae"),
        (move("Ajuda", tier=3, region="nav"), "servidores", "ajuda"),
        (move("lia@agua.example"), "servidores", "servidores › link"),
        (move("e", trail=("a", "b")), "a › b › c › d", "b › c › d › e"),
        (move("", "entry"), "", ""),
        (move("Empenhos", revisit=True), "", ""),
    ],
)  # fmt: skip
def test_a_place_is_told_by_what_its_sisters_share(place: Candidate, above: str, sign: str) -> None:
    assert sign_of(place, above, "Água Fria") == sign


def test_what_a_move_stands_under_tells_it_apart() -> None:
    unsaid = Step("click", FrameKey(), Target("a"), unsaid=True)
    assert sign_of(candidate(Node(URL, labels=("Licitações", "Acessar")), tier=1)) == "licitacoes / acessar"
    assert sign_of(candidate(Node(URL, (unsaid,), labels=("Acessar",)), tier=1)) == "link"
    assert fold("1.234 itens") == "# # itens"


def walked(*steps: tuple[str, str, Candidate, list[tuple[str, str]] | None]) -> Recollection:
    """A walk over (node, parent, candidate, what it shows)."""
    found = Recollection(Memory())
    for node, parent, made, shown in steps:
        found.visiting(node, replace(made, parent=parent))
        found.saw(node, shown)
    return found


def test_a_place_is_worth_what_it_shows_and_what_is_shown_after_it() -> None:
    found = walked(
        ("home", "", move("", "entry"), []),
        ("menu", "home", move("Despesas"), []),
        ("list", "menu", move("Empenhos"), KEYS[:2]),
        ("same", "menu", move("Pagamentos"), KEYS[:1]),  # nothing new, and worth it all the same
        ("down", "menu", move("Diárias"), None),  # failed: nobody knows what it shows
        ("none", "home", move("Contato"), []),
        ("shut", "home", move("Licitações"), []),
        ("deep", "shut", move("Editais"), []),
        ("lost", "deep", move("Anexos"), None),  # neither it nor what led there is known to show nothing
    )
    assert found.places() == {
        "despesas": {VALUE: 0.7, DATE: 0.7},
        "despesas › empenhos": {VALUE: 1.0, DATE: 1.0},
        "despesas › pagamentos": {VALUE: 1.0},
        "contato": {},
    }


def test_another_year_is_credited_to_the_query_and_records_to_their_kind() -> None:
    asked, row = move("Consultar", "query"), move("12", "row", shape="tr")
    found = walked(
        ("q0", "form", asked, []),
        ("q1", "form", replace(asked, retry=Retry(again=True, attempt=1)), KEYS[:1]),
        ("r1", "q1", row, KEYS[1:]),
        ("r2", "q1", row, KEYS[1:2]),
    )
    query, record = found.places().values()
    assert query == {VALUE: pytest.approx(0.85), DATE: pytest.approx((0.7 + 0.49) / 2), NAME: pytest.approx((0.7 + 0.49) / 2)}  # fmt: skip
    assert record == {DATE: 1.0, NAME: 0.5}


def test_audits_are_averaged_and_old_ones_fade() -> None:
    place = Place()
    for number, shown in enumerate([{VALUE: 1.0}, {}, {VALUE: 1.0, DATE: 1.0}], 1):
        place.take_in(shown, number)
    assert place.shows == pytest.approx({VALUE: 0.667, DATE: 0.333}, abs=0.002)
    for number in range(4, 60):
        place.take_in({}, number)
    assert (place.shows, place.audits, place.last) == ({}, 59, 59)


def test_a_maker_keeps_so_many_places_and_forgets_those_not_met_for_longest() -> None:
    maker = Maker()
    maker.learn({"often": {}, "rare": {}})
    maker.learn({"often": {VALUE: 1.0}})
    maker.learn({f"new{number:04}": {} for number in range(PLACES - 1)})
    assert len(maker.places) == PLACES and "often" in maker.places and "rare" not in maker.places


def test_the_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "family" / "elmar.json"
    memory = Memory.kept_at(path)
    assert memory == Memory(path=path)
    memory.learn({"elmar"}, {"licitações › edital": {VALUE: 0.7}, "contato": {}})
    memory.keep()
    again = Memory.kept_at(path)
    assert again == memory and again.to_json() == memory.to_json()
    assert "licitações › edital" in path.read_text(encoding="utf-8")
    assert [file.name for file in path.parent.iterdir()] == ["elmar.json"]
    assert again.recall({"alfa"}, "contato") is None  # another maker's
    assert again.recall({"alfa", "elmar"}, "licitações › edital") == Place({VALUE: 0.7}, 1, 1)
    assert again.recall({"elmar"}, "") is None


def test_of_files_of_earlier_versions_the_places_are_read() -> None:
    first = json.dumps({"version": 1, "audits": 4, "weights": {"one": [0.5, 0.1]}})
    assert Memory.from_json(first) == Memory()
    maker = {"audits": 2, "places": {"contato": {"audits": 1, "last": 2, "shows": {VALUE: 0.5}}}}
    second = json.dumps({"version": 2, "audits": 4, "weights": {"one": [0.5, 0.1]}, "makers": {"elmar": maker}})
    old = Memory.from_json(second)
    assert old.recall({"elmar"}, "contato") == Place({VALUE: 0.5}, 1, 2)
    assert {*json.loads(old.to_json())} == {"version", "makers"}


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "{}", json.dumps({"version": VERSION + 1}), json.dumps({"version": VERSION, "makers": []}),
                json.dumps({"version": VERSION, "makers": {"elmar": {"audits": 1, "places": {"contato": {}}}}})]
)  # fmt: skip
def test_a_broken_file_is_one_clear_line(tmp_path: Path, content: str) -> None:
    path = tmp_path / "state.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(UserError, match="não pôde ser lido"):
        Memory.kept_at(path)
    assert path.read_text(encoding="utf-8") == content


class Elmar:
    """A town of that maker, of which these items are open."""

    def __init__(self, keys: list[tuple[str, str]], half: frozenset[str] = frozenset()) -> None:
        self.keys, self.half = keys, half

    def open_items(self) -> list[tuple[str, str]]:
        return self.keys

    def town(self) -> str:
        return ""

    def makers(self) -> set[str]:
        return {"elmar"}

    def half_proved(self) -> frozenset[str]:
        return self.half

    def bears(self, candidate: Candidate) -> bool:
        return False

    def familiar(self, candidate: Candidate) -> bool:
        return False


def walk_of(places: dict[str, dict[str, float]], keys: list[tuple[str, str]], maker: str = "elmar") -> Walk:
    """A walk in a town of Elmar, after one audit of a sister that taught this."""
    memory = Memory()
    memory.learn([maker], places)
    return Walk(best_first, Learning(memory=memory), "pb/a", Elmar(keys))


def order(places: dict[str, dict[str, float]], keys: list[tuple[str, str]], maker: str = "elmar") -> list[str]:
    """In which order `best` would take moves alike but for their names, after one audit of a sister that taught this."""
    walk = walk_of(places, keys, maker)
    labels = ("barren", "new", "good", "better")
    offers = [Offer(label, 0, move(label, subject="despesa", depth=1, score=0.5)) for label in labels]
    taken = []
    while offers:
        offer = offers.pop(walk.pick(offers))
        walk.visiting(offer)
        walk.rewarded(offer.node, 0)  # all fail: what they show stays open
        taken.append(offer.node)
    return taken


def test_what_was_good_comes_first_and_what_was_barren_last() -> None:
    places = {"barren": {}, "good": {VALUE: 1.0, DATE: 1.0}, "better": {VALUE: 1.0, DATE: 1.0, NAME: 1.0}}
    assert order({}, KEYS) == ["barren", "new", "good", "better"]  # alike: as they were found
    assert order(places, KEYS, "alfa") == order({}, KEYS)
    assert order(places, KEYS) == ["better", "good", "new", "barren"]
    assert order(places, [("receita", "valor")])[0] == "new"  # what they show is proved


def test_what_a_sister_left_blank_comes_before_what_promises_less() -> None:
    walk = walk_of({"barren": {}}, KEYS)
    barren, near, far = (
        Offer(name, 0, move(name, tier=tier)) for name, tier in (("barren", 0), ("near", 1), ("far", 2))
    )
    assert walk.pick([far, barren]) == 1
    assert walk.pick([barren, near]) == 0  # one tier less: as good as what may be near
    assert walk.pick([Offer("named", 9, move("named", tier=0)), barren]) == 0


def test_what_is_proved_for_the_most_part_yields_to_what_is_not() -> None:
    walk = Walk(best_first, Learning(), "pb/a", Elmar(KEYS, frozenset({"despesa"})))
    near, record, named = (
        Offer("near", 0, move("near", tier=1)),
        Offer("record", 1, move("record", kind="row", tier=0, subject="despesa")),
        Offer("named", 2, move("named", tier=0, subject="receita")),
    )
    assert walk.pick([near, record, named]) == 2
    assert walk.pick([near, record]) == 1  # one tier less: as good as what may be near, and in sight


def test_nodes_under_way_are_trusted_to_bring_what_they_showed() -> None:
    walk = walk_of({"good": {VALUE: 1.0, DATE: 1.0}, "alike": {VALUE: 1.0, DATE: 1.0}, "less": {NAME: 1.0}}, KEYS)
    good, alike, less = (Offer(name, 0, move(name, subject="despesa", depth=1)) for name in ("good", "alike", "less"))
    walk.visiting(good)
    assert walk.pick([alike, less]) == 1
    walk.rewarded("good", 0)  # it failed
    assert walk.pick([alike, less]) == 0


def test_what_promises_nothing_waits_for_what_is_remembered_and_under_way() -> None:
    places: dict[str, dict[str, float]] = {"good": {VALUE: 1.0, DATE: 1.0}, "less": {NAME: 1.0}, "barren": {}}
    good, less, barren = (Offer(name, 0, move(name, subject="despesa", depth=1)) for name in ("good", "less", "barren"))
    walk = walk_of(places, KEYS)
    assert not walk.waits([barren])  # for nothing
    walk.visiting(good)
    assert walk.waits([barren]) and not walk.waits([barren, less])
    walk.rewarded("good", 0)
    assert not walk.waits([barren])
    stranger = walk_of({}, KEYS)
    stranger.visiting(good)
    assert not stranger.waits([barren])  # where nothing is remembered nothing is known to bring nothing
    blind = Walk(breadth_first, Learning(memory=walk.memory), "pb/a", Elmar(KEYS))
    blind.visiting(good)
    assert not blind.waits([barren])


def test_a_walk_that_is_over_is_remembered_where_there_is_a_file(tmp_path: Path) -> None:
    for path in (tmp_path / "elmar.json", None):
        walk = Walk(best_first, Learning(memory=Memory(path=path)), "pb/a", Elmar(KEYS))
        walk.visiting(Offer("list", 0, move("Empenhos")))
        walk.rewarded("list", 1, KEYS[:1])
        walk.finished()
        assert walk.memory.recall({"elmar"}, "empenhos") == (Place({VALUE: 1.0}, 1, 1) if path else None)
    assert Memory.kept_at(tmp_path / "elmar.json").recall({"elmar"}, "empenhos") == Place({VALUE: 1.0}, 1, 1)


def test_the_frontier_gives_nothing_away_while_its_strategy_waits_for_a_visit() -> None:
    class Waiting(Walk):
        def waits(self, offers: Sequence[Offer]) -> bool:
            return True

    line = frontier("pb/vila", "pb/mata", make_strategy=lambda audit: Waiting(breadth_first, Learning(), audit))
    begun, next_one, others = (request(f"https://{town[3:]}.example/{n}", audit=town) for town, n in (("pb/vila", 1), ("pb/vila", 2), ("pb/mata", 1)))  # fmt: skip
    for one in (next_one, others):
        line.enqueue_request(one)
    slot = SimpleNamespace(inprogress={begun})
    line._crawler.engine = SimpleNamespace(_slot=slot)  # type: ignore[assignment]
    line._crawler.signals.send_catch_log(engine_started)
    assert line.next_request() is others and line.next_request() is None
    slot.inprogress.clear()
    assert line.next_request() is next_one
