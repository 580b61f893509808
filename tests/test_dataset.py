"""Rows as files that others open: Parquet of typed columns."""

from __future__ import annotations

import datetime as dt
import io
import tracemalloc
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pyarrow.parquet as pq
import pytest
from audited import TOWN
from test_rows import wrapper

from transparency.dataset.parquet import ParquetFile, ParquetItemExporter, columns_in, columns_of, refuse_unfit_feeds
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.rows.collecting import Collection
from transparency.rows.items import Group, Row, row_class
from transparency.rows.words import load_row_words
from transparency.rows.wrapper import ColumnRule

NOON = dt.datetime.fromisoformat("2026-03-02T12:00:00")


def bid(matrix: Matrix, **more: Any) -> Row:
    """A row of a list of bids."""
    given: dict[str, Any] = {
        "municipio": "vila-pequena", "uf": "PB", "criterion": "licitacao", "key": "a1", "numero_licitacao": "1/2026",
        "objeto_licitacao": "Merenda", "valor": Decimal("1250.50"), "data_publicacao_licitacao": dt.date(2026, 2, 3),
        "extra": {"Lote": "L-1"}, "raw": {"valor": "1.250,50"}, "steps": ["abra", "clique"], "time": "2026-03-02T12:00:00Z",
    }  # fmt: skip
    return row_class(matrix.by_id["licitacao"])(**{**given, **more})


def written(path: Path, *items: Any) -> Path:
    """A Parquet file of items."""
    file = ParquetFile(path, columns_of(items[0]))
    for item in items:
        file.add(item)
    file.close()
    return path


# ---- Parquet ----------------------------------------------------------------------------------------------------------


def test_columns_have_types_that_duckdb_and_pandas_know(tmp_path: Path, matrix: Matrix) -> None:
    file = written(tmp_path / "x.parquet", bid(matrix), bid(matrix, valor=None, extra={}))
    wanted = "valor, data_publicacao_licitacao, extra['Lote'], raw['valor'], steps, time, page"
    told = duckdb.read_parquet(str(file)).project(wanted)
    assert told.fetchall() == [
        (Decimal("1250.5000"), dt.date(2026, 2, 3), "L-1", "1.250,50", ["abra", "clique"], NOON, 1),
        (None, dt.date(2026, 2, 3), None, "1.250,50", ["abra", "clique"], NOON, 1),
    ]  # fmt: skip
    assert [str(kind) for kind in told.types[:3]] == ["DECIMAL(20,4)", "DATE", "VARCHAR"]
    frame = pandas.read_parquet(file)
    assert frame.valor.astype(float).sum() == 1250.5 and frame.columns[3] == "numero_licitacao"


def test_a_file_tells_what_its_columns_are(tmp_path: Path, matrix: Matrix) -> None:
    one = bid(matrix)
    assert columns_in(pq.read_schema(written(tmp_path / "x.parquet", one))) == columns_of(one)
    labels = {column.name: column.label for column in columns_of(one)}
    assert labels["valor"] == "Valor" and labels["extra"] == "Outras colunas do portal"


def test_what_does_not_fit_a_column_stays_in_the_words(tmp_path: Path, matrix: Matrix) -> None:
    """A month is no day, and no amount is rounded: the columns stay empty, ``raw`` has what was written."""
    odd = bid(matrix, data_publicacao_licitacao="2026-03", valor=Decimal("1.23456"), raw={"valor": "1,23456"})
    (row,) = pq.read_table(written(tmp_path / "x.parquet", odd)).to_pylist()
    assert (row["data_publicacao_licitacao"], row["valor"], row["raw"]) == (None, None, [("valor", "1,23456")])
    huge = bid(matrix, valor=Decimal(10) ** 20)
    assert pq.read_table(written(tmp_path / "x.parquet", huge)).to_pylist()[0]["valor"] is None


def test_sums_of_people_are_decimals_under_the_labels_of_the_portal(tmp_path: Path) -> None:
    where = {"municipio": "a", "uf": "PB", "criterion": "quadro_pessoal"}
    file = written(
        tmp_path / "x.parquet", Group(**where, by={"Cargo": "Professor"}, people=4, sums={"Bruto": Decimal("9.10")})
    )
    assert duckdb.read_parquet(str(file)).project("\"by\"['Cargo'], people, sums['Bruto']").fetchall() == [
        ("Professor", 4, Decimal("9.1"))
    ]


def test_rows_are_written_in_groups_and_memory_stays_flat(tmp_path: Path, matrix: Matrix) -> None:
    file = ParquetFile(tmp_path / "x.parquet", columns_of(bid(matrix)))
    tracemalloc.start()
    most = []
    for part in range(4):
        for number in range(5_000):
            file.add(bid(matrix, key=f"{part}-{number}", objeto_licitacao=f"Objeto {part} {number} " * 8))
        most.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    file.close()
    assert most[-1] < 1.3 * most[0]
    assert pq.read_metadata(tmp_path / "x.parquet").num_row_groups >= 10 and file.rows == 20_000


def test_the_exporter_takes_fields_other_items_and_none(matrix: Matrix) -> None:
    feed = io.BytesIO()
    exporter = ParquetItemExporter(feed, fields_to_export=["valor", "key"])
    exporter.export_item(bid(matrix))
    with pytest.raises(TypeError, match="one kind"):
        exporter.export_item({"a": 1})
    exporter.finish_exporting()
    assert pq.read_table(feed).to_pylist() == [{"valor": Decimal("1250.5000"), "key": "a1"}]

    other = io.BytesIO()
    exporter = ParquetItemExporter(other)
    exporter.export_item(Verdict("a", "PB", "licitacao", "valor", "absent", "não há", steps=["um"]))
    exporter.finish_exporting()
    assert pq.read_table(other).to_pylist()[0]["steps"] == '["um"]'

    empty = io.BytesIO()
    ParquetItemExporter(empty).finish_exporting()
    assert pq.read_table(empty).num_rows == 0


def test_several_criteria_do_not_fit_in_one_file(tmp_path: Path, settings: Any) -> None:
    settings.set("FEEDS", {"x.parquet": {"format": "parquet"}})
    with pytest.raises(UserError, match=r"x.parquet: .* foram pedidos 2 \(licitacao, quadro_pessoal\)"):
        refuse_unfit_feeds(settings, ["licitacao", "quadro_pessoal"])
    refuse_unfit_feeds(settings, ["licitacao"])
    (tmp_path / "x.parquet").write_bytes(b"")
    settings.set("FEEDS", {str(tmp_path / "x.parquet"): {"format": "parquet", "overwrite": False}})
    with pytest.raises(UserError, match="nada pode ser acrescentado"):
        refuse_unfit_feeds(settings, ["licitacao"])


@pytest.fixture
def settings() -> Any:
    """Of the project."""
    from scrapy.utils.project import get_project_settings

    return get_project_settings()


# ---- people -----------------------------------------------------------------------------------------------------------


def test_the_list_of_servants_is_summed_up_whatever_its_columns_are_called(matrix: Matrix) -> None:
    one = wrapper([ColumnRule(label="Nome", item="nome"), ColumnRule(label="Bruto")], "quadro_pessoal")
    assert Collection.of(one, matrix, load_row_words(), TOWN, people=False).sums_up
    assert not Collection.of(one, matrix, load_row_words(), TOWN, people=True).sums_up
