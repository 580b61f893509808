"""Pages as real portals write them, and what is read on them: each folder of ``pages/`` is a case, none needs code.

``page.html`` is what a browser would hand over, ``expected.json`` how it was reached (``reached``) and what a reader must
find: which criterion each record set serves (none: "") with its labels and their first value, the items that are published,
and how many of people's numbers are hidden. ``pytest tests/test_pages.py --accept`` writes what is found today; the change
is then read in the diff as any other code.

Cases called ``template-…`` are built as the pages of portals, products and reports whose code is public, with made-up data.
What a person says of them was written before the program had read them (``by_hand``): labels with a value, items that are
published, items of which one may say so or not (``arguable``), words that are no label, and what is not read yet
(``not_yet``). ``--accept`` does not touch it. docs/figures.md tells how many of them the program read at first sight.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.extract.redact import redact
from transparency.matrix import Matrix
from transparency.text import normalize

CASES = sorted(
    path.parent
    for path in Path(__file__).with_name("pages").glob("*/page.html")
    if path.with_name("expected.json").exists() or not path.with_name("snapshot.json").exists()
)
"""Those of which only ``snapshot.json`` is kept are for ``test_page_script.py``."""

Told = dict[str, object]


def read(case: Path) -> str:
    """The page as text: old ones are no UTF-8."""
    raw = (case / "page.html").read_bytes()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252")


def judged(html: str, url: str, labels: list[str], matrix: Matrix) -> Told:
    """What is found on a page that was reached so."""
    record_sets, findings = judge_frame(html, page_context(html, [url], labels), matrix)
    sets = []
    for number, record_set in enumerate(record_sets):
        served = sorted({finding.criterion for finding in findings if finding.record_set == number})
        told = {column.label: next(iter(column.samples), "") for column in record_set.columns}
        sets.append({"criterion": " ".join(served), "labels": told})
    published = {f"{finding.criterion}.{finding.item}" for finding in findings if finding.has_data}
    return {"sets": sets, "published": sorted(published), "hidden": dict(sorted(redact(html).masked.items()))}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_page(case: Path, matrix: Matrix, accept: bool) -> None:
    path = case / "expected.json"
    expected = json.loads(path.read_text("utf-8"))
    reached = expected.pop("reached")
    kept = {"reached": reached, **({"by_hand": expected.pop("by_hand")} if "by_hand" in expected else {})}
    found = judged(read(case), reached["url"], reached["labels"], matrix)
    if accept:
        path.write_text(json.dumps({**kept, **found}, ensure_ascii=False, indent=2) + "\n", "utf-8")
    else:
        assert found == expected


def folded(text: str) -> str:
    """Words without case, accents, colons, and space around slashes."""
    return "/".join(map(normalize, text.replace(":", " ").split("/")))


def reads(found: Any, criterion: str, label: str, value: str) -> bool:
    """Whether a record set of a criterion has a label, alone or below another one, with a value."""
    ends = (f" {folded(label)}", f"/{folded(label)}")
    return any(
        criterion in one["criterion"].split()
        and (f" {folded(name)}").endswith(ends)
        and folded(sample) == folded(value[:60])
        for one in found["sets"]
        for name, sample in one["labels"].items()
    )


@pytest.mark.parametrize(
    "case", [case for case in CASES if case.name.startswith("template-")], ids=lambda case: case.name
)
def test_reads_what_a_person_reads(case: Path, matrix: Matrix) -> None:
    told = json.loads((case / "expected.json").read_text("utf-8"))
    reached, person = told["reached"], told["by_hand"]
    found: Any = judged(read(case), reached["url"], reached["labels"], matrix)
    not_yet = person.get("not_yet", {"labels": [], "published": []})
    said = [(one["criterion"], label, value) for one in person["sets"] for label, value in one["labels"].items()]
    assert [label for criterion, label, value in said if not reads(found, criterion, label, value)] == not_yet["labels"]
    assert sorted({*person["published"]} - {*found["published"]}) == not_yet["published"]
    assert not {*found["published"]} - {*person["published"], *person["arguable"]}
    labels = {folded(label) for _, label, _ in said}
    no_labels = {folded(words) for words in (*person["no_labels"], *(value for _, _, value in said))} - labels
    names = {folded(name) for one in found["sets"] for name, sample in one["labels"].items() if sample != name}
    assert not no_labels & names  # what a file is called stands over itself
