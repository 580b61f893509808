"""Whether the values of a column may be those of an item."""

from __future__ import annotations

import re
from collections.abc import Sequence

from transparency.extract.values import has_person_id, is_action, is_period
from transparency.items import Column, ValueType
from transparency.text import normalize

_DOTTED = re.compile(r"\d+\.\d\d?")
"""An account ("211.01") has the form of a sum; only the label tells which it is."""

_RUN_TOGETHER_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
"""A date as programs write it ("20230314"), which has the form of a number."""

_CENTS_LEFT_OUT = re.compile(r"0|\d{4,12}")
"""A sum of a program that leaves out cents that are zero ("4320000")."""


def compatible(column: Column, types: Sequence[ValueType]) -> bool:
    """Whether the values of a column may be those of an item. An empty column denies nothing."""
    kind = column.value_type
    if not types or kind == "empty" or kind in types:
        return True
    if kind in ("date", "money") and {"code", "number"} & set(types):
        return bool(column.samples) and all(is_period(s) or _DOTTED.fullmatch(s) for s in column.samples)
    if kind == "number" and "date" in types:
        return bool(column.samples) and all(map(_RUN_TOGETHER_DATE.fullmatch, column.samples))
    if kind == "number" and "money" in types:
        # codes, years and numbers of records have as many digits as each other
        return all(map(_CENTS_LEFT_OUT.fullmatch, column.samples)) and len({*map(len, column.samples)} - {1}) > 1
    if (kind == "number" and "code" in types) or (kind == "code" and "number" in types):
        return True
    if kind in ("text", "link", "code") and {"cpf", "cnpj"} & set(types):
        return sum(map(has_person_id, column.samples)) * 2 >= max(1, len(column.samples))
    if (kind == "cpf" and "cnpj" in types) or (kind == "cnpj" and "cpf" in types):
        return set(types) != {"cpf"}
    if kind == "text" and {"number", "code"} & set(types) and "text" not in types:
        # "Pregão 12/2026", "Dispensa nº 7": the number stands in the words
        return bool(column.samples) and sum(
            bool(re.search(r"\d+\s*/\s*\d{2,4}|\bn[º°o.]*\s*\d+", s, re.I)) for s in column.samples
        ) * 2 >= len(column.samples)
    # A name may be a link; "Detalhar" and a lens in every row name nothing.
    return kind == "link" and "text" in types and not all(map(is_action, column.samples))


def denies(column: Column, types: Sequence[ValueType]) -> bool:
    """Whether the values of a column cannot be those of an item that its mark-up names: sums are no words, nor words sums."""
    if "text" in types or "link" in types:
        return column.value_type == "money" and "money" not in types
    return not compatible(column, types)


def agrees(column: Column, values: Sequence[str]) -> bool | None:
    """Whether samples begin with one of the given values (most: True, some: None, none: False). None without samples."""
    if not column.samples:
        return None
    hits = 0
    for sample in column.samples:
        folded = re.sub(r"^[\d\s]+", "", normalize(sample))
        folded = folded.strip()
        hits += any(folded == v or folded.startswith((v + " ", v + "s ")) or folded == v + "s" for v in values)
    if hits * 2 >= len(column.samples):
        return True
    return None if hits else False
