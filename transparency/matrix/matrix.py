"""The matrix: criteria, items and their words, read from ``keywords/*.yml`` and checked line by line.

One file per criterion and ``geral.yml`` for the words common to all. What is wrong in a file is told with its name and line.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, cast, get_args

import yaml

from transparency.items import UserError, ValueType
from transparency.matrix.keyword_file import KeywordFile
from transparency.text import normalize

COMMON = "geral.yml"
ORDER = (
    "despesa_orcamentaria",
    "despesa_extra_orcamentaria",
    "receita_orcamentaria",
    "receita_extra_orcamentaria",
    "licitacao",
    "quadro_pessoal",
)
"""The official order of the criteria; others follow by name."""
TYPES: tuple[ValueType, ...] = get_args(ValueType)


@dataclass(frozen=True)
class Item:
    """An attribute of a criterion that must be published."""

    key: str
    criterion: str
    label: str
    terms: tuple[str, ...]
    weak: tuple[str, ...] = ()
    """Ambiguous terms: only the whole label counts, and only where no column of the set names the item better."""
    vetoes: tuple[str, ...] = ()
    """Words (``not:`` in the file) whose presence in a label denies the item."""
    types: tuple[ValueType, ...] = ()
    """What the values may be; empty: anything."""
    weak_types: tuple[ValueType, ...] = ()
    """What the values may be under a weak term (default: ``types``)."""
    values: tuple[str, ...] = ()
    """How values of this item begin; settles weak terms when samples are known."""
    strict_values: bool = False
    """Weak terms count only when samples agree with ``values``."""
    told_by: tuple[str, ...] = ()
    """Items (``by:``) of the same criterion whose column tells this one, too."""
    saying: tuple[str, ...] = ()
    """How a value of that column, or a word of its label, begins that tells it; empty: any tells it."""
    titled: bool = False
    """The title of a record may begin with its value: "Pregão nº 12/2026"."""
    hints: tuple[str, ...] = ()
    """Labels over what may tell it in other words, or in part: whether it does is for people to say."""
    within: tuple[str, ...] = ()
    """Terms that count in a list inside one record only; the heading of the list may complete a label to one."""
    rows: bool = False
    """In a list inside one record its terms may name rows, with an amount in each: "Vencimento base" under "Evento"."""
    companions: tuple[str, ...] = ()
    """Items (``with:``) one of which must stand in the same set for weak terms to count."""
    beside: tuple[str, ...] = ()
    """Labels one of which must stand on another column of the same set for weak terms to count: who came in which place."""
    first: tuple[str, ...] = ()
    """Words with which the values of that column begin for whoever came first; some value must begin otherwise."""
    others: tuple[str, ...] = ()
    """Words with which they begin for the others: a column of nothing but such values needs none of those labels."""
    strangers: tuple[str, ...] = ()
    """Labels (``unless:``) beside which weak terms do not count: they tell that the records are of another kind."""
    owners: tuple[str, ...] = ()
    """Items (``of:``) of the same criterion whose names may follow a term: "CNPJ da contratada"."""
    embedded: tuple[str, ...] = ()
    """Items (``as:``) of another criterion, which stand for this one in a section about that one inside a record."""
    shares: bool = False
    """A weak term may stand on a column that names another item too."""
    optional: bool = False
    kinds: tuple[str, ...] = ()
    """Words of the only records that have it: an act of ratification is none of a bid's."""
    document: bool = False
    """A link or file of that name proves the item too."""
    microdata: tuple[str, ...] = ()
    law: tuple[str, ...] = ()
    """The articles that name it, where those of its criterion do not do."""


@dataclass(frozen=True)
class Criterion:
    """A group of items, with the words that lead to it and that tell it from its neighbours."""

    id: str
    name: str
    group: str
    items: tuple[Item, ...]
    search: tuple[str, ...]
    """Terms of links, buttons, menus and addresses that lead to it."""
    about: tuple[str, ...]
    """Terms that, standing over a record set, say that it is about the criterion's group."""
    marks: tuple[str, ...] = ()
    """Words that tell it from the other criteria of its group."""
    default: bool = False
    """Meant when nothing tells the criteria of the group apart."""
    neighbours: tuple[str, ...] = ()
    """Terms that mark a neighbour instead; links with them lead elsewhere."""
    records: tuple[str, ...] = ()
    """What one record of it is called."""
    embeds: tuple[str, ...] = ()
    """Criteria or subjects whose name may head a section inside one record of this criterion."""
    anchors: tuple[str, ...] = ()
    """Items or labels one of which every record set of the criterion has."""
    aggregates: tuple[str, ...] = ()
    """Labels that only look-alike tables of totals have."""
    besides: tuple[str, ...] = ()
    """Labels that stand on its pages as well and name none of its items: no other label may be passed over there."""
    levels: tuple[str, ...] = ()
    """Items that are levels of its classification: the rows of a tree may say which one they are of."""
    microdata: tuple[str, ...] = ()
    """Last segments of ``itemtype``."""
    law: tuple[str, ...] = ()
    """The articles that oblige to publish it."""

    def item(self, key: str) -> Item:
        """The item of that key. KeyError when there is none."""
        return {item.key: item for item in self.items}[key]


@dataclass(frozen=True)
class Subject:
    """What is not a criterion: its names, and the labels that tell its tables."""

    id: str
    name: str
    terms: tuple[str, ...]
    columns: tuple[str, ...] = ()
    microdata: tuple[str, ...] = ()
    """Last segments of ``itemtype``."""


@dataclass(frozen=True)
class Vocabulary:
    """Words common to all criteria (``geral.yml``)."""

    query_buttons: tuple[str, ...]
    navigation: tuple[str, ...]
    forbidden_forms: tuple[str, ...]
    other_bodies: tuple[str, ...]
    stop_words: tuple[str, ...]
    harmless: tuple[str, ...]
    changing: tuple[str, ...]
    periods: tuple[str, ...]
    denying: tuple[str, ...]
    apart: tuple[str, ...]
    generic: tuple[str, ...]
    other_properties: tuple[str, ...]
    """Names in ``itemprop`` that are no item's."""
    besides: tuple[str, ...]
    """Labels on the pages of any criterion that name no item of it."""
    statutes: tuple[str, ...]
    """Laws that portals are made for: over records their names tell nothing."""
    column_types: tuple[str, ...]
    """What explorers of databases write beside the name of a column."""
    abbreviations: tuple[tuple[str, tuple[str, ...]], ...]
    synonyms: tuple[tuple[str, tuple[str, ...]], ...]
    """Words and those that they stand for, in any number and gender."""
    subjects: tuple[Subject, ...]


@dataclass(frozen=True, eq=False)
class Matrix:
    """All criteria in their official order, and the common words. Hashed by identity, so that compilations can be cached."""

    criteria: tuple[Criterion, ...]
    vocabulary: Vocabulary
    directory: str = field(default="", compare=False)

    @cached_property
    def by_id(self) -> dict[str, Criterion]:
        return {criterion.id: criterion for criterion in self.criteria}

    def criterion(self, key: str) -> Criterion:
        """The criterion of that id. UserError when there is none."""
        if key not in self.by_id:
            raise UserError(f"Critério desconhecido: {key}.", f"Use um destes: {', '.join(self.by_id)}.")
        return self.by_id[key]

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels that name an item wherever they stand, normalised."""
        return frozenset(normalize(term) for item in self.items() for term in (item.label, *item.terms))

    def items(self, essential_only: bool = False) -> tuple[Item, ...]:
        """The items of all criteria in order; ``essential_only`` leaves the optional ones out."""
        return tuple(i for c in self.criteria for i in c.items if not (essential_only and i.optional))

    def to_dict(self, essential_only: bool = False) -> dict[str, Any]:
        """What an audit tells of its matrix: a digest over all words (hex SHA-256; layout and comments do not count), and the items asked for."""
        asked: dict[str, list[str]] = {}
        for item in self.items(essential_only):
            asked.setdefault(item.criterion, []).append(item.key)
        return {"sha256": self.digest, "items": asked}

    @cached_property
    def digest(self) -> str:
        """Hex SHA-256 over all words. Laws are none: no verdict depends on them, and audits made before they were told keep their matrix."""
        words = json.dumps([_words(criterion) for criterion in self.criteria] + [asdict(self.vocabulary)])
        return hashlib.sha256(words.encode()).hexdigest()


def _words(criterion: Criterion) -> dict[str, Any]:
    """All that a criterion says but its laws."""
    told = asdict(criterion)
    for part in (told, *told["items"]):
        del part["law"]
    return told


def keywords_directory() -> Traversable:
    """The keyword files of the installed package, which may be an egg, or those of the source tree."""
    packaged = resources.files("transparency") / "keywords"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parents[2] / "keywords"


def load_matrix(directory: Traversable | None = None) -> Matrix:
    """Read and check the keyword files of a directory (default: those that come with the program).

    Raises UserError, in Portuguese, naming file and line of the first thing found wrong.
    """
    return _packaged() if directory is None else _load(directory)


@cache
def _packaged() -> Matrix:
    """One object for the whole process, so that what is compiled from it is compiled once."""
    return _load(keywords_directory())


def _load(folder: Traversable) -> Matrix:
    found = folder.iterdir() if folder.is_dir() else ()
    files = {file.name: file for file in sorted(found, key=lambda f: f.name) if file.name.endswith(".yml")}
    if not files:
        raise UserError(
            f"Nenhum arquivo de palavras-chave em {folder}.", "Informe a pasta que contém os arquivos .yml da matriz."
        )
    if COMMON not in files:
        raise UserError(f"Falta {COMMON} em {folder}.", "Ele traz as palavras comuns a todos os critérios.")
    vocabulary = _vocabulary(KeywordFile(files.pop(COMMON)))
    criteria: dict[str, Criterion] = {}
    for path in files.values():
        reader = KeywordFile(path)
        criterion = _criterion(reader)
        if criterion.id in criteria:
            raise reader.error(
                reader.root, f"o critério {criterion.id} já foi definido em outro arquivo", "Use outro id."
            )
        criteria[criterion.id] = criterion
    if not criteria:
        raise UserError(f"Nenhum critério em {folder}.", "Cada critério é um arquivo .yml.")
    _check_references(folder, criteria, vocabulary)
    rank = {key: position for position, key in enumerate(ORDER)}
    ordered = sorted(criteria.values(), key=lambda c: (rank.get(c.id, len(ORDER)), c.id))
    return Matrix(tuple(ordered), vocabulary, str(folder))


def _check_references(folder: Traversable, criteria: dict[str, Criterion], vocabulary: Vocabulary) -> None:
    subjects = {subject.id for subject in vocabulary.subjects}
    if both := sorted(subjects.intersection(criteria)):
        raise UserError(
            f"{folder / both[0]}.yml: {both[0]} também é um assunto de geral.yml.",
            "Tire-o de subjects, em geral.yml, e leve as palavras dele para about.",
        )
    known = {*criteria, *subjects}
    for criterion in criteria.values():
        for name in criterion.embeds:
            if name not in known:
                raise UserError(
                    f"{folder / criterion.id}.yml: embeds cita {name}, que não existe.",
                    "Use o id de um critério ou assunto.",
                )
        for name in criterion.levels:
            if name not in {item.key for item in criterion.items}:
                raise UserError(
                    f"{folder / criterion.id}.yml: levels cita {name}, que não existe.",
                    "Use itens do próprio critério.",
                )


def _types(file: KeywordFile, node: yaml.Node) -> tuple[ValueType, ...]:
    names = file.strings(node)
    for name, child in zip(names, cast(yaml.SequenceNode, node).value, strict=True):
        if name not in TYPES:
            raise file.error(child, f"tipo de valor desconhecido: {name}", f"Tipos aceitos: {', '.join(TYPES)}.")
    return cast(tuple[ValueType, ...], names)


_LISTS = (
    "search",
    "about",
    "marks",
    "neighbours",
    "records",
    "embeds",
    "anchors",
    "aggregates",
    "besides",
    "levels",
    "microdata",
    "law",
)
_ITEM_LISTS = {
    "terms": "terms",
    "weak": "weak",
    "not": "vetoes",
    "values": "values",
    "hints": "hints",
    "within": "within",
    "with": "companions",
    "beside": "beside",
    "first": "first",
    "others": "others",
    "unless": "strangers",
    "of": "owners",
    "by": "told_by",
    "saying": "saying",
    "as": "embedded",
    "kinds": "kinds",
    "microdata": "microdata",
    "law": "law",
}
_ITEM_FIELDS = (
    "label",
    *_ITEM_LISTS,
    "types",
    "weak_types",
    "strict_values",
    "shares",
    "optional",
    "document",
    "titled",
    "rows",
)


def _criterion(reader: KeywordFile) -> Criterion:
    fields = reader.mapping(
        reader.root, ("id", "name", "group", "default", *_LISTS, "items"), ("id", "name", "search", "items")
    )
    identifier = reader.string(fields["id"])
    lists: dict[str, Any] = {name: reader.strings(fields[name]) for name in _LISTS if name in fields}
    item_nodes = reader.mapping(fields["items"])
    if not item_nodes:
        raise reader.error(fields["items"], "o critério não tem itens")
    items = tuple(_item(reader, identifier, key, node, set(item_nodes)) for key, node in item_nodes.items())
    lists.setdefault("about", lists["search"])
    return Criterion(
        id=identifier,
        name=reader.string(fields["name"]),
        group=reader.string(fields["group"]) if "group" in fields else identifier,
        default=reader.boolean(fields["default"]) if "default" in fields else False,
        items=items,
        **lists,
    )


def _item(reader: KeywordFile, criterion: str, key: str, node: yaml.Node, siblings: set[str]) -> Item:
    fields = reader.mapping(node, _ITEM_FIELDS, ("label", "terms"))
    values: dict[str, Any] = {
        target: reader.strings(fields[name]) for name, target in _ITEM_LISTS.items() if name in fields
    }
    for name in ("types", "weak_types"):
        if name in fields:
            values[name] = _types(reader, fields[name])
    for name in ("strict_values", "shares", "optional", "document", "titled", "rows"):
        if name in fields:
            values[name] = reader.boolean(fields[name])
    _check_item(reader, fields, values, siblings)
    return Item(key=key, criterion=criterion, label=reader.string(fields["label"]), **values)


def _check_item(reader: KeywordFile, fields: dict[str, yaml.Node], values: dict[str, Any], siblings: set[str]) -> None:
    for name, target in (("with", "companions"), ("of", "owners"), ("by", "told_by")):
        for other in values.get(target, ()):
            if other not in siblings:
                raise reader.error(fields[name], f"o item {other} não existe neste critério")
    if values.get("rows") and not (values.get("types") or values.get("weak_types")):
        raise reader.error(fields["rows"], "rows sem types", "Diga em types de que tipo é o valor de cada linha.")
    folded = {normalize(term) for term in values["terms"]}
    for term in values.get("weak", ()):
        if normalize(term) in folded:
            raise reader.error(fields["weak"], f"termo repetido: {term}", "Ele já está em terms.")


_WORD_LISTS = (
    "query_buttons",
    "navigation",
    "forbidden_forms",
    "other_bodies",
    "stop_words",
    "harmless",
    "changing",
    "periods",
    "denying",
    "apart",
    "generic",
    "other_properties",
    "besides",
    "statutes",
    "column_types",
)
_WORD_MAPS = ("abbreviations", "synonyms")


def _vocabulary(reader: KeywordFile) -> Vocabulary:
    names = (*_WORD_LISTS, *_WORD_MAPS, "subjects")
    fields = reader.mapping(reader.root, names, names)
    lists: dict[str, Any] = {name: reader.strings(fields[name]) for name in _WORD_LISTS}
    subjects = []
    for key, node in reader.mapping(fields["subjects"]).items():
        parts = reader.mapping(node, ("name", "terms", "columns", "microdata"), ("name", "terms"))
        columns, microdata = (reader.strings(parts[k]) if k in parts else () for k in ("columns", "microdata"))
        subjects.append(Subject(key, reader.string(parts["name"]), reader.strings(parts["terms"]), columns, microdata))
    maps: dict[str, Any] = {
        name: tuple((key, reader.strings(node)) for key, node in reader.mapping(fields[name]).items())
        for name in _WORD_MAPS
    }
    return Vocabulary(subjects=tuple(subjects), **maps, **lists)
