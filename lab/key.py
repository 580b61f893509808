"""The answer key, derived from the same definitions that the servers show: it cannot drift from them."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from lab.criteria import CRITERIA
from lab.definition import Column, Page, Portal, View

KEY_COLUMNS = ("municipio", "criterio", "item", "encontrado", "local")


@dataclass(frozen=True)
class KeyRow:
    """Municipality × item. ``local``: places divided by `` | ``, each ``/path › word › word``; empty when not published."""

    municipio: str
    criterio: str
    item: str
    encontrado: int
    local: str


@dataclass(frozen=True)
class Place:
    """Where a column really shows data: its page, view, and whether a row must be opened first."""

    page: Page
    view: View
    column: Column
    in_detail: bool


def places(portal: Portal) -> dict[str, list[Place]]:
    """``criterion.item`` → every place that shows it with data."""
    found: dict[str, list[Place]] = {}
    for page in portal.pages:
        for view in page.views:
            if not view.has_rows:
                continue
            shown = [(c, False) for c in view.columns] + [
                (c, True) for c in (view.detail.columns if view.detail else ())
            ]
            for column, in_detail in shown:
                for item in column.publishes:
                    found.setdefault(item, []).append(Place(page, view, column, in_detail))
    return found


def key_rows(portal: Portal) -> list[KeyRow]:
    """All 61 items of a portal."""
    from lab.frameworks import framework  # the registry imports definitions, which import nothing of this module

    found = places(portal)
    rows = []
    for criterion, items in CRITERIA.items():
        for item in items:
            at = found.get(f"{criterion}.{item}", [])
            local = dict.fromkeys(
                w
                for p in at
                for w in framework(p.page.host).where_column(portal, p.page, p.view, p.column, p.in_detail)
            )
            wrapper = framework(portal.framework)
            local |= dict.fromkeys(
                w for p in at if p.page.host != portal.framework for w in wrapper.where_framed(portal, p.page)
            )
            rows.append(KeyRow(portal.slug, criterion, item, int(bool(at)), " | ".join(local)))
    return rows


def write_key(path: Path | str, portals: Iterable[Portal]) -> None:
    """The key as CSV, and beside it the least walks (``key.least.json`` of ``key.csv``)."""
    from lab.least import least_facts, write_least  # which are made of places

    portals = list(portals)
    write_least(Path(path).with_suffix(".least.json"), least_facts(portals))
    with open(path, "w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, KEY_COLUMNS)
        writer.writeheader()
        writer.writerows(asdict(row) for portal in portals for row in key_rows(portal))
