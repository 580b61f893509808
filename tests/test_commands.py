"""Bad input: one clear line, what to do next, a non-zero exit, nothing half-written."""

from __future__ import annotations

import shutil
import socket
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from scrapy_command import scrapy

from transparency.matrix import load_matrix

ROOT = Path(__file__).parent.parent


def crawl(folder: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    settings = ("-L", "ERROR", "-s", f"AUDITS_DIR={folder / 'audits'}", "-O", str(folder / "verdicts.jsonl"))
    return scrapy("crawl", "portal", *arguments, *settings, env=env)


def complaint(process: subprocess.CompletedProcess[str]) -> str:
    """The single line of an error, checked for its manners."""
    assert process.returncode == 2, process.stderr
    assert "Traceback" not in process.stderr
    lines = [line for line in process.stderr.splitlines() if line.strip()]
    assert len(lines) == 1, lines
    assert lines[0].startswith("Erro: ")
    return lines[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-a", "municipio=santa-ritta"], "Você quis dizer: Santa Rita"),
        ([], "Falta dizer o município"),
        (["-a", "municipio=x", "-a", "url=ftp://a.gov.br/"], "Endereço inválido"),
        (["-a", "municipio=x", "-a", "url=http://"], "Endereço inválido"),
        (["-a", "municipio=santa-rita", "-a", "strategy=sorte"], "Estratégia desconhecida"),
        (["-a", "municipio=santa-rita", "-a", "nodez=3"], "Opção desconhecida: nodez"),
        (["-a", "municipio=santa-rita", "-a", "nodes=zero"], "Valor inválido para nodes"),
        (["-a", "municipio=santa-rita", "-a", "itens=alguns"], "itens=todos ou itens=essenciais"),
        (["-a", "municipio=santa-rita,areia", "-a", "url=http://a.gov.br/"], "um município só"),
        (["-a", "municipio=santa-rita", "-s", "MATCH_MODEL=off"], "O ajuste MATCH_MODEL não existe mais"),
    ],
)
def test_wrong_arguments(tmp_path: Path, arguments: list[str], expected: str) -> None:
    assert expected in complaint(crawl(tmp_path, *arguments))
    assert list(tmp_path.iterdir()) in ([], [tmp_path / "audits"])


def test_broken_keyword_file(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "keywords", tmp_path / "keywords")
    file = tmp_path / "keywords" / "licitacao.yml"
    file.write_text(file.read_text("utf-8").replace("items:", "items: [", 1), "utf-8")
    line = complaint(crawl(tmp_path, "-a", "municipio=santa-rita", "-s", f"KEYWORDS_DIR={tmp_path / 'keywords'}"))
    assert "licitacao.yml, linha " in line


def test_no_chromium(tmp_path: Path) -> None:
    line = complaint(crawl(tmp_path, "-a", "municipio=santa-rita", CHROMIUM_PATH=str(tmp_path / "none")))
    assert "CHROMIUM_PATH" in line


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    process = scrapy(
        "crawl", "portal", "-a", "municipio=santa-rita", "-L", "ERROR", "-s", f"AUDITS_DIR={tmp_path / 'file'}"
    )
    assert "não pode ser escrita" in complaint(process)


def test_unknown_spider() -> None:
    assert "Use um destes: " in complaint(scrapy("crawl", "ninguem", "-L", "ERROR"))


def test_dead_portal_is_inconclusive(tmp_path: Path) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port = unused.getsockname()[1]
    process = crawl(tmp_path, "-a", "municipio=areia", "-a", f"url=http://127.0.0.1:{port}/")
    assert process.returncode == 1
    assert "Traceback" not in process.stderr
    assert "recusou a conexão" in process.stderr
    lines = (tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == len(load_matrix().items())
    assert all('"inconclusive"' in line and "recusou a conexão" in line for line in lines)
    (folder,) = (tmp_path / "audits" / "pb" / "areia").iterdir()
    assert (folder / "audit.json").exists()


def test_every_spider_is_listed() -> None:
    process = scrapy("list")
    assert process.returncode == 0
    spiders = set(process.stdout.split())
    assert {"portal", "eticons", "publicsoft", "elmar", "infopublic", "easyweb"} <= spiders
    assert len(spiders) == len(list((ROOT / "transparency" / "spiders").glob("[a-z]*.py")))


@pytest.mark.parametrize("columns", ["78", "80", "100"])
def test_help_of_an_option_is_no_heading(columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    helped = scrapy("audit", "--help").stdout.splitlines()
    headings = [line for line, below in pairwise(helped) if below.startswith(("===", "---"))]
    assert headings == ["Usage", "Options", "Global Options", "Auditoria"]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [([], "Falta dizer"), (["--todos"], "--catalogo"), (["ninguém"], "Município desconhecido")],
)
def test_audit_command(arguments: list[str], expected: str) -> None:
    assert expected in complaint(scrapy("audit", *arguments))
