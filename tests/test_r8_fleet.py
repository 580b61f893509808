"""R8 with real audits: worker processes side by side on two vendors' servers, one of them killed in the middle."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from celery import Celery
from portal_of_towns import ROOT, Served, portal_of_towns
from redis import Redis
from roads import free_port, until

from transparency.fleet.orders import Order, commit_name
from transparency.store.place import Folder
from transparency.store.sending import incomplete
from transparency.store.sums import SUMS, digest_list

REDIS = shutil.which("redis-server")
TOWNS_PER_VENDOR = 4
QUIETLY = ("--loglevel", "WARNING", "--without-gossip", "--without-mingle")


def told(served: Served) -> tuple[int, list[float]]:
    """At most so many requests at once, and the times between two that began, the shortest first."""
    spans = sorted((began, ended) for _, began, ended in served.log)
    at_once = max(sum(b <= began < e for b, e in spans) for began, _ in spans)
    return at_once, sorted(after - before for (before, _), (after, _) in itertools.pairwise(spans))


@pytest.mark.soak
@pytest.mark.skipif(REDIS is None, reason="redis-server is not installed")
def test_r8_real_audits_by_processes_of_which_one_is_killed(tmp_path: Path) -> None:
    """Four processes, two vendors: each server sees at most two requests at once, begun a second apart, whoever asks; both
    are asked side by side; every town has exactly one whole audit, and nothing of the dead is left."""
    port = free_port()
    with ExitStack() as stack:
        server = subprocess.Popen([str(REDIS), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp_path)], stdout=subprocess.DEVNULL)  # fmt: skip
        stack.callback(server.wait, 10)
        stack.callback(server.terminate)
        vendors = [stack.enter_context(portal_of_towns()) for _ in range(2)]
        rows: list[str] = []
        for n, vendor in enumerate(vendors):
            vendor.slow = 0.4
            file = vendor.catalogue(tmp_path / f"{n}.csv", [f"vila-{n}-{m}" for m in range(TOWNS_PER_VENDOR)])
            rows += file.read_text("utf-8").splitlines()[bool(rows) :]
        (tmp_path / "towns.csv").write_text("\n".join(rows) + "\n", "utf-8")
        towns = [f"vila-{n}-{m}-pb" for m in range(TOWNS_PER_VENDOR) for n in range(2)]
        redis = Redis(port=port)
        until(lambda: _answers(redis), 20)
        stack.callback(redis.close)
        workers: dict[str, subprocess.Popen[bytes]] = {}

        def work(name: str, *options: str) -> None:
            env = {
                **os.environ, "TRANSPARENCY_REDIS": f"redis://127.0.0.1:{port}/0", "TRANSPARENCY_AUDITS_STORE": str(tmp_path / "shared"),
                "TRANSPARENCY_AUDITS_DIR": str(tmp_path / "disk"), "TRANSPARENCY_CATALOGUE": str(tmp_path / "towns.csv"),
                "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'tests'}",
            }  # fmt: skip
            command = [sys.executable, "-m", "celery", "-A", "fleet_nearby", "worker", "-n", f"{name}@%h", *QUIETLY]  # fmt: skip
            with open(tmp_path / f"{name}.txt", "ab") as out:
                workers[name] = subprocess.Popen([*command, *options], env=env, cwd=tmp_path, stdout=out, stderr=out, start_new_session=True)  # fmt: skip

        def kill(name: str) -> None:
            with suppress(ProcessLookupError):
                os.killpg(workers[name].pid, signal.SIGKILL)
            workers.pop(name).wait()

        stack.callback(lambda: [kill(name) for name in list(workers)])
        order = Order.new(redis, towns)
        work("um", "-c", "2")
        work("dois", "-c", "2")
        work("vigia", "-B", "-c", "1", "-Q", "transparency-watch")
        with Celery(broker=f"redis://127.0.0.1:{port}/0") as client:
            for town in towns:
                client.send_task("transparency.audit_town", (order.id, town), queue="transparency")
        until(lambda: order.standing().done and _rooms(tmp_path / "disk", order), 240)
        held = _rooms(tmp_path / "disk", order)
        kill("um")
        work("três", "-c", "2")
        until(lambda: order.standing().over and not order.standing().working, 420)
    place = Folder(tmp_path / "shared")
    assert order.id and held
    whole = Counter(name.split("/")[1] for name in place.sizes("pb/") if name.endswith(SUMS))
    assert whole == {town.removesuffix("-pb"): 1 for town in towns}
    for town in towns:
        record = json.loads(place.get(commit_name(order.id, town)) or b"{}")
        folder = tmp_path / "shared" / record["audit"]
        assert digest_list(folder) == record["sums"].encode()
    assert incomplete(place) == []
    figures = [told(vendor) for vendor in vendors]
    print(
        [
            (at_once, f"{apart[0]:.2f} s; {sum(gap < 1 for gap in apart)} of {len(apart)} under 1 s")
            for at_once, apart in figures
        ]
    )
    for at_once, apart in figures:
        assert at_once <= 2
        assert apart[0] >= 1.0, apart[:6]
    spans = [(min(b for _, b, _ in v.log), max(e for _, _, e in v.log)) for v in vendors]
    assert max(b for b, _ in spans) < min(e for _, e in spans), "vendors are asked side by side"


def _answers(redis: Redis) -> bool:
    with suppress(Exception):
        return bool(redis.ping())
    return False


def _rooms(disk: Path, order: Order) -> list[str]:
    """What is being audited."""
    return [room.name for room in (disk / ".fleet").glob(f"{order.id}-*") if any(room.glob("pb/*/*"))]
