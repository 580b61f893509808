"""Normalisation: the one place where accents, case, space and punctuation are folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

DROPPED = ".,:;!?\"'()[]{}*|–—-_/\\ºª°"
"""Punctuation that carries no meaning in a label. Folded to a space, so that "CPF/CNPJ" and "CPF - CNPJ" are two words."""

_DROPPED = re.compile(f"[{re.escape(DROPPED)}]")
_DOTTED = re.compile(r"\b([^\W\d_]{3,})\.(?!\w)")
_SPACE = re.compile(r"\s+")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Ý])")


def strip_accents(text: str) -> str:
    """``"Licitação"`` → ``"Licitacao"``; keeps case and everything that is not a combining mark."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


@lru_cache(maxsize=65536)
def normalize(text: str) -> str:
    """Fold accents, case, punctuation and white space: ``" Nº  Licitação: "`` → ``"n licitacao"``."""
    folded = strip_accents(text).casefold()
    return _SPACE.sub(" ", _DROPPED.sub(" ", folded)).strip()


def spelled_out(text: str, abbreviations: Mapping[str, Sequence[str]]) -> str:
    """A text with its dotted abbreviations written out, each by the first of its meanings.

    >>> spelled_out("Rec. Extra-Orç.", {"rec": ["receita"], "orc": ["orçamentária"]})
    'receita Extra-orçamentária'
    """

    def written(found: re.Match[str]) -> str:
        meanings = abbreviations.get(normalize(found[1]), ())
        return meanings[0] if meanings else found[0]

    return _DOTTED.sub(written, text) if "." in text else text


def words(text: str) -> list[str]:
    """The normalised words of a text, in order."""
    return normalize(text).split()


def identifier_words(text: str) -> list[str]:
    """Words of an address or id, camel case split: ``"DetalhesEmpenho.aspx"`` → ``["detalhes", "empenho", "aspx"]``."""
    return words(re.sub(r"[=&%+#?~@]", " ", _CAMEL.sub(" ", text)))
