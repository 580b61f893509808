"""``python -m lab rows``: the rows that were collected of a portal, beside those that its definition makes.

The definition knows every row of every year and month. Which list the wrapper asked is told by the rows themselves: the view and
the period with which most of them agree; with ``--anos`` that is every year of the range, where the page offers years. Cells are
compared as values: amounts as decimals, days in ISO form, numbers of people masked, all other words as they are written.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from lab.definition import YEARS, Column, Page, Portal, Query, View, text_of
from lab.frameworks import framework
from lab.runs import scrapy
from lab.server import serve
from lab.values import MONTHS, Doc, Row, Value
from transparency.text import normalize

LISTS = ("despesa_orcamentaria", "receita_orcamentaria", "licitacao", "quadro_pessoal")
"""The criteria that are measured."""
_MONEY = re.compile(r"-?\d{1,3}(?:\.\d{3})*,\d\d")
_SPELLED = re.compile(r"(\d{1,2}) (?:de )?([a-zç]{3})[a-zç]*\.? (?:de )?(\d{4})")
_DAY = re.compile(r"(\d\d)/(\d\d)/(\d{4})")
_CPF = re.compile(r"\d{3}\.(\d{3})\.(\d{3})-\d\d")
_MONTHS = [month[:3].casefold() for month in MONTHS]
Cells = dict[str, str]
"""Label, folded → value, spelled out."""


@dataclass(frozen=True)
class Compared:
    """Collected rows beside those there are."""

    portal: str
    criterion: str
    there: int
    collected: int
    matched: int
    """Rows of which all cells are equal, each counted once."""
    cells: int
    """Cells of the rows: those that are equal, and the others in their order …"""
    equal: int
    """… and those of them that are equal."""
    view: str = ""

    @property
    def recall(self) -> float:
        """Share of the rows there are that were collected."""
        return self.matched / self.there if self.there else 0.0

    @property
    def precision(self) -> float:
        """Share of the collected rows that there are."""
        return self.matched / self.collected if self.collected else 0.0

    @property
    def agreement(self) -> float:
        """Share of the cells that are equal."""
        return self.equal / self.cells if self.cells else 0.0


def value_of(text: str) -> str:
    """A value as it is to be collected."""
    text = " ".join(text.split()).removeprefix("R$ ")
    if _MONEY.fullmatch(text):
        return str(Decimal(text.replace(".", "").replace(",", ".")))
    if day := _DAY.fullmatch(text):
        return f"{day[3]}-{day[2]}-{day[1]}"
    if day := _SPELLED.fullmatch(text.casefold()):
        return f"{day[3]}-{_MONTHS.index(day[2]) + 1:02d}-{int(day[1]):02d}"
    return _CPF.sub(r"***.\1.\2-**", text)


def compare(
    portal: Portal,
    criterion: str,
    rows: Sequence[Mapping[str, Any]],
    columns: Mapping[str, str],
    years: Sequence[int] = (),
) -> Compared:
    """Compare rows of a feed with the definition. ``columns``: item → label of its column, as the wrapper has them; ``years``: those
    that were asked for."""
    collected = [_cells(row, columns) for row in rows]
    labels = set().union(*collected) if collected else set()
    best = Compared(portal.slug, criterion, 0, len(rows), 0, 0, 0)
    for page, view, queries in _lists(portal, criterion, years):
        shown = [(_label(column, labels), column) for column in view.columns]
        if not any(label in labels for label, _ in shown):
            continue
        documents = {label for cells in collected for label, value in cells.items() if value.startswith("http")}
        made = [
            {label: _shown(page, column, row, label in documents) for label, column in shown if label in labels}
            for query in queries
            for row in portal.rows(page, view, query)
        ]
        name = " ".join(f"{query.year} {query.month or ''}".strip() for query in queries)
        best = max(best, _compare(portal.slug, criterion, made, collected, f"{page.id}/{view.id} {name}"), key=_goodness)  # fmt: skip
    return best


def _goodness(one: Compared) -> tuple[int, float, float]:
    return one.matched, one.agreement, one.recall


def _compare(slug: str, criterion: str, made: Sequence[Cells], collected: Sequence[Cells], view: str) -> Compared:
    known = [{label: _file_of(cells.get(label, "")) for label in (made[0] if made else ())} for cells in collected]
    there, had = (Counter(tuple(sorted(cells.items())) for cells in rows) for rows in (made, known))
    matched, width = (there & had).total(), len(made[0]) if made else 0
    pairs = zip([*(there - had).elements()], [*(had - there).elements()], strict=False)
    equal = matched * width + sum(one == other for pair in pairs for one, other in zip(*pair, strict=True))
    return Compared(
        slug, criterion, len(made), len(collected), matched, width * min(len(made), len(known)), equal, view
    )


def _shown(page: Page, column: Column, row: Row, as_document: bool) -> str:
    """What a framework shows of a record, as a value; of a document its file, where the address was collected."""
    dress = getattr(framework(page.host), "dress", None)
    value: Value = dress(column, row) if dress else row[column.maker]
    return value.file if isinstance(value, Doc) and as_document else value_of(text_of(value))


def _cells(row: Mapping[str, Any], columns: Mapping[str, str]) -> Cells:
    """The cells of a row of a feed by label: typed values of items, other columns as they are written."""
    typed = {normalize(label): str(row.get(item) or "") for item, label in columns.items()}
    return typed | {normalize(label): value_of(text) for label, text in row["extra"].items()}


def _file_of(value: str) -> str:
    """The name of the file of an address; other values as they are."""
    return value.rpartition("/")[2] if value.startswith("http") else value


def _label(column: Column, labels: Iterable[str]) -> str:
    """A column as the reader calls it: with its group, or without."""
    whole = normalize(f"{column.group} {column.label}") if column.group else normalize(column.label)
    return whole if whole in labels else normalize(column.label)


def _lists(portal: Portal, criterion: str, years: Sequence[int]) -> Iterator[tuple[Page, View, list[Query]]]:
    """The lists of a criterion in all that they may be asked for: one query, or one for each of some years."""
    for page in portal.pages:
        for view in page.views:
            if any(item.startswith(f"{criterion}.") for column in view.columns for item in column.items):
                if years:
                    yield page, view, [Query(year) for year in years]
                if not (years and any(one.kind in ("ano", "mes") for one in page.filters)):
                    yield from ((page, view, [Query(year, month)]) for year in YEARS for month in range(13))


def measure(portals: Sequence[str] | None, folder: Path, span: str = "") -> list[Compared]:
    """Audit portals (None: all), collect the lists of each, and compare them. ``span``: years, as the program is asked for them."""
    found = []
    more = ("-a", f"anos={span}") if span else ()
    with serve(portals) as lab, tempfile.TemporaryDirectory() as aside:
        catalogue = Path(aside) / "catalogue.csv"
        lab.write_catalogue(catalogue)
        settings = [
            f"CATALOGUE_FILES={catalogue}",
            f"AUDITS_DIR={folder / 'audits'}",
            f"WRAPPERS_DIR={folder / 'wrappers'}",
        ]
        given = [part for setting in settings for part in ("-s", setting)]
        towns = ",".join(portal.slug for portal in lab.definitions)
        scrapy("crawl", "portal", "-a", f"municipio={towns}", "-a", "model=off", "-L", "ERROR", *given)
        for portal in lab.definitions:
            feed = folder / f"{portal.slug}.jsonl"
            feed.unlink(missing_ok=True)
            asked = ("-a", f"municipio={portal.slug}", "-a", f"criterio={','.join(LISTS)}", "-a", "pessoas=sim", *more)
            scrapy("crawl", "rows", *asked, "-O", str(feed), "-L", "ERROR", *given)
            found += [compare_feed(portal, criterion, feed, folder / "wrappers", years_of(span)) for criterion in LISTS]
    return found


def years_of(span: str) -> list[int]:
    """The years of a range, as the program is asked for them ("2025", "2024-2026"), the latest first."""
    first, _, last = span.partition("-")
    return [*range(int(last or first), int(first) - 1, -1)] if span else []


def compare_feed(portal: Portal, criterion: str, feed: Path, wrappers: Path, years: Sequence[int] = ()) -> Compared:
    """Compare the rows of a criterion in a feed; nothing where there is no wrapper."""
    file = wrappers / portal.uf.lower() / portal.slug / f"{criterion}.json"
    if not file.exists() or not feed.exists():
        return Compared(portal.slug, criterion, 0, 0, 0, 0, 0, "sem lista")
    columns = {one["item"]: one["label"] for one in json.loads(file.read_text("utf-8"))["columns"] if one.get("item")}
    rows = [json.loads(line) for line in feed.read_text("utf-8").splitlines()]
    return compare(portal, criterion, [row for row in rows if row["criterion"] == criterion], columns, years)


def show(found: Sequence[Compared]) -> None:
    """The table of a measure."""
    table = Table("portal", "critério", "há", "colhidas", "revocação", "precisão", "células", "lista")
    for one in found:
        figures = (f"{value:.3f}" for value in (one.recall, one.precision, one.agreement))
        table.add_row(one.portal, one.criterion, str(one.there), str(one.collected), *figures, one.view)
    Console(width=150).print(table)


def run(portals: Sequence[str] | None, folder: Path, span: str = "") -> int:
    """Measure and show; exit status 0."""
    folder.mkdir(parents=True, exist_ok=True)
    found = measure(portals, folder, span)
    show(found)
    print(f"{len(found)} listas em {folder}", file=sys.stderr)
    return 0
