"""What a run costs: CPU seconds and peak memory of this process and all that it started (the browser's processes)."""

from __future__ import annotations

import contextlib
import math
import threading
import time

import psutil

LOOKED = 1.0
"""For so many seconds the processes of a tree are taken to be those that were found: to find them the system is asked for all of its own."""


class TreeMeter:
    """Samples the process tree from a thread. Memory is PSS where the system tells it (shared pages counted once), else RSS."""

    def __init__(self, interval: float = 2.0) -> None:
        """``interval`` in seconds."""
        self._interval = interval
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._cpu: dict[tuple[int, float], float] = {}
        self._peak = 0
        self._highest = 0
        """Of the RSS, where the peak was read."""
        self._tree: tuple[psutil.Process, ...] = ()
        self._looked = -math.inf
        self._pss: dict[psutil.Process, tuple[int, int]] = {}
        """Process → its RSS when its PSS was read, and that."""

    def start(self) -> None:
        """Begin to sample."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="tree-meter", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """End; the last figures stay."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            self.sample()

    def sample(self, memory: bool = True) -> None:
        """Take one sample now. PSS is dear to read: it is, when the tree's RSS stands higher than where it was read last, and
        of the processes whose own does. Without ``memory`` it is left to the next sample."""
        with self._lock:
            resident: dict[psutil.Process, int] = {}
            for process in self._processes():
                with contextlib.suppress(psutil.Error), process.oneshot():  # one may end while it is looked at
                    times = process.cpu_times()
                    self._cpu[(process.pid, process.create_time())] = times.user + times.system
                    resident[process] = process.memory_info().rss
            if memory and sum(resident.values()) > 1.01 * self._highest:
                self._highest = sum(resident.values())
                self._pss = {process: self._memory(process, rss) for process, rss in resident.items()}
                self._peak = max(self._peak, sum(pss for _, pss in self._pss.values()))

    def _processes(self) -> tuple[psutil.Process, ...]:
        """This process and all below it."""
        if time.monotonic() - self._looked > LOOKED:
            own = psutil.Process()
            self._tree = (own, *own.children(recursive=True))
            self._looked = time.monotonic()
        return self._tree

    def _memory(self, process: psutil.Process, rss: int) -> tuple[int, int]:
        """RSS and PSS of a process, the latter as it was read last where the former is about the same."""
        known, pss = self._pss.get(process, (0, 0))
        return (known, pss) if abs(rss - known) < 0.01 * known else (rss, _memory(process))

    def cpu_seconds(self) -> float:
        """User and system time of the tree so far, ended processes included as last seen."""
        self.sample(memory=False)
        with self._lock:
            return sum(self._cpu.values())

    def peak_bytes(self) -> int:
        """Highest memory since the start, or since it was forgotten."""
        if not self._highest:
            self.sample()
        with self._lock:
            return self._peak

    def forget_peak(self) -> None:
        """From now on another peak counts."""
        with self._lock:
            self._peak = self._highest = 0


def _memory(process: psutil.Process) -> int:
    with contextlib.suppress(psutil.Error):
        full = process.memory_full_info()
        return int(getattr(full, "pss", full.rss))
    return 0
