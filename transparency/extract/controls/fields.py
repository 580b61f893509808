"""Fields: what they are called, what kind of field they are, what they hold and offer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from transparency.extract.controls.names import asks_day, is_combo, is_day_name, is_glyph, is_iconic
from transparency.extract.controls.part import Part, clean, fold, has_letters, has_words
from transparency.extract.controls.presses import Presses
from transparency.extract.controls.selectors import DATA_FIELD, HEADING, PART_OF_DAY, matches
from transparency.extract.values import is_address
from transparency.model import Field, Option, Page

CALENDAR = re.compile(r"date|calend|picker", re.I)
_COMBO = re.compile(
    r"combo|band-?box|drop-?down|auto-?complete|look-?up|caret|chevron|arrow(?![-_]?(?:right|left|up|circle))|(?<!un)select(?!ed|able|ion)",
    re.I,
)
"""How its maker calls a list that is narrowed by what is typed, or its arrow: a field for a day or a word has a button, too."""
_DAYS = re.compile(r"\d\d/\d\d/\d{4}|\bdd?\s*/\s*mm?\b", re.I)
_MONTHLY = re.compile(r"month|m[eê]s(?![a-z])", re.I)
_STARRED = re.compile(r"[*\u2217\u204e\uff0a]\s*:?\s*$|\bobrigat[óo]ri[oa]\b", re.I)
_SUGGESTS = re.compile(r"auto-?complete|auto-?suggest|type-?ahead", re.I)
_TITLED = re.compile(r"(?:^|[-_\s])(?i:label|rotulo|legenda)(?:$|[-_\s])|[a-z]\w*(?:Label|Rotulo|Caption)(?:$|[-_\s])")
"""A class that says that an element is a label."""
_BARE = re.compile(r"^[\s*:]+$")
_ENDS_IN_WORD = re.compile(r"[^\W\d_]{3}[\W\d_]*$")
_WHEN = re.compile(r"\d\d/(?:\d\d/)?\d{4}|\d{4}-\d\d(?:-\d\d)?|")
_FROM, _TO = re.compile(r"inici|\b(?:de|desde|start|from)\b"), re.compile(r"\b(?:fim|final|ate|termino|end|to)\b")
_NOWHERE = re.compile(r"(?:#|0|-1|javascript:.*)?", re.I)
_LEADS = re.compile(r"\blocation\b|window\.open\(", re.A)
_COUNT = re.compile(r"[([]?\s*\d[\d.]*\s*[)\]]?")
_IS_DAY = re.compile(r"\bdata\b|dd/mm|\d\d/\d\d/\d{4}", re.I)
_OF_THE_PAGE = "a[href],button,input,select,table,form,iframe,[role=menu]"
_NO_SHELL = frozenset("form body main table tr".split())
_NO_POPUP_SHELL = frozenset("body main section form".split())
_TYPED = ("", "text", "search")
_MOST_OPTIONS = 400
_MOST_FIELDS = 40


def is_titled(part: Part) -> bool:
    """Whether its class says that it is a label."""
    return bool(_TITLED.search(part.classes))


def asks_days(field: Part, classes: str) -> bool:
    """Whether a field is for days: by what it and its button are called, or by the day that it holds or asks for."""
    return bool(CALENDAR.search(classes) or _DAYS.search(f"{field.value} {field.get('placeholder')}"))


def is_jump(select: Part, options: Sequence[Part]) -> bool:
    """Whether the options of a select are addresses: what is chosen is gone to. One may only ask to choose, or head them."""
    values = [(place, option.get("value").strip()) for place, option in enumerate(options) if option.has("value")]
    kept = [v for place, v in values if not (_NOWHERE.fullmatch(v) or (not place and not is_address(v)))]
    return not select.has("multiple") and bool(kept) and all(map(is_address, kept))


class Fields(Presses):
    """The fields of a frame."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._controls: dict[Part, Field] = {}
        self._control_labels: dict[Part, str] = {}
        self._arrows: dict[Part, Part | None] = {}
        self._by_arrow: dict[Part, bool] = {}
        self._lists: dict[Part, bool] = {}
        self._usable: dict[Part, bool] = {}
        self._stand_ins: set[Part] | None = None
        self._in_page_bar: dict[Part, bool] = {}

    def in_page_bar(self, part: Part) -> bool:
        raise NotImplementedError

    def arrowed(self, part: Part) -> bool:
        raise NotImplementedError

    def pieces(self, part: Part) -> list[str]:
        raise NotImplementedError

    def year_in(self, part: Part) -> str:
        raise NotImplementedError

    # ---- labels -----------------------------------------------------------------------------------------------------
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
                if isinstance(node, Part) and (self.is_field(node) or self.one(node, self.is_field) is not None):
                    break
                text = clean(node) if isinstance(node, str) else self.brief(node)
                if text and len(text) < 60:
                    found.append(text)
                    break
        return found

    def control_label(self, field: Part) -> str:
        """What a field is called."""
        known = self._control_labels.get(field)
        if known is None:
            known = self._control_labels[field] = self._control_label(field)
        return known

    def _control_label(self, field: Part) -> str:
        texts = [self._called_by(self.label_of(field), field)]
        if field.tag in ("input", "select", "textarea"):
            texts.append(self.name(field))
        else:
            texts += [self._loose_label(field) if self.drops.get(field) == "" else "", *self._list_names(field)]
        texts.append(self._called_by(self.closest(field, "label"), field))
        found = next(filter(None, map(clean, texts)), "")
        if found:
            return found[:80]
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
        if field.tag == "select":  # "Exercício: [2026]" in one cell
            for at in field.ancestors():
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
            if before is None or self.is_field(before) or self.one(before, self.is_field) is not None:
                continue
            called = [before, *self.inside(before, "[class]", 3)]
            if before.tag == "label" or self.one(before, "label") is not None or any(map(is_titled, called)):
                label = self.brief(before)
                if label and len(label) < 60:
                    return label
        return ""

    # ---- kinds of fields --------------------------------------------------------------------------------------------
    def alone(self, field: Part, shell: Part) -> bool:
        """Whether a shell holds no other field; what asks in a popup that is closed is none of its fields."""
        return all(
            other.holds(field) or field.holds(other) or (other.tag != "select" and not other.shown)
            for other in self.inside(shell, self.is_field, 60 if self.mixed else None)
        )

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
        """A text to type that says nothing of a day, and has a calendar beside it."""
        if field.tag != "input" or field.get("type") not in ("", "text"):
            return False
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

    # ---- descriptions -----------------------------------------------------------------------------------------------
    def typed_label(self, part: Part, field: Part) -> str:
        return clean(self.name(part), 80) or self.control_label(field)

    def outermost(self, fields: Sequence[Part]) -> list[Part]:
        """Fields without those that stand inside a list."""
        lists = [f for f in fields if f.children and (self.is_list(f) or self.typed_in(f) is not None)]
        return [f for f in fields if not any(outer is not f and outer.holds(f) for outer in lists)]

    def shells(self, field: Part) -> list[Part]:
        """What holds a field and no other one, the nearest first."""
        found: list[Part] = []
        for at in field.above():
            inner = [f for f in self.inside(at, self.is_field, 12 if self.mixed else None) if not self.is_trigger(f)]
            if len(found) == 3 or len(self.outermost(inner)) > 1:
                break
            found.append(at)
        return found

    def _shown_in(self, part: Part, field: Part, label: str) -> str:
        """What such a list shows as chosen: in its input, or in words beside that."""
        text = clean(field.value)
        at = part.up if field is part else part
        for _ in range(3):
            if text or at is None or len(self.outermost(self.inside(at, self.is_field))) > 1:
                break
            text = _BARE.sub("", clean(self.text(at).replace(label, " ", 1), 80))
            if at is part:
                break
            at = at.up
        return text

    def _leads(self, select: Part) -> bool:
        """Whether a select goes somewhere by what its script does when it changes."""
        return any(_LEADS.search(text[:2000]) for text in (select.get("onchange"), *select.facts.scripts))

    def _option(self, option: Part, jumps: bool) -> Option:
        text = self.option_text(option)
        made = Option(text=clean(text, 120), value=option.attributes.get("value", text), disabled=option.facts.disabled)
        if jumps:
            value = option.get("value").strip()
            made.href = self.resolve(value) if is_address(value) else ""
            up = option.up
            made.head = clean(up.get("label"), 80) if up is not None and up.tag == "optgroup" else ""
        return made

    def _suggestion(self, option: Part) -> Option:
        text = option.get("label") or self.option_text(option)
        value = option.attributes.get("value", self.option_text(option))
        return Option(text=clean(text or value, 120), value=value, disabled=option.facts.disabled)

    def _beside(self, select: Part) -> tuple[list[str], bool]:
        """Two lists side by side, what there is and what is taken: the buttons that may move options from the first to the
        second; and whether it is the second."""
        for at, _ in zip(select.above(), range(6), strict=False):
            lists = self.inside(at, "select[multiple]")
            if len(lists) < 2:
                continue
            movers = [
                p
                for p in self.inside(at, "a,button,[role=button],input[type=button]")
                if p.type != "submit" and self.kind(p) == "click" and p.shown
            ]
            if len(lists) > 2 or not movers or self.one(at, "select:not([multiple]),input[type=text]") is not None:
                return [], False
            return ([self.path(p) for p in movers[:6]], False) if select is lists[0] else ([], True)
        return [], False

    def describe(self, field: Part) -> Field:
        """A field as it is; a copy, for others to change."""
        known = self._controls.get(field)
        if known is None:
            known = self._controls[field] = self._describe(field)
        return structs.replace(known, options=list(known.options))

    def _describe(self, field: Part) -> Field:
        native = field.tag in ("input", "select", "textarea")
        role = "combobox" if is_combo(field) else field.role
        starred = clean(self.words_of(self.label_of(field) or self.closest(field, "label"))) or self.control_label(field)  # fmt: skip
        inner = self.typed_in(field)
        control = Field(
            path=self.path(field),
            tag=field.tag,
            type=field.type if field.tag == "input" else role,
            label=self.control_label(field),
            name=f"{field.get('name') if native else ''} {field.get('id')}".strip(),
            value=field.value,
            required=(native and field.has("required")) or field.get("aria-required") == "true" or bool(_STARRED.search(starred)),
            visible=field.shown,
            suggests=self.suggests(field),
            checked=field.facts.checked,
            placeholder=field.get("placeholder"),
            multiple=native and field.has("multiple"),
            arrow=self.opens_by_arrow(field),
            day=self.has_calendar(field),
            between=bool(self.twins(field)),
            typed=self.path(inner) if inner is not None else "",
            auto=field.has("onchange") or field.facts.changes,
        )  # fmt: skip
        if self.is_list(field):
            self._draw(control, field)
        elif inner is not None:
            control.tag, control.label = "list", self.typed_label(field, inner)
            control.value = self._shown_in(field, inner, control.label)
        if field.tag == "select":
            self._offer(control, field)
        elif field.tag == "input" and (suggested := self.suggestions(field)) is not None:
            control.options = [self._suggestion(option) for option in self.options(suggested)[:_MOST_OPTIONS]]
        elif self.drops.get(field) == "day":
            control.tag, control.type, control.day, control.value = "input", "parts", True, self._day(field)
            control.parts = [self.path(part) for part in self.inside(field, PART_OF_DAY)]
        elif not native and not control.typed:
            control.value = self._drawn(field)[1]
        return control

    def _offer(self, control: Field, select: Part) -> None:
        """What a native list offers, and what is chosen of it."""
        options = self.options(select)
        jumps = is_jump(select, options)
        control.leads = jumps or self._leads(select)
        control.options = [self._option(option, jumps) for option in options[:_MOST_OPTIONS]]
        chosen = [place for place, option in enumerate(options) if option.facts.selected]
        control.value = chosen[0] if chosen else -1
        if select.has("multiple"):
            control.ticked = chosen
            control.movers, control.filled = self._beside(select)

    def _day(self, field: Part) -> str:
        """What its parts say, when all of them say figures."""
        texts = [clean(self.text(part)) for part in self.inside(field, PART_OF_DAY)]
        return "/".join(texts) if all(re.fullmatch(r"\d+", text) for text in texts) else ""

    def _draw(self, control: Field, field: Part) -> None:
        """What a list that a script draws says of itself."""
        if field.tag == "input":
            control.tag, control.value = "list", clean(field.value)
            for at in self.shells(field):
                control.value = control.value or _BARE.sub("", clean(self.text(at).replace(control.label, " ", 1), 80))
            return
        label, control.value = self._drawn(field)
        if label is not None:
            control.label = label
        if (kind := self.drops.get(field)) in ("ask", "year"):
            control.tag, control.type = "list", kind or ""

    def _drawn(self, part: Part) -> tuple[str | None, str]:
        """Label (None where it has none of its own) and value of a list that says what it is and what is chosen ("Exercício
        2026"), or has its value written beside it."""
        kind = self.drops.get(part)
        if kind == "ask":
            first, *rest = self.pieces(part) or [""]
            return re.sub(r"[:*\s]+$", "", first), _plain(" ".join(rest))
        if kind == "year":
            year = self.year_in(part)
            return clean(re.sub(r"[^\w\s]+|[\d_]+", " ", self.label(part).replace(year, " ", 1))), year
        title = self.one(part, "label")
        caption = self.brief(title, 80) if title is not None else ""
        if caption:
            return re.sub(r"[:*\s]+$", "", caption), _BARE.sub("", clean(" ".join(self.text(part).split(caption))))
        pieces = self._values(part)
        if kind is not None:
            return None, _plain(" ".join(pieces))
        name = self.name(part)
        if not 2 <= len(pieces) <= 4 or (name and not name.startswith(pieces[0])):
            return None, self.text(part)
        return pieces[0].removesuffix(":"), " ".join(pieces[1:])

    def _values(self, part: Part) -> list[str]:
        """The pieces of text in sight, labels apart from what follows them."""
        found: list[str] = []
        for node in part.nodes():
            if isinstance(node, str):
                if has_words(node):
                    found += filter(None, (clean(text, 80) for text in re.split(r":\s", node)))
            elif node.shown and not is_iconic(node):
                found += self._values(node)
        return found

    # ---- groups -----------------------------------------------------------------------------------------------------
    def radios_around(self, radio: Part) -> Part | None:
        """What holds the nearest others of its name, and nothing else that is filled in."""
        for at, _ in zip(radio.above(), range(4), strict=False):
            if len(self.inside(at, "input[type=radio]")) > 1:
                same = all(
                    matches(f, "input[type=radio]") and f.get("name") == radio.get("name")
                    for f in self.inside(at, self.is_field)
                )
                return at if same else None
        return None

    def boxes_around(self, box: Part) -> Part | None:
        """Check boxes of one list are one field: what holds the nearest others."""
        for at, _ in zip(box.above(), range(4), strict=False):
            if at.tag in ("form", "tr"):
                return None
            if len(self.inside(at, "input[type=checkbox]")) > 1:
                return at if all(matches(p, "input[type=checkbox]") for p in self.inside(at, self.is_field)) else None
        return None

    def title_before(self, listed: Part) -> str:
        """What heads a list, or stands first before it, apart from the values that its opener shows."""
        fieldset = self.closest(listed, "fieldset")
        legend = self.one(fieldset, "legend") if fieldset is not None else None
        if legend is not None:
            return clean(self.words_of(legend), 80)
        head = next((n for n in listed.nodes() if not isinstance(n, str) or has_letters(n)), None)
        if isinstance(head, str) or (head is not None and matches(head, HEADING)):
            return (clean(head, 80) if isinstance(head, str) else self.brief(head, 80)).removesuffix(":")
        for at, _ in zip(listed.ancestors(), range(3), strict=False):
            if title := self._title_beside(at):
                return clean(title, 80)
        return ""

    def _title_beside(self, at: Part) -> str:
        title = ""
        for before, _ in zip(at.before(), range(3), strict=False):
            if matches(before, "button,[role=button],[aria-haspopup]"):
                title = clean(before.get("aria-label")) or title
                continue
            if self.is_field(before) or self.one(before, self.is_field) is not None:
                break
            text = self.brief(before)
            if matches(before, HEADING) and text and not title:
                return text
            if len(text) < 60:
                title = text or title
        return title

    def _count_beside(self, box: Part) -> str:
        """How many records a facet says are behind an option, in a number of its own beside it."""
        label = self.label_of(box) or box
        up = label.up
        after = up.facts.text[label.place + 1] if up is not None and up.facts.text else ""
        beside = label.neighbour(1)
        text = clean(after) or (self.brief(beside) if beside is not None else "")
        return re.sub(r"\D", "", text) if _COUNT.fullmatch(text) else ""

    def _head_before(self, box: Part) -> str:
        """The words before the first box of a list that nothing holds apart from the next one."""
        label = self.label_of(box)
        start = label if label is not None and label.holds(box) else box
        for at, _ in zip(start.ancestors(), range(3), strict=False):
            before = at.neighbour(-1)
            if before is None or self.is_field(before) or self.one(before, self.is_field) is not None:
                continue
            text = self.brief(before)
            if text and len(text) < 60:
                return clean(text, 80)
        return ""

    def _radios(self, group: list[Part]) -> Field:
        """Round buttons of one name are one field whose options are all in sight."""
        first = group[0]
        fieldset = self.closest(first, "fieldset")
        legend = clean(self.words_of(self.one(fieldset, "legend")), 80) if fieldset is not None else ""
        around = self.radios_around(first)
        return structs.replace(
            self.describe(first),
            tag="radio",
            type="",
            label=legend or (self.title_before(around) if around is not None else ""),
            options=[
                Option(text=self.control_label(p) or p.value, value=self.path(p), disabled=p.facts.disabled)
                for p in group
            ],
            value=next((place for place, p in enumerate(group) if p.facts.checked), -1),
            required=any(p.has("required") for p in group),
        )

    def _boxes(self, group: list[Part]) -> Field:
        first, around = group[0], self.boxes_around(group[0])
        whole = around is not None and around is self.boxes_around(group[-1]) and len(self.inside(around, "input[type=checkbox]")) == len(group)  # fmt: skip
        return structs.replace(
            self.describe(first),
            tag="boxes",
            type="",
            label=self.title_before(around) if whole and around is not None else self._head_before(first),
            placeholder="",
            options=[
                Option(
                    text=self.control_label(p),
                    value=self.path(p),
                    disabled=p.facts.disabled,
                    count=self._count_beside(p),
                )
                for p in group
            ],
            value=next((place for place, p in enumerate(group) if p.facts.checked), -1),
            ticked=[place for place, p in enumerate(group) if p.facts.checked],
            required=any(p.has("required") for p in group),
        )

    def _group_of(self, field: Part) -> object:
        """What tells the group of a round button or check box from others; None of a field that stands alone."""
        if matches(
            field, "input[type=radio]"
        ):  # round buttons of a toolkit may have no name, each in a shell of its own
            return field.get("name") or self.radios_around(field) or field.up
        if not matches(field, "input[type=checkbox]"):
            return None
        # Boxes of one name ("ano[]") are one field, whatever else stands in their list; without names all of a list are.
        around, form, name = self.boxes_around(field), self.at(field.facts.form), field.get("name")
        alike = (
            [p for p in self.inside(form, "input[type=checkbox]") if p.get("name") == name]
            if name and form is not None
            else []
        )
        mixed = around is None or any(p.get("name") != name for p in self.inside(around, "input[type=checkbox]"))
        return (form, name) if len(alike) > 1 and mixed else around

    def describe_all(self, fields: Sequence[Part]) -> list[Field]:
        """Fields, round buttons and check boxes in groups."""
        groups: dict[object, list[Part]] = {}
        entries: list[Part | list[Part]] = []
        for field in fields:
            key = self._group_of(field)
            if key is None:
                entries.append(field)
            elif key in groups:
                groups[key].append(field)
            else:
                groups[key] = [field]
                entries.append(groups[key])
        return [
            self.describe(entry) if isinstance(entry, Part) else self._radios(entry) if matches(entry[0], "input[type=radio]") else self._boxes(entry)
            for entry in entries[:_MOST_FIELDS]
        ]  # fmt: skip

    def fields_in(self, region: Part) -> list[Part]:
        """The usable fields in a region."""
        return self.outermost([field for field in self.inside(region, self.is_field) if self.usable(field)])


def is_iconic_name(classes: str) -> bool:
    """Whether classes are those of an icon font."""
    return "mat" in classes and ("material-icons" in classes or "material-symbols" in classes or "mat-icon" in classes)


def _read_only(field: Part) -> bool:
    return field.tag in ("input", "textarea") and field.has("readonly")


def _is_closed_box(part: Part) -> bool:
    return part.tag in ("div", "ul") and not part.shown and part.facts.position == "absolute"


def _plain(text: str) -> str:
    """Without the signs of an icon."""
    return clean(re.sub(r"[^\w\s().,/\-]+|_+", " ", text), 80)
