"""Writing into a page, with an account of what was written over: facts follow the page that was read from them."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml.html import HtmlElement

from transparency.extract.controls.markup import PLACE
from transparency.privacy.facts import Change


@dataclass
class Rewriter:
    """Writes into a document. ``changes``: what was written where the elements say their places (``PLACE``)."""

    changes: list[Change] = field(default_factory=list)

    def put(self, element: HtmlElement, tail: bool, text: str) -> bool:
        """Set the text of an element, or what follows it; whether that was another."""
        before = (element.tail if tail else element.text) or ""
        if before == text:
            return False
        if tail:
            element.tail = text
        else:
            element.text = text
        self._note(element.getparent() if tail else element, "", before, text)
        return True

    def set(self, element: HtmlElement, name: str, value: str) -> None:
        """Set an attribute."""
        before = element.get(name) or ""
        element.set(name, value)
        self._note(element, name, before, value)

    def _note(self, element: HtmlElement | None, name: str, before: str, after: str) -> None:
        while element is not None and element.get(PLACE) is None:
            element = element.getparent()
        if element is not None:
            self.changes.append(Change(int(element.get(PLACE, "0")), name, before, after))
