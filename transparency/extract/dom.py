"""Reading the annotated DOM: words, boxes, what is shown, what is a menu or a section."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from lxml import etree
from lxml import html as lxml_html
from lxml.html import HtmlElement

from transparency.extract.menus import TABS, shows_record
from transparency.items import Box
from transparency.text import SOFT_HYPHEN

SILENT = frozenset("script style template noscript select option datalist textarea svg head object iframe".split())
"""Elements whose text nobody reads as part of a label or value."""
GLUED = frozenset("b i u em strong font sup sub small mark abbr s wbr nobr".split())
"""Inline elements that may split a word (N<sup>o</sup>)."""
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
NAVIGATION_ROLES = frozenset(
    "menu menubar menuitem tablist banner contentinfo search tree toolbar tooltip progressbar".split()
)
CELL_LABELS = (
    "data-label",
    "data-title",
    "data-th",
    "data-header",
    "data-heading",
    "data-column",
    "data-colname",
    "data-name",
    "data-content-label",
    "aria-label",
)
"""Attributes in which a cell that is drawn as a card keeps the heading of its column."""
_LEADS_ON = frozenset("a button summary".split())
_LEADING_ROLES = frozenset("link button menuitem option treeitem".split())
NOTICE_ROLES = frozenset("alert alertdialog banner complementary log marquee status".split())
_RECORDS = "boolean(.//table | .//dl | .//main | .//article | .//*[@role='grid' or @role='table' or @role='treegrid' or @role='main'])"
_MENU = re.compile(r"(?:^|[-_\s])(?:nav|navbar|navigation|menu|menus|submenu|sidebar|sidenav)(?:$|[-_\s])", re.I)
_NAVIGATION = re.compile(
    r"(?:^|[-_\s])(?:breadcrumbs?|migalhas?|trilha|paginat\w*|paginac\w*|paginad\w*|paginas|pager|paging|rodape|footer|topbar|toolbar|skip|"
    r"accessibility|acessibilidade|vlibras|cookies?|lgpd|social|share|calendar|calendario|datepicker|carousel|slider|banner|dropdown-menu)(?:$|[-_\s])",
    re.I,
)
_LEGEND = re.compile(r"(?:^|[-_\s])(?:legend|legenda)(?:$|[-_\s])", re.I)
"""Of a chart when it lists several things; else the caption of one."""
_ICON = re.compile(
    r"(?:^|\s)(?:material-icons?\S*|mat-icon|material-symbols\S*|sr-only|visually-hidden|fa|fas|far|fab|glyphicon|bi|pi|icon|ui-sortable-column-icon|sort-icon)(?:\s|$)"
)
_BOUNDS = re.compile(r"\s+([,;:%)\].])|([(\[])\s+")
GAP = re.compile(r"(?<=\S)(?=\s*\xa0)\s{2,}(?=\S)")
"""Spaces that do not run together in the mark-up either, as in a printed report ("Nº: 12 \xa0 Data: 11/11/2026")."""
_SPACE = re.compile(r"\s+")


def parse(html: str) -> HtmlElement:
    """The document of an HTML text, its elements alone: no comments and no instructions; an empty one when there is nothing in it."""
    if not html.strip():
        return lxml_html.document_fromstring("<html><body></body></html>")
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    try:
        return lxml_html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)
    except Exception:  # lxml raises ParserError for what holds no element at all
        return lxml_html.document_fromstring("<html><body></body></html>")


@cache
def _finder(path: str) -> etree.XPath:
    """An XPath is compiled once: that takes longer than to evaluate it in what is small."""
    return etree.XPath(f"boolean({path})")


def finds(element: HtmlElement, path: str) -> bool:
    """Whether an XPath finds something from an element."""
    return bool(_finder(path)(element))


def classes(element: HtmlElement) -> str:
    """The class attribute, or an empty text; what a style sheet makes bold is so called, unless it is there to be pressed."""
    name = str(element.get("class") or "")
    pressed = element.tag in ("a", "button") or element.get("data-t-press") is not None
    return name if pressed or element.get("data-t-bold") is None else f"{name} bold".lstrip()


def box(element: HtmlElement) -> Box | None:
    """The box of an element, or of the first box inside it."""
    for candidate in element.iter():
        value = candidate.get("data-t-box")
        if value:
            return _box_of(value)
    return None


@lru_cache(100_000)
def _box_of(value: str) -> Box | None:
    try:
        x, y, w, h = (int(float(part)) for part in value.split(","))
    except ValueError:
        return None
    return x, y, w, h


def own_box(element: HtmlElement) -> Box | None:
    """The box of an element itself."""
    return box(element) if element.get("data-t-box") else None


def is_hidden(element: HtmlElement) -> bool:
    """Inside a subtree that is not rendered."""
    return element.get("data-t-hidden") is not None or any(
        a.get("data-t-hidden") is not None for a in element.iterancestors()
    )


def _pieces(element: HtmlElement) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        tag = child.tag
        if tag not in SILENT and child.get("data-t-hidden") is None and not is_icon(child):
            glued = tag in GLUED
            if not glued:
                yield " "
            yield from _pieces(child)
            if not glued:
                yield " "
        if child.tail:
            yield child.tail


def is_icon(element: HtmlElement) -> bool:
    """A glyph whose text, if any, is the name of a picture; or words only for screen readers."""
    name = element.get("class")
    return bool(name) and len(name) < 200 and bool(_ICON.search(name)) and not len(element)


def text(element: HtmlElement) -> str:
    """The words shown in an element, one space between them; hidden parts, controls and icons left out."""
    return tidy("".join(_pieces(element)))


def tidy(raw: str) -> str:
    """One space between words, none before closing punctuation, and words as they are read, wherever they may be broken."""
    if raw.isalnum():
        return raw
    whole = _SPACE.sub(" ", raw.replace(SOFT_HYPHEN, ""))
    return _BOUNDS.sub(lambda m: m.group(1) or m.group(2), whole).strip()


def own_text(element: HtmlElement) -> str:
    """The words that stand directly in an element, outside its children."""
    return tidy(" ".join([element.text or "", *(child.tail or "" for child in element)]))


def is_navigation(element: HtmlElement) -> bool:
    """Menus, breadcrumbs, page numbers, footers: what helps to find data but is none."""
    tag = element.tag
    if tag in ("footer", "menu"):
        return True
    if element.get("aria-haspopup") and element.get("role") in ("listbox", "combobox"):
        return True  # a closed list to choose from
    if tag == "header" and not holds_data(element):
        return not any(a.tag in ("main", "article", "section", "table") for a in element.iterancestors())
    role = element.get("role")
    if role and role in NAVIGATION_ROLES:
        # of a form in steps, or as some makers write it, it holds the panels, too
        return role != "tablist" or not (holds_data(element) or finds(element, ".//*[@role='tabpanel']"))
    if is_menu(element) or _is_called(element, _NAVIGATION):
        return True
    return _is_called(element, _MENU) and not shows_record(_said(element))


def is_menu(element: HtmlElement) -> bool:
    """Whether an element says that it leads on, and does: some makers say so of a drawer in which a record comes up."""
    says = element.tag == "nav" or element.get("role") == "navigation"
    return says and not shows_record(_said(element))


def _is_called(element: HtmlElement, names: re.Pattern[str]) -> bool:
    """Whether the classes or the id of an element name it so, and it holds no data."""
    if element.tag in ("html", "body"):
        return False  # "sidebar-mini" on the body tells how its menu looks
    name = f"{classes(element)} {element.get('id') or ''}"
    if not 1 < len(name) < 300:
        return False
    legend = names is _NAVIGATION and _LEGEND.search(name) and len(children(element)) > 1
    return bool(names.search(name) or legend) and not holds_data(element)


def _said(element: HtmlElement, pressed: bool = False) -> Iterator[tuple[str, bool]]:
    """The pieces of text in sight in an element, and whether one presses them."""
    if element.get("data-t-hidden") is not None or element.tag in SILENT or element.get("role") in TABS:
        return
    pressed = pressed or element.tag in _LEADS_ON or element.get("role") in _LEADING_ROLES
    pressed = pressed or element.get("data-t-press") is not None
    yield element.text or "", pressed
    for child in element:
        yield from _said(child, pressed)
        yield child.tail or "", pressed


def heading_level(element: HtmlElement) -> int:
    """1 … 6 for a heading, 0 for anything else."""
    if element.tag in HEADINGS:
        return int(element.tag[1])
    if element.get("role") != "heading":
        return 0
    level = element.get("aria-level") or ""
    return int(level) if level in {*"123456"} else 2


def is_notice(element: HtmlElement) -> bool:
    """Whether an element tells visitors something beside the data, on whatever page they are: an alert, a live region, a
    banner, a window, what stands aside. One that holds the data itself is none, for some makers wrap the whole page in it."""
    live = element.get("aria-live") not in (None, "off") or element.get("role") in NOTICE_ROLES
    return (live or element.tag in ("aside", "dialog", "marquee")) and not finds(element, _RECORDS)


def in_notice(element: HtmlElement, top: HtmlElement | None = None) -> bool:
    """Whether an element is a notice, or stands in one (below ``top``)."""
    return any(map(is_notice, up_to(element, top)))


_COUNT = re.compile(r"\W*(?:\d[\d.]*)?\W*")


def facets(body: HtmlElement) -> list[HtmlElement]:
    """Boxes and round buttons of lists that narrow what is shown, each with its label and the number of records behind it:
    these are no labels of a record with their values."""
    items: dict[HtmlElement, list[HtmlElement]] = {}
    named = {label.get("for"): label for label in body.iter("label") if label.get("for")}
    for box in body.iter("input"):
        if (box.get("type") or "").lower() not in ("checkbox", "radio"):
            continue
        item, label = box, named.get(box.get("id") or "")
        for outer in box.iterancestors():
            if (
                outer.tag in ("td", "th", "tr", "body", "form")
                or len(outer.xpath(".//input[not(@type='hidden')]|.//select")) > 1
            ):
                break
            item = outer
            if label is None and outer.tag == "label":
                label = outer
        holder = item.getparent()
        if label is None or item is box or holder is None or item.tag in ("td", "th"):
            continue
        words, own = text(item), text(label)
        if len(words) <= 80 and _COUNT.fullmatch(words.replace(own, "", 1)):
            items.setdefault(holder, []).append(item)
    found = [item for alike in items.values() if len(alike) > 1 for item in alike]
    return found + [h for h, alike in items.items() if len(alike) > 1 and len(alike) >= len(children(h)) - 1]


def holds_data(element: HtmlElement) -> bool:
    """A wrapper named after a menu may still hold the whole page."""
    return next(element.iter("table", "dl", "main", "h1", "article"), None) is not None or finds(
        element, ".//*[@role='grid' or @role='table' or @role='treegrid' or @role='main']"
    )


def children(element: HtmlElement) -> list[HtmlElement]:
    """Child elements that may hold something to read."""
    return [
        c
        for c in element
        if c.tag not in ("script", "style", "template", "br", "hr", "wbr", "noscript", "link", "meta")
    ]


def row_parts(row: HtmlElement) -> list[HtmlElement]:
    """The parts of what may be a row: its children, wrappers of one child looked through. None where words stand beside them."""
    node = row
    for _ in range(4):
        if own_text(node) or (node.tag in ("table", "tbody", "dl", "ul", "ol") and node is not row):
            return []
        kids = children(node)
        if len(kids) != 1:
            return kids
        node = kids[0]
    return []


def up_to(element: HtmlElement, top: HtmlElement | None) -> Iterator[HtmlElement]:
    """An element and its ancestors, those below another one if it is given."""
    node: HtmlElement | None = element
    while node is not None and node is not top:
        yield node
        node = node.getparent()


def path(element: HtmlElement) -> str:
    """The XPath of an element in its document."""
    return str(element.getroottree().getpath(element))


def is_window(element: HtmlElement) -> bool:
    """A dialog."""
    return element.tag == "dialog" or element.get("role") in ("dialog", "alertdialog")


def is_section(element: HtmlElement) -> bool:
    """Whether an element is a section of an accordion, as others beside it are."""
    if element.get("class") is None or not folds(element):
        return False
    return any(is_fellow(sibling, element) for way in (True, False) for sibling in element.itersiblings(preceding=way))


def is_fellow(sibling: HtmlElement, node: HtmlElement) -> bool:
    """Whether an element is made as a node that opens first (``folds``): another section of the same accordion."""
    if sibling.tag != node.tag or not classes(node) or classes(sibling).split()[:1] != classes(node).split()[:1]:
        return False
    return folds(sibling)


def folds(element: HtmlElement) -> bool:
    """Whether an element begins with what opens and closes the rest of it."""
    first = next(iter(children(element)), None)
    return (
        first is not None
        and any(inner.tag == "summary" or inner.get("aria-expanded") is not None for inner in first.iter())
        and len(children(element)) > 1
    )


def label_like(words: str) -> bool:
    """Short words that could head a column: letters, no value."""
    return 1 <= len(words) <= 70 and any(c.isalpha() for c in words) and len(words.split()) <= 9


def attribute(element: HtmlElement, names: tuple[str, ...]) -> str:
    """The first of some attributes that says anything."""
    for name in names:
        value: Any = element.get(name)
        if value and str(value).strip():
            return tidy(str(value))
    return ""
