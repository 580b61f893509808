"""What a portal is, before any part shows it: its town, its modules, what each publishes, and what a visitor asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from lab.forge.values import Record

YEARS = (2026, 2025, 2024)


@dataclass(frozen=True)
class Field:
    """A column or a label. ``items``: what it names, each ``criterion.item``; ``place``: list, detail or file; ``fill``: share of
    records that have a value, nought for a heading over nothing."""

    label: str
    maker: str
    items: tuple[str, ...] = ()
    place: str = "list"
    fill: float = 1.0


@dataclass(frozen=True)
class Module:
    """An entry of the menu. ``criterion`` is empty for neighbours; ``prose`` names the text of one without records."""

    number: int
    group: str
    words: str
    criterion: str = ""
    fields: tuple[Field, ...] = ()
    years: Mapping[int, int] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)
    prose: str = ""
    none_found: str = ""
    asks_first: bool = False

    @property
    def token(self) -> str:
        return f"mod-{self.number}"

    def at(self, *places: str) -> tuple[Field, ...]:
        return tuple(f for f in self.fields if f.place in places)

    @property
    def years_with_records(self) -> tuple[int, ...]:
        return tuple(year for year, count in self.years.items() if count)

    @property
    def published(self) -> frozenset[str]:
        """The items that a person finds here with data, in some year."""
        if not self.years_with_records:
            return frozenset()
        return frozenset(item for f in self.fields if f.fill for item in f.items)


@dataclass(frozen=True)
class Ask:
    """What a visitor chose. ``complete``: enough to be answered; ``complaint``: what the portal says otherwise."""

    year: int = 0
    month: int = 0
    first: date | None = None
    last: date | None = None
    every: int = 1
    """Of how many records one is meant: a smaller body has a part of them."""
    complete: bool = True
    complaint: str = ""

    def takes(self, record: Record) -> bool:
        if self.year and record.year != self.year:
            return False
        if self.month and record.when.month != self.month:
            return False
        if self.first and record.when < self.first:
            return False
        return not (self.last and record.when > self.last)


@dataclass(frozen=True)
class Portal:
    """A town's portal. ``parts``: axis → name for what holds everywhere; ``clutter`` and ``untidy`` are several."""

    seed: int
    town: str
    uf: str
    parts: Mapping[str, str]
    clutter: tuple[str, ...]
    untidy: tuple[str, ...]
    modules: tuple[Module, ...]

    @property
    def slug(self) -> str:
        return f"forja-{self.seed:03d}"

    def module(self, number: int) -> Module:
        return next(m for m in self.modules if m.number == number)

    @property
    def groups(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(m.group for m in self.modules))

    def records(self, module: Module) -> list[Record]:
        """All records of a module, newest year first."""
        return [
            Record(f"forge/{self.seed}/{module.number}", year, i, count)
            for year, count in module.years.items()
            for i in range(count)
        ]

    @property
    def published(self) -> dict[str, tuple[Module, ...]]:
        """``criterion.item`` → the modules that publish it."""
        found: dict[str, tuple[Module, ...]] = {}
        for module in self.modules:
            for item in sorted(module.published):
                found[item] = (*found.get(item, ()), module)
        return found
