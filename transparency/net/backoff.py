"""Patience with servers: what is asked again, after how long, and when a host is left alone for a while."""

from __future__ import annotations

import datetime as dt
import logging
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Any

from scrapy import Request
from scrapy.downloadermiddlewares.retry import RetryMiddleware, get_retry_request
from scrapy.http import Response

from transparency.browse.snapshot import VisitFailed
from transparency.crawl.request import PROGRESS, candidate_of, find_candidate, progress_of
from transparency.crawl.walker import walker_of
from transparency.net.failures import HOST_DOWN, IN_TIME, name_failure, passes
from transparency.net.middleware import Busy
from transparency.node import host_of

logger = logging.getLogger(__name__)

BASE = 1.5
"""The study waits 1.5^t seconds before the t-th try."""
CAP_SECONDS = 300.0
LONGEST_SECONDS = 600.0
"""A server that asks for more is not asked again in this walk."""
OPENS_AFTER = 5
"""So many failures of a host in a row, and it is left alone."""
PROBE_SECONDS = 60.0
DOWN = frozenset({429, 502, 503, 504, 522, 524})
"""Statuses of a server that is down or asks to be left alone; 500 is a fault of one page."""
PROBES = 3
"""After so many probes in vain a host is given up for the rest of the run."""


def backoff(tries: int, chance: float) -> float:
    """Seconds before the next try, after so many: exponential, capped, with full jitter (``chance``: 0 to 1).

    >>> backoff(1, 1.0), backoff(2, 1.0), backoff(2, 0.5), backoff(40, 1.0)
    (1.5, 2.25, 1.125, 300.0)
    """
    return min(CAP_SECONDS, BASE ** min(tries, 30)) * chance


def asked_to_wait(header: str, now: dt.datetime) -> float | None:
    """Seconds that a Retry-After asks for; None when it says nothing.

    >>> now = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
    >>> [asked_to_wait(text, now) for text in ("120", "-5", "Sat, 21 Nov 2026 12:00:30 GMT", "amanhã")]
    [120.0, 0.0, 30.0, None]
    """
    text = header.strip()
    if text.lstrip("-").isdecimal():
        return float(max(0, int(text[:12])))
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return None
    until = until if until.tzinfo else until.replace(tzinfo=dt.UTC)
    return max(0.0, (until - now).total_seconds())


def pause_before(tries: int, header: str, now: dt.datetime, chance: float) -> float | None:
    """Seconds before the next try; None when the server asks for so much that there is none. What it asks for is never
    undercut, and exceeded by no more than a tenth: those who were sent away together do not come back together."""
    asked = asked_to_wait(header, now)
    if not asked:
        return backoff(tries, chance)
    return asked * (1 + 0.1 * chance) if asked <= LONGEST_SECONDS else None


@dataclass
class _Host:
    failures: int = 0
    probes: int = 0
    """Failed ones, since it was left alone."""
    next: float = 0.0
    """When it may be asked again; only while it is left alone."""


@dataclass
class Breaker:
    """Which hosts are left alone: those that have failed again and again are probed once a minute."""

    clock: Callable[[], float] = time.monotonic
    hosts: dict[str, _Host] = field(default_factory=dict)
    worth: set[str] = field(default_factory=set)
    """Hosts that are worth waiting for: portals, and what has answered before. Others are given up when they fail."""
    last_round: bool = False
    """Nothing else is left to visit: from now on probes in vain count."""

    def failed(self, host: str) -> bool:
        """A request failed as it does when a server is down. Whether that has just opened the breaker."""
        state = self.hosts.setdefault(host, _Host())
        state.failures += 1
        if state.failures < OPENS_AFTER:
            return False
        opened = not state.next
        if host not in self.worth:
            state.probes = PROBES
        elif not opened:
            state.probes += self.last_round
        state.next = self.clock() + PROBE_SECONDS
        return opened

    def leave(self, host: str) -> None:
        """A portal where nobody answers: from now on it is probed, and only once more when nothing else is left to visit."""
        state = self.hosts.setdefault(host, _Host())
        state.failures = max(state.failures, OPENS_AFTER)
        if not state.next:
            state.next, state.probes = self.clock() + PROBE_SECONDS, PROBES - 1

    def answered(self, host: str) -> None:
        """The host works."""
        self.worth.add(host)
        self.hosts.pop(host, None)

    def is_open(self, host: str) -> bool:
        """Whether the host is left alone."""
        return bool(host in self.hosts and self.hosts[host].next)

    def is_given_up(self, host: str) -> bool:
        """Whether the probes were in vain."""
        return host in self.hosts and self.hosts[host].probes >= PROBES

    def wait(self, host: str) -> float:
        """Seconds until a request to the host may be sent; 0: now. One that is let through to a host that is left alone is
        its probe: others wait."""
        left = self.wait_shown(host)
        if not left and self.is_open(host):
            self.hosts[host].next = self.clock() + PROBE_SECONDS
        return left

    def wait_shown(self, host: str) -> float:
        """The same, for one who only wants to know."""
        if not self.is_open(host) or self.is_given_up(host):
            return 0.0
        return max(0.0, self.hosts[host].next - self.clock())


class BackOff(RetryMiddleware):
    """Scrapy's retry middleware, with pauses in which others are visited, and a breaker per host."""

    @property
    def _spider(self) -> Any:
        return self.crawler.spider

    def process_request(self, request: Request) -> None:
        """Tell the visit whether a refusal may be answered by coming back later; leave alone who was given up."""
        if find_candidate(request) is None:
            return
        breaker: Breaker = self._spider.breaker
        if breaker.is_given_up(host_of(request.url)):
            raise VisitFailed("network", HOST_DOWN)
        progress_of(request).patient = self._may_retry(request)

    def process_response(self, request: Request, response: Response, spider: Any = None) -> Request | Response:
        """An answer, of whatever kind, closes the breaker; one that says "later" is asked for again then."""
        if find_candidate(request) is None:
            return response
        if response.status in DOWN:
            self._count(request)
        else:
            self._spider.breaker.answered(host_of(request.url))
        if response.status in self.retry_http_codes and not request.meta.get("playwright"):
            header = (response.headers.get("Retry-After") or b"").decode("latin-1")
            return self._later(request, f"HTTP {response.status}", header) or response
        return response

    def process_exception(self, request: Request, exception: Exception, spider: Any = None) -> Request | None:
        """A failure that may pass is tried again later, unless something of the place was seen."""
        if find_candidate(request) is None or not passes(exception):
            return None
        if not isinstance(exception, Busy) or exception.status in DOWN:
            self._count(request)
        header = exception.retry_after if isinstance(exception, Busy) else ""
        reason = name_failure(exception)[1]
        if reason.endswith(IN_TIME) and request.meta.get("retry_times"):
            return self._at_the_end(request)  # each such try costs half a minute or more
        return self._later(request, reason, header)

    def _count(self, request: Request) -> None:
        host = host_of(request.url)
        if self._spider.breaker.failed(host):
            logger.warning("%s não responde e é deixado em paz; um pedido por minuto vê se voltou.", host)
            assert self.crawler.stats is not None
            self.crawler.stats.inc_value("transparency/breakers_opened")

    def _may_retry(self, request: Request) -> bool:
        walker = walker_of(request)
        seen = bool(walker and walker.sights)
        return not seen and request.meta.get("retry_times", 0) < self.max_retry_times

    def _later(self, request: Request, reason: str, header: str) -> Request | None:
        if not self._may_retry(request):
            return self._at_the_end(request)
        tries = request.meta.get("retry_times", 0) + 1
        pause = pause_before(tries, header, dt.datetime.now(dt.UTC), random.random())  # noqa: S311
        if pause is None:
            return None
        again = get_retry_request(request, spider=self._spider, reason=reason, max_retry_times=self.max_retry_times)
        assert again is not None
        again = anew(again, self._spider)
        progress_of(again).due = time.monotonic() + pause
        return again

    def _at_the_end(self, request: Request) -> Request | None:
        """One of several municipalities whose portal does not answer waits for it while the others are audited: a server that
        is down for an hour makes none of its towns inconclusive."""
        breaker, host = self._spider.breaker, host_of(request.url)
        walker = walker_of(request)
        if candidate_of(request).node.depth or (walker and walker.sights) or len(self._spider.audits) < 2:
            return None
        if host not in breaker.worth or not self.crawler.settings.getbool("RUN_DEFERS"):
            return None
        breaker.leave(host)
        return None if breaker.is_given_up(host) else anew(request.replace(dont_filter=True), self._spider)


def anew(again: Request, spider: Any) -> Request:
    """A request that is tried again: what only belonged to the try that failed is taken off."""
    for leftover in [key for key in again.meta if key.startswith("playwright")] + [PROGRESS]:
        again.meta.pop(leftover, None)
    candidate = candidate_of(again)
    spider.audits[candidate.audit].agenda.readmit(candidate)
    return again
