"""Fields and the forms they make up: what they ask for, what they offer, and which button sends them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from transparency.browser.static.elements import (
    CALENDAR,
    DAY,
    ICON,
    OWNED,
    TYPED,
    asks_day,
    asks_days,
    drops_down,
    is_combo,
    is_field,
    is_heading,
    is_menu,
    is_submit,
    is_table,
    read_only,
    type_of,
    value_of,
    words,
)
from transparency.browser.static.looks import (
    Looks,
    is_glyph,
)
from transparency.browser.tree import SKIP, Element, clean, content
from transparency.judge.values import is_address

_PAGE_BAR = re.compile(
    r"p[áa]g(?:ina|\.)?\s*\d*\s*(?:de|of|/)\s*\d|(?<![\d/])\d+\s*[-–]\s*\d+\s*(?:de|of|/)\s*\d+(?![\d/])", re.IGNORECASE
)
_TURNER = re.compile(
    r"p[áa]gina (anterior|seguinte)|(primeira|pr[óo]xima|[úu]ltima) p[áa]gina|(first|last|next|previous) page",
    re.IGNORECASE,
)
_PAGINATION = re.compile(r"paginat|paginac|pager", re.IGNORECASE)
_MONTHLY = re.compile(r"month|m[eê]s(?![a-z])", re.IGNORECASE)
_NOWHERE = re.compile(r"(?:#|0|-1|javascript:.*)?", re.IGNORECASE)
_LABEL = re.compile(r"(?:^|[-_\s])(?i:label|rotulo|legenda)(?:$|[-_\s])|[a-z]\w*(?:Label|Rotulo|Caption)(?:$|[-_\s])")
"""A class that says that an element is a label."""
_BARE = re.compile(r"^[\s*:]+$")
_STARRED = re.compile(r"[*\u2217\u204e\uff0a]\s*:?\s*$|\bobrigat[óo]ri[oa]\b", re.IGNORECASE)
_SUGGESTS = re.compile(r"auto-?complete|auto-?suggest|type-?ahead", re.IGNORECASE)
_MENU = 5
"""More things to press than these beside a form are a menu."""
_ASKS = re.compile(
    r"e-?mail|senha|password|captcha|telefone|celular|whatsapp|mensagem|message|assunto|subject|newsletter",
    re.IGNORECASE,
)

_NAMED = re.compile(r"[^\W\d_]{3}[\W\d_]*$")
"""Ends in a word."""


def _is_jump(select: Element, options: Sequence[Element]) -> bool:
    """Whether the options of a select are addresses: what is chosen is gone to."""
    said = [(place, o.get("value").strip()) for place, o in enumerate(options) if "value" in o.attributes]
    told = [value for place, value in said if not (_NOWHERE.fullmatch(value) or (not place and not is_address(value)))]
    return bool(told) and "multiple" not in select.attributes and all(map(is_address, told))


class Fields(Looks):
    """The fields and forms of a page."""

    # ---- forms ------------------------------------------------------------------------------------------------------
    def _words_of(self, element: Element | None) -> str:
        """The words of an element without those of the fields inside it."""
        if element is None:
            return ""
        parts: list[str] = []

        def gather(at: Element) -> None:
            for node in at.nodes:
                if isinstance(node, str):
                    parts.append(node)
                elif not is_field(node) and not is_glyph(node):
                    gather(node)

        gather(element)
        return "".join(parts)

    def _called_by(self, label: Element | None, field: Element) -> str:
        """The words of a label; of one that holds its field, too, without the value that is written beside that."""
        value = clean(value_of(field)) if label is not None and read_only(field) and label.holds(field) else ""
        told = self._words_of(label)
        if not value or label is None:
            return told
        written = any(clean(content(e)) == value and not is_field(e) for e in self.descendants(label))
        return clean(told).replace(value, " ", 1) if written else told

    def _list_names(self, field: Element) -> list[str]:
        """What names a list that a script draws: the label of the field that it stands for, its own name, or that of a
        field in it; how its arrow is called only where nothing names the list."""
        hidden = next((e for e in self.descendants(field) if e.name in ("input", "select")), None)
        label = self.labels.get(hidden) if hidden is not None else None
        if label is None and hidden is not None and hidden.get("id"):
            label = next((e for e in self.order if e.name == "label" and e.get("for") == hidden.get("id")), None)
        inner = next(
            (e for e in self.descendants(field) if "aria-label" in e.attributes or "title" in e.attributes), None
        )
        own = self.named(field)
        arrow = inner is not None and inner.name not in ("input", "select", "textarea") and own == self.named(inner)
        return [self._words_of(label), "" if arrow else own]

    def _alone(self, field: Element, shell: Element) -> bool:
        return all(
            e is field or e.holds(field) or field.holds(e) or (e.name != "select" and not e.shown)
            for e in self.inside(shell, "field")[:60]
        )

    def _arrow(self, field: Element) -> Element | None:
        """What opens the list or calendar of a field: the wordless button beside it."""
        for up, _ in zip(field.ancestors(), range(2), strict=False):
            if not self._alone(field, up):
                return None
            for other in self.descendants(up):
                wordless = not any(map(str.isalnum, self.text(other))) if other.shown and other is not field else False
                if wordless and not other.holds(field) and self.kind(other) == "click":
                    return other
        return None

    def _has_calendar(self, field: Element) -> bool:
        """Whether a day is typed in a field, by what it or what stands beside it is called."""
        if field.name != "input" or field.get("type") not in ("", "text"):
            return False
        arrow = self._arrow(field)
        about = [field, field.up, *([arrow, *arrow.children] if arrow is not None else [])]
        told = " ".join(e.get("class") for e in about if e is not None)
        return (asks_day(field) or bool(DAY.search(told))) and not _MONTHLY.search(told)

    def control_label(self, field: Element) -> str:
        """What a field is called."""
        native = field.name in ("input", "select", "textarea")
        names = [self.named(field)] if native else self._list_names(field)
        texts = [self._called_by(self.labels.get(field), field), *names]
        texts.append(self._called_by(field.closest(lambda e: e.name == "label"), field))
        cell = self._cell_around(field)
        inner: Element | None = field if cell is not None and field.name == "select" else None
        while inner is not None and inner is not cell and inner.up is not None:  # "Exercício: [2026]" in one cell
            text = inner.up.nodes[inner.place - 1] if inner.place else None
            if isinstance(text, str) and _NAMED.search(text) and len(clean(text)) < 60:
                texts.append(text)
            inner = inner.up
        before = next(cell.before(), None) if cell is not None else None
        if before is not None and not self.has(before, "field"):
            texts.append(content(before))
        row = cell.up if cell is not None and not clean(self._words_of(cell)) else None
        upper = next(row.before(), None) if row is not None else None
        if row is not None and upper is not None and len(upper.children) == len(row.children):
            head = upper.children[row.children.index(cell)]  # type: ignore[arg-type]
            if len(clean(content(head))) < 60 and not self.has(head, "field"):
                texts.append(content(head))
        at: Element | None = field
        for _ in range(3):
            if at is None or at.up is None:
                break
            for node in reversed(at.up.nodes[max(0, at.place - 3) : at.place]):
                if not isinstance(node, str) and (is_field(node) or self.has(node, "field")):
                    break
                text = clean(node if isinstance(node, str) else content(node))
                if text and len(text) < 60:
                    texts.append(text)
                    break
            at = at.up
        if not any(map(clean, texts)):
            texts.append(self._shell_label(field))
        if field.name in ("input", "textarea"):
            texts.append(field.get("placeholder"))
        texts.append(self.named(field))
        return clean(next((text for text in map(clean, texts) if text), ""), 80)

    def _cell_around(self, field: Element) -> Element | None:
        """The cell that a field stands in: where a table of its own draws the field, with its arrow, the cell that this
        one is in."""
        cell = field.closest(lambda e: e.name == "td" or e.get("role") == "gridcell")
        for _ in range(3):
            table = cell.closest(lambda e: e.name == "table") if cell is not None else None
            outer = table.up.closest(lambda e: e.name == "td") if table is not None and table.up is not None else None
            if table is None or outer is None or not self._alone(field, table) or clean(self._words_of(table)):
                break
            cell = outer
        return cell

    def _shell_label(self, field: Element) -> str:
        """The label before one of the shells in which toolkits wrap a field, which says that it is one."""
        for climbed, at in enumerate((field, *field.ancestors())):
            alone = sum(is_field(e) for e in self.descendants(at)) < 2
            if climbed > 8 or at.name in ("form", "body", "main", "table", "tr") or not alone:
                break
            before = next(at.before(), None)
            if before is None or is_field(before) or self.has(before, "field"):
                continue
            said = clean(content(before))
            inner = self.descendants(before)
            called = [before, *[e for e in inner if e.get("class")][:3]]
            named = any(_LABEL.search(e.get("class")) for e in called) or any(e.name == "label" for e in (before, *inner))  # fmt: skip
            if named and said and len(said) < 60:
                return said
        return ""

    def usable(self, field: Element) -> bool:
        """Whether a field can be filled as it is."""
        if "disabled" in field.attributes and field.name in OWNED:
            return False
        kind = type_of(field)
        if read_only(field) and not drops_down(field) and not CALENDAR.search(f"{kind} {field.get('class')}"):
            return False
        if kind == "checkbox" or (field.name != "select" and kind != "radio"):
            return field.shown or kind == "checkbox"
        # What is drawn over a select or a round button hides it, but not where it stands.
        around = (field, field.up, field.up and field.up.up, self.labels.get(field))
        return any(at is not None and at.shown for at in around)

    def _datalist(self, field: Element) -> Element | None:
        found = self.ids.get(field.get("list")) if field.name == "input" and field.get("list") else None
        return found if found is not None and found.name == "datalist" else None

    def _suggests(self, field: Element) -> bool:
        return (
            field.name == "input"
            and self._datalist(field) is None
            and (
                is_combo(field)
                or field.get("aria-autocomplete") in ("list", "both")
                or bool(_SUGGESTS.search(field.get("class")))
            )
        )

    def _typed_in(self, field: Element) -> Element | None:
        """The input of a list that opens to a click and is narrowed by what is typed, told by its role."""
        if field.name == "input":
            inner = [field] if is_combo(field) or field.get("aria-autocomplete") in ("list", "both") else []
        elif is_combo(field) and field.name not in ("select", "textarea"):
            inner = [e for e in self.descendants(field) if e.name in ("input", "select", "textarea")]
            inner = [e for e in inner if type_of(e) != "hidden"]
        else:
            inner = []
        if len(inner) != 1 or inner[0].name != "input" or read_only(inner[0]) or not inner[0].shown:
            return None
        typed = inner[0].get("type") in ("", "text", "search") and self._datalist(inner[0]) is None
        return inner[0] if typed else None

    def _typed_label(self, field: Element, inner: Element) -> str:
        return clean(self.named(field), 80) or self.control_label(inner)

    def _shown_in(self, field: Element, inner: Element) -> str:
        """What such a list shows as chosen: in its input, or in words beside that."""
        label, told = self._typed_label(field, inner), clean(value_of(inner))
        at = inner.up if inner is field else field
        for _ in range(3):
            if told or at is None or len(self._outermost(self.inside(at, "field"))) > 1:
                break
            told = re.sub(r"^[\s*:]+$", "", clean(self.text(at).replace(label, " ", 1) if label else self.text(at), 80))
            if at is field:
                break
            at = at.up
        return told

    def _shells(self, field: Element) -> list[Element]:
        """What holds a field and no other one, the nearest first."""
        shells: list[Element] = []
        for at in field.ancestors():
            if len(shells) == 3 or len(self._outermost(self.inside(at, "field")[:12])) > 1:
                break
            shells.append(at)
        return shells

    def _outermost(self, fields: Sequence[Element]) -> list[Element]:
        """Fields without those that stand inside a list."""
        lists = {f for f in fields if f.children and (self.is_list(f) or self._typed_in(f) is not None)}
        return [f for f in fields if not lists or not any(a in lists for a in f.ancestors() if a is not f)]

    def _starred_label(self, field: Element) -> str:
        label = self.labels.get(field) or field.closest(lambda e: e.name == "label")
        return clean(self._words_of(label)) or self.control_label(field)

    def describe(self, field: Element) -> dict[str, Any]:
        """A field, for ``walk/forms.py``."""
        native = field.name in ("input", "select", "textarea")
        control: dict[str, Any] = {
            "path": self.path(field),
            "tag": field.name,
            "type": type_of(field) if field.name == "input" else "combobox" if is_combo(field) else field.get("role"),
            "label": self.control_label(field),
            "name": f"{field.get('name') if native else ''} {field.get('id')}".strip(),
            "required": (native and "required" in field.attributes)
            or field.get("aria-required") == "true"
            or bool(_STARRED.search(self._starred_label(field))),
            "suggests": self._suggests(field),
            "visible": field.shown,
            "checked": field.name == "input" and "checked" in field.attributes,
            "placeholder": field.get("placeholder") if field.name in ("input", "textarea") else "",
            "multiple": field.name in ("input", "select") and "multiple" in field.attributes,
            "typed": "",
            "auto": "onchange" in field.attributes,
            **({"day": True} if self._has_calendar(field) else {}),
        }
        if field.name == "select":
            options = self.options(field)
            jumps = _is_jump(field, options)
            control["leads"] = jumps or self._leads(field)
            control["options"] = [
                {
                    "text": clean(content(o), 120),
                    "value": o.attributes.get("value", clean(content(o), 10_000)),
                    "disabled": "disabled" in o.attributes,
                    **(self._jump(o) if jumps else {}),
                }
                for o in options[:400]
            ]
            chosen = self.chosen(field)
            control["value"] = next((i for i, o in enumerate(options) if o in chosen), -1)
            if control["multiple"]:
                control["ticked"] = [i for i, o in enumerate(options) if o in chosen]
        else:
            control["value"] = value_of(field) if native else ""
            inner = self._typed_in(field)
            if inner is not None:
                label = self._typed_label(field, inner)
                control |= {"typed": self.path(inner), "tag": "list", "label": label}
                control["value"] = self._shown_in(field, inner)
            elif not native or drops_down(field):
                control |= self._drawn(field)
            datalist = self._datalist(field)
            if datalist is not None:
                control["options"] = [
                    {
                        "text": clean(o.get("label") or content(o) or o.get("value"), 120),
                        "value": o.attributes.get("value", clean(content(o), 10_000)),
                        "disabled": "disabled" in o.attributes,
                    }
                    for o in self.options(datalist)[:400]
                ]
        return control

    def _leads(self, select: Element) -> bool:
        """Whether its script goes somewhere when it changes, as far as the page holds that."""
        said = select.get("onchange")
        if not said:
            return False
        scripts = " ".join(content(e) for e in self.order if e.name == "script")
        bodies = (
            re.search(rf"\bfunction\s+{re.escape(name)}\s*\(.*?(?=\bfunction\b|$)", scripts, re.DOTALL)
            for name in re.findall(r"[\w$]+(?=\s*\()", said)
        )
        told = [said, *(body[0] for body in bodies if body)]
        return any(re.search(r"\blocation\b|window\.open\(", text[:2000]) for text in told)

    def _jump(self, option: Element) -> dict[str, str]:
        """Where an option of a menu leads, and the heading over it."""
        value = option.get("value").strip()
        address = self.address(value) if is_address(value) else ""
        head = option.up.get("label") if option.up is not None and option.up.name == "optgroup" else ""
        return {"href": address if address.startswith("http") else "", "head": clean(head, 80)}

    def _drawn(self, field: Element) -> dict[str, Any]:
        """Of a list drawn by a script: what it is called, where it says so itself, and what is chosen."""
        if field.name == "input":
            label, value = self.control_label(field), clean(value_of(field))
            for at in self._shells(field):
                value = value or _BARE.sub("", clean(self.text(at).replace(label, " ", 1), 80))
            return {"tag": "list", "value": value}
        title = next((e for e in self.descendants(field) if e.name == "label"), None)
        caption = clean(content(title), 80) if title is not None else ""
        if caption:
            said = clean(" ".join(self.text(field).split(caption)))
            return {"label": re.sub(r"[:*\s]+$", "", caption), "value": "" if re.fullmatch(r"[\s*:]+", said) else said}
        pieces: list[str] = []

        def look(element: Element) -> None:
            for node in element.nodes:
                if isinstance(node, str):
                    if any(map(str.isalnum, node)):
                        pieces.extend(filter(None, (clean(part, 80) for part in re.split(r":\s", node))))
                elif node.name not in SKIP and node.shown and not ICON.search(f"{node.get('class')} {node.name}"):
                    look(node)

        look(field)
        told = self.named(field)
        if not 2 <= len(pieces) <= 4 or (told and not told.startswith(pieces[0])):
            return {"value": self.text(field)}
        return {"label": pieces[0].removesuffix(":"), "value": " ".join(pieces[1:])}

    def options(self, select: Element) -> list[Element]:
        """The options of a select."""
        return [e for e in self.descendants(select) if e.name == "option"]

    def chosen(self, select: Element) -> set[Element]:
        """Those that are selected when nobody has chosen."""
        options = self.options(select)
        marked = [o for o in options if "selected" in o.attributes]
        if "multiple" in select.attributes:
            return set(marked)
        if marked:
            return {marked[-1]}
        size = select.get("size")
        if size.isdecimal() and int(size) > 1:
            return set()
        free = (
            o
            for o in options
            if not any("disabled" in e.attributes for e in (o, o.up) if e is not None and e is not select)
        )
        first = next(free, None)
        return {first} if first is not None else set()

    def describe_all(self, fields: Sequence[Element]) -> list[dict[str, Any]]:
        """Fields; radio buttons of one name are one, whose options are all in sight."""
        groups: dict[str, list[Element]] = {}
        entries: list[list[Element]] = []
        for field in fields:
            if field.name != "input" or type_of(field) != "radio":
                entries.append([field])
                continue
            around = field if field.get("name") else self._radios_around(field) or field.up
            key = field.get("name") or (self.path(around) if around is not None else "")
            if key not in groups:
                groups[key] = []
                entries.append(groups[key])
            groups[key].append(field)
        out = []
        for group in entries[:40]:
            control = self.describe(group[0])
            if group[0].name == "input" and type_of(group[0]) == "radio":
                options = [
                    {
                        "text": self.control_label(e) or value_of(e),
                        "value": self.path(e),
                        "disabled": "disabled" in e.attributes,
                    }
                    for e in group
                ]
                control |= {
                    "tag": "radio",
                    "type": "",
                    "label": clean(self._title_of(group[0]), 80),
                    "options": options,
                    "value": next((i for i, e in enumerate(group) if "checked" in e.attributes), -1),
                    "required": any("required" in e.attributes for e in group),
                }
            out.append(control)
        return out

    def _radios_around(self, radio: Element) -> Element | None:
        """What holds the nearest others of its name, and nothing else that is filled in."""
        around = (a for a, _ in zip(radio.ancestors(), range(5), strict=False))
        found = next((a for a in around if sum(type_of(e) == "radio" for e in self.inside(a, "input")) > 1), None)
        if found is None or any(
            type_of(e) != "radio" or e.get("name") != radio.get("name") for e in self.inside(found, "field")
        ):
            return None
        return found

    def _title_of(self, radio: Element) -> str:
        """What heads the radio buttons that one belongs to, or stands first before them."""
        fieldset = radio.closest(lambda e: e.name == "fieldset")
        legend = next((e for e in self.descendants(fieldset) if e.name == "legend"), None) if fieldset else None
        if legend is not None:
            return self._words_of(legend)
        found = self._radios_around(radio)
        if found is None:
            return ""
        head = next((n for n in found.nodes if not isinstance(n, str) or any(map(str.isalpha, n))), "")
        if isinstance(head, str) or is_heading(head):
            return clean(head if isinstance(head, str) else content(head), 80).removesuffix(":")
        at: Element | None = found
        for _ in range(3):
            if at is None or at.up is None:
                break
            title, children = "", at.up.children
            for before in reversed(children[max(0, children.index(at) - 3) : children.index(at)]):
                if before.name == "button" or before.get("role") == "button" or "aria-haspopup" in before.attributes:
                    title = clean(before.get("aria-label")) or title
                elif self.has(before, "field") or is_field(before):
                    break
                elif is_heading(before) and clean(content(before)) and not title:
                    title = clean(content(before))
                    break
                elif len(clean(content(before))) < 60:
                    title = clean(content(before)) or title
            if title:
                return title
            at = at.up
        return ""

    def fields(self, region: Element) -> list[Element]:
        """The usable fields in a region."""
        return self._outermost([field for field in self.inside(region, "field") if self.usable(field)])

    def is_list(self, element: Element) -> bool:
        """Whether it is a list of options that a script draws, without a field to type in."""
        if drops_down(element):
            return True
        if not is_combo(element) or element.name in ("input", "select", "textarea"):
            return False
        inner = (e for e in self.descendants(element) if e.name in ("input", "select", "textarea") and e.shown)
        return not any(e.name != "input" or not (read_only(e) or type_of(e) == "hidden") for e in inner)

    def _paged(self, element: Element) -> bool:
        """Whether a button turns the pages of a list, and does not lead to the next step of a form."""
        if element.closest(lambda e: bool(_PAGINATION.search(e.get("class")))):
            return True
        at = element.up
        for _ in range(3):
            if at is None or self.inside(at, "field"):
                return False
            if re.search(r"\d", clean(content(at))) or any(is_table(e) for e in self.descendants(at)):
                return True
            at = at.up
        return False

    def _in_page_bar(self, element: Element) -> bool:
        """Whether it stands in a bar that says which page of a list is shown."""
        at = element.up
        for _ in range(4):
            told = clean(content(at), 100) if at is not None else ""
            if at is None or len(told) > 80:
                return False
            turners = [
                e for e in self.inside(at, "part")[:12] if e.name in ("a", "button") or e.get("role") == "button"
            ]
            if _PAGE_BAR.search(told) or sum(bool(_TURNER.search(self.named(e))) for e in turners) > 1:
                return True
            at = at.up
        return False

    def queries(self, element: Element, label: str, hint: str) -> bool:
        """Whether a button starts a query."""
        if text := " ".join(words(label)):
            if text in self.query_words or (text in self.onward and not self._paged(element)):
                return True
            if (
                not is_submit(element)
                or element.name not in ("button", "input")
                or element.closest(is_menu)
                or len(text.split()) > 3
            ):
                return False
            return any(text.startswith(f"{word} ") or text.endswith(f" {word}") for word in self.query_words)
        return is_submit(element) and any(
            word in self.query_words or word in ("search", "filter") for word in words(hint)
        )

    def form_of(self, button: Element, buttons: Sequence[Element]) -> Element | None:
        """The largest region around a query button that holds fields, no other query button, and no menu."""
        region: Element | None = None
        at = button.up
        while at is not None and at is not self.root:
            if region is not None and at.name != "form":
                more = sum(at.holds(e) and not region.holds(e) for e in self.pressable)
                if more > _MENU:
                    break
            others = any(other is not button and at.holds(other) for other in buttons)
            if others and region is not None:
                break
            found = self.fields(at)
            fields = len(found)
            if region is not None and self._foreign(found, [button, *self.fields(region)]):
                break
            if others and fields:
                return at
            if 0 < fields <= 40:
                region = at
            if at.name == "form" or at.get("role") == "dialog" or fields > 40:
                break
            at = at.up
        return region

    @staticmethod
    def _foreign(fields: Sequence[Element], others: Sequence[Element]) -> bool:
        """Whether one of the fields belongs to a form that none of the others belongs to: a survey, a newsletter."""
        forms = {element.closest(lambda e: e.name == "form") for element in others}
        return any(form not in forms for form in (f.closest(lambda e: e.name == "form") for f in fields) if form)

    def personal(self, region: Element) -> bool:
        """Whether it asks who is asking."""
        for field in self.inside(region, "input"):
            kind = field.get("type").lower()
            if kind in ("password", "file", "email") or (kind == "tel" and not asks_days(field, field.get("class"))):
                return True  # figures are typed in there: a day, too
            label = content(self.labels[field]) if field in self.labels else ""
            asked = f"{field.get('name')} {field.get('id')} {field.get('placeholder')} {label}"
            if kind != "hidden" and _ASKS.search(asked):
                return True
        return any(area.shown and not read_only(area) for area in self.inside(region, "textarea"))

    def sends(self, element: Element) -> bool:
        """Whether a button sends what somebody has written."""
        if element.name not in ("button", "input") or type_of(element) not in ("submit", "image"):
            return False
        form = self._forms.get(element)
        if form is None:
            return False
        scope = form
        if any("ViewState" in (n := e.get("name")) or n == "__VIEWSTATE" for e in self.inside(form, "input")):
            scope = element  # one form around the whole page
            for _ in range(4):
                if scope.up is None or scope.up is form:
                    break
                scope = scope.up
        return any(
            field.shown and not read_only(field)
            for field in self.inside(scope, "field")
            if field.name == "textarea"
            or (field.name == "input" and (not field.get("type") or field.get("type").lower() in TYPED))
        )

    def asks(self, element: Element) -> bool:
        """Whether it stands beside fields that ask who is asking, and not in a menu."""
        above = element
        while above.up is not None:
            if above.name in ("nav", "ul", "ol") or above.get("role") in ("menu", "navigation"):
                return False
            above = above.up
        scope = element
        for _ in range(4):
            if scope.up is None or scope.up.name in ("body", "html"):
                return False
            scope = scope.up
            if self.fields(scope):
                return self.personal(scope)
        return False
