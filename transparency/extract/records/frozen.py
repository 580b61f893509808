"""Grids whose first columns stay in sight while the others are scrolled: one list, in tables side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from transparency.extract import dom
from transparency.extract.records.model import Grid

APART = 24
"""Widest gap (CSS px) between the parts of one list: a border, the bar that scrolls the first."""
SHIFT = 3
"""So many px higher or lower the parts of one row may stand."""


def heads_to_bodies(grids: Sequence[Grid]) -> list[Grid]:
    """The same grids. Where the headings of all parts come first, and then the rows of all, each part's rows follow its
    headings."""
    sorted_: list[Grid] = []
    at = 0
    while at < len(grids):
        heads = _run(grids, at, _is_head)
        bodies = _run(grids, at + len(heads), _is_body)[: len(heads)]
        if len(heads) > 1 and len(heads) == len(bodies) and all(map(_fits, heads, bodies)) and _in_line(bodies):
            sorted_ += [part for pair in zip(heads, bodies, strict=True) for part in pair]
            at += 2 * len(heads)
        else:
            sorted_.append(grids[at])
            at += 1
    return sorted_


def side_by_side(grids: Sequence[Grid]) -> list[Grid]:
    """The same grids, those that are parts of one list made one. Two lists that merely stand beside each other have
    headings over their own rows; the parts of one have theirs in tables apart."""
    whole: list[Grid] = []
    for grid in grids:
        before = whole[-1] if whole else None
        if before is not None and before.split and grid.split and _in_line([before, grid]):
            whole[-1] = replace(
                before,
                header=[*before.header, *grid.header],
                rows=[[*one, *other] for one, other in zip(before.rows, grid.rows, strict=True)],
                groups=[*before.groups, *grid.groups],
            )
        else:
            whole.append(grid)
    return whole


def _run(grids: Sequence[Grid], start: int, fits: Callable[[Grid], bool]) -> list[Grid]:
    return list(takewhile(fits, grids[start:]))


def _is_head(grid: Grid) -> bool:
    return not grid.count and not grid.empty_message and any(label for label, _ in grid.header)


def _is_body(grid: Grid) -> bool:
    return grid.count > 0 and not any(label for label, _ in grid.header)


def _fits(head: Grid, body: Grid) -> bool:
    """Whether headings have as many columns as rows, which begin below them."""
    places = [box for _, element in head.header if element is not None and (box := dom.box(element))]
    row = _places(body)[0]
    return len(head.header) == len(body.header) and bool(places) and row is not None and abs(places[0][0] - row[0]) <= SHIFT  # fmt: skip


def _in_line(parts: Sequence[Grid]) -> bool:
    """Whether each row goes on in the next table."""
    for one, other in pairwise(parts):
        if one.count != other.count or len(one.rows) != len(other.rows) or one.count < 2:
            return False
        for left, right in zip(_places(one), _places(other), strict=True):
            if left is None or right is None or abs(left[1] - right[1]) > SHIFT:
                return False
            if not -SHIFT <= right[0] - left[2] <= APART:
                return False
    return True


def _places(grid: Grid) -> list[tuple[int, int, int] | None]:
    """Of each row the left edge, the top and the right edge."""
    found: list[tuple[int, int, int] | None] = []
    for row in grid.rows:
        boxes = [box for cell in row if cell.element is not None and (box := dom.box(cell.element))]
        found.append((min(b[0] for b in boxes), boxes[0][1], max(b[0] + b[2] for b in boxes)) if boxes else None)
    return found
