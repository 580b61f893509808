"""The bodies of a town of which a list shows one at a time: each is asked for once, for each year, and stands in its rows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import portal_of_units as site
import pytest
from audited import audit, served
from test_rows import collect, wrapper

from transparency.matrix import Matrix
from transparency.rows.items import QuerySummary, row_class
from transparency.rows.kept import Kept
from transparency.rows.wrapper import ColumnRule

THIS, LAST = site.YEARS


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    folder = tmp_path_factory.mktemp("units")
    with served(site.portal) as url:
        audit(url, folder / "audits")
        yield folder, url


def run(audited: tuple[Path, str], criterion: str, *asked: str) -> tuple[str, list[dict[str, Any]], list[str]]:
    """What is told, the rows, and what the portal was asked for."""
    site.ASKED.clear()
    _, told, rows = collect(*audited, criterion, *(part for one in asked for part in ("-a", one)))
    return told, rows, [*site.ASKED]


def told_of(rows: list[dict[str, Any]]) -> set[tuple[str, str, str]]:
    """Period, body and number of each bid."""
    return {(row["query"], row["unit"], row["numero_licitacao"]) for row in rows}


def test_each_body_is_a_query_of_its_own_in_each_year(audited: tuple[Path, str]) -> None:
    made = {(str(year), body, bid[0]) for year in site.YEARS for body in site.BODIES for bid in site.bids(body, year)}
    told, rows, asked = run(audited, "licitacao", f"anos={LAST}-{THIS}")
    assert told_of(rows) == made and len(rows) == len(made) == len({row["key"] for row in rows})
    first = [one for one in asked if one.endswith(" 1")]
    assert len(first) <= len(site.BODIES) * len(site.YEARS) + 1  # the first may be that of the audit
    assert f"{LAST}: o portal diz que não há registros" in told and f"o portal conta {len(made)}" in told
    summary = json.loads(next(audited[0].glob("wrappers/*/*/licitacao.summary.json")).read_text("utf-8"))
    assert {(one["query"], one["unit"]) for one in summary["queries"]} == {(str(year), body) for year in site.YEARS for body in site.BODIES}  # fmt: skip


def test_bodies_are_asked_for_without_years_too(audited: tuple[Path, str]) -> None:
    _, rows, _ = run(audited, "licitacao")
    assert {(row["unit"], row["numero_licitacao"]) for row in rows} >= {(body, bid[0]) for body in site.BODIES for bid in site.bids(body, THIS)}  # fmt: skip


def test_a_list_that_is_the_same_for_each_body_is_asked_for_one_more_alone(audited: tuple[Path, str]) -> None:
    told, rows, asked = run(audited, "despesa_orcamentaria", f"anos={LAST}-{THIS}")
    assert [row["emp_numero"] for row in rows] == [row[0] for year in site.YEARS for row in site.expense(year)]
    assert "o portal mostra as mesmas linhas para cada unidade" in told
    assert sum(site.BODIES[0] not in one for one in asked) == 1


def test_all_bodies_at_once_are_one_query(audited: tuple[Path, str]) -> None:
    _, rows, asked = run(audited, "receita_orcamentaria")
    assert len(rows) == 3 and {row["unit"] for row in rows} == {""}
    assert not any("Fundo" in one or "Prefeitura" in one for one in asked)


def test_a_period_is_known_when_all_of_its_bodies_are(tmp_path: Path, matrix: Matrix) -> None:
    make, one = row_class(matrix.by_id["licitacao"]), wrapper([ColumnRule(label="Objeto", item="objeto_licitacao")])
    kept = Kept(tmp_path / "licitacao.json", one, False)

    def ask(unit: str, **more: Any) -> set[str]:
        kept.add(make(municipio="a", uf="PB", criterion="licitacao", key=unit, query="2025", unit=unit))
        kept.end(QuerySummary(query="2025", unit=unit, rows=1, **more), False)
        return kept.known()

    assert ask("Prefeitura", units=["Fundo"]) == set()
    assert ask("Fundo") == {"2025"}
    assert [[row.key for row in kept.rows(name, make)] for name in kept.of_period("2025")] == [
        ["Prefeitura"],
        ["Fundo"],
    ]  # type: ignore[union-attr]
    kept.close()
    again = Kept(tmp_path / "other.json", one, False)
    again.end(QuerySummary(query="2025", unit="Prefeitura", units=["Fundo", "Instituto"]), False)
    again.end(QuerySummary(query="2025", unit="Fundo", alike=True), False)
    assert again.known() == {"2025"}
