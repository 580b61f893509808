"""Labels that no term explains: what they may be is not called absent."""

from __future__ import annotations

import pytest

from transparency.classify.judge import judge_page
from transparency.classify.topics import topics_of
from transparency.crawl.ledger import Ledger
from transparency.items import Frame, Page
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality

MATRIX = load_matrix()
TOWN = Municipality("vila", "Vila", "PB", "", "https://vila.example/")
STAFF = [("101", "Ana Lima", "Professora"), ("102", "Bia Reis", "Enfermeira"), ("103", "Caio Sá", "Motorista")]


def payroll(label: str, *values: str) -> dict[str, tuple[str, str]]:
    """Item → verdict and reason, of a town that shows a payroll with one column more."""
    rows = "".join(
        "<tr>" + "".join(f"<td>{cell}" for cell in (*person, value))
        for person, value in zip(STAFF, values, strict=True)
    )
    heads = "".join(f"<th>{head}" for head in ("Matrícula", "Nome", "Cargo", label))
    html = f"<h1>Folha de pagamento</h1><table><tr>{heads}{rows}</table>"
    page = Page("vila", "PB", TOWN.portal_url, TOWN.portal_url, 200, "", 1, frames=[Frame(TOWN.portal_url, html)])
    ledger = Ledger(TOWN, MATRIX, essential_only=False)
    ledger.prove(page, judge_page(page, MATRIX))
    criterion = MATRIX.by_id["quadro_pessoal"]
    verdicts = {item.key: ledger.verdict(criterion, item, 1) for item in criterion.items}
    return {key: (verdict.status, verdict.reason) for key, verdict in verdicts.items()}


@pytest.mark.parametrize(
    ("label", "values", "undecided"),
    [
        ("Zurbante", ("12/2026", "13/2026", "14/2026"), set()),  # neither a sum nor a CPF
        ("Laço", ("Azul", "Verde", "Azul"), set()),  # no kind of tie begins so
        ("Zurbante", ("1.234,56", "2.345,67", "3.456,78"), {"salario_cargo"}),  # sums: what a post is paid
        ("Laço", ("Efetivo", "Comissionado", "Efetivo"), {"tipo_cargo"}),  # words: the kind of tie
        ("Zurbante", ("", "", ""), set()),  # over nothing
        ("Descontos", ("123,45", "234,56", "345,67"), set()),  # known to be none of the items
        ("Lotação", ("Saúde", "Educação", "Obras"), set()),
        ("Detalhes", ("Ver", "Ver", "Ver"), set()),
        ("Sem registros neste ano.", ("2024", "2023", "2022"), set()),  # what a page denies
        ("Qtd. zurbantes", ("1.234,56", "2.345,67", "3.456,78"), set()),  # how many of something there are
        ("05/2026", ("1.234,56", "2.345,67", "3.456,78"), set()),  # a month is no name
    ],
)
def test_what_an_unknown_label_may_be_is_not_called_absent(
    label: str, values: tuple[str, str, str], undecided: set[str]
) -> None:
    verdicts = payroll(label, *values)
    assert {verdicts[key][0] for key in ("nome", "cargo")} == {"published"}
    rest = {"cpf", "tipo_cargo", "salario_cargo"}
    assert {key for key in rest if verdicts[key][0] == "inconclusive"} == undecided
    assert {verdicts[key][0] for key in rest - undecided} == {"absent"}
    assert all(f"“{label}”" in verdicts[key][1] for key in undecided)


@pytest.mark.parametrize(
    ("label", "values", "undecided"),
    [
        ("Histórico", ("Pela compra de pão", "Pela reforma", "Pelo serviço"), {"lic_obj_servico"}),
        ("Histórico", ("", "", ""), set()),  # over nothing
        ("Data do pagamento", ("05/01/2026", "06/01/2026", "07/01/2026"), {"lic_data_pag_ultima"}),
        ("Data da liquidação", ("05/01/2026", "06/01/2026", "07/01/2026"), set()),  # known to be none of the items
    ],
)
def test_what_may_tell_an_item_in_other_words_is_left_to_people(
    label: str, values: tuple[str, ...], undecided: set[str]
) -> None:
    """What was bought may stand in the free text of a commitment, the last of its payments in a list of payments."""
    heads = "".join(f"<th>{head}" for head in ("Nº do empenho", "Credor", "Valor pago", label))
    rows = "".join(f"<tr><td>{n}<td>Loja {n}<td>1.23{n},56<td>{value}" for n, value in enumerate(values, 1))
    html = f"<h1>Empenhos</h1><table><tr>{heads}{rows}</table>"
    page = Page("vila", "PB", TOWN.portal_url, TOWN.portal_url, 200, "", 1, frames=[Frame(TOWN.portal_url, html)])
    ledger, criterion = Ledger(TOWN, MATRIX, essential_only=False), MATRIX.by_id["despesa_orcamentaria"]
    ledger.prove(page, judge_page(page, MATRIX))
    verdicts = {
        key: ledger.verdict(criterion, criterion.item(key), 1) for key in ("lic_obj_servico", "lic_data_pag_ultima")
    }
    assert {key for key, one in verdicts.items() if one.status == "inconclusive"} == undecided
    assert {one.status for key, one in verdicts.items() if key not in undecided} <= {"absent"}
    assert all(f"“{label}”" in verdicts[key].reason for key in undecided)


def test_what_the_portal_says_on_all_pages_is_no_label_of_a_criterion() -> None:
    """A notice of two lines stands over the payroll, and over the welcome: it hides no item."""
    rows = "".join(f"<tr><td>{n}<td>{name}<td>{post}" for n, name, post in STAFF)
    notice = "<table><tr><th>Zurbante<th>Número<tr><td>1.234,56<td>1<tr><td>2.345,67<td>2</table>"
    staff = f"<h1>Folha de pagamento</h1>{notice}<table><tr><th>Matrícula<th>Nome<th>Cargo{rows}</table>"
    criterion = MATRIX.by_id["quadro_pessoal"]
    ledger = Ledger(TOWN, MATRIX, essential_only=False)
    states = []
    for html in (staff, f"<h1>Bem-vindo</h1>{notice}"):
        page = Page("vila", "PB", TOWN.portal_url, TOWN.portal_url, 200, "", 1, frames=[Frame(TOWN.portal_url, html)])
        ledger.prove(page, judge_page(page, MATRIX))
        states.append(ledger.verdict(criterion, criterion.item("salario_cargo"), 2).status)
    assert states == ["inconclusive", "absent"]


def test_a_list_of_the_page_s_own_whose_columns_nobody_knows() -> None:
    """Under "Folha de pagamento" stand records whose columns no term explains: they may be those of the payroll."""
    rows = "".join(f"<tr><td>{name}<td>{post}<td>1.23{n},56" for n, (_, name, post) in enumerate(STAFF))
    html = f"<h1>Folha de pagamento</h1><table><tr><th>Obreiro<th>Mister<th>Zurbante{rows}</table>"
    page = Page("vila", "PB", TOWN.portal_url, TOWN.portal_url, 200, "", 1, frames=[Frame(TOWN.portal_url, html)])
    assert judge_page(page, MATRIX) == []
    assert [(one.criterion, one.column.label) for one in page.unread] == [
        ("quadro_pessoal", label) for label in ("Obreiro", "Mister", "Zurbante")
    ]


def test_what_is_known_besides_the_items_names_none_of_them() -> None:
    """A label cannot be an item's and none's at once: the words of a file would contradict each other."""
    matcher = topics_of(MATRIX).matcher
    both = [
        (criterion.id, label, compiled.item.key)
        for criterion in MATRIX.criteria
        for label in criterion.besides
        for compiled, score, weak, _ in matcher.readings(label, criterion.id)
        if score >= 0.9 and not weak
    ]
    assert not both


@pytest.mark.parametrize(
    "label", ["Espécie do empenho", "Espécie da nota", "Tipo da nota de empenho", "Tipo da NE", "Fundamento"]
)
def test_the_kind_of_a_commitment_and_its_ground_hide_no_item(label: str) -> None:
    """Whatever the note of a commitment is called, and however short its legal ground."""
    rows = "".join(
        f"<tr><td>{n}<td>1{n}/03/2026<td>1.23{n},56<td>{kind}" for n, kind in enumerate(("Global", "Ordinário"))
    )
    html = f"<h1>Despesas</h1><table><tr><th>Empenho<th>Data<th>Valor empenhado<th>{label}{rows}</table>"
    page = Page("vila", "PB", TOWN.portal_url, TOWN.portal_url, 200, "", 1, frames=[Frame(TOWN.portal_url, html)])
    assert judge_page(page, MATRIX)
    assert page.unread == []
