"""A page without what it need not tell: people's numbers everywhere, names and pay beyond the first rows of a record set.

Its tables are read first, as they are (``record_sets``). What is left afterwards is what is stored and shown; what is hidden keeps
its shape, so that a stored page judged again says the same. Facts and pictures follow it: ``writer`` tells what was hidden in
which element, ``veils`` are the boxes of what a picture must not show sharply.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from operator import itemgetter

from lxml import etree
from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.controls.markup import PLACE
from transparency.extract.loose_names import REPEATING, LooseNames, boxes_in
from transparency.extract.record_sets import find_tables
from transparency.extract.rewriting import Rewriter
from transparency.extract.tables.grids import is_total
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import Table
from transparency.extract.values import is_action, is_empty_message, is_placeholder, value_type
from transparency.items import Box, RecordSet
from transparency.privacy.cleaning import (
    HIDDEN,
    SHOWN_ROWS,
    Hit,
    find,
    is_secret,
    kinds_named,
    mask,
    veil,
    veil_amount,
    without_secrets,
)
from transparency.privacy.people import find_names, holds_names, is_of_people
from transparency.text import normalize, plain

INLINE = frozenset(
    "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt u var wbr".split()
)
"""Elements over whose edges a number may run on."""
LABEL = 60
"""Longest text, in characters, that may be the label of what follows it."""
_PARTS = re.compile(f"({dom.GAP.pattern})")
_NUMBER = frozenset("0123456789.-–/()+")
_ADDRESS = _NUMBER | frozenset("@_%abcdefghijklmnopqrstuvwxyz")
"""Characters over which a number, or an address, runs on from one element into the next."""
_AMOUNT = re.compile(r"(?<![\d.,])(?:\d[\d.]*,|\d{3,}\.)\d\d(?!\d|[.,]\d)")
"""An amount in running text, or in a file for machines."""
_CELLS = ("td", "th")
_ROW_ENDS = frozenset("tr li dl table ul ol section article form".split())


@dataclass
class Redacted:
    """A page as it may be kept. ``masked``: kind of number → how often; ``rows``: body rows whose names or pay were veiled."""

    html: str
    masked: Counter[str] = field(default_factory=Counter)
    rows: int = 0
    veils: list[Box] = field(default_factory=list)
    """Boxes of the body rows beyond the first ones."""
    hits: list[Box] = field(default_factory=list)
    """Boxes of what holds a number that was hidden."""
    record_sets: list[RecordSet] = field(default_factory=list)
    """Of the page as it was seen."""
    writer: Rewriter = field(default_factory=Rewriter)
    """What was hidden in which element, where the elements of the page say their places."""


@dataclass
class _Run:
    """Text that a reader sees as one piece: (element, whether it is its tail)."""

    pieces: list[tuple[HtmlElement, bool]]
    holder: HtmlElement


def redact(html: str, numbered: str = "") -> Redacted:
    """Hide what is nobody's business in the annotated DOM of a frame (or of a file). Without any of it the same text comes back.
    ``numbered``: the same DOM, in which the elements say their places among the facts."""
    root = dom.parse(numbered or html)
    result = Redacted(html)
    page = Page(root)
    tables, result.record_sets = find_tables(page)
    labels = {
        cell.element: column.label
        for table in tables
        for row in table.rows
        for column, cell in zip(table.columns, row, strict=False)
        if cell.element is not None
    }
    changed = False
    surplus = _details_beyond(tables)
    kept = _kept([table for table in tables if all(table is not one for one in surplus)])
    beyond: set[HtmlElement] = set()
    for table in tables:
        names, cells_of = _name_labels(table), _Columns(table).of
        for turn, row in enumerate(_rows_beyond(table, kept)):
            beyond.add(row)
            result.veils += boxes_in(row)
            columns = cells_of(row)
            for cell, label in columns:
                labels.setdefault(cell, label)
            if _veil_row(page, table, columns, turn, names, result):
                result.rows += 1
                changed = True
    for turn, table in enumerate(surplus):
        cells = [(c.element, table.columns[n].label) for n, c in enumerate(table.rows[0]) if c.element is not None]
        beyond.update(cell for cell, _ in cells)
        result.veils += [box for cell, _ in cells for box in boxes_in(cell)]
        if _veil_row(page, table, cells, turn, _name_labels(table), result):
            result.rows += 1
            changed = True
    # A list of people may look like a view of fields, each name the label of the next: that proves nothing.
    lists = {cell.element for table in tables if _is_of_names(table) for row in table.rows for cell in row}
    loose = LooseNames({cell for cell in labels if cell in kept} - lists, beyond, result.writer)
    loose.veil(root)
    result.veils += loose.veils
    changed |= loose.changed
    changed |= _mask_texts(root, labels, result)
    changed |= _mask_attributes(root, result)
    if changed:
        etree.strip_attributes(root, PLACE)
        result.html = etree.tostring(root, encoding="unicode", method="html", doctype="<!DOCTYPE html>")
    return result


def redact_text(text: str) -> str:
    """Running text as it may be kept. Which of its amounts are somebody's pay is not told: where it speaks of staff, none stays."""
    if is_of_people([text]):
        text = _AMOUNT.sub(lambda found: veil_amount(found[0]), text)
    return redacted_lines("".join(f"<p>{escape(line)}</p>" for line in text.splitlines()))


def redacted_lines(html: str) -> str:
    """What paragraphs and tables without any further markup say when they are redacted, line by line."""
    told = (text.strip() for text in dom.parse(redact(html).html).itertext())
    return "\n".join(text for text in told if text)


# ---- rows beyond the first -------------------------------------------------------------------------------------------


def _kept(tables: list[Table]) -> set[HtmlElement]:
    """Headers and first rows of all record sets, and what holds them."""
    kept: set[HtmlElement] = set()
    for table in tables:
        elements = [column.element for column in table.columns]
        elements += [
            cell.element for row in table.rows[: SHOWN_ROWS if table.kind != "fields" else None] for cell in row
        ]
        for element in elements:
            if element is not None and element not in kept:
                kept.add(element)
                kept.update(element.iterancestors())
    return kept


def _details_beyond(tables: list[Table]) -> list[Table]:
    """Of views of the same fields, one per record on one page, those after the first ones."""
    seen: Counter[tuple[str, ...]] = Counter()
    found = []
    for table in tables:
        if table.kind == "fields" and len(table.rows) == 1:
            fields = tuple(column.label for column in table.columns)
            seen[fields] += 1
            if seen[fields] > SHOWN_ROWS:
                found.append(table)
    return found


def _is_of_names(table: Table) -> bool:
    return table.kind == "fields" and sum(any(find_names(column.label)) for column in table.columns) > 1


def _name_labels(table: Table) -> frozenset[str]:
    """The labels of a record set under which names stand."""
    found = set()
    for n, column in enumerate(table.columns):
        cells = [row[n] for row in table.rows if n < len(row)]
        if holds_names(column.label, [cell.text for cell in cells if cell.type in ("text", "link")]):
            found.add(column.label)
    return frozenset(found)


def _row_elements(table: Table) -> list[HtmlElement]:
    """The elements that hold a sample row each; empty when rows are not elements of their own."""
    cells = [[cell.element for cell in row if cell.element is not None] for row in table.rows[: SHOWN_ROWS + 2]]
    cells = [row for row in cells if row]
    if len(cells) <= SHOWN_ROWS:
        return []
    first, second = cells[0][0], cells[1][-1]
    others = set(second.iterancestors())
    common = next((a for a in first.iterancestors() if a in others), None)
    rows: list[HtmlElement] = []
    for row in cells:
        holder = next((a for a in (row[-1], *row[-1].iterancestors()) if a.getparent() is common), None)
        if holder is None or holder in rows:
            return []
        rows.append(holder)
    return rows


def _rows_beyond(table: Table, kept: set[HtmlElement]) -> Iterator[HtmlElement]:
    """The body rows after the first ones, those beyond the judge's sample too."""
    if table.kind == "fields" or len(table.rows) <= SHOWN_ROWS:
        return
    rows = _row_elements(table)
    if not rows:
        for row in table.rows[SHOWN_ROWS:]:
            yield from (c.element for c in row if c.element is not None and c.element not in kept)
        return
    alike = {(row.tag, dom.classes(row).split(" ")[0]) for row in rows}
    parents = [rows[0].getparent()]
    if rows[0].tag in ("tr", "tbody"):  # a body per page or group of rows
        alike = {(tag, "") for tag, _ in alike}
        whole = next(rows[0].iterancestors("table"), None)
        if rows[0].tag == "tr" and whole is not None:
            parents = [body for body in whole if body.tag in ("tbody", "tr")] or parents
    last = rows[SHOWN_ROWS - 1]
    beyond = False
    for parent in parents:
        for row in parent if parent.tag != "tr" else (parent,):
            if row is last:
                beyond = True
            elif (
                beyond
                and row not in kept
                and (row.tag, dom.classes(row).split(" ")[0] if (row.tag, "") not in alike else "") in alike
            ):
                yield row


def _place(cell: HtmlElement, row: HtmlElement) -> tuple[tuple[str, int], ...]:
    """The way from a row to a cell of it."""
    way: list[tuple[str, int]] = []
    at = cell
    while at is not row:
        up = at.getparent()
        if up is None:
            return (("", 0),)
        way.append((str(at.tag), sum(1 for before in at.itersiblings(str(at.tag), preceding=True))))
        at = up
    return tuple(reversed(way))


def _at(row: HtmlElement, way: tuple[tuple[str, int], ...]) -> HtmlElement | None:
    at = row
    for tag, number in way:
        found = next((child for n, child in enumerate(at.iterchildren(tag)) if n == number), None) if tag else None
        if found is None:
            return None
        at = found
    return at


class _Columns:
    """Tells the cells of the rows of a record set, with the labels of their columns."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.places: dict[HtmlElement, list[tuple[int, int]]] = defaultdict(list)
        """Where the cells of the judge's sample stand: row and column."""
        for number, sample in enumerate(table.rows):
            for n, cell in enumerate(sample[: len(table.columns)]):
                if cell.element is not None:
                    self.places[cell.element].append((number, n))

    @cached_property
    def ways(self) -> list[tuple[tuple[tuple[str, int], ...], str]]:
        """The way from a row to each of its cells, by the first row; none where rows are not elements of their own."""
        rows = _row_elements(self.table)
        first = self.table.rows[0][: len(self.table.columns)] if rows else ()
        return [
            (_place(cell.element, rows[0]), self.table.columns[n].label)
            for n, cell in enumerate(first)
            if cell.element is not None
        ]

    def of(self, row: HtmlElement) -> list[tuple[HtmlElement, str]]:
        sampled = [(*place, cell) for cell in row.iter() for place in self.places.get(cell, ())]
        if sampled:
            first = min(number for number, _, _ in sampled)
            columns = sorted(((n, cell) for number, n, cell in sampled if number == first), key=itemgetter(0))
            return [(cell, self.table.columns[n].label) for n, cell in columns]
        return [(cell, label) for way, label in self.ways if (cell := _at(row, way)) is not None]


def _veil_row(
    page: Page,
    table: Table,
    columns: Sequence[tuple[HtmlElement, str]],
    turn: int,
    names: frozenset[str],
    result: Redacted,
) -> bool:
    """Names, and the amounts of a record set about people, become others of the same shape."""
    labels = [column.label for column in table.columns]
    people = is_of_people(labels)
    cells = [page.cell(element) for element, _ in columns]
    if not cells or is_total(cells) or not any(cell.text for cell in cells):
        return False
    done = False
    for (element, label), cell in zip(columns, cells, strict=True):
        named = label in names and cell.type in ("text", "link", "code")
        if not (named or (people and cell.type == "money")):
            continue
        for node in element.iter():
            if node.tag not in ("script", "style"):
                done |= _veil_text(node, False, turn, named, label, result)
                if node is not element:
                    done |= _veil_text(node, True, turn, named, label, result)
                for name in REPEATING:
                    if (
                        named
                        and (told := node.get(name))
                        and told == told.strip()
                        and len(told) > 2
                        and told in cell.text
                    ):
                        result.writer.set(node, name, veil(told, turn))
    return done


def _veil_text(node: HtmlElement, tail: bool, turn: int, named: bool, label: str, result: Redacted) -> bool:
    text = (node.tail if tail else node.text) or ""
    bare = text.strip()
    if (
        not bare
        or normalize(bare) == normalize(label)  # cards say in each what a table says once
        or is_placeholder(bare)
        or is_action(bare)
        or is_empty_message(bare)
        or (not named and value_type(bare) != "money")
    ):
        return False
    hidden = "".join(_veil_part(part, turn, named) for part in _PARTS.split(text))
    return result.writer.put(node, tail, hidden)


def _veil_part(text: str, turn: int, named: bool) -> str:
    """What stands between two gaps of a text, hidden but for a label that is written before it."""
    head, colon, rest = text.partition(":")
    if colon and rest.strip() and len(head) < LABEL:
        head += colon
    else:
        head, rest = "", text
    return head + (veil(rest, turn) if named else veil_amount(rest))


# ---- numbers ---------------------------------------------------------------------------------------------------------


def _runs(root: HtmlElement) -> Iterator[tuple[_Run | None, HtmlElement]]:
    """The texts of a document in its order; None where a row or list begins or ends."""
    run = _Run([], root)
    stack: list[tuple[HtmlElement, bool]] = [(root, False)]
    while stack:
        element, leaving = stack.pop()
        inline = element.tag in INLINE
        if not inline and run.pieces:
            yield run, element
            run = _Run([], root)
        if element.tag in _ROW_ENDS:
            yield None, element
        if not leaving:
            if element.text and element.tag not in ("script", "style"):
                run.holder = run.holder if run.pieces else element
                run.pieces.append((element, False))
            stack.append((element, True))
            stack.extend((child, False) for child in reversed(element))
        elif element.tail and element is not root:
            run.holder = run.holder if run.pieces else element.getparent()
            run.pieces.append((element, True))
    if run.pieces:
        yield run, root


def _mask_texts(root: HtmlElement, labels: dict[HtmlElement, str], result: Redacted) -> bool:
    before = ""
    changed = False
    for run, _ in _runs(root):
        if run is None:
            before = ""
            continue
        texts = [(e.tail if tail else e.text) or "" for e, tail in run.pieces]
        whole, starts = joined(texts)
        if not whole.strip():
            continue
        about = " ".join(filter(None, (_over(run.holder, labels), before)))
        hits = find(whole, about)
        before = whole.strip() if len(whole.strip()) <= LABEL else ""
        if not hits:
            continue
        changed = True
        result.masked.update(hit.kind for hit in hits)
        for n, low, high, shown in reversed(list(parts(hits, starts, texts))):
            texts[n] = f"{texts[n][:low]}{shown}{texts[n][high:]}"
        if (box := _holding(run.holder)) is not None:
            result.hits.append(box)
        for (element, tail), text in zip(run.pieces, texts, strict=True):
            result.writer.put(element, tail, text)
    return changed


def joined(texts: Sequence[str]) -> tuple[str, list[int]]:
    """Pieces of a line as one text, and where in it each begins. Numbers and addresses run on, words do not.

    >>> joined(["CPF ", "123.456", ".789-09", "Maria"])[0].replace(chr(0x200B), "|")
    'CPF |123.456.789-09|Maria'
    """
    whole = ""
    starts = []
    runs_on = _ADDRESS if any("@" in plain(text) for text in texts) else _NUMBER
    for text in texts:
        if (
            whole
            and text
            and not (runs_on.issuperset(plain(whole[-1] + text[0])) or whole[-1].isspace() or text[0].isspace())
        ):
            whole += "\u200b"
        starts.append(len(whole))
        whole += text
    return whole, starts


def parts(hits: Sequence[Hit], starts: Sequence[int], texts: Sequence[str]) -> Iterator[tuple[int, int, int, str]]:
    """What each hit means for the pieces that ``joined`` was given: (piece, from, to, what is shown there)."""
    for hit in hits:
        shown = hit.shown
        for n, (start, text) in enumerate(zip(starts, texts, strict=True)):
            low, high = max(hit.start - start, 0), min(hit.end - start, len(text))
            if low < high:
                yield n, low, high, shown
                shown = ""


def _holding(element: HtmlElement) -> Box | None:
    return next((box for a in (element, *element.iterancestors()) if (box := dom.own_box(a)) is not None), None)


def _over(holder: HtmlElement, labels: dict[HtmlElement, str]) -> str:
    """The label of the column or field that a text stands in."""
    for depth, element in enumerate((holder, *holder.iterancestors())):
        if element in labels:
            return labels[element]
        if element.tag in _CELLS:
            return _heading(element)
        if depth > 6:
            break
    return ""


def _heading(cell: HtmlElement) -> str:
    """What stands in the first row of a table over a cell: for tables that are no record set."""
    row = cell.getparent()
    table = next(cell.iterancestors("table"), None)
    if row is None or table is None:
        return ""
    first = next(table.iter("tr"), None)
    if first is None or first is row:
        return ""
    number = sum(1 for _ in cell.itersiblings(*_CELLS, preceding=True))
    head = next((c for n, c in enumerate(first.iterchildren(*_CELLS)) if n == number), None)
    return dom.text(head)[:LABEL] if head is not None else ""


def _mask_attributes(root: HtmlElement, result: Redacted) -> bool:
    changed = False
    for element in root.iter():
        if element.get("type") == "hidden" and is_secret(element.get("name") or "") and element.get("value"):
            result.writer.set(element, "value", HIDDEN)
            changed = True
        for name, value in element.attrib.items():
            if len(value) < 3 or name.startswith("data-t-") or name in ("class", "style"):
                continue
            about = _field(element) if name == "value" and kinds_named(_field(element)) else ""
            if len(value) < 7 and not about:
                continue
            hidden = mask(without_secrets(value), about)
            if hidden != value:
                result.writer.set(element, name, hidden)
                result.masked.update(hit.kind for hit in find(value, about))
                changed = True
    return changed


def _field(control: HtmlElement) -> str:
    """What a field says it asks for."""
    return " ".join(
        filter(None, (control.get("aria-label"), control.get("placeholder"), control.get("name"), control.get("title")))
    )
