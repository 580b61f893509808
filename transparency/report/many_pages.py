"""Many municipalities as static pages: ranking, matrix, vendors, items, trend, comparison, and the history of each municipality."""

from __future__ import annotations

import base64
import datetime as dt
import json
import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache, cached_property, partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from transparency.items import UserError
from transparency.matrix import Matrix, load_matrix
from transparency.portals.catalogue import REGIONS, Municipality, slugify
from transparency.report import audit_page, rendering
from transparency.report.audit_page import REPORT
from transparency.report.many import (
    LETTERS,
    MOST_UNDECIDED,
    NO_VERDICT,
    SIZES,
    STANDINGS,
    Brief,
    Tally,
    Town,
    brief,
    changes,
    families,
    median,
    positions,
    tally_items,
    total_costs,
    towns,
)
from transparency.report.terminal import SIGNS
from transparency.report.trend import by_state, trend
from transparency.store.audits import StoredAudit, open_audit

INDEX = "index.html"
PAGES = {
    INDEX: "Ranking",
    "matriz.html": "Matriz",
    "fornecedores.html": "Fornecedores",
    "itens.html": "Itens que faltam",
    "evolucao.html": "Evolução",
    "comparar.html": "Comparar",
}
"""Pages of the report and what the menu calls them."""
TOWNS = "municipios"
"""Folder of the municipalities' own pages: ``municipios/<uf>/<slug>.html``."""
FEW = 8
"""Missing reports of audits that are made without a second process."""
COLUMNS_OF_HISTORY = 8
"""Audits shown item by item on a municipality's page; the list above shows all."""
FIRST = 250
"""Rows that stand in a page as they are; the script shows the others, which are packed."""
SHARED = 300
"""Pages of municipalities from which on two processes pay."""


def write(
    audits: Iterable[StoredAudit],
    folder: Path,
    catalogue: Iterable[Municipality] = (),
    uf: str = "",
    broken: list[str] | None = None,
    make_missing: bool = True,
    matrix: Matrix | None = None,
    people: Mapping[tuple[str, str], int] | None = None,
) -> Path:
    """Write the pages into a folder and give the path of the index.

    ``catalogue``: municipalities that appear though they were never audited; ``uf``: only those of a state; ``broken``:
    what could not be read (see ``read``), told on the index; ``make_missing``: make the reports of audits that lack one;
    ``people``: population by (state, slug).
    Audits are read one at a time, so an iterator keeps the memory small.
    """
    broken = [] if broken is None else broken
    matrix = matrix or load_matrix()
    items = matrix.items()
    briefs = []
    for audit in audits:
        if uf and audit.uf != uf.upper():
            continue
        try:
            briefs.append(brief(audit, items))
        except UserError as error:
            broken.append(error.message)
    ranked = towns(briefs, (town for town in catalogue if not uf or town.uf == uf.upper()), people)
    if not ranked:
        where = f" de {uf.upper()}" if uf else ""
        raise UserError(f"Nenhum município{where} para comparar.", "Confira a pasta das auditorias e a UF.")
    missing = [one.folder for one in briefs if not (one.folder / REPORT).is_file()] if make_missing else []
    unmade = write_reports(missing, matrix)
    write_pages(Report(ranked, matrix, folder, uf.upper(), broken, unmade))
    return folder / INDEX


def write_reports(folders: Sequence[Path], matrix: Matrix) -> list[str]:
    """Make the reports of audits, on all processors when there are many; gives what went wrong, in Portuguese."""
    write_one = partial(_write_report, matrix=matrix)
    workers = min(os.cpu_count() or 1, len(folders) // FEW)
    if workers < 2:
        return [problem for folder in folders if (problem := write_one(folder))]
    # Spawned: a fork of a process with threads (a server, say) may hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return [problem for problem in pool.map(write_one, folders, chunksize=4) if problem]


def _write_report(folder: Path, matrix: Matrix) -> str:
    try:
        audit_page.write(open_audit(folder), matrix)
    except UserError as error:
        return error.message
    return ""


def write_page(path: Path, text: str) -> None:
    """Aside and renamed. Not synced: what is lost is made again."""
    aside = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside.write_text(text, encoding="utf-8")
        aside.replace(path)
    except OSError as error:
        raise UserError(f"Não foi possível gravar {path}.", f"{error.strerror}.") from None


@dataclass(frozen=True)
class Report:
    """The pages of a report, each made when it is asked for. ``ranked``: what ``towns`` gives; ``back``: where the lists of audits are
    served."""

    ranked: Sequence[Town]
    matrix: Matrix
    folder: Path
    uf: str = ""
    broken: Sequence[str] = ()
    unmade: Sequence[str] = ()
    back: str = ""

    def pages(self, own: bool = True) -> Iterator[tuple[Path, str]]:
        """All pages, one at a time: where they go, and their text. ``own``: those of single municipalities too."""
        for name in (*PAGES, *(self.of_towns if own else ())):
            yield self.folder / name, self.page(name)

    @cached_property
    def of_towns(self) -> dict[str, int]:
        """The pages of municipalities that were audited → their place in the ranking."""
        return {page: n for n, (_, town, page) in enumerate(self._placed) if town.audits}

    def page(self, name: str) -> str:
        """The text of a page. KeyError when there is none of that name."""
        if name in PAGES:
            makers: dict[str, Callable[[], tuple[str, dict[str, Any]]]] = {
                INDEX: self._ranking, "matriz.html": self._matrix, "fornecedores.html": self._families, "itens.html": self._missing,
                "evolucao.html": self._trend, "comparar.html": self._compared,
            }  # fmt: skip
            template, values = makers[name]()
            return self._made(name, template, "", **values)
        position, town, _ = self._placed[self.of_towns[name]]
        return self._made(
            name, "town.html", "../../", town=town, position=position, of=self._rated, history=changes(town.audits),
            shown=town.audits[-COLUMNS_OF_HISTORY:], line=_line(town.audits),
        )  # fmt: skip

    def _made(self, name: str, template: str, root: str, **values: Any) -> str:
        link = Links((self.folder / name).parent)
        return rendering.render(template, here=name, root=root, link=link, **self._common, **values)

    @cached_property
    def _placed(self) -> list[tuple[int | None, Town, str]]:
        return list(zip(positions(self.ranked), self.ranked, _files(self.ranked), strict=True))

    @cached_property
    def _rated(self) -> int:
        return sum(town.mark is not None for town in self.ranked)

    @cached_property
    def _common(self) -> dict[str, Any]:
        return {
            "uf": self.uf, "back": self.back, "several": len({town.uf for town in self.ranked}) > 1, "menu": PAGES,
            "criteria": self.matrix.criteria, "parts": parts_of(self.matrix), "items": self.matrix.items(),
            "names": {criterion.id: criterion.name for criterion in self.matrix.criteria},
            "tally": Tally.of, "heat": heat, "day": day, "maker": maker, "cells": _cells(), "signs": SIGNS, "standings": STANDINGS,
            "most_undecided": MOST_UNDECIDED, "packed": packed, "first": FIRST,
        }  # fmt: skip

    @cached_property
    def _filters(self) -> dict[str, Any]:
        regions = {town.region for town in self.ranked}
        return {
            "placed": self._placed, "makers": sorted({name for town in self.ranked for name in town.families}),
            "states": sorted({town.uf for town in self.ranked}), "regions": [name for name in REGIONS if name in regions],
            "sizes": SIZES if any(town.population for town in self.ranked) else {},
        }  # fmt: skip

    @cached_property
    def _audits(self) -> list[Brief]:
        return sorted((audit for town in self.ranked for audit in town.audits), key=lambda audit: audit.started)

    def _ranking(self) -> tuple[str, dict[str, Any]]:
        return "many_ranking.html", {
            **self._filters, "broken": self.broken, "unmade": self.unmade, "audits": self._audits, "costs": total_costs(self._audits),
            "counted": Counter(town.standing for town in self.ranked), "median": median(town.mark for town in self.ranked),
        }  # fmt: skip

    def _matrix(self) -> tuple[str, dict[str, Any]]:
        return "many_matrix.html", self._filters

    def _families(self) -> tuple[str, dict[str, Any]]:
        return "many_families.html", {"families": families(self.ranked, parts_of(self.matrix))}

    def _missing(self) -> tuple[str, dict[str, Any]]:
        items = self.matrix.items()
        place = {(item.criterion, item.key): number for number, item in enumerate(items)}
        return "many_items.html", {"missing": tally_items(self.ranked, items), "place": place}

    def _trend(self) -> tuple[str, dict[str, Any]]:
        months = trend(self._audits)
        return "many_trend.html", {"months": months, "states": by_state(self.ranked), "width": WIDTH, "height": HEIGHT}

    def _compared(self) -> tuple[str, dict[str, Any]]:
        rows = [
            [f"{town.name} ({town.uf})", page, town.now.statuses, rendering.share(town.mark, 1) if town.mark is not None else STANDINGS[town.standing],
             day(town.now.started), ", ".join(map(maker, town.families)), town.population]
            for _, town, page in self._placed if town.now
        ]  # fmt: skip
        parts = [[criterion.name, [item.label for item in criterion.items]] for criterion in self.matrix.criteria]
        return "many_compare.html", {"data": json.dumps({"towns": rows, "parts": parts}, ensure_ascii=False)}


def packed(text: str) -> str:
    """Text as the script of a page unpacks it: deflated, in base 64. Tables of thousands of rows take a tenth so."""
    squeezed = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = squeezed.compress(text.encode("utf-8", "replace")) + squeezed.flush()
    return base64.b64encode(data).decode()


def _write_towns(report: Report, names: Sequence[str]) -> None:
    for name in names:
        write_page(report.folder / name, report.page(name))


def write_pages(report: Report) -> None:
    """Write all pages of a report, on all processors when there are many."""
    for path, text in report.pages(own=False):
        write_page(path, text)
    names = list(report.of_towns)
    workers = min(os.cpu_count() or 1, len(names) // SHARED)
    if workers < 2:
        _write_towns(report, names)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        list(pool.map(partial(_write_towns, report), [names[n::workers] for n in range(workers)]))


def parts_of(matrix: Matrix) -> list[slice]:
    """Where the items of each criterion stand among all."""
    found, start = [], 0
    for criterion in matrix.criteria:
        found.append(slice(start, start + len(criterion.items)))
        start += len(criterion.items)
    return found


@cache
def _cells() -> dict[tuple[str, bool], Markup]:
    """Cells of a town's items by letter, and whether it changed: there are too many to run a template for each."""
    cell = Markup('<td class="s {}{}"><span aria-hidden="true">{}</span><span class="hidden">{}{}</span></td>')
    found = {(NO_VERDICT, turned): Markup('<td class="s">–</td>') for turned in (False, True)}
    for status, letter in LETTERS.items():
        sign, _, word = SIGNS[status]
        found[letter, False] = cell.format(status, "", sign, word, "")
        found[letter, True] = cell.format(status, " turned", sign, word, ", mudou")
    return found


def _files(ranked: Iterable[Town]) -> list[str]:
    """Address of each town's page within the report. Names come from the audits, so nothing of them but letters is used."""
    found: dict[str, None] = {}
    for town in ranked:
        stem = f"{TOWNS}/{slugify(town.uf)[:8] or 'br'}/{slugify(town.slug)[:100] or 'municipio'}"
        name, number = f"{stem}.html", 1
        while name in found:
            number += 1
            name = f"{stem}-{number}.html"
        found[name] = None
    return list(found)


class Links:
    """Addresses of files relative to the page that stands in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def __call__(self, path: Path) -> str:
        return quote(Path(os.path.relpath(path.resolve(), self._folder)).as_posix())


def heat(mark: float | None) -> str:
    """Class of a cell's colour: ``h0`` to ``h10``, the last only for 100 %; none without a mark."""
    return "" if mark is None else f"h{int(mark * 10 + 1e-9)}"


def day(iso: str) -> str:
    """The day of a time, in Brasília."""
    return rendering.moment(iso).partition(",")[0]


def maker(name: str) -> str:
    """A vendor family as people read it."""
    return {"": "sem família conhecida", "proprio": "próprio"}.get(name, name)


@dataclass(frozen=True)
class _Point:
    x: float
    y: float | None
    audit: Brief


WIDTH, HEIGHT = 640, 150
"""Of the line of marks, inside its axes."""


def _seconds(iso: str) -> float:
    """Of an audit's start; 0 for what is no time."""
    try:
        return dt.datetime.fromisoformat(iso).timestamp()
    except ValueError:
        return 0.0


def _line(audits: Sequence[Brief]) -> list[_Point]:
    """The marks over time, as points of a drawing ``WIDTH`` × ``HEIGHT``. No mark, no height."""
    if len(audits) < 2:
        return []
    times = [_seconds(audit.started) for audit in audits]
    span = max(times) - min(times)
    return [
        _Point(
            round(WIDTH * ((time - min(times)) / span if span else n / (len(audits) - 1)), 1),
            round(HEIGHT * (1 - audit.tally.mark), 1)
            if audit.tally.is_rated and audit.tally.mark is not None
            else None,
            audit,
        )
        for n, (time, audit) in enumerate(zip(times, audits, strict=True))
    ]
