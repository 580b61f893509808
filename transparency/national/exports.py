"""What hands out a list as a file, and what such a file holds."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO

from transparency.aspects.seen import OpenedFile
from transparency.browse.snapshot import FrameView
from transparency.crawl.signposts import Signposts
from transparency.extract import dom
from transparency.extract.documents import Document
from transparency.extract.documents.pdf import TEXT
from transparency.extract.record_sets import find_tables
from transparency.extract.tables.page import Page
from transparency.model import Pressable
from transparency.privacy.cleaning import mask
from transparency.text import identifier_words, words

FORMATS = ("csv", "xlsx", "excel", "ods", "xls", "odt", "docx", "doc", "txt", "json", "xml", "pdf")
"""How formats are called, on buttons and in addresses, the handiest first."""
UNKNOWN_FORMAT = len(FORMATS)


@dataclass(frozen=True)
class Export:
    """A link or button that hands out what is listed."""

    component: Pressable
    of: str
    """Key of the page."""
    format: int
    """Place among the formats."""

    @property
    def label(self) -> str:
        """What is written on it."""
        return self.component.label or self.component.title

    @property
    def worth(self) -> tuple[bool, int]:
        """The lower the better."""
        return self.component.row is not None, self.format


def exports_of(view: FrameView, signposts: Signposts, key: str) -> Iterator[Export]:
    """What hands out a list of a frame as a file."""
    for one in view.data.candidates:
        label = one.label or one.title
        if one.disabled or one.sends or one.row is not None or signposts.forbids_label(label):
            continue
        if one.kind == "link" and signposts.changes.verb_in(one.href, view.url):
            continue
        named = _format(one)
        if named < UNKNOWN_FORMAT or signposts.puts_out(label):
            yield Export(one, key, named)


def _format(one: Pressable) -> int:
    """The place of the format that a component names: in its words, or in its address and its names for machines."""
    said = {*words(f"{one.label} {one.title}")}
    for texts in (said, {*identifier_words(f"{one.href} {one.hint}")}):
        for place, name in enumerate(FORMATS):
            if name in texts:
                return place
    return UNKNOWN_FORMAT


_SPACE = re.compile(r"\s+")


def opened_file(of: str, url: str, label: str, body: bytes, called: str, document: Document) -> OpenedFile:
    """What a file is, once its bytes are here. ``called``: its media type, or its name; ``document``: what was read of it."""
    kind = document.kind if document.kind != "other" else _by_name(url, called, body)
    problem = document.problem
    if not body:
        problem = "o arquivo está vazio (0 byte)"
    if document.kind == "html":
        problem = "no lugar do arquivo veio uma página"
    root = dom.parse(document.html) if document.html else None
    text = document.text or ("" if root is None else _SPACE.sub(" ", " ".join(root.itertext())).strip())
    if kind in _TEXTS and body and document.kind == "other":  # what is no table is not read, and no fault of the file
        text = _text_of(body, kind)
        problem = "" if text.strip() else "o arquivo não tem texto"
    tables = [] if root is None else find_tables(Page(root))[0]
    largest = max(tables, key=lambda table: table.count, default=None)
    return OpenedFile(
        of,
        url,
        label,
        kind,
        len(body),
        problem,
        text[:TEXT],
        tuple(column.label for column in largest.columns) if largest else (),
        largest.count if largest else 0,
        bool(text.strip()),
    )


_TEXTS = {"txt": "", "json": "", "xml": "", "docx": "word/document.xml", "odt": "content.xml"}
"""Kinds of files of text → the part of the archive that holds the words."""
_TAG = re.compile(r"<[^>]*>")


def _text_of(body: bytes, kind: str) -> str:
    """The beginning of what a file of text says."""
    told = body[: TEXT * 4]
    if _TEXTS[kind]:
        try:
            with zipfile.ZipFile(BytesIO(body)) as archive, archive.open(_TEXTS[kind]) as member:
                told = member.read(TEXT * 40)
        except (zipfile.BadZipFile, OSError, ValueError, KeyError, NotImplementedError, EOFError, zlib.error):
            return ""
    words = told.decode("utf-8", "replace")
    return mask(_TAG.sub(" ", words) if _TEXTS[kind] else words)


def _by_name(url: str, called: str, body: bytes) -> str:
    """What a file that is not read is called."""
    named = f"{url} {called}".lower()
    return next((name for name in ("docx", "odt", "txt", "json", "xml", "zip") if name in named), "") if body else ""
