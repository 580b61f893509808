"""A page that a candidate has led to: what is known of it when its moves are asked for, and what it offers."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from transparency.browse.snapshot import Snapshot
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import CONTENT, LIKE, Move, bar_of, folders, loose_fields, spot, spots
from transparency.crawl.request import Candidate, Retry
from transparency.crawl.shown import Shown
from transparency.crawl.signposts import MENUS, Rating
from transparency.crawl.standing import standing_of
from transparency.items import Page
from transparency.model import View
from transparency.node import FrameKey, Node
from transparency.text import normalize

Offered = tuple[frozenset[str], frozenset[str]]
"""Identities of what a page offers: in its menus, and of its content."""
NOTHING: Offered = (frozenset(), frozenset())
_FORM = re.compile(r"\|(form|select)\|")


@dataclass(frozen=True)
class Arrival:
    """A page, seen at the node of a candidate."""

    audit: Audit
    page: Page
    snapshot: Snapshot
    candidate: Candidate
    seen_before: bool
    """One that looks so was seen before."""
    leads: set[str]
    """Here the criteria are put that its moves promise."""
    shown: Shown
    opens: bool
    """The query that was run has opened a portal for a year."""
    again: Node | None
    """The query that is to be run after it."""

    @property
    def promise(self) -> Rating:
        """What led here."""
        return Rating(self.candidate.tier, self.candidate.move.rating.score, self.candidate.promised)

    @property
    def after(self) -> Retry:
        """What was chosen before it is asked again."""
        return Retry(choices=tuple(self.snapshot.choices))

    @property
    def adds_only(self) -> bool:
        """Whether a press has only added to its page (the entries of a menu, a level of a tree, a record below its row): all that
        was said there still is, but for the label of what was pressed ("Mostrar")."""
        before, steps = self.audit.portal.stood.get(self.candidate.parent), self.snapshot.node.steps
        if before is None or not steps or self.candidate.kind not in ("click", "row"):
            return False
        now = standing_of(self.snapshot).words
        gone, came = before.words - now, now - before.words
        return bool(came) and gone.keys() <= set(normalize(steps[-1].target.label).split())

    @property
    def of_other_year(self) -> bool:
        """Whether a portal that asks for the year at its door was entered for an earlier one."""
        return self.opens and bool(self.candidate.years_back)

    @property
    def unanswered(self) -> bool:
        """Whether a query that promised something has shown nothing of it."""
        if not ran_query(self.snapshot) or self.candidate.tier > 1:
            return False
        return not (self.seen_before or self.shown.filled or self.shown.in_sight or self.page.problem)

    @property
    def comes_again(self) -> bool:
        """Whether the page leads nowhere else than it did before. Where a chart has no data its table may look the same, but not
        where only a year was changed; the menus of another year may look the same, too."""
        if not self.seen_before or self.of_other_year:
            return False
        charted = self.candidate.move.opens_chart_data and not self.shown.filled
        return not charted or (self.candidate.kind == "query" and self.page.state == self.candidate.page_state)

    @cached_property
    def frames(self) -> list[tuple[FrameKey, str, View]]:
        """Key, address and view of each frame."""
        return [(view.key, view.url, view.data) for view in self.snapshot.frames]


def ran_query(snapshot: Snapshot) -> bool:
    """Whether the last step ran a query."""
    return bool(snapshot.node.steps) and snapshot.node.steps[-1].op == "query"


def offered_before(audit: Audit, page: Page, snapshot: Snapshot, candidate: Candidate, filled: bool) -> Offered:
    """What the page that led here offered in its menus, and of its content what this page may be taken to repeat."""
    menus, content = audit.portal.offered.get(candidate.parent, NOTHING)
    if candidate.move.opens_panel and not candidate.of_record:
        content = frozenset(identity for identity in content if not _FORM.search(identity))
    elif candidate.kind == "query" and not snapshot.node.steps and not filled:
        content = frozenset()  # a link to another year: its query was not run
    elif audit.agenda.opened_menu(page.node, candidate):
        pass  # the same view
    elif candidate.kind in CONTENT or candidate.of_record:
        content = frozenset(identity for identity in content if not identity.startswith((spot(""), LIKE)))
    elif below := _laid_over(audit, snapshot, candidate):
        audit.portal.below[page.node] = below
        content |= audit.portal.offered.get(below, NOTHING)[1]
    else:
        content = frozenset()  # another view: rows and forms may look the same and be others
    return menus, content


def _laid_over(audit: Audit, snapshot: Snapshot, candidate: Candidate) -> str:
    """The node of the page to which a click has added something (a level of a tree, "Ações", "Linhas por página"): all that stood
    there still does, but for what was pressed and signs ("▸"). "" where there is none."""
    if candidate.kind != "click" or not candidate.tier:
        return ""
    now = standing_of(snapshot)
    pressed = {step.target.path for step in snapshot.node.steps[-1:]}
    below = audit.portal.below.get(candidate.parent, candidate.parent)
    for node in dict.fromkeys((below, candidate.parent)):
        before = audit.portal.stood.get(node)
        if before is None:
            continue
        gone, came = before - now, now - before
        if gone.asked or gone.words or any(path not in pressed and normalize(said) for path, said in gone.presses):
            continue
        if came.presses and came.words:
            return node
    return ""


def offered_by(found: Sequence[Move], frames: Sequence[Any], node: Node) -> Offered:
    """What a page offers in its menus, and of its content: the pages that it leads to are taken to repeat it."""
    entries = {move.identity for move in found if move.identity and move.kind not in CONTENT}
    bars = {bar_of(move) for move in found if move.in_series and not move.node.steps}
    content = {move.identity for move in found if move.identity and move.kind in CONTENT}
    alike = {move.likeness for move in found if move.likeness}
    return (
        frozenset(entries | bars | folders(frames, menu=not node.depth)),
        frozenset(content | alike | spots(frames) | loose_fields(frames)),
    )


def view_of(snapshot: Snapshot) -> tuple[str, int]:
    """What a page shows besides its menus, and how many of their entries are in sight."""
    entries = [c for view in snapshot.frames for c in view.data.candidates if c.region in MENUS]
    shown = "\n".join(view.content for view in snapshot.frames)
    return hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest(), sum(not c.hidden for c in entries)
