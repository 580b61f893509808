"""What a painted application has read aloud: over the picture, in letters without colour, every text stands in its place among
elements that say nothing of each other. What belongs together is told by where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from transparency.extract.controls.part import Part

_SEVERAL = re.compile(r"\S\s*\n\s*\S")
_LABEL = re.compile(r"[^\d:]{0,60}[^\W\d_]{2}[^\d:]{0,60}")


def is_aloud(part: Part) -> bool:
    """Whether its letters are there to be read aloud, and not to be seen."""
    return part.facts.colourless


def in_lines(text: str) -> list[str]:
    """A text of several lines holds what is apart in the picture."""
    return [line for line in text.split("\n") if line.strip()]


def lines_of(text: str, part: Part) -> list[str]:
    """The lines of a text of an element, where they are apart."""
    return in_lines(text) if part.facts.colourless and _SEVERAL.search(text) else [text]


def painted_by(part: Part) -> Part:
    """The element that says how far a text is painted: the letters of its own are of another size."""
    return part.up if part.tag == "span" and part.up is not None else part


def lone_text(part: Part) -> str | None:
    """The one text of an element without a role that holds nothing else."""
    if "-" not in part.tag or part.has("role") or not is_aloud(part):
        return None
    inner = part.children[0] if len(part.children) == 1 and part.children[0].tag == "span" else part
    text = "".join(inner.facts.text)
    return text if not inner.children and text.strip() else None


@dataclass
class Run:
    """Elements that belong together: side by side (``line``), labels over their values (``pairs``), or one alone."""

    kind: str
    parts: list[Part]


def runs_of(parts: Sequence[Part], texts: Mapping[Part, str], pressed: Collection[Part]) -> list[Run]:
    """Elements in runs. ``texts``: those that are one text; ``pressed``: those that can be pressed."""
    runs: list[Run] = []
    at = 0
    while at < len(parts):
        line = _run(parts[at:], texts, _stands_beside)
        stack = [] if parts[at] in pressed else _run(parts[at:], texts, _stands_below)
        if len(line) > 1:
            runs.append(Run("line", line))
        elif _paired(stack, pressed):
            runs.append(Run("pairs", stack))
        else:
            runs.append(Run("", [parts[at]]))
        at += len(runs[-1].parts)
    return runs


def _stands_beside(part: Part, before: Part) -> bool:
    return abs(part.box[1] - before.box[1]) <= 2 and part.box[0] > before.box[0]


def _stands_below(part: Part, before: Part) -> bool:
    return abs(part.box[0] - before.box[0]) <= 2 and part.box[1] > before.box[1]


def _run(parts: Sequence[Part], texts: Mapping[Part, str], goes_on: Callable[[Part, Part], bool]) -> list[Part]:
    """The first elements, as long as each is one line of text and goes on from the one before it."""
    found = [parts[0]]
    for part in parts[1:]:
        text = texts.get(part)
        if found[-1] not in texts or text is None or len(lines_of(text, part)) > 1 or not goes_on(part, found[-1]):
            break
        found.append(part)
    return found


def _paired(stack: list[Part], pressed: Collection[Part]) -> bool:
    """Whether labels stand close over their values, and pairs apart."""
    if len(stack) <= 3 or len(stack) % 2 or any(part in pressed for part in stack):
        return False
    gaps = [part.box[1] - (stack[n].box[1] + stack[n].height) for n, part in enumerate(stack[1:])]
    apart = min(gaps[1::2])
    return all(gap < apart for gap in gaps[::2])


def labelled(cards: Sequence[list[str]]) -> bool:
    """Of cards of as many lines each, the lines that say the same in all of them and stand before ones that differ are labels;
    of texts of two lines without more, the first, where all differ."""
    many = len(cards[0]) if cards else 0
    if many < 2 or many % 2 or len(cards) < 2 or any(len(lines) != many for lines in cards):
        return False
    columns = [{lines[place] for lines in cards} for place in range(many)]
    labels = range(0, many, 2)
    if many == 2:
        return len(cards) > 2 and len(columns[0]) == len(cards) and all(_LABEL.fullmatch(lines[0]) for lines in cards)
    alike = all(len(columns[at]) == 1 and _LABEL.fullmatch(cards[0][at]) for at in labels)
    return alike and any(len(columns[at + 1]) > 1 for at in labels)
