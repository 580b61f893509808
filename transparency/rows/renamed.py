"""Columns of a list that are called otherwise by now: learned again as they were learned first, from what the judge finds on the page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import structs

from transparency.items import Page
from transparency.matrix import Criterion
from transparency.rows.cells import kind_of
from transparency.rows.reading import SeenList
from transparency.rows.wrapper import ColumnRule, Wrapper, lists_on
from transparency.text import normalize


def renamed(wrapper: Wrapper, seen: SeenList, page: Page, criterion: Criterion) -> list[tuple[ColumnRule, str]]:
    """The columns with items that the list has lost, each with the label that its item has there now. One is taken only where the
    judge finds its item in a column that nobody knows, and the cells there are read as before."""
    lost = {rule.item: rule for rule in wrapper.columns if rule.item and rule.label in seen.lost}
    known = {normalize(rule.label) for rule in wrapper.columns}
    found = dict(_found(seen, page, criterion))
    return [
        (rule, label)
        for item, rule in lost.items()
        if item in found and normalize(label := found[item][0]) not in known and found[item][1] == rule.kind
    ]


def _found(seen: SeenList, page: Page, criterion: Criterion) -> Iterator[tuple[str, tuple[str, str]]]:
    """Item → label and kind of its column, in the list that has the columns in sight."""
    here = {normalize(column.label) for column in seen.columns}
    for frame, listed, items in lists_on(page, criterion.id):
        if frame != seen.frame or {normalize(column.label) for column in listed.columns} != here:
            continue
        for place, item in items.items():
            column = listed.columns[place]
            yield item, (column.label, kind_of(criterion.item(item), column.value_type))


def relabelled(wrapper: Wrapper, page: Page, criterion: Criterion) -> list[tuple[ColumnRule, str]]:
    """The columns with items, each with its new label, where the page shows no list that is called as it was: those of the one list in
    which the judge finds all of them, and the cells are read as before."""
    wanted = {rule.item: rule for rule in wrapper.columns if rule.item}
    found: dict[tuple[str, ...], list[tuple[ColumnRule, str]]] = {}
    for _, listed, items in lists_on(page, criterion.id):
        columns = {item: listed.columns[place] for place, item in items.items()}
        kinds = {item: kind_of(criterion.item(item), column.value_type) for item, column in columns.items()}
        if all(kinds.get(item) == rule.kind for item, rule in wanted.items()):
            labels = [columns[item].label for item in wanted]
            found[tuple(labels)] = [*zip(wanted.values(), labels, strict=True)]
    return found.popitem()[1] if len(found) == 1 else []


def with_labels(wrapper: Wrapper, changed: Sequence[tuple[ColumnRule, str]]) -> Wrapper:
    """A wrapper whose columns have their new labels."""
    labels = {rule.item: label for rule, label in changed}
    columns = [structs.replace(rule, label=labels.get(rule.item, rule.label) if rule.item else rule.label) for rule in wrapper.columns]  # fmt: skip
    return structs.replace(wrapper, columns=columns)
