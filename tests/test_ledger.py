"""The ledger: which places that gave no answer leave an absence in doubt, and which need none."""

from __future__ import annotations

import pytest

from tests.candidates import candidate
from transparency.classify.absence import Ending, Outcome, Place, Searched, doubt
from transparency.crawl.ledger import Ledger
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality

MATRIX = load_matrix()
TOWN = Municipality("vila", "Vila", "PB", "", "https://vila.example/")
FOUND = Place("clique em “Empenhos”", promise=0.9, outcome="records")


def ledger() -> Ledger:
    return Ledger(TOWN, MATRIX, essential_only=False)


@pytest.mark.parametrize(
    ("silent", "beside", "doubtful"),
    [
        ({"outcome": "inert"}, FOUND, False),  # the tab that is open
        ({"outcome": "inert"}, None, True),
        ({"outcome": "no_answer", "shared": True}, FOUND, False),  # the head of a menu: "Receitas"
        ({"outcome": "no_answer", "shared": True}, None, True),
        ({"outcome": "no_answer", "shared": True, "faults": (("xhr /api", "sem resposta"),)}, FOUND, True),
        ({"outcome": "no_answer"}, FOUND, True),
    ],
)
def test_what_may_be_a_mere_menu_counts_where_no_records_were_seen(
    silent: dict[str, object], beside: Place | None, doubtful: bool
) -> None:
    place = Place("clique em “Despesas”", label="despesas", promise=1.0, **silent)  # type: ignore[arg-type]
    searched = Searched(tuple(filter(None, (place, beside))))
    assert (doubt(searched) is not None) is doubtful


def test_a_place_that_needs_no_answer_is_not_asked_for_again() -> None:
    audit, again = ledger(), candidate(criterion="licitacao", score=1.0, question="avançar › licitações")
    audit.promise(again)
    audit.withdraw(again)
    assert audit.promise(again) == {"licitacao"}  # the same move, on another page
    assert audit.places["licitacao"] == {}


def test_what_was_answered_by_the_pages_behind_it_leads_on() -> None:
    audit = ledger()
    tab = candidate(criterion="licitacao", score=1.0, question="aba")
    audit.promise(tab)
    audit.answer(tab, Ending("inert"))
    assert audit.places["licitacao"]["aba"].outcome == "inert"
    audit.answer(tab, Ending("none"))
    assert audit.places["licitacao"]["aba"].outcome == "none"


@pytest.mark.parametrize("answer", ["none", "empty"])
def test_what_lacks_in_one_year_is_not_believed_while_another_year_failed(answer: Outcome) -> None:
    """In whichever order they were tried; and records of one year need no other."""
    failed = Ending("obstacle", "o portal pede um captcha")
    for tries in ([failed, Ending(answer)], [Ending(answer), failed]):
        place = Place("clique em “Empenhos”")
        for ending in tries:
            place.take(ending)
        assert (place.outcome, place.without_answer(())) == (answer, "o portal pede um captcha")
    place.take(Ending("records"))
    assert place.without_answer(()) == ""


@pytest.mark.parametrize("outcome", ["none", "empty", "other", "leads_on", "no_answer"])
def test_no_page_is_believed_while_a_request_of_it_has_failed(outcome: Outcome) -> None:
    """Unless pages with data show the same failure: a counter that never loads."""
    place = Place("clique em “Empenhos”", outcome=outcome, faults=(("xhr /dados", "uma consulta falhou"),))
    assert place.without_answer(()) == "uma consulta falhou"
    assert (place.without_answer({"xhr /dados"}) == "") is (outcome != "no_answer")
