"""The tour for the matrix of an evaluation cycle, which comes after the walk of an audit, in the same session."""

from __future__ import annotations

import asyncio
import datetime as dt
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from scrapy import Request
from scrapy.http import Response
from twisted.python.failure import Failure

from transparency.aspects.seen import Answer, Gathered
from transparency.browse.snapshot import Limits, Snapshot, VisitFailed
from transparency.browse.visit import Visit, Visitor
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import Move
from transparency.crawl.judged_pages import content_type, judged_page, read_file
from transparency.crawl.onward import Onward
from transparency.crawl.portal_words import PortalWords
from transparency.crawl.request import Candidate, candidate_of, progress_of
from transparency.crawl.signposts import Rating, Signposts
from transparency.extract.documents import DocumentLimits
from transparency.items import Page, UserError, Verdict
from transparency.matrix import Matrix
from transparency.matrix.cycle import Cycle, Requirement
from transparency.national.exports import opened_file
from transparency.national.notes import Stop
from transparency.national.proofs import keep_cited
from transparency.national.tour import Tour
from transparency.national.visitor import Guidance, TourVisitor
from transparency.net.failures import name_failure
from transparency.net.handler import BrowserHandler
from transparency.node import Node
from transparency.pipelines import folder_of
from transparency.portals.families import Family
from transparency.privacy.cleaning import clean_address
from transparency.run.stored_tours import judge_all
from transparency.spiders._walks import SideBySide
from transparency.store.answers import kept, kept_words, write_answers, write_whole
from transparency.store.evidence import on_errand
from transparency.store.tours import StoredTour, stored_tour, tour_bytes, tour_name

AT_ONCE = 4
"""So many stops are visited side by side."""
SIGHTS = 10
"""So many pages are seen at one stop at most."""
SECONDS = 40.0
"""After so many seconds nothing more is tried at a stop."""


@dataclass
class Answered:
    """An answer as an item of the feeds."""

    municipio: str
    uf: str
    matriz: str
    requirement: str
    aspect: str
    status: str
    reason: str
    url: str = ""
    label: str = ""
    look: str = ""
    steps: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)


class Evaluating(SideBySide):
    """A spider that answers the matrix of a cycle as well, where one is asked for (``matriz=``)."""

    cycle: Cycle | None = None
    matrix: Matrix
    words: PortalWords
    signposts: Signposts
    onward: Onward
    families: dict[str, Family]
    today: dt.date
    pause: ClassVar[float]
    settle: ClassVar[float]
    limits: ClassVar[Limits]
    documents: ClassVar[DocumentLimits]

    @abstractmethod
    def _request(self, audit: Audit, candidate: Candidate) -> Request:
        """The request for a candidate."""

    @abstractmethod
    def visit_of(self, audit: Audit, node: Node, visitor: Visitor, limits: Limits) -> Visit:
        """A visit to a portal, by the rules of all of them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tours: dict[str, Tour] = {}
        self.visitors: dict[str, TourVisitor] = {}
        """Fingerprint of a node → the visitor that is there."""

    def tour_of(self, audit: Audit) -> Tour | None:
        """The tour of a town, where a matrix is asked for."""
        if self.cycle is None:
            return None
        if audit.name not in self.tours:
            town = audit.municipality
            self.tours[audit.name] = Tour(self.cycle, town.city_url, town.portal_url, self.signposts, self.today)
        return self.tours[audit.name]

    def saw(self, audit: Audit, snapshot: Snapshot, page: Page) -> None:
        """A page of the walk is one of the tour, too."""
        tour = self.tour_of(audit)
        if tour is not None:
            tour.walk_saw(snapshot, page.problem, page.of_town)

    def further_requests(self, audit: Audit) -> Sequence[Request]:
        """The next stops of the tour."""
        tour = self.tour_of(audit)
        given_up = audit.name in self.settings.getdict("RUN_GIVEN_UP")  # it has brought the program down before
        if tour is not None and (given_up or audit.overdue()):
            tour.cut_off()
        if tour is None or tour.cut or audit.unkept:
            return ()
        try:
            return [*self._next_stops(audit, tour)]
        except Exception:  # what was seen is judged all the same
            self.logger.exception("%s: o percurso pela matriz parou", audit.name)
            tour.cut_off()
            return ()

    def _next_stops(self, audit: Audit, tour: Tour) -> Iterator[Request]:
        tour.take_walk(audit.portal.chosen)
        stops = [] if any(stop.what == "entry" for stop in tour.stops.values()) else tour.entries()
        for stop in stops or tour.next_stops(AT_ONCE):
            yield self._stop_request(audit, stop)

    def _stop_request(self, audit: Audit, stop: Stop, fetched: bool = False) -> Request:
        """``fetched``: its address was seen to bring a file."""
        assert self.cycle is not None
        fetched = fetched or (stop.what in ("file", "export") and not stop.node.steps)
        move = Move(stop.node, "document" if fetched else "link", stop.label, Rating(0, 1.0, ""), stop.key)
        candidate = Candidate(audit.name, move, errand=self.cycle.id)
        request = self._request(audit, candidate)
        callback = self.parse_paper if fetched else self.parse_stop
        request = request.replace(callback=callback, errback=self.stop_failed, dont_filter=True)
        audit.agenda.opened(request)
        return request

    def stop_of(self, request: Request) -> tuple[Audit, Tour, Stop]:
        """What a request of a tour is for."""
        candidate = candidate_of(request)
        audit = self.audits[candidate.audit]
        tour = self.tours[audit.name]
        return audit, tour, tour.stops[candidate.node.fingerprint()]

    def visit_stop(self, request: Request) -> Visit:
        """The visit of a stop."""
        audit, tour, stop = self.stop_of(request)
        guidance = Guidance(
            tour,
            self.onward.asking(audit),
            lambda snapshot: self._page_of_stop(audit, snapshot),
        )
        visitor = self.visitors[stop.key] = TourVisitor(guidance, stop)
        limits = replace(self.limits, settle=self.settle, pause=self.pause, total=120.0, onward=SECONDS, sights=SIGHTS)
        return self.visit_of(audit, stop.node, visitor, limits)

    def _page_of_stop(self, audit: Audit, snapshot: Snapshot) -> Page:
        page = judged_page(audit, snapshot, self.matrix, self.words.obstacles, self.families.values())
        assert self.cycle is not None
        page.errand, page.findings, page.node = self.cycle.id, [], on_errand(page.node, self.cycle.id)
        return page

    def parse_stop(self, response: Response) -> Iterator[Page]:
        """The pages of a stop, to be stored."""
        assert response.request is not None
        yield from self._stored(response.request)

    def _stored(self, request: Request) -> Iterator[Page]:
        audit, _, stop = self.stop_of(request)
        visitor = self.visitors.pop(stop.key, None)
        for page in visitor.pages if visitor else ():
            audit.pages_in_pipeline += 1
            yield page
        audit.agenda.left(request)

    async def parse_paper(self, response: Response) -> None:
        """Read a file that was fetched."""
        request = response.request
        assert request is not None
        audit, tour, stop = self.stop_of(request)
        try:
            kind = content_type(response)
            limits = self.documents
            if stop.what == "export":  # its rows are compared with those of the list
                limits = replace(limits, rows=limits.scanned)
            document, redacted = await asyncio.to_thread(
                read_file, response.body, response.url, kind, stop.label, limits
            )
            document.html = redacted.html
            brought = progress_of(request).file
            told = brought.name if brought else kind
            opened = await asyncio.to_thread(
                opened_file, stop.of, response.url, stop.label, response.body, told, document
            )
            if response.status >= 400:
                opened = replace(opened, problem=f"o servidor respondeu {response.status}")
            tour.took(stop, opened)
        finally:
            audit.agenda.left(request)

    def stop_failed(self, failure: Failure) -> Iterator[Page | Request]:
        """A stop that ended badly gets a name; what was seen there is kept."""
        request: Request = failure.request  # type: ignore[attr-defined]
        audit, tour, stop = self.stop_of(request)
        kind, reason = name_failure(failure.value or RuntimeError("no reason given"))
        if kind == "bug":
            self.logger.error("Falha inesperada em %s", request.url, exc_info=failure.value)
        error = failure.value
        file = error.file if isinstance(error, VisitFailed) and error.kind == "document" else None
        if file is not None and (file.body or not stop.node.steps):
            again = self._stop_request(audit, stop, fetched=True)
            progress_of(again).file = file if file.body else None
            self.visitors.pop(stop.key, None)
            yield again
            return
        tour.lost(stop, reason)
        yield from self._stored(request)

    def answers(self, audit: Audit) -> tuple[list[Answer], StoredTour | None]:
        """What the tour of a town has come to, and what is stored of it; None where there was none."""
        tour = self.tour_of(audit)
        if tour is None or self.cycle is None:
            return [], None
        town, public = audit.town(), audit.municipality.portal_url
        words, address = partial(kept_words, town=town, public=public), partial(clean_address, public=public)
        gathered: dict[str, Gathered] = {}
        tour.take_walk(audit.portal.chosen)

        def gather(one: Requirement) -> Gathered:
            gathered[one.id] = tour.gathered(one)
            return gathered[one.id]

        answers = [kept(one, town, public) for one in judge_all(self.cycle, gather, self.today)]
        return answers, stored_tour(self.today, tour.sights.values(), gathered, words, address)

    async def _ended(self, audit: Audit, handler: BrowserHandler) -> list[Any]:
        """The verdicts of an audit, and the answers of its tour, which are written into its folder first."""
        found: list[Any] = []
        if self.cycle is not None and not audit.unkept:
            answers, tour = await asyncio.to_thread(self.answers, audit)
            folder = folder_of(Path(self.crawler.settings["AUDITS_DIR"]), audit)
            try:
                write_answers(folder, self.cycle.id, answers, audit.town(), audit.municipality.portal_url)
                if tour is not None:
                    write_whole(folder / tour_name(self.cycle.id), tour_bytes(tour))
                    await asyncio.to_thread(keep_cited, folder, self.cycle.id, answers, self.tours[audit.name].sights)
            except UserError as error:  # the disk is full: half of an audit is none
                audit.unkept = error.hint or error.message
            except OSError as error:
                audit.unkept = error.strerror or type(error).__name__
            found = [_item(audit, self.cycle, answer) for answer in answers]
            self.tours.pop(audit.name, None)
        verdicts: list[Verdict] = await super()._ended(audit, handler)
        return [*verdicts, *found]


def _item(audit: Audit, cycle: Cycle, answer: Answer) -> Answered:
    told = {name: value for name, value in asdict(answer).items() if name not in ("sight",)}
    told["steps"], told["places"] = [*answer.steps], [*answer.places]
    return Answered(audit.municipality.slug, audit.municipality.uf, cycle.id, **told)
