"""Normalisation: the one place where accents, case, space and punctuation are folded."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

_UNSEEN = r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\ufffd]"
"""Characters that have no width or only turn the order of others, and what stands for one that was taken out."""
UNSEEN_IN_NUMBERS = re.compile(rf"(?<=[0-9.,/()+ -]){_UNSEEN}+(?=[0-9.,/()+ -])")
"""Those within what a reader sees as one number."""


SOFT_HYPHEN = "\u00ad"
"""Where a word may be broken at the end of a line."""


class _Plain(dict[int, int]):
    """Characters and what they are written as in plain text, filled as they turn up."""

    def __missing__(self, code: int) -> int:
        self[code] = found = ord(_plain_character(chr(code)))
        return found


_PLAIN = _Plain()


class _Apart(dict[int, str | int]):
    """Characters and what they are written as so that a picture among letters is a word of its own, filled as they turn up."""

    def __missing__(self, code: int) -> str | int:
        picture = unicodedata.category(chr(code)) in ("So", "Co")  # ▦, 😀, the glyphs of icon fonts
        self[code] = found = f" {chr(code)} " if picture else code
        return found


_APART = _Apart()


def plain(text: str) -> str:
    """A text with its digits, spaces, hyphens and letters of any form as those of ASCII, one for one: full-width ones,
    mathematical ones, digits of other scripts, spaces that do not break. What is small beside a word (², º) stays.

    >>> plain("ＣＰＦ\u00a0５２９．𝟗𝟖𝟐．２４７–２٥, 10 m² nº 3")
    'CPF 529.982.247-25, 10 m² nº 3'
    """
    return text if text.isascii() else text.translate(_PLAIN)


def legible(text: str) -> str:
    """A plain text without the characters that nobody sees in its numbers."""
    return UNSEEN_IN_NUMBERS.sub("", plain(text))


def _plain_character(character: str) -> str:
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    if unicodedata.category(character) == "Pd" or character == "\u2212":
        return "-"
    if unicodedata.category(character) in ("No", "Lm") or character in "ªº":
        return character
    compatible = unicodedata.normalize("NFKC", character)
    return compatible if len(compatible) == 1 and compatible.isascii() else character


DROPPED = ".,:;!?…\"'()[]{}*|–—-_/\\ºª°"
"""Punctuation that carries no meaning in a label. Folded to a space, so that "CPF/CNPJ" and "CPF - CNPJ" are two words."""

_DROPPED = re.compile(f"[{re.escape(DROPPED)}]")
_DOTTED = re.compile(r"\b([^\W\d_]{3,})\.(?!\w)")
_SPACE = re.compile(r"\s+")
_CAMEL = re.compile(r"(?<=[a-zà-ÿ0-9])(?=[A-ZÀ-Ý])")


def strip_accents(text: str) -> str:
    """``"Licitação"`` → ``"Licitacao"``; keeps case and everything that is not a combining mark, nor marks where a word may be
    broken (a soft hyphen)."""
    decomposed = unicodedata.normalize("NFD", text.replace(SOFT_HYPHEN, ""))
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))


@lru_cache(maxsize=8192)
def normalize(text: str) -> str:
    """Fold accents, case, punctuation and white space: ``" Nº  Licitação: "`` → ``"n licitacao"``. A picture
    that stands for an icon is a word of its own: ``"▦Receitas"`` → ``"▦ receitas"``."""
    folded = strip_accents(plain(text)).casefold()
    if not folded.isascii():
        folded = folded.translate(_APART)
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


def plural(count: int, one: str, many: str = "") -> str:
    """A count and its noun, as people read them (Portuguese).

    >>> plural(1, "página"), plural(2, "página"), plural(3000, "nó visitado", "nós visitados")
    ('1 página', '2 páginas', '3.000 nós visitados')
    """
    return f"{count:,}".replace(",", ".") + f" {one if count == 1 else many or f'{one}s'}"
