"""The list of a wrapper on a page as it is seen now: its rows as words, and its cells as values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from transparency.extract import dom
from transparency.extract.record_sets import find_tables
from transparency.extract.tables.page import Page, link_in
from transparency.extract.tables.table import Cell, Table
from transparency.extract.values import is_action, is_placeholder
from transparency.items import Box
from transparency.node import canonical_url, is_web
from transparency.privacy.people import holds_names
from transparency.rows.cells import CellKind, Value, as_written, numbers_records, read_cell
from transparency.rows.harvest import digest_of
from transparency.rows.words import RowWords
from transparency.rows.wrapper import ColumnRule, Wrapper
from transparency.text import normalize

_TOLD = re.compile(r"\s*[(\[]\d+[)\]]\s*$")
"""Behind the head of a group stands how many rows it has."""
LIKE = 0.5
"""Share of a wrapper's columns that a list must have to be taken for its list."""


@dataclass(frozen=True)
class SeenColumn:
    """A column of the list in sight; ``item`` and ``kind`` as the wrapper has them."""

    label: str
    item: str
    kind: CellKind


@dataclass
class SeenList:
    """The list as it is in sight. Each row is its cells as they are written, in the order of the columns."""

    frame: int
    columns: list[SeenColumn]
    rows: list[list[str]]
    box: Box | None
    lost: list[str] = field(default_factory=list)
    """Labels of columns with items that the wrapper has, and the list has not."""
    left_out: bool = False
    """It has more rows than are read of one page."""
    ungrouped: list[str] = field(default_factory=list)
    """Labels of what is said over groups of its rows, and over some of them not."""
    numbered: frozenset[str] = frozenset()
    """Labels of columns whose numbers of eleven digits are those of records, and no CPFs."""
    place: int = 1
    """As which of the lists of its page that are like it it stands, from 1."""
    twins: int = 0
    """How many rows stand in other lists of its page, in sight or folded, that have the same columns."""
    beside: frozenset[str] = frozenset()
    """Where the links lead that are folded away together with it, as those of its pages are."""
    own: int | None = None
    """So many of its columns tell its rows apart: those that only its file has stand behind them. None for all."""
    sheet: str = ""
    """Digest of the rows in sight, where its rows are those of its file."""

    def digests(self) -> list[str]:
        """Of each row."""
        return [digest_of(cells[: self.own]) for cells in self.rows]

    def digest(self) -> str:
        """Of its rows."""
        return digest_of(self.digests())

    def face(self) -> str:
        """Digest of what it says: its labels and its cells."""
        return digest_of([*(column.label for column in self.columns), *self.digests()])


def find_list(
    frames: Sequence[str], wrapper: Wrapper, addresses: Sequence[str] = (), before: SeenList | None = None
) -> SeenList | None:
    """The list of a wrapper among the tables of the frames of a page (annotated HTML): that which has most of its columns, and
    the most rows of such. ``addresses``: of the frames, for links of documents. ``before``: the list on the page before, whose place
    among others like it counts more than the rows."""
    best: tuple[float, bool, bool, int] = (LIKE, False, False, 0)
    found: SeenList | None = None
    like: list[tuple[Page, Table]] = []
    for number, html in enumerate(frames):
        page = Page(dom.parse(html))
        for table in find_tables(page)[0]:
            columns = match_columns([label_of(column.label) for column in table.columns], wrapper.columns)
            share = sum(column is not None for column in columns) / len(wrapper.columns)
            if share >= LIKE and table.rows:
                like.append((page, table))
            again = before is not None and len(like) == before.place
            worth = (share, number == wrapper.region.frame.index, again, table.count)
            if share >= LIKE and table.rows and worth > best:
                best, chosen = worth, table
                address = addresses[number] if number < len(addresses) else ""
                found = _seen(page, table, columns, wrapper, number, address)
                found.place = len(like)
                found.numbered = numbered_columns(found) | (before.numbered if before else frozenset())
    if found is not None:
        found.twins = sum(len(_rows_beside(chosen, page, table)) for page, table in like if table is not chosen)
    return found


def _rows_beside(chosen: Table, page: Page, other: Table) -> list[list[str]]:
    """The rows of another list, also a folded one, that has no other columns, as far as the chosen one does not have them too."""
    labels = {normalize(column.label) for column in chosen.columns}
    if not {normalize(column.label) for column in other.columns} <= labels:
        return []
    known = [{cell.text for cell in row} for row in chosen.rows]
    return [
        row for row in ([cell.text for cell in row] for row in other.rows) if not any(one >= {*row} for one in known)
    ]


def match_columns(labels: Sequence[str], wanted: Sequence[ColumnRule]) -> list[ColumnRule | None]:
    """For each label the column of the wrapper that is called so. Of several with one name the first, the second and so on; none
    where there are more or fewer of them than there were, since nobody knows which is which.

    >>> found = match_columns(["Valor", "Data", "VALOR"], [ColumnRule(label="Valor"), ColumnRule(label="valor", item="pago")])
    >>> [column.item if column else None for column in found]
    ['', None, 'pago']
    >>> match_columns(["Valor", "Valor"], [ColumnRule(label="Valor", item="pago")])
    [None, None]
    """
    waiting: dict[str, list[ColumnRule]] = {}
    for column in wanted:
        waiting.setdefault(normalize(column.label), []).append(column)
    there = Counter(map(normalize, labels))
    clear = {label: named for label, named in waiting.items() if len(named) == there[label]}
    return [clear[label].pop(0) if label in clear else None for label in map(normalize, labels)]


def label_of(label: str) -> str:
    """A label as it is kept."""
    return dom.tidy(label).strip(" :")


def _seen(
    page: Page, table: Table, columns: Sequence[ColumnRule | None], wrapper: Wrapper, frame: int, address: str
) -> SeenList:
    shown = [
        SeenColumn(label_of(head.label), rule.item if rule else "", rule.kind if rule else "text")
        for head, rule in zip(table.columns, columns, strict=True)
    ]
    heads = {normalize(label) for label in table.grouped_by}
    grouped = [normalize(column.label) in heads for column in shown]
    documents = [bool(column.item) and column.kind == "text" for column in shown]
    rows = []
    for row in table.rows:
        words = [words_of(cell, address if is_item else "") for cell, is_item in zip(row, documents, strict=False)]
        words = [_TOLD.sub("", text) if head else text for text, head in zip(words, grouped, strict=False)]
        rows.append(words + [""] * (len(shown) - len(words)))
    here = {rule.label for rule in columns if rule is not None}
    lost = [rule.label for rule in wrapper.columns if rule.item and rule.label not in here]
    left_out = table.count > len(table.rows)
    ungrouped = [
        column.label
        for place, (column, head) in enumerate(zip(shown, grouped, strict=True))
        if head and any(row[place] for row in rows) and not all(row[place] for row in rows)
    ]
    beside = _folded_beside(table, address)
    return SeenList(frame, shown, rows, _box(page, table), lost, left_out, ungrouped, beside=beside)


def _folded_beside(table: Table, address: str) -> frozenset[str]:
    """Where the links lead that stand beside a list in the folded part of a page that holds both."""
    if table.element is None:
        return frozenset()
    own = {*table.element.iter("a")}
    for part in table.element.iterancestors():
        if not dom.is_hidden(part):
            break
        if links := [one.get("href") for one in part.iter("a") if one not in own and one.get("href")]:
            return frozenset(canonical_url(urljoin(address, link)) for link in links)
    return frozenset()


def numbered_columns(seen: SeenList) -> frozenset[str]:
    """Labels of the columns whose numbers of eleven digits are those of records."""
    columns = ((column.label, [row[place] for row in seen.rows]) for place, column in enumerate(seen.columns))
    return frozenset(label for label, cells in columns if numbers_records(label, cells))


def _box(page: Page, table: Table) -> Box | None:
    """Where the list stands: its own box, or that around its cells."""
    own = page.box(table.element)
    if own is not None:
        return own
    boxes = [box for row in table.rows for cell in row if cell.element is not None and (box := page.box(cell.element))]
    if not boxes:
        return None
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    return left, top, max(box[0] + box[2] for box in boxes) - left, max(box[1] + box[3] for box in boxes) - top


def words_of(cell: Cell, address: str) -> str:
    """What a cell says; of a document that can be opened ("Abrir") its address."""
    if address and cell.element is not None and (not cell.text.strip() or is_action(cell.text)):
        link = link_in(cell.element)
        target = urljoin(address, link.get("href") or "") if link is not None else ""
        if is_web(target) and "#" not in target.removeprefix(address):
            return target
    return cell.text


@dataclass
class ReadRow:
    """A row with its values."""

    values: dict[str, Value] = field(default_factory=dict)
    raw: dict[str, str] = field(default_factory=dict)
    extra: dict[str, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)


def read_row(columns: Sequence[SeenColumn], cells: Sequence[str], numbered: Collection[str] = ()) -> ReadRow:
    """The values of a row: those of the items typed, the others under their own label. Numbers of people are masked in all of
    them. ``numbered``: as of the list."""
    row = ReadRow()
    for place, (column, text) in enumerate(zip(columns, cells, strict=False), 1):
        records = column.label in numbered
        if not column.item:
            if text.strip():
                name = _free(column.label or f"coluna {place}", row.extra)
                row.extra[name] = as_written(text, "text", column.label, records)
            continue
        value, doubtful = read_cell(text, column.kind, column.label, records)
        row.raw[column.item] = as_written(text, column.kind, column.label, records)
        if value is not None:
            row.values[column.item] = value
        if doubtful:
            row.doubts.append(column.item)
    return row


def _free(label: str, taken: dict[str, Any]) -> str:
    """A label that is not taken yet: two columns may be called the same."""
    number, free = 1, label
    while free in taken:
        number += 1
        free = f"{label} ({number})"
    return free


def shared_columns(columns: Sequence[SeenColumn], rows: Sequence[Sequence[str]], words: RowWords) -> list[int]:
    """The columns by which people are summed up: those called like posts and offices, and that hold no names."""
    found = []
    for place, column in enumerate(columns):
        named = normalize(column.label)
        told = any(term in f" {named} " for term in (f" {word} " for word in words.shared))
        values = [row[place] for row in rows]
        if told and not holds_names(column.label, values) and not all(map(is_placeholder, values)):
            found.append(place)
    return found
