"""Query forms: their buttons, their region, and what is no query."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from transparency.extract.controls.choices import Choices
from transparency.extract.controls.fields import asks_days
from transparency.extract.controls.part import Part, has_letters, words
from transparency.extract.controls.presses import fold_words, opens_record
from transparency.extract.controls.selectors import BUTTON, GRID, SUBMIT, TYPED, WORDED, matches
from transparency.extract.forms.query_words import QueryWords
from transparency.extract.values import tells_page
from transparency.model import Field, Page

_TRAIL = re.compile(r"(?:^|[-_\s])(?:breadcrumbs?|migalhas?|trilha)(?:$|[-_\s])", re.I)
_TURNER = re.compile(
    r"p[áa]gina (anterior|seguinte)|(primeira|pr[óo]xima|[úu]ltima) p[áa]gina|(first|last|next|previous) page", re.I
)
_ASKS = re.compile(
    r"e-?mail|senha|password|captcha|telefone|celular|whatsapp|mensagem|message|assunto|subject|newsletter", re.I
)
"""What a query form never asks for: secrets, free text, and who is asking."""
_STATE = "input[name='__VIEWSTATE'],input[name*='ViewState']"
_PRESSED = "a,button,input[type=submit],input[type=button],input[type=image]"
_MANY_PRESSED = 12
"""So much can be pressed in a form that is as large as the page, at least."""
MENU = 5
"""More things to press than these beside a form are a menu."""
FEW = 8
"""So few things to press: of a page or a window that asks for one thing."""
_MOST_FIELDS = 40


@dataclass
class Bar:
    """The ways to put out one query that stand side by side ("Ver na tela", CSV, PDF)."""

    button: Part
    """The one that shows most."""
    is_file: bool
    formats: int
    outputs: list[Part]


@dataclass(frozen=True)
class _Output:
    """A button that puts out what is asked for."""

    button: Part
    format: int
    """The place of its format among those that are known; -1 on screen."""
    rank: int
    """How well files of its kind are read, the best first; -1 of what is not read."""

    @property
    def is_read(self) -> bool:
        return self.format < 0 or self.rank >= 0


def submits(part: Part) -> bool:
    """A button that sends a form: what it sends was decided by the page, or is chosen beside it."""
    return part.tag in ("button", "input") and part.type in ("submit", "image") and part.facts.form >= 0


def method_of(form: Part | None) -> str:
    """How a form is sent."""
    if form is None:
        return ""
    method = form.get("method").lower()
    return method if method in ("post", "dialog") else "get"


class Queries(Choices):
    """The query forms of a frame."""

    def __init__(self, page: Page, words: QueryWords) -> None:
        super().__init__(page)
        self.words = words
        self.button_words = frozenset(words.buttons)
        self.onward_words = frozenset(words.onward)

    def mark(self) -> None:
        """Find what opens a list of choices without saying so by a role."""
        self._mark(self.button_words | self.onward_words)

    def found_drops(self) -> list[tuple[int, str]]:
        """Places of those that the page does not know of yet, and their kinds."""
        return [
            (part.index, kind)
            for part, kind in self.drops.items()
            if part.get("data-t-drop") != kind or not part.has("data-t-drop")
        ]

    def form(self, part: Part) -> Part | None:
        """The form that a control belongs to."""
        return self.at(part.facts.form)

    def holds_list(self, part: Part) -> bool:
        """A table with headings, or a grid."""
        return any(t.tag != "table" or self.one(t, "th") is not None for t in self.inside(part, GRID))

    # ---- what a button does -----------------------------------------------------------------------------------------
    def _turns_pages(self, part: Part) -> bool:
        """Whether a button turns the pages of a list, and does not lead to the next step of a form."""
        if self.closest(part, "[class*=paginat i],[class*=paginac i],[class*=pager i]") is not None:
            return True
        for at, _ in zip(part.above(), range(3), strict=False):
            if self.one(at, self.is_field) is not None:
                return False
            if re.search(r"\d", self.brief(at)) or self.one(at, GRID) is not None:
                return True
        return False

    def in_page_bar(self, part: Part) -> bool:
        """Whether it stands in a bar that says which page of a list is shown: what says nothing there turns the pages."""
        known = self._in_page_bar.get(part)
        if known is None:
            known = self._in_page_bar[part] = self._stands_in_page_bar(part)
        return known

    def _stands_in_page_bar(self, part: Part) -> bool:
        for at, _ in zip(part.above(), range(4), strict=False):
            text = self.brief(at, 100)
            if len(text) > 80 or at.height > 70:
                return False
            turners = self.inside(at, "a,button,[role=button]", 12 if self.mixed else None)
            if tells_page(text) or sum(bool(_TURNER.search(self.name(p))) for p in turners) > 1:
                return True
        return False

    def in_trail(self, part: Part) -> bool:
        """Whether it stands in the trail of where one is ("Início > Despesas > Órgãos"): that leads back."""
        for at, _ in zip(part.above(), range(4), strict=False):
            if _TRAIL.search(f"{at.get('id')} {at.classes} {at.get('aria-label')}"):
                return len(self.brief(at, 400)) < 300
        return False

    def queries(self, part: Part, label: str, hint: str) -> bool:
        """Whether a button starts a query."""
        text = fold_words(label)
        buttons = self.button_words
        if text:
            if text in buttons or (text in self.onward_words and not self._turns_pages(part)):
                return True
            # "Consultar Despesas" is a menu entry where it stands among others, and a button where it is one.
            if part.tag not in ("button", "input") or not matches(part, SUBMIT) or len(text.split()) > 3:
                return False
            if text in self.words.returns:
                return False
            if self.closest(part, "li,nav,[role=menu],[role=tablist]") is not None:
                return False
            return any(text.startswith(f"{word} ") or text.endswith(f" {word}") for word in buttons)
        return matches(part, SUBMIT) and any(word in buttons or word in ("search", "filter") for word in words(hint))

    def opens_fields(self, button: Part) -> bool:
        """Whether a button is a picture (a funnel) that only opens what floats right after it, with the fields: they are asked
        for as soon as they are chosen."""
        below = self.below(button)
        if self.one(button, "svg,img,i") is None or has_letters(button.own_text()):
            return False
        if any(part.width > 2 and has_letters(part.own_text()) for part in below):
            return False
        for at, _ in zip(button.ancestors(), range(3), strict=False):
            beside = at.neighbour(1)
            if beside is not None:
                floats = beside.facts.position in ("absolute", "fixed")
                return floats and self.one(beside, self.is_field) is not None
        return False

    def covered(self, field: Part) -> bool:
        """Whether something lies over a field: a message, a window."""
        part = self.drawn_as(field)
        over = self.at(part.facts.over)
        if over is None or over.holds(part) or part.holds(over):
            return False
        label = self.label_of(part)
        return not (label is not None and label.holds(over)) and not self._is_drawn_by(field, over)

    def _is_drawn_by(self, field: Part, over: Part) -> bool:
        """Whether a component draws a field by what lies over it: both stand in a box that holds no other field, and is not left."""
        shells = (shell for shell in self.shells(field) if shell.tag not in ("form", "body"))
        return any(shell.holds(over) and over.width <= shell.width and over.height <= shell.height for shell in shells)

    # ---- regions ----------------------------------------------------------------------------------------------------
    def _in_other_block(self, field: Part, button: Part, region: Part) -> bool:
        """Whether a field stands in another block than a button: beside a button of its own, in a part of the region where the
        other one is not. A form as large as the page holds the boxes of a newsletter, a login and a chat beside its query."""
        for at in field.above():
            if at is region or not region.holds(at) or at.holds(button):
                return False
            others = self.inside(at, WORDED, 20 if self.mixed else None)
            if any(other.shown and has_letters(self.label(other), 2) for other in others):
                return True
        return False

    def is_sent_by_another(self, field: Part, button: Part) -> bool:
        """Whether a field belongs to a form that has a button of its own, and a button does not."""
        form = field.facts.form
        return form >= 0 and form != button.facts.form and form in self._sent

    @cached_property
    def _sent(self) -> frozenset[int]:
        """The forms that have a button of their own in sight."""
        return frozenset(part.facts.form for part in self.everything(SUBMIT) if submits(part) and part.shown)

    def _is_foreign(self, field: Part, others: Sequence[Part]) -> bool:
        """Whether a field belongs to a form that none of the others belongs to: a survey, a newsletter."""
        form = self.closest(field, "form")
        return form is not None and not any(self.closest(other, "form") is form for other in others)

    def stands_apart(self, region: Part, at: Part, button: Part) -> bool:
        """Whether a form as large as the page asks who is asking, and the part of it around a button does not."""
        form = self.form(button)
        if at is region or form is None or not self.is_page(form):
            return False
        return not self.personal(region, button) and self.personal(at, button)

    def form_of(
        self, button: Part, buttons: Sequence[Part], pressable: Sequence[Part], over: Part | None
    ) -> Part | None:
        """The largest region around a query button that holds fields, no other query button, no menu, and no block of another
        button."""
        region: Part | None = None
        held: list[Part] = []
        for at in button.above():
            if at is self.root:
                break
            every = self.fields_in(at)
            fields = [field for field in every if not self.is_sent_by_another(field, button)]
            if held and len(fields) == len(held) < len(every):
                break  # what is added belongs to a login, a newsletter
            others = any(other is not button and at.holds(other) for other in buttons)
            if region is not None and (others or self._ends(region, at, button, fields, held, pressable)):
                break
            if others and fields:
                region = region or at
                break
            if fields and len(fields) <= _MOST_FIELDS:
                region, held = at, fields
            if at is over or at.tag == "form" or at.role == "dialog" or len(fields) > _MOST_FIELDS:
                break
        # The button of a message that lies over the fields is not theirs.
        shown = (
            [f for f in self.fields_in(region) if f.shown] if region is not None and not self.covered(button) else []
        )
        return None if shown and all(map(self.covered, shown)) else region

    def _ends(
        self, region: Part, at: Part, button: Part, fields: Sequence[Part], held: Sequence[Part], pressable: Sequence[Part]
    ) -> bool:  # fmt: skip
        """Whether a region goes no further than it does, where the next box around it holds no other query button."""
        beside = at.tag != "form" or len(fields) == len(held)
        if beside and sum(at.holds(part) and not region.holds(part) for part in pressable) > MENU:
            return True
        if any(self._is_foreign(field, [button, *held]) for field in fields):
            return True
        if any(field not in held and self._in_other_block(field, button, at) for field in fields):
            return True
        return self.stands_apart(region, at, button)

    def doors(self, pressed: Sequence[Part], selects: Sequence[Part]) -> list[Part]:
        """The button that sends a form of nothing but lists to choose from and days to type, where there is hardly anything else: the
        door of a portal, whatever is written on it. So does one that says that it only asks for a page (``method=get``), with words
        to look for, wherever it stands. A list that does something by itself waits for no button. ``pressed``: what can be pressed
        and is in sight."""
        if self.holds_list(self.root):
            return []
        typed = [p for p in self.everything(TYPED) if p.shown]
        if len(pressed) > FEW or not all(map(self.has_calendar, typed)):
            forms = {p.facts.form for p in selects if p.shown} - {p.facts.form for p in typed if self._asks_who(p)}
            selects = [p for p in selects if p.facts.form in forms and self._only_asks(p)]
            typed = []
        waiting = {
            asked.facts.form
            for asked in (*selects, *typed)
            if asked.facts.form >= 0 and asked.shown and not asked.has("onchange")
            if not asked.facts.changes and not asked.facts.scripts
        }
        found = [part for part in pressed if part.type in ("submit", "image") and part.facts.form in waiting]
        return found if len(found) == 1 else []

    def _only_asks(self, field: Part) -> bool:
        """Whether the form of a field says that it asks for a page, and changes nothing."""
        form = self.form(field)
        return form is not None and form.get("method").lower() == "get" and bool(form.get("action"))

    def bars(self) -> list[Bar]:
        """The outputs that stand side by side, each bar with the one that shows most: where nothing is called a query, or all
        wait for a period, it is the button of the fields beside it."""
        outputs = self._outputs()
        found = (self._bar_around(output.button, outputs) for output in outputs if output.format >= 0)
        return list(dict(bar for bar in found if bar is not None).values())

    def _outputs(self) -> list[_Output]:
        """The buttons that say how a report is put out."""
        found = []
        for part in self.everything(SUBMIT):
            if not part.shown or self.closest(part, "nav,[role=menu],[role=tablist]") is not None:
                continue
            text = fold_words(self.label(part) or self.name(part))
            if not text or len(text.split()) > 5:
                continue
            file = _spelled(text, self.words.formats)
            shows = text in self.button_words or _spelled(text, self.words.screen) >= 0
            row = self.row(part)
            if (file >= 0 or shows) and (row is None or row.count < 2):  # the page itself may be laid out in one row
                found.append(_Output(part, file, _spelled(text, self.words.readable) if file >= 0 else -1))
        return found

    def _bar_around(self, button: Part, outputs: Sequence[_Output]) -> tuple[Part, Bar] | None:
        """The box around an output in which another one stands, with its bar, or the form whose only button it is; None where none
        of these is read."""
        form = self.form(button)
        if form is not None and len(self.inside(form, SUBMIT, 2)) == 1:
            (own,) = (output for output in outputs if output.button is button)
            return (form, Bar(button, True, 1, [button])) if own.is_read else None
        for climbed, at in zip(range(3), button.above(), strict=False):
            if at is self.body or (climbed and at.tag in ("form", "main")):
                return None
            inside = [output for output in outputs if at.holds(output.button)]
            if len({output.format for output in inside}) < 2:
                continue
            best = min((output for output in inside if output.is_read), key=lambda output: output.rank, default=None)
            if best is None:
                return None
            formats = len({output.format for output in inside if output.format >= 0})
            return at, Bar(best.button, best.format >= 0, formats, [output.button for output in inside])
        return None

    def waits(self, control: Field) -> bool:
        """Whether a field waits for a choice."""
        placeholder = self.words.placeholder
        if control.options and isinstance(control.value, int):
            chosen = control.options[control.value] if 0 <= control.value < len(control.options) else None
            return chosen is None or _asks(chosen.text, placeholder)
        if control.tag == "input" and not control.options:
            return not control.value and (control.required or control.type in ("number", "month", "date"))
        return _asks(str(control.value), placeholder)

    def opener_beside(self, row: Part) -> Part | None:
        """The button beside a list that opens the row that is selected in it ("Detalhar"), and is no query's."""
        listed = self.closest(row, "[role=grid],[role=treegrid]") or self.closest(row, "table")
        for at in self._boxes_around(listed)[:5] if listed is not None else ():
            for part in self.inside(at, BUTTON, 60 if self.mixed else None):
                if listed is None or listed.holds(part) or not part.shown or self.is_disabled(part):
                    continue
                text = fold_words(label := self.label(part))
                if opens_record(label) and len(text.split()) <= 3 and text not in self.button_words:
                    return part
        return None

    # ---- what is no query -------------------------------------------------------------------------------------------
    def _asks_who(self, field: Part) -> bool:
        if field.tag == "textarea":
            return field.shown and not field.has("readonly")
        kind = field.type
        if kind == "hidden":
            return False
        # figures are typed where a telephone is asked for: a day, too
        if kind in ("password", "file", "email") or (kind == "tel" and not asks_days(field, field.classes)):
            return True
        if kind == "search" or self.words.searches(str(field.get("placeholder") or "")):
            return False
        label = self.label_of(field)
        text = self.content(label) if label is not None else ""
        return bool(_ASKS.search(f"{field.get('name')} {field.get('id')} {field.get('placeholder')} {text}"))

    def personal(self, region: Part, button: Part | None) -> bool:
        """Whether a region asks who is asking, for secrets, for free text or files. Fields beside a button of their own are no
        part of what another button sends."""
        return any(
            self._asks_who(field) and not (button is not None and self._in_other_block(field, button, region))
            for field in self.inside(region, "input,textarea")
        )

    def is_page(self, form: Part) -> bool:
        """Whether a form is as large as the page: it keeps a state of the page, or holds most of what can be pressed there."""
        if self.one(form, _STATE) is not None:
            return True
        held = len(self.inside(form, _PRESSED))
        return held >= _MANY_PRESSED and 2 * held >= len(self.everything(_PRESSED))

    def sends(self, part: Part) -> bool:
        """A button that sends what somebody has written: pressed as part of a query form, or not at all."""
        form = self.form(part) if submits(part) else None
        if form is None:
            return False
        scope = form
        if self.is_page(form):
            scope = part
            for at, _ in zip(part.above(), range(4), strict=False):
                if at is form:
                    break
                scope = at
        return any(field.shown and not field.has("readonly") for field in self.inside(scope, TYPED))

    def binds(self, part: Part) -> bool:
        """Whether it sends what the page has decided. Where a form is as large as the page only what stands beside fields does."""
        form = self.form(part) if submits(part) else None
        if form is None or self.closest(part, "nav,ul,ol,[role=menu],[role=navigation]") is not None:
            return False
        if not self.is_page(form):
            return method_of(form) == "post" or bool(self.fields_in(form))
        block = part
        for at, _ in zip(part.above(), range(2), strict=False):
            if at is form:
                break
            block = at
        return block is not part and bool(self.fields_in(block))

    def asks(self, part: Part) -> bool:
        """A button of any make beside fields that ask who is asking."""
        if self.closest(part, "nav,ul,ol,[role=menu],[role=navigation]") is not None:
            return False
        for at, _ in zip(part.above(), range(4), strict=False):
            if at is self.body:
                break
            if self.one(at, self.is_field) is not None and self.fields_in(at):
                return self.personal(at, part)
        return False

    def head_over(self, button: Part) -> str:
        """What heads a button: the last heading before it that stands beside it, or beside what holds it, maybe in a box of its
        own."""
        for head in reversed(self.everything("h1,h2,h3,h4,h5,h6,legend")):
            if (
                head.index > button.index
                or not head.shown
                or self.closest(head, "aside,nav,footer") is not None
                or head.up is None
            ):
                continue
            boxed = head.up.up if self.brief(head.up) == self.brief(head) else None
            if head.up.holds(button) or (boxed is not None and boxed.holds(button)):
                return self.brief(head)
        return ""


def _spelled(text: str, terms: Collection[str]) -> int:
    """The place of the first term that a text holds as words; -1: none."""
    return next((place for place, term in enumerate(terms) if f" {term} " in f" {text} "), -1)


def _asks(text: str, placeholder: Collection[str]) -> bool:
    """Whether a value is none: nothing, or words that ask to choose."""
    folded = f" {fold_words(text)} "
    return not any(map(str.isalnum, text)) or any(folded.startswith(f" {word} ") for word in placeholder)
