"""Stored pages read again, as they were seen: from their facts, or from their HTML where an audit of an older version (or a file)
has no facts."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from transparency.called import called
from transparency.classify.judge import judge_page
from transparency.classify.views import judge_views
from transparency.crawl.portal_words import PortalWords, load_portal_words
from transparency.extract.controls import read_view
from transparency.items import Frame, Page, UserError
from transparency.matrix import Matrix
from transparency.model import View
from transparency.privacy.cleaning import CONTROLS
from transparency.store.audits import PAGES, StoredAudit
from transparency.store.evidence import html_name
from transparency.store.facts import FactsUnreadable, Found, StoredFrame, facts_name, read_facts

KEPT = 64
"""Pages whose views are kept for when they are met again."""


@lru_cache(maxsize=4)
def words_of(matrix: Matrix) -> PortalWords:
    """The words of portals that stand beside those of a matrix."""
    folder = Path(matrix.directory) if matrix.directory else None
    return load_portal_words(matrix.vocabulary.query_buttons, folder, matrix.labels)


@dataclass
class StoredPage:
    """A page of an audit. ``views``: what its frames show, by today's rules; ``found``: what was found in them at the time. Both are
    empty where it has no facts."""

    page: Page
    views: list[View] = field(default_factory=list)
    found: list[Found] = field(default_factory=list)

    def judge(self, matrix: Matrix) -> None:
        """Set the problem and the findings of the page by today's rules. What has no facts keeps its problem."""
        page = self.page
        if self.views:
            urls = [frame.url for frame in page.frames]
            judge_views(page, self.views, urls, matrix, words_of(matrix).obstacles)
        else:
            page.findings = None if page.problem else judge_page(page, matrix)

    def lighten(self) -> None:
        """Give back what is on disk."""
        self.views, self.found = [], []
        for frame in self.page.frames:
            frame.html = ""


def read_page(folder: Path, page: Page, matrix: Matrix) -> StoredPage:
    """A page as it is stored. UserError when it cannot be read."""
    facts = facts_name(page)
    if not facts:
        for number, frame in enumerate(page.frames):
            frame.html = "" if page.problem else _html(folder, html_name(page, number))
        return StoredPage(page)
    try:
        stored = stored_bytes(folder, facts)
        frames = [frame for frame in read_facts(stored) if frame is not None]
    except FactsUnreadable as error:
        raise UserError(f"Os fatos guardados em {folder / facts} {error}.", f"Veja {called()} verify.") from None
    if len(frames) != len(page.frames):
        raise UserError(f"Os fatos guardados em {folder / facts} são de outra página.", f"Veja {called()} verify.")
    views = _read_before.views_of(stored, frames, matrix)
    for frame, view in zip(page.frames, views, strict=True):
        frame.html = view.html
    return StoredPage(page, views, [one.found for one in frames])


class _ReadBefore:
    """The views of the last pages: the walk and the tour of an audit see some pages both, and portals show one page in many places."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[bytes, Matrix], list[View]] = OrderedDict()

    def views_of(self, stored: bytes, frames: Sequence[StoredFrame], matrix: Matrix) -> list[View]:
        """What the frames of a page show. ``stored``: the facts as they lie on disk."""
        key = hashlib.sha256(stored).digest(), matrix
        views = self._kept.pop(key, None)
        if views is None:
            views = [read_view(one.facts, words_of(matrix).query) for one in frames]
            for view in views:
                view.html = CONTROLS.sub("\ufffd", view.html)
        self._kept[key] = views
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return views


_read_before = _ReadBefore()


def page_of(stored: StoredAudit, line: Mapping[str, Any]) -> Page:
    """The page of a line of ``pages.jsonl``, without what its frames show."""
    try:
        return Page(
            municipio=stored.slug,
            uf=stored.uf,
            turn=line.get("turn", 0),
            of_town=line.get("of_town", False),
            truncated=line.get("truncated", False),
            errand=line.get("errand", ""),
            has_facts=bool(line.get("facts")),
            masked=line.get("masked", {}),
            veiled=line.get("veiled", 0),
            frames=[
                Frame(f["url"], "", f["name"], f["title"], (f["offset"][0], f["offset"][1]))
                for f in line["frames"]
            ],
            **{
                name: line[name]
                for name in (
                    "node", "state", "url", "final_url", "status", "title", "depth", "steps", "labels", "problem", "time", "seconds", "families",
                )
            },
        )  # fmt: skip
    except (KeyError, TypeError, IndexError):
        raise UserError(
            f"{stored.folder / PAGES}: há linhas que não são páginas.", f"Veja {called()} verify."
        ) from None


def _html(folder: Path, name: str) -> str:
    try:
        return gzip.decompress(stored_bytes(folder, name)).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise _unreadable(folder / name, error) from None


def stored_bytes(folder: Path, name: str) -> bytes:
    """A file of an audit. UserError when it cannot be read, or lies elsewhere."""
    file = folder / name
    try:
        if not file.resolve().is_relative_to(folder.resolve()):
            raise OSError(0, "fica fora da auditoria")
        return file.read_bytes()
    except OSError as error:
        raise _unreadable(file, error) from None


def _unreadable(file: Path, error: Exception) -> UserError:
    told = getattr(error, "strerror", None) or "está estragada"
    return UserError(f"A página guardada {file} não pode ser lida: {told}.", f"Veja {called()} verify.")
