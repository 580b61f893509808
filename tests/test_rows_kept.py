"""Runs over rows that are killed and go on, and later runs that ask only for what may have changed."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import portal_of_periods as periods
import pytest
from audited import TOWN, audit, served
from scrapy_command import scrapy
from test_rows import collect, wrapper

from transparency.matrix import Matrix
from transparency.rows.items import Group, QuerySummary, Row, row_class
from transparency.rows.kept import Kept, paired
from transparency.rows.wrapper import ColumnRule

THIS, LAST, _ = periods.YEARS
RANGE = ("-a", f"desde={LAST}-09", "-a", f"ate={LAST}-12")


def _row(make: type[Row], key: str, **more: Any) -> Row:
    return make(municipio="a", uf="PB", criterion="licitacao", key=key, query="2025", **more)


def test_rows_come_back_as_they_were_and_changes_are_logged(tmp_path: Path, matrix: Matrix) -> None:
    make, one = row_class(matrix.by_id["licitacao"]), wrapper([ColumnRule(label="Objeto", item="objeto_licitacao")])
    first = [_row(make, "a", valor=Decimal("1.50"), raw={"numero_licitacao": "1"}), _row(make, "b", raw={"numero_licitacao": "2"}, extra={"of": "x"})]  # fmt: skip
    kept = Kept(tmp_path / "licitacao.json", one, False)
    for row in first:
        kept.add(row)
    kept.end(QuerySummary(query="2025", rows=2), False)
    assert [*Kept(tmp_path / "licitacao.json", one, False).rows("2025", make)] == first
    assert Kept(tmp_path / "licitacao.json", one, False).known() == {"2025"}  # the run did not end: it goes on
    kept.close()
    later = Kept(tmp_path / "licitacao.json", one, False)
    for row in (_row(make, "c", raw={"numero_licitacao": "1"}), _row(make, "d", raw={"numero_licitacao": "3"})):
        later.add(row)
    later.end(QuerySummary(query="2025", rows=2), True)
    later.close()
    assert later.changes == {"changed": 1, "new": 1, "gone": 1}
    log = [json.loads(line) for line in (tmp_path / "licitacao.changes.jsonl").read_text("utf-8").splitlines()]
    assert [(entry["change"], entry["row"]["key"]) for entry in log] == [("changed", "c"), ("new", "d"), ("gone", "b")]
    assert Kept(tmp_path / "licitacao.json", one, False).known() == set()  # a record of it is not over yet
    assert Kept(tmp_path / "licitacao.json", one, True).state.queries == {}


@pytest.mark.parametrize(
    ("told", "more", "days", "compares"),
    [
        ({}, {}, 0, True), ({}, {}, 6, True), ({}, {}, 7, False), ({}, {}, -2, False), ({}, {"unsettled": True}, 0, False),
        ({"agrees": None}, {}, 0, False), ({"whole": False}, {}, 0, False), ({}, {"first": ""}, 0, False),
    ],
)  # fmt: skip
def test_only_what_the_portal_counts_and_is_over_is_known_by_its_first_page(
    tmp_path: Path, matrix: Matrix, told: dict[str, Any], more: dict[str, Any], days: int, compares: bool
) -> None:
    one = wrapper([ColumnRule(label="Objeto", item="objeto_licitacao")])
    kept = Kept(tmp_path / "licitacao.json", one, False)
    kept.add(_row(row_class(matrix.by_id["licitacao"]), "a"))
    summary = QuerySummary(**{"query": "2025", "rows": 1, "told": 1, "agrees": True, **told})
    kept.end(summary, **{"unsettled": False, "first": "abc", **more})
    kept.close()
    today = dt.datetime.now(dt.UTC).date() + dt.timedelta(days=days)
    assert [*Kept(tmp_path / "licitacao.json", one, False).comparable(today)] == ["2025"] * compares
    assert not Kept(tmp_path / "licitacao.json", one, False, opens=True).comparable(today)


def test_what_is_half_does_not_take_the_place_of_what_is_whole(tmp_path: Path, matrix: Matrix) -> None:
    make, one = row_class(matrix.by_id["licitacao"]), wrapper([ColumnRule(label="Objeto", item="objeto_licitacao")])
    for told, keys in ((QuerySummary(query="2025"), "ab"), (QuerySummary(query="2025", whole=False), "a")):
        kept = Kept(tmp_path / "licitacao.json", one, False)
        for key in keys:
            kept.add(_row(make, key))
        kept.end(told, False)
        kept.close()
    assert len([*kept.rows("2025", make)]) == 2 and not kept.changes


def test_a_run_without_people_clears_away_what_records_of_them_say(tmp_path: Path, matrix: Matrix) -> None:
    one = wrapper([ColumnRule(label="Nome", item="nome")], "quadro_pessoal")
    Kept(tmp_path / "quadro_pessoal.json", one, False, True).keep_details("a", {"values": {"nome": "Ana Aroeira"}})
    kept = Kept(tmp_path / "quadro_pessoal.json", one, True)
    kept.add(Group(municipio="a", uf="PB", criterion="quadro_pessoal", by={}))
    assert "Aroeira" not in "".join(path.read_text("utf-8") for path in tmp_path.rglob("*.jsonl"))


def test_rows_of_a_wrapper_that_was_mended_are_still_those_of_its_list(tmp_path: Path, matrix: Matrix) -> None:
    before, now = (
        wrapper([ColumnRule(label=label, item="objeto_licitacao")]) for label in ("Objeto", "Objeto da licitação")
    )
    kept = Kept(tmp_path / "licitacao.json", before, False)
    kept.add(_row(row_class(matrix.by_id["licitacao"]), "a"))
    kept.end(QuerySummary(query="2025"), False)
    kept.belong_to(now)
    kept.close()
    assert "2025" in Kept(tmp_path / "licitacao.json", now, False).state.queries
    assert not Kept(tmp_path / "licitacao.json", before, False).state.queries


def test_rows_without_a_column_that_tells_them_apart_are_no_pairs() -> None:
    rows = [{"key": str(n), "raw": {"a": "x", "b": str(n)}} for n in range(4)]
    assert paired(rows[:1], rows[1:2], lambda: [rows[0], rows[2]], lambda: [rows[1], rows[3]]) == []


# ---- a whole portal ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    folder = tmp_path_factory.mktemp("kept")
    with served(periods.portal) as url:
        audit(url, folder / "audits")
        yield folder, url


def _killed(folder: Path, url: str, after: int, aside: Path | None = None) -> None:
    """A run that is killed when so many queries were answered. ``aside``: where its wrappers are kept, if not in the folder."""
    periods.ASKED.clear()
    asked = ["-a", f"municipio={TOWN}", "-a", f"url={url}", "-a", "criterio=receita_orcamentaria", *RANGE]
    where = [
        "-s",
        f"AUDITS_DIR={folder}/audits",
        "-s",
        f"WRAPPERS_DIR={aside or folder}/wrappers",
        "-O",
        f"{folder}/rows.jsonl",
    ]
    command = [sys.executable, "-m", "scrapy", "crawl", "rows", *asked, *where, "-L", "ERROR"]
    run = subprocess.Popen(command, env={**os.environ}, cwd=Path(__file__).parent.parent, start_new_session=True)
    until = time.monotonic() + 60
    while len(periods.ASKED) < after and run.poll() is None and time.monotonic() < until:
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(run.pid, 9)
    run.wait()


def test_a_run_that_is_killed_goes_on_without_a_row_lost_or_twice(audited: tuple[Path, str]) -> None:
    folder, url = audited
    for after in (1, 2, 3, 2):
        _killed(folder, url, after)
    periods.ASKED.clear()
    _, _, rows = collect(folder, url, "receita_orcamentaria", *RANGE)
    made = sorted((f"{LAST}-{month:02}", row[0]) for month in range(9, 13) for row in periods.revenue(LAST, month))
    assert sorted((row["query"], row["raw"]["codigo"] if "codigo" in row["raw"] else row["extra"]["Código da receita"]) for row in rows) == made  # fmt: skip
    assert len({row["key"] for row in rows}) == len(rows)
    assert len(periods.ASKED) < 4  # what was had before is not asked for again


def test_a_later_run_asks_only_for_what_may_have_changed(audited: tuple[Path, str], tmp_path: Path) -> None:
    folder, url = audited
    since = ("-a", f"desde={LAST}-01")
    _, _, before = collect(folder, url, "receita_orcamentaria", *since)
    periods.ASKED.clear()
    periods.MORE.append(7)
    try:
        _, told, rows = collect(folder, url, "receita_orcamentaria", *since)
    finally:
        periods.MORE.clear()
    now = periods.NOW.year * 12 + periods.NOW.month
    recent = [f"{(now - back - 1) // 12}-{(now - back - 1) % 12 + 1:02}" for back in range(3)]
    asked = {one.split()[1] for one in periods.ASKED}
    assert set(recent) <= asked <= {*recent, f"{THIS}-01"}  # that of the audit tells what is offered
    keys = {row["key"] for row in before}
    fresh = [row for row in rows if row["key"] not in keys]
    assert {row["query"] for row in fresh} <= {*recent, f"{THIS}-01"} and len(fresh) >= 3 and keys <= {row["key"] for row in rows}  # fmt: skip
    assert f"{len(fresh)} novas" in told
    log = next(folder.glob("wrappers/*/*/receita_orcamentaria.changes.jsonl")).read_text("utf-8").splitlines()
    assert [json.loads(line)["change"] for line in log] == ["new"] * len(fresh)
    assert dt.datetime.fromisoformat(json.loads(log[0])["time"])


def test_collect_has_all_rows_of_a_later_run_and_tells_what_has_changed(
    audited: tuple[Path, str], tmp_path: Path
) -> None:
    folder, url = audited
    first = periods.NOW.year * 12 + periods.NOW.month - 1 - 5
    asked = [
        "--criterio",
        "receita_orcamentaria",
        "--desde",
        f"{first // 12}-{first % 12 + 1:02}",
        "--saida",
        str(tmp_path),
    ]
    where = ["-s", f"AUDITS_DIR={folder}/audits", "-s", f"WRAPPERS_DIR={tmp_path}/wrappers"]

    def run() -> tuple[str, int]:
        ran = scrapy("collect", TOWN, "--url", url, *asked, *where)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout, duckdb.read_parquet(f"{tmp_path}/*/*/receita_orcamentaria/*.parquet").shape[0]

    told, before = run()
    made = sum(len(periods.revenue(month // 12, month % 12 + 1)) for month in range(first, first + 6))
    assert before == made and "pedido outra vez" not in told
    periods.MORE.append(7)
    try:
        told, after = run()
    finally:
        periods.MORE.clear()
    assert after == made + 3 and "desde a colheita anterior: 3 novas (veja mudancas.jsonl)" in told
    assert "não foi pedido outra vez" in told and "linhas vistas" not in told
    (log,) = tmp_path.glob("[a-z][a-z]/*/receita_orcamentaria/mudancas.jsonl")
    assert len(log.read_text("utf-8").splitlines()) == 3 and not [*tmp_path.rglob("sem-ano.*")]


def test_collect_goes_on_with_a_run_that_was_killed(audited: tuple[Path, str], tmp_path: Path) -> None:
    folder, url = audited
    _killed(folder, url, 3, tmp_path)
    asked = [
        "--criterio",
        "receita_orcamentaria",
        "--desde",
        f"{LAST}-09",
        "--ate",
        f"{LAST}-12",
        "--saida",
        str(tmp_path),
    ]
    where = ["-s", f"AUDITS_DIR={folder}/audits", "-s", f"WRAPPERS_DIR={tmp_path}/wrappers"]
    ran = scrapy("collect", TOWN, "--url", url, *asked, *where)
    made = sum(len(periods.revenue(LAST, month)) for month in range(9, 13))
    assert ran.returncode == 0 and "linhas vistas" not in ran.stdout, ran.stdout + ran.stderr
    rows = duckdb.read_parquet(f"{tmp_path}/*/*/receita_orcamentaria/{LAST}.parquet")
    assert rows.aggregate("count(*), count(distinct key)").fetchall() == [(made, made)]
