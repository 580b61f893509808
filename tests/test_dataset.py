"""Rows as files that others open: typed Parquet, sheets, releases of bids, and the folder that describes them."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import os
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import jsonschema_rs
import pyarrow.parquet as pq
import pytest
from audited import TOWN
from test_rows import wrapper

from transparency.dataset.folder import Dataset, Kept
from transparency.dataset.ocds import load_methods, method_of, write_releases
from transparency.dataset.package import PACKAGE, README
from transparency.dataset.parquet import (
    ParquetFile,
    ParquetItemExporter,
    columns_in,
    columns_of,
    count_rows,
    refuse_unfit_feeds,
)
from transparency.dataset.sheets import write_sheet
from transparency.dataset.years import year_of
from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.portals.catalogue import Municipality
from transparency.rows.checking import Sample, misfits
from transparency.rows.collection import Collection
from transparency.rows.items import Group, ListSummary, QuerySummary, Row, row_class
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


def checked(where: Path) -> Any:
    """What the tools of the standard say of a package."""
    import frictionless

    return frictionless.validate(str(where / PACKAGE))


def test_columns_have_types_that_duckdb_and_pandas_know(tmp_path: Path, matrix: Matrix) -> None:
    file = written(tmp_path / "x.parquet", bid(matrix), bid(matrix, valor=None, extra={}))
    wanted = "valor, data_publicacao_licitacao, extra['Lote'], raw['valor'], steps, time, page"
    import duckdb  # these are dear, and each process of a run of the tests loads each module
    import pandas

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
    import duckdb

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
    assert Collection.of(
        one, matrix, load_row_words(), TOWN, people=False, plan=cast(Any, None), judge=cast(Any, None)
    ).sums_up
    assert not Collection.of(
        one, matrix, load_row_words(), TOWN, people=True, plan=cast(Any, None), judge=cast(Any, None)
    ).sums_up


# ---- years ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "year"),
    [
        ({}, "2026"), ({"data_publicacao_licitacao": "2024-07"}, "2024"), ({"data_publicacao_licitacao": None, "data_realizacao": dt.date(2023, 1, 1)}, "2023"),
        ({"data_publicacao_licitacao": None, "steps": ["abra “2025”", "abra “Janeiro”"]}, "2025"),
        ({"data_publicacao_licitacao": None, "steps": ["abra “Licitações (Lei 8.666/1993)”"]}, "sem-ano"), ({"query": "2025-03"}, "2025"),
    ],
)  # fmt: skip
def test_a_row_is_of_the_year_of_its_first_day_or_of_what_was_asked(
    matrix: Matrix, more: dict[str, Any], year: str
) -> None:
    assert year_of(bid(matrix, **more)) == year


# ---- sheets -----------------------------------------------------------------------------------------------------------


def test_a_sheet_has_the_columns_of_the_portal_and_no_formula(tmp_path: Path, matrix: Matrix) -> None:
    odd = bid(
        matrix,
        valor=None,
        raw={"valor": "a definir"},
        doubts=["valor"],
        extra={"VALOR": "=1+1", "Lote\n": "2", "=cmd": "x"},
    )
    write_sheet(written(tmp_path / "x.parquet", bid(matrix), odd), tmp_path / "x.csv")
    text = (tmp_path / "x.csv").read_bytes().decode("utf-8")
    assert text.startswith("\ufeffmunicipio;uf;")  # Excel knows UTF-8 by that mark
    first, second = csv.DictReader(io.StringIO(text[1:]), delimiter=";")
    assert (first["valor"], first["data_publicacao_licitacao"], first["Lote"]) == ("1250,50", "2026-02-03", "L-1")
    assert (first["steps"], first["time"]) == ("abra > clique", "2026-03-02T12:00:00Z")
    assert (second["valor"], second["doubts"], second["VALOR (2)"], second["'=cmd"]) == (
        "",
        "valor: a definir",
        "'=1+1",
        "x",
    )
    assert second["Lote (2)"] == "2" and "edital" not in first and "raw" not in first


# ---- bids as OCDS -----------------------------------------------------------------------------------------------------


VILA = Municipality("vila-pequena", "Vila Pequena", "PB", "2500000", "https://a.example/")
SCHEMA = json.loads((Path(__file__).parent / "schemas" / "ocds-release-1.1.json").read_text("utf-8"))


def releases(folder: Path, *items: Any) -> list[dict[str, Any]]:
    """What is written of rows; each is valid by the schema of the standard."""
    write_releases(
        written(folder / "2026.parquet", *items),
        folder / "x.json",
        VILA,
        load_methods(),
        "ocds-213czf",
        "2026-03-02T12:00:00Z",
    )
    package = json.loads((folder / "x.json").read_text("utf-8"))
    assert {"uri", "version", "publishedDate", "publisher", "releases"} == package.keys()
    validator = jsonschema_rs.Draft4Validator(SCHEMA, validate_formats=True)
    assert [error.message for one in package["releases"] for error in validator.iter_errors(one)] == []
    return package["releases"]


def test_a_bid_becomes_a_release(tmp_path: Path, matrix: Matrix) -> None:
    full = bid(
        matrix, modalidade_licitacao="Pregão Eletrônico", data_realizacao=dt.date(2026, 2, 20), nome_vencedores="Aroeira Ltda",
        nome_perdedores="Ipê ME; Cedro SA", cnpj_cpf="11.222.333/0001-81", edital="https://a.example/edital.pdf", aviso="publicado",
    )  # fmt: skip
    one, again = releases(tmp_path, full, full)
    assert one["ocid"] == "ocds-213czf-pb-vila-pequena-1-2026-pregao-eletronico" == again["ocid"]
    assert one["id"] != again["id"] and one["tag"] == ["tender", "award"]
    tender = one["tender"]
    assert (tender["procurementMethod"], tender["procurementMethodDetails"]) == ("open", "Pregão Eletrônico")
    assert tender["value"] == {"amount": 1250.5, "currency": "BRL"}
    assert tender["tenderPeriod"] == {"startDate": "2026-02-03T00:00:00Z", "endDate": "2026-02-20T23:59:59Z"}
    assert [document["url"] for document in tender["documents"]] == ["https://a.example/edital.pdf"]
    roles = {party["name"]: party["roles"] for party in one["parties"]}
    assert roles["Aroeira Ltda"] == ["tenderer", "supplier"] and roles["Cedro SA"] == ["tenderer"]
    assert one["parties"][1]["identifier"]["id"] == "11222333000181"
    (one,) = releases(tmp_path, bid(matrix, nome_vencedores="Ipê ME", cnpj_cpf="12.ABC.345/01DE-35"))
    assert one["parties"][1]["identifier"]["id"] == "12ABC34501DE35"


def test_a_release_tells_nothing_that_the_row_does_not(tmp_path: Path, matrix: Matrix) -> None:
    bare = {"numero_licitacao": None, "objeto_licitacao": None, "valor": None, "data_publicacao_licitacao": None}
    (one,) = releases(tmp_path, bid(matrix, **bare, cnpj_cpf="***.982.247-**", nome_vencedores="Maria"))
    assert one["tender"].keys() == {"id", "procuringEntity"} and "identifier" not in one["parties"][1]
    backwards = {"data_publicacao_licitacao": dt.date(2026, 3, 1), "data_realizacao": dt.date(2026, 2, 1)}
    (one,) = releases(tmp_path, bid(matrix, **backwards))
    assert one["tender"]["tenderPeriod"] == {"startDate": "2026-03-01T00:00:00Z"}


@pytest.mark.parametrize(
    ("modality", "method"),
    [
        ("PREGÃO PRESENCIAL - SRP", "open"), ("Tomada de Preços", "open"), ("Carta-Convite", "selective"), ("Dispensa (Art. 75)", "direct"),
        ("6 - Inexigibilidade", "direct"),
        ("Adesão a ata", ""), ("Dispensa de chamada pública", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_method_of_a_modality(modality: str, method: str) -> None:
    assert method_of(modality, load_methods()) == method


# ---- the folder -------------------------------------------------------------------------------------------------------


def keep(root: Path, matrix: Matrix, items: Sequence[Any], **more: Any) -> list[Kept]:
    """A run that has brought these items."""
    dataset = Dataset(root, VILA, matrix, "ocds-213czf", root / "wrappers")
    for item in items:
        dataset.add(item)
    told = {"rows": len(items), "pages": 1, **more}
    summary = ListSummary(municipio="vila-pequena", uf="PB", criterion="licitacao", **told)
    return dataset.keep([summary])


def test_a_later_run_adds_years_and_takes_nothing_that_is_fuller(tmp_path: Path, matrix: Matrix) -> None:
    where = tmp_path / "pb" / "vila-pequena"
    old = {"data_publicacao_licitacao": dt.date(2025, 5, 1)}
    keep(tmp_path, matrix, [bid(matrix), bid(matrix, key="b"), bid(matrix, **old)])
    assert (
        count_rows(where / "licitacao" / "2026.parquet") == 2 and count_rows(where / "licitacao" / "2025.parquet") == 1
    )
    assert keep(tmp_path, matrix, [bid(matrix)], gaps=["a página 2 não abriu: 503"]) == [
        Kept("licitacao", "2026", 1, before=2)
    ]
    assert count_rows(where / "licitacao" / "2026.parquet") == 2  # broken off: what was there stays
    keep(tmp_path, matrix, [bid(matrix, objeto_licitacao="Obra")])
    assert pq.read_table(where / "licitacao" / "2026.parquet").column("objeto_licitacao").to_pylist() == ["Obra"]
    paths = [one["path"] for one in json.loads((where / PACKAGE).read_text("utf-8"))["resources"]]
    assert [path for path in paths if path.endswith(".csv")] == ["licitacao/2025.csv", "licitacao/2026.csv"]
    assert not [*where.glob(".*")]


def test_a_run_over_some_months_leaves_those_of_other_months(tmp_path: Path, matrix: Matrix) -> None:
    file = tmp_path / "pb" / "vila-pequena" / "licitacao" / "2026.parquet"

    def run(*asked: str, gaps: Sequence[str] = ()) -> list[Kept]:
        rows = [bid(matrix, query=when, key=when) for when in asked]
        return keep(tmp_path, matrix, rows, queries=[QuerySummary(query=when) for when in asked], gaps=[*gaps])

    run("2026-01", "2026-02", "2026-03")
    assert run("2026-03", "2026-04") == [Kept("licitacao", "2026", 2, added=2)]
    assert pq.read_table(file).column("query").to_pylist() == ["2026-03", "2026-04", "2026-01", "2026-02"]
    assert run("2026") == [Kept("licitacao", "2026", 1)]
    run("2026-01", "2026-02")
    assert run("") == [Kept("licitacao", "2026", 1, before=2)]  # what a list shows by itself may be a month of them
    assert run("2026") == [Kept("licitacao", "2026", 1)]  # all of it was asked for
    run("2026", "2026", "2026")
    assert run("2026-04") == [Kept("licitacao", "2026", 1, before=3)]  # nobody knows which of the three it is


def test_what_has_changed_is_kept_beside_the_rows(tmp_path: Path, matrix: Matrix) -> None:
    log = tmp_path / "wrappers" / "pb" / "vila-pequena" / "licitacao.changes.jsonl"
    log.parent.mkdir(parents=True)
    log.write_text('{"change": "new"}\n', "utf-8")
    keep(tmp_path, matrix, [bid(matrix)], changes={"new": 1})
    where = tmp_path / "pb" / "vila-pequena"
    assert (where / "licitacao" / "mudancas.jsonl").read_text("utf-8") == log.read_text("utf-8")
    assert "| 1 novas |" in (where / README).read_text("utf-8")
    assert checked(where).valid


def test_rows_that_were_seen_and_did_not_come_are_told(tmp_path: Path, matrix: Matrix) -> None:
    keep(tmp_path, matrix, [bid(matrix)], rows=23, told=23, agrees=True)
    told = json.loads((tmp_path / "pb" / "vila-pequena" / "coleta.json").read_text("utf-8"))["licitacao"]
    assert (told["rows"], told["agrees"]) == (1, False)
    assert told["gaps"] == ["só 1 das 23 linhas vistas foram gravadas: a execução foi interrompida"]


def test_what_a_killed_run_leaves_is_taken_away_and_nothing_else(tmp_path: Path, matrix: Matrix) -> None:
    where = tmp_path / "pb" / "vila-pequena"
    for pid in (os.getpid(), 4_194_400):  # more than any process can have
        (where / f".novo-{pid}").mkdir(parents=True)
    Dataset(tmp_path, VILA, matrix, "x", tmp_path).sweep()
    assert [path.name for path in where.iterdir()] == [f".novo-{os.getpid()}"]


def test_the_description_is_valid_and_the_readme_says_what_is_missing(tmp_path: Path, matrix: Matrix) -> None:
    odd = bid(
        matrix,
        valor=None,
        doubts=["valor"],
        raw={"valor": "?"},
        digest="d",
        extra={"Valor | R$": "1", "coluna\n2": "x"},
    )
    told = {"told": 3, "agrees": False, "doubts": {"valor": 1}, "gaps": ["a página 2 não abriu: 503"]}
    keep(tmp_path, matrix, [odd, bid(matrix)], **told)
    where = tmp_path / "pb" / "vila-pequena"
    report = checked(where)
    assert report.valid, report.flatten(["title", "message"])
    readme = (where / README).read_text("utf-8")
    assert "| Licitação | 2 | 1 | 2 | 3 | não | 1 | – | a página 2 não abriu: 503 |" in readme
    assert "| `valor` | Valor | valor |" in readme and "`Valor / R$`" in readme and "`edital`" not in readme
    sheet = where / "licitacao" / "2026.csv"
    sheet.write_text(sheet.read_text("utf-8").replace("2026-02-03", "fevereiro"), "utf-8")
    assert not checked(where).valid


# ---- whether a wrapper still fits -------------------------------------------------------------------------------------


def test_what_does_not_fit_a_wrapper_any_more(matrix: Matrix) -> None:
    columns = [
        ColumnRule(label="Objeto", item="objeto_licitacao"),
        ColumnRule(label="Valor", item="valor", kind="money"),
    ]
    one, now = wrapper(columns), ListSummary(municipio="a", uf="PB", criterion="licitacao", told=23)

    def found(*rows: Any, before: int | None = 23, summary: ListSummary = now) -> list[str]:
        sample = Sample()
        for row in rows:
            sample.add_row(row)
        return [*misfits(one, sample, summary, before)]

    fine = bid(matrix, raw={"objeto_licitacao": "Merenda", "valor": "1,00"})
    assert found(fine, fine) == []
    assert found(bid(matrix, raw={"valor": "1,00"})) == ["a coluna “Objeto” não está mais na lista"]
    odd = bid(matrix, valor=None, raw={"objeto_licitacao": "a", "valor": "Pregão"}, doubts=["valor"])
    assert found(fine, odd) == ["“Valor”: 1 de 2 células não são valor"]
    assert found(fine, before=500) == ["o portal conta 23 linhas, e contava 500"] and found(fine, before=30) == []
    assert found(fine, summary=replace(now, told=None)) == ["o portal não conta mais as linhas (contava 23)"]
    assert found(summary=replace(now, gaps=["503"])) == ["503"]
