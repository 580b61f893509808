"""Fields as facts for a query: what each holds and offers, and which radio buttons and boxes are one question."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from transparency.extract.controls.fields import Fields
from transparency.extract.controls.names import is_combo, is_iconic
from transparency.extract.controls.part import Part, clean, has_letters, has_words
from transparency.extract.controls.selectors import HEADING, PART_OF_DAY, matches
from transparency.extract.values import is_address
from transparency.model import Field, Option, Page

_STARRED = re.compile(r"[*\u2217\u204e\uff0a]\s*:?\s*$|\bobrigat[óo]ri[oa]\b", re.I)
_BARE = re.compile(r"^[\s*:]+$")
_NOWHERE = re.compile(r"(?:#|0|-1|javascript:.*)?", re.I)
_LEADS = re.compile(r"\blocation\b|window\.open\(", re.A)
_RUNS = re.compile(r"javascript:|[\w$.]+\(['\"]|.*(?:\blocation(?:\.\w+)?\s*[=(]|window\.open\()", re.I | re.S)
"""The value of an option that is a script, which the list runs."""
_COUNT = re.compile(r"[([]?\s*\d[\d.]*\s*[)\]]?")
_MOST_OPTIONS = 400
_MOST_FIELDS = 40


def is_jump(select: Part, options: Sequence[Part]) -> bool:
    """Whether the options of a select are addresses: what is chosen is gone to. One may only ask to choose, or head them."""
    values = [(place, option.get("value").strip()) for place, option in enumerate(options) if option.has("value")]
    kept = [v for place, v in values if not (_NOWHERE.fullmatch(v) or (not place and not is_address(v)))]
    return not select.has("multiple") and bool(kept) and all(map(is_address, kept))


class DescribedFields(Fields):
    """The fields of a frame, described."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._controls: dict[Part, Field] = {}

    def year_in(self, part: Part) -> str:
        raise NotImplementedError

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
        """Whether a select goes somewhere by what its script does when it changes, or runs what is chosen: scripts all of them."""
        run = [value for option in self.options(select) if (value := option.get("value").strip())]
        goes = any(_LEADS.search(text[:2000]) for text in (select.get("onchange"), *select.facts.scripts))
        return goes or (bool(run) and all(map(_RUNS.match, run)))

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

    def _head_before(self, box: Part, within: Part | None = None) -> str:
        """The words before the first box of a list that nothing holds apart from the next one. ``within``: what the words must
        stand in, too."""
        label = self.label_of(box)
        start = label if label is not None and label.holds(box) else box
        for at, _ in zip(start.ancestors(), range(3), strict=False):
            if at is within:
                break
            before = at.neighbour(-1)
            if (
                before is None
                or before.tag in ("header", "nav")
                or self.is_field(before)
                or self.one(before, self.is_field) is not None
            ):
                continue
            text = self.brief(before)
            if text and len(text) < 60:
                return clean(text, 80)
        return ""

    def _option_texts(self, group: list[Part]) -> list[str]:
        """What each round button or check box of a question is called. Words that are tied to none stand after each of them, or else
        before: after the last one there is nothing then."""
        tied = [self.tied_label(p) for p in group]
        loose = [] if all(tied) else [self.words_after(p) for p in group]
        if loose and all(loose) and len(set(loose)) == len(loose):
            return [one or other for one, other in zip(tied, loose, strict=True)]
        return [self.control_label(p) for p in group]

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
            label=legend
            or (self._head_before(first, around) or self.title_before(around) if around is not None else ""),
            options=[
                Option(text=text or p.value, value=self.path(p), disabled=p.facts.disabled)
                for p, text in zip(group, self._option_texts(group), strict=True)
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
                    text=text,
                    value=self.path(p),
                    disabled=p.facts.disabled,
                    count=self._count_beside(p),
                )
                for p, text in zip(group, self._option_texts(group), strict=True)
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


def _plain(text: str) -> str:
    """Without the signs of an icon."""
    return clean(re.sub(r"[^\w\s().,/\-]+|_+", " ", text), 80)
