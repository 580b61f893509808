"""The index of a set of aspects that are met, by the program's own formula."""

from __future__ import annotations

from importlib import import_module

from lab.national.definition import aspects


def index(met: set[tuple[str, str]]) -> float:
    """Points of 100."""
    cycle = import_module("transparency.matrix.cycle_file").load_cycle("pntp-2026")
    formula = import_module("transparency.matrix.index")
    return float(formula.score(cycle, {place: "met" if place in met else "not_met" for place in aspects()}).index)
