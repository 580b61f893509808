"""End to end: the program audits the lab's archetypes in one run, as its users run it; each audit is looked at."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops
from scrapy_command import scrapy

from lab import all_portals, serve
from lab.archetypes import ARCHETYPES
from transparency.items import STATUSES
from transparency.matrix import load_matrix

PORTALS = list(ARCHETYPES.values())
CPF = re.compile(r"(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)")


@dataclass
class Ran:
    """What one run left behind."""

    process: subprocess.CompletedProcess[str]
    folders: dict[str, Path]
    key: dict[tuple[str, str, str], bool]
    forbidden: list[Any]

    def verdicts(self, slug: str) -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folders[slug] / "verdicts.jsonl").read_text("utf-8").splitlines()]

    def counts(self, slugs: list[str]) -> Counter[str]:
        counted: Counter[str] = Counter()
        for slug in slugs:
            for verdict in self.verdicts(slug):
                truth = self.key.get((slug, verdict["criterion"], verdict["item"]))
                if truth is None:
                    continue  # the lab's key has the criteria of the study only
                said = verdict["status"] == "published"
                counted["tp" if truth and said else "fn" if truth else "fp" if said else "tn"] += 1
        return counted


def f1(counts: Counter[str]) -> float:
    return 2 * counts["tp"] / max(1, 2 * counts["tp"] + counts["fp"] + counts["fn"])


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ran]:
    """One run over the archetypes."""
    root = tmp_path_factory.mktemp("run")
    with serve(PORTALS) as lab:
        lab.write_catalogue(root / "catalogue.csv")
        process = scrapy(
            "audit", "--todos", "--catalogo", str(root / "catalogue.csv"), "--saida", str(root / "audits"), timeout=900
        )
        key = {(row.municipio, row.criterio, row.item): str(row.encontrado) == "1" for row in lab.key()}
        folders = {p.slug: next((root / "audits" / p.uf / p.slug).iterdir(), root) for p in lab.portals}
        yield Ran(process, folders, key, list(lab.forbidden_posts))


def test_the_run_ends_well(ran: Ran) -> None:
    assert ran.process.returncode == 0, ran.process.stderr[-2000:]
    assert "Traceback" not in ran.process.stderr
    assert sorted(ran.folders) == sorted(PORTALS)
    for slug in PORTALS:
        assert slug in ran.process.stdout  # where the files are


def test_no_form_was_submitted_that_must_not_be(ran: Ran) -> None:
    assert ran.forbidden == []


def test_the_archetypes_together(ran: Ran) -> None:
    counts = ran.counts(PORTALS)
    assert f1(counts) >= 0.95, counts
    assert counts["fp"] <= 0.05 * (counts["fp"] + counts["tn"]), counts


@pytest.mark.parametrize("slug", PORTALS)
def test_each_portal(ran: Ran, slug: str) -> None:
    assert f1(ran.counts([slug])) >= 0.90, ran.counts([slug])


@pytest.mark.parametrize("slug", PORTALS)
def test_an_audit_is_whole(ran: Ran, slug: str) -> None:
    folder, verdicts, matrix = ran.folders[slug], ran.verdicts(slug), load_matrix()
    assert re.fullmatch(r"\d{8}T\d{6}Z", folder.name)
    assert [(v["criterion"], v["item"]) for v in verdicts] == [(i.criterion, i.key) for i in matrix.items()]
    for verdict in verdicts:
        assert verdict["status"] in STATUSES
        assert verdict["reason"]
        if verdict["status"] != "published":
            continue
        assert verdict["label"]
        assert verdict["url"].startswith("http://127.0.0.1")
        assert verdict["steps"][0].startswith("abra ")
        assert verdict["record_set"]["rows"] > 0
        for name, digest in (
            (verdict["evidence"], verdict["evidence_sha256"]),
            (verdict["html"], verdict["html_sha256"]),
        ):
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
    pages = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
    summary = json.loads((folder / "audit.json").read_text("utf-8"))
    assert summary["nodes"]["visited"] == len(pages) + len(
        [p for p in summary["problems"] if p["kind"] not in ("obstacle", "unreadable")]
    )
    for place in (place for of in summary["places"].values() for place in of):
        seen = place["outcome"] not in ("untried", "obstacle")
        assert not seen or ((folder / place["html"]).is_file() and (folder / place["picture"]).is_file()), place
    published = sum(c["published"] for c in summary["criteria"].values())
    assert published == sum(v["status"] == "published" for v in verdicts)
    for figure in ("duration_seconds", "cpu_seconds", "peak_memory_bytes", "requests", "bytes"):
        assert summary[figure] > 0, figure


@pytest.mark.parametrize("slug", PORTALS)
def test_people_are_masked(ran: Ran, slug: str) -> None:
    folder = ran.folders[slug]
    texts = [path.read_text("utf-8") for path in folder.glob("*.json*")]
    texts += [gzip.decompress(path.read_bytes()).decode() for path in folder.glob("pages/*.gz")]
    assert [found for text in texts for found in CPF.findall(text)] == []
    assert "samples" not in "".join(texts[:3])


def test_pictures_have_the_label_highlighted(ran: Ran) -> None:
    pictures = [path for folder in ran.folders.values() for path in folder.glob("evidence/*.jpg")]
    assert len(pictures) >= len(PORTALS)
    for path in pictures:
        with Image.open(path) as picture:
            red, green, blue = picture.convert("RGB").split()
        strong = red.point(lambda value: value > 150, "1")
        weak = [channel.point(lambda value: value < 90, "1") for channel in (green, blue)]
        assert ImageChops.logical_and(strong, ImageChops.logical_and(*weak)).getbbox(), path


def test_two_municipalities_of_one_session_host_do_not_mix(tmp_path: Path) -> None:
    """Both live only in the session that their entry address opens; they are walked at the same time."""
    slugs = [p.slug for p in all_portals() if p.framework == "eticons" and p.uf == "pb"]
    assert len(slugs) == 2
    with serve(slugs) as lab:
        lab.write_catalogue(tmp_path / "catalogue.csv")
        process = scrapy(
            "crawl", "eticons", "-a", f"municipio={','.join(slugs)}", "-a", "uf=pb", "-a", "nodes=15", "-L", "ERROR",
            "-s", "AUDITS_AT_ONCE=2", "-s", f"CATALOGUE_FILES={tmp_path / 'catalogue.csv'}",
            "-s", f"AUDITS_DIR={tmp_path / 'audits'}", "-O", str(tmp_path / "verdicts.jsonl"),
        )  # fmt: skip
        names = {p.slug: p.name for p in lab.portals}
    assert process.returncode == 0, process.stderr[-2000:]
    lines = [json.loads(line) for line in (tmp_path / "verdicts.jsonl").read_text("utf-8").splitlines()]
    assert Counter(line["municipio"] for line in lines) == dict.fromkeys(slugs, len(load_matrix().items()))
    for slug, other in (slugs, slugs[::-1]):
        (folder,) = (tmp_path / "audits" / "pb" / slug).iterdir()
        lines = [json.loads(line) for line in (folder / "pages.jsonl").read_text("utf-8").splitlines()]
        # A file that was opened need not name the town.
        names_of_pages = [f["html"] for line in lines if "arquivo" not in line["steps"][-1] for f in line["frames"]]
        pages = [gzip.decompress((folder / name).read_bytes()).decode() for name in names_of_pages]
        assert pages
        assert all(names[slug] in page for page in pages)
        assert not any(names[other] in page for page in pages)


def test_a_captcha_is_not_an_absence(tmp_path: Path) -> None:
    (slug,) = (p.slug for p in all_portals() if p.framework == "barreira")
    with serve([slug]) as lab:
        url = lab.portal(slug).url
        process = scrapy("crawl", "portal", "-a", "municipio=barrada", "-a", f"url={url}", "-L", "ERROR",
                         "-s", f"AUDITS_DIR={tmp_path}", "-O", str(tmp_path / "v.csv"))  # fmt: skip
        assert lab.forbidden_posts == []
    assert process.returncode == 1
    with open(tmp_path / "v.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["status"] for row in rows} == {"inconclusive"}
    assert all("captcha" in row["reason"] for row in rows)


def test_the_demonstration_and_the_bench_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """``make audit`` without options takes the archetypes, ``make bench`` all portals; both write to ``audits``."""
    from lab import runs
    from lab.__main__ import main

    asked: list[tuple[list[str] | None, Path, Path | None]] = []
    monkeypatch.setattr(runs, "audit", lambda portals, folder: asked.append((portals, folder, None)) or 0)
    monkeypatch.setattr(runs, "bench", lambda portals, folder, report: asked.append((portals, folder, report)) or 0)
    assert main(["audit"]) == 0
    assert main(["bench", "--relatorio", "bench.json"]) == 0
    assert [(p, f.name, r) for p, f, r in asked] == [(PORTALS, "audits", None), (None, "audits", Path("bench.json"))]


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("umbuzeiro", " Você quis dizer: lab-serra-do-umbuzeiro?"),
        ("serra_do_umbuzeiro", " Você quis dizer: lab-serra-do-umbuzeiro?"),
        ("lab-serra-do-umbuseiro", " Você quis dizer: lab-serra-do-umbuzeiro?"),
        ("nada", ""),
    ],
)
def test_a_portal_that_the_lab_does_not_know(asked: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    """People ask by the name of a file, or by half a slug."""
    from lab.__main__ import main

    assert main(["audit", "--portals", asked]) == 2
    where = "O nome de um portal é o slug no seu arquivo de lab/portals/."
    assert capsys.readouterr().err == f"Erro: Portal desconhecido: {asked}.{meant} {where}\n"


def test_ctrl_c_lets_the_audit_of_the_lab_end_by_itself(tmp_path: Path) -> None:
    """It reaches both: the command closes its browser, and the lab says that there is nothing left to go on with."""
    command = tmp_path / "command"
    command.write_text(
        "#!/bin/sh\ntrap 'sleep 1; echo ended; exit 130' INT\necho started\nwhile :; do sleep 0.1; done\n"
    )
    command.chmod(0o755)
    program = (  # what runs in the background ignores Ctrl-C, and so would all that it starts
        "import signal, sys; from lab.__main__ import main; signal.signal(signal.SIGINT, signal.default_int_handler); "
        f"sys.executable = {str(command)!r}; sys.exit(main(sys.argv[1:]))"
    )
    asked = ["audit", "--portals", "lab-serra-do-umbuzeiro", "--saida", str(tmp_path / "audits")]
    with subprocess.Popen(
        [sys.executable, "-c", program, *asked],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stderr is not None
        while process.stdout.readline() != "started\n":
            assert process.poll() is None
        os.killpg(process.pid, signal.SIGINT)
        try:
            said, complained = process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # else it would be waited for
            raise
    assert said == "ended\nOs portais do laboratório já saíram do ar: em vez de --retomar, rode este comando de novo.\n"
    assert (process.returncode, complained) == (130, "")
