"""What is looked for on a page when it is acted on."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from transparency.extract.controls.choices import is_period
from transparency.extract.controls.part import Part, clean, fold, has_letters, has_words
from transparency.extract.controls.presses import fold_words
from transparency.extract.controls.query_forms import FEW, submits
from transparency.extract.controls.selectors import SUBMIT, matches
from transparency.extract.controls.view import Reader
from transparency.model import Field, Leading, Option
from transparency.node import Target, canonical_url

_ASKED = (
    "input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=image]):not([type=reset]),select,textarea"
)
_SAYS_SOMETHING = "a[href],button,input:not([type=hidden]),select,table,iframe,frame"
_HOLDS_RECORDS = "table,dl,[role=grid],[role=table],nav,iframe"
_FIGURES = re.compile(r"[\d*]+")
_PLACE = re.compile(r"\d+(?=\]$)")
RECORD = 24
"""So many characters, numbers among them, tell a record from the others of its list."""
_REFRESH = re.compile(r"\s*([\d.]+)\s*[;,]\s*url\s*=\s*[\"']?([^\"']+)", re.I)
_SOON = 15
"""A page that moves on by itself within so many seconds is not the page to read."""
_MOVES_ON = re.compile("aguarde|redirecion|carregando|loading|redirect", re.I)
_LONGEST_OPTION = 120
_MOST_OPTIONS = 200
_LONGEST_WINDOW = 800
"""So much text is no window of choices."""
_SMALLEST_NOTICE = 0.1
"""Part of the window that a notice covers at least."""


def element_at(reader: Reader, path: str) -> Part | None:
    """The element at a path."""
    if not path:
        return reader.root
    tag = path.rpartition(">")[2].partition("[")[0]
    return next((part for part in reader.order if part.tag == tag and reader.path(part) == path), None)


def locate(reader: Reader, target: Target) -> Part | None:
    """The element that a stored target means: at its path, else by the name that the page gave it, else the likest of those that
    are called so. Without a label, or with one that has changed, only the very place will do."""
    label = _FIGURES.sub("0", fold(target.label))

    def same(part: Part) -> bool:
        if part.tag != target.tag or not target.label:
            return part.tag == target.tag
        own = reader.label(part)
        return own == target.label or _says_the_same(_FIGURES.sub("0", fold(own)), label)

    exact = element_at(reader, target.path)
    if exact is not None and same(exact):
        return exact
    alike = [part for part in reader.order if part.tag == target.tag]
    if target.name:
        for part in alike:
            if target.name in (part.get("id"), part.get("name")) and same(part):
                return part
    found = [part for part in alike if same(part)] if target.label else []
    if found:
        steps = target.path.split(">")
        like = {part.index: _likeness(reader.path(part).split(">"), steps) for part in found}
        return max(found, key=lambda part: (like[part.index][0], part.shown, like[part.index][1]))
    return exact if not target.label and exact is not None and exact.tag == target.tag else None


def _says_the_same(one: str, other: str) -> bool:
    """Whether two labels are the same, or one is the beginning of the other and tells a record: a grid draws the columns in sight
    only, and was wider or narrower before."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) >= RECORD and "0" in short and long.startswith(short))


def _likeness(steps: Sequence[str], others: Sequence[str]) -> tuple[float, int]:
    """How much two paths have in common from their beginning, and how near to each other they part: of a list that is shorter now
    the last entry is like one that has not come yet."""
    shared = 0
    while shared < min(len(steps), len(others)) and steps[shared] == others[shared]:
        shared += 1
    places = [
        int(found[0]) for path in (steps, others) for step in path[shared:][:1] if (found := _PLACE.findall(step))
    ]
    apart = abs(places[0] - places[1]) if len(places) > 1 else 0
    return shared - abs(len(steps) - len(others)) / 10, -apart


def controls(reader: Reader, path: str, chips: bool) -> list[Field] | None:
    """The fields of a query form, as they are now; with ``chips``, choices that are pressed too. None: there is no such region."""
    region = element_at(reader, path)
    if region is None:
        return None
    reader.mark()
    if reader.is_field(region):
        return reader.describe_all([region])
    return [*reader.controls_in(region), *(reader.chips_in(region) if chips else reader.years_in(region))]


# ---- lists that are open --------------------------------------------------------------------------------------------


def _is_clipped(part: Part) -> bool:
    """What stands in a box of no size is read aloud, and pressed in vain: what people see is drawn elsewhere."""
    for at, _ in zip(part.above(), range(3), strict=False):
        if matches(at, "body,html"):
            return False
        if at.facts.clips and not at.facts.display.startswith(("inline", "contents")):
            return True
    return False


def offered(reader: Reader) -> list[Part]:
    """The options of the drop-down that is open: by their roles, or else the innermost pieces of text that have appeared since the
    page was marked. Lists that are drawn by scripts carry no roles."""
    marked = reader.page.marked
    appeared = [part for part in reader.order if part.shown and (part.facts.fresh or not marked)]
    options = [part for part in appeared if _offers(reader, part) and not _is_clipped(part)]
    if options or not marked:
        return options
    fresh = set(appeared)
    shown = [part for part in reader.everything("[role=option]") if part.shown]  # a list that was only of no height
    rows = [part for part in appeared if part.tag == "tr" and _is_row_of_choices(reader, part)]
    if any(has_letters(reader.text(row), 3) for row in rows):
        return rows
    pieces = [
        part
        for part in appeared
        if not reader.is_field(part) and not _is_clipped(part) and _is_piece(reader, part, fresh)
    ]
    if not pieces:
        return shown
    return [entry for entry in dict.fromkeys(_entry_around(reader, part) for part in pieces) if entry in fresh]


def _offers(reader: Reader, part: Part) -> bool:
    if part.role in ("option", "radio", "menuitemradio"):
        return True
    if part.tag not in ("li", "tr") or reader.closest(part, "[role=listbox]") is None:
        return False
    return reader.one(part, "[role=option]") is None


def _is_of_periods(reader: Reader, row: Part) -> bool:
    """A row of a calendar: each of its cells is a choice."""
    return sum(is_period(fold(reader.content(cell))) for cell in reader.inside(row, "td")) > 1


def _is_row_of_choices(reader: Reader, row: Part) -> bool:
    """A row of a list with columns of its own, and not what heads it, looks in it or turns its pages."""
    if reader.one(row, "td") is None or _is_of_periods(reader, row):
        return False
    if any(p.tag in ("th", "button", "table") or reader.is_field(p) for p in reader.below(row)):
        return False
    return bool(clean(reader.text(row))) and not reader.in_page_bar(row)


def _is_piece(reader: Reader, part: Part, fresh: set[Part]) -> bool:
    text = reader.text(part)
    if not text or len(text) > _LONGEST_OPTION:
        return False
    return not any(child in fresh and reader.text(child) for child in part.children)


def _entry_around(reader: Reader, part: Part) -> Part:
    """The entry of a list that a piece of text stands in."""
    row = reader.closest(part, "tr")
    if row is not None and _is_of_periods(reader, row):
        return reader.closest(part, "td") or part
    return reader.closest(part, "li,tr,a,[role=menuitem]") or part


def options(reader: Reader) -> list[Option]:
    """What the drop-down that is open offers."""
    found = []
    for part in offered(reader)[:_MOST_OPTIONS]:
        option = Option(
            text=clean(reader.text(part), 120),
            value=reader.path(part),
            disabled=part.get("aria-disabled") == "true",
        )
        if reader.closest(part, "[aria-multiselectable=true]") is not None:
            option.several = True
            option.taken = "true" in (part.get("aria-selected"), part.get("aria-checked"))
        found.append(option)
    return found


def is_put_away(reader: Reader, path: str) -> bool:
    """Whether neither an element nor what holds it is shown, as in a list that is closed: a box of its own make may be drawn by
    its label alone."""
    part = element_at(reader, path)
    return part is not None and not part.shown and (part.up is None or not part.up.shown)


def apply_button(reader: Reader, path: str, labels: Collection[str]) -> Part | None:
    """The button that makes a choice in a list count ("Aplicar"), in the window that an option stands in."""
    option = element_at(reader, path)
    for climbed, at in zip(range(5), option.ancestors() if option is not None else (), strict=False):
        in_window = at.role in ("dialog", "alertdialog") or at.tag == "dialog"
        long = climbed and not in_window and at.spans[1] - at.spans[0] > _LONGEST_WINDOW
        if at is reader.body or long or reader.one(at, "table,[role=grid],select,[role=combobox]") is not None:
            return None
        for part in reader.inside(at, SUBMIT):
            if part.shown and fold_words(reader.label(part)) in labels:
                return part
    return None


# ---- a page that opens ----------------------------------------------------------------------------------------------


def moving(reader: Reader, told: str = "") -> Leading | None:
    """Where a page leads by itself: soon, whatever it shows until then, or while it shows nothing to read or to press; without an
    address while a script is yet to say. ``told``: the header by which the server has said so."""
    body, page = reader.body, reader.page
    refresh = _REFRESH.match(page.refresh or told)
    if refresh and float(refresh[1].rstrip(".") or 0) <= _SOON:
        address = reader.resolve(refresh[2].strip())
        if canonical_url(address) != canonical_url(reader.resolve("")):
            return Leading(url=address)
    if reader.one(body, _SAYS_SOMETHING) is not None or len(reader.brief(body, 300)) > 200:
        return None
    # Nothing at all may be there yet, where a script draws everything.
    text = reader.content(body)
    blank = not text.strip() and not reader.below(body) and page.scripted
    return Leading() if blank or _MOVES_ON.search(text) else None


def unread(reader: Reader) -> Part | None:
    """Of an application that paints itself there is nothing to read but one button, beyond the edge of the window, for those who
    do not see: it builds the tree of all that is painted."""
    body = reader.body
    if has_words(reader.content(body)) or reader.one(body, "a[href],table,iframe,frame") is not None:
        return None
    if reader.one(body, "canvas") is None or reader.one(body, reader.is_field) is not None:
        return None
    buttons = reader.inside(body, "button,[role=button]", 2)
    if len(buttons) != 1:
        return None
    left, top, width, height = buttons[0].box
    right, bottom = left - reader.page.scroll[0] + width, top - reader.page.scroll[1] + height
    return buttons[0] if (right <= 0 or bottom <= 0) and reader.name(buttons[0]) else None


def notice(reader: Reader, closing: Sequence[str], agreeing: Sequence[str]) -> Part | None:
    """What takes away the notice or campaign that covers a page (never what holds records, nor the frame of a whole
    application), or agrees to the terms that the page is. ``closing``: labels, the likeliest first; ``agreeing``: first words."""
    room = _SMALLEST_NOTICE * reader.page.window[0] * reader.page.window[1]
    for place in reader.page.middle:
        start = reader.at(place)
        covers = [at for at in start.ancestors() if _may_cover(at)] if start is not None else []
        if not covers or covers[-1].width * covers[-1].height < room:
            continue
        button = _closing_button(reader, covers[-1], closing)
        if button is not None:
            return button
    return _agreement(reader, agreeing)


def _may_cover(part: Part) -> bool:
    if matches(part, "body,html"):
        return False
    return part.tag == "dialog" or part.role in ("dialog", "alertdialog") or part.facts.position == "fixed"


def _closing_button(reader: Reader, cover: Part, closing: Sequence[str]) -> Part | None:
    if reader.one(cover, _HOLDS_RECORDS) is not None:
        return None
    buttons = [part for part in reader.below(cover) if part.shown and reader.kind(part) == "click"]
    # What sends an answer to what is asked there is pressed by nobody but the citizen.
    if len(buttons) > FEW or any(_sends_answer(reader, part) for part in buttons):
        return None
    ranks = [(_rank(reader, part, closing), part) for part in buttons]
    if sum(rank == len(closing) for rank, _ in ranks) > 3:  # it asks for a choice: an entity, a profile
        return None
    return min(
        (one for one in ranks if one[0] < len(closing)), key=lambda one: one[0], default=(0, None)
    )[1]  # fmt: skip


def _sends_answer(reader: Reader, part: Part) -> bool:
    form = reader.form(part) if submits(part) else None
    return form is not None and any(field.type != "checkbox" for field in reader.fields_in(form))


def _rank(reader: Reader, part: Part, closing: Sequence[str]) -> int:
    """Place of its label among those that close a notice; their number where it is none of them."""
    labels = {fold(text) for text in (reader.label(part), part.get("aria-label"), part.get("title"))}
    return next((place for place, text in enumerate(closing) if text in labels), len(closing))


def _agreement(reader: Reader, agreeing: Sequence[str]) -> Part | None:
    """Of a page that is nothing but terms to agree to before anything else: the box to tick, then the button."""
    fields = [
        part
        for part in reader.order
        if part.shown
        and matches(
            part,
            _ASKED,
        )
    ]
    if len(fields) > 1 or any(part.type != "checkbox" for part in fields):
        return None
    pressed = [part for part in reader.everything(SUBMIT) if part.shown]
    if len(pressed) > FEW:
        return None

    def agrees(text: str) -> bool:
        return any(f"{fold(text)} ".startswith(f"{term} ") for term in agreeing)

    box = fields[0] if fields else None
    if box is not None and not agrees(reader.control_label(box)):
        return None
    if box is not None and not box.facts.checked:
        return box
    named = next((part for part in pressed if agrees(reader.label(part))), None)
    return named or (pressed[0] if box is not None and len(pressed) == 1 else None)
