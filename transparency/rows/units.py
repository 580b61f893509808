"""The bodies of a town (town hall, funds, institutes) of which a list shows one at a time: each is a query of its own, like a year."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.candidates import Ground, queries_of
from transparency.crawl.signposts import Signposts
from transparency.extract.forms import QueryWords, field_kind, is_placeholder, takes_several
from transparency.extract.forms.query_words import has_term
from transparency.model import Field
from transparency.node import Node
from transparency.text import normalize


@dataclass(frozen=True)
class Units:
    """The bodies that a list may be asked for."""

    shown: str
    """The one in sight."""
    others: list[str]
    reach: Callable[[str], Node]
    """The node that leads to one of them."""


def units_of(
    snapshot: Snapshot, view: FrameView, when: str, words: QueryWords, signposts: Signposts, today: dt.date
) -> Units | None:
    """The bodies of which the list of a page shows one, as the query that has led to it says, or one beside it. None where nothing asks
    for one, or all may be had at once. ``when``: the period that is in sight."""
    node, last = snapshot.node, snapshot.node.steps[-1:]
    if last and last[0].op == "query":
        return _chosen(snapshot.asked, dict(snapshot.choices), words, node)
    ground = Ground(node, snapshot.url)
    for move, fields in queries_of(view.key, view.url, view.data, ground, signposts, words, today):
        step = replace(move.node.steps[-1], attempt=0, when=when)
        if found := _chosen(fields, {}, words, replace(move.node, steps=(*node.steps, step))):
            return found
    return None


def _chosen(fields: Iterable[Field], choices: Mapping[str, str], words: QueryWords, node: Node) -> Units | None:
    """The bodies of the field that asks for one of several. ``choices``: what was chosen, by caption; ``node``: asks for the one that is
    chosen by itself."""
    for field in fields:
        bodies, said = [*_bodies(field, words)], choices.get(field.caption, field.content)
        if len(bodies) > 1 and said in bodies:
            return Units(said, [one for one in bodies if one != said], partial(_asked_for, node, field.label))
    return None


def _bodies(field: Field, words: QueryWords) -> Iterator[str]:
    """The bodies that a field offers; none where it asks for something else, or where it offers all of them together."""
    if not field.label or field_kind(field, words) != "entity" or takes_several(field):
        return
    options = [option.text for option in field.options if not option.disabled]
    if not any(has_term(normalize(text), words.everything) for text in options):
        yield from (text for text in options if not is_placeholder(normalize(text), words))


def _asked_for(node: Node, label: str, unit: str) -> Node:
    """A node whose last step asks for a body, whatever it asks for besides."""
    *before, step = node.steps
    kept = tuple(choice for choice in step.choices if choice[0] != label)
    return replace(node, steps=(*before, replace(step, choices=(*kept, (label, unit)))))
