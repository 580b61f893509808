"""The lock of whoever works in a folder of audits: a run, a sender, a machine of the fleet."""

from __future__ import annotations

import contextlib
import socket
import time
from pathlib import Path
from typing import IO

from transparency.items import UserError

try:
    import fcntl
except ImportError:  # not on Windows: there nothing is locked
    fcntl = None  # type: ignore[assignment]

RUNS = ".runs"
"""Folder of the locks, below that of the audits."""
ELSEWHERE_HOURS = 24
"""A run of another machine is dead when its folder has not moved for so long: its lock cannot be tried from here."""


class Hold:
    """While this is held, and by whatever process inherits it, a run is alive."""

    def __init__(self, root: Path, run: str) -> None:
        """UserError when somebody else works on the run."""
        self.path = root / RUNS / f"{run}.lock"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file: IO[str] | None = open(self.path, "a+", encoding="utf-8")  # noqa: SIM115 (held)
        if not _try(self._file):
            self._file.close()
            raise UserError("Esta execução já está em andamento.", "Espere que termine, ou encerre-a antes.")
        self._file.truncate(0)
        self._file.write(socket.gethostname())
        self._file.flush()

    def release(self) -> None:
        """The run is over."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                self.path.unlink()
            self._file.close()
            self._file = None


def _try(file: IO[str]) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def is_alive(root: Path, run: str) -> bool:
    """Whether somebody works on a run."""
    path = root / RUNS / f"{run}.lock"
    try:
        with open(path, "r+", encoding="utf-8") as file:
            if file.read() not in ("", socket.gethostname()):
                return time.time() - path.stat().st_mtime < ELSEWHERE_HOURS * 3600
            return not _try(file)
    except OSError:
        return False
