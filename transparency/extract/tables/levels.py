"""Trees in tables: rows that tell their level. It becomes a column with the names of the rows that are of it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from transparency.extract import dom
from transparency.extract.tables.grids import field_in
from transparency.extract.tables.labels import could_label
from transparency.extract.tables.table import EMPTY, Cell, Column
from transparency.extract.values import value_type

MOST_LEVELS = 8
"""A tree has no more."""
MOST = 0.8
"""The share of the cells of a column that tell their level before a colon."""
MASK = 4
"""Digits of the shortest code, or beginning of one, that has no points between its levels ("11120000", "1112.02.00")."""
LONGEST = 40
"""Characters of the name of a level."""

_CODE = re.compile(r"\W*(\d+(?:[.\-]\d+)*)\b")
_BRACKETS = re.compile(r"(.+?)\s*\(([^()]+)\)")

Told = tuple[str, Cell]
"""A level, and what the row of it is called."""


def levels_of(rows: Sequence[Sequence[Cell]]) -> list[tuple[Column, list[Cell]]]:
    """A column for each level that rows tell, with a cell a row, empty where that is of another level."""
    columns = [*zip(*rows, strict=False)] if len(rows) > 1 else []
    labelled = ([_before_colon(cell) for cell in column] for column in columns)
    found = [told for told, column in zip(labelled, columns, strict=True) if _is_labelled(column, told)]
    if not found:
        found = [*islice(_in_depth(columns), 1)]
    return [level for told in found for level in _columns(told)]


def _columns(told: Sequence[Told | None]) -> Iterator[tuple[Column, list[Cell]]]:
    for level in dict.fromkeys(one[0] for one in told if one):
        cells = [one[1] if one and one[0] == level else EMPTY for one in told]
        if any(cell.filled for cell in cells):
            yield Column(level, next(cell.element for cell in cells if cell.filled)), cells


# ---------------------------------------------------------------------------- before a colon: "Função: 04 - Administração"


def _before_colon(cell: Cell) -> Told | None:
    said = field_in(cell.text) if cell.filled else None
    if said is None or not could_label(said[0]) or said[1].startswith("//"):
        return None
    return said[0], Cell(said[1], value_type(said[1]), cell.element)


def _is_labelled(column: Sequence[Cell], told: Sequence[Told | None]) -> bool:
    """Whether nearly all cells of a column tell their level, or begin with a code where others do, and few levels come again and
    again."""
    levels = [one[0] for one in told if one]
    coded = (
        sum(1 for one, cell in zip(told, column, strict=True) if not one and _code(cell)) if len({*levels}) > 1 else 0
    )
    if len(levels) + coded < MOST * sum(cell.filled for cell in column):
        return False
    return 0 < len({*levels}) <= min(MOST_LEVELS, len(levels) - 1)


# ------------------------------------------------------------- beside a code: "1.1 Impostos" with "Origem" behind it or beside


def _in_depth(columns: Sequence[Sequence[Cell]]) -> Iterator[list[Told | None]]:
    """What goes with how deep the codes of a column are, where these are a tree: each word with one depth, each depth with one word."""
    for place, column in enumerate(columns):
        codes = [_code(cell) for cell in column]
        if not _is_tree(codes):
            continue
        others = (*columns[:place], *columns[place + 1 :])
        told: list[list[Told | None]] = [[_parted(cell) for cell in column]]
        told += [[(level.text, cell) for level, cell in zip(other, column, strict=True)] for other in others]
        told += [[part(cell) for cell in other] for other in others for part in (_parted, begun)]
        depths = [len(code) for code in codes]
        yield from (one for one in told if _goes_with(one, depths))


def _code(cell: Cell) -> tuple[str, ...]:
    """The parts of the code that a cell begins with; () without one. Zeros at its end are levels that it has not."""
    found = _CODE.match(cell.text)
    if found is None:
        return ()
    parts = re.split(r"[.\-]", found[1])
    if len(parts[0]) >= MASK:
        parts = [*parts[0], *parts[1:]]
    while len(parts) > 1 and not parts[-1].strip("0"):
        parts.pop()
    return tuple(parts)


def _is_tree(codes: Sequence[tuple[str, ...]]) -> bool:
    """Whether each code that is longer than the shortest begins as one before it does."""
    least = min(map(len, codes))
    above = set[tuple[str, ...]]()
    for code in codes:
        if len(code) > least and not any(code[:length] in above for length in range(least, len(code))):
            return False
        above.add(code)
    return 0 < least < max(map(len, codes))


def _parted(cell: Cell) -> Told | None:
    """The level of a cell, which stands in an element of its own at its end or in brackets, and the rest of the cell."""
    last = cell.element[-1] if cell.element is not None and len(cell.element) else None
    badge = dom.text(last) if last is not None and not dom.tidy(last.tail or "") else ""
    if badge and cell.text.endswith(badge) and (name := cell.text.removesuffix(badge).strip()):
        return badge.strip("()"), replace(cell, text=name)
    found = _BRACKETS.fullmatch(cell.text)
    return (found[2], replace(cell, text=found[1])) if found else None


def begun(cell: Cell) -> Told | None:
    """The level of a cell that begins with it, in an element of its own, and the rest of the cell."""
    if cell.element is None or not len(cell.element) or dom.tidy(cell.element.text or ""):
        return None
    badge = dom.text(cell.element[0])
    name = cell.text.removeprefix(badge).strip() if badge and cell.text.startswith(badge) else ""
    return (badge, replace(cell, text=name)) if name else None


def _goes_with(told: Sequence[Told | None], depths: Sequence[int]) -> bool:
    pairs = {(one[0] if one else "", depth) for one, depth in zip(told, depths, strict=True)}
    levels = {level for level, _ in pairs}
    if not 2 <= len(levels) == len(pairs) == len({*depths}) <= MOST_LEVELS:
        return False
    return all(len(level) <= LONGEST and could_label(level) and not re.search(r"\d", level) for level in levels)
