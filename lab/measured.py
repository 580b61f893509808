"""``python -m lab measured``: audits of the lab, portal by portal, as the table of docs/measured.md, beside an older table."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from lab.definition import Portal
from lab.forge.runs import total
from lab.key import key_rows
from lab.least import least_nodes
from lab.runs import newest
from transparency.eval.score import Counts, GoldItem, read_runs, score
from transparency.eval.trials import nodes_to_last

COLUMNS = (
    "portal",
    "",
    "F1",
    "before",
    "recall",
    "specificity",
    "nodes",
    "nodes/least",
    "before",
    "s",
    "before",
    "CPU s",
    "before",
)
_ROW = re.compile(r"\| (?P<name>[^|]+) \| (?P<held>h?) *\| (?P<figures>.*) \|$")


@dataclass(frozen=True)
class Measured:
    """What one audit came to. Times in seconds; ``ratio``: nodes until the last find by the fewest that show all."""

    name: str
    held_out: bool
    counts: Counts
    wrongly_absent: int
    """Items that the portal publishes and the audit calls absent."""
    nodes: int
    ratio: float | None
    seconds: float
    cpu_seconds: float


def measure(portals: Iterable[Portal], folder: Path) -> list[Measured]:
    """The newest whole audit of each portal that has one."""
    found = ((portal, newest(folder, portal.uf, portal.slug)) for portal in portals)
    return [_measure(portal, audit) for portal, audit in found if audit is not None]


def _measure(portal: Portal, audit: Path) -> Measured:
    summary = json.loads((audit / "audit.json").read_text(encoding="utf-8"))
    key = {(row.criterio, row.item): GoldItem(bool(row.encontrado)) for row in key_rows(portal)}
    scored = score(read_runs(audit / "verdicts.jsonl"), {portal.slug: key})
    last = nodes_to_last([(t["nodes"], t["items"], t["seconds"]) for t in summary["trace"]])
    least = least_nodes(portal)
    return Measured(
        portal.name,
        bool(portal.options.get("held_out")),
        counts=scored.total(),
        wrongly_absent=sum(miss.as_dict()["status"] == "absent" for miss in scored.misses()),
        nodes=summary["nodes"]["visited"],
        ratio=last / least if last and least else None,
        seconds=summary["duration_seconds"],
        cpu_seconds=summary["cpu_seconds"],
    )


def read_table(text: str) -> dict[str, dict[str, str]]:
    """Portal → column → figure, of a table as this module or an older version wrote it."""
    found: dict[str, dict[str, str]] = {}
    titles: list[str] = []
    for line in text.splitlines():
        if line.startswith("| portal |"):
            titles = [title.strip() for title in line.strip("|").split("|")][2:]
        elif titles and (row := _ROW.match(line)) and not row["name"].startswith("-"):
            figures = [figure.strip() for figure in row["figures"].split("|")]
            pairs = zip(titles, figures, strict=False)
            found.setdefault(row["name"].strip(), {title: figure for title, figure in pairs if title != "before"})
    return found


def table(rows: Sequence[Measured], before: Mapping[str, Mapping[str, str]]) -> str:
    """A table in Markdown, best first; ``before``: the figures of an older table, by portal."""
    lines = [f"| {' | '.join(COLUMNS)} |", "|" + "---|" * len(COLUMNS)]
    for row in sorted(rows, key=lambda r: (-(-1 if r.counts.f1 is None else r.counts.f1), r.name)):
        old = before.get(row.name, {})
        cells = (
            row.name, "h" if row.held_out else "", _three(row.counts.f1), old.get("F1", "–"), _three(row.counts.recall), _three(row.counts.specificity), str(row.nodes),
            f"{row.ratio:.2f}" if row.ratio else "–", old.get("nodes/least", "–"), f"{row.seconds:.0f}", old.get("s", "–"), f"{row.cpu_seconds:.0f}",
            old.get("CPU s", "–"),
        )  # fmt: skip
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def _three(share: float | None) -> str:
    return "–" if share is None else f"{share:.3f}"


def summary(rows: Sequence[Measured]) -> str:
    """The figures of all, of the portals that were open while the program was made, and of those held out: Markdown."""
    lines = [
        "| portals | F1 | recall | precision | specificity | `absent` right | true absences undecided | nodes/least |",
        "|---|---|---|---|---|---|---|---|",
    ]
    groups = {"all": rows, "open": [r for r in rows if not r.held_out], "held out": [r for r in rows if r.held_out]}
    for name, group in groups.items():
        counts = Counts(sum((r.counts.outcomes for r in group), Counter()))
        absences = total(counts.as_dict(), sum(r.wrongly_absent for r in group))
        ratios = [r.ratio for r in group if r.ratio]
        figures = (
            _three(counts.f1), _three(counts.recall), _three(counts.precision), _three(counts.specificity), _three(absences["absent_right"]),
            _three(absences["absences_open"]),
            f"{median(ratios):.2f}" if ratios else "–",
        )  # fmt: skip
        lines.append(f"| {name} ({len(group)}) | {' | '.join(figures)} |")
    return "\n".join(lines)


def show(portals: Iterable[Portal], folder: Path, older: Path | None) -> int:
    """Print both tables. Exit status 1 where the folder has no audit of these portals."""
    rows = measure(portals, folder)
    if not rows:
        print(f"Erro: Não há auditorias do laboratório em {folder}.")
        return 1
    before = read_table(older.read_text(encoding="utf-8")) if older else {}
    print(summary(rows))
    print(f"\nMedians: {median(r.seconds for r in rows):.1f} s, {median(r.cpu_seconds for r in rows):.1f} CPU s, "
          f"{median(r.nodes for r in rows):.0f} nodes.\n")  # fmt: skip
    print(table(rows, before))
    return 0
