"""What a reader sees of an element: its words, what it is pressed for, where on the page it stands."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from transparency.browser.static.elements import (
    BUTTON_TYPES,
    CURRENT,
    ICON,
    OWNED,
    is_field,
    is_heading,
    is_row,
    is_table,
    type_of,
    value_of,
    words,
)
from transparency.browser.tree import Element, Tree, clean, content, inner_text, resolve, words_in

_CROWD = 1200  # of children, of whom page/ reads a part
_ROLES = frozenset("button link tab menuitem menuitemradio menuitemcheckbox treeitem switch".split())
_GOALS = (
    "data-downloadurl", "data-download-url", "data-download", "data-file", "data-arquivo", "data-href", "data-url", "data-link",
)  # fmt: skip
_GOES = re.compile(
    r"(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*(?:'([^']+)'|\"([^\"]+)\")"
)
_READABLE = re.compile(r"\.(pdf|xlsx?|csv|ods)$", re.IGNORECASE)
_SHOWN_BY = {"embed": "src", "object": "data", "iframe": "src", "frame": "src"}
_DRAWN = frozenset("div section figure canvas iframe".split())
_DRAWN_FROM = re.compile(r"source|src|file|pdf|data-.+")
_ADDRESS = re.compile(r"/|\.\.?/|https?:", re.IGNORECASE)
_WHOLE = frozenset(
    "html body main form table tbody thead header footer nav aside ul ol dl app-root iframe "
    "label select option textarea".split()
)
_LANDMARKS = frozenset("nav header footer aside main".split())
_REGION_ROLES = {
    "navigation": "nav",
    "menu": "nav",
    "menubar": "nav",
    "contentinfo": "footer",
    "dialog": "dialog",
    "alertdialog": "dialog",
}
_GRIDS = frozenset(("grid", "table", "treegrid", "rowgroup"))
_LISTS = frozenset(("ul", "ol", "div"))
_LABELABLE = frozenset("button input meter output progress select textarea".split())
_ROUTE = re.compile(r"#(!|/|.*[/=])")
_NO_ADDRESS = re.compile(r"(javascript|about):", re.IGNORECASE)
_TAB = re.compile(r"\b(tab|pill|collapse)\b", re.ASCII)
_MODAL = re.compile(r"\bmodal\b", re.IGNORECASE | re.ASCII)
_WORD = re.compile(r"[^\W\d_]{3}")
_LETTER = re.compile(r"[^\W\d_]")
_ANSWERS = frozenset("a button input select".split())
_WAITS = re.compile(r"(?:ver|visualizar|exibir|abrir|detalh\w*|mostrar|consultar)\b", re.IGNORECASE)
_FIELD_NAMES = frozenset("dt b strong label span small p div".split())
_NAMES_FIELD = re.compile(r"[^\W\d_]:\s*$")
_CLOSES = re.compile(r"fechar|close|cancelar|voltar|ok|[x×✕✖╳⨯]", re.IGNORECASE)
_CLOSING = ("data-dismiss", "data-bs-dismiss", "data-modal-hide", "data-micromodal-close")
_SUM = re.compile(r"\d,\d\d(?!\d)|\d\d/\d\d/\d{4}")


def _is_table_tag(element: Element) -> bool:
    return element.name == "table"


_HEADED = re.compile(r"(?:^|[-_\s])\w*head(?:er|ing)?s?(?:$|[-_\s\d])", re.I | re.A)


def _is_headed(cell: Element) -> bool:
    """Whether a cell is called a heading."""
    return cell.name in ("td", "th") and _HEADED.search(cell.get("class")) is not None


def _in_heading(row: Element) -> Element | None:
    """The cell called a heading that a table of its own lays out, of which this is a row."""
    table = row.closest(_is_table_tag)
    return table.up if table is not None and table.up is not None and _is_headed(table.up) else None


def _is_head_row(row: Element) -> bool:
    """A row of nothing but cells that are called headings."""
    return row.name == "tr" and len(row.children) > 1 and all(map(_is_headed, row.children))


def is_cell(element: Element) -> bool:
    """Of a table or grid, but no heading."""
    return element.name == "td" or element.get("role") in ("gridcell", "cell", "rowheader")


def _is_named(element: Element) -> bool:
    """``img[alt]:not([alt='']), img[title], [title], [aria-label], svg title``."""
    attributes = element.attributes
    return (
        "title" in attributes
        or "aria-label" in attributes
        or (element.name == "img" and bool(attributes.get("alt")))
        or (element.name == "title" and any(at.name == "svg" for at in element.ancestors()))
    )


def _is_iconic(element: Element) -> bool:
    return element.name in ("i", "svg", "img") or (element.name == "span" and "icon" in element.get("class"))


def is_glyph(element: Element) -> bool:
    """An icon of a font, which writes its glyph's name as text ("search")."""
    said = element.get("class")
    return element.name == "mat-icon" or "material-symbols" in said or not {"material-icons", "mat-icon"}.isdisjoint(said.split())  # fmt: skip


def _is_entry(element: Element) -> bool:
    return (
        element.name in ("a", "button")
        or element.get("role") in ("menuitem", "treeitem")
        or "onclick" in element.attributes
    )


def _is_greyed(element: Element) -> bool:
    """Whether it is a button that cannot be pressed yet."""
    button = element.name == "button" or element.get("role") == "button" or element.get("type") == "button"
    return (button and "disabled" in element.attributes) or (
        (button or element.name == "a") and element.get("aria-disabled") == "true"
    )


def _dismisses(element: Element) -> bool:
    """Whether it closes the window that it stands in."""
    told = clean(element.get("aria-label") or content(element))
    return any(name in element.attributes for name in _CLOSING) or bool(_CLOSES.fullmatch(told))


def _is_content(element: Element) -> bool:
    """What a menu does not hold; nor does it hold tables, but for those that draw its entries."""
    return (
        element.name in ("dl", "form", "select", "textarea", "iframe")
        or element.get("role") == "grid"
        or (element.name == "input" and type_of(element) != "hidden")
    )


def _is_pressed(element: Element) -> bool:
    is_input = element.name == "input" and type_of(element) in ("button", "submit", "image")
    return is_input or element.name in ("a", "button") or element.get("role") == "button"


def _is_lone_cell(element: Element) -> bool:
    """Whether it is the only cell of its table."""
    row = element.up
    alone = element.name == "td" and row is not None and row.name == "tr" and [*map(_tag, row.children)] == ["td"]
    body = row.up if alone and row is not None else None
    return body is not None and len(body.children) == 1 and body.up is not None and len(body.up.children) == 1


def _tag(element: Element) -> str:
    return element.name


def _letters(element: Element) -> str:
    """Its letters and figures, without signs and spaces."""
    return "".join(filter(str.isalnum, clean(content(element), 200)))


def _is_part(element: Element) -> bool:
    return element.name in ("a", "button", "input", "select") or element.get("role") in ("button", "tab")


_SORTS: dict[str, Callable[[Element], bool]] = {
    "field": is_field,
    "heading": is_heading,
    "row": is_row,
    "cell": is_cell,
    "head": lambda e: e.name == "th" or e.get("role") == "columnheader",
    "named": _is_named,
    "iconic": _is_iconic,
    "glyph": is_glyph,
    "entry": _is_entry,
    "content": _is_content,
    "records": lambda e: e.name == "table" or e.get("role") in ("grid", "table"),
    "menu": lambda e: e.name == "nav" or e.get("role") in ("navigation", "menu"),
    "part": _is_part,
    "img": lambda e: e.name == "img",
    "input": lambda e: e.name == "input",
    "textarea": lambda e: e.name == "textarea",
}


def handled(element: Element) -> bool:
    """Whether an attribute makes it answer a click."""
    return any(name in element.attributes for name in ("onclick", "ng-click", "data-ng-click"))


def _labelable(element: Element) -> bool:
    return element.name in _LABELABLE and not (element.name == "input" and type_of(element) == "hidden")


_LETTERS = re.compile(r"[^\W\d_]{3}")
_MARKED = re.compile(r"[\W_]|check|done|create|edit")


def _number(text: str) -> int:
    """The number that a text begins with, or 0."""
    found = re.match(r"\d+", text)
    return int(found[0]) if found else 0


_SHOWS = frozenset("row tabpanel region rowgroup grid treegrid menu".split())
"""Roles of what says whether it is open, and is opened by something else."""


def _is_opener(element: Element) -> bool:
    """What opens and closes, in an element that only says whether it is open."""
    return "aria-expanded" in element.attributes and (
        element.name in ("button", "a") or element.get("role") == "button"
    )


class Looks:
    """One page being read: the rules of ``page/`` on a tree of :class:`Element`."""

    def __init__(
        self, tree: Tree, query_words: Sequence[str], onward: Sequence[str] = (), outputs: Sequence[str] = ()
    ) -> None:
        self.tree = tree
        self.order = order = tree.order
        self.root = order[0]
        self.query_words = frozenset(query_words)
        self.onward = frozenset(onward)
        self.outputs = tuple(outputs)
        self.ids: dict[str, Element] = {}
        self.body: Element | None = None
        self.crowded = any(len(element.nodes) > _CROWD for element in order if element.name != "select")
        sorts: dict[str, list[Element]] = {sort: [] for sort in _SORTS}
        for element in order:
            if element.get("id"):
                self.ids.setdefault(element.attributes["id"], element)
            for sort, test in _SORTS.items():
                if test(element):
                    sorts[sort].append(element)
            if self.body is None and element.name in ("body", "frameset") and element.up is self.root:
                self.body = element
        self._sorts = {sort: (found, [e.index for e in found]) for sort, found in sorts.items()}
        self.labels = self._labels()
        self._forms = self._owners()
        self._paths: dict[Element, str] = {}
        self._kinds: dict[Element, str] = {}
        self._chosen_from: dict[Element, bool] = {}
        self._texts: dict[Element, str] = {}
        self._rows: dict[Element, tuple[str, dict[Element, int], str]] = {}
        self._drawings: dict[Element, bool] = {}
        self._layouts: dict[Element, bool] = {}
        self._numbered: dict[Element, dict[Element, int]] = {}
        self.pressable: list[Element] = []
        """What was found to be a candidate."""
        self.windows: list[str] = []
        """Paths (with a ">" after them) of closed windows that something in sight opens."""

    # ---- the tree ---------------------------------------------------------------------------------------------------
    def inside(self, element: Element, sort: str) -> list[Element]:
        """The descendants of one sort, in document order."""
        found, places = self._sorts[sort]
        return found[bisect_left(places, element.index + 1) : bisect_left(places, element.end)]

    def has(self, element: Element, sort: str) -> bool:
        """Whether there is any."""
        places = self._sorts[sort][1]
        first = bisect_left(places, element.index + 1)
        return first < len(places) and places[first] < element.end

    def first(self, element: Element, sort: str) -> Element | None:
        """The first of them."""
        found, places = self._sorts[sort]
        at = bisect_left(places, element.index + 1)
        return found[at] if at < len(places) and places[at] < element.end else None

    def descendants(self, element: Element) -> Sequence[Element]:
        """All of them, in document order."""
        return self.order[element.index + 1 : element.end]

    def path(self, element: Element) -> str:
        """Steps from the root: ``body[1]>div[2]``."""
        known = self._paths.get(element)
        if known is None:
            if element.up is None:
                return ""
            above = self.path(element.up)
            known = f"{above}>{element.name}[{element.number}]" if above else f"{element.name}[{element.number}]"
            self._paths[element] = known
        return known

    def text(self, element: Element) -> str:
        """Its words, 400 characters at most."""
        known = self._texts.get(element)
        if known is None:
            known = self._texts[element] = inner_text(element, without=is_glyph if self.has(element, "glyph") else None)
        return known

    def _labels(self) -> dict[Element, Element]:
        """Controls → the first label that belongs to each."""
        found: dict[Element, Element] = {}
        for label in (e for e in self.order if e.name == "label"):
            if "for" in label.attributes:
                control = self.ids.get(label.attributes["for"])
                if control is not None and not _labelable(control):
                    control = None
            else:
                control = next((e for e in self.descendants(label) if _labelable(e)), None)
            if control is not None:
                found.setdefault(control, label)
        return found

    def _owners(self) -> dict[Element, Element]:
        """Controls → the form that each belongs to.

        A form opened between rows is closed at once by the parser, yet owns the controls that follow it.
        """
        found: dict[Element, Element] = {}
        open_form: Element | None = None
        for element in self.order:
            if element.name == "form":
                misnested = (
                    not element.children
                    and element.up is not None
                    and element.up.name in ("table", "tbody", "thead", "tfoot", "tr")
                )
                open_form = element if misnested else None
            elif element.name in OWNED:
                named = self.ids.get(element.get("form")) if "form" in element.attributes else None
                owner = named or element.closest(lambda e: e.name == "form")
                if owner is None and open_form is not None:
                    table = open_form.closest(lambda e: e.name == "table")
                    owner = open_form if table is not None and table.holds(element) else None
                if owner is not None and owner.name == "form":
                    found[element] = owner
        return found

    # ---- what can be clicked ----------------------------------------------------------------------------------------
    def named(self, element: Element) -> str:
        """What attributes call it."""
        get = element.get
        if get("aria-labelledby"):
            parts = [content(self.ids[i]) if i in self.ids else "" for i in get("aria-labelledby").split()]
            if text := clean(" ".join(parts)):
                return text
        for name in (
            "aria-label", "title", "data-original-title", "data-bs-original-title", "data-tooltip", "mattooltip", "alt",
        ):  # fmt: skip
            if text := clean(get(name)):
                return text
        inner = self.first(element, "named")
        if inner is None or self._is_own_button(inner, element):
            return ""
        texts = (
            inner.get("alt"),
            inner.get("title"),
            inner.get("aria-label"),
            content(inner) if inner.name == "title" else "",
        )
        return next((text for text in map(clean, texts) if text), "")

    @staticmethod
    def _is_own_button(inner: Element, element: Element) -> bool:
        """Whether a button within what says something itself (the star on a card) has the name: it tells what that does."""
        at: Element | None = inner
        while at is not None and at is not element:
            if at.name in ("a", "button") or at.get("role") == "button":
                return re.search(r"[^\W\d_]{3}", content(element)) is not None
            at = at.up
        return False

    def label(self, element: Element) -> str:
        """What is written on it."""
        if self.shown_file(element):
            return self.named(element)  # what stands in it is said where it cannot be shown
        if element.name == "input":
            written = (element.get("alt") or element.get("title")) if type_of(element) == "image" else value_of(element)
            return clean(written) or self.named(element)
        text = self.text(element)
        if ICON.search(element.get("class")) or self.has(element, "glyph"):
            text = clean(
                " ".join(
                    node if isinstance(node, str) else words_in(node, is_glyph)
                    for node in element.nodes
                    if isinstance(node, str) or not is_glyph(node)
                )
            )
        told = clean(element.get("title") or element.get("aria-label") or "")
        if len(letter := clean(text)) == 1 and letter.isalpha() and sum(map(str.isalpha, told)) >= 3:
            return told  # a letter drawn for an icon
        return clean(text) if any(map(str.isalnum, text)) else self.named(element) or text

    def lead(self, element: Element, label: str) -> str:
        """The words that head a component which says more below them ("Empenhos", then what they are); nothing of one that
        does not."""
        parts = [part for part in element.children if _WORD.search(self.text(part))]
        if not parts or any(_LETTER.search(node) for node in element.nodes if isinstance(node, str)):
            return ""
        if len(parts) == 1:
            return self.lead(parts[0], label)
        text = clean(self.text(parts[0]))
        lead = (self.lead(parts[0], label) or text) if len(text) <= 60 else ""
        return lead if 0 < len(words(lead)) <= 6 and len(words(label)) - len(words(lead)) > 3 else ""

    def opened(self, element: Element) -> Element | None:
        """What an opener shows or hides: named by it, or the list beside it."""
        if element.name == "summary":
            return element.up
        for name in ("aria-controls", "data-target", "data-bs-target", "href"):
            target = self.ids.get(element.get(name).strip().removeprefix("#"))
            if target is not None and not target.holds(element):
                return target
        item = element.closest(lambda e: e.name == "li" or e.get("role") in ("treeitem", "none"))
        if item is not None and (children := item.children) and children[0].holds(element):
            lists = (c for c in children if c.name in (*_LISTS, "nav") and not c.holds(element))
            return next(lists, None)
        table = element.closest(_is_table_tag)
        for beside in (element.after(), table.after() if table is not None and self._draws_one(table) else None):
            if beside is not None and beside.name in (*_LISTS, "nav") and not beside.shown:
                return beside
        return None

    def window(self, element: Element) -> Element | None:
        """The closed window that it opens."""
        region = self.opened(element)
        if region is None or region.shown or self.has(region, "menu") or self.discloses(element):
            return None
        told = " ".join((element.get("data-toggle"), element.get("data-bs-toggle"), region.get("class")))
        is_window = region.name == "dialog" or region.get("role") in ("dialog", "alertdialog")
        return region if is_window or region.get("aria-modal") == "true" or _MODAL.search(told) else None

    def step(self, element: Element) -> bool:
        """Whether it is one of the numbered steps of a form."""
        item = element if element.get("role") == "tab" else element.closest(lambda e: e.name == "li") or element
        if item.up is None or item.up.closest(is_table):
            return False
        told = [clean(content(e), 80) for e in item.up.children if e.name == item.name]
        told = [text for text in told if text]
        return 2 <= len(told) <= 9 and all(
            _LETTERS.search(text) and (_number(text) == place or _MARKED.match(text))
            for place, text in enumerate(told, start=1)
        )

    def panel(self, element: Element) -> str:
        """Of a tab or toggle, what is known of its panel."""
        if element.name == "summary":
            up = element.up
            if up is not None and "open" in up.attributes:
                return "shown"
            return "closed" if up is not None and len(clean(content(up))) > len(clean(content(element))) else ""
        if pressed := element.get("aria-pressed"):
            return "shown" if pressed == "true" else "tab"
        toggle = f"{element.get('data-toggle')} {element.get('data-bs-toggle')}"
        if element.get("role") != "tab" and not _TAB.search(toggle):
            return ""
        region = self.opened(element)
        if element.get("aria-expanded") == "true" and region is not None and region.shown:
            return "shown"
        selected, up = element.get("aria-selected"), element.up
        shell = (element, up) if up is not None and len(up.children) == 1 else (element,)
        if selected == "true" or (not selected and any(CURRENT.search(e.get("class")) for e in shell)):
            return "shown"
        if region is None:
            return "tab"
        return "closed" if region.children or clean(content(region)) else "hollow"

    def held(self, element: Element) -> str:
        """What heads the records that wait in its closed panel, or names the fields of the one record there."""
        region = self.opened(element)
        if region is None or ("open" in region.attributes if element.name == "summary" else region.shown):
            return ""
        if (table := self.first(region, "records")) is not None:
            first = self.first(table, "row")
            return clean(content(first), 120) if first is not None else ""
        parts = [e for e in self.descendants(region) if e.name in _FIELD_NAMES][:60]
        fields = [e for e in parts if not e.children and (e.name == "dt" or _NAMES_FIELD.search(content(e)))]
        return clean(" ".join(map(content, fields)), 120) if len(fields) > 1 else ""

    def discloses(self, element: Element) -> bool:
        """Whether it only opens or closes a menu whose entries are in the page already."""
        region = self.opened(element)
        if region is None or self.has(region, "content"):
            return False
        if not all(map(self._draws_one, filter(_is_table_tag, self.descendants(region)))):
            return False
        entries = self.inside(region, "entry") or [e for e in self.descendants(region)[:200] if self.kind(e)]
        if not entries or not all(map(self.kind, entries)):
            return False
        if any(_SUM.search(content(entry)) for entry in entries):
            return False  # records, folded
        if any(map(_dismisses, entries)) and not any(self.kind(e) == "link" for e in entries):
            return False  # a window that is filled when it opens
        if element.get("role") == "tab" and sum(self.kind(e) == "link" for e in entries) < 0.6 * len(entries):
            return False  # a tab over nothing but the tools of what it is still to show
        around = len(clean(content(region), 4000)) - (len(clean(content(element))) if region.holds(element) else 0)
        return around <= 1.6 * sum(len(clean(content(entry))) + 4 for entry in entries)

    def kind(self, element: Element) -> str:
        """``link``, ``click`` or nothing."""
        known = self._kinds.get(element)
        if known is None:
            known = self._kinds[element] = self._kind(element)
        return known

    def _kind(self, element: Element) -> str:
        name, attributes = element.name, element.attributes
        if name in ("a", "area"):
            href = attributes.get("href", "")
            bare = href.strip()
            scripted = not bare or _NO_ADDRESS.match(bare) or (bare.startswith("#") and not _ROUTE.match(bare))
            if not scripted:
                return "link" if self.address(href).startswith(("http:", "https:", "ftp:")) else ""
            place = self.ids.get(href[1:]) if href.startswith("#") else None
            opens = any(n in attributes for n in ("role", "data-toggle", "data-bs-toggle")) or handled(element)
            if place is not None and place.shown and not opens:
                return ""  # a place on this very page
            answers = "href" in attributes or handled(element) or attributes.get("id") or attributes.get("role")
            return "click" if answers or element.cursor == "pointer" else ""
        if self.shown_file(element):
            return "link"
        if name == "summary" or (
            name == "button" and attributes.get("aria-haspopup") != "listbox" and attributes.get("role") != "combobox"
        ):
            return "click"
        if name == "input":
            return "click" if type_of(element) in BUTTON_TYPES else ""
        role = attributes.get("role", "")
        whole = name in _WHOLE and not (name == "dl" and "onclick" in attributes)
        if whole or is_field(element) or element.closest(lambda e: e.get("role") in ("listbox", "combobox")):
            return ""
        if role in _ROLES or "data-toggle" in attributes or "data-bs-toggle" in attributes:
            return "click"
        if role == "option" and not element.shown:
            return ""  # of a list that is closed
        if "aria-expanded" in attributes and role not in _SHOWS and not any(map(_is_opener, self.descendants(element))):
            return "click"
        # a section or article is a card where it looks like one that can be clicked
        if name not in ("article", "section") and handled(element):
            return "click"
        if name == "tr" and "ondblclick" in attributes and self.inside(element, "cell"):
            return "click"
        up = element.up
        if up is not None and name == "tr" and self.inside(element, "cell") and self._waits_for_row(element):
            return "click"
        if up is None or element.cursor != "pointer" or up.cursor == "pointer":
            return ""
        return "" if up.closest(lambda e: e.name in ("a", "button", "label")) else "click"

    def _waits_for_row(self, row: Element) -> bool:
        """Whether a button beside a list waits for one of its rows to be chosen ("Visualizar", greyed out)."""
        table = row.closest(_is_table_tag)
        if table is None or any(e.name in _ANSWERS or e.get("role") == "button" for e in self.descendants(row)):
            return False
        inside = self.descendants(table)
        if sum(is_row(e) and bool(self.inside(e, "cell")) for e in inside) < 2 or any(map(_is_table_tag, inside)):
            return False
        if table not in self._chosen_from:
            at, found = table.up, False
            for _ in range(5):
                if at is None or at.name == "body" or found:
                    break
                found = any(
                    _is_greyed(e) and e.shown and bool(_WAITS.match(self.label(e)))
                    for e in itertools.takewhile(lambda e: e is not table, self.descendants(at))
                )
                at = at.up
            self._chosen_from[table] = found
        return self._chosen_from[table]

    def address(self, href: str) -> str:
        """Where a link leads."""
        return resolve(self.tree.base, href, self.tree.encoding)

    def shown_file(self, element: Element) -> str:
        """The file that is shown in an element: embedded itself, named by the address of a viewer, or by what a script draws
        it from."""
        written = element.get(_SHOWN_BY[element.name]) if element.name in _SHOWN_BY else ""
        if not written and element.name in _DRAWN:
            told = (v for k, v in element.attributes.items() if _DRAWN_FROM.fullmatch(k))
            written = next((v for v in told if _READABLE.search(re.split("[?#]", v)[0])), "")
        address = self.address(written) if written else ""
        if not address.startswith(("http:", "https:")):
            return ""
        parts = urlsplit(address)
        kind = element.get("type") if element.name in ("embed", "object") else ""
        if _READABLE.search(parts.path) or kind == "application/pdf":
            return address
        asked = (value for _, value in parse_qsl(parts.query) if _READABLE.search(re.split("[?#]", value)[0]))
        named = next(asked, "")
        # a name alone is asked for at that very address
        return resolve(address, named, self.tree.encoding) if _ADDRESS.match(named) else address if named else ""

    def goal(self, element: Element) -> str:
        """Where a script goes that is written on an element."""
        written = _GOES.search(element.get("onclick"))
        goals = [element.get(name) for name in _GOALS if re.search(r"[/?.]", element.get(name))]
        goals += [text for text in (written.groups() if written else ()) if text]
        address = self.address(goals[0]) if goals else ""
        return address if address.startswith("http") else ""

    def surroundings(self, element: Element, label: str) -> list[str]:
        """Words around it: its menu's parents, its row, the heading of its section, nearest first."""
        found: list[str] = []

        def add(text: str) -> None:
            short = clean(text, 80)
            if any(map(str.isalnum, short)) and short != label and short not in found:
                found.append(short)

        said = label or (self.text(element) if self.shown_file(element) else "")
        at = element
        for _ in range(10):
            up = at.up
            if up is None or up is self.body or len(found) >= 3:
                break
            if is_row(up):
                add(self.text(up).replace(said, " ", 1))
            elif up.name == "li":
                head = next((c for c in up.children if c is not at and c.name not in _LISTS), None)
                own = clean(" ".join(node for node in up.nodes if isinstance(node, str)), 80)
                beside = self.text(head) if head is not None and not head.holds(element) else ""
                add(own or beside or self._headed_before(at))
            else:
                if at is element:
                    add(self._bold_before(element))
                self._above(at, add)
                heading = next((h for h in self.inside(up, "heading") if h.up is up), None)
                if heading is not None and not heading.holds(element):
                    add(content(heading))
                elif (
                    not (_is_table_tag(at) and self._draws_one(at))
                    and len(up.children) <= 4
                    and len(self.text(up)) < 100
                ):
                    add(self.text(up).replace(said, " ", 1))
            at = up
        return found

    def _headed_before(self, at: Element) -> str:
        """The heading of what stands before a part of a card: its words beside what opens it."""
        for before, _ in zip(at.before(), range(3), strict=False):
            heading = before if is_heading(before) else self.first(before, "heading")
            if heading is not None:
                return content(heading)
        return ""

    def _bold_before(self, element: Element) -> str:
        """What stands in bold over the links of a paragraph."""
        before = element.before() if element.name == "a" else ()
        bold = next((e for e in before if e.name in ("b", "strong")), None)
        if bold is None or any(e.name in ("a", "button") for e in self.descendants(bold)):
            return ""
        text = self.text(bold)
        return text if len(text) < 60 else ""

    def _above(self, at: Element, add: Callable[[str], None]) -> None:
        """A heading, or what opens this, among the three elements before."""
        for looked, before in enumerate(at.before()):
            if looked == 3:
                return
            heading = self.first(before, "heading")
            text = self.text(before)
            opens = (
                handled(before)
                or before.name in ("a", "button")
                or "aria-expanded" in before.attributes
                or before.get("role") in ("tab", "button")
                or (not looked and at.name in (*_LISTS, "nav") and _is_table_tag(before) and self._draws_one(before))
            )
            if is_heading(before) or heading is not None or (text and len(text) < 60 and opens):
                add(content(heading) if heading is not None else text)
                return

    def region(self, element: Element) -> str:
        """The landmark it stands in."""
        for at in element.ancestors():
            if at.name in _LANDMARKS:
                return at.name
            if role := _REGION_ROLES.get(at.get("role")):
                return role
            if at.name == "dialog":
                return "dialog"
        return ""

    def _draws_one(self, table: Element) -> bool:
        """Whether a table says nothing but the words of one thing to press: it draws a button, or an entry of a tree."""
        known = self._drawings.get(table)
        if known is None:
            told = _letters(table)
            below = self.descendants(table) if len(told) <= 120 else ()
            pressed = itertools.islice((e for e in below if _is_pressed(e)), 4)
            drawn = any(_letters(e) == told for e in pressed) or any(
                not e.children and self.kind(e) == "click" for e in below if told and _is_lone_cell(e)
            )
            known = drawn and not any(e.name in ("select", "textarea") for e in below)
            self._drawings[table] = known
        return known

    def _row_around(self, element: Element) -> Element | None:
        """The row it stands in, but for that of a table that only draws what is pressed, or lays out a heading or the page."""
        row = element.closest(is_row)
        is_button = element.name in ("a", "button", "input") or element.get("role") == "button"
        if (is_button or _is_lone_cell(element)) and self.label(element):
            table = row.closest(_is_table_tag) if row is not None else None
            while table is not None and self._draws_one(table):
                row = table.up.closest(is_row) if table.up is not None else None
                table = row.closest(_is_table_tag) if row is not None else None
        head = _in_heading(row) if row is not None else None
        if head is not None:
            return head.up
        return None if row is not None and self._lays_out(row) else row

    def _lays_out(self, row: Element) -> bool:
        """Whether there are tables of several rows in a row."""
        if row not in self._layouts:
            tables = (table for table in self.descendants(row) if _is_table_tag(table))
            self._layouts[row] = any(len(self._numbers(table)) > 2 and not self._draws_one(table) for table in tables)
        return self._layouts[row]

    def _numbers(self, body: Element) -> dict[Element, int]:
        """The rows of a table that have cells, and their numbers."""
        if body not in self._numbered:
            every = (row for row in self.inside(body, "row") if self.has(row, "cell"))
            rows = (row for row in every if not _is_head_row(row) and _in_heading(row) is None)
            self._numbered[body] = {row: number for number, row in enumerate(rows)}
        return self._numbered[body]

    def row(self, element: Element) -> dict[str, Any] | None:
        """Its place in a table."""
        row = self._row_around(element)
        if row is None:
            return None
        body = row.closest(lambda e: e.name == "table" or e.get("role") in _GRIDS) or row.up or self.root
        if body not in self._rows:
            every = self.inside(body, "row")
            self._rows[body] = self.path(body), self._numbers(body), self._head(body, every[0]) if every else ""
        table, numbers, head = self._rows[body]
        cell = next((e for e in row.children if e.holds(element) and (e.name == "th" or is_cell(e))), None)
        if cell is None:
            cell = element.closest(lambda e: e.name == "th" or is_cell(e))
        column = cell.up.children.index(cell) if cell is not None and cell.up is not None else -1
        index = numbers.get(row, -1)
        return {"table": table, "index": index, "count": len(numbers), "column": column, "cells": len(row.children), "heading": index < 0, "head": head,
                "says": self.text(row) if 0 <= index < 40 else "", "level": row.get("aria-level")}  # fmt: skip

    def _head(self, body: Element, first: Element) -> str:
        """The words of the first row; where that only measures out the columns, the headings of a table before it."""
        head, at = clean(content(first), 120), body
        for _ in range(4):
            if head or at.up is None:
                break
            beside = at.up.children
            before = next((e for e in beside[: beside.index(at)] if self.has(e, "head")), None)
            if before is not None:
                head = clean(" ".join(map(content, self.inside(before, "head"))), 120)
            at = at.up
        return head

    def hints(self, element: Element) -> str:
        """Names and addresses in its code."""
        get = element.get
        icon, image = self.first(element, "iconic"), self.first(element, "img")
        parts = (
            get("id"), get("name"), get("class"), get("href"), get("onclick"), get("ng-click"), get("data-target"),
            get("data-url"), get("data-href"), icon.get("class") if icon is not None else "", image.get("src") if image is not None else "",
            get("src") if element.name == "img" else "",
        )  # fmt: skip
        return clean(" ".join(filter(None, parts)), 300)
