"""The door of a portal that keeps the bodies of a town apart: each has all of the portal's pages, and the session is of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from transparency.crawl.candidates.move import GATES, Kind, Move, Scene, shape_of
from transparency.crawl.candidates.places import reached_by_click, reached_by_link
from transparency.crawl.signposts import MENUS, Rating
from transparency.extract.forms import QueryWords
from transparency.extract.forms.query_words import has_term
from transparency.model import Pressable
from transparency.node import Node, host_of
from transparency.text import normalize

FEWEST = 2
"""So many bodies are a choice."""
_PICTURE = re.compile(r"^\W+")


@dataclass(frozen=True)
class Bodies:
    """The bodies of a town that are offered side by side."""

    hall: Pressable
    others: Sequence[Pressable]


def bodies_among(siblings: Sequence[Pressable], words: QueryWords) -> Bodies | None:
    """Alike components as bodies of a town, the town hall one of them; None for anything else, and where one stands for all
    bodies."""
    told = [_told(one) for one in siblings]
    halls = [n for n, text in enumerate(told) if text.startswith(tuple(f"{term} " for term in words.town))]
    if len(siblings) < FEWEST or len(halls) != 1 or any(has_term(text, words.everything) for text in told):
        return None
    others = [n for n in range(len(siblings)) if n != halls[0]]
    if not all(has_term(told[n], words.bodies) for n in others):
        return None
    return Bodies(siblings[halls[0]], [siblings[n] for n in others])


def hall_move(siblings: Sequence[Pressable], scene: Scene) -> Move | None:
    """The town hall, where the bodies of a town stand at the door of a portal. Whatever the names of the others promise
    ("Instituto de Previdência dos Servidores"), they come only when it leads to nothing: their pages have its addresses."""
    ground, signposts = scene.ground, scene.signposts
    if ground.records or ground.promising or ground.node.depth >= GATES:
        return None
    if any(one.row or one.sends or one.disabled or one.region in (*MENUS, "footer") for one in siblings):
        return None
    found = bodies_among(siblings, scene.words)
    if found is None or signposts.forbids_label(found.hall.label):
        return None
    hall = found.hall
    if hall.kind == "link" and host_of(hall.href) != host_of(scene.url):
        return None  # its own site
    open_ones = [
        one
        for one in found.others
        if not signposts.names_other_body(one.label) and not signposts.forbids_label(one.label)
    ]
    identity = "|".join((host_of(scene.url), "body", shape_of(hall.path), hall.label))
    return Move(
        _reached(hall, scene),
        _kind(hall),
        hall.label,
        Rating(0, 0.7, ""),
        f"body {identity}",
        identity,
        shape=shape_of(hall.path),
        others=tuple((_kind(one), _reached(one, scene)) for one in open_ones),
    )


def _told(one: Pressable) -> str:
    """The words of a component without the picture before them, and with a space behind."""
    return f"{_PICTURE.sub('', normalize(one.caption))} "


def _kind(one: Pressable) -> Kind:
    return "link" if one.kind == "link" else "click"


def _reached(one: Pressable, scene: Scene) -> Node:
    if one.kind == "link":
        return reached_by_link(one, scene.ground, ())
    return reached_by_click(one, scene.key, scene.ground, f"clique em “{one.caption}”", ())
