"""Serves a portal that is made here, and audits it as its users do."""

from __future__ import annotations

import csv
import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Flask
from scrapy_command import scrapy
from werkzeug.serving import make_server

TOWN = "Vila Pequena"

Audited = tuple[dict[tuple[str, str], dict[str, Any]], dict[str, Any]]
"""Verdicts by criterion and item, and audit.json."""


@contextmanager
def served(make: Callable[[Flask], None]) -> Iterator[str]:
    app = Flask(__name__)
    make(app)
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}/"
    finally:
        server.shutdown()
        thread.join(5)


def audit(url: str, folder: Path, *options: str) -> Audited:
    """A run over one site."""
    _run(f"municipio={TOWN}", "-a", f"url={url}", "-s", f"AUDITS_DIR={folder}", *options)
    return _read(folder)


def audit_each(portals: Mapping[str, Callable[[Flask], None]], folder: Path, *options: str) -> dict[str, Audited]:
    """Name → the audit of its portal. One run over all of them, which spares a process and a browser each."""
    with ExitStack() as servers:
        with open(folder / "towns.csv", "w", encoding="utf-8", newline="") as file:
            write = csv.writer(file).writerow
            write("slug,name,uf,ibge,portal_url,city_url,families".split(","))
            for n, make in enumerate(portals.values()):
                write([f"t{n}", TOWN, "SP", "", servers.enter_context(served(make)), "", ""])
        towns = ",".join(f"t{n}" for n in range(len(portals)))
        where = ("-s", f"CATALOGUE_FILES={folder / 'towns.csv'}", "-s", f"AUDITS_DIR={folder}")
        _run(f"municipio={towns}", *where, "-s", "AUDITS_AT_ONCE=2", *options)
    return {name: _read(folder / "sp" / f"t{n}") for n, name in enumerate(portals)}


def _run(*arguments: str) -> None:
    ran = scrapy("crawl", "portal", "-a", "model=off", "-L", "ERROR", "-a", *arguments)
    assert ran.returncode == 0, ran.stderr[-2000:]


def _read(folder: Path) -> Audited:
    """The only audit in a folder."""
    (whole,) = (path.parent for path in folder.rglob("audit.json"))
    lines = [json.loads(line) for line in (whole / "verdicts.jsonl").read_text("utf-8").splitlines()]
    return {(v["criterion"], v["item"]): v for v in lines}, json.loads((whole / "audit.json").read_text("utf-8"))


def audited_whole(site: ModuleType, folder: Path) -> tuple[set[tuple[str, str]], set[tuple[str, str]], int]:
    """(what is found published, what the key of a site says is read of it, nodes) of a run over the portal of a module."""
    with served(site.portal) as url:
        verdicts, summary = audit(url + getattr(site, "START", ""), folder)
    found = {key for key, verdict in verdicts.items() if verdict["status"] == "published"}
    published = {(criterion, item) for criterion, items in site.PUBLISHED.items() for item in items}
    return found, published - getattr(site, "UNREAD", set()), summary["nodes"]["visited"]
