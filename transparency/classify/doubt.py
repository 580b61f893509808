"""How uncertain a verdict is: what a reviewer looks at first."""

from __future__ import annotations

from dataclasses import dataclass

from transparency.items import Status

FEW_ROWS = 1
"""A table of so few rows may be a heading taken for data, or a sum."""


@dataclass(frozen=True)
class Signs:
    """What is known of a verdict besides its words."""

    status: Status
    score: float | None = None
    """Of the finding that proves it, 0 to 1; None where the stored pages do not say."""
    rows: int = 0
    """Data rows of the record set that proves it."""
    shape: str = ""
    rivals: int = 0
    """Other labels with data that name the item as well as the one chosen, or nearly so."""
    shared: int = 0
    """Other items of the criterion that the same label of the same page proves."""
    picture: bool = True
    unfilled: bool = False
    """A label names the item, but stands over no data."""
    criterion_seen: bool = True
    """Something else of the criterion was found with data."""


def doubt(signs: Signs) -> tuple[float, list[str]]:
    """Uncertainty from 0 (sure) to 1, and what makes it so, in words for the reviewer (Portuguese).

    Published: what its score lacks to 1, and a surcharge per odd sign. Absent: less where the label was found and stands
    over no data, since then the right place was seen; what was missed mostly is a label that was not recognised, among
    records of the criterion or in a place that was not found. Inconclusive: the program itself does not know.

    >>> doubt(Signs("published", score=1.0, rows=20, shape="table"))
    (0.0, [])
    """
    if signs.status == "inconclusive":
        return 0.75, ["o programa não pôde decidir"]
    if signs.status == "absent":
        if signs.unfilled:
            return 0.25, ["um rótulo com este nome existe, mas sem dados"]
        if not signs.criterion_seen:
            return 0.45, ["nada deste critério foi visto com dados"]
        return 0.45, ["há registros deste critério, e nenhum rótulo com este nome"]
    lack = 1.0 - min(1.0, max(0.0, signs.score)) if signs.score is not None else 0.5
    told = [
        (lack, lack >= 0.1, "o rótulo só se parece com o nome do item"),
        (0.15, signs.rivals > 0, "outros rótulos também serviriam"),
        (0.15, signs.shared > 0, "o mesmo rótulo prova mais de um item"),
        (0.10, signs.shape != "details" and signs.rows <= FEW_ROWS, "só se viu um registro"),
        (0.15, not signs.picture, "não há imagem da prova"),
    ]
    value = lack + sum(weight for weight, holds, _ in told[1:] if holds)
    return round(min(value, 0.95), 3), [words for _, holds, words in told if holds]
