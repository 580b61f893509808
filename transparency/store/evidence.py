"""Proof as files: pictures with the labels highlighted, pages gzipped, each with its SHA-256."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageChops, ImageDraw, ImageStat

from transparency.items import Box, Page
from transparency.privacy.sinks import readable
from transparency.store.facts import facts_name

Corners = tuple[int, int, int, int]
"""Left, top, right and bottom in a picture."""
QUALITY = 80
SMALL, SMALL_QUALITY = (480, 340), 60
"""Width and height, in pixels, of small pictures, at most: lists of places show many."""
LIGHT = 200
"""Of 255, in red, green and blue: a background that is drawn upon without hiding what stands there."""
NOT_KEPT = "O item foi visto, mas a página que o prova não pôde ser guardada."
"""Reason of what was seen and is ``inconclusive`` all the same."""
NO_PICTURE = " A imagem não pôde ser feita; a página guardada é a prova."
"""Added to the reason of what is proved without a picture."""


def highlight(jpeg: bytes, origin: tuple[int, int], boxes: Iterable[Box]) -> bytes:
    """Draw a frame around each box (page coordinates, CSS pixels); ``origin`` is the picture's corner on the page. JPEG in and out."""
    return _jpeg(_marked(jpeg, origin, boxes)[0])


def proof_of(jpeg: bytes, origin: tuple[int, int], boxes: Iterable[Box]) -> tuple[bytes, bytes]:
    """A screenshot with each box highlighted, and a small picture (WebP) of what is."""
    picture, marks = _marked(jpeg, origin, boxes)
    return _jpeg(picture), _webp(picture, close_up(picture.size, marks))


def small(jpeg: bytes) -> bytes:
    """A small picture (WebP) of the top of a screenshot, which is unpacked no larger than it is needed."""
    picture: Image.Image = Image.open(io.BytesIO(jpeg))
    picture.draft("RGB", (SMALL[0], round(SMALL[0] * picture.height / picture.width)))
    return _webp(picture.convert("RGB"), _top(picture.size))


def close_up(size: tuple[int, int], marks: Sequence[Corners]) -> Corners:
    """The part of a picture that holds the highlights and what is around them: half of it at least. Of one without any, its top."""
    if not marks:
        return _top(size)
    left, top, right, bottom = (
        worst(ends) for worst, ends in zip((min, min, max, max), zip(*marks, strict=True), strict=True)
    )
    width, height = size
    ratio = SMALL[1] / SMALL[0]
    wide = min(width, max(right - left + 40, width // 2, round((bottom - top + 40) / ratio)))
    high = min(height, round(wide * ratio))
    x = max(0, min((left + right - wide) // 2, width - wide))
    y = max(0, min(top - high // 6, height - high))
    return x, y, x + wide, y + high


def _top(size: tuple[int, int]) -> Corners:
    """The upper part of a picture, in the shape of small ones."""
    return 0, 0, size[0], min(size[1], round(size[0] * SMALL[1] / SMALL[0]))


def _marked(jpeg: bytes, origin: tuple[int, int], boxes: Iterable[Box]) -> tuple[Image.Image, list[Corners]]:
    """A picture with a frame around each box, and where the frames are in it."""
    picture = Image.open(io.BytesIO(jpeg)).convert("RGB")
    marker = Image.new("RGB", picture.size, "white")
    under, dark, marks = ImageDraw.Draw(marker), [], []
    for x, y, width, height in sorted(set(boxes)):
        left, top = x - origin[0] - 3, y - origin[1] - 3
        box = (left, top, left + width + 6, top + height + 6)
        seen = (max(left, 0), max(top, 0), min(box[2], picture.width), min(box[3], picture.height))
        if seen[0] >= seen[2] or seen[1] >= seen[3]:
            continue
        marks.append(seen)
        if min(ImageStat.Stat(picture.crop(seen)).median) >= LIGHT:
            # As with a felt pen: dark words stay as dark, those that the frame touches too.
            under.rectangle(box, fill=(255, 242, 178), outline=(200, 30, 30), width=3)
        else:
            dark.append(box)
    marked = ImageChops.darker(picture, marker)
    over = ImageDraw.Draw(marked, "RGBA")
    for box in dark:
        over.rectangle(box, fill=(255, 214, 0, 70), outline=(200, 30, 30, 255), width=3)
    return marked, marks


def _jpeg(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=QUALITY, optimize=True)
    return out.getvalue()


def _webp(picture: Image.Image, part: Corners) -> bytes:
    """A part of a picture, small."""
    picture = picture.crop(part)
    picture.thumbnail(SMALL)
    out = io.BytesIO()
    picture.save(out, "WEBP", quality=SMALL_QUALITY, method=2)
    return out.getvalue()


def small_name(node: str) -> str:
    """Where the small picture of a page is kept, in the audit's folder."""
    return f"evidence/{node}.webp"


def write(path: Path, data: bytes) -> str:
    """Write a file durably (aside, synced, renamed) and return its SHA-256 in hex."""
    aside = path.with_name(f".{path.name}.tmp")
    with open(aside, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    aside.replace(path)
    return hashlib.sha256(data).hexdigest()


def sync_folder(folder: Path) -> None:
    """Make the names in a folder outlive a power failure, where the system can do that."""
    if os.name == "posix":
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


def on_errand(node: str, errand: str) -> str:
    """What a page that was visited on an errand is called: it may stand beside that of the walk to the same node."""
    return f"{node}-{errand}"


def picture_name(node: str) -> str:
    """Where the picture of a page is kept, in the audit's folder."""
    return f"evidence/{node}.jpg"


def html_name(page: Page, frame: int) -> str:
    """Where the DOM of a frame is kept, in the audit's folder."""
    return f"pages/{page.node}{f'.{frame}' if frame else ''}.html.gz"


def page_html(page: Page, frame: int) -> bytes:
    """The DOM of a frame as it was judged, gzipped; the same bytes for the same DOM."""
    return gzip.compress(page.frames[frame].html.encode("utf-8", "replace"), compresslevel=6, mtime=0)


def page_line(page: Page, readable: Callable[[str], str] = readable) -> dict[str, Any]:
    """What is kept of a page besides its DOM: enough to judge it again. Values of records are not copied. ``readable``: words of
    the portal as they may be kept."""
    return {
        "node": page.node, "turn": page.turn, "state": page.state, "url": page.url, "final_url": page.final_url, "status": page.status, "title": page.title,
        "depth": page.depth, "steps": page.steps, "labels": page.labels, "problem": page.problem, "time": page.time, "seconds": page.seconds, "families": page.families,
        "of_town": page.of_town, "truncated": page.truncated, "masked": page.masked, "errand": page.errand, "veiled": page.veiled, "facts": facts_name(page),
        "frames": [
            {
                "url": f.url, "title": f.title, "name": f.name, "offset": f.offset, "html": html_name(page, n),
                "record_sets": [
                    {"shape": s.shape, "rows": s.rows, "headings": [*map(readable, s.headings)], "empty_message": readable(s.empty_message),
                     "columns": [{"label": readable(c.label), "value_type": c.value_type, "filled": c.filled} for c in s.columns]}
                    for s in f.record_sets
                ],
            }
            for n, f in enumerate(page.frames)
        ],
        "findings": [
            {"criterion": f.criterion, "item": f.item, "label": readable(f.label), "score": round(f.score, 3), "has_data": f.has_data}
            for f in page.findings or []
        ],
    }  # fmt: skip
