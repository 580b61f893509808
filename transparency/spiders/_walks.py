"""The walks of a run, several side by side: which is begun when, and what is done when it ends."""

from __future__ import annotations

import asyncio
import contextlib
import time
from abc import abstractmethod
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path
from typing import Any

from scrapy import Request, Spider

from transparency.crawl.audit import Audit
from transparency.crawl.frontier import Frontier
from transparency.crawl.known import teaches
from transparency.items import UserError, Verdict
from transparency.net.backoff import Breaker
from transparency.net.handler import BrowserHandler
from transparency.net.network import NO_NETWORK, Network
from transparency.net.politeness import is_spared, server_of
from transparency.node import Node, host_of
from transparency.portals import catalogue
from transparency.run.runs import size_of, too_little_room
from transparency.run.side_by_side import Place, machine, next_town, pages_at_once, towns_at_once
from transparency.run.watchdog import beat

OUT_OF_TIME = "o tempo da execução acabou"


class SideBySide(Spider):
    """A spider that walks several portals at once."""

    frontier: Frontier

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.audits: dict[str, Audit] = {}
        self.breaker = Breaker()
        self.network = Network(self._portals, beat)
        self.stopped = ""
        """Why no other municipality is begun (Portuguese)."""
        self.changed = asyncio.Event()
        """Something has changed in one of the audits."""

    def _portals(self) -> Iterator[str]:
        """Addresses of portals, of this run and of the catalogue that comes with the program."""
        yield from (town.portal_url for town in catalogue.load() if town.portal_url)
        yield from (audit.municipality.portal_url for audit in self.audits.values())

    @abstractmethod
    def first_requests(self, audit: Audit) -> tuple[Request, ...]:
        """What a walk begins with."""

    def further_requests(self, audit: Audit) -> Sequence[Request]:
        """What else is visited once the walk is over; nothing ends the audit."""
        return ()

    async def start(self) -> AsyncIterator[Any]:
        """Walk the municipalities, several side by side; each gives its verdicts when its walk is over."""
        if not self.audits:
            self.logger.warning("Nada a auditar.")
            return
        waiting = list(self.audits.values())
        active: list[Audit] = []
        handler, at_once, begun = BrowserHandler.from_crawler(self.crawler), self._side_by_side(), time.monotonic()
        while waiting or active:
            if waiting and len(active) < at_once and self._out_of_time(begun):
                self.stopped = OUT_OF_TIME
            if self.stopped:
                waiting.clear()
            for request in self._begin(waiting, active, at_once, handler):
                yield request
            with contextlib.suppress(TimeoutError):  # look again now and then: a lost node must not hold the run
                await asyncio.wait_for(self.changed.wait(), 5)
            self.changed.clear()
            self._heed_the_network(active)
            self._look_for_last_round(waiting, active)
            for audit in active:
                self._abandon_late(audit)
            for audit in [a for a in active if a.finished]:
                further = self.further_requests(audit)
                if not further:
                    active.remove(audit)
                for result in further or await self._ended(audit, handler):
                    yield result

    def _heed_the_network(self, active: Sequence[Audit]) -> None:
        """A network that was waited for took none of a town's time. Where it is given up the run stops; of what is under way
        nothing is kept, and all of it is done when the run is resumed."""
        waited = self.network.waited()
        for audit in active:
            audit.waited(waited)
            if self.network.given_up:
                self.stopped = audit.unkept = NO_NETWORK
                audit.abandon()

    def _out_of_time(self, begun: float) -> bool:
        """Whether the minutes of the run are over, if it has a number of them."""
        return time.monotonic() - begun > self.crawler.settings.getfloat("RUN_MINUTES") * 60 > 0

    def _begin(
        self, waiting: list[Audit], active: list[Audit], at_once: int, handler: BrowserHandler
    ) -> Iterator[Request]:
        """Begin as many audits as may run at once, with the first requests of each. A municipality whose server is left alone
        waits, and holds up nobody."""
        given_up = self.crawler.settings.getdict("RUN_GIVEN_UP")
        while waiting and sum(not self.frontier.only_later(a.name) for a in active) < at_once:
            index = self._next_town(waiting, active)
            self.stopped = self.stopped or ("" if index is None else self._no_room(at_once))
            if index is None or self.stopped:
                return
            audit = waiting.pop(index)
            try:
                audit.begin()
            except OSError as error:
                self.stopped = audit.unkept = error.strerror or type(error).__name__
                return
            except UserError as error:  # a link stands where its folder would be
                self.logger.error("%s: %s", audit.name, error)
                continue
            active.append(audit)
            handler.egress.count_for(audit.traffic.refused)
            if audit.name in given_up:  # it has brought the program down before
                audit.failed(Node(url=audit.municipality.portal_url), "", "hung", given_up[audit.name])
            else:
                yield from self.first_requests(audit)

    def _look_for_last_round(self, waiting: Sequence[Audit], active: Sequence[Audit]) -> None:
        """Whether all that is left waits for servers that are left alone."""
        self.breaker.last_round = all(
            self.breaker.is_open(host_of(a.municipality.portal_url)) or self.frontier.only_later(a.name)
            for a in (*waiting, *active)
        )
        if self.breaker.last_round:
            beat()  # what waits on purpose does not stand still

    def _abandon_late(self, audit: Audit) -> None:
        """Abandon an audit that has had its time, or cannot be kept."""
        if audit.overdue():
            self.logger.error(
                "%s: abandonada depois do prazo com %d nós abertos", audit.name, len(audit.agenda.open_nodes)
            )
            audit.abandon()
        if audit.unkept:
            if audit.unkept != self.stopped:
                self.logger.error("%s: não pôde ser guardada (%s)", audit.name, audit.unkept)
            self.stopped = audit.unkept
            audit.abandon()

    async def _ended(self, audit: Audit, handler: BrowserHandler) -> list[Verdict]:
        """The verdicts of an audit whose walk is over; what it needed is let go."""
        if teaches(audit):
            self.frontier.strategy_of(audit.name).finished()
        await handler.close_context(audit.name)
        handler.egress.count_no_more(audit.traffic.refused)
        try:
            verdicts = [] if audit.unkept else audit.verdicts()
        except Exception:  # the others have nothing to do with it; --retomar tries it again
            self.logger.exception("%s: os vereditos não puderam ser dados", audit.name)
            verdicts = []
        self.frontier.forget(audit.name)
        return verdicts

    def _side_by_side(self) -> int:
        """So many municipalities at once; the downloader is told how many pages."""
        settings, (cores, free) = self.crawler.settings, machine()
        spared = any(is_spared(host_of(audit.municipality.portal_url)) for audit in self.audits.values())
        towns = min(towns_at_once(settings.getint("AUDITS_AT_ONCE"), spared, cores, free), max(1, len(self.audits)))
        downloader: Any = self.crawler.engine.downloader
        if spared:
            pages = pages_at_once(downloader.total_concurrency, towns, cores, free)
            downloader.total_concurrency = pages
        return towns

    def _next_town(self, waiting: Sequence[Audit], active: Sequence[Audit]) -> int | None:
        """Which of those that wait is begun now."""
        alone = set(self.crawler.settings.getlist("RUN_ALONE"))

        def place(audit: Audit) -> Place:
            host = host_of(audit.municipality.portal_url)
            server = server_of(host) if is_spared(host) else ""
            return Place(server, self.breaker.is_open(host), self.breaker.wait_shown(host), audit.name in alone)

        per_server = self.crawler.settings.getint("AUDITS_PER_SERVER")
        return next_town([*map(place, waiting)], [*map(place, active)], per_server)

    def _no_room(self, at_once: int) -> str:
        """Why no other audit may begin: the disk is nearly full."""
        whole = [Path(audit.folder) for audit in self.audits.values() if audit.folder]
        sizes = [size_of(folder) for folder in whole[-20:]]
        reserve = self.crawler.settings.getint("DISK_RESERVE_MB") * 1_000_000
        return too_little_room(Path(self.crawler.settings["AUDITS_DIR"]), reserve, sizes, at_once)
