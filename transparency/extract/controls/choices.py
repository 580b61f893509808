"""What is chosen from: lists that scripts draw, years to press, series to tick, lists to pick from."""

from __future__ import annotations

import itertools
import re
from collections.abc import Collection

from transparency.extract.controls.described_fields import DescribedFields
from transparency.extract.controls.names import is_iconic
from transparency.extract.controls.painted import is_aloud, lines_of
from transparency.extract.controls.part import Part, clean, fold, has_letters, has_words
from transparency.extract.controls.presses import fold_words, is_marked
from transparency.extract.controls.selectors import LEADS_NOWHERE, PART_OF_DAY, TICKING, matches
from transparency.model import Field, Option, Page

MONTHS = "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro".split()
YEAR = re.compile(r"(?:19|20)\d\d")
_DAY_OR_YEAR = re.compile(r"(?:\d\d/|[^\W\d_]{3,9}(?:/| de ))?(?:19|20)\d\d")
"""A year, or a month of it: its arrow is only painted."""
_ONE_YEAR = re.compile(r"(?:[^\W\d_]+[\s:]*){0,3}((?:19|20)\d\d)[\W_]*")
_ARROW = re.compile(
    r"[\u25be\u25bc\u25bf\u2304\u02c5\u2335\u23f7]\s*$|\b(expand_more|arrow_drop_down|keyboard_arrow_down|unfold_more)\s*$"
)
_ARROW_OF_MENU = re.compile(r"[\u25be\u25bc\u25bf\u2304]|arrow_drop_down|expand_more")
_QUERY_BUTTON = f"button,input[type=submit],input[type=button],[role=button],[onclick],{LEADS_NOWHERE}"
_OPENS_MENU = f"button,[role=button],[aria-haspopup],{LEADS_NOWHERE}"
_MAY_ASK = f"[aria-haspopup=dialog],[role=button],button,[tabindex='0'],{LEADS_NOWHERE}"
_NO_DROP = "nav,li,th,td[role],[role=menu],[role=tablist],[role=grid]"
_NO_YEAR = "table,h1,h2,h3,h4,h5,h6,[role=grid],[role=listbox],[role=menu],[aria-modal=true]"
_NO_ASK = "table,nav,[role=grid],[role=listbox],[role=menu],[role=dialog],[role=alertdialog],[aria-modal=true]"
_NO_SERIES = "tr,[role=row],[role=grid],nav,[role=toolbar]"
_NO_LIST_OF_SERIES = "nav,table,[role=tablist],[role=radiogroup],[role=grid]"
_WIDTHS, _HEIGHTS = (50, 800), (16, 80)
"""Of a field that a script draws, in pixels."""
_LONGEST_REGION = 1500
"""So much text is no form."""


def is_period(text: str) -> bool:
    """A folded text that is a year or a month."""
    if len(text) > 9:
        return False
    return bool(YEAR.fullmatch(text)) or (len(text) > 2 and any(month.startswith(text) for month in MONTHS))


def _is_real_link(part: Part) -> bool:
    return part.tag == "a" and part.has("href") and not matches(part, LEADS_NOWHERE)


def _is_plain(part: Part) -> bool:
    return part.tag in ("td", "div", "span") and not part.children


class Choices(DescribedFields):
    """Choices that scripts draw."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        for part in self.order:  # found when the page was read before
            if "data-t-drop" in part.attributes:
                self.drops[part] = part.attributes["data-t-drop"]

    # ---- lists without a role ---------------------------------------------------------------------------------------
    def _mark(self, names: Collection[str]) -> None:
        """Find what opens a list of choices without saying so by a role. ``names``: what stands on the buttons of queries."""
        for find in (self._mark_year, self._mark_asks, self._mark_days):
            found = find()
            if found:
                self._add(found)
        self._mark_drops(names)

    def _add(self, drops: dict[Part, str]) -> None:
        self.drops |= drops
        for known in (self._kinds, self._openings, self._labels, self._control_labels, self._arrows):
            known.clear()
        for answers in (self._by_arrow, self._lists, self._usable, self._draws, self._layouts):
            answers.clear()
        self._controls.clear()
        self._stand_ins = None
        self.forget(self.is_field, self._is_silent)

    def arrowed(self, part: Part) -> bool:
        if _ARROW.search(self.content(part)):
            return True
        middle = part.box[0] + part.width / 2
        below = self.below(part)
        if any(
            not p.children and p.shown and p.width <= 40 and p.box[0] >= middle and not self.brief(p)
            for p in below[:40]
        ):
            return True
        return part.facts.picture or any(p.facts.after for p in (part, *below[: 3 if self.mixed else 40]))

    def _titled(self, part: Part) -> bool:
        """Whether words stand before it, as a label does."""
        for at, _ in zip(part.ancestors(), range(3), strict=False):
            for node, _ in zip(at.nodes_before(), range(3), strict=False):
                if isinstance(node, str):
                    text = clean(node)
                else:
                    plain = self.kind(node) == "" and self.one(node, self.is_field) is None
                    text = self.brief(node) if plain else ""
                if text:
                    return len(text) < 40 and has_letters(text, 2)
                if isinstance(node, Part) and self.brief(node):
                    return False
            # its popup, closed, stands beside it
            if sum(p.shown for p in (at.up.children if at.up is not None else ())) > 1:
                return False
        return False

    def _is_drop(self, part: Part) -> bool:
        """A list of a query form that is drawn without a role: what can be clicked, shows a value under its label, and an arrow,
        or holds its options, closed."""
        if part.role not in ("", "button") or part.has("href") or part.has("aria-controls") or not part.shown:
            return False
        if not (_WIDTHS[0] <= part.width <= _WIDTHS[1] and _HEIGHTS[0] <= part.height <= _HEIGHTS[1]):
            return False
        text = clean(self.in_sight(part))
        if len(text) > 80 or not has_words(text) or self.is_field(part) or self.one(part, self.is_field) is not None:
            return False
        if self._in_drop(part) or self.closest(part, _NO_DROP) is not None or self.kind(part) != "click":
            return False
        table = self.closest(part, "table")
        if table is not None and self.one(table, "thead") is not None:  # what is done with a record: "Ações"
            return False
        drawn = (
            self.arrowed(part) or (is_aloud(part) and bool(_DAY_OR_YEAR.fullmatch(text))) or self._holds_options(part)
        )
        return drawn and self._titled(part)

    def _holds_options(self, part: Part) -> bool:
        """Whether a closed list of words is in it, none of which leads anywhere."""
        lists = [p for p in self.inside(part, "ul,ol") if not p.shown]
        if len(lists) != 1 or self.one(lists[0], "a[href],ul,ol") is not None:
            return False
        return sum(1 for p in lists[0].children if p.tag == "li" and self.content(p)) > 1

    def _is_drop_of_cells(self, table: Part) -> bool:
        """One drawn by a table of one row: what is chosen, and a picture of an arrow. Such desktops draw their buttons by tables, too."""
        rows = self.inside(table, "tr")
        cells = [p for p in rows[0].children if matches(p, "td,th")] if len(rows) == 1 else []
        if len(cells) != 2 or not table.shown or self.one(table, "table") is not None:
            return False
        if self.one(table, self.is_field) is not None or self.closest(table, "nav,[role=menu],[role=grid]") is not None:
            return False
        chosen, arrow = cells
        pictured = any(p.tag in ("img", "svg", "i", "span") for p in self.below(arrow))
        plain = not any(p.tag in ("img", "svg", "a", "button") for p in self.below(chosen))
        sized = _WIDTHS[0] <= table.width <= _WIDTHS[1] and _HEIGHTS[0] <= table.height <= 40 and arrow.width <= 36
        return pictured and plain and sized and not self.brief(arrow) and len(self.brief(chosen)) <= 80 and self._titled(table)  # fmt: skip

    def _is_named_so(self, part: Part, names: Collection[str]) -> bool:
        label = part.value or part.get("value") if part.tag in ("input", "button") else ""
        return fold_words(clean(label or self.content(part), 60)) in names

    def _query_buttons(self, names: Collection[str]) -> list[Part]:
        found = [p for p in self.everything(_QUERY_BUTTON) if self._is_named_so(p, names)]
        for part in self.everything(_is_plain):
            text = self.content(part) if part.facts.text else ""
            if text and len(text) < 40 and fold_words(clean(text)) in names and self.kind(part) == "click":
                found.append(part)
        return [p for p in found if p.shown and self.closest(p, "nav,li") is None]

    def _mark_drops(self, names: Collection[str]) -> None:
        """Find the lists beside the buttons of queries, in up to four boxes around each."""
        for button in self._query_buttons(names):
            outer = self._whole_cell(button)
            for at, _ in zip(outer.above(), range(4), strict=False):
                if self._is_no_form(at):
                    break
                found = self._drops_in(at)
                if outer is not button:
                    found |= {t: "" for t in self.inside(at, "table")[:60] if self._is_drop_of_cells(t)}
                if found:
                    self._add(found)
                if at.tag in ("form", "main", "section") or at.role == "dialog":
                    break

    def _whole_cell(self, button: Part) -> Part:
        """All that says what a button says, where that is drawn by a cell; else the button."""
        outer = button
        if button.tag == "td":
            label = self.brief(button, 60)
            while outer.up is not None and self.brief(outer.up, 60) == label:
                outer = outer.up
        return outer

    def _is_no_form(self, box: Part) -> bool:
        """Whether a box holds more than a query form."""
        if box is self.body or len(self.brief(box, _LONGEST_REGION)) >= _LONGEST_REGION:
            return True
        return self.one(box, "nav,[role=grid]") is not None

    def _drops_in(self, box: Part) -> dict[Part, str]:
        """The outermost lists in a box that are drawn without a role."""
        found: dict[Part, str] = {}
        for part in self.inside(box, "div,span,button,a,p,[role=button]", 200 if self.mixed else None):
            if not any(outer.holds(part) for outer in found) and self._is_drop(part):
                found[part] = ""
        return found

    def year_in(self, part: Part) -> str:
        found = _ONE_YEAR.fullmatch(self.label(part))
        return found[1] if found else ""

    def _mark_year(self) -> dict[Part, str]:
        """The year of a toolbar: the one button that says a year, and hardly more, and opens a menu that is drawn elsewhere when
        it opens. Years side by side are pressed instead, what is in the page already is read there, and links lead on."""
        openers = [part for part in self.everything(_OPENS_MENU) if self._opens_years(part)]
        inner = [p for p in openers if not any(other is not p and p.holds(other) for other in openers)]
        return {inner[0]: "year"} if len(inner) == 1 else {}

    def _opens_years(self, part: Part) -> bool:
        if not part.shown or not re.search(r"(?:19|20)\d\d", self.content(part) or self.name(part) or part.value):
            return False
        if not self.year_in(part) or part.role in ("combobox", "tab") or part.get("aria-haspopup") == "listbox":
            return False
        if self.one(part, self.is_field) is not None or self.closest(part, _NO_YEAR) is not None:
            return False
        if part.get("aria-haspopup") not in ("menu", "true"):
            if part.has("aria-expanded") or part.has("aria-controls"):
                return False
            drawn = (part.tag == "button" or part.role == "button") and self.arrowed(part)
            if not drawn and not _ARROW_OF_MENU.search(self.content(part)):
                return False
        held = self.opened(part)
        return part.width <= 320 and not (held is not None and self.one(held, _is_real_link) is not None)

    def pieces(self, part: Part) -> list[str]:
        """The pieces of text in sight."""
        found: list[str] = []
        for node in part.nodes():
            if isinstance(node, str):
                if has_words(node):
                    found += [clean(line, 80) for line in lines_of(node, part)]
            elif node.shown and not is_iconic(node):
                found += self.pieces(node)
        return found

    def _mark_asks(self) -> dict[Part, str]:
        """The filters of an application: what is asked over what is chosen ("Ano 2026"), and a window with the choices opens when
        it is pressed. It says so, or shows a period and an arrow."""
        found: dict[Part, str] = {}
        for part in self.everything(_MAY_ASK):
            if not part.shown or part.height > 90 or part in self.drops or len(self.brief(part)) > 90:
                continue
            pieces = self.pieces(part)
            if len(pieces) != 2 or not pieces[0][0].isalpha() or len(pieces[0]) > 30:
                continue
            if self.is_field(part) or self.one(part, self.is_field) is not None or self._opens_window(part):
                continue
            if self.closest(
                part,
                _NO_ASK,
            ) is not None or any(outer.holds(part) for outer in found):
                continue
            period = is_period(fold(pieces[1])) and (is_aloud(part) or self.arrowed(part))
            if period or part.get("aria-haspopup") == "dialog":
                found[part] = "ask"
        return found

    def _opens_window(self, part: Part) -> bool:
        """What it opens is in the page already, and read there."""
        region = self.opened(part)
        return region is not None and bool(self.brief(region))

    def _mark_days(self) -> dict[Part, str]:
        """A day that is typed part by part: day, month and year beside each other, each turned by the arrow keys, in a group."""
        found: dict[Part, str] = {}
        for group in self.everything("[role=group]"):
            parts = self.inside(group, PART_OF_DAY, 4)
            if len(parts) == 3 and self.one(group, "[role=group]") is None and all(p.shown for p in parts):
                found[group] = "day"
        return found

    # ---- choices that are pressed -----------------------------------------------------------------------------------
    def chips_in(self, region: Part, in_cells: bool = False) -> list[Field]:
        """Years or months side by side, and what a script keeps like round buttons."""
        lists: dict[Part, list[Part]] = {}
        held: list[Part] = []
        for part in self.below(region):
            round_button = part.role == "radio"
            if not round_button:
                if len(part.children) > 2 or part.spans[1] - part.spans[0] > 60 or part.up is None:
                    continue
                if not is_period(fold(self.content(part))) or self.kind(part) != "click":
                    continue
            up = part.up
            around = self.closest(part, "[role=radiogroup]") if round_button else None
            listed = around or (up if up is not None and len(up.children) > 1 else up.up if up is not None else None)
            if listed is None or not part.shown:
                continue
            row = self.closest(part, "tr") if in_cells else None
            laid_out = row is not None and self.closest(listed, "td,th") is self.closest(part, "td,th")
            if (
                self.closest(
                    part,
                    "[role=row],[role=grid],[role=listbox]" if laid_out else "tr,[role=row],[role=grid],[role=listbox]",
                )
                is not None
            ):
                continue
            if not any(outer.holds(part) for outer in held):
                lists.setdefault(listed, []).append(part)
                held.append(part)
        return [self._chips(listed, chips) for listed, chips in lists.items() if len(chips) > 1][:6]

    def _chips(self, listed: Part, chips: list[Part]) -> Field:
        # The one that is in sight may be no link: "<b>2026</b> | <a>2025</a>".
        still = next(
            (
                p
                for p in listed.children
                if p.shown
                and p not in chips
                and is_period(fold(self.content(p)))
                and self.one(p, self.is_field) is None
            ),
            None,
        )
        if still is not None:
            chips, marked = [still, *chips], 0
        else:
            marked = next((place for place, p in enumerate(chips) if self.is_chosen(p)), -1)
        label = clean(self.name(listed), 80) if listed.has("aria-label") else ""
        return Field(
            path=self.path(listed), tag="radio", label=label or self.title_before(listed), options=self._pressed_options(chips),
            value=self.odd_one_out(chips) if marked < 0 else marked, pressed=True,
        )  # fmt: skip

    def _pressed_options(self, parts: list[Part]) -> list[Option]:
        return [Option(text=self.label(p), value=self.path(p), disabled=p.facts.disabled) for p in parts]

    def years_in(self, region: Part) -> list[Field]:
        """The years of a query that are links beside its fields, or its months of which none is chosen yet: one of them is pressed
        before its button is. Old pages lay them out in a cell; where several rows have them they are records of their own."""
        chips = self.chips_in(region, True)
        years = [one for one in chips if all(YEAR.fullmatch(option.text) for option in one.options)]
        months = [one for one in chips if one.value == -1 and not any(YEAR.fullmatch(o.text) for o in one.options)]
        return [one for found in (years, months) if len(found) == 1 for one in found]

    def is_ticked(self, part: Part) -> bool:
        if matches(part, TICKING):
            return "true" in (part.get("aria-pressed"), part.get("aria-checked"))
        return self.is_chosen(part)

    def pressed_in(self, region: Part) -> list[Field]:
        """What is pressed to take it and pressed again to leave it: one field, as check boxes are. Without roles several of a
        series are marked as chosen, where of years, tabs and the like one is."""
        lists: dict[Part, list[Part]] = {}
        for part in self.inside(region, TICKING):
            if part.tag == "input" or not part.shown or self.one(part, "input") is not None:
                continue
            if self.closest(part, _NO_SERIES) is not None or is_period(fold(self.label(part))):
                continue
            around = (at for at, _ in zip(part.above(), range(4), strict=False) if len(self.inside(at, TICKING)) > 1)
            listed = next(around, None)
            if listed is not None:
                lists.setdefault(listed, []).append(part)
        for listed in self.inside(region, "div,ul,p,span,section,fieldset")[:400]:
            if listed not in lists and (group := self._series(listed)):
                lists[listed] = group
        return [self._series_field(listed, group) for listed, group in lists.items() if len(group) > 2][:6]

    def _series(self, listed: Part) -> list[Part]:
        """The things to press in a list of which several, but not all, are marked as chosen."""
        parts = listed.children
        if not 3 <= len(parts) <= 60 or not listed.shown or not 2 <= sum(map(is_marked, parts)) < len(parts):
            return []
        if self.closest(listed, _NO_LIST_OF_SERIES) is not None:
            return []
        for part in parts:
            text = self.brief(part)
            if part.tag != parts[0].tag or not text or len(text) >= 60 or is_period(fold(text)):
                return []
            if self.one(part, self.is_field) is not None:
                return []
        group = [next((p for p in (part, *part.children) if self.kind(p) == "click"), None) for part in parts]
        return [p for p in group if p is not None] if None not in group else []

    def _series_field(self, listed: Part, group: list[Part]) -> Field:
        ticked = [place for place, p in enumerate(group) if self.is_ticked(p)]
        return Field(
            path=self.path(listed), tag="boxes", type="pressed", label=self.title_before(listed), options=self._pressed_options(group),
            value=ticked[0] if ticked else -1, ticked=ticked,
        )  # fmt: skip

    # ---- two lists side by side -------------------------------------------------------------------------------------
    def picks_in(self, region: Part) -> list[tuple[Part, Field]]:
        """Two lists that a script draws side by side, what there is and what is taken, with buttons that move entries from one to
        the other; each with what holds both."""
        lists = [
            p for p in self.inside(region, "ul,ol,[role=listbox]")
            if p.shown and self.one(p, "a,button,input,ul,ol") is None and self.closest(p, "nav") is None
        ][:20]  # fmt: skip
        found = (self._pick(region, listed, other) for listed, other in itertools.pairwise(lists))
        return [pick for pick in found if pick is not None]

    def _pick(self, region: Part, listed: Part, other: Part) -> tuple[Part, Field] | None:
        at = next((at for at, _ in zip(listed.above(), range(6), strict=False) if at.holds(other)), None)
        if at is None or not region.holds(at) or len(self.inside(at, "ul,ol,[role=listbox]")) != 2:
            return None
        if any(field is not listed and field is not other for field in self.inside(at, self.is_field)):
            return None
        movers = [
            p
            for p in self.inside(at, "a,button,[role=button],input[type=button]")
            if p.shown and self.kind(p) == "click"
        ]
        entries = [p for p in listed.children if self.brief(p)]
        if not 2 <= len(movers) <= 12 or not entries:
            return None
        return at, Field(
            path=self.path(listed), tag="pick", label=self.title_before(other) or self.title_before(listed), movers=[self.path(p) for p in movers],
            ticked=[], value=-1, options=[Option(text=self.brief(p, 120), value=self.path(p)) for p in entries[:100]],
        )  # fmt: skip

    def controls_in(self, region: Part) -> list[Field]:
        """All that a query asks for, native or drawn."""
        picks = self.picks_in(region)
        fields = [f for f in self.fields_in(region) if not any(at.holds(f) for at, _ in picks)]
        return [*self.describe_all(fields), *(control for _, control in picks), *self.pressed_in(region)]
