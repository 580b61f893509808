"""The generic walk over any portal. A vendor family is a subclass with other values of its typed attributes."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import hashlib
import re
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

from binaryornot.helpers import is_binary_string
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.spiderloader import get_spider_loader
from twisted.python.failure import Failure

from transparency import catalogue
from transparency.audit import Audit, Budget, now
from transparency.backoff import Breaker
from transparency.browser.chromium import launch_options
from transparency.browser.cover import blurred, outside
from transparency.browser.handler import NO_WEB, BrowserHandler, allowance
from transparency.browser.middleware import SNAPSHOT
from transparency.browser.snapshot import BROKEN_OFF, Limits, Snapshot, VisitFailed
from transparency.browser.visit import Visit
from transparency.catalogue import Catalogue, Municipality
from transparency.failures import name_failure
from transparency.families import Family, load_families, recognise
from transparency.items import Frame, Page, RecordSet, UserError
from transparency.judge.context import criterion_named
from transparency.judge.documents import Document, DocumentLimits, read_document, sniff
from transparency.judge.judge import judge_page
from transparency.judge.obstacle import obstacle, session_over
from transparency.judge.redact import Redacted, redact
from transparency.judge.text import words
from transparency.judge.values import is_rounded
from transparency.known import known_of, trace_of
from transparency.match_model import match_model
from transparency.matrix import Matrix, load_matrix
from transparency.plain import PAGE_BYTES, PlainHttp
from transparency.politeness import host_turn, introduce, is_spared, page_turn, request_turn, server_of, until_free
from transparency.portal_words import PortalWords, load_portal_words
from transparency.privacy import clean_address
from transparency.run import size_of, too_little_room
from transparency.side_by_side import Place, machine, next_town, pages_at_once, towns_at_once
from transparency.walk.candidates import (
    CONTENT,
    DOCUMENT,
    LIKE,
    PERIODS,
    Ground,
    Move,
    answers_of,
    bar_of,
    folders,
    further_views,
    leads_to_several,
    loose_fields,
    moves,
    next_attempt,
    openers,
    plain,
    says_only_when,
    spot,
    spots,
    volatile_parameters,
    without_tokens,
)
from transparency.walk.estimate import Model
from transparency.walk.forms import QueryWords, field_kind, is_jump, is_undecided
from transparency.walk.frontier import Frontier
from transparency.walk.node import META, Node, canonical_url, host_of, is_web, node_of, pattern_of
from transparency.walk.sections import bare_headings
from transparency.walk.signposts import MENUS, Rating, Signposts, singular
from transparency.walk.strategies import DEFAULT, EPSILON, Learning, Strategy, strategy_named
from transparency.walker import Walker, promised
from transparency.watchdog import beat

ARGUMENTS = "municipio url uf fornecedor itens strategy epsilon seed model nodes depth minutes".split()
PASSING = ("hung", "browser")
"""Kinds of failure of a page that may be over when it is asked for again; those of the network are for backoff.py."""
SECOND_CHANCES = 10
"""Per municipality."""
OUT_OF_TIME = "o tempo da execução acabou"
SERIES = 8
"""So many siblings whose labels differ in numbers only are a group of their own."""
LACKING = 2
"""So many earlier years are asked for what one section of a page lacks."""
HOPS = 5
"""Redirections followed on the way to a file."""
CARRIED = (
    "kind", "tier", "score", "criterion", "parent", "group", "once", "answers", "retries", "place", "region", "shape", "generic", "seeks",
    "promising", "about", "label", "called", "way", "words", "led", "component", "from_state", "within", "others", "shows", "town", "aside", "bare",
)  # fmt: skip
"""What another try at a request keeps of the first one's meta."""
_FORM = re.compile(r"\|(form|select)\|")
_DIGITS = re.compile(r"\d+")


class PortalSpider(Spider):
    """Audits municipalities whose portals are of any make.

    Arguments: ``municipio`` (slug, name or IBGE code; several with commas), ``url`` and ``fornecedor`` by hand (also for
    a name that no catalogue holds), ``uf``, ``itens=todos|essenciais``, ``strategy``, and the budget per municipality:
    ``nodes``, ``depth``, ``minutes``.
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
        self.audits: dict[str, Audit] = {}
        self.plain: dict[str, PlainHttp] = {}
        self.breaker = Breaker()
        self.today = dt.date.today()
        self.stopped = ""
        """Why no other municipality is begun (Portuguese)."""
        self._changed = asyncio.Event()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """The browser is found when it is needed, so that commands that need none work without it."""
        super().update_settings(settings)
        settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", launch_options(), priority="spider")
        introduce(settings)

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PortalSpider:
        """Read matrix and catalogue, and make an audit per municipality asked for."""
        spider: PortalSpider = super().from_crawler(crawler, *args, **kwargs)
        spider.matrix, spider.words, towns = cls.prepare(crawler.settings, **kwargs)
        spider.signposts = Signposts(spider.matrix, spider.words.links)
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(spider._judged, signal)
        spider.typed = cls._typed(crawler.settings, towns, kwargs)
        budget, essential = cls._budget(kwargs), cls._essential(kwargs)
        spider.learning = cls._learning(crawler.settings, kwargs, towns)
        model = match_model(crawler.settings.get("MATCH_MODEL"))
        if crawler.settings.getbool("FAMILIES_ENABLED"):
            spider.families = {f.name: f for f in load_families(get_spider_loader(crawler.settings))}
        done = set(crawler.settings.getlist("RUN_DONE"))
        for town in towns:
            audit = Audit(town, spider.matrix, essential, budget, spider._changed.set, model=model)
            if audit.name in done:
                continue
            spider.audits[audit.name] = audit
            spider.breaker.worth.add(host_of(town.portal_url))
            if crawler.settings.getbool("PLAIN_HTTP_ENABLED"):
                spider.plain[audit.name] = PlainHttp(crawler, audit, spider.words.query)
        return spider

    @classmethod
    def prepare(cls, settings: BaseSettings, **arguments: Any) -> tuple[Matrix, PortalWords, list[Municipality]]:
        """What a run with these arguments works on. UserError for everything about them that a person can mend."""
        unknown = sorted(set(arguments) - {*ARGUMENTS, "_job"})
        if unknown:
            raise UserError(f"Opção desconhecida: {', '.join(unknown)}.", f"As opções são: {', '.join(ARGUMENTS)}.")
        strategy_named(arguments.get("strategy") or DEFAULT)
        cls._budget(arguments)
        cls._essential(arguments)
        launch_options()
        folder = Path(settings["KEYWORDS_DIR"]) if settings.get("KEYWORDS_DIR") else None
        matrix = load_matrix(folder)
        words = load_portal_words(matrix.vocabulary.query_buttons, folder, matrix.labels)
        known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
        towns = cls.municipalities(known, arguments)
        allowance(settings, cls._typed(settings, towns, arguments))
        cls._learning(settings, arguments, towns)
        match_model(settings.get("MATCH_MODEL"))
        return matrix, words, towns

    @staticmethod
    def _typed(settings: BaseSettings, towns: Iterable[Municipality], arguments: Mapping[str, Any]) -> list[str]:
        """Entries that a person gave: by hand, or in a catalogue file of their own."""
        by_hand = arguments.get("url") or settings.getlist("CATALOGUE_FILES")
        return [town.portal_url for town in towns if town.portal_url] if by_hand else []

    matrix: Matrix
    typed: list[str]
    frontier: Frontier
    learning: Learning
    families: dict[str, Family] = {}
    signposts: Signposts
    words: PortalWords

    @staticmethod
    def _essential(arguments: dict[str, Any]) -> bool:
        asked = arguments.get("itens") or "todos"
        if asked not in ("todos", "essenciais"):
            raise UserError(f"Valor inválido para itens: “{asked}”.", "Use itens=todos ou itens=essenciais.")
        return bool(asked == "essenciais")

    @staticmethod
    def _budget(arguments: dict[str, Any]) -> Budget:
        values: dict[str, Any] = {}
        for name, kind in (("nodes", int), ("depth", int), ("minutes", float)):
            text = arguments.get(name)
            if text is None:
                continue
            try:
                values[name] = kind(text)
            except ValueError:
                values[name] = 0
            if not values[name] > 0:
                raise UserError(f"Valor inválido para {name}: “{text}”.", "Use um número maior que zero.")
        return Budget(**values)

    @classmethod
    def _learning(cls, settings: BaseSettings, arguments: dict[str, Any], towns: list[Municipality]) -> Learning:
        """The state is kept per vendor family, beside the audits, unless another file is named."""
        try:
            epsilon, seed = float(arguments.get("epsilon") or EPSILON), int(arguments.get("seed") or 0)
        except ValueError:
            epsilon, seed = -1.0, 0
        if not 0 <= epsilon <= 1:
            raise UserError("Valor inválido para epsilon ou seed.", "Use epsilon entre 0 e 1 e seed inteiro.")
        named = arguments.get("model") or ""
        visits = Path(noted) if (noted := settings.get("WALK_VISITS")) else None
        if named == "off":
            return Learning(epsilon, seed, Model.packaged(), visits)
        families = {town.families for town in towns}
        family = "-".join(families.pop()) if len(families) == 1 else ""
        path = Path(named) if named else Path(settings["AUDITS_DIR"]) / ".walk" / f"{family or 'any'}.json"
        return Learning(epsilon, seed, Model.kept_at(path), visits)

    @classmethod
    def municipalities(cls, known: Catalogue, arguments: dict[str, Any]) -> list[Municipality]:
        """The municipalities asked for, from the catalogue or given by hand."""
        asked = [part.strip() for part in (arguments.get("municipio") or "").split(",") if part.strip()]
        url, uf, family = (arguments.get(key) for key in ("url", "uf", "fornecedor"))
        if not asked:
            raise UserError("Falta dizer o município.", f"Por exemplo: scrapy crawl {cls.name} -a municipio=santa-rita")
        if url and len(asked) > 1:
            raise UserError("Um endereço dado à mão serve para um município só.", "Use um comando por município.")
        found = [known.resolve(name, uf, url, [family] if family else ()) for name in asked]
        for municipality in found:
            if not municipality.portal_url:
                raise UserError(
                    f"O catálogo não tem o endereço do portal de {municipality.name}.", "Dê-o com -a url=https://…"
                )
        return list(dict.fromkeys(found))

    # ---- the walk ----------------------------------------------------------------------------------------------

    async def start(self) -> AsyncIterator[Any]:
        """Walk the municipalities, several side by side; each gives its verdicts when its walk is over."""
        waiting = list(self.audits.values())
        active: list[Audit] = []
        settings, handler = self.crawler.settings, BrowserHandler.from_crawler(self.crawler)
        at_once, minutes = self._side_by_side(), settings.getfloat("RUN_MINUTES")
        given_up, begun = settings.getdict("RUN_GIVEN_UP"), time.monotonic()
        while waiting or active:
            if waiting and len(active) < at_once and (time.monotonic() - begun > minutes * 60 > 0):
                self.stopped = OUT_OF_TIME
            if self.stopped:
                waiting.clear()
            # A municipality whose server is left alone waits, and holds up nobody.
            while waiting and sum(not self.frontier.only_later(a.name) for a in active) < at_once:
                index = self._next_town(waiting, active)
                self.stopped = self.stopped or ("" if index is None else self._no_room(at_once))
                if index is None or self.stopped:
                    break
                audit = waiting.pop(index)
                try:
                    audit.begin()
                except OSError as error:
                    self.stopped = audit.unkept = error.strerror or type(error).__name__
                    break
                except UserError as error:  # a link stands where its folder would be
                    self.logger.error("%s: %s", audit.name, error)
                    continue
                active.append(audit)
                handler.egress.count_for(audit.refused)
                if audit.name in given_up:  # it has brought the program down before
                    audit.failed(Node(url=audit.municipality.portal_url), "", "hung", given_up[audit.name])
                else:
                    for request in (self._entry(audit), *self._known(audit)):
                        yield request
            with contextlib.suppress(TimeoutError):  # look again now and then: a lost node must not hold the run
                await asyncio.wait_for(self._changed.wait(), 5)
            self._changed.clear()
            self.breaker.last_round = all(
                self.breaker.is_open(host_of(a.municipality.portal_url)) or self.frontier.only_later(a.name)
                for a in (*waiting, *active)
            )
            if self.breaker.last_round:
                beat()  # what waits on purpose does not stand still
            for audit in active:
                if audit.overdue():
                    self.logger.error(
                        "%s: abandonada depois do prazo com %d nós abertos", audit.name, len(audit.open_nodes)
                    )
                    audit.abandon()
                if audit.unkept:
                    self.logger.error("%s: não pôde ser guardada (%s)", audit.name, audit.unkept)
                    self.stopped = audit.unkept
                    audit.abandon()
            for audit in [a for a in active if a.finished]:
                active.remove(audit)
                self.frontier.strategy_of(audit.name).finished()
                await handler.close_context(audit.name)
                handler.egress.count_no_more(audit.refused)
                try:
                    verdicts = [] if audit.unkept else audit.verdicts()
                except Exception:  # the others have nothing to do with it; --retomar tries it again
                    self.logger.exception("%s: os vereditos não puderam ser dados", audit.name)
                    verdicts = []
                self.frontier.forget(audit.name)
                for verdict in verdicts:
                    yield verdict

    def _side_by_side(self) -> int:
        """So many municipalities at once; the downloader is told how many pages."""
        settings, (cores, free) = self.crawler.settings, machine()
        spared = any(is_spared(host_of(audit.municipality.portal_url)) for audit in self.audits.values())
        towns = min(towns_at_once(settings.getint("AUDITS_AT_ONCE"), spared, cores, free), max(1, len(self.audits)))
        downloader: Any = self.crawler.engine.downloader if self.crawler.engine else None
        if downloader is not None and spared:
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

    def until_free(self, host: str) -> float:
        """Seconds until a host may be asked; infinite while its server is."""
        return until_free(host, self.crawler.engine.downloader.active) if self.crawler.engine else 0.0

    def _no_room(self, at_once: int) -> str:
        """Why no other audit may begin: the disk is nearly full."""
        whole = [Path(audit.folder) for audit in self.audits.values() if audit.folder]
        sizes = [size_of(folder) for folder in whole[-20:]]
        reserve = self.crawler.settings.getint("DISK_RESERVE_MB") * 1_000_000
        return too_little_room(Path(self.crawler.settings["AUDITS_DIR"]), reserve, sizes, at_once)

    def _entry(self, audit: Audit) -> Request:
        url = audit.municipality.portal_url
        audit.entries[host_of(url)] = url
        node = Node(url=url, words=(f"abra {url}",))
        request = self._request(audit, node, kind="entry", tier=0, score=1.0)
        audit.opened(request)
        return request

    def _known(self, audit: Audit) -> Iterator[Request]:
        """The places that an earlier audit knows, when they are to come first (REVISIT_KNOWN)."""
        settings = self.crawler.settings
        if not settings.getbool("REVISIT_KNOWN"):
            return
        audit.known = known_of(audit, Path(settings["AUDITS_DIR"]), settings.getfloat("REVISIT_FULL_DAYS"))
        for place in audit.known.places if audit.known else ():
            request = self._request(
                audit, place.node, kind=place.kind, tier=0, score=1.0, criterion=place.criterion, known=True, retries=place.retries
            )  # fmt: skip
            audit.opened(request)
            yield request

    def _request(self, audit: Audit, node: Node, **meta: Any) -> Request:
        document = meta.get("kind") == "document"
        return Request(
            node.url,
            callback=self.parse_document if document else self.parse,
            errback=self.failed,
            headers=audit.cookie_header(node.url) if document else None,
            meta={
                META: node.to_dict(),
                "audit": audit.name,
                "depth": node.depth,
                "dont_redirect": True,
                **({"download_maxsize": self.documents.size, "handle_httpstatus_all": True} if document else {}),
                **meta,
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
            "accept_downloads": False,
            "service_workers": "block",
            "permissions": [],
            "ignore_https_errors": True,
        }

    def visit(self, request: Request) -> Visit:
        """The visit that a request asks for."""
        walker = Walker(self, request)
        request.meta["walker"] = walker
        node = node_of(request)
        local = host_of(node.url).split(":")[0] in ("127.0.0.1", "localhost")
        family = self.families.get(walker.audit.families.get(host_of(node.url), ""))
        limits = replace(
            self.limits,
            settle=max(self.settle, family.settle if family else 0.0),
            pause=0.0 if local else max(self.pause, family.pause if family else 0.0),
        )
        return Visit(
            node,
            self._asking(walker.audit),
            walker,
            limits,
            self.today,
            self.words.notices,
            turn=host_turn,
            expired=self._expired,
            forbids=self._forbids,
        )

    def _expired(self, snapshot: Snapshot) -> bool:
        return session_over(snapshot.title, snapshot.text, self.words.obstacles)

    def _asking(self, audit: Audit) -> QueryWords:
        """What is chosen in the forms of a municipality's portal."""
        return self.words.query_of(audit.municipality.name, audit.municipality.uf)

    def _forbids(self, form: Mapping[str, Any]) -> bool:
        """Whether a form is never sent."""
        return self.signposts.forbids(form["label"], form["text"], [c["label"] for c in form["controls"]])

    def make_strategy(self, audit: str) -> Strategy:
        """The strategy that walks a municipality."""
        return strategy_named(self.strategy)(self.learning, audit, self.audits[audit])

    def _new_page(self, audit: Audit, node: Node, url: str, status: int) -> Page:
        portal = audit.municipality.portal_url
        return Page(
            municipio=audit.municipality.slug,
            uf=audit.municipality.uf,
            url=clean_address(node.url, portal),
            final_url=clean_address(url, portal),
            status=status,
            title="",
            depth=node.depth,
            steps=[audit.told(words) for words in node.words],
            labels=[audit.told(label) for label in node.labels],
            node=node.fingerprint(),
            time=now(),
            audit=audit.name,
        )

    def page_of(self, audit: Audit, snapshot: Snapshot) -> Page:
        """What was seen, judged."""
        node = snapshot.node
        text = "\n".join(view.data["text"] for view in snapshot.frames)
        page = self._new_page(audit, node, snapshot.url, snapshot.status)
        page.title, page.truncated = audit.told(snapshot.frames[0].data["title"]), snapshot.truncated
        audit.truncated += page.truncated
        portal = audit.municipality.portal_url
        page.steps[len(node.words) - len(snapshot.done) :] = [audit.told(words) for words in snapshot.done]
        page.frames = [
            # What is judged is what is kept: judged again from the store, a page says the same.
            Frame(
                clean_address(view.url, portal),
                view.data["html"],
                view.name,
                audit.told(view.data["title"]),
                view.offset,
            )
            for view in snapshot.frames
        ]
        _tell(page, *(view.redacted for view in snapshot.frames))
        for view in snapshot.frames:
            host = host_of(view.url)
            if not audit.families.get(host) and audit.looked_at[host] < 3:
                audit.looked_at[host] += 1
                audit.families[host] = recognise(view.url, view.data["html"], self.families.values())
        page.families = sorted({audit.families.get(host_of(view.url), "") for view in snapshot.frames} - {""})
        seen = [
            *(without_tokens(view.url) for view in snapshot.frames),
            *(view.data["theme"] for view in snapshot.frames),
        ]
        shown = "\n".join((*seen, _DIGITS.sub("0", text)))
        page.state = hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest()[:16]
        urls = [view.url for view in snapshot.frames]
        challenge = any(view.data["challenge"] for view in snapshot.frames)
        bare = not any(view.data[kind] for view in snapshot.frames for kind in ("candidates", "forms", "selects"))
        page.problem = obstacle(
            snapshot.status, snapshot.title, text, urls, self.words.obstacles, challenge, bare, bool(node.depth)
        )
        if not page.problem or snapshot.status < 400:
            findings = judge_page(page, self.matrix, [view.redacted.record_sets for view in snapshot.frames])
            if any(finding.has_data for finding in findings):  # words of a refusal, among records
                page.problem = ""
            page.findings = None if page.problem else findings
        return page

    def needs_no_browser(self, request: Request) -> bool:
        """Whether a node that is due can be read by plain HTTP; then the request is made ready for that."""
        audit = self.audits[request.meta["audit"]]
        plain, node = self.plain.get(audit.name), node_of(request)
        if plain is None or request.meta.get("afresh") or request.meta.get("by_click") or not plain.serves(node):
            return False
        if plain.due(node):
            request.meta["check"] = True
            return False
        request.meta.update(download_maxsize=PAGE_BYTES, plainly=True)
        for name, value in audit.cookie_header(node.url).items():
            request.headers[name] = value
        return True

    async def parse(self, response: Response) -> AsyncIterator[Page | Request]:
        """Emit the pages that were seen, and the moves that lead on from them."""
        request = response.request
        assert request is not None
        audit = self.audits[request.meta["audit"]]
        try:
            async for result in self._pages_of(audit, request, response):
                yield result
        except Exception as error:  # the page was not followed: the verdicts must not take that for an absence
            self._give_up(audit, request, *name_failure(error))
            audit.left(request)
            raise

    async def _pages_of(self, audit: Audit, request: Request, response: Response) -> AsyncIterator[Page | Request]:
        node = node_of(request)
        snapshot: Snapshot | None = response.meta.get(SNAPSHOT)
        plain = self.plain.get(audit.name)
        if snapshot is None:
            if request.meta.get("playwright") or plain is None or is_binary_string(response.body[:1024]):
                # The browser took it for a download, or it is a file whatever type the server claims.
                yield self._again(audit, node, request.meta, kind="document")
                return
            snapshot = await plain.snapshot(node, response)
            walker = request.meta["walker"] = Walker(self, request)
            if snapshot is None or walker.closed(snapshot) or not walker.glance(snapshot):
                yield self._again(audit, node, request.meta, afresh=True)
                return
        audit.requests += snapshot.requests
        audit.bytes += snapshot.bytes
        audit.certificates |= {host: wrong for host, wrong in snapshot.certificates.items() if wrong}
        if plain is not None and snapshot.unclosed and await plain.cut_off(snapshot.unclosed):
            audit.failed(node, promised(request.meta), "network", BROKEN_OFF, request.meta)
        for result in request.meta["walker"].results():
            yield result
        if plain is not None and request.meta.get("playwright"):
            await plain.compare(snapshot, bool(request.meta.get("check")))

    async def parse_document(self, response: Response) -> AsyncIterator[Page | Request]:
        """Judge a file like any page."""
        request = response.request
        assert request is not None
        audit = self.audits[request.meta["audit"]]
        try:
            async for result in self._document_of(audit, request, response):
                yield result
        except Exception as error:
            self._give_up(audit, request, *name_failure(error))
            raise
        finally:
            audit.left(request)

    async def _document_of(self, audit: Audit, request: Request, response: Response) -> AsyncIterator[Page | Request]:
        node = node_of(request)
        location = response.headers.get("Location")
        if 300 <= response.status < 400 and location and request.meta.get("hops", 0) < HOPS:
            there = replace(node, url=response.urljoin(location.decode("latin-1")))
            if not is_web(there.url):
                self._give_up(audit, request, "egress", NO_WEB)
                return
            yield self._again(audit, there, request.meta, kind="document", hops=request.meta.get("hops", 0) + 1)
            return
        if not request.meta.get("afresh") and _is_page(response):
            yield self._again(audit, node, request.meta, kind="link", afresh=True)
            return
        started = time.monotonic()
        document, redacted = await asyncio.to_thread(
            _read_document,
            response.body,
            response.url,
            _content_type(response),
            node.labels[-1] if node.labels else "",
            self.documents,
        )
        page = self._new_page(audit, node, response.url, response.status)
        page.title = page.steps[-1]
        page.frames = [Frame(page.final_url, redacted.html, title=page.title)]
        _tell(page, redacted)
        page.state = hashlib.sha1(response.body, usedforsecurity=False).hexdigest()[:16]
        page.problem = document.problem or ("" if response.status < 400 else f"o servidor respondeu {response.status}")
        audit.requests += 1
        audit.bytes += len(response.body)
        new = 0
        if page.problem:
            audit.failed(node, promised(request.meta), "unreadable", page.problem, request.meta)
        else:
            audit.judged(page, promised(request.meta))
            page.findings = judge_page(page, self.matrix, [redacted.record_sets])
            audit.of_town(page, bool(request.meta.get("town")))
            better = audit.improves(page.findings)
            marks = [f.box for f in better if f.box]
            picture = document.render(marks) if better else None
            if picture:
                page.screenshot = blurred(picture.jpeg, picture.origin, outside(redacted.veils, marks))
                page.shot_origin = picture.origin
            new = audit.consider(page, page.findings)
        page.seconds = round(time.monotonic() - started, 3)
        self.frontier.strategy_of(audit.name).rewarded(page.node, new, shown=audit.shown(page))
        audit.tried(request, audit.proves(page))
        audit.pages_in_pipeline += 1
        yield page
        for again in self.another(audit, page, request.meta):
            yield again

    def follow(
        self, audit: Audit, page: Page, snapshot: Snapshot, meta: dict[str, Any], known: bool
    ) -> Iterator[Request]:
        """The moves that lead on from a page. One that was seen before still owes the earlier years of its query."""
        node = snapshot.node
        filled = any(_tells(s) and not s.hidden for f in page.frames for s in f.record_sets)
        if filled and not page.findings and _still_asks(page, snapshot, self.words.query):
            filled = False
        in_sight = [
            f for f in page.findings or [] if f.has_data and not page.frames[f.frame].record_sets[f.record_set].hidden
        ]
        promising = any(f.criterion in audit.wanted() for f in page.findings or [])
        listing = not page.findings and all(_only_lists(s) for f in page.frames for s in f.record_sets if s.rows)
        served = {f.criterion for f in page.findings or [] if f.has_data}
        lacks = self._lacking(page, audit.wanted()) if filled else frozenset()
        seeks = set(meta.get("seeks", ()))
        if served & seeks if seeks else served or (filled and not page.findings):
            audit.answered |= {meta.get("once", ""), meta.get("answers", "")} - {""}
        ran = bool(node.steps) and node.steps[-1].op == "query"
        promise, asking = Rating(meta["tier"], meta["score"], promised(meta)), self._asking(audit)
        again = None
        if (
            ran
            and (meta.get("retries") or any(field_kind(c, self.words.query) in PERIODS for c in snapshot.asked))
            and not meta.get("answers")  # the next year is that of a bar of links
            and (not (in_sight or (filled and not page.findings)) or (lacks and node.steps[-1].attempt < LACKING))
        ):
            # without a button nothing happens where nothing is chosen
            idle = snapshot.choices == meta.get("choices") if snapshot.choices else not node.steps[-1].target.path
            again = None if idle else next_attempt(node, snapshot.asked, self.today, asking)
        unanswered = ran and not (known or filled or in_sight or page.problem) and meta["tier"] <= 1
        if again is not None and not unanswered:
            yield self._again(audit, again, meta, kind="query", choices=snapshot.choices)
        if ran and again is None and not page.problem:
            views = further_views(
                node,
                snapshot.asked,
                meta.get("component", ""),
                promise,
                self.signposts,
                asking,
                audit.wanted(),
            )
            yield from self._propose(audit, node, views, page, meta)
        if not node.depth:
            audit.home = page.state
        elif page.state == audit.home and meta.get("by_click"):
            # Opened by itself the address leads back home: its place depends on the way (a wizard, a chosen town).
            yield self._again(audit, Node.from_dict(meta["by_click"]), meta)
            return
        menus, content = audit.offered.get(meta.get("parent", ""), (frozenset(), frozenset()))
        audit.views[page.node] = _view_of(snapshot)
        if meta.get("within"):
            content = frozenset(identity for identity in content if not _FORM.search(identity))
        elif meta.get("kind") == "query" and not node.steps and not filled:
            content = frozenset()  # a link to another year: its query was not run
        elif audit.opened_menu(page.node, meta):
            pass  # the same view
        elif meta.get("kind") in CONTENT:
            content = frozenset(identity for identity in content if not identity.startswith((spot(""), LIKE)))
        else:
            content = frozenset()  # another view: rows and forms may look the same and be others
        charted = bool(meta.get("shows"))
        # where a chart has no data its table may look the same; a year that changes nothing leads no further
        same = charted and not filled and (meta.get("kind") != "query" or page.state != meta.get("from_state"))
        if known and not same:
            audit.offered[page.node] = (menus, content)
            if meta.get("kind") == "row" and not meta.get("opener") and node.depth < audit.budget.depth:
                # The row was only selected: what opens it stands elsewhere.
                for view in snapshot.frames:
                    found = openers(view.key, view.data, node, self.signposts)
                    yield from self._propose(audit, node, found, page, meta, opener=True)
            return
        for view in snapshot.frames:
            if view.url.startswith("http"):
                audit.entries.setdefault(host_of(view.url), view.url)
        start = replace(node, url=snapshot.base, steps=()) if snapshot.base else node
        telling = [t for t in node.labels if not self.signposts.is_generic(t) and not says_only_when(t)]
        astray = bool(telling) and not promising and self.signposts.leads_astray(telling[-1])
        origin = node if node.steps else None
        ground = Ground(
            start,
            snapshot.url,
            filled,
            promising,
            listing,
            page.state,
            menus | content,
            astray,
            origin,
            audit.entries,
            columns=frozenset(
                plain(column.label)
                for f in page.frames
                for s in f.record_sets
                if s.rows and s.shape != "details"
                for column in s.columns
            ),
            inner=meta.get("kind") == "row",
            charted=charted,
            content=self._content(snapshot, meta),
            lacks=lacks,
            remote=meta.get("tier", 0) >= 2 and bool(page.depth),
            opened=audit.several,
            chosen=bool(meta.get("town")),
        )
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        audit.learn_volatile(volatile_parameters(audit.links, frames))
        found = moves(frames, ground, self.signposts, asking, self.today, audit.wanted())
        if unanswered:
            panels = {c["path"] for view in snapshot.frames for c in view.data["candidates"] if c["panel"]}
            listed = answers_of(found, promise, again, panels)
            if listed is not None:
                found = listed
            elif again is not None:
                yield self._again(audit, again, meta, kind="query", choices=snapshot.choices)
        if meta.get("once") and any(m.kind in ("document", "row") and m.rating.tier <= 1 for m in found):
            audit.answered.add(meta["once"])  # the files of a year are of the others, too
        if leads_to_several(found):
            if ground.chosen:
                audit.choose_town()
            elif not any(move.town == "chosen" for move in found):
                audit.several = True
        if node.depth >= audit.budget.depth:
            audit.too_deep(
                move.rating.criterion for move in found if move.rating.tier <= 1 and move.key not in audit.keys
            )
            return
        audit.offered[page.node] = (
            menus
            | {move.identity for move in found if move.identity and move.kind not in CONTENT}
            | {bar_of(move) for move in found if move.once and not move.node.steps}
            | folders(frames, menu=not node.depth),
            content
            | {move.identity for move in found if move.identity and move.kind in CONTENT}
            | {move.likeness for move in found if move.likeness}
            | spots(frames)
            | loose_fields(frames),
        )
        yield from self._propose(audit, node, found, page, meta)

    def _lacking(self, page: Page, wanted: frozenset[str]) -> frozenset[str]:
        """Criteria that headings of a page with records name over nothing."""
        missing = wanted - {f.criterion for f in page.findings or [] if f.has_data}
        if not missing:
            return missing
        bare = (heading for frame in page.frames for heading in bare_headings(frame.html))
        return missing & {criterion_named(heading, self.matrix) for heading in bare}

    @staticmethod
    def _content(snapshot: Snapshot, meta: dict[str, Any]) -> str:
        """What a view with an address of its own shows besides its menus, and what it was opened for."""
        if not snapshot.node.steps or canonical_url(snapshot.url) == canonical_url(snapshot.node.url):
            return ""
        seen = (f"{without_tokens(view.url)} {view.content}" for view in snapshot.frames)
        told = "\n".join((promised(meta), *seen))
        return hashlib.sha1(told.encode(), usedforsecurity=False).hexdigest()[:16]

    def _propose(
        self, audit: Audit, here: Node, found: list[Move], page: Page, meta: dict[str, Any], opener: bool = False
    ) -> Iterator[Request]:
        """The moves that were not proposed before. ``meta``: of the request that led to the page."""
        pattern = pattern_of(here)
        served = Counter(f.criterion for f in page.findings or [])
        subject = max(served, key=served.__getitem__) if served else ""
        series = Counter(_DIGITS.sub("#", move.label) for move in found)
        years = [(kind, node) for kind, node in meta.get("others", ()) if meta.get("kind") != "document"]
        on_known = audit.known is not None and (meta.get("known") or meta.get("kind") == "entry")
        way = [" ".join(words(label)) for label in here.labels]
        for place, move in enumerate(found):
            trace = trace_of(host_of(here.url), move.kind, move.identity, move.shape)
            audit.ways.offered.add(trace)
            if move.key in audit.keys or _leads_round(move, here):
                continue
            audit.keys.add(move.key)
            if not is_web(move.node.url):
                audit.failed(move.node, move.rating.criterion, "egress", NO_WEB)
                continue
            rating = move.rating
            request = self._request(
                audit,
                move.node,
                kind=move.kind,
                tier=rating.tier,
                score=rating.score,
                criterion=rating.criterion if rating.tier == 0 and not rating.several else "",
                parent=page.node,
                group=f"{page.node}|{move.kind}|{move.shape}|{told if series[told := _DIGITS.sub('#', move.label)] >= SERIES else ''}",
                once=f"{page.node}|{move.shape}" if move.once else "",
                answers=meta.get("once", "") if move.kind in ("query", "choice") and not move.once else "",
                component=move.identity if move.node.steps else "",
                within=move.within,
                shows=move.shows,
                bare=move.bare,
                aside=rating.tier == 3 and (rating.aside or bool(meta.get("aside"))),
                from_state=page.state,
                from_pattern=pattern,
                retries=move.retries,
                opener=opener,
                town=move.town == "chosen" or bool(meta.get("town")),
                seeks=list(move.seeks),
                by_click=move.by_click.to_dict() if move.by_click else None,
                familiar=bool(on_known and audit.known and trace in audit.known.offered),
                others=[
                    *((kind, node.to_dict()) for kind, node in move.others),
                    *(years if move.kind == "document" else ()),
                ],
                # What a strategy may learn from.
                place=place,
                region=move.region,
                shape=move.shape,
                generic=rating.generic,
                promising=bool(served),
                about=rating.criterion or subject or (meta.get("about", "") if rating.generic else ""),
                led=meta["tier"] if page.depth else "",
                label=" ".join(words(move.label)),
                called=_called(move, len(way)),
                way=way,
                words=[singular(word) for word in words(" ".join((move.label, *move.node.labels[-2:-1])))[:8]],
            )
            audit.asks_on(request)
            yield request

    def _again(self, audit: Audit, node: Node, meta: dict[str, Any], **other: Any) -> Request:
        """Another try at what a request was for: by another year, or by another way."""
        attempt = node.steps[-1].attempt if node.steps else 0
        carried = _carried(meta, attempt=attempt, **other)
        request = self._request(audit, node, **carried)
        if carried["kind"] == "document" or carried.get("afresh"):  # the same node, in another way
            request = request.replace(dont_filter=True)
            audit.readmit(meta)
        return request

    def another(self, audit: Audit, page: Page, meta: dict[str, Any], fruitful: bool = False) -> Iterator[Request]:
        """The next member of a series: another month after one that brought nothing, another record after one that
        leaves a field blank."""
        found = page.findings or []
        if meta["kind"] == "row":
            blank = {(finding.criterion, finding.item) for finding in found if not finding.has_data}
            # a second record that fills nothing in says that others will not, either
            wants = not blank.isdisjoint(audit.open_items()) and (not meta.get("again") or audit.proves(page))
        else:
            wants = not fruitful and not any(finding.has_data for finding in found)
        if wants and meta.get("others"):
            (kind, node), *others = meta["others"]
            yield self._request(audit, Node.from_dict(node), **_carried(meta, kind=kind, others=others))

    def failed(self, failure: Failure) -> Iterator[Page | Request]:
        """A visit that ended badly gets a name; what was seen before is kept."""
        request: Request = failure.request  # type: ignore[attr-defined]
        audit = self.audits[request.meta["audit"]]
        error = failure.value or RuntimeError("no reason given")
        kind, reason = name_failure(error)
        if kind == "bug":
            self.logger.error("Falha inesperada ao ver %s", request.url, exc_info=error)
        walker: Walker | None = request.meta.get("walker")
        if self._is_file(request, kind, str(error)) and not (walker and walker.sights):
            yield self._again(audit, node_of(request), request.meta, kind="document")
            return
        if isinstance(error, VisitFailed) and error.kind == "document":
            yield from self.handed_out(audit, request, error.url)
            audit.left(request)
            return
        if request.meta.get("plainly") and request.meta["kind"] != "document" and kind not in ("robots", "egress"):
            yield self._again(audit, node_of(request), request.meta, afresh=True)  # the browser looks
            return
        if kind in PASSING and not (walker and walker.sights) and self._second_chance(audit, request):
            yield self._again(audit, node_of(request), request.meta, afresh=True, second=True)
            return
        under_way = walker.request if walker and walker.sights else request
        if not walker or not any(sight.request is under_way and sight.followed for sight in walker.sights):
            self._give_up(audit, under_way, kind, reason)
        audit.left(under_way)
        if walker:
            yield from walker.results()

    def handed_out(self, audit: Audit, request: Request, url: str) -> Iterator[Request]:
        """A step brought a file instead of a page. It is read where the page that it hangs on told nothing itself: there
        it belongs to one record (its notice, its contract), as do files that are linked."""
        meta, node = request.meta, node_of(request)
        audit.tried(request, False)
        self.frontier.strategy_of(audit.name).rewarded(node.fingerprint(), 0)
        if url.startswith("http") and meta["tier"] <= 1 and not meta.get("promising"):
            there = replace(node, url=url, steps=(), entry="")
            yield self._request(audit, there, **_carried(meta, kind="document"))

    @staticmethod
    def _second_chance(audit: Audit, request: Request) -> bool:
        """Whether what failed is asked once more: a busy server, a browser that crashed. Not where nothing answers at all."""
        if request.meta.get("second") or audit.second_chances >= SECOND_CHANCES:
            return False
        audit.second_chances += 1
        return True

    @staticmethod
    def _is_file(request: Request, kind: str, message: str) -> bool:
        """Whether a visit failed because its address brings a file, which can be had without the browser."""
        started = "Download is starting" in message or "net::ERR_ABORTED" in message
        return (kind == "document" or started) and request.meta["kind"] != "document" and not node_of(request).steps

    def _judged(self, item: Any) -> None:
        """A page left the pipelines, one way or the other."""
        if isinstance(item, Page):
            audit = self.audits[item.audit]
            audit.pages_in_pipeline -= 1
            audit.changed()

    def _give_up(self, audit: Audit, request: Request, kind: str, reason: str) -> None:
        node = node_of(request)
        if request.meta.get("known") and kind == "step":
            self.frontier.give_back(request)
            audit.gone(node)
        else:
            audit.failed(node, promised(request.meta), kind, reason, request.meta)
        audit.tried(request, False)
        audit.addresses.pop(audit.plain(node.url), None)  # by another spelling it may open
        self.frontier.strategy_of(audit.name).rewarded(node.fingerprint(), 0)
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"visit/failed/{kind}")
        self.logger.info("Visita falhou (%s): %s [%s]", kind, reason, " › ".join(node.words))


def _tells(record_set: RecordSet) -> bool:
    """Whether a record set holds data: a few words beside words ("Prefeitura de …: Transparência") are none."""
    columns = [column for column in record_set.columns if column.filled and not any(map(is_rounded, column.samples))]
    told = any(column.value_type not in ("text", "link") for column in columns)
    return record_set.rows > 1 or len(columns) > 3 or told


def _still_asks(page: Page, snapshot: Snapshot, words: QueryWords) -> bool:
    """Whether something is still to be chosen in a list, beside nothing but facts that serve no criterion (whose page it is,
    when it was brought up to date): those are no answer."""
    told = [s for f in page.frames for s in f.record_sets if _tells(s) and not s.hidden]
    return all(s.shape == "details" for s in told) and any(
        select["tag"] == "select"
        and select["visible"]
        and not select["personal"]
        and is_undecided(select, words)
        and not is_jump(select, words)
        for view in snapshot.frames
        for select in view.data["selects"]
    )


def _only_lists(record_set: RecordSet) -> bool:
    """Whether a record set only lists what can be opened or fetched: no sums, no persons."""
    return not any(column.value_type in ("money", "cpf", "cnpj") for column in record_set.columns if column.filled)


def _leads_round(move: Move, here: Node) -> bool:
    """Whether a record is opened that was opened on the way: a bid shows its winner, the winner shows the bid. Told by what
    the record says; "Detalhes" may open the parts of what "Detalhes" has opened."""
    return move.kind == "row" and len(move.label) > 15 and move.node.words[-1] in here.words


def _view_of(snapshot: Snapshot) -> tuple[str, int]:
    """What a page shows besides its menus, and how many of their entries are in sight."""
    entries = [c for view in snapshot.frames for c in view.data["candidates"] if c["region"] in MENUS]
    shown = "\n".join(view.content for view in snapshot.frames)
    return hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest(), sum(not c["hidden"] for c in entries)


def _called(move: Move, before: int) -> str:
    """The words of a move, for one that fits anything those over it ("Acessar" under "Licitações"). ``before``: labels of the
    way to its page."""
    told = move.node.labels[before:]
    return " ".join(words(told[0] if len(told) > 1 else "" if move.rating.generic else move.label))


def _carried(meta: dict[str, Any], **other: Any) -> dict[str, Any]:
    """The meta of another try at a request."""
    return {**{name: meta[name] for name in CARRIED if name in meta}, "again": True, **other}


def _content_type(response: Response) -> str:
    return (response.headers.get("Content-Type") or b"").decode("latin-1")


def _is_page(response: Response) -> bool:
    """Whether an address that was thought to bring a file brings a page to be walked."""
    return (
        response.status < 400
        and "html" in _content_type(response)
        and not response.headers.get("Content-Disposition")
        and not DOCUMENT.search(urlsplit(response.url).path)
        and sniff(response.body, _content_type(response), response.url) == "html"
    )


def _read_document(body: bytes, *given: Any) -> tuple[Document, Redacted]:
    """A file, and what may be kept of it."""
    document = read_document(body, *given)
    return document, redact(document.html)


def _tell(page: Page, *redacted: Redacted) -> None:
    """Note on a page what was taken out of it."""
    page.masked = dict(sum((one.masked for one in redacted), Counter()))
    page.veiled = sum(one.rows for one in redacted)
