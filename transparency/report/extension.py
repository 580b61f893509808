"""The report of an audit is made as soon as the audit is whole."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scrapy import signals
from scrapy.exceptions import NotConfigured

from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.matrix.cycle_file import cycles, load_cycle
from transparency.report import audit_page, cycle_page
from transparency.report.cycle_sheet import open_sheet
from transparency.store.answers import has_answers
from transparency.store.audits import open_audit
from transparency.store.seal import sign, stamp

if TYPE_CHECKING:
    from scrapy.crawler import Crawler

logger = logging.getLogger(__name__)


class ReportExtension:
    """Writes the reports of an audit into its folder: ``report.html``, and that of each cycle it was judged by; then signs and
    stamps it, if that is asked for.

    ``-s REPORT_ENABLED=False`` turns it off. No failure of it harms the audit.
    """

    def __init__(self, keywords: str = "", stamper: str = "", key: str = "") -> None:
        self._made: set[str] = set()
        self._keywords = Path(keywords) if keywords else None
        self._stamper, self._key = stamper, key

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> ReportExtension:
        """Scrapy's way to make a component."""
        if not crawler.settings.getbool("REPORT_ENABLED"):
            raise NotConfigured
        names = ("KEYWORDS_DIR", "TIMESTAMP_URL", "SIGNING_KEY")
        extension = cls(*(crawler.settings.get(name) or "" for name in names))
        crawler.signals.connect(extension.item_scraped, signals.item_scraped)
        return extension

    async def item_scraped(self, item: Any, spider: Any) -> None:
        """After the last verdict of an audit its folder is whole. The run waits until the report is written, in a thread."""
        if not isinstance(item, Verdict):
            return
        audit = getattr(spider, "audits", {}).get(f"{item.uf.lower()}/{item.municipio}")
        if audit is not None and audit.folder and audit.folder not in self._made:
            self._made.add(audit.folder)
            await asyncio.to_thread(make, Path(audit.folder), spider.matrix, self._keywords)
            await asyncio.to_thread(seal, Path(audit.folder), self._stamper, self._key)


def seal(folder: Path, stamper: str, key: str) -> None:
    """Sign and stamp an audit and its reports where that is asked for. The audit is whole without; what goes wrong is logged."""
    try:
        if key:
            sign(folder, Path(key))
        if stamper:
            stamp(folder, stamper)
    except UserError as error:
        logger.error("%s: %s", folder, error)


def make(folder: Path, matrix: Matrix, keywords: Path | None = None) -> Path | None:
    """Write the reports of an audit; whatever goes wrong is logged by its name, and gives None. ``keywords``: where cycles are read."""
    try:
        audit = open_audit(folder)
        for name in cycles(keywords):
            if has_answers(audit, name):
                cycle_page.write(open_sheet(audit, load_cycle(name, keywords)))
        return audit_page.write(audit, matrix)
    except Exception as error:
        logger.exception("O relatório de %s não pôde ser feito (%s).", folder, type(error).__name__)
        return None
