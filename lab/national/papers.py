"""Files: what they are and what they hold, good and bad."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from lab.files import MADE, Sheet, as_ods, as_pdf, as_xlsx, latin

TYPES = {
    "pdf": "application/pdf",
    "csv": "text/csv; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
}
"""Ending → media type."""
ERROR = b"<!DOCTYPE html><html><head><title>Erro</title></head><body><h1>Erro no servidor</h1><p>Ocorreu um erro ao gerar o arquivo.</p></body></html>"


@dataclass(frozen=True)
class Paper:
    """A file of a document: ``kind`` is text, scan, zero, html, 404, or the ending of a table (csv, xlsx …) whose ``rows`` begin with its headings."""

    kind: str
    lines: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()


@lru_cache(maxsize=256)
def as_paper(paper: Paper) -> bytes:
    """The bytes of a document."""
    if paper.kind == "zero":
        return b""
    if paper.kind == "html":
        return ERROR
    if paper.rows:
        return as_sheet(paper.kind, paper.lines[-1], paper.rows[0], paper.rows[1:])
    return scanned(paper.lines) if paper.kind == "scan" else typed(paper.lines)


def typed(lines: Sequence[str]) -> bytes:
    """A PDF with text."""
    from fpdf import FPDF

    pdf = FPDF(format="A4")
    pdf.set_creation_date(MADE)
    pdf.set_title(latin(lines[1].replace("–", "-")))
    pdf.add_page()
    for n, line in enumerate(lines):
        pdf.set_font("Helvetica", "B" if n < 2 else "", 13 if n < 2 else 10)
        pdf.multi_cell(0, 7, latin(line.replace("–", "-")), new_x="LMARGIN", new_y="NEXT")
    return bytes(pdf.output())


def scanned(lines: Sequence[str]) -> bytes:
    """A PDF that is a picture only."""
    from PIL import Image, ImageDraw

    picture = Image.new("L", (620, 877), 250)
    pen = ImageDraw.Draw(picture)
    for n, line in enumerate(lines):
        pen.text((40, 60 + 24 * n), line.replace("–", "-").encode("ascii", "replace").decode(), fill=40)
    out = io.BytesIO()
    picture.save(out, "PDF", resolution=75)
    return out.getvalue()


def as_sheet(kind: str, title: str, headers: Sequence[str], rows: Sequence[Sequence[str]]) -> bytes:
    """A table as a file."""
    lines = [tuple(row) for row in rows]
    if kind in {"csv", "txt"}:
        out = io.StringIO()
        writer = csv.writer(out, delimiter=";" if kind == "csv" else "\t", lineterminator="\r\n")
        writer.writerows([headers, *lines])
        return out.getvalue().encode("utf-8-sig" if kind == "csv" else "utf-8")
    dash = [tuple(value.replace("–", "-") for value in row) for row in lines]
    sheet = Sheet((title,), tuple(headers), tuple(dash))
    return as_xlsx(sheet) if kind == "xlsx" else as_ods(sheet) if kind == "ods" else as_pdf(sheet, True)
