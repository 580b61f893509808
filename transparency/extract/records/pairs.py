"""Label-value pairs in any markup: ``dl``, "label: value", a label over or before its value, read-only fields."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import islice

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.blanks import with_blanks
from transparency.extract.records.cells import (
    MARKS,
    control_value,
    controls_of,
    is_called_label,
    is_editable,
    is_own_value,
    is_pressed,
    label_style,
    link_of,
    read_cell,
)
from transparency.extract.records.model import EMPTY, Cell, Page, Pair
from transparency.extract.values import is_empty_message, is_file, is_period, value_type
from transparency.text import normalize

_INLINE_PAIR = re.compile(r"^([^\W\d_][^:]{1,58}?)\s?:\s+(\S.*)$", re.S)
_YEAR = re.compile(r"(?:19|20)\d\d")
_QUERY = re.compile(
    r"(?:consult|pesquis|filtr|busc|list|exib|gerar|atualiz|limpar|aplicar|procurar|visualizar|mostrar)"
)
_ASKING_ROLES = frozenset("combobox listbox searchbox spinbutton slider".split())


@dataclass
class _Segment:
    kind: str
    """``text``, ``control``, ``break``."""
    text: str
    element: HtmlElement
    labelled: int = 0
    inline: bool = False


class PairReader:
    """Reads label-value pairs out of any markup below an element, bottom up."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[Pair] = []
        self.turned: dict[HtmlElement, bool] = {}
        """What holds cards → whether their values stand over their labels."""
        self.makes: dict[str, list[HtmlElement]] = {}
        self.turned_makes: dict[str, bool] = {}
        """The same of cards of one make, wherever they stand."""

    def read(self, element: HtmlElement) -> list[Pair]:
        self.found = []
        self._visit(element, top=True)
        order = self.page.order
        self.found.sort(key=lambda p: order.get(p.element, 0))
        return with_blanks(self.page, self._believable(self.found))

    def _believable(self, pairs: list[Pair]) -> list[Pair]:
        """Pairs told only by style count where several stand together with different labels."""
        weak: dict[HtmlElement | None, list[Pair]] = {}
        for pair in pairs:
            if not pair.strong:
                weak.setdefault(_grandparent(pair.element), []).append(pair)
        dropped = {id(p) for group in weak.values() if len({normalize(p.label) for p in group}) < 2 for p in group}
        repeated = Counter(normalize(p.label) for p in pairs)
        return [p for p in pairs if id(p) not in dropped or repeated[normalize(p.label)] >= 2]

    def _visit(self, element: HtmlElement, top: bool = False) -> _Segment | None:
        """The element as one segment, or None when it is more than that (its pairs are then found already)."""
        search = self.page
        if not top and element in search.rows_of:
            self._between(element, search.rows_of[element])
            return None
        if not top and (
            element in search.claimed or element.tag in dom.SILENT - {"select", "textarea"} or search.skipped(element)
        ):
            return None
        if element.tag in ("input", "select", "textarea"):
            return _Segment("control", "", element) if controls_of(element) else _Segment("break", "", element)
        if element.tag in ("br", "hr"):
            return _Segment("break", "", element)
        drawn = element.get("aria-haspopup") == "listbox" or element.get("data-t-ask") is not None
        if element.get("role") in _ASKING_ROLES or drawn:
            return _Segment("break", "", element)  # a filter drawn by a script
        if _is_choice(element):
            return _Segment("break", "", element)
        if element.tag == "dl" and self._definition_list(element):
            return None
        segments: list[_Segment] = []
        complex_child = False
        # what is empty in a label is its colon, drawn by a style
        called = element.tag in ("span", "label") and is_called_label(dom.classes(element))
        if element.text and element.text.strip():
            segments.append(_Segment("text", dom.tidy(element.text), element, inline=True))
        for child in element:
            if isinstance(child.tag, str):
                unseen = child.get("data-t-hidden") is not None and child.tag in ("span", "i", "small")
                if not unseen and not dom.is_icon(child) and not _stands_aside(child):
                    if child.tag in dom.GLUED | {"a", "font"} and not child.xpath("boolean(.//*)") and child.text:
                        above = _small_above(child)
                        segments.append(
                            _Segment(
                                "text",
                                dom.tidy(child.text),
                                child,
                                2 if child.tag in ("b", "strong") else int(above),
                                inline=child.tag not in ("b", "strong") and not above and not _small_below(child),
                            )
                        )
                    else:
                        made = self._visit(child)
                        if made is None:
                            complex_child = True
                            segments.append(_Segment("break", "", child))
                        elif made.text or made.kind != "text" or link_of(child) is not None:
                            segments.append(made)
                        elif next(child.iter("img", "map", "canvas", "object", "embed"), None) is not None:
                            segments.append(_Segment("break", "", child))  # a picture stands between
                        elif not called and (
                            child.tag in ("div", "span", "td", "dd", "p", "strong", "b") or "-" in child.tag
                        ):
                            segments.append(_Segment("text", "", child))
            if child.tail and child.tail.strip():
                segments.append(_Segment("text", dom.tidy(child.tail), element, inline=True))
        segments = _with_labels(_with_colons(segments))
        made_pairs = self._pair_up(element, segments)
        if element in search.fields and not made_pairs and not complex_child and self._left_blank(element, segments):
            return None
        if made_pairs or complex_child:
            return None
        solid = [s for s in segments if s.kind == "text" and s.text]
        controls = [s for s in segments if s.kind == "control"]
        if controls:
            return _Segment("control", dom.text(element), controls[0].element) if not solid else None
        if not solid:
            return _Segment("text", "", element)
        words = dom.text(element)
        if (
            len(solid) == 1
            or (all(s.inline for s in solid) and len(words) <= 400)
            or (
                element.tag in ("span", "p", "a", "label", "td", "dd", "li")
                and len(words) <= 300
                and not any(s.labelled == 2 for s in solid)
            )
        ):
            return _Segment("text", words, element, max(label_style(element), 0))
        if len(solid) <= 3 and len(words) <= 80 and not any(s.labelled for s in solid):
            return _Segment("text", words, element)
        return None

    def _between(self, element: HtmlElement, rows: frozenset[HtmlElement]) -> None:
        """The pairs of what stands between the rows of a grid."""
        for child in element:
            if not isinstance(child.tag, str) or child in rows:
                continue
            if any(inner in rows for inner in child.iter()):
                self._between(child, rows)
            elif len(child) and not child.xpath("boolean(descendant-or-self::*[@role='columnheader'])"):
                self._visit(child)

    def _definition_list(self, element: HtmlElement) -> bool:
        terms = list(element.iter("dt"))
        if not terms:
            return False
        told = _told_of_terms(element)
        for term in terms:
            values: list[HtmlElement] = []
            for sibling in term.itersiblings():
                if sibling.tag == "dt":
                    break
                if sibling.tag == "dd":
                    values.append(sibling)
            values = values or told.get(term, [])
            label = dom.text(term).rstrip(": ")
            if dom.label_like(label):
                value = read_cell(values[0]) if values else EMPTY
                self.found.append(Pair(label, value, term, True, element))
        return True

    def _left_blank(self, element: HtmlElement, segments: list[_Segment]) -> bool:
        """Take in a field of which there is only the label ("Contrato:")."""
        told = [s for s in segments if s.text]
        if len(told) != 1 or not told[0].text.endswith(":") or not dom.label_like(told[0].text):
            return False
        self.found.append(Pair(told[0].text.rstrip(": "), EMPTY, told[0].element, True, element))
        return True

    def _pair_up(self, element: HtmlElement, segments: list[_Segment]) -> bool:
        made = False
        index = 0
        lined = _lined(element, segments)
        if lined:
            del segments[1]
        plain = [s for s in segments if s.kind != "break"]
        two = len(plain) == 2 and len(segments) == 2 and not any(s.inline for s in plain) and plain[0].kind == "text"
        two = two or lined
        if two and _is_entry(element, plain):
            return False
        bold = two and (plain[1].labelled == 2 or plain[1].element.tag in ("b", "strong"))
        stressed = bold and not plain[0].labelled and sum(map(str.isalpha, plain[0].text)) > 1  # "R$" is no label
        if two and not any(s.text.endswith(":") for s in plain) and self._value_first(element):
            said = replace_text(read_cell(plain[0].element), plain[0].text)
            sure = self._turned_by_make(_make_of_card(element))
            self.found.append(Pair(plain[1].text, said, plain[1].element, sure, element))
            return True
        while index < len(segments):
            segment = segments[index]
            if segment.kind != "text" or not segment.text:
                index += 1
                continue
            label = segment.text.rstrip(": ").strip()
            colon = segment.text.endswith(":")
            if colon and self._blank_among_lines(segments, index):
                self.found.append(Pair(label, EMPTY, segment.element, True, segment.element))
                made = True
                index += 1
                continue
            called = colon or segment.labelled or (two and not is_pressed(segment.element))
            if called and dom.label_like(label) and not is_own_value(label):
                value, used = self._value_after(segments, index + 1, colon or segment.labelled == 2 or stressed)
                if used and not colon and element.tag in ("table", "tbody") and value is not None and _leads_on(value):
                    used = 0  # a heading over a menu
                if used and value is not None and _are_headings(segment.element, value.element):
                    used = 0
                if used and not colon and value is not None and _leads_on(value) and is_pressed(segment.element):
                    used = 0  # two entries of a menu, or one over those it unfolds
                if used and not colon and value is not None and _lists_places(value):
                    index = used
                    continue
                if used:
                    strong = colon or (segment.labelled == 2)
                    if value is not None and (strong or (_is_short(label) and len(value.text) <= 160)):
                        heads = two and not strong and _heads_cards(element, label)
                        if lined or heads or not (two and not strong and not segment.labelled) or _repeats(element):
                            self.found.append(Pair(label, value, segment.element, strong or heads, element, stressed))
                            made = True
                    elif value is None:
                        made = True
                    index = used
                    continue
            match = _INLINE_PAIR.match(segment.text)
            if (
                match
                and len(match.group(1).split()) <= 6
                and dom.label_like(match.group(1))
                and len(match.group(2)) <= 300
                and not match.group(2).startswith("//")
                and not is_empty_message(segment.text)
            ):
                text_value = match.group(2)
                self.found.append(
                    Pair(
                        match.group(1),
                        Cell(text_value, value_type(text_value), segment.element),
                        segment.element,
                        True,
                        element,
                    )
                )
                made = True
            index += 1
        return made

    def _blank_among_lines(self, segments: list[_Segment], index: int) -> bool:
        """Whether a label stands alone in a line of its own, where the lines beside it, made like it, hold label and value:
        what follows in a line of another make is not its value."""
        line = segments[index].element
        if segments[index].inline or not dom.label_like(segments[index].text.rstrip(": ")):
            return False
        after = segments[index + 1] if index + 1 < len(segments) else None
        if after is None or after.kind != "text" or _made_alike(line, after.element):
            return False
        hosts = {pair.host for pair in self.found}
        return sum(s.kind == "break" and s.element in hosts and _made_alike(line, s.element) for s in segments) > 1

    def _value_first(self, element: HtmlElement) -> bool:
        """Whether an element is one of several cards with a value over its label: cards of its list, each in as many
        wrappers, or, in lists of which some are short, those of its make on the whole page."""
        cards, siblings = _beside(element)
        if cards is None:
            return False
        if cards not in self.turned:
            parts = [dom.children(card) for card in siblings]
            self.turned[cards] = _turned([(c[0], c[1]) for c in parts if len(c) == 2], len(parts))
        if self.turned[cards]:
            return True
        return self._turned_by_make(_make_of_card(element))

    def _turned_by_make(self, make: str) -> bool:
        if not make:
            return False
        if not self.makes:
            for card in self.page.body.iter("div", "li", "span", "p", "article", "section"):
                if len(card) == 2 and (found := _make_of_card(card)):
                    self.makes.setdefault(found, []).append(card)
        if make not in self.turned_makes:
            parts = [dom.children(card) for card in self.makes.get(make, ())]
            self.turned_makes[make] = _turned([(c[0], c[1]) for c in parts if len(c) == 2], len(parts), again=True)
        return self.turned_makes[make]

    def _value_after(self, segments: list[_Segment], start: int, sure: bool) -> tuple[Cell | None, int]:
        """The value that follows a label and the index after it. None for a filter's control; index 0: no value, no pair."""
        index = start
        if index < len(segments) and segments[index].kind == "break" and segments[index].element.tag == "br" and sure:
            index += 1
        if index >= len(segments):
            return (EMPTY, index) if sure and start < len(segments) else (None, 0)
        segment = segments[index]
        if segment.kind == "control":
            control = next(iter(controls_of(segment.element)), segment.element)
            if (is_editable(control) and not _shown_as_text(control)) or _asks(control):
                return None, index + 1
            words = control_value(control)
            return Cell(words, value_type(words), segment.element), index + 1
        if segment.kind == "break":
            return (None, 0)
        if segment.text.endswith(":") or (segment.labelled == 2 and not sure):
            return (EMPTY, index) if sure else (None, 0)
        if (
            segment.labelled == 2
            and index + 1 < len(segments)
            and segments[index + 1].kind == "text"
            and not segments[index + 1].labelled
        ):
            return EMPTY, index
        run = [segment.text]
        index += 1
        if segment.inline:
            while (
                index < len(segments)
                and segments[index].kind == "text"
                and segments[index].inline
                and not segments[index].labelled
                and not segments[index].text.endswith(":")
            ):
                run.append(segments[index].text)
                index += 1
            if len(run) > 1 and all(
                s.element.tag == "a" and _says_when(s.text) for s in segments[index - len(run) : index]
            ):
                return None, index  # the months or years of which there is a list
        joined = dom.tidy(" ".join(run)).strip(" :|;,–-") or " ".join(run)
        if not segment.inline:
            return replace_text(read_cell(segment.element), joined), index
        return Cell(joined, value_type(joined), segment.element), index


def _with_colons(segments: list[_Segment]) -> list[_Segment]:
    """Segments, a colon in an element of its own, or before the value there, put to the words before it."""
    joined: list[_Segment] = []
    for segment in segments:
        before = joined[-1] if joined else None
        if segment.text.startswith(":") and before is not None and before.kind == "text" and before.text:
            joined[-1] = replace(before, text=f"{before.text.rstrip(':')}:")
            segment = replace(segment, text=segment.text[1:].lstrip())
            if not segment.text:
                continue
        joined.append(segment)
    return joined


FEWEST_LINES = 3
"""Lines of a label and a value that tell how both are made."""


def _with_labels(segments: list[_Segment]) -> list[_Segment]:
    """Segments, the first of each line marked as a label where the lines hold two elements each, the first made otherwise
    than the second."""
    lines: list[list[_Segment]] = [[]]
    for segment in segments:
        if segment.kind == "break" and segment.element.tag == "br":
            lines.append([])
        else:
            lines[-1].append(segment)
    lines = [line for line in lines if line]
    full = [line for line in lines if len(line) == 2 and line[0].text and line[1].text]
    if len(full) < FEWEST_LINES or any(s.kind != "text" or s.labelled for line in lines for s in line):
        return segments
    (label, value), *others = full
    if _made_alike(label.element, value.element) or label.element is value.element.getparent():
        return segments
    if not all(
        _made_alike(one.element, label.element) and _made_alike(two.element, value.element) for one, two in others
    ):
        return segments
    labels = [line[0] for line in lines if _made_alike(line[0].element, label.element)]
    names = {normalize(s.text) for s in labels}
    if (
        len(labels) < len(lines)
        or len(names) < len(labels)
        or not all(dom.label_like(s.text) and not is_own_value(s.text) for s in labels)
    ):
        return segments
    called = {id(s) for s in labels}
    return [replace(s, labelled=1) if id(s) in called else s for s in segments]


def _made_alike(one: HtmlElement, other: HtmlElement) -> bool:
    return bool(one.tag == other.tag and dom.classes(one) == dom.classes(other))


def _says_when(text: str) -> bool:
    return is_period(text) or bool(_YEAR.fullmatch(text.strip()))


def replace_text(cell: Cell, words: str) -> Cell:
    """A cell read from an element, with the words found to be its value when it has none of its own."""
    return cell if cell.text or cell.filled else replace(cell, text=words, kind=value_type(words))


def _told_of_terms(element: HtmlElement) -> dict[HtmlElement, list[HtmlElement]]:
    """What a list of definitions tells of each term that stands in a box of its own, apart from the box of its value: what
    follows it before the next term."""
    told: dict[HtmlElement, list[HtmlElement]] = {}
    term: HtmlElement | None = None
    for part in element.iter("dt", "dd"):
        if part.tag == "dt":
            term = part
        elif term is not None:
            told.setdefault(term, []).append(part)
    return told


def _grandparent(element: HtmlElement) -> HtmlElement | None:
    """The element that holds a label's pair among others; wrappers of one child are looked through."""
    parent = element.getparent()
    above = parent.getparent() if parent is not None else None
    for _ in range(3):
        if above is None or len(_telling(above)) != 1:
            break
        above = above.getparent()
    return above


_LEGEND_CLASS = re.compile(
    r"(?:^|[-_\s])(?:\w*legend\w*|\w*label|rotulo|caption|sub-?titul\w*|subtitle|descri\w+)(?:$|[-_\s\d])", re.I
)


def _turned(cards: list[tuple[HtmlElement, HtmlElement]], among: int, again: bool = False) -> bool:
    """Whether the second words of cards are the labels of the first: no values themselves, each another, and below values,
    or set smaller than what stands above them, or called so. ``again``: labels may come again, under other values."""
    labels = [dom.text(label) for _, label in cards]
    values = [dom.text(value) for value, _ in cards]
    if len(cards) < 2 or len(cards) < among:
        return False
    if len({normalize(text) for text in labels}) < (2 if again else len(labels)):
        return False
    if not all(dom.label_like(text) and not is_own_value(text) and not text.endswith(("?", ".")) for text in labels):
        return False
    if any(is_pressed(label) or next(label.iter(*dom.HEADINGS), None) is not None for _, label in cards):
        return False
    kinds = {value_type(text) for text in values} - {"text", "empty"}
    called = all(_LEGEND_CLASS.search(_classes_besides(label, value)) for value, label in cards)
    if any(label_style(value) > label_style(label) for value, label in cards) and not (kinds or called):
        return False
    if not (kinds or called) and any(c.isdigit() for text in labels for c in text):
        return False  # "Função" over "15 - Urbanismo", in small print
    heights = [(a[3], b[3]) for value, label in cards if (a := dom.box(value)) and (b := dom.box(label))]
    smaller = len(heights) * 2 > len(cards) and all(below < 0.85 * above for above, below in heights)
    if again:  # far apart on a page: what is called a label, or values that are told by their form
        return (called or smaller) and bool(kinds)
    return bool(kinds - {"date"}) or (bool(kinds) and "text" in map(value_type, values)) or called or smaller


def _classes_besides(element: HtmlElement, other: HtmlElement) -> str:
    """The classes of an element that another one does not have."""
    return " ".join(name for name in dom.classes(element).split() if name not in dom.classes(other).split())


def _beside(element: HtmlElement) -> tuple[HtmlElement | None, list[HtmlElement]]:
    """What holds an element and others of its tag, each alone in as many wrappers, and those others, itself among them."""
    wrapped = 0
    while (parent := element.getparent()) is not None and wrapped < 3:
        kids = [c for c in dom.children(parent) if c.tag == element.tag]
        if len(_telling(parent)) > 1:
            inner = [_inside(kid, wrapped) for kid in kids]
            return parent, [kid for kid in inner if kid is not None]
        element, wrapped = parent, wrapped + 1
    return None, []


def _inside(element: HtmlElement, wrappers: int) -> HtmlElement | None:
    """What is inside so many wrappers of one child each, or None."""
    for _ in range(wrappers):
        kids = _telling(element)
        if len(kids) != 1:
            return None
        element = kids[0]
    return element


def _telling(element: HtmlElement) -> list[HtmlElement]:
    """The children of an element, the picture that stands beside a field's label and value left out."""
    kids = dom.children(element)
    return [kid for kid in kids if not _is_picture(kid)] if len(kids) == 2 else kids


def _is_entry(element: HtmlElement, two: list[_Segment]) -> bool:
    """Whether two texts are the name and the small print of what is pressed as a whole, and leads to what it names."""
    if any(segment.text.endswith(":") for segment in two):
        return False
    held = len(dom.text(element)) + MARKS
    whole = (element, *islice(element.iterancestors(), 2))
    return any(up.get("data-t-press") is not None and len(dom.text(up)) <= held for up in whole)


def _stands_aside(element: HtmlElement) -> bool:
    """Whether it is a drawing before or after words ("⌂ Unidade"): nothing between them."""
    if element.tag != "svg" or (parent := element.getparent()) is None:
        return False
    if element.xpath("boolean(ancestor::*[@data-t-press or self::a or self::button][1])"):
        return False
    before = element.getprevious() is not None or (parent.text or "").strip()
    after = element.getnext() is not None or (element.tail or "").strip()
    return not (before and after)


def _is_picture(element: HtmlElement) -> bool:
    """Whether nothing but a drawing stands there, and nothing that can be pressed."""
    drawn = dom.is_icon(element) or next(element.iter("svg", "img", "i"), None) is not None
    if not drawn or dom.text(element) or controls_of(element):
        return False
    return not element.xpath("boolean(descendant-or-self::*[@data-t-press or self::a or self::button or self::input])")


def _make_of_card(element: HtmlElement) -> str:
    """How a card of two parts is made, where its author gave the parts different classes."""
    parts = [f"{c.tag} {dom.classes(c)}" for c in dom.children(element)]
    if len(parts) != 2 or parts[0] == parts[1] or not all(dom.classes(c) for c in dom.children(element)):
        return ""
    return "|".join((element.tag, dom.classes(element), *parts))


def _are_headings(one: HtmlElement, other: HtmlElement | None) -> bool:
    """Whether two headings of one rank follow each other, what stands between them being folded."""
    return other is not None and one.tag in dom.HEADINGS and other.tag == one.tag


def _leads_on(value: Cell) -> bool:
    """Whether a value is the name of a link, and neither a file nor the data of a record."""
    return value.kind == "text" and value.element is not None and is_pressed(value.element)


def _lists_places(value: Cell) -> bool:
    """Whether a value is a menu: nothing but a list of links, neither to files nor to records that are named by numbers. One
    link alone may be what a record says, unless it is set as a list."""
    if value.element is None or value.kind != "text" or value.element.tag not in ("ul", "ol", *_HOLDERS):
        return False
    links = list(value.element.iter("a"))
    told = [dom.text(link) for link in links]
    return (
        len(links) >= (FEWEST_PLACES if value.element.tag in _HOLDERS else 1)
        and normalize(" ".join(told)) == normalize(value.text)
        and not any(any(c.isdigit() for c in text) for text in told)
        and not any(is_file(text) or is_file(link.get("href") or "") for text, link in zip(told, links, strict=True))
    )


_HOLDERS = ("div", "nav", "section", "p")
FEWEST_PLACES = 2
"""Links that make a menu of a box that is no list."""
_ASIDE = re.compile(r"\([^()]*\)")


def _is_short(label: str) -> bool:
    """Whether a label is no sentence, what it explains in brackets apart."""
    return len(_ASIDE.sub("", label).split()) <= 5


def _repeats(element: HtmlElement) -> bool:
    """Whether siblings of the same tag hold two texts as well, each alone in as many wrappers."""
    wrapped = 0
    while (parent := element.getparent()) is not None and wrapped < 3:
        kids = _telling(parent)
        if len(kids) > 1:
            alike = [c for c in kids if c.tag == element.tag and len(_unwrapped(c, wrapped)) == 2]
            return len(alike) >= 2
        element, wrapped = parent, wrapped + 1
    return False


def _heads_cards(element: HtmlElement, label: str) -> bool:
    """Whether two texts are the head of a card, and the first is that of every other card: the label of the second."""
    places: list[int] = []
    card = element
    for _ in range(4):
        parent = card.getparent()
        if parent is None:
            return False
        cards = [c for c in dom.children(parent) if c.tag == card.tag and dom.classes(c) == dom.classes(card)]
        if places and len(cards) > 2:
            heads = [dom.children(head) for c in cards if (head := _follow(c, places)) is not None]
            told = [dom.text(kids[1]) for kids in heads if len(kids) == 2 and dom.text(kids[0]).rstrip(": ") == label]
            return len(told) >= 0.8 * len(cards) and len(set(told)) > 1
        places.insert(0, dom.children(parent).index(card))
        card = parent
    return False


def _follow(element: HtmlElement, places: list[int]) -> HtmlElement | None:
    """The descendant at so many places, child by child."""
    for place in places:
        kids = dom.children(element)
        if place >= len(kids):
            return None
        element = kids[place]
    return element


def _lined(element: HtmlElement, segments: list[_Segment]) -> bool:
    """Whether an element is one of several alike in which a label stands on a line over its value: one of both has an
    element of its own."""
    if [s.kind for s in segments] != ["text", "break", "text"] or segments[1].element.tag != "br":
        return False
    parent, shape = element.getparent(), [c.tag for c in element]
    label_set = shape[1:2] == ["br"] and len(shape) <= 3 and shape[0] not in ("a", "img")
    value_set = shape[0] == "br" and shape[1:] in (["b"], ["strong"], ["span"])
    if parent is None or not (label_set or value_set):
        return False
    return sum(c.tag == element.tag and [g.tag for g in c] == shape for c in parent) >= 3


def _unwrapped(element: HtmlElement, wrappers: int) -> list[HtmlElement]:
    """What is inside so many wrappers of one child each."""
    inner = _inside(element, wrappers)
    return [] if inner is None else dom.children(inner)


def _asks(control: HtmlElement) -> bool:
    """Whether a control stands among those of a query: its form or group has a button that runs one."""
    for height, ancestor in enumerate(control.iterancestors()):
        formal = ancestor.tag in ("form", "dialog", "fieldset") or ancestor.get("role") in ("search", "form", "dialog")
        if (formal or height < 4) and has_query_button(ancestor):
            return True
        if ancestor.tag in ("form", "dialog") or ancestor.get("role") in ("search", "form", "dialog") or height > 12:
            return False
    return False


def has_query_button(element: HtmlElement) -> bool:
    """Whether a button of a query stands in an element."""
    for button in element.iter("button", "input", "a"):
        if button.tag == "input" and (button.get("type") or "") not in ("submit", "button", "image"):
            continue
        if button.tag == "a" and button.get("role") != "button" and "bt" not in dom.classes(button).lower():
            continue
        words = normalize(dom.text(button) or button.get("value") or button.get("title") or "")
        if len(words) <= 30 and _QUERY.match(words):
            return True
    return False


def _is_choice(element: HtmlElement) -> bool:
    """A check box or radio button with its words, or one of the options of a list."""
    if element.get("role") in ("checkbox", "menuitemcheckbox", "menuitemradio", "radio", "option", "switch"):
        return True
    return element.tag == "label" and bool(element.xpath("boolean(.//input[@type='checkbox' or @type='radio'])"))


def _shown_as_text(control: HtmlElement) -> bool:
    """A filled text field in a form that asks nothing, nearly every field of which is filled."""
    if (
        control.tag != "input"
        or not (control.get("value") or "").strip()
        or (control.get("type") or "text").lower() not in ("text", "")
    ):
        return False
    form = next((a for a in control.iterancestors() if a.tag in ("form", "body", "fieldset", "dialog")), None)
    if form is None:
        return False
    fields = [c for c in controls_of(form) if c.tag == "input"]
    filled = [c for c in fields if (c.get("value") or "").strip()]
    return len(filled) >= 4 and len(filled) >= len(fields) * 0.7


def _small_below(element: HtmlElement) -> bool:
    """Small print that stands alone after one other element: what it says may be the label of that."""
    parent, before = element.getparent(), element.getprevious()
    if element.tag != "small" or parent is None or before is None or len(parent) != 2:
        return False
    return before.tag not in dom.GLUED and not dom.own_text(parent)


def _small_above(element: HtmlElement) -> bool:
    """Small print that stands alone before one other element: the label of a card's field."""
    parent, after = element.getparent(), element.getnext()
    return (
        element.tag == "small"
        and parent is not None
        and after is not None
        and len(parent) == 2
        and after.tag not in dom.GLUED
        and not dom.own_text(parent)
    )
