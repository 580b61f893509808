"""A machine without network: portals are not taken for dead, and the run waits, or stops."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request

from transparency.browse.snapshot import VisitFailed
from transparency.egress import proxy
from transparency.egress.guard import Egress
from transparency.egress.policy import Allowance
from transparency.net import network
from transparency.net.network import Network, Outage
from transparency.spiders._walks import SideBySide

DEAD, OTHERS = "https://morto.example/", ("https://a.example/", "https://b.example/x", "http://127.0.0.1:80/")
SILENCE = VisitFailed("network", "o nome do servidor não pôde ser consultado (DNS)")
NO_NAME, REFUSED = (
    VisitFailed("network", told) for told in ("o nome do servidor não existe (DNS)", "o servidor recusou a conexão")
)


class World:
    """Who can be reached, and who was tried."""

    def __init__(self, *reachable: str) -> None:
        self.reachable = reachable
        self.tried: list[str] = []

    async def answers(self, url: str) -> bool:
        self.tried.append(url)
        return url in self.reachable


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(network, "KNOWN_SECONDS", 0.0)


@pytest.mark.parametrize(
    ("others", "reachable", "here"),
    [
        (OTHERS, OTHERS[:1], True),
        (OTHERS, (), False),
        (OTHERS, (DEAD,), False),  # who has just failed is not asked
        (OTHERS, OTHERS[2:], False),  # nor is this machine
        ((DEAD,), (), True),  # nobody to compare with
    ],
)
def test_a_network_is_there_when_any_other_server_is(
    others: tuple[str, ...], reachable: tuple[str, ...], here: bool
) -> None:
    world = World(*reachable)
    assert asyncio.run(Network(lambda: others).is_here(DEAD, world.answers)) is here
    assert {DEAD, OTHERS[2]}.isdisjoint(world.tried)


def test_a_network_that_never_was_there_is_not_waited_for() -> None:
    net = Network(lambda: OTHERS)
    assert asyncio.run(net.is_back(DEAD, World().answers, 600)) is False
    assert net.given_up and not net.waited()


@pytest.mark.parametrize(("patience", "comes", "back"), [(600.0, True, True), (0.05, False, False)])
def test_a_network_that_was_there_is_waited_for(patience: float, comes: bool, back: bool) -> None:
    beats: list[None] = []
    net, world = Network(lambda: OTHERS, lambda: beats.append(None)), World()

    async def wait() -> list[bool]:
        net.answered(OTHERS[1])
        both = [asyncio.ensure_future(net.is_back(DEAD, world.answers, patience)) for _ in range(2)]
        await asyncio.sleep(0.03)
        world.reachable = OTHERS if comes else ()
        return list(await asyncio.gather(*both))

    assert asyncio.run(wait()) == [back, back]
    assert net.given_up is not back and beats and 0 < net.waited() < 1 and not net.waited()
    assert world.tried[0] == OTHERS[1], "who has answered is asked first"


class Crawler:
    """As much of Scrapy's as the middleware asks."""

    def __init__(self, spider: Any) -> None:
        self.spider = spider
        self.settings = self

    def getfloat(self, _: str) -> float:
        return 10.0


@pytest.mark.parametrize(
    ("url", "error", "reachable", "again"),
    [
        (DEAD, SILENCE, OTHERS[:1], False),
        (DEAD, SILENCE, (), False),  # given up: the run stops
        (DEAD, NO_NAME, (), False),  # somebody has said so
        (DEAD, REFUSED, (), False),
        (DEAD, VisitFailed("network", "o servidor mandou mais do que se lê"), (), False),
        ("http://127.0.0.1:9/", SILENCE, (), False),
        (DEAD, SILENCE, None, True),
    ],
)
def test_what_fails_for_want_of_a_network_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, url: str, error: Exception, reachable: tuple[str, ...] | None, again: bool
) -> None:
    """``reachable`` None: nobody at first, everybody a moment later."""
    spider = type("Spider", (), {})()
    spider.network = Network(lambda: OTHERS)
    looks = iter([False, False, False] + [True] * 99)

    async def answers(_: object, other: str) -> bool:
        return next(looks) if reachable is None else other in reachable

    handler = type("Handler", (), {"egress": type("Egress", (), {"answers": answers})()})
    monkeypatch.setattr(network.BrowserHandler, "from_crawler", lambda crawler: handler)

    async def fail() -> Request | None:
        if reachable is None:
            spider.network.answered(OTHERS[0])
        return await Outage(Crawler(spider)).process_exception(Request(url), error)  # type: ignore[arg-type]

    lost = reachable == () and url == DEAD and error is SILENCE
    with pytest.raises(VisitFailed, match=network.NO_NETWORK) if lost else nullcontext():
        assert (asyncio.run(fail()) is not None) is again
    assert spider.network.given_up is lost


@pytest.mark.parametrize(
    ("status", "sign"),
    [
        ("200 Connection established", True),
        (f"502 {proxy.NOT_ACCEPTED}", True),
        (f"502 {proxy.NO_SUCH_NAME}", True),
        (f"504 {proxy.NO_NAME_SERVER}", False),
        (f"504 {proxy.NOT_ANSWERED}", False),
        (f"502 {proxy.UNREACHABLE}", False),
        ("", False),  # the proxy itself is gone
    ],
)
def test_what_is_a_sign_of_life(status: str, sign: bool) -> None:
    """By what the proxy answers."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(f"HTTP/1.1 {status}\r\n\r\n".encode() if status else b"")
        writer.close()

    async def ask() -> bool:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            stand_in = SimpleNamespace(port=server.sockets[0].getsockname()[1])
            return await Egress.answers(stand_in, DEAD)  # type: ignore[arg-type]

    assert asyncio.run(ask()) is sign


def test_who_refuses_is_there() -> None:
    made = Egress(Allowance.of(["127.0.0.1:1"]))
    assert asyncio.run(made.answers("http://127.0.0.1:1/"))
    made.stop()


@pytest.mark.parametrize("lost", [True, False])
def test_a_run_whose_network_is_lost_for_good_keeps_nothing_of_what_is_under_way(lost: bool) -> None:
    spider = SimpleNamespace(network=SimpleNamespace(given_up=lost, waited=lambda: 60.0), stopped="")
    waited: list[float] = []
    audit = SimpleNamespace(unkept="", waited=waited.append, abandon=lambda: None)
    SideBySide._heed_the_network(spider, [audit])  # type: ignore[arg-type]
    assert waited == [60.0] and audit.unkept == spider.stopped == (network.NO_NETWORK if lost else "")
