"""The walk as a tree: what was visited lies under the steps that led there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

DEEPEST = 30
"""Steps that are drawn; a walk's own limit is far below."""
BETWEEN = " › "
"""What stands between the steps of a problem in ``audit.json``."""


@dataclass
class Place:
    """A step of the walk, with what was seen there and what lies behind it."""

    words: str
    """The step, as a person would do it."""
    address: str = ""
    visits: int = 0
    items: int = 0
    """Items that were proved here for the first time."""
    problems: list[str] = field(default_factory=list)
    """Why it could not be seen or read."""
    branches: dict[str, Place] = field(default_factory=dict)

    @property
    def state(self) -> str:
        """``rewarding``, ``blocked``, ``visited``, or ``passed`` when it only leads on."""
        if self.items:
            return "rewarding"
        return "blocked" if self.problems else "visited" if self.visits else "passed"

    def below(self) -> Iterator[Place]:
        """This place and all behind it."""
        yield self
        for branch in self.branches.values():
            yield from branch.below()

    @property
    def telling(self) -> bool:
        """Whether here or behind it anything was proved or blocked."""
        return any(place.items or place.problems for place in self.below())

    @property
    def shown(self) -> list[Place]:
        """The branches that tell something, in the order of the walk."""
        return [branch for branch in self.branches.values() if branch.telling]

    @property
    def barren(self) -> list[Place]:
        """The branches that brought nothing."""
        return [branch for branch in self.branches.values() if not branch.telling]

    @property
    def size(self) -> int:
        """How many places there are from here on."""
        return sum(1 for _ in self.below())

    def total(self, state: str) -> int:
        """How many places from here on are in a state."""
        return sum(place.state == state for place in self.below())


def texts(value: Any) -> list[str]:
    """What should be a list of texts, as one; what is neither list nor text is nothing."""
    if isinstance(value, str):
        return [value]
    return [str(one) for one in value] if isinstance(value, Sequence) else []


def new_items(pages: Iterable[Mapping[str, Any]], asked: Iterable[tuple[str, str]]) -> list[int]:
    """For each page, in the order of the walk: how many of the items asked for it is the first to show with data."""
    open_items = set(asked)
    counts = []
    for page in pages:
        here = {(f.get("criterion"), f.get("item")) for f in page.get("findings") or () if f.get("has_data")}
        counts.append(len(open_items & here))
        open_items -= here
    return counts


def grow(
    pages: Sequence[Mapping[str, Any]], problems: Iterable[Mapping[str, Any]], asked: Iterable[tuple[str, str]]
) -> Place:
    """The tree of an audit's pages and of the visits that failed. Its root is the entry, or nothing where there are several."""
    top = Place("")
    for page, items in zip(pages, new_items(pages, asked), strict=True):
        place = _at(top, texts(page.get("steps")))
        place.visits += 1
        place.items += items
        place.address = place.address or str(page.get("final_url") or page.get("url") or "")
        if problem := str(page.get("problem") or ""):
            place.problems.append(problem)
    for failure in problems:
        place = _at(top, str(failure.get("steps") or failure.get("url") or "").split(BETWEEN))
        reason = str(failure.get("reason") or "")
        if reason not in place.problems:
            place.problems.append(reason)
        place.address = place.address or str(failure.get("url") or "")
    entries = list(top.branches.values())
    return entries[0] if len(entries) == 1 else top


def _at(top: Place, steps: Sequence[str]) -> Place:
    place = top
    for step in steps[:DEEPEST]:
        place = place.branches.setdefault(step, Place(step))
    return place
