"""What rows of results say: means, medians and intervals per strategy, differences in pairs, curves of discovery.

Towns weigh alike, however often each was audited. Intervals are 95 % percentile bootstraps in two stages, towns and then
runs of a town, drawn from a seed: the same rows give the same report.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from transparency.eval.plan import label_of

DRAWS = 1000
LEVEL = 0.95
Row = Mapping[str, Any]
Groups = Sequence[Sequence[float]]
"""Values by town."""


@dataclass(frozen=True)
class Metric:
    """A measured figure: its key in a row, its name for people, how many digits are shown, and of how many units one is made."""

    key: str
    title: str
    hint: str
    digits: int = 0
    unit: float = 1.0
    more_is_better: bool = False


METRICS: tuple[Metric, ...] = (
    Metric("f1", "F1", "média harmônica de precisão e recall", 3, more_is_better=True),
    Metric("recall", "Recall", "do que está publicado, a parte encontrada", 3, more_is_better=True),
    Metric("precision", "Precisão", "do que foi dado como publicado, a parte que está", 3, more_is_better=True),
    Metric(
        "specificity",
        "Especif.",
        "das respostas sobre o que não está publicado, a parte que diz isso",
        3,
        more_is_better=True,
    ),
    Metric("nodes", "Nós", "nós visitados ao todo"),
    Metric("nodes_to_last", "Nós até o último", "nós visitados até o último item encontrado"),
    Metric(
        "ratio",
        "× mínimo",
        "nós até o último item encontrado, sobre o menor número que mostra tudo; lê-se com o recall, pois quem encontra menos termina antes",
        2,
    ),
    Metric(
        "share_at_twice_least",
        "Achado em 2× mín.",
        "parte do publicado encontrada com o dobro do mínimo de nós",
        3,
        more_is_better=True,
    ),
    Metric("seconds", "Tempo (s)", "duração da auditoria", 1),
    Metric("cpu_seconds", "CPU (s)", "processador, navegador incluído", 1),
    Metric("peak_memory_bytes", "Memória (MB)", "pico, navegador incluído", 0, 1e6),
    Metric("bytes", "Tráfego (MB)", "dados recebidos", 1, 1e6),
)
BY_KEY = {metric.key: metric for metric in METRICS}
COMPARED = ("f1", "nodes_to_last", "share_at_twice_least", "nodes", "seconds", "cpu_seconds")


@dataclass(frozen=True)
class Stat:
    """Of one figure: mean and median over towns, the mean's interval (None with less than two values), towns and values."""

    mean: float
    median: float
    low: float | None
    high: float | None
    towns: int
    values: int


def label(row: Row) -> str:
    """The strategy of a row as reports name it."""
    return label_of(row["strategy"], row["warm"])


def grouped(rows: Iterable[Row], key: str) -> list[list[float]]:
    """Values of a figure by town; towns without any are left out."""
    found: dict[str, list[float]] = {}
    for row in rows:
        if row.get(key) is not None:
            found.setdefault(row["town"], []).append(float(row[key]))
    return list(found.values())


def stat(groups: Groups, seed: str) -> Stat | None:
    """The figures of a group of towns, or None when there is no value."""
    means = [statistics.fmean(values) for values in groups]
    if not means:
        return None
    count = sum(map(len, groups))
    low, high = interval(groups, seed) if count > 1 else (None, None)
    return Stat(statistics.fmean(means), statistics.median(means), low, high, len(means), count)


def interval(groups: Groups, seed: str, draws: int = DRAWS) -> tuple[float, float]:
    """Bootstrap interval of the mean over towns: towns are drawn, then runs of each."""
    rng = random.Random(seed)  # noqa: S311 -- resampling, not a secret
    means = []
    for _ in range(draws):
        drawn = rng.choices(groups, k=len(groups)) if len(groups) > 1 else groups
        means.append(
            statistics.fmean(statistics.fmean(rng.choices(g, k=len(g))) if len(g) > 1 else g[0] for g in drawn)
        )
    means.sort()
    cut = (1 - LEVEL) / 2
    return quantile(means, cut), quantile(means, 1 - cut)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Of sorted values, with linear interpolation."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def by_strategy(rows: Sequence[Row], labels: Sequence[str], seed: int) -> dict[str, dict[str, Stat | None]]:
    """Label → figure → its statistics."""
    return {
        name: {m.key: stat(grouped([r for r in rows if label(r) == name], m.key), f"{seed}/{name}/{m.key}") for m in METRICS}
        for name in labels
    }  # fmt: skip


def differences(rows: Sequence[Row], labels: Sequence[str], seed: int) -> dict[str, dict[str, Stat | None]]:
    """Each other label minus the first one, in pairs of the same town and run."""
    of = {(label(r), r["town"], r["run"]): r for r in rows}
    found: dict[str, dict[str, Stat | None]] = {}
    for name in labels[1:]:
        found[name] = {}
        for key in COMPARED:
            groups: dict[str, list[float]] = {}
            for (one, town, run), row in of.items():
                base = of.get((labels[0], town, run))
                if one == name and base and row.get(key) is not None and base.get(key) is not None:
                    groups.setdefault(town, []).append(row[key] - base[key])
            found[name][key] = stat(list(groups.values()), f"{seed}/{name}-{labels[0]}/{key}")
    return found


def labels_of(rows: Iterable[Row], strategies: Sequence[str]) -> list[str]:
    """The strategies that have rows, in the order of the plan, each followed by itself after sister towns."""
    present = {label(row) for row in rows}
    return [one for name in strategies for warm in (False, True) if (one := label_of(name, warm)) in present]


# ---------------------------------------------------------------- curves


@dataclass(frozen=True)
class Curve:
    """Share found against nodes: the median over towns, and the quartiles around it, at each point of ``at``."""

    at: tuple[float, ...]
    median: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]


def curve(rows: Iterable[Row], at: Sequence[float], per_least: bool = False) -> Curve | None:
    """Discovery over towns where something is published, runs of a town averaged. ``per_least``: ``at`` counts in
    multiples of a town's least nodes, and towns without them are left out. None when nothing is left."""
    towns: dict[str, list[list[float]]] = {}
    for row in rows:
        unit = row["least"] if per_least else 1
        if row["published"] and unit:
            towns.setdefault(row["town"], []).append(shares(row["trace"], [x * unit for x in at], row["published"]))
    if not towns:
        return None
    each = [[statistics.fmean(point) for point in zip(*runs, strict=True)] for runs in towns.values()]
    points = [sorted(point) for point in zip(*each, strict=True)]
    median, low, high = (tuple(quantile(p, share) for p in points) for share in (0.5, 0.25, 0.75))
    return Curve(tuple(at), median, low, high)


def shares(trace: Sequence[Sequence[float]], at: Sequence[float], published: int) -> list[float]:
    """Share of what is published that was proved by each of the ascending numbers of nodes ``at``, 0 to 1."""
    found, proved, place = [], 0.0, 0
    steps = sorted((nodes, items) for nodes, items, _ in trace)
    for limit in at:
        while place < len(steps) and steps[place][0] <= limit:
            proved = max(proved, steps[place][1])
            place += 1
        found.append(min(1.0, proved / published))
    return found


def reach(rows: Iterable[Row]) -> float:
    """Nodes by which 95% of the walks had proved their last item: how far a picture of curves has to go."""
    last = sorted(float(row["nodes_to_last"]) for row in rows if row.get("nodes_to_last"))
    return quantile(last, 0.95) if last else 10.0
