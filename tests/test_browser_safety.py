"""Bars S2, S3, S4, S11: what a page may do with the browser that looks at it."""

from __future__ import annotations

import asyncio
import datetime as dt
import os
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from hostile import PAYROLL, portal
from playwright.async_api import Page, async_playwright
from scrapy import Request
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from tests.candidates import request
from transparency.browse.chromium import launch_options
from transparency.browse.snapshot import Limits, Snapshot, VisitFailed
from transparency.browse.tabs import blank
from transparency.browse.visit import Visit, prepare
from transparency.browse.watch import POPUPS
from transparency.crawl.frontier import Frontier
from transparency.crawl.portal_words import load_portal_words
from transparency.items import Box
from transparency.matrix import load_matrix
from transparency.net.failures import OneLineFailures
from transparency.node import FrameKey, Node, Step, Target
from transparency.spiders.portal import PortalSpider

WORDS = load_portal_words(load_matrix().vocabulary.query_buttons).query
TODAY = dt.date(2026, 11, 21)
FORBIDDEN = [
    "file:///etc/hostname", "FILE:///etc/hostname", "data:text/html,<h1>x</h1>", "view-source:http://a.example/", "chrome://version/",
    "ftp://a.example/x", "gopher://a.example/", "blob:http://a.example/1", "intent://x", "s3://a/x", "jar:http://a.example!/x",
]  # fmt: skip


class Guest:
    """Looks, goes nowhere."""

    def expects(self, snapshot: Snapshot) -> bool:
        return False

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        return None

    def closed(self, snapshot: Snapshot) -> bool:
        return False

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        return None

    def stuck(self, error: Exception) -> None:
        raise error


Look = Callable[[Page], Awaitable[None]]


def see(node: Node, downloads: Path, *, look: Look | None = None, limits: Limits | None = None) -> tuple[Snapshot | VisitFailed, int, int]:  # fmt: skip
    """A visit with the options of a crawl: what it brought or why not, windows that it took for its own, and those that are
    left besides."""
    crawler: Any = SimpleNamespace(crawler=SimpleNamespace(settings=Settings({"USER_AGENT": "audit"})))

    async def run() -> tuple[Snapshot | VisitFailed, int, int]:
        async with async_playwright() as playwright:
            chromium = await playwright.chromium.launch(**launch_options(), downloads_path=str(downloads))
            context = await chromium.new_context(**PortalSpider.context_options(crawler))
            page = await context.new_page()
            watch = await prepare(page)
            found: Snapshot | VisitFailed
            try:
                await page.goto(node.url, wait_until="domcontentloaded")
                visit = Visit(node, WORDS, Guest(), limits or Limits(), TODAY)
                found = await visit(page)
                if look is not None:
                    await look(page)
            except VisitFailed as failure:
                found = failure
            left = len([other for other in context.pages if other is not page])
            await chromium.close()
            return found, len(watch.popups), left

    return asyncio.run(run())


def seccomp(pid: int) -> str:
    """Whether the kernel filters what a process asks of it: "2"."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(line.split()[1] for line in status.splitlines() if line.startswith("Seccomp:"))


def files(folder: Path) -> int:
    """Bytes on disk."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("address", FORBIDDEN)
def test_s2_other_schemes_are_never_scheduled(address: str) -> None:
    crawler = get_crawler(PortalSpider)
    crawler.request_fingerprinter = SimpleNamespace(fingerprint=lambda request: request.url.encode())  # type: ignore[assignment]
    frontier = Frontier.from_crawler(crawler)
    opened: list[Request] = []
    frontier._walkers = {"pb/vila": SimpleNamespace(opened=opened.append)}  # type: ignore[dict-item]
    assert not frontier.enqueue_request(request(address))
    with pytest.raises(VisitFailed):  # what belongs to no walk is refused before it is sent
        OneLineFailures().process_request(Request(address))
    assert not opened and not frontier.has_pending_requests()


def test_s2_scrapy_has_no_way_to_other_schemes() -> None:
    settings = Settings()
    settings.setmodule("transparency.settings")
    handlers = {**settings["DOWNLOAD_HANDLERS_BASE"], **settings["DOWNLOAD_HANDLERS"]}
    assert {scheme for scheme, handler in handlers.items() if handler is not None} == {"http", "https"}


def test_s2_the_browser_is_not_sent_there_either(tmp_path: Path) -> None:
    """An entry that a session would be opened at again."""
    with portal({"/": "<p>Sessão</p>"}) as (url, _):

        class Closed(Guest):
            def closed(self, snapshot: Snapshot) -> bool:
                return True

        async def run() -> str:
            async with async_playwright() as playwright:
                chromium = await playwright.chromium.launch(**launch_options())
                page = await chromium.new_page()
                await prepare(page)
                await page.goto(f"{url}/")
                node = Node(f"{url}/", entry="file:///etc/hostname")
                with pytest.raises(VisitFailed) as failure:
                    await Visit(node, WORDS, Closed(), Limits(), TODAY)(page)
                await chromium.close()
                return failure.value.kind

        assert asyncio.run(run()) == "egress"


HANDING = """<button>Exportar</button><script>document.querySelector('button').onclick = () => {
for (const name of ['a.csv', 'b.csv']) { const link = document.createElement('a'); link.href = '/' + name; link.download = name; link.click(); } }
</script>"""


def test_s3_of_the_files_that_a_step_brings_one_is_read_and_none_is_left(tmp_path: Path) -> None:
    step = Step("click", FrameKey(), Target("body[1]>button[1]", "button", "Exportar"), "clique em “Exportar”")
    with portal({"/": HANDING, "/a.csv": "Empenho;Valor", "/b.csv": "Empenho;Data"}) as (url, _):
        found, _, _ = see(Node(f"{url}/", (step,)), tmp_path)
    assert isinstance(found, VisitFailed) and found.file is not None
    # whichever is answered first
    assert (found.file.name, found.file.body) in (("a.csv", b"Empenho;Valor"), ("b.csv", b"Empenho;Data"))
    assert files(tmp_path) == 0


def test_s3_a_file_that_grows_too_large_is_broken_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long before its time is over."""
    monkeypatch.setattr("transparency.browse.watch.FILE_SECONDS", 90)
    step = Step("click", FrameKey(), Target("body[1]>a[1]", "a", "Planilha"), "clique em “Planilha”")
    began = time.monotonic()
    with portal({"/": "<a href=/nunca.exe>Planilha</a>"}) as (url, _):
        found, _, _ = see(Node(f"{url}/", (step,)), tmp_path)
    assert isinstance(found, VisitFailed) and found.file is not None and found.file.body == b""
    assert time.monotonic() - began < 60 and files(tmp_path) == 0


STORM = """<script>
for (let i = 0; i < 8; i++) { open('/leve?' + i); open('/leve?n' + i, '_blank', 'noopener'); }
setTimeout(() => { alert('um'); confirm('dois'); prompt('três'); print(); document.title = 'passou'; }, 50);
onbeforeunload = (event) => { event.preventDefault(); event.returnValue = 'x'; };
navigator.geolocation.getCurrentPosition(() => 0, () => document.body.append('sem lugar'));
Notification.requestPermission().then((answer) => document.body.append('avisos ' + answer));
navigator.mediaDevices && navigator.mediaDevices.getUserMedia({audio: true}).catch(() => 0);
const link = document.createElement('a'); link.href = '/nunca.exe'; link.download = '../../x.exe'; setTimeout(() => link.click(), 100);
navigator.serviceWorker && navigator.serviceWorker.register('/sw.js').catch(() => 0);
</script>"""


def test_s3_windows_dialogs_downloads_and_permissions(tmp_path: Path) -> None:
    async def leave(page: Page) -> None:
        assert not await blank(page)  # nobody else has it
        await page.close()
        assert page.is_closed()  # what asks to stay is left all the same

    with portal({"/": STORM + PAYROLL, "/leve": "<p>leve</p>", "/sw.js": ""}) as (url, _):
        found, windows, left = see(Node(f"{url}/"), tmp_path, look=leave)
    assert isinstance(found, Snapshot)
    text = found.frames[0].data.text
    assert "Matrícula" in text and "sem lugar" in text and "avisos denied" in text
    assert found.title == "passou"
    assert [dialog.split(":")[0] for dialog in found.dialogs[:3]] == ["alert", "confirm", "prompt"]
    assert windows == POPUPS == 3
    assert left == 0
    assert files(tmp_path) == 0
    assert found.seconds < 15


def test_s3_each_step_may_open_windows(tmp_path: Path) -> None:
    """The limit is for storms, not for a portal that opens each view in a window of its own."""
    button = "<button onclick=\"window.open('/folha')\">Folha</button>"
    steps = tuple(Step("click", FrameKey(), Target("body[1]>button[1]", "button", "Folha"), "clique em “Folha”") for _ in range(5))  # fmt: skip
    with portal({"/": button, "/folha": f"{button}<h1>Folha</h1>{PAYROLL}"}) as (url, _):
        found, windows, left = see(Node(f"{url}/", steps), tmp_path)
    assert isinstance(found, Snapshot) and found.url == f"{url}/folha", found
    assert windows == 5 > POPUPS
    assert left == 0


HUGE = {
    "nodes": "<h1>Folha</h1><script>const f=document.createDocumentFragment();"
    "for(let i=0;i<{n};i++)f.append(document.createElement('i'));document.body.append(f)</script>",
    "deep": "<h1>Folha</h1><script>let at=document.body;for(let i=0;i<{n}/200;i++){{const d=document.createElement('div');at.append(d);at=d}}</script>",
    "text": "<h1>Folha</h1><script>document.body.append('a'.repeat({n}*200))</script>",
    "frames": "<h1>Folha</h1><script>for(let i=0;i<{n}/1000;i++)document.body.append(document.createElement('iframe'))</script>",
}


def bomb(kind: str, size: int, folder: Path) -> None:
    """A page of that kind is read in part, says so, and takes no memory of ours."""
    ours = psutil.Process()
    before = ours.memory_info().rss
    with portal({"/": HUGE[kind].format(n=size)}) as (url, _):
        began = time.monotonic()
        found, _, _ = see(Node(f"{url}/"), folder)
        took = time.monotonic() - began
    if isinstance(found, Snapshot):
        # of a crowd of alike elements a part is read, which the page says itself
        assert found.truncated or kind == "deep" or "data-t-left=" in found.frames[0].data.html
        assert "Folha" in found.frames[0].data.text
        assert len(found.frames[0].data.html) < 40_000_000
    else:
        assert found.kind in ("hung", "browser"), found
    assert took < Limits().total + 30
    assert ours.memory_info().rss - before < 300_000_000


@pytest.mark.parametrize("kind", ["nodes", "text", "frames"])
def test_s4_a_page_that_is_too_large_is_read_in_part(kind: str, tmp_path: Path) -> None:
    bomb(kind, 110_000, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("kind", list(HUGE))
def test_s4_bombs(kind: str, tmp_path: Path) -> None:
    bomb(kind, 10_000_000 if kind == "frames" else 1_000_000, tmp_path)


@pytest.mark.soak
def test_s3_storms_that_never_end(tmp_path: Path) -> None:
    """Windows, dialogs and downloads for as long as somebody looks."""
    storm = (
        "<script>setInterval(() => open('/leve'), 20); setInterval(() => alert(1), 300); setInterval(() => {"
        "const a = document.createElement('a'); a.href = '/nunca.exe'; a.download = 'x'; a.click() }, 200)</script>"
    )
    with portal({"/": storm + PAYROLL, "/leve": "<p>leve</p>"}) as (url, _):
        began = time.monotonic()
        found, windows, left = see(Node(f"{url}/"), tmp_path)
    assert time.monotonic() - began < 90
    assert isinstance(found, Snapshot) or found.kind in ("hung", "browser")
    assert windows == POPUPS
    assert left == 0
    assert files(tmp_path) == 0


@pytest.mark.soak
def test_s11_the_sandbox_is_on_for_who_is_not_root(tmp_path: Path) -> None:
    """Renderers run under seccomp, and no switch takes that away."""
    if os.geteuid() == 0:
        pytest.skip("root has no sandbox: run it as another user")
    seen: Counter[str] = Counter()

    async def look(_page: Page) -> None:
        for child in psutil.Process().children(recursive=True):
            command = child.cmdline()
            assert "--no-sandbox" not in command
            if "--type=renderer" in command:
                seen[seccomp(child.pid)] += 1

    with portal({"/": PAYROLL}) as (url, _):
        see(Node(f"{url}/"), tmp_path, look=look)
    assert set(seen) == {"2"}
