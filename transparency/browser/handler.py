"""scrapy-playwright's download handler, one for both schemes: each instance costs a driver process of its own.

All that a crawl connects to goes through here, and from here through the proxy that says where it may go.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import DownloadFailedError
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

from transparency.browser.visit import NOT_CONNECTED, VisitFailed
from transparency.catalogue import check_url
from transparency.egress.guard import DEAD, Egress, explain, given_by_hand
from transparency.egress.policy import Allowance
from transparency.items import UserError
from transparency.walk.node import is_web

if TYPE_CHECKING:
    from scrapy import Request
    from scrapy.crawler import Crawler
    from scrapy.http import Response
    from scrapy.settings import BaseSettings

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 30
"""A browser that hangs must not keep the process alive."""

NO_WEB = "endereço recusado: não é da internet (http ou https)"
TELLS = 25
"""So often the proxy is asked why there was no connection: what it says may come a moment later."""
_TUNNEL = re.compile(r"'status': \d+, 'reason': b'(\w+)'")

_handlers: WeakKeyDictionary[Crawler, BrowserHandler] = WeakKeyDictionary()


class BrowserHandler(ScrapyPlaywrightDownloadHandler):
    """Scrapy makes a handler per scheme; here they are the same one."""

    _closed = False

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.egress = Egress(allowance(crawler.settings, getattr(crawler.spider, "typed", ())))
        # Chromium goes straight to this machine's own addresses unless it is told not to.
        self.config.launch_options["proxy"] = {"server": self.egress.socks, "bypass": "<-loopback>"}

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
            failed = [request.url, *request.meta.get("failed_at", ())]
            told = None
            for _ in range(TELLS):
                if told := self.egress.why(failed[-1]):
                    break
                await asyncio.sleep(0.02)
            raise VisitFailed(*(told or explain("", failed[-1]))) from error

    async def close_context(self, name: str) -> None:
        """Give back what a municipality's browser context holds: its audit is over."""
        wrapper = self.context_wrappers.get(name)
        if wrapper is not None:
            try:
                await asyncio.wait_for(wrapper.context.close(), CLOSE_SECONDS)
            except (TimeoutError, PlaywrightError) as error:
                logger.warning("O contexto de %s não fechou: %r", name, error)

    async def close(self) -> None:
        """Close once, though each scheme asks for it."""
        if self._closed:
            return
        self._closed = True
        try:
            await asyncio.wait_for(super().close(), CLOSE_SECONDS)
        except TimeoutError:
            logger.error("O navegador não fechou em %d s; o sistema o encerra com o processo.", CLOSE_SECONDS)
        finally:
            await asyncio.to_thread(self.egress.stop)


def allowance(settings: BaseSettings, typed: Iterable[str] = ()) -> Allowance:
    """What a crawl may connect to though it is private: EGRESS_ALLOWED, and the addresses that a person has typed.
    UserError for what would be no filter."""
    if settings.get("PLAYWRIGHT_CDP_URL") or settings.get("PLAYWRIGHT_CONNECT_URL"):
        raise UserError(
            "Um navegador remoto não passa pelo filtro de saída.", "Tire PLAYWRIGHT_CDP_URL e PLAYWRIGHT_CONNECT_URL."
        )
    return Allowance.of(
        [*settings.getlist("EGRESS_ALLOWED"), *(place for url in typed for place in given_by_hand(check_url(url)))]
    )
