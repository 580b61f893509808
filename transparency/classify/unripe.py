"""Parts of a record that hold nothing yet: a commitment of last week without payments does not tell what payments show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from transparency.classify.language import Token, same_word
from transparency.classify.matching import Matcher, matcher_of
from transparency.extract import dom
from transparency.extract.sections import bare_headings
from transparency.extract.values import denials, says_nothing_there
from transparency.items import Column, Page, RecordSet
from transparency.matrix import Criterion, Item, Matrix

_OF = re.compile(r"(?<=\w)\s+d[aeo]s?\s+(?=\w)", re.I)
_NOTHING = re.compile(r"[^\d]*0+(?:[.,]0+)?[^\d]*")
"""A sum of nothing."""


@dataclass(frozen=True)
class Part:
    """What a record calls a part of it in which an item would stand, and whether anything stands there."""

    criterion: str
    item: str
    label: str
    filled: bool


@dataclass(frozen=True)
class _Told:
    """A heading, a label or a tab of a record."""

    label: str
    filled: bool
    is_sum: bool = False


@dataclass(frozen=True)
class _Vocabulary:
    """How the part is called in which an item stands ("Pagamentos" for "data do pagamento"), and how the item itself."""

    item: Item
    parts: tuple[tuple[Token, ...], ...]
    own: tuple[tuple[Token, ...], ...]

    def is_part(self, told: _Told, matcher: Matcher) -> bool:
        """Whether a record calls by a label the part in which the item stands. A sum may be called by the item's own words, where
        the item is none: "Total pago" for "pago em"."""
        tokens = tuple(t for t in matcher.language.tokens(told.label) if not matcher.is_trifle(t))
        if told.is_sum and len(tokens) > 1 and tokens[0].stem in matcher.language.generic:
            tokens = tokens[1:]  # "Valor pago"
        called = (*self.parts, *self.own) if told.is_sum and "money" not in self.item.types else self.parts
        return any(_same(tokens, words) for words in called)


def parts_of(page: Page, matrix: Matrix) -> Iterator[Part]:
    """The parts of the record that a page shows in which items of its criterion would stand."""
    matcher = matcher_of(matrix)
    shown = {
        (f.criterion, page.frames[f.frame].record_sets[f.record_set].shape) for f in page.findings or () if f.has_data
    }
    of_record = [name for name, shape in shown if shape == "details"]
    on_page = _told_on(page) if of_record else []
    tab = _Told(page.labels[-1], False) if page.labels[:-1] else None
    for name in sorted({name for name, _ in shown}):
        vocabularies = _vocabularies(matrix, matrix.criterion(name))
        told = on_page if name in of_record else []
        if tab is not None and any(one.is_part(tab, matcher) for one in vocabularies):
            told = [_Told(tab.label, not _is_denied(page, tab.label)), *told]
        for vocabulary in vocabularies:
            for one in told:
                if vocabulary.is_part(one, matcher):
                    yield Part(name, vocabulary.item.key, one.label, one.filled)


@lru_cache(maxsize=64)
def _vocabularies(matrix: Matrix, criterion: Criterion) -> tuple[_Vocabulary, ...]:
    """How the parts of the items of a criterion are called. What the criterion itself is called by is no part of its records, and what
    an item is called by is no part but that item: "Alínea" over nothing is an answer."""
    language = matcher_of(matrix).language
    own = {t.stem for name in (criterion.name, *criterion.records) for t in language.tokens(name)}
    names = [language.tokens(term) for item in criterion.items for term in item.terms]
    found = []
    for item in (one for one in criterion.items if not one.document):
        terms = (*item.terms, *item.weak, *item.within)
        rests = {term[at.end() :] for term in terms for at in _OF.finditer(term)}
        parts = (language.tokens(rest) for rest in sorted(rests))
        told = (tokens for tokens in parts if not {t.stem for t in tokens} <= own)
        apart = tuple(tokens for tokens in told if not any(_same(tokens, name) for name in names))
        found.append(_Vocabulary(item, apart, tuple(language.tokens(term) for term in terms)))
    return tuple(found)


def _same(said: Sequence[Token], meant: Sequence[Token]) -> bool:
    return bool(said) and len(said) == len(meant) and all(any(same_word(t, word) for t in said) for word in meant)


def _told_on(page: Page) -> list[_Told]:
    """What the headings and labels of a record stand over."""
    found = []
    for frame in page.frames:
        found += [_Told(heading, False) for heading in bare_headings(frame.html, windows=True)]
        for record_set in frame.record_sets:
            if record_set.folded or not record_set.hidden:
                found += _told_in(record_set)
    return found


def _told_in(record_set: RecordSet) -> list[_Told]:
    """What the labels of a record stand over, or the heading of a list."""
    if record_set.shape == "details":
        columns = (column for column in record_set.columns if column.value_type != "link")
        return [_Told(column.label, _holds(column), column.value_type == "money") for column in columns]
    return [_Told(heading, any(column.filled for column in record_set.columns)) for heading in record_set.headings[-1:]]


def _holds(column: Column) -> bool:
    """Whether a field says more than that there is nothing."""
    if column.value_type == "money":
        return not all(map(_NOTHING.fullmatch, column.samples))
    return column.filled > 0 and not all(says_nothing_there(sample, column.label) for sample in column.samples)


def _is_denied(page: Page, label: str) -> bool:
    """Whether a page denies that there is anything of what was pressed last ("Pagamentos", a tab)."""
    return bool(denials(" ".join(dom.text(dom.parse(frame.html)) for frame in page.frames), label))
