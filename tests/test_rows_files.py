"""The file that a portal hands out its list as: when it is believed, how its cells are written, and that it takes the place of pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import portal_of_files as site
import pytest
from audited import audit, served
from test_rows import WORDS, collect, wrapper
from views import built

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.commands.wrapper import describe
from transparency.crawl.portal_words import load_portal_words
from transparency.crawl.signposts import Signposts
from transparency.extract.documents import DocumentProblem, read_rows
from transparency.items import UserError
from transparency.matrix import Matrix
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.rows.fetching import Fetching
from transparency.rows.files import FileDiffers, rows_of_file
from transparency.rows.reading import SeenColumn, SeenList, read_row
from transparency.rows.wrapper import ColumnRule, FileWay, read_wrapper, write_wrapper

LABELS = ("Nº", "Objeto", "Data", "Valor", "Ações")
KINDS = ("text", "text", "date", "money", "text")
ROWS = [
    ["001", "Material", "05/03/2026", "R$ 1.234,50", "Ver"],
    ["002", "Obra", "06/03/2026", "-", "Ver"],
]


def listed(rows: Sequence[Sequence[str]] = ROWS, labels: Sequence[str] = LABELS) -> SeenList:
    """A list in sight; its first columns are items."""
    columns = [SeenColumn(label, "" if label == "Ações" else f"i{n}", KINDS[n]) for n, label in enumerate(labels)]  # type: ignore[arg-type]
    return SeenList(0, columns, [[*row] for row in rows], None)


def csv(*lines: str) -> bytes:
    """A file."""
    return "\n".join(lines).encode()


RECORDS = [(1, "Material", "2026-03-05", 1234.5), (2, "Obra", "2026-03-06", None), (3, "Serviço", "2026-03-07", 10.25)]
HEAD, MORE = "Nº;Objeto;Data;Valor", "3;Serviço;2026-03-07;10.25"


@pytest.mark.parametrize(
    "body",
    [
        csv(HEAD, "1;Material;2026-03-05;1234.5", "2;Obra;2026-03-06;", MORE),
        csv("RELAÇÃO;;;", HEAD, MORE, "2;Obra;2026-03-06;", "1;Material;2026-03-05;1234.5", "Total;;;1244,75"),
        csv("Valor;Data;Nº;Objeto", "1234.5;05/03/2026;001;Material", ";06/03/2026;002;Obra", "10.25;07/03/2026;003;Serviço"),
        json.dumps([dict(zip(("nº", "objeto", "data", "valor"), record, strict=True)) for record in RECORDS]).encode(),
    ],
)  # fmt: skip
def test_the_rows_of_a_file_are_written_as_the_list_writes_them(body: bytes) -> None:
    seen = listed()
    found = rows_of_file(body, "", seen, 3)
    assert sorted(found.rows) == [*ROWS, ["003", "Serviço", "07/03/2026", "R$ 10,25", "Ver"]]
    assert {*seen.digests()} < {*found.digests()}


def test_a_column_that_only_the_file_has_is_taken_and_tells_no_rows_apart() -> None:
    body = csv(f"{HEAD};Órgão", "1;Material;2026-03-05;1234.5;Saúde", "2;Obra;2026-03-06;;Obras")
    found = rows_of_file(body, "", listed(), None)
    assert [(column.label, column.item) for column in found.columns][-1] == ("Órgão", "")
    assert [row[-1] for row in found.rows] == ["Saúde", "Obras"]
    assert found.digests() == listed().digests()


def test_rows_are_numbered_as_on_the_screen_where_the_file_has_no_numbers() -> None:
    rows = [["1", "Material"], ["2", "Obra"]]
    columns = [SeenColumn("#", "", "text"), SeenColumn("texto Objeto", "i", "text"), SeenColumn("Data", "", "text")]
    seen = SeenList(0, columns, [[*row, "05/03/2026"] for row in rows], None)
    found = rows_of_file(
        csv("Objeto;Data", "Material;05/03/2026", "Obra;05/03/2026", "Lote;05/03/2026"), "a.csv", seen, 3
    )
    assert [row[:2] for row in found.rows] == [*rows, ["3", "Lote"]]


def test_headings_stand_in_two_rows_where_the_list_has_groups() -> None:
    labels = ("Empenho / Número", "Empenho / Data", "Favorecido / Nome")
    rows = [["1", "05/03/2026", "A Ltda"], ["2", "06/03/2026", "B Ltda"]]
    body = csv("Despesas;;", "Empenho;Empenho;Favorecido", "Número;Data;Nome", *(";".join(row) for row in rows))
    assert rows_of_file(body, "", listed(rows, labels), 2).rows == rows


@pytest.mark.parametrize(
    ("body", "told", "why"),
    [
        (csv(HEAD, "1;Material;2026-03-05;1234.5", "2;Obra;2026-03-06;"), 30, "tem 2 linhas, e a lista 30"),
        (csv(HEAD, "1;Material;2026-03-05;1234.5", MORE), 2, "na coluna “Nº” diz outra coisa"),
        (csv(HEAD, "1;Obra;2026-03-05;1234.5", "2;Material;2026-03-06;"), 2, "faltam nele 2 das 2 linhas"),
        (csv("Nº;Objeto;Data", "1;Material;2026-03-05", "2;Obra;2026-03-06"), 2, "não tem a coluna “Valor”"),
        (csv("Nº;Objeto;Valor;Data", "1;Material;2026-03-05;1234.5", "2;Obra;2026-03-06;"), 2, "na coluna “Data” diz outra coisa"),
        (csv(HEAD), 0, "não tem linhas"), (b"%PDF-1.4", 2, "não é uma planilha"), (b"PK\x03\x04xl/", 2, "corrompido"), (b"[{", 2, "corrompido"),
    ],
)  # fmt: skip
def test_a_file_that_says_another_thing_is_not_taken(body: bytes, told: int, why: str) -> None:
    with pytest.raises(FileDiffers, match=why):
        rows_of_file(body, "", listed(), told)


def test_cells_of_a_file_are_read_whole() -> None:
    long = "Aquisição " * 80
    rows = read_rows(csv("CPF;Objeto", f"529.982.247-25;{long}", *[f"{n};x" for n in range(1000)]), "a.csv")[0]
    assert (rows[1][0], rows[1][1], len(rows)) == ("529.982.247-25", long.strip(), 1002)
    with pytest.raises(DocumentProblem):
        read_rows(b"GIF89a")


def test_numbers_of_people_that_a_file_tells_are_masked() -> None:
    """A file may write out what the screen leaves out, in a column of its own, too."""
    seen = listed([["001", "Ana Lima", "05/03/2026", "R$ 1.234,50", "Ver"]], ("Nº", "Nome", "Data", "Valor", "Ações"))
    body = csv("Nº;Nome;Data;Valor;CPF;Obs.", "1;Ana Lima;2026-03-05;1234.5;52998224725;CPF 529.982.247-25")
    whole = rows_of_file(body, "a.csv", seen, 1)
    read = read_row(whole.columns, whole.rows[0])
    assert "529" not in repr(read) and "***.982.247-**" in repr(read)


@pytest.mark.parametrize(
    ("known", "failing", "pressed"),
    [
        (None, 0, ["CSV", "Excel", "Exportar"]), (None, 1, ["CSV", "Excel", "Exportar"]), (None, 3, ["CSV", "Excel", "Exportar"]),
        (FileWay(["Exportar", "CSV"]), 0, ["Exportar", "CSV"]), (FileWay(["Baixar"]), 0, []), (FileWay(["PDF"]), 0, []),
    ],
)  # fmt: skip
def test_what_is_pressed_for_a_file(known: FileWay | None, failing: int, pressed: list[str], matrix: Matrix) -> None:
    labels = ("Imprimir", "PDF", "Enviar por e-mail", "Excel", "Exportar", "Copiar", "CSV")
    buttons = [
        {"path": f"/button[{n}]", "label": one, "tag": "button", "kind": "click"} for n, one in enumerate(labels)
    ]
    view = FrameView(FrameKey(), "https://a.example/", "", built(View, candidates=buttons))
    signposts = Signposts(matrix, load_portal_words(()).links)
    fetching, found = Fetching(listed(), known), list[str]()
    while one := fetching.onward(Snapshot(view.url, "", 200, [view], Node(view.url)), signposts, WORDS):
        found.append(one[0].label)
        if len(found) <= failing:
            fetching.handed(None)  # it could not be pressed
    assert (found, fetching.pressed) == (pressed, pressed[failing:])


# ---- a whole portal ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def audited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    folder = tmp_path_factory.mktemp("files")
    site.reset()
    with served(site.portal) as url:
        audit(url, folder / "audits")
        yield folder, url


def run(audited: tuple[Path, str], years: str = "", fresh: bool = True, **state: Any) -> tuple[str, list[dict[str, Any]], list[str]]:  # fmt: skip
    """What is told, the rows, and what the portal was asked for. ``fresh``: with a new wrapper."""
    for file in audited[0].glob("wrappers/*/*/*") if fresh else ():
        if file.is_dir():
            for one in file.iterdir():
                one.unlink()
        else:
            file.unlink()
    site.reset(**state)
    _, told, rows = collect(*audited, "licitacao", *(("-a", f"anos={years}") if years else ()))
    return told, rows, [*site.ASKED]


def numbers(rows: Sequence[dict[str, Any]]) -> set[str]:
    """Of the bids."""
    return {row["numero_licitacao"] for row in rows}


def there(*years: int) -> set[str]:
    """The numbers of all bids."""
    return {bid[0] for year in years for bid in site.bids(year)}


def wrapper_of(audited: tuple[Path, str]) -> dict[str, Any]:
    """As it lies on disk."""
    found: dict[str, Any] = json.loads(next(audited[0].glob("wrappers/*/*/licitacao.json")).read_text("utf-8"))
    return found


THIS, LAST = site.YEARS
BOTH = f"{LAST}-{THIS}"


def test_a_file_takes_the_place_of_pages_and_brings_the_same_rows(audited: tuple[Path, str]) -> None:
    _, on_screen, asked = run(audited, BOTH, kind="")
    assert numbers(on_screen) == there(THIS, LAST) and f"{THIS} 5" in asked
    told, rows, asked = run(audited, BOTH)
    assert [one for one in asked if one[-1] != "1" and "arquivo" not in one] == []
    assert f"arquivo {THIS}" in asked and f"arquivo {LAST}" in asked
    assert {row["steps"][-1] for row in rows} == {"baixe o arquivo “CSV”"}
    assert "do arquivo “CSV”" in told and f"o portal conta {len(on_screen)}" in told
    for row, other in zip(sorted(rows, key=_key), sorted(on_screen, key=_key), strict=True):
        assert row["extra"].pop("Protocolo").startswith("P-") and row["raw"].pop("setor_interessado")
        assert row.pop("setor_interessado").startswith("Secretaria Municipal de ")
        assert all(row[name] == other[name] for name in row.keys() - {"time", "page", "row", "steps", "digest", "url"})
    assert wrapper_of(audited)["file"] == {
        "labels": ["CSV"],
        "columns": [{"label": "Setor interessado", "item": "setor_interessado"}],
    }
    _, again, asked = run(audited, BOTH, fresh=False)
    assert numbers(again) == numbers(rows) and not any("arquivo" in one for one in asked)  # counts are as they were


def _key(row: dict[str, Any]) -> str:
    return str(row["key"])


@pytest.mark.parametrize("kind", ["xlsx", "json"])
def test_a_file_behind_a_menu(audited: tuple[Path, str], kind: str) -> None:
    _, rows, asked = run(audited, kind=kind, menu=True)
    assert numbers(rows) == there(THIS) and len(rows) == site.ALL
    assert asked[-1] == f"arquivo {THIS}" and wrapper_of(audited)["file"]["labels"] == ["Exportar", kind.upper()]


@pytest.mark.parametrize("wrong", ["short", "swapped", "no column", "all years", "other year"])
def test_a_file_that_is_wrong_is_told_and_the_screen_is_taken(audited: tuple[Path, str], wrong: str) -> None:
    told, rows, asked = run(audited, str(LAST), wrong=wrong)
    assert numbers(rows) == there(LAST) and len(rows) == site.ALL - 4 and f"{LAST} 4" in asked
    assert "o arquivo “CSV”" in told and "foi lida a tela" in told
    assert {row["modalidade_licitacao"] for row in rows} == {"Dispensa", "Pregão eletrônico"}
    assert wrapper_of(audited)["file"]["differs"]
    assert "arquivo" not in " ".join(run(audited, str(THIS), fresh=False, wrong=wrong)[2])  # it is left alone


def test_a_list_that_is_not_counted_is_compared_with_its_file_once(audited: tuple[Path, str]) -> None:
    _, rows, asked = run(audited, BOTH, counts=False)
    assert numbers(rows) == there(THIS, LAST) and len(rows) == 2 * site.ALL - 4
    pages = [f"{THIS} {page}" for page in range(2, 6)]
    assert [one for one in asked if one[-2:] != " 1"] == [*pages, f"arquivo {THIS}", f"arquivo {LAST}"]
    assert wrapper_of(audited)["file"]["of_period"]
    _, again, later = run(audited, BOTH, fresh=False, counts=False)
    assert {row["key"] for row in again} == {row["key"] for row in rows} and len(again) == len(rows)
    assert f"arquivo {THIS}" in later and {one for one in later if one[-2:] != " 1"} <= {
        f"arquivo {year}" for year in (THIS, LAST)
    }
    changes = [*audited[0].glob("wrappers/*/*/*.changes.jsonl")]
    assert changes == []  # a row has one key, from wherever it came


def test_a_file_that_stops_agreeing_is_told(audited: tuple[Path, str]) -> None:
    run(audited, str(LAST))
    told, rows, _ = run(audited, str(THIS), fresh=False, wrong="no column")
    assert numbers(rows) == there(THIS) and "não tem a coluna “Data de publicação”" in told
    assert "differs" not in wrapper_of(audited)["file"]  # the next run tries again


def test_a_year_that_is_not_heeded_brings_no_rows_by_its_file(audited: tuple[Path, str]) -> None:
    run(audited, str(THIS))
    told, rows, asked = run(audited, BOTH, fresh=False, deaf=True)
    assert sum("arquivo" in one for one in asked) == 1  # the first page of the present year is as it was
    assert {row["query"] for row in rows} == {str(THIS)} and len(rows) == site.ALL
    assert f"{LAST}: o portal mostra as mesmas linhas que em {THIS}" in told


def test_what_leads_away_from_the_list_instead_of_a_file_is_pressed_once(audited: tuple[Path, str]) -> None:
    told, rows, asked = run(audited, BOTH, wrong="page")
    assert numbers(rows) == there(THIS, LAST) and len(rows) == 2 * site.ALL - 4 and "conta 42" in told
    assert sum("arquivo" in one for one in asked) == 1 and wrapper_of(audited)["file"]["differs"] == "não veio"


@pytest.mark.parametrize(
    ("way", "told"),
    [
        (FileWay(["Exportar", "CSV"]), "Arquivo: “Exportar → CSV”, lido no lugar das páginas"),
        (FileWay(["CSV"], columns=[ColumnRule("Setor")]), "Arquivo: “CSV”, lido no lugar das páginas; só nele: Setor"),
        (FileWay(["CSV"], differs="não veio inteiro"), "Arquivo: “CSV” não é usado, porque não veio inteiro"),
    ],
)
def test_a_wrapper_tells_of_its_file(way: FileWay, told: str) -> None:
    assert told in describe(wrapper([ColumnRule("Objeto", "objeto_licitacao")], file=way), Path("licitacao.json"))


def test_the_columns_of_a_file_are_no_items_of_the_list(tmp_path: Path, matrix: Matrix) -> None:
    rule = ColumnRule("Objeto", "objeto_licitacao")
    write_wrapper(tmp_path / "x.json", wrapper([rule], file=FileWay(["CSV"], columns=[rule])))
    with pytest.raises(UserError, match="o item do arquivo já é da lista"):
        read_wrapper(tmp_path / "x.json", matrix)
