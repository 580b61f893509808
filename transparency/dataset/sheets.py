"""Rows as CSV for people: as a Brazilian spreadsheet expects it, each column of the portal a column of its own."""

from __future__ import annotations

import csv
import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from transparency.dataset.parquet import Column, columns_in, empty_columns, read_rows, read_schema
from transparency.report.exports import neutralise, writable
from transparency.rows.items import Kind

SEPARATOR, ENCODING = ";", "utf-8-sig"
UNWRITTEN = ("raw",)
"""What stands in the Parquet file only; of cells in doubt it is told with the doubt."""


@dataclass(frozen=True)
class SheetColumn:
    """A column of a sheet: a field of the rows, or what stands in a field under a label of the portal."""

    name: str
    label: str
    kind: Kind
    field: str
    key: str = ""


def sheet_columns(parquet: Path) -> list[SheetColumn]:
    """The columns of the sheet of a Parquet file: items that it has, and the labels of the portal in the order in which they come."""
    empty = empty_columns(parquet)
    columns = [column for column in columns_in(read_schema(parquet)) if column.name not in empty]
    keys = _keys(parquet, [column.name for column in columns if column.kind in ("map", "amounts")])
    found: list[SheetColumn] = []
    for column in columns:
        if column.name in UNWRITTEN:
            continue
        if column.name not in keys:
            found.append(SheetColumn(column.name, column.label, column.kind, column.name))
        found += [SheetColumn("", key, _kind_inside(column), column.name, key) for key in keys.get(column.name, ())]
    return [*_named(found)]


def _keys(parquet: Path, names: list[str]) -> Mapping[str, Mapping[str, None]]:
    """The labels in the fields that hold several, in order."""
    keys: dict[str, dict[str, None]] = {name: {} for name in names}
    for row in read_rows(parquet, names):
        for name in names:
            keys[name].update(dict.fromkeys(row[name] or ()))
    return keys


def _kind_inside(column: Column) -> Kind:
    return "money" if column.kind == "amounts" else "text"


def _named(columns: list[SheetColumn]) -> Iterator[SheetColumn]:
    """Columns with names that none has twice, whatever its case: a label of the portal may be called like a field."""
    taken = {column.name.casefold() for column in columns if column.name}
    for column in columns:
        if column.name:
            yield column
            continue
        base = name = neutralise(writable(" ".join(column.key.split()))) or "coluna"
        number = 1
        while name.casefold() in taken:
            number += 1
            name = f"{base} ({number})"
        taken.add(name.casefold())
        yield SheetColumn(name, column.label, column.kind, column.field, column.key)


def write_sheet(parquet: Path, target: Path) -> None:
    """Write the CSV file of a Parquet file."""
    columns = sheet_columns(parquet)
    with open(target, "w", encoding=ENCODING, newline="") as file:
        write = csv.writer(file, delimiter=SEPARATOR, lineterminator="\r\n").writerow
        write([column.name for column in columns])
        for row in read_rows(parquet):
            write([_cell(row, column) for column in columns])


def _cell(row: Mapping[str, Any], column: SheetColumn) -> str:
    value = row[column.field]
    if column.key:
        value = (value or {}).get(column.key)
    elif column.field == "doubts":
        value = "; ".join(f"{item}: {(row['raw'] or {}).get(item, '')}" for item in value or ())
    if isinstance(value, list):
        value = " > ".join(value)
    return written(value)


def written(value: Any) -> str:
    """A value as people read it in Brazil; a text that a spreadsheet would take for a formula with an apostrophe before it.

    >>> import datetime as dt
    >>> [written(value) for value in (Decimal("1250.5000"), Decimal("0.1234"), dt.date(2026, 3, 5), "=1+1", None)]
    ['1250,50', '0,1234', '2026-03-05', "'=1+1", '']
    """
    if value is None:
        return ""
    if isinstance(value, Decimal):
        whole, _, part = f"{value:f}".partition(".")
        return f"{whole},{part.rstrip('0').ljust(2, '0')}"
    if isinstance(value, dt.datetime):
        return f"{value.isoformat(timespec='seconds')}Z"
    return neutralise(writable(value)) if isinstance(value, str) else str(value)
