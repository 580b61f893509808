"""``python -m lab speed``: how long the rows of three portals take, beside plain Scrapy spiders that somebody has written by hand.

Both are timed as commands, one after the other on the same machine; only their ratio means something. No distance is kept between
requests."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from lab.plain import SPIDERS
from lab.runs import ROOT, scrapy
from lab.server import Lab, serve

CRITERION = "quadro_pessoal"
"""The list that is timed of each portal."""


@dataclass(frozen=True)
class Timed:
    """What a command took, and what it brought."""

    seconds: float
    rows: int
    requests: int


def _timed(lab: Lab, feed: Path, command: Sequence[str]) -> Timed:
    feed.unlink(missing_ok=True)
    before, began = len(lab.hits), time.monotonic()
    subprocess.run([sys.executable, *command], cwd=ROOT, check=False)
    seconds = time.monotonic() - began
    rows = feed.read_bytes().count(b"\n") if feed.exists() else 0
    return Timed(seconds, rows, len(lab.hits) - before)


def measure(folder: Path) -> dict[str, tuple[Timed, Timed]]:
    """Portal → what the program takes with a wrapper that it has, and what the spider written by hand takes."""
    found = {}
    with serve([*SPIDERS]) as lab, tempfile.TemporaryDirectory() as aside:
        catalogue = Path(aside) / "catalogue.csv"
        lab.write_catalogue(catalogue)
        settings = (f"CATALOGUE_FILES={catalogue}", f"AUDITS_DIR={folder / 'audits'}", f"WRAPPERS_DIR={Path(aside) / 'wrappers'}")  # fmt: skip
        given = [part for setting in settings for part in ("-s", setting)]
        scrapy("crawl", "portal", "-a", f"municipio={','.join(SPIDERS)}", "-a", "model=off", "-L", "ERROR", *given)
        for portal in lab.portals:
            feed = folder / f"{portal.slug}.jsonl"
            asked = ("-a", f"municipio={portal.slug}", "-a", f"criterio={CRITERION}", "-a", "pessoas=sim")
            own = _timed(lab, feed, ("-m", "scrapy", "crawl", "rows", *asked, "-O", str(feed), "-L", "ERROR", *given))
            by_hand = ("-m", "lab.plain", portal.slug, json.dumps({"door": portal.url, "feed": str(feed)}))
            found[portal.slug] = own, _timed(lab, feed, by_hand)
    return found


def show(folder: Path) -> int:
    """Measure and show; exit status 0."""
    folder.mkdir(parents=True, exist_ok=True)
    table = Table("portal", "linhas", "pedidos", "s", "linhas/s", "à mão: linhas", "pedidos", "s", "linhas/s", "razão")
    for slug, (own, plain) in measure(folder).items():
        cells = [part for one in (own, plain) for part in (str(one.rows), str(one.requests), f"{one.seconds:.1f}", f"{one.rows / one.seconds:.1f}")]  # fmt: skip
        table.add_row(slug, *cells, f"{own.seconds / plain.seconds:.1f}")
    Console(width=150).print(table)
    return 0
