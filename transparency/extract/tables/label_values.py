"""Labels with their values in any mark-up: ``dl``, "label: value", a label over or before its value, locked fields."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.atoms import BREAK, AtomRow, with_colons
from transparency.extract.tables.habits import AGAIN, CARDS, Habits, run_make
from transparency.extract.tables.labels import (
    ENOUGH,
    TELLING,
    Atom,
    Evidence,
    could_label,
    evidence_of_pair,
    evidence_of_reversed,
    is_sign,
    mark_of,
)
from transparency.extract.tables.page import (
    Page,
    controls,
    is_asked,
    is_choice,
    is_of_query,
    link_in,
    shows_values,
    value_of,
)
from transparency.extract.tables.records import Pair
from transparency.extract.tables.table import EMPTY, Cell, Make
from transparency.extract.values import is_action, is_empty_message, is_file, value_type
from transparency.text import normalize

_DASHED = re.compile(r"([^\W\d_][^:–—-]{1,40}?)\s+[–—-]\s+(\S.*)", re.S)
_BAR = re.compile(r"\s*(?:^|(?<=\s))[|•·](?:$|\s)\s*")
_SENTENCE = re.compile(r"(?<=[.;])\s+(?=[^\W\d_][^.:;!?]{1,40}:\s+\S)")
"""Where a sentence begins that tells a field ("… da merenda. Data da sessão: 11/11/2026. Estimativa: R$ 10,00")."""
_ABBREVIATED = re.compile(r"[^\W\d_]+\.")
"""A word that a point cuts short, and that ends no sentence ("Ref. empenho: 12/2026")."""
_APART = re.compile(rf"{dom.GAP.pattern}|(?<=\S) {{3,}}(?=[^\W\d_][^:]{{1,40}}:\s)")
"""What parts the fields of one line: a gap, or spaces before a further label, as a writer of reports sets them."""
_DONE_ON = re.compile(r"^((?:[^\W\d_]+\s){1,3}em)\s(\d{1,2}/\d{1,2}/\d{4})\b(?!\W*(?:[aà]s\s)?\d{1,2}[:h]\d\d)")
"""What was done, and the day ("Publicado em 11/11/2026 por admin"); with a time of day it tells when a report was printed."""
_INLINE = re.compile(r"^([^\W\d_][^:]{1,58}?)\s?:\s+(\S.*)$", re.S)
_ASKING_ROLES = frozenset("combobox listbox searchbox spinbutton slider".split())
_CHOICES = frozenset("checkbox menuitemcheckbox menuitemradio radio option switch".split())
LONGEST, WHOLE, BRIEF = 400, 300, 80
"""Characters of a text with parts, at most: of one that runs on in a line, of one that its tag holds together, of any other."""
TOLD = 120
"""Characters of a sentence that tells a field, at most: a longer one is prose under a title ("DA HABILITAÇÃO: …")."""
NEAR = 20
"""Elements among which the first values of a record stand below what heads it."""


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
        self.done: list[Pair] = []
        """Those of them that tell what was done, and the day."""
        self.lone: list[tuple[HtmlElement, Atom]] = []
        """Elements with one text in them: a label may be left without a value."""

    def read(self, element: HtmlElement) -> list[Pair]:
        """The pairs below an element in document order."""
        self.found, self.lone, self.done = [], [], []
        self._visit(element, top=True)
        again = Counter(normalize(pair.label) for pair in self.done)  # in each entry of a list it is none of a record
        listed = {id(pair) for pair in self.done if again[normalize(pair.label)] > 1}
        pairs = self._with_blanks([pair for pair in self.found if id(pair) not in listed])
        return sorted(pairs, key=lambda pair: self.page.order.get(pair.element, 0))

    # -------------------------------------------------------------------------------------------- atoms

    def _visit(self, element: HtmlElement, top: bool = False) -> Atom | None:
        """An element as one atom, or None when it is more than that (its pairs are then found already)."""
        if not top and (element in self.claimed or self.page.skipped(element)):
            for row in self.opened.get(element, ()):
                self._visit(row, top=True)
            return None
        if element.tag in ("input", "select", "textarea"):
            return self._control(element)
        if element.tag in dom.SILENT:
            return None
        if _ends_line(element):
            return Atom("", element, kind=BREAK)
        if element.tag == "dl" and self._definitions(element):
            return None
        atoms, whole = self._atoms(element)
        made = self._pair_up(AtomRow(element, atoms, self.habits))
        return None if made or not whole else self._joined(element, atoms)

    def _joined(self, element: HtmlElement, atoms: Sequence[Atom]) -> Atom | None:
        """The atoms of an element as one; None where they are several things."""
        filled = [atom for atom in atoms if atom.kind != BREAK and (atom.text or atom.kind == "asked")]
        if any(atom.kind == "asked" for atom in filled):
            return Atom(self.page.text(element), element, kind="asked") if len(filled) == 1 else None
        if not filled:
            return Atom("", element, make=self.page.make(element))
        words = self.page.text(element) or filled[0].text
        if not _is_one_text(element, words, filled):
            return None
        atom = Atom(words, element, mark_of(self.page, element), make=self.page.make(element))
        if len(filled) == 1:
            one = filled[0]
            atom.kind = one.kind
            atom.again = max(one.again, self.habits.again(atom.make, run_make(element)))
            self._keep_lone(atom, one)
        return atom

    def _keep_lone(self, atom: Atom, one: Atom) -> None:
        """Keep an element whose only text is that of ``one``."""
        inner = one.element is not atom.element
        if inner == bool(len(atom.element)):
            self.lone.append((atom.element, one if inner else atom))

    def _control(self, element: HtmlElement) -> Atom:
        if not controls(element):
            return Atom("", element, kind=BREAK)
        if (is_asked(element) and not shows_values(element)) or is_of_query(element):
            return Atom("", element, kind="asked")
        return Atom(value_of(element), element, kind="value", make=(str(element.tag), "value"))

    def _atoms(self, element: HtmlElement) -> tuple[list[Atom], bool]:
        """The atoms right below an element, and whether nothing in it is more than an atom."""
        habits = self.habits
        own = (str(element.tag), dom.classes(element))
        atoms: list[Atom] = []
        whole = True
        if words := dom.tidy(element.text or ""):
            again = habits.again(own, run_make(element))
            first = Atom(words, element, inline=True, make=(f"{own[0]} own", own[1]), again=again)
            atoms += _clauses(first, element.text or "")
        for child in element:
            unseen = child.get("data-t-hidden") is not None
            if unseen and child.tag in ("span", "i", "small", "input"):
                pass
            elif not dom.is_icon(child) and child.tag not in ("script", "style", "template", "svg"):
                atom = self._inline(child) or self._visit(child)
                if atom is None or unseen:
                    whole = False
                    atoms.append(Atom("", child, kind=BREAK))
                elif atom.text or atom.kind != "text" or link_in(child) is not None or _may_be_blank(child):
                    atoms.append(atom)
                elif next(child.iter("img", "canvas", "object", "embed"), None) is not None:
                    atoms.append(Atom("", child, kind=BREAK))
            if words := dom.tidy(child.tail or ""):
                make = (f"{own[0]} after", own[1])
                again = habits.again(make, run_make(child, after=True))
                atoms += _clauses(Atom(words, element, inline=True, make=make, again=again), child.tail or "")
        return with_colons([atom for atom in atoms if not is_sign(atom.text)]), whole

    def _inline(self, child: HtmlElement) -> Atom | None:
        """A child that runs on in its line."""
        if child.tag not in dom.GLUED | {"a", "font"} or len(child) or not dom.tidy(child.text or ""):
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
    def _pair_up(self, row: AtomRow) -> bool:
        """Take the pairs among atoms; whether there are any."""
        sums = [atom for atom in row.atoms if atom.kind == BREAK and self.habits.labelled_sum(atom.element)]
        alone = row.two or (bool(sums) and len(row.content) == 2 and len(row.atoms) == 2 + len(sums))
        if alone and all(atom.text for atom in row.content) and self._is_pressed_whole(row.element):
            return self._level(row, bool(sums))
        if row.two and self._reversed(row.element, row.content):
            value, label = row.content
            cell = _cell_of(self.page, value, [value])
            self.found.append(Pair(label.words, cell, label.element, row.element, ENOUGH, label.make))
            return True
        if dashed := _dashed(row):
            self.found += dashed
            return True
        made = False
        at = 0
        while at < len(row.atoms):
            after = self._pair_at(row, at)
            made = made or after > 0
            at = after or at + 1
        return made

    def _pair_at(self, row: AtomRow, at: int) -> int:
        """Take the pair whose label is an atom. Returns the place after it; 0 where the atom is no label."""
        label = row.atoms[at]
        if label.kind != "text" or not label.text:
            return 0
        if after := self._named_couple(row, at):
            return after
        after, value = row.after(at)
        if value is not None and value.kind == "asked":
            return after + 1 if could_label(label.words) else 0  # the name of a field to fill
        if value is None or value.kind == BREAK or value.text.endswith(":") or row.sets_apart(label, value):
            return at + 1 if self._blank_pair(row, at, value) or self._inline_pair(row.element, label) else 0
        score = sum(self._evidence(row, at, value).values())
        if score < ENOUGH:
            return at + 1 if self._inline_pair(row.element, label) else 0
        if row.is_next_label(label, value):
            self.found.append(Pair(label.words, EMPTY, label.element, row.element, score, label.make))
            return at + 1
        run = row.run(after)
        cell = _cell_of(self.page, value, run)
        self.found.append(Pair(label.words, cell, label.element, row.element, score, label.make))
        return after + len(run)

    def _named_couple(self, row: AtomRow, at: int) -> int:
        """Take a label with its value that are set off together, and the name that runs on after them ("**Conta: 2188.1** Retenções").
        Returns the place after them; 0 where there is none."""
        told, after = row.atoms[at], at + 1
        said = _INLINE.match(told.text) if told.mark else None
        if said is None or value_type(said[2]) not in TELLING or not self._inline_pair(row.element, told):
            return 0
        name = row.atoms[after] if after < len(row.atoms) else None
        if name is not None and name.inline and name.kind == "text" and ":" not in name.text:
            words = f"{said[2]} {name.text}"
            self.found[-1] = replace(self.found[-1], value=Cell(words, value_type(words), told.element))
            return after + 1
        return after

    def _evidence(self, row: AtomRow, at: int, value: Atom) -> Evidence:
        """What speaks for an atom as the label of a value."""
        label = row.atoms[at]
        colon, broken, again = label.text.endswith(":"), row.is_broken(at), row.again(label)
        steady = row.two or (not broken and again >= CARDS)
        pressed = (not label.inline or label.element.tag == "a") and self.page.pressed(label.element)
        unfolds = pressed and self.page.unfolds(label.element)
        evidence = evidence_of_pair(label, value, steady, again, pressed and not unfolds, row.opens(at))
        if unfolds:
            evidence["unfolds"] = 1.0
        if self._is_menu(value):
            evidence["menu"] = -4.0
        if not colon and self._names_place(label, value):
            evidence["linked"] = -6.0
        if row.two:
            evidence["lean"] = row.lean
        elif broken:
            evidence["broken"] = -0.5
        if label.element.tag in dom.HEADINGS and value.element.tag == label.element.tag:
            evidence["headings"] = -3.0
        if not colon and value.element is not row.element and self._leads_on(row.element, value):
            evidence["leads"] = -2.5
        if not row.two and not colon and not label.mark and not label.again and again < CARDS:
            evidence["loose"] = -2.0
        return evidence

    def _blank_pair(self, row: AtomRow, at: int, value: Atom | None) -> bool:
        """A label with a colon over nothing."""
        label = row.atoms[at]
        among_others = value is not None or row.is_broken(at) or len(row.content) > 1
        if not label.text.endswith(":") or not could_label(label.words) or not among_others:
            return False
        self.found.append(Pair(label.words, EMPTY, label.element, row.element, 3.0, label.make))
        return True

    def _inline_pair(self, element: HtmlElement, atom: Atom) -> bool:
        """A text that says label, colon and value, or label and sum."""
        done = _DONE_ON.match(atom.text)
        said = _INLINE.match(atom.text) or done or self.habits.labelled_sum(atom.element)
        if said is None or len(said[1].split()) > 6 or not dom.label_like(said[1]) or len(said[2]) > 300:
            return False
        if said[2].startswith("//") or is_empty_message(atom.text):
            return False
        if atom.element.tag == "h1" and value_type(said[2]) not in TELLING:
            return False  # the title of a page
        cell = Cell(said[2], value_type(said[2]), atom.element)
        pair = Pair(said[1], cell, atom.element, element, 3.0, atom.make)
        self.found.append(pair)
        self.done += [pair] if said is done else []
        return True

    def _reversed(self, element: HtmlElement, two: Sequence[Atom]) -> bool:
        """Whether the second words of a card are the label of the first."""
        value, label = two
        regular = self.habits.regular(element, reverse=True)
        if value.again > label.again:
            return False  # what comes again is the label
        if (
            any(atom.text.endswith(":") or _INLINE.match(atom.text) for atom in two)
            or not value.text
            or regular < 2
            or label.kind != "text"
        ):
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

    def _is_pressed_whole(self, element: HtmlElement) -> bool:
        """Whether one presses an element with all that it says."""
        held = len(self.page.text(element)) + 3
        whole = (element, *list(element.iterancestors())[:2])
        return any(up.get("data-t-press") is not None and len(self.page.text(up)) <= held for up in whole)

    def _level(self, row: AtomRow, sums: bool) -> bool:
        """Take two texts that are pressed together where the first says of which level of a tree the second is ("Espécie"): sums
        of its record stand beside it, or it comes again over other words, and values of its record stand below. Others are the
        name and the small print of a place."""
        label, value = row.content
        below = row.element.getnext()
        if below is None or below.get("data-t-press") is not None or not could_label(label.words):
            return False
        held = (part for part in islice(below.iter(), NEAR) if not len(part))
        told = sums and label.make != value.make
        if not told and not (
            self.habits.comes_again(row.element) and any(value_type(self.page.text(part)) in TELLING for part in held)
        ):
            return False
        cell = _cell_of(self.page, value, [value])
        self.found.append(Pair(label.words, cell, label.element, row.element, ENOUGH, label.make, opens=True))
        return True

    def _is_menu(self, value: Atom) -> bool:
        """Whether a value is nothing but the names of several places."""
        if value.element.tag == "a":
            return not is_file(value.text) and next(value.element.itersiblings("a"), None) is not None
        links = [self.page.text(link) for link in value.element.iter("a")] if not value.inline else []
        plain = not any(any(map(str.isdigit, words)) or is_file(words) for words in links)
        return len(links) > 1 and plain and normalize(" ".join(links)) == normalize(value.text)

    def _names_place(self, label: Atom, value: Atom) -> bool:
        """Whether two texts in one link are the name and the small print of a place."""
        if value_type(value.text) in TELLING or label.again >= AGAIN:
            return False
        link = next((up for up in (label.element, *label.element.iterancestors()) if up.tag in ("a", "button")), None)
        return link is not None and (value.element is link or link in value.element.iterancestors())

    def _leads_on(self, element: HtmlElement, value: Atom) -> bool:
        """Whether a value is the name of a place, and no data of the record that holds its field."""
        named = value.kind == "text" and self.page.cell(value.element).type == "text"
        return named and self.page.pressed(value.element) and not self._is_of_record(element)

    def _is_of_record(self, element: HtmlElement) -> bool:
        """Whether most of what is made like an element and stands beside it holds nothing to press: fields of a record, of
        which a few lead on."""
        make = self.page.make(element)
        alike = [sibling for sibling in element.itersiblings() if self.page.make(sibling) == make]
        alike += [sibling for sibling in element.itersiblings(preceding=True) if self.page.make(sibling) == make]
        return len(alike) >= 2 and 2 * sum(not self.page.presses(one) for one in alike) > len(alike)

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
            colons = all(self.page.text(pair.element).endswith(":") for pair in told)
            for element, atom in self.lone:
                if colons and not atom.text.endswith(":"):
                    continue  # a title
                model = hosts.get((str(element.tag), dom.classes(element)))
                near = any(up in around for up in list(element.iterancestors())[:2])
                if model is not None and near and atom.make == make and could_label(atom.words):
                    alone.append(Pair(atom.words, EMPTY, atom.element, element, model.score, make))
        known = {self.page.inmost(pair.element) for pair in pairs}
        fresh = {self.page.inmost(pair.element): pair for pair in alone}
        return [*pairs, *(pair for inner, pair in fresh.items() if inner not in known)]


def _dashed(row: AtomRow) -> list[Pair]:
    """Entries of a list that all tell a field with a dash for its colon ("Valor – 10,00"); empty for any other."""
    said = [(atom, _DASHED.fullmatch(atom.text)) for atom in row.content]
    told = [
        Pair(found[1], Cell(found[2], value_type(found[2]), atom.element), atom.element, row.element, ENOUGH, atom.make)
        for atom, found in said
        if found is not None and could_label(found[1])
    ]
    distinct = len({normalize(pair.label) for pair in told}) == len(told) >= CARDS
    typed = sum(pair.value.type in TELLING for pair in told)
    return told if distinct and len(told) == len(said) and 3 * typed >= len(told) else []


def _ends_line(element: HtmlElement) -> bool:
    """Whether an element parts what stands beside it: a line break, or what one chooses from."""
    if element.tag in ("br", "hr") or element.get("role") in _ASKING_ROLES | _CHOICES or is_choice(element):
        return True
    return element.get("aria-haspopup") not in (None, "false") or element.get("data-t-ask") is not None


def _is_one_text(element: HtmlElement, words: str, atoms: Sequence[Atom]) -> bool:
    """Whether atoms are parts of one text: they run on in a line, stand in what holds one text by its tag, or are few words."""
    if len(atoms) == 1:
        return True
    in_line = all(atom.inline for atom in atoms) and len(words) <= LONGEST
    by_tag = element.tag in ("span", "p", "a", "label", "td", "dd", "li") and len(words) <= WHOLE
    unmarked = by_tag and not any(atom.mark >= 2 for atom in atoms)
    few = len(atoms) <= 3 and len(words) <= BRIEF and not any(atom.mark for atom in atoms)
    return in_line or unmarked or few


def _may_be_blank(child: HtmlElement) -> bool:
    """Whether an empty element is a value that is missing."""
    return child.tag in ("div", "span", "td", "dd", "p", "strong", "b") or "-" in str(child.tag)


def _cell_of(page: Page, value: Atom, run: Sequence[Atom]) -> Cell:
    """The cell of a value with what runs on after it, but for a link to more ("10,00 Detalhes")."""
    told = [atom.text for atom in run if atom is value or not is_action(atom.text)]
    words = dom.tidy(" ".join(told)).strip(" :|;,–-") or value.text
    if value.inline or value.kind == "value":
        return Cell(words, value_type(words) if words else "empty", value.element)
    cell = page.cell(value.element)
    return cell if cell.text or cell.filled else Cell(words, value_type(words) if words else "empty", value.element)


def _tells_fields(sentences: Sequence[str]) -> bool:
    """Whether sentences tell fields: all are short, and one of them tells a day, a sum or a number."""
    said = (_INLINE.match(told.removesuffix(".")) for told in sentences if len(told) <= TOLD)
    values = [found[2] for found in said if found is not None]
    return len(values) == len(sentences) and any(value_type(value) in TELLING for value in values)


def _clauses(atom: Atom, raw: str) -> list[Atom]:
    """Words as what stands between bars or gaps in them, where that has labels of its own ("Lotação: Saúde | Admissão: 01/02/2020"),
    and as their sentences that tell fields: each is a line. ``raw``: the same words as they stand in the mark-up."""
    lines = (_SENTENCE.split(part) for part in _BAR.split(dom.tidy(_APART.sub(" | ", raw))))
    lines = (
        line if not _ABBREVIATED.fullmatch(line[0]) and _tells_fields(line[1:]) else [" ".join(line)] for line in lines
    )
    parts = [part.lstrip(" ,;.").removesuffix(".") if len(line) > 1 else part for line in lines for part in line]
    if len(parts) < 2 or not any(part.endswith(":") or _INLINE.match(part) for part in parts):
        return [atom]
    atoms: list[Atom] = []
    for number, part in enumerate(parts):
        atoms += [Atom("", atom.element.makeelement("br"), kind=BREAK)] if number else []
        atoms += [replace(atom, text=part)] if part else []
    return atoms
