"""What the words of a cell say as a value: dates in ISO form, amounts as decimals, numbers of firms and people in one spelling.

Nothing is guessed: what cannot be read in one way only stays without a value, and is in doubt.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Literal

from stdnum.br import cnpj

from transparency.extract.forms import MONTHS
from transparency.extract.values import is_placeholder, is_written_cnpj
from transparency.items import ValueType
from transparency.matrix import Item
from transparency.privacy.cleaning import is_cpf, kinds_named, mask
from transparency.text import legible, normalize

CellKind = Literal["text", "date", "money", "document"]
"""``document``: the number of a firm (CNPJ) or of a person (CPF)."""
Value = str | dt.date | Decimal

_BRAZILIAN = re.compile(r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?")
_ENGLISH = re.compile(r"\d{1,3}(?:,\d{3})+\.\d{2}|\d+\.\d{1,2}")
_UNIT = re.compile(r"R\$|BRL|\breais\b", re.IGNORECASE)
_DAY = re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)")
_ISO = re.compile(r"(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)")
_SPELLED = re.compile(r"(\d{1,2})[ºo]?\s+(?:de\s+)?([a-zç]{3,9})\.?,?\s+(?:de\s+)?(\d{4})")
_MONTH = re.compile(r"(\d{1,2})/(\d{4})")
_NAMED_MONTH = re.compile(r"([a-z]{3,9})\.?\s*(?:/|-|\sde\s|\s)\s*(\d{4}|\d{2})")
_CNPJ_OF_DIGITS = re.compile(r"\d{2}\.?\d{3}\.?\d{3}\s?/?\s?\d{4}\s?-?\s?\d{2}")
_ELEVEN = re.compile(r"[0-9]{11}")
ENOUGH = 10
"""From so many numbers on a column tells what they are …"""
BY_CHANCE = 0.05
"""… by the share of those that have the check digits of a CPF: of other numbers one in a hundred has."""
_CPF_FORM = re.compile(r"\d{3}\.?\d{3}\.?\d{3}\s?-?\s?\d{2}")


def kind_of(item: Item, column: ValueType) -> CellKind:
    """What the cells of a column are read as: by what its item may be and what its values look like."""
    if column == "date" and "date" in item.types:
        return "date"
    if column in ("money", "number") and "money" in item.types:
        return "money"
    if {"cpf", "cnpj"} & set(item.types) and column in ("cpf", "cnpj", "number", "code"):
        return "document"
    return "text"


def read_cell(text: str, kind: CellKind, label: str = "", numbered: bool = False) -> tuple[Value | None, bool]:
    """The value of a cell, and whether it is in doubt: there are words, but no value of that kind, or a CNPJ with wrong check
    digits. A cell that says that there is nothing has no value, and no doubt. ``numbered``: its column numbers records.

    >>> read_cell("1.234,56", "money"), read_cell("-", "money"), read_cell("a definir pelo setor", "money")
    ((Decimal('1234.56'), False), (None, False), (None, True))
    """
    if not text.strip() or is_placeholder(text):
        return None, False
    if kind == "document":
        return read_document_number(text)
    value = _READERS[kind](text) if kind in _READERS else as_written(text, kind, label, numbered)
    return value, value is None


def as_written(text: str, kind: CellKind, label: str, numbered: bool = False) -> str:
    """The words of a cell as they may be kept: without the numbers of people. ``label``: what stands over them. ``numbered``: its
    column numbers records."""
    if numbered and kind == "text" and _ELEVEN.fullmatch(text.strip()):
        return text
    if kind == "document" and _CPF_FORM.fullmatch(legible(text).strip()):
        return read_document_number(text)[0] or ""
    return mask(text, label)


def numbers_records(label: str, cells: Iterable[str]) -> bool:
    """Whether the numbers of eleven digits in a column are those of records: nearly all have check digits that no CPF has. The one in
    a hundred that has right ones by chance is then no CPF either.

    >>> numbers_records("Empenho", [f"202500000{n}" for n in range(10, 40)]), numbers_records("Empenho", ["52998224725"] * 30)
    (True, False)
    """
    bare = [told for cell in cells if _ELEVEN.fullmatch(told := cell.strip())]
    chance = sum(map(is_cpf, bare))
    return len(bare) >= ENOUGH and chance <= BY_CHANCE * len(bare) and not kinds_named(label)


def read_money(text: str) -> Decimal | None:
    """An amount. A mark of debit or credit says another thing in every report: such amounts are left alone, as are rounded ones.

    >>> read_money("R$ 1.234,56"), read_money("(12,00)"), read_money("1,234.56"), read_money("1.234"), read_money("3,2 mi")
    (Decimal('1234.56'), Decimal('-12.00'), Decimal('1234.56'), Decimal('1234'), None)
    """
    bare = _UNIT.sub("", legible(text)).replace(" ", "")
    negative = bare.startswith(("-", "(-")) or bare.endswith("-") or (bare.startswith("(") and bare.endswith(")"))
    digits = bare.strip("()+-")
    if _BRAZILIAN.fullmatch(digits):
        amount = Decimal(digits.replace(".", "").replace(",", "."))
    elif _ENGLISH.fullmatch(digits):
        amount = Decimal(digits.replace(",", ""))
    else:
        return None
    return -amount if negative else amount


def read_date(text: str) -> dt.date | str | None:
    """A day, whatever time stands beside it; of a month its ISO form as text.

    >>> read_date("05/03/2026 14:10"), read_date("5 de março de 2026"), read_date("03/2026"), read_date("31/02/2026")
    (datetime.date(2026, 3, 5), datetime.date(2026, 3, 5), '2026-03', None)
    """
    told = legible(text).strip()
    if found := _DAY.match(told):
        return _day(found[3], found[2], found[1])
    if found := _ISO.match(told):
        return _day(*found.groups())
    folded = " ".join(word if word.isdigit() else normalize(word) or word for word in told.replace("º", "").split())
    if found := _SPELLED.search(folded):
        return _day(found[3], str(_month_of(found[2])), found[1])
    return _read_month(told)


def _read_month(text: str) -> str | None:
    if found := _MONTH.fullmatch(text):
        month, year = int(found[1]), found[2]
    elif found := _NAMED_MONTH.fullmatch(text.casefold().replace("ç", "c")):
        month, year = _month_of(found[1]), found[2]
    else:
        return None
    return f"{_year(year)}-{month:02d}" if 1 <= month <= len(MONTHS) else None


def _month_of(name: str) -> int:
    """The number of a month by its name or the first letters of that; 0 for what is none."""
    folded = normalize(name)
    known = [n for n, month in enumerate(MONTHS, 1) if len(folded) > 2 and normalize(month).startswith(folded)]
    return known[0] if known else 0


def _year(text: str) -> int:
    return int(text) + (2000 if len(text) == 2 else 0)


def _day(year: str, month: str, day: str) -> dt.date | None:
    try:
        return dt.date(_year(year), int(month), int(day))
    except ValueError:
        return None


def read_document_number(text: str) -> tuple[str | None, bool]:
    """A CNPJ in its usual spelling, in doubt where its check digits are wrong; a CPF, always masked.

    >>> read_document_number("11222333000181"), read_document_number("529.982.247-25"), read_document_number("12ABC34501DE35")
    (('11.222.333/0001-81', False), ('***.982.247-**', False), ('12.ABC.345/01DE-35', False))
    """
    told = legible(text).strip()
    right = cnpj.is_valid(told)
    if right or _CNPJ_OF_DIGITS.fullmatch(told) or is_written_cnpj(told):
        return cnpj.format(told), not right
    digits = "".join(filter(str.isdigit, told))
    if _CPF_FORM.fullmatch(told):
        return f"***.{digits[3:6]}.{digits[6:9]}-**", False
    return mask(told, "CPF"), not any(sign in told for sign in "*xX•#")


_READERS: Mapping[CellKind, Callable[[str], Value | None]] = {"date": read_date, "money": read_money}
