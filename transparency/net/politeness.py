"""Not to be a burden: requests and clicks keep the same distance on a host, and a slow server is asked more slowly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from math import inf
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.core.downloader import Downloader, Slot
from scrapy.crawler import Crawler
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response
from scrapy.settings import BaseSettings
from tldextract import TLDExtract

from transparency.egress.policy import is_special, literal_address

CLICK_SECONDS = 4.0
"""A turn in a visit is waited for no longer: a visit has a deadline, and a session ends."""

FIRST_SECONDS = 1.0
"""Between turns on a server of which nothing is known yet."""
_last: dict[str, float] = {}
"""Server → when its last turn was, or will be."""
_distance: dict[str, float] = {}
"""Server → seconds between turns, as it takes them."""
_mercy_nearby = False
"""Whether this machine's own ports are treated as servers of the internet are (NEARBY_MERCY), to try a run over many."""
_registered = TLDExtract(suffix_list_urls=(), cache_dir=None)  # the list that comes with it: nothing is fetched


@lru_cache(maxsize=8192)
def is_near(host: str) -> bool:
    """Whether a host is this machine, or of its own network: the lab needs no mercy.

    >>> is_near("127.0.0.1:8080"), is_near("localhost"), is_near("cidade.pb.gov.br")
    (True, True, False)
    """
    address = literal_address(_name(host))
    return address is not None and is_special(address)


@lru_cache(maxsize=8192)
def server_of(host: str) -> str:
    """Whose server a host (``name`` or ``name:port``) is: names below one registered domain are one vendor's.

    >>> server_of("portal.fornecedor.com.br:443"), server_of("www.cidade.pb.gov.br"), server_of("127.0.0.1:8080")
    ('fornecedor.com.br', 'cidade.pb.gov.br', '127.0.0.1:8080')
    """
    name = _name(host)
    if literal_address(name) is not None:
        return host if is_near(host) else name
    return _registered(name).top_domain_under_public_suffix or name


def is_spared(host: str) -> bool:
    """Whether a host is to be asked one thing at a time, at a distance."""
    return _mercy_nearby or not is_near(host)


def _name(host: str) -> str:
    """A host without its port."""
    return urlsplit(f"//{host}").hostname or ""


_shared: Callable[[str], Awaitable[None]] | None = None
"""Waits for a turn among all processes, where they share turns (``shared_turns``)."""


def share(turn: Callable[[str], Awaitable[None]] | None) -> None:
    """From now on turns are taken with other processes, too; None: no longer."""
    global _shared
    _shared = turn


async def host_turn(host: str) -> None:
    """Wait until a click may ask something more of a host (``name`` or ``name:port``)."""
    await _turn(host, CLICK_SECONDS)
    if _shared is not None and is_spared(host):
        await _shared(server_of(host))


async def request_turn(host: str) -> None:
    """The same for a request, which can wait: the downloader that sent it knows nothing of the clicks before it."""
    await _turn(host, inf)


async def _turn(host: str, longest: float) -> None:
    if not is_spared(host):
        return
    server, now = server_of(host), time.monotonic()
    turn = max(now, _last.get(server, 0.0) + min(_distance_of(server), longest))
    _last[server] = turn
    await asyncio.sleep(turn - now)


def _distance_of(server: str) -> float:
    return _distance.get(server, FIRST_SECONDS)


def took_turn(host: str) -> None:
    """The turn of a host is now: what waited for it begins only now, or is over."""
    server = server_of(host)
    _last[server] = max(time.monotonic(), _last.get(server, 0.0))


async def page_turn(host: str) -> None:
    """The same as the address is gone to: it took a while to open the page, and other processes cannot know how long."""
    took_turn(host)
    if _shared is not None and is_spared(host):
        await _shared(server_of(host))
        took_turn(host)


def until_free(host: str, asked: Iterable[Request]) -> float:
    """Seconds until a host may be asked; infinite while its server is, by one of those requests, whoever's they are."""
    if not is_spared(host):
        return 0.0
    server = server_of(host)
    if any(server_of(urlsplit(request.url).netloc.lower()) == server for request in asked):
        return inf
    return max(0.0, _last.get(server, 0.0) + _distance_of(server) - time.monotonic())


class OnePerServer(Downloader):
    """Scrapy's downloader, with a slot per server instead of one per name. One that is spared answers one request at a time
    (CONCURRENT_REQUESTS_PER_DOMAIN), be it for a page, a file or robots.txt, whichever municipality it is for."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        global _mercy_nearby
        _mercy_nearby = crawler.settings.getbool("NEARBY_MERCY")

    def get_slot_key(self, request: Request) -> str:
        """The server; the names of this machine where nothing is spared."""
        host = urlsplit(request.url).netloc.lower()
        return server_of(host) if is_spared(host) else super().get_slot_key(request)


class LiveThrottle(AutoThrottle):
    """Scrapy's AutoThrottle for portals of the internet; what it learns holds for clicks, too."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LiveThrottle:
        """Scrapy's way to make a component."""
        return cls(crawler)

    def _get_slot(self, request: Request, spider: Spider) -> tuple[str | None, Slot | None]:
        key, slot = super()._get_slot(request, spider)
        host = urlsplit(request.url).netloc.lower()
        if key is None or slot is None or not is_spared(host):
            return None, None
        took_turn(host)
        return key, slot

    def _adjust_delay(self, slot: Slot, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency, response)
        _distance[server_of(urlsplit(response.url).netloc.lower())] = slot.delay


def introduce(settings: BaseSettings) -> None:
    """Name who asks, and whom to write to, in the user agent: CONTACT, unless the user agent was set by hand."""
    contact = " ".join(str(settings.get("CONTACT") or "").split())
    mark = "(+"
    agent = settings["USER_AGENT"]
    if contact and contact not in agent and mark in agent:
        told = contact.encode("ascii", "ignore").decode().replace("(", "").replace(")", "")
        settings.set("USER_AGENT", f"{agent[: agent.rindex(mark)]}(+{told})", priority="spider")
