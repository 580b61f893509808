"""Reports that were made to be printed and saved as pages: a letterhead, headings and lines of values on one sheet of cells.

Generators lay such a sheet out with cells of any width, blank ones between them, or with pieces of text put in their places
one by one. So nothing counts here but where a piece stands: what stands under a heading is a value of its column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from transparency.extract import dom
from transparency.extract.records.cells import header_like, is_total, read_cell
from transparency.extract.records.details import add_cards, add_pairs, split_records
from transparency.extract.records.model import EMPTY, MAX_COLUMNS, SAMPLE, Cell, Grid, Page, Pair, Record
from transparency.extract.records.rows import expand_row, row_width
from transparency.extract.values import is_empty_message, value_type
from transparency.text import normalize

_TELLING = frozenset(("money", "date", "cpf", "cnpj", "number", "code"))
_FIELD = re.compile(r"\W*([^\W\d][^:]{2,40}?)\s*:\s*(\S.*)", re.S)
_SMALL_PRINT = re.compile(r"(?:pag(?:ina)?|folha|emiss|emitid|impress|gerad|hora|usuario|operador|sistema|data)\b\w*")
"""What a sheet says of its own printing."""
_TYPED_IN = ("pre", "listing", "xmp")
_TYPED = re.compile(r"[^\s|│¦]+(?:[ ][^\s|│¦]+)*")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NUMBERS = re.compile(r"\d+")
_WORDS = frozenset("div span p b i font nobr label strong".split())
HEAD_LINES = 3
"""So many lines the headings of a sheet may take."""
LOOKED = 40
"""Lines below a would-be heading that are held against it."""
_READ = 120 * SAMPLE
"""Pieces that are read."""
HEADED = 2
"""So many boxes around pieces may have their headings before them."""
LEAST_PIECES = 12
"""Pieces of text of which fewer make no sheet."""


@dataclass
class Piece:
    """Some words and how far they reach, in whatever unit."""

    cell: Cell
    left: float
    right: float

    @property
    def text(self) -> str:
        return self.cell.text


Line = list[Piece]


@dataclass
class Sheet:
    """What was read off a sheet."""

    header: list[tuple[str, HtmlElement | None]]
    rows: list[list[Cell]] = field(default_factory=list)
    count: int = 0
    title: str = ""
    message: str = ""
    groups: list[tuple[str, HtmlElement | None, Cell]] = field(default_factory=list)


def lines_of_table(rows: Sequence[HtmlElement]) -> list[Line]:
    """The cells of a table that say something, by their boxes or else by the columns that they cover."""
    width = max(map(row_width, rows), default=0)
    lines: list[Line] = []
    spans: dict[int, tuple[int, HtmlElement]] = {}
    for row in rows:
        above = {cell for _, cell in spans.values()}
        cells, spans = expand_row(row, spans, width)
        reach: dict[HtmlElement, list[int]] = {}
        for place, cell in enumerate(cells):
            if cell is not None and cell not in above:
                reach.setdefault(cell, []).append(place)
        told = [(read_cell(cell), places) for cell, places in reach.items()]
        lines.append([Piece(cell, places[0], places[-1] + 1) for cell, places in told if cell.filled])
    return _drawn(lines)


def lines_of_rows(rows: Sequence[Sequence[HtmlElement]]) -> list[Line]:
    """The cells of rows that say something, by their boxes or else by their order."""
    told = [[(read_cell(cell), place) for place, cell in enumerate(cells)] for cells in rows]
    return _drawn([[Piece(cell, place, place + 1) for cell, place in cells if cell.filled] for cells in told])


def _drawn(lines: Sequence[Line]) -> list[Line]:
    """Lines with something in them, each piece as far as it is drawn, where all are."""
    if all(p.cell.element is not None and dom.own_box(p.cell.element) for line in lines for p in line):
        for piece in (piece for line in lines for piece in line):
            box = dom.own_box(piece.cell.element) if piece.cell.element is not None else None
            if box is not None:
                piece.left, piece.right = box[0], box[0] + box[2]
    return [line for line in lines if line]


def lines_of_pieces(elements: Sequence[HtmlElement]) -> list[Line]:
    """Pieces of text that stand each in its place, line by line, from left to right."""
    placed = [(box, element) for element in elements if (box := dom.own_box(element)) is not None and box[3] > 0]
    placed.sort(key=lambda one: (one[0][1], one[0][0]))
    lines: list[Line] = []
    top = height = 0
    for box, element in placed:
        cell = read_cell(element)
        if not cell.filled:
            continue
        middle = box[1] + box[3] / 2
        if not lines or not top <= middle <= top + height:
            lines.append([])
            top, height = box[1], box[3]
        lines[-1].append(Piece(cell, box[0], box[0] + box[2]))
    for line in lines:
        line.sort(key=lambda piece: piece.left)
    return lines


def lines_of_text(element: HtmlElement) -> list[Line]:
    """The pieces of typed text, parted by two spaces or by bars. Each becomes an element of its own in its line."""
    texts = element.text_content().split("\n")
    box = dom.own_box(element)
    for child in list(element):
        element.remove(child)
    element.text = ""
    lines: list[Line] = []
    last: HtmlElement | None = None

    def write(words: str) -> None:
        if last is None:
            element.text = (element.text or "") + words
        else:
            last.tail = (last.tail or "") + words

    for number, text in enumerate(texts):
        lines.append([])
        end = 0
        for found in _TYPED.finditer(text):
            write(text[end : found.start()])
            last = etree.SubElement(element, "span")
            last.text, end = found.group(), found.end()
            if box is not None:
                height = box[3] / len(texts)
                last.set("data-t-box", f"{box[0]},{round(box[1] + number * height)},{box[2]},{round(height)}")
            cell = read_cell(last)
            if cell.filled and any(map(str.isalnum, cell.text)):
                lines[-1].append(Piece(cell, found.start(), found.end()))
        write(text[end:] + ("\n" if number < len(texts) - 1 else ""))
    return [line for line in lines if line]


def _add_forms(page: Page, element: HtmlElement, lines: Sequence[Line]) -> bool:
    """Records of typed text, each field with its label ("Empenho....: 12   Data: 01/02/2026")."""
    pairs: list[Pair] = []
    for line in lines:
        said = [(piece, _FIELD.fullmatch(piece.text)) for piece in line]
        if not all(match for _, match in said):
            continue
        for piece, match in said:
            label = match.group(1).rstrip(". ") if match else ""
            if match and dom.label_like(label) and (len(line) > 1 or not _SMALL_PRINT.match(normalize(label))):
                value = Cell(match.group(2), value_type(match.group(2)), piece.cell.element)
                pairs.append(Pair(label, value, piece.cell.element, True, element))
    records = [Record(run, element) for run in split_records(pairs) if len(run) > 2]
    alike = [record for record in records if record.labels == records[0].labels]
    if not alike:
        return False
    if len(alike) > 1:
        add_cards(page, alike)
    else:
        add_pairs(page, element, alike[0].pairs)
    return True


def read_sheets(lines: Sequence[Line], most: int = SAMPLE) -> Iterator[Sheet]:
    """The lists on a sheet, each under headings of its own; a heading that comes again on every page heads one list.
    ``most`` rows of each are kept, the others only counted."""
    start = 0
    found: list[tuple[tuple[str, ...], Sheet]] = []
    while (at := next((n for n in range(start, len(lines)) if _heads(lines, n)), None)) is not None:
        first = at
        while first > start and at - first < HEAD_LINES - 1 and _belongs(lines[first - 1], lines[at]):
            first -= 1
        words, lower = _words(lines[at]), _lower(lines, at)
        sheet = next((sheet for known, sheet in found if known == words), None)
        if sheet is None:
            sheet = Sheet(_labels(lines[first:at], lines[at], lower))
            sheet.title = _title(lines[start:first])
            found.append((words, sheet))
            sheet.groups += _fields(lines[start:first], sheet, letterhead=True)
        start = _read_rows(lines, at + len(lower), lines[at], sheet, most)
    yield from (sheet for _, sheet in found) if found else _empty_sheet(lines)


def _empty_sheet(lines: Sequence[Line]) -> Iterator[Sheet]:
    """The headings of a list over nothing but the message that there is none."""
    for at in range(len(lines) - 1):
        below = lines[at + 1]
        if len(lines[at]) > 2 and _could_head(lines[at]) and len(below) == 1 and is_empty_message(below[0].text):
            sheet = Sheet(_labels((), lines[at]), title=_title(lines[:at]), message=below[0].text)
            sheet.groups = _fields(lines[:at], sheet, letterhead=True)
            yield sheet
            return


def grids_of_sheet(element: HtmlElement, lines: Sequence[Line]) -> list[Grid]:
    """The grids of a sheet, with the fields that are said once over their rows as columns."""
    grids = []
    # rows that are no elements are known by their cells alone, to what hides the names in them
    most = SAMPLE if element.tag == "table" else len(lines)
    for order, sheet in enumerate(read_sheets(lines, most)):
        header, rows = list(sheet.header), sheet.rows
        for label, head, value in sheet.groups[: max(0, MAX_COLUMNS - len(header))]:
            header.append((label, head))
            rows = [[*row, value] for row in rows]
        first = sheet.header[0][1]
        grids.append(
            Grid(
                element,
                "table",
                header,
                rows,
                sheet.count,
                sheet.title,
                sheet.message,
                order=order,
                anchor=None if element.tag in ("table", *_TYPED_IN) else first,
            )
        )
    return grids


def find_printed(page: Page) -> None:
    """Sheets of typed text, and of pieces that are put in their places one by one, outside of tables."""
    for text in list(page.body.iter(*_TYPED_IN)):
        if page.is_claimed(text) or page.skipped(text) or any(child.tag not in dom.GLUED | {"span"} for child in text):
            continue
        lines = lines_of_text(text)
        grids = grids_of_sheet(text, lines)
        for grid in grids:
            page.add(grid)
        if grids or _add_forms(page, text, lines):
            page.claim(text)
    for holder in page.body.iter("body", "div", "section", "main", "article", "td", "span", "center"):
        if len(holder) < LEAST_PIECES or page.is_claimed(holder) or page.skipped(holder) or holder in page.holding:
            continue
        kids = [kid for kid in dom.children(holder) if len(kid) or dom.own_text(kid)]  # empty cells are drawn as well
        if sum(map(_is_piece, kids[:LEAST_PIECES])) < 0.7 * LEAST_PIECES:
            continue
        pieces = [child for child in kids[:_READ] if _is_piece(child)]
        if len(pieces) < max(LEAST_PIECES, 0.7 * len(kids[:_READ])):
            continue
        over, heads = _heads_apart(holder)
        grids = grids_of_sheet(holder, lines_of_pieces([_inmost(piece) for piece in (*heads, *pieces)]))
        if grids:
            for grid in grids:
                page.add(grid)
            page.claim(holder)
            if over is not None:
                page.claim(over)


def _heads_apart(holder: HtmlElement) -> tuple[HtmlElement | None, list[HtmlElement]]:
    """The pieces of one line in the box right before that of other pieces: headings that stay where they are while the list
    below them is scrolled."""
    for at in (holder, *islice(holder.iterancestors(), HEADED)):
        over = at.getprevious()
        if over is None:
            continue
        while len(kids := dom.children(over)) == 1 and not dom.own_text(over):
            over = kids[0]
        one_line = len({box[1] for kid in kids if (box := dom.box(kid)) is not None}) == 1
        pieces = [kid for kid in kids if len(kid) or dom.own_text(kid)]
        return (over, pieces) if len(pieces) > 1 and one_line and all(map(_is_piece, pieces)) else (None, [])
    return None, []


def goes_on(last: Grid, grid: Grid) -> bool:
    """Give the rows of a sheet to the one before it, where both are of one report. False where they are not."""
    names, more = ([normalize(label) for label, _ in g.header] for g in (last, grid))
    shared = max(2, min(len(names), len(more)) - 3)  # the fields over their rows may differ
    if last.shape != "table" or last.title != grid.title or names[:shared] != more[:shared]:
        return False
    places = [more.index(name) if name in more else -1 for name in names]
    rows = [[row[p] if 0 <= p < len(row) else EMPTY for p in places] for row in grid.rows]
    last.rows += rows[: max(0, SAMPLE - len(last.rows))]
    last.count += grid.count
    return True


def _is_piece(element: HtmlElement) -> bool:
    """Whether an element holds a few words in one place and nothing else."""
    inner = _inmost(element)
    if inner.tag not in _WORDS or dom.own_box(inner) is None:
        return False
    return not inner.xpath("boolean(.//div | .//table | .//p | .//ul | .//input | .//select | .//button)")


def _inmost(element: HtmlElement) -> HtmlElement:
    while len(kids := dom.children(element)) == 1 and not dom.own_text(element):
        element = kids[0]
    return element


# ---------------------------------------------------------------- lines


def _words(line: Line) -> tuple[str, ...]:
    return tuple(normalize(piece.text) for piece in line)


def _likeness(line: Line) -> str:
    """A line without its numbers: the letterhead of every page says the same but for the number of the page."""
    return _NUMBERS.sub("#", "|".join(_words(line)))


def _could_head(line: Line) -> bool:
    texts = [piece.text for piece in line]
    return header_like(texts) and not any(":" in text.rstrip(": ") or text.endswith(":") for text in texts)


def _place(piece: Piece, heads: Line) -> int | None:
    """The heading that a piece stands under, or the nearest to it."""
    overlaps = [min(piece.right, head.right) - max(piece.left, head.left) for head in heads]
    best = max(range(len(heads)), key=overlaps.__getitem__)
    room = max((head.right - head.left for head in heads), default=0)
    return best if overlaps[best] > -room else None


def _fitted(line: Line, heads: Line) -> dict[int, Piece] | None:
    """The pieces of a line by the headings that they stand under, one for each; None where two stand under one."""
    placed: dict[int, Piece] = {}
    for piece in line:
        place = _place(piece, heads)
        if place is None or place in placed:
            return None
        placed[place] = piece
    return placed


def _is_row(line: Line, heads: Line) -> bool:
    """Whether a line fits under headings as a record does."""
    return len(line) >= min(len(heads), max(2, 0.4 * len(heads))) and _fitted(line, heads) is not None


def _heads(lines: Sequence[Line], at: int) -> bool:
    """Whether a line heads those below it: they fit, and say what their headings do not."""
    heads = lines[at]
    if len(heads) < 2 or not _could_head(heads):
        return False
    below = [line for line in lines[at + 1 : at + 1 + LOOKED] if len(line) > 1 and _words(line) != _words(heads)]
    fitting = [placed for line in below if _is_row(line, heads) and (placed := _fitted(line, heads))]
    rows = [placed for placed in fitting if not is_total([piece.cell for piece in placed.values()])]
    if not rows or len(fitting) < 0.5 * len(below[: 2 * len(fitting) + 4]):
        return False
    kinds = Counter(place for placed in rows for place, piece in placed.items() if piece.cell.kind in _TELLING)
    filled = Counter(place for placed in rows for place in placed)
    return any(kinds[place] >= 0.6 * filled[place] for place in kinds) or _set_apart(heads, below)


def _set_apart(heads: Line, below: Sequence[Line]) -> bool:
    """Whether all cells of a line are of one class that none of the lines below has, which all fit under it."""
    made = {_class(piece) for piece in heads}
    if len(heads) < 3 or len(made) > 1 or "" in made or not all(_is_row(line, heads) for line in below):
        return False
    return len(below) > 1 and made.isdisjoint(_class(piece) for line in below for piece in line)


def _class(piece: Piece) -> str:
    return dom.classes(piece.cell.element) if piece.cell.element is not None else ""


def _belongs(above: Line, heads: Line) -> bool:
    """Whether a line over the headings is their upper part ("Valor" over "Empenhado"), and no title of the sheet."""
    if not all(dom.label_like(p.text) and value_type(p.text) == "text" and ":" not in p.text for p in above):
        return False
    under = [_under(piece, heads) for piece in above]
    if any(len(places) > 0.6 * len(heads) for places in under) or any(_YEAR.search(piece.text) for piece in above):
        return False
    if len(above) > 1:
        return any(under)
    edges = [(heads[places[0]].left, heads[places[-1]].right) for places in under if len(places) > 1]
    return any(abs(above[0].left - left) < 4 and abs(above[0].right - right) < 4 for left, right in edges)


def _under(piece: Piece, heads: Line) -> list[int]:
    """The headings that a piece reaches over."""
    return [n for n, head in enumerate(heads) if min(piece.right, head.right) > max(piece.left, head.left)]


def _lower(lines: Sequence[Line], at: int) -> list[Line]:
    """Lines right under the headings that go on with them: words where the rows have values."""
    heads = lines[at]
    rows = [placed for line in lines[at + 2 : at + 12] if _is_row(line, heads) and (placed := _fitted(line, heads))]
    kinds = Counter(n for placed in rows for n, piece in placed.items() if piece.cell.kind in _TELLING)
    found: list[Line] = []
    for line in lines[at + 1 : at + HEAD_LINES]:
        placed = _fitted(line, heads)
        if not placed or not all(2 * kinds[n] > len(rows) and dom.label_like(p.text) for n, p in placed.items()):
            break
        alone = len(line) == 1 and (0 in placed or len(_under(line[0], heads)) > 1)  # heads a group of rows
        if alone or any(piece.cell.kind in _TELLING or ":" in piece.text for piece in line):
            break
        found.append(line)
    return found


def _labels(upper: Sequence[Line], heads: Line, lower: Sequence[Line] = ()) -> list[tuple[str, HtmlElement | None]]:
    """The labels of the columns: over several of them a name is joined by " / ", over one it is the first part of its."""
    labels = [piece.text for piece in heads]
    for line in reversed(upper):
        for piece in line:
            under = _under(piece, heads)
            for n in under:
                labels[n] = f"{piece.text}{' / ' if len(under) > 1 else ' '}{labels[n]}"
    for line in lower:
        for n, piece in (_fitted(line, heads) or {}).items():
            labels[n] = f"{labels[n]} {piece.text}"
    return [(label, piece.cell.element) for label, piece in zip(labels, heads, strict=True)]


def _title(lines: Sequence[Line]) -> str:
    """What the letterhead says of the list."""
    told = [piece.text for line in lines for piece in line if not _FIELD.fullmatch(piece.text)]
    told = [
        t
        for t in told
        if dom.label_like(t) and t[-1] != ":" and not (_SMALL_PRINT.match(normalize(t)) and _NUMBERS.search(t))
    ]
    return " - ".join(dict.fromkeys(told[-4:]))[:200]


def _fields(
    lines: Sequence[Line], sheet: Sheet, letterhead: bool = False
) -> list[tuple[str, HtmlElement | None, Cell]]:
    """Fields that are said over the rows ("Unidade Gestora: 01 - Gabinete"), each once, and none of the printing itself."""
    known = {normalize(label) for label, *_ in (*sheet.header, *sheet.groups)}
    found = []
    for piece in (line[0] for line in lines if len(line) == 1):
        said = _FIELD.fullmatch(piece.text)
        if said is None or not dom.label_like(said.group(1)) or len(said.group(2)) > 150:
            continue
        label = normalize(said.group(1))
        if label in known or (letterhead and _SMALL_PRINT.match(label)):
            continue
        known.add(label)
        value = Cell(said.group(2), value_type(said.group(2)), piece.cell.element)
        found.append((said.group(1), piece.cell.element, value))
    return found


def _read_rows(lines: Sequence[Line], at: int, heads: Line, sheet: Sheet, most: int) -> int:
    """Read the rows after line ``at``, the last of the headings, and tell where they end."""
    before = {_likeness(line) for line in lines[:at]} | {_likeness(heads)}
    number = at + 1
    while number < len(lines):
        line = lines[number]
        cells = [piece.cell for piece in line]
        if _likeness(line) in before and not _has_telling(line):
            pass  # the letterhead of the next page
        elif _words(line) != _words(heads) and _heads(lines, number):
            break
        elif len(line) == 1:
            if is_empty_message(line[0].text):
                sheet.message = line[0].text
            else:
                sheet.groups += _fields([line], sheet)
        elif not is_total(cells) and _is_row(line, heads) and (placed := _fitted(line, heads)):
            sheet.count += 1
            if len(sheet.rows) < most:
                sheet.rows.append([placed[n].cell if n in placed else EMPTY for n in range(len(heads))])
        number += 1
    return number


def _has_telling(line: Line) -> bool:
    return any(piece.cell.kind in _TELLING for piece in line)
