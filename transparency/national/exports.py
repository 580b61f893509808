"""What hands out a list as a file, and what such a file holds."""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from io import BytesIO

from lxml import etree

from transparency.aspects.seen import OpenedFile
from transparency.browse.snapshot import FrameView
from transparency.crawl.signposts import Signposts
from transparency.extract import dom
from transparency.extract.documents import Document
from transparency.extract.documents.pdf import TEXT
from transparency.extract.record_sets import find_tables
from transparency.extract.redact import redact_text, redacted_lines
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
        label = one.caption
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


CUT = 20
"""Characters of the longest number that is masked."""
_TEXTS = {"txt": "", "json": "", "xml": "", "docx": "word/document.xml", "odt": "content.xml"}
"""Kinds of files of text → the part of the archive that holds the words."""
_TAGS = {"p": "p", "h": "p", "tbl": "table", "table": "table"}
_TAGS |= {"tr": "tr", "table-row": "tr", "tc": "td", "table-cell": "td"}
"""Elements of files of text, and what they are in HTML."""
_GAPS = frozenset("tab br cr s line-break".split())
_SAYING = frozenset("t p h span a".split())
"""Elements whose own text is shown."""
_BROKEN = (
    *(zipfile.BadZipFile, zlib.error, OSError, EOFError, etree.XMLSyntaxError),
    *(ValueError, KeyError, NotImplementedError),
)
"""What is raised where an archive, or the words in it, cannot be read."""


def _text_of(body: bytes, kind: str) -> str:
    """The beginning of what a file of text says."""
    most = TEXT * (40 if _TEXTS[kind] else 4)
    told = body[:most]
    if _TEXTS[kind]:
        try:
            with zipfile.ZipFile(BytesIO(body)) as archive, archive.open(_TEXTS[kind]) as member:
                told = member.read(most)
            root = etree.fromstring(told, etree.XMLParser(recover=True, resolve_entities=False, no_network=True))
        except _BROKEN:
            return ""
        text = "" if root is None else redacted_lines(_html_of(root))
    else:
        text = redact_text(mask(told.decode("utf-8", "replace")))
    return text[:-CUT] if len(told) == most else text  # half a number is not seen to be one


def _html_of(node: etree._Element) -> str:
    """Paragraphs and tables of a file of text. What a paragraph is cut into (changes of type, edits) is one text again."""
    if not isinstance(node.tag, str):
        return ""
    name = etree.QName(node).localname
    if name in _GAPS:
        return " "
    says = name in _SAYING
    inner = escape(node.text or "") if says else ""
    inner += "".join(_html_of(child) + (escape(child.tail or "") if says else "") for child in node)
    return f"<{_TAGS[name]}>{inner}</{_TAGS[name]}>" if name in _TAGS else inner


def _by_name(url: str, called: str, body: bytes) -> str:
    """What a file that is not read is called."""
    named = f"{url} {called}".lower()
    return next((name for name in ("docx", "odt", "txt", "json", "xml", "zip") if name in named), "") if body else ""
