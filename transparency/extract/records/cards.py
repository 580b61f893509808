"""Lists of cards whose labels are told by nothing but that they come again: in every card the same words, made alike, before
words that differ ("Código 219110300", "Código 218910200")."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import closed_up, controls_of, is_own_value, is_pressed
from transparency.extract.records.model import EMPTY, MAX_COLUMNS, SAMPLE, Cell, Grid, Page
from transparency.extract.records.pairs import PairReader
from transparency.extract.values import is_action, value_type
from transparency.text import normalize

FEWEST = 3
"""Cards of which fewer are no list: what two have in common may be chance."""
LONGEST = 60
"""Pieces of text of which a card has no more."""
MOST = 0.6
"""The share of cards that have a label, and of those that say something for it."""

_Make = tuple[str, str, bool]
"""Tag and class of the element that words stand in, and whether they stand after another element in it."""


@dataclass(frozen=True)
class _Piece:
    text: str
    element: HtmlElement
    make: _Make


def find_cards(page: Page) -> None:
    """Cards below one parent that bring their labels with them."""
    for parent in page.body.iter("div", "ul", "ol", "section", "main", "article", "form", "td", "body"):
        if len(parent) < FEWEST or page.skipped(parent) or page.is_claimed(parent):
            continue
        for cards in _alike(page, parent):
            grid = _list_of(page, parent, cards)
            if grid is not None:
                page.add(grid)
                for card in cards:
                    page.claim(card)


def _alike(page: Page, parent: HtmlElement) -> list[list[HtmlElement]]:
    """The children of one make, where there are enough of them and they hold something of their own."""
    groups: dict[tuple[str, str], list[HtmlElement]] = defaultdict(list)
    for kid in dom.children(parent):
        bare = kid.tag in ("button", "option", "label", "tr", "td", "table", "dl", "dt", "dd") or not len(kid)
        if not bare and kid not in page.holding and (kid.get("data-t-hidden") is None or dom.is_hidden(parent)):
            groups[kid.tag, dom.classes(kid)].append(kid)
    return [cards for cards in groups.values() if len(cards) >= FEWEST]


def _list_of(page: Page, parent: HtmlElement, cards: list[HtmlElement]) -> Grid | None:
    told = cards[:SAMPLE]
    if any(controls_of(card) or next(card.iter("table", "dl", "form"), None) is not None for card in told[:FEWEST]):
        return None
    pieces = [list(_pieces(card)) for card in told]
    if not all(FEWEST < len(of_card) <= LONGEST for of_card in pieces):
        return None
    labels = _labels(pieces)
    if not 2 <= len(labels) <= MAX_COLUMNS:
        return None
    read = {normalize(pair.label) for card in told[:2] for pair in PairReader(page).read(card)}
    if read >= {normalize(text.rstrip(": ")) for text, _ in labels}:
        return None  # told by other signs as well
    header: dict[str, HtmlElement] = {}
    rows = []
    for of_card in pieces:
        row: dict[str, Cell] = {}
        for piece, after in zip(of_card, (*of_card[1:], None), strict=True):
            if (piece.text, piece.make) not in labels:
                continue
            header.setdefault(piece.text, piece.element)
            if after is not None and (after.text, after.make) not in labels:
                row.setdefault(piece.text, Cell(after.text, value_type(after.text), after.element))
        rows.append(row)
    return Grid(
        parent,
        "list",
        [(closed_up(label.rstrip(": ")), element) for label, element in header.items()],
        [[row.get(label, EMPTY) for label in header] for row in rows],
        len(cards),
        order=page.order.get(next(iter(header.values())), 0),
        anchor=cards[0],
    )


def _pieces(element: HtmlElement, inside: bool = False) -> Iterator[_Piece]:
    """The runs of text below an element in their order, without those that only lead on ("Ver ficha")."""
    if inside and (element.tag in dom.SILENT or dom.is_icon(element)):
        return
    for text, after in ((element.text, False), *((child, True) for child in element)):
        if after and isinstance(text.tag, str):
            yield from _pieces(text, inside=True)
        words = dom.tidy((text.tail if after else text) or "")
        if any(map(str.isalnum, words)) and not (is_action(words) and is_pressed(element)):
            yield _Piece(words, element, (element.tag, dom.classes(element), after))


def _labels(cards: Sequence[Sequence[_Piece]]) -> set[tuple[str, _Make]]:
    """The pieces that are labels: all of one make come again in most cards, each before something that is made otherwise and
    that it stands nearer to than to what is before it; and what stands after them differs."""
    holding: dict[_Make, Counter[str]] = defaultdict(Counter)
    for card in cards:
        for text, make in {(piece.text, piece.make) for piece in card}:
            holding[make][text] += 1
    constant = {
        make
        for make, texts in holding.items()
        if all(
            count >= MOST * len(cards) and dom.label_like(text.rstrip(": ")) and not is_own_value(text)
            for text, count in texts.items()
        )
    }
    values: dict[tuple[str, _Make], list[str]] = defaultdict(list)
    blank: Counter[tuple[str, _Make]] = Counter()
    for card in cards:
        for before, piece, after in zip((None, *card), card, (*card[1:], None), strict=False):
            if piece.make not in constant or is_pressed(piece.element):
                continue
            apart = before is None or _shared(before, piece) < len(list(piece.element.iterancestors()))
            if (after is None and apart) or (after is not None and after.make == piece.make):
                blank[piece.text, piece.make] += 1
            elif after is None or after.make in constant:
                continue
            elif before is None or _shared(piece, after) >= _shared(before, piece):
                values[piece.text, piece.make].append(after.text)
    told = {(text, make) for make in constant for text in holding[make]}
    kept = {key for key in told if len(values[key]) + blank[key] >= MOST * holding[key[1]][key[0]]}
    kept -= {key for key in kept if any((text, key[1]) not in kept for text in holding[key[1]])}
    filled = [key for key in kept if values[key]]
    differ = sum(len(set(values[key])) > 1 for key in filled)
    return kept if len(filled) > 1 and differ * 2 >= len(filled) else set()


def _shared(one: _Piece, other: _Piece) -> int:
    """How many elements hold both."""
    holders = {one.element, *one.element.iterancestors()}
    return sum(element in holders for element in (other.element, *other.element.iterancestors()))
