"""What a frame shows: everything that can be pressed, the forms and fields, and the frame as HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from msgspec import structs

from transparency.extract.controls import markup
from transparency.extract.controls.choices import YEAR, is_period
from transparency.extract.controls.fields import asks_days
from transparency.extract.controls.painted import (
    Run,
    in_lines,
    is_aloud,
    labelled,
    lines_of,
    lone_text,
    painted_by,
    runs_of,
)
from transparency.extract.controls.part import Part, clean, fold, has_letters, has_words, is_tab
from transparency.extract.controls.presses import fold_words, is_current, is_marked
from transparency.extract.controls.query_forms import Bar, Queries, method_of
from transparency.extract.controls.selectors import GRID, HEAD, HEADING, ROW, TOGGLE, matches
from transparency.extract.controls.surroundings import Around
from transparency.extract.forms.query_words import QueryWords
from transparency.model import Field, Form, Page, Pressable, Toggle, View

_THEME = (
    "h1,h2,h3,h4,legend,[aria-current],[aria-selected=true],[aria-checked=true],"
    "[aria-pressed=true],li[class],a[class],button[class],[role=tab]"
)
_CHALLENGE = (
    "input[name*=captcha i],input[id*=captcha i],[class*=captcha i],iframe[src*=captcha i],iframe[src*='challenges.']"
)
_IN_GRID = "[role=grid],[role=treegrid],[role=table]"
_NEVER_GONE = frozenset("html body col colgroup option optgroup br area map head title".split())
_OPAQUE = frozenset("svg iframe canvas video".split())
"""What stands in them is not read."""
_SHAPES = frozenset("a path polygon rect circle g text".split())
_PARTS = frozenset("tab menuitem treeitem switch".split())
_OWN_CLICKS = frozenset("a button summary tr".split())
_WITH_RECORDS = frozenset(("", "main", "dialog"))
"""Regions of a page that cards of records stand in."""
_LONGEST_TEXT = 60_000
_MOST_TOGGLES = 120
_MOST_FACETS = 12
_MOST_LISTS = 20
_MOST_INPUTS = 5
_MOST_READ, _MOST_TEXTS, _LONGEST_ENTRY = 300, 60, 60
_TYPED_IN = "input:not([type]),input[type=text],input[type=search],input[type=number],input[type=range]"
_SENDS = "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]"
_NO_ENTRY = "a,button,label,summary,select,textarea,th,h1,h2,legend,caption,[role=button],[role=tab]"
"""What stands in these is pressed, chosen or a title."""
_SMALLEST_MAP = 150
"""Pixels: the parts of a wider drawing may lead on."""
_FILLS = 0.6


def _is_no_theme(part: Part) -> bool:
    if part.tag in ("dialog", "table") or part.role == "dialog":
        return True
    return part.tag == "li" and not part.has("aria-current") and any(at.tag == "nav" for at in part.above())


@dataclass
class _Found:
    """What comes up while a frame is read."""

    out: list[str] = field(default_factory=list)
    starts: dict[int, int] = field(default_factory=dict)
    """Number of a piece of ``out`` that is a start tag → place of its element."""
    texts: list[str] = field(default_factory=list)
    length: int = 0
    """Of the texts."""
    candidates: list[Pressable] = field(default_factory=list)
    clickable: dict[Part, Pressable] = field(default_factory=dict)
    windows: set[Part] = field(default_factory=set)
    """Closed windows that something in sight opens."""
    buttons: list[Part] = field(default_factory=list)
    """Of queries."""
    disabled: list[Part] = field(default_factory=list)
    """The same, of those that cannot be pressed yet."""
    selects: list[Part] = field(default_factory=list)
    toggles: list[Toggle] = field(default_factory=list)


class Reader(Queries):
    """One frame being read."""

    def __init__(self, page: Page, words: QueryWords, most_candidates: int) -> None:
        super().__init__(page, words)
        self.most_candidates = most_candidates
        self.found = _Found()
        self.top: Part | None = None
        self._tools: list[Part] = []
        self._folded: set[Part] = set()
        self._labelled: set[Part] = set()

    def view(self) -> View:
        """All that is read from the frame."""
        self.mark()
        self.top, self._tools = self.window_on_top()
        self._folded = self._closed_popups()
        self._walk()
        found, page = self.found, self.page
        dropped = self._doubled()
        forms, taken, pressed_years = self._forms()
        selects = self._loose(taken)
        self._add_chips(selects, pressed_years)
        return View(
            html=f"<!DOCTYPE html>{''.join(found.out)}",
            text=clean(" ".join(found.texts), _LONGEST_TEXT),
            title=page.title,
            type=page.type,
            theme=self._theme(),
            challenge=bool(self.everything(_CHALLENGE)),
            asks_password=any(part.shown for part in self.everything("input[type=password]")),
            narrow=bool(self.narrow_boxes()),
            withheld=page.withheld,
            far=page.far,
            candidates=[c for c in found.candidates if id(c) not in dropped],
            forms=forms,
            selects=selects,
            inputs=self._inputs(taken),
            entries=self._entries(taken),
            toggles=found.toggles,
            texts=self._bare_texts(),
            truncated=page.truncated,
            width=page.width,
            height=page.height,
            scroll=page.scroll,
        )

    def numbered(self) -> str:
        """The HTML of the view, in which the elements say their places (``PLACE``)."""
        out = [*self.found.out]
        for at, place in self.found.starts.items():
            out[at] = f'{out[at][:-1]} {markup.PLACE}="{place}">'
        return f"<!DOCTYPE html>{''.join(out)}"

    # ---- reading ----------------------------------------------------------------------------------------------------
    def _closed_popups(self) -> set[Part]:
        """What a closed list offers is no part of the page: it is read when it is opened."""
        found: set[Part] = set()
        for part in self.everything("input"):
            if part.shown and (self.is_list(part) or self.typed_in(part) is not None):
                found.update(self.popups(part))
        for part in self.everything("[role=combobox]"):
            found.update(self.closed_by(part))
        for part, kind in self.drops.items():
            if not kind:
                found.update(self.closed_in(part, part.up))
        found.update(self.closed_lists())
        return found

    def _put_away(self, part: Part) -> bool:
        """A view that was in sight and has been put away under another one, as applications keep them to go back to: where it is
        needed it was read already."""
        if not part.facts.passed or part.up is None:
            return False
        width, height = (_FILLS * size for size in self.page.window)
        return any(
            other is not part and other.tag == part.tag and other.shown and other.width >= width and other.height >= height
            for other in part.up.children
        )  # fmt: skip

    def _walk(self) -> None:
        """Read all elements in document order."""
        out = self.found.out
        work: list[Iterator[str | None]] = [self._read(self.root, False)]
        self._next = self.root, False
        while work:  # a page may be nested deeper than Python calls go
            for piece in work[-1]:
                if piece is None:
                    work.append(self._read(*self._next))
                    break
                out.append(piece)
            else:
                work.pop()

    def _read(self, part: Part, hidden: bool) -> Iterator[str | None]:
        """The HTML of an element, in pieces; None where one of its children is to be read (``_next``)."""
        name = part.tag
        gone = not hidden and not part.shown and name not in _NEVER_GONE and part.facts.display != "contents"
        if gone and (part in self._folded or self._put_away(part)):
            return
        written = markup.name_of(part)
        inside = hidden or gone
        if written:
            self.found.starts[len(self.found.out)] = part.index
            yield self._start(part, written, gone, hidden)
            self._note(part, hidden, gone)
        if name in _OPAQUE:
            self._add_shapes(part, inside)
            title = next((child for child in self.below(part) if child.tag == "title"), None) if name == "svg" else None
            if title is not None and (text := self.content(title)):
                yield f"<title>{markup.escape(text)}</title>"
        elif name == "textarea":
            yield markup.escape(part.value)
        elif written and name not in markup.VOID:
            yield from self._children(part, inside)
        elif not written:
            yield from self._nodes(part, hidden)
        if written and name not in markup.VOID:
            yield f"</{written}>"

    def _start(self, part: Part, written: str, gone: bool, hidden: bool) -> str:
        room = len(self.found.candidates) < self.most_candidates

        def pressed() -> bool:
            return room and part.tag not in markup.OPENS and self.kind(part) == "click" and len(self.brief(part, 200)) < 120  # fmt: skip

        return markup.start_tag(part, written, gone, hidden, self.drops.get(part) == "ask", pressed)

    def _children(self, part: Part, hidden: bool) -> Iterator[str | None]:
        painted = "-" in part.tag and not part.facts.host and is_aloud(part)
        if painted and (caption := self._caption(part)):
            yield from self._written_lines(in_lines(caption), part)
            self._say(caption, hidden)
        elif painted and not any(text.strip() for text in part.facts.text):
            yield from self._painted(part, hidden)
            return
        yield from self._nodes(part, hidden)

    def _nodes(self, part: Part, hidden: bool) -> Iterator[str | None]:
        for node in part.nodes():
            if isinstance(node, str):
                lines = lines_of(node, part)
                if len(lines) > 1:
                    yield from self._written_lines(lines, painted_by(part))
                elif node:
                    yield markup.escape(node)
                self._say(node, hidden or part.tag == "option")
            else:
                self._next = node, hidden
                yield None

    def _say(self, text: str, hidden: bool) -> None:
        found = self.found
        if not hidden and found.length < _LONGEST_TEXT:
            found.texts.append(text[:_LONGEST_TEXT])
            found.length += len(text)

    # ---- what is painted --------------------------------------------------------------------------------------------
    def _caption(self, part: Part) -> str:
        """The texts of what holds something else as well, a button most often, are its name."""
        if "-" not in part.tag or part.role not in ("", "group", "text") or not is_aloud(part):
            return ""
        return "" if self.kind(part) or self.is_list(part) else part.get("aria-label")

    def _written_lines(self, lines: Sequence[str], part: Part) -> Iterator[str]:
        pairs = part in self._labelled
        place = markup.box(part)  # where in it a line is painted, nobody tells
        if pairs:
            yield "<dl>"
        for number, line in enumerate(lines):
            tag = ("dt", "dd")[number % 2] if pairs else "div"
            yield f"<{tag}{place}>{markup.escape(line)}</{tag}>"
        if pairs:
            yield "</dl>"

    def _painted(self, part: Part, hidden: bool) -> Iterator[str | None]:
        """The children of a painted element in runs: what stands side by side is a line, labels close over values are pairs."""
        texts = {child: text for child in part.children if (text := lone_text(child)) is not None}
        pressed = {child for child in part.children if self.kind(child)}
        captions = {child: self._caption(child) for child in part.children}
        cards = [child for child in part.children if (child in texts and child not in pressed) or captions[child]]
        if labelled([in_lines(texts.get(child, captions[child])) for child in cards]):
            self._labelled.update(cards)
        runs = runs_of(part.children, texts, pressed)
        self._number_lines(part, runs, pressed)
        for run in runs:
            tag = {"line": "div", "pairs": "dl"}.get(run.kind, "")
            if tag:
                yield f"<{tag}>"
            for number, child in enumerate(run.parts):
                inner = ("dt", "dd")[number % 2] if run.kind == "pairs" else ""
                if inner:
                    yield f"<{inner}>"
                self._next = child, hidden
                yield None
                if inner:
                    yield f"</{inner}>"
            if tag:
                yield f"</{tag}>"

    def _number_lines(self, part: Part, runs: Sequence[Run], pressed: set[Part]) -> None:
        """Cells of lines below each other, that can be pressed: the row that they stand in."""
        for at, run in enumerate(runs):
            if run.kind != "line" or run.parts[0] in self.lined or any(p in pressed for p in run.parts):
                continue
            width = len(run.parts)
            rows = []
            for other in runs[at + 1 :]:
                if other.kind != "line" or len(other.parts) != width:
                    break
                rows.append(other)
            head = clean(" ".join(map(self.content, run.parts)), 120)
            table = f"{self.path(part)}>{width}"
            for index, row in enumerate(rows):
                text = clean(" ".join(map(self.content, row.parts)), 120)
                for column, cell in enumerate(row.parts):
                    self.lined[cell] = Around(table, index, len(rows), column, width, head, text)

    # ---- candidates -------------------------------------------------------------------------------------------------
    def _note(self, part: Part, hidden: bool, gone: bool) -> None:
        """Keep an element that can be pressed, filled or ticked."""
        found = self.found
        if len(found.candidates) < self.most_candidates and (kind := self.kind(part)):
            self._add_candidate(part, kind, hidden, gone)
        if (part.tag == "select" or self.is_list(part) or self.typed_in(part) is not None) and self.usable(part):
            found.selects.append(part)
        if len(found.toggles) < _MOST_TOGGLES and matches(part, TOGGLE) and self.closest(part, ROW) is None:
            label = self.control_label(part) if part.tag == "input" else self.label(part)
            states = (part.get("aria-checked"), part.get("aria-selected"))
            checked = part.facts.checked if part.tag == "input" else "true" in states
            if label:
                found.toggles.append(
                    Toggle(path=self.path(part), tag=part.tag, label=label, checked=checked, hidden=hidden or gone)
                )

    def _is_candidate(self, part: Part, kind: str, label: str) -> bool:
        click = kind == "click"
        if click and part.tag not in markup.OPENS:
            inner = len(self.inside(part, "a,button,input,select,[role=button],[role=tab]", 3))
            if inner > 2 or (inner and len(label) > 80):
                return False
        room = 0.4 * self.page.window[0] * self.page.window[1]
        if click and not label and part.width * part.height > room:  # behind a dialog
            return False
        if self.is_shell(part, label) or self.in_stand_in(part) or part in self._tools:
            return False
        return not (click and self.only_listens(part, label))

    def _add_candidate(self, part: Part, kind: str, hidden: bool, gone: bool) -> None:
        label = self.label(part)
        if not self._is_candidate(part, kind, label):
            return
        found, click, out_of_sight = self.found, kind == "click", hidden or gone
        window = self.window(part) if click else None
        if window is not None and not out_of_sight:
            found.windows.add(window)
        title = self.one(window, HEADING) if window is not None else None
        panel = self.panel(part) if click else ""
        if not panel and self.top is not None and self.top.holds(part) and self.is_current_tab(part):
            panel = "shown"
        region, row = self.region(part), self.row(part)
        card = self.card(part) if row is None and region in _WITH_RECORDS else ""
        candidate = Pressable(
            kind=kind, tag=part.tag, type=part.type, role=self.role(part), label=label,
            lead="" if self.closest(part, ROW) is not None else self.lead(part, label),
            title=clean(part.get("title") or self.name(part) or (self.content(title) if title is not None else self.column_head(part))),
            panel=panel, holds=self.held(part) if click else "", hint=self.hint(part),
            href=self.goal(part) if click else self.file(part) or part.facts.address, target=part.get("target"), path=self.path(part),
            around=self.surroundings(part, label), card=card, region=region, row=row, hidden=out_of_sight,
            box=None if out_of_sight else part.box, expanded=self.fold_of(part), step=click and self.is_step(part),
            sends=self.sends(part) or (click and self.asks(part)), discloses=click and self.discloses(part), bound=self.binds(part),
            turns=click and not has_words(self.text(part)) and self.in_page_bar(part), back=self.in_trail(part),
            current=self._is_current(part, kind, label), disabled=self.is_disabled(part),
            behind=self.top is not None and not self.top.holds(part), bare=self.is_bare(part),
            doubles=click and self.is_doubled(part),
        )  # fmt: skip
        found.candidates.append(candidate)
        found.clickable[part] = candidate
        if click and not out_of_sight and self._starts_query(part, candidate):
            (found.disabled if candidate.disabled else found.buttons).append(part)

    def role(self, part: Part) -> str:
        """What a part says that it is, or what stands around nothing but it; a cell where cells are told by their lines."""
        around = "tab" if is_tab(part) else "cell" if part in self.lined else ""
        return part.attributes.get("role", around)

    def _is_current(self, part: Part, kind: str, label: str) -> bool:
        if part.has("aria-current") or part.get("aria-selected") == "true":
            return True
        if is_tab(part) and part.up is not None and part.up.get("aria-selected") == "true":
            return True
        return kind == "link" and bool(YEAR.fullmatch(label)) and self.is_chosen(part)

    def _starts_query(self, part: Part, candidate: Pressable) -> bool:
        if part.type == "radio" or (candidate.role in _PARTS and fold_words(candidate.label) not in self.onward_words):
            return False
        label = candidate.caption
        return self.queries(part, label, candidate.hint) and not self.opens_fields(part)

    def _add_shapes(self, svg: Part, hidden: bool) -> None:
        """The parts of a map or chart that lead on, by the names they carry."""
        if svg.tag != "svg" or hidden or svg.width <= _SMALLEST_MAP:
            return
        if svg.up is not None and self.closest(svg.up, "a,button") is not None:
            return
        for shape in self.below(svg):
            if len(self.found.candidates) >= self.most_candidates:
                return
            kind = self.kind(shape)
            if shape.tag not in _SHAPES or not shape.shown or not kind:
                continue
            label = clean(self.name(shape) or self.content(shape))
            if has_letters(label, 2) and len(label) <= 80:
                self.found.candidates.append(
                    Pressable(
                        kind=kind, tag=shape.tag, role=shape.role, label=label, hint=shape.get("id"), path=self.path(shape),
                        href=shape.facts.address if kind == "link" else "",
                        around=self.surroundings(svg, label), region=self.region(shape), box=shape.box,
                    )
                )  # fmt: skip

    def _doubled(self) -> set[int]:
        """Candidates that another one stands for."""
        clickable = self.found.clickable
        dropped: set[int] = set()
        held: Counter[Part] = Counter()
        for part, candidate in clickable.items():
            for at in part.above():
                outer = clickable.get(at)
                if outer is None:
                    continue
                held[at] += 1
                # A component inside a component with the same words: a click on the inner one reaches both.
                if outer.kind == "click" and outer.label == candidate.label:
                    dropped.add(id(outer))
            if candidate.kind == "click" and (
                self._only_folds(part, candidate) or self._waits_in_window(part, candidate)
            ):
                dropped.add(id(candidate))
        for part, count in held.items():  # one that holds many others only listens for their clicks
            outer = clickable[part]
            if (
                outer.kind == "click"
                and not outer.role
                and outer.tag not in _OWN_CLICKS
                and (count > 2 or len(outer.label) > 80)
            ):
                dropped.add(id(outer))
        for part in self._parts_of_fields():
            if part in clickable:
                dropped.add(id(clickable[part]))
        return dropped

    def _only_folds(self, part: Part, candidate: Pressable) -> bool:
        """What has no name, in a line that is pressed itself, only folds that or closes it."""
        if candidate.caption or candidate.row or part.children or part in self.found.buttons:
            return False
        for at, _ in zip(part.above(), range(2), strict=False):
            outer = self.found.clickable.get(at)
            if outer is not None and outer.kind == "click" and at.height <= 60:
                return 0 < len(outer.label) < 60
        return False

    def _waits_in_window(self, part: Part, candidate: Pressable) -> bool:
        return candidate.hidden and any(window.holds(part) for window in self.found.windows)

    def _parts_of_fields(self) -> Iterator[Part]:
        """What can be pressed and is part of a field, which is chosen from instead."""
        yield from self._openers_of_lists()
        yield from self._openers_of_calendars()
        days = [day.up for day, kind in self.drops.items() if kind == "day" and day.up is not None]
        for part in self.found.clickable if days else ():
            if any(day.holds(part) for day in days) and not clean(self.text(part)):
                yield part

    def _openers_of_lists(self) -> Iterator[Part]:
        """The arrow of a list to choose from, and what shows its value, which opens it, too."""
        for listed in self.found.selects:
            if listed.tag != "input":
                continue
            if (arrow := self.arrow(listed)) is not None:
                yield arrow
            value = fold(str(self.describe(listed).value))
            shells = [at for at in self.shells(listed) if fold(self.text(at)) == value] if value else []
            for part, candidate in self.found.clickable.items() if shells else ():
                if candidate.kind == "click" and shells[-1].holds(part):
                    yield part

    def _openers_of_calendars(self) -> Iterator[Part]:
        """The wordless buttons in the shells of fields for a day."""
        selects = set(self.found.selects)
        for entry in self.everything("input"):
            if entry.get("type") not in ("", "text") or not entry.shown or entry in selects:
                continue
            arrow = self.arrow(entry)
            if arrow is None or arrow in self.found.buttons:
                continue
            about = [p for p in (entry, arrow, entry.up, *arrow.children) if p is not None]
            if asks_days(entry, " ".join(p.classes for p in about)):
                yield arrow

    # ---- forms and fields -------------------------------------------------------------------------------------------
    def _forms(self) -> tuple[list[Form], set[Part], set[str]]:
        """The query forms, the fields that belong to them, and the paths of years that are pressed in them."""
        buttons, pressable = self.found.buttons, list(self.found.clickable)
        outputs = self._find_buttons(pressable)
        forms: list[Form] = []
        taken: set[Part] = set()
        years: set[str] = set()
        regions: dict[str, Part] = {}
        for button in buttons:
            region = self.form_of(button, buttons, pressable, self.top)
            if region is None:
                continue
            fields = self.fields_in(region)
            taken.update(fields)
            others = {self.path(field) for field in fields if self.is_sent_by_another(field, button)}
            controls = [control for control in self.controls_in(region) if control.path not in others]
            chips = self.years_in(region)
            years.update(control.path for control in chips)
            form = self.form(button)
            regions[self.path(region)] = region
            forms.append(
                Form(
                    region=self.path(region), button=self.path(button), tag=button.tag, label=self.label(button) or self.name(button),
                    text=clean(self.in_sight(region), 300), personal=self.personal(region, button), head=self.head_over(button),
                    apart=form is not None and self.stands_apart(region, form, button), action=form.get("action") if form is not None else "",
                    method=method_of(form), row=self.row(button), controls=[*controls, *chips],
                    outputs=[self.path(part) for part in outputs.get(button, ())],
                )
            )  # fmt: skip
        return (
            [form for form in forms if not any(self._belongs_to(form, other, regions) for other in forms)],
            taken,
            years,
        )

    def _belongs_to(self, form: Form, other: Form, regions: dict[str, Part]) -> bool:
        """Fields belong to the button that stands among them, and not to one below the list that they ask for ("Atualizar")."""
        inner = f"{other.region}>"
        if (
            not other.region.startswith(f"{form.region}>")
            or not other.button.startswith(inner)
            or form.button.startswith(inner)
        ):
            return False
        paths = {control.path for control in other.controls}
        if any(control.path not in paths for control in form.controls):
            return False
        lists = (t for t in self.inside(regions[form.region], GRID) if self._is_list_of_records(t))
        return any(not self.path(listed).startswith(inner) for listed in lists)

    def _is_list_of_records(self, part: Part) -> bool:
        return not matches(part, "table") or self.one(part, "th,[role=grid],[role=table]") is not None

    def _find_buttons(self, pressable: Sequence[Part]) -> dict[Part, list[Part]]:
        """Add the buttons that nothing calls a query to those of queries; gives each with the outputs beside it."""
        found = self.found
        outputs: dict[Part, list[Part]] = {}
        # One that is disabled until a field is chosen is the button of its form all the same.
        for button in found.disabled:
            region = self.form_of(button, [*found.buttons, *found.disabled], pressable, self.top)
            if region is not None and not any(map(region.holds, found.buttons)) and self._is_waiting(region):
                found.buttons.append(button)
        for bar in self.bars():
            if bar.button in outputs or any(button in bar.outputs for button in found.buttons):
                continue
            region = self.form_of(bar.button, [*found.buttons, bar.button], pressable, self.top)
            if region is None or any(map(region.holds, found.buttons)) or self.personal(region, bar.button):
                continue
            if self._takes_away(bar, region) and not self._is_waiting(region):
                continue
            outputs[bar.button] = bar.outputs
        found.buttons += outputs
        if not found.buttons:
            in_sight = [part for part, candidate in found.clickable.items() if not candidate.hidden]
            found.buttons += self.doors(in_sight, found.selects)
        return outputs

    def _takes_away(self, bar: Bar, region: Part) -> bool:
        """Whether outputs hand out what is in sight, rather than ask for it; the only button of a form does where there is a list."""
        if len(bar.outputs) == 1:
            return self.holds_list(self.body)
        return bar.is_file or bar.formats < 2 or self.holds_list(region)

    def _is_waiting(self, region: Part) -> bool:
        return any(map(self.waits, self.describe_all(self.fields_in(region))))

    def _personal_form(self, part: Part, beside: Part | None) -> bool:
        form = self.form(part)
        return form is not None and self.personal(form, beside)

    def _loose(self, taken: set[Part]) -> list[Field]:
        """Lists that belong to no form, and facets: choices in sight that show their results at once, without a button."""
        loose = [part for part in self.outermost(self.found.selects) if part not in taken][:_MOST_LISTS]
        found = [
            structs.replace(
                self.describe(part), around=self.surroundings(part, ""), personal=self._personal_form(part, part), row=self.row(part)
            )
            for part in loose
        ]  # fmt: skip
        facets: dict[Part, list[Part]] = {}
        for part in self.everything("input[type=radio],input[type=checkbox]")[:300]:
            if part in taken or not self.usable(part) or self.row(part) is not None:
                continue
            form = self.form(part)
            if (
                form is not None
                and self.one(form, "button:not([type=button]):not([type=reset]),input[type=submit],input[type=image]")
                is not None
            ):
                continue
            label = self.label_of(part)
            if not part.shown and not (label is not None and label.shown):
                continue
            listed = self.radios_around(part) if matches(part, "input[type=radio]") else self.boxes_around(part)
            if listed is not None and len(facets) < _MOST_FACETS:
                facets.setdefault(listed, []).append(part)
        for listed, group in facets.items():
            fields = self.fields_in(listed)
            if len(group) < 2 or len(fields) != len(group):
                continue
            control = self.describe_all(fields)[0]
            found.append(
                structs.replace(
                    control, path=self.path(listed), visible=True, label=self.title_before(listed) or control.label,
                    around=self.surroundings(listed, ""), personal=self._personal_form(group[0], group[0]),
                )
            )  # fmt: skip
        return found

    def _add_chips(self, loose: list[Field], years: set[str]) -> None:
        """Add years and the like that are pressed, outside of forms; what is in sight is marked among the candidates."""
        by_path = {candidate.path: candidate for candidate in reversed(self.found.candidates)}
        for chips in self.chips_in(self.root):
            if 0 <= chips.chosen < len(chips.options):
                current = by_path.get(chips.options[chips.chosen].value)
                if current is not None:
                    current.panel = current.panel or "shown"
            if chips.path in years:
                continue
            if loose or not all(is_period(fold(option.text)) for option in chips.options):
                loose.append(chips)

    def _inputs(self, taken: set[Part]) -> list[Field]:
        """Fields to type in without a button: some offer what fits, and go there when it is picked."""
        found = (
            part
            for part in self.everything("input:not([type]),input[type=text],input[type=search]")
            if part not in taken and part.shown and not self.is_list(part) and self.usable(part) and self.row(part) is None
            if not self._personal_form(part, None)
        )  # fmt: skip
        return [self.describe(part) for part, _ in zip(found, range(_MOST_INPUTS), strict=False)]

    def _entries(self, taken: set[Part]) -> list[Field]:
        """Fields to type in that are sent as they are left, or with Enter: their form has no button and posts nothing."""
        found: list[Field] = []
        for part in self.everything(_TYPED_IN):
            form = self.form(part)
            sent = form is not None and (method_of(form) == "post" or self.one(form, _SENDS) is not None)
            if part in taken or sent or not part.shown or not self.usable(part) or self.is_list(part):
                continue
            if self.row(part) is None and not self._personal_form(part, None) and len(found) < _MOST_INPUTS:
                found.append(self.describe(part))
        return found

    def _bare_texts(self) -> list[Pressable]:
        """Short texts in sight that nothing marks as something to press, apart from those of records."""
        spoken = (part for part in self.order if part.shown and has_letters(" ".join(part.facts.text), 3))
        found: list[Pressable] = []
        tables: dict[Part, bool] = {}
        for part in islice(spoken, _MOST_READ):
            table = self.closest(part, GRID)
            if table is not None and tables.setdefault(table, self.one(table, HEAD) is not None):
                continue
            label = self.label(part)
            if len(label) <= _LONGEST_ENTRY and self.closest(part, _NO_ENTRY) is None:
                found.append(
                    Pressable(kind="click", tag=part.tag, label=label, path=self.path(part), region=self.region(part), box=part.box)
                )  # fmt: skip
        return found[:_MOST_TEXTS]

    # ---- the page as a whole ----------------------------------------------------------------------------------------
    def _theme(self) -> str:
        """What the page is about, apart from its data and its dialogs: tells apart views that share an address and a layout."""
        found: list[Part] = []
        for part in self.everything(_THEME):
            title = part.tag in ("h1", "h2", "h3", "h4", "legend") or part.has("aria-current")
            chosen = self.is_chosen(part) if part.role == "tab" else is_current(part.classes) or is_marked(part)
            if part.shown and (title or chosen) and self.closest(part, _is_no_theme) is None:
                found.append(part)
        return " | ".join(self.brief(part, 60) for part in found[:20])

    def narrow_boxes(self) -> list[tuple[Part, bool]]:
        """Grids that draw cells only where they are in sight, in their boxes; and whether they leave the rest of what is scrolled
        without cells, or put each in its place themselves."""
        found: list[tuple[Part, bool]] = []
        for part in self.everything(_is_scrolled):
            if part.shown:
                early = self._ends_early(part)
                if early or self._puts_in_place(part):
                    found.append((part, early))
        return found

    def _ends_early(self, part: Part) -> bool:
        """A table scrolls with all its columns, unless an empty cell stands for those that are not drawn."""
        width, _, left = part.facts.scroll or (0, 0, 0)
        if self.one(part, "table") is not None:
            rows = [row for row in self.below(part) if row.tag == "tr" and len(row.children) > 2]
            if not rows or not all(self._is_filler(row.children[-1]) for row in rows):
                return False
            cells = [p for p in self.below(part) if p.tag in ("td", "th") and not self._is_filler(p)]
        else:
            cells = (
                self.inside(part, "[role=gridcell],[role=cell],[role=columnheader]")
                if self.closest(part, _IN_GRID) is not None
                else []
            )
        start = part.box[0] - left
        return len(cells) > 2 and all(p.box[0] + p.width - start < width - 20 for p in cells)

    def _is_filler(self, cell: Part) -> bool:
        return not cell.children and cell.width > 60 and not self.brief(cell)

    def _puts_in_place(self, part: Part) -> bool:
        seen = (part.facts.scroll or (0, 0, 0))[1]
        placed = [p for p in self.below(part) if p.facts.position == "absolute" and p.width < seen and self.brief(p)]
        return len(placed) >= 6 and self.one(part, "table") is None


def _is_scrolled(part: Part) -> bool:
    return part.tag == "div" and part.facts.scroll is not None and part.facts.scroll[1] > 100


def read_view(page: Page, words: QueryWords, most_candidates: int = 1500) -> View:
    """What a frame shows, from its facts."""
    return Reader(page, words, most_candidates).view()
