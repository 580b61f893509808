"""What was seen of one town: its pages, of which requirements each is a place, and where they lead."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal
from urllib.parse import urlsplit

from transparency.aspects.controls import resized
from transparency.aspects.export import PDF
from transparency.aspects.labels import holds
from transparency.aspects.seen import OpenedFile, OpenedYear, Side, Sight, TriedControl, TriedExport, TriedFilter
from transparency.aspects.words import Words, load_words
from transparency.browse.snapshot import Snapshot
from transparency.crawl.phrases import phrase
from transparency.crawl.signposts import Signposts
from transparency.extract import dom
from transparency.extract.sections import bare_headings
from transparency.extract.tables.table import Cell
from transparency.matrix.cycle import Cycle, Requirement
from transparency.national.leads import Lead, leads_of, records_of
from transparency.national.names import Names
from transparency.national.proofs import recoloured
from transparency.node import Node, at_address, canonical_url, host_of
from transparency.text import normalize

HEADING = 0.7
"""A page whose heading names a requirement is a place of it, if the heading speaks of little else."""
ONWARD = 2
"""A page that leads so few ways besides its menus, and shows no list, leads on to it."""
What = Literal["entry", "place", "record", "menu", "year", "file", "export", "control"]


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

    @property
    def called(self) -> tuple[Side, str]:
        """The same for all ways of a side that are called alike: they lead to one place."""
        return self.side, phrase(self.label)


@dataclass(frozen=True)
class Seen:
    """A page as the tour takes it in."""

    sight: Sight
    node: Node
    leads: tuple[Lead, ...] = ()
    records: tuple[Node, ...] = ()
    """What opens records of its list."""
    of_town: bool = False
    """Its portal serves several towns, of which this one was chosen on the way."""


@dataclass
class Notes:
    """What was seen of one town, and where it leads."""

    cycle: Cycle
    site_url: str
    portal_url: str
    signposts: Signposts
    today: dt.date
    names: Names = field(init=False)
    words: Words = field(init=False)
    walked: list[Seen] = field(default_factory=list)
    """Pages of the walk that are not taken in yet."""
    door: Node | None = None
    """Where the part of the town begins on a portal that serves several."""
    sights: dict[str, Sight] = field(default_factory=dict)
    """Key → page, in the order in which they were seen."""
    places: dict[str, dict[str, float]] = field(default_factory=lambda: defaultdict(dict))
    """Requirement → key of a page → how fully the way there, or its heading, names it."""
    leads: dict[str, Lead] = field(default_factory=dict)
    """What may be visited, once each."""
    stops: dict[str, Stop] = field(default_factory=dict)
    """Every stop that was begun."""
    failed: dict[str, str] = field(default_factory=dict)
    """Key of a node → why it gave no answer (Portuguese)."""
    files: list[OpenedFile] = field(default_factory=list)
    exports: list[TriedExport] = field(default_factory=list)
    filters: list[TriedFilter] = field(default_factory=list)
    years: list[OpenedYear] = field(default_factory=list)
    controls: list[TriedControl] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    """Key of a home page → how it looked."""
    records: dict[str, Sequence[Node]] = field(default_factory=dict)
    """Key of a page with a list → what opens records of it."""
    nodes: dict[str, Node] = field(default_factory=dict)
    """Key of a page that the walk has seen and the tour has not → its node."""
    touched: set[str] = field(default_factory=set)
    """Requirements of which something was seen since they were last judged."""

    def __post_init__(self) -> None:
        self.names, self.words = Names(self.cycle), load_words(self.cycle.directory)

    def side_of(self, url: str, before: Side) -> Side:
        """On which side an address is; where both are on one host, by the way there."""
        site, portal = host_of(self.site_url), host_of(self.portal_url)
        if site == portal or host_of(url) not in (site, portal):
            path = urlsplit(self.portal_url).path.rstrip("/")
            below = site == portal and bool(path) and urlsplit(url).path.startswith(path)
            return "portal" if below else before
        return "portal" if host_of(url) == portal else "site"

    def saw(self, snapshot: Snapshot, stop: Stop, problem: str) -> Sight:
        """Take in a page of the tour."""
        seen = self._read(snapshot, stop.side, problem)
        if stop.what == "control":  # the home page in other colours is no further page
            self._pressed(stop, seen.sight, snapshot.screenshot)
            return seen.sight
        sight = self._take(seen, stop.requirements)
        if stop.what == "entry" and snapshot.screenshot is not None:
            self.pictures[sight.key] = snapshot.screenshot
        self.nodes.pop(sight.key, None)
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, sight, problem))
        return sight

    def _pressed(self, stop: Stop, after: Sight, picture: bytes | None) -> None:
        """Note what a control of a home page has changed there."""
        feature, before = stop.requirements[0], self.sights[stop.of]
        problem, changed = after.problem, False
        if not problem and feature == "text_size":
            changed = resized(before, after)
        elif not problem and picture is not None and stop.of in self.pictures:
            changed = recoloured(self.pictures[stop.of], picture)
        else:
            problem = problem or "a página não foi fotografada"
        self.controls.append(TriedControl(stop.of, feature, stop.label, changed, problem))

    def walk_saw(self, snapshot: Snapshot, problem: str, of_town: bool) -> None:
        """Keep a page of the walk until it is known whether a town must be chosen on the portal."""
        self.walked.append(self._read(snapshot, "portal", problem, of_town))

    def take_walk(self, chosen: bool) -> None:
        """Take in the pages of the walk. ``chosen``: the town was chosen on a portal of several, so that the pages before lead to
        other towns, too; they count no more for the tour than for the walk."""
        inside = [one for one in self.walked if one.of_town or not chosen]
        if chosen and inside:
            door = min((one.node for one in inside), key=lambda node: node.depth)
            self.door = replace(door, depth=0, labels=())
            outside = at_address(self.portal_url)
            self.stops[outside.fingerprint()] = Stop(outside, "place", "portal")
        for one in inside:
            self._take(one)
        self.walked.clear()

    def _read(self, snapshot: Snapshot, side: Side, problem: str, of_town: bool = False) -> Seen:
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
        if problem:
            return Seen(sight, node, of_town=of_town)
        leads = leads_of(snapshot, sight.key, side, self.names, self.signposts)
        listed = any(table.rows for table in sight.tables)
        records = records_of(snapshot, self.signposts) if listed else ()
        return Seen(sight, node, tuple(leads), tuple(records), of_town)

    def _take(self, seen: Seen, asked: Iterable[str] = ()) -> Sight:
        """Take in a page: what it is a place of, and where it leads. ``asked``: the requirements that it was visited for."""
        sight = seen.sight
        self.sights[sight.key], self.nodes[sight.key] = sight, seen.node
        self.note(sight, asked)
        for lead in self._leading_on(seen):
            self._offer(lead, sight)
        if seen.records:
            self.records[sight.key] = seen.records
        return sight

    def _leading_on(self, seen: Seen) -> list[Lead]:
        """The leads of a page. Where it is a place of lists but shows none, what leads on from it alone ("Consultar no sítio do
        órgão") is what the place is of."""
        own = {lead.key for lead in seen.leads if not (lead.menu or lead.file or lead.folder or lead.key in self.leads)}
        own -= {lead.key for lead in seen.leads if holds(normalize(lead.label), (*self.words.exports, PDF))}
        lists = [one.id for one in self.requirements_of(seen.sight) if one.kind == "records"]
        if len(own) > ONWARD or any(table.rows for table in seen.sight.tables):
            return [*seen.leads]
        inherited = dict.fromkeys(lists, HEADING)
        return [
            replace(lead, named={**lead.named, **inherited}) if lead.key in own and not lead.promised else lead
            for lead in seen.leads
        ]

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
        lead = self.leads.get(sight.key)
        found.update({key: lead.named.get(key, HEADING) if lead else HEADING for key in asked if key not in found})
        return found

    def _offer(self, lead: Lead, sight: Sight) -> None:
        """Keep a lead; a file makes the page that links it a place of what it is. Those of a record are of what its list is of."""
        if lead.file:
            inherited = {key: HEADING for key in self._of_page(sight) if self.cycle.by_id[key].kind == "documents"}
            lead = lead if lead.promised else replace(lead, named={**lead.named, **inherited})
            own = self.names.of(sight.labels[-1]) if sight.labels and _is_record(sight) else lead.named
            for one, value in lead.named.items():
                if self.cycle.by_id[one].kind == "documents" and value >= HEADING and one in own:
                    self.places[one].setdefault(sight.key, value * HEADING)
        key = lead.key
        before = self.leads.get(key)
        if before is None or _promise(lead) > _promise(before):
            self.leads[key] = lead

    def _of_page(self, sight: Sight) -> Iterator[str]:
        return (key for key, of in self.places.items() if sight.key in of)

    def took(self, stop: Stop, file: OpenedFile) -> None:
        """Keep what a stop has brought: the export of a list, or a document."""
        lead = self.leads.get(stop.key)
        if stop.what == "export":
            self.exports.append(TriedExport(stop.of, stop.label, file))
        if stop.what != "export" or (
            lead is not None and lead.promised
        ):  # a document beside a list looks like its export
            self.files.append(file)
            self.touched.update(stop.requirements, lead.promised if lead is not None else ())

    def lost(self, stop: Stop, reason: str) -> None:
        """A visit brought nothing. ``reason``: Portuguese."""
        self.failed[stop.key] = reason
        if stop.what == "year":
            self.years.append(OpenedYear(stop.of, stop.year, None, reason))
        elif stop.what == "control":
            self.controls.append(TriedControl(stop.of, stop.requirements[0], stop.label, problem=reason))

    def homes(self) -> list[Sight]:
        """The home pages, as far as they were seen."""
        return [sight for sight in self.sights.values() if not sight.depth]

    def requirements_of(self, sight: Sight) -> list[Requirement]:
        """Those that a page is a place of."""
        return [self.cycle.by_id[key] for key in self._of_page(sight)]

    def _is_inside(self, lead: Lead) -> bool:
        """Whether a lead stays on the site or the portal of the town."""
        return lead.portal or bool(lead.node.steps) or host_of(lead.node.url) in self._hosts()

    def _hosts(self) -> set[str]:
        return {host_of(url) for url in (self.site_url, self.portal_url) if url}

    def _is_one_site(self) -> bool:
        return canonical_url(self.portal_url) == canonical_url(self.site_url)


def _is_record(sight: Sight) -> bool:
    """Whether a page shows the fields of one record, and no list but of its files."""
    kinds = {table.kind for table in sight.tables}
    return "fields" in kinds and kinds <= {"fields", "files"}


def _promise(lead: Lead) -> tuple[float, float]:
    """How fully a lead names what it promises, else what it names."""
    return max(lead.promised.values(), default=0.0), max(lead.named.values(), default=0.0)


def digest_of(sight: Sight) -> tuple[int, str]:
    """How many rows a page shows, and a digest of them; of its words where it shows none."""
    rows = [[cell.text for cell in row] for table in sight.tables for row in table.rows]
    folded = [table.rows for table in sight.tables if table.rows and all(map(_is_folded, table.rows))]
    told = hashlib.sha1(repr((rows or sight.text, len(folded))).encode(), usedforsecurity=False).hexdigest()[:16]
    return len(rows), told


def _is_folded(row: Sequence[Cell]) -> bool:
    """Whether a script has hidden a row: it narrows the list to nothing by hiding all."""
    return any(one.element is not None and dom.is_hidden(one.element) for one in row[:1])
