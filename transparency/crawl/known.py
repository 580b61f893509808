"""What an earlier audit knows of a portal: the places that proved something come first in the next one, and what brought
nothing is walked again only where something has moved."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast, get_args

from transparency.crawl.candidates import Kind
from transparency.items import Finding, Page, RecordSet, UserError
from transparency.node import Node, canonical_url
from transparency.privacy.cleaning import clean
from transparency.privacy.people import find_names, initials
from transparency.store.audits import KNOWN, PARTIAL, VERDICTS, StoredAudit, open_audit

if TYPE_CHECKING:
    from transparency.crawl.audit import Audit

SEARCHED = 3
"""Places of a criterion with absent items that are looked at again though they proved nothing."""
OF_ONE = ("date", "code", "cpf", "cnpj")
"""Types of values that sums of many records do not have."""
SINGLE = 3
"""So many items are outweighed by that."""
FEW_ROWS = 3
"""A list with no more rows than that may be a part of one record."""
LISTS = 3
"""So many lists of a criterion are kept, the fullest first."""
FAILURES = 3
"""So many visits that failed may have made the walk pass over others like them (``harvest.SIBLINGS``)."""
CUT_OFF = ("nodes", "time", "abandoned")
"""Reasons for which nodes are left that say nothing about them: the budget was spent, the walk was given up."""
_GONE = re.compile(r"\bHTTP (?:404|410)\b")
Key = tuple[str, str]


@dataclass(frozen=True)
class KnownPlace:
    """A node that was worth a visit, and how it is to be asked for."""

    node: Node
    kind: Kind
    criterion: str
    retries: int = 0


@dataclass(frozen=True)
class Known:
    """What is known before a walk begins."""

    places: tuple[KnownPlace, ...]
    barren: frozenset[str] = frozenset()
    """Nodes that were visited, or passed over, and brought nothing."""
    offered: frozenset[str] = frozenset()
    """Traces of the moves that the portal's pages offered."""
    expected: frozenset[Key] = frozenset()
    """(criterion, item) of what was published."""
    unsure: frozenset[str] = frozenset()
    """Criteria with items that were inconclusive: there nothing is passed over."""
    unseen: frozenset[str] = frozenset()
    """Nodes that were refused, blocked or cut off: nobody knows what they show."""
    of: str = ""
    """When the audit that knows it began (ISO 8601)."""
    full: str = ""
    """When the last audit began that knew nothing before."""

    @cached_property
    def nodes(self) -> frozenset[str]:
        """Fingerprints of the places."""
        return frozenset(place.node.fingerprint() for place in self.places)

    def moved(self, open_items: Iterable[Key]) -> frozenset[str]:
        """Criteria of which something is not where it was: they are walked as if nothing were known."""
        return self.unsure | {criterion for criterion, _ in self.expected.intersection(open_items)}

    def passes_over(self, node: str, familiar: bool, criterion: str, open_items: Iterable[Key]) -> bool:
        """Whether a node need not be visited: it brought nothing, or known pages have offered what leads there before
        (``familiar``), and what it could be about has not moved."""
        if node in self.unseen or not (familiar or node in self.barren):
            return False
        moved = self.moved(open_items)
        return not moved or bool(criterion and criterion not in moved)


def trace_of(host: str, kind: str, identity: str, shape: str) -> str:
    """What stays of a move, a digest: of a row its shape, since others stand there tomorrow; numbers are years and counts."""
    said = f"{host} {kind} {shape if kind == 'row' else identity}"
    return hashlib.sha1(re.sub(r"\d+", "0", said).encode(), usedforsecurity=False).hexdigest()[:12]


@dataclass
class Way:
    """How a node was asked for, and what it was thought to be about."""

    node: Node
    kind: Kind
    criterion: str
    retries: int = 0


@dataclass
class Ways:
    """What a walk learns for the next one."""

    visited: dict[str, Way] = field(default_factory=dict)
    passed_over: set[str] = field(default_factory=set)
    offered: set[str] = field(default_factory=set)
    shows: dict[str, set[Key]] = field(default_factory=dict)
    """Node → what it proves."""
    labels: dict[str, set[Key]] = field(default_factory=dict)
    """Node → items whose labels stand there, over data or none."""
    lists: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    """Criterion → nodes with a list of its records → what that is worth (``worth_of_list``)."""
    unseen: set[str] = field(default_factory=set)
    """Nodes that were refused, blocked or cut off."""

    def shows_lists(self, page: Page, findings: Iterable[Finding]) -> None:
        """Note the best list of each criterion on a page."""
        for criterion, size in lists_on(page, findings).items():
            self.lists.setdefault(criterion, {})[page.node] = size

    def failed(self, node: str, reason: str) -> None:
        """A visit failed. A place that is not there any more was seen: it shows nothing."""
        if not _GONE.search(reason):
            self.unseen.add(node)

    def clear(self) -> None:
        """It is on disk."""
        for kept in (self.visited, self.passed_over, self.offered, self.shows, self.labels, self.lists, self.unseen):
            kept.clear()


def lists_on(page: Page, findings: Iterable[Finding]) -> dict[str, tuple[int, int]]:
    """Criterion → what the best list of a page is worth, by the items that are columns with data. The details of one record are no
    list."""
    columns: defaultdict[tuple[str, int, int], set[str]] = defaultdict(set)
    for one in findings:
        if one.has_data:
            columns[one.criterion, one.frame, one.record_set].add(one.item)
    found: dict[str, tuple[int, int]] = {}
    for (criterion, frame, number), items in columns.items():
        listed = page.frames[frame].record_sets[number]
        if listed.rows > 1 and listed.shape != "details":
            found[criterion] = max(found.get(criterion, (0, 0)), worth_of_list(listed, len(items)))
    return found


def worth_of_list(listed: RecordSet, items: int) -> tuple[int, int]:
    """How much a list with so many items tells of records, to compare it with others: first by its items, where a day or a number
    of its own tells that each row is one record and no sum of many, then by its rows."""
    single = any(column.filled and column.value_type in OF_ONE for column in listed.columns)
    return items + (SINGLE if single and listed.rows > FEW_ROWS else 0), listed.rows


def teaches(audit: Audit) -> bool:
    """Whether what a run did not find says anything. That of a run that was refused, blocked or cut off does not."""
    cut_off = any(audit.spending.dropped[reason] for reason in CUT_OFF)
    return not (audit.entry_problem or cut_off or len(audit.agenda.ways.unseen) >= FAILURES)


def places_of(audit: Audit) -> dict[str, Any]:
    """For ``places.json``: the fewest nodes that show all that was published, and the labels over no data; for a criterion
    that none of them is about, some that were searched in vain; and the traces of all others, where the run teaches them."""
    wanted: dict[str, str] = {}
    left = {key for key, proof in audit.ledger.proofs.items() if proof.finding.has_data}
    for shown, keys in ((audit.agenda.ways.shows, left), (audit.agenda.ways.labels, set(audit.ledger.empty) - left)):
        for node in covering(shown, keys):
            criteria = Counter(criterion for criterion, _ in shown[node] & keys)
            wanted.setdefault(node, max(sorted(criteria), key=lambda criterion: criteria[criterion]))
    for criterion in sorted(audit.ledger.wanted() - set(wanted.values())):
        searched = [node for node, way in audit.agenda.ways.visited.items() if way.criterion == criterion]
        wanted.update(dict.fromkeys(searched[:SEARCHED], criterion))
    kept = []
    for fingerprint, criterion in wanted.items():
        way, place = _stored_way(audit, fingerprint)
        if way and place and way.kind != "entry":
            kept.append({"kind": way.kind, "criterion": criterion, "retries": way.retries, "node": place.to_dict()})
    before, ways = audit.agenda.known or Known(()), audit.agenda.ways
    barren, offered = before.barren, before.offered
    if teaches(audit):
        barren, offered = barren | ways.visited.keys() | ways.passed_over, offered | ways.offered
    unseen = ways.unseen | (before.unseen - ways.visited.keys())
    return {
        "places": kept,
        "lists": _lists_of(audit),
        "barren": sorted(barren - wanted.keys() - unseen),
        "offered": sorted(offered),
        "unseen": sorted(unseen),
    }


def _stored_way(audit: Audit, fingerprint: str) -> tuple[Way | None, Node | None]:
    """How a node was asked for, and the node as it may be kept; None for what is not known, or must not be."""
    way = audit.agenda.ways.visited.get(fingerprint)
    return way, _storable(way.node, audit.municipality.portal_url) if way else None


def _lists_of(audit: Audit) -> list[dict[str, Any]]:
    """Of each criterion the nodes with the fullest lists of its records, for those who collect the rows (``rows/``): what proves
    the items may be the details of one record. Lists in files are had in another way."""
    kept = []
    for criterion, sizes in sorted(audit.agenda.ways.lists.items()):
        ways = [(sizes[node], *_stored_way(audit, node)) for node in sizes]
        found = [(size, place) for size, way, place in ways if way and place and way.kind != "document"]
        found.sort(key=lambda one: (one[0], -len(one[1].steps)), reverse=True)
        kept += [{"criterion": criterion, "node": place.to_dict()} for _, place in found[:LISTS]]
    return kept


def covering(shown: Mapping[str, set[Key]], keys: Iterable[Key]) -> list[str]:
    """Few nodes that show all of the keys that any of them shows: again and again the one that shows most of what is left.

    >>> covering({"a": {("d", "1")}, "b": {("d", "1"), ("d", "2")}, "c": {("d", "3")}}, [("d", "1"), ("d", "2"), ("d", "3")])
    ['b', 'c']
    """
    left, chosen = set(keys), []
    while left and shown:
        best = max(shown, key=lambda node: len(shown[node] & left))
        if not shown[best] & left:
            break
        chosen.append(best)
        left -= shown[best]
    return chosen


def _storable(node: Node, public: str) -> Node | None:
    """A node as it may be kept; None where its address or its words hold what must not be."""
    steps = [
        replace(s, words=initials(s.words), target=replace(s.target, label=""))
        if s.unsaid or any(find_names(s.target.label))
        else s
        for s in node.steps
    ]
    kept = replace(
        node,
        url=canonical_url(node.url),
        entry=canonical_url(node.entry) if node.entry else "",
        steps=tuple(steps),
        words=tuple(map(initials, node.words)),
        labels=tuple(map(initials, node.labels)),
    )
    data = kept.to_dict()
    texts = [*_texts(data["steps"]), kept.url, kept.entry, *kept.words, *kept.labels]
    return kept if all(clean(text, public) == text for text in texts) else None


def _kind(name: str) -> Kind:
    """A stored kind of move; ValueError for what is none."""
    for kind in get_args(Kind):
        if kind == name:
            return cast(Kind, kind)
    raise ValueError(f"no kind of move: {name!r}")


def _texts(data: Any) -> Iterable[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value)


def known_of(audit: Audit, root: Path, full_days: float) -> Known | None:
    """What the newest audit that saw the portal knows; None where there is none, where that was by another matrix or of
    another address, or where the last one that knew nothing before is older than ``full_days``."""
    uf, slug = audit.name.split("/", 1)
    for file in sorted((root / uf / slug).glob(f"*/{VERDICTS}"), reverse=True):
        if file.parent.name.endswith(PARTIAL):
            continue
        with suppress(UserError, OSError, ValueError, KeyError, TypeError):
            stored = open_audit(file.parent)
            if stored.summary["entry_problem"]:
                continue
            return _read(stored, audit, full_days)
        return None
    return None


def _read(stored: StoredAudit, audit: Audit, full_days: float) -> Known | None:
    summary = stored.summary
    same = summary["matrix"] == json.loads(json.dumps(audit.matrix.to_dict(audit.essential_only)))
    if not same or summary["municipio"]["portal_url"] != clean(audit.municipality.portal_url, audit.municipality.portal_url):  # fmt: skip
        return None
    full = (summary.get("revisit") or {}).get("full") or stored.started
    age = dt.datetime.now(dt.UTC) - dt.datetime.fromisoformat(full)
    if age.total_seconds() > full_days * 86400:
        return None
    told = json.loads((stored.folder / KNOWN).read_text(encoding="utf-8"))
    places = tuple(
        KnownPlace(Node.from_dict(place["node"]), _kind(place["kind"]), str(place["criterion"]), int(place["retries"]))
        for place in told["places"]
    )
    verdicts = stored.verdicts
    # Audits of earlier versions do not tell what failed: of theirs the places count, and nothing is passed over.
    barren, offered, unseen = (
        frozenset(map(str, told[name] if "unseen" in told else ())) for name in ("barren", "offered", "unseen")
    )
    return Known(
        places,
        barren,
        offered,
        frozenset((v.criterion, v.item) for v in verdicts if v.status == "published"),
        frozenset(v.criterion for v in verdicts if v.status == "inconclusive"),
        unseen,
        stored.started,
        full,
    )
