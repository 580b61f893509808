"""From rows of cells, as a file holds them, to titles and tables: which row is the header is told by structure alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

from transparency.extract import dom
from transparency.extract.values import value_type
from transparency.items import Box
from transparency.privacy.cleaning import kinds_named, mask
from transparency.text import normalize, words

TYPED = frozenset(("money", "date", "cpf", "cnpj", "number", "code"))
MAX_COLUMNS = 60
MAX_TEXT = 400
"""Characters of a cell that are kept."""
_INLINE = re.compile(r"^([^\W\d_][^:]{1,58}?)\s?:\s+(\S.*)$", re.S)
_SMALL_PRINT = re.compile(
    r"^(?:p[áa]g(?:ina)?\.?:?\s*)?\d+\s*(?:de|/|-)?\s*\d*$|p[áa]g(?:ina)?\.?:?\s*\d+|"
    r"^(?:emiss[ãa]o|emitido|impress\w*|gerado|data)\b.*\d{2}/\d{2}/\d{4}|https?:|www\.|^\W*$",
    re.I,
)
"""Page numbers, times of printing, addresses: what stands round a table and names nothing."""


@dataclass(frozen=True)
class Piece:
    """A cell: its words (people's numbers hidden), its box in the picture, and how many columns it covers."""

    text: str
    box: Box | None = None
    span: int = 1

    @classmethod
    def of(cls, text: str, box: Box | None = None, span: int = 1) -> Piece:
        """A piece of raw text: one space between words, people's numbers hidden, not too long."""
        return cls(mask(" ".join(text.replace("\0", " ").split()))[:MAX_TEXT], box, span)


Row = dict[int, Piece]
"""Pieces with words, by column."""


@dataclass
class Table:
    """A table, or label-value rows (``pairs``: pieces alternate). Rows are samples, at most as many as were asked for."""

    titles: list[str] = field(default_factory=list)
    header: list[Row] = field(default_factory=list)
    body: list[Row] = field(default_factory=list)
    pairs: bool = False

    @property
    def size(self) -> int:
        """Labels over rows: what makes one table better than another."""
        return len({c for row in self.header for c in row}) * (len(self.body) > 0) * 10 + len(self.body)


def row_of(texts: Iterable[str], whole: bool = False) -> Row:
    """A row without boxes. ``whole``: as of the limits of a document."""
    make = Piece if whole else Piece.of
    pieces = (
        (i, make(" ".join(text.split()) if whole else text))
        for i, text in zip(range(MAX_COLUMNS), texts, strict=False)
        if text and text.strip()
    )
    return {i: piece for i, piece in pieces if piece.text}


def typed(row: Row) -> int:
    """How many pieces hold a value rather than words."""
    return sum(value_type(piece.text) in TYPED for piece in row.values())


def find_tables(rows: Sequence[Row], limit: int) -> tuple[list[Table], list[str]]:
    """The tables among rows, top down, each with the titles over it; and the titles under the last one."""
    tables: list[Table] = []
    titles: list[Piece] = []
    i = 0
    while i < len(rows):
        table, used = _pairs_at(rows, i)
        if table is None:
            table, used = _table_at(rows, i, limit)
        if table is None:
            if len(rows[i]) == 1:
                titles += rows[i].values()
            i += 1
            continue
        table.titles = title_words(titles) + table.titles
        titles = []
        tables.append(table)
        i += used
    if not tables:
        table = _bare(rows, limit) or _labels_only(rows)
        tables += [table] if table else []
        titles = [] if table and table.header else titles
    for table in tables:
        _hide_personal_columns(table)
    return tables, title_words(titles)


def title_words(pieces: Iterable[Piece]) -> list[str]:
    """What of the lines over a table can be a title: the last five without small print; label and value only for want of others."""
    lines = [p.text for p in pieces if len(p.text) <= 150 and any(c.isalpha() for c in p.text)]
    lines = [text for text in lines if not _SMALL_PRINT.search(text)]
    return list(dict.fromkeys([text for text in lines if not _INLINE.match(text)] or lines))[-5:]


def _label_like(text: str) -> bool:
    return len(text) <= 90 and len(text.split()) <= 12 and any(c.isalpha() for c in text)


def _could_head(row: Row) -> bool:
    """Short words, hardly any twice, nearly none a value."""
    if len(row) < 2:
        return False
    texts = [piece.text for piece in row.values()]
    values = typed(row)
    return (
        values * 3 <= len(texts)
        and all(_label_like(t) or value_type(t) in TYPED for t in texts)
        and len({normalize(t) for t in texts}) >= len(texts) * 0.7
    )


def _ahead(rows: Sequence[Row], start: int, count: int) -> list[Row]:
    """The next rows that hold something."""
    found: list[Row] = []
    for row in rows[start : start + 3 * count]:
        if row:
            found.append(row)
        if len(found) == count:
            break
    return found


def _heads(rows: Sequence[Row], i: int) -> int:
    """How many rows from ``i`` on are the header of what follows; 0 when it heads nothing."""
    if not _could_head(rows[i]):
        return 0
    height = 1
    covered = {c for c, piece in rows[i].items() if piece.span == 1}
    while height < 4 and i + height + 1 < len(rows):
        following = rows[i + height]
        # A second row belongs to the header when it names columns that the first only groups.
        new = {c for c in following if c not in covered}
        below = _ahead(rows, i + height + 1, 5)
        grouped = any(c - 1 in covered | new or _spanned(rows[i], c) for c in new)
        named = [piece for piece in following.values() if _label_like(piece.text)]
        if not new or not grouped or typed(following) or len(named) < len(following) or not any(map(typed, below)):
            break
        covered |= set(following)
        height += 1
    ahead = _ahead(rows, i + height, 8)
    if _says_labels(rows[i]) and any(piece.text.endswith(":") for row in ahead for piece in row.values()):
        return 0  # fields of one record that nobody has filled in, among others
    labels = {c for row in rows[i : i + height] for c in row}
    fitting = [r for r in ahead if len(r) >= 2 and len(labels & set(r)) * 2 >= len(r)]
    if not fitting or len(labels) * 2 < median(len(r) for r in fitting):
        return 0
    own = typed(rows[i]) / len(rows[i])
    if any(typed(r) / len(r) > own for r in fitting):
        return height
    if len(fitting) < 2 or any(typed(r) for r in fitting):
        return 0
    # All words: the header is the first row, when its words are few.
    heads = [piece.text for piece in rows[i].values()]
    others = [piece.text for r in fitting for piece in r.values()]
    short = all(len(t.split()) <= 4 for t in heads)
    longer = sum(map(len, others)) / len(others) > 1.3 * sum(map(len, heads)) / len(heads)
    return height if short and (len(heads) >= 3 or longer) else 0


def _says_labels(row: Row) -> bool:
    """Whether every piece of a row ends with a colon, or asks something."""
    texts = [piece.text for piece in row.values()]
    return any(text.endswith(":") for text in texts) and all(text.endswith((":", "?")) for text in texts)


def _spanned(row: Row, column: int) -> bool:
    return any(c < column < c + piece.span for c, piece in row.items())


def _table_at(rows: Sequence[Row], i: int, limit: int) -> tuple[Table | None, int]:
    height = _heads(rows, i)
    if not height:
        return None, 0
    header = list(rows[i : i + height])
    repeated = [_words_of(row) for row in header]
    table = Table(header=header)
    position = i + height
    gap = False
    while position < len(rows):
        row = rows[position]
        if not row:
            gap = True
        elif _words_of(row) in repeated:
            gap = False
        elif len(row) == 1 and (gap or len(header[-1]) > 2):
            if _new_below(rows, position, repeated) or _pairs_at(rows, position + 1)[0]:
                break
        elif gap and (_pairs_at(rows, position)[0] or (not typed(row) and _new_below(rows, position - 1, repeated))):
            break
        else:
            gap = False
            if len(table.body) < limit:
                table.body.append(row)
        position += 1
    table.header = _regrouped(header)
    return table, position - i


def _words_of(row: Row) -> tuple[str, ...]:
    return tuple(normalize(piece.text) for piece in row.values())


def _new_below(rows: Sequence[Row], position: int, repeated: list[tuple[str, ...]]) -> bool:
    """Whether, after titles, a header of another table follows."""
    for i in range(position + 1, min(position + 6, len(rows))):
        if len(rows[i]) > 1:
            return _words_of(rows[i]) not in repeated and _heads(rows, i) > 0
    return False


def _regrouped(header: list[Row]) -> list[Row]:
    """Headers over several rows: a label with nothing beside it covers the columns that the row below names."""
    result: list[Row] = []
    for number, row in enumerate(header):
        below = header[number + 1] if number + 1 < len(header) else {}
        made: Row = {}
        for column, piece in row.items():
            span = piece.span
            while span == 1 and column in below and column + span in below and column + span not in row:
                span += 1
                while column + span in below and column + span not in row:
                    span += 1
            made[column] = replace(piece, span=span)
        result.append(made)
    return result


def _pairs_of(row: Row) -> list[tuple[Piece, Piece]]:
    """Label and value, once or several times: in neighbouring pieces, or in one ("Modalidade: Pregão")."""
    pieces = list(row.values())
    inline = [_INLINE.match(piece.text) for piece in pieces]
    if all(inline):
        made = [(p, m) for p, m in zip(pieces, inline, strict=True) if m]
        return [(replace(p, text=m.group(1)), replace(p, text=m.group(2))) for p, m in made if len(words(m[1])) <= 6]
    if len(pieces) % 2:
        return []
    pairs = list(zip(pieces[::2], pieces[1::2], strict=True))
    if _says_labels(row):
        return []  # headings
    named = [p for p, _ in pairs if dom.label_like(p.text.rstrip(": ")) and value_type(p.text) not in TYPED]
    return pairs if len(named) == len(pairs) and (len(pairs) == 1 or all(p.text.endswith(":") for p in named)) else []


def _is_unfilled(row: Row) -> bool:
    """Labels with a colon each and room for a value after each: fields that nobody has filled in."""
    return _says_labels(row) and all(column + 1 not in row for column in row)


def _pairs_at(rows: Sequence[Row], i: int) -> tuple[Table | None, int]:
    """A run of rows of labels with values, one record."""
    run: list[Row] = []
    found: list[tuple[Piece, Piece]] = []
    sure = 0
    position = i
    gaps = 0
    while position < len(rows) and gaps < 2 and len(run) < 60:
        row = rows[position]
        pairs = _pairs_of(row)
        if row and not pairs and not _is_unfilled(row):
            break
        gaps = 0 if row else gaps + 1
        if pairs:
            run.append(dict(enumerate(piece for pair in pairs for piece in pair)))
            found += pairs
            sure += all(p.text.endswith(":") for p in list(row.values())[::2]) or len(row) * 2 == len(run[-1])
        position += 1
    while position > i and not rows[position - 1]:
        position -= 1
    labels = {normalize(label.text) for label, _ in found}
    if len(found) < 3 or len(labels) < len(found):
        return None, 0
    if sure * 2 < len(run):
        kinds = Counter(value_type(value.text) for _, value in found)
        if len(kinds) < 3 or kinds.most_common(1)[0][1] > len(found) * 0.7:
            return None, 0
    return Table(body=run, pairs=True), position - i


def _bare(rows: Sequence[Row], limit: int) -> Table | None:
    """Data without any header."""
    data = [row for row in rows if len(row) > 1 and typed(row)]
    return Table(body=data[:limit]) if len(data) >= 2 else None


def _labels_only(rows: Sequence[Row]) -> Table | None:
    """A header over nothing: what a query without results exports."""
    wide = [row for row in rows if len(row) > 1]
    if len(wide) != 1 or len(wide[0]) < 3 or typed(wide[0]) or not _could_head(wide[0]):
        return None
    if any(len(piece.text.split()) > 6 for piece in wide[0].values()):
        return None
    above = [piece for row in rows[: rows.index(wide[0])] for piece in row.values()]
    return Table(titles=title_words(above), header=wide)


def _hide_personal_columns(table: Table) -> None:
    """Bare numbers that only the heading of their column gives a meaning."""
    for column, label in {
        c: piece.text for row in table.header for c, piece in row.items() if kinds_named(piece.text)
    }.items():
        for row in table.body:
            if column in row:
                row[column] = replace(row[column], text=mask(row[column].text, label))


def grid_lines(table: Table) -> Iterator[tuple[bool, list[tuple[int, Piece | None]]]]:
    """The rows of a table as (is header, cells with their columns), blanks filled in so that columns stay in line."""
    columns = sorted({c for row in [*table.header, *table.body] for c in row})
    covered = {c + k for row in table.header for c, piece in row.items() for k in range(piece.span)}
    columns = sorted(set(columns) | covered)
    for position, row in enumerate([*table.header, *table.body]):
        cells: list[tuple[int, Piece | None]] = []
        reach = -1
        for column in columns:
            if column <= reach:
                continue
            piece = row.get(column)
            reach = column + (piece.span if piece else 1) - 1
            cells.append((column, piece))
        yield position < len(table.header), cells
