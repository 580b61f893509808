"""Not to be a burden: requests and clicks keep the same distance on a host, and a slow server is asked more slowly."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from scrapy import Request, Spider
from scrapy.core.downloader import Slot
from scrapy.crawler import Crawler
from scrapy.extensions.throttle import AutoThrottle
from scrapy.http import Response
from scrapy.settings import BaseSettings

from transparency.egress.policy import is_special, literal_address

CLICK_SECONDS = 4.0
"""A turn in a visit is waited for no longer: a visit has a deadline, and a session ends."""

FIRST_SECONDS = 1.0
"""Between turns on a host of which nothing is known yet."""
_last: dict[str, float] = {}
"""Host → when its last turn was, or will be."""
_distance: dict[str, float] = {}
"""Host → seconds between turns, as its server takes it."""


def is_near(host: str) -> bool:
    """Whether a host is this machine, or of its own network: the lab needs no mercy.

    >>> is_near("127.0.0.1:8080"), is_near("localhost"), is_near("cidade.pb.gov.br")
    (True, True, False)
    """
    address = literal_address(_name(host))
    return address is not None and is_special(address)


def _name(host: str) -> str:
    """A host without its port."""
    return urlsplit(f"//{host}").hostname or ""


_shared: Callable[[str], Awaitable[None]] | None = None
"""Waits for a turn among all processes, where they share turns (``shared_turns``)."""


def share(turn: Callable[[str], Awaitable[None]] | None) -> None:
    """From now on turns are taken with other processes, too; None: no longer."""
    global _shared
    _shared = turn


def server_of(host: str) -> str:
    """Whose server a host (``name`` or ``name:port``) is."""
    return _name(host)


async def host_turn(host: str) -> None:
    """Wait until something more may be asked of a host (``name`` or ``name:port``)."""
    if is_near(host):
        return
    name = _name(host)
    distance = min(_distance.get(name, FIRST_SECONDS), CLICK_SECONDS)
    now = time.monotonic()
    turn = max(now, _last.get(name, 0.0) + distance)
    _last[name] = turn
    await asyncio.sleep(turn - now)
    if _shared is not None:
        await _shared(server_of(host))


def took_turn(host: str) -> None:
    """A request went to a host in its turn, as the downloader keeps it."""
    _last[host] = max(time.monotonic(), _last.get(host, 0.0))


class LiveThrottle(AutoThrottle):
    """Scrapy's AutoThrottle for portals of the internet; what it learns holds for clicks, too."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> LiveThrottle:
        """Scrapy's way to make a component."""
        return cls(crawler)

    def _get_slot(self, request: Request, spider: Spider) -> tuple[str | None, Slot | None]:
        key, slot = super()._get_slot(request, spider)
        if key is None or slot is None or is_near(key):
            return None, None
        took_turn(key)
        return key, slot

    def _adjust_delay(self, slot: Slot, latency: float, response: Response) -> None:
        super()._adjust_delay(slot, latency, response)
        _distance[urlsplit(response.url).hostname or ""] = slot.delay


def introduce(settings: BaseSettings) -> None:
    """Name who asks, and whom to write to, in the user agent: CONTACT, unless the user agent was set by hand."""
    contact = " ".join(str(settings.get("CONTACT") or "").split())
    mark = "(+"
    agent = settings["USER_AGENT"]
    if contact and contact not in agent and mark in agent:
        told = contact.encode("ascii", "ignore").decode().replace("(", "").replace(")", "")
        settings.set("USER_AGENT", f"{agent[: agent.rindex(mark)]}(+{told})", priority="spider")
