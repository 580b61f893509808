"""The way to the file of a list: what is pressed beside it, one after the other. Of a list whose file nobody knows yet the likeliest
exports are tried, and what a menu of them offers once it is open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from transparency.browse.snapshot import HandedOut, Snapshot
from transparency.crawl.exports import FORMATS, UNKNOWN_FORMAT, Export, exports_of
from transparency.crawl.signposts import Signposts
from transparency.model import Pressable
from transparency.node import FrameKey
from transparency.rows.paging import distance
from transparency.rows.reading import SeenList
from transparency.rows.words import RowWords
from transparency.rows.wrapper import FileWay
from transparency.text import normalize

READ = frozenset(("csv", "xlsx", "excel", "ods", "xls", "json"))
"""The formats whose rows are read."""
PRESSES = 3
"""So much is pressed for a file that nobody knows yet."""
AROUND = frozenset(("nav", "header", "footer"))
"""Parts of a page that hold what is on all pages."""


@dataclass
class Fetching:
    """A file that is fetched."""

    seen: SeenList
    """The rows in sight when it was begun."""
    known: FileWay | None
    whole: bool = False
    """The list was read to its end: the file must have just its rows."""
    pressed: list[str] = field(default_factory=list)
    """The labels of what was pressed …"""
    failed: list[str] = field(default_factory=list)
    """… and of what could not be."""
    file: HandedOut | None = None
    over: bool = False
    """Nothing more is pressed."""
    taken: bool = False
    """Its rows were taken, or were those of the list."""

    @property
    def label(self) -> str:
        """What it is called."""
        return " → ".join(self.known.labels if self.known else self.pressed or self.failed)

    def onward(self, snapshot: Snapshot, signposts: Signposts, words: RowWords) -> tuple[Pressable, FrameKey] | None:
        """What is pressed next, and in which frame; None where there is nothing."""
        most = len(self.known.labels) if self.known else PRESSES
        if self.over or len(self.pressed) + len(self.failed) >= most:
            return None
        offered = [*self._offered(snapshot, signposts, words)]
        if self.known:
            wanted = normalize(self.known.labels[len(self.pressed)])
            offered = [one for one in offered if normalize(one[1].caption) == wanted]
        chosen = min(offered, key=lambda one: one[0], default=None)
        if chosen is None:
            return None
        self.pressed.append(chosen[1].caption)
        return chosen[1:]

    def handed(self, file: HandedOut | None) -> None:
        """The last press has brought a file, or was none."""
        self.file, self.over = file, file is not None
        if file is None:
            self.failed.append(self.pressed.pop())

    def _offered(
        self, snapshot: Snapshot, signposts: Signposts, words: RowWords
    ) -> Iterator[tuple[tuple[bool, int, int], Pressable, FrameKey]]:
        """What may hand out the list, each with how far it is from being the best."""
        tried = {*self.pressed, *self.failed}
        for number, view in enumerate(snapshot.frames):
            box = self.seen.box if number == self.seen.frame else None
            for export in exports_of(view, signposts, ""):
                one = export.component
                apart = bool(one.card) or (one.region in AROUND and not self.pressed)
                if _may_be_read(export, words) and not apart and one.caption not in tried:
                    yield (bool(one.hidden), export.format, distance(one.box, box)), one, view.key


def _may_be_read(export: Export, words: RowWords) -> bool:
    """Whether an export is of a format that is read, or names none and may open a menu of formats."""
    if export.format < UNKNOWN_FORMAT:
        return FORMATS[export.format] in READ
    return f"{normalize(export.label)} ".startswith(tuple(f"{word} " for word in words.files))


def is_offered(snapshot: Snapshot, seen: SeenList, signposts: Signposts, words: RowWords) -> bool:
    """Whether the page of a list offers a file of it that may be read."""
    return Fetching(seen, None).onward(snapshot, signposts, words) is not None
