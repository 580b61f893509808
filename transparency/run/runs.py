"""A run over municipalities: who was asked for, whose audit is whole, and what a dead run left behind.

The truth is on disk: an audit belongs to the run that its ``audit.json`` names, and is there when its folder has its final
name. So a run can be killed at any instant and taken up again. ``<root>/.runs/<run>.json`` says what was asked for; whoever
works on a run holds ``<run>.lock``.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import re
import secrets
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from transparency.called import called
from transparency.items import UserError, Verdict
from transparency.portals.catalogue import Municipality
from transparency.store.audits import PARTIAL, VERDICTS, StoredAudit, open_audit
from transparency.store.evidence import write
from transparency.store.file_names import file_name
from transparency.store.hold import RUNS, Hold, is_alive

REMEMBERED = (
    "AUDITS_AT_ONCE", "REVISIT_KNOWN", "ROBOTSTXT_OBEY", "USER_AGENT", "CONTACT", "EGRESS_ALLOWED", "AUTOTHROTTLE_ENABLED",
    "AUTOTHROTTLE_START_DELAY", "DOWNLOAD_DELAY", "CONCURRENT_REQUESTS", "CONCURRENT_REQUESTS_PER_DOMAIN",
    "FAMILIES_ENABLED", "REPORT_ENABLED", "AUDITS_STORE", "AUDITS_PER_SERVER", "PAGE_SECONDS", "KEYWORDS_DIR", "TIMESTAMP_URL", "SIGNING_KEY",
)  # fmt: skip
"""Settings that a run which is taken up again has as it had them. Those of the moment are not among them (room on the
disk, patience, logs), nor any that hold a secret (``SIGNING_KEY`` names a file)."""
_UNFINISHED = re.compile(rf"[^.]+\.(?P<run>[\w-]+){re.escape(PARTIAL)}")
"""Name of the folder of an unfinished audit: its time, its run."""


def partial_name(stamp: str, run: str) -> str:
    """The name of an audit's folder while it is not whole."""
    return f"{stamp}.{run}{PARTIAL}"


def new_id() -> str:
    """Sorts by time."""
    return f"{dt.datetime.now(dt.UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(3)}"


@dataclass
class Run:
    """What was asked for. ``towns``: ``uf/slug`` → the municipality."""

    id: str
    root: Path
    towns: dict[str, Municipality]
    spider: str
    arguments: dict[str, str]
    catalogues: list[str] = field(default_factory=list)
    settings: dict[str, Any] = field(default_factory=dict)
    """What the command line changed of the settings that say how the run is walked (``REMEMBERED``)."""
    broken_off: Counter[str] = field(default_factory=Counter)
    """Municipality → how often the program died or hung over it."""

    @property
    def file(self) -> Path:
        """What is written of it."""
        return self.root / RUNS / f"{self.id}.json"

    def save(self, **ended: Any) -> None:
        """Durably. OSError when it cannot be written."""
        towns = {name: asdict(town) for name, town in self.towns.items()}
        told = {"id": self.id, "spider": self.spider, "arguments": self.arguments, "catalogues": self.catalogues, "settings": self.settings, "towns": towns}  # fmt: skip
        self.file.parent.mkdir(parents=True, exist_ok=True)
        write(self.file, (json.dumps(told | ended, ensure_ascii=False, indent=1) + "\n").encode())

    def whole(self) -> dict[str, StoredAudit]:
        """The audits of this run that are there."""
        found = {}
        for name in self.towns:
            for folder in sorted(self._folder(name).glob(f"*/{VERDICTS}"), reverse=True):
                # The hour of the run is in its name: older audits need not be opened. Clocks may be a little off.
                if folder.parent.name.endswith(PARTIAL) or folder.parent.name[:8] < self.id[:8]:
                    continue
                with contextlib.suppress(UserError):  # what cannot be read is not whole
                    audit = open_audit(folder.parent)
                    if audit.summary.get("run") == self.id:
                        found[name] = audit
                        break
        return found

    def _folder(self, name: str) -> Path:
        return self.root.joinpath(*map(file_name, name.split("/", 1)))

    def sweep(self) -> list[str]:
        """Take away what this run and dead runs have left unfinished; the municipalities of this one over which it died."""
        names = {self._folder(name): name for name in self.towns}
        over = [names.get(folder.parent, "") for folder in sweep(self.root, self.id)]
        for audit in self.whole().values():  # a report that was being written beside it
            for file in audit.folder.glob(".*.tmp"):
                with contextlib.suppress(OSError):
                    file.unlink()
        return sorted(set(over) & set(self.towns))


def sweep(root: Path, run: str) -> list[Path]:
    """Take away the unfinished folders of a run, and of those that are dead; which of that run they were."""
    own = []
    for folder in root.glob(f"[a-z][a-z]/*/*{PARTIAL}"):
        match = _UNFINISHED.fullmatch(folder.name)
        if match is None:
            continue
        if match["run"] == run:
            own.append(folder)
        elif is_alive(root, match["run"]):
            continue
        shutil.rmtree(folder, ignore_errors=True)
    return own


def begin(
    root: Path, towns: Iterable[Municipality], spider: str, arguments: Mapping[str, str], catalogues: Sequence[str] = (),
    settings: Mapping[str, Any] | None = None,
) -> tuple[Run, Hold]:  # fmt: skip
    """A new run, written down and held. UserError when that is impossible."""
    named = {f"{town.uf.lower()}/{town.slug}": town for town in towns}
    run = Run(
        new_id(),
        root,
        named,
        spider,
        dict(arguments),
        [str(Path(path).resolve()) for path in catalogues],
        dict(settings or {}),
    )
    try:
        hold = Hold(root, run.id)
        run.save()
    except OSError as error:
        raise UserError(f"A pasta {root} não pode ser escrita ({error.strerror}).", "Escolha outra com --saida.") from None  # fmt: skip
    return run, hold


def resume(root: Path) -> tuple[Run, Hold]:
    """The newest run that was interrupted, held. UserError when there is none."""
    for run in _interrupted(root):
        return run, Hold(root, run.id)
    raise UserError(f"Nenhuma execução interrompida em {root}.", f"Comece outra: {called()} audit MUNICÍPIO…")


def resume_same(
    root: Path, towns: Iterable[Municipality], spider: str, arguments: Mapping[str, str], settings: Mapping[str, Any],
) -> tuple[Run, Hold] | None:  # fmt: skip
    """The newest run of a folder, held, if it was interrupted less than a day ago and the same was asked of it."""
    latest = next(_interrupted(root), None)
    named = {f"{town.uf.lower()}/{town.slug}": town for town in towns}
    oldest = f"{dt.datetime.now(dt.UTC) - dt.timedelta(days=1):%Y%m%dT%H%M%SZ}"
    if latest is None or latest.id < oldest:
        return None
    asked = (latest.towns, latest.spider, latest.arguments, latest.settings)
    return (latest, Hold(root, latest.id)) if asked == (named, spider, dict(arguments), dict(settings)) else None


def _interrupted(root: Path) -> Iterator[Run]:
    """Runs that were neither ended nor are under way, the newest first."""
    for file in sorted((root / RUNS).glob("*.json"), reverse=True):
        try:
            told = json.loads(file.read_text(encoding="utf-8"))
            towns = {
                n: Municipality(**{**town, "families": tuple(town["families"])}) for n, town in told["towns"].items()
            }
            # A run of an earlier version may remember settings that are gone.
            settings = {name: value for name, value in told.get("settings", {}).items() if name in REMEMBERED}
            run = Run(told["id"], root, towns, told["spider"], told["arguments"], told["catalogues"], settings)
        except (OSError, ValueError, KeyError, TypeError):
            continue  # not of a run
        if "ended" not in told and not is_alive(root, run.id):
            yield run


@dataclass
class Result:
    """How the audit of a municipality ended, as it lies on disk: what ``show`` and ``running`` tell of an audit under way."""

    municipality: Municipality
    stored: StoredAudit | None
    started: float = 0.0

    @property
    def folder(self) -> str:
        """Where it lies; empty when it is not whole."""
        return str(self.stored.folder) if self.stored else ""

    @property
    def entry_problem(self) -> str:
        """Why the portal could not be seen."""
        return str(self.stored.summary.get("entry_problem") or "") if self.stored else ""

    @property
    def verdicts_given(self) -> list[Verdict]:
        """One per item."""
        return self.stored.verdicts if self.stored else []

    @property
    def pages_visited(self) -> int:
        """Visits in all."""
        return int(self.stored.summary["nodes"]["visited"]) if self.stored else 0

    @property
    def ended(self) -> float:
        """Seconds after ``started``."""
        return float(self.stored.summary["duration_seconds"]) if self.stored else 0.0


def results(run: Run) -> list[Result]:
    """Every municipality that was asked for, exactly once, in that order."""
    whole = run.whole()
    return [Result(town, whole.get(name)) for name, town in run.towns.items()]


def before(result: Result) -> StoredAudit | None:
    """The audit of the same municipality before this one."""
    if result.stored is None:
        return None
    for folder in older(result.stored.folder):
        with contextlib.suppress(UserError):
            return open_audit(folder)
    return None


def older(folder: Path) -> Iterator[Path]:
    """The folders of the audits of a municipality before this one, the newest first."""
    for file in sorted(folder.parent.glob(f"*/{VERDICTS}"), reverse=True):
        if file.parent.name < folder.name and not file.parent.name.endswith(PARTIAL):
            yield file.parent


def too_little_room(root: Path, reserve: int, sizes: Sequence[int], at_once: int) -> str:
    """Why no other audit may begin (Portuguese), or an empty string. ``reserve``, ``sizes`` of the run's audits: bytes."""
    needed = reserve + 2 * at_once * max(sizes, default=20_000_000)
    free = shutil.disk_usage(root).free
    return "" if free >= needed else f"há {free // 1_000_000} MB livres, e convém ter {needed // 1_000_000} MB"


def size_of(folder: Path) -> int:
    """Bytes of an audit's files."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
