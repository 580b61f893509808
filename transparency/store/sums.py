"""``SHA256SUMS``: one digest per file of an audit, in the form that ``sha256sum -c`` reads."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from transparency.store.evidence import write

SUMS = "SHA256SUMS"
_LINE = re.compile(r"([0-9a-f]{64})  ((?:[\w-][\w.-]*/)?[\w-][\w.-]*)", re.ASCII)


def digest_list(folder: Path) -> bytes:
    """A line per file of a folder and its folders, in the order of their names; hidden files and the list itself are left out."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return format_sums(
        {
            name: hashlib.sha256((folder / name).read_bytes()).hexdigest()
            for name in files
            if name != SUMS and not any(part.startswith(".") for part in name.split("/"))
        }
    )


def cover(folder: Path, name: str) -> None:
    """Enter a file that was made of the others, a report, in the list of an audit; the other lines stay as they are, whatever lies
    there. An audit without a list, and a list that is none, are left to ``verify``."""
    try:
        digests = parse_sums((folder / SUMS).read_bytes())
    except (FileNotFoundError, ValueError):
        return
    digest = hashlib.sha256((folder / name).read_bytes()).hexdigest()
    if digests.get(name) != digest:
        write(folder / SUMS, format_sums({**digests, name: digest}))


def format_sums(digests: dict[str, str]) -> bytes:
    """The list for digests by name (hex)."""
    return "".join(f"{digests[name]}  {name}\n" for name in sorted(digests)).encode()


def parse_sums(data: bytes) -> dict[str, str]:
    """Digests by name. ValueError for anything but what ``format_sums`` makes: a list that was touched is no list."""
    digests: dict[str, str] = {}
    for number, line in enumerate(data.decode("ascii", "replace").splitlines(), 1):
        found = _LINE.fullmatch(line)
        if not found:
            raise ValueError(number)
        digests[found[2]] = found[1]
    if format_sums(digests) != data:
        raise ValueError(0)
    return digests
