"""scrapy-playwright's download handler, one for both schemes: each instance costs a driver process of its own."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 30
"""A browser that hangs must not keep the process alive."""

_handlers: WeakKeyDictionary[Crawler, BrowserHandler] = WeakKeyDictionary()


class BrowserHandler(ScrapyPlaywrightDownloadHandler):
    """Scrapy makes a handler per scheme; here they are the same one."""

    _closed = False

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> BrowserHandler:
        """The handler of a crawler, made once."""
        if crawler not in _handlers:
            _handlers[crawler] = cls(crawler)
        return _handlers[crawler]

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
