"""Plain HTTP beside the browser: pages of hosts that were seen to need none are fetched and read without it.

Which hosts those are is learned in each audit (``walk.adaptive``): some pages are read both ways and compared.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from transparency.audit import Audit
from transparency.browser.cover import conceal
from transparency.browser.snapshot import FrameView, Snapshot
from transparency.browser.static import read_static
from transparency.items import RecordSet
from transparency.judge.records import find_record_sets
from transparency.judge.text import normalize
from transparency.walk.adaptive import Adaptive, record_shapes, same
from transparency.walk.forms import QueryWords
from transparency.walk.node import FrameKey, Node, host_of

logger = logging.getLogger(__name__)

PAGE_BYTES = 3_000_000
STYLE_BYTES = 500_000
STYLES = 12
"""Style sheets fetched per audit: they tell what is hidden."""


class PlainHttp:
    """Reads the pages of one municipality without the browser where that gives the same."""

    def __init__(self, crawler: Crawler, audit: Audit, query_words: QueryWords) -> None:
        self.crawler = crawler
        self.audit = audit
        self.query_words = query_words
        self.adaptive = Adaptive()
        self.styles: dict[str, str] = {}
        self.read_pages = 0

    def serves(self, node: Node) -> bool:
        """Whether a node is an address, without steps, of a host that needs no browser."""
        return bool(node.depth) and not node.steps and self.adaptive.static(host_of(node.url))

    async def snapshot(self, node: Node, response: Response) -> Snapshot | None:
        """What the browser would see; None when it must look itself."""
        if response.status != 200 or not response.body:
            return None
        data = await self._read(response)
        if "html" not in data["type"] or data["scripted"] or data["frames"]:
            return None
        self.read_pages += 1
        view = FrameView(FrameKey(), response.url, "", data, redacted=conceal(data))
        return Snapshot(
            url=response.url,
            title=data["title"],
            status=response.status,
            frames=[view],
            node=node,
            cookies=self.audit.cookies,
            truncated=data["truncated"],
            requests=1,
            bytes=len(response.body),
        )

    def due(self, node: Node) -> bool:
        """Whether the next page of a host that needs no browser is to be seen by it all the same, as a sample."""
        return self.adaptive.wants_check(host_of(node.url))

    async def compare(self, snapshot: Snapshot, due: bool) -> None:
        """Read a page that the browser has just seen without it, when the host is ``due`` for that, and learn."""
        host = host_of(snapshot.url)
        if snapshot.node.steps or not snapshot.node.depth or snapshot.reentered or len(snapshot.frames) > 1:
            return
        if not due and (self.adaptive.static(host) or not self.adaptive.wants_check(host)):
            return
        response = await self._fetch(snapshot.url, PAGE_BYTES)
        if response is None or response.status != 200:
            self.adaptive.learn(host, same=False)
            return
        data = await self._read(response)
        if not data["scripted"]:
            seen, redacted = snapshot.frames[0], conceal(data)
            known = {id(seen.data): seen.redacted.record_sets, id(data): redacted.record_sets}
            alike = not data["frames"] and same(seen.data, data, lambda read: _shown(read, known[id(read)]))
            self.adaptive.learn(host, alike)

    def to_dict(self) -> dict[str, Any]:
        """What was learned, for ``audit.json``."""
        hosts = {host: asdict(record) for host, record in self.adaptive.hosts.items()}
        return {"pages": self.read_pages, "hosts": hosts}

    async def _read(self, response: Response) -> dict[str, Any]:
        content_type = (response.headers.get("Content-Type") or b"").decode("latin-1")

        def read() -> dict[str, Any]:
            said = self.query_words
            return read_static(
                response.body,
                response.url,
                content_type,
                said.buttons,
                styles=self.styles,
                onward=said.onward,
                outputs=(*said.screen, *said.formats),
            )

        data = read()
        unknown = [sheet for sheet in data["sheets"] if sheet not in self.styles]
        for sheet in unknown[: max(0, STYLES - len(self.styles))]:
            found = await self._fetch(sheet, STYLE_BYTES)
            self.styles[sheet] = (
                found.text if found is not None and hasattr(found, "text") and found.status == 200 else ""
            )
        return read() if unknown else data

    async def _fetch(self, url: str, limit: int) -> Response | None:
        try:
            return await self._download(url, limit)
        except Exception as error:  # whatever went wrong, the browser has seen the page, or will
            logger.info("Não foi lido sem navegador: %s (%r)", url, error)
            return None

    async def _download(self, url: str, limit: int) -> Response:
        engine = self.crawler.engine
        assert engine is not None
        self.audit.requests += 1
        request = Request(
            url,
            headers=self.audit.cookie_header(url),
            meta={"download_maxsize": limit, "dont_redirect": True},
            dont_filter=True,
        )
        response = await engine.download_async(request)
        self.audit.bytes += len(response.body)
        return response


def _shown(data: Mapping[str, Any], known: Sequence[RecordSet] | None) -> Any:
    """What a frame publishes, to compare: its record sets (``known`` when they were looked for before), and the words of a
    page that has none."""
    shapes = record_shapes(find_record_sets(data["html"]) if known is None else known)
    return shapes or normalize(data["text"][:2000])
