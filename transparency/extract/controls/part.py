"""An element in the tree of a frame, and the words of a text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from transparency.model import Element

_INPUT_TYPES = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range color checkbox radio "
    "file submit image reset button".split()
)
_CAMEL = re.compile(r"([a-z0-9])([A-Z])")
_APART = re.compile(r"[^a-z0-9]+")

NO_BOX = (0, 0, 0, 0)


def clean(text: str, limit: int = 160) -> str:
    """One space between words, so many characters at most."""
    room = 8 * limit + 400
    if len(text) > room:  # a page as a whole is not read for the sake of its first words
        start = clean(text[:room], limit)
        if len(start) == limit:
            return start
    if "\u200b" in text or "\ufeff" in text:
        text = text.replace("\u200b", " ").replace("\ufeff", " ")
    return " ".join(text.split())[:limit]


def fold(text: str) -> str:
    """Lower case without accents, 400 characters at most."""
    text = clean(text, 400)
    if text.isascii():
        return text.lower()
    return "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.category(c).startswith("M")).lower()


def words(text: str) -> list[str]:
    """Folded words; ``btnConsultar`` is two."""
    return [word for word in _APART.split(fold(_CAMEL.sub(r"\1 \2", text))) if word]


def has_letters(text: str, count: int = 1) -> bool:
    """Whether so many letters stand side by side."""
    return bool(_LETTERS[count].search(text))


_LETTERS = {count: re.compile(rf"[^\W\d_]{{{count}}}") for count in (1, 2, 3)}


def has_words(text: str) -> bool:
    """Whether there is a letter or a figure in it."""
    return any(map(str.isalnum, text))


class Part:
    """An element in the tree, with what follows from its place."""

    __slots__ = (
        "attributes", "box", "children", "drawn", "end", "facts", "index", "place", "role", "scope", "shown", "spans", "tag", "type", "up",
    )  # fmt: skip

    def __init__(self, facts: Element, index: int, up: Part | None) -> None:
        self.facts = facts
        self.tag = facts.tag
        self.attributes = attributes = facts.attributes
        self.role = attributes.get("role", "")
        self.shown = facts.shown
        self.box = facts.box or NO_BOX
        self.index = index
        self.end = index + 1
        """Its descendants are ``order[index + 1 : end]``."""
        self.up = up
        self.children: list[Part] = []
        self.place = 0
        """Position among its parent's children."""
        self.type = _type_of(facts.tag, attributes)
        self.scope = 0
        """Index of what its ids are unique in: the root, or the host of a shadow root."""
        self.drawn = False
        """Text of its own can be seen."""
        self.spans = (0, 0, 0, 0, 0, 0)
        """Where its text begins and ends: all of it, with blocks apart, and what is in sight."""

    def get(self, name: str) -> str:
        """An attribute, or nothing."""
        return self.attributes.get(name, "")

    def has(self, name: str) -> bool:
        return name in self.attributes

    @property
    def classes(self) -> str:
        return self.attributes.get("class", "")

    @property
    def value(self) -> str:
        return self.facts.value or ""

    @property
    def width(self) -> int:
        return self.box[2]

    @property
    def height(self) -> int:
        return self.box[3]

    @property
    def pointer(self) -> bool:
        return self.facts.cursor == "pointer"

    def holds(self, other: Part) -> bool:
        """Whether it is the other or an ancestor of it."""
        return self.index <= other.index < self.end

    def above(self) -> Iterator[Part]:
        """Its parent, the parent of that, and so on."""
        at = self.up
        while at is not None:
            yield at
            at = at.up

    def ancestors(self) -> Iterator[Part]:
        """Itself, its parent, and so on."""
        at: Part | None = self
        while at is not None:
            yield at
            at = at.up

    def neighbour(self, by: int) -> Part | None:
        """The sibling so many elements on."""
        beside = self.up.children if self.up is not None else ()
        at = self.place + by
        return beside[at] if 0 <= at < len(beside) else None

    def before(self) -> Iterator[Part]:
        """The siblings before it, nearest first."""
        if self.up is not None:
            yield from reversed(self.up.children[: self.place])

    def nodes(self) -> Iterator[str | Part]:
        """Its children with the texts between them."""
        texts = self.facts.text
        for place, child in enumerate(self.children):
            if texts and texts[place]:
                yield texts[place]
            yield child
        if texts and texts[-1]:
            yield texts[-1]

    def nodes_before(self) -> Iterator[str | Part]:
        """The texts and siblings before it, nearest first."""
        if self.up is None:
            return
        texts, beside = self.up.facts.text, self.up.children
        for place in range(self.place, -1, -1):
            if place < self.place:
                yield beside[place]
            if texts and texts[place]:
                yield texts[place]

    def nodes_after(self) -> Iterator[str | Part]:
        """The texts and siblings after it, nearest first."""
        if self.up is None:
            return
        texts, beside = self.up.facts.text, self.up.children
        for place in range(self.place + 1, len(beside) + 1):
            if texts and texts[place]:
                yield texts[place]
            if place < len(beside):
                yield beside[place]

    def own_text(self) -> str:
        return clean(" ".join(self.facts.text), 80) if self.facts.text else ""


def is_tab(part: Part) -> bool:
    """Whether a part is a tab, or all that stands in one."""
    return part.role == "tab" or (part.up is not None and part.up.role == "tab" and len(part.up.children) == 1)


def _type_of(tag: str, attributes: dict[str, str]) -> str:
    """The ``type`` property: what a control is, whatever its attribute says."""
    if tag == "input":
        value = attributes.get("type", "").lower()
        return value if value in _INPUT_TYPES else "text"
    if tag == "button":
        value = attributes.get("type", "").lower()
        return value if value in ("button", "reset") else "submit"
    if tag == "select":
        return "select-multiple" if "multiple" in attributes else "select-one"
    if tag in ("textarea", "fieldset", "output"):
        return tag
    return attributes.get("type", "") if tag in ("a", "li", "ul", "ol", "object", "embed") else ""
