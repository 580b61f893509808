"""The words by which rows are collected (``keywords/linhas.yaml``)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from importlib.resources.abc import Traversable

from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.text import normalize

FILE = "linhas.yaml"


@dataclass(frozen=True)
class RowWords:
    """What the file says, normalised."""

    next: frozenset[str]
    more: frozenset[str]
    counted: frozenset[str]
    showing: frozenset[str]
    per_page: frozenset[str]
    shared: frozenset[str]
    open: frozenset[str]
    files: frozenset[str]


@lru_cache(maxsize=4)
def load_row_words(directory: Traversable | None = None) -> RowWords:
    """Read the file of a keyword directory (default: what comes with the program). UserError names file and line of what is wrong."""
    folder = directory or keywords_directory()
    path = folder / FILE
    file = KeywordFile(path if path.is_file() else keywords_directory() / FILE)
    names = [field.name for field in fields(RowWords)]
    top = file.mapping(file.root, names, names)
    return RowWords(**{name: frozenset(map(normalize, file.strings(node))) for name, node in top.items()})
