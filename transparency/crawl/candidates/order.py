"""What comes before what among the moves of a page, by what the page offers besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from transparency.crawl.candidates.labels import plain
from transparency.crawl.candidates.move import CONTENT, SURE, Ground, Move
from transparency.crawl.signposts import MENUS, Rating, Signposts

NAMED = 3
"""Entries that name so many criteria are a portal's menu."""
TABS = 8
"""A bar of so many things to press is one of tabs; more are the records of a list, or their tools."""
ENTRIES = ("link", "click")
"""Kinds of moves that an entry of a menu is."""


def in_order(found: list[Move], ground: Ground, signposts: Signposts) -> list[Move]:
    """The moves of a page, best first."""
    ordered = _sums_last(_pointers_last(_town_first(_title_last(found, ground), ground.opened)), signposts)
    return sorted(ordered, key=lambda move: move.rating, reverse=True)


def ways_on(found: list[Move], promise: Rating) -> list[Move]:
    """The moves of a page that promised a criterion and shows nothing. Where none of its content names what it leads to, its
    links, and what is pressed in a bar of several ("Por órgão", "Por programa"), are the way there, whatever they are called."""
    content = [move for move in found if move.region not in (*MENUS, "footer")]
    if any(move.rating.tier == 0 or move.rating.named for move in content if move.kind in ENTRIES):
        return found
    bars = Counter(move.shape for move in content if move.kind == "click")
    tabs = {move.key for move in content if move.kind == "click" and 1 < bars[move.shape] <= TABS}
    links = {move.key for move in content if move.kind == "link" and not move.node.steps}

    def rated(move: Move) -> Move:
        if move.rating.aside or move.rating.tier < 3 or move.key not in tabs | links:
            return move
        return replace(move, rating=replace(promise, tier=1 if move.key in tabs else 2, score=0.2))

    return [rated(move) for move in found]


def leads_to_several(found: Iterable[Move]) -> bool:
    """Whether moves name several criteria: those of a town's own page."""
    return len({m.rating.criterion for m in found if not m.town and m.rating.tier == 0 and m.rating.criterion}) > 1


def _title_last(found: list[Move], ground: Ground) -> list[Move]:
    """Where a view asks or shows something, what is called as the view is (its tab) leads to it once more. Where it does not,
    a menu may have been opened, and the first of its entries is often called as the menu is."""
    way = (ground.origin or ground.node).labels
    if not way or not (ground.records or any(m.kind in CONTENT for m in found)):
        return found
    return [
        replace(m, rating=replace(m.rating, tier=3)) if m.kind == "click" and plain(m.label) == plain(way[-1]) else m
        for m in found
    ]


def _town_first(found: list[Move], opened: bool) -> list[Move]:
    """Where a town is to be chosen, nothing else comes before that: what the page leads to besides is of all towns or none.
    Where several criteria were offered before, or are beside a short list, the town is looked up and nothing more."""
    if not any(move.town for move in found):
        return found
    sure = any(move.town and move.rating.score >= SURE for move in found)
    if opened or (leads_to_several(found) and not sure):
        return [replace(m, town="toward") if m.town else m for m in found]
    return [m if m.town else replace(m, rating=replace(m.rating, tier=min(3, m.rating.tier + 2))) for m in found]


def _pointers_last(found: list[Move]) -> list[Move]:
    """Where the entries of a page name several criteria, those that only point to accounts in general ("Contas Públicas")
    come after them: there they hold reports."""
    named = {m.rating.criterion for m in found if m.rating.tier == 0 and m.kind in ENTRIES}
    if len(named - {""}) < NAMED:
        return found
    return [
        replace(m, rating=replace(m.rating, tier=1, score=0.3))
        if m.rating.tier == 0 and not (m.rating.criterion or m.rating.generic or m.town) and m.kind in ENTRIES
        else m
        for m in found
    ]


def _sums_last(found: list[Move], signposts: Signposts) -> list[Move]:
    """Where an entry of a page names a criterion, those that name its sums come after it."""
    sums = {m.key for m in found if m.kind in ENTRIES and m.rating.criterion and signposts.sums_up(m.label)}
    plain = {m.rating.criterion for m in found if m.rating.tier == 0 and m.key not in sums}
    return [
        replace(m, rating=replace(m.rating, tier=1, score=0.5 * m.rating.score))
        if m.key in sums and m.rating.tier == 0 and m.rating.criterion in plain
        else m
        for m in found
    ]
