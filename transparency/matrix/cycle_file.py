"""Cycles of the national matrix, read from folders of ``keywords/`` and checked line by line.

A cycle is a folder with ``ciclo.yml`` (weights, levels, doubts) and one file for each requirement, named by its number: ``4.3.yml``.
What is wrong in a file is told with its name and line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any, cast, get_args

import yaml

from transparency.items import UserError
from transparency.matrix.cycle import (
    ASPECTS,
    Aspect,
    Content,
    Covers,
    Current,
    Cycle,
    Decidable,
    Dimension,
    Doubt,
    Export,
    Filter,
    History,
    Kind,
    Level,
    Limit,
    Rank,
    Requirement,
    Where,
)
from transparency.matrix.keyword_file import KeywordFile
from transparency.matrix.matrix import keywords_directory
from transparency.text import normalize

CYCLE = "ciclo.yml"
PATTERNS = (
    "phone", "email", "contact", "address", "hours", "date", "name", "deadline", "number", "money", "percent", "modality", "bid", "question",
)  # fmt: skip
"""Forms that tell a part of a text, whatever it is called."""
_NUMBER = re.compile(r"[1-9]\d*\.[1-9]\d*")
_KEY = re.compile(r"[a-z][a-z0-9_]*")
_COUNTED = ("days", "working_days", "years")
"""Limits that need an amount."""
_SUM_OF_ASPECTS = 100


def cycles(directory: Traversable | None = None) -> list[str]:
    """The names of the cycles in a folder of keywords (default: those that come with the program), the oldest first."""
    folder = directory or keywords_directory()
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(one.name for one in found if one.is_dir() and (one / CYCLE).is_file())


def load_cycle(name: str, directory: Traversable | None = None, choices: Mapping[str, str] | None = None) -> Cycle:
    """The cycle of that name. ``choices``: doubts, by key, that are settled otherwise than its file does.

    Raises UserError, in Portuguese, with file and line of the first thing found wrong.
    """
    if directory is None and not choices:
        return _packaged(name)
    return replace(_load(name, directory or keywords_directory(), choices or {}), directory=directory)


@cache
def _packaged(name: str) -> Cycle:
    """One object for the whole process, so that what is compiled from it is compiled once."""
    return _load(name, keywords_directory(), {})


def _load(name: str, directory: Traversable, choices: Mapping[str, str]) -> Cycle:
    there = cycles(directory)
    if name not in there:
        raise UserError(f"A matriz {name} não existe.", f"Há estas: {', '.join(there) or 'nenhuma'}.")
    head = KeywordFile(directory / name / CYCLE)
    cycle = _cycle(head, name)
    cycle = replace(cycle, requirements=tuple(_requirements(directory / name, cycle)))
    _check_references(head, cycle)
    cycle = _settled(cycle, choices)
    said = json.dumps(asdict(cycle), ensure_ascii=False, sort_keys=True)
    return replace(cycle, digest=hashlib.sha256(said.encode()).hexdigest())


def _settled(cycle: Cycle, choices: Mapping[str, str]) -> Cycle:
    """The cycle with its doubts settled, and without the aspects that are not asked then. UserError for an unknown doubt or option."""
    doubts = {doubt.key: doubt for doubt in cycle.doubts}
    for key, option in choices.items():
        if key not in doubts:
            raise UserError(f"A matriz {cycle.id} não tem a opção {key}.", f"Opções: {', '.join(doubts) or 'nenhuma'}.")
        if option not in doubts[key].options:
            raise UserError(f"{key} não pode ser {option}.", f"Valores: {', '.join(doubts[key].options)}.")
        doubts[key] = replace(doubts[key], chosen=option)
    dropped = {pair for doubt in doubts.values() for pair in doubt.drops.get(doubt.chosen, ())}
    left = tuple(_without(one, [aspect for key, aspect in dropped if key == one.id]) for one in cycle.requirements)
    return replace(cycle, doubts=tuple(doubts.values()), requirements=left)


def _without(requirement: Requirement, aspects: Iterable[Aspect]) -> Requirement:
    changes: dict[str, Any] = dict.fromkeys(aspects)
    return replace(requirement, **changes) if changes else requirement


# --- ciclo.yml


def _cycle(file: KeywordFile, name: str) -> Cycle:
    """What ``ciclo.yml`` says, without requirements."""
    names = ("name", "year", "total", "dimensions", "ranks", "aspects", "levels", "links", "doubts")
    fields = file.mapping(file.root, names, names[:-1])
    ranks = _weights(file, fields["ranks"], get_args(Rank), "classe")
    weights = _weights(file, fields["aspects"], ASPECTS, "item de verificação")
    _check_sum(file, fields["aspects"], weights.values(), _SUM_OF_ASPECTS)
    dimensions = tuple(_dimension(file, node) for node in _nodes(file, fields["dimensions"]))
    _check_once(file, fields["dimensions"], [one.number for one in dimensions])
    _check_sum(file, fields["dimensions"], [one.weight for one in dimensions], file.decimal(fields["total"]))
    return Cycle(
        id=name,
        name=file.string(fields["name"]),
        year=file.number(fields["year"]),
        dimensions=dimensions,
        ranks=cast(dict[Rank, float], ranks),
        weights=cast(dict[Aspect, float], weights),
        levels=_levels(file, fields["levels"]),
        requirements=(),
        doubts=tuple(_doubt(file, node) for node in _nodes(file, fields["doubts"])) if "doubts" in fields else (),
        links=file.strings(fields["links"]),
    )


def _weights(file: KeywordFile, node: yaml.Node, names: tuple[str, ...], what: str) -> dict[str, float]:
    """A weight for each of the names, all of which are needed."""
    fields = file.mapping(node)
    for (key_node, _), name in zip(cast(yaml.MappingNode, node).value, fields, strict=True):
        if name not in names:
            raise file.error(key_node, f"{what} desconhecido(a): {name}", f"Aceitos: {', '.join(names)}.")
    fields = file.mapping(node, names, names)
    return {name: _weight(file, fields[name]) for name in names}


def _weight(file: KeywordFile, node: yaml.Node) -> float:
    weight = file.decimal(node)
    if weight <= 0:
        raise file.error(node, "o peso deve ser maior que zero")
    return weight


def _check_sum(file: KeywordFile, node: yaml.Node, weights: Iterable[float], total: float) -> None:
    found = sum(weights)
    if abs(found - total) > 1e-9:
        raise file.error(node, f"os pesos somam {found:g}, e deviam somar {total:g}", "Confira cada peso.")


def _check_once(file: KeywordFile, node: yaml.Node, numbers: list[int]) -> None:
    for number, child in zip(numbers, _nodes(file, node), strict=True):
        if numbers.count(number) > 1 and numbers.index(number) < _nodes(file, node).index(child):
            raise file.error(child, f"dimensão repetida: {number}", "Cada dimensão tem o seu número.")


def _dimension(file: KeywordFile, node: yaml.Node) -> Dimension:
    fields = file.mapping(node, ("number", "name", "weight"), ("number", "name", "weight"))
    return Dimension(file.number(fields["number"]), file.string(fields["name"]), _weight(file, fields["weight"]))


def _levels(file: KeywordFile, node: yaml.Node) -> tuple[Level, ...]:
    levels: list[Level] = []
    for child in _nodes(file, node):
        fields = file.mapping(child, ("name", "least", "seal"), ("name", "least"))
        seal = file.boolean(fields["seal"]) if "seal" in fields else False
        level = Level(file.string(fields["name"]), file.decimal(fields["least"]), seal)
        if levels and level.least > levels[-1].least:
            raise file.error(
                child, f"o nível {level.name} está fora de ordem", "Escreva-os do mais alto ao mais baixo."
            )
        levels.append(level)
    if not levels or levels[-1].least > 0 or levels[-1].seal:
        raise file.error(node, "o último nível deve começar em 0 e não ter selo")
    return tuple(levels)


def _doubt(file: KeywordFile, node: yaml.Node) -> Doubt:
    fields = file.mapping(node, ("key", "text", "options", "chosen", "drops"), ("key", "text", "options", "chosen"))
    options = file.strings(fields["options"])
    drops = file.mapping(fields["drops"], options) if "drops" in fields else {}
    return Doubt(
        key=_key(file, fields["key"]),
        text=file.string(fields["text"]),
        options=options,
        chosen=_one_of(file, fields["chosen"], options, "opção"),
        drops={option: tuple(_pair(file, child) for child in _nodes(file, pairs)) for option, pairs in drops.items()},
    )


def _pair(file: KeywordFile, node: yaml.Node) -> tuple[str, Aspect]:
    """ "4.3 export": an aspect of a requirement, other than whether it is there at all."""
    number, _, aspect = file.string(node).partition(" ")
    if aspect not in ASPECTS[1:]:
        raise file.error(node, f"item de verificação desconhecido: {aspect}", f"Aceitos: {', '.join(ASPECTS[1:])}.")
    return number, aspect


# --- one file a requirement


def _requirements(folder: Traversable, cycle: Cycle) -> Iterable[Requirement]:
    """The requirements of the folder in the order of their numbers."""
    found: dict[str, tuple[str, Requirement]] = {}
    for path in sorted(folder.iterdir(), key=lambda one: one.name):
        if path.name == CYCLE or not path.name.endswith((".yml", ".yaml")):
            continue
        file = KeywordFile(path)
        requirement = _requirement(file, cycle)
        if requirement.id in found:
            first = found[requirement.id][0]
            raise file.error(
                _field(file, "number"), f"o critério {requirement.id} já está em {first}", "Mude o número."
            )
        found[requirement.id] = path.name, requirement
    for key, (name, _) in found.items():
        if name != f"{key}.yml":
            raise UserError(f"{folder / name}: o arquivo do critério {key} deve chamar-se {key}.yml.", "Mude o nome.")
    return sorted((one for _, one in found.values()), key=lambda one: [int(part) for part in one.id.split(".")])


_LISTS = ("law", "search", "neighbours")
_TEXTS = ("look", "remedy")
_NEEDED = ("number", "dimension", "rank", "kind", "question", "law", "decidable", "remedy", "page")
_FIELDS = (
    *_NEEDED,
    *("search", "neighbours", "none_of", "look", "content", "where", "feature", "records_only", "covers", "none"),
    *("current", "history", "export", "filter"),
)


def _requirement(file: KeywordFile, cycle: Cycle) -> Requirement:
    fields = file.mapping(file.root, _FIELDS, _NEEDED)
    values: dict[str, Any] = {name: file.strings(fields[name]) for name in _LISTS if name in fields}
    values |= {name: file.string(fields[name]) for name in _TEXTS if name in fields}
    values |= {"none_of": tuple(map(file.strings, _nodes(file, fields["none_of"])))} if "none_of" in fields else {}
    values |= {name: read(file, fields[name]) for name, read in _ASPECTS.items() if name in fields}
    requirement = Requirement(
        id=_number(file, fields["number"]),
        dimension=file.number(fields["dimension"]),
        rank=cast(Rank, _one_of(file, fields["rank"], get_args(Rank), "classe")),
        kind=cast(Kind, _one_of(file, fields["kind"], get_args(Kind), "tipo")),
        question=file.string(fields["question"]),
        decidable=cast(Decidable, _one_of(file, fields["decidable"], get_args(Decidable), "decidable")),
        content=_contents(file, fields["content"]) if "content" in fields else (),
        where=cast(Where, _one_of(file, fields["where"], get_args(Where), "where")) if "where" in fields else "any",
        feature=_key(file, fields["feature"]) if "feature" in fields else "",
        records_only=file.boolean(fields["records_only"]) if "records_only" in fields else False,
        covers=cast(Covers, _one_of(file, fields["covers"], get_args(Covers), "covers"))
        if "covers" in fields
        else "any",
        none="yes" if "none" in fields and file.boolean(fields["none"]) else "no",
        page=file.number(fields["page"]),
        **{"search": (), **values},
    )
    _check_requirement(file, fields, requirement, cycle)
    return requirement


def _number(file: KeywordFile, node: yaml.Node) -> str:
    number = file.string(node)
    if not _NUMBER.fullmatch(number):
        raise file.error(node, f"número de critério inválido: {number}", 'Escreva-o entre aspas: "4.3".')
    return number


def _check_requirement(file: KeywordFile, fields: dict[str, yaml.Node], one: Requirement, cycle: Cycle) -> None:
    """A dimension that there is, and all that its kind needs."""
    known = [dimension.number for dimension in cycle.dimensions]
    if one.dimension not in known:
        numbers = ", ".join(map(str, known))
        raise file.error(fields["dimension"], f"dimensão desconhecida: {one.dimension}", f"Há estas: {numbers}.")
    if one.id.partition(".")[0] != str(one.dimension):
        raise file.error(fields["dimension"], f"o critério {one.id} não é da dimensão {one.dimension}")
    if one.kind in ("feature", "service") and not one.feature:
        raise file.error(file.root, "falta o campo feature", "Diga o que se procura no site, como search.")
    if one.kind != "feature" and not one.search:
        raise file.error(file.root, "falta o campo search", "Diga como os portais chamam o lugar.")
    if one.kind in ("records", "documents", "text") and not one.content:
        raise file.error(file.root, "falta o campo content", "Diga o que deve haver, no mínimo.")
    if one.decidable == "person" and not one.look:
        raise file.error(file.root, "falta o campo look", "Diga o que uma pessoa deve olhar.")
    _check_neighbours(file, fields, one)


def _check_neighbours(file: KeywordFile, fields: dict[str, yaml.Node], one: Requirement) -> None:
    """No way to the requirement is at once said to lead elsewhere."""
    for word in one.neighbours:
        if normalize(word) in {normalize(term) for term in one.search}:
            raise file.error(fields["neighbours"], f"{word} está em search e em neighbours", "Tire-o de um dos dois.")


def _contents(file: KeywordFile, node: yaml.Node) -> tuple[Content, ...]:
    parts = file.mapping(node)
    for (key_node, _), key in zip(cast(yaml.MappingNode, node).value, parts, strict=True):
        _check_key(file, key_node, key)
    return tuple(_content(file, key, child) for key, child in parts.items())


def _content(file: KeywordFile, key: str, node: yaml.Node) -> Content:
    fields = file.mapping(node, ("label", "terms", "pattern", "optional", "most", "apart"), ("label",))
    if "terms" not in fields and "pattern" not in fields:
        raise file.error(
            node, f"{key} não tem terms nem pattern", "Diga como os portais o chamam, ou que forma ele tem."
        )
    return Content(
        key=key,
        label=file.string(fields["label"]),
        terms=file.strings(fields["terms"]) if "terms" in fields else (),
        pattern=_one_of(file, fields["pattern"], PATTERNS, "forma") if "pattern" in fields else "",
        optional=file.boolean(fields["optional"]) if "optional" in fields else False,
        most=file.boolean(fields["most"]) if "most" in fields else False,
        apart=file.boolean(fields["apart"]) if "apart" in fields else False,
    )


def _current(file: KeywordFile, node: yaml.Node) -> Current:
    fields = file.mapping(node, ("limit", "amount", "notes"), ("limit",))
    limit = cast(Limit, _one_of(file, fields["limit"], get_args(Limit), "prazo"))
    if (limit in _COUNTED) != ("amount" in fields):
        what = "precisa de amount" if limit in _COUNTED else "não tem amount"
        raise file.error(fields["limit"], f"o prazo {limit} {what}")
    amount = file.number(fields["amount"]) if "amount" in fields else 0
    if amount < 0 or (limit in _COUNTED and not amount):
        raise file.error(fields["amount"], "amount deve ser maior que zero")
    return Current(limit, amount, file.strings(fields["notes"]) if "notes" in fields else ())


def _history(file: KeywordFile, node: yaml.Node) -> History:
    fields = file.mapping(node, ("years", "before"), ("years", "before"))
    years = file.number(fields["years"])
    if years < 1:
        raise file.error(fields["years"], "years deve ser maior que zero")
    before = _one_of(file, fields["before"], ("this_year", "newest"), "before")
    return History(years, cast(Any, before))


def _export(file: KeywordFile, node: yaml.Node) -> Export:
    return Export(cast(Any, _one_of(file, node, ("editable", "searchable"), "formato")))


def _filter(file: KeywordFile, node: yaml.Node) -> Filter:
    fields = file.mapping(node, ("fields", "files_suffice"))
    return Filter(
        fields=_contents(file, fields["fields"]) if "fields" in fields else (),
        files_suffice=file.boolean(fields["files_suffice"]) if "files_suffice" in fields else False,
    )


_ASPECTS = {"current": _current, "history": _history, "export": _export, "filter": _filter}


# --- what goes over several files


def _check_references(file: KeywordFile, cycle: Cycle) -> None:
    """No dimension is without requirements, and what doubts drop is asked."""
    used = {one.dimension for one in cycle.requirements}
    for dimension, node in zip(cycle.dimensions, _nodes(file, _field(file, "dimensions")), strict=True):
        if dimension.number not in used:
            raise file.error(node, f"a dimensão {dimension.number} não tem critérios", "Cada critério é um arquivo.")
    asked = {(one.id, aspect) for one in cycle.requirements for aspect in one.aspects}
    for place, doubt in enumerate(cycle.doubts):
        for number, aspect in (pair for pairs in doubt.drops.values() for pair in pairs):
            if (number, aspect) not in asked:
                node = _nodes(file, _field(file, "doubts"))[place]
                raise file.error(node, f"o critério {number} não tem o item {aspect}")


# --- small readers


def _field(file: KeywordFile, name: str) -> yaml.Node:
    return file.mapping(file.root)[name]


def _nodes(file: KeywordFile, node: yaml.Node) -> list[yaml.Node]:
    if not isinstance(node, yaml.SequenceNode):
        raise file.error(node, "aqui se espera uma lista", "Escreva um por linha com hífen.")
    return list(node.value)


def _one_of(file: KeywordFile, node: yaml.Node, allowed: tuple[str, ...], what: str) -> str:
    found = file.string(node)
    if found not in allowed:
        raise file.error(node, f"{what}: {found} não existe", f"Aceitos: {', '.join(allowed)}.")
    return found


def _key(file: KeywordFile, node: yaml.Node) -> str:
    key = file.string(node)
    _check_key(file, node, key)
    return key


def _check_key(file: KeywordFile, node: yaml.Node, key: str) -> None:
    if not _KEY.fullmatch(key):
        raise file.error(node, f"nome inválido: {key}", "Use letras minúsculas sem acento e sublinhado, como site_map.")
