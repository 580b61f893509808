"""Small portals with one way each from the entry to a list (``tests/ways``), walked by the program as its users run it."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

from scrapy_command import scrapy

from lab.definition import read_yaml

FOLDER = Path(__file__).parent / "ways"
TOWN = "Vila Pequena"
AT_ONCE = 8
"""So many portals are walked side by side, and so many pages are open: most of them wait for something."""
NODES = 25
"""More visits than any of these portals needs."""
LISTS = {
    "expense": ("despesa_orcamentaria", {"emp_numero", "nome", "emp_valor"}),
    "revenue": ("receita_orcamentaria", {"previsao", "arrecadacao"}),
    "bids": ("licitacao", {"numero_licitacao", "modalidade_licitacao", "objeto_licitacao"}),
    "staff": ("quadro_pessoal", {"nome", "cargo", "salario_cargo"}),
    "papers": ("licitacao", {"numero_licitacao", "edital", "aviso"}),
}
"""List → its criterion, and the items that are found on it."""


@cache
def table(name: str) -> Mapping[str, Mapping[str, Any]]:
    """A table of portals: name → row."""
    rows = read_yaml(FOLDER / f"{name}.yml")
    return {row["name"]: row for row in rows}


def names(*tables: str) -> list[str]:
    """The names of all portals of some tables."""
    return [name for one in tables for name in table(one)]


def share_open(*tables: str) -> float:
    """The share of the portals whose list is not found yet."""
    rows = [row for one in tables for row in table(one).values()]
    return sum(bool(row.get("open")) for row in rows) / len(rows)


def judge(name: str, tables: Sequence[str], found: Mapping[str, Mapping[str, Any]]) -> None:
    """The list of a portal is found, unless its row says that it is not yet (``open``): then it is not."""
    (row,) = (table(one)[name] for one in tables if name in table(one))
    missing = found[name]["missing"]
    if row.get("open"):
        assert missing, "it is found by now: take the mark from its row"
    else:
        assert not missing, found[name]


@cache
def _parts() -> Mapping[str, str]:
    parts: Mapping[str, str] = read_yaml(FOLDER / "_parts.yml")
    return parts


def _whole(page: Any, host: str) -> tuple[Mapping[str, Any], str]:
    """What is said of a page besides its text, and its text with the parts put in."""
    told = {"html": page} if isinstance(page, str) else page
    text = str(told.get("raw") or told.get("html") or "")
    for name, part in {**_parts(), "host": host}.items():
        text = text.replace(f"{{{name}}}", part)
    if "raw" in told:
        return told, text
    head = "<!doctype html><html lang=pt-BR><head><meta charset=utf-8><title>Portal da Transparência</title></head>"
    town = f"<header><strong>Prefeitura Municipal de {TOWN}</strong></header>"
    return told, f"{head}<body>{town}{text}<footer>Rua A, 10 - Centro</footer></body></html>"


def _page(pages: Mapping[str, Any], method: str, address: str) -> Any:
    """The page at an address: by its query, by a part of what its query says ("q?s~rece"), or by its path."""
    parts = urlsplit(address)
    path, query = unquote(parts.path).lstrip("/"), unquote_plus(parts.query)
    if method == "POST":
        return pages.get(f"POST {path}")
    if query and f"{path}?{query}" in pages:
        return pages[f"{path}?{query}"]
    for key, value in parse_qsl(parts.query):
        for name, page in pages.items():
            asked, _, word = name.partition("~")
            if word and asked == f"{path}?{key}" and word in value.casefold().replace("ç", "c"):
                return page
    return pages.get(path)


class Server(ThreadingHTTPServer):
    """It says nothing of browsers that went away."""

    daemon_threads = True

    def handle_error(self, *_: Any) -> None:
        pass


@contextmanager
def _served(row: Mapping[str, Any]) -> Iterator[str]:
    """A portal on a port of its own; gives its address."""
    ended = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length") or 0))
            page = _page(row["pages"], self.command, self.path)
            told, text = _whole({"status": 404, "html": "<p>Não encontrado</p>"} if page is None else page, host)
            ended.wait(float(told.get("delay") or 0))
            body = text.encode()
            self.send_response(int(told.get("status") or 200))
            self.send_header("Content-Type", f"{told.get('type') or 'text/html'}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            for name, value in (told.get("headers") or {}).items():
                self.send_header(name, str(value))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 (what the library calls)

        def log_message(self, *_: Any) -> None:
            pass

    server = Server(("127.0.0.1", 0), Handler)
    host = f"127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://{host}/"
    finally:
        ended.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def walk(rows: Sequence[Mapping[str, Any]], folder: Path) -> dict[str, dict[str, Any]]:
    """One run over portals: name → {"missing": items of its list that are not found, "nodes", "seconds"}."""
    with ExitStack() as stack:
        with open(folder / "ways.csv", "w", encoding="utf-8", newline="") as out:
            write = csv.writer(out).writerow
            write("slug,name,uf,ibge,portal_url,city_url,families".split(","))
            for number, row in enumerate(rows):
                write([f"w{number}", TOWN, "SP", "", stack.enter_context(_served(row)), "", ""])
        towns = ",".join(f"w{number}" for number in range(len(rows)))
        command = ["crawl", "portal", "-a", f"municipio={towns}", "-a", "model=off", "-a", f"nodes={NODES}"]
        command += ["-s", f"CATALOGUE_FILES={folder / 'ways.csv'}", "-s", f"AUDITS_DIR={folder}", "-L", "ERROR"]
        command += ["-s", f"AUDITS_AT_ONCE={AT_ONCE}", "-s", f"CONCURRENT_REQUESTS={AT_ONCE}", "-s", "REPORT_ENABLED=False"]  # fmt: skip
        ran = scrapy(*command, timeout=600)
    assert ran.returncode == 0, ran.stderr[-2000:]
    found = {}
    for number, row in enumerate(rows):
        (whole,) = (path.parent for path in (folder / "sp" / f"w{number}").rglob("audit.json"))
        verdicts = [json.loads(line) for line in (whole / "verdicts.jsonl").read_text("utf-8").splitlines()]
        about = json.loads((whole / "audit.json").read_text("utf-8"))
        criterion, items = LISTS[row.get("finds", "expense")]
        seen = {v["item"] for v in verdicts if v["criterion"] == criterion and v["status"] == "published"}
        found[row["name"]] = {
            "missing": items - seen,
            "nodes": about["nodes"]["visited"],
            "seconds": about["duration_seconds"],
        }
    return found


def walk_twice(tables: Sequence[str], folder: Path) -> dict[str, dict[str, Any]]:
    """A run over all portals of some tables; one that should be found and is not is tried alone once more (a slow machine)."""
    rows = [row for name in tables for row in table(name).values()]
    found = walk(rows, _made(folder / "first"))
    again = [row for row in rows if found[row["name"]]["missing"] and not row.get("open")]
    return {**found, **(walk(again, _made(folder / "again")) if again else {})}


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder
