"""The labels that a label may be made of: the storeys of a header, alternatives, what stands in brackets."""

from __future__ import annotations

import re
from functools import lru_cache

_UNTIL = re.compile(
    r"\s*[(,-]?\s*\bat[ée]\s+(?:a|o|esta|este|hoje)\b(?:\s+(?:presente\s+)?(?:data|momento|dia))?\s*\)?$", re.I
)
"""When a sum was made, after its name."""
_SHARED_TAIL = re.compile(r"(\S+)\s*(?:\s+e\s+|/|\s+ou\s+)\s*(\S+)\s+(d[aeo]s?\s+.+)", re.I)
BRACKET = re.compile(r"(.{3,}?)\s*\(([^()]{2,})\)\W*")
"""Words, and more in brackets after them: a mark of help, a colon may end them."""


@lru_cache(maxsize=8192)
def parts(label: str) -> tuple[tuple[str, float], ...]:
    """A label and the labels it may be made of, each with a factor: rows of a header (" / "), alternatives ("/", " e ", " ou ")."""
    levels = label.split(" / ")
    last = levels[-1]
    found: dict[str, float] = {last: 1.0}
    if len(levels) > 1:
        found.setdefault(" / ".join(levels[-2:]), 0.96)
        found.setdefault(label, 0.96)
    pieces = [
        p.strip() for p in re.split(r"\s*[/|;+]\s*|\s+[-–]\s+|\s+(?:e|ou|E|OU)\s+|\s*&\s*|\s*,\s+", last) if p.strip()
    ]
    if 1 < len(pieces) <= 4:
        for piece in pieces:
            if sum(c.isalpha() for c in piece) >= 3 or re.fullmatch(r"[nN][º°o.]?|UO|UG|NE", piece):
                found.setdefault(piece, 0.93)
    shared = _SHARED_TAIL.fullmatch(last)
    if shared:
        # "Tipo e nº da licitação": both are the bid's
        found.setdefault(f"{shared.group(1)} {shared.group(3)}", 0.96)
        found.setdefault(f"{shared.group(2)} {shared.group(3)}", 0.96)
    until = _UNTIL.sub("", last)
    if until and until != last:
        found.setdefault(until, 0.96)
    bracket = BRACKET.fullmatch(last.strip())
    if bracket:
        found.setdefault(bracket.group(1), 0.93)
        if re.fullmatch(r"[^\W\d]{4,}(?:\s+[^\W\d]+){0,3}", bracket.group(2)):
            found.setdefault(bracket.group(2), 0.93)
    return tuple(found.items())
