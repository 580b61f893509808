"""What the nodes of an audit brought, by what they have in common: siblings on a page, a pattern of addresses."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import PAGER
from transparency.crawl.phrases import numberless
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
WIDER = 2
"""So many times more of what is alike but for its words, or its level."""
BARE = 0.5
"""For so many counts one that shows no data at all (a level of a tree, a record whose part is empty)."""


def record_kinds(candidate: Candidate) -> dict[str, int]:
    """What candidates of one kind have in common, and how often in a row such may show data and nothing new before the others are
    left; the first of these cases that holds, and a wider kind of some. Empty for anything else.

    Files: what they are called, wherever they hang. Parts of a record (a tab): where each of them has it. A query that stood on
    the page before, too: its form. What opens a row that was selected: nothing but that. Presses: the sort of what has a number
    ("Pregão eletrônico 1/2026"), however it is come to; where it stands and how many steps but turned pages lead there, for what
    names nothing that is looked for (a person's card, a level of a tree). Rows that a script opens: where they stand. Links to
    records: their words and their addresses but for numbers."""
    move, steps = candidate.move, candidate.node.steps
    press, unnamed = candidate.kind == "click" and bool(candidate.promised), not candidate.criterion
    linked = candidate.kind == "link" or (candidate.kind == "row" and candidate.another)
    cases: tuple[tuple[str, bool, Callable[[], tuple[str, ...]], bool], ...] = (
        ("file", _brings_file(candidate), lambda: (numberless(candidate.name),), False),
        ("part", candidate.of_record, lambda: (numberless(candidate.component),), False),
        ("query", candidate.asked_before, lambda: (candidate.component,), False),
        ("opener", candidate.opens_selection, lambda: (), False),
        ("card", press and bool(NUMBERED.search(move.label)), lambda: (move.shape, _sort_of(candidate)), False),
        ("card", press and unnamed, lambda: (move.shape, str(_levels(candidate.node))), True),
        ("row", candidate.kind == "row" and bool(steps), lambda: (move.shape,), False),
        ("link", linked and not steps, lambda: (pattern_of(candidate.node), numberless(candidate.name)), unnamed),
    )
    name, _, key, wide = next((case for case in cases if case[1]), ("", False, tuple, False))
    if not name:
        return {}
    where, *further = key() or ("",)
    kinds = {"|".join((name, candidate.promised, where, *further)): RECORDS}
    if wide and candidate.promised:  # persons, each with a name of its own
        kinds["|".join((name, candidate.promised, where))] = WIDER * RECORDS
    return kinds


def _sort_of(candidate: Candidate) -> str:
    return numberless(candidate.name).split("#")[0]


def _levels(node: Node) -> int:
    """How many steps lead to a node, but for turned pages."""
    return sum(not PAGER.match(plain(step.target.label)) for step in node.steps)


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
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Pattern of nodes, and what they promised → how many of them showed data of a criterion."""

    def took_in(self, candidate: Candidate, new: int, has_data: bool) -> None:
        """A node was seen, and proved so many items for the first time. ``has_data``: it shows data of a criterion."""
        pattern = pattern_of(candidate.node)
        self.barren[pattern] = 0 if new else self.barren[pattern] + 1
        self.answers[pattern, candidate.promised] += has_data
        for kind in record_kinds(candidate):
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
        kinds = record_kinds(candidate).items()
        return any(self.looked_at[kind] >= FAMILIAR * most / RECORDS for kind, most in kinds)

    def spent(self, candidate: Candidate, tier: int) -> bool:
        """Whether enough siblings in a row brought nothing; those of its own list, where that has brought something."""
        own = self.bears(candidate)
        tried = self.lists[candidate.listed] if own else self.groups.get(candidate.group, [])
        return _in_vain(tried) >= SIBLINGS[min(tier, 3)] * (3 if own or any(tried) else 1)

    def shown_enough(self, candidate: Candidate) -> bool:
        """Whether records of its kind have shown what they have to show."""
        return any(self.records[kind] >= most for kind, most in record_kinds(candidate).items())

    def answered_alike(self, candidate: Candidate) -> bool:
        """Whether several like it that promised the same have shown data, and nothing of its own name says that it shows more: what
        they do not show it has not, either (a month of the payroll of a further department)."""
        return not candidate.criterion and self.answers[pattern_of(candidate.node), candidate.promised] >= RECORDS

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
