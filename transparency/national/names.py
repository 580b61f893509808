"""Which requirements a label, a heading or an address names, and how fully."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from transparency.crawl.phrases import phrase, strength
from transparency.matrix.cycle import Cycle, Requirement

CLOSE = 0.9
"""Of the requirements that a label names those count whose strength is this share of the best one's."""
WEAK = 0.6
"""A label of which a term accounts for less speaks of something else, too."""
NEIGHBOUR = 0.4
"""What is left of a requirement that is named where a neighbour is named as well."""

ONE_OF_SEVERAL, SURE = 0.9, 0.9
"""Of what a label counts up a part that says nothing else (``SURE``) is named by so much of that (``ONE_OF_SEVERAL``)."""
_COUNTED_UP = re.compile(r",\s*(?:e\s+)?|\s+e\s+")
_LETTERS = re.compile(r"\(([A-Z]{3,8})\)\s*$")
Named = Mapping[str, float]
"""Requirement → strength, from 0 (exclusive) to 1."""


class Names:
    """The names of the requirements of a cycle."""

    def __init__(self, cycle: Cycle) -> None:
        self.terms = {one.id: _phrases((*one.search, *_papers(one))) for one in cycle.requirements}
        self.neighbours = {one.id: _phrases(one.neighbours) for one in cycle.requirements}
        self.links = _phrases(cycle.links)
        self._of = lru_cache(maxsize=16384)(self._find)

    def of(self, label: str) -> Named:
        """The requirements that a label names, of several those that it names best; of a label that counts things up ("Licitações,
        dispensas e inexigibilidades") what each of them names. Letters in brackets stand for all of it ("LRF – Execução orçamentária
        (RREO)")."""
        found = self._of(phrase(label))
        if short := _LETTERS.search(label):
            return max(found, self._of(phrase(short[1])), key=_most)
        told = [self._of(phrase(part)) for part in _COUNTED_UP.split(label)] if "," in label else []
        each = {key: ONE_OF_SEVERAL * value for one in told for key, value in one.items() if value >= SURE}
        return {**each, **found}

    def leads_to_portal(self, label: str) -> bool:
        """Whether a label is called as what leads from a town's site to its portal is."""
        text = phrase(label)
        return any(strength(text, term) >= WEAK for term in self.links)

    def _find(self, text: str) -> Named:
        found: dict[str, float] = {}
        for key, terms in self.terms.items():
            best, own = max(((strength(text, term), term) for term in terms), default=(0.0, ""))
            if best and any(term in text and term not in own for term in self.neighbours[key]):
                best *= NEIGHBOUR
            if best:
                found[key] = best
        most = max(found.values(), default=0.0)
        return {key: value for key, value in found.items() if value >= most * CLOSE}


def _most(named: Named) -> float:
    """How fully what is named most is named."""
    return max(named.values(), default=0.0)


def _papers(requirement: Requirement) -> tuple[str, ...]:
    """The names of the documents that a requirement asks for: a link that bears one leads to it."""
    return tuple(term for one in requirement.content for term in one.terms) if requirement.kind == "documents" else ()


def _phrases(terms: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for term in terms if (text := phrase(term)).strip()))
