"""Names that no label explains: in the other columns of rows, in option lists, on cards and in prose."""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.rewriting import Rewriter
from transparency.items import Box
from transparency.privacy.cleaning import SHOWN_ROWS, veil
from transparency.privacy.people import find_names

REPEATING = ("title", "alt", "aria-label", "value", "data-order", "data-sort", "data-search", "data-title")
"""Attributes that repeat what an element shows."""
_OF_THE_PAGE = frozenset("title h1 h2 th legend caption script style textarea".split())
"""Elements whose words are about the page or a record set, not one of its rows."""


class LooseNames:
    """Veils names in a document. The first ones of a page stay, as the first rows of a record set do."""

    def __init__(self, first: set[HtmlElement], beyond: set[HtmlElement], writer: Rewriter) -> None:
        self.first = first
        """Cells whose names stay."""
        self.beyond = beyond
        """Rows beyond the first ones, whose names do not."""
        self.veils: list[Box] = []
        """Boxes of the elements in which names were veiled."""
        self.changed = False
        self._writer = writer
        self._shown: set[str] = set()

    def veil(self, root: HtmlElement) -> None:
        """Veil the names in a document."""
        for element in root.iter():
            if element.tag in _OF_THE_PAGE or not _holds_names(element):
                continue
            above = {element, *element.iterancestors()}
            if not above & self.first and self._veil_in(element, bool(above & self.beyond)):
                self.changed = True
                self.veils += boxes_in(element)

    def _veil_in(self, element: HtmlElement, always: bool) -> bool:
        """Veil the names in the texts and attributes of an element; whether there were any."""
        before = _texts(element)
        after = [self._without_names(text, always) if text else text for text in before]
        if after == before:
            return False
        for place, (old, new) in enumerate(zip(before, after, strict=True)):
            if old != new:
                self._write(element, place, new)
        return True

    def _without_names(self, text: str, always: bool) -> str:
        for start, end in reversed([*find_names(text)]):
            name = text[start:end]
            if not always and (name.casefold() in self._shown or len(self._shown) < SHOWN_ROWS):
                self._shown.add(name.casefold())
                continue
            text = f"{text[:start]}{veil(name, len(name))}{text[end:]}"
        return text

    def _write(self, element: HtmlElement, place: int, text: str) -> None:
        """Write one of the texts of an element (see ``_texts``)."""
        if not place:
            self._writer.put(element, False, text)
        elif place <= len(element):
            self._writer.put(element[place - 1], True, text)
        else:
            self._writer.set(element, REPEATING[place - 1 - len(element)], text)


def _texts(element: HtmlElement) -> list[str]:
    """The text of an element, those after each of its children, and the attributes that repeat them."""
    return [
        element.text or "",
        *(child.tail or "" for child in element),
        *(element.get(name) or "" for name in REPEATING),
    ]


def _holds_names(element: HtmlElement) -> bool:
    return any(text and any(find_names(text)) for text in _texts(element))


def boxes_in(row: HtmlElement) -> Iterator[Box]:
    """The outermost boxes in a row."""
    box = dom.own_box(row)
    if box is not None:
        yield box
        return
    if row.get("data-t-hidden") is None:
        for child in row:
            yield from boxes_in(child)
