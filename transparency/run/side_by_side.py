"""Which municipalities are walked side by side: as many as the machine bears, and no two on one vendor's server."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import psutil

PER_CORE = 4
"""Towns per core: a walk that spares its portal waits most of the time."""
TOWN_BYTES = 350_000_000
"""What a town under way takes: the renderers of its page and frames, and what was seen (measured: 150 to 300 MB)."""
BASE_BYTES = 1_000_000_000
"""What the program and the browser take by themselves, and leave to the machine."""


@dataclass(frozen=True)
class Place:
    """A municipality that waits. ``server``: whose turn it needs, empty where none is spared; ``wait``: seconds until that
    may be asked when it is left alone (``down``); ``alone``: nobody is to be walked beside it."""

    server: str
    down: bool = False
    wait: float = 0.0
    alone: bool = False


def towns_at_once(asked: int, spared: bool, cores: int, free: int) -> int:
    """Towns walked side by side: those asked for; else by cores and free memory (bytes). Where nobody is spared, one walk
    keeps the machine busy.

    >>> [towns_at_once(*case) for case in ((0, True, 2, 8 << 30), (0, True, 2, 2 << 30), (0, False, 2, 8 << 30), (12, True, 2, 0))]
    [8, 3, 1, 12]
    """
    if asked > 0:
        return asked
    return max(1, min(PER_CORE * cores, (free - BASE_BYTES) // TOWN_BYTES)) if spared else 1


def pages_at_once(pages: int, towns: int, cores: int, free: int) -> int:
    """Pages open at once: what keeps the cores busy (``pages``), more where towns wait for their turns on open pages.

    >>> pages_at_once(4, 8, 2, 8 << 30), pages_at_once(4, 40, 2, 8 << 30), pages_at_once(4, 1, 2, 0), pages_at_once(0, 8, 2, 0)
    (8, 8, 4, 0)
    """
    return max(pages, min(towns, towns_at_once(0, True, cores, free))) if pages else 0


def machine() -> tuple[int, int]:
    """Cores that may be used, and free memory in bytes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return cores, psutil.virtual_memory().available


def next_town(waiting: Sequence[Place], walking: Sequence[Place], per_server: int = 1) -> int | None:
    """Which of those that wait is begun beside those that are ``walking``; None: nobody now.

    First come the towns of the server that has most of them left, since they follow each other and end last. Those whose
    server is left alone come after the others, as its probes; those that are to be alone come last.
    """
    if any(place.alone for place in walking):
        return None
    busy = Counter(place.server for place in walking if place.server)
    left = Counter(place.server for place in waiting if place.server)
    may = [n for n, place in enumerate(waiting) if busy[place.server] < per_server]
    chosen = [n for n in may if not waiting[n].down and not waiting[n].alone]
    if chosen:
        return max(chosen, key=lambda n: (left[waiting[n].server], -n))
    if any(not place.down and not place.alone for place in waiting):
        return None  # they wait for a server that is asked already
    probes = [n for n in may if not waiting[n].wait and not waiting[n].alone]
    if not probes and not walking:
        probes = [n for n in may if not waiting[n].wait]
    return probes[0] if probes else None
