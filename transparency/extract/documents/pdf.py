"""Tables of a PDF that holds text: those with rules by their rules, the others by the white columns between their words."""

from __future__ import annotations

import logging
import math
import re
import time
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from io import BytesIO
from typing import Any

from transparency.extract.documents.drawing import DPI, Leaf
from transparency.extract.documents.layout import MAX_COLUMNS, Piece, Row, Table, find_tables, title_words, typed
from transparency.extract.documents.limits import DocumentLimits, DocumentProblem
from transparency.extract.documents.mending import mended
from transparency.extract.documents.pdf_columns import aligned_tables
from transparency.extract.documents.pdf_words import Region, Word, gap_between, piece_of, segments_of
from transparency.items import Box
from transparency.privacy.cleaning import find, kinds_named

MAX_EDGES = 8000
MAX_CROSSINGS = 8000
"""Rules on a page, and where they may cross, beyond which it is a drawing."""
MAX_REGIONS = 60
TEXT = 20_000
"""So many characters of the words of a file are kept."""
MAX_PROGRAM = 1_500_000
"""Bytes of drawing orders on one page."""
PIECE = 1_000_000
"""Bytes that are unpacked at a time."""
_SCALE = DPI / 72
logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of every slip of every font
_RULE = re.compile(r"[-=_*.+|~]{4,}")
"""Rules as line printers draw them."""
_STREAM = re.compile(rb"stream\r?\n")
LETTERS = 20
"""Letters a page of a PDF that holds text, at least."""
SCANNED = "o PDF é só imagem, sem texto"


@dataclass
class Reading:
    """What a PDF holds: pages in all, tables, the words under no table, and its pages as they can be pictured."""

    pages: int
    tables: list[Table] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    partial: str = ""
    """Why pages within the limit were left out."""
    text: str = ""
    """The words of the first pages, line by line."""


class _TooMuch(Exception):
    """More on the page, or more time spent, than the limits allow."""


def read_pdf(body: bytes, limits: DocumentLimits) -> Reading:
    """Read the first pages of a PDF; one that seems to be broken or to hold no text is mended once. Raises DocumentProblem, or what
    the library raises on a broken file."""
    try:
        return _read(body, limits)
    except Exception as error:
        known = isinstance(error, DocumentProblem) and str(error) != SCANNED
        anew = b"" if known else mended(body, limits.pages, LETTERS)
        if not anew:
            raise
    return _read(anew, limits)


def _read(body: bytes, limits: DocumentLimits) -> Reading:
    import pdfplumber
    from pdfminer.pdfdocument import PDFPasswordIncorrect

    if _grows_too_far(body, limits):
        raise DocumentProblem("o PDF, descompactado, é grande demais")
    try:
        pdf = pdfplumber.open(BytesIO(body), pages=list(range(1, limits.pages + 1)))
    except Exception as error:
        if any(isinstance(e, PDFPasswordIncorrect) for e in (error, *error.args)):
            raise DocumentProblem("o PDF é protegido por senha") from error
        raise
    reader = _Reader(Reading(_page_count(pdf)), limits, time.monotonic() + limits.seconds)
    failed: Exception | None = None
    for number, page in enumerate(pdf.pages):
        try:
            reader.read_page(page, number)
        except _TooMuch:
            reader.reading.partial = "há páginas complexas demais, que não foram lidas"
        except Exception as error:  # one page of a damaged file may be as good as none, or all that is damaged
            failed = error
            reader.reading.partial = "há páginas danificadas, que não foram lidas"
        page.close()
        if time.monotonic() > reader.until:
            reader.reading.partial = "o PDF levou tempo demais, e não foi lido até o fim"
            break
    if failed and not reader.letters:
        raise failed
    if reader.letters < LETTERS * max(1, len(reader.reading.leaves)) and not reader.reading.partial:
        raise DocumentProblem(SCANNED)
    return reader.finish()


@dataclass
class _Reader:
    """Page after page: regions under way, and lines that may be titles of the next."""

    reading: Reading
    limits: DocumentLimits
    until: float
    regions: list[Region] = field(default_factory=list)
    loose: list[Piece] = field(default_factory=list)
    letters: int = 0
    top: int = 0

    def read_page(self, page: Any, number: int) -> None:
        """Find the regions of a page, and join those that go on from the page before."""
        crop = page.cropbox
        width, height = (max(1, math.ceil((crop[i + 2] - crop[i]) * _SCALE)) for i in (0, 1))
        top, self.top = self.top, self.top + height + 10
        leaf = Leaf(top, width, height, number)
        self.reading.leaves.append(leaf)
        _draw_on(page, self.limits, self.until)
        self.letters += len(page.chars)

        def place(x0: float, y0: float, x1: float, y1: float) -> Box:
            left, upper = math.floor((x0 - crop[0]) * _SCALE), math.floor((y0 - crop[1]) * _SCALE)
            return left, top + upper, math.ceil((x1 - x0) * _SCALE), math.ceil((y1 - y0) * _SCALE)

        words = page.extract_words(x_tolerance_ratio=0.15, y_tolerance=2, return_chars=True)
        # Along the margin stand signatures, whose certificates hold a CPF; they are read for that alone.
        turned = [
            [{**w, "chars": c}] for w in words if not _straight(w["chars"][0]) for c in (w["chars"], w["chars"][::-1])
        ]
        lines = _lines(w for w in words if _straight(w["chars"][0]) and not _RULE.fullmatch(w["text"]))
        if len(self.reading.text) < TEXT:
            self.reading.text += "".join(f"{' '.join(word['text'] for word in line)}\n" for line in lines)
        ruled = _ruled(page, place)
        broken = [line for region in ruled for line in _cell_lines(page, region)]
        self.reading.leaves[-1] = replace(leaf, blacked=tuple(_blacked([*lines, *broken, *turned], place)))
        free = [line for line in lines if not any(_inside(line, r.bbox) for r in ruled)]
        last = self.regions[-1] if self.regions else None
        blocks, free = aligned_tables(free, place, last.columns if last and not last.ruled else [])
        for region in sorted([*ruled, *blocks], key=lambda r: r.top):
            over = [line for line in free if line[0]["bottom"] <= region.top + 2]
            free = free[len(over) :]
            self._set_aside(over, place)
            if not _continues(self.regions, region):
                region.titles = title_words(self.loose)
                self.regions.append(region)
            self.loose = []
        self._set_aside(free, place)

    def _set_aside(self, lines: list[list[Word]], place: Callable[..., Box]) -> None:
        """Lines in no region: label-value tables among them go to the reading, others may be titles."""
        rows: list[Row] = []
        gap = gap_between(lines)
        for previous, line in zip([None, *lines], lines, strict=False):
            if previous and line[0]["top"] - previous[0]["bottom"] > 2.5 * (line[0]["bottom"] - line[0]["top"]):
                rows.append({})
            rows.append({i: piece_of(s, place) for i, s in enumerate(segments_of(line, gap)[:MAX_COLUMNS])})
        found = [table for table in find_tables(rows, self.limits.rows)[0] if table.pairs]
        for table in found[:1]:
            table.titles = table.titles or title_words(self.loose)
        self.reading.tables += found
        self.loose = (
            []
            if found
            else [*self.loose, *(Piece(" - ".join(p.text for p in r.values())) for r in rows if 0 < len(r) < 3)]
        )

    def finish(self) -> Reading:
        """Tables out of all regions."""
        for region in self.regions:
            tables, rest = find_tables(region.rows, self.limits.rows)
            for table in tables[:1]:
                table.titles = region.titles + table.titles
            self.reading.tables += tables
            self.reading.titles += [] if tables else [*region.titles, *rest]
        self.reading.titles += title_words(self.loose)
        return self.reading


# ---------------------------------------------------------------- bounds


def _grows_too_far(body: bytes, limits: DocumentLimits) -> bool:
    """Whether the streams of a PDF grow too far, streams within streams as well: all of them together, or one of those that the
    reader holds as a whole. They are counted piece by piece, and no further than needed."""
    total = at = 0
    while match := _STREAM.search(body, at):
        at = body.find(b"endstream", match.end())
        if at < 0:
            break
        picture = b"/Image" in body[body.rfind(b"obj", 0, match.start()) : match.start()]
        most = limits.inflated - total if picture else min(limits.inflated - total, limits.stream)
        grown = _grown(memoryview(body)[match.end() : at], most)
        total += grown
        if grown > most:
            return True
    return False


def _grown(data: memoryview, most: int) -> int:
    """Bytes that a stream grows to, at any of its first three levels; little more than ``most`` when there are more."""
    total = 0
    for level in range(1, 4):
        pieces: Iterator[bytes] = (bytes(data[at : at + PIECE]) for at in range(0, len(data), PIECE))
        for _ in range(level):
            pieces = _unpacked(pieces)
        first, size = b"", 0
        for piece in pieces:
            first, size = first or piece, size + len(piece)
            if total + size > most:
                return total + size
        total += size
        if not _is_deflated(first):
            break
    return total


def _is_deflated(data: bytes) -> bool:
    return data[:1] in (b"\x78", b"\x58", b"\x48", b"\x68", b"\x08")


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What pieces of a deflated stream unpack to, in pieces; nothing when they are none."""
    stream = zlib.decompressobj()
    with suppress(zlib.error):
        for number, piece in enumerate(pieces):
            if not number and not _is_deflated(piece):
                return
            while piece and not stream.eof:
                out = stream.decompress(piece, PIECE)
                piece = stream.unconsumed_tail
                if out:
                    yield out


def _page_count(pdf: Any) -> int:
    from pdfminer.pdftypes import resolve1

    count = resolve1(resolve1(pdf.doc.catalog.get("Pages")).get("Count"))
    return count if isinstance(count, int) and 0 < count < 1_000_000 else len(pdf.pages)


def _draw_on(page: Any, limits: DocumentLimits, until: float) -> None:
    """Run the page's program, which may call itself without end, with a device that counts. Fills ``page.layout``."""
    from pdfminer.pdfinterp import PDFPageInterpreter
    from pdfminer.pdftypes import PDFStream, resolve1
    from pdfplumber.page import PDFPageAggregatorWithMarkedContent

    left, program = limits.characters, MAX_PROGRAM

    def spend() -> None:
        nonlocal left
        left -= 1
        if left < 0 or (left % 256 == 0 and time.monotonic() > until):
            raise _TooMuch

    class Bounded(PDFPageAggregatorWithMarkedContent):
        def render_char(self, *args: Any, **kwargs: Any) -> float:
            spend()
            return super().render_char(*args, **kwargs)

        def paint_path(self, *args: Any, **kwargs: Any) -> None:
            spend()
            super().paint_path(*args, **kwargs)

        def begin_figure(self, *args: Any, **kwargs: Any) -> None:
            spend()
            super().begin_figure(*args, **kwargs)

    class Sparing(PDFPageInterpreter):
        def execute(self, streams: Any) -> None:
            nonlocal program
            program -= sum(len(stream.get_data()) for stream in map(resolve1, streams) if isinstance(stream, PDFStream))
            if program < 0:
                raise _TooMuch
            super().execute(streams)

    device = Bounded(page.pdf.rsrcmgr, pageno=page.page_number, laparams=None)
    Sparing(page.pdf.rsrcmgr, device).process_page(page.page_obj)
    page._layout = device.get_result()


# ---------------------------------------------------------------- lines of words


def _lines(words: Iterable[Word]) -> list[list[Word]]:
    """Words by line, top down, left to right."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda w: (w["bottom"], w["x0"])):
        if word["text"].strip():
            height = word["bottom"] - word["top"]
            if lines and word["bottom"] - lines[-1][0]["bottom"] <= 0.35 * height:
                lines[-1].append(word)
            else:
                lines.append([word])
    for line in lines:
        line.sort(key=lambda w: w["x0"])
    return lines


def _straight(char: Any) -> bool:
    """Neither sideways nor upside down."""
    return bool(char["upright"]) and char["matrix"][0] > 0


def _inside(line: list[Word], bbox: tuple[float, float, float, float]) -> bool:
    middle = (line[0]["top"] + line[0]["bottom"]) / 2
    return bbox[1] <= middle <= bbox[3] and line[-1]["x1"] > bbox[0] and line[0]["x0"] < bbox[2]


def _blacked(lines: Sequence[Sequence[Word]], place: Callable[..., Box]) -> Iterator[Box]:
    """What of people's numbers on a page has to be hidden: of a CPF the first three and the last two digits."""
    every = [word for line in lines for word in line]
    named = any("cpf" in word["text"].lower() for word in every)
    heads = [word for word in every if kinds_named(word["text"])]
    for line in lines:
        text = ""
        chars: list[Any] = []
        for word in line:
            # A bare number under or after a word that says what it is.
            over = [
                h["text"] for h in heads if h["top"] <= word["top"] and h["x0"] < word["x1"] and word["x0"] < h["x1"]
            ]
            about = " ".join([*over, *(["cpf"] if named and word["text"].isdecimal() else [])])
            if about and find(word["text"], about):
                yield place(word["x0"], word["top"], word["x1"], word["bottom"])
            for char in word["chars"]:
                text += char["text"]
                chars += [char] * len(char["text"])
            text += " "
            chars.append(None)
        for hit in find(text):
            inside = [c for c in chars[hit.start : hit.end] if c and (hit.kind == "email" or c["text"].strip())]
            parts = [inside]
            if hit.kind == "cpf":
                digits = [n for n, c in enumerate(inside) if c["text"].isdigit()]
                parts = [inside[: digits[2] + 1], inside[digits[-2] :]]
            for held in parts:
                yield place(
                    min(c["x0"] for c in held),
                    min(c["top"] for c in held),
                    max(c["x1"] for c in held),
                    max(c["bottom"] for c in held),
                )


# ---------------------------------------------------------------- tables with rules


def _ruled(page: Any, place: Callable[..., Box]) -> list[Region]:
    """The tables that rules draw, of two columns and two rows at least; those drawn row by row joined."""
    edges = page.edges
    upright = {round(e["x0"]) for e in edges if e["orientation"] == "v"}
    level = {round(e["top"]) for e in edges if e["orientation"] == "h"}
    if len(edges) > MAX_EDGES or len(upright) * len(level) > MAX_CROSSINGS:
        return []
    regions: list[Region] = []
    for table in page.find_tables()[:MAX_REGIONS]:
        lefts = sorted({round(c[0]) for c in table.cells})
        if len(lefts) < 2:
            continue
        rights = [*lefts[1:], max(c[2] for c in table.cells)]
        region = Region([], list(zip(lefts, rights, strict=True)), table.bbox[1], table.bbox[3], True, bbox=table.bbox)
        region.rows = _ruled_rows(page, table, lefts, place)
        last = regions[-1] if regions else None
        if last and _alike(last.columns, region.columns) and region.top - last.bottom < 6:
            last.rows += region.rows
            last.bottom = region.bottom
            last.bbox = (last.bbox[0], last.bbox[1], last.bbox[2], region.bottom)
        else:
            regions.append(region)
    return [r for r in regions if len(r.rows) > 1 and sum(len(row) > 1 for row in r.rows) > 1]


def _ruled_rows(page: Any, table: Any, lefts: list[int], place: Callable[..., Box]) -> list[Row]:
    from pdfplumber.utils.text import extract_words

    rows = sorted(table.rows, key=lambda r: r.bbox[1])
    tops = [row.bbox[1] for row in rows]
    cells: list[list[Any]] = [[cell for cell in row.cells if cell] for row in rows]
    held: dict[tuple[int, int], list[Any]] = {}
    x0, y0, x1, y1 = table.bbox
    for char in page.chars:
        x, y = (char["x0"] + char["x1"]) / 2, (char["top"] + char["bottom"]) / 2
        if not (x0 <= x <= x1 and y0 <= y <= y1 and _straight(char)):
            continue
        # A cell that covers several rows stands in the first of them.
        for number in range(bisect_right(tops, y) - 1, -1, -1):
            at = next((n for n, c in enumerate(cells[number]) if c[0] <= x < c[2] and c[1] <= y < c[3]), None)
            if at is not None:
                held.setdefault((number, at), []).append(char)
                break
    result: list[Row] = []
    for number, row_cells in enumerate(cells):
        row: Row = {}
        for at, cell in enumerate(row_cells):
            words = extract_words(held.get((number, at), []), x_tolerance_ratio=0.15, y_tolerance=2)
            column = max(0, bisect_right(lefts, cell[0] + 2) - 1)
            if words and column < MAX_COLUMNS:
                span = max(1, bisect_right(lefts, cell[2] - 2) - column)
                piece = replace(piece_of(words, place, span), box=place(*cell))
                if piece.text:
                    row[column] = piece
        result.append(row)
    return result


def _cell_lines(page: Any, region: Region) -> Iterator[list[Word]]:
    """The words of a ruled table column by column, where a number may be broken over lines."""
    from pdfplumber.utils.text import extract_words

    inside = [c for c in page.chars if region.top <= (c["top"] + c["bottom"]) / 2 <= region.bottom]
    for left, right in region.columns:
        held = [c for c in inside if left <= (c["x0"] + c["x1"]) / 2 < right]
        if sum(c["text"].isdigit() for c in held) >= 11:
            yield extract_words(held, x_tolerance_ratio=0.15, y_tolerance=2, return_chars=True)


def _alike(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return len(one) == len(other) and all(abs(a[0] - b[0]) < 4 for a, b in zip(one, other, strict=True))


def _continues(regions: list[Region], region: Region) -> bool:
    """Join a table with the one before when it goes on over the page: the same columns, and no other header."""
    if not regions or regions[-1].ruled != region.ruled or not region.rows:
        return False
    last = regions[-1]
    same = _alike(last.columns, region.columns) if region.ruled else last.columns == region.columns
    if not same:
        return False
    first = [piece.text for piece in region.rows[0].values()]
    known = [[piece.text for piece in row.values()] for row in last.rows[:6]]
    if not typed(region.rows[0]) and len(first) > 1 and first not in known and find_tables(region.rows, 1)[0]:
        table = find_tables(region.rows, 1)[0][0]
        if table.header and any(typed(row) for row in last.rows):
            return False
    last.rows += region.rows
    return True
