"""The audits under a folder as tables: DuckDB in memory, over the files as they are, renewed when folders change.

Nothing from outside becomes part of a statement: values are parameters, names of columns come from this module.
An audit is known by an id made of its place under the root; no path is ever taken from a caller.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb

from transparency.api.files import is_plain_file
from transparency.classify.doubt import Signs, doubt
from transparency.items import STATUSES, UserError
from transparency.store.audits import PAGES, PARTIAL, SUMMARY, VERDICTS, StoredAudit, open_audit

logger = logging.getLogger(__name__)

PAUSE = 2.0
"""Seconds between two looks at the folders, at least; ``SHARE`` of the time is spent looking, at most."""
SHARE = 0.05
BATCH = 200
"""Audits read at once."""
MEMORY = "1GB"

_SCHEMA = """
CREATE TABLE audits (
    id VARCHAR, uf VARCHAR, slug VARCHAR, name VARCHAR, ibge VARCHAR, portal_url VARCHAR, families VARCHAR[],
    started VARCHAR, ended VARCHAR, seconds DOUBLE, cpu_seconds DOUBLE, nodes BIGINT, requests BIGINT, bytes BIGINT,
    essential_only BOOLEAN, spider VARCHAR, version VARCHAR,
    published INTEGER, absent INTEGER, inconclusive INTEGER, newest BOOLEAN);
CREATE TABLE verdicts (
    audit VARCHAR, uf VARCHAR, slug VARCHAR, name VARCHAR, portal_url VARCHAR, families VARCHAR[], started VARCHAR, newest BOOLEAN,
    position INTEGER, criterion VARCHAR, item VARCHAR, status VARCHAR, reason VARCHAR, label VARCHAR,
    url VARCHAR, page_url VARCHAR, steps VARCHAR[], record_set VARCHAR, evidence VARCHAR, evidence_sha256 VARCHAR,
    html VARCHAR, html_sha256 VARCHAR, time VARCHAR, doubt DOUBLE, doubt_reasons VARCHAR[]);
"""
_VERDICT_COLUMNS = (
    "{criterion: 'VARCHAR', item: 'VARCHAR', status: 'VARCHAR', reason: 'VARCHAR', label: 'VARCHAR', url: 'VARCHAR',"
    " page_url: 'VARCHAR', steps: 'VARCHAR[]', record_set: 'JSON', evidence: 'VARCHAR', evidence_sha256: 'VARCHAR',"
    " html: 'VARCHAR', html_sha256: 'VARCHAR', time: 'VARCHAR'}"
)
_PAGE_COLUMNS = "{node: 'VARCHAR', findings: 'STRUCT(criterion VARCHAR, item VARCHAR, label VARCHAR, score DOUBLE, has_data BOOLEAN)[]'}"
_READ_VERDICTS = """
CREATE OR REPLACE TEMP TABLE fresh AS
SELECT f.audit, v.* EXCLUDE (filename)
FROM (SELECT row_number() OVER () AS position, * FROM
    read_json($verdicts, format = 'newline_delimited', filename = true, columns = <columns>)) v
JOIN (SELECT unnest($verdicts) AS filename, unnest($ids) AS audit) f USING (filename)
""".replace("<columns>", _VERDICT_COLUMNS)
_READ_FINDINGS = """
CREATE OR REPLACE TEMP TABLE found AS
SELECT f.audit, p.node, unnest(p.findings, max_depth := 2)
FROM read_json($pages, format = 'newline_delimited', filename = true, maximum_object_size = 67108864, columns = <columns>) p
JOIN (SELECT unnest($pages) AS filename, unnest($ids) AS audit) f USING (filename)
""".replace("<columns>", _PAGE_COLUMNS)
# Of each verdict: the score of its finding, other labels that are as good, other items on the same label.
_SIGNS = """
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
_KEEP_VERDICTS = """
INSERT INTO new_verdicts
SELECT v.audit, a.uf, a.slug, a.name, a.portal_url, a.families, a.started, false, v.position,
    v.criterion, v.item, v.status, coalesce(v.reason, ''), coalesce(v.label, ''), coalesce(v.url, ''),
    coalesce(v.page_url, ''), coalesce(v.steps, []), coalesce(CAST(v.record_set AS VARCHAR), '{}'), coalesce(v.evidence, ''),
    coalesce(v.evidence_sha256, ''), coalesce(v.html, ''), coalesce(v.html_sha256, ''), coalesce(v.time, ''), d.doubt, d.reasons
FROM fresh v JOIN new_audits a ON a.id = v.audit
JOIN (SELECT unnest(from_json(CAST($doubts AS JSON),
    '[{"audit":"VARCHAR","position":"BIGINT","doubt":"DOUBLE","reasons":["VARCHAR"]}]'), recursive := true)) d
ON d.audit = v.audit AND d.position = v.position
"""
_KEEP_AUDITS = """
INSERT INTO new_audits
SELECT id, uf, slug, name, ibge, portal_url, families, started, ended, seconds, cpu_seconds, nodes, requests, bytes, essential_only,
    spider, version, 0, 0, 0, false
FROM (SELECT unnest(from_json(CAST($audits AS JSON), '[{"id":"VARCHAR","uf":"VARCHAR","slug":"VARCHAR","name":"VARCHAR","ibge":"VARCHAR",
"portal_url":"VARCHAR","families":["VARCHAR"],"started":"VARCHAR","ended":"VARCHAR","seconds":"DOUBLE","cpu_seconds":"DOUBLE","nodes":"BIGINT","requests":"BIGINT",
"bytes":"BIGINT","essential_only":"BOOLEAN","spider":"VARCHAR",
"version":"VARCHAR"}]'), recursive := true))
"""
_COUNT = """
UPDATE new_audits SET published = c.published, absent = c.absent, inconclusive = c.inconclusive
FROM (SELECT audit, count(*) FILTER (status = 'published') AS published, count(*) FILTER (status = 'absent') AS absent,
    count(*) FILTER (status = 'inconclusive') AS inconclusive FROM new_verdicts GROUP BY audit) c
WHERE c.audit = new_audits.id
"""
_MARK_NEWEST = """
UPDATE audits SET newest = (audits.id = n.newest)
FROM (SELECT uf, slug, arg_max(id, started || id) AS newest FROM audits GROUP BY ALL) n
WHERE n.uf = audits.uf AND n.slug = audits.slug
"""
_TELL_VERDICTS = """
UPDATE verdicts SET newest = a.newest FROM audits a WHERE a.id = verdicts.audit AND a.newest <> verdicts.newest
"""
_WRONG = f"""
SELECT DISTINCT audit FROM fresh
WHERE status IS NULL OR NOT list_contains({list(STATUSES)}, status) OR criterion IS NULL OR item IS NULL
UNION
SELECT audit FROM fresh GROUP BY audit, criterion, item HAVING count(*) > 1
"""  # noqa: S608 - constants of ours


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
        self._entries: dict[str, Entry] = {}
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self._base = duckdb.connect(":memory:")
        self._base.execute("SET threads = 2")
        self._base.execute(f"SET memory_limit = '{MEMORY}'")
        self._base.execute("SET allowed_directories = [$1]".replace("$1", _quoted(f"{self.root}/")))
        # No file but those of the audits, no network, no extension; and nothing of this can be undone.
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
        """Keep looking at the folders, in a thread."""
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

    def _watch(self) -> None:
        pause = PAUSE
        while not self._over.wait(pause):
            begun = time.monotonic()
            try:
                self.refresh()
            except (OSError, duckdb.Error):
                logger.exception("the folders could not be read; they will be tried again")
            pause = max(PAUSE, (time.monotonic() - begun) / SHARE)

    def refresh(self) -> bool:
        """Take in what is new, drop what is gone. True when anything changed."""
        with self._lock:
            found = {entry.id: entry for entry in _entries(self.root)}
            gone = [id for id, old in self._entries.items() if found.get(id) != old]
            fresh = [entry for id, entry in found.items() if self._entries.get(id) != entry]
            # What could not be read is not tried again before it changes.
            mark = hashlib.sha256("".join(sorted(f"{e.id}{e.mark}" for e in found.values())).encode()).hexdigest()[:24]
            if mark == self.mark:
                return False
            unreadable = {
                place: why
                for place, why in self.unreadable.items()
                if (known := found.get(_id(place))) and known == self._entries.get(_id(place))
            }
            cursor = self._base.cursor()
            try:
                # Read aside, so that a file that cannot be read disturbs nothing; then taken over at once.
                for table in ("audits", "verdicts"):
                    cursor.execute(f"CREATE TEMP TABLE new_{table} AS SELECT * FROM {table} LIMIT 0")  # noqa: S608
                for start in range(0, len(fresh), BATCH):
                    self._take(cursor, fresh[start : start + BATCH], unreadable)
                cursor.execute(_COUNT)
                cursor.execute("BEGIN")
                for table, column in (("audits", "id"), ("verdicts", "audit")):
                    cursor.execute(f"DELETE FROM {table} WHERE list_contains($1, {column})", [gone])  # noqa: S608
                    cursor.execute(f"INSERT INTO {table} SELECT * FROM new_{table}")  # noqa: S608
                cursor.execute(_MARK_NEWEST)
                cursor.execute(_TELL_VERDICTS)
                cursor.execute("COMMIT")
            finally:
                cursor.close()  # an open transaction ends with it
            self._entries, self.unreadable, self.mark = found, unreadable, mark
            return True

    def _take(self, cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry], unreadable: dict[str, str]) -> None:
        audits: dict[str, dict[str, Any]] = {}
        whole: list[Entry] = []
        for entry in entries:
            try:
                audits[entry.id] = _audit_row(entry.id, open_audit(entry.folder))
                whole.append(entry)
            except UserError as error:
                unreadable[self._place(entry)] = error.message
        for group in self._readable(cursor, whole, unreadable):
            ids = [entry.id for entry in group]
            self._read(cursor, group)
            names = (
                "audit",
                "position",
                "status",
                "score",
                "rows",
                "shape",
                "rivals",
                "shared",
                "picture",
                "unfilled",
                "criterion_seen",
            )
            doubts = []
            for row in cursor.execute(_SIGNS).fetchall():
                signs = dict(zip(names, row, strict=True))
                value, why = doubt(Signs(**{name: signs[name] for name in names[2:]}))
                doubts.append({"audit": signs["audit"], "position": signs["position"], "doubt": value, "reasons": why})
            cursor.execute(_KEEP_AUDITS, {"audits": json.dumps([audits[id] for id in ids])})
            cursor.execute(_KEEP_VERDICTS, {"doubts": json.dumps(doubts)})

    def _readable(
        self, cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry], unreadable: dict[str, str]
    ) -> Iterator[Sequence[Entry]]:
        """The entries without those whose lines are spoiled: all at once where all are whole, else in halves."""
        if not entries:
            return
        try:
            self._read(cursor, entries)
            wrong = {row[0] for row in cursor.execute(_WRONG).fetchall()}
        except duckdb.Error:
            if len(entries) == 1:
                unreadable[self._place(entries[0])] = "há linhas estragadas."
                return
            middle = len(entries) // 2
            yield from self._readable(cursor, entries[:middle], unreadable)
            yield from self._readable(cursor, entries[middle:], unreadable)
            return
        unreadable |= {self._place(e): "há vereditos repetidos ou estranhos." for e in entries if e.id in wrong}
        if sound := [entry for entry in entries if entry.id not in wrong]:
            yield sound

    @staticmethod
    def _read(cursor: duckdb.DuckDBPyConnection, entries: Sequence[Entry]) -> None:
        ids = [entry.id for entry in entries]
        cursor.execute(_READ_VERDICTS, {"verdicts": [str(e.folder / VERDICTS) for e in entries], "ids": ids})
        paged = [entry for entry in entries if is_plain_file(entry.folder / PAGES)]
        if paged:
            files = [str(e.folder / PAGES) for e in paged]
            cursor.execute(_READ_FINDINGS, {"pages": files, "ids": [entry.id for entry in paged]})
        else:
            cursor.execute(
                "CREATE OR REPLACE TEMP TABLE found (audit VARCHAR, node VARCHAR, criterion VARCHAR, item VARCHAR,"
                " label VARCHAR, score DOUBLE, has_data BOOLEAN)"
            )

    def _place(self, entry: Entry) -> str:
        return str(entry.folder.relative_to(self.root))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _id(place: str) -> str:
    return hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def _entries(root: Path) -> Iterator[Entry]:
    """The folders with verdicts and a summary, at any depth; links and what is unfinished or hidden are passed over."""
    folders = [root]
    while folders:
        folder = folders.pop()
        files: dict[str, os.DirEntry[str]] = {}
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if not entry.name.startswith(".") and not entry.name.endswith(PARTIAL):
                            folders.append(folder / entry.name)
                    elif entry.name in (SUMMARY, VERDICTS, PAGES) and entry.is_file(follow_symlinks=False):
                        files[entry.name] = entry
            if SUMMARY in files and VERDICTS in files:
                # An audit holds no other audits.
                folders = [other for other in folders if other.parent != folder]
                stats = [files[name].stat(follow_symlinks=False) for name in sorted(files)]
                mark = ".".join(f"{s.st_mtime_ns:x}-{s.st_size:x}-{s.st_ino:x}" for s in stats)
                place = str(folder.relative_to(root))
                if place.isprintable():
                    yield Entry(_id(place), folder, mark)
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

    # The catalogue names the makers; what was met on the way tells the rest.
    named = town.get("families")
    families = [*(named if isinstance(named, list) else []), *part("families").values()]
    return {
        "id": id, "uf": text(audit.uf), "slug": text(audit.slug), "name": text(audit.name), "ibge": text(town.get("ibge")),
        "portal_url": text(town.get("portal_url")),
        "families": list(dict.fromkeys(text(family) for family in families if family and isinstance(family, str))),
        "started": text(audit.started), "ended": text(summary.get("ended")),
        "seconds": number(summary.get("duration_seconds"), float), "cpu_seconds": number(summary.get("cpu_seconds"), float),
        "nodes": number(part("nodes").get("visited"), int), "requests": number(summary.get("requests"), int),
        "bytes": number(summary.get("bytes"), int), "essential_only": bool(part("settings").get("essential_only")),
        "spider": text(part("settings").get("spider")), "version": text(part("versions").get("transparency")),
    }  # fmt: skip
