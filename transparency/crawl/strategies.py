"""In which order nodes are visited. A strategy is a function of a few lines: given what waits and what the walk has seen, it
picks what is visited next.

All strategies share one walk: the same moves, budgets and stop rules.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from transparency.crawl.candidates import CONTENT
from transparency.crawl.memory import DISCOUNT, HOPS, Memory, Prospect, Recollection
from transparency.crawl.request import Candidate
from transparency.items import UserError

EPSILON = 0.3
"""How often the bandits explore at the start of an audit …"""
DECAY = 0.97
"""… and by how much less at every further pick."""
ANOTHER = 3
"""So many tiers less is another record of a list worth than the first …"""
ASIDE = 0.5
"""… and what names another subject than what names none."""
BESIDE = 0.5
"""So many tiers more is worth what names nothing and stands in a menu beside what led to something."""
LITTLE = 0.1
"""What is remembered to show no more than a tenth of an open item is remembered to show none."""


@dataclass(frozen=True)
class Offer:
    """A candidate that waits: its node's fingerprint, and when it was found."""

    node: str
    order: int
    candidate: Candidate

    @property
    def rank(self) -> tuple[float, ...]:
        """Breadth-first sort key: what names a criterion first, then level by level, best rated first. Another record of a list
        comes after all that promises something and was not looked at yet; what names another subject, after what names none."""
        candidate, rating = self.candidate, self.candidate.move.rating
        tier = rating.tier + ANOTHER * candidate.another + ASIDE * candidate.off_topic
        return (tier, candidate.node.depth, -rating.score, self.order)

    @property
    def elsewhere(self) -> bool:
        """Whether it is no part of the view that it was found in, or was tried already: views are first looked at to their end."""
        return self.candidate.kind not in CONTENT or self.candidate.retry.again

    @property
    def siblings(self) -> str:
        """What is alike among the moves of one page: its links, its rows, its query forms."""
        return f"{self.candidate.parent}|{self.candidate.kind}|{self.candidate.move.shape}"


@dataclass(frozen=True)
class Learning:
    """What the strategies of a run share: how much to explore, the seed, and what is remembered of other towns."""

    epsilon: float = EPSILON
    seed: int = 0
    memory: Memory = field(default_factory=Memory)


class Standing(Protocol):
    """What a strategy asks of the audit of its municipality."""

    def open_items(self) -> Collection[tuple[str, str]]:
        """(criterion, item) of what is not proved yet."""

    def town(self) -> str:
        """The name of the municipality."""

    def makers(self) -> Collection[str]:
        """The vendor families of its portal, as far as they are known."""

    def half_proved(self) -> Collection[str]:
        """Criteria of which more than half of the items are proved."""

    def bears(self, candidate: Candidate) -> bool:
        """Whether others of the list of links that it stands in led to anything."""

    def familiar(self, candidate: Candidate) -> bool:
        """Whether a few of its kind were visited."""


class Anywhere:
    """A municipality that nothing is known of."""

    def open_items(self) -> Collection[tuple[str, str]]:
        """No item is asked for by name."""
        return ()

    def town(self) -> str:
        """None."""
        return ""

    def makers(self) -> Collection[str]:
        """None."""
        return ()

    def half_proved(self) -> Collection[str]:
        """None."""
        return ()

    def bears(self, candidate: Candidate) -> bool:
        """Not known."""
        return False

    def familiar(self, candidate: Candidate) -> bool:
        """Not known."""
        return False


@dataclass
class Seen:
    """A node that was visited: where it hangs, what it brought, and what was brought there and after it, discounted."""

    parent: str
    siblings: str
    reward: float = 0.0
    total: float = 0.0


class Walk:
    """What the walk of one municipality has seen, and the strategy that orders what waits."""

    def __init__(
        self, strategy: Strategy, learning: Learning, audit: str = "", standing: Standing | None = None
    ) -> None:
        self.strategy = strategy
        self.standing = standing or Anywhere()
        self.random = random.Random(f"{learning.seed}/{audit}")  # noqa: S311  (repeatable, not secret)
        self.epsilon = learning.epsilon
        self.tree: dict[str, Seen] = {}
        self.arms: defaultdict[str, list[Seen]] = defaultdict(list)
        """Siblings → those of them that were visited."""
        self.memory = learning.memory
        self.recollection = Recollection(learning.memory, self.standing.town())

    def pick(self, offers: Sequence[Offer]) -> int:
        """Index of the offer to visit next; ``offers`` is not empty."""
        return self.strategy(offers, self)

    def waits(self, offers: Sequence[Offer]) -> bool:
        """Whether none of the offers is worth a visit before it is known what the visits under way bring."""
        if self.strategy is not best_first:
            return False
        prospect = self.prospect(offers)
        return prospect.coming > LITTLE and all(worth is None or worth <= LITTLE for worth in prospect.worth)

    def explores(self) -> bool:
        """Whether a bandit explores at this pick: with probability epsilon, which decays."""
        self.epsilon *= DECAY
        return self.random.random() < self.epsilon

    def prospect(self, offers: Sequence[Offer]) -> Prospect:
        """What is remembered of the offers."""
        waiting = [offer.candidate for offer in offers]
        return self.recollection.prospect(waiting, self.standing.open_items(), self.standing.makers())

    def brought(self, offer: Offer) -> float:
        """Mean of what the siblings of an offer brought; a group that was not tried yet is worth what its page was."""
        tried = self.arms.get(offer.siblings, [])
        if tried:
            return sum(seen.total for seen in tried) / len(tried)
        parent = self.tree.get(offer.candidate.parent)
        return parent.reward if parent else 0.0

    def visiting(self, offer: Offer) -> None:
        """An offer is visited now."""
        seen = Seen(offer.candidate.parent, offer.siblings)
        before = self.tree.get(offer.node)
        if before is not None:  # begun in another way
            self.arms[before.siblings].remove(before)
        self.tree[offer.node] = seen
        self.arms[seen.siblings].append(seen)
        self.recollection.visiting(offer.node, offer.candidate)

    def rewarded(self, node: str, reward: int, shown: Collection[tuple[str, str]] | None = None) -> None:
        """A visited node brought so many items that were not known before: credited, discounted, to the nodes above it, too.
        ``shown``: (criterion, item) of all that it shows data of, new or not; None where it could not be judged."""
        self.recollection.saw(node, shown)
        if node in self.tree:
            self.tree[node].reward += reward
        worth, hops = float(reward), 0
        while (seen := self.tree.get(node)) is not None and hops < HOPS:
            seen.total += worth
            worth, node, hops = worth * DISCOUNT, seen.parent, hops + 1

    def finished(self) -> None:
        """The audit is over, and what it saw teaches: the next town of the same maker begins with it."""
        if self.strategy is best_first and self.memory.path is not None:
            self.memory.learn(self.standing.makers(), self.recollection.places())
            self.memory.keep()


Strategy = Callable[[Sequence[Offer], Walk], int]
"""Index of the offer to visit next, of those that wait."""


def breadth_first(offers: Sequence[Offer], walk: Walk) -> int:
    """Level by level, what names a criterion before what may be near one; best rated first within a level."""
    return min(range(len(offers)), key=lambda n: offers[n].rank)


def depth_first(offers: Sequence[Offer], walk: Walk) -> int:
    """Deepest first, best rated first among the moves of a page."""

    def rank(n: int) -> tuple[float, ...]:
        tier, depth, *rest = offers[n].rank
        return (tier, -depth, *rest)

    return min(range(len(offers)), key=rank)


def greedy(offers: Sequence[Offer], walk: Walk) -> int:
    """That of which the siblings brought most, there and after."""
    return max(range(len(offers)), key=lambda n: (walk.brought(offers[n]), [-part for part in offers[n].rank]))


def epsilon_greedy(offers: Sequence[Offer], walk: Walk) -> int:
    """The seed study's bandit, whose arms are groups of siblings: greedy, or at random where it explores."""
    return walk.random.randrange(len(offers)) if walk.explores() else greedy(offers, walk)


def epsilon_breadth(offers: Sequence[Offer], walk: Walk) -> int:
    """The same, but exploring means to go on breadth first."""
    return breadth_first(offers, walk) if walk.explores() else greedy(offers, walk)


def best_first(offers: Sequence[Offer], walk: Walk) -> int:
    """What is remembered to show open items in sister towns of the same maker, most first; then what belongs to a view that was
    opened (its query, a record of it) before another view, breadth first. What is remembered to show none counts as promising
    one tier less: what one town leaves blank another may publish. So does what is for a criterion of which more is proved than
    not, and what is like others that were visited: of a tree one branch is seen to its end before all of a level are. Of what
    names nothing that comes first whose neighbours in a menu led to something."""
    worth, standing = walk.prospect(offers).worth, walk.standing
    half = standing.half_proved()

    def rank(n: int) -> tuple[float, ...]:
        expected, candidate, (tier, *rest) = worth[n], offers[n].candidate, offers[n].rank
        if expected is not None and expected > LITTLE:
            return (0, -expected, tier, *rest)
        less: float = (expected is not None) + (candidate.promised in half) + standing.familiar(candidate)
        less -= BESIDE * (candidate.tier >= 3 and not candidate.off_topic and standing.bears(candidate))
        return (1, tier + less, offers[n].elsewhere, *rest)

    return min(range(len(offers)), key=rank)


STRATEGIES: dict[str, Strategy] = {
    "bfs": breadth_first,
    "dfs": depth_first,
    "bandit": epsilon_greedy,
    "bandit-bfs": epsilon_breadth,
    "best": best_first,
}
DEFAULT = "best"
LEARNERS = (DEFAULT,)
"""Those that take something with them from audit to audit."""


def strategy_named(name: str) -> Strategy:
    """A strategy by its name, or a UserError that lists them."""
    try:
        return STRATEGIES[name]
    except KeyError:
        raise UserError(f"Estratégia desconhecida: “{name}”.", f"Use uma destas: {', '.join(STRATEGIES)}.") from None
