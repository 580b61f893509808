"""All moves of a page."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from transparency.crawl.candidates.bodies import hall_move
from transparency.crawl.candidates.columns import column_chooser
from transparency.crawl.candidates.components import Component, move_of
from transparency.crawl.candidates.doors import door_moves, insist_on_the_only, search_moves, text_moves
from transparency.crawl.candidates.files import shows_file
from transparency.crawl.candidates.groups import (
    OPEN_GROUP,
    is_board_of_charts,
    is_index,
    is_pager,
    kinds_of,
    likeness_of,
    missed_kind,
    shows_data,
)
from transparency.crawl.candidates.labels import (
    last_of,
    plain,
    told_of_record,
)
from transparency.crawl.candidates.move import (
    GATES,
    MANY,
    OTHER_ROWS,
    OTHERS,
    SPOKEN,
    SURE,
    YEAR,
    Ground,
    Kind,
    Move,
    Scene,
    shape_of,
)
from transparency.crawl.candidates.order import in_order
from transparency.crawl.candidates.periods import (
    are_facets,
    asks_for_year,
    entity_links,
    letter_moves,
    name_of_series,
    only_reorders,
    period_move,
    period_moves,
    says_year_in_sight,
    shows_none,
    years_last,
)
from transparency.crawl.candidates.places import (
    reached_by_click,
    reached_by_link,
)
from transparency.crawl.candidates.query_moves import (
    query_moves,
)
from transparency.crawl.candidates.siblings import Kin, groups_of, kin_of
from transparency.crawl.signposts import FINISHED, MENUS, Rating, Signposts
from transparency.extract.forms import ATTEMPTS, QueryWords
from transparency.extract.forms.dates import names_month
from transparency.extract.values import says_nothing_there
from transparency.model import Pressable, View
from transparency.node import FrameKey, Node, canonical_url, host_of
from transparency.text import normalize


def moves(
    frames: Iterable[tuple[FrameKey, str, View]],
    ground: Ground,
    signposts: Signposts,
    words: QueryWords,
    today: dt.date,
    wanted: frozenset[str],
) -> list[Move]:
    """Every move that a page offers, each once, best first.

    ``frames`` gives key, address and snapshot of each frame; ``wanted`` the criteria with open items.
    """
    found: dict[str, Move] = {}
    frames = list(frames)
    for key, url, data in frames:
        if key.index and shows_file(url):
            continue
        scene = Scene(key, url, data, ground, signposts, words, today, wanted)
        for move in (*FrameMoves(scene).all(), *query_moves(scene)):
            if _changes(move, ground, signposts):
                continue
            before = found.get(move.key)
            named = move.also.union(move.rating.named, *((before.also, before.rating.named) if before else ()))
            best = move if before is None or move.rating > before.rating else before
            found[move.key] = replace(best, also=named) if before else move
    offered = years_last(list(found.values()), [url for _, url, _ in frames], ground, signposts)
    return in_order(insist_on_the_only(offered), ground, signposts)


def last_resorts(
    frames: Iterable[tuple[FrameKey, str, View]],
    ground: Ground,
    offered: Sequence[Move],
    signposts: Signposts,
    wanted: frozenset[str],
) -> list[Move]:
    """What is tried where the moves that a page has ``offered`` lead to nothing that is asked for."""
    frames = list(frames)
    texts = [*text_moves(frames, ground, offered, signposts, wanted)]
    offered = [*offered, *texts]
    searches = search_moves(frames, ground, offered, signposts, wanted)
    doors = (move for move in door_moves(frames, ground, offered, signposts) if not _changes(move, ground, signposts))
    return [*texts, *searches, *doors]


def _changes(move: Move, ground: Ground, signposts: Signposts) -> bool:
    """Whether a link would delete something, vote, subscribe or leave, whatever it is called."""
    return not move.node.steps and bool(signposts.changes.verb_in(move.node.url, ground.url))


@dataclass
class _Picked:
    """What was proposed of alike components so far."""

    seen: set[str] = field(default_factory=set)
    """Labels."""
    firsts: dict[str, Move] = field(default_factory=dict)
    """Topic → the first component of it."""
    odd: list[Move] = field(default_factory=list)
    """Records of a kind that the first one is not of."""
    shown_kinds: set[str] = field(default_factory=set)
    stood_for: bool = False
    """Another move of the page stands for the first of them."""


class FrameMoves:
    """The clicks and links of a frame, gathered from components that are made alike."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        data, ground, signposts = scene.data, scene.ground, scene.signposts
        self.made: list[Move] = []
        self.periods: set[str] = set()
        """Keys of the years and months beside what they are of."""
        self.alikes: dict[str, str] = {}
        """What alike records, or closed panels of alike records, have in common → key of the move that stands for them."""
        self.stands_for: dict[str, list[tuple[Kind, Node]]] = defaultdict(list)
        self.represented: set[str] = set()
        """Addresses of rows and files that another one stands for."""
        self.named = {normalize(c.label) for c in data.candidates if not signposts.is_generic(c.label)}
        self.titled: dict[str, set[str]] = defaultdict(set)
        """Address → what the links to it say that say what they open."""
        for c in data.candidates:
            if c.kind == "link" and plain(c.label) and c.region not in MENUS and not signposts.is_generic(c.label):
                self.titled[canonical_url(c.href)].add(plain(c.label))
        self.charts = is_board_of_charts(data, ground, signposts)
        self.by_year = any(asks_for_year(c, scene.url) for c in data.candidates if c.kind == "link")
        self.asks_town = (
            bool(scene.words.place.name) and (ground.chosen or not ground.promising) and ground.node.depth < GATES
        )

    def all(self) -> Iterator[Move]:
        """The moves of the frame."""
        scene = self.scene
        chooser = column_chooser(scene.key, scene.data, scene.ground, scene.signposts)
        if chooser.move is not None:
            yield chooser.move
        for siblings in groups_of(scene, chooser.taken):
            self._take_siblings(siblings)
        files = any(move.kind == "document" and move.rating.tier <= 1 for move in self.made)
        if not files or says_nothing_there(scene.data.text):
            self.periods.clear()  # files in sight are those of the year in sight, and stand for the others, if anything is in them
        for move in self.made:
            if move.key not in self.periods and (move.node.steps or move.node.url not in self.represented):
                others = (*move.others[: OTHER_ROWS - 1], *self.stands_for[move.key], *move.others[OTHER_ROWS - 1 :])
                yield replace(move, others=others[: max(OTHER_ROWS, len(move.others))])

    def _take_siblings(self, siblings: list[Pressable]) -> None:
        """Propose what alike components lead to: a town, letters, years, or each what it says."""
        scene = self.scene
        if self.asks_town and (town := _town_move(siblings, scene)) is not None:
            self.made += [] if scene.ground.chosen else [town]
            return
        if (hall := hall_move(siblings, scene)) is not None:
            self.made += [] if _is_in_a_list(hall.label, scene.data) else [hall]
            return
        letters, siblings = letter_moves(siblings, scene.key, scene.url, scene.ground)
        self.made += letters
        siblings = [
            c
            for c in self._without_periods(siblings)
            if c.panel != "shown" and not (c.row and OPEN_GROUP.match(c.label))
        ]
        if siblings and not is_pager(siblings):
            self._take_kin(kin_of(siblings, scene))

    def _without_periods(self, siblings: list[Pressable]) -> list[Pressable]:
        """Propose the years and months among components, and leave out what only narrows or sorts what is in sight."""
        scene, ground = self.scene, self.scene.ground
        siblings = [c for c in siblings if not says_year_in_sight(c, scene.data.candidates)]
        periods, siblings = period_moves(siblings, scene.url, scene.words, scene.today, scene.signposts)
        if entities := entity_links(siblings, scene.url, scene.words):
            periods, siblings = [*periods, entities], []
        # by what stands beside it a facet shows nothing
        periods = [kept for chips in periods if (kept := [c for c in chips if not shows_none(c, scene.url)])]
        siblings = [
            c for c in siblings if not (shows_none(c, scene.url) or only_reorders(c, scene.url, scene.signposts))
        ]
        facets = (ground.records or self.by_year) and bool(siblings) and are_facets(siblings, scene.url)
        if facets and not is_index(siblings, ground, scene.signposts):
            siblings = []  # they leave less of what is in sight, or of what its year shows
        for chips in periods if not self.charts else ():
            self._take_periods(chips)
        return siblings

    def _take_periods(self, chips: Sequence[Pressable]) -> None:
        """Propose years or months, where other ones may show more than is in sight."""
        scene, ground = self.scene, self.scene.ground
        # years that are rows themselves are folders, whatever stands beside them
        folders = all(c.row for c in chips) and not ground.astray
        named = self._named_series(chips)
        if ground.records and not (folders or named or ground.listing or ground.lacks):
            return
        for attempt, candidate in enumerate(chips[: ATTEMPTS - ground.records]):
            shown = candidate.panel == "shown" or (candidate.kind == "link" and candidate.current)
            if shown or _was_asked(candidate, ground.node):
                continue
            self.made.append(period_move(candidate, scene.key, scene.url, ground, attempt, named))
            if not (folders or named):
                self.periods.add(self.made[-1].key)

    def _named_series(self, chips: Sequence[Pressable]) -> tuple[str, Rating] | None:
        """What stands before years or months, and what that promises, where it names a criterion or leads to some."""
        name = name_of_series(chips)
        rating = name and self.scene.signposts.rate(name, "", (), "", "", self.scene.wanted)
        return (name, rating) if rating and rating.tier <= 1 and not rating.generic else None

    def _take_kin(self, kin: Kin) -> None:
        """Propose alike components: of records that are alike one, of each topic one, of others every one that says something new."""
        ground = self.scene.ground
        picked = _Picked(shown_kinds=kinds_of(kin.siblings[0], ground) if kin.alike else set())
        for candidate in kin.siblings:
            if kin.is_heading(candidate, ground):
                continue
            topic = kin.topics.get(candidate.path, "")
            if topic in picked.firsts:
                self._add_to_topic(kin, picked, candidate, topic)
            elif kin.alike and picked.seen:
                self._add_to_records(kin, picked, candidate)
            elif _said_by(candidate) not in picked.seen or kin.tells_more(candidate):
                self._take(kin, picked, candidate, topic)
        self.made += [*picked.firsts.values(), *picked.odd]

    def _move(self, kin: Kin, candidate: Pressable, shared: bool = False) -> Move | None:
        return move_of(Component(candidate, self.scene, kin.rows, kin.common, shared))

    def _add_to_topic(self, kin: Kin, picked: _Picked, candidate: Pressable, topic: str) -> None:
        """One month shows what the others are like: these are kept for when it brings nothing."""
        first = picked.firsts[topic]
        if kin.named_apart and candidate.href != first.node.url:  # a title and its button fetch one file
            self.represented.add(candidate.href)
        if first.rating.tier <= 1 and len(first.others) < (OTHER_ROWS if kin.rows and not kin.files else OTHERS):
            another = self._move(kin, candidate)
            if another is not None and another.key != first.key:
                picked.firsts[topic] = replace(first, others=(*first.others, (another.kind, another.node)))

    def _add_to_records(self, kin: Kin, picked: _Picked, candidate: Pressable) -> None:
        """One record shows what the others are like, but for those of another kind."""
        if kind := missed_kind(candidate, picked.shown_kinds, self.scene.ground):
            picked.shown_kinds.add(kind)
            move = self._move(kin, candidate)
            if move is not None:
                key, identity = f"{move.key} {kind}", f"{move.identity} {kind}"
                picked.odd.append(replace(move, key=key, identity=identity, sort=kind))
            return
        if kin.named_apart and (picked.stood_for or candidate.href != self.made[-1].node.url):
            self.represented.add(candidate.href)
        others = self.made[-1].others if self.made else ()
        if not picked.stood_for and (len(others) < OTHER_ROWS or candidate.path == kin.last_alike):
            another = self._move(kin, candidate)
            if another is not None and another.kind == "row":
                others = (*others[: OTHER_ROWS - 1], (another.kind, another.node))
                self.made[-1] = replace(self.made[-1], others=others)

    def _take(self, kin: Kin, picked: _Picked, candidate: Pressable, topic: str) -> None:
        """Propose a component by itself, unless another move of the page stands for it."""
        label = _said_by(candidate)
        move = self._move(kin, candidate, label in kin.shared)
        if move is None or (move.rating.generic and not kin.rows and self._has_title(candidate)):
            return
        picked.seen.add(label)
        likeness = likeness_of(candidate, kin.rows and not kin.files, topic, move.rating.criterion)
        if likeness and self._is_stood_for(likeness, move):
            # the records of another month or department, under the same headings
            self.represented.add(candidate.href)
            self.stands_for[self.alikes.get(likeness, "")].append((move.kind, move.node))
            picked.stood_for = True
            return
        opens_data = move.kind == "click" and shows_data(candidate, self.scene.signposts)
        finished = kin.alike and self.scene.signposts.unripe(told_of_record(candidate)) == FINISHED
        sort = "finished" if finished else ""
        move = replace(move, likeness=likeness, opens_chart_data=opens_data, sort=sort)
        fits_anything = move.rating.generic and move.rating.tier < 2 and not kin.rows
        if fits_anything and normalize(last_of(candidate.around)) in self.named:
            # "Acessar" beside a link that says what it opens
            move = replace(move, rating=replace(move.rating, tier=2))
        if kin.topics:
            picked.firsts[topic] = move
        else:
            self.made.append(move)

    def _has_title(self, candidate: Pressable) -> bool:
        """Whether a link that fits anything ("Leia mais") leads where one beside it leads that says what it opens."""
        said = self.titled.get(canonical_url(candidate.href), set()) if candidate.kind == "link" else set()
        return bool(said - {plain(candidate.label)})

    def _is_stood_for(self, likeness: str, move: Move) -> bool:
        return likeness in self.scene.ground.inherited or self.alikes.setdefault(likeness, move.key) != move.key


def _is_in_a_list(label: str, data: View) -> bool:
    """Whether a body is offered in the list of a form beside, too, which is asked for it."""
    lists = (field for form in data.forms for field in form.controls)
    return any(normalize(label) == normalize(option.text) for field in lists for option in field.options)


def _town_move(siblings: Sequence[Pressable], scene: Scene) -> Move | None:
    """The entry of the town that is audited in a list of towns, or of its letter in an index of such a list: of a page
    whose text speaks of towns."""
    url, ground, signposts, words = scene.url, scene.ground, scene.signposts, scene.words
    labels = [c.caption for c in siblings]
    place = words.place.letter(labels)
    town: Literal["toward", "chosen"] = "toward"
    if place is not None:
        if not set(normalize(scene.data.text[:SPOKEN]).split()) & set(words.towns):
            return None
    else:
        town, place = "chosen", _place_of_town(siblings, labels, words)
        if place is None or not _are_towns([text for n, text in enumerate(labels) if n != place], signposts):
            return None
    candidate = siblings[place]
    label = labels[place] if town == "toward" or not signposts.is_generic(labels[place]) else words.place.name
    if candidate.kind == "link":
        if canonical_url(candidate.href) == canonical_url(url):
            return None
        node = reached_by_link(candidate, ground, ())
    else:
        node = reached_by_click(candidate, scene.key, ground, f"clique em “{label}”", ())
    identity = "|".join((host_of(url), town, shape_of(candidate.path), label))
    rating = Rating(0, SURE if len(siblings) >= MANY else 0.95, "")
    kind: Kind = "link" if candidate.kind == "link" else "click"
    return Move(node, kind, label, rating, f"town {identity}", identity, shape=shape_of(candidate.path), town=town)


def _place_of_town(siblings: Sequence[Pressable], labels: Sequence[str], words: QueryWords) -> int | None:
    """Which of some components is of the town that is audited: by what its row says, or its label."""
    said = [(c.row.says if c.row else "") or label for c, label in zip(siblings, labels, strict=True)]
    place = words.place.one_of_many(said)
    return words.place.one_of_many(labels) if place is None else place


def _are_towns(labels: Iterable[str], signposts: Signposts) -> bool:
    """Whether labels say nothing of what is looked for, as names of other towns do."""
    others = [text for text in labels if not signposts.is_generic(text)][:30]
    if any(map(signposts.is_return, others)):
        return False
    rated = [signposts.rate(text, "", [], "", "", frozenset(signposts.criteria)) for text in others]
    return sum(rating is None or rating.tier == 3 for rating in rated) >= 0.7 * len(rated)


def _was_asked(candidate: Pressable, here: Node) -> bool:
    """Whether one of a series of years (or of months) was pressed on the way: of another one what is in sight is seen by
    pressing that in its place."""
    shape, told = shape_of(candidate.path), _told_when(candidate.label)
    return any(
        step.op == "click" and shape_of(step.target.path) == shape and _told_when(step.target.label) == told
        for step in here.steps
    )


def _told_when(label: str) -> tuple[bool, bool]:
    """Whether a label is a year, and whether it names a month."""
    words = plain(label)
    return bool(YEAR.fullmatch(words)), names_month(words)


def _said_by(candidate: Pressable) -> str:
    """What a component says, or where it leads."""
    return plain(candidate.caption) or candidate.href
