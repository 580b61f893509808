"""The details of records: what only the page of one record shows. A wrapper knows what opens a record in its row, and which of its
labelled values are which items; each record costs a visit, so that somebody must ask for them, and say of how many at most."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Protocol

from transparency.browse.snapshot import FrameView, Snapshot
from transparency.crawl.candidates import Ground, reached_by
from transparency.extract import dom
from transparency.extract.record_sets import find_tables
from transparency.extract.tables.page import Page
from transparency.items import Box
from transparency.model import Pressable
from transparency.node import Node, is_web
from transparency.rows.items import Group, Row
from transparency.rows.reading import ReadRow, SeenColumn, label_of, read_row, words_of
from transparency.rows.wrapper import Details, Wrapper
from transparency.text import normalize, plural

NOT_OPENED = "os detalhes de {} não foram abertos: o limite de detalhes; peça outra vez para abrir mais"
NOT_SEEN = "os detalhes de {} não apareceram"
OTHER = "o portal mostrou outro registro no lugar de {}"
Told = dict[str, str]
"""Label of a field → what it says."""


def fields_told(frames: Iterable[tuple[str, str]]) -> Told:
    """The labelled values of a page: address and annotated HTML of each frame. A label that says two things says none."""
    told: dict[str, set[str]] = {}
    for address, html in frames:
        for table in find_tables(Page(dom.parse(html)))[0]:
            if table.kind != "fields" or len(table.rows) != 1:
                continue
            for column, cell in zip(table.columns, table.rows[0], strict=False):
                told.setdefault(label_of(column.label), set()).add(words_of(cell, address))
    return {label: values.pop() for label, values in told.items() if label and len(values) == 1}


def read_record(told: Told, wrapper: Wrapper) -> ReadRow | None:
    """The values of a record's page; None where none of its items is there."""
    assert wrapper.details is not None
    rules = {normalize(rule.label): rule for rule in wrapper.details.columns}
    listed = {normalize(label) for label in wrapper.labels}
    labels = [label for label in told if normalize(label) not in listed]
    found = [rules.get(normalize(label)) for label in labels]
    columns = [
        SeenColumn(label, rule.item if rule else "", rule.kind if rule else "text")
        for label, rule in zip(labels, found, strict=True)
    ]
    return read_row(columns, [told[label] for label in labels]) if any(found) else None


def contradicts(told: Told, columns: Iterable[str], cells: Iterable[str]) -> bool:
    """Whether a page says another thing than the row, under a label that both have.

    >>> contradicts({"Nº": "2"}, ["Nº", "Objeto"], ["1", "x"]), contradicts({"Nº": "1"}, ["Nº", "Objeto"], ["1", "x"])
    (True, False)
    """
    known = {normalize(label): normalize(text) for label, text in told.items()}
    pairs = ((known.get(normalize(label)), normalize(cell)) for label, cell in zip(columns, cells, strict=False))
    return any(other and one and one not in other and other not in one for other, one in pairs)


# ---- what opens them -------------------------------------------------------------------------------------------------


def openers(view: FrameView, rows: Sequence[Sequence[str]], details: Details) -> Iterator[Pressable | None]:
    """For each row of a list what opens its record: what stands in a row, or in a card, that says all that the row says, and is
    called as before, or stands in the same column. Of equal rows each has its own."""
    said = [(normalize(_says(one)), one) for one in view.data.candidates if not one.disabled and _fits(one, details)]
    for cells in rows:
        words = [folded for cell in cells if not is_web(cell) and (folded := normalize(cell))]
        place = next((n for n, (says, _) in enumerate(said) if words and all(word in says for word in words)), None)
        yield None if place is None else said.pop(place)[1]


def _says(control: Pressable) -> str:
    return control.row.says if control.row else control.card


def _fits(control: Pressable, details: Details) -> bool:
    if details.label:
        return normalize(control.label) == normalize(details.label)
    return (control.row.column if control.row else -1) == details.column


def record_nodes(snapshot: Snapshot, frame: int, rows: Sequence[Sequence[str]], details: Details) -> list[Node | None]:
    """The nodes of the records of a list in sight; None for those that nothing opens."""
    view = snapshot.frames[frame]
    ground = Ground(snapshot.node, snapshot.url)
    return [reached_by(one, view.key, ground) if one else None for one in openers(view, rows, details)]


class RecordLook:
    """The visitor of a visit to one record (``browse.visit.Visitor``)."""

    def __init__(self, wrapper: Wrapper) -> None:
        self.wrapper = wrapper
        self.told: Told = {}
        self.read: ReadRow | None = None
        self.over = asyncio.Event()

    def expects(self, snapshot: Snapshot) -> bool:
        """Whether the record is not there yet."""
        self.told = fields_told((view.url, view.data.html) for view in snapshot.frames)
        self.read = read_record(self.told, self.wrapper)
        return self.read is None

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        """Read it. No picture is wanted."""
        self.expects(snapshot)
        return None

    def closed(self, snapshot: Snapshot) -> bool:
        """Whether its address does not show it without the session that it needs."""
        return not snapshot.node.steps and self.expects(snapshot)

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        """A record is the end of its way."""
        return None

    def stuck(self, error: Exception) -> None:
        """Nothing is pressed."""


class Log(Protocol):
    """Where it is kept what records show, by the keys of their rows."""

    def details(self, key: str) -> dict[str, Any] | None:
        """What the record of a row was seen to show, if it was opened."""

    def keep_details(self, key: str, read: dict[str, Any]) -> None:
        """Keep it."""


class Query(Protocol):
    """The query whose rows are handed out."""

    wrapper: Wrapper
    records: dict[str, Node]

    def lacks(self, gap: str) -> None:
        """Tell what is missing."""


@dataclass
class Openings:
    """Which records of a query are opened: those of its first rows that were not opened before."""

    query: Query
    log: Log
    most: int
    held: list[tuple[Row, Node]] = field(default_factory=list)
    """Rows that wait for their records."""
    left: int = 0
    missed: int = 0
    others: list[str] = field(default_factory=list)

    def holds(self, item: Row | Group) -> bool:
        """Whether a row waits for its record. One whose record was opened before has its details now."""
        node = self.query.records.pop(item.key, None) if isinstance(item, Row) else None
        if node is None or isinstance(item, Group):
            return False
        if (known := self.log.details(item.key)) is not None:
            take_in(item, ReadRow(**known))
            return False
        if len(self.held) >= self.most:
            self.left += 1
            return False
        self.held.append((item, node))
        return True

    def take(self, row: Row, look: RecordLook) -> None:
        """Take in what a record shows, and keep it."""
        shown = {rule.label: row.raw.get(rule.item, "") for rule in self.query.wrapper.columns if rule.item} | row.extra
        if look.read is None:
            self.missed += 1
        elif contradicts(look.told, shown, shown.values()):
            self.others.append(next(filter(None, shown.values()), row.key))
        else:
            self.log.keep_details(row.key, asdict(look.read))
            take_in(row, look.read)

    def tell(self) -> None:
        """Tell what was not opened, and what came to nothing."""
        if self.left:
            self.query.lacks(NOT_OPENED.format(plural(self.left, "registro")))
        if self.missed:
            self.query.lacks(NOT_SEEN.format(plural(self.missed, "registro")))
        for one in self.others:
            self.query.lacks(OTHER.format(one))


def take_in(row: Row, read: ReadRow) -> None:
    """Add to a row what its record says. What the list says stays."""
    for item, value in read.values.items():
        if getattr(row, item) is None:
            setattr(row, item, value)
            row.raw[item] = read.raw[item]
    row.extra = {**read.extra, **row.extra}
    row.doubts = [*dict.fromkeys((*row.doubts, *read.doubts))]
