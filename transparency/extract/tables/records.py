"""Labels with their values as records: which pairs belong together, which records are cards of one list."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.grids import closed_up
from transparency.extract.tables.habits import CARDS, MOST
from transparency.extract.tables.labels import TELLING
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import EMPTY, MAX_COLUMNS, Cell, Column, Make, Table
from transparency.extract.titles import LONGEST_TITLE
from transparency.extract.values import NUMBERED
from transparency.text import normalize

_NUMBER = re.compile(r"\bn(?:[º°]|[ro]\.?)\s?\d", re.I)
SURE_ALONE = 3.0
"""Evidence that a lone field needs."""
_REGIONS = frozenset("dl fieldset section article form table body main details dialog li".split())
_REGION_CLASS = re.compile(
    r"(?:^|[-_\s])(?:modal\w*|card|panel|box|detalhes?|details?|ficha|dados|section|conteudo|content|accordion\S*|collapse|tab-pane|item|well|bloco|block|fieldset|record|registro)(?:$|[-_\s\d])",
    re.I,
)


@dataclass(slots=True)
class Pair:
    """A label with its value, and the element whose parts both are."""

    label: str
    value: Cell
    element: HtmlElement
    host: HtmlElement
    score: float
    make: Make = ("", "")
    opens: bool = False
    """It is what one presses to see more of its record, and the first that is said of it."""


@dataclass
class Record:
    """Pairs of one record. ``closed``: a section of its own, not to be joined with what stands beside it."""

    pairs: list[Pair]
    region: HtmlElement
    closed: bool = False

    @property
    def labels(self) -> set[str]:
        return {normalize(pair.label) for pair in self.pairs}


def is_region(element: HtmlElement) -> bool:
    """Whether an element is a section, card or the like, whose labels belong together."""
    if element.tag in _REGIONS or element.get("role") in ("dialog", "tabpanel", "region", "listitem"):
        return True
    return dom.is_section(element) or (element.tag == "div" and bool(_REGION_CLASS.search(dom.classes(element))))


def tables_of_pairs(page: Page, pairs: Sequence[Pair], makes: set[Make]) -> list[Table]:
    """The records that pairs make up, alike ones as a list of cards. ``makes``: how the labels of records are made, of those
    found before and, in the end, of these."""
    made: list[Table] = []
    groups = _lists(records_of(page, pairs))
    told = (record.pairs for group in groups for record in group if any(pair.value.filled for pair in record.pairs))
    makes |= {pair.make for pairs_of_one in told if len(pairs_of_one) > 1 for pair in pairs_of_one}
    makes |= _of_parted_record(pair for group in groups for record in group for pair in record.pairs)
    for group in groups:
        table = _table(page, group, makes)
        if table is not None:
            made.append(table)
    return made


def _of_parted_record(pairs: Iterable[Pair]) -> set[Make]:
    """How labels are made that stand in boxes side by side, each under a title of its own: the parts of one record, however few
    fields each of them has."""
    boxes: dict[tuple[Make, HtmlElement], set[HtmlElement]] = defaultdict(set)
    for pair in pairs:
        box = next((up for up in (pair.host, *pair.host.iterancestors()) if up.tag == "fieldset"), None)
        around = box.getparent() if box is not None else None
        if box is not None and around is not None and pair.score >= SURE_ALONE:
            boxes[pair.make, around].add(box)
    return {make for (make, _), held in boxes.items() if len(held) > 1}


def records_of(page: Page, pairs: Sequence[Pair]) -> list[Record]:
    """Pairs in document order, parted where labels start over, at headings and at what is pressed to see more of a record, and
    where a section begins or ends."""
    inside: Counter[HtmlElement] = Counter()
    for pair in pairs:
        inside.update(up for up in (pair.host, *pair.host.iterancestors()) if is_region(up))
    headings = sorted(page.order[h] for h in page.body.iter(*dom.HEADINGS, "legend") if h in page.order)
    of_labels = (e for pair in pairs for e in (*dom.up_to(pair.element, pair.host), *pair.element.iter()))
    labels = {page.order.get(element, 0) for element in of_labels}
    headings = [place for place in headings if place not in labels]
    openers = {pair.make for pair in pairs if pair.opens}
    records: list[Record] = []
    seen: set[str] = set()
    last = last_part = None
    for pair in pairs:
        place = page.order.get(pair.element, 0)
        region = next(
            (up for up in (pair.host, *pair.host.iterancestors()) if is_region(up) and inside[up] > 1), page.body
        )
        headed = last is not None and any(last < heading < place for heading in headings)
        key = normalize(pair.label)
        part = _part_of_page(page, pair.element)
        before = records[-1].region if records else None
        apart = (
            before is not region
            and before not in region.iterancestors()
            and region not in (before.iterancestors() if before is not None else ())
        )
        if not records or headed or key in seen or apart or part != last_part or pair.make in openers:
            records.append(Record([], region))
            seen = set()
        records[-1].pairs.append(pair)
        seen.add(key)
        last, last_part = place, part
    return [record for record in records if record.pairs]


def _part_of_page(page: Page, element: HtmlElement) -> Make:
    """How the part of the page is made in which an element stands: its head, what it shows, or its foot."""
    frame = page.inmost(page.body)
    part = child_over(element, frame)
    return str(part.tag), dom.classes(part)


def _lists(records: Sequence[Record]) -> list[list[Record]]:
    """Records with the same labels, or nearly, together."""
    groups: list[tuple[set[str], list[Record]]] = []
    for record in records:
        labels = record.labels
        for known, members in groups[-60:]:
            common = len(labels & known)
            if labels == known or common >= max(2, MOST * max(len(labels), len(known))):
                members.append(record)
                break
        else:
            groups.append((labels, [record]))
    return [members for _, members in groups]


def _table(page: Page, group: Sequence[Record], makes: set[Make]) -> Table | None:
    """A record, or a list of alike ones; None where there is too little to believe: one field counts in a list of sums or dates, in
    a window of its own, under the number of a record, or beside larger records whose labels are made so (``makes``); fields without
    a value where their labels are surely labels, or made so."""
    columns: dict[str, Column] = {}
    for record in group:
        for pair in record.pairs:
            columns.setdefault(normalize(pair.label), Column(closed_up(pair.label), pair.element))
    columns.pop("", None)
    keys = list(columns)[:MAX_COLUMNS]
    rows = []
    for record in group:
        values: dict[str, Cell] = {}
        for pair in record.pairs:
            key = normalize(pair.label)
            if key not in values or not values[key].filled:
                values[key] = pair.value
        rows.append([values.get(key, EMPTY) for key in keys])
    filled = [cell for row in rows for cell in row if cell.filled]
    one = group[0].pairs[0]
    alike = len({cell.text for cell in filled}) >= CARDS and all(cell.type in TELLING for cell in filled)
    shown = one.make in makes or _in_window(one.host) or _under_number(page, one)
    believed = alike or (one.score >= SURE_ALONE and shown)
    sure = believed if len(keys) < 2 else filled or one.score >= SURE_ALONE or one.make in makes
    said = any(
        map(str.isalpha, (c for row in rows for cell in row for c in cell.text))
    )  # "Não se aplica" is no value, and said
    if not keys or not sure or (len(keys) < 2 and not (filled or said)):
        return None
    heads = [columns[key] for key in keys]
    if len(rows) == 1:
        region = group[0].region
        return Table("fields", heads, rows, region, anchor=None if region.tag == "table" else _first_part(page, one))
    whole = common_ancestor((record.pairs[0].element for record in group), page.body)
    if titles := _titles_of_cards(page, group):
        first = next(title.element for title in titles if title.filled)
        heads, rows = [Column("", first), *heads], [[title, *row] for title, row in zip(titles, rows, strict=True)]
    return Table("cards", heads, rows, whole, anchor=child_over(one.element, whole))


def _titles_of_cards(page: Page, group: Sequence[Record]) -> list[Cell]:
    """What stands right over the labels of each record, with a number of its own and made alike in most of them ("PREGÃO Nº
    12/2026"); empty where nothing does."""
    labelled = {page.order.get(pair.element, 0) for record in group for pair in record.pairs}
    over = [_line_over(page, record.pairs[0].element, labelled) for record in group]
    makes = Counter((line.tag, dom.classes(line)) for line in over if line is not None)
    make, count = makes.most_common(1)[0] if makes else (("", ""), 0)
    titles = [EMPTY if line is None or (line.tag, dom.classes(line)) != make else page.cell(line) for line in over]
    told = {title.text for title in titles if NUMBERED.search(title.text)}
    return titles if count >= MOST * len(group) and len(told) >= MOST * len(group) else []


def _line_over(page: Page, element: HtmlElement, labelled: set[int]) -> HtmlElement | None:
    """The element with words that stands next before another one, if it is short and holds no label (``labelled``: their places)."""
    for up in (element, *element.iterancestors()):
        for before in up.itersiblings(preceding=True):
            words = page.text(before) if isinstance(before.tag, str) else ""
            if not words:
                continue
            if len(words) > LONGEST_TITLE:
                return None
            return before if labelled.isdisjoint(page.order.get(part, -1) for part in before.iter()) else None
        if up is page.body or (up is not element and page.order.get(up, 0) in labelled):
            return None
    return None


def _under_number(page: Page, pair: Pair) -> bool:
    """Whether right over a field stands the number of the record that it is of ("Pregão nº 12/2026")."""
    return any(map(_NUMBER.search, page.titles.over(pair.host)[-1:]))


def _in_window(element: HtmlElement) -> bool:
    """Whether an element stands in a window over the page, as the record does that was opened there."""
    return any(up.tag == "dialog" or up.get("role") == "dialog" for up in (element, *element.iterancestors()))


def _first_part(page: Page, pair: Pair) -> HtmlElement:
    """What comes first of a pair: its label, or the value over it, which is no heading."""
    value = pair.value.element
    return value if value is not None and page.order.get(value, 0) < page.order.get(pair.element, 0) else pair.element


def common_ancestor(elements: Iterable[HtmlElement], default: HtmlElement) -> HtmlElement:
    """The innermost element that holds all of some."""
    one, *others = elements
    up = list(one.iterancestors())
    for other in others:
        theirs = set(other.iterancestors())
        up = [element for element in up if element in theirs]
    return up[0] if up else default


def child_over(element: HtmlElement, whole: HtmlElement) -> HtmlElement:
    """The child of an element that holds another one, or is it."""
    return next((up for up in (element, *element.iterancestors()) if up.getparent() is whole), element)
