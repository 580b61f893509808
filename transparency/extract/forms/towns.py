"""Portals of many towns: whether a text names the town that is audited, and which of several does.

A court of accounts, a state or a vendor shows many towns in one portal. What is to be audited is told by its name alone,
which may stand with its body, its state or a code ("Prefeitura Municipal de Rio Claro - SP", "3543907 Rio Claro").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from transparency.text import normalize

LIST = 3
"""So many entries make a list of towns."""
LETTERS = 5
"""So many single letters side by side make an index."""
BARE, MARKED, FOLLOWED = 3, 2, 1
_JOINING = frozenset("de do da dos das d e del".split())
_LETTER = re.compile(r"([a-z])(?: (?:a |ate )?([a-z]))?")
_CODE = re.compile(r"\d\S*|cod|codigo|ibge|hab|habitantes|populacao|uf")


@dataclass(frozen=True)
class Place:
    """The town that is audited."""

    name: str = ""
    """As it is written."""
    state: tuple[str, ...] = ()
    """Code and name of its state, normalised."""
    bodies: tuple[str, ...] = ()
    """What may stand before its name ("prefeitura municipal"), normalised."""

    def named(self, text: str) -> int:
        """How surely a text names the town: BARE by nothing else (its body and state apart), MARKED with a code or number
        behind its name, FOLLOWED by other words, 0 not at all. "Rio Claro do Sul" is another town than "Rio Claro"."""
        name = normalize(self.name).split()
        rest = self.without_body(text)
        if not name or rest[: len(name)] != name:
            return 0
        after = rest[len(name) :]
        if not after or " ".join(after) in self.state:
            return BARE
        if _CODE.fullmatch(after[0]) or after[0] in self.state:
            return MARKED
        return 0 if after[0] in _JOINING else FOLLOWED

    def in_state(self, text: str) -> bool:
        """Whether a text is the state of the town: its code, its name, or both."""
        told = normalize(text)
        return bool(told) and told in (*self.state, " ".join(self.state), " ".join(reversed(self.state)))

    def without_body(self, text: str) -> list[str]:
        """The words of a text from the name of its town on: without codes, and without the body that it is."""
        told = normalize(text).split()
        while told and _CODE.fullmatch(told[0]):
            told = told[1:]
        for body in sorted(self.bodies, key=len, reverse=True):
            said = body.split()
            if told[: len(said)] == said and len(told) > len(said):
                told = told[len(said) :]
                return told[1:] if told[0] in _JOINING else told
        return told

    def pick(self, texts: Sequence[str]) -> int | None:
        """Which of several names the town: the surest, and one alone where the name is only the beginning."""
        sure = [self.named(text) for text in texts]
        best = max(sure, default=0)
        if not best or (best == FOLLOWED and sure.count(best) > 1):
            return None
        return sure.index(best)

    def one_of_many(self, texts: Sequence[str]) -> int | None:
        """The same in what must be a list of towns: where the bodies of one town are listed, none is chosen so."""
        found = self.pick(texts)
        if found is None or len(texts) < LIST or 2 * sum(map(bool, map(self.named, texts))) > len(texts):
            return None  # records of one town, each with its name
        if self.named(texts[found]) == FOLLOWED and not _end_alike(texts, found):
            return None  # a headline that begins with the name, among others
        bodies = [normalize(text) != " ".join(self.without_body(text)) for text in texts]
        others = {" ".join(self.without_body(text)) for text in texts}
        if bodies[found] and (sum(bodies) < LIST or len(others) < LIST):
            return None
        return found

    def letter(self, labels: Iterable[str]) -> int | None:
        """Which entry of an alphabetical index the town stands under ("R", "Q a T")."""
        told = [_LETTER.fullmatch(normalize(label)) for label in labels]
        if len(told) < LETTERS or not all(told) or len({m[0] for m in told if m}) < len(told):
            return None
        first = normalize(self.name)[:1]
        return next((n for n, m in enumerate(told) if m and m[1] <= first <= (m[2] or m[1])), None)


def _end_alike(texts: Sequence[str], place: int) -> bool:
    """Whether most of some texts end with the word that one of them ends with ("Ver"): what follows a name in a list of towns
    follows the others, too."""
    last = [normalize(text).split()[-1:] for text in texts]
    return 2 * last.count(last[place]) > len(last)


NOWHERE = Place()
"""No town in particular."""
