"""Compare the reader of records (``transparency.extract.tables``) with the ten old ones, cell by cell, on stored pages.

    python -m lab.readers PAGES… [--kind details] [--show 20]

PAGES are folders that hold ``*.html`` or ``*.html.gz`` files. A cell is a label with a value under it; the first rows of each
table count, as many as the old readers keep. A cell that only one side has is a disagreement, and says nothing of who is right.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from transparency.extract import dom
from transparency.extract.records import FINDERS
from transparency.extract.records.model import SAMPLE, Grid, Page
from transparency.extract.records.sets import record_set
from transparency.extract.tables import read_tables
from transparency.text import normalize

ENOUGH = 0.8
"""The share of the labels of an old record set that one table must have to be the same."""

Cells = set[tuple[str, str]]
"""Normalised label and value."""


@dataclass
class Read:
    """What a reader found on a page: the name of the reader that found each set, with its cells and labels."""

    sets: list[tuple[str, Cells, frozenset[str]]] = field(default_factory=list)
    seconds: float = 0.0


@dataclass
class Tally:
    """Cells of one kind over all pages."""

    old: int = 0
    both: int = 0
    sets: int = 0
    same: int = 0

    def row(self, name: str) -> str:
        share = self.both / self.old if self.old else 1.0
        return f"{name:22} {self.both:7} / {self.old:7} = {share:6.1%}   sets {self.same:5} / {self.sets:5}"


def stored_pages(folders: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Name and HTML of every stored page."""
    for folder in folders:
        stored = sorted(folder.rglob("*.html.gz")) or sorted(
            folder.rglob("*.html")
        )  # an audit has a report beside its pages
        for path in [folder] if folder.is_file() else stored:
            raw = path.read_bytes()
            text = gzip.decompress(raw) if path.suffix == ".gz" else raw
            yield str(path), text.decode("utf-8", "replace")


def cells_of(labels: list[str], rows: list[list[str]]) -> tuple[Cells, frozenset[str]]:
    """The cells of a table, and the labels of its columns that hold a value."""
    names = [normalize(label) for label in labels]
    cells = {
        (name, normalize(value))
        for row in rows[:SAMPLE]
        for name, value in zip(names, row, strict=False)
        if name and normalize(value)
    }
    return cells, frozenset(name for name, _ in cells)


def read_old(html: str) -> Read:
    """What the old readers find, each set under the name of its reader."""
    start = time.perf_counter()
    page = Page(dom.parse(html))
    finder_of: dict[int, tuple[str, Grid]] = {}
    for find in FINDERS:
        find(page)
        for grid in page.grids:
            finder_of.setdefault(id(grid), (f"{find.__name__.removeprefix('find_')} {grid.shape}", grid))
    kept = [(grid, found) for grid in page.grids if (found := record_set(page, grid)) is not None]
    read = Read(seconds=time.perf_counter() - start)
    for grid, _ in kept:
        labels = [label for label, _ in grid.header]
        rows = [[cell.text if cell.filled else "" for cell in row] for row in grid.rows]
        read.sets.append((finder_of[id(grid)][0], *cells_of(labels, rows)))
    return read


def read_new(html: str) -> Read:
    """What the one reader finds."""
    start = time.perf_counter()
    tables = read_tables(dom.parse(html))
    read = Read(seconds=time.perf_counter() - start)
    for table in tables:
        labels = [column.label for column in table.columns]
        rows = [[cell.text if cell.filled else "" for cell in row] for row in table.rows]
        read.sets.append((table.kind, *cells_of(labels, rows)))
    return read


@dataclass
class Comparison:
    """Both readers over a corpus."""

    by_old: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    by_new: dict[str, Tally] = field(default_factory=lambda: defaultdict(Tally))
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    missed: list[tuple[str, str, Cells]] = field(default_factory=list)
    added: list[tuple[str, str, Cells]] = field(default_factory=list)
    pages: int = 0

    def add(self, name: str, old: Read, new: Read) -> None:
        """Count one page."""
        self.pages += 1
        self.seconds[0] += old.seconds
        self.seconds[1] += new.seconds
        for tallies, ones, others, apart in (
            (self.by_old, old, new, self.missed),
            (self.by_new, new, old, self.added),
        ):
            theirs = set[tuple[str, str]]().union(*(cells for _, cells, _ in others.sets))
            for kind, cells, labels in ones.sets:
                tally = tallies[kind]
                tally.old += len(cells)
                tally.both += len(cells & theirs)
                if labels:
                    tally.sets += 1
                    tally.same += any(len(labels & known) >= ENOUGH * len(labels) for _, _, known in others.sets)
                if cells - theirs:
                    apart.append((name, kind, cells - theirs))

    def print(self, write: Callable[[str], object] = print) -> None:
        """Write the figures."""
        for title, tallies in (("old cells that the new reader has", self.by_old), ("new cells that an old one has", self.by_new)):  # fmt: skip
            write(title)
            total = Tally()
            for kind, tally in sorted(tallies.items(), key=lambda item: -item[1].old):
                write(f"  {tally.row(kind)}")
                total = Tally(total.old + tally.old, total.both + tally.both, total.sets + tally.sets, total.same + tally.same)  # fmt: skip
            write(f"  {total.row('all')}")
        old, new = self.seconds
        write(f"{self.pages} pages, {old:.1f} s old, {new:.1f} s new: {new / old if old else 0:.2f}")


def main() -> None:
    """Compare, and show disagreements."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="+", type=Path)
    parser.add_argument("--kind", default="", help="show disagreements of this kind alone")
    parser.add_argument("--every", type=int, default=1, help="read only every so manieth page")
    parser.add_argument("--show", type=int, default=0, help="so many disagreements of each side")
    options = parser.parse_args()
    compared = Comparison()
    for name, html in islice(stored_pages(options.pages), 0, None, options.every):
        compared.add(name, read_old(html), read_new(html))
    compared.print()
    for title, apart in (("MISSED", compared.missed), ("ADDED", compared.added)):
        where = Counter(kind for _, kind, _ in apart)
        shown = [one for one in apart if options.kind in one[1]][: options.show]
        for name, kind, cells in shown:
            print(f"{title} {kind} ({where[kind]}) {name}\n    {sorted(cells)[:6]}")


if __name__ == "__main__":
    main()
