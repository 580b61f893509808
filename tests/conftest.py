"""What several test modules share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from transparency.browser.chromium import launch_options


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser that the program itself would use, for a person's way through the lab."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(**launch_options())
        yield chromium
        chromium.close()
