"""``python -m lab audit`` and ``python -m lab bench``: the program put before the lab, as its users run it."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lab import all_portals
from lab.server import Lab, serve
from transparency.text import plural

UNSEEN, ALARMS = 1, 3
"""Exit status of an audit: a portal could not be seen; done, with alarms."""
ROOT = Path(__file__).resolve().parent.parent


def scrapy(*arguments: str) -> int:
    """Run a command of the project; gives its exit status. Ctrl-C reaches the command as well: it has the time to end by itself."""
    with subprocess.Popen([sys.executable, "-m", "scrapy", *arguments], cwd=ROOT) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            process.wait()
            raise


def audit(portals: Sequence[str] | None, folder: Path) -> int:
    """Audit the lab's portals and compare the verdicts with the key. Exit status 0 when every audit was made, and when the
    only reason for another one may be the portals that let nobody in."""
    with serve(portals) as lab, tempfile.TemporaryDirectory() as aside:
        catalogue, key = Path(aside) / "catalogue.csv", Path(aside) / "key.csv"
        lab.write_catalogue(catalogue)
        lab.write_key(key)
        print(
            f"Auditando {plural(len(lab.portals), 'portal', 'portais')} do laboratório (réplicas nesta máquina, sem internet).\n",
            flush=True,
        )
        served = {portal.slug for portal in lab.portals}
        try:
            status = scrapy("audit", "--todos", "--catalogo", str(catalogue), "--saida", str(folder))
        except KeyboardInterrupt:
            print(
                "Os portais do laboratório já saíram do ar: em vez de --retomar, rode este comando de novo.", flush=True
            )
            raise
        audits = [str(path) for path in _audits(lab, folder)]
        if audits:
            print("Comparação com o gabarito do laboratório:", flush=True)
            # What a held-out portal misses is for nobody to see who works on the walk or the judge.
            held = ",".join(portal.slug for portal in all_portals() if portal.options.get("held_out"))
            scrapy("score", *audits, "--gold", str(key), *(("--figures-only", held) if held else ()))
        refusing = any(portal.framework == "barreira" for portal in all_portals() if portal.slug in served)
        return 0 if refusing and status in (UNSEEN, ALARMS) else status


def newest(folder: Path, uf: str, slug: str) -> Path | None:
    """The newest whole audit of a portal in a folder of audits, if there is one."""
    whole = sorted((folder / uf.lower() / slug).glob("[0-9]*/audit.json"))
    return whole[-1].parent if whole else None


def _audits(lab: Lab, folder: Path) -> list[Path]:
    """The newest whole audit of each portal."""
    return [audit for portal in lab.portals if (audit := newest(folder, portal.uf, portal.slug)) is not None]


def bench(portals: Sequence[str] | None, folder: Path, report: Path | None) -> int:
    """One portal after another, a process each: what it costs. A table, and JSON."""
    rows: list[dict[str, Any]] = []
    with serve(portals) as lab, tempfile.TemporaryDirectory() as aside:
        catalogue = Path(aside) / "catalogue.csv"
        lab.write_catalogue(catalogue)
        for portal in lab.portals:
            print(f"… {portal.slug}", file=sys.stderr, flush=True)
            run = ("crawl", "portal", "-a", f"municipio={portal.slug}-{portal.uf}", "-L", "ERROR")
            settings = ("-s", f"CATALOGUE_FILES={catalogue}", "-s", f"AUDITS_DIR={folder}")
            status = scrapy(*run, *settings)
            whole = newest(folder, portal.uf, portal.slug)
            if whole is None:
                rows.append({"portal": portal.slug, "status": status})
                continue
            summary = json.loads((whole / "audit.json").read_text(encoding="utf-8"))
            rows.append(
                {
                    "portal": portal.slug,
                    "status": status,
                    "seconds": summary["duration_seconds"],
                    "cpu_seconds": summary["cpu_seconds"],
                    "nodes": summary["nodes"]["visited"],
                    "requests": summary["requests"],
                    "bytes": summary["bytes"],
                    "peak_memory_bytes": summary["peak_memory_bytes"],
                    "published": sum(c["published"] for c in summary["criteria"].values()),
                }
            )
    Console().print(_table(rows))
    if report:
        report.parent.mkdir(parents=True, exist_ok=True)
        report.write_text(json.dumps(rows, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        print(f"Em JSON: {report}")
    return 0 if all("seconds" in row for row in rows) else 1


COLUMNS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "portal": ("Portal", str),
    "seconds": ("Tempo (s)", "{:.1f}".format),
    "cpu_seconds": ("CPU (s)", "{:.1f}".format),
    "nodes": ("Nós", str),
    "requests": ("Requisições", str),
    "bytes": ("MB", lambda n: f"{n / 1e6:.1f}"),
    "peak_memory_bytes": ("Memória (MB)", lambda n: f"{n / 1e6:.0f}"),
    "published": ("Publicados", str),
}


def _table(rows: Sequence[dict[str, Any]]) -> Table:
    table = Table(title="Custo por portal do laboratório")
    for title, _ in COLUMNS.values():
        table.add_column(title, justify="left" if title == "Portal" else "right")
    for row in rows:
        table.add_row(*(show(row[key]) if key in row else "-" for key, (_, show) in COLUMNS.items()))
    return table
