"""Items as Parquet: typed columns, written in groups of rows, so that memory stays flat however many come."""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from itemadapter import ItemAdapter
from scrapy.exporters import BaseItemExporter
from scrapy.settings import BaseSettings

from transparency.called import called
from transparency.items import UserError
from transparency.rows.items import Group, Kind, Row

if TYPE_CHECKING:
    import pyarrow

GROUP = 2_000
"""Rows that are kept in memory before they are written: a few MB."""
DIGITS, DECIMALS = 20, 4
"""Of an amount. Prices per unit have up to four decimals."""
FIRST = ("municipio", "uf", "criterion")
"""Columns before those of the items; the others stand behind them."""


COMMON = {one.name for one in (*fields(Row), *fields(Group))}
"""Names of the columns that rows of all criteria have."""


@dataclass(frozen=True)
class Column:
    """A column of a file."""

    name: str
    label: str
    """In Portuguese."""
    kind: Kind


def columns_of(item: Any) -> list[Column]:
    """The columns for items like this one, or for a class of rows: those that the class names; of other items all as text."""
    if not is_dataclass(item):
        return [Column(name, name, "text") for name in ItemAdapter(item).field_names()]
    given = [Column(f.name, f.metadata.get("label", f.name), f.metadata.get("kind", "text")) for f in fields(item)]
    first = [column for column in given if column.name in FIRST]
    own = [column for column in given if column.name not in COMMON]
    return [*first, *own, *(column for column in given if column not in first and column not in own)]


# ---- values ----------------------------------------------------------------------------------------------------------


def _text(value: Any) -> str | None:
    return value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _date(value: Any) -> dt.date | None:
    return value if isinstance(value, dt.date) else None


def _amount(value: Any) -> Decimal | None:
    """An amount that fits the column; a longer one stays in ``raw``."""
    fits = isinstance(value, Decimal) and value == round(value, DECIMALS) and abs(value) < 10 ** (DIGITS - DECIMALS)
    return round(value, DECIMALS) if fits else None


def _time(value: str) -> dt.datetime | None:
    return dt.datetime.fromisoformat(value).astimezone(dt.UTC).replace(tzinfo=None) if value else None


def _pairs(value: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return [*value.items()]


def _amounts(value: Mapping[str, Decimal]) -> list[tuple[str, Decimal | None]]:
    return [(label, _amount(amount)) for label, amount in value.items()]


_CELLS: Mapping[Kind, Callable[[Any], Any]] = {
    "text": _text,
    "date": _date,
    "money": _amount,
    "time": _time,
    "map": _pairs,
    "amounts": _amounts,
}


def arrow() -> Any:
    """The module pyarrow, with that for Parquet. UserError where it is not installed."""
    try:
        import pyarrow as pa
        import pyarrow.compute
        import pyarrow.parquet
    except ImportError:
        raise UserError(
            "Falta a biblioteca pyarrow, que grava Parquet.", "Instale: pip install 'transparency[dados]'"
        ) from None
    return pa


@cache
def _types() -> Mapping[Kind, Any]:
    pa = arrow()
    text, amount = pa.string(), pa.decimal128(DIGITS, DECIMALS)
    return {
        "text": text, "date": pa.date32(), "money": amount, "number": pa.int32(), "time": pa.timestamp("ms"),
        "map": pa.map_(text, text), "amounts": pa.map_(text, amount), "list": pa.list_(text),
    }  # fmt: skip


def schema_of(columns: Iterable[Column]) -> pyarrow.Schema:
    """The schema of a file; each field tells its label and kind."""
    pa = arrow()
    return pa.schema(
        [pa.field(one.name, _types()[one.kind], metadata={"label": one.label, "kind": one.kind}) for one in columns]
    )


def columns_in(schema: pyarrow.Schema) -> list[Column]:
    """The columns of a file that was written here."""
    found = []
    for one in schema:
        told = one.metadata or {}
        kind: Any = told.get(b"kind", b"text").decode()
        found.append(Column(one.name, told.get(b"label", one.name.encode()).decode(), kind))
    return found


def read_schema(path: Path) -> pyarrow.Schema:
    """The schema of a file."""
    return arrow().parquet.read_schema(path)


def count_rows(path: Path) -> int:
    """How many rows a file has."""
    return int(arrow().parquet.read_metadata(path).num_rows)


def empty_columns(path: Path) -> set[str]:
    """The columns of texts, days and amounts that say nothing in any row, by what the file itself counts."""
    told = arrow().parquet.read_metadata(path)
    missing: Counter[str] = Counter()
    for group in range(told.num_row_groups):
        for place in range(told.num_columns):
            column = told.row_group(group).column(place)
            missing[column.path_in_schema] += column.statistics.null_count if column.statistics else 0
    return {name for name, nulls in missing.items() if nulls == told.num_rows}


def values_in(path: Path, name: str) -> set[str]:
    """The texts of a column of a file; of one that is not there only the empty one."""
    return {row.get(name) or "" for row in read_rows(path, [name])}


def read_rows(path: Path, names: Iterable[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a file, a group after another; ``names``: of the columns that are wanted."""
    wanted = None if names is None else [*names]
    with arrow().parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(GROUP, columns=wanted):
            yield from batch.to_pylist(maps_as_pydicts="strict")


# ---- files -----------------------------------------------------------------------------------------------------------


class ParquetFile:
    """A file that items of one kind are added to."""

    def __init__(self, target: IO[bytes] | Path, columns: Iterable[Column]) -> None:
        self.columns = [*columns]
        self.rows = 0
        self._waiting: list[list[Any]] = []
        self._schema = schema_of(self.columns)
        where = target if not isinstance(target, Path) else str(target)
        self._writer = arrow().parquet.ParquetWriter(where, self._schema, compression="zstd")

    def add(self, item: Any) -> None:
        """Add an item; its fields are looked up by the names of the columns."""
        get = ItemAdapter(item).get
        row = [_CELLS.get(column.kind, _same)(get(column.name)) for column in self.columns]
        self._waiting.append(row)
        self.rows += 1
        if len(self._waiting) >= GROUP:
            self._flush()

    def append(self, path: Path, name: str, values: Collection[str]) -> None:
        """Add the rows of a file that have one of these values in a column; none where its columns are others."""
        if not read_schema(path).equals(self._schema):
            return
        self._flush()
        wanted = arrow().array([*values])
        with arrow().parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(GROUP):
                fit = arrow().compute.is_in(batch.column(name), wanted)
                found = batch.filter(fit)
                self.rows += found.num_rows
                self._writer.write_batch(found)

    def close(self) -> None:
        """Write what waits, and the end of the file."""
        self._flush()
        self._writer.close()

    def _flush(self) -> None:
        if not self._waiting:
            return
        pa = arrow()
        values = zip(*self._waiting, strict=True)
        arrays = [pa.array(column, field.type) for column, field in zip(values, self._schema, strict=True)]
        self._writer.write_batch(pa.record_batch(arrays, schema=self._schema))
        self._waiting.clear()


def _same(value: Any) -> Any:
    return value


class ParquetItemExporter(BaseItemExporter):
    """For Scrapy's feeds: ``-O rows.parquet``. The first item tells the columns; one of another kind is refused."""

    def __init__(self, file: IO[bytes], **kwargs: Any) -> None:
        super().__init__(dont_fail=True, **kwargs)
        self.file = file
        self._kind: type[Any] | None = None
        self._parquet: ParquetFile | None = None

    def export_item(self, item: Any) -> None:
        """Write an item."""
        if self._parquet is None:
            self._kind, self._parquet = type(item), ParquetFile(self.file, self._wanted(columns_of(item)))
        if type(item) is not self._kind:
            raise TypeError(f"a Parquet file holds items of one kind: {self._kind}, not {type(item)}")
        self._parquet.add(item)

    def finish_exporting(self) -> None:
        """Write the end of the file, also of one without rows."""
        (self._parquet or ParquetFile(self.file, columns_of(Row))).close()

    def _wanted(self, columns: list[Column]) -> list[Column]:
        """FEED_EXPORT_FIELDS, where it is given."""
        if not self.fields_to_export:
            return columns
        named = {column.name: column for column in columns}
        return [named[name] for name in self.fields_to_export if name in named]


def refuse_unfit_feeds(settings: BaseSettings, criteria: Iterable[str]) -> None:
    """UserError for a Parquet feed that rows of these criteria cannot go to, before anything is begun."""
    named = [*criteria]
    for uri, options in settings.getdict("FEEDS").items():
        if options.get("format") != "parquet":
            continue
        arrow()
        if len(named) > 1:
            raise UserError(
                f"{uri}: um arquivo Parquet tem as colunas de um critério só, e foram pedidos {len(named)} ({', '.join(named)}).",
                f"Peça um de cada vez, ou use {called()} collect, que faz um arquivo para cada um.",
            )
        if not options.get("overwrite", True) and Path(str(uri)).exists():
            raise UserError(f"{uri}: nada pode ser acrescentado a um arquivo Parquet.", "Use -O no lugar de -o.")
