"""The pages that show the content of a requirement: how new it is, its years, exports and filters are asked of them alone. A page that
is called alike and shows something else proves nothing of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from transparency.aspects.case import Case
from transparency.aspects.columns import bases, forgive_empty, required
from transparency.aspects.documents import called
from transparency.aspects.seen import Sight


def of_content(case: Case) -> Case:
    """The case without the places that do not show its content; the same where none shows all of it."""
    holders = _with_lists(case) if case.requirement.kind == "records" else _with_documents(case)
    if not holders:
        return case
    seen = case.gathered
    kept = {one.key for one in holders} | {one.key for one in seen.places if _is_alike(one, holders[0])}
    kept |= {year.of for year in seen.years if year.sight is not None and year.sight.key in kept}
    ways = [one.steps for one in (*holders, *(place for place in seen.places if place.key in kept))]
    kept |= {place.key for place in seen.places if place.depth and any(_is_one_way(place.steps, way) for way in ways)}
    gathered = replace(
        seen,
        places=[place for place in seen.places if place.key in kept],
        around=[*seen.around, *(place for place in seen.places if place.key not in kept)],
        files=[file for file in seen.files if file.of in kept],
        exports=[one for one in seen.exports if one.of in kept],
        filters=[one for one in seen.filters if one.of in kept],
        years=[year for year in seen.years if year.of in kept or (year.sight is not None and year.sight.key in kept)],
    )
    return Case(case.requirement, gathered, case.today, case.words)


def _is_one_way(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether one way goes on where the other ends: a query and its list, a list and its records."""
    most = min(len(first), len(second))
    return first[:most] == second[:most]


def _with_lists(case: Case) -> list[Sight]:
    """The pages whose list shows all that it must: the one that is named best, and those that are called as it is."""
    wanted = required(case)
    found = bases(case) if wanted else []
    for base in found:
        forgive_empty(case, base)
    return _alike([base.proof.sight for base in found if not base.lacks(wanted)])


def _with_documents(case: Case) -> list[Sight]:
    """The pages that link most of the documents."""
    parts: dict[str, set[str]] = {}
    for one in required(case):
        for paper in called(case, one) if one.terms else ():
            parts.setdefault(paper.sight.key, set()).add(one.key)
    most = max(map(len, parts.values()), default=0)
    return _alike([sight for sight in case.seen if len(parts.get(sight.key, ())) == most]) if most else []


def _alike(sights: Sequence[Sight]) -> list[Sight]:
    """The first, and those that are called as it is."""
    return [one for one in sights if _is_alike(one, sights[0])]


def _is_alike(first: Sight, second: Sight) -> bool:
    """Whether two pages are called alike, or are one that was seen twice."""
    return bool(first.labels and first.labels[-1:] == second.labels[-1:]) or first.url == second.url
