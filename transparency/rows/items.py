"""The items that a run over rows brings: rows, or sums where the rows are people, and a summary of each list.

Each field of a row and of a group knows its label (Portuguese) and what it holds (``kind``), for the files that are made of them."""

from __future__ import annotations

from dataclasses import dataclass, field, make_dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any, Literal

from transparency.matrix import Criterion, Item

Kind = Literal["text", "date", "money", "number", "time", "map", "amounts", "list"]
"""What a field holds. ``map``: label → text; ``amounts``: label → decimal; ``list``: of texts."""


def _of(label: str, kind: Kind = "text") -> dict[str, str]:
    return {"label": label, "kind": kind}


@dataclass(kw_only=True)
class Row:
    """One record of a list. Each criterion has a class of its own (``row_class``) with a field for each of its items: None where
    the list does not have it, or the cell says nothing."""

    municipio: str = field(metadata=_of("Município"))
    uf: str = field(metadata=_of("Estado"))
    criterion: str = field(metadata=_of("Critério"))
    key: str = field(metadata=_of("Chave da linha"))
    """The same for the same record of the same list on the next run; equal records of a list are numbered."""
    extra: dict[str, str] = field(default_factory=dict, metadata=_of("Outras colunas do portal", "map"))
    """The other columns under their own labels, as they are written."""
    raw: dict[str, str] = field(default_factory=dict, metadata=_of("Como estava escrito", "map"))
    """What was written in the cells of the items, by item; numbers of people masked."""
    doubts: list[str] = field(default_factory=list, metadata=_of("Células em dúvida", "list"))
    """Items whose cell holds words but no such value, or a CNPJ with wrong check digits."""
    query: str = field(default="", metadata=_of("Ano ou mês pedido"))
    """The year ("2025") or month ("2025-03") that the list was asked for; empty where nobody said which."""
    unit: str = field(default="", metadata=_of("Unidade pedida"))
    """The body of the town (unidade gestora, entidade) that the list was asked for; empty where it asks for none."""
    url: str = field(default="", metadata=_of("Endereço da página"))
    steps: list[str] = field(default_factory=list, metadata=_of("Passos até a página", "list"))
    """How a person gets to the page (Portuguese)."""
    page: int = field(default=1, metadata=_of("Página da lista", "number"))
    row: int = field(default=1, metadata=_of("Linha na página", "number"))
    """Number of the row on its page, from 1."""
    time: str = field(default="", metadata=_of("Quando foi vista (UTC)", "time"))
    digest: str = field(default="", metadata=_of("SHA-256 da página"))
    """SHA-256 of the page as it may be kept, in hex."""


@dataclass(kw_only=True)
class Group:
    """The servants of one post and office together: what is told of people unless somebody asks for more."""

    municipio: str = field(metadata=_of("Município"))
    uf: str = field(metadata=_of("Estado"))
    criterion: str = field(metadata=_of("Critério"))
    by: dict[str, str] = field(metadata=_of("Cargo, órgão ou vínculo", "map"))
    """Label → what they share (post, office, tie)."""
    people: int = field(default=0, metadata=_of("Pessoas", "number"))
    sums: dict[str, Decimal] = field(default_factory=dict, metadata=_of("Somas dos valores", "amounts"))
    """Label of a column with amounts → their sum."""
    query: str = field(default="", metadata=_of("Ano ou mês pedido"))
    """As of a row."""
    unit: str = field(default="", metadata=_of("Unidade pedida"))
    """As of a row."""
    url: str = field(default="", metadata=_of("Endereço da página"))
    steps: list[str] = field(default_factory=list, metadata=_of("Passos até a página", "list"))
    time: str = field(default="", metadata=_of("Quando foi vista (UTC)", "time"))


@dataclass(kw_only=True)
class QuerySummary:
    """What one query of a list has brought."""

    query: str = ""
    """The year or month that was asked for."""
    unit: str = ""
    """The body of the town that was asked for …"""
    units: list[str] = field(default_factory=list)
    """… and the others that were offered with it: each is a query of its own."""
    alike: bool = False
    """The portal shows the same for each of them."""
    rows: int = 0
    pages: int = 0
    told: int | None = None
    """How many rows the page itself counts; None where it does not, or not in one way."""
    agrees: bool | None = None
    """Whether that is what was collected; None where nothing was told."""
    whole: bool = True
    """Nothing that was noticed is missing."""
    time: str = ""
    """Of a query whose rows are those of an earlier run: when it was asked."""

    @property
    def name(self) -> str:
        """What tells it from the other queries of its list."""
        return f"{self.query} {self.unit}".strip()


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
    mended: list[str] = field(default_factory=list)
    """What of the wrapper was learned again, since the portal has changed (Portuguese)."""
    queries: list[QuerySummary] = field(default_factory=list)
    """The queries that were asked, in their order."""
    changes: dict[str, int] = field(default_factory=dict)
    """Since the last run: ``new``, ``changed``, ``gone`` → how many rows."""
    paging: str = ""
    file: str = ""
    """What is written on what hands out the file that rows were taken from; empty where none was."""
    url: str = ""
    seconds: float = 0.0


@lru_cache(maxsize=32)
def row_class(criterion: Criterion) -> type[Row]:
    """The class of the rows of a criterion."""
    items = [(item.key, Any, field(default=None, metadata=_of(item.label, kind_of(item)))) for item in criterion.items]
    return make_dataclass(f"Row_{criterion.id}", items, bases=(Row,), kw_only=True)


def kind_of(item: Item) -> Kind:
    """What the values of an item are in all lists, as far as they can be read."""
    if item.types == ("date",):
        return "date"
    return "money" if "money" in item.types else "text"
