"""Headings as portals of many makers write them, over a table and beside values: just the items that they name are found."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

from transparency.classify.context import page_context
from transparency.classify.judge import judge_frame
from transparency.matrix import load_matrix

MATRIX = load_matrix()
LINES = [line for line in Path(__file__).with_name("headings.txt").read_text("utf-8").splitlines() if line[:1] != "#"]


def _columns(line: str) -> list[tuple[str, str, set[str]]]:
    """(label, value, items)."""
    found = []
    for told in line.split(" | "):
        said, _, items = told.strip().rpartition(">")
        label, _, value = said.partition("=")
        found.append((label, value, set(items.split(",")) - {"-"}))
    return found


def _table(columns: list[tuple[str, str, set[str]]]) -> str:
    head = "".join(f"<th>{escape(label)}</th>" for label, _, _ in columns)
    row = "".join(f"<td>{escape(value)}</td>" for _, value, _ in columns)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{f'<tr>{row}</tr>' * 3}</tbody></table>"


def _details(columns: list[tuple[str, str, set[str]]]) -> str:
    return f"<dl>{''.join(f'<dt>{escape(label)}</dt><dd>{escape(value)}</dd>' for label, value, _ in columns)}</dl>"


@pytest.mark.parametrize("shape", [_table, _details])
@pytest.mark.parametrize(("head", "body"), list(zip(LINES[::2], LINES[1::2], strict=True)))
def test_headings_name_their_items(head: str, body: str, shape: object) -> None:
    criterion, title = (said.strip() for said in head.split("|"))
    columns = _columns(body)
    html = f"<html><body><h1>{escape(title)}</h1>{shape(columns)}</body></html>"  # type: ignore[operator]
    _, findings = judge_frame(html, page_context(html), MATRIX)
    named: dict[str, set[str]] = {}
    for label, _, items in columns:
        for item in items:
            named.setdefault(item, set()).add(label.replace(" / ", "/"))
    found: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        if finding.has_data:
            found.setdefault((finding.criterion, finding.item), set()).add(finding.label)
    assert set(found) == {(criterion, item) for item in named}
    assert all(labels & named[item] for (_, item), labels in found.items())
