"""A small file of the kind that portals hand out beside their records."""

from __future__ import annotations


def pdf(*lines: str) -> bytes:
    """One page with some lines."""
    shown = " ".join(f"({line}) Tj 0 -16 Td" for line in lines)
    return page_of(f"BT /F1 11 Tf 60 780 Td {shown} ET".encode("latin-1"))


def page_of(stream: bytes) -> bytes:
    """A PDF of one A4 page, drawn by a stream of operators with the font ``/F1``."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    out, places = b"%PDF-1.4\n", []
    for number, told in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, told)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(out)
    return out + b"xref\n0 6\n0000000000 65535 f \n" + table + end


NOTICE = pdf(
    "PREFEITURA MUNICIPAL", "EDITAL DE LICITAÇÃO", "1. DO OBJETO", "1.1. O presente certame trata de aquisição."
)
