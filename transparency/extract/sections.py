"""What a view says apart from its menus, and which of its sections are headings over nothing. Of annotated documents."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.values import HOLDS_DATA, says_nothing_there

SAID = 160
"""A section that says no more than this, and holds no data, has nothing to show."""
LONGEST = 600
"""One that says that there is nothing may say so much."""
_FRAMES = frozenset(("aside", "header", "footer"))
_FRAME_ROLES = frozenset(("menu", "menubar", "complementary", "banner", "contentinfo"))
_PRESSED = frozenset(("a", "button", "label", "select", "option", "textarea", "svg"))
_PRESSED_ROLES = frozenset(("tab", "button", "link", "menuitem", "option", "combobox", "listbox", "radio", "dialog"))
_SHOWN = frozenset(("canvas", "img", "iframe", "object", "embed", "video"))
"""What shows data without words."""
_STATES = ("aria-selected", "aria-checked", "aria-pressed")
_CURRENT = re.compile(
    r"(?:^|[\s_-])(?:active|ativ[oa]|selected|selecionad[oa]|checked|current|atual)(?:$|[\s_-])", re.I
)
_WORD = re.compile(r"[^\W\d]{2,}")


def content_of(html: str) -> str:
    """The words in sight without those of menus, digits folded, what is chosen of tabs and buttons marked: two ways to one
    view differ in the menus that they have opened, and in nothing else."""
    root = dom.parse(html)
    main = next((e for e in root.iter("main", "div", "section") if e.tag == "main" or e.get("role") == "main"), None)
    found: list[str] = []

    def look(element: HtmlElement) -> None:
        if element.get("data-t-hidden") is not None:
            return
        if main is None and _is_frame(element):
            return
        if any(element.get(state) == "true" for state in _STATES) or _CURRENT.search(element.get("class") or ""):
            found.append("*")
        found.append(element.text or "")
        for child in element:
            look(child)
            found.append(child.tail or "")

    look(root if main is None else main)
    for drawer in root.iter("nav") if main is not None else ():  # a record may come up beside its list
        if main not in drawer.iterancestors() and not dom.is_menu(drawer):
            look(drawer)
    return re.sub(r"\d+", "0", " ".join(" ".join(found).split()))


def without_asides(text: str, frames: Iterable[str]) -> str:
    """The words of a page without those that stand aside of what it is about. ``frames``: the HTML of its frames."""
    for html in frames:
        for aside in dom.parse(html).iter("aside"):
            words = dom.text(aside)
            if aside.get("data-t-hidden") is None and words:
                text = re.sub(r"\s+".join(map(re.escape, words.split())), " ", text, count=1)
    return text


def bare_headings(html: str, windows: bool = False) -> list[str]:
    """The headings in sight over nothing but a remark ("Entradas extraorçamentárias": "A contabilidade ainda não enviou.").
    A section ends with the next heading of its level or above. ``windows``: those in windows that lie over the page, too."""
    outline = _Outline(windows)
    outline.look(dom.parse(html))
    outline.close(0)
    return outline.bare


class _Outline:
    """The sections of a document while it is read."""

    def __init__(self, windows: bool) -> None:
        self.windows = windows
        self.open: list[tuple[int, str, list[str]]] = []
        """Level, heading and words of the sections that have not ended, outermost first."""
        self.bare: list[str] = []

    def look(self, element: HtmlElement) -> None:
        """Read an element in sight that is no menu."""
        is_window = self.windows and element.get("role") == "dialog"
        if element.get("data-t-hidden") is not None or (_is_pressed(element) and not is_window):
            return
        level = dom.heading_level(element)
        if element.get("data-t-press") is not None and not level:
            return  # a tile of a menu, whatever its words are set in
        if element.tag in _SHOWN:
            self._add("0,00")
        if level:
            self.close(level)
            if heading := dom.text(element):
                self.open.append((level, heading, []))
            return
        self._add(element.text or "")
        for child in element:
            self.look(child)
            self._add(child.tail or "")

    def _add(self, words: str) -> None:
        if self.open:
            self.open[-1][2].append(words)

    def close(self, level: int) -> None:
        """End the sections of a level and below."""
        while self.open and self.open[-1][0] >= level:
            _, heading, words = self.open.pop()
            for part in (heading, *words):
                self._add(part)
            if _is_remark(" ".join(" ".join(words).split())):
                self.bare.append(heading)


def _is_frame(element: HtmlElement) -> bool:
    """Whether an element is a menu, or stands around what the page is about."""
    return dom.is_menu(element) or element.tag in _FRAMES or element.get("role") in _FRAME_ROLES


def _is_pressed(element: HtmlElement) -> bool:
    """Whether an element is a menu or a part of one, or what one presses or fills in."""
    return _is_frame(element) or element.tag in _PRESSED or element.get("role") in _PRESSED_ROLES


def _is_remark(words: str) -> bool:
    """Whether all that a section says is a sentence without data."""
    brief = len(words) <= SAID or (len(words) <= LONGEST and says_nothing_there(words))
    return brief and len(_WORD.findall(words)) > 1 and not HOLDS_DATA.search(words)
