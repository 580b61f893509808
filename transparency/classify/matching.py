"""Labels to items: which item of a criterion does a column or field name?

A label is compared word by word with the terms of the matrix: order, plural, gender, abbreviations, compound names and small
slips are forgiven, a word that changes the meaning is not. What the values look like may veto or decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import DamerauLevenshtein

from transparency.extract import microdata
from transparency.extract.values import has_person_id, is_action, is_period
from transparency.items import Column, RecordSet, ValueType
from transparency.matrix import Criterion, Item, Matrix, Vocabulary
from transparency.text import identifier_words, normalize, strip_accents

STRONG = 0.7
"""Least score of a match by a strong term."""
WEAK = 0.6
"""Score of a weak term on its whole label."""
TIE = 0.035
"""Items whose scores differ by no more share a label."""
_MARKUP = re.compile(r"\(\s*(?:R\$|em R\$|reais|%|\$)\s*\)|R\$", re.I)
_INDICATOR = re.compile(
    r"(?<![A-Za-zÀ-ÿ])[nN]\s?[º°](?![A-Za-zÀ-ÿ])\.?|^[nN]o\.?(?=\s)|(?<![A-Za-zÀ-ÿ])[nN]o?\.(?=\s|$)"
)
_ACRONYM = re.compile(r"(?<![A-Za-z])(?:[A-Za-z]\.){2,}")
_TOKEN = re.compile(r"[a-z0-9%$]+\.?")
_UNTIL = re.compile(
    r"\s*[(,-]?\s*\bat[ée]\s+(?:a|o|esta|este|hoje)\b(?:\s+(?:presente\s+)?(?:data|momento|dia))?\s*\)?$", re.I
)
"""When a sum was made, after its name."""
_SHARED_TAIL = re.compile(r"(\S+)\s*(?:\s+e\s+|/|\s+ou\s+)\s*(\S+)\s+(d[aeo]s?\s+.+)", re.I)
_BRACKET = re.compile(r"(.{3,}?)\s*\(([^()]{2,})\)\.?")
_OF = re.compile(r"(?<=\w)\s+d[aeo]s?\s+(?=\w)", re.I)
_IDENTIFIER = re.compile(r"[a-zà-ÿ][A-ZÀ-Ý]|_")
_TYPED = re.compile(r"(?<=\w)\s?\(\d+(?:\s*,\s*\d+)?\)")
"""The size of a type: ``numeric(15,2)``."""
_OPTIONAL_ENDING = re.compile(r"\((?:a|o|s|as|os|es|a/s)\)", re.I)


@dataclass(frozen=True)
class Match:
    """A column (by index) that names an item."""

    item: Item
    column: int
    score: float
    weak: bool = False
    term: str = ""
    settled: bool = False
    """A weak reading that the values bear out, or a label that its section completes: as telling as a strong one."""


@lru_cache(maxsize=65536)
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
    """A word of a label: its stem, and the stems it may stand for when it is abbreviated."""

    stem: str
    expansions: tuple[str, ...] = ()
    dotted: bool = False


class Language:
    """The common words of a matrix, ready for comparing. One per vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
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
        self.apart = frozenset(frozenset(stem(w) for w in normalize(pair).split()) for pair in vocabulary.apart)
        self._tokens: dict[str, tuple[Token, ...]] = {}

    def tokens(self, label: str) -> tuple[Token, ...]:
        """The meaningful words of a label, in order, none twice."""
        known = self._tokens.get(label)
        if known is not None:
            return known
        raw = self.named(label)
        if " " not in raw.strip() and _IDENTIFIER.search(raw):
            raw = " ".join(identifier_words(raw))
        raw = _OPTIONAL_ENDING.sub("", _INDICATOR.sub(" número ", _MARKUP.sub(" ", raw)))
        raw = _ACRONYM.sub(lambda m: m.group().replace(".", ""), raw)
        folded = strip_accents(raw).casefold().replace("º", " ").replace("ª", " ").replace("°", " ")
        found: list[Token] = []
        for match in _TOKEN.finditer(re.sub(r"(?<=\b[a-z])/(?=[a-z]\b)", "", folded)):
            word = match.group()
            dotted = word.endswith(".") and len(word) > 2
            word = word.rstrip(".")
            if not word:
                continue
            if word in self.phrases:
                found += [Token(stem(w)) for w in self.phrases[word] if w not in self.stops]
                continue
            if word in self.abbreviations and (word not in self.stops or word in ("n", "no")):
                if word == "no" and found:
                    continue  # "pago no mês": a preposition
                found.append(Token(stem(word), self.abbreviations[word], dotted))
                continue
            if word in self.stops or (len(word) == 1 and word not in "%"):
                continue
            found.append(Token(stem(word), (), dotted))
        unique = tuple(dict.fromkeys(found))
        self._tokens[label] = unique
        return unique

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
            plain = word not in self.abbreviations and stem(word) not in self.harmless | self.changing
            if word in self.column_types and (_IDENTIFIER.search(name) or (plain and name[0].isalpha())):
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
    one, other = token.stem, term.stem
    if min(len(one), len(other)) >= 5 and one[0] == other[0] and abs(len(one) - len(other)) <= 2:
        allowed = 1 if min(len(one), len(other)) < 9 else 2
        if DamerauLevenshtein.distance(one, other, score_cutoff=allowed) <= allowed:
            return frozenset((one, other)) not in apart and not _grown(one, other)
    return False


def _grown(one: str, other: str) -> bool:
    """Whether words differ by an ending or beginning that makes another word (empenho, empenhado; função, subfunção)."""
    if one.startswith(other) or other.startswith(one):
        return True
    if one[-2:] != other[-2:] and one[:-2] == other[:-2]:
        return True
    return one.startswith("sub") != other.startswith("sub") or one.startswith("des") != other.startswith("des")


@dataclass(frozen=True)
class _Term:
    words: str
    tokens: tuple[Token, ...]
    weak: bool
    folded: str
    needs: frozenset[int]
    """The numbers of its tokens; a label that reaches not all of them does not say it."""


@dataclass(frozen=True)
class _Compiled:
    item: Item
    terms: tuple[_Term, ...]
    vetoes: tuple[Token, ...]
    values: tuple[str, ...]
    owners: frozenset[str] = frozenset()
    """Stems of the words that may follow a term: whose it is."""


Reading = tuple[_Compiled, float, bool, str]
"""An item that a label may name: (item, score, weak, term)."""


class Matcher:
    """The terms of a matrix, compiled once."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.language = Language(matrix.vocabulary)
        self._numbers: dict[Token, int] = {}
        """The tokens of all terms, numbered."""
        self._near: dict[Token, frozenset[int]] = {}
        """A label's token → the numbers of those that it can be."""
        self.reach = lru_cache(maxsize=4096)(self._reach)
        self.compiled: dict[str, tuple[_Compiled, ...]] = {
            c.id: tuple(self._compile(item, c.items) for item in c.items) for c in matrix.criteria
        }
        self.aggregates = {c.id: self.terms(c.aggregates) for c in matrix.criteria}
        self.anchors = {
            c.id: self.terms(a for a in c.anchors if a not in {i.key for i in c.items}) for c in matrix.criteria
        }
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
        self._scores: dict[tuple[str, str], tuple[Reading, ...]] = {}

    def _compile(self, item: Item, siblings: Sequence[Item]) -> _Compiled:
        named = (t for other in siblings if other.key in item.owners for t in self.terms((*other.terms, *other.weak)))
        vetoes = tuple(t for word in item.vetoes for t in self.language.tokens(word))
        return _Compiled(
            item,
            (*self.terms(item.terms), *self.terms(item.weak, True)),
            vetoes,
            tuple(normalize(v) for v in item.values),
            frozenset(term.tokens[0].stem for term in named if len(term.tokens) == 1),
        )

    def terms(self, words: Iterable[str], weak: bool = False) -> tuple[_Term, ...]:
        return tuple(self._term(w, weak) for w in words)

    def _term(self, words: str, weak: bool) -> _Term:
        tokens, known = self.language.tokens(words), len(self._numbers)
        needs = frozenset(self._numbers.setdefault(token, len(self._numbers)) for token in tokens)
        if len(self._numbers) > known:  # what was compared before knows nothing of it
            self._near.clear()
            self.reach.cache_clear()
        return _Term(words, tokens, weak, normalize(words), needs)

    # -- one label

    def _reach(self, label: str) -> frozenset[int]:
        """The numbers of all tokens of terms that some word of a label can be."""
        return frozenset[int]().union(*map(self._nearby, self.language.tokens(label)))

    def _nearby(self, token: Token) -> frozenset[int]:
        known = self._near.get(token)
        if known is None:
            apart = self.language.apart
            known = frozenset(number for wanted, number in self._numbers.items() if same_word(token, wanted, apart))
            self._near[token] = known
        return known

    def sayable(self, label: str, terms: Iterable[_Term]) -> list[_Term]:
        """Those of some terms that a label may say: for all others its score is 0."""
        reach, folded = self.reach(label), normalize(label)
        return [term for term in terms if term.needs <= reach or term.folded == folded]

    def score(self, label: str, term: _Term, owners: frozenset[str] = frozenset()) -> float:
        """How well a label says a term: 1 the same words, 0 not. ``owners``: words that may say besides whose it is."""
        tokens = self.language.tokens(label)
        if not tokens or not term.tokens:
            return 0.0
        if normalize(label) == term.folded:
            return 1.0
        if not term.needs <= self.reach(label):
            return 0.0
        left = list(tokens)
        for wanted in term.tokens:
            found = next((t for t in left if same_word(t, wanted, self.language.apart)), None)
            if found is None:
                return 0.0
            left.remove(found)
        if not left:
            return 0.97
        if len(left) == 1 and left[0].stem in owners and left[0] is tokens[-1]:
            return 0.93
        if term.weak:
            return 0.0
        if len(term.tokens) == 1 and term.folded in self.language.generic:
            if all(self._stands_for(t, self.language.periods) for t in left):
                return 0.8
            # "DsModalidade": of what sort the column is, before its name
            machine = " " not in self.language.named(label) and _IDENTIFIER.search(label)
            return 0.9 if machine and all(t.expansions and self._trifle(t) for t in left) else 0.0
        cost = 0.0
        for token in left:
            if self._stands_for(token, self.language.changing):
                return 0.0
            if self._stands_for(token, self.language.harmless) or token.stem.isdigit():
                cost += 0.04
            elif len(term.tokens) == 1:
                return 0.0
            else:
                cost += 0.2
        return max(0.0, 0.94 - cost)

    def _trifle(self, token: Token) -> bool:
        return self._stands_for(token, self.language.harmless)

    @staticmethod
    def _stands_for(token: Token, group: set[str]) -> bool:
        return token.stem in group or bool(token.expansions and set(token.expansions) <= group)

    def names(self, label: str, terms: Sequence[_Term]) -> float:
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

    def readings(self, label: str, criterion: str) -> tuple[Reading, ...]:
        """All items that a label may name by its words alone: (item, score, weak, term)."""
        key = (criterion, label)
        known = self._scores.get(key)
        if known is not None:
            return known
        whole = self.language.tokens(label)
        over = self.language.tokens(label.rpartition(" / ")[0])
        denied = any(self._stands_for(t, self.language.denying) for t in over)
        gloss = (*self._gloss(label), *self._of_record(label, criterion))
        # "Saldo (dotação)" is no allotment
        bracket = _BRACKET.fullmatch(label.rpartition(" / ")[2].strip())
        head = self.language.tokens(bracket.group(1)) if bracket else ()
        explained = (
            {bracket.group(2)} if bracket and any(self._stands_for(t, self.language.changing) for t in head) else ()
        )
        found: list[Reading] = []
        for compiled in self.compiled[criterion]:
            best, weak, words = 0.0, False, ""
            for part, factor in (*parts(label), *gloss):
                glossed = (part, factor) in gloss
                tokens = whole if part == label or glossed else self.language.tokens(part)
                if denied and part == label.rpartition(" / ")[2]:
                    continue
                if part in explained:
                    continue
                for term in self.sayable(part, compiled.terms):
                    score = 0.0 if glossed and term.weak else self.score(part, term, compiled.owners)
                    if score <= 0:
                        continue
                    score *= factor
                    if term.weak:
                        score *= WEAK
                    if score <= best:
                        continue
                    if self._vetoed(whole if term.weak else tokens, term, compiled.vetoes):
                        continue
                    best, weak, words = score, term.weak, term.words
            if best:
                found.append((compiled, best, weak, words))
        result = tuple(found)
        self._scores[key] = result
        return result

    def _gloss(self, label: str) -> tuple[tuple[str, float], ...]:
        """The official name that stands in brackets after one in plain words ("Comprometido (empenhado)"), unless those make
        it another thing ("Saldo (empenhado)")."""
        told = _BRACKET.fullmatch(label.strip())
        if told is None or sum(map(str.isalpha, told.group(2))) < 4:
            return ()
        plain = self.language.tokens(told.group(1))
        if len(plain) > 3 or any(self._stands_for(t, self.language.changing | self.language.denying) for t in plain):
            return ()
        return ((told.group(2), 0.92),)

    def _of_record(self, label: str, criterion: str) -> tuple[tuple[str, float], ...]:
        """What is said of the criterion's own records: "Favorecido da NE" names a payee."""
        for told in _OF.finditer(label):
            of = self.language.tokens(label[told.end() :])
            if of and any(all(any(same_word(t, w) for w in r.tokens) for t in of) for r in self.records[criterion]):
                return ((label[: told.start()], 0.95),)
        return ()

    def _vetoed(self, tokens: Sequence[Token], term: _Term, vetoes: Sequence[Token]) -> bool:
        for veto in vetoes:
            if any(veto.stem == wanted.stem for wanted in term.tokens):
                continue
            if any(t.stem == veto.stem or veto.stem in t.expansions for t in tokens):
                return True
        return False

    # -- a record set

    def match(self, record_set: RecordSet, criterion: Criterion, sections: Sequence[str] = ()) -> list[Match]:
        """The items that the columns of a record set name. ``sections`` head labels that say little by themselves
        (``Licitação`` over ``Número``), nearest first."""
        found: list[Match] = []
        for index, column in enumerate(record_set.columns):
            marked = self._marked(index, column, criterion, record_set.itemtype) if column.microdata else None
            found += self._column(index, column, criterion, sections) if marked is None else marked
        if record_set.shape == "list" and all(c.value_type in ("link", "empty") for c in record_set.columns):
            found = [m for m in found if m.item.document]
            found += self._documents(record_set, criterion, {m.column for m in found})
        return self._settle(found, record_set, criterion)

    def _marked(self, index: int, column: Column, criterion: Criterion, itemtype: str) -> list[Match] | None:
        """The items that a column's mark-up names; none where it names what is no item, None where it says nothing.

        Names of one word ("object") are too common to count outside an item of the criterion's own type. Names of no
        known vocabulary are read as labels. Values that cannot be the item's deny the mark-up: it is written by hand.
        """
        typed = self.types.get(microdata.key(itemtype)) == criterion.id
        readings = self.readings(column.label, criterion.id)
        labelled = {c.item.key for c, score, weak, _ in readings if (c.item.shares if weak else score >= STRONG)}
        found: dict[str, Match] = {}
        unrelated = False
        for name in column.microdata.split():
            words = microdata.name_words(name)
            items = self.microdata[criterion.id].get(microdata.key(name), [])
            # of several that share a name the label says which ("bidderName" over "Vencedor")
            said = [item for item in items if item.key in labelled] or items
            for item in said if typed or " " in words else []:
                if not denies(column, item.types):
                    found[item.key] = Match(item, index, 1.0, False, name)
            unrelated = unrelated or microdata.key(name) in self.unrelated
            if not items:
                for compiled, score, weak, term in self.readings(words, criterion.id):
                    if not weak and score >= STRONG and compatible(column, compiled.item.types):
                        found.setdefault(compiled.item.key, Match(compiled.item, index, round(score, 3), False, term))
        return list(found.values()) if found or unrelated else None

    def properties(self, record_set: RecordSet, criterion: str) -> set[int]:
        """The columns whose mark-up is of a criterion's vocabulary, whatever they hold."""
        named = self.microdata[criterion]
        return {
            index
            for index, column in enumerate(record_set.columns)
            if any(microdata.key(name) in named for name in column.microdata.split())
        }

    def _column(self, index: int, column: Column, criterion: Criterion, sections: Sequence[str]) -> list[Match]:
        label = column.label
        if not label or len(label) > 120:
            return []
        readings = list(self.readings(label, criterion.id))
        if not any(score >= STRONG or weak for _, score, weak, _ in readings):
            readings += self._borne_by_values(column, criterion.id)
        completed = False
        if sections:
            readings, completed = self._under(column, sections, criterion, readings)
        candidates: list[Match] = []
        for compiled, score, weak, words in readings:
            item = compiled.item
            allowed = (item.weak_types or item.types) if weak else item.types
            if not compatible(column, allowed):
                continue
            if item.document and column.value_type == "number" and "number" not in item.types:
                continue  # how many there are, or which number one has
            agreement = agrees(column, compiled.values) if compiled.values else None
            if weak and compiled.values and column.value_type == "text":
                if agreement:
                    score += 0.15
                elif item.strict_values or agreement is False:
                    continue
            elif weak and item.strict_values:
                continue
            settled = completed or (weak and bool(agreement) and column.value_type == "text")
            candidates.append(Match(item, index, round(score, 3), weak, words, settled))
        if not candidates:
            return []
        strong = [c for c in candidates if not c.weak and c.score >= STRONG]
        whole = strong or [c for c in candidates if c.weak and c.score >= WEAK * 0.9]
        borne_out = [c for c in candidates if strong and c.weak and (c.settled or c.item.shares)]
        if not whole:
            return []
        compound = len(parts(label.rpartition(" / ")[2])) > 1
        best = max(c.score for c in whole)
        kept = [c for c in whole if c.score >= best - TIE or (compound and c.score >= 0.88 * best and not c.weak)]
        if column.value_type != "link" and not all(c.item.document for c in kept):
            kept = [c for c in kept if not c.item.document]  # "Processo/Edital" over "12 / 3": its numbers
        return kept + borne_out

    def _borne_by_values(self, column: Column, criterion: str) -> list[Reading]:
        """Readings of a label that says more than a term of one word ("Entidade arrecadadora"), where the values of the
        column are those of the item."""
        tokens = self.language.tokens(column.label)
        if not 2 <= len(tokens) <= 3 or any(self._stands_for(t, self.language.changing) for t in tokens):
            return []
        return [
            (compiled, STRONG, False, term.words)
            for compiled in self.compiled[criterion]
            if compiled.values and len(set(column.samples)) > 1 and agrees(column, compiled.values)
            for term in compiled.terms
            if len(term.tokens) == 1
            and same_word(tokens[0], term.tokens[0], self.language.apart)
            and not self._vetoed(tokens, term, compiled.vetoes)
        ][:1]

    def _under(
        self, column: Column, sections: Sequence[str], criterion: Criterion, readings: list[Reading]
    ) -> tuple[list[Reading], bool]:
        """Readings of a label that says little by itself, completed by a heading over it: every telling word of the label
        must be part of the term. A heading may also deny an ambiguous reading ("Liquidações" over "Data")."""
        sections = [s for s in sections if normalize(s) not in normalize(column.label)]
        readings = [r for r in readings if not any(self._narrowed(column.label, s, r) for s in sections)]
        named = {t.stem for word in (criterion.name, *criterion.records) for t in self.language.tokens(word)}
        called = self._called(column, sections[0], criterion.id, readings) if sections else []
        if called:
            return called, True
        sure = (c for c, score, weak, _ in readings if not weak and score >= 0.9)
        if not any(compatible(column, compiled.item.types) for compiled in sure):
            for section in sections:
                under = [
                    r
                    for r in self._completed(column.label, section, criterion.id)
                    if compatible(column, r[0].item.types) and not _told_otherwise(column, r[0], readings)
                ]
                if under:
                    return under + [r for r in readings if r[2] and r[0].item.shares], True
                if not any(t.stem in named for t in self.language.tokens(section)):
                    break  # the nearest heading speaks of something else
        heads = (_before_breakdown(s) for s in sections if not self._names_too(s, named))
        over = [t for head in heads for t in self.language.tokens(head) if t.stem not in named]
        return [r for r in readings if not (r[2] and self._vetoed(over, self.terms([r[3]])[0], r[0].vetoes))], False

    def _called(self, column: Column, section: str, criterion: str, readings: Sequence[Reading]) -> list[Reading]:
        """Readings of a label that several items share, of which the heading names one ("Perdedores" over "Empresa").
        Those that the heading may mean as well are kept ("Concorrentes": one of them has won)."""
        over = self.readings(section, criterion)
        meant = {c.item.key for c, score, weak, _ in over if not weak and score >= 0.9}
        maybe = {c.item.key for c, _, weak, _ in over if weak}
        named = (
            (compiled, self.score(column.label, term), False, term.words)
            for compiled in self.compiled[criterion]
            if compiled.item.key in meant and compiled.item.shares and compatible(column, compiled.item.types)
            for term in compiled.terms
            if term.weak
        )
        called = [reading for reading in named if reading[1] >= 0.9][:1]
        return called and called + [r for r in readings if r[2] and r[0].item.shares and r[0].item.key in maybe]

    def _names_too(self, section: str, named: set[str]) -> bool:
        """Whether one of several things that a heading joins is what the criterion is of ("Empenhos e pagamentos")."""
        pieces = _JOINED.split(section)
        words = ([t.stem for t in self.language.tokens(piece)] for piece in pieces)
        return len(pieces) > 1 and any(told and all(stem in named for stem in told) for told in words)

    def _narrowed(self, label: str, section: str, reading: Reading) -> bool:
        """Whether a heading says the label again with a word that denies the item ("Licitantes vencedores" over "Licitante")."""
        said, over = self.language.tokens(label), self.language.tokens(_before_breakdown(section))
        joined = _JOINED.split(section)
        if len(joined) > 1 and any(normalize(piece) == normalize(label) for piece in joined):
            return False  # one of several things that the heading joins ("Função e subfunção")
        again = bool(said) and all(any(same_word(word, other) for other in over) for word in said)
        return again and self._vetoed(over, self.terms([reading[3]])[0], reading[0].vetoes)

    def _completed(self, label: str, section: str, criterion: str) -> tuple[Reading, ...]:
        """The items that a label and its heading name together."""
        key = (criterion, f"{label}\n{section}")
        known = self._scores.get(key)
        if known is None:
            both = f"{label} {section}"
            tokens = self.language.tokens(both)
            words = self.language.tokens(label)
            found: list[Reading] = []
            for compiled in self.compiled[criterion]:
                scored = (
                    (score, term.words)
                    for term in self.sayable(both, compiled.terms)
                    if not term.weak
                    and (score := self.score(both, term)) >= STRONG
                    and self._completes(words, term.tokens)
                    and not self._vetoed(tokens, term, compiled.vetoes)
                )
                best = max(scored, default=None)
                if best is not None:
                    found.append((compiled, best[0], False, best[1]))
            known = self._scores[key] = tuple(found)
        return known

    def _completes(self, words: Sequence[Token], term: Sequence[Token]) -> bool:
        """Whether every telling word of a label, and at least one, is part of a term."""
        telling = [w for w in words if not self._trifle(w)]
        return bool(telling) and all(any(same_word(w, t) for t in term) for w in telling)

    def _documents(self, record_set: RecordSet, criterion: Criterion, taken: set[int]) -> list[Match]:
        """Files whose long names begin with what the item is called: "Edital do Pregão 12/2026 - merenda"."""
        found: list[Match] = []
        for index, column in enumerate(record_set.columns):
            if index in taken:
                continue
            tokens = self.language.tokens(column.label)[:8]
            for compiled in self.compiled[criterion.id]:
                if not compiled.item.document:
                    continue
                for term in compiled.terms:
                    size = len(term.tokens)
                    if (
                        not term.weak
                        and size
                        and len(tokens) >= size
                        and all(same_word(a, b) for a, b in zip(tokens, term.tokens, strict=False))
                    ):
                        found.append(Match(compiled.item, index, 0.8, False, term.words))
                        break
        return found

    def _settle(self, found: list[Match], record_set: RecordSet, criterion: Criterion) -> list[Match]:
        """Weak readings give way to strong ones of the same item, and need their companions."""
        strong = {m.item.key for m in found if not m.weak}
        kept: list[Match] = []
        for m in found:
            if m.weak:
                beside = {o.item.key for o in found if o.column != m.column}
                if m.item.key in strong or (m.item.companions and not beside & set(m.item.companions)):
                    continue
                others = [c for i, c in enumerate(record_set.columns) if i != m.column]
                if m.item.beside and not _borne_out(m, others):
                    continue
                if any(self.language.spells(c.label, term) for c in others for term in m.item.strangers):
                    continue
                if not m.settled and not m.item.shares and any(o.column == m.column and not o.weak for o in found):
                    continue
            kept.append(m)
        # of several weak columns for one item the first stands
        seen: set[str] = set()
        result: list[Match] = []
        for m in sorted(kept, key=lambda m: (-m.score, m.column)):
            if m.weak and m.item.key in seen:
                continue
            if m.weak:
                seen.add(m.item.key)
            result.append(m)
        return sorted(result, key=lambda m: (m.column, -m.score, m.item.key))


_JOINED = re.compile(r"\s+(?:e|x|×|vs\.?|versus)\s+|\s*[,/]\s*", re.I)


def _borne_out(found: Match, others: Iterable[Column]) -> bool:
    """Whether a column beside the one found tells its rows apart as the item needs: bidders of whom not all came first. It
    is known by its label, or by its values alone: "Vencedor", "Inabilitado"."""
    wanted = {normalize(label) for label in found.item.beside}
    first, last = (tuple(f"{normalize(term)} " for term in terms) for terms in (found.item.first, found.item.others))
    told = tuple(term for term in first if not term[0].isdigit()) + last  # numbers may be those of the lines
    for column in others:
        said = [f"{normalize(sample)} " for sample in column.samples]
        if normalize(column.label.rpartition(" / ")[2]) in wanted and not all(text.startswith(first) for text in said):
            return True
        if last and all(text.startswith(told) for text in said) and any(text.startswith(last) for text in said):
            return True
    return False


def _before_breakdown(heading: str) -> str:
    """ "Servidores por lotação" → "Servidores": "com" and "por" start a breakdown, not what the columns are of."""
    return re.split(r"\b(?:com|por)\b", heading, maxsplit=1, flags=re.I)[0]


_BRACKET = re.compile(r"(.{3,}?)\s*\(([^()]{2,})\)\.?")


@lru_cache(maxsize=16384)
def parts(label: str) -> tuple[tuple[str, float], ...]:
    """A label and the labels it may be made of, each with a factor: rows of a header (" / "), alternatives ("/", " e ", " ou ")."""
    levels = label.split(" / ")
    last = levels[-1]
    found: dict[str, float] = {last: 1.0}
    if len(levels) > 1:
        found.setdefault(" / ".join(levels[-2:]), 0.96)
        found.setdefault(label, 0.96)
    pieces = [
        p.strip() for p in re.split(r"\s*[/|;+]\s*|\s+[-–]\s+|\s+(?:e|ou|E|OU)\s+|\s*&\s*|\s*,\s+", last) if p.strip()
    ]
    if 1 < len(pieces) <= 4:
        for piece in pieces:
            if sum(c.isalpha() for c in piece) >= 3 or re.fullmatch(r"[nN][º°o.]?|UO|UG|NE", piece):
                found.setdefault(piece, 0.93)
    shared = _SHARED_TAIL.fullmatch(last)
    if shared:
        # "Tipo e nº da licitação": both are the bid's
        found.setdefault(f"{shared.group(1)} {shared.group(3)}", 0.96)
        found.setdefault(f"{shared.group(2)} {shared.group(3)}", 0.96)
    until = _UNTIL.sub("", last)
    if until and until != last:
        found.setdefault(until, 0.96)
    bracket = _BRACKET.fullmatch(last.strip())
    if bracket:
        found.setdefault(bracket.group(1), 0.93)
        if re.fullmatch(r"[^\W\d]{4,}(?:\s+[^\W\d]+){0,3}", bracket.group(2)):
            found.setdefault(bracket.group(2), 0.93)
    return tuple(found.items())


def compatible(column: Column, types: Sequence[ValueType]) -> bool:
    """Whether the values of a column may be those of an item. An empty column denies nothing."""
    kind = column.value_type
    if not types or kind == "empty" or kind in types:
        return True
    if kind == "date" and {"code", "number"} & set(types):
        return bool(column.samples) and all(is_period(s) for s in column.samples)
    if (kind == "number" and "code" in types) or (kind == "code" and "number" in types):
        return True
    if kind in ("text", "link", "code") and {"cpf", "cnpj"} & set(types):
        return sum(map(has_person_id, column.samples)) * 2 >= max(1, len(column.samples))
    if (kind == "cpf" and "cnpj" in types) or (kind == "cnpj" and "cpf" in types):
        return set(types) != {"cpf"}
    if kind == "text" and {"number", "code"} & set(types) and "text" not in types:
        # "Pregão 12/2026", "Dispensa nº 7": the number stands in the words
        return bool(column.samples) and sum(
            bool(re.search(r"\d+\s*/\s*\d{2,4}|\bn[º°o.]*\s*\d+", s, re.I)) for s in column.samples
        ) * 2 >= len(column.samples)
    # A name may be a link; "Detalhar" and a lens in every row name nothing.
    return kind == "link" and "text" in types and not all(map(is_action, column.samples))


def denies(column: Column, types: Sequence[ValueType]) -> bool:
    """Whether the values of a column cannot be those of an item that its mark-up names: sums are no words, nor words sums."""
    if "text" in types or "link" in types:
        return column.value_type == "money" and "money" not in types
    return not compatible(column, types)


def _told_otherwise(column: Column, completed: _Compiled, readings: Sequence[Reading]) -> bool:
    """Whether the values of a column are not those of the item that a heading completes its label to, but those of another
    that it may name by itself: "Pregão" under "Modalidade" in "Despesa por órgão" is no modality of the expenditure."""
    if not completed.values or agrees(column, completed.values) is not False:
        return False
    return any(weak and other.values and agrees(column, other.values) for other, _, weak, _ in readings)


def agrees(column: Column, values: Sequence[str]) -> bool | None:
    """Whether samples begin with one of the given values (most: True, some: None, none: False). None without samples."""
    if not column.samples:
        return None
    hits = 0
    for sample in column.samples:
        folded = re.sub(r"^[\d\s]+", "", normalize(sample))
        folded = folded.strip()
        hits += any(folded == v or folded.startswith((v + " ", v + "s ")) or folded == v + "s" for v in values)
    if hits * 2 >= len(column.samples):
        return True
    return None if hits else False


@lru_cache(maxsize=8)
def matcher_of(matrix: Matrix) -> Matcher:
    """The compiled matcher of a matrix (compiled once)."""
    return Matcher(matrix)


def match(record_set: RecordSet, criterion: Criterion, matrix: Matrix) -> list[Match]:
    """The items of a criterion that the columns of a record set name, by column."""
    return matcher_of(matrix).match(record_set, criterion)
