"""What a page does on the network while a visit is on it, and what it opens."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary, WeakSet

from playwright.async_api import CDPSession, Page, Request, Response, WebSocket
from playwright.async_api import Error as PlaywrightError

from transparency.browse.certificates import fault
from transparency.browse.snapshot import HandedOut
from transparency.browse.unpacking import ends
from transparency.extract.documents import DocumentLimits
from transparency.node import host_of, site_of

REACTION_MS = 100
"""Added to the quiet after a step: post-backs start from timers, requests from event queues."""
ANSWER_MS, TALK_MS = 800, 3000
"""So long is waited for the answer to a message over a socket, and so long after a step messages are taken to be of it."""
POPUPS = 3
"""So many windows may open between two things done on a page; more are closed at once."""
FILE_SECONDS, FILE_BYTES = 10, DocumentLimits.size
"""A file that a step brings must come in so many seconds, and is read if it has no more bytes."""
NOTED = 50
"""So many dialogs, downloads and failures of a visit are kept in mind."""
REFUSED = frozenset({401, 403, 429, *range(500, 600)})
"""Statuses by which a portal does not answer a script that asks it for data."""
DATA = ("xhr", "fetch")
"""Kinds of requests by which scripts ask for data."""
GIVEN_UP = "ERR_ABORTED"
"""What the browser says of requests that the page itself gave up, and of downloads."""
STREAM = "eventsource"
"""A request over which data keep coming."""
NOT_COME = "os dados da página não chegaram"
CUT_SHORT = "a página desistiu de um pedido que fez"
NOT_LET = ("ERR_SOCKS_CONNECTION", "ERR_PROXY_CONNECTION_FAILED", "ERR_TUNNEL_CONNECTION_FAILED")
"""What it says of requests that the proxy in front of it does not let through."""
PACKED = frozenset({"gzip", "x-gzip", "deflate", "br", "zstd"})
"""Encodings that unpack to more than came."""
LEAST_PACKED = 60_000
"""Bytes from which on what is packed by gzip or deflate, which grow by a thousand at most, may be a bomb."""
BOMB_BYTES, BOMB_GROWTH = 64_000_000, 100
"""A document that unpacks to so many bytes, so many times what came, is one."""
LONGEST_DOCUMENT = 60
"""So many seconds it is counted."""
DENIED = frozenset({400, 401, 403, 419, 440})
"""Statuses by which a portal refuses what a page posts whose token or session it does not know (any more)."""


class Watch:
    """What a page does on the network, and what it opens."""

    SLOW = frozenset({"document", "script", "xhr", "fetch", "stylesheet"})
    STALE = 10.0
    """Seconds after which a request in flight is taken for a poll that never ends."""

    def __init__(self) -> None:
        self.inflight: dict[Request, float] = {}
        self._documents: dict[Request, Response] = {}  # what was answered to those that are not weighed yet
        self.moved = self._acted = time.monotonic()
        self._mute: dict[WebSocket | Request, str] = {}
        """Socket, or stream of events, that nothing has come from yet → the key of that fault."""
        self._told: dict[WebSocket, float] = {}
        """Socket → when something was sent over it that nothing has come back for (seconds, monotonic)."""
        self.requests = self.bytes = self._opened = 0
        self.popups: list[Page] = []
        self.window = asyncio.Event()
        """Set when a window has opened."""
        self.dialogs: list[str] = []
        self._alerted = 0
        """So many of them came before the last step."""
        self.awaited = 0
        """Milliseconds spent on waiting for data that the page announces."""
        self.files: list[str] = []
        """Addresses of downloads. The first that a step brings is kept, all others are refused."""
        self._awaits_file = False
        self._file: asyncio.Task[HandedOut] | None = None
        self._grown = asyncio.Event()
        """Set when the file that a step brings is too large."""
        self._weighed: WeakSet[Page] = WeakSet()
        """Pages whose files are weighed as they come."""
        self.navigations: list[tuple[str, str]] = []
        self.failed: list[str] = []
        """Addresses of navigations that failed."""
        self.cut: list[str] = []
        """Those of them that the server failed."""
        self.status = 0
        self.refused: list[str] = []
        """Requests for data that scripts made of the portal and that failed, in words."""
        self.denied: dict[str, str] = {}
        """Address → in words, of what a script posted since the last step and the portal would not take."""
        self.faults: dict[str, str] = {}
        """Key → in words, what failed on the page in sight: data that its scripts asked for since the last step, the scripts
        themselves since it was opened. A key is the same on every page of the portal."""
        self.on_bomb: Callable[[], None] = lambda: None
        """Called once when a document grows without measure while it is unpacked."""
        self._opened_at = 0.0
        """When the document in sight was answered (monotonic)."""
        self.retry_after = ""
        self.refresh = ""
        """The header by which the page in sight says where it leads by itself."""
        self.unclosed: list[str] = []
        """Addresses of compressed pages that do not say where they end: they may have come only in part."""
        self.certificates: dict[str, str] = {}
        """Host → what is wrong with its certificate; empty when nothing is."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: list[Callable[[], Awaitable[None] | None]] = []  # undo what was set in the page

    def attach(self, page: Page) -> None:
        """Listen to a page (also to one that it opened)."""
        attended.add(page)
        _have_told(page)
        _hearing[page] = self
        self._ends.append(partial(_unheard, page))
        listeners: tuple[tuple[Any, Callable[..., None]], ...] = (
            ("websocket", self._socket),
            ("popup", self._popup),
            ("pageerror", lambda error: self._fault(f"error {str(error)[:80]}", "um script da página falhou")),
            ("download", self._download),
            ("dialog", lambda dialog: self._spawn(self._dismiss(dialog))),
        )
        for event, listener in listeners:
            page.on(event, listener)
            self._ends.append(partial(page.remove_listener, event, listener))

    async def session(self, page: Page) -> CDPSession:
        """A way to ask the browser more than Playwright does. What is set there ends with the visit."""
        session = await asyncio.wait_for(page.context.new_cdp_session(page), 2)
        self._ends.append(session.detach)
        return session

    async def detach(self) -> None:
        """Listen to its pages no more: the next visit has a watch of its own."""
        for end in self._ends:
            if (ending := end()) is not None:
                await asyncio.wait_for(ending, 2)
        self._ends.clear()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _started(self, request: Request) -> None:
        self.requests += 1
        self.moved = time.monotonic()
        if request.resource_type in self.SLOW:
            self.inflight[request] = self.moved
        if request.resource_type == STREAM:
            self._mute[request] = _key(request)

    def _socket(self, socket: WebSocket) -> None:
        """A view that lives on the server tells it over a socket what was pressed, and is told what to show."""

        def said(_: str | bytes) -> None:
            self._told[socket] = time.monotonic()

        def closed(_: WebSocket) -> None:
            self._mute.pop(socket, None)
            answered("")

        def failed(_: str) -> None:
            if self._mute.pop(socket, None) is not None:
                self._fault(_key_of("socket", socket.url), NOT_COME)

        def answered(_: str | bytes) -> None:
            self._mute.pop(socket, None)
            if self._told.pop(socket, None) is not None:
                self.moved = time.monotonic()

        socket.on("framesent", said)
        socket.on("framereceived", answered)
        socket.on("socketerror", failed)
        socket.on("close", closed)
        self._mute[socket] = _key_of("socket", socket.url)
        self._acted = time.monotonic()
        said("")  # the first word is on its way

    def _ended(self, request: Request) -> None:
        if self.inflight.pop(request, None) is not None:
            self.moved = time.monotonic()

    def _fault(self, key: str, words: str) -> None:
        if len(self.faults) < NOTED:
            self.faults[key] = words

    def _failed(self, request: Request) -> None:
        left = self.inflight.get(request, 0.0) < self._opened_at  # by a document that is not there any more
        self._ended(request)
        said = request.failure or ""
        if request.resource_type in (*DATA, "script") and not left:
            refused = any(sign in said for sign in NOT_LET)
            if GIVEN_UP in said:
                self._fault(_key(request), CUT_SHORT)
                return
            what = "um pedido de dados da página" if request.resource_type in DATA else "um script da página"
            self._fault(
                _key(request), f"{what} {'não foi permitido' if refused else 'falhou na rede'} ({host_of(request.url)})"
            )
        if request.is_navigation_request() and len(self.failed) < NOTED:
            self.failed.append(request.url)
            if GIVEN_UP not in (request.failure or ""):  # which is said of downloads
                self.cut.append(request.url)

    def _finished(self, request: Request) -> None:
        self._ended(request)
        if self.faults.get(key := _key(request)) == CUT_SHORT:  # asked once more
            del self.faults[key]
        self._spawn(self._weigh(request))

    async def _weigh(self, request: Request) -> None:
        with contextlib.suppress(PlaywrightError, TimeoutError):  # the page may be gone before its weight is known
            sizes = await asyncio.wait_for(request.sizes(), 2)
            self.bytes += max(0, sizes["responseBodySize"]) + max(0, sizes["responseHeadersSize"])
            if request.resource_type == "document" and request.method == "GET" and len(self.unclosed) < NOTED:
                response = self._documents.pop(request, None)
                host = host_of(request.url)
                if response and request.url.startswith("https:") and host not in self.certificates:
                    details = await asyncio.wait_for(response.security_details(), 2)
                    self.certificates[host] = fault(details, dt.datetime.now(dt.UTC))
                packed = response and response.ok and response.headers.get("content-encoding")
                if response and packed and not ends(await asyncio.wait_for(response.body(), 2)):
                    self.unclosed.append(request.url)

    async def _measure(self, page: Page, response: Any) -> None:
        """Count what a packed document unpacks to while it comes: memory is full before it has ended."""
        length = response.headers.get("content-length", "")
        least = int(length) if length.isdecimal() else 0
        came, unpacked = Counter[str](), Counter[str]()

        def received(event: Any) -> None:  # of every request of the page
            request = event["requestId"]
            unpacked[request] += event["dataLength"]
            came[request] += max(0, event["encodedDataLength"])
            if unpacked[request] > max(BOMB_BYTES, BOMB_GROWTH * max(least, came[request])):
                self.on_bomb()

        with contextlib.suppress(PlaywrightError, TimeoutError):
            session = await self.session(page)
            session.on("Network.dataReceived", received)
            await asyncio.wait_for(session.send("Network.enable"), 2)
            await asyncio.wait_for(response.finished(), LONGEST_DOCUMENT)
            await asyncio.wait_for(session.send("Network.disable"), 2)

    def _answered(self, page: Page, response: Any) -> None:
        with contextlib.suppress(PlaywrightError):
            if response.request.resource_type == "document":
                self._documents[response.request] = response
                if _may_be_bomb(response.headers):
                    self._spawn(self._measure(page, response))
            self._mute.pop(response.request, None)
            if response.status >= 400 and response.request.resource_type in (*DATA, STREAM, "script"):
                script = response.request.resource_type == "script"
                what = "um script da página não veio" if script else "os dados da página não vieram"
                self._fault(_key(response.request), f"{what} (HTTP {response.status})")
            if (
                response.status >= 400
                and response.request.is_navigation_request()
                and response.frame != page.main_frame
            ):
                self._fault(_key(response.request), f"um quadro da página não veio (HTTP {response.status})")
            if response.status in REFUSED | DENIED and response.request.resource_type in ("xhr", "fetch"):
                if site_of(response.url) == site_of(page.url):
                    words = f"os dados da página não vieram (HTTP {response.status})"
                    if response.status in REFUSED:
                        self.refused.append(words)
                    if response.status in DENIED and response.request.method == "POST":
                        self.denied[response.url.partition("?")[0]] = words
            elif response.request.is_navigation_request() and response.frame == page.main_frame:
                self.status = response.status
                self.faults = {}
                self._mute = {}
                self._opened_at = time.monotonic()
                self.retry_after = response.headers.get("retry-after", "")
                self.refresh = response.headers.get("refresh", "")
                self.navigations.append((response.request.method, response.url))

    def _download(self, download: Any) -> None:
        if len(self.files) < NOTED:
            self.files.append(download.url)
        if self._awaits_file:
            self._awaits_file = False
            self._file = asyncio.create_task(_received(download, self._grown))
        else:
            self._spawn(_broken_off(download))

    async def file(self) -> HandedOut:
        """The file that the last step has brought."""
        return await self._file if self._file is not None else HandedOut(self.files[-1])

    def _popup(self, page: Page) -> None:
        self._opened += 1
        if self._opened > POPUPS:
            self._spawn(self._shut(page))
            return
        self.attach(page)
        self.popups.append(page)
        self.window.set()

    async def _shut(self, page: Page) -> None:
        with contextlib.suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(page.close(), 2)

    async def _dismiss(self, dialog: Any) -> None:
        if len(self.dialogs) < NOTED:
            self.dialogs.append(f"{dialog.type}: {dialog.message}"[:200])
        with contextlib.suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss(), 2)

    def broken_off(self) -> bool:
        """Whether the page in sight came only in part."""
        return bool(self.navigations) and self.navigations[-1][1] in self.cut

    def acted(self) -> None:
        """Something was done on the page just now; what it sets off takes a moment to show."""
        self.awaited = self._opened = 0
        self._acted = time.monotonic()
        self.moved = self._acted + REACTION_MS / 1000

    async def begin_step(self, page: Page) -> None:
        """What the data of the page failed at before is of no account for what the step brings."""
        self.refused = []
        self.denied = {}
        self._awaits_file, self._file, self._grown = True, None, asyncio.Event()
        self._alerted = len(self.dialogs)
        self.faults = {key: words for key, words in self.faults.items() if not key.startswith(DATA)}
        if page in self._weighed:
            return
        self._weighed.add(page)
        with contextlib.suppress(PlaywrightError, TimeoutError):
            session = await self.session(page)
            session.on("Page.downloadProgress", self._progressed)
            await asyncio.wait_for(session.send("Page.enable"), 2)

    def _progressed(self, event: Any) -> None:
        if max(event["receivedBytes"], event["totalBytes"]) > FILE_BYTES:
            self._grown.set()

    def alerts(self) -> tuple[str, ...]:
        """What windows over the page have told since the last step."""
        said = [dialog.partition(": ") for dialog in self.dialogs[self._alerted :]]
        return tuple(message for kind, _, message in said if kind == "alert")

    def awaits_data(self, seconds: float) -> bool:
        """Whether data are under way that a script of the page has asked for, for no longer than so many seconds."""
        now = time.monotonic()
        return any(r.resource_type in DATA and now - since < seconds for r, since in self.inflight.items())

    def failings(self) -> tuple[tuple[str, str], ...]:
        """(key, words) of what failed on the page in sight, data that are still under way among them."""
        late = {_key(request): NOT_COME for request in self.inflight if request.resource_type in DATA} | dict.fromkeys(
            self._mute.values(), NOT_COME
        )
        return tuple({**self.faults, **late}.items())

    def busy(self) -> bool:
        """Whether a request that may change the page is under way."""
        now = time.monotonic()
        if any(now - started < self.STALE for started in self.inflight.values()):
            return True
        told = self._told.values() if now - self._acted < TALK_MS / 1000 else ()
        return any(now - sent < ANSWER_MS / 1000 for sent in told)

    async def close(self) -> None:
        """Wait a moment for what is still being weighed, then give up on it; close what the page opened."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=0.5)
        for task in (*self._tasks, *filter(None, [self._file])):
            task.cancel()
        for popup in self.popups:
            await self._shut(popup)


watches: WeakKeyDictionary[Page, Watch] = WeakKeyDictionary()
attended: WeakSet[Page] = WeakSet()
"""Pages that a watch listens to."""
_hearing: WeakKeyDictionary[Page, Watch] = WeakKeyDictionary()
"""Page → the watch of the visit that is on it."""
_telling: WeakSet[Page] = WeakSet()
"""Pages that tell of their requests."""
_breaking: set[asyncio.Task[None]] = set()


def _have_told(page: Page) -> None:
    """Have a page tell of its requests, to whichever watch is on it, for as long as it is open: for each visit anew it would cost a
    dozen words with the browser."""
    if page in _telling:
        return
    _telling.add(page)

    def tell(how: Callable[[Watch, Any], None]) -> Callable[[Any], None]:
        return lambda what: how(_hearing[page], what) if page in _hearing else None

    page.on("request", tell(Watch._started))
    page.on("requestfinished", tell(Watch._finished))
    page.on("requestfailed", tell(Watch._failed))
    page.on("response", tell(lambda watch, response: watch._answered(page, response)))
    page.once("close", _unheard)


def _unheard(page: Page) -> None:
    _hearing.pop(page, None)


def turn_away(page: Page) -> None:
    """Break off whatever a window downloads that nobody attends to."""

    def refuse(download: Any) -> None:
        if page not in attended:
            task = asyncio.create_task(_broken_off(download))
            _breaking.add(task)
            task.add_done_callback(_breaking.discard)

    page.on("download", refuse)


async def _received(download: Any, grown: asyncio.Event) -> HandedOut:
    """What comes, if it comes in time and is no larger than what is read. ``grown``: set when it is."""
    body = b""
    coming, growing = asyncio.ensure_future(download.path()), asyncio.ensure_future(grown.wait())
    await asyncio.wait({coming, growing}, timeout=FILE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    with contextlib.suppress(PlaywrightError, OSError):
        if coming.done() and (path := coming.result()).stat().st_size <= FILE_BYTES:
            body = path.read_bytes()
    await _broken_off(download)
    for task in (coming, growing):
        task.cancel()
    await asyncio.gather(coming, growing, return_exceptions=True)
    return HandedOut(download.url, download.suggested_filename, body)


async def _broken_off(download: Any) -> None:
    """Nothing of it stays on disk."""
    for end in (download.cancel, download.delete):
        with contextlib.suppress(PlaywrightError, TimeoutError):
            await asyncio.wait_for(end(), 2)


def _may_be_bomb(headers: Mapping[str, str]) -> bool:
    """Whether what comes may grow without measure when it is unpacked."""
    packed = [one.strip() for one in headers.get("content-encoding", "").lower().split(",")]
    length = headers.get("content-length", "")
    small = length.isdecimal() and int(length) < LEAST_PACKED and len(packed) == 1 and packed[0] not in ("br", "zstd")
    return not PACKED.isdisjoint(packed) and not small


def _key(request: Request) -> str:
    """What is the same of a request on every page: its kind, host and path."""
    return _key_of("frame" if request.resource_type == "document" else request.resource_type, request.url)


def _key_of(kind: str, url: str) -> str:
    parts = urlsplit(url)
    return f"{kind} {parts.netloc}{parts.path}"
