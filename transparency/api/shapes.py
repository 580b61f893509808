"""What may be asked of the API, and the shapes of its answers."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from transparency.items import Status

API = "/api/v1"
MOST = 1000
"""Rows of one answer."""
FARTHEST = 10_000_000
Text = Annotated[str, Field(max_length=120, pattern=r"^[^\x00-\x1f\x7f]*$")]
Slug = Annotated[str, Field(max_length=120, pattern=r"^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$")]
AuditId = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Name = Annotated[str, Field(max_length=80, pattern=r"^[A-Za-z0-9_]+$")]
Region = Literal["Norte", "Nordeste", "Sudeste", "Sul", "Centro-Oeste"]


class Towns(BaseModel):
    """Which municipalities."""

    model_config = ConfigDict(extra="forbid")

    uf: Annotated[str | None, Field(pattern=r"^[A-Za-z]{2}$", description="Estado, duas letras.")] = None
    region: Annotated[Region | None, Field(description="Grande região.")] = None
    slug: Annotated[Slug | None, Field(description="Município, como no endereço: `santa-rita`.")] = None
    family: Annotated[Text | None, Field(description="Família de fornecedor, como no catálogo.")] = None
    q: Annotated[Text | None, Field(description="Parte do nome do município (acentos e caixa não importam).")] = None


class Paging(BaseModel):
    """Which rows of the answer."""

    limit: Annotated[int, Field(ge=1, le=MOST, description=f"Quantas linhas, até {MOST}.")] = 100
    offset: Annotated[int, Field(ge=0, le=FARTHEST, description="Quantas linhas pular; melhor é seguir `next`.")] = 0


class TownsAsked(Towns, Paging):
    """A page of municipalities."""


class CriterionAsked(BaseModel):
    """Of one criterion only."""

    model_config = ConfigDict(extra="forbid")

    criterion: Annotated[Name | None, Field(description="Só um critério, por id.")] = None


class Compared(Towns, CriterionAsked):
    """Municipalities to compare."""


class RankingAsked(Compared, Paging):
    """A page of the ranking."""


class AuditsAsked(Towns, Paging):
    """A page of audits."""

    newest: Annotated[bool, Field(description="Só a auditoria mais nova de cada município.")] = False
    since: Annotated[dt.date | None, Field(description="Iniciadas neste dia (UTC) ou depois.")] = None
    until: Annotated[dt.date | None, Field(description="Iniciadas neste dia (UTC) ou antes.")] = None


class VerdictsAsked(AuditsAsked):
    """A page of verdicts."""

    newest: Annotated[bool, Field(description="Só da auditoria mais nova de cada município.")] = True
    audit: Annotated[str | None, Field(pattern=r"^[0-9a-f]{16}$", description="De uma auditoria (id).")] = None
    criterion: Annotated[Name | None, Field(description="Critério, por id.")] = None
    item: Annotated[Name | None, Field(description="Item, por id.")] = None
    status: Annotated[Status | None, Field(description="Situação.")] = None
    sort: Annotated[Literal["place", "doubt"], Field(description="Por município e item, ou o mais incerto antes.")] = (
        "place"
    )


class Link(BaseModel):
    """A file that proves something."""

    href: str
    sha256: str


class CountsOut(BaseModel):
    """How many items have each status; `mark` is the share of published among decided."""

    published: int
    absent: int
    inconclusive: int
    mark: float | None
    rated: Annotated[bool, Field(description="Se há bastante decidido para a nota valer.")]


class AuditOut(CountsOut):
    """An audit."""

    id: str
    uf: str
    slug: str
    name: str
    ibge: str
    portal_url: str
    families: list[str]
    started: str
    ended: str
    seconds: float | None
    cpu_seconds: float | None
    nodes: int | None
    requests: int | None
    bytes: int | None
    essential_only: bool
    spider: str
    version: str
    newest: bool
    href: str
    report: str


class VerdictOut(BaseModel):
    """A verdict, with its evidence."""

    audit: str
    uf: str
    slug: str
    name: str
    started: str
    criterion: str
    item: str
    criterion_name: str
    item_label: str
    status: Status
    reason: str
    label: str
    url: str
    page_url: str
    steps: list[str]
    record_set: dict[str, Any]
    evidence: Link | None
    html: Link | None
    time: str
    doubt: Annotated[float, Field(description="Incerteza, de 0 a 1.")]
    doubt_reasons: list[str]
    href: str
    report: str


class PlaceOut(BaseModel):
    """A place of the portal that promised a criterion, and what it has answered (`state`); the page that was seen there, and a small picture
    of it."""

    criterion: str
    label: str
    words: str
    state: str
    page: str | None
    picture: str | None


class VerdictWithPlacesOut(VerdictOut):
    """A verdict, with the places where its criterion was looked for."""

    places: list[PlaceOut]


class RankedOut(CountsOut):
    """A municipality's place. `position` is null where the mark does not count."""

    position: int | None
    uf: str
    slug: str
    name: str
    families: list[str]
    audit: str
    started: str


class ItemName(BaseModel):
    """An item, by criterion and id."""

    criterion: str
    item: str


class HistoryOut(AuditOut):
    """An audit, and what it changed against the last that decided each item."""

    appeared: list[ItemName]
    vanished: list[ItemName]


class CriterionItemOut(BaseModel):
    """An item of a criterion."""

    id: str
    label: str
    optional: bool


class CriterionOut(BaseModel):
    """A criterion and its items."""

    id: str
    name: str
    items: list[CriterionItemOut]


Row = TypeVar("Row")


class Rows(BaseModel, Generic[Row]):
    """A page of rows; `next` is where the following one is."""

    total: int
    rows: list[Row]
    next: str | None
