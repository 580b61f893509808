"""Scrapy's own feeds (``-O verdicts.csv``), made safe: no cell is a formula, and a feed that lacks rows is told, and no success."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterable
from typing import Any

from scrapy import Spider
from scrapy.exporters import CsvItemExporter
from scrapy.extensions.feedexport import FeedExporter, FeedSlot
from scrapy.statscollectors import StatsCollector
from scrapy.utils.python import to_unicode

from transparency.report.exports import neutralise, writable

logger = logging.getLogger(__name__)

LOST = "transparency/feeds_lost"


class SafeCsvItemExporter(CsvItemExporter):
    """As Scrapy's, every text through the same rule as ``scrapy export``."""

    def _build_row(self, values: Iterable[Any]) -> Iterable[Any]:
        for value in super()._build_row(values):
            yield neutralise(writable(to_unicode(value))) if isinstance(value, str | bytes) else value


class HonestFeedExporter(FeedExporter):
    """As Scrapy's; where a row cannot be written (a full disk) its feed is given up, in one line."""

    def item_scraped(self, item: Any, spider: Spider) -> None:
        """Write a row into each feed that lacks none: rows after a hole would make a file look whole."""
        kept: list[FeedSlot] = []
        for slot in self.slots:
            self.slots = [slot]
            try:
                super().item_scraped(item, spider)
                kept += self.slots  # another one, where a new file is begun
            except OSError as error:
                self._lost(slot, error)
        self.slots = kept

    async def _close_slot(self, slot: FeedSlot, spider: Spider) -> None:
        try:
            await super()._close_slot(slot, spider)
        except OSError as error:
            self._lost(slot, error)

    def _lost(self, slot: FeedSlot, error: OSError) -> None:
        logger.error("%s não foi gravado por inteiro: %s.", slot.uri, error.strerror or error)
        if slot.file is not None:
            with contextlib.suppress(OSError):
                slot.file.close()
        assert self.crawler.stats is not None
        self.crawler.stats.inc_value(LOST)


def lost_feeds(stats: StatsCollector) -> bool:
    """Whether any feed of a crawl lacks rows, or could not be stored."""
    return any(name == LOST or name.startswith("feedexport/failed_count/") for name in stats.get_stats())
