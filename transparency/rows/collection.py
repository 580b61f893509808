"""The rows of one list while they are collected: what its queries and pages have brought, and what is missing of it."""

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
from transparency.items import Page
from transparency.matrix import Matrix
from transparency.node import Node
from transparency.privacy.cleaning import clean_address
from transparency.privacy.people import is_of_people
from transparency.privacy.sinks import readable
from transparency.rows.checking import Sample, odd_columns
from transparency.rows.counts import count_told, sheets_told
from transparency.rows.harvest import Harvest, digest_of
from transparency.rows.items import Group, ListSummary, QuerySummary, Row, row_class
from transparency.rows.kept import KeptQuery
from transparency.rows.paging import Paging
from transparency.rows.periods import When
from transparency.rows.queries import ListQuery, Plan, Sight
from transparency.rows.reading import ReadRow, SeenList, read_row, shared_columns
from transparency.rows.records import record_nodes
from transparency.rows.renamed import relabelled, renamed, with_labels
from transparency.rows.seeking import Seeking
from transparency.rows.spans import in_words
from transparency.rows.words import RowWords
from transparency.rows.wrapper import Wrapper
from transparency.store.audits import now
from transparency.text import normalize, plural

ODD_COLUMN = "{}: outra coluna pode estar no lugar dela, e as vizinhas também podem ter trocado"
LOST_COLUMN = "a coluna “{}” não está mais na lista"
RENAMED = "a coluna “{}” agora se chama “{}”: o wrapper foi corrigido"
LEFT_OUT = "a página {} tem mais linhas do que se leem de uma página"
UNGROUPED = "a página {} tem linhas sem “{}”, que em outras está acima do grupo"
TWINS = "a página {} tem outras listas com as mesmas colunas, das quais {}"
SKIPPED = "a página {} não foi vista: o portal mostrou a {} no lugar dela"
FEWER_PAGES = "o portal conta {}, e a última vista foi a {}"
TO_FILE = "baixe o arquivo “{}”"
TO_PAGE = "vá até a página {} da lista"
NOBODY_SAYS = "?"
"""In place of a period: what the list shows by itself, without saying which it is."""
SAME_ROWS = "o portal mostra as mesmas linhas que em {}: não foram colhidas outra vez"
SAME_UNITS = "o portal mostra as mesmas linhas para cada unidade: foi pedida só a primeira"
MOVED = "a lista não está mais onde estava, e foi achada por “{}”: o wrapper foi corrigido"
ANOTHER = 0.5
"""From this share of cells on that are no value of their kind, a column is not what it was, and its rows are none to be kept."""
FEWER = "o portal conta {} e foram colhidas {}"
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
    without_files: bool = False
    """A file has failed: the screen is read from now on."""
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
        self.note(f"{self.told.unit}: {gap}" if self.told.unit else gap, self.told.query)

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
        self.told.query = when or ""
        wanted = when is not None and self.plan.ask_units(self.query, snapshot, sight, self.told)
        for note, of in self.plan.notes:
            self.note(note, of)
        if when is None and seen is not None and not self.query.when:
            self.firsts.setdefault(seen.digest(), NOBODY_SAYS)
        return wanted

    def seek(self, snapshot: Snapshot | None) -> bool:
        """Have the list asked for elsewhere, where it was not found yet; whether there is anything left to try. ``snapshot``: the page
        that the query in hand has led to, if one came."""
        if self.seeking is None or self.query.when or self.query.unit or self.summary.pages or self.ended:
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
            self.lacks(FEWER_PAGES.format(plural(self.sheets, "página"), self.number))
        self._compare()
        for column, share in odd_columns(self.wrapper, self.sample):
            if share >= ANOTHER:
                self.lacks(ODD_COLUMN.format(column))
        if self.counts:
            self.summary.queries.append(self.told)
        self.queue.put_nowait(None)

    def _is_to_come(self) -> bool:
        """Whether the period of the query in hand is asked for once more."""
        return any((one.when, one.unit) == (self.told.query, self.query.unit) for one in self.plan.waiting)

    def _compare(self) -> None:
        """Compare what a query has brought with what the page counts."""
        told = self.told
        if len(self.counted) == 1 and told.pages:
            told.told = next(iter(self.counted))
            told.agrees = told.told == told.rows
            if told.rows < told.told:
                self.lacks(FEWER.format(plural(told.told, "linha"), told.rows))

    @property
    def counts(self) -> bool:
        """Whether the query in hand was asked for rows, and is not asked for again."""
        return bool(self.told.pages or self.told.name) and not self._is_to_come()

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
        before = self.before.get(self.told.name)
        if before is None or self.told.pages or before.told.rows <= len(seen.rows):
            return False
        told = self.count_on(snapshot, seen)
        if (seen.face(), told) != (before.first, before.told.rows):
            return False
        if self.firsts.setdefault(seen.digest(), self.told.name) != self.told.name:
            return False
        self.told, self.same = replace(before.told, time=before.time), True
        self.summary.rows += self.told.rows
        self.summary.pages += 1
        return True

    def count_on(self, snapshot: Snapshot, seen: SeenList) -> int | None:
        """How many rows the page in sight counts."""
        return count_told([snapshot.frames[seen.frame].data.text], self.words, len(seen.rows))

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
        if again or not fresh or self._is_of_another(seen.sheet or digest_of(rows), snapshot):
            return 0, again
        self.told.pages += 1
        self.summary.pages += 1
        self.number += 1
        told = self.count_on(snapshot, seen)
        self.counted |= set() if told is None else {told}
        if not seen.sheet:
            self._count_pages(snapshot.frames[seen.frame].data.text)
        self._tell_lacks(seen)
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

    def _tell_lacks(self, seen: SeenList) -> None:
        """Tell what a page says that is missing."""
        for label in seen.lost:
            self.lacks(LOST_COLUMN.format(label))
        if seen.left_out:
            self.lacks(LEFT_OUT.format(self.told.pages))
        for label in seen.ungrouped:
            self.lacks(UNGROUPED.format(self.told.pages, label))
        if seen.twins:
            lost = plural(seen.twins, "linha não foi colhida", "linhas não foram colhidas")
            self.lacks(TWINS.format(self.told.pages, lost))

    # ---- its rows ----------------------------------------------------------------------------------------------------

    def _is_of_another(self, page: str, snapshot: Snapshot) -> bool:
        """Whether the first page of a query shows what another one has shown: the portal does not heed what is asked. Where the rows
        of two periods are really the same, it is told of which others."""
        if self.told.pages:
            return False
        before = self.firsts.setdefault(page, self.told.name)
        if before == self.told.name:
            return False
        if self.plan.insist(self.query, snapshot):
            return True
        if before == NOBODY_SAYS:  # that is the period that the list shows by itself
            self.firsts[page] = self.told.name
            return False
        if self.query.unit:
            self.told.alike = True
            self.plan.forget_units()
            self.note(SAME_UNITS)
            return True
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
            "unit": self.told.unit,
            "url": clean_address(snapshot.url, self.wrapper.node.url),
            "steps": [
                readable(words, town=self.town)
                for words in (*self._way(snapshot), *([TO_FILE.format(self.summary.file)] if seen.sheet else []))
            ],
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
                key=self.harvest.key(self.digest(cells[: seen.own])),
                extra=read.extra,
                raw=read.raw,
                doubts=read.doubts,
                page=self.number,
                row=number,
            )

    def digest(self, cells: Sequence[str]) -> str:
        """What is the same for rows of the query in hand that say the same."""
        return digest_of([self.told.name, *cells] if self.told.name else cells)

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
            group = self.groups.setdefault((self.told.name, *by.values()), Group(**told, by=by))
            group.people += 1
            self.harvest.key(self.digest(cells[: seen.own]))
            read = self._read(seen, cells)
            for column in seen.columns:
                amount = read.values.get(column.item)
                if column.item and isinstance(amount, Decimal):
                    group.sums[column.label] = group.sums.get(column.label, Decimal(0)) + amount
