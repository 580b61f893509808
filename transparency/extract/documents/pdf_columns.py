"""Tables of a PDF without rules: the white columns between their words part them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from statistics import median

from transparency.extract.documents.layout import MAX_COLUMNS, Piece, Row, typed
from transparency.extract.documents.pdf_words import Region, Word, gap_between, piece_of, segments_of
from transparency.items import Box


def aligned_tables(
    lines: list[list[Word]], place: Callable[..., Box], before: list[tuple[float, float]]
) -> tuple[list[Region], list[list[Word]]]:
    """Tables told by their alignment, and the lines that are in none. ``before``: columns of the page before."""
    gap = gap_between(lines)
    cut = [segments_of(line, gap) for line in lines]
    for width in (3, 2):
        regions: list[Region] = []
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


def _blocks(lines: list[list[Word]], cut: list[list[list[Word]]], width: int) -> Iterator[tuple[int, int]]:
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


def _enough(cut: list[list[list[Word]]]) -> bool:
    """Three lines are a table; of two, the first has to be a header."""
    if len(cut) != 2:
        return len(cut) > 2
    labels, values = map(_kinds, cut)
    return len(labels) == len(values) > 2 and not typed(labels) and typed(values) > 1


def _with_lines_over(lines: list[list[Word]], cut: list[list[list[Word]]], start: int) -> int:
    """The start of a block, moved up over lines of words so near that they may be part of its header."""
    for i in range(start - 1, max(-1, start - 5), -1):
        height = max(1.0, lines[i][0]["bottom"] - lines[i][0]["top"])
        if typed(_kinds(cut[i])) or lines[i + 1][0]["top"] - lines[i][0]["bottom"] > 0.8 * height:
            break
        start = i
    return start


def _kinds(segments: list[list[Word]]) -> Row:
    return {i: Piece(" ".join(w["text"] for w in s)) for i, s in enumerate(segments)}


def _block(cut: list[list[list[Word]]], place: Callable[..., Box], before: list[tuple[float, float]]) -> Region | None:
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
    return Region(made, columns, first, bottom, False)


def _pitches(cut: list[list[list[Word]]]) -> list[float]:
    return [b[0][0]["top"] - a[0][0]["bottom"] for a, b in pairwise(cut)]


def _rivers(lines: list[list[list[Word]]]) -> list[tuple[float, float]]:
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


def _header_lines(cut: list[list[list[Word]]], rows: list[Row], first: int) -> list[int]:
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
    columns: list[tuple[float, float]], labels: list[list[Word]], lines: list[list[list[Word]]]
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


def _with_headers(columns: list[tuple[float, float]], labels: list[list[Word]]) -> list[tuple[float, float]]:
    """The columns, and those that have a label but no data."""
    if len(labels) <= len(columns):
        return columns
    spans = [(s[0]["x0"], s[-1]["x1"]) for s in labels]
    return sorted([*columns, *(s for s in spans if not any(a < s[1] and s[0] < b for a, b in columns))])


def _fits(cut: list[list[list[Word]]], data: list[int], columns: list[tuple[float, float]]) -> bool:
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


def _assigned(segments: list[list[Word]], columns: list[tuple[float, float]], place: Callable[..., Box]) -> Row:
    held: dict[int, list[Word]] = {}
    for segment in segments:
        a, b = segment[0]["x0"], segment[-1]["x1"]
        within = (
            len(segments) * 2 < len(columns) or sum(min(b, right) - max(a, left) > 1 for left, right in columns) <= 1
        )
        for part in [segment] if within else [[word] for word in segment]:
            held.setdefault(_column(part[0]["x0"], part[-1]["x1"], columns), []).extend(part)
    return {c: piece_of(held[c], place) for c in sorted(held)}


def _near(lines: list[list[list[Word]]], column: int, columns: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where the labels of a column stand in the last line of a header; the column itself when it has none there."""
    spans = [(s[0]["x0"], s[-1]["x1"]) for s in lines[-1]]
    return [span for span in spans if _column(*span, columns) == column] or [columns[column]]


def _in_line(a: float, b: float, other: tuple[float, float]) -> bool:
    left, right = other
    return min(abs(a - left), abs(b - right), abs((a + b) - (left + right)) / 2) < 4


def _headed(lines: list[list[list[Word]]], columns: list[tuple[float, float]], place: Callable[..., Box]) -> list[Row]:
    """The header as rows: labels over several lines made one, labels over several columns in a row above."""
    groups: Row = {}
    held: dict[int, list[Word]] = {}
    for segments in lines:
        in_order = len(segments) == len(columns)
        for number, segment in enumerate(segments):
            a, b = segment[0]["x0"], segment[-1]["x1"]
            under = [i for i, (x, y) in enumerate(columns) if min(b, y) - max(a, x) > 0.5 * (y - x)]
            if not in_order and len(under) > 1 and segments is not lines[-1]:
                groups[under[0]] = piece_of(segment, place, under[-1] - under[0] + 1)
                continue
            column = number if in_order else _column(a, b, columns)
            # What stands over a label but in line with none of its edges is the heading of a group of unknown width.
            if (
                segments is lines[-1]
                or in_order
                or any(_in_line(a, b, under) for under in _near(lines, column, columns))
            ):
                held.setdefault(column, []).extend(segment)
    labels = {c: piece_of(held[c], place) for c in sorted(held)}
    return [row for row in (groups, labels) if row]
