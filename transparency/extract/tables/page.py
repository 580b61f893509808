"""An annotated document with what readers ask of its elements again and again: words, makes, places, what is no data."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, chain, islice

from lxml import etree
from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.broken import join_broken_labels
from transparency.extract.tables.table import Cell, Make
from transparency.extract.titles import Titles
from transparency.extract.values import is_action, is_file, value_type
from transparency.items import Box
from transparency.text import normalize

_ASKED = frozenset("text search number date month datetime-local email tel url password".split()) | {""}
_NO_VALUE = frozenset("hidden checkbox radio button submit image reset file".split())
_NAMES = ("title", "aria-label", "alt", "value", "data-original-title", "data-bs-original-title", "mattooltip")
"""Attributes that name what has no words."""
_DRAWN = frozenset("svg head object".split())
_ASKING = "descendant-or-self::*[@role='combobox' or @role='listbox' or @role='spinbutton' or @data-t-ask]"
_PRESSED = ".//a | .//button | descendant-or-self::*[@data-t-press]"
_LINKING = ("a", "button", "img", "input", "svg", "i")
TYPED_IN = ("pre", "listing", "xmp")
_DRESS = frozenset("a b big br code em font i small span strong tt u".split())
"""Elements that typed text may hold: they dress its words, and part them no further."""
_QUERY = re.compile(r"consult|pesquis|filtr|busc|list|exib|gerar|atualiz|limpar|aplicar|procurar|visualizar|mostrar")
_TYPED = re.compile(r"[^\s|│¦]+(?:[ ][^\s|│¦]+)*")
_SUM = re.compile(r"-?[\d.]*\d,\d\d")
LEAST_BELOW, ACROSS = 2, 3
"""A single space parts typed words where so many pieces begin below, so many times as many as stand across."""
LEAST_LINES = 4
"""A list of so few lines may have a space in one place by chance."""
WIDEST = 300
"""Characters of which no line of a printed report has more."""
OFTEN = 10
"""One line of so many may be none of its list."""
SIGNS = 3
"""So many characters beside the words of an entry are its signs ("▾")."""
SHORT = 60
"""A link with more words than this is text that has a link in it."""


class Page:
    """Facts about the elements of one document, each worked out once."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.body: HtmlElement = next(iter(root.iter("body")), root)
        join_broken_labels(root)
        self.typed = {text: typed for text in list(root.iter(*TYPED_IN)) if (typed := _part_typed_text(text))}
        """Typed text → its lines of pieces, each with its place in its line (characters)."""
        self.order = {element: place for place, element in enumerate(root.iter())}
        self.titles = Titles(root)
        self._text: dict[HtmlElement, str] = {}
        self._kids: dict[HtmlElement, list[HtmlElement]] = {}
        self._skipped: dict[HtmlElement, bool] = dict.fromkeys(dom.facets(self.body), True)
        self._skipped[self.body] = False

    def text(self, element: HtmlElement) -> str:
        """The words shown in an element."""
        words = self._text.get(element)
        if words is None:
            words = self._text[element] = dom.text(element)
        return words

    def kids(self, element: HtmlElement) -> list[HtmlElement]:
        """Child elements that are shown and are no script, break or glyph."""
        found = self._kids.get(element)
        if found is None:
            found = [c for c in dom.children(element) if c.get("data-t-hidden") is None and not dom.is_icon(c)]
            found = [c for c in found if c.tag not in _DRAWN]
            self._kids[element] = found
        return found

    def inmost(self, element: HtmlElement) -> HtmlElement:
        """What is inside wrappers of one child each."""
        while len(kids := self.kids(element)) == 1 and not dom.own_text(element):
            element = kids[0]
        return element

    def make(self, element: HtmlElement) -> Make:
        """How what is inmost in an element is made, what can be pressed apart: it says nothing of labels and values."""
        outer = element
        while len(kids := self.kids(element)) == 1 and not dom.own_text(element) and not _is_pressed(kids[0]):
            element = kids[0]
        ground = element.get("color") or outer.get("bgcolor") or ""
        return str(element.tag), f"{dom.classes(element) or dom.classes(outer)} {ground}".strip()

    def skipped(self, element: HtmlElement) -> bool:
        """Whether it stands in a menu, a footer, or what a list is narrowed by."""
        known = self._skipped.get(element)
        if known is None:
            parent = element.getparent()
            known = (parent is not None and self.skipped(parent)) or dom.is_navigation(element)
            self._skipped[element] = known
        return known

    def box(self, element: HtmlElement) -> Box | None:
        """Where an element stands, in CSS pixels; None when it is not shown or was not measured."""
        return dom.own_box(element)

    def presses(self, element: HtmlElement) -> bool:
        """Whether an element is, or holds, what one presses."""
        return _is_pressed(element) or (len(element) > 0 and dom.finds(element, _PRESSED))

    def pressed(self, element: HtmlElement) -> bool:
        """Whether an element is what one presses: a link, a button, or all that stands on one."""
        if element.get("role") in ("button", "link", "tab") or self.presses(element):
            return True
        for up in islice(element.iterancestors(), 3):
            if _is_pressed(up):
                return len(self.text(up)) <= len(self.text(element)) + SIGNS
        return False

    @staticmethod
    def unfolds(element: HtmlElement) -> bool:
        """Whether what is pressed in an element, or around it, folds what stands below, and that is in sight: it is its heading."""
        around = (up for up in islice(element.iterancestors(), 3) if _is_pressed(up))
        pressed = next(chain(element.iter("a", "button"), around), element)
        return pressed.get("aria-expanded") == "true"

    def cell(self, element: HtmlElement) -> Cell:
        """The value of an element."""
        words = self.text(element).removeprefix(":").lstrip()
        if not words:
            words = next((value_of(control) for control in controls(element) if not is_asked(control)), "")
        link = link_in(element) if len(words) <= SHORT else None
        if not words:
            return Cell(_name(link), "link", element) if link is not None else Cell("", "empty", element)
        if is_action(words) or (link is not None and _fetches(link, words)):
            return Cell(words, "link", element)
        return Cell(words, value_type(words), element)


def _is_pressed(element: HtmlElement) -> bool:
    return element.tag in ("a", "button") or element.get("data-t-press") is not None


def _part_typed_text(text: HtmlElement) -> list[list[tuple[HtmlElement, tuple[int, int]]]]:
    """Put every piece of typed text in an element of its own, and return them line by line; none where it has parts that do more
    than dress words. A link stays one."""
    if any(inner.tag not in _DRESS for inner in text.iterdescendants()):
        return []
    typed = _runs(text)
    box = dom.own_box(text)
    for child in list(text):
        text.remove(child)
    text.text = ""
    last: HtmlElement | None = None
    lines: list[list[tuple[HtmlElement, tuple[int, int]]]] = []
    words = ["".join(run for run, _ in runs) for runs in typed]
    for number, places in enumerate(typed_places(words)):
        lines.append([])
        end = 0
        for place in places:
            _write(text, last, words[number][end : place[0]])
            last, end = _piece(text, typed[number], place), place[1]
            if box is not None:
                height = box[3] / len(typed)
                last.set("data-t-box", f"{box[0]},{round(box[1] + number * height)},{box[2]},{round(height)}")
            lines[-1].append((last, place))
        _write(text, last, words[number][end:] + ("\n" if number < len(typed) - 1 else ""))
    return lines


def typed_places(lines: Sequence[str]) -> list[list[tuple[int, int]]]:
    """Where the pieces of typed lines begin and end. Two spaces or a bar part them; a single space does in a line of several
    where pieces below begin right behind it, or sums end right before it, and hardly any stands across, as between the headings of
    narrow columns, and where all lines have one. None parts words from their colon ("Valor :").

    >>> typed_places(["NO CODE TOWN  AREA", "1  A    Lua   10", "2  B    Mar   20"])[0]
    [(0, 2), (3, 7), (8, 12), (14, 18)]
    """
    found: list[list[tuple[int, int]]] = []
    begins, ends, covered = Counter[int](), Counter[int](), Counter[int]()
    parted = [[match.span() for match in _TYPED.finditer(words)] for words in lines]
    for words, pieces, gaps in reversed([*zip(lines, parted, _gaps_of(lines, parted), strict=True)]):
        places: list[tuple[int, int]] = []
        for start, end in pieces:
            spaces = [n for n in range(start, end) if words[n] == " " and words[n + 1 : n + 2] != ":"]
            several = len(pieces) > 1
            below = {n: max(begins[n + 1], ends[n]) for n in spaces if several}
            free = {n for n, often in below.items() if often >= LEAST_BELOW and ACROSS * covered[n] <= often}
            cuts = [n for n in spaces if n in free or n in gaps]
            places += zip([start, *(n + 1 for n in cuts)], [*cuts, end], strict=True)
        if len(places) > 1:
            begins.update(start for start, _ in places)
            ends.update(end for start, end in places if _SUM.fullmatch(words, start, end))
            covered.update(n for start, end in places for n in range(start, end))
        found.append(places)
    return found[::-1]


def _gaps_of(lines: Sequence[str], parted: Sequence[Sequence[tuple[int, int]]]) -> list[set[int]]:
    """Of each typed line the places of the single spaces that part two of its columns: all lines of its list have one there, and
    the words before it differ, as those of "SECRETARIA DE OBRAS" and "SECRETARIA DE SAUDE" do not. ``parted``: their pieces, as two spaces part them."""
    gaps: list[set[int]] = [set() for _ in lines]
    lists: list[list[int]] = [[]]
    for number, words in enumerate(lines):
        if len(parted[number]) > 1:
            lists[-1].append(number)
        elif words.strip("-=_+| "):
            lists.append([])
    for of_list in lists:
        texts = [lines[number] for number in of_list]
        for n in range(1, min(len(texts[0]) - 1, WIDEST)) if len(texts) > LEAST_LINES else ():
            across = sum(bool(text[n : n + 1].strip()) for text in texts)  # a note below the list may be written across
            if texts[0][n].strip() or not texts[0][n + 1].strip() or OFTEN * across > len(texts):
                continue
            before = [
                text[:n].split(" ")[-1] for text in texts if text[n - 1 : n].strip() and text[n + 1 : n + 2].strip()
            ]
            if len(before) > LEAST_LINES and len(set(before[1:])) > 1:
                for number in of_list:
                    gaps[number].add(n)
    return gaps


def _runs(text: HtmlElement) -> list[list[tuple[str, HtmlElement | None]]]:
    """The lines of typed text, each in runs of words with the link that they stand in."""
    lines: list[list[tuple[str, HtmlElement | None]]] = [[]]
    for run in text.xpath(".//text()"):
        holder = run.getparent().getparent() if run.is_tail else run.getparent()
        link = next((up for up in (holder, *holder.iterancestors()) if up.tag in ("a", *TYPED_IN)), None)
        broken = run.is_tail and run.getparent().tag == "br"
        first, *others = (f"\n{run}" if broken else run).split("\n")
        lines[-1].append((first, link if link is not text else None))
        lines += [[(words, link if link is not text else None)] for words in others]
    return lines


def _piece(text: HtmlElement, runs: Sequence[tuple[str, HtmlElement | None]], place: tuple[int, int]) -> HtmlElement:
    """Add a piece of typed text as an element; one that begins with a link is pressed as that."""
    piece = etree.SubElement(text, "span")
    ends = accumulate(len(words) for words, _ in runs)
    link = next(link for (_, link), end in zip(runs, ends, strict=True) if end > place[0])
    holder = piece if link is None else etree.SubElement(piece, "a", dict(link.attrib))
    holder.text = "".join(words for words, _ in runs)[slice(*place)]
    return piece


def _write(text: HtmlElement, last: HtmlElement | None, words: str) -> None:
    """Add words at the end of an element whose last child is given."""
    if last is None:
        text.text = (text.text or "") + words
    else:
        last.tail = (last.tail or "") + words


def _fetches(link: HtmlElement, words: str) -> bool:
    return link.tag == "a" and is_file(link.get("href") or "") and value_type(words) == "text"


def _name(link: HtmlElement) -> str:
    named = (e.get(name) for e in link.iter() for name in _NAMES)
    return dom.tidy(next(filter(None, named), ""))


def controls(element: HtmlElement) -> list[HtmlElement]:
    """Fields in an element that ask for something or show a value."""
    found = element.iter("input", "select", "textarea")
    return [c for c in found if c.tag != "input" or (c.get("type") or "").lower() not in _NO_VALUE]


def is_asked(control: HtmlElement) -> bool:
    """Whether a field waits to be filled; a locked one shows a value."""
    locked = control.get("disabled") is not None or control.get("readonly") is not None
    if locked or control.get("aria-readonly") == "true":
        return False
    return control.tag != "input" or (control.get("type") or "").lower() in _ASKED


def asks(element: HtmlElement) -> bool:
    """Whether an element holds what one fills in or chooses from, drawn by the browser or by a script."""
    return any(map(is_asked, controls(element))) or dom.finds(element, _ASKING)


def is_choice(element: HtmlElement) -> bool:
    """Whether an element is the label of a box to tick."""
    return element.tag == "label" and dom.finds(element, ".//input[@type='checkbox' or @type='radio']")


def shows_values(control: HtmlElement) -> bool:
    """Whether nearly all fields of a form are filled, so that they show a record."""
    if control.tag != "input" or not (control.get("value") or "").strip():
        return False
    form = next((a for a in control.iterancestors() if a.tag in ("form", "body", "fieldset", "dialog")), None)
    fields = [c for c in controls(form) if c.tag == "input"] if form is not None else []
    filled = sum(bool((c.get("value") or "").strip()) for c in fields)
    return filled >= 4 and filled >= 0.7 * len(fields)


def is_of_query(control: HtmlElement) -> bool:
    """Whether a field stands in a form, or in one group, with a button that runs a query."""
    for height, up in enumerate(control.iterancestors()):
        formal = up.tag in ("form", "dialog", "fieldset") or up.get("role") in ("search", "form", "dialog")
        if (formal or height < 4) and any(map(_runs_query, up.iter("button", "input", "a"))):
            return True
        if height > 12 or (formal and up.tag != "fieldset"):
            return False
    return False


def _runs_query(button: HtmlElement) -> bool:
    if button.tag == "input" and (button.get("type") or "") not in ("submit", "button", "image"):
        return False
    if button.tag == "a" and button.get("role") != "button" and "bt" not in dom.classes(button).lower():
        return False
    words = normalize(dom.text(button) or button.get("value") or button.get("title") or "")
    return len(words) <= 30 and bool(_QUERY.match(words))


def value_of(control: HtmlElement) -> str:
    """What a field shows."""
    if control.tag == "select":
        chosen = control.xpath(".//option[@selected]") or control.xpath(".//option")[:1]
        return dom.tidy(chosen[0].text_content()) if chosen else ""
    return dom.tidy(control.get("value") or (control.text_content() if control.tag == "textarea" else ""))


def link_in(element: HtmlElement) -> HtmlElement | None:
    """What can be followed or fetched from an element."""
    if not len(element) and element.tag not in _LINKING:
        return None
    for found in element.iter(*_LINKING):
        if found.tag == "a" and (found.get("href") or found.get("onclick") or found.get("role") == "button"):
            return found
        if found.tag == "button" or (
            found.tag == "input" and (found.get("type") or "") in ("image", "button", "submit")
        ):
            return found
        if found.tag in ("img", "svg", "i") and any(found.get(name) for name in ("onclick", "title", "alt")):
            return found
    return None


HEAD_CLASS = re.compile(
    r"(?:^|[-_\s])(?:\w*head(?:er|ers|ing)?|\w*header\w*|th|hdr?|titulos?|title|cabecalho|cab|columnheader|legenda)(?:$|[-_\s\d])",
    re.I,
)
