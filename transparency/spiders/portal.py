"""The generic walk over any portal. A vendor family is a subclass with other values of its typed attributes."""

from __future__ import annotations

import asyncio
import datetime as dt
import hashlib
import re
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import ResponseDataLossError
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader
from twisted.python.failure import Failure

from transparency.browse.chromium import launch_options
from transparency.browse.cover import blurred, outside
from transparency.browse.snapshot import BROKEN_OFF, NO_WEB, HandedOut, Limits, Snapshot, VisitFailed
from transparency.browse.visit import Visit, Visitor
from transparency.classify.judge import judge_page
from transparency.classify.obstacle import session_over
from transparency.crawl.agenda import Agenda
from transparency.crawl.audit import Audit
from transparency.crawl.candidates import Move
from transparency.crawl.candidates.files import LAST_RESORT
from transparency.crawl.candidates.forms import searches_what_is_shown, sends_something
from transparency.crawl.endings import ending_of, ending_of_paper, records_of
from transparency.crawl.judged_pages import content_type, is_page, judged_page, new_page, note_removed, read_file
from transparency.crawl.known import known_of
from transparency.crawl.onward import Onward
from transparency.crawl.portal_words import PortalWords
from transparency.crawl.request import CANDIDATE, Candidate, Retry, candidate_of, find_candidate, progress_of
from transparency.crawl.signposts import Rating, Signposts
from transparency.crawl.strategies import DEFAULT, Learning, Walk, strategy_named
from transparency.crawl.walker import Walker, walker_of
from transparency.extract.documents import DocumentLimits
from transparency.items import Frame, Page
from transparency.matrix import Matrix
from transparency.model import Form, Pressable
from transparency.net.failures import name_failure
from transparency.net.politeness import host_turn, introduce, page_turn, request_turn, until_free
from transparency.node import Node, at_address, host_of, is_near, is_web
from transparency.portals.families import Family, load_families
from transparency.run.arguments import Asked, read_arguments
from transparency.spiders._checking import Checking
from transparency.spiders._evaluating import Evaluating

PASSING = ("hung", "browser", "step")
"""Kinds of failure of a page that may be over when it is asked for again, as what a portal remembers of other visits changes what it
shows; those of the network are for backoff.py."""
SECOND_CHANCES = 10
"""Per municipality and kind of failure."""
NOT_SENT = "o formulário “{}” não é enviado: pode pedir identificação ou mudar algo no portal"
NOT_SENT_UNNAMED = "um formulário não é enviado: pode pedir identificação ou mudar algo no portal"
HOPS = 5
"""Redirections followed on the way to a file."""
PAGE_BYTES = 3_000_000
"""The most that is fetched of a page to see whether it comes whole."""
BELIEVED = 3
"""So many pages of a host that do not say where they end are asked for once more."""

_TAG = re.compile(r"<[^>]*>")


class PortalSpider(Checking, Evaluating):
    """Audits municipalities whose portals are of any make.

    Arguments: ``municipio`` (slug, name or IBGE code; several with commas), ``url`` and ``fornecedor`` by hand (also for
    a name that no catalogue holds), ``uf``, ``itens=todos|essenciais``, ``strategy``, and the budget per municipality:
    ``nodes``, ``depth``, ``minutes``. ``matriz=pntp-2026`` answers that matrix as well.
    """

    name = "portal"
    family: ClassVar[str] = ""
    """The vendor family whose portals this spider is for; empty for any."""
    hosts: ClassVar[tuple[str, ...]] = ()
    """Hosts by which the family is recognised (suffixes)."""
    marks: ClassVar[tuple[str, ...]] = ()
    """Regular expressions over address and HTML by which it is recognised on other hosts."""
    limits: ClassVar[Limits] = Limits()
    documents: ClassVar[DocumentLimits] = DocumentLimits()
    settle: ClassVar[float] = 8.0
    """Seconds after which a page that keeps moving is read as it is."""
    pause: ClassVar[float] = 0.5
    """Seconds between the steps on a live page."""
    request_turn, page_turn = staticmethod(request_turn), staticmethod(page_turn)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.strategy: str = kwargs.get("strategy") or DEFAULT
        self.today = dt.date.today()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """The browser is found when it is needed, so that commands that need none work without it."""
        super().update_settings(settings)
        settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", launch_options(), priority="spider")
        introduce(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PortalSpider:
        """Read matrix and catalogue, and make an audit per municipality asked for. With no arguments at all, as Scrapy's
        own commands make a spider to fetch one page with, there is nothing to audit."""
        spider: PortalSpider = super().from_crawler(crawler, *args, **kwargs)
        if not kwargs:
            return spider
        asked = spider.asked = cls.prepare(crawler.settings, **kwargs)
        spider.matrix, spider.words, spider.typed, spider.learning = (
            asked.matrix,
            asked.words,
            asked.typed,
            asked.learning,
        )
        spider.cycle = asked.cycle
        spider.signposts = Signposts(spider.matrix, spider.words.links)
        spider.onward = Onward(spider.matrix, spider.words, spider.signposts, spider.today, spider._request)
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(spider._judged, signal)
        if crawler.settings.getbool("FAMILIES_ENABLED"):
            spider.families = {f.name: f for f in load_families(get_spider_loader(crawler.settings))}
        done = set(crawler.settings.getlist("RUN_DONE"))
        for town in asked.towns:
            audit = Audit(town, spider.matrix, asked.essential, asked.budget, spider.changed.set)
            if audit.name in done:
                continue
            spider.audits[audit.name] = audit
            spider.breaker.worth.add(host_of(town.portal_url))
        return spider

    @property
    def agendas(self) -> dict[str, Agenda]:
        """For the frontier: audit → its candidates."""
        return {name: audit.agenda for name, audit in self.audits.items()}

    @classmethod
    def prepare(cls, settings: BaseSettings, **arguments: Any) -> Asked:
        """What a run with these arguments works on. UserError for everything about them that a person can mend."""
        return read_arguments(cls.name, settings, arguments)

    asked: Asked
    matrix: Matrix
    typed: list[str]
    learning: Learning
    families: dict[str, Family] = {}
    signposts: Signposts
    words: PortalWords
    onward: Onward

    # ---- the walk ----------------------------------------------------------------------------------------------

    def until_free(self, host: str) -> float:
        """Seconds until a host may be asked; infinite while its server is."""
        return until_free(host, self.crawler.engine.downloader.active)

    def first_requests(self, audit: Audit) -> tuple[Request, ...]:
        """The entry of a portal, and what an earlier audit knows of it."""
        return (self._entry(audit), *self._known(audit))

    def _entry(self, audit: Audit) -> Request:
        url = audit.municipality.portal_url
        audit.portal.entries[host_of(url)] = url
        node = at_address(url)
        request = self._request(audit, Candidate(audit.name, Move(node, "entry", "", Rating(0, 1.0, ""), "")))
        audit.agenda.opened(request)
        return request

    def _known(self, audit: Audit) -> Iterator[Request]:
        """The places that an earlier audit knows, when they are to come first (REVISIT_KNOWN)."""
        settings = self.crawler.settings
        if not settings.getbool("REVISIT_KNOWN"):
            return
        audit.agenda.known = known_of(audit, Path(settings["AUDITS_DIR"]), settings.getfloat("REVISIT_FULL_DAYS"))
        for place in audit.agenda.known.places if audit.agenda.known else ():
            move = Move(place.node, place.kind, "", Rating(0, 1.0, place.criterion), "", retries=bool(place.retries))
            question = audit.portal.question(place.node)
            candidate = Candidate(audit.name, move, question=question, subject=place.criterion, revisit=True)
            audit.ledger.promise(candidate)
            request = self._request(audit, candidate)
            audit.agenda.opened(request)
            yield request

    def _request(self, audit: Audit, candidate: Candidate) -> Request:
        node, document = candidate.node, candidate.kind == "document"
        return Request(
            node.url,
            callback=self.parse_document if document else self.parse,
            errback=self.failed,
            headers=audit.portal.cookie_header(node.url) if document else None,
            meta={
                CANDIDATE: candidate,
                "dont_redirect": True,
                **({"download_maxsize": self.documents.size, "handle_httpstatus_all": True} if document else {}),
            },
        )

    def context_options(self) -> dict[str, Any]:
        """Of the browser context that a municipality has to itself."""
        return {
            "locale": "pt-BR",
            "timezone_id": "America/Fortaleza",
            "viewport": {"width": 1280, "height": 900},
            "user_agent": self.crawler.settings["USER_AGENT"],
            "reduced_motion": "reduce",
            "accept_downloads": True,  # all are broken off but the one that a step brings
            "service_workers": "block",
            "permissions": [],
            "ignore_https_errors": True,
        }

    def visit(self, request: Request) -> Visit:
        """The visit that a request asks for."""
        if candidate_of(request).errand:
            return self.visit_stop(request)
        walker = progress_of(request).walker = Walker(self, request)
        node = candidate_of(request).node
        family = self.families.get(walker.audit.portal.families.get(host_of(node.url), ""))
        limits = replace(
            self.limits,
            settle=max(self.settle, family.settle if family else 0.0),
            pause=max(self.pause, family.pause if family else 0.0),
        )
        return self.visit_of(walker.audit, node, walker, limits)

    def visit_of(self, audit: Audit, node: Node, visitor: Visitor, limits: Limits) -> Visit:
        """A visit to a portal, by the rules of all of them. Nothing is kept waiting on this machine itself."""
        return Visit(
            node,
            self.onward.asking(audit),
            visitor,
            replace(limits, pause=0.0) if is_near(node.url) else limits,
            self.today,
            self.words.notices,
            self.words.agreements,
            turn=host_turn,
            expired=partial(self._expired, audit),
            forbids=self._forbids,
        )

    def _expired(self, audit: Audit, snapshot: Snapshot) -> bool:
        """Whether a page says that its session is over, or a window of the browser does when something is pressed; or the
        portal does not take what the page posts: pages that open at the same moment may each be given a session, and only the
        last counts. From then on it is visited one page at a time."""
        told = ((snapshot.title, snapshot.text), *(("", said) for said in snapshot.dialogs))
        over = bool(snapshot.denied) and audit.portal.opens_anew(snapshot.denied)
        over = over or any(session_over(title, text, self.words.obstacles) for title, text in told)
        audit.portal.one_by_one = audit.portal.one_by_one or over
        return over

    def _forbids(self, form: Form, beside: Sequence[Pressable]) -> bool:
        """Whether a form is never sent."""
        return sends_something(form, beside, self.signposts, self.words.query)

    def make_strategy(self, audit: str) -> Walk:
        """What orders the nodes of a municipality."""
        return Walk(strategy_named(self.strategy), self.learning, audit, self.audits[audit])

    def page_of(self, audit: Audit, snapshot: Snapshot) -> Page:
        """What was seen, judged."""
        return judged_page(audit, snapshot, self.matrix, self.words.obstacles, self.families.values())

    async def parse(self, response: Response) -> AsyncIterator[Page | Request]:
        """Emit the pages that were seen, and the moves that lead on from them. Of a page that is no part of an audit
        (``scrapy parse``) nothing is known to judge it by."""
        request = response.request
        assert request is not None
        candidate = find_candidate(request)
        if candidate is None:
            self.logger.warning("%s não é de nenhuma auditoria: nada a julgar.", response.url)
            return
        audit = self.audits[candidate.audit]
        try:
            async for result in self._pages_of(audit, request, response):
                yield result
        except Exception as error:  # the page was not followed: the verdicts must not take that for an absence
            self._give_up(audit, request, *name_failure(error))
            audit.agenda.left(request)
            raise

    async def _pages_of(self, audit: Audit, request: Request, response: Response) -> AsyncIterator[Page | Request]:
        candidate, progress = candidate_of(request), progress_of(request)
        node, snapshot = candidate.node, progress.snapshot
        if snapshot is None:
            yield self.onward.again(audit, node, candidate, "document")  # the browser took it for a download
            return
        audit.traffic.requests += snapshot.requests
        audit.traffic.bytes += snapshot.bytes
        audit.traffic.certificates |= {host: wrong for host, wrong in snapshot.certificates.items() if wrong}
        if await self._cut_off(audit, snapshot.unclosed):
            audit.failed(node, candidate.promised, "network", BROKEN_OFF, candidate)
            audit.ledger.cut_off(candidate, BROKEN_OFF)
        looked = walker_of(request)
        assert looked is not None
        for result in looked.results():
            yield result

    async def _cut_off(self, audit: Audit, urls: Sequence[str]) -> bool:
        """Whether one of these pages comes only in part. A browser does not tell, so they are asked for once more by plain
        HTTP. A host whose pages just lack an end is believed after a few."""
        engine = self.crawler.engine
        assert engine is not None
        for url in urls:
            if audit.portal.unended[host_of(url)] >= BELIEVED:
                continue
            meta = {"download_maxsize": PAGE_BYTES, "dont_redirect": True}
            audit.traffic.requests += 1
            request = Request(url, callback=NO_CALLBACK, headers=audit.portal.cookie_header(url), meta=meta)
            try:
                response = await engine.download_async(request)
                audit.traffic.bytes += len(response.body)
            except ResponseDataLossError:
                return True
            except Exception as error:  # it is not known; the browser has seen a page
                self.logger.info("Não se sabe se veio inteira: %s (%r)", url, error)
            audit.portal.unended[host_of(url)] += 1
        return False

    async def parse_document(self, response: Response) -> AsyncIterator[Page | Request]:
        """Judge a file like any page."""
        request = response.request
        assert request is not None
        audit = self.audits[candidate_of(request).audit]
        try:
            async for result in self._document_of(audit, request, response):
                yield result
        except Exception as error:
            self._give_up(audit, request, *name_failure(error))
            raise
        finally:
            audit.agenda.left(request)

    async def _document_of(self, audit: Audit, request: Request, response: Response) -> AsyncIterator[Page | Request]:
        candidate = candidate_of(request)
        node, retry = candidate.node, candidate.retry
        location = response.headers.get("Location")
        if 300 <= response.status < 400 and location and retry.redirects < HOPS:
            there = replace(node, url=response.urljoin(location.decode("latin-1")))
            if not is_web(there.url):
                self._give_up(audit, request, "egress", NO_WEB)
                return
            yield self.onward.again(audit, there, candidate, "document", Retry(redirects=retry.redirects + 1))
            return
        if not retry.restart and is_page(response):
            yield self.onward.again(audit, node, candidate, "link", Retry(restart=True))
            return
        started = time.monotonic()
        document, redacted = await asyncio.to_thread(
            read_file,
            response.body,
            response.url,
            content_type(response),
            node.labels[-1] if node.labels else "",
            self.documents,
        )
        page = new_page(audit, node, response.url, response.status)
        page.title = page.steps[-1]
        page.frames = [Frame(page.final_url, redacted.html, title=page.title)]
        note_removed(page, redacted)
        page.state = hashlib.sha1(response.body, usedforsecurity=False).hexdigest()[:16]
        page.problem = document.problem or ("" if response.status < 400 else f"o servidor respondeu {response.status}")
        audit.traffic.requests += 1
        audit.traffic.bytes += len(response.body)
        new = 0
        found = judge_page(page, self.matrix, [redacted.record_sets]) if document.html else []
        if found and page.problem == document.problem:
            page.problem = ""  # a scanned paper whose name is what is looked for
        if page.problem:
            audit.failed(node, candidate.promised, "unreadable", page.problem, candidate)
        else:
            page.findings = found
            page.of_town = candidate.of_town
            audit.of_town(page)
            better = audit.ledger.improves(page.findings)
            marks = [f.box for f in better if f.box]
            picture = document.render(marks) if better or audit.to_picture(candidate, page) else None
            if picture:
                page.screenshot = blurred(picture.jpeg, picture.origin, outside(redacted.veils, marks))
                page.shot_origin = picture.origin
            new = audit.consider(page, page.findings)
        if not page.problem:
            ending = ending_of(page, document.html, records_of(page), (), (), "")
            ending = ending_of_paper(ending, _TAG.sub(" ", document.html)) if candidate.promising else ending
            audit.ledger.answer(candidate, ending, page, audit.portal.question(node))
        page.seconds = round(time.monotonic() - started, 3)
        self.frontier.strategy_of(audit.name).rewarded(page.node, new, shown=audit.shown(page))
        audit.agenda.harvest.took_in(candidate, new, bool(found))
        audit.agenda.tried(request, audit.ledger.proves(page))
        audit.pages_in_pipeline += 1
        yield page
        for again in self.onward.another(audit, page, candidate):
            yield again

    def failed(self, failure: Failure) -> Iterator[Page | Request]:
        """A visit that ended badly gets a name; what was seen before is kept."""
        request: Request = failure.request  # type: ignore[attr-defined]
        audit = self.audits[candidate_of(request).audit]
        error = failure.value or RuntimeError("no reason given")
        kind, reason = name_failure(error)
        if kind == "bug":
            self.logger.error("Falha inesperada ao ver %s", request.url, exc_info=error)
        candidate, walker = candidate_of(request), walker_of(request)
        node = candidate.node
        if self._is_file(request, kind, str(error)) and not (walker and walker.sights):
            yield self.onward.again(audit, node, candidate, "document")
            return
        if isinstance(error, VisitFailed) and error.kind == "document":
            yield from self.handed_out(audit, request, error.file)
            return
        if kind == "step":  # another visit may have changed what this one has found
            audit.portal.one_by_one = True
        if kind in PASSING and not (walker and walker.sights) and self.second_chance(audit, request, kind):
            # A new visitor comes to the page as long as it opens by itself: one behind a door is not to be had without its session.
            retry = Retry(restart=True, second_chance=True, afresh=kind == "step" and audit.portal.was_opened(node.url))
            yield self.onward.again(audit, node, candidate, retry=retry)
            return
        under_way = walker.request if walker and walker.sights else request
        if not walker or not any(sight.request is under_way and sight.followed for sight in walker.sights):
            self._give_up(audit, under_way, kind, reason)
            if kind == "step":
                yield from self.onward.instead(audit, candidate_of(under_way))
        audit.agenda.left(under_way)
        if walker:
            yield from walker.results()

    def refusal(self, snapshot: Snapshot) -> str:
        """Why a form of the page is not sent (Portuguese); "" where none is held back but what goes to another page of a list."""
        for view in snapshot.frames:
            for form in view.data.forms:
                data, words = view.data, self.words.query
                if sends_something(form, data.candidates, self.signposts, words) and not searches_what_is_shown(
                    form, data.candidates, words
                ):
                    return NOT_SENT.format(form.label) if form.label else NOT_SENT_UNNAMED
        return ""

    def handed_out(self, audit: Audit, request: Request, file: HandedOut | None) -> Iterator[Request]:
        """A step brought a file instead of a page. It is read where it was asked for, or where the page that it hangs on told
        nothing itself: what a row of records brings belongs to one of them (its notice, its contract), as do files that are
        linked."""
        candidate = candidate_of(request)
        node = candidate.node
        audit.agenda.tried(request, False)
        self.frontier.strategy_of(audit.name).rewarded(node.fingerprint(), 0)
        of_record = candidate.promising and candidate.kind == "row"
        if file is not None and file.body and candidate.tier <= LAST_RESORT and not of_record:
            again = self.onward.again(audit, node, candidate, "document")
            progress_of(again).file = file
            yield again
            return
        if file is not None and file.url.startswith("http") and candidate.tier <= 1 and not candidate.promising:
            there = replace(node, url=file.url, steps=(), entry="")
            yield self._request(audit, candidate.again(there, "document"))
        else:
            audit.ledger.withdraw(candidate)
        audit.agenda.left(request)

    @staticmethod
    def second_chance(audit: Audit, request: Request, kind: str) -> bool:
        """Whether what failed is asked once more: a busy server, a browser that crashed. Not where nothing answers at all."""
        if candidate_of(request).retry.second_chance or audit.second_chances[kind] >= SECOND_CHANCES:
            return False
        audit.second_chances[kind] += 1
        return True

    @staticmethod
    def _is_file(request: Request, kind: str, message: str) -> bool:
        """Whether a visit failed because its address brings a file, which can be had without the browser."""
        started = "Download is starting" in message or "net::ERR_ABORTED" in message
        candidate = candidate_of(request)
        return (kind == "document" or started) and candidate.kind != "document" and not candidate.node.steps

    def _judged(self, item: Any) -> None:
        """A page left the pipelines, one way or the other."""
        if isinstance(item, Page):
            audit = self.audits[item.audit]
            audit.pages_in_pipeline -= 1
            audit.changed()

    def _give_up(self, audit: Audit, request: Request, kind: str, reason: str) -> None:
        candidate = candidate_of(request)
        node = candidate.node
        if candidate.revisit and kind == "step":
            audit.agenda.gone(candidate, self.frontier.give_back(request))
        else:
            audit.failed(node, candidate.promised, kind, reason, candidate)
        audit.agenda.tried(request, False)
        audit.portal.forget(node)  # by another spelling it may open
        self.frontier.strategy_of(audit.name).rewarded(node.fingerprint(), 0)
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"visit/failed/{kind}")
        self.logger.info("Visita falhou (%s): %s [%s]", kind, reason, " › ".join(node.words))
