"""What has the shape of records and is none: lists of fields, files, cards of a menu, sums of a board."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from transparency.classify.matching import Match
from transparency.classify.topics import criterion_named
from transparency.extract.values import is_rounded
from transparency.items import RecordSet
from transparency.matrix import Matrix
from transparency.text import normalize

_FILE = re.compile(r"baix|download|arquiv|anexo|document|\b(?:pdf|csv|xlsx?|docx?)\b")
_TYPE_OF_FIELD = re.compile(r"\b(?:tipo|type|formato)\b")


def explains_fields(record_set: RecordSet, types: AbstractSet[str]) -> bool:
    """Whether the rows are the fields of a table, one by one, with the type of each ("Campo | Tipo | Descrição"): what is
    named there need not be published."""
    told = (c.samples for c in record_set.columns if c.samples and _TYPE_OF_FIELD.search(normalize(c.label)))
    named = ({word for value in values for word in normalize(value).split() if word.isalpha()} for values in told)
    return record_set.rows > 1 and any(words and words <= types for words in named)


FILES = "arquivos"
"""The subject of ``geral.yml`` whose columns tell what a file is."""
OF_FILES = 2
"""So many of them head the list of a folder."""


def is_folder(record_set: RecordSet, own: Sequence[Match], matrix: Matrix) -> bool:
    """Whether the rows are the files and folders of a folder ("Nome | Modificado | Tamanho"): its columns are those of files, and
    what is left names one thing at most."""
    told = next((subject.columns for subject in matrix.vocabulary.subjects if subject.id == FILES), ())
    known = {normalize(column) for column in told}
    labels = [normalize(column.label) for column in record_set.columns]
    return len({match.column for match in own}) <= 1 and sum(label in known for label in labels) >= OF_FILES


def lists_files(record_set: RecordSet, own: Sequence[Match]) -> bool:
    """Whether the rows are files that are handed out ("Título | Exercício | Arquivo") and nothing but weak words speak of a
    criterion: what is called "Receita orçamentária 2025" there is the file."""
    fetched = (c for c in record_set.columns if c.value_type == "link" and _FILE.search(normalize(c.label)))
    return record_set.shape != "details" and all(match.weak for match in own) and any(fetched)


def names_links(record_set: RecordSet) -> bool:
    """Whether fields are names with one link below each that says the same everywhere, as cards of a menu are ("Receitas: Ver
    detalhes"). Files of a record are none."""
    told = [column for column in record_set.columns if column.filled]
    if record_set.shape != "details" or len(told) < 3 or any(column.value_type != "link" for column in told):
        return False
    said = {normalize(sample) for column in told for sample in column.samples}
    return len(said) == 1 and not any(map(_FILE.search, said))


def is_menu(record_set: RecordSet, matches: dict[str, list[Match]], matrix: Matrix) -> bool:
    """Whether names with a link below each are cards of a menu: they are of several criteria, which no record is, or none
    is called as a document. So are the heads of a menu, each over its only entry ("Receitas: Arrecadação"), and fields that
    together name what many areas publish."""
    if _heads_entries(record_set, matrix) or _names_areas(record_set, matrix):
        return True
    if not names_links(record_set):
        return False
    several = len({criterion_named(c.label, matrix) for c in record_set.columns} - {""}) > 1
    return several or not any(match.item.document for found in matches.values() for match in found)


def _heads_entries(record_set: RecordSet, matrix: Matrix) -> bool:
    """Whether all values of some fields name criteria, not all the same, and no label names another than its value does."""
    told = [column for column in record_set.columns if column.filled]
    if record_set.shape != "details" or len(told) < 2 or not all(column.samples for column in told):
        return False
    entries = [criterion_named(column.samples[0], matrix) for column in told]
    heads = [criterion_named(column.label, matrix) for column in told]
    if not all(entries) or len({matrix.by_id[entry].group for entry in entries}) < 2:
        return False
    return all(
        not head or matrix.by_id[head].group == matrix.by_id[entry].group
        for head, entry in zip(heads, entries, strict=True)
    )


MANY_AREAS = 4
"""No record speaks of so many areas of the matrix. A commitment names three: its source of revenue, its bid, and itself."""


def _names_areas(record_set: RecordSet, matrix: Matrix) -> bool:
    """Whether labels of single fields name many areas ("Receita", "Empenhos", "Licitações", "Servidores"), as the cards of a
    home page do, whatever stands below each."""
    if record_set.shape != "details":
        return False
    named = {criterion_named(column.label, matrix) for column in record_set.columns if column.filled} - {""}
    return len({matrix.by_id[criterion].group for criterion in named}) >= MANY_AREAS


def sums_up(record_set: RecordSet, matches: dict[str, list[Match]], matrix: Matrix) -> bool:
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
