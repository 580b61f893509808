"""What a page does again and again, by which its labels are told: words that come again in cards, elements that hold two things."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.labels import TELLING, could_label, is_sign
from transparency.extract.tables.page import Page
from transparency.extract.tables.table import Make
from transparency.extract.values import value_type
from transparency.text import normalize

CARDS = 3
"""Cards of which fewer are no list: what two have in common may be chance."""
MOST = 0.6
"""The share of cards that have a label."""
SIDED = 0.2
"""The share of places made alike that have a value of a type on one side, by which that is the side of the values."""
ANY = "*"
"""Stands for whatever class."""
AGAIN = 2.6
"""Words that come again in most cards, over other words each time, are labels by that alone."""
FOUND = 1.5
"""A class that stands before values elsewhere on the page, and never after any."""

_OF_SUM = re.compile(r"([^\W\d_][^:\d$]{0,40}[^\W\d_])\s+(R\$\s?-?\d[\d.]*,\d\d)")
"""A label and a sum that no colon parts ("Prevista R$ 146.300,00")."""


def run_make(element: HtmlElement, after: bool = False) -> Make:
    """How words are made that stand at the beginning of an element, or after it: as the element, and what holds it."""
    parent = element.getparent()
    up = (str(parent.tag), dom.classes(parent)) if parent is not None else ("", "")
    tag, name = ("after", "") if after else (str(element.tag), dom.classes(element))
    return f"{up[0]}>{tag}", f"{up[1]}>{name}"


class Habits:
    """What a page does again and again: words that come again in cards, elements that hold two things."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._again: set[Make] = set()
        self._lean: dict[tuple[Make, ...], float] = {}
        self._typed: dict[tuple[Make, ...], float | None] = {}
        self._regular: dict[tuple[tuple[Make, ...], bool], int] = {}
        self._places: dict[tuple[Make, ...], list[tuple[str, str]]] = defaultdict(list)
        """How an element and its two parts are made → the words of both."""
        self._begun: dict[tuple[Make, ...], list[tuple[str, str]]] = defaultdict(list)
        """The same, however the second part is made."""
        before_sums: Counter[str] = Counter()
        runs: list[tuple[str, Make]] = []
        for element in page.body.iter():
            if element.tag in dom.SILENT or dom.is_icon(element):
                continue
            words = (element.text or "").strip()
            if words and not page.skipped(element):
                runs.append((dom.tidy(words), run_make(element)))
                if told := _labelled_sum(element):
                    before_sums[normalize(told[1])] += 1
            tail = (element.tail or "").strip()
            if tail and element is not page.body:
                runs.append((dom.tidy(tail), run_make(element, after=True)))
            if len(element) and len(parts := self.two(element)) == 2 and not page.skipped(element):
                place = (parts[0][0], parts[1][0])
                for key in self._keys(element, parts):
                    self._places[key].append(place)
                    self._begun[key[:3]].append(place)
        self._find_again(runs)
        again = {words: often for words, often in before_sums.items() if often >= CARDS}
        self._of_sums = frozenset(again) if sum(again.values()) >= MOST * before_sums.total() else frozenset()
        """What comes again before sums, where hardly anything else does: names of firms and people do not."""
        firsts = {
            key: {words.rstrip(": ") for words, _ in places}
            for key, places in self._places.items()
            if any(words for _, words in places)
        }
        steady = [key for key, words in firsts.items() if len(words) > 1 and all(map(_is_plain_label, words))]
        self._labels = {key[2] for key in steady if key[2][1] and key[2] != key[3]} - {key[3] for key in self._places}

    def _find_again(self, runs: Sequence[tuple[str, Make]]) -> None:
        """Makes all of whose words come again, about as often as each other, before words that differ."""
        counts: dict[Make, Counter[str]] = defaultdict(Counter)
        after: dict[tuple[str, Make], set[str]] = defaultdict(set)
        for (words, make), (following, other) in pairwise(runs):
            counts[make][words] += 1
            if other != make:
                after[words, make].add(following)
        for make, texts in counts.items():
            most = max(texts.values())
            even = most >= CARDS and all(count >= MOST * most for count in texts.values())
            if even and all(could_label(words.rstrip(": ")) for words in texts):
                differ = sum(
                    len(after[words, make]) > (1 if len(texts) > 1 else min(most / 2, CARDS)) for words in texts
                )
                if 2 * differ >= len(texts):
                    self._again.add(make)

    def again(self, make: Make, run: Make = ("", "")) -> float:
        """How far the words of a make come again."""
        return AGAIN if run in self._again else FOUND if make in self._labels else 0.0

    def two(self, element: HtmlElement) -> list[tuple[str, Make]]:
        """The words of the two parts of an element that holds just two, signs apart, with their makes; empty for any other."""
        kids = [kid for kid in self.page.kids(element) if not is_sign(self.page.text(kid))]
        own = dom.own_text(element) if len(kids) < 3 else ""
        if len(kids) == 2 and not own:
            parts = [(self.page.text(kid) or self.page.cell(kid).text, self.page.make(kid)) for kid in kids]
            return parts if any(words for words, _ in parts) and all(len(words) < 300 for words, _ in parts) else []
        if len(kids) == 1 and own and len(own) < 300:
            inside = (self.page.text(kids[0]), self.page.make(kids[0]))
            outside = (own, (f"{element.tag} own", dom.classes(element)))
            first = bool((element.text or "").strip())
            return [outside, inside] if first else [inside, outside]
        return []

    def labelled_sum(self, element: HtmlElement) -> re.Match[str] | None:
        """The label and the sum that an element says and nothing parts; None where such labels do not come again over other sums
        on the page."""
        told = _labelled_sum(element) if self._of_sums else None
        return told if told is not None and normalize(told[1]) in self._of_sums else None

    def _keys(self, element: HtmlElement, parts: Sequence[tuple[str, Make]]) -> list[tuple[Make, ...]]:
        """How an element and its two parts are made, in what holds it, and in what holds that alone: where a box has but one field,
        either may be what the boxes with several have in common with it. The class of the element may be that of its room on the
        page ("full"), which others beside it have not."""
        around = [element.getparent()]
        while around[-1] is not None and len(self.page.kids(around[-1])) == 1:
            around.append(around[-1].getparent())
        ups = [(str(up.tag), dom.classes(up)) if up is not None else ("", "") for up in (around[-1], around[0])]
        tag, name = str(element.tag), dom.classes(element)
        owns = ((tag, name), (tag, ANY))
        return [(up, own, parts[0][1], parts[1][1]) for own in owns for up in dict.fromkeys(ups)]

    def _key(self, element: HtmlElement, parts: Sequence[tuple[str, Make]]) -> tuple[Make, ...]:
        """Of the ways in which an element is made the one that comes most often."""
        return max(self._keys(element, parts), key=lambda key: len(self._places.get(key, ())))

    def regular(self, element: HtmlElement, reverse: bool = False) -> int:
        """How many places of the page are made as an element of two parts, with another label each."""
        parts = self.two(element)
        if len(parts) != 2:
            return 0
        key = self._key(element, parts)
        if (key, reverse) not in self._regular:
            found = _different_labels(self._places[key], reverse)
            if found < 2 and not reverse:  # a value in a link or in bold, among others in plain words
                found = _different_labels(self._begun[key[:3]], reverse)
            self._regular[key, reverse] = found
        return self._regular[key, reverse]

    def comes_again(self, element: HtmlElement) -> bool:
        """Whether most places of the page that are made as an element of two parts begin with what another one begins with."""
        parts = self.two(element)
        places = self._places.get(self._key(element, parts), ()) if parts else ()
        firsts = Counter(normalize(first) for first, _ in places)
        return 2 * sum(count for count in firsts.values() if count > 1) > firsts.total()

    def typed(self, element: HtmlElement) -> float | None:
        """The share of the places made as an element of two parts whose first is a value of a type; None where all are dates, as
        those over the news of a page are. Places that are made alike have their values on the same side: where many firsts are
        of a type, and no second is, all firsts are values."""
        parts = self.two(element)
        key = self._key(element, parts) if parts else ()
        if key not in self._typed:
            self._typed[key] = _share_of_typed(self._places.get(key, ()))
        return self._typed[key]

    def lean(self, element: HtmlElement) -> float:
        """How much rather the first of two parts are words alone, and the second say something of their own, than the other way
        round: from -1 to 1, over all places that are made so."""
        parts = self.two(element)
        key = self._key(element, parts) if len(parts) == 2 else ()
        if key not in self._lean:
            places = self._places.get(key, [])
            coded = [sum(any(map(str.isdigit, place[n])) for place in places) / max(1, len(places)) for n in (0, 1)]
            self._lean[key] = coded[1] - coded[0] if len(places) > 1 else 0.0
        return self._lean[key]


def _is_plain_label(words: str) -> bool:
    return could_label(words) and not any(map(str.isdigit, words))


def _share_of_typed(places: Sequence[tuple[str, str]]) -> float | None:
    """The share of places whose first text is a value of a type, as ``Habits.typed``."""
    kinds = [value_type(first) for first, _ in places]
    if not kinds or set(kinds) == {"date"}:
        return None
    share = sum(kind in TELLING for kind in kinds) / len(kinds)
    sided = share >= SIDED and len(kinds) >= CARDS and not any(value_type(second) in TELLING for _, second in places)
    return 1.0 if sided else share


def _different_labels(places: Sequence[tuple[str, str]], reverse: bool) -> int:
    """How many labels places of two texts have, whose first (``reverse``: second) are labels; 0 where they are none."""
    labels = [place[reverse].rstrip(": ") for place in places if place[reverse]]
    different = {normalize(label) for label in labels}
    values = [place[not reverse] for place in places]
    if (
        len(different) == 1
        and all(map(_is_plain_label, labels))
        and len(set(values)) >= CARDS
        and all(value_type(value) in TELLING for value in values)
    ):
        return 2  # one label over values of a type, in every card
    others = {normalize(place[not reverse]) for place in places if place[not reverse]}
    if (
        not any(place[not reverse] for place in places)
        or sum(map(could_label, labels)) < 0.9 * len(labels)
        or len(different & others) > 0.2 * len(different)
    ):
        return 0
    return len(different)


def _labelled_sum(element: HtmlElement) -> re.Match[str] | None:
    words = element.text or ""
    return _OF_SUM.fullmatch(dom.tidy(words)) if "R$" in words and not len(element) else None
