"""Tables out of lines: which lines head the others, which cells stand under which heading, what is said over groups of rows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise

from transparency.extract import dom
from transparency.extract.tables.labels import (
    ENOUGH,
    TELLING,
    Evidence,
    evidence_of_head,
    heads_column,
)
from transparency.extract.tables.page import TYPED_IN
from transparency.extract.tables.storeys import records_joined
from transparency.extract.tables.table import EMPTY, MAX_COLUMNS, Cell, Column, Line, Matrix, Piece
from transparency.extract.values import is_empty_message, value_type
from transparency.text import normalize

_GROUP_FIELD = re.compile(r"\W*([^\W\d][^:]{2,40}?)\s*:\s*(\S.*)", re.S)
_TOTAL = re.compile(r"(?:sub ?)?(?:total|totais|soma|somatorio|totalizador)\b")
_NUMBERS = re.compile(r"\d+")
_SMALL_PRINT = re.compile(
    r"(?:pag(?:ina)?|folha|emiss|emitid|impress|gerad|hora|usuario|operador|sistema|data|exercicio|periodo)\b\w*"
)
"""What a sheet says of its own printing."""
SORTED = "▲▼▴▾△▽▵▿↑↓↕⇅⇵⌃⌄"
"""Signs beside a heading by which its column is sorted."""
LOOKED = 40
"""Lines below a would-be heading that are held against it."""
HEAD_LINES = 3
"""So many lines headings take."""
NEAR, NEAR_TYPED = 4.0, 0.0
"""Edges of pieces no farther apart stand over each other: CSS px, or characters."""
SEARCHED, SEARCHED_IN_ROWS = 60, 8
"""Lines among which the first headings are sought, and so many of a table that began without any."""


@dataclass
class Part:
    """Rows under headings, or rows whose headings were not found (``heads`` empty), or headings over nothing."""

    matrix: Matrix
    heads: list[Piece]
    """One for each column, as wide as that."""
    labels: list[str]
    rows: list[list[Cell]]
    titles: list[str] = field(default_factory=list)
    message: str = ""
    groups: dict[str, Column] = field(default_factory=dict)
    """What is said once over groups of rows, by its normalised label."""
    said: dict[str, Cell] = field(default_factory=dict)
    """The same of the group that is being read."""
    said_of: list[dict[str, Cell]] = field(default_factory=list)
    """The same of each row."""
    evidence: Evidence = field(default_factory=dict)
    lines: list[Line] = field(default_factory=list)
    """Its rows as lines."""

    def columns(self) -> list[Column]:
        return [Column(label, head.cell.element) for label, head in zip(self.labels, self.heads, strict=True)]


INDENT = 12
"""So many characters at most part what a level is called by from its indented name."""


def head_evidence(lines: Sequence[Line], at: int, drawn: bool, first: bool, native: bool = True) -> Evidence:
    """What speaks for a line as the heading of the lines below it."""
    heads = lines[at]
    same = [piece.text for piece in heads.pieces]
    below = [line for line in lines[at + 1 : at + 1 + LOOKED] if [piece.text for piece in line.pieces] != same]
    width = max((line.right for line in lines), default=0.0)
    many = [line for line in below if len(line.cells) > 1 and not _is_lone(line, width, drawn)]
    rows = [placed for line in many if (placed := fitted(line, heads.pieces, drawn)) is not None]
    least = max(2, 0.4 * len(heads.pieces)) if len(heads.pieces) > 1 else 1
    rows = [row for row in rows if len(row) >= min(len(heads.pieces), least)]
    evidence = evidence_of_head(heads, many, first, rows, native)
    if below and not many and native and all(_GROUP_FIELD.fullmatch(_widest(line).text) for line in below):
        evidence["groups"] = 1.5  # whose rows are folded
    if below and not many and native and is_empty_message(_widest(below[0]).text):
        evidence["none"] = 2.0
        evidence["pressed"] = 0.0  # what is pressed over no rows sorts them
    if any(_is_dated_print(piece.text) for piece in heads.pieces):
        evidence["printing"] = -3.0
    if drawn:
        evidence["short"] = 0.0
        evidence["numbered"] = min(
            2.0, 1.0 * sum(_is_numbered(rows, n, head.text) for n, head in enumerate(heads.pieces))
        )
        if evidence["colons"] < 0 or any(":" in piece.text.rstrip(" :") for piece in heads.pieces):
            evidence["fields"] = -3.0
        if len(rows) < 0.5 * len(many[: 2 * len(rows) + 4]):
            evidence["fits"] = -3.0
    return evidence


def _is_numbered(rows: Sequence[dict[int, Piece]], column: int, head: str) -> bool:
    """Whether all that stands in a column begins with a number ("12 - Educação"), and its heading does not."""
    said = [row[column].text for row in rows if column in row]
    return len(said) > 2 and all(text[:1].isdigit() for text in said) and not head[:1].isdigit()


def fitted(line: Line, heads: Sequence[Piece], drawn: bool) -> dict[int, Piece] | None:
    """The pieces of a line by the headings that they stand under; None where two stand under one, and do not run on."""
    placed: dict[int, Piece] = {}
    room = max((head.right - head.left for head in heads), default=0.0) if drawn else 0.0
    for piece in line.pieces:
        overs = [piece.over(head) for head in heads]
        best = max(range(len(heads)), key=overs.__getitem__)
        if overs[best] <= -room:
            if drawn:
                return None
            continue
        if best in placed and placed[best] is not piece:
            if drawn and piece.left >= heads[-1].right:
                continue  # beyond all headings: what opens its row
            if drawn and (whole := _run_on(placed[best], piece)):
                placed[best] = whole
                continue
            if drawn or heads[best].right - heads[best].left <= 1:
                return None
            continue  # names over several columns
        placed[best] = piece
    return placed


def _run_on(one: Piece, other: Piece) -> Piece | None:
    """Two pieces of typed words as one, where little room parts them ("E   1.1.1 Impostos"); sums and dates stand alone."""
    apart = {one.cell.type, other.cell.type} & {"money", "date", "cpf", "cnpj"}
    if apart or not 0 <= other.left - one.right <= INDENT:
        return None
    words = f"{one.text} {other.text}"
    return replace(one, cell=Cell(words, value_type(words), one.cell.element), right=other.right)


def parts_of_matrix(matrix: Matrix) -> list[Part]:
    """The lists in a matrix, each under headings of its own; headings that come again head one list."""
    finder = PartFinder(matrix)
    at = 0
    while at < len(finder.lines):
        at = finder.read(at)
    return finder.parts


class PartFinder:
    """Reads the lines of a matrix from the top, and tells titles, headings and rows apart."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.lines = [line for line in matrix.lines if line.pieces]
        if matrix.drawn:
            self.lines = records_joined(self.lines, NEAR_TYPED if matrix.element.tag in TYPED_IN else NEAR)
        self.width = max((line.right for line in self.lines), default=0.0)
        self.parts: list[Part] = []
        self.titles: list[str] = [matrix.caption] if matrix.caption else []
        """What stands over the headings that come next."""
        self.letterhead: list[Line] = []
        """Lines over them that say something of all their rows."""
        self.seen: set[str] = set()
        """Lines down to the last headings, by their likeness."""
        self.looked = 0
        """So many lines were tried as headings."""

    @property
    def part(self) -> Part | None:
        """The part that is being read."""
        return self.parts[-1] if self.parts else None

    @property
    def headless(self) -> bool:
        """Whether no headings were found yet."""
        return self.part is None or not self.part.heads

    def read(self, at: int) -> int:
        """Read a line, or the headings that begin with it; the place of what comes next."""
        line = self.lines[at]
        if self._is_over_lone_column(at):
            self.titles.append(line.cells[0].text)
        elif self._is_title(line) or _is_lone(line, self.width, self.matrix.drawn):
            _tell_lone(line, self.part, self.titles, self.letterhead)
        elif not self._comes_again(line):
            evidence = self._evidence(at)
            if evidence is not None and self._is_enough(sum(evidence.values())):
                return self._open_part(at, evidence)
            self._add(line)
        return at + 1

    def _is_over_lone_column(self, at: int) -> bool:
        """Whether a line stands over the heading of a lone column."""
        if self.width > 1 or self.part is not None or at + 1 == len(self.lines):
            return False
        return self.lines[at].cells[0].head > 0 and self.lines[at + 1].cells[0].head > 0

    def _is_title(self, line: Line) -> bool:
        return self.headless and len(line.pieces) == 1 < self.width - 1 and line.pieces[0].head < 3

    def _comes_again(self, line: Line) -> bool:
        """Whether a line says once more what the headings say, or the letterhead of a page before."""
        part = self.part
        if part is None:
            return False
        if self.matrix.drawn and _likeness(line) in self.seen and not _tells(line):
            return True
        return bool(part.heads) and [p.text for p in line.pieces] == [p.text for p in part.lines[0].pieces]

    def _evidence(self, at: int) -> Evidence | None:
        """What speaks for a line as headings; None where none are looked for."""
        line, drawn = self.lines[at], self.matrix.drawn
        most = SEARCHED if drawn or self.part is None else SEARCHED_IN_ROWS
        if not (self.looked < most if self.headless else line.headed or _marked(line) or drawn):
            return None
        self.looked += 1
        return head_evidence(self.lines, at, drawn, self.part is None, self.matrix.native or drawn)

    def _is_enough(self, score: float) -> bool:
        """Whether that suffices: the more was read, the more it takes."""
        part = self.part
        if part is not None and part.heads:
            return score >= ENOUGH + 1.0
        if part is not None and part.rows:
            return score >= ENOUGH + 0.5 and len(part.rows) < HEAD_LINES
        return score >= ENOUGH

    def _open_part(self, at: int, evidence: Evidence) -> int:
        """Begin a part under headings; the place of the line after them."""
        start, end = _first_head(self.lines, at, self.matrix.drawn), _last_head(self.lines, at, self.matrix)
        for upper in self.lines[start:at]:
            if upper in self.letterhead:
                self.letterhead.remove(upper)
            for piece in upper.pieces:
                if piece.text in self.titles:
                    self.titles.remove(piece.text)
        part = headed(self.matrix, self.lines, start, at, end)
        part.evidence, part.titles = evidence, [*self.titles]
        _say(part, self.letterhead, letterhead=True)
        if self.parts and self.headless:
            before = self.parts.pop()  # what stood before the headings
            texts = (cell.text for row in before.rows[-2:] for cell in row if cell.text)
            part.titles += [text for text in texts if ":" not in text]
        self.parts.append(part)
        self.seen |= {_likeness(line) for line in self.lines[: end + 1]}
        self.titles, self.letterhead = [], []
        return end + 1

    def _add(self, line: Line) -> None:
        """Take a line in as a row; what stands over the headings of a sheet is its letterhead."""
        if self.part is None and self.matrix.drawn:
            self.letterhead.append(line)
            told = [p.text for n, p in enumerate(line.pieces) if not (n and is_small_print(p.text))]
            self.titles += [text for text in told if ":" not in text and any(map(str.isalpha, text))]
            return
        if self.part is None:
            self.parts.append(Part(self.matrix, [], [], [], [*self.titles]))
        _add_row(self.parts[-1], line, self.matrix.drawn)


def _add_row(part: Part, line: Line, drawn: bool) -> None:
    """Take a line in as a row of its part."""
    if is_total([piece.cell for piece in line.pieces]):
        return
    if not part.heads:
        part.lines.append(line)
        add_cells(part, [piece.cell for piece in line.cells])
        return
    placed = fitted(line, part.heads, drawn)
    if placed is None and not drawn:
        placed = {}
        for piece in line.pieces:
            overs = [piece.over(head) for head in part.heads]
            placed.setdefault(max(range(len(overs)), key=overs.__getitem__), piece)
    if not placed or (drawn and len(placed) < min(len(part.heads), max(2, 0.4 * len(part.heads)))):
        return
    part.lines.append(line)
    add_cells(part, [placed[n].cell if n in placed else EMPTY for n in range(len(part.heads))])


def without_copies(part: Part) -> None:
    """Take the copies of a label out of the cells of its column, where every cell begins with one (tables for small screens)."""
    for n, label in enumerate(part.labels):
        name = label.split(" / ")[-1].casefold()
        cells = [row[n] for row in part.rows if n < len(row) and row[n].text]
        copied = bool(name) and all(cell.text.casefold().startswith(name) for cell in cells)
        if not copied or (len(cells) < 2 and not all(cell.text[len(name) :].startswith(":") for cell in cells)):
            continue
        for row in part.rows:
            if n < len(row) and row[n].text:
                words = row[n].text[len(name) :].lstrip(" :")
                row[n] = Cell(words, value_type(words) if words else "empty", row[n].element)


def headed(matrix: Matrix, lines: Sequence[Line], start: int, main: int, end: int) -> Part:
    """A part whose headings are some lines: its columns and their labels, outer ones first."""
    if matrix.drawn:
        heads = list(lines[main].pieces)
        return Part(matrix, heads, _drawn_labels(lines[start : end + 1], main - start), [], lines=[lines[main]])
    block = lines[start : end + 1]
    heads, labels = [], []
    for left, right in islice(pairwise(_edges(block[-1], lines[end + 1 : end + 1 + LOOKED])), MAX_COLUMNS):
        over = [cell for line in block for cell in line.cells if cell.left < right and left < cell.right]
        words = dict.fromkeys(text for cell in over if (text := label_text(cell)))
        last = over[-1] if over else Piece(EMPTY, left, right)
        heads.append(Piece(last.cell, left, right, last.make, last.mark, last.head))
        labels.append(" / ".join(words))
    return Part(matrix, heads, labels, [], lines=[block[-1]])


def _drawn_labels(block: Sequence[Line], main: int) -> list[str]:
    """The labels of a sheet: the words of its main line of headings, with those over and under them."""
    heads = block[main].pieces
    labels = [head.text for head in heads]
    for line in reversed(block[:main]):
        for piece in line.pieces:
            under = [n for n, head in enumerate(heads) if piece.over(head) > 0]
            for n in under:
                labels[n] = f"{piece.text}{' / ' if len(under) > 1 else ' '}{labels[n]}"
    for line in block[main + 1 :]:
        for n, piece in (fitted(line, heads, True) or {}).items():
            labels[n] = f"{labels[n]} {piece.text}"
    return labels


def _edges(heads: Line, rows: Sequence[Line]) -> list[float]:
    """Where the columns under headings begin and end: what a heading covers is parted where the rows part it."""
    edges = {edge for cell in heads.cells for edge in (cell.left, cell.right)}
    for line in rows:
        for one, other in pairwise(line.pieces):
            if any(cell.left <= one.left and other.right <= cell.right for cell in heads.cells):
                edges.add(other.left)
    return sorted(edges)


def label_text(cell: Piece) -> str:
    """The words of a heading, or those that its mark-up has for it; no space around its own slashes."""
    words = cell.text
    if not words and cell.cell.element is not None:
        words = dom.attribute(cell.cell.element, ("aria-label", "title", "data-title", "abbr"))
    return closed_up(words)


def closed_up(label: str) -> str:
    """A label without space around its slashes: ``" / "`` joins the storeys of headings."""
    return re.sub(r"\s+/\s+", "/", label).strip(" :" + SORTED)


def _marked(line: Line) -> bool:
    own = [cell for cell in line.cells if not cell.above]
    return len(own) > 1 and 2 * sum(cell.head >= 3 for cell in own) > len(own)


def _last_head(lines: Sequence[Line], at: int, matrix: Matrix) -> int:
    """The last of the lines that go on with headings: marked as they are, or names under a name of several columns."""
    end = at
    while end + 1 < len(lines) and end - at < HEAD_LINES:
        line = lines[end + 1]
        if matrix.drawn:
            if not _goes_on(lines, at, end + 1):
                break
        elif not (
            line.headed or (_marked(line) and _marked(lines[at]) and _fills(line, lines[end]))
        ) and not _is_storey(lines, at, end + 1):
            break
        end += 1
    return end


def _fills(line: Line, above: Line) -> bool:
    """Whether a line of headings has names under a wide one, no record of its own."""
    wide = any(cell.right - cell.left > 1 for cell in above.cells)
    return (wide or any(cell.above for cell in line.cells)) and all(map(heads_column, (p.text for p in line.pieces)))


def _is_storey(lines: Sequence[Line], at: int, lower: int) -> bool:
    """Whether a line of ordinary cells holds names under a name of several columns, over rows that hold values."""
    upper, line, below = lines[at], lines[lower], lines[lower + 1 : lower + 6]
    if not any(cell.right - cell.left > 1 for cell in upper.cells) or not below or lower > at + 1:
        return False
    if not all(heads_column(piece.text) for piece in line.pieces) or len(line.pieces) < 2:
        return False
    if len(line.cells) < len(upper.cells) or any(cell.right - cell.left > 1 and not cell.above for cell in line.cells):
        return False
    evidence = head_evidence(lines, lower, False, False)
    return evidence["types"] >= 1.0 or evidence.get("apart", 0.0) > 0 or evidence.get("styled", 0.0) > 0


def _goes_on(lines: Sequence[Line], at: int, lower: int) -> bool:
    """Whether a line of a sheet goes on with the headings: words where the rows have values."""
    heads = lines[at].pieces
    rows = [
        placed for line in lines[lower + 1 : lower + 11] if (placed := fitted(line, heads, True)) and len(placed) > 1
    ]
    placed = fitted(lines[lower], heads, True)
    if not placed or not rows or any(p.cell.type in TELLING or ":" in p.text for p in placed.values()):
        return False
    typed = Counter(n for row in rows for n, piece in row.items() if piece.cell.type in TELLING)
    if len(placed) == 1 and (0 in placed or sum(lines[lower].pieces[0].over(head) > 0 for head in heads) > 1):
        return False
    return all(2 * typed[n] > len(rows) and dom.label_like(piece.text) for n, piece in placed.items())


def _first_head(lines: Sequence[Line], at: int, drawn: bool) -> int:
    """The first of the lines that are the upper part of headings ("Valor" over "Empenhado")."""
    first = at
    while first and at - first < HEAD_LINES - 1 and _belongs(lines[first - 1], lines[at]):
        down = {piece.cell.element for piece in lines[at].cells if piece.above}
        wide = all(piece.right - piece.left > 1 or piece.cell.element in down for piece in lines[first - 1].pieces)
        if not drawn and (not wide or len(lines[first - 1].cells) < 2):
            break
        first -= 1
    return first


def _belongs(above: Line, heads: Line) -> bool:
    if not all(dom.label_like(p.text) and value_type(p.text) == "text" and ":" not in p.text for p in above.pieces):
        return False
    if any(_is_dated_print(piece.text) for piece in above.pieces):
        return False
    under = [[n for n, head in enumerate(heads.pieces) if piece.over(head) > 0] for piece in above.pieces]
    if len(above.pieces) > 1:
        return any(under)
    if not 2 <= len(under[0]) <= 0.6 * len(heads.pieces):
        return False
    edges = heads.pieces[under[0][0]].left, heads.pieces[under[0][-1]].right
    return abs(above.pieces[0].left - edges[0]) < 4 and abs(above.pieces[0].right - edges[1]) < 4


def _is_lone(line: Line, width: float, drawn: bool) -> bool:
    """Whether a line says one thing over all columns, or over all but a sign or a sum."""
    if len(line.pieces) == 1 and (len(line.cells) == 1 or drawn):
        return width > 1
    wide = _widest(line)
    reach = wide.right - wide.left
    if drawn or width < 2 or wide.head >= 3:
        return False
    return (len(line.pieces) == 1 and reach >= width - 1) or (
        width >= 4 and len(line.cells) == 2 and reach >= width - 2
    )


def _widest(line: Line) -> Piece:
    return max(line.pieces, key=lambda piece: piece.right - piece.left)


def _tell_lone(line: Line, part: Part | None, titles: list[str], letterhead: list[Line]) -> None:
    """What a line says that stands alone: that there are no rows, a title, or a field of the rows below it."""
    wide = _widest(line)
    if is_empty_message(wide.text):
        if part is not None:
            part.message = wide.text
    elif part is None or not part.heads:
        letterhead.append(line)
        title = _title_in(wide.text)
        if title and len(title) <= 150:
            titles.append(title)
    else:
        _say(part, [line])
        if line.headed or wide.head or wide.mark:
            titles.append(wide.text)


def _title_in(words: str) -> str:
    """The title that a line of a letterhead says; of one that goes on with small print what stands before that ("Balancete da
    receita - Período: 01 a 10/2026"); empty for a field."""
    said = _GROUP_FIELD.fullmatch(words)
    if said is None:
        return words
    title, _, label = said[1].rpartition(" - ")
    return title if is_small_print(label) else ""


def _say(part: Part, lines: Sequence[Line], letterhead: bool = False) -> None:
    """Keep the fields that are said once over the rows that follow ("Unidade Gestora: 01 - Gabinete")."""
    labels = {normalize(label) for label in part.labels}
    for line in lines:
        wide = _widest(line)
        for name, value in _fields_in(wide.cell) if len(line.pieces) < 3 else ():
            label = normalize(name)
            if not dom.label_like(name) or len(value) > 150 or label in labels:
                continue
            if letterhead and (len(line.pieces) > 1 or is_small_print(name.rpartition(" - ")[2])):
                continue
            part.groups.setdefault(label, Column(name, wide.cell.element))
            part.said[label] = Cell(value, value_type(value), wide.cell.element)


def _fields_in(cell: Cell) -> list[tuple[str, str]]:
    """The labels in a cell with their values, which are all in bold where there are several ("Função: 10 Subfunção: 301")."""
    if ":" not in cell.text:
        return []
    found: list[tuple[str, str]] = []
    bold = cell.element.iter("b", "strong") if cell.element is not None else ()
    names = [name for part in bold if (name := dom.text(part)).endswith(":")]
    rest = cell.text
    for n, name in enumerate(names if len(names) > 1 else ()):
        rest = rest.partition(name)[2]
        value = rest.partition(names[n + 1])[0] if n + 1 < len(names) else rest
        found += [(name.rstrip(": "), value.strip())] if value.strip() else []
    return found or [one for one in [field_in(cell.text)] if one is not None]


def add_cells(part: Part, cells: list[Cell]) -> None:
    """Take a row in, with what was said over its group."""
    part.rows.append(cells)
    part.said_of.append(dict(part.said))


def read_group(part: Part, line: Line) -> bool:
    """Keep what a line says over the rows that follow; whether it is such a line."""
    if len(line.pieces) != 1 or len(part.heads) < 2:
        return False
    _say(part, [line])
    return True


def field_in(words: str) -> tuple[str, str] | None:
    """The label and the value of words that say both, with a colon between them."""
    said = _GROUP_FIELD.fullmatch(words)
    return (said[1].strip(), said[2]) if said else None


def is_small_print(label: str) -> bool:
    """Whether a label is of what a sheet says of its own printing."""
    return bool(_SMALL_PRINT.match(normalize(label)))


def _is_dated_print(words: str) -> bool:
    return is_small_print(words) and any(map(str.isdigit, words))


def is_total(cells: Sequence[Cell]) -> bool:
    """Whether a row adds up others."""
    first = next((cell.text for cell in cells if cell.text), "")
    return len(first) < 60 and bool(_TOTAL.match(normalize(first)))


def _likeness(line: Line) -> str:
    return _NUMBERS.sub("#", "|".join(normalize(piece.text) for piece in line.pieces))


def _tells(line: Line) -> bool:
    return any(piece.cell.type in TELLING for piece in line.pieces)
