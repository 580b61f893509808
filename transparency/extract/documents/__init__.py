"""Files that portals publish instead of pages (PDF, CSV, spreadsheets), as annotated HTML that the judge reads like any page.

``read_document`` is pure: bytes in, ``Document`` out, no network and no disk, and nothing is raised whatever the bytes are. It
may take some seconds of one processor (``DocumentLimits``), so call it away from an event loop, in a process or thread.
"""

from __future__ import annotations

import logging
import re
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from urllib.parse import unquote, urlsplit

from binaryornot.helpers import is_binary_string

from transparency.extract.documents.drawing import Leaf, Picture, draw_table, render_grid, render_page
from transparency.extract.documents.layout import Table, find_tables, grid_lines
from transparency.extract.documents.limits import DocumentLimits, DocumentProblem, Kind
from transparency.extract.documents.pdf import SCANNED, TEXT, read_pdf
from transparency.extract.documents.sheets import (
    MAX_ROWS,
    MAX_TEXT_READ,
    TOO_LARGE,
    Sheet,
    read_csv,
    read_html,
    read_json,
    read_ods,
    read_xls,
    read_xlsx,
    read_xml,
)
from transparency.items import Box
from transparency.privacy.cleaning import mask

__all__ = ["Document", "DocumentLimits", "DocumentProblem", "Picture", "mask", "read_document", "read_rows", "sniff"]

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MARKUP = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body|meta|title|table|style|div|script|center|font|form|link|nav|main|section|h[1-6]\b|[pa]\b)",
    re.I | re.S,
)
_WHOLE = DocumentLimits(scanned=MAX_ROWS, whole=True)
_NAME = "arquivo.pdf"
"""What a file is called where it stands among what its own page hands out."""
_XML_WORKBOOK = b"urn:schemas-microsoft-com:office:spreadsheet"
_PROMISES = re.compile(r"\.(pdf|csv|xlsx?|ods)(?:$|[?#&;\"'])", re.I)
_MEDIA = {"application/pdf": "pdf", "text/csv": "csv", "application/vnd.ms-excel": "xls"}
"""Media types that say what they are; others are not worth asking."""
_OTHERS = (
    (b"PK\x03\x04", "é um arquivo compactado (ZIP), que não é lido"),
    (b"Rar!", "é um arquivo compactado (RAR), que não é lido"),
    (b"7z\xbc\xaf\x27\x1c", "é um arquivo compactado (7z), que não é lido"),
    (b"\x1f\x8b", "é um arquivo compactado (GZIP), que não é lido"),
    (b"\x89PNG", "é uma imagem, sem texto"),
    (b"\xff\xd8\xff", "é uma imagem, sem texto"),
    (b"GIF8", "é uma imagem, sem texto"),
    (b"II*\0", "é uma imagem, sem texto"),
    (b"MM\0*", "é uma imagem, sem texto"),
    (b"{\\rtf", "é um documento de texto (RTF), que não é lido"),
)


@dataclass
class Document:
    """What a file turned out to be. ``html`` is annotated HTML with CPFs hidden; ``problem`` (Portuguese) says why it is empty, or,
    of a paper that was scanned, holds no more than its name.

    Boxes are pixels of the document's pictures, one under another; ``render`` gives one of them with its ``origin``.
    """

    kind: Kind
    html: str = field(default="", repr=False)
    problem: str = ""
    pages: int = 0
    """Pages of a PDF, sheets of a workbook."""
    tables: int = 0
    partial: str = ""
    """What was left unread, where the limits were met."""
    text: str = field(default="", repr=False)
    """The words of the first pages of a PDF, with CPFs hidden. They name people: what is kept of them is told by ``read_file``."""
    _body: bytes = field(default=b"", repr=False)
    _leaves: list[Leaf] = field(default_factory=list, repr=False)
    _best: int = field(default=0, repr=False)

    @property
    def picture(self) -> bytes | None:
        """The JPEG of the page with the best table."""
        made = self.render()
        return made.jpeg if made else None

    def render(self, boxes: Iterable[Box] = ()) -> Picture | None:
        """Picture the page that holds most of ``boxes``, or else the one with the best table. None when there is none."""
        if not self._leaves:
            return None
        held = Counter(
            n for _, y, _, _ in boxes for n, leaf in enumerate(self._leaves) if leaf.top <= y < leaf.top + leaf.height
        )
        leaf = self._leaves[held.most_common(1)[0][0] if held else self._best]
        try:
            return render_page(self._body, leaf) if leaf.page >= 0 else render_grid(leaf)
        except (RuntimeError, ValueError, OSError, MemoryError):
            return None


def sniff(body: bytes, content_type: str, url: str) -> Kind:
    """What the bytes are. The first of them decide; the media type and the address only between kinds of text."""
    start = body[:1024]
    if b"%PDF-" in start:
        return "pdf"
    if start.startswith(b"PK\x03\x04"):
        return _sniff_archive(body)
    if start.startswith(_OLE):
        return "xls"
    if start.startswith((b"\x09\x08", b"\x09\x04\x06\0", b"\x09\x02\x06\0")):
        return "xls"  # BIFF without its container
    wide = start.startswith((b"\xff\xfe", b"\xfe\xff"))
    text = start.decode("utf-16", "replace").encode() if wide else start.removeprefix(b"\xef\xbb\xbf")
    if _XML_WORKBOOK in body[:4096]:
        return "xls"
    if _MARKUP.match(text):
        return "html"  # whatever characters it holds
    if any(start.startswith(magic) for magic, _ in _OTHERS) or (not wide and is_binary_string(start)):
        return "other"
    if re.match(rb"\s*(?:<\?xml|[{\[]\s*[\"{\[])", text) or not text.strip():
        return "other"
    promised = _promised(content_type, url)
    if promised in ("csv", "xls"):
        return "csv"
    lines = [line for line in text.splitlines()[:-1] or text.splitlines() if line.strip()]
    parted = max((sum(line.count(d) >= 2 for line in lines) for d in (b";", b"\t", b",", b"|")), default=0)
    return "csv" if lines and parted * 2 >= len(lines) else "other"


def _sniff_archive(body: bytes) -> Kind:
    if b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet" in body[:200]:
        return "ods"
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError, EOFError):
        names = []
    if any(name.startswith("xl/") for name in names) or (not names and b"xl/" in body):
        return "xlsx"
    return "ods" if "content.xml" in names and _is_sheet(body) else "other"


def _is_sheet(body: bytes) -> bool:
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive, archive.open("mimetype") as member:
            return b"spreadsheet" in member.read(100)
    except (zipfile.BadZipFile, OSError, ValueError, KeyError, NotImplementedError, EOFError, zlib.error):
        return False


def _promised(content_type: str, url: str) -> str:
    """What an address or, failing that, a media type says the file is."""
    try:
        parts = urlsplit(url)
        found = _PROMISES.search(unquote(f"{parts.path}?{parts.query}"))
    except ValueError:
        found = None
    return found[1].lower() if found else _MEDIA.get(content_type.split(";")[0].strip().lower(), "")


def read_document(
    body: bytes,
    url: str = "",
    content_type: str = "",
    title: str = "",
    limits: DocumentLimits = DocumentLimits(),  # noqa: B008 (frozen)
) -> Document:
    """What a file publishes. ``title``: what the link to it said. Never raises; a file that cannot be read has a ``problem``."""
    if not body.strip(b"\0 \r\n\t"):
        return Document("other", problem="o arquivo está vazio")
    kind = sniff(body, content_type, url)
    if len(body) > limits.size:
        return Document(kind, problem=f"o arquivo tem mais de {limits.size // 1_000_000} MB")
    promised = _promised(content_type, url)
    if kind == "other":
        known = next(
            (reason for magic, reason in _OTHERS if body.startswith(magic)), "não é um tipo de arquivo que se leia"
        )
        office = kind == "other" and body.startswith(b"PK") and (b"word/" in body or b"opendocument.text" in body[:200])
        return Document(kind, problem="é um documento de texto, que não é lido" if office else known)
    if kind == "html" and (promised == "pdf" or b"<table" not in body.lower()):
        return Document(kind, problem=f"no lugar do arquivo{_named(promised)} veio uma página da internet")
    try:
        document = _read_pdf(body, title, limits) if kind == "pdf" else _read_sheets(kind, body, title, limits)
    except DocumentProblem as problem:
        # Of a paper that was only scanned its name is known.
        scan = str(problem) == SCANNED and bool(title.strip())
        return Document(kind, problem=str(problem), html=_html(title, [], []) if scan else "")
    except Exception as error:  # parsers of hostile files raise nearly anything
        logging.getLogger(__name__).warning("Unreadable %s at %s: %r", kind, url, error)
        return Document(kind, problem="o arquivo está corrompido ou incompleto")
    return document


def _named(promised: str) -> str:
    return f" {promised.upper()}" if promised else ""


def _read_pdf(body: bytes, title: str, limits: DocumentLimits) -> Document:
    reading = read_pdf(body, limits)
    document = Document("pdf", pages=reading.pages, tables=len(reading.tables), _body=body, _leaves=reading.leaves)
    document.partial, document.text = reading.partial, mask(reading.text)[:TEXT]
    if not document.partial and reading.pages > len(reading.leaves):
        document.partial = f"foram lidas as primeiras {len(reading.leaves)} de {reading.pages} páginas"
    sections = [(table.titles, table) for table in reading.tables]
    document.html = _html(title, sections, reading.titles)
    best = max(reading.tables, key=lambda table: table.size, default=None)
    boxes = [piece.box for row in [*best.header, *best.body] for piece in row.values() if piece.box] if best else []
    document._best = next(
        (n for n, leaf in enumerate(reading.leaves) if boxes and boxes[0][1] < leaf.top + leaf.height), 0
    )
    if not reading.tables:
        document._body, document._leaves = b"", []
    return document


def _read_sheets(kind: Kind, body: bytes, title: str, limits: DocumentLimits) -> Document:
    sheets = _sheets(kind, body, limits)
    if not any(sheet.rows for sheet in sheets):
        raise DocumentProblem("o arquivo não tem linhas com dados")
    document = Document(kind, pages=len(sheets))
    if any(len(sheet.rows) >= limits.scanned for sheet in sheets):
        document.partial = f"foram lidas as primeiras {limits.scanned} linhas"
    sections: list[tuple[list[str], Table]] = []
    others: list[str] = []
    top = 0
    for sheet in sheets:
        tables, rest = find_tables(sheet.rows, limits.rows)
        others += rest
        above: list[str] = [sheet.name] if sheet.name else []
        for table in tables:
            # Titles stand over all tables of a sheet that have none of their own.
            above = [*([sheet.name] if sheet.name else []), *table.titles] if table.titles else above
            sections.append((list(dict.fromkeys(above)), table))
            leaf = draw_table(table, top, title)
            document._leaves.append(leaf)
            top += leaf.height + 10
    document.tables = len(sections)
    document._best = max(range(len(sections)), key=lambda n: sections[n][1].size, default=0)
    document.html = _html(title, sections, others)
    return document


def _sheets(kind: Kind, body: bytes, limits: DocumentLimits) -> list[Sheet]:
    if kind == "xls" and _XML_WORKBOOK in body[:4096]:
        return read_xml(body, limits)
    readers = {"csv": read_csv, "xlsx": read_xlsx, "xls": read_xls, "ods": read_ods, "html": read_html}
    return readers[kind](body, limits)


def read_rows(body: bytes, url: str = "", content_type: str = "") -> list[list[dict[int, str]]]:
    """All rows of each sheet of a spreadsheet, a CSV, or JSON, as they are written: place of a cell → its words. DocumentProblem where they cannot be had whole."""
    if body.lstrip(b"\xef\xbb\xbf \r\n\t")[:1] in (b"[", b"{"):
        sheets = read_json(body)
    elif (kind := sniff(body, content_type, url)) in ("pdf", "other"):
        raise DocumentProblem("não é uma planilha")
    else:
        try:
            sheets = _sheets(kind, body, _WHOLE)
        except DocumentProblem:
            raise
        except Exception as error:  # parsers of hostile files raise nearly anything
            logging.getLogger(__name__).warning("Unreadable %s at %s: %r", kind, url, error)
            raise DocumentProblem("o arquivo está corrompido ou incompleto") from error
        if kind == "html" and len(body) > MAX_TEXT_READ:
            raise DocumentProblem(TOO_LARGE)
    if any(len(sheet.rows) >= MAX_ROWS for sheet in sheets):
        raise DocumentProblem(TOO_LARGE)
    return [[{place: cell.text for place, cell in row.items()} for row in sheet.rows] for sheet in sheets]


def _html(title: str, sections: Sequence[tuple[list[str], Table]], others: Sequence[str]) -> str:
    """Headings and tables as a page would have them."""
    title = mask(title.strip())
    out = [f"<html><head><title>{escape(title)}</title></head><body>"]
    if title:
        # A file that lists nothing is itself what the link to it says ("Termo de ratificação"), whatever its address is.
        paper = all(len(table.body) < 2 for _, table in sections)
        named = f'<a href="#" download="{_NAME}">{escape(title)}</a>' if paper else escape(title)
        out.append(f"<h1>{named}</h1>")
    for titles, table in sections:
        out.append("<section>")
        for level, words in enumerate(titles[-5:], 2):
            out.append(f"<h{level}>{escape(words)}</h{level}>")
        out.append(_table(table))
        out.append("</section>")
    out += [f"<p>{escape(words)}</p>" for words in list(dict.fromkeys(others))[:20]]
    return "".join([*out, "</body></html>"])


def _table(table: Table) -> str:
    lines: list[str] = []
    for header, cells in grid_lines(table):
        made: list[str] = []
        for column, piece in cells:
            tag = "th" if header or (table.pairs and column % 2 == 0) else "td"
            span = f' colspan="{piece.span}"' if piece and piece.span > 1 else ""
            box = f' data-t-box="{",".join(map(str, piece.box))}"' if piece and piece.box else ""
            made.append(f"<{tag}{span}{box}>{escape(mask(piece.text)) if piece else ''}</{tag}>")
        lines.append(f"<tr>{''.join(made)}</tr>")
    heads = len(table.header)
    head = f"<thead>{''.join(lines[:heads])}</thead>" if heads else ""
    return f"<table>{head}<tbody>{''.join(lines[heads:])}</tbody></table>"
