"""A served folder of audits, for a real browser, and what axe says of a page."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from transparency.api import server
from transparency.api.app import make_app
from transparency.api.served import Served

FAST = "100000/second"
"""A rate that no test reaches."""


@contextmanager
def running(one: Served) -> Iterator[str]:
    """A real server on a free port; gives its address."""
    listener = server.bind("127.0.0.1", "0")
    config = uvicorn.Config(make_app(one), log_level="error", access_log=False, ws="none")
    web = uvicorn.Server(config)
    thread = threading.Thread(target=web.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not web.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        web.should_exit = True
        thread.join(20)
        listener.close()


def faults(page: Page) -> list[str]:
    """Serious and critical findings of axe."""
    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:200]}" for one in found if one["impact"] in ("serious", "critical")
    ]
