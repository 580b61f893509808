"""Controls of a home page that change how it looks: high contrast, another size of the text. What they are called, and how a page
looks otherwise after one was pressed."""

from __future__ import annotations

from collections.abc import Iterator

from transparency.aspects.labels import holds
from transparency.aspects.marks import Mark
from transparency.aspects.seen import Sight
from transparency.aspects.words import Words
from transparency.extract import dom

CONTROLS = ("text_size", "contrast")
"""The features that are controls, in the order in which they are tried: what changes the colours may be kept for the next page."""
RESIZED = 0.3
"""Of the texts of a page so many are of another size at least where the size of the text was changed."""


def is_control(mark: Mark, feature: str, words: Words) -> bool:
    """Whether a part of a page is called as what changes its contrast, or the size of its text."""
    if feature == "contrast":
        return bool(holds(mark.names, words.contrasts))
    return bool(holds(mark.names, words.text_sizes)) or mark.label.strip().casefold() in words.text_size_signs


def resized(before: Sight, after: Sight) -> bool:
    """Whether texts that stand on both pages are of another size on the second."""
    first, second = {*_texts(before)}, {*_texts(after)}
    names = {text for text, _, _ in second}
    both = {one for one in first if one[0] in names}
    return bool(both) and len(both - second) >= RESIZED * len(both)


def _texts(sight: Sight) -> Iterator[tuple[str, int, int]]:
    """The texts in sight of the main frame, each with the width and height of its element."""
    for element in dom.parse(sight.views[0].html).iter() if sight.views else ():
        box = dom.own_box(element)
        text = " ".join((element.text or "").split())
        if text and box is not None:
            yield text, box[2], box[3]
