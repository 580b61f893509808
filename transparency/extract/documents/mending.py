"""Mends a PDF that has lost its structure: a second reader, which forgives more, finds its text and writes it anew."""

from __future__ import annotations

from io import BytesIO

from transparency.extract.documents.drawing import PDFIUM


def mended(body: bytes, pages: int, letters: int) -> bytes:
    """The PDF as PDFium writes it, if its first ``pages`` pages hold at least so many letters each for PDFium; else nothing. What
    PDFium cannot open is left alone as well."""
    import pypdfium2

    with PDFIUM:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError:
            return b""
        try:
            read = range(min(pages, len(document)))
            if not read or sum(document[n].get_textpage().count_chars() for n in read) < letters * len(read):
                return b""
            written = BytesIO()
            document.save(written)
        except pypdfium2.PdfiumError:
            return b""
        finally:
            document.close()
    return written.getvalue()
