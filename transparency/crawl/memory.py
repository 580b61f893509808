"""What sister towns teach: which items the places of a maker's portals showed, remembered by the words that lead there.

A place is no address: the towns of one maker have hosts and numbers of their own, and call their menus alike. What is
remembered is what a place *shows*, new or not: in which order the places of a town were visited must not matter, and a
place whose items are all proved is worth nothing, however much it shows.
"""

from __future__ import annotations

import json
import logging
import os
import re
import zlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from transparency.crawl.phrases import numberless
from transparency.crawl.request import Candidate
from transparency.crawl.signposts import MENUS
from transparency.items import UserError
from transparency.privacy.people import find_names
from transparency.text import normalize

logger = logging.getLogger(__name__)

VERSION = 3
READ = (1, 2, VERSION)
"""Versions that are read. Those before held the weights of a learned order, too, and the first no places."""
DISCOUNT = 0.7
"""What a find is worth to the node one step above it."""
PLACES = 600
"""So many places of a maker are kept; those that were not met for longest are forgotten first."""
RECENT = 8
"""So many audits are weighed alike; with more, older ones fade: portals are rebuilt."""
PARTS = 4
"""So many moves of the way to a place tell it."""
LONG = 8
"""A label of more words than this is a text (a heading of news, a record), no name of a place."""
HOPS = 12
"""So many moves a find is credited back."""
AGAIN = 0.5
"""How much less is expected of a place where one of its sign has not shown it in this town."""
NAMELESS = frozenset({"row", "document"})
"""Kinds of moves whose labels are content: what stands there is a town's, and may be somebody's name."""

Key = tuple[str, str]
"""(criterion, item)."""
Shows = Mapping[str, float]
"""Item ("criterion.item") → how surely a visit shows it, 0 to 1; discounted, where it was shown after further moves."""


def sign_of(candidate: Candidate, above: str = "", town: str = "") -> str:
    """What tells a place in every town of a maker: the kind and words of the move to it, behind those of the page that it
    hangs on (``above``) unless a menu names it. "" for what cannot be told: the entry, places known from an earlier audit.

    Years and counts, the name of the ``town``, and whatever may be of one record (its label, names of people) are left out.
    """
    kind, move = candidate.kind, candidate.move
    if kind == "entry" or candidate.revisit:
        return ""
    told = "" if kind in NAMELESS else _told(candidate, town)
    part = " ".join(filter(None, (kind if kind not in ("link", "click") else "", told)))
    if not told:
        part = " ".join(filter(None, (kind, candidate.promised, _mark(move.shape))))
    elif part == told and move.region in MENUS and not move.rating.generic:
        return told
    return " › ".join([*filter(None, above.split(" › ")), part][-PARTS:])


def _told(candidate: Candidate, town: str) -> str:
    """The words of a move and of what it stands under on its page; "" where they may be no name of a place: outside of menus
    what nothing recommends is as often news, or somebody."""
    if candidate.tier >= 3 and candidate.move.region not in MENUS:
        return ""
    node = candidate.node
    labels = node.labels[len(candidate.trail) :] or (candidate.name,)
    if any("@" in label or any(find_names(label)) for label in labels) or (node.steps and node.steps[-1].unsaid):
        return ""
    folded = [fold(label, town) for label in labels]
    return "" if len(folded[-1].split()) > LONG else " / ".join(filter(None, folded))


def fold(label: str, town: str = "") -> str:
    """A label as all towns of a maker write it.

    >>> fold("Receitas de Água Fria – 2026 (12)", "Água Fria")
    'receitas de @ # #'
    """
    told, name = numberless(normalize(label)), normalize(town)
    return re.sub(rf"\b{re.escape(name)}\b", "@", told) if name else told


def _mark(shape: str) -> str:
    """A shape in four digits."""
    return f"{zlib.crc32(shape.encode()) & 0xFFFF:04x}" if shape else ""


@dataclass
class Place:
    """What is remembered of a place."""

    shows: dict[str, float] = field(default_factory=dict)
    audits: int = 0
    """In so many it was visited."""
    last: int = 0
    """The number of the last one, among the audits of its maker."""

    def take_in(self, shown: Shows, audit: int) -> None:
        """What it showed in an audit."""
        self.audits, self.last = self.audits + 1, audit
        gain = 1 / min(self.audits, RECENT)
        for item in self.shows.keys() | shown.keys():
            self.shows[item] = round(self.shows.get(item, 0.0) * (1 - gain) + shown.get(item, 0.0) * gain, 3)
        self.shows = {item: share for item, share in self.shows.items() if share >= 0.01}


@dataclass
class Maker:
    """The places of a maker's portals, by their signs."""

    audits: int = 0
    places: dict[str, Place] = field(default_factory=dict)

    def learn(self, shown: Mapping[str, Shows]) -> None:
        """Take in the places of a finished audit."""
        self.audits += 1
        for sign, items in shown.items():
            self.places.setdefault(sign, Place()).take_in(items, self.audits)
        if len(self.places) > PLACES:
            kept = sorted(self.places, key=lambda sign: (-self.places[sign].last, -self.places[sign].audits, sign))
            self.places = {sign: self.places[sign] for sign in kept[:PLACES]}


@dataclass
class Memory:
    """What is remembered of all makers, each for itself: what one calls "Consultas" says nothing about another's."""

    makers: dict[str, Maker] = field(default_factory=dict)
    path: Path | None = None
    """Where it is kept; None keeps nothing."""

    @classmethod
    def kept_at(cls, path: Path) -> Memory:
        """What a file remembers, nothing when there is none yet. UserError when it cannot be read."""
        try:
            memory = cls.from_json(path.read_text(encoding="utf-8")) if path.exists() else cls()
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            raise UserError(
                f"O que a caminhada lembra, {path}, não pôde ser lido.",
                "Apague-o para começar de novo, ou use -a model=off.",
            ) from None
        memory.path = path
        return memory

    @classmethod
    def from_json(cls, text: str) -> Memory:
        """The inverse of ``to_json``. ValueError, KeyError, TypeError or AttributeError for anything else."""
        data = json.loads(text)
        if data["version"] not in READ:
            raise ValueError("not of a version that is read")
        makers = {}
        for name, maker in data.get("makers", {}).items():
            places = {
                str(sign): Place(
                    {str(item): float(share) for item, share in place["shows"].items()}, int(place["audits"]), int(place["last"])
                )
                for sign, place in maker["places"].items()
            }  # fmt: skip
            makers[str(name)] = Maker(int(maker["audits"]), places)
        return cls(makers)

    def to_json(self) -> str:
        """In an order of its own."""
        makers = {
            name: {
                "audits": maker.audits,
                "places": {
                    sign: {"audits": p.audits, "last": p.last, "shows": dict(sorted(p.shows.items()))}
                    for sign, p in sorted(maker.places.items())
                },
            }
            for name, maker in sorted(self.makers.items())
        }
        return json.dumps({"version": VERSION, "makers": makers}, indent=0, ensure_ascii=False)

    def keep(self) -> None:
        """Write it to its file (another audit may have written meanwhile: the last one stays)."""
        if self.path is None:
            return
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            aside = self.path.with_name(f"{self.path.name}.{os.getpid()}")
            aside.write_text(self.to_json(), encoding="utf-8")
            aside.replace(self.path)
        except OSError as error:  # what was learned is lost; what was found is not
            logger.warning("O que a caminhada lembra não pôde ser gravado em %s: %s", self.path, error)

    def learn(self, makers: Iterable[str], shown: Mapping[str, Shows]) -> None:
        """Take in the places of a finished audit of a town whose portal is of these makers."""
        for name in makers:
            self.makers.setdefault(name, Maker()).learn(shown)

    def recall(self, makers: Iterable[str], sign: str) -> Place | None:
        """What is known of a place by the maker that knows it best; None where none does."""
        known = (self.makers[name].places.get(sign) for name in makers if name in self.makers)
        return max((place for place in known if place), key=lambda place: place.audits, default=None) if sign else None


class Recollection:
    """The places of the audit under way: their signs, what they show, and what they are expected to show."""

    def __init__(self, memory: Memory, town: str = "") -> None:
        self.memory = memory
        self.town = town
        self.signs: dict[str, str] = {}
        """Node → sign of its place."""
        self.shown: dict[str, frozenset[str]] = {}
        """Node → items that it shows; nothing for one that could not be judged."""
        self.before: dict[str, str] = {}
        """Node → the one that led to it: its page, or the try before it (another year, another record)."""
        self.under_way: set[str] = set()
        self._tries: dict[tuple[str, str], str] = {}
        self._seen: Counter[str] = Counter()
        """Sign → visits of such places that were judged."""

    def sign(self, candidate: Candidate) -> str:
        """The sign of a place that a visited page leads to."""
        return sign_of(candidate, self.signs.get(candidate.parent, ""), self.town)

    def visiting(self, node: str, candidate: Candidate) -> None:
        """A node is visited now."""
        sign, parent = self.sign(candidate), candidate.parent
        earlier = self._tries.get((parent, sign), parent) if candidate.retry.again else parent
        self.signs[node] = sign
        if earlier != node:
            self.before[node] = earlier
        self._tries[parent, sign] = node
        self.under_way.add(node)

    def saw(self, node: str, items: Collection[Key] | None) -> None:
        """A visit has ended: the page shows data of these items, or could not be judged."""
        self.under_way.discard(node)
        if items is not None:
            self.shown[node] = frozenset(map(".".join, items))
            self._seen[self.signs.get(node, "")] += 1

    def places(self) -> dict[str, dict[str, float]]:
        """Sign → what a visit of such a place shows, there or after it: the mean over its visits that were judged, or led on.
        A place that showed nothing teaches nothing where what lies behind it could not be judged."""
        credit: dict[str, dict[str, float]] = {node: {} for node in self.shown}
        for node, items in self.shown.items():
            for hops, at in enumerate(self._way_to(node)):
                of, worth = credit.setdefault(at, {}), DISCOUNT**hops
                of.update({item: worth for item in items if of.get(item, 0.0) < worth})
        visits: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
        unsure = {at for node in self.signs.keys() - self.shown.keys() for at in self._way_to(node)}
        for node, brought in credit.items():
            if self.signs.get(node) and (brought or node not in unsure):
                visits[self.signs[node]].append(brought)
        return {
            sign: {item: sum(one.get(item, 0.0) for one in brought) / len(brought) for item in set().union(*brought)}
            for sign, brought in visits.items()
        }

    def _way_to(self, node: str) -> Iterator[str]:
        """A node, and those that led to it, the nearest first."""
        for _ in range(HOPS):
            yield node
            if node not in self.before:
                return
            node = self.before[node]

    def prospect(self, waiting: Sequence[Candidate], open_items: Iterable[Key], makers: Collection[str]) -> Prospect:
        """What is remembered of the candidates that wait, as far as it is still open."""
        still = {".".join(key) for key in open_items}

        def open_shares(sign: str) -> Shows | None:
            place = self.memory.recall(makers, sign)
            if place is None:
                return None
            # Had a place like it shown them in this town, they would not be open any more.
            less = AGAIN ** self._seen[sign]
            return {item: share * less for item, share in place.shows.items() if item in still}

        coming: dict[str, float] = {}
        for node in self.under_way:
            for item, share in (open_shares(self.signs[node]) or {}).items():
                coming[item] = max(coming.get(item, 0.0), share)
        # What comes after further moves must be gone on for, and is not settled by a node under way.
        settled = {item: share for item, share in coming.items() if share > DISCOUNT}
        worth: list[float | None] = []
        for candidate in waiting:
            shares = open_shares(self.sign(candidate))
            gains = (share * (1 - settled.get(item, 0.0)) for item, share in (shares or {}).items())
            brings = None if shares is None else sum(gains)
            worth.append(brings)
        return Prospect(tuple(worth), sum(coming.values()))


@dataclass(frozen=True)
class Prospect:
    """What sister towns let expect. ``worth``: of each candidate, the open items that it will show, there or after further
    moves; None where nothing is remembered of it. ``coming``: the open items that nodes under way will show."""

    worth: tuple[float | None, ...]
    coming: float
