"""Pages whose server names another encoding than theirs: opened once more, by the name that fits."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import re
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

from transparency.browse.operations import within
from transparency.browse.snapshot import VisitFailed
from transparency.browse.watch import Watch

_DOUBLE = re.compile(r"[ÃÂ][\u0080-\u00bf\u0152-\u017e\u02c6\u02dc\u2013-\u203a\u20ac\u2122]")
"""UTF-8 that was read as one byte per character."""
_SEEN = "() => `${document.title} ${document.body ? document.body.innerText.slice(0, 50000) : ''}`"
_TYPE = re.compile(r"\s*([\w.+-]+/[\w.+-]+)")
_PAGES = ("text/html", "application/xhtml+xml")
_REPLACED = ("content-type", "content-encoding", "content-length", "transfer-encoding")
SECONDS = 5.0


def fitting_charset(text: str) -> str:
    """The encoding that a text was written in, when it was evidently read in another one; else empty.

    >>> fitting_charset("Remunera\\ufffd\\ufffdo"), fitting_charset("RemuneraÃ§Ã£o"), fitting_charset("REMUNERAÇÃO")
    ('windows-1252', 'utf-8', '')
    """
    if "\ufffd" in text:
        return "windows-1252"
    return "utf-8" if len(_DOUBLE.findall(text)) > 1 else ""


async def relabel(page: Page, watch: Watch) -> None:
    """Open the page in sight anew when it is garbled. Documents that it leads to are then taken to be like it."""
    with contextlib.suppress(PlaywrightError, VisitFailed, TimeoutError):
        charset = fitting_charset(await within(SECONDS, page.evaluate(_SEEN), "ler a página"))
        if not charset:
            return
        session = await watch.session(page)
        tasks: set[asyncio.Task[None]] = set()

        async def answer(event: dict[str, Any]) -> None:
            asked, answered = {"requestId": event["requestId"]}, event.get("responseHeaders") or []
            kind = next((h["value"] for h in answered if h["name"].lower() == "content-type"), "text/html")
            named = _TYPE.match(kind)
            with contextlib.suppress(PlaywrightError, TimeoutError):
                if event.get("responseStatusCode") != 200 or not named or named[1].lower() not in _PAGES:
                    await asyncio.wait_for(session.send("Fetch.continueRequest", asked), SECONDS)
                    return
                got = await asyncio.wait_for(session.send("Fetch.getResponseBody", asked), SECONDS)
                body = got["body"] if got["base64Encoded"] else base64.b64encode(got["body"].encode()).decode()
                headers = [h for h in answered if h["name"].lower() not in _REPLACED]
                headers.append({"name": "Content-Type", "value": f"{named[1]}; charset={charset}"})
                made = {**asked, "responseCode": 200, "responseHeaders": headers, "body": body}
                await asyncio.wait_for(session.send("Fetch.fulfillRequest", made), SECONDS)

        def paused(event: dict[str, Any]) -> None:
            task = asyncio.ensure_future(answer(event))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        session.on("Fetch.requestPaused", paused)
        pattern = {"urlPattern": "*", "resourceType": "Document", "requestStage": "Response"}
        await within(SECONDS, session.send("Fetch.enable", {"patterns": [pattern]}), "ler a página")
        await within(4 * SECONDS, page.goto(page.url, wait_until="domcontentloaded"), "abrir a página de novo")
