"""Small portals of many towns on 127.0.0.1, some of whose pages misbehave; and the program's own command on them."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from scrapy_command import scrapy

ROOT = Path(__file__).parent.parent
HOME = (
    "<!doctype html><html lang=pt-BR><head><title>Portal da Transparência</title></head><body><h1>Portal da Transparência de {town}</h1><nav>"
    "<a href=receitas>Receitas orçamentárias</a> <a href=despesas>Despesas orçamentárias</a> <a href=licitacoes>Licitações</a>"
    "</nav><p>Dados abertos do município.</p></body></html>"
)
TABLES = {
    "receitas": ("Receitas orçamentárias", ("Código", "Natureza da receita", "Previsão inicial", "Arrecadado"), ("1.1.{n}", "IPTU {n}", "{n}.000,00", "{n}00,00")),
    "despesas": ("Despesas orçamentárias", ("Nº do empenho", "Data do empenho", "Favorecido", "Valor empenhado", "Valor pago"),
                 ("{n}/2026", "0{n}/02/2026", "Loja {n} Ltda", "{n}.500,00", "{n}.400,00")),
    "licitacoes": ("Licitações", ("Nº da licitação", "Modalidade", "Objeto da licitação", "Data de abertura"), ("{n}/2026", "Pregão", "Merenda {n}", "0{n}/02/2026")),
}  # fmt: skip


def table(name: str) -> str:
    """A page of records."""
    title, heads, cells = TABLES[name]
    rows = "".join("<tr>" + "".join(f"<td>{cell.format(n=n)}</td>" for cell in cells) + "</tr>" for n in range(1, 6))
    return f"<!doctype html><title>{title}</title><h1>{title}</h1><table><tr>{''.join(f'<th>{h}</th>' for h in heads)}</tr>{rows}</table>"


Answer = str | tuple[int, str] | Callable[["BaseHTTPRequestHandler"], None]


@dataclass
class Served:
    """What is served. ``pages``: path → HTML, (status, HTML), or what writes the answer itself."""

    port: int
    pages: dict[str, Answer] = field(default_factory=dict)
    hits: Counter[str] = field(default_factory=Counter)
    log: list[tuple[str, float, float]] = field(default_factory=list)
    """Of every answer, once it is given: its path, and when it was asked for and had (monotonic seconds)."""
    slow: float = 0.0
    """Seconds that every answer takes."""

    def url(self, town: str) -> str:
        return f"http://127.0.0.1:{self.port}/{town}/"

    def catalogue(self, file: Path, towns: list[str], vendor: str = "proprio") -> Path:
        """A catalogue of these towns, all of them with the pages of a small portal."""
        with open(file, "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow("slug name uf ibge portal_url city_url families".split())
            writer.writerows([town, town.title(), "pb", "", self.url(town), "", vendor] for town in towns)
        for town in towns:
            self.pages |= {f"/{town}/": HOME.format(town=town.title())} | {f"/{town}/{n}": table(n) for n in TABLES}
        return file


@contextmanager
def portal_of_towns() -> Iterator[Served]:
    """Serve until the end of the block."""
    stop = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            began = time.monotonic()
            try:
                self.answer(self.path.split("?")[0])
            finally:
                served.log.append((self.path, began, time.monotonic()))

        def answer(self, path: str) -> None:
            served.hits[path] += 1
            time.sleep(served.slow)
            answer = served.pages.get(path, (404, "<title>404</title>Página não encontrada"))
            if callable(answer):
                self.server.stop = stop  # type: ignore[attr-defined]
                answer(self)
                return
            status, html = answer if isinstance(answer, tuple) else (200, answer)
            body = html.encode()
            self.send_response(status)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

        def handle(self) -> None:
            with suppress(OSError):  # the browser has gone
                super().handle()

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    served = Served(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield served
    finally:
        stop.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def start(*arguments: str, env: Mapping[str, str] | None = None, **popen: Any) -> subprocess.Popen[str]:
    """A command of the project, under way."""
    command = [sys.executable, "-m", "scrapy.cmdline", *arguments]
    return subprocess.Popen(
        command, cwd=ROOT, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **popen
    )  # fmt: skip


def ended(process: subprocess.Popen[str], timeout: float = 300) -> subprocess.CompletedProcess[str]:
    """What a command said; killed when it does not end."""
    try:
        out, err = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        raise AssertionError(f"the command did not end:\n{out[-2000:]}\n{err[-2000:]}") from None
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def run(
    *arguments: str, env: Mapping[str, str] | None = None, timeout: float = 300
) -> subprocess.CompletedProcess[str]:
    """A command of the project, to its end."""
    return scrapy(*arguments, env=env, timeout=timeout)


def verdicts(root: Path, town: str) -> list[dict[str, Any]]:
    """Of the only whole audit of a town."""
    (folder,) = (f for f in (root / "pb" / town).iterdir() if not f.name.endswith(".partial"))
    return [json.loads(line) for line in (folder / "verdicts.jsonl").read_text("utf-8").splitlines()]


def statuses(root: Path, town: str) -> dict[str, set[str]]:
    """Criterion → statuses of its items."""
    found: dict[str, set[str]] = {}
    for one in verdicts(root, town):
        found.setdefault(one["criterion"], set()).add(one["status"])
    return found
