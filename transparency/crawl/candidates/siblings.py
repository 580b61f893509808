"""Components that are made alike: what they are together, records, files, entries of a menu."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from msgspec import structs

from transparency.crawl.candidates.columns import is_column_head
from transparency.crawl.candidates.groups import (
    are_cards,
    in_common,
    is_index,
    names_of_parts,
    one_cell_of_each_row,
    record_rows,
    rows_of_own_tables,
    shared_words,
    shows_data,
    tables_of_one_heading,
    tells_more,
    title_of,
    told_apart,
    topics_of,
    without_heads,
    without_index_rows,
    without_pager,
)
from transparency.crawl.candidates.jumps import jump_entries
from transparency.crawl.candidates.labels import DATED, is_file, level_of, plain, timeless, told_of_record
from transparency.crawl.candidates.move import LONG_ROW, Ground, Scene, shape_of
from transparency.crawl.candidates.periods import periods_of_several
from transparency.crawl.candidates.pressable import PressableFilter
from transparency.crawl.signposts import Signposts
from transparency.model import Pressable

SERIES = 3
"""So many pages of one thing, each of a month or year, are a series."""
_ZERO = re.compile(r"(?<![\d.,])0[.,]00(?![\d.,])")
"""A sum of nothing."""


def groups_of(scene: Scene, taken: frozenset[str]) -> Iterable[list[Pressable]]:
    """The components of a frame that are worth pressing, those that are made alike together. ``taken``: what is not pressed by
    itself."""
    groups: dict[tuple[str, str, str, int, bool], list[Pressable]] = defaultdict(list)
    rows = without_index_rows(rows_of_own_tables(scene.data.candidates), scene.ground, scene.signposts, scene.wanted)
    own = one_cell_of_each_row(rows)
    candidates = [*own, *jump_entries(scene.key, scene.data, scene.words)]
    tables = tables_of_one_heading(candidates)
    pressable = PressableFilter(scene.data, candidates, taken, scene.ground, scene.signposts, scene.words)
    for one in candidates:
        candidate = _without_switches(one, scene.signposts)
        if pressable.leaves_out(candidate):
            continue
        # pages laid out by tables: each is one of its own; rows that head a group have other cells than those in it; what
        # unfolds the rows of a tree may be made as what opens each
        row = candidate.row
        place = (tables[row.table], row.cells, bool(level_of(candidate))) if row else ("", 0, False)
        groups[(shape_of(candidate.path), candidate.tag, *place)].append(candidate)
    parts = (part for group in groups.values() for part in told_apart(group))
    return (kind for part in parts for kind in _files_apart(part, scene.signposts))


def _files_apart(siblings: list[Pressable], signposts: Signposts) -> Iterable[list[Pressable]]:
    """The pages among components, and the files ("Folha Maio 2025 | planilha"); those of a row belong together."""
    kinds: dict[bool, list[Pressable]] = {False: [], True: []}
    for candidate in siblings:
        kinds[not candidate.row and is_file(candidate, signposts)].append(candidate)
    return filter(None, kinds.values())


def _without_switches(candidate: Pressable, signposts: Signposts) -> Pressable:
    """A component without the other half of a switch, which is no title, among the words around it."""
    if not any(map(signposts.switches_view, candidate.around)):
        return candidate
    return structs.replace(candidate, around=[text for text in candidate.around if not signposts.switches_view(text)])


def _unripe(record: str, signposts: Signposts) -> tuple[int, int, bool]:
    """How little a record may have to show by what its row says: what it says of its course, then how many of its sums are
    zero (of an empenho without payments the payments show nothing), then whether it is with no company (nor has a bid)."""
    return signposts.unripe(record), len(_ZERO.findall(record)), not signposts.names_company(record)


def _lead_to_one_place(siblings: Sequence[Pressable]) -> bool:
    """Whether several links lead to one address: who wrote each of some posts."""
    return len(siblings) > 1 and all(c.kind == "link" for c in siblings) and len({c.href for c in siblings}) == 1


@dataclass(frozen=True)
class Kin:
    """Components that are made alike."""

    siblings: Sequence[Pressable]
    shared: frozenset[str]
    """Labels that several of them have."""
    rows: bool
    """They are records."""
    common: str
    """What all of these say."""
    files: bool
    topics: dict[str, str]
    """Path → what it is of, where one of each is enough."""
    alike: bool
    """They are records of which one stands for all."""
    last_alike: str = ""
    """Path of the last of those records that are as ripe as the first: what a record of today leaves blank one of last month may
    have."""

    @cached_property
    def named_apart(self) -> bool:
        """Whether they have different labels."""
        return len({plain(c.caption) for c in self.siblings}) > 1

    def is_heading(self, candidate: Pressable, ground: Ground) -> bool:
        """Whether one of them sorts a list, as its headings do."""
        row = candidate.row
        if not row:
            return False
        return (self.rows and (row.heading or row.cells > LONG_ROW)) or is_column_head(candidate, ground)

    def tells_more(self, candidate: Pressable) -> bool:
        """Whether one of them is worth pressing though another has its label."""
        return len(self.siblings) < 3 or bool(self.topics) or tells_more(candidate, self.siblings)


def kin_of(siblings: Sequence[Pressable], scene: Scene) -> Kin:
    """What alike components are together."""
    ground, signposts = scene.ground, scene.signposts
    shared = shared_words(siblings)
    siblings = without_heads(without_pager(siblings))
    when = periods_of_several(siblings)
    no_records = any(shows_data(c, signposts) for c in siblings) or when or is_index(siblings, ground, signposts)
    no_records |= _lead_to_one_place(siblings)
    rows = not no_records and (record_rows(siblings, ground.records) or are_cards(siblings, ground, signposts))
    files = all(is_file(candidate, signposts) for candidate in siblings)
    titles = [title_of(candidate, files, signposts) for candidate in siblings]
    dated = all(DATED.fullmatch(plain(title)) for title in titles)
    of_one = len(siblings) >= SERIES and len(set(map(timeless, titles))) == 1  # a page for each month of one thing
    generic = all(signposts.is_generic(candidate.label) for candidate in siblings)
    # records that buttons open are told apart by nothing but their place: one of them stands for all of its kind
    addressed = rows and any(c.kind == "link" for c in siblings)
    by_topic = addressed or files or when or (dated and (generic or of_one))
    topics = topics_of(siblings, files, dated, signposts) if by_topic else {}
    common = in_common(siblings) if rows else ""
    if rows and ground.inner:  # of a record each part is opened, whatever its opener is called
        topics = topics or names_of_parts(siblings)
    alike = rows and not files and not topics
    last_alike = ""
    if rows and not files:  # of records that are alike, one that has run its course shows the most
        told = {record.path: _unripe(told_of_record(record), signposts) for record in siblings}
        siblings = sorted(siblings, key=lambda record: told[record.path])
        last_alike = [record.path for record in siblings if told[record.path] == told[siblings[0].path]][-1]
    return Kin(siblings, shared, rows, common, files, topics, alike, last_alike)
