"""The rows of the lists that an audit has found. A visit of the walk in all that it does on the network; its visitor is a collector."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.python.failure import Failure

from transparency.browse.visit import Visit
from transparency.crawl.candidates import Move
from transparency.crawl.request import CANDIDATE, Candidate, candidate_of
from transparency.crawl.signposts import Rating
from transparency.crawl.strategies import Learning, Walk, breadth_first
from transparency.dataset.parquet import refuse_unfit_feeds
from transparency.net.failures import name_failure, passes
from transparency.net.handler import BrowserHandler
from transparency.node import Node, host_of, is_near
from transparency.portals.catalogue import Municipality
from transparency.rows.asked import AskedRows, read_row_arguments
from transparency.rows.collecting import Collector
from transparency.rows.collection import Collection, only_sums
from transparency.rows.estimate import estimate, in_words
from transparency.rows.items import Group, ListSummary, Row, row_class
from transparency.rows.kept import Kept
from transparency.rows.queries import Plan
from transparency.rows.records import Openings, RecordLook
from transparency.rows.seeking import Seeking, doors_of, leads_of
from transparency.rows.summaries import tell
from transparency.rows.wrapper import Wrapper, read_summary, wrapper_file, write_summary, write_wrapper
from transparency.run.command import NOT_SEEN
from transparency.run.watchdog import beat
from transparency.spiders.portal import PortalSpider

SPARE = 120.0
"""Seconds that a visit has besides the minutes of its collection: to get to the list, and to end."""


NEVER_ENDED = "a visita à lista não terminou no prazo"
NOT_ASKED = "não foi pedido: o limite de páginas ou de minutos"
BROKEN_OFF = "a execução foi interrompida"


class Waiting:
    """What the frontier asks of a run whose requests are all wanted."""

    def admits(self, request: Request) -> bool:
        """Each list is wanted."""
        return True

    def holds(self, request: Request) -> bool:
        """None waits for another: they are asked for one by one."""
        return False

    busy = repeats = holds

    def one_by_one(self) -> bool:
        """The lists of a town are asked for one after the other anyway."""
        return False

    def opened(self, request: Request) -> None:
        """Nothing is counted."""

    folded = left = opened


class RowsSpider(PortalSpider):
    """Collects the rows of lists.

    Arguments: ``municipio`` (and ``uf``, ``url``, ``fornecedor``) as of an audit; ``criterio`` (several with commas);
    ``anos=2024-2026`` (or ``desde=2025-01``, ``ate=2025-06``): the years or months that the list is asked for;
    ``wrapper``: a file, where it is not that of the town in WRAPPERS_DIR; ``pessoas=sim``: names and pay of servants, too;
    ``paginas`` and ``minutos``: the most of a list; ``detalhes``: so many of its records are opened.
    """

    name = "rows"
    custom_settings = {"ITEM_PIPELINES": {}}
    asked: AskedRows

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.collections: dict[str, Collection] = {}
        """Of the towns, the list that is collected just now."""
        self.begun: list[Collection] = []
        self.looks: dict[str, RecordLook] = {}
        """Of the towns, the record that is opened just now."""

    @classmethod
    def prepare(cls, settings: BaseSettings, **arguments: Any) -> AskedRows:
        """What a run with these arguments works on. UserError for everything about them that a person can mend."""
        asked = read_row_arguments(cls.name, settings, arguments)
        wanted = [*(wrapper.criterion for _, wrapper in asked.lists), *(one.criterion for one in asked.missing)]
        refuse_unfit_feeds(settings, dict.fromkeys(wanted))
        return asked

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> RowsSpider:
        """As an audit begins; a page has all the time of its list."""
        spider: RowsSpider = super().from_crawler(crawler, *args, **kwargs)  # type: ignore[assignment]
        if kwargs:
            seconds = spider.asked.bounds.minutes * 60 + SPARE
            crawler.settings.set("PAGE_SECONDS", seconds + SPARE, priority="spider")
        return spider

    @property
    def agendas(self) -> dict[str, Any]:
        """For the frontier."""
        return dict.fromkeys(self.audits, Waiting())

    def make_strategy(self, audit: str) -> Walk:
        """One request waits at a time."""
        return Walk(breadth_first, Learning(), audit)

    async def start(self) -> AsyncIterator[Any]:
        """Collect list by list; rows are handed out as they come."""
        handler = BrowserHandler.from_crawler(self.crawler)
        lists = self.asked.lists if self.audits else ()
        if lists:
            self._tell_estimates()
        for place, (town, wrapper) in enumerate(lists, 1):
            name = f"{town.uf.lower()}/{town.slug}"
            collection = self._collection(name, town, wrapper)
            collection.opened = name in self.collections and self.collections[name].opened
            self.collections[name] = collection
            self.begun.append(collection)
            kept = Kept(wrapper_file(Path(self.settings["WRAPPERS_DIR"]), town, wrapper.criterion), wrapper, collection.sums_up, collection.opens)  # fmt: skip
            collection.plan.kept, collection.before = kept.known(), kept.comparable(self.today)
            collection.direct = kept.state.direct
            async for item in self._asked_for(name, collection, kept):
                yield item
            for item in self._recalled(collection, kept):
                yield item
            kept.state.direct = collection.direct
            mended = collection.learned and self.asked.own_wrappers
            if mended:
                kept.belong_to(collection.wrapper)
            kept.close()
            collection.summary.changes = kept.changes
            if mended:
                write_wrapper(wrapper_file(Path(self.settings["WRAPPERS_DIR"]), town, wrapper.criterion), collection.wrapper)  # fmt: skip
            collection.close()
            write_summary(
                wrapper_file(Path(self.settings["WRAPPERS_DIR"]), town, wrapper.criterion), collection.summary
            )
            if (
                place == len(lists) or lists[place][0] is not town
            ):  # the lists of a town share a session, as for a person
                await handler.close_context(name)
            self.frontier.forget(name)

    def _tell_estimates(self) -> None:
        """Tell on stderr what the run will take, and what its limits will leave out."""
        bounds, root = self.asked.bounds, Path(self.settings["WRAPPERS_DIR"])
        made = []
        for town, wrapper in self.asked.lists:
            file, near = wrapper_file(root, town, wrapper.criterion), is_near(wrapper.node.url)
            sums = only_sums(wrapper, self.matrix, self.asked.people)
            had = Kept(file, wrapper, sums, bool(bounds.details and wrapper.details and not sums)).known()
            delay = 0.0 if near else self.settings.getfloat("DOWNLOAD_DELAY")
            made.append(estimate(wrapper, read_summary(file), self.asked.span, had, delay))
        for line in in_words(made, bounds.pages, bounds.minutes):
            print(line, file=sys.stderr)  # noqa: T201

    async def _asked_for(self, name: str, collection: Collection, kept: Kept) -> AsyncIterator[Request | Row | Group]:
        """Ask a list query by query: the requests, and what they bring."""
        while collection.plan.waiting:
            collection.begin(collection.plan.waiting.popleft())
            yield self._asking(name, collection, collection.query.node)
            async for result in self._rows(name, collection, kept):
                yield result
            if collection.same:
                kept.confirm(collection.told.name)
                for item in kept.rows(collection.told.name, self._class_of(collection)):
                    yield item
            elif collection.counts:
                kept.end(collection.told, collection.unsettled, collection.first)
            kept.drop()
            if collection.plan.waiting and self._spent(collection):
                break

    async def _rows(self, name: str, collection: Collection, kept: Kept) -> AsyncIterator[Request | Row | Group]:
        """What a query brings, and the requests for the records of its rows: they are opened when the list was seen to its end."""
        openings = Openings(collection, kept, self.asked.bounds.details)
        async for item in self._items(collection):
            if not openings.holds(item):
                kept.add(item)
                yield item
        for row, node in openings.held:
            if self._is_late(collection):
                openings.left += 1
            else:
                look = self.looks[name] = RecordLook(collection.wrapper)
                yield self._asking(name, collection, node)
                with suppress(TimeoutError):
                    await asyncio.wait_for(look.over.wait(), 2 * SPARE)
                beat()
                openings.take(row, look)
            kept.add(row)
            yield row
        openings.tell()

    def _is_late(self, collection: Collection) -> bool:
        return time.monotonic() - collection.started > self.asked.bounds.minutes * 60

    def _class_of(self, collection: Collection) -> type[Row]:
        return row_class(self.matrix.by_id[collection.wrapper.criterion])

    def _recalled(self, collection: Collection, kept: Kept) -> Iterator[Row | Group]:
        """The rows of the periods that need not be asked for."""
        make = self._class_of(collection)
        for when in collection.plan.recalled:
            for query, one in kept.of_period(when).items():
                collection.recall(one.told, one.time)
                yield from kept.rows(query, make)

    async def _items(self, collection: Collection) -> AsyncIterator[Row | Group]:
        """What is collected, until nothing more comes."""
        most = self.asked.bounds.minutes * 60 + 3 * SPARE
        until = time.monotonic() + most
        while not (collection.ended and collection.queue.empty()):
            try:
                row = await asyncio.wait_for(collection.queue.get(), max(1.0, until - time.monotonic()))
            except TimeoutError:
                collection.end(NEVER_ENDED)
                continue
            beat()
            if row is not None:
                yield row
        for group in collection.groups.values():
            yield group

    def _collection(self, name: str, town: Municipality, wrapper: Wrapper) -> Collection:
        words = self.onward.asking(self.audits[name])
        plan = Plan(wrapper.node, wrapper.way, self.asked.span, words, self.signposts, self.today)
        collection = Collection.of(
            wrapper,
            self.matrix,
            self.asked.row_words,
            town.name,
            self.asked.people,
            plan,
            partial(self.page_of, self.audits[name]),
        )
        collection.opens = bool(self.asked.bounds.details and wrapper.details and not collection.sums_up)
        if self.asked.own_wrappers:  # of one that somebody has named, nothing is mended
            leads = partial(leads_of, way=wrapper.node, criterion=wrapper.criterion, signposts=self.signposts, words=words, today=self.today)  # fmt: skip
            collection.seeking = Seeking(doors_of(wrapper.node, self.audits[name].municipality.portal_url), leads)
        return collection

    def _spent(self, collection: Collection) -> bool:
        """Whether the limits of a list are met before all of its queries were asked."""
        if self._is_late(collection) or collection.summary.pages >= self.asked.bounds.pages:
            for query in collection.plan.waiting:
                collection.note(NOT_ASKED, query.when)
            return True
        return False

    def _asking(self, name: str, collection: Collection, node: Node) -> Request:
        wrapper = collection.wrapper
        move = Move(node, "query", "", Rating(0, 1.0, wrapper.criterion), "")
        request = self._request(self.audits[name], Candidate(name, move, subject=wrapper.criterion))
        return request.replace(dont_filter=True)  # the plan asks nothing twice

    def visit(self, request: Request) -> Visit:
        """The visit that a request asks for."""
        name, node = candidate_of(request).audit, candidate_of(request).node
        if name in self.looks:
            near = replace(self.limits, settle=self.settle, pause=self.pause)
            return self.visit_of(self.audits[name], node, self.looks[name], near)
        bounds = self.asked.bounds
        seconds = bounds.minutes * 60
        limits = replace(
            self.limits,
            settle=self.settle,
            pause=self.pause,
            total=seconds + SPARE,
            onward=seconds,
            sights=bounds.pages + 1,
        )
        return self.visit_of(self.audits[name], node, Collector(self.collections[name], bounds), limits)

    def parse(self, response: Response) -> Iterator[Any]:  # type: ignore[override]
        """The visit is over: its rows were handed out."""
        assert response.request is not None
        name = candidate_of(response.request).audit
        if name in self.looks:
            self.looks.pop(name).over.set()
        else:
            self.collections[name].end()
        return iter(())

    def failed(self, failure: Failure) -> Iterator[Any]:
        """A visit that ended badly gets a name; the rows that were seen are kept."""
        request: Request = failure.request  # type: ignore[attr-defined]
        error = failure.value or RuntimeError("no reason given")
        kind, reason = name_failure(error)
        if kind == "bug":
            self.logger.error("Falha inesperada em %s", request.url, exc_info=failure.value)
        name = request.meta[CANDIDATE].audit
        if name in self.looks:
            self.looks.pop(name).over.set()
            return iter(())
        silent = host_of(request.url) if passes(error) else ""
        self.collections[name].fail(f"a lista não pôde ser vista até o fim: {reason}", silent)
        return iter(())

    def summaries(self) -> list[ListSummary]:
        """Of all lists that were asked for, when the run is over."""
        for collection in self.begun:
            collection.close(BROKEN_OFF)
        return [*(collection.summary for collection in self.begun), *self.asked.missing]

    def ended_as(self) -> int:
        """Tell on stderr what was collected of each list; gives the exit status of the run."""
        summaries = self.summaries()
        for line in tell(summaries):
            print(line, file=sys.stderr)  # noqa: T201
        return 0 if self.begun and all(summary.rows for summary in summaries) else NOT_SEEN
