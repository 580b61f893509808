"""The facts of a page as they lie in its audit: what its frames held when they were read, without what nobody needs of people
(``privacy/facts.py``), and what was found in them then. From them the page can be read again without a browser."""

from __future__ import annotations

import gzip
import zlib

import msgspec

from transparency.items import Page
from transparency.model import Page as Facts
from transparency.model import Piece, View

VERSION = 1
"""Raised when older facts can no longer be decoded as they are."""
SUFFIX = ".facts.json.gz"


class Found(Piece):
    """Places of what was found in a frame (``Pressable.path`` and the like): they name nobody."""

    candidates: list[str] = []
    forms: list[str] = []
    """Of their buttons."""
    fields: list[str] = []
    """Lists and fields that belong to no form."""
    toggles: list[str] = []


class StoredFrame(Piece):
    """A frame."""

    facts: Facts
    found: Found


class _Stored(Piece):
    version: int
    frames: list[msgspec.Raw]


class FactsUnreadable(Exception):
    """Stored facts that cannot be read; the reason is for people (Portuguese)."""


_frame = msgspec.json.Decoder(StoredFrame | None)
_stored = msgspec.json.Decoder(_Stored)


def facts_name(page: Page) -> str:
    """Where the facts of a page are kept, in the audit's folder; empty for a file, of which all that was read is its HTML."""
    return f"pages/{page.node}{SUFFIX}" if page.has_facts else ""


def labels_on(view: View) -> dict[str, dict[str, str]]:
    """What is found in a frame: kind (a field of ``Found``) → place → label."""
    return {
        "candidates": {one.path: one.label for one in view.candidates},
        "forms": {one.button: one.label for one in view.forms},
        "fields": {one.path: one.label for one in (*view.selects, *view.inputs)},
        "toggles": {one.path: one.label for one in view.toggles},
    }


def frame_facts(facts: Facts, view: View) -> bytes:
    """A frame as it is stored in the facts of its page."""
    return msgspec.json.encode(
        StoredFrame(facts=facts, found=Found(**{kind: [*places] for kind, places in labels_on(view).items()}))
    )


def page_facts(page: Page) -> bytes:
    """The facts of all frames of a page, gzipped; the same bytes for the same facts."""
    frames = [msgspec.Raw(frame.facts or b"null") for frame in page.frames]
    return gzip.compress(msgspec.json.encode(_Stored(version=VERSION, frames=frames)), compresslevel=6, mtime=0)


def read_facts(data: bytes) -> list[StoredFrame | None]:
    """The frames of a page, None for those without facts. FactsUnreadable when they are damaged, or of a later version."""
    try:
        stored = _stored.decode(gzip.decompress(data))
        if stored.version > VERSION:
            raise FactsUnreadable(f"são de uma versão mais nova ({stored.version})")
        return [_frame.decode(frame) for frame in stored.frames]
    except (OSError, EOFError, zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise FactsUnreadable("estão estragados") from error
