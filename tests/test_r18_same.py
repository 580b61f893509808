"""R18: the same portal, audited again and again, gets the same verdicts: sessions that race, lists that come late, 1, 2, 4 at a time."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from flask import Flask
from portals_that_vary import IN_PARALLEL, IN_SESSION, serving
from scrapy_command import scrapy

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


def rounds(
    folder: Path, portals: Mapping[str, Callable[[Flask], None]], runs: int, *options: str
) -> list[Mapping[str, Verdicts]]:
    """So many runs over all portals, 1, 2, 4 of them at a time in turn. In the middle one more, which is refused by all: the runs
    after it remember what a good and a bad run have taught, and the last of them begin with what the ones before have proved."""
    found = []
    with serving(folder / "served", portals) as state:
        for n in range(runs):
            if n == runs // 2:
                state.refuses = True
                refused = audited(state.catalogue, folder / "audits", 4, *options)
                assert {status for town in refused.values() for status in town.values()} == {"inconclusive"}
                state.refuses = False
            known = ("-s", "REVISIT_KNOWN=True") if n >= max(1, runs - 2) else ()
            found.append(audited(state.catalogue, folder / "audits", AT_ONCE[n % len(AT_ONCE)], *known, *options))
    assert all(set(run) == set(portals) for run in found)
    return found


@pytest.mark.parametrize(
    ("names", "options"), [(("corrida", "quebrada"), ()), (("porta",), ONE_BY_ONE)], ids=["in parallel", "in session"]
)
def test_r18_small_portals_are_judged_alike_again(names: Sequence[str], options: Sequence[str], tmp_path: Path) -> None:
    every = {**IN_PARALLEL, **IN_SESSION}
    assert differing(rounds(tmp_path, {name: every[name] for name in names}, 2, *options)) == {}


@pytest.mark.soak
@pytest.mark.parametrize(
    ("portals", "options"), [(IN_PARALLEL, ()), (IN_SESSION, ONE_BY_ONE)], ids=["in parallel", "in session"]
)
def test_r18_the_same_small_portals_are_judged_alike_ten_times(
    portals: Mapping[str, Callable[[Flask], None]], options: Sequence[str], tmp_path: Path
) -> None:
    """``SAME_RUNS`` makes less of them."""
    assert differing(rounds(tmp_path, portals, int(os.environ.get("SAME_RUNS") or 10), *options)) == {}


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
