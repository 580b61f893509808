"""Bar R11: sites without an end. The walk ends within its budget, and finds what lies four steps from the entry."""

from __future__ import annotations

import csv
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from scrapy_command import scrapy

from lab.traps import ITEMS, TRAPS, traps
from transparency.crawl.budget import Budget
from transparency.node import SEGMENTS, grows

ROOT = Path(__file__).parent.parent
QUICK = ("calendario", "paginas", "filtros", "botoes", "multidao")
"""Those whose walk ends soon; the others belong to the long tests."""


@dataclass
class Seen:
    """What the walk over one site has left, and how often its server was asked."""

    verdicts: list[dict[str, Any]]
    audit: dict[str, Any]
    asked: int


def walk(folder: Path, *names: str) -> dict[str, Seen]:
    """Audit these sites in one run."""
    with traps() as served:
        with open(folder / "towns.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow("slug name uf ibge portal_url city_url families".split())
            writer.writerows([name, name, "pb", "", served.urls[name], "", ""] for name in names)
        done = scrapy(
            "audit", "--todos", "--catalogo", str(folder / "towns.csv"), "--saida", str(folder / "audits"), "--model", "off",
            "-s", f"EGRESS_ALLOWED={served.netloc}", "-s", "AUDITS_AT_ONCE=4", "-s", "REPORT_ENABLED=False", timeout=1200,
        )  # fmt: skip
        seen = {}
        for path in (folder / "audits").glob("pb/*/*/audit.json"):
            lines = (path.parent / "verdicts.jsonl").read_text(encoding="utf-8").splitlines()
            name = path.parts[-3]
            seen[name] = Seen([json.loads(line) for line in lines], json.loads(path.read_text()), served.asked[name])
    assert sorted(seen) == sorted(names), done.stdout + done.stderr
    return seen


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Seen]:
    return walk(tmp_path_factory.mktemp("traps"), *QUICK)


def check(seen: Seen) -> None:
    """What is looked for was found, by few steps and few visits."""
    found = {verdict["label"]: verdict for verdict in seen.verdicts if verdict["status"] == "published"}
    assert set(ITEMS) <= found.keys()
    assert len(found[ITEMS[0]]["steps"]) == 5  # the entry, and four links
    assert seen.audit["nodes"]["visited"] <= Budget().nodes == 150
    assert seen.audit["nodes"]["by_kind"].get("click", 0) <= 200
    assert seen.asked <= 2 * Budget().nodes, "a visit asks for its page, and now and then once more to compare"


@pytest.mark.parametrize("name", QUICK)
def test_r11_what_has_no_end_is_left_and_the_item_found(quick: dict[str, Seen], name: str) -> None:
    check(quick[name])


@pytest.mark.soak
def test_r11_all_traps(tmp_path: Path) -> None:
    for seen in walk(tmp_path, *TRAPS).values():
        check(seen)


@pytest.mark.parametrize(
    ("path", "endless"),
    [
        ("/despesas/2026/empenhos/12", False),
        ("/portal/portal/transparencia", False),
        ("/a/www.x/a/www.x/a/", True),
        ("/mais/outras/mais/despesas/mais/", True),
        ("/" + "/".join(f"p{n}" for n in range(SEGMENTS)), False),
        ("/" + "/".join(f"p{n}" for n in range(SEGMENTS + 1)), True),
        ("", False),
    ],
)
def test_r11_addresses_that_grow(path: str, endless: bool) -> None:
    assert grows(f"http://a.gov.br{path}") is endless
