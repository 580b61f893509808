"""A spider for ``scrapy runspider``: asks for addresses by plain HTTP, as the audit does, and says what came of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, ClassVar

from scrapy import Request, Spider
from scrapy.http.request import NO_CALLBACK

from transparency.net.failures import name_failure


class PlainRequests(Spider):
    """``urls``: a JSON object, name → address. Prints one, name → [kind, reason], or ["read", text]."""

    name = "plain"
    custom_settings: ClassVar[dict[str, Any]] = {"ITEM_PIPELINES": {}, "EXTENSIONS": {}}

    async def start(self) -> AsyncIterator[Any]:
        urls: dict[str, str] = json.loads(self.urls)  # type: ignore[attr-defined]
        found = await asyncio.gather(*map(self._ask, urls.values()))
        print(json.dumps(dict(zip(urls, found, strict=True))))
        for nothing in ():
            yield nothing

    async def _ask(self, url: str) -> tuple[str, str]:
        engine = self.crawler.engine
        assert engine is not None
        try:
            request = Request(url, callback=NO_CALLBACK, meta={"dont_obey_robotstxt": True})
            response = await engine.download_async(request)
        except Exception as error:
            return name_failure(error)
        return f"read {response.status}", getattr(response, "text", "")
