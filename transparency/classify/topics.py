"""What a text speaks of: subjects of the matrix and others, and which criterion of a group it marks."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from transparency.classify.language import stem
from transparency.classify.matching import Matcher, matcher_of
from transparency.extract import microdata
from transparency.matrix import Criterion, Matrix, Subject
from transparency.text import identifier_words, normalize, spelled_out

OTHER_BODY = "other_body"

Phrase = tuple[str, ...]
Span = tuple[int, int, set[str]]
"""Where a phrase stands in a text, how many words it has, and what it names."""

_COMMA = re.compile(r",\s")


class Parsed(NamedTuple):
    """The words of a text, and where some of them stand."""

    words: Phrase
    grouping: frozenset[int] = frozenset()
    """Those that follow "por", up to "e": what its records are grouped by ("por unidade gestora")."""
    listed: frozenset[int] = frozenset()
    """Those that follow a comma or "e"."""


@dataclass
class Reading:
    """What a text speaks of: strengths by group or subject, and the criteria it marks."""

    subjects: dict[str, float] = field(default_factory=dict)
    marks: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()


class Topics:
    """The naming terms of a matrix, compiled once."""

    def __init__(self, matrix: Matrix) -> None:
        self.matrix = matrix
        self.matcher: Matcher = matcher_of(matrix)
        # "despesas com diárias" are travel expenses, "despesas diárias" those of a day
        self.stops = self.matcher.language.stops - {"com"}
        self.abbreviations = dict(matrix.vocabulary.abbreviations)
        self.phrases: dict[Phrase, set[str]] = {}
        self.marks: dict[Phrase, set[str]] = {}
        self.records: dict[Phrase, set[str]] = {}
        self.groups: dict[str, list[Criterion]] = {}
        for criterion in matrix.criteria:
            self.groups.setdefault(criterion.group, []).append(criterion)
            for term in criterion.about:
                self.phrases.setdefault(self.phrase(term), set()).add(criterion.group)
            for term in criterion.marks:
                self.marks.setdefault(self.phrase(term), set()).add(criterion.id)
            for term in criterion.records:
                self.records.setdefault(self.phrase(term), set()).add(criterion.id)
        for subject in matrix.vocabulary.subjects:
            for term in subject.terms:
                self.phrases.setdefault(self.phrase(term), set()).add(subject.id)
        for term in matrix.vocabulary.statutes:
            self.phrases.setdefault(self.phrase(term), set())
        for term in matrix.vocabulary.other_bodies:
            self.phrases.setdefault(self.phrase(term), set()).add(OTHER_BODY)
        self.known = {w for p in (*self.phrases, *self.marks) for w in p if len(w) >= 4}
        self._readings: dict[tuple[str, bool], Reading] = {}
        owners: list[Criterion | Subject] = [*matrix.criteria, *matrix.vocabulary.subjects]
        self.microdata = {microdata.key(name): owner for owner in owners for name in owner.microdata}

    def neighbours(self, criterion: Criterion) -> frozenset[str]:
        """The subjects that are like a criterion and are not it."""
        named = (self.read(term).subjects for term in criterion.neighbours)
        return frozenset(subject for subjects in named for subject in subjects) - {criterion.group}

    def phrase(self, text: str) -> Phrase:
        return self._parsed(text).words

    def _parsed(self, text: str) -> Parsed:
        words: list[str] = []
        grouping: set[int] = set()
        listed: set[int] = set()
        grouped = False
        for word in normalize(_COMMA.sub(" e ", spelled_out(text, self.abbreviations))).split():
            grouped = word == "por" or (grouped and word != "e")
            if word == "e":
                listed.add(len(words))
            if word not in self.stops:
                if grouped:
                    grouping.add(len(words))
                words.append(stem(word))
        return Parsed(tuple(words), frozenset(grouping), frozenset(listed))

    def address(self, url: str) -> Phrase:
        """The words of an address's path, query and fragment; run-together words are parted where they are known."""
        parts = urlsplit(url)
        found: list[str] = []
        for word in identifier_words(unquote(f"{parts.path} {parts.query} {parts.fragment}")):
            folded = stem(word)
            if folded in self.known or len(word) < 8 or len(word) > 60:
                found.append(folded)
            else:
                found += self._part(word) or [folded]
        return tuple(w for w in found if w not in self.stops)

    def _part(self, word: str) -> list[str]:
        found: list[str] = []
        rest = word
        while len(rest) >= 4:
            best = max((k for k in self.known if rest.startswith(k)), key=len, default="")
            if not best:
                return found
            found.append(best)
            rest = rest[len(best) :]
            rest = re.sub(r"^(?:[aoe]?s|[aoe])(?=\w{4}|$)", "", rest)
        return found

    def read(self, text: str, is_address: bool = False) -> Reading:
        key = (text, is_address)
        known = self._readings.get(key)
        if known is None:
            known = self._read(Parsed(self.address(text)) if is_address else self._parsed(text))
            if len(self._readings) > 20000:
                self._readings.clear()
            self._readings[key] = known
        return known

    def _read(self, parsed: Parsed) -> Reading:
        words = parsed.words
        ours = {*self.groups, OTHER_BODY}
        # "Execução por secretaria" is about no secretariat
        named = [s for s in _spans(words, self.phrases) if s[2]]
        subjects = [s for s in named if s[0] not in parsed.grouping or not ours.isdisjoint(s[2])]
        strengths: dict[str, float] = {}
        if subjects:
            # names that overlap (one phrase for two subjects) tie; names that stand apart share the text
            owners = {s for _, _, names in subjects for s in names}
            share = 1.0 if len(owners) == 1 else 0.65
            for _, _, names in subjects:
                for name in names:
                    strengths[name] = share
        records = frozenset(n for _, _, names in _spans(words, self.records) for n in names)
        return Reading(strengths, self._marked(parsed, named), records)

    def _marked(self, parsed: Parsed, named: list[Span]) -> frozenset[str]:
        """The criteria that a text marks: none where its marks disagree, or where it lists the marked thing with others of
        the group ("Empenho, dotação e repasses a terceiros")."""
        words = parsed.words
        marks = _spans(words, self.marks)
        plain = [s for s in named if not any(_overlap(s, mark) for mark in marks)]
        marked: set[frozenset[str]] = set()
        for mark in marks:
            start, size, names = mark
            if (
                size == 1
                and start > 0
                and words[start - 1] not in self._group_words
                and not words[start].startswith("extr")
            ):
                continue
            group = self.phrases.get(words[start : start + size], set())
            if any(group & one[2] and _is_listed(one, mark, parsed.listed) for one in plain):
                return frozenset()
            marked.add(frozenset(names))
        return next(iter(marked)) if len(marked) == 1 else frozenset()

    @property
    def _group_words(self) -> set[str]:
        return {p[0] for p, owners in self.phrases.items() if len(p) == 1 and owners & set(self.groups)}


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[0] + other[1] and other[0] < one[0] + one[1]


def _is_listed(one: Span, other: Span, listed: frozenset[int]) -> bool:
    """Whether two phrases are parts of an enumeration."""
    first, last = sorted((one[0], other[0]))
    return any(first < at <= last for at in listed)


def _spans(words: Phrase, phrases: dict[Phrase, set[str]]) -> list[Span]:
    """Where phrases stand in a text: longest first, none overlapping."""
    taken = [False] * len(words)
    found: list[Span] = []
    longest = min(8, len(words))
    for size in range(longest, 0, -1):
        for start in range(len(words) - size + 1):
            names = phrases.get(words[start : start + size])
            if names is not None and not any(taken[start : start + size]):
                found.append((start, size, names))
                taken[start : start + size] = [True] * size
    return sorted(found)


@lru_cache(maxsize=8)
def topics_of(matrix: Matrix) -> Topics:
    """The compiled topics of a matrix (compiled once)."""
    return Topics(matrix)


def criterion_named(text: str, matrix: Matrix) -> str:
    """The criterion that a heading names, if it speaks of one thing ("Entradas extraorçamentárias"); else nothing."""
    topics = topics_of(matrix)
    reading = topics.read(text)
    members = topics.groups.get(next(iter(reading.subjects), ""), [])
    if len(reading.subjects) != 1 or not members:
        return ""
    marked = [c for c in members if c.id in reading.marks]
    if reading.marks and not marked:
        return ""
    return (marked or [c for c in members if c.default] or members)[0].id
