"""What can be pressed, and what it opens."""

from __future__ import annotations

import re
from abc import abstractmethod
from itertools import pairwise

from transparency.extract.controls.part import Part, clean, fold, has_letters, is_tab, words
from transparency.extract.controls.selectors import CELL, GRID, HEAD, ROW, TOGGLE, matches
from transparency.extract.controls.surroundings import Places, handles
from transparency.model import Field, Page

_ROLES = frozenset("button link tab menuitem menuitemradio menuitemcheckbox treeitem switch".split())
_WHOLE = frozenset(
    "html body main form table tbody thead header footer nav aside ul ol dl app-root iframe label select option textarea".split()
)
_SHOWS = frozenset("row tabpanel region rowgroup grid treegrid menu".split())
"""Roles of what says whether it is open, and is opened by something else."""
_ROUTE = re.compile(r"#(!|/|.*[/=])")
_NO_ADDRESS = re.compile(r"(javascript|about):", re.I)
_WEB = ("http:", "https:", "ftp:")
_STATES = ("aria-checked", "aria-pressed", "aria-selected")
_CURRENT = re.compile(r"(?:^|[\s_-])(active|ativ[oa]|selected|selecionad[oa]|current|atual)(?:$|[\s_-])", re.I)
_DISABLED = re.compile(r"(?:^|[\s-])disabled(?:\s|$)")
_TAB = re.compile(r"\b(tab|pill|collapse)\b", re.A)
_MODAL = re.compile(r"\bmodal\b", re.I | re.A)
_SUM = re.compile(r"\d,\d\d(?!\d)|\d\d/\d\d/\d{4}", re.A)
_CLOSES = re.compile(r"(fechar|close|cancelar|voltar|ok|[x×✕✖╳⨯])", re.I)
"""What closes the window that it stands in."""
_CLOSING = ("data-dismiss", "data-bs-dismiss", "data-modal-hide", "data-micromodal-close")
_WAITS = re.compile(r"(ver|visualizar|exibir|abrir|detalh[^\W\d_]*|mostrar|consultar)(?![^\W\d_])", re.I)
_NAMES_FIELD = re.compile(r"[^\W\d_]:\s*$")
_FIELD_NAMES = frozenset("dt b strong label span small p div".split())
_STEP = re.compile(r"[\W_]|check|done|create|edit")
_EARS = 3
"""A box so far around the lines of a list may hear of their clicks."""
_SELECTED_FROM = 5
"""A grid of fewer rows is a part of a record."""
_VALUES_FROM = 3
"""So many values each record of a list has at least whose records have a round button each."""
_MARKS = ("role", "tabindex", "aria-expanded", "data-toggle", "data-bs-toggle")
_OWN_CLICKS = frozenset("a area button input summary tr td li".split())


class Presses(Places):
    """Links, buttons, tabs and rows."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._kinds: dict[Part, str] = {}
        self._openings: dict[Part, Part | None] = {}
        self._waiting: dict[Part, bool] = {}
        self._rounds: dict[str, bool] = {}
        self._twice: dict[Part, bool] = {}

    @abstractmethod
    def usable(self, field: Part) -> bool: ...
    @abstractmethod
    def fields_in(self, region: Part) -> list[Part]: ...
    @abstractmethod
    def describe(self, field: Part) -> Field: ...
    @abstractmethod
    def pressed_around(self, field: Part) -> Part | None: ...

    # ---- what it opens ----------------------------------------------------------------------------------------------
    def opened(self, part: Part) -> Part | None:
        """What an opener shows or hides: named by it, or the list beside it."""
        if part not in self._openings:
            self._openings[part] = self._opened(part)
        return self._openings[part]

    def _opened(self, part: Part) -> Part | None:
        if part.tag == "summary":
            return part.up
        for name in ("aria-controls", "data-target", "data-bs-target", "href"):
            target = self.by_id(part, part.get(name).strip().removeprefix("#"))
            if target is not None and not target.holds(part):
                return target
        item = self.closest(part, "li,[role=treeitem],[role=none]")
        parts = item.children if item is not None else []
        if parts and parts[0].holds(part):
            return next((p for p in parts if p.tag in ("ul", "ol", "div", "nav") and not p.holds(part)), None)
        table = self.closest(part, "table")
        drawn = table.neighbour(1) if table is not None and self.draws_one(table) else None
        for beside in (part.neighbour(1), drawn):
            if beside is not None and beside.tag in ("ul", "ol", "div", "nav") and not beside.shown:
                return beside
        return None

    def window(self, part: Part) -> Part | None:
        """The closed window that a component opens. What can be pressed in there waits until it is open; a menu never waits."""
        region = self.opened(part)
        if (
            region is None
            or region.shown
            or self.one(region, "nav,[role=navigation],[role=menu]") is not None
            or self.discloses(part)
        ):
            return None
        says = region.tag == "dialog" or region.role in ("dialog", "alertdialog") or region.get("aria-modal") == "true"
        return region if says or _MODAL.search(f"{_toggles(part)} {region.classes}") else None

    def is_chosen(self, part: Part) -> bool:
        """Of things that are chosen one at a time, the one that is: marked so, or within a shell of its own that is."""
        up = part.up
        return is_marked(part) or (up is not None and len(up.children) == 1 and is_marked(up))

    @staticmethod
    def odd_one_out(series: list[Part]) -> int:
        """The place of the one that looks unlike all the others, which look alike; -1 where there is none."""
        looks = [part.facts.look for part in series]
        odd = next((place for place, look in enumerate(looks) if looks.count(look) == 1), -1)
        return odd if len(series) > 2 and len(set(looks)) == 2 else -1

    def panel(self, part: Part) -> str:
        """Of a tab or toggle, what is known of its panel: shown, with nothing in it yet, closed, or nothing at all ("tab")."""
        region = self.opened(part)
        if part.tag == "summary":
            if region is None:
                return ""
            longer = len(self.brief(region)) > len(self.brief(part))
            return "shown" if region.has("open") else "closed" if longer else ""
        if pressed := part.get("aria-pressed"):
            return "shown" if pressed == "true" else "tab"
        if not (is_tab(part) or _TAB.search(_toggles(part))):
            return ""
        if part.get("aria-expanded") == "true" and region is not None and region.shown:
            return "shown"
        up = part.up
        shell = [part, up] if up is not None and len(up.children) == 1 else [part]  # the item of a list
        selected = next(filter(None, (at.get("aria-selected") for at in shell)), "")
        if selected == "true" or (not selected and any(_CURRENT.search(at.classes) for at in shell)):
            return "shown"
        if region is None:
            return "" if self.in_bottom_bar(part) else "tab"
        return "closed" if region.children or self.brief(region) else "hollow"

    def is_current_tab(self, part: Part) -> bool:
        """In a window, the one of a bar of tabs without roles that is open."""
        up = part.up
        if part.tag not in ("div", "span", "li", "a", "button") or up is None or not self.is_chosen(part):
            return False
        return self.closest(part, "table,[role=tree],[role=grid]") is None and all(
            other is part or (other.tag == part.tag and not self.is_chosen(other) and len(self.brief(other)) < 60)
            for other in up.children
        )

    def held(self, part: Part) -> str:
        """What heads the records that wait in the closed panel of an opener, or names the fields of the one record there: panels
        whose records are alike need not all be opened."""
        region = self.opened(part)
        if region is None or (region.has("open") if part.tag == "summary" else region.shown):
            return ""
        table = self.one(region, GRID)
        if table is not None:
            first = self.one(table, ROW)
            return self.brief(first, 120) if first is not None else ""
        parts = [p for p in self.below(region) if p.tag in _FIELD_NAMES][:60]
        fields = [p for p in parts if not p.children and (p.tag == "dt" or _NAMES_FIELD.search(self.content(p)))]
        return clean(" ".join(map(self.content, fields)), 120) if len(fields) > 1 else ""

    def is_step(self, part: Part) -> bool:
        """Whether it is one of the numbered steps of a form: "1 Período", "✓ Período", "2 Entidade"."""
        item = part if part.role == "tab" else self.closest(part, "li") or part
        up = item.up
        if up is None or len(up.children) < 2 or self.closest(part, GRID) is not None:
            return False
        if len(up.children) > 60:
            return False
        texts = [text for other in up.children if other.tag == item.tag and (text := self.brief(other, 80))]
        return 2 <= len(texts) <= 9 and all(
            has_letters(text, 3) and (_number(text) == index + 1 or bool(_STEP.match(text)))
            for index, text in enumerate(texts)
        )

    def is_disabled(self, part: Part) -> bool:
        """Links cannot be disabled: what looks so says it by a class, its own or that of its entry in a list."""
        if part.facts.disabled or part.get("aria-disabled") == "true":
            return True
        if part.tag != "a" or self.kind(part) != "click":
            return False
        return any(at is not None and _DISABLED.search(at.classes) for at in (part, self.closest(part, "li")))

    def _dismisses(self, part: Part) -> bool:
        label = clean(part.get("aria-label")) or self.brief(part)
        return any(map(part.has, _CLOSING)) or bool(_CLOSES.fullmatch(label))

    def discloses(self, part: Part) -> bool:
        """Whether a component only opens or closes a menu whose entries are in the page already."""
        region = self.opened(part)
        if (
            region is None
            or self.one(region, "dl,[role=grid],form,select,input:not([type=hidden]),textarea,iframe") is not None
        ):
            return False
        if not all(map(self.draws_one, self.inside(region, "table"))):
            return False
        if region.facts.listens and not any(p is not part and self.kind(p) for p in self.below(region)):
            return False  # it is filled when it hears that it was opened
        entries = self.inside(region, "a,button,[role=menuitem],[role=treeitem],[onclick]") or [
            p for p in self.below(region)[:200] if p is not part and self.kind(p)
        ]
        if not entries or any(_SUM.search(self.content(entry)) for entry in entries):  # records, folded
            return False
        links = sum(self.kind(entry) == "link" for entry in entries)
        if not links and any(map(self._dismisses, entries)):  # a window that is filled when it opens
            return False
        # a tab over nothing but the tools of what it is still to show
        if is_tab(part) and links < 0.6 * len(entries):
            return False
        if not all(map(self.kind, entries)):
            return False
        around = len(self.brief(region, 4000)) - (len(self.brief(part)) if region.holds(part) else 0)
        return around <= 1.6 * sum(len(self.brief(entry)) + 4 for entry in entries)

    # ---- what can be pressed ----------------------------------------------------------------------------------------
    def kind(self, part: Part) -> str:
        """``link``, ``click`` or nothing."""
        known = self._kinds.get(part)
        if known is None:
            known = self._kinds[part] = self._kind(part)
        return known

    def _kind(self, part: Part) -> str:
        """What an element is by its tag comes first, then what its attributes say of it, then whether it listens."""
        if self.drops and self.drops.get(part) in ("year", "ask"):
            return ""
        if part.tag in ("a", "area"):
            return self._kind_of_link(part)
        if self.file(part):
            return "link"
        if self._is_button(part):
            return "click"
        if self._is_no_press(part):
            return ""
        return "click" if self._says_pressed(part) or self._listens(part) else ""

    def _is_button(self, part: Part) -> bool:
        """Whether it is a button by its tag, and does not show the value of a list to choose from."""
        if part.tag == "input":
            return part.type in ("button", "submit", "image") or (part.type == "radio" and self.chooses_record(part))
        if part.tag == "button":
            listed = part.get("aria-haspopup") == "listbox" or (part.role == "combobox" and self.usable(part))
            return not listed
        return part.tag == "summary"

    def chooses_record(self, radio: Part) -> bool:
        """Whether a round button chooses one record of a list: each record has one, beside its values, and none says anything of
        its own. Choices of a form have a word each."""
        name = radio.get("name")
        if name not in self._rounds:
            self._rounds[name] = self._choose_records(
                [r for r in self.everything("input[type=radio]") if r.get("name") == name]
            )
        return self._rounds[name]

    def _choose_records(self, radios: list[Part]) -> bool:
        """Whether round buttons of one name say the same, if anything, and several values, and nothing to fill in, stand between
        one and the next."""
        if len(radios) < 2 or len({fold_words(self.name(radio)) for radio in radios}) > 1:
            return False
        between = [self.order[one.index + 1 : other.index] for one, other in pairwise(radios)]
        asked = any(matches(part, "input,select,textarea") for parts in between for part in parts)
        return not asked and all(sum(map(_tells_value, parts)) >= _VALUES_FROM for parts in between)

    def _is_no_press(self, part: Part) -> bool:
        """Whether it is a field or a part of one, or holds too much to be one thing."""
        if part.tag == "input" or (part.tag in _WHOLE and not (part.tag == "dl" and part.has("onclick"))):
            return True
        if self.is_field(part) or self.closest(part, "[role=listbox],[role=combobox]") is not None:
            return True
        return self._in_drop(part) or (part.role == "option" and not part.shown)  # of a list that is closed

    def _says_pressed(self, part: Part) -> bool:
        """Whether its role says that it is pressed, or an attribute that it opens something."""
        if part.role in _ROLES or part.has("data-toggle") or part.has("data-bs-toggle"):
            return True
        if not part.has("aria-expanded") or part.role in _SHOWS:
            return False
        return self.one(part, "button[aria-expanded],a[aria-expanded],[role=button][aria-expanded]") is None

    def _listens(self, part: Part) -> bool:
        """Whether something happens when it is clicked: a section or an article is a card where it looks like one that can be."""
        if handles(part) and part.tag not in ("article", "section", "details"):
            return True
        up = part.up
        if up is None:
            return False
        if (part.tag == "tr" and self._is_pressed_row(part)) or (part.tag == "li" and up.facts.listens):
            return True
        if part.tag == "td" and part.get("tabindex") == "0" and self._is_in_listening_list(part):
            return True
        return part.pointer and not up.pointer and self.closest(up, "a,button,label") is None

    def _kind_of_link(self, part: Part) -> str:
        href = part.get("href")
        if part.facts.address or part.has("href"):
            bare = href.strip()
            if bare and not _NO_ADDRESS.match(bare) and not (bare.startswith("#") and not _ROUTE.match(bare)):
                return "link" if part.facts.address.startswith(_WEB) else ""
        elif part.has("xlink:href"):
            return "click"  # of a map
        place = self.by_id(part, href[1:]) if href.startswith("#") else None
        opens = handles(part) or any(map(part.has, ("role", "data-toggle", "data-bs-toggle")))
        if place is not None and place.shown and not opens:
            return ""  # a place on this very page
        answers = part.has("href") or handles(part) or part.get("id") or part.role or part.pointer
        return "click" if answers else ""

    def _in_drop(self, part: Part) -> bool:
        return bool(self.drops) and any(at in self.drops for at in part.ancestors())

    def _is_in_listening_list(self, cell: Part) -> bool:
        """Whether a list hears of what is pressed in it: of a cell that the keyboard stops at."""
        body, table = self.closest(cell, "tbody"), self.closest(cell, "table")
        return any(around is not None and around.facts.listens for around in (body, table))

    def _is_pressed_row(self, row: Part) -> bool:
        has_cells = self.one(row, CELL) is not None
        if has_cells and row.has("ondblclick"):
            return True
        body, grid = self.closest(row, "tbody,table"), self.closest(row, "table[role=grid],table[role=treegrid]")
        if (body or row).facts.listens or (has_cells and (grid or row).facts.listens):
            return True
        if not has_cells:
            return False
        selecting = self.closest(row, "[role=grid][aria-multiselectable],[role=treegrid][aria-multiselectable]")
        selects = selecting is not None and len(self.rows(selecting)) >= _SELECTED_FROM
        return selects or self._opens_twice(row) or self._waits_for_row(row)

    def _waits_for_row(self, row: Part) -> bool:
        """Whether a button beside a list waits for one of its rows to be chosen ("Visualizar", greyed out): they are pressed for
        that, whoever listens."""
        table = self.closest(row, "table")
        if table is None or len(self.rows(table)) < 2 or self.one(table, "table") is not None:
            return False
        if self.one(row, "a,button,input,select,[role=button]") is not None:
            return False
        if table not in self._waiting:
            self._waiting[table] = any(
                self.is_disabled(part) and part.index < table.index and part.shown and _WAITS.match(self.label(part))
                for at, _ in zip(self._boxes_around(table), range(5), strict=False)
                for part in self.inside(
                    at, "button,[role=button],input[type=button],a[aria-disabled=true]", 40 if self.mixed else None
                )
            )
        return self._waiting[table]

    def _boxes_around(self, part: Part) -> list[Part]:
        """What it stands in, up to the page as a whole."""
        found: list[Part] = []
        for at in part.above():
            if matches(at, "body,html"):
                break
            found.append(at)
        return found

    def _opens_twice(self, row: Part) -> bool:
        """Whether a box around the lines of a list hears of two clicks, one ear for all of them: a line is opened so, as on a
        desktop. Of tables side by side that show one list the last has the lines; where something in a line can be pressed,
        that opens it."""
        table = self.closest(row, "table")
        if table is None:
            return False
        if table not in self._twice:
            alone = self._hears(table) and self.one(table, "table") is None
            sides = self._sides(table) if alone else []
            self._twice[table] = bool(sides) and sides[-1] is table and not any(
                self.one(side, "a,button,[role=button],input[type=button]") for side in sides
            )  # fmt: skip
        return self._twice[table]

    def _hears(self, table: Part) -> bool:
        """A desktop has one ear for everything, at the document: its lists are those whose cells are no text to select."""
        if self.page.desktop and len(self.rows(table)) > 1 and self.one(table, HEAD) is None:
            cells = self.inside(table, "td", 12 if self.mixed else None)
            if all(cell.facts.cursor == "default" for cell in cells):
                return True
        return any(at.facts.doubles for at in [table, *self._boxes_around(table)][: _EARS + 1])

    def _sides(self, table: Part) -> list[Part]:
        """The tables beside it that show the same list, itself among them."""
        rows, top = len(self.rows(table)), table.box[1]
        for at in self._boxes_around(table)[:5]:
            found = [t for t in self.inside(at, "table") if abs(t.box[1] - top) <= 3 and t.shown and len(self.rows(t)) == rows]  # fmt: skip
            if len(found) > 1:
                return found
        return [table]

    # ---- what is no candidate ---------------------------------------------------------------------------------------
    def is_bare(self, part: Part) -> bool:
        """A row that listens to clicks, as frameworks let all do, and does not look as if it could be clicked."""
        return (
            matches(part, ROW)
            and not part.pointer
            and not any(map(part.has, ("onclick", "ondblclick", "aria-expanded")))
        )

    def is_doubled(self, part: Part) -> bool:
        """Whether it, or one of the next boxes around it that say no more, listens for double clicks, as folders on a desktop do."""
        said, at = self.text(part), part
        for _ in range(_EARS + 1):
            if at.facts.doubles:
                return True
            if at.up is None or self.text(at.up) != said:
                return False
            at = at.up
        return False

    def only_listens(self, part: Part, label: str) -> bool:
        """A box that listens for clicks on what it holds, or will hold: it shows a record set or nothing, and no hand over it."""
        if not part.facts.listens or part.facts.handled or part.has("onclick") or part.tag in _OWN_CLICKS:
            return False
        if any(map(part.has, _MARKS)) or part.pointer:
            return False
        if self.one(part, "table,[role=grid],[role=table],form") is not None:
            return True
        # a bar of tabs, which are pressed themselves
        if label and len(label) < 200 and len(part.children) > 1 and all(child.pointer for child in part.children):
            return True
        bare = all(not child.children and child.height <= 2 for child in part.children)  # a line that nobody sees
        return not label and bare and part.facts.blank

    def _ticks_one(self, part: Part, label: str) -> bool:
        """An entry of a list that says what its check box says, and holds nothing else to press, is that check box."""
        if part.tag not in ("li", "div", "span") or not label or matches(part, TOGGLE):
            return False
        boxes = [p for p in self.below(part)[:60] if p.tag == "input"]
        if len(boxes) != 1 or boxes[0].type != "checkbox":
            return False
        others = any(p.tag in ("a", "button", "ul", "ol", "table") for p in self.below(part))
        return not others and self.control_label(boxes[0]) == label

    def options(self, select: Part) -> list[Part]:
        return [part for part in self.below(select) if part.tag == "option"]

    def option_text(self, option: Part) -> str:
        return self.brief(option, 400)

    def _draws_options(self, part: Part, label: str) -> bool:
        """The options of a native list, drawn once more beside it."""
        lists = self.inside(part.up, "select", 2) if part.up is not None else []
        if len(lists) != 1 or len(options := self.options(lists[0])) < 2:
            return False
        text = joined(" ".join(map(self.option_text, options)))
        return text != "" and (text == joined(label) or (len(label) >= 80 and text.startswith(joined(label))))

    def is_shell(self, part: Part, label: str) -> bool:
        """What is pressed to get into the one field that it holds is that field."""
        if self._ticks_one(part, label) or self._draws_options(part, label):
            return True
        if part.tag in ("a", "button", "summary", "tr", "td", "li") or part.has("role"):
            return False
        if not part.children or self.one(part, self.is_field) is None:
            return False
        fields = self.fields_in(part)
        if len(fields) != 1 or fields[0] is part or fields[0].type in ("checkbox", "radio"):
            return False
        field = fields[0]
        if self.pressed_around(field) is part:  # what it says is a tooltip
            return True
        control = self.describe(field)
        # A list drawn around a native one: what is written besides its options is the option chosen.
        if field.tag == "select":
            chosen = next((o for o in self.options(field) if o.facts.selected), None)
            value = self.option_text(chosen)[:120] if chosen is not None else ""
            text = clean(self.text_without(part, "select", part.shown))
        else:
            value, text = str(control.value), label
        name = control.label
        known = (name, value, name + value, value + name, value + value)
        return not text or joined(text) in map(joined, known)

    # ---- windows ----------------------------------------------------------------------------------------------------
    def window_on_top(self) -> tuple[Part | None, list[Part]]:
        """The window that lies over everything else, as on a desktop, with what closes and drags it: it floats, is large, and
        can be closed in its upper right corner. What stands outside of it was there before, or is the bar of open windows."""
        top: Part | None = None
        tools: list[Part] = []
        highest = float("-inf")
        room = 0.12 * self.page.window[0] * self.page.window[1]
        for part in self.order:
            position, layer = part.facts.position, part.facts.layer
            if position not in ("absolute", "fixed") or layer is None or layer < highest:
                continue
            if part.tag not in ("div", "section", "article", "dialog") or not part.shown:
                continue
            if part.width * part.height < room or part.height < 120:
                continue
            closing = [p for p in self.below(part)[:60] if self._closes(p, part)]
            if not closing:
                continue
            top, highest, tools = part, layer, closing
            for bar in closing[0].above():
                if bar is part or bar.height > 60:
                    break
                tools.append(bar)  # it is dragged by
        return top, tools

    def _closes(self, part: Part, window: Part) -> bool:
        left, top, width, height = part.box
        right = window.box[0] + window.width
        corner = top - window.box[1] < 40 and right - (left + width) < 100 and left > right - window.width / 2
        small = 4 < width <= 48 and 4 < height <= 48
        return small and corner and part.shown and len(self.brief(part)) <= 2 and self.kind(part) == "click"


def is_marked(part: Part) -> bool:
    """Marked as the chosen one of several."""
    attributes = part.attributes
    if any(attributes.get(state) == "true" for state in _STATES):
        return True
    if attributes.get("aria-current", "false") != "false":
        return True
    return "class" in attributes and bool(_CURRENT.search(attributes["class"]))


def is_current(classes: str) -> bool:
    """Whether classes say that it is the chosen one of several."""
    return bool(_CURRENT.search(classes))


def joined(text: str) -> str:
    """The letters and digits of a folded text: the arrow of a list ("▾") is none of its words."""
    return "".join(filter(str.isalnum, fold(text)))


def _tells_value(part: Part) -> bool:
    return part.tag != "option" and any(map(str.isalnum, part.own_text()))


def fold_words(label: str) -> str:
    """Folded words of a label, one space between them."""
    return " ".join(words(label))


def opens_record(label: str) -> bool:
    """Whether a button so called opens the record that is selected in a list."""
    return bool(_WAITS.match(label))


def _toggles(part: Part) -> str:
    return f"{part.get('data-toggle')} {part.get('data-bs-toggle')}"


def _number(text: str) -> int:
    """The number that a text begins with, or 0."""
    found = re.match(r"\d+", text)
    return int(found[0]) if found else 0
