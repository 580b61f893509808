"""The letter (*ofício*) that asks a town to publish the items of the six criteria that an audit found absent, with law and deadline."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import Any

from transparency.items import UserError, Verdict
from transparency.matrix import Matrix
from transparency.report import elsewhere
from transparency.report.exports import writable
from transparency.report.letter import DAYS, EXAMPLES, day_in_brasilia, of_every_letter, write_letter
from transparency.report.rendering import share
from transparency.store.audits import StoredAudit

OWN = "oficio-itens"
"""Stem of its templates."""


def fields(audit: StoredAudit, matrix: Matrix, days: int, today: dt.date) -> dict[str, Any]:
    """What a template can name. UserError when there is nothing to ask for."""
    absent = [verdict for verdict in audit.verdicts if verdict.status == "absent"]
    if not absent:
        raise UserError(
            f"Nada do que pôde ser decidido em {audit.name} está ausente: não há o que pedir.",
            "O que ficou inconclusivo está no relatório.",
        )
    published = sum(verdict.status == "published" for verdict in audit.verdicts)
    decided = published + len(absent)
    return {
        **of_every_letter(audit, days, today),
        "publicados": published,
        "decididos": decided,
        "inconclusivos": len(audit.verdicts) - decided,
        "nota": share(published, decided),
        "faltas": _lacks(audit, absent, matrix),
    }


def _lacks(audit: StoredAudit, absent: list[Verdict], matrix: Matrix) -> list[dict[str, str]]:
    """Absent items in words, in the order of the matrix."""
    laws, examples = elsewhere.laws(matrix), elsewhere.of_items(audit)
    labels = {(item.criterion, item.key): item.label for item in matrix.items()}
    names = {criterion.id: criterion.name for criterion in matrix.criteria}
    found = []
    for verdict in absent:
        key = (verdict.criterion, verdict.item)
        shown = examples.get(key, ())[:EXAMPLES]
        found.append(
            {
                "criterio": names.get(verdict.criterion, verdict.criterion),
                "item": labels.get(key, verdict.item),
                "motivo": writable(verdict.reason),
                "lei": laws.get(key, ""),
                "exemplos": writable("; ".join(one.words for one in shown)),
            }
        )
    return found


def write(
    audit: StoredAudit, matrix: Matrix, path: Path, days: int = DAYS, template: Path | None = None, today: dt.date | None = None,
) -> Path:  # fmt: skip
    """Write the letter, DOCX or PDF by the name of the file. UserError when that is not possible."""
    return write_letter(lambda: fields(audit, matrix, days, today or day_in_brasilia()), path, OWN, template)
