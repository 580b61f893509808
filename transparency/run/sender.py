"""Sends each audit to ``AUDITS_STORE`` as soon as it is whole, and what earlier runs could not send when the run ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured

from transparency.called import called
from transparency.items import Verdict
from transparency.run.watchdog import beat
from transparency.store.feeds import send_feeds, waiting
from transparency.store.place import Place, place_of
from transparency.store.sending import Failure, send, send_all

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)

KEPT = f"%s não pôde ser enviado (%s). A cópia local fica, e é enviada com a próxima execução ou com {called()} send."


class Sender:
    """An extension. No failure of it harms an audit: the local copy stays."""

    def __init__(self, root: Path, place: Place | None, tries: int) -> None:
        self._root, self._place, self._tries = root, place, tries
        self._begun: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Sender:
        """Scrapy's way to make a component."""
        settings = crawler.settings
        root, address, tries = (
            Path(settings["AUDITS_DIR"]),
            settings.get("AUDITS_STORE"),
            settings.getint("STORE_TRIES"),
        )
        if not address and not waiting(root):
            raise NotConfigured
        sender = cls(root, place_of(address, tries) if address else None, tries)
        crawler.signals.connect(sender.item_scraped, signals.item_scraped)
        crawler.signals.connect(sender.spider_closed, signals.spider_closed)
        return sender

    def item_scraped(self, item: Any, spider: Any) -> None:
        """After the last verdict of an audit its folder is whole; the walk does not wait until it is sent."""
        audits = getattr(spider, "audits", {})
        audit = audits.get(f"{item.uf.lower()}/{item.municipio}") if isinstance(item, Verdict) else None
        if audit is not None and audit.folder and audit.folder not in self._begun and self._place is not None:
            self._begun.add(audit.folder)
            self._run(asyncio.to_thread(self._send, Path(audit.folder), self._place))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _send(self, folder: Path, place: Place) -> None:
        try:
            send(self._root, folder, place, beat)
        except (OSError, ValueError) as error:
            logger.warning(KEPT, folder, error)  # the end of the run tries again

    async def spider_closed(self, reason: str) -> None:
        """Wait for what is on its way; then what is left, reports that came later, and feeds that waited."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))
        if reason != "shutdown":  # who asks for an end does not want to wait for years of audits
            await asyncio.to_thread(self._rest)

    def _rest(self) -> None:
        failed = send_all(self._root, self._place, beat)[1] if self._place is not None else []
        failed += [one for one in send_feeds(self._root, self._tries) if isinstance(one, Failure)]
        for one in failed:
            logger.error(KEPT, one.name, one.reason)
