"""The tour of one town: which places are still to be visited, in which order, and all that was seen. It asks for what brings most
points first."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from transparency.aspects.judge import judge_available
from transparency.aspects.seen import (
    Gathered,
    OpenedFile,
    OpenedYear,
    Side,
    Sight,
    TriedExport,
    TriedFilter,
    Unread,
)
from transparency.browse.snapshot import Snapshot
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import Signposts
from transparency.extract.sections import bare_headings
from transparency.matrix.cycle import Cycle, Requirement
from transparency.national.leads import Lead, first_record, leads_of
from transparency.national.names import Names
from transparency.node import Node, canonical_url, host_of

What = Literal["entry", "place", "record", "menu", "year", "file", "export"]

PLACES = 3
"""So many places are visited at most for one requirement."""
FILES = 3
"""So many files are opened at most for one requirement."""
MENUS = 10
"""So many menus and tiles that name nothing are opened at most to see where they lead."""
DEEPEST = 5
"""Steps from the entry."""
HEADING = 0.7
"""A page whose heading names a requirement is a place of it, if the heading speaks of little else."""
_YEAR = re.compile(r"\b20\d\d\b")


@dataclass(frozen=True)
class Stop:
    """A visit: where, and what for."""

    node: Node
    what: What
    side: Side
    requirements: tuple[str, ...] = ()
    label: str = ""
    of: str = ""
    """Key of the page that leads there."""
    year: int = 0

    @property
    def key(self) -> str:
        """Of its node."""
        return self.node.fingerprint()


@dataclass
class Tour:
    """What a tour knows of one town. ``bound``: visits at most."""

    cycle: Cycle
    site_url: str
    portal_url: str
    signposts: Signposts
    today: dt.date
    bound: int = 140
    names: Names = field(init=False)
    sights: dict[str, Sight] = field(default_factory=dict)
    """Key → page, in the order in which they were seen."""
    places: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    """Requirement → key of a page → how fully the way there, or its heading, names it."""
    leads: dict[str, Lead] = field(default_factory=dict)
    """What may be visited, once each."""
    asked: dict[str, Stop] = field(default_factory=dict)
    """What was asked for."""
    failed: dict[str, str] = field(default_factory=dict)
    """Key of a node → why it gave no answer (Portuguese)."""
    tried: Counter[str] = field(default_factory=Counter)
    """Requirement → visits to places for it."""
    opened: Counter[str] = field(default_factory=Counter)
    """Requirement → files that were opened for it."""
    files: list[OpenedFile] = field(default_factory=list)
    exports: list[TriedExport] = field(default_factory=list)
    filters: list[TriedFilter] = field(default_factory=list)
    years: list[OpenedYear] = field(default_factory=list)
    records: dict[str, Node] = field(default_factory=dict)
    """Key of a page with a list → what opens its first record."""
    detailed: set[str] = field(default_factory=set)
    """Requirements of which a record was opened."""
    waiting: list[Stop] = field(default_factory=list)
    """What a page has asked for: another year of its list, its export."""
    answered: set[str] = field(default_factory=set)
    """Requirements whose content is there: no other place is needed."""
    followed: set[tuple[Side, str]] = field(default_factory=set)
    """Sides and labels of the places that were visited: one that is called alike is the same by another way."""
    touched: set[str] = field(default_factory=set)
    """Requirements of which something was seen since they were last judged."""
    menus: int = 0
    spent: bool = False
    """There was more to visit than could be."""

    def __post_init__(self) -> None:
        self.names = Names(self.cycle)

    # ---- where to go -------------------------------------------------------------------------------------------------

    def entries(self) -> list[Stop]:
        """The site and the portal, to begin with."""
        found: list[Stop] = []
        if self.site_url:
            found.append(self._entry(self.site_url, "site"))
        if canonical_url(self.portal_url) != canonical_url(self.site_url):
            found.append(self._entry(self.portal_url, "portal"))
        return found

    def _entry(self, url: str, side: Side) -> Stop:
        stop = Stop(Node(url=url, words=(f"abra {url}",)), "entry", side)
        self.asked[stop.key] = stop
        return stop

    def next_stops(self, most: int) -> list[Stop]:
        """What is visited next: what pages have asked for, then the places that bring most, then menus. Nothing: it is over."""
        self._weigh()
        found: list[Stop] = []
        while len(found) < most and len(self.asked) < self.bound:
            stop = self._waiting() or self._best_place() or self._record() or self._best_file() or self._menu()
            if stop is None:
                return found
            self._begin(stop)
            found.append(stop)
        self.spent = self.spent or (not found and self._best_place() is not None)
        return found

    def _begin(self, stop: Stop) -> None:
        """A stop is visited now: it counts for what it is visited for."""
        self.asked[stop.key] = stop
        if stop.what == "place":
            self.tried.update(stop.requirements)
            self.followed.add((stop.side, phrase(stop.label)))
        elif stop.what == "file":
            self.opened.update(stop.requirements)
        elif stop.what == "record":
            self.detailed.update(stop.requirements)
        elif stop.what == "menu":
            self.menus += 1

    def _weigh(self) -> None:
        """Which of the requirements that something was seen of need no other place."""
        for key in sorted(self.touched):
            requirement = self.cycle.by_id[key]
            if judge_available(requirement, self.gathered(requirement), self.today).status == "met":
                self.answered.add(key)
        self.touched.clear()

    def _waiting(self) -> Stop | None:
        while self.waiting:
            stop = self.waiting.pop(0)
            if stop.key not in self.asked:
                return stop
        return None

    def _record(self) -> Stop | None:
        """The first record of a list that does not show all that is asked for by itself."""
        for key, node in self.records.items():
            if node.fingerprint() in self.asked:
                continue
            wanted = tuple(one for one in self._of_page(self.sights[key]) if self._wants_record(one))
            if wanted:
                return Stop(node, "record", self.sights[key].side, wanted, node.labels[-1], key)
        return None

    def _best_place(self) -> Stop | None:
        """The lead that names what is worth most and was least visited."""
        best: tuple[float, Stop] | None = None
        for key, lead in self.leads.items():
            called = lead.side, phrase(lead.label)
            if key in self.asked or lead.file or lead.node.depth > DEEPEST or called in self.followed:
                continue
            wanted = [one for one in lead.named if self._wants(one)]
            worth = sum(self._points(one) * lead.named[one] ** 2 / (1 + self._seen(one)) ** 2 for one in wanted)
            if wanted and (best is None or worth > best[0]):
                best = worth, self._stop(lead, "place", tuple(wanted))
        return best[1] if best else None

    def _best_file(self) -> Stop | None:
        """A file that is named as what a requirement asks for, the newest first."""
        best: tuple[tuple[float, str], Stop] | None = None
        for key, lead in self.leads.items():
            if key in self.asked or not lead.file:
                continue
            wanted = [one for one in lead.named if self.opened[one] < FILES and self._takes_files(one)]
            if not wanted:
                continue
            newest = max(_YEAR.findall(lead.label), default="")
            worth = max(self._points(one) * lead.named[one] / (1 + self.opened[one]) ** 2 for one in wanted), newest
            if best is None or worth > best[0]:
                best = worth, self._stop(lead, "file", tuple(wanted))
        return best[1] if best else None

    def _menu(self) -> Stop | None:
        """A menu or tile that names nothing, while something is wanted that nothing names."""
        if self.menus >= MENUS or all(self._seen(one.id) for one in self.cycle.requirements if _has_place(one)):
            return None

        def worth(one: tuple[str, Lead]) -> tuple[bool, bool, int]:
            return not one[1].portal, not one[1].folder, one[1].node.depth

        for key, lead in sorted(self.leads.items(), key=worth):
            known = key in self.asked or lead.file or lead.named
            if known or not (lead.menu or lead.portal) or not self._is_inside(lead) or lead.node.depth > DEEPEST:
                continue
            return self._stop(lead, "menu", ())
        return None

    @staticmethod
    def _stop(lead: Lead, what: What, requirements: tuple[str, ...]) -> Stop:
        return Stop(lead.node, what, lead.side, requirements, lead.label, lead.of)

    def _points(self, key: str) -> float:
        requirement = self.cycle.by_id[key]
        return self.cycle.ranks[requirement.rank] * self.cycle.dimensions[requirement.dimension - 1].weight

    def _wants(self, key: str) -> bool:
        return _has_place(self.cycle.by_id[key]) and self.tried[key] < PLACES and key not in self.answered

    def _wants_record(self, key: str) -> bool:
        kind = self.cycle.by_id[key].kind
        return kind in ("records", "documents") and key not in self.answered and key not in self.detailed

    def _seen(self, key: str) -> int:
        return len(self.places.get(key, ())) + self.tried[key]

    def _takes_files(self, key: str) -> bool:
        return self.cycle.by_id[key].kind in ("documents", "text", "records")

    def _is_inside(self, lead: Lead) -> bool:
        """Whether a lead stays on the site or the portal of the town."""
        return lead.portal or bool(lead.node.steps) or host_of(lead.node.url) in self._hosts()

    def _hosts(self) -> set[str]:
        return {host_of(url) for url in (self.site_url, self.portal_url) if url}

    def side_of(self, url: str, before: Side) -> Side:
        """On which side an address is; where both are on one host, by the way there."""
        site, portal = host_of(self.site_url), host_of(self.portal_url)
        if site == portal or host_of(url) not in (site, portal):
            path = urlsplit(self.portal_url).path.rstrip("/")
            below = site == portal and bool(path) and urlsplit(url).path.startswith(path)
            return "portal" if below else before
        return "portal" if host_of(url) == portal else "site"

    # ---- what was seen -----------------------------------------------------------------------------------------------

    def saw(self, snapshot: Snapshot, stop: Stop, problem: str) -> Sight:
        """Take in a page: what it is a place of, and where it leads."""
        sight = self.take(snapshot, stop.side, problem, stop.requirements)
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, sight, problem))
        return sight

    def take(self, snapshot: Snapshot, side: Side, problem: str, asked: Iterable[str] = ()) -> Sight:
        """Take in a page of the site or the portal. ``asked``: the requirements that it was visited for."""
        node = snapshot.node
        side = self.side_of(snapshot.url, side)
        sight = Sight(
            key=node.fingerprint(),
            side=side,
            url=snapshot.url,
            steps=(*node.words[: len(node.words) - len(snapshot.done)], *snapshot.done),
            labels=node.labels,
            title=snapshot.title,
            status=snapshot.status,
            problem=problem,
            views=tuple(view.data for view in snapshot.frames),
            addresses=tuple(view.url for view in snapshot.frames),
            depth=node.depth,
        )
        self.sights[sight.key] = sight
        self.note(sight, asked)
        if not problem:
            for lead in leads_of(snapshot, sight.key, side, self.names, self.signposts):
                self._offer(lead, sight)
            listed = bool(asked) and any(table.rows for table in sight.tables)
            if listed and (opener := first_record(snapshot, self.signposts)):
                self.records[sight.key] = opener
        return sight

    def note(self, sight: Sight, asked: Iterable[str] = ()) -> None:
        """Note of which requirements a page is a place: those that it was visited for, and those that its headings name."""
        for key, value in self._named_by(sight, frozenset(asked)).items():
            self.places[key][sight.key] = max(value, self.places[key].get(sight.key, 0.0))
            self.touched.add(key)

    def _named_by(self, sight: Sight, asked: frozenset[str]) -> Mapping[str, float]:
        found: dict[str, float] = {}
        for label in sight.labels[-1:]:
            found.update(
                {key: value for key, value in self.names.of(label).items() if value >= HEADING or key in asked}
            )
        if sight.depth:
            heads = [head for view in sight.views for head in bare_headings(view.html)]
            for head in (sight.title, *heads):
                for key, value in self.names.of(head).items():
                    if value >= HEADING:
                        found[key] = max(value, found.get(key, 0.0))
        found.update({key: 1.0 for key in asked if key not in found})
        return found

    def _offer(self, lead: Lead, sight: Sight) -> None:
        """Keep a lead; a file makes the page that links it a place of what it is."""
        if lead.file:
            inherited = {key: HEADING for key in self._of_page(sight) if self.cycle.by_id[key].kind == "documents"}
            named = dict(lead.named) or inherited
            lead = replace(lead, named=named)
            for one, value in lead.named.items():
                if self.cycle.by_id[one].kind == "documents" and value >= HEADING:
                    self.places[one].setdefault(sight.key, value * HEADING)
        key = lead.key
        before = self.leads.get(key)
        if before is None or max(lead.named.values(), default=0.0) > max(before.named.values(), default=0.0):
            self.leads[key] = lead

    def _of_page(self, sight: Sight) -> Iterator[str]:
        return (key for key, of in self.places.items() if sight.key in of)

    def lost(self, stop: Stop, reason: str) -> None:
        """A visit brought nothing. ``reason``: Portuguese."""
        self.failed[stop.key] = reason
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, None, reason))

    def requirements_of(self, sight: Sight) -> list[Requirement]:
        """Those that a page is a place of."""
        return [self.cycle.by_id[key] for key in self._of_page(sight)]

    # ---- what it comes to --------------------------------------------------------------------------------------------

    def gathered(self, requirement: Requirement) -> Gathered:
        """All that was seen of one requirement."""
        ranked = sorted(self.places.get(requirement.id, {}).items(), key=lambda one: -one[1])
        places = [self.sights[key] for key, _ in ranked]
        keys = {sight.key for sight in places}
        entries = {sight.side: sight for sight in self.sights.values() if not sight.depth}
        return Gathered(
            places=places,
            site=entries.get("site"),
            portal=entries.get("portal") or (entries.get("site") if self._is_one_site() else None),
            around=[sight for key, sight in self.sights.items() if key not in keys],
            files=[one for one in self.files if one.of in keys or requirement.id in self.names.of(one.label)],
            exports=[one for one in self.exports if one.of in keys],
            filters=[one for one in self.filters if one.of in keys],
            years=[one for one in self.years if one.of in keys],
            unread=[*self._unread(requirement.id, bool(places))],
            finished=not self.spent,
            menus_read=all(not sight.problem for sight in entries.values()) and bool(entries),
        )

    def _is_one_site(self) -> bool:
        return canonical_url(self.portal_url) == canonical_url(self.site_url)

    def _unread(self, key: str, seen: bool) -> Iterator[Unread]:
        """What promised a requirement and gave no answer; and, where none gave one, what was not visited."""
        for place, lead in self.leads.items():
            if key not in lead.named or (lead.file and self.opened[key] >= FILES):
                continue
            reason = self.failed.get(place, "")
            if not reason and place not in self.asked and not seen:
                reason = "não foi visitado: o limite de páginas"
            if reason:
                yield Unread(" › ".join(lead.node.words), lead.node.url, reason)


def _has_place(requirement: Requirement) -> bool:
    """Whether a requirement is answered by a place of its own, and not by what any page shows."""
    return requirement.kind != "feature"


def digest_of(sight: Sight) -> tuple[int, str]:
    """How many rows a page shows, and a digest of them; of its words where it shows none."""
    rows = [[cell.text for cell in row] for table in sight.tables for row in table.rows]
    told = hashlib.sha1(repr(rows or sight.text).encode(), usedforsecurity=False).hexdigest()[:16]
    return len(rows), told
