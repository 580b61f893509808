"""How long many towns take, on how many machines, when no vendor's server is asked more than one thing at a time: a model.

A town takes its visits, each of which keeps its server for as long as it lasts and leaves it alone for the delay after it. The
towns of a server follow each other; a machine walks so many towns at once, and has so much CPU to give.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from transparency.net.politeness import CLICK_SECONDS, server_of
from transparency.node import host_of
from transparency.portals.catalogue import load


@dataclass(frozen=True)
class Cost:
    """What one town takes."""

    visits: float
    visit_seconds: float
    """Of one visit, without the distances that its clicks keep."""
    clicks: float
    """In a visit."""
    cpu_seconds: float
    bytes: float
    stored_bytes: float

    @classmethod
    def of(cls, summary: Mapping[str, Any], stored: int, delay: float) -> Cost:
        """Of one audit: its ``audit.json``, the bytes of its folder, the delay that was held (seconds)."""
        visits = max(1, sum(summary["nodes"]["by_kind"].values()))
        clicks = sum(steps for steps in summary.get("clicks", ())) / visits
        seconds = summary["duration_seconds"] / visits - delay - clicks * min(delay, CLICK_SECONDS)
        return cls(visits, max(0.0, seconds), clicks, summary["cpu_seconds"], summary["bytes"], stored)

    @classmethod
    def mean(cls, costs: Sequence[Cost]) -> Cost:
        """Of several. What is of a visit is weighed by visits."""
        count, visits = len(costs), sum(cost.visits for cost in costs)

        def average(name: str) -> float:
            return float(sum(getattr(cost, name) for cost in costs)) / count

        each = {n: sum(cost.visits * getattr(cost, n) for cost in costs) / visits for n in ("visit_seconds", "clicks")}
        return cls(visits / count, **each, **{name: average(name) for name in ("cpu_seconds", "bytes", "stored_bytes")})

    def with_cpu(self, seconds: float) -> Cost:
        """Several towns at once cannot tell whose CPU it was: that of the whole run, by town."""
        return replace(self, cpu_seconds=seconds)

    def seconds(self, delay: float) -> float:
        """Of a town by itself."""
        return self.visits * (self.visit_seconds + delay + self.clicks * min(delay, CLICK_SECONDS))


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


def predict(
    towns_per_server: Sequence[int],
    cost: Cost,
    delay: float,
    machines: Sequence[Machine],
    of_server: Mapping[int, Cost] | None = None,
) -> Prediction:
    """Time, traffic and storage of a run. The towns of the server that has most of them left are begun first.
    ``of_server``: place in ``towns_per_server`` → what a town of it takes, where that is known.

    >>> cost = Cost(visits=50, visit_seconds=3, clicks=0, cpu_seconds=30, bytes=1e6, stored_bytes=2e6)
    >>> one = predict([18, 10, *[1] * 195], cost, 5, [Machine(2, 8)])
    >>> round(one.seconds / 3600, 1), one.bound_by
    (3.1, 'lugares')
    >>> predict([18, 10, *[1] * 195], cost, 5, [Machine(2, 8)] * 8).bound_by
    'servidor'
    """
    own = of_server or {}
    each = [own.get(server, cost).seconds(delay) for server in range(len(towns_per_server))]
    places, towns = sum(machine.at_once for machine in machines), sum(towns_per_server)
    mean = sum(count * seconds for count, seconds in zip(towns_per_server, each, strict=True)) / max(1, towns)
    # A machine whose towns want more CPU than it has walks each of them more slowly.
    wanted = min(places, len(each)) * cost.cpu_seconds / max(1e-9, mean)
    slower = max(1.0, wanted / sum(machine.cores for machine in machines))
    free = [(-count, server) for server, count in enumerate(towns_per_server) if count > 0]
    heapq.heapify(free)
    ends: list[tuple[float, int, int]] = []
    now = 0.0
    while free or ends:
        while free and len(ends) < places:
            left, server = heapq.heappop(free)
            heapq.heappush(ends, (now + each[server] * slower, server, -left - 1))
        now, server, left = heapq.heappop(ends)
        if left:
            heapq.heappush(free, (-left, server))
    longest = max((count * seconds * slower for count, seconds in zip(towns_per_server, each, strict=True)), default=0)
    bound = "CPU" if slower > 1 else "servidor" if now <= longest * 1.02 else "lugares"
    return Prediction(now, bound, towns * cost.bytes, towns * cost.stored_bytes)


def towns_per_server(catalogues: Sequence[Path] | None = None) -> list[int]:
    """How many towns of a catalogue (default: those that come with the program) publish on each server, most first."""
    servers = Counter(server_of(host_of(town.portal_url)) for town in load(catalogues) if town.portal_url)
    return sorted(servers.values(), reverse=True)


def show(cost: Cost, counts: Sequence[int], delay: float, at_once: int = 8, cores: int = 2) -> str:
    """The prediction for a state, and for the country by two readings of it: each state with vendors of its own, or all
    of them with the same ones."""
    towns, country = sum(counts), 5570
    states = -(-country // towns)
    own, vendors = sum(count == 1 for count in counts), [count for count in counts if count > 1]
    everywhere = [count * states for count in vendors] + [1] * own * states
    cases = [(f"{towns} municípios", [*counts], 1)]
    cases += [(f"{country}, fornecedores de cada estado", [*counts] * states, machines) for machines in (1, 4, 12)]
    cases += [(f"{country}, os mesmos em todo o país", everywhere, machines) for machines in (4, 12)]
    lines = [
        f"Um município: {cost.visits:.0f} visitas de {cost.visit_seconds:.1f} s com {cost.clicks:.1f} cliques, {cost.cpu_seconds:.0f} s de CPU; "
        f"{delay:g} s entre pedidos: {cost.seconds(delay) / 60:.0f} min. Uma máquina: {cores} núcleos, {at_once} municípios ao mesmo tempo.",
        "municípios                            máquinas     horas  limite     tráfego   guardado",
    ]
    for name, case, machines in cases:
        told = predict(case, cost, delay, [Machine(cores, at_once)] * machines)
        sizes = f"{told.bytes / 1e9:6.1f} GB  {told.stored_bytes / 1e9:6.1f} GB"
        lines.append(f"{name:36}  {machines:8}  {told.seconds / 3600:8.1f}  {told.bound_by:8}  {sizes}")
    return "\n".join(lines)
