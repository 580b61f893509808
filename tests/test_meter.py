"""What a run costs is told without costing much itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

import psutil
import pytest

from transparency.run import meter
from transparency.run.meter import TreeMeter

GROWS = """
import sys, time
kept = []
for line in sys.stdin:
    kept.append(bytearray(b"x") * int(line))
    until = time.process_time() + 0.2
    while time.process_time() < until: pass
    print("done", flush=True)
"""
"""A process that takes as much memory as it is told to, and a fifth of a second of the processor each time."""
LARGE = 40_000_000


@pytest.fixture
def grow() -> Iterator[Callable[[int], None]]:
    """Has a process below this one take so many bytes more."""
    with subprocess.Popen([sys.executable, "-c", GROWS], stdin=-1, stdout=-1, text=True, bufsize=1) as child:
        assert child.stdin and child.stdout
        tell, hear = child.stdin, child.stdout

        def more(size: int) -> None:
            print(size, file=tell, flush=True)
            assert hear.readline() == "done\n"

        more(1)
        yield more
        tell.close()


def test_processes_below_count_too(grow: Callable[[int], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(meter, "LOOKED", 0.0)
    measured = TreeMeter()
    before, peak = measured.cpu_seconds(), measured.peak_bytes()
    grow(LARGE)
    measured.sample()
    assert measured.cpu_seconds() - before >= 0.15
    assert measured.peak_bytes() - peak > 0.9 * LARGE
    measured.forget_peak()
    assert measured.peak_bytes() > LARGE


def test_the_dear_is_asked_for_when_it_may_have_changed(
    grow: Callable[[int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter, "LOOKED", 3600.0)
    read: list[int] = []
    looked: list[bool] = []
    memory, children = meter._memory, psutil.Process.children
    monkeypatch.setattr(meter, "_memory", lambda process: read.append(process.pid) or memory(process))
    monkeypatch.setattr(psutil.Process, "children", lambda *a, **k: looked.append(True) or children(*a, **k))
    measured = TreeMeter()
    measured.sample()
    assert len(read) == len(set(read)) >= 2
    read.clear()
    measured.forget_peak()
    measured.sample()
    assert not read and len(looked) == 1  # all stand where they stood
    grow(LARGE)
    measured.sample()
    assert 1 <= len(read) <= 2
    monkeypatch.setattr(meter, "LOOKED", 0.0)
    measured.sample()
    assert len(looked) == 2
