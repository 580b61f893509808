"""One run over one municipality: what it asks for, what it has seen, what it costs, and where it is written."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from transparency.crawl.agenda import Agenda
from transparency.crawl.budget import Budget, Spending
from transparency.crawl.ledger import Ledger
from transparency.crawl.portal_map import PortalMap
from transparency.crawl.request import Candidate
from transparency.items import Finding, Page, Verdict
from transparency.matrix import Matrix
from transparency.node import Node
from transparency.portals.catalogue import Municipality
from transparency.store.audits import now

GRACE = 120
"""Seconds after the end of its time in which a walk should have ended by itself."""


@dataclass
class Traffic:
    """What an audit asked of the network."""

    requests: int = 0
    bytes: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    """``host:port`` → connections to it that the egress filter refused meanwhile: private networks."""
    robots: dict[str, Counter[str]] = field(default_factory=dict)
    """Host → what its robots.txt was, and for how many pages; with those that it forbids."""
    certificates: dict[str, str] = field(default_factory=dict)
    """Host → what is wrong with its certificate; its pages were read all the same."""
    truncated: int = 0
    """Pages of which only a part was read: too large."""


@dataclass
class Audit:
    """The audit of one municipality, from its first visit to its folder."""

    municipality: Municipality
    matrix: Matrix
    essential_only: bool
    budget: Budget
    changed: Callable[[], None]
    """Called whenever a node or a page is done."""
    traffic: Traffic = field(default_factory=Traffic)
    second_chances: Counter[str] = field(default_factory=Counter)
    """Nodes that were asked for again after a failure that may pass."""
    pages_in_pipeline: int = 0
    found: list[tuple[int, int, float]] = field(default_factory=list)
    """Of each page: the number of its node, the items it proved for the first time, seconds since the start."""
    started: float = 0.0
    """``time.monotonic``; 0 before it begins."""
    started_at: str = ""
    ended: float = 0.0
    current: str = ""
    """What is being looked at, for the progress line."""
    on_begin: Callable[[Audit], None] | None = None
    verdicts_given: list[Verdict] = field(default_factory=list)
    run: str = ""
    """The run that it is part of."""
    unkept: str = ""
    """Why what was seen could not be written to disk: nothing of this audit counts."""
    namesakes: int = 0
    """Audits of the same town that began in the same second."""
    folder: str = ""
    """Where the whole audit lies, once it is."""

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.municipality, self.matrix, self.essential_only)
        self.spending = Spending(self.budget)
        self.portal = PortalMap(self.municipality)
        self.agenda = Agenda(self.ledger, self.spending, self.portal, lambda: self.changed())

    @property
    def name(self) -> str:
        """Unique in a run; also the browser context."""
        return f"{self.municipality.uf.lower()}/{self.municipality.slug}"

    @property
    def entry_problem(self) -> str:
        """Why the portal as a whole could not be seen (Portuguese)."""
        return self.ledger.entry_problem

    @property
    def pages_visited(self) -> int:
        """Visits so far."""
        return self.spending.pages

    # ---- for its strategy ----------------------------------------------------------------------------------------

    def open_items(self) -> set[tuple[str, str]]:
        """(criterion, item) of what is not proved yet."""
        return self.ledger.open_items()

    def town(self) -> str:
        """The name of the municipality."""
        return self.municipality.name

    def makers(self) -> frozenset[str]:
        """The vendor families of its portal."""
        return self.portal.makers()

    def half_proved(self) -> frozenset[str]:
        """Criteria of which more than half of the items are proved."""
        return self.ledger.half_proved()

    def bears(self, candidate: Candidate) -> bool:
        """Whether others of the list of links that it stands in led to anything."""
        return self.agenda.harvest.bears(candidate)

    def familiar(self, candidate: Candidate) -> bool:
        """Whether a few of its kind were visited."""
        return self.agenda.harvest.familiar(candidate)

    # ---- from begin to end ---------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the clock."""
        self.started = self.spending.started = time.monotonic()
        self.started_at = now()
        if self.on_begin is not None:
            self.on_begin(self)

    def waited(self, seconds: float) -> None:
        """The run stood still for so long, which is not of its time."""
        self.started = self.spending.started = min(time.monotonic(), self.started + seconds)

    @property
    def finished(self) -> bool:
        """Whether nothing is under way any more."""
        return bool(self.started) and not self.agenda.open_nodes and not self.pages_in_pipeline

    def overdue(self) -> bool:
        """Whether the walk should have ended by itself two minutes ago."""
        return time.monotonic() - self.started > self.budget.minutes * 60 + GRACE

    def abandon(self) -> None:
        """End a walk that does not end by itself; what it leaves open is named."""
        self.agenda.abandon()
        self.pages_in_pipeline = 0

    def release(self) -> None:
        """It is whole: what only the walk needed is given back, since a run may be over thousands."""
        self.agenda.clear()
        self.spending.clear()
        self.portal.clear()
        self.ledger.clear()

    # ---- what was seen -------------------------------------------------------------------------------------------

    @staticmethod
    def shown(page: Page) -> set[tuple[str, str]] | None:
        """(criterion, item) of what a page shows data of; None where it could not be judged."""
        return None if page.findings is None else {(f.criterion, f.item) for f in page.findings if f.has_data}

    def of_town(self, page: Page) -> None:
        """What a page shows counts if no town had to be chosen, or was on the way. The first that shows data of
        the chosen one ends what was seen of all towns together."""
        if self.portal.chosen and not page.of_town:
            page.findings = page.findings and []
        elif page.of_town and any(finding.has_data for finding in page.findings or []):
            self.choose_town()

    def choose_town(self) -> None:
        """The pages of the town that is audited were found: what was seen of all towns together is forgotten."""
        if not self.portal.chosen:
            self.portal.chosen = True
            self.ledger.forget()
            self.agenda.ways.lists.clear()

    def consider(self, page: Page, findings: Iterable[Finding]) -> int:
        """Take in what a page proves; how many items it proves for the first time."""
        findings = list(findings)
        new = self.ledger.prove(page, findings)
        if findings:
            self.agenda.ways.labels[page.node] = {(f.criterion, f.item) for f in findings}
            self.agenda.ways.shows[page.node] = {(f.criterion, f.item) for f in findings if f.has_data}
            self.agenda.ways.shows_lists(page, findings)
        self.spending.fruitless = 0 if new else self.spending.fruitless + 1
        seconds = round(time.monotonic() - self.started, 2)
        self.found.append((self.spending.numbers.get(page.node, 0), new, seconds))
        page.turn = page.turn or len(self.found)  # one judged again from the store keeps its turn
        return new

    def to_picture(self, candidate: Candidate, page: Page) -> bool:
        """Whether a page that proves nothing is pictured, small: it is what a place of the ledger shows, or has data of a criterion.
        What looks like a page that was pictured is shown by that picture."""
        if not (self.ledger.is_place(candidate) or any(finding.has_data for finding in page.findings or ())):
            return False
        page.like = self.portal.pictured.setdefault(page.state, page.node)
        return page.like == page.node

    def failed(self, node: Node, criterion: str, kind: str, reason: str, candidate: Candidate | None = None) -> None:
        """A visit brought nothing back; no other run learns from that. ``candidate``: what it was a visit to."""
        self.agenda.ways.failed(node.fingerprint(), reason)
        self.ledger.failed(node, criterion, kind, reason, candidate)

    # ---- what is written -----------------------------------------------------------------------------------------

    def verdicts(self) -> list[Verdict]:
        """One verdict per item asked for, in the order of the matrix."""
        self.ended = time.monotonic()
        self.agenda.end()
        found = [self.ledger.verdict(criterion, item, self.pages_visited) for criterion, item in self.ledger.items()]
        for verdict in found:
            verdict.time = now()
        self.verdicts_given = found
        return found

    def trace(self) -> list[dict[str, float]]:
        """Items proved against nodes, in the order in which nodes were picked (several are under way at once)."""
        items, latest, lines = 0, 0.0, []
        for number, new, seconds in sorted(self.found):
            items, latest = items + new, max(latest, seconds)
            lines.append({"nodes": number, "items": items, "seconds": latest})
        return lines

    def summary(self, verdicts: Iterable[Verdict]) -> dict[str, Any]:
        """What ``audit.json`` tells of the walk."""
        per_criterion: dict[str, Counter[str]] = {}
        for verdict in verdicts:
            per_criterion.setdefault(verdict.criterion, Counter())[verdict.status] += 1
        known, traffic = self.agenda.known, self.traffic
        return {
            "criteria": {
                c: {
                    "name": self.matrix.criterion(c).name,
                    **{s: counts[s] for s in ("published", "absent", "inconclusive")},
                }
                for c, counts in per_criterion.items()
            },
            "nodes": {
                "visited": self.spending.pages,
                "by_kind": dict(self.spending.visited),
                "dropped": dict(self.spending.dropped),
                "states": len(self.portal.states),
            },
            "trace": self.trace(),
            "families": {host: family for host, family in self.portal.families.items() if family},
            "requests": traffic.requests,
            "bytes": traffic.bytes,
            "refused": dict(traffic.refused),
            "robots": {host: dict(rules) for host, rules in sorted(traffic.robots.items())},
            "certificates": dict(sorted(traffic.certificates.items())),
            "truncated": traffic.truncated,
            "run": self.run,
            "revisit": {"of": known.of, "full": known.full} if known else None,
            "problems": self.ledger.problems,
            "entry_problem": self.ledger.entry_problem,
            "unvisited_criteria": sorted(self.ledger.cut_short),
            "places": self.ledger.places_as_dict(),
            "matrix": self.matrix.to_dict(self.essential_only),
        }
