"""What a request carries: the candidate that it visits, and how far this try at it has come. Two keys of ``Request.meta``."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scrapy import Request
from w3lib.url import canonicalize_url

from transparency.browse.snapshot import HandedOut, Snapshot
from transparency.crawl.candidates.move import Kind, Move
from transparency.node import Node

CANDIDATE = "candidate"
"""Key of ``Request.meta``: the candidate. Requests without one (robots.txt, discovery) belong to no walk."""
PROGRESS = "progress"
"""Key of ``Request.meta``: the progress of this one request."""


@dataclass(frozen=True, slots=True)
class Retry:
    """Which try at a candidate a request is. The first try has none of this."""

    again: bool = False
    """Another try came before it: for another year, another record, or in another way."""
    attempt: int = 0
    """The number of the query among those of its form: 0 asks for the present year, 1 for the year before."""
    choices: tuple[tuple[str, str], ...] = ()
    """The choices (label of a field, text of its option) that the query before it made."""
    restart: bool = False
    """The node is opened anew in the browser, since an earlier way to it (in place, as a file) did not do."""
    second_chance: bool = False
    """The visit before it failed as a busy server or a crashed browser does; there is no third one."""
    afresh: bool = False
    """By a visitor of its own, whom the portal has not seen: it may remember a year that was chosen, and show another list."""
    redirects: int = 0
    """Redirections that were followed up to now, on the way to a file."""


FIRST = Retry()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A node that is worth a visit, and why: the move that leads to it, and the page on which that move was found."""

    audit: str
    """Name of the audit that it belongs to (``Audit.name``)."""
    move: Move
    """What is to be done, and what it promises."""
    question: str = ""
    """The key of its place in the ledger: other tries at it, and other candidates that lead there, have the same."""
    component: str = ""
    """The component that is pressed (``Move.identity``), the same on every page; empty for an address that is opened."""

    # ---- the page on which it was found
    parent: str = ""
    """Fingerprint of the page's node; empty for the entry."""
    page_state: str = ""
    """Fingerprint of what the page showed."""
    page_pattern: str = ""
    """Pattern (``node.pattern_of``) of the page's node."""
    promising: bool = False
    """The page shows records of a criterion."""
    trail: tuple[str, ...] = ()
    """Labels on the way to the page, normalised."""
    place: int = 0
    """Its number among the moves of the page, from 0."""

    # ---- what it is called, and what it is about
    name: str = ""
    """Its label, normalised."""
    title: str = ""
    """The same, or for a label that fits anything ("Acessar") the heading over it; empty where nothing stands over it."""
    words: tuple[str, ...] = ()
    """The first words of its label and of the heading over it, in the singular."""
    subject: str = ""
    """The criterion that its words name; else the one that its page shows, or was opened for."""
    off_topic: bool = False
    """It names another subject, or was found behind what does: it is visited after all others."""

    # ---- what it belongs to
    group: str = ""
    """Candidates of one group are siblings: when some of them bring nothing, the others are skipped."""
    listed: str = ""
    """The list of links that it stands in (a part of a menu): where others of it led to a criterion, it may, too."""
    series: str = ""
    """Candidates of one series are ways to the same thing (the years of a page): when one brings data, no other is visited."""
    parent_series: str = ""
    """The series of the page, where the candidate asks for something within that page: what it brings answers for that series."""
    years_back: int = 0
    """All that the portal shows on the way here is of one year, chosen at its door: how many choices before the first one."""
    of_town: bool = False
    """In a portal of many towns: the one that is audited is chosen here, or was on the way here."""
    opens_selection: bool = False
    """A row that was pressed was only selected; this is what opens it."""
    asked_before: bool = False
    """A query whose form stood on the page before, too: a press beside it has led here."""
    of_record: bool = False
    """Part of a record that was opened on its page (a tab of it): what stands around the record stays the same."""
    listed_by: str = ""
    """Of a record, or a part of one: the node of the page that lists it."""
    another: bool = False
    """Another record of a list, after one of it that was opened; or what was found behind such a record."""

    # ---- what an earlier audit tells about it
    revisit: bool = False
    """An earlier audit names the place as worth a visit: it comes right after the entry."""
    offered_before: bool = False
    """The pages that an earlier audit knew offered it then, too."""

    errand: str = ""
    """The matrix of an evaluation that it is visited for, beside the walk: the walk's agenda has no say in it."""

    retry: Retry = FIRST

    @property
    def node(self) -> Node:
        """The node to visit."""
        return self.move.node

    @property
    def kind(self) -> Kind:
        """What kind of move leads to it."""
        return self.move.kind

    @property
    def tier(self) -> int:
        """How much it promises: 0 (names a criterion) to 3 (says nothing)."""
        return self.move.rating.tier

    @property
    def criterion(self) -> str:
        """The criterion that it names, and no other; empty for none."""
        rating = self.move.rating
        return rating.criterion if rating.tier == 0 and not rating.several else ""

    @property
    def promised(self) -> str:
        """The criterion that it names, or else the one that it is about."""
        return self.criterion or self.subject

    def again(
        self,
        node: Node,
        kind: Kind | None = None,
        retry: Retry = FIRST,
        others: tuple[tuple[Kind, Node], ...] | None = None,
    ) -> Candidate:
        """Another try at it, by another node or in another way. ``others``: what is left of its series. What an earlier audit
        tells, and the barren pattern of its page, hold for the first try only."""
        move = replace(
            self.move,
            node=node,
            kind=kind or self.kind,
            others=self.move.others if others is None else others,
            by_click=None,
        )
        retry = replace(retry, again=True)
        return replace(
            self,
            move=move,
            retry=retry,
            page_pattern="",
            opens_selection=False,
            another=self.another or self.kind == "row" or self.of_record,
            revisit=False,
            offered_before=False,
        )


@dataclass(slots=True)
class Progress:
    """What becomes of one request while it is under way. Another try at the same candidate starts with a new one."""

    due: float = 0.0
    """The time (``time.monotonic``) before which it is not visited."""
    patient: bool = False
    """It may be asked again later: a refusal of the server need not be taken for its answer."""
    failed_at: Sequence[str] = ()
    """Addresses that the browser could not load."""
    server_place: object = None
    """The place on its server that it holds, where several machines share them (``shared_turns``)."""
    walker: object = None
    """The walker that looks at its page (``walker.walker_of``)."""
    file: HandedOut | None = None
    """What a step has brought, when that is to be read."""
    snapshot: Snapshot | None = None
    """The first thing that its visit has seen."""


def find_candidate(request: Request) -> Candidate | None:
    """The candidate that a request carries, if it belongs to a walk."""
    candidate: Candidate | None = request.meta.get(CANDIDATE)
    return candidate


def candidate_of(request: Request) -> Candidate:
    """The candidate that a request of a walk carries."""
    candidate: Candidate = request.meta[CANDIDATE]
    return candidate


def context_of(request: Request) -> str:
    """The name of the browser context (cookies, storage) of a visit: that of its audit, or one of its own."""
    candidate = candidate_of(request)
    return f"{candidate.audit} {candidate.node.fingerprint()}" if candidate.retry.afresh else candidate.audit


def progress_of(request: Request) -> Progress:
    """The progress of a request."""
    progress: Progress = request.meta.setdefault(PROGRESS, Progress())
    return progress


class NodeFingerprinter:
    """Scrapy's REQUEST_FINGERPRINTER_CLASS: a request of a walk is known by its node (and by its audit)."""

    def fingerprint(self, request: Request) -> bytes:
        """Digest of the request, 20 bytes."""
        digest = hashlib.sha1(usedforsecurity=False)
        if candidate := find_candidate(request):
            digest.update(f"{candidate.audit} {candidate.node.fingerprint()}".encode())
        else:
            digest.update(f"{request.method} {canonicalize_url(request.url)}".encode() + request.body)
        return digest.digest()
