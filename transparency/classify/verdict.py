"""From the best finding, or from none, to a verdict that says why."""

from __future__ import annotations

from dataclasses import dataclass

from transparency.items import Finding, Page, Verdict
from transparency.matrix import Criterion, Item

PLACES = 8
"""So many places are listed in a verdict."""


@dataclass(frozen=True)
class Sight:
    """What the walk can say of a criterion."""

    pages: int
    pages_of_criterion: int
    """Pages with a record set of the criterion, with data or without."""
    entry_problem: str = ""
    problems: tuple[str, ...] = ()
    """Why places that promised the criterion could not be judged."""
    anything: bool = True
    """Some record set of some criterion was seen anywhere, or a place that said itself that there are none."""
    budget_spent: bool = False
    """Places that promised the criterion were left unvisited."""
    places: tuple[str, ...] = ()
    """Where the criterion was looked for: pages that could be judged, those that promised it or showed it first."""
    in_place: int = 0
    """How many of them promised the criterion or showed records of it."""
    left: int = 0
    """Places that promised the criterion and were passed over since others like them had brought nothing."""
    unanswered: bool = False
    """A query of the criterion was run and the page stayed as it was, without the word that there is nothing, on
    a portal that does show something."""
    ways: tuple[str, ...] = ()
    """Why places that promised something, but no criterion by name, could not be judged."""


def decide(
    municipio: str,
    uf: str,
    criterion: Criterion,
    item: Item,
    finding: Finding | None,
    page: Page | None,
    empty: Finding | None,
    sight: Sight,
) -> Verdict:
    """``published`` with proof; ``absent`` only where the walk could look; ``inconclusive`` where it could not."""
    verdict = Verdict(municipio=municipio, uf=uf, criterion=criterion.id, item=item.key, status="absent", reason="")
    if finding is not None and page is not None and finding.has_data:
        frame = page.frames[finding.frame]
        record_set = frame.record_sets[finding.record_set]
        verdict.status = "published"
        filled = record_set.columns[finding.column].filled
        verdict.reason = f"“{finding.label}” com dados em {filled} de {_count(record_set.rows, 'registro visto', 'registros vistos')}."
        verdict.label, verdict.url, verdict.page_url, verdict.steps = (
            finding.label,
            frame.url,
            page.final_url,
            list(page.steps),
        )
        verdict.record_set = {
            "shape": record_set.shape,
            "rows": record_set.rows,
            "columns": [{"label": c.label, "value_type": c.value_type} for c in record_set.columns],
        }
        return verdict
    if sight.entry_problem:
        verdict.status = "inconclusive"
        verdict.reason = f"O portal não pôde ser visto: {sight.entry_problem}"
    elif sight.budget_spent:
        verdict.status = "inconclusive"
        verdict.reason = f"O limite da auditoria acabou após {sight.pages} páginas, antes de todos os lugares que prometiam “{criterion.name}”."
    elif sight.problems:
        verdict.status = "inconclusive"
        verdict.reason = f"Lugares que prometiam “{criterion.name}” não puderam ser vistos: {sight.problems[0]}"
    elif not sight.anything:
        verdict.status = "inconclusive"
        verdict.reason = f"Em {_count(sight.pages, 'página vista', 'páginas vistas')} não há registro de critério algum: é pouco para dizer que o portal não publica."
    elif sight.ways and not sight.in_place:
        verdict.status = "inconclusive"
        verdict.reason = f"Um caminho que podia levar a “{criterion.name}” não pôde ser visto: {sight.ways[0]}"
    elif sight.left and not sight.in_place:
        verdict.status = "inconclusive"
        words = ("lugar que prometia", "não foi visitado"), ("lugares que prometiam", "não foram visitados")
        place, left = words[sight.left != 1]
        verdict.reason = f"{sight.left} {place} “{criterion.name}” {left}, nem outro igual."
    elif sight.unanswered and not sight.pages_of_criterion:
        verdict.status = "inconclusive"
        verdict.reason = f"A consulta de “{criterion.name}” foi feita e a página ficou como estava: nem registros, nem aviso de que não os há."
    elif empty is not None:
        verdict.reason = f"O rótulo “{empty.label}” existe, mas sem dados, também depois de tentados os filtros."
    elif sight.pages_of_criterion:
        pages = _count(sight.pages_of_criterion, "página vista", "páginas vistas")
        verdict.reason = f"{pages} com registros de “{criterion.name}”; nenhuma traz “{item.label}”."
    else:
        verdict.reason = (
            f"{_count(sight.pages, 'página vista', 'páginas vistas')}; nenhuma traz registros de “{criterion.name}”."
        )
    if verdict.status == "absent":
        verdict.places = list(sight.places[:PLACES])
    return verdict


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
