"""The visitor of a visit that collects one list: reads each page, keeps what is new, and tells what turns the page."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from msgspec import structs

from transparency.browse.snapshot import Snapshot
from transparency.extract.values import says_nothing_there
from transparency.items import Box, Page
from transparency.matrix import Matrix
from transparency.model import Pressable
from transparency.node import Node, Step, Target, canonical_url
from transparency.privacy.cleaning import clean_address
from transparency.privacy.people import is_of_people
from transparency.privacy.sinks import readable
from transparency.rows.checking import Sample, odd_columns
from transparency.rows.counts import count_told, sheets_told
from transparency.rows.harvest import Harvest, digest_of
from transparency.rows.items import Group, ListSummary, QuerySummary, Row, row_class
from transparency.rows.kept import KeptQuery
from transparency.rows.paging import Paging, Turn, find_turn
from transparency.rows.periods import When
from transparency.rows.queries import ListQuery, Plan, Sight
from transparency.rows.reading import ReadRow, SeenList, find_list, read_row, shared_columns
from transparency.rows.records import record_nodes
from transparency.rows.renamed import relabelled, renamed, with_labels
from transparency.rows.seeking import Seeking
from transparency.rows.spans import in_words
from transparency.rows.words import RowWords
from transparency.rows.wrapper import Wrapper
from transparency.store.audits import now
from transparency.text import normalize

NOT_THERE = "a lista não está na página a que os passos levam: o portal pode ter mudado"
ODD_COLUMN = "{}: outra coluna pode estar no lugar dela, e as vizinhas também podem ter trocado"
LOST_COLUMN = "a coluna “{}” não está mais na lista"
RENAMED = "a coluna “{}” agora se chama “{}”: o wrapper foi corrigido"
LEFT_OUT = "a página {} tem mais linhas do que se leem de uma página"
UNGROUPED = "a página {} tem linhas sem “{}”, que em outras está acima do grupo"
TWINS = "a página {} tem outras listas com as mesmas colunas, das quais {} linhas não foram colhidas"
NOT_TURNED = "a página {} não abriu: {}"
SKIPPED = "a página {} não foi vista: o portal mostrou a {} no lugar dela"
FEWER_PAGES = "o portal conta {} páginas, e a última vista foi a {}"
PAGES_SPENT = "parou na página {}: o limite de páginas"
TIME_SPENT = "parou na página {}: o limite de minutos"
TO_PAGE = "vá até a página {} da lista"
NOTHING = "o portal diz que não há registros"
NO_LIST = "nenhuma linha: a lista não apareceu"
NOBODY_SAYS = "?"
"""In place of a period: what the list shows by itself, without saying which it is."""
SAME_ROWS = "o portal mostra as mesmas linhas que em {}: não foram colhidas outra vez"
CHANGES = {"new": "novas", "changed": "mudadas", "gone": "sumidas"}
"""What has happened to rows since the last run, in words (Portuguese)."""
MOVED = "a lista não está mais onde estava, e foi achada por “{}”: o wrapper foi corrigido"
ANOTHER = 0.5
"""From this share of cells on that are no value of their kind, a column is not what it was, and its rows are none to be kept."""
SCROLL = "role a lista"
FEWER = "o portal conta {} linhas e foram colhidas {}"
NO_GROUPS = "a lista é de pessoas e nada nela as reúne (cargo, órgão): sem pessoas=sim só o total é dado"


def only_sums(wrapper: Wrapper, matrix: Matrix, people: bool) -> bool:
    """Whether the rows of a list are people, of whom only sums are told. ``people``: their names and pay are wanted."""
    return not people and is_of_people([*wrapper.labels, *matrix.by_id[wrapper.criterion].records])


@dataclass
class Collection:
    """The rows of one list, while they are collected and afterwards. ``queue`` hands out those of a query as they come; None is its
    end."""

    wrapper: Wrapper
    matrix: Matrix
    words: RowWords
    town: str
    people: bool
    """Names and pay of servants are wanted."""
    plan: Plan
    judge: Callable[[Snapshot], Page]
    """What the judge finds on a page."""
    summary: ListSummary
    query: ListQuery
    seeking: Seeking | None = None
    """The search for a list that is not where its wrapper says."""
    told: QuerySummary = field(default_factory=QuerySummary)
    """What the query in hand has brought."""
    harvest: Harvest = field(default_factory=Harvest)
    queue: asyncio.Queue[Row | None] = field(default_factory=asyncio.Queue)
    groups: dict[tuple[str, ...], Group] = field(default_factory=dict)
    doubts: Counter[str] = field(default_factory=Counter)
    sample: Sample = field(default_factory=Sample)
    """What the cells of the query in hand are."""
    firsts: dict[str, str] = field(default_factory=dict)
    """Digest of the first page of a query → the query."""
    gaps: dict[str, list[When]] = field(default_factory=dict)
    """What is missing, and of which periods."""
    learned: bool = False
    """The wrapper is another by now: its columns have other labels, or its list stands elsewhere."""
    unsettled: bool = False
    """A record of the query in hand is not over yet."""
    before: Mapping[str, KeptQuery] = field(default_factory=dict)
    """The queries whose rows are kept, and are the same as long as their first page and the portal's own count are."""
    first: str = ""
    """Digest of the first page of the query in hand."""
    same: bool = False
    """The query in hand shows what it has shown before: its rows are those that are kept."""
    opened: bool = False
    """A query was asked: the session that its address needs is open."""
    direct: bool = False
    """It was seen that the list is the same without that session."""
    records: dict[str, Node] = field(default_factory=dict)
    """Key of a row that was not handed out yet → the node of its record."""
    opens: bool = False
    """The details of records are wanted."""
    counted: set[int] = field(default_factory=set)
    started: float = field(default_factory=time.monotonic)
    number: int = 0
    """As which page of the list the last one was reached …"""
    sheets: int = 0
    """… of how many, as the portal says; 0 where it does not."""
    ended: bool = False
    closed: bool = False

    @classmethod
    def of(
        cls,
        wrapper: Wrapper,
        matrix: Matrix,
        words: RowWords,
        town: str,
        people: bool,
        plan: Plan,
        judge: Callable[[Snapshot], Page],
    ) -> Collection:
        """A collection that begins."""
        url = clean_address(wrapper.node.url, wrapper.node.url)
        summary = ListSummary(municipio=wrapper.municipio, uf=wrapper.uf, criterion=wrapper.criterion, url=url)
        return cls(wrapper, matrix, words, town, people, plan, judge, summary, ListQuery(wrapper.node))

    @property
    def sums_up(self) -> bool:
        """Whether its rows are people, of whom only sums are told."""
        return only_sums(self.wrapper, self.matrix, self.people)

    def lacks(self, gap: str) -> None:
        """Note what is missing of the query in hand."""
        self.told.whole = False
        self.note(gap, self.told.query)

    def note(self, gap: str, when: When = "") -> None:
        """Note something of a period, or of the list, once. What is said of several periods is one line."""
        periods = self.gaps.setdefault(gap, [])
        if when not in periods:
            periods.append(when)
        self.summary.gaps = [f"{told}: {gap}" if (told := in_words(when)) else gap for gap, when in self.gaps.items()]

    # ---- a query -----------------------------------------------------------------------------------------------------

    def begin(self, query: ListQuery) -> None:
        """A query is asked."""
        self.query, self.told = query, QuerySummary(query=query.when)
        self.harvest, self.counted, self.number, self.sheets, self.ended = Harvest(), set(), 0, 0, False
        self.groups, self.unsettled, self.sample = {}, False, Sample()
        self.first, self.same = "", False

    def arrive(self, snapshot: Snapshot, seen: SeenList | None) -> bool:
        """Whether the rows are wanted of the page to which the query in hand has led."""
        frame = seen.frame if seen else min(self.wrapper.region.frame.index, len(snapshot.frames) - 1)
        sight = Sight(snapshot.frames[frame], seen is not None, seen.box if seen else None)
        when = self.plan.arrive(self.query, snapshot, sight)
        for note, of in self.plan.notes:
            self.note(note, of)
        self.told.query = when or ""
        if when is None and seen is not None and not self.query.when:
            self.firsts.setdefault(seen.digest(), NOBODY_SAYS)
        return when is not None

    def seek(self, snapshot: Snapshot | None) -> bool:
        """Have the list asked for elsewhere, where it was not found yet; whether there is anything left to try. ``snapshot``: the page
        that the query in hand has led to, if one came."""
        if self.seeking is None or self.query.when or self.summary.pages or self.ended:
            return False
        node = self.seeking.onward(snapshot)
        if node is not None:
            self.plan.waiting.appendleft(ListQuery(node, sought=True))
        return node is not None

    def settle(self, snapshot: Snapshot) -> None:
        """The list was found elsewhere: that is its place from now on."""
        base = replace(snapshot.node, url=snapshot.base, steps=()) if snapshot.base else snapshot.node
        self.query = replace(self.query, node=base if not base.steps else self.query.node, sought=False)
        self.plan.node, self.plan.way = self.query.node, None
        self._mended(MOVED.format(" → ".join(self.query.node.words)))
        self.wrapper = structs.replace(self.wrapper, node=self.query.node, way=None, query=[*self.query.node.words])

    def fail(self, gap: str, silent: str = "") -> None:
        """The visit of the query in hand did not come to its end. ``silent``: the host that may answer later, if that is why."""
        if self.seeking is not None and silent:
            self.seeking.avoid(silent)
        self.end("" if self.seek(None) else gap)

    def end(self, gap: str = "") -> None:
        """Nothing more comes of the query in hand."""
        if self.ended:
            return
        self.ended = True
        if gap:
            self.lacks(gap)
        if self.number < self.sheets:
            self.lacks(FEWER_PAGES.format(self.sheets, self.number))
        self._compare()
        for column, share in odd_columns(self.wrapper, self.sample):
            if share >= ANOTHER:
                self.lacks(ODD_COLUMN.format(column))
        if self.counts:
            self.summary.queries.append(self.told)
        self.queue.put_nowait(None)

    def _is_to_come(self) -> bool:
        """Whether the period of the query in hand is asked for once more."""
        return any(query.when == self.told.query for query in self.plan.waiting)

    def _compare(self) -> None:
        """Compare what a query has brought with what the page counts."""
        told = self.told
        if len(self.counted) == 1 and told.pages:
            told.told = next(iter(self.counted))
            told.agrees = told.told == told.rows
            if told.rows < told.told:
                self.lacks(FEWER.format(told.told, told.rows))

    @property
    def counts(self) -> bool:
        """Whether the query in hand was asked for rows, and is not asked for again."""
        return bool(self.told.pages or self.told.query) and not self._is_to_come()

    def recall(self, told: QuerySummary, time: str) -> None:
        """A query whose rows are those of an earlier run."""
        told.time = time
        self.summary.queries.append(told)
        self.summary.rows += told.rows

    def close(self, gap: str = "") -> None:
        """Nothing more comes of the list: add up what its queries have brought."""
        if self.closed:
            return
        self.end(gap)
        self.closed, summary = True, self.summary
        counts = [one.told for one in summary.queries if one.rows]
        summary.told = None if None in counts or not counts else sum(filter(None, counts))
        summary.agrees = None if summary.told is None else summary.told == summary.rows
        summary.doubts = dict(self.doubts)
        summary.seconds = round(time.monotonic() - self.started, 1)

    def learn_again(self, snapshot: Snapshot, seen: SeenList | None) -> bool:
        """Learn columns that are called otherwise by now; whether there are any. ``seen``: the list, where some of its columns are
        called as they were."""
        if self.summary.rows or (seen is not None and not seen.lost):
            return False
        criterion, page = self.matrix.by_id[self.wrapper.criterion], self.judge(snapshot)
        changed = (
            relabelled(self.wrapper, page, criterion) if seen is None else renamed(self.wrapper, seen, page, criterion)
        )
        for rule, label in changed:
            self._mended(RENAMED.format(rule.label, label))
        self.wrapper = with_labels(self.wrapper, changed)
        return bool(changed)

    def _mended(self, what: str) -> None:
        """The wrapper is another by now."""
        self.learned = True
        self.summary.mended.append(what)
        self.note(what)

    # ---- a page ------------------------------------------------------------------------------------------------------

    def is_as_before(self, snapshot: Snapshot, seen: SeenList) -> bool:
        """Whether the first page of the query in hand, and how many rows the portal counts, are as they were when all of its pages were
        seen. Then no other page is asked for."""
        before = self.before.get(self.told.query)
        if before is None or self.told.pages or before.told.pages < 2:
            return False
        told = count_told([snapshot.frames[seen.frame].data.text], self.words, len(seen.rows))
        if (seen.face(), told) != (before.first, before.told.rows):
            return False
        if self.firsts.setdefault(seen.digest(), self.told.query) != self.told.query:
            return False
        self.told, self.same = replace(before.told, time=before.time), True
        self.summary.rows += self.told.rows
        self.summary.pages += 1
        return True

    def take(self, snapshot: Snapshot, seen: SeenList, paging: Paging) -> tuple[int, bool]:
        """Take in a page; how many of its rows are new, and whether it was seen before. ``paging``: what has led to it."""
        rows = seen.digests()
        before = Counter(self.harvest.window)
        self.first = self.first or seen.face()
        first, again = self.harvest.take(rows, paging == "more")
        order = self.harvest.in_window(rows)
        if paging == "scroll" and not again:
            first = (Counter(rows) & before).total()
            seen.rows = [seen.rows[number] for number in order]
        fresh = len(rows) - first
        if again or not fresh or self._is_of_another(digest_of(rows), snapshot):
            return 0, again
        self.told.pages += 1
        self.summary.pages += 1
        self.number += 1
        text = snapshot.frames[seen.frame].data.text
        told = count_told([text], self.words, len(seen.rows))
        self.counted |= set() if told is None else {told}
        self._count_pages(text)
        for label in seen.lost:
            self.lacks(LOST_COLUMN.format(label))
        if seen.left_out:
            self.lacks(LEFT_OUT.format(self.told.pages))
        for label in seen.ungrouped:
            self.lacks(UNGROUPED.format(self.told.pages, label))
        if seen.twins:
            self.lacks(TWINS.format(self.told.pages, seen.twins))
        self.told.rows += fresh
        self.summary.rows += fresh
        self.unsettled |= any(normalize(cell) in self.words.open for row in seen.rows[first:] for cell in row)
        where = self._where(snapshot, seen)
        if self.sums_up:
            self._add_up(seen, first, where)
        else:
            details = self.wrapper.details if self.opens else None
            nodes = record_nodes(snapshot, seen.frame, seen.rows, details)[first:] if details else []
            for place, row in enumerate(self._rows(seen, first, where)):
                if nodes and (node := nodes[place]) is not None:
                    self.records[row.key] = node
                self.queue.put_nowait(row)
        return fresh, False

    def _is_of_another(self, page: str, snapshot: Snapshot) -> bool:
        """Whether the first page of a query shows what another one has shown: the portal does not heed what is asked. Where the rows
        of two periods are really the same, it is told of which others."""
        if self.told.pages:
            return False
        before = self.firsts.setdefault(page, self.told.query)
        if before == self.told.query:
            return False
        if self.plan.insist(self.query, snapshot):
            return True
        if before == NOBODY_SAYS:  # that is the period that the list shows by itself
            self.firsts[page] = self.told.query
            return False
        self.lacks(SAME_ROWS.format(before))
        return True

    def _count_pages(self, text: str) -> None:
        """Note which page the portal says that this is, and those that were skipped: a press may act twice on a slow page."""
        sheet = self.harvest.turned(self.number, sheets_told(text))
        if sheet is None:
            return
        shown, self.sheets = sheet
        if shown > self.number:
            self.lacks(SKIPPED.format(self.number, shown))
            self.number = shown

    def _where(self, snapshot: Snapshot, seen: SeenList) -> dict[str, Any]:
        kept = snapshot.frames[seen.frame].redacted.html
        return {
            "municipio": self.wrapper.municipio,
            "uf": self.wrapper.uf,
            "criterion": self.wrapper.criterion,
            "query": self.told.query,
            "url": clean_address(snapshot.url, self.wrapper.node.url),
            "steps": [readable(words, town=self.town) for words in self._way(snapshot)],
            "time": now(),
            "digest": hashlib.sha256(kept.encode("utf-8", "replace")).hexdigest(),
        }

    def _way(self, snapshot: Snapshot) -> list[str]:
        """The steps to the page in words; all that turns pages as one."""
        node, page = self.query.node, self.number
        opened = node.words[: max(0, len(node.words) - len(node.steps))]
        return [*opened, *snapshot.done[: len(node.steps)], *([TO_PAGE.format(page)] if page > 1 else [])]

    def _rows(self, seen: SeenList, first: int, where: dict[str, Any]) -> Iterator[Row]:
        make: Callable[..., Row] = row_class(self.matrix.by_id[self.wrapper.criterion])
        for number, cells in enumerate(seen.rows[first:], first + 1):
            read = self._read(seen, cells)
            yield make(
                **where,
                **read.values,
                key=self.harvest.key(digest_of([self.told.query, *cells] if self.told.query else cells)),
                extra=read.extra,
                raw=read.raw,
                doubts=read.doubts,
                page=self.number,
                row=number,
            )

    def _read(self, seen: SeenList, cells: Sequence[str]) -> ReadRow:
        read = read_row(seen.columns, cells, seen.numbered)
        self.doubts.update(read.doubts)
        self.sample.add(read.raw, (item for item in read.doubts if item not in read.values))
        return read

    def _add_up(self, seen: SeenList, first: int, where: dict[str, Any]) -> None:
        shared = shared_columns(seen.columns, seen.rows, self.words)
        if not shared:
            self.lacks(NO_GROUPS)
        told = {name: value for name, value in where.items() if name != "digest"}
        for cells in seen.rows[first:]:
            by = {seen.columns[place].label: cells[place] for place in shared}
            group = self.groups.setdefault((self.told.query, *by.values()), Group(**told, by=by))
            group.people += 1
            read = self._read(seen, cells)
            for column in seen.columns:
                amount = read.values.get(column.item)
                if column.item and isinstance(amount, Decimal):
                    group.sums[column.label] = group.sums.get(column.label, Decimal(0)) + amount


@dataclass(frozen=True)
class Bounds:
    """How far a collection goes."""

    pages: int
    minutes: float
    details: int = 0
    """So many records are opened of a list."""


class Collector:
    """The visitor of one visit to a list (``browse.visit.Visitor``)."""

    def __init__(self, collection: Collection, bounds: Bounds) -> None:
        self.collection = collection
        self.bounds = bounds
        self.page = 0
        """The number of the page in sight, in this visit."""
        self.turn: Turn | None = None
        """What was pressed to get to the page in sight."""
        self.seen: SeenList | None = None
        self.fresh = 0
        self.again = False
        self.wanted = True
        """The rows in sight are of a period that is asked for."""
        self._before = ""
        self._found: tuple[Snapshot, Wrapper, SeenList | None] | None = None
        """What was found last, on which page and by which wrapper: a page is read once."""
        self._bare = ""
        """What the list says without the session of its portal."""

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the list is not there yet, or still shows the page before."""
        self.seen = self._find(snapshot)
        return self.seen is None or self.seen.digest() == self._before

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Take in the page. No picture is made."""
        self.seen = self._find(snapshot)
        if not self.page:
            self._fit(snapshot, self.seen)
        if not self.page and (self.seen is not None or not self.collection.query.sought):
            self.wanted = self.collection.arrive(snapshot, self.seen)
        if self.seen is None or not self.wanted:
            return None
        self.page += 1
        self._before = self.seen.digest()
        if self._bare:
            self.collection.direct, self._bare = self._bare == self.seen.face(), ""
        if self.collection.is_as_before(snapshot, self.seen):
            self.fresh = 0
            return None
        self.fresh, self.again = self.collection.take(snapshot, self.seen, self.turn.paging if self.turn else "")
        return None

    def _fit(self, snapshot: Snapshot, seen: SeenList | None) -> None:
        """Have the wrapper fit the list as it is now. One that was sought must have all columns: one much like it may be another."""
        if self.collection.query.sought:
            self.seen = None if seen is None or seen.lost else seen
            if self.seen is not None:
                self.collection.settle(snapshot)
        elif self.collection.learn_again(snapshot, seen):
            self.seen = self._find(snapshot)

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether the session that its address needs is not open: nobody knows of the first query of a list; later ones find there what
        their first step needs, or the list."""
        steps = self.collection.query.node.steps
        if not self.collection.opened:
            return self._opens_session(snapshot)
        if not steps:  # where years are chosen no list is promised
            return self.collection.query.node is not self.collection.plan.way and self._find(snapshot) is None
        wanted = steps[0].target.path or steps[0].region
        views = [view.data for view in snapshot.frames]
        pressable = {one.path for view in views for one in view.candidates}
        asking = {one.path for view in views for one in (*view.selects, *view.entries)}
        return wanted not in pressable | asking | {form.button for view in views for form in view.forms}

    def _opens_session(self, snapshot: Snapshot) -> bool:
        """Whether the session is to be opened at the portal's door: not for a list that was seen to be the same without."""
        seen = None if self.collection.query.node.steps else self._find(snapshot)
        if seen is not None and self.collection.direct:
            return False
        self.collection.opened, self._bare = True, seen.face() if seen else ""
        return True

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """The node of the next page; None at the end of the list."""
        if not self.wanted:
            return None
        if self.seen is None:
            self._miss(snapshot)
            return None
        if self.fresh == 0 and not self._catches_up():
            return None
        view = snapshot.frames[self.seen.frame]
        known = self.turn.paging if self.turn else self.collection.wrapper.paging
        turn = find_turn(
            unfolded(view.data.candidates, self.seen), self.seen.box, self._number(), self.collection.words, known
        )
        if turn is None and self._may_scroll():
            turn = Turn("scroll", None)
        if turn is None:
            return None
        if reason := self._spent(further):
            self.collection.lacks(reason)
            return None
        self.turn = turn
        self.collection.summary.paging = turn.paging if turn.control else self.collection.summary.paging
        return self._pressed(snapshot, turn)

    def _may_scroll(self) -> bool:
        """Whether more rows may come when the list is scrolled: nothing else turns it, and the page does not count them all."""
        told = self.collection.counted
        whole = len(told) == 1 and self.collection.told.rows >= min(told)
        return not whole and (self.turn is None or self.turn.control is None)

    def _miss(self, snapshot: Snapshot) -> None:
        """The list is not in sight: a period may have none."""
        if self.page:
            self.collection.lacks(NOT_TURNED.format(self.page + 1, "a lista não veio"))
        elif self.collection.told.query and says_nothing_there(snapshot.text):
            self.collection.note(NOTHING, self.collection.told.query)
        elif self.collection.told.query:
            self.collection.lacks(NO_LIST)
            if not (self.collection.summary.rows or self.collection.plan.waiting):
                self.collection.plan.fall_back()
        elif not self.collection.seek(snapshot):
            self.collection.lacks(NOT_THERE)

    def _number(self) -> int:
        """The number of the page in sight, as the pager has it."""
        return self.page if self._catches_up() else self.collection.number

    def _catches_up(self) -> bool:
        """Whether a page that was seen before is one of a visit that failed: a second one goes through it again."""
        return self.again and self.page <= len(self.collection.harvest.pages) and self._is_page_of_its_number()

    def _is_page_of_its_number(self) -> bool:
        return self.collection.harvest.pages[self.page - 1] == self._before

    def _spent(self, further: bool) -> str:
        if max(self.page, self.collection.summary.pages) >= self.bounds.pages:
            return PAGES_SPENT.format(self.page)
        late = time.monotonic() - self.collection.started > self.bounds.minutes * 60
        return TIME_SPENT.format(self.page) if late or not further else ""

    def _pressed(self, snapshot: Snapshot, turn: Turn) -> Node:
        control, view = turn.control, snapshot.frames[self.seen.frame if self.seen else 0]
        if control is None:
            step = Step("scroll", view.key, Target(""), words=SCROLL, box=self.seen.box if self.seen else None)
            return replace(snapshot.node, steps=(*self.collection.query.node.steps, step))
        label = control.caption
        target = Target(control.path, control.tag, control.label)
        step = Step("click", view.key, target, words=f"clique em “{label}”")
        return replace(snapshot.node, steps=(*snapshot.node.steps, step))

    def stuck(self, error: Exception) -> None:
        """What turns the page could not be pressed, or led nowhere; a list that is scrolled has come to its end."""
        if self.turn is not None and self.turn.control is None:
            return
        reason = getattr(error, "reason", "") or type(error).__name__
        self.collection.lacks(NOT_TURNED.format(self.page + 1, reason))

    def _find(self, snapshot: Snapshot) -> SeenList | None:
        wrapper = self.collection.wrapper
        if self._found is None or self._found[0] is not snapshot or self._found[1] is not wrapper:
            frames = [view.data.html for view in snapshot.frames]
            before = self.seen if self.page else None
            self._found = snapshot, wrapper, find_list(frames, wrapper, [view.url for view in snapshot.frames], before)
        return self._found[2]


def unfolded(controls: Sequence[Pressable], seen: SeenList) -> list[Pressable]:
    """The controls of a page for one who reads a list that is folded away: the links that are folded with it are in sight."""
    return [
        structs.replace(one, hidden=False) if one.hidden and canonical_url(one.href) in seen.beside else one
        for one in controls
    ]


def changes_in_words(changes: Mapping[str, int]) -> str:
    """What has changed since the last run (Portuguese); nothing where that is nothing.

    >>> changes_in_words({"new": 3, "gone": 1}), changes_in_words({"changed": 0})
    ('3 novas; 1 sumidas', '')
    """
    return "; ".join(f"{changes[kind]} {word}" for kind, word in CHANGES.items() if changes.get(kind))


def tell(summaries: Sequence[ListSummary]) -> list[str]:
    """A line for each list, for people (Portuguese)."""
    lines = []
    for one in summaries:
        told = "o portal não diz quantas são" if one.told is None else f"o portal conta {one.told}"
        doubts = sum(one.doubts.values())
        pages = "1 página" if one.pages == 1 else f"{one.pages} páginas"
        parts = [f"{one.rows} linhas em {pages}", told] if one.rows else ["nenhuma linha"]
        parts += [changed] if (changed := changes_in_words(one.changes)) else []
        parts += [*([f"{doubts} células em dúvida"] if doubts else []), *one.gaps]
        lines.append(f"{one.municipio}, {one.criterion}: {'; '.join(parts)}.")
    return lines
