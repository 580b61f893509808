"""Names of people: by the label that stands over them, by the look of a column, or by a first name that says nothing else.

The words are data (``keywords/privacidade.yaml``). What is done with a name is told in ``transparency/privacy/cleaning.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources.abc import Traversable

from transparency.matrix import keywords_directory
from transparency.matrix.keyword_file import KeywordFile
from transparency.text import normalize

FILE = "privacidade.yaml"
SURE = 0.5
"""A column whose values are to this share names of people is one of names, whatever it is called."""
MANY_DIFFERENT = 0.8
"""Of names most differ; of posts, units and kinds most repeat."""

_WORD = r"(?:[Dd]['’])?[A-ZÀ-Ý][\w'’À-ÿ-]*"
_SMALL = r"(?:d[aeo]s?|e|D[AEO]S?|E)"
_RUN = re.compile(rf"(?<![\w@/.&'’-]){_WORD}\.?(?: {{1,2}}(?:{_SMALL} {{1,2}})*{_WORD}\.?)+(?![\w@])")
"""Words with capitals, one after another: names, headings, and all there is in capital letters."""
_SPLIT = re.compile(r"[/|,;()\n]|\s[-–e]\s|\sou\s")
_ABBREVIATED = re.compile(r"([^\W\d_]{3,7})\.?")
_TOKEN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class PeopleWords:
    """What ``privacidade.yaml`` says."""

    names: re.Pattern[str]
    not_names: re.Pattern[str]
    staff: re.Pattern[str]
    first: frozenset[str]
    firms: frozenset[str]
    places: frozenset[str]
    stems: tuple[str, ...]
    """The words of ``names`` of which a short form may stand over a column."""


def load_people_words(directory: Traversable | None = None) -> PeopleWords:
    """Read the file of a keyword directory (default: what comes with the program). UserError names file and line of what is wrong."""
    file = KeywordFile((directory or keywords_directory()) / FILE)
    keys = ("names", "not_names", "staff", "firms", "places", "first")
    top = {key: file.strings(node) for key, node in file.mapping(file.root, keys, keys).items()}
    plain = {key: frozenset(map(normalize, top[key])) for key in ("first", "firms", "places")}
    stems = tuple(normalize(word) for word in top["names"] if " " not in word)
    names, not_names, staff = (_pattern(top[key]) for key in keys[:3])
    return PeopleWords(names, not_names, staff, stems=stems, **plain)


def _pattern(terms: Iterable[str]) -> re.Pattern[str]:
    """One of these terms as whole words of a normalised text; ``*`` ends a term that may go on."""
    wild = [rf"{re.escape(normalize(term))}{chr(92) + 'w*' if term.endswith('*') else ''}" for term in terms]
    return re.compile(rf"\b(?:{'|'.join(wild)})\b")


_words = lru_cache(maxsize=1)(load_people_words)


def names_people(label: str) -> bool:
    """Whether a column of that label holds names of people (of firms, too: who receives may be either).

    >>> names_people("CPF/Nome do servidor"), names_people("CPF do servidor")
    (True, False)
    """
    return any(
        _words().names.search(part) and not _words().not_names.search(part)
        for part in map(normalize, _SPLIT.split(label))
    )


def tells_people(text: str) -> bool:
    """Whether a heading, of whatever it is made, speaks of people."""
    return _words().names.search(normalize(text)) is not None


def is_of_people(labels: Iterable[str]) -> bool:
    """Whether a record set with these labels is about people, so that its amounts are somebody's pay."""
    return any(_words().staff.search(normalize(label)) for label in labels)


def holds_names(label: str, values: Sequence[str]) -> bool:
    """Whether a column holds names of people, by its label, a short form of one ("Serv.", "Cred."), or what stands in it."""
    if names_people(label):
        return True
    told = [value for value in values if value.strip()]
    if len(told) < 3:
        return False
    if sum(any(find_names(value)) for value in told) >= SURE * len(told):
        return True
    short = _ABBREVIATED.fullmatch(label.strip())
    if short is None or len(set(told)) < MANY_DIFFERENT * len(told):
        return False
    begun = normalize(short[1])
    return any(stem.startswith(begun) and stem != begun for stem in _words().stems) and sum(
        len(_TOKEN.findall(value)) > 1 and not any(c.isdigit() for c in value) for value in told
    ) >= MANY_DIFFERENT * len(told)


def find_names(text: str) -> Iterator[tuple[int, int]]:
    """Where names of people stand in a text that no label explains; those whose first name is not known are not found.

    >>> [("0012 MARIA DE SOUZA Agente, Rua João Lima")[a:b] for a, b in find_names("0012 MARIA DE SOUZA Agente, Rua João Lima")]
    ['MARIA DE SOUZA Agente']
    """
    for run in _RUN.finditer(text):
        told = normalize(run[0])
        parts = told.split()
        if parts[0] in _words().first and told not in _words().places and not _words().firms.intersection(parts):
            yield run.span()


def initials(text: str, spared: str = "") -> str:
    """A text with the names in it as initials: who follows it on the page knows which is meant, who only reads it does not.
    ``spared``: a town's name, which may be called like somebody.

    >>> initials("abra a linha 2 (“0012 Maria de Souza”)")
    'abra a linha 2 (“0012 M. S.”)'
    """
    for start, end in reversed([*find_names(text)]):
        if spared and normalize(spared) in normalize(text[start:end]):
            continue
        short = " ".join(f"{part[0]}." for part in text[start:end].split() if part[0].isupper() and len(part) > 2)
        text = f"{text[:start]}{short}{text[end:]}"
    return text


def without_words(text: str) -> str:
    """Of a row about people what names nobody: its numbers and dates.

    >>> without_words("0000001 04/01/2025 Maria de Souza R$ 3,00")
    '0000001 04/01/2025 3,00'
    """
    return " ".join(word for word in text.split() if any(c.isdigit() for c in word) and not word.isalpha())
