"""The fleet's own application, quicker, whose audits are real and spare this machine's ports: ``celery -A fleet_nearby worker``."""

from __future__ import annotations

import subprocess
from types import SimpleNamespace
from typing import Any

from transparency.fleet import app as fleet
from transparency.fleet import auditing

app = fleet.app
fleet.LEASE_SECONDS = 6.0
fleet.BUSY_SECONDS = 1.0
app.conf.update(
    beat_schedule={"watch-over": {"task": "transparency.watch_over", "schedule": 2.0}}, beat_max_loop_interval=1.0
)
OPTIONS = (
    "--nodes", "6", "--model", "off", "-s", "NEARBY_MERCY=True", "-s", "AUTOTHROTTLE_ENABLED=False", "-s", "DOWNLOAD_DELAY=0",
    "-s", "REPORT_ENABLED=False",
)  # fmt: skip


class Command(subprocess.Popen[bytes]):
    """The command of a worker, with these options."""

    def __init__(self, command: list[str], **options: Any) -> None:
        super().__init__([*command, *OPTIONS], **options)


auditing.subprocess = SimpleNamespace(**{**vars(subprocess), "Popen": Command})  # type: ignore[assignment]
