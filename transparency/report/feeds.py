"""Scrapy's own CSV feeds (``-O verdicts.csv``), made safe: what a spreadsheet would take for a formula becomes text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scrapy.exporters import CsvItemExporter
from scrapy.utils.python import to_unicode

from transparency.report.exports import neutralise, writable


class SafeCsvItemExporter(CsvItemExporter):
    """As Scrapy's, every text through the same rule as ``scrapy export``."""

    def _build_row(self, values: Iterable[Any]) -> Iterable[Any]:
        for value in super()._build_row(values):
            yield neutralise(writable(to_unicode(value))) if isinstance(value, str | bytes) else value
