"""What kind a field is: for a day, a list with an arrow, one that scripts draw; whether it can be used, and what it opens."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transparency.extract.controls.field_labels import FieldLabels
from transparency.extract.controls.names import asks_day, is_combo, is_day_name, is_iconic
from transparency.extract.controls.part import Part, clean, fold, has_words
from transparency.extract.controls.selectors import DATA_FIELD
from transparency.model import Page

CALENDAR = re.compile(r"date|calend|picker", re.I)
_COMBO = re.compile(
    r"combo|band-?box|drop-?down|auto-?complete|look-?up|caret|chevron|arrow(?![-_]?(?:right|left|up|circle))|(?<!un)select(?!ed|able|ion)",
    re.I,
)
"""How its maker calls a list that is narrowed by what is typed, or its arrow: a field for a day or a word has a button, too."""
_DAY_NOTE = re.compile(r"\D{0,25}\(?\s*dd\s*/\s*mm\s*/\s*[ay]{2,4}\s*\)?\W*", re.I)
"""What stands around a field, or two: "(dd/mm/aaaa)", "De a (dd/mm/aaaa)"."""
_DAYS = re.compile(r"\d\d/\d\d/\d{4}|\bdd?\s*/\s*mm?\b", re.I)
_MONTHLY = re.compile(r"month|m[eê]s(?![a-z])", re.I)
_SUGGESTS = re.compile(r"auto-?complete|auto-?suggest|type-?ahead", re.I)
_WHEN = re.compile(r"\d\d/(?:\d\d/)?\d{4}|\d{4}-\d\d(?:-\d\d)?|")
_FROM, _TO = re.compile(r"inici|\b(?:de|desde|start|from)\b"), re.compile(r"\b(?:fim|final|ate|termino|end|to)\b")
_IS_DAY = re.compile(r"\bdata\b|dd/mm|\d\d/\d\d/\d{4}", re.I)
_OF_THE_PAGE = "a[href],button,input,select,table,form,iframe,[role=menu]"
_NO_POPUP_SHELL = frozenset("body main section form".split())
_TYPED = ("", "text", "search")


def asks_days(field: Part, classes: str) -> bool:
    """Whether a field is for days: by what it and its button are called, or by the day that it holds or asks for."""
    return bool(CALENDAR.search(classes) or _DAYS.search(f"{field.value} {field.get('placeholder')}"))


class Fields(FieldLabels):
    """The fields of a frame, by their kind."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._arrows: dict[Part, Part | None] = {}
        self._by_arrow: dict[Part, bool] = {}
        self._lists: dict[Part, bool] = {}
        self._usable: dict[Part, bool] = {}
        self._stand_ins: set[Part] | None = None
        self._in_page_bar: dict[Part, bool] = {}

    def in_page_bar(self, part: Part) -> bool:
        raise NotImplementedError

    def pieces(self, part: Part) -> list[str]:
        raise NotImplementedError

    def arrow(self, field: Part) -> Part | None:
        """What opens the list of a field: the wordless button beside it."""
        if field not in self._arrows:
            self._arrows[field] = self._arrow(field)
        return self._arrows[field]

    def _arrow(self, field: Part) -> Part | None:
        for up, _ in zip(field.above(), range(2), strict=False):
            if not self.alone(field, up):
                return None
            for other in self.below(up):
                if other is field or not other.shown or other.holds(field) or self.kind(other) != "click":
                    continue
                first = other.children[0].classes if other.children else ""
                if is_iconic(other) or is_iconic_name(first) or not has_words(self.text(other)):
                    return other
        return None

    def pressed_around(self, field: Part) -> Part | None:
        """What is pressed to open the list of a field that nobody can type in, when it is the shell of the field as a whole."""
        if field.tag != "input" or not field.has("readonly"):
            return None
        for up, _ in zip(field.above(), range(2), strict=False):
            if not self.alone(field, up):
                return None
            if self.kind(up) == "click":
                return None if has_words(self.text(up)) else up
        return None

    def suggestions(self, field: Part) -> Part | None:
        """The list of values that it suggests."""
        return self.at(field.facts.suggestions)

    def suggests(self, field: Part) -> bool:
        """A field that offers values for what is typed."""
        if field.tag != "input" or self.suggestions(field) is not None:
            return False
        return (
            is_combo(field)
            or field.get("aria-autocomplete") in ("list", "both")
            or bool(_SUGGESTS.search(field.classes))
        )

    def is_list(self, part: Part) -> bool:
        """A list of options that a script draws, without a field to type in. One shown in an input that nobody can type in gives
        itself away by its role, by the pointer, or by an arrow beside it; a date has a calendar instead."""
        if part.tag == "input":
            if not part.has("readonly"):
                return False
        elif part.tag in ("select", "textarea") or not (is_combo(part) or part in self.drops):
            return False
        known = self._lists.get(part)
        if known is None:
            known = self._lists[part] = self._is_list(part)
        return known

    def _is_list(self, part: Part) -> bool:
        if part.tag != "input":
            inner = self.inside(part, DATA_FIELD)
            if any(p.shown and not (p.tag == "input" and p.has("readonly")) for p in inner):
                return False
            return is_combo(part) or (part in self.drops and self.drops[part] != "day")
        if part.get("type") not in _TYPED or not part.shown:
            return False
        if _IS_DAY.search(f"{part.get('placeholder')} {part.value} {self.control_label(part)}"):
            return False
        if re.fullmatch(r"\d*", part.value) and self.in_page_bar(part):
            return False
        opens = self.suggests(part) or part.has("aria-haspopup") or part.pointer
        return opens or self.arrow(part) is not None or self.pressed_around(part) is not None

    def opens_by_arrow(self, field: Part) -> bool:
        """A field without a role that is told by what its maker calls it, or its arrow."""
        if field.tag != "input" or field.has("readonly") or field.get("type") not in ("", "text"):
            return False
        if self.suggestions(field) is not None:
            return False
        known = self._by_arrow.get(field)
        if known is None:
            arrow = None if is_combo(field) or not field.shown else self.arrow(field)
            about = [field, field.up, arrow, arrow.up, *arrow.children] if arrow is not None else []
            classes = " ".join(part.classes for part in about if part is not None)
            known = self._by_arrow[field] = bool(_COMBO.search(classes)) and not CALENDAR.search(classes)
        return known

    def typed_in(self, part: Part) -> Part | None:
        """The input of a list that opens to a click and is narrowed by what is typed: by its role, never by its looks. The role
        may stand on the input or on what holds it."""
        if self.opens_by_arrow(part):
            return part
        if part.tag == "input":
            inner: Sequence[Part] = (part,)
        elif part.tag in ("select", "textarea") or not is_combo(part):
            return None
        else:
            inner = self.inside(part, DATA_FIELD, 2)
        if len(inner) != 1 or inner[0].tag != "input":
            return None
        field = inner[0]
        plain = field.get("type") in _TYPED and not field.has("readonly") and self.suggestions(field) is None
        narrows = is_combo(part) or part.get("aria-autocomplete") in ("list", "both")
        return field if plain and narrows and field.shown else None

    def has_calendar(self, field: Part) -> bool:
        """A text to type that says nothing of a day, and has a calendar beside it, or a note of how a day is written."""
        if field.tag != "input" or field.get("type") not in ("", "text"):
            return False
        if field.up is not None and _DAY_NOTE.fullmatch(self.brief(field.up, 40)):
            return True
        arrow = self.arrow(field)
        about = [field, field.up]
        if arrow is not None and arrow is not field.up:
            about += [arrow, *arrow.children]
        classes = " ".join(part.classes for part in about if part is not None)
        return (asks_day(field) or is_day_name(classes)) and not _MONTHLY.search(classes)

    def twins(self, field: Part) -> list[Part]:
        """Two fields that nobody can type in, with hardly a word between them, in one shell: a period is chosen in one calendar,
        the first asks for it and the second shows where it ends."""
        if field.tag != "input" or not field.has("readonly"):
            return []
        fields: list[Part] = []
        shell = field.up
        for climbed, at in zip(range(3), field.above(), strict=False):
            if climbed and len(fields) >= 2:
                break
            shell = at
            fields = self.inside(at, DATA_FIELD, 3) if at.tag not in ("form", "body", "table", "tr") else []
        if len(fields) != 2 or shell is None:
            return []
        if not all(f.tag == "input" and f.has("readonly") and _WHEN.fullmatch(clean(f.value)) for f in fields):
            return []
        between = self.brief(shell)
        start, end = (fold(f.get("placeholder")) for f in fields)
        named = bool(_FROM.search(start) and _TO.search(end)) if start or end else between != ""
        return fields if len(between) < 5 and named else []

    def _find_stand_ins(self) -> set[Part]:
        """What a script draws beside a select that it hides, and shows what is chosen there: the select is the field."""
        found: set[Part] = set()
        for select in self.everything("select")[:200]:
            options = self.options(select)
            if len(options) < 2 or select.has("multiple") or (select.shown and select.width > 2):
                continue
            chosen = fold(next((self.option_text(o) for o in options if o.facts.selected), ""))
            for by in (1, -1):
                beside = select.neighbour(by)
                if beside is None or beside.tag not in ("div", "span", "button") or not beside.shown:
                    continue
                if beside.width < 30 or self.one(beside, "select") is not None:
                    continue
                pieces = self.pieces(beside)
                if pieces and (fold(pieces[0]) == chosen or (not select.value and len(pieces) == 1)):
                    found.add(beside)
        return found

    def in_stand_in(self, part: Part) -> bool:
        if self._stand_ins is None:
            self._stand_ins = self._find_stand_ins()
        return bool(self._stand_ins) and any(at in self._stand_ins for at in part.ancestors())

    def _opens_boxes(self, part: Part) -> bool:
        """What opens a list of boxes that is in the page already: the boxes are the field."""
        if part.tag in ("input", "select", "textarea") or part.get("aria-haspopup") != "listbox":
            return False
        region = self.opened(part)
        return region is not None and self.one(region, "input[type=checkbox]") is not None

    def is_trigger(self, part: Part) -> bool:
        """The wordless button of a list whose field stands beside it, wherever in its shell that is."""
        if part.role != "button" or part.up is None or self.brief(part):
            return False
        return any(
            other is not part
            and other.role != "button"
            and (is_combo(other) or self.one(other, "[role=combobox],input[aria-haspopup=listbox]") is not None)
            for other in part.up.children[:6]
        )

    def usable(self, field: Part) -> bool:
        """Whether a field can be filled as it is."""
        known = self._usable.get(field)
        if known is None:
            known = self._usable[field] = self._is_usable(field)
        return known

    def _is_usable(self, field: Part) -> bool:
        twins = self.twins(field)
        if (twins and twins[1] is field) or self._opens_boxes(field) or self.is_trigger(field):
            return False
        if self.in_stand_in(field) or self._keeps_day(field) or field.facts.disabled:
            return False
        if field.type == "radio" and self.chooses_record(field):
            return False
        if _read_only(field) and not CALENDAR.search(f"{field.type} {field.classes}") and not self.is_list(field):
            return False
        if field.shown or field.type == "checkbox":
            return True
        # What is drawn over a select or a round button hides it, but not where it stands.
        masked = field.tag == "select" or field.type == "radio"
        around = (field.up, field.up.up if field.up is not None else None, self.label_of(field))
        return masked and any(at is not None and at.shown for at in around)

    def _keeps_day(self, field: Part) -> bool:
        """What keeps the day that is typed part by part beside it."""
        hidden = field.tag == "input" and field.get("aria-hidden") == "true" and field.up is not None
        return hidden and field.up is not None and any(self.drops.get(p) == "day" for p in field.up.children)

    # ---- popups of lists --------------------------------------------------------------------------------------------
    def popups(self, field: Part) -> list[Part]:
        """The closed popups in the shell of a field."""
        found = self.closed_in(field, field.up)
        if found:
            return found
        # one that draws the field alone has the popup beside it
        table = self.closest(field, "table") if self.closest(field, "td") is not None else None
        drawn = table if table is not None and self.alone(field, table) and len(self.rows(table)) == 1 else None
        shells = (shell for shell in (self.pressed_around(field), drawn) if shell is not None)
        return [popup for shell in shells for popup in self.closed_in(field, shell.up)]

    def closed_in(self, field: Part, shell: Part | None) -> list[Part]:
        """What is closed in a shell around a field alone, and holds something like options."""
        if shell is None or shell.tag in _NO_POPUP_SHELL or len(shell.children) > 6 or not self.alone(field, shell):
            return []
        return [
            part
            for part in shell.children
            if part is not field and not part.shown and not part.holds(field) and not self.is_field(part)
            if self.one(part, "select") is None
            if part.tag in ("ul", "ol", "table") or self.one(part, "li,tr,[role=option]") is not None
        ]

    def closed_by(self, part: Part) -> list[Part]:
        """The popup of a field, drawn elsewhere on the page, that the field names and that is closed."""
        popup = self.by_id(part, part.attributes.get("aria-controls", part.get("aria-owns")))
        if popup is None or popup.shown:
            return []
        while popup.up is not None and popup.up is not self.body and not popup.up.shown:
            popup = popup.up
        return [] if popup.holds(part) else [popup]

    def closed_lists(self) -> list[Part]:
        """Closed lists that a script keeps at the end of the page and nothing names: of boxes made alike one holds what a field
        shows that is chosen from a list."""
        fields = (p for p in self.everything("input") if p.shown and (self.is_list(p) or self.typed_in(p) is p))
        values = set(filter(None, (fold(field.value) for field in fields)))
        boxes = [p for p in self.body.children if _is_closed_box(p) and self.one(p, _OF_THE_PAGE) is None] if values else []  # fmt: skip
        made = {
            box.classes
            for box in boxes
            if any(not p.children and fold(self.brief(p)) in values for p in self.below(box)[:400])
        }
        return [box for box in boxes if box.classes in made]


def is_iconic_name(classes: str) -> bool:
    """Whether classes are those of an icon font."""
    return "mat" in classes and ("material-icons" in classes or "material-symbols" in classes or "mat-icon" in classes)


def _read_only(field: Part) -> bool:
    return field.tag in ("input", "textarea") and field.has("readonly")


def _is_closed_box(part: Part) -> bool:
    return part.tag in ("div", "ul") and not part.shown and part.facts.position == "absolute"
