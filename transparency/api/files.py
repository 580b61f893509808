"""The files of an audit, read so that nothing outside its folder can be."""

from __future__ import annotations

import os
import re
import stat
import zlib
from collections.abc import Sequence
from pathlib import Path

LARGEST_FILE = 50_000_000
"""Bytes of a file as it is stored."""
LARGEST_PAGE = 30_000_000
"""Bytes of an archived page, unpacked."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,80}(?:\.[A-Za-z0-9]{1,8}){1,3}")


def is_plain_file(path: Path) -> bool:
    """A file of its own: no link, no device."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except OSError:
        return False


def read_inside(root: Path, steps: Sequence[str], name: str) -> tuple[bytes, str] | None:
    """A file below ``root`` and what it is known by (its time and size); None when there is none.

    ``steps`` are folders, ours to name; ``name`` may be anybody's. Every step is opened without following links.
    What is larger than ``LARGEST_FILE`` bytes is none of ours.
    """
    if not _NAME.fullmatch(name):
        return None
    opened: list[int] = []
    try:
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
        opened.append(os.open(root, flags | os.O_DIRECTORY))
        for step in steps:
            opened.append(os.open(step, flags | os.O_DIRECTORY, dir_fd=opened[-1]))
        # A pipe in its place must not hang us.
        opened.append(os.open(name, flags | os.O_NONBLOCK, dir_fd=opened[-1]))
        info = os.fstat(opened[-1])
        if not stat.S_ISREG(info.st_mode) or info.st_size > LARGEST_FILE:
            return None
        with open(opened.pop(), "rb") as file:
            return file.read(LARGEST_FILE), f"{info.st_mtime_ns:x}-{info.st_size:x}"
    except OSError:
        return None
    finally:
        for descriptor in opened:
            os.close(descriptor)


def unpacked(data: bytes) -> bytes | None:
    """A gzipped page; None when it is broken or larger than ``LARGEST_PAGE``."""
    packed = zlib.decompressobj(wbits=31)
    try:
        page = packed.decompress(data, LARGEST_PAGE)
    except zlib.error:
        return None
    return page if packed.eof else None
