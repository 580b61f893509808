"""Bars R6, R7, R9: servers that misbehave, through the browser and by plain HTTP; what is asked again, and when."""

from __future__ import annotations

import csv
import datetime as dt
import gzip
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import brotli
import pytest
from scrapy_command import scrapy

from lab.toxic import BODY, FAR, FAULTS, NOWHERE, READABLE, toxic
from transparency.browse.unpacking import cut_off
from transparency.net.backoff import OPENS_AFTER, PROBE_SECONDS, PROBES, Breaker, asked_to_wait, backoff, pause_before

ROOT = Path(__file__).parent.parent
NOW = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
PARTIAL = frozenset(("truncated-gzip", "truncated-br"))
"""A browser shows the part that came: what it proves is proved."""


@dataclass
class Seen:
    """What a run over all faults has left."""

    log: str
    verdicts: dict[str, list[dict[str, Any]]]
    problems: dict[str, list[dict[str, str]]]
    certificates: dict[str, dict[str, str]]
    asked: dict[str, list[float]]
    plain: dict[str, tuple[str, str]]
    plain_log: str


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    folder = tmp_path_factory.mktemp("toxic")
    with toxic() as servers:
        urls = {**servers.urls, **NOWHERE}
        with open(folder / "towns.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow("slug name uf ibge portal_url city_url families".split())
            writer.writerows([name, name, "pb", "", url, "", ""] for name, url in urls.items())
        allowed = f"EGRESS_ALLOWED={','.join(urlsplit(url).netloc for url in servers.urls.values())}"
        deadlines = [
            "-s",
            "PLAYWRIGHT_DEFAULT_NAVIGATION_TIMEOUT=2500",
            "-s",
            "DOWNLOAD_TIMEOUT=2",
            "-s",
            allowed,
            "-s",
            "NETWORK_MINUTES=0",  # the tests may run where there is none
            "-s",
            "CONCURRENT_REQUESTS=12",
            "-s",
            'DOWNLOAD_SLOTS={"127.0.0.1": {"concurrency": 12, "delay": 0}}',
        ]
        audited = scrapy(
            "audit", "--todos", "--catalogo", str(folder / "towns.csv"), "--saida", str(folder / "audits"), *deadlines,
            "-s", "AUDITS_AT_ONCE=12", "-s", "RUN_DEFERS=False", "-s", "REPORT_ENABLED=False", "--nodes", "3", "--model", "off",
        )  # fmt: skip
        asked = {name: list(times) for name, times in servers.asked.items()}
        spider = str(Path(__file__).parent / "plain_requests.py")
        plain = scrapy("runspider", spider, "-a", f"urls={json.dumps(urls)}", *deadlines, "-L", "ERROR")
        verdicts, problems, certificates = {}, {}, {}
        for path in (folder / "audits").glob("pb/*/*/verdicts.jsonl"):
            lines = path.read_text(encoding="utf-8").splitlines()
            verdicts[path.parts[-3]] = [json.loads(line) for line in lines]
            summary = json.loads((path.parent / "audit.json").read_text())
            problems[path.parts[-3]], certificates[path.parts[-3]] = summary["problems"], summary["certificates"]
        yield Seen(
            audited.stdout + audited.stderr,
            verdicts,
            problems,
            certificates,
            asked,
            json.loads(plain.stdout),
            plain.stderr,
        )


@pytest.mark.parametrize("fault", sorted({*FAULTS, *NOWHERE} - READABLE))
def test_r6_each_fault_gets_a_name_and_is_never_an_absence(seen: Seen, fault: str) -> None:
    verdicts = seen.verdicts[fault]
    seen_in_part = {"published"} if fault in PARTIAL else set()
    assert {verdict["status"] for verdict in verdicts} - seen_in_part == {"inconclusive"}, verdicts[0]["reason"]
    assert seen.problems[fault] and {problem["kind"] for problem in seen.problems[fault]} <= {
        "network",
        "obstacle",
        "unreadable",
    }
    for problem in seen.problems[fault]:
        assert not re.search(r"net::|ERR_|Error|Page\.", problem["reason"]), problem
    kind, reason = seen.plain[fault]
    assert kind == "network" or re.fullmatch("read (204|302|429|503)", kind), (kind, reason)


def test_r6_a_certificate_that_is_not_in_order_is_recorded(seen: Seen) -> None:
    told = {fault: list(certificates.values()) for fault, certificates in seen.certificates.items() if certificates}
    assert told.keys() == {"tls-expired", "tls-self-signed"}
    assert re.fullmatch(r"venceu em \d\d/\d\d/\d{4}", told["tls-expired"][0])
    assert told["tls-self-signed"] == ["foi assinado pelo próprio servidor"]


@pytest.mark.parametrize("fault", sorted(READABLE))
def test_r6_what_can_be_read_all_the_same_is_read(seen: Seen, fault: str) -> None:
    assert any(verdict["status"] == "published" for verdict in seen.verdicts[fault])
    kind, text = seen.plain[fault]
    assert kind == "read 200" and "Agente" in text


def test_r6_nothing_is_left_unhandled(seen: Seen) -> None:
    assert seen.verdicts.keys() == {*FAULTS, *NOWHERE}
    for log in (seen.log, seen.plain_log):
        assert "Traceback" not in log and "never retrieved" not in log, log[-2000:]


@pytest.mark.parametrize(
    ("fault", "least", "most"), [("busy", 2, 4), ("too-many", 2, 4), ("empty-reply", 2, 8), ("busy-for-a-day", 1, 1)]
)
def test_r7_what_may_pass_is_tried_four_times_and_no_more(seen: Seen, fault: str, least: int, most: int) -> None:
    times = seen.asked[fault]  # Chromium itself asks once more where a connection was closed on it
    assert least <= len(times) <= most, times


def test_r7_retry_after_is_never_undercut(seen: Seen) -> None:
    times = seen.asked["too-many"]
    assert all(later - sooner >= 1 for sooner, later in pairwise(times)), times


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120), ("0", 0), ("-7", 0), ("86400", 86400), ("", None), ("logo", None), ("9" * 400, 999_999_999_999),
        ("Sat, 21 Nov 2026 12:02:00 GMT", 120), ("Sat, 21 Nov 2026 11:00:00 GMT", 0), ("Sat, 21 Nov 2026 12:01:00", 60),
    ],
)  # fmt: skip
def test_r7_retry_after(header: str, seconds: float | None) -> None:
    assert asked_to_wait(header, NOW) == seconds


@pytest.mark.parametrize(
    ("tries", "header", "least", "most"),
    [(1, "", 0, 1.5), (3, "", 0, 3.375), (30, "", 0, 300), (2, "0", 0, 2.25), (1, "60", 60, 66), (1, "600", 600, 660)],
)
def test_r7_pauses(tries: int, header: str, least: float, most: float) -> None:
    assert pause_before(tries, header, NOW, 0.0) == least
    assert pause_before(tries, header, NOW, 1.0) == pytest.approx(most)


def test_r7_nobody_waits_for_a_day() -> None:
    assert pause_before(1, "86400", NOW, 0.5) is None
    assert backoff(10_000, 1.0) == 300


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def breaker() -> tuple[Breaker, Clock]:
    clock = Clock()
    made = Breaker(clock)
    made.worth.add("a.example")
    return made, clock


def test_r9_a_host_that_fails_again_and_again_is_probed_once_a_minute() -> None:
    one, clock = breaker()
    assert [one.failed("a.example") for _ in range(OPENS_AFTER)] == [False] * (OPENS_AFTER - 1) + [True]
    sent = []
    for clock.now in range(int(PROBE_SECONDS) * 5):
        if not one.wait("a.example"):
            sent.append(clock.now)
            one.failed("a.example")
    assert sent == [60, 120, 180, 240]
    assert one.is_open("a.example") and not one.is_given_up("a.example")  # others are still being visited
    assert one.wait("b.example") == 0


def test_r9_an_answer_closes_it() -> None:
    one, clock = breaker()
    for _ in range(OPENS_AFTER):
        one.failed("a.example")
    clock.now = PROBE_SECONDS
    assert one.wait("a.example") == 0
    assert one.wait("a.example") > 0, "one probe, not two"
    one.answered("a.example")
    assert one.wait("a.example") == 0 and not one.is_open("a.example")


def test_r9_in_the_end_it_is_given_up() -> None:
    one, clock = breaker()
    one.last_round = True
    for _ in range(OPENS_AFTER + PROBES):
        clock.now += PROBE_SECONDS
        one.failed("a.example")
    assert one.is_given_up("a.example") and one.wait("a.example") == 0


def test_r9_nobody_waits_for_a_host_that_never_answered_and_is_no_portal() -> None:
    one, _ = breaker()
    for _ in range(OPENS_AFTER):
        one.failed("old.example")
    assert one.is_given_up("old.example")


@pytest.mark.parametrize(
    ("encoding", "body", "cut"),
    [
        ("gzip", gzip.compress(FAR), False), ("gzip", gzip.compress(FAR)[:300], True), ("gzip", gzip.compress(FAR)[:-4], True),
        ("gzip", BODY, False), ("gzip", b"", False),
        ("deflate", zlib.compress(FAR), False), ("deflate", zlib.compress(FAR)[:-9], True), ("gzip", gzip.compress(bytes(1 << 23))[:-200], False),
        ("br", brotli.compress(FAR), False), ("br", brotli.compress(FAR)[:170], True), ("br", BODY, False), ("", BODY, False), ("zstd", BODY, False),
    ],
)  # fmt: skip
def test_r6_compressed_bodies_that_end_too_early(encoding: str, body: bytes, cut: bool) -> None:
    assert cut_off(body, encoding, 1 << 22) is cut
