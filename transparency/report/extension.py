"""The report of an audit is made as soon as the audit is whole."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured

from transparency.items import Verdict
from transparency.matrix import Matrix
from transparency.report import audit_page
from transparency.store.audits import open_audit

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class ReportExtension:
    """Writes ``report.html`` into the folder of each audit; ``-s REPORT_ENABLED=False`` turns it off. No failure of it harms the audit."""

    def __init__(self) -> None:
        self._made: set[str] = set()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ReportExtension:
        """Scrapy's way to make a component."""
        if not crawler.settings.getbool("REPORT_ENABLED"):
            raise NotConfigured
        extension = cls()
        crawler.signals.connect(extension.item_scraped, signals.item_scraped)
        return extension

    async def item_scraped(self, item: Any, spider: Any) -> None:
        """After the last verdict of an audit its folder is whole. The run waits until the report is written, in a thread."""
        if not isinstance(item, Verdict):
            return
        audit = getattr(spider, "audits", {}).get(f"{item.uf.lower()}/{item.municipio}")
        if audit is not None and audit.folder and audit.folder not in self._made:
            self._made.add(audit.folder)
            await asyncio.to_thread(make, Path(audit.folder), spider.matrix)


def make(folder: Path, matrix: Matrix) -> Path | None:
    """Write the report of an audit; whatever goes wrong is logged by its name, and gives None."""
    try:
        return audit_page.write(open_audit(folder), matrix)
    except Exception as error:
        logger.exception("O relatório de %s não pôde ser feito (%s).", folder, type(error).__name__)
        return None
