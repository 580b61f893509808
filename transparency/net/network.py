"""Whether this machine has a network at all: a portal of which there is no sign of life is believed to be down only where there
is one of others. A refusal is one, and so is a name server that says that there is no such name.

Without that, a run over many municipalities takes each of them for dead within a minute of a cable being pulled.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress

from scrapy import Request
from scrapy.crawler import Crawler

from transparency.browse.snapshot import VisitFailed
from transparency.crawl.request import find_candidate
from transparency.net.backoff import anew
from transparency.net.failures import unreached
from transparency.net.handler import BrowserHandler
from transparency.net.politeness import is_near, server_of
from transparency.node import host_of

logger = logging.getLogger(__name__)

NO_NETWORK = "esta máquina está sem rede"
OTHERS = 5
"""So many other servers are tried before the network is taken for lost; the first that answers is enough."""
LOOK_SECONDS = 20.0
"""So long they may take."""
KNOWN_SECONDS = 2.0
"""So long what was found is taken as still true."""
PAUSE_SECONDS = 10.0
"""Between two looks while the network is away."""


class Network:
    """What a run knows of this machine's network."""

    def __init__(self, elsewhere: Callable[[], Iterable[str]], beat: Callable[[], None] = lambda: None) -> None:
        """``elsewhere``: addresses of portals, to see whether any can be reached; ``beat``: called while the run waits on purpose."""
        self._elsewhere, self._beat = elsewhere, beat
        self._answered: dict[str, str] = {}
        """Server → an address of it that has answered, the latest last."""
        self._looked = float("-inf")
        self._found = True
        self._looking = asyncio.Lock()
        self._waiting = asyncio.Lock()
        self._waited = 0.0
        self.given_up = False
        """It was waited for in vain."""

    def answered(self, url: str) -> None:
        """A server of the internet has answered."""
        server = server_of(host_of(url))
        self._answered.pop(server, None)
        self._answered[server] = url

    async def is_here(self, failed: str, answers: Callable[[str], Awaitable[bool]]) -> bool:
        """Whether there is a sign of life of anybody but the server that has just failed; also where there is nobody else to try."""
        async with self._looking:
            if time.monotonic() - self._looked >= KNOWN_SECONDS:
                others = self._others(server_of(host_of(failed)))
                self._found = not others or await _any(answers, others)
                self._looked = time.monotonic()
            return self._found

    async def is_back(self, failed: str, answers: Callable[[str], Awaitable[bool]], patience: float) -> bool:
        """Wait for it, so many seconds at most; False when it does not come. A network that never was there is not waited
        for: somebody is there to be told."""
        async with self._waiting:
            patience = patience if self._answered else 0.0
            until = time.monotonic() + patience
            here = self.given_up or await self.is_here(failed, answers)
            if not here and patience:
                logger.error("%s; a execução espera por ela até %.0f min.", NO_NETWORK.capitalize(), patience / 60)
            while not here and time.monotonic() < until:
                self._beat()
                await asyncio.sleep(PAUSE_SECONDS)
                self._waited += PAUSE_SECONDS
                here = await self.is_here(failed, answers)
            self.given_up = self.given_up or not here
            return not self.given_up

    def waited(self) -> float:
        """Seconds of waiting since this was asked the last time."""
        waited, self._waited = self._waited, 0.0
        return waited

    def _others(self, failed: str) -> list[str]:
        """Addresses on other servers, those first that have answered."""
        rest = list(self._elsewhere())
        random.shuffle(rest)  # the same few must not be asked by everybody
        found: dict[str, str] = {}
        for url in (*reversed(self._answered.values()), *rest):
            host = host_of(url)
            if not is_near(host) and server_of(host) != failed:
                found.setdefault(server_of(host), url)
            if len(found) >= OTHERS:
                break
        return list(found.values())


async def _any(answers: Callable[[str], Awaitable[bool]], urls: Iterable[str]) -> bool:
    """Whether one of them gives a sign of life; the others are waited for no longer."""
    trying = [asyncio.ensure_future(answers(url)) for url in urls]
    try:
        with suppress(TimeoutError):
            for done in asyncio.as_completed(trying, timeout=LOOK_SECONDS):
                if await done:
                    return True
        return False
    finally:
        for one in trying:
            one.cancel()


class Outage:
    """A downloader middleware below all that judge a failure: what fails for want of a network is asked for again when it is back."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self._patience = crawler.settings.getfloat("NETWORK_MINUTES") * 60

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Outage:
        """Scrapy's way to make a component."""
        return cls(crawler)

    @property
    def _network(self) -> Network | None:
        """Of a spider that audits."""
        return getattr(self.crawler.spider, "network", None)

    def process_response(self, request: Request, response: object) -> object:
        """The network is there."""
        if self._network is not None and not is_near(host_of(request.url)):
            self._network.answered(request.url)
        return response

    async def process_exception(self, request: Request, exception: Exception) -> Request | None:
        """Wait, or leave it to those who judge the failure."""
        network = self._network if self._patience else None
        if network is None or is_near(host_of(request.url)) or not unreached(exception):
            return None
        answers = BrowserHandler.from_crawler(self.crawler).egress.answers
        if await network.is_here(request.url, answers):
            return None
        if not await network.is_back(request.url, answers, self._patience):
            raise VisitFailed("network", NO_NETWORK) from exception  # past those who would try again: the run stops
        again = request.replace(dont_filter=True)
        return again if find_candidate(again) is None else anew(again, self.crawler.spider)
