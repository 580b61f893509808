"""What the nodes of an audit brought, by what they have in common: siblings on a page, a pattern of addresses."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import PAGER
from transparency.crawl.request import Candidate
from transparency.extract.values import NUMBERED, is_file
from transparency.node import Node, pattern_of

PATTERN = (10, 10, 6, 4)
"""By tier: so many nodes of one pattern in a row without a new item, and no more of them are visited from pages whose own
pattern is as barren (calendars, news that link to news)."""
SIBLINGS = (8, 6, 4, 3)
"""By tier: after so many siblings that brought nothing and led to nothing, the others are skipped; after three times as many
where one of them did before."""


FAMILIAR = 2
"""After so many of one kind the others of it come after what nobody has seen the like of."""
RECORDS = 3
"""So many records of one kind in a row that showed data and nothing new: the others of that kind show no more."""
BARE = 0.5
"""For so many counts one that shows no data at all (a level of a tree, a record whose part is empty)."""
_DIGITS = re.compile(r"\d+")


def record_kind(candidate: Candidate) -> str:
    """What candidates of one kind have in common. Links to records: their words and their addresses but for numbers, and what they
    promise. Files: what they are called, wherever they hang. Parts of a record (a tab): where each of them has it. What a script opens:
    the sort of what has a number ("Pregão eletrônico 1/2026"), however it is come to; where it stands and how many steps but
    turned pages lead there for what names nothing that is looked for (a person's card, a level of a tree). Empty for anything else, the
    first record of a list, too."""
    if _brings_file(candidate):
        return "|".join(("file", _DIGITS.sub("#", candidate.name), candidate.promised))
    if candidate.of_record:
        return f"part|{_DIGITS.sub('#', candidate.component)}"
    if candidate.kind == "click" and candidate.promised:
        if NUMBERED.search(candidate.move.label):
            return "|".join(("card", candidate.move.shape, candidate.promised, _DIGITS.split(candidate.name)[0]))
        if not candidate.criterion:
            depth = sum(not PAGER.match(plain(step.target.label)) for step in candidate.node.steps)
            return f"card|{depth}|{candidate.move.shape}|{candidate.promised}"
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
    records: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Kind of record → how many in a row showed nothing new."""

    looked_at: Counter[str] = field(default_factory=Counter)
    """Kind of record → how many were visited."""

    def took_in(self, candidate: Candidate, new: int, has_data: bool) -> None:
        """A node was seen, and proved so many items for the first time. ``has_data``: it shows data of a criterion."""
        pattern, kind = pattern_of(candidate.node), record_kind(candidate)
        self.barren[pattern] = 0 if new else self.barren[pattern] + 1
        if kind:
            self.looked_at[kind] += 1
            self.records[kind] = 0 if new else self.records[kind] + (1 if has_data else BARE)

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

    def familiar(self, candidate: Candidate) -> bool:
        """Whether a few of its kind were visited."""
        return self.looked_at[record_kind(candidate)] >= FAMILIAR

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


def _brings_file(candidate: Candidate) -> bool:
    """Whether it brings a file, or the page of one, that is called by a name of its own."""
    named = bool(candidate.name) and not candidate.move.rating.generic
    return named and (candidate.kind == "document" or (candidate.kind == "link" and is_file(candidate.node.url)))


def _in_vain(group: Sequence[bool]) -> int:
    """How many siblings in a row brought nothing, up to now."""
    return next((since for since, fruitful in enumerate(reversed(group)) if fruitful), len(group))
