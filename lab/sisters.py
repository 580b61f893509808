"""Sister towns: for each portal another town of its maker, whose portal is the same program under the same words.

It has other records, other years and other gaps: a tenth of its columns stand over no data, a tenth are not there, and where
there are many pages one is missing. What is learned in a sister town therefore tells where things are, not what is published.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from lab.definition import Column, Page, Portal, View

SUFFIX = "-irma"
BLANK, GONE = 0.1, 0.1
"""Shares of the columns that stand over no data, and that are not there."""
MANY = 6
"""Of so many pages of records one is missing."""


def sister_of(portal: Portal) -> Portal:
    """The sister town of a portal; always the same one."""
    draw = Random(f"sister of {portal.slug}")
    records = [page for page in portal.pages if page.kind == "records"]
    missing = draw.choice(records[1:]).id if len(records) >= MANY else ""
    return replace(
        portal,
        slug=f"{portal.slug}{SUFFIX}",
        name=f"Nova {portal.name}",
        seed=portal.seed + 1000,
        entity=_entity(portal.entity),
        options={name: f"N{given}" if name == "code" else given for name, given in portal.options.items()},
        pages=tuple(_page(page, draw) for page in portal.pages if page.id != missing),
    )


def sisters(portals: Iterable[Portal]) -> list[Portal]:
    """The sister towns of those that live on a maker's host: where the entry address says no town there is but one.

    A portal of many towns has its neighbours itself.
    """
    return [sister_of(portal) for portal in portals if portal.entity and "towns" not in portal.options]


def _entity(entity: str) -> str:
    """Another entity of the same kind: a number of as many digits, or a name."""
    return f"{entity[:-1]}{(int(entity[-1]) + 5) % 10}" if entity.isdigit() else f"n{entity}"


def _page(page: Page, draw: Random) -> Page:
    return replace(page, views=tuple(_view(view, draw) for view in page.views))


def _view(view: View, draw: Random) -> View:
    years = {year: count and max(1, int(count * draw.uniform(0.4, 1.6))) for year, count in view.years.items()}
    first, *others = view.columns
    kept = [first, *(_column(column, draw) for column in others if draw.random() >= GONE)]
    detail = view.detail
    if detail is not None:
        sections = tuple(
            replace(section, fields=tuple(_column(field, draw) for field in section.fields))
            for section in detail.sections
        )
        detail = replace(detail, sections=sections)
    return replace(view, years=years, columns=tuple(kept), detail=detail)


def _column(column: Column, draw: Random) -> Column:
    return replace(column, maker="vazio") if draw.random() < BLANK else column
