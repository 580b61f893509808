"""What is new on a page of a list, and when the pages of a list are at their end."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field


def digest_of(cells: Sequence[str]) -> str:
    """What is the same for rows that say the same, 20 hex digits."""
    return hashlib.sha256("\x1f".join(cells).encode("utf-8", "replace")).hexdigest()[:20]


@dataclass
class Harvest:
    """What was seen of a list: rows are known by their digests, pages by those of their rows."""

    pages: list[str] = field(default_factory=list)
    """Digests of the pages that brought something, in order."""
    rows: list[str] = field(default_factory=list)
    """Of the last page that was taken: one to which rows are appended ("mais") begins with them."""
    window: list[str] = field(default_factory=list)
    """The rows in sight of a list that is scrolled."""
    sheets: set[int] = field(default_factory=set)
    """How many pages there are, as far as the first of them told."""
    seen: Counter[str] = field(default_factory=Counter)
    """Digest of a row → how often it was taken."""

    def take(self, rows: Sequence[str], grows: bool) -> tuple[int, bool]:
        """Which rows of a page are new, as the number of the first of them, and whether the page was seen before. ``grows``: the
        page before was to append rows, so that this one may begin with those that were taken already."""
        page = digest_of(rows)
        if not rows or page in self.pages:
            return len(rows), bool(rows)
        self.pages.append(page)
        first = len(self.rows) if grows and list(rows[: len(self.rows)]) == self.rows else 0
        self.rows = [*rows]
        return first, False

    def in_window(self, rows: Sequence[str]) -> list[int]:
        """The order in which the rows of a list that was scrolled are taken, as their numbers: first those that the window before
        had; it may have drawn them in any order. ``rows``: as in ``take``."""
        before = Counter(self.window)
        known = []
        for number, row in enumerate(rows):
            if before[row]:
                before[row] -= 1
                known.append(number)
        self.window = [*rows]
        return known + [number for number in range(len(rows)) if number not in {*known}]

    def turned(self, number: int, sheets: Collection[tuple[int, int]]) -> tuple[int, int] | None:
        """Which page the portal says that is in sight, and of how many; None where it does not say. ``number``: as which page it was
        reached; ``sheets``: what may tell it. What told a first page of several goes on telling as long as it goes up."""
        if number == 1:
            self.sheets = {whole for one, whole in sheets if one == 1 < whole}
            return (1, next(iter(self.sheets))) if len(self.sheets) == 1 else None
        told = {(one, whole) for one, whole in sheets if whole in self.sheets and one > 1}
        if (exact := {(one, whole) for one, whole in told if one == number}) and len(exact) == 1:
            self.sheets = {whole for _, whole in exact}
            return next(iter(exact))
        return next(iter(told)) if len(told) == 1 else None

    def key(self, row: str) -> str:
        """The key of a row that is taken: its digest, and for the second of equal ones its number."""
        self.seen[row] += 1
        return row if self.seen[row] == 1 else f"{row}-{self.seen[row]}"
