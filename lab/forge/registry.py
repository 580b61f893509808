"""Where parts are declared: an axis, a name, what they cannot stand beside. Drawing chooses one (or some) of each axis by the seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

Part = TypeVar("Part", bound=type)
PARTS: dict[str, dict[str, Any]] = {}
"""Axis → name → part."""
NEVER: dict[tuple[str, str], set[tuple[str, str]]] = {}
"""(axis, name) → the parts that it cannot stand beside, said from either side."""
WEIGHTS: dict[tuple[str, str], float] = {}
"""How often a part is drawn beside the others of its axis, each of which counts 1."""


def part(
    axis: str,
    name: str,
    never: Mapping[str, Collection[str]] | None = None,
    weight: float = 1.0,
) -> Callable[[Part], Part]:
    """Declare a class as a part. ``never``: axis → names of parts that make no portal together with it."""

    def declare(kind: Part) -> Part:
        found = kind()
        found.name = name
        PARTS.setdefault(axis, {})[name] = found
        WEIGHTS[axis, name] = weight
        for other, names in (never or {}).items():
            for each in names:
                NEVER.setdefault((axis, name), set()).add((other, each))
                NEVER.setdefault((other, each), set()).add((axis, name))
        return kind

    return declare


def possible(axis: str, name: str, chosen: Collection[tuple[str, str]]) -> bool:
    """Whether the part can stand beside those chosen before it."""
    return not NEVER.get((axis, name), set()) & set(chosen)


def draw(seed: str, axis: str, chosen: Collection[tuple[str, str]] = ()) -> str:
    """The name of one part of the axis: every axis has dice of its own."""
    names = [name for name in PARTS[axis] if possible(axis, name, chosen)]
    if not names:
        raise ValueError(f"no part of {axis} can stand beside {sorted(chosen)}")
    return random.Random(f"{seed}/{axis}").choices(names, [WEIGHTS[axis, name] for name in names])[0]


def draw_some(seed: str, axis: str, least: int, most: int, chosen: Collection[tuple[str, str]] = ()) -> tuple[str, ...]:
    """The names of several parts of the axis, none twice, each possible beside all others."""
    rng = random.Random(f"{seed}/{axis}")
    names = list(PARTS[axis])
    rng.shuffle(names)
    count, found = rng.randint(least, most), list[str]()
    for name in names:
        beside = [*chosen, *((axis, other) for other in found)]
        if len(found) < count and possible(axis, name, beside):
            found.append(name)
    return tuple(found)
