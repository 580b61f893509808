"""Whether a wrapper still fits its list: its columns, their types, and how many rows the portal counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from transparency.rows.cells import CellKind
from transparency.rows.items import ListSummary, Row
from transparency.rows.wrapper import Wrapper
from transparency.text import plural

KINDS: Mapping[CellKind, str] = {"text": "texto", "date": "data", "money": "valor", "document": "CPF ou CNPJ"}
"""What the cells of a column are read as, in words (Portuguese)."""
ODD = 0.2
"""From this share of cells on that are no value of their kind, another column stands where it was."""
SHRUNK = 0.5
"""A list with less than this share of the rows that it had asks another thing, or is another one."""


@dataclass
class Sample:
    """What was seen of a list. Of the rows only counts are kept."""

    rows: int = 0
    seen: set[str] = field(default_factory=set)
    """Items that have a column."""
    filled: Counter[str] = field(default_factory=Counter)
    odd: Counter[str] = field(default_factory=Counter)
    """Item → cells with words that are no value of their kind."""

    def add(self, raw: Mapping[str, str], odd: Iterable[str]) -> None:
        """Count a row. ``odd``: the items whose cells are no value of their kind."""
        self.rows += 1
        self.seen |= raw.keys()
        self.filled.update(item for item, text in raw.items() if text.strip())
        self.odd.update(odd)

    def add_row(self, row: Row) -> None:
        """Count a row that was handed out."""
        self.add(row.raw, (item for item in row.doubts if getattr(row, item) is None))


def misfits(wrapper: Wrapper, sample: Sample, now: ListSummary, before: int | None) -> Iterator[str]:
    """What does not fit any more (Portuguese); nothing where all does. ``before``: how many rows the portal counted last time."""
    if not sample.rows:
        yield "; ".join(now.gaps) or "a lista não trouxe linhas"
        return
    yield from now.mended
    for column in wrapper.columns:
        if column.item and column.item not in sample.seen:
            yield f"a coluna “{column.label}” não está mais na lista"
    yield from (text for text, _ in odd_columns(wrapper, sample))
    if before and now.told is None:
        yield f"o portal não conta mais as linhas (contava {before})"
    elif before and now.told is not None and now.told < SHRUNK * before:
        yield f"o portal conta {plural(now.told, 'linha')}, e contava {before}"


def odd_columns(wrapper: Wrapper, sample: Sample) -> Iterator[tuple[str, float]]:
    """The columns of which too many cells are no value of their kind, in words (Portuguese), each with the share of those."""
    for column in wrapper.columns:
        odd, filled = sample.odd[column.item], sample.filled[column.item]
        if odd > ODD * filled:
            yield f"“{column.label}”: {odd} de {filled} células não são {KINDS[column.kind]}", odd / filled
