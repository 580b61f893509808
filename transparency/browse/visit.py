"""How to see: one visit opens an address, replays the steps of a node, waits until the page is settled and takes one snapshot.

A visit is the callable of a scrapy-playwright ``PageMethod``. Nothing of the page outlives it: what it brings back
is data. Every await on the browser has a deadline of its own, because a page that never yields hangs them all.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol
from weakref import WeakSet

from playwright.async_api import BrowserContext, Frame, Page
from playwright.async_api import Error as PlaywrightError

from transparency.browse.camera import picture
from transparency.browse.hands import OTHER_PRESSES, PULLED_AWAY, is_row
from transparency.browse.looking import Looking
from transparency.browse.operations import (
    ADVANCE,
    BEGIN,
    HEARD,
    LATE,
    OBSERVER,
    frames_of,
    guard,
    read,
    within,
)
from transparency.browse.snapshot import NOT_WEB, Limits, NotFound, Snapshot, VisitFailed
from transparency.browse.watch import Watch, turn_away, watches
from transparency.extract.controls import Reader, finding
from transparency.extract.forms import (
    QueryWords,
    describe_choice,
    in_sight,
    next_form,
)
from transparency.extract.forms.changes import NOTHING, Changes
from transparency.extract.record_sets import find_record_sets
from transparency.items import Box
from transparency.model import Form, Pressable
from transparency.node import Node, Step, Target, bar_at, canonical_url, host_of, is_web
from transparency.text import normalize, strip_accents

LOOKS, LOOK = 20, 0.3
"""So often, and after so many seconds each, it is looked where a page leads that shows nothing yet."""
UNUSABLE_ANSWER = "a resposta que a página pediu ao servidor veio com erro"
LATE_SECONDS, RESERVE = 30.0, 10.0
"""So long is waited for data that come late, and so much of the time of a visit is kept for what follows."""
LEADS = 3
"""So many pages that lead on by themselves are followed one after the other."""
NOTICES = 3
"""So much is pressed to see a page: cookies, then a campaign; a box to tick, and the button below it."""
FORM_STEPS = 6
"""So many further steps of one form are gone through."""
MENU_DEPTH = 2
"""How deep in its page at least a menu stands of which one entry opens others."""
SCROLLED_ON = 60
"""So many windows are scrolled on at most to come to what is new."""
AT_END = "end"
"""Kind of failure of a step that scrolls where nothing more comes."""
EXPIRED = "expired"
"""Kind of failure of a step after which a page says that its session has ended."""
_prepared: WeakSet[BrowserContext] = WeakSet()


async def prepare(page: Page, changes: Changes = NOTHING) -> Watch:
    """Make a blank page ready before its first navigation. ``changes`` knows the requests that are held back. Gives what watches
    the page from now on."""
    watch = watches[page] = Watch()
    watch.attach(page)
    if page.context not in _prepared:
        _prepared.add(page.context)
        page.context.on("page", turn_away)
        await within(5, page.context.add_init_script(script=f"{OBSERVER}\n{guard(changes)}"), "preparar a página")
    return watch


class Visitor(Protocol):
    """Who asked for a visit: judges what is seen while the page is open, and may go on from there."""

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the page promises data and shows none yet."""

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Which boxes a picture must show; None: no picture."""

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether it shows a session that has ended."""

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """The node to see next, one step on from the one in sight (or its last step once more, otherwise). None ends the
        visit, as it must when ``further`` is not wanted."""

    def stuck(self, error: Exception) -> bool | None:
        """The step to that node failed. Whether to go on from the page in sight, as after a file that was handed out there."""


class Visit(Looking):
    """One visit: to a node, and on to those that its visitor wants to see from there."""

    def __init__(
        self,
        node: Node,
        query_words: QueryWords,
        visitor: Visitor,
        limits: Limits,
        today: dt.date,
        notices: Sequence[str] = (),
        agreements: Sequence[str] = (),
        turn: Callable[[str], Awaitable[None]] | None = None,
        expired: Callable[[Snapshot], bool] | None = None,
        forbids: Callable[[Form, Sequence[Pressable]], bool] = lambda form, beside: False,
    ) -> None:
        """``notices``: labels of what takes away a notice, the likeliest first; ``agreements``: first words of what agrees to the
        terms of a portal. ``turn``: waits until something more may be asked of a host. ``expired``: whether a page says that its
        session ended on the way. ``forbids``: whether the next step of a form is to be left alone."""
        super().__init__(query_words, limits, today)
        self.expired = expired
        self.forbids = forbids
        self.node = node
        self.turn = turn
        self.closing, self.agreeing = _folded(notices), _folded(agreements)
        self.visitor = visitor
        self._began = 0.0
        self._opened: Snapshot | None = None
        """The address as it opened, when it was read before any step."""

    async def __call__(self, page: Page) -> Snapshot:
        """The first snapshot; the visitor has seen them all. The page is left as it is, or closed where the visit failed."""
        started = self._began = time.monotonic()
        watch = watches[page]
        try:
            snapshot = await within(self.limits.total, self._visit(page, watch, started), "visita")
        except PlaywrightError as error:
            raise VisitFailed("browser", f"o navegador falhou: {_first_line(error)}") from error
        except VisitFailed:
            await _shut(page)
            raise
        finally:
            await watch.close()
        snapshot.requests, snapshot.bytes = watch.requests, watch.bytes
        snapshot.unclosed, snapshot.certificates = watch.unclosed, watch.certificates
        return snapshot

    async def _visit(self, page: Page, watch: Watch, started: float) -> Snapshot:
        await self._enter(page, watch)
        try:
            active, snapshot = await self._follow(page, watch, started)
        except VisitFailed as failure:
            if failure.kind != EXPIRED:
                raise
            watch.dialogs.clear()
            for address in dict.fromkeys((self.node.entry or self.node.url, self.node.url)):
                await self._goto(page, watch, address)
            active, snapshot = await self._follow(page, watch, started, again=True)
        first = snapshot
        for seen in range(1, self.limits.sights + 1):
            further = seen < self.limits.sights and time.monotonic() - started < self.limits.onward
            node = self.visitor.onward(snapshot, further)
            if node is None:
                break
            began, before = time.monotonic(), len(watch.navigations)
            try:
                await self._wait_turn(active)
                active, words, made = await self._take(active, watch, node.steps[-1])
                done = [*snapshot.done[: len(node.steps) - 1], words]
                snapshot = await self._see(active, watch, node, done, made, before, began)
            except (VisitFailed, PlaywrightError) as error:
                if not self.visitor.stuck(error):
                    break
        return first

    async def _follow(self, page: Page, watch: Watch, started: float, again: bool = False) -> tuple[Page, Snapshot]:
        """Take the steps of the node; the page they lead to, and what is seen there."""
        active, before = page, len(watch.navigations)
        self._clicked = []
        done: list[str] = []
        made: list[tuple[str, str]] = []
        kept = False
        for place, step in enumerate(self.node.steps):
            await self._wait_turn(active)
            before = len(watch.navigations)
            try:
                active, words, made = await self._take(active, watch, step)
            except NotFound:
                active, words, made = await self._take_kept(active, watch, place)
                kept = True
            done.append(words)
        snapshot = await self._see(active, watch, self.node, done, made, before, started, final=again)
        snapshot.kept = kept
        return active, snapshot

    async def _take_kept(self, page: Page, watch: Watch, place: int) -> tuple[Page, str, list[tuple[str, str]]]:
        """Take the step at a place whose component is not there, where the session keeps what is open in a menu: what another visit
        has opened is passed by, and what the press before has closed is opened again."""
        step, steps = self.node.steps[place], self.node.steps
        if await self._stands(page, step, *steps[place + 1 : place + 2]):
            return page, step.words, []
        opener = steps[max(0, place - 1) : place]
        if not await self._stands(page, step, *opener):
            raise NotFound(step.words)
        await self._take(page, watch, *opener)
        return await self._take(page, watch, step)

    async def _stands(self, page: Page, missing: Step, step: Step | None = None) -> bool:
        """Whether what ``step`` presses is on a page that has not got what the step ``missing`` beside it presses: both belong to
        one menu, of which one opens the other."""
        if step is None or not missing.op == step.op == "click" or not (missing.target.label and step.target.label):
            return False
        outer, inner = sorted((bar_at(one.target.path) for one in (missing, step)), key=len)
        if not inner.startswith(outer) or outer.count(">") < MENU_DEPTH:
            return False
        reader = await self._facts(await self._frame(page, step))
        return finding.locate(reader, step.target) is not None

    async def _wait_turn(self, page: Page) -> None:
        """Steps keep the distance that requests keep."""
        await asyncio.sleep(self.limits.pause)
        if self.turn is not None:
            await self.turn(host_of(page.url))

    async def _enter(self, page: Page, watch: Watch) -> None:
        """An inner address of a portal whose town lives in the session: open the session as a person would, try again."""
        if page.url == "about:blank":  # the address handed out a file instead of a page
            raise VisitFailed("document", "o endereço traz um arquivo, não uma página")
        await self._settle(page, watch)
        reader = await self._led_on(page, watch)
        reader = await self._read_aloud(page, watch, reader)
        reader = await self._uncover(page, watch, reader)
        self._just_read = reader.page if reader is not None else None
        if not self.node.entry or canonical_url(self.node.entry) == canonical_url(self.node.url):
            return
        # What is looked at for the words of a closed session is kept only where it is what the visit is for.
        opened = await self._snapshot(page, watch, self.node, keep=not self.node.steps)
        if not self.visitor.closed(opened):
            self._opened = None if self.node.steps else opened
            return
        for address in (self.node.entry, self.node.url):
            await self._goto(page, watch, address)

    async def _led_on(self, page: Page, watch: Watch) -> Reader | None:
        """Go where a page leads by itself, or wait while it shows nothing: it says so, or when. It may as well show something by then. Gives
        the page as it is; None while it is on its way."""
        led = 0
        for _ in range(LOOKS):
            try:
                reader = await self._facts(page.main_frame)
            except PlaywrightError:  # on its way
                await self._settle(page, watch)
                continue
            leading = finding.moving(reader, watch.refresh)
            if leading is None or led == LEADS:
                return reader
            if leading.url:
                led += 1
                await self._goto(page, watch, leading.url)
            else:
                await asyncio.sleep(LOOK)
        return None

    async def _read_aloud(self, page: Page, watch: Watch, reader: Reader | None = None) -> Reader | None:
        """Have an application that is painted tell what is on it, as it tells those who do not see. ``reader``: the page as it is,
        where that is known; gives it back while it is."""
        with contextlib.suppress(PlaywrightError):  # navigating at this moment
            reader = reader or await self._facts(page.main_frame)
            button = await self._hand_out(page.main_frame, reader, finding.unread(reader))
            if button is None:
                return reader
            await within(self.limits.step, button.dispatch_event("click"), "clicar")
            watch.acted()
            await self._settle(page, watch)
        return None

    async def _uncover(self, page: Page, watch: Watch, reader: Reader | None = None) -> Reader | None:
        """Take away the notices that cover a page when it opens, and agree to the terms that it asks to be agreed to, as anybody
        does who wants to read it. ``reader``: the page as it is, where that is known; gives it as it is then."""
        for _ in range(NOTICES if self.closing or self.agreeing else 0):
            try:
                reader = reader or await self._facts(page.main_frame)
                button = finding.notice(reader, self.closing, self.agreeing)
                element = await self._hand_out(page.main_frame, reader, button, pressed=True)
            except PlaywrightError:  # navigating at this moment
                return None
            if element is None:
                return reader
            reader = None
            with contextlib.suppress(PlaywrightError):  # it went by itself
                await self._press(element)
            watch.acted()
            await self._settle(page, watch, 3)
        return reader

    async def _take(self, page: Page, watch: Watch, step: Step) -> tuple[Page, str, list[tuple[str, str]]]:
        """Take a step; the page it leads to (a new window, too), the step in words, and the choices made."""
        files, windows, before = len(watch.files), len(watch.popups), len(watch.navigations)
        self._just_read = None
        await watch.begin_step(page)
        await self._begin(page)
        words, made = await self._steadily(page, watch, partial(self._perform, page, watch, step))
        if len(watch.files) > files:
            raise VisitFailed("document", f"“{step.words}” traz um arquivo, não uma página", await watch.file())
        if len(watch.popups) > windows and not watch.popups[-1].is_closed():  # not one that came with the page
            page = watch.popups[-1]
            with contextlib.suppress(PlaywrightError):
                await within(self.limits.step, page.wait_for_load_state("domcontentloaded"), "nova janela")
                await self._settle(page, watch)
        if len(watch.navigations) > before:
            reader = await self._led_on(page, watch)
            self._just_read = reader.page if reader is not None else None
        return page, words, made

    async def _see(
        self,
        page: Page,
        watch: Watch,
        node: Node,
        done: list[str],
        choices: list[tuple[str, str]],
        before: int,
        started: float,
        final: bool = False,
    ) -> Snapshot:
        """Read what is in sight; ``before``: navigations before the last step. A page that says that it has expired is not
        what the steps lead to, unless they were taken anew already (``final``)."""
        snapshot, self._opened = self._opened or await self._snapshot(page, watch, node), None
        if self.visitor.expects(snapshot):
            if await self._came_late(page, watch) or snapshot.awaited:
                snapshot = await self._snapshot(page, watch, node)
            await self._hear(page, snapshot)
        if node.steps and not final and self.expired is not None and self.expired(snapshot):
            raise VisitFailed(EXPIRED, "a página expirou no meio do caminho")
        snapshot.done, snapshot.choices = done, choices
        if node.steps and node.steps[-1].op == "query":
            snapshot.asked = tuple(self._asked.values())
        fresh = watch.navigations[before:]
        snapshot.posted = any(method == "POST" for method, _ in fresh)
        if (
            node.steps
            and fresh
            and _opens_alone(node, fresh)
            and canonical_url(fresh[-1][1]) == canonical_url(page.url)
        ):
            snapshot.base = page.url
        boxes = self.visitor.look(snapshot)
        if boxes is not None:
            snapshot.screenshot, snapshot.shot_origin = await picture(page, snapshot, boxes, self.limits)
        snapshot.seconds = time.monotonic() - started
        return snapshot

    async def _came_late(self, page: Page, watch: Watch) -> bool:
        """Wait for what a page that promises data, and shows none, has still to come: answers that are under way, timers that are
        due. Whether there was anything to wait for."""
        until = min(time.monotonic() + LATE_SECONDS, self._began + self.limits.total - RESERVE)
        waited, quiet = False, 0
        while time.monotonic() < until and quiet < 2:  # between two requests in a row there is a moment without any
            try:
                due = await asyncio.gather(
                    *(read(f, self.limits.evaluate, LATE) for f in frames_of(page)[: self.limits.frames])
                )
            except PlaywrightError:  # navigating at this moment
                due = [1]
            more = watch.awaits_data(LATE_SECONDS) or any(due)
            if not more and not waited:
                break
            waited, quiet = True, 0 if more else quiet + 1
            await asyncio.sleep(LOOK)
        if waited:
            await self._settle(page, watch)
        return waited

    async def _begin(self, page: Page) -> None:
        """Tell the frames of a page that a step begins."""
        with contextlib.suppress(PlaywrightError):  # navigating at this moment: another document
            await asyncio.gather(*(read(f, self.limits.evaluate, BEGIN) for f in frames_of(page)[: self.limits.frames]))

    async def _hear(self, page: Page, snapshot: Snapshot) -> None:
        """What scripts of the page were answered, and what they have told its visitor meanwhile."""
        told = []
        with contextlib.suppress(PlaywrightError):  # navigating at this moment
            told = await asyncio.gather(
                *(read(f, self.limits.evaluate, HEARD) for f in frames_of(page)[: self.limits.frames])
            )
        snapshot.faults += tuple((f"answer {key}", UNUSABLE_ANSWER) for keys, *_ in told for key in keys)
        texts = [one for _, written, *_ in told for one in written]
        snapshot.written = tuple(text for text, stands in texts if stands)
        snapshot.passed = tuple(text for text, stands in texts if not stands)
        snapshot.unlike_none = any(other for *_, other in told) and not any(none for *_, none, _ in told)

    async def _goto(self, page: Page, watch: Watch, address: str) -> None:
        if not is_web(address):
            raise VisitFailed("egress", NOT_WEB)
        self._just_read = None
        try:
            await within(self.limits.step * 2, page.goto(address, wait_until="domcontentloaded"), "abrir")
        except PlaywrightError as error:
            raise VisitFailed("network", f"não abriu {address}: {_first_line(error)}") from error
        await self._settle(page, watch)
        await self._read_aloud(page, watch)

    async def _perform(self, page: Page, watch: Watch, step: Step) -> tuple[str, list[tuple[str, str]]]:
        frame = await self._frame(page, step)
        words, made = step.words, list[tuple[str, str]]()
        before = windows, _, opened = await self._has_opened(watch, frame)
        watch.window.clear()
        try:
            if step.op == "click":
                words += await self._press_on(page, watch, frame, step, before)
            elif step.op == "show":
                await self._show(page, watch, frame, step)
            elif step.op == "scroll":
                await self._scroll_on(page, watch, frame, step)
            else:
                onward = normalize(step.target.label) in self.query_words.onward
                seen = in_sight((await self._view(frame))[0]) if onward else set()
                made = await self._query(page, watch, frame, step)
                words = _in_words(step, made)
                if onward:
                    words, made = await self._go_on(page, watch, frame, step, made, seen)
        except PlaywrightError as error:
            if any(sign in str(error) for sign in PULLED_AWAY):
                raise
            raise VisitFailed("step", f"“{step.words}” falhou: {_first_line(error)}") from error
        await self._settle(page, watch)
        if await self._opened_by(frame) > opened and len(watch.popups) == windows:
            # A window is reported a moment after the page that opened it is settled.
            with contextlib.suppress(TimeoutError):  # refused by the browser: the page itself is all there is
                await asyncio.wait_for(watch.window.wait(), 3)
        return words, made

    async def _scroll_on(self, page: Page, watch: Watch, frame: Frame, step: Step) -> None:
        """Scroll on until the page says something else. VisitFailed at its end."""
        said = await self._said(frame)
        for _ in range(SCROLLED_ON):
            moved = await read(frame, self.limits.evaluate, ADVANCE, step.box or (0, 0, 0, 0))
            watch.acted()
            await self._settle(page, watch, 3)
            if await self._said(frame) != said:
                return
            if not moved:
                break
        raise VisitFailed(AT_END, "não há mais nada abaixo")

    async def _has_opened(self, watch: Watch, frame: Frame) -> tuple[int, int, int]:
        """How many windows and files there have been, and what the document in a frame has opened."""
        return len(watch.popups), len(watch.files), await self._opened_by(frame)

    async def _press_on(self, page: Page, watch: Watch, frame: Frame, step: Step, before: tuple[int, int, int]) -> str:
        """Click, and press in other ways where nothing comes of it; what was done besides, in words."""
        said = await self._said(frame) if step.insists else None
        pressed = await self._click(frame, watch, step)
        self._clicked.append(step)
        if not (is_row(step.target) or said is not None) or not await self._unmoved(page, watch, frame, pressed):
            return ""
        if is_row(step.target):
            return await self._open_row(page, watch, frame, step, before)
        return await self._insist(page, watch, frame, step, before, said or "")

    async def _insist(
        self, page: Page, watch: Watch, frame: Frame, step: Step, before: tuple[int, int, int], said: str
    ) -> str:
        """Press in other ways what a click has left as it was; which one has done something, in words. ``before``: what had been
        opened until then; ``said``: what the page said."""
        await self._wait_turn(page)
        for press in OTHER_PRESSES:
            if await self._has_opened(watch, frame) != before or await self._said(frame) != said:
                return ""
            if not await self._press_otherwise(frame, watch, step, press):
                return ""
            await self._settle(page, watch, 1)
            if await self._has_opened(watch, frame) != before or await self._said(frame) != said:
                return f"; {press.words}"
        return ""

    async def _open_row(self, page: Page, watch: Watch, frame: Frame, step: Step, before: tuple[int, int, int]) -> str:
        """A record that a click has only selected opens to two, as on a desktop, or else to the button beside its list. What
        was done besides, in words. ``before``: what had been opened until then."""
        if await self._has_opened(watch, frame) != before:
            return ""
        await self._wait_turn(page)
        said = await self._said(frame)
        await self._press_twice(frame, watch, step)
        await self._settle(page, watch, 3)
        if said is None or await self._has_opened(watch, frame) != before or await self._said(frame) != said:
            return ""
        label = await self._press_opener(frame, watch, step)
        return f"; clique em “{label}”" if label else ""

    async def _go_on(
        self,
        page: Page,
        watch: Watch,
        frame: Frame,
        step: Step,
        made: list[tuple[str, str]],
        seen: set[tuple[str, ...]],
    ) -> tuple[str, list[tuple[str, str]]]:
        """A form in steps is one question: what its next steps ask is chosen too, until the answer is there."""
        told, chosen = [_in_words(step, made)], [*made]
        for _ in range(FORM_STEPS):
            await self._settle(page, watch)
            try:
                data, _ = await self._view(frame)
            except PlaywrightError:  # it led elsewhere
                break
            answered = any(s.rows > 1 and len(s.columns) > 2 for s in find_record_sets(data.html))
            form = None if answered else next_form(data, seen, self.query_words)
            if form is None or self.forbids(form, data.candidates):
                break
            seen |= in_sight(data)
            target = Target(form.button, form.tag, form.label)
            step = replace(step, target=target, words=f"clique em “{form.label}”", region=form.region, choices=())
            made = await self._query(page, watch, frame, step)
            told.append(_in_words(step, made))
            chosen += made
            if normalize(form.label) not in self.query_words.onward:
                break
        return "; ".join(told), chosen


def _opens_alone(node: Node, navigations: Sequence[tuple[str, str]]) -> bool:
    """Whether the address that the last step has led to may show the same when it is opened by itself: one that a click, or a choice
    in a menu, has posted to, or to which the portal leads what was posted, shows what the session holds. A query is asked at a
    door, too."""
    step = node.steps[-1]
    by_click = step.op != "query" or not step.target.path
    return navigations[-1][0] == "GET" and not (by_click and any(method == "POST" for method, _ in navigations))


async def _shut(page: Page) -> None:
    """Close a page as far as it lets itself be closed; the handler deals with the rest."""
    with contextlib.suppress(PlaywrightError, TimeoutError):
        await asyncio.wait_for(page.close(), 5)


def _in_words(step: Step, made: Sequence[tuple[str, str]]) -> str:
    """A step, after the choices that were made for it."""
    filled = ", ".join(describe_choice(label, value) for label, value in made)
    return "; ".join(filter(None, (filled, step.words)))


def _folded(terms: Sequence[str]) -> list[str]:
    return [" ".join(strip_accents(text).casefold().split()) for text in terms]


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
