"""S4: what is small and grows without measure when it is unpacked ends in a reason, and takes at most 300 MB."""

from __future__ import annotations

import gzip
import io
import json
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

MOST = 300
"""Megabytes."""
GROWS = 390
"""To so many megabytes a bomb grows: to just less than what is refused by its own word for its size."""
READ = """
import json, resource, sys
from transparency.extract.documents import read_document
read_document(open(sys.argv[1], "rb").read(), sys.argv[2])  # what it loads at its first use
most = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
before = most()
problem = read_document(open(sys.argv[3], "rb").read(), sys.argv[2]).problem
print(json.dumps([problem, most() - before]))
"""
_XL = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
_ODS = "xmlns:{0}='urn:oasis:names:tc:opendocument:xmlns:{0}:1.0'"


def pieces(before: str, one: str, after: str, size: int = GROWS) -> Iterator[bytes]:
    """A text that repeats one piece until it is so many megabytes long."""
    million = (one * (1_000_000 // len(one) + 1)).encode()
    yield before.encode()
    for _ in range(size):
        yield million
    yield after.encode()


def archive(name: str, part: Iterator[bytes], **others: str) -> bytes:
    """A compressed archive with one part that is long."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as made:
        for other, text in others.items():
            made.writestr(other, text)
        with made.open(name, "w") as into:
            for piece in part:
                into.write(piece)
    return out.getvalue()


def workbook(sheet: Iterator[bytes] | None = None, strings: Iterator[bytes] | None = None) -> bytes:
    """A workbook of one sheet, of which the sheet or its strings are long."""
    small = f"<worksheet {_XL}><sheetData><row r='1'><c r='A1' t='s'><v>0</v></c><c r='B1' t='s'><v>9</v></c></row></sheetData></worksheet>"
    types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    kinds = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    rows = {"worksheets/sheet1": "worksheet", "sharedStrings": "sharedStrings"}
    parts = {
        "[Content_Types].xml": "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'>"
        "<Default Extension='rels' ContentType='application/vnd.openxmlformats-package.relationships+xml'/>"
        f"<Override PartName='/xl/workbook.xml' ContentType='{kinds}.sheet.main+xml'/>"
        + "".join(f"<Override PartName='/xl/{path}.xml' ContentType='{kinds}.{kind}+xml'/>" for path, kind in rows.items())
        + "</Types>",
        "_rels/.rels": f"<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        f"<Relationship Id='r1' Type='{types}/officeDocument' Target='xl/workbook.xml'/></Relationships>",
        "xl/workbook.xml": f"<workbook {_XL} xmlns:r='{types}'><sheets><sheet name='a' sheetId='1' r:id='r1'/></sheets></workbook>",
        "xl/_rels/workbook.xml.rels": "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>"
        + "".join(f"<Relationship Id='r{n}' Type='{types}/{kind}' Target='{path}.xml'/>" for n, (path, kind) in enumerate(rows.items(), 1))
        + "</Relationships>",
    }  # fmt: skip
    if sheet is not None:
        return archive("xl/worksheets/sheet1.xml", sheet, **parts, **{"xl/sharedStrings.xml": f"<sst {_XL}/>"})
    assert strings is not None
    return archive("xl/sharedStrings.xml", strings, **parts, **{"xl/worksheets/sheet1.xml": small})


def text_document(rows: Iterator[bytes]) -> bytes:
    return archive("content.xml", rows, mimetype="application/vnd.oasis.opendocument.spreadsheet")


def pdf(stream: bytes, filters: str = "/FlateDecode", of_page: bool = True) -> bytes:
    """A PDF of one page, with one compressed stream: the program of the page, or an object that holds others."""
    program = f"4 0 obj<</Length {len(stream)}/Filter {filters}{'' if of_page else '/Type/ObjStm/N 1/First 4'}>>stream\n".encode()
    return (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj\n"
        + program + stream + b"\nendstream endobj\ntrailer<</Root 1 0 R/Size 5>>\nstartxref\n0\n%%EOF"
    )  # fmt: skip


def deflated(one: bytes, size: int = GROWS) -> bytes:
    made = zlib.compressobj(9)
    return b"".join(made.compress(one * (1_000_000 // len(one))) for _ in range(size)) + made.flush()


_SHEET = f"<worksheet {_XL}><sheetData>"
_TABLE = (
    f"<office:document-content {_ODS.format('office')} {_ODS.format('table')} {_ODS.format('text')}><office:body>"
    "<office:spreadsheet><table:table table:name='a'>"
)
_END = "</table:table></office:spreadsheet></office:body></office:document-content>"
_CELL = "<table:table-cell><text:p>a</text:p></table:table-cell>"
GROWN_PDF = "o PDF, descompactado, é grande demais"
GROWN = "o arquivo, descompactado, é grande demais"
"""What is said of most; of some only the first rows are read, and nothing is wrong with those."""
BOMBS: dict[str, tuple[str, str, Callable[[], bytes]]] = {
    "rows": ("xlsx", "", lambda: workbook(pieces(_SHEET, "<row/>", "</sheetData></worksheet>"))),
    "one row": ("xlsx", GROWN, lambda: workbook(pieces(f"{_SHEET}<row r='1'>", "<c><v>1</v></c>", "</row></sheetData></worksheet>"))),
    "one cell": ("xlsx", GROWN, lambda: workbook(pieces(f"{_SHEET}<row r='1'><c r='A1' t='inlineStr'><is><t>", "x", "</t></is></c></row></sheetData></worksheet>"))),
    "one string": ("xlsx", GROWN, lambda: workbook(strings=pieces(f"<sst {_XL}><si><t>", "x", "</t></si></sst>"))),
    "strings": ("xlsx", "", lambda: workbook(strings=pieces(f"<sst {_XL}>", "<si><t>a</t></si>", "</sst>"))),
    "rows of text": ("ods", "", lambda: text_document(pieces(_TABLE, "<table:table-row/>", _END))),
    "one row of text": ("ods", GROWN, lambda: text_document(pieces(f"{_TABLE}<table:table-row>", _CELL, "</table:table-row>"))),
    "one cell of text": ("ods", GROWN, lambda: text_document(pieces(f"{_TABLE}<table:table-row><table:table-cell><text:p>", "x", "</text:p>"))),
    "page": ("pdf", GROWN_PDF, lambda: pdf(deflated(b"0 0 m 9 9 l S\n"))),
    "page in page": ("pdf", GROWN_PDF, lambda: pdf(zlib.compress(deflated(b"0 0 m 9 9 l S\n", 4 * GROWS)), "[/FlateDecode/FlateDecode]")),
    "objects": ("pdf", GROWN_PDF, lambda: pdf(deflated(b"9 0 "), of_page=False)),
    "archive": ("zip", "é um arquivo compactado (ZIP), que não é lido", lambda: archive("a.csv", pieces("", "a;b\n", ""))),
    "text": ("csv", "é um arquivo compactado (GZIP), que não é lido", lambda: gzip.compress(bytes(GROWS * 1_000_000))),
}  # fmt: skip
SMALL = {
    "xlsx": lambda: workbook(pieces(_SHEET, "<row/>", "</sheetData></worksheet>", 0)),
    "ods": lambda: text_document(pieces(_TABLE, "<table:table-row/>", _END, 0)),
    "pdf": lambda: pdf(deflated(b"0 0 m 9 9 l S\n", 0)),
}  # fmt: skip


AT_ONCE = ("one row", "one row of text", "page in page")
"""Those that took most, tried in every run of the tests; ``make soak`` tries all of them."""


@pytest.mark.parametrize(
    "kind", [one if one in AT_ONCE else pytest.param(one, marks=pytest.mark.soak) for one in BOMBS]
)
def test_s4_a_file_that_grows_is_named_and_takes_no_memory(kind: str, tmp_path: Path) -> None:
    end, said, make = BOMBS[kind]
    small, bomb = tmp_path / "small", tmp_path / "bomb"
    small.write_bytes(SMALL.get(end, lambda: b"a;b\n1;2\n")())
    bomb.write_bytes(make())
    assert bomb.stat().st_size < 20_000_000
    command = [sys.executable, "-c", READ, str(small), f"a.{end}", str(bomb)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    problem, grown = json.loads(done.stdout)
    assert problem == said
    assert grown < MOST
