"""Several municipalities in one process: who is begun when, and how servers that several are on are spared."""

from __future__ import annotations

import asyncio
import time
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.signals import item_dropped, item_error, item_scraped
from scrapy.utils.test import get_crawler

from tests.candidates import request
from tests.frontiers import frontier
from transparency.commands.audit import _at_once
from transparency.items import UserError
from transparency.net import politeness
from transparency.net.politeness import OnePerServer, server_of, until_free
from transparency.run.side_by_side import Place, next_town
from transparency.spiders.portal import PortalSpider


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(politeness, "_last", {})
    monkeypatch.setattr(politeness, "_distance", {})
    monkeypatch.setattr(politeness, "_mercy_nearby", False)


@pytest.mark.parametrize(
    ("host", "server"),
    [
        ("www.fornecedor.com.br", "fornecedor.com.br"), ("vila.fornecedor.com.br:8443", "fornecedor.com.br"),
        ("transparencia.vila.pb.gov.br", "vila.pb.gov.br"), ("vila.pb.gov.br", "vila.pb.gov.br"),
        ("mata.pb.gov.br", "mata.pb.gov.br"), ("127.0.0.1:81", "127.0.0.1:81"), ("8.8.8.8:81", "8.8.8.8"), ("localhost", "localhost"),
    ],
)  # fmt: skip
def test_names_below_one_registered_domain_are_one_server(host: str, server: str) -> None:
    assert server_of(host) == server


def places(*servers: str, **other: Any) -> list[Place]:
    return [Place(server, **other) for server in servers]


DOWN = Place("d", down=True, wait=30)
PROBE = Place("e", down=True)


@pytest.mark.parametrize(
    ("waiting", "walking", "chosen"),
    [
        (places("a", "b", "b"), [], 1),  # the server with most towns left ends last: it begins
        (places("a", "b", "b"), places("b"), 0),
        (places("b", "b"), places("b"), None),  # never two on a server
        (places("", "", "a"), places(""), 2),
        (places("", ""), places("", ""), 0),  # nobody is spared: in the order asked for
        ([DOWN, *places("a")], [], 1),
        ([DOWN, PROBE], places("a"), 1),
        ([DOWN], places("a"), None),
        ([PROBE, *places("b")], places("b"), None),  # the others come first
        ([Place("a", alone=True), *places("b")], [], 1),
        ([Place("a", alone=True)], places("b"), None),
        ([Place("a", alone=True)], [], 0),
        (places("a"), [Place("b", alone=True)], None),
        ([Place("a", alone=True), PROBE], [], 1),
        ([], [], None),
    ],
)
def test_who_is_begun_next(waiting: list[Place], walking: list[Place], chosen: int | None) -> None:
    assert next_town(waiting, walking) == chosen


def test_a_server_that_bears_more_gets_more() -> None:
    assert next_town(places("b"), places("b"), per_server=2) == 0


def test_towns_of_many_servers_are_all_begun_once_and_never_two_on_one() -> None:
    waiting = places(*(f"host{n % 7}" if n % 3 else f"own{n}" for n in range(223)))
    walking: list[Place] = []
    begun = 0
    while waiting or walking:
        while len(walking) < 8 and (index := next_town(waiting, walking)) is not None:
            walking.append(waiting.pop(index))
            begun += 1
        assert len({place.server for place in walking}) == len(walking)
        walking.pop(0)
    assert begun == 223


def test_a_server_is_free_when_nobody_asks_it_and_its_turn_has_come() -> None:
    asked = [Request("https://www.vendor.com.br/vila")]
    assert until_free("portal.vendor.com.br", asked) == inf
    assert until_free("outro.com.br", asked) == 0
    politeness._distance["outro.com.br"] = 30
    politeness.took_turn("www.outro.com.br:443")
    assert until_free("outro.com.br", asked) == pytest.approx(30, abs=1)
    assert until_free("127.0.0.1:80", [Request("http://127.0.0.1:80/")]) == 0


def test_the_downloader_has_a_slot_per_server_that_takes_one_request_at_a_time() -> None:
    crawler = get_crawler(PortalSpider, {"TELNETCONSOLE_ENABLED": False, "CONCURRENT_REQUESTS_PER_DOMAIN": 1})
    crawler.spider = PortalSpider.__new__(PortalSpider)
    crawler.engine = None
    line = OnePerServer.__new__(OnePerServer)
    line.ip_concurrency = 0
    keys = [
        line.get_slot_key(Request(url))
        for url in ("https://vila.vendor.com.br/a", "http://vendor.com.br/robots.txt", "http://127.0.0.1:81/", "http://127.0.0.1:82/")
    ]  # fmt: skip
    assert keys == ["vendor.com.br", "vendor.com.br", "127.0.0.1", "127.0.0.1"]
    politeness._mercy_nearby = True
    assert line.get_slot_key(Request("http://127.0.0.1:81/")) == "127.0.0.1:81"


def test_the_frontier_passes_over_a_server_that_is_asked_and_comes_back_in_time() -> None:
    async def walk() -> None:
        until = {"busy.example": inf, "soon.example": 0.2}
        line = frontier("pb/vila", "pb/mata", until_free=lambda host: until.get(host, 0.0))
        for audit, url in (
            ("pb/vila", "http://busy.example/"),
            ("pb/vila", "http://free.example/"),
            ("pb/mata", "http://soon.example/"),
        ):
            line.enqueue_request(request(url, audit=audit))  # fmt: skip
        woken: list[float] = []
        line._wake = lambda: woken.append(time.monotonic())  # type: ignore[method-assign]
        first = line.next_request()
        assert first is not None and first.url == "http://free.example/"
        began = time.monotonic()
        assert line.next_request() is None and line.next_request() is None
        assert len(line) == 2 and not line.only_later("pb/mata"), "it waits for its turn, not for a server that is down"
        await asyncio.sleep(0.35)
        assert len(woken) == 1 and woken[0] - began >= 0.2
        until.clear()
        assert {found.url for found in (line.next_request(), line.next_request()) if found} == {"http://busy.example/", "http://soon.example/"}  # fmt: skip

    asyncio.run(walk())


@pytest.mark.parametrize("stored", [item_scraped, item_dropped, item_error])
def test_a_run_ends_as_soon_as_its_last_item_is_stored(stored: object) -> None:
    """The engine is told to look; by itself it would do so every five seconds."""

    async def end() -> None:
        line, looks, under_way = frontier("pb/vila"), [0], [True]
        nextcall = SimpleNamespace(schedule=lambda: looks.append(len(looks)))
        scraped = SimpleNamespace(is_idle=lambda: not under_way)
        line._engine = SimpleNamespace(
            _slot=SimpleNamespace(nextcall=nextcall, inprogress=()), scraper=SimpleNamespace(slot=scraped)
        )  # type: ignore[assignment]
        line.enqueue_request(request("http://a.example/", audit="pb/vila"))
        line._crawler.signals.send_catch_log(stored)
        await asyncio.sleep(0.1)
        assert line.next_request() is not None and looks == [0], "there is more to visit"
        line._crawler.signals.send_catch_log(stored)
        await asyncio.sleep(0.1)
        assert looks == [0], "another item is being stored"
        under_way.clear()
        await asyncio.sleep(0.1)
        assert looks == [0, 1]

    asyncio.run(end())


@pytest.mark.parametrize("text", ["0", "-1", "dois", "1.5", "9999"])
def test_how_many_at_once_is_a_number(text: str) -> None:
    with pytest.raises(UserError, match="simultaneos"):
        _at_once(text)
