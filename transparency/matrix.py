"""The matrix: criteria, items and their words, read from ``keywords/*.yml`` and checked line by line.

One file per criterion and ``geral.yml`` for the words common to all. What is wrong in a file is told with its name and line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any, cast, get_args

import yaml

from transparency.items import UserError, ValueType
from transparency.judge.text import normalize

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
    companions: tuple[str, ...] = ()
    """Items (``with:``) one of which must stand in the same set for weak terms to count."""
    strangers: tuple[str, ...] = ()
    """Labels (``unless:``) beside which weak terms do not count: they tell that the records are of another kind."""
    shares: bool = False
    """A weak term may stand on a column that names another item too."""
    optional: bool = False
    document: bool = False
    """A link or file of that name proves the item too."""
    microdata: tuple[str, ...] = ()


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
    microdata: tuple[str, ...] = ()
    """Last segments of ``itemtype``."""

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
    detail_words: tuple[str, ...]
    other_properties: tuple[str, ...]
    """Names in ``itemprop`` that are no item's."""
    abbreviations: tuple[tuple[str, tuple[str, ...]], ...]
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

    def items(self, essential_only: bool = False) -> tuple[Item, ...]:
        """The items of all criteria in order; ``essential_only`` leaves the optional ones out."""
        return tuple(i for c in self.criteria for i in c.items if not (essential_only and i.optional))


def keywords_directory() -> Path:
    """The keyword files of the installed package, or those of the source tree."""
    packaged = Path(str(resources.files("transparency"))) / "keywords"
    return packaged if packaged.is_dir() else Path(__file__).resolve().parent.parent / "keywords"


def load_matrix(directory: Path | None = None) -> Matrix:
    """Read and check the keyword files of a directory (default: those that come with the program).

    Raises UserError, in Portuguese, naming file and line of the first thing found wrong.
    """
    folder = directory or keywords_directory()
    files = sorted(folder.glob("*.yml"))
    if not files:
        raise UserError(
            f"Nenhum arquivo de palavras-chave em {folder}.", "Informe a pasta que contém os arquivos .yml da matriz."
        )
    if folder / COMMON not in files:
        raise UserError(f"Falta {COMMON} em {folder}.", "Ele traz as palavras comuns a todos os critérios.")
    vocabulary = _vocabulary(_Reader(folder / COMMON))
    criteria: dict[str, Criterion] = {}
    for path in files:
        if path.name == COMMON:
            continue
        reader = _Reader(path)
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


def _check_references(folder: Path, criteria: dict[str, Criterion], vocabulary: Vocabulary) -> None:
    known = {*criteria, *(subject.id for subject in vocabulary.subjects)}
    for criterion in criteria.values():
        for name in criterion.embeds:
            if name not in known:
                raise UserError(
                    f"{folder / criterion.id}.yml: embeds cita {name}, que não existe.",
                    "Use o id de um critério ou assunto.",
                )


class _Reader:
    """A YAML file as nodes, which know their lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"Não foi possível ler {path}: {error}.", "O arquivo deve ser texto em UTF-8.") from error
        try:
            root = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            where = f", linha {mark.line + 1}" if mark else ""
            raise UserError(
                f"{path}{where}: YAML inválido ({error.problem}).", "Confira recuo, vírgulas, colchetes e dois-pontos."
            ) from error
        except yaml.YAMLError as error:
            raise UserError(f"{path}: YAML inválido ({error}).", "Confira os caracteres do arquivo.") from error
        if root is None:
            raise UserError(f"{path}: o arquivo está vazio.", "Copie a forma de outro critério.")
        self.root: yaml.Node = root

    def error(self, node: yaml.Node, problem: str, hint: str = "") -> UserError:
        return UserError(f"{self.path}, linha {node.start_mark.line + 1}: {problem}.", hint)

    def mapping(
        self, node: yaml.Node, allowed: Iterable[str] | None = None, required: Iterable[str] = ()
    ) -> dict[str, yaml.Node]:
        """Keys and value nodes of a mapping. ``allowed`` None: any key."""
        if not isinstance(node, yaml.MappingNode):
            raise self.error(node, "aqui se espera um mapa (chave: valor)")
        result: dict[str, yaml.Node] = {}
        for key_node, value in node.value:
            key = self.string(key_node)
            if allowed is not None and key not in allowed:
                raise self.error(key_node, f"campo desconhecido: {key}", f"Campos aceitos: {', '.join(allowed)}.")
            if key in result:
                raise self.error(key_node, f"campo repetido: {key}", "Deixe só um.")
            result[key] = value
        for key in required:
            if key not in result:
                raise self.error(node, f"falta o campo {key}")
        return result

    def string(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode) or node.tag != "tag:yaml.org,2002:str":
            shown = f" ({node.value})" if isinstance(node, yaml.ScalarNode) else ""
            raise self.error(
                node, f"aqui se espera um texto{shown}", 'Ponha aspas em palavras como "no", "on" e em números.'
            )
        if not node.value.strip():
            raise self.error(node, "texto vazio")
        return str(node.value)

    def boolean(self, node: yaml.Node) -> bool:
        if not isinstance(node, yaml.ScalarNode) or node.tag != "tag:yaml.org,2002:bool":
            raise self.error(node, "aqui se espera true ou false")
        return str(node.value).lower() in ("true", "yes", "on")

    def strings(self, node: yaml.Node, fold: Callable[[str], str] = normalize) -> tuple[str, ...]:
        """A list of texts, none twice once folded."""
        if not isinstance(node, yaml.SequenceNode):
            raise self.error(node, "aqui se espera uma lista", "Escreva [um, dois] ou um por linha com hífen.")
        found: dict[str, str] = {}
        for child in node.value:
            text = self.string(child)
            key = fold(text) or text
            if key in found:
                raise self.error(
                    child, f"termo repetido: {text}", f"Sem acentos e pontuação ele é igual a {found[key]!r}."
                )
            found[key] = text
        return tuple(found.values())

    def types(self, node: yaml.Node) -> tuple[ValueType, ...]:
        names = self.strings(node)
        for name, child in zip(names, cast(yaml.SequenceNode, node).value, strict=True):
            if name not in TYPES:
                raise self.error(child, f"tipo de valor desconhecido: {name}", f"Tipos aceitos: {', '.join(TYPES)}.")
        return cast(tuple[ValueType, ...], names)


_LISTS = ("search", "about", "marks", "neighbours", "records", "embeds", "anchors", "aggregates", "microdata")
_ITEM_LISTS = {
    "terms": "terms",
    "weak": "weak",
    "not": "vetoes",
    "values": "values",
    "with": "companions",
    "unless": "strangers",
    "microdata": "microdata",
}
_ITEM_FIELDS = ("label", *_ITEM_LISTS, "types", "weak_types", "strict_values", "shares", "optional", "document")


def _criterion(reader: _Reader) -> Criterion:
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


def _item(reader: _Reader, criterion: str, key: str, node: yaml.Node, siblings: set[str]) -> Item:
    fields = reader.mapping(node, _ITEM_FIELDS, ("label", "terms"))
    values: dict[str, Any] = {
        target: reader.strings(fields[name]) for name, target in _ITEM_LISTS.items() if name in fields
    }
    for name in ("types", "weak_types"):
        if name in fields:
            values[name] = reader.types(fields[name])
    for name in ("strict_values", "shares", "optional", "document"):
        if name in fields:
            values[name] = reader.boolean(fields[name])
    for companion in values.get("companions", ()):
        if companion not in siblings:
            raise reader.error(fields["with"], f"o item {companion} não existe neste critério")
    folded = {normalize(term) for term in values["terms"]}
    for term in values.get("weak", ()):
        if normalize(term) in folded:
            raise reader.error(fields["weak"], f"termo repetido: {term}", "Ele já está em terms.")
    return Item(key=key, criterion=criterion, label=reader.string(fields["label"]), **values)


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
    "detail_words",
    "other_properties",
)


def _vocabulary(reader: _Reader) -> Vocabulary:
    names = (*_WORD_LISTS, "abbreviations", "subjects")
    fields = reader.mapping(reader.root, names, names)
    lists: dict[str, Any] = {name: reader.strings(fields[name]) for name in _WORD_LISTS}
    subjects = []
    for key, node in reader.mapping(fields["subjects"]).items():
        parts = reader.mapping(node, ("name", "terms", "columns", "microdata"), ("name", "terms"))
        columns, microdata = (reader.strings(parts[k]) if k in parts else () for k in ("columns", "microdata"))
        subjects.append(Subject(key, reader.string(parts["name"]), reader.strings(parts["terms"]), columns, microdata))
    abbreviations = tuple((key, reader.strings(node)) for key, node in reader.mapping(fields["abbreviations"]).items())
    return Vocabulary(subjects=tuple(subjects), abbreviations=abbreviations, **lists)
