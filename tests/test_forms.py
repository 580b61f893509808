"""What is chosen in the fields of a query form."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from views import built, like

from transparency.crawl.candidates.query_moves import by_name, in_a_month
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.forms import (
    Period,
    asks_person,
    beginnings,
    changing_attempt,
    choose,
    chooses_view,
    field_kind,
    insists,
    is_undecided,
    last_month,
    left_alone,
    longest_span,
    mark_ranges,
    period,
    sizes_pages,
    wants_suggestion,
    would_change,
)
from transparency.matrix import load_matrix
from transparency.model import Field
from transparency.node import FrameKey, Node, Step, Target
from transparency.text import normalize

TODAY = dt.date(2026, 11, 21)
WORDS = load_portal_words(load_matrix().vocabulary.query_buttons).query


def select(label: str, options: list[str], chosen: int = 0, **more: Any) -> Field:
    return built(
        Field,
        {
            "tag": "select",
            "type": "",
            "label": label,
            "name": "",
            "value": chosen,
            "options": [{"text": text, "value": text, "disabled": False} for text in options],
            **more,
        },
    )


def field(label: str, value: str = "", kind: str = "text", **more: Any) -> Field:
    return built(
        Field, {"tag": "input", "type": kind, "label": label, "name": "", "value": value, "placeholder": "", **more}
    )


YEARS = ["Selecione", "2023", "2024", "2025", "2026", "2027"]
MONTHS = ["Janeiro", "Fevereiro", "Março", "Abril"]


@pytest.mark.parametrize(
    ("control", "attempt", "expected"),
    [
        (select("Exercício", YEARS), 0, "2026"),
        (select("Exercício", YEARS), 1, "2025"),
        (select("Ano", YEARS, chosen=4), 0, None),  # the current year is chosen already
        (field("Competência", placeholder="mm/aaaa"), 0, "10/2026"),  # the last month that is over
        (field("Competência", placeholder="__/____"), 1, "12/2025"),
        (field("Mês inicial", placeholder="MM/AAAA"), 0, "01/2026"),
        (field("Competência", "03/2026"), 0, None),
        (field("Mês"), 0, None),  # how it wants its month written is not told
        (select("", ["2020", "2019", "2018"]), 0, None),
        (select("", ["2020", "2019", "2018"]), 9, "2018"),
        (select("Mês", ["Todos", *MONTHS], chosen=2), 0, "Todos"),
        (
            select("Competência", ["2026", *"Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez".split()], chosen=-1),
            0,
            "Jan",
        ),  # a calendar, and its year
        (select("Mês", MONTHS, chosen=2), 0, None),
        (select("Mês", MONTHS, chosen=2), 1, "Abril"),  # another month each time: one of them may have none
        (select("Mês", MONTHS, chosen=1), 2, "Março"),
        (select("Mês de referência", MONTHS, chosen=2), 1, "Abril"),  # "de" joins words, and starts no range
        (select("Mês final", MONTHS), 0, "Abril"),
        (select("Até o mês", ["Todos", *MONTHS], chosen=2), 0, "Todos"),
        (select("Até o mês", ["Todos", *MONTHS]), 1, "Abril"),
        (select("Mês inicial", ["Todos", *MONTHS]), 0, "Janeiro"),
        (select("Saída", ["PDF", "Tela (HTML)", "Planilha"]), 0, "Tela (HTML)"),
        (select("Formato", ["Visualizar na tela", "Visualizar em PDF"]), 0, None),
        (select("Formato", ["PDF", "Excel"]), 0, None),
        (select("Entidade", ["Câmara", "Prefeitura Municipal"]), 0, "Prefeitura Municipal"),
        (select("Unidade Gestora", ["Selecione...", "Consolidado", "Fundo de Saúde"]), 0, "Consolidado"),
        (select("Órgão", ["Escolha", "Saúde", "Educação"]), 0, "Saúde"),
        (select("Modalidade", ["Selecione", "Pregão", "Dispensa"]), 0, "Pregão"),
        (select("Modalidade", ["Todas", "Pregão"]), 0, None),
        (select("Itens por página", ["10", "25", "50"]), 0, None),
        (select("Vazio", ["Selecione"]), 0, None),
        (field("Exercício", "2026"), 0, None),
        (field("Exercício", "2026"), 2, "2024"),
        (field("Data inicial"), 0, "01/01/2026"),
        (field("Data final"), 0, "21/11/2026"),
        (field("Data final"), 1, "31/12/2025"),
        (field("Data inicial", "01/11/2026"), 0, None),
        (field("Data inicial", "01/11/2026"), 1, "01/01/2025"),
        (field("Data inicial", kind="date"), 0, "2026-01-01"),
        (field("Data do empenho"), 0, None),  # one day alone would hide nearly everything
        (field("Credor"), 0, None),
        (field("CPF/CNPJ"), 1, None),
    ],
)
def test_choose(control: Field, attempt: int, expected: str | None) -> None:
    choice = choose(control, period(attempt, [control], WORDS), TODAY, WORDS, {})
    if control.tag == "select":
        assert (choice.text if choice else None) == expected
    else:
        assert (choice.value if choice else None) == expected


@pytest.mark.parametrize(
    ("value", "options", "attempt", "expected"),
    [
        ("Todas as entidades", ["Câmara Municipal", "Município de Vila"], 0, None),  # sums up what is ticked
        ("Todas as entidades", ["Câmara Municipal", "Município de Vila"], 1, None),
        ("Todas", ["Todas", "Câmara Municipal", "Prefeitura"], 1, "Prefeitura"),
        ("Selecione as entidades", ["Câmara Municipal", "Município de Vila"], 0, "Município de Vila"),
    ],
)
def test_a_drawn_list_of_bodies(value: str, options: list[str], attempt: int, expected: str | None) -> None:
    control = like(select("Entidades", options), tag="list", value=value)
    choice = choose(control, period(attempt, [control], WORDS), TODAY, WORDS, {})
    assert (choice.text if choice else None) == expected


RANGE = [("20/11/2026", "20/11/2026"), ("01/11/2026", "21/11/2026"), ("", ""), ("2026-11-21", "2026-11-21")]


@pytest.mark.parametrize(
    ("labels", "values", "expected"),
    [
        (("Data inicial", "Data final"), RANGE[0], ["01/01/2026", "21/11/2026"]),  # one day alone
        (("Data inicial", "Data final"), RANGE[1], [None, None]),  # some weeks will do
        (("Período", ""), RANGE[2], ["01/01/2026", "21/11/2026"]),  # the second of two is the end
        (("Emissão", "a"), RANGE[3], ["01/01/2026", "21/11/2026"]),
        (("Período a", "Período a"), RANGE[3], ["01/01/2026", "21/11/2026"]),  # one label around both
    ],
)
def test_ranges_of_dates(labels: tuple[str, str], values: tuple[str, str], expected: list[str | None]) -> None:
    controls = [field(a, v, placeholder="dd/mm/aaaa") for a, v in zip(labels, values, strict=True)]
    marked = mark_ranges(controls, WORDS)
    choices = [choose(control, period(0, marked, WORDS), TODAY, WORDS, {}) for control in marked]
    assert [choice.value if choice else None for choice in choices] == expected
    assert len({control.label for control in marked}) == 2  # by it is known what was chosen


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (field("Entidade", suggests=True, required=False), True),
        (field("Setor", suggests=True, required=True), True),
        (field("Credor", suggests=True, required=False), False),  # narrows, and may stay empty
        (field("Entidade", suggests=False, required=True), False),
        (field("Entidade", "Prefeitura", suggests=True, required=True), False),
    ],
)
def test_wants_suggestion(control: Field, expected: bool) -> None:
    assert wants_suggestion(control, WORDS) is expected


def typed(label: str, value: str = "", **more: Any) -> Field:
    """A list that opens to a click and is narrowed by what is typed."""
    return like(field(label, value), tag="list", typed="body[1]>input[1]", **more)


@pytest.mark.parametrize(
    ("control", "alone", "changes"),
    [
        (typed("Entidade"), False, True),
        (typed("Entidade", "Prefeitura"), False, False),
        (typed("Exercício", "2025"), False, True),
        (typed("Exercício", "2026"), False, False),
        (typed("Mês", "Selecione"), False, True),
        (typed("Nome do servidor"), True, False),  # looks for one
        (typed("Setor", required=True), False, True),
        (like(typed("Credor"), typed=""), False, False),
    ],
)
def test_lists_that_are_typed_in(control: Field, alone: bool, changes: bool) -> None:
    assert left_alone(control, WORDS) is alone
    assert would_change(control, period(0, [control], WORDS), TODAY, WORDS) is changes


@pytest.mark.parametrize(("label", "first"), [("Entidade", "prefe"), ("Exercício", "20")])
def test_what_is_typed_to_be_offered_something(label: str, first: str) -> None:
    assert beginnings(typed(label), WORDS)[0] == first


@pytest.mark.parametrize("tag", ["suggestions", "div"])
def test_the_town_hall_is_picked_from_what_a_field_offers(tag: str) -> None:
    offered = [{"text": text, "value": f"li[{n}]", "disabled": False} for n, text in enumerate(OFFERED)]
    control = like(field("Entidade", suggests=True), tag=tag, options=offered)
    choice = choose(control, Period(), TODAY, WORDS, {})
    assert choice is not None
    assert (choice.value, choice.text) == ("li[1]", OFFERED[1])


OFFERED = ["Câmara Municipal de Vila Nova", "Prefeitura Municipal de Vila Nova", "Fundo Municipal de Saúde"]


@pytest.mark.parametrize(
    ("label", "value", "attempt", "changes"),
    [
        ("Exercício", "2026", 0, False),
        ("Exercício", "2026", 1, True),
        ("Exercício", "Selecione o exercício", 0, True),
        ("Mês", "Março", 0, True),
        ("Mês", "Todos", 0, False),
        ("Unidade Gestora", "Consolidado", 0, False),
        ("Unidade Gestora", "Consolidado", 1, True),
        ("Unidade Gestora", "Prefeitura Municipal", 1, False),
        ("Modalidade", "Selecionar", 0, True),
        ("Modalidade", "Pregão", 0, False),
    ],
)
def test_what_a_closed_list_tells(label: str, value: str, attempt: int, changes: bool) -> None:
    control = like(field(label, value), tag="list")
    assert would_change(control, period(attempt, [control], WORDS), TODAY, WORDS) is changes


BODIES = select("Unidade Gestora", ["Consolidado", "Câmara Municipal", "Prefeitura Municipal"])


@pytest.mark.parametrize(
    ("controls", "expected"),
    [
        # what answers for no bodies together, or no months together, answers for one; then other years
        ([BODIES, select("Ano", YEARS)], ["- 2026", "Prefeitura Municipal 2025", "Prefeitura Municipal 2026", "Prefeitura Municipal 2024"]),
        ([BODIES, select("Mês", ["Todos", *MONTHS])], ["- -", "Prefeitura Municipal Abril", "Prefeitura Municipal -", "Prefeitura Municipal -"]),
        ([select("Órgão", ["Todos", "Saúde", "Educação"])], ["-", "Saúde", "Saúde", "Saúde"]),
        ([select("Órgão", ["Saúde", "Educação"])], ["-", "-", "-", "-"]),
        ([select("Ano", YEARS)], ["2026", "2025", "2024", "2023"]),
    ],
)  # fmt: skip
def test_attempts(controls: list[Field], expected: list[str]) -> None:
    made = []
    for attempt in range(len(expected)):
        asked = period(attempt, controls, WORDS)
        choices = [choose(control, asked, TODAY, WORDS, {}) for control in controls]
        made.append(" ".join(choice.text if choice else "-" for choice in choices))
    assert made == expected


def boxes(label: str, texts: list[str], ticked: int = -1, **more: Any) -> Field:
    return like(select(label, texts, ticked), tag="boxes", **more)


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (boxes("Entidade", ["Selecionar tudo", "Câmara", "Prefeitura"]), "Selecionar tudo"),
        (boxes("Entidade", ["Câmara", "Prefeitura Municipal"]), "Prefeitura Municipal"),
        (boxes("Entidade", ["Câmara", "Prefeitura Municipal"], ticked=0), None),
        (boxes("Modalidade", ["Pregão", "Dispensa"]), None),  # none often means all
        (boxes("Modalidade", ["Pregão", "Dispensa"], required=True), "Pregão"),
        (boxes("Exercício", ["2024", "2025", "2026"]), "2026"),
        (select("Órgão", ["Todos", "Saúde"], -1, multiple=True), "Todos"),
        (select("Fonte", ["Própria", "Federal"], -1, multiple=True), None),
        (select("Órgão", ["Todos", "Saúde"], 1, multiple=True), None),
        (field("Selecionar tudo", "on", "checkbox", checked=False), "Selecionar tudo"),
        (field("Selecionar tudo", "on", "checkbox", checked=True), None),
        (field("Somente ativos", "on", "checkbox", checked=False), None),
    ],
)
def test_what_is_ticked(control: Field, expected: str | None) -> None:
    choice = choose(control, Period(), TODAY, WORDS, {})
    assert (choice and choice.text) == expected


def test_forced_choice() -> None:
    control = select("Tipo", ["Orçamentária", "Extraorçamentária"])
    choice = choose(control, Period(), TODAY, WORDS, {"Tipo": "Extraorçamentária"})
    assert choice is not None
    assert (choice.value, choice.forced) == (1, True)


@pytest.mark.parametrize(
    ("control", "kind"),
    [
        (select("Período", MONTHS), "month"),
        (select("Qualquer", ["2024", "2025", "2026"]), "year"),
        (select("Exercício", ["Exercício 2025", "Exercício 2024"]), "year"),
        (select("Quantidade", ["10", "25"]), ""),
        (field("", placeholder="dd/mm/aaaa"), "date"),
        (field("x", kind="date"), "date"),
        (field("Competência", placeholder="mm/aaaa"), "month"),
        (field("Referência", "03/2026"), "month"),
        (field("Período", placeholder="__/__/____"), "date"),
        (select("Órgão", ["Saúde"]), "entity"),
        (field("Período de", day=True), "date"),
    ],
)
def test_field_kind(control: Field, kind: str) -> None:
    assert field_kind(control, WORDS) == kind


def reports(label: str, *texts: str, value: int = -1) -> Field:
    listed = [{"text": text, "value": f"body[1]>input[{n}]", "disabled": False} for n, text in enumerate(texts, 1)]
    return built(
        Field,
        {"tag": "radio", "type": "", "label": label, "name": "", "value": value, "options": listed, "path": label},
    )


@pytest.mark.parametrize(
    ("control", "chooses"),
    [
        (reports("Relatório", "Empenhos", "Diárias"), True),
        (reports("", "101 - Relação de Empenhos", "114 - Demonstrativo da Despesa", "120 - Diárias"), True),
        (reports("Modelo", "Analítico", "Por origem"), True),
        (select("Agrupar por", ["Órgão", "Função"]), True),
        (select("Modelo", ["2025", "2026"]), False),  # years, whatever the label says
        (select("Tipo de relatório", ["PDF", "Tela", "Excel"]), False),
        (reports("Situação", "Pago", "A pagar"), False),
        (select("Modalidade", ["Pregão", "Dispensa"]), False),
        (field("Relatório"), False),
        (
            like(select("Relatório", []), tag="div", value=""),
            True,
        ),  # drawn by a script: its options come when it is opened
    ],
)
def test_fields_that_choose_what_is_shown(control: Field, chooses: bool) -> None:
    assert chooses_view(control, WORDS) is chooses


LEVELS = ["Categoria Econômica", "Origem", "Espécie", "Rubrica"]


@pytest.mark.parametrize(
    ("control", "chooses"),
    [
        (select("Nível", LEVELS), True),
        (select("Detalhar até", [*LEVELS, "Todos"]), True),
        (select("Nível", ["I", "II", "III", "Origem"]), False),
        (select("Buscar por", LEVELS), False),  # what is typed beside it
        (select("Fonte", LEVELS[:2]), False),
    ],
)
def test_levels_of_a_classification_choose_what_is_shown(control: Field, chooses: bool) -> None:
    words = replace(WORDS, labels=frozenset(map(normalize, LEVELS)))
    assert chooses_view(control, words) is chooses


@pytest.mark.parametrize(
    ("control", "undecided"),
    [
        (reports("Relatório", "Empenhos", "Diárias"), True),
        (reports("Relatório", "Empenhos", "Diárias", value=0), False),
        (select("Relatório", ["Selecione", "Empenhos"]), True),
        (select("Relatório", ["Selecione", "Empenhos"], chosen=1), False),
        (like(select("Relatório", []), value=""), True),
    ],
)
def test_what_is_still_to_be_chosen(control: Field, undecided: bool) -> None:
    assert is_undecided(control, WORDS) is undecided


UNTIL = select("Até o mês", MONTHS, chosen=3, path="m")
YEAR = field("Exercício", "2026", path="a")


@pytest.mark.parametrize(
    ("asked", "attempts"),
    [
        ([YEAR], [1, 2, 3]),
        ([select("Ano", ["2026"], path="a")], []),  # nothing else can be asked
        ([select("Ano", ["2026", "2025"], path="a")], [1]),
        ([YEAR, select("Mês", ["Todos", *MONTHS], path="m")], [1, 2, 3]),  # one month of last year, then all of it
        ([YEAR, like(UNTIL, options=select("", ["Todos", "Abril"]).options, value=1)], [1, 2, 3]),
    ],
)
def test_attempts_that_ask_something_else(asked: list[Field], attempts: list[int]) -> None:
    found, attempt = [], changing_attempt(asked, 0, TODAY, WORDS, {})
    while attempt is not None:
        found.append(attempt)
        attempt = changing_attempt(asked, attempt, TODAY, WORDS, {})
    assert found == attempts


@pytest.mark.parametrize(
    ("texts", "ticked", "attempt", "expected"),
    [
        (["2026", "2025", "2024"], [0], 0, None),
        (["2026", "2025", "2024"], [0], 1, ["tick 2025", "clear 2026"]),
        (["2026", "2025", "2024"], [1, 2], 0, ["tick 2026", "clear 2025", "clear 2024"]),
        (["2026", "2025", "2024"], [0, 1], 0, ["clear 2025"]),
        (["2026 (0)", "2025 (312)", "2024 (298)"], [0], 0, ["tick 2025 (312)", "clear 2026 (0)"]),
        (["2026 (0)", "2025 (1.312)", "2024 (298)"], [], 1, ["tick 2024 (298)"]),
        (["2026 (0)", "2025 (0)"], [0], 0, None),
        (["2027", "2026"], [0], 0, ["tick 2026", "clear 2027"]),
    ],
)
def test_years_that_are_ticked(texts: list[str], ticked: list[int], attempt: int, expected: list[str] | None) -> None:
    control = like(boxes("Filtros", texts, ticked[0] if ticked else -1), ticked=ticked)
    control.options = [like(option, value=option.text) for option in control.options]
    choice = choose(control, period(attempt, [control], WORDS), TODAY, WORDS, {})
    assert (choice and [f"{'tick' if on else 'clear'} {path}" for path, on in choice.value]) == expected


@pytest.mark.parametrize(
    ("control", "expected"),
    [
        (boxes("Órgão", ["Câmara (2)", "Prefeitura Municipal (9)"]), None),
        (boxes("Órgão", ["Câmara (2)", "Prefeitura Municipal (9)"], required=True), "Prefeitura Municipal (9)"),
        (select("Exercício", ["2026 (0)", "2025 (312)"]), "2025 (312)"),
        (select("Exercício", ["2026 (4)", "2025 (312)"]), None),
    ],
)
def test_facets_are_left_alone_but_for_years(control: Field, expected: str | None) -> None:
    choice = choose(control, Period(), TODAY, WORDS, {})
    assert (choice and choice.text) == expected


@pytest.mark.parametrize(
    ("tag", "label", "value", "sizes"),
    [
        ("list", "Itens por página:", "10", True),
        ("div", "Linhas por página", "25", True),
        ("div", "Exercício", "2026", False),
        ("div", "Mês", "10", False),
        ("div", "Itens por página", "", False),  # may be anything until it is opened
        ("select", "Itens por página", "10", False),  # its options are known
    ],
)
def test_lists_that_say_how_long_a_page_is(tag: str, label: str, value: str, sizes: bool) -> None:
    assert sizes_pages(built(Field, tag=tag, label=label, value=value)) is sizes


@pytest.mark.parametrize(
    ("options", "sizes"),
    [
        (["10", "25", "50", "100"], True),
        (["10 registros", "20 registros", "Todos"], True),
        (["Todos", "15", "30"], True),
        (["1", "2", "3"], False),
        ([str(month) for month in range(1, 13)], False),
        (["2026", "2025"], False),
        (["Todos"], False),
    ],
)
def test_how_many_rows_stand_on_a_page_is_told_by_what_is_offered(options: list[str], sizes: bool) -> None:
    assert sizes_pages(select("Exibir", options)) is sizes


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        ({"label": "Nome do servidor"}, True),
        ({"label": "", "placeholder": "Digite o nome do servidor"}, True),
        ({"label": "Servidor *"}, True),
        ({"label": "Nome do servidor", "value": "Lima"}, False),
        ({"label": "Nome da mãe"}, False),
        ({"label": "Matrícula"}, False),
        ({"label": "Nome", "tag": "select", "options": [{"text": "A", "value": "1", "disabled": False}]}, False),
    ],
)
def test_fields_that_take_a_name(field: dict[str, Any], expected: bool) -> None:
    control = built(Field, {"tag": "input", "type": "text", "value": "", "name": "", "placeholder": "", **field})
    assert asks_person(control, WORDS) is expected


def test_a_common_name_is_searched_for_where_one_must_be_given() -> None:
    name = built(
        Field,
        {"tag": "input", "type": "text", "label": "Nome do servidor", "value": "", "name": "n", "placeholder": ""},
    )
    year = like(name, label="Ano", tag="select", value=0, options=[{"text": "2026", "value": "1"}])
    node = Node(
        "http://a.example/", steps=(Step("query", FrameKey(), Target("b"), "clique em “Pesquisar”", attempt=3),)
    )
    first = by_name(node, [name], WORDS)
    assert (
        first is not None and first.steps[0].choices == (("Nome do servidor", "silva"),) and first.steps[0].attempt == 0
    )
    second = by_name(first, [name], WORDS)
    assert second is not None and second.steps[0].choices == (("Nome do servidor", "santos"),)
    assert by_name(second, [name], WORDS) is None and by_name(first, [name, year], WORDS) is None
    assert by_name(node, [year], WORDS) is None
    assert insists("Informe ao menos 3 letras do nome.", WORDS) and not insists("Nenhum registro encontrado.", WORDS)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("O período informado não pode ser superior a 31 dias.", 31),
        ("Período máximo de 3 meses", 90),
        ("O intervalo entre as datas não pode exceder 90 (noventa) dias!", 90),
        ("Selecione no máximo um mês.", 30),
        ("Limitado a 1 ano", None),
        ("Empenhos dos últimos 30 dias", None),
        ("", None),
    ],
)
def test_the_longest_time_that_is_searched_at_once(text: str, days: int | None) -> None:
    assert longest_span(text, WORDS) == days


def test_a_query_of_a_longest_time_is_run_for_one_month() -> None:
    today = dt.date(2026, 3, 1)
    assert last_month(today, 0, 31) == (dt.date(2026, 2, 1), dt.date(2026, 2, 28))
    assert last_month(today, 1, 10) == (dt.date(2025, 2, 19), dt.date(2025, 2, 28))
    labels = ("Data inicial", "Data final")
    asked = [built(Field, tag="input", type="date", label=label, name=label, path=label) for label in labels]
    node = Node(
        "http://a.example/", steps=(Step("query", FrameKey(), Target("b"), "clique em “Pesquisar”", attempt=2),)
    )
    first = in_a_month(node, asked, 31, today, WORDS)
    assert first is not None
    assert first.steps[0].choices == (("Data inicial", "01/02/2026"), ("Data final", "28/02/2026"))
    assert [choose(c, Period(), today, WORDS, dict(first.steps[0].choices)).value for c in asked] == [
        "2026-02-01",
        "2026-02-28",
    ]  # type: ignore[union-attr]
    second = in_a_month(first, asked, 31, today, WORDS)
    assert second is not None and dict(second.steps[0].choices)["Data final"] == "28/02/2025"
    assert in_a_month(node, asked[:1], 31, today, WORDS) is None
