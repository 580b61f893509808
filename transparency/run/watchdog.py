"""A parent process that outlives what it watches: the crawl runs in a child, and when that makes no progress, or dies, its
stacks are dumped, its browser is killed, and another child takes up the run.

The child is forked before anything has started: it costs no second start, and nothing is shared but a page of memory in which
it marks its progress.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import faulthandler
import gc
import logging
import mmap
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
from scrapy import signals

from transparency.run.temporary import Temporary

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

STOP_SECONDS = 25
"""So long a run that was asked to stop may take to do so."""
DUMP_SECONDS = 1.0
POLL_SECONDS = 0.1
GARBAGE = (10_000, 20, 20)
"""How often a run looks for objects that hold each other: each page makes some hundred thousand, of which few do."""
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: what the child leaves behind becomes ours, and can be found

_pulse: memoryview[float] | None = None
"""The time of the last beat, shared with the parent and written in one store: ``struct.pack_into`` writes noughts first, and
who looks just then sees a program that has stood still since the machine was started."""


def beat() -> None:
    """Something was achieved. Does nothing where nobody watches."""
    if _pulse is not None:
        _pulse[0] = time.monotonic()


class Heart:
    """An extension that marks progress: something was asked for, came, or was judged. A loop that only turns achieves nothing."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Heart:
        """Scrapy's way to make a component."""
        heart = cls()
        for signal_ in (
            signals.spider_opened, signals.request_reached_downloader, signals.response_received, signals.item_scraped,
            signals.item_dropped, signals.item_error, signals.spider_closed,
        ):  # fmt: skip
            crawler.signals.connect(heart.mark, signal_)
        return heart

    def mark(self, **_: Any) -> None:
        """Whatever it was."""
        beat()


def can_watch() -> bool:
    """Whether this process can be split: not on Windows, and not once a reactor or threads are there."""
    return hasattr(os, "fork") and "twisted.internet.reactor" not in sys.modules and threading.active_count() == 1


def watch(
    work: Callable[[], int],
    again: Callable[[str], bool],
    patience: float,
    stacks: Path,
    stop_seconds: float = STOP_SECONDS,
) -> int:
    """Do ``work`` in a child; its exit status. When the child is killed or achieves nothing for ``patience`` seconds,
    ``again`` is told why (Portuguese) and says whether another child is to go on; 128 and the signal otherwise. ``stop_seconds``: what a stop may take."""
    _adopt()
    gc.freeze()  # what is loaded by now stays: no collection in a child need look at it, nor copy its pages
    stop = _Stop(stop_seconds)
    with stop.listening():
        while True:
            status, why = _one_child(work, patience, stacks, stop)
            if not why:
                return status
            logger.error("A auditoria parou: %s.", why)
            if stop.asked or not again(why):
                return status


class _Stop:
    """Signals that ask for an end: the first is passed on, the second ends it at once."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.child = 0
        self.asked = 0
        self.deadline = float("inf")

    @contextlib.contextmanager
    def listening(self) -> Any:
        names = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        kept = {name: signal.signal(name, self._heard) for name in names}
        try:
            yield
        finally:
            for name, handler in kept.items():
                signal.signal(name, handler)

    def _heard(self, number: int, _: Any) -> None:
        self.asked += 1
        self.deadline = min(self.deadline, time.monotonic() + (self.seconds if self.asked == 1 else 0))
        if self.child:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.child, signal.SIGINT if number == signal.SIGINT else signal.SIGTERM)


def _one_child(work: Callable[[], int], patience: float, stacks: Path, stop: _Stop) -> tuple[int, str]:
    """Exit status of a child, and why it has to be begun again, if it has."""
    global _pulse
    _pulse = memoryview(mmap.mmap(-1, mmap.PAGESIZE)).cast("d")
    beat()
    sys.stdout.flush()
    sys.stderr.flush()
    ours, theirs = os.pipe()
    temporary = Temporary()
    pid = os.fork()
    if not pid:
        os.close(theirs)
        temporary.take()
        _be_child(work, ours, stacks)
    os.close(ours)
    stop.child = pid
    why = ""
    try:
        while True:
            done, raw = os.waitpid(pid, os.WNOHANG)
            if done:
                break
            idle = time.monotonic() - _pulse[0]
            if time.monotonic() > stop.deadline:
                why = why or "não parou quando foi pedido"
            elif idle > patience:
                why = why or f"{idle:.0f} s sem progresso"
                _dump(pid)
            if why:
                _kill_tree(pid)
            time.sleep(POLL_SECONDS)
    finally:
        os.close(theirs)
        _kill_tree(0)
        temporary.remove()
        stop.child = 0
        _pulse = None
    code = os.waitstatus_to_exitcode(raw)
    if code < 0:
        return 128 - code, why or f"o processo foi morto ({signal.Signals(-code).name})"
    return code, ""


def _be_child(work: Callable[[], int], parent: int, stacks: Path) -> None:
    """Never returns."""
    code = 1
    try:
        gc.set_threshold(*GARBAGE)
        os.setpgid(0, 0)  # a signal of the terminal reaches the parent alone, which passes it on once
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, signal.SIG_DFL if name != signal.SIGINT else signal.default_int_handler)
        threading.Thread(target=_outlive, args=(parent,), name="parent-watch", daemon=True).start()
        with contextlib.suppress(OSError):
            file = open(stacks, "a", encoding="utf-8")  # noqa: SIM115 (kept for when nothing else works)
            faulthandler.register(signal.SIGUSR1, file=file, all_threads=True)
            signal.signal(signal.SIGUSR2, lambda *_: _tell_tasks(file))
        code = work()
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _outlive(parent: int) -> None:
    """End with the parent: nobody else would end what hangs."""
    with contextlib.suppress(OSError):
        os.read(parent, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(STOP_SECONDS)
    _kill_tree(0)
    os._exit(1)


def _tell_tasks(file: Any) -> None:
    """What every coroutine waits for, which the stacks of the threads do not show."""
    loops = {task.get_loop(): task for task in _tasks()}
    print(f"\n{len(list(_tasks()))} tasks on {len(loops)} loops", file=file)
    for task in _tasks():
        task.print_stack(limit=6, file=file)
    file.flush()


def _tasks() -> list[asyncio.Task[Any]]:
    return [task for task in list(asyncio.tasks._all_tasks) if not task.done()]  # type: ignore[attr-defined]


def _dump(pid: int) -> None:
    for number in (signal.SIGUSR1, signal.SIGUSR2):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
    time.sleep(DUMP_SECONDS)


def _kill_tree(pid: int) -> None:
    """Kill a child (0: none) and all that hang on this process, and reap them."""
    with contextlib.suppress(ProcessLookupError):
        if pid:
            os.kill(pid, signal.SIGKILL)
    for _ in range(20):
        left = [one for one in psutil.Process().children(recursive=True) if one.pid != pid]
        if not left:
            return
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
            with contextlib.suppress(ChildProcessError, psutil.Error):
                os.waitpid(process.pid, os.WNOHANG)
        time.sleep(0.05)


def _adopt() -> None:
    """Orphans of the child come to this process; only Linux knows how."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
