"""What a field is called: by the label that is tied to it, by the words before it or around it, by the cell beside it."""

from __future__ import annotations

import re
from itertools import takewhile

from transparency.extract.controls.names import is_glyph
from transparency.extract.controls.part import Part, clean
from transparency.extract.controls.presses import Presses
from transparency.extract.controls.selectors import DATA_FIELD
from transparency.model import Page

_TITLED = re.compile(r"(?:^|[-_\s])(?i:label|rotulo|legenda)(?:$|[-_\s])|[a-z]\w*(?:Label|Rotulo|Caption)(?:$|[-_\s])")
"""A class that says that an element is a label."""
_ENDS_IN_WORD = re.compile(r"[^\W\d_]{2}[\W\d_]*$")
_ENDS_WORDS = frozenset("br p div li tr table".split())
_NO_SHELL = frozenset("form body main table tr".split())


def is_titled(part: Part) -> bool:
    """Whether its class says that it is a label."""
    return bool(_TITLED.search(part.classes))


class FieldLabels(Presses):
    """The fields of a frame, by what they are called."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._control_labels: dict[Part, str] = {}

    def _is_silent(self, part: Part) -> bool:
        return self.is_field(part) or is_glyph(part)

    def words_of(self, part: Part | None) -> str:
        """The words of an element without those of the fields inside it."""
        return self.text_without(part, self.is_field if self.mixed else self._is_silent) if part is not None else ""

    def label_of(self, field: Part) -> Part | None:
        """The label that is tied to it."""
        return self.at(field.facts.label)

    def _called_by(self, label: Part | None, field: Part) -> str:
        """The words of a label; of one that holds its field, too, without the value that is written beside that."""
        value = clean(field.value) if label is not None and field.has("readonly") and label.holds(field) else ""
        text = self.words_of(label)
        if not value or label is None:
            return text
        beside = any(self.brief(p) == value and not self.is_field(p) for p in self.below(label))
        return clean(text).replace(value, " ", 1) if beside else text

    @staticmethod
    def drawn_as(field: Part) -> Part:
        """Where a field stands in a box of no size it is there for keys alone: what is drawn around that is what people see."""
        if not field.has("readonly"):
            return field
        box = next((at for at in (field, field.up) if at is not None and at.width <= 2), None)
        return (box.up if box is not None else None) or field

    def _list_names(self, part: Part) -> list[str]:
        """What names a list that a script draws: the label of the field that it stands for and hides, its own name, or that of a
        field in it; how its arrow is called ("select") only where nothing names the list."""
        field, inner = self.one(part, "input,select"), self.one(part, "[aria-label],[title]")
        label = self.label_of(field) if field is not None else None
        if label is None and field is not None and (name := field.get("id")):
            label = next((p for p in self.everything("label") if p.get("for") == name), None)
        own = self.name(part)
        arrow = inner is not None and inner.tag not in ("input", "select", "textarea") and own == self.name(inner)
        return [self.words_of(label), "" if arrow else own]

    def _cell_around(self, part: Part) -> Part | None:
        """The cell that a field stands in: where a table of its own draws the field, with its arrow, the cell that this one is in."""
        cell = self.closest(part, "td,[role=gridcell]")
        for _ in range(3):
            table = self.closest(cell, "table") if cell is not None else None
            outer = self.closest(table.up, "td") if table is not None and table.up is not None else None
            if table is None or outer is None or not self.alone(part, table) or clean(self.words_of(table)):
                break
            cell = outer
        return cell

    def _loose_label(self, part: Part) -> str:
        """A label that is tied to no field, right before a list that a script draws, names it more surely than what its toolkit
        calls the arrow of every list ("Select box activate")."""
        for at, _ in zip(part.ancestors(), range(3), strict=False):
            before = at.neighbour(-1)
            if before is not None:
                free = (
                    before.tag == "label" and not self._has_control(before) and self.one(before, self.is_field) is None
                )
                return self.words_of(before) if free else ""
        return ""

    def _has_control(self, label: Part) -> bool:
        return label.index in {p.facts.label for p in self.everything(DATA_FIELD)}

    def _words_before(self, part: Part) -> list[str]:
        """What stands before a field, or before what holds it, nearest first, up to the next field."""
        found: list[str] = []
        for at, _ in zip(part.ancestors(), range(3), strict=False):
            if at is self.body:
                break
            for node, _ in zip(at.nodes_before(), range(3), strict=False):
                if isinstance(node, Part) and self._asks(node):
                    break
                text = clean(node) if isinstance(node, str) else self.brief(node)
                if text and len(text) < 60:
                    found.append(text)
                    break
        return found

    def words_after(self, box: Part) -> str:
        """The loose words right after a round button or check box, or after what holds nothing else, up to the next field or line."""
        for at in (box, box.up):
            if at is None or (at is not box and clean(self.words_of(at))):
                break
            if at.tag == "td":
                beside = at.neighbour(1)
                return self.brief(beside, 80) if beside is not None and not self._asks(beside) else ""
            inline = takewhile(lambda node: isinstance(node, str) or not self._ends_words(node), at.nodes_after())
            said = clean(" ".join(node if isinstance(node, str) else self.brief(node, 80) for node in inline), 80)
            if said:
                return said
        return ""

    def _asks(self, part: Part) -> bool:
        return self.is_field(part) or self.one(part, self.is_field) is not None

    def _ends_words(self, part: Part) -> bool:
        return part.tag in _ENDS_WORDS or self._asks(part)

    def control_label(self, field: Part) -> str:
        """What a field is called."""
        known = self._control_labels.get(field)
        if known is None:
            known = self._control_labels[field] = self._control_label(field)
        return known

    def tied_label(self, field: Part) -> str:
        """What says by itself which field it names: a label that is tied to it or holds it, or its own name."""
        texts = [self._called_by(self.label_of(field), field)]
        if field.tag in ("input", "select", "textarea"):
            texts.append(self.name(field))
        else:
            texts += [self._loose_label(field) if self.drops.get(field) == "" else "", *self._list_names(field)]
        texts.append(self._called_by(self.closest(field, "label"), field))
        return next(filter(None, map(clean, texts)), "")[:80]

    def _control_label(self, field: Part) -> str:
        found = self.tied_label(field)
        if found:
            return found
        texts = [*self._labels_in_cells(field), *self._words_before(self.drawn_as(field))]
        # Older toolkits draw a field as a table of its own, a cell for what is typed and one for the arrow.
        box = self.closest(field, "table")
        if box is not None and not any(map(clean, texts)) and len(self.inside(box, self.is_field)) == 1:
            texts += self._words_before(box)
        if not any(map(clean, texts)):
            texts.append(self._shell_label(field))
        texts += [field.get("placeholder"), self.name(field)]
        return next(filter(None, map(clean, texts)), "")[:80]

    def _labels_in_cells(self, field: Part) -> list[str]:
        """The words before a field in its cell, in the cell beside it, and in the one over it."""
        texts: list[str] = []
        cell = self._cell_around(field)
        if cell is None:
            return texts
        for at in field.ancestors():  # "Exercício: [2026]" in one cell
            if at is cell:
                break
            before = next(at.nodes_before(), None)
            if isinstance(before, str) and _ENDS_IN_WORD.search(before) and len(clean(before)) < 60:
                texts.append(before)
        beside = cell.neighbour(-1)
        if beside is not None and self.one(beside, self.is_field) is None:
            texts.append(self.content(beside))
        # Where a table lays out the filters, what stands over a cell that says nothing of its own.
        row = cell.up if not clean(self.words_of(cell)) else None
        upper = row.neighbour(-1) if row is not None else None
        if row is not None and upper is not None and len(upper.children) == len(row.children):
            head = upper.children[cell.place]
            if len(self.brief(head)) < 60 and self.one(head, self.is_field) is None:
                texts.append(self.content(head))
        return texts

    def _shell_label(self, field: Part) -> str:
        """Toolkits wrap a field in shells of its own: the label stands before one of them, and says that it is one."""
        for climbed, at in zip(range(9), field.ancestors(), strict=False):
            if at.tag in _NO_SHELL or (climbed and len(self.inside(at, DATA_FIELD)) > 1):
                break
            before = at.neighbour(-1)
            if before is None or self._asks(before):
                continue
            called = [before, *self.inside(before, "[class]", 3)]
            if before.tag == "label" or self.one(before, "label") is not None or any(map(is_titled, called)):
                label = self.brief(before)
                if label and len(label) < 60:
                    return label
        return ""

    def alone(self, field: Part, shell: Part) -> bool:
        """Whether a shell holds no other field; what asks in a popup that is closed is none of its fields."""
        return all(
            other.holds(field) or field.holds(other) or (other.tag != "select" and not other.shown)
            for other in self.inside(shell, self.is_field, 60 if self.mixed else None)
        )
