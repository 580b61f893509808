"""The ledger: which places that gave no answer leave an absence in doubt, and which need none."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.candidates import candidate
from transparency.classify.absence import Ending, Fault, Outcome, Place, Searched, doubt
from transparency.classify.judge import judge_page
from transparency.classify.verdict import Sight, decide
from transparency.crawl.endings import COUNTED, ending_of, ending_of_paper, records_of
from transparency.crawl.ledger import Ledger, Proof
from transparency.crawl.request import Candidate
from transparency.extract.values import counts_records, denials
from transparency.items import Column, Finding, Frame, Page, RecordSet
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality

MATRIX = load_matrix()
TOWN = Municipality("vila", "Vila", "PB", "", "https://vila.example/")
FOUND = Place("clique em “Empenhos”", promise=0.9, outcome="records")


def ledger() -> Ledger:
    return Ledger(TOWN, MATRIX, essential_only=False)


def page_of(visited: Candidate, *findings: Finding) -> Page:
    """What a visit saw."""
    node = visited.node
    return Page("vila", "PB", node.url, node.url, 200, "", node.depth, node=node.fingerprint(), findings=[*findings])


def test_what_is_near_a_criterion_does_not_answer_for_what_names_it() -> None:
    wizard = Place("abra “Pessoas”", label="pessoas", promise=1.0, outcome="leads_on")
    near = Place("abra “Fiscal”", label="fiscal", promise=0.5, outcome="other")
    none = Place("abra “Servidores”", label="servidores", promise=0.9, outcome="none")
    assert doubt(Searched((wizard, near))) is not None
    assert doubt(Searched((near,))) is None
    assert doubt(Searched((wizard, none))) is None


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


@pytest.mark.parametrize(
    ("behind", "doubtful"),
    [(("leads_on", "no_answer"), True), (("leads_on", "records"), False), (("none",), False), ((), False)],
)
def test_what_leads_only_to_places_without_an_answer_has_given_none(
    behind: tuple[Outcome, ...], doubtful: bool
) -> None:
    """A tree that is not unfolded, behind the years of its menu, though another list has shown records."""
    tree = Place("abra “Receitas” › abra “Quadro” (http://x/)", label="quadro", promise=0.9, outcome="leads_on")
    years = [
        Place(f"abra “Receitas” › abra “Quadro” › clique em “{2026 - n}” (http://x/)", promise=0.5, outcome=outcome)
        for n, outcome in enumerate(behind)
    ]
    other = Place("abra “Receitas” › abra “Guias” (http://x/)", label="guias", promise=0.9, outcome="records")
    assert (doubt(Searched((tree, *years, other))) is not None) is doubtful


@pytest.mark.parametrize(("inner", "doubtful"), [("no_answer", True), ("records", False)])
def test_what_leads_to_what_leads_on_has_led(inner: Outcome, doubtful: bool) -> None:
    """The folder of a menu, behind which stands a page whose records were opened."""
    ways = ("abra “Compras”", "abra “Compras” › abra “Processos”", "abra “Compras” › abra “Processos” › abra “1/2026”")
    outcomes: tuple[Outcome, ...] = ("leads_on", "leads_on", inner)
    places = [Place(f"{way} (http://x/)", promise=1.0, outcome=end) for way, end in zip(ways, outcomes, strict=True)]
    other = Place("abra “Editais” (http://x/)", label="editais", promise=1.0, outcome="records")
    assert (doubt(Searched((*places, other))) is not None) is doubtful


@pytest.mark.parametrize(("shown", "led"), [("licitacao", True), ("quadro_pessoal", False)])
def test_a_tag_leads_to_the_records_that_were_found_another_way(shown: str, led: bool) -> None:
    audit = ledger()
    tag, bid = (
        candidate(f"https://vila.example/{n}", criterion="licitacao", score=1.0, question=n) for n in ("t", "b")
    )
    audit.promise(tag)
    audit.answer(tag, Ending("leads_on"), page_of(tag))
    audit.again[tag.node.fingerprint()] = {"b"}
    assert not audit.searched("licitacao").places[0].led
    audit.answer(bid, Ending("records", shows=frozenset({shown})), page_of(bid))
    assert next(place for place in audit.searched("licitacao").places if place.outcome == "leads_on").led is led


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


@pytest.mark.parametrize("shown", [Ending("records", shows=frozenset({"licitacao"})), Ending("none")])
def test_records_that_a_page_counts_may_be_in_the_file_that_it_links(shown: Ending) -> None:
    """A list of files with "Total de registros: 38" over them."""
    audit = ledger()
    listing = candidate("https://vila.example/lista", criterion="licitacao", score=1.0, question="lista")
    parent = listing.node.fingerprint()
    file = candidate("https://vila.example/a.csv", criterion="licitacao", score=1.0, question="arquivo", parent=parent)
    audit.promise(listing)
    audit.answer(listing, Ending("no_answer", "", (COUNTED,), frozenset({"licitacao"})), page_of(listing))
    assert audit.searched("licitacao").places[0].without_answer(()) == COUNTED[1]
    audit.answer(file, shown, page_of(file, Finding("licitacao", "edital", "Edital", 1.0, True)))
    assert (audit.places["licitacao"]["lista"].without_answer(()) == "") is (shown.outcome == "records")


@pytest.mark.parametrize(
    ("around", "faults"),
    [
        ("10 de 250 registros", ()),
        ("10 de 251 registros", (COUNTED,)),
        ("10 de 250 registros. Nenhum registro.", (COUNTED,)),
    ],
)
def test_records_that_are_counted_may_be_those_around_a_record(around: str, faults: tuple[Fault, ...]) -> None:
    """The open tab of a record, in a window over a list, says that it has none."""
    page = Page("vila", "PB", "u", "u", 200, "", 1, node="n", findings=[])
    before = counts_records(around) | denials(around)
    text = "10 de 250 registros. Nenhum registro."
    ending = ending_of(page, text, frozenset(), (), (), "", around=before)
    assert (ending.outcome, ending.faults) == ("none", faults)


@pytest.mark.parametrize("looks_alike", [True, False])
def test_a_place_that_looks_as_another_did_is_answered_by_what_that_one_led_to(looks_alike: bool) -> None:
    """An entry of a menu and the icon beside it open the same window, whose query was run from one of them."""
    audit = ledger()
    icon, entry = (
        candidate(f"https://vila.example/{name}", criterion="licitacao", score=1.0, question=name)
        for name in ("icon", "entry")
    )
    for one in (icon, entry):
        audit.promise(one)
    audit.answer(icon, Ending("other"), page_of(icon))
    audit.answer(entry, Ending("no_answer"), page_of(entry))
    if looks_alike:
        audit.repeats(entry.node.fingerprint(), icon.node.fingerprint())
    outcomes = {place.label or place.words: place.outcome for place in audit.searched("licitacao").places}
    assert sorted(outcomes.values()) == (["other", "other"] if looks_alike else ["no_answer", "other"])


@pytest.mark.parametrize(("behind", "outcome"), [("other", "other"), ("none", "leads_on"), ("obstacle", "leads_on")])
def test_what_leads_only_to_records_of_other_things_has_shown_those(behind: Outcome, outcome: Outcome) -> None:
    """That there are none, behind it, may be true of one year alone."""
    audit = ledger()
    hub = candidate("https://vila.example/h", criterion="licitacao", score=1.0, question="aquisições")
    inner = candidate("https://vila.example/c", score=0.1, tier=3, question="contratos", parent=hub.node.fingerprint())
    audit.promise(hub)
    audit.answer(hub, Ending("leads_on"), page_of(hub))
    audit.offered(hub.node.fingerprint(), [inner])
    assert audit.searched("licitacao").places[0].outcome == "leads_on"
    audit.answer(inner, Ending(behind), page_of(inner))
    assert audit.searched("licitacao").places[0].outcome == outcome


def test_records_that_a_query_counts_may_be_in_the_file_beside_it() -> None:
    """The list of files stood on the page before its query was run, and stands there still."""
    audit = ledger()
    page = candidate("https://vila.example/p", criterion="licitacao", score=1.0, question="página")
    parent = page.node.fingerprint()
    query = candidate(
        "https://vila.example/q", "query", criterion="licitacao", score=0.9, question="consulta", parent=parent
    )
    file = candidate("https://vila.example/a.csv", "document", criterion="licitacao", question="arquivo", parent=parent)
    audit.promise(page)
    audit.promise(query)
    audit.answer(page, Ending("no_answer", leads=frozenset({"licitacao"})), page_of(page))
    shown = Ending("records", shows=frozenset({"licitacao"}))
    audit.answer(file, shown, page_of(file, Finding("licitacao", "edital", "Edital", 1.0, True)))
    audit.answer(query, Ending("no_answer", "", (COUNTED,), frozenset({"licitacao"})), page_of(query))
    (silent,) = (place for place in audit.searched("licitacao").places if place.promise == 0.9)
    assert silent.without_answer(()) == ""


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


@pytest.mark.parametrize(("another", "doubted"), [(True, ""), (False, "o componente não foi encontrado de novo")])
def test_another_record_without_a_part_takes_nothing_from_its_answer(another: bool, doubted: str) -> None:
    """A part of the first record says that there is nothing; of another record that part is not found."""
    audit = ledger()
    tab = candidate(
        question="1", criterion="despesa_extra_orcamentaria", label="Extraorçamentárias", score=0.9, of_record=True
    )
    audit.promise(tab)
    audit.answer(tab, Ending("none"))
    again = replace(tab, another=another)
    audit.failed(again.node, "despesa_extra_orcamentaria", "step", "o componente não foi encontrado de novo", again)
    (place,) = audit.searched("despesa_extra_orcamentaria").places
    assert (place.outcome, place.without_answer(())) == ("none", doubted)


@pytest.mark.parametrize("outcome", ["none", "empty", "other", "leads_on", "no_answer"])
def test_no_page_is_believed_while_a_request_of_it_has_failed(outcome: Outcome) -> None:
    """Unless pages with data show the same failure: a counter that never loads."""
    place = Place("clique em “Empenhos”", outcome=outcome, faults=(("xhr /dados", "uma consulta falhou"),))
    assert place.without_answer(()) == "uma consulta falhou"
    assert (place.without_answer({"xhr /dados"}) == "") is (outcome != "no_answer")


@pytest.mark.parametrize(("named", "held"), [(0, 0), (1, 0), (2, 1)])
def test_a_few_words_that_several_items_are_named_over_are_records(named: int, held: int) -> None:
    """The rest of a record of revenue: "Rubrica: Impostos", "Alínea: IPTU"; "Prefeitura de Vila: Transparência" is none."""
    columns = tuple(Column(label, "text", ("palavra",), 1) for label in ("Rubrica", "Alínea"))
    findings = [Finding("receita_orcamentaria", "x", column.label, 1.0, True) for column in columns[:named]]
    page = page_of(candidate(), *findings)
    page.frames = [Frame("", "", record_sets=[RecordSet("details", columns, 1)])]
    assert len(records_of(page)) == held


def test_a_criterion_is_half_proved_when_more_of_it_is_proved_than_not() -> None:
    audit = ledger()
    revenue = next(criterion for criterion in MATRIX.criteria if criterion.id == "receita_orcamentaria")
    for number, item in enumerate(revenue.items, 1):
        finding = Finding(revenue.id, item.key, item.label, 1.0, has_data=True)
        audit.proofs[finding.criterion, finding.item] = Proof(finding, page_of(candidate()))
        assert (revenue.id in audit.half_proved()) is (2 * number > len(revenue.items))


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("AVISO DE LICITAÇÃO. Sessão em 11/03/2026. Valor: R$ 9.300,00", "other"),
        ("1 Caneta 2,00 " * 10, "no_answer"),
        ("12 34", "no_answer"),
    ],
    ids=["a notice", "may be a list", "says nothing"],
)
def test_papers_of_a_record_are_no_lists(text: str, outcome: Outcome) -> None:
    assert ending_of_paper(Ending("no_answer"), text).outcome == outcome
    assert ending_of_paper(Ending("no_answer", faults=(COUNTED,)), text).outcome == "no_answer"


def record(number: int, *parts: str) -> Page:
    """The record of a commitment, with further parts of it."""
    fields = {"Emissão": "24/11/2026", "Favorecido": "Padaria Modelo Ltda", "Valor empenhado": "R$ 1.500,00"}
    told = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in fields.items())
    facts, rest = ("".join(part for part in parts if part.startswith("<dt") is own) for own in (True, False))
    html = f"<html><body><h1>Empenhos</h1><h2>Nota de empenho {number}</h2><dl>{told}{facts}</dl>{rest}</body></html>"
    page = Page(
        "vila", "PB", f"u{number}", f"u{number}", 200, "Empenhos", 1, node=str(number), steps=["abra “Empenhos”"]
    )
    page.frames = [Frame(page.url, html)]
    page.findings = judge_page(page, MATRIX)
    return page


NO_PAYMENT = "<h3>Pagamentos</h3><p>Sem movimentação até a data.</p>"
PAYMENT = "<h3>Pagamentos</h3><table><tr><th>Conta</th><th>Pago</th></tr><tr><td>BB 10</td><td>R$ 15,00</td></tr><tr><td>BB 11</td><td>R$ 25,00</td></tr></table>"
NOTHING_PAID, PAID = ("<dt>Total pago</dt><dd>R$ 0,00</dd>", "<dt>Total pago</dt><dd>R$ 15,00</dd>")


@pytest.mark.parametrize("label", ["Programa", "Natureza da Despesa"])
def test_a_field_that_names_the_item_over_nothing_is_an_answer(label: str) -> None:
    """The part of a record is another thing than the item that stands in it."""
    audit = ledger()
    page = record(1, f"<dt>{label}</dt><dd></dd>")
    audit.prove(page, page.findings or [])
    assert not audit.awaits_riper("despesa_orcamentaria")


@pytest.mark.parametrize(
    ("records", "status"),
    [
        ([()], "absent"),
        ([(NO_PAYMENT,)], "inconclusive"),
        ([(NO_PAYMENT,), (PAYMENT,)], "absent"),
        ([(PAYMENT,), (NO_PAYMENT,)], "absent"),
        ([(NOTHING_PAID,)], "inconclusive"),
        ([(NOTHING_PAID,), (PAID,)], "absent"),
        ([(NO_PAYMENT,), (PAID,)], "inconclusive"),  # what was paid then was not looked at
        ([("<h3>Anexos</h3><p>Nenhum arquivo foi anexado.</p>",)], "absent"),
    ],
)
def test_a_record_that_has_not_run_its_course_does_not_prove_what_comes_at_its_end(
    records: list[tuple[str, ...]], status: str
) -> None:
    audit = ledger()
    expenditure = MATRIX.criterion("despesa_orcamentaria")
    last = next(item for item in expenditure.items if item.key == "lic_data_pag_ultima")
    for number, parts in enumerate(records, 1):
        page = record(number, *parts)
        audit.prove(page, page.findings or [])
    verdict = audit.verdict(expenditure, last, len(records))
    assert verdict.status == status, verdict.reason
    assert audit.awaits_riper(expenditure.id) is (status == "inconclusive")
    assert audit.shows_unripe("1") is (status == "inconclusive")
    assert ("ainda está sem dados" in verdict.reason) is (status == "inconclusive")


@pytest.mark.parametrize(
    ("item", "status"),
    [("lic_modalidade", "inconclusive"), ("emp_indicacao_licitacao", "inconclusive"), ("funcao", "absent")],
)
def test_a_part_of_a_record_that_is_called_as_what_an_item_tells_may_show_it(item: str, status: str) -> None:
    """The modality of a bid says that there was one: where the part "Licitação" gave no answer, neither is absent."""
    part = Place("clique em “Licitação / Contrato”", label="licitacao / contrato", promise=0.6, outcome="no_answer")
    listed = replace(FOUND, promise=1.0)
    criterion = MATRIX.by_id["despesa_orcamentaria"]
    sight = Sight(pages=9, pages_of_criterion=3, searched=Searched((listed, part)))
    verdict = decide("vila", "PB", criterion, criterion.item(item), None, None, None, sight)
    assert verdict.status == status, verdict.reason
