"""Records as files: PDF (ruled or not), CSV, XLSX and ODS, as offices of small towns export them.

Made once per process and kept: a file asked for twice has the same bytes.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

TYPES = {
    "pdf": "application/pdf",
    "pdf-solto": "application/pdf",
    "csv": "text/csv; charset=ISO-8859-1",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
}
"""Kind → media type. ``pdf-solto`` has no rules between its columns, only room."""
EACH = frozenset({"ano", "mes"})
BY = frozenset({"arquivo", "download", "html"})
MADE = datetime(2026, 11, 19, 22, 14, tzinfo=UTC)
NUMBER = re.compile(r"-?\d{1,3}(\.\d{3})*,\d\d")


class FileError(ValueError):
    """A file specification the lab does not know."""


@dataclass(frozen=True)
class Published:
    """How a view stands in files. ``each``: one file per year or month; ``by``: how its link looks.

    ``arquivo`` ends in the file's name, ``download`` is an address without one (Content-Disposition tells it), ``html`` the
    same with the wrong media type, text/html, and no name.
    """

    kind: str
    each: str = "ano"
    by: str = "arquivo"

    @classmethod
    def read(cls, spec: str) -> Published:
        """``"xlsx mes download"``; the last two may be left out.

        :raises FileError: for a word that is not known.
        """
        published = cls(*spec.split()[:3])
        if published.kind not in TYPES or published.each not in EACH or published.by not in BY:
            raise FileError(f"unknown file {spec!r}")
        return published

    @property
    def extension(self) -> str:
        return self.kind.partition("-")[0]

    @property
    def media_type(self) -> str:
        return "text/html" if self.by == "html" else TYPES[self.kind]


@dataclass(frozen=True)
class Sheet:
    """What a file holds: lines over the table, a row of groups ("" when there are none), headings, records, sums, a line under it."""

    over: tuple[str, ...]
    headers: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    groups: tuple[str, ...] = ()
    sums: tuple[str, ...] = ()
    under: str = ""

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """Heading rows, records and sums."""
        return [
            *([self.groups] if any(self.groups) else []),
            self.headers,
            *self.rows,
            *([self.sums] if self.sums else []),
        ]


@lru_cache(maxsize=1024)
def made(kind: str, sheet: Sheet) -> bytes:
    """The file's bytes."""
    return {"csv": as_csv, "xlsx": as_xlsx, "ods": as_ods}.get(kind, lambda s: as_pdf(s, kind == "pdf"))(sheet)


def number(text: str) -> float | None:
    """``"1.234,50"`` → 1234.5; anything else None."""
    return float(text.replace(".", "").replace(",", ".")) if NUMBER.fullmatch(text) else None


def as_csv(sheet: Sheet) -> bytes:
    """Latin-1, semicolons, Windows line ends: what a Brazilian Excel saves. No lines over the headings."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows(sheet.lines)
    return out.getvalue().encode("latin-1", "replace")


def as_xlsx(sheet: Sheet) -> bytes:
    """A workbook whose table begins under merged title lines; amounts are numbers."""
    from openpyxl import Workbook
    from openpyxl.styles import Font, PatternFill
    from openpyxl.utils import get_column_letter

    book = Workbook()
    book.properties.created = book.properties.modified = MADE.replace(tzinfo=None)
    page = book.active
    if page is None:
        raise FileError("openpyxl made no sheet")
    page.title = "Plan1"
    width = len(sheet.headers)
    for text in sheet.over:
        page.append([text])
        page.merge_cells(start_row=page.max_row, start_column=1, end_row=page.max_row, end_column=width)
    page.append([])
    first = len(sheet.over) + 2  # a row appended empty takes its place without counting
    for n, line in enumerate(sheet.lines):
        for column, text in enumerate(line, 1):
            cell = page.cell(first + n, column)
            amount = number(text)
            cell.value = text if amount is None else amount
            if amount is not None:
                cell.number_format = "#,##0.00"
            if line is sheet.headers:
                cell.font, cell.fill = Font(bold=True), PatternFill("solid", fgColor="D9E1F2")
    for column in range(1, width + 1):
        page.column_dimensions[get_column_letter(column)].width = 22
    if sheet.under:
        page.cell(first + len(sheet.lines) + 1, 1).value = sheet.under
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_ods(sheet: Sheet) -> bytes:
    """A LibreOffice spreadsheet; amounts are numbers, shown as written."""
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import CoveredTableCell, Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    table = Table(name="Planilha1")
    for text in (*sheet.over, ""):
        row = TableRow()
        cell = TableCell(numbercolumnsspanned=len(sheet.headers), numberrowsspanned=1, valuetype="string")
        cell.addElement(P(text=text))
        row.addElement(cell)
        row.addElement(CoveredTableCell(numbercolumnsrepeated=len(sheet.headers) - 1))
        table.addElement(row)
    for line in (*sheet.lines, *([(sheet.under,)] if sheet.under else [])):
        row = TableRow()
        for text in line:
            amount = number(text)
            kind = {"valuetype": "string"} if amount is None else {"valuetype": "float", "value": str(amount)}
            cell = TableCell(**kind)
            cell.addElement(P(text=text))
            row.addElement(cell)
        table.addElement(row)
    book.spreadsheet.addElement(table)
    out = io.BytesIO()
    book.write(out)
    return out.getvalue()


def as_pdf(sheet: Sheet, ruled: bool) -> bytes:
    """Landscape A4. With rules every cell is boxed and long texts wrap; without, columns are told apart by room alone."""
    from fpdf import FPDF
    from fpdf.enums import TableBordersLayout, TextEmphasis
    from fpdf.fonts import FontFace

    pdf = FPDF(orientation="landscape", format="A4")
    pdf.set_creation_date(MADE)
    pdf.set_title(latin(sheet.over[-1] if sheet.over else ""))
    pdf.set_margin(10)
    pdf.add_page()
    for n, text in enumerate(sheet.over):
        pdf.set_font("Helvetica", "B" if n < 2 else "", 12 - n)
        pdf.cell(0, 6, latin(text), align="C" if ruled else "L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    pdf.set_font("Helvetica", "", 8)
    lines = [tuple(latin(t) for t in line) for line in sheet.lines]
    heads = 2 if any(sheet.groups) else 1
    if ruled:
        style = FontFace(emphasis=TextEmphasis.B, fill_color=(222, 228, 236))
        with pdf.table(
            lines, borders_layout=TableBordersLayout.ALL, num_heading_rows=heads, headings_style=style, line_height=4.4
        ):
            pass
    else:
        widest = [max(pdf.get_string_width(line[c]) for line in lines) + 5 for c in range(len(sheet.headers))]
        scale = min(1.0, pdf.epw / sum(widest))
        pdf.set_font_size(8 * scale)
        for n, line in enumerate(lines):
            pdf.set_font(style="B" if n < heads or (sheet.sums and n == len(lines) - 1) else "")
            for text, width in zip(line, widest, strict=True):
                pdf.cell(width * scale, 5, text, align="R" if NUMBER.fullmatch(text) else "L")
            pdf.ln(5)
    if sheet.under:
        pdf.ln(3)
        pdf.set_font("Helvetica", "I", 7)
        pdf.cell(0, 4, latin(sheet.under))
    return bytes(pdf.output())


def latin(text: str) -> str:
    """The built-in fonts of PDF know Latin-1 only."""
    return text.encode("latin-1", "replace").decode("latin-1")
