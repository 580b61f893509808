"""R17: the project on a real Scrapyd: sent as an egg, asked for audits, cancelled, killed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from configparser import ConfigParser
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest
import requests
from portal_of_towns import ROOT, Served, portal_of_towns
from roads import free_port, until, until_all

from transparency.matrix import load_matrix
from transparency.store.audit_files import Folder, find_folders
from transparency.store.audits import PARTIAL, open_audit
from transparency.store.sums import SUMS
from transparency.store.verify import verify_audit

BIN = Path(sys.executable).parent
VERSION = "0.0.0+egg"
USER = ("admin", "a-password-of-the-tests")
TRIED = {"max_proc": "1", "poll_interval": "0.2", "jobs_to_keep": "1", "username": USER[0], "password": USER[1]}
"""Of the example configuration, changed for the tests."""


@dataclass
class Scrapyd:
    """A server in a folder of its own, which knows nothing of this source tree."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None
    jobs: set[psutil.Process] = field(default_factory=set)

    @property
    def audits(self) -> Path:
        return self.folder / "stored"

    def start(self) -> None:
        env = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "SCRAPY_SETTINGS_MODULE")
        }
        env |= {"TRANSPARENCY_AUDITS_DIR": str(self.audits)}
        with open(self.folder / "scrapyd.log", "ab") as log:
            self.process = subprocess.Popen([BIN / "scrapyd"], cwd=self.folder, env=env, stdout=log, stderr=log)
        until(lambda: self.ask("daemonstatus.json", tried=True).get("status") == "ok")

    def ask(self, path: str, tried: bool = False, **data: Any) -> dict[str, Any]:
        url = f"http://127.0.0.1:{self.port}/{path}"
        try:
            answer = requests.request("POST" if data else "GET", url, data=data, auth=USER, timeout=60)
        except requests.ConnectionError:
            if tried:
                return {}
            raise
        return answer.json()

    def schedule(self, portal: Served, town: str, **arguments: Any) -> str:
        asked = {"url": portal.url(town), "model": "off", "uf": "pb", **arguments}
        answer = self.ask("schedule.json", project="transparency", spider="portal", municipio=town, **asked)
        assert answer["status"] == "ok", answer
        return str(answer["jobid"])

    def states(self) -> dict[str, str]:
        listed = self.ask("listjobs.json?project=transparency")
        return {job["id"]: state for state in ("pending", "running", "finished") for job in listed[state]}

    def finished(self, jobs: Sequence[str]) -> int:
        states = self.states()
        return sum(states.get(job) == "finished" for job in jobs)

    def family(self) -> list[psutil.Process]:
        """The jobs under way, with their browsers."""
        assert self.process is not None
        return psutil.Process(self.process.pid).children(recursive=True)

    def kill(self) -> None:
        assert self.process is not None
        self.jobs.update(self.family())
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        for one in self.jobs:
            with suppress(psutil.Error):
                one.kill()


@contextmanager
def scrapyd_in(folder: Path) -> Iterator[Scrapyd]:
    server = Scrapyd(folder, free_port())
    example = ConfigParser()
    example.read(ROOT / "deploy" / "scrapyd.conf")
    example.read_dict({"scrapyd": TRIED | {"http_port": str(server.port)}})
    with open(folder / "scrapyd.conf", "w") as file:
        example.write(file)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="module")
def scrapyd(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scrapyd]:
    """With the project deployed from a copy of its own, as its administrator would."""
    folder = tmp_path_factory.mktemp("scrapyd")
    source = folder / "source"
    for name in ("transparency", "keywords"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("setup.py", "scrapy.cfg", "pyproject.toml"):
        shutil.copy(ROOT / name, source / name)
    (source / "transparency" / "__init__.py").write_text(f'__version__ = "{VERSION}"\n')
    with scrapyd_in(folder) as server:
        home = folder / "home"
        (home / ".config").mkdir(parents=True)
        (home / ".config" / "scrapy.cfg").write_text(
            f"[deploy:there]\nurl = http://127.0.0.1:{server.port}/\nproject = transparency\nusername = {USER[0]}\npassword = {USER[1]}\n"
        )
        env = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config"), "PYTHONPATH": ""}
        done = subprocess.run(
            [BIN / "scrapyd-deploy", "there"], cwd=source, env=env, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr + done.stdout
        assert json.loads(done.stdout)["spiders"] > 10
        yield server


def whole(root: Path) -> Counter[str]:
    """Whole audits per municipality; each is sound."""
    found: Counter[str] = Counter()
    for folder in find_folders([root])[0] if any(root.rglob(SUMS)) else ():
        assert not verify_audit(Folder(folder), str(folder), load_matrix()).faults, folder
        found[open_audit(folder).slug] += 1
    return found


def test_r17_an_audit_by_the_egg(scrapyd: Scrapyd) -> None:
    """Everything that it needs is inside; nobody without the password may ask; Scrapyd keeps a log, and nothing else."""
    refused = requests.get(f"http://127.0.0.1:{scrapyd.port}/listjobs.json?project=transparency", timeout=10)
    assert refused.status_code == 401
    assert requests.post(f"http://127.0.0.1:{scrapyd.port}/delproject.json", auth=USER, timeout=10).status_code == 404
    with portal_of_towns() as portal:
        portal.catalogue(scrapyd.folder / "towns.csv", ["vila-clara"])
        job = scrapyd.schedule(portal, "vila-clara")
        until(lambda: scrapyd.states().get(job) == "finished")
    log = (scrapyd.folder / "logs/transparency/portal").glob("*.log")
    assert whole(scrapyd.audits) == {"vila-clara": 1}, [file.read_text()[-3000:] for file in log]
    (folder,) = find_folders([scrapyd.audits])[0]
    audit = open_audit(folder)
    assert audit.summary["versions"]["transparency"] == VERSION
    assert (folder / "report.html").is_file()
    assert {v.status for v in audit.verdicts} >= {"published", "absent"}
    assert not (scrapyd.folder / "items").exists()


@pytest.mark.parametrize("times", [pytest.param(1, marks=pytest.mark.soak), 2])
def test_r17_cancelled_leaves_no_browser(scrapyd: Scrapyd, times: int) -> None:
    town = f"vila-parada-{times}"
    with portal_of_towns() as portal:
        portal.catalogue(scrapyd.folder / "towns.csv", [town])
        portal.pages[f"/{town}/despesas"] = lambda handler: handler.server.stop.wait(120)
        job = scrapyd.schedule(portal, town, setting="STOP_SECONDS=3")
        until(lambda: portal.hits[f"/{town}/despesas"])
        tree = scrapyd.family()
        assert any("chrom" in one.name() for one in tree)
        asked = time.monotonic()
        for _ in range(times):
            scrapyd.ask("cancel.json", project="transparency", job=job)
        assert psutil.wait_procs(tree, timeout=10)[1] == []
        assert time.monotonic() - asked < 10
        until(lambda: scrapyd.states().get(job) == "finished", 5)
    assert not list((scrapyd.audits / "pb").glob(f"{town}/*{PARTIAL}"))
    assert whole(scrapyd.audits)[town] == 0


def killed_with_a_queue(scrapyd: Scrapyd, jobs: int) -> None:
    """Scrapyd is killed while a job runs and others wait. Each town has one whole audit in the end, and logs that are
    deleted take nothing with them."""
    towns = [f"vila-fila-{n}" for n in range(jobs)]
    before = whole(scrapyd.audits)
    with portal_of_towns() as portal:
        portal.catalogue(scrapyd.folder / "towns.csv", towns)
        portal.slow = 0.3
        asked = [scrapyd.schedule(portal, town, nodes=1) for town in towns]
        until(lambda: portal.hits[f"/{towns[0]}/"])
        scrapyd.kill()
        scrapyd.start()
        until_all(lambda: scrapyd.finished(asked[1:]), jobs - 1)
        until(lambda: whole(scrapyd.audits)[towns[0]])
    assert whole(scrapyd.audits) - before == dict.fromkeys(towns, 1)
    assert len(list((scrapyd.folder / "logs/transparency/portal").iterdir())) <= 2


@pytest.mark.soak
def test_r17_killed_with_a_queue(scrapyd: Scrapyd) -> None:
    killed_with_a_queue(scrapyd, 2)


@pytest.mark.soak
def test_r17_killed_with_223_in_the_queue(scrapyd: Scrapyd) -> None:
    killed_with_a_queue(scrapyd, 223)
