"""Hosts on free ports of 127.0.0.1, one per framework, each serving every portal that lives on it."""

from __future__ import annotations

import csv
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from werkzeug.serving import BaseWSGIServer, WSGIRequestHandler, make_server

from lab.definition import Portal, all_portals
from lab.frameworks import Framework, framework
from lab.key import KeyRow, key_rows, write_key
from lab.sisters import sisters

EGRESS = "TRANSPARENCY_EGRESS_ALLOWED"
"""Environment variable: what the program may connect to though it is private."""
CATALOGUE_COLUMNS = ("slug", "name", "uf", "ibge", "portal_url", "city_url", "families")


@dataclass(frozen=True)
class Hit:
    """A request a host received. ``time`` in seconds since the epoch."""

    time: float
    host: str
    method: str
    path: str


class QuietHandler(WSGIRequestHandler):
    """Keeps the console clean: what was asked is in ``lab.hits``. Keep-alive, as real servers do."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: Any) -> None:
        return


class Host:
    """One vendor's server: several portals, one port."""

    def __init__(self, name: str, lab: Lab) -> None:
        self.name, self.lab = name, lab
        self.portals = [p for p in lab.definitions if name in p.frameworks]
        self.framework: Framework = framework(name)(self)
        app = self.framework.app

        def logged(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            query = f"?{environ['QUERY_STRING']}" if environ.get("QUERY_STRING") else ""
            lab.hits.append(Hit(time.time(), name, environ["REQUEST_METHOD"], environ.get("PATH_INFO", "") + query))
            return app(environ, start_response)

        self.server: BaseWSGIServer = make_server("127.0.0.1", 0, logged, threaded=True, request_handler=QuietHandler)
        self.server.daemon_threads = True  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, name=f"lab-{name}", daemon=True)

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(timeout=5)


@dataclass(frozen=True)
class LabPortal:
    """A served portal. ``url`` is its entry address."""

    slug: str
    name: str
    uf: str
    url: str
    families: list[str]
    city_url: str = ""


@dataclass
class Lab:
    """The running lab. ``hits`` and ``forbidden_posts`` grow while it is used."""

    definitions: Sequence[Portal]
    hits: list[Hit] = field(default_factory=list)
    forbidden_posts: list[Hit] = field(default_factory=list)
    """Posts to forms that no auditor may submit (ombudsman, e-SIC, login, newsletter, contact)."""
    hosts: dict[str, Host] = field(default_factory=dict)

    def start(self) -> None:
        for name in dict.fromkeys(f for p in self.definitions for f in p.frameworks):
            self.hosts[name] = Host(name, self)
        for host in self.hosts.values():
            host.thread.start()

    def stop(self) -> None:
        """All at once: each host takes up to half a second to hear of it."""
        with ThreadPoolExecutor(max(len(self.hosts), 1)) as pool:
            list(pool.map(Host.stop, self.hosts.values()))

    @property
    def portals(self) -> list[LabPortal]:
        return [
            LabPortal(
                p.slug,
                p.name,
                p.uf,
                self.entry(p),
                list(p.families),
                self.hosts[p.site].url + self.hosts[p.site].framework.home(p) if p.site else "",
            )
            for p in self.definitions
        ]

    def entry(self, portal: Portal) -> str:
        host = self.hosts[portal.framework]
        return host.url + host.framework.entry(portal)

    def portal(self, slug: str) -> LabPortal:
        return next(p for p in self.portals if p.slug == slug)

    def forbid(self, host: str, method: str, path: str) -> None:
        self.forbidden_posts.append(Hit(time.time(), host, method, path))

    def key(self) -> list[KeyRow]:
        return [row for p in self.definitions for row in key_rows(p)]

    def write_key(self, path: Path | str) -> None:
        write_key(path, self.definitions)

    def write_catalogue(self, path: Path | str) -> None:
        with open(path, "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(CATALOGUE_COLUMNS)
            for p in self.portals:
                writer.writerow([p.slug, p.name, p.uf, "", p.url, p.city_url, ";".join(p.families)])

    @property
    def places(self) -> list[str]:
        """``host:port`` of every server: what the program must be allowed to connect to, since this machine is private."""
        return [host.url.removeprefix("http://") for host in self.hosts.values()]


@contextmanager
def allowed(places: Sequence[str]) -> Iterator[None]:
    """Let the audits that this process starts connect to these places until the block ends."""
    before = os.environ.get(EGRESS)
    os.environ[EGRESS] = ",".join((*filter(None, (before,)), *places))
    try:
        yield
    finally:
        del os.environ[EGRESS]
        if before is not None:
            os.environ[EGRESS] = before


@contextmanager
def serve(portals: Sequence[str] | None = None, with_sisters: bool = False) -> Iterator[Lab]:
    """Serve the portals with these slugs (all by default), and their sister towns if asked for, until the block ends.

    :raises KeyError: for a slug that no definition has.
    """
    known = {p.slug: p for p in all_portals()}
    chosen = [known[s] for s in portals] if portals else list(known.values())
    lab = Lab([*chosen, *(sisters(chosen) if with_sisters else ())])
    lab.start()
    try:
        with allowed(lab.places):
            yield lab
    finally:
        lab.stop()
