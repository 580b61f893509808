"""How long many towns take, on how many machines, when no vendor's server is asked more than one thing at a time: a model.

A town takes its visits, each of which keeps its server for as long as it lasts and leaves it alone for the delay after it. The
towns of a server follow each other; a machine walks so many towns at once, and has so much CPU to give.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Cost:
    """What one town takes."""

    visits: float
    visit_seconds: float
    """Of one visit, with the clicks in it and their distances."""
    rest_seconds: float
    """Besides visits and delays: before, after, between."""
    cpu_seconds: float
    bytes: float
    stored_bytes: float

    @classmethod
    def of(cls, summary: Mapping[str, Any], stored: int, delay: float) -> Cost:
        """Of one audit: its ``audit.json``, the bytes of its folder, the delay that was held (seconds)."""
        visits = max(1, sum(summary["nodes"]["by_kind"].values()))
        seconds = max(0.0, summary["duration_seconds"] - visits * delay)
        return cls(visits, seconds / visits, 0.0, summary["cpu_seconds"], summary["bytes"], stored)

    @classmethod
    def mean(cls, costs: Sequence[Cost]) -> Cost:
        """Of several. The time of a visit is weighed by visits."""
        count, visits = len(costs), sum(cost.visits for cost in costs)
        seconds = sum(cost.visits * cost.visit_seconds for cost in costs) / visits

        def average(name: str) -> float:
            return float(sum(getattr(cost, name) for cost in costs)) / count

        others = {name: average(name) for name in ("rest_seconds", "cpu_seconds", "bytes", "stored_bytes")}
        return cls(visits / count, seconds, **others)

    def with_cpu(self, seconds: float) -> Cost:
        """Several towns at once cannot tell whose CPU it was: that of the whole run, by town."""
        return replace(self, cpu_seconds=seconds)

    def seconds(self, delay: float) -> float:
        """Of a town by itself."""
        return self.visits * (self.visit_seconds + delay) + self.rest_seconds


@dataclass(frozen=True)
class Machine:
    """One worker: its cores, and the towns that it walks at once."""

    cores: int
    at_once: int


@dataclass(frozen=True)
class Prediction:
    """What a run takes. ``bound_by``: ``servidor`` (the vendor with most towns), ``lugares`` (towns at once) or ``CPU``."""

    seconds: float
    bound_by: str
    bytes: float
    stored_bytes: float


def predict(towns_per_server: Iterable[int], cost: Cost, delay: float, machines: Sequence[Machine]) -> Prediction:
    """Time, traffic and storage of a run. The towns of the server that has most of them left are begun first.

    >>> cost = Cost(visits=50, visit_seconds=3, rest_seconds=0, cpu_seconds=30, bytes=1e6, stored_bytes=2e6)
    >>> one = predict([18, 10, *[1] * 195], cost, 5, [Machine(2, 8)])
    >>> round(one.seconds / 3600, 1), one.bound_by
    (3.1, 'lugares')
    >>> predict([18, 10, *[1] * 195], cost, 5, [Machine(2, 8)] * 8).bound_by
    'servidor'
    """
    counts = [count for count in towns_per_server if count > 0]
    each, places = cost.seconds(delay), sum(machine.at_once for machine in machines)
    # A machine whose towns want more CPU than it has walks each of them more slowly.
    share = sum(machine.cores for machine in machines) / max(1e-9, min(places, len(counts)) * cost.cpu_seconds / each)
    slowed = each / min(1.0, share)
    free = [(-count, server) for server, count in enumerate(counts)]
    heapq.heapify(free)
    ends: list[tuple[float, int, int]] = []
    now = 0.0
    while free or ends:
        while free and len(ends) < places:
            left, server = heapq.heappop(free)
            heapq.heappush(ends, (now + slowed, server, -left - 1))
        now, server, left = heapq.heappop(ends)
        if left:
            heapq.heappush(free, (-left, server))
    longest = max(counts, default=0) * slowed
    bound = "CPU" if share < 1 else "servidor" if now <= longest * 1.02 else "lugares"
    towns = sum(counts)
    return Prediction(now, bound, towns * cost.bytes, towns * cost.stored_bytes)
