"""Read a page from its HTML alone, as ``snapshot`` of ``page.js`` reads it in a browser, for pages that need no script.

The tree is built by an HTML5 parser (lexbor), so that implied elements and misnested ones stand where a browser puts
them, and a path found here is found again there. What only a browser knows is missing: boxes are None, and only handlers
written as attributes are known. ``tests/test_static.py`` holds both readings together; a rule that changes in
``page.js`` changes here.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from transparency.browser.tree import Element, Tree, build, clean, content, decode, inner_text, resolve
from transparency.judge.text import strip_accents
from transparency.judge.values import is_address
from transparency.walk.forms import MONTHS

MAX_ELEMENTS = 60_000
MAX_CANDIDATES = 1_500
SMALLEST_FRAME = 40
"""Frames that say they are smaller (CSS px) are counters and trackers."""
SOON = 15
"""A page that moves on by itself within so many seconds is not the page to read."""

_CROWD = 1200  # of children, of whom page.js reads a part
_SKIP = frozenset("script noscript template style link meta base".split())
_VOID = frozenset("area br col embed hr img input source track wbr".split())
_OPAQUE = frozenset("svg iframe canvas video".split())
_NEVER_GONE = frozenset("html body col colgroup option optgroup br area map head title".split())
_INPUT_TYPES = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range color checkbox radio "
    "file submit image reset button".split()
)
_BUTTON_TYPES = frozenset(("button", "submit", "image"))
_NOT_FIELDS = frozenset(("hidden", "button", "submit", "image", "reset"))
_TYPED = frozenset("text search email tel password url number".split())
_ROLES = frozenset("button link tab menuitem menuitemradio menuitemcheckbox treeitem switch".split())
_GOALS = (
    "data-downloadurl", "data-download-url", "data-download", "data-file", "data-arquivo", "data-href", "data-url", "data-link",
)  # fmt: skip
_PAGE_BAR = re.compile(
    r"p[áa]g(?:ina|\.)?\s*\d*\s*(?:de|of|/)\s*\d|(?<![\d/])\d+\s*[-–]\s*\d+\s*(?:de|of|/)\s*\d+(?![\d/])", re.IGNORECASE
)
_COMBO = re.compile(
    r"combo|band-?box|drop-?down|auto-?complete|look-?up|caret|chevron|arrow(?![-_]?(?:right|left|up|circle))|(?<!un)select(?!ed|able|ion)",
    re.I,
)
_GOES = re.compile(
    r"(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*(?:'([^']+)'|\"([^\"]+)\")"
)
_PARTS = frozenset("tab menuitem treeitem switch".split())
_TOGGLES = frozenset("checkbox menuitemcheckbox switch option".split())
_OPENS = frozenset("a button input summary tr".split())
_WHOLE = frozenset(
    "html body main form table tbody thead header footer nav aside ul ol dl app-root iframe "
    "label select option textarea".split()
)
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 legend caption summary".split())
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
_OWNED = frozenset("button fieldset input object output select textarea".split())
_TARGETED = frozenset(("a", "area", "form", "base"))

_ICON = re.compile(r"\b(material-icons|material-symbols[\w-]*|mat-icon)\b", re.ASCII)
_ROUTE = re.compile(r"#(!|/|.*[/=])")
_NO_ADDRESS = re.compile(r"(javascript|about):", re.IGNORECASE)
_TAB = re.compile(r"\b(tab|pill|collapse)\b", re.ASCII)
_MODAL = re.compile(r"\bmodal\b", re.IGNORECASE | re.ASCII)
_CURRENT = re.compile(r"(?:^|[\s_-])(active|ativ[oa]|selected|selecionad[oa]|current|atual)(?:$|[\s_-])", re.IGNORECASE)
_STATES = ("aria-checked", "aria-pressed", "aria-selected")
_NOWHERE = re.compile(r"(?:#|0|-1|javascript:.*)?", re.IGNORECASE)
_BARE = re.compile(r"^[\s*:]+$")
_SUM = re.compile(r"\d,\d\d(?!\d)|\d\d/\d\d/\d{4}")
_STARRED = re.compile(r"[*\u2217\u204e\uff0a]\s*:?\s*$|\bobrigat[óo]ri[oa]\b", re.IGNORECASE)
_SUGGESTS = re.compile(r"auto-?complete|auto-?suggest|type-?ahead", re.IGNORECASE)
_MENU = 5
"""More things to press than these beside a form are a menu."""
_CALENDAR = re.compile(r"date|calend|picker", re.IGNORECASE)
_ASKS = re.compile(
    r"e-?mail|senha|password|captcha|telefone|celular|whatsapp|mensagem|message|assunto|subject|newsletter",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"[a-zA-Z_@:][-\w.:@]*", re.ASCII)
_VALUE_SHAPES = {
    "date": re.compile(r"\d{4,}-\d\d-\d\d"),
    "month": re.compile(r"\d{4,}-\d\d"),
    "week": re.compile(r"\d{4,}-W\d\d"),
    "time": re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,3})?)?"),
    "number": re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"),
    "color": re.compile(r"#[0-9a-fA-F]{6}"),
}

_ROOTS = frozenset(("root", "app", "__next", "__nuxt", "___gatsby", "svelte", "react-root"))
_BINDING = re.compile(
    r"(data-)?(ng|v)-(repeat|for|if|show|view|include|model|bind|html|text|cloak|app)|x-(data|for|text|html|init)|data-bind"
)
_PLACEHOLDER = re.compile(r"\{\{.{1,80}?\}\}")
_SCRIPT_WORD = re.compile(r"java\s?script", re.IGNORECASE)
_AT_WORK = re.compile(
    r"document\.write|XMLHttpRequest|\bfetch\(|\baxios\b|\$\.(ajax|get|post|getJSON)\b|jQuery\.(ajax|get|post|getJSON)\b"
    r"|\.load\(\s*['\"]|DataTable\(|EventSource\(|new WebSocket|customElements\.define|attachShadow\("
)
_WIDGETS = re.compile(r"datatables|tabulator|ag-grid|jqgrid|bootstrap-table", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
_REFRESH = re.compile(r"\s*(\d+)")


def words(text: str) -> list[str]:
    """Folded words; ``btnConsultar`` is two."""
    spaced = clean(re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text), 400)
    folded = "".join(c for c in unicodedata.normalize("NFD", spaced) if not unicodedata.category(c).startswith("M"))
    return [word for word in re.split(r"[^a-z0-9]+", folded.lower()) if word]


def type_of(element: Element) -> str:
    """The ``type`` property: what a control is, whatever its attribute says."""
    value = element.get("type").lower()
    match element.name:
        case "input":
            return value if value in _INPUT_TYPES else "text"
        case "button":
            return value if value in ("button", "reset") else "submit"
        case "select":
            return "select-multiple" if "multiple" in element.attributes else "select-one"
        case "textarea" | "fieldset" | "output":
            return element.name
        case "a" | "li" | "ul" | "ol" | "object" | "embed":
            return element.get("type")
    return ""


def value_of(control: Element) -> str:
    """The ``value`` property of an input or textarea nobody has touched."""
    if control.name == "textarea":
        return content(control)
    kind = type_of(control)
    if kind in ("checkbox", "radio"):
        return control.attributes.get("value", "on")
    value = control.get("value")
    if kind == "file":
        return ""
    if kind in _VALUE_SHAPES and not _VALUE_SHAPES[kind].fullmatch(value):
        return "#000000" if kind == "color" else ""
    return re.sub(r"[\r\n]", "", value) if kind in _TYPED else value


def is_field(element: Element) -> bool:
    """Whether it can be filled or chosen."""
    if element.name == "input":
        return element.get("type").lower() not in _NOT_FIELDS
    return element.name in ("select", "textarea") or element.get("role") == "listbox" or _is_combo(element)


def _is_combo(element: Element) -> bool:
    return element.get("role") == "combobox" or element.get("aria-haspopup") == "listbox"


def _drops(field: Element) -> bool:
    """Whether nobody types in it, but it opens a list."""
    opens = field.get("role") == "combobox" or field.get("aria-haspopup") in ("listbox", "true")
    return field.name == "input" and _read_only(field) and field.get("type") in ("", "text", "search") and opens


def _is_period(text: str) -> bool:
    folded = strip_accents(text).lower()
    return bool(_YEAR.fullmatch(folded)) or (len(folded) > 2 and any(month.startswith(folded) for month in MONTHS))


def _is_heading(element: Element) -> bool:
    return element.name in _HEADINGS or element.get("role") == "heading"


def _is_table_tag(element: Element) -> bool:
    return element.name == "table"


def _is_row(element: Element) -> bool:
    return element.name == "tr" or element.get("role") == "row"


def _is_cell(element: Element) -> bool:
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


def _is_glyph(element: Element) -> bool:
    classes = element.get("class").split()
    return element.name == "mat-icon" or any(
        c in ("material-icons", "material-symbols-outlined", "mat-icon") for c in classes
    )


def _is_entry(element: Element) -> bool:
    return (
        element.name in ("a", "button")
        or element.get("role") in ("menuitem", "treeitem")
        or "onclick" in element.attributes
    )


def _is_content(element: Element) -> bool:
    """What a menu does not hold."""
    return (
        element.name in ("table", "dl", "form", "select", "textarea", "iframe")
        or element.get("role") == "grid"
        or (element.name == "input" and type_of(element) != "hidden")
    )


def _is_part(element: Element) -> bool:
    return element.name in ("a", "button", "input", "select") or element.get("role") in ("button", "tab")


_SORTS: dict[str, Callable[[Element], bool]] = {
    "field": is_field,
    "heading": _is_heading,
    "row": _is_row,
    "cell": _is_cell,
    "named": _is_named,
    "iconic": _is_iconic,
    "glyph": _is_glyph,
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


class Reading:
    """One page being read: the rules of ``page.js`` on a tree of :class:`Element`."""

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
        self._texts: dict[Element, str] = {}
        self._rows: dict[Element, tuple[str, dict[Element, int], str]] = {}
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
            known = self._texts[element] = inner_text(element)
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
            elif element.name in _OWNED:
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
        if inner is None:
            return ""
        texts = (
            inner.get("alt"),
            inner.get("title"),
            inner.get("aria-label"),
            content(inner) if inner.name == "title" else "",
        )
        return next((text for text in map(clean, texts) if text), "")

    def label(self, element: Element) -> str:
        """What is written on it."""
        if element.name == "input":
            written = (element.get("alt") or element.get("title")) if type_of(element) == "image" else value_of(element)
            return clean(written) or self.named(element)
        text = self.text(element)
        if _ICON.search(element.get("class")) or self.has(element, "glyph"):
            text = clean(
                " ".join(
                    node if isinstance(node, str) else content(node)
                    for node in element.nodes
                    if isinstance(node, str) or not _ICON.search(f"{node.get('class')} {node.name}")
                )
            )
        return clean(text) if any(map(str.isalnum, text)) else self.named(element) or text

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
        beside = element.after()
        return beside if beside is not None and beside.name in (*_LISTS, "nav") and not beside.shown else None

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
        if item.up is None or item.up.closest(_is_table):
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
        selected, up = element.get("aria-selected"), element.up
        shell = (element, up) if up is not None and len(up.children) == 1 else (element,)
        if selected == "true" or (not selected and any(_CURRENT.search(e.get("class")) for e in shell)):
            return "shown"
        region = self.opened(element)
        if region is None:
            return "tab"
        return "closed" if region.children or clean(content(region)) else "hollow"

    def held(self, element: Element) -> str:
        """What heads the records that wait in its closed panel."""
        region = self.opened(element)
        if region is None or ("open" in region.attributes if element.name == "summary" else region.shown):
            return ""
        table = self.first(region, "records")
        first = self.first(table, "row") if table is not None else None
        return clean(content(first), 120) if first is not None else ""

    def discloses(self, element: Element) -> bool:
        """Whether it only opens or closes a menu whose entries are in the page already."""
        region = self.opened(element)
        if region is None or self.has(region, "content"):
            return False
        entries = self.inside(region, "entry") or [e for e in self.descendants(region)[:200] if self.kind(e)]
        if not entries or not all(map(self.kind, entries)):
            return False
        if any(_SUM.search(content(entry)) for entry in entries):
            return False  # records, folded
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
        if name == "summary" or (name == "button" and attributes.get("aria-haspopup") != "listbox"):
            return "click"
        if name == "input":
            return "click" if type_of(element) in _BUTTON_TYPES else ""
        role = attributes.get("role", "")
        if name in _WHOLE or is_field(element) or element.closest(lambda e: e.get("role") in ("listbox", "combobox")):
            return ""
        if role in _ROLES or "data-toggle" in attributes or "data-bs-toggle" in attributes:
            return "click"
        if role == "option" and not element.shown:
            return ""  # of a list that is closed
        if "aria-expanded" in attributes and role != "row" and not any(map(_is_opener, self.descendants(element))):
            return "click"
        # a section or article is a card where it looks like one that can be clicked
        if name not in ("article", "section") and handled(element):
            return "click"
        if name == "tr" and "ondblclick" in attributes and self.inside(element, "cell"):
            return "click"
        up = element.up
        if up is None or element.cursor != "pointer" or up.cursor == "pointer":
            return ""
        return "" if up.closest(lambda e: e.name in ("a", "button", "label")) else "click"

    def address(self, href: str) -> str:
        """Where a link leads."""
        return resolve(self.tree.base, href, self.tree.encoding)

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
            if short and short != label and short not in found:
                found.append(short)

        at = element
        for _ in range(10):
            up = at.up
            if up is None or up is self.body or len(found) >= 3:
                break
            if _is_row(up):
                add(self.text(up).replace(label, " ", 1))
            elif up.name == "li":
                head = next((c for c in up.children if c is not at and c.name not in _LISTS), None)
                own = clean(" ".join(node for node in up.nodes if isinstance(node, str)), 80)
                add(own or (self.text(head) if head is not None and not head.holds(element) else ""))
            else:
                if at is element:
                    add(self._bold_before(element))
                self._above(at, add)
                heading = next((h for h in self.inside(up, "heading") if h.up is up), None)
                if heading is not None and not heading.holds(element):
                    add(content(heading))
                elif len(up.children) <= 4 and len(self.text(up)) < 100:
                    add(self.text(up).replace(label, " ", 1))
            at = up
        return found

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
            )
            if _is_heading(before) or heading is not None or (text and len(text) < 60 and opens):
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

    def _row_around(self, element: Element) -> Element | None:
        """The row it stands in; a table that says nothing but the words of a button draws that button."""
        row = element.closest(_is_row)
        if not (element.name in ("a", "button", "input") or element.get("role") == "button") or not self.label(element):
            return row
        words = clean(content(element))
        table = row.closest(_is_table_tag) if row is not None else None
        while table is not None and clean(content(table)) == words:
            if any(e.name in ("select", "textarea") for e in self.descendants(table)):
                break
            row = table.up.closest(_is_row) if table.up is not None else None
            table = row.closest(_is_table_tag) if row is not None else None
        return row

    def row(self, element: Element) -> dict[str, Any] | None:
        """Its place in a table."""
        row = self._row_around(element)
        if row is None:
            return None
        body = row.closest(lambda e: e.name == "table" or e.get("role") in _GRIDS) or row.up or self.root
        if body not in self._rows:
            every = self.inside(body, "row")
            numbers = {r: i for i, r in enumerate(r for r in every if self.has(r, "cell"))}
            self._rows[body] = self.path(body), numbers, clean(content(every[0]), 120) if every else ""
        table, numbers, head = self._rows[body]
        cell = next((e for e in row.children if e.holds(element) and (e.name == "th" or _is_cell(e))), None)
        if cell is None:
            cell = element.closest(lambda e: e.name == "th" or _is_cell(e))
        column = cell.up.children.index(cell) if cell is not None and cell.up is not None else -1
        index = numbers.get(row, -1)
        return {"table": table, "index": index, "count": len(numbers), "column": column, "cells": len(row.children), "heading": index < 0, "head": head,
                "says": self.text(row) if 0 <= index < 40 else "", "level": row.get("aria-level")}  # fmt: skip

    def hints(self, element: Element) -> str:
        """Names and addresses in its code."""
        get = element.get
        icon, image = self.first(element, "iconic"), self.first(element, "img")
        parts = (
            get("id"), get("name"), get("class"), get("href"), get("onclick"), get("ng-click"), get("data-target"),
            get("data-url"), get("data-href"), icon.get("class") if icon is not None else "", image.get("src") if image is not None else "",
        )  # fmt: skip
        return clean(" ".join(filter(None, parts)), 300)

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
                elif not is_field(node):
                    gather(node)

        gather(element)
        return "".join(parts)

    def control_label(self, field: Element) -> str:
        """What a field is called."""
        texts = [self._words_of(self.labels.get(field)), self.named(field)]
        texts.append(self._words_of(field.closest(lambda e: e.name == "label")))
        cell = field.closest(lambda e: e.name == "td" or e.get("role") == "gridcell")
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
        if field.name in ("input", "textarea"):
            texts.append(field.get("placeholder"))
        return clean(next((text for text in map(clean, texts) if text), ""), 80)

    def usable(self, field: Element) -> bool:
        """Whether a field can be filled as it is."""
        if "disabled" in field.attributes and field.name in _OWNED:
            return False
        kind = type_of(field)
        if _read_only(field) and not _drops(field) and not _CALENDAR.search(f"{kind} {field.get('class')}"):
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
                _is_combo(field)
                or field.get("aria-autocomplete") in ("list", "both")
                or bool(_SUGGESTS.search(field.get("class")))
            )
        )

    def _typed_in(self, field: Element) -> Element | None:
        """The input of a list that opens to a click and is narrowed by what is typed, told by its role."""
        if field.name == "input":
            inner = [field] if _is_combo(field) or field.get("aria-autocomplete") in ("list", "both") else []
        elif _is_combo(field) and field.name not in ("select", "textarea"):
            inner = [e for e in self.descendants(field) if e.name in ("input", "select", "textarea")]
            inner = [e for e in inner if type_of(e) != "hidden"]
        else:
            inner = []
        if len(inner) != 1 or inner[0].name != "input" or _read_only(inner[0]):
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
            "type": type_of(field) if field.name == "input" else field.get("role"),
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
            elif not native or _drops(field):
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
                elif node.name not in _SKIP and node.shown and not _ICON.search(f"{node.get('class')} {node.name}"):
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
        if size.isdigit() and int(size) > 1:
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
            key = field.get("name") or (self.path(field.up) if field.up is not None else "")
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

    def _title_of(self, radio: Element) -> str:
        """What heads the radio buttons that one belongs to, or stands first before them."""
        fieldset = radio.closest(lambda e: e.name == "fieldset")
        legend = next((e for e in self.descendants(fieldset) if e.name == "legend"), None) if fieldset else None
        if legend is not None:
            return self._words_of(legend)
        around = (a for a, _ in zip(radio.ancestors(), range(5), strict=False))
        found = next((a for a in around if sum(type_of(e) == "radio" for e in self.inside(a, "input")) > 1), None)
        if found is None or any(
            type_of(e) != "radio" or e.get("name") != radio.get("name") for e in self.inside(found, "field")
        ):
            return ""
        head = next((n for n in found.nodes if not isinstance(n, str) or any(map(str.isalpha, n))), "")
        if isinstance(head, str) or _is_heading(head):
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
                elif _is_heading(before) and clean(content(before)) and not title:
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
        if _drops(element):
            return True
        opens = element.get("role") == "combobox" or element.get("aria-haspopup") == "listbox"
        if not opens or element.name in ("input", "select", "textarea"):
            return False
        inner = (e for e in self.descendants(element) if e.name in ("input", "select", "textarea"))
        return not any(e.name != "input" or not (_read_only(e) or type_of(e) == "hidden") for e in inner)

    def _paged(self, element: Element) -> bool:
        """Whether a button turns the pages of a list, and does not lead to the next step of a form."""
        at = element.up
        for _ in range(3):
            if at is None or self.inside(at, "field"):
                return False
            if re.search(r"\d", clean(content(at))) or any(_is_table(e) for e in self.descendants(at)):
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
            if _PAGE_BAR.search(told):
                return True
            at = at.up
        return False

    def queries(self, element: Element, label: str, hint: str) -> bool:
        """Whether a button starts a query."""
        if text := " ".join(words(label)):
            if text in self.query_words or (text in self.onward and not self._paged(element)):
                return True
            if (
                not _is_submit(element)
                or element.name not in ("button", "input")
                or element.closest(_is_menu)
                or len(text.split()) > 3
            ):
                return False
            return any(text.startswith(f"{word} ") or text.endswith(f" {word}") for word in self.query_words)
        return _is_submit(element) and any(
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
            if kind in ("password", "file", "email", "tel"):
                return True
            label = content(self.labels[field]) if field in self.labels else ""
            asked = f"{field.get('name')} {field.get('id')} {field.get('placeholder')} {label}"
            if kind != "hidden" and _ASKS.search(asked):
                return True
        return any(area.shown and not _read_only(area) for area in self.inside(region, "textarea"))

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
            field.shown and not _read_only(field)
            for field in self.inside(scope, "field")
            if field.name == "textarea"
            or (field.name == "input" and (not field.get("type") or field.get("type").lower() in _TYPED))
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

    # ---- the page ---------------------------------------------------------------------------------------------------
    def snapshot(self, max_elements: int, max_candidates: int) -> dict[str, Any]:
        """What ``snapshot`` of ``page.js`` gives, as far as it can be known."""
        out: list[str] = ["<!DOCTYPE html>"]
        texts: list[str] = []
        candidates: list[dict[str, Any]] = []
        buttons: list[Element] = []
        selects: list[Element] = []
        toggles: list[dict[str, Any]] = []
        elements = length = 0
        truncated = False

        def walk(node: Element | str, hidden: bool, in_option: bool) -> None:
            nonlocal elements, length, truncated
            if isinstance(node, str):
                out.append(_escape(node))
                if not hidden and length < 60_000 and not in_option:
                    texts.append(node)
                    length += len(node)
                return
            name = node.name
            if name in _SKIP:
                return
            if elements >= max_elements:
                truncated = True
                return
            elements += 1
            gone = not hidden and not node.shown and name not in _NEVER_GONE
            out.append(self._tag(node, gone))
            if len(candidates) < max_candidates and (candidate := self._candidate(node, hidden or gone)):
                candidates.append(candidate)
                self.pressable.append(node)
                pressed = candidate["kind"] == "click" and not candidate["hidden"] and not candidate["disabled"]
                name_of = candidate["label"] or candidate["title"]
                part = candidate["role"] in _PARTS and " ".join(words(name_of)) not in self.onward
                if pressed and not part and self.queries(node, name_of, candidate["hint"]):
                    buttons.append(node)
            if (name == "select" or self.is_list(node) or self._typed_in(node)) and self.usable(node):
                selects.append(node)
            if len(toggles) < 120 and _is_toggle(node) and node.closest(_is_row) is None:
                label = self.control_label(node) if name == "input" else self.label(node)
                checked = (
                    "checked" in node.attributes
                    if name == "input"
                    else "true" in (node.get("aria-checked"), node.get("aria-selected"))
                )
                if label:
                    toggles.append({"path": self.path(node), "tag": name, "label": label, "checked": checked, "hidden": hidden or gone})  # fmt: skip
            if name in _OPAQUE:
                title = next((e for e in self.descendants(node) if e.name == "title"), None) if name == "svg" else None
                if title is not None:
                    out.append(f"<title>{_escape(content(title))}</title>")
            elif name == "textarea":
                out.append(_escape(content(node)))
            elif name not in _VOID:
                for child in node.nodes:
                    walk(child, hidden or gone, name == "option")
            if name not in _VOID:
                out.append(f"</{name}>")

        walk(self.root, False, False)
        taken: set[Element] = set()
        forms = []
        for button in buttons:
            region = self.form_of(button, buttons)
            if region is None:
                continue
            fields = self.fields(region)
            taken.update(fields)
            owner = self._forms.get(button)
            method = owner.get("method").lower() if owner is not None else ""
            forms.append({
                "region": self.path(region), "button": self.path(button), "tag": button.name,
                "label": self.label(button) or clean(self.named(button)), "text": inner_text(region, 300), "personal": self.personal(region),
                "method": "" if owner is None else method if method in ("post", "dialog") else "get", "row": self.row(button),
                "controls": self.describe_all(fields), "outputs": [],
            })  # fmt: skip
        loose = []
        for select in [s for s in self._outermost(selects) if s not in taken][:20]:
            owner = self._forms.get(select)
            loose.append({
                **self.describe(select), "around": self.surroundings(select, ""),
                "personal": owner is not None and self.personal(owner), "row": self.row(select),
            })  # fmt: skip
        typed = (e for e in self.inside(self.root, "field") if e.name == "input" and e.shown and e not in taken)
        inputs = [
            self.describe(e)
            for e in typed
            if (not e.get("type") or e.get("type").lower() in ("text", "search"))
            and not self.is_list(e)
            and self.usable(e)
            if not self.row(e) and not ((form := self._forms.get(e)) is not None and self.personal(form))
        ]
        title = next(
            (e for e in self.order if e.name == "title" and not any(a.name == "svg" for a in e.ancestors())), None
        )
        return {
            "theme": self.theme(),
            "challenge": self.challenge(),
            "type": "text/html",
            "html": "".join(out),
            "title": clean(content(title), 10_000) if title is not None else "",
            "text": clean(" ".join(texts), 60_000),
            "inputs": inputs[:5],
            "candidates": [
                c
                for c in _singles(candidates)
                if not (c["hidden"] and c["kind"] == "click" and c["path"].startswith(tuple(self.windows)))
            ],
            "forms": forms,
            "selects": loose,
            "toggles": toggles,
            "truncated": truncated,
            "narrow": False,
            "width": 0,
            "height": 0,
            "scroll": [0, 0],
        }

    def _tag(self, node: Element, gone: bool) -> str:
        """A start tag without styles and handlers, with the state of a control."""
        name = node.name
        parts = [f"<{name}"]
        for key, value in node.attributes.items():
            if (
                key.startswith(("on", "data-t-"))
                or key in ("style", "srcset", "selected", "checked")
                or (key == "value" and name == "input")
                or (key == "src" and value.startswith("data:"))
                or not _ATTRIBUTE.fullmatch(key)
            ):
                continue
            parts.append(f' {key}="{_quote(value[:2000])}"')
        if name == "input" and type_of(node) != "password":
            parts.append(f' value="{_quote(value_of(node)[:2000])}"')
            if "checked" in node.attributes:
                parts.append(' checked=""')
        if name == "option":
            select = node.closest(lambda e: e.name == "select")
            if select is not None and node in self.chosen(select):
                parts.append(' selected=""')
        if name not in _OPENS and self.kind(node) == "click" and len(clean(content(node), 200)) < 120:
            parts.append(' data-t-press=""')
        if gone:
            parts.append(' data-t-hidden=""')
        return "".join([*parts, ">"])

    def _candidate(self, node: Element, hidden: bool) -> dict[str, Any] | None:
        kind = self.kind(node)
        if not kind:
            return None
        label = self.label(node)
        if kind == "click" and node.name not in _OPENS:
            inner = len(self.inside(node, "part"))
            if inner > 2 or (inner and len(label) > 80):
                return None
        window = self.window(node) if kind == "click" else None
        titled = self.first(window, "heading") if window is not None else None
        if window is not None and not hidden:
            self.windows.append(f"{self.path(window)}>")
        return {
            "kind": kind, "tag": node.name, "type": type_of(node), "role": node.get("role"), "label": label,
            "title": clean(node.get("title") or self.named(node) or (content(titled) if titled is not None else "")),
            "panel": self.panel(node) if kind == "click" else "",
            "holds": self.held(node) if kind == "click" else "", "hint": self.hints(node),
            "href": self.address(node.get("href")) if kind == "link" else self.goal(node),
            "target": node.get("target") if node.name in _TARGETED else "", "path": self.path(node),
            "around": self.surroundings(node, label), "region": self.region(node), "row": self.row(node), "hidden": hidden,
            "box": None, "expanded": node.get("aria-expanded"), "sends": self.sends(node) or (kind == "click" and self.asks(node)),
            "discloses": kind == "click" and self.discloses(node), "step": kind == "click" and self.step(node),
            "turns": kind == "click" and not any(map(str.isalnum, label)) and self._in_page_bar(node),
            "current": "aria-current" in node.attributes or node.get("aria-selected") == "true",
            "disabled": (node.name in _OWNED and "disabled" in node.attributes) or node.get("aria-disabled") == "true",
        }  # fmt: skip

    def theme(self) -> str:
        """What the page is about, apart from its data and its dialogs."""
        found = []
        for e in self.order:
            heading = e.name in ("h1", "h2", "h3", "h4", "legend")
            marked = "aria-current" in e.attributes or any(e.get(state) == "true" for state in _STATES)
            tab = e.get("role") == "tab" and _is_chosen(e)
            listed = e.name in ("li", "a", "button") and e.get("role") != "tab" and _CURRENT.search(e.get("class"))
            if not (heading or marked or tab or listed):
                continue
            if not e.shown or any(
                a.get("role") == "dialog"
                or a.name in ("dialog", "table")
                or (
                    a.name == "li"
                    and "aria-current" not in a.attributes
                    and any(n.name == "nav" for n in a.ancestors())
                )
                for a in e.ancestors()
            ):
                continue
            found.append(clean(content(e), 60))
            if len(found) == 20:
                break
        return " | ".join(found)

    def challenge(self) -> bool:
        """Whether something asks for proof of a person."""
        for e in self.order:
            asked = (
                f"{e.get('name')} {e.get('id')}" if e.name == "input" else e.get("src") if e.name == "iframe" else ""
            )
            if "captcha" in f"{asked} {e.get('class')}".lower() or (e.name == "iframe" and "challenges." in asked):
                return True
        return False

    def frames(self) -> list[str]:
        """Addresses of the frames that show something."""
        found = []
        for e in self.order:
            if e.name not in ("iframe", "frame") or not e.shown or not e.get("src").strip() or "srcdoc" in e.attributes:
                continue
            sizes = [e.get("width"), e.get("height")]
            sizes += re.findall(r"(?:^|;)\s*(?:width|height)\s*:\s*(\d+)(?:px)?\s*(?:;|$)", e.get("style"))
            if e.name == "iframe" and any(
                s.removesuffix("px").isdigit() and int(s.removesuffix("px")) < SMALLEST_FRAME for s in sizes
            ):
                continue
            address = self.address(e.get("src"))
            if address.startswith("http"):
                found.append(address)
        return found

    def _one_of_a_list(self, field: Element) -> bool:
        """Whether it is a box, or a choice without a button, in a list of others: what becomes of them only a browser tells."""
        kind, owner = type_of(field), self._forms.get(field)
        if kind not in ("radio", "checkbox") or not self.usable(field) or field.closest(_is_row) is not None:
            return False
        if (
            kind == "radio"
            and owner is not None
            and any(type_of(e) in ("submit", "image") for e in self.descendants(owner))
        ):
            return False
        around = [a for a, _ in zip(field.ancestors(), range(4), strict=False) if a.name != "form"]
        return any(sum(type_of(e) == kind for e in self.inside(a, "input")) > 1 for a in around)

    def _opens(self, field: Element) -> bool:
        """Whether it is a list to choose from, of whatever make."""
        return field.name == "select" or self.is_list(field) or self._typed_in(field) is not None

    def puts_out(self, data: Mapping[str, Any]) -> bool:
        """Whether fields without a button stand on a page that offers several outputs: which of them is their button is
        told by the browser."""
        if not (data["selects"] or any(field["required"] for field in data["inputs"])):
            return False
        pressed = (e for e in self.order if _is_submit(e) and e.shown and not self.row(e) and not e.closest(_is_menu))
        told = [f" {' '.join(words(self.label(e)))} " for e in pressed]
        return len({t for t in told if len(t.split()) <= 5 and any(f" {way} " in t for way in self.outputs)}) > 1

    def drawn_by(self, text: str) -> str:
        """Why the HTML alone is not the page (a word for logs), or nothing. Rather once too often than too seldom."""
        scripts = [e for e in self.order if e.name == "script"]
        pressed = 0
        for e in self.order:
            name, attributes = e.name, e.attributes
            if name == "meta" and e.get("http-equiv").lower() == "refresh":
                wait = _REFRESH.match(e.get("content"))
                if wait is None or int(wait[1]) <= SOON:
                    return "refresh"
            elif name == "noscript" and _SCRIPT_WORD.search(content(e)):
                return "noscript"
            elif name == "template" and "shadowrootmode" in attributes:
                return "shadow"
            elif name == "iframe" and "srcdoc" in attributes:
                return "srcdoc"
            elif (name == "input" and self._one_of_a_list(e)) or e.get("role") == "radio":
                return "facets"
            elif self.kind(e) == "click" and len(e.children) < 3 and _is_period(clean(content(e), 20)):
                pressed += 1
                if pressed > 2 or (pressed > 1 and any(map(self._opens, self.order))):
                    return "choices"  # part of a query, or for themselves; of three, looks tell which one is chosen
            if not scripts:
                continue
            if e.get("aria-haspopup") == "dialog" and len(e.children) > 1:
                return "asks"  # a filter, it may be
            pops = e.get("aria-haspopup") in ("menu", "true")
            drops = bool(e.children) and (name == "button" or e.get("role") == "button")  # an arrow, maybe
            if (pops or drops) and _ONE_YEAR.fullmatch(clean(content(e), 80)):
                return "year"  # that holds for all views, and opens a menu
            if (
                name == "input"
                and _read_only(e)
                and not _drops(e)
                and not _CALENDAR.search(f"{e.get('type')} {e.get('class')}")
            ):
                return "list"  # the pointer or an arrow beside it tells whether it opens one
            if (
                name == "input"
                and e.get("type") in ("", "text")
                and e.up
                and _COMBO.search(f"{e.get('class')} {e.up.get('class')}")
            ):
                return "list"  # it is typed in or chosen from: the arrow beside it tells
            if not e.nodes and ("-" in name or (e.get("id").lower() in _ROOTS and name in ("div", "main", "section"))):
                return "root"
            if any(_BINDING.fullmatch(key) for key in attributes) or e.get("aria-busy") == "true":
                return "binding"
            if name == "select" and e.shown and not self.options(e):
                return "options"
            if (
                name == "table"
                and e.shown
                and self.inside(e, "row")
                and not any(clean(content(c)) or c.children for c in self.inside(e, "cell"))
            ):
                return "table"
            if name == "script" and _AT_WORK.search(content(e)):
                return "requests"
            if name == "script" and _WIDGETS.search(e.get("src")) and any(t.name == "table" for t in self.order):
                return "widget"
        if scripts and _PLACEHOLDER.search(text):
            return "binding"
        if scripts and not self.frames():
            drawn = sum(map(str.isalnum, text))
            if drawn < 15 or (drawn < 60 and not any(map(self.kind, self.order))):
                return "empty"
        return ""


def _labelable(element: Element) -> bool:
    return element.name in _LABELABLE and not (element.name == "input" and type_of(element) == "hidden")


def _read_only(element: Element) -> bool:
    return "readonly" in element.attributes and element.name in ("input", "textarea")


def _is_jump(select: Element, options: Sequence[Element]) -> bool:
    """Whether the options of a select are addresses: what is chosen is gone to."""
    said = [(place, o.get("value").strip()) for place, o in enumerate(options) if "value" in o.attributes]
    told = [value for place, value in said if not (_NOWHERE.fullmatch(value) or (not place and not is_address(value)))]
    return bool(told) and "multiple" not in select.attributes and all(map(is_address, told))


def _is_chosen(element: Element) -> bool:
    """Whether it, or a shell of its own around it, is marked as the chosen one of several."""
    up = element.up
    return any(
        any(at.get(state) == "true" for state in _STATES)
        or at.attributes.get("aria-current", "false") != "false"
        or _CURRENT.search(at.get("class"))
        for at in ((element, up) if up is not None and len(up.children) == 1 else (element,))
    )


_ONE_YEAR = re.compile(r"(?:[^\W\d_]+[\s:]*){0,3}(?:19|20)\d\d[\W_]*")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_MARKED = re.compile(r"[\W_]|check|done|create|edit")


def _number(text: str) -> int:
    """The number that a text begins with, or 0."""
    found = re.match(r"\d+", text)
    return int(found[0]) if found else 0


def _is_menu(element: Element) -> bool:
    return element.name in ("li", "nav") or element.get("role") in ("menu", "tablist")


def _is_table(element: Element) -> bool:
    return element.name == "table" or element.get("role") in ("grid", "table")


def _is_submit(element: Element) -> bool:
    return (
        element.name in ("button", "a")
        or (element.name == "input" and element.get("type").lower() in _BUTTON_TYPES)
        or element.get("role") == "button"
        or "onclick" in element.attributes
    )


def _is_opener(element: Element) -> bool:
    """What opens and closes, in an element that only says whether it is open."""
    return "aria-expanded" in element.attributes and (
        element.name in ("button", "a") or element.get("role") == "button"
    )


def _is_toggle(element: Element) -> bool:
    return element.get("role") in _TOGGLES or (element.name == "input" and type_of(element) == "checkbox")


def _singles(candidates: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without components that hold one of the same words: a click on the inner one reaches both."""
    by_path = {c["path"]: c for c in candidates}
    doubled = set()
    held: Counter[str] = Counter()
    for c in candidates:
        path = c["path"]
        while ">" in path:
            path = path.rpartition(">")[0]
            outer = by_path.get(path)
            if outer is not None and outer["kind"] == "click" and outer["label"] == c["label"]:
                doubled.add(path)
            if outer is not None:
                held[path] += 1
    for path, count in held.items():  # one that holds many others only listens for their clicks
        outer = by_path[path]
        listens = (
            outer["kind"] == "click" and not outer["role"] and outer["tag"] not in ("a", "button", "summary", "tr")
        )
        if listens and (count > 2 or len(outer["label"]) > 80):
            doubled.add(path)
    return [c for c in candidates if c["path"] not in doubled]


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quote(text: str) -> str:
    return _escape(text).replace('"', "&quot;")


def read_static(
    body: bytes,
    url: str,
    content_type: str,
    query_words: Sequence[str],
    max_elements: int = MAX_ELEMENTS,
    max_candidates: int = MAX_CANDIDATES,
    styles: Mapping[str, str] = MappingProxyType({}),
    onward: Sequence[str] = (),
    outputs: Sequence[str] = (),
) -> dict[str, Any]:
    """A frame read without a browser: what ``snapshot`` of ``page.js`` gives, with boxes None and sizes 0.

    ``query_words``, ``onward``: words of query buttons (``QueryWords``); ``outputs``: of ways to put
    out what they find. ``styles``: the text of style sheets by address, as
    far as they were fetched; without them, what they hide counts as seen.

    Besides: ``frames``, addresses of the frames in it; ``sheets``, of the style sheets it links; ``scripted``, whether its
    HTML is not the page, and ``scripted_by``, why (a word for logs). When ``type`` is not HTML, there is nothing else.
    """
    mime = content_type.partition(";")[0].strip().lower() or "text/html"
    nothing: dict[str, Any] = {"theme": "", "challenge": False, "type": mime, "html": "", "title": "", "text": ""}
    nothing |= {
        "candidates": [],
        "forms": [],
        "selects": [],
        "inputs": [],
        "toggles": [],
        "truncated": False,
        "narrow": False,
        "width": 0,
        "height": 0,
    }
    nothing |= {"scroll": [0, 0], "frames": [], "sheets": [], "scripted": False, "scripted_by": ""}
    if mime != "text/html":
        # XHTML sent as such is parsed by other rules
        return nothing | ({"scripted": True, "scripted_by": "xhtml"} if "html" in mime else {})
    encoding, html = decode(body, content_type)
    tree = build(html, url, encoding, styles)
    reading = Reading(tree, query_words, onward, outputs)
    data = reading.snapshot(max_elements, max_candidates)
    why = "deep" if tree.deep else "crowded" if reading.crowded else reading.drawn_by(data["text"])
    why = why or ("outputs" if reading.puts_out(data) else "")
    return {
        **nothing,
        **data,
        "frames": reading.frames(),
        "sheets": tree.sheets,
        "scripted": bool(why),
        "scripted_by": why,
    }
