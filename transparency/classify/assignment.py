"""What is a record set about? The words that stand over it and led to it, weighed by nearness, and its own columns.

A criterion is told in two steps: the group (expenditure, revenue, bids, staff, or a subject that is none of the criteria), then,
inside the group, the criterion (budgetary or extra-budgetary) by the nearest text that says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from transparency.classify.anchors import anchored, part_of_one, tells_single_records, tells_totals
from transparency.classify.embedding import embed, embedded
from transparency.classify.fit import LEAST_FIT, fit_of, is_other_kind, shared, stands_alone, strongest, subject_fit
from transparency.classify.inside import is_inside
from transparency.classify.lookalikes import FILES, explains_fields, is_folder, is_menu, lists_files, sums_up
from transparency.classify.matching import Match
from transparency.classify.sources import (
    CHOSEN,
    declared,
    headings_of,
    is_chosen_value,
    names_field,
    names_other_tab,
    names_record,
    nearest,
    sections_of,
    sources,
    weigh,
)
from transparency.classify.topics import OTHER_BODY, Reading, Topics, topics_of
from transparency.items import PageContext, RecordSet
from transparency.matrix import Criterion, Matrix, Subject
from transparency.text import normalize

MUTE_CONTEXT = "contexto mudo e colunas insuficientes"
UNFIT = "colunas não são do critério"
UNNAMED = "falta o que identifica cada registro"
COLUMNS_AGAINST = (UNFIT, UNNAMED)
"""Reasons that only the columns give."""
TOLD = 0.8
"""A context that scores so much names its criterion."""
MUTE = 0.3
"""Context scores below this say nothing."""
ACCEPT = 0.75
"""Least sum of context and fit."""
WHOLE = 5
"""So many items that are all columns of a list outweigh its title."""
VOTES = 3
"""So many ways to know where one is outvote a heading."""


def _outvoted(
    record_set: RecordSet,
    context: PageContext,
    fits: dict[str, float],
    matches: dict[str, list[Match]],
    topics: Topics,
) -> frozenset[str]:
    """The headings that speak against all other evidence, folded: the columns tell a criterion by themselves, at least
    ``VOTES`` of the ways to know where one is (links followed, menu, breadcrumb, title, address) name it too, and what the
    heading names none of them does, nor any column. It is a notice, not a title. A heading that names a neighbour of the
    criterion ("Diárias" over payments) or another body says which part of the page's subject this is, and counts."""
    chief = [next((c for c in members if c.default), members[0]) for members in topics.groups.values()]
    fits = {c.id: fits[c.id] for c in chief}  # the look-alike of a group is told by words alone
    best = max(fits, key=lambda name: fits[name])
    criterion = topics.matrix.by_id[best]
    headings = {text: topics.read(text).subjects for text in (*headings_of(record_set, context), *context.headings)}
    against = {text: named.keys() for text, named in headings.items() if named and criterion.group not in named}
    if not against or not stands_alone(criterion, fits, matches[best], topics.matrix):
        return frozenset()
    ways: list[list[tuple[str, bool]]] = [
        [(label, False) for label in context.labels],
        [(entry, False) for entry in context.active_menu],
        [(context.breadcrumb, False)],
        [(context.title, False)],
        [(url, True) for url in context.urls],
    ]
    votes = [{subject for text, address in way for subject in topics.read(text, address).subjects} for way in ways]
    if sum(criterion.group in named for named in votes) < VOTES:
        return frozenset()
    own = {match.column for match in matches[best]}
    spoken = set().union(*votes) | topics.neighbours(criterion) | {OTHER_BODY}
    spoken |= {c.group for c in topics.matrix.criteria if any(m.column not in own for m in matches[c.id] if not m.weak)}
    spoken |= {s.id for s in topics.matrix.vocabulary.subjects if subject_fit(record_set, topics.matcher, s.id)}
    return frozenset(normalize(text) for text, named in against.items() if spoken.isdisjoint(named))


@dataclass
class Assignment:
    """How a record set was read: scores by criterion (accepted ones only), and why the rest fell."""

    scores: dict[str, float]
    subject: str = ""
    """The criterion or other subject that it is about, as far as can be told."""
    reason: str = ""
    sections: tuple[str, ...] = ()
    """Headings that complete its labels."""
    matches: dict[str, list[Match]] = field(default_factory=dict)
    about: str = ""
    """The criterion that its page is about, where only the columns speak against it."""


def examine(
    record_set: RecordSet, context: PageContext, matrix: Matrix, beside: Sequence[RecordSet] = ()
) -> Assignment:
    """Which criteria a record set serves, with scores (0 … 1), or the reason why it serves none; and what each column was
    matched with. ``beside``: other details of the same record, which may hold what identifies it."""
    return Examination(record_set, context, topics_of(matrix), beside).result()


class Examination:
    """What speaks for each criterion, of one record set."""

    def __init__(
        self, record_set: RecordSet, context: PageContext, topics: Topics, beside: Sequence[RecordSet] = ()
    ) -> None:
        self.record_set = record_set
        self.topics = topics
        self.matrix = matrix = topics.matrix
        self.beside = beside
        self.sections = sections_of(record_set, context, topics)
        self.matches = {c.id: topics.matcher.match(record_set, c, self.sections) for c in matrix.criteria}
        self.holders = [c for c in matrix.criteria if is_inside(record_set, c, beside, topics)]
        """The criteria inside one record of which it is a list."""
        for holder in self.holders:
            self.matches[holder.id] += topics.matcher.within(record_set, holder, self.sections)
            self.matches[holder.id] += topics.matcher.in_rows(record_set, holder)
        self.fits = {c.id: fit_of(record_set, self.matches, c, topics) for c in matrix.criteria}
        """How well the columns are those of each criterion."""
        self.marked, declared_by = declared(record_set, topics)
        self.readings = self._read(context)
        """What the texts over it and the way there say, with their weights, nearest first."""
        if declared_by is not None:
            self.readings.insert(0, (declared_by, 1.0))
        self.subjects = weigh(self.readings)
        for holder, section in embed(record_set, context, topics, self.readings, self.subjects, beside):
            self.matches[holder.id] += embedded(record_set, holder, section, self.matches)
        self.contexts: dict[str, float] = {}
        """What speaks for each criterion besides the columns."""
        self.totals: dict[str, float] = {}
        self.best = ""
        """The criterion with most behind it."""

    def _read(self, context: PageContext) -> list[tuple[Reading, float]]:
        record_set, topics = self.record_set, self.topics
        texts = [source for source in sources(record_set, context) if source[0]]
        outvoted = _outvoted(record_set, context, self.fits, self.matches, topics)
        read = [
            (topics.read(text, address), weight * (CHOSEN if is_chosen_value(text, record_set, topics) else 1))
            for text, weight, address in texts
            if not names_other_tab(text, topics)
            and not names_field(text, record_set, topics)
            and not names_record(text, record_set, topics)
            and normalize(text) not in outvoted
            # "Anexos para download" over files says what they are, and not what they are of
            and not (record_set.shape == "list" and topics.read(text, address).subjects.keys() == {FILES})
        ]
        return sorted(read, key=lambda one: -one[1])

    def result(self) -> Assignment:
        """The criterion that it serves, or the first reason why it serves none."""
        reason = next(filter(None, (is_none(self) for is_none in NO_RECORDS)), None)
        if reason is not None:
            return self._refused(*reason)
        if self.marked is not None:
            return self._as_marked(self.marked)
        self._weigh_criteria()
        reason = next(filter(None, (speaks_against(self) for speaks_against in AGAINST)), None)
        if reason is not None:
            return self._refused(*reason)
        return self._accepted()

    def _refused(self, reason: str, subject: str) -> Assignment:
        of_page = reason in COLUMNS_AGAINST and self.context >= TOLD
        return Assignment({}, subject, reason, self.sections, self.matches, self.best if of_page else "")

    def _as_marked(self, marked: Criterion | Subject) -> Assignment:
        """As its mark-up says."""
        if not isinstance(marked, Criterion):
            return self._refused(f"microdata: {marked.id}", marked.id)
        scores = {marked.id: 1.0} if self.matches[marked.id] else {}
        return Assignment(scores, marked.id, "microdata", self.sections, self.matches)

    def _weigh_criteria(self) -> None:
        """Find the criterion with most behind it."""
        fits = self.fits
        if any(self.matches[name] and fit < LEAST_FIT for name, fit in fits.items()):
            parts = shared(self.record_set, self.beside, self.topics)
            fits |= {n: max(fits[n], LEAST_FIT) for n in parts if self.matches[n]}
        self.contexts = _variants(self.topics, self.readings, self.subjects, fits)
        self.totals = {c.id: self.contexts.get(c.id, 0.0) + 0.7 * fits[c.id] for c in self.matrix.criteria}
        self.best = max(self.totals, key=lambda name: (self.totals[name], fits[name]))

    @property
    def criterion(self) -> Criterion:
        """The criterion with most behind it."""
        return self.matrix.by_id[self.best]

    @property
    def own(self) -> list[Match]:
        """The matches of that."""
        return self.matches[self.best]

    @property
    def fit(self) -> float:
        """How well the columns are those of that."""
        return self.fits[self.best]

    @property
    def context(self) -> float:
        """What speaks for that besides the columns."""
        return self.contexts.get(self.best, 0.0)

    @property
    def mute(self) -> bool:
        """Whether nothing but the columns says anything."""
        return max(self.subjects.values(), default=0.0) < MUTE

    @cached_property
    def others(self) -> dict[str, float]:
        """How well the columns are those of each subject that is no criterion."""
        subjects = self.matrix.vocabulary.subjects
        return {s.id: subject_fit(self.record_set, self.topics.matcher, s.id) for s in subjects}

    def _accepted(self) -> Assignment:
        score, reason = (self.fit, "colunas") if self.mute else (self.totals[self.best] / 1.3, "contexto")
        return Assignment({self.best: round(min(1.0, score), 3)}, self.best, reason, self.sections, self.matches)


Reason = tuple[str, str]
"""Why a record set serves no criterion (Portuguese), and the criterion or other subject that it is about."""


def _is_of_other_body(case: Examination) -> Reason | None:
    return ("outro órgão", OTHER_BODY) if case.subjects.get(OTHER_BODY, 0.0) >= 0.4 else None


def _is_of_board(case: Examination) -> Reason | None:
    return ("números de um painel", "") if sums_up(case.record_set, case.matches, case.matrix) else None


def _is_of_fields(case: Examination) -> Reason | None:
    types = case.topics.matcher.language.column_types
    return ("dicionário de dados", "") if explains_fields(case.record_set, types) else None


def _is_of_menu(case: Examination) -> Reason | None:
    return ("cartões de um menu", "") if is_menu(case.record_set, case.matches, case.matrix) else None


NO_RECORDS = (_is_of_other_body, _is_of_board, _is_of_fields, _is_of_menu)
"""Reasons that need no criterion, the surest first."""


def _is_of_files(case: Examination) -> Reason | None:
    files = lists_files(case.record_set, case.own) or is_folder(case.record_set, case.own, case.matrix)
    return ("lista de arquivos", case.best) if files else None


def _fits_badly(case: Examination) -> Reason | None:
    least = LEAST_FIT if case.context < 0.95 else LEAST_FIT / 2
    return (UNFIT, case.best) if case.fit < least else None


def _fits_other(case: Examination) -> Reason | None:
    other = is_other_kind(case.matches, case.criterion, case.matrix, len(case.record_set.columns))
    return ("colunas de outro critério", case.best) if other else None


def _is_whole(case: Examination, subject: str) -> bool:
    """Whether all columns, many of them, are the criterion's, and none is of another subject, whatever words name that ("QDD" over
    unit, function, programme, action, element and appropriation). What is like the criterion has the same columns ("Restos a pagar")."""
    told = {match.column: match.item.key for match in case.own if not match.weak}
    whole = len(told) == len(case.record_set.columns) and len(set(told.values())) >= WHOLE
    return whole and not case.others.get(subject, 0.0) and subject not in case.topics.neighbours(case.criterion)


def _stands_under_subject(case: Examination) -> Reason | None:
    """The nearest text that speaks of anything names another subject."""
    near = nearest(case.readings)
    if near not in case.topics.matcher.subjects or case.subjects.get(near, 0.0) < 0.85 or _is_whole(case, near):
        return None
    return f"outro assunto: {near}", near


def _is_outweighed(case: Examination) -> Reason | None:
    """Another subject has more behind it."""
    subject, against = strongest(case.subjects, case.others, case.own)
    outweighed = against > case.totals[case.best] and not _is_whole(case, subject)
    return (f"outro assunto: {subject}", subject) if outweighed else None


def _fits_subject(case: Examination) -> Reason | None:
    """The columns are rather those of another subject."""
    rival = max(case.others, key=lambda name: case.others[name], default="")
    if not rival:
        return None
    alien, fit = case.others[rival], case.fit
    better = (alien > fit and alien >= 0.3) or (alien >= 0.45 and fit - alien < 0.25)
    if not better and not (case.context < 0.8 and alien >= 0.35):
        return None
    return f"colunas de outro assunto: {rival}", rival


def _says_what_it_tells(case: Examination) -> bool:
    """Whether a list inside one record tells an item of that without doubt: by rows that are called so, or by the label of a column
    and no totals."""
    told = [match for match in case.own if not match.weak]
    totals = tells_totals(case.record_set, case.criterion, case.topics.matcher)
    return any(match.label for match in told) if totals else bool(told)


def _lacks_anchor(case: Examination) -> Reason | None:
    """Nothing identifies each record, nor the record whose part it is."""
    criterion, matcher = case.criterion, case.topics.matcher
    if anchored(case.record_set, criterion, case.own, matcher):
        return None
    if criterion in case.holders and _says_what_it_tells(case):
        return None
    if case.context >= 0.8 and case.fit >= 0.25 and tells_single_records(case.record_set, criterion, matcher):
        return None
    of_whole = not criterion.aggregates and case.context >= 0.8 and case.fit >= 0.25
    whose = of_whole or any(anchored(o, criterion, matcher.match(o, criterion), matcher) for o in case.beside)
    if part_of_one(case.record_set, criterion, case.beside, whose, matcher):
        return None
    return UNNAMED, case.best


def _says_too_little(case: Examination) -> Reason | None:
    if case.mute:
        alone = stands_alone(case.criterion, case.fits, case.own, case.matrix)
        return None if alone else (MUTE_CONTEXT, case.best)
    return (
        ("indícios insuficientes", case.best) if case.totals[case.best] < ACCEPT and not _is_whole(case, "") else None
    )


def _is_ambiguous(case: Examination) -> Reason | None:
    """A criterion of another group has nearly as much behind it."""
    group = case.criterion.group
    fitting = (name for name, fit in case.fits.items() if fit >= LEAST_FIT and case.matrix.by_id[name].group != group)
    second = max((case.totals[name] for name in fitting), default=0.0)
    close = not case.mute and case.totals[case.best] - second < 0.04 and case.context < 0.7
    return ("ambíguo", case.best) if close else None


AGAINST = (
    _is_of_files,
    _fits_badly,
    _fits_other,
    _stands_under_subject,
    _is_outweighed,
    _fits_subject,
    _lacks_anchor,
    _says_too_little,
    _is_ambiguous,
)
"""Reasons against the criterion with most behind it; the first one is told."""


def _variants(
    topics: Topics, readings: list[tuple[Reading, float]], subjects: dict[str, float], fits: dict[str, float]
) -> dict[str, float]:
    """Context scores by criterion: a group's score goes to the criterion that the nearest marking text says, else to its default.
    A text that names the records of a criterion ("Empenhos") marks it where the columns are those."""
    said: frozenset[str] = frozenset()
    for reading, _ in readings:
        said = reading.marks or frozenset(name for name in reading.records if fits[name] >= LEAST_FIT)
        if said:
            break
    result: dict[str, float] = {}
    for group, members in topics.groups.items():
        score = subjects.get(group, 0.0)
        if len(members) == 1:
            result[members[0].id] = score
            continue
        named = [c for c in members if c.id in said]
        default = next((c for c in members if c.default), members[0])
        target = named[0] if len(named) == 1 else default
        if score < MUTE and named and not target.default:
            # "extra-orçamentária" alone: the columns must say of what
            alone = max((w for r, w in readings if r.marks == said), default=0.0)
            score = max(score, 0.62 * alone)
            subjects[group] = max(subjects.get(group, 0.0), score)
        result[target.id] = score
        for other in members:
            result.setdefault(other.id, 0.0)
        # without any word of context the default's look-alike never wins by its columns
        for other in members:
            if other is not target:
                fits[other.id] = 0.0
    return result
