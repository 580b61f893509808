"""Pictures of what was seen, in which people are hidden."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from transparency.browse.cover import blurred, hidden_boxes, moved, pieces
from transparency.browse.operations import COVER, TEXTS, UNCOVER, frames_of, read, within
from transparency.browse.snapshot import Limits, Snapshot, VisitFailed
from transparency.items import Box

VIEWPORT: Any = {"width": 1280, "height": 900}
MANY = 500
"""So many places to hide, and only those near the picture are."""
NEAR = 400
"""Pixels by which what is hidden may move what stands below it."""
WIDE, WIDEST = 2_400, 4_800
"""Pixels of a page's width that a picture of more than the window shows, and shows at most, where a box lies so far out."""
FONTS_MS = 3_200
"""Browsers show text in another font when its own has not come by then."""
_READY = """async ([ms, x, y]) => {
  if (document.fonts.status !== "loaded")
    await Promise.race([document.fonts.ready, new Promise((done) => setTimeout(done, ms))]);
  scrollTo(x, y);
}"""
"""Letters have come, and the page is scrolled as it was when it was read: scripts, and lists that load, move it."""


async def picture(
    page: Page, snapshot: Snapshot, boxes: list[Box], limits: Limits
) -> tuple[bytes | None, tuple[int, int]]:
    """A JPEG of the window when every box is in it, else of the page from its top to below the last box, as wide as they need. What it must
    not show is hidden in the page before, and shown again after. A page that cannot be drawn, or not so, gives none:
    that does not lose what was read from it, and the verdict says that there is no picture."""
    try:
        for _ in range(2):
            rough = await _hide(page, snapshot, boxes, limits)
            try:
                jpeg, origin = await _shoot(page, snapshot, [snapshot.moved.get(box, box) for box in boxes], limits)
            finally:
                undone = await _reveal(page, limits)
            if not undone:
                break
        if undone:  # a page that draws itself anew all the time: its places are known, if not its elements
            rough = [
                box
                for view in snapshot.frames
                for box in (*hidden_boxes(view, boxes), *moved(view.redacted.hits, view.offset))
            ]
        return await asyncio.to_thread(blurred, jpeg, origin, rough), origin
    except (VisitFailed, PlaywrightError):
        return None, (0, 0)


async def _hide(page: Page, snapshot: Snapshot, boxes: list[Box], limits: Limits) -> list[Box]:
    """Hide in the page what a picture must not show; boxes (of the page) of what was not found."""
    missed: list[Box] = []
    snapshot.moved = {}
    frames = frames_of(page)
    for view in snapshot.frames:
        if view.key.index >= len(frames) or frames[view.key.index].is_detached():
            continue
        frame, (x, y) = frames[view.key.index], view.offset
        lines = await read(frame, limits.evaluate, TEXTS)
        hidden, hits = pieces(lines)
        # A label that only the judge could tell (a heading in a table of its own): the whole cell is blurred.
        veils = [*hidden_boxes(view, boxes), *moved(set(view.redacted.hits) - hits, view.offset)]
        if len(veils) > MANY:  # each costs the browser a layer: those far from the picture need none
            top, bottom = _part(page, snapshot, boxes, limits)
            veils = [box for box in veils if box[1] < bottom + NEAR and box[1] + box[3] > top - NEAR]
        back = (-x, -y)
        argument = {"hidden": hidden, "veils": moved(veils, back), "marks": moved(boxes, back)}
        told = await read(frame, limits.evaluate, COVER, argument)
        missed += moved(told.missed, view.offset)
        for before, after in told.moved:
            snapshot.moved[(before[0] + x, before[1] + y, before[2], before[3])] = (after[0] + x, after[1] + y, after[2], after[3])  # fmt: skip
    return missed


def _part(page: Page, snapshot: Snapshot, boxes: Sequence[Box], limits: Limits) -> tuple[int, int]:
    """Top and bottom, on the page, of the part that a picture shows: the window when every box is in it."""
    main, size = snapshot.frames[0].data, page.viewport_size or VIEWPORT
    top, window = main.scroll[1], size["height"]
    if all(top <= y and y + h <= top + window for _, y, _, h in boxes):
        return top, top + window
    end = min(max(max(y + h for _, y, _, h in boxes) + 200, window), max(main.height, window))
    # Of a page that is too high for one picture, the part where the first box is.
    start = max(0, min(y for _, y, _, _ in boxes) - 200) if end > limits.picture_height else 0
    return start, min(end, start + limits.picture_height)


async def _reveal(page: Page, limits: Limits) -> int:
    return sum([await read(frame, limits.evaluate, UNCOVER) for frame in frames_of(page)[: limits.frames] if not frame.is_detached()])  # fmt: skip


async def _shoot(page: Page, snapshot: Snapshot, boxes: list[Box], limits: Limits) -> tuple[bytes, tuple[int, int]]:
    main = snapshot.frames[0].data
    size = page.viewport_size or VIEWPORT
    left, top = main.scroll
    with contextlib.suppress(VisitFailed, PlaywrightError):
        await within(FONTS_MS / 1000 + 1, page.evaluate(_READY, [FONTS_MS, left, top]), "letras")
    start, end = _part(page, snapshot, boxes, limits)
    kind: dict[str, Any] = {
        "type": "jpeg",
        "quality": 72,
        "animations": "allow",
        "caret": "initial",
        "scale": "css",
        "timeout": limits.screenshot * 1000,
    }
    right = max((x + w for x, _, w, _ in boxes), default=0)
    broad = main.width
    if right > max(broad, left + size["width"]):  # a table may have been given room for the picture
        with contextlib.suppress(VisitFailed, PlaywrightError):
            broad = await within(3, page.evaluate("() => document.documentElement.scrollWidth"), "imagem")
    beyond = min(broad, right) > left + size["width"]
    if (start, end) == (top, top + size["height"]) and not beyond:
        return await within(limits.screenshot, page.screenshot(**kind), "imagem"), (left, top)
    width = max(size["width"], min(broad, max(WIDE, min(right + 40, WIDEST))))
    clip: Any = {"x": 0, "y": start, "width": width, "height": end - start}
    whole = page.screenshot(full_page=True, clip=clip, **kind)
    return await within(limits.screenshot, whole, "imagem"), (0, start)
