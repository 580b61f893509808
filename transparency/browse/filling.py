"""Query forms are filled as a person fills them: lists are opened, what fits is picked, boxes are ticked, the button is pressed."""

from __future__ import annotations

import asyncio
import datetime as dt
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from msgspec import structs
from playwright.async_api import ElementHandle, Frame, Page
from playwright.async_api import TimeoutError as PlaywrightTimeout

from transparency.browse import reading
from transparency.browse.hands import Hands, target_at
from transparency.browse.operations import CHOOSE, FURTHER, MARK, find, read, within
from transparency.browse.snapshot import Limits, VisitFailed
from transparency.browse.watch import Watch
from transparency.extract.controls import finding
from transparency.extract.forms import (
    PRESSED,
    Period,
    QueryWords,
    beginnings,
    between_days,
    choose,
    exactly,
    field_kind,
    left_alone,
    mark_columns,
    mark_ranges,
    offers,
    period,
    shown_in,
    sizes_pages,
    takes_several,
    wants_suggestion,
    ways_to_write,
    would_change,
)
from transparency.extract.forms.query_words import Choice
from transparency.model import Field, Option
from transparency.node import Step, Target
from transparency.text import normalize

YEAR_MENU = "year"
"""Type of the field that a toolbar's menu of years is (``extract/controls``)."""
FILTER = "ask"
"""Type of one that opens a window with its choices, which may have to be confirmed there."""
CLOSED = """el => {
  const at = el.closest("[aria-expanded],[aria-selected]");
  return !!at && !at.hasAttribute("aria-haspopup") && [at.getAttribute("aria-expanded"), at.getAttribute("aria-selected")].includes("false");
}"""
SOUGHT = ("year", "month", "entity")
"""What is looked for in the whole of a long list."""
SCROLLS = 30
"""So often a list is moved on that draws only what is in sight."""
SCROLLED = "@"
"""Between the path of an option and where its list stood."""
CLOSING = 0.5
"""Seconds in which a list fades that has heard that it is to close."""
SUGGESTION_SECONDS = 1.2
"""So long a field may take to offer what fits a text: scripts wait until the typing stops, then ask their server."""


PART_NAME = """el => [el.getAttribute("aria-label"), el.getAttribute("aria-placeholder"), el.dataset.type, el.dataset.placeholder, el.textContent].join(" ")"""
_YEARLY, _MONTHLY = re.compile("ano|year|aa|yy", re.IGNORECASE), re.compile("m[eê]s|month|mm", re.IGNORECASE)
HOLDS_TEXT = "el => !/^(radio|checkbox|button|submit|image|file)$/.test(el.type) && el.value !== ''"
DECLINES = "el => { el.blur(); return new Promise((done) => setTimeout(() => done(!el.value), 60)); }"
"""Whether a field that is left empties itself: what was written in it is not how it wants it."""
CHANGED_BY_JQUERY = "el => window.jQuery && window.jQuery(el).trigger('change')"
SET_BY_SCRIPT = """(el, value) => {
  el.value = value;
  for (const type of ["input", "change", "blur"]) el.dispatchEvent(new Event(type, { bubbles: true }));
}"""


MOST_FIELDS = 30
"""So many fields of one query are decided."""


@dataclass
class Query:
    """A query form while it is filled in."""

    page: Page
    watch: Watch
    frame: Frame
    step: Step
    decided: set[str] = field(default_factory=set)
    """Paths of the fields that were decided."""
    first: set[str] = field(default_factory=set)
    """Paths of those that were there at first."""
    made: list[tuple[str, str]] = field(default_factory=list)
    """(field, option) of what was chosen."""

    @cached_property
    def forced(self) -> dict[str, str]:
        """What the step asks for: label of a field → option."""
        return dict(self.step.choices)

    @property
    def has_button(self) -> bool:
        """Whether it is sent by a button, and not by what is chosen or typed."""
        return bool(self.step.target.path)


class Filling(Hands):
    """The fields and queries of a page."""

    def __init__(self, query_words: QueryWords, limits: Limits, today: dt.date) -> None:
        super().__init__(query_words, limits)
        self.today = today
        self._asked: dict[str, Field] = {}
        """Path → field of the last query."""
        self._clicked: list[Step] = []
        """The clicks of the way so far."""

    async def _query(self, page: Page, watch: Watch, frame: Frame, step: Step) -> list[tuple[str, str]]:
        """Fill a query form field by field (each choice may load the next field's options), then press its button."""
        query = Query(page, watch, frame, step)
        self._asked = {}
        for turn in range(MOST_FIELDS):
            controls = await self._fields_now(query, turn)
            control = next((c for c in controls if c.path not in query.decided), None)
            if control is None:
                break
            query.decided.add(control.path)
            if self._stays(query, control, controls):
                continue
            await self._look_up(query, control)
            if await self._decide(query, control, controls):
                break
        if not query.has_button and not query.made:
            await self._send(query, step.region)
        if query.has_button:
            before = watch.requests
            await self._heard(page, watch, frame, await self._click(frame, watch, step), before)
        return query.made

    async def _fields_now(self, query: Query, turn: int) -> list[Field]:
        """The fields of a query as they are now, its form opened if need be; what a list offered while it was open is still known."""
        step = query.step
        controls = await self._controls(query.frame, step) if step.region else []
        if controls == [] and not turn and step.region and (step.attempt or step.when or query.forced):
            controls = await self._open_form(query.page, query.watch, query.frame, step)
            if not controls:  # pressing its button now would ask once more what was asked before
                raise VisitFailed("step", f"“{step.words}”: os campos do formulário não estão à vista")
        if controls is None and query.made and not query.has_button:
            return []  # what was chosen has led on by itself
        if controls is None:
            raise VisitFailed("step", f"“{step.words}”: o formulário não foi encontrado de novo")
        if turn:  # a list that has appeared is what a field has opened
            query.decided.update(c.path for c in controls if c.type == "listbox")
        controls = mark_columns(mark_ranges(controls, self.query_words), self.query_words)
        query.first = query.first or {c.path for c in controls}
        for c in controls:
            known = self._asked.get(c.path)
            options = c.options or (known.options if known else [])
            self._asked[c.path] = structs.replace(c, late=c.path not in query.first, options=options)
        return controls

    def _stays(self, query: Query, control: Field, controls: Sequence[Field]) -> bool:
        """Whether a field is left as it is without looking at what it offers: it asks for nothing, or says what is wanted."""
        if control.label in query.forced:
            return False
        if left_alone(control, self.query_words) or sizes_pages(control):
            return True
        if control.type != FILTER:
            return False
        wanted = self._period(query, controls)
        return not would_change(control, wanted, self.today, self.query_words)

    async def _look_up(self, query: Query, control: Field) -> None:
        """Open a list, or type into a field, to see what it offers."""
        frame, watch = query.frame, query.watch
        if not shown_in(control):
            control.options = await self._open_list(frame, watch, control)
            if not control.options and control.typed:
                control.options = await self._suggestions(frame, watch, control)
            self._asked[control.path].options = control.options
            if not control.options and not query.has_button:
                raise VisitFailed("step", f"a lista “{control.label}” não abriu")
        elif wants_suggestion(control, self.query_words):
            offered = await self._suggestions(frame, watch, control)
            if offered:
                control.options, control.tag = offered, "suggestions"

    async def _decide(self, query: Query, control: Field, controls: Sequence[Field]) -> bool:
        """Choose in a field. Whether that was the whole query, as where what is chosen is gone to."""
        asked = self._period(query, controls)  # of what the lists offer that are open by now
        choice = choose(control, asked, self.today, self.query_words, query.forced)
        if choice is None:
            if control.options and not shown_in(control):
                await self._close_list(query.page, query.frame, control)
            return False
        await self._fill_in(query, control, choice)
        query.made.append((choice.label, choice.text))
        if not shown_in(control) and takes_several(control):
            await self._close_list(query.page, query.frame, control)
        if control.type == YEAR_MENU:
            await self._open_again(query.page, query.watch, query.frame)
        if query.has_button or choice.forced:
            return not query.has_button
        if control.tag == "input":  # there is no button: what is typed is sent so
            await self._send(query, control.path)
        return control.path == query.step.region  # it is all that is asked, and may have led on by now

    def _period(self, query: Query, controls: Sequence[Field]) -> Period:
        """What a query is asked for."""
        return exactly(period(query.step.attempt, controls, self.query_words), query.step.when, self.today)

    async def _send(self, query: Query, path: str) -> None:
        """Send what a field to type in, that stands alone, says: it may have been left since it was typed."""
        target = target_at(path)
        element = await self._locate(query.frame, target) if target.tag == "input" else None
        if element is not None and await within(2, element.evaluate(HOLDS_TEXT), "enviar"):
            await within(self.limits.step, element.press("Enter", timeout=1500, no_wait_after=True), "enviar")
            query.watch.acted()

    async def _fill_in(self, query: Query, control: Field, choice: Choice) -> None:
        """Fill in what was chosen; each of several boxes may load the list anew."""
        for value in choice.value if isinstance(choice.value, tuple) else (choice.value,):
            await self._fill(query.frame, query.watch, control, value)
            if query.has_button and control.tag == "input":  # many fields tell what they hold when they are left
                await within(
                    self.limits.step, query.frame.evaluate("() => document.activeElement?.blur()"), "preencher"
                )
            query.watch.acted()
            await self._settle(query.page, query.watch, 4)

    async def _controls(self, frame: Frame, step: Step) -> list[Field] | None:
        """The fields of a query as they are now; None where it is no more."""
        reader = await self._facts(frame)
        found = finding.controls(reader, step.region, chips=not step.target.path)
        await reading.keep(frame, reader, self.limits)
        return found

    async def _open_form(self, page: Page, watch: Watch, frame: Frame, step: Step) -> list[Field] | None:
        """What was folded away with the answer to the last query is opened again as it was before; its fields, if it could be."""
        opener = await self._locate(frame, self._clicked[-1].target) if self._clicked else None
        if opener is None:
            return []
        await self._press(opener)
        watch.acted()
        await self._settle(page, watch, 4)
        return await self._controls(frame, step)

    async def _open_again(self, page: Page, watch: Watch, frame: Frame) -> None:
        """Another year may show a portal from its start: the tabs and panels that led here are opened again."""
        for step in self._clicked:
            element = await self._locate(frame, step.target)
            if element is not None and await within(self.limits.step, element.evaluate(CLOSED), "abrir de novo"):
                await self._press(element)
                watch.acted()
                await self._settle(page, watch, 4)

    async def _show(self, page: Page, watch: Watch, frame: Frame, step: Step) -> None:
        """Click all that is asked for in a list, which is opened (again) when one of them is not in the page, or not in sight."""
        found = 0
        for label, path in step.choices:
            target = replace(target_at(path), label=label)
            element = await self._locate(frame, target)
            closed = step.target.path and (element is None or finding.is_put_away(await self._facts(frame), path))
            if closed and (opener := await self._locate(frame, step.target)) is not None:
                await self._press(opener)
                await self._settle(page, watch, 2)
                element = await self._locate(frame, target)
            if element is None:
                continue
            found += 1
            await self._press(element)
            watch.acted()
            await self._settle(page, watch, 2)
        button = await self._applying(frame, step.choices[-1][1], self.query_words.buttons)
        if found and button is not None:
            await self._press(button)
            watch.acted()
        if not found:
            raise VisitFailed("step", f"“{step.words}”: a lista de colunas não foi encontrada de novo")

    async def _open_list(self, frame: Frame, watch: Watch, control: Field) -> list[Option]:
        """Open a drop-down that is not a ``select`` and read what it offers."""
        element = await self._locate(frame, target_at(control.path))
        if element is None:
            return []
        # What stands beside a field to type in may empty it as well as open its list, unless it is known for an arrow.
        typed = control.typed and not control.arrow
        arrow = None if typed else await self._arrow(frame, control)
        await read(frame, self.limits.evaluate, MARK)
        for opener, patience in ((element, 1.2),) if typed else ((arrow or element, 2.0), (element, 1.0)):
            await self._press(opener)
            watch.acted()
            if options := await self._offered(frame, watch, patience):
                return self._choices(control, await self._further(frame, watch, control, options))
        return []

    async def _further(self, frame: Frame, watch: Watch, control: Field, options: list[Option]) -> list[Option]:
        """All that an open list offers which draws only what is in sight, where a period or a body is looked for in it: of
        those that came later, where the list stood."""
        if field_kind(structs.replace(control, options=options), self.query_words) not in SOUGHT:
            return options
        found = {option.text for option in options}
        late: list[Option] = []  # apart: two calendars say the same months
        for _ in range(SCROLLS):
            top = await self._scroll(frame, None)
            if top is None:
                break
            fresh = [option for option in await self._offered(frame, watch, 0.5) if option.text not in found]
            if not fresh:
                break
            found.update(option.text for option in fresh)
            late += [structs.replace(option, value=f"{option.value}{SCROLLED}{top}") for option in fresh]
        if late:
            await self._scroll(frame, 0)
            await self._offered(frame, watch, 0.5)
        return options + late

    async def _scroll(self, frame: Frame, top: float | None) -> int | float | None:
        """Move an open list on, or to a place: where it stands then; None at its end."""
        options = finding.offered(await self._facts(frame))
        if not options:
            return None
        asked = {"first": options[0].index, "last": options[-1].index, "top": top}
        return await read(frame, self.limits.evaluate, FURTHER, asked)

    async def _options(self, frame: Frame) -> list[Option]:
        """What the drop-down that is open offers."""
        return finding.options(await self._facts(frame))

    async def _option(self, frame: Frame, watch: Watch, control: Field, value: str) -> ElementHandle | None:
        """An option of a list that is open. One that was out of sight is brought there: the list is moved to where it was."""
        path, _, top = value.partition(SCROLLED)
        if not top:
            return await self._locate(frame, target_at(path))
        text = next((o.text for o in control.options if o.value == value), "")
        await self._scroll(frame, float(top))
        drawn = await self._offered(frame, watch, 0.5)
        place = next((o.value for o in drawn if o.text == text), "")
        return await self._locate(frame, target_at(place)) if place else None

    def _choices(self, control: Field, options: list[Option]) -> list[Option]:
        """What a window of choices offers, apart from its title and its buttons."""
        if control.type != FILTER:
            return options
        asking = self.query_words
        others = {normalize(control.label), *asking.leave, *asking.done, *asking.buttons}
        return [option for option in options if normalize(option.text) not in others] or options

    async def _applying(self, frame: Frame, path: str, labels: Sequence[str]) -> ElementHandle | None:
        """The button so called of the window that an option stands in."""
        reader = await self._facts(frame)
        return await self._hand_out(frame, reader, finding.apply_button(reader, path, labels))

    async def _arrow(self, frame: Frame, control: Field) -> ElementHandle | None:
        """What opens the list of a field when the field itself does not."""
        reader = await self._facts(frame)
        field = finding.element_at(reader, control.path)
        arrow = reader.arrow(field) if field is not None and field.tag == "input" else None
        return await self._hand_out(frame, reader, arrow)

    async def _confirm(self, frame: Frame, path: str, labels: Sequence[str]) -> bool:
        """Press one of some buttons of the window that an option stands in; False where there is none, or none any more."""
        button = await self._applying(frame, path, labels)
        if button is not None:
            await self._press(button)
        return button is not None

    async def _offered(self, frame: Frame, watch: Watch, patience: float) -> list[Option]:
        """What an open list offers, once it has come to rest: many are drawn anew for every letter, or when data come."""
        deadline = time.monotonic() + patience
        before: list[Option] = []
        while (now := time.monotonic()) < deadline or (before and now < deadline + 2 * patience):
            await asyncio.sleep(0.15)
            options = await self._options(frame)
            if options and options == before and not watch.busy():
                return options
            before = options
        return before

    async def _close_list(self, page: Page, frame: Frame, control: Field) -> None:
        reader = await self._facts(frame)
        field = finding.element_at(reader, control.path)
        asked = {"turn": reader.page.turn, "place": field.index if field is not None else -1}
        shade = await find(frame, self.limits.evaluate, "shade", asked, "procurar o fundo")
        if shade is not None:
            await self._press(shade)
        else:
            await within(self.limits.step, page.keyboard.press("Escape"), "fechar lista")
        deadline = time.monotonic() + CLOSING
        options = control.options
        if (
            control.type in (FILTER, YEAR_MENU)
            and options
            and await self._confirm(frame, options[0].value, self.query_words.leave)
        ):
            return
        its = {(option.text, option.value.partition(SCROLLED)[0]) for option in options}
        while any((o.text, o.value) in its for o in await self._options(frame)):
            if time.monotonic() > deadline:  # it knows no keys: what opened it closes it
                element = await self._locate(frame, target_at(control.path))
                if element is not None:
                    await self._press(element)
                return
            await asyncio.sleep(0.1)

    async def _suggestions(self, frame: Frame, watch: Watch, control: Field) -> list[Option]:
        """Type the beginnings of a town hall's usual names into a field, until it offers something to pick."""
        element = await self._locate(frame, target_at(control.typed or control.path))
        if element is None:
            return []
        await read(frame, self.limits.evaluate, MARK)
        typed = beginnings(control, self.query_words)
        for beginning in typed:
            try:
                await within(self.limits.step, element.fill("", timeout=1500), "digitar")
                await within(self.limits.step, element.type(beginning, timeout=3000), "digitar")
            except PlaywrightTimeout:
                return []
            watch.acted()
            options = await self._offered(frame, watch, SUGGESTION_SECONDS)
            if options and offers(control, options, self.query_words):
                return options
        await within(self.limits.step, element.fill("", timeout=1500), "digitar")
        return []

    async def _fill(self, frame: Frame, watch: Watch, control: Field, value: Any) -> None:
        if control.tag == "boxes" and isinstance(value, tuple):
            await self._tick(frame, control, *value)
        elif control.parts:
            await self._write_parts(frame, control, str(value))
        elif control.tag == "pick":
            await self._move(frame, value, control.movers)
        elif control.tag not in ("select", "input", "textarea"):
            await self._pick(frame, watch, control, value)
        elif control.tag == "select":
            await self._select(frame, control, value)
        elif (element := await self._locate(frame, Target(control.path, control.tag))) is None:
            return
        elif control.type in ("radio", "checkbox"):
            await self._press(element)
        else:
            await self._write(control, element, value)

    async def _tick(self, frame: Frame, control: Field, path: str, ticked: bool) -> None:
        """Tick a box, or take its tick away. What is drawn was read just now; another box may have been ticked by the one that
        stands for all."""
        box = await self._locate(frame, target_at(path))
        if box is None:
            return
        drawn = control.type == PRESSED
        if drawn or ticked is not await within(2, box.evaluate("el => el.checked"), "marcar"):
            await self._press(box)

    async def _pick(self, frame: Frame, watch: Watch, control: Field, value: str) -> None:
        """Press an option of a list that is drawn; in a window that waits, what makes the choice count."""
        option = await self._option(frame, watch, control, value)
        if option is None and takes_several(control):  # the list closes after each
            await self._open_list(frame, watch, control)
            option = await self._locate(frame, target_at(value))
        if option is not None:
            await self._press(option)
        if control.type in (FILTER, YEAR_MENU):
            await self._confirm(frame, value, (*self.query_words.buttons, *self.query_words.done))

    async def _select(self, frame: Frame, control: Field, value: Any) -> None:
        reader = await self._facts(frame)
        part = finding.locate(reader, Target(control.path, control.tag))
        chosen = list(value) if isinstance(value, tuple) else [value]
        if control.visible and part is not None:
            asked = {**reading.asked_of(reader, part), "chosen": chosen}
            if await read(frame, self.limits.evaluate, CHOOSE, asked):
                await self._move(frame, control.path, control.movers)
                return
        element = await self._hand_out(frame, reader, part, pressed=True)
        if element is None:
            return
        await within(self.limits.step, element.select_option(index=chosen, force=True, timeout=2000), "escolher")
        await self._move(frame, control.path, control.movers)
        if not control.visible:  # a widget drawn over the select listens through jQuery
            await within(self.limits.step, element.evaluate(CHANGED_BY_JQUERY), "escolher")

    async def _write(self, control: Field, element: ElementHandle, value: Any) -> None:
        try:
            for written in ways_to_write(control, value):
                await within(self.limits.step, element.fill(written, timeout=1500), "preencher")
                if between_days(control):  # calendars of two dates read them as keys are let go
                    await within(self.limits.step, element.dispatch_event("keyup"), "preencher")
                await within(self.limits.step, element.dispatch_event("change"), "preencher")
                if written != value or not await within(self.limits.step, element.evaluate(DECLINES), "preencher"):
                    break
        except PlaywrightTimeout:  # read-only in front of a calendar: set it as the calendar would
            await within(self.limits.step, element.evaluate(SET_BY_SCRIPT, value), "preencher")

    async def _write_parts(self, frame: Frame, control: Field, value: str) -> None:
        """A day whose parts are typed one by one, in the order in which they stand: of which one figures are, its name says."""
        if value.count("/") != 2:
            return
        day, month, year = value.split("/")
        for path in control.parts:
            part = await self._locate(frame, target_at(path))
            if part is None:
                return
            said = await within(self.limits.step, part.evaluate(PART_NAME), "preencher")
            written = year if _YEARLY.search(said) else month if _MONTHLY.search(said) else day
            await self._press(part)
            await within(self.limits.step, part.type(written, timeout=1500), "preencher")

    async def _move(self, frame: Frame, path: str, movers: Sequence[str]) -> None:
        """Press the buttons beside a list until all that stood in it has gone over to the other one."""
        for mover in movers:
            button, source = await self._locate(frame, target_at(mover)), await self._locate(frame, target_at(path))
            if (
                button is None
                or source is None
                or not await within(2, source.evaluate("el => el.childElementCount"), "escolher")
            ):
                return
            await self._press(button)
            await asyncio.sleep(0.05)
