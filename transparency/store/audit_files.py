"""The files of an audit, wherever they are read from."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Protocol

from transparency.items import UserError
from transparency.store.audits import PAGES, PARTIAL, SUMMARY, VERDICTS
from transparency.store.sums import SUMS

CORE = (SUMMARY, VERDICTS, PAGES)
"""Files without which there is no audit."""


class Files(Protocol):
    """Where the files of an audit are read from."""

    def names(self) -> set[str]:
        """Of all files, hidden ones too, relative, with slashes."""

    def read(self, name: str) -> bytes:
        """OSError when it cannot be read."""


class Folder:
    """An audit's folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> set[str]:
        """Of files and of links, which are not followed."""
        found = set()
        for root, folders, files in os.walk(self.folder):
            links = [name for name in folders if (Path(root) / name).is_symlink()]
            found |= {(Path(root) / name).relative_to(self.folder).as_posix() for name in (*files, *links)}
        return found

    def read(self, name: str) -> bytes:
        """OSError for a link, too: what it shows may be anywhere."""
        path = self.folder / name
        if path.is_symlink():
            raise OSError(0, "é um atalho (link), não um arquivo")
        return path.read_bytes()


class Held:
    """Files in memory."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files

    def names(self) -> set[str]:
        """Of all."""
        return set(self.files)

    def read(self, name: str) -> bytes:
        """The bytes."""
        return self.files[name]


def find_folders(paths: Iterable[Path]) -> tuple[list[Path], list[Path]]:
    """Audit folders and WACZ files at or below the paths, in order; and beside them the unfinished folders.

    A folder that lost its verdicts is found by what is left of it. UserError when a path does not exist or holds nothing.
    """
    found: dict[Path, None] = {}
    unfinished: dict[Path, None] = {}
    for path in paths:
        if path.is_file() and path.suffix == ".wacz":
            found[path] = None
            continue
        if not path.is_dir():
            raise UserError(
                f"Não é uma pasta nem um arquivo .wacz: {path}.", "Dê pastas de auditorias ou arquivos .wacz."
            )
        if path.resolve().name.endswith(PARTIAL):
            raise UserError(f"Auditoria incompleta: {path}.", "Ela foi interrompida; rode-a de novo.")
        before = len(found)
        for root, folders, files in os.walk(path):
            here = Path(root)
            unfinished |= {here / name: None for name in sorted(folders) if name.endswith(PARTIAL)}
            folders[:] = sorted(name for name in folders if not name.startswith(".") and not name.endswith(PARTIAL))
            if {*CORE, SUMS} & set(files) or (here != path and {"pages", "evidence"} <= set(folders)):
                found[here] = None
                folders.clear()
            else:
                found |= {here / name: None for name in sorted(files) if name.endswith(".wacz")}
        if len(found) == before:
            raise UserError(f"Nenhuma auditoria em {path}.", f"Uma auditoria é uma pasta com {SUMMARY} e {VERDICTS}.")
    return list(found), list(unfinished)
