"""R1, R13, R14: killed at any instant, with a full disk or a folder that cannot be written: nothing whole is lost, nothing torn counts."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from audit_of_pages import make_audit
from portal_of_towns import ended, portal_of_towns, run, start

from transparency.items import UserError
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality
from transparency.run import runs as runs
from transparency.store import audits, evidence
from transparency.store.audit_files import Folder, find_folders
from transparency.store.audits import PARTIAL, open_audit
from transparency.store.hold import Hold
from transparency.store.verification import Verification
from transparency.store.verify import verify_audit

MATRIX = load_matrix()
COMMAND = ("audit", "--uf", "pb", "--model", "off", "-s", "REPORT_ENABLED=False")


def town(slug: str) -> Municipality:
    return Municipality(slug, slug.title(), "PB", "", "http://x.example/", "", ("proprio",))


def verify_folder(folder: Path) -> Verification:
    return verify_audit(Folder(folder), str(folder), MATRIX)


def whole_audits(root: Path) -> Counter[str]:
    """Whole audits per municipality; each is sound."""
    found: Counter[str] = Counter()
    for folder in find_folders([root])[0]:
        assert not verify_folder(folder).faults, folder
        found[open_audit(folder).slug] += 1
    return found


def leftovers(root: Path) -> list[Path]:
    return [path for path in root.rglob("*") if path.name.endswith((PARTIAL, ".tmp", ".lock"))]


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    parent = psutil.Process(process.pid)
    return [parent, *parent.children(recursive=True)]


def worker_of(process: subprocess.Popen[str]) -> psutil.Process | None:
    """The child that crawls."""
    try:
        found = [child for child in psutil.Process(process.pid).children() if "scrapy" in " ".join(child.cmdline())]
    except psutil.Error:
        return None
    return found[0] if found else None


def killed_at_random(tmp_path: Path, towns: int, kills: int, seed: int) -> None:
    """Kill the crawl, or all of the program, at random instants; it goes on by itself, or is resumed."""
    dice = random.Random(seed)
    with portal_of_towns() as portal:
        names = [f"vila-{n}" for n in range(towns)]
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        root = tmp_path / "audits"
        begun = [*COMMAND, "--catalogo", str(catalogue), "--saida", str(root)]
        process = start(*begun)
        done = 0
        while process.poll() is None and done < kills:
            time.sleep(dice.uniform(0.5, 4.0))
            worker = worker_of(process)
            if process.poll() is not None or worker is None:
                continue
            done += 1
            if done % 2:
                worker.kill()
                continue
            for one in family(process):
                with contextlib.suppress(psutil.Error):
                    one.kill()
            ended(process)
            process = start("audit", "--retomar", "--saida", str(root), "-s", "REPORT_ENABLED=False")
        finished = ended(process, 600)
        assert done == kills
        assert finished.returncode == 0, finished.stderr[-3000:]
    assert whole_audits(root) == dict.fromkeys(names, 1)
    assert leftovers(root) == []
    assert run("audit", "--retomar", "--saida", str(root)).returncode == 2  # nothing is left to resume


def test_r1_killed_at_two_instants(tmp_path: Path) -> None:
    killed_at_random(tmp_path, towns=3, kills=2, seed=5)


@pytest.mark.soak
def test_r1_killed_at_twenty_instants(tmp_path: Path) -> None:
    killed_at_random(tmp_path, towns=60, kills=20, seed=1)


@pytest.mark.parametrize("signals", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_r1_asked_to_stop(tmp_path: Path, signals: int) -> None:
    """One signal: within its time; a second one: at once. No browser is left behind, and the rest can be resumed."""
    with portal_of_towns() as portal:
        names = ["vila-0", "vila-1"]
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        portal.pages["/vila-0/despesas"] = lambda handler: handler.server.stop.wait(120)
        root = tmp_path / "audits"
        limit = () if signals == 2 else ("-s", "STOP_SECONDS=4")
        process = start(*COMMAND, "--catalogo", str(catalogue), "--saida", str(root), *limit)
        while not portal.hits["/vila-0/despesas"]:
            time.sleep(0.05)
            assert process.poll() is None
        tree = family(process)
        asked = time.monotonic()
        for _ in range(signals):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.5)
        ended(process, 60)
        assert time.monotonic() - asked < 10
        assert psutil.wait_procs(tree, timeout=5)[1] == []
        portal.catalogue(tmp_path / "towns.csv", names)
        assert run("audit", "--retomar", "--saida", str(root), "-s", "REPORT_ENABLED=False").returncode == 0
    assert whole_audits(root) == dict.fromkeys(names, 1)


# ---- what belongs to a run -------------------------------------------------------------------------------------------


def partial(root: Path, slug: str, run_id: str) -> Path:
    folder = root / "pb" / slug / runs.partial_name("20260302T120000Z", run_id)
    folder.mkdir(parents=True)
    (folder / "verdicts.jsonl").write_text('{"torn": ')
    return folder


def test_r1_what_dead_runs_left_is_taken_away(tmp_path: Path) -> None:
    alive, hold = runs.begin(tmp_path, [town("beta")], "portal", {})
    own, own_hold = runs.begin(tmp_path, [town("alfa")], "portal", {})
    kept = [partial(tmp_path, "beta", alive.id), tmp_path / "pb" / "delta" / f"20260302T120000Z{PARTIAL}"]
    kept[1].mkdir(parents=True)  # of another version: it names no run
    gone = [partial(tmp_path, "alfa", own.id), partial(tmp_path, "gama", "20200101T000000Z-abcdef")]
    assert own.sweep() == ["pb/alfa"]
    assert [folder.exists() for folder in kept] == [True, True]
    assert [folder.exists() for folder in gone] == [False, False]
    hold.release()
    own.sweep()
    assert not kept[0].exists()
    own_hold.release()


def test_r1_a_run_is_worked_on_by_one(tmp_path: Path) -> None:
    run_, hold = runs.begin(tmp_path, [town("alfa")], "portal", {"municipio": "alfa"})
    with pytest.raises(UserError, match="já está em andamento"):
        Hold(tmp_path, run_.id)
    with pytest.raises(UserError, match="Nenhuma execução interrompida"):
        runs.resume(tmp_path)
    hold.release()
    again, hold = runs.resume(tmp_path)
    assert (again.id, again.towns, again.arguments) == (run_.id, run_.towns, {"municipio": "alfa"})
    again.save(ended="2026-03-02T12:00:00Z")
    hold.release()
    with pytest.raises(UserError, match="Nenhuma execução interrompida"):
        runs.resume(tmp_path)


def test_r1_only_whole_audits_of_the_run_count(tmp_path: Path) -> None:
    folder = make_audit(tmp_path)
    one = runs.Run("20260101T000000Z-abc", tmp_path, {"pb/vila-pequena": town("vila-pequena")}, "portal", {})
    assert one.whole() == {}
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    (folder / "audit.json").write_text(json.dumps(summary | {"run": one.id}), "utf-8")
    assert set(one.whole()) == {"pb/vila-pequena"}
    (folder / "audit.json").write_text('{"run": "2026', "utf-8")
    assert one.whole() == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--retomar"], "Nenhuma execução interrompida"),
        (["--retomar", "areia"], "--retomar continua a execução com os argumentos"),
        (["--retomar", "--nodes", "3"], "--retomar continua a execução com os argumentos"),
    ],
)
def test_r1_what_cannot_be_resumed(tmp_path: Path, arguments: list[str], said: str) -> None:
    from audit_of_pages import run as run_here

    from transparency.commands.audit import Command

    asked = Command()
    asked.crawler_process = SimpleNamespace(spider_loader=None)  # type: ignore[assignment]
    assert run_here(lambda: asked, *arguments, "--saida", str(tmp_path)) == 2  # type: ignore[arg-type]


# ---- a disk that is full, or broken ----------------------------------------------------------------------------------


class Crash(BaseException):
    """The process ends here: nothing after it is done."""


def interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int, error: BaseException) -> int:
    """Make an audit whose ``at``-th call to the disk fails; how many calls there were."""
    calls = 0

    def counted(real: Any) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == at:
                raise error
            return real(*args, **kwargs)

        return call

    with monkeypatch.context() as patch:
        patch.setattr(evidence.os, "fsync", counted(os.fsync))
        for name in ("replace", "rename", "mkdir"):
            patch.setattr(Path, name, counted(getattr(Path, name)))
        with contextlib.suppress(Crash, OSError):
            make_audit(tmp_path / "audits")
    return calls


def test_r14_a_crash_between_any_two_calls_to_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever was done last, there is a whole and sound audit, or none."""
    calls = interrupted(tmp_path / "none", monkeypatch, -1, Crash())
    assert calls > 30
    for at in range(1, calls + 1, 3):
        root = tmp_path / str(at)
        interrupted(root, monkeypatch, at, Crash())
        try:
            folders = find_folders([root / "audits"])[0]
        except UserError:
            continue
        assert all(not verify_folder(folder).faults for folder in folders), at
        assert len(folders) <= 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EMFILE])
def test_r13_an_audit_that_cannot_be_written_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Also when only one write failed, and those after it did not."""
    calls = interrupted(tmp_path / "none", monkeypatch, -1, Crash())
    for at in range(8, calls, 11):
        root = tmp_path / f"{number}-{at}"
        interrupted(root, monkeypatch, at, OSError(number, os.strerror(number)))
        names = [folder.name for folder in (root / "audits").glob("*/*/20260302*")]
        assert names == [] or (at >= calls - 1 and len(names) == 1), (at, names)


def test_r13_files_that_may_not_grow(tmp_path: Path) -> None:
    """RLIMIT_FSIZE: a page that is larger than a file may be."""
    script = (
        "import sys; sys.path[:0] = ['tests', '.']\nfrom pathlib import Path\nfrom audit_of_pages import make_audit\n"
        "folder = make_audit(Path(sys.argv[1]))\nprint('whole' if folder.name else 'none')"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    for limit, said in ((1 << 30, "whole"), (1500, "none")):
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=120, cwd=Path(__file__).parent.parent,
            preexec_fn=lambda limit=limit: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )  # fmt: skip
        assert done.stdout.strip() == said, done.stderr[-2000:]
    assert len(find_folders([tmp_path])[0]) == 1


@pytest.mark.parametrize(
    ("free", "reserve", "sizes", "at_once", "enough"),
    [
        (2_000, 500, [], 1, True),
        (530, 500, [], 1, False),  # the first audit of a run is taken for 20 MB
        (530, 500, [5], 1, True),
        (530, 500, [5, 16], 1, False),
        (580, 500, [5, 16], 4, False),
        (30, 0, [5], 2, True),
    ],
)
def test_r13_room_for_another_audit(
    monkeypatch: pytest.MonkeyPatch, free: int, reserve: int, sizes: list[int], at_once: int, enough: bool
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free * 1_000_000))
    said = runs.too_little_room(Path("/"), reserve * 1_000_000, [size * 1_000_000 for size in sizes], at_once)
    assert (said == "") is enough


def test_r13_a_run_stops_while_there_is_room_and_goes_on(tmp_path: Path) -> None:
    """With an exit status of its own; nothing half."""
    with portal_of_towns() as portal:
        catalogue = portal.catalogue(tmp_path / "towns.csv", ["vila-0"])
        root = tmp_path / "audits"
        stopped = run(*COMMAND, "--catalogo", str(catalogue), "--saida", str(root), "-s", "DISK_RESERVE_MB=999999999")
        assert stopped.returncode == 4, stopped.stderr
        assert "MB livres" in stopped.stderr and "--retomar" in stopped.stderr
        assert not (root / "pb").exists()
        assert run("audit", "--retomar", "--saida", str(root)).returncode == 0
    assert whole_audits(root) == {"vila-0": 1}


def test_r13_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(UserError, match="não pode ser escrita"):
        audits.check_writable(tmp_path / "file" / "audits")
    with pytest.raises(UserError, match="não pode ser escrita"):
        runs.begin(tmp_path / "file", [town("alfa")], "portal", {})
