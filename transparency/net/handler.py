"""scrapy-playwright's download handler, one for both schemes: each instance costs a driver process of its own.

All that a crawl connects to goes through here, and from here through the proxy that says where it may go. And nothing lasts
for ever: the unit of a page has a deadline, a browser that no longer answers is killed and replaced, and one that has opened
many pages is renewed, its sessions carried over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import psutil
from playwright.async_api import Browser, BrowserContext, Page
from playwright.async_api import Error as PlaywrightError
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import DownloadFailedError
from scrapy.http import HtmlResponse, Request, Response
from scrapy_playwright.handler import DEFAULT_CONTEXT_NAME, ScrapyPlaywrightDownloadHandler

from transparency.browse.chromium import launch_options
from transparency.browse.snapshot import NO_WEB, NOT_CONNECTED, Snapshot, VisitFailed
from transparency.browse.tabs import blank
from transparency.browse.visit import prepare
from transparency.crawl.request import find_candidate, progress_of
from transparency.egress.guard import DEAD, Egress, explain, given_by_hand
from transparency.egress.policy import Allowance
from transparency.egress.upstream import Upstream
from transparency.extract.forms.changes import NOTHING
from transparency.items import UserError
from transparency.net.failures import BOMB
from transparency.node import host_of, is_web
from transparency.portals.catalogue import check_url

if TYPE_CHECKING:
    from scrapy.crawler import Crawler
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 10
"""For what is closed; a browser that hangs must not keep the process alive."""
OPEN_SECONDS = 30
"""For a page to be opened, and the browser with it: past that the browser is taken for dead."""
LAUNCH_SECONDS = 60
PAGE_VISITS = 25
"""So many visits use one page: what a browser keeps of each adds up."""
END_SECONDS = 3
"""For processes that were killed to be dead."""

TELLS = 25
"""So often the proxy is asked why there was no connection: what it says may come a moment later."""
_TUNNEL = re.compile(r"'status': \d+, 'reason': b'(\w+)'")

_handlers: WeakKeyDictionary[Crawler, BrowserHandler] = WeakKeyDictionary()


class BrowserHandler(ScrapyPlaywrightDownloadHandler):
    """Scrapy makes a handler per scheme; here they are the same one."""

    _closed = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self._turn = getattr(crawler.spider, "request_turn", None)
        self._page_turn = getattr(crawler.spider, "page_turn", None)
        signposts = getattr(crawler.spider, "signposts", None)
        self._changes = signposts.changes if signposts else NOTHING
        allowed = allowance(crawler.settings, getattr(crawler.spider, "typed", ()))
        self.egress = Egress(allowed, upstream(crawler.settings))
        # Chromium goes straight to this machine's own addresses unless it is told not to.
        self.config.launch_options["proxy"] = {"server": self.egress.socks, "bypass": "<-loopback>"}
        # What is asked for again is for the spider to say: a visit must not run twice for one request.
        self.config.target_closed_max_retries = 0
        self._page_seconds = crawler.settings.getfloat("PAGE_SECONDS")
        self._renew_pages = crawler.settings.getint("BROWSER_RENEW_PAGES")
        self._renew_seconds = crawler.settings.getfloat("BROWSER_RENEW_MINUTES") * 60
        self._in_use: dict[Request, Page] = {}
        self._idle: dict[str, list[Page]] = {}
        """Context → its pages that are blank again. They keep their places among those that it may have."""
        self._used: WeakKeyDictionary[Page, int] = WeakKeyDictionary()
        """Page → so many visits have had it."""
        self._units: dict[Request, asyncio.Future[Response]] = {}
        self._broken: dict[Request, VisitFailed] = {}
        """Why the unit of a page was broken off."""
        self._opened = 0
        self._launched = 0.0
        self._processes: list[psutil.Process] = []
        self._sessions: dict[str, Any] = {}
        """Context → what its sessions live on, while the browser is renewed."""
        self._unused = asyncio.Event()
        self._unused.set()
        self._opening = 0
        self._renewal = asyncio.Lock()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BrowserHandler:
        """The handler of a crawler, made once."""
        if crawler not in _handlers:
            _handlers[crawler] = cls(crawler)
        return _handlers[crawler]

    async def download_request(self, request: Request) -> Response:
        """Through the proxy, or not at all. VisitFailed names what it says of a connection that there was not."""
        if not is_web(request.url):
            raise VisitFailed("egress", NO_WEB)
        if not self.egress.alive:
            raise VisitFailed(*DEAD)
        if self._turn is not None:
            await self._turn(host_of(request.url))
        if request.meta.get("playwright"):
            return await self._visit(request)
        request.meta["proxy"] = self.egress.http
        try:
            response = await super().download_request(request)
        except TunnelError as error:
            told = _TUNNEL.search(str(error))
            raise VisitFailed(*explain(told[1] if told else "", request.url)) from error
        except DownloadFailedError as error:
            if not self.egress.alive:
                raise VisitFailed(*DEAD) from error
            raise
        if status := response.headers.get("Proxy-Status"):  # of the proxy itself: it lets none of others pass
            raise VisitFailed(*explain(status.decode("latin-1").rpartition("error=")[2], request.url))
        return response

    async def _visit(self, request: Request) -> Response:
        try:
            return await super().download_request(request)
        except (PlaywrightError, VisitFailed) as error:
            if not any(sign in str(error) for sign in NOT_CONNECTED):
                raise
            failed = [request.url, *progress_of(request).failed_at]
            told = None
            for _ in range(TELLS):
                if told := self.egress.why(failed[-1]):
                    break
                await asyncio.sleep(0.02)
            raise VisitFailed(*(told or explain("", failed[-1]))) from error

    # ---- a page ------------------------------------------------------------------------------------------------

    async def _download_request_with_retry(self, request: Request, spider: Any) -> Response:
        """The whole unit of a page, in its time. A page that was seen counts, whatever happens to the browser afterwards."""
        work = self._units[request] = asyncio.ensure_future(self._see(request, spider))
        seen = False
        try:
            response = await asyncio.wait_for(work, self._page_seconds)
            seen = find_candidate(request) is not None
            return response
        except (TimeoutError, PlaywrightError, VisitFailed, asyncio.CancelledError) as error:
            methods = request.meta.get("playwright_page_methods") or ()
            if any(isinstance(method.result, Snapshot) for method in methods):
                return HtmlResponse(request.url, request=request)
            if isinstance(error, asyncio.CancelledError):
                if request in self._units:
                    raise  # the run ends
                raise self._broken.pop(request) from None
            if isinstance(error, TimeoutError):
                self._count("page_units_over")
                raise VisitFailed("hung", f"a página não ficou pronta em {self._page_seconds:.0f} s") from error
            raise
        finally:
            self._units.pop(request, None)
            self._broken.pop(request, None)
            await self._put_away(request, again=seen)

    async def _see(self, request: Request, spider: Any) -> Response:
        """What scrapy-playwright does for a page, without two things that cost CPU time and do nothing here: requests are not
        intercepted (we change none; each would pass three processes, and the browser's cache would be off), and the page is
        not waited for and read once more (what the visit has read is all there is). A request that is no visit, as one made
        by hand in ``scrapy shell``, is left to scrapy-playwright."""
        if find_candidate(request) is None:
            return await super()._download_request_with_retry(request, spider)
        page = await self._create_page(request, spider)
        watch = await prepare(page, self._changes)
        progress_of(request).failed_at = watch.failed
        watch.on_bomb = lambda: self._crashed(request, VisitFailed("network", BOMB))
        started = time.time()
        await self._get_response_and_download(request, page, spider)
        for method in request.meta["playwright_page_methods"]:
            method.result = await method.method(page)
        request.meta["download_latency"] = time.time() - started  # politeness goes by it
        return HtmlResponse(request.url, request=request, flags=["playwright"])

    async def _create_page(self, request: Request, spider: Any) -> Page:
        await self._renew_when_due()
        self._opening += 1
        self._unused.clear()
        try:
            name = request.meta.get("playwright_context", DEFAULT_CONTEXT_NAME)
            if name in self._sessions and name not in self.context_wrappers:
                kept = {"storage_state": self._sessions.pop(name)}
                given = request.meta.get("playwright_context_kwargs") or {}
                request.meta["playwright_context_kwargs"] = {**given, **kept}
            page = self._idle_page(name)
            if page is None:
                page = await asyncio.wait_for(self._new_page(request, spider), OPEN_SECONDS)
        except TimeoutError as error:
            await self._replace("não abre páginas")
            raise VisitFailed("browser", f"o navegador não abriu uma página em {OPEN_SECONDS} s") from error
        finally:
            self._opening -= 1
            self._tell_unused()
        self._unused.clear()
        self._in_use[request] = page
        self._used[page] = self._used.get(page, 0) + 1
        self._opened += 1
        if self._page_turn is not None:
            await self._page_turn(host_of(request.url))
        return page

    def _idle_page(self, context: str) -> Page | None:
        idle = self._idle.get(context, [])
        while idle:
            page = idle.pop()
            if not page.is_closed():
                return page
        return None

    async def _new_page(self, request: Request, spider: Any) -> Page:
        page: Page = await super()._create_page(request, spider)
        page.on("crash", self._page_crashed)
        return page

    def _page_crashed(self, page: Page) -> None:
        for idle in self._idle.values():
            if page in idle:
                idle.remove(page)
        for request, used in list(self._in_use.items()):
            if used is page:
                self._crashed(request)

    def _crashed(self, request: Request, why: VisitFailed | None = None) -> None:
        """What renders a page is gone, or is to go for what the page does to it, and answers nothing any more, not even a
        navigation: no deadline need be waited for."""
        unit = self._units.pop(request, None)
        if unit is not None:
            self._broken[request] = why or VisitFailed("browser", "a página derrubou o navegador")
            unit.cancel()

    async def _put_away(self, request: Request, again: bool) -> None:
        """Close a page, or keep it for the next visit (``again``: its own went well). One that cannot even be closed takes its
        browser with it."""
        page, name = self._in_use.get(request), request.meta.get("playwright_context", DEFAULT_CONTEXT_NAME)
        candidate = find_candidate(request)
        alone = candidate is not None and candidate.retry.afresh  # nobody else comes to its context
        if page is not None and not page.is_closed():
            again = again and not alone and self._used.get(page, PAGE_VISITS) < PAGE_VISITS
            wrapper = self.context_wrappers.get(name)
            if again and await blank(page) and wrapper is not None and wrapper.context is page.context:
                self._idle.setdefault(name, []).append(page)
            elif not await _done(page.close, "a página"):
                await self._replace("não fecha uma página")
        if alone:
            await self.close_context(name)
        self._in_use.pop(request, None)
        self._tell_unused()

    def _tell_unused(self) -> None:
        if not self._in_use and not self._opening:
            self._unused.set()

    def _make_close_page_callback(self, context_name: str) -> Callable[[], None]:
        """A page that crashed is closed, too; it gives its place back once, and to the context that it was of."""
        wrapper = self.context_wrappers.get(context_name)
        given: list[bool] = []

        def give_back() -> None:
            if wrapper is not None and not given:
                given.append(True)
                wrapper.semaphore.release()

        return give_back

    # ---- a context ---------------------------------------------------------------------------------------------

    async def close_context(self, name: str) -> None:
        """Give back what a municipality's browser context holds: its audit is over."""
        self._sessions.pop(name, None)
        self._idle.pop(name, None)
        wrapper = self.context_wrappers.get(name)
        if wrapper is not None and not await _done(wrapper.context.close, f"o contexto de {name}"):
            await self._replace("não fecha um contexto")
        if not self.context_wrappers and not self._opening and self._opened * 2 >= self._renew_pages > 0:
            await self._replace("", lost=False)  # between two towns it costs least

    def _make_close_browser_context_callback(
        self, name: str, persistent: bool, remote: bool, spider: Any = None
    ) -> Callable[[BrowserContext], None]:
        """Only the context that was closed is forgotten: another of its name may be open in a new browser."""

        def forget(context: BrowserContext) -> None:
            wrapper = self.context_wrappers.get(name)
            if wrapper is not None and wrapper.context is context:
                del self.context_wrappers[name]

        return forget

    # ---- the browser -------------------------------------------------------------------------------------------

    async def _maybe_launch_in_thread(self) -> None:
        """Playwright is started with the first page, not with the engine: most requests made by hand need none, and
        ``scrapy shell`` asks for its page before an engine that waits for Playwright is running."""

    async def _maybe_launch_browser(self) -> None:
        async with self.browser_launch_lock:
            if hasattr(self, "browser"):
                return
            if not hasattr(self, "browser_provider"):
                self.browser_provider = self.browser_provider_cls(self.config)
                await asyncio.wait_for(self.browser_provider.start(), LAUNCH_SECONDS)
            # A spider that audits has looked for a Chromium before it began; others have not.
            for name, value in launch_options().items():
                self.config.launch_options.setdefault(name, value)
            before = set(_tree())
            browser = await asyncio.wait_for(self.browser_provider.launch_browser(), LAUNCH_SECONDS)
            self._processes = [process for process in _tree() if process not in before]
            self._opened, self._launched = 0, time.monotonic()
            self.browser = browser
            self.stats.inc_value("playwright/browser_count")
            browser.on("disconnected", lambda _: self._gone(browser))

    def _gone(self, browser: Browser) -> None:
        """A browser that has ended answers no page of its own any more."""
        self._forget(browser)
        for request, page in list(self._in_use.items()):
            if page.context.browser is browser:
                self._crashed(request)

    def _forget(self, browser: Browser) -> None:
        """A browser is gone, with all its contexts; the next page starts another one."""
        if getattr(self, "browser", None) is browser:
            del self.browser
            self.context_wrappers.clear()
            self._idle.clear()

    async def _replace(self, why: str, lost: bool = True) -> None:
        """Close the browser, by force where it does not close; the next page starts another one."""
        browser: Browser | None = getattr(self, "browser", None)
        processes = self._processes
        if lost:
            logger.warning("O navegador foi trocado: %s.", why)
            self._count("browsers_replaced")
        if browser is not None:
            self._forget(browser)
            await _done(browser.close, "o navegador")
        await asyncio.to_thread(_end, processes)

    async def _renew_when_due(self) -> None:
        """Once the pages in use are done, carry the sessions over to a fresh browser; whoever wants a page meanwhile waits."""
        async with self._renewal:
            if not hasattr(self, "browser") or not self._due():
                return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._unused.wait(), self._page_seconds)
            for name, wrapper in list(self.context_wrappers.items()):
                with contextlib.suppress(
                    PlaywrightError, TimeoutError
                ):  # a new session is opened, as for a new visitor
                    self._sessions[name] = await asyncio.wait_for(wrapper.context.storage_state(), CLOSE_SECONDS)
            self._count("browsers_renewed")
            await self._replace("", lost=False)

    def _due(self) -> bool:
        old = time.monotonic() - self._launched > self._renew_seconds > 0
        return old or self._opened >= self._renew_pages > 0

    def _count(self, what: str) -> None:
        self.stats.inc_value(f"transparency/{what}")

    async def close(self) -> None:
        """Close once, though each scheme asks for it."""
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.wait_for(super().close(), 3 * CLOSE_SECONDS)
        except (TimeoutError, PlaywrightError) as error:
            logger.error("O navegador não fechou e é encerrado à força: %r", error)
        finally:
            await asyncio.to_thread(self.egress.stop)
        await asyncio.to_thread(_end, self._processes)


def allowance(settings: BaseSettings, typed: Iterable[str]) -> Allowance:
    """What a crawl may connect to though it is private: EGRESS_ALLOWED, and the addresses that a person has typed.
    UserError for what would be no filter."""
    if settings.get("PLAYWRIGHT_CDP_URL") or settings.get("PLAYWRIGHT_CONNECT_URL"):
        raise UserError(
            "Um navegador remoto não passa pelo filtro de saída.", "Tire PLAYWRIGHT_CDP_URL e PLAYWRIGHT_CONNECT_URL."
        )
    return Allowance.of(
        [*settings.getlist("EGRESS_ALLOWED"), *(place for url in typed for place in given_by_hand(check_url(url)))]
    )


def upstream(settings: BaseSettings) -> Upstream | None:
    """The proxy of the house, through which all leaves: OUTGOING_PROXY. UserError for what is none."""
    spared = Upstream.from_environment()[1]
    return Upstream.of(settings.get("OUTGOING_PROXY") or "", spared, settings.getbool("OUTGOING_PROXY_RESOLVES"))


async def _done(close: Callable[[], Awaitable[None]], what: str) -> bool:
    """Close something; False when that took too long."""
    try:
        await asyncio.wait_for(close(), CLOSE_SECONDS)
    except TimeoutError:
        logger.warning("Não fechou em %d s: %s.", CLOSE_SECONDS, what)
        return False
    except PlaywrightError:  # it was gone
        pass
    return True


def _tree() -> list[psutil.Process]:
    return psutil.Process().children(recursive=True)


def _end(processes: list[psutil.Process]) -> None:
    """Kill those of a browser's processes that still run, and wait until none does. A pid that was given to another process
    since is not touched.

    The dead ones are orphans whom another process takes leave of, sooner or later: ``psutil.wait_procs`` would wait for that.
    """
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.kill()
    deadline = time.monotonic() + END_SECONDS
    while any(map(_runs, processes)) and time.monotonic() < deadline:
        time.sleep(0.02)


def _runs(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False
