"""What is in sight on a page: its frames, each read whole."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from math import inf

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from transparency.browse.cover import conceal
from transparency.browse.filling import Filling
from transparency.browse.operations import MADE, PLACED, REACH, WIDEN, frames_of, read, within
from transparency.browse.snapshot import NOT_CONNECTED, FrameView, HandedOut, Snapshot, VisitFailed
from transparency.browse.watch import Watch
from transparency.extract.controls import Reader
from transparency.model import Page as Facts
from transparency.model import View
from transparency.node import FrameKey, Node, canonical_url

REACHED = 4
"""So many things that load when they come into sight are scrolled to."""
TRIES = 3
"""So often a frame is read that navigates meanwhile."""
SMALLEST = 40
"""CSS px: a frame that is narrower or lower shows nothing."""


class Looking(Filling):
    """The snapshots of a page."""

    _just_read: Facts | None = None
    """The page itself as it was read a moment ago, when nothing has been done to it since."""

    async def _snapshot(self, page: Page, watch: Watch, node: Node, keep: bool = True) -> Snapshot:
        """What is in sight. Not to ``keep``: its tables are not read, and it must not leave the visit."""
        if page.url.startswith("chrome-error:"):  # a step led to where nothing answers
            raise VisitFailed(
                "network", f"o endereço não abriu: {watch.failed[-1] if watch.failed else ''} ({NOT_CONNECTED[0]})"
            )
        frames = frames_of(page)
        whole = len(frames) <= self.limits.frames
        frames = frames[: self.limits.frames]
        lost = [
            f"um quadro da página não abriu ({f.name or 'sem nome'})"
            for f in page.frames
            if f.url.startswith("chrome-error:")
        ][: self.limits.frames]
        awaited = watch.awaits_data(inf)
        seen = await asyncio.gather(*(self._frame_view(page, watch, i, f, keep) for i, f in enumerate(frames)))
        views = [view for view in seen if view is not None]
        kind, shown = views[0].data.type, views[0].data.text[:1024]
        if "html" not in kind or _is_binary(shown):  # a file, whatever type the server claims
            raise VisitFailed("document", f"o endereço traz um arquivo ({kind}), não uma página", HandedOut(page.url))
        # bounding_box is measured in the window, boxes from the top of the page
        scroll = views[0].data.scroll
        for inner in views[1:]:
            inner.offset = (inner.offset[0] + scroll[0], inner.offset[1] + scroll[1])
        return Snapshot(
            url=page.url,
            title=views[0].data.title,
            status=watch.status or 200,
            frames=views,
            node=node,
            cookies=await within(5, page.context.cookies(), "cookies"),
            lost=lost,
            truncated=not whole or any(view.data.truncated for view in views),
            refused=tuple(watch.refused),
            denied=dict(watch.denied),
            withheld=_withheld(views),
            faults=watch.failings(),
            dialogs=watch.dialogs,
            alerts=watch.alerts(),
            awaited=awaited,
        )

    async def _frame_view(self, page: Page, watch: Watch, index: int, frame: Frame, keep: bool) -> FrameView | None:
        """What a frame shows; None of one that is gone, or too small to read. ``index``: 0 for the page itself."""
        offset = await _place_of(frame, self.limits.evaluate) if index else (0, 0)
        found = await self._read_frame(page, watch, frame, index) if offset is not None else None
        if offset is None or found is None:
            return None
        data, reader = found
        if index and data.scroll != (0, 0):
            offset = (offset[0] - data.scroll[0], offset[1] - data.scroll[1])
        key = FrameKey(index, frame.name, canonical_url(frame.url))
        view = FrameView(key, frame.url, frame.name, data, offset)
        if keep:
            view.made = await read(frame, self.limits.evaluate, MADE)
            view.redacted = conceal(data, reader.numbered())
            view.facts, view.written = reader.page, {*reader.found.starts.values()}
        return view

    async def _read_frame(self, page: Page, watch: Watch, frame: Frame, index: int) -> tuple[View, Reader] | None:
        """All of a frame, tried again while it navigates; None of an inner one that is gone."""
        for _ in range(TRIES - 1):
            try:
                return await self._whole_view(page, watch, frame)
            except PlaywrightError:
                await self._settle(page, watch, 2 if index else None)
        try:
            return await self._whole_view(page, watch, frame)
        except PlaywrightError:
            if index:
                return None
            raise

    async def _whole_view(self, page: Page, watch: Watch, frame: Frame) -> tuple[View, Reader]:
        """What a frame shows when grids have the room to draw all their columns, and what loads late was scrolled to; and what that
        was read from."""
        known = None
        if frame is page.main_frame:
            known, self._just_read = self._just_read, None
        data, reader = await self._view(frame, known)
        if data.narrow:
            grids = [(part.index, early) for part, early in reader.narrow_boxes()]
            await read(frame, self.limits.evaluate, WIDEN, grids)
            watch.acted()
            await self._settle(page, watch, 2)
            data, reader = await self._view(frame)
        if data.far:
            for _ in range(REACHED):
                if not await read(frame, self.limits.evaluate, REACH):
                    break
                watch.acted()
                await self._settle(page, watch, 3)
            await read(frame, self.limits.evaluate, REACH, True)
            data, reader = await self._view(frame)
        return data, reader


async def _place_of(frame: Frame, seconds: float) -> tuple[int, int] | None:
    """Where an inner frame stands in the window; None of one that was taken away meanwhile, or only counts or tracks."""
    try:
        box = await read(frame, seconds, PLACED)
        x, y, width, height = box or await _place_of_owner(frame)
    except PlaywrightError:
        return None
    return (round(x), round(y)) if width >= SMALLEST and height >= SMALLEST else None


async def _place_of_owner(frame: Frame) -> tuple[float, float, float, float]:
    """The same of a frame that may not know, at the cost of an element that is handed out."""
    owner = await within(3, frame.frame_element(), "quadro")
    box = await within(3, owner.bounding_box(), "quadro")
    return (box["x"], box["y"], box["width"], box["height"]) if box else (0, 0, 0, 0)


def _is_binary(text: str) -> bool:
    """Whether the text of a page is that of a file: more than one in ten of its characters is none that is written. A stray one
    may stand in any title.

    >>> _is_binary("Portal\\0 da Transparência"), _is_binary("PK\\x03\\x04\\x14\\0\\ufffd\\ufffd")
    (False, True)
    """
    odd = sum(c == "\ufffd" or (c < " " and not c.isspace()) for c in text)
    return odd * 10 > len(text)


def _withheld(views: Sequence[FrameView]) -> tuple[str, ...]:
    """What was not let out of the frames of a page, in words."""
    told = [(method, address, verb) for view in views for method, address, verb in view.data.withheld]
    return tuple(
        f"o programa não enviou {method} {address}: mudaria algo no portal{f' (“{verb}”)' if verb else ''}"
        for method, address, verb in told
    )
