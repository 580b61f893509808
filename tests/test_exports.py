"""Exports: nothing becomes a formula, everything comes back as it was, and ``scrapy score`` reads the key."""

from __future__ import annotations

import asyncio
import csv
import json
import multiprocessing
import os
import re
import resource
import shutil
from argparse import Namespace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from scrapy import Spider
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from lab.stored import write_audits
from transparency.commands.export import Command
from transparency.eval.score import read_gold, read_runs, score
from transparency.items import UserError
from transparency.matrix import Matrix, load_matrix
from transparency.report import exports
from transparency.report.exports import COLUMNS, GOLD_COLUMNS, neutralise, restore, writable
from transparency.report.feeds import HonestFeedExporter, lost_feeds
from transparency.store.audits import SUMMARY, VERDICTS, StoredAudit, find_audits, open_audits

OPENERS = "=+-@\t\r\n＝＋－＠"
TEXTS = st.one_of(
    st.text(), st.text(alphabet=f"{OPENERS}' \u00a0\ufeff0,1.;\"a|"), st.sampled_from(["#N/A", "#REF!", "=1+1"])
)
# No database: what was found once becomes an example here. No deadline: tests assert no times.
SETTINGS = settings(
    deadline=None, database=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exports") / "audits"
    write_audits(folder, towns=4, audits=2, seed=11)
    return folder


@pytest.fixture(scope="module")
def decided(root: Path) -> list[StoredAudit]:
    """The newest audits that decided something."""
    return [audit for audit in open_audits([root]) if any(v.status != "inconclusive" for v in audit.verdicts)]


# ---- formulas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        *((f"{opener}1+1", f"'{opener}1+1") for opener in OPENERS),
        *((f" {opener}x", f"' {opener}x") for opener in OPENERS[:4]),
        ("\u00a0=1", "'\u00a0=1"),
        ("\ufeff=1", "'\ufeff=1"),
        ("\u200b@SUM(1)", "'\u200b@SUM(1)"),
        ('=HYPERLINK("http://a.example";"x")', '\'=HYPERLINK("http://a.example";"x")'),
        ("-2+3+cmd|' /C calc'!A0", "'-2+3+cmd|' /C calc'!A0"),
        *((number, number) for number in ("-1", "-12,5", "-1.234,56", "+55", "0")),
        ("-", "'-"),
        ("--1", "'--1"),
        ("-１", "'-１"),  # digits of other scripts
        ("Valor = pago", "Valor = pago"),
        ("Despesa", "Despesa"),
        ("'Olho d'Água'", "'Olho d'Água'"),
        ("'=1", "''=1"),
        ("", ""),
    ],
)
def test_formulas_become_text_and_numbers_stay(text: str, expected: str) -> None:
    assert neutralise(text) == expected
    assert restore(expected) == text


@given(TEXTS)
@settings(parent=SETTINGS, max_examples=300)
def test_no_text_opens_a_formula_and_every_text_comes_back(text: str) -> None:
    cell = neutralise(text)
    assert restore(cell) == text
    if cell.lstrip()[:1] in tuple("=+-@＝＋－＠") or cell[:1] in tuple("\t\r\n"):
        assert cell == text and re.fullmatch(r"[+-][0-9][0-9.,]*", cell)  # a number


def planted(audit: StoredAudit, folder: Path, texts: list[str]) -> StoredAudit:
    """The audit with texts of portals put where portals write."""
    places = ("label", "reason", "url", "page_url")
    lines = [dict(vars(verdict)) for verdict in audit.verdicts[: len(texts)]]
    for number, (line, text) in enumerate(zip(lines, texts, strict=True)):
        line[places[number % len(places)]] = text
        line["record_set"] = {"shape": "table", "rows": -number, "columns": [{"label": text}]}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / VERDICTS).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return StoredAudit(folder, audit.summary)


@cache
def matrix() -> Matrix:
    return load_matrix()


ITEMS = len(matrix().items())


def expected_rows(audit: StoredAudit) -> list[list[exports.Cell]]:
    found = exports.rows([audit], matrix())
    return [[writable(cell) if isinstance(cell, str) else cell for cell in row] for row in found]


@given(st.lists(TEXTS, min_size=1, max_size=8))
@example(["\x00=1", "a\r\nb", "\ud800", "-1", "=1", "\t", "_x0041_", "#N/A"])
@settings(parent=SETTINGS, max_examples=25)
def test_csv_comes_back(decided: list[StoredAudit], tmp_path: Path, texts: list[str]) -> None:
    audit = planted(decided[0], tmp_path / "x", texts)
    path = tmp_path / "x.csv"
    assert exports.export([audit], "csv", path).rows == len(texts)
    assert path.read_bytes().startswith(b"\xef\xbb\xbfmunicipio;nome;")
    with open(path, encoding="utf-8-sig", newline="") as file:
        header, *lines = csv.reader(file, delimiter=";")
    assert tuple(header) == COLUMNS
    expected = [["" if cell is None else str(cell) for cell in row] for row in expected_rows(audit)]
    assert [[restore(cell) for cell in line] for line in lines] == expected
    # Numbers are numbers: no apostrophe before what is negative.
    assert [line[COLUMNS.index("registros")] for line in lines] == [str(-n) for n in range(len(texts))]


@given(st.lists(TEXTS, min_size=1, max_size=8))
@example(["=1+1", "#N/A", "\x00", "\ud800", "x" * 40_000, "-1", "007", "TRUE", "2026-01-01"])
@settings(parent=SETTINGS, max_examples=15)
def test_xlsx_holds_strings_and_numbers_and_no_formula(
    decided: list[StoredAudit], tmp_path: Path, texts: list[str]
) -> None:
    audit = planted(decided[0], tmp_path / "x", texts)
    path = tmp_path / "x.xlsx"
    exports.export([audit], "xlsx", path)
    sheet = load_workbook(path).active
    assert sheet is not None and tuple(cell.value for cell in sheet[1]) == COLUMNS
    found = list(sheet.iter_rows(min_row=2))
    for cells, expected in zip(found, expected_rows(audit), strict=True):
        for cell, value in zip(cells, expected, strict=True):
            assert cell.data_type == ("s" if value and isinstance(value, str) else "n")
            if isinstance(value, str):
                # XML folds line ends; an empty string is an empty cell.
                value = value.replace("\r\n", "\n").replace("\r", "\n") or None
                value = f"{value[:32_766]}…" if value and len(value) > 32_767 else value
                assert (cell.value.replace("\r\n", "\n").replace("\r", "\n") if cell.value else None) == value
            else:
                assert cell.value == value


# ---- whole files -----------------------------------------------------------------------------------------------------


def test_json_holds_the_verdicts_as_they_are(root: Path, tmp_path: Path) -> None:
    audits = open_audits([root], every=True)
    done = exports.export(iter(audits), "json", tmp_path / "x.json")
    loaded = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    assert done.rows == ITEMS * len(audits)
    assert [one["municipio"]["slug"] for one in loaded] == [audit.slug for audit in audits]
    assert [one["verdicts"] for one in loaded] == [[vars(v) for v in audit.verdicts] for audit in audits]
    assert all(sum(one["counts"].values()) == ITEMS for one in loaded)
    assert str(root) not in (tmp_path / "x.json").read_text(encoding="utf-8")


def test_score_reads_the_key_back(root: Path, decided: list[StoredAudit], tmp_path: Path) -> None:
    path = tmp_path / "key.csv"
    done = exports.export(iter(open_audits([root])), "gabarito", path)
    assert path.read_text(encoding="utf-8-sig").splitlines()[0] == ",".join(GOLD_COLUMNS)
    gold = read_gold(path)
    assert set(gold) == {audit.slug for audit in decided}
    assert sum(map(len, gold.values())) == done.rows
    runs = [run for audit in decided for run in read_runs(audit.folder / VERDICTS)]
    result = score(runs, gold, places=True).total()
    assert (result.outcomes["fp"], result.outcomes["fn"], result.misplaced) == (0, 0, 0)
    published = sum(v.status == "published" for audit in decided for v in audit.verdicts)
    assert result.outcomes["tp"] == published > 0


def test_the_key_leaves_out_what_is_inconclusive_and_says_so(decided: list[StoredAudit], tmp_path: Path) -> None:
    audit, other = decided[:2]
    down = [{**vars(v), "status": "inconclusive"} for v in audit.verdicts]
    (tmp_path / VERDICTS).write_text("".join(json.dumps(line) + "\n" for line in down), encoding="utf-8")
    done = exports.export([StoredAudit(tmp_path, audit.summary), other], "gabarito", tmp_path / "key.csv")
    assert (done.skipped[audit.slug], done.undecided) == (ITEMS, [audit.slug])
    assert set(read_gold(tmp_path / "key.csv")) == {other.slug}


def test_the_key_tells_one_state_only(decided: list[StoredAudit], tmp_path: Path) -> None:
    audit = decided[0]
    town = {**audit.summary["municipio"], "uf": "CE"}
    twin = StoredAudit(audit.folder, {**audit.summary, "municipio": town})
    with pytest.raises(UserError, match="não distingue as UFs"):
        exports.export([audit, twin], "gabarito", tmp_path / "key.csv")
    assert not list(tmp_path.iterdir())


def test_a_broken_write_leaves_what_was_there(root: Path, tmp_path: Path) -> None:
    shutil.copytree(root, tmp_path / "audits")
    torn = find_audits([tmp_path / "audits"])[-1]
    torn.write_text(torn.read_text(encoding="utf-8")[:-40], encoding="utf-8")
    for kind in exports.KINDS:
        path = tmp_path / f"x.{kind}"
        path.write_text("antes", encoding="utf-8")
        with pytest.raises(UserError, match="linhas estragadas"):
            exports.export(open_audits([tmp_path / "audits"]), kind, path)
        assert path.read_text(encoding="utf-8") == "antes"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["audits", *sorted(f"x.{kind}" for kind in exports.KINDS)]


# ---- the command -----------------------------------------------------------------------------------------------------


def run(*args: str, **options: Any) -> int:
    command = Command()
    command.settings = Settings()
    defaults = {"saida": None, "formato": None, "uf": None, "todas": False, "separador": None, "matriz": None}
    command.run(list(args), Namespace(**(defaults | options)))
    return command.exitcode


def test_command_takes_the_newest_or_all(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "x.csv"
    for todas, audits in ((False, 4), (True, 8)):
        assert run(str(root), saida=str(out), todas=todas, uf="pb", separador=",") == 0
        assert f"{ITEMS * audits} vereditos em {out}" in capsys.readouterr().out
        with open(out, encoding="utf-8-sig", newline="") as file:
            assert len({line["auditoria"] for line in csv.DictReader(file)}) == audits


@pytest.mark.parametrize(
    ("args", "options", "expected"),
    [
        ([], {"saida": "x.csv"}, "Faltam as auditorias"),
        (["{root}"], {}, "Falta o arquivo a gravar"),
        (["{root}"], {"saida": "x.pdf"}, "não diz o formato"),
        (["{root}"], {"saida": "x", "formato": "ods"}, "Formato desconhecido: “ods”"),
        (["{root}", "--tudo"], {"saida": "x.csv"}, "Opção desconhecida: --tudo"),
        (["{root}/nada"], {"saida": "x.csv"}, "Não existe"),
        (["{root}"], {"saida": "x.csv", "uf": "zz"}, "UF desconhecida: “zz”"),
        (["{root}"], {"saida": "x.csv", "uf": "ce"}, "Há auditorias de: PB"),
        (["{root}"], {"saida": "x.csv", "separador": "|"}, "não serve"),
        (["{root}"], {"saida": "nada/x.csv"}, "Não foi possível gravar"),
        (["{root}/catalogo.csv"], {"saida": "x.csv"}, "Não é uma pasta de auditoria"),
    ],
)
def test_bad_input_has_one_clear_line(
    args: list[str], options: dict[str, Any], expected: str, root: Path, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    assert run(*(arg.format(root=root) for arg in args), **options) == 2
    captured = capsys.readouterr()
    assert (
        len(captured.err.strip().splitlines()) == 1 and captured.err.startswith("Erro: ") and expected in captured.err
    )
    assert captured.out == ""
    assert not list(tmp_path.iterdir())


def test_summaries_without_what_is_optional(decided: list[StoredAudit], tmp_path: Path) -> None:
    """Older audits may lack what is not needed to open them."""
    audit = decided[0]
    town = {key: audit.summary["municipio"][key] for key in ("slug", "name", "uf")}
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / SUMMARY).write_text(json.dumps({"municipio": town, "started": audit.started}), encoding="utf-8")
    shutil.copy(audit.folder / VERDICTS, tmp_path / "a")
    for kind in exports.KINDS:
        assert exports.export(open_audits([tmp_path / "a"]), kind, tmp_path / f"x.{kind}").rows


# ---- a disk that is full ---------------------------------------------------------------------------------------------

FULL = Path("/dev/full")


@pytest.mark.parametrize("kind", exports.KINDS)
def test_a_full_disk_is_told_and_a_device_stays_one(decided: list[StoredAudit], kind: str) -> None:
    with pytest.raises(UserError, match="Não foi possível gravar /dev/full"):
        exports.export(decided[:1], kind, FULL)
    assert FULL.is_char_device()


def test_no_room_for_what_a_sheet_is_made_of(decided: list[StoredAudit], tmp_path: Path) -> None:
    """RLIMIT_FSIZE, in a process of its own: the files that openpyxl writes meanwhile may not grow either."""

    def write() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2048, 2048))
        with pytest.raises(UserError, match="Falta espaço"):
            exports.export(decided[:1], "xlsx", tmp_path / "x.xlsx")

    child = multiprocessing.get_context("fork").Process(target=write)
    child.start()
    child.join(60)
    assert child.exitcode == 0 and not (tmp_path / "x.xlsx").exists()


def test_a_link_to_a_file_stays_one_and_a_pipe_is_written_to(tmp_path: Path) -> None:
    """As ``/dev/stdout`` is, redirected to a file or piped."""
    target, link = tmp_path / "target.csv", tmp_path / "there" / "link"
    target.touch()
    link.parent.mkdir()
    link.symlink_to(target)
    exports.write_csv(link, ["a"], [["b"]], ";")
    assert link.is_symlink() and target.read_text("utf-8-sig").split() == ["a", "b"]
    reading, writing = os.pipe()
    exports.write_csv(Path(f"/dev/fd/{writing}"), ["a"], [["b"]], ";")
    os.close(writing)
    with open(reading, encoding="utf-8-sig") as pipe:
        assert pipe.read().split() == ["a", "b"]


@pytest.mark.parametrize("full", [True, False])
def test_a_feed_that_lacks_rows_is_no_success(tmp_path: Path, full: bool) -> None:
    """Of two feeds only the one on the full disk is given up. Rows of a page and more each, so that the first is felt at once."""
    good, other = tmp_path / "good.jsonl", FULL if full else tmp_path / "other.jsonl"
    feeds = {str(path): {"format": "jsonlines"} for path in (good, other)}
    crawler = get_crawler(Spider, {"FEEDS": feeds})
    spider = crawler.spider = crawler._create_spider("x")
    exporter = HonestFeedExporter.from_crawler(crawler)

    async def crawl() -> None:
        exporter.open_spider(spider)
        for n in range(3):
            exporter.item_scraped({"n": n, "text": "x" * 20_000}, spider)
        await exporter.close_spider(spider)

    asyncio.run(crawl())
    assert crawler.stats is not None and lost_feeds(crawler.stats) is full
    assert len(good.read_text().splitlines()) == 3
