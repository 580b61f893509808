"""The words by which requirements are judged (``keywords/avaliacao.yaml``)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from importlib.resources.abc import Traversable

from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.text import normalize

FILE = "avaliacao.yaml"
_RAW = frozenset(("social_hosts", "radar_hosts", "request_hosts", "accessibility_hosts", "text_size_signs"))
"""Lists of names and signs, which are compared as they are."""


@dataclass(frozen=True, eq=False)
class Words:
    """What the file says, normalised; its comments tell what each list is for."""

    stamps: tuple[str, ...]
    updates: tuple[str, ...]
    ends: tuple[str, ...]
    since: tuple[str, ...]
    may_be_empty: tuple[str, ...]
    bimesters: tuple[str, ...]
    four_months: tuple[str, ...]
    three_months: tuple[str, ...]
    semesters: tuple[str, ...]
    none_said: tuple[str, ...]
    none_found: tuple[str, ...]
    editable: tuple[str, ...]
    exports: tuple[str, ...]
    nameless: tuple[str, ...]
    whole: tuple[str, ...]
    offices: tuple[str, ...]
    searches: tuple[str, ...]
    year_words: tuple[str, ...]
    month_words: tuple[str, ...]
    next_page: tuple[str, ...]
    neutral: tuple[str, ...]
    footers: tuple[str, ...]
    excessive: tuple[str, ...]
    requests: tuple[str, ...]
    request_hosts: tuple[str, ...]
    services: tuple[str, ...]
    social_hosts: tuple[str, ...]
    social_no_profile: tuple[str, ...]
    radar_hosts: tuple[str, ...]
    breadcrumbs: tuple[str, ...]
    homes: tuple[str, ...]
    contrasts: tuple[str, ...]
    text_sizes: tuple[str, ...]
    text_size_signs: tuple[str, ...]
    accessibilities: tuple[str, ...]
    accessibility_hosts: tuple[str, ...]
    site_maps: tuple[str, ...]
    open_rules: tuple[str, ...]
    open_formats: tuple[str, ...]


_loaded: dict[str, Words] = {}
"""Folder → its words, read once."""


def load_words(directory: Traversable | None = None) -> Words:
    """The words of a folder of keywords (default: those that come with the program). UserError names file and line of what is wrong."""
    key = str(directory or "")
    if key not in _loaded:
        path = (directory or keywords_directory()) / FILE
        _loaded[key] = _read(KeywordFile(path if path.is_file() else keywords_directory() / FILE))
    return _loaded[key]


def _read(file: KeywordFile) -> Words:
    names = [field.name for field in fields(Words)]
    top = file.mapping(file.root, names, names)
    return Words(**{name: _folded(name, file.strings(node)) for name, node in top.items()})


def _folded(name: str, told: tuple[str, ...] | list[str]) -> tuple[str, ...]:
    """The words of a list as they are compared, none twice."""
    return tuple(dict.fromkeys(one.casefold() if name in _RAW else normalize(one) for one in told if one.strip()))
