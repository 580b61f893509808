"""Turns on a vendor's server that all processes of all machines take together, kept in Redis (``REDIS_URL``).

Requests and clicks take a turn (at most one begins per ``SHARED_DELAY`` seconds); a request moreover holds one of the server's
``SHARED_CONCURRENCY`` places until it is over, and a visit is one request with all of its clicks. Without Redis each process
keeps its own turns (``politeness``). The limits are those of the libraries ``limits`` and ``redis``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from math import ceil
from typing import TYPE_CHECKING, Any

from scrapy import Request, signals
from scrapy.exceptions import NotConfigured
from scrapy.http import Response

from transparency.crawl.request import progress_of
from transparency.items import UserError
from transparency.net import politeness
from transparency.node import host_of
from transparency.run.watchdog import beat

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

PLACE_SECONDS = 150
"""So long a place is held at most, should its holder die: longer than a visit may take."""
ALONE_SECONDS = 10.0
"""Between turns while Redis cannot be reached: nobody knows then what the others do."""
LOOK_SECONDS = 0.2


class Turns:
    """The turns of all processes that name the same Redis."""

    def __init__(self, url: str, delay: float = 1.0, concurrency: int = 2, alone: float = ALONE_SECONDS) -> None:
        """``delay``: seconds between two turns on a server; ``concurrency``: requests under way on it."""
        try:
            from limits import RateLimitItemPerSecond
            from limits.aio.storage import RedisStorage
            from limits.aio.strategies import MovingWindowRateLimiter
            from redis.asyncio import Redis
        except ImportError:
            raise UserError(
                "Falta a biblioteca redis, com que várias máquinas combinam a vez.", "Instale: pip install 'transparency[fleet]'"
            ) from None  # fmt: skip
        options: dict[str, Any] = {"socket_connect_timeout": 3, "socket_timeout": 5}
        self._redis = Redis.from_url(url, **options)
        self._limiter = MovingWindowRateLimiter(RedisStorage(f"async+{url}", implementation="redispy", **options))
        self._rule = RateLimitItemPerSecond(1, max(1, ceil(delay)))  # the library counts whole seconds
        self._places, self._alone = concurrency, alone
        self._told = False

    async def turn(self, host: str) -> None:
        """Wait until something more may be asked of a host's server."""
        while not await self._asked(self._limiter.hit(self._rule, "turn", host), True):
            beat()  # who waits on purpose does not stand still
            stats = await self._asked(self._limiter.get_window_stats(self._rule, "turn", host), None)
            left = stats.reset_time - time.time() if stats else 0.0
            await asyncio.sleep(min(max(left, 0.0), 5.0) + random.uniform(0.01, 0.1))  # noqa: S311

    async def place(self, host: str) -> Any:
        """Wait for a place on a host's server; what ``leave`` is to be given."""
        locks = [self._redis.lock(f"transparency:place:{host}:{n}", timeout=PLACE_SECONDS, thread_local=False) for n in range(self._places)]  # fmt: skip
        while True:
            for lock in random.sample(locks, len(locks)):
                if await self._asked(lock.acquire(blocking=False), True):
                    return lock
            beat()
            await asyncio.sleep(LOOK_SECONDS * random.uniform(0.5, 1.5))  # noqa: S311

    async def leave(self, lock: Any) -> None:
        """Give a place back."""
        from redis.exceptions import LockError, RedisError

        with contextlib.suppress(LockError, RedisError, OSError):  # it lapses by itself
            await lock.release()

    async def _asked(self, question: Any, otherwise: Any) -> Any:
        """Redis's answer; what is assumed where it gives none, after a pause that no server minds."""
        from redis.exceptions import RedisError

        try:
            answer = await question
        except (RedisError, OSError) as error:
            if not self._told:
                logger.error("O Redis não responde (%s); até voltar, uma vez a cada %.0f s.", error, self._alone)
            self._told = True
            await asyncio.sleep(self._alone)
            return otherwise
        self._told = False
        return answer

    async def close(self) -> None:
        """Nobody waits any more."""
        await self._redis.aclose()


class SharedTurns:
    """A downloader middleware: every request takes its turn and its place, and clicks take theirs through ``host_turn``."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> SharedTurns:
        """Scrapy's way to make a component."""
        settings = crawler.settings
        if not settings.get("REDIS_URL"):
            raise NotConfigured
        middleware = cls(Turns(settings["REDIS_URL"], settings.getfloat("SHARED_DELAY"), settings.getint("SHARED_CONCURRENCY")))  # fmt: skip
        politeness.share(middleware._turns.turn)
        crawler.signals.connect(middleware.closed, signals.spider_closed)
        return middleware

    async def process_request(self, request: Request) -> None:
        """Wait for a place, and for a turn."""
        host = host_of(request.url)
        if politeness.is_spared(host) and progress_of(request).server_place is None:
            server = politeness.server_of(host)
            progress_of(request).server_place = await self._turns.place(server)
            if not request.meta.get("playwright"):  # a page takes its turn once it is open (politeness.page_turn)
                await self._turns.turn(server)

    async def process_response(self, request: Request, response: Response) -> Response:
        """The request is over."""
        await self._over(request)
        return response

    async def process_exception(self, request: Request, exception: Exception) -> None:
        """It is over, too."""
        await self._over(request)

    async def _over(self, request: Request) -> None:
        progress = progress_of(request)
        lock, progress.server_place = progress.server_place, None
        if lock is not None:
            await self._turns.leave(lock)

    async def closed(self) -> None:
        """The run is over."""
        politeness.share(None)
        await self._turns.close()
