"""Labels and addresses as phrases: what is left of their words to be looked for in each other."""

from __future__ import annotations

import re
from functools import lru_cache

from transparency.text import identifier_words, words

_WORD = re.compile(r"\w")
_DIGITS = re.compile(r"\d+")


def numberless(text: str) -> str:
    """A text with a sign for each number: what is alike but for its numbers becomes the same ("Pregão 1/2026" → "Pregão #/#")."""
    return _DIGITS.sub("#", text)


@lru_cache(maxsize=8192)
def singular(word: str) -> str:
    """A rough singular, enough to compare menu words: ``licitacoes`` → ``licitacao``, ``empenhos`` → ``empenho``."""
    for plural, ending in (
        ("oes", "ao"),
        ("aes", "ao"),
        ("ais", "al"),
        ("eis", "el"),
        ("ns", "m"),
        ("res", "r"),
        ("zes", "z"),
    ):
        if word.endswith(plural) and len(word) > len(plural) + 2:
            return word[: -len(plural)] + ending
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


@lru_cache(maxsize=8192)
def phrase(text: str) -> str:
    """Normalised singular words with a space at both ends, so that terms can be looked for as whole words."""
    return f" {' '.join(singular(word) for word in words(text) if _WORD.search(word))} "


@lru_cache(maxsize=8192)
def address_phrase(text: str) -> str:
    """The same for addresses, ids and scripts."""
    return f" {' '.join(singular(word) for word in identifier_words(text))} "


def strength(text: str, term: str) -> float:
    """How fully a term (a phrase) accounts for a text (a phrase): 1 when they are equal, 0 when it is not in there."""
    if term not in text:
        return 0.0
    return 0.55 + 0.45 * len(term.split()) / max(1, len(text.split()))
