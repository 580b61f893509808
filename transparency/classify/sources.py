"""The texts that tell what a record set is about: what stands over it and what led to it, weighed by nearness."""

from __future__ import annotations

import re
from collections.abc import Iterable

from transparency.classify.topics import OTHER_BODY, Reading, Topics
from transparency.extract import microdata
from transparency.items import PageContext, RecordSet
from transparency.matrix import Criterion, Subject
from transparency.text import normalize

FARTHER = 0.7
"""Factor on what farther texts say against the nearest one that says anything."""
CHOSEN = 0.6
"""Factor on what all rows have as a value."""
_CRUMBS = re.compile(r"\s*(?:>|»|›|→|/|\||::|•)\s*")


def sources(record_set: RecordSet, context: PageContext) -> list[tuple[str, float, bool]]:
    """The texts that may tell what a record set is about: (text, weight, is it an address), nearest first."""
    found: list[tuple[str, float, bool]] = []
    headings = headings_of(record_set, context)
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


def headings_of(record_set: RecordSet, context: PageContext) -> list[str]:
    """The headings of a record set; of a bar of tabs ("Entradas | Saídas"), the one that was opened to get here."""
    opened = {normalize(label): label for label in context.labels[-2:]}
    return [
        next((opened[normalize(part)] for part in heading.split(" | ") if normalize(part) in opened), heading)
        for heading in record_set.headings
    ]


def names_other_tab(heading: str, topics: Topics) -> bool:
    """Whether of a bar of tabs, none of which was opened, one names another subject and one nothing ("Dados | Contratos"):
    what is shown at first is of the record itself."""
    tabs = [topics.read(tab).subjects for tab in heading.split(" | ")]
    named = {subject for subjects in tabs for subject in subjects}
    return not all(tabs) and bool(named) and named.isdisjoint(topics.groups)


def names_field(heading: str, record_set: RecordSet, topics: Topics) -> bool:
    """Whether the last of several headings is the label of a column, or a field that all rows have, and names a subject that is none
    of the criteria: what the rows are grouped or chosen by ("Secretaria", "Unidade Gestora: Prefeitura"), not what they are."""
    if heading not in record_set.headings[-1:]:
        return False
    named = topics.read(heading).subjects
    if not named or not topics.groups.keys().isdisjoint(named):
        return False
    if ":" in heading:
        return OTHER_BODY not in named and topics.matcher.is_label(heading.partition(":")[0])
    several = len(record_set.headings) > 1
    return several and any(normalize(column.label) == normalize(heading) for column in record_set.columns)


def names_record(text: str, record_set: RecordSet, topics: Topics) -> bool:
    """Whether a text is of the record itself, and not what it is about: a heading that is one of its values ("Salário-família pago"
    over "Nomenclatura"), or what was pressed to open it, made of several of them ("Ana Maria, Enfermeira, Secretaria de Saúde"),
    one of which names a subject that is none of the criteria."""
    named = topics.read(text).subjects
    if not named:
        return False
    samples = {normalize(sample) for column in record_set.columns for sample in column.samples} - {""}
    if record_set.shape == "details" and text in record_set.headings and normalize(text) in samples:
        return True
    if not topics.groups.keys().isdisjoint(named):
        return False
    told = _said_in(text, samples)
    return len(told) > 1 and any(" " in value and named.keys() & topics.read(value).subjects.keys() for value in told)


def _said_in(text: str, values: Iterable[str]) -> list[str]:
    """Those of some normalised values that a text says."""
    said = f" {normalize(text)} "
    return [value for value in values if f" {value} " in said]


def is_chosen_value(text: str, record_set: RecordSet, topics: Topics) -> bool:
    """Whether a text that names a criterion is what all rows have as a value, or is made of several values of a record: by that they
    were chosen ("Conta: Cauções"), or opened ("24/10/2026 Cauções 1.667,48")."""
    if topics.groups.keys().isdisjoint(topics.read(text).subjects):
        return False
    values = [
        value for c in record_set.columns if len(own := {*map(normalize, c.samples)}) == 1 for value in own if value
    ]
    return normalize(text) in values or len(_said_in(text, values)) > 1


def sections_of(record_set: RecordSet, context: PageContext, topics: Topics) -> tuple[str, ...]:
    """What may complete the labels ("Pagamentos" over "Data", "Valor"): the heading right over the set, the label or tab
    that led to it, the nearest text that speaks of anything; short ones only."""
    found = [*headings_of(record_set, context)[-1:], *context.labels[-1:]]
    if not record_set.hidden:
        found += context.active_menu[-1:]
    near = (t for t, weight, address in sources(record_set, context) if not address and weight >= 0.7)
    found += [t for t in near if topics.read(t).subjects][:1]
    short = (t for t in found if len(t) <= 50 and 0 < _words_in(t, topics) <= 3 and not any(c.isdigit() for c in t))
    return tuple(dict.fromkeys(short))


def _words_in(text: str, topics: Topics) -> int:
    """How many words a text says, but for signs ("≡ Itens licitados ▾")."""
    return sum(any(map(str.isalnum, word)) for word in topics.phrase(text))


def declared(record_set: RecordSet, topics: Topics) -> tuple[Criterion | Subject | None, Reading | None]:
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


def weigh(readings: Iterable[tuple[Reading, float]]) -> dict[str, float]:
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


def nearest(readings: Iterable[tuple[Reading, float]]) -> str:
    """What the nearest text that speaks of anything speaks of, if it is one thing."""
    for reading, weight in readings:
        if reading.subjects:
            return next(iter(reading.subjects)) if len(reading.subjects) == 1 and weight >= 0.85 else ""
    return ""
