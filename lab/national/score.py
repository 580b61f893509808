"""Compares the answers that audits have stored with the key of the towns: what is decided, what agrees, which wrongs, and the index."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from lab.national.definition import Definition, definitions, requirements
from lab.national.key import Key, key
from lab.national.points import asked, interval

FILE = "pntp-2026.jsonl"
ASKED = frozenset({"sure", "likely"})
"""What a machine is expected to decide."""


@dataclass
class Wrong:
    """An answer that is not the key's."""

    town: str
    requirement: str
    aspect: str
    said: str
    truth: str
    note: str
    reason: str


@dataclass
class Score:
    """The figures of a town, or of all. ``asked``: aspects that a machine can decide; ``decided`` of them."""

    name: str
    asked: int = 0
    decided: int = 0
    agree: int = 0
    false_met: int = 0
    false_not_met: int = 0
    interval: tuple[float, float] | None = None
    index: float | None = None
    wrong: list[Wrong] = field(default_factory=list)
    missing: bool = False

    @property
    def holds(self) -> bool | None:
        """The interval holds the key's index."""
        if self.interval is None or self.index is None:
            return None
        return self.interval[0] - 0.005 <= self.index <= self.interval[1] + 0.005

    @property
    def width(self) -> float:
        return self.interval[1] - self.interval[0] if self.interval else 0.0

    def add(self, other: Score) -> None:
        """Count another town in."""
        for name in ("asked", "decided", "agree", "false_met", "false_not_met"):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def line(self) -> str:
        """The figures in a line."""
        if self.missing:
            return f"{self.name:<28} sem auditoria"
        part = max(self.decided, 1)
        text = (
            f"{self.name:<28} decididos {self.decided / max(self.asked, 1):6.1%}  acerto {self.agree / part:6.1%}  "
            f"falso “não atende” {self.false_not_met / part:5.1%}  falso “atende” {self.false_met / part:5.1%}"
        )
        if self.interval and self.index is not None:
            text += f"  índice {self.index:.2f} {'em' if self.holds else 'FORA de'} {self.interval[0]:.2f}–{self.interval[1]:.2f}"
        return text


def newest(folder: Path, slug: str) -> Path | None:
    """The answers of a town's newest audit."""
    return max(folder.glob(f"*/{slug}/*/{FILE}"), default=None)


def answers(path: Path) -> list[dict[str, Any]]:
    """Stored answers, one a line; a line that is no answer (a heading) is left out."""
    lines = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip())
    return [one for one in lines if "aspect" in one and "status" in one]


def day_of(path: Path) -> date:
    """The day of an audit, by the name of its folder (2026-11-23T…, 20261123-…); today if the name tells none."""
    digits = "".join(ch for ch in path.parent.name if ch.isdigit())[:8]
    try:
        return date(int(digits[:4]), int(digits[4:6]), int(digits[6:8]))
    except ValueError:
        return date.today()


def compare(town: Definition, found: list[dict[str, Any]], truth: Key) -> Score:
    """The figures of one town."""
    score = Score(town.slug)
    said = {(one["requirement"], one["aspect"]): one for one in found}
    places = asked()
    for place, (status, note) in truth.items():
        if place in places and requirements()[place[0]].decidable in ASKED and status != "not_applicable":
            _count(score, town, place, said.get(place, {}), status, note)
    score.interval = interval({place: one["status"] for place, one in said.items()})
    true = interval({place: status for place, (status, _) in truth.items()})
    score.index = true[0] if true else None
    return score


def _count(score: Score, town: Definition, place: tuple[str, str], one: dict[str, Any], truth: str, note: str) -> None:
    score.asked += 1
    status = one.get("status", "undecided")
    if status == "undecided":
        return
    score.decided += 1
    if status == truth:
        score.agree += 1
        return
    score.false_met += status == "met"
    score.false_not_met += status == "not_met"
    score.wrong.append(Wrong(town.slug, *place, status, truth, note, one.get("reason", "")))


def scores(folder: Path, towns: Iterable[Definition]) -> list[Score]:
    """One for each town."""
    made = []
    for town in towns:
        path = newest(folder, town.slug)
        found = compare(town, answers(path), key(town, day_of(path))) if path else Score(town.slug, missing=True)
        made.append(found)
    return made


def show(folder: Path, held_out: bool, verbose: bool) -> int:
    """Print the figures of the towns that were audited; exit status 1 when there are none."""
    chosen = [town for town in definitions().values() if town.held_out == held_out]
    found = scores(folder, chosen)
    total = Score("todos" if not held_out else "todos (reservados)")
    audited = [one for one in found if not one.missing]
    for one in found:
        print(one.line())
    for one in audited:
        total.add(one)
    if not audited:
        return 1
    widths = sorted(one.width for one in audited)
    print(total.line())
    print(
        f"O intervalo contém o índice em {sum(bool(one.holds) for one in audited)} de {len(audited)}; largura mediana {widths[len(widths) // 2]:.2f}."
    )
    if verbose:
        for wrong in (w for one in audited for w in one.wrong):
            print(
                f"{wrong.town} {wrong.requirement} {wrong.aspect}: {wrong.said}, e é {wrong.truth} ({wrong.note or '–'}): {wrong.reason}"
            )
    return 0
