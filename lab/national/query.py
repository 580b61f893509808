"""What a query of a list shows: the records that fit, a page of them, and the file that they are exported as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from lab.national.content import ListData
from lab.national.definition import Field
from lab.national.papers import ERROR, as_sheet
from lab.national.values import Record, plain
from lab.values import MONTHS


def fits(record: Record, field: Field, asked: str) -> bool:
    """The record answers this field of the query."""
    kind, _, keys = field.kind.partition(":")
    if kind == "ano":
        return str(record.year) == asked
    if kind == "mes":
        return f"{record.when.month:02d}" == asked
    if kind == "um":
        return record.values.get(keys) == asked
    texts = record.values.values() if kind == "tudo" else (record.values.get(key, "") for key in keys.split("+"))
    return any(plain(asked) in plain(text) for text in texts)


@dataclass
class Query:
    """A list with what was asked of it. ``params``: of the address or the form that was sent."""

    data: ListData
    params: Mapping[str, str]

    @cached_property
    def asked(self) -> dict[str, str]:
        """Field → what was asked for; a query that does nothing asks for nothing."""
        names = {f.name for f in self.data.fields} | ({"ano"} if self.data.years_by in {"links", "select"} else set())
        return {name: self.params[name].strip() for name in names if self.params.get(name, "").strip()}

    @cached_property
    def sent(self) -> bool:
        """Somebody has asked; else the page was just opened."""
        return any(f.name in self.params for f in self.data.fields) or "ano" in self.params or "pagina" in self.params

    @cached_property
    def year(self) -> str:
        """The year in sight: the one that was asked for, else the newest that has records where years are chosen one by one."""
        if self.data.years_by not in {"select", "links"}:
            return self.asked.get("ano", "")
        newest = str(self.data.all_years[0]) if self.data.all_years else ""
        return self.asked.get("ano", "" if "ano" in self.params else newest)

    @cached_property
    def found(self) -> list[Record]:
        """All records that fit."""
        if self.waiting:
            return []
        if self.data.filter_mode == "dead":
            return self.data.records
        asked = {**self.asked, **({"ano": self.year} if self.year else {})}
        fields = {f.name: f for f in (*self.data.fields, Field(("Ano",), "ano"))}
        return [r for r in self.data.records if all(fits(r, fields[name], value) for name, value in asked.items())]

    @cached_property
    def pages(self) -> int:
        return max(1, -(-len(self.found) // self.data.per_page))

    @cached_property
    def page(self) -> int:
        text = self.params.get("pagina", "1")
        return min(max(int(text) if text.isdigit() else 1, 1), self.pages)

    @cached_property
    def rows(self) -> list[Record]:
        """The records of the page in sight."""
        if self.data.years_by == "tabs":
            return self.found
        start = (self.page - 1) * self.data.per_page
        return self.found[start : start + self.data.per_page]

    @property
    def waiting(self) -> bool:
        """Nothing is shown before somebody asks. Where there is no field nobody can."""
        return bool(self.data.fields) and not self.data.style["auto"] and not self.sent

    def choices(self, field: Field) -> list[tuple[str, str]]:
        """Value and label of a field that is a choice; none for a text."""
        kind, _, key = field.kind.partition(":")
        if kind == "ano":
            return [(str(year), str(year)) for year in self.data.offered]
        if kind == "mes":
            return [(f"{n:02d}", name) for n, name in enumerate(MONTHS, 1)]
        return [(value, value) for value in self.data.choices(key)] if kind == "um" else []

    def value(self, field: Field) -> str:
        return self.year if field.kind == "ano" else self.asked.get(field.name, "")

    def export(self, kind: str, name: str) -> tuple[int, bytes]:
        """Status and bytes of the exported file, good or bad."""
        way = self.data.state.get("export")
        if way == "404":
            return 404, ERROR
        if way == "html":
            return 200, ERROR
        rows = self.found or (self.data.records if self.waiting else [])
        if way == "cut":
            rows = rows[: len(rows) // 2]
        columns = self.data.export_columns
        lines = [] if way == "empty" else [[r.values[c.key] for c in columns] for r in rows]
        return 200, as_sheet(kind, name, [self.data.label(c) for c in columns], lines)
