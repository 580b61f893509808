"""Tables of fields: which cells of a line are labels, and which stand beside them as their values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Sequence

from transparency.extract.tables.labels import Evidence, evidence_of_fields
from transparency.extract.tables.model import EMPTY, NARROW, Make, Matrix, Piece
from transparency.text import normalize

_FIELD_AND_VALUE = re.compile(
    r"(?:nome d[oe] )?(?:campo|atributo|coluna|propriedade|chave|rotulo|variavel|field|column|key|property|attribute)s?"
    r"\|(?:valor|conteudo|value|dado|informacao|preenchimento|resposta|detalhe)s?"
)
"""Headings of a table that lists the fields of one record; "campo | descrição" explains them instead."""


def couples_of(
    matrix: Matrix, known: Container[Make] = ()
) -> tuple[list[tuple[str, list[tuple[Piece, Piece]]]], Evidence]:
    """The label and value pieces of a table of fields, by section; with what speaks for it."""
    lines = [line for line in matrix.lines if line.pieces]
    sections: list[tuple[str, list[tuple[Piece, Piece]]]] = [(matrix.caption, [])]
    used = 0
    widths: Counter[int] = Counter()
    for line in lines:
        cells = [cell for cell in line.cells if cell.text != ":"]
        if matrix.drawn:
            cells = [cell for cell in cells if cell.text or cell.right - cell.left > NARROW]
        if len(cells) == 1 and len(cells[0].text) <= 80:
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
    headed = all(cell.head >= 3 for cell in first.cells) and len(couples) > 1
    named = headed and bool(_FIELD_AND_VALUE.fullmatch("|".join(normalize(piece.text) for piece in first.pieces)))
    if named:
        next(part for _, part in sections if part).pop(0)
        couples = couples[1:]
    evidence = evidence_of_fields(couples, width, known)
    if named:
        evidence["named"] = 10.0  # more than any heading has
    elif headed:
        evidence["headed"] = -6.0
    if width > 2 and len(widths) == 1 and used > 12:
        evidence["long"] = -2.0
    return sections, evidence


def _couples_by_place(cells: Sequence[Piece]) -> list[tuple[Piece, Piece]]:
    """Every other cell with the one after it."""
    if len(cells) % 2 and len(cells) > 2 and not cells[-1].text:
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
