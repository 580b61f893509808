"""Bar R10: robots.txt by RFC 9309, and its override, which is on the record."""

from __future__ import annotations

import asyncio
from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.exceptions import DownloadTimeoutError, IgnoreRequest
from scrapy.http import Response
from scrapy.settings import Settings

from tests.candidates import request
from transparency.browse.snapshot import VisitFailed
from transparency.crawl.audit import Traffic
from transparency.net import robots
from transparency.net.failures import FORBIDDEN, name_failure, passes
from transparency.net.robots import PARSED_BYTES, Robots, rules_from

PRIVATE = b"User-agent: *\nDisallow: /interno\n"
HOME, INNER = "http://a.example/", "http://a.example/interno/folha"


class Host:
    """The robots.txt of a host, and the crawl that asks for it."""

    def __init__(self, answer: Response | Exception, **settings: Any) -> None:
        self.answer = answer
        self.asked: list[Request] = []
        self.slot = Slot(2, 1.0, 0)
        self.audit = SimpleNamespace(traffic=Traffic())
        values = Settings({"BOT_NAME": "transparency", "ROBOTSTXT_OBEY": True, **settings})
        downloader = SimpleNamespace(_get_slot=lambda request: ("a.example", self.slot))
        crawler: Any = SimpleNamespace(
            settings=values,
            engine=SimpleNamespace(download_async=self.download, downloader=downloader),
            spider=SimpleNamespace(audits={"pb/vila": self.audit}),
        )
        self.robots = Robots.from_crawler(crawler)

    async def download(self, request: Request) -> Response:
        self.asked.append(request)
        await asyncio.sleep(0)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    def visit(self, *urls: str) -> list[str]:
        """What becomes of visits to these, all at once."""

        async def one(url: str) -> str:
            try:
                await self.robots.process_request(request(url))
            except (IgnoreRequest, VisitFailed) as error:
                return name_failure(error)[1]
            return "visited"

        async def all_of_them() -> list[str]:
            return list(await asyncio.gather(*map(one, urls)))

        return asyncio.run(all_of_them())


def said(status: int, body: bytes = b"") -> Response:
    return Response("http://a.example/robots.txt", status=status, body=body)


@pytest.mark.parametrize(
    ("answer", "home", "inner"),
    [
        (said(200, PRIVATE), "visited", FORBIDDEN),
        (said(200, b"\xef\xbb\xbf" + PRIVATE), "visited", FORBIDDEN),
        (said(200, b"User-agent: transparency\nDisallow: /\n\nUser-agent: *\nAllow: /\n"), FORBIDDEN, FORBIDDEN),
        (said(200, b"User-agent: outra\nDisallow: /\n"), "visited", "visited"),
        (
            said(200, b"Disallow: /interno\nUser-agent: *\nDisallow: /interno/*/x\nAllow: /interno"),
            "visited",
            "visited",
        ),
        (said(200, b"<html>\x00\xff nada disso"), "visited", "visited"),
        (said(200, b"#" * PARSED_BYTES + b"\n" + PRIVATE), "visited", "visited"),
        (said(404), "visited", "visited"),
        (said(401), "visited", "visited"),
        (said(403), "visited", "visited"),
        (said(302), "visited", "visited"),
        (said(500), "HTTP 500", "HTTP 500"),
        (said(503), "HTTP 503", "HTTP 503"),
        (said(429), "HTTP 429", "HTTP 429"),
        (DownloadTimeoutError(), "no prazo", "no prazo"),
        (IgnoreRequest("max redirections reached"), "visited", "visited"),
        (OSError("no connection: the page itself will say so"), "visited", "visited"),
    ],
)
def test_r10_what_an_answer_allows(answer: Response | Exception, home: str, inner: str) -> None:
    host = Host(answer)
    for found, expected in zip(host.visit(HOME, INNER), (home, inner), strict=True):
        assert expected in found
    assert len(host.asked) == 1 and host.asked[0].meta["redirect_ttl"] == 5


@pytest.mark.parametrize("status", [500, 503])
def test_r10_a_host_that_cannot_say_is_asked_again_later(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host(said(status))
    assert passes(VisitFailed("network", rules_from(status, b"").deferred)), "back-off would not try again"
    host.visit(HOME)
    host.answer = said(404)
    monkeypatch.setattr(robots.time, "monotonic", lambda now=robots.time.monotonic: now() + robots.MINUTE)
    assert host.visit(HOME) == ["visited"]


@pytest.mark.parametrize(("asked", "kept"), [("10", 10.0), ("3600", 30.0), ("0.2", 1.0), ("logo", 1.0)])
def test_r10_crawl_delay(asked: str, kept: float) -> None:
    host = Host(said(200, f"User-agent: *\nCrawl-delay: {asked}\n".encode()))
    host.visit(HOME)
    assert host.slot.delay == kept


def test_r10_the_override_is_explicit_and_on_the_record() -> None:
    host = Host(said(200, PRIVATE), ROBOTSTXT_OBEY=False)
    assert host.visit(HOME, INNER) == ["visited", "visited"]
    assert host.audit.traffic.robots == {"a.example": Counter({"lido": 2, "visitada apesar do robots.txt": 1})}


def test_r10_what_was_obeyed_is_on_the_record_too() -> None:
    host = Host(said(200, PRIVATE))
    host.visit(HOME, INNER)
    assert host.audit.traffic.robots == {"a.example": Counter({"lido": 2, "proibida pelo robots.txt": 1})}
