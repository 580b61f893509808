"""The folder for temporary files of a child: what a browser leaves there when it is killed goes with it."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from pathlib import Path

try:
    import fcntl
except ImportError:  # not on Windows, where no child is watched
    fcntl = None  # type: ignore[assignment]

PREFIX, LOCK = "transparency-run-", "lock"


class Temporary:
    """A folder that is locked for as long as the process that made it, or one that was forked from it, is there."""

    def __init__(self) -> None:
        """Those of processes that are gone are taken away."""
        for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
            with contextlib.suppress(OSError), open(folder / LOCK, "r+", encoding="utf-8") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(folder, ignore_errors=True)
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = open(self.folder / LOCK, "w", encoding="utf-8")  # noqa: SIM115 (held)
        fcntl.flock(self._lock, fcntl.LOCK_EX)

    def take(self) -> None:
        """What this process starts writes its temporary files there from now on."""
        os.environ["TMPDIR"] = str(self.folder)

    def remove(self) -> None:
        """Take it away with all that is in it."""
        self._lock.close()
        shutil.rmtree(self.folder, ignore_errors=True)
