"""How to see: one visit opens an address, replays the steps of a node, waits until the page is settled and takes one snapshot.

A visit is the callable of a scrapy-playwright ``PageMethod``. Nothing of the page outlives it: what it brings back
is data. Every await on the browser has a deadline of its own, because a page that never yields hangs them all.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Protocol
from weakref import WeakKeyDictionary, WeakSet

from binaryornot.helpers import is_binary_string
from playwright.async_api import BrowserContext, ElementHandle, Frame, Page
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from transparency.browser.camera import picture
from transparency.browser.cover import conceal
from transparency.browser.operations import OBSERVER, T, find, frames_of, read, within
from transparency.browser.snapshot import NOT_CONNECTED, NOT_WEB, FrameView, Limits, Snapshot, VisitFailed
from transparency.browser.watch import Watch, watches
from transparency.items import Box
from transparency.judge.records import find_record_sets
from transparency.judge.redact import Redacted
from transparency.judge.text import normalize, strip_accents
from transparency.walk.forms import (
    PRESSED,
    QueryWords,
    beginnings,
    choose,
    describe_choice,
    in_sight,
    left_alone,
    mark_columns,
    mark_ranges,
    next_form,
    offers,
    period,
    shown_in,
    sizes_pages,
    takes_several,
    wants_suggestion,
    would_change,
)
from transparency.walk.node import FrameKey, Node, Step, Target, canonical_url, host_of, is_web

YEAR_MENU = "year"
"""Type of the field that a toolbar's menu of years is (``page.js``)."""
FILTER = "ask"
"""Type of one that opens a window with its choices, which may have to be confirmed there."""
CLOSED = """el => {
  const at = el.closest("[aria-expanded],[aria-selected]");
  return !!at && !at.hasAttribute("aria-haspopup") && [at.getAttribute("aria-expanded"), at.getAttribute("aria-selected")].includes("false");
}"""
_PULLED_AWAY = ("Execution context was destroyed", "Cannot find context with specified id", "frame was detached")
QUIET_MS = 150
"""A page is settled when neither its DOM nor the network has moved for this long (shared/house.md, measured)."""
SUGGESTION_SECONDS = 1.2
"""So long a field may take to offer what fits a text: scripts wait until the typing stops, then ask their server."""
NOTICES = 2
"""So many notices over a page are taken away: cookies, then a campaign."""
FORM_STEPS = 6
"""So many further steps of one form are gone through."""
PATIENCE_MS = 2500
"""So long is waited for data that a page announces (a skeleton, a spinner) while nothing else moves."""
EXPIRED = "expired"
"""Kind of failure of a step after which a page says that its session has ended."""
VAIN = 2
"""After so many waits in vain a portal's ornaments are known not to be announcements."""
_prepared: WeakSet[BrowserContext] = WeakSet()
_vain: WeakKeyDictionary[BrowserContext, list[str]] = WeakKeyDictionary()
"""Context → pages that announced data which did not come."""


async def prepare(page: Page, request: Any) -> None:
    """scrapy-playwright's ``playwright_page_init_callback``: before the first navigation of a page."""
    watch = watches[page] = Watch()
    watch.attach(page)
    if request is not None:
        request.meta["failed_at"] = watch.failed
    if page.context not in _prepared:
        _prepared.add(page.context)
        await within(5, page.context.add_init_script(script=OBSERVER), "preparar a página")


class Visitor(Protocol):
    """Who asked for a visit: judges what is seen while the page is open, and may go on from there."""

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Which boxes a picture must show; None: no picture."""

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether it shows a session that has ended."""

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """The node to see next, one step on from the one in sight (or its last step once more, otherwise). None ends the
        visit, as it must when ``further`` is not wanted."""

    def stuck(self, error: Exception) -> None:
        """The step to that node failed."""


class Visit:
    """One visit: to a node, and on to those that its visitor wants to see from there."""

    def __init__(
        self,
        node: Node,
        query_words: QueryWords,
        visitor: Visitor,
        limits: Limits,
        today: dt.date,
        notices: Sequence[str] = (),
        turn: Callable[[str], Awaitable[None]] | None = None,
        expired: Callable[[Snapshot], bool] | None = None,
        forbids: Callable[[Mapping[str, Any]], bool] = lambda form: False,
    ) -> None:
        """``notices``: labels of what takes away a notice, the likeliest first. ``turn``: waits until something more may be
        asked of a host. ``expired``: whether a page says that its session ended on the way. ``forbids``: whether the next step
        of a form is to be left alone."""
        self.expired = expired
        self.forbids = forbids
        self.node = node
        self.turn = turn
        self.notices = [" ".join(strip_accents(text).casefold().split()) for text in notices]
        self.query_words = query_words
        self.visitor = visitor
        self.limits = limits
        self.today = today
        self._asked: dict[str, dict[str, Any]] = {}
        """Path → field of the last query."""
        self._clicked: list[Step] = []
        """The clicks of the way so far."""
        self._opened: Snapshot | None = None
        """The address as it opened, when it was read before any step."""

    async def __call__(self, page: Page) -> Snapshot:
        """The first snapshot; the visitor has seen them all."""
        started = time.monotonic()
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
        await _shut(page)
        snapshot.requests, snapshot.bytes = watch.requests, watch.bytes
        snapshot.unclosed, snapshot.certificates = watch.unclosed, watch.certificates
        return snapshot

    async def _visit(self, page: Page, watch: Watch, started: float) -> Snapshot:
        reentered = await self._enter(page, watch)
        try:
            active, snapshot = await self._follow(page, watch, started)
        except VisitFailed as failure:
            if failure.kind != EXPIRED:
                raise
            for address in dict.fromkeys((self.node.entry or self.node.url, self.node.url)):
                await self._goto(page, watch, address)
            active, snapshot = await self._follow(page, watch, started, again=True)
        first = snapshot
        snapshot.reentered = reentered
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
                self.visitor.stuck(error)
                break
        return first

    async def _follow(self, page: Page, watch: Watch, started: float, again: bool = False) -> tuple[Page, Snapshot]:
        """Take the steps of the node; the page they lead to, and what is seen there."""
        active, before = page, len(watch.navigations)
        self._clicked = []
        done: list[str] = []
        made: list[tuple[str, str]] = []
        for step in self.node.steps:
            await self._wait_turn(active)
            before = len(watch.navigations)
            active, words, made = await self._take(active, watch, step)
            done.append(words)
        return active, await self._see(active, watch, self.node, done, made, before, started, final=again)

    async def _wait_turn(self, page: Page) -> None:
        """Steps keep the distance that requests keep."""
        await asyncio.sleep(self.limits.pause)
        if self.turn is not None:
            await self.turn(host_of(page.url))

    async def _enter(self, page: Page, watch: Watch) -> bool:
        """An inner address of a portal whose town lives in the session: open the session as a person would, try again."""
        if page.url == "about:blank":  # the address handed out a file instead of a page
            raise VisitFailed("document", "o endereço traz um arquivo, não uma página")
        await self._settle(page, watch)
        await self._uncover(page, watch)
        if not self.node.entry or canonical_url(self.node.entry) == canonical_url(self.node.url):
            return False
        # What is looked at for the words of a closed session is kept only where it is what the visit is for.
        opened = await self._snapshot(page, watch, self.node, keep=not self.node.steps)
        if not self.visitor.closed(opened):
            self._opened = None if self.node.steps else opened
            return False
        for address in (self.node.entry, self.node.url):
            await self._goto(page, watch, address)
        return True

    async def _uncover(self, page: Page, watch: Watch) -> None:
        """Take away the notices that cover a page when it opens, as anybody does who wants to read it."""
        for _ in range(NOTICES if self.notices else 0):
            try:
                button = await read(page.main_frame, self.limits.evaluate, "notice", self.notices)
            except PlaywrightError:  # navigating at this moment
                return
            element = await self._locate(page.main_frame, Target(button["path"], button["tag"])) if button else None
            if element is None:
                return
            with contextlib.suppress(PlaywrightError):  # it went by itself
                await self._press(element)
            watch.acted()
            await self._settle(page, watch, 3)

    async def _take(self, page: Page, watch: Watch, step: Step) -> tuple[Page, str, list[tuple[str, str]]]:
        """Take a step; the page it leads to (a new window, too), the step in words, and the choices made."""
        files, windows = len(watch.files), len(watch.popups)
        words, made = await self._steadily(page, watch, partial(self._perform, page, watch, step))
        if len(watch.files) > files:
            raise VisitFailed("document", f"“{step.words}” traz um arquivo, não uma página", watch.files[-1])
        if len(watch.popups) > windows and not watch.popups[-1].is_closed():  # not one that came with the page
            page = watch.popups[-1]
            with contextlib.suppress(PlaywrightError):
                await within(self.limits.step, page.wait_for_load_state("domcontentloaded"), "nova janela")
                await self._settle(page, watch)
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
        if node.steps and not final and self.expired is not None and self.expired(snapshot):
            raise VisitFailed(EXPIRED, "a página expirou no meio do caminho")
        snapshot.done, snapshot.choices = done, choices
        if node.steps and node.steps[-1].op == "query":
            snapshot.asked = tuple(self._asked.values())
        fresh = watch.navigations[before:]
        if node.steps and fresh and fresh[-1][0] == "GET" and canonical_url(fresh[-1][1]) == canonical_url(page.url):
            snapshot.base = page.url
        boxes = self.visitor.look(snapshot)
        if boxes is not None:
            snapshot.screenshot, snapshot.shot_origin = await picture(page, snapshot, boxes, self.limits)
        snapshot.seconds = time.monotonic() - started
        return snapshot

    async def _goto(self, page: Page, watch: Watch, address: str) -> None:
        if not is_web(address):
            raise VisitFailed("egress", NOT_WEB)
        try:
            await within(self.limits.step * 2, page.goto(address, wait_until="domcontentloaded"), "abrir")
        except PlaywrightError as error:
            raise VisitFailed("network", f"não abriu {address}: {_first_line(error)}") from error
        await self._settle(page, watch)

    async def _steadily(self, page: Page, watch: Watch, work: Callable[[], Awaitable[T]]) -> T:
        """Do something on a page, once more when a navigation pulled the page away from under it."""
        try:
            return await work()
        except PlaywrightError as error:
            if not any(sign in str(error) for sign in _PULLED_AWAY):
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
                    read(frame, self.limits.evaluate, "waiting")
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
                return int(await read(frame, self.limits.evaluate, "quiet"))
            except PlaywrightError:  # navigating at this moment: not still
                return 0

        return min(await asyncio.gather(*(of(frame) for frame in frames_of(page)[: self.limits.frames])), default=0)

    async def _perform(self, page: Page, watch: Watch, step: Step) -> tuple[str, list[tuple[str, str]]]:
        frame = await self._frame(page, step)
        words, made = step.words, list[tuple[str, str]]()
        windows, opened = len(watch.popups), await self._opened_by(frame)
        watch.window.clear()
        try:
            if step.op == "click":
                files = len(watch.files)
                pressed = await self._click(frame, watch, step)
                idle = _is_row(step.target) and await self._unmoved(page, watch, frame, pressed)
                if idle and (len(watch.popups), len(watch.files), await self._opened_by(frame)) == (
                    windows,
                    files,
                    opened,
                ):
                    await self._wait_turn(page)
                    await self._press_twice(frame, watch, step)
                self._clicked.append(step)
            elif step.op == "show":
                await self._show(page, watch, frame, step)
            else:
                onward = normalize(step.target.label) in self.query_words.onward
                seen = (
                    in_sight(await read(frame, self.limits.evaluate, "snapshot", self._reading())) if onward else set()
                )
                made = await self._query(page, watch, frame, step)
                words = _in_words(step, made)
                if onward:
                    words, made = await self._go_on(page, watch, frame, step, made, seen)
        except PlaywrightError as error:
            if any(sign in str(error) for sign in _PULLED_AWAY):
                raise
            raise VisitFailed("step", f"“{step.words}” falhou: {_first_line(error)}") from error
        await self._settle(page, watch)
        if await self._opened_by(frame) > opened and len(watch.popups) == windows:
            # A window is reported a moment after the page that opened it is settled.
            with contextlib.suppress(TimeoutError):  # refused by the browser: the page itself is all there is
                await asyncio.wait_for(watch.window.wait(), 3)
        return words, made

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
                data = await read(frame, self.limits.evaluate, "snapshot", self._reading())
            except PlaywrightError:  # it led elsewhere
                break
            answered = any(s.rows > 1 and len(s.columns) > 2 for s in find_record_sets(data["html"]))
            form = None if answered else next_form(data, seen, self.query_words)
            if form is None or self.forbids(form):
                break
            seen |= in_sight(data)
            target = Target(form["button"], form["tag"], form["label"])
            step = replace(step, target=target, words=f"clique em “{form['label']}”", region=form["region"], choices=())
            made = await self._query(page, watch, frame, step)
            told.append(_in_words(step, made))
            chosen += made
            if normalize(form["label"]) not in self.query_words.onward:
                break
        return "; ".join(told), chosen

    async def _opened_by(self, frame: Frame) -> int:
        """How many windows the document in a frame has opened."""
        try:
            return int(await read(frame, self.limits.evaluate, "opened"))
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

    async def _locate(self, frame: Frame, target: Target) -> ElementHandle | None:
        argument = {"path": target.path, "tag": target.tag, "label": target.label, "name": target.name}
        return await find(frame, self.limits.evaluate, "locate", argument, "procurar elemento")

    async def _click(self, frame: Frame, watch: Watch, step: Step) -> float:
        """When it was clicked (seconds, monotonic)."""
        deadline = time.monotonic() + 2.5
        element = await self._locate(frame, step.target)
        while element is None and time.monotonic() < deadline:  # late content
            await asyncio.sleep(0.15)
            element = await self._locate(frame, step.target)
        if element is None:
            raise VisitFailed("step", f"“{step.words}”: o componente não foi encontrado de novo")
        pressed = time.monotonic()
        await self._press(element)
        watch.acted()
        return pressed

    async def _unmoved(self, page: Page, watch: Watch, frame: Frame, pressed: float) -> bool:
        """Whether nothing has come of a click: nothing was drawn, and no other document is under way."""
        await self._settle(page, watch, 3)
        try:
            quiet = int(await read(frame, self.limits.evaluate, "quiet"))
        except PlaywrightError:  # navigating at this moment
            return False
        return quiet > (time.monotonic() - pressed) * 1000

    async def _press_twice(self, frame: Frame, watch: Watch, step: Step) -> None:
        """A record that a click only selects opens to two, as on a desktop."""
        element = await self._locate(frame, step.target)
        if element is not None:
            with contextlib.suppress(PlaywrightTimeout):  # something lies over it by now
                await within(self.limits.step, element.dblclick(timeout=800, no_wait_after=True), "clicar duas vezes")
            watch.acted()

    async def _press(self, element: ElementHandle) -> None:
        """Click as a person does where the element can be seen, else as a script does (closed menus, covered buttons)."""
        if await within(self.limits.step, element.is_visible(), "clicar"):
            try:
                await within(self.limits.step, element.click(timeout=800, no_wait_after=True), "clicar")
                return
            except PlaywrightTimeout:
                pass  # covered, moving or of no size: the click is dispatched instead
        script = """el => {
            // What a person hits is the innermost element; what is dispatched to it bubbles, what is dispatched outside does not sink.
            while (el.children.length === 1 && !/^(select|button|input|a|svg)$/.test(el.localName)) el = el.firstElementChild;
            for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
                el.dispatchEvent(new (type.startsWith('p') ? PointerEvent : MouseEvent)(type, {bubbles: true, cancelable: true, composed: true, button: 0}));
            }
            if (el.click) el.click(); else el.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, composed: true}));
        }"""
        await within(self.limits.step, element.evaluate(script), "clicar")

    async def _query(self, page: Page, watch: Watch, frame: Frame, step: Step) -> list[tuple[str, str]]:
        """Fill a query form field by field (each choice may load the next field's options), then press its button."""
        made: list[tuple[str, str]] = []
        decided: set[str] = set()
        forced = dict(step.choices)
        self._asked = {}
        first: set[str] = set()
        for turn in range(30):
            asking = {
                "region": step.region,
                "chips": not step.target.path,
                "queryWords": (*self.query_words.buttons, *self.query_words.onward),
            }
            controls = await read(frame, self.limits.evaluate, "controls", asking) if step.region else []
            if turn and controls:  # a list that has appeared is what a field has opened
                decided.update(c["path"] for c in controls if c["type"] == "listbox")
            if controls is None:
                raise VisitFailed("step", f"“{step.words}”: o formulário não foi encontrado de novo")
            controls = mark_columns(mark_ranges(controls, self.query_words), self.query_words)
            first = first or {c["path"] for c in controls}
            for c in controls:  # what a list offered while it was open is still known
                offered_then = self._asked.get(c["path"], {}).get("options")
                kept = {"options": offered_then} if offered_then and not c.get("options") else {}
                self._asked[c["path"]] = c | {"late": c["path"] not in first} | kept
            control = next((c for c in controls if c["path"] not in decided), None)
            if control is None:
                break
            decided.add(control["path"])
            idle = left_alone(control, self.query_words) or sizes_pages(control)
            if idle and control["label"] not in forced:
                continue
            if control["type"] == FILTER and control["label"] not in forced:  # it says what it asks for now
                wanted = period(step.attempt, controls, self.query_words)
                if not would_change(control, wanted, self.today, self.query_words):
                    continue
            if not shown_in(control):
                control["options"] = await self._open_list(frame, watch, control)
                if not control["options"] and control["typed"]:
                    control["options"] = await self._suggestions(frame, watch, control)
                self._asked[control["path"]]["options"] = control["options"]
                if not control["options"] and not step.target.path:
                    raise VisitFailed("step", f"a lista “{control['label']}” não abriu")
            elif wants_suggestion(control, self.query_words) and (
                offered := await self._suggestions(frame, watch, control)
            ):
                control.update(options=offered, tag="suggestions")
            asked = period(step.attempt, controls, self.query_words)  # of what the lists offer that are open by now
            choice = choose(control, asked, self.today, self.query_words, forced)
            if choice is None:
                if control.get("options") and not shown_in(control):
                    await self._close_list(page, frame, control)
                continue
            # each of several boxes may load the list anew
            for value in choice.value if isinstance(choice.value, tuple) else (choice.value,):
                await self._fill(frame, watch, control, value)
                if step.target.path and control["tag"] == "input":  # many fields tell what they hold when they are left
                    await within(self.limits.step, frame.evaluate("() => document.activeElement?.blur()"), "preencher")
                watch.acted()
                await self._settle(page, watch, 4)
            made.append((choice.label, choice.text))
            if not shown_in(control) and takes_several(control):
                await self._close_list(page, frame, control)
            if control["type"] == YEAR_MENU:
                await self._open_again(page, watch, frame)
            if not step.target.path and choice.forced:
                break
            if not step.target.path and control["tag"] == "input":  # there is no button: what is typed is sent so
                await within(self.limits.step, page.keyboard.press("Enter"), "enviar")
                watch.acted()
        if step.target.path:
            await self._click(frame, watch, step)
        return made

    async def _open_again(self, page: Page, watch: Watch, frame: Frame) -> None:
        """Another year may show a portal from its start: the tabs and panels that led here are opened again."""
        for step in self._clicked:
            element = await self._locate(frame, step.target)
            if element is not None and await within(self.limits.step, element.evaluate(CLOSED), "abrir de novo"):
                await self._press(element)
                watch.acted()
                await self._settle(page, watch, 4)

    async def _show(self, page: Page, watch: Watch, frame: Frame, step: Step) -> None:
        """Click all that is asked for in a list, which is opened (again) when one of them is not in the page."""
        found = 0
        for label, path in step.choices:
            target = replace(_target_at(path), label=label)
            element = await self._locate(frame, target)
            if element is None and step.target.path and (opener := await self._locate(frame, step.target)) is not None:
                await self._press(opener)
                await self._settle(page, watch, 2)
                element = await self._locate(frame, target)
            if element is None:
                continue
            found += 1
            await self._press(element)
            watch.acted()
            await self._settle(page, watch, 2)
        argument = {"path": step.choices[-1][1], "queryWords": list(self.query_words.buttons)}
        button = await find(frame, self.limits.evaluate, "apply", argument, "procurar botão")
        if found and button is not None:
            await self._press(button)
            watch.acted()
        if not found:
            raise VisitFailed("step", f"“{step.words}”: a lista de colunas não foi encontrada de novo")

    async def _open_list(self, frame: Frame, watch: Watch, control: dict[str, Any]) -> list[dict[str, Any]]:
        """Open a drop-down that is not a ``select`` and read what it offers."""
        element = await self._locate(frame, _target_at(control["path"]))
        if element is None:
            return []
        # What stands beside a field to type in may empty it as well as open its list, unless it is known for an arrow.
        typed = control.get("typed") and not control.get("arrow")
        arrow = None if typed else await find(frame, self.limits.evaluate, "arrow", control["path"], "procurar botão")
        await read(frame, self.limits.evaluate, "mark")
        for opener, patience in ((element, 1.2),) if typed else ((arrow or element, 2.0), (element, 1.0)):
            await self._press(opener)
            watch.acted()
            if options := await self._offered(frame, watch, patience):
                return self._choices(control, options)
        return []

    def _choices(self, control: dict[str, Any], options: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What a window of choices offers, apart from its title and its buttons."""
        if control["type"] != FILTER:
            return options
        asking = self.query_words
        others = {normalize(control["label"]), *asking.leave, *asking.done, *asking.buttons}
        return [option for option in options if normalize(option["text"]) not in others] or options

    async def _confirm(self, frame: Frame, path: str, labels: Sequence[str]) -> bool:
        """Press one of some buttons of the window that an option stands in; False where there is none, or none any more."""
        argument = {"path": path, "queryWords": list(labels)}
        button = await find(frame, self.limits.evaluate, "apply", argument, "procurar botão")
        if button is not None:
            await self._press(button)
        return button is not None

    async def _offered(self, frame: Frame, watch: Watch, patience: float) -> list[dict[str, Any]]:
        """What an open list offers, once it has come to rest: many are drawn anew for every letter, or when data come."""
        deadline = time.monotonic() + patience
        before: list[dict[str, Any]] = []
        while (now := time.monotonic()) < deadline or (before and now < deadline + 2 * patience):
            await asyncio.sleep(0.15)
            options: list[dict[str, Any]] = await read(frame, self.limits.evaluate, "options")
            if options and options == before and not watch.busy():
                return options
            before = options
        return before

    async def _close_list(self, page: Page, frame: Frame, control: dict[str, Any]) -> None:
        await within(self.limits.step, page.keyboard.press("Escape"), "fechar lista")
        deadline = time.monotonic() + 1
        options = control.get("options") or []
        if (
            control["type"] == FILTER
            and options
            and await self._confirm(frame, options[0]["value"], self.query_words.leave)
        ):
            return
        while await read(frame, self.limits.evaluate, "options"):
            if time.monotonic() > deadline:  # it knows no keys: what opened it closes it
                element = await self._locate(frame, _target_at(control["path"]))
                if element is not None:
                    await self._press(element)
                return
            await asyncio.sleep(0.1)

    async def _suggestions(self, frame: Frame, watch: Watch, control: dict[str, Any]) -> list[dict[str, Any]]:
        """Type the beginnings of a town hall's usual names into a field, until it offers something to pick."""
        element = await self._locate(frame, _target_at(control.get("typed") or control["path"]))
        if element is None:
            return []
        await read(frame, self.limits.evaluate, "mark")
        typed = beginnings(control, self.query_words)
        for beginning in typed:
            try:
                await within(self.limits.step, element.fill("", timeout=1500), "digitar")
                await within(self.limits.step, element.type(beginning, timeout=3000), "digitar")
            except PlaywrightTimeout:
                return []
            watch.acted()
            options = await self._offered(frame, watch, SUGGESTION_SECONDS)
            if options and offers(control, options, self.query_words):
                return options
        await within(self.limits.step, element.fill("", timeout=1500), "digitar")
        return []

    async def _fill(self, frame: Frame, watch: Watch, control: dict[str, Any], value: Any) -> None:
        if control["tag"] == "boxes" and isinstance(value, tuple):
            box = await self._locate(frame, _target_at(value[0]))
            # what is drawn was read just now; a box may have been ticked by the one that stands for all
            drawn = control["type"] == PRESSED
            if box is not None and (
                drawn or value[1] is not await within(2, box.evaluate("el => el.checked"), "marcar")
            ):
                await self._press(box)
            return
        if control["tag"] == "pick":
            await self._move(frame, value, control["movers"])
            return
        if control["tag"] not in ("select", "input", "textarea"):
            option = await self._locate(frame, _target_at(value))
            if option is None and takes_several(control):  # the list closes after each
                await self._open_list(frame, watch, control)
                option = await self._locate(frame, _target_at(value))
            if option is not None:
                await self._press(option)
            if control["type"] == FILTER:
                await self._confirm(frame, value, (*self.query_words.buttons, *self.query_words.done))
            return
        element = await self._locate(frame, Target(control["path"], control["tag"]))
        if element is None:
            return
        if control["tag"] == "select":
            index = list(value) if isinstance(value, tuple) else value
            await within(self.limits.step, element.select_option(index=index, force=True, timeout=2000), "escolher")
            await self._move(frame, control["path"], control.get("movers", ()))
            if not control["visible"]:  # a widget drawn over the select listens through jQuery
                await within(
                    self.limits.step,
                    element.evaluate("el => window.jQuery && window.jQuery(el).trigger('change')"),
                    "escolher",
                )
        elif control["type"] in ("radio", "checkbox"):
            await self._press(element)
        else:
            try:
                await within(self.limits.step, element.fill(value, timeout=1500), "preencher")
                await within(self.limits.step, element.dispatch_event("change"), "preencher")
            except PlaywrightTimeout:  # read-only in front of a calendar: set it as the calendar would
                script = "(el, v) => { el.value = v; for (const t of ['input', 'change', 'blur']) el.dispatchEvent(new Event(t, {bubbles: true})); }"
                await within(self.limits.step, element.evaluate(script, value), "preencher")

    async def _move(self, frame: Frame, path: str, movers: Sequence[str]) -> None:
        """Press the buttons beside a list until all that stood in it has gone over to the other one."""
        for mover in movers:
            button, source = await self._locate(frame, _target_at(mover)), await self._locate(frame, _target_at(path))
            if (
                button is None
                or source is None
                or not await within(2, source.evaluate("el => el.childElementCount"), "escolher")
            ):
                return
            await self._press(button)
            await asyncio.sleep(0.05)

    def _reading(self) -> dict[str, Any]:
        """What the snapshot of a frame needs to know."""
        return {
            "queryWords": self.query_words.buttons,
            "onwardWords": self.query_words.onward,
            "outputWords": {
                "screen": self.query_words.screen,
                "formats": self.query_words.formats,
                "readable": self.query_words.readable,
                "placeholder": self.query_words.placeholder,
            },
            "maxElements": self.limits.elements,
            "maxCandidates": self.limits.candidates,
            "maxSize": self.limits.size,
        }

    async def _snapshot(self, page: Page, watch: Watch, node: Node, keep: bool = True) -> Snapshot:
        """What is in sight. Not to ``keep``: nothing is taken out of it, and it must not leave the visit."""
        options = self._reading()

        async def view(index: int, frame: Frame) -> FrameView | None:
            offset = (0, 0)
            if index:
                try:
                    owner = await within(3, frame.frame_element(), "quadro")
                    box = await within(3, owner.bounding_box(), "quadro")
                except PlaywrightError:  # detached meanwhile
                    return None
                if box is None or box["width"] < 40 or box["height"] < 40:  # counters and trackers
                    return None
                offset = (round(box["x"]), round(box["y"]))
            for attempt in range(3):
                try:
                    data = await read(frame, self.limits.evaluate, "snapshot", options)
                    if data["narrow"]:
                        await read(frame, self.limits.evaluate, "widen")
                        watch.acted()
                        await self._settle(page, watch, 2)
                        data = await read(frame, self.limits.evaluate, "snapshot", options)
                    break
                except PlaywrightError:
                    if attempt == 2:
                        if index:
                            return None  # detached
                        raise
                    await self._settle(page, watch, 2 if index else None)  # navigating
            if index and data["scroll"] != [0, 0]:
                offset = (offset[0] - data["scroll"][0], offset[1] - data["scroll"][1])
            key = FrameKey(index, frame.name, canonical_url(frame.url))
            return FrameView(key, frame.url, frame.name, data, offset, conceal(data) if keep else Redacted(""))

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
        views = [v for v in await asyncio.gather(*(view(i, f) for i, f in enumerate(frames))) if v is not None]
        kind, shown = views[0].data["type"], views[0].data["text"][:1024]
        if "html" not in kind or is_binary_string(shown.encode()):  # a file, whatever type the server claims
            raise VisitFailed("document", f"o endereço traz um arquivo ({kind}), não uma página", page.url)
        # bounding_box is measured in the window, boxes from the top of the page
        scroll = views[0].data["scroll"]
        for inner in views[1:]:
            inner.offset = (inner.offset[0] + scroll[0], inner.offset[1] + scroll[1])
        return Snapshot(
            url=page.url,
            title=views[0].data["title"],
            status=watch.status or 200,
            frames=views,
            node=node,
            cookies=await within(5, page.context.cookies(), "cookies"),
            lost=lost,
            truncated=not whole or any(view.data["truncated"] for view in views),
            refused=tuple(watch.refused),
            dialogs=watch.dialogs,
        )


async def _shut(page: Page) -> None:
    """Close a page as far as it lets itself be closed; the handler deals with the rest."""
    with contextlib.suppress(PlaywrightError, TimeoutError):
        await asyncio.wait_for(page.close(), 5)


def _target_at(path: str) -> Target:
    """The element that stands there, whatever is written on it."""
    return Target(path, path.rpartition(">")[2].partition("[")[0])


def _is_row(target: Target) -> bool:
    """Whether what is clicked is a row of a table, or a cell of it."""
    return target.tag in ("tr", "td")


def _in_words(step: Step, made: Sequence[tuple[str, str]]) -> str:
    """A step, after the choices that were made for it."""
    filled = ", ".join(describe_choice(label, value) for label, value in made)
    return "; ".join(filter(None, (filled, step.words)))


def _first_line(error: BaseException) -> str:
    return str(error).splitlines()[0][:200] if str(error) else type(error).__name__
