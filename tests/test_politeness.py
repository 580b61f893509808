"""Politeness: AutoThrottle on the internet and not at home, clicks in turn, a user agent that says whom to write to."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy import Request
from scrapy.core.downloader import Slot
from scrapy.http import Response
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from transparency import __version__
from transparency.net import politeness
from transparency.net.politeness import CLICK_SECONDS, LiveThrottle, host_turn, introduce, is_near


@pytest.fixture(autouse=True)
def forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(politeness, "_last", {})
    monkeypatch.setattr(politeness, "_distance", {})


def project() -> Settings:
    settings = Settings()
    settings.setmodule("transparency.settings", priority="project")
    return settings


@pytest.mark.parametrize(
    ("host", "near"),
    [
        ("127.0.0.1:8080", True), ("localhost", True), ("[::1]:81", True), ("192.168.0.7", True), ("cidade.pb.gov.br", False),
        ("200.130.0.1:80", False), ("localhost.example", False), ("", False),
    ],
)  # fmt: skip
def test_who_needs_no_mercy(host: str, near: bool) -> None:
    assert is_near(host) == near


def test_the_study_s_settings_hold_for_live_portals() -> None:
    settings = project()
    assert settings.getbool("AUTOTHROTTLE_ENABLED")
    assert settings.getfloat("AUTOTHROTTLE_START_DELAY") == 5
    assert settings.getfloat("AUTOTHROTTLE_TARGET_CONCURRENCY") == 1
    names = [
        name
        for name, order in settings.getdict("EXTENSIONS").items()
        if name.endswith("Throttle") and order is not None
    ]
    assert names == ["transparency.net.politeness.LiveThrottle"]


@pytest.mark.parametrize(("url", "delay"), [("http://portal.example/a", 8.0), ("http://127.0.0.1:8080/a", 0.0)])
def test_a_slow_server_is_asked_more_slowly_unless_it_is_ours(url: str, delay: float) -> None:
    crawler = get_crawler(settings_dict={"AUTOTHROTTLE_ENABLED": True})
    throttle = LiveThrottle.from_crawler(crawler)
    throttle.mindelay, throttle.maxdelay = 1.0, 60.0
    request = Request(url)
    key = "127.0.0.1" if "127" in url else "portal.example"
    request.meta.update(download_slot=key, download_latency=8.0)
    slot = Slot(2, 0.0 if "127" in url else 5.0, 0)
    crawler.engine = SimpleNamespace(downloader=SimpleNamespace(slots={key: slot}))  # type: ignore[assignment]
    spider: Any = None
    throttle._response_downloaded(Response(url), request, spider)
    assert slot.delay == delay
    assert politeness._distance.get(key, 0.0) == delay


def turns(*hosts: str) -> list[float]:
    """When each had its turn, all asking at once."""

    async def all_at_once() -> list[float]:
        began = time.monotonic()

        async def one(host: str) -> float:
            await host_turn(host)
            return time.monotonic() - began

        return await asyncio.gather(*(one(host) for host in hosts))

    return asyncio.run(all_at_once())


def test_clicks_on_a_host_keep_their_distance_and_hosts_do_not_wait_for_each_other() -> None:
    politeness._distance.update({"a.example": 0.3, "b.example": 0.3})
    first, second, other, third = turns("a.example", "a.example:443", "b.example", "a.example")
    assert second - first >= 0.28 and third - second >= 0.28
    assert other < second


def test_a_click_waits_after_a_request_too(monkeypatch: pytest.MonkeyPatch) -> None:
    politeness._distance["a.example"] = 0.3
    politeness.took_turn("a.example")
    assert turns("a.example")[0] >= 0.28


def test_no_click_waits_until_its_visit_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    politeness._distance["a.example"] = 60.0
    politeness.took_turn("a.example")
    asyncio.run(host_turn("a.example"))
    assert waited[0] == pytest.approx(CLICK_SECONDS, abs=0.5)


def test_the_lab_waits_for_nobody() -> None:
    assert max(turns(*["127.0.0.1:8080"] * 50)) < 0.5


@pytest.mark.parametrize(
    ("contact", "end"),
    [
        ("ouvidoria@orgao.example", f"transparency/{__version__} (+ouvidoria@orgao.example)"),
        ("https://orgao.example/robo", f"transparency/{__version__} (+https://orgao.example/robo)"),
        ("a@b.example\r\nX-Injected: 1", f"transparency/{__version__} (+a@b.example X-Injected: 1)"),
        ("", f"transparency/{__version__} (+auditoria de transparencia publica)"),
    ],
)
def test_the_user_agent_says_whom_to_write_to(contact: str, end: str) -> None:
    settings = project()
    settings.set("CONTACT", contact, priority="cmdline")
    introduce(settings)
    assert settings["USER_AGENT"].endswith(end)
    assert settings["USER_AGENT"].isprintable()


def test_a_user_agent_set_by_hand_stays() -> None:
    settings = project()
    settings.set("USER_AGENT", "outra/1.0 (+quem)", priority="cmdline")
    settings.set("CONTACT", "a@b.example", priority="cmdline")
    introduce(settings)
    assert settings["USER_AGENT"] == "outra/1.0 (+quem)"
