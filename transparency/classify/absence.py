"""Absence is proved: what every place that promised a criterion answered, and whether that allows to say ``absent``."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from transparency.text import words

Outcome = Literal[
    "records", "other", "none", "empty", "leads_on", "no_answer", "inert", "obstacle", "refused", "untried"
]
"""How a place ended. ``records``: it shows data of a criterion. ``other``: it shows records that are of none. ``none``: it says
that there are none. ``empty``: it shows headings over no rows. ``leads_on``: it only offers further places, which have outcomes
of their own. ``no_answer``: it shows none of these. ``inert``: pressing what promised it changed nothing, and nothing failed.
``obstacle``: it could not be read (the portal failed or refused). ``refused``: this program would not ask it. ``untried``: it
was not visited."""
ANSWERS: frozenset[Outcome] = frozenset({"records", "other", "none", "empty"})
"""Outcomes by which a place has answered."""
READ: frozenset[Outcome] = ANSWERS | {"leads_on", "no_answer", "inert"}
"""Outcomes of places that were seen, whatever they showed."""
_BEST_FIRST: tuple[Outcome, ...] = (
    "records",
    "other",
    "none",
    "empty",
    "leads_on",
    "obstacle",
    "refused",
    "no_answer",
    "inert",
    "untried",
)
"""Of several tries at one place the first of these counts."""
NAMED = 0.55
"""A place that promises so much names the criterion; one that promises less is near it, or was found by chance."""


def ranks_before(one: Outcome, other: Outcome) -> bool:
    """Whether of two outcomes of one place the first counts."""
    return other == "untried" != one or _BEST_FIRST.index(one) < _BEST_FIRST.index(other)


FAILED_TRY = "try"
"""Key of the fault of a place that failed at one of several tries."""
Fault = tuple[str, str]
"""Something that failed on a page: a key by which the same is known on other pages, and words for it (Portuguese)."""


@dataclass(frozen=True)
class Ending:
    """How one try at a place ended."""

    outcome: Outcome
    reason: str = ""
    """Why it did not answer (Portuguese)."""
    faults: tuple[Fault, ...] = ()
    """What failed on its page: what the page says of data that are missing is not believed."""
    leads: frozenset[str] = frozenset()
    """Criteria that further places are offered for."""
    shows: frozenset[str] = frozenset()
    """Criteria that it shows records of."""
    node: str = ""
    """The page that was seen there."""


@dataclass
class Place:
    """A place of a portal that promised a criterion, or showed it, and what it answered."""

    words: str
    """How a visitor gets there, with the address (Portuguese)."""
    label: str = ""
    """What was written on what leads there."""
    promise: float = 0.0
    """How much that promises the criterion: 1 names it and nothing else, 0 for a place that was found by chance."""
    within: bool = False
    """It is a step within a page of the criterion: a query, a record's details."""
    shared: bool = False
    """Its label names other criteria as well ("Receitas")."""
    outcome: Outcome = "untried"
    reason: str = ""
    """Why it did not answer (Portuguese)."""
    faults: tuple[Fault, ...] = ()
    """What failed on its page."""
    node: str = ""
    """The page that was seen there; empty where none was."""
    html: str = ""
    """That page, as it is stored with the audit."""
    picture: str = ""
    """A small picture of it, likewise."""
    led: bool = False
    """It leads to pages that show records of the criterion, and that other places led to before."""

    @property
    def answered(self) -> bool:
        """Whether it has answered."""
        return self.outcome in ANSWERS

    def take(self, ending: Ending) -> None:
        """Take in one try at it; of several the best counts."""
        failed = next((one.reason for one in (self, ending) if one.outcome == "obstacle"), "")
        if ranks_before(ending.outcome, self.outcome):
            self.outcome, self.reason, self.faults, self.node = (
                ending.outcome,
                ending.reason,
                ending.faults,
                ending.node,
            )
        if failed and self.outcome in ("none", "empty"):  # of another year, which may have records
            self.faults = (*self.faults, (FAILED_TRY, failed))

    def without_answer(self, harmless: Collection[str]) -> str:
        """Why it gives no answer (Portuguese), or "" where it gives one or only leads on. ``harmless``: keys of faults
        that pages show in spite of which there are data."""
        if self.outcome == "records":
            return ""
        faults = [said for key, said in self.faults if key not in harmless]
        if self.answered or self.outcome == "leads_on":
            return faults[0] if faults else ""
        return faults[0] if faults and self.outcome == "no_answer" else self.reason or _REASONS[self.outcome]


ASTRAY = "só leva a outros lugares, e nenhum deles respondeu"
_REASONS: dict[Outcome, str] = {
    "no_answer": "a página não mostra registros, nem diz que não os há",
    "inert": "foi acionado, e nada mudou na página",
    "obstacle": "não pôde ser lido",
    "refused": "este programa não envia o formulário que a página pede",
    "untried": "não foi visitado",
}


@dataclass(frozen=True)
class Searched:
    """What a walk over a portal has seen of one criterion."""

    places: Sequence[Place] = ()
    harmless: frozenset[str] = frozenset()
    """Keys of faults of pages that show data all the same."""
    ways: tuple[str, ...] = ()
    """Why places that promised something, but no criterion by name, could not be seen."""

    @property
    def answered(self) -> list[Place]:
        """The places that have answered."""
        return [place for place in self.places if place.answered and not place.without_answer(self.harmless)]


@dataclass(frozen=True)
class Doubt:
    """Why an absence is not proved."""

    place: Place | None
    reason: str


def doubt(searched: Searched, terms: Iterable[str] = ()) -> Doubt | None:
    """Why it cannot be said that an item of a criterion is absent; None where it can. ``terms``: what the item is called.

    A place that gave no answer counts where it promised as much as the best that shows records of the criterion, belongs to a
    page of the criterion, or names the item; so does one that only leads to places that gave none. What may be a mere menu counts
    only where no records of the criterion were seen. Where no place that names the criterion has answered, whatever promised it
    counts."""
    silent = [(place, why) for place in searched.places if (why := place.without_answer(searched.harmless))]
    answered = searched.answered
    if any(place.promise >= NAMED or place.within or place.outcome == "records" for place in answered):
        best = max((place.promise for place in answered if place.outcome == "records"), default=0.0)
        item = [frozenset(words(term)) for term in terms]
        counted = [
            (place, why)
            for place, why in silent
            if (place.promise >= NAMED and _names(place.label, item))
            or (
                (place.within or place.promise >= max(best, NAMED))
                and not (best and _is_mere_menu(place, searched.harmless))
            )
        ]
        counted += [
            (place, ASTRAY)
            for place in searched.places
            if place.outcome == "leads_on"
            and place.promise >= max(best, NAMED)
            and _leads_astray(place, searched.places)
        ]
        if counted:
            return Doubt(*min(counted, key=lambda one: -one[0].promise))
        return None
    counted = [(p, why) for p, why in silent if p.promise >= NAMED or p.within or p.outcome in ("obstacle", "untried")]
    # what only leads on to places that do not answer has not answered, either; a menu of several criteria has none of its own
    leading = (p for p in searched.places if p.outcome == "leads_on" and p.promise >= NAMED)
    counted += [(p, ASTRAY) for p in leading if not (p.shared or p.led)]
    if counted:
        return Doubt(*min(counted, key=lambda one: -one[0].promise))
    if searched.ways:
        return Doubt(None, searched.ways[0])
    return None


def _leads_astray(place: Place, places: Iterable[Place]) -> bool:
    """Whether none of the places that were reached through another one has answered, or led to records, where any were. A menu of
    several criteria has none of its own."""
    way = f"{place.words.rpartition(' (')[0]} › "
    through = [other for other in places if other.words.startswith(way)]
    led = place.led or any(other.answered or other.led for other in through)
    return not (place.shared or led) and bool(through)


def _is_mere_menu(place: Place, harmless: Collection[str]) -> bool:
    """Whether a place may be the open tab or the head of a menu: nothing failed there, and pressing it changed nothing, or it
    names other criteria as well."""
    failed = any(key not in harmless for key, _ in place.faults)
    return not failed and (place.outcome == "inert" or (place.outcome == "no_answer" and place.shared))


def _names(label: str, item: Iterable[frozenset[str]]) -> bool:
    said = frozenset(words(label))
    return any(term and term <= said for term in item)
