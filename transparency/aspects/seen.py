"""What the aspects are judged over: the pages that were seen, and what was tried on them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.record_sets import find_tables
from transparency.extract.tables.page import Page as TablePage
from transparency.extract.tables.table import Table
from transparency.matrix.cycle import Aspect
from transparency.model import View

Side = Literal["site", "portal"]
"""The town's official site, or its transparency portal."""
Status = Literal["met", "not_met", "undecided"]


@dataclass(frozen=True, eq=False)
class Sight:
    """A page, or a file that was opened, as it was seen."""

    key: str
    """Fingerprint of its node."""
    side: Side
    url: str
    steps: tuple[str, ...] = ()
    """In words that a person can follow (Portuguese)."""
    labels: tuple[str, ...] = ()
    """The labels that were followed, without verbs."""
    title: str = ""
    status: int = 200
    problem: str = ""
    """Why it is no answer (blocked, login, error …), in Portuguese; empty where it is one."""
    views: tuple[View, ...] = ()
    """What its frames show."""
    addresses: tuple[str, ...] = ()
    """Of the frames."""
    depth: int = 0
    """Steps from the entry of its side; 0 is the entry."""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of all frames with their rows in sight; with all rows where none is (a folded list)."""
        return tuple(
            _in_sight(table) for view in self.views for table in find_tables(TablePage(dom.parse(view.html)))[0]
        )

    @cached_property
    def unfolded(self) -> dict[str, HtmlElement]:
        """Names → their values that stand in what a row unfolds, inside the row itself."""
        names = (name for view in self.views for name in dom.parse(view.html).xpath(_UNFOLDED))
        told = ((dom.text(name), name.getnext()) for name in names)
        return {name: value for name, value in told if value is not None and value.tag == "dd" and _is_filled(value)}

    @property
    def answers(self) -> bool:
        """Whether it is an answer, and no error."""
        return not self.problem and self.status < 400

    @property
    def fault(self) -> str:
        """Why it is none (Portuguese)."""
        return self.problem.rstrip(".") or f"erro HTTP {self.status}"

    @cached_property
    def text(self) -> str:
        """The words in sight."""
        return "\n".join(view.text for view in self.views)


@dataclass(frozen=True)
class Proof:
    """What decides an answer: the page, and what was seen there."""

    sight: Sight
    label: str
    url: str = ""
    """The very address, where it is not that of the page: a file."""


_UNFOLDED = "//tr//dt | //li//dt | //*[@role='row']//dt"


def _is_filled(value: HtmlElement) -> bool:
    return bool(value.text_content().strip(" \n\t-–—"))


def _in_sight(table: Table) -> Table:
    """A table without the rows that a script has hidden, as one that filters in the page does."""
    shown = [
        row for row in table.rows if not any(one.element is not None and dom.is_hidden(one.element) for one in row[:1])
    ]
    return replace(table, rows=shown) if 0 < len(shown) < len(table.rows) else table


@dataclass(frozen=True)
class OpenedFile:
    """A file that was fetched to see what it is. ``of``: key of the sight that linked it."""

    of: str
    url: str
    label: str
    """What the link to it says."""
    kind: str = ""
    """What it turned out to be, by its bytes: "pdf", "csv", "xlsx" …; empty where that is unknown."""
    size: int = 0
    problem: str = ""
    """Why it does not count: empty, broken, an error page, a picture without text (Portuguese)."""
    text: str = ""
    """The beginning of what it says (20,000 characters at most)."""
    columns: tuple[str, ...] = ()
    """Labels of its largest table."""
    rows: int = 0
    """Rows of its largest table."""
    searchable: bool = False
    """It holds text, and is no picture."""


@dataclass(frozen=True)
class TriedExport:
    """An export of a list that was tried: the file that came of it, and the list it stands for."""

    of: str
    label: str
    """The component that was pressed or the link that was followed."""
    file: OpenedFile
    listed: int = -1
    """How many rows the list itself has as the screen tells (its count, else the rows of all its pages); -1 where unknown."""
    filtered: bool = False
    """The list was filtered when it was exported."""


@dataclass(frozen=True)
class TriedFilter:
    """A field of a query that was given another value. ``before`` and ``after`` tell whether what is shown has changed."""

    of: str
    field: str
    value: str
    before: tuple[int, str]
    """Rows in sight, and a digest of them …"""
    after: tuple[int, str]
    """… and afterwards."""
    none_said: bool = False
    """Afterwards the page says that there is nothing."""
    problem: str = ""
    """Why it could not be tried (Portuguese)."""

    @property
    def changed(self) -> bool:
        """Whether it was tried, and has changed what is shown."""
        return not self.problem and self.before != self.after

    @property
    def idle(self) -> bool:
        """Whether it was tried, and has changed nothing."""
        return not self.problem and self.before == self.after


@dataclass(frozen=True)
class TriedControl:
    """A control of a home page that was pressed to see whether the page looks otherwise. ``of``: key of the page."""

    of: str
    feature: str
    """What it is for, as the requirement calls it ("contrast", "text_size")."""
    label: str
    changed: bool = False
    problem: str = ""
    """Why nobody knows what it does (Portuguese)."""


@dataclass(frozen=True)
class OpenedYear:
    """A year that a list was asked for."""

    of: str
    year: int
    sight: Sight | None = None
    problem: str = ""


@dataclass(frozen=True)
class Unread:
    """A place that promised the requirement and gave no answer, or was not visited. ``words``: the way there."""

    words: str
    url: str
    reason: str
    """Portuguese."""


@dataclass
class Gathered:
    """All that was seen of one requirement."""

    places: list[Sight] = field(default_factory=list)
    """Pages that a label with its name has led to, or that are headed so; the best first."""
    site: Sight | None = None
    """The home page of the town's site …"""
    portal: Sight | None = None
    """… and that of its portal."""
    around: list[Sight] = field(default_factory=list)
    """Every other page that was seen, on both sides."""
    files: list[OpenedFile] = field(default_factory=list)
    exports: list[TriedExport] = field(default_factory=list)
    filters: list[TriedFilter] = field(default_factory=list)
    years: list[OpenedYear] = field(default_factory=list)
    controls: list[TriedControl] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)
    finished: bool = True
    """The walk has tried all that could lead there; else what is missing may have been left untried."""
    menus_read: bool = True
    """The menus of site and portal were read in full: what none of them names has no place."""


@dataclass(frozen=True)
class Answer:
    """The answer to one aspect of one requirement, with what proves it."""

    requirement: str
    aspect: Aspect
    status: Status
    reason: str
    """One sentence (Portuguese)."""
    url: str = ""
    """The very place."""
    steps: tuple[str, ...] = ()
    label: str = ""
    """What was seen there that decides it: a column, a file, a date, a sentence."""
    places: tuple[str, ...] = ()
    """Of ``not_met``: the places that were read (way and address)."""
    look: str = ""
    """Of ``undecided``: the question for a person (Portuguese); ``url`` is where to look."""
    sight: str = ""
    """Key of the page that proves it."""
