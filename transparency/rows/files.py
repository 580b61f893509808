"""The portal's own file of a list (CSV, spreadsheet, JSON): its rows as the list writes them, once the rows in sight were found in it.

A file is believed where it has each column of the list, each row in sight with the same cells, and as many rows as the portal counts.
Its cells are written as the list writes them ("1234.5" becomes "R$ 1.234,50"), so that a row has the same key from wherever it came.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from stdnum.br import cnpj

from transparency.extract.documents import DocumentProblem, read_rows
from transparency.extract.dom import tidy
from transparency.extract.tables.grids import is_total
from transparency.extract.tables.table import Cell
from transparency.extract.values import is_action, is_placeholder
from transparency.rows.cells import read_date, read_money
from transparency.rows.reading import SeenColumn, SeenList, label_of, numbered_columns
from transparency.text import normalize

NO_ROWS = "não tem linhas com as colunas da tela"
NO_COLUMN = "não tem a coluna “{}”"
OTHER_CELLS = "na coluna “{}” diz outra coisa que a tela"
OTHER_ROWS = "faltam nele {} das {} linhas da tela"
OTHER_COUNT = "tem {} linhas, e a lista {}"
HEAD = 40
"""Among so many rows of a sheet its headings stand."""
_AMOUNT = re.compile(r"(\D*?)-?\d[\d.]*,(\d+)")
Rewrite = Callable[[str], str]


class FileDiffers(Exception):
    """Why a file is not taken for its list, in words (Portuguese)."""


@dataclass(frozen=True)
class _Sheet:
    """A table of a file: its headings, and its rows below."""

    labels: list[str]
    rows: list[list[str]]


def rows_of_file(body: bytes, name: str, seen: SeenList, told: int | None) -> SeenList:
    """The list with all the rows of its file. ``name``: what the file is called; ``told``: how many rows the portal counts. FileDiffers
    where the file says another thing than the rows in sight."""
    try:
        sheets = read_rows(body, name)
    except DocumentProblem as problem:
        raise FileDiffers(str(problem)) from problem
    wanted = [normalize(column.label) for column in seen.columns]
    sheet = _table(sheets, wanted)
    if told is not None and len(sheet.rows) != told:
        raise FileDiffers(OTHER_COUNT.format(len(sheet.rows), told))
    places = _places([*map(normalize, sheet.labels)], wanted)
    columns = [[*_column(seen, number, place, sheet)] for number, place in enumerate(places)]
    rows = [[*cells] for cells in zip(*columns, strict=True)]
    if missing := (Counter(map(tuple, seen.rows)) - Counter(map(tuple, rows))).total():
        raise FileDiffers(OTHER_ROWS.format(missing, len(seen.rows)))
    return _with_more(seen, rows, sheet, {*range(len(sheet.labels))}.difference(places))


def _table(sheets: Sequence[Sequence[dict[int, str]]], wanted: Sequence[str]) -> _Sheet:
    """The rows below the headings that are most like those of the list (``wanted``, folded): each of the first rows of a sheet may be
    them, alone or with groups over it. FileDiffers where none is."""
    best, found = (1, 0), _Sheet([], [])
    for sheet in sheets:
        width = 1 + max((place for row in sheet for place in row), default=0)
        rows = [[row.get(place, "") for place in range(width)] for row in sheet]
        for number, row in enumerate(rows[:HEAD]):
            for labels in (row, _grouped(rows[number - 1], row) if number else row):
                called = [*map(normalize, labels)]
                matched = sum(place is not None for place in _places(called, wanted))
                like = matched, sum(label in called for label in wanted)
                if like > best:
                    best, found = like, _Sheet(labels, rows[number + 1 :])
    records = [row for row in found.rows if _is_record(row, found.labels)]
    if not records:
        raise FileDiffers(NO_ROWS)
    return replace(found, rows=records)


def _grouped(groups: Sequence[str], labels: Sequence[str]) -> list[str]:
    """Headings with that of their group, which stands over the first of them."""
    over, made = "", []
    for group, label in zip(groups, labels, strict=True):
        over = group or over
        made.append(f"{over} {label}".strip())
    return made


def _is_record(row: Sequence[str], labels: Sequence[str]) -> bool:
    """Whether a row is one of the list: no note, no sum, no headings again."""
    filled = sum(map(bool, row))
    return filled > 1 and [*row] != [*labels] and not is_total([Cell(text, "text") for text in row])


def _places(labels: Sequence[str], wanted: Sequence[str]) -> list[int | None]:
    """For each column of the list the place of that of the file which is called so; of several with one name the first, the second and
    so on, where both have as many of them.

    >>> _places(["valor", "data", "valor"], ["data", "valor", "valor", "abc objeto"]), _places(["objeto"], ["abc objeto", ""])
    ([1, 0, 2, None], [0, None])
    """
    named = [label if label in labels else _alike(label, labels, wanted) for label in wanted]
    clear = {label for label in named if label and labels.count(label) == named.count(label)}
    waiting = {label: [place for place, one in enumerate(labels) if one == label] for label in clear}
    return [waiting[label].pop(0) if label in clear else None for label in named]


def _alike(label: str, labels: Sequence[str], wanted: Sequence[str]) -> str:
    """The one heading of a file that is the beginning or the end of a column's ("texto Credor"), or the other way round; the cells tell
    whether it is."""
    found = {one for one in labels if one and one not in wanted and (_is_part(one, label) or _is_part(label, one))}
    return found.pop() if label and len(found) == 1 else ""


def _is_part(short: str, long: str) -> bool:
    return f"{long} ".startswith(f"{short} ") or f" {long}".endswith(f" {short}")


def _column(seen: SeenList, number: int, place: int | None, sheet: _Sheet) -> list[str]:
    """The cells of a column of the list, for all rows of the file."""
    column, shown = seen.columns[number], [row[number] for row in seen.rows]
    if place is None:
        return _without(column, shown, len(sheet.rows))
    said = [tidy(row[place]) for row in sheet.rows]
    blank = _blank(shown, said)
    for rewrite in _rewrites(shown):
        known = {text: rewrite(text) if text else blank for text in {*said}}
        if {*shown} <= {*known.values()}:
            return [known[text] for text in said]
    raise FileDiffers(OTHER_CELLS.format(column.label))


def _without(column: SeenColumn, shown: Sequence[str], count: int) -> list[str]:
    """The cells of a column that a file need not have: what is pressed, nothing, or the numbers of the rows."""
    if column.item == "" and all(text == shown[0] for text in shown) and _says_nothing(shown[0]):
        return [shown[0]] * count
    first = int(shown[0]) if shown[0].isdecimal() else 0
    if column.item == "" and [*shown] == [str(first + number) for number in range(len(shown))]:
        return [str(number + 1) for number in range(count)]
    raise FileDiffers(NO_COLUMN.format(column.label))


def _says_nothing(text: str) -> bool:
    return not text.strip() or is_placeholder(text) or is_action(text)


def _blank(shown: Sequence[str], said: Sequence[str]) -> str:
    """What the list writes in a cell that is empty in the file."""
    signs = {text for text in shown if text and is_placeholder(text)}.difference(said)
    return signs.pop() if len(signs) == 1 and "" not in shown else ""


def _rewrites(shown: Sequence[str]) -> Iterator[Rewrite]:
    """The ways in which a list may write what a file says otherwise, the plainest first."""
    yield str
    filled = [text for text in shown if text and not is_placeholder(text)]
    if amounts := [found for text in filled if (found := _AMOUNT.fullmatch(text))]:
        sign, decimals = amounts[0][1], len(amounts[0][2])
        yield lambda text: _amount(text, sign, decimals)
    yield _day
    yield _firm
    if len(widths := {len(text) for text in filled if text.isdecimal()}) == 1:
        width = widths.pop()
        yield lambda text: text.zfill(width)


def _amount(text: str, sign: str, decimals: int) -> str:
    amount = read_money(text)
    return text if amount is None else sign + f"{amount:,.{decimals}f}".translate(str.maketrans(",.", ".,"))


def _day(text: str) -> str:
    day = read_date(text)
    return day.strftime("%d/%m/%Y") if isinstance(day, dt.date) else text


def _firm(text: str) -> str:
    whole = text.zfill(14) if text.isdecimal() else text  # a spreadsheet has made a number of it
    return cnpj.format(whole) if cnpj.is_valid(whole) else text


def _with_more(seen: SeenList, rows: list[list[str]], sheet: _Sheet, others: set[int]) -> SeenList:
    """The list with other rows, and with the columns that only the file has."""
    more = [place for place in sorted(others) if sheet.labels[place] and any(row[place] for row in sheet.rows)]
    columns = [SeenColumn(label_of(sheet.labels[place]), "", "text") for place in more]
    for cells, row in zip(rows, sheet.rows, strict=True):
        cells += [tidy(row[place]) for place in more]
    found = replace(
        seen,
        columns=[*seen.columns, *columns],
        rows=rows,
        own=len(seen.columns),
        sheet=seen.digest(),
        left_out=False,
        twins=0,
    )
    found.numbered = seen.numbered | numbered_columns(found)
    return found
