"""What leads from one page of a list to the next: a number, a word or a sign, or what appends more rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from transparency.items import Box
from transparency.model import Pressable
from transparency.rows.words import RowWords
from transparency.text import normalize

Paging = Literal["", "number", "next", "more", "scroll"]
"""How a list turns its pages: not at all, by their numbers, by what leads to the next, by what appends rows, by being scrolled."""

_NEXT_SIGNS = ("›", ">", "→", "▶", "»", ">>", "❯", "chevron_right", "keyboard_arrow_right", "navigate_next")
"""Signs of the next page, the surest first: where both stand, "»" leads to the last one."""
PAGERS = 6
"""So many lists of a page may each have a pager of their own, or one above and one below."""
FAR = 100_000
"""CSS px: farther off than anything on its page."""


@dataclass(frozen=True)
class Turn:
    """What is pressed next, and of what kind it is; nothing is pressed where the list is scrolled."""

    paging: Paging
    control: Pressable | None


def find_turn(
    controls: Sequence[Pressable], listed: Box | None, page: int, words: RowWords, known: Paging = ""
) -> Turn | None:
    """What leads on from the page of that number. ``listed``: the box of the list: of several pagers the nearest counts.
    ``known``: how the list was seen to turn its pages before, which goes first."""
    able = [one for one in controls if not one.disabled and not one.hidden and not one.current]
    plain = [one for one in able if one.turns or not _of_record(one)]
    finders: dict[Paging, Callable[[], list[Pressable]]] = {
        "number": lambda: _numbered(plain, page + 1),
        "next": lambda: _few(_spoken(able, words.next)) or _signs(plain),
        "more": lambda: _few(_spoken(able, words.more)),
    }
    for paging in sorted(finders, key=lambda paging: paging != known):
        found = finders[paging]()
        if found:
            return Turn(paging, min(found, key=lambda one: distance(one.box, listed)))
    return None


def _of_record(control: Pressable) -> bool:
    """Whether a control stands in a row with data, where numbers are those of records. A row of its own, of a pager, is none
    if all that it says are short numbers and signs."""
    row = control.row
    return row is not None and not row.heading and bool(re.search(r"[^\W\d_]{4,}|\d{4,}", row.says)) and row.cells > 1


def _numbered(controls: Sequence[Pressable], wanted: int) -> list[Pressable]:
    """The controls that hold the number of the next page, of those that stand in a bar with another number or sign."""
    found = [one for one in controls if _said(one) == str(wanted)]
    return [one for one in found if wanted == 2 or any(_beside(one, other) for other in controls if other is not one)]


def _beside(one: Pressable, other: Pressable) -> bool:
    """Whether another control of a pager stands in the same line."""
    turns = _said(other).isdecimal() or bool(re.fullmatch(r"\W+", _said(other) or "x"))
    if one.box is None or other.box is None:
        return turns
    return turns and abs(one.box[1] - other.box[1]) <= max(one.box[3], other.box[3])


def _signs(controls: Sequence[Pressable]) -> list[Pressable]:
    """The controls with the surest of the signs that are there."""
    for sign in _NEXT_SIGNS:
        if drawn := [one for one in controls if _said(one) == sign]:
            return drawn
    return []


def _spoken(controls: Sequence[Pressable], names: frozenset[str]) -> list[Pressable]:
    """The controls that are called so."""
    return [one for one in controls if _names(one) & names]


def _few(controls: Sequence[Pressable]) -> list[Pressable]:
    """Controls with one meaning, unless there are so many that each record has one."""
    return [*controls] if len(controls) <= PAGERS else []


def _said(control: Pressable) -> str:
    return control.label.strip()


def _names(control: Pressable) -> set[str]:
    """What a control is called, without numbers and signs."""
    texts = (re.sub(r"\d+", " ", text) for text in (control.label, control.title))
    return {normalize(re.sub(r"[<>‹›»«→▶❯+]", " ", text)) for text in texts} - {""}


def distance(box: Box | None, listed: Box | None) -> int:
    """How far below or above a list something stands, in CSS px; what stands above counts as a little farther."""
    if box is None or listed is None:
        return FAR
    top, bottom = listed[1], listed[1] + listed[3]
    if box[1] >= bottom:
        return box[1] - bottom
    return max(0, top - box[1] - box[3]) + 1
