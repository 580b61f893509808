"""What several test modules of the program share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from transparency.browse.operations import ASK, INSTALL, OBSERVER, SNAPSHOT, decoded
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.controls import read_view
from transparency.matrix import Matrix, load_matrix
from transparency.model import Page as Facts
from transparency.model import View

LONG = (
    "audit absence rows_kept rows_files visit form_table named_obstacles ways_presses experiment evaluation browser_lasts collect ways_pages r18_ "
    "portals_canvas cycle_report nothing_lost api rows portals_ watchdog fleet scrapyd years_in_sessions r11_ browser_safety r8_ r6_ r5_ r9_ r1_ "
    "scale revisit sessions_that_race composed monitors outputs forge honest by_hand architecture upstream storage report review families "
    "side_by_side egress terminal tabs news"
).split()
"""Beginnings of the names of modules that start programs, servers and browsers, those that take most of the processor first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--accept``: what is found on the pages of ``pages/`` is from now on what is expected there."""
    parser.addoption("--accept", action="store_true", help="write what is expected of tests/pages anew")


@pytest.fixture
def accept(request: pytest.FixtureRequest) -> bool:
    """Whether what is expected of the pages is written anew."""
    return bool(request.config.getoption("--accept"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Each worker takes a module: what takes long begins first, so that none waits for another at the end."""

    def place(item: pytest.Item) -> int:
        name = item.path.stem.removeprefix("test_")
        return next((n for n, beginning in enumerate(LONG) if name.startswith(beginning)), len(LONG))

    if gone := [beginning for beginning in LONG if not [*Path(__file__).parent.glob(f"test_{beginning}*.py")]]:
        raise pytest.UsageError(f"LONG of {__file__} names modules that are not there: {' '.join(gone)}")
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


@pytest.fixture(scope="module")
def facts_of(browser: Browser) -> Iterator[Callable[..., Facts]]:
    """Reads HTML as a visit reads the frame of a page: HTML and its address → what it holds. Nothing but the page itself can be fetched."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.add_init_script(OBSERVER)
    page = context.new_page()
    served = {"html": ""}

    def answer(route: Route) -> None:
        own = route.request.frame == page.main_frame and route.request.is_navigation_request()
        route.fulfill(body=served["html"] if own else "", content_type="text/html; charset=utf-8")

    context.route("**/*", answer)

    def read(html: str, url: str = "http://portal.example/contas", **limits: int) -> Facts:
        served["html"] = html
        page.goto(url)
        page.evaluate(INSTALL)
        return decoded(SNAPSHOT, page.evaluate(ASK, [SNAPSHOT.name, limits]))

    yield read
    context.close()


@pytest.fixture(scope="module")
def snapshot_of(facts_of: Callable[..., Facts], matrix: Matrix) -> Callable[..., View]:
    """HTML and its address → what it shows, by the program's own words."""
    words = load_portal_words(matrix.vocabulary.query_buttons).query
    return lambda html, *where, **limits: read_view(facts_of(html, *where, **limits), words)
