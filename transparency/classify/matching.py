"""Columns to items: which item of a criterion does a column or field name?

Its label says which it may name (``terms``); a heading over it may complete that, and what its values look like may veto or decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from transparency.classify.compatibility import agrees, compatible, denies
from transparency.classify.language import Token, same_word
from transparency.classify.parts import parts
from transparency.classify.terms import KNOWN, STRONG, WEAK, ItemTerms, Reading, Terms
from transparency.extract import microdata
from transparency.extract.values import NUMBERED, value_type
from transparency.items import Column, RecordSet
from transparency.matrix import Criterion, Item, Matrix
from transparency.text import normalize

SURELY = 0.9
"""Score of a value that names a level of a classification, or of a label inside a record, at least."""
TIE = 0.035
"""Items whose scores differ by no more share a label."""


@dataclass(frozen=True)
class Match:
    """A column (by index) that names an item."""

    item: Item
    column: int
    score: float
    weak: bool = False
    term: str = ""
    label: str = ""
    """What stands there for the item, where that is not the label of the column alone: "Nível: Espécie"."""
    titled: bool = False
    """The title of the record names it, and no column."""
    settled: bool = False
    """A weak reading that the values bear out, or a label that its section completes: as telling as a strong one."""


class Matcher(Terms):
    """Columns of record sets to items."""

    def __init__(self, matrix: Matrix) -> None:
        super().__init__(matrix)
        self._completed = lru_cache(maxsize=KNOWN)(self._together)

    def match(self, record_set: RecordSet, criterion: Criterion, sections: Sequence[str] = ()) -> list[Match]:
        """The items that the columns of a record set name. ``sections`` head labels that say little by themselves
        (``Licitação`` over ``Número``), nearest first."""
        found: list[Match] = []
        for index, column in enumerate(record_set.columns):
            marked = self._marked(index, column, criterion, record_set.itemtype) if column.microdata else None
            read = self._column(index, column, criterion, sections) if marked is None else marked
            found += self._after_field(index, record_set, criterion) or read
        if record_set.shape == "list" and all(c.value_type in ("link", "empty") for c in record_set.columns):
            found = [m for m in found if m.item.document]
            found += self._documents(record_set, criterion, {m.column for m in found})
        found += self._levels(record_set, criterion)
        found += self._of_title(record_set, criterion, found)
        found += self._of_line(record_set, criterion, found)
        found = self._settle(found, record_set, criterion)
        return found + self._told(found, record_set, criterion)

    def _after_field(self, index: int, record_set: RecordSet, criterion: Criterion) -> list[Match]:
        """The items of a field of one word that the field before it completes, as nothing further off does: "Número" after
        "Procedimento licitatório", under "Nota de empenho 12/2026". The paper that it names is its own: "Anexos" after
        "Edital"."""
        column = record_set.columns[index]
        if record_set.shape != "details" or not index or len(self.language.tokens(column.label)) != 1:
            return []
        before = record_set.columns[index - 1].label
        readings = self.readings(before, criterion.id)
        papers = {c.item.key for c, score, weak, _ in readings if c.item.document and score >= STRONG and not weak}
        read = self._column(index, column, criterion, [before])
        whole = (match for match in read if match.settled and len(self.language.tokens(match.term)) > 1)
        return [match for match in whole if match.item.key not in papers]

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
        if (title := _OWN_NUMBER.sub("", label)) != label:  # a document with its number: "Edital nº 43/2026"
            readings += [reading for reading in self.readings(title, criterion.id) if reading[0].item.document]
        if not any(score >= STRONG or weak for _, score, weak, _ in readings):
            readings += self._borne_by_values(column, criterion.id)
        completed = False
        if sections:
            readings, completed = self._under(column, sections, criterion, readings)
        found = (_weighed_by_values(index, column, reading, completed) for reading in readings)
        return _best(column, [match for match in found if match is not None])

    def _borne_by_values(self, column: Column, criterion: str) -> list[Reading]:
        """Readings of a label that says more than a term of one word ("Entidade arrecadadora"), where the values of the
        column are those of the item."""
        tokens = self.language.tokens(column.label)
        if not 2 <= len(tokens) <= 3 or any(self.stands_for(t, self.language.changing) for t in tokens):
            return []
        return [
            (compiled, STRONG, False, term.words)
            for compiled in self.compiled[criterion]
            if compiled.values and len(set(column.samples)) > 1 and agrees(column, compiled.values)
            for term in compiled.terms
            if len(term.tokens) == 1
            and same_word(tokens[0], term.tokens[0], self.language.apart)
            and not self.vetoed(tokens, term, compiled.vetoes)
        ][:1]

    def _under(
        self, column: Column, sections: Sequence[str], criterion: Criterion, readings: list[Reading]
    ) -> tuple[list[Reading], bool]:
        """Readings of a label that says little by itself, completed by a heading over it: every telling word of the label
        must be part of the term. A heading may also deny an ambiguous reading ("Liquidações" over "Data")."""
        sections = [s for s in sections if normalize(s) not in normalize(column.label)]
        readings = [r for r in readings if not any(self._narrowed(column.label, s, r) for s in sections)]
        named = {t.stem for word in (criterion.name, *criterion.records) for t in self.language.tokens(word)}
        called = self._called(column, sections[0], criterion.id, readings, named) if sections else []
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
        return [r for r in readings if not (r[2] and self.vetoed(over, self.terms([r[3]])[0], r[0].vetoes))], False

    def _called(
        self, column: Column, section: str, criterion: str, readings: Sequence[Reading], own: set[str]
    ) -> list[Reading]:
        """Readings of a label that several items share, of which the heading names one ("Perdedores" over "Empresa").
        Those that the heading may mean as well are kept ("Concorrentes": one of them has won). What the criterion is called
        by names no item of it ("Licitações")."""
        over = [
            r for r in self.readings(section, criterion) if not {t.stem for t in self.terms([r[3]])[0].tokens} <= own
        ]
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
        return called and called + [r for r in readings if r[0].item.shares and r[0].item.key in maybe]

    def _names_too(self, section: str, named: set[str]) -> bool:
        """Whether one of several things that a heading joins is what the criterion is of ("Empenhos e pagamentos")."""
        pieces = _JOINED.split(section)
        words = ([t.stem for t in self.language.tokens(piece)] for piece in pieces)
        return len(pieces) > 1 and any(told and all(stem in named for stem in told) for told in words)

    def _narrowed(self, label: str, section: str, reading: Reading) -> bool:
        """Whether a heading says the label again with a word that denies the item ("Licitantes vencedores" over "Licitante")."""
        said, head = self.language.tokens(label), _before_breakdown(section)
        over = self.language.tokens(head)
        if not said or not all(any(same_word(word, other) for other in over) for word in said):
            return False
        # of several things that the heading joins only the one that is meant: "Receita prevista e arrecadada" over
        # "Receita arrecadada"
        pieces = [self.language.tokens(piece) for piece in _JOINED.split(head)]
        meant = [piece for piece in pieces if any(same_word(said[-1], word) for word in piece)] or [over]
        term = self.terms([reading[3]])[0]
        return all(self.vetoed(piece, term, reading[0].vetoes) for piece in meant)

    def _together(self, label: str, section: str, criterion: str) -> tuple[Reading, ...]:
        """The items that a label and its heading name together."""
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
                and not self.vetoed(tokens, term, compiled.vetoes)
            )
            best = max(scored, default=None)
            if best is not None:
                found.append((compiled, best[0], False, best[1]))
        return tuple(found)

    def _completes(self, words: Sequence[Token], term: Sequence[Token]) -> bool:
        """Whether every telling word of a label, and at least one, is part of a term."""
        telling = [w for w in words if not self.is_trifle(w)]
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

    def _levels(self, record_set: RecordSet, criterion: Criterion) -> Iterator[Match]:
        """The items that values of a column name, beside amounts: the levels of a tree whose rows say which one they are of
        ("Categoria econômica", "Origem", "Espécie" under "Nível")."""
        amounts = criterion.levels and any(column.value_type == "money" for column in record_set.columns)
        for index, column in enumerate(record_set.columns if amounts else ()):
            named = self._said_in(index, column, criterion, criterion.levels)
            if len(named) > 1 and 2 * len(named) >= len(column.samples):
                yield from named.values()

    def _said_in(self, index: int, column: Column, criterion: Criterion, keys: Sequence[str]) -> dict[str, Match]:
        """Those of some items that values of a column of words name, by key."""
        named: dict[str, Match] = {}
        for sample in column.samples if column.value_type == "text" else ():
            for compiled, score, weak, term in self.readings(sample, criterion.id):
                key, label = compiled.item.key, f"{column.label}: {sample}"
                if key in keys and score >= SURELY and not weak:
                    named.setdefault(
                        key, Match(compiled.item, index, round(score, 3), False, term, label, settled=True)
                    )
        return named

    def in_rows(self, record_set: RecordSet, criterion: Criterion) -> Iterator[Match]:
        """The items that rows of a list inside one record are called by, with an amount in each row: "Vencimento base" under
        "Evento" in that of a servant."""
        for item in criterion.items:
            kinds = item.weak_types or item.types
            amounts = sum(column.filled for column in record_set.columns if column.value_type in kinds)
            for index, column in enumerate(record_set.columns if item.rows else ()):
                if 0 < column.filled <= amounts:
                    yield from self._said_in(index, column, criterion, (item.key,)).values()

    def _of_title(self, record_set: RecordSet, criterion: Criterion, found: Sequence[Match]) -> list[Match]:
        """The items that the title of a record tells, or those of most records of a list: "Pregão Eletrônico nº 12/2026" tells how was
        bid, and under which number. None that a column names."""
        titles = _titles(record_set)
        titled = [compiled for compiled in self.compiled[criterion.id] if compiled.item.titled]
        if not titled or 2 * sum(bool(NUMBERED.search(title)) for title in titles) <= len(titles):
            return []
        named = {match.item.key for match in found if not match.weak}
        ways = [value for compiled in titled for value in compiled.values]
        records = (*ways, *map(normalize, criterion.records))
        begins = [f"{normalize(title)} " for title in titles]
        return [
            Match(compiled.item, 0, STRONG, label=titles[0], titled=True)
            for compiled in titled
            if compiled.item.key not in named
            and any(title.startswith(f"{word} ") for title in begins for word in compiled.values or records)
        ]

    def _of_line(self, record_set: RecordSet, criterion: Criterion, found: Sequence[Match]) -> list[Match]:
        """The items that the line over a list names with a value, which all its rows have: "Unidade Gestora: Prefeitura de … Exercício:
        2026". None that a column names, and none where no column names an item."""
        line = _FIELD.match(record_set.headings[-1]) if record_set.headings and record_set.shape != "details" else None
        named = {match.item.key for match in found if not match.weak}
        if line is None or not named:
            return []
        kind = value_type(line[2])
        return [
            Match(compiled.item, 0, score, False, term, label=line[1], titled=True)
            for compiled, score, weak, term in self.readings(line[1], criterion.id)
            if not weak and score >= STRONG and kind in compiled.item.types and compiled.item.key not in named
        ]

    def is_label(self, text: str) -> bool:
        """Whether a text is called like an item of any criterion."""
        return any(score >= STRONG for c in self.compiled for _, score, weak, _ in self.readings(text, c) if not weak)

    @staticmethod
    def _told(found: Sequence[Match], record_set: RecordSet, criterion: Criterion) -> list[Match]:
        """The items that the column of another item tells, too, some of them only where it says so: the number of its bid that a
        commitment has one, one of the modalities that there are auctions."""
        named = {match.item.key for match in found}
        return [
            replace(match, item=item)
            for item in criterion.items
            if item.key not in named
            for match in found
            if match.item.key in item.told_by and _says(match, record_set.columns[match.column], item.saying)
        ]

    def within(self, record_set: RecordSet, criterion: Criterion, headings: Sequence[str]) -> list[Match]:
        """The items that columns name only since their list stands inside one record: "Data" under "Pagamentos" in that of a
        commitment. ``headings``: what heads the list."""
        found: list[Match] = []
        for item in criterion.items if record_set.shape != "details" else ():
            terms = self.terms(item.within)
            for index, column in enumerate(record_set.columns if terms else ()):
                texts = [
                    column.label,
                    *(f"{column.label} {heading}" for heading in headings if self.is_plain(column.label)),
                ]
                score, words = max((self.score(text, term), term.words) for text in texts for term in terms)
                if score >= SURELY and compatible(column, item.types):
                    found.append(Match(item, index, round(score, 3), False, words))
                    break
        return found

    def is_plain(self, label: str) -> bool:
        """Whether a label is a single word, which a heading may complete."""
        return len(self.language.tokens(label)) == 1

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


def _weighed_by_values(index: int, column: Column, reading: Reading, completed: bool) -> Match | None:
    """A reading of a label as a match; None where the values of its column cannot be the item's. ``completed``: a heading
    completes the label."""
    compiled, score, weak, words = reading
    item = compiled.item
    if not compatible(column, (item.weak_types or item.types) if weak else item.types):
        return None
    if item.document and column.value_type == "number" and "number" not in item.types:
        return None  # how many there are, or which number one has
    agreement = agrees(column, compiled.values) if compiled.values else None
    by_values = weak and bool(compiled.values) and column.value_type == "text"
    if weak and not (by_values and agreement) and (item.strict_values or (by_values and agreement is False)):
        return None
    settled = by_values and bool(agreement)
    return Match(item, index, round(score + 0.15 if settled else score, 3), weak, words, settled=completed or settled)


def _titles(record_set: RecordSet) -> Sequence[str]:
    """The title over a record, or those of a list: its first column, where that has no label."""
    if record_set.shape == "details":
        return record_set.headings[-1:]
    return next((column.samples for column in record_set.columns[:1] if not column.label), ())


def _says(match: Match, column: Column, words: Sequence[str]) -> bool:
    """Whether what was matched has one of the words: a value begins with it, or the title that names it does, or a word of its label;
    without words any does."""
    said = (match.label,) if match.titled and column.label else (*column.samples, *column.label.split())
    return not words or any(normalize(text).startswith(normalize(word)) for text in said for word in words)


def _best(column: Column, candidates: Sequence[Match]) -> list[Match]:
    """The items that a column names best; a label made of several parts may name several."""
    strong = [c for c in candidates if not c.weak and c.score >= STRONG]
    whole = strong or [c for c in candidates if c.weak and c.score >= WEAK * 0.9]
    if not whole:
        return []
    borne_out = [c for c in candidates if strong and c.weak and (c.settled or c.item.shares)]
    compound = len(parts(column.label.rpartition(" / ")[2])) > 1
    best = max(c.score for c in whole)
    kept = [c for c in whole if c.score >= best - TIE or (compound and c.score >= 0.88 * best and not c.weak)]
    if column.value_type != "link" and not all(c.item.document for c in kept):
        kept = [c for c in kept if not c.item.document]  # "Processo/Edital" over "12 / 3": its numbers
    return kept + borne_out


_FIELD = re.compile(r"\s*([^:]+?)\s*:\s*([^:]+?)(?:\s+\S+:.*)?$")
"""The first field of a line of fields, up to the name of the next."""
_OWN_NUMBER = re.compile(r"\s*\bn(?:[º°]|[ro]\.?)?\s?\d[\d./-]*\s*$", re.I)
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


def _told_otherwise(column: Column, completed: ItemTerms, readings: Sequence[Reading]) -> bool:
    """Whether the values of a column are not those of the item that a heading completes its label to, but those of another
    that it may name by itself: "Pregão" under "Modalidade" in "Despesa por órgão" is no modality of the expenditure."""
    if not completed.values or agrees(column, completed.values) is not False:
        return False
    return any(weak and other.values and agrees(column, other.values) for other, _, weak, _ in readings)


@lru_cache(maxsize=8)
def matcher_of(matrix: Matrix) -> Matcher:
    """The compiled matcher of a matrix (compiled once)."""
    return Matcher(matrix)


def match(record_set: RecordSet, criterion: Criterion, matrix: Matrix) -> list[Match]:
    """The items of a criterion that the columns of a record set name, by column."""
    return matcher_of(matrix).match(record_set, criterion)
