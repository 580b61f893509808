"""What the tour for a cycle has gathered, as it lies in an audit (``pages/<cycle>.tour.json.gz``): which page is a place of which
requirement, what was tried there and what came of it. The pages themselves are stored as all pages are; from both the answers
can be judged again without a browser."""

from __future__ import annotations

import datetime as dt
import gzip
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Generic, TypeVar

import msgspec

from transparency.aspects.seen import (
    Gathered,
    OpenedFile,
    OpenedYear,
    Side,
    Sight,
    TriedControl,
    TriedExport,
    TriedFilter,
    Unread,
)
from transparency.model import Piece

VERSION = 1
"""Raised when an older tour can no longer be decoded as it is."""
SUFFIX = ".tour.json.gz"
Words = Callable[[str], str]
Thing = TypeVar("Thing")


class StoredYear(Piece):
    """A year that a list was asked for. ``sight``: key of the page; empty where none came."""

    of: str
    year: int
    sight: str = ""
    problem: str = ""


class OfOne(Piece):
    """What was seen of one requirement: keys of pages, and numbers of what was opened and tried."""

    places: list[str] = []
    files: list[int] = []
    exports: list[int] = []
    filters: list[int] = []
    years: list[int] = []
    unread: list[Unread] = []


class StoredTour(Piece):
    """A tour. ``day``: of the visit; ``sides``: key of a page → its side, in the order in which the pages were seen."""

    day: dt.date
    sides: dict[str, Side]
    version: int = VERSION
    site: str = ""
    """Key of the home page of the town's site …"""
    portal: str = ""
    """… and of that of its portal."""
    finished: bool = True
    menus_read: bool = True
    files: list[OpenedFile] = []
    exports: list[TriedExport] = []
    filters: list[TriedFilter] = []
    years: list[StoredYear] = []
    controls: list[TriedControl] = []
    requirements: dict[str, OfOne] = {}

    def gathered(self, requirement: str, sights: Mapping[str, Sight]) -> Gathered:
        """All that was seen of a requirement. ``sights``: the pages that could be read."""
        of = self.requirements.get(requirement) or OfOne()
        return Gathered(
            places=[sights[key] for key in of.places if key in sights],
            site=sights.get(self.site),
            portal=sights.get(self.portal),
            around=[sight for key, sight in sights.items() if key not in of.places],
            files=[self.files[n] for n in of.files],
            exports=[self.exports[n] for n in of.exports],
            filters=[self.filters[n] for n in of.filters],
            years=[_opened_year(self.years[n], sights) for n in of.years],
            controls=self.controls,
            unread=of.unread,
            finished=self.finished,
            menus_read=self.menus_read,
        )


def _opened_year(year: StoredYear, sights: Mapping[str, Sight]) -> OpenedYear:
    return OpenedYear(year.of, year.year, sights.get(year.sight), year.problem)


class TourUnreadable(Exception):
    """A stored tour that cannot be read; the reason is for people (Portuguese)."""


_tour = msgspec.json.Decoder(StoredTour)


def tour_name(cycle_id: str) -> str:
    """Where the tour of a cycle is kept, in the audit's folder."""
    return f"pages/{cycle_id}{SUFFIX}"


class _Once(Generic[Thing]):
    """Things by number, the same one once."""

    def __init__(self) -> None:
        self.kept: list[Thing] = []
        self._numbers: dict[int, int] = {}

    def numbers(self, things: Iterable[Thing]) -> list[int]:
        """Keep these; their numbers."""
        found = []
        for one in things:
            if id(one) not in self._numbers:
                self._numbers[id(one)] = len(self.kept)
                self.kept.append(one)
            found.append(self._numbers[id(one)])
        return found


def stored_tour(
    day: dt.date, sights: Iterable[Sight], of: Mapping[str, Gathered], words: Words, address: Words
) -> StoredTour:
    """A tour as it may be stored. ``of``: what was gathered, by requirement; ``words`` and ``address`` hide people and secrets in
    texts and addresses of the portal."""
    files, exports = _Once[OpenedFile](), _Once[TriedExport]()
    filters, years = _Once[TriedFilter](), _Once[OpenedYear]()
    requirements = {
        requirement: OfOne(
            places=[sight.key for sight in each.places],
            files=files.numbers(each.files),
            exports=exports.numbers(each.exports),
            filters=filters.numbers(each.filters),
            years=years.numbers(each.years),
            unread=[Unread(words(one.words), address(one.url), words(one.reason)) for one in each.unread],
        )
        for requirement, each in of.items()
    }

    def file(one: OpenedFile) -> OpenedFile:
        label, problem, text, columns = words(one.label), words(one.problem), words(one.text), map(words, one.columns)
        return replace(one, url=address(one.url), label=label, problem=problem, text=text, columns=tuple(columns))

    same = next(iter(of.values()), Gathered())
    return StoredTour(
        day=day,
        sides={sight.key: sight.side for sight in sights},
        site=same.site.key if same.site else "",
        portal=same.portal.key if same.portal else "",
        finished=same.finished,
        menus_read=same.menus_read,
        files=[*map(file, files.kept)],
        exports=[replace(one, label=words(one.label), file=file(one.file)) for one in exports.kept],
        filters=[
            replace(one, field=words(one.field), value=words(one.value), problem=words(one.problem))
            for one in filters.kept
        ],
        years=[
            StoredYear(of=one.of, year=one.year, sight=one.sight.key if one.sight else "", problem=words(one.problem))
            for one in years.kept
        ],
        controls=[replace(one, label=words(one.label), problem=words(one.problem)) for one in same.controls],
        requirements=requirements,
    )


def tour_bytes(tour: StoredTour) -> bytes:
    """A tour as it lies in its audit; the same bytes for the same tour."""
    return gzip.compress(msgspec.json.encode(tour), compresslevel=6, mtime=0)


def read_tour(data: bytes) -> StoredTour:
    """A stored tour. TourUnreadable when it is damaged, or of a later version."""
    try:
        tour = _tour.decode(gzip.decompress(data))
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise TourUnreadable("está estragado") from error
    if tour.version > VERSION:
        raise TourUnreadable(f"é de uma versão mais nova ({tour.version})")
    return tour
