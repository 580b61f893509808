"""From the best finding, or from none, to a verdict that says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from transparency.classify.absence import NAMED, Outcome, Place, Searched, doubt
from transparency.classify.unread import one_that_may_be
from transparency.items import Finding, Page, Unread, Verdict
from transparency.matrix import Criterion, Item
from transparency.text import plural

PLACES = 8
"""So many places are listed in a verdict."""


@dataclass(frozen=True)
class Sight:
    """What the walk over a portal can say of a criterion."""

    pages: int
    """Pages visited in all."""
    pages_of_criterion: int
    """Pages with a record set of the criterion, with data or without."""
    searched: Searched = field(default_factory=Searched)
    entry_problem: str = ""
    """Why the portal as a whole could not be seen (Portuguese)."""
    entry_silence: str = ""
    """Why its entry shows nothing, by what stands there (Portuguese)."""
    answers: bool = True
    """Some place of the portal, of any criterion, has answered."""
    cut_short: bool = False
    """The budget ended before all places that promised the criterion were visited."""
    unread: Sequence[Unread] = ()
    """Columns with data on its pages that nothing is known of."""


def decide(
    municipio: str,
    uf: str,
    criterion: Criterion,
    item: Item,
    finding: Finding | None,
    page: Page | None,
    empty: Finding | None,
    sight: Sight,
    unripe: tuple[str, str] | None = None,
) -> Verdict:
    """``published`` with proof; ``absent`` where every place that promised the criterion has answered; else ``inconclusive``.
    ``unripe``: what records call the part in which the item would stand, and the way to one where nothing is there yet."""
    verdict = Verdict(
        municipio=municipio, uf=uf, criterion=criterion.id, item=item.key, status="inconclusive", reason=""
    )
    if finding is not None and page is not None and finding.has_data:
        return _published(verdict, finding, page)
    verdict.places = [in_words(place, sight.searched.harmless) for place in sight.searched.places[:PLACES]]
    verdict.reason = (
        _undecided(criterion, item, sight)
        or (_not_yet(item, *unripe) if unripe else "")
        or ("" if empty else _not_understood(criterion, item, sight))
    )
    if not verdict.reason:
        verdict.status, verdict.reason = "absent", _absent(criterion, item, empty, sight)
    return verdict


def _published(verdict: Verdict, finding: Finding, page: Page) -> Verdict:
    frame = page.frames[finding.frame]
    record_set = frame.record_sets[finding.record_set]
    filled = record_set.columns[finding.column].filled
    verdict.status = "published"
    verdict.reason = (
        f"“{finding.label}” com dados em {filled} de {plural(record_set.rows, 'registro visto', 'registros vistos')}."
    )
    verdict.label, verdict.url, verdict.page_url = finding.label, frame.url, page.final_url
    verdict.steps = list(page.steps)
    verdict.record_set = {
        "shape": record_set.shape,
        "rows": record_set.rows,
        "columns": [{"label": c.label, "value_type": c.value_type} for c in record_set.columns],
    }
    return verdict


def _undecided(criterion: Criterion, item: Item, sight: Sight) -> str:
    """Why absence is not proved (Portuguese); "" where it is."""
    if sight.entry_problem:
        return f"O portal não pôde ser visto: {sight.entry_problem}"
    if sight.cut_short:
        return f"O limite da auditoria acabou após {plural(sight.pages, 'página')}, antes de todos os lugares que prometiam “{criterion.name}”."
    # A place that is called as what the item tells ("Licitação") may show the item itself, too.
    told = (term for other in criterion.items if item.key in other.told_by for term in other.terms)
    found = doubt(sight.searched, (*item.terms, *told))
    if found is None:
        return "" if sight.answers else _nothing_seen(sight)
    if found.place is None:
        return f"Um caminho que podia levar a “{criterion.name}” não pôde ser visto: {found.reason}"
    name = (
        f"“{found.place.label}”, que prometia “{criterion.name}”,"
        if found.place.label
        else f"Um lugar de “{criterion.name}”"
    )
    return f"{name} não respondeu: {found.reason}"


def _not_understood(criterion: Criterion, item: Item, sight: Sight) -> str:
    """Which label of the criterion's pages may be the item, or tell it in other words (Portuguese); "" for none."""
    one = one_that_may_be(item, sight.unread)
    if one is None:
        return ""
    if one.item:
        return f"Páginas de “{criterion.name}” trazem “{one.column.label}”, que pode dizer “{item.label}” por outras palavras: quem lê decide se basta."
    return f"Páginas de “{criterion.name}” trazem “{one.column.label}”, rótulo que o programa não conhece e que pode ser “{item.label}”."


def _not_yet(item: Item, part: str, where: str) -> str:
    """That no record was seen that has run its course (Portuguese)."""
    return f"“{part}”, onde viria “{item.label}”, ainda está sem dados nos registros abertos, e nenhum mais adiantado foi visto: {where}."


def _nothing_seen(sight: Sight) -> str:
    seen = f"Em {plural(sight.pages, 'página vista', 'páginas vistas')} não há registro de critério algum"
    return f"{seen}: {sight.entry_silence or 'é pouco para dizer que o portal não publica'}."


def _absent(criterion: Criterion, item: Item, empty: Finding | None, sight: Sight) -> str:
    if empty is not None:
        return f"O rótulo “{empty.label}” existe, mas sem dados, também depois de tentados os filtros."
    if sight.pages_of_criterion:
        pages = plural(sight.pages_of_criterion, "página vista", "páginas vistas")
        return f"{pages} com registros de “{criterion.name}”; nenhuma traz “{item.label}”."
    seen = plural(sight.pages, "página vista", "páginas vistas")
    if any(place.promise >= NAMED for place in sight.searched.places):
        return f"{seen}; os lugares que prometiam “{criterion.name}” responderam, e nenhum traz registros."
    return f"{seen}; nenhum menu nomeia “{criterion.name}”, e nenhuma traz registros."


STATES: dict[Outcome, str] = {
    "records": "mostra registros",
    "other": "mostra registros que não são de nenhum critério",
    "none": "diz que não há registros",
    "empty": "mostra uma lista sem linhas",
    "leads_on": "leva a outros lugares",
}
"""How a place that has answered is told to people."""


def in_words(place: Place, harmless: frozenset[str]) -> str:
    """A place and what it answered (Portuguese)."""
    return f"{place.words}: {state_of(place, harmless)}"


def state_of(place: Place, harmless: frozenset[str]) -> str:
    """What a place has answered, or why it has not (Portuguese)."""
    return place.without_answer(harmless) or STATES[place.outcome]
