"""Pages as real portals write them, and what is read on them: each folder of ``pages/`` is a case, none needs code.

``page.html`` is what a browser would hand over, ``expected.json`` how it was reached (``reached``) and what a reader must
find: which criterion each record set serves (none: "") with its labels and their first value, the items that are published,
and how many of people's numbers are hidden. ``pytest tests/test_pages.py --accept`` writes what is found today; the change
is then read in the diff as any other code.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.extract.redact import redact
from transparency.matrix import Matrix

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
    found = judged(read(case), reached["url"], reached["labels"], matrix)
    if accept:
        path.write_text(json.dumps({"reached": reached, **found}, ensure_ascii=False, indent=2) + "\n", "utf-8")
    else:
        assert found == expected
