"""One municipality, audited by the program's own command in a process that can be stopped, and does not outlive its worker."""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transparency.report.terminal import SIGNS
from transparency.run.command import PAUSED, WRONG_USE
from transparency.text import plural

STOP_SECONDS = 30
"""So long an audit that is asked to stop may take."""
_PARENT_DIES = 1  # PR_SET_PDEATHSIG


@dataclass(frozen=True)
class Outcome:
    """How an audit ended. ``folder``: of a whole one; ``reason``: a key of ``RETRIES``, or empty; ``told``: how it went, in Portuguese."""

    folder: Path | None = None
    reason: str = ""
    told: str = ""


def audit(town: str, root: Path, seconds: float, lost: threading.Event) -> Outcome:
    """Audit a municipality (``slug-uf``) into a folder, for so long at most, and only until it is ``lost`` to another worker."""
    root.mkdir(parents=True, exist_ok=True)
    command = [
        sys.executable,
        "-m",
        "scrapy.cmdline",
        "audit",
        town,
        "--json",
        "--saida",
        str(root),
        "-s",
        "NEWS_ENABLED=False",
    ]
    # What is whole is published by the fleet, which knows whether it may be; and news are told where all audits are.
    env = {**os.environ, "SCRAPY_SETTINGS_MODULE": "transparency.settings", "TRANSPARENCY_AUDITS_STORE": "", "TRANSPARENCY_FEEDS": ""}  # fmt: skip
    with open(root / "out.json", "w+b") as out, open(root / "err.txt", "w+b") as err:
        process = subprocess.Popen(command, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True, preexec_fn=_die_with_parent)  # fmt: skip
        deadline = time.monotonic() + seconds
        while process.poll() is None:
            if lost.wait(0.5) or time.monotonic() > deadline:
                _stop(process)
                return Outcome(reason="late", told=f"não terminou em {seconds / 60:.0f} min")
        out.seek(0)
        err.seek(0)
        return read(process.returncode, out.read(), err.read().decode("utf-8", "replace"))


def read(status: int, out: bytes, err: str) -> Outcome:
    """What the command said."""
    last = err.strip().splitlines()[-1] if err.strip() else f"código de saída {status}"
    if status == WRONG_USE:
        return Outcome(reason="wrong", told=last)
    if status == PAUSED:
        return Outcome(reason="full", told=last)
    try:
        (told,) = json.loads(out)["audits"]
        folder, problem = str(told["folder"]), str(told["problem"] or "")
    except (ValueError, KeyError, TypeError):
        return Outcome(reason="broken", told=last)
    if not folder:
        return Outcome(reason="broken", told=problem or last)
    return Outcome(Path(folder), "unseen" if problem else "", problem or _figures(told))


def _figures(told: dict[str, Any]) -> str:
    """What an audit has found, for the worker's log."""
    counts = ", ".join(plural(told[name], word) for name, (_, _, word) in SIGNS.items() if name in told)
    return f"{counts}; {plural(told.get('pages') or 0, 'página')} em {told.get('seconds') or 0:.0f} s"


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(STOP_SECONDS)
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _die_with_parent() -> None:
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PARENT_DIES, signal.SIGTERM, 0, 0, 0)
