"""Pages that are used for one visit after another. A new one, with the process behind it, costs Chromium as much as drawing a
plain page does."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from playwright.async_api import CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from transparency.browse.operations import frames_of, within
from transparency.browse.snapshot import VisitFailed
from transparency.browse.watch import watches
from transparency.node import host_of

BLANK = "about:blank"
FRAMES = 12
"""A page of more frames takes long to ask, and is closed."""
SECONDS = 3
"""For each thing that is asked of a page; one that takes longer is closed."""
_KEEPS = "() => { try { return sessionStorage.length > 0 || window.name !== ''; } catch { return false; } }"
"""Whether a frame has kept anything where the next page of the tab would find it. (A frame without an origin can keep nothing.)"""


async def blank(page: Page) -> bool:
    """Empty a page whose visit is over, so that the next one finds a new page. False: it is not as new, and wants to be closed.

    It keeps no history, no name and no storage of its own. One that opened windows, handed out files, showed dialogs or came
    from another site is not trusted to be as new.
    """
    watch = watches[page]
    sites = {host_of(url) for _, url in watch.navigations}
    if page.is_closed() or watch.popups or watch.files or watch.dialogs or len(page.frames) > FRAMES or len(sites) > 1:
        return False
    try:
        for frame in frames_of(page):
            if await within(SECONDS, frame.evaluate(_KEEPS), "página"):
                return False
        await within(SECONDS, page.goto(BLANK), "página")
        await _forget_history(page)
        await watch.detach()
    except (PlaywrightError, VisitFailed, TimeoutError):
        return False
    return True


_sessions: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()
"""Page → a way to ask the browser more of it than Playwright does, until it is closed."""


async def _forget_history(page: Page) -> None:
    if page not in _sessions:
        _sessions[page] = await within(SECONDS, page.context.new_cdp_session(page), "página")
        page.once("close", _forgotten)
    await within(SECONDS, _sessions[page].send("Page.resetNavigationHistory"), "página")


def _forgotten(page: Page) -> None:
    _sessions.pop(page, None)
