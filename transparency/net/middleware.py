"""Turns a request that carries a node into a visit, and its snapshot into the response."""

from __future__ import annotations

import contextlib
import logging
import mimetypes
from typing import TYPE_CHECKING, Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page
from scrapy.http import HtmlResponse, Request, Response
from scrapy_playwright.page import PageMethod

from transparency.browse.charset import relabel
from transparency.browse.operations import within
from transparency.browse.snapshot import BROKEN_OFF, HandedOut, Snapshot, VisitFailed
from transparency.browse.visit import Visit
from transparency.browse.watch import watches
from transparency.crawl.request import context_of, find_candidate, progress_of
from transparency.node import is_web

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

LATER = frozenset({408, 429, 500, 502, 503, 504, 522, 524})
"""Statuses that may be others in a while."""


class Busy(VisitFailed):
    """A server that says "not now"."""

    def __init__(self, status: int, retry_after: str) -> None:
        super().__init__("network", f"o servidor respondeu {status}")
        self.status = status
        self.retry_after = retry_after


class _UnlessBusy:
    """A visit that does not begin where the server refused or broke off."""

    def __init__(self, visit: Visit, patient: bool) -> None:
        self.visit, self.patient = visit, patient

    async def __call__(self, page: Page) -> Snapshot:
        watch = watches[page]
        refusal: VisitFailed | None = None
        if self.patient and watch.status in LATER:
            refusal = Busy(watch.status, watch.retry_after)
        if watch.broken_off():
            refusal = VisitFailed("network", BROKEN_OFF)
        if refusal is None:
            await relabel(page, watch)
            return await self.visit(page)
        with contextlib.suppress(PlaywrightError, VisitFailed):
            await within(5, page.close(), "fechar a página")
        await watch.close()
        raise refusal


def _answer_of(file: HandedOut, request: Request) -> Response:
    """A file that was brought, as a server answers with it."""
    kind, _ = mimetypes.guess_type(file.name)
    headers = {"Content-Type": kind or "application/octet-stream", "Content-Disposition": "attachment"}
    url = file.url if is_web(file.url) else request.url
    return Response(url, headers=headers, body=file.body, request=request)


class VisitMiddleware:
    """A downloader middleware. The visit is made of the request's own data when it is due, not when it is scheduled."""

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        # They repeat, with a traceback, what the spider names in one line.
        logging.getLogger("scrapy-playwright").setLevel(logging.ERROR)
        logging.getLogger("scrapy.downloadermiddlewares.robotstxt").setLevel(logging.CRITICAL)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> VisitMiddleware:
        """Scrapy's way to make a component."""
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        """Attach the visit; or answer with the file that an earlier one has brought."""
        candidate = find_candidate(request)
        if candidate is None:
            return None
        if candidate.kind == "document":
            file = progress_of(request).file
            return None if file is None else _answer_of(file, request)
        spider: Any = self._crawler.spider
        request.meta.update(
            playwright=True,
            playwright_context=context_of(request),
            playwright_context_kwargs=spider.context_options(),
            playwright_page_goto_kwargs={"wait_until": "domcontentloaded"},
            playwright_page_methods=[PageMethod(_UnlessBusy(spider.visit(request), progress_of(request).patient))],
        )
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        """Give the response the address and the DOM of what was seen (the page itself was left blank)."""
        methods = request.meta.pop("playwright_page_methods", None)
        if not methods:
            return response
        result = methods[0].result
        if not isinstance(result, Snapshot):
            return response
        progress_of(request).snapshot = result
        return HtmlResponse(
            url=result.url if result.url.startswith("http") else request.url,
            status=result.status,
            body=result.frames[0].redacted.html.encode(),
            encoding="utf-8",
            request=request,
            flags=response.flags,
        )
