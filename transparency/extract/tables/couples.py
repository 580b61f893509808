"""Tables of fields: which cells of a line are labels, and which stand beside them as their values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence

from transparency.extract.tables.grids import fitted
from transparency.extract.tables.labels import Evidence, could_label, evidence_of_fields
from transparency.extract.tables.page import asks
from transparency.extract.tables.table import EMPTY, NARROW, Line, Make, Matrix, Piece
from transparency.extract.values import names_period
from transparency.text import normalize

_FIELD_AND_VALUE = re.compile(
    r"(?:nome d[oe] )?(?:campo|atributo|coluna|propriedade|chave|rotulo|variavel|field|column|key|property|attribute)s?"
    r"\|(?:valor|conteudo|value|dado|informacao|preenchimento|resposta|detalhe)s?"
)
"""Headings of a table that lists the fields of one record; "campo | descrição" explains them instead."""

NAMED = 10.0
"""Evidence of fields that headings name as such: more than any heading has."""
TURNS = 2.0
"""Evidence of lines of labels and lines of values that take turns."""
TITLE = 80
"""Characters of which the title of a section has no more."""

Section = tuple[str, list[tuple[Piece, Piece]]]
"""A title, and the labels below it with their values."""


def couples_of(matrix: Matrix, known: Container[Make]) -> tuple[list[Section], Evidence]:
    """The label and value pieces of a table of fields, by section; with what speaks for it."""
    lines = [line for line in matrix.lines if line.pieces]
    told = _couples_of_amounts(lines)
    if told:
        return [(matrix.caption, told)], evidence_of_fields(told, 2, known) | {"named": NAMED}
    stacked = [] if matrix.drawn else _labels_over_values(matrix.caption, lines)
    if stacked:
        couples = [couple for _, part in stacked for couple in part]
        return stacked, evidence_of_fields(couples, 2, known) | {"turns": TURNS}
    return _labels_before_values(matrix, lines, known)


def _labels_before_values(
    matrix: Matrix, lines: Sequence[Line], known: Container[Make]
) -> tuple[list[Section], Evidence]:
    """Labels with the values beside them, as ``couples_of``."""
    sections: list[Section] = [(matrix.caption, [])]
    used = 0
    widths: Counter[int] = Counter()
    for line in lines:
        cells = [cell for cell in line.cells if cell.text != ":"]
        if matrix.drawn:
            cells = [cell for cell in cells if cell.text or cell.right - cell.left > NARROW]
        if len(cells) == 1 and len(cells[0].text) <= TITLE:
            sections.append((cells[0].text, []))
            continue
        couples = _couples_by_sign(cells) or _couples_by_place(cells)
        used += bool(couples)
        widths[2 * len(couples)] += bool(couples)
        sections[-1][1].extend(couples)
    couples = [couple for _, part in sections for couple in part]
    width = widths.most_common(1)[0][0] if widths else 0
    if not couples or used < 0.5 * len(lines) or width > 6:
        return [], {}
    first = next((line for line in lines if len(line.cells) > 1), lines[0])
    several = len(couples) > 1
    headed = several and all(cell.head >= 3 for cell in first.cells)
    named = several and bool(_FIELD_AND_VALUE.fullmatch("|".join(normalize(piece.text) for piece in first.pieces)))
    if named:
        next(part for _, part in sections if part).pop(0)
        couples = couples[1:]
    evidence = evidence_of_fields(couples, width, known)
    if named:
        evidence["named"] = NAMED
    elif headed:
        evidence["headed"] = -6.0
    if width > 2 and len(widths) == 1 and used > 12:
        evidence["long"] = -2.0
    return sections, evidence


def _couples_of_amounts(lines: Sequence[Line]) -> list[tuple[Piece, Piece]]:
    """The fields of a table whose rows repeat the heading of their values ("Tipo | Valor" over "Valor empenhado | 10,00"), or stand
    under headings that are nothing but periods; with their first value."""
    if len(lines) < 3 or len(lines[0].cells) < 2 or any(len(line.cells) != len(lines[0].cells) for line in lines):
        return []
    first, *rows = lines
    head = normalize(first.cells[1].text)
    repeated = head and all(normalize(row.cells[0].text).startswith(f"{head} ") for row in rows)
    periods = not first.cells[0].text and all(names_period(cell.text) for cell in first.cells[1:])
    if not repeated and not (periods and all(row.cells[0].text for row in rows)):
        return []
    return [(row.cells[0], next((c for c in row.cells[1:] if c.cell.filled), row.cells[1])) for row in rows]


def _labels_over_values(caption: str, lines: Sequence[Line]) -> list[Section]:
    """The fields of a table in which lines of labels and lines of their values take turns; empty for any other table."""
    sections: list[Section] = [(caption, [])]
    at, turns = 0, 0
    if max((len(line.pieces) for line in lines), default=0) < 2:
        return []  # names over lists of places
    while at < len(lines):
        line = lines[at]
        at += 1
        if not all(map(_is_signed_label, line.pieces)):
            if len(line.pieces) > 1 or len(line.pieces[0].text) > TITLE:
                return []
            sections.append((line.pieces[0].text, []))
            continue
        below = lines[at] if at < len(lines) and not any(map(_is_signed, lines[at].pieces)) else None
        values = fitted(below, line.pieces, False) if below is not None else {}
        if values is None:
            return []
        at += below is not None
        turns += below is not None
        blank = Piece(EMPTY, line.right, line.right)
        sections[-1][1].extend((label, values.get(n, blank)) for n, label in enumerate(line.pieces))
    return [section for section in sections if section[1]] if turns > 1 else []


def _is_signed(piece: Piece) -> bool:
    """Whether a piece ends with a colon, or its mark-up says that it is a label or a heading."""
    return piece.text.endswith(":") or piece.mark >= 2 or piece.head > 0


def _is_signed_label(piece: Piece) -> bool:
    return _is_signed(piece) and could_label(piece.text.rstrip(": "))


def _couples_by_place(cells: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Every other cell with the one after it. A field to fill is no empty margin: what stands before it is how it is compared
    ("Vínculo | Igual a | …")."""
    if len(cells) % 2 and len(cells) > 2 and not cells[-1].text:
        last = cells[-1].cell.element
        if last is not None and asks(last):
            return []
        cells = cells[:-1]
    if len(cells) % 2:
        return []
    return [(a, b) for a, b in zip(cells[::2], cells[1::2], strict=True) if a.text]


def _couples_by_sign(cells: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Cells that end with a colon, or are marked as labels where others are not, each with the words before the next one or with
    nothing. Empty where there are none, or more words than these."""
    told = [cell for cell in cells if cell.text]
    labels = [cell for cell in told if cell.text.endswith(":")] or [cell for cell in told if cell.mark >= 2]
    if not labels or told[0] is not labels[0] or (len(labels) == len(told) > 1 and not labels[0].text.endswith(":")):
        return []
    found = []
    places = [cells.index(label) for label in labels]
    for label, at, after in zip(labels, places, [*places[1:], len(cells)], strict=True):
        between = cells[at + 1 : after]
        said = [cell for cell in between if cell.text]
        if len(said) > 1:
            return []
        found.append((label, next(iter(said or between), Piece(EMPTY, label.right, label.right))))
    return found
