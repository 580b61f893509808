"""A fleet on a real Redis: workers killed, cut off and coming back; every town has exactly one whole audit, and no vendor's
server is asked by more than it bears."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from audit_of_pages import run as command
from celery import Celery
from portal_of_towns import ROOT, portal_of_towns
from redis import Redis
from roads import Road, free_port, until
from scrapy import Request
from scrapy.http import Response
from scrapy.settings import Settings

from transparency.commands.fleet import Command as FleetCommand
from transparency.fleet import app, auditing
from transparency.fleet.orders import Order, Rejected, commit_name, committed, publish
from transparency.fleet.shared_turns import SharedTurns, Turns
from transparency.net import politeness
from transparency.store.hold import Hold
from transparency.store.place import Folder
from transparency.store.sending import incomplete, receive_all, send
from transparency.store.sums import SUMS, digest_list

SERVER = shutil.which("redis-server")
if SERVER is None:
    pytest.skip("redis-server is not installed", allow_module_level=True)


@pytest.fixture(scope="module")
def redis_port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    port = free_port()
    folder = tmp_path_factory.mktemp("redis")
    command = [
        str(SERVER),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--save",
        "",
        "--appendonly",
        "no",
        "--dir",
        str(folder),
    ]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(lambda: _pings(port), 10)
    yield port
    process.terminate()
    process.wait(10)


def _pings(port: int) -> bool:
    with suppress(Exception):
        return bool(Redis(port=port).ping())
    return False


@pytest.fixture
def redis(redis_port: int) -> Iterator[Any]:
    client = Redis(port=redis_port)
    client.flushall()
    yield client
    client.close()


def url(port: int) -> str:
    return f"redis://127.0.0.1:{port}/0"


# ---- one order -----------------------------------------------------------------------------------------------------


def made(root: Path, town: str, text: str = "{}") -> Path:
    folder = root / "pb" / town / "20261121T200000Z"
    folder.mkdir(parents=True)
    (folder / "audit.json").write_text(text)
    (folder / SUMS).write_bytes(digest_list(folder))
    return folder


def test_a_municipality_is_one_worker_s_until_it_gives_no_sign_of_life(redis: Any) -> None:
    order = Order.new(redis, ["areia-pb", "bayeux-pb"])
    first = order.begin("areia-pb", 0.3)
    assert first == 1 and order.begin("areia-pb", 0.3) == 0
    for _ in range(3):
        time.sleep(0.2)
        assert order.renew("areia-pb", first, 0.3)
    assert order.lost(False, 60) == []
    time.sleep(0.4)
    assert not order.renew("areia-pb", first, 0.3)
    assert order.lost(False, 60) == ["areia-pb"] and order.lost(False, 60) == []  # named once
    second = order.begin("areia-pb", 60)
    assert second == 2 and not order.is_holder("areia-pb", first)
    order.let_go("areia-pb", first)  # who holds nothing lets nothing go
    assert order.standing().working == ["areia-pb"]
    order.done("areia-pb", "pb/areia/x")
    order.let_go("areia-pb", second)
    assert order.begin("areia-pb", 60) == 0
    assert order.lost(True, 60) == ["bayeux-pb"]  # its message has gone with a worker that never began
    order.give_up("bayeux-pb", "não existe")
    assert order.standing().over and order.standing().failed == {"bayeux-pb": "não existe"}
    assert [one.id for one in Order.all(redis)] == [order.id]


def test_who_comes_late_is_rejected_and_leaves_nothing(redis: Any, tmp_path: Path) -> None:
    order, place = Order.new(redis, ["areia-pb"]), Folder(tmp_path / "shared")
    late = order.begin("areia-pb", 0.05)
    time.sleep(0.1)
    there = publish(
        order, "areia-pb", order.begin("areia-pb", 60), tmp_path / "b", made(tmp_path / "b", "areia", "[1]"), place
    )
    kept = place.sizes("")
    with pytest.raises(Rejected):
        publish(order, "areia-pb", late, tmp_path / "a", made(tmp_path / "a", "areia"), place)
    assert place.sizes("") == kept
    assert committed(place, order.id, "areia-pb") == there == "pb/areia/20261121T200000Z-2"


def test_with_a_redis_that_forgot_everything_the_first_commit_counts(redis: Any, tmp_path: Path) -> None:
    """Both hold the highest token that they know of."""
    order, place = Order.new(redis, ["areia-pb"]), Folder(tmp_path / "shared")
    there = publish(
        order, "areia-pb", order.begin("areia-pb", 60), tmp_path / "a", made(tmp_path / "a", "areia"), place
    )
    redis.flushall()
    token = [order.begin("areia-pb", 0.01), time.sleep(0.05), order.begin("areia-pb", 60)][-1]
    kept = place.sizes("")
    with pytest.raises(Rejected):
        publish(order, "areia-pb", int(token or 0), tmp_path / "b", made(tmp_path / "b", "areia", "[1]"), place)
    assert place.sizes("") == kept and committed(place, order.id, "areia-pb") == there


def test_killed_between_the_commit_and_the_last_file(
    redis: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order, place = Order.new(redis, ["areia-pb"]), Folder(tmp_path / "shared")
    put = place.put

    def dies(name: str, data: bytes) -> None:
        if name.endswith(SUMS):
            raise KeyboardInterrupt
        put(name, data)

    monkeypatch.setattr(place, "put", dies)
    folder = made(tmp_path / "a", "areia")
    with pytest.raises(KeyboardInterrupt):
        publish(order, "areia-pb", order.begin("areia-pb", 60), tmp_path / "a", folder, place)
    monkeypatch.undo()
    name = "pb/areia/20261121T200000Z"
    assert place.get(f"{name}/{SUMS}") is None
    assert committed(place, order.id, "areia-pb") == name
    assert place.get(f"{name}/{SUMS}") == (folder / SUMS).read_bytes()


def test_r17_what_a_dead_worker_left_is_taken_away(redis: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half an upload at the place, until another worker's audit counts; a room on the disk of the machine."""
    order, place = Order.new(redis, ["areia-pb"]), Folder(tmp_path / "shared")
    earlier = made(tmp_path / "c", "areia")
    other = earlier.with_name("20260101T000000Z")
    earlier.rename(other)
    for file in other.iterdir():  # of another order, whole: never touched
        place.put(f"pb/areia/{other.name}/{file.name}", file.read_bytes())
    kept = place.sizes("")

    def dies(sums: bytes) -> bool:
        raise KeyboardInterrupt

    first = order.begin("areia-pb", 0.05)
    monkeypatch.setattr(Order, "is_holder", lambda self, town, token: True)
    with monkeypatch.context() as during:
        during.setattr("transparency.fleet.orders.send", lambda *a, commit, **kw: send(*a, commit=dies, **kw))
        with pytest.raises(KeyboardInterrupt):
            publish(order, "areia-pb", first, tmp_path / "a", made(tmp_path / "a", "areia"), place)
    assert incomplete(place) == ["pb/areia/20261121T200000Z"]
    time.sleep(0.1)
    token = order.begin("areia-pb", 60)
    there = publish(order, "areia-pb", token, tmp_path / "b", made(tmp_path / "b", "areia", "[1]"), place)
    assert incomplete(place) == [] and receive_all(tmp_path / "here", place) == ([*sorted(("pb/areia/20260101T000000Z", there))], [])  # fmt: skip
    assert kept.items() <= place.sizes("").items()

    rooms = tmp_path / app.ROOMS
    hold = Hold(rooms, "order-areia-pb-2")
    for name in ("order-areia-pb-1", "order-areia-pb-2"):
        (rooms / name / "pb").mkdir(parents=True)
    assert app.sweep_rooms(rooms) == ["order-areia-pb-1"]
    assert (rooms / "order-areia-pb-2").is_dir() and not (rooms / "order-areia-pb-1").exists()
    hold.release()
    assert app.sweep_rooms(rooms) == ["order-areia-pb-2"]


AUDIT = {"folder": "/x", "problem": "", "published": 41, "absent": 12, "inconclusive": 8, "pages": 47, "seconds": 7.4}


@pytest.mark.parametrize(
    ("status", "audits", "reason"),
    [
        (0, [AUDIT], ""), (3, [AUDIT], ""), (1, [{"folder": "/x", "problem": "não respondeu"}], "unseen"), (2, None, "wrong"),
        (4, None, "full"), (1, [{"folder": "", "problem": "a auditoria não terminou"}], "broken"), (137, None, "broken"),
    ],
)  # fmt: skip
def test_how_an_audit_ended(status: int, audits: Any, reason: str) -> None:
    out = json.dumps({"audits": audits}).encode() if audits else b""
    outcome = auditing.read(status, out, "Aviso\nErro: por isto")
    assert (outcome.reason, outcome.folder) == (reason, Path("/x") if status in (0, 3) or reason == "unseen" else None)
    assert outcome.told if reason else outcome.told == "41 publicados, 12 ausentes, 8 inconclusivos; 47 páginas em 7 s"


@pytest.mark.soak
def test_a_real_audit_and_one_that_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command that a worker starts; no process of it is left when it has lost the municipality."""
    with portal_of_towns() as portal:
        monkeypatch.setenv(
            "TRANSPARENCY_CATALOGUE", str(portal.catalogue(tmp_path / "towns.csv", ["vila-a", "vila-b"]))
        )
        monkeypatch.setenv("PYTHONPATH", str(ROOT))
        portal.pages["/vila-b/"] = lambda handler: handler.server.stop.wait(60)
        monkeypatch.setattr(auditing, "STOP_SECONDS", 1)
        lost = threading.Event()
        outcome = auditing.audit("vila-a-pb", tmp_path / "a", 300, lost)
        assert outcome.folder and (outcome.folder / SUMS).is_file() and not outcome.reason, outcome
        threading.Thread(target=lambda: (until(lambda: portal.hits["/vila-b/"]), lost.set()), daemon=True).start()
        assert auditing.audit("vila-b-pb", tmp_path / "b", 300, lost).reason == "late"
    assert not [one for one in psutil.Process().children(recursive=True) if "scrapy" in " ".join(one.cmdline())]


# ---- turns that are shared -----------------------------------------------------------------------------------------

TAKER = """
import asyncio, random, sys, time
from transparency.fleet.shared_turns import Turns
async def main():
    turns = Turns(sys.argv[1], delay=2.0, concurrency=2)
    async def ask(host):
        lock = await turns.place(host)
        await turns.turn(host)
        began = time.time()
        await asyncio.sleep(random.uniform(1.5, 4.5))
        print(host, began, time.time(), flush=True)
        await turns.leave(lock)
    await asyncio.gather(*(ask(host) for host in sys.argv[2:]))
asyncio.run(main())
"""


def test_r8_a_vendor_s_server_is_not_asked_by_more_than_it_bears(redis: Any, redis_port: int) -> None:
    """By two processes together: at most two at once, begun a second apart; another server holds up nobody."""
    asked = ["a.example", "a.example", "b.example"]
    takers = [
        subprocess.Popen(
            [sys.executable, "-c", TAKER, url(redis_port), *asked], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    lines = [line.split() for taker in takers for line in taker.communicate(timeout=90)[0].splitlines()]
    assert Counter(line[0] for line in lines) == {"a.example": 4, "b.example": 2}
    times = {host: sorted((float(b), float(e)) for name, b, e in lines if name == host) for host in asked}
    for spans in times.values():
        starts = [begin for begin, _ in spans]
        assert all(after - before > 1.0 for before, after in itertools.pairwise(starts)), starts
        assert all(sum(b <= begin < e for b, e in spans) <= 2 for begin in starts)
    assert times["b.example"][0][0] < times["a.example"][-1][0]


async def one_request(middleware: SharedTurns, url: str) -> Request:
    request = Request(url)
    await middleware.process_request(request)
    return request


def test_requests_and_clicks_take_shared_turns(redis: Any, redis_port: int) -> None:
    async def ask() -> None:
        crawler: Any = SimpleNamespace(
            settings=Settings({"REDIS_URL": url(redis_port), "SHARED_DELAY": 1.0, "SHARED_CONCURRENCY": 1}),
            signals=SimpleNamespace(connect=lambda *_: None),
        )
        middleware = SharedTurns.from_crawler(crawler)
        try:
            began = time.monotonic()
            request = await one_request(middleware, "http://portal.example/a")
            await politeness.host_turn("portal.example:443")
            assert time.monotonic() - began > 0.95  # a click after a request
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(one_request(middleware, "http://portal.example/b"), 1.0)
            await asyncio.wait_for(one_request(middleware, "http://outro.example/b"), 3.0)
            await middleware.process_response(request, Response(request.url))
            again = await asyncio.wait_for(one_request(middleware, "http://portal.example/b"), 3.0)
            await middleware.process_exception(again, RuntimeError())
            assert redis.keys("transparency:place:portal.example:*") == []
            await one_request(middleware, "http://127.0.0.1:1/")
            assert not redis.keys("*127.0.0.1*")
        finally:
            await middleware.closed()

    asyncio.run(ask())


def test_without_redis_turns_are_rare_and_go_on(caplog: pytest.LogCaptureFixture) -> None:
    async def ask() -> float:
        turns = Turns(url(free_port()), alone=0.3)
        began = time.monotonic()
        for _ in range(2):
            await turns.leave(await turns.place("a.example"))
            await turns.turn("a.example")
        return time.monotonic() - began

    assert asyncio.run(ask()) >= 4 * 0.3
    assert len([one for one in caplog.records if "O Redis não responde" in one.message]) == 1


# ---- what people ask of it -----------------------------------------------------------------------------------------


def test_orders_are_given_and_told(
    redis: Any, redis_port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    given = {"REDIS_URL": url(redis_port), "AUDITS_STORE": str(tmp_path), "STORE_TRIES": 1, "CATALOGUE_FILES": []}
    monkeypatch.setattr(app, "settings", lambda: Settings(given))
    monkeypatch.setattr(app.app.conf, "broker_url", given["REDIS_URL"])
    for cached in (app.place, app.redis):
        cached.cache_clear()
    assert command(FleetCommand, "santa-rita", "João Pessoa") == 0
    assert "2 municípios" in capsys.readouterr().out
    (order,) = Order.all(redis)
    assert redis.llen("transparency") == 2
    order.give_up("joao-pessoa-pb", "[não] respondeu")
    assert command(FleetCommand, "--situacao") == 0
    told = capsys.readouterr().out
    assert "0 de 2 prontos, 0 em andamento, 1 com falha" in told and "joao-pessoa-pb: [não] respondeu" in told
    assert command(FleetCommand, "--situacao", "--json") == 0
    (answer,) = json.loads(capsys.readouterr().out)
    assert answer["order"] == order.id and answer["failed"] == {"joao-pessoa-pb": "[não] respondeu"}


@pytest.mark.parametrize(
    ("arguments", "wrong", "said"),
    [
        (["areia"], {"TRANSPARENCY_REDIS": ""}, "Falta dizer onde está o Redis"),
        (["areia"], {"TRANSPARENCY_REDIS": "redis://127.0.0.1:1/0"}, "O Redis não respondeu"),
        (["areia"], {"TRANSPARENCY_AUDITS_STORE": ""}, "Falta dizer onde as auditorias são guardadas"),
        (["atlântida"], {}, "Município desconhecido"),
        ([], {}, "Falta dizer o município"),
    ],
)
def test_what_cannot_be_ordered(
    redis: Any, redis_port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    arguments: list[str], wrong: dict[str, str], said: str,
) -> None:  # fmt: skip
    given = {"TRANSPARENCY_REDIS": url(redis_port), "TRANSPARENCY_AUDITS_STORE": "/x"} | wrong
    names = {"REDIS_URL": given["TRANSPARENCY_REDIS"], "AUDITS_STORE": given["TRANSPARENCY_AUDITS_STORE"]}
    monkeypatch.setattr(app, "settings", lambda: Settings(names | {"STORE_TRIES": 1, "CATALOGUE_FILES": []}))
    for cached in (app.place, app.redis):
        cached.cache_clear()
    assert command(FleetCommand, *arguments) == 2
    assert said in capsys.readouterr().err
    assert not Order.all(redis)


def test_what_is_due_is_ordered_once(redis: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the audits of all machines, by the plan; not while an order is under way."""
    seen: list[Any] = []

    def due(*asked: Any) -> list[Any]:
        seen.append(asked)
        return [SimpleNamespace(slug=slug, uf="PB", due=slug != "cabedelo") for slug in ("areia", "bayeux", "cabedelo")]

    asked = {
        "AUDITS_DIR": str(tmp_path / "here"),
        "CATALOGUE_FILES": [],
        "REVISIT_DAYS": 30,
        "REVISIT_POLICY": "uniforme",
    }
    given: list[tuple[str, str]] = []
    place = Folder(tmp_path / "shared")
    folder = made(tmp_path / "other", "areia")
    place.put("pb/areia/20261121T200000Z/audit.json", (folder / "audit.json").read_bytes())
    place.put(f"pb/areia/20261121T200000Z/{SUMS}", (folder / SUMS).read_bytes())
    monkeypatch.setattr(app, "due", due)
    monkeypatch.setattr(app, "settings", lambda: Settings(asked))
    monkeypatch.setattr(app, "redis", lambda: redis)
    monkeypatch.setattr(app, "place", lambda: place)
    monkeypatch.setattr(app.audit_town, "delay", lambda *asked: given.append(asked))
    assert app.revisit() == 2 and app.revisit() == 0  # one is under way
    (order,) = Order.all(redis)
    assert given == [(order.id, "areia-pb"), (order.id, "bayeux-pb")]
    ((root, known, now, every, policy),) = seen
    assert (root / "pb/areia/20261121T200000Z" / SUMS).is_file() and len(known) >= 223 and now.tzinfo
    assert (every, policy) == (30, "uniforme")
    order.done("areia-pb", "x")
    order.give_up("bayeux-pb", "y")
    assert app.revisit() == 2


# ---- a fleet -------------------------------------------------------------------------------------------------------


class Fleet:
    """Workers on this machine, in processes of their own."""

    def __init__(self, folder: Path, towns: int, servers: int) -> None:
        self.folder, self.log = folder, folder / "log.txt"
        self.log.touch()
        rows = [f"cidade-{n},Cidade {n},pb,,http://portal.servidor-{n % servers}.example/{n},," for n in range(towns)]
        (folder / "towns.csv").write_text("\n".join(["slug,name,uf,ibge,portal_url,city_url,families", *rows]) + "\n")
        self.towns = [f"cidade-{n}-pb" for n in range(towns)]
        self.place = Folder(folder / "shared")
        self.running: dict[subprocess.Popen[bytes], tuple[str, int, tuple[str, ...]]] = {}

    def worker(self, name: str, port: int, *options: str) -> subprocess.Popen[bytes]:
        env = {
            **os.environ, "TRANSPARENCY_REDIS": url(port), "TRANSPARENCY_AUDITS_STORE": str(self.folder / "shared"), "STUB_NAME": name,
            "TRANSPARENCY_AUDITS_DIR": str(self.folder / name), "TRANSPARENCY_CATALOGUE": str(self.folder / "towns.csv"),
            "STUB_LOG": str(self.log), "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}",
        }  # fmt: skip
        command = [
            sys.executable,
            "-m",
            "celery",
            "-A",
            "fleet_stub",
            "worker",
            "-n",
            f"{name}@%h",
            "--loglevel",
            "WARNING",
            "--without-gossip",
            "--without-mingle",
        ]
        with open(self.folder / f"{name}.txt", "ab") as out:
            process = subprocess.Popen(
                [*command, *(options or ("-c", "2"))],
                env=env,
                cwd=self.folder,
                stdout=out,
                stderr=out,
                start_new_session=True,
            )
        self.running[process] = (name, port, options)
        return process

    def keep_up(self) -> None:
        """As systemd does: kombu's worker may end when its connection breaks (its pool is gone before what it gives back)."""
        for process, (name, port, options) in list(self.running.items()):
            if process.poll() is not None:
                del self.running[process]
                self.worker(name, port, *options)

    def kill(self, process: subprocess.Popen[bytes]) -> None:
        """As when the machine goes down."""
        self.running.pop(process, None)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def lines(self, what: str) -> list[list[str]]:
        return [line.split() for line in self.log.read_text().splitlines() if line.split()[1] == what]


def a_night_of_faults(tmp_path: Path, redis: Any, port: int, towns: int, servers: int) -> None:
    """Two workers; one is killed in the middle and another takes its place, one is cut off from Redis and comes back."""
    fleet, road = Fleet(tmp_path, towns, servers), Road(port)
    order = Order.new(redis, fleet.towns)
    with ExitStack() as stack:
        stack.callback(lambda: [fleet.kill(one) for one in list(fleet.running)])
        stack.callback(road.close)
        first, _ = fleet.worker("um", port), fleet.worker("dois", road.port)
        fleet.worker("vigia", port, "-B", "-c", "1", "-Q", "transparency-watch")
        with Celery(broker=url(port)) as client:
            for town in fleet.towns:
                client.send_task("transparency.audit_town", (order.id, town), queue="transparency")

        def done() -> int:
            fleet.keep_up()
            return order.standing().done

        until(lambda: done() > towns // 6 and _at_work(fleet, "um"), 120)
        fleet.kill(first)
        fleet.worker("três", port)
        until(lambda: done() > towns // 3 and _at_work(fleet, "dois"), 120)
        road.shut()
        cut = time.monotonic()
        until(lambda: (done(), time.monotonic() - cut > 3)[1])
        road.open()
        until(lambda: (done(), order.standing().over)[1], 300)
        until(lambda: not order.standing().working, 30)
        time.sleep(1.0)  # whoever comes late has time to spoil it
    unknown = {town for town in fleet.towns if int(town.split("-")[1]) % 25 == 7}
    assert set(order.standing().failed) == unknown
    whole = [name.split("/") for name in fleet.place.sizes("pb/") if name.endswith(SUMS)]
    assert Counter(f"{parts[1]}-pb" for parts in whole) == dict.fromkeys(set(fleet.towns) - unknown, 1)
    for town in set(fleet.towns) - unknown:
        told = json.loads(fleet.place.get(commit_name(order.id, town)) or b"{}")
        assert fleet.place.get(f"{told['audit']}/{SUMS}") == told["sums"].encode()
    assert len({line[2] for line in fleet.lines("end")}) == 3  # each of them has worked


def _at_work(fleet: Fleet, name: str) -> bool:
    return len([line for line in fleet.lines("begin") if line[2] == name]) > len(
        [line for line in fleet.lines("end") if line[2] == name]
    )


def test_r17_a_worker_is_killed_another_cut_off(tmp_path: Path, redis: Any, redis_port: int) -> None:
    a_night_of_faults(tmp_path, redis, redis_port, towns=36, servers=12)


@pytest.mark.soak
def test_r17_223_towns(tmp_path: Path, redis: Any, redis_port: int) -> None:
    a_night_of_faults(tmp_path, redis, redis_port, towns=223, servers=20)
