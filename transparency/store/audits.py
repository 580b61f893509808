"""Audits as they lie on disk: ``<root>/<uf>/<slug>/<time>/``, there when they are whole.

A folder whose name ends in ``.partial`` (or starts with a dot) is unfinished, and passed over everywhere.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from transparency.called import called
from transparency.items import UserError, Verdict

SUMMARY = "audit.json"
VERDICTS = "verdicts.jsonl"
PAGES = "pages.jsonl"
KNOWN = "places.json"
"""The places for the next audit of the municipality, as nodes (``known.py``)."""
PARTIAL = ".partial"
PURGED = "purged.json"
"""Of an audit whose pictures and pages were deleted: what that was, and when."""

_VERDICT_FIELDS = {field.name for field in fields(Verdict)}


@dataclass(frozen=True)
class StoredAudit:
    """A whole audit. ``summary`` is its ``audit.json``; verdicts and pages are read when they are asked for."""

    folder: Path
    summary: dict[str, Any]

    @property
    def slug(self) -> str:
        """Of the municipality."""
        return str(self.summary["municipio"]["slug"])

    @property
    def name(self) -> str:
        """Of the municipality, as people write it."""
        return str(self.summary["municipio"]["name"])

    @property
    def uf(self) -> str:
        """The state's two letters, upper case."""
        return str(self.summary["municipio"]["uf"]).upper()

    @property
    def started(self) -> str:
        """ISO 8601, UTC."""
        return str(self.summary["started"])

    @property
    def families(self) -> list[str]:
        """The makers of its portal: those that the catalogue named, then those that were recognised on the way."""
        named, met = (self.summary.get("municipio") or {}).get("families"), self.summary.get("families")
        found = [*(named if isinstance(named, list) else ()), *(met.values() if isinstance(met, Mapping) else ())]
        return [*dict.fromkeys(one for one in found if one and isinstance(one, str))]

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """One per item, in the order of the matrix. UserError when a line is torn."""
        file = self.folder / VERDICTS
        try:
            return [verdict_of(line) for line in _lines(file)]
        except TypeError:
            raise UserError(f"{file}: há linhas que não são vereditos.", "Rode a auditoria de novo.") from None

    def places(self, criterion: str) -> list[dict[str, str]]:
        """The places of a criterion, those that promised most first: label, way, what each has answered, and where its page and a
        small picture of it are stored (empty where they are not)."""
        told = self.summary.get("places")
        of = told.get(criterion) if isinstance(told, dict) else None
        return [
            {name: str(place.get(name) or "") for name in ("label", "words", "state", "html", "picture")}
            for place in of or ()
            if isinstance(place, dict)
        ]

    def pages(self) -> Iterator[dict[str, Any]]:
        """The lines of ``pages.jsonl``, in the order of the visits."""
        return _lines(self.folder / PAGES)


def verdict_of(line: Mapping[str, Any]) -> Verdict:
    """The verdict of a line, whatever else an older version wrote there. TypeError when it is none."""
    return Verdict(**{name: value for name, value in line.items() if name in _VERDICT_FIELDS})


def purge_record(folder: Path) -> dict[str, Any] | None:
    """What ``scrapy purge`` deleted of an audit; None when nothing. A record that is broken counts as one that names nothing."""
    try:
        record = json.loads((folder / PURGED).read_bytes())
        assert isinstance(record["time"], str) and isinstance(record["removed"], dict)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AssertionError):
        return {"time": "", "removed": {}, "seal_before": "", "bytes": 0}
    return dict(record)


def refuse_purged(audit: StoredAudit, message: str) -> None:
    """UserError for an audit whose pages were deleted, where they are needed."""
    if (record := purge_record(audit.folder)) is not None:
        raise UserError(
            f"{message}: as páginas de {audit.folder} foram apagadas em {record['time']}.", "Faça uma auditoria nova."
        )


def open_audit(folder: Path) -> StoredAudit:
    """The audit in a folder. UserError when there is none, when it is unfinished or torn."""
    if folder.resolve().name.endswith(PARTIAL):
        raise UserError(f"Auditoria incompleta: {folder}.", "Ela foi interrompida; rode-a de novo.")
    file = folder / SUMMARY
    try:
        summary = json.loads(file.read_text(encoding="utf-8"))
        town = summary["municipio"]
        assert town["slug"] and town["name"] and town["uf"] and summary["started"]
    except (FileNotFoundError, NotADirectoryError):
        raise UserError(
            f"Não é uma auditoria: {folder}.", f"A pasta de uma auditoria contém {SUMMARY} e {VERDICTS}."
        ) from None
    except OSError as error:
        raise UserError(f"Não foi possível ler {file}.", f"{error.strerror}.") from None
    except (ValueError, KeyError, TypeError, AssertionError):
        raise UserError(f"{file}: o resumo da auditoria está estragado.", "Rode a auditoria de novo.") from None
    return StoredAudit(folder, summary)


def id_of(place: str) -> str:
    """By which an audit is known, from its place under the folder of all audits."""
    return hashlib.sha256(place.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def open_audits(paths: Iterable[Path], every: bool = False) -> list[StoredAudit]:
    """The audits that ``find_audits`` finds, opened; a feed (a file by itself) is not an audit."""
    return [open_audit(file.parent if file.name == VERDICTS else file) for file in find_audits(paths, every)]


def find_audits(paths: Iterable[Path], every: bool = False) -> list[Path]:
    """Verdict files of the given audits, town by town. Below a parent folder: the newest whole audit of each municipality, or with ``every`` all of them, oldest first.

    UserError when a path does not exist or holds no audit.
    """
    found: dict[Path, None] = {}
    for path in paths:
        if path.resolve().name.endswith(PARTIAL):
            raise UserError(f"Auditoria incompleta: {path}.", "Ela foi interrompida; rode-a de novo.")
        if path.is_file():
            found[path.resolve()] = None
        elif (path / VERDICTS).is_file():
            found[(path / VERDICTS).resolve()] = None
        elif path.is_dir():
            towns: dict[Path, list[Path]] = {}
            for here, folders, files in os.walk(path.resolve(), onerror=_unread):
                folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(PARTIAL))
                if VERDICTS in files:
                    folders.clear()
                    towns.setdefault(Path(here).parent, []).append(Path(here) / VERDICTS)
            if not towns:
                raise UserError(f"Nenhuma auditoria completa em {path}.", f"Uma auditoria é uma pasta com {VERDICTS}.")
            for audits in towns.values():
                found |= dict.fromkeys(audits if every else audits[-1:])
        else:
            raise UserError(
                f"Não existe: {path}.",
                f"Dê pastas de auditorias, a pasta que as contém, ou arquivos .jsonl; onde ainda não há auditoria, faça uma: {called()} audit MUNICÍPIO",
            )
    return list(found)


def _unread(error: OSError) -> None:
    """A folder that is gone by now held nothing; one that may not be read may hold audits."""
    if not isinstance(error, FileNotFoundError):
        raise UserError(
            f"A pasta {error.filename} não pôde ser lida ({error.strerror}).", "Confira as permissões dela."
        )


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with open(file, encoding="utf-8") as lines:
            for number, text in enumerate(lines, 1):
                if text.strip():
                    line = json.loads(text)
                    if not isinstance(line, dict):
                        raise ValueError(number)
                    yield line
    except OSError as error:
        raise UserError(f"Não foi possível ler {file}.", f"{error.strerror}.") from None
    except ValueError:
        raise UserError(f"{file}: há linhas estragadas.", "Rode a auditoria de novo.") from None


def now() -> str:
    """ISO 8601, UTC, seconds."""
    return dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def check_writable(root: Path, hint: str = "") -> None:
    """UserError when audits, or whatever ``hint`` is about, cannot be written there."""
    probe = root / f".probe-{os.getpid()}"
    try:
        root.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise UserError(
            f"A pasta {root} não pode ser escrita ({error.strerror}).",
            hint or f"Escolha outra com -s AUDITS_DIR=pasta ({called()} audit: --saida pasta).",
        ) from None
