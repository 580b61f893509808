"""How many municipalities fare over time: the state at the end of each month, by the newest audit that each had then."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from transparency.report.many import Brief, Tally, Town, median

MONTHS = 24
"""Months that are shown, the newest ones."""


@dataclass(frozen=True)
class Month:
    """``name``: ``2026-03``; ``rated`` of the ``towns`` audited by its end have a mark; ``audits``: those of this month alone."""

    name: str
    towns: int
    rated: int
    audits: int
    mark: float | None
    """Median mark of the rated ones."""
    published: float | None
    """Of all items decided in them, the share that is published."""


def trend(audits: Iterable[Brief]) -> list[Month]:
    """The months in which there were audits, oldest first."""
    return list(_months(sorted(audits, key=lambda audit: audit.started)))[-MONTHS:]


def _months(audits: Sequence[Brief]) -> Iterator[Month]:
    now: dict[tuple[str, str], Tally] = {}
    for name, group in groupby(audits, key=lambda audit: audit.started[:7]):
        own = list(group)
        now |= {(audit.uf, audit.slug): audit.tally for audit in own}
        rated = [tally for tally in now.values() if tally.is_rated]
        decided = sum(tally.decided for tally in rated)
        published = sum(tally.published for tally in rated) / decided if decided else None
        yield Month(name, len(now), len(rated), len(own), median(tally.mark for tally in rated), published)


@dataclass(frozen=True)
class State:
    """A state in short."""

    uf: str
    region: str
    towns: int
    rated: int
    mark: float | None
    drift: float | None
    """Median change of the mark since the rated audit before, of the towns that have one."""


def by_state(towns: Iterable[Town]) -> list[State]:
    """The states, best median first."""
    groups: defaultdict[str, list[Town]] = defaultdict(list)
    for town in towns:
        groups[town.uf].append(town)
    found = [
        State(
            uf, own[0].region, len(own), sum(town.mark is not None for town in own),
            median(town.mark for town in own), median(town.drift for town in own),
        )
        for uf, own in groups.items()
    ]  # fmt: skip
    return sorted(found, key=lambda state: (-(state.mark if state.mark is not None else -1), state.uf))
