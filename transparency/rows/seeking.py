"""Where a list may be that is not where its wrapper says: the moves that name it are tried, those of the page in sight first, then
those of its address without steps, then those of the portal's door. They are the moves that the walk of an audit would make."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from transparency.browse.snapshot import Snapshot
from transparency.crawl.candidates import Ground, Move, moves
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import QueryWords
from transparency.node import Node, at_address, host_of
from transparency.text import normalize

TRIES = 8
"""So many nodes are opened in search of a list: three on the way to it, and a few beside it."""


@dataclass
class Seeking:
    """The search for one list, a node at a time."""

    doors: deque[Node]
    """Where it begins anew when what was found before leads nowhere."""
    leads: Callable[[Snapshot], Sequence[Node]]
    """The nodes that a page leads on to and that may show the list, best first."""
    found: list[Node] = field(default_factory=list)
    tried: set[str] = field(default_factory=set)

    def onward(self, snapshot: Snapshot | None) -> Node | None:
        """The node to try next; None where nothing is left to try. ``snapshot``: the page that does not show the list, if one came."""
        if snapshot is not None:
            self.tried.add(snapshot.node.fingerprint())
            self.found = [*self.leads(snapshot), *self.found]
        while (self.found or self.doors) and len(self.tried) <= TRIES:
            node = self.found.pop(0) if self.found else self.doors.popleft()
            if (name := node.fingerprint()) not in self.tried:
                self.tried.add(name)
                return node
        return None

    def avoid(self, host: str) -> None:
        """A server gives no answer: nothing else of it is tried."""
        self.found = [node for node in self.found if host_of(node.url) != host]
        self.doors = deque(node for node in self.doors if host_of(node.url) != host)


def doors_of(node: Node, portal: str) -> deque[Node]:
    """Where the search for the list of a node may begin: its address without steps, and the door of the portal."""
    bare = [at_address(node.url, node.entry)] if node.steps else []
    return deque([*bare, at_address(portal)])


def leads_of(
    snapshot: Snapshot, way: Node, criterion: str, signposts: Signposts, words: QueryWords, today: dt.date
) -> list[Node]:
    """The nodes that a page leads on to by what names a criterion, or is called as what was pressed on the ``way`` that is lost; then
    those that its queries lead to."""
    start = replace(snapshot.node, url=snapshot.base, steps=()) if snapshot.base else snapshot.node
    frames = [(view.key, view.url, view.data) for view in snapshot.frames]
    found = moves(frames, Ground(start, snapshot.url), signposts, words, today, frozenset({criterion}))
    pressed = {normalize(label) for label in way.labels}
    named = [one for one in found if _names(one, criterion) or normalize(one.label) in pressed]
    asked = [one for one in found if one.kind == "query" and one not in named]
    return [one.node for one in (*named, *asked) if one.kind not in ("document", "row")]


def _names(move: Move, criterion: str) -> bool:
    return move.rating.tier == 0 and (move.rating.criterion == criterion or criterion in move.rating.named)
