"""The terminal: ``scrapy audit`` over many towns and as JSON, ``scrapy show``, ``scrapy report``; plain where it is no terminal."""

from __future__ import annotations

import argparse
import io
import json
import shlex
import socket
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType
from scrapy.commands import ScrapyCommand
from scrapy.settings import Settings

from lab.stored import write_audits
from tests.test_commands import complaint, scrapy
from transparency.commands import audit as audit_command
from transparency.commands import export as export_command
from transparency.commands import report as report_command
from transparency.commands import show as show_command
from transparency.crawl.audit import Audit
from transparency.crawl.budget import Budget
from transparency.items import UserError, Verdict
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality
from transparency.report.audit_page import REPORT
from transparency.report.terminal import (
    as_dict,
    console,
    done_line,
    next_steps,
    plain,
    print_table,
    progress,
    verdict_table,
)
from transparency.store.audits import open_audit
from transparency.store.towns import locate

MATRIX = load_matrix()
ITEMS = len(MATRIX.items())
CATALOGUE = """slug,name,uf,ibge,portal_url,city_url,families
alfa,Alfa,PB,,http://a.gov.br/,,elmar;proprio
beta,Beta,PB,,http://b.gov.br/,,eticons
gama,Gama,RN,,http://c.gov.br/,,elmar
"""


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two towns with two audits each."""
    folder = tmp_path_factory.mktemp("audits")
    write_audits(folder, towns=2, audits=2, seed=3)
    return folder


def run(module: Any, root: Path, *args: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """A command in this process: exit status, what it wrote to stdout and to stderr."""
    command: ScrapyCommand = module.Command()
    command.settings = Settings({"AUDITS_DIR": str(root)})
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    options, rest = parser.parse_known_args(args)
    command.run(rest, options)
    out, err = capsys.readouterr()
    return command.exitcode, out, err


def shown(renderable: RenderableType, width: int = 110) -> str:
    out = io.StringIO()
    Console(file=out, width=width, force_terminal=True, color_system=None).print(renderable)
    return out.getvalue()


def one_of(slug: str, folder: str = "", problem: str = "") -> Audit:
    town = Municipality(slug, slug.title(), "PB", "", f"http://{slug}.gov.br/")
    audit = Audit(town, MATRIX, False, Budget(), lambda: None, started=1.0, ended=8.0, folder=folder)
    audit.spending.visited.update(entry=1, link=46)
    audit.ledger.pages_of.update({MATRIX.criteria[0].id: 1})  # of a portal where nothing was seen nothing is absent
    audit.ledger.entry_problem = problem
    audit.verdicts_given = audit.verdicts()
    audit.started, audit.ended = 1.0, 8.0
    return audit


# ---- scrapy audit ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uf", "family", "expected"),
    [("pb", None, ["alfa", "beta"]), ("RN", None, ["gama"]), (None, "elmar", ["alfa", "gama"]), ("pb", "ELMAR", ["alfa"]), (None, None, ["alfa", "beta", "gama"])],
)  # fmt: skip
def test_towns_of_a_state_or_family(tmp_path: Path, uf: str | None, family: str | None, expected: list[str]) -> None:
    (tmp_path / "c.csv").write_text(CATALOGUE, "utf-8")
    settings = Settings({"CATALOGUE_FILES": [str(tmp_path / "c.csv")]})
    assert [town.slug for town in audit_command.towns_of(settings, uf, family)] == expected


@pytest.mark.parametrize(
    ("uf", "family", "message"),
    [
        ("xx", None, "UF desconhecida"),
        ("sp", None, "não tem municípios de SP. Estados que ele tem: PB, RN"),
        (None, "nada", "família “nada”. Famílias: elmar, eticons, proprio"),
        ("rn", "eticons", "família “eticons” em RN"),
    ],
)
def test_no_such_towns(tmp_path: Path, uf: str | None, family: str | None, message: str) -> None:
    (tmp_path / "c.csv").write_text(CATALOGUE, "utf-8")
    with pytest.raises(UserError) as error:
        audit_command.towns_of(Settings({"CATALOGUE_FILES": [str(tmp_path / "c.csv")]}), uf, family)
    assert message in str(error.value)


def test_wrong_use_says_nothing_on_stdout() -> None:
    process = scrapy("audit", "--uf", "xx", "--json")
    assert "UF desconhecida" in complaint(process)
    assert process.stdout == ""


def closed_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        return int(unused.getsockname()[1])


def test_json_and_the_report(tmp_path: Path) -> None:
    """Two towns that cannot be seen: one line of JSON each, nothing else on stdout, and a report that says why."""
    rows = [f"{slug},{slug.title()},PB,,http://127.0.0.1:{closed_port()}/,,ninguem" for slug in ("alfa", "beta")]
    (tmp_path / "c.csv").write_text("\n".join((CATALOGUE.splitlines()[0], *rows)) + "\n", "utf-8")
    base = (
        "audit",
        "--fornecedor",
        "ninguem",
        "--catalogo",
        str(tmp_path / "c.csv"),
        "--saida",
        str(tmp_path / "audits"),
        "-s",
        "RUN_DEFERS=False",  # nobody waits to see whether the portals come back
    )
    process = scrapy(*base, "--json")
    assert process.returncode == 1, process.stderr
    found = json.loads(process.stdout)
    assert found["exit_status"] == 1
    assert [one["municipio"] for one in found["audits"]] == ["alfa", "beta"]
    for one in found["audits"]:
        assert (one["published"], one["absent"], one["inconclusive"]) == (0, 0, ITEMS)
        assert sum(counts["inconclusive"] for counts in one["criteria"].values()) == ITEMS
        assert one["complete"] and "recusou a conexão" in one["problem"]
        text = Path(one["report"]).read_text("utf-8")
        assert "Não avaliado" in text and "recusou a conexão" in text
    assert process.stderr.count("Erro: ") == 2
    assert "\x1b" not in process.stdout + process.stderr

    process = scrapy(*base, "--uf", "pb", "-s", "REPORT_ENABLED=False")
    lines = process.stdout.splitlines()
    assert [line.split(" (PB): ")[0] for line in lines if "inconclusivos" in line] == ["? Alfa", "? Beta"]
    assert f"0 publicados, 0 ausentes, {ITEMS} inconclusivos; 1 página em " in process.stdout
    assert "2 de 2 municípios auditados, 2 não vistos." in lines
    assert f"  Comparar num relatório: {shlex.quote(sys.executable)} -m scrapy report {tmp_path / 'audits'}" in lines
    assert "\x1b" not in process.stdout
    reports = sorted((tmp_path / "audits").rglob(REPORT))
    assert [str(path) for path in reports] == [one["report"] for one in found["audits"]]


def test_progress() -> None:
    working, waiting, done, lost = one_of("alfa"), one_of("beta"), one_of("gama", "x"), one_of("delta", "y", "caiu")
    working.current = "abra \x1b[2J“Despesas”" * 9
    waiting.started = 0.0
    text = shown(progress([working, waiting, done, lost]))
    lines = text.splitlines()
    assert len(lines) == 2
    assert "Alfa" in lines[0] and f" 0/{ITEMS} itens, 47 páginas, " in lines[0] and "Despesas" in lines[0]
    assert "\x1b[2J" not in text
    assert "2/4 prontos, 1 não vistos" in lines[1]
    assert all(len(line) <= 110 for line in lines)
    assert "prontos" not in shown(progress([working]))
    assert shown(progress([])).strip() == "Preparando…"


def test_lines_of_those_that_are_done() -> None:
    assert done_line(one_of("alfa", "audits/pb/alfa/1")).plain == (
        f"✔ Alfa (PB): 0 publicados, {ITEMS} ausentes, 0 inconclusivos; 47 páginas em 7 s; audits/pb/alfa/1"
    )
    assert done_line(one_of("alfa", "a", "caiu")).plain.startswith(
        f"? Alfa (PB): 0 publicados, 0 ausentes, {ITEMS} inc"
    )


def test_what_helps_next(tmp_path: Path) -> None:
    folder = tmp_path / "com espaço"
    folder.mkdir()
    quoted = f"'{folder}'"
    audit = one_of("alfa", str(folder))
    assert next_steps([audit], "audits", REPORT) == [
        ("Fazer o relatório", f"transparency report {quoted}"),
        ("Ver de novo", f"transparency show {quoted}"),
        ("Conferir com um gabarito", f"transparency score {quoted} --gold gabarito.csv"),
    ]
    (folder / REPORT).write_text("x")
    assert next_steps([audit], "audits", REPORT)[0] == ("Relatório", str(folder / REPORT))
    assert as_dict(audit, REPORT)["report"] == str(folder / REPORT)
    assert [command for _, command in next_steps([audit, audit], "audits", REPORT)] == [
        "transparency report audits", f"transparency show {quoted}", "transparency score audits --gold gabarito.csv",
    ]  # fmt: skip
    assert next_steps([one_of("alfa")], "audits", REPORT) == []
    unfinished = as_dict(one_of("alfa"), REPORT)
    assert (unfinished["complete"], unfinished["problem"], unfinished["report"], unfinished["seconds"]) == (
        False, "a auditoria não terminou", "", None,
    )  # fmt: skip


# ---- scrapy show -----------------------------------------------------------------------------------------------------


def test_show_takes_an_audit_a_town_or_its_name(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town = sorted((root / "pb").iterdir())[0]
    oldest, newest = sorted(folder for folder in town.iterdir() if folder.is_dir())
    outputs = [
        run(show_command, root, name, capsys=capsys) for name in (str(newest), str(town), town.name, f"pb/{town.name}")
    ]
    assert all(output == outputs[0] for output in outputs)
    status, out, err = outputs[0]
    assert (status, err) == (0, "")
    assert f"Pasta: {newest}" in out
    audit = open_audit(newest)
    for verdict in audit.verdicts:
        assert any(
            (verdict.label or verdict.reason) in line and verdict.evidence in line for line in out.splitlines()
        ), verdict
    assert f"Pasta: {oldest}" in run(show_command, root, str(oldest), capsys=capsys)[1]
    assert run(show_command, root, str(root), capsys=capsys)[1].count("Pasta: ") == 2


def test_show_chooses(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town = sorted((root / "pb").iterdir())[0]
    newest = open_audit(sorted(folder for folder in town.iterdir() if folder.is_dir())[-1])
    published = [v for v in newest.verdicts if v.criterion == "licitacao" and v.status == "published"]
    _, out, _ = run(show_command, root, str(town), "--criterio", "licitacao", "--situacao", "publicado", capsys=capsys)
    assert out.count("✔ publicado") == len(published) > 0
    assert "✘" not in out and "Quadro Pessoal" not in out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Falta a auditoria"),
        (["nenhum-lugar"], "Não existe: nenhum-lugar"),
        (["nenhum-lugar"], "onde ainda não há auditoria, faça uma: transparency audit MUNICÍPIO"),
        (["../lugar-nenhum"], "Não existe: ../lugar-nenhum"),
        (["--foo"], "Opção desconhecida: --foo"),
        (["pb", "--situacao", "bom"], "Use uma destas: publicado, ausente, inconclusivo"),
        (["pb", "--criterio", "x"], "Critério desconhecido: x"),
    ],
)
def test_show_complains(root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    status, out, err = run(show_command, root, *arguments, capsys=capsys)
    assert (status, out) == (2, "")
    assert expected in err and err.startswith("Erro: ")


def test_tables_are_plain_and_hold_nothing_that_moves_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    verdict = Verdict(
        "a", "PB", "licitacao", "sumido", "published", "", label="Valor\x1b[2J\x07\r\npago\u202e", evidence="e.jpg"
    )
    print_table(console(), verdict_table("Alfa\x1b[31m", "PB", [verdict], MATRIX, Path("pasta")))
    out = capsys.readouterr().out
    assert not any(character in out for character in "\x1b\x07\r\u202e")
    assert "“Valor [2J pago ”" in out
    assert all(line == line.rstrip() for line in out.splitlines())
    assert plain("a\x9bb\x00") == "a b "


# ---- scrapy report ---------------------------------------------------------------------------------------------------


def test_report_of_one_and_of_many(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town = sorted((root / "pb").iterdir())[0]
    newest = sorted(folder for folder in town.iterdir() if folder.is_dir())[-1]
    assert run(report_command, root, town.name, capsys=capsys) == (0, f"Relatório: {newest / REPORT}\n", "")
    assert (newest / REPORT).is_file()
    out = tmp_path / "out"
    status, text, _ = run(report_command, root, str(root), "--saida", str(out), capsys=capsys)
    assert status == 0
    assert (out / "index.html").is_file()
    assert str(out / "index.html") in text


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "Falta dizer de que auditorias"),
        (["nada"], "Não existe: nada"),
        (["--uf", "xx"], "UF desconhecida"),
        (["--foo"], "Opção desconhecida"),
        (["nada", "--uf", "pb"], "Não existe: nada"),
        (["pb", "--saida", "/dev/null/x"], "Não foi possível gravar"),
    ],
)
def test_report_complains(root: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    status, out, err = run(report_command, root, *arguments, capsys=capsys)
    assert (status, out) == (2, "")
    assert expected in err and "Traceback" not in err


def test_a_name_may_stand_for_a_folder(root: Path) -> None:
    name = sorted(folder.name for folder in (root / "pb").iterdir())[0]
    assert locate([name], root) == locate([f"pb/{name}"], root) == [root / "pb" / name]
    assert locate(["pb"], root) == [root / "pb"]
    assert locate([str(root), "nenhum", "../x"], root) == [root, Path("nenhum"), Path("../x")]


@pytest.fixture
def called(tmp_path: Path) -> tuple[Path, list[str]]:
    """Folders of municipalities that the catalogue has, or not, and the catalogue."""
    towns = tmp_path / "towns.csv"
    rows = ["sao-joao-do-rio-do-peixe,São João do Rio do Peixe,PB,2500700,http://a.gov.br/,,", "bela-vista,Bela Vista,PB,,http://b.gov.br/,,",
            "bela-vista,Bela Vista,RN,,,,", "areia,Areia,PB,,,,"]  # fmt: skip
    towns.write_text("\n".join(["slug,name,uf,ibge,portal_url,city_url,families", *rows, ""]), "utf-8")
    for place in ("pb/sao-joao-do-rio-do-peixe", "pb/bela-vista", "rn/bela-vista", "br/olho-d-agua"):
        (tmp_path / "audits" / place).mkdir(parents=True)
    return tmp_path / "audits", [str(towns)]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("São João do Rio do Peixe", "pb/sao-joao-do-rio-do-peixe"),
        ("sao joao do rio do peixe", "pb/sao-joao-do-rio-do-peixe"),
        ("SÃO JOÃO DO RIO DO PEIXE/pb", "pb/sao-joao-do-rio-do-peixe"),
        ("PB/São João do Rio do Peixe", "pb/sao-joao-do-rio-do-peixe"),
        ("sao-joao-do-rio-do-peixe-pb", "pb/sao-joao-do-rio-do-peixe"),
        ("2500700", "pb/sao-joao-do-rio-do-peixe"),
        ("250070", "pb/sao-joao-do-rio-do-peixe"),
        ("bela vista/RN", "rn/bela-vista"),
        ("Olho d'Água", "br/olho-d-agua"),
        ("PB", "pb"),
    ],
)
def test_a_municipality_is_named_as_people_call_it(called: tuple[Path, list[str]], name: str, place: str) -> None:
    root, towns = called
    assert locate([name], root, towns) == [root / place]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Bela Vista", r"^Há mais de um município “Bela Vista”: PB, RN\. Indique a UF, por exemplo “Bela Vista/PB”\.$"),
        ("bela-vista", "Há mais de um município “Bela Vista”: PB, RN"),
        ("Areia", r"^Nenhuma auditoria de Areia \(PB\) em .*audits\. Faça uma: .*transparency audit areia-pb$"),
    ],
)
def test_a_name_that_could_be_several_or_was_never_audited(called: tuple[Path, list[str]], name: str, message: str) -> None:  # fmt: skip
    root, towns = called
    with pytest.raises(UserError, match=message):
        locate([name], root, towns)


def test_commands_take_the_name(root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    town = open_audit(next((root / "pb").glob("*/*/audit.json")).parent)
    for module, options in ((show_command, ()), (export_command, ("-o", str(tmp_path / "one.csv")))):
        by_name = run(module, root, town.name.upper(), *options, capsys=capsys)
        assert by_name == run(module, root, str(root / "pb" / town.slug), *options, capsys=capsys)
        assert by_name[0] == 0
