"""Atoms in a row: the words right below one element, and what all of them say of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.tables.habits import CARDS, Habits
from transparency.extract.tables.labels import Atom, could_label
from transparency.extract.tables.table import Make

BREAK = "break"
"""Kind of an atom that ends a line: a line break, a field to fill, what was read as more than words."""


class AtomRow:
    """The atoms right below an element, in order."""

    def __init__(self, element: HtmlElement, atoms: list[Atom], habits: Habits) -> None:
        self.element = element
        self.atoms = atoms
        self.content = [atom for atom in atoms if atom.kind != BREAK]
        only_lines = not any(atom.kind == BREAK and atom.element.tag != "br" for atom in atoms)
        self.two = len(self.content) == 2 and only_lines and element.tag != "tr"
        """It holds two things and no more. Of a row of a table, the rest of the table says whether it has labels."""
        self.regular = habits.regular(element) if self.two else 0
        """So many places of the page are made as these two."""
        self.lean = habits.lean(element) if self.two else 0.0
        """How much rather the first of two is the label."""

    @cached_property
    def lines(self) -> Counter[Make]:
        """How often words of a make begin a line, or stand before what holds more than words."""
        lines = _lines_by_label(self.atoms)
        lines |= Counter(
            a.make for a, b in pairwise(self.atoms) if a.make != b.make and could_label(a.words) and b.text
        )
        return lines

    @cached_property
    def _breaking(self) -> set[tuple[str, str]]:
        """How the elements are made that hold more than words."""
        breaks = (atom.element for atom in self.atoms if atom.kind == BREAK)
        return {(element.tag, dom.classes(element)) for element in breaks if element.tag != "br"}

    def is_broken(self, at: int) -> bool:
        """Whether a line break comes after an atom."""
        following = self.atoms[at + 1 : at + 2]
        return any(atom.kind == BREAK and atom.element.tag == "br" for atom in following)

    def after(self, at: int) -> tuple[int, Atom | None]:
        """The place of the atom after another one, past a line break, and that atom, if there is any."""
        place = at + 1 + self.is_broken(at)
        return place, self.atoms[place] if place < len(self.atoms) else None

    def opens(self, at: int) -> bool:
        """Whether a line begins with an atom."""
        return not at or self.atoms[at - 1].kind == BREAK

    def again(self, atom: Atom) -> int:
        """How many places or lines are made as the one that an atom begins."""
        return max(self.regular, min(CARDS, self.lines[atom.make]) if not atom.inline or atom.make[1] else 0)

    def sets_apart(self, label: Atom, value: Atom) -> bool:
        """Whether what follows a label with a colon is made otherwise than that, as what holds more than words is not: another
        thing begins there."""
        own = (label.element.tag, dom.classes(label.element))
        same = own == (value.element.tag, dom.classes(value.element))
        return label.text.endswith(":") and own in self._breaking and not same

    def is_next_label(self, label: Atom, value: Atom) -> bool:
        """Whether what stands after a label is rather the label of what comes next."""
        marked = value.kind == "text" and value.mark >= 2 and value.mark >= label.mark
        if label.introduces and not value.text.endswith(":"):
            return False
        return marked and not self.two and not value.again < label.again

    def run(self, at: int) -> list[Atom]:
        """An atom with what runs on after it in its line."""
        run = [self.atoms[at]]
        for atom in self.atoms[at + 1 :]:
            if not run[0].inline or not _runs_on(atom):
                break
            run.append(atom)
        return run


def _lines_by_label(atoms: Sequence[Atom]) -> Counter[Make]:
    """How many lines begin with words of a make that other words of these lines do not have; labels and values that take turns
    count as many."""
    firsts = [b for a, b in pairwise(atoms) if a.kind == BREAK and b.kind != BREAK]
    firsts += [atom for atom in atoms[:1] if atom.kind != BREAK]
    others = {atom.make for atom in atoms if atom not in firsts and atom.text}
    found = Counter(atom.make for atom in firsts if could_label(atom.words))
    steady = Counter({make: often for make, often in found.items() if make not in others and often == len(firsts)})
    told = [atom for atom in atoms if atom.text and atom.kind == "text"]
    makes = [{atom.make for atom in told[n::2]} for n in (0, 1)]
    if len(told) > 3 and len(told) % 2 == 0 and len(makes[0]) == len(makes[1]) == 1 and makes[0] != makes[1]:
        steady |= Counter({make: CARDS for make in makes[0] if all(could_label(atom.words) for atom in told[::2])})
    return steady


def with_colons(atoms: list[Atom]) -> list[Atom]:
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
