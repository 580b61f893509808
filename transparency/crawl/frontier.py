"""The frontier: a Scrapy scheduler that keeps the moves of each municipality apart and lets a strategy pick the next.

Deadlines and budgets belong to the audit; the frontier asks it before it gives a request away, and gives back what is
no longer wanted.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import inf
from typing import TYPE_CHECKING, Protocol

from scrapy.core.scheduler import BaseScheduler
from scrapy.signals import engine_started, item_dropped, item_error, item_scraped
from scrapy.utils.request import RequestFingerprinterProtocol

from transparency.crawl.request import candidate_of, find_candidate, progress_of
from transparency.crawl.strategies import Learning, Offer, Walk, breadth_first
from transparency.node import host_of, is_web

if TYPE_CHECKING:
    from scrapy import Request, Spider
    from scrapy.core.engine import ExecutionEngine
    from scrapy.crawler import Crawler

BUSY = 0.2
"""Seconds after which a node is looked at again that may become needless."""

STORING = 0.02
"""Seconds after which it is looked again whether the last items are stored."""


class Agenda(Protocol):
    """What the frontier asks about the candidates of an audit."""

    def admits(self, request: Request) -> bool:
        """Whether a node is still worth visiting; the audit keeps the reason when it is not."""

    def holds(self, request: Request) -> bool:
        """Whether a node waits until others are done."""

    def one_by_one(self) -> bool:
        """Whether a node waits until no other of the audit is under way."""

    def busy(self, request: Request) -> bool:
        """Whether what is under way may make a node needless."""

    def repeats(self, request: Request) -> bool:
        """Whether another component that says the same was followed: it comes after what is new and promises something."""

    def opened(self, request: Request) -> None:
        """A node waits in the frontier."""

    def folded(self, request: Request) -> None:
        """A node that is known already is asked for once more."""

    def left(self, request: Request) -> None:
        """A node was dropped without a visit."""


class Gate(Protocol):
    """What the frontier asks about the host of a request."""

    def wait(self, host: str) -> float:
        """Seconds until it may be asked; 0: now."""


class Frontier(BaseScheduler):
    """Scrapy's SCHEDULER."""

    def __init__(self, crawler: Crawler) -> None:
        fingerprinter = crawler.request_fingerprinter
        assert fingerprinter is not None
        self._fingerprinter: RequestFingerprinterProtocol = fingerprinter
        self._stats = crawler.stats
        self._waiting: dict[str, list[tuple[Offer, Request]]] = {}
        self._strategies: dict[str, Walk] = {}
        self._turns: deque[str] = deque()
        self._other: deque[Request] = deque()
        self._revisits: defaultdict[str, dict[bytes, Request | None]] = defaultdict(dict)
        """Audit → fingerprint of a place that an earlier audit names → the same place as the portal offers it."""
        self._seen: defaultdict[str, set[bytes]] = defaultdict(set)
        self._order = itertools.count()
        self._agendas: dict[str, Agenda] = {}
        self._later: dict[str, list[tuple[float, Offer, Request]]] = {}
        """Audit → what may be visited from some time on."""
        self._gate: Gate | None = None
        self._crawler = crawler
        self._engine: ExecutionEngine | None = None
        crawler.signals.connect(self._engine_started, engine_started)
        for stored in (item_scraped, item_dropped, item_error):
            crawler.signals.connect(self._item_stored, stored)
        self._storing = False
        """Whether it is going to be looked whether the last items are stored."""
        self._make: Callable[[str], Walk] = lambda audit: Walk(breadth_first, Learning(), audit)
        self._until_free: Callable[[str], float] = lambda host: 0.0
        self._woken = 0.0
        """When the frontier is looked at again since a server may be asked again then."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Frontier:
        """Scrapy's way to make a component."""
        return cls(crawler)

    def _engine_started(self) -> None:
        self._engine = self._crawler.engine

    def open(self, spider: Spider) -> None:
        """Takes the audits and the strategy from the spider, and offers itself to it."""
        self._agendas = getattr(spider, "agendas", {})
        self._make = getattr(spider, "make_strategy", self._make)
        self._gate = getattr(spider, "breaker", None)
        self._until_free = getattr(spider, "until_free", self._until_free)
        spider.frontier = self  # type: ignore[attr-defined]

    def close(self, reason: str) -> None:
        """Forget what was not visited."""
        self._waiting.clear()
        self._turns.clear()
        self._other.clear()
        self._later.clear()

    def has_pending_requests(self) -> bool:
        """Whether anything waits."""
        return bool(self._other) or any(self._waiting.values()) or any(self._later.values())

    def __len__(self) -> int:
        return len(self._other) + sum(map(len, self._waiting.values())) + sum(map(len, self._later.values()))

    def strategy_of(self, audit: str) -> Walk:
        """What orders the nodes of a municipality."""
        if audit not in self._strategies:
            self._strategies[audit] = self._make(audit)
        return self._strategies[audit]

    def enqueue_request(self, request: Request) -> bool:
        """Store a request once; False for one that is known, and for a node that is no address of the web."""
        candidate = find_candidate(request)
        if candidate is not None and not is_web(request.url):  # of any other address the handler says what is wrong
            self._count("frontier/no web address")
            return False
        if not self._new(request):
            self._count("frontier/folded")
            if candidate is not None:
                self._agendas[candidate.audit].folded(request)
                if not candidate.revisit:
                    self._offered_again(request)
                    self._promise_more(request)
            return False
        if candidate is None:
            self._other.append(request)
            return True
        name = candidate.audit
        if candidate.revisit:
            self._revisits[name].setdefault(self._fingerprinter.fingerprint(request))
        if name not in self._waiting:
            self._waiting[name] = []
            self._turns.append(name)
        if due := progress_of(request).due:
            self._put_off(name, due, self._offer(request), request)
        else:
            self._waiting[name].append((self._offer(request), request))
        self._agendas[name].opened(request)
        self._count("frontier/enqueued")
        return True

    def _promise_more(self, request: Request) -> None:
        """What waits under a label that promised less ("Avisos") is taken by one that promises more ("Avisos de licitação")."""
        candidate = candidate_of(request)
        waiting, agenda = self._waiting.get(candidate.audit, []), self._agendas[candidate.audit]
        less = [n for n, (before, _) in enumerate(waiting) if before.candidate.tier > candidate.tier]
        node = candidate.node.fingerprint() if less else ""
        for index in less:
            before, other = waiting[index]
            if before.node == node and not before.candidate.revisit:
                waiting[index] = (self._offer(request), request)
                agenda.left(other)
                agenda.opened(request)

    def next_request(self) -> Request | None:
        """The next request, municipalities taking turns; what an audit no longer admits is dropped on the way."""
        if self._other:
            return self._other.popleft()
        for _ in range(len(self._turns)):
            name = self._turns[0]
            self._turns.rotate(-1)
            waiting, agenda, strategy = self._waiting[name], self._agendas[name], self.strategy_of(name)
            self._bring_back(name)
            while waiting:
                index = self._pick_free(name, waiting)
                if index is None:
                    break
                offer, request = waiting.pop(index)
                seconds = self._gate.wait(host_of(request.url)) if self._gate else 0.0
                seconds = seconds or (BUSY if agenda.busy(request) else 0.0)
                if seconds:
                    self._put_off(name, time.monotonic() + seconds, offer, request)
                elif agenda.admits(request):
                    strategy.visiting(offer)
                    return request
                else:
                    agenda.left(request)
                    self._count("frontier/dropped")
        return None

    def _pick_free(self, name: str, waiting: Sequence[tuple[Offer, Request]]) -> int | None:
        """What the strategy picks of that which may be asked now; None when nothing may till a server's turn comes, or nothing
        is worth it till an answer has come."""
        agenda, strategy = self._agendas[name], self.strategy_of(name)
        if agenda.one_by_one() and self._under_way(name):
            return None
        hosts = [host_of(request.url) for _, request in waiting]
        until = {host: self._until_free(host) for host in set(hosts)}
        free = [n for n, (_, request) in enumerate(waiting) if not until[hosts[n]] and not agenda.holds(request)]
        if free:
            free = self._new_first(agenda, waiting, free)
            if self._under_way(name) and strategy.waits([waiting[n][0] for n in free]):
                return None
            return free[self._pick(strategy, [waiting[n] for n in free])]
        if 0 < (soonest := min(until.values())) < inf:  # the engine looks by itself when an answer has come
            due = time.monotonic() + soonest
            if not time.monotonic() < self._woken <= due + 0.01:
                self._woken = due + 0.01
                asyncio.get_running_loop().call_later(soonest + 0.01, self._wake)
        return None

    @staticmethod
    def _new_first(agenda: Agenda, waiting: Sequence[tuple[Offer, Request]], free: list[int]) -> list[int]:
        """Those of which none repeats what was followed, as long as one of them promises something."""
        new = [n for n in free if not agenda.repeats(waiting[n][1])]
        return new if any(waiting[n][0].candidate.tier <= 1 for n in new) else free

    def only_later(self, audit: str) -> bool:
        """Whether all that waits of a municipality waits for its time."""
        return bool(self._later.get(audit)) and not self._waiting.get(audit)

    def _under_way(self, audit: str) -> bool:
        """Whether a visit to a municipality has begun and not ended: the engine looks by itself when it does."""
        slot = self._engine._slot if self._engine else None
        under_way = map(find_candidate, slot.inprogress if slot is not None else ())
        return any(candidate is not None and candidate.audit == audit for candidate in under_way)

    def _put_off(self, name: str, due: float, offer: Offer, request: Request) -> None:
        self._later.setdefault(name, []).append((due, offer, request))
        asyncio.get_running_loop().call_later(max(0.0, due - time.monotonic()) + 0.01, self._wake)

    def _wake(self) -> None:
        slot = self._engine._slot if self._engine else None
        if slot is not None:  # it would look by itself, every five seconds
            slot.nextcall.schedule()

    def _item_stored(self) -> None:
        """Where nothing waits any more the run may be over once this item is stored: the engine does not look then by itself."""
        if self._engine is not None and not self._storing and not self.has_pending_requests():
            self._storing = True
            asyncio.get_running_loop().call_later(STORING, self._end_when_stored)

    def _end_when_stored(self) -> None:
        self._storing = False
        scraped = self._engine.scraper.slot if self._engine else None
        if scraped is None or scraped.is_idle():
            self._wake()
        else:
            self._item_stored()

    def _bring_back(self, name: str) -> None:
        later = self._later.get(name)
        if later:
            now = time.monotonic()
            self._later[name] = [entry for entry in later if entry[0] > now]
            self._waiting[name].extend((offer, request) for due, offer, request in later if due <= now)

    @staticmethod
    def _pick(strategy: Walk, waiting: Sequence[tuple[Offer, Request]]) -> int:
        """A node that was begun in another way is finished first; then it is for the strategy to say."""
        begun = (
            index
            for index, (offer, _) in enumerate(waiting)
            if offer.candidate.retry.restart and not offer.candidate.retry.second_chance
        )
        index = next(begun, None)
        return strategy.pick([offer for offer, _ in waiting]) if index is None else index

    def take_over(self, requests: Sequence[Request]) -> Request | None:
        """One of ``requests``, which the page in sight has just offered, when the strategy would pick it next anyway: it is
        then visited where the browser stands."""
        fresh = [request for request in requests if not self._known(request)]
        if not fresh:
            return None
        name = candidate_of(fresh[0]).audit
        agenda, strategy, waiting = self._agendas[name], self.strategy_of(name), self._waiting.get(name, [])
        offers = [self._offer(request) for request in fresh]
        pairs = [*zip(offers, fresh, strict=True), *waiting]
        chosen = self._new_first(agenda, pairs, [*range(len(pairs))])
        picked = chosen[strategy.pick([pairs[n][0] for n in chosen])]
        if picked >= len(fresh) or agenda.holds(fresh[picked]) or not agenda.admits(fresh[picked]):
            return None
        self._new(fresh[picked])
        agenda.opened(fresh[picked])
        strategy.visiting(offers[picked])
        self._count("frontier/taken over")
        return fresh[picked]

    def _offered_again(self, request: Request) -> None:
        """The portal offers what waits, or was visited, as a place that an earlier audit names."""
        places = self._revisits.get(candidate_of(request).audit, {})
        fingerprint = self._fingerprinter.fingerprint(request)
        if fingerprint in places:
            places[fingerprint] = places[fingerprint] or request

    def give_back(self, request: Request) -> bool:
        """What was taken over could not be visited in place, or a place that an earlier audit names is not there any more: it
        may be enqueued again. Whether it is: the portal has offered that place meanwhile."""
        fingerprint = self._fingerprinter.fingerprint(request)
        self._seen_of(request).discard(fingerprint)
        offered = self._revisits.get(candidate_of(request).audit, {}).pop(fingerprint, None)
        return offered is not None and self.enqueue_request(offered)

    def forget(self, audit: str) -> None:
        """The audit of a municipality is over: nothing of it is wanted any more."""
        self._seen.pop(audit, None)
        self._waiting.pop(audit, None)
        self._later.pop(audit, None)
        self._revisits.pop(audit, None)
        self._strategies.pop(audit, None)
        with suppress(ValueError):
            self._turns.remove(audit)

    def _seen_of(self, request: Request) -> set[bytes]:
        candidate = find_candidate(request)
        return self._seen[candidate.audit if candidate else ""]

    def _known(self, request: Request) -> bool:
        return self._fingerprinter.fingerprint(request) in self._seen_of(request)

    def _new(self, request: Request) -> bool:
        known = self._known(request) and not request.dont_filter
        self._seen_of(request).add(self._fingerprinter.fingerprint(request))
        return not known

    def _offer(self, request: Request) -> Offer:
        candidate = candidate_of(request)
        return Offer(candidate.node.fingerprint(), next(self._order), candidate)

    def _count(self, key: str) -> None:
        if self._stats is not None:
            self._stats.inc_value(key)
