"""Where a page leads: its links and what can be pressed, with what they name."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from transparency.aspects.seen import Side
from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.candidates import DOCUMENT, Ground, reached_by
from transparency.crawl.candidates.move import FILE
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import MENUS, Signposts
from transparency.model import Pressable
from transparency.national.names import Named, Names
from transparency.node import Node, canonical_url, is_web

LONGEST = 120
"""Characters of the longest label that leads somewhere: more is a text."""
FIRST = "primeiro registro"
"""How the component is called that opens a record and says nothing."""
PROMISE = 0.62
"""A label that speaks mostly of something else (the headline of a piece of news, the words of a record) promises no place."""
HEADED = 0.8
"""What the heading over a component without a name of its own ("Acessar") says counts so much."""
ALIKE = 3
"""So many parts of a page that are called alike open its records."""
_OFFICE = re.compile(r"\.(docx?|odt|rtf|txt|xml|json|zip|rar)$", re.IGNORECASE)


@dataclass(frozen=True)
class Lead:
    """A place that a page leads to."""

    node: Node
    label: str
    side: Side
    of: str
    """Key of the page."""
    named: Named = field(default_factory=dict)
    file: bool = False
    """Its address is that of a file."""
    menu: bool = False
    """It stands in a menu of its page, or is a tile of its entry."""
    portal: bool = False
    """It is called as the way to the portal is."""
    folder: bool = False
    """It is pressed, and may only unfold something."""
    row: bool = False
    """It stands in a row of a list: it may open a record. On an entry what looks like rows is its menu."""
    hidden: bool = False
    """It is a part of a folded menu that can be pressed once that was unfolded."""

    @property
    def promised(self) -> Named:
        """The requirements that it names and whose place it may lead to. A row of a list leads to a record."""
        least = 1.0 if self.row and not self.file else PROMISE
        return {one: value for one, value in self.named.items() if value >= least}

    @property
    def key(self) -> str:
        """The same for all leads to one place."""
        return self.node.fingerprint()

    @property
    def called(self) -> tuple[Side, str]:
        """The same for all leads of a side that are called alike: they lead to one place by several ways."""
        return self.side, phrase(self.label)


def leads_of(snapshot: Snapshot, key: str, side: Side, names: Names, signposts: Signposts) -> Iterator[Lead]:
    """All that a page leads to and that may be opened without changing anything, in the order of the page."""
    for view in snapshot.frames:
        ground = Ground(snapshot.node, snapshot.url)
        shut = any(one.hidden and one.kind == "click" and one.region in MENUS for one in view.data.candidates)
        for one in view.data.candidates:
            if _may_open(one, view, signposts) and (shut or not one.discloses):
                yield _lead(one, view, ground, key, side, names, signposts)


def is_file(url: str) -> bool:
    """Whether an address ends like that of a file."""
    path = urlsplit(url).path
    return bool(DOCUMENT.search(path) or FILE.search(path) or _OFFICE.search(path))


def _may_open(one: Pressable, view: FrameView, signposts: Signposts) -> bool:
    label = one.caption
    if one.disabled or one.behind or one.panel == "shown" or len(label) > LONGEST:
        return False
    if one.kind == "link":
        here = canonical_url(one.href.removesuffix("#")) == canonical_url(view.url)
        return is_web(one.href) and not here and not signposts.changes.verb_in(one.href, view.url)
    folded = one.hidden and one.region not in MENUS
    if one.sends or one.bound or one.row is not None or folded or one.turns or one.back:
        return False
    return bool(label) and not signposts.forbids_label(label) and not signposts.is_return(label)


def _lead(
    one: Pressable, view: FrameView, ground: Ground, key: str, side: Side, names: Names, signposts: Signposts
) -> Lead:
    label = one.caption
    own = (
        max(names.of(label).values(), default=0.0) >= 1.0
    )  # what the walk passes by ("Mapa do site") may be asked for here
    said = label if label and (own or not (signposts.is_generic(label) or signposts.hands_out(label))) else ""
    named = dict(names.of(said)) if said else {}
    if not named and one.title and one.title != label:
        named = dict(names.of(one.title))
    if not said and one.around:
        said = one.around[0]
        named = {requirement: value * HEADED for requirement, value in names.of(said).items()}
    node = reached_by(one, view.key, ground)
    if said and not label:
        node = _called(node, said)
    return Lead(
        node,
        said or label,
        side,
        key,
        named,
        file=one.kind == "link" and is_file(one.href),
        menu=one.region in MENUS or not ground.node.depth,
        portal=names.leads_to_portal(said or label),
        folder=one.kind != "link",
        row=one.row is not None and not one.row.heading and ground.node.depth > 0,
        hidden=one.hidden and one.kind != "link",
    )


def _called(node: Node, label: str) -> Node:
    """A node whose component says nothing, called by what stands over it."""
    words = (*node.words[:-1], f"abra “{label}”")
    return replace(node, words=words, labels=(*node.labels[:-1], label))


def records_of(snapshot: Snapshot, signposts: Signposts) -> list[Node]:
    """What opens records of a list, the first, the last and one between them: links or presses in its rows that may show more and
    change nothing. The first may be too young to have all that the others have."""
    openers: dict[tuple[str, int], Node] = {}
    for view in snapshot.frames:
        for one in view.data.candidates:
            row = one.row
            if row is None or row.heading or row.index < 0 or one.disabled or one.sends or one.bound:
                continue
            if (row.table, row.index) not in openers and _opens_record(one, view, signposts):
                label = one.caption or FIRST
                node = _called(reached_by(one, view.key, Ground(snapshot.node, snapshot.url)), label)
                openers[row.table, row.index] = node
    found = [*openers.values()] or _openers_of_cards(snapshot, signposts)
    return list(dict.fromkeys((found[0], found[-1], found[len(found) // 2]))) if found else []


def _openers_of_cards(snapshot: Snapshot, signposts: Signposts) -> list[Node]:
    """What opens records that stand in no rows: several parts of the page itself that are called alike and lead to other places."""
    alike: dict[str, list[Node]] = defaultdict(list)
    for view in snapshot.frames:
        for one in view.data.candidates:
            label = one.caption
            apart = one.region in (*MENUS, "footer", "header") or one.disabled or one.hidden or one.sends or one.bound
            if label and not apart and not one.turns and _opens_record(one, view, signposts):
                alike[phrase(label)].append(reached_by(one, view.key, Ground(snapshot.node, snapshot.url)))
    groups = ([*{node.fingerprint(): node for node in nodes}.values()] for nodes in alike.values())
    return next((nodes for nodes in groups if len(nodes) >= ALIKE), [])


def _opens_record(one: Pressable, view: FrameView, signposts: Signposts) -> bool:
    if one.kind == "link":
        return is_web(one.href) and not is_file(one.href) and not signposts.changes.verb_in(one.href, view.url)
    return not signposts.forbids_label(one.caption)
