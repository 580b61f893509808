"""Whether a label or a text says one of the terms of a requirement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from transparency.aspects.words import Words
from transparency.classify.language import Language, Token, same_word, stem
from transparency.classify.parts import parts
from transparency.matrix import load_matrix
from transparency.matrix.cycle import Requirement
from transparency.text import normalize

MOST_BESIDES = 2
"""So many words that say something else may stand in a label beside a term of its own kind."""
KNOWN = 4096


class Labels:
    """The terms of a requirement, ready for comparing with labels."""

    def __init__(self, requirement: Requirement, words: Words) -> None:
        asked = [*requirement.content, *(requirement.filter.fields if requirement.filter else ())]
        terms = [term for one in asked for term in one.terms]
        self.language = Language(load_matrix().vocabulary, terms)
        topic = {token.stem for name in requirement.search for token in self.language.tokens(name)}
        neutral = {token.stem for name in words.neutral for token in self.language.tokens(name)}
        self._harmless = self.language.harmless | self.language.periods | (topic - self.language.changing) | neutral
        self.says = lru_cache(maxsize=KNOWN)(self._says)
        self.tells = lru_cache(maxsize=KNOWN)(self._tells)

    def _says(self, label: str, terms: tuple[str, ...]) -> str:
        """The term that a label says as a whole, whatever its order, plural or abbreviations; "" for none."""
        for part, _ in parts(label):
            tokens = self.language.tokens(part)
            for term in terms:
                if normalize(part) == normalize(term) or self._named(tokens, self.language.tokens(term)):
                    return term
        return ""

    def _named(self, tokens: Sequence[Token], wanted: Sequence[Token]) -> bool:
        """Whether the words of a label hold those of a term, and nothing beside them makes it another thing."""
        left = list(tokens)
        for one in wanted:
            found = next((t for t in left if same_word(t, one, self.language.apart)), None)
            if found is None:
                return False
            left.remove(found)
        if not wanted or any(_stands_for(t, self.language.denying) for t in left):
            return False
        besides = [t for t in left if not self._is_harmless(t)]
        if not besides:
            return True
        telling = [t for t in tokens if not self._is_harmless(t)]
        first = bool(telling) and any(same_word(telling[0], one, self.language.apart) for one in wanted)
        generic = len(wanted) == 1 and self._is_harmless(wanted[0])
        changed = any(_stands_for(t, self.language.changing) for t in besides)
        return first and not generic and not changed and len(besides) <= MOST_BESIDES

    def _is_harmless(self, token: Token) -> bool:
        return token.stem in self._harmless or token.stem.isdigit() or not self._harmless.isdisjoint(token.expansions)

    def _tells(self, text: str, terms: tuple[str, ...]) -> str:
        """The term that stands somewhere in a text, its words one after the other; "" for none."""
        said = f" {' '.join(self._stems(text))} "
        for term in terms:
            stems = self._stems(term)
            if stems and f" {' '.join(stems)} " in said:
                return term
        return ""

    def _stems(self, text: str) -> list[str]:
        return [stem(word) for word in normalize(text).split() if word not in self.language.stops]


def _stands_for(token: Token, group: set[str]) -> bool:
    return token.stem in group or bool(token.expansions and set(token.expansions) <= group)


@lru_cache(maxsize=256)
def labels_of(requirement: Requirement, words: Words) -> Labels:
    """The terms of a requirement, compiled once."""
    return Labels(requirement, words)


def holds(text: str, terms: Iterable[str]) -> str:
    """The first of some normalised terms that a normalised text holds as whole words; "" for none.

    >>> holds("ir para o mapa do site", ("mapa do site",)), holds("mapas", ("mapa",))
    ('mapa do site', '')
    """
    padded = f" {text} "
    return next((term for term in terms if f" {term} " in padded), "")
