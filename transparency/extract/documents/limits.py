"""What a document is, how much of it is read, and why it could not be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal["pdf", "csv", "xlsx", "xls", "ods", "html", "other"]


@dataclass(frozen=True)
class DocumentLimits:
    """How much work a document may be. Bytes, seconds, counts."""

    size: int = 20_000_000
    inflated: int = 400_000_000
    """What the compressed parts may grow to."""
    stream: int = 40_000_000
    """What one stream of a PDF may grow to that is no picture: a page, a font."""
    pages: int = 8
    characters: int = 60_000
    """Characters and strokes drawn on one page."""
    seconds: float = 20.0
    sheets: int = 6
    scanned: int = 400
    """Rows looked at in a sheet."""
    rows: int = 30
    """Rows kept of a table: enough to judge by."""
    whole: bool = False
    """Cells are kept as they are written, of any length and with people's numbers: for who takes each row, and masks what is kept."""


class DocumentProblem(Exception):
    """Why a document cannot be judged, in words for people (Portuguese)."""
