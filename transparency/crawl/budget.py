"""What the walk over one municipality may cost, and what it has cost so far."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from transparency.crawl.candidates.files import OF_LIST
from transparency.crawl.request import Candidate


@dataclass(frozen=True)
class Budget:
    """Limits of the walk over one municipality. ``minutes`` of wall time; ``far`` nodes that nothing recommends."""

    nodes: int = 150
    depth: int = 8
    minutes: float = 40.0
    near: int = 90
    far: int = 30
    aside: int = 8
    """So many of those that name another subject, once all others were seen."""
    patience: int = 15
    """So many nodes without a new item, and what nothing recommends is no longer visited (when every criterion was seen). What
    was visited meanwhile may all have been recommended, so the sheet of a list that has not shown all is visited still."""


@dataclass
class Spending:
    """What of the budget was spent."""

    budget: Budget
    started: float = 0.0
    """``time.monotonic`` of the first visit."""
    visited: Counter[str] = field(default_factory=Counter)
    """Kind of move → visits."""
    tiers: Counter[int] = field(default_factory=Counter)
    """Tier → visits."""
    asides: int = 0
    """Visits to what names another subject."""
    fruitless: int = 0
    """Nodes seen since the last new item."""
    dropped: Counter[str] = field(default_factory=Counter)
    """Reason → candidates that were not visited."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Node → as which it was picked for a visit, from 1."""
    _counted: dict[str, int] = field(default_factory=dict)
    """Node → the tier as which its visit was counted."""

    @property
    def pages(self) -> int:
        """Visits so far."""
        return sum(self.visited.values())

    def is_late(self) -> bool:
        """Whether the time is over."""
        return time.monotonic() - self.started > self.budget.minutes * 60

    def count(self, candidate: Candidate, tier: int) -> None:
        """A candidate is visited now, as one of a tier."""
        node = candidate.node.fingerprint()
        self._counted[node] = min(tier, 3)
        self.tiers[min(tier, 3)] += 1
        self.asides += candidate.off_topic
        self.visited[candidate.kind] += 1
        self.numbers[node] = self.pages

    def take_back(self, candidate: Candidate) -> None:
        """A candidate that was counted was not visited after all."""
        self.tiers[self._counted.pop(candidate.node.fingerprint(), min(candidate.tier, 3))] -= 1
        self.visited[candidate.kind] -= 1

    def objection(self, candidate: Candidate, tier: int, unseen: bool, wanted: Collection[str] = ()) -> str:
        """The limit that a visit would pass; "" for none. ``unseen``: there are criteria that no page has shown yet; ``wanted``:
        those with an open item."""
        budget, rating = self.budget, candidate.move.rating
        told = (
            rating.criterion in wanted and tier == candidate.tier and candidate.move.identity.startswith(f"{OF_LIST} ")
        )
        limits = (
            ("nodes", self.pages >= budget.nodes),
            ("time", self.is_late()),
            ("patience", tier >= 2 and self.fruitless >= budget.patience and not (unseen or told)),
            ("aside", candidate.off_topic and self.asides >= budget.aside),
            ("near", tier == 2 and self.tiers[2] >= budget.near),
            ("far", tier >= 3 and (self.tiers[3] >= budget.far or not unseen)),
        )
        return next((name for name, passed in limits if passed), "")

    def clear(self) -> None:
        """Give back what only the walk needs."""
        self.numbers.clear()
        self._counted.clear()
