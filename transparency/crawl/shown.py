"""What a page shows, for what leads on from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from transparency.browse.snapshot import Snapshot
from transparency.classify.lookalikes import names_links
from transparency.classify.topics import criterion_named
from transparency.crawl.candidates import plain
from transparency.crawl.signposts import UNFINISHED, UNTOLD
from transparency.extract.forms import QueryWords, is_jump, is_undecided
from transparency.extract.sections import bare_headings
from transparency.extract.values import is_period, is_rounded
from transparency.items import Column, Page, RecordSet
from transparency.matrix import Matrix
from transparency.text import normalize

SEVERAL = 4
"""So many records tell what those of a year have come to."""
_ASKED = re.compile(r"\W*(?:tod[oa]s|consolidad[oa]|(?:19|20)\d\d)\W*", re.IGNORECASE)
"""What a report says of a year that was chosen, and of what was not narrowed."""


@dataclass(frozen=True)
class Shown:
    """What a page shows, for what leads on from it. ``filled``: records in sight; ``in_sight``: they prove an item;
    ``promising``: items that are still wanted are named; ``listing``: nothing but things to open or to fetch; ``found``: any
    item is named; ``served``: the criteria that have data; ``lacks``: those that headings name over nothing, and those of whose
    records none has run its course."""

    filled: bool
    in_sight: bool
    promising: bool
    listing: bool
    found: bool
    served: frozenset[str]
    lacks: frozenset[str]

    @property
    def has_records(self) -> bool:
        """Whether there are records: of an item, or of something else that nothing names."""
        return self.in_sight or (self.filled and not self.found)

    def answers(self, seeks: set[str]) -> bool:
        """Whether the page is what a question was for; ``seeks``: the criteria that it was asked for, when it was for some."""
        if seeks:
            return not self.served.isdisjoint(seeks)
        return bool(self.served) or (self.filled and not self.found)


def shown_on(
    page: Page,
    snapshot: Snapshot,
    matrix: Matrix,
    wanted: frozenset[str],
    words: QueryWords,
    unripe: Callable[[str], int],
    kinds: Iterable[Sequence[str]] = (),
) -> Shown:
    """``wanted``: the criteria of which something is still to be found; ``unripe``: how little a record may have to show, by what
    its row says (``Signposts.unripe``); ``kinds``: for each open item that only some records have, the words that tell those."""
    findings = page.findings or []
    filled = any(holds_data(s) and is_at_hand(s) for f in page.frames for s in f.record_sets)
    if filled and not findings and _still_asks(page, snapshot, words):
        filled = False
    with_data = [finding for finding in findings if finding.has_data]
    served = frozenset(f.criterion for f in with_data)
    return Shown(
        filled,
        in_sight=any(is_at_hand(page.frames[f.frame].record_sets[f.record_set]) for f in with_data),
        promising=any(f.criterion in wanted for f in findings),
        listing=not findings and all(_only_lists(s) for f in page.frames for s in f.record_sets if s.rows),
        found=bool(findings),
        served=served,
        lacks=_lacking(page, matrix, wanted)
        | (served & wanted if none_finished(_records_in_sight(snapshot), unripe, kinds) else frozenset())
        if filled
        else frozenset(),
    )


def is_at_hand(record_set: RecordSet) -> bool:
    """Whether records are in sight, or each under a heading that is."""
    return record_set.folded or not record_set.hidden


def _lacking(page: Page, matrix: Matrix, wanted: frozenset[str]) -> frozenset[str]:
    """Criteria that headings of a page with records name over nothing."""
    missing = wanted - {f.criterion for f in page.findings or [] if f.has_data}
    if not missing:
        return missing
    bare = (heading for frame in page.frames for heading in bare_headings(frame.html))
    return missing & {criterion_named(heading, matrix) for heading in bare}


def _records_in_sight(snapshot: Snapshot) -> set[str]:
    """What the rows and cards say that something of a page opens."""
    return {
        (c.row.says if c.row else "") or c.card or " ".join(c.around[:1])
        for view in snapshot.frames
        for c in view.data.candidates
    }


def none_finished(records: Iterable[str], unripe: Callable[[str], int], kinds: Iterable[Sequence[str]]) -> bool:
    """Whether records, several of them or all of a kind that is looked for, say of their course that it has not been run: of
    those of another year some will have."""
    told = {f" {normalize(record)} ": state for record in records if (state := unripe(record)) != UNTOLD}
    looked_for = ([told[text] for text in told if any(f" {word} " in text for word in words)] for words in kinds)
    alike = [list(told.values()) if len(told) >= SEVERAL else [], *looked_for]
    return any(states and all(state == UNFINISHED for state in states) for states in alike)


def labels_of(page: Page, filled: bool) -> frozenset[str]:
    """The labels of the columns of a page's lists, of those with rows or of those without. What only leads on, as the tabs of a
    record may look, is no list."""
    sets = [s for f in page.frames for s in f.record_sets if s.shape != "details" and bool(s.rows) == filled]
    lists = [s for s in sets if any(column.value_type != "link" for column in s.columns)]
    return frozenset(plain(column.label) for s in lists for column in s.columns)


def holds_data(record_set: RecordSet) -> bool:
    """Whether a record set holds data: a few words beside words ("Prefeitura de …: Transparência") are none, nor are names with
    a link below each, nor is the period that was asked for, nor one line of text a row under no label (a head laid out as a
    table)."""
    columns = [column for column in record_set.columns if column.filled and not any(map(is_rounded, column.samples))]
    if record_set.shape == "details" and (all(map(_tells_query, columns)) or names_links(record_set)):
        return False
    if [(column.label, column.value_type) for column in columns] == [("", "text")]:
        return False
    told = any(column.value_type not in ("text", "link") for column in columns)
    return record_set.rows > 1 or len(columns) > 3 or told


def _tells_query(column: Column) -> bool:
    """Whether a field tells a day, or what was asked for: a period, or all there are."""
    asked = bool(column.samples) and all(is_period(one) or _ASKED.fullmatch(one) for one in column.samples)
    return column.value_type == "date" or asked


def _still_asks(page: Page, snapshot: Snapshot, words: QueryWords) -> bool:
    """Whether something is still to be chosen in a list, beside nothing but facts that serve no criterion (whose page it is,
    when it was brought up to date): those are no answer."""
    told = [s for f in page.frames for s in f.record_sets if holds_data(s) and not s.hidden]
    return all(s.shape == "details" for s in told) and any(
        select.tag == "select"
        and select.visible
        and not select.personal
        and is_undecided(select, words)
        and not is_jump(select, words)
        for view in snapshot.frames
        for select in view.data.selects
    )


def _only_lists(record_set: RecordSet) -> bool:
    """Whether a record set only lists what can be opened or fetched: no sums, no persons."""
    return not any(column.value_type in ("money", "cpf", "cnpj") for column in record_set.columns if column.filled)
