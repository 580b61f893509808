"""Pictures as proof: a page of a PDF with people's numbers blacked out, or a table of a spreadsheet drawn as a plain grid."""

from __future__ import annotations

import ctypes
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from threading import Lock
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from transparency.extract.documents.layout import Piece, Table, grid_lines
from transparency.items import Box

DPI = 110
DRAWN_ROWS = 12
_QUALITY = 85
_MARGIN = 16
_FONT = 12
_CHARACTER = _FONT * 0.6  # Courier: every character is 0.6 em wide, so that nothing need be measured
_LINE = 16
_PADDING = 6
PDFIUM = Lock()
"""PDFium is not safe for threads."""


@dataclass(frozen=True)
class Picture:
    """A JPEG of one page; ``origin`` is where its corner lies among the boxes of the document, whose pages stand one under another."""

    jpeg: bytes
    origin: tuple[int, int]
    size: tuple[int, int]


@dataclass(frozen=True)
class Text:
    """A line of words in a picture, from its upper left corner."""

    x: int
    y: int
    words: str
    bold: bool = False


@dataclass(frozen=True)
class Leaf:
    """A page that can be pictured: where it stands among the boxes, and what is on it."""

    top: int
    width: int
    height: int
    page: int = -1
    """Of the PDF; -1 for a drawn grid."""
    blacked: tuple[Box, ...] = ()
    texts: tuple[Text, ...] = ()
    cells: tuple[tuple[Box, bool], ...] = ()
    """Boxes of a grid, and whether each is a header's."""


def encode(picture: Image.Image, leaf: Leaf) -> Picture:
    """The JPEG of a page."""
    out = BytesIO()
    picture.convert("RGB").save(out, "JPEG", quality=_QUALITY, optimize=True)
    return Picture(out.getvalue(), (0, leaf.top), picture.size)


def render_page(body: bytes, leaf: Leaf) -> Picture:
    """A page of a PDF as it looks, people's numbers black."""
    import pypdfium2

    with PDFIUM:
        document = pypdfium2.PdfDocument(body)
        try:
            picture = document[leaf.page].render(scale=leaf.width / document[leaf.page].get_width()).to_pil()
        finally:
            document.close()
    picture = picture.convert("RGB")
    draw = ImageDraw.Draw(picture)
    for x, y, width, height in leaf.blacked:
        draw.rectangle((x, y - leaf.top, x + width, y - leaf.top + height), fill="black")
    return encode(picture, leaf)


def render_grid(leaf: Leaf) -> Picture:
    """A grid with its words. PDFium sets them: Pillow's own font has no accents, and no machine is sure to have another."""
    picture = Image.new("RGB", (leaf.width, leaf.height), "white")
    draw = ImageDraw.Draw(picture)
    for (x, y, width, height), header in leaf.cells:
        box = (x, y - leaf.top, x + width, y - leaf.top + height)
        draw.rectangle(box, fill="#e6ebf2" if header else "white", outline="#9aa4b2")
    return encode(ImageChops.multiply(picture, _written(leaf)), leaf)


def _written(leaf: Leaf) -> Image.Image:
    import pypdfium2
    import pypdfium2.raw as raw

    with PDFIUM:
        document = pypdfium2.PdfDocument.new()
        try:
            page = document.new_page(leaf.width, leaf.height)
            fonts = {
                b: raw.FPDFText_LoadStandardFont(document.raw, f) for b, f in ((0, b"Courier"), (1, b"Courier-Bold"))
            }
            for text in leaf.texts:
                _write(raw, document, page, fonts[text.bold], text, leaf.height - (text.y - leaf.top) - _FONT)
            raw.FPDFPage_GenerateContent(page.raw)
            return page.render(scale=1).to_pil().convert("RGB").resize((leaf.width, leaf.height))
        finally:
            document.close()


def _write(raw: Any, document: Any, page: Any, font: Any, text: Text, baseline: float) -> None:
    words = text.words.encode("cp1252", "replace").decode("cp1252", "replace")
    item = raw.FPDFPageObj_CreateTextObj(document.raw, font, ctypes.c_float(_FONT))
    wide = ctypes.create_string_buffer((words + "\0").encode("utf-16-le"))
    raw.FPDFText_SetText(item, ctypes.cast(wide, raw.FPDF_WIDESTRING))
    raw.FPDFPageObj_Transform(item, 1, 0, 0, 1, text.x, baseline)
    raw.FPDFPage_InsertObject(page.raw, item)


def draw_table(table: Table, top: int, name: str) -> Leaf:
    """Lay out a table under its titles, and give its pieces (in place) their boxes. Only the first rows are drawn."""
    texts: list[Text] = []
    cells: list[tuple[Box, bool]] = []
    y = top + _MARGIN
    for title in [t for t in (name, *table.titles) if t]:
        texts.append(Text(_MARGIN, y, _cut(title, 110), bold=True))
        y += _LINE + 4
    y += 4
    shown = replace(table, body=table.body[:DRAWN_ROWS])
    widths = _widths(shown)
    columns = sorted(widths)
    lefts: dict[int, int] = {}
    x = _MARGIN
    for column in columns:
        lefts[column] = x
        x += _pixels(widths[column])
    sources = [*shown.header, *shown.body]
    for (header, line), source in zip(list(grid_lines(shown)), sources, strict=True):
        height, placed = _place(line, header, columns, widths, lefts, y)
        for column, piece, box, lines in placed:
            cells.append((box, header))
            texts += [
                Text(box[0] + _PADDING, box[1] + 3 + n * _LINE, words, header or (table.pairs and column % 2 == 0))
                for n, words in enumerate(lines)
            ]
            if piece is not None:
                source[column] = replace(piece, box=box)
        y += height
    width = max([x, *(t.x + int(len(t.words) * _CHARACTER) for t in texts)]) + _MARGIN
    return Leaf(top, width, y - top + _MARGIN, texts=tuple(texts), cells=tuple(cells))


def _pixels(characters: int) -> int:
    return int(characters * _CHARACTER) + 2 * _PADDING + 1


def _widths(table: Table) -> dict[int, int]:
    """Characters by column: as the cells need, less the more columns there are."""
    columns = sorted({c for _, line in grid_lines(table) for c, _ in line})
    most = 60 if len(columns) <= 3 else 28 if len(columns) <= 8 else 18 if len(columns) <= 16 else 12
    widths = dict.fromkeys(columns, 5)
    for header, line in grid_lines(table):
        for column, piece in line:
            if piece is not None and piece.span == 1:
                need = max(map(len, piece.text.split()), default=1) if header else len(piece.text)
                widths[column] = max(widths[column], min(most, need))
    return widths


def _place(
    line: Sequence[tuple[int, Piece | None]],
    header: bool,
    columns: list[int],
    widths: dict[int, int],
    lefts: dict[int, int],
    y: int,
) -> tuple[int, list[tuple[int, Piece | None, Box, list[str]]]]:
    placed: list[tuple[int, Piece | None, int, list[str]]] = []
    for column, piece in line:
        span = piece.span if piece else 1
        covered = [c for c in columns if column <= c < column + span]
        width = sum(_pixels(widths[c]) for c in covered)
        room = int((width - 2 * _PADDING) / _CHARACTER)
        words = piece.text if piece else ""
        lines = textwrap.wrap(words, room)[:3] if header else [_cut(words, room)]
        placed.append((column, piece, width, lines or [""]))
    height = max(len(lines) for _, _, _, lines in placed) * _LINE + 6 if placed else 0
    return height, [(c, piece, (lefts[c], y, width, height), lines) for c, piece, width, lines in placed]


def _cut(words: str, room: int) -> str:
    return words if len(words) <= room else words[: max(1, room - 1)] + "…"
