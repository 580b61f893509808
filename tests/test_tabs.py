"""Pages that are used for one visit after another, in a real browser."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, async_playwright
from portal_of_towns import portal_of_towns, run, statuses

from transparency.browse.chromium import launch_options
from transparency.browse.tabs import BLANK, blank
from transparency.browse.visit import prepare

LEAVES = {
    "a plain page": ("<p>x</p>", True),
    "a cookie, as of the session": ("<script>document.cookie = 'a=1'</script>", True),
    "what is kept for good": ("<script>localStorage.setItem('a', 1)</script>", True),
    "a history of its own": ("<script>history.pushState(1, '', '/outra')</script>", True),
    "a frame that may keep nothing": ("<iframe sandbox srcdoc='<p>x'></iframe>", True),
    "the storage of the tab": ("<script>sessionStorage.setItem('filtro', 2026)</script>", False),
    "that of a frame": ("<iframe srcdoc='<script>sessionStorage.a = 1</script>'></iframe>", False),
    "a name of the tab": ("<script>window.name = 'principal'</script>", False),
    "that of another site": (
        "<script>if (location.host === 'portal.test') location = 'http://outro.test/'</script>",
        False,
    ),
    "a window": ("<script>window.open('about:blank')</script>", False),
    "a dialog": ("<script>alert('x')</script>", False),
    "one that does not let go": (
        "<script>addEventListener('beforeunload', () => { const t = Date.now(); while (Date.now() - t < 9000); })</script>",
        False,
    ),
}
"""What a page leaves behind, its HTML, and whether the next visit may have it."""
ASK = "[history.length, window.name, document.querySelectorAll('p').length, document.querySelectorAll(':hover').length]"


async def seen_again(browser: Browser, html: str) -> tuple[bool, object, object]:
    """Whether the page is blank again, and what the next document sees in it and in a new one."""
    context = await browser.new_context()

    async def first(page: Page, body: str) -> None:
        await prepare(page)
        await context.route("http://*.test/**", lambda route: route.fulfill(body=body, content_type="text/html"))
        await page.goto("http://portal.test/")
        await page.wait_for_timeout(100)

    page = await context.new_page()
    await first(page, html)
    await page.mouse.click(20, 25)
    is_blank = await blank(page)
    if not is_blank:
        return False, None, None
    assert page.url == BLANK
    await first(page, "<p>nova</p>")
    other = await context.new_page()
    await first(other, "<p>nova</p>")
    return True, await page.evaluate(ASK), await other.evaluate(ASK)


@pytest.fixture(scope="module")
def left() -> dict[str, tuple[bool, object, object] | BaseException]:
    """What each page leaves behind, in contexts of one browser."""

    async def each() -> list[tuple[bool, object, object] | BaseException]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            seen = (seen_again(browser, html) for html, _ in LEAVES.values())
            found = [(await asyncio.gather(one, return_exceptions=True))[0] for one in seen]
            await browser.close()
            return found

    return dict(zip(LEAVES, asyncio.run(each()), strict=True))


@pytest.mark.parametrize("what", LEAVES)
def test_a_page_is_used_again_where_it_is_as_new(
    what: str, left: dict[str, tuple[bool, object, object] | BaseException]
) -> None:
    found = left[what]
    if isinstance(found, BaseException):
        raise found
    is_blank, again, new = found
    assert is_blank is LEAVES[what][1]
    assert again == new


def test_a_page_tells_of_its_requests_to_the_visit_that_is_on_it_once() -> None:
    async def counted() -> list[tuple[int, int]]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            page, watched, seen = await browser.new_page(), [], []
            await page.route("http://*.test/**", lambda route: route.fulfill(body="<p>x", content_type="text/html"))
            for _ in range(3):
                watched.append(await prepare(page))
                await page.goto("http://portal.test/")
                assert await blank(page)
                seen.append((watched[-1].requests, len(watched[-1].navigations)))
            await page.goto("http://portal.test/")  # by nobody's visit
            assert seen == [(watch.requests, len(watch.navigations)) for watch in watched]
            await browser.close()
            return seen

    seen = asyncio.run(counted())
    assert len({requests for requests, _ in seen}) == 1 and seen[0][0] >= 1
    assert len({navigations for _, navigations in seen}) == 1 and seen[0][1] >= 1


def test_a_walk_opens_few_pages_for_many_visits(tmp_path: Path) -> None:
    """Each page of the town is seen once; the pages of the browser are no more than may be open at once."""
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0"])
        root = tmp_path / "audits"
        done = run("audit", "vila-0", "--catalogo", str(catalogue), "--saida", str(root), "-L", "INFO",
                   "-s", "REPORT_ENABLED=False", "--model", "off", "-s", "CONCURRENT_REQUESTS=1", "-s", "LOG_FILE=")  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "published" in statuses(root, "vila-0")["licitacao"]
    opened = [int(n) for n in re.findall(r"'playwright/page_count': (\d+)", done.stderr)]
    visits = [int(n) for n in re.findall(r"'response_received_count': (\d+)", done.stderr)]
    assert opened == [1] and visits[0] >= 4
