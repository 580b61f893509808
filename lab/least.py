"""The least walk: how few nodes show every item that a portal publishes. Nobody can do with fewer, knowing all beforehand.

A node is an address and the steps on from it. Each state that must be seen on the way counts once: the entry, an opened
menu whose entries were not in the DOM before, a form, its answer, a tab drawn anew, an opened record. What stands in the
DOM of a state, even in a closed menu, can be stepped through at once. A query is one step, and the right year is known.
Typing words into a search box of the site is no way. Each framework says how its states hang together
(``Framework.ways`` and ``Framework.fillings``); the rest follows from the definition, as the key does.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lab.definition import Portal
from lab.frameworks import framework
from lab.frameworks.base import Way
from lab.key import places

TRIES = 200_000
"""Branches of the exact search; beyond them the best walk found so far is given, as not proved to be the least."""


@dataclass(frozen=True)
class Least:
    """The states of a least walk, each after those that lead to it. ``exact``: proved that no walk has fewer."""

    states: Way
    exact: bool = True

    @property
    def nodes(self) -> int:
        return len(self.states)


@dataclass(frozen=True)
class Route:
    """One way to see something: the states passed, and every item that is seen on the way."""

    states: Way
    items: frozenset[str]


def routes(portal: Portal) -> list[Route]:
    """Every way to every record set, and on to an opened record of it, that shows an item."""
    shown: dict[str, set[str]] = {}  # state → items seen there
    ways: list[Way] = []
    of_view: dict[tuple[str, str, bool], set[str]] = {}
    for item, found in places(portal).items():
        for place in found:
            of_view.setdefault((place.page.id, place.view.id, place.in_detail), set()).add(item)
    for (page_id, view_id, in_detail), items in of_view.items():
        page = portal.page(page_id)
        view, host = page.view(view_id), framework(page.host)
        for way in framework(portal.framework).ways(portal, page):
            for filling in host.fillings(portal, page, view):
                listed = (*way, *filling)
                full = (*listed, f"{listed[-1]}/registro de {view.id}") if in_detail else listed
                ways.append(full)
                shown.setdefault(full[-1], set()).update(items)
    return [Route(way, frozenset(i for state in way for i in shown.get(state, ()))) for way in dict.fromkeys(ways)]


def least_walk(portal: Portal) -> Least:
    """The smallest union of routes that shows every published item; empty where nothing is published."""
    return cover(routes(portal), frozenset(places(portal)))


def least_nodes(portal: Portal) -> int:
    """How many nodes the least walk has."""
    return least_walk(portal).nodes


def cover(given: Sequence[Route], items: Iterable[str], tries: int = TRIES) -> Least:
    """Fewest states whose routes show all items: branch and bound over the item with the fewest routes left.

    It starts from the greedy answer; when ``tries`` are spent the best so far is given, ``exact`` false.
    """
    wanted = frozenset(items)
    best = greedy(given, wanted)
    left, whole = tries, True

    def search(states: frozenset[str], open_items: frozenset[str]) -> None:
        nonlocal best, left, whole
        if not open_items:
            if len(states) < len(best):
                best = states
            return
        options = {item: useful(given, states, open_items, item) for item in open_items}
        if len(states) + bound(options) >= len(best):
            return
        item = min(sorted(open_items), key=lambda i: len(options[i]))
        for more, gained in options[item]:
            if left <= 0:
                whole = False
                return
            left -= 1
            search(states | more, open_items - gained)

    search(frozenset(), wanted)
    order = dict.fromkeys(state for route in given if set(route.states) <= best for state in route.states)
    return Least(tuple(order), exact=whole)


Option = tuple[frozenset[str], frozenset[str]]
"""States that a route adds to a walk, and the open items that it shows."""


def useful(given: Sequence[Route], states: frozenset[str], open_items: frozenset[str], item: str) -> list[Option]:
    """What each route to an item would add, the cheapest first; without those that another one makes needless."""
    found = {(frozenset(r.states) - states, r.items & open_items) for r in given if item in r.items}
    kept = [
        (more, gained)
        for more, gained in found
        if not any((m, g) != (more, gained) and m <= more and g >= gained for m, g in found)
    ]
    return sorted(kept, key=lambda option: (len(option[0]), -len(option[1]), sorted(option[0])))


def bound(options: Mapping[str, Sequence[Option]]) -> int:
    """States still needed at the least: items whose routes have no new state in common need states of their own each."""
    used: set[str] = set()
    needed = 0
    for item in sorted(options, key=lambda i: (sum(len(more) for more, _ in options[i]), i)):
        new = frozenset[str]().union(*(more for more, _ in options[item]))
        if not new & used:
            used |= new
            needed += min(len(more) for more, _ in options[item])
    return needed


def greedy(given: Sequence[Route], wanted: frozenset[str]) -> frozenset[str]:
    """States of a walk that takes, again and again, the route with the most open items per new state."""
    states: frozenset[str] = frozenset()
    missing = set(wanted)
    while missing:
        route = max(given, key=lambda r: len(r.items & missing) / (len(set(r.states) - states) or 0.5))
        if not route.items & missing:
            raise ValueError(f"no route shows {sorted(missing)}")
        states |= set(route.states)
        missing -= route.items
    return states


# ---------------------------------------------------------------- for people and programs


def least_facts(portals: Iterable[Portal]) -> dict[str, dict[str, Any]]:
    """Slug → what an experiment must know of a portal besides its key."""
    facts = {}
    for portal in portals:
        least = least_walk(portal)
        facts[portal.slug] = {
            "name": portal.name,
            "uf": portal.uf,
            "families": list(portal.families),
            "held_out": bool(portal.options.get("held_out")),
            "published": len(places(portal)),
            "least_nodes": least.nodes,
            "exact": least.exact,
            "states": list(least.states),
        }
    return facts


def write_least(path: Path | str, facts: Mapping[str, Mapping[str, Any]]) -> None:
    """The facts as JSON, beside the key."""
    Path(path).write_text(json.dumps(facts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def show(facts: Mapping[str, Mapping[str, Any]]) -> None:
    """A table: portal, items published, least nodes, nodes per item."""
    table = Table(title="Menor número de nós que mostra todos os itens publicados")
    for title in ("Portal", "Itens", "Nós", "Nós por item", "Prova"):
        table.add_column(title, justify="left" if title in ("Portal", "Prova") else "right")
    for slug, fact in facts.items():
        ratio = f"{fact['least_nodes'] / fact['published']:.2f}".replace(".", ",") if fact["published"] else "–"
        proof = "exato" if fact["exact"] else "melhor achado"
        table.add_row(slug, str(fact["published"]), str(fact["least_nodes"]), ratio, proof)
    Console().print(table)
