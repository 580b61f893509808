"""The folder of what was collected of a town: ``<root>/<uf>/<town>/<criterion>/<year>.parquet``, and what is made of that.

Rows go into files aside; they come into place when a run is over, so that one that is killed leaves what was there before.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import psutil

from transparency.dataset.ocds import CRITERION, load_methods, write_releases
from transparency.dataset.package import LOG, SUMMARIES, Summaries, read_summaries, write_description
from transparency.dataset.parquet import ParquetFile, columns_of, count_rows, values_in
from transparency.dataset.sheets import write_sheet
from transparency.dataset.years import year_of
from transparency.matrix import Matrix
from transparency.portals.catalogue import Municipality
from transparency.rows.items import Group, ListSummary, Row
from transparency.rows.kept import CHANGES
from transparency.rows.wrapper import wrapper_file
from transparency.run.watchdog import beat
from transparency.store.audits import now
from transparency.store.evidence import write
from transparency.store.file_names import folder_inside

ASIDE = ".novo-"
"""Before the number of a process that is at work, in the name of its folder."""
NOT_WRITTEN = "só {} das {} linhas vistas foram gravadas: a execução foi interrompida"
SUMS = "-somas"
"""Behind the criterion in the name of a folder of sums: they are no rows, and have other columns."""


@dataclass
class Kept:
    """What a run has left of a criterion and year. ``before``: rows of the file that stays, since this run brought fewer and gaps, or
    was not asked for all of its periods; ``added``: rows of other months that were there and stay."""

    name: str
    year: str
    rows: int
    before: int = 0
    added: int = 0


@dataclass
class Dataset:
    """The files of one town, while rows come and afterwards."""

    root: Path
    town: Municipality
    matrix: Matrix
    prefix: str
    """Of the identifiers of bids in OCDS."""
    wrappers: Path
    """Where wrappers are kept, and beside them the logs of what has changed."""
    files: dict[tuple[str, str], ParquetFile] = field(default_factory=dict)
    doubtful: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Criterion → digests of its pages with cells in doubt."""
    taken: Counter[str] = field(default_factory=Counter)
    """Criterion → rows that have come, also as sums."""

    @property
    def folder(self) -> Path:
        """Where everything is in the end."""
        return folder_inside(self.root, self.town.uf.lower(), self.town.slug)

    @property
    def _aside(self) -> Path:
        return self.folder / f"{ASIDE}{os.getpid()}"

    def sweep(self) -> None:
        """Take away what runs that were killed have left aside."""
        for left in self.folder.glob(f"{ASIDE}*"):
            if not psutil.pid_exists(int(left.name.removeprefix(ASIDE))):
                shutil.rmtree(left, ignore_errors=True)

    def add(self, item: Row | Group) -> None:
        """Add a row, or the sums of a group."""
        name = f"{item.criterion}{SUMS if isinstance(item, Group) else ''}"
        place = (name, year_of(item))
        if place not in self.files:
            path = self._path(self._aside, *place)
            path.parent.mkdir(parents=True, exist_ok=True)
            self.files[place] = ParquetFile(path, columns_of(item))
        self.files[place].add(item)
        self.taken[item.criterion] += item.people if isinstance(item, Group) else 1
        if isinstance(item, Row) and item.doubts:
            self.doubtful[item.criterion].add(item.digest)

    def keep(self, summaries: Iterable[ListSummary]) -> list[Kept]:
        """Close the files, put them into place and describe the folder; what there is of each criterion and year. OSError where
        something cannot be written."""
        lists = {summary.criterion: summary for summary in map(self._checked, summaries)}
        told = {name: self._as_kept(summary) for name, summary in lists.items()}
        kept = [self._place(*place, lists.get(place[0].removesuffix(SUMS))) for place in sorted(self.files)]
        self._keep_changes(lists)
        self.discard()
        if not self.folder.exists():
            return kept
        known: Summaries = {**read_summaries(self.folder), **told}
        write(self.folder / SUMMARIES, msgspec.json.format(msgspec.json.encode(known), indent=2) + b"\n")
        write_description(self.folder, self.town, self.matrix, known)
        return kept

    def discard(self) -> None:
        """Take away what lies aside, and a folder that holds nothing."""
        shutil.rmtree(self._aside, ignore_errors=True)
        if self.folder.exists() and not any(self.folder.iterdir()):
            self.folder.rmdir()

    def odd_pages(self, summary: ListSummary) -> int:
        """Pages with cells in doubt, and those that are named as missing or not whole."""
        return len(self.doubtful[summary.criterion]) + sum(gap.startswith("a página") for gap in summary.gaps)

    def _checked(self, summary: ListSummary) -> ListSummary:
        """A summary that tells of rows that were seen, and did not come before a run was broken off."""
        taken = self.taken[summary.criterion]
        if taken < summary.rows:
            summary.gaps.append(NOT_WRITTEN.format(taken, summary.rows))
            summary.rows, summary.agrees = taken, None if summary.told is None else summary.told == taken
        return summary

    def _as_kept(self, summary: ListSummary) -> dict[str, Any]:
        return {**asdict(summary), "odd_pages": self.odd_pages(summary), "time": now()}

    def _place(self, name: str, year: str, summary: ListSummary | None) -> Kept:
        """Put the files of a criterion and year into place, with the rows of months that are there and were not asked for this time;
        unless a fuller file is there, and this run has gaps or was asked for less."""
        new, old, file = (
            self._path(self._aside, name, year),
            self._path(self.folder, name, year),
            self.files[name, year],
        )
        before, rows = count_rows(old) if old.exists() else 0, file.rows
        asked = {one.query for one in summary.queries} if summary else set()
        others = values_in(old, "query") - (asked or {""}) if before and year not in asked else set()
        months = {when for when in others if "-" in when and asked - {""}}
        if months:
            file.append(old, "query", months)
        file.close()
        if file.rows < before and (others - months or (summary and summary.gaps)):
            return Kept(name, year, rows, before)
        beat()  # a large file takes its time
        made = [new.with_suffix(".csv")]
        write_sheet(new, made[0])
        if name == CRITERION:
            made.append(new.with_suffix(".ocds.json"))
            write_releases(new, made[-1], self.town, load_methods(), self.prefix, now())
        old.parent.mkdir(parents=True, exist_ok=True)
        for path in (new, *made):
            path.replace(old.parent / path.name)
        return Kept(name, year, rows, added=file.rows - rows)

    def _keep_changes(self, criteria: Iterable[str]) -> None:
        """Keep what has changed since the first run beside the rows of each criterion."""
        for name in criteria:
            log, target = wrapper_file(self.wrappers, self.town, name).with_suffix(CHANGES), self.folder / name / LOG
            if log.exists() and target.parent.exists():
                shutil.copyfile(log, self._aside / LOG)
                (self._aside / LOG).replace(target)

    @staticmethod
    def _path(folder: Path, name: str, year: str) -> Path:
        return folder / name / f"{year}.parquet"
