"""What the nodes of an audit brought, by what they have in common: siblings on a page, a pattern of addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from transparency.crawl.request import Candidate
from transparency.node import Node, pattern_of

PATTERN = (10, 10, 6, 4)
"""By tier: so many nodes of one pattern in a row without a new item, and no more of them are visited from pages whose own
pattern is as barren (calendars, news that link to news)."""
SIBLINGS = (8, 6, 4, 3)
"""By tier: after so many siblings that brought nothing and led to nothing, the others are skipped; after three times as many
where one of them did before."""


RECORDS = 3
"""So many records of one kind in a row that showed data and nothing new: the others of that kind show no more."""
_DIGITS = re.compile(r"\d+")


def record_kind(candidate: Candidate) -> str:
    """What links to records of one kind have in common, wherever they stand: their words and their addresses but for numbers, and
    what they promise; what the same part of each of them has in common (a tab); where what a script opens stands, and how many steps
    lead there, if it names nothing that is looked for (a person's card, a level of a tree). Empty for anything else, the first
    record of a list, too."""
    if candidate.of_record:
        return f"part|{_DIGITS.sub('#', candidate.component)}"
    if candidate.kind == "click" and candidate.promised and not candidate.criterion:
        return f"card|{len(candidate.node.steps)}|{candidate.move.shape}|{candidate.promised}"
    linked = candidate.kind == "link" or (candidate.kind == "row" and candidate.another)
    if not linked or candidate.node.steps:
        return ""
    return "|".join((pattern_of(candidate.node), _DIGITS.sub("#", candidate.name), candidate.promised))


@dataclass
class Harvest:
    """What was brought, and what was not."""

    groups: dict[str, list[bool]] = field(default_factory=dict)
    """Siblings that were visited: did each bring or lead to anything?"""
    lists: dict[str, list[bool]] = field(default_factory=dict)
    """The same of what stands in one list of links (a part of a menu)."""
    barren: Counter[str] = field(default_factory=Counter)
    """Pattern of nodes → how many in a row brought no new item."""

    patterns: set[str] = field(default_factory=set)
    """Patterns of the nodes that were visited."""
    records: Counter[str] = field(default_factory=Counter)
    """Kind of record → how many in a row showed data and nothing new."""

    def took_in(self, candidate: Candidate, new: int, has_data: bool) -> None:
        """A node was seen, and proved so many items for the first time. ``has_data``: it shows data of a criterion."""
        pattern, kind = pattern_of(candidate.node), record_kind(candidate)
        self.barren[pattern] = 0 if new else self.barren[pattern] + 1
        if kind and (new or has_data):
            self.records[kind] = 0 if new else self.records[kind] + 1

    def asked(self, node: Node) -> None:
        """A page showed nothing yet, for it asks what is to be shown: that is not barren."""
        self.barren[pattern_of(node)] -= self.barren[pattern_of(node)] > 0

    def tried(self, candidate: Candidate, fruitful: bool) -> None:
        """A node was seen, or failed: whether it brought or led to anything counts for its siblings."""
        self.groups.setdefault(candidate.group, []).append(fruitful)
        if candidate.listed:
            self.lists.setdefault(candidate.listed, []).append(fruitful)

    def bears(self, candidate: Candidate) -> bool:
        """Whether others of the list of links that it stands in brought or led to anything."""
        return any(self.lists.get(candidate.listed, ()))

    def spent(self, candidate: Candidate, tier: int) -> bool:
        """Whether enough siblings in a row brought nothing; those of its own list, where that has brought something."""
        own = self.bears(candidate)
        tried = self.lists[candidate.listed] if own else self.groups.get(candidate.group, [])
        return _in_vain(tried) >= SIBLINGS[min(tier, 3)] * (3 if own or any(tried) else 1)

    def shown_enough(self, candidate: Candidate) -> bool:
        """Whether records of its kind have shown what they have to show."""
        return self.records[record_kind(candidate)] >= RECORDS

    def worn_out(self, node: Node, from_pattern: str, tier: int) -> bool:
        """Whether nodes of one pattern, found on pages of a pattern, have brought nothing for long, and those pages neither."""
        return min(self.barren[pattern_of(node)], self.barren[from_pattern]) >= PATTERN[min(tier, 3)]


def _in_vain(group: Sequence[bool]) -> int:
    """How many siblings in a row brought nothing, up to now."""
    return next((since for since, fruitful in enumerate(reversed(group)) if fruitful), len(group))
