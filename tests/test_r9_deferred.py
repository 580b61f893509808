"""Bar R9: what a server that is down holds up: its own municipalities, and nobody else's."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from types import SimpleNamespace
from typing import Any

from scrapy import Request
from scrapy.utils.test import get_crawler

from transparency.backoff import OPENS_AFTER, PROBE_SECONDS, Breaker
from transparency.spiders.portal import PortalSpider
from transparency.walk.frontier import DUE, Frontier
from transparency.walk.node import META, Node, NodeFingerprinter

DOWN, UP = "http://down.example/", "http://up.example/"


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def breaker() -> tuple[Breaker, Clock]:
    """One that leaves a host alone."""
    clock = Clock()
    made = Breaker(clock, worth={"down.example", "up.example"})
    for _ in range(OPENS_AFTER):
        made.failed("down.example")
    return made, clock


def frontier(gate: Breaker, *audits: str) -> Frontier:
    crawler = get_crawler(PortalSpider)
    crawler.request_fingerprinter = NodeFingerprinter()
    made = Frontier.from_crawler(crawler)
    walker = SimpleNamespace(opened=lambda request: None, left=lambda request: None, admits=lambda request: True)
    spider: Any = SimpleNamespace(audits=dict.fromkeys(audits, walker), breaker=gate)
    made.open(spider)
    return made


def request(audit: str, url: str, **meta: Any) -> Request:
    return Request(url, meta={META: Node(url).to_dict(), "audit": audit, **meta})


def test_r9_what_is_down_waits_in_the_frontier_while_others_go_on() -> None:
    async def walk() -> None:
        gate, clock = breaker()
        line = frontier(gate, "pb/vila", "pb/mata")
        line.enqueue_request(request("pb/vila", f"{DOWN}a"))
        line.enqueue_request(request("pb/vila", f"{DOWN}b"))
        line.enqueue_request(request("pb/mata", UP))
        first = line.next_request()
        assert first is not None and first.url == UP
        assert line.next_request() is None
        assert line.has_pending_requests() and len(line) == 2
        assert line.only_later("pb/vila") and not line.only_later("pb/mata")
        clock.now = PROBE_SECONDS
        line._later = {name: [(0.0, offer, one) for _, offer, one in kept] for name, kept in line._later.items()}
        probe = line.next_request()
        assert probe is not None and probe.url.startswith(DOWN)
        assert line.next_request() is None, "one probe a minute"

    asyncio.run(walk())


def test_r7_a_wait_takes_no_slot_and_ends_in_time() -> None:
    async def walk() -> None:
        line = frontier(Breaker(), "pb/vila")
        line.enqueue_request(request("pb/vila", UP, **{DUE: time.monotonic() + 0.2}))
        assert line.next_request() is None and line.has_pending_requests()
        await asyncio.sleep(0.25)
        found = line.next_request()
        assert found is not None and DUE not in found.meta

    asyncio.run(walk())


def test_r9_municipalities_of_a_host_that_is_down_come_last() -> None:
    gate, clock = breaker()
    spider: Any = SimpleNamespace(breaker=gate)
    towns = {name: SimpleNamespace(municipality=SimpleNamespace(portal_url=url)) for name, url in zip("abc", (DOWN, DOWN, UP), strict=True)}  # fmt: skip
    waiting: deque[Any] = deque(towns.values())
    PortalSpider._next_first(spider, waiting, False)
    assert waiting[0] is towns["c"] and len(waiting) == 3
    waiting.popleft()
    PortalSpider._next_first(spider, waiting, False)
    assert gate.wait_shown("down.example") > 0, "nobody is begun before the next probe"
    clock.now = PROBE_SECONDS
    assert not gate.wait_shown("down.example")
    assert list(waiting) == [towns["a"], towns["b"]]
