"""The years and months of lists: which are offered, which is shown, and that each is asked for once."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import portal_of_periods as periods
import pytest
from audited import audit, served
from test_rows import collect
from views import built, words_of

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.candidates import bars_of
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import Period, choose, exactly
from transparency.extract.forms.dates import span_of
from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.model import Field, Pressable, Row, View
from transparency.node import FrameKey, Node, Step, Target
from transparency.rows.periods import Asking
from transparency.rows.queries import ListQuery, Plan
from transparency.rows.spans import Span, read_span

TODAY = dt.date(2026, 11, 20)
TWO_YEARS = Span((2025, 3), (2026, 11), (2026, 11))
MONTHS = ["Janeiro", "Fevereiro", "Março", "Abril", "Maio", "Junho", "Julho", "Agosto", "Setembro", "Outubro", "Novembro", "Dezembro"]  # fmt: skip


def select(label: str, options: list[str], chosen: int = 0) -> Field:
    """A native list."""
    return built(Field, path=label, tag="select", label=label, value=chosen, options=[{"text": o, "value": o} for o in options])  # fmt: skip


def typed(label: str, value: str = "", **more: Any) -> Field:
    """A field to type in."""
    return built(Field, path=label, tag="input", label=label, value=value, **more)


WORDS = load_portal_words(()).query


def asking(*fields: Field, **choices: str) -> Asking:
    """A query of these fields."""
    return Asking(fields, choices, WORDS)


# ---- ranges -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("years", "since", "until", "told"),
    [
        ("20a4", "", "", "Valor inválido para anos"), ("2026-2024", "", "", "nenhum mês"), ("2031", "", "", "nenhum mês"), ("2024", "2025-01", "", "não os dois"),
        ("", "2025-13", "", "Valor inválido para desde"), ("", "", "ontem", "Valor inválido para ate"),
    ],
)  # fmt: skip
def test_a_range_that_is_none_is_told_in_one_line(years: str, since: str, until: str, told: str) -> None:
    with pytest.raises(UserError, match=told):
        read_span(years, since, until, TODAY)


def test_a_year_that_is_not_over_is_in_a_range_that_reaches_up_to_today() -> None:
    assert read_span("", "2025-03", "", TODAY) == TWO_YEARS
    assert [TWO_YEARS.has(when) for when in ("2026", "2025", "2025-03", "2025-02", "2026-12")] == [True, False, True, False, False]  # fmt: skip
    assert not Span((2025, 1), (2025, 6), (2026, 11)).has("2025")


# ---- the fields of a query --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "offered", "shown"),
    [
        ([select("Ano", ["2026", "2025", "2024"])], ["2026", "2025"], "2026"),
        ([select("Exercício", ["2025", "2024"], 1)], ["2025"], "2024"),
        ([select("Ano", ["2026"]), select("Mês", ["Todos", *MONTHS])], ["2026"], "2026"),
        ([select("Ano", ["2025"]), select("Mês", MONTHS, 4)], [f"2025-{n:02}" for n in range(12, 2, -1)], "2025-05"),
        ([select("Ano", ["2025"]), select("Mês", ["Todos", *MONTHS])], [f"2025-{n:02}" for n in range(12, 2, -1)], "2025"),
        ([select("Mês", ["11/2026", "10/2026", "02/2025", "04/2025"])], ["2026-11", "2026-10", "2025-04"], "2026-11"),
        ([typed("Data inicial", "01/01/2026", type="text"), typed("Data final", "20/11/2026")], ["2026", *(f"2025-{n:02}" for n in range(12, 2, -1))], "2026"),
        ([select("Situação", ["Aberta", "Encerrada"])], ["2026", "2025"], ""),
    ],
)  # fmt: skip
def test_what_the_fields_of_a_query_offer_and_show(fields: list[Field], offered: list[str], shown: str) -> None:
    made = asking(*fields)
    assert (made.periods(TWO_YEARS), made.shown()) == (offered, shown)


@pytest.mark.parametrize(
    ("fields", "tells"),
    [
        ([select("Competência", MONTHS)], False), ([select("Exercício", ["2026", "2025"]), select("Mês", MONTHS)], True),
        ([select("Competência", ["Janeiro/2026", "Fevereiro/2026"])], True), ([typed("Data inicial"), typed("Data final")], True),
    ],
)  # fmt: skip
def test_a_field_of_months_alone_leaves_the_year_to_one_beside_it(fields: list[Field], tells: bool) -> None:
    words = load_portal_words(("consultar",)).query
    assert Asking(fields, {}, words).tells_years() is tells


def test_what_was_chosen_is_what_is_shown() -> None:
    fields = [select("Ano", ["2026", "2025"]), select("Mês", ["Selecione", *MONTHS])]
    assert asking(*fields).shown() == ""
    assert asking(*fields, Ano="2025", Mês="Março").shown() == "2025-03"


@pytest.mark.parametrize(
    ("field", "when", "chosen"),
    [
        (select("Ano", ["2026", "2025"]), "2025", "2025"), (select("Ano", ["2026", "2024"]), "2025", None), (select("Ano", ["2026", "2025"]), "2026", None),
        (select("Mês", ["Todos", *MONTHS]), "2026-03", "Março"), (select("Mês", ["Todos", *MONTHS], 3), "2026", "Todos"),
        (select("Mês", ["01/2026", "12/2025", "11/2025", "10/2025"]), "2025-11", "11/2025"), (typed("Ano", "2026"), "2025", "2025"),
        (typed("Data inicial", type="date", range="start"), "2025-02", "01/02/2025"), (typed("Data final", type="date", range="end"), "2024-02", "29/02/2024"),
        (typed("Data final", type="date", range="end", value="2026-01-01"), "2026", "20/11/2026"),
    ],
)  # fmt: skip
def test_a_query_is_asked_for_just_the_period_that_is_wanted(field: Field, when: str, chosen: str | None) -> None:
    choice = choose(field, exactly(Period(), when, TODAY), TODAY, WORDS, {})
    assert (choice.text if choice else None) == chosen


def test_a_period_does_not_reach_beyond_today() -> None:
    assert span_of(Period(month=11), TODAY) == (dt.date(2026, 11, 1), TODAY)
    assert span_of(Period(1), TODAY) == (dt.date(2025, 1, 1), dt.date(2025, 12, 31))


# ---- links and tabs ---------------------------------------------------------------------------------------------------


def bar(*labels: str, **more: Any) -> list[Pressable]:
    """Controls side by side."""
    return [built(Pressable, kind="click", path=f"div[1]>a[{n}]", label=label, tag="a", **more) for n, label in enumerate(labels)]  # fmt: skip


def row_of(says: str, index: int) -> Row:
    """One of two rows of a table."""
    return built(Row, table="table", index=index, count=2, cells=2, says=says)


def test_bars_of_years_and_months() -> None:
    here = "http://a.gov.br/despesas/2026"
    assert [[*found] for found in bars_of(bar("2026", "2025", "2024"), here, WORDS)] == [["2026", "2025", "2024"]]
    assert [[*found] for found in bars_of(bar("Jan", "Fev", "Mar"), here, WORDS)] == [["01", "02", "03"]]
    assert bars_of(bar("2025"), here, WORDS) == [] == bars_of(bar("Edital 2025", "Edital 2024"), here, WORDS)
    in_rows = [bar("Jan", "Fev", row=row_of("Jan Fev", 0)), bar("Mar", "Abr", row=row_of("Mar Abr", 1))]
    assert [[*found] for found in bars_of([*in_rows[0], *in_rows[1]], here, WORDS)] == [["01", "02", "03", "04"]]
    assert bars_of(bar("Jan", "Fev", row=row_of("Jan Fev 1.200,00", 0)), here, WORDS) == []
    alone = bar("2025", href="http://a.gov.br/despesas/2025")
    assert [[*found] for found in bars_of(alone, here, WORDS)] == [["2025"]]


@pytest.mark.parametrize(("button", "insists"), [("", True), ("/button[1]", False)])
def test_what_brought_the_list_is_pressed_again_only_for_a_query_without_a_button(button: str, insists: bool) -> None:
    """A press on the menu would bring the list anew, as it is without the query."""
    click = Step("click", FrameKey(), Target("/a[1]", "a", "Servidores"))
    node = Node("https://a.example/", (click, Step("query", FrameKey(), Target(button), when="2025")))
    menu = built(View, candidates=[{"kind": "link", "path": "/a[1]", "tag": "a", "label": "Servidores"}])
    snapshot = Snapshot(node.url, "", 200, [FrameView(FrameKey(), node.url, "", menu)], node)
    plan = Plan(node, None, None, words_of({}), Signposts(load_matrix()), TODAY)
    plan.waiting.clear()
    assert plan.insist(ListQuery(node, "2025"), snapshot) is insists
    assert [query.node.steps[-1] for query in plan.waiting] == [click] * insists


# ---- a whole portal ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    folder = tmp_path_factory.mktemp("periods")
    with served(periods.portal) as url:
        audit(url, folder / "audits")
        yield folder, url


def _collect(audited: tuple[Path, str], criterion: str, *asked: str) -> tuple[str, list[dict[str, Any]]]:
    periods.ASKED.clear()
    more = [part for one in asked for part in ("-a", one)]
    _, told, rows = collect(*audited, criterion, *more)
    return told, rows


THIS, LAST, OLDEST = periods.YEARS


def test_each_month_is_asked_for_once(audited: tuple[Path, str]) -> None:
    told, rows = _collect(audited, "receita_orcamentaria", f"desde={OLDEST + 1}-10", f"ate={LAST}-12")
    made = {(f"{LAST}-{month:02}", row[0]) for month in (10, 11, 12) for row in periods.revenue(LAST, month)}
    assert len(rows) == len(made) == len({row["key"] for row in rows})
    assert {row["query"] for row in rows} == {when for when, _ in made}
    answered = [one for one in periods.ASKED if one.endswith(" 1")]
    assert len(answered) - len(set(answered)) <= 1  # the first may be that of the audit
    assert f"o portal conta {len(made)}" in told


def test_each_year_of_a_bar_is_opened_once_and_what_is_not_offered_is_told(audited: tuple[Path, str]) -> None:
    told, rows = _collect(audited, "despesa_orcamentaria", f"anos={OLDEST - 1}-{THIS}")
    made = [(str(year), row[0]) for year in periods.YEARS for row in periods.expense(year)]
    assert [(row["query"], row["emp_numero"]) for row in rows] == made
    asked = [f"despesas {year}" for year in periods.YEARS]
    assert asked[:1] + asked == periods.ASKED  # twice: once for the session
    assert f"{OLDEST - 1}: o portal não oferece este período" in told


def test_a_period_is_typed_as_two_days(audited: tuple[Path, str]) -> None:
    _, rows = _collect(audited, "licitacao", f"anos={OLDEST}-{THIS}")
    made = {year: {row[0] for row in periods.bids(f"{year}-01-01", min(f"{year}-12-31", periods.NOW.isoformat()))} for year in periods.YEARS}  # fmt: skip
    assert {(row["query"], row["numero_licitacao"]) for row in rows} == {(str(year), one) for year in made for one in made[year]}  # fmt: skip
    summary = json.loads(next(audited[0].glob("wrappers/*/*/licitacao.summary.json")).read_text("utf-8"))
    assert [(one["query"], one["rows"]) for one in summary["queries"]] == [
        (str(y), len(made[y])) for y in periods.YEARS
    ]


def test_a_year_without_data_is_told(audited: tuple[Path, str]) -> None:
    told, rows = _collect(audited, "receita_orcamentaria", f"anos={OLDEST}")
    assert not rows and f"{OLDEST}-01 a {OLDEST}-12: o portal diz que não há registros" in told
