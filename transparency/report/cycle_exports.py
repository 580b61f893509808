"""The spreadsheet of a self-evaluation by the national matrix: a line for each requirement and aspect, as CSV, XLSX or JSON lines.

Texts of portals are not trusted: what a spreadsheet would take for a formula is written as text (``exports``).
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from transparency.aspects.seen import Answer
from transparency.report.audit_page import reference
from transparency.report.cycle_sheet import NAMES, WORDS, Sheet
from transparency.report.exports import Cell, text_file, write_csv, write_xlsx

COLUMNS = (
    "Município", "UF", "Auditoria", "Dimensão", "Critério", "Pergunta", "Classificação", "Item de verificação", "Resposta", "Link",
    "Caminho", "Observação",
)  # fmt: skip
SEPARATOR = ";"
"""A Brazilian Excel puts a row into cells only at semicolons."""
PLACES = 3
"""Places that were read, in a note."""


def note(answer: Answer) -> str:
    """What a person reads beside an answer."""
    parts = [answer.reason]
    if answer.label:
        parts.append(f"Visto: “{answer.label}”.")
    if answer.status == "undecided" and answer.look:
        parts.append(f"Verificar: {answer.look}")
    if answer.status == "not_met" and answer.places:
        parts.append(f"Lugares lidos: {'; '.join(answer.places[:PLACES])}{'…' if len(answer.places) > PLACES else '.'}")
    return " ".join(parts)


def rows(sheets: Iterable[Sheet]) -> Iterator[list[Cell]]:
    """The values of ``COLUMNS``; texts as they are."""
    for sheet in sheets:
        head: list[Cell] = [sheet.audit.name, sheet.audit.uf, reference(sheet.audit)]
        for section in sheet.sections:
            for asked in section.asked:
                of = asked.requirement
                for answer in asked.answers:
                    yield [
                        *head, section.dimension.name, of.id, of.question, of.rank, NAMES[answer.aspect],
                        WORDS[answer.status].capitalize(), answer.url, " › ".join(answer.steps), note(answer),
                    ]  # fmt: skip


def _csv(sheets: Iterable[Sheet], path: Path, separator: str) -> int:
    return write_csv(path, COLUMNS, rows(sheets), separator or SEPARATOR)


def _xlsx(sheets: Iterable[Sheet], path: Path, _separator: str) -> int:
    return write_xlsx(path, "avaliação", COLUMNS, rows(sheets))


def _lines(sheets: Iterable[Sheet]) -> Iterator[dict[str, Any]]:
    for sheet in sheets:
        head = {
            "audit": reference(sheet.audit),
            "municipio": sheet.audit.slug,
            "uf": sheet.audit.uf,
            "cycle": sheet.cycle.id,
        }
        for asked in sheet.asked:
            for answer in asked.answers:
                of = asked.requirement
                yield {**head, "dimension": of.dimension, "rank": of.rank, **dataclasses.asdict(answer)}


def _jsonl(sheets: Iterable[Sheet], path: Path, _separator: str) -> int:
    """The words of the answers' own file, with whose they are."""
    count = 0
    with text_file(path, "utf-8") as file:
        for count, line in enumerate(_lines(sheets), 1):  # noqa: B007 - counted
            file.write(f"{json.dumps(line, ensure_ascii=False)}\n")
    return count


KINDS: dict[str, Callable[[Iterable[Sheet], Path, str], int]] = {"csv": _csv, "xlsx": _xlsx, "jsonl": _jsonl}
"""Formats by the names that people give."""


def export(sheets: Iterable[Sheet], kind: str, path: Path, separator: str = "") -> int:
    """Write answers in one of ``KINDS``, aside and renamed; gives the number of lines. UserError when that is not possible."""
    return KINDS[kind](sheets, path, separator)
