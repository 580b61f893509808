"""Menu or record: what calls itself a navigation, told by what is said in it. Knows values, and no mark-up."""

from __future__ import annotations

from collections.abc import Iterable

from transparency.extract.values import HOLDS_DATA

LEAST = 3
"""Words that are no entries, fewer of which a menu has, too: who is signed in, the page of a list."""
TABS = frozenset(("tablist", "tab"))
"""Roles of what parts the content of a menu or a record, and speaks for neither."""


def shows_record(pieces: Iterable[tuple[str, bool]]) -> bool:
    """Whether what calls itself a navigation shows a record, as a drawer beside a list does: data are in it, and most of its words
    are no entries, which are pressed and hold none. ``pieces``: its words, and whether they are pressed."""
    told = [
        (HOLDS_DATA.search(words) is not None, pressed) for words, pressed in pieces if any(map(str.isalnum, words))
    ]
    others = sum(data or not pressed for data, pressed in told)
    return 2 * others > len(told) and others >= LEAST and any(data for data, _ in told)
