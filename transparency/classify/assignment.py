"""What is a record set about? The words that stand over it and led to it, weighed by nearness, and its own columns.

A criterion is told in two steps: the group (expenditure, revenue, bids, staff, or a subject that is none of the criteria), then,
inside the group, the criterion (budgetary or extra-budgetary) by the nearest text that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from itertools import zip_longest

from transparency.classify.anchors import anchored, part_of_one
from transparency.classify.matching import STRONG, Match, Matcher, compatible
from transparency.classify.topics import OTHER_BODY, Reading, Topics, criterion_named, topics_of
from transparency.extract import microdata
from transparency.extract.values import is_rounded
from transparency.items import PageContext, RecordSet
from transparency.matrix import Criterion, Matrix, Subject
from transparency.text import normalize

MUTE_CONTEXT = "contexto mudo e colunas insuficientes"
MUTE = 0.3
"""Context scores below this say nothing."""
ACCEPT = 0.75
"""Least sum of context and fit."""
ALONE = 0.55
"""Least fit of the columns where the context is mute."""
VOTES = 3
"""So many ways to know where one is outvote a heading."""
LEAST_FIT = 0.12
SECTION_FIT = 0.4
"""A section of a record that fits so well speaks for the others."""
FARTHER = 0.7
"""Factor on what farther texts say against the nearest one that says anything."""
_CRUMBS = re.compile(r"\s*(?:>|»|›|→|/|\||::|•)\s*")
_FILE = re.compile(r"baix|download|arquiv|anexo|document|\b(?:pdf|csv|xlsx?|docx?)\b")
_TYPE_OF_FIELD = re.compile(r"\b(?:tipo|type|formato)\b")


def sources(record_set: RecordSet, context: PageContext) -> list[tuple[str, float, bool]]:
    """The texts that may tell what a record set is about: (text, weight, is it an address), nearest first."""
    found: list[tuple[str, float, bool]] = []
    headings = _headings(record_set, context)
    for distance, heading in enumerate(reversed(headings)):
        found.append((heading, max(0.66, 1.0 - 0.07 * distance), False))
    known = {normalize(h) for h in headings}
    for distance, label in enumerate(reversed(context.labels)):
        found.append((label, max(0.4, 0.86 - 0.08 * distance), False))
    if not record_set.hidden:
        for distance, entry in enumerate(reversed(context.active_menu)):
            found.append((entry, max(0.5, 0.78 - 0.05 * distance), False))
    crumbs = [c for c in _CRUMBS.split(context.breadcrumb) if c]
    for distance, crumb in enumerate(reversed(crumbs)):
        found.append((crumb, max(0.4, 0.77 - 0.1 * distance), False))
    for distance, heading in enumerate(reversed(context.headings)):
        if normalize(heading) not in known:
            found.append((heading, max(0.5, 0.76 - 0.05 * distance), False))
    for distance, url in enumerate(reversed(context.urls)):
        found.append((url, max(0.45, 0.58 - 0.06 * distance), True))
    if context.title:
        found.append((context.title, 0.45, False))
    return sorted(found, key=lambda source: -source[1])


def _headings(record_set: RecordSet, context: PageContext) -> list[str]:
    """The headings of a record set; of a bar of tabs ("Entradas | Saídas"), the one that was opened to get here."""
    opened = {normalize(label): label for label in context.labels[-2:]}
    return [
        next((opened[normalize(part)] for part in heading.split(" | ") if normalize(part) in opened), heading)
        for heading in record_set.headings
    ]


def _names_other_tab(heading: str, topics: Topics) -> bool:
    """Whether of a bar of tabs, none of which was opened, one names another subject and one nothing ("Dados | Contratos"):
    what is shown at first is of the record itself."""
    tabs = [topics.read(tab).subjects for tab in heading.split(" | ")]
    named = {subject for subjects in tabs for subject in subjects}
    return not all(tabs) and bool(named) and named.isdisjoint(topics.groups)


def _names_field(heading: str, record_set: RecordSet, topics: Topics) -> bool:
    """Whether the last of several headings is the label of a column, and names a subject that is none of the criteria: what
    the rows are grouped or sorted by ("Secretaria"), not what they are."""
    if len(record_set.headings) < 2 or heading != record_set.headings[-1]:
        return False
    named = topics.read(heading).subjects
    return (
        bool(named)
        and topics.groups.keys().isdisjoint(named)
        and any(normalize(column.label) == normalize(heading) for column in record_set.columns)
    )


def _names_record(text: str, record_set: RecordSet, topics: Topics) -> bool:
    """Whether a text is made of a record's values ("Ana Maria, Enfermeira, Secretaria de Saúde"), one of which names a subject
    that is none of the criteria: what was pressed to open it, not what it is about."""
    named = topics.read(text).subjects
    if not named or not topics.groups.keys().isdisjoint(named):
        return False
    said = f" {normalize(text)} "
    samples = {normalize(sample) for column in record_set.columns for sample in column.samples} - {""}
    told = [value for value in samples if f" {value} " in said]
    return len(told) > 1 and any(" " in value and named.keys() & topics.read(value).subjects.keys() for value in told)


def _stands_alone(criterion: Criterion, fits: dict[str, float], own: Sequence[Match], matrix: Matrix) -> bool:
    """Whether columns tell by themselves that a record set is of a criterion, and of no other group."""
    fit = fits[criterion.id]
    runner = max((v for k, v in fits.items() if matrix.by_id[k].group != criterion.group), default=0.0)
    return fit >= ALONE and len({match.item.key for match in own if not match.weak}) >= 3 and fit - runner >= 0.12


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
    headings = {text: topics.read(text).subjects for text in (*_headings(record_set, context), *context.headings)}
    against = {text: named.keys() for text, named in headings.items() if named and criterion.group not in named}
    if not against or not _stands_alone(criterion, fits, matches[best], topics.matrix):
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
    spoken |= {s.id for s in topics.matrix.vocabulary.subjects if _subject_fit(record_set, topics.matcher, s.id)}
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


def assign(record_set: RecordSet, context: PageContext, matrix: Matrix) -> dict[str, float]:
    """The criteria that a record set serves, with scores (0 … 1); empty when it serves none."""
    return examine(record_set, context, matrix).scores


def examine(
    record_set: RecordSet, context: PageContext, matrix: Matrix, beside: Sequence[RecordSet] = ()
) -> Assignment:
    """As ``assign``, with the reasons and the matches. ``beside``: other details of the same record, which may hold what
    identifies it."""
    topics = topics_of(matrix)
    sections = _sections(record_set, context, topics)
    matches = {c.id: topics.matcher.match(record_set, c, sections) for c in matrix.criteria}
    told = [source for source in sources(record_set, context) if source[0] and not _names_other_tab(source[0], topics)]
    told = [source for source in told if not _names_field(source[0], record_set, topics)]
    told = [source for source in told if not _names_record(source[0], record_set, topics)]
    fits = {c.id: _fit(record_set, matches, c, topics) for c in matrix.criteria}
    outvoted = _outvoted(record_set, context, fits, matches, topics)
    told = [source for source in told if normalize(source[0]) not in outvoted]
    readings = [(topics.read(text, address), weight) for text, weight, address in told]
    marked, said = _declared(record_set, topics)
    if said is not None:
        readings.insert(0, (said, 1.0))
    subjects = _weigh(readings)
    for holder, section in _embed(record_set, context, topics, readings, subjects, beside):
        matches[holder.id] += _embedded(record_set, holder, section, matches)
    if subjects.get(OTHER_BODY, 0.0) >= 0.4:
        return Assignment({}, OTHER_BODY, "outro órgão", sections, matches)
    if _sums_up(record_set, matches, matrix):
        return Assignment({}, "", "números de um painel", sections, matches)
    if _explains_fields(record_set, topics.matcher.language.column_types):
        return Assignment({}, "", "dicionário de dados", sections, matches)
    if _is_menu(record_set, matches, matrix):
        return Assignment({}, "", "cartões de um menu", sections, matches)
    if isinstance(marked, Criterion):
        return Assignment({marked.id: 1.0} if matches[marked.id] else {}, marked.id, "microdata", sections, matches)
    if marked is not None:
        return Assignment({}, marked.id, f"microdata: {marked.id}", sections, matches)
    if any(matches[name] and fit < LEAST_FIT for name, fit in fits.items()):
        fits |= {n: max(fits[n], LEAST_FIT) for n in _shared(record_set, beside, topics) if matches[n]}
    chosen = _variants(topics, readings, subjects, fits)
    totals: dict[str, float] = {}
    for criterion in matrix.criteria:
        totals[criterion.id] = chosen.get(criterion.id, 0.0) + 0.7 * fits[criterion.id]
    best = max(totals, key=lambda k: (totals[k], fits[k]))
    criterion = matrix.by_id[best]
    context_score, fit = chosen.get(best, 0.0), fits[best]
    loudest = max([v for k, v in subjects.items()], default=0.0)

    def refuse(reason: str, subject: str = "") -> Assignment:
        return Assignment({}, subject or best, reason, sections, matches)

    if _lists_files(record_set, matches[best]):
        return refuse("lista de arquivos")
    least = LEAST_FIT if context_score < 0.95 else LEAST_FIT / 2
    if fit < least:
        return refuse("colunas não são do critério")
    if _is_other_kind(matches, criterion, matrix):
        return refuse("colunas de outro critério")
    near = _nearest(readings)
    if near in topics.matcher.subjects and subjects.get(near, 0.0) >= 0.85:
        return refuse(f"outro assunto: {near}", near)
    others = {s.id: _subject_fit(record_set, topics.matcher, s.id) for s in matrix.vocabulary.subjects}
    neighbour, against = _strongest(subjects, others, matches[best])
    if against > totals[best]:
        return refuse(f"outro assunto: {neighbour}", neighbour)
    rival = max(others, key=lambda k: others[k], default="")
    if rival:
        alien = others[rival]
        if (
            (alien > fit and alien >= 0.3)
            or (context_score < 0.8 and alien >= 0.35)
            or (alien >= 0.45 and fit - alien < 0.25)
        ):
            return refuse(f"colunas de outro assunto: {rival}", rival)
    whose = (not criterion.aggregates and context_score >= 0.8 and fit >= 0.25) or any(
        anchored(o, criterion, topics.matcher.match(o, criterion), topics.matcher) for o in beside
    )
    if not anchored(record_set, criterion, matches[best], topics.matcher) and not (
        part_of_one(record_set, criterion, beside, whose, topics.matcher)
    ):
        return refuse("falta o que identifica cada registro")
    if loudest < MUTE:
        if not _stands_alone(criterion, fits, matches[best], matrix):
            return refuse(MUTE_CONTEXT)
        return Assignment({best: round(min(1.0, fit), 3)}, best, "colunas", sections, matches)
    if totals[best] < ACCEPT:
        return refuse("indícios insuficientes")
    second = max(
        (v for k, v in totals.items() if matrix.by_id[k].group != criterion.group and fits[k] >= LEAST_FIT), default=0.0
    )
    if totals[best] - second < 0.04 and context_score < 0.7:
        return refuse("ambíguo")
    return Assignment({best: round(min(1.0, totals[best] / 1.3), 3)}, best, "contexto", sections, matches)


def _explains_fields(record_set: RecordSet, types: AbstractSet[str]) -> bool:
    """Whether the rows are the fields of a table, one by one, with the type of each ("Campo | Tipo | Descrição"): what is
    named there need not be published."""
    told = (c.samples for c in record_set.columns if c.samples and _TYPE_OF_FIELD.search(normalize(c.label)))
    named = ({word for value in values for word in normalize(value).split() if word.isalpha()} for values in told)
    return record_set.rows > 1 and any(words and words <= types for words in named)


def _lists_files(record_set: RecordSet, own: Sequence[Match]) -> bool:
    """Whether the rows are files that are handed out ("Título | Exercício | Arquivo") and nothing but weak words speak of a
    criterion: what is called "Receita orçamentária 2025" there is the file."""
    fetched = (c for c in record_set.columns if c.value_type == "link" and _FILE.search(normalize(c.label)))
    return record_set.shape != "details" and all(match.weak for match in own) and any(fetched)


def _is_other_kind(matches: dict[str, list[Match]], criterion: Criterion, matrix: Matrix) -> bool:
    """Whether a criterion has nothing of its own there and another of another group has that and far more: the payments of
    a budget's "Pessoal e encargos" tell "Função" and "Valor pago", as a payroll may, among a dozen fields of expenses."""

    def strong(name: str) -> list[Match]:
        return [match for match in matches[name] if not match.weak]

    own = strong(criterion.id)
    columns, items = {match.column for match in own}, {match.item.key for match in own}
    return any(
        columns <= {match.column for match in strong(other.id)}
        and len({match.item.key for match in strong(other.id)}) >= 3 * max(len(items), 2)
        for other in matrix.criteria
        if other.group != criterion.group
    )


def names_links(record_set: RecordSet) -> bool:
    """Whether fields are names with one link below each that says the same everywhere, as cards of a menu are ("Receitas: Ver
    detalhes"). Files of a record are none."""
    told = [column for column in record_set.columns if column.filled]
    if record_set.shape != "details" or len(told) < 3 or any(column.value_type != "link" for column in told):
        return False
    said = {normalize(sample) for column in told for sample in column.samples}
    return len(said) == 1 and not any(map(_FILE.search, said))


def _is_menu(record_set: RecordSet, matches: dict[str, list[Match]], matrix: Matrix) -> bool:
    """Whether names with a link below each are cards of a menu: they are of several criteria, which no record is, or none
    is called as a document."""
    if not names_links(record_set):
        return False
    several = len({criterion_named(c.label, matrix) for c in record_set.columns} - {""}) > 1
    return several or not any(match.item.document for found in matches.values() for match in found)


def _sums_up(record_set: RecordSet, matches: dict[str, list[Match]], matrix: Matrix) -> bool:
    """Whether numbers side by side sum up many records, as boards do: one is rounded ("R$ 38,4 mi"), or each speaks of
    another criterion ("Despesa paga", "Receita arrecadada", "Servidores") and none is a word, a date or a code."""
    filled = [column for column in record_set.columns if column.filled]
    if record_set.shape != "details" or not filled:
        return False
    if any(is_rounded(sample) for column in filled for sample in column.samples):
        return True
    groups: dict[int, set[str]] = {}
    for criterion, found in matches.items():
        for match in found:
            if record_set.columns[match.column].filled:
                groups.setdefault(match.column, set()).add(matrix.by_id[criterion].group)
    apart = {frozenset(named) for named in groups.values()}
    numbers = all(column.value_type in ("money", "number") for column in filled)
    return numbers and len(filled) > 2 and any(a.isdisjoint(b) for a in apart for b in apart)


def _declared(record_set: RecordSet, topics: Topics) -> tuple[Criterion | Subject | None, Reading | None]:
    """What a record set's ``itemtype`` decides, or else what it says, as the nearest of headings.

    It decides where columns carry its vocabulary. Over columns without any it may stand for a whole page; where more of
    them are of another criterion's vocabulary it was copied by mistake. Types of no known vocabulary are read as words.
    """
    if not record_set.itemtype:
        return None, None
    owner = topics.microdata.get(microdata.key(record_set.itemtype))
    if owner is None:
        return None, topics.read(microdata.name_words(record_set.itemtype))
    if isinstance(owner, Subject):
        return owner, None
    named = {c.id: topics.matcher.properties(record_set, c.id) for c in topics.matrix.criteria}
    own = named[owner.id]
    if any(len(other - own) > len(own - other) for other in named.values()):
        return None, None
    return (owner, None) if own else (None, Reading({owner.group: 1.0}, frozenset((owner.id,))))


def _weigh(readings: Iterable[tuple[Reading, float]]) -> dict[str, float]:
    """Scores by group or subject: the strongest text counts, further ones confirm a little. Once a near text has spoken
    of one thing only, farther texts count less for others."""
    scores: dict[str, float] = {}
    spoken = ""
    for reading, weight in readings:
        for subject, strength in reading.subjects.items():
            value = weight * strength * (FARTHER if spoken and subject != spoken else 1.0)
            scores[subject] = max(scores.get(subject, 0.0), value) + (
                0.06 * min(value, scores[subject]) if subject in scores else 0.0
            )
        if not spoken and len(reading.subjects) == 1 and weight >= 0.7:
            spoken = next(iter(reading.subjects))
    return scores


def _nearest(readings: Iterable[tuple[Reading, float]]) -> str:
    """What the nearest text that speaks of anything speaks of, if it is one thing."""
    for reading, weight in readings:
        if reading.subjects:
            return next(iter(reading.subjects)) if len(reading.subjects) == 1 and weight >= 0.85 else ""
    return ""


def _sections(record_set: RecordSet, context: PageContext, topics: Topics) -> tuple[str, ...]:
    """What may complete the labels ("Pagamentos" over "Data", "Valor"): the heading right over the set, the label or tab
    that led to it, the nearest text that speaks of anything; short ones only."""
    found = [*_headings(record_set, context)[-1:], *context.labels[-1:]]
    if not record_set.hidden:
        found += context.active_menu[-1:]
    near = (t for t, weight, address in sources(record_set, context) if not address and weight >= 0.7)
    found += [t for t in near if topics.read(t).subjects][:1]
    short = (t for t in found if len(t) <= 50 and 0 < len(topics.phrase(t)) <= 3 and not any(c.isdigit() for c in t))
    return tuple(dict.fromkeys(short))


def _embed(
    record_set: RecordSet,
    context: PageContext,
    topics: Topics,
    readings: list[tuple[Reading, float]],
    subjects: dict[str, float],
    beside: Sequence[RecordSet] = (),
) -> list[tuple[Criterion, set[str]]]:
    """A section "Licitação" in the record of one empenho speaks of that empenho. The criteria whose record it is a part of,
    with what the section is about. Whose record it is, the way there tells, or a section before it (``beside``)."""
    if record_set.shape != "details" and record_set.rows > 3:
        return []
    parted = []
    nearest = topics.read(record_set.headings[-1]).subjects if record_set.headings else {}
    holders = {name for reading, weight in readings if weight >= 0.45 for name in reading.records}
    holders |= _led_by(record_set, context, topics, beside)
    for holder in holders:
        criterion = topics.matrix.by_id[holder]
        inner = [s for s in criterion.embeds if s in subjects]
        own = nearest.keys() - {criterion.group}
        if inner and (not own or own <= set(criterion.embeds)) and (record_set.shape == "details" or own):
            subjects[criterion.group] = max(subjects.get(criterion.group, 0.0), 1.05)
            for name in inner:
                subjects[name] *= 0.5
            if own:
                parted.append((criterion, own))
    return parted


WHOLE_RECORD = 8
"""So many fields are more than one section of a record."""


def _led_by(record_set: RecordSet, context: PageContext, topics: Topics, beside: Sequence[RecordSet]) -> set[str]:
    """The criteria whose record begins above a section: the first of its sections identifies one, under the same headings,
    and the way there names it."""
    first = next((r for r in beside if r.shape == "details" and len(r.columns) > 1), None)
    if record_set.shape != "details":
        return set()
    about = topics.read(record_set.headings[-1]).subjects if record_set.headings else {}
    if not about and len(record_set.columns) >= WHOLE_RECORD:
        first = record_set  # all tabs of a record are read as one, whichever is in sight
    elif (
        first is None
        or not first.headings
        or first.headings[:-1] != record_set.headings[: len(first.headings) - 1]
        or _place(first.path) >= _place(record_set.path)
    ):
        return set()
    if any(_subject_fit(first, topics.matcher, s.id) >= 0.3 for s in topics.matrix.vocabulary.subjects):
        return set()  # a contract has its bid, too
    named = {subject for label in context.labels for subject in topics.read(label).subjects}
    return {
        c.id
        for c in topics.matrix.criteria
        if c.embeds and c.group in named and anchored(first, c, topics.matcher.match(first, c), topics.matcher)
    }


def _shared(record_set: RecordSet, beside: Sequence[RecordSet], topics: Topics) -> set[str]:
    """The criteria that another section of the same record serves: a section of a few fields says little by itself."""
    if record_set.shape != "details" or not record_set.headings:
        return set()
    over = record_set.headings[:-1]
    others = [other for other in beside if other.shape == "details" and other.headings and other.headings[:-1] == over]
    if not over:  # a window has its title in its bar: its sections stand side by side, each under a heading of its own
        others = [other for other in others if _stand_alike(other.path, record_set.path)]
    found = set()
    for other in others:
        matches = {c.id: topics.matcher.match(other, c) for c in topics.matrix.criteria}
        found |= {c.id for c in topics.matrix.criteria if _fit(other, matches, c, topics) >= SECTION_FIT}
    return found


def _stand_alike(one: str, other: str) -> bool:
    """Whether two elements stand side by side, or at the same place in two that do.

    >>> _stand_alike("/body/form/div[1]/table", "/body/form/div[3]/table"), _stand_alike("/body/div[1]/dl", "/body/div[2]/p/dl")
    (True, False)
    """
    apart = [pair for pair in zip_longest(one.split("/"), other.split("/"), fillvalue="") if pair[0] != pair[1]]
    return len(apart) == 1 and len({part.partition("[")[0] for part in apart[0]}) == 1


def _place(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"\[(\d+)\]", path)]


def _embedded(record_set: RecordSet, holder: Criterion, told: set[str], matches: dict[str, list[Match]]) -> list[Match]:
    """What the labels of a section about another criterion say of the record that it is a part of: "Modalidade" is that of
    its bid."""
    known = {match.item.key for match in matches[holder.id] if not match.weak}
    return [
        Match(item, match.column, match.score, False, match.term)
        for name in holder.embeds
        if name in told
        for match in matches.get(name, ())
        if not match.weak and match.score >= STRONG
        for item in holder.items
        if match.item.key in item.embedded
        and item.key not in known
        and compatible(record_set.columns[match.column], item.types)
    ]


def _variants(
    topics: Topics, readings: list[tuple[Reading, float]], subjects: dict[str, float], fits: dict[str, float]
) -> dict[str, float]:
    """Context scores by criterion: a group's score goes to the criterion that the nearest marking text says, else to its default."""
    said: frozenset[str] = frozenset()
    for reading, _ in readings:
        if reading.marks:
            said = reading.marks
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


def _fit(record_set: RecordSet, matches: dict[str, list[Match]], criterion: Criterion, topics: Topics) -> float:
    """How well the columns are those of a criterion: distinctive items count most, columns without item weigh against."""
    own = matches[criterion.id]
    if not own:
        return 0.0
    groups: dict[int, set[str]] = {}
    for other in topics.matrix.criteria:
        for m in matches[other.id]:
            if not m.weak:
                groups.setdefault(m.column, set()).add(other.group)
    total = 0.0
    used: set[str] = set()
    for m in sorted(own, key=lambda m: m.weak):
        if m.item.key in used:
            continue
        used.add(m.item.key)
        total += 1.0 if m.settled else 0.3 if m.weak else 1 / max(1, len(groups.get(m.column, ())))
    labelled = [
        i
        for i, c in enumerate(record_set.columns)
        if len(c.label) > 1 and c.value_type != "link" and not (c.value_type == "empty" and not c.label)
    ]
    covered = {m.column for m in own}
    coverage = min(1.0, len(covered) / max(1, len(set(labelled) | covered)))
    few = len(criterion.items) <= 5
    if record_set.shape == "details" and total < 0.9 and coverage < 0.5 and not few:
        return 0.0  # the page's own particulars (entity, year, last update) are no record
    return min(1.0, total / (1.5 if few else 2.5)) * (0.4 + 0.6 * coverage)


def _subject_fit(record_set: RecordSet, matcher: Matcher, subject: str) -> float:
    """As ``_fit`` for a subject that is no criterion; labels that criteria use too count less."""
    terms = matcher.subjects[subject]
    total = 0.0
    columns = 0
    for column in record_set.columns:
        if not column.label or len(column.label) > 60:
            continue
        if matcher.names(column.label, terms) < 0.9:
            continue
        columns += 1
        shared = any(
            not weak and score >= 0.9
            for c in matcher.matrix.criteria
            for _, score, weak, _ in matcher.readings(column.label, c.id)
        )
        total += 0.4 if shared else 1.0
    labelled = sum(1 for c in record_set.columns if len(c.label) > 1 and c.value_type != "link")
    return min(1.0, total / 2.5) * (0.4 + 0.6 * min(1.0, columns / max(1, labelled)))


def _strongest(subjects: dict[str, float], others: dict[str, float], own: list[Match]) -> tuple[str, float]:
    """The subject outside the criteria with most behind it."""
    best, score = "", 0.0
    for subject, fit in others.items():
        total = subjects.get(subject, 0.0) + 0.7 * fit
        if total > score:
            best, score = subject, total
    # columns of the criterion already weigh on the other side: a subject named without any column of its own needs the nearer word
    return best, score + (0.12 if best and others[best] == 0 and len(own) <= 3 else 0.0)
