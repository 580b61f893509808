"""What all routes stand on: the index, the matrix, the reviews, and how an answer is made of them."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from starlette.requests import Request
from starlette.responses import Response

from transparency import __version__
from transparency.api.files import read_inside, unpacked
from transparency.api.guard import Rules
from transparency.api.index import Index
from transparency.api.queries import Digests
from transparency.matrix import Item, Matrix
from transparency.store.reviews import REVIEWS, Reviews, read_reviews, stamp_of

PICTURES = {"jpg": "image/jpeg", "png": "image/png", "webp": "image/webp"}
ARCHIVE_POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
"""Of a portal's page: no script, no request, no form, no window, an origin of its own; only our pages may frame it."""


# Chromium was seen to do both, whatever the policy says: follow a refresh, and connect ahead of a frame that it then blocks.
_ACTING = (
    (re.compile(rb"http-equiv", re.IGNORECASE), rb"data-equiv"),
    (re.compile(rb"<link(?=[\s/>])", re.IGNORECASE), rb"<meta"),
    (re.compile(rb"<(/?)i?frame(?=[\s/>])", re.IGNORECASE), rb"<\1x-frame"),
)


class Missing(Exception):
    """There is no such thing here; what is told is for people (Portuguese)."""

    status = 404
    headers: ClassVar[dict[str, str]] = {}


class Preparing(Missing):
    """It is not there yet: what is asked for is made of all audits, and they are being read."""

    status = 503
    headers: ClassVar[dict[str, str]] = {"retry-after": "5"}

    def __init__(self, done: int, whole: int) -> None:
        super().__init__(
            f"As auditorias ainda estão sendo lidas ({done} de {whole}). Tente de novo em alguns segundos."
        )


class Unknown(Exception):
    """A filter that names what there is not (Portuguese)."""

    def __init__(self, message: str, parameter: str) -> None:
        super().__init__(message)
        self.parameter = parameter


@dataclass
class Served:
    """What is served. ``reviewing``: whether reviews are taken."""

    index: Index
    matrix: Matrix
    rules: Rules
    reviewing: bool = False
    people: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """Population by (state, slug), as far as the catalogue tells it."""
    _reviews: tuple[str, Reviews] = field(default=("", Reviews()), repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @cached_property
    def digests(self) -> Digests:
        """Every audit in letters, for comparisons."""
        return Digests(self.index, self.matrix)

    @cached_property
    def items(self) -> dict[tuple[str, str], Item]:
        """Items by criterion and id."""
        return {(item.criterion, item.key): item for item in self.matrix.items()}

    @cached_property
    def criteria(self) -> dict[str, str]:
        """Names of the criteria."""
        return {criterion.id: criterion.name for criterion in self.matrix.criteria}

    def check_names(self, asked: Mapping[str, Any]) -> None:
        """Unknown when a filter names a criterion or an item that the matrix has not: an empty answer would look like one of no
        such verdicts."""
        kinds = (("criterion", "Critério", [*self.criteria]), ("item", "Item", self.item_names))
        for parameter, kind, known in kinds:
            name = asked.get(parameter)
            if name and name not in known:
                raise Unknown(f"{kind} desconhecido: “{name}”. Use um destes: {', '.join(known)}.", parameter)

    @cached_property
    def item_names(self) -> list[str]:
        """The ids of all items, each once."""
        return [*dict.fromkeys(item for _, item in self.items)]

    def file(self, audit: str, room: str, name: str) -> tuple[bytes, str] | None:
        """A file of a room (``evidence``, ``pages``) of an audit, and what it is known by; None when there is none."""
        folder = self.index.folder(audit)
        if folder is None:
            return None
        return read_inside(self.index.root, (*folder.relative_to(self.index.root).parts, room), name)

    @property
    def reviews_file(self) -> Path:
        """Where reviews are kept."""
        return self.index.root / REVIEWS

    def reviews_mark(self) -> str:
        """Changes when a review is added, of a verdict or of an answer to a cycle."""
        return " ".join(map(stamp_of, sorted(self.index.root.glob("reviews*.jsonl"))))

    def reviews(self) -> Reviews:
        """All reviews; read again when the file changed."""
        mark = self.reviews_mark()
        with self._lock:
            if mark != self._reviews[0]:
                self._reviews = (mark, read_reviews(self.reviews_file))
            return self._reviews[1]

    def etag(self, request: Request) -> str:
        """Of an answer made of the index and the reviews: the same as long as they and the question are."""
        told = "\n".join((__version__, self.index.mark, self.reviews_mark(), str(request.url)))
        return tag(told.encode("utf-8", "replace"))


def tag(body: bytes) -> str:
    """A strong entity tag."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def is_fresh(request: Request, etag: str) -> bool:
    """Whether the client has that very answer."""
    given = request.headers.get("if-none-match", "")
    return etag in (one.strip().removeprefix("W/") for one in given.split(","))


def not_modified(etag: str) -> Response:
    """What has not changed is not sent again."""
    return Response(status_code=304, headers={"etag": etag})


def answered(
    request: Request, body: bytes, media: str, etag: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    """A body with its tag, or 304 for who has it."""
    etag = etag or tag(body)
    if is_fresh(request, etag):
        return not_modified(etag)
    return Response(body, headers={**(headers or {}), "etag": etag}, media_type=media)


def as_json(value: Any) -> bytes:
    """JSON in UTF-8. Half a surrogate pair, which a stored file may hold, becomes a question mark."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode("utf-8", "replace")


def picture(served: Served, request: Request, id: str, room: str, name: str) -> Response:
    """A picture of an audit."""
    media = PICTURES.get(name.rpartition(".")[2])
    found = served.file(id, room, name) if media else None
    if found is None or media is None:
        raise Missing("Não há esta imagem.")
    return answered(request, found[0], media, f'"{found[1]}"')


def archived(served: Served, request: Request, id: str, name: str, original: bool = False) -> Response:
    """A portal's page as it was stored, where it can do nothing; or the very file (``original``), to be saved and its digest compared."""
    found = served.file(id, "pages", name) if name.endswith(".html.gz") else None
    if found and original:
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return answered(request, found[0], "application/gzip", f'"{found[1]}-o"', headers)
    page = unpacked(found[0]) if found else None
    if found is None or page is None:
        raise Missing("Não há esta página.")
    headers = {"content-security-policy": ARCHIVE_POLICY, "referrer-policy": "no-referrer"}
    return answered(request, inert(page), "text/html; charset=utf-8", f'"{found[1]}"', headers)


def inert(page: bytes) -> bytes:
    """A page without what acts though no script may run and nothing may be loaded: refreshes, links and frames that open connections.

    Names of tags and attributes must stand in the bytes as they are, so what replaces them needs no parser to agree with a browser's.
    What was out of sight when the page was seen stays so.

    >>> inert(b"<META Http-Equiv=refresh><LINK rel=preconnect>")
    b'<META data-equiv=refresh><meta rel=preconnect><style>[data-t-hidden]{display:none!important}</style>'
    """
    for name, harmless in _ACTING:
        page = name.sub(harmless, page)
    return page + b"<style>[data-t-hidden]{display:none!important}</style>"
