"""Towns on free ports of 127.0.0.1: a host for each site and each portal, one that several towns share, and one of other bodies."""

from __future__ import annotations

import csv
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server
from werkzeug.wrappers import Request, Response

from lab.national.definition import Definition, definitions
from lab.national.key import Key, key
from lab.national.official import official
from lab.national.web import ENV, Side
from lab.server import CATALOGUE_COLUMNS, Hit, QuietHandler, allowed

STATIC = Path(__file__).parent / "static"
VENDOR = "transparencia-compartilhada"
OFFICIAL = "oficial"


@dataclass(frozen=True)
class Town:
    """A served town. ``portal_url`` is the entry of its portal, where one of several towns must be chosen on a shared one."""

    slug: str
    name: str
    uf: str
    site_url: str
    portal_url: str
    key: Key
    held_out: bool
    population: int


class Host:
    """A port of its own, and what answers on it."""

    def __init__(self, name: str, lab: NationalLab) -> None:
        self.name, self.lab, self.sides = name, lab, list[Side]()
        self.server = make_server("127.0.0.1", 0, self.app, threaded=True, request_handler=QuietHandler)
        self.server.daemon_threads = True  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, name=f"national-{name}", daemon=True)

    def app(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        request = Request(environ)
        self.lab.hits.append(Hit(time.time(), self.name, request.method, request.full_path.rstrip("?")))
        return self.answer(request)(environ, start_response)

    def answer(self, request: Request) -> Response:
        if request.path.startswith("/static/"):
            return static(request.path.removeprefix("/static/"))
        if self.name == OFFICIAL:
            return official(request, self.note, self.lab.definitions, self.lab.today)
        for side in self.sides:
            if request.path == side.prefix or request.path.startswith(side.prefix + "/"):
                return side(request)
        return choice(self.sides) if request.path == "/" else Response("Não encontrado", 404, mimetype="text/html")

    def note(self, method: str, path: str) -> None:
        """Keep that a form was sent which is no query."""
        self.lab.posts.append(Hit(time.time(), self.name, method, path))

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(timeout=5)


def static(name: str) -> Response:
    path = STATIC / Path(name).name
    if not path.is_file():
        return Response("", 404)
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
    return Response(path.read_bytes(), mimetype=kinds[path.suffix])


def choice(sides: Sequence[Side]) -> Response:
    """The entry of a portal that several towns share."""
    return Response(ENV.get_template("escolha.html").render(sides=sides), mimetype="text/html")


@dataclass
class NationalLab:
    """The running towns: a sequence of ``Town``. ``hits``: every request; ``posts``: every form that was sent and is no query."""

    definitions: Sequence[Definition]
    today: date
    hits: list[Hit] = field(default_factory=list)
    posts: list[Hit] = field(default_factory=list)
    hosts: dict[str, Host] = field(default_factory=dict)
    towns: list[Town] = field(default_factory=list)

    def __iter__(self) -> Iterator[Town]:
        return iter(self.towns)

    def __len__(self) -> int:
        return len(self.towns)

    def __getitem__(self, n: int) -> Town:
        return self.towns[n]

    def town(self, slug: str) -> Town:
        return next(one for one in self.towns if one.slug == slug)

    def host(self, name: str) -> Host:
        return self.hosts.setdefault(name, self.hosts.get(name) or Host(name, self))

    def start(self) -> None:
        self.host(OFFICIAL)
        for definition in self.definitions:
            self.towns.append(self.open(definition))
        for host in self.hosts.values():
            host.thread.start()

    def open(self, definition: Definition) -> Town:
        """Give a town its two sides."""
        at_site = self.host(f"site-{definition.slug}")
        place = (
            VENDOR
            if definition.shared
            else f"site-{definition.slug}"
            if definition.section
            else f"portal-{definition.slug}"
        )
        at_portal = self.host(place)
        prefix = f"/{definition.slug}" if definition.shared else "/transparencia" if definition.section else ""
        official_url = self.host(OFFICIAL).url
        site = Side(definition, "site", self.today, at_site.url, "", official_url, note=at_site.note)
        portal = Side(definition, "portal", self.today, at_portal.url, prefix, official_url, note=at_portal.note)
        site.other, portal.other = portal, site
        at_portal.sides.append(portal)  # before the site, whose prefix is that of every path
        at_site.sides.append(site)
        entry = at_portal.url + "/" if definition.shared else portal.home
        named = (definition.slug, definition.name, definition.uf)
        return Town(*named, site.home, entry, key(definition, self.today), definition.held_out, definition.population)

    def stop(self) -> None:
        threads = [threading.Thread(target=host.stop) for host in self.hosts.values()]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    @property
    def places(self) -> list[str]:
        """``host:port`` of every server."""
        return [host.url.removeprefix("http://") for host in self.hosts.values()]

    def write_catalogue(self, path: Path | str) -> None:
        """The towns as audits take them."""
        with open(path, "w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(CATALOGUE_COLUMNS)
            for town in self.towns:
                writer.writerow([town.slug, town.name, town.uf, "", town.portal_url, town.site_url, ""])


@contextmanager
def serve(towns: Sequence[str] | None = None, today: date | None = None) -> Iterator[NationalLab]:
    """Serve these towns (all by default) on free ports until the block ends; audits started within may connect to them.

    :raises KeyError: for a slug that no town has.
    """
    known = definitions()
    lab = NationalLab([known[slug] for slug in towns] if towns else list(known.values()), today or date.today())
    lab.start()
    try:
        with allowed(lab.places):
            yield lab
    finally:
        lab.stop()
