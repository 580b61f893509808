"""Labels to terms: which items of a criterion may a label name by its words alone?

A label is compared word by word with the terms of the matrix: order, plural, gender, abbreviations, compound names and small
slips are forgiven, a word that changes the meaning is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from transparency.classify.language import IDENTIFIER, Language, Token, same_word
from transparency.classify.parts import BRACKET, parts
from transparency.extract import microdata
from transparency.matrix import Item, Matrix
from transparency.text import normalize

STRONG = 0.7
"""Least score of a match by a strong term."""
WEAK = 0.6
"""Score of a weak term on its whole label."""
_OF = re.compile(r"(?<=\w)\s+d[aeo]s?\s+(?=\w)", re.I)


@dataclass(frozen=True)
class Term:
    """A term of an item, as its words are compared."""

    words: str
    tokens: tuple[Token, ...]
    weak: bool
    folded: str
    needs: frozenset[int]
    """The numbers of its tokens; a label that reaches not all of them does not say it."""


@dataclass(frozen=True)
class _Piece:
    """A label, or one that it may be made of, as it is compared with terms."""

    text: str
    factor: float
    """On the score of what it says."""
    tokens: tuple[Token, ...]
    """The words that may deny what it says."""
    glossed: bool
    """It stands beside the name in plain words, and must be strong to count."""


@dataclass(frozen=True)
class ItemTerms:
    """An item with its terms."""

    item: Item
    terms: tuple[Term, ...]
    vetoes: tuple[Token, ...]
    values: tuple[str, ...]
    owners: frozenset[str] = frozenset()
    """Stems of the words that may follow a term: whose it is."""


KNOWN = 8192
"""What so many labels or words say is remembered: those of a few portals."""
Reading = tuple[ItemTerms, float, bool, str]
"""An item that a label may name: (item, score, weak, term)."""


def _marks(token: Token) -> set[tuple[str, str]]:
    """What a word shares with one that ``same_word`` may take for it: how it begins, its letters in any order, itself, or what
    it may stand for."""
    letters = "".join(sorted(token.word))
    own = {("first", token.stem[:1]), ("stem", token.stem), ("letters", letters)}
    return own | {("expands", stem) for stem in token.expansions}


def _other_words(matrix: Matrix) -> Iterator[str]:
    """What a matrix knows besides the terms of its items: what menus, headings and other columns say."""
    words = matrix.vocabulary
    yield from (
        *words.generic,
        *words.besides,
        *words.navigation,
        *words.denying,
        *words.other_bodies,
        *words.query_buttons,
    )
    for subject in words.subjects:
        yield from (*subject.terms, *subject.columns)
    for one in matrix.criteria:
        yield from (
            *one.search,
            *one.about,
            *one.marks,
            *one.neighbours,
            *one.records,
            *one.anchors,
            *one.aggregates,
            *one.besides,
        )


class Terms:
    """The terms of a matrix, compiled once, and what a label says of them by its words alone."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        terms = (term for c in matrix.criteria for i in c.items for term in (*i.terms, *i.weak))
        self.language = Language(matrix.vocabulary, terms, _other_words(matrix))
        self._numbers: dict[Token, int] = {}
        """The tokens of all terms, numbered."""
        self._alike: dict[tuple[str, str], list[Token]] = {}
        """What words that can be one another have in common → the tokens of terms that have it."""
        self.nearby = lru_cache(maxsize=KNOWN)(self._nearby)
        self.reach = lru_cache(maxsize=KNOWN)(self._reach)
        self.readings = lru_cache(maxsize=KNOWN)(self._readings)
        self.compiled: dict[str, tuple[ItemTerms, ...]] = {
            c.id: tuple(self._compile(item, c.items) for item in c.items) for c in matrix.criteria
        }
        self.aggregates = {c.id: self.terms(c.aggregates) for c in matrix.criteria}
        self.anchors = {
            c.id: self.terms(a for a in c.anchors if a not in {i.key for i in c.items}) for c in matrix.criteria
        }
        self.besides = {c.id: self.terms((*c.besides, *matrix.vocabulary.besides)) for c in matrix.criteria}
        self.hints = {c.id: [(i.key, self.terms(i.hints)) for i in c.items if i.hints] for c in matrix.criteria}
        self.records = {c.id: self.terms(c.records) for c in matrix.criteria}
        self.subjects = {s.id: self.terms(s.columns) for s in matrix.vocabulary.subjects}
        self.types = {microdata.key(name): c.id for c in matrix.criteria for name in c.microdata}
        self.microdata: dict[str, dict[str, list[Item]]] = {}
        for criterion in matrix.criteria:
            named = self.microdata.setdefault(criterion.id, {})
            for item in criterion.items:
                for name in item.microdata:
                    named.setdefault(microdata.key(name), []).append(item)
        self.unrelated = {microdata.key(name) for name in matrix.vocabulary.other_properties}

    def _compile(self, item: Item, siblings: Sequence[Item]) -> ItemTerms:
        named = (t for other in siblings if other.key in item.owners for t in self.terms((*other.terms, *other.weak)))
        vetoes = tuple(t for word in item.vetoes for t in self.language.tokens(word))
        return ItemTerms(
            item,
            (*self.terms(item.terms), *self.terms(item.weak, True)),
            vetoes,
            tuple(normalize(v) for v in item.values),
            frozenset(term.tokens[0].stem for term in named if len(term.tokens) == 1),
        )

    def terms(self, words: Iterable[str], weak: bool = False) -> tuple[Term, ...]:
        return tuple(self._term(w, weak) for w in words)

    def _term(self, words: str, weak: bool) -> Term:
        tokens = self.language.tokens(words)
        if new := dict.fromkeys(token for token in tokens if token not in self._numbers):
            for token in new:
                self._numbers[token] = len(self._numbers)
                for mark in _marks(token):
                    self._alike.setdefault(mark, []).append(token)
            self.nearby.cache_clear()  # what was compared before knows nothing of it
            self.reach.cache_clear()
        return Term(words, tokens, weak, normalize(words), frozenset(self._numbers[token] for token in tokens))

    # -- one label

    def _reach(self, label: str) -> frozenset[int]:
        """The numbers of all tokens of terms that some word of a label can be."""
        return frozenset[int]().union(*map(self.nearby, self.language.tokens(label)))

    def _nearby(self, token: Token) -> frozenset[int]:
        """The numbers of the tokens of terms that a word of a label can be. Only those that have a mark of it are compared."""
        apart, alike = self.language.apart, self._alike
        marks = {*_marks(token), *(("stem", stem) for stem in token.expansions), ("expands", token.stem)}
        near = dict.fromkeys(wanted for mark in marks for wanted in alike.get(mark, ()))
        return frozenset(self._numbers[wanted] for wanted in near if same_word(token, wanted, apart))

    def sayable(self, label: str, terms: Iterable[Term]) -> list[Term]:
        """Those of some terms that a label may say: for all others its score is 0."""
        reach, folded = self.reach(label), normalize(label)
        return [term for term in terms if term.needs <= reach or term.folded == folded]

    def score(self, label: str, term: Term, owners: frozenset[str] = frozenset()) -> float:
        """How well a label says a term: 1 the same words, 0 not. ``owners``: words that may say besides whose it is."""
        tokens = self.language.tokens(label)
        if term.folded and normalize(label) == term.folded:
            return 1.0
        if not tokens or not term.tokens:
            return 0.0
        if not term.needs <= self.reach(label):
            return 0.0
        left = self._unsaid(tokens, term)
        if left is None:
            return 0.0
        if not left:
            return 0.97
        if len(left) == 1 and left[0].stem in owners and left[0] is tokens[-1]:
            return 0.93
        if term.weak:
            return 0.0
        if len(term.tokens) == 1 and term.folded in self.language.generic:
            return self._score_of_generic(label, left)
        return self._score_beside(left, term)

    def _unsaid(self, tokens: Sequence[Token], term: Term) -> list[Token] | None:
        """The words of a label that a term does not say; None where the label does not say the term."""
        left = list(tokens)
        for wanted in term.tokens:
            found = next((t for t in left if same_word(t, wanted, self.language.apart)), None)
            if found is None:
                return None
            left.remove(found)
        return left

    def _score_of_generic(self, label: str, left: Sequence[Token]) -> float:
        """How well a label says a word that says little by itself ("Data"), beside others: only a period may stand there, or, in
        the name that a program gives ("DsModalidade"), of what sort the column is."""
        if all(self.stands_for(token, self.language.periods) for token in left):
            return 0.8
        machine = " " not in self.language.named(label) and IDENTIFIER.search(label)
        return 0.9 if machine and all(token.expansions and self.is_trifle(token) for token in left) else 0.0

    def _score_beside(self, left: Sequence[Token], term: Term) -> float:
        """How well a label says a term beside other words, each of which costs something; one that changes the meaning all."""
        cost = 0.0
        for token in left:
            if self.stands_for(token, self.language.changing):
                return 0.0
            if self.is_trifle(token) or token.stem.isdigit():
                cost += 0.04
            elif len(term.tokens) == 1:
                return 0.0
            else:
                cost += 0.2
        return max(0.0, 0.94 - cost)

    def is_trifle(self, token: Token) -> bool:
        """Whether a word says nothing by itself, or may stand for one that does not."""
        return token.stem in self.language.harmless or not self.language.harmless.isdisjoint(token.expansions)

    @staticmethod
    def stands_for(token: Token, group: set[str]) -> bool:
        """Whether a word, written out, is one of a group."""
        return token.stem in group or bool(token.expansions and set(token.expansions) <= group)

    def names(self, label: str, terms: Sequence[Term]) -> float:
        """The best score of a label over some terms (compound labels by their parts)."""
        best = 0.0
        for part, factor in parts(label):
            tokens = self.language.tokens(part)
            stems = {t.stem for t in tokens}.union(*(t.expansions for t in tokens))
            for term in terms:
                # no slips of the pen here: the first word must be there
                if term.tokens and (term.tokens[0].stem in stems or not stems.isdisjoint(term.tokens[0].expansions)):
                    best = max(best, factor * self.score(part, term))
        return best

    def _readings(self, label: str, criterion: str) -> tuple[Reading, ...]:
        """All items that a label may name by its words alone: (item, score, weak, term)."""
        pieces = self._pieces(label, criterion)
        found = (self._reading(compiled, pieces, label) for compiled in self.compiled[criterion])
        return tuple(reading for reading in found if reading is not None)

    def _pieces(self, label: str, criterion: str) -> list[_Piece]:
        """A label and what it may be made of, without what a word over it or before it denies."""
        whole = self.language.tokens(label)
        gloss = (*self._gloss(label), *self._of_record(label, criterion))
        denied = self._denied(label)
        found = []
        for text, factor in (*parts(label), *gloss):
            if text not in denied:
                glossed = (text, factor) in gloss
                tokens = whole if text == label or glossed else self.language.tokens(text)
                found.append(_Piece(text, factor, tokens, glossed))
        return found

    def _denied(self, label: str) -> set[str]:
        """Parts of a label that the words over them deny, or those before a bracket: "Saldo (dotação)" is no allotment."""
        over, _, last = label.rpartition(" / ")
        denied = any(self.stands_for(t, self.language.denying) for t in self.language.tokens(over))
        found = {last} if denied else set()
        bracket = BRACKET.fullmatch(last.strip())
        head = self.language.tokens(bracket.group(1)) if bracket else ()
        if bracket and any(self.stands_for(t, self.language.changing) for t in head):
            found.add(bracket.group(2))
        return found

    def _reading(self, compiled: ItemTerms, pieces: Sequence[_Piece], label: str) -> Reading | None:
        """The best way in which a label says a term of an item."""
        best: Reading | None = None
        for piece in pieces:
            for term in self.sayable(piece.text, compiled.terms):
                score = 0.0 if piece.glossed and term.weak else self.score(piece.text, term, compiled.owners)
                score = score * piece.factor * (WEAK if term.weak else 1.0)
                if score <= (best[1] if best else 0.0):
                    continue
                tokens = self.language.tokens(label) if term.weak else piece.tokens
                if not self.vetoed(tokens, term, compiled.vetoes):
                    best = compiled, score, term.weak, term.words
        return best

    def _gloss(self, label: str) -> tuple[tuple[str, float], ...]:
        """The official name that stands in brackets after one in plain words ("Comprometido (empenhado)"), unless those make
        it another thing ("Saldo (empenhado)")."""
        told = BRACKET.fullmatch(label.strip())
        if told is None or sum(map(str.isalpha, told.group(2))) < 4:
            return ()
        plain = self.language.tokens(told.group(1))
        if len(plain) > 3 or any(self.stands_for(t, self.language.changing | self.language.denying) for t in plain):
            return ()
        return ((told.group(2), 0.92),)

    def _of_record(self, label: str, criterion: str) -> tuple[tuple[str, float], ...]:
        """What is said of the criterion's own records: "Favorecido da NE" names a payee."""
        for told in _OF.finditer(label):
            of = self.language.tokens(label[told.end() :])
            if of and any(all(any(same_word(t, w) for w in r.tokens) for t in of) for r in self.records[criterion]):
                return ((label[: told.start()], 0.95),)
        return ()

    def vetoed(self, tokens: Sequence[Token], term: Term, vetoes: Sequence[Token]) -> bool:
        """Whether one of some words changes the meaning of a term that does not hold it."""
        for veto in vetoes:
            if any(veto.stem == wanted.stem for wanted in term.tokens):
                continue
            if any(t.stem == veto.stem or veto.stem in t.expansions for t in tokens):
                return True
        return False
