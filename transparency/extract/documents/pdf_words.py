"""Words of a page of a PDF, the pieces of text that they make, and the part of a page that is a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from transparency.extract.documents.layout import Piece, Row
from transparency.items import Box

Word = dict[str, Any]
"""A word as pdfplumber tells it: its text, letters and edges in points."""


@dataclass
class Region:
    """A table on a page: its rows, and the left and right of its columns. ``titles``: lines over it."""

    rows: list[Row]
    columns: list[tuple[float, float]]
    top: float
    bottom: float
    ruled: bool
    titles: list[str] = field(default_factory=list)
    bbox: tuple[float, float, float, float] = (0, 0, 0, 0)


def piece_of(words: Sequence[Word], place: Callable[..., Box], span: int = 1) -> Piece:
    """Words in a row as one piece of text. ``place`` turns points of the page into pixels; ``span``: columns that it covers."""
    box = place(
        min(w["x0"] for w in words),
        min(w["top"] for w in words),
        max(w["x1"] for w in words),
        max(w["bottom"] for w in words),
    )
    return Piece.of(" ".join(w["text"] for w in words), box, span)


def gap_between(lines: Iterable[list[Word]]) -> float:
    """The least space between two cells, in heights of the letters: wider where all letters are, as on line printers."""
    widths: dict[str, float] = {}
    for line in lines:
        for word in line:
            for char in word["chars"]:
                if char["text"] in "iltmMW" and char.get("size"):
                    widths.setdefault(char["text"], (char["x1"] - char["x0"]) / char["size"])
    narrow = [w for c, w in widths.items() if c in "ilt"]
    broad = [w for c, w in widths.items() if c in "mMW"]
    even = bool(narrow and broad) and max(broad) < 1.15 * min(narrow)
    return 0.95 if even else 0.62


def segments_of(line: list[Word], gap: float) -> list[list[Word]]:
    """A line cut where the space between two words is ``gap`` heights of the letters or more."""
    segments: list[list[Word]] = []
    for word in line:
        height = max(1.0, word["bottom"] - word["top"])
        if segments and word["x0"] - segments[-1][-1]["x1"] < gap * height:
            segments[-1].append(word)
        else:
            segments.append([word])
    return segments
