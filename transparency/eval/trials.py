"""Running trials: each audit is a process of its own, and every one leaves a row, failed ones with their reason."""

from __future__ import annotations

import contextlib
import ctypes
import datetime as dt
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psutil

from transparency.eval.plan import Town, Trial, seed_of, sisters
from transparency.eval.score import Gold, Run, read_runs, score
from transparency.items import UserError
from transparency.store.audits import VERDICTS
from transparency.text import plural

RESULTS = "results.jsonl"
AUDITS = "audits"
SETTLING = 180.0
"""Seconds that an audit may take beyond its own budget of minutes before it is ended from outside."""
PARENT_DEATH_SIGNAL = 1
"""Linux' PR_SET_PDEATHSIG."""


@dataclass(frozen=True)
class Bench:
    """What all trials of an experiment share. ``spargs``: arguments of the spider beyond those of a trial."""

    folder: Path
    project: Path
    """Where ``scrapy.cfg`` lies."""
    gold: Gold
    towns: tuple[Town, ...]
    seed: int
    lessons: tuple[Town, ...] = ()
    """Sister towns that are only learned from."""
    spargs: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    patience: float = 20 * 60 + SETTLING
    """Seconds after which a trial is ended."""
    keep: bool = False
    """Whether pages and pictures of the audits stay; verdicts and summaries always do."""
    served: Callable[[], bool] = lambda: True
    """Whether the portals are served still, when it is this machine that serves them."""

    @property
    def known(self) -> tuple[Town, ...]:
        """Every town that can be audited."""
        return (*self.lessons, *self.towns)


# ---------------------------------------------------------------- what is stored


@contextmanager
def results(folder: Path) -> Iterator[IO[str]]:
    """The file of rows, to append to, for one experiment at a time; what a killed run left of a line is cut off."""
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / RESULTS, "a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise UserError(
                f"Outro experimento está usando {folder}.", "Espere que termine, ou use outra pasta com --output."
            ) from None
        file.seek(0)
        whole = file.read().rpartition("\n")[0]
        file.truncate(len(f"{whole}\n".encode()) if whole else 0)
        yield file


def read_results(folder: Path) -> list[dict[str, Any]]:
    """Every row of an experiment, in the order in which they were made; none where it has not begun."""
    path = folder / RESULTS
    if not path.exists():
        return []
    rows = []
    lines = path.read_text(encoding="utf-8").split("\n")
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line) if line.strip() else None
        except ValueError:
            if number == len(lines):
                continue  # a run was killed while it wrote
            raise UserError(
                f"{path}, linha {number}: não é JSON.", "Apague a linha, ou a pasta para começar de novo."
            ) from None
        if row is not None and not row.get("others"):  # a kind of trial that earlier versions had
            rows.append(row)
    return rows


def trial_of(row: dict[str, Any]) -> Trial:
    """Which trial a row is of."""
    return Trial(row["town"], row["strategy"], row["run"], row["warm"])


def missing(planned: Sequence[Trial], rows: Sequence[dict[str, Any]]) -> list[Trial]:
    """The planned trials that have no row yet. A failed one has: it counts as it came out."""
    done = {trial_of(row) for row in rows}
    return [trial for trial in planned if trial not in done]


# ---------------------------------------------------------------- one trial


def run_trial(trial: Trial, bench: Bench) -> dict[str, Any]:
    """Make the audit of a trial, and measure it. Its folder is begun anew."""
    town = next(town for town in bench.towns if town.slug == trial.town)
    folder = _folder(bench, trial)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    row: dict[str, Any] = {
        "town": trial.town,
        "strategy": trial.strategy,
        "run": trial.run,
        "warm": trial.warm,
        "seed": seed_of(bench.seed, trial),
    }
    started = dt.datetime.now(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    model = "off"
    if trial.warm:
        file = folder / "model.json"
        model = str(file)
        row |= _train(trial, town, bench, file)
    began = time.monotonic()
    problem = _audit(trial, town, bench, folder, model)
    wall = round(time.monotonic() - began, 2)
    audits = sorted(folder.glob("*/*/[0-9]*/audit.json"))
    row |= {"started": started, "reason": problem} | measures(town, audits[-1].parent if audits else None, bench.gold)
    row["process_seconds"] = wall
    if row["seconds"] is None:
        row["seconds"] = wall
    if audits and not bench.keep:
        for name in ("pages", "evidence"):
            shutil.rmtree(audits[-1].parent / name, ignore_errors=True)
    row["audit"] = str(audits[-1].parent.relative_to(bench.folder)) if audits else ""
    return row


def _folder(bench: Bench, trial: Trial) -> Path:
    how = "-warm" if trial.warm else ""
    return bench.folder / AUDITS / f"{trial.strategy}{how}" / str(trial.run) / trial.town


def _train(trial: Trial, town: Town, bench: Bench, model: Path) -> dict[str, Any]:
    """Audit the sister towns, one after another, so that a file remembers their places."""
    began = time.monotonic()
    failed = []
    others = sisters(town, bench.known)
    for sister in others:
        aside = model.parent / "sisters" / sister.slug
        aside.mkdir(parents=True)
        if _audit(trial, sister, bench, aside, str(model)):
            failed.append(sister.slug)
    if not bench.keep:
        shutil.rmtree(model.parent / "sisters", ignore_errors=True)
    return {
        "trained_on": [sister.slug for sister in others],
        "training_failed": failed,
        "training_seconds": round(time.monotonic() - began, 2),
    }


def _audit(trial: Trial, town: Town, bench: Bench, folder: Path, model: str) -> str:
    """Run ``scrapy crawl portal``; gives the reason of a failure, "" when there was none."""
    command = [sys.executable, "-m", "scrapy", "crawl", "portal", "-L", "ERROR"]
    arguments = (
        f"municipio={town.asked_as}", f"strategy={trial.strategy}", f"seed={seed_of(bench.seed, trial)}", f"model={model}", *bench.spargs,
    )  # fmt: skip
    for argument in arguments:
        command += ["-a", argument]
    for setting in (*bench.settings, f"AUDITS_DIR={folder}"):
        command += ["-s", setting]
    log = folder / "log.txt"
    with open(log, "wb") as out:
        status = run_process(command, bench.project, out, bench.patience)
    if status == 0:
        return ""
    if status is None:
        return f"não terminou em {plural(round(bench.patience / 60), 'minuto')} e foi encerrada"
    text = log.read_text(encoding="utf-8", errors="replace")
    told = [line.removeprefix("Erro: ").strip() for line in text.splitlines() if line.startswith("Erro: ")]
    return told[-1] if told else f"o processo terminou com o código {status}"


def run_process(command: Sequence[str], folder: Path, out: IO[bytes], patience: float) -> int | None:
    """Exit status of a process, or None when it was ended after ``patience`` seconds. It never outlives this one."""
    process = start_process(command, folder, out)
    try:
        return process.wait(patience)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            end_process(process)


def start_process(command: Sequence[str], folder: Path, out: IO[bytes]) -> subprocess.Popen[bytes]:
    """A process whose words go to a file; Ctrl-C does not reach it, the end of this process does."""
    return subprocess.Popen(
        command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
        start_new_session=True, preexec_fn=_end_with_parent,
    )  # fmt: skip


def wait_for(ready: Callable[[], bool], process: subprocess.Popen[bytes], patience: float) -> None:
    """Until a process is ready. UserError when it ends before that, or takes longer than ``patience`` seconds."""
    deadline = time.monotonic() + patience
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise UserError("O laboratório não pôde ser servido.", "Veja o que diz python -m lab serve.")
        time.sleep(0.05)


def end_process(process: subprocess.Popen[Any]) -> None:
    """End a process and all that it started: politely, then not."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = psutil.Process(process.pid).children(recursive=True)
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(10)
        for one in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                one.kill()
        process.kill()
        process.wait()
        psutil.wait_procs(family, 5)


def _end_with_parent() -> None:
    """In the new process: be told to end when the one that started it is gone, killed or not. Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGTERM)


# ---------------------------------------------------------------- what it measures


def measures(town: Town, audit: Path | None, gold: Gold) -> dict[str, Any]:
    """Agreement with the key, and cost. Without a whole audit: nothing found, cost unknown.

    Sizes are bytes, times seconds. A measure that cannot be told (precision when nothing was reported, F1 where nothing
    is published) is None.
    """
    verdicts = audit / VERDICTS if audit else None
    runs = read_runs(verdicts) if verdicts and verdicts.exists() and verdicts.stat().st_size else []
    counts = score([runs[0] if runs else Run(town.slug, audit or Path(), {})], {town.slug: gold[town.slug]}).total()
    summary = json.loads((audit / "audit.json").read_text(encoding="utf-8")) if audit else {}
    trace = [[int(t["nodes"]), int(t["items"]), float(t["seconds"])] for t in summary.get("trace", [])]
    published = sum(item.published for item in gold[town.slug].values())
    last = nodes_to_last(trace)
    return {
        **counts.as_dict(),
        "published": published,
        "nodes": summary.get("nodes", {}).get("visited"),
        "nodes_to_last": last,
        "least": town.least,
        "ratio": round(last / town.least, 4) if last is not None and town.least else None,
        "share_at_twice_least": share_at(trace, 2 * town.least, published) if town.least and published else None,
        "seconds": summary.get("duration_seconds"),
        "cpu_seconds": summary.get("cpu_seconds"),
        "peak_memory_bytes": summary.get("peak_memory_bytes"),
        "bytes": summary.get("bytes"),
        "requests": summary.get("requests"),
        "problems": len(summary.get("problems", [])),
        "trace": trace,
    }


Trace = Sequence[Sequence[float]]
"""After each page: nodes visited, items proved, seconds."""


def nodes_to_last(trace: Trace) -> int | None:
    """How many nodes had been visited when the last new item was proved; None when there was none."""
    most = max((items for _, items, _ in trace), default=0)
    return next((int(nodes) for nodes, items, _ in trace if items == most), None) if most else None


def share_at(trace: Trace, nodes: float, published: int) -> float:
    """Share of what is published that was proved within so many nodes, 0 to 1. False alarms count with the rest, up to 1."""
    proved = max((items for seen, items, _ in trace if seen <= nodes), default=0)
    return round(min(1.0, proved / published), 4) if published else 0.0


def run_all(
    planned: Sequence[Trial], bench: Bench, told: Callable[[int, int, Trial, dict[str, Any] | None], None]
) -> None:
    """Make the trials that have no row yet, and append their rows as they come. ``told`` (done, all, trial, row): before
    each trial without a row, after it with one."""
    with results(bench.folder) as file:
        todo = missing(planned, read_results(bench.folder))
        for number, trial in enumerate(todo):
            told(number, len(todo), trial, None)
            row = run_trial(trial, bench)
            if not bench.served():  # what was seen of portals that went away is no result
                raise UserError("O laboratório parou no meio.", "O mesmo comando continua com o que falta.")
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()
            os.fsync(file.fileno())
            told(number + 1, len(todo), trial, row)
