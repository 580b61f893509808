"""The items that a run over rows brings: rows, or sums where the rows are people, and a summary of each list."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

from transparency.matrix import Criterion


@dataclass(kw_only=True)
class Row:
    """One record of a list. Each criterion has a class of its own (``row_class``) with a field for each of its items: None where
    the list does not have it, or the cell says nothing."""

    municipio: str
    uf: str
    criterion: str
    key: str
    """The same for the same record of the same list on the next run; equal records of a list are numbered."""
    extra: dict[str, str] = field(default_factory=dict)
    """The other columns under their own labels, as they are written."""
    raw: dict[str, str] = field(default_factory=dict)
    """What was written in the cells of the items, by item; numbers of people masked."""
    doubts: list[str] = field(default_factory=list)
    """Items whose cell holds words but no such value, or a CNPJ with wrong check digits."""
    url: str = ""
    steps: list[str] = field(default_factory=list)
    """How a person gets to the page (Portuguese)."""
    page: int = 1
    row: int = 1
    """Number of the row on its page, from 1."""
    time: str = ""
    digest: str = ""
    """SHA-256 of the page as it may be kept, in hex."""


@dataclass(kw_only=True)
class Group:
    """The servants of one post and office together: what is told of people unless somebody asks for more."""

    municipio: str
    uf: str
    criterion: str
    by: dict[str, str]
    """Label → what they share (post, office, tie)."""
    people: int = 0
    sums: dict[str, Decimal] = field(default_factory=dict)
    """Label of a column with amounts → their sum."""
    url: str = ""
    steps: list[str] = field(default_factory=list)
    time: str = ""


@dataclass(kw_only=True)
class ListSummary:
    """What a run has collected of one list, and what it has not."""

    municipio: str
    uf: str
    criterion: str
    rows: int = 0
    pages: int = 0
    told: int | None = None
    """How many rows the page itself counts; None where it does not, or not in one way."""
    agrees: bool | None = None
    """Whether that is what was collected; None where nothing was told."""
    doubts: dict[str, int] = field(default_factory=dict)
    """Item → cells without such a value."""
    gaps: list[str] = field(default_factory=list)
    """What is missing and why (Portuguese)."""
    paging: str = ""
    url: str = ""
    seconds: float = 0.0


@lru_cache(maxsize=32)
def row_class(criterion: Criterion) -> type[Row]:
    """The class of the rows of a criterion."""
    items = [(item.key, Any, field(default=None)) for item in criterion.items]
    return make_dataclass(f"Row_{criterion.id}", items, bases=(Row,), kw_only=True)
