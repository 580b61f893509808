"""robots.txt by RFC 9309, and the record of what it said: also where a public auditor has set it aside.

``ROBOTSTXT_OBEY=False`` is the explicit override. The file is asked for all the same; pages that it forbids are visited,
and counted.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import Any

from protego import Protego
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from transparency.browse.snapshot import VisitFailed
from transparency.crawl.request import find_candidate
from transparency.egress.policy import canonical_host
from transparency.node import host_of

PARSED_BYTES = 500 * 1024
"""The RFC's least, and our most."""
DELAY_SECONDS = 30.0
"""The longest Crawl-delay that is honoured."""
DAY = 24 * 3600.0
MINUTE = 60.0
SOON = 1.0
"""After so many seconds a file that was not to be had is asked for again, by the next page that wants to know."""
ANSWER_SECONDS = 20
REDIRECTS = 5


class Rules:
    """What a host's robots.txt came to."""

    def __init__(self, parser: Protego | None, decision: str, deferred: str = "", lasts: float = DAY) -> None:
        """``deferred``: why nothing may be visited now (Portuguese)."""
        self.parser, self.decision, self.deferred = parser, decision, deferred
        self.until = time.monotonic() + lasts


def rules_from(status: int, body: bytes) -> Rules:
    """RFC 9309, 2.3.1: 4xx allows everything, 5xx nothing for now, 2xx is read. An answer that leads on and on is none.

    >>> rules_from(404, b"").decision, rules_from(503, b"").deferred
    ('não há robots.txt (HTTP 404)', 'o robots.txt do portal não pôde ser lido (HTTP 503)')
    """
    if status >= 500 or status == 429:
        reason = f"o robots.txt do portal não pôde ser lido (HTTP {status})"
        return Rules(None, reason, deferred=reason, lasts=SOON)
    if not 200 <= status < 300:
        return Rules(None, f"não há robots.txt (HTTP {status})")
    text = body[:PARSED_BYTES].decode("utf-8-sig", errors="replace")
    return Rules(Protego.parse(text), "lido")


class Robots:
    """A downloader middleware, in the place of Scrapy's own."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.obey = crawler.settings.getbool("ROBOTSTXT_OBEY")
        self.agent = crawler.settings["ROBOTSTXT_USER_AGENT"] or crawler.settings["BOT_NAME"]
        self._known: dict[str, asyncio.Future[Rules]] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Robots:
        """Scrapy's way to make a component."""
        return cls(crawler)

    async def process_request(self, request: Request) -> None:
        """Let a request pass, or not."""
        if request.meta.get("dont_obey_robotstxt"):
            return
        rules = await self._rules_of(request)
        self._keep_distance(request, rules)
        allowed = rules.parser is None or rules.parser.can_fetch(request.url, self.agent)
        self._record(request, rules, allowed)
        if not self.obey:
            return
        if rules.deferred:
            raise VisitFailed("network", rules.deferred)
        if not allowed:
            raise IgnoreRequest("Forbidden by robots.txt")

    async def _rules_of(self, request: Request) -> Rules:
        scheme, host = request.url.partition("://")[0], host_of(request.url)
        place = f"{scheme}://{host}"
        known = self._known.get(place)
        if known is None or (known.done() and known.result().until < time.monotonic()):
            known = self._known[place] = asyncio.get_running_loop().create_future()
            known.set_result(await self._ask(f"{place}/robots.txt"))
        return await asyncio.shield(known)

    async def _ask(self, url: str) -> Rules:
        meta = {
            "dont_obey_robotstxt": True,
            "download_timeout": min(ANSWER_SECONDS, self.crawler.settings.getfloat("DOWNLOAD_TIMEOUT")),
            "redirect_ttl": REDIRECTS,
        }
        engine = self.crawler.engine
        assert engine is not None
        try:
            response: Response = await engine.download_async(
                Request(url, meta=meta, callback=NO_CALLBACK, priority=1000)
            )
        except DownloadTimeoutError:
            reason = "o robots.txt do portal não veio no prazo"
            return Rules(None, reason, deferred=reason, lasts=SOON)
        except Exception as error:  # no connection, no page either: that failure gets its name when the page is visited
            return Rules(None, f"robots.txt sem resposta ({type(error).__name__})", lasts=MINUTE)
        return rules_from(response.status, response.body)

    def _keep_distance(self, request: Request, rules: Rules) -> None:
        delay = rules.parser.crawl_delay(self.agent) if rules.parser else None
        engine: Any = self.crawler.engine
        if not delay or not self.obey or engine is None:
            return
        _, slot = engine.downloader._get_slot(request)
        slot.delay = max(slot.delay, min(float(delay), DELAY_SECONDS))

    def _record(self, request: Request, rules: Rules, allowed: bool) -> None:
        spider: Any = self.crawler.spider
        candidate = find_candidate(request)
        audit = getattr(spider, "audits", {}).get(candidate.audit) if candidate else None
        if audit is None:
            return
        told = audit.traffic.robots.setdefault(canonical_host(host_of(request.url)), Counter())
        told[rules.decision] += 1
        if not allowed:
            told["proibida pelo robots.txt" if self.obey else "visitada apesar do robots.txt"] += 1
