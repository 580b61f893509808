"""What the tests of the program and those of the lab share."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from transparency.browse.chromium import SANDBOX, launch_options

if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.setdefault(SANDBOX, "off")  # what is tested here is ours


# Every browser is driven by a program of Node's own, which is compiled once for all.
os.environ.setdefault("NODE_COMPILE_CACHE", str(Path(__file__).parent / "build" / "node"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is loaded to collect the tests stays for good: the collector of garbage need not look through it again and again, nor
    each time that a test has made some hundred objects."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        gc.enable()


def pytest_unconfigure() -> None:
    """At the end everything is taken down."""
    gc.unfreeze()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser that the program itself would use, for a person's way through the lab."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**launch_options())
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """A window of a desktop's size."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    yield context.new_page()
    context.close()
