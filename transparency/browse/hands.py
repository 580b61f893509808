"""Hands on a page: wait until it is still, find an element, press it."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playwright.async_api import BrowserContext, ElementHandle, Frame, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from transparency.browse import reading
from transparency.browse.operations import BY_SCRIPT, OPENED, POINT, PRESS, QUIET, WAITING, T, frames_of, read, within
from transparency.browse.snapshot import Limits, NotFound, VisitFailed
from transparency.browse.watch import Watch
from transparency.extract.controls import Reader, finding
from transparency.extract.controls.part import Part
from transparency.extract.forms import QueryWords
from transparency.model import Page as Facts
from transparency.model import View
from transparency.node import Step, Target, canonical_url

PULLED_AWAY = ("Execution context was destroyed", "Cannot find context with specified id", "frame was detached")
DRAWN_ANEW = "not attached to the DOM"
"""What is found is gone before it can be pressed."""
QUIET_MS = 150
"""A page is settled when neither its DOM nor the network has moved for this long (shared/house.md, measured)."""
PATIENCE_MS = 2500
"""So long is waited for data that a page announces (a skeleton, a spinner) while nothing else moves."""
VAIN = 2
"""After so many waits in vain a portal's ornaments are known not to be announcements."""
SOUGHT = 2.5
"""Seconds for which a component is sought on a page that is still."""
RESTLESS = 2
"""So many times as long it is sought on one that is never still."""
HEARINGS, HEARING = 3, 0.3
"""So often, and for so many seconds each, it is waited for what a query's press brings when nothing has moved."""
_vain: WeakKeyDictionary[BrowserContext, list[str]] = WeakKeyDictionary()
"""Context → pages that announced data which did not come."""


SAID = "() => document.body?.innerText ?? ''"
LABEL = "el => (el.innerText || el.value || el.title || '').replace(/\\s+/g, ' ').trim().slice(0, 60)"


@dataclass(frozen=True)
class OtherPress:
    """A press that is no click."""

    words: str
    button: str = ""
    key: str = ""
    code: int = 0


OTHER_PRESSES = (
    OtherPress("clique duas vezes"),
    OtherPress("tecle Enter", key="Enter", code=13),
    OtherPress("tecle a seta para baixo", key="ArrowDown", code=40),
    OtherPress("clique com o botão direito", button="right"),
)
"""In the order in which they are tried."""


class Hands:
    """What a visit does on a page, whatever it is for."""

    def __init__(self, query_words: QueryWords, limits: Limits) -> None:
        self.query_words = query_words
        self.limits = limits

    async def _steadily(self, page: Page, watch: Watch, work: Callable[[], Awaitable[T]]) -> T:
        """Do something on a page, once more when a navigation pulled the page away from under it."""
        try:
            return await work()
        except PlaywrightError as error:
            if not any(sign in str(error) for sign in PULLED_AWAY):
                raise
        await self._settle(page, watch)
        return await work()

    async def _settle(self, page: Page, watch: Watch, cap: float | None = None) -> bool:
        """Wait until nothing moves; False when the cap came first."""
        deadline = time.monotonic() + (cap or self.limits.settle)
        while (now := time.monotonic()) < deadline:
            idle = (now - watch.moved) * 1000
            if watch.busy():
                await asyncio.sleep(0.03)
            elif idle < QUIET_MS:
                await asyncio.sleep((QUIET_MS - idle) / 1000)
            else:
                quiet = await self._quiet(page)
                if quiet >= QUIET_MS and not watch.busy() and not await self._awaits(page, watch):
                    return True
                await asyncio.sleep(max(0.02, (QUIET_MS - quiet) / 1000))
        return False

    async def _awaits(self, page: Page, watch: Watch) -> bool:
        """Whether a page says itself that data are to come. One that says so in vain, for ever, is not asked again."""
        vain = _vain.setdefault(page.context, [])
        if len(vain) >= VAIN or watch.awaited >= PATIENCE_MS:
            return False
        try:
            waiting = await asyncio.gather(
                *(
                    read(frame, self.limits.evaluate, WAITING)
                    for frame in page.frames[: self.limits.frames]
                    if frame.url.startswith("http")
                )
            )
        except PlaywrightError:  # navigating at this moment
            return True
        if not any(waiting):
            if watch.awaited:
                vain.clear()  # it came: what announced it is no ornament
            watch.awaited = 0
            return False
        watch.awaited += QUIET_MS
        if watch.awaited >= PATIENCE_MS:
            vain.append(page.url)
        await asyncio.sleep(QUIET_MS / 1000)
        return True

    async def _quiet(self, page: Page) -> int:
        """Milliseconds for which every frame of the page has been still."""

        async def of(frame: Frame) -> int:
            try:
                return await read(frame, self.limits.evaluate, QUIET)
            except PlaywrightError:  # navigating at this moment: not still
                return 0

        return min(await asyncio.gather(*(of(frame) for frame in frames_of(page)[: self.limits.frames])), default=0)

    async def _opened_by(self, frame: Frame) -> int:
        """How many windows the document in a frame has opened."""
        try:
            return await read(frame, self.limits.evaluate, OPENED)
        except PlaywrightError:  # navigating at this moment: another document
            return 0

    async def _frame(self, page: Page, step: Step) -> Frame:
        """The frame a step belongs to; frames that load late are waited for."""
        key = step.frame
        if key.index == 0:
            return page.main_frame
        deadline = time.monotonic() + 3
        while True:
            frames = page.frames
            same = [f for f in frames[1:] if canonical_url(f.url) == key.url] or [
                f for f in frames[1:] if key.name and f.name == key.name
            ]
            if same:
                return same[0]
            if time.monotonic() > deadline:
                break
            await asyncio.sleep(0.1)
        if key.index < len(page.frames):
            return page.frames[key.index]
        raise VisitFailed("step", f"“{step.words}”: o quadro que o continha não abriu")

    async def _facts(self, frame: Frame) -> Reader:
        return await reading.facts(frame, self.query_words, self.limits)

    async def _view(self, frame: Frame, known: Facts | None = None) -> tuple[View, Reader]:
        return await reading.view(frame, self.query_words, self.limits, known)

    async def _hand_out(
        self, frame: Frame, reader: Reader, part: Part | None, pressed: bool = False
    ) -> ElementHandle | None:
        return await reading.hand_out(frame, reader, part, self.limits, "procurar elemento", pressed)

    async def _locate(self, frame: Frame, target: Target) -> ElementHandle | None:
        reader = await self._facts(frame)
        return await self._hand_out(frame, reader, finding.locate(reader, target), pressed=True)

    async def _click(self, frame: Frame, watch: Watch, step: Step) -> float:
        """When it was clicked (seconds, monotonic). A component that a page still draws is waited for as long as a step may take."""
        begun = time.monotonic()
        while True:
            reader = await self._facts(frame)
            part = finding.locate(reader, step.target)
            try:
                pressed = time.monotonic()
                if await self._press_at_once(frame, reader, part):
                    watch.acted()
                    return pressed
                element = await self._hand_out(frame, reader, part, pressed=True)
                if element is not None:
                    pressed = time.monotonic()
                    await self._press(element)
                    watch.acted()
                    return pressed
            except PlaywrightError as error:
                if DRAWN_ANEW not in str(error) or time.monotonic() > begun + self.limits.step:
                    raise
            waited = time.monotonic() - begun
            # A page that is never still (a clock, a carousel) is given up on while it asks for nothing.
            still = waited > SOUGHT * RESTLESS or await self._quiet(frame.page) > SOUGHT * 1000
            if waited > self.limits.step or (waited > SOUGHT and still and not watch.busy()):
                raise NotFound(step.words)
            await asyncio.sleep(0.15)  # late content, or a list that is drawn again

    async def _unmoved(self, page: Page, watch: Watch, frame: Frame, pressed: float) -> bool:
        """Whether nothing has come of a click: nothing was drawn, and no other document is under way."""
        await self._settle(page, watch, 3)
        try:
            quiet = await read(frame, self.limits.evaluate, QUIET)
        except PlaywrightError:  # navigating at this moment
            return False
        return quiet > (time.monotonic() - pressed) * 1000

    async def _heard(self, page: Page, watch: Watch, frame: Frame, pressed: float, before: int) -> None:
        """Wait a little where nothing has come of the press of a query: a busy application comes to it late. ``before``:
        requests until then."""
        for _ in range(HEARINGS):
            if not await self._unmoved(page, watch, frame, pressed) or watch.requests > before:
                return
            await asyncio.sleep(HEARING)

    async def _press_twice(self, frame: Frame, watch: Watch, step: Step) -> None:
        """A record that a click only selects opens to two, as on a desktop."""
        element = await self._locate(frame, step.target)
        if element is not None:
            with contextlib.suppress(PlaywrightTimeout):  # something lies over it by now
                await within(self.limits.step, element.dblclick(timeout=800, no_wait_after=True), "clicar duas vezes")
            watch.acted()

    async def _press_otherwise(self, frame: Frame, watch: Watch, step: Step, press: OtherPress) -> bool:
        """Press an element in another way than by a click; whether it is still there."""
        element = await self._locate(frame, step.target)
        if element is None:
            return False
        with contextlib.suppress(PlaywrightError):  # something lies over it, or the press before has led on
            if press.key:  # told to the element alone: what has the focus may be a field of a form
                key = {"key": press.key, "code": press.key, "keyCode": press.code, "bubbles": True, "cancelable": True}
                await within(self.limits.step, element.dispatch_event("keydown", key), "teclar")
            elif press.button == "right":
                await within(self.limits.step, element.click(button="right", timeout=800, no_wait_after=True), "clicar")
            else:
                await within(self.limits.step, element.dblclick(timeout=800, no_wait_after=True), "clicar duas vezes")
        watch.acted()
        return True

    async def _said(self, frame: Frame) -> str | None:
        """What a page says: a veil that comes and goes leaves it as it was. None of one that is on its way."""
        try:
            return str(await within(self.limits.step, frame.evaluate(SAID), "ler"))
        except PlaywrightError:
            return None

    async def _press_opener(self, frame: Frame, watch: Watch, step: Step) -> str:
        """A record that is only selected, however it is pressed, opens to the button beside its list ("Detalhar"): what stands
        on it, if there is one."""
        reader = await self._facts(frame)
        row = finding.locate(reader, step.target)
        opener = reader.opener_beside(row) if row is not None else None
        button = await self._hand_out(frame, reader, opener, pressed=True)
        if button is None:
            return ""
        label = str(await within(self.limits.step, button.evaluate(LABEL), "ler"))
        await self._press(button)
        watch.acted()
        return label

    async def _press_at_once(self, frame: Frame, reader: Reader, part: Part | None) -> bool:
        """Press what nobody sees by a script; click what stands in the page itself, is in sight and still, and has nothing over it, not
        even once the mouse is there. Whether it was one of these. An element that is handed out costs a page more than all else
        that is done there: Playwright takes its whole script to it, twice."""
        if part is None:
            return False
        page, seconds, asked = frame.page, self.limits.evaluate, reading.asked_of(reader, part)
        at = await read(frame, seconds, POINT, asked) if frame is page.main_frame else None
        if at is None:
            return await read(frame, seconds, PRESS, asked)
        await within(self.limits.step, page.mouse.move(*at), "clicar")
        if await read(frame, seconds, POINT, asked) != at:
            return False
        await within(self.limits.step, page.mouse.down(), "clicar")
        await within(self.limits.step, page.mouse.up(), "clicar")
        return True

    async def _press(self, element: ElementHandle) -> None:
        """Click as a person does where the element can be seen, else as a script does (closed menus, covered buttons)."""
        if await within(self.limits.step, element.is_visible(), "clicar"):
            try:
                await within(self.limits.step, element.click(timeout=800, no_wait_after=True), "clicar")
                return
            except PlaywrightTimeout:
                pass  # covered, moving or of no size: the click is dispatched instead
        await within(self.limits.step, element.evaluate(BY_SCRIPT, DRAWN_ANEW), "clicar")


def target_at(path: str) -> Target:
    """The element that stands there, whatever is written on it."""
    return Target(path, path.rpartition(">")[2].partition("[")[0])


def is_row(target: Target) -> bool:
    """Whether what is clicked is a row of a table, a cell of it, what a cell is laid out with, or the round button that chooses it."""
    within = {part.partition("[")[0] for part in target.path.split(">")[-3:-1]}
    return target.tag in ("tr", "td") or (target.tag in ("div", "span", "input") and "td" in within)
