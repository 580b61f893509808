"""What hands out a list as a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from transparency.browse.snapshot import FrameView
from transparency.crawl.signposts import Signposts
from transparency.model import Pressable
from transparency.text import identifier_words, words

FORMATS = ("csv", "xlsx", "excel", "ods", "xls", "odt", "docx", "doc", "txt", "json", "xml", "pdf")
"""How formats are called, on buttons and in addresses, the handiest first."""
UNKNOWN_FORMAT = len(FORMATS)


@dataclass(frozen=True)
class Export:
    """A link or button that hands out what is listed."""

    component: Pressable
    of: str
    """Key of the page."""
    format: int
    """Place among the formats."""

    @property
    def label(self) -> str:
        """What is written on it."""
        return self.component.label or self.component.title

    @property
    def worth(self) -> tuple[bool, int]:
        """The lower the better."""
        return self.component.row is not None, self.format


def exports_of(view: FrameView, signposts: Signposts, key: str) -> Iterator[Export]:
    """What hands out a list of a frame as a file."""
    for one in view.data.candidates:
        label = one.caption
        if one.disabled or one.sends or one.row is not None or signposts.forbids_label(label):
            continue
        if one.kind == "link" and signposts.changes.verb_in(one.href, view.url):
            continue
        named = _format(one)
        if named < UNKNOWN_FORMAT or signposts.puts_out(label):
            yield Export(one, key, named)


def _format(one: Pressable) -> int:
    """The place of the format that a component names: in its words, or in its address and its names for machines."""
    said = {*words(f"{one.label} {one.title}")}
    for texts in (said, {*identifier_words(f"{one.href} {one.hint}")}):
        for place, name in enumerate(FORMATS):
            if name in texts:
                return place
    return UNKNOWN_FORMAT
