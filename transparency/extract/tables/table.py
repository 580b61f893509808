"""What the reader of records returns (tables of cells), and the pieces of text that it works on. Knows no mark-up language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from lxml.html import HtmlElement

from transparency.items import ValueType

Kind = Literal["table", "grid", "cards", "fields", "files"]

MAX_COLUMNS = 60
NARROW = 40
"""Widest empty cell (CSS px) that only keeps others apart."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A value: its words, what they look like, and the element that holds them."""

    text: str
    type: ValueType
    element: HtmlElement | None = None

    @property
    def filled(self) -> bool:
        """Whether it says anything: a dash or "não informado" does not."""
        return self.type != "empty"


EMPTY = Cell("", "empty")


@dataclass(frozen=True, slots=True)
class Column:
    """A label and the element that holds it, if any does."""

    label: str
    element: HtmlElement | None = None


@dataclass(slots=True)
class Table:
    """Records with the same labels. ``table`` and ``grid`` have a line of labels over their rows (in a ``<table>`` or in any other
    mark-up), ``cards`` bring their labels with every record, ``fields`` are one record, ``files`` have a column for each document."""

    kind: Kind
    columns: list[Column]
    rows: list[list[Cell]]
    element: HtmlElement
    title: str = ""
    message: str = ""
    """What stands in place of rows ("Nenhum registro encontrado")."""
    itemtype: str = ""
    """What microdata says that it is a list of."""
    grouped_by: list[str] = field(default_factory=list)
    """Labels of what is said over groups of rows."""
    apart: bool = False
    """Its headings stood in another element."""
    anchor: HtmlElement | None = None
    """The first of its elements, where that is not ``element``."""
    number: int | None = None
    """How many records it has, where these are not its rows."""

    @property
    def start(self) -> HtmlElement:
        """The element before which its titles stand."""
        return self.element if self.anchor is None else self.anchor

    @property
    def count(self) -> int:
        """How many records it has."""
        return len(self.rows) if self.number is None else self.number


Make = tuple[str, str]
"""How an element is made: its tag and its classes."""


@dataclass(slots=True)
class Piece:
    """A cell with its place: from ``left`` to ``right`` in columns or in CSS pixels, whichever its line counts in."""

    cell: Cell
    left: float
    right: float
    make: Make = ("", "")
    mark: float = 0.0
    """How far its mark-up says that it is a label (see ``labels``)."""
    head: float = 0.0
    """How far its mark-up says that it heads a column."""
    pressed: bool = False
    """It holds something to press."""
    above: bool = False
    """It reaches down from the line before (``rowspan``)."""

    @property
    def text(self) -> str:
        return self.cell.text

    def over(self, other: Piece) -> float:
        """How wide this piece and another one stand over each other."""
        return min(self.right, other.right) - max(self.left, other.left)


@dataclass(slots=True)
class Line:
    """The cells of a row from left to right."""

    cells: list[Piece]
    element: HtmlElement | None = None
    headed: bool = False
    """It stands where a mark-up keeps headings (``thead``)."""
    pieces: list[Piece] = field(init=False)
    """The cells that say something."""

    def __post_init__(self) -> None:
        self.pieces = [cell for cell in self.cells if cell.cell.filled or cell.text]

    @property
    def right(self) -> float:
        return max((cell.right for cell in self.cells), default=0)


@dataclass(slots=True)
class Matrix:
    """Lines that stand below each other in one element, before anybody knows which of them are labels."""

    element: HtmlElement
    lines: list[Line]
    native: bool = False
    """A ``<table>``, or a grid by its role."""
    drawn: bool = False
    """Places are CSS pixels (or characters), no columns."""
    caption: str = ""
    others: list[HtmlElement] = field(default_factory=list)
    """Further elements in which its lines stand."""
    opened: list[HtmlElement] = field(default_factory=list)
    """What stands between its lines and is none of them: a record that was opened."""
