"""The words of a component: what it is called, what its row says, whether they say only when."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import parse_qsl, urlsplit

from transparency.crawl.candidates.move import DOCUMENT, FILE, UNFOLDS, YEAR
from transparency.crawl.signposts import Rating, Signposts
from transparency.extract.forms import MONTHS, NAMED_MONTH
from transparency.extract.values import names_format
from transparency.model import Pressable
from transparency.text import normalize

_OTHER_FORMAT = re.compile(r"\b(?:png|jpe?g|svg|gif|imagem|docx?|zip)\b", re.IGNORECASE)
_SHEET = re.compile(
    r"(?:(?:exportar|baixar|gerar)(?: dados)?(?: para| em| como)? )?(?:(?:arquivo|planilha|em|formato) )?(?:csv|xlsx?|ods|(?<=para )excel|(?<=em )excel)"
)
_SHEETS = re.compile(r"(?:\W|\b(?:csv|xlsx?|ods|pdf|json|xml|html)\b)+")
_MONTH = re.compile(rf"(?:0?[1-9]|1[0-2]|{NAMED_MONTH})(?: de)? (?:20[0-4]\d|199\d)")
_PERIOD_WORDS = re.compile(
    rf"\b(?:(?:\d+\w?|{'|'.join(MONTHS)}|bimestre|trimestre|quadrimestre|semestre|mes|ano|exercicio|[kmg]b|bytes)\b|20\d\d(?=[a-z]))"
)
"""What tells one file of a series from the next: its period, its size; before a badge, too ("Empenhos 2023CSV")."""
_COUNTED = re.compile(
    r"(?P<name>.*\S)(?:\s*[(\[]\s*(?P<inside>\d[\d.]*)[^)\]]*[)\]]|(?:\s*[-–:·|]\s*|\s+)(?P<bare>\d[\d.]*)(?:\s+[^\W\d]+)?)\s*"
)
HEADED = 5
"""Words of fewer than so many head a part of a page ("Despesas"); more of them tell about it."""
DATED = re.compile(rf"\D*\b(?:20[0-4]\d|199\d)|(?:\D*\b)?(?:{'|'.join(MONTHS)})\b(?:\D*20[0-4]\d)?")
"""A title that comes again every month or year, and no number of a record."""


def plain(text: str) -> str:
    """Words only, each once: marks of an open menu are not part of a name, nor is its repetition in a hidden title."""
    return " ".join(dict.fromkeys(re.findall(r"\w+", normalize(text))))


def is_file(candidate: Pressable, signposts: Signposts) -> bool:
    """Whether a link, or a button that goes to a file, brings a file whose tables may be read: its address says so, or its words
    do ("Baixar"). Of other components only their words tell."""
    goes_to_file = not candidate.row and DOCUMENT.search(urlsplit(candidate.href).path)
    if candidate.kind != "link" and not goes_to_file:
        told = candidate.caption
        brings = signposts.fetches(told) or names_sheet(told)
        return bool(not FILE.search(candidate.href) and not _OTHER_FORMAT.search(told) and brings)
    parts = urlsplit(candidate.href)
    if FILE.search(parts.path) or _OTHER_FORMAT.search(candidate.label):
        return False
    asked = parse_qsl(parts.query, keep_blank_values=True)
    return bool(
        DOCUMENT.search(parts.path)
        or DOCUMENT.search(candidate.label)  # a file called by its name
        or names_sheet(candidate.label)
        or names_format(candidate.label)
        or any(DOCUMENT.search(value) for _, value in asked)
        or signposts.fetches(candidate.caption)
        or signposts.names_file(parts.path, [name for name, _ in asked])
    )


def names_sheet(label: str) -> bool:
    """Whether a label says nothing but the kind of a table that is handed out ("CSV", "Planilha XLS")."""
    return bool(_SHEET.fullmatch(plain(label)))


def said_of(candidate: Pressable, signposts: Signposts) -> list[str]:
    """What is said about a file, nearest first, without the words that only hand it out."""
    own = (signposts.without_fetching(text) for text in (candidate.label, candidate.title))
    texts = (*own, *candidate.around)
    return list(dict.fromkeys(t for t in texts if t and not signposts.hands_out(t) and not _SHEETS.fullmatch(plain(t))))


def told_of_record(record: Pressable) -> str:
    """What a row says, or the card of a record; else its title, and what stands beside that."""
    said = (record.row.says if record.row else "") or record.card
    return said or " ".join((record.label, *record.around[:1]))


def timeless(text: str) -> str:
    """The words of a text without its period, number and size."""
    return " ".join(word for word in _PERIOD_WORDS.sub(" ", plain(text)).split() if len(word) > 2)


def split_count(label: str) -> tuple[str, str]:
    """(what a component is called, how many things it says are behind it, "" where it does not say).

    >>> split_count("Janeiro 13 registros"), split_count("2026 (0)"), split_count("Exercício de 2026")
    (('Janeiro', '13'), ('2026', '0'), ('Exercício de 2026', ''))
    """
    found = _COUNTED.fullmatch(label)
    if not found or YEAR.fullmatch(found["bare"] or ""):
        return label, ""
    return found["name"].rstrip(" -–:·|"), found["inside"] or found["bare"]


def says_only_when(label: str) -> bool:
    """Whether a label names a period and nothing else ("Exercício de 2025 (12 arquivos)")."""
    return bool(YEAR.search(label)) and not timeless(split_count(label)[0])


def is_month(label: str) -> bool:
    """Whether a label is a month of a year and nothing else; "00012/2026" is a record."""
    return bool(_MONTH.fullmatch(plain(label)))


def row_words(candidate: Pressable, said: str) -> str:
    """How a person is told to open a row; ``said``: what of its text may be told."""
    number = candidate.row.index + 1 if candidate.row else 0
    which = "a primeira linha" if number == 1 else f"a linha {number}" if number > 1 else "o registro"
    return f"abra {which} (“{said[:40]}”)" if said else f"abra {which}"


def level_of(candidate: Pressable) -> str:
    """How deep in a tree of rows a component stands that unfolds its row: as the row says, or as far as it is indented."""
    row, box, said = candidate.row, candidate.box, candidate.title or candidate.label
    if not (candidate.expanded or UNFOLDS.fullmatch(said)) or not (row or said):
        return ""
    if row and row.level:
        return row.level
    return str(round(box[0] / 6)) if box and (row is None or row.column <= 0) else ""


def context_labels(candidate: Pressable, label: str, rating: Rating) -> list[str]:
    """What was followed: the label, and for one that fits anything, or both income and expenditure, what stands around it
    first."""
    around = last_of(candidate.around)
    headed = rating.apart and len(around.split()) < HEADED and plain(around) != plain(label)
    return [around, label] if around and (rating.generic or not label or is_month(label) or headed) else [label]


def name_of(candidate: Pressable) -> str:
    """The id or name that a component has in the page, if it looks like one."""
    words = candidate.hint.split()
    return words[0] if words and re.fullmatch(r"[\w:.\-$]+", words[0]) else ""


def last_of(texts: Sequence[str]) -> str:
    """The nearest of some texts, or nothing."""
    return texts[0] if texts else ""


def entry_of(candidate: Pressable) -> str:
    """Identity of an entry of the portal's own menu, on whatever page it stands."""
    return f"entry {candidate.path} {plain(candidate.label)}"
