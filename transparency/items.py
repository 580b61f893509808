"""The words of the project as data: what travels from the browser to the verdict.

Boxes are ``(x, y, width, height)`` in CSS pixels. Times are ISO 8601 in UTC, durations seconds, sizes bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

Box = tuple[int, int, int, int]
Status = Literal["published", "absent", "inconclusive"]
ValueType = Literal["money", "date", "cpf", "cnpj", "number", "code", "link", "text", "empty"]
Shape = Literal["table", "grid", "list", "details"]

STATUSES: tuple[Status, ...] = ("published", "absent", "inconclusive")
GONE = frozenset({404, 410})
"""HTTP statuses of an address that leads nowhere any more."""


class UserError(Exception):
    """What a person can mend: one clear line (Portuguese) and a hint of what to do next."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


@dataclass(frozen=True)
class Column:
    """A column of a record set, or a field of a details view.

    ``label`` is the heading as written (one space between words); headings over several rows are joined with " / ",
    outermost first. ``filled`` counts the data rows that hold a value. ``value_type`` is what most values look like.
    """

    label: str
    value_type: ValueType = "empty"
    filled: int = 0
    box: Box | None = None
    microdata: str = ""
    samples: tuple[str, ...] = field(default=(), repr=False, compare=False)
    """A few different values, for the judge alone: what tells a bid's "Modalidade" from a budget's. Never written to a report."""


@dataclass(frozen=True)
class RecordSet:
    """A table, grid, list or label-value form, found by its repeating shape.

    ``rows`` counts data rows (1 for a details view). ``headings`` are the words that stand over it, nearest last:
    section headings, caption, legend, the active tab or accordion that holds it. ``hidden``: out of sight; ``folded``: each record
    of a list that is in sight waits under a heading of its own.
    """

    shape: Shape
    columns: tuple[Column, ...]
    rows: int
    headings: tuple[str, ...] = ()
    path: str = ""
    empty_message: str = ""
    itemtype: str = ""
    hidden: bool = False
    folded: bool = False
    title_box: Box | None = field(default=None, compare=False)
    """Where the nearest heading stands, if it is one of the page's own."""


@dataclass(frozen=True)
class Unread:
    """A column or field with data, on a page of a criterion, that no term explains."""

    criterion: str
    column: Column
    item: str = ""
    """The item that it may tell in other words; "" where it is known of none."""


@dataclass
class Frame:
    """A frame of a page. ``html`` is its composed tree, annotated (``extract/controls/markup.py``); ``offset`` moves its boxes to the
    page."""

    url: str
    html: str
    name: str = ""
    title: str = ""
    offset: tuple[int, int] = (0, 0)
    record_sets: list[RecordSet] = field(default_factory=list)
    """Of what was seen, which ``html`` is without what nobody needs of people."""
    facts: bytes = field(default=b"", repr=False)
    """What the frame was read from, as it is stored (``store/facts.py``); empty of a file."""


@dataclass
class Page:
    """What was seen at a node. Emitted by the spiders, consumed by the pipelines."""

    municipio: str
    uf: str
    url: str
    final_url: str
    status: int
    title: str
    depth: int
    steps: list[str] = field(default_factory=list)
    """In words that a person can follow, from the portal's entry to here (Portuguese)."""
    labels: list[str] = field(default_factory=list)
    """The bare labels that were followed, without verbs; context for the judge."""
    frames: list[Frame] = field(default_factory=list)
    node: str = ""
    """Fingerprint of the node."""
    turn: int = 0
    """As which page of its audit it was judged, from 1: of equal proofs the earlier counts, whatever the order they are stored in."""
    state: str = ""
    """Fingerprint of what was seen, to fold the same state reached by other steps."""
    screenshot: bytes | None = None
    time: str = ""
    seconds: float = 0.0
    problem: str = ""
    """Named reason why the page cannot be judged (blocked, login, captcha, error …), empty when it can."""
    findings: list[Finding] | None = None
    """What the judge found; None until it has looked."""
    unread: list[Unread] = field(default_factory=list, repr=False)
    """What it did not understand where it looked."""
    shot_origin: tuple[int, int] = (0, 0)
    """Where the top left corner of the screenshot lies on the page."""
    audit: str = ""
    of_town: bool = False
    """In a portal of many towns: whether the one that is audited was chosen on the way here."""
    families: list[str] = field(default_factory=list)
    """Vendor families that its frames were recognised as."""
    truncated: bool = False
    """Whether there was more on it than is read of one page."""
    masked: dict[str, int] = field(default_factory=dict)
    """Kind of people's numbers → how many were hidden on it (see ``privacy.py``)."""
    veiled: int = 0
    """Rows of its record sets whose names or pay were veiled."""
    moved: dict[Box, Box] = field(default_factory=dict)
    """Boxes that are elsewhere in the picture than they were read."""
    like: str = ""
    """Node of a page that looks the same, and was pictured."""
    errand: str = ""
    """The matrix of an evaluation that it was visited for, beside the walk: it proves no item."""
    has_facts: bool = False
    """Its frames are stored as facts, too; of a file the HTML is all that was read."""


@dataclass(frozen=True)
class PageContext:
    """What is known about a frame of a page besides its record sets; every text as written."""

    title: str = ""
    headings: tuple[str, ...] = ()
    """Page-wide headings (h1 …), outermost first."""
    breadcrumb: str = ""
    active_menu: tuple[str, ...] = ()
    """Labels of menu entries or tabs marked as current."""
    urls: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Labels followed to get here, first to last (the last weighs most)."""
    choices: tuple[tuple[str, ...], ...] = ()
    """The options of each short list of options in sight, the chosen one first."""


@dataclass(frozen=True)
class Finding:
    """A column or field that names an item. Evidence of publication when ``has_data``."""

    criterion: str
    item: str
    label: str
    score: float
    has_data: bool
    frame: int = 0
    record_set: int = 0
    column: int = 0
    box: Box | None = None
    """In page coordinates."""


@dataclass
class Verdict:
    """Municipality × item; one JSON line. ``label`` … ``evidence`` are filled for ``published``, ``reason`` always."""

    municipio: str
    uf: str
    criterion: str
    item: str
    status: Status
    reason: str
    label: str = ""
    url: str = ""
    page_url: str = ""
    steps: list[str] = field(default_factory=list)
    record_set: dict[str, Any] = field(default_factory=dict)
    """Shape only: ``{"shape", "rows", "columns": [{"label", "value_type"}]}``; never whole rows."""
    places: list[str] = field(default_factory=list)
    """Of ``absent``: where it was looked for, in words and with the address (Portuguese)."""
    evidence: str = ""
    """Screenshot with the label highlighted, relative to the audit's folder."""
    evidence_sha256: str = ""
    html: str = ""
    html_sha256: str = ""
    time: str = ""
