"""What a file that a list was handed out as holds."""

from __future__ import annotations

import re
import zipfile
import zlib
from html import escape
from io import BytesIO

from lxml import etree

from transparency.aspects.seen import OpenedFile
from transparency.extract import dom
from transparency.extract.documents import Document
from transparency.extract.documents.pdf import TEXT
from transparency.extract.record_sets import find_tables
from transparency.extract.redact import redact_text, redacted_lines
from transparency.extract.tables.page import Page
from transparency.privacy.cleaning import mask

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
