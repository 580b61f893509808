"""What stands on a page: on the next one only what is new is its own, the rest is of the portal (menus, a login, a search, a notice)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.node import bar_at
from transparency.text import normalize

MOST = 20_000
"""Characters of a page that are compared: one that only leads on has fewer."""
FEWEST_ENTRIES = 5
"""So many entries beside one another make a menu, or a part of one."""
Fields = tuple[str, ...]
"""What is on the button of a form and what its fields ask; of a list outside of forms, what it asks."""


@dataclass(frozen=True)
class Standing:
    """What stands on a page."""

    presses: frozenset[tuple[str, str]] = frozenset()
    """(place on the page, label) of what can be pressed in sight."""
    asked: frozenset[Fields] = frozenset()
    """What its forms ask, and its lists of options outside of them."""
    words: Counter[str] = field(default_factory=Counter)
    """Normalised word → how often it says it."""
    asks_password: bool = False

    def __or__(self, other: Standing) -> Standing:
        """What stands on either page."""
        return Standing(
            self.presses | other.presses,
            self.asked | other.asked,
            self.words | other.words,
            self.asks_password or other.asks_password,
        )

    def __sub__(self, other: Standing) -> Standing:
        """What stands on this page, and not on another one."""
        return Standing(
            self.presses - other.presses,
            self.asked - other.asked,
            self.words - other.words,
            self.asks_password and not other.asks_password,
        )


def presses_of(snapshot: Snapshot) -> frozenset[tuple[str, str]]:
    """(place on the page, label) of what can be pressed in sight."""
    return frozenset(
        (one.path, one.label) for view in snapshot.frames for one in view.data.candidates if not one.hidden
    )


def menus_on_both(one: frozenset[tuple[str, str]], other: frozenset[tuple[str, str]]) -> frozenset[str]:
    """The bars of which a few entries stand on two pages, of what can be pressed there. What is unfolded in them may differ."""
    entries, others = ({(bar_at(path), label) for path, label in presses} for presses in (one, other))
    again = Counter(bar for bar, _ in entries & others)
    return frozenset(bar for bar, count in again.items() if count >= FEWEST_ENTRIES)


def standing_of(snapshot: Snapshot) -> Standing:
    """What stands on a page that was seen."""
    views = snapshot.frames
    return Standing(
        presses_of(snapshot),
        frozenset(fields for view in views for fields in _asked(view)),
        Counter(normalize(snapshot.text[:MOST]).split()),
        any(view.data.asks_password for view in views),
    )


def _asked(view: FrameView) -> Iterator[Fields]:
    yield from ((form.label, *(one.caption for one in form.controls)) for form in view.data.forms)
    yield from ((one.caption,) for one in view.data.selects)
