"""The report of an experiment: one HTML page that needs nothing else, made from what is stored."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from transparency.eval import charts
from transparency.eval.summary import (
    BY_KEY,
    COMPARED,
    METRICS,
    Curve,
    Metric,
    Row,
    by_strategy,
    curve,
    differences,
    grouped,
    label,
    labels_of,
    reach,
)

REPORT = "relatorio.html"
COSTS = ("seconds", "cpu_seconds", "peak_memory_bytes", "bytes")
POINTS = 120
"""Points of a curve."""


def shown(value: float | None, metric: Metric, signed: bool = False) -> str:
    """A figure in its unit, the Brazilian way."""
    if value is None:
        return "–"
    text = charts.decimal(value / metric.unit, metric.digits)
    return f"+{text}" if signed and value > 0 and text.strip("0,") else text


def render(experiment: dict[str, Any], rows: Sequence[Row]) -> str:
    """The page. ``experiment``: what ``experiment.json`` holds."""
    seed = experiment["seed"]
    labels = labels_of(rows, experiment["strategies"])
    names = {town["slug"]: town["name"] for town in experiment["towns"]}
    towns = [slug for slug in names if any(row["town"] == slug for row in rows)]
    environment = Environment(
        loader=PackageLoader("transparency", "eval"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    environment.globals.update(shown=shown, decimal=charts.decimal)
    overall = by_strategy(rows, labels, seed)
    return environment.get_template("report.html").render(
        experiment=experiment,
        rows=rows,
        labels=labels,
        metrics=[m for m in METRICS if any(row.get(m.key) is not None for row in rows)],
        overall=overall,
        spans={one: len({row["town"] for row in rows if label(row) == one}) for one in labels},
        best=_best(overall, labels),
        compared=[BY_KEY[key] for key in COMPARED if any(row.get(key) is not None for row in rows)],
        differences=differences(rows, labels, seed),
        towns=[(names[slug], _town(rows, slug, labels)) for slug in towns],
        failures=[row for row in rows if row["reason"]],
        names=names,
        label=label,
        legend=charts.legend(labels),
        charts=_charts(rows, labels, names, overall),
        held_out=sum(town["held_out"] for town in experiment["towns"]),
    )


def _best(overall: dict[str, dict[str, Any]], labels: Sequence[str]) -> dict[str, set[str]]:
    """Figure → the labels with the best mean, as far as it is shown; none where all are alike.

    Only of figures of which more is better: little cost is no merit of a walk that found little.
    """
    found = {}
    for metric in METRICS:
        means = {one: round(s.mean, metric.digits) for one in labels if (s := overall[one][metric.key])}
        if metric.more_is_better and len(set(means.values())) > 1:
            found[metric.key] = {one for one, mean in means.items() if mean == max(means.values())}
    return found


def _town(rows: Sequence[Row], slug: str, labels: Sequence[str]) -> list[dict[str, Any]]:
    """Of one town: per label the mean of its runs, its runs, and how many failed."""
    found = []
    for one in labels:
        mine = [row for row in rows if row["town"] == slug and label(row) == one]
        if mine:
            means = {
                m.key: (statistics.fmean(values[0]) if (values := grouped(mine, m.key)) else None) for m in METRICS
            }
            found.append(
                {"label": one, "runs": len(mine), "failed": sum(bool(r["reason"]) for r in mine), "means": means}
            )
    return found


def _charts(
    rows: Sequence[Row], labels: Sequence[str], names: dict[str, str], overall: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    def curves(most: float, per_least: bool) -> dict[str, Curve]:
        at = [most * n / POINTS for n in range(POINTS + 1)]
        made = {one: curve([r for r in rows if label(r) == one], at, per_least) for one in labels}
        return {one: c for one, c in made.items() if c}

    far = charts.ticks(reach(rows), 8)[-1]
    by_node = curves(far, False)
    by_least = curves(6.0, True)
    ratios: dict[str, dict[str, float]] = {}
    for slug, name in names.items():
        for one in labels:
            values = grouped([r for r in rows if r["town"] == slug and label(r) == one], "ratio")
            if values:
                ratios.setdefault(name, {})[one] = statistics.fmean(values[0])
    found: dict[str, Any] = {"nodes": "", "least": "", "towns": "", "costs": []}
    if by_node:
        found["nodes"] = charts.curves_chart(by_node, labels, "nós visitados", "Itens encontrados por nós visitados")
    if by_least:
        across = "nós visitados, em múltiplos do mínimo do portal"
        found["least"] = charts.curves_chart(by_least, labels, across, "Itens encontrados por múltiplos do mínimo")
    if ratios:
        across = "nós até o último item ÷ mínimo"
        found["towns"] = charts.towns_chart(ratios, labels, across, "Nós até o último item, por portal")
    for key in COSTS:
        metric = BY_KEY[key]
        of = {one: overall[one][key] for one in labels}
        if any(of.values()):
            found["costs"].append(charts.ranges_chart(of, labels, metric.title, metric.unit, metric.digits))
    return found


def write(folder: Path, experiment: dict[str, Any], rows: Sequence[Row]) -> Path:
    """Write the report into the folder of its experiment, aside first; gives its path."""
    path = folder / REPORT
    aside = path.with_name(f"{REPORT}.partial")
    aside.write_text(render(experiment, rows), encoding="utf-8")
    aside.replace(path)
    return path
