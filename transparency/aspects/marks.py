"""What a page offers besides its content: each link, button, picture and part with its words, and where it leads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from lxml.html import HtmlElement

from transparency.aspects.labels import holds
from transparency.aspects.seen import Sight
from transparency.extract import dom
from transparency.model import Pressable, View
from transparency.text import identifier_words, normalize

_ATTRIBUTES = ("alt", "title", "aria-label", "src", "class", "id")
_WORDS = frozenset(("alt", "title", "aria-label"))
_PARTS = ".//*[@alt or @title or @aria-label or @class or @id or @src or @vw or self::button or self::a]"
LONGEST = 80


@dataclass(frozen=True)
class Mark:
    """A part of a page that says something by its words or by what a program calls it."""

    label: str
    names: str
    """Its words and the names of programs, normalised."""
    url: str = ""
    hidden: bool = False


@lru_cache(maxsize=128)
def marks_of(sight: Sight) -> tuple[Mark, ...]:
    """All parts of a page that are named."""
    return tuple(mark for view in sight.views for mark in (*_pressed(view), *_parts(dom.parse(view.html))))


def links_of(sight: Sight) -> list[Mark]:
    """The links of a page."""
    return [mark for mark in marks_of(sight) if mark.url]


def mark_of(one: Pressable) -> Mark:
    """What a component that can be pressed says."""
    names = " ".join((one.label, one.title, " ".join(identifier_words(one.hint))))
    return Mark(one.caption, normalize(names), one.href, one.hidden)


def _pressed(view: View) -> Iterator[Mark]:
    yield from map(mark_of, view.candidates)
    for toggle in view.toggles:
        yield Mark(toggle.label, normalize(toggle.label), "", toggle.hidden)


def _parts(root: HtmlElement) -> Iterator[Mark]:
    for element in root.xpath(_PARTS):
        said = [element.get(name) or "" for name in _WORDS if element.get(name)]
        named = " ".join(identifier_words(" ".join(element.get(name) or "" for name in _ATTRIBUTES)))
        own = dom.text(element) if element.tag in ("a", "button") else ""
        vlibras = "vlibras" if element.get("vw") is not None else ""
        label = next((text for text in (own, *said) if text), "")[:LONGEST]
        url = element.get("href") or ""
        yield Mark(label, normalize(f"{label} {named} {vlibras}"), url, dom.is_hidden(element))


def first(sight: Sight, terms: tuple[str, ...], hidden: bool = False) -> Mark | None:
    """The first part of a page that is called by one of some terms; of those out of sight only where they count, too."""
    return next((mark for mark in marks_of(sight) if (hidden or not mark.hidden) and holds(mark.names, terms)), None)
