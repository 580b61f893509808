"""What a page says, by its headings: each block of text with the headings that it stands under."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from lxml.html import HtmlElement

from transparency.aspects.seen import Sight
from transparency.extract import dom

LONGEST_HEADING = 120
_SILENT = frozenset("script style template noscript svg option select textarea head".split())
_CONTROLS = ("input", "select", "textarea", "button")
_HEADS = {"legend": 6, "summary": 6, "dt": 7}
"""What heads the text after it besides headings."""
_BOLD = frozenset("strong b".split())
_PARAGRAPHS = frozenset("p div li".split())
_FOOT, _HEAD = "footer", "header"
_CELLS = frozenset(("td", "th"))
_BREAKS = frozenset("p div li tr dd dt br section article ul ol table h1 h2 h3 h4 h5 h6 address footer header".split())


@dataclass(frozen=True)
class Block:
    """A piece of a page. ``headings``: what stands over it, outermost first; ``region``: "footer", "header" or ""."""

    headings: tuple[str, ...]
    text: str
    """Its lines; a tab stands between the cells of a row."""
    region: str = ""

    @property
    def heading(self) -> str:
        """The nearest heading."""
        return self.headings[-1] if self.headings else ""


@lru_cache(maxsize=128)
def blocks_of(sight: Sight) -> tuple[Block, ...]:
    """The blocks of a page in order, menus left out. A page that shows no HTML is one block."""
    found = [block for view in sight.views for block in _Reader().read(dom.parse(view.html))]
    if not found and sight.text.strip():
        found = [Block((), sight.text)]
    return tuple(found)


class _Reader:
    """Reads the blocks of a document."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.open: list[tuple[int, str]] = []
        """Levels and headings that hold, outermost first."""
        self.words: list[str] = []
        self.region = ""

    def read(self, root: HtmlElement) -> list[Block]:
        """All blocks of a document."""
        self._look(root)
        self._end()
        return self.blocks

    def _look(self, element: HtmlElement) -> None:
        if element.tag in _SILENT or dom.is_menu(element) or _is_of_field(element):
            return
        level = _level(element)
        if level:
            self._head(level, dom.text(element) or element.text_content().strip())
            return
        region = _region(element)
        if region:
            self._apart(element, region)
            return
        self._children(element)

    def _children(self, element: HtmlElement) -> None:
        breaks = element.tag in _BREAKS
        if element.tag in _CELLS:
            self.words.append("\t")
        if breaks:
            self.words.append("\n")
        self.words.append((element.text or "").replace("\t", " "))
        for child in element:
            self._look(child)
            self.words.append((child.tail or "").replace("\t", " "))
        if breaks:
            self.words.append("\n")

    def _apart(self, element: HtmlElement, region: str) -> None:
        """Read what stands around the page, under no heading of the page itself."""
        self._end()
        before, self.open = self.open, []
        outer, self.region = self.region, region
        self._children(element)
        self._end()
        self.open, self.region = before, outer

    def _head(self, level: int, heading: str) -> None:
        self._end()
        while self.open and self.open[-1][0] >= level:
            self.open.pop()
        if heading:
            self.open.append((level, heading[:LONGEST_HEADING]))

    def _end(self) -> None:
        """Close the block that is read."""
        rows = (line.split("\t") for line in "".join(self.words).split("\n"))
        lines = ["\t".join(" ".join(cell.split()) for cell in row if cell.strip()) for row in rows]
        text = "\n".join(line for line in lines if line)
        self.words = []
        if text or self.open:
            self.blocks.append(Block(tuple(heading for _, heading in self.open), text, self.region))


def _is_of_field(element: HtmlElement) -> bool:
    """Whether an element is the label of a field. Many portals write plain text in labels, too."""
    if element.tag != "label":
        return False
    beside = element.getnext()
    held = next(element.iter(*_CONTROLS), None) is not None
    return held or element.get("for") is not None or (beside is not None and beside.tag in _CONTROLS)


def _region(element: HtmlElement) -> str:
    if element.tag == "footer" or element.get("role") == "contentinfo":
        return _FOOT
    heads = element.tag == "header" or element.get("role") == "banner"
    return _HEAD if heads and not dom.holds_data(element) else ""


def _level(element: HtmlElement) -> int:
    """1 … 8 for what heads the text after it, 0 for anything else."""
    level = _HEADS.get(element.tag, 0) or dom.heading_level(element)
    if level:
        return level
    if _opens(element):
        return 6
    return 8 if _is_bold_line(element) else 0


def _opens(element: HtmlElement) -> bool:
    """Whether an element opens a panel with more text (an accordion)."""
    return element.tag == "button" and bool(element.get("aria-controls") or element.get("data-bs-target"))


def _is_bold_line(element: HtmlElement) -> bool:
    """Whether a paragraph is nothing but a few words in bold."""
    if element.tag in _BOLD:
        parent = element.getparent()
        return (
            parent is not None
            and parent.tag not in ("td", "th", "li", "p", "a", "span", "dd")
            and not _has_words_beside(element)
        )
    kids = dom.children(element)
    alone = (
        len(kids) == 1
        and kids[0].tag in _BOLD
        and not (element.text or "").strip()
        and not (kids[0].tail or "").strip()
    )
    return element.tag in _PARAGRAPHS and alone and len(dom.text(element)) <= LONGEST_HEADING


def _has_words_beside(element: HtmlElement) -> bool:
    """Whether words stand before or behind an element on its line."""
    before = element.getprevious()
    lead = (before.tail if before is not None else element.getparent().text) or ""
    return bool(lead.strip() or (element.tail or "").strip())
