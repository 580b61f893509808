"""``scrapy crawl``, with errors that a person can act on."""

from __future__ import annotations

import argparse

from scrapy.commands.crawl import Command as Crawl
from scrapy.exceptions import UsageError

from transparency.items import UserError
from transparency.running import check, complain, outcome


class Command(Crawl):
    """Scrapy's own command; the arguments of our spiders are checked before anything is started or written."""

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check, crawl, and exit non-zero when a portal could not be seen."""
        if len(args) != 1:
            raise UsageError(
                "diga um spider, por exemplo: scrapy crawl portal -a municipio=santa-rita", print_help=False
            )
        assert self.crawler_process is not None and self.settings is not None
        try:
            spider = self.crawler_process.spider_loader.load(args[0])
        except KeyError:
            names = ", ".join(self.crawler_process.spider_loader.list())
            self.exitcode = complain(UserError(f"Spider desconhecido: “{args[0]}”.", f"Use um destes: {names}."))
            return
        try:
            check(spider, self.settings, opts.spargs)
        except UserError as error:
            self.exitcode = complain(error)
            return
        crawler = self.crawler_process.create_crawler(spider)
        self.crawler_process.crawl(crawler, **opts.spargs)
        self.crawler_process.start()
        if self.crawler_process.bootstrap_failed:
            self.exitcode = 1
        audits = getattr(crawler.spider, "audits", None)
        if audits is not None:
            self.exitcode = self.exitcode or outcome(audits.values())
