"""Labels with their values in any mark-up: ``dl``, "label: value", a label over or before its value, locked fields; and the records
and lists of cards that they make up."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.grids import closed_up
from transparency.extract.tables.labels import (
    ENOUGH,
    TELLING,
    Atom,
    could_label,
    evidence_of_pair,
    evidence_of_reversed,
    mark_of,
)
from transparency.extract.tables.model import EMPTY, MAX_COLUMNS, Cell, Column, Make, Table
from transparency.extract.tables.page import Page, controls, is_asked, link_in, value_of
from transparency.extract.values import is_empty_message, is_file, value_type
from transparency.text import normalize

_INLINE = re.compile(r"^([^\W\d_][^:]{1,58}?)\s?:\s+(\S.*)$", re.S)
_ASKING_ROLES = frozenset("combobox listbox searchbox spinbutton slider".split())
_CHOICES = frozenset("checkbox menuitemcheckbox menuitemradio radio option switch".split())
_BREAK = "break"
_QUERY = re.compile(r"consult|pesquis|filtr|busc|list|exib|gerar|atualiz|limpar|aplicar|procurar|visualizar|mostrar")
CARDS = 3
"""Cards of which fewer are no list: what two have in common may be chance."""
MOST = 0.6
"""The share of cards that have a label."""
AGAIN = 2.6
"""Words that come again in most cards, over other words each time, are labels by that alone."""
SURE_ALONE = 3.0
"""Evidence that a lone field needs."""
FOUND = 1.5
"""A class that stands before values elsewhere on the page, and never after any."""


@dataclass(slots=True)
class Pair:
    """A label with its value, and the element whose parts both are."""

    label: str
    value: Cell
    element: HtmlElement
    host: HtmlElement
    score: float
    make: Make = ("", "")


@dataclass
class Record:
    """Pairs of one record. ``closed``: a section of its own, not to be joined with what stands beside it."""

    pairs: list[Pair]
    region: HtmlElement
    closed: bool = False

    @property
    def labels(self) -> set[str]:
        return {normalize(pair.label) for pair in self.pairs}


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
        self._regular: dict[tuple[tuple[Make, ...], bool], int] = {}
        self._places: dict[tuple[Make, ...], list[tuple[str, str]]] = defaultdict(list)
        runs: list[tuple[str, Make]] = []
        for element in page.body.iter():
            if not isinstance(element.tag, str) or element.tag in dom.SILENT or dom.is_icon(element):
                continue
            words = (element.text or "").strip()
            if words and not page.skipped(element):
                runs.append((dom.tidy(words), run_make(element)))
            tail = (element.tail or "").strip()
            if tail and element is not page.body:
                runs.append((dom.tidy(tail), run_make(element, after=True)))
            if len(element) and len(parts := self.two(element)) == 2 and not page.skipped(element):
                self._places[self._key(element, parts)].append((parts[0][0], parts[1][0]))
        self._find_again(runs)
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
        """The words of the two parts of an element that holds just two, with their makes; empty for any other."""
        kids = self.page.kids(element)
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

    def _key(self, element: HtmlElement, parts: Sequence[tuple[str, Make]]) -> tuple[Make, ...]:
        above = element.getparent()
        while above is not None and len(self.page.kids(above)) == 1:
            above = above.getparent()
        around = (str(above.tag), dom.classes(above)) if above is not None else ("", "")
        return (around, (str(element.tag), dom.classes(element)), parts[0][1], parts[1][1])

    def regular(self, element: HtmlElement, reverse: bool = False) -> int:
        """How many places of the page are made as an element of two parts, with another label each."""
        parts = self.two(element)
        if len(parts) != 2:
            return 0
        key = self._key(element, parts)
        if (key, reverse) not in self._regular:
            self._regular[key, reverse] = _different_labels(self._places[key], reverse)
        return self._regular[key, reverse]

    def typed(self, element: HtmlElement) -> float | None:
        """The share of the places made as an element of two parts whose first is a value of a type; None where all are dates, as
        those over the news of a page are."""
        parts = self.two(element)
        kinds = [value_type(first) for first, _ in self._places.get(self._key(element, parts), ())] if parts else []
        if not kinds or set(kinds) == {"date"}:
            return None
        return sum(kind in TELLING for kind in kinds) / len(kinds)

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


class FieldReader:
    """Reads pairs out of any mark-up below an element, innermost first."""

    def __init__(
        self, page: Page, habits: Habits, claimed: set[HtmlElement], opened: dict[HtmlElement, list[HtmlElement]]
    ) -> None:
        self.page = page
        self.habits = habits
        self.claimed = claimed
        self.opened = opened
        """Tables that were read → what stands between their rows, and was not."""
        self.found: list[Pair] = []
        self.lone: list[tuple[HtmlElement, Atom]] = []
        """Elements with one text in them: a label may be left without a value."""

    def read(self, element: HtmlElement) -> list[Pair]:
        """The pairs below an element in document order."""
        self.found, self.lone = [], []
        self._visit(element, top=True)
        pairs = self._with_blanks(self.found)
        return sorted(pairs, key=lambda pair: self.page.order.get(pair.element, 0))

    # -------------------------------------------------------------------------------------------- atoms

    def _visit(self, element: HtmlElement, top: bool = False) -> Atom | None:
        """An element as one atom, or None when it is more than that (its pairs are then found already)."""
        page = self.page
        if not top and (element in self.claimed or page.skipped(element)):
            for row in self.opened.get(element, ()):
                self._visit(row, top=True)
            return None
        if element.tag in ("input", "select", "textarea"):
            return self._control(element)
        if element.tag in dom.SILENT:
            return None
        if element.tag in ("br", "hr") or element.get("role") in _ASKING_ROLES | _CHOICES:
            return Atom("", element, kind=_BREAK)
        if (
            element.get("aria-haspopup") not in (None, "false")
            or element.get("data-t-ask") is not None
            or _is_choice(element)
        ):
            return Atom("", element, kind=_BREAK)
        if element.tag == "dl" and self._definitions(element):
            return None
        atoms, whole = self._atoms(element)
        made = self._pair_up(element, atoms)
        if made or not whole:
            return None
        told = [atom for atom in atoms if atom.kind != _BREAK and (atom.text or atom.kind == "asked")]
        if any(atom.kind == "asked" for atom in told):
            return Atom(page.text(element), element, kind="asked") if len(told) == 1 else None
        if not told:
            return Atom("", element, make=page.make(element))
        words = page.text(element) or told[0].text
        simple = element.tag in ("span", "p", "a", "label", "td", "dd", "li") and len(words) <= 300
        if (
            len(told) == 1
            or (all(atom.inline for atom in told) and len(words) <= 400)
            or (simple and not any(atom.mark >= 2 for atom in told))
            or (len(told) <= 3 and len(words) <= 80 and not any(atom.mark for atom in told))
        ):
            one = told[0]
            atom = Atom(
                words,
                element,
                mark_of(page, element),
                make=page.make(element),
                kind=one.kind if len(told) == 1 else "text",
            )
            atom.again = max(one.again, self.habits.again(atom.make, run_make(element))) if len(told) == 1 else 0.0
            if len(told) == 1 and len(element) and one.element is not element:
                self.lone.append((element, one))
            elif len(told) == 1 and one.element is element and not len(element):
                self.lone.append((element, atom))
            return atom
        return None

    def _control(self, element: HtmlElement) -> Atom:
        if not controls(element):
            return Atom("", element, kind=_BREAK)
        if (is_asked(element) and not _shows_values(element)) or _is_of_query(element):
            return Atom("", element, kind="asked")
        return Atom(value_of(element), element, kind="value", make=(str(element.tag), "value"))

    def _atoms(self, element: HtmlElement) -> tuple[list[Atom], bool]:
        """The atoms right below an element, and whether nothing in it is more than an atom."""
        habits = self.habits
        own = (str(element.tag), dom.classes(element))
        atoms: list[Atom] = []
        whole = True
        if words := dom.tidy(element.text or ""):
            atoms.append(
                Atom(
                    words,
                    element,
                    inline=True,
                    make=(f"{own[0]} own", own[1]),
                    again=habits.again(own, run_make(element)),
                )
            )
        for child in element:
            if isinstance(child.tag, str):
                unseen = child.get("data-t-hidden") is not None
                if unseen and child.tag in ("span", "i", "small"):
                    pass
                elif not dom.is_icon(child) and child.tag not in ("script", "style", "template", "svg"):
                    atom = self._inline(child) or self._visit(child)
                    if atom is None or unseen:
                        whole = False
                        atoms.append(Atom("", child, kind=_BREAK))
                    elif atom.text or atom.kind != "text" or link_in(child) is not None or _may_be_blank(child):
                        atoms.append(atom)
                    elif next(child.iter("img", "canvas", "object", "embed"), None) is not None:
                        atoms.append(Atom("", child, kind=_BREAK))
            if words := dom.tidy(child.tail or ""):
                make = (f"{own[0]} after", own[1])
                atoms.append(
                    Atom(words, element, inline=True, make=make, again=habits.again(make, run_make(child, after=True)))
                )
        return _with_colons([atom for atom in atoms if not _is_sign(atom.text)]), whole

    def _inline(self, child: HtmlElement) -> Atom | None:
        """A child that runs on in its line."""
        if child.tag not in dom.GLUED | {"a", "font"} or len(child.xpath(".//*")) or not dom.tidy(child.text or ""):
            return None
        bold = child.tag in ("b", "strong")
        parent = child.getparent()
        small = (
            child.tag == "small"
            and child.getprevious() is None
            and parent is not None
            and not dom.tidy(parent.text or "")
        )
        make = (str(child.tag), dom.classes(child))
        mark = mark_of(self.page, child) if bold or small or make[1] else 0.0
        return Atom(
            dom.tidy(child.text or ""),
            child,
            mark,
            not (bold or small or mark),
            make=make,
            again=self.habits.again(make, run_make(child)),
        )

    def _definitions(self, element: HtmlElement) -> bool:
        """The terms of a ``dl``, each with what follows it before the next."""
        value: dict[HtmlElement, HtmlElement] = {}
        term: HtmlElement | None = None
        for part in element.iter("dt", "dd"):
            if part.tag == "dt":
                term = part
            elif term is not None:
                value.setdefault(term, part)
        terms = [term for term in element.iter("dt") if dom.label_like(self.page.text(term).rstrip(": "))]
        for term in terms:
            cell = self.page.cell(value[term]) if term in value else EMPTY
            self.found.append(Pair(self.page.text(term).rstrip(": "), cell, term, element, 3.0, self.page.make(term)))
        return bool(terms)

    # -------------------------------------------------------------------------------------------- pairs

    def _pair_up(self, element: HtmlElement, atoms: list[Atom]) -> bool:
        """Take the pairs among atoms; whether there are any."""
        content = [atom for atom in atoms if atom.kind != _BREAK]
        breaks = [atom for atom in atoms if atom.kind == _BREAK]
        two = len(content) == 2 and not any(atom.element.tag != "br" for atom in breaks)
        two = two and element.tag != "tr"  # the rest of its table says whether it has labels
        regular = self.habits.regular(element) if two else 0
        lean = self.habits.lean(element) if two else 0.0
        if two and content[0].text and content[1].text and self._entry(element):
            return False
        if two and self._reversed(element, content):
            cell = _cell_of(self.page, content[0], content[:1])
            label = content[1]
            self.found.append(Pair(label.words, cell, label.element, element, ENOUGH, label.make))
            return True
        inside = {(b.element.tag, dom.classes(b.element)) for b in breaks if b.element.tag != "br"}
        lines = _lines_by_label(atoms)
        lines |= Counter(a.make for a, b in pairwise(atoms) if a.make != b.make and could_label(a.words) and b.text)
        made = False
        at = 0
        while at < len(atoms):
            atom = atoms[at]
            at += 1
            if atom.kind != "text" or not atom.text:
                continue
            after = at
            broken = after < len(atoms) and atoms[after].kind == _BREAK and atoms[after].element.tag == "br"
            after += broken
            value = atoms[after] if after < len(atoms) else None
            if value is not None and value.kind == "asked":
                if could_label(atom.words):
                    made, at = True, after + 1  # the name of a field to fill
                continue
            colon = atom.text.endswith(":")
            own = (atom.element.tag, dom.classes(atom.element))
            apart = (
                colon and own in inside and value is not None and own != (value.element.tag, dom.classes(value.element))
            )
            if value is None or value.kind == _BREAK or value.text.endswith(":") or apart:
                if colon and could_label(atom.words) and (value is not None or broken or len(content) > 1):
                    self.found.append(Pair(atom.words, EMPTY, atom.element, element, 3.0, atom.make))
                    made = True
                elif not self._inline_pair(element, atom):
                    continue
                made = True
                continue
            again = max(regular, min(3, lines[atom.make]) if not atom.inline or atom.make[1] else 0)
            steady = two or (not broken and again >= CARDS)
            pressed = (not atom.inline or atom.element.tag == "a") and self.page.pressed(atom.element)
            opens = at == 1 or atoms[at - 2].kind == _BREAK
            evidence = evidence_of_pair(atom, value, steady, again, pressed, opens)
            if self._is_menu(value):
                evidence["menu"] = -4.0
            if (
                self._in_one_link(atom, value)
                and not colon
                and value_type(value.text) not in TELLING
                and atom.again < AGAIN
            ):
                evidence["linked"] = -6.0  # the name and the small print of a place
            if two:
                evidence["lean"] = lean
            if broken and not two:
                evidence["broken"] = -0.5
            if atom.element.tag in dom.HEADINGS and value.element.tag == atom.element.tag:
                evidence["headings"] = -3.0
            if not colon and value.element is not element and self._leads_on(value):
                evidence["leads"] = -2.5
            if not two and not colon and not atom.mark and not atom.again and again < CARDS:
                evidence["loose"] = -2.0
            score = sum(evidence.values())
            if score >= ENOUGH:
                if (
                    value.mark >= 2
                    and value.mark >= atom.mark
                    and not two
                    and value.kind == "text"
                    and not value.again < atom.again
                ):
                    self.found.append(Pair(atom.words, EMPTY, atom.element, element, score, atom.make))
                    made = True
                    continue
                run = [value]
                after += 1
                while value.inline and after < len(atoms) and _runs_on(atoms[after]):
                    run.append(atoms[after])
                    after += 1
                self.found.append(
                    Pair(atom.words, _cell_of(self.page, value, run), atom.element, element, score, atom.make)
                )
                made, at = True, after
            elif self._inline_pair(element, atom):
                made = True
        return made

    def _inline_pair(self, element: HtmlElement, atom: Atom) -> bool:
        """A text that says label, colon and value."""
        said = _INLINE.match(atom.text)
        if said is None or len(said[1].split()) > 6 or not dom.label_like(said[1]) or len(said[2]) > 300:
            return False
        if said[2].startswith("//") or is_empty_message(atom.text):
            return False
        cell = Cell(said[2], value_type(said[2]), atom.element)
        self.found.append(Pair(said[1], cell, atom.element, element, 3.0, atom.make))
        return True

    def _reversed(self, element: HtmlElement, two: Sequence[Atom]) -> bool:
        """Whether the second words of a card are the label of the first."""
        value, label = two
        regular = self.habits.regular(element, reverse=True)
        if value.again > label.again:
            return False  # what comes again is the label
        if any(atom.text.endswith(":") for atom in two) or not value.text or regular < 2 or label.kind != "text":
            return False
        if self.page.pressed(label.element) or label.element.tag in dom.HEADINGS:
            return False
        above, below = self.page.box(value.element), self.page.box(label.element)
        smaller = above is not None and below is not None and below[3] < 0.85 * above[3]
        lean = self.habits.lean(element)
        typed = self.habits.typed(element)
        if typed is None:
            return False
        score = sum(evidence_of_reversed(value, label, regular, smaller, typed).values()) - 2 * lean
        forward = sum(evidence_of_pair(value, label, True, self.habits.regular(element), False).values()) + 2 * lean
        return score >= ENOUGH and score > forward

    def _entry(self, element: HtmlElement) -> bool:
        """Whether two texts are the name and the small print of what is pressed as a whole."""
        held = len(self.page.text(element)) + 3
        whole = (element, *list(element.iterancestors())[:2])
        return any(up.get("data-t-press") is not None and len(self.page.text(up)) <= held for up in whole)

    def _is_menu(self, value: Atom) -> bool:
        """Whether a value is nothing but the names of several places."""
        if value.element.tag == "a":
            return not is_file(value.text) and next(value.element.itersiblings("a"), None) is not None
        links = [self.page.text(link) for link in value.element.iter("a")] if not value.inline else []
        plain = not any(any(map(str.isdigit, words)) or is_file(words) for words in links)
        return len(links) > 1 and plain and normalize(" ".join(links)) == normalize(value.text)

    def _in_one_link(self, label: Atom, value: Atom) -> bool:
        link = next((up for up in (label.element, *label.element.iterancestors()) if up.tag in ("a", "button")), None)
        return link is not None and (value.element is link or link in value.element.iterancestors())

    def _leads_on(self, value: Atom) -> bool:
        """Whether a value is the name of a place, and no data of the record."""
        return (
            value.kind == "text" and self.page.cell(value.element).type == "text" and self.page.pressed(value.element)
        )

    # -------------------------------------------------------------------------------------------- blanks

    def _with_blanks(self, pairs: list[Pair]) -> list[Pair]:
        """Pairs, with the fields of which a page writes the label alone: made like those beside them that have a value."""
        of_make: dict[Make, list[Pair]] = defaultdict(list)
        for pair in pairs:
            if pair.value.element is not pair.element:
                of_make[pair.make].append(pair)
        alone: list[Pair] = []
        for make, alike in of_make.items():
            twins = [p for p in alike if p.value.element is not None and self.page.make(p.value.element) == make]
            told = [p for p in alike if p.value.filled and p not in twins]
            if len(told) < 2:
                continue
            for pair in (
                twins if all(p.value.type == "text" and could_label(p.value.text.rstrip(": ")) for p in twins) else ()
            ):
                if pair.value.element is not None:
                    alone.append(
                        replace(pair, label=pair.value.text.rstrip(": "), value=EMPTY, element=pair.value.element)
                    )
                pair.value = EMPTY
            hosts = {(str(pair.host.tag), dom.classes(pair.host)): pair for pair in told}
            around = {up for pair in told for up in list(pair.host.iterancestors())[:2]}
            for element, atom in self.lone:
                model = hosts.get((str(element.tag), dom.classes(element)))
                near = any(up in around for up in list(element.iterancestors())[:2])
                if model is not None and near and atom.make == make and could_label(atom.words):
                    alone.append(Pair(atom.words, EMPTY, atom.element, element, model.score, make))
        known = {self.page.inmost(pair.element) for pair in pairs}
        fresh = {self.page.inmost(pair.element): pair for pair in alone}
        return [*pairs, *(pair for inner, pair in fresh.items() if inner not in known)]


def _lines_by_label(atoms: Sequence[Atom]) -> Counter[Make]:
    """How many lines begin with words of a make that other words of these lines do not have; labels and values that take turns
    count as many."""
    firsts = [b for a, b in pairwise(atoms) if a.kind == _BREAK and b.kind != _BREAK]
    firsts += [atom for atom in atoms[:1] if atom.kind != _BREAK]
    others = {atom.make for atom in atoms if atom not in firsts and atom.text}
    found = Counter(atom.make for atom in firsts if could_label(atom.words))
    steady = Counter({make: often for make, often in found.items() if make not in others and often == len(firsts)})
    told = [atom for atom in atoms if atom.text and atom.kind == "text"]
    makes = [{atom.make for atom in told[n::2]} for n in (0, 1)]
    if len(told) > 3 and len(told) % 2 == 0 and len(makes[0]) == len(makes[1]) == 1 and makes[0] != makes[1]:
        steady |= Counter({make: CARDS for make in makes[0] if all(could_label(atom.words) for atom in told[::2])})
    return steady


def _is_plain_label(words: str) -> bool:
    return could_label(words) and not any(map(str.isdigit, words))


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


def _is_sign(words: str) -> bool:
    """Whether words are signs to press or to look at ("▾", "×"); a dash or asterisks stand for a value."""
    return bool(words) and not any(c.isalnum() or c in "-–—*./:" for c in words)


def _may_be_blank(child: HtmlElement) -> bool:
    """Whether an empty element is a value that is missing."""
    return child.tag in ("div", "span", "td", "dd", "p", "strong", "b") or "-" in str(child.tag)


def _is_choice(element: HtmlElement) -> bool:
    return element.tag == "label" and bool(element.xpath("boolean(.//input[@type='checkbox' or @type='radio'])"))


def _shows_values(control: HtmlElement) -> bool:
    """Whether nearly all fields of a form are filled, so that they show a record."""
    if control.tag != "input" or not (control.get("value") or "").strip():
        return False
    form = next((a for a in control.iterancestors() if a.tag in ("form", "body", "fieldset", "dialog")), None)
    fields = [c for c in controls(form) if c.tag == "input"] if form is not None else []
    filled = sum(bool((c.get("value") or "").strip()) for c in fields)
    return filled >= 4 and filled >= 0.7 * len(fields)


def _is_of_query(control: HtmlElement) -> bool:
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


def _with_colons(atoms: list[Atom]) -> list[Atom]:
    """Atoms, a colon before a value put to the label before it."""
    joined: list[Atom] = []
    for atom in atoms:
        before = joined[-1] if joined else None
        if atom.text.startswith(":") and before is not None and before.kind == "text" and before.text:
            before.text = f"{before.text.rstrip(':')}:"
            atom = replace(atom, text=atom.text[1:].lstrip())
            if not atom.text:
                continue
        joined.append(atom)
    return joined


def _runs_on(atom: Atom) -> bool:
    return atom.kind == "text" and atom.inline and not atom.mark and not atom.again and not atom.text.endswith(":")


def _cell_of(page: Page, value: Atom, run: Sequence[Atom]) -> Cell:
    words = dom.tidy(" ".join(atom.text for atom in run)).strip(" :|;,–-") or value.text
    if value.inline or value.kind == "value":
        return Cell(words, value_type(words) if words else "empty", value.element)
    cell = page.cell(value.element)
    return cell if cell.text or cell.filled else Cell(words, value_type(words) if words else "empty", value.element)


# ------------------------------------------------------------------------------------------------ records

_REGIONS = frozenset("dl fieldset section article form table body main details dialog li".split())
_REGION_CLASS = re.compile(
    r"(?:^|[-_\s])(?:modal\w*|card|panel|box|detalhes?|details?|ficha|dados|section|conteudo|content|accordion\S*|collapse|tab-pane|item|well|bloco|block|fieldset|record|registro)(?:$|[-_\s\d])",
    re.I,
)


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
    makes |= {pair.make for group in groups for record in group if len(record.pairs) > 1 for pair in record.pairs}
    for group in groups:
        table = _table(page, group, makes)
        if table is not None:
            made.append(table)
    return made


def records_of(page: Page, pairs: Sequence[Pair]) -> list[Record]:
    """Pairs in document order, parted where labels start over, at headings, and where a section begins or ends."""
    inside: Counter[HtmlElement] = Counter()
    for pair in pairs:
        inside.update(up for up in (pair.host, *pair.host.iterancestors()) if is_region(up))
    headings = sorted(page.order[h] for h in page.body.iter(*dom.HEADINGS, "legend") if h in page.order)
    of_labels = (e for pair in pairs for e in (*dom.up_to(pair.element, pair.host), *pair.element.iter()))
    labels = {page.order.get(element, 0) for element in of_labels}
    headings = [place for place in headings if place not in labels]
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
        if not records or headed or key in seen or apart or part != last_part:
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
    """A record, or a list of alike ones; None where there is too little to believe: one field counts in a list of sums or dates, or
    beside larger records whose labels are made so (``makes``)."""
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
    believed = alike or (one.make in makes and one.score >= SURE_ALONE)
    if not filled or not keys or (len(keys) < 2 and not believed):
        return None
    heads = [columns[key] for key in keys]
    if len(rows) == 1:
        region = group[0].region
        return Table("fields", heads, rows, region, anchor=None if region.tag == "table" else _first_part(page, one))
    whole = common_ancestor((record.pairs[0].element for record in group), page.body)
    return Table("cards", heads, rows, whole, anchor=child_over(one.element, whole))


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
