"""The frontier: a Scrapy scheduler that keeps the moves of each municipality apart and orders them by a strategy.

Deadlines and budgets belong to the audit; the frontier asks it before it gives a request away, and gives back what is
no longer wanted.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from typing import TYPE_CHECKING, Protocol

from scrapy.core.scheduler import BaseScheduler
from scrapy.utils.request import RequestFingerprinterProtocol

from transparency.walk.strategies import Strategy, strategy_named

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.crawler import Crawler


class Walker(Protocol):
    """What the frontier asks of the audit of a municipality."""

    def admits(self, request: Request) -> bool:
        """Whether a node is still worth visiting; the audit keeps the reason when it is not."""

    def opened(self, request: Request) -> None:
        """A node waits in the frontier."""

    def left(self, request: Request) -> None:
        """A node was dropped without a visit."""


class Frontier(BaseScheduler):
    """Scrapy's SCHEDULER."""

    def __init__(self, crawler: Crawler) -> None:
        fingerprinter = crawler.request_fingerprinter
        assert fingerprinter is not None
        self._fingerprinter: RequestFingerprinterProtocol = fingerprinter
        self._stats = crawler.stats
        self._heaps: dict[str, list[tuple[tuple[float, ...], int, Request]]] = {}
        self._turns: deque[str] = deque()
        self._other: deque[Request] = deque()
        self._seen: set[bytes] = set()
        self._order = itertools.count()
        self._walkers: dict[str, Walker] = {}
        self._strategy: Strategy = strategy_named("bfs")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Frontier:
        """Scrapy's way to make a component."""
        return cls(crawler)

    def open(self, spider: Spider) -> None:
        """Takes the audits and the strategy from the spider."""
        self._walkers = getattr(spider, "audits", {})
        self._strategy = strategy_named(getattr(spider, "strategy", "bfs"))

    def close(self, reason: str) -> None:
        """Forget what was not visited."""
        self._heaps.clear()
        self._turns.clear()
        self._other.clear()

    def has_pending_requests(self) -> bool:
        """Whether anything waits."""
        return bool(self._other) or any(self._heaps.values())

    def __len__(self) -> int:
        return len(self._other) + sum(map(len, self._heaps.values()))

    def enqueue_request(self, request: Request) -> bool:
        """Store a request once; False for one that is known."""
        fingerprint = self._fingerprinter.fingerprint(request)
        if not request.dont_filter:
            if fingerprint in self._seen:
                self._count("frontier/folded")
                return False
            self._seen.add(fingerprint)
        name = request.meta.get("audit")
        if name is None:
            self._other.append(request)
            return True
        if name not in self._heaps:
            self._heaps[name] = []
            self._turns.append(name)
        order = next(self._order)
        heapq.heappush(self._heaps[name], (self._strategy.priority(request.meta, order), order, request))
        self._walkers[name].opened(request)
        self._count("frontier/enqueued")
        return True

    def next_request(self) -> Request | None:
        """The next request, municipalities taking turns; what an audit no longer admits is dropped on the way."""
        if self._other:
            return self._other.popleft()
        for _ in range(len(self._turns)):
            name = self._turns[0]
            self._turns.rotate(-1)
            heap, walker = self._heaps[name], self._walkers[name]
            while heap:
                request = heapq.heappop(heap)[2]
                if walker.admits(request):
                    return request
                walker.left(request)
                self._count("frontier/dropped")
        return None

    def _count(self, key: str) -> None:
        if self._stats is not None:
            self._stats.inc_value(key)
