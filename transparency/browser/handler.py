"""scrapy-playwright's download handler, one for both schemes: each instance costs a driver process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from scrapy_playwright.handler import ScrapyPlaywrightDownloadHandler

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

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

    async def close(self) -> None:
        """Close once, though each scheme asks for it."""
        if not self._closed:
            self._closed = True
            await super().close()
