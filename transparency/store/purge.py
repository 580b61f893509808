"""Audits without their pictures and pages, or gone altogether, when they have served their time (LGPD, art. 15 and 16).

What is left says what was deleted and when: ``purged.json`` holds the digest of every file that was there and the audit's
seal before, so that a copy kept elsewhere can still be told from a forgery.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from transparency import __version__
from transparency.items import UserError
from transparency.store.audits import PURGED, StoredAudit, now, purge_record
from transparency.store.evidence import write
from transparency.store.sums import SUMS, digest_list, format_sums, parse_sums

ROOMS = ("evidence", "pages", "thumbs")
"""Folders of an audit that hold what portals showed."""
DELETED = "purged.jsonl"
"""Beside the audits of a municipality: those that were deleted whole."""


@dataclass(frozen=True)
class Purged:
    """What was deleted of an audit."""

    audit: StoredAudit
    files: int
    size: int
    whole: bool = False


def before(audits: Sequence[StoredAudit], day: dt.date | None) -> list[StoredAudit]:
    """Those that began before a day (UTC); all without one."""
    return [audit for audit in audits if day is None or audit.started[:10] < day.isoformat()]


def kept_files(folder: Path) -> Iterator[Path]:
    """What a purge deletes. A link among it is unlinked, not followed."""
    for room in ROOMS:
        for root, folders, files in os.walk(folder / room):
            links = [name for name in folders if (Path(root) / name).is_symlink()]
            yield from (Path(root) / name for name in (*files, *links))


def purge(audit: StoredAudit) -> Purged:
    """Delete the pictures and pages of an audit. Broken off, it is finished by another call. UserError when files cannot be
    deleted."""
    folder = audit.folder.resolve()
    gone = sorted(kept_files(folder))
    size = sum(path.lstat().st_size for path in gone)
    try:
        record = purge_record(folder) or _recorded(folder, gone, size)
        if record and (folder / SUMS).is_file():
            write(folder / SUMS, _sums_without(folder, record["removed"]))
        for path in gone:
            path.unlink()
        for room in ROOMS:
            if (folder / room).is_symlink():
                (folder / room).unlink()
            else:
                shutil.rmtree(folder / room, ignore_errors=True)
    except OSError as error:
        raise UserError(f"Não foi possível apagar em {folder}.", f"{error.strerror}.") from None
    return Purged(audit, len(gone), size)


def _recorded(folder: Path, gone: Sequence[Path], size: int) -> dict[str, Any] | None:
    """Write down what will be deleted; None when nothing that an audit lists is."""
    removed = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in gone
        if path.parent.name in ("evidence", "pages") and not path.is_symlink()
    }
    if not removed:
        return None
    sums = folder / SUMS
    record = {
        "time": now(), "transparency": __version__, "seal_before": hashlib.sha256(sums.read_bytes()).hexdigest() if sums.is_file() else "",
        "bytes": size, "removed": removed, "remade": _reports_listed(folder),
    }  # fmt: skip
    write(folder / PURGED, (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode())
    return record


def _reports_listed(folder: Path) -> dict[str, str]:
    """Digests of the reports as they were listed, which a purge makes anew without pictures: by them the seal is checked."""
    try:
        listed = parse_sums((folder / SUMS).read_bytes())
    except (FileNotFoundError, ValueError):
        return {}
    return {name: digest for name, digest in listed.items() if name.endswith(".html")}


def _sums_without(folder: Path, removed: dict[str, str]) -> bytes:
    """The list of what stays."""
    listed = (folder / SUMS).read_text(encoding="ascii", errors="replace").splitlines()
    digests = {line[66:]: line[:64] for line in listed if len(line) > 66 and line[66:] not in removed}
    digests[PURGED] = hashlib.sha256((folder / PURGED).read_bytes()).hexdigest()
    return format_sums(digests)


def delete(audit: StoredAudit) -> Purged:
    """Delete an audit whole; a line beside it says that it was there. UserError when it is a link or cannot be deleted."""
    folder = audit.folder
    if folder.is_symlink():
        raise UserError(
            f"{folder} é um atalho (link).", "Apague-o você mesmo; o que ele mostra pode ser de outra pasta."
        )
    folder = folder.resolve()
    try:
        files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
        size = sum(path.stat().st_size for path in files)
        seal = folder / SUMS
        line = {
            "time": now(), "transparency": __version__, "audit": f"{audit.uf.lower()}/{audit.slug}/{folder.name}", "started": audit.started,
            "seal": hashlib.sha256(seal.read_bytes() if seal.is_file() else digest_list(folder)).hexdigest(), "files": len(files), "bytes": size,
        }  # fmt: skip
        with open(folder.parent / DELETED, "a", encoding="utf-8") as log:
            log.write(json.dumps(line, ensure_ascii=False) + "\n")
            log.flush()
            os.fsync(log.fileno())
        aside = folder.with_name(f".{folder.name}.partial")  # half deleted, it is no audit for anybody
        folder.rename(aside)
        shutil.rmtree(aside)
    except OSError as error:
        raise UserError(f"Não foi possível apagar {folder}.", f"{error.strerror}.") from None
    return Purged(audit, len(files), size, whole=True)
