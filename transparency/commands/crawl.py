"""``scrapy crawl``, with errors that a person can act on; watched from outside, as what Scrapyd starts has to be."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from scrapy.commands.crawl import Command as Crawl
from scrapy.crawler import AsyncCrawlerProcess, Crawler
from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader

from transparency.called import called
from transparency.items import UserError
from transparency.report.feeds import lost_feeds
from transparency.run.command import NOT_SEEN, check, complain, outcome
from transparency.run.runs import new_id, sweep
from transparency.run.watchdog import can_watch, watch
from transparency.store.hold import RUNS, Hold

JOB_STOP_SECONDS = 8
"""So long a job of Scrapyd may take to stop: whoever cancels it asks once, and waits."""


def held(settings: BaseSettings, arguments: Mapping[str, Any], crawl: Callable[[], int]) -> int:
    """Crawl, as a run of its own that is watched; the exit status. What a crawl that was killed leaves unfinished is taken away."""
    root, run = Path(settings["AUDITS_DIR"]), settings.get("RUN_ID") or new_id()
    settings.set("RUN_ID", run, priority="cmdline")
    hold = Hold(root, run)
    try:
        patience = settings.getfloat("WATCHDOG_SECONDS")
        if not patience or not can_watch():
            return crawl()
        stacks = root / RUNS / f"{run}.stacks.txt"
        stop = settings.getfloat("STOP_SECONDS")
        stop = min(stop, JOB_STOP_SECONDS) if "_job" in arguments else stop
        status = watch(crawl, lambda why: False, patience, stacks, stop)
        if not stacks.stat().st_size:
            stacks.unlink()
        return status
    finally:
        sweep(root, run)
        hold.release()


def tell_lost_feeds(crawler: Crawler) -> int:
    """Tell that a feed lacks rows; the exit status, 0 where all are whole."""
    if crawler.stats is None or not lost_feeds(crawler.stats):
        return 0
    complain(UserError("Uma saída (-O, FEEDS) não foi gravada por inteiro; o registro acima diz qual.", "Libere espaço e rode de novo."))  # fmt: skip
    return NOT_SEEN


class Command(Crawl):
    """Scrapy's own command; the arguments of our spiders are checked before anything is started or written."""

    requires_crawler_process = False  # it brings a reactor, which must not be there before the process is split

    def run(self, args: list[str], opts: argparse.Namespace) -> None:
        """Check, crawl, and exit non-zero when a portal could not be seen."""
        if len(args) != 1:
            raise UsageError(
                f"diga um spider, por exemplo: {called()} crawl portal -a municipio=santa-rita", print_help=False
            )
        assert self.settings is not None
        loader = get_spider_loader(self.settings)
        try:
            spider = loader.load(args[0])
        except KeyError:
            names = ", ".join(loader.list())
            self.exitcode = complain(UserError(f"Spider desconhecido: “{args[0]}”.", f"Use um destes: {names}."))
            return
        try:
            audits = bool(check(spider, self.settings, opts.spargs))
            crawl = partial(self._crawl, spider, opts)
            self.exitcode = held(self.settings, opts.spargs, crawl) if audits else crawl()
        except UserError as error:
            self.exitcode = complain(error)

    def _crawl(self, spider: Any, opts: argparse.Namespace) -> int:
        """Scrapy's own way, in this process; the exit status."""
        process = AsyncCrawlerProcess(self.settings)
        crawler = process.create_crawler(spider)
        process.crawl(crawler, **opts.spargs)
        process.start()
        ended_as = getattr(crawler.spider, "ended_as", None)
        status = ended_as() if ended_as else outcome(getattr(crawler.spider, "audits", {}).values())
        return int(process.bootstrap_failed) or tell_lost_feeds(crawler) or int(status)
