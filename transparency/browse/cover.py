"""What leaves the browser, and what its pictures show: data and places, by the rules of ``transparency/privacy/cleaning.py``."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from PIL import Image, ImageFilter

from transparency.extract.redact import Redacted, joined, parts, redact
from transparency.items import Box
from transparency.model import Line, View
from transparency.privacy.cleaning import CONTROLS, find, mask

if TYPE_CHECKING:
    from transparency.browse.snapshot import FrameView

_SAID = frozenset(("label", "title", "around", "text", "placeholder", "theme"))
"""Fields of a snapshot whose texts become steps, labels and reports; addresses and paths are for the walk alone."""
_READ = frozenset(("html", "text"))
MARGIN = 3
"""Pixels around a box that is blurred in the picture itself."""


def conceal(data: View, numbered: str = "") -> Redacted:
    """Take numbers of people out of what the walk says of a frame; what its page must not show when it is stored or photographed.
    Its HTML stays what was seen: tables are read from it. ``numbered``: as ``redact`` takes it."""
    for name in data.__struct_fields__:
        if name not in _READ:
            setattr(data, name, _concealed(getattr(data, name), name))
    data.html = CONTROLS.sub("\ufffd", data.html)
    return redact(data.html, CONTROLS.sub("\ufffd", numbered))


def _concealed(value: Any, name: str) -> Any:
    if isinstance(value, str):
        return mask(CONTROLS.sub("\ufffd", value)) if name in _SAID else value
    if isinstance(value, list):
        return [_concealed(one, name) for one in value]
    if isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            setattr(value, field, _concealed(getattr(value, field), field))
    return value


def moved(boxes: Iterable[Box], by: tuple[int, int]) -> list[Box]:
    """Boxes in other coordinates."""
    return [(x + by[0], y + by[1], w, h) for x, y, w, h in boxes]


def hidden_boxes(view: FrameView, marks: Sequence[Box]) -> list[Box]:
    """Of the rows beyond the first ones of a frame, in page coordinates: all but what a mark stands on."""
    return outside(moved(view.redacted.veils, view.offset), marks)


def outside(boxes: Iterable[Box], marks: Sequence[Box]) -> list[Box]:
    """The boxes that touch no mark.

    >>> outside([(0, 0, 9, 9), (0, 20, 9, 9)], [(5, 5, 9, 9)])
    [(0, 20, 9, 9)]
    """
    return [
        (x, y, w, h)
        for x, y, w, h in dict.fromkeys(boxes)
        if w and h and not any(x < a + c and a < x + w and y < b + d and b < y + h for a, b, c, d in marks)
    ]


def pieces(lines: Sequence[Line]) -> tuple[list[list[Any]], set[Box]]:
    """What to hide in the lines that ``texts`` of ``page/`` gives, as its ``cover`` takes it, and the boxes of those lines."""
    hidden: list[list[Any]] = []
    boxes: set[Box] = set()
    for number, line in enumerate(lines):
        whole, starts = joined(line.pieces)
        hits = find(whole, line.about)
        if not hits:
            continue
        x, y, w, h = line.box
        boxes.add((x, y, w, h))
        for piece, low, high, shown in reversed(list(parts(hits, starts, line.pieces))):
            text = line.pieces[piece]
            hidden.append([number, piece, _units(text[:low]), _units(text[:high]), shown])
    return hidden, boxes


def _units(text: str) -> int:
    """Length as scripts count it."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def blurred(jpeg: bytes, origin: tuple[int, int], boxes: Iterable[Box]) -> bytes:
    """The picture with these places (page coordinates) made unreadable; without any, the very same bytes."""
    picture = None
    for x, y, width, height in boxes:
        picture = picture or Image.open(io.BytesIO(jpeg)).convert("RGB")
        left, top = max(0, x - origin[0] - MARGIN), max(0, y - origin[1] - MARGIN)
        right, bottom = min(picture.width, x - origin[0] + width + MARGIN), min(picture.height, y - origin[1] + height + MARGIN)  # fmt: skip
        if left >= right or top >= bottom:
            continue
        part = picture.crop((left, top, right, bottom))
        # Few enough pixels that no letter is left, then smooth: sharp edges look like content.
        small = part.resize((max(1, part.width // 24), max(1, part.height // 24)), Image.Resampling.BOX)
        picture.paste(small.resize(part.size).filter(ImageFilter.GaussianBlur(4)), (left, top))
    if picture is None:
        return jpeg
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=80)
    return out.getvalue()
