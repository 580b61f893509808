"""Serves a portal that is made here, and audits it as its users do."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Flask
from scrapy_command import scrapy
from werkzeug.serving import make_server


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


def audit(url: str, folder: Path, *options: str) -> tuple[dict[tuple[str, str], dict[str, Any]], dict[str, Any]]:
    """(verdicts by criterion and item, audit.json) of a run over one site."""
    command = ["crawl", "portal", "-a", "municipio=Vila Pequena", "-a", f"url={url}", "-a", "model=off"]
    ran = scrapy(*command, "-s", f"AUDITS_DIR={folder}", "-L", "ERROR", *options)
    assert ran.returncode == 0, ran.stderr[-2000:]
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
