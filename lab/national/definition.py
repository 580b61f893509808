"""What the towns are: the requirements, the pages that show them, the texts, and a file for each town that says how it looks and what it lacks."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, cast

import yaml

HERE = Path(__file__).parent
LETTERS = {"D": "available", "A": "current", "S": "history", "G": "export", "F": "filter"}
WORDS = frozenset(
    "absent unlinked empty login home deep pdf less blank none stale stamp gap gap-empty export filter files unnamed split ok papers motive "
    "mailto dead site portal fixed submenu inner shared down other hash xml finds-nothing news wrong".split()
)
"""What can be said of a requirement in a town's file; told in README.md."""


class DefinitionError(ValueError):
    """A town's file says something that the lab does not know."""


@lru_cache
def data(name: str) -> dict[str, Any]:
    """A YAML file of this folder."""
    return cast(dict[str, Any], yaml.safe_load((HERE / name).read_text("utf-8")))


@dataclass(frozen=True)
class Requirement:
    """What the matrix asks. ``aspects``: in its order; ``limit``: how new the newest must be."""

    id: str
    aspects: tuple[str, ...]
    decidable: str
    limit: str


@lru_cache
def requirements() -> dict[str, Requirement]:
    """All 96, by number."""
    made = {}
    for number, line in data("requirements.yml").items():
        letters, decidable, limit = (part.strip() for part in line.split("|"))
        made[number] = Requirement(number, tuple(LETTERS[letter] for letter in letters), decidable, limit)
    return made


@dataclass(frozen=True)
class Column:
    """A field of the records. ``minimum``: the matrix asks for it; ``deep``: in the detail of a record, where a town has details."""

    key: str
    labels: tuple[str, ...]
    maker: str
    minimum: bool = False
    deep: bool = False

    @classmethod
    def read(cls, line: str) -> Column:
        key, labels, maker, *flags = (part.strip() for part in line.split("|"))
        return cls(key, tuple(labels.split(" / ")), maker, "!" in "".join(flags), "+" in "".join(flags))


@dataclass(frozen=True)
class Field:
    """A field of a query: ``kind`` is ano, mes, tudo, texto:KEY or um:KEY."""

    labels: tuple[str, ...]
    kind: str
    asked: bool = False

    @classmethod
    def read(cls, line: str) -> Field:
        labels, kind, *flags = (part.strip() for part in line.split("|"))
        return cls(tuple(labels.split(" / ")), kind, bool(flags))

    @property
    def name(self) -> str:
        return self.kind.partition(":")[2].partition("+")[0] or self.kind


@dataclass(frozen=True)
class Show:
    """What a requirement shows on its page."""

    id: str
    columns: tuple[Column, ...] = ()
    fields: tuple[Field, ...] = ()
    many: int = 0
    dated: str = ""
    docs: dict[str, Any] = field(default_factory=dict)
    parts: tuple[str, ...] = ()
    each: dict[str, str] = field(default_factory=dict)
    on: str = ""
    none: str = ""


@lru_cache
def shows() -> dict[str, Show]:
    """Requirement → what it shows."""
    return {
        number: Show(
            number,
            tuple(Column.read(line) for line in spec.get("columns", ())),
            tuple(Field.read(line) for line in spec.get("filters", ())),
            spec.get("many", 0),
            spec.get("dated", ""),
            spec.get("docs", {}),
            tuple(spec.get("parts", ())),
            spec.get("each", {}),
            spec.get("on", ""),
            spec.get("none", ""),
        )
        for number, spec in data("sections.yml")["shows"].items()
    }


@dataclass(frozen=True)
class PageSpec:
    """A page of the menu."""

    key: str
    group: str
    names: tuple[str, ...]
    asks: tuple[str, ...]


@lru_cache
def page_specs() -> dict[str, PageSpec]:
    """Key → page."""
    pages = data("sections.yml")["pages"]
    return {key: PageSpec(key, p["group"], tuple(p["names"]), tuple(p["asks"])) for key, p in pages.items()}


@dataclass(frozen=True)
class State:
    """What a town says of a requirement: words with their arguments, such as ``stale 31``."""

    said: tuple[tuple[str, str], ...] = ()

    @classmethod
    def read(cls, line: str, where: str) -> State:
        said = [(part.split()[0], " ".join(part.split()[1:])) for part in line.split(",") if part.strip()]
        for word, _ in said:
            if word not in WORDS:
                raise DefinitionError(f"{where}: “{word}” is no word that a requirement can have")
        return cls(tuple(said))

    def __contains__(self, word: str) -> bool:
        return any(one == word for one, _ in self.said)

    def all(self, word: str) -> list[str]:
        """Every argument that the word has."""
        return [argument for one, argument in self.said if one == word]

    def get(self, word: str, default: str = "") -> str:
        """The argument of the word; the default when it is not said."""
        return next(iter(self.all(word)), default)

    def number(self, word: str, default: int = 0) -> int:
        return int(self.get(word) or default)


MET = State()
LISTS: dict[str, Any] = {
    "draw": "tabela", "years": "select", "form": "get", "auto": True, "detail": "page", "export": ["csv"], "per_page": 20, "line": False, "buttons": "botoes",
}  # fmt: skip
DOCS: dict[str, Any] = {"draw": "lista", "filter": "ano", "per_page": 20}


@dataclass(frozen=True, eq=False)
class Definition:
    """A town, as its file says."""

    slug: str
    name: str
    uf: str
    population: int
    held_out: bool
    site: dict[str, Any]
    portal: dict[str, Any]
    groups: str
    lists: dict[str, Any]
    docs: dict[str, Any]
    words: dict[str, str]
    on_site: tuple[str, ...]
    swap: tuple[tuple[str, str], ...]
    misled: dict[str, str]
    merged: dict[str, list[str]]
    style: dict[str, dict[str, Any]]
    default: str
    states: dict[str, State]

    def state(self, number: str) -> State:
        """What is said of a requirement."""
        return self.states.get(number, State.read(self.default, self.slug) if self.default else MET)

    def pick(self, what: str, many: int) -> int:
        """Which of many wordings the town uses: always the same for the same thing."""
        return zlib.crc32(f"{self.slug} {what}".encode()) % many

    def list_style(self, number: str) -> dict[str, Any]:
        return {**LISTS, **self.lists, **self.style.get(number, {})}

    def docs_style(self, number: str) -> dict[str, Any]:
        return {**DOCS, **self.docs, **self.style.get(number, {})}

    def pages(self) -> dict[str, PageSpec]:
        """The pages of its menu: those that were merged into another one are none."""
        specs = page_specs()
        gone = {key for keys in self.merged.values() for key in keys}
        made = {}
        for key, spec in specs.items():
            more = [number for other in self.merged.get(key, ()) for number in specs[other].asks]
            if key not in gone:
                made[key] = PageSpec(key, spec.group, spec.names, (*spec.asks, *more))
        return made

    def name_of(self, page: str) -> str:
        """What the menu calls a page."""
        names = page_specs()[page].names
        return self.words.get(page) or names[self.pick(page, len(names))]

    def group_of(self, page: str) -> str:
        return str(data("sections.yml")["groups"][self.groups][page_specs()[page].group])

    @cached_property
    def shared(self) -> bool:
        """The portal serves several towns."""
        return bool(self.portal.get("place") == "shared")

    @cached_property
    def section(self) -> bool:
        """The portal is a section of the site."""
        return bool(self.portal.get("place") == "section")


def read(path: Path) -> Definition:
    """A town's file."""
    spec = yaml.safe_load(path.read_text("utf-8"))
    states = {str(k): State.read(str(v), f"{path.name}, {k}") for k, v in (spec.get("states") or {}).items()}
    if strange := set(states) - set(requirements()):
        raise DefinitionError(f"{path.name}: no such requirement: {', '.join(sorted(strange))}")
    for number in str(spec.get("met") or "").split():
        states.setdefault(number, State((("ok", ""),)))
    return Definition(
        path.stem,
        spec["name"],
        spec["uf"],
        spec["population"],
        spec.get("held_out", False),
        spec["site"],
        spec["portal"],
        spec.get("groups", "padrao"),
        spec.get("lists") or {},
        spec.get("docs") or {},
        spec.get("words") or {},
        tuple(spec.get("on_site") or ()),
        tuple((a, b) for a, b in spec.get("swap") or ()),
        spec.get("misled") or {},
        spec.get("merged") or {},
        {str(k): v for k, v in (spec.get("style") or {}).items()},
        spec.get("default") or "",
        states,
    )


@lru_cache
def definitions() -> dict[str, Definition]:
    """All towns, by slug."""
    return {path.stem: read(path) for path in sorted((HERE / "towns").glob("*.yml"))}


def aspects() -> Iterator[tuple[str, str]]:
    """Every requirement with each of its aspects."""
    for one in requirements().values():
        for aspect in one.aspects:
            yield one.id, aspect
