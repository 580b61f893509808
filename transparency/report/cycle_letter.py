"""The letter (*ofício*) that asks a town to publish what an evaluation by the national matrix found missing, with law and deadline."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from transparency.aspects.seen import Answer
from transparency.eval.charts import decimal
from transparency.items import UserError
from transparency.report.cycle_sheet import NAMES, Asked, Sheet, elsewhere, interval
from transparency.report.elsewhere import Example
from transparency.report.exports import writable
from transparency.report.letter import DAYS, EXAMPLES, day_in_brasilia, of_every_letter, write_letter

OWN = "oficio"
"""Stem of its templates."""


def fields(sheet: Sheet, days: int, today: dt.date) -> dict[str, Any]:
    """What a template can name. UserError when there is nothing to ask for."""
    if not sheet.dearest:
        raise UserError(
            f"Nada do que pôde ser decidido em {sheet.audit.name} deixa de ser atendido: não há o que pedir.",
            "O que falta verificar por uma pessoa está no relatório.",
        )
    examples = elsewhere(sheet)
    essential = [one for one in sheet.asked if one.counts["not_met"] and one.requirement.rank == "essencial"]
    others = [one for one in sheet.asked if one.counts["not_met"] and one.requirement.rank != "essencial"]
    return {
        **of_every_letter(sheet.audit, days, today),
        "matriz": sheet.cycle.name,
        "indice": interval(sheet.low, sheet.high),
        "nivel": sheet.level,
        "essenciais": [_lack(one, examples.get(one.requirement.id, ())) for one in essential],
        "faltas": [_lack(one, examples.get(one.requirement.id, ())) for one in [*essential, *others]],
    }


def _lack(asked: Asked, examples: Sequence[Example]) -> dict[str, str]:
    """A requirement that is not met, in words. ``examples``: where other towns of the vendor meet it."""
    lacking: list[Answer] = [answer for answer in asked.answers if answer.status == "not_met"]
    of = asked.requirement
    return {
        "numero": of.id,
        "pergunta": of.question,
        "classe": of.rank,
        "itens": ", ".join(NAMES[answer.aspect].lower() for answer in lacking),
        "motivo": writable(" ".join(dict.fromkeys(answer.reason for answer in lacking))),
        "lugar": writable(next((answer.url for answer in lacking if answer.url), "")),
        "lei": "; ".join(of.law),
        "corrigir": of.remedy,
        "exemplos": writable("; ".join(one.words for one in examples[:EXAMPLES])),
        "pontos": decimal(asked.gain, 2),
    }


def write(
    sheet: Sheet, path: Path, days: int = DAYS, template: Path | None = None, today: dt.date | None = None
) -> Path:
    """Write the letter, DOCX or PDF by the name of the file. UserError when that is not possible."""
    return write_letter(lambda: fields(sheet, days, today or day_in_brasilia()), path, OWN, template)
