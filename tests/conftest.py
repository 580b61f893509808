"""What several test modules share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from lab import serve
from lab.server import Lab
from transparency.browser.chromium import SANDBOX, launch_options
from transparency.matrix import Matrix, load_matrix

if hasattr(os, "geteuid") and os.geteuid() == 0:
    os.environ.setdefault(SANDBOX, "off")  # what is tested here is ours
LONG = (
    "audit watchdog browser_lasts small_ nothing_lost r6_ r11_ r5_ fleet scrapyd storage scale revisit monitors outputs visit lab least "
    "experiment terminal report review api"
).split()
"""Beginnings of the names of modules that start programs, servers and browsers, the longest first."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers take a module each: what takes long begins first, so that neither waits for the other at the end."""

    def place(item: pytest.Item) -> int:
        name = item.path.stem.removeprefix("test_")
        return next((n for n, beginning in enumerate(LONG) if name.startswith(beginning)), len(LONG))

    items.sort(key=place)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser that the program itself would use, for a person's way through the lab."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**launch_options())
        yield chromium
        chromium.close()


@pytest.fixture(params=[1280, 390])
def screen(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A page on a desk and on a telephone, on which no script may fail."""
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    yield page
    context.close()


@pytest.fixture(scope="session")
def matrix() -> Matrix:
    """The packaged one."""
    return load_matrix()


@pytest.fixture(scope="module")
def lab(request: pytest.FixtureRequest) -> Iterator[Lab]:
    """The portals that the module names: its ``PORTALS``, by slug."""
    with serve(list(request.module.PORTALS)) as served:
        yield served


@pytest.fixture(scope="module")
def tab(browser: Browser) -> Iterator[Page]:
    """A window of a desktop's size."""
    context = browser.new_context(viewport={"width": 1366, "height": 900})
    yield context.new_page()
    context.close()
