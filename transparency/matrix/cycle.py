"""The matrix of an evaluation cycle, as data: what a body must publish, how well, and what it counts. Read by ``cycle_file``, counted by
``index``."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Literal, get_args

from transparency.items import UserError

Aspect = Literal["available", "current", "history", "export", "filter"]
"""What is asked of a requirement (*item de verificação*): disponibilidade, atualidade, série histórica, gravação, filtro."""
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
Kind = Literal["records", "documents", "text", "feature", "service"]
"""What a requirement asks for: a list of records, documents (by period, or one), a text, a feature of site or portal, a service."""
Rank = Literal["essencial", "obrigatória", "recomendada"]
Decidable = Literal["sure", "likely", "person"]
Where = Literal["any", "site", "portal", "both"]
Covers = Literal["any", "year", "plan"]
Limit = Literal[
    "days", "working_days", "years", "same_year", "previous_year", "closed_year", "bimester", "four_months", "in_force"
]


@dataclass(frozen=True)
class Content:
    """A part of what must be there at least: a column, a document, something that a text says, a field of a query."""

    key: str
    label: str
    """In Portuguese, as a report names it."""
    terms: tuple[str, ...] = ()
    """How portals call it: labels of columns, titles of files, headings, labels of fields."""
    pattern: str = ""
    """The name of the form that tells it in a text, whatever it is called (``aspects/texts.py``): ``phone``, ``email`` …"""
    optional: bool = False
    """A part that nobody loses the requirement for."""
    most: bool = False
    """A part that a text must say of most of the units that it lists, each under its own heading."""
    apart: bool = False
    """A part that stands beside a list, in a sentence or a small list of its own: no record has it, and no export need hold it."""


@dataclass(frozen=True)
class Current:
    """How new the newest content must be."""

    limit: Limit
    amount: int = 0
    """Days, working days or years; 0 for limits that need none."""
    notes: tuple[str, ...] = ()
    """Words that say that what is there is what is in force, which does as well."""


@dataclass(frozen=True)
class History:
    """The years that must be there besides the newest."""

    years: int = 3
    before: Literal["this_year", "newest"] = "this_year"
    """The years before this one; or before the newest year that is published."""


@dataclass(frozen=True)
class Export:
    """Files that the content must be handed out as."""

    formats: Literal["editable", "searchable"] = "editable"
    """Editable ones only (csv, xlsx, ods, txt, docx …), or PDF with text, too."""


@dataclass(frozen=True)
class Filter:
    """Fields that the query of the content must have."""

    fields: tuple[Content, ...] = ()
    """None: any field that tells records apart."""
    files_suffice: bool = False
    """Files that say what they are by their names do as well."""


@dataclass(frozen=True)
class Requirement:
    """A criterion of the cycle."""

    id: str
    """As the cycle numbers it: "4.3"."""
    dimension: int
    rank: Rank
    kind: Kind
    question: str
    """As the official matrix asks it (Portuguese)."""
    law: tuple[str, ...]
    search: tuple[str, ...]
    """What links, menus and headings are called that lead to it."""
    decidable: Decidable = "sure"
    look: str = ""
    """What a person must look at, where a machine cannot know (Portuguese)."""
    remedy: str = ""
    """What to publish, in a sentence for a controller (Portuguese)."""
    content: tuple[Content, ...] = ()
    neighbours: tuple[str, ...] = ()
    """Words that mark another requirement instead, unless they are a part of what leads to this one."""
    where: Where = "any"
    feature: str = ""
    """Of a feature or a service: the function that looks for it (``aspects/features.py``)."""
    records_only: bool = False
    """On screen as a list, not as files."""
    covers: Covers = "any"
    """Of documents: what they must be of to be there at all, this year or the four-year plan in force (*PPA*)."""
    current: Current | None = None
    history: History | None = None
    export: Export | None = None
    filter: Filter | None = None
    none: Literal["no", "yes"] = "no"
    """Whether "there was none" in its place, with period and date, stands for it."""
    none_of: tuple[tuple[str, ...], ...] = ()
    """What it is asked of apart (the amendments of the state, those of the town), each with its terms: who says of one of them that
    there was none has not said so of the others."""
    page: int = 0
    """Of the official manual."""

    @cached_property
    def aspects(self) -> tuple[Aspect, ...]:
        """What is asked of it, in order."""
        asked = {"current": self.current, "history": self.history, "export": self.export, "filter": self.filter}
        return ("available", *(name for name in ASPECTS if asked.get(name) is not None))


@dataclass(frozen=True)
class Dimension:
    """A group of requirements, with its weight."""

    number: int
    name: str
    weight: float


@dataclass(frozen=True)
class Level:
    """A level of the index. ``seal``: only with all essential requirements."""

    name: str
    least: float
    seal: bool = False


@dataclass(frozen=True)
class Doubt:
    """Where the sources of a cycle contradict each other: a setting, and what is known about it (Portuguese)."""

    key: str
    text: str
    options: tuple[str, ...]
    chosen: str
    drops: dict[str, tuple[tuple[str, Aspect], ...]] = field(default_factory=dict)
    """Option → aspects of requirements that are not asked with it."""


@dataclass(frozen=True, eq=False)
class Cycle:
    """The matrix of one cycle of the national programme."""

    id: str
    """The name of its folder: "pntp-2026"."""
    name: str
    year: int
    dimensions: tuple[Dimension, ...]
    ranks: dict[Rank, float]
    """Weight of each rank."""
    weights: dict[Aspect, float]
    """Weight of each aspect."""
    levels: tuple[Level, ...]
    """From the highest down."""
    requirements: tuple[Requirement, ...]
    doubts: tuple[Doubt, ...] = ()
    links: tuple[str, ...] = ()
    """What the way from a town's site to its portal is called."""
    digest: str = field(default="", compare=False)
    """Hex SHA-256 over its files."""
    directory: Traversable | None = field(default=None, compare=False)
    """The folder of keywords that it was read from; None for the one that comes with the program."""

    @cached_property
    def by_id(self) -> dict[str, Requirement]:
        """Number → requirement."""
        return {one.id: one for one in self.requirements}

    def requirement(self, key: str) -> Requirement:
        """The requirement of that number. UserError when there is none."""
        if key not in self.by_id:
            raise UserError(f"O critério {key} não existe em {self.name}.", "Use o número da matriz, como 4.3.")
        return self.by_id[key]
