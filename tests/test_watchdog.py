"""R2: what makes no progress is killed from outside and begun anew; nothing of it is left behind."""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psutil
import pytest
from portal_of_towns import ROOT, ended, portal_of_towns, run, start, statuses

from transparency.run import watchdog

HEAD = """
import os, signal, subprocess, sys, time
from pathlib import Path
from transparency.run.watchdog import beat, watch
folder = Path(sys.argv[1])
tries = folder / "tries"
def attempt():
    done = int(tries.read_text()) + 1 if tries.exists() else 1
    tries.write_text(str(done))
    return done
def again(why):
    print("again:", why, flush=True)
    return True
"""


def watched(
    folder: Path, work: str, patience: float = 1.0, timeout: float = 30, wait: bool = True, **limits: float
) -> Any:
    """A process that watches ``work``."""
    more = "".join(f", {name}={value}" for name, value in limits.items())
    script = f"{HEAD}\n{work}\nsys.exit(watch(work, again, {patience}, folder / 'stacks.txt'{more}))"
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    return ended(process, timeout) if wait else process


def left(folder: Path) -> list[int]:
    """Processes that a child has written down and that still run."""
    pids = [int(line) for line in (folder / "pids").read_text().split()]
    return [p for p in pids if psutil.pid_exists(p) and psutil.Process(p).status() != psutil.STATUS_ZOMBIE]


GRANDCHILD = (
    "p = subprocess.Popen(['sleep', '600'], start_new_session=True); open(folder / 'pids', 'a').write(f'{p.pid}\\n')"
)


@pytest.mark.parametrize(
    ("name", "hang"),
    [
        ("busy", "while True: pass"),
        ("asleep", "time.sleep(600)"),
        ("stopped", "os.kill(os.getpid(), signal.SIGSTOP)"),
        ("deaf", "signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"),
        ("killed", "os.kill(os.getpid(), signal.SIGKILL)"),
        ("crashed", "import ctypes; ctypes.string_at(0)"),
    ],
)
def test_r2_a_child_that_hangs_or_dies_is_followed_by_another(tmp_path: Path, name: str, hang: str) -> None:
    work = f"def work():\n    {GRANDCHILD}\n    if attempt() < 2:\n        {hang}\n    return 7"
    done = watched(tmp_path, work)
    assert done.returncode == 7, done.stderr
    assert done.stdout.count("again:") == 1
    assert ("sem progresso" in done.stdout) is (name in ("busy", "asleep", "stopped", "deaf"))
    assert left(tmp_path) == []
    if name in ("busy", "asleep", "deaf"):
        assert "in work" in (tmp_path / "stacks.txt").read_text()


def test_r2_progress_is_patience(tmp_path: Path) -> None:
    """One that works for longer than the limit, a little at a time, is let be; so is one that ends badly by itself."""
    slow = "def work():\n    for _ in range(12):\n        time.sleep(0.2); beat()\n    return 3"
    done = watched(tmp_path, slow)
    assert (done.returncode, done.stdout) == (3, "")
    faulty = watched(tmp_path, "def work():\n    raise ValueError('broken')")
    assert (faulty.returncode, faulty.stdout) == (1, "") and "ValueError: broken" in faulty.stderr


def test_r2_coroutines_are_dumped(tmp_path: Path) -> None:
    """A loop that only waits shows nothing in the stacks of its threads."""
    work = (
        "import asyncio\nasync def waits_for_ever():\n    await asyncio.Event().wait()\n"
        "def work():\n    if attempt() < 2:\n        asyncio.run(waits_for_ever())\n    return 0"
    )
    watched(tmp_path, work)
    assert "waits_for_ever" in (tmp_path / "stacks.txt").read_text()


@pytest.mark.parametrize(("signals", "stop_seconds", "within"), [(1, 1.0, 6.0), (2, 60.0, 6.0)])
def test_r2_a_deaf_child_is_stopped(tmp_path: Path, signals: int, stop_seconds: float, within: float) -> None:
    work = f"def work():\n    signal.signal(signal.SIGTERM, signal.SIG_IGN)\n    {GRANDCHILD}\n    attempt()\n    time.sleep(600)"
    process = watched(tmp_path, work, patience=60, wait=False, stop_seconds=stop_seconds)
    while not (tmp_path / "tries").exists():
        time.sleep(0.05)
    asked = time.monotonic()
    for _ in range(signals):
        process.send_signal(signal.SIGTERM)
        time.sleep(0.3)
    done = ended(process, 30)
    assert time.monotonic() - asked < within
    assert done.returncode == 128 + signal.SIGKILL and "again:" not in done.stdout
    assert left(tmp_path) == []


def test_r2_a_child_does_not_outlive_its_parent(tmp_path: Path) -> None:
    work = "def work():\n    open(folder / 'pids', 'a').write(f'{os.getpid()}\\n'); attempt()\n    time.sleep(600)"
    process = watched(tmp_path, work, patience=60, wait=False)
    while not (tmp_path / "tries").exists():
        time.sleep(0.05)
    process.kill()
    ended(process)
    deadline = time.monotonic() + 10
    while left(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left(tmp_path) == []


def test_r2_an_audit_that_stands_still_is_resumed(tmp_path: Path) -> None:
    """The crawling process is stopped in the middle of a town: another does the rest, and each town once."""
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0", "vila-1"])
        root = tmp_path / "audits"
        process = start("audit", "--uf", "pb", "--model", "off", "--catalogo", str(catalogue), "--saida", str(root),
                        "-s", "WATCHDOG_SECONDS=8", "-s", "REPORT_ENABLED=False")  # fmt: skip
        while not portal.hits["/vila-1/"]:
            time.sleep(0.02)
            assert process.poll() is None
        (worker,) = (c for c in psutil.Process(process.pid).children() if "scrapy" in " ".join(c.cmdline()))
        worker.suspend()
        done = ended(process, 240)
    assert done.returncode == 0, done.stderr
    assert "sem progresso" in done.stderr
    for town in ("vila-0", "vila-1"):
        assert "published" in statuses(root, town)["licitacao"]


@pytest.mark.soak
def test_r2_a_town_that_always_brings_the_program_down_is_given_up(tmp_path: Path) -> None:
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0", "vila-1"])
        root = tmp_path / "audits"

        def deadly(handler: object) -> None:
            for child in psutil.Process(process.pid).children():
                child.kill()

        portal.pages["/vila-0/despesas"] = deadly  # type: ignore[assignment]
        process = start("audit", "--uf", "pb", "--model", "off", "--catalogo", str(catalogue), "--saida", str(root))
        done = ended(process, 300)
    assert done.returncode == 1, done.stderr
    assert set().union(*statuses(root, "vila-0").values()) == {"inconclusive"}
    assert "published" in statuses(root, "vila-1")["licitacao"]
    assert run("audit", "--retomar", "--saida", str(root)).returncode == 2


def test_who_looks_while_progress_is_marked_never_sees_none() -> None:
    """A pulse that is nought for a moment is a program that has stood still for as long as the machine is up."""
    watchdog._pulse = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")
    began = time.monotonic()
    watchdog.beat()
    pid = os.fork()
    if not pid:
        while time.monotonic() < began + 1.5:
            watchdog.beat()
        os._exit(0)
    try:
        seen = min(watchdog._pulse[0] for _ in iter(lambda: time.monotonic() < began + 1.2, False))
    finally:
        os.waitpid(pid, 0)
        watchdog._pulse = None
    assert seen >= began
