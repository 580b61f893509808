"""The visitor of a visit that collects one list: reads each page, keeps what is new, and tells what turns the page."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from transparency.browse.snapshot import Snapshot
from transparency.items import Box
from transparency.matrix import Matrix
from transparency.node import Node, Step, Target
from transparency.privacy.cleaning import clean_address
from transparency.privacy.people import is_of_people
from transparency.privacy.sinks import readable
from transparency.rows.counts import count_told, sheets_told
from transparency.rows.harvest import Harvest, digest_of
from transparency.rows.items import Group, ListSummary, Row, row_class
from transparency.rows.paging import Turn, find_turn
from transparency.rows.reading import SeenList, find_list, read_row, shared_columns
from transparency.rows.words import RowWords
from transparency.rows.wrapper import Wrapper
from transparency.store.audits import now

NOT_THERE = "a lista não está na página a que os passos levam: o portal pode ter mudado"
LOST_COLUMN = "a coluna “{}” não está mais na lista"
LEFT_OUT = "a página {} tem mais linhas do que se leem de uma página"
NOT_TURNED = "a página {} não abriu: {}"
SKIPPED = "a página {} não foi vista: o portal mostrou a {} no lugar dela"
FEWER_PAGES = "o portal conta {} páginas, e a última vista foi a {}"
PAGES_SPENT = "parou na página {}: o limite de páginas"
TIME_SPENT = "parou na página {}: o limite de minutos"
TO_PAGE = "vá até a página {} da lista"
FEWER = "o portal conta {} linhas e foram colhidas {}"
NO_GROUPS = "a lista é de pessoas e nada nela as reúne (cargo, órgão): sem pessoas=sim só o total é dado"


@dataclass
class Collection:
    """The rows of one list, while they are collected and afterwards. ``queue`` hands them out as they come; None is the end."""

    wrapper: Wrapper
    matrix: Matrix
    words: RowWords
    town: str
    people: bool
    """Names and pay of servants are wanted."""
    summary: ListSummary
    harvest: Harvest = field(default_factory=Harvest)
    queue: asyncio.Queue[Row | None] = field(default_factory=asyncio.Queue)
    groups: dict[tuple[str, ...], Group] = field(default_factory=dict)
    doubts: Counter[str] = field(default_factory=Counter)
    counted: set[int] = field(default_factory=set)
    started: float = field(default_factory=time.monotonic)
    number: int = 0
    """As which page of the list the last one was reached …"""
    sheets: int = 0
    """… of how many, as the portal says; 0 where it does not."""
    ended: bool = False

    @classmethod
    def of(cls, wrapper: Wrapper, matrix: Matrix, words: RowWords, town: str, people: bool) -> Collection:
        """A collection that begins."""
        url = clean_address(wrapper.node.url, wrapper.node.url)
        summary = ListSummary(municipio=wrapper.municipio, uf=wrapper.uf, criterion=wrapper.criterion, url=url)
        return cls(wrapper, matrix, words, town, people, summary)

    @property
    def sums_up(self) -> bool:
        """Whether its rows are people, of whom only sums are told."""
        records = self.matrix.by_id[self.wrapper.criterion].records
        return not self.people and is_of_people([*self.wrapper.labels, *records])

    def lacks(self, gap: str) -> None:
        """Note what is missing, once."""
        if gap not in self.summary.gaps:
            self.summary.gaps.append(gap)

    def end(self, gap: str = "") -> None:
        """Nothing more comes."""
        if self.ended:
            return
        self.ended = True
        if gap:
            self.lacks(gap)
        if self.number < self.sheets:
            self.lacks(FEWER_PAGES.format(self.sheets, self.number))
        self._compare()
        self.summary.doubts = dict(self.doubts)
        self.summary.seconds = round(time.monotonic() - self.started, 1)
        self.queue.put_nowait(None)

    def _compare(self) -> None:
        """Compare what was collected with what the page counts."""
        summary = self.summary
        if len(self.counted) == 1 and summary.pages:
            summary.told = next(iter(self.counted))
            summary.agrees = summary.told == summary.rows
            if summary.rows < summary.told:
                self.lacks(FEWER.format(summary.told, summary.rows))

    # ---- a page ------------------------------------------------------------------------------------------------------

    def take(self, snapshot: Snapshot, seen: SeenList, grows: bool) -> tuple[int, bool]:
        """Take in a page; how many of its rows are new, and whether it was seen before."""
        rows = [digest_of(cells) for cells in seen.rows]
        first, again = self.harvest.take(rows, grows)
        fresh = len(rows) - first
        if again or not fresh:
            return 0, again
        summary = self.summary
        summary.pages += 1
        self.number += 1
        text = snapshot.frames[seen.frame].data.text
        told = count_told([text], self.words)
        self.counted |= set() if told is None else {told}
        self._count_pages(text)
        for label in seen.lost:
            self.lacks(LOST_COLUMN.format(label))
        if seen.left_out:
            self.lacks(LEFT_OUT.format(summary.pages))
        summary.rows += fresh
        where = self._where(snapshot, seen)
        if self.sums_up:
            self._add_up(seen, first, where)
        else:
            for row in self._rows(seen, first, where):
                self.queue.put_nowait(row)
        return fresh, False

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
            "url": clean_address(snapshot.url, self.wrapper.node.url),
            "steps": [readable(words, town=self.town) for words in self._way(snapshot)],
            "time": now(),
            "digest": hashlib.sha256(kept.encode("utf-8", "replace")).hexdigest(),
        }

    def _way(self, snapshot: Snapshot) -> list[str]:
        """The steps to the page in words; all that turns pages as one."""
        node, page = self.wrapper.node, self.number
        opened = node.words[: max(0, len(node.words) - len(node.steps))]
        return [*opened, *snapshot.done[: len(node.steps)], *([TO_PAGE.format(page)] if page > 1 else [])]

    def _rows(self, seen: SeenList, first: int, where: dict[str, Any]) -> Iterator[Row]:
        make: Callable[..., Row] = row_class(self.matrix.by_id[self.wrapper.criterion])
        for number, cells in enumerate(seen.rows[first:], first + 1):
            read = read_row(seen.columns, cells)
            self.doubts.update(read.doubts)
            yield make(
                **where,
                **read.values,
                key=self.harvest.key(digest_of(cells)),
                extra=read.extra,
                raw=read.raw,
                doubts=read.doubts,
                page=self.number,
                row=number,
            )

    def _add_up(self, seen: SeenList, first: int, where: dict[str, Any]) -> None:
        shared = shared_columns(seen.columns, seen.rows, self.words)
        if not shared:
            self.lacks(NO_GROUPS)
        told = {name: value for name, value in where.items() if name != "digest"}
        for cells in seen.rows[first:]:
            by = {seen.columns[place].label: cells[place] for place in shared}
            group = self.groups.setdefault(tuple(by.values()), Group(**told, by=by))
            group.people += 1
            read = read_row(seen.columns, cells)
            self.doubts.update(read.doubts)
            for column in seen.columns:
                amount = read.values.get(column.item)
                if column.item and isinstance(amount, Decimal):
                    group.sums[column.label] = group.sums.get(column.label, Decimal(0)) + amount


@dataclass(frozen=True)
class Bounds:
    """How far a collection goes."""

    pages: int
    minutes: float


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
        self._before = ""

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the list is not there yet, or still shows the page before."""
        self.seen = self._find(snapshot)
        return self.seen is None or self._digest(self.seen) == self._before

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Take in the page. No picture is made."""
        self.seen = self._find(snapshot)
        if self.seen is None:
            return None
        self.page += 1
        self._before = self._digest(self.seen)
        grows = self.turn is not None and self.turn.paging == "more"
        self.fresh, self.again = self.collection.take(snapshot, self.seen, grows)
        return None

    def closed(self, snapshot: Snapshot) -> bool:
        """Each list is collected by a new visitor: the session that its address needs is not open yet."""
        return True

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """The node of the next page; None at the end of the list."""
        if self.seen is None:
            self.collection.lacks(NOT_THERE if not self.page else NOT_TURNED.format(self.page + 1, "a lista não veio"))
            return None
        if self.fresh == 0 and not self._catches_up():
            return None
        view = snapshot.frames[self.seen.frame]
        known = self.turn.paging if self.turn else self.collection.wrapper.paging
        turn = find_turn(view.data.candidates, self.seen.box, self._number(), self.collection.words, known)
        if turn is None:
            return None
        if reason := self._spent(further):
            self.collection.lacks(reason)
            return None
        self.turn = turn
        self.collection.summary.paging = turn.paging
        return self._pressed(snapshot, turn)

    def _number(self) -> int:
        """The number of the page in sight, as the pager has it."""
        return self.page if self._catches_up() else self.collection.number

    def _catches_up(self) -> bool:
        """Whether a page that was seen before is one of a visit that failed: a second one goes through it again."""
        return self.again and self.page <= len(self.collection.harvest.pages) and self._is_page_of_its_number()

    def _is_page_of_its_number(self) -> bool:
        return self.collection.harvest.pages[self.page - 1] == self._before

    def _spent(self, further: bool) -> str:
        if self.page >= self.bounds.pages:
            return PAGES_SPENT.format(self.page)
        late = time.monotonic() - self.collection.started > self.bounds.minutes * 60
        return TIME_SPENT.format(self.page) if late or not further else ""

    def _pressed(self, snapshot: Snapshot, turn: Turn) -> Node:
        control, view = turn.control, snapshot.frames[self.seen.frame if self.seen else 0]
        label = control.label or control.title
        target = Target(control.path, control.tag, control.label)
        step = Step("click", view.key, target, words=f"clique em “{label}”")
        return replace(snapshot.node, steps=(*snapshot.node.steps, step))

    def stuck(self, error: Exception) -> None:
        """What turns the page could not be pressed, or led nowhere."""
        reason = getattr(error, "reason", "") or type(error).__name__
        self.collection.lacks(NOT_TURNED.format(self.page + 1, reason))

    def _find(self, snapshot: Snapshot) -> SeenList | None:
        frames = [view.data.html for view in snapshot.frames]
        return find_list(frames, self.collection.wrapper, [view.url for view in snapshot.frames])

    @staticmethod
    def _digest(seen: SeenList) -> str:
        return digest_of([digest_of(cells) for cells in seen.rows])


def tell(summaries: Sequence[ListSummary]) -> list[str]:
    """A line for each list, for people (Portuguese)."""
    lines = []
    for one in summaries:
        told = "o portal não diz quantas são" if one.told is None else f"o portal conta {one.told}"
        doubts = sum(one.doubts.values())
        pages = "1 página" if one.pages == 1 else f"{one.pages} páginas"
        parts = [f"{one.rows} linhas em {pages}", told] if one.rows else ["nenhuma linha"]
        parts += [*([f"{doubts} células em dúvida"] if doubts else []), *one.gaps]
        lines.append(f"{one.municipio}, {one.criterion}: {'; '.join(parts)}.")
    return lines
