"""Bar R9: what a server that is down holds up: its own municipalities, and nobody else's."""

from __future__ import annotations

import asyncio
import csv
import json
import threading
import time
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.candidates import request
from tests.frontiers import frontier
from tests.portal_of_towns import HOME, TABLES, ended, start, table
from transparency.crawl.request import progress_of
from transparency.net.backoff import OPENS_AFTER, PROBE_SECONDS, Breaker

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


def test_r9_what_is_down_waits_in_the_frontier_while_others_go_on() -> None:
    async def walk() -> None:
        gate, clock = breaker()
        line = frontier("pb/vila", "pb/mata", breaker=gate)
        line.enqueue_request(request(f"{DOWN}a"))
        line.enqueue_request(request(f"{DOWN}b"))
        line.enqueue_request(request(UP, audit="pb/mata"))
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
        line = frontier("pb/vila", breaker=Breaker())
        late = request(UP)
        progress_of(late).due = time.monotonic() + 0.2
        line.enqueue_request(late)
        assert line.next_request() is None and line.has_pending_requests()
        await asyncio.sleep(0.25)
        assert line.next_request() is late

    asyncio.run(walk())


def test_r9_a_portal_that_never_answered_is_probed_while_others_go_on_and_once_after_that() -> None:
    clock = Clock()
    gate = Breaker(clock, worth={"down.example"})
    gate.leave("down.example")
    for minutes in range(1, 10):
        assert gate.is_open("down.example") and gate.wait("down.example") > 0
        clock.now = minutes * PROBE_SECONDS
        assert gate.wait("down.example") == 0
        gate.failed("down.example")
        assert not gate.is_given_up("down.example"), minutes
    gate.last_round = True
    clock.now += PROBE_SECONDS
    gate.failed("down.example")
    assert gate.is_given_up("down.example")
    gate.answered("down.example")
    assert not gate.is_open("down.example")


class Listener:
    """A server of small portals at one port, which stops listening and comes back."""

    def __init__(self, towns: Sequence[str]) -> None:
        self.towns, self.asked = towns, 0
        self.times: list[float] = []
        self.server = self._open(0)
        self.port = self.server.server_address[1]
        self.down_at = 0.0

    def _open(self, port: int) -> ThreadingHTTPServer:
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                listener.times.append(time.monotonic())
                name = self.path.rstrip("/").rpartition("/")[2]
                body = HOME.format(town=name) if name in listener.towns else table(name) if name in TABLES else ""
                data = body.encode()
                self.send_response(200 if data else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                """Nothing."""

        server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
        return server

    def close(self) -> None:
        """Connections are refused from now on."""
        self.server.shutdown()
        self.server.server_close()

    def open(self) -> None:
        """It listens again, at the same port."""
        self.server = self._open(self.port)


@pytest.mark.soak
def test_r9_a_server_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    """Its municipalities wait and are audited when it is back; those of another server are not held up."""
    gone, steady = Listener(["vila", "mata"]), Listener(["serra", "praia"])
    with open(tmp_path / "towns.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow("slug name uf ibge portal_url city_url families".split())
        for one in (gone, steady):
            writer.writerows([t, t.title(), "pb", "", f"http://127.0.0.1:{one.port}/{t}/", "", ""] for t in one.towns)
    gone.close()
    root = tmp_path / "audits"
    process = start("audit", "--todos", "--catalogo", str(tmp_path / "towns.csv"), "--saida", str(root), "--model", "off",
                    "-s", f"EGRESS_ALLOWED=127.0.0.1:{gone.port},127.0.0.1:{steady.port}", "-s", "REPORT_ENABLED=False")  # fmt: skip
    try:
        begun = time.monotonic()
        while time.monotonic() - begun < 60 and len(list(root.glob("pb/*/*/SHA256SUMS"))) < 2:
            time.sleep(0.5)
        assert {path.parts[-3] for path in root.glob("pb/*/*/SHA256SUMS")} == set(steady.towns), "held up by the other"
        gone.open()
        done = ended(process, 400)
    finally:
        process.kill()
        gone.close()
        steady.close()
    for town in (*gone.towns, *steady.towns):
        (folder,) = root.glob(f"pb/{town}/*/verdicts.jsonl")
        found = [json.loads(line) for line in folder.read_text(encoding="utf-8").splitlines()]
        assert sum(one["status"] == "published" for one in found) >= 8, (town, done.stdout, done.stderr)
