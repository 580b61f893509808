"""Names of files and folders made of what others say: a town's slug from a catalogue, a name from a command line."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from transparency.items import UserError
from transparency.text import strip_accents

_PLAIN = re.compile(r"[a-z0-9](?:[a-z0-9_-]{0,94}[a-z0-9])?")
_HASHED = re.compile(r".*-[0-9a-f]{16}")
_RESERVED = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")


def file_name(text: str) -> str:
    """A name that is safe on every disk, and another one for every other text; a slug is its own.

    >>> file_name("santa-rita"), file_name("../../etc/passwd")
    ('santa-rita', 'etc-passwd-3754d6cb3a38e118')
    """
    if _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text) and not _HASHED.fullmatch(text):
        return text
    told = re.sub(r"[^a-z0-9]+", "-", strip_accents(text[:200]).lower()).strip("-")[:60].strip("-") or "x"
    return f"{told}-{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def folder_inside(root: Path, *names: str) -> Path:
    """``root/name/…`` for names that are anybody's. UserError when a link stands in the way: what is written there would be elsewhere."""
    folder = root
    for name in names:
        folder /= file_name(name)
        if folder.is_symlink():
            raise UserError(
                f"{folder} é um atalho (link), não uma pasta.",
                "Tire-o de lá; auditorias só são gravadas dentro da pasta delas.",
            )
    return folder
