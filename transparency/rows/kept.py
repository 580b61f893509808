"""What was collected of a list before: beside its wrapper one file of rows for each query that was asked to its end, and a state.

A query is the unit of recovery: its rows are written aside and renamed into place when it has ended, so that a run that is killed at
any instant goes on with the queries that are missing. A later run asks again only for what may have changed; what is new, changed or
gone is written to a log."""

from __future__ import annotations

import datetime as dt
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import IO, Any

import msgspec

from transparency.items import UserError
from transparency.model import Piece
from transparency.rows.items import Group, QuerySummary, Row
from transparency.rows.spans import MONTHS
from transparency.rows.wrapper import Wrapper
from transparency.store.audits import now
from transparency.store.evidence import write
from transparency.store.file_names import file_name

VERSION = 2
CHANGES = ".changes.jsonl"
"""How the log of what has changed ends, beside the wrapper."""
SETTLES = 2
"""So many months after its end nothing of a period changes any more."""
SURE = 7
"""So many days after all pages of a list were seen its first one, and the portal's own count, tell that it is as it was."""
DETAILS = ".details.jsonl"
"""How the file of what records show besides ends, beside the wrapper. It outlasts the rows: a record is opened once."""
BY_ITSELF = "lista"
"""Name of the file of what a list shows by itself."""


class KeptQuery(Piece, omit_defaults=True):
    """A query that was asked to its end."""

    told: QuerySummary
    time: str
    run: int
    unsettled: bool = False
    """One of its records is still under way, as an open bid."""
    first: str = ""
    """Digest of its first page."""


class State(Piece, omit_defaults=True):
    """Which queries of a list were asked, by their names."""

    version: int
    fits: str
    """Digest of the wrapper and of what was asked of people: other rows are none of these."""
    run: int = 1
    ended: bool = False
    """The last run came to its end; else the next one goes on with it."""
    direct: bool = False
    """The address of the list shows the same without the session of its portal."""
    queries: dict[str, KeptQuery] = {}


def settled(when: str, seen: dt.date) -> bool:
    """Whether a period was over for so long on a day that nothing of it changes any more.

    >>> settled("2025", dt.date(2026, 3, 1)), settled("2025", dt.date(2026, 2, 1)), settled("2026-08", dt.date(2026, 11, 2))
    (True, False, True)
    """
    year, _, month = when.partition("-")
    return bool(year) and int(year) * MONTHS + int(month or MONTHS) + SETTLES < seen.year * MONTHS + seen.month


class Kept:
    """What is kept of one list. ``file``: its wrapper; ``sums``: of people only sums are kept; ``opens``: rows have the
    details of their records."""

    def __init__(self, file: Path, wrapper: Wrapper, sums: bool, opens: bool = False) -> None:
        self.folder = file.with_suffix(".rows")
        self.state_file = file.with_suffix(".state.json")
        self.log_file = file.with_suffix(CHANGES)
        self.sums = sums
        self.opens = opens
        self.details_file = file.with_suffix(DETAILS)
        self._details: dict[str, bytes] | None = None
        self.state = self._read(self._fits(wrapper))
        self.changes: dict[str, int] = {}
        """What a later run has found: new, changed, gone → how many."""
        self._part: IO[bytes] | None = None

    def _fits(self, wrapper: Wrapper) -> str:
        columns = [(column.label, column.item, column.kind) for column in wrapper.columns]
        told = f"{wrapper.node.fingerprint()} {columns} {self.sums}{' details' if self.opens else ''}"
        return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:20]

    def belong_to(self, wrapper: Wrapper) -> None:
        """What is kept is of the same list, whose wrapper was mended."""
        self.state.fits = self._fits(wrapper)

    def _read(self, fits: str) -> State:
        fresh = State(version=VERSION, fits=fits)
        with suppress(OSError, msgspec.MsgspecError, UnicodeDecodeError):
            state = msgspec.json.decode(self.state_file.read_bytes(), type=State)
            if state.version == VERSION and state.fits == fits:
                run = state.run + state.ended
                return State(version=VERSION, fits=fits, run=run, direct=state.direct, queries=state.queries)
        return fresh

    def known(self) -> set[str]:
        """The periods that need not be asked for: those that this run has had before it broke off, and those that do not change. Of a list
        that shows one body of the town at a time, with all of them."""
        return {when for one in self.state.queries.values() if (when := one.told.query) and self._has(when)}

    def of_period(self, when: str) -> dict[str, KeptQuery]:
        """The queries of a period, by name."""
        return {name: one for name, one in self.state.queries.items() if one.told.query == when}

    def _has(self, when: str) -> bool:
        found = self.of_period(when)
        told = [one.told for one in found.values()]
        missing = {unit for one in told for unit in one.units}.difference(one.unit for one in told)
        alike = any(one.alike for one in told)
        return (alike or not missing) and all(self._holds(name, one) for name, one in found.items())

    def _holds(self, name: str, one: KeptQuery) -> bool:
        if not self._rows_file(name).exists():
            return False
        over = not one.unsettled and settled(one.told.query, dt.date.fromisoformat(one.time[:10]))
        return one.told.whole and (over or one.run == self.state.run)

    def comparable(self, today: dt.date) -> dict[str, KeptQuery]:
        """The queries whose first page tells whether they are as they were: all their rows are there, as many as the portal counts, all
        records are over, and it is not long ago."""
        return {name: one for name, one in self.state.queries.items() if self._compares(name, one, today)}

    def _compares(self, name: str, one: KeptQuery, today: dt.date) -> bool:
        fresh = 0 <= (today - dt.date.fromisoformat(one.time[:10])).days < SURE
        whole = one.told.whole and one.told.agrees and not one.unsettled and not self.opens
        return bool(fresh and whole and one.first and self._rows_file(name).exists())

    def confirm(self, name: str) -> None:
        """A query is as it was: this run has it."""
        self.state.queries[name].run = self.state.run

    # ---- rows --------------------------------------------------------------------------------------------------------

    def _rows_file(self, name: str) -> Path:
        return self.folder / f"{file_name(name or BY_ITSELF)}.jsonl"

    def rows(self, name: str, make: type[Row]) -> Iterator[Row | Group]:
        """The rows, or sums, of a query that was asked before."""
        names = {one.name for one in fields(make)}
        for values in _lines_of(self._rows_file(name)):
            yield make(**values) if values.keys() <= names else Group(**values)

    def add(self, item: Row | Group) -> None:
        """Keep a row of the query in hand."""
        packed = {one.name: _packed(getattr(item, one.name)) for one in fields(item)}
        self._begun().write(msgspec.json.encode(packed) + b"\n")

    def _begun(self) -> IO[bytes]:
        """The file of the query in hand. Rows of another wrapper, or with other things of people, are cleared away before."""
        if self._part is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            for file in () if self.state.queries else self.folder.glob("*.jsonl"):
                file.unlink()
            if self.sums:  # it has names
                self.log_file.unlink(missing_ok=True)
                self.details_file.unlink(missing_ok=True)
            self._part = open(self.folder / "part", "wb")  # noqa: SIM115
        return self._part

    def end(self, told: QuerySummary, unsettled: bool, first: str = "") -> None:
        """The query in hand was asked to its end: what it has brought takes the place of what it brought before. UserError where
        that cannot be written. ``first``: digest of its first page."""
        try:
            self._put(told, unsettled, first)
        except OSError as error:
            raise UserError(f"Não foi possível gravar {self.folder}.", f"{error.strerror}.") from None

    def _put(self, told: QuerySummary, unsettled: bool, first: str) -> None:
        with self._begun() as part:
            part.flush()
            os.fsync(part.fileno())
        self._part = None
        before = self.state.queries.get(told.name)
        if before is not None and before.told.whole and not told.whole:
            return  # what is known whole stays
        if before is not None:
            self._log(told)
        (self.folder / "part").replace(self._rows_file(told.name))
        run = self.state.run
        self.state.queries[told.name] = KeptQuery(told=told, time=now(), run=run, unsettled=unsettled, first=first)
        self._save()

    def details(self, key: str) -> dict[str, Any] | None:
        """What the record of a row was seen to show."""
        if self._details is None:
            self._details = {}
            with suppress(FileNotFoundError), open(self.details_file, "rb") as file:
                for line in file:
                    with suppress(msgspec.DecodeError):  # the run was killed while it was written
                        self._details[msgspec.json.decode(line)["key"]] = line
        return _line(self._details[key])["read"] if key in self._details else None

    def keep_details(self, key: str, read: Mapping[str, Any]) -> None:
        """Keep what the record of a row shows, at once."""
        line = msgspec.json.encode({"key": key, "read": _packed(dict(read))}) + b"\n"
        with open(self.details_file, "ab") as file:
            if file.tell() and not _ends_a_line(self.details_file):
                file.write(b"\n")
            file.write(line)
        if self._details is not None:
            self._details[key] = line

    def drop(self) -> None:
        """The query in hand brought nothing that is to be kept."""
        if self._part is not None:
            self._part.close()
            self._part = None

    def close(self) -> None:
        """The run has come to its end."""
        self.drop()
        if self.state.queries:
            self.state.ended = True
            self._save()

    def _save(self) -> None:
        write(self.state_file, msgspec.json.format(msgspec.json.encode(self.state), indent=2) + b"\n")

    # ---- what has changed --------------------------------------------------------------------------------------------

    def _log(self, told: QuerySummary) -> None:
        """Write to the log what is new, changed and gone since the query was asked before. Of one that did not come to its end nothing
        is gone."""
        old, new = self._rows_file(told.name), self.folder / "part"
        before, after = ({key for key, _ in _keyed(file)} for file in (old, new))
        lost, added = before - after if told.whole else set(), after - before
        gone = [_line(line) for key, line in _keyed(old) if key in lost] if lost else []
        fresh = [_line(line) for key, line in _keyed(new) if key in added] if added else []
        pairs = paired(gone, fresh, partial(_lines_of, old), partial(_lines_of, new))
        changed = {id(one) for pair in pairs for one in pair}
        entries = [{"change": "changed", "before": one, "row": other} for one, other in pairs]
        entries += [{"change": "new", "row": one} for one in fresh if id(one) not in changed]
        entries += [{"change": "gone", "row": one} for one in gone if id(one) not in changed]
        for entry in entries:
            self.changes[str(entry["change"])] = self.changes.get(str(entry["change"]), 0) + 1
        if entries:
            with open(self.log_file, "ab") as log:
                log.writelines(
                    msgspec.json.encode({"time": now(), "query": told.query, **one}) + b"\n" for one in entries
                )


Lines = Callable[[], Iterable[dict[str, Any]]]
"""Reads the rows of a query, as often as that is wanted: there may be many."""


def paired(
    gone: Sequence[dict[str, Any]], fresh: Sequence[dict[str, Any]], before: Lines, after: Lines
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Rows that are gone, each with the new one that is the same record: a column that tells all rows apart says the same in both."""
    if not gone or not fresh:
        return []
    for item in gone[0]["raw"]:
        if _tells_apart(item, before()) and _tells_apart(item, after()):
            old = {row["raw"][item]: row for row in gone}
            return [(old[row["raw"][item]], row) for row in fresh if row["raw"].get(item) in old]
    return []


def _tells_apart(item: str, rows: Iterable[dict[str, Any]]) -> bool:
    """Whether the rows have something in a column, and no two of them the same."""
    seen: set[str] = set()
    for row in rows:
        said = row["raw"].get(item, "")
        if not said or said in seen:
            return False
        seen.add(said)
    return True


def _lines_of(path: Path) -> Iterator[dict[str, Any]]:
    with suppress(FileNotFoundError), open(path, "rb") as file:
        yield from map(_line, file)


class _Keyed(msgspec.Struct):
    """What is read of a line to know whose it is."""

    key: str = ""


_key_in = msgspec.json.Decoder(_Keyed).decode


def _keyed(path: Path) -> Iterator[tuple[str, bytes]]:
    """The lines of a file with the keys of their rows; sums have none, and are left out."""
    with suppress(FileNotFoundError), open(path, "rb") as file:
        yield from ((key, line) for line in file if (key := _key_in(line).key))


def _ends_a_line(path: Path) -> bool:
    with open(path, "rb") as file:
        file.seek(-1, os.SEEK_END)
        return file.read() == b"\n"


def _line(line: bytes) -> dict[str, Any]:
    return {name: _unpacked(value) for name, value in msgspec.json.decode(line).items()}


def _packed(value: Any) -> Any:
    """A value as it is kept: amounts and days keep what they are."""
    if isinstance(value, Decimal):
        return {"amount": str(value)}
    if isinstance(value, dt.date):
        return {"day": value.isoformat()}
    if isinstance(value, dict):
        return {"of": {name: _packed(one) for name, one in value.items()}}
    return value


def _unpacked(value: Any) -> Any:
    match value:
        case {"amount": text}:
            return Decimal(text)
        case {"day": text}:
            return dt.date.fromisoformat(text)
        case {"of": {**pairs}}:
            return {name: _unpacked(one) for name, one in pairs.items()}
    return value
