"""The audits under a folder as tables: DuckDB, over the files as they are, renewed when folders change.

Every audit that is read gets a higher ``number``: by it DuckDB passes over most rows when it looks for one audit, or for the new ones.

The tables lie in a temporary file, packed, so that those of a country fit in little memory; they are gone with the server. They fill
bit by bit, the newest audits first, and can be asked all the while.

Nothing from outside becomes part of a statement: values are parameters, names of columns come from this module.
An audit is known by an id made of its place under the root; no path is ever taken from a caller.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import logging
import os
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from transparency.api.files import is_plain_file
from transparency.classify.doubt import Signs, doubt
from transparency.items import STATUSES, UserError
from transparency.store.audits import PAGES, PARTIAL, SUMMARY, VERDICTS, StoredAudit, id_of, open_audit

logger = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between two looks at the folders, at least; ``SHARE`` of the time is spent looking, at most."""
SHARE = 0.05
BATCH = 200
"""Audits read at once."""
LONGEST, SHORTEST = 64 << 20, 1 << 20
"""Bytes of a line."""
MEMORY = "160MB"
"""What DuckDB may keep in memory of its tables; a query takes its share of it."""

_NULL = msgspec.Raw(b"null")
_SCHEMA = """
CREATE TABLE audits (
    id VARCHAR, uf VARCHAR, slug VARCHAR, name VARCHAR, ibge VARCHAR, portal_url VARCHAR, families VARCHAR[],
    started VARCHAR, ended VARCHAR, seconds DOUBLE, cpu_seconds DOUBLE, nodes BIGINT, requests BIGINT, bytes BIGINT,
    essential_only BOOLEAN, spider VARCHAR, version VARCHAR,
    published INTEGER, absent INTEGER, inconclusive INTEGER, newest BOOLEAN, number INTEGER);
CREATE TABLE verdicts (
    audit VARCHAR, uf VARCHAR, slug VARCHAR, name VARCHAR, portal_url VARCHAR, families VARCHAR[], started VARCHAR, newest BOOLEAN,
    position INTEGER, criterion VARCHAR, item VARCHAR, status VARCHAR, reason VARCHAR, label VARCHAR,
    url VARCHAR, page_url VARCHAR, steps VARCHAR[], record_set VARCHAR, evidence VARCHAR, evidence_sha256 VARCHAR,
    html VARCHAR, html_sha256 VARCHAR, time VARCHAR, doubt DOUBLE, doubt_reasons VARCHAR[], number INTEGER);
"""
_VERDICT_FIELDS = (
    "criterion VARCHAR, item VARCHAR, status VARCHAR, reason VARCHAR, label VARCHAR, url VARCHAR, page_url VARCHAR, steps VARCHAR[],"
    " record_set JSON, evidence VARCHAR, evidence_sha256 VARCHAR, html VARCHAR, html_sha256 VARCHAR, time VARCHAR"
)
_PAGE_FIELDS = (
    "node VARCHAR, findings STRUCT(criterion VARCHAR, item VARCHAR, label VARCHAR, score DOUBLE, has_data BOOLEAN)[]"
)
# Lines of many files stand in one, each with the audit that it is of: to open a file costs DuckDB more than to read it.
_READ_VERDICTS = """
CREATE OR REPLACE TEMP TABLE fresh AS
SELECT l.audit, l.position, unnest(l.line) FROM (SELECT row_number() OVER () AS position, audit, line FROM
    read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {audit: 'VARCHAR', line: 'STRUCT(<fields>)'})) l
""".replace("<fields>", _VERDICT_FIELDS)
_READ_FINDINGS = """
CREATE OR REPLACE TEMP TABLE found AS
SELECT p.audit, p.line.node AS node, unnest(p.line.findings, max_depth := 2)
FROM read_json($file, format = 'newline_delimited', maximum_object_size = $longest, columns = {audit: 'VARCHAR', line: 'STRUCT(<fields>)'}) p
""".replace("<fields>", _PAGE_FIELDS)
# Of each verdict: the score of its finding, other labels that are as good, other items on the same label.
_SIGNS = """
CREATE OR REPLACE TEMP TABLE signs AS
WITH own AS (
    SELECT v.audit, v.position, max(f.score) AS score
    FROM fresh v JOIN found f ON f.audit = v.audit AND f.criterion = v.criterion AND f.item = v.item
    WHERE v.status = 'published' AND f.has_data AND f.label = v.label AND f.node = regexp_extract(v.html, '^pages/([0-9a-f]+)', 1)
    GROUP BY ALL
), any_finding AS (
    SELECT v.audit, v.position, bool_or(NOT f.has_data) AS unfilled,
        count(DISTINCT f.label) FILTER (f.has_data AND f.label <> v.label AND f.score >= coalesce(o.score, 0.5) - 0.05) AS rivals
    FROM fresh v JOIN found f ON f.audit = v.audit AND f.criterion = v.criterion AND f.item = v.item
    LEFT JOIN own o ON o.audit = v.audit AND o.position = v.position
    GROUP BY ALL
), sharing AS (
    SELECT audit, criterion, html, label, count(*) - 1 AS shared FROM fresh WHERE status = 'published' GROUP BY ALL
), seen AS (
    SELECT audit, criterion, bool_or(status = 'published') AS published FROM fresh GROUP BY ALL
)
SELECT v.audit, v.position, v.status, own.score, coalesce(TRY_CAST(json_extract_string(v.record_set, '$.rows') AS INTEGER), 0) AS rows,
    coalesce(json_extract_string(v.record_set, '$.shape'), '') AS shape, coalesce(a.rivals, 0) AS rivals,
    coalesce(sharing.shared, 0) AS shared, coalesce(v.evidence, '') <> '' AS picture, coalesce(a.unfilled, false) AS unfilled,
    seen.published AS criterion_seen
FROM fresh v
LEFT JOIN own ON own.audit = v.audit AND own.position = v.position
LEFT JOIN any_finding a ON a.audit = v.audit AND a.position = v.position
LEFT JOIN sharing ON sharing.audit = v.audit AND sharing.criterion = v.criterion AND sharing.html = v.html AND sharing.label = v.label
JOIN seen ON seen.audit = v.audit AND seen.criterion = v.criterion
"""
_SIGN_NAMES = ", ".join(field.name for field in fields(Signs))
_KINDS = f"""
CREATE OR REPLACE TEMP TABLE kinds AS
SELECT audit, position, dense_rank() OVER (ORDER BY {_SIGN_NAMES}) AS kind, {_SIGN_NAMES} FROM signs
"""  # noqa: S608 - names of ours
_EACH_KIND = f"SELECT DISTINCT kind, {_SIGN_NAMES} FROM kinds"  # noqa: S608 - the same
"""Thousands of verdicts have signs of some dozen kinds."""
_KEEP_VERDICTS = """
INSERT INTO verdicts
SELECT v.audit, a.uf, a.slug, a.name, a.portal_url, a.families, a.started, a.newest, v.position,
    v.criterion, v.item, v.status, coalesce(v.reason, ''), coalesce(v.label, ''), coalesce(v.url, ''),
    coalesce(v.page_url, ''), coalesce(v.steps, []), coalesce(CAST(v.record_set AS VARCHAR), '{}'), coalesce(v.evidence, ''),
    coalesce(v.evidence_sha256, ''), coalesce(v.html, ''), coalesce(v.html_sha256, ''), coalesce(v.time, ''), d.doubt, d.reasons, a.number
FROM fresh v JOIN audits a ON a.id = v.audit JOIN kinds k ON k.audit = v.audit AND k.position = v.position
JOIN (SELECT unnest(from_json(CAST($doubts AS JSON), '[{"kind":"BIGINT","doubt":"DOUBLE","reasons":["VARCHAR"]}]'), recursive := true)) d
USING (kind)
"""
_KEEP_AUDITS = """
INSERT INTO audits
SELECT id, uf, slug, name, ibge, portal_url, families, started, ended, seconds, cpu_seconds, nodes, requests, bytes, essential_only,
    spider, version, 0, 0, 0, false, number
FROM (SELECT unnest(from_json(CAST($audits AS JSON), '[{"id":"VARCHAR","uf":"VARCHAR","slug":"VARCHAR","name":"VARCHAR","ibge":"VARCHAR",
"portal_url":"VARCHAR","families":["VARCHAR"],"started":"VARCHAR","ended":"VARCHAR","seconds":"DOUBLE","cpu_seconds":"DOUBLE","nodes":"BIGINT","requests":"BIGINT",
"bytes":"BIGINT","essential_only":"BOOLEAN","spider":"VARCHAR",
"version":"VARCHAR","number":"INTEGER"}]'), recursive := true))
"""
_COUNT = """
UPDATE audits SET published = c.published, absent = c.absent, inconclusive = c.inconclusive
FROM (SELECT audit, count(*) FILTER (status = 'published') AS published, count(*) FILTER (status = 'absent') AS absent,
    count(*) FILTER (status = 'inconclusive') AS inconclusive FROM fresh GROUP BY audit) c
WHERE c.audit = audits.id
"""
_MARK_NEWEST = """
UPDATE audits SET newest = NOT audits.newest
FROM (SELECT uf, slug, arg_max(id, started || id) AS newest FROM audits GROUP BY ALL) n
WHERE n.uf = audits.uf AND n.slug = audits.slug AND audits.newest <> (audits.id = n.newest)
"""
_WRONGLY_NEWEST = "SELECT DISTINCT audit FROM verdicts v JOIN audits a ON a.id = v.audit WHERE a.newest <> v.newest"
_TELL_VERDICTS = "UPDATE verdicts SET newest = NOT newest WHERE list_contains($1, audit)"
_WRONG = f"""
SELECT DISTINCT audit FROM fresh
WHERE status IS NULL OR NOT list_contains({list(STATUSES)}, status) OR criterion IS NULL OR item IS NULL
UNION
SELECT audit FROM fresh GROUP BY audit, criterion, item HAVING count(*) > 1
"""  # noqa: S608 - constants of ours


class _Verdict(msgspec.Struct):
    """What is kept of a line of verdicts, as it stands there."""

    criterion: msgspec.Raw = _NULL
    item: msgspec.Raw = _NULL
    status: msgspec.Raw = _NULL
    reason: msgspec.Raw = _NULL
    label: msgspec.Raw = _NULL
    url: msgspec.Raw = _NULL
    page_url: msgspec.Raw = _NULL
    steps: msgspec.Raw = _NULL
    record_set: msgspec.Raw = _NULL
    evidence: msgspec.Raw = _NULL
    evidence_sha256: msgspec.Raw = _NULL
    html: msgspec.Raw = _NULL
    html_sha256: msgspec.Raw = _NULL
    time: msgspec.Raw = _NULL


class _Page(msgspec.Struct):
    """What is kept of a line of pages."""

    node: msgspec.Raw = _NULL
    findings: msgspec.Raw = _NULL


class _Line(msgspec.Struct):
    audit: str
    line: msgspec.Struct


@dataclass(frozen=True)
class Entry:
    """A folder that may be an audit. ``mark`` changes when its files do."""

    id: str
    folder: Path
    mark: str


class Index:
    """The audits under ``root``, to be asked with ``ask``. Threads may share it.

    ``refresh`` looks at the folders once; ``start`` does so again and again until ``stop``. Audits that cannot be
    read are left out and told in ``unreadable`` (folder under the root → why).
    """

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.unreadable: dict[str, str] = {}
        self.mark = ""
        """Changes when any audit does."""
        self.progress: tuple[int, int] | None = 0, 0
        """How many of how many audits have been read; None once all have."""
        self.full = threading.Event()
        """Set when all audits have been read for the first time."""
        self._entries: dict[str, Entry] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._bundles, self._numbers = itertools.count(), itertools.count(1)
        self._room = tempfile.TemporaryDirectory(prefix="transparency-", ignore_cleanup_errors=True)
        self._base = duckdb.connect(Path(self._room.name) / "index.duckdb")
        self._base.execute("SET threads = 2")
        self._base.execute(f"SET memory_limit = '{MEMORY}'")
        self._base.execute("SET allowed_directories = [$1]".replace("$1", _quoted(f"{self._room.name}/")))
        # No file but our own, no network, no extension; and nothing of this can be undone.
        self._base.execute("SET enable_external_access = false")
        self._base.execute("SET lock_configuration = true")
        self._base.execute(_SCHEMA)

    def ask(self, statement: str, values: Sequence[Any] | dict[str, Any] = ()) -> list[dict[str, Any]]:
        """The rows of a statement, as dicts. Values are bound, never written into it."""
        cursor = self._base.cursor()
        try:
            cursor.execute(statement, values)
            names = [column[0] for column in cursor.description or ()]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        finally:
            cursor.close()

    def folder(self, audit: str) -> Path | None:
        """Where an audit lies, by id."""
        entry = self._entries.get(audit)
        return entry.folder if entry else None

    def mark_of(self, audit: str) -> str:
        """Changes when that audit does; empty when there is none."""
        entry = self._entries.get(audit)
        return entry.mark if entry else ""

    def opened(self, audit: str) -> StoredAudit | None:
        """The stored audit of that id. UserError when its files were spoiled meanwhile."""
        folder = self.folder(audit)
        return open_audit(folder) if folder else None

    # ---- looking at the folders --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Keep looking at the folders, in a thread; that it does already is no mistake."""
        if self._thread:
            return
        self._thread = threading.Thread(target=self._watch, name="index", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the thread."""
        self._over.set()
        if self._thread:
            self._thread.join()

    def close(self) -> None:
        """Give the tables back; nothing can be asked after."""
        self.stop()
        self._base.close()
        self._room.cleanup()

    def _watch(self) -> None:
        pause = 0.0
        while not self._over.wait(pause):
            begun = time.monotonic()
            try:
                self.refresh()
            except (OSError, duckdb.Error):
                logger.exception("the folders could not be read; they will be tried again")
            pause = max(PAUSE, (time.monotonic() - begun) / SHARE)

    def refresh(self) -> bool:
        """Take in what is new, the newest first, and drop what is gone. True when anything changed."""
        with self._lock:
            found = {entry.id: entry for entry in _entries(self.root)}
            mark = _mark(found.values())
            if mark == self.mark:
                self._done()
                return False
            gone = [id for id in self._entries if id not in found]
            # What could not be read is not tried again before it changes.
            fresh = [entry for id, entry in found.items() if self._entries.get(id) != entry]
            fresh.sort(key=lambda entry: (entry.folder.name, entry.id), reverse=True)
            known = {id: entry for id, entry in self._entries.items() if found.get(id) == entry}
            unreadable = {place: why for place, why in self.unreadable.items() if id_of(place) in known}
            cursor = self._base.cursor()
            try:
                with _whole(cursor):
                    _forget(cursor, gone)
                for start in range(0, len(fresh), BATCH):
                    if self._over.is_set():
                        return False
                    batch = fresh[start : start + BATCH]
                    self.progress = start, len(fresh)
                    self._take(cursor, batch, unreadable)
                    known |= {entry.id: entry for entry in batch}
                    self._entries, self.unreadable, self.mark = dict(known), dict(unreadable), _mark(known.values())
            finally:
                cursor.close()
            self._entries, self.unreadable, self.mark = known, unreadable, mark
            self._done()
            return True

    def _done(self) -> None:
        self.progress = None
        self.full.set()

    def _take(self, cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry], unreadable: dict[str, str]) -> None:
        audits: dict[str, dict[str, Any]] = {}
        whole: list[Entry] = []
        for entry in entries:
            try:
                audits[entry.id] = {**_audit_row(entry.id, open_audit(entry.folder)), "number": next(self._numbers)}
                whole.append(entry)
            except UserError as error:
                unreadable[self._place(entry)] = error.message
        for group in self._readable(cursor, whole, unreadable):
            ids = [entry.id for entry in group]
            cursor.execute(_SIGNS)
            cursor.execute(_KINDS)
            doubts = [_doubt_of(*row) for row in cursor.execute(_EACH_KIND).fetchall()]
            # Read aside, so that a file that cannot be read disturbs nothing; then taken over at once.
            with _whole(cursor):
                _forget(cursor, ids)
                cursor.execute(_KEEP_AUDITS, {"audits": json.dumps([audits[id] for id in ids])})
                cursor.execute(_COUNT)
                cursor.execute(_MARK_NEWEST)
                cursor.execute(_KEEP_VERDICTS, {"doubts": json.dumps(doubts)})
                _tell_newest(cursor)

    def _readable(
        self, cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry], unreadable: dict[str, str]
    ) -> Iterator[Sequence[Entry]]:
        """The entries without those whose lines are spoiled, their lines in the tables ``fresh`` and ``found``: all at once where all are
        whole, else in halves."""
        if not entries:
            return
        try:
            self._read(cursor, entries)
            wrong = {row[0] for row in cursor.execute(_WRONG).fetchall()}
        except duckdb.OutOfMemoryException:
            raise  # no fault of the files
        except (OSError, duckdb.Error, msgspec.MsgspecError):
            if len(entries) == 1:
                unreadable[self._place(entries[0])] = "há linhas estragadas."
                return
            middle = len(entries) // 2
            yield from self._readable(cursor, entries[:middle], unreadable)
            yield from self._readable(cursor, entries[middle:], unreadable)
            return
        if wrong:
            unreadable |= {self._place(e): "há vereditos repetidos ou estranhos." for e in entries if e.id in wrong}
            yield from self._readable(cursor, [entry for entry in entries if entry.id not in wrong], unreadable)
        else:
            yield entries

    def _read(self, cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry]) -> None:
        with self._bundled(VERDICTS, _Verdict, entries) as values:
            cursor.execute(_READ_VERDICTS, values)
        with self._bundled(PAGES, _Page, [one for one in entries if is_plain_file(one.folder / PAGES)]) as values:
            cursor.execute(_READ_FINDINGS, values)

    @contextmanager
    def _bundled(self, name: str, kind: type[msgspec.Struct], entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
        """The lines of a file of each audit in one file, with what is kept of them alone. MsgspecError where a line is none."""
        lines, encode, longest = msgspec.json.Decoder(kind), msgspec.json.Encoder().encode_into, SHORTEST
        line, path = bytearray(), Path(self._room.name) / f"{next(self._bundles)}-{name}"
        try:
            with open(path, "wb") as file:
                for entry in entries:
                    for told in lines.decode_lines((entry.folder / name).read_bytes()):
                        encode(_Line(entry.id, told), line)
                        longest = max(longest, len(line) + 1)
                        file.write(line + b"\n")
            yield {"file": str(path), "longest": min(longest, LONGEST)}
        finally:
            path.unlink(missing_ok=True)

    def _place(self, entry: Entry) -> str:
        return str(entry.folder.relative_to(self.root))


@contextmanager
def _whole(cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """All of a change, or nothing."""
    cursor.execute("BEGIN")
    try:
        yield
    except BaseException:
        cursor.execute("ROLLBACK")
        raise
    cursor.execute("COMMIT")


def _forget(cursor: duckdb.DuckDBPyConnection, ids: Sequence[str]) -> None:
    """Drop audits; where one was the newest of its town, an older one is."""
    if not ids:
        return
    for table, column in (("audits", "id"), ("verdicts", "audit")):
        cursor.execute(f"DELETE FROM {table} WHERE list_contains($1, {column})", [ids])  # noqa: S608
    cursor.execute(_MARK_NEWEST)
    _tell_newest(cursor)


def _tell_newest(cursor: duckdb.DuckDBPyConnection) -> None:
    """What the audits say of being the newest, verdicts say too."""
    if turned := [row[0] for row in cursor.execute(_WRONGLY_NEWEST).fetchall()]:
        cursor.execute(_TELL_VERDICTS, [turned])


def _mark(entries: Iterable[Entry]) -> str:
    told = "".join(sorted(f"{entry.id}{entry.mark}" for entry in entries))
    return hashlib.sha256(told.encode()).hexdigest()[:24]


def _doubt_of(kind: int, *signs: Any) -> dict[str, Any]:
    value, why = doubt(Signs(*signs))
    return {"kind": kind, "doubt": value, "reasons": why}


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _entries(root: Path) -> Iterator[Entry]:
    """The folders with verdicts and a summary, at any depth; links and what is unfinished or hidden are passed over."""
    folders = [root]
    while folders:
        folder = folders.pop()
        files: dict[str, os.DirEntry[str]] = {}
        below: list[Path] = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if not entry.name.startswith(".") and not entry.name.endswith(PARTIAL):
                            below.append(folder / entry.name)
                    elif entry.name in (SUMMARY, VERDICTS, PAGES) and entry.is_file(follow_symlinks=False):
                        files[entry.name] = entry
            if not (SUMMARY in files and VERDICTS in files):
                folders += below  # an audit holds no other audits
            else:
                stats = [files[name].stat(follow_symlinks=False) for name in sorted(files)]
                mark = ".".join(f"{s.st_mtime_ns:x}-{s.st_size:x}-{s.st_ino:x}" for s in stats)
                place = str(folder.relative_to(root))
                if place.isprintable():
                    yield Entry(id_of(place), folder, mark)
        except OSError as error:
            logger.warning("%r could not be read: %s", str(folder), error.strerror)


def _audit_row(id: str, audit: StoredAudit) -> dict[str, Any]:
    """What is kept of a summary; what is not as an audit writes it is left out, not believed."""
    summary = audit.summary
    town = summary["municipio"]

    def part(name: str) -> dict[str, Any]:
        value = summary.get(name)
        return value if isinstance(value, dict) else {}

    def number(value: Any, kind: type[int] | type[float]) -> Any:
        fine = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 2**53
        return kind(value) if fine else None

    def text(value: Any) -> str:
        # JSON may hold half a surrogate pair; no table does.
        return str(value or "").encode("utf-8", "replace").decode()

    return {
        "id": id, "uf": text(audit.uf), "slug": text(audit.slug), "name": text(audit.name), "ibge": text(town.get("ibge")),
        "portal_url": text(town.get("portal_url")),
        "families": [text(family) for family in audit.families],
        "started": text(audit.started), "ended": text(summary.get("ended")),
        "seconds": number(summary.get("duration_seconds"), float), "cpu_seconds": number(summary.get("cpu_seconds"), float),
        "nodes": number(part("nodes").get("visited"), int), "requests": number(summary.get("requests"), int),
        "bytes": number(summary.get("bytes"), int), "essential_only": bool(part("settings").get("essential_only")),
        "spider": text(part("settings").get("spider")), "version": text(part("versions").get("transparency")),
    }  # fmt: skip
