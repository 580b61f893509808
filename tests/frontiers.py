"""A frontier over walks that admit everything, for tests of whose turn it is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from scrapy.utils.test import get_crawler

from transparency.crawl.frontier import Frontier
from transparency.crawl.request import NodeFingerprinter
from transparency.spiders.portal import PortalSpider


def frontier(*audits: str, **spider: Any) -> Frontier:
    """Of these audits. ``spider``: what the frontier asks of it (``until_free``, ``breaker``)."""
    crawler = get_crawler(PortalSpider)
    crawler.request_fingerprinter = NodeFingerprinter()
    made = Frontier.from_crawler(crawler)
    walker = SimpleNamespace(
        opened=lambda request: None,
        folded=lambda request: None,
        left=lambda request: None,
        admits=lambda request: True,
        holds=lambda request: False,
        busy=lambda request: False,
        repeats=lambda request: False,
        one_by_one=lambda: False,
    )
    made.open(SimpleNamespace(agendas=dict.fromkeys(audits, walker), **spider))  # type: ignore[arg-type]
    return made
