"""In which order nodes are visited. A strategy is one small class that gives each move a priority, smallest first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from transparency.items import UserError


class Strategy(ABC):
    """Orders the moves of one municipality."""

    name: ClassVar[str]

    @abstractmethod
    def priority(self, meta: dict[str, Any], order: int) -> tuple[float, ...]:
        """Sort key of a request. ``meta`` holds ``tier``, ``score`` and ``depth``; ``order`` is when it was found."""


class BreadthFirst(Strategy):
    """Level by level, what names a criterion before what may be near one; best rated first within a level."""

    name = "bfs"

    def priority(self, meta: dict[str, Any], order: int) -> tuple[float, ...]:
        """(tier, depth, -score, order)."""
        return (meta.get("tier", 0), meta.get("depth", 0), -meta.get("score", 0.0), order)


class DepthFirst(Strategy):
    """Deepest first, best rated first among the moves of a page."""

    name = "dfs"

    def priority(self, meta: dict[str, Any], order: int) -> tuple[float, ...]:
        """(tier, -depth, -score, order)."""
        return (meta.get("tier", 0), -meta.get("depth", 0), -meta.get("score", 0.0), order)


STRATEGIES: dict[str, type[Strategy]] = {strategy.name: strategy for strategy in (BreadthFirst, DepthFirst)}


def strategy_named(name: str) -> Strategy:
    """A strategy by name, or a UserError that lists them."""
    try:
        return STRATEGIES[name]()
    except KeyError:
        raise UserError(f"Estratégia desconhecida: “{name}”.", f"Use uma destas: {', '.join(STRATEGIES)}.") from None
