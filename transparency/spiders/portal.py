"""The generic walk over any portal. A vendor family is a subclass with other values of its typed attributes."""

from __future__ import annotations

import asyncio
import contextlib
import datetime as dt
import hashlib
import re
from collections import deque
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from playwright.async_api import Error as PlaywrightError
from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.settings import BaseSettings
from twisted.internet.error import TimeoutError as TwistedTimeout
from twisted.python.failure import Failure

from transparency import catalogue
from transparency.audit import Audit, Budget, now
from transparency.browser.chromium import launch_options
from transparency.browser.middleware import SNAPSHOT, node_of
from transparency.browser.visit import Limits, Snapshot, Visit, VisitFailed
from transparency.catalogue import Catalogue, Municipality
from transparency.items import Box, Frame, Page, UserError
from transparency.judge.judge import judge_page
from transparency.judge.obstacle import obstacle, session_closed
from transparency.matrix import Matrix, load_matrix
from transparency.portal_words import PortalWords, load_portal_words
from transparency.walk.candidates import (
    CONTENT,
    Ground,
    Move,
    moves,
    next_attempt,
    openers,
    volatile_parameters,
    without_tokens,
)
from transparency.walk.node import META, Node, canonical_url, host_of
from transparency.walk.signposts import Signposts
from transparency.walk.strategies import strategy_named

ARGUMENTS = "municipio url uf fornecedor itens strategy nodes depth minutes".split()
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
    limits: ClassVar[Limits] = Limits()
    settle: ClassVar[float] = 8.0
    """Seconds after which a page that keeps moving is read as it is."""
    pause: ClassVar[float] = 0.5
    """Seconds between the steps on a live page."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.strategy: str = kwargs.get("strategy") or "bfs"
        self.audits: dict[str, Audit] = {}
        self.today = dt.date.today()
        self._changed = asyncio.Event()

    @classmethod
    def update_settings(cls, settings: BaseSettings) -> None:
        """The browser is found when it is needed, so that commands that need none work without it."""
        super().update_settings(settings)
        settings.set("PLAYWRIGHT_LAUNCH_OPTIONS", launch_options(), priority="spider")

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> PortalSpider:
        """Read matrix and catalogue, and make an audit per municipality asked for."""
        spider: PortalSpider = super().from_crawler(crawler, *args, **kwargs)
        spider.matrix, spider.words, towns = cls.prepare(crawler.settings, **kwargs)
        spider.signposts = Signposts(
            spider.matrix, spider.words.generic_links, spider.words.returns, spider.words.downloads, spider.words.wizard
        )
        for signal in (signals.item_scraped, signals.item_dropped, signals.item_error):
            crawler.signals.connect(spider._judged, signal)
        budget, essential = cls._budget(kwargs), cls._essential(kwargs)
        for town in towns:
            audit = Audit(town, spider.matrix, essential, budget, spider._changed.set)
            spider.audits[audit.name] = audit
        return spider

    @classmethod
    def prepare(cls, settings: BaseSettings, **arguments: Any) -> tuple[Matrix, PortalWords, list[Municipality]]:
        """What a run with these arguments works on. UserError for everything about them that a person can mend."""
        unknown = sorted(set(arguments) - {*ARGUMENTS, "_job"})
        if unknown:
            raise UserError(f"Opção desconhecida: {', '.join(unknown)}.", f"As opções são: {', '.join(ARGUMENTS)}.")
        strategy_named(arguments.get("strategy") or "bfs")
        cls._budget(arguments)
        cls._essential(arguments)
        launch_options()
        folder = Path(settings["KEYWORDS_DIR"]) if settings.get("KEYWORDS_DIR") else None
        matrix = load_matrix(folder)
        words = load_portal_words(matrix.vocabulary.query_buttons, folder)
        known = catalogue.load([Path(path) for path in settings.getlist("CATALOGUE_FILES")] or None)
        return matrix, words, cls.municipalities(known, arguments)

    matrix: Matrix
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
        """Walk the municipalities, a few at a time; each gives its verdicts when its walk is over."""
        waiting = deque(self.audits.values())
        active: list[Audit] = []
        at_once = self.crawler.settings.getint("AUDITS_AT_ONCE")
        while waiting or active:
            while waiting and len(active) < at_once:
                audit = waiting.popleft()
                active.append(audit)
                audit.begin()
                yield self._entry(audit)
            with contextlib.suppress(TimeoutError):  # look again now and then: a lost node must not hold the run
                await asyncio.wait_for(self._changed.wait(), 5)
            self._changed.clear()
            for audit in active:
                if audit.overdue():
                    self.logger.error(
                        "%s: abandonada depois do prazo com %d nós abertos", audit.name, len(audit.open_nodes)
                    )
                    audit.abandon()
            for audit in [a for a in active if a.finished]:
                active.remove(audit)
                for verdict in audit.verdicts():
                    yield verdict

    def _entry(self, audit: Audit) -> Request:
        url = audit.municipality.portal_url
        audit.entries[host_of(url)] = url
        node = Node(url=url, words=(f"abra {url}",))
        request = self._request(audit, node, kind="entry", tier=0, score=1.0)
        audit.opened(request)
        return request

    def _request(self, audit: Audit, node: Node, **meta: Any) -> Request:
        return Request(
            node.url,
            callback=self.parse,
            errback=self.failed,
            meta={META: node.to_dict(), "audit": audit.name, "depth": node.depth, **meta},
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
            "ignore_https_errors": True,
        }

    def visit(self, request: Request) -> Visit:
        """The visit that a request asks for."""
        node, audit = node_of(request), self.audits[request.meta["audit"]]
        audit.current = node.words[-1]

        def look(snapshot: Snapshot) -> list[Box] | None:
            page = self._page(audit, node, request, snapshot)
            request.meta["page"] = page
            better = audit.improves(page.findings or [])
            return [f.box for f in better if f.box] if better else None

        def closed(snapshot: Snapshot) -> bool:
            first = snapshot.frames[0].data
            back_home = canonical_url(snapshot.url) == canonical_url(node.entry)
            return (
                snapshot.status >= 400
                or back_home
                or session_closed(first["title"], first["text"], self.words.obstacles)
            )

        local = host_of(node.url).split(":")[0] in ("127.0.0.1", "localhost")
        limits = replace(self.limits, settle=self.settle, pause=0.0 if local else self.pause)
        return Visit(node, self.words.query, look, closed, limits, self.today)

    def _page(self, audit: Audit, node: Node, request: Request, snapshot: Snapshot) -> Page:
        frames = [
            Frame(view.url, view.data["html"], view.name, view.data["title"], view.offset) for view in snapshot.frames
        ]
        text = "\n".join(view.data["text"] for view in snapshot.frames)
        page = Page(
            municipio=audit.municipality.slug,
            uf=audit.municipality.uf,
            url=node.url,
            final_url=snapshot.url,
            status=snapshot.status,
            title=snapshot.title,
            depth=node.depth,
            steps=[*node.words[: len(node.words) - len(snapshot.done)], *snapshot.done]
            if snapshot.done
            else list(node.words),
            labels=list(node.labels),
            frames=frames,
            node=node.fingerprint(),
            time=now(),
            audit=audit.name,
        )
        seen = [
            *(without_tokens(view.url) for view in snapshot.frames),
            *(view.data["theme"] for view in snapshot.frames),
        ]
        shown = "\n".join((*seen, _DIGITS.sub("0", text)))
        page.state = hashlib.sha1(shown.encode(), usedforsecurity=False).hexdigest()[:16]
        urls = [view.url for view in snapshot.frames]
        challenge = any(view.data["challenge"] for view in snapshot.frames)
        page.problem = obstacle(snapshot.status, snapshot.title, text, urls, self.words.obstacles, challenge)
        if not page.problem:
            page.findings = judge_page(page, self.matrix)
        return page

    def parse(self, response: Response) -> Iterator[Page | Request]:
        """Emit the page that was seen, and the moves that lead on from it."""
        request = response.request
        assert request is not None
        audit = self.audits[request.meta["audit"]]
        try:
            yield from self._seen(audit, request, response)
        except Exception as error:  # the page was not followed: the verdicts must not take that for an absence
            audit.failed(node_of(request), request.meta.get("criterion", ""), *name_failure(error))
            raise
        finally:
            audit.left(request)

    def _seen(self, audit: Audit, request: Request, response: Response) -> Iterator[Page | Request]:
        snapshot: Snapshot | None = response.meta.get(SNAPSHOT)
        if snapshot is None:
            self._give_up(audit, request, "document", "o endereço não traz uma página, e sim um arquivo")
            return
        node, page = node_of(request), request.meta["page"]
        page.screenshot, page.shot_origin, page.seconds = (
            snapshot.screenshot,
            snapshot.shot_origin,
            round(snapshot.seconds, 3),
        )
        audit.requests += snapshot.requests
        audit.bytes += snapshot.bytes
        known = page.state in audit.states
        audit.states.setdefault(page.state, page.node)
        if page.problem:
            audit.failed(node, request.meta.get("criterion", ""), "obstacle", page.problem)
        audit.pages_in_pipeline += 1
        yield page
        if not page.problem:
            # A page that was seen before still owes the earlier years of its query.
            yield from self._follow(audit, node, page, snapshot, request.meta, known)

    def _follow(
        self, audit: Audit, node: Node, page: Page, snapshot: Snapshot, meta: dict[str, Any], known: bool
    ) -> Iterator[Request]:
        filled = any(s.rows for f in page.frames for s in f.record_sets)
        promising = any(f.criterion in audit.wanted() for f in page.findings or [])
        if (
            node.steps
            and meta.get("retries")
            and node.steps[-1].op == "query"
            and not any(f.has_data for f in page.findings or [])
            and not (filled and not page.findings)
        ):
            again = next_attempt(node)
            if again is not None and not (snapshot.choices and snapshot.choices == meta.get("choices")):
                yield self._again(audit, again, meta, kind="query", choices=snapshot.choices)
        if not node.depth:
            audit.home = page.state
        elif page.state == audit.home and meta.get("by_click"):
            # Opened by itself the address leads back home: its place depends on the way (a wizard, a chosen town).
            yield self._again(audit, Node.from_dict(meta["by_click"]), meta)
            return
        if node.depth >= audit.budget.depth:
            return
        if known and meta.get("kind") == "row":
            # The row was only selected: what opens it stands elsewhere.
            for view in snapshot.frames:
                yield from self._propose(audit, openers(view.key, view.data, node, self.signposts), page)
        if known:
            return
        for view in snapshot.frames:
            if view.url.startswith("http"):
                audit.entries.setdefault(host_of(view.url), view.url)
        start = replace(node, url=snapshot.base, steps=()) if snapshot.base else node
        menus, content = audit.offered.get(meta.get("parent", ""), (frozenset(), frozenset()))
        if meta.get("kind") not in CONTENT:
            content = frozenset()  # another view: rows and forms may look the same and be others
        telling = [label for label in node.labels if not self.signposts.is_generic(label)]
        astray = bool(telling) and not promising and self.signposts.leads_astray(telling[-1])
        origin = node if node.steps else None
        ground = Ground(
            start, page.final_url, filled, promising, page.state, menus | content, astray, origin, audit.entries
        )
        frames = [(view.key, view.url, view.data) for view in snapshot.frames]
        audit.learn_volatile(volatile_parameters(audit.links, frames))
        found = moves(
            frames,
            ground,
            self.signposts,
            self.words.query,
            self.today,
            audit.wanted(),
        )
        audit.offered[page.node] = (
            menus | {move.identity for move in found if move.identity and move.kind not in CONTENT},
            content | {move.identity for move in found if move.identity and move.kind in CONTENT},
        )
        yield from self._propose(audit, found, page)

    def _propose(self, audit: Audit, found: list[Move], page: Page) -> Iterator[Request]:
        """The moves that were not proposed before."""
        for move in found:
            if move.key in audit.keys:
                continue
            audit.keys.add(move.key)
            rating = move.rating
            yield self._request(
                audit,
                move.node,
                kind=move.kind,
                tier=rating.tier,
                score=rating.score,
                criterion=rating.criterion if rating.tier == 0 else "",
                parent=page.node,
                retries=move.retries,
                by_click=move.by_click.to_dict() if move.by_click else None,
            )

    def _again(self, audit: Audit, node: Node, meta: dict[str, Any], **other: Any) -> Request:
        """Another try at what a request was for: by another year, or by another way."""
        inherited = ("kind", "tier", "score", "criterion", "parent", "retries")
        carried: dict[str, Any] = {name: meta[name] for name in inherited if name in meta}
        carried.update(other)
        return self._request(audit, node, **carried)

    def failed(self, failure: Failure) -> None:
        """A visit that brought nothing back gets a name."""
        request: Request = failure.request  # type: ignore[attr-defined]
        audit = self.audits[request.meta["audit"]]
        error = failure.value or RuntimeError("no reason given")
        kind, reason = name_failure(error)
        if kind == "bug":
            self.logger.error("Falha inesperada ao ver %s", request.url, exc_info=error)
        self._give_up(audit, request, kind, reason)
        audit.left(request)

    def _judged(self, item: Any) -> None:
        """A page left the pipelines, one way or the other."""
        if isinstance(item, Page):
            audit = self.audits[item.audit]
            audit.pages_in_pipeline -= 1
            audit.changed()

    def _give_up(self, audit: Audit, request: Request, kind: str, reason: str) -> None:
        node = node_of(request)
        audit.failed(node, request.meta.get("criterion", ""), kind, reason)
        if self.crawler.stats is not None:
            self.crawler.stats.inc_value(f"visit/failed/{kind}")
        self.logger.info("Visita falhou (%s): %s [%s]", kind, reason, " › ".join(node.words))


_NETWORK: tuple[tuple[str, str], ...] = (
    ("ERR_NAME_NOT_RESOLVED", "o nome do servidor não existe (DNS)"),
    ("ERR_CONNECTION_REFUSED", "o servidor recusou a conexão"),
    ("ERR_CONNECTION_RESET", "o servidor cortou a conexão"),
    ("ERR_CONNECTION_TIMED_OUT", "o servidor não respondeu"),
    ("ERR_CONNECTION_CLOSED", "o servidor fechou a conexão sem responder"),
    ("ERR_EMPTY_RESPONSE", "o servidor fechou a conexão sem responder"),
    ("ERR_TOO_MANY_REDIRECTS", "o endereço redireciona sem fim"),
    ("ERR_ADDRESS_UNREACHABLE", "o servidor está fora de alcance"),
    ("ERR_INTERNET_DISCONNECTED", "esta máquina está sem rede"),
    ("ERR_SSL", "a conexão segura falhou"),
    ("ERR_CERT", "o certificado do servidor foi recusado"),
    ("ERR_UNSAFE_PORT", "a porta do endereço não é aceita pelo navegador"),
    ("Timeout", "a página não abriu no prazo"),
    ("Target page, context or browser has been closed", "o navegador fechou a página"),
)


def name_failure(error: BaseException) -> tuple[str, str]:
    """(kind, reason in Portuguese) of an error that a visit ended with."""
    if isinstance(error, VisitFailed):
        return error.kind, error.reason
    if isinstance(error, IgnoreRequest):
        return (
            "robots",
            "o robots.txt do portal proíbe esta página (um auditor público pode usar -s ROBOTSTXT_OBEY=False)",
        )
    if not isinstance(error, PlaywrightError | OSError | TimeoutError | TwistedTimeout):
        return "bug", f"falha do próprio auditor ({type(error).__name__}); o registro diz onde"
    text = str(error)
    for sign, reason in _NETWORK:
        if sign in text:
            return "network", reason
    return "browser", (text.splitlines() or [type(error).__name__])[0][:200]
