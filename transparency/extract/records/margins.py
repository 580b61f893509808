"""The margins of spreadsheets that were published as pages: letters over the columns, numbers before the rows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.model import Page
from transparency.extract.records.rows import row_cells

LEAST = 3
"""So many letters or numbers in a row make a margin."""


def look_through_margins(page: Page, rows: Sequence[HtmlElement]) -> None:
    """Read the margins of a table as plain elements: they name no column and are no value. What stands over the records of a
    sheet is then like any other line of it."""
    told = [(row, cells) for row in rows if (cells := row_cells(row))]
    lettered = next((row for row, cells in told[:2] if is_lettered(list(map(dom.text, cells)))), None)
    numbers = numbers_before([cells for row, cells in told if row is not lettered], lettered is not None)
    for element in [lettered, *numbers] if numbers and lettered is not None else numbers:
        element.tag = "span"
        page.claim(element)


def is_lettered(labels: Sequence[str]) -> bool:
    """Whether columns are named A, B, C …; the corner and the edges of what is frozen say nothing."""
    told = [label for label in labels if label]
    return len(told) >= LEAST and told == [column_letters(n) for n in range(len(told))]


def column_letters(place: int) -> str:
    """What a spreadsheet calls its columns, from 0 on.

    >>> [column_letters(n) for n in (0, 25, 26, 27)]
    ['A', 'Z', 'AA', 'AB']
    """
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


def numbers_before(rows: Sequence[Sequence[HtmlElement]], lettered: bool) -> list[HtmlElement]:
    """The first cells of rows where they count the rows, the very headings included; none where they are a column of the list
    (its head says something) or, without letters over them, are not marked as heads of their rows."""
    first = [cells[0] for cells in rows]
    told = [text for cell in first if (text := dom.text(cell))]
    if len(told) < LEAST or not all(text.isdecimal() for text in told):
        return []
    counted = [int(text) for text in told]
    if counted[0] > 1 and not lettered:
        return []
    rises = all(0 < after - before <= LEAST for before, after in pairwise(counted))
    return first if rises and (lettered or all(cell.tag == "th" for cell in first)) else []
