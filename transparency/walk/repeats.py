"""Components that say what another one said: an entry of a menu, a tile of the home page, the "Acessar" under a heading."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from transparency.walk.signposts import MENUS

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
    def of(cls, meta: Mapping[str, Any]) -> Followed | None:
        """What a request follows; None for what has no name, or is no component."""
        name, way = tuple(meta.get("called", "").split()), meta.get("way", ())
        if not name or meta.get("kind") not in ("click", "link"):
            return None
        over = frozenset(way[-1].split()) if way else frozenset[str]()
        return cls(name, over, meta.get("component", ""), meta.get("region", "") in MENUS)


@dataclass
class Repeats:
    """The components of an audit that were followed, and whether what says the same led anywhere new."""

    followed: list[Followed] = field(default_factory=list)
    """Those that led to another page, in their order."""
    under_way: dict[str, tuple[Followed, float]] = field(default_factory=dict)
    """Node → the component that is followed to it just now, and since when."""
    led_back: Counter[bool] = field(default_factory=Counter)
    """How often what says the same as another component led to a page that was seen before, and how often to a new one."""

    def begun(self, node: str, meta: Mapping[str, Any]) -> None:
        """A component is followed to a node now."""
        if (followed := Followed.of(meta)) is not None:
            self.under_way[node] = (followed, time.monotonic())

    def ended(self, node: str) -> None:
        """It is not any more."""
        self.under_way.pop(node, None)

    def led_on(self, meta: Mapping[str, Any]) -> None:
        """A component led to another page."""
        followed = Followed.of(meta)
        if followed is not None and followed not in self.followed:
            self.followed.append(followed)

    def came_again(self, meta: dict[str, Any], known: bool) -> None:
        """A node was seen; ``known``: its page was seen before."""
        if self.tier(meta):
            self.led_back[known] += 1

    def in_vain(self) -> bool:
        """Whether what says the same leads back, on this portal."""
        return self.led_back[True] >= max(LED_BACK, LED_BACK * self.led_back[False])

    def tier(self, meta: dict[str, Any]) -> int:
        """The least tier of what leads there again: 3 for a menu and what it stands beside, 2 for two of a kind, which may be
        two after all; 0 for what is new. What was compared before is not compared once more."""
        compared, least = meta.get("repeats", (0, 0))
        if least < ENTRY_AND_TILE and compared < len(self.followed):
            for other in self.followed[compared:]:
                if leads_there_again(meta, other):
                    beside = other.menu != (meta.get("region", "") in MENUS)
                    least = max(least, ENTRY_AND_TILE if beside else TWO_OF_A_KIND)
            meta["repeats"] = (len(self.followed), least)
        return int(least)

    def meets(self, node: str, meta: Mapping[str, Any]) -> bool:
        """Whether another component is just now followed that says the same."""
        if not self.under_way or meta.get("kind") != "click":
            return False
        since = time.monotonic() - ONE_AT_A_TIME
        return any(
            begun > since and leads_there_again(meta, other) and at != node
            for at, (other, begun) in self.under_way.items()
        )


def leads_there_again(meta: Mapping[str, Any], other: Followed) -> bool:
    """Whether a component says what another one does. Words that name several criteria alike must stand under the same ones,
    too."""
    if not meta.get("called", "").startswith(other.name[0]):  # which most are not: their first words differ
        return False
    one, way = Followed.of(meta), meta.get("way", ())
    if one is None or meta["kind"] != "click" or one.component == other.component or " ".join(other.name) in way:
        return False
    short, long = sorted((one, other), key=lambda component: len(component.name))
    tail = long.name[len(short.name) :]
    if long.name[: len(short.name)] != short.name:
        return False
    counted = len(tail) == 2 and tail[0].isdigit()  # "4 consultas" on a tile; a trail of crumbs says the name again
    rest = frozenset() if counted else frozenset(tail).difference(short.name)
    unclear = meta.get("tier") == 0 and not meta.get("criterion")
    if rest:
        return rest <= short.over or (len(short.name) > 1 and not unclear)
    return not unclear or not one.over or not other.over or one.over == other.over
