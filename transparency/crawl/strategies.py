"""In which order nodes are visited. A strategy is one small class that picks the next of the moves that wait.

All strategies share one walk: the same moves, budgets and stop rules. They differ in what they pick, and in what they
learn from what a visit found.
"""

from __future__ import annotations

import math
import random
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Protocol

from transparency.crawl.estimate import Estimate, Model, features, note_visits
from transparency.crawl.memory import DISCOUNT, Outlook, Recollection
from transparency.crawl.request import Candidate
from transparency.items import UserError

EPSILON = 0.3
"""How often the bandits explore at the start of an audit …"""
DECAY = 0.97
"""… and by how much less at every further pick."""
WORTH = math.log1p(0.5)
"""What promises less than half an item, in log(1 + items), waits for what is under way where sister towns are remembered."""


@dataclass(frozen=True)
class Offer:
    """A candidate that waits: its node's fingerprint, and when it was found."""

    node: str
    order: int
    candidate: Candidate

    @property
    def rank(self) -> tuple[float, ...]:
        """Breadth-first sort key: what names a criterion first, then level by level, best rated first."""
        rating = self.candidate.move.rating
        return (rating.tier, self.candidate.node.depth, -rating.score, self.order)


@dataclass(frozen=True)
class Learning:
    """What the strategies of a run share: how much to explore, the seed, and the learned estimate."""

    epsilon: float = EPSILON
    seed: int = 0
    model: Model = field(default_factory=Model)
    visits: Path | None = None
    """Where the visits of `best` are noted, to train a model with."""


@dataclass
class Seen:
    """A node that was visited: where it hangs, what it brought, and what was brought after it."""

    parent: str
    siblings: str
    reward: float = 0.0
    total: float = 0.0
    visits: int = 0


class Standing(Protocol):
    """What a strategy asks of the audit of its municipality."""

    def open_share(self, criterion: str = "") -> float:
        """How much of a criterion ("" for all of them) is not proved yet, 0 to 1."""

    def open_items(self) -> Collection[tuple[str, str]]:
        """(criterion, item) of what is not proved yet."""

    def town(self) -> str:
        """The name of the municipality."""

    def makers(self) -> Collection[str]:
        """The vendor families of its portal, as far as they are known."""


class Anywhere:
    """A municipality that nothing is known of."""

    def open_share(self, criterion: str = "") -> float:
        """Nothing is proved."""
        return 1.0

    def open_items(self) -> Collection[tuple[str, str]]:
        """No item is asked for by name."""
        return ()

    def town(self) -> str:
        """None."""
        return ""

    def makers(self) -> Collection[str]:
        """None."""
        return ()


class Strategy(ABC):
    """Orders the moves of one municipality."""

    name: ClassVar[str]

    def __init__(self, learning: Learning, audit: str = "", standing: Standing | None = None) -> None:
        self.learning = learning
        self.audit = audit
        self.standing = standing or Anywhere()
        self.random = random.Random(f"{learning.seed}/{audit}")  # noqa: S311  (repeatable, not secret)

    @abstractmethod
    def pick(self, offers: Sequence[Offer]) -> int:
        """Index of the offer to visit next; ``offers`` is not empty."""

    def waits(self, offers: Sequence[Offer]) -> bool:
        """Whether none of the offers is worth a visit before it is known what the visits under way bring."""
        return False

    def visiting(self, offer: Offer) -> None:  # noqa: B027  (only those that learn need it)
        """An offer is visited now."""

    def rewarded(  # noqa: B027  (only those that learn need it)
        self, node: str, reward: int, unfilled: int = 0, shown: Collection[tuple[str, str]] | None = None
    ) -> None:
        """A visited node brought so many items that were not known before, and shows the labels of so many without data.
        ``shown``: (criterion, item) of all that it shows data of, new or not; None where it could not be judged."""

    def finished(self) -> None:  # noqa: B027  (only those that learn need it)
        """The audit is over."""


class BreadthFirst(Strategy):
    """Level by level, what names a criterion before what may be near one; best rated first within a level."""

    name = "bfs"

    def pick(self, offers: Sequence[Offer]) -> int:
        return min(range(len(offers)), key=lambda i: offers[i].rank)


class DepthFirst(Strategy):
    """Deepest first, best rated first among the moves of a page."""

    name = "dfs"

    def pick(self, offers: Sequence[Offer]) -> int:
        def rank(index: int) -> tuple[float, ...]:
            tier, depth, *rest = offers[index].rank
            return (tier, -depth, *rest)

        return min(range(len(offers)), key=rank)


class _Rewarded(Strategy):
    """Keeps the tree of visited nodes; a find is also credited, discounted, to the nodes above it."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.tree: dict[str, Seen] = {}
        self.arms: dict[str, list[Seen]] = defaultdict(list)

    def visiting(self, offer: Offer) -> None:
        seen = Seen(offer.candidate.parent, siblings_of(offer))
        before = self.tree.get(offer.node)
        if before is not None:  # begun in another way
            self.arms[before.siblings].remove(before)
        self.tree[offer.node] = seen
        self.arms[seen.siblings].append(seen)

    def rewarded(
        self, node: str, reward: int, unfilled: int = 0, shown: Collection[tuple[str, str]] | None = None
    ) -> None:
        worth, hops = float(reward), 0
        while (seen := self.tree.get(node)) is not None and hops < 12:
            if not hops:
                seen.reward += worth
                seen.visits += 1
            seen.total += worth
            worth, node, hops = worth * DISCOUNT, seen.parent, hops + 1


def siblings_of(offer: Offer) -> str:
    """What is alike among the moves of one page: its links, its rows, its query forms."""
    return f"{offer.candidate.parent}|{offer.candidate.kind}|{offer.candidate.move.shape}"


class EpsilonGreedy(_Rewarded):
    """The seed study's bandit: the arm is a group of siblings, its value the mean of what its members brought, at the
    node and after it. With probability epsilon, decaying, it explores at random."""

    name = "bandit"

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.epsilon = self.learning.epsilon

    def pick(self, offers: Sequence[Offer]) -> int:
        self.epsilon *= DECAY
        if self.random.random() < self.epsilon:
            return self.explore(offers)
        return max(range(len(offers)), key=lambda i: (self.value(offers[i]), [-n for n in offers[i].rank]))

    def explore(self, offers: Sequence[Offer]) -> int:
        """At random."""
        return self.random.randrange(len(offers))

    def value(self, offer: Offer) -> float:
        """Mean of what the siblings brought; a group that was not tried yet is worth what its page was."""
        tried = self.arms.get(siblings_of(offer), [])
        if tried:
            return sum(seen.total for seen in tried) / len(tried)
        parent = self.tree.get(offer.candidate.parent)
        return parent.reward if parent else 0.0


class EpsilonBreadth(EpsilonGreedy):
    """The same, but exploring means to go on breadth-first."""

    name = "bandit-bfs"

    def explore(self, offers: Sequence[Offer]) -> int:
        """Breadth-first."""
        return min(range(len(offers)), key=lambda i: offers[i].rank)


class BestFirst(_Rewarded):
    """Best first by a learned estimate of what a move will bring, with a bonus for what is little known.

    The estimate is a linear one over features that carry across sites (``estimate.features``). It learns within an
    audit, and from audit to audit by the model's state. Where sister towns of the same maker are remembered, it is mixed
    with what places of the same sign showed there (``memory``).
    """

    name = "best"
    CURIOSITY = 0.25
    """How many standard deviations of the estimate are added to it."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.estimate = Estimate(self.learning.model)
        self.rows: dict[str, dict[str, float]] = {}
        self.namesakes: dict[str, list[Seen]] = defaultdict(list)
        self.unfilled: dict[str, int] = {}
        self.words: set[str] = set()
        self.shares: dict[str, float] = {}
        self.learned = True
        self.recollection = Recollection(self.learning.model.memory, self.standing.town())

    def pick(self, offers: Sequence[Offer]) -> int:
        if len(offers) == 1:
            return 0
        self._take_stock()
        outlook = self._outlook(offers)
        return max(range(len(offers)), key=lambda i: (self.value(offers[i], outlook, i), -offers[i].order))

    def waits(self, offers: Sequence[Offer]) -> bool:
        self._take_stock()
        outlook = self._outlook(offers)
        if outlook is None or outlook.coming < WORTH:
            return False
        return all(self.value(offer, outlook, n) < WORTH for n, offer in enumerate(offers))

    def _take_stock(self) -> None:
        """Take in what was seen since the last pick."""
        self.shares.clear()  # what is open does not change within a pick
        if not self.learned:
            self.estimate.fit(self.visits())
            self.learned = True

    def _outlook(self, offers: Sequence[Offer]) -> Outlook | None:
        waiting = [offer.candidate for offer in offers]
        return self.recollection.outlook(waiting, self.standing.open_items(), self.standing.makers())

    def value(self, offer: Offer, outlook: Outlook | None = None, place: int = 0) -> float:
        """Upper estimate of the items that a move brings, at its node and after it. ``place``: of the offer in ``outlook``."""
        mean, deviation = self.estimate.of(self.features(offer))
        if outlook is not None:
            mean, deviation = outlook.weigh(place, mean, deviation)
        return mean + self.CURIOSITY * deviation

    def visits(self) -> list[tuple[dict[str, float], float]]:
        """(features, what was brought) of every visit that has ended."""
        return [(row, self.tree[node].total) for node, row in self.rows.items() if self.tree[node].visits]

    def features(self, offer: Offer) -> dict[str, float]:
        """What is known about a move now."""
        siblings = [seen for seen in self.arms.get(siblings_of(offer), []) if seen.visits]
        parent = self.tree.get(offer.candidate.parent)
        about = offer.candidate.subject
        if about not in self.shares:
            self.shares[about] = self.standing.open_share(about)
        return features(
            offer.candidate,
            self.shares[about],
            [seen.total for seen in siblings],
            parent.reward if parent else 0.0,
            self._brought_by_namesakes(offer),
            self.words,
            self.unfilled.get(offer.candidate.parent, 0),
        )

    def _brought_by_namesakes(self, offer: Offer) -> list[float] | None:
        """What moves of the same name brought; None where there was none, or this is the same one again."""
        name = offer.candidate.name
        if not name or offer.candidate.retry.again or name not in self.namesakes:
            return None
        return [one.total for one in self.namesakes[name] if one.visits]

    def rewarded(
        self, node: str, reward: int, unfilled: int = 0, shown: Collection[tuple[str, str]] | None = None
    ) -> None:
        super().rewarded(node, reward)
        self.recollection.saw(node, shown)
        self.unfilled[node] = unfilled
        self.learned = False

    def visiting(self, offer: Offer) -> None:
        self.rows[offer.node] = self.features(offer)
        self.words.update(offer.candidate.words)
        self.recollection.visiting(offer.node, offer.candidate)
        super().visiting(offer)
        self.namesakes[offer.candidate.name].append(self.tree[offer.node])

    def finished(self) -> None:
        visits = self.visits()
        if self.learning.visits:
            note_visits(self.learning.visits, self.audit, visits)
        self.learning.model.absorb(visits, self.standing.makers(), self.recollection.places())
        self.rows.clear()


STRATEGIES: dict[str, type[Strategy]] = {
    strategy.name: strategy for strategy in (BreadthFirst, DepthFirst, EpsilonGreedy, EpsilonBreadth, BestFirst)
}
DEFAULT = BestFirst.name


def strategy_named(name: str) -> type[Strategy]:
    """A strategy's class by its name, or a UserError that lists them."""
    try:
        return STRATEGIES[name]
    except KeyError:
        raise UserError(f"Estratégia desconhecida: “{name}”.", f"Use uma destas: {', '.join(STRATEGIES)}.") from None
