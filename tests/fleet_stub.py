"""The fleet's own application with other limits, whose audits are made up: ``celery -A fleet_stub worker``."""

from __future__ import annotations

import json
import os
import random
import threading
import time
from pathlib import Path

from transparency.fleet import app as fleet
from transparency.fleet import auditing
from transparency.store.audits import SUMMARY, VERDICTS
from transparency.store.evidence import write
from transparency.store.sums import SUMS, digest_list

app = fleet.app
fleet.LEASE_SECONDS = 2.0
fleet.BUSY_SECONDS = 0.3
fleet.RETRIES = {"unseen": (2, 0.2), "broken": (3, 0.2), "unsent": (20, 0.5)}
app.conf.update(
    broker_connection_timeout=2,
    beat_schedule={"watch-over": {"task": "transparency.watch_over", "schedule": 1.0}},
    beat_max_loop_interval=0.5,
)
SLOW = 0.6
"""Seconds that an audit takes at most."""


def audit(town: str, root: Path, seconds: float, lost: threading.Event) -> auditing.Outcome:
    """A folder like that of an audit. Every tenth town goes wrong at first, every tenth cannot be seen; each 25th is unknown."""
    name, number = os.environ["STUB_NAME"], int(town.split("-")[1])
    log(f"begin {name} {town}")
    end = time.monotonic() + random.uniform(0.02, SLOW)
    while time.monotonic() < end:
        if lost.wait(0.02):
            return auditing.Outcome(reason="late", told="perdida")
    if number % 25 == 7:
        return auditing.Outcome(reason="wrong", told="Município desconhecido")
    first = not (Path(os.environ["STUB_LOG"]).parent / f"tried-{town}").exists()
    if number % 10 == 3 and first:
        (Path(os.environ["STUB_LOG"]).parent / f"tried-{town}").touch()
        return auditing.Outcome(reason="broken", told="a auditoria não terminou")
    folder = root / "pb" / f"cidade-{number}" / "20261121T200000Z"
    folder.mkdir(parents=True)
    write(folder / SUMMARY, json.dumps({"by": name, "town": town, "salt": random.random()}).encode())
    write(folder / VERDICTS, b"{}\n")
    write(folder / SUMS, digest_list(folder))
    log(f"end {name} {town}")
    return auditing.Outcome(folder, "unseen" if number % 10 == 5 else "", "o portal não respondeu")


def log(line: str) -> None:
    """One line of what happens in all workers."""
    with open(os.environ["STUB_LOG"], "a", encoding="utf-8") as file:
        file.write(f"{time.time():.3f} {line}\n")


auditing.audit = audit
