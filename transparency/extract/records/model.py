"""What the search for record sets works on: cells, grids, label-value pairs, records, and the page with what was claimed."""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.items import Shape, ValueType
from transparency.text import normalize

SAMPLE = 50
MAX_COLUMNS = 60
MAX_SETS = 200


@dataclass
class Cell:
    """A cell: its words, what they look like and where it stands."""

    text: str
    kind: ValueType
    element: HtmlElement | None = None

    @property
    def filled(self) -> bool:
        return self.kind != "empty"


EMPTY = Cell("", "empty")


@dataclass
class Grid:
    """A record set in the making: header cells (label, element) over rows of cells."""

    element: HtmlElement
    shape: Shape
    header: list[tuple[str, HtmlElement | None]]
    rows: list[list[Cell]]
    count: int
    title: str = ""
    empty_message: str = ""
    itemtype: str = ""
    order: int = 0
    inferred: bool = False
    """The header is the first row, by its look alone."""
    groups: list[tuple[str, HtmlElement, Cell]] = field(default_factory=list)
    """Fields that are said once over each group of rows, of a body whose header stands elsewhere."""
    grouped_by: list[str] = field(default_factory=list)
    """What is said over groups of rows, and often once more over the table, as what they are grouped by."""
    split: bool = False
    """Its labels stand in a table of their own."""
    anchor: HtmlElement | None = None
    """Where to look for headings from, when not the element itself."""


@dataclass
class Pair:
    """A label with its value."""

    label: str
    value: Cell
    element: HtmlElement
    strong: bool
    host: HtmlElement | None = None
    """The element whose children label and value are."""
    stressed: bool = False
    """The value is set in bold, the label above it is not."""


@dataclass
class Record:
    """Pairs of one record, and the element that holds them. ``closed``: a section or card, not to be joined with others."""

    pairs: list[Pair]
    element: HtmlElement
    closed: bool = False

    @property
    def labels(self) -> set[str]:
        return {normalize(p.label) for p in self.pairs}


Bundle = list[Record]
"""One record, or the alike records of a list."""


Look = tuple[tuple[str, str], ...]
"""What an element says of its looks: class, ground and letters."""


class Page:
    """An annotated document while it is searched: what was found, and what is claimed so that it is found once."""

    def __init__(self, root: HtmlElement) -> None:
        self.root = root
        self.body: HtmlElement = next(iter(root.iter("body")), root)
        self.titles = dom.Titles(root)
        self.order = {element: position for position, element in enumerate(root.iter()) if isinstance(element.tag, str)}
        self.claimed: set[HtmlElement] = set()
        self.holding: set[HtmlElement] = set()
        """What was claimed, and what holds it."""
        self.rows_of: dict[HtmlElement, frozenset[HtmlElement]] = {}
        """The rows of a grid; between them a record may have been opened."""
        self.opened_in: dict[HtmlElement, frozenset[HtmlElement]] = {}
        """Grid of plain elements → what was opened between its rows."""
        self.fields: set[HtmlElement] = set()
        """Cells that hold label, colon and value, of tables that lay out one record."""
        self.heads: set[tuple[Look, Look]] = set()
        """How the headings of a table look, and its body, where they look unlike."""
        self.labels: set[tuple[Look, Look]] = set()
        """The same of labels and their values."""
        self.makes: set[tuple[str, ...]] = set()
        """How labels and values of tables of pairs are made."""
        self.records: dict[HtmlElement, set[tuple[str, ...]]] = {}
        """The same of each of these tables."""
        self.lone: list[tuple[HtmlElement, Pair]] = []
        """Tables of one label and its value."""
        self.grids: list[Grid] = []
        self._skip: dict[HtmlElement, bool] = dict.fromkeys(dom.facets(self.body), True)

    def skipped(self, element: HtmlElement) -> bool:
        """Inside navigation, a footer, or what a list is narrowed by."""
        known = self._skip.get(element)
        if known is None:
            parent = element.getparent()
            known = dom.is_navigation(element) or (parent is not None and self.skipped(parent))
            self._skip[element] = known
        return known

    def claim(self, element: HtmlElement) -> None:
        """Say that an element, with all in it, was read."""
        self.claimed.add(element)
        self.holding.add(element)
        self.holding.update(element.iterancestors())

    def is_claimed(self, element: HtmlElement) -> bool:
        """Whether an element, or what holds it, was claimed."""
        return element in self.claimed or any(a in self.claimed for a in element.iterancestors())

    def add(self, grid: Grid) -> None:
        """One more grid."""
        self.grids.append(grid)
