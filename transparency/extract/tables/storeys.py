"""Records of several lines in a sheet: its headings take as many lines, and every value stands under its own. What stands once over
several lines of others, as an order over its payments, is said of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from transparency.extract.tables.labels import TELLING, heads_column
from transparency.extract.tables.table import Line, Piece

MOST_LINES = 4
"""No more lines of headings are looked for."""
SEARCHED = 60
"""Lines among which the headings are sought."""
LOOKED = 200
"""Lines by which headings are judged before all are read."""
LEAST_LINES = 2
"""Fewer lines under one of the headings may stand so by chance."""
EXACTLY = -1
"""In place of a distance: the cells of a table stand under those that have the same edges."""
SHARE = 0.7
"""The share of the lines below headings that stand under one of them."""


@dataclass
class Storeys:
    """Lines of headings, and what is read below them."""

    heads: Sequence[Line]
    near: float
    """Edges no farther apart stand over each other."""
    lines: list[Line] = field(default_factory=list)
    """What was read, each record as one line."""
    taken: Counter[int] = field(default_factory=Counter)
    """How many lines stand under each line of headings, and (-1) under none."""
    own: Counter[int] = field(default_factory=Counter)
    """How many of them stand under no other one."""
    held: dict[int, Line] = field(default_factory=dict)
    """The lines of the record that is being read, by those of the headings."""
    told: bool = True
    """It was taken in."""

    def read(self, lines: Sequence[Line]) -> None:
        """Read the lines from these headings down."""
        texts, at = [*map(_texts, self.heads)], 0
        while at < len(lines):
            if [*map(_texts, lines[at : at + len(texts)])] == texts:
                self._tell()
                self.lines.append(self._joined(dict(enumerate(self.heads))))
                at += len(texts)
            else:
                self._take(lines[at])
                at += 1
        self._tell()

    def _take(self, line: Line) -> None:
        """Take a line in, under the next of the headings that it stands under."""
        said = len(line.pieces) == 1 and ":" in line.pieces[0].text  # over a group of records
        under = [n for n, head in enumerate(self.heads) if not said and stands_under(line, head, self.near)]
        if not under:
            self._tell()
            self.taken[-1] += len(line.pieces) > 1
            self.lines.append(line)
            return
        last = -1 if self.told else max(self.held)
        place = next((n for n in under if n > last), under[0])
        if place <= last:
            self._tell()
        self.held = {n: above for n, above in self.held.items() if n < place} | {place: line}
        self.told = False
        self.taken[place] += 1
        self.own[place] += len(under) == 1

    def _tell(self) -> None:
        """Add the record that was read."""
        if not self.told:
            self.lines.append(self._joined(self.held))
        self.told = True

    def _joined(self, record: dict[int, Line]) -> Line:
        """The lines of a record as one, behind each other."""
        width = 2 * max(head.right for head in self.heads)
        cells = [
            replace(piece, left=piece.left + n * width, right=piece.right + n * width)
            for n, line in sorted(record.items())
            for piece in line.cells
        ]
        return Line(cells, next(iter(record.values())).element)

    @property
    def read_lines(self) -> int:
        """How many lines stand under the headings."""
        return self.taken.total() - self.taken[-1]

    @property
    def sure(self) -> bool:
        """Whether each line of headings has lines of its own, and hardly any other stands between."""
        first = self.taken[0]
        enough = all(self.taken[n] >= max(LEAST_LINES, first / 2) for n in range(1, len(self.heads)))
        own = all(2 * self.own[n] >= self.taken[n] for n in range(len(self.heads)))
        alone = len(self.heads[0].pieces) == 1
        return (
            enough and own and first >= (1 if alone else LEAST_LINES) and self.read_lines >= SHARE * self.taken.total()
        )


def records_joined(lines: Sequence[Line], near: float) -> list[Line]:
    """The lines of a sheet, those of each record as one, where the headings take several lines and the records do so too. ``near``:
    edges no farther apart stand over each other."""
    for at in range(min(len(lines), SEARCHED)):
        blocks = (lines[at : at + many] for many in range(2, min(MOST_LINES, len(lines) - at) + 1))
        tried = [_read(heads, near, lines[at : at + LOOKED]) for heads in blocks if _may_head(heads)]
        if sure := [storeys for storeys in tried if storeys.sure]:
            best = max(sure, key=lambda storeys: storeys.read_lines)
            return [*lines[:at], *_read(best.heads, near, lines[at:]).lines]
    return [*lines]


def _read(heads: Sequence[Line], near: float, lines: Sequence[Line]) -> Storeys:
    storeys = Storeys(heads, near)
    storeys.read(lines)
    return storeys


def _may_head(lines: Sequence[Line]) -> bool:
    """Whether lines may be the headings of records: names, none twice; one alone in its line is made as others are."""
    if len({tuple((piece.left, piece.right) for piece in line.pieces) for line in lines}) < len(lines):
        return False  # what stands under one stands under the other: plain rows
    pieces = [*chain.from_iterable(line.pieces for line in lines)]
    words = [piece.text for piece in pieces]
    if len(set(words)) < len(words) or not all(map(_names, pieces)):
        return False
    makes = {piece.make for line in lines if len(line.pieces) > 1 for piece in line.pieces}
    return all(line.pieces[0].make in makes for line in lines if len(line.pieces) == 1)


def _names(piece: Piece) -> bool:
    return heads_column(piece.text) and piece.cell.type not in TELLING and ":" not in piece.text.rstrip(": ")


def stands_under(line: Line, heads: Line, near: float) -> bool:
    """Whether each piece of a line stands under a heading of its own: words begin where it does, or have their middle there; numbers
    and dates may also end there, or stand under no other one."""
    found = set[int]()
    for piece in line.pieces:
        over = [n for n, head in enumerate(heads.pieces) if piece.over(head) > 0]
        best = next((n for n in over if _meets(piece, heads.pieces[n], near)), None)
        if best is None and near >= 0 and piece.cell.type in TELLING and len(over) == 1:
            best = over[0]
        if best is None or best in found:
            return False
        found.add(best)
    return bool(found)


def _meets(piece: Piece, head: Piece, near: float) -> bool:
    if near < 0:
        return (piece.left, piece.right) == (head.left, head.right)
    ends = abs(piece.right - head.right) <= near and piece.cell.type in TELLING
    return ends or min(abs(piece.left - head.left), abs(piece.left + piece.right - head.left - head.right) / 2) <= near


def _texts(line: Line) -> list[str]:
    return [piece.text for piece in line.pieces]
