"""The documents that a page offers: what they are called, what stands around them, and what came of those that were opened."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from lxml.html import HtmlElement

from transparency.aspects.addresses import absolute, bare, path
from transparency.aspects.seen import OpenedFile, Proof, Sight
from transparency.extract import dom
from transparency.extract.titles import Titles
from transparency.extract.values import is_action, is_file
from transparency.model import View
from transparency.text import normalize

_PRESSED = ".//a[@href] | .//button | .//*[@data-t-press] | .//iframe[@src] | .//embed[@src] | .//object[@data]"
_ROW = "ancestor::*[self::tr or self::li or self::article or @role='row' or @role='listitem'][1]"
_APART = "boolean(ancestor-or-self::*[self::nav or self::footer or self::header or @role='navigation' or @role='contentinfo'])"
LONGEST_ROW = 600
"""A row that says more than this is a part of the page, and no row."""
_NEAREST = 3
"""So many headings over a document tell what it is of."""
_EXTENSION = re.compile(r"\.(?:pdf|docx?|odt|xlsx?|ods|csv|zip|rar|txt)\b", re.I)


@dataclass(frozen=True, eq=False)
class Paper:
    """A document that a page links."""

    sight: Sight
    name: str
    """What the link says, or its tooltip, or the file is called by."""
    row: str
    """The words of the row that it stands in."""
    headings: tuple[str, ...]
    """What stands over it, nearest last."""
    url: str
    is_file: bool
    """It looks like a file; else it may lead to a page."""
    opened: OpenedFile | None = None

    def said(self, above: int) -> str:
        """What is said of it, with so many of the headings over it, the nearest first."""
        return " | ".join(dict.fromkeys((self.name, self.row, *[*reversed(self.headings)][:above])))

    @property
    def proof(self) -> Proof:
        """It proves something by its name, at an address of its own where it has one."""
        return Proof(self.sight, self.name, self.url if self.url.startswith("http") else "")

    @property
    def own(self) -> str:
        """What it is called itself, with its row."""
        return f"{self.name} | {self.row}"


@lru_cache(maxsize=128)
def _links_of(sight: Sight) -> tuple[Paper, ...]:
    frames = zip_longest(sight.views, sight.addresses, fillvalue=sight.url)
    return tuple(
        paper for view, at in frames if isinstance(view, View) for paper in _read(sight, at, dom.parse(view.html))
    )


def papers_of(sight: Sight, files: Sequence[OpenedFile]) -> list[Paper]:
    """The documents of a page in order, those that were opened with what came of it; files that no link of it shows at the end."""
    own = [file for file in files if file.of == sight.key]
    by_url = {bare(file.url): file for file in own if file.url}
    links = _links_of(sight)
    linked = {bare(link.url) for link in links if link.url}
    by_label = {normalize(file.label): file for file in own if file.label and bare(file.url) not in linked}
    found: list[Paper] = []
    for link in links:
        named = by_label.get(normalize(link.name)) if not is_action(link.name) else None
        found.append(_with(link, (by_url.get(bare(link.url)) if link.url else None) or named))
    taken = {id(paper.opened) for paper in found}
    return found + [_of_file(sight, file) for file in own if id(file) not in taken]


def _with(link: Paper, opened: OpenedFile | None) -> Paper:
    if opened is None:
        return link
    return Paper(link.sight, link.name, link.row, link.headings, link.url, True, opened)


def _of_file(sight: Sight, file: OpenedFile) -> Paper:
    return Paper(sight, readable(file.label) or readable(file.url), "", (), file.url, True, file)


def readable(name: str) -> str:
    """The words of a file's name or address, without what joins them.

    >>> readable("https://x.example/docs/rreo_4-bimestre_2026.pdf")
    'rreo 4 bimestre 2026'
    """
    last = path(name).rstrip("/").rpartition("/")[2] if "://" in name or name.startswith("/") else name
    return " ".join(re.sub(r"[_+]|(?<=\w)-(?=\w)", " ", _EXTENSION.sub("", last)).split()) if _joined(name) else last


def _joined(name: str) -> bool:
    return (
        "://" in name or name.startswith("/") or "_" in name or bool(_EXTENSION.search(name)) or " " not in name.strip()
    )


def _read(sight: Sight, address: str, root: HtmlElement) -> Iterator[Paper]:
    titles = Titles(root)
    seen: set[tuple[str, str]] = set()
    for element in root.xpath(_PRESSED):
        if element.xpath(_APART) or (element.tag == "button" and not _fetches(element)):
            continue
        url = element.get("href") or element.get("src") or element.get("data") or ""
        if url.startswith(("mailto:", "tel:", "#")) and not _fetches(element):
            continue
        url = absolute(address, url)
        name, row = _name(element, url), _row(element)
        if (name, url or row) in seen:
            continue
        seen.add((name, url or row))
        headings = tuple(titles.over(element)[-_NEAREST:])
        yield Paper(sight, name, row, headings, url, _fetches(element))


def _fetches(element: HtmlElement) -> bool:
    """Whether what is pressed hands out a file, by where it leads, what it runs, or what it says."""
    told = [element.get(name) or "" for name in ("href", "src", "data", "onclick", "download")]
    label = normalize(dom.text(element) or element.get("title") or element.get("aria-label") or "")
    return (
        any(one and is_file(one) for one in told)
        or (is_action(label) and element.get("download") is not None)
        or label in _FETCHING
    )


_FETCHING = frozenset("pdf download baixar anexo".split())


def _name(element: HtmlElement, url: str) -> str:
    """What a link says; its tooltip, or the name of its file, where it only says what it does."""
    said = [dom.text(element), element.get("title") or "", element.get("aria-label") or ""]
    told = next((text for text in said if text and not is_action(text)), "")
    picture = element.find(".//img[@alt]")
    if not told and picture is not None and not is_action(picture.get("alt") or ""):
        told = picture.get("alt") or ""
    return told or (readable(url) if is_file(url) and not _NUMBERS.fullmatch(readable(url)) else "") or said[0]


_NUMBERS = re.compile(r"[\W\d]*|[0-9a-f-]{12,}")


def _row(element: HtmlElement) -> str:
    row = next(iter(element.xpath(_ROW)), None)
    if row is None:
        row = element.getparent()
    text = dom.text(row) if row is not None else ""
    return text if len(text) <= LONGEST_ROW else ""


def readable_words(text: str) -> str:
    """A name without what joins its words."""
    return " ".join(readable(part) for part in text.split(" | "))


BEGINNING = 19_000
"""Characters of a file's text from which on it may be no more than its beginning (``OpenedFile.text`` holds 20,000)."""


def is_partly_read(paper: Paper) -> bool:
    """Whether a good file may say more than what was read of it: it is long, or a picture."""
    file = paper.opened
    return file is not None and not file.problem and (len(file.text) >= BEGINNING or not (file.text or file.columns))
