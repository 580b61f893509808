"""Verdicts for other programs: CSV, XLSX, JSON, and the answer key's columns that ``scrapy score`` reads.

Texts of portals are not trusted: what a spreadsheet would take for a formula is written as text.
"""

from __future__ import annotations

import csv
import io
import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TextIO

from transparency.items import STATUSES, UserError, Verdict
from transparency.matrix import Matrix, load_matrix
from transparency.report.audit_page import reference
from transparency.report.terminal import SIGNS
from transparency.store.audits import StoredAudit

Cell = str | int | float | None

COLUMNS = (
    "municipio", "nome", "uf", "ibge", "auditoria", "inicio", "criterio", "criterio_nome", "item", "item_nome", "situacao", "razao",
    "rotulo", "endereco_da_pagina", "endereco_do_quadro", "passos", "forma", "registros", "colunas", "prova", "prova_sha256", "html", "html_sha256",
    "horario",
)  # fmt: skip
"""Of CSV and XLSX. ``auditoria`` is the audit's folder below the root, from which ``prova`` and ``html`` start."""
GOLD_COLUMNS = ("municipio", "criterio", "item", "encontrado", "local_encontrado", "local_encontrado_2")
"""Of the seed study's answer key."""

# What opens a formula in some spreadsheet (OWASP's list and the full-width forms), also after what they trim.
_OPENS = re.compile("[\\s\u200b\u2060\ufeff\0]*[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)*")
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What no XML file can hold."""
MOST_ROWS, MOST_LETTERS = 1_048_576, 32_767
"""Of a sheet and of a cell in XLSX."""


def neutralise(text: str) -> str:
    """The text with an apostrophe before it when a spreadsheet would take it for a formula; numbers stay numbers.

    >>> [neutralise(text) for text in ("Valor pago", "=1+1", "-12,5", "-1+1", "'=1")]
    ['Valor pago', "'=1+1", '-12,5', "'-1+1", "''=1"]
    """
    return f"'{text}" if _is_formula(text) else text


def restore(cell: str) -> str:
    """What ``neutralise`` was given.

    >>> [restore(neutralise(text)) for text in ("=1", "'=1", "'a")]
    ['=1', "'=1", "'a"]
    """
    return cell[1:] if cell.startswith("'") and _is_formula(cell[1:]) else cell


def _is_formula(text: str) -> bool:
    # Apostrophes before a formula get one more, or it could not be told whose they are.
    bare = text.lstrip("'")
    return bool(_OPENS.match(bare)) and not _NUMBER.fullmatch(bare)


def writable(text: str) -> str:
    """The text without what a file of UTF-8 or XML cannot hold; a replacement character stands for each.

    >>> writable("a" + chr(0) + "b")
    'a\N{REPLACEMENT CHARACTER}b'
    """
    return _UNWRITABLE.sub("\ufffd", text)


def rows(audits: Iterable[StoredAudit], matrix: Matrix) -> Iterator[list[Cell]]:
    """The values of ``COLUMNS``, a row per verdict; texts as they are."""
    names = {(item.criterion, item.key): item.label for item in matrix.items()}
    for audit in audits:
        town = audit.summary["municipio"]
        head: list[Cell] = [
            audit.slug,
            audit.name,
            audit.uf,
            str(town.get("ibge") or ""),
            reference(audit),
            audit.started,
        ]
        for verdict in audit.verdicts:
            criterion = matrix.by_id.get(verdict.criterion)
            yield [
                *head, verdict.criterion, criterion.name if criterion else "", verdict.item, names.get((verdict.criterion, verdict.item), ""),
                _word(verdict), verdict.reason, verdict.label, verdict.page_url, verdict.url, " › ".join(map(str, verdict.steps)),
                *_shape(verdict), verdict.evidence, verdict.evidence_sha256, verdict.html, verdict.html_sha256, verdict.time,
            ]  # fmt: skip


def _word(verdict: Verdict) -> str:
    return SIGNS[verdict.status][2] if verdict.status in SIGNS else str(verdict.status)


def _shape(verdict: Verdict) -> tuple[Cell, Cell, Cell]:
    """Shape, number of records, labels of the columns."""
    seen = verdict.record_set or {}
    count = seen.get("rows")
    labels = [str(column.get("label", "")) for column in seen.get("columns") or () if isinstance(column, dict)]
    return str(seen.get("shape") or ""), count if isinstance(count, int | float) else None, " | ".join(labels)


@cache
def _matrix() -> Matrix:
    return load_matrix()


@dataclass
class Written:
    """What an export wrote, in rows (or verdicts). Of a key: by town, what is inconclusive and so left out; towns with nothing else."""

    rows: int = 0
    skipped: Counter[str] = field(default_factory=Counter)
    undecided: list[str] = field(default_factory=list)


def gold_rows(audits: Iterable[StoredAudit], done: Written) -> Iterator[list[Cell]]:
    """The values of ``GOLD_COLUMNS``: what the newest audit of each municipality decided.

    What is inconclusive is no answer and left out; ``done`` tells. UserError when two states have the same name,
    which the key cannot tell apart.
    """
    newest: dict[str, StoredAudit] = {}
    for audit in audits:
        known = newest.setdefault(audit.slug, audit)
        if known.uf != audit.uf:
            raise UserError(
                f"Há auditorias de {audit.slug} em {known.uf} e em {audit.uf}; o gabarito não distingue as UFs.",
                "Exporte um estado de cada vez, com --uf",
            )
        if audit.started > known.started:
            newest[audit.slug] = audit
    for audit in newest.values():
        if all(verdict.status == "inconclusive" for verdict in audit.verdicts):
            done.undecided.append(audit.slug)
        for verdict in audit.verdicts:
            if verdict.status == "inconclusive":
                done.skipped[audit.slug] += 1
                continue
            found = verdict.status == "published"
            second = verdict.url if verdict.url != verdict.page_url else ""
            places = (verdict.page_url, second) if found else ("", "")
            yield [audit.slug, verdict.criterion, verdict.item, "TRUE" if found else "FALSE", *places]


def export(audits: Iterable[StoredAudit], kind: str, path: Path, separator: str = "") -> Written:
    """Write audits in one of ``KINDS``, aside and renamed. UserError when that is not possible."""
    return KINDS[kind](audits, path, separator or SEPARATORS.get(kind, ","))


SEPARATORS = {"csv": ";", "gabarito": ","}
"""A Brazilian Excel puts a row into cells only at semicolons; the study's key has commas."""


@contextmanager
def aside_of(path: Path) -> Iterator[Path]:
    """A path to write to, which takes the place of the given one when all went well, and is gone when not. What is no file
    (``/dev/stdout``) is written to as it is: nothing must take its place. Of a link to a file, it is the file that is replaced."""
    special = path.exists() and not path.is_file()
    path = path.resolve() if path.is_file() else path  # only a file: what a pipe "resolves" to does not exist
    aside = path if special else path.with_name(f".{path.name}.tmp")
    try:
        yield aside
        if not special:
            aside.replace(path)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror or error}.") from None
    finally:
        if not special and aside.is_file():
            aside.unlink()


@contextmanager
def text_file(path: Path, encoding: str) -> Iterator[TextIO]:
    """A file to write text into, which comes into place when it is whole."""
    with aside_of(path) as aside, open(aside, "w", encoding=encoding, errors="replace", newline="") as file:
        yield file


def write_csv(path: Path, header: Sequence[str], lines: Iterable[Sequence[Cell]], separator: str) -> int:
    """Write a table, and tell how many lines it has."""
    # With the mark of UTF-8 Excel reads the accents; everything that reads our files copes with it.
    with text_file(path, "utf-8-sig") as file:
        return _write_lines(file, header, lines, separator)


def csv_bytes(header: Sequence[str], lines: Iterable[Sequence[Cell]], separator: str) -> bytes:
    """A table as ``write_csv`` writes it."""
    out = io.StringIO(newline="")
    _write_lines(out, header, lines, separator)
    return out.getvalue().encode("utf-8-sig", "replace")


def _write_lines(file: TextIO, header: Sequence[str], lines: Iterable[Sequence[Cell]], separator: str) -> int:
    """Write a table into a file that is open, and tell how many lines it has."""
    count = 0
    writer = csv.writer(file, delimiter=separator)
    writer.writerow(header)
    for count, line in enumerate(lines, 1):  # noqa: B007 - counted
        writer.writerow([neutralise(writable(cell)) if isinstance(cell, str) else cell for cell in line])
    return count


def _csv(audits: Iterable[StoredAudit], path: Path, separator: str) -> Written:
    return Written(write_csv(path, COLUMNS, rows(audits, _matrix()), separator))


def _gold(audits: Iterable[StoredAudit], path: Path, separator: str) -> Written:
    done = Written()
    done.rows = write_csv(path, GOLD_COLUMNS, gold_rows(audits, done), separator)
    return done


def _xlsx(audits: Iterable[StoredAudit], path: Path, _separator: str) -> Written:
    return Written(write_xlsx(path, "vereditos", COLUMNS, rows(audits, _matrix())))


def write_xlsx(path: Path, title: str, header: Sequence[str], lines: Iterable[Sequence[Cell]]) -> int:
    """Write a table as the only sheet of a book, and tell how many lines it has."""
    # Every command of scrapy loads this module, and only this function needs these: they take longer than all else here.
    from lxml.etree import SerialisationError
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.cell.cell import ERROR_CODES
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet(title)
    sheet.freeze_panes = "A2"
    bold = Font(bold=True)

    def cell(value: Cell, font: Font | None = None) -> Any:
        """A string is typed as one where openpyxl would make it a formula or an error."""
        if not isinstance(value, str):
            return value
        text = writable(value)
        text = text if len(text) <= MOST_LETTERS else f"{text[: MOST_LETTERS - 1]}…"
        if not text:
            return None
        if font is None and not text.startswith("=") and text not in ERROR_CODES:
            return text
        made = WriteOnlyCell(sheet, value=text)
        made.data_type = "s"
        if font:
            made.font = font
        return made

    count = 0
    try:
        sheet.append([cell(name, bold) for name in header])
        for count, line in enumerate(lines, 1):
            if count >= MOST_ROWS:
                problem = f"São mais de {MOST_ROWS - 1} linhas; uma planilha XLSX não comporta mais."
                raise UserError(problem, "Use --formato csv")
            sheet.append([cell(value) for value in line])
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(header))}{count + 1}"
        book.save(whole := io.BytesIO())  # a zip file that cannot be closed would print a traceback of its own
        with aside_of(path) as aside:
            aside.write_bytes(whole.getvalue())
    except SerialisationError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"Falta espaço em {tempfile.gettempdir()} ({error}).") from None  # fmt: skip
    finally:
        with suppress(SerialisationError):
            if not sheet.closed:
                sheet.close()
    return count


def _json(audits: Iterable[StoredAudit], path: Path, _separator: str) -> Written:
    """A list of audits, each with its municipality, counts and verdicts, in the words of ``verdicts.jsonl``; one audit a line."""
    done = Written()
    with text_file(path, "utf-8") as file:
        file.write("[")
        for number, audit in enumerate(audits):
            counts = Counter(verdict.status for verdict in audit.verdicts)
            line = {
                "audit": reference(audit),
                "municipio": audit.summary["municipio"],
                "started": audit.started,
                "counts": {status: counts[status] for status in STATUSES},
                "verdicts": [vars(verdict) for verdict in audit.verdicts],
            }
            file.write(f"{',' if number else ''}\n{json.dumps(line, ensure_ascii=False)}")
            done.rows += len(audit.verdicts)
        file.write("\n]\n")
    return done


KINDS: dict[str, Callable[[Iterable[StoredAudit], Path, str], Written]] = {
    "csv": _csv, "xlsx": _xlsx, "json": _json, "gabarito": _gold,
}  # fmt: skip
"""Formats by the names that people give."""
