"""What an element is: a field, a heading, a row, a menu; what its type and value are."""

from __future__ import annotations

import re
import unicodedata

from transparency.browser.tree import Element, clean, content

_INPUT_TYPES = frozenset(
    "hidden text search tel url email password date month week time datetime-local number range color checkbox radio "
    "file submit image reset button".split()
)
BUTTON_TYPES = frozenset(("button", "submit", "image"))
_NOT_FIELDS = frozenset(("hidden", "button", "submit", "image", "reset"))
TYPED = frozenset("text search email tel password url number".split())
_HEADINGS = frozenset("h1 h2 h3 h4 h5 h6 legend caption summary".split())
OWNED = frozenset("button fieldset input object output select textarea".split())
ICON = re.compile(r"\b(material-icons|material-symbols[\w-]*|mat-icon)\b", re.ASCII)
CURRENT = re.compile(r"(?:^|[\s_-])(active|ativ[oa]|selected|selecionad[oa]|current|atual)(?:$|[\s_-])", re.IGNORECASE)
_TRAIL = re.compile(r"(?:^|[-_\s])(?:breadcrumbs?|migalhas?|trilha)(?:$|[-_\s])", re.IGNORECASE)
DAY = re.compile(r"(?:^|[^a-z])date(?!base)|date(?:time)?[-_]?(?:picker|box|view|field|input)|calend", re.IGNORECASE)
CALENDAR = re.compile(r"date|calend|picker", re.IGNORECASE)
_DAYS = re.compile(r"\d\d/\d\d/\d{4}|\bdd?\s*/\s*mm?\b", re.IGNORECASE)
"""A day that a field holds, or asks for."""
_VALUE_SHAPES = {
    "date": re.compile(r"\d{4,}-\d\d-\d\d"),
    "month": re.compile(r"\d{4,}-\d\d"),
    "week": re.compile(r"\d{4,}-W\d\d"),
    "time": re.compile(r"\d\d:\d\d(:\d\d(\.\d{1,3})?)?"),
    "number": re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?"),
    "color": re.compile(r"#[0-9a-fA-F]{6}"),
}


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
    return re.sub(r"[\r\n]", "", value) if kind in TYPED else value


def is_field(element: Element) -> bool:
    """Whether it can be filled or chosen."""
    if element.name == "input":
        return element.get("type").lower() not in _NOT_FIELDS
    return element.name in ("select", "textarea") or element.get("role") == "listbox" or is_combo(element)


def is_combo(element: Element) -> bool:
    """Whether it says that it opens a list of options."""
    role, pops = element.get("role"), element.get("aria-haspopup")
    return (role == "combobox" and not asks_day(element)) or pops == "listbox" or (role == "listbox" and pops == "true")


def asks_day(element: Element) -> bool:
    """A text to type whose popup is a calendar, as it says or is called."""
    told = " ".join(map(element.get, ("class", "aria-owns", "aria-controls")))
    typed = element.name == "input" and not read_only(element)
    return typed and (element.get("aria-haspopup") == "dialog" or bool(DAY.search(told)))


def asks_days(field: Element, classes: str) -> bool:
    """Whether a field is for days: by what it and its button are called, or by the day that it holds or asks for."""
    return bool(CALENDAR.search(classes) or _DAYS.search(f"{field.get('value')} {field.get('placeholder')}"))


def drops_down(field: Element) -> bool:
    """Whether nobody types in it, but it opens a list."""
    opens = field.get("role") == "combobox" or field.get("aria-haspopup") in ("listbox", "true")
    return field.name == "input" and read_only(field) and field.get("type") in ("", "text", "search") and opens


def is_heading(element: Element) -> bool:
    """Whether it is a heading, by its name or role."""
    return element.name in _HEADINGS or element.get("role") == "heading"


def is_row(element: Element) -> bool:
    """Whether it is a row of a table or grid."""
    return element.name == "tr" or element.get("role") == "row"


def read_only(element: Element) -> bool:
    """Whether nobody types in it, though it is a field."""
    return "readonly" in element.attributes and element.name in ("input", "textarea")


def in_trail(element: Element) -> bool:
    """Whether it stands in the trail of where one is ("Início > Despesas > Órgãos"): that leads back."""
    at = element.up
    for _ in range(4):
        if at is None:
            break
        if _TRAIL.search(f"{at.get('id')} {at.get('class')} {at.get('aria-label')}"):
            return len(clean(content(at), 400)) < 300
        at = at.up
    return False


def is_menu(element: Element) -> bool:
    """Whether it holds entries of a menu."""
    return element.name in ("li", "nav") or element.get("role") in ("menu", "tablist")


def is_table(element: Element) -> bool:
    """Whether it is a table or grid."""
    return element.name == "table" or element.get("role") in ("grid", "table")


def is_submit(element: Element) -> bool:
    """Whether pressing it may send a form."""
    return (
        element.name in ("button", "a")
        or (element.name == "input" and element.get("type").lower() in BUTTON_TYPES)
        or element.get("role") == "button"
        or "onclick" in element.attributes
    )
