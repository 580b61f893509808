"""The agenda of a walk: which candidates wait, which are under way, and which are still worth a visit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from scrapy import Request

from transparency.crawl.budget import Spending
from transparency.crawl.candidates import Move
from transparency.crawl.harvest import Harvest
from transparency.crawl.known import Known, Way, Ways
from transparency.crawl.ledger import Ledger
from transparency.crawl.portal_map import PortalMap
from transparency.crawl.presses import Presses
from transparency.crawl.repeats import Repeats
from transparency.crawl.request import Candidate, candidate_of
from transparency.crawl.series import Series
from transparency.node import Node, grows, pattern_of

HEADINGS = 3
"""So many headings over nothing are those of a list."""
LEFT_OPEN = ("nodes", "time", "patience", "near", "far", "aside", "siblings", "pattern")
"""Reasons for which a place stays unvisited that may have had an answer."""


@dataclass
class Agenda:
    """The candidates of one audit."""

    ledger: Ledger
    spending: Spending
    portal: PortalMap
    changed: Callable[[], None]
    """Called whenever a node is done."""
    known: Known | None = None
    """What an earlier audit knows of the portal."""
    ways: Ways = field(default_factory=Ways)
    offered_again: set[str] = field(default_factory=set)
    """Nodes that an earlier audit knew, that did not open by themselves, and that the portal leads to."""
    moved: set[str] = field(default_factory=set)
    """Those that it did not lead to yet: nothing waits for them, not even they themselves when they are met again."""
    open_nodes: set[str] = field(default_factory=set)
    """Nodes that wait or are under way."""
    questions: Counter[str] = field(default_factory=Counter)
    """Question → open candidates that it is asked by."""
    aside: set[str] = field(default_factory=set)
    """Those of them that nothing recommends."""
    eras: dict[str, int] = field(default_factory=dict)
    """Open node → the year that it is of, where all of the portal is of the year that is chosen at its door: 1 for the one before
    that which was chosen first."""
    series: Series = field(default_factory=Series)
    followed: Repeats = field(default_factory=Repeats)
    presses: Presses = field(default_factory=Presses)
    harvest: Harvest = field(default_factory=Harvest)
    too_far: dict[str, set[str]] = field(default_factory=dict)
    """Pattern of nodes that lie deeper than the budget allows → the criteria that they are for."""
    over: bool = False
    """The walk has ended: nothing is visited any more."""

    # ---- for the frontier ----------------------------------------------------------------------------------------

    def opened(self, request: Request) -> None:
        """A node waits in the frontier."""
        candidate = candidate_of(request)
        node = candidate.node.fingerprint()
        self.open_nodes.add(node)
        self.questions[candidate.question] += 1
        if _is_aside(candidate):
            self.aside.add(node)
        if candidate.years_back:
            self.eras[node] = candidate.years_back

    def left(self, request: Request) -> None:
        """A node was visited, failed, or was dropped."""
        candidate = candidate_of(request)
        node = candidate.node.fingerprint()
        self.questions[candidate.question] -= 1
        if not (candidate.revisit and node in self.offered_again):
            self.open_nodes.discard(node)
        self.aside.discard(node)
        self.eras.pop(node, None)
        self.followed.ended(node)
        self.series.asked(node, (candidate.series, candidate.parent_series))
        self.changed()

    def folded(self, request: Request) -> None:
        """A node is asked for that waits, or was visited, already."""
        self.ledger.join(candidate_of(request))

    def holds(self, request: Request) -> bool:
        """Whether a node waits for others of the portal: all for the entry, and then for the places that are known; what
        nothing recommends for everything else; another year of the whole portal for the one that was chosen first."""
        candidate = candidate_of(request)
        if candidate.errand:
            return False
        if _is_aside(candidate) and self.open_nodes - self.aside:
            return True
        era = candidate.years_back  # the session is of one year at a time
        if era and any(self.eras.get(node, 0) < era for node in self.open_nodes - self.aside):
            return True
        if self.known is None or candidate.kind == "entry":
            return False
        if Node(url=self.ledger.municipality.portal_url).fingerprint() in self.open_nodes:
            return True
        return not candidate.revisit and bool((self.open_nodes & self.known.nodes) - self.offered_again - self.moved)

    def one_by_one(self) -> bool:
        """Whether the portal is visited one page at a time."""
        return self.portal.one_by_one

    def busy(self, request: Request) -> bool:
        """Whether another way to the same thing is under way: it may make this one needless."""
        candidate = candidate_of(request)
        if candidate.errand:
            return False
        node = candidate.node.fingerprint()
        return self.series.waits(node, candidate) or self.followed.meets(node, candidate)

    def repeats(self, request: Request) -> bool:
        """Whether a component says what another one said that was followed, or is just now."""
        candidate = candidate_of(request)
        if candidate.errand:
            return False
        return bool(self.followed.tier(candidate)) or self.followed.meets(candidate.node.fingerprint(), candidate)

    def admits(self, request: Request) -> bool:
        """Whether a node is still worth a visit: then the visit is counted, else why it is not."""
        if self.over:
            return False
        candidate = candidate_of(request)
        if candidate.errand:
            return True
        tier = max(candidate.tier, self.followed.tier(candidate))
        again = candidate.retry.restart or bool(request.meta.get("retry_times"))
        reason = self._objection(candidate, tier, again)
        if reason:
            self._drop(candidate, tier, reason)
        else:
            self._begin(candidate, tier)
        return not reason

    # ---- whether a visit is worth it -----------------------------------------------------------------------------

    def _objection(self, candidate: Candidate, tier: int, again: bool) -> str:
        """Why a node is not worth a visit any more; "" when it is. ``again``: its address was opened before, in vain."""
        criterion, kind, node, wanted = candidate.criterion, candidate.kind, candidate.node, self.ledger.wanted()
        era, address = candidate.years_back, self.portal.address(candidate.node)
        tests: tuple[tuple[str, Callable[[], Any]], ...] = (
            ("elsewhere", lambda: self.portal.chosen and not candidate.of_town),
            ("settled", lambda: not wanted or (criterion and criterion not in wanted and self._is_settled(candidate))),
            ("entry", lambda: candidate.revisit and self.ledger.entry_problem),
            ("unmoved", lambda: self._unmoved(candidate)),
            ("era", lambda: era and not self._lacking(candidate.promised, era)),
            ("answered", lambda: self.series.is_answered(candidate)),
            ("unfolded", lambda: self.presses.unfolds_again(candidate)),
            ("known", lambda: kind in ("link", "row") and not again and address in self.portal.addresses),
            ("siblings", lambda: self.harvest.spent(candidate, tier)),
            ("records", lambda: self.harvest.shown_enough(candidate)),
            ("pattern", lambda: self.harvest.worn_out(node, candidate.page_pattern, tier)),
            ("grows", lambda: grows(node.url) and kind != "entry"),
            ("again", lambda: self.followed.tier(candidate) and self.followed.in_vain()),
            ("inert", lambda: self.presses.does_nothing(candidate)),
        )
        objection = next((reason for reason, holds in tests if holds()), "")
        return objection or self.spending.objection(candidate, tier, bool(self.ledger.unseen()), wanted)

    def _is_settled(self, candidate: Candidate) -> bool:
        """Whether the place of a candidate is to answer for no other criterion, either."""
        return candidate.kind != "entry" and not self.ledger.awaits(candidate.question)

    def _lacking(self, criterion: str, era: int) -> bool:
        """Whether another year of the whole portal may show what is missing of a criterion ("" for any): nothing of it was seen
        yet, or a list without rows."""
        still = [key for key in self.ledger.open_items() if not criterion or key[0] == criterion]
        empty = Counter(c for c, item in still if (c, item) in self.ledger.empty)
        unseen = {c for c, _ in still} - set(self.ledger.seen_criteria)
        return bool(unseen) or (era == 1 and max(empty.values(), default=0) >= HEADINGS)

    def _unmoved(self, candidate: Candidate) -> bool:
        """Whether an earlier audit saw that nothing open is to be found at a node."""
        if self.known is None or candidate.revisit:
            return False
        node, familiar = candidate.node.fingerprint(), candidate.offered_before
        return self.known.passes_over(node, familiar, candidate.promised, self.ledger.open_items())

    def _drop(self, candidate: Candidate, tier: int, reason: str) -> None:
        """A node is not visited; the ledger tells where it promised something."""
        self.spending.dropped[reason] += 1
        self.ways.passed_over.add(candidate.node.fingerprint())
        alone = self.questions[candidate.question] <= 1  # nobody else waits for its answer
        # of the greater tier is what says what another one said that was followed
        told = reason not in LEFT_OPEN or tier > candidate.tier or self.harvest.answered_alike(candidate)
        if alone and told:
            self.ledger.withdraw(candidate, self.portal.question(candidate.node) if reason == "known" else "")
        if reason in ("nodes", "time") and tier <= 1:
            self.ledger.cut_short.update([candidate.criterion] if candidate.criterion else self.ledger.wanted())
        elif reason in ("nodes", "time") and not candidate.off_topic and self.harvest.bears(candidate):
            self.ledger.cut_short.update(self.ledger.unpromised())

    def _begin(self, candidate: Candidate, tier: int) -> None:
        """A node is visited now."""
        node = candidate.node
        fingerprint = node.fingerprint()
        if address := self.portal.address(node):
            self.portal.addresses[address] = node.url
        self.series.ask(candidate.series, fingerprint)
        self.followed.begun(fingerprint, candidate)
        self.spending.count(candidate, tier)
        self.harvest.patterns.add(pattern_of(node))
        self.ways.visited[fingerprint] = Way(node, candidate.kind, candidate.promised, candidate.move.retries)

    # ---- what became of a visit ----------------------------------------------------------------------------------

    def asks_on(self, request: Request) -> None:
        """What answers for a series goes on with a request (a query on the page of a year): its other members wait for it."""
        candidate = candidate_of(request)
        self.series.ask(candidate.parent_series, candidate.node.fingerprint())

    def acted(self, candidate: Candidate, changed: bool) -> None:
        """A component was used, and the page is another one now or still the same."""
        self.presses.acted(candidate, changed)
        if changed:
            self.followed.led_on(candidate)

    def pressed(self, series: str, changed: bool) -> None:
        """A member of a series (a year) was pressed."""
        if series and not changed and self.presses.stays(series):
            self.series.answer(series)

    def opened_menu(self, node: str, candidate: Candidate) -> bool:
        """Whether a click brought more entries of a menu into sight, and left the view beside it as it was."""
        (view, entries), (before, fewer) = (self.portal.views.get(n, ("", 0)) for n in (node, candidate.parent))
        opened = candidate.kind == "click" and bool(view) and view == before and entries > fewer
        if opened:
            self.presses.opened_menu(candidate)
        return opened

    def tried(self, request: Request, fruitful: bool) -> None:
        """A node was seen, or failed: whether it brought or led to anything counts for its siblings."""
        candidate = candidate_of(request)
        self.followed.ended(candidate.node.fingerprint())
        self.harvest.tried(candidate, fruitful)

    def too_deep(self, moves: Iterable[Move], promised: str = "") -> None:
        """Moves that promise something lie deeper than the budget allows. ``promised``: the criterion of the page they stand on."""
        for move in moves:
            self.spending.dropped["depth"] += 1
            criterion = move.rating.criterion or promised
            self.too_far.setdefault(pattern_of(move.node), set()).update(
                [criterion] if criterion else self.ledger.wanted()
            )

    def end(self) -> None:
        """The walk is over: what lay too deep, and whose like was not looked at, is named."""
        self.over = True
        for pattern, criteria in self.too_far.items():
            if pattern not in self.harvest.patterns:
                self.ledger.cut_short.update(criteria)

    def readmit(self, candidate: Candidate) -> None:
        """A node that was admitted was not visited after all: it will be asked for again."""
        self.followed.ended(candidate.node.fingerprint())
        self.spending.take_back(candidate)

    def gone(self, candidate: Candidate, offered: bool) -> None:
        """A place that an earlier audit knew is not there any more: what it was about has moved. ``offered``: the portal leads
        there still (a record that opens after its query only), and it waits for a second visit."""
        self.spending.dropped["moved"] += 1
        if offered:
            self.offered_again.add(candidate.node.fingerprint())
        self.portal.forget(candidate.node)
        if not offered:
            self.moved.add(candidate.node.fingerprint())
            self.ledger.withdraw(candidate)
            self.ledger.withdrawn.discard(candidate.question)  # the portal may lead there still

    def abandon(self) -> None:
        """End a walk that does not end by itself; what it leaves open is named."""
        self.spending.dropped["abandoned"] += len(self.open_nodes)
        self.ledger.cut_short.update(self.ledger.wanted())
        self.open_nodes.clear()
        self.aside.clear()

    def clear(self) -> None:
        """Give back what only the walk needs."""
        self.followed, self.presses, self.harvest = Repeats(), Presses(), Harvest()
        self.ways.clear()
        self.known = None


def _is_aside(candidate: Candidate) -> bool:
    """Whether nothing recommends a candidate, or it names another subject."""
    return candidate.off_topic or (candidate.tier >= 3 and candidate.kind != "entry")
