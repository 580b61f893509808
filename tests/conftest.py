"""What several test modules of the program share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from transparency.matrix import Matrix, load_matrix

LONG = (
    "audit watchdog browser_lasts small_ nothing_lost r6_ r11_ r5_ fleet scrapyd storage scale revisit monitors outputs visit lab least "
    "experiment terminal report review api"
).split()
"""Beginnings of the names of modules that start programs, servers and browsers, the longest first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--accept``: what is found on the pages of ``pages/`` is from now on what is expected there."""
    parser.addoption("--accept", action="store_true", help="write expected.json of tests/pages anew")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether the pages' expected results are written anew."""
    return bool(request.config.getoption("--accept"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Two workers take a module each: what takes long begins first, so that neither waits for the other at the end."""

    def place(item: pytest.Item) -> int:
        name = item.path.stem.removeprefix("test_")
        return next((n for n, beginning in enumerate(LONG) if name.startswith(beginning)), len(LONG))

    items.sort(key=place)


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
