"""Records on paper: a PDF as wide as its columns need, so that no word is torn."""

from __future__ import annotations

from functools import lru_cache

from lab.files import MADE, NUMBER, Sheet, latin, made


@lru_cache(maxsize=256)
def paper(kind: str, sheet: Sheet) -> bytes:
    """The file of a format; the lab's own, but for the width of PDFs."""
    return as_pdf(sheet, kind == "pdf") if kind.startswith("pdf") else made(kind, sheet)


def as_pdf(sheet: Sheet, ruled: bool) -> bytes:
    """A report whose columns are as wide as their widest text. ``ruled``: every cell is boxed."""
    from fpdf import FPDF

    lines = [tuple(latin(t) for t in line) for line in sheet.lines]
    ruler = FPDF()
    ruler.add_page()
    ruler.set_font("Helvetica", "B", 7)
    widths = [max(ruler.get_string_width(line[n]) for line in lines) + 4 for n in range(len(sheet.headers))]
    pdf = FPDF(orientation="landscape", format=(210, max(297, sum(widths) + 20)))
    pdf.set_creation_date(MADE)
    pdf.set_margin(10)
    pdf.add_page()
    for text in sheet.over:
        pdf.set_font("Helvetica", "B", 11)
        pdf.cell(0, 6, latin(text), align="C", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(3)
    for n, line in enumerate(lines):
        pdf.set_font("Helvetica", "B" if n == 0 else "", 7)
        for text, width in zip(line, widths, strict=True):
            pdf.cell(width, 5, text, border=1 if ruled else 0, align="R" if NUMBER.fullmatch(text) else "L")
        pdf.ln(5)
    return bytes(pdf.output())
