"""Tables of a PDF that holds text: those with rules by their rules, the others by the white columns between their words."""

from __future__ import annotations

import logging
import math
import re
import time
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import pairwise
from statistics import median
from typing import Any

from transparency.extract.documents.drawing import DPI, Leaf
from transparency.extract.documents.layout import MAX_COLUMNS, Piece, Row, Table, find_tables, title_words, typed
from transparency.extract.documents.limits import DocumentLimits, DocumentProblem
from transparency.items import Box
from transparency.privacy.cleaning import find, kinds_named

MAX_EDGES = 8000
MAX_CROSSINGS = 8000
"""Rules on a page, and where they may cross, beyond which it is a drawing."""
MAX_REGIONS = 60
MAX_PROGRAM = 1_500_000
"""Bytes of drawing orders on one page."""
_SCALE = DPI / 72
logging.getLogger("pdfminer").setLevel(logging.ERROR)  # it warns of every slip of every font
_RULE = re.compile(r"[-=_*.+|~]{4,}")
"""Rules as line printers draw them."""
_STREAM = re.compile(rb"stream\r?\n")
_Word = dict[str, Any]


@dataclass
class Reading:
    """What a PDF holds: pages in all, tables, the words under no table, and its pages as they can be pictured."""

    pages: int
    tables: list[Table] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    partial: str = ""
    """Why pages within the limit were left out."""


@dataclass
class _Region:
    """A table on a page: its rows, and the left and right of its columns. ``titles``: lines over it."""

    rows: list[Row]
    columns: list[tuple[float, float]]
    top: float
    bottom: float
    ruled: bool
    titles: list[str] = field(default_factory=list)
    bbox: tuple[float, float, float, float] = (0, 0, 0, 0)


class _TooMuch(Exception):
    """More on the page, or more time spent, than the limits allow."""


def read_pdf(body: bytes, limits: DocumentLimits) -> Reading:
    """Read the first pages of a PDF. Raises DocumentProblem, or what the library raises on a broken file."""
    import pdfplumber
    from pdfminer.pdfdocument import PDFPasswordIncorrect

    if _inflated(body, limits.inflated) > limits.inflated:
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
    if reader.letters < 20 * max(1, len(reader.reading.leaves)) and not reader.reading.partial:
        raise DocumentProblem("o PDF é só imagem, sem texto")
    return reader.finish()


@dataclass
class _Reader:
    """Page after page: regions under way, and lines that may be titles of the next."""

    reading: Reading
    limits: DocumentLimits
    until: float
    regions: list[_Region] = field(default_factory=list)
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
        ruled = _ruled(page, place)
        broken = [line for region in ruled for line in _cell_lines(page, region)]
        self.reading.leaves[-1] = replace(leaf, blacked=tuple(_blacked([*lines, *broken, *turned], place)))
        free = [line for line in lines if not any(_inside(line, r.bbox) for r in ruled)]
        last = self.regions[-1] if self.regions else None
        blocks, free = _aligned(free, place, last.columns if last and not last.ruled else [])
        for region in sorted([*ruled, *blocks], key=lambda r: r.top):
            over = [line for line in free if line[0]["bottom"] <= region.top + 2]
            free = free[len(over) :]
            self._set_aside(over, place)
            if not _continues(self.regions, region):
                region.titles = title_words(self.loose)
                self.regions.append(region)
            self.loose = []
        self._set_aside(free, place)

    def _set_aside(self, lines: list[list[_Word]], place: Callable[..., Box]) -> None:
        """Lines in no region: label-value tables among them go to the reading, others may be titles."""
        rows: list[Row] = []
        gap = _gap(lines)
        for previous, line in zip([None, *lines], lines, strict=False):
            if previous and line[0]["top"] - previous[0]["bottom"] > 2.5 * (line[0]["bottom"] - line[0]["top"]):
                rows.append({})
            rows.append({i: _piece(s, place) for i, s in enumerate(_segments(line, gap)[:MAX_COLUMNS])})
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


def _inflated(body: bytes, limit: int) -> int:
    """Bytes that the streams grow to, counted no further than needed; streams within streams as well."""
    total = at = 0
    while match := _STREAM.search(body, at):
        at = body.find(b"endstream", match.end())
        if at < 0:
            break
        data = body[match.end() : at]
        for _ in range(3):
            if data[:1] not in (b"\x78", b"\x58", b"\x48", b"\x68", b"\x08"):
                break
            try:
                data = zlib.decompressobj().decompress(data, max(1, limit - total + 1))
            except zlib.error:
                break
            total += len(data)
            if total > limit:
                return total
    return total


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


def _lines(words: Iterable[_Word]) -> list[list[_Word]]:
    """Words by line, top down, left to right."""
    lines: list[list[_Word]] = []
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


def _inside(line: list[_Word], bbox: tuple[float, float, float, float]) -> bool:
    middle = (line[0]["top"] + line[0]["bottom"]) / 2
    return bbox[1] <= middle <= bbox[3] and line[-1]["x1"] > bbox[0] and line[0]["x0"] < bbox[2]


def _piece(words: Sequence[_Word], place: Callable[..., Box], span: int = 1) -> Piece:
    box = place(
        min(w["x0"] for w in words),
        min(w["top"] for w in words),
        max(w["x1"] for w in words),
        max(w["bottom"] for w in words),
    )
    return Piece.of(" ".join(w["text"] for w in words), box, span)


def _gap(lines: Iterable[list[_Word]]) -> float:
    """The least space between two cells, in heights of the letters: wider where all letters are, as on line printers."""
    widths: dict[str, float] = {}
    for line in lines:
        for word in line:
            for char in word["chars"]:
                if char["text"] in "iltmMW" and char.get("size"):
                    widths.setdefault(char["text"], (char["x1"] - char["x0"]) / char["size"])
    narrow = [w for c, w in widths.items() if c in "ilt"]
    broad = [w for c, w in widths.items() if c in "mMW"]
    even = bool(narrow and broad) and max(broad) < 1.15 * min(narrow)
    return 0.95 if even else 0.62


def _segments(line: list[_Word], gap: float) -> list[list[_Word]]:
    segments: list[list[_Word]] = []
    for word in line:
        height = max(1.0, word["bottom"] - word["top"])
        if segments and word["x0"] - segments[-1][-1]["x1"] < gap * height:
            segments[-1].append(word)
        else:
            segments.append([word])
    return segments


def _blacked(lines: Sequence[Sequence[_Word]], place: Callable[..., Box]) -> Iterator[Box]:
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


def _ruled(page: Any, place: Callable[..., Box]) -> list[_Region]:
    """The tables that rules draw, of two columns and two rows at least; those drawn row by row joined."""
    edges = page.edges
    upright = {round(e["x0"]) for e in edges if e["orientation"] == "v"}
    level = {round(e["top"]) for e in edges if e["orientation"] == "h"}
    if len(edges) > MAX_EDGES or len(upright) * len(level) > MAX_CROSSINGS:
        return []
    regions: list[_Region] = []
    for table in page.find_tables()[:MAX_REGIONS]:
        lefts = sorted({round(c[0]) for c in table.cells})
        if len(lefts) < 2:
            continue
        rights = [*lefts[1:], max(c[2] for c in table.cells)]
        region = _Region([], list(zip(lefts, rights, strict=True)), table.bbox[1], table.bbox[3], True, bbox=table.bbox)
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
                piece = replace(_piece(words, place, span), box=place(*cell))
                if piece.text:
                    row[column] = piece
        result.append(row)
    return result


def _cell_lines(page: Any, region: _Region) -> Iterator[list[_Word]]:
    """The words of a ruled table column by column, where a number may be broken over lines."""
    from pdfplumber.utils.text import extract_words

    inside = [c for c in page.chars if region.top <= (c["top"] + c["bottom"]) / 2 <= region.bottom]
    for left, right in region.columns:
        held = [c for c in inside if left <= (c["x0"] + c["x1"]) / 2 < right]
        if sum(c["text"].isdigit() for c in held) >= 11:
            yield extract_words(held, x_tolerance_ratio=0.15, y_tolerance=2, return_chars=True)


def _alike(one: list[tuple[float, float]], other: list[tuple[float, float]]) -> bool:
    return len(one) == len(other) and all(abs(a[0] - b[0]) < 4 for a, b in zip(one, other, strict=True))


def _continues(regions: list[_Region], region: _Region) -> bool:
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


# ---------------------------------------------------------------- tables without rules


def _aligned(
    lines: list[list[_Word]], place: Callable[..., Box], before: list[tuple[float, float]]
) -> tuple[list[_Region], list[list[_Word]]]:
    """Tables told by their alignment, and the lines that are in none. ``before``: columns of the page before."""
    gap = _gap(lines)
    cut = [_segments(line, gap) for line in lines]
    for width in (3, 2):
        regions: list[_Region] = []
        for first, end in _blocks(lines, cut, width):
            start = _with_lines_over(lines, cut, first)
            region = _block(cut[start:end], place, before)
            if region:
                regions.append(region)
        if regions or width == 2:
            return regions, [
                line
                for line in lines
                if not any(r.top - 0.5 <= line[0]["top"] and line[0]["bottom"] <= r.bottom + 0.5 for r in regions)
            ]
    return [], lines


def _blocks(lines: list[list[_Word]], cut: list[list[list[_Word]]], width: int) -> Iterator[tuple[int, int]]:
    """Runs of lines with several segments each; lines between them belong when they are near."""
    start = last = -1
    for i, segments in enumerate(cut):
        if start >= 0:
            distance = lines[i][0]["top"] - lines[i - 1][0]["bottom"]
            height = max(1.0, lines[i][0]["bottom"] - lines[i][0]["top"])
            if distance > 4 * height or i - last > 4:
                if _enough(cut[start : last + 1]):
                    yield start, last + 1
                start = -1
        if len(segments) >= width:
            if start < 0:
                start = i
            last = i
    if start >= 0 and _enough(cut[start : last + 1]):
        yield start, last + 1


def _enough(cut: list[list[list[_Word]]]) -> bool:
    """Three lines are a table; of two, the first has to be a header."""
    if len(cut) != 2:
        return len(cut) > 2
    labels, values = map(_kinds, cut)
    return len(labels) == len(values) > 2 and not typed(labels) and typed(values) > 1


def _with_lines_over(lines: list[list[_Word]], cut: list[list[list[_Word]]], start: int) -> int:
    """The start of a block, moved up over lines of words so near that they may be part of its header."""
    for i in range(start - 1, max(-1, start - 5), -1):
        height = max(1.0, lines[i][0]["bottom"] - lines[i][0]["top"])
        if typed(_kinds(cut[i])) or lines[i + 1][0]["top"] - lines[i][0]["bottom"] > 0.8 * height:
            break
        start = i
    return start


def _kinds(segments: list[list[_Word]]) -> Row:
    return {i: Piece(" ".join(w["text"] for w in s)) for i, s in enumerate(segments)}


def _block(
    cut: list[list[list[_Word]]], place: Callable[..., Box], before: list[tuple[float, float]]
) -> _Region | None:
    rows = [_kinds(segments) for segments in cut]
    most = max(len(row) for row in rows)
    data = [i for i, row in enumerate(rows) if typed(row) and len(row) * 2 >= most and typed(row) * 5 >= len(row)]
    if len(most_data := data) < 2:
        data = [i for i, row in enumerate(rows) if len(row) * 2 >= most]
    columns = _rivers([cut[i] for i in data])
    if len(columns) < 2:
        return None
    header = _header_lines(cut, rows, data[0]) if most_data else []
    if header:
        columns = _with_headers(_parted(columns, cut[header[-1]], [cut[i] for i in data]), cut[header[-1]])
    if before and _fits(cut, data, before):
        columns = before
    made: list[Row] = []
    bottom = 0.0
    pitch = median(_pitches(cut)) if len(cut) > 2 else 0.0
    for i, segments in enumerate(cut):
        if header and i in header:
            if i == header[-1]:
                made += _headed([cut[n] for n in header], columns, place)
        else:
            row = _assigned(segments, columns, place)
            distance = segments[0][0]["top"] - bottom
            wrapped = i - 1 not in header and len(row) <= 2 and not typed(rows[i]) and made and len(made[-1]) > len(row)
            if wrapped and all(c in made[-1] for c in row) and distance < max(2.0, pitch * 0.8) and i > data[0]:
                for column, piece in row.items():
                    upper = made[-1][column]
                    made[-1][column] = replace(Piece.of(f"{upper.text} {piece.text}"), box=upper.box)
            else:
                made.append(row)
        bottom = max(w["bottom"] for s in segments for w in s)
    first = min(w["top"] for s in cut[0] for w in s)
    return _Region(made, columns, first, bottom, False)


def _pitches(cut: list[list[list[_Word]]]) -> list[float]:
    return [b[0][0]["top"] - a[0][0]["bottom"] for a, b in pairwise(cut)]


def _rivers(lines: list[list[list[_Word]]]) -> list[tuple[float, float]]:
    """Columns: what segments cover, parted by what hardly any covers. A few that run over a river are borne with."""
    spans = [(s[0]["x0"], s[-1]["x1"]) for segments in lines for s in segments]
    if not spans:
        return []
    left = math.floor(min(a for a, _ in spans))
    cover = [0] * (math.ceil(max(b for _, b in spans)) - left + 2)
    for a, b in spans:
        for x in range(math.floor(a) - left, math.ceil(b) - left):
            cover[x] += 1
    bearable = len(lines) * 0.04
    columns: list[tuple[float, float]] = []
    start: int | None = None
    for x, count in enumerate(cover):
        if count > bearable and start is None:
            start = x
        elif count <= bearable and start is not None:
            columns.append((start + left, x + left))
            start = None
    return columns[:MAX_COLUMNS]


def _header_lines(cut: list[list[list[_Word]]], rows: list[Row], first: int) -> list[int]:
    """The lines right over the first data that hold words only: a header, perhaps over several lines."""
    found: list[int] = []
    for i in range(first - 1, max(-1, first - 5), -1):
        height = max(1.0, cut[i][0][0]["bottom"] - cut[i][0][0]["top"])
        distance = cut[i + 1][0][0]["top"] - cut[i][0][0]["bottom"]
        if typed(rows[i]) or distance > (2.5 if i == first - 1 else 0.8) * height:
            break
        found.insert(0, i)
    while found and len(rows[found[0]]) < 2:
        found.pop(0)
    while len(found) > 1 and len(rows[found[-1]]) < 2:
        # A few words close under a label end it; further down they are the name of the first group.
        above, last = cut[found[-2]][0][0], cut[found[-1]][0][0]
        if last["top"] - above["bottom"] < 0.35 * (last["bottom"] - last["top"]):
            break
        found.pop()
    return found


def _parted(
    columns: list[tuple[float, float]], labels: list[list[_Word]], lines: list[list[list[_Word]]]
) -> list[tuple[float, float]]:
    """Columns a single space apart: two labels over one column part it where all its lines have a space between words."""
    result: list[tuple[float, float]] = []
    for left, right in columns:
        over = [(s[0]["x0"], s[-1]["x1"]) for s in labels if left <= (s[0]["x0"] + s[-1]["x1"]) / 2 <= right]
        words = [[[w] for s in line for w in s if left <= (w["x0"] + w["x1"]) / 2 <= right] for line in lines]
        rivers = [(a[1], b[0]) for a, b in pairwise(_rivers(words))] if len(over) > 1 else []
        cuts: list[tuple[float, float]] = []
        for one, other in pairwise(over):
            between = [r for r in rivers if one[0] < r[0] and r[1] < other[1] and r not in cuts]
            cuts += sorted(between, key=lambda r: abs(sum(r) - one[1] - other[0]))[:1]
        if len(over) > 1 and len(cuts) == len(over) - 1:
            result += zip([left, *(b for _, b in cuts)], [*(a for a, _ in cuts), right], strict=True)
        else:
            result.append((left, right))
    return result


def _with_headers(columns: list[tuple[float, float]], labels: list[list[_Word]]) -> list[tuple[float, float]]:
    """The columns, and those that have a label but no data."""
    if len(labels) <= len(columns):
        return columns
    spans = [(s[0]["x0"], s[-1]["x1"]) for s in labels]
    return sorted([*columns, *(s for s in spans if not any(a < s[1] and s[0] < b for a, b in columns))])


def _fits(cut: list[list[list[_Word]]], data: list[int], columns: list[tuple[float, float]]) -> bool:
    spans = [(s[0]["x0"], s[-1]["x1"]) for i in data for s in cut[i]]
    touched = [sum(a < right - 1 and left < b - 1 for left, right in columns) for a, b in spans]
    most = max(len(cut[i]) for i in data)
    return sum(t != 1 for t in touched) <= 0.15 * len(spans) and most * 2 >= len(columns)


def _column(a: float, b: float, columns: list[tuple[float, float]]) -> int:
    """The column that a segment shares most with; the nearest when none."""

    def shared(i: int) -> tuple[float, float]:
        left, right = columns[i]
        return min(b, right) - max(a, left) if min(b, right) > max(a, left) else 0.0, -abs((a + b) - (left + right))

    return max(range(len(columns)), key=shared)


def _assigned(segments: list[list[_Word]], columns: list[tuple[float, float]], place: Callable[..., Box]) -> Row:
    held: dict[int, list[_Word]] = {}
    for segment in segments:
        a, b = segment[0]["x0"], segment[-1]["x1"]
        within = (
            len(segments) * 2 < len(columns) or sum(min(b, right) - max(a, left) > 1 for left, right in columns) <= 1
        )
        for part in [segment] if within else [[word] for word in segment]:
            held.setdefault(_column(part[0]["x0"], part[-1]["x1"], columns), []).extend(part)
    return {c: _piece(held[c], place) for c in sorted(held)}


def _near(lines: list[list[list[_Word]]], column: int, columns: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where the labels of a column stand in the last line of a header; the column itself when it has none there."""
    spans = [(s[0]["x0"], s[-1]["x1"]) for s in lines[-1]]
    return [span for span in spans if _column(*span, columns) == column] or [columns[column]]


def _in_line(a: float, b: float, other: tuple[float, float]) -> bool:
    left, right = other
    return min(abs(a - left), abs(b - right), abs((a + b) - (left + right)) / 2) < 4


def _headed(lines: list[list[list[_Word]]], columns: list[tuple[float, float]], place: Callable[..., Box]) -> list[Row]:
    """The header as rows: labels over several lines made one, labels over several columns in a row above."""
    groups: Row = {}
    held: dict[int, list[_Word]] = {}
    for segments in lines:
        in_order = len(segments) == len(columns)
        for number, segment in enumerate(segments):
            a, b = segment[0]["x0"], segment[-1]["x1"]
            under = [i for i, (x, y) in enumerate(columns) if min(b, y) - max(a, x) > 0.5 * (y - x)]
            if not in_order and len(under) > 1 and segments is not lines[-1]:
                groups[under[0]] = _piece(segment, place, under[-1] - under[0] + 1)
                continue
            column = number if in_order else _column(a, b, columns)
            # What stands over a label but in line with none of its edges is the heading of a group of unknown width.
            if (
                segments is lines[-1]
                or in_order
                or any(_in_line(a, b, under) for under in _near(lines, column, columns))
            ):
                held.setdefault(column, []).extend(segment)
    labels = {c: _piece(held[c], place) for c in sorted(held)}
    return [row for row in (groups, labels) if row]
