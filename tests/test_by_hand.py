"""Scrapy's own commands in the project: what a developer tries on one page, with no audit about."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import distributions
from pathlib import Path
from threading import Thread

import pytest
import scrapy_command
from scrapy import cmdline
from scrapy.commands import ScrapyHelpFormatter
from scrapy.utils.project import get_project_settings

from transparency.__main__ import Parser, commands, overview

ROOT = Path(__file__).parent.parent
PAGE = "<!doctype html><title>Despesas</title><p id=p>fixo</p><script>p.textContent = 'escrito'</script>"


class _Page(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = PAGE.encode() if self.path in ("/", "/Contab/Receitas/Prevista") else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    """``127.0.0.1:port`` of a server with one page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Page)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def scrapy(folder: Path, allowed: str, *args: str) -> subprocess.CompletedProcess[str]:
    env = {"SCRAPY_SETTINGS_MODULE": "transparency.settings", "TRANSPARENCY_EGRESS_ALLOWED": allowed}
    return scrapy_command.scrapy(*args, env=env, timeout=60, folder=folder)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("fetch", "--nolog", "http://{}/"), "<p id=p>fixo</p>"),
        (("fetch", "--nolog", "--spider", "portal", "http://{}/"), "<p id=p>fixo</p>"),
        (("shell", "--nolog", "http://{}/", "-c", "response.css('title::text').get()"), "Despesas"),
        (("shell", "--nolog", "-c", "[fetch('http://{}/'), request.url]"), "[None, 'http://{}/']"),
        (("parse", "--nolog", "--nocolour", "--spider", "portal", "http://{}/"), "DEPTH LEVEL 1"),
    ],
)
def test_a_page_by_hand(tmp_path: Path, place: str, args: tuple[str, ...], told: str) -> None:
    """It comes, and nothing is left behind."""
    done = scrapy(tmp_path, place, *(arg.format(place) for arg in args))
    assert (done.returncode, done.stderr) == (0, "")
    assert told.format(place) in done.stdout
    assert not list(tmp_path.iterdir())


def test_a_page_that_needs_a_browser(tmp_path: Path, place: str) -> None:
    code = f"[fetch(scrapy.Request('http://{place}/', meta={{'playwright': True}})), response]"
    done = scrapy(tmp_path, place, "shell", "--nolog", "-c", f"{code} and crawler.stats.get_value('playwright/page_count')")  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "1\n"), done.stderr


@pytest.mark.parametrize(
    ("spider", "path", "ran", "told"),
    [
        ("elmar", "/Contab/Receitas/Prevista", 2, ""),
        ("elmar", "/", 2, "não mostra de que fornecedor é; o catálogo diz elmar"),
        ("elmar", "/nada/Contab/Receitas/Prevista", 2, "respondeu 404"),
        ("easyweb", "/", 0, ""),  # of which the catalogue has no portal
        ("portal", "/", 0, ""),
    ],
)
def test_contracts_tell_whether_a_vendor_is_still_the_same(tmp_path: Path, place: str, spider: str, path: str, ran: int, told: str) -> None:  # fmt: skip
    towns = tmp_path / "towns.csv"
    towns.write_text(f"slug,name,uf,ibge,portal_url,city_url,families\nvila,Vila,PB,,http://{place}{path},,elmar\n", "utf-8")  # fmt: skip
    done = scrapy(tmp_path, place, "check", spider, "-s", f"CATALOGUE_FILES={towns}")
    assert f"Ran {ran} contracts" in done.stderr, done.stderr
    assert done.returncode == bool(told) and told in done.stderr and done.stderr.endswith("OK\n") != bool(told)


def test_every_vendor_has_its_contract(tmp_path: Path) -> None:
    listed = scrapy(tmp_path, "", "check", "-l").stdout.split()
    assert {"elmar", "portal"} <= set(listed) and listed.count("maker") >= 15


@pytest.mark.parametrize(
    ("url", "command", "told"),
    [
        ("http://127.0.0.1:9/", ("fetch",), "endereço recusado: rede privada"),
        ("http://nao-existe.invalid/", ("shell", "-c", "response"), "o nome do servidor não existe (DNS)"),
        ("file:///etc/hostname", ("shell", "-c", "response"), "o endereço não é da internet (http ou https)"),
    ],
)
def test_what_does_not_come_is_told_in_one_line(tmp_path: Path, url: str, command: tuple[str, ...], told: str) -> None:
    done = scrapy(tmp_path, "", *command, "-L", "ERROR", url)
    assert done.returncode == 0 and done.stdout in ("", "None\n")
    (line,) = done.stderr.splitlines()
    assert f"{url} não foi lido: {told}" in line


def command(folder: Path, code: str, *args: str) -> subprocess.CompletedProcess[str]:
    """``python -m transparency`` from the code in a folder, with no hint of where a project may be."""
    env = {name: value for name, value in os.environ.items() if not name.startswith(("SCRAPY", "TRANSPARENCY"))}
    env |= {"PYTHONPATH": code, "COLUMNS": "80"}
    call = [sys.executable, "-m", "transparency", *args]
    return subprocess.run(call, cwd=folder, env=env, capture_output=True, text=True, timeout=60, check=False)


def test_the_command_is_whole_in_what_is_built(tmp_path: Path) -> None:
    """Words and catalogue travel with it, it works in an empty folder, and hints name it as it was called."""
    built, empty = tmp_path / "built", tmp_path / "empty"
    empty.mkdir()
    build = ["setup.py", "-q", "build", "--build-base", tmp_path / "base", "--build-lib", built, "egg_info", "--egg-base", built]  # fmt: skip
    built.mkdir()
    subprocess.run([sys.executable, *build], cwd=ROOT, check=True, capture_output=True)
    scripts = [e for d in distributions(path=[str(built)]) for e in d.entry_points if e.group == "console_scripts"]
    assert [(script.name, script.value) for script in scripts] == [("transparency", "transparency.__main__:main")]
    listed = command(empty, str(built), "list")
    assert {"portal", "discover"} < set(listed.stdout.split()), listed.stderr
    missing = command(empty, str(built), "audit")
    assert missing.returncode == 2 and "-m transparency audit santa-rita" in missing.stderr
    assert "Santa Rita" in command(empty, str(built), "plan", "--uf", "pb").stdout
    unknown = command(empty, str(built), "nada")
    assert unknown.returncode == 1 and len(unknown.stderr.splitlines()) == 1 and not unknown.stdout
    assert not list(empty.iterdir())


def test_help_is_whole_at_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    texts = [overview(commands())]
    for name, one in cmdline._get_commands_dict(get_project_settings(), inproject=True).items():
        parser = Parser(formatter_class=ScrapyHelpFormatter, usage=f"scrapy {name} {one.syntax()}", conflict_handler="resolve", description=one.long_desc())  # fmt: skip
        one.settings = get_project_settings()
        one.add_options(parser)
        texts.append(parser.format_help())
        assert f"transparency {name}" in texts[-1] and "scrapy " + name not in texts[-1]
    assert [line for text in texts for line in text.splitlines() if len(line) > 80] == []
