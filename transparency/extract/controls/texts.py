"""All text of a frame, written once: each element keeps where its own begins and ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from transparency.extract.controls.part import Part

BLOCKS = frozenset("div p li ul ol dl dt dd tr td th h1 h2 h3 h4 h5 h6 section article figcaption".split())
_TEXTLESS = frozenset("input textarea iframe canvas video audio object".split())
"""What stands in them is shown only where they cannot be."""
OPTIONS = frozenset(("option", "optgroup"))
_CASES: dict[str, Callable[[str], str]] = {
    "uppercase": str.upper,
    "lowercase": str.lower,
    "capitalize": lambda text: re.sub(r"(?<![\w’'])[^\W\d_]", lambda found: found[0].upper(), text),
}


class Texts:
    """The text of some elements in three ways; fills in their ``spans``."""

    def __init__(self, order: Sequence[Part], mixed: bool) -> None:
        self.mixed = mixed
        """Whether components have trees of their own."""
        self._pieces: tuple[list[str], list[str], list[str]] = ([], [], [])
        self._ends = [0, 0, 0]
        self._write_all(order)
        self.plain, self.apart, self.shown = map("".join, self._pieces)
        """As it is, with blocks apart, and what is in sight."""

    def _write_all(self, order: Sequence[Part]) -> None:
        ends = self._ends
        stack: list[Part] = []
        for part in order:
            while stack and stack[-1] is not part.up:
                self._close(stack.pop())
            if stack and stack[-1].facts.text:
                self._write(stack[-1].facts.text[part.place], stack[-1])
            self._gap(part)
            part.spans = (ends[0], 0, ends[1], 0, ends[2], 0)
            stack.append(part)
        while stack:
            self._close(stack.pop())

    def _add(self, way: int, text: str) -> None:
        self._pieces[way].append(text)
        self._ends[way] += len(text)

    def _write(self, text: str, part: Part) -> None:
        """Write a text that stands right in an element."""
        self._add(0, text)
        self._add(1, text)
        if part.drawn and part.tag not in _TEXTLESS:
            change = None if self.mixed else _CASES.get(part.facts.letters)
            self._add(2, change(text) if change else text)

    def _gap(self, part: Part) -> None:
        """Part the text of an element from what stands beside it."""
        if part.tag in BLOCKS or part.tag == "br" or "-" in part.tag:
            self._add(1, " ")
            if self.mixed:
                self._add(0, " ")
        display = part.facts.display
        inline = display.startswith("inline") and not (self.mixed and display == "inline-block")
        if part.tag == "br" or part.tag in OPTIONS or not (inline or display in ("contents", "none")):
            self._add(2, " ")

    def _close(self, part: Part) -> None:
        """Write what stands after the children of an element, and where its text ends."""
        if part.facts.text:
            self._write(part.facts.text[-1], part)
        starts, ends = part.spans, self._ends
        part.spans = (starts[0], ends[0], starts[2], ends[1], starts[4], ends[2])
        self._gap(part)
