"""R18: the same portal, audited again and again, gets the same verdicts: sessions that race, lists that come late, 1, 2, 4 at a time."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from audited import served
from portal_of_towns import portal_of_towns
from scrapy_command import scrapy
from test_sessions_that_race import racing

from lab.server import serve

PORTALS = (
    # sessions, tokens, post-backs
    "lab-lagoa-do-soco-boi", "lab-chapada-do-uirapuru", "lab-porto-da-mirindiba", "lab-poco-do-guabiju", "lab-serra-do-umbuzeiro", "lab-barra-do-caroa",
    # lists that are drawn late, by parts, or when they are scrolled to
    "lab-igapo-do-jacamim", "lab-morro-do-tangara", "lab-santo-antonio-do-curio", "lab-porto-da-embauba",
)  # fmt: skip
"""Open portals of the lab."""
ONE_BY_ONE = (
    "-s", "NEARBY_MERCY=True", "-s", "DOWNLOAD_DELAY=0", "-s", "AUTOTHROTTLE_ENABLED=False", "-s", "AUTOTHROTTLE_START_DELAY=0",
)  # fmt: skip
"""One visit at a time on each server, as on the internet: what a portal keeps in its session one page chooses for all."""
AT_ONCE = (1, 2, 4)
"""So many of them are walked side by side, in turn."""

Verdicts = Mapping[tuple[str, str], str]


def audited(catalogue: Path, root: Path, at_once: int, *options: str) -> dict[str, Verdicts]:
    """Town → its verdicts, of one run over all of a catalogue."""
    done = scrapy(
        "audit", "--todos", "--catalogo", str(catalogue), "--saida", str(root), "--simultaneos", str(at_once), "--do-zero",
        "-s", "REPORT_ENABLED=False", *options, timeout=5000,
    )  # fmt: skip
    assert "Traceback" not in done.stderr, done.stderr[-3000:]
    newest = {path.parent.parent.name: path for path in sorted(root.glob("*/*/[0-9]*/verdicts.jsonl"))}
    return {town: verdicts_in(path) for town, path in newest.items()}


def verdicts_in(path: Path) -> Verdicts:
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return {(line["criterion"], line["item"]): line["status"] for line in lines}


def differing(runs: Sequence[Mapping[str, Verdicts]]) -> dict[str, list[str]]:
    """Town → its items that were not judged alike in all runs, with what was said of them."""
    found: dict[str, list[str]] = {}
    for town in runs[0]:
        for key in runs[0][town]:
            said = [run[town][key] for run in runs]
            if len(set(said)) > 1:
                found.setdefault(town, []).append(f"{'.'.join(key)}: {' '.join(said)}")
    return found


@contextmanager
def two_small_ones(folder: Path) -> Iterator[Path]:
    """A catalogue of a portal whose sessions race, and of a plain one."""
    with served(racing) as url, portal_of_towns() as plain:
        file = plain.catalogue(folder / "towns.csv", ["plana"])
        with open(file, "a", encoding="utf-8", newline="") as out:
            csv.writer(out).writerow(["corrida", "Corrida", "pb", "", url, "", "outro"])
        yield file


def test_r18_small_portals_are_judged_alike_three_times(tmp_path: Path) -> None:
    with two_small_ones(tmp_path) as catalogue:
        runs = [audited(catalogue, tmp_path / "audits", n) for n in (1, 2, 2)]
    assert [{*run} for run in runs] == [{"plana", "corrida"}] * 3
    assert differing(runs) == {}


@pytest.mark.soak
def test_r18_the_same_portals_are_judged_alike_ten_times(tmp_path: Path) -> None:
    """``SAME_PORTALS`` and ``SAME_RUNS`` take fewer of them."""
    portals = PORTALS[: int(os.environ.get("SAME_PORTALS") or len(PORTALS))]
    with serve(portals) as lab:
        lab.write_catalogue(tmp_path / "towns.csv")
        runs = [
            audited(tmp_path / "towns.csv", tmp_path / "audits", AT_ONCE[n % len(AT_ONCE)], *ONE_BY_ONE)
            for n in range(int(os.environ.get("SAME_RUNS") or 10))
        ]
    assert len(runs[0]) == len(portals)
    assert differing(runs) == {}
