"""The index that answers give, by the program's own formula."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec

from lab.national.definition import aspects

FORMULA, CYCLES = "transparency.matrix.index", "transparency.matrix.cycle_file"


def asked() -> set[tuple[str, str]]:
    """What the program's cycle asks: a doubt about the sources may have taken an aspect out."""
    if find_spec(CYCLES) is None:
        return set(aspects())
    cycle = import_module(CYCLES).load_cycle("pntp-2026")
    return {(one.id, aspect) for one in cycle.requirements for aspect in one.aspects}


def interval(statuses: Mapping[tuple[str, str], str]) -> tuple[float, float] | None:
    """The index with all that is undecided not met, and with all of it met; None where the program has no formula."""
    if find_spec(FORMULA) is None:
        return None
    cycle = import_module(CYCLES).load_cycle("pntp-2026")
    score = import_module(FORMULA).score(cycle, {p: statuses.get(p, "undecided") for p in aspects()})
    return (float(score.low), float(score.high))
