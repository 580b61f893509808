"""R16: a run names every municipality once, and what is odd about its results is told, with an exit status."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from portal_of_towns import portal_of_towns, run
from scrapy.settings import Settings

from transparency.commands.audit import Command
from transparency.matrix import load_matrix
from transparency.portals.catalogue import Municipality
from transparency.run.command import INTERRUPTED
from transparency.run.monitors import Alarm, Limits, alarms
from transparency.run.runs import Result
from transparency.store.audits import open_audit

ITEMS = 10


def stored(root: Path, slug: str, published: int, unclear: int = 0, time: str = "20260302T120000Z", host: str = "a.example", **settings: Any) -> Any:  # fmt: skip
    """An audit of ten items, as far as monitors look at it."""
    folder = root / "pb" / slug / time
    folder.mkdir(parents=True)
    words = ["published"] * published + ["inconclusive"] * unclear
    words += ["absent"] * (ITEMS - len(words))
    lines = [
        {"municipio": slug, "uf": "PB", "criterion": "receita", "item": str(n), "status": word, "reason": "x"}
        for n, word in enumerate(words)
    ]
    (folder / "verdicts.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "pages.jsonl").write_text(json.dumps({"final_url": f"https://www.{host}/inicio", "depth": 0}) + "\n")
    town = {"slug": slug, "name": slug.title(), "uf": "PB"}
    summary = {
        "municipio": town, "started": time, "entry_problem": "caiu" if unclear == ITEMS else "",
        "criteria": {"receita": {"published": published}}, "settings": {"budget": {"nodes": 250}, "essential_only": False} | settings,
    }  # fmt: skip
    (folder / "audit.json").write_text(json.dumps(summary))
    return open_audit(folder)


def result(root: Path, slug: str, *counts: int, vendor: str = "elmar", whole: bool = True, **more: Any) -> Result:
    town = Municipality(slug, slug.title(), "PB", "", "https://a.example/", "", (vendor,))
    return Result(town, stored(root, slug, *counts, **more) if whole else None)


def kinds(results: list[Result], limits: Limits = Limits()) -> list[str]:  # noqa: B008 (frozen)
    return [alarm.kind for alarm in alarms(results, limits)]


@pytest.mark.parametrize(
    ("unclear", "limit", "odd"),
    [([0, 0], 0.1, False), ([1, 1], 0.1, False), ([1, 2], 0.1, True), ([3, 0], 0.2, False), ([10, 0], 0.1, True), ([10], 0.1, False)],
)  # fmt: skip
def test_r16_too_much_is_inconclusive(tmp_path: Path, unclear: list[int], limit: float, odd: bool) -> None:
    """One municipality by itself shows in its own table."""
    found = [result(tmp_path, f"vila-{n}", 0, count) for n, count in enumerate(unclear)]
    assert ("inconclusive" in kinds(found, Limits(inconclusive=limit))) is odd


def test_r16_what_is_not_whole_is_inconclusive_and_named(tmp_path: Path) -> None:
    found = [result(tmp_path, f"vila-{n}", 9) for n in range(8)] + [result(tmp_path, "perdida", whole=False)]
    (alarm,) = alarms(found, Limits())
    assert alarm == Alarm(
        "inconclusive", "11% dos itens ficaram inconclusivos (limite 10%): Perdida (10).", ("Perdida",)
    )


@pytest.mark.parametrize(
    ("then", "now", "odd"), [(10, 10, False), (10, 8, False), (10, 7, True), (3, 1, False), (4, 1, True), (5, 9, False)]
)
def test_r16_a_municipality_publishes_less(tmp_path: Path, then: int, now: int, odd: bool) -> None:
    stored(tmp_path, "vila", then, time="20260101T120000Z")
    assert ("drop" in kinds([result(tmp_path, "vila", now)])) is odd


def test_r16_only_like_audits_are_compared(tmp_path: Path) -> None:
    stored(tmp_path, "vila", 10, time="20260101T120000Z", budget={"nodes": 9})
    assert kinds([result(tmp_path, "vila", 1)]) == []


def test_r16_a_vendor_publishes_less(tmp_path: Path) -> None:
    """A little of each municipality, and much of all together."""
    for n in range(3):
        stored(tmp_path, f"vila-{n}", 9, time="20260101T120000Z")
    found = [result(tmp_path, f"vila-{n}", 7) for n in range(3)]
    assert kinds(found) == ["vendor-drop"]


@pytest.mark.parametrize(("unclear", "odd"), [([10, 10], True), ([10, 9], False), ([10], False)])
def test_r16_all_portals_of_a_vendor_fail(tmp_path: Path, unclear: list[int], odd: bool) -> None:
    found = [result(tmp_path, f"vila-{n}", 0, count) for n, count in enumerate(unclear)]
    others = [result(tmp_path, f"outra-{n}", 5, vendor="betha") for n in range(30)]
    assert ("vendor" in kinds(found + others)) is odd


@pytest.mark.parametrize(
    ("then", "now", "odd"),
    [
        ("a.example", "a.example", False),
        ("a.example:8080", "a.example:41234", False),
        ("a.example", "b.example", True),
        ("", "b.example", True),
    ],
)
def test_r16_the_entry_leads_elsewhere(tmp_path: Path, then: str, now: str, odd: bool) -> None:
    if then:
        stored(tmp_path, "vila", 5, time="20260101T120000Z", host=then)
    assert ("host" in kinds([result(tmp_path, "vila", 5, host=now)])) is odd


def test_r15_r16_a_run_over_portals_some_of_which_refuse(tmp_path: Path) -> None:
    """End to end: each once, blocked is not absent, alarms are told, and the exit status says so."""
    refusals = {
        "waf": "<title>Request Rejected</title>The requested URL was rejected. Your support ID is: 1",
        "vazia": "<title>Transparência</title><div id=root></div>",
    }
    with portal_of_towns() as portal:
        names = ["boa", *refusals]
        catalogue = portal.catalogue(tmp_path / "towns.csv", names)
        for name, html in refusals.items():
            portal.pages[f"/{name}/"] = html
        root = tmp_path / "audits"
        done = run("audit", "--uf", "pb", "--model", "off", "--catalogo", str(catalogue), "--saida", str(root), "--json", "-s", "REPORT_ENABLED=False")  # fmt: skip
    told = json.loads(done.stdout)
    assert done.returncode == told["exit_status"] == 1, done.stderr
    assert [one["municipio"] for one in told["audits"]] == names
    counts = {
        one["municipio"]: (one["published"] > 0, one["absent"] > 0, one["inconclusive"]) for one in told["audits"]
    }
    items = len(load_matrix().items())
    assert counts == {"boa": (True, True, 0), "waf": (False, False, items), "vazia": (False, False, items)}
    assert [alarm["kind"] for alarm in told["alarms"]] == ["inconclusive"]
    assert f"Waf ({items}), Vazia ({items})" in done.stderr


def test_a_run_that_is_broken_off_is_one_line_and_odd_only_where_it_was_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = [result(tmp_path, "vila-0", 5), result(tmp_path, "vila-1", 0, ITEMS)]
    found += [result(tmp_path, f"vila-{n}", whole=False) for n in range(2, 9)]
    command = Command()
    command.settings = Settings({"REPORT_ENABLED": False})
    command._run = SimpleNamespace(id="r")  # type: ignore[assignment]
    monkeypatch.setattr("transparency.commands.audit.results", lambda run: found)
    command._tell(Namespace(json=False), INTERRUPTED)
    told = capsys.readouterr()
    lines = told.err.strip().splitlines()
    assert command.exitcode == INTERRUPTED and told.out == ""
    assert lines[0].startswith("Interrompida: 2 de 9 municípios auditados, 1 não visto. Para continuar:")
    assert len(lines) == 2 and lines[1].endswith(": Vila-1 (10).")
