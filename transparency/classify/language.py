"""The words of labels: what is left of them when their order, plural, gender, abbreviations and small slips are forgiven."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from rapidfuzz.distance import DamerauLevenshtein

from transparency.matrix import Vocabulary
from transparency.text import identifier_words, normalize, strip_accents

_MARKUP = re.compile(r"\(\s*(?:R\$|em R\$|reais|%|\$)\s*\)|R\$", re.I)
_INDICATOR = re.compile(
    r"(?<![A-Za-zÀ-ÿ])[nN]\s?[º°](?![A-Za-zÀ-ÿ])\.?|^[nN]o\.?(?=\s)|(?<![A-Za-zÀ-ÿ])[nN]o?\.(?=\s|$)"
)
_HOW_MANY = re.compile(r"(?<!\w)n(?:[úu]mero|[úu]m\.?|ro?\.?|[º°o.]+)\s?de\s+(?=\w{3,}s\b)", re.I)
"""What counts things ("Número de contratos") is no number that one of them has."""
_ACRONYM = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]\.){2,}")
_VOWEL = re.compile(r"[aeiou]")
_TOKEN = re.compile(r"[a-z0-9%$]+\.?")
IDENTIFIER = re.compile(r"[a-zà-ÿ][A-ZÀ-Ý]|_")
"""What stands in names that programs give, and in no other word."""
_TYPED = re.compile(r"(?<=\w)\s?\(\d+(?:\s*,\s*\d+)?\)")
"""The size of a type: ``numeric(15,2)``."""
_OPTIONAL_ENDING = re.compile(r"\((?:a|o|s|as|os|es|a/s)\)", re.I)
_LOST = re.compile(r"(?=\w*\ufffd)[^\W\d_]*(?:\ufffd+[^\W\d_]*)+")
"""A word of which a server lost letters, those with accents mostly ("ESPECIFICA\ufffd\ufffdO")."""


RUN_TOGETHER = range(6, 41)
"""Letters that a name may have that is parted into the words that a program ran together."""
CUT_SHORT = range(3, 8)
"""Letters that a word has which is written without its end ("DOT INI", "SETOR REQ")."""
SWAPPED_FROM = 6
"""Letters of which a word has at least that is known again with two of them changed about."""


@lru_cache(maxsize=8192)
def stem(word: str) -> str:
    """Fold plural and gender of a normalised Portuguese word: ``arrecadadas`` → ``arrecadad``."""
    if len(word) > 4:
        for ending, replacement in (
            ("oes", "ao"),
            ("aes", "ao"),
            ("ais", "al"),
            ("eis", "el"),
            ("ores", "or"),
            ("ens", "em"),
            ("res", "r"),
        ):
            if word.endswith(ending):
                word = word[: -len(ending)] + replacement
                break
        else:
            if word.endswith("s") and not word.endswith("ss"):
                word = word[:-1]
    elif len(word) == 4 and word.endswith("s"):
        word = word[:-1]
    if len(word) > 4 and word[-1] in "aoe" and not word.endswith("ao"):
        word = word[:-1]
    return word


@dataclass(frozen=True)
class Token:
    """A word of a label: its stem, the stems it may stand for (an abbreviation, a synonym), and itself, as it is written."""

    stem: str
    expansions: tuple[str, ...] = ()
    dotted: bool = False
    word: str = ""


class Language:
    """The common words of a matrix, ready for comparing. One per vocabulary. ``terms``: those of its items; ``others``: all other
    words that it knows."""

    def __init__(self, vocabulary: Vocabulary, terms: Iterable[str] = (), others: Iterable[str] = ()) -> None:
        self.stops = {normalize(w) or w for w in vocabulary.stop_words}
        self.harmless = {stem(t) for w in vocabulary.harmless for t in normalize(w).split()}
        self.changing = {stem(t) for w in vocabulary.changing for t in normalize(w).split()}
        self.periods = {stem(t) for w in vocabulary.periods for t in normalize(w).split()}
        self.denying = {stem(t) for w in vocabulary.denying for t in normalize(w).split()}
        self.generic = {normalize(w) for w in vocabulary.generic}
        self.column_types = {normalize(w) or w for w in vocabulary.column_types}
        self.abbreviations: dict[str, tuple[str, ...]] = {}
        self.phrases: dict[str, tuple[str, ...]] = {}
        for key, expansions in vocabulary.abbreviations:
            single = [stem(normalize(e)) for e in expansions if " " not in e]
            if single:
                self.abbreviations[normalize(key)] = tuple(single)
            else:
                self.phrases[normalize(key)] = tuple(normalize(expansions[0]).split())
        self.synonyms = {
            stem(normalize(key)): tuple(stem(normalize(word)) for word in meant) for key, meant in vocabulary.synonyms
        }
        self.apart = frozenset(frozenset(stem(w) for w in normalize(pair).split()) for pair in vocabulary.apart)
        self._trifles: dict[str, list[str]] = defaultdict(list)
        """Letters → the words that say nothing by themselves and are made of these."""
        for trifle in (t for w in vocabulary.harmless for t in normalize(w).split() if len(t) >= SWAPPED_FROM):
            self._trifles["".join(sorted(trifle))].append(trifle)
        self._adding = self.harmless | self.changing
        self._tokens: dict[str, tuple[Token, ...]] = {}
        self._words = {w for term in terms for w in normalize(term).split() if len(w) > 3} - self.stops
        whole = {w for term in others for w in normalize(term).split()}
        self._stems = {stem(w) for w in (*self._words, *whole)} | self.harmless | self.changing | self.periods
        self._others = whole
        self._common = (*vocabulary.harmless, *vocabulary.changing, *vocabulary.periods)

    @cached_property
    def _spellings(self) -> tuple[str, str]:
        """The words of items and abbreviations, and all words that are known: few pages have labels that ask for them."""
        named = {*self._words, *self.abbreviations}
        common = {w for term in self._common for w in normalize(term).split()}
        return " ".join(sorted(named)), " ".join(sorted(named | self._others | common))

    def tokens(self, label: str) -> tuple[Token, ...]:
        """The meaningful words of a label, in order, none twice."""
        known = self._tokens.get(label)
        if known is not None:
            return known
        raw = self.named(_LOST.sub(lambda found: self._legible(found[0]), label))
        raw = _OPTIONAL_ENDING.sub("", _INDICATOR.sub(" número ", _HOW_MANY.sub(" quantidade ", _MARKUP.sub(" ", raw))))
        if " " not in raw.strip():
            names = identifier_words(raw) if IDENTIFIER.search(raw) else [raw]
            raw = " ".join(word for name in names for word in self._parted(name))
        raw = _ACRONYM.sub(lambda m: m.group().replace(".", ""), raw)
        folded = strip_accents(raw).casefold().replace("º", " ").replace("ª", " ").replace("°", " ")
        found: list[Token] = []
        for match in _TOKEN.finditer(re.sub(r"(?<=\b[a-z])/(?=[a-z]\b)", "", folded)):
            word = match.group()
            dotted = word.endswith(".") and len(word) > 2
            word = self._put_right(word.rstrip("."))
            if not word:
                continue
            if word in self.phrases:
                found += [Token(stem(w), word=w) for w in self.phrases[word] if w not in self.stops]
                continue
            if word in self.abbreviations and (word not in self.stops or word in ("n", "no")):
                if word == "no" and found:
                    continue  # "pago no mês": a preposition
                found.append(Token(stem(word), self.abbreviations[word], dotted, word))
                continue
            if word in self.stops or (len(word) == 1 and word not in "%"):
                continue
            synonyms = self.synonyms.get(stem(word), ())
            found.append(Token(stem(word), synonyms, dotted or (not synonyms and self._is_cut_short(word)), word))
        unique = tuple({(t.stem, t.expansions, t.dotted): t for t in found}.values())
        self._tokens[label] = unique
        return unique

    def _legible(self, word: str) -> str:
        """A word without some of its letters as the one known word that it may be; as it is where there are several or none."""
        if word.casefold() == "n\ufffd":
            return "nº"
        parts = re.split("(\ufffd+)", strip_accents(word).casefold())
        for least, words in product(("", "1,"), self._spellings):  # a letter for each that was lost, or for several
            letters = "".join(f"[a-z]{{{least}{len(part)}}}" if "\ufffd" in part else part for part in parts)
            known = set(re.findall(rf"\b{letters}\b", words))
            if len(known) == 1:
                return known.pop()
        return word

    def _is_cut_short(self, word: str) -> bool:
        """Whether a word that is known nowhere is how one of the terms begins."""
        if len(word) not in CUT_SHORT or not word.isalpha() or stem(word) in self._stems:
            return False
        return any(known.startswith(word) for known in self._words)

    def _parted(self, name: str) -> list[str]:
        """The words that a program ran together ("nomecredor", "VLEMPENHO"); a name that is made of none as it is."""
        word = normalize(name)
        if len(word) not in RUN_TOGETHER or not word.isalpha() or word in self._words or word in self.abbreviations:
            return [name]
        return self._pieces(word, True) or [name]

    def _pieces(self, rest: str, first: bool = False) -> list[str]:
        """The known words that letters are made of from beginning to end, the longest first. What may begin them is an
        abbreviation that begins no other word: one without vowels."""
        for size in range(len(rest), 1, -1):
            piece = rest[:size]
            short = first and piece in self.abbreviations and not _VOWEL.search(piece)
            if not (short or piece in self._words):
                continue
            following = self._pieces(rest[size:]) if rest[size:] else []
            if following or not rest[size:]:
                return [piece, *following]
        return []

    def _put_right(self, word: str) -> str:
        """A word that says nothing by itself, where two letters of it changed places ("descirção"); any other word as it is."""
        if len(word) < SWAPPED_FROM:
            return word
        near = self._trifles.get("".join(sorted(word)), ())
        return next((trifle for trifle in near if _swapped(word, trifle)), word)

    def spells(self, label: str, term: str) -> bool:
        """Whether a label is a term, spelt out or not ("ORD. PAGTO", "ordem de pagamento")."""
        said, meant = self.tokens(label), self.tokens(term)
        return len(said) == len(meant) and all(same_word(a, b, self.apart) for a, b in zip(said, meant, strict=True))

    def named(self, label: str) -> str:
        """The name of a column without the type of what it holds ("abc NmServidor", "VL_PAGO numeric(15,2)")."""
        pieces = _TYPED.sub("", label).split()
        if len(pieces) != 2:
            return label
        for kind, name in (pieces, pieces[::-1]):
            word = normalize(kind) or kind
            plain = word not in self.abbreviations and stem(word) not in self._adding
            if word in self.column_types and (IDENTIFIER.search(name) or (plain and name[0].isalpha())):
                return name
        return label


def same_word(token: Token, term: Token, apart: frozenset[frozenset[str]] = frozenset()) -> bool:
    """Whether a label's word can be a term's word. ``apart``: stems that are near in letters and far in meaning."""
    if token.stem == term.stem:
        return True
    if token.expansions:
        return term.stem in token.expansions or bool(term.expansions and set(term.expansions) & set(token.expansions))
    if term.expansions and token.stem in term.expansions:
        return True
    if token.dotted and len(token.stem) >= 2 and term.stem.startswith(token.stem):
        return True
    if _swapped(token.word, term.word):
        return True
    one, other = token.stem, term.stem
    if min(len(one), len(other)) >= 5 and one[0] == other[0] and abs(len(one) - len(other)) <= 2:
        allowed = 1 if min(len(one), len(other)) < 9 else 2
        if DamerauLevenshtein.distance(one, other, score_cutoff=allowed) <= allowed:
            return frozenset((one, other)) not in apart and not _grown(one, other)
    return False


def _swapped(one: str, other: str) -> bool:
    """Whether words differ by two letters that changed places ("licitdao"), which makes no other word."""
    if len(one) != len(other) or len(one) < SWAPPED_FROM or sorted(one) != sorted(other):
        return False
    at = [n for n in range(len(one)) if one[n] != other[n]]
    return len(at) == 2 and at[1] == at[0] + 1


def _grown(one: str, other: str) -> bool:
    """Whether words differ by an ending or beginning that makes another word (empenho, empenhado; função, subfunção)."""
    if one.startswith(other) or other.startswith(one):
        return True
    if one[-2:] != other[-2:] and one[:-2] == other[:-2]:
        return True
    return one.startswith("sub") != other.startswith("sub") or one.startswith("des") != other.startswith("des")
