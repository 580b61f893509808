"""Forged portals on free ports of 127.0.0.1: a host each, with their catalogue, their answer key and a log of what was asked."""

from __future__ import annotations

import csv
import json
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from werkzeug.serving import make_server

from lab.criteria import CRITERIA
from lab.forge.draw import portal
from lab.forge.portal import Module, Portal
from lab.forge.site import Site
from lab.key import KEY_COLUMNS, KeyRow
from lab.server import CATALOGUE_COLUMNS, Hit, QuietHandler, allowed


class Host:
    """One portal on a port of its own. ``hits`` grow while it is used."""

    def __init__(self, portal: Portal) -> None:
        self.portal, self.site, self.hits = portal, Site(portal), list[Hit]()
        self.server = make_server("127.0.0.1", 0, self.logged, threaded=True, request_handler=QuietHandler)
        self.server.daemon_threads = True  # type: ignore[attr-defined]
        self.url = f"http://127.0.0.1:{self.server.port}"
        self.thread = threading.Thread(target=self.server.serve_forever, name=portal.slug, daemon=True)
        self.thread.start()

    def logged(self, environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        query = f"?{environ['QUERY_STRING']}" if environ.get("QUERY_STRING") else ""
        path = environ.get("PATH_INFO", "").encode("latin-1").decode("utf-8", "replace") + query
        self.hits.append(Hit(time.time(), self.portal.slug, environ["REQUEST_METHOD"], path))
        return self.site(environ, start_response)

    @property
    def entry(self) -> str:
        return self.url + self.site.entry

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join(timeout=5)


def places(site: Site, module: Module, item: str) -> list[str]:
    """Where the key says that an item is seen: the address in the browser's bar, and the words that lead there."""
    to, words = site.to(module.token), f"{module.group} › {module.words}"
    fields = [f for f in module.fields if item in f.items and f.fill]
    show, found = site.shows[module.token], list[str]()
    for field in fields:
        filed = show.part("list").filed
        kinds = (filed,) if filed else show.part("export").kinds if field.place == "file" else ()
        for kind in kinds:
            years = (*module.years_with_records, *(() if filed else (0,)))
            found.extend(f"{show.file_url(kind, y, 0)} › {words} › {show.writing.label(field)}" for y in years)
        inside = " › Detalhes" if field.place == "detail" else ""
        found.extend(f"{path} › {words}{inside}" for path in dict.fromkeys((site.way.place(to), to.url)))
    return found


def key_rows(site: Site) -> list[KeyRow]:
    """All 61 items of a portal, as they truly are."""
    published = site.portal.published
    return [
        KeyRow(
            site.portal.slug,
            criterion,
            item,
            int(f"{criterion}.{item}" in published),
            " | ".join(
                place
                for module in published.get(f"{criterion}.{item}", ())
                for place in places(site, module, f"{criterion}.{item}")
            ),
        )
        for criterion, items in CRITERIA.items()
        for item in items
    ]


class Forge:
    """The hosts of some seeds."""

    def __init__(self, seeds: Sequence[int]) -> None:
        self.hosts = [Host(portal(seed)) for seed in seeds]

    @property
    def places(self) -> list[str]:
        return [host.url.removeprefix("http://") for host in self.hosts]

    def write_catalogue(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as out:
            writer = csv.writer(out)
            writer.writerow(CATALOGUE_COLUMNS)
            for host in self.hosts:
                writer.writerow([host.portal.slug, host.portal.town, host.portal.uf.lower(), "", host.entry, "", ""])

    def write_key(self, path: Path) -> None:
        with path.open("w", encoding="utf-8", newline="") as out:
            writer = csv.DictWriter(out, KEY_COLUMNS)
            writer.writeheader()
            writer.writerows(asdict(row) for host in self.hosts for row in key_rows(host.site))

    def write_log(self, folder: Path) -> None:
        """What was asked of each portal, a file each."""
        folder.mkdir(parents=True, exist_ok=True)
        for host in self.hosts:
            lines = "".join(json.dumps(asdict(hit), ensure_ascii=False) + "\n" for hit in host.hits)
            (folder / f"{host.portal.slug}.jsonl").write_text(lines, "utf-8")

    def stop(self) -> None:
        threads = [threading.Thread(target=host.stop) for host in self.hosts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


@contextmanager
def forged(seeds: Sequence[int]) -> Iterator[Forge]:
    """Serve the portals of these seeds until the block ends; audits started within may connect to them."""
    forge = Forge(seeds)
    try:
        with allowed(forge.places):
            yield forge
    finally:
        forge.stop()
