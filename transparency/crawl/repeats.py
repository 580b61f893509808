"""Components that say what another one said: an entry of a menu, a tile of the home page, the "Acessar" under a heading."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from transparency.crawl.request import Candidate
from transparency.crawl.signposts import MENUS

ONE_AT_A_TIME = 60.0
"""Seconds for which a move waits for the one that is under way and may make it needless."""
LED_BACK = 2
"""After so many menus and tiles of one name that led to one page, and as many times those that did not, others of one name are
not tried."""
ENTRY_AND_TILE, TWO_OF_A_KIND = 3, 2


@dataclass(frozen=True)
class Followed:
    """A component that leads to another page: its words, and those of what it stands under, on the way there. ``menu``: it
    stands in one."""

    name: tuple[str, ...]
    over: frozenset[str]
    component: str
    menu: bool

    @classmethod
    def of(cls, candidate: Candidate) -> Followed | None:
        """What a candidate follows; None for what has no name, or is no component."""
        name, trail = tuple(candidate.title.split()), candidate.trail
        if not name or candidate.kind not in ("click", "link"):
            return None
        over = frozenset(trail[-1].split()) if trail else frozenset[str]()
        return cls(name, over, candidate.component, candidate.move.region in MENUS)


@dataclass
class Repeats:
    """The components of an audit that were followed, and whether what says the same led anywhere new."""

    followed: list[Followed] = field(default_factory=list)
    """Those that led to another page, in their order."""
    under_way: dict[str, tuple[Followed, float]] = field(default_factory=dict)
    """Node → the component that is followed to it just now, and since when."""
    led_back: Counter[bool] = field(default_factory=Counter)
    """How often what says the same as another component led to a page that was seen before, and how often to a new one."""
    compared: dict[tuple[object, ...], tuple[int, int]] = field(default_factory=dict)
    """All that tells two candidates apart here → with how many of those that were followed it was compared, and its tier after that."""

    def begun(self, node: str, candidate: Candidate) -> None:
        """A component is followed to a node now."""
        if (followed := Followed.of(candidate)) is not None:
            self.under_way[node] = (followed, time.monotonic())

    def ended(self, node: str) -> None:
        """It is not any more."""
        self.under_way.pop(node, None)

    def led_on(self, candidate: Candidate) -> None:
        """A component led to another page."""
        followed = Followed.of(candidate)
        if followed is not None and followed not in self.followed:
            self.followed.append(followed)

    def came_again(self, candidate: Candidate, known: bool) -> None:
        """A node was seen; ``known``: its page was seen before."""
        if self.tier(candidate):
            self.led_back[known] += 1

    def in_vain(self) -> bool:
        """Whether what says the same leads back, on this portal."""
        return self.led_back[True] >= max(LED_BACK, LED_BACK * self.led_back[False])

    def tier(self, candidate: Candidate) -> int:
        """The least tier of what leads there again: 3 for a menu and what it stands beside, 2 for two of a kind, which may be
        two after all; 0 for what is new. What was compared before is not compared once more."""
        region, unclear = candidate.move.region, _names_several(candidate)
        key = (candidate.title, candidate.trail, candidate.kind, candidate.component, region, unclear)
        compared, least = self.compared.get(key, (0, 0))
        if least < ENTRY_AND_TILE and compared < len(self.followed):
            for other in self.followed[compared:]:
                if leads_there_again(candidate, other):
                    beside = other.menu != (region in MENUS)
                    least = max(least, ENTRY_AND_TILE if beside else TWO_OF_A_KIND)
            self.compared[key] = (len(self.followed), least)
        return least

    def meets(self, node: str, candidate: Candidate) -> bool:
        """Whether another component is just now followed that says the same."""
        if not self.under_way or candidate.kind != "click":
            return False
        since = time.monotonic() - ONE_AT_A_TIME
        return any(
            begun > since and leads_there_again(candidate, other) and at != node
            for at, (other, begun) in self.under_way.items()
        )


def leads_there_again(candidate: Candidate, other: Followed) -> bool:
    """Whether a component says what another one does. Words that name several criteria alike must stand under the same ones,
    too. A part of a record ("Pagamentos" of a commitment) shows that record, whatever a menu calls so."""
    if candidate.of_record and candidate.move.region not in MENUS:
        return False
    if not candidate.title.startswith(other.name[0]):  # which most are not: their first words differ
        return False
    one = Followed.of(candidate)
    if one is None or candidate.kind != "click" or one.component == other.component:
        return False
    if " ".join(other.name) in candidate.trail:
        return False
    short, long = sorted((one, other), key=lambda component: len(component.name))
    tail = long.name[len(short.name) :]
    if long.name[: len(short.name)] != short.name:
        return False
    counted = len(tail) == 2 and tail[0].isdigit()  # "4 consultas" on a tile; a trail of crumbs says the name again
    rest = frozenset() if counted else frozenset(tail).difference(short.name)
    unclear = _names_several(candidate)
    if rest:
        return rest <= short.over or (len(short.name) > 1 and not unclear)
    return not unclear or not one.over or not other.over or one.over == other.over


def _names_several(candidate: Candidate) -> bool:
    """Whether the words of a candidate name several criteria alike."""
    return candidate.tier == 0 and not candidate.criterion
