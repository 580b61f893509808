"""What stands in the way is told by its own name, and a run that is killed leaves something to go on with."""

from __future__ import annotations

import gzip
import os
import signal
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import brotli
import psutil
import pytest
from audit_of_pages import REVENUE
from audited import Audited, audit, audit_each, served
from flask import Flask, Response
from portal_of_towns import ended, portal_of_towns, run, start, statuses

EMPTY_CELLS = bytes(1_000_000)
BOMB = "cresce sem medida ao ser descomprimida"


def menu(**places: str) -> str:
    return "<h1>Portal da Transparência</h1>" + "".join(f"<p><a href='/{to}'>{name}</a></p>" for to, name in places.items())  # fmt: skip


def page(app: Flask, path: str, body: str | bytes, kind: str = "text/html", **headers: str) -> None:
    def answer() -> Response:
        return Response(body, content_type=kind, headers={name.replace("_", "-"): v for name, v in headers.items()})

    app.add_url_rule(path, path, answer)


def published(verdicts: dict[tuple[str, str], dict[str, Any]]) -> set[str]:
    return {criterion for (criterion, _), verdict in verdicts.items() if verdict["status"] == "published"}


ENDS = ("pdf", "xls", "csv")
STRAY = ("\0", "\1", "\x1b[0m", "\x7f\x08")


def page_named_as_a_file(app: Flask, end: str) -> None:
    page(app, "/", f"<a href='/receitas.{end}'>Receitas orçamentárias</a>")
    page(app, f"/receitas.{end}", f"<h1>Receitas</h1><a href='/lista'>Receitas orçamentárias de 2026</a><h1>{end}</h1>")
    page(app, "/lista", REVENUE)


def page_of_stray_characters(app: Flask, odd: str) -> None:
    html = f"<title>{odd}Transparência{odd}</title><p>{odd}Bem-vindo{odd}</p>"
    page(app, "/", f"{html}<a href='/receitas.pdf'>Receitas orçamentárias</a>")
    page(app, "/receitas.pdf", f"{html}{REVENUE}")


@pytest.fixture(scope="module")
def unlike_their_names(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Audited]:
    """Pages that might be taken for files."""
    portals = {end: partial(page_named_as_a_file, end=end) for end in ENDS}
    strays = {odd: partial(page_of_stray_characters, odd=odd) for odd in STRAY}
    return audit_each({**portals, **strays}, tmp_path_factory.mktemp("unlike"))


@pytest.mark.parametrize("end", ENDS)
def test_a_page_under_the_address_of_a_file_is_read_as_the_page_that_it_is(
    end: str, unlike_their_names: dict[str, Audited]
) -> None:
    verdicts, _ = unlike_their_names[end]
    assert published(verdicts) == {"receita_orcamentaria"}


@pytest.mark.parametrize("odd", STRAY)
def test_a_stray_character_makes_no_file_of_a_page(odd: str, unlike_their_names: dict[str, Audited]) -> None:
    verdicts, summary = unlike_their_names[odd]
    assert published(verdicts) == {"receita_orcamentaria"}, summary["problems"]


def packed(encoding: str, size: int) -> bytes:
    """A page that grows to so many megabytes, by one encoding or by two."""
    if encoding == "br":
        stream = brotli.Compressor(quality=1)
        return b"".join(stream.process(EMPTY_CELLS) for _ in range(size)) + stream.finish()
    wbits = {"gzip": 31, "deflate": 15}[encoding.partition(",")[0]]
    made = zlib.compressobj(9, zlib.DEFLATED, wbits)
    body = b"<!doctype html><h1>Receitas</h1>"
    out = made.compress(body) + b"".join(made.compress(EMPTY_CELLS) for _ in range(size)) + made.flush()
    return gzip.compress(out) if "," in encoding else out


def memory() -> float:
    """Megabytes that the processes which this one has started hold, what they share counted once."""
    found = 0
    for process in psutil.Process().children(recursive=True):
        with suppress(OSError, psutil.NoSuchProcess):
            rollup = Path(f"/proc/{process.pid}/smaps_rollup").read_text("ascii")
            found += int(next(line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:")))
    return found / 1024


@contextmanager
def most_memory() -> Iterator[list[float]]:
    """What is held at most until the end of the block."""
    most, over = [0.0], threading.Event()

    def watch() -> None:
        while not over.wait(0.2):
            most[0] = max(most[0], memory())

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield most
    finally:
        over.set()
        thread.join()


def of_two_places(page_body: bytes, file_body: bytes, **headers: str) -> Callable[[Flask], None]:
    """A portal of a page and a file."""

    def portal(app: Flask) -> None:
        page(app, "/", menu(receitas="Receitas orçamentárias", **{"licitacoes.pdf": "Licitações"}))
        page(app, "/receitas", page_body, **headers)
        page(app, "/licitacoes.pdf", file_body, "application/pdf", **headers)

    return portal


@pytest.fixture(scope="module")
def plain_memory(tmp_path_factory: pytest.TempPathFactory) -> float:
    """What an audit of a small portal takes."""
    small = of_two_places(REVENUE.encode(), b"%PDF-1.7 nada")
    with served(small) as url, most_memory() as most:
        audit(url, tmp_path_factory.mktemp("plain"))
    return most[0]


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip,gzip"])
def test_s4_a_compressed_bomb_is_named_and_takes_no_memory(encoding: str, plain_memory: float, tmp_path: Path) -> None:
    bomb = packed(encoding, 300)
    with served(of_two_places(bomb, bomb, Content_Encoding=encoding)) as url, most_memory() as most:
        verdicts, summary = audit(url, tmp_path)
    assert {verdict["status"] for verdict in verdicts.values()} == {"inconclusive"}
    told = {p["criterion"]: p["reason"] for p in summary["problems"]}
    assert BOMB in told["receita_orcamentaria"] and BOMB in told["licitacao"], summary["problems"]
    assert summary["nodes"]["visited"] < 20
    assert most[0] - plain_memory < 300, f"{most[0]:.0f} MB, and {plain_memory:.0f} MB without it"


def killed(process: Any, after: float) -> None:
    """A run and all that it has started, at once."""
    time.sleep(after)
    tree = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
    for one in tree:
        try:
            one.send_signal(signal.SIGKILL)
        except psutil.NoSuchProcess:
            continue
    process.communicate()


def an_audit(folder: Path, catalogue: Path) -> tuple[str, ...]:
    """The command that audits the towns of a catalogue into ``audits`` of a folder."""
    saved = ("--catalogo", str(catalogue), "--saida", str(folder / "audits"))
    return ("audit", "--uf", "pb", *saved, "--model", "off")


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_same_command_goes_on_with_a_run_that_was_killed(tmp_path: Path) -> None:
    (temporary := tmp_path / "tmp").mkdir()
    with portal_of_towns() as portal:
        command = an_audit(tmp_path, portal.catalogue(tmp_path / "towns.csv", [f"vila-{n}" for n in range(3)]))
        process = start(*command, env={"TMPDIR": str(temporary)})
        while not list(tmp_path.glob("audits/.runs/*.json")):
            assert process.poll() is None
            time.sleep(0.05)
        killed(process, after=4)
        (begun,) = tmp_path.glob("audits/.runs/*.json")
        done = ended(start(*command, env={"TMPDIR": str(temporary)}))
    assert done.returncode == 0, done.stderr
    assert "Retomada a execução interrompida" in done.stderr
    assert [*tmp_path.glob("audits/.runs/*.json")] == [begun]
    assert all("published" in statuses(tmp_path / "audits", f"vila-{n}")["licitacao"] for n in range(3))
    assert left(temporary) == []


def test_another_command_begins_a_run_of_its_own(tmp_path: Path) -> None:
    with portal_of_towns() as portal:
        command = an_audit(tmp_path, portal.catalogue(tmp_path / "towns.csv", ["vila-0"]))
        process = start(*command)
        while not list(tmp_path.glob("audits/.runs/*.json")):
            time.sleep(0.05)
        killed(process, after=0)
        done = run(*command, "--nodes", "5")
    assert "Retomada" not in done.stderr
    assert len([*tmp_path.glob("audits/.runs/*.json")]) == 2


@pytest.mark.parametrize("whom", ["crawl", "all"])
def test_nothing_is_left_of_the_profile_of_a_browser(whom: str, tmp_path: Path) -> None:
    (temporary := tmp_path / "tmp").mkdir()
    with portal_of_towns() as portal:
        command = an_audit(tmp_path, portal.catalogue(tmp_path / "towns.csv", ["vila-0"]))
        process = start(*command, env={"TMPDIR": str(temporary)})
        while not [*temporary.rglob("playwright*profile*")]:
            assert process.poll() is None
            time.sleep(0.02)
        if whom == "all":
            killed(process, after=0)
            process = start(*command, env={"TMPDIR": str(temporary)})
        else:
            os.kill(psutil.Process(process.pid).children()[0].pid, signal.SIGKILL)
        assert ended(process).returncode == 0
    assert left(temporary) == []
