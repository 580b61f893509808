"""How many rows a page says that there are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from transparency.rows.words import RowWords
from transparency.text import legible, normalize

_NUMBER = r"(\d{1,3}(?:\.\d{3})+|\d+)(?![\d,.]*\d)"
_RANGE = re.compile(rf"(?<![\d/.,-]){_NUMBER}\s*(?:a|até|ate|to|ao|-|–)\s*{_NUMBER}\s*(?:de|of|/)\s*{_NUMBER}", re.I)
_COUNT = re.compile(rf"(?<![\d/.,-]){_NUMBER}\s*([^\W\d_]+(?:\(\w+\))?)")
_OF_PAGES = re.compile(r"p[áa]g\w*[.:]*\s*\d+\s*(?:/|de|of)\s*", re.I)
"""Before a number of pages, behind which a title may stand ("Página: 1 / 3 EMPENHOS")."""
_TOTAL = re.compile(
    rf"\b(?:total|quantidade)(?:\s+(?:geral|de))?(?:\s+(?P<noun>[^\W\d_]+))?[^\w\n]{{1,4}}{_NUMBER}", re.I
)
_SHEET = re.compile(
    r"(?<![\d/.,-])([1-9]\d{0,3})\s*(?:de|of)\s*(\d{1,4})(?![\d/.,]*\d)|p[áa]g\w*\.?\s*(\d{1,4})\s*/\s*(\d{1,4})", re.I
)
_YEARS = range(1990, 2050)
"""A whole that may be a year ("1 a 31 de 2026") counts where the name of a record stands behind it."""
_NEAR = 24
"""So many characters around a number tell whether it is how many rows are shown at once."""


def count_told(texts: Iterable[str], words: RowWords, least: int = 1) -> int | None:
    """How many rows the texts of a page count; None where they count none, or by the same kind of words in several ways. What
    tells a range of it ("1 a 20 de 140") is believed most, then a total, then a number before the name of a record; that counts
    another list where it is less than the rows in sight (``least``).

    >>> words = RowWords(*[frozenset()] * 2, frozenset({"registros", "registro"}), *[frozenset({"exibir"}), frozenset({"por pagina"}), *[frozenset()] * 3])
    >>> count_told(["Mostrando 1 a 20 de 1.140 registros"], words), count_told(["180 registro(s) | exibir 20 registros"], words)
    (1140, 180)
    >>> count_told(["20 registros", "30 registros"], words), count_told(["Total de registros: 35"], words)
    (None, 35)
    """
    told = [legible(text) for text in texts]
    for counts in (_of_ranges, _of_totals, _of_names):
        fewest = least if counts is _of_names else 1
        found = {number for text in told for number in counts(text, words) if number >= fewest}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def sheets_told(text: str) -> frozenset[tuple[int, int]]:
    """What may tell which page is in sight, of how many.

    >>> sorted(sheets_told("Página 2 de 12, de 01/01/2026 a 31/12/2026, pág. 3/8, edital 1/2026, 1 de 2026"))
    [(2, 12), (3, 8)]
    """
    found = ((int(one or other), int(whole or all_)) for one, whole, other, all_ in _SHEET.findall(legible(text)))
    return frozenset((one, whole) for one, whole in found if 0 < one <= whole and whole not in _YEARS)


def _of_ranges(text: str, words: RowWords) -> Iterator[int]:
    for found in _RANGE.finditer(text):
        first, last, whole = map(_int, found.groups())
        behind = normalize(text[found.end() : found.end() + _NEAR]).split(" ")[0]
        if 0 < first <= last <= whole and (whole not in _YEARS or behind in words.counted):
            yield whole


def _of_totals(text: str, words: RowWords) -> Iterator[int]:
    for found in _TOTAL.finditer(text):
        if normalize(found["noun"] or "") in words.counted:
            yield _int(found[2])


def _of_names(text: str, words: RowWords) -> Iterator[int]:
    for found in _COUNT.finditer(text):
        around = normalize(f"{text[max(0, found.start() - _NEAR) : found.start()]} ")
        behind = normalize(text[found.end() : found.end() + _NEAR])
        size = around.endswith(tuple(words.showing)) or behind.startswith(tuple(words.per_page))
        year = found[1].isdigit() and int(found[1]) in _YEARS  # "Licitações 2026 | Despesas 2026"
        pages = any(one.end() == found.start() for one in _OF_PAGES.finditer(text, max(0, found.start() - _NEAR)))
        if normalize(found[2].partition("(")[0]) in words.counted and not (size or year or pages):
            yield _int(found[1])


def _int(text: str) -> int:
    return int(text.replace(".", ""))
